"""Conditions that depend only on cards in play; cached until a card enters or leaves play.

An expression that is not listed here is evaluated each time. All things that these conditions ask
about lie where texts count, or are seats. Rules that effects adopt may say more: users of the cache
check that none is in force.

Gain, with what `OnCards.present` keeps: 5 % on the mean of the shipped games.
"""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr, Lit, Lits, Reg
from deckmastor.engine.expressions.people import You
from deckmastor.engine.expressions.places import OwnPlace
from deckmastor.engine.expressions.things import Col, Find, Inside, Printed, PrintedSet
from deckmastor.engine.expressions.truths import (
    And,
    Eq,
    Le,
    Located,
    Lt,
    Meets,
    Ne,
    Not,
    Or,
    SpeciesIn,
)
from deckmastor.engine.facts.facts import Derived, DerivedSet, Fact, FactTable, HasText, Weighed
from deckmastor.engine.facts.in_force import OnCards, Standing
from deckmastor.engine.facts.modifiers import OnModified
from deckmastor.engine.ids import Place
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.speed.by_species import (
    BySpecies,
    DefinedByOne,
    FindBySpecies,
    Reaches,
    SetBySpecies,
    SomebodyReaches,
)
from deckmastor.engine.state.layout import THIS


class InPlayOnly:
    """Decides whether conditions, and the facts that they read, depend on the scene alone.

    Facts may read each other. At first all tables of facts are assumed to depend on the scene
    alone. Those that do not are removed until all that are left do (a greatest fixed point).
    """

    def __init__(self, rules: Ruleset) -> None:
        schema = rules.schema
        self.loud = rules.loud
        self.zname = schema.zname
        columns = [attr for attr in schema.attrs.values() if attr.home == "column"]
        players = [attr.at for attr in columns if attr.owner in ("player", "person")]
        self.of_seats = set() if schema.persons else set(players)  # columns that only seats have
        left = list(rules.facts.values())
        self.tables: set[int] = set()  # tables of facts that the scene decides, by id
        while len(self.tables) != len(left):
            self.tables = {id(table) for table in left}
            left = [table for table in left if self.told_by(table)]

    def decides(self, expr: Expr | None) -> bool:
        """True if the scene and the labels that are given decide an expression."""
        match expr:
            case None | Lit() | Lits() | Reg():
                return True
            case Printed() | PrintedSet():
                return self.decides(expr.owner)
            case SpeciesIn():
                return self.decides(expr.thing)
            case Not():
                return self.decides(expr.a)
            case And() | Or():
                return self.all(expr.parts)
            case Reaches() | Eq() | Ne() | Le() | Lt() | Meets():
                return self.decides(expr.a) and self.decides(expr.b)
            case BySpecies() | SetBySpecies():
                return self.decides(expr.expr)
            case Located():
                return self.decides(expr.thing) and self.opens(expr.place)
            case Inside():
                return self.opens(expr.place)
            case FindBySpecies():
                return self.decides(expr.source) and self.all(expr.truths)
            case Find():
                return self.decides(expr.source) and self.all(expr.tests)
            case Weighed():
                return self.decides(expr.found) and self.states(expr.table)
            case SomebodyReaches():
                return self.decides(expr.body) and self.counts(expr.base)
            case Derived() | DerivedSet():
                return self.says(expr)
            case HasText():
                return self.states(expr.table)
        return False

    def all(self, parts: list[Expr]) -> bool:
        """True if the scene decides each of several expressions."""
        return all([self.decides(part) for part in parts])

    def opens(self, place: Expr) -> bool:
        """True if a place is known and texts count in it."""
        if isinstance(place, Lit):
            return self.counts(place.n)
        return isinstance(place, OwnPlace) and self.decides(place.owner) and self.counts(place.base)

    def counts(self, place: Place) -> bool:
        """True if texts count in a place."""
        return 0 <= place < len(self.zname) and self.loud[self.zname[place]]

    def says(self, expr: Derived | DerivedSet) -> bool:
        """True if the scene decides a property: its base value, and what facts make of it."""
        if expr.owner is None or not self.decides(expr.owner) or not self.states(expr.table):
            return False
        if (
            isinstance(expr, DefinedByOne)
            and isinstance(expr.base, Col)
            and expr.always[:1] == [True]
        ):
            return expr.base.k in self.of_seats  # no other fact can speak of seats
        return self.decides(expr.base)

    def states(self, table: FactTable) -> bool:
        """True if the scene decides all facts of a table, as far as is known yet."""
        return id(table) in self.tables

    def told_by(self, table: FactTable) -> bool:
        """True if the scene decides each fact of a table, given the tables known so far."""
        return not table.bounds and all([self.tells(fact) for fact in table.facts])

    def tells(self, fact: Fact) -> bool:
        """True if the scene decides a fact, and where it is in force."""
        parts = [fact.subject, fact.cond, fact.value, *fact.tests]
        own = isinstance(fact.subject, Reg) and fact.subject.slot == THIS
        return all([self.decides(part) for part in parts]) and self.stands(fact.standing, own)

    def stands(self, standing: Standing, own: bool = False) -> bool:
        """True if the scene decides where a rule is in force, and whom it speaks to.

        A rule that speaks of its `own` card alone may be in force elsewhere too.
        """
        if not isinstance(standing, OnCards):
            return True
        if not (standing.scenic or own) or not isinstance(standing.you, You):
            return False
        if isinstance(standing, OnModified) and not self.decides(standing.bag):
            return False
        return self.decides(standing.text)


def find_in_play_only(rules: Ruleset, counts: list[SomebodyReaches]) -> None:
    """Mark the watches and the counts whose result can be cached by scene."""
    levels = [watch for watch in rules.watches if watch.level and watch.found is None]
    if not levels and not counts:
        return
    scenic = InPlayOnly(rules)
    for watch in levels:
        trigger = watch.trigger
        if not trigger.once and trigger.cond is None:
            watch.scenic = scenic.decides(watch.body) and scenic.stands(trigger.standing)
    for one in counts:
        one.scenic = scenic.decides(one)
