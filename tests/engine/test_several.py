"""Events about several things: one or more as one event, a number, and in place of a number."""

from __future__ import annotations

import pytest

from deckmastor.testing import Table
from engine.garden import Laid, lay, seeds

ROSES: Laid = {"hand": ["Rose", "Rose", "Rose"], "bed": ["Rose", "Nettle"]}
GAIN = "that player gains 1 seed"


def told(rule: str, text: str, player: str = "ann") -> Table:
    """A garden with a rule, in which a text was performed and any choice was a rose."""
    table = lay(rule, tricks={"Deed": text}, ann=ROSES, bob=ROSES)
    table.perform(player, "Deed")
    while any("Rose" in table.options(name) for name in ("ann", "bob")):
        asked = next(name for name in ("ann", "bob") if "Rose" in table.options(name))
        table.choose(asked, "Rose")
    return table


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        (f"When a player discards a card, {GAIN}.", "Discard 2 cards.", [2, 0]),
        (f"When a player discards cards, {GAIN}.", "Discard 2 cards.", [1, 0]),
        (f"When a player discards cards, {GAIN}.", "Discard a card.", [1, 0]),
        (f"When a player discards cards, {GAIN}.", "Discard a card. Discard a card.", [2, 0]),
        (f"When a player discards cards, {GAIN}.", "Each player discards a card.", [1, 1]),
        (f"When a player draws cards, {GAIN}.", "Draw 3 cards.", [1, 0]),
        ("When cards are discarded, each player gains 1 seed.", "Each player discards a card.", [1, 1]),
        ("When each card is discarded, each player gains 1 seed.", "Discard 2 cards.", [2, 2]),
        (f"When a player discards 2 cards, {GAIN}.", "Discard 2 cards.", [1, 0]),
        (f"When a player discards 2 cards, {GAIN}.", "Discard a card.", [0, 0]),
        (f"When a player discards 2 cards, {GAIN}.", "Discard 3 cards.", [0, 0]),
        (f"When a player discards 2 cards, {GAIN}.", "Discard a card. Discard a card.", [0, 0]),
        (f"When a player discards at least 2 cards, {GAIN}.", "Discard 3 cards.", [1, 0]),
        (f"When a player draws 2 cards, {GAIN}.", "Draw 2 cards.", [1, 0]),
        (f"When a player draws 2 cards, {GAIN}.", "Draw a card.", [0, 0]),
        ("When 2 cards are discarded, each player gains 1 seed.", "Each player discards a card.", [1, 1]),
        ("When 2 cards are discarded, each player gains 1 seed.", "Discard a card.", [0, 0]),
        ("When 2 cards leave a bed, each player gains 1 seed.", "Uproot all cards in your bed.", [1, 1]),
        ("When 2 cards leave a bed, each player gains 1 seed.", "Each player uproots a flower.", [0, 0]),
        (f"When a player gains 2 coins, {GAIN}.", "Gain 2 coins.", [1, 0]),
        (f"When a player gains 2 coins, {GAIN}.", "Gain 3 coins.", [0, 0]),
        (f"When a player gains at least 2 coins, {GAIN}.", "Gain 3 coins.", [1, 0]),
        (f"When a player gains coins, {GAIN}.", "Gain 3 coins.", [1, 0]),
    ],
)  # fmt: skip
def test_how_many_things_an_event_is_about(rule: str, text: str, expected: list[int]) -> None:
    assert seeds(told(rule, text)) == expected


def test_those_things_are_all_that_the_event_was_about() -> None:
    rule = "When a player discards cards, move those cards to the shed."
    table = told(rule, "Discard 2 cards.")

    assert table.cards("", "shed") == ["Rose", "Rose"]


def test_the_next_time_waits_until_there_are_as_many() -> None:
    table = lay(
        tricks={
            "Wait": "Rest. The next time you draw 2 cards, gain 1 seed.",
            "One": "Draw a card.",
            "Two": "Draw 2 cards.",
        }
    )

    counted = []
    for card in ("Wait", "One", "Two", "Two"):
        table.perform("ann", card)
        counted.append(table.count("ann", "seed"))

    assert counted == [0, 0, 1, 1]


def test_a_question_in_the_step_does_not_divide_it() -> None:
    table = lay(
        "When 2 cards are discarded, each player gains 1 seed.",
        tricks={"Deed": "Discard a flower and discard a card."},
        ann={"hand": ["Rose", "Daisy", "Nettle"]},
    )

    table.perform("ann", "Deed")
    table.choose("ann", "Rose", "Nettle")

    assert seeds(table) == [1, 1]


