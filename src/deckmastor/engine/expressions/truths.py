"""Conditions: comparisons, logic, membership, and quantifiers over several things."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.expressions.base import Both, Expr, Reg
from deckmastor.engine.ids import MANY, NONE, UNBOUND, Slot
from deckmastor.engine.state.record import Record
from deckmastor.engine.state.state import State

NO_MORE: Final[list[int]] = []  # nobody adds to it


# ---- truth ----------------------------------------------------------------------------------


class Not(Expr):
    """What is not so."""

    __slots__ = ("a",)

    def __init__(self, a: Expr) -> None:
        self.a = a

    def ev(self, s: State, r: Record) -> int:
        return 0 if self.a.ev(s, r) else 1


class And(Expr):
    """All of them are so."""

    __slots__ = ("parts",)

    def __init__(self, parts: list[Expr]) -> None:
        self.parts = parts

    def ev(self, s: State, r: Record) -> int:
        for part in self.parts:
            if not part.ev(s, r):
                return 0
        return 1


class Or(Expr):
    """One of them is so."""

    __slots__ = ("parts",)

    def __init__(self, parts: list[Expr]) -> None:
        self.parts = parts

    def ev(self, s: State, r: Record) -> int:
        for part in self.parts:
            if part.ev(s, r):
                return 1
        return 0


class Eq(Both):
    """The same value."""

    __slots__ = ()

    def ev(self, s: State, r: Record) -> int:
        return 1 if self.a.ev(s, r) == self.b.ev(s, r) else 0


class Ne(Both):
    """Another value."""

    __slots__ = ()

    def ev(self, s: State, r: Record) -> int:
        return 1 if self.a.ev(s, r) != self.b.ev(s, r) else 0


class Lt(Both):
    """Less."""

    __slots__ = ()

    def ev(self, s: State, r: Record) -> int:
        return 1 if self.a.ev(s, r) < self.b.ev(s, r) else 0


class Le(Both):
    """At most."""

    __slots__ = ()

    def ev(self, s: State, r: Record) -> int:
        return 1 if self.a.ev(s, r) <= self.b.ev(s, r) else 0


class Meets(Both):
    """One of the first is one of the second."""

    __slots__ = ()

    def ev(self, s: State, r: Record) -> int:
        one = self.a
        if isinstance(one, Reg):
            told = r.regs[one.slot]
            if told != MANY:
                if told == UNBOUND or told == NONE:
                    return 0
                return 1 if self.b.has(s, r, told) else 0
        others = self.b.many(s, r)
        for value in self.a.many(s, r):
            if value in others:
                return 1
        return 0


class Within(Both):
    """All of the first are among the second; nothing is among nothing."""

    __slots__ = ()

    def ev(self, s: State, r: Record) -> int:
        mine = self.a.many(s, r)
        others = self.b.many(s, r)
        for value in mine:
            if value not in others:
                return 0
        return 1 if mine else 0


class Related(Both):
    """A pair of a declared relation: one of the first with one of the second."""

    __slots__ = ("pairs",)

    def __init__(self, a: Expr, b: Expr, pairs: set[tuple[int, int]]) -> None:
        self.a = a
        self.b = b
        self.pairs = pairs

    def ev(self, s: State, r: Record) -> int:
        others = self.b.many(s, r)
        for value in self.a.many(s, r):
            for other in others:
                if (value, other) in self.pairs:
                    return 1
        return 0


class SpeciesIn(Expr):
    """Whether a thing is of a species of this set."""

    __slots__ = ("species", "thing")

    def __init__(self, thing: Expr, species: frozenset[int]) -> None:
        self.thing = thing
        self.species = species

    def ev(self, s: State, r: Record) -> int:
        things = self.thing.peek(s, r)
        for thing in things:
            if s.species[thing] not in self.species:
                return 0
        return 1 if things else 0


class Located(Expr):
    """Whether things are in one of these places."""

    __slots__ = ("place", "thing")

    def __init__(self, thing: Expr, place: Expr) -> None:
        self.thing = thing
        self.place = place

    def ev(self, s: State, r: Record) -> int:
        things = self.thing.peek(s, r)
        places = self.place.peek(s, r)
        where = s.where
        for thing in things:
            if thing >= len(where) or where[thing] not in places:
                return 0
        return 1 if things else 0


class HeldBy(Expr):
    """Whether things are in a place of one of these owners."""

    __slots__ = ("owner", "thing")

    def __init__(self, thing: Expr, owner: Expr) -> None:
        self.thing = thing
        self.owner = owner

    def ev(self, s: State, r: Record) -> int:
        things = self.thing.many(s, r)
        owners = self.owner.many(s, r)
        for thing in things:
            place = s.where[thing]
            if place < 0 or s.zowner[place] not in owners:
                return 0
        return 1 if things else 0


class Outstanding(Expr):
    """A test among all that are left: who has the most, or the fewest, of something."""

    __slots__ = ("amount", "most")

    def __init__(self, amount: Expr, most: bool) -> None:
        self.amount = amount
        self.most = most

    def choose(self, s: State, r: Record, found: list[int], slot: Slot) -> list[int]:
        """Those with the greatest or least amount."""
        amounts: list[int] = []
        for thing in found:
            r.regs[slot] = thing
            amounts.append(self.amount.ev(s, r))
        best = max(amounts) if self.most else min(amounts)
        return [thing for thing, n in zip(found, amounts, strict=True) if n == best]


class Exists(Expr):
    """Whether something fits a description."""

    __slots__ = ("found",)

    def __init__(self, found: Expr) -> None:
        self.found = found

    def ev(self, s: State, r: Record) -> int:
        return 1 if self.found.any(s, r) else 0


class ForAll(Expr):
    """Whether a condition holds of all that fit a description, or of one with `some`."""

    __slots__ = ("body", "found", "slot", "some")

    def __init__(self, found: Expr, slot: Slot, body: Expr, some: bool) -> None:
        self.found = found
        self.slot = slot
        self.body = body
        self.some = some

    def ev(self, s: State, r: Record) -> int:
        kept = r.regs[self.slot]
        truth = 0 if self.some else 1
        for thing in self.found.peek(s, r):
            r.regs[self.slot] = thing
            if (self.body.ev(s, r) != 0) == self.some:
                truth = 1 if self.some else 0
                if self.some:
                    return truth  # the label keeps whom it is about
                break
        r.regs[self.slot] = kept
        return truth
