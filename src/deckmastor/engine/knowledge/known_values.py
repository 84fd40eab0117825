"""Known values: what a seat can compute of the properties that facts give, from what it sees.

An expression is evaluated without looking at a hidden card. Where it would have to, its value is
unknown, unless the rest decides: `false and unknown` is false. So the answer is the same in all
worlds that the seat cannot tell apart: `rich if you have three aces in your hand` is unknown to
others, whatever the hand is.
"""

from __future__ import annotations

from typing import Final

from deckmastor.engine.expressions.amounts import Gather
from deckmastor.engine.expressions.base import Expr, Given
from deckmastor.engine.expressions.history import WIDTH, Done, Happened
from deckmastor.engine.expressions.names import ByWord, Letters, Spelt
from deckmastor.engine.expressions.people import OwnedBy, You
from deckmastor.engine.expressions.things import (
    Bag,
    ClassOf,
    Col,
    Cols,
    ContentOf,
    Find,
    NameOf,
    Printed,
    PrintedSet,
    Prints,
    Things,
)
from deckmastor.engine.expressions.truths import (
    And,
    Exists,
    ForAll,
    Located,
    Not,
    Or,
    Outstanding,
    SpeciesIn,
)
from deckmastor.engine.facts.facts import (
    Derived,
    DerivedSet,
    Fact,
    FactTable,
    HasText,
    Weighed,
)
from deckmastor.engine.facts.in_force import OnCards
from deckmastor.engine.ids import NONE, Seat, Thing
from deckmastor.engine.knowledge.description import Announced, DoneSince
from deckmastor.engine.permission.norms import VerbRules
from deckmastor.engine.rules.introspection import attributes
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.state.budgets import Exhausted
from deckmastor.engine.state.layout import THIS
from deckmastor.engine.state.state import Record, State

LOOKING = (
    Bag, ByWord, ClassOf, Col, Cols, Letters, NameOf, OwnedBy, Printed, PrintedSet, Prints,
    SpeciesIn, Spelt,
)  # fmt: skip


NO_FACTS: Final[list[Fact]] = []
BINDING = (Derived, DerivedSet, Find, ForAll, Gather, Given)


def all_see(rules: Ruleset, s: State, seats: list[Seat], thing: Thing) -> bool:
    """True if each of some seats sees a thing; what is too much to work out is hidden."""
    work = s.work
    rest, depth = work.ration(), work.depth
    try:
        return all([rules.views.sees(s, seat, thing) for seat in seats])
    except Exhausted:
        return False
    finally:
        work.reunite(rest, depth)


class UnknownValue(Exception):
    """A value depends on cards that the seat does not see."""


