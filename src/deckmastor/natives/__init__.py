"""The natives that come with Deckmastor, for rulebooks to name."""

from __future__ import annotations

from deckmastor.engine.natives.api import install
from deckmastor.natives.betting import BETTING
from deckmastor.natives.dice_order import DICE_ORDER

SHIPPED = (BETTING, DICE_ORDER)


def install_all() -> None:
    """Let rulebooks name all of them."""
    for native in SHIPPED:
        install(native)
