"""Sets of numbers: their members are numbers and ranges, and conditions ask for one that fits.

A set is computed as spans: pairs of a least and a greatest number, in order and apart. Filters cut
spans away: `an odd value of at least 3` of the values 2 and `5 and more` leaves the odd numbers
from 5 on.
"""

from __future__ import annotations

from typing import Final

from deckmastor.engine.expressions.amounts import Gather
from deckmastor.engine.expressions.base import LIMIT, Expr, Figure, Several, bounded
from deckmastor.engine.ids import ENDLESS, NONE, NOTHING, RANGE, least_of, most_of, range_of
from deckmastor.engine.state.state import Record, State

Span = tuple[int, int]

ANY: Final = 0  # numbers of a set: odd and even ones, only odd ones, only even ones, none
ODD: Final = 1
EVEN: Final = 2
NEITHER: Final = 3


def spans_of(members: list[int]) -> list[Span]:
    """The numbers of a set as spans, in order, with nothing in common."""
    if len(members) == 1:
        n = members[0]
        return [(least_of(n), most_of(n))] if n != NOTHING else []
    found: list[Span] = []
    for least, most in sorted([(least_of(n), most_of(n)) for n in members if n != NOTHING]):
        if found and least <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(found[-1][1], most))
        else:
            found.append((least, most))
    return found


def common(mine: list[Span], others: list[Span]) -> list[Span]:
    """The numbers that are in both."""
    return [
        (max(a, c), min(b, d)) for a, b in mine for c, d in others if max(a, c) <= min(b, d)
    ]  # fmt: skip


def besides(mine: list[Span], others: list[Span]) -> list[Span]:
    """The numbers that are in the first and not in the second."""
    for c, d in others:
        left: list[Span] = []
        for a, b in mine:
            if a <= min(b, c - 1):
                left.append((a, min(b, c - 1)))
            if max(a, d + 1) <= b:
                left.append((max(a, d + 1), b))
        mine = left
    return mine


def fitted(span: Span, parity: int) -> Span:
    """A span from its first to its last number that is odd, or even."""
    least, most = span
    rest = 1 if parity == ODD else 0
    if least > -ENDLESS and (least & 1) != rest:
        least += 1
    if most < ENDLESS and (most & 1) != rest:
        most -= 1
    return least, most


def shifted(n: int, by: int) -> int:
    """A member of a set raised by a number: a range moves as a range."""
    if n < RANGE:
        return bounded(n + by)
    least, most = least_of(n), most_of(n)
    return range_of(
        least if least == -ENDLESS else least + by, most if most == ENDLESS else most + by
    )


def joined(members: list[int]) -> list[int]:
    """The members, each once."""
    return list(dict.fromkeys(members))


class Filter(Expr):
    """A condition on a number of a set; with `denied`, that it does not hold."""

    def __init__(self, op: str, other: Expr | None, near: Expr | None, denied: bool) -> None:
        self.op = op  # odd, even, a comparison, or within
        self.other = other  # what it is compared with: a number, or a set of them
        self.near = near  # within how much of the other
        self.denied = denied

    def ev(self, s: State, r: Record) -> int:
        """Nothing by itself: it is asked of a set."""
        return NONE

    def left(self, s: State, r: Record, spans: list[Span]) -> list[Span]:
        """The spans without the numbers that do not fit; odd and even are seen to elsewhere."""
        if self.other is None:
            return spans
        others = spans_of(self.other.peek(s, r))
        if self.near is not None:
            near = self.near.ev(s, r)
            if near == NOTHING or near < 0:
                others = []
            others = [(least - near, most + near) for least, most in others]
        elif self.op in ("<", "<=", ">", ">="):
            others = beyond(self.op, others)
        return besides(spans, others) if self.denied else common(spans, others)


def beyond(op: str, others: list[Span]) -> list[Span]:
    """All numbers that compare so with one of others."""
    if not others:
        return []
    if op in ("<", "<="):
        most = max([span[1] for span in others])
        return [(-ENDLESS, most - 1 if op == "<" and most < ENDLESS else most)]
    least = min([span[0] for span in others])
    return [(least + 1 if op == ">" and least > -ENDLESS else least, ENDLESS)]


