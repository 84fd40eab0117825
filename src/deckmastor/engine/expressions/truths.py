"""Conditions: comparisons, logic, membership, and quantifiers over several things."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.expressions.base import Both, Expr
from deckmastor.engine.ids import MANY, NONE, NOTHING, Slot
from deckmastor.engine.state.aims import lain
from deckmastor.engine.state.state import Record, State

NO_MORE: Final[list[int]] = []  # immutable


# ---- truth ----------------------------------------------------------------------------------


class Not(Expr):
    """True if a condition is false."""

    def __init__(self, a: Expr) -> None:
        self.a = a

    def ev(self, s: State, r: Record) -> int:
        return 0 if self.a.ev(s, r) else 1


class And(Expr):
    """True if all of several conditions are true."""

    def __init__(self, parts: list[Expr]) -> None:
        self.parts = parts

    def ev(self, s: State, r: Record) -> int:
        for part in self.parts:
            if not part.ev(s, r):
                return 0
        return 1


class Or(Expr):
    """True if one of several conditions is true."""

    def __init__(self, parts: list[Expr]) -> None:
        self.parts = parts

    def ev(self, s: State, r: Record) -> int:
        for part in self.parts:
            if part.ev(s, r):
                return 1
        return 0


class Eq(Both):
    """True if two values are equal."""

    def ev(self, s: State, r: Record) -> int:
        return 1 if self.a.ev(s, r) == self.b.ev(s, r) else 0


class Ne(Both):
    """True if two values differ."""

    def ev(self, s: State, r: Record) -> int:
        return 1 if self.a.ev(s, r) != self.b.ev(s, r) else 0


class Lt(Both):
    """True if `a` is less than `b`."""

    def ev(self, s: State, r: Record) -> int:
        return 1 if self.a.ev(s, r) < self.b.ev(s, r) else 0


class Le(Both):
    """True if `a` is at most `b`."""

    def ev(self, s: State, r: Record) -> int:
        return 1 if self.a.ev(s, r) <= self.b.ev(s, r) else 0


class Same(Both):
    """True if two numbers are equal; a missing number is equal to none."""

    def ev(self, s: State, r: Record) -> int:
        a = self.a.ev(s, r)
        return 1 if a != NOTHING and a == self.b.ev(s, r) else 0


class Below(Both):
    """True if the number `a` is less than the number `b`, and neither is missing."""

    def ev(self, s: State, r: Record) -> int:
        a = self.a.ev(s, r)
        return 1 if a != NOTHING and a < self.b.ev(s, r) else 0


class NotAbove(Both):
    """True if the number `a` is at most the number `b`, and neither is missing."""

    def ev(self, s: State, r: Record) -> int:
        a = self.a.ev(s, r)
        return 1 if a != NOTHING and a <= self.b.ev(s, r) else 0


class Meets(Both):
    """True if `a` and `b` have a value in common."""

    def ev(self, s: State, r: Record) -> int:
        told = self.a.sole(s, r)
        if told != MANY and told != NONE:
            return 1 if self.b.has(s, r, told) else 0
        others = self.b.peek(s, r)
        values = self.a.peek(s, r)
        s.work.spend(len(values))
        for value in values:
            if value in others:
                return 1
        return 0


class Within(Both):
    """True if `a` has values and all of them are among those of `b`."""

    def ev(self, s: State, r: Record) -> int:
        mine = self.a.peek(s, r)
        others = self.b.peek(s, r)
        for value in mine:
            if value not in others:
                return 0
        return 1 if mine else 0


class Related(Both):
    """True if a declared relation holds between some value of `a` and some value of `b`."""

    def __init__(self, a: Expr, b: Expr, pairs: set[tuple[int, int]]) -> None:
        self.a = a
        self.b = b
        self.pairs = pairs

    def ev(self, s: State, r: Record) -> int:
        others = self.b.peek(s, r)
        for value in self.a.peek(s, r):
            for other in others:
                if (value, other) in self.pairs:
                    return 1
        return 0


class SpeciesIn(Expr):
    """True if there are things and the species of each is in this set."""

    def __init__(self, thing: Expr, species: frozenset[int]) -> None:
        self.thing = thing
        self.species = species

    def ev(self, s: State, r: Record) -> int:
        told = self.thing.sole(s, r)
        if told >= 0:
            return 1 if s.species[told] in self.species else 0
        things = self.thing.peek(s, r)
        for thing in things:
            if s.species[thing] not in self.species:
                return 0
        return 1 if things else 0


class Located(Expr):
    """True if there are things and each lies in one of these places."""

    def __init__(self, thing: Expr, place: Expr) -> None:
        self.thing = thing
        self.place = place

    def ev(self, s: State, r: Record) -> int:
        where = s.where
        told = self.thing.sole(s, r)
        if 0 <= told < len(where):
            return 1 if self.place.has(s, r, where[told]) else 0
        things = self.thing.peek(s, r)
        places = self.place.peek(s, r)
        for thing in things:
            if thing >= len(where) or where[thing] not in places:
                return 0
        return 1 if things else 0


class TakenFrom(Expr):
    """True if a thing lies in one of these places, or was taken from one to be performed now."""

    def __init__(self, thing: Expr, place: Expr) -> None:
        self.thing = thing
        self.place = place

    def ev(self, s: State, r: Record) -> int:
        thing = self.thing.ev(s, r)
        return 1 if thing >= 0 and self.place.has(s, r, lain(s, thing)) else 0


class HeldBy(Expr):
    """True if there are things and each lies in a place of one of these owners."""

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
    """A test of `Find` that compares all candidates: the most or the fewest of something."""

    def __init__(self, amount: Expr, most: bool) -> None:
        self.amount = amount
        self.most = most

    def choose(self, s: State, r: Record, found: list[int], slot: Slot) -> list[int]:
        """The candidates with the greatest or least amount."""
        amounts: list[int] = []
        s.work.spend(len(found))
        for thing in found:
            r.regs[slot] = thing
            amounts.append(self.amount.ev(s, r))
        given = [n for n in amounts if n != NOTHING]
        if not given:
            return []
        best = max(given) if self.most else min(given)
        return [thing for thing, n in zip(found, amounts, strict=True) if n == best]


class Exists(Expr):
    """True if something fits a description."""

    def __init__(self, found: Expr) -> None:
        self.found = found

    def ev(self, s: State, r: Record) -> int:
        return 1 if self.found.any(s, r) else 0


class ForAll(Expr):
    """True if a condition holds of all that fit a description; with `some`, of at least one."""

    def __init__(self, found: Expr, slot: Slot, body: Expr, some: bool) -> None:
        self.found = found
        self.slot = slot
        self.body = body
        self.some = some

    def ev(self, s: State, r: Record) -> int:
        kept = r.regs[self.slot]
        truth = 0 if self.some else 1
        found = self.found.peek(s, r)
        s.work.spend(len(found))
        for thing in found:
            r.regs[self.slot] = thing
            if (self.body.ev(s, r) != 0) == self.some:
                truth = 1 if self.some else 0
                if self.some:
                    return truth  # the label keeps the thing that was found
                break
        r.regs[self.slot] = kept
        return truth
