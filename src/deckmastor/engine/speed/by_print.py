"""Partial evaluation: expressions about one thing computed for each species, from its print.

Example: `Eq(Printed(colour, card), red)` becomes a `BySpecies` with a table of 0 and 1.

Facts of plain rules are part of the tables. Facts of cards and effects are assumed not to be in
force. They are listed in a `PrintUnchanged`, which says at run time whether that is so.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TypeGuard

from deckmastor.engine.expressions.base import Both, Expr, Lit, Lits, Reg
from deckmastor.engine.expressions.names import Spelt
from deckmastor.engine.expressions.things import Find, Printed, PrintedSet, Things
from deckmastor.engine.expressions.truths import (
    And,
    Below,
    Eq,
    Le,
    Located,
    Lt,
    Meets,
    Ne,
    Not,
    NotAbove,
    Or,
    Same,
    SpeciesIn,
)
from deckmastor.engine.facts.facts import (
    SET,
    Derived,
    DerivedSet,
    Fact,
    FactTable,
    HasText,
    applied,
    given,
)
from deckmastor.engine.facts.in_force import Adopted, OnCards, Standing
from deckmastor.engine.ids import NONE, NOTHING, UNBOUND, Slot
from deckmastor.engine.rules.introspection import attributes
from deckmastor.engine.rules.schema import Schema
from deckmastor.engine.speed.by_species import (
    BySpecies,
    DefinedByOne,
    FindBySpecies,
    LyingIn,
    PrintUnchanged,
    SetBySpecies,
    StatedByOne,
)
from deckmastor.engine.state.layout import THIS
from deckmastor.engine.state.workspace import Numbers

COMPARED: dict[type[Both], Callable[[int, int], bool]] = {
    Eq: operator.eq, Ne: operator.ne, Lt: operator.lt, Le: operator.le,
    Same: lambda a, b: a != NOTHING and a == b,
    Below: lambda a, b: a != NOTHING and a < b,
    NotAbove: lambda a, b: a != NOTHING and a <= b,
}  # fmt: skip
WORTH = {
    Eq, Ne, Lt, Le, Same, Below, NotAbove, Meets, Not, And, Or, SpeciesIn, Derived, DefinedByOne,
    DerivedSet, HasText, Spelt,
}  # fmt: skip

# values by species, standings assumed not in force, facts included, tables that were read
Made = tuple[list[int], list[Standing], list[Fact], list[FactTable]]
Shape = tuple[int, object]  # a label or NONE, and a key of what else decides an expression


class ShapeBySpecies:
    """The values by species of expressions of one shape, and for which they are certain."""

    def __init__(
        self, table: list[int], sets: list[list[int]], sure: list[bool], calm: PrintUnchanged | None
    ) -> None:
        self.table = table
        self.sets = sets
        self.sure = sure
        self.calm = calm


class NotByPrint(Exception):
    """Raised if more than the species of one thing decides an expression."""


class Printing:
    """Computes the expressions of a book about one thing for each species."""

    def __init__(self, schema: Schema, numbers: Numbers) -> None:
        self.numbers = numbers
        self.species = len(schema.species)
        self.places = schema.zname
        self.first_card = schema.first_card
        self.persons = 1 + len(schema.persons)  # how many species are of persons; they come first
        self.calms: dict[frozenset[int], PrintUnchanged | None] = {frozenset(): None}
        self.standings: list[Standing] = []
        self.facts: list[Fact] = []
        self.open: list[FactTable] = []  # whose facts are being computed
        self.opened: list[FactTable] = []  # all whose facts were computed
        self.weighed: list[FactTable] = []
        self.worked_out: dict[tuple[int, ...], tuple[list[bool], list[Outcomes]]] = {}
        self.derived: dict[tuple[int, int], Made | None] = {}  # None: more than print decides
        self.imagined: dict[tuple[int, int], list[Outcomes]] = {}
        self.shapes: dict[int, Shape | None] = {}  # by id
        self.shaped_ones: list[Expr | None] = []  # kept alive, so that ids are unique
        self.outcomes: dict[object, list[Outcomes]] = {}
        self.abouts: dict[int, list[bool]] = {}  # flags for the species of each fact, by its id
        self.defining: dict[int, frozenset[int]] = {}  # species that one fact defines, by table
        self.told_of: dict[object, ShapeBySpecies | None] = {}  # by key of the shape
        self.alike = {told: told for told in (NO, YES, EITHER)}  # outcomes, interned
        self.single: dict[int, Outcomes] = {}  # outcomes of one number

    def steady(self, expr: Expr) -> BySpecies | SetBySpecies | None:
        """A `BySpecies` or `SetBySpecies`, if only the thing under one label decides; else None."""
        if type(expr) not in WORTH:
            return None
        shape = self.shape(expr)
        if shape is None or shape[0] == NONE:
            return None
        slot, key = shape
        if key not in self.told_of:
            self.told_of[key] = self.by_species(expr, slot)
        told = self.told_of[key]
        if told is None:
            return None
        if isinstance(expr, DerivedSet):
            return SetBySpecies(expr, slot, told.sets, told.calm)
        return BySpecies(expr, slot, told.table, told.sure, told.calm)

    def by_species(self, expr: Expr, slot: Slot) -> ShapeBySpecies | None:
        """The table of an expression about the thing under a label; None if more decides it."""
        self.standings, self.facts, self.open = [], [], []
        try:
            if isinstance(expr, DerivedSet):
                return ShapeBySpecies([], self.sets(expr, slot), [], self.calm())
            table, calm = self.values(expr, slot), self.calm()
        except NotByPrint:
            return None
        told = self.possible(expr, slot) if calm is not None else []
        sure = [one is not None and len(one) == 1 for one in told] or [True] * self.species
        return ShapeBySpecies(table, [], sure, calm)

    def shape(self, expr: Expr | None) -> Shape | None:
        """The one label that an expression reads, or NONE, and a key of all else that decides it.

        None if it reads more than print and facts about one thing. Expressions with equal keys have
        equal tables, whatever their label.
        """
        key = id(expr)
        if key not in self.shapes:
            self.shaped_ones.append(expr)
            self.shapes[key] = self.shaped(expr)
        return self.shapes[key]

    def shaped(self, expr: Expr | None) -> Shape | None:
        """Compute the shape of an expression; `shape` keeps it."""
        kind = type(expr)
        if isinstance(expr, Lit):
            return (NONE, expr.n)
        if isinstance(expr, Printed):
            return (expr.owner.slot, (Printed, id(expr.table))) if is_reg(expr.owner) else None
        if isinstance(expr, (Derived, DerivedSet)):
            base = self.shape(expr.base)
            if base is None or base[0] not in (NONE, expr.slot) or not is_reg(expr.owner):
                return None
            return (expr.owner.slot, (kind, id(expr.table), base[0] == NONE, base[1]))
        if isinstance(expr, (Lt, Le)):
            label, n = (expr.a, expr.b) if isinstance(expr, Lt) else (expr.b, expr.a)
            if isinstance(label, Reg):
                first = isinstance(n, Lit) and n.n == self.first_card
                return (label.slot, kind) if first else None
        if isinstance(expr, (Eq, Ne, Lt, Le, Same, Below, NotAbove, Meets)):
            return self.joined(kind, [expr.a, expr.b])
        if isinstance(expr, Spelt):
            return self.joined(kind, [expr.text, expr.word])
        if isinstance(expr, (And, Or)):
            return self.joined(kind, expr.parts)
        if isinstance(expr, Not):
            return self.joined(kind, [expr.a])
        if isinstance(expr, SpeciesIn):
            return (expr.thing.slot, (kind, expr.species)) if is_reg(expr.thing) else None
        if isinstance(expr, PrintedSet):
            return (expr.owner.slot, (kind, id(expr.table))) if is_reg(expr.owner) else None
        if isinstance(expr, Lits):
            return (NONE, (kind, *expr.items))
        if isinstance(expr, HasText):
            return (THIS, (kind, id(expr.table)))
        if isinstance(expr, (BySpecies, SetBySpecies)):
            return self.joined(kind, [expr.expr])
        return None

    def joined(self, kind: type, parts: list[Expr]) -> Shape | None:
        """The shape of an expression that is made of several parts."""
        slot = NONE
        keys: list[object] = [kind]
        for part in parts:
            shape = self.shape(part)
            if shape is None or (shape[0] != NONE and slot not in (NONE, shape[0])):
                return None
            slot = slot if shape[0] == NONE else shape[0]
            keys.append(shape[1])
        return (slot, tuple(keys))

    def calm(self) -> PrintUnchanged | None:
        """The `PrintUnchanged` of what was just computed; shared by all with equal assumptions."""
        key = frozenset(id(part) for part in (*self.standings, *self.facts))
        if key not in self.calms:
            standings = {id(one): one for one in self.standings}
            facts = {id(one): one for one in self.facts}
            told = (list(standings.values()), list(facts.values()))
            self.calms[key] = PrintUnchanged(*told, self.numbers.cell())
        return self.calms[key]

    # ---- by species ------------------------------------------------------------------------

    def values(self, expr: Expr | None, slot: Slot) -> list[int]:
        """The value of an expression for a thing of each species under a label."""
        match expr:
            case Lit(n=n):
                return [n] * self.species
            case Printed(table=table, owner=owner) if self.is_label(owner, slot):
                return self.whole(table)
            case SpeciesIn(species=species, thing=thing) if self.is_label(thing, slot):
                return [1 if i in species else 0 for i in range(self.species)]
            case Not(a=a):
                return [0 if n else 1 for n in self.values(a, slot)]
            case And(parts=parts):
                return [1 if all(told) else 0 for told in self.each(parts, slot)]
            case Or(parts=parts):
                return [1 if any(told) else 0 for told in self.each(parts, slot)]
            case Lt(a=Reg() as thing, b=Lit(n=n)) if n == self.first_card:
                self.must(self.is_label(thing, slot))
                return [1 if i < self.persons else 0 for i in range(self.species)]
            case Le(a=Lit(n=n), b=Reg() as thing) if n == self.first_card:
                self.must(self.is_label(thing, slot))
                return [0 if i < self.persons else 1 for i in range(self.species)]
            case Meets(a=a, b=b):
                pairs = zip(self.sets(a, slot), self.sets(b, slot), strict=True)
                return [1 if any(n in theirs for n in mine) else 0 for mine, theirs in pairs]
            case Spelt(text=text, word=word):
                texts = zip(self.values(text, slot), self.sets(word, slot), strict=True)
                return [1 if expr.holds(n, told) else 0 for n, told in texts]
            case Derived(table=table, owner=owner, base=base, slot=under) if owner is not None:
                self.must(self.is_label(owner, slot))
                return self.made_of_print(table, base, under)
            case HasText(table=table) if slot == THIS:
                return self.made(table, [1] * self.species)
            case BySpecies(expr=inner):
                return self.values(inner, slot)
        compare = COMPARED.get(type(expr)) if isinstance(expr, Both) else None
        if compare is None or not isinstance(expr, Both):
            raise NotByPrint
        pairs_ = zip(self.values(expr.a, slot), self.values(expr.b, slot), strict=True)
        return [1 if compare(mine, theirs) else 0 for mine, theirs in pairs_]

    def each(self, parts: list[Expr], slot: Slot) -> list[tuple[int, ...]]:
        """The values of several expressions for each species, side by side."""
        return list(zip(*(self.values(part, slot) for part in parts), strict=True))

    def sets(self, expr: Expr, slot: Slot) -> list[list[int]]:
        """All values of an expression for a thing of each species under a label."""
        match expr:
            case Lits(items=items):
                return [items] * self.species
            case PrintedSet(table=table, owner=owner) if self.is_label(owner, slot):
                self.must(len(table) == self.species)
                return table
            case DerivedSet(table=table, owner=owner, base=base, slot=under):
                self.must(self.is_label(owner, slot))
                return self.given(table, self.sets(base, under))
            case Lit() | Derived():
                return [[n] for n in self.values(expr, slot)]
            case SetBySpecies(expr=inner):
                return self.sets(inner, slot)
            case BySpecies(expr=inner):
                return self.sets(inner, slot)
            case Printed():
                none = (expr.nil(), UNBOUND)
                return [[] if n in none else [n] for n in self.values(expr, slot)]
        raise NotByPrint

    def is_label(self, expr: Expr | None, slot: Slot) -> bool:
        """True if an expression is the thing under a label."""
        return isinstance(expr, Reg) and expr.slot == slot

    def must(self, so: bool) -> None:
        """Raise `NotByPrint` unless a condition is met."""
        if not so:
            raise NotByPrint

    def whole(self, table: list[int]) -> list[int]:
        """A table, if it has an entry for every species."""
        self.must(len(table) == self.species)
        return table

    # ---- facts -----------------------------------------------------------------------------

    def told(self, table: FactTable) -> list[tuple[Fact, list[int]]]:
        """The facts of plain rules in a table, with flags for the species they speak of."""
        self.must(not table.bounds and not table.adjusted and table not in self.open)
        self.must(not table.ties)
        self.open.append(table)
        self.opened.append(table)
        found: list[tuple[Fact, list[int]]] = []
        for fact in table.facts:
            if isinstance(fact.standing, (OnCards, Adopted)):
                self.standings.append(fact.standing)
                continue
            self.must(type(fact.standing) is Standing and fact.subject is None)
            self.facts.append(fact)
            if fact.kin is not None:
                self.facts.append(fact.kin)
            tests = [*(fact.tests if fact.slot != NONE else ())]
            if fact.cond is not None:
                tests.append(fact.cond)
            truths = self.each(tests, fact.slot) if tests else [()] * self.species
            found.append((fact, [1 if all(one) else 0 for one in truths]))
        return found

    def made_of_print(self, table: FactTable, base: Expr, slot: Slot) -> list[int]:
        """The values of a printed property after facts of plain rules; memoized."""
        if not (isinstance(base, Printed) and self.is_label(base.owner, slot)):
            return self.made(table, self.values(base, slot))
        key = (id(table), id(base.table))
        if key not in self.derived:
            kept = (self.standings, self.facts, self.open, self.opened)
            self.standings, self.facts, self.open, self.opened = [], [], [], []
            self.derived[key] = None  # while it is being computed, and if it cannot be
            with suppress(NotByPrint):
                found = self.made(table, self.values(base, slot))
                self.derived[key] = (found, self.standings, self.facts, self.opened)
            self.standings, self.facts, self.open, self.opened = kept
        told = self.derived[key]
        self.must(told is not None)
        assert told is not None
        self.must(not any([one in self.open for one in told[3]]))  # facts that depend on each other
        self.standings += told[1]
        self.facts += told[2]
        self.opened += told[3]
        return told[0]

    def made(self, table: FactTable, base: list[int]) -> list[int]:
        """A property after facts of plain rules, as `FactTable.value` computes it."""
        found = base.copy()
        for fact, about in self.told(table):
            value = self.values(fact.value, fact.slot)
            for i in range(self.species):
                if about[i]:
                    found[i] = applied(fact.op, found[i], value[i], 0)
        self.open.pop()
        return found

    def given(self, table: FactTable, base: list[list[int]]) -> list[list[int]]:
        """A set after facts of plain rules, as `FactTable.members` computes it."""
        found = list(base)
        for fact, about in self.told(table):
            value = self.sets(fact.value, fact.slot)
            for i, told in enumerate(value):
                if about[i]:
                    found[i] = given(fact.op, found[i], told, table.stacks)
        self.open.pop()
        return found

    # ---- possible values ------------------------------------------------------------------

    def possible(self, expr: Expr | None, slot: Slot) -> list[Outcomes]:
        """The possible values of an expression for each species, whatever is in force; memoized."""
        shape = self.shape(expr) if not self.weighed else None
        if shape is None or shape[0] not in (NONE, slot):
            return self.possibly(expr, slot)
        if shape[1] not in self.outcomes:
            self.outcomes[shape[1]] = self.possibly(expr, slot)
        return self.outcomes[shape[1]]

    def possibly(self, expr: Expr | None, slot: Slot) -> list[Outcomes]:
        """Compute what `possible` returns and keeps."""
        match expr:
            case Not(a=a):
                return [denied(told) for told in self.possible(a, slot)]
            case And(parts=parts):
                return [denied(one_of(map(denied, told))) for told in self.sides(parts, slot)]
            case Or(parts=parts):
                return [one_of(told) for told in self.sides(parts, slot)]
            case Derived(table=table, owner=owner, base=base, slot=under):
                if self.is_label(owner, slot):
                    return self.could_be_of_print(table, base, under)
            case HasText(table=table) if slot == THIS:
                return self.could_be(table, [frozenset({1})] * self.species)
            case BySpecies(expr=inner) | SetBySpecies(expr=inner):
                return self.possible(inner, slot)
            case Eq(a=a, b=b) | Ne(a=a, b=b) | Meets(a=a, b=b):
                if isinstance(expr, Meets) and not (single(a) and single(b)):
                    return self.known(expr, slot)
                told = [
                    equal(*pair)
                    for pair in zip(self.possible(a, slot), self.possible(b, slot), strict=True)
                ]
                return [denied(one) for one in told] if isinstance(expr, Ne) else told
        return self.known(expr, slot)

    def known(self, expr: Expr | None, slot: Slot) -> list[Outcomes]:
        """The one value for each species if nothing but print decides, else any value."""
        kept = (self.standings, self.facts, self.open)
        self.standings, self.facts, self.open = [], [], []
        try:
            found = self.values(expr, slot)
            sure = not self.standings and not self.facts
        except NotByPrint:
            found, sure = [], False
        self.standings, self.facts, self.open = kept
        return [self.just(n) for n in found] if sure else [None] * self.species

    def just(self, n: int) -> Outcomes:
        """The outcomes of exactly one number; one object for all species."""
        found = self.single.get(n)
        if found is None:
            found = self.single[n] = self.same(frozenset({n}))
        return found

    def same(self, told: frozenset[int]) -> frozenset[int]:
        """Outcomes, interned: equal ones are the same object."""
        return self.alike.setdefault(told, told)

    def sides(self, parts: list[Expr], slot: Slot) -> list[tuple[Outcomes, ...]]:
        """The possible values of several expressions for each species, side by side."""
        return list(zip(*(self.possible(part, slot) for part in parts), strict=True))

    def could_be_of_print(self, table: FactTable, base: Expr, slot: Slot) -> list[Outcomes]:
        """The possible values of a printed property after facts; memoized."""
        if self.weighed or not (isinstance(base, Printed) and self.is_label(base.owner, slot)):
            return self.could_be(table, self.possible(base, slot))
        key = (id(table), id(base.table))
        if key not in self.imagined:
            self.imagined[key] = self.could_be(table, self.possible(base, slot))
        return self.imagined[key]

    def could_be(self, table: FactTable, base: list[Outcomes]) -> list[Outcomes]:
        """The possible values of a property, where each fact may be in force or not."""
        if table.bounds or table.adjusted or table in self.weighed:
            return [None] * self.species
        found = list(base)
        self.weighed.append(table)
        for fact in table.facts:
            abouts, value = self.told_possibly(fact)
            for i, about in enumerate(abouts):
                if about:
                    mine, theirs = found[i], value[i]
                    if fact.op != SET or mine is None or theirs is None:
                        found[i] = None
                    elif mine is not theirs:
                        found[i] = self.same(mine | theirs)
        self.weighed.pop()
        return found

    def told_possibly(self, fact: Fact) -> tuple[list[bool], list[Outcomes]]:
        """The species that a fact could speak of, and its possible values; memoized."""
        key = (id(fact), *map(id, self.weighed))
        if key not in self.worked_out:
            said = self.possible(fact.value, fact.slot)
            self.worked_out[key] = (self.could_be_about(fact), said)
        return self.worked_out[key]

    def could_be_about(self, fact: Fact) -> list[bool]:
        """Flags for the species that a fact could speak of; memoized."""
        if self.weighed:
            return self.perhaps_about(fact)
        if id(fact) not in self.abouts:
            self.abouts[id(fact)] = self.perhaps_about(fact)
        return self.abouts[id(fact)]

    def perhaps_about(self, fact: Fact) -> list[bool]:
        """Compute what `could_be_about` returns and keeps."""
        if fact.subject is not None:
            if isinstance(fact.standing, OnCards) and self.is_label(fact.subject, THIS):
                return [fact.standing.bears(i) for i in range(self.species)]
            return [True] * self.species
        if fact.slot == NONE:
            return [True] * self.species
        tests = [*fact.tests, *([fact.cond] if fact.cond is not None else [])]
        passing = self.passing(tests, fact.slot)
        return [i in passing for i in range(self.species)]

    def passing(self, tests: list[Expr], slot: Slot) -> frozenset[int]:
        """The species that could pass all of some tests on the thing under a label."""
        left = list(range(self.species))
        for test in tests:
            told = self.possible(test, slot)
            left = [i for i in left if told[i] is not NO and told[i] != NO]
        return frozenset(left)

    def defined(self, expr: Derived) -> Expr:
        """A property as `DefinedByOne` or `StatedByOne`, if one plain rule alone defines it.

        A value of the game that no rule states is what is stored.

        Gain: 9 % on the mean of the shipped games.
        """
        table = expr.table
        if not table.facts and not table.bounds and expr.owner is None:
            return expr.base
        if not table.facts or table.bounds or table.adjusted:
            return expr
        fact = table.facts[-1]
        if not fact.plain or fact.op != SET or fact.kin is not None or fact.subject is not None:
            return expr
        if expr.owner is None:
            alone = len(table.facts) == 1 and fact.cond is None and not fact.tests
            return StatedByOne(expr, fact) if alone else expr
        if fact.slot == NONE:
            return expr
        if id(table) not in self.defining:
            self.defining[id(table)] = self.always(table, fact)
        always = self.defining[id(table)]
        return DefinedByOne(expr, fact, always) if always else expr

    def always(self, table: FactTable, fact: Fact) -> frozenset[int]:
        """The species of which a fact always speaks, and no other fact of its table can."""
        left = list(range(self.species))
        for test in [*fact.tests, *([fact.cond] if fact.cond is not None else [])]:
            told = self.possible(test, fact.slot)
            left = [i for i in left if is_sure(told[i])]
        for other in table.facts[:-1]:
            about = self.could_be_about(other)
            left = [i for i in left if not about[i]]
        return frozenset(left)

    def reach(self, table: FactTable) -> frozenset[int] | None:
        """The species that facts of a table could speak of; None if the table has bounds.

        Gain: 20 % on the mean of the shipped games.
        """
        if table.bounds:
            return None
        found: set[int] = set()
        for fact in table.facts:
            found.update([i for i, about in enumerate(self.could_be_about(fact)) if about])
        return frozenset(found)


Outcomes = frozenset[int] | None  # possible values; None for any
NO = frozenset({0})
YES = frozenset({1})
EITHER = frozenset({0, 1})


def is_reg(expr: Expr | None) -> TypeGuard[Reg]:
    """True if an expression is a label."""
    return isinstance(expr, Reg)


def is_sure(told: Outcomes) -> bool:
    """True if a condition can only be true."""
    return told is not None and 0 not in told


def denied(told: Outcomes) -> Outcomes:
    """The outcomes of `not`."""
    if told is None or told is EITHER:
        return EITHER
    if told is NO or told == NO:
        return YES
    if told is YES or told == YES:
        return NO
    return frozenset([0 if n else 1 for n in told])


def one_of(parts: Iterable[Outcomes]) -> Outcomes:
    """The outcomes of `or`."""
    found: Outcomes = NO
    for part in parts:
        if part is not None and 0 not in part:
            return YES
        if part is not NO and part != NO:
            found = EITHER
    return found


def equal(mine: Outcomes, theirs: Outcomes) -> Outcomes:
    """The outcomes of a comparison for equality."""
    if mine is None or theirs is None:
        return EITHER
    if mine.isdisjoint(theirs):
        return NO
    return YES if len(mine) == len(theirs) == 1 else EITHER


def single(expr: Expr) -> bool:
    """True if an expression about one thing always has exactly one value."""
    return isinstance(expr, (Lit, Derived))


def lying(expr: Find) -> Find:
    """Turn a search among all things, with a test of place, into one among what lies there.

    Gain: 12 % on the mean of the shipped games.
    """
    if type(expr.source) is not Things:
        return expr
    for test in expr.tests:
        if isinstance(test, Located) and isinstance(test.thing, Reg):
            if test.thing.slot == expr.slot and expr.slot not in labels(test.place):
                tests = [other for other in expr.tests if other is not test]
                return Find(LyingIn(expr.source, test.place), expr.slot, tests)
        if not isinstance(test, (BySpecies, SpeciesIn)):
            break  # it may bind a label, or compare all candidates
    return expr


def sifted(expr: Find) -> Expr:
    """Turn a search into a `FindBySpecies`, if species decide all of its tests.

    Gain: 7 % on the mean of the shipped games.
    """
    tests = [test for test in expr.tests if isinstance(test, BySpecies) and test.slot == expr.slot]
    return FindBySpecies(expr, tests) if tests and len(tests) == len(expr.tests) else expr


def labels(expr: object) -> set[int]:
    """The labels that an expression reads, without those that only facts bind."""
    if isinstance(expr, Reg):
        return {expr.slot}
    if isinstance(expr, HasText):
        return {THIS}
    if isinstance(expr, (BySpecies, SetBySpecies)):
        return {expr.slot}
    if isinstance(expr, (Derived, DerivedSet)):
        return labels(expr.owner)
    found: set[int] = set()
    if isinstance(expr, list):
        for part in expr:
            found |= labels(part)
    elif isinstance(expr, Expr):
        for name in attributes(expr):
            part = getattr(expr, name, None)
            if isinstance(part, (Expr, list)):
                found |= labels(part)
    return found
