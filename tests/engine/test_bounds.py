"""States that have to be: how many things somebody or a place must have at least, or at most."""

from __future__ import annotations

import pytest

from engine.garden import Laid, lay, seeds

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


OF_EACH = [
    "While a card is in the shed, a player cannot have more seeds than the height of that card.",
    "While a card is in the shed, the seeds of a player cannot be more than the height of that card.",
    "A player cannot have more seeds than the height of a card in the shed.",
    "A player cannot have more seeds than the height of a card if that card is in the shed.",
]


@pytest.mark.parametrize("rule", OF_EACH)
@pytest.mark.parametrize(
    ("shed", "first", "then"),
    [
        ([], 11, 1),
        (["Nettle"], 4, 1),
        (["Nettle", "Rose"], 3, 1),
        (["Tulip", "Nettle"], 2, 1),
    ],
)
def test_each_thing_that_a_bound_speaks_of_is_a_bound(
    rule: str, shed: list[str], first: int, then: int
) -> None:
    table = lay(
        rule, tricks={"Sow": "Gain 9 seeds.", "Store": "Put a Daisy in your bed into the shed."},
        common={"shed": shed}, ann={"hand": ["Sow", "Store"], "bed": ["Daisy"], "seed": 2},
    )  # fmt: skip
    table.play("ann", "Sow")
    sown = seeds(table)
    table.choose("ann", "play Store")

    assert sown == [first, 0]
    assert seeds(table) == [then, 0]


def test_a_least_number_is_the_highest_of_the_bounds_and_each_has_their_own() -> None:
    table = lay(
        "A player cannot have fewer seeds than the height of a card in their bed.",
        tricks={"Waste": "Each player loses 9 seeds."},
        ann={"hand": ["Waste"], "bed": ["Daisy", "Rose", "Tulip"], "seed": 6},
        bob={"bed": ["Daisy"], "seed": 5},
        cy={"seed": 5},
    )
    table.play("ann", "Waste")

    assert seeds(table) == [3, 1, -4]


def test_a_bound_while_a_player_is_so_is_theirs() -> None:
    table = lay(
        "When a player rests, they become tired.",
        "While a player is tired, they cannot have more seeds than coins.",
        tricks={"Sow": "Each player gains 9 seeds."},
        ann={"hand": ["Sow"], "coin": 3},
    )
    table.choose("ann", "rest")
    table.choose("ann", "play Sow")

    assert seeds(table) == [4, 9]
