"""What the log tells of an order that chance or a player gave: nothing that is not seen."""

from __future__ import annotations

import pytest
from garden import AT_WILL, garden

from deckmastor.testing import Table

SHED = ["Tulip", "Rose", "Nettle", "Daisy"]
BURY = "To bury a card is to move it from the shed on the bottom of the deck."
TO_THE_BOTTOM = "Put all cards in the shed on the bottom of the deck"
KEPT = "A Nettle cannot leave the shed."
HEARD = "When a Rose enters the deck, each player gains 1 seed."


def mixed(text: str, rule: str, seed: int) -> Table:
    """A garden after ann has played a trick with this text, and given the last offered order."""
    book = garden(BURY, AT_WILL, *([rule] if rule else []), tricks={"Mix": text})
    common = {"deck": ["Daisy"], "shed": SHED}
    table = Table(book, common, seed=seed, bare=True, ann={"hand": ["Mix"]}, bob={})
    table.begin_turn("ann")
    table.play("ann", "Mix")
    return table


def known(table: Table, player: str) -> list[str | None]:
    """The deck as a player knows it, from the bottom."""
    places = table.match.view(player)["places"]
    cards: list[str | None] = next(one["cards"] for one in places if one["name"] == "deck")
    return cards


@pytest.mark.parametrize(
    ("text", "rule", "stays"),
    [
        (f"{TO_THE_BOTTOM} in random order.", "", []),
        (f"{TO_THE_BOTTOM} in random order.", KEPT, ["Nettle"]),
        (f"{TO_THE_BOTTOM} in random order.", HEARD, []),
        ("Move all cards in the shed to the deck in random order.", "", []),
        ("Bury all cards in the shed in random order.", "", []),
        ("Bury all cards in the shed in random order.", KEPT, ["Nettle"]),
    ],
)
def test_the_log_of_a_random_order_is_the_same_for_every_order(
    text: str, rule: str, stays: list[str]
) -> None:
    tables = [mixed(text, rule, seed) for seed in range(6)]

    assert len({tuple(table.cards("", "deck")) for table in tables}) > 1
    for player in ("ann", "bob"):
        assert len({str(table.match.log(player, minor=True)) for table in tables}) == 1
        assert all(set(known(table, player)[:-1]) == {None} for table in tables)
    for table in tables:
        assert table.cards("", "shed") == stays
        assert sorted([*table.cards("", "deck"), *stays]) == sorted([*SHED, "Daisy"])


@pytest.mark.parametrize("text", [TO_THE_BOTTOM, "Bury all cards in the shed"])
@pytest.mark.parametrize(
    ("rule", "deck"),
    [
        ("", ["Tulip", "Rose", "Daisy", "Nettle", "Daisy"]),
        (KEPT, ["Tulip", "Rose", "Daisy", "Daisy"]),
    ],
)
def test_only_who_gives_an_order_knows_it(text: str, rule: str, deck: list[str]) -> None:
    table = mixed(f"{text} in any order.", rule, 0)
    for card in ("Nettle", "Daisy", "Rose"):
        if card in table.options("ann"):
            table.choose("ann", card)

    assert table.cards("", "deck") == deck
    assert known(table, "ann")[:-1] == deck[:-1]
    assert known(table, "bob")[:-1] == [None] * (len(deck) - 1)
    moved = [line for line in table.match.log("bob", minor=True) if "leaves the shed" in line]
    assert [line.split()[0] for line in moved] == [c for c in SHED if c in deck[:-1]]


def test_an_order_is_given_to_what_comes_there_and_to_nothing_else() -> None:
    table = mixed(
        f"{TO_THE_BOTTOM} in any order.",
        "If a flower would enter the deck from the shed, put it onto the discard pile instead.",
        0,
    )
    for card in ("Daisy", "Nettle", "Rose"):
        if card in table.options("ann"):
            table.choose("ann", card)

    assert table.cards("", "deck") == ["Nettle", "Daisy"]
    assert table.cards("", "discard pile")[:3] == ["Tulip", "Rose", "Daisy"]


def test_cards_that_are_seen_where_they_go_are_seen_in_their_order() -> None:
    text = "Put all cards in the shed onto the discard pile in any order."
    table = mixed(text, "", 0)
    for card in ("Nettle", "Daisy", "Rose"):
        table.choose("ann", card)

    assert table.cards("", "discard pile")[:4] == ["Nettle", "Daisy", "Rose", "Tulip"]
    places = table.match.view("bob")["places"]
    pile = next(one["cards"] for one in places if one["name"] == "discard pile")
    assert pile[:4] == ["Nettle", "Daisy", "Rose", "Tulip"]
