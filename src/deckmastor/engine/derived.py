"""Continuous facts: what is so as long as a rule or card says so, worked out when it is read."""

from __future__ import annotations

from deckmastor.engine.standing import Standing
from deckmastor.engine.state import NONE, Record, State
from deckmastor.engine.values import Expr, bounded

SET, PLUS, MINUS, GIVE, DENY = 0, 1, 2, 3, 4


class Fact:
    """A value set, raised or lowered; a member of a set given or denied."""

    __slots__ = ("busy", "cond", "number", "op", "slot", "standing", "subject", "tests", "value")

    def __init__(self, standing: Standing, op: int, value: Expr) -> None:
        self.standing = standing
        self.op = op
        self.value = value
        self.slot = NONE  # the label of the thing that the fact is about
        self.tests: list[Expr] = []
        self.subject: Expr | None = None  # or a term that names it
        self.cond: Expr | None = None
        self.busy = False

    def about(self, s: State, r: Record, thing: int) -> bool:
        """Whether the fact speaks of a thing, and its condition holds."""
        if self.subject is not None:
            if thing not in self.subject.many(s, r):
                return False
        elif self.slot != NONE:
            r.regs[self.slot] = thing
            for test in self.tests:
                if not test.ev(s, r):
                    return False
        return self.cond is None or self.cond.ev(s, r) != 0


class FactTable:
    """All facts about one property, by tier and time: later ones change what earlier ones left."""

    __slots__ = ("facts",)

    def __init__(self) -> None:
        self.facts: list[Fact] = []

    def order(self) -> None:
        """Bring the facts into the order in which they apply; sets stay before additions."""
        self.facts.sort(key=lambda fact: (fact.standing.tier, fact.standing.time))

    def value(self, s: State, thing: int, base: int) -> int:
        """The value of a thing's property, given what it is without facts."""
        added = 0
        for fact in self.facts:
            if fact.busy:
                continue  # a fact picks its subjects by what they are without it
            fact.busy = True
            for record in fact.standing.records(s):
                if fact.about(s, record, thing):
                    if fact.op == SET:
                        base = fact.value.ev(s, record)
                    elif fact.op == PLUS:
                        added += fact.value.ev(s, record)
                    elif fact.op == MINUS:
                        added -= fact.value.ev(s, record)
            fact.busy = False
        return bounded(base + added) if added else base

    def members(self, s: State, thing: int, base: list[int]) -> list[int]:
        """The members of a thing's set, given what it has without facts."""
        found = base
        for fact in self.facts:
            if fact.busy:
                continue
            fact.busy = True
            for record in fact.standing.records(s):
                if fact.about(s, record, thing):
                    told = fact.value.many(s, record)
                    if fact.op == SET:
                        found = told
                    elif fact.op == GIVE:
                        found = found + [value for value in told if value not in found]
                    elif fact.op == DENY:
                        found = [value for value in found if told and value not in told]
            fact.busy = False
        return found


class Derived(Expr):
    """A property of a thing as facts make it."""

    __slots__ = ("base", "owner", "slot", "table")

    def __init__(self, table: FactTable, owner: Expr | None, base: Expr, slot: int) -> None:
        self.table = table
        self.owner = owner
        self.base = base  # what it is without facts, of the thing under `slot`
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
    """The members of a thing's set as facts make them."""

    __slots__ = ("base", "owner", "slot", "table")

    def __init__(self, table: FactTable, owner: Expr, base: Expr, slot: int) -> None:
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
