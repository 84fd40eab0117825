"""The verbs of law compiled: submit, vote, adopt, withdraw, repeal, and texts that take effect."""

from __future__ import annotations

from collections.abc import Callable

from deckmastor.engine import acts
from deckmastor.engine.ops import Forget
from deckmastor.engine.ops_acts import Remove, Told
from deckmastor.engine.program.acting import _emit, guarded, label_of, role
from deckmastor.engine.program.context import Context, Unsupported
from deckmastor.engine.program.effects import things
from deckmastor.engine.program.terms import sort_of
from deckmastor.engine.proposals import WAYS, Submit, SubmitThing, TakeEffect, Vote
from deckmastor.engine.state import NONE
from deckmastor.engine.values import Expr, Reg
from deckmastor.language.ir import Do, Is, Of, Pick, Ref


def submit(ctx: Context, do: Do, who: Expr) -> None:
    """A proposal is put to the vote: a new one, unless it is there already."""
    obj = do.obj
    if not isinstance(obj, Pick):
        made = things(ctx, obj, who)
        guarded(ctx, do, who, made, lambda: _emit(ctx, SubmitThing(who, made, label_of(ctx, do))))
        return
    species = ctx.schema.species_ids.get(obj.kind.noun, NONE)
    if species == NONE or sort_of(ctx, obj) != "proposal":
        raise Unsupported(f"submitting a {obj.kind.noun}")
    slot = ctx.slot(obj.label)
    ctx.slots.setdefault(obj.kind.var, slot)
    ctx.sorts[obj.label] = "proposal"
    op = Submit(who, species, slot, label_of(ctx, do))
    for part in obj.kind.where:
        attr = ctx.schema.attrs.get(part.family) if isinstance(part, Is) else None
        if attr is not None and isinstance(part, Is) and attr.home == "column":
            op.family, op.word = attr.at, ctx.schema.literal(part.word)
    ctx.emit(Forget([slot]))
    guarded(ctx, do, who, None, lambda: _emit(ctx, op))


def vote(ctx: Context, do: Do, who: Expr) -> None:
    """A vote for or against something, or on it."""
    name, told = next(((n, t) for n, t in do.roles if n in ("for", "against", "on")), ("", None))
    if told is None:
        raise Unsupported("a vote on nothing")
    found = things(ctx, told, who)
    slot = ctx.spare()
    ctx.emit(Forget([slot]))
    way = WAYS.index(name) if name in WAYS else NONE
    one = Vote(who, found, way, slot, label_of(ctx, do))
    guarded(ctx, do, who, None, lambda: _emit(ctx, one))


def adopt(ctx: Context, do: Do, who: Expr) -> None:
    """A proposal is adopted; what follows from that, other sentences say."""
    proposed(ctx, do, "adopt")
    found = things(ctx, do.obj, who)
    told = Told(acts.ADOPT, who, found, None, label_of(ctx, do))
    guarded(ctx, do, who, found, lambda: _emit(ctx, told))


def withdraw(ctx: Context, do: Do, who: Expr) -> None:
    """A proposal is taken back: it is out of the game."""
    proposed(ctx, do, "withdraw")
    found = things(ctx, do.obj, who)
    slot = ctx.spare()
    from deckmastor.engine.ops import Let

    ctx.emit(Forget([slot]))
    ctx.emit(Let(slot, found))

    def write() -> None:
        ctx.emit(Remove(who, Reg(slot), label_of(ctx, do)))
        ctx.emit(Told(acts.WITHDRAW, who, Reg(slot), None, NONE))

    guarded(ctx, do, who, Reg(slot), write)


def repeal(ctx: Context, do: Do, who: Expr) -> None:
    """A proposal in force is repealed: it is out of the game."""
    proposed(ctx, do, "repeal")
    found = things(ctx, do.obj, who)
    slot = ctx.spare()
    from deckmastor.engine.ops import Let

    ctx.emit(Forget([slot]))
    ctx.emit(Let(slot, found))

    def write() -> None:
        ctx.emit(Remove(who, Reg(slot), label_of(ctx, do)))
        ctx.emit(Told(acts.REPEAL, who, Reg(slot), None, NONE))

    guarded(ctx, do, who, Reg(slot), write)


def proposed(ctx: Context, do: Do, verb: str) -> None:
    """Refuse what is no proposal: changing rules is another matter."""
    if sort_of(ctx, do.obj) != "proposal":
        raise Unsupported(f"to {verb} what is no proposal")


def take_effect(ctx: Context, do: Do, who: Expr) -> None:
    """The text of a proposal takes effect."""
    told = do.obj if do.obj is not None else do.agent
    if not (isinstance(told, Of) and told.name == "text"):
        raise Unsupported("taking effect of what is no text")
    owner = things(ctx, told.owner, who)
    ctx.emit(TakeEffect(who, owner, label_of(ctx, do)))


VERBS: dict[str, Callable[[Context, Do, Expr], None]] = {
    "submit": submit, "vote": vote, "adopt": adopt, "withdraw": withdraw, "repeal": repeal,
    "take effect": take_effect,
}  # fmt: skip

__all__ = ["VERBS", "Ref", "role"]
