"""Instructions of links: where an effect waits for the others, and what it claims."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr, Reg, Several
from deckmastor.engine.ids import NONE, UNBOUND, Slot, Thing, block_of, pc_of
from deckmastor.engine.machine.control import OpenStep, StepEnd
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.questions import Ask, Choose, chooser
from deckmastor.engine.permission.replacements import Guard
from deckmastor.engine.resolution.link_record import CLAIMED, PARKED, PERFORM, reached, the_link
from deckmastor.engine.resolution.order import goes_on, step_over, threads
from deckmastor.engine.rules.program import DETACH, JUMP, NEXT, PARK, UNABLE, Op
from deckmastor.engine.state.layout import FLAG
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.triggers.triggers import Trigger
from deckmastor.engine.verbs.changes import put_before

STANDS_FOR, APART = -3, -4  # sets of a record: the act it replaces; before and after detaching
Need = tuple[list[int], int]  # candidates, and how many of them are needed


class AwaitStage(Op):
    """Wait until the link reaches a stage; outside a link, go on at once."""

    def __init__(self, stage: int) -> None:
        self.stage = stage
        self.choice: Choose | None = None  # the exclusive choice behind it

    def run(self, m: Machine, s: State, r: Record) -> int:
        if s.held:
            return NEXT
        link = the_link(s, m.rules.link_block)
        if link is None or reached(link) >= self.stage or goes_on(m, s, link, self.stage):
            return NEXT
        m.target = self.stage
        return PARK


class DetachEffect(AwaitStage):
    """Detach a replacement until its own stage; the effect whose act it replaces goes on."""

    def run(self, m: Machine, s: State, r: Record) -> int:
        link = the_link(s, m.rules.link_block)
        if link is None or reached(link) >= PERFORM:
            return NEXT
        if r.wide and STANDS_FOR in r.sets:
            r.sets[APART] = r.sets.pop(STANDS_FOR)
        m.target = self.stage
        return DETACH


class TellInstead(Op):
    """Tell the observer of a replacement that ran as an effect of its own."""

    inline = True

    def run(self, m: Machine, s: State, r: Record) -> int:
        told = r.told(APART)
        if told is not None and m.observer is not None:
            verb, agent, obj, to, sentence, card, why = told
            m.observer.instead(verb, agent, obj, to, sentence, card, why)
        return NEXT


class ThenEnd(StepEnd):
    """The end of the part before a `then`: the rest belongs to the next link, or a later wave."""

    def __init__(self, same: Expr, stage: int) -> None:
        self.same = same  # whether the rest is part of the same link
        self.stage = stage

    def run(self, m: Machine, s: State, r: Record) -> int:
        if s.held or not self.same.ev(s, r):
            return StepEnd.run(self, m, s, r)
        link = the_link(s, m.rules.link_block)
        if link is None:
            return StepEnd.run(self, m, s, r)
        if m.rules.collective:
            step_over(m, s)
        if reached(link) >= self.stage:
            return NEXT
        m.target = self.stage
        return PARK


class GuardAhead(Guard):
    """Settle the replacements of an act before anything of its link is performed."""

    def __init__(self, guard: Guard, obj: Expr, spared: int) -> None:
        super().__init__(guard.verb_rules, guard.agent, obj, guard.to, guard.origin, guard.label)
        self.by = guard.by
        self.free = guard.free
        self.n = guard.n
        self.spared = spared  # the set of things whose act was replaced

    def judges(self, trigger: Trigger) -> bool:
        return trigger in self.verb_rules.instead

    def enter(
        self, m: Machine, s: State, r: Record, trigger: Trigger, record: Record, agent: Thing,
        obj: int, to: int,
    ) -> int:  # fmt: skip
        why = trigger.standing.sentence
        record.sets[STANDS_FOR] = [self.verb_rules.number, agent, obj, to, m.sentence, m.card, why]
        return put_before(m, s, r, trigger, record)

    def tell(self, m: Machine, s: State, r: Record, agent: Thing, obj: int, to: int) -> None:
        link = the_link(s, m.rules.link_block)
        if link is None or reached(link) >= PERFORM:
            Guard.tell(self, m, s, r, agent, obj, to)  # else it is told when the replacement runs

    def _skip(self, m: Machine, r: Record, outcome: int) -> int:
        assert self.obj is not None
        if outcome == UNABLE:
            r.regs[FLAG] = UNBOUND
            m.target = self.target
            return JUMP
        assert isinstance(self.obj, Reg)
        r.sets.setdefault(self.spared, []).append(r.regs[self.obj.slot])
        return Guard._skip(self, m, r, outcome)


class Spared(Several):
    """Things, without those whose act was replaced."""

    def __init__(self, found: Expr, slot: Slot) -> None:
        self.found = found
        self.slot = slot

    def many(self, s: State, r: Record) -> list[int]:
        spared = r.told(self.slot)
        found = self.found.many(s, r)
        return [thing for thing in found if thing not in spared] if spared else found


class HoldOutside(OpenStep):
    """Begin (1) or end (-1) a step outside a link; within a link, triggers wait anyway."""

    def run(self, m: Machine, s: State, r: Record) -> int:
        if the_link(s, m.rules.link_block) is None:
            s.held += self.n
        return NEXT


class Claim(Op):
    """Claim chosen things: nobody else can choose them in this link."""

    inline = True

    def __init__(self, slots: list[int]) -> None:
        self.slots = slots

    def run(self, m: Machine, s: State, r: Record) -> int:
        link = the_link(s, m.rules.link_block)
        if link is not None:
            for slot in self.slots:
                if r.regs[slot] != UNBOUND:
                    link.sets.setdefault(CLAIMED, []).extend(r.many(slot))
        return NEXT


class Unpromised(Several):
    """Things, without those that were claimed in this link."""

    def __init__(self, found: Expr, block: int) -> None:
        self.found = found
        self.block = block  # the block of links

    def many(self, s: State, r: Record) -> list[int]:
        found = self.found.many(s, r)
        link = the_link(s, self.block)
        taken = link.told(CLAIMED) if link is not None else None
        return [thing for thing in found if thing not in taken] if taken else found


class Free(Expr):
    """True if a thing has not been claimed in this link."""

    def __init__(self, thing: Expr, block: int) -> None:
        self.thing = thing
        self.block = block

    def ev(self, s: State, r: Record) -> int:
        link = the_link(s, self.block)
        return int(link is None or self.thing.ev(s, r) not in link.sets.get(CLAIMED, ()))


class LinkOption(Ask):
    """An option within a link, offered if its player can pay it together with all else.

    "All else" is what the player must do in this link and what they have accepted. No two of these
    effects can take the same thing.
    """

    def __init__(self, who: Expr, able: Expr | None, slot: Slot, label: Slot) -> None:
        super().__init__(who, able, slot, label)
        self.first: AwaitStage | None = None  # where the effect waits if it is accepted

    def run(self, m: Machine, s: State, r: Record) -> int:
        if r.regs[self.slot] == UNBOUND and not self._payable(m, s, r):
            if self.label >= 0:
                r.regs[self.label] = UNABLE
            m.target = self.target
            return JUMP
        return Ask.run(self, m, s, r)

    def wants(self, m: Machine, s: State, r: Record) -> int:
        if self.answered(r) or (self.able is not None and not self.able.ev(s, r)):
            return NONE
        return chooser(s, self.who.ev(s, r)) if self._payable(m, s, r) else NONE

    def answered(self, r: Record) -> bool:
        return r.regs[self.slot] != UNBOUND

    def _payable(self, m: Machine, s: State, r: Record) -> bool:
        link = the_link(s, m.rules.link_block)
        parked = link.told(PARKED) if link is not None else None
        if not parked or self.first is None or self.first.choice is None:
            return True
        who = self.who.ev(s, r)
        needs = [_need(self.first.choice, s, r)]
        for thread in threads(m, parked):
            head, record = thread[-2], s.recs[thread[-1]]
            choice = _waiting(m, head, record)
            if choice is not None and choice.who.ev(s, record) == who:
                needs.append(_need(choice, s, record))
        return payable(needs)


def _waiting(m: Machine, head: int, r: Record) -> Choose | None:
    """The exclusive choice that an effect waiting at `head` will make; None if there is none."""
    ops, pc = m.blocks[block_of(head)].ops, pc_of(head)
    here = ops[pc] if pc < len(ops) else None
    if isinstance(here, LinkOption):
        accepted = r.regs[here.slot] == 1 and here.first is not None
        return here.first.choice if accepted and here.first is not None else None
    before = ops[pc - 1]
    return before.choice if isinstance(before, AwaitStage) else None


def _need(choice: Choose, s: State, r: Record) -> Need:
    found = choice.found.many(s, r)
    return (found, choice.bounds(s, r, len(found))[0])


def payable(needs: list[Need]) -> bool:
    """True if each effect can take as many things as it needs, none twice (a matching)."""
    total = sum(n for _, n in needs)
    if all(len(things) >= total for things, n in needs if n):
        return True
    wants = [things for things, n in needs for _ in range(n)]
    taken: dict[int, int] = {}
    return all(_served(wants, at, taken, set()) for at in range(len(wants)))


def _served(wants: list[list[int]], at: int, taken: dict[int, int], seen: set[int]) -> bool:
    """Match one want with a thing, and rematch others if need be (an augmenting path)."""
    for thing in wants[at]:
        if thing in seen:
            continue
        seen.add(thing)
        if thing not in taken or _served(wants, taken[thing], taken, seen):
            taken[thing] = at
            return True
    return False
