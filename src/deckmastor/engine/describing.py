"""Descriptions that players give: what they fit, and where they could fit more than one thing.

The State keeps the text; what it means is compiled when it is first needed (program/describing.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deckmastor.engine import chance
from deckmastor.engine.history import EVER, Done, matching
from deckmastor.engine.machine import FUEL, Barred, Exhausted, Machine
from deckmastor.engine.state import LABELS, NONE, THIS, UNBOUND, YOU, Record, State
from deckmastor.engine.trial import answered
from deckmastor.engine.values import Expr, Several

if TYPE_CHECKING:
    from deckmastor.engine.patterns import Pattern
    from deckmastor.engine.ruleset import Ruleset

TOLD: Final = -1_000  # an answer from here downwards is a description, by the number of its text
LONGEST: Final = 300  # characters of a description
WORLDS: Final = 3  # positions that the describer could take for the real one
DECISIONS: Final = 30  # that each of them is played on for
STEPS: Final = 60_000  # instructions of all of them


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

    def fits(self, s: State, seats: int, card: int, you: int, since: int) -> list[int]:
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


# ---- does it fit one thing alone ------------------------------------------------------------


def ambiguous(
    rules: Ruleset, worlds: list[State], told: Described, card: int, you: int
) -> tuple[State, list[int]] | None:
    """A position in which a description fits several things, and those; None if none is found.

    Each world is tried as it is, with the counters of all players alike, and played on at random.
    """
    seats = rules.seats
    left = STEPS
    for number, world in enumerate(worlds):
        since = told.now(world)
        for s in (world, level(rules, world)):
            found = told.fits(s, seats, card, you, since)
            if len(found) > 1:
                return (s, found)
        m = Machine(rules)
        dice = State()
        dice.chance = chance.seed(number)
        s = world.clone()
        for _ in range(DECISIONS):
            try:
                if left < 0 or not answered(m, s, dice):
                    break
            except (Barred, Exhausted, RecursionError):
                break
            left -= FUEL - m.fuel
            for one in (s, level(rules, s)):
                found = told.fits(one, seats, card, you, since)
                if len(found) > 1:
                    return (one, found)
    return None


def level(rules: Ruleset, world: State) -> State:
    """A position in which all players have the same of each counter."""
    s = world.clone()
    units = rules.schema.lexicon.units
    for name, attr in rules.schema.attrs.items():
        if name in units and attr.home == "column":
            column = s.column(attr.at)
            for seat in range(1, min(rules.seats, len(column))):
                column[seat] = column[0]
    s.dirty |= rules.fact_bits
    return s


__all__ = ["TOLD", "Described", "DoneSince", "Unfit", "ambiguous"]
