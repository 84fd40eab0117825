"""Amounts: arithmetic, counts, and aggregates over descriptions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckmastor.engine.expressions.base import LIMIT, Both, Expr, Several, bounded
from deckmastor.engine.ids import Slot
from deckmastor.engine.state.state import Record, State
from deckmastor.language.ir import Cmp, Ref

if TYPE_CHECKING:
    from collections.abc import Callable

    from deckmastor.language.ir import Tree


class Odd(Expr):
    """True if a number is odd."""

    __slots__ = ("a",)

    def __init__(self, a: Expr) -> None:
        self.a = a

    def ev(self, s: State, r: Record) -> int:
        return self.a.ev(s, r) & 1


class Add(Expr):
    """A sum."""

    __slots__ = ("parts",)

    def __init__(self, parts: list[Expr]) -> None:
        self.parts = parts

    def ev(self, s: State, r: Record) -> int:
        total = 0
        for part in self.parts:
            total += part.ev(s, r)
        return bounded(total)


class Sub(Both):
    """A difference."""

    __slots__ = ()

    def ev(self, s: State, r: Record) -> int:
        return bounded(self.a.ev(s, r) - self.b.ev(s, r))


class Mul(Both):
    """A product."""

    __slots__ = ()

    def ev(self, s: State, r: Record) -> int:
        return bounded(self.a.ev(s, r) * self.b.ev(s, r))


class Div(Both):
    """A quotient, rounded down, or up with `up`; division by 0 gives 0."""

    __slots__ = ("up",)

    def __init__(self, a: Expr, b: Expr, up: bool) -> None:
        self.a = a
        self.b = b
        self.up = up

    def ev(self, s: State, r: Record) -> int:
        a = self.a.ev(s, r)
        b = self.b.ev(s, r)
        if b == 0:
            return 0
        return -((-a) // b) if self.up else a // b


class Least(Expr):
    """The least of several numbers, or the greatest with `most`."""

    __slots__ = ("most", "parts")

    def __init__(self, parts: list[Expr], most: bool) -> None:
        self.parts = parts
        self.most = most

    def ev(self, s: State, r: Record) -> int:
        values = [part.ev(s, r) for part in self.parts]
        return max(values) if self.most else min(values)


class Distance(Both):
    """The distance of two numbers; of several, that of the nearest pair."""

    __slots__ = ()

    def ev(self, s: State, r: Record) -> int:
        best = LIMIT
        others = self.b.many(s, r)
        for value in self.a.many(s, r):
            for other in others:
                best = min(best, abs(value - other))
        return best


class Count(Expr):
    """The number of things that fit a description."""

    __slots__ = ("found",)

    def __init__(self, found: Expr) -> None:
        self.found = found

    def ev(self, s: State, r: Record) -> int:
        return len(self.found.peek(s, r))


class Gather(Expr):
    """An aggregate over a description: the sum, the most, the fewest, or the distinct values."""

    __slots__ = ("amount", "found", "op", "slot")

    def __init__(self, op: str, found: Expr, slot: Slot, amount: Expr) -> None:
        self.op = op
        self.found = found
        self.slot = slot
        self.amount = amount

    def ev(self, s: State, r: Record) -> int:
        things = self.found.many(s, r)
        kept = r.regs[self.slot]
        values: list[int] = []
        for thing in things:
            r.regs[self.slot] = thing
            if self.op == "distinct":
                values += self.amount.many(s, r)
            else:
                values.append(self.amount.ev(s, r))
        r.regs[self.slot] = kept
        if self.op == "sum":
            return bounded(sum(values))
        if self.op == "distinct":
            return len(set(values))
        if not values:
            return 0
        return max(values) if self.op == "most" else min(values)


class Numbers(Several):
    """The numbers that a choice offers: within the bounds of its description, else 0 to 100."""

    __slots__ = ("least", "most")

    def __init__(
        self, ctx: Any, term: Callable[[Any, Tree], Expr], where: list[Tree], var: str
    ) -> None:

        self.least: Expr | None = None
        self.most: Expr | None = None
        for part in list(where):
            if isinstance(part, Cmp) and isinstance(part.a, Ref) and part.a.name == var:
                if part.op in (">=", "="):
                    self.least = term(ctx, part.b)
                if part.op in ("<=", "="):
                    self.most = term(ctx, part.b)

    def many(self, s: State, r: Record) -> list[int]:
        least = self.least.ev(s, r) if self.least is not None else 0
        most = self.most.ev(s, r) if self.most is not None else 100
        return list(range(least, min(most, least + 1000) + 1))


class Range(Several):
    """The numbers from `least` to `most`, neither below 0; `most` alone if `least` exceeds it."""

    __slots__ = ("least", "most")

    def __init__(self, least: Expr, most: Expr) -> None:
        self.least = least
        self.most = most

    def many(self, s: State, r: Record) -> list[int]:
        most = max(self.most.ev(s, r), 0)
        least = min(max(self.least.ev(s, r), 0), most)
        return list(range(least, min(most, least + 1000) + 1))
