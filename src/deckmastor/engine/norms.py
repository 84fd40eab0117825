"""What players may, must and cannot do, and which sentence says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckmastor.engine.patterns import Matcher, Pattern
from deckmastor.engine.standing import Standing
from deckmastor.engine.state import NONE, Record, State
from deckmastor.engine.values import Expr

if TYPE_CHECKING:
    from deckmastor.engine.machine import Block
    from deckmastor.engine.triggers import Trigger


class Norm:
    """A sentence that permits, orders or forbids an act."""

    __slots__ = (
        "able", "block", "cond", "mode", "number", "pattern", "place", "scopes", "span", "standing",
        "times",
    )  # fmt: skip

    def __init__(self, mode: str, standing: Standing, pattern: Pattern) -> None:
        self.mode = mode
        self.standing = standing
        self.pattern = pattern
        self.cond: Expr | None = None
        self.scopes: list[Expr] = []  # when it applies at all
        self.number = -1
        self.times: Expr | None = None  # how often it allows it
        self.span = 0  # within which span: the scalar that counts it
        self.block: Block | None = None  # what is paid
        self.able: Expr | None = None  # whether it can be paid
        self.place: Expr | None = None  # the places it speaks of

    def applies(self, s: State, r: Record) -> bool:
        """Whether this is a time at which it speaks."""
        for scope in self.scopes:
            if not scope.ev(s, r):
                return False
        return True

    def fits(self, s: State, agent: int, obj: int, to: int, origin: int, n: int) -> bool:
        """Whether it speaks of an act now, its condition included."""
        for r in self.standing.records(s):
            if not self.applies(s, r):
                continue
            if self.pattern.fits(s, r, agent, obj, to, origin, n):
                if self.cond is None or self.cond.ev(s, r):
                    return True
        return False

    def places(self, s: State, agent: int, obj: int, origin: int) -> list[int]:
        """The places into which it says that a thing can be put."""
        found: list[int] = []
        if self.place is None:
            return found
        for r in self.standing.records(s):
            if not self.applies(s, r):
                continue
            if self.pattern.obj is not None and not self.pattern.obj.fits(s, r, obj):
                continue
            for place in self.place.many(s, r):
                if place not in found and self.pattern.fits(s, r, agent, obj, place, origin, 1):
                    if self.cond is None or self.cond.ev(s, r):
                        found.append(place)
        return found


class Verb:
    """Everything that the rules say about one verb."""

    __slots__ = (
        "after", "before", "cannot", "costs", "instead", "kept", "may", "name", "number", "only",
        "over", "what",
    )  # fmt: skip

    def __init__(self, number: int, name: str) -> None:
        self.number = number
        self.name = name
        self.may: list[Norm] = []  # who may
        self.what: list[Norm] = []  # what can be
        self.cannot: list[Norm] = []
        self.only: list[Only] = []
        self.costs: list[Norm] = []
        self.instead: list[Trigger] = []
        self.before: list[Trigger] = []
        self.after: list[Trigger] = []
        self.over: list[Trigger] = []
        self.kept = NONE  # where its events are kept, if any sentence asks for them

    def guarded(self) -> bool:
        """Whether anything can stand in the way of it."""
        return bool(self.cannot or self.only)

    def heard(self) -> bool:
        """Whether anything listens to it."""
        return bool(self.after or self.over or self.before or self.instead)


class Only:
    """A sentence that leaves one way over and forbids the others."""

    __slots__ = ("cond", "focus", "pattern", "scopes", "slot", "standing")

    def __init__(self, standing: Standing, pattern: Pattern, slot: str) -> None:
        self.standing = standing
        self.pattern = pattern  # the act without the slot that is restricted
        self.slot = slot
        self.focus: Matcher | None = None  # what the slot must be
        self.cond: Expr | None = None  # or what must hold
        self.scopes: list[Expr] = []

    def forbids(self, s: State, agent: int, obj: int, to: int, origin: int, n: int) -> bool:
        """Whether the act is one of the ways that are not left over."""
        for r in self.standing.records(s):
            if any(not scope.ev(s, r) for scope in self.scopes):
                continue
            if not self.pattern.fits(s, r, agent, obj, to, origin, n):
                continue
            if self.focus is not None:
                value = {"agent": agent, "obj": obj, "from": origin}.get(self.slot, to)
                if not self.focus.fits(s, r, value):
                    return True
            elif self.cond is not None and not self.cond.ev(s, r):
                return True
        return False


def forbidding(
    law: Verb, s: State, agent: int, obj: int, to: int, origin: int, n: int, freed: int
) -> int:
    """The sentence that forbids an act, or 0; `freed` is the tier of the best that permits it."""
    for norm in law.cannot:
        if norm.standing.tier >= freed and norm.fits(s, agent, obj, to, origin, n):
            return norm.standing.sentence
    for only in law.only:
        if only.standing.tier >= freed and only.forbids(s, agent, obj, to, origin, n):
            return only.standing.sentence
    return 0


def permitting(
    norms: list[Norm], s: State, agent: int, obj: int, to: int, origin: int, n: int
) -> Norm | None:
    """The sentence of the highest tier that permits an act."""
    best: Norm | None = None
    for norm in norms:
        if best is None or norm.standing.tier > best.standing.tier:
            if norm.fits(s, agent, obj, to, origin, n):
                best = norm
    return best
