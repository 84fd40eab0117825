"""Compile a look ahead at the acts of one step, for what comes before any of them."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Lit
from deckmastor.engine.expressions.compile_amounts import VAGUE
from deckmastor.engine.expressions.compile_descriptions import description
from deckmastor.engine.expressions.compile_terms import sort_of
from deckmastor.engine.expressions.people import InTurn
from deckmastor.engine.ids import NONE, Slot
from deckmastor.engine.machine.control import EachBegin, EachNext
from deckmastor.engine.permission.ahead import Foresee, Foreseen, HeardAhead, HeardNoMore
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.registry import term
from deckmastor.engine.verbs.doing import aimed_at
from deckmastor.language.ir import Block, Calc, Do, Each, Pick, Qty, Ref, Tree, replace, walk


def look_ahead(ctx: Context, tree: Tree) -> Slot:
    """Compile what comes before the acts of a step that is known beforehand.

    The slot of what ran then, or NONE if nothing can come before. It is known beforehand who gains,
    loses or pays how many counters; acts that leave a choice are looked at when they are done.
    """
    told = [node for node in walk(tree) if isinstance(node, Do) and is_known(ctx, node)]
    if not told or ctx.foresees or ctx.rules.choices_first:
        return NONE
    ran = ctx.spare()
    ctx.emit(Foreseen(ran))
    ahead(ctx, ctx.rename(tree, set(ctx.slots)), ran)
    ctx.emit(HeardAhead(ran))
    return ran


def looked_ahead(ctx: Context, ran: Slot) -> None:
    """Compile the end of a step that was looked at ahead."""
    if ran != NONE:
        ctx.emit(HeardNoMore(ran))


def is_known(ctx: Context, do: Do) -> bool:
    """True if it is known before a step who does an act, and with how many counters."""
    obj = do.obj
    return (
        do.verb in ctx.rules.preceded
        and do.agent is not None
        and isinstance(obj, Qty)
        and not isinstance(obj.n, (Pick, Ref))
        and not (isinstance(obj.n, Calc) and obj.n.op in VAGUE)
        and not ctx.rules.costed(do.verb)
    )


def ahead(ctx: Context, tree: Tree, ran: Slot) -> None:
    """Compile the look at each act of a part of a step."""
    match tree:
        case Block(mode="both", parts=parts):
            for part in parts:
                ahead(ctx, part, ran)
        case Each(pick=Pick(how="each") as pick, body=body):
            found = description(ctx, replace(pick, label=""))
            if sort_of(ctx, pick) == "player":
                found = InTurn(found, ctx.schema.seats)
            ctx.sorts.setdefault(pick.label, sort_of(ctx, pick))
            members, at, label = ctx.spare(), ctx.spare(), ctx.slot(pick.label)
            ctx.emit(EachBegin(found, members, at))
            start = EachNext(members, at, label)
            top = ctx.here()
            ctx.emit(start)
            ahead(ctx, body, ran)
            ctx.jump().target = top
            start.target = ctx.here()
        case Do() if is_known(ctx, tree):
            assert isinstance(tree.obj, Qty)
            rules = ctx.rules.verb_rules[ctx.rules.verb(tree.verb)]
            unit = Lit(ctx.schema.word(tree.obj.unit))
            look = Foresee(rules, term(ctx, tree.agent), unit, aimed_at(ctx, tree), ran)
            look.n = term(ctx, tree.obj.n)
            ctx.emit(look)
            look.target = ctx.here()
