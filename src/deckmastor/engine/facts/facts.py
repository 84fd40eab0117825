"""Facts: values and statuses that hold as long as a rule says so, computed when they are read.

A property has one `FactTable`. `Derived` reads the stored value of a thing and lets the table apply
its facts: with `Each card has 1 more strength`, a stored 3 is read as 4 and stays 3 in the State.
While a fact is computed it is busy and does not apply to itself.

Facts apply by tier, then by the time at which they came into force. A set replaces what is there,
an addition adds to it. Of those that came at one time, sets go first, in the order of the book.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from deckmastor.engine.expressions.base import Expr, Lit, bounded
from deckmastor.engine.expressions.number_sets import joined, shifted
from deckmastor.engine.expressions.things import is_there
from deckmastor.engine.facts.in_force import Adopted, OnCards, Standing, in_force
from deckmastor.engine.ids import NONE, NOTHING, Slot, Thing
from deckmastor.engine.state.budgets import DEEPEST, blame
from deckmastor.engine.state.layout import THIS, YOU
from deckmastor.engine.state.state import Record, State

SET: Final = 0
PLUS: Final = 1
MINUS: Final = 2
GIVE: Final = 3
DENY: Final = 4

BEGAN: Final = 3  # where the turn of a fact tells when it came into force


class Fact:
    """One statement: it sets, raises or lowers a value, or gives or denies a member of a set."""

    def __init__(self, number: int, standing: Standing, op: int, value: Expr) -> None:
        self.number: i64 = number  # its index in a workspace: busy list and scratch records
        self.standing = standing
        self.op = op
        self.value = value
        self.slot = NONE  # the label of the thing that the fact is about
        self.tests: list[Expr] = []
        self.subject: Expr | None = None  # or a term that names it
        self.cond: Expr | None = None
        self.firm = 0  # 1 if it says `cannot be`: it outweighs other facts of its tier
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
        return self.picks(s, r, thing) and (self.cond is None or self.cond.ev(s, r) != 0)

    def picks(self, s: State, r: Record, thing: Thing) -> bool:
        """True if a thing is a subject of the fact; the condition is not asked."""
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
        return True

    @property
    def rank(self) -> int:
        """Sets go before additions that come into force at the same time."""
        return 1 if self.op in (PLUS, MINUS) else 0


class Bound:
    """A lower or upper bound of a value."""

    def __init__(self, fact: Fact, least: bool, persons: bool) -> None:
        self.fact = fact  # it gives the bound as its value, and the things it applies to
        self.least = least
        self.persons = persons  # True if it speaks of persons only
        self.standing = fact.standing
        self.same = False  # whether the bound is the same for all that it applies to

    def within(self, s: State, thing: Thing, value: int) -> int:
        """The value, clamped to the bound."""
        fact, work = self.fact, s.work
        if not work.enters(fact.number):
            return value
        try:
            work.checks()
            for record in self.standing.records(s):
                if fact.about(s, record, thing):
                    edge = fact.value.ev(s, record)
                    if NOTHING in (edge, value):
                        continue
                    value = max(value, edge) if self.least else min(value, edge)
        except BaseException as fault:
            blame(fault, fact.standing.sentence)
            work.fail(fact.number)
            raise
        work.leaves(fact.number)
        return value

    def edge(self, s: State) -> int:
        """The tightest bound there is now, for whomever; NOTHING if there is none."""
        fact, work = self.fact, s.work
        tightest = NOTHING
        if not work.enters(fact.number):
            return tightest
        try:
            work.checks()
            for record in self.standing.records(s):
                edge = fact.value.ev(s, record)
                if edge == NOTHING:
                    continue
                if tightest == NOTHING or (edge > tightest if self.least else edge < tightest):
                    tightest = edge
        except BaseException as fault:
            blame(fault, fact.standing.sentence)
            work.fail(fact.number)
            raise
        work.leaves(fact.number)
        return tightest

    def binds(self, s: State) -> bool:
        """True if it applies to anything now."""
        return any(
            self.fact.about(s, record, thing)
            for record in self.standing.records(s)
            for thing in [NONE, *range(len(s.species))]
        )


def keeps_within(s: State, bounds: list[Bound], values: list[int]) -> bool:
    """True if no value passes any of the bounds; they are compared with the tightest of each.

    Gain: 12 % of a match in which few numbers have bounds.
    """
    if not values:
        return True
    for bound in bounds:
        if not bound.same:
            return False
        edge = bound.edge(s)
        if edge != NOTHING and (min(values) < edge if bound.least else max(values) > edge):
            return False
    return True


class Turn:
    """A fact that applies to a thing, with its value and its turn among the others."""

    def __init__(self, at: tuple[int, int, int, int, int, int], fact: Fact) -> None:
        self.at = at
        self.fact = fact
        self.n = 0
        self.told: list[int] = NOBODY
        self.you = NONE  # for whom the text speaks that states it
        self.nth = NONE  # where the modifier acts that states it, if it is one of that thing


NOBODY: Final[list[int]] = []  # immutable


class FactTable:
    """All facts about one property, by tier and time: later ones override earlier ones."""

    def __init__(self) -> None:
        self.facts: list[Fact] = []
        self.bounds: list[Bound] = []
        self.timed = False  # True if only the State tells in which order they came into force
        self.stacks = False  # True if a thing can have one member several times: a modifier
        self.ties: list[int] = []  # facts that pick their subjects by this very property
        self.adjusted = False  # True if acts raise or lower the value that facts set
        self.taking = False  # True if all facts only deny members
        self.lasting = False  # True if all facts are of rules that effects adopt
        self.adopted: frozenset[int] = frozenset()  # the numbers of those rules
        self.rulings: frozenset[int] = frozenset()  # of all such rules that its values depend on
        self.reach: frozenset[int] | None = None  # the only species that they can apply to
        self.cell: i64 = NONE  # of a workspace: where values are kept; NONE if they are not
        self.circle: list[int] = []  # the facts that it reads, if its own are among them
        self.reads: i64 = 0  # what they depend on, as bits of `State.stale`
        self.adopting = (
            False  # True if they are not kept while rules that effects adopt are in force
        )
        self.described = False  # True if targets that players describe can change them

    def order(self) -> None:
        """Sort the facts by tier and time, as far as the book alone decides it."""
        self.facts.sort(
            key=lambda fact: (
                fact.standing.tier, fact.firm, fact.standing.since, fact.rank, fact.standing.time,
            )
        )  # fmt: skip
        self.taking = all(fact.op == DENY for fact in self.facts)
        self.lasting = all(isinstance(fact.standing, Adopted) for fact in self.facts)
        self.adopted = frozenset(
            fact.standing.number for fact in self.facts if isinstance(fact.standing, Adopted)
        )
        self.timed = False
        for tier in {fact.standing.tier for fact in self.facts}:
            same = [fact for fact in self.facts if fact.standing.tier == tier]
            self.timed = self.timed or in_any_order(same)
        if self.stacks and not self.taking:
            self.timed = True  # what is given twice is there twice, in the order in which it came

    def value(self, s: State, thing: Thing, base: int) -> int:
        """The value of a thing's property; `base` is its value without facts."""
        if self.reach is not None and 0 <= thing < len(s.species):
            if s.species[thing] not in self.reach:
                return base
        if self.cell < 0 or thing < NONE or not self.keeps(s):
            return self._value(s, thing, base)
        # A value of the game is the last: NONE is -1.
        kept = s.kept(self.cell, self.reads, self.rulings)
        if kept.ages[thing] == kept.age and kept.bases[thing] == base:
            return kept.values[thing]
        value = self._value(s, thing, base)
        kept.values[thing] = value
        kept.bases[thing] = base
        kept.ages[thing] = kept.age
        return value

    def keeps(self, s: State) -> bool:
        """True if nothing is in force that reads more than what changes are noted of."""
        if self.adopting and s.lasting and in_force(s, self.rulings):
            return False
        for number in self.circle:
            if s.work.works(number):
                return False
        return not (self.described and s.texts)

    def dormant(self, s: State) -> bool:
        """True if all facts are of rules that effects adopt, and none of these is in force."""
        return self.lasting and not (s.lasting and in_force(s, self.adopted))

    def _value(self, s: State, thing: Thing, base: int) -> int:
        """`value`, computed."""
        if self.lasting and self.dormant(s):
            return self._limited(s, thing, base)
        if self.timed or self.ties:
            return self._limited(s, thing, self._in_turn(s, thing, base))
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
            work.depth += 1
            work.fuel -= 1
            try:
                if work.depth > DEEPEST or work.fuel < 0:
                    work.checks()
                for record in fact.records(s):
                    if fact.about(s, record, thing):
                        base = applied(fact.op, base, fact.value.ev(s, record), raised)
            except BaseException as fault:
                blame(fault, fact.standing.sentence)
                work.fail(number)
                raise
            work.depth -= 1
            busy[number] = False
        return self._limited(s, thing, base)

    def _limited(self, s: State, thing: Thing, value: int) -> int:
        """A value within the bounds."""
        for bound in self.bounds:
            value = bound.within(s, thing, value)
        return value

    def _in_turn(self, s: State, thing: Thing, base: int) -> int:
        """`value` where the State tells the order of the facts."""
        raised = base if self.adjusted else 0
        for turn in self._turns(s, thing, False):
            base = applied(turn.fact.op, base, turn.n, raised)
        return base

    def _turns(self, s: State, thing: Thing, several: bool) -> list[Turn]:
        """The facts that apply to a thing, in the order in which they apply."""
        found: list[Turn] = []
        work = s.work
        for index, fact in enumerate(self.facts):
            if fact.kin is not None and work.works(fact.kin.number):
                continue
            if not work.enters(fact.number):
                continue
            try:
                work.checks()
                for record in fact.records(s):
                    late = self._late(s, fact, record, thing)
                    if late < 0:
                        continue
                    standing = fact.standing
                    began = standing.began(s, record)
                    turn = Turn((late, standing.tier, fact.firm, began, fact.rank, index), fact)
                    turn.you = record.regs[YOU]
                    if isinstance(standing, Adopted) and standing.acts >= 0:
                        if record.regs[THIS] == thing:
                            turn.nth = record.regs[standing.acts]
                    if several:
                        turn.told = fact.value.many(s, record)
                    else:
                        turn.n = fact.value.ev(s, record)
                    found.append(turn)
            except BaseException as fault:
                blame(fault, fact.standing.sentence)
                work.fail(fact.number)
                raise
            work.leaves(fact.number)
        found.sort(key=lambda turn: turn.at)
        return found

    def _late(self, s: State, fact: Fact, record: Record, thing: Thing) -> int:
        """0 if a fact applies to a thing as it is by itself, 1 if other facts make it a subject.

        NONE if it does not apply. Two facts that each make the subjects of the other something
        else both apply, and a fact that needs another one applies after it.
        """
        if not self.ties:
            return 0 if fact.about(s, record, thing) else NONE
        work = s.work
        mine = [number for number in self.ties if work.begins(number)]
        try:
            alone = fact.picks(s, record, thing)
        finally:
            for number in mine:
                work.busy[number] = False
        if alone:
            return 0 if fact.cond is None or fact.cond.ev(s, record) else NONE
        return 1 if fact.about(s, record, thing) else NONE

    def might_add(self, s: State) -> bool:
        """False if no fact in force can give a thing a member that it has not by itself."""
        return not self.taking and not self.dormant(s)

    def members(self, s: State, thing: Thing, base: list[int]) -> list[int]:
        """The members of a thing's set; `base` are its members without facts."""
        if (self.taking and not base) or (self.lasting and self.dormant(s)):
            return base
        if self.cell < 0 or not self.keeps(s):
            return self._members(s, thing, base)
        kept = s.kept(self.cell, self.reads, self.rulings)
        found = kept.sets.get(thing)
        if found is None or kept.own[thing] != base:
            kept.own[thing] = own = base.copy()  # `base` may be a list of the State
            found = kept.sets[thing] = self._members(s, thing, own)
        return found

    def _members(self, s: State, thing: Thing, base: list[int]) -> list[int]:
        """`members`, computed."""
        found = base
        if self.timed or self.ties:
            for turn in self._turns(s, thing, True):
                found = given(turn.fact.op, found, turn.told, self.stacks)
            return found
        work = s.work
        busy = work.busy
        for fact in self.facts:
            number = fact.number
            if not work.enters(number):
                continue
            try:
                work.checks()
                for record in fact.records(s):
                    if fact.about(s, record, thing):
                        told = fact.value.many(s, record)
                        found = given(fact.op, found, told, self.stacks)
            except BaseException as fault:
                blame(fault, fact.standing.sentence)
                work.fail(number)
                raise
            work.depth -= 1
            busy[number] = False
        return found

    def givers(self, s: State, thing: Thing, base: list[int]) -> list[Turn | None]:
        """For each member of a thing's set the fact that gives it, in their order.

        None for what the thing has by itself. Only for sets in which one member can be twice.
        """
        words = base
        by: list[Turn | None] = [None for _ in base]
        for turn in self._turns(s, thing, True):
            if turn.fact.op == DENY:
                left = [at for at, word in enumerate(words) if turn.told and word not in turn.told]
                words = [words[at] for at in left]
                by = [by[at] for at in left]
                continue
            before = len(words) if turn.fact.op == GIVE else 0
            words = words[:before] + turn.told
            by = by[:before] + [turn for _ in turn.told]
        return by


