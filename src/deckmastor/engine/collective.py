"""Several things in one event: what is done to them in one step counts as done together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deckmastor.engine.machine import JUMP, NEXT, Machine, Op
from deckmastor.engine.state import APPLIED, FLAG, NONE, PARENT, UNBOUND, YOU, Record, State
from deckmastor.engine.values import Expr

if TYPE_CHECKING:
    from deckmastor.engine.norms import Verb
    from deckmastor.engine.triggers import Trigger

REPLACED: Final = 2  # as in the labels of acts


class Collective:
    """How many things an event must be about, and which of its labels stand for them."""

    __slots__ = ("keys", "n", "op", "slot")

    def __init__(self, slot: int, keys: list[int], op: str, n: Expr) -> None:
        self.slot = slot  # the label of the things; NONE if they have none
        self.keys = keys  # the labels that are the same for all of them
        self.op = op
        self.n = n

    def enough(self, s: State, r: Record, there: int) -> bool:
        """Whether there are as many as the event asks for."""
        n = self.n.ev(s, r)
        return {"=": there == n, ">=": there >= n, "<=": there <= n, ">": there > n,
                "<": there < n}[self.op]  # fmt: skip


def collect(m: Machine, s: State) -> None:
    """A step is over: of what each thing in it set off, let what speaks of several run once."""
    m.store(s)
    waiting, s.queue = s.queue, []
    first: dict[tuple[int, ...], int] = {}
    for i in range(0, len(waiting), 2):
        trigger, key = m.rules.triggers[waiting[i]], waiting[i + 1]
        group, record = trigger.group, s.recs[key]
        if group is None or -1 in record.sets:
            s.queue += [trigger.id, key]
            continue
        same = (trigger.id, *(record.regs[slot] for slot in (YOU, PARENT, *group.keys)))
        if same not in first:
            first[same] = key
            record.sets[-1] = []
            s.queue += [trigger.id, key]
        s.recs[first[same]].sets[-1].append(record.regs[group.slot])
        if first[same] != key:
            s.drop(key)
    for key in first.values():
        at = 2 * s.queue[1::2].index(key)
        record = s.recs[key]
        trigger = m.rules.triggers[s.queue[at]]
        assert trigger.group is not None
        if not trigger.group.enough(s, record, len(record.sets[-1])):
            del s.queue[at : at + 2]
            s.drop(key)
            continue
        record.bind(trigger.group.slot, record.sets[-1].copy())
        if trigger.once:
            from deckmastor.engine.acts import lapse

            lapse(s, record.regs[PARENT])


class GuardMany(Op):
    """What can happen in place of an act on several things at once, or so many times."""

    __slots__ = ("agent", "label", "law", "members", "n", "target")

    def __init__(self, law: Verb, agent: Expr, members: int, n: Expr | None, label: int) -> None:
        self.law = law
        self.agent = agent
        self.members = members  # the slot of the things; NONE if they are found one by one
        self.n = n
        self.label = label
        self.target = 0

    def run(self, m: Machine, s: State, r: Record) -> int:
        if r.regs[FLAG] == UNBOUND:
            r.regs[FLAG] = 0
            r.sets[APPLIED] = r.sets.get(PARENT, []).copy()
        elif r.regs[FLAG] == 1:
            if m.observer is not None:
                by = m.rules.triggers[r.sets[APPLIED][-1]].standing.sentence
                agent = self.agent.ev(s, r)
                for thing in r.sets[FLAG] if self.members != NONE else [NONE]:
                    m.observer.instead(self.law.number, agent, thing, NONE, m.sentence, m.card, by)
            if self._replaced(r):
                r.regs[FLAG] = UNBOUND
                m.target = self.target
                return JUMP
            r.regs[FLAG] = 0
        agent = self.agent.ev(s, r)
        applied = r.sets[APPLIED]
        for trigger in self.law.many:
            if trigger.id in applied or trigger.id in s.muted:
                continue
            record = self._fits(s, r, trigger, agent)
            if record is None:
                continue
            from deckmastor.engine.acts import put_before

            return put_before(m, s, r, trigger, record)
        r.regs[FLAG] = UNBOUND
        return NEXT

    def _fits(self, s: State, r: Record, trigger: Trigger, agent: int) -> Record | None:
        """The record under which a replacement stands for all that is to be done, if it does."""
        group = trigger.group
        assert group is not None
        if self.members == NONE:
            from deckmastor.engine.patterns import UNKNOWN

            found = trigger.match(s, agent, UNKNOWN, NONE, NONE, 1)
            n = self.n.ev(s, r) if self.n is not None else 1
            return found[0] if found and group.enough(s, found[0], n) else None
        told: list[int] = []
        first: Record | None = None
        for thing in r.sets[self.members]:
            found = trigger.match(s, agent, thing, NONE, s.where[thing], 1)
            if found:
                first = first or found[0]
                told.append(thing)
        if first is None or not group.enough(s, first, len(told)):
            return None
        r.sets[FLAG] = told
        first.bind(group.slot, told.copy())
        return first

    def _replaced(self, r: Record) -> bool:
        """Take what was replaced out of what is to be done; whether nothing of it is left."""
        if self.members != NONE:
            told = r.sets[FLAG]
            left = [thing for thing in r.sets[self.members] if thing not in told]
            r.sets[self.members] = left
            if left:
                return False
        if self.label >= 0:
            r.regs[self.label] = REPLACED
        return True
