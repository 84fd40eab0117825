"""What cards of a duel have: their modifiers, suits and colours, and the cracks of an original."""

from __future__ import annotations

from deckmastor.engine.inside import WORD
from games.gilded_hall.duel import Duel


def marks(duel: Duel, family: str, name: str, place: str, player: str = "") -> list[str]:
    """The modifiers, suits or colours of the last card of a name in a place, in their order."""
    attr = duel.match.rules.schema.attrs[family]
    words = duel.match.rules.schema.words
    bag = duel.state.bags.get(attr.at << 20 | duel.found(name, place, player), [])
    return [words[word - WORD] for word in bag]


def set_counter(duel: Duel, counter: str, n: int, name: str, place: str, player: str) -> None:
    """Let the last card of a name in a place have so many counters."""
    column = duel.match.rules.schema.attrs[counter].at
    duel.state.column(column)[duel.found(name, place, player)] = n


def lines(duel: Duel, *parts: str) -> list[str]:
    """The lines of the story that contain one of some parts, in order."""
    return [line for line in duel.match.log() if any(part in line for part in parts)]
