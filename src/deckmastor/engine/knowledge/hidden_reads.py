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
from deckmastor.engine.rules.introspection import attributes, twin
from deckmastor.engine.rules.program import Block
from deckmastor.engine.rules.ruleset import Ruleset

ANYWHERE: Final = -1  # in place of the name of a place: cards wherever they are
CLOSED = (Happened, Done, DoneSince, Things, Beside)


def find_reads(rules: Ruleset) -> None:
    """Note which properties depend on cards, and which questions depend on hidden ones."""
    views = rules.views
    for name, table in rules.facts.items():
        facts = [*table.facts, *(bound.fact for bound in table.bounds)]
        if looked_into(rules, [table], set()) or any(map(borne_abroad, facts)):
            views.looking.add(name)
            views.plain[table] = [copied(fact) for fact in facts]
    for block in rules.blocks:
        mark(rules, block)


def borne_abroad(fact: Fact) -> bool:
    """True if a fact stands on cards and counts in places that may be hidden."""
    return isinstance(fact.standing, OnCards) and fact.standing.abroad


def mark(rules: Ruleset, block: Block) -> None:
    """Mark the questions of a block that would betray something if they were not asked."""
    for op in block.ops:
        if isinstance(op, Choose):
            op.betrays = op.betrays or hides(rules, [op.found])
        elif isinstance(op, Ask):
            op.betrays = hides(rules, [op.able])
        elif isinstance(op, Branch):
            op.betrays = hides(rules, list(op.able))


def hides(rules: Ruleset, parts: list[object]) -> bool:
    """True if expressions look into places that are not open to everybody."""
    found = looked_into(rules, parts, set(), norms=False)
    return any(name == ANYWHERE or rules.views.closed(name) for name in found)


def looked_into(
    rules: Ruleset, parts: list[object], seen: set[int], norms: bool = True
) -> set[int]:
    """The names of the places whose cards expressions look at, or ANYWHERE.

    With `norms`, what asks whether an act is allowed may look anywhere.
    """
    found: set[int] = set()
    for part in parts:
        if isinstance(part, CLOSED) or (norms and isinstance(part, (VerbRules, Ruleset))):
            found.add(ANYWHERE)
        elif isinstance(part, (Inside, Top)):
            found |= names(rules, part.place)
        if isinstance(part, (Expr, Fact, FactTable, Bound)):
            if id(part) not in seen:
                seen.add(id(part))
                inner = [getattr(part, name, None) for name in attributes(part)]
                if not isinstance(part, You):
                    found |= looked_into(rules, inner, seen, norms)
        elif isinstance(part, (list, tuple)):
            found |= looked_into(rules, list(part), seen, norms)
        elif isinstance(part, dict):
            found |= looked_into(rules, list(part.values()), seen, norms)
    return found


def names(rules: Ruleset, place: Expr) -> set[int]:
    """The names of the places that an expression can mean, or ANYWHERE."""
    zname = rules.schema.zname
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
