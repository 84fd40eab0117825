"""States that have to be: how many things somebody or a place must have at least, or at most."""

from __future__ import annotations

import pytest

from engine.garden import Laid, lay

HAND: Laid = {"hand": ["Rose", "Daisy", "Tulip"]}


@pytest.mark.parametrize(
    ("rule", "text", "left"),
    [
        ("A player must have at least 2 cards in their hand.", "Discard 2 cards.", 2),
        ("A player must have at least 4 cards in their hand.", "Discard a card.", 3),
        ("A player must have at least 2 flowers in their hand.", "Discard 3 cards.", 2),
        ("A tired player must have at least 2 cards in their hand.", "Discard 2 cards.", 1),
        ("A player must have at most 4 cards in their hand.", "Draw 3 cards.", 4),
        ("A player cannot have more than 4 cards in their hand.", "Draw 3 cards.", 4),
        ("A player cannot have fewer than 2 cards in their hand.", "Discard 3 cards.", 2),
    ],
)
def test_a_hand_that_must_hold_so_many_cards(rule: str, text: str, left: int) -> None:
    table = lay(rule, tricks={"Deed": text}, ann=HAND)

    table.perform("ann", "Deed")
    while "Rose" in table.options("ann"):
        table.choose("ann", "Rose")
    while "Daisy" in table.options("ann"):
        table.choose("ann", "Daisy")

    assert len(table.cards("ann", "hand")) == left


@pytest.mark.parametrize(
    ("rule", "left"),
    [
        ("A bed must contain at least 1 flower.", ["Nettle", "Rose"]),
        ("A bed must contain at least 2 weeds.", ["Nettle"]),
        ("A bed cannot contain fewer than 2 flowers.", ["Nettle", "Rose"]),
    ],
)
def test_a_place_that_must_contain_something_keeps_it(rule: str, left: list[str]) -> None:
    table = lay(rule, tricks={"Deed": "Uproot a flower."}, ann={"bed": ["Nettle", "Rose"]})

    table.perform("ann", "Deed")

    assert table.cards("ann", "bed") == left


def test_what_must_stay_is_not_offered_for_an_act_that_takes_it_away() -> None:
    rules = ("The player at turn may uproot a flower.", "A bed must contain at least 1 flower.")
    one = lay(*rules, ann={"bed": ["Rose"]})
    two = lay(*rules, ann={"bed": ["Rose", "Rose"]})

    for table in (one, two):
        table.choose("ann", "uproot Rose") if "uproot Rose" in table.options("ann") else None

    assert one.cards("ann", "bed") == ["Rose"]
    assert two.cards("ann", "bed") == ["Rose"]
