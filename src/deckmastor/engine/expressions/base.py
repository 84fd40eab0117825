"""Expressions: objects that compute a number, a thing, a truth, or several things.

`ev` gives one int (truth is 0 or 1), `many` a list. An expression reads the State and the record of
its paragraph and changes neither; a label that it tries values in is put back.
"""

from __future__ import annotations

from typing import Final

from deckmastor.engine.ids import MANY, NONE, UNBOUND, Slot
from deckmastor.engine.state.record import Record
from deckmastor.engine.state.state import State

LIMIT: Final = 1_000_000_000_000  # no number of a game goes beyond


class Expr:
    """Something that can be worked out."""

    __slots__ = ()

    def ev(self, s: State, r: Record) -> int:
        """The one value; NONE if there is none."""
        raise NotImplementedError

    def many(self, s: State, r: Record) -> list[int]:
        """All values."""
        value = self.ev(s, r)
        return [] if value == NONE or value == UNBOUND else [value]

    def peek(self, s: State, r: Record) -> list[int]:
        """All values, perhaps in a list of the State: neither to be changed nor to be kept."""
        return self.many(s, r)

    def has(self, s: State, r: Record, value: int) -> bool:
        """Whether a value is one of them."""
        return value in self.peek(s, r)

    def any(self, s: State, r: Record) -> bool:
        """Whether there are any."""
        return bool(self.peek(s, r))


class Several(Expr):
    """Something that stands for any number of things; as one value it is the first."""

    __slots__ = ()

    def ev(self, s: State, r: Record) -> int:
        found = self.many(s, r)
        return found[0] if found else NONE

    def many(self, s: State, r: Record) -> list[int]:
        raise NotImplementedError


class Lit(Expr):
    """A number, a word, a place or a thing known beforehand."""

    __slots__ = ("n",)

    def __init__(self, n: int) -> None:
        self.n = n

    def ev(self, s: State, r: Record) -> int:
        return self.n

    def many(self, s: State, r: Record) -> list[int]:
        return [self.n]

    def has(self, s: State, r: Record, value: int) -> bool:
        return value == self.n


class Lits(Several):
    """Things known beforehand."""

    __slots__ = ("items",)

    def __init__(self, items: list[int]) -> None:
        self.items = items

    def many(self, s: State, r: Record) -> list[int]:
        return self.items


class Reg(Expr):
    """What a label stands for."""

    __slots__ = ("slot",)

    def __init__(self, slot: Slot) -> None:
        self.slot = slot

    def ev(self, s: State, r: Record) -> int:
        value = r.regs[self.slot]
        if value == MANY:
            members = r.sets[self.slot]
            return members[0] if members else NONE
        return NONE if value == UNBOUND else value

    def many(self, s: State, r: Record) -> list[int]:
        return r.many(self.slot)

    def has(self, s: State, r: Record, value: int) -> bool:
        told = r.regs[self.slot]
        if told == MANY:
            return value in r.sets[self.slot]
        return value == told and value != UNBOUND and value != NONE


class RegSize(Expr):
    """How many things a label stands for."""

    __slots__ = ("slot",)

    def __init__(self, slot: Slot) -> None:
        self.slot = slot

    def ev(self, s: State, r: Record) -> int:
        return len(r.many(self.slot))


class Var(Expr):
    """A scalar of the game."""

    __slots__ = ("i",)

    def __init__(self, i: int) -> None:
        self.i = i

    def ev(self, s: State, r: Record) -> int:
        return s.v[self.i]

    def has(self, s: State, r: Record, value: int) -> bool:
        return value == s.v[self.i] and value != UNBOUND and value != NONE


class Both(Expr):
    """Two terms that a comparison is about."""

    __slots__ = ("a", "b")

    def __init__(self, a: Expr, b: Expr) -> None:
        self.a = a
        self.b = b


# ---- arithmetic -----------------------------------------------------------------------------


def bounded(n: int) -> int:
    """A number kept within what a game may count to."""
    if n > LIMIT:
        return LIMIT
    return -LIMIT if n < -LIMIT else n


class Given(Expr):
    """A condition with a label standing for a term."""

    __slots__ = ("body", "slot", "term")

    def __init__(self, slot: Slot, term: Expr, body: Expr) -> None:
        self.slot = slot
        self.term = term
        self.body = body

    def ev(self, s: State, r: Record) -> int:
        r.regs[self.slot] = self.term.ev(s, r)
        return self.body.ev(s, r)
