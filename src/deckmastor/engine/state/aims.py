"""Announced targets in a State: each card keeps them in `State.bags`, under negative keys."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.ids import NONE, Place, Thing
from deckmastor.engine.state.state import BAGS, State

MOST: Final = 16  # kept lists of a card: its targets, and what was named in advance
TAKEN: Final = 14  # the number under which a card keeps where it was taken from


def aim_key(card: Thing, number: int) -> int:
    """The key of a target of a card, by its number in the text."""
    return -1 - (card * MOST + number)


def forget_aims(s: State, card: Thing) -> None:
    """Delete the announced targets of a card."""
    s.stale |= BAGS
    for number in range(MOST):
        s.bags.pop(aim_key(card, number), None)


def keep_origin(s: State, card: Thing, place: Place, at: int, to: Place) -> None:
    """Keep where a card lay that was taken up to be performed: the place, and where in it.

    `at` is its former index; NONE if it was on the top. It holds while the card is performed, as
    long as it lies in `to`.
    """
    s.bags[aim_key(card, TAKEN)] = [place, at if at < len(s.zones[place]) else NONE, to]
    s.stale |= BAGS


def forget_origin(s: State, card: Thing) -> None:
    """Forget where a card was taken from: from now on it lies where it is."""
    s.stale |= BAGS
    s.bags.pop(aim_key(card, TAKEN), None)


def lain(s: State, card: Thing) -> Place:
    """The place of a card; while it is performed, the place that it was taken from."""
    kept = s.bags.get(aim_key(card, TAKEN))
    return s.where[card] if kept is None or kept[2] != s.where[card] else kept[0]


def beside(s: State, card: Thing, above: bool) -> list[int]:
    """What lies below or above a card, the bottom first; next to where it was taken from, if so.

    A card that was taken from the bottom lies on the next one that would be taken. Nothing lies
    beside a card that is on its way.
    """
    place = s.where[card]
    kept = s.bags.get(aim_key(card, TAKEN))
    if kept is None or kept[2] != place:
        zone = s.zones[place] if place >= 0 else []
        if card not in zone:
            return []
        at = zone.index(card)
        return zone[at + 1 :] if above else zone[:at]
    zone = s.zones[kept[0]]
    at = kept[1]
    if at == NONE:
        return [] if above else zone.copy()
    if at == 0:
        return [] if above else zone[::-1]
    return zone[at:] if above else zone[:at]


def copy_targets(s: State, thing: Thing, original: Thing) -> None:
    """Give a copy the targets that were announced for its original."""
    s.stale |= BAGS
    for number in range(MOST):
        kept = s.bags.get(aim_key(original, number))
        if kept is not None:
            s.bags[aim_key(thing, number)] = kept.copy()
