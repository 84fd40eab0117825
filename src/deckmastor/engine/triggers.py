"""Triggers: what waits for an event, and what watches a state for the moment it becomes true."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckmastor.engine.patterns import UNKNOWN, Pattern
from deckmastor.engine.standing import Adopted, OnCards, Standing
from deckmastor.engine.state import NONE, PARENT, THIS, UNBOUND, Record, State
from deckmastor.engine.values import Expr, Lit, OwnPlace

if TYPE_CHECKING:
    from deckmastor.engine.collective import Collective
    from deckmastor.engine.machine import Block, Machine


class Trigger:
    """When an act that fits the pattern is done, a block runs."""

    __slots__ = (
        "agent", "block", "cond", "free", "group", "id", "kept", "obj", "once", "pattern",
        "placeless", "plain", "quick", "simple", "standing", "verb",
    )  # fmt: skip

    def __init__(self, id: int, standing: Standing, pattern: Pattern | None, once: bool) -> None:
        self.id = id
        self.standing = standing
        self.pattern = pattern
        self.verb = pattern.verb if pattern is not None else NONE
        self.once = once
        self.plain = not isinstance(standing, (OnCards, Adopted))
        self.quick = False  # whether any act of its verb fits
        self.placeless = False  # whether it does not matter where things are
        self.agent = NONE
        self.obj = NONE
        self.simple = False  # whether its block asks nothing and calls nothing
        self.cond: Expr | None = None
        self.free: list[tuple[int, Expr]] = []  # labels that any of these may fill
        self.kept: list[tuple[int, Expr]] = []  # labels that keep what is so at the event
        self.group: Collective | None = None  # how many things at once it waits for
        self.block: Block

    def match(self, s: State, agent: int, obj: int, to: int, origin: int, n: int) -> list[Record]:
        """The records under which the trigger fires."""
        pattern = self.pattern
        assert pattern is not None
        if self.quick:
            record = self.standing.fresh()
            if (self.agent >= 0 and agent < 0) or (self.obj >= 0 > obj != UNKNOWN):
                return []
            if self.agent >= 0:
                record.regs[self.agent] = agent
            if self.obj >= 0:
                record.regs[self.obj] = obj
            return [record]
        found: list[Record] = []
        for start in self.standing.records(s):
            for record in self._filled(s, start):
                if pattern.fits(s, record, agent, obj, to, origin, n) and self.holds(s, record):
                    for slot, expr in self.kept:
                        record.regs[slot] = expr.ev(s, record)
                    found.append(record)
        return found

    def note(self, m: Machine, s: State, agent: int, obj: int) -> None:
        """Let it run when it is due, if anybody did it to anything: no more is asked of the act."""
        if (self.agent >= 0 and agent < 0) or (self.obj >= 0 > obj != UNKNOWN):
            return
        if s.muted and self.id in s.muted:
            return
        record = Record(self.standing.template.copy())
        if self.agent >= 0:
            record.regs[self.agent] = agent
        if self.obj >= 0:
            record.regs[self.obj] = obj
        m.pending.append(self.id)
        m.records.append(record)
        if m.fuel < m.wary:
            m.count(self.id)

    def _filled(self, s: State, start: Record) -> list[Record]:
        """A record for each way to fill the free labels."""
        filled = [start]
        for slot, expr in self.free:
            wider: list[Record] = []
            for record in filled:
                for thing in expr.many(s, record):
                    twin = record.clone()
                    twin.regs[slot] = thing
                    wider.append(twin)
            filled = wider
        return filled

    def ready(self) -> None:
        """See whether any act of its verb fits, by anybody and on any card its index lets pass."""
        pattern = self.pattern
        if pattern is None or not self.plain or self.cond is not None or self.free or self.kept:
            return
        agent, obj = pattern.agent, pattern.obj
        for slot in (agent, obj):
            if slot is not None and (slot.same is not None or not slot.by_species()):
                return
        if pattern.conds or (agent is not None and agent.tests):
            return
        for place in (pattern.to, pattern.origin):
            if place is not None and not isinstance(place.same, (Lit, OwnPlace)):
                return
        self.placeless = True
        if pattern.to is not None or pattern.origin is not None or pattern.least is not None:
            return
        self.quick = not self.once
        self.standing.fresh()  # the template of its records is ready from now on
        self.agent = agent.slot if agent is not None else NONE
        self.obj = obj.slot if obj is not None else NONE

    def holds(self, s: State, record: Record) -> bool:
        """Whether the conditions around the trigger hold."""
        return self.cond is None or self.cond.ev(s, record) != 0


class Watch:
    """When a state becomes true of something, a block runs: once for each time and thing."""

    __slots__ = (
        "bits", "body", "found", "level", "number", "own", "persons", "scratch", "slot", "trigger",
    )  # fmt: skip

    def __init__(
        self, number: int, trigger: Trigger, found: Expr | None, slot: int, body: Expr, bits: int
    ) -> None:
        self.number = number
        self.trigger = trigger
        self.found = found  # of whom it is asked, or None if of nobody in particular
        self.slot = slot
        self.body = body
        self.bits = bits  # which changes can make a difference
        self.level = False  # whether it runs at every check as long as it is true
        self.scratch: Record | None = None
        self.persons = 0
        self.own: list[list[int]] = []  # the bits of each person's places, if only those decide

    def look(self, s: State, dirty: int = -1) -> list[Record]:
        """Of whom it has become true since it was last looked at.

        A card or adoption that was not there then is noted by a negative number; what holds when
        it comes has not become true.
        """
        was = [] if self.level else s.edges[self.number]
        now: list[int] = []
        fired: list[Record] = []
        if self.found is None and self.trigger.plain and not self.level:
            return self.look_once(s, was)
        if self.own and self.trigger.plain and dirty != -1:
            return self.look_own(s, dirty, was)
        for record in self.trigger.standing.records(s):
            host = self.host(record)
            new = host != NONE and ~host not in was and not self.level
            if host != NONE:
                now.append(~host)
            first = (host + 1) << 24
            if self.found is None:
                if self.body.ev(s, record):
                    now.append(first)
                    if not new and first not in was:
                        fired.append(record)
                continue
            for thing in self.found.many(s, record):
                record.regs[self.slot] = thing
                if self.body.ev(s, record):
                    now.append(first | thing)
                    if not new and first | thing not in was:
                        fired.append(record.clone())
        s.edges[self.number] = now
        return fired

    def host(self, record: Record) -> int:
        """What bears the rule: an adoption, a card, or NONE for a plain rule."""
        parent = record.regs[PARENT]
        return parent if parent != UNBOUND else record.regs[THIS]

    def look_once(self, s: State, was: list[int]) -> list[Record]:
        """The same for a state of nobody in particular that a plain rule watches."""
        record = self.scratch
        if record is None:
            record = self.scratch = self.trigger.standing.fresh()
        if self.body.ev(s, record):
            if not was:
                s.edges[self.number] = [0]
                return [record.clone()]
        elif was:
            s.edges[self.number] = []
        return []

    def look_own(self, s: State, dirty: int, was: list[int]) -> list[Record]:
        """The same for a state of persons that only their own places decide."""
        fired: list[Record] = []
        record = self.scratch
        if record is None:
            record = self.scratch = self.trigger.standing.fresh()
        assert self.found is not None
        for person in range(self.persons):
            for bits in self.own:
                if dirty & bits[person]:
                    record.regs[self.slot] = person
                    if not self.body.ev(s, record):
                        if person in was:
                            was = s.edges[self.number] = [one for one in was if one != person]
                    elif person not in was and person in self.found.many(s, record):
                        was = s.edges[self.number] = [*was, person]
                        record.regs[self.slot] = person
                        fired.append(record.clone())
                    break
        return fired
