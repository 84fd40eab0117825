"""Triggers: what waits for an event, and what watches a state for the moment it becomes true."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckmastor.engine.patterns import Pattern
from deckmastor.engine.standing import OnCards, Standing
from deckmastor.engine.state import NONE, THIS, Record, State
from deckmastor.engine.values import Expr

if TYPE_CHECKING:
    from deckmastor.engine.machine import Block


class Trigger:
    """When an act that fits the pattern is done, a block runs."""

    __slots__ = ("block", "cond", "id", "once", "pattern", "standing", "verb")

    def __init__(self, id: int, standing: Standing, pattern: Pattern | None, once: bool) -> None:
        self.id = id
        self.standing = standing
        self.pattern = pattern
        self.verb = pattern.verb if pattern is not None else NONE
        self.once = once
        self.cond: Expr | None = None
        self.block: Block

    def match(
        self, s: State, agent: int, obj: int, to: int, origin: int, n: int, gone: int
    ) -> list[Record]:
        """The records under which the trigger fires; `gone` just left where its text counted."""
        standing = self.standing
        found: list[Record] = []
        pattern = self.pattern
        assert pattern is not None
        for record in standing.records(s):
            if pattern.fits(s, record, agent, obj, to, origin, n) and self.holds(s, record):
                found.append(record)
        if gone != NONE and isinstance(standing, OnCards) and s.species[gone] == standing.species:
            record = standing.host(s, gone)
            if all(other.regs[THIS] != gone for other in found):
                if pattern.fits(s, record, agent, obj, to, origin, n) and self.holds(s, record):
                    found.append(record)
        return found

    def holds(self, s: State, record: Record) -> bool:
        """Whether the conditions around the trigger hold."""
        return self.cond is None or self.cond.ev(s, record) != 0


class Watch:
    """When a state becomes true of something, a block runs: once for each time and thing."""

    __slots__ = ("bits", "body", "found", "number", "slot", "trigger")

    def __init__(
        self, number: int, trigger: Trigger, found: Expr | None, slot: int, body: Expr, bits: int
    ) -> None:
        self.number = number
        self.trigger = trigger
        self.found = found  # of whom it is asked, or None if of nobody in particular
        self.slot = slot
        self.body = body
        self.bits = bits  # which changes can make a difference

    def look(self, s: State) -> list[Record]:
        """Of whom it has become true since it was last looked at."""
        was = s.edges[self.number]
        now = 0
        fired: list[Record] = []
        for record in self.trigger.standing.records(s):
            if self.found is None:
                bit = 1 << (record.regs[THIS] + 1)
                if self.body.ev(s, record):
                    now |= bit
                    if not was & bit:
                        fired.append(record)
                continue
            host = record.regs[THIS] + 1
            for thing in self.found.many(s, record):
                bit = 1 << (host * 256 + thing if host else thing)
                record.regs[self.slot] = thing
                if self.body.ev(s, record):
                    now |= bit
                    if not was & bit:
                        fired.append(record.clone())
        s.edges[self.number] = now
        return fired
