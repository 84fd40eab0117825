"""Announced targets in a State: each card keeps them in `State.bags`, under negative keys."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.ids import Thing
from deckmastor.engine.state.state import State

MOST: Final = 16  # kept lists of a card: its targets, and what was named in advance


def aim_key(card: Thing, number: int) -> int:
    """The key of a target of a card, by its number in the text."""
    return -1 - (card * MOST + number)


def forget_aims(s: State, card: Thing) -> None:
    """Delete the announced targets of a card."""
    for number in range(MOST):
        s.bags.pop(aim_key(card, number), None)


def copy_targets(s: State, thing: Thing, original: Thing) -> None:
    """Give a copy the targets that were announced for its original."""
    for number in range(MOST):
        kept = s.bags.get(aim_key(original, number))
        if kept is not None:
            s.bags[aim_key(thing, number)] = kept.copy()
