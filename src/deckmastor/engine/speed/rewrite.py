"""Rewriting of expressions, the last step of compiling: the same values in fewer calls.

All rules are known now, and nothing looks into an expression any more. So one call can replace
several.
"""

from __future__ import annotations

from typing import Any, Final

from deckmastor.engine.expressions.base import Expr, Lit
from deckmastor.engine.expressions.things import Find, Inside
from deckmastor.engine.expressions.truths import And, Exists, ForAll, Le, Lt
from deckmastor.engine.facts.facts import Bound, Derived, Fact, FactTable, Weighed
from deckmastor.engine.facts.in_force import Standing
from deckmastor.engine.knowledge.visibility import Shown, ShownCards
from deckmastor.engine.permission.norms import Norm, Only, VerbRules, could_forbid
from deckmastor.engine.permission.offers import Offer
from deckmastor.engine.permission.permits import Allowed, Permissible, Permit, Permitted
from deckmastor.engine.rules.introspection import attributes
from deckmastor.engine.rules.program import Block, Op
from deckmastor.engine.rules.ruleset import LazyPass, Ruleset
from deckmastor.engine.speed.by_print import Printing, labels, lying, sifted
from deckmastor.engine.speed.by_species import (
    CountBySpecies,
    FindBySpecies,
    SomebodyReaches,
    reaches,
    somebody_reaches,
)
from deckmastor.engine.speed.few import (
    alike_in_print,
    among_targets,
    among_values,
    host_of,
    lies_on_one,
    lying_by_fact,
    sieved_at_once,
    some_target,
)
from deckmastor.engine.speed.fused import AnnounceKnown, Land, TakeTop
from deckmastor.engine.speed.in_play_only import find_in_play_only
from deckmastor.engine.speed.inline_definitions import inline_definitions, inlined
from deckmastor.engine.speed.keep_facts import keep_searches
from deckmastor.engine.speed.masks import Clause, Mask, Sieve
from deckmastor.engine.speed.short import shortest
from deckmastor.engine.triggers.patterns import Matcher, Pattern
from deckmastor.engine.triggers.triggers import Trigger, Watch
from deckmastor.engine.verbs.new_things import Specimens

PARTS = (
    Op, Block, Norm, Only, VerbRules, Pattern, Matcher, Standing, Trigger, Watch, Offer, Sieve,
    Clause,
    Mask, FactTable, Fact, Bound, Shown, ShownCards,
)  # fmt: skip
PLAIN: Final = 0  # how a value is visited: not at all
EXPRESSION: Final = 1
LIST: Final = 2
TUPLE: Final = 3
PART: Final = 4


def sort_of(cls: type) -> int:
    """How a `Walk` visits values of a type."""
    sorts = ((Expr, EXPRESSION), (list, LIST), (tuple, TUPLE), (PARTS, PART))
    return next((sort for above, sort in sorts if issubclass(cls, above)), PLAIN)


def rewrite_expressions(rules: Ruleset, printing: Printing, later: bool = False) -> list[Find]:
    """Rewrite every expression that the machine can meet.

    With `later`, blocks and the questions about texts are deferred until the rules are used much.
    Blocks that other passes look into are rewritten now. Returns the searches that are left.
    """
    walk = Walk(printing)
    facts = list(rules.facts.values())
    for table in facts:
        table.reach = printing.reach(table)
    if later:
        walk.later = True
        now = [block for block in rules.blocks if is_looked_into(block)]
        for block in now:
            walk.seen[id(block)] = block
            walk.inside(block)
        rules.rest = Deferred(walk, rules)
    else:
        walk.through(rules.blocks)
    for part in (rules.verb_rules, rules.triggers, rules.watches, rules.offers, facts):
        walk.through(part)
    walk.through(rules.views.rules)
    walk.through(rules.views.cards)
    if not later:
        rewrite_texts(rules, walk)
    find_in_play_only(rules, walk.counts)
    quicken(walk.searches)
    return walk.searches


def quicken(searches: list[Find]) -> None:
    """Let searches look at fewer things, and at several together."""
    for search in searches:
        lying_by_fact(search)
        sieved_at_once(search)


def rewrite_texts(rules: Ruleset, walk: Walk) -> None:
    """Rewrite the conditions on which texts of cards can be performed."""
    for species, (able, size) in rules.text_able.items():
        rules.text_able[species] = (walk.expression(able), size)


def permitted_first(expr: Exists) -> Expr:
    """A question whether one of several persons may do something; what all share is asked first."""
    found = expr.found
    if not isinstance(found, Permitted):
        return expr
    parts = found.cond.parts if isinstance(found.cond, And) else [found.cond]
    asked = parts[0]
    if not isinstance(asked, Allowed) or not asked.permission or not asked.verb_rules.what:
        return expr
    shared = found.slot not in labels([asked.thing, asked.to]) and not any(
        norm.pattern.agent is not None for norm in asked.verb_rules.what
    )
    return And([Permissible(asked), expr]) if shared else expr


