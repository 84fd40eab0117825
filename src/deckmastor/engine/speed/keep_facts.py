"""Kept facts: values that facts give are kept by thing until something changes that they read.

A pass over all tables of facts finds what each reads: places by their sort, columns, sets, values
of the game, and other facts. Each change of a State notes what it changed (`State.stale`). A table
that reads anything else is computed each time; one that reads itself, while that is being computed.

Example: the *level* of a stack is kept while cards are announced, and worked out again only after a
level was set. Gain: half of the time of a match in which rules about things refer to each other.
"""

from __future__ import annotations

from typing import Final

from deckmastor.engine.expressions.amounts import Add, Count, Even, Gather, Least, Odd, Pair
from deckmastor.engine.expressions.base import Both, Expr, Given, Lit, Lits, Reg, RegSize, Var
from deckmastor.engine.expressions.people import AllPersons
from deckmastor.engine.expressions.places import Empty, OwnPlace, PlaceNamed, Places, Size, SizeOne
from deckmastor.engine.expressions.things import (
    Bag,
    Col,
    Cols,
    ContentOf,
    Ends,
    Find,
    Holder,
    Inside,
    OnlyOne,
    PlaceOf,
    Printed,
    PrintedSet,
    Prints,
    Things,
    Top,
    TopFound,
    Union,
)
from deckmastor.engine.expressions.truths import (
    And,
    Exists,
    ForAll,
    HeldBy,
    Located,
    Not,
    Or,
    Outstanding,
    SpeciesIn,
)
from deckmastor.engine.facts.facts import Derived, DerivedSet, Fact, FactTable
from deckmastor.engine.facts.in_force import Adopted, CardsRank, Standing
from deckmastor.engine.ids import Place, Slot
from deckmastor.engine.rules.introspection import attributes
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.rules.schema import CONTENT, Attr
from deckmastor.engine.speed.by_species import BySpecies, LyingIn, SetBySpecies
from deckmastor.engine.speed.few import ColumnIs, LainOn, LyingByFact, OfEach, SameAs
from deckmastor.engine.speed.short import EmptyOwn, HasKind, HasSome, SizeOfKind, TopPrinted, VarIs
from deckmastor.engine.state.layout import HEAD, TURN
from deckmastor.engine.state.state import (
    ABSENT,
    BAGS,
    FILLED,
    PLACES,
    TURNING,
    VALUES,
    column_bit,
    place_bit,
)
from deckmastor.engine.triggers.triggers import Watch
from deckmastor.engine.verbs.kept_targets import KeptTarget, KeptTargets

Marks = tuple[int, int]  # what changes: as bits of `State.stale`, and of `State.dirty`
MORE: Final = -1  # it may read something that is not noted
UNNOTED: Final[Marks] = (MORE, 0)

# Expressions that read nothing but what their parts read, and print.
PARTS: Final = (
    Add, And, Both, ColumnIs, Count, Ends, Even, Exists, Find, ForAll, Gather, Least, Lit, Lits,
    Not, OfEach, Odd, OnlyOne, Or, Outstanding, OwnPlace, Pair, PlaceNamed, Places, Printed,
    PrintedSet, Prints, Reg, RegSize, SameAs, SpeciesIn, TopFound, Union,
)  # fmt: skip


class Reads:
    """What a table of facts reads, directly or through other tables."""

    def __init__(self) -> None:
        self.bits = 0  # as bits of `State.stale`, or MORE
        self.dirty = 0  # the same as bits of `State.dirty`
        self.tables: list[FactTable] = []
        self.adopting = False  # True if a rule that effects adopt reads more
        self.rulings: set[int] = set()  # the numbers of the rules that effects adopt
        self.described = False  # True if it reads targets that players may describe

    def add(self, marks: Marks) -> None:
        """Count something as read."""
        bits, dirty = marks
        self.bits = MORE if MORE in (bits, self.bits) else self.bits | bits
        self.dirty = MORE if MORE in (dirty, self.dirty) else self.dirty | dirty

    def include(self, part: Reads) -> None:
        """Count as read what a part reads."""
        self.add((part.bits, part.dirty))
        self.tables += part.tables
        self.adopting |= part.adopting
        self.rulings |= part.rulings
        self.described |= part.described


