"""Helpers of all verbs: the doer, the objects and the roles of an act, and loops over objects."""

from __future__ import annotations

from collections.abc import Callable

from deckmastor.engine.expressions.amounts import Count, Sub
from deckmastor.engine.expressions.base import Expr, Lit, Reg
from deckmastor.engine.expressions.compile_picks import pick, things
from deckmastor.engine.expressions.compile_terms import place_term, sort_of
from deckmastor.engine.ids import NONE, Slot
from deckmastor.engine.machine.control import EachBegin, EachNext, LetNumber, OpenStep, Times
from deckmastor.engine.permission.group_guards import GuardMany
from deckmastor.engine.permission.missing_objects import GuardAttempt
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.program import Op
from deckmastor.engine.rules.registry import term
from deckmastor.engine.state.layout import YOU
from deckmastor.engine.triggers.patterns import UNKNOWN
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


DEMANDING = ("a", "any", "random", "atleast")  # picks that ask for a number of things
AIMS = ("to", "into", "onto", "for", "against", "with", "on")


def aimed_at(ctx: Context, do: Do) -> Expr | None:
    """The recipient or goal of an act besides its object, or None if it is not known yet."""
    told = role(do, *AIMS, *(("in",) if do.verb == "create" else ()))
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
    who: Expr | None = None, lone: bool = False,
) -> None:  # fmt: skip
    """Compile a loop that acts on each of several things, in one step.

    What is done to a `lone` thing keeps the steps that its definition has.
    """
    members, at = ctx.spare(), ctx.spare()
    ctx.emit(EachBegin(found, members, at))
    lacking = missing(ctx, do, found)
    many: GuardMany | None = None
    if do is not None and who is not None and do.verb in ctx.rules.grouped:
        verb_rules = ctx.rules.verb_rules[ctx.rules.verb(do.verb)]
        many = GuardMany(verb_rules, who, members, None, label_of(ctx, do))
        ctx.emit(many)
    if not lone:
        ctx.emit(OpenStep(1))
    start = EachNext(members, at, slot)
    top = ctx.here()
    ctx.emit(start)
    write()
    ctx.jump().target = top
    start.target = ctx.here()
    if lacking != NONE and do is not None and who is not None:
        attempts(ctx, do, who, lacking)
    if not lone:
        ctx.emit(OpenStep(-1))
    if many is not None:
        many.target = ctx.here()


def missing(ctx: Context, do: Do | None, found: Expr) -> Slot:
    """The slot of how many of the things that an act demands there are not; NONE if none count."""
    if do is None or do.verb not in ctx.rules.replaced or not isinstance(do.obj, Pick):
        return NONE
    if do.obj.how not in DEMANDING:
        return NONE
    slot = ctx.spare()
    ctx.emit(LetNumber(slot, Sub(term(ctx, do.obj.n), Count(found))))
    return slot


def attempts(ctx: Context, do: Do, who: Expr, lacking: Slot) -> None:
    """Compile the attempts of an act whose object is missing: replacements can apply to each."""
    verb_rules = ctx.rules.verb_rules[ctx.rules.verb(do.verb)]
    at = ctx.spare()
    ctx.emit(LetNumber(at, Lit(0)))
    times = Times(lacking, at)
    top = ctx.here()
    ctx.emit(times)
    guard = GuardAttempt(
        verb_rules, who, Lit(UNKNOWN), aimed_at(ctx, do), None, label_of(ctx, do)
    )  # fmt: skip
    ctx.emit(guard)
    guard.target = ctx.here()
    ctx.jump().target = top
    times.target = ctx.here()


def emit(ctx: Context, op: Op) -> None:
    ctx.emit(op)
