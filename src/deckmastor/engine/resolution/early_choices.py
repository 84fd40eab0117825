"""Early choices: all choices of a step are made first, then all of its acts happen."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr, Several
from deckmastor.engine.ids import UNBOUND, Seat, Slot
from deckmastor.engine.machine.control import EachNext
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.questions import Ask, Branch
from deckmastor.engine.rules.program import JUMP, NEXT, Op
from deckmastor.engine.state.state import Record, State


class Decide(Op):
    """An offer or a branch that is answered ahead of its place."""

    def __init__(self, choice: Ask | Branch) -> None:
        self.choice = choice
        self.slot = choice.slot

    def run(self, m: Machine, s: State, r: Record) -> int:
        signal = self.choice.run(m, s, r)
        return NEXT if signal == JUMP else signal

    def options(self, m: Machine, s: State, r: Record, who: Seat) -> list[int]:
        return self.choice.options(m, s, r, who)

    def take(self, m: Machine, s: State, r: Record, who: Seat, option: int) -> int:
        return self.choice.take(m, s, r, who, option)


class Foresee(EachNext):
    """The next of those who choose ahead of a body that runs later."""

    def __init__(self, members: int, at: int, label: Slot, where: int, claims: int) -> None:
        super().__init__(members, at, label)
        self.where = where  # the set of all choices so far
        self.claims = claims  # the set of exclusive choices so far

    def run(self, m: Machine, s: State, r: Record) -> int:
        members = r.sets[self.members]
        at = r.regs[self.at]
        if at == UNBOUND:
            at = r.regs[self.at] = 0
            r.sets[self.where] = []
            r.sets[self.claims] = []
        for slot in self.owns:
            r.regs[slot] = UNBOUND
        if at >= len(members):
            r.regs[self.at] = UNBOUND
            m.target = self.target
            return JUMP
        return self.turn_to(r, members, at)


class KeepChoice(Op):
    """Save what one member has chosen."""

    inline = True

    def __init__(self, slots: list[int], exclusive: list[int], where: int, claims: int) -> None:
        self.slots = slots
        self.exclusive = exclusive  # the slots of exclusive choices
        self.where = where
        self.claims = claims

    def run(self, m: Machine, s: State, r: Record) -> int:
        kept = r.sets[self.where]
        for slot in self.slots:
            several = r.sets.get(slot, [])
            kept += [r.regs[slot], len(several), *several]
        for slot in self.exclusive:
            r.sets[self.claims] += r.many(slot)
        return NEXT


class RecallChoice(Op):
    """Restore what the next member has chosen."""

    inline = True

    def __init__(self, slots: list[int], where: int) -> None:
        self.slots = slots
        self.where = where

    def run(self, m: Machine, s: State, r: Record) -> int:
        kept = r.sets[self.where]
        at = 0
        for slot in self.slots:
            r.regs[slot] = kept[at]
            r.sets[slot] = kept[at + 2 : at + 2 + kept[at + 1]]
            at += 2 + kept[at + 1]
        del kept[:at]
        return NEXT


class Unclaimed(Several):
    """Things, without those that were chosen before in the same step."""

    def __init__(self, found: Expr, slots: list[int], claims: int) -> None:
        self.found = found
        self.slots = slots  # slots of earlier choices of the same member
        self.claims = claims  # the set of choices of others; NONE if there are none

    def many(self, s: State, r: Record) -> list[int]:
        taken = [thing for slot in self.slots for thing in r.many(slot)]
        taken += r.sets.get(self.claims, [])
        found = self.found.many(s, r)
        return [thing for thing in found if thing not in taken] if taken else found