def is_always_allowed(asked: Allowed, places: list[int]) -> bool:
    """True if no sentence can forbid an act or put a price on it, and none needs to permit it.

    Gain: where new cards come of random rows, 40 % (no specimen of each row is made).
    """
    rules = asked.verb_rules
    if asked.onto or rules.costs or (asked.permission and rules.what):
        return False
    return not could_forbid(rules, asked.thing, asked.to, places)


def without_truths(expr: And) -> Expr:
    """A conjunction without the parts that always hold."""
    left = [part for part in expr.parts if not (isinstance(part, Lit) and part.n)]
    if len(left) == len(expr.parts):
        return expr
    return And(left) if len(left) > 1 else left[0] if left else Lit(1)


def is_looked_into(block: Block) -> bool:
    """True if other passes look into a block when its expressions are rewritten."""
    if block.only is not None or block.gate is not None:
        return True
    return any([isinstance(op, (TakeTop, AnnounceKnown, Land)) for op in block.ops])


class Walk:
    """A traversal of all parts of the rules, each visited once."""

    def __init__(self, printing: Printing) -> None:
        self.printing = printing
        self.later = False  # whether blocks are deferred
        self.shortened: dict[int, Expr] = {}
        self.seen: dict[int, object] = {}  # kept alive, so that ids are unique
        self.counts: list[SomebodyReaches] = []  # those that the walk has made
        self.searches: list[Find] = []  # those that it has left as they are
        self.places = printing.places  # the names of all places
        self.sorts: dict[type, int] = {}  # how values of each type are visited

    def sort(self, cls: type) -> int:
        """How values of a type are visited; memoized."""
        found = self.sorts.get(cls)
        if found is None:
            found = self.sorts[cls] = sort_of(cls)
        return found

    def through(self, part: Any) -> Any:
        """Rewrite a part; return what replaces it."""
        sort = self.sort(type(part))
        if sort == EXPRESSION:
            return self.expression(part)
        if sort == LIST:
            if part and not isinstance(part[0], int):
                part[:] = [self.through(one) for one in part]
        elif sort == TUPLE:
            return tuple([self.through(one) for one in part])
        elif sort == PART and id(part) not in self.seen:
            if not (self.later and isinstance(part, Block)):
                self.seen[id(part)] = part
                self.inside(part)
        return part

    def expression(self, expr: Expr) -> Expr:
        """The rewritten form of an expression, with its parts rewritten first; memoized."""
        found = self.shortened.get(id(expr))
        if found is None:
            self.seen[id(expr)] = expr
            steady = self.printing.steady(expr)
            self.shortened[id(expr)] = steady or expr  # a cycle ends here
            self.inside(expr)
            short = shortest(expr)
            if steady is not None:
                steady.expr = short
            if type(short) is Find:
                search = lying(inlined(short))
                targeted = among_values(among_targets(search))
                short = targeted if targeted is not search else sifted(search)
                if type(short) is Find:
                    short = host_of(alike_in_print(short, self.printing.numbers))
                    self.searches.append(short)
            elif type(short) is Derived:
                short = self.printing.defined(short)
            elif type(short) is Weighed and isinstance(short.found, FindBySpecies):
                source = short.found.source
                if isinstance(source, Inside):
                    short = CountBySpecies(
                        short, short.found, source, self.printing.numbers.tally()
                    )
            elif type(short) is Le or type(short) is Lt:
                short = reaches(short)
            elif type(short) is Exists:
                short = permitted_first(short)
            elif type(short) is Permit:
                rules = short.verb_rules
                if not rules.costs and not could_forbid(rules, short.obj, short.to, self.places):
                    short = Lit(1)
            elif type(short) is Allowed:
                short = Lit(1) if is_always_allowed(short, self.places) else short
            elif type(short) is And:
                short = without_truths(short)
            elif type(short) is Permitted or type(short) is Specimens:
                if isinstance(short.cond, Lit) and short.cond.n:
                    short = short.found
            elif type(short) is ForAll:
                short = some_target(somebody_reaches(short, self.printing.numbers))
                short = lies_on_one(short) if type(short) is ForAll else short
                if isinstance(short, SomebodyReaches):
                    self.counts.append(short)
            found = steady or short
            self.shortened[id(expr)] = found
            self.shortened[id(found)] = found
            self.seen[id(found)] = found
        return found

    def inside(self, part: object) -> None:
        """Rewrite the attributes of a part."""
        for name in attributes(part):
            value = getattr(part, name, None)
            if value is None or isinstance(value, (int, str)) or self.sort(type(value)) == PLAIN:
                continue
            told = self.through(value)
            if told is not value:
                setattr(part, name, told)
        inline_definitions(part)


class Deferred(LazyPass):
    """The blocks of a book, and the questions about texts, that are still to be rewritten."""

    def __init__(self, walk: Walk, rules: Ruleset) -> None:
        self.walk = walk
        self.rules = rules

    def finish(self) -> None:
        self.walk.later = False
        self.walk.searches = []
        self.walk.through(self.rules.blocks)
        rewrite_texts(self.rules, self.walk)
        find_in_play_only(self.rules, self.walk.counts)
        quicken(self.walk.searches)
        keep_searches(self.rules, self.walk.searches)
