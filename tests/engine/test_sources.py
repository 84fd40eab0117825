"""`Move that card from a place`: what was named before is moved only if it is there."""

from __future__ import annotations

import pytest
from garden import lay

from deckmastor.testing import Table


@pytest.mark.parametrize(("place", "moved"), [("bed", ["Rose"]), ("hand", [])])
def test_what_is_moved_from_a_place_is_moved_only_from_there(place, moved):
    text = f"Choose a flower in your {place}. Move the chosen flower from your bed to the shed."
    table = lay(tricks={"Deed": text}, ann={"hand": ["Daisy"], "bed": ["Rose"]})

    table.perform("ann", "Deed")

    assert table.cards("", "shed") == moved
    assert table.cards("ann", "hand") == ["Daisy"]


SHELVES = """# Shelves {#shelves}
## Words {#words}
- Each player has a hand and a shelf. A shelf is a place. There is a pile. Beads are counters.
- On their turn, a player may rest. To rest is to gain 1 bead.

The cards are:

| Name | Text |
|---|---|
| Plum | At any time, the holder of this card may %s. |
| Pear | |
| Fig | |
"""


@pytest.mark.parametrize(
    "act", ["play it from their hand onto the pile", "move it from their hand to the pile"]
)
def test_what_may_be_done_from_a_place_is_offered_only_where_the_card_lies_there(act):
    told = SHELVES % act
    held = Table(told, ann={"hand": ["Pear"]}, bob={"hand": ["Fig", "Plum"]})
    shelved = Table(told, ann={"hand": ["Pear"]}, bob={"shelf": ["Plum"], "hand": ["Fig"]})
    for table in (held, shelved):
        table.begin_turn("ann")

    assert [one for one in held.options("bob") if one != "pass"]
    assert [one for one in shelved.options("bob") if one != "pass"] == []
