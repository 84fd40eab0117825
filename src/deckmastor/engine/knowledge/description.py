"""A target in a player's own words, compiled: what it fits."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.expressions.base import Expr, Several
from deckmastor.engine.expressions.history import EVER, Done, matching
from deckmastor.engine.ids import NONE, UNBOUND, Thing
from deckmastor.engine.state.layout import LABELS, THIS, YOU
from deckmastor.engine.state.record import Record
from deckmastor.engine.state.state import State
from deckmastor.engine.triggers.patterns import Pattern

TOLD: Final = -1_000  # an answer from here downwards is a description, by the number of its text
LONGEST: Final = 300  # characters of a description


class Unfit(Exception):
    """A text that cannot be announced as a target; the message says why."""


class Described:
    """What a description means: an expression, and where a record keeps what it speaks of."""

    __slots__ = ("found", "kept", "noun", "since", "size", "sort")

    def __init__(self, found: Expr, size: int, sort: str, noun: str) -> None:
        self.found = found
        self.size = size
        self.sort = sort  # player, card or place
        self.noun = noun  # the kind that it names, if it names one
        self.since = NONE  # the label of from where on it looks for an event that is yet to come
        self.kept = NONE  # where such events are kept

    def now(self, s: State) -> int:
        """From where on an event lies in the future of this moment."""
        return len(s.past[self.kept]) if self.kept != NONE else 0

    def fits(self, s: State, seats: int, card: Thing, you: int, since: int) -> list[int]:
        """All that it fits, for the card that it was announced for and whoever announced it."""
        regs = [UNBOUND] * self.size
        regs[THIS], regs[YOU] = card, you
        regs[LABELS : LABELS + seats] = range(seats)
        if self.since != NONE:
            regs[self.since] = since
        return list(dict.fromkeys(self.found.many(s, Record(regs))))


class DoneSince(Several):
    """The things that something was done to since a moment, in order, other than this card."""

    __slots__ = ("field", "index", "pattern", "since", "slot")

    def __init__(self, done: Done, since: int) -> None:
        self.index = done.index
        self.pattern: Pattern = done.pattern
        self.field = done.field
        self.slot = done.slot
        self.since = since

    def many(self, s: State, r: Record) -> list[int]:
        start = r.regs[self.since]
        kept = r.regs[self.slot]
        found = matching(s, r, self.index, self.pattern, EVER, self.slot, self.field)
        r.regs[self.slot] = kept
        things = [s.past[self.index][at + self.field] for at in found if at >= start]
        return [thing for thing in things if thing != r.regs[THIS]]
