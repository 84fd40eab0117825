"""Chains of facts: values and states that are worked out from one another.

`The toll is the fare plus 1. The fare is …` is a chain of two. What is computed, compiled or looked
through along a chain needs stack for each link. So a chain has a limit, and a longer one is refused
with the sentence that makes it too long.
"""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.facts.facts import FactTable
from deckmastor.engine.rules.introspection import attributes
from deckmastor.engine.state.budgets import DEEPEST


def too_long(tables: list[FactTable]) -> list[FactTable]:
    """The tables at the end of chains that are too long."""
    if len(tables) <= DEEPEST:
        return []
    asked = {id(table): asks(table) for table in tables}
    depth: dict[int, int] = {}
    for first in tables:
        path = [first]
        while path:
            table = path[-1]
            mine = id(table)
            if mine not in depth:
                depth[mine] = 0  # it is on the path; a circle ends here
                path += [one for one in asked.get(mine, []) if id(one) not in depth]
                continue
            path.pop()
            if depth[mine] == 0:
                depth[mine] = 1 + max([depth.get(id(one), 0) for one in asked[mine]], default=0)
    return [table for table in tables if depth[id(table)] > DEEPEST]


def asks(table: FactTable) -> list[FactTable]:
    """The tables that the facts and bounds of a table ask for, each once."""
    found: list[FactTable] = []
    for fact in (*table.facts, *[bound.fact for bound in table.bounds]):
        for part in (fact.subject, fact.cond, fact.value, *fact.tests):
            _look(part, found)
    return found


def _look(part: object, found: list[FactTable]) -> None:
    if isinstance(part, FactTable):
        if part not in found:
            found.append(part)
    elif isinstance(part, list):
        for one in part:
            _look(one, found)
    elif isinstance(part, Expr):
        for name in attributes(part):
            _look(getattr(part, name, None), found)
