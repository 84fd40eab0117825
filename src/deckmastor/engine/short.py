"""Expressions that say in one call what others say in several, and how the others become them.

Nothing is said here that `values` could not say: these are for speed alone.
"""

from __future__ import annotations

from typing import Final

from deckmastor.engine.history import WIDTH, AtLeast
from deckmastor.engine.state import MANY, NONE, Record, State
from deckmastor.engine.values import (
    And,
    Empty,
    Eq,
    Exists,
    Expr,
    Inside,
    Le,
    Lit,
    Lt,
    Not,
    Or,
    OwnPlace,
    Printed,
    Reg,
    SizeOne,
    Top,
    Var,
)  # fmt: skip


class VarIs(Expr):
    """A scalar compared with a number: equal, less or at most, or the contrary."""

    __slots__ = ("i", "n")

    def __init__(self, i: int, n: int) -> None:
        self.i = i
        self.n = n


class VarEq(VarIs):
    """A scalar is a number."""

    __slots__ = ()

    def ev(self, s: State, r: Record) -> int:
        return 1 if s.v[self.i] == self.n else 0


class VarLt(VarIs):
    """A scalar is less than a number."""

    __slots__ = ()

    def ev(self, s: State, r: Record) -> int:
        return 1 if s.v[self.i] < self.n else 0


class VarGt(VarIs):
    """A scalar is more than a number."""

    __slots__ = ()

    def ev(self, s: State, r: Record) -> int:
        return 1 if s.v[self.i] > self.n else 0


class TopPrinted(Expr):
    """A printed property of the top card of one place."""

    __slots__ = ("place", "table")

    def __init__(self, table: list[int], place: int) -> None:
        self.table = table
        self.place = place

    def ev(self, s: State, r: Record) -> int:
        zone = s.zones[self.place]
        return self.table[s.species[zone[-1]]] if zone else NONE


class HasSome(Expr):
    """Whether something lies in one place of the game."""

    __slots__ = ("place",)

    def __init__(self, place: int) -> None:
        self.place = place

    def ev(self, s: State, r: Record) -> int:
        return 1 if s.zones[self.place] else 0


class EmptyOne(HasSome):
    """Whether nothing lies in one place of the game."""

    __slots__ = ()

    def ev(self, s: State, r: Record) -> int:
        return 0 if s.zones[self.place] else 1


class VarNe(VarIs):
    """A scalar is not a number."""

    __slots__ = ()

    def ev(self, s: State, r: Record) -> int:
        return 0 if s.v[self.i] == self.n else 1


class Owned(OwnPlace):
    """The place of whoever a label stands for."""

    __slots__ = ("slot",)

    def __init__(self, base: int, owner: Reg) -> None:
        super().__init__(base, owner)
        self.slot = owner.slot

    def ev(self, s: State, r: Record) -> int:
        owner = r.regs[self.slot]
        if owner == MANY:
            owner = self.owner.ev(s, r)
        return self.base + owner if owner >= 0 else NONE

    def many(self, s: State, r: Record) -> list[int]:
        owner = r.regs[self.slot]
        if owner >= 0:
            return [self.base + owner]
        return super().many(s, r)

    def has(self, s: State, r: Record, value: int) -> bool:
        owner = r.regs[self.slot]
        if owner >= 0:
            return value == self.base + owner
        return value in super().many(s, r)


class InsideOwn(Inside):
    """What lies in the place of whoever a label stands for."""

    __slots__ = ("base", "slot")

    def __init__(self, place: Owned) -> None:
        super().__init__(place)
        self.base = place.base
        self.slot = place.slot

    def many(self, s: State, r: Record) -> list[int]:
        owner = r.regs[self.slot]
        return s.zones[self.base + owner].copy() if owner >= 0 else super().many(s, r)

    def peek(self, s: State, r: Record) -> list[int]:
        owner = r.regs[self.slot]
        return s.zones[self.base + owner] if owner >= 0 else super().peek(s, r)


class EmptyOwn(Expr):
    """Whether nothing lies in the place of the one person a label stands for."""

    __slots__ = ("place",)

    def __init__(self, place: Owned) -> None:
        self.place = place

    def ev(self, s: State, r: Record) -> int:
        owner = r.regs[self.place.slot]
        if owner >= 0:
            return 0 if s.zones[self.place.base + owner] else 1
        place = self.place.ev(s, r)
        return 0 if place >= 0 and s.zones[place] else 1


