"""Helpers of all verbs: the doer, the objects and the roles of an act, and loops over objects."""

from __future__ import annotations

from collections.abc import Callable

from deckmastor.engine.expressions.base import Expr, Lit, Reg
from deckmastor.engine.expressions.compile_picks import pick, things
from deckmastor.engine.expressions.compile_terms import place_term, sort_of
from deckmastor.engine.ids import NONE, Slot
from deckmastor.engine.machine.control import EachBegin, EachNext, OpenStep
from deckmastor.engine.permission.group_guards import GuardMany
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.program import Op
from deckmastor.engine.rules.registry import term
from deckmastor.engine.state.layout import YOU
from deckmastor.engine.verbs.acts import Vacuous
from deckmastor.engine.verbs.primitives import GAME
from deckmastor.language.ir import Do, Group, Pick, Qty, Tree


def doer(ctx: Context, tree: Tree) -> Expr:
    """The doer of an act; whoever was offered the act, else `you`, picks a doer to choose."""
    if isinstance(tree, Pick):
        return pick(ctx, tree, ctx.asker or Reg(YOU))
    if tree is None:
        return Lit(GAME)
    return term(ctx, tree)


def label_of(ctx: Context, do: Do) -> int:
    """The slot for the outcome of an act, or NONE if no sentence asks for it."""
    return ctx.slot(do.label) if do.label else NONE


def role(do: Do, *names: str) -> Tree:
    """The first argument of an act in one of these roles, or None."""
    return next((told for name, told in do.roles if name in names), None)


AIMS = ("to", "into", "onto", "for", "with", "on")


def aimed_at(ctx: Context, do: Do) -> Expr | None:
    """The recipient or goal of an act besides its object, or None if it is not known yet."""
    told = role(do, *AIMS)
    if told is not None and not isinstance(told, (Pick, Group, Qty)):
        return place_term(ctx, told) if sort_of(ctx, told) == "place" else term(ctx, told)
    if isinstance(told, Pick) and ctx.knows(told.label):
        return Reg(ctx.slots[told.label])
    return None


def chosen(ctx: Context, do: Do, who: Expr, within: tuple[Tree, ...]) -> Expr:
    """The objects of an act; a choice offers only objects for which the act is not forbidden."""
    verb_rules = (
        ctx.rules.verb_rules[ctx.rules.verb(do.verb)] if do.verb in ctx.rules.contested else None
    )
    found = things(ctx, do.obj, who, within, verb_rules)
    if do.label and isinstance(do.obj, Pick) and do.obj.how in ("all", "each"):
        ctx.emit(Vacuous(found, label_of(ctx, do)))
    return found


def loop(
    ctx: Context, found: Expr, slot: Slot, write: Callable[[], None], do: Do | None = None,
    who: Expr | None = None,
) -> None:  # fmt: skip
    """Compile a loop that acts on each of several things, in one step."""
    members, at = ctx.spare(), ctx.spare()
    ctx.emit(EachBegin(found, members, at))
    many: GuardMany | None = None
    if do is not None and who is not None and do.verb in ctx.rules.grouped:
        verb_rules = ctx.rules.verb_rules[ctx.rules.verb(do.verb)]
        many = GuardMany(verb_rules, who, members, None, label_of(ctx, do))
        ctx.emit(many)
    ctx.emit(OpenStep(1))
    start = EachNext(members, at, slot)
    top = ctx.here()
    ctx.emit(start)
    write()
    ctx.jump().target = top
    start.target = ctx.here()
    ctx.emit(OpenStep(-1))
    if many is not None:
        many.target = ctx.here()


def emit(ctx: Context, op: Op) -> None:
    ctx.emit(op)
