"""What several prices of one act ask for together."""

from __future__ import annotations

from itertools import product

from deckmastor.engine.state import NONE, Record, State
from deckmastor.engine.values import Expr


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
