"""Conditions that only what lies where texts count decides: known until that is another scene.

What is left out here is asked for each time. All things that are asked for lie where texts count or
are seats. Rules that effects adopt may say more: who uses what is known so must see that none is in
force.

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
from deckmastor.engine.facts.in_force import OnCards, OnModified, Standing
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
    """Looks into conditions, and into the facts that they ask for.

    Facts may ask for each other: all of them are supposed to do until one is found that does not,
    and again until none is found.
    """

    def __init__(self, rules: Ruleset) -> None:
        schema = rules.schema
        self.loud = rules.loud
        self.zname = schema.zname
        columns = [attr for attr in schema.attrs.values() if attr.home == "column"]
        players = [attr.at for attr in columns if attr.owner in ("player", "person")]
        self.of_seats = set() if schema.persons else set(players)  # what nothing else has
        left = list(rules.facts.values())
        self.tables: set[int] = set()  # the facts about properties that do, by id
        while len(self.tables) != len(left):
            self.tables = {id(table) for table in left}
            left = [table for table in left if self.told_by(table)]

    def decides(self, expr: Expr | None) -> bool:
        """Whether the scene and the labels that are given decide an expression."""
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
        """Whether that is so of each of several."""
        return all([self.decides(part) for part in parts])

    def opens(self, place: Expr) -> bool:
        """Whether a place is known in which texts count."""
        if isinstance(place, Lit):
            return self.counts(place.n)
        return isinstance(place, OwnPlace) and self.decides(place.owner) and self.counts(place.base)

    def counts(self, place: Place) -> bool:
        """Whether texts count in a place."""
        return 0 <= place < len(self.zname) and self.loud[self.zname[place]]

    def says(self, expr: Derived | DerivedSet) -> bool:
        """Whether that is so of a property: what it is by itself, and what facts make of it."""
        if expr.owner is None or not self.decides(expr.owner) or not self.states(expr.table):
            return False
        if (
            isinstance(expr, DefinedByOne)
            and isinstance(expr.base, Col)
            and expr.always[:1] == [True]
        ):
            return expr.base.k in self.of_seats  # nothing else can be said of seats
        return self.decides(expr.base)

    def states(self, table: FactTable) -> bool:
        """Whether that is so of all facts about a property, as far as it is known."""
        return id(table) in self.tables

    def told_by(self, table: FactTable) -> bool:
        """The same, looked into."""
        return not table.bounds and all([self.tells(fact) for fact in table.facts])

    def tells(self, fact: Fact) -> bool:
        """Whether that is so of a fact and of where it is in force."""
        parts = [fact.subject, fact.cond, fact.value, *fact.tests]
        own = isinstance(fact.subject, Reg) and fact.subject.slot == THIS
        return all([self.decides(part) for part in parts]) and self.stands(fact.standing, own)

    def stands(self, standing: Standing, own: bool = False) -> bool:
        """Whether the scene decides where a rule is in force, and to whom it speaks.

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
    """See what need not be asked again as long as the scene is the same."""
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
