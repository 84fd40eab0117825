"""Compile the guard and the prices of an act, before the act itself."""

from __future__ import annotations

from collections.abc import Callable

from deckmastor.engine.expressions.base import Expr, Lit
from deckmastor.engine.expressions.compile_amounts import count
from deckmastor.engine.ids import NONE, Slot
from deckmastor.engine.permission.compile_permits import aim, forbiddable
from deckmastor.engine.permission.costs import Afford, PayCosts
from deckmastor.engine.permission.norms import freed
from deckmastor.engine.permission.replacements import Guard
from deckmastor.engine.rules.context import Context
from deckmastor.engine.triggers.patterns import UNKNOWN
from deckmastor.engine.verbs.acts import Act
from deckmastor.engine.verbs.doing import aimed_at, emit, label_of
from deckmastor.language.ir import Do, Tree


def guard_last(ctx: Context, do: Do) -> None:
    """Put a guard and the prices before the instruction that was compiled last."""
    assert ctx.block is not None
    op = ctx.block.ops[-1]
    if not isinstance(op, Act):
        return
    ctx.block.ops.pop()
    act = op
    verb_rules = ctx.rules.verb_rules[ctx.rules.verb(do.verb)]
    guard = Guard(verb_rules, act.agent, act.guarded_object(), None, None, act.label)
    if act.several:
        guard.n = count(act.agent)
    if do.verb in ctx.rules.contested:
        ctx.emit(guard)
    charged(ctx, do, act.agent, act.guarded_object(), lambda: emit(ctx, act))
    guard.target = ctx.here()


def guarded(
    ctx: Context, do: Do, who: Expr, obj: Expr | None, write: Callable[[], None],
    n: Expr | None = None, means: Tree = None,
) -> None:  # fmt: skip
    """Compile the guard of an act if rules need one, its prices, then the act.

    `means` is the definition of its verb: an act that names no goal has that of its definition.
    """
    if do.verb not in ctx.rules.contested:
        charged(ctx, do, who, obj, write)
        return
    verb_rules = ctx.rules.verb_rules[ctx.rules.verb(do.verb)]
    if obj is None and do.obj is not None:
        obj = Lit(UNKNOWN)
    to = aimed_at(ctx, do)
    if to is None and forbiddable(ctx, do.verb) and isinstance(means, Do):
        to = aim(ctx, means)
    guard = Guard(verb_rules, who, obj, to, None, label_of(ctx, do))
    guard.n = n
    guard.by = freed(do)
    ctx.emit(guard)
    charged(ctx, do, who, obj, write)
    guard.target = ctx.here()


def charged(
    ctx: Context, do: Do, who: Expr, obj: Expr | None, write: Callable[[], None],
    to: Expr | None = None, also: Expr | None = None,
) -> None:  # fmt: skip
    """Compile an act with its prices; if they cannot be paid, the act is skipped.

    `to` is its recipient or goal, if the roles of the act do not say it. `also` is something else
    that the act is done to: a price of both is paid once.
    """
    if not ctx.rules.costed(do.verb):
        write()
        return
    one = obj if obj is not None else Lit(UNKNOWN if do.obj is not None else NONE)
    verb_rules = ctx.rules.verb_rules[ctx.rules.verb(do.verb)]
    afford = Afford(verb_rules, who, one, label_of(ctx, do))
    afford.to = to if to is not None else aimed_at(ctx, do)
    afford.also = also
    ctx.emit(afford)
    pay_costs(ctx, do, who, one, NONE, afford.to, also=also)
    write()
    afford.target = ctx.here()


def pay_costs(
    ctx: Context, do: Do, who: Expr, card: Expr, label: Slot, to: Expr | None = None,
    late: bool = False, also: Expr | None = None,
) -> None:  # fmt: skip
    """Compile the payment of the prices of an act; if `late`, of those that name its goal."""
    verb_rules = ctx.rules.verb_rules[ctx.rules.verb(do.verb)]
    if ctx.rules.costed(do.verb):
        paid = PayCosts(verb_rules, who, card, ctx.spare())
        paid.to, paid.also = to, also
        paid.late = late
        ctx.emit(paid)