class NumbersThat(Expr):
    """True if one of the numbers of a set fits; also the numbers themselves, as spans."""

    def __init__(self, found: Expr, filters: list[Filter]) -> None:
        self.found = found
        self.filters = filters

    def spans(self, s: State, r: Record) -> list[Span]:
        """The numbers that fit; of these, those that are odd or even as `parity` says."""
        spans = spans_of(self.found.peek(s, r))
        for told in self.filters:
            if not spans:
                return spans
            spans = told.left(s, r, spans)
        parity = self.parity()
        if parity == ANY:
            return spans
        if parity == NEITHER:
            return []
        fits = [fitted(span, parity) for span in spans]
        return [span for span in fits if span[0] <= span[1]]

    def parity(self) -> int:
        """Whether only odd or only even numbers fit."""
        found = ANY
        for told in self.filters:
            if told.op in ("odd", "even"):
                found |= ODD if (told.op == "odd") != told.denied else EVEN
        return found

    def ev(self, s: State, r: Record) -> int:
        return 1 if self.spans(s, r) else 0


class NumberCount(Figure):
    """How many numbers of a set fit; `endless` if they have no end."""

    def __init__(self, fitting: NumbersThat, endless: int = NOTHING) -> None:
        self.fitting = fitting
        self.endless = endless

    def ev(self, s: State, r: Record) -> int:
        total = 0
        step = 1 if self.fitting.parity() == ANY else 2
        for least, most in self.fitting.spans(s, r):
            if least == -ENDLESS or most == ENDLESS:
                return self.endless
            total += (most - least) // step + 1
        return bounded(total)

    def lacks(self) -> bool:
        return self.endless == NOTHING


class AllNumbers(Expr):
    """True if `a` has numbers and all of them are among those of `b`."""

    def __init__(self, a: Expr, b: Expr) -> None:
        self.a = a
        self.b = b

    def ev(self, s: State, r: Record) -> int:
        mine = spans_of(self.a.peek(s, r))
        return 1 if mine and not besides(mine, spans_of(self.b.peek(s, r))) else 0


class NumberDistance(Figure):
    """How far apart the nearest numbers of two sets are; nothing if one of them is empty."""

    def __init__(self, a: Expr, b: Expr) -> None:
        self.a = a
        self.b = b

    def ev(self, s: State, r: Record) -> int:
        best = NOTHING
        others = spans_of(self.b.peek(s, r))
        for a, b in spans_of(self.a.peek(s, r)):
            for c, d in others:
                gap = max(c - b, a - d, 0)
                if best == NOTHING or gap < best:
                    best = gap
        return best

    def lacks(self) -> bool:
        return True


class NumberTally(Gather):
    """The highest, lowest or total number of the sets of things, or how many differ.

    What an endless range leaves open is nothing: it has no highest number.
    """

    def ev(self, s: State, r: Record) -> int:
        kept = r.regs[self.slot]
        each: list[list[Span]] = []
        members: list[int] = []
        for thing in self.found.many(s, r):
            r.regs[self.slot] = thing
            mine = self.amount.many(s, r)
            members += mine
            each.append(spans_of(mine))
        r.regs[self.slot] = kept
        spans = spans_of(members)
        if self.op == "distinct":
            return counted(spans)
        if self.op == "sum":
            return total([span for mine in each for span in mine])
        if not spans:
            return NOTHING
        edge = spans[-1][1] if self.op == "most" else spans[0][0]
        return edge if -LIMIT <= edge <= LIMIT else NOTHING

    def lacks(self) -> bool:
        return True


def counted(spans: list[Span]) -> int:
    """How many numbers there are; NOTHING if there is no end of them."""
    n = 0
    for least, most in spans:
        if least == -ENDLESS or most == ENDLESS:
            return NOTHING
        n += most - least + 1
    return bounded(n)


def total(spans: list[Span]) -> int:
    """The sum of all numbers; NOTHING if there is no end of them."""
    n = 0
    for least, most in spans:
        if least == -ENDLESS or most == ENDLESS:
            return NOTHING
        n += (least + most) * (most - least + 1) // 2
    return bounded(n)


class Shifted(Several):
    """The members of a set, each raised by a number."""

    def __init__(self, found: Expr, by: Expr) -> None:
        self.found = found
        self.by = by

    def many(self, s: State, r: Record) -> list[int]:
        by = self.by.ev(s, r)
        found = self.found.many(s, r)
        return found if by == NOTHING else [shifted(n, by) for n in found]
