"""Hidden reads: which expressions look at cards, and into which places, before optimization.

A property whose facts look at no card is known to everybody. For the others an unoptimized copy of
the facts is kept, from which `known_values` computes what a seat may know. A question whose
options depend on hidden cards betrays them if it is not asked.
"""

from __future__ import annotations

from typing import Final

from deckmastor.engine.expressions.base import Expr, Lit
from deckmastor.engine.expressions.history import Done, Happened
from deckmastor.engine.expressions.people import You
from deckmastor.engine.expressions.places import OwnPlace, Places
from deckmastor.engine.expressions.things import Beside, Inside, Things, Top
from deckmastor.engine.facts.facts import Bound, Fact, FactTable
from deckmastor.engine.facts.in_force import OnCards
from deckmastor.engine.knowledge.description import DoneSince
from deckmastor.engine.machine.questions import Ask, Branch, Choose
from deckmastor.engine.permission.norms import VerbRules
from deckmastor.engine.permission.rerolls import PickAgain
from deckmastor.engine.rules.introspection import attributes, twin
from deckmastor.engine.rules.program import Block
from deckmastor.engine.rules.ruleset import Ruleset

ANYWHERE: Final = -1  # in place of the name of a place: cards wherever they are
CLOSED = (Happened, Done, DoneSince, Things, Beside)


def find_reads(rules: Ruleset) -> None:
    """Note which properties depend on cards, and which questions depend on hidden ones."""
    views = rules.views
    reader = Reader(rules)
    for name, table in rules.facts.items():
        facts = [*table.facts, *(bound.fact for bound in table.bounds)]
        looks, laws = reader.looked_into([table])
        if looks or laws or any(map(borne_abroad, facts)):
            views.looking.add(name)
            views.plain[table] = [copied(fact) for fact in facts]
    for block in rules.blocks:
        mark(reader, block)


def borne_abroad(fact: Fact) -> bool:
    """True if a fact stands on cards and counts in places that may be hidden."""
    return isinstance(fact.standing, OnCards) and fact.standing.abroad


def mark(reader: Reader, block: Block) -> None:
    """Mark the questions of a block that would betray something if they were not asked."""
    for op in block.ops:
        if isinstance(op, (Choose, PickAgain)):
            op.betrays = op.betrays or reader.hides([op.found])
        elif isinstance(op, Ask):
            op.betrays = reader.hides([op.able])
        elif isinstance(op, Branch):
            op.betrays = reader.hides(list(op.able))


class Reads:
    """What expressions read themselves: facts that they ask for are only listed."""

    def __init__(self) -> None:
        self.places: set[int] = set()  # the names of places whose cards they look at, or ANYWHERE
        self.laws = False  # whether they ask if an act is allowed
        self.tables: list[FactTable] = []
        self.seen: set[int] = set()

    def note(self, zname: list[int], part: object) -> None:
        """Add what a part reads."""
        if part is None or isinstance(part, (int, str)):
            return
        if isinstance(part, FactTable):
            self.tables.append(part)
        elif isinstance(part, (Expr, Fact, Bound)):
            if id(part) in self.seen:
                return
            self.seen.add(id(part))
            if isinstance(part, CLOSED):
                self.places.add(ANYWHERE)
            elif isinstance(part, (Inside, Top)):
                self.places |= names(zname, part.place)
            if not isinstance(part, You):
                self.within(zname, part)
        elif isinstance(part, (list, tuple)):
            if part and not isinstance(part[0], int):
                for one in part:
                    self.note(zname, one)
        elif isinstance(part, dict):
            for one in part.values():
                self.note(zname, one)
        elif isinstance(part, (VerbRules, Ruleset)):
            self.laws = True

    def within(self, zname: list[int], part: object) -> None:
        """Add what the attributes of a part read."""
        for name in attributes(part):
            self.note(zname, getattr(part, name, None))


class Reader:
    """Finds what expressions of some rules look into; each table of facts is read once."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.zname = rules.schema.zname
        self.known: dict[FactTable, Reads] = {}

    def hides(self, parts: list[object]) -> bool:
        """True if expressions look into places that are not open to everybody."""
        places, _ = self.looked_into(parts)
        return any([name == ANYWHERE or self.rules.views.closed(name) for name in places])

    def looked_into(self, parts: list[object]) -> tuple[set[int], bool]:
        """The names of the places that expressions look into, and whether they ask for laws.

        Facts count with all that they depend on.
        """
        reads = Reads()
        reads.note(self.zname, parts)
        places, laws = reads.places, reads.laws
        waiting = reads.tables
        done: set[FactTable] = set()
        while waiting:
            table = waiting.pop()
            if table not in done:
                done.add(table)
                inner = self.inside(table)
                places |= inner.places
                laws = laws or inner.laws
                waiting += inner.tables
        return (places, laws)

    def inside(self, table: FactTable) -> Reads:
        """What the facts of a table read themselves, memoized."""
        found = self.known.get(table)
        if found is None:
            found = self.known[table] = Reads()
            found.within(self.zname, table)
        return found


def names(zname: list[int], place: Expr) -> set[int]:
    """The names of the places that an expression can mean, or ANYWHERE."""
    if isinstance(place, Lit) and 0 <= place.n < len(zname):
        return {zname[place.n]}
    if isinstance(place, OwnPlace):
        return {zname[place.base]}
    return set(place.names) if isinstance(place, Places) else {ANYWHERE}


def copied(fact: Fact) -> Fact:
    """A copy of a fact that no optimization changes."""
    made = Fact(fact.number, fact.standing, fact.op, expression(fact.value))
    made.slot, made.kin, made.firm = fact.slot, fact.kin, fact.firm
    made.tests = [expression(test) for test in fact.tests]
    made.subject = expression(fact.subject) if fact.subject is not None else None
    made.cond = expression(fact.cond) if fact.cond is not None else None
    return made


def expression(part: Expr) -> Expr:
    """A deep copy of an expression; what is no expression is shared."""
    made = twin(part)
    for name in attributes(part):
        value: object = getattr(part, name, None)
        if isinstance(value, Expr):
            setattr(made, name, expression(value))
        elif isinstance(value, list) and value and isinstance(value[0], Expr):
            setattr(made, name, [expression(one) for one in value])
        elif isinstance(value, dict) and any(isinstance(one, Expr) for one in value.values()):
            setattr(made, name, {key: expression(one) for key, one in value.items()})
    return made
