"""Orders that a book states: who claims first, whose turn is when, what runs first, who wins."""

from __future__ import annotations

import pytest

from deckmastor.testing import Table
from engine.garden import AT_WILL, Laid, garden, lay, told

TAKE = {"Deed": "Each player moves a card from the shed to their hand."}
COINS: dict[str, Laid] = {"ann": {"coin": 5}, "bob": {"coin": 2}, "cid": {"coin": 9}}
SHED: Laid = {"shed": ["Rose", "Daisy", "Tulip", "Nettle"]}


@pytest.mark.parametrize(
    ("rule", "claims"),
    [
        ("The order of claims is turn order.", ["ann", "bob", "cid"]),
        ("The order of claims is the fewest coins.", ["bob", "ann", "cid"]),
        ("The order of claims is the most coins, then turn order.", ["cid", "ann", "bob"]),
        ("The order of claims is the player at turn, then the most coins.", ["ann", "cid", "bob"]),
        ("The order of claims is the most seeds, then turn order.", ["ann", "bob", "cid"]),
    ],
)
def test_who_claims_first(rule: str, claims: list[str]) -> None:
    table = lay(rule, tricks=TAKE, common=SHED, **COINS)

    table.perform("bob", "Deed")
    asked = []
    for card in ("Nettle", "Tulip", "Daisy"):
        asked += table.asked()
        table.choose(asked[-1], card)

    assert asked == claims


@pytest.mark.parametrize(
    ("rules", "turns"),
    [
        ((), ["ann", "bob", "cid", "ann"]),
        (("The order of turns is clockwise.",), ["ann", "bob", "cid", "ann"]),
        (("The order of turns is the fewest coins.",), ["bob", "ann", "cid", "bob"]),
        (("The order of turns is the most coins, then clockwise.",), ["cid", "ann", "bob", "cid"]),
        (("The order of turns is the most seeds, then clockwise.",), ["ann", "bob", "cid", "ann"]),
    ],
)
def test_who_takes_their_turn_when(rules: tuple[str, ...], turns: list[str]) -> None:
    table = Table(garden(*rules, AT_WILL), bare=True, **COINS)

    table.match.machine.resume(table.state)
    seen = []
    for _ in turns:
        seen.append(table.turn)
        table.choose(table.turn, "pass")

    assert seen == turns


BELL = "When a player draws a card, gain 1 seed."
RULE = "When a player draws a card, each player gains 1 coin."


@pytest.mark.parametrize(
    ("rule", "first"),
    [
        ("The order of triggers is turn order, then age.", ["ann gain coin", "bob gain coin"]),
        ("The order of triggers is age.", ["ann gain coin", "bob gain coin"]),
        (
            "The order of triggers is card over modifier over rule, then turn order, then age.",
            ["bob gain seed", "ann gain coin"],
        ),
    ],
)
def test_what_runs_first(rule: str, first: list[str]) -> None:
    table = lay(
        rule, RULE, tricks={"Deed": "Draw a card."}, tools={"Bell": BELL}, bob={"bed": ["Bell"]}
    )

    table.perform("ann", "Deed")

    assert told(table, "gain")[:2] == first


def test_by_age_alone_it_does_not_matter_whose_turn_it_is() -> None:
    def order(rule: str) -> list[str]:
        table = lay(
            rule,
            tricks={"Deed": "Draw a card."},
            tools={"Bell": BELL, "Drum": BELL},
            ann={"bed": ["Bell"]},
            bob={"bed": ["Drum"]},
            turn="bob",
        )
        table.perform("ann", "Deed")
        return told(table, "gain")

    assert order("The order of triggers is turn order, then age.") == [
        "bob gain seed", "ann gain seed",
    ]  # fmt: skip
    assert order("The order of triggers is age.") == ["ann gain seed", "bob gain seed"]


@pytest.mark.parametrize(
    ("rule", "winners"),
    [
        ("The order of winners is the most seeds.", ["ann", "bob"]),
        ("The order of winners is the most seeds, then the fewest coins.", ["bob"]),
        ("The order of winners is the most seeds, then turn order.", ["ann"]),
    ],
)
def test_who_wins_of_several(rule: str, winners: list[str]) -> None:
    table = lay(
        rule, tricks={"Deed": "Each player wins the game."}, ann=COINS["ann"], bob=COINS["bob"]
    )

    table.perform("bob", "Deed")

    assert sorted(table.match.winners) == winners


@pytest.mark.parametrize(
    "rule",
    [
        "The order of triggers is the most coins, then age.",
        "The order of turns is random.",
        "The order of claims is age.",
        "The order of winners is the earliest turn.",
        "The order of winners is age.",
    ],
)
def test_an_order_that_cannot_be_kept_is_refused_and_not_left_out(rule: str) -> None:
    table = Table(garden(rule, AT_WILL))

    assert [text for text, _ in table.match.rules.unrunnable] == [rule]
