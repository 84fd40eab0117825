"""Instructions of control: jumps, loops, labels, and the ends of steps."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.ids import MANY, NONE, UNBOUND, Slot
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.questions import ENOUGH
from deckmastor.engine.resolution.link_record import in_link
from deckmastor.engine.resolution.order import INLINE, run_batch, settled, step_over
from deckmastor.engine.rules.program import JUMP, NEXT, SUSPEND, YIELD, Op
from deckmastor.engine.state.state import Record, State


class TwoWays(Op):
    """An instruction that goes on in one of two places: if it failed, and if it did not."""

    def __init__(self) -> None:
        self.targets = [0, 0]


class Jump(Op):
    """Jump to another instruction."""

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
    """Jump unless a condition holds."""

    def __init__(self, cond: Expr) -> None:
        self.cond = cond
        self.target = 0

    def run(self, m: Machine, s: State, r: Record) -> int:
        if self.cond.ev(s, r):
            return NEXT
        m.target = self.target
        return JUMP


class Binding(Op):
    """The base of instructions that bind a label to a term."""

    inline = True

    def __init__(self, slot: Slot, term: Expr) -> None:
        self.slot = slot
        self.term = term


class Let(Binding):
    """Bind a label to the values of a term, unless it is bound already."""

    def run(self, m: Machine, s: State, r: Record) -> int:
        if r.regs[self.slot] == UNBOUND:
            r.bind(self.slot, self.term.many(s, r))
        return NEXT


class Rebind(Binding):
    """Bind a label to the values of a term, also if it is bound already."""

    def run(self, m: Machine, s: State, r: Record) -> int:
        r.bind(self.slot, self.term.many(s, r))
        return NEXT


class RebindOne(Rebind):
    """`Rebind` for a term that has at most one value."""

    def run(self, m: Machine, s: State, r: Record) -> int:
        value = self.term.ev(s, r)
        if value >= 0:
            r.regs[self.slot] = value
        else:
            r.bind(self.slot, [])
        return NEXT


class LetNumber(Binding):
    """Bind a label to a number, also if it is bound already."""

    def run(self, m: Machine, s: State, r: Record) -> int:
        n = self.term.ev(s, r)
        if n == NONE and self.term.nil() != NONE:  # the number -1
            r.bind(self.slot, [n])
        else:
            r.regs[self.slot] = n
        return NEXT


class Witness(Op):
    """Set a label to 1 if a condition holds: something was done."""

    inline = True

    def __init__(self, slot: Slot, cond: Expr) -> None:
        self.slot = slot
        self.cond = cond

    def run(self, m: Machine, s: State, r: Record) -> int:
        if self.cond.ev(s, r):
            r.regs[self.slot] = 1
        return NEXT


class Forget(Op):
    """Unbind labels."""

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
    """The end of a step: check watched states, and run what was triggered before going on."""

    inline = True

    def run(self, m: Machine, s: State, r: Record) -> int:
        if m.rules.limits and not s.held:
            m.rules.keep_bounds(s)
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
    """The end of a step of an effect; within a link, the rest of the effect waits for the next."""

    def run(self, m: Machine, s: State, r: Record) -> int:
        rules = m.rules
        if rules.limits and not s.held:
            rules.keep_bounds(s)
        if not rules.at_once and not s.held and rules.stepwise(s) and in_link(m, s):
            if rules.collective:
                step_over(m, s)
            return SUSPEND
        return Settle.run(self, m, s, r)


class Announced(Settle):
    """Run what an announcement triggered before going on, even within a link.

    States are not tested yet: the card is between two places, and is to land first.
    """

    def run(self, m: Machine, s: State, r: Record) -> int:
        if not m.pending and not s.queue:
            return NEXT
        dirty, s.dirty = s.dirty, 0
        done = settled(m, s, True)
        s.dirty |= dirty
        return NEXT if done else YIELD


class OpenStep(Op):
    """Begin a step (1) or end it (-1); what its parts trigger waits for its end."""

    inline = True

    def __init__(self, n: int) -> None:
        self.n = n

    def run(self, m: Machine, s: State, r: Record) -> int:
        s.held += self.n
        return NEXT


# ---- loops ----------------------------------------------------------------------------------


class EachBegin(Op):
    """Begin a loop: fix its members before the first change."""

    def __init__(self, found: Expr, members: int, at: int) -> None:
        self.found = found
        self.members = members
        self.at = at

    def run(self, m: Machine, s: State, r: Record) -> int:
        r.sets[self.members] = list(self.found.many(s, r))
        r.regs[self.at] = 0
        return NEXT


def gather_round(r: Record, slot: Slot) -> None:
    """Add the values of a label in one round of a loop to those of earlier rounds.

    They are kept in `sets` under the negative slot until the loop ends.
    """
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
    """Go on with the next member of a loop, or jump behind the loop."""

    def __init__(self, members: int, at: int, label: Slot) -> None:
        self.members = members
        self.at = at
        self.label = label
        self.owns: list[int] = []  # labels bound in the body: unbound before each round
        self.kept: dict[int, int] = {}  # label -> slot of the answers that all members gave at once
        self.target = 0

    def run(self, m: Machine, s: State, r: Record) -> int:
        regs, sets = r.regs, r.sets
        members = sets[self.members]
        at = regs[self.at]
        for slot in self.owns:
            if regs[slot] != UNBOUND:
                if at > 0:
                    gather_round(r, slot)
                regs[slot] = UNBOUND
        if at >= len(members):
            if at > 0:
                for slot in self.owns:
                    r.bind(slot, sets.pop(-slot, []))
            m.target = self.target
            return JUMP
        return self.turn_to(r, members, at)

    def turn_to(self, r: Record, members: list[int], at: int) -> int:
        """Bind the loop label to a member, and other labels to answers already given."""
        r.regs[self.label] = members[at]
        r.regs[self.at] = at + 1
        for slot, where in self.kept.items():
            given = r.told(where)
            if given and given[at] == ENOUGH:
                r.bind(slot, [])
            elif given and given[at] != UNBOUND:
                r.regs[slot] = given[at]
        return NEXT


class Times(Op):
    """Repeat a body a number of times, then jump behind the loop."""

    def __init__(self, most: int, at: int) -> None:
        self.most = most  # the slot of the number of times
        self.at = at
        self.owns: list[int] = []  # as in `EachNext`
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
