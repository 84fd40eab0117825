"""Attempts: replacements apply to an act whose object is missing (an empty deck or hand)."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.permission.norms import VerbRules
from deckmastor.engine.permission.replacements import Guard
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.triggers.patterns import UNKNOWN


class ThingOrUnknown(Expr):
    """A thing, or UNKNOWN if there is none."""

    def __init__(self, found: Expr) -> None:
        self.found = found

    def ev(self, s: State, r: Record) -> int:
        found = self.found.ev(s, r)
        return found if found >= 0 else UNKNOWN


class GuardAttempt(Guard):
    """A guard of an act whose object may be missing; triggers `before` it then leave it alone."""

    def judge(self, m: Machine, s: State, r: Record, verb_rules: VerbRules) -> int:
        if self.obj is not None and self.obj.ev(s, r) == UNKNOWN:
            told = verb_rules
            verb_rules = VerbRules(told.number, told.name)
            verb_rules.cannot, verb_rules.only, verb_rules.instead = (
                told.cannot,
                told.only,
                told.instead,
            )
        return super().judge(m, s, r, verb_rules)