def applied(op: int, base: int, n: int, raised: int) -> int:
    """A value after a fact: `n` is the value of the fact, `raised` what acts have added."""
    if op == SET:
        return n + raised if n != NOTHING and raised != NOTHING else n
    if op == DENY:
        return NONE if base == n else base
    if base == NOTHING or n == NOTHING:
        return base  # what is missing is not raised, and nothing is not added
    return bounded(base + n if op == PLUS else base - n)


def given(op: int, found: list[int], told: list[int], stacks: bool) -> list[int]:
    """The members of a set after a fact that tells of some members.

    Where it `stacks`, what is given is there once more.
    """
    if op == SET:
        return told
    if op in (PLUS, MINUS):  # all its numbers are raised or lowered
        by = told[0] if told else NOTHING
        if by == NOTHING:
            return found
        return joined([shifted(n, by if op == PLUS else -by) for n in found])
    if op == GIVE and stacks:
        return found + told
    if op == GIVE:
        return found + [value for value in told if value not in found]
    return [value for value in found if told and value not in told]


def in_any_order(facts: list[Fact]) -> bool:
    """True if facts of one tier can come into force in several orders, and the order matters."""
    if all(fact.rank or fact.op == GIVE for fact in facts):
        return False
    if all(fact.op == DENY for fact in facts):
        return False
    if all(fact.plain for fact in facts):
        return False
    first = facts[0]
    if all(fact.op == SET for fact in facts) and isinstance(first.value, Lit):
        return any(not isinstance(f.value, Lit) or f.value.n != first.value.n for f in facts)
    return True


