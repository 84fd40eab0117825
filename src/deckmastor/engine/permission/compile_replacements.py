"""Compile replacements: `instead of …`, and what stands in the place of an act."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr, Lit
from deckmastor.engine.ids import NONE
from deckmastor.engine.permission.replacements import Replaced
from deckmastor.engine.resolution.compile_links import detached
from deckmastor.engine.resolution.links import TellInstead
from deckmastor.engine.rules.around import held, sharing, unsilenced
from deckmastor.engine.rules.context import Context, RuleScope
from deckmastor.engine.rules.registry import RULES, VERBS, condition, effect, term
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.engine.rules.wording import MARK
from deckmastor.engine.triggers.compile_patterns import collective, exact, pattern
from deckmastor.engine.triggers.compile_triggers import (
    alternatives,
    asked_event,
    by_group,
    check_counted,
    counted_out,
    group,
    put_condition,
)
from deckmastor.engine.triggers.triggers import Trigger
from deckmastor.language.ir import Block as Joined
from deckmastor.language.ir import (
    Cmp,
    Did,
    Do,
    If,
    Instead,
    Kind,
    May,
    Pick,
    Ref,
    Tally,
    Tree,
    mentions,
    replace,
)

LOSSES = "If a player would lose X {} and that player has at most X {}, …"


def replacement(ctx: Context, tree: Instead, around: RuleScope) -> None:
    """Compile a replacement of an event."""
    made: list[Trigger] = []
    for event in sharing(alternatives(tree.event)):
        conds = around.conds + unsilenced(ctx, "replacement")
        if isinstance(event, Did):
            event, more = asked_event(ctx, event, True)
            conds += more
        told = collective(event)
        event, least = (told[0], None) if told is not None else together(event)
        if told is not None and not counted_out(told) and not by_group(ctx, told[0]):
            told = None  # each act is replaced on its own
        if not isinstance(event, Do):
            raise Unsupported("a replacement of something that is no act")
        if event.verb == "reroll" and ctx.schema.rerolls:
            raise Unsupported("a replacement of a reroll. Say who cannot reroll, or 'Before …'")
        check_counted(ctx, event, LOSSES)
        shape = pattern(ctx, event)
        if least is not None:
            shape.least = term(ctx, least)
        exact(ctx, event, shape)
        found = Trigger(len(ctx.rules.triggers), ctx.standing, shape, tree.once)
        ctx.rules.triggers.append(found)
        verb_rules = ctx.rules.verb_rules[shape.verb]
        if told is not None:
            if not by_group(ctx, event):
                raise Unsupported(f"several things that would {event.verb} at once")
            found.group = group(ctx, told)
            verb_rules.many.append(found)
        else:
            verb_rules.instead.append(found)
            found.sweeping = sweeping(event, tree)
        if tree.cond is not None:
            conds.append(condition(ctx, tree.cond))
        put_condition(found, conds)
        made.append(found)
    ctx.inside += 1
    ctx.replacing = True
    block = held(ctx, lambda: instead(ctx, tree.effect))
    ctx.inside -= 1
    ctx.replacing = False
    for one_ in made:
        one_.block = block


def sweeping(event: Do, tree: Instead) -> bool:
    """True if an act on whatever card is replaced for certain, by something that reads no card."""
    obj = event.obj
    if not isinstance(obj, Pick) or obj.kind.where or obj.kind.noun not in ("card", "thing"):
        return False
    if event.roles or obj.n != 1 or marked(tree.effect, False) is not None:
        return False
    read = (tree.effect, tree.cond) if tree.cond is not None else (tree.effect,)
    return not any(mentions(told, name) for told in read for name in (obj.label, obj.kind.var))


def together(event: Tree) -> tuple[Tree, Tree]:
    """`at least 2 players would win the game` as an act, and the least number who do it."""
    match event:
        case Cmp(
            a=Tally(op="count", what=Kind(where=(Did(do=Do(agent=Ref(name=who)) as do),), var=var)),
            op=">=",
            b=least,
        ) if who == var and do.verb == "win":
            return (replace(do, agent=None), least)
    return (event, None)


def instead(ctx: Context, tree: Tree) -> None:
    """Compile the effect of a replacement; the event is replaced only if the effect is done."""
    ctx.apart = detached(ctx, tree) if ctx.rules.linkwise else []
    told = marked(tree, ctx.rules.linkwise)
    if told is None:
        mark(ctx, MARK, Lit(NONE))
    effect(ctx, tree if told is None else told)
    if ctx.rules.linkwise:
        ctx.emit(TellInstead())


def marked(tree: Tree, early: bool) -> Tree | None:
    """The effect with a mark where the event is replaced; None if it is replaced in any case.

    What is said behind an offer or a condition (`If they do, …`) replaces nothing itself.
    """
    match tree:
        case May():
            parts = (MARK, tree.effect) if early else (tree.effect, MARK)
            return replace(tree, effect=Joined("next", parts))
        case If(orelse=None):
            return replace(tree, then=Joined("next", (MARK, tree.then)))
        case Joined(mode="next", parts=parts):
            first = marked(parts[0], early) if isinstance(parts[0], (May, If)) else None
            return None if first is None else replace(tree, parts=(first, *parts[1:]))
    return None


def mark(ctx: Context, do: Do, who: Expr) -> None:
    """Mark that the act is replaced; from here on, its replacement is an effect of its own."""
    for op in (Replaced(), *ctx.apart):
        ctx.emit(op)


RULES[Instead] = replacement
VERBS["replaced mark"] = mark