class Knower:
    """A seat that computes values from what it sees."""

    def __init__(self, rules: Ruleset, s: State, seats: list[Seat]) -> None:
        self.rules = rules
        self.s = s
        self.hidden = [
            thing >= rules.first_card and not all_see(rules, s, seats, thing)
            for thing in range(len(s.species))
        ]
        self.any = any(self.hidden)
        self.passed = 0  # how often a fact was passed over because it was being computed
        self.memo: dict[tuple[int, int, int], int | None] = {}  # by table, thing and base
        self.weighed: dict[tuple[int, int], bool] = {}  # by table and thing: sets that are known
        self.worded: dict[int, bool] = {}  # by card: whether a target of it was described
        self.parts: dict[int, list[Expr]] = {}  # of each expression
        self.asking: set[int] = set()  # expressions that ask the rules
        self.alike: dict[int, list[int]] = {}  # the candidates of each `Things`
        self.cards = rules.schema.of_kind("card")
        self.sure: dict[int, bool] = {}  # by `SpeciesIn`: whether all cards pass it, or none

    # ---- properties ------------------------------------------------------------------------

    def value(self, name: str, thing: Thing, base: int) -> int | None:
        """A property of a thing with facts applied; None if the seat cannot know it."""
        table, work = self.rules.facts[name], self.s.work
        rest, depth = work.ration(), work.depth
        try:
            if not self.any or name not in self.rules.views.looking:
                return table.value(self.s, thing, base)
            return self.of_table(table, thing, base)
        except (UnknownValue, Exhausted):
            return None
        finally:
            work.reunite(rest, depth)

    def members(self, name: str, thing: Thing, base: list[int]) -> list[int] | None:
        """The members of a set with facts applied; None if the seat cannot know them."""
        table, work = self.rules.facts[name], self.s.work
        rest, depth = work.ration(), work.depth
        try:
            if not self.any or name not in self.rules.views.looking:
                return table.members(self.s, thing, base)
            return self.set_of(table, thing, base)
        except (UnknownValue, Exhausted):
            return None
        finally:
            work.reunite(rest, depth)

    def of_table(self, table: FactTable, thing: Thing, base: int) -> int:
        """The value that `FactTable.value` computes; it is computed once."""
        key = (id(table), thing, base)
        if key not in self.memo:
            passed = self.passed
            known: int | None = None
            try:
                known = self.computed(table, thing, base)
            except UnknownValue:
                if passed != self.passed:
                    raise
            if passed != self.passed and known is not None:
                return known
            self.memo[key] = known
        found = self.memo[key]
        if found is None:
            raise UnknownValue
        return found

    def computed(self, table: FactTable, thing: Thing, base: int) -> int:
        """The value that `FactTable.value` computes, if all that its facts look at is seen."""
        if table.reach is not None and 0 <= thing < len(self.s.species):
            if not self.hidden[thing] and self.s.species[thing] not in table.reach:
                return base
        self.weigh(table, thing)
        return table.value(self.s, thing, base)

    def set_of(self, table: FactTable, thing: Thing, base: list[int]) -> list[int]:
        """The members that `FactTable.members` computes; what they look at is tested once."""
        key = (id(table), thing)
        if key not in self.weighed:
            passed = self.passed
            known = True
            try:
                self.weigh(table, thing)
            except UnknownValue:
                if passed != self.passed:
                    raise
                known = False
            if passed == self.passed:
                self.weighed[key] = known
        if not self.weighed.get(key, True):
            raise UnknownValue
        return table.members(self.s, thing, base)

    def weigh(self, table: FactTable, thing: Thing) -> None:
        """Look at what the facts about a property look at; a fact is busy meanwhile, as in play."""
        work = self.s.work
        for fact in self.rules.views.plain.get(table, NO_FACTS):
            if fact.kin is not None and work.works(fact.kin.number):
                self.passed += 1
                continue
            if not work.enters(fact.number):
                self.passed += 1
                continue
            try:
                work.checks()
                self.apply(fact, thing)
                mine = [number for number in table.ties if work.begins(number)]
                try:
                    if mine:  # facts that pick subjects by this property are also asked alone
                        self.apply(fact, thing)
                finally:
                    for number in mine:
                        work.busy[number] = False
            finally:
                work.leaves(fact.number)

    def apply(self, fact: Fact, thing: Thing) -> None:
        """Look at what a fact looks at to decide whether it applies to a thing, and its value."""
        if isinstance(fact.standing, OnCards) and fact.standing.abroad:
            self.doubt(fact, fact.standing, thing)
        for r in fact.standing.records(self.s):
            if self.about(fact, r, thing):
                self.many(fact.value, r)

    def doubt(self, fact: Fact, standing: OnCards, thing: Thing) -> None:
        """UnknownValue if a fact would apply to a thing, were a hidden card one with its text."""
        for host, hidden in enumerate(self.hidden):
            if hidden and host != thing and standing.counts_at(self.s, host):
                if self.about(fact, standing.host(self.s, host), thing):
                    raise UnknownValue

    def about(self, fact: Fact, r: Record, thing: Thing) -> bool:
        """True if a fact applies to a thing and its condition holds."""
        parts: list[Expr] = []
        if fact.subject is not None:
            if thing not in self.many(fact.subject, r):
                return False
        else:
            parts += fact.tests
        if fact.slot != NONE:
            r.regs[fact.slot] = thing
        if fact.cond is not None:
            parts.append(fact.cond)
        return self.all_true(parts, r)

    # ---- expressions -----------------------------------------------------------------------

    def truth(self, part: Expr, r: Record) -> bool:
        """The truth of a condition."""
        return self.ev(part, r) != 0

    def all_true(self, parts: list[Expr], r: Record) -> bool:
        """True if all conditions hold; false if one does not, even if others are unknown."""
        unknown = False
        for part in parts:
            try:
                if not self.truth(part, r):
                    return False
            except UnknownValue:
                if self.binds(part):
                    raise  # what follows may speak of what would be found
                unknown = True
        if unknown:
            raise UnknownValue
        return True

    def any_true(self, parts: list[Expr], r: Record) -> bool:
        """True if one condition holds, even if others are unknown."""
        unknown = False
        for part in parts:
            try:
                if self.truth(part, r):
                    return True
            except UnknownValue:
                if self.binds(part):
                    raise
                unknown = True
        if unknown:
            raise UnknownValue
        return False

    def ev(self, part: Expr, r: Record) -> int:
        """The value of an expression."""
        self.s.work.spend(1)
        if isinstance(part, And):
            return 1 if self.all_true(part.parts, r) else 0
        if isinstance(part, Or):
            return 1 if self.any_true(part.parts, r) else 0
        if isinstance(part, Not):
            return 0 if self.truth(part.a, r) else 1
        if isinstance(part, Exists):
            return 1 if self.exists(part.found, r) else 0
        if isinstance(part, ForAll):
            return self.quantified(part, r)
        if isinstance(part, Located):
            return self.located(part, r)
        if isinstance(part, Given):
            r.regs[part.slot] = self.ev(part.term, r)
            return self.ev(part.body, r)
        if isinstance(part, HasText):
            return self.of_table(part.table, r.regs[THIS], 1)
        if isinstance(part, (Derived, DerivedSet, Find, Things)):
            found = self.many(part, r)
            return found[0] if found else NONE
        if isinstance(part, Weighed):
            return sum([self.of_table(part.table, one, 1) for one in self.many(part.found, r)])
        self.look(part, r)
        return part.ev(self.s, r)

    def many(self, part: Expr, r: Record) -> list[int]:
        """All values of an expression."""
        self.s.work.spend(1)
        if isinstance(part, Find):
            return self.find(part, r)
        if isinstance(part, Things):
            if any(one < 0 for one in self.candidates(part)):
                raise UnknownValue
            return part.many(self.s, r)
        if isinstance(part, Derived):
            return self.derived(part, r)
        if isinstance(part, DerivedSet):
            return self.derived_set(part, r)
        if isinstance(part, (And, Or, Not, Exists, ForAll, Given, HasText, Located, Weighed)):
            return [self.ev(part, r)]
        self.look(part, r)
        return part.many(self.s, r)

    def look(self, part: Expr, r: Record) -> None:
        """Compute the parts of any other expression; what it looks at must be seen."""
        looking = isinstance(part, LOOKING)
        if isinstance(part, Gather):
            self.gather(part, r)
            return
        if isinstance(part, (Happened, Done, DoneSince)):
            self.remember(part)
            return
        if isinstance(part, Announced):
            self.aim(part, r)
            return
        for one in self.parts_of(part):
            for thing in self.many(one, r):
                if looking and 0 <= thing < len(self.hidden) and self.hidden[thing]:
                    if not isinstance(part, SpeciesIn) or not self.plain_kind(part, thing):
                        raise UnknownValue

    def plain_kind(self, part: SpeciesIn, thing: Thing) -> bool:
        """True if the back of a hidden thing tells its kind: that it is a card at all."""
        if self.s.species[thing] not in self.cards:
            return False
        if id(part) not in self.sure:
            some = not self.cards.isdisjoint(part.species)
            self.sure[id(part)] = not some or self.cards <= part.species
        return self.sure[id(part)]

    def aim(self, part: Announced, r: Record) -> None:
        """The targets of cards that are seen are known; of a description, only what it says."""
        for card in self.many(part.cards, r):
            if not 0 <= card < len(self.hidden):
                continue
            if self.hidden[card]:
                raise UnknownValue
            if card not in self.worded:
                self.worded[card] = part.described(self.s, card)
            if self.worded[card]:
                self.opaque()

    def gather(self, part: Gather, r: Record) -> None:
        """An aggregate looks at each thing that fits its description."""
        kept = r.regs[part.slot]
        for thing in self.many(part.found, r):
            r.regs[part.slot] = thing
            self.many(part.amount, r)
        r.regs[part.slot] = kept

    def parts_of(self, part: Expr) -> list[Expr]:
        """The expressions that an expression computes; unknown if it asks the rules as well."""
        found = self.parts.get(id(part))
        if found is None:
            found = self.parts[id(part)] = []
            for name in attributes(part):
                value: object = getattr(part, name, None)
                if isinstance(value, Expr):
                    found.append(value)
                elif isinstance(value, list):
                    if value and isinstance(value[0], Expr):
                        found += value
                elif isinstance(value, (VerbRules, Ruleset)):
                    if not isinstance(part, (OwnedBy, You)):
                        self.asking.add(id(part))
                elif isinstance(value, dict):
                    if any([isinstance(one, Expr) for one in value.values()]):
                        self.asking.add(id(part))
            if found and "slot" in attributes(part) and not isinstance(part, BINDING):
                self.asking.add(id(part))  # its parts speak of what it tries under a label
        if id(part) in self.asking:
            self.opaque()
        return found

    def binds(self, part: Expr) -> bool:
        """True if an expression gives a label a value that later ones can read."""
        if isinstance(part, (ForAll, Given)):
            return True
        try:
            return any([self.binds(one) for one in self.parts_of(part)])
        except UnknownValue:
            return True

    def opaque(self) -> None:
        """An expression that asks the rules may depend on any card."""
        if self.any:
            raise UnknownValue

    def remember(self, part: Happened | Done | DoneSince) -> None:
        """Past events are known; their cards are looked at if the query asks which they were."""
        obj = part.pattern.obj
        if obj is None:
            return
        tests = [
            test
            for test in obj.tests
            if not (isinstance(test, SpeciesIn) and obj.species and test.species >= obj.species)
        ]
        backs = self.rules.views.backs
        for thing in self.s.past[part.index][1::WIDTH]:
            if not 0 <= thing < len(self.hidden) or not self.hidden[thing]:
                continue
            back = backs[self.s.species[thing]]
            alike = {one for one, other in enumerate(backs) if other == back}
            if tests or part.pattern.conds or (obj.species and not obj.species >= alike):
                raise UnknownValue

    def located(self, part: Located, r: Record) -> int:
        """Whether things lie in places, some of which may not be meant."""
        sure, others = self.spread(part.place, r)
        unknown = False
        things = self.many(part.thing, r)
        for thing in things:
            place = self.s.where[thing] if 0 <= thing < len(self.s.where) else NONE
            if place not in sure:
                if place not in others:
                    return 0
                unknown = True
        if unknown:
            raise UnknownValue
        return 1 if things else 0

    def spread(self, part: Expr, r: Record) -> tuple[list[int], list[int]]:
        """The values of an expression, and those that may be among them."""
        if isinstance(part, Find):
            return self.sifted(part, r)
        if isinstance(part, Things):
            found = self.candidates(part)
            return ([one for one in found if one >= 0], [~one for one in found if one < 0])
        if isinstance(part, ContentOf):
            column = self.s.cols[part.column]
            sure, others = self.spread(part.thing, r)
            return (
                [column[thing] for thing in sure if column[thing] >= 0],
                [column[thing] for thing in others if column[thing] >= 0],
            )
        return (self.many(part, r), [])

    # ---- descriptions ----------------------------------------------------------------------

    def candidates(self, part: Things) -> list[int]:
        """The things of some species; those that may be one, as ~thing."""
        found = self.alike.get(id(part))
        if found is not None:
            return found
        s, backs = self.s, self.rules.views.backs
        alike = {backs[one] for one in part.species}
        found = self.alike[id(part)] = []
        for thing, species in enumerate(s.species):
            place = s.where[thing]
            if place in (NONE, part.but):
                continue
            if self.hidden[thing]:
                if backs[species] in alike:
                    found.append(~thing)
            elif species in part.species:
                found.append(thing)
        return found

    def find(self, part: Find, r: Record) -> list[int]:
        """The things that pass every test; unknown if one may or may not."""
        found, others = self.sifted(part, r)
        if others:
            raise UnknownValue
        return found

    def sifted(self, part: Find, r: Record) -> tuple[list[int], list[int]]:
        """The things that pass every test, and those that may."""
        source = part.source
        things = self.candidates(source) if isinstance(source, Things) else self.many(source, r)
        kept = r.regs[part.slot]
        for at, test in enumerate(part.tests):
            if isinstance(test, Outstanding):
                things = self.best(test, things, part.slot, r)
                continue
            passed: list[int] = []
            for told in things:
                thing = ~told if told < 0 else told
                r.regs[part.slot] = thing
                try:
                    if self.truth(test, r):
                        passed.append(told)
                except UnknownValue:
                    if self.may_pass(part.tests[at + 1 :], r):
                        passed.append(~thing)
            things = passed
        r.regs[part.slot] = kept
        return ([told for told in things if told >= 0], [~told for told in things if told < 0])

    def may_pass(self, tests: list[Expr], r: Record) -> bool:
        """False if one of some tests certainly fails."""
        for test in tests:
            try:
                if not isinstance(test, Outstanding) and not self.truth(test, r):
                    return False
            except UnknownValue:
                pass
        return True

    def best(self, test: Outstanding, things: list[int], slot: int, r: Record) -> list[int]:
        """The candidates with the greatest or least amount; each of them must be known."""
        for told in things:
            if told < 0:
                raise UnknownValue
            r.regs[slot] = told
            self.ev(test.amount, r)
        return test.choose(self.s, r, things.copy(), slot) if things else things

    def exists(self, found: Expr, r: Record) -> bool:
        """True if something fits a description."""
        if not isinstance(found, Find):
            return bool(self.many(found, r))
        passed, others = self.sifted(found, r)
        if not passed and others:
            raise UnknownValue
        return bool(passed)

    def quantified(self, part: ForAll, r: Record) -> int:
        """Whether a condition holds of all that fit a description, or of some."""
        kept = r.regs[part.slot]
        unknown = False
        others: list[int] = []
        if isinstance(part.found, Find):
            things, others = self.sifted(part.found, r)
        else:
            things = self.many(part.found, r)
        for thing in [*things, *others]:
            r.regs[part.slot] = thing
            try:
                if self.truth(part.body, r) == part.some:
                    if thing in others:
                        unknown = True
                        continue
                    if not part.some:
                        r.regs[part.slot] = kept
                    return 1 if part.some else 0
            except UnknownValue:
                unknown = True
        r.regs[part.slot] = kept
        if unknown:
            raise UnknownValue
        return 0 if part.some else 1

    def derived(self, part: Derived, r: Record) -> list[int]:
        """A property with facts applied, of each of some things."""
        if part.owner is None:
            return [self.of_table(part.table, NONE, self.ev(part.base, r))]
        found: list[int] = []
        for thing in self.many(part.owner, r):
            kept = r.regs[part.slot]
            r.regs[part.slot] = thing
            try:
                base = self.base_of(part.table, part.base, r, thing)
            finally:
                r.regs[part.slot] = kept
            found.append(self.of_table(part.table, thing, base))
        return found

    def base_of(self, table: FactTable, base: Expr, r: Record, thing: Thing) -> int:
        """A property without facts; a status that is only given by facts has none."""
        if isinstance(base, Printed) and not any(base.table):
            return 0  # the same on every card
        return self.ev(base, r)

    def derived_set(self, part: DerivedSet, r: Record) -> list[int]:
        """The members of sets with facts applied, of each of some things."""
        found: list[int] = []
        for thing in self.many(part.owner, r):
            kept = r.regs[part.slot]
            r.regs[part.slot] = thing
            try:
                base = self.many(part.base, r)
            finally:
                r.regs[part.slot] = kept
            found += self.set_of(part.table, thing, base)
        return found
