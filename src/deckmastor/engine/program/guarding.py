"""Around an act: who does it, what can stand in its way, and what it costs."""

from __future__ import annotations

from collections.abc import Callable

from deckmastor.engine import acts
from deckmastor.engine.collective import GuardMany
from deckmastor.engine.machine import Op
from deckmastor.engine.norms import freed
from deckmastor.engine.ops import EachBegin, EachNext, Hold
from deckmastor.engine.ops_acts import Act, GuardedDraws, Vacuous
from deckmastor.engine.ops_guard import Guard
from deckmastor.engine.patterns import UNKNOWN
from deckmastor.engine.program.context import Context
from deckmastor.engine.program.picking import pick, things
from deckmastor.engine.program.registry import term
from deckmastor.engine.program.terms import count, place_term, sort_of
from deckmastor.engine.state import NONE, YOU
from deckmastor.engine.values import Expr, Lit, Reg
from deckmastor.engine.window import Afford, PayCosts
from deckmastor.language.ir import Do, Group, Pick, Qty, Tree


def guard_last(ctx: Context, do: Do) -> None:
    """Put what can stand in the way of an act before the instruction that was written last."""
    assert ctx.block is not None
    op = ctx.block.ops[-1]
    if not isinstance(op, (Act, GuardedDraws)):
        return
    ctx.block.ops.pop()
    law = ctx.rules.laws[ctx.rules.verb(do.verb)]
    guard = Guard(law, op.agent, op.guarded_object(), None, None, op.label)
    if isinstance(op, Act) and op.several:
        guard.n = count(op.agent)
    ctx.emit(guard)
    ctx.emit(op)
    guard.target = ctx.here()


def doer(ctx: Context, tree: Tree) -> Expr:
    """Who acts; picked first if there is a choice, by who may let them or whose text it is."""
    if isinstance(tree, Pick):
        return pick(ctx, tree, ctx.asker or Reg(YOU))
    if tree is None:
        return Lit(acts.GAME)
    return term(ctx, tree)


def label_of(ctx: Context, do: Do) -> int:
    """Where the outcome of an act is noted, if anything asks for it."""
    return ctx.slot(do.label) if do.label else NONE


def role(do: Do, *names: str) -> Tree:
    """What stands in one of these roles."""
    return next((told for name, told in do.roles if name in names), None)


AIMS = ("to", "into", "onto", "for", "with", "on")


def aimed_at(ctx: Context, do: Do) -> Expr | None:
    """Whom or what an act is done to besides its object, where that is known."""
    told = role(do, *AIMS)
    if told is not None and not isinstance(told, (Pick, Group, Qty)):
        return place_term(ctx, told) if sort_of(ctx, told) == "place" else term(ctx, told)
    if isinstance(told, Pick) and ctx.knows(told.label):
        return Reg(ctx.slots[told.label])
    return None


def chosen(ctx: Context, do: Do, who: Expr, within: tuple[Tree, ...]) -> Expr:
    """What an act is done to; where there is a choice, only of what nothing forbids."""
    law = ctx.rules.laws[ctx.rules.verb(do.verb)] if do.verb in ctx.rules.contested else None
    found = things(ctx, do.obj, who, within, law)
    if do.label and isinstance(do.obj, Pick) and do.obj.how in ("all", "each"):
        ctx.emit(Vacuous(found, label_of(ctx, do)))
    return found


def loop(
    ctx: Context, found: Expr, slot: int, write: Callable[[], None], do: Do | None = None,
    who: Expr | None = None,
) -> None:  # fmt: skip
    """Act on each of several things, in one step."""
    members, at = ctx.spare(), ctx.spare()
    ctx.emit(EachBegin(found, members, at))
    many: GuardMany | None = None
    if do is not None and who is not None and do.verb in ctx.rules.grouped:
        law = ctx.rules.laws[ctx.rules.verb(do.verb)]
        many = GuardMany(law, who, members, None, label_of(ctx, do))
        ctx.emit(many)
    ctx.emit(Hold(1))
    start = EachNext(members, at, slot)
    top = ctx.here()
    ctx.emit(start)
    write()
    ctx.jump().target = top
    start.target = ctx.here()
    ctx.emit(Hold(-1))
    if many is not None:
        many.target = ctx.here()


def guarded(
    ctx: Context, do: Do, who: Expr, obj: Expr | None, write: Callable[[], None],
    n: Expr | None = None, sort: type[Guard] = Guard,
) -> None:  # fmt: skip
    """What can stand in the way of an act, then the act."""
    if do.verb not in ctx.rules.contested:
        charged(ctx, do, who, obj, write)
        return
    law = ctx.rules.laws[ctx.rules.verb(do.verb)]
    if obj is None and do.obj is not None:
        obj = Lit(UNKNOWN)
    guard = sort(law, who, obj, aimed_at(ctx, do), None, label_of(ctx, do))
    guard.n = n
    guard.by = freed(do)
    ctx.emit(guard)
    charged(ctx, do, who, obj, write)
    guard.target = ctx.here()


def charged(ctx: Context, do: Do, who: Expr, obj: Expr | None, write: Callable[[], None]) -> None:
    """An act with its prices: where one cannot be paid, nothing happens."""
    if not ctx.rules.costed(do.verb):
        write()
        return
    one = obj if obj is not None else Lit(UNKNOWN if do.obj is not None else NONE)
    law = ctx.rules.laws[ctx.rules.verb(do.verb)]
    afford = Afford(law, who, one, label_of(ctx, do))
    ctx.emit(afford)
    pay_costs(ctx, do, who, one, NONE)
    write()
    afford.target = ctx.here()


def emit(ctx: Context, op: Op) -> None:
    ctx.emit(op)


def pay_costs(ctx: Context, do: Do, who: Expr, card: Expr, label: int) -> None:
    """The prices of an act, paid before it."""
    law = ctx.rules.laws[ctx.rules.verb(do.verb)]
    if ctx.rules.costed(do.verb):
        ctx.emit(PayCosts(law, who, card, ctx.spare()))
