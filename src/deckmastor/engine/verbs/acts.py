"""Instructions that act: base classes of all verbs, and acts that are events and change nothing.

An `Act` has an agent, an object and a label. `run` changes the State and fires an event; then
`done` writes DONE or UNABLE under the label, for sentences such as `if you do`.
"""

from __future__ import annotations

from typing import ClassVar, Final

from deckmastor.engine.expressions.base import Expr, Lit
from deckmastor.engine.ids import NONE, Slot
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.rules.program import DONE, NEXT, UNABLE, Op
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.verbs.changes import fire


class Note(Op):
    """Write the outcome of an act, usually DONE, under its label."""

    inline = True

    def __init__(self, label: Slot, what: int = DONE) -> None:
        self.label = label
        self.what = what

    def run(self, m: Machine, s: State, r: Record) -> int:
        r.regs[self.label] = self.what
        return NEXT


class Vacuous(Op):
    """Mark an act on all of some things as done if there are no such things."""

    def __init__(self, found: Expr, label: Slot) -> None:
        self.found = found
        self.label = label

    def run(self, m: Machine, s: State, r: Record) -> int:
        if not self.found.many(s, r):
            r.regs[self.label] = DONE
        return NEXT


class Act(Op):
    """An act of an agent on things; the slot `label` receives the outcome."""

    several: ClassVar[bool] = False  # whether several agents can do it together

    def __init__(self, agent: Expr, obj: Expr, label: Slot) -> None:
        self.agent = agent
        self.obj = obj
        self.label = label

    def guarded_object(self) -> Expr | None:
        """The object that a guard judges, or None."""
        return self.obj if self.obj is not self.agent else None

    def done(self, r: Record, was: bool) -> int:
        """Write the outcome and continue; of several acts under one label, one done is enough."""
        if self.label >= 0 and (was or r.regs[self.label] != DONE):
            r.regs[self.label] = DONE if was else UNABLE
        return NEXT


class Event(Op):
    """Fire the event of a defined verb."""

    inline = True

    def __init__(self, verb: int, agent: Expr | None, obj: Expr | None, to: Expr | None) -> None:
        self.verb = verb
        self.agent = agent
        self.obj = obj
        self.to = to
        self.origin: Expr | None = None  # where the object was before

    def run(self, m: Machine, s: State, r: Record) -> int:
        agent = self.agent.ev(s, r) if self.agent is not None else NONE
        to = self.to.ev(s, r) if self.to is not None else NONE
        origin = self.origin.ev(s, r) if self.origin is not None else NONE
        if self.obj is None:
            fire(m, s, self.verb, agent, NONE, to)
        else:
            for thing in self.obj.many(s, r):
                fire(m, s, self.verb, agent, thing, to, origin)
        return NEXT


class CountEvent(Op):
    """Fire the event of a defined verb over an amount of counters, unless there were none."""

    def __init__(self, verb: int, agent: Expr, unit: Expr, n: Expr, to: Expr | None) -> None:
        self.verb = verb
        self.agent = agent
        self.unit = unit
        self.n = n
        self.to = to

    def run(self, m: Machine, s: State, r: Record) -> int:
        n = self.n.ev(s, r)
        if n > 0:
            to = self.to.ev(s, r) if self.to is not None else NONE
            fire(m, s, self.verb, self.agent.ev(s, r), self.unit.ev(s, r), to, NONE, n)
        return NEXT


ONCE: Final = Lit(1)


class TellOnly(Act):
    """An act that fires its event and changes nothing else: chosen, passed, voted."""

    def __init__(
        self, verb: int, agent: Expr, obj: Expr | None, to: Expr | None, label: Slot
    ) -> None:
        super().__init__(agent, obj if obj is not None else agent, label)
        self.verb = verb
        self.to = to

    def run(self, m: Machine, s: State, r: Record) -> int:
        agent = self.agent.ev(s, r)
        to = self.to.ev(s, r) if self.to is not None else NONE
        things = self.obj.many(s, r) if self.obj is not self.agent else [NONE]
        for thing in things:
            fire(m, s, self.verb, agent, thing, to)
        return self.done(r, bool(things))