@pytest.mark.parametrize(
    ("rule", "text", "hand", "expected"),
    [
        (f"If a player would discard 2 flowers, {GAIN} instead.", "Discard 2 cards.", 3, 1),
        (f"If a player would discard 2 flowers, {GAIN} instead.", "Discard a card.", 2, 0),
        (f"If a player would discard 2 flowers, {GAIN} instead.", "Discard 3 cards.", 0, 0),
        (f"If a player would discard at least 2 flowers, {GAIN} instead.", "Discard 3 cards.", 3, 1),
        (f"If a player would discard cards, {GAIN} instead.", "Discard 2 cards.", 3, 1),
        (f"If a player would discard a card, {GAIN} instead.", "Discard 2 cards.", 3, 2),
        ("If 2 flowers would be discarded, each player gains 1 seed instead.", "Discard 2 cards.", 3, 1),
        ("If 2 flowers would be discarded, each player gains 1 seed instead.", "Discard a card.", 2, 0),
        (f"If a player would draw 2 cards, {GAIN} instead.", "Draw 2 cards.", 3, 1),
        (f"If a player would draw 2 cards, {GAIN} instead.", "Draw a card.", 4, 0),
        (f"If a player would gain 2 coins, {GAIN} instead.", "Gain 2 coins.", 3, 1),
        (f"If a player would gain 2 coins, {GAIN} instead.", "Gain 3 coins.", 3, 0),
    ],
)  # fmt: skip
def test_in_place_of_an_act_on_so_many(rule: str, text: str, hand: int, expected: int) -> None:
    table = told(rule, text)

    assert len(table.cards("ann", "hand")) == hand
    assert table.count("ann", "seed") == expected


def test_of_an_act_only_what_fits_is_replaced() -> None:
    table = lay(
        f"If a player would uproot 2 flowers, {GAIN} instead.",
        tricks={"Deed": "Uproot all cards in your bed."},
        ann={"bed": ["Rose", "Nettle", "Daisy"]},
    )

    table.perform("ann", "Deed")

    assert table.cards("ann", "bed") == ["Rose", "Daisy"]
    assert table.cards("", "discard pile") == ["Nettle"]
    assert table.count("ann", "seed") == 1


def test_if_you_do_asks_whether_any_of_it_was_done() -> None:
    rule = f"If a player would discard 2 flowers, {GAIN} instead."
    table = told(rule, "Discard 2 cards. If you do, gain 1 coin.")

    assert table.count("ann", "coin") == 0


@pytest.mark.parametrize(
    "text", ["Uproot all flowers and all weeds.", "Move all flowers and all weeds from your bed to "
             "the discard pile."],
)  # fmt: skip
def test_what_is_joined_is_taken_only_from_where_the_verb_takes_it(text: str) -> None:
    table = lay(
        tricks={"Clear": text},
        ann={"hand": ["Clear", "Nettle"], "bed": ["Rose", "Nettle"]},
        bob={"hand": ["Daisy"], "bed": ["Tulip"]},
    )
    table.play("ann", "Clear")

    assert table.cards("ann", "bed") == []
    assert table.cards("ann", "hand") == ["Nettle"]
    assert (table.cards("bob", "hand"), table.cards("bob", "bed")) == (["Daisy"], ["Tulip"])
    assert sorted(table.cards("", "discard pile")) == ["Clear", "Nettle", "Rose"]


def test_a_number_limits_who_does_it_and_what_becomes_so() -> None:
    tricks = {
        "Luck": "2 random players gain 1 coin.",
        "Gift": "2 other players gain 1 coin.",
        "Call": "Up to 2 players gain 1 coin.",
        "Frost": "2 cards in your hand become wilted.",
        "Rake": "Discard all wilted cards in your hand.",
    }
    seats = ("ann", "bob", "cat", "dan")

    def laid() -> Table:
        hand = ["Rose", "Daisy", "Tulip", "Nettle"]
        return lay(tricks=tricks, ann={"hand": hand}, bob={}, cat={}, dan={})

    table = laid()
    table.perform("ann", "Luck")
    assert sum(table.count(seat, "coin") for seat in seats) == 2

    table.perform("ann", "Gift")
    assert table.options("ann") == ["bob", "cat", "dan"]

    table = laid()
    table.perform("ann", "Gift")
    table.choose("ann", "dan", "bob")
    assert [table.count(seat, "coin") for seat in seats] == [0, 1, 0, 1]

    table = laid()
    table.perform("ann", "Call")
    table.choose("ann", "cat", "enough")
    assert [table.count(seat, "coin") for seat in seats] == [0, 0, 1, 0]

    table = laid()
    table.perform("ann", "Frost")
    table.choose("ann", "Nettle", "Daisy")
    table.perform("ann", "Rake")
    assert table.cards("ann", "hand") == ["Rose", "Tulip"]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Each player loses all counters.", [(0, 0), (0, 0)]),
        ("Each player loses all counters that are not lasting.", [(3, 0), (1, 0)]),
        ("You lose all counters.", [(0, 0), (1, 4)]),
    ],
)
def test_counters_of_every_sort_are_lost(text: str, left: list[tuple[int, int]]) -> None:
    table = lay(
        "A counter can be lasting. Coins are lasting.", tricks={"Flood": text},
        ann={"coin": 3, "seed": 2}, bob={"coin": 1, "seed": 4},
    )  # fmt: skip

    table.perform("ann", "Flood")

    assert [(table.count(who, "coin"), table.count(who, "seed")) for who in ("ann", "bob")] == left
