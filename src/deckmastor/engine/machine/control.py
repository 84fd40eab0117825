"""Instructions of control: jumps, loops, labels, and the ends of steps."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.ids import MANY, NONE, UNBOUND, Slot
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.resolution.link_record import in_link
from deckmastor.engine.resolution.resolution import INLINE, run_batch, settled, step_over
from deckmastor.engine.rules.program import JUMP, NEXT, SUSPEND, YIELD, Op
from deckmastor.engine.state.record import Record
from deckmastor.engine.state.state import State

DONE: Final = 1
NOT_DONE: Final = 0
REPLACED: Final = 2
UNABLE: Final = 3


class Jump(Op):
    """Go on elsewhere."""

    __slots__ = ("target",)
    inline = True

    def __init__(self, target: int = 0) -> None:
        self.target = target

    @property
    def lands(self) -> int:
        return self.target if type(self) is Jump else -1

    def run(self, m: Machine, s: State, r: Record) -> int:
        m.target = self.target
        return JUMP


class Unless(Jump):
    """Go on elsewhere unless a condition holds."""

    __slots__ = ("cond",)

    def __init__(self, cond: Expr) -> None:
        self.cond = cond
        self.target = 0

    def run(self, m: Machine, s: State, r: Record) -> int:
        if self.cond.ev(s, r):
            return NEXT
        m.target = self.target
        return JUMP


class Binding(Op):
    """Gives a label what a term stands for."""

    __slots__ = ("slot", "term")
    inline = True

    def __init__(self, slot: Slot, term: Expr) -> None:
        self.slot = slot
        self.term = term


class Let(Binding):
    """Give a label the values of a term."""

    __slots__ = ()

    def run(self, m: Machine, s: State, r: Record) -> int:
        if r.regs[self.slot] == UNBOUND:
            r.bind(self.slot, self.term.many(s, r))
        return NEXT


class Rebind(Binding):
    """Give a label the values of a term, whatever it had."""

    __slots__ = ()

    def run(self, m: Machine, s: State, r: Record) -> int:
        r.bind(self.slot, self.term.many(s, r))
        return NEXT


class RebindOne(Rebind):
    """Give a label the one value of a term, whatever it had."""

    __slots__ = ()

    def run(self, m: Machine, s: State, r: Record) -> int:
        value = self.term.ev(s, r)
        if value >= 0:
            r.regs[self.slot] = value
        else:
            r.bind(self.slot, [])
        return NEXT


class LetNumber(Binding):
    """Give a label a number, whatever it was."""

    __slots__ = ()

    def run(self, m: Machine, s: State, r: Record) -> int:
        r.regs[self.slot] = self.term.ev(s, r)
        return NEXT


class Witness(Op):
    """Note that something was done, if a condition holds."""

    __slots__ = ("cond", "slot")
    inline = True

    def __init__(self, slot: Slot, cond: Expr) -> None:
        self.slot = slot
        self.cond = cond

    def run(self, m: Machine, s: State, r: Record) -> int:
        if self.cond.ev(s, r):
            r.regs[self.slot] = 1
        return NEXT


class Forget(Op):
    """Take the values of labels away, before they are given anew."""

    __slots__ = ("slots",)
    inline = True

    def __init__(self, slots: list[int]) -> None:
        self.slots = slots

    def run(self, m: Machine, s: State, r: Record) -> int:
        for slot in self.slots:
            r.regs[slot] = UNBOUND
            if r.wide:
                r.sets.pop(slot, None)
        return NEXT


class Settle(Op):
    """The end of a step: states are looked at, and what was triggered comes first."""

    __slots__ = ()
    inline = True

    def run(self, m: Machine, s: State, r: Record) -> int:
        if m.pending or s.dirty or s.queue:
            if m.told is not None and not (s.dirty or s.held or s.queue) and m.depth < INLINE:
                return NEXT if run_batch(m, s) else YIELD
            m.depth += 1
            done = settled(m, s)
            m.depth -= 1
            if not done:
                return YIELD
        return NEXT


class StepEnd(Settle):
    """The end of a step of an effect; within a link, the rest of the effect is part of the next."""

    __slots__ = ()

    def run(self, m: Machine, s: State, r: Record) -> int:
        rules = m.rules
        if not rules.at_once and not s.held and rules.stepwise(s) and in_link(m, s):
            if rules.collective:
                step_over(m, s)
            return SUSPEND
        return Settle.run(self, m, s, r)


class Announced(Settle):
    """Something was announced: what answers it comes first, in whatever effect this happens."""

    __slots__ = ()

    def run(self, m: Machine, s: State, r: Record) -> int:
        if (m.pending or s.queue or s.dirty) and not settled(m, s, True):
            return YIELD
        return NEXT


class OpenStep(Op):
    """A step begins (1) or ends (-1); what its parts trigger waits for its end."""

    __slots__ = ("n",)
    inline = True

    def __init__(self, n: int) -> None:
        self.n = n

    def run(self, m: Machine, s: State, r: Record) -> int:
        s.held += self.n
        return NEXT


# ---- loops ----------------------------------------------------------------------------------


class EachBegin(Op):
    """Fix whom a body is done for, before the first change."""

    __slots__ = ("at", "found", "members")

    def __init__(self, found: Expr, members: int, at: int) -> None:
        self.found = found
        self.members = members
        self.at = at

    def run(self, m: Machine, s: State, r: Record) -> int:
        r.sets[self.members] = list(self.found.many(s, r))
        r.regs[self.at] = 0
        return NEXT


def gather_round(r: Record, slot: Slot) -> None:
    """Keep what a label stood for in a round of a loop, with what it did in earlier ones."""
    sets = r.sets
    kept = sets.get(-slot)
    if kept is None:
        kept = sets[-slot] = []
    value = r.regs[slot]
    if value == MANY:
        kept += sets[slot]
    elif value != UNBOUND and value != NONE:
        kept.append(value)


class EachNext(Op):
    """The next of those a body is done for, or on behind the loop."""

    __slots__ = ("at", "kept", "label", "members", "owns", "target")

    def __init__(self, members: int, at: int, label: Slot) -> None:
        self.members = members
        self.at = at
        self.label = label
        self.owns: list[int] = []  # labels given inside the body: they start anew each time
        self.kept: dict[int, int] = {}  # label -> where answers given together lie
        self.target = 0

    def run(self, m: Machine, s: State, r: Record) -> int:
        members = r.sets[self.members]
        at = r.regs[self.at]
        for slot in self.owns:
            if at > 0:
                gather_round(r, slot)
            r.regs[slot] = UNBOUND
        if at >= len(members):
            for slot in self.owns:
                if -slot in r.sets:
                    r.bind(slot, r.sets.pop(-slot))
            m.target = self.target
            return JUMP
        return self.turn_to(r, members, at)

    def turn_to(self, r: Record, members: list[int], at: int) -> int:
        """Go on with a member, and with what they have answered already."""
        r.regs[self.label] = members[at]
        r.regs[self.at] = at + 1
        for slot, where in self.kept.items():
            given = r.told(where)
            if given and given[at] != UNBOUND:
                r.regs[slot] = given[at]
        return NEXT


class Times(Op):
    """Once more, as long as a number of times is not reached; on behind the loop then."""

    __slots__ = ("at", "most", "owns", "target")

    def __init__(self, most: int, at: int) -> None:
        self.most = most  # the label that says how often
        self.at = at
        self.owns: list[int] = []
        self.target = 0

    def run(self, m: Machine, s: State, r: Record) -> int:
        at = r.regs[self.at]
        for slot in self.owns:
            if at > 0:
                gather_round(r, slot)
            r.regs[slot] = UNBOUND
        if at >= r.regs[self.most]:
            for slot in self.owns:
                if -slot in r.sets:
                    r.bind(slot, r.sets.pop(-slot))
            m.target = self.target
            return JUMP
        r.regs[self.at] = at + 1
        return NEXT
