"""The last step of compiling: the same rules in fewer calls.

Everything is known now and nothing looks at the parts of an expression any more, so that what is
said in several calls can be said in one.
"""

from __future__ import annotations

from typing import Any, Final

from deckmastor.engine.derived import Bound, Derived, Fact, FactTable, Weighed
from deckmastor.engine.machine import Block, Op
from deckmastor.engine.masks import Clause, Mask, Sieve
from deckmastor.engine.norms import Norm, Only, Verb
from deckmastor.engine.ops_short import Announce, Land, TakeTop
from deckmastor.engine.parts import attributes
from deckmastor.engine.patterns import Matcher, Pattern
from deckmastor.engine.program.printed import Printing, lying, sifted
from deckmastor.engine.program.scenic import find_scenes
from deckmastor.engine.program.unfold import unfold, unfolded
from deckmastor.engine.ruleset import Ruleset, Unfinished
from deckmastor.engine.short import shortest
from deckmastor.engine.standing import Standing
from deckmastor.engine.steady import (
    Sifted,
    Tallied,
    reaches,
    somebody_reaches,
)
from deckmastor.engine.triggers import Trigger, Watch
from deckmastor.engine.values import Expr, Find, ForAll, Inside, Le, Lt
from deckmastor.engine.visibility import Shown, ShownCards
from deckmastor.engine.window import Offer

PARTS = (
    Op, Block, Norm, Only, Verb, Pattern, Matcher, Standing, Trigger, Watch, Offer, Sieve, Clause,
    Mask, FactTable, Fact, Bound, Shown, ShownCards,
)  # fmt: skip


PLAIN: Final = 0  # how something is gone through: not at all
EXPRESSION: Final = 1
LIST: Final = 2
TUPLE: Final = 3
PART: Final = 4


def sort_of(cls: type) -> int:
    """How what is of a type is gone through."""
    sorts = ((Expr, EXPRESSION), (list, LIST), (tuple, TUPLE), (PARTS, PART))
    return next((sort for above, sort in sorts if issubclass(cls, above)), PLAIN)


def tighten(rules: Ruleset, printing: Printing, later: bool = False) -> None:
    """Shorten every expression that the machine can meet.

    If that can come `later`, what effects do, and whether they can, is left as it is until the
    rules are used much, but for blocks of which something is to be found out now.
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
        rules.rest = Rest(walk, rules)
    else:
        walk.through(rules.blocks)
    for part in (rules.laws, rules.triggers, rules.watches, rules.offers, facts):
        walk.through(part)
    walk.through(rules.views.rules)
    walk.through(rules.views.cards)
    if not later:
        tighten_texts(rules, walk)
    find_scenes(rules)


def tighten_texts(rules: Ruleset, walk: Walk) -> None:
    """Shorten the questions whether the texts of cards can be performed."""
    for species, (able, size) in rules.text_able.items():
        rules.text_able[species] = (walk.expression(able), size)


def is_looked_into(block: Block) -> bool:
    """Whether something is made of what a block does when all expressions are short."""
    if block.only is not None or block.gate is not None:
        return True
    return any([isinstance(op, (TakeTop, Announce, Land)) for op in block.ops])


class Walk:
    """A way through all parts of the rules, each once."""

    def __init__(self, printing: Printing) -> None:
        self.printing = printing
        self.later = False  # whether blocks are left out for now
        self.shortened: dict[int, Expr] = {}
        self.seen: dict[int, object] = {}  # kept, so that no number is given twice
        self.sorts: dict[type, int] = {}  # how what is of each type is gone through

    def sort(self, cls: type) -> int:
        """How what is of a type is gone through, found out once."""
        found = self.sorts.get(cls)
        if found is None:
            found = self.sorts[cls] = sort_of(cls)
        return found

    def through(self, part: Any) -> Any:
        """What stands for a part from now on."""
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
        """A shorter expression for one with its parts shortened."""
        found = self.shortened.get(id(expr))
        if found is None:
            self.seen[id(expr)] = expr
            steady = self.printing.steady(expr)
            self.shortened[id(expr)] = steady or expr  # a circle ends here
            self.inside(expr)
            short = shortest(expr)
            if steady is not None:
                steady.expr = short
            if type(short) is Find:
                short = sifted(lying(unfolded(short)))
            elif type(short) is Derived:
                short = self.printing.defined(short)
            elif type(short) is Weighed and isinstance(short.found, Sifted):
                source = short.found.source
                if isinstance(source, Inside):
                    short = Tallied(short, short.found, source, self.printing.numbers.tally())
            elif type(short) is Le or type(short) is Lt:
                short = reaches(short)
            elif type(short) is ForAll:
                short = somebody_reaches(short, self.printing.numbers)
            found = steady or short
            self.shortened[id(expr)] = found
            self.shortened[id(found)] = found
            self.seen[id(found)] = found
        return found

    def inside(self, part: object) -> None:
        """Shorten what a part is made of."""
        for name in attributes(type(part)):
            value = getattr(part, name, None)
            if value is None or isinstance(value, (int, str)) or self.sort(type(value)) == PLAIN:
                continue
            told = self.through(value)
            if told is not value:
                setattr(part, name, told)
        unfold(part)


class Rest(Unfinished):
    """The blocks of a book, and the questions about texts, that are still to be shortened."""

    def __init__(self, walk: Walk, rules: Ruleset) -> None:
        self.walk = walk
        self.rules = rules

    def finish(self) -> None:
        self.walk.later = False
        self.walk.through(self.rules.blocks)
        tighten_texts(self.rules, self.walk)
