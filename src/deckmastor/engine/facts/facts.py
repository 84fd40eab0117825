"""Facts: values and statuses that hold as long as a rule says so, computed when they are read.

A property has one `FactTable`. `Derived` reads the stored value of a thing and lets the table apply
its facts: with `Each card has 1 more strength`, a stored 3 is read as 4 and stays 3 in the State.
While a fact is computed it is busy and does not apply to itself.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from deckmastor.engine.expressions.base import Expr, bounded
from deckmastor.engine.facts.in_force import Adopted, OnCards, Standing
from deckmastor.engine.ids import NONE, Slot, Thing
from deckmastor.engine.state.layout import THIS
from deckmastor.engine.state.state import Record, State

SET: Final = 0
PLUS: Final = 1
MINUS: Final = 2
GIVE: Final = 3
DENY: Final = 4


class Fact:
    """One statement: it sets, raises or lowers a value, or gives or denies a member of a set."""

    __slots__ = (
        "cond", "kin", "number", "op", "plain", "slot", "standing", "subject", "tests", "value",
    )  # fmt: skip

    def __init__(self, number: int, standing: Standing, op: int, value: Expr) -> None:
        self.number: i64 = number  # its index in a workspace: busy list and scratch records
        self.standing = standing
        self.op = op
        self.value = value
        self.slot = NONE  # the label of the thing that the fact is about
        self.tests: list[Expr] = []
        self.subject: Expr | None = None  # or a term that names it
        self.cond: Expr | None = None
        self.kin: Fact | None = None  # the other fact that the same statement makes
        self.plain = not isinstance(standing, (OnCards, Adopted))

    def records(self, s: State) -> list[Record]:
        """The records under which it is in force; a plain rule reuses a scratch record."""
        if not self.plain:
            return self.standing.records(s)
        scratch, number = s.work.facts, self.number
        if number < len(scratch):
            found = scratch[number]
            if found is not None:
                return found
        return s.work.scratch(number, self.standing.fresh())

    def about(self, s: State, r: Record, thing: Thing) -> bool:
        """True if the fact applies to a thing and its condition holds."""
        if self.subject is not None:
            if not self.subject.has(s, r, thing):
                return False
            if self.slot != NONE:
                r.regs[self.slot] = thing
        elif self.slot != NONE:
            r.regs[self.slot] = thing
            for test in self.tests:
                if not test.ev(s, r):
                    return False
        return self.cond is None or self.cond.ev(s, r) != 0


class Bound:
    """A lower or upper bound of a value."""

    __slots__ = ("fact", "least", "standing")

    def __init__(self, fact: Fact, least: bool) -> None:
        self.fact = fact  # it gives the bound as its value, and the things it applies to
        self.least = least
        self.standing = fact.standing

    def within(self, s: State, thing: Thing, value: int) -> int:
        """The value, clamped to the bound."""
        fact, work = self.fact, s.work
        if not work.begins(fact.number):
            return value
        try:
            for record in self.standing.records(s):
                if fact.about(s, record, thing):
                    edge = fact.value.ev(s, record)
                    value = max(value, edge) if self.least else min(value, edge)
        except BaseException:
            work.fail(fact.number)
            raise
        work.busy[fact.number] = False
        return value

    def binds(self, s: State) -> bool:
        """True if it applies to anything now."""
        return any(
            self.fact.about(s, record, thing)
            for record in self.standing.records(s)
            for thing in [NONE, *range(len(s.species))]
        )


class FactTable:
    """All facts about one property, by tier and time: later ones override earlier ones."""

    __slots__ = ("adjusted", "bounds", "facts", "reach", "taking")

    def __init__(self) -> None:
        self.facts: list[Fact] = []
        self.bounds: list[Bound] = []
        self.adjusted = False  # True if acts raise or lower the value that facts set
        self.taking = False  # True if all facts only deny members
        self.reach: frozenset[int] | None = None  # the only species that they can apply to

    def order(self) -> None:
        """Sort the facts by tier and time; `value` adds after all sets, whatever the order."""
        self.facts.sort(key=lambda fact: (fact.standing.tier, fact.standing.time))
        self.taking = all(fact.op == DENY for fact in self.facts)

    def value(self, s: State, thing: Thing, base: int) -> int:
        """The value of a thing's property; `base` is its value without facts."""
        if self.reach is not None and 0 <= thing < len(s.species):
            if s.species[thing] not in self.reach:
                return base
        added = 0
        raised = base if self.adjusted else 0
        work = s.work
        busy = work.busy
        for fact in self.facts:
            number = fact.number
            if fact.kin is not None and work.works(fact.kin.number):
                continue  # the subjects of a fact are tested as if it did not apply
            if number < len(busy):
                if busy[number]:
                    continue
                busy[number] = True
            else:
                work.begins(number)
            try:
                for record in fact.records(s):
                    if fact.about(s, record, thing):
                        if fact.op == SET:
                            base = fact.value.ev(s, record) + raised
                        elif fact.op == PLUS:
                            added += fact.value.ev(s, record)
                        elif fact.op == MINUS:
                            added -= fact.value.ev(s, record)
            except BaseException:
                work.fail(number)
                raise
            busy[number] = False
        value = bounded(base + added) if added else base
        for bound in self.bounds:
            value = bound.within(s, thing, value)
        return value

    def members(self, s: State, thing: Thing, base: list[int]) -> list[int]:
        """The members of a thing's set; `base` are its members without facts."""
        found = base
        if self.taking and not found:
            return found
        work = s.work
        busy = work.busy
        for fact in self.facts:
            number = fact.number
            if not work.begins(number):
                continue
            try:
                for record in fact.records(s):
                    if fact.about(s, record, thing):
                        told = fact.value.many(s, record)
                        if fact.op == SET:
                            found = told
                        elif fact.op == GIVE:
                            found = found + [value for value in told if value not in found]
                        elif fact.op == DENY:
                            found = [value for value in found if told and value not in told]
            except BaseException:
                work.fail(number)
                raise
            busy[number] = False
        return found


