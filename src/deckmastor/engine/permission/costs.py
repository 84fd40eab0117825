"""Costs: what prices of one act ask for together, whether they can be paid, and paying them."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.ids import NONE, UNBOUND, Slot, Thing
from deckmastor.engine.rules.program import JUMP, NEXT, RECALL, Op
from deckmastor.engine.state.record import Record
from deckmastor.engine.state.state import State

if TYPE_CHECKING:
    from deckmastor.engine.machine.machine import Machine
    from deckmastor.engine.permission.norms import VerbRules


class Demand:
    """Counters of somebody, or some of the things that fit a description."""

    __slots__ = ("column", "found", "n", "who")

    def __init__(self, column: int, who: Expr | None, found: Expr | None, n: Expr) -> None:
        self.column = column  # of the counter; NONE for things
        self.who = who
        self.found = found
        self.n = n


Ways = list[list[Demand]]  # ways to meet a price, any of which will do
Owed = tuple[int, int, list[int], int]  # column, payer, what fits, how many


def owed(s: State, r: Record, ways: Ways) -> list[list[Owed]]:
    """What each way to meet a price asks for now."""
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
    """Whether several prices can all be met, each in one of its ways."""
    return any(meets(s, [one for way in ways for one in way]) for ways in product(*prices))


def meets(s: State, asked: list[Owed]) -> bool:
    """Whether all that is asked for is there, no thing and no counter twice."""
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
    """Give a thing to a demand, if need be by giving another one to who has it."""
    for thing in wanted[at]:
        if thing not in tried:
            tried.add(thing)
            if thing not in given or _given(wanted, given[thing], given, tried):
                given[thing] = at
                return True
    return False


def payable(verb_rules: VerbRules, s: State, agent: Thing, thing: Thing) -> bool:
    """Whether all prices of an act can be paid together."""
    prices: list[list[list[Owed]]] = []
    for cost in verb_rules.costs:
        for r in cost.standing.records(s):
            if cost.applies(s, r) and cost.pattern.fits(s, r, agent, thing, NONE, NONE, 1):
                if cost.cond is not None and not cost.cond.ev(s, r):
                    continue
                if cost.able is not None and not cost.able.ev(s, r):
                    return False
                if cost.demands:
                    prices.append(owed(s, r, cost.demands))
    return len(prices) < 2 or together(s, prices)


class Afford(Op):
    """An act whose prices cannot be paid is not done."""

    __slots__ = ("agent", "label", "target", "thing", "verb_rules")

    def __init__(self, verb_rules: VerbRules, agent: Expr, thing: Expr, label: Slot) -> None:
        self.verb_rules = verb_rules
        self.agent = agent
        self.thing = thing
        self.label = label
        self.target = 0

    def run(self, m: Machine, s: State, r: Record) -> int:
        if payable(self.verb_rules, s, self.agent.ev(s, r), self.thing.ev(s, r)):
            return NEXT
        if self.label >= 0:
            r.regs[self.label] = 3  # it could not be done
        m.target = self.target
        return JUMP


class PayCosts(Op):
    """The prices of an act, paid one after the other before it."""

    __slots__ = ("agent", "at", "thing", "verb_rules")

    def __init__(self, verb_rules: VerbRules, agent: Expr, thing: Expr, at: int) -> None:
        self.verb_rules = verb_rules
        self.agent = agent
        self.thing = thing
        self.at = at  # how many are paid

    def run(self, m: Machine, s: State, r: Record) -> int:
        agent = self.agent.ev(s, r)
        thing = self.thing.ev(s, r)
        paid = r.regs[self.at] if r.regs[self.at] != UNBOUND else 0
        n = 0
        for cost in self.verb_rules.costs:
            for record in cost.standing.records(s):
                if not cost.applies(s, record):
                    continue
                if not cost.pattern.fits(s, record, agent, thing, NONE, NONE, 1):
                    continue
                if cost.cond is not None and not cost.cond.ev(s, record):
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
