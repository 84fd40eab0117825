"""Things by their role: `a neighbour of that hut`, where another property makes the neighbours."""

from __future__ import annotations

import pytest

from deckmastor.testing import Table

BOOK = """# Huts {#huts}

## Words {#words}

- Each player has a hand. There is a village, a deck and a discard pile.
- Huts are kinds of item. Charms are kinds of card. Sparks are counters.
- Each hut has a left hut, a right hut and any number of neighbours.
- A left hut is a hut. A right hut is a hut. A neighbour is a hut.
- To link a hut with a hut is to set the right hut of the first hut to the second hut, then set the left hut of the second hut to the first hut.

## Rules {#rules}

- The left hut of a hut is a neighbour of that hut. The right hut of a hut is a neighbour of that hut.
- At the beginning of each turn, move each hut to the village.
- At the beginning of each turn, link the Mill with the Forge. Link the Forge with the Barn.
- On their turn, a player may play a card from their hand or rest.
- To rest is to gain 1 point.

The huts are:

| Name | Type |
|---|---|
| Mill | hut |
| Forge | hut |
| Barn | hut |

## Cards {#cards}

The cards are:

| Name | Type | Count | Text |
|---|---|---|---|
| Pointer | charm | 2 | TEXT |
"""
TEXTS = [
    "Target a hut. Target a neighbour of that hut. That neighbour gains 1 spark.",
    "Choose a hut. Choose a neighbour of that hut. That neighbour gains 1 spark.",
    "Target a hut. Target a hut that is a neighbour of the first hut. The second hut gains 1 spark.",
]


def huts(text: str) -> Table:
    """A table at Ann's turn, with a Pointer in her hand."""
    table = Table(BOOK.replace("TEXT", text), ann={"hand": ["Pointer"]}, bob={})
    assert table.match.rules.unrunnable == []
    table.begin_turn("ann")
    table.play("ann", "Pointer")
    return table


def sparks(table: Table) -> dict[str, int]:
    """The sparks of the huts that have some."""
    state, column = table.state, table.match.rules.schema.attrs["spark"].at
    found = {table.match.thing(thing): n for thing, n in enumerate(state.cols[column]) if n > 0}
    return found


@pytest.mark.parametrize("text", TEXTS)
def test_the_neighbours_of_a_hut_are_its_left_and_its_right_hut(text: str) -> None:
    table = huts(text)

    table.choose("ann", "Forge")
    assert sorted(table.options("ann")) == ["Barn", "Mill"]
    table.choose("ann", "Barn")

    assert sparks(table) == {"Barn": 1}


@pytest.mark.parametrize("text", TEXTS)
def test_a_hut_that_has_no_right_hut_has_one_neighbour(text: str) -> None:
    table = huts(text)

    table.choose("ann", "Barn")

    assert sparks(table) == {"Forge": 1}
