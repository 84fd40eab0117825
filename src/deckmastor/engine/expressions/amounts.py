"""Amounts: arithmetic, counts, and aggregates over descriptions."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.expressions.base import LIMIT, Expr, Figure, Several, bounded
from deckmastor.engine.ids import NOTHING, Slot
from deckmastor.engine.state.state import Record, State


class Odd(Expr):
    """True if a number is odd."""

    def __init__(self, a: Expr) -> None:
        self.a = a

    def ev(self, s: State, r: Record) -> int:
        n = self.a.ev(s, r)
        return n & 1 if n != NOTHING else 0


class Even(Odd):
    """True if a number is even; a missing number is neither."""

    def ev(self, s: State, r: Record) -> int:
        n = self.a.ev(s, r)
        return 1 - (n & 1) if n != NOTHING else 0


class Pair(Figure):
    """Arithmetic on two numbers."""

    def __init__(self, a: Expr, b: Expr) -> None:
        self.a = a
        self.b = b

    def lacks(self) -> bool:
        return self.a.lacks() or self.b.lacks()


class Tightest(Figure):
    """The highest or lowest number among things of which a condition holds; nothing if of none."""

    def __init__(self, found: Expr, slot: Slot, cond: Expr, value: Expr, highest: bool) -> None:
        self.found = found
        self.slot = slot
        self.cond = cond
        self.value = value
        self.highest = highest

    def ev(self, s: State, r: Record) -> int:
        kept = r.regs[self.slot]
        best = NOTHING
        found = self.found.many(s, r)
        s.work.spend(len(found))
        for thing in found:
            r.regs[self.slot] = thing
            n = self.value.ev(s, r) if self.cond.ev(s, r) else NOTHING
            if n != NOTHING and (best == NOTHING or (n > best if self.highest else n < best)):
                best = n
        r.regs[self.slot] = kept
        return best

    def lacks(self) -> bool:
        return True


class Add(Figure):
    """A sum."""

    def __init__(self, parts: list[Expr]) -> None:
        self.parts = parts

    def ev(self, s: State, r: Record) -> int:
        total = 0
        for part in self.parts:
            n = part.ev(s, r)
            if n == NOTHING:
                return NOTHING
            total += n
        return bounded(total)

    def lacks(self) -> bool:
        return any([part.lacks() for part in self.parts])


class Sub(Pair):
    """A difference."""

    def ev(self, s: State, r: Record) -> int:
        a, b = self.a.ev(s, r), self.b.ev(s, r)
        return NOTHING if a == NOTHING or b == NOTHING else bounded(a - b)


class Mul(Pair):
    """A product."""

    def ev(self, s: State, r: Record) -> int:
        a, b = self.a.ev(s, r), self.b.ev(s, r)
        return NOTHING if a == NOTHING or b == NOTHING else bounded(a * b)


class Div(Pair):
    """A quotient, rounded down, or up with `up`; division by 0 gives 0."""

    def __init__(self, a: Expr, b: Expr, up: bool) -> None:
        self.a = a
        self.b = b
        self.up = up

    def ev(self, s: State, r: Record) -> int:
        a = self.a.ev(s, r)
        b = self.b.ev(s, r)
        if a == NOTHING or b == NOTHING:
            return NOTHING
        if b == 0:
            return 0
        return -((-a) // b) if self.up else a // b


class Least(Figure):
    """The least of several numbers, or the greatest with `most`; missing ones are left out.

    The least has bounds after the first number: without that number, there is nothing to bound.
    """

    def __init__(self, parts: list[Expr], most: bool) -> None:
        self.parts = parts
        self.most = most

    def ev(self, s: State, r: Record) -> int:
        told = [part.ev(s, r) for part in self.parts]
        values = [n for n in told if n != NOTHING]
        if not values or (told[0] == NOTHING and not self.most):
            return NOTHING
        return max(values) if self.most else min(values)

    def lacks(self) -> bool:
        if not self.most:
            return self.parts[0].lacks()
        return all([part.lacks() for part in self.parts])


class Distance(Pair):
    """The distance of two numbers; of several, that of the nearest pair."""

    def ev(self, s: State, r: Record) -> int:
        best = LIMIT
        others = self.b.many(s, r)
        values = self.a.many(s, r)
        s.work.spend(len(values) * len(others))
        for value in values:
            for other in others:
                best = min(best, abs(value - other))
        return best

    def lacks(self) -> bool:
        return False


class Count(Figure):
    """The number of things that fit a description."""

    def __init__(self, found: Expr) -> None:
        self.found = found

    def ev(self, s: State, r: Record) -> int:
        return len(self.found.peek(s, r))


class Gather(Figure):
    """An aggregate over a description: the sum, the most, the fewest, or the distinct values."""

    def __init__(self, op: str, found: Expr, slot: Slot, amount: Expr) -> None:
        self.op = op
        self.found = found
        self.slot = slot
        self.amount = amount

    def ev(self, s: State, r: Record) -> int:
        things = self.found.many(s, r)
        s.work.spend(len(things))
        kept = r.regs[self.slot]
        values: list[int] = []
        for thing in things:
            r.regs[self.slot] = thing
            if self.op == "distinct":
                values += self.amount.many(s, r)
            else:
                values.append(self.amount.ev(s, r))
        r.regs[self.slot] = kept
        values = [n for n in values if n != NOTHING]
        if self.op == "sum":
            return bounded(sum(values))
        if self.op == "distinct":
            return len(set(values))
        if not values:
            return NOTHING
        return max(values) if self.op == "most" else min(values)

    def lacks(self) -> bool:
        return self.op in ("most", "fewest")


OPEN: Final = 100  # how far numbers go that a description leaves open
WIDEST: Final = 10_000  # how far the numbers of one choice can lie apart


class Numbers(Several):
    """The numbers that a choice offers: within the bounds of its description.

    Without bounds they are 0 to 100; with one bound that leaves fewer of these, 101 from there.
    """

    def __init__(self, least: Expr | None, most: Expr | None) -> None:
        self.least = least
        self.most = most

    def many(self, s: State, r: Record) -> list[int]:
        least, most = 0, OPEN
        if self.least is not None:
            least = self.least.ev(s, r)
            most = max(most, least + OPEN)
        if self.most is not None:
            most = self.most.ev(s, r)
            if self.least is None and most < 0:
                least = most - OPEN
        return list(range(least, min(most, least + WIDEST) + 1))


class Range(Several):
    """The numbers from `least` to `most`, neither below 0; `most` alone if `least` exceeds it."""

    def __init__(self, least: Expr, most: Expr) -> None:
        self.least = least
        self.most = most

    def many(self, s: State, r: Record) -> list[int]:
        most = max(self.most.ev(s, r), 0)
        least = min(max(self.least.ev(s, r), 0), most)
        return list(range(least, min(most, least + WIDEST) + 1))