class Reading:
    """Finds what tables of facts read."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.cards = rules.schema.of_kind("card")
        self.zname = rules.schema.zname
        self.values = {
            attr.at
            for attr in rules.schema.attrs.values()
            if attr.home == "scalar"
            and (
                attr.at in rules.schema.initial
                or is_worked_out(rules, attr)
                or is_status(rules, attr)
            )
        }  # the scalars that sentences set, and nothing else
        self.home = {
            id(fact): table for table in rules.facts.values() for fact in table.facts
        }  # the table of each fact

    def of(self, table: FactTable) -> Reads:
        """What the facts and bounds of a table read themselves."""
        found = Reads()
        for fact in (*table.facts, *[bound.fact for bound in table.bounds]):
            part = Reads()
            self.fact(fact, part)
            if part.bits == MORE and isinstance(fact.standing, Adopted):
                found.adopting = True
                found.rulings.add(fact.standing.number)
            else:
                found.include(part)
        if table.ties:
            found.add(UNNOTED)
        return found

    def follow(self, found: Reads) -> None:
        """Add what the tables read that were found, and the tables that these read."""
        seen: list[FactTable] = []
        for table in found.tables:
            if table not in seen:
                seen.append(table)
                found.include(self.of(table))

    def fact(self, fact: Fact, found: Reads) -> None:
        """Add what a fact reads, and where it is in force."""
        self.standing(fact.standing, found)
        if fact.kin is not None and id(fact.kin) in self.home:
            found.tables.append(self.home[id(fact.kin)])  # it applies only while that is not busy
        for part in (fact.subject, fact.cond, fact.value, *fact.tests):
            if part is not None:
                self.expr(part, found)

    def standing(self, standing: Standing, found: Reads) -> None:
        """Add what decides whether a rule is in force."""
        if isinstance(standing, Adopted):
            found.rulings.add(standing.number)
        elif type(standing) is not Standing:
            found.add(UNNOTED)

    def expr(self, expr: Expr, found: Reads) -> None:
        """Add what an expression reads."""
        if isinstance(expr, BySpecies):
            if expr.calm is not None:
                self.expr(expr.expr, found)
            return
        if isinstance(expr, SetBySpecies):
            self.expr(expr.expr, found)
            return
        found.add(self.own(expr))
        if found.bits == MORE:
            return
        if isinstance(expr, (Derived, DerivedSet)):
            found.tables.append(expr.table)
        if isinstance(expr, (KeptTarget, KeptTargets)):
            found.described = True
        if isinstance(expr, CardsRank):
            for sentence in expr.overrulings:
                self.standing(sentence.standing, found)
                for cond in sentence.conds:
                    self.expr(cond, found)
        for name in attributes(expr):
            value: object = getattr(expr, name, None)
            if isinstance(value, Expr):
                self.expr(value, found)
            elif isinstance(value, list):
                for one in value:
                    if isinstance(one, Expr):
                        self.expr(one, found)

    def own(self, expr: Expr) -> Marks:
        """What an expression reads itself, without its parts."""
        rules = self.rules
        match expr:
            case Col(k=k) | Cols(k=k):
                return self.column(k)
            case ContentOf(column=column):
                return self.column(column)
            case AllPersons(gone=gone):
                return self.column(gone)
            case Var(i=i) if i == TURN:
                return (TURNING, MORE)
            case Var(i=i) | VarIs(i=i):
                return (VALUES, rules.scalar(i)) if i in self.values else UNNOTED
            case HasSome(place=number) | TopPrinted(place=number):
                return self.place(number)
            case HasKind(place=ContentOf(), species=species) if species == self.cards:
                return (FILLED, rules.filled_bit)
            case (
                Inside(place=place) | Top(place=place) | SizeOfKind(place=place)
                | Size(place=place) | SizeOne(place=place) | Empty(place=place)
                | EmptyOwn(place=place) | Located(place=place) | LyingIn(place=place)
            ):  # fmt: skip
                return self.places(place)
            case LyingByFact(place=place, source=source):
                return (ABSENT | self.places(place)[0] | self.place(source.but)[0], rules.any_zone)
            case Things(but=but):
                return (ABSENT | self.place(but)[0], rules.any_zone)
            case Holder() | PlaceOf() | HeldBy() | LainOn():
                return (PLACES, rules.any_zone)
            case KeptTarget() | KeptTargets():
                return (BAGS | PLACES, rules.any_zone | rules.column_bit(rules.player_of))
            case Bag(at=at):
                return (BAGS, rules.column_bit(at))
            case Derived() | DerivedSet() | CardsRank():
                return (0, 0)
        return (0, 0) if isinstance(expr, PARTS) else UNNOTED

    def column(self, k: int) -> Marks:
        """What changes with a column."""
        return (column_bit(k), self.rules.column_bit(k))

    def places(self, place: Expr) -> Marks:
        """What changes with what lies in places."""
        match place:
            case Lit(n=n):
                return self.place(n)
            case OwnPlace(base=base):
                return self.place(base)
            case ContentOf():
                return (place_bit(CONTENT), self.rules.zone_bit(CONTENT))
        return (PLACES, self.rules.any_zone)

    def place(self, number: Place) -> Marks:
        """What changes with what lies in one place."""
        if not 0 <= number < len(self.zname):
            return (ABSENT, self.rules.any_zone)
        name = self.zname[number]
        return (place_bit(name), self.rules.zone_bit(name))


def is_worked_out(rules: Ruleset, attr: Attr) -> bool:
    """True if a scalar is a value of the book that a sentence works out from others."""
    own = attr.at >= HEAD and not attr.name.startswith("#")
    return own and attr.name in rules.facts and attr.name not in rules.schema.offices


def is_status(rules: Ruleset, attr: Attr) -> bool:
    """True if a scalar is a status of the game, or which one of a family it has."""
    if attr.at < HEAD or attr.name.startswith("#") or attr.name in rules.schema.offices:
        return False
    return bool(attr.members) or attr.name in rules.schema.lexicon.statuses


def changes_of(rules: Ruleset, watch: Watch) -> int:
    """The bits of `State.dirty` of all that a watched state depends on; 0 if that is not known."""
    reading, found = Reading(rules), Reads()
    reading.standing(watch.trigger.standing, found)
    for part in (watch.found, watch.body):
        if part is not None:
            reading.expr(part, found)
    reading.follow(found)
    known = MORE not in (found.bits, found.dirty) and not found.adopting and not found.described
    return found.dirty if known else 0


def keep_facts(rules: Ruleset) -> None:
    """Let the tables of facts keep their values that read nothing but what changes are noted of."""
    reading = Reading(rules)
    for table in rules.facts.values():
        if not table.facts and not table.bounds:
            continue
        found = Reads()
        found.tables = [table]
        reading.follow(found)
        if found.bits == MORE:
            continue
        if table in found.tables[1:]:  # what it is may depend on what is being computed
            numbers = {int(fact.number) for one in found.tables for fact in one.facts}
            table.circle = sorted(numbers)
        table.reads = found.bits
        table.adopting, table.described = found.adopting, found.described
        table.rulings = frozenset(found.rulings)
        table.cell = rules.numbers.table()


def keep_bounds(rules: Ruleset) -> None:
    """Let bounds be looked at only if something has changed that decides whether they are kept."""
    reading, found = Reading(rules), Reads()
    for (home, at), bounds in rules.limits.items():
        found.add(reading.column(at) if home == "column" else (VALUES, 0))
        for bound in bounds:
            reading.fact(bound.fact, found)
    reading.follow(found)
    if rules.limits and found.bits != MORE and not found.adopting and not found.described:
        rules.bounds_read = found.bits
        rules.bounds_rulings = frozenset(found.rulings)
        rules.bounds_cell = rules.numbers.table()


def keep_searches(rules: Ruleset, searches: list[Find]) -> None:
    """Keep what searches among all things find, if they ask for nothing that a label tells."""
    reading = Reading(rules)
    for search in searches:
        if not isinstance(search.source, (Things, LyingByFact)) or not is_closed(
            search, search.slot
        ):
            continue
        found = Reads()
        reading.expr(search, found)
        reading.follow(found)
        if found.bits != MORE and not found.adopting and not found.described:
            search.reads = found.bits
            search.rulings = frozenset(found.rulings)
            search.cell = rules.numbers.table()


def is_closed(part: object, slot: Slot) -> bool:
    """True if an expression reads no label but one, and binds none."""
    if isinstance(part, list):
        return all([is_closed(one, slot) for one in part])
    if isinstance(part, LyingByFact):
        return True  # it is evaluated under the record of its fact
    if isinstance(part, (ForAll, Given, Gather, OfEach)) or (
        isinstance(part, Find) and part.slot != slot
    ):
        return False
    if isinstance(part, (BySpecies, SetBySpecies)):
        return part.slot == slot
    if isinstance(part, Reg):
        return part.slot == slot
    if isinstance(part, (Derived, DerivedSet)):
        return is_closed(part.owner, slot)
    if not isinstance(part, Expr):
        return True
    return all([is_closed(getattr(part, name, None), slot) for name in attributes(part)])
