"""`Its text can be resolved`: what the first step of a text needs, with its card out of the hand."""

from __future__ import annotations

import pytest
from garden import lay, seeds

RULE = "A trick can be played if its text can be resolved."


@pytest.mark.parametrize(
    ("text", "others", "deck", "playable"),
    [
        ("Discard a card.", 0, 4, False),  # the card itself is no longer in the hand
        ("Discard a card.", 1, 4, True),
        ("Discard 2 cards.", 1, 4, False),
        ("Discard 2 cards.", 2, 4, True),
        ("Discard a card, then discard 5 cards.", 1, 4, True),  # only the first step counts
        ("Discard a card. Discard 5 cards.", 1, 4, True),
        ("Discard all cards.", 0, 4, True),  # none is all of none
        ("You may discard a card.", 0, 4, True),  # what is optional can be left
        ("Draw 3 cards.", 0, 2, True),  # of what is drawn, some is enough
        ("Draw a card.", 0, 0, False),
        ("Draw 2 cards and discard 3 cards.", 1, 4, True),  # what the first part brings counts
        ("Draw 2 cards and discard 3 cards.", 0, 4, False),
        ("Draw 2 cards and discard 3 cards.", 1, 1, False),
        ("Discard a card and draw a card.", 0, 4, False),
        ("Discard a card or draw a card.", 0, 4, True),
        ("Discard a card or draw a card.", 0, 0, False),
        ("Each player discards a card.", 0, 4, False),  # the player of the card must be able to
        ("Each player discards a card.", 1, 4, True),  # others need not
        ("Each other player discards a card.", 0, 4, True),
        ("Gain 1 coin.", 0, 0, True),
    ],
)
def test_what_a_text_needs(text, others, deck, playable):
    table = lay(
        RULE,
        tricks={"Deed": text},
        deck=["Rose"] * deck,
        ann={"hand": ["Deed"] + ["Rose"] * others},
    )

    assert ("play Deed" in table.options("ann")) == playable


def test_asking_changes_nothing():
    table = lay(RULE, tricks={"Deed": "Discard a card."}, ann={"hand": ["Rose", "Deed", "Daisy"]})
    before = table.state.to_data()

    table.options("ann")

    assert table.state.to_data() == before
    assert table.cards("ann", "hand") == ["Rose", "Deed", "Daisy"]


def test_what_can_be_removed_from_the_game_can_be_done() -> None:
    table = lay(
        tricks={"Weed": "Gain 1 seed or remove a flower in your bed from the game."},
        ann={"hand": ["Weed", "Weed"], "bed": ["Rose"]},
    )

    table.choose("ann", "play Weed")
    ways = len(table.options("ann"))
    table.choose("ann", table.options("ann")[1])
    table.choose("ann", "play Weed")  # nothing is left to remove

    assert ways == 2
    assert table.cards("ann", "bed") == []
    assert seeds(table) == [1, 0]
