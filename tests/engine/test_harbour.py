"""A small harbour: piers that cards lie on, names, changed rules; sentences that once went wrong."""

from __future__ import annotations

import pytest

from deckmastor.match import read
from deckmastor.testing import Table

BOOK = """# Harbour {#harbour}
## Words {#words}
- Each player has a hand and a hold. There is a deck, a discard pile and a harbour.
- Piers are kinds of item. Each pier has a depth. Ships and orders are kinds of card.
- Each card has any number of flags: red, blue or green. Coins are counters.
- To scuttle a card is to move it from your hold to the discard pile.
- MOOR
- To rest is to gain 1 coin.
- There is a North Pier and a South Pier in the harbour.
- On their turn, a player may rest. On their turn, a player may play an order from their hand.
## Toll {#toll}
- When a player rests, they lose 1 coin.
## Cards {#cards}

The piers are:

| Name | Depth |
|---|---|
| North Pier | 2 |
| South Pier | 5 |

The cards are:

| Name | Type | Count | Flags | Text |
|---|---|---|---|---|
| Sloop | ship | 9 | red | |
| Brig | ship | 9 | blue | |
| Galleon | ship | 9 | red, blue | |
| Go | order | 3 | | TEXT |
"""
ONTO = "To moor a card onto a pier is to move that card from your hold onto that pier."
ON = "To moor a card on a pier is to move it from your hold onto that pier."


def harbour(text: str, moor: str = ONTO) -> Table:
    """A harbour at ann's turn, who has played an order with this text."""
    table = Table(
        BOOK.replace("MOOR", moor).replace("TEXT", text), {"deck": ["Sloop", "Brig", "Galleon"]},
        bare=True, carried=True, ann={"hand": ["Go"], "hold": ["Galleon", "Brig"]}, bob={},
    )  # fmt: skip
    assert not table.match.rules.unrunnable, table.match.rules.unrunnable
    table.begin_turn("ann")
    table.choose("ann", "play Go")
    return table


@pytest.mark.parametrize(
    ("taken", "hand"),
    [
        ("each revealed card with the blue flag", ["Brig", "Galleon"]),
        ("each revealed card with the green flag", []),
        ("each revealed card that is not blue", ["Sloop"]),
    ],
)
def test_the_rest_of_them_are_those_that_were_not_taken_one_by_one(
    taken: str, hand: list[str]
) -> None:
    table = harbour(
        f"Reveal the top 3 cards of the deck. Put {taken} into your hand. "
        "Put the rest of them into the discard pile."
    )

    assert sorted(table.cards("ann", "hand")) == hand
    left = [card for card in ("Brig", "Galleon", "Sloop") if card not in hand]
    assert sorted(table.cards("", "discard pile")) == sorted([*left, "Go"])


@pytest.mark.parametrize(
    ("text", "moor", "why"),
    [
        ("Moor a ship on a pier.", ON, "'moor' takes from the hold of the doer, never from a pier"),
        ("Scuttle a ship on a pier.", ONTO,
         "'scuttle' takes from the hold of the doer, never from a pier"),
        ("Scuttle each ship on the South Pier.", ONTO,
         "'scuttle' takes from the hold of the doer, never from the South Pier"),
    ],
)  # fmt: skip
def test_a_verb_that_takes_from_a_place_takes_nothing_from_a_pier(
    text: str, moor: str, why: str
) -> None:
    book = read(BOOK.replace("MOOR", moor).replace("TEXT", text))

    assert why in [told for _, told in book.rules(2).unrunnable]


def test_a_verb_that_goes_onto_a_pier_says_so() -> None:
    table = harbour("Moor a ship onto a pier.")
    table.choose("ann", "South Pier", "Brig")

    assert table.cards("", "South Pier") == ["Brig"]
    assert table.cards("", "North Pier") == []
    assert table.cards("ann", "hold") == ["Galleon"]


def test_a_card_repeals_a_rule_on_a_bare_table_too() -> None:
    table = harbour('Repeal the rule "Toll".')
    table.choose("ann", "rest")

    assert table.count("ann", "coin") == 1


@pytest.mark.parametrize(
    ("rule", "refused"),
    [
        ("An order that targets a player cannot be played.", True),
        ("An order cannot be played if that order targets a player.", True),
        ("An order cannot be played if a player has 9 coins.", False),
    ],
)
def test_a_rule_on_playing_cannot_ask_for_targets_that_come_later(rule: str, refused: bool) -> None:
    book = BOOK.replace("MOOR", f"{ONTO} {rule}").replace("TEXT", "Target a player. Rest.")

    told = [why for _, why in read(book).rules(2).unrunnable]
    assert any("announced later" in why for why in told) == refused
