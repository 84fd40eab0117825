"""Costs: the prices of an act, whether they can all be paid together, and paying them.

Two prices of one act may not count the same card or counter twice. `meets` sums the counters, and
assigns cards to demands by bipartite matching.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.ids import NONE, UNBOUND, Slot, Thing
from deckmastor.engine.rules.program import JUMP, NEXT, RECALL, UNABLE, Op
from deckmastor.engine.state.state import Record, State

if TYPE_CHECKING:
    from deckmastor.engine.machine.machine import Machine
    from deckmastor.engine.permission.norms import Norm, VerbRules


class Demand:
    """A demand of a price: a number of counters of somebody, or a number of fitting things."""

    def __init__(self, column: int, who: Expr | None, found: Expr | None, n: Expr) -> None:
        self.column = column  # of the counter; NONE for things
        self.who = who
        self.found = found
        self.n = n


Ways = list[list[Demand]]  # alternative ways to meet a price, each a list of demands
Owed = tuple[int, int, list[int], int]  # column, payer, fitting things, number


def owed(s: State, r: Record, ways: Ways) -> list[list[Owed]]:
    """The demands of each way to meet a price, with present values."""
    found: list[list[Owed]] = []
    for way in ways:
        told: list[Owed] = []
        for one in way:
            n = max(one.n.ev(s, r), 0)
            if one.found is not None:
                told.append((NONE, NONE, one.found.many(s, r), n))
            elif one.who is not None:
                told.append((one.column, one.who.ev(s, r), [], n))
        found.append(told)
    return found


def together(s: State, prices: list[list[list[Owed]]]) -> bool:
    """True if several prices can all be met, each in one of its ways."""
    return any(meets(s, [one for way in ways for one in way]) for ways in product(*prices))


def meets(s: State, asked: list[Owed]) -> bool:
    """True if all demands can be met with no thing and no counter used twice."""
    totals: dict[tuple[int, int], int] = {}
    wanted: list[list[int]] = []
    for column, who, found, n in asked:
        if column == NONE:
            wanted += [found] * n
        elif who >= 0:
            totals[column, who] = totals.get((column, who), 0) + n
    if any(s.cols[column][who] < n for (column, who), n in totals.items()):
        return False
    given: dict[int, int] = {}
    return all(_given(wanted, at, given, set()) for at in range(len(wanted)))


def _given(wanted: list[list[int]], at: int, given: dict[int, int], tried: set[int]) -> bool:
    """Find a thing for a demand; an earlier demand may have to take another thing."""
    for thing in wanted[at]:
        if thing not in tried:
            tried.add(thing)
            if thing not in given or _given(wanted, given[thing], given, tried):
                given[thing] = at
                return True
    return False


def asked(cost: Norm, s: State, r: Record, agent: Thing, thing: Thing, to: int, also: int) -> bool:
    """True if a price is one of an act on `thing`, or on `also`, which the same act is done to."""
    if not cost.applies(s, r):
        return False
    fits = cost.pattern.fits(s, r, agent, thing, to, NONE, 1)
    if not fits and also != NONE:
        fits = cost.pattern.fits(s, r, agent, also, NONE, NONE, 1)
    return fits and cost.holds(s, r)


def payable(
    verb_rules: VerbRules, s: State, agent: Thing, thing: Thing, to: int = NONE, late: bool = False,
    also: int = NONE,
) -> bool:  # fmt: skip
    """True if all prices of an act can be paid together; `to` is its recipient or goal.

    If `late`, the goal is chosen while the act is done: only prices that name one are left.
    """
    prices: list[list[list[Owed]]] = []
    for cost in verb_rules.costs:
        if late and cost.pattern.to is None:
            continue
        for r in cost.standing.records(s):
            if asked(cost, s, r, agent, thing, to, also):
                if cost.able is not None and not cost.able.ev(s, r):
                    return False
                if cost.demands:
                    prices.append(owed(s, r, cost.demands))
    return len(prices) < 2 or together(s, prices)


class Afford(Op):
    """Skip an act whose prices cannot be paid."""

    def __init__(self, verb_rules: VerbRules, agent: Expr, thing: Expr, label: Slot) -> None:
        self.verb_rules = verb_rules
        self.agent = agent
        self.thing = thing
        self.to: Expr | None = None
        self.also: Expr | None = None  # another object of the same act: a place shuffled into
        self.label = label
        self.target = 0

    def run(self, m: Machine, s: State, r: Record) -> int:
        to = self.to.ev(s, r) if self.to is not None else NONE
        also = self.also.ev(s, r) if self.also is not None else NONE
        agent, thing = self.agent.ev(s, r), self.thing.ev(s, r)
        if payable(self.verb_rules, s, agent, thing, to, also=also):
            return NEXT
        if self.label >= 0:
            r.regs[self.label] = UNABLE
        m.target = self.target
        return JUMP


class PayCosts(Op):
    """Pay the prices of an act one after the other, before it."""

    def __init__(self, verb_rules: VerbRules, agent: Expr, thing: Expr, at: int) -> None:
        self.verb_rules = verb_rules
        self.agent = agent
        self.thing = thing
        self.to: Expr | None = None
        self.also: Expr | None = None
        self.late = False  # whether only prices that name a goal are left
        self.at = at  # the slot of how many are paid

    def run(self, m: Machine, s: State, r: Record) -> int:
        agent = self.agent.ev(s, r)
        thing = self.thing.ev(s, r)
        to = self.to.ev(s, r) if self.to is not None else NONE
        also = self.also.ev(s, r) if self.also is not None else NONE
        paid = r.regs[self.at] if r.regs[self.at] != UNBOUND else 0
        n = 0
        for cost in self.verb_rules.costs:
            if self.late and cost.pattern.to is None:
                continue
            for record in cost.standing.records(s):
                if not asked(cost, s, record, agent, thing, to, also):
                    continue
                if n == paid:
                    assert cost.block is not None
                    r.regs[self.at] = paid + 1
                    m.block = cost.block
                    m.record = record
                    return RECALL
                n += 1
        r.regs[self.at] = UNBOUND
        return NEXT
