"""Acts whose object is missing (an empty deck): what comes before or instead still applies."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.triggers.patterns import UNKNOWN


class ThingOrUnknown(Expr):
    """A thing, or UNKNOWN if there is none."""

    __slots__ = ("found",)

    def __init__(self, found: Expr) -> None:
        self.found = found

    def ev(self, s: State, r: Record) -> int:
        found = self.found.ev(s, r)
        return found if found >= 0 else UNKNOWN
