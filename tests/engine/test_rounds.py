"""Rounds: told to end, counted, and phases left out."""

from __future__ import annotations

import pytest

from deckmastor.testing import Table
from engine.garden import lay, seeds

ROUND_END = "At the end of each round, each player gains 1 seed."


def turns(table: Table, n: int) -> list[str]:
    """Who is at turn in the next turns, nobody doing anything."""
    found = []
    for _ in range(n):
        found.append(table.turn)
        table.choose(table.turn, "pass")
    return found


def test_the_round_ends_and_its_starter_begins_the_next() -> None:
    table = lay(ROUND_END, tricks={"Deed": "End the round."}, ann={}, bob={}, cid={})

    turns(table, 1)
    table.perform("bob", "Deed")
    ended = table.turn, seeds(table)
    later = turns(table, 3)

    assert ended == ("ann", [1, 1, 1])
    assert later == ["ann", "bob", "cid"]
    assert seeds(table) == [2, 2, 2]


def test_the_end_of_the_round_comes_once_if_the_last_player_ends_it() -> None:
    table = lay(ROUND_END, tricks={"Deed": "End the round."}, ann={}, bob={})

    turns(table, 1)
    table.perform("bob", "Deed")

    assert seeds(table) == [1, 1]
    assert table.turn == "ann"


def test_an_additional_turn_is_lost_with_the_round() -> None:
    table = lay(ROUND_END, tricks={"Deed": "Take another turn. End the round."}, ann={}, bob={})

    table.perform("ann", "Deed")

    assert table.turn == "ann"
    assert turns(table, 3) == ["ann", "bob", "ann"]


@pytest.mark.parametrize(
    ("rule", "when"),
    [
        ("After 2 rounds, each player gains 1 seed.", 4),
        ("After 3 turns, each player gains 1 seed.", 3),
        ("At the end of each round, each player gains 1 seed.", 2),
    ],
)
def test_after_some_rounds_or_turns_a_rule_is_done_once(rule: str, when: int) -> None:
    table = lay(rule)

    counted = []
    for _ in range(9):
        turns(table, 1)
        counted.append(table.count("ann", "seed"))

    assert counted.index(1) + 1 == when
    assert max(counted) == (4 if "each round" in rule else 1)


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("Rest. After 2 rounds, gain 1 seed.", 5),
        ("Rest. After 2 turns, gain 1 seed.", 3),
    ],
)
def test_on_a_card_rounds_are_counted_from_when_it_is_performed(text: str, when: int) -> None:
    table = lay(tricks={"Deed": text}, ann={}, bob={})

    turns(table, 3)
    table.perform("bob", "Deed")
    counted = []
    for _ in range(9):
        turns(table, 1)
        counted.append(table.count("bob", "seed"))

    assert counted.index(1) + 1 == when
    assert max(counted) == 1


PHASES = "A turn has these phases: dawn, noon, dusk."


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("Skip the noon phase.", [1, 0, 1], [2, 1, 2]),
        ("Skip the noon phase and the dusk phase.", [1, 0, 0], [2, 1, 1]),
        ("End the phase.", [1, 1, 1], [2, 2, 2]),
        ("End the turn.", [1, 0, 0], [2, 1, 1]),
    ],
)
def test_phases_left_out(text: str, first: list[int], second: list[int]) -> None:
    table = lay(
        PHASES,
        "At the beginning of the dawn phase, each player gains 1 seed.",
        "At the beginning of the noon phase, each player gains 1 coin.",
        "At the beginning of the dusk phase, each player gains 1 point.",
        tricks={"Deed": text},
    )

    def counted() -> list[int]:
        return [table.count("bob", what) for what in ("seed", "coin", "point")]

    table.perform("ann", "Deed")
    while table.turn == "ann":
        table.choose("ann", "pass")
    seen = [n - (i == 0) for i, n in enumerate(counted())]
    while table.turn == "bob":
        table.choose("bob", "pass")

    assert seen == first
    assert [n - (i == 0) for i, n in enumerate(counted())] == second


@pytest.mark.parametrize(
    ("when", "gained"),
    [
        ("At the end of the third round", [0, 0, 0, 0, 0, 1, 1, 1]),
        ("At the end of the first round", [0, 1, 1, 1, 1, 1, 1, 1]),
        ("At the beginning of the second round", [0, 1, 1, 1, 1, 1, 1, 1]),
        ("At the beginning of the third turn", [0, 1, 1, 1, 1, 1, 1, 1]),
        ("At the end of the third turn", [0, 0, 1, 1, 1, 1, 1, 1]),
        ("After 3 rounds", [0, 0, 0, 0, 0, 1, 1, 1]),
    ],
)
def test_a_round_or_turn_by_its_number_comes_once(when: str, gained: list[int]) -> None:
    table = lay(f"{when}, each player gains 1 seed.", ann={}, bob={})

    seen = []
    for _ in gained:
        turns(table, 1)
        seen.append(seeds(table)[0])

    assert seen == gained


@pytest.mark.parametrize(
    ("when", "rests"),
    [
        ("In the first round", [False, False, True, True]),
        ("In the second round", [True, True, False, False]),
        ("In the first turn", [False, True, True, True]),
        ("In the second turn", [True, False, True, True]),
    ],
)
def test_what_is_forbidden_in_one_round_is_allowed_in_the_others(
    when: str, rests: list[bool]
) -> None:
    table = lay(
        f"{when}, a player cannot rest.", "The player at turn may draw a card.", ann={}, bob={}
    )

    seen = []
    for _ in rests:
        seen.append("rest" in table.options(table.turn))
        turns(table, 1)

    assert seen == rests


@pytest.mark.parametrize(
    ("text", "later"),
    [
        ("Skip your next turn.", ["ann", "cid", "ann", "bob", "cid"]),
        ("Skip your next 2 turns.", ["ann", "cid", "ann", "cid", "ann", "bob", "cid"]),
        (
            "Choose another player. That player skips their next 2 turns.",
            ["ann", "bob", "ann", "bob", "ann", "bob", "cid"],
        ),
    ],
)
def test_as_many_turns_are_left_out_as_are_skipped(text: str, later: list[str]) -> None:
    table = lay(tricks={"Deed": text}, ann={}, bob={}, cid={})

    table.perform("bob", "Deed")
    if table.asked() == ["bob"]:
        table.choose("bob", "cid")

    assert turns(table, len(later)) == later