class HasText(Expr):
    """True if the thing under THIS has its text, or a part of it, with facts applied."""

    __slots__ = ("table",)

    def __init__(self, table: FactTable) -> None:
        self.table = table

    def ev(self, s: State, r: Record) -> int:
        return self.table.value(s, r.regs[THIS], 1)


class Derived(Expr):
    """A property of a thing with facts applied."""

    __slots__ = ("base", "owner", "slot", "table")

    def __init__(self, table: FactTable, owner: Expr | None, base: Expr, slot: Slot) -> None:
        self.table = table
        self.owner = owner
        self.base = base  # the value without facts, of the thing under `slot`
        self.slot = slot

    def ev(self, s: State, r: Record) -> int:
        if self.owner is None:
            return self.table.value(s, NONE, self.base.ev(s, r))
        thing = self.owner.ev(s, r)
        if thing < 0:
            return NONE
        kept = r.regs[self.slot]
        r.regs[self.slot] = thing
        base = self.base.ev(s, r)
        r.regs[self.slot] = kept
        return self.table.value(s, thing, base)

    def many(self, s: State, r: Record) -> list[int]:
        if self.owner is None:
            return [self.ev(s, r)]
        found: list[int] = []
        for thing in self.owner.many(s, r):
            kept = r.regs[self.slot]
            r.regs[self.slot] = thing
            base = self.base.ev(s, r)
            r.regs[self.slot] = kept
            found.append(self.table.value(s, thing, base))
        return found


class DerivedSet(Expr):
    """The members of a thing's set with facts applied."""

    __slots__ = ("base", "owner", "slot", "table")

    def __init__(self, table: FactTable, owner: Expr, base: Expr, slot: Slot) -> None:
        self.table = table
        self.owner = owner
        self.base = base
        self.slot = slot

    def ev(self, s: State, r: Record) -> int:
        found = self.many(s, r)
        return found[0] if found else NONE

    def many(self, s: State, r: Record) -> list[int]:
        found: list[int] = []
        for thing in self.owner.many(s, r):
            kept = r.regs[self.slot]
            r.regs[self.slot] = thing
            base = self.base.many(s, r)
            r.regs[self.slot] = kept
            found += self.table.members(s, thing, base)
        return found


class Weighed(Expr):
    """The number of things that fit a description, each with its weight."""

    __slots__ = ("found", "table")

    def __init__(self, found: Expr, table: FactTable) -> None:
        self.found = found
        self.table = table

    def ev(self, s: State, r: Record) -> int:
        things, reach, total = self.found.peek(s, r), self.table.reach, 0
        for thing in things:
            if reach is None or s.species[thing] in reach:
                total += self.table.value(s, thing, 1)
            else:
                total += 1
        return total