class PrintedOn(Printed):
    """A printed property of the one thing a label stands for."""

    __slots__ = ("slot",)

    def __init__(self, table: list[int], owner: Reg) -> None:
        super().__init__(table, owner)
        self.slot = owner.slot

    def ev(self, s: State, r: Record) -> int:
        thing = r.regs[self.slot]
        if 0 <= thing < len(s.species):
            return self.table[s.species[thing]]
        return super().ev(s, r)


class LabelIn(Expr):
    """Whether the one thing or number that a label stands for is one of a few; none is negative."""

    __slots__ = ("label", "numbers", "slot")

    def __init__(self, label: Reg, numbers: tuple[int, ...]) -> None:
        self.label = label
        self.slot = label.slot
        self.numbers = numbers

    def ev(self, s: State, r: Record) -> int:
        value = r.regs[self.slot]
        if value == MANY:
            value = self.label.ev(s, r)
        return 1 if value in self.numbers else 0


VAR_EQ: Final = 0  # what a test of a row asks
VAR_NE: Final = 1
VAR_LT: Final = 2
VAR_GT: Final = 3
SOME: Final = 4
NO: Final = 5
FEW: Final = 6
OTHER: Final = 7


class Row(Expr):
    """Several tests of which all must hold, in a row."""

    __slots__ = ("parts", "tests")

    def __init__(self, parts: list[Expr]) -> None:
        self.parts = parts
        self.tests = [(*_test(part), at) for at, part in enumerate(parts)]

    def ev(self, s: State, r: Record) -> int:
        v = s.v
        for kind, a, b, at in self.tests:
            if kind == VAR_EQ:
                if v[a] != b:
                    return 0
            elif kind == SOME:
                if not s.zones[a]:
                    return 0
            elif kind == FEW:
                if len(s.past[a]) >= b and not self.parts[at].ev(s, r):
                    return 0
            elif kind == VAR_GT:
                if v[a] <= b:
                    return 0
            elif kind == NO:
                if s.zones[a]:
                    return 0
            elif kind == VAR_NE:
                if v[a] == b:
                    return 0
            elif kind == VAR_LT:
                if v[a] >= b:
                    return 0
            elif not self.parts[at].ev(s, r):
                return 0
        return 1


def row(parts: list[Expr]) -> Row:
    """All of several tests, those of rows among them as its own."""
    flat: list[Expr] = []
    for part in parts:
        flat += part.parts if isinstance(part, Row) else [part]
    return Row(flat)


def _test(expr: Expr) -> tuple[int, int, int]:
    """What a test of a row asks, and of what."""
    if isinstance(expr, VarIs):
        kinds = {VarEq: VAR_EQ, VarNe: VAR_NE, VarLt: VAR_LT, VarGt: VAR_GT}
        return (kinds[type(expr)], expr.i, expr.n)
    if isinstance(expr, HasSome):
        return (NO if isinstance(expr, EmptyOne) else SOME, expr.place, 0)
    if isinstance(expr, Fewer):
        return (FEW, expr.reached.done.index, expr.reached.n * WIDTH)
    return (OTHER, 0, 0)


class Fewer(Expr):
    """Whether one doer did something to fewer things in a span than a number."""

    __slots__ = ("reached",)

    def __init__(self, reached: AtLeast) -> None:
        self.reached = reached

    def ev(self, s: State, r: Record) -> int:
        if len(s.past[self.reached.done.index]) < self.reached.n * WIDTH:
            return 1
        return 1 - self.reached.ev(s, r)


def shorter(expr: Expr) -> Expr:
    """The same expression in fewer calls, where there is one."""
    if isinstance(expr, (And, Or)):
        return _folded(expr)
    if isinstance(expr, Not) and isinstance(expr.a, Lit):
        return Lit(0 if expr.a.n else 1)
    if isinstance(expr, (Eq, Lt, Le)):
        a, b = expr.a, expr.b
        if isinstance(a, Lit) and isinstance(b, Lit):
            same = isinstance(expr, Eq) and a.n == b.n
            less = isinstance(expr, Lt) and a.n < b.n
            return Lit(1 if same or less or (isinstance(expr, Le) and a.n <= b.n) else 0)
        if isinstance(a, Var) and isinstance(b, Lit):
            if isinstance(expr, Eq):
                return VarEq(a.i, b.n)
            return VarLt(a.i, b.n if isinstance(expr, Lt) else b.n + 1)
        if isinstance(a, Lit) and isinstance(b, Var):
            if isinstance(expr, Eq):
                return VarEq(b.i, a.n)
            return VarGt(b.i, a.n if isinstance(expr, Lt) else a.n - 1)
    if isinstance(expr, Printed) and isinstance(expr.owner, Top):
        top = expr.owner
        if isinstance(top.place, Lit) and not top.low:
            return TopPrinted(expr.table, top.place.n)
    if isinstance(expr, Empty) and isinstance(expr.place, Lit):
        return EmptyOne(expr.place.n)
    if isinstance(expr, Exists) and isinstance(expr.found, Top):
        top = expr.found
        if isinstance(top.place, Lit) and isinstance(top.n, Lit) and top.n.n >= 1:
            return HasSome(top.place.n)
    return expr


