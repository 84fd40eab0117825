"""Acts on something that is not there: what stands in their place still does."""

from __future__ import annotations

from deckmastor.engine.machine import Machine
from deckmastor.engine.norms import Verb
from deckmastor.engine.ops_guard import Guard
from deckmastor.engine.patterns import UNKNOWN
from deckmastor.engine.state import Record, State
from deckmastor.engine.values import Expr


class Wanted(Expr):
    """A thing, or something unknown where there is none."""

    __slots__ = ("found",)

    def __init__(self, found: Expr) -> None:
        self.found = found

    def ev(self, s: State, r: Record) -> int:
        found = self.found.ev(s, r)
        return found if found >= 0 else UNKNOWN


class GuardTop(Guard):
    """What can stand in the way of an act on the end of a pile; of none, only what replaces it."""

    __slots__ = ()

    def judge(self, m: Machine, s: State, r: Record, law: Verb) -> int:
        if self.obj is not None and self.obj.ev(s, r) == UNKNOWN:
            told = law
            law = Verb(told.number, told.name)
            law.cannot, law.only, law.instead = told.cannot, told.only, told.instead
        return super().judge(m, s, r, law)