class HasText(Expr):
    """True if the thing under THIS has its text, or a part of it, with facts applied."""

    def __init__(self, table: FactTable) -> None:
        self.table = table

    def ev(self, s: State, r: Record) -> int:
        return self.table.value(s, r.regs[THIS], 1)


class Derived(Expr):
    """A property of a thing with facts applied."""

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
            return self.base.nil()
        kept = r.regs[self.slot]
        r.regs[self.slot] = thing
        base = self.base.ev(s, r)
        r.regs[self.slot] = kept
        return self.table.value(s, thing, base)

    def nil(self) -> int:
        return self.base.nil()

    def lacks(self) -> bool:
        if self.owner is None or self.base.nil() != NOTHING:
            return False
        return self.base.lacks() or not is_there(self.owner)

    def many(self, s: State, r: Record) -> list[int]:
        if self.owner is None:
            return [self.ev(s, r)]
        found: list[int] = []
        for thing in self.owner.many(s, r):
            kept = r.regs[self.slot]
            r.regs[self.slot] = thing
            base = self.base.ev(s, r)
            r.regs[self.slot] = kept
            value = self.table.value(s, thing, base)
            if value != NOTHING:
                found.append(value)
        return found


class DerivedSet(Expr):
    """The members of a thing's set with facts applied."""

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
            found += self.of(s, r, thing)
        return found

    def peek(self, s: State, r: Record) -> list[int]:
        thing = self.owner.sole(s, r)
        return self.of(s, r, thing) if thing >= 0 else self.many(s, r)

    def of(self, s: State, r: Record, thing: Thing) -> list[int]:
        """The members of the set of one thing, perhaps in a list that is kept: do not change it."""
        kept = r.regs[self.slot]
        r.regs[self.slot] = thing
        base = self.base.peek(s, r)
        r.regs[self.slot] = kept
        return self.table.members(s, thing, base)


class Weighed(Expr):
    """The number of things that fit a description, each with its weight."""

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
