"""Expressions: objects that compute a number, a thing, a truth, or several things.

`ev` returns one int (truth is 0 or 1), `many` a list. So `Count(Inside(Lit(4)))` is the number of
things in place 4. An expression reads the State and the record of its paragraph. It changes no
State; it writes only labels that it binds itself, and restores those that it tries values in.
"""

from __future__ import annotations

from typing import Final

from deckmastor.engine.ids import MANY, NONE, NOTHING, UNBOUND, Slot
from deckmastor.engine.state.state import Record, State

LIMIT: Final = 1_000_000_000_000  # the greatest number that a game can have


class Expr:
    """An expression; each subclass computes `ev` or `many`."""

    def ev(self, s: State, r: Record) -> int:
        """One value; NONE if there is none."""
        raise NotImplementedError

    def many(self, s: State, r: Record) -> list[int]:
        """All values."""
        value = self.ev(s, r)
        return [] if value == self.nil() or value == UNBOUND else [value]

    def nil(self) -> int:
        """The value that means none: NONE, or NOTHING for an expression that computes a number."""
        return NONE

    def lacks(self) -> bool:
        """True if it computes a number that may be missing: the height of a card without one."""
        return False

    def peek(self, s: State, r: Record) -> list[int]:
        """All values, perhaps in a list that the State owns: do not change it or keep it."""
        return self.many(s, r)

    def sole(self, s: State, r: Record) -> int:
        """The only value, found without a list: NONE if there is none, MANY if that is unknown."""
        return MANY

    def has(self, s: State, r: Record, value: int) -> bool:
        """True if a value is one of `many`."""
        return value in self.peek(s, r)

    def any(self, s: State, r: Record) -> bool:
        """True if `many` is not empty."""
        return bool(self.peek(s, r))


class Several(Expr):
    """An expression with any number of values; `ev` is the first of them."""

    def ev(self, s: State, r: Record) -> int:
        found = self.many(s, r)
        return found[0] if found else NONE

    def many(self, s: State, r: Record) -> list[int]:
        raise NotImplementedError


class Lit(Expr):
    """A constant: a number, a word, a place or a thing."""

    def __init__(self, n: int) -> None:
        self.n = n

    def ev(self, s: State, r: Record) -> int:
        return self.n

    def many(self, s: State, r: Record) -> list[int]:
        return [self.n]

    def has(self, s: State, r: Record, value: int) -> bool:
        return value == self.n


class Lits(Several):
    """Several constants."""

    def __init__(self, items: list[int]) -> None:
        self.items = items

    def many(self, s: State, r: Record) -> list[int]:
        return self.items


class Reg(Expr):
    """The value of a label."""

    def __init__(self, slot: Slot) -> None:
        self.slot = slot

    def ev(self, s: State, r: Record) -> int:
        value = r.regs[self.slot]
        if value == MANY:
            members = r.sets[self.slot]
            return members[0] if members else NONE
        return NONE if value == UNBOUND else value

    def sole(self, s: State, r: Record) -> int:
        value = r.regs[self.slot]
        return NONE if value == UNBOUND else value

    def many(self, s: State, r: Record) -> list[int]:
        return r.many(self.slot)

    def has(self, s: State, r: Record, value: int) -> bool:
        told = r.regs[self.slot]
        if told == MANY:
            return value in r.sets[self.slot]
        return value == told and value != UNBOUND and value != NONE


class RegSize(Expr):
    """The number of values of a label."""

    def __init__(self, slot: Slot) -> None:
        self.slot = slot

    def ev(self, s: State, r: Record) -> int:
        return len(r.many(self.slot))


class Var(Expr):
    """A scalar of the game; `none` is the value that means that it has none."""

    def __init__(self, i: int, none: int = NONE) -> None:
        self.i = i
        self.none = none

    def nil(self) -> int:
        return self.none

    def ev(self, s: State, r: Record) -> int:
        return s.v[self.i]

    def has(self, s: State, r: Record, value: int) -> bool:
        return value == s.v[self.i] and value != UNBOUND and value != self.none


class Both(Expr):
    """An expression with two operands."""

    def __init__(self, a: Expr, b: Expr) -> None:
        self.a = a
        self.b = b


# ---- arithmetic -----------------------------------------------------------------------------


def bounded(n: int) -> int:
    """A number clamped to ±LIMIT."""
    if n > LIMIT:
        return LIMIT
    return -LIMIT if n < -LIMIT else n


class Figure(Expr):
    """An expression that computes a number; nothing if a number that it needs is missing."""

    def nil(self) -> int:
        return NOTHING


class Given(Expr):
    """A condition that is computed after a label was bound to the value of a term."""

    def __init__(self, slot: Slot, term: Expr, body: Expr) -> None:
        self.slot = slot
        self.term = term
        self.body = body

    def ev(self, s: State, r: Record) -> int:
        r.regs[self.slot] = self.term.ev(s, r)
        return self.body.ev(s, r)
