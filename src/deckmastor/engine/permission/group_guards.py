"""Guards of an act on several things: replacements that stand in for all of them at once."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.ids import NONE, UNBOUND, Slot, Thing
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.permission.norms import VerbRules
from deckmastor.engine.permission.replacements import weight
from deckmastor.engine.rules.program import JUMP, NEXT, REPLACED, Op
from deckmastor.engine.state.layout import APPLIED, FLAG, PARENT
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.triggers.patterns import UNKNOWN
from deckmastor.engine.triggers.triggers import Trigger
from deckmastor.engine.verbs.changes import put_before


class GuardMany(Op):
    """A guard that applies replacements to an act on several things, or done several times."""

    def __init__(
        self, verb_rules: VerbRules, agent: Expr, members: int, n: Expr | None, label: Slot
    ) -> None:
        self.verb_rules = verb_rules
        self.agent = agent
        self.members = members  # the slot of the things; NONE if each is found in its own turn
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
                    m.observer.instead(
                        self.verb_rules.number, agent, thing, NONE, m.sentence, m.card, by
                    )
            if self._replaced(r):
                r.regs[FLAG] = UNBOUND
                m.target = self.target
                return JUMP
            r.regs[FLAG] = 0
        agent = self.agent.ev(s, r)
        trigger = self._first(m, s, r, agent)
        record = self._fits(s, r, trigger, agent) if trigger is not None else None
        if trigger is not None and record is not None:
            return put_before(m, s, r, trigger, record)
        r.regs[FLAG] = UNBOUND
        return NEXT

    def _first(self, m: Machine, s: State, r: Record, agent: Thing) -> Trigger | None:
        """The replacement that comes first: by the order that the book states, else by age."""
        applied = r.sets[APPLIED]
        first: Trigger | None = None
        least: tuple[int, ...] = ()
        for trigger in self.verb_rules.many:
            if trigger.id in applied or trigger.id in s.muted:
                continue
            record = self._fits(s, r, trigger, agent)
            if record is None:
                continue
            if not m.rules.replacement_keys:
                return trigger
            rank = weight(m, s, trigger.id, record)
            if first is None or rank < least:
                first, least = trigger, rank
        return first

    def _fits(self, s: State, r: Record, trigger: Trigger, agent: Thing) -> Record | None:
        """The record under which a replacement fits enough of the things, or None."""
        group = trigger.group
        assert group is not None
        if self.members == NONE:
            found = trigger.match(s, agent, UNKNOWN, NONE, NONE, 1)
            n = self.n.ev(s, r) if self.n is not None else 1
            return next((one for one in found if group.fits(s, one, n)), None)
        told: list[int] = []
        first: Record | None = None
        for thing in r.sets[self.members]:
            found = trigger.match(s, agent, thing, NONE, s.where[thing], 1)
            if found:
                first = first or found[0]
                told.append(thing)
        if first is None or not group.fits(s, first, len(told)):
            return None
        r.sets[FLAG] = told
        first.bind(group.slot, told.copy())
        return first

    def _replaced(self, r: Record) -> bool:
        """Take the replaced things out of the act; True if none are left."""
        if self.members != NONE:
            told = r.sets[FLAG]
            left = [thing for thing in r.sets[self.members] if thing not in told]
            r.sets[self.members] = left
            if left:
                return False
        if self.label >= 0:
            r.regs[self.label] = REPLACED
        return True
