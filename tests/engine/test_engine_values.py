"""The values of the engine itself: how long a chain may be, and when states are looked at."""

from __future__ import annotations

import pytest

from deckmastor.record.errors import RulebookError, StartError
from deckmastor.testing import Table
from engine.garden import AT_WILL, garden, lay, seeds

THREE = {"Deed": "Gain 1 coin. Gain 1 coin. Gain 1 coin."}
PAID = "When a player gains a coin, that player gains 1 seed."


@pytest.mark.parametrize(("limit", "gained"), [(2, 0), (3, 3), (4, 3)])
def test_one_trigger_fires_for_one_answer_as_often_as_the_chain_limit_says(
    limit: int, gained: int
) -> None:
    table = lay(f"The chain limit is {limit}.", PAID, tricks=THREE, ann={"hand": ["Deed"]})

    table.choose("ann", "play Deed")

    assert table.count("ann", "coin") == 3
    assert seeds(table) == [gained, 0]


def test_each_answer_is_counted_anew() -> None:
    table = lay("The chain limit is 1.", PAID)

    table.choose("ann", "rest")
    table.choose("ann", "rest")
    table.choose("ann", "rest")

    assert seeds(table) == [3, 0]


@pytest.mark.parametrize(("tired", "gained"), [(0, 3), (1, 0)])
def test_the_chain_limit_can_depend_on_something(tired: int, gained: int) -> None:
    table = lay(
        "The chain limit is 1 if a player is tired.",
        PAID,
        tricks={"Yawn": "Become tired."} | THREE,
        ann={"hand": ["Deed"]},
        bob={"tired": tired},
    )

    table.choose("ann", "play Deed")

    assert seeds(table) == [gained, 0]


def test_a_chain_limit_given_at_the_start_counts() -> None:
    book = garden("The chain limit is 5.", PAID, AT_WILL, tricks=THREE)
    table = Table(book, values={"chain limit": 2}, ann={"hand": ["Deed"]}, bob={})
    table.begin_turn("ann")

    table.choose("ann", "play Deed")

    assert seeds(table) == [0, 0]


# ---- when states are looked at --------------------------------------------------------------

RICH = "When a player has at least 2 coins, that player gains 1 seed."
BACK = {"Deed": "Gain 2 coins. Lose 1 coin. Gain 1 coin.", "Loss": "Gain 2 coins. Lose 1 coin."}


@pytest.mark.parametrize(
    ("timing", "card", "gained"),
    [
        ("after each step", "Deed", 2),
        ("after the act", "Deed", 1),
        ("after each step", "Loss", 1),
        ("after the act", "Loss", 0),
    ],
)
def test_states_are_looked_at_when_the_check_timing_says(
    timing: str, card: str, gained: int
) -> None:
    table = lay(f'The check timing is "{timing}".', RICH, tricks=BACK, ann={"hand": [card]})

    table.choose("ann", f"play {card}")

    assert seeds(table) == [gained, 0]


def test_what_the_check_after_an_act_sets_off_is_checked_before_anybody_is_asked() -> None:
    table = lay(
        'The check timing is "after the act".',
        RICH,
        "When a player has a seed, that player becomes tired.",
        "When a player is tired, that player draws a card.",
        tricks=BACK,
        ann={"hand": ["Deed"]},
    )

    table.choose("ann", "play Deed")

    assert table.cards("ann", "hand") == ["Rose"]


def test_events_are_still_answered_at_once() -> None:
    table = lay(
        'The check timing is "after the act".',
        "When a player gains a coin, that player gains 1 seed.",
        tricks={"Deed": "Gain 1 coin. Lose all seeds."},
        ann={"hand": ["Deed"]},
    )

    table.choose("ann", "play Deed")

    assert seeds(table) == [0, 0]


def test_who_wins_is_found_out_when_the_act_is_over() -> None:
    table = lay(
        'The check timing is "after the act".',
        "When a player has at least 2 coins, that player wins the game.",
        tricks={"Deed": "Gain 2 coins. Each other player gains 2 coins."},
        ann={"hand": ["Deed"]},
    )

    table.choose("ann", "play Deed")

    assert sorted(table.match.winners) == ["ann", "bob"]


@pytest.mark.parametrize(
    "rule",
    [
        'The check timing is "now and then".',
        'The trigger timing is "sometimes".',
        'The check timing is "after the act" if a player is tired.',
    ],
)
def test_a_timing_that_cannot_be_kept_is_refused(rule: str) -> None:
    table = Table(garden(rule, AT_WILL))

    assert [text for text, _ in table.match.rules.unrunnable] == [rule]


def test_a_timing_in_a_table_that_cannot_be_kept_is_refused() -> None:
    values = "The values are:\n\n| Name | Value |\n|---|---|\n| check timing | weekly |\n"
    table = Table(garden(AT_WILL).replace("## Cards", values + "\n## Cards", 1))

    assert [why for _, why in table.match.rules.unrunnable] == [
        "a check timing other than 'after each step' or 'after the act'"
    ]
    with pytest.raises(RulebookError):
        table.game.start(["ann", "bob"])


def test_a_timing_given_at_the_start_is_one_that_there_is() -> None:
    game = Table(garden(AT_WILL)).game

    with pytest.raises(StartError):
        game.start(["ann", "bob"], 0, {"check timing": "weekly"})


@pytest.mark.parametrize(("asked", "seeds_"), [("white", [0, 0]), ("red", [1, 0])])
def test_a_value_is_compared_with_a_word(asked: str, seeds_: list[int]) -> None:
    gain = f"When a player rests, they gain 1 seed if the called colour is {asked}."
    called = "When a player plays a trick, the called colour becomes red."
    table = lay(
        "The called colour is blue.", gain, called, tricks={"Deed": ""}, ann={"hand": ["Deed"]}
    )

    table.choose("ann", "rest")
    assert seeds(table) == [0, 0]
    table.choose("ann", "play Deed")
    table.choose("ann", "rest")

    assert seeds(table) == seeds_


@pytest.mark.parametrize(
    ("bed", "told", "rests"),
    [
        (["Daisy", "Rose"], "the highest height of the cards in their bed is at least 3", 1),
        ([], "the highest height of the cards in their bed is at least 0", 0),
        ([], "the highest height of the cards in their bed is less than 9", 0),
        (["Rose", "Daisy"], "the lowest height of the cards in their bed is less than 2", 1),
        ([], "the lowest height of the cards in their bed is less than 2", 0),
        ([], "the total height of the cards in their bed is 0", 1),
    ],
)
def test_there_is_no_highest_of_nothing(bed, told, rests):
    table = lay(f"When a player acts, if {told}, they rest.", "The player at turn may act.",
                ann={"bed": bed})  # fmt: skip
    table.choose("ann", "act")
    assert table.count("ann", "coin") == rests


@pytest.mark.parametrize(
    ("told", "bare", "full"),
    [
        ("their seeds become the highest height of the cards in their bed", 5, 3),
        ("they gain seeds equal to the highest height of the cards in their bed, at most 2", 5, 7),
        ("they gain seeds equal to the highest height of the cards in their bed, at most 4", 5, 8),
        ("they gain seeds equal to 2, at most the highest height of the cards in their bed", 7, 7),
    ],
)
def test_counters_do_not_become_the_highest_of_nothing(told: str, bare: int, full: int) -> None:
    for bed, seeds_ in ([], bare), (["Daisy", "Rose"], full):
        table = lay(f"When a player rests, {told}.", ann={"bed": bed, "seed": 5})
        table.choose("ann", "rest")
        assert seeds(table) == [seeds_, 0]