def _folded(expr: And | Or) -> Expr:
    """A condition of several parts without those that are always so or never."""
    decisive = 0 if isinstance(expr, And) else 1
    parts: list[Expr] = []
    for part in expr.parts:
        if not isinstance(part, Lit):
            parts.append(part)
        elif (1 if part.n else 0) == decisive:
            return Lit(decisive)
    if not parts:
        return Lit(1 - decisive)
    if len(parts) == 1:
        return parts[0]
    return And(parts) if isinstance(expr, And) else Or(parts)


def shortest(expr: Expr) -> Expr:
    """The same expression in the fewest calls; nothing looks at its parts any more."""
    if isinstance(expr, Not):
        return negated(expr.a)
    if type(expr) is OwnPlace and isinstance(expr.owner, Reg):
        return Owned(expr.base, expr.owner)
    if type(expr) is Printed and isinstance(expr.owner, Reg):
        return PrintedOn(expr.table, expr.owner)
    if type(expr) is Inside and isinstance(expr.place, Owned):
        return InsideOwn(expr.place)
    if isinstance(expr, Empty):
        return empty(expr.place)
    if isinstance(expr, And):
        whole = shorter(expr)
        return row(whole.parts) if isinstance(whole, And) else whole
    if isinstance(expr, (Eq, Lt, Le)):
        place = none_in(expr)
        if place is not None:
            return empty(place)
        if isinstance(expr, Eq) and isinstance(expr.a, Reg) and isinstance(expr.b, Lit):
            if expr.b.n >= 0:
                return LabelIn(expr.a, (expr.b.n,))
    if isinstance(expr, Or):
        return one_of(expr)
    return shorter(expr)


def one_of(expr: Or) -> Expr:
    """A condition of several parts, in one call if all ask which of a few things a label is."""
    whole = shorter(expr)
    if not isinstance(whole, Or):
        return whole
    parts = [part for part in whole.parts if isinstance(part, LabelIn)]
    if len(parts) < len(whole.parts) or len({part.slot for part in parts}) > 1:
        return whole
    return LabelIn(parts[0].label, tuple(n for part in parts for n in part.numbers))


def none_in(expr: Eq | Lt | Le) -> Expr | None:
    """The one place of which it is said that nothing lies there."""
    for size, number in ((expr.a, expr.b), (expr.b, expr.a)):
        if isinstance(size, SizeOne) and isinstance(number, Lit):
            if isinstance(expr, Eq):
                return size.place if number.n == 0 else None
            if size is expr.a and number.n == (1 if isinstance(expr, Lt) else 0):
                return size.place
    return None


def empty(place: Expr) -> Expr:
    """Whether nothing lies in a place."""
    if isinstance(place, Lit) and place.n >= 0:
        return EmptyOne(place.n)
    return EmptyOwn(place) if isinstance(place, Owned) else Empty(place)


def negated(expr: Expr) -> Expr:
    """The contrary of a condition."""
    if isinstance(expr, VarEq):
        return VarNe(expr.i, expr.n)
    if isinstance(expr, VarLt):
        return VarGt(expr.i, expr.n - 1)
    if isinstance(expr, VarGt):
        return VarLt(expr.i, expr.n + 1)
    if isinstance(expr, EmptyOne):
        return HasSome(expr.place)
    if isinstance(expr, HasSome):
        return EmptyOne(expr.place)
    if isinstance(expr, AtLeast):
        return Fewer(expr)
    if isinstance(expr, Or):
        return row([negated(part) for part in expr.parts])
    if isinstance(expr, (And, Row)):
        return Or([negated(part) for part in expr.parts])
    return shorter(Not(expr))
