"""Moments compiled: when something happens, and whether it is that time now."""

from __future__ import annotations

from deckmastor.engine.program.context import Context, Unsupported
from deckmastor.engine.program.terms import term
from deckmastor.engine.state import PHASE, TURN, TURNS
from deckmastor.engine.values import And, Eq, Expr, Find, ForAll, Lit, Meets, Reg, Var
from deckmastor.language.ir import Kind, Moment, Of, Pick, Ref, Tree

CALENDAR = ("minute", "hour", "day", "week", "month", "year")


def point(ctx: Context, moment: Moment) -> tuple[str, str, Expr | None]:
    """The edge, the span and the condition of a moment that play can reach."""
    edge = {"before": "beginning", "after": "end"}.get(moment.edge, moment.edge)
    if edge not in ("beginning", "end", "during"):
        raise Unsupported(f"the moment '{moment.edge}'")
    span, cond = spell(ctx, moment.span)
    if span == "game" and moment.edge == "before":
        edge = "before"
    if span == "first turn":
        if edge != "beginning":
            return (edge, "turn", Eq(Var(TURNS), Lit(1)))
        if moment.edge == "before":
            return ("before", "first turn", None)
        return ("beginning", "turn", Eq(Var(TURNS), Lit(1)))
    if edge == "during" and span in ("turn", "round", "game") and ctx.rules.phases:
        edge = "beginning"
    return (edge, span, cond)


def spell(ctx: Context, tree: Tree) -> tuple[str, Expr | None]:
    """The name of a span, and whose it must be."""
    match tree:
        case Ref(name=name):
            if name in ("game", "turn", "phase", "round"):
                return (name, None)
        case Of(owner=None, name=name):
            return (_phase(ctx, name), None)
        case Of(owner=owner, name=name):
            short = name.removeprefix("next ")
            if isinstance(owner, Pick) and owner.kind.noun in ("turn", "round", "week", "game"):
                return (_phase(ctx, short), None)
            return ("turn" if short == "turn" else _phase(ctx, short), whose(ctx, owner))
        case Pick(kind=Kind(noun=noun), how=how):
            if noun in ("turn", "round", "game", "phase") and how != "first":
                return (noun, None)
            if noun == "turn":
                return ("first turn", None)
            if ctx.schema.lexicon.is_kind(noun, "game"):
                return ("game", None)
            return (_phase(ctx, noun), None)
        case str():
            return (_phase(ctx, tree), None)
    raise Unsupported("this span of time")


def _phase(ctx: Context, name: str) -> str:
    if name.endswith(" phase") and name[:-6] in ctx.rules.phases:
        return name
    if name in ("turn", "round", "game", "phase"):
        return name
    raise Unsupported(f"the time '{name}'")


def whose(ctx: Context, owner: Tree) -> Expr:
    """Whether the turn is a certain player's; a player described is then known by their label."""
    if isinstance(owner, Pick) and not ctx.knows(owner.label):
        found = term(ctx, owner)
        slot = ctx.slot(owner.label)
        ctx.sorts[owner.label] = "player"
        return ForAll(found, slot, Eq(Reg(slot), Var(TURN)), True)
    return Meets(term(ctx, owner), Var(TURN))


def during(ctx: Context, tree: Tree) -> Expr:
    """Whether it is a certain time now."""
    ctx.bits |= ctx.rules.scalar_bit
    if not isinstance(tree, Moment):
        from deckmastor.engine.program.conditions import condition

        return condition(ctx, tree)
    if tree.edge not in ("during", "this"):
        raise Unsupported(f"the time '{tree.edge}'")
    if isinstance(tree.span, Pick) and tree.span.how == "first":
        return Eq(Var(TURNS), Lit(1))
    span, cond = spell(ctx, tree.span)
    parts: list[Expr] = [cond] if cond is not None else []
    if span.endswith(" phase"):
        parts.append(Eq(Var(PHASE), Lit(ctx.rules.phases.index(span[:-6]))))
    return And(parts) if parts else Lit(1)


__all__ = ["CALENDAR", "Find", "during", "point"]
