"""Compile comparisons to goals, which measure how near they are to being true."""

from __future__ import annotations

from deckmastor.engine.expressions.compile_number_sets import is_numbers
from deckmastor.engine.facts.in_force import Standing
from deckmastor.engine.goals.goals import DOWN, FEWEST, MOST, UP, Goal
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.definition import Defs
from deckmastor.engine.rules.registry import term
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.language.ir import Cmp, Hold, Is, Of, Pick, Tree, walk

KINDS = {">=": UP, ">": UP, "=": UP, "<=": DOWN, "<": DOWN, "most": MOST, "fewest": FEWEST}
Statuses = dict[tuple[str, str], list[tuple[str, Tree]]]  # (noun, status) -> labels, conditions


def measured(rules: Ruleset, defs: Defs, label: str, sort: str, compared: Cmp) -> Goal | None:
    """A comparison as a goal of the thing under a label; None if it cannot be measured."""
    ctx = Context(rules, defs, 0, Standing(0, 1))
    slot = ctx.slot(label)
    ctx.sorts[label] = sort
    kind = KINDS.get(compared.op)
    if kind is None or is_numbers(ctx, compared.a) or is_numbers(ctx, compared.b):
        return None
    if compared.op == "=" and compared.b == 0:
        kind = DOWN
    try:
        amount = term(ctx, compared.a)
        bound = term(ctx, compared.b) if kind in (UP, DOWN) else None
    except Unsupported:
        return None
    goal = Goal(kind, amount, bound, slot, ctx.size)
    goal.of_hand = kind == DOWN and any(
        isinstance(node, Of) and node.name == rules.hand for node in walk(compared.a)
    )
    return goal


def statuses(rules: Ruleset) -> Statuses:
    """The conditions under which rules give statuses: by noun and status, label and condition."""
    found: Statuses = {}
    for entry in rules.schema.entries:
        for told in entry.para.rules if entry.para is not None else ():
            match told:
                case Hold(fact=Is(who=Pick() as who, word=str() as word), cond=cond) if cond:
                    key = (who.kind.noun, word)
                    found.setdefault(key, []).append((who.label, cond))
    return found
