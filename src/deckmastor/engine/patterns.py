"""Patterns of acts: who does what to what, and where to. They fit or do not, and bind labels."""

from __future__ import annotations

from deckmastor.engine.state import NONE, Record, State
from deckmastor.engine.values import Expr


class Matcher:
    """A slot of a pattern: a label with tests, or a term that must be met."""

    __slots__ = ("same", "slot", "species", "tests")

    def __init__(
        self, slot: int, tests: list[Expr], same: Expr | None, species: frozenset[int] | None
    ) -> None:
        self.slot = slot
        self.tests = tests
        self.same = same
        self.species = species  # the only species that can fit, where that is known

    def fits(self, s: State, r: Record, value: int) -> bool:
        """Whether a value fits; it is then the value of the label."""
        if self.same is not None:
            return value in self.same.many(s, r)
        if self.species is not None:
            if value < 0 or s.species[value] not in self.species:
                return False
        elif value == NONE:
            return False
        if self.slot >= 0:
            r.regs[self.slot] = value
        for test in self.tests:
            if not test.ev(s, r):
                return False
        return True


class Pattern:
    """An act described: every slot that is given must fit."""

    __slots__ = ("agent", "conds", "least", "obj", "origin", "to", "verb")

    def __init__(self, verb: int) -> None:
        self.verb = verb
        self.agent: Matcher | None = None
        self.obj: Matcher | None = None
        self.to: Matcher | None = None
        self.origin: Matcher | None = None
        self.least: Expr | None = None
        self.conds: list[Expr] = []

    def fits(self, s: State, r: Record, agent: int, obj: int, to: int, origin: int, n: int) -> bool:
        """Whether an act fits; labels are bound on the way."""
        if self.obj is not None and not self.obj.fits(s, r, obj):
            return False
        if self.agent is not None and not self.agent.fits(s, r, agent):
            return False
        if self.to is not None and not self.to.fits(s, r, to):
            return False
        if self.origin is not None and not self.origin.fits(s, r, origin):
            return False
        if self.least is not None and n < self.least.ev(s, r):
            return False
        for cond in self.conds:
            if not cond.ev(s, r):
                return False
        return True
