"""Cards that a collection names, and as many cards as a value says."""

from __future__ import annotations

import pytest
from garden import AT_WILL, garden, lay

from deckmastor.testing import Table

DECK = ["Rose", "Nettle", "Tulip", "Rose", "Daisy"]


@pytest.mark.parametrize(
    ("rule", "left"),
    [
        ("remove all cards of the Spring collection from the game", ["Nettle", "Daisy"]),
        ("remove all cards in the Spring collection from the game", ["Nettle", "Daisy"]),
        ("remove all flowers of the Spring collection from the game", ["Nettle", "Daisy"]),
        ("remove all weeds of the Spring collection from the game", DECK),
    ],
)
def test_the_cards_of_a_collection_are_those_that_it_names(rule, left):
    collection = "\nThe Spring collection is:\n\n| Name |\n|---|\n| Rose |\n| Tulip |\n"
    book = garden(f"At the beginning of each turn, {rule}.", AT_WILL) + collection

    table = Table(book, {"deck": DECK}, bare=True, ann={}, bob={})
    table.begin_turn("ann")

    assert table.cards("", "deck") == left


@pytest.mark.parametrize("gift", [0, 1, 2])
def test_as_many_cards_of_a_name_as_a_value_says(gift):
    rule = 'each player moves cards named "Rose" equal to the gift from the deck to their hand'
    table = lay(f"The gift is {gift}.", f"At the beginning of each turn, {rule}.")

    for name in ["ann"] * gift + ["bob"] * gift:
        table.choose(name, table.options(name)[-1])  # a card in the deck is not named

    assert table.cards("ann", "hand") == table.cards("bob", "hand") == ["Rose"] * gift
    assert table.quiet
