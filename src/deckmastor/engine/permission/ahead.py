"""What comes before several acts of one step comes ahead of the first of them.

Example: two players each have a card that says "Before you lose X points, …". Of "Each player loses
3 points." both cards are heard before anybody loses a point.
"""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.ids import NONE, Slot
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.permission.norms import VerbRules
from deckmastor.engine.permission.replacements import Guard
from deckmastor.engine.rules.program import NEXT, RECALL, Op
from deckmastor.engine.state.layout import APPLIED, PARENT
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.triggers.triggers import Trigger


class Foresee(Guard):
    """Run what comes before an act that follows in the same step, and note what ran."""

    def __init__(
        self, verb_rules: VerbRules, agent: Expr, obj: Expr | None, to: Expr | None, ran: Slot
    ) -> None:
        super().__init__(verb_rules, agent, obj, to, None, NONE)
        self.ran = ran

    def run(self, m: Machine, s: State, r: Record) -> int:
        signal = self.judge(m, s, r, self.verb_rules)
        if signal == RECALL:
            r.sets[self.ran].append(r.sets[APPLIED][-1])
        return signal

    def judges(self, trigger: Trigger) -> bool:
        return trigger.early


class Foreseen(Op):
    """Begin to note what runs ahead of a step."""

    def __init__(self, ran: Slot) -> None:
        self.ran = ran

    def run(self, m: Machine, s: State, r: Record) -> int:
        r.sets[self.ran] = []
        return NEXT


class HeardAhead(Foreseen):
    """Let the acts of a step pass over what ran ahead of it."""

    def run(self, m: Machine, s: State, r: Record) -> int:
        if r.sets[self.ran]:
            r.sets[PARENT] = (r.told(PARENT) or []) + r.sets[self.ran]
        return NEXT


class HeardNoMore(Foreseen):
    """At the end of a step, forget what ran ahead of it."""

    def run(self, m: Machine, s: State, r: Record) -> int:
        ran = r.sets[self.ran]
        if ran:
            r.sets[PARENT] = [mark for mark in r.sets[PARENT] if mark not in ran]
        return NEXT
