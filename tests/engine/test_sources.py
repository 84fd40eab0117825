"""`Move that card from a place`: what was named before is moved only if it is there."""

from __future__ import annotations

import pytest
from garden import lay


@pytest.mark.parametrize(("place", "moved"), [("bed", ["Rose"]), ("hand", [])])
def test_what_is_moved_from_a_place_is_moved_only_from_there(place, moved):
    text = f"Choose a flower in your {place}. Move the chosen flower from your bed to the shed."
    table = lay(tricks={"Deed": text}, ann={"hand": ["Daisy"], "bed": ["Rose"]})

    table.perform("ann", "Deed")

    assert table.cards("", "shed") == moved
    assert table.cards("ann", "hand") == ["Daisy"]
