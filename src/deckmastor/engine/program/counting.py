"""Counters and members of sets: gained, lost and paid."""

from __future__ import annotations

from deckmastor.engine.contests import Innermost, LoseContest
from deckmastor.engine.ops import Choose, Forget, LetNumber, Unless
from deckmastor.engine.ops_acts import BagChange, Count
from deckmastor.engine.ops_spans import LoseGame
from deckmastor.engine.program.changing import office_named, resign
from deckmastor.engine.program.context import Context, Unsupported
from deckmastor.engine.program.events import time_like
from deckmastor.engine.program.feasible import feasible
from deckmastor.engine.program.guarding import doer, emit, guard_last, guarded, label_of, role
from deckmastor.engine.program.picking import pick
from deckmastor.engine.program.registry import VERBS, term
from deckmastor.engine.program.spanning import contest_of
from deckmastor.engine.program.terms import VAGUE, vague_label
from deckmastor.engine.roles import Range
from deckmastor.engine.schema import Attr
from deckmastor.engine.state import NONE
from deckmastor.engine.values import Col, Expr, Least, Lit, Reg
from deckmastor.language.ir import (
    Calc,
    Do,
    Group,
    Is,
    Kind,
    Logic,
    Of,
    Pick,
    Qty,
    Ref,
    Tree,
    replace,
)


def gain(ctx: Context, do: Do, who: Expr) -> None:
    """Gain counters, a modifier, a member of a set."""
    counters(ctx, do, who, False, False)


def lose(ctx: Context, do: Do, who: Expr) -> None:
    """Lose counters, a modifier, or the game."""
    if do.obj is None or time_like(ctx, do.obj):
        told = contest_of(ctx, do.obj)
        contests = ctx.rules.contests
        if told is not None and contests is not None:
            what = Lit(NONE) if told[1] else Innermost(contests)
            ctx.emit(LoseContest(who, what, *told, label_of(ctx, do)))
        else:
            ctx.emit(LoseGame(who, who, label_of(ctx, do)))
        if do.verb in ctx.rules.contested:
            guard_last(ctx, do)
        return
    counters(ctx, do, who, True, False)


def pay(ctx: Context, do: Do, who: Expr) -> None:
    """Pay counters: all or nothing, also of several sorts."""
    if not isinstance(do.obj, Group):
        counters(ctx, do, who, True, True)
        return
    enough = Unless(feasible(ctx, do))
    ctx.emit(enough)
    counters(ctx, do, who, True, True)
    enough.target = ctx.here()


def counters(ctx: Context, do: Do, who: Expr, less: bool, strict: bool) -> None:
    """Counters gained, lost or paid; or members of sets."""
    obj = do.obj
    if isinstance(obj, Qty):
        attr = ctx.schema.attrs[obj.unit]
        told = role(do, "from", "to")
        other = doer(ctx, told) if told is not None else None
        owner = who if less else other
        most = Least([Col(attr.at, owner), Lit(0)], True) if owner is not None else None
        n = how_many(ctx, obj, who, attr, most)
        guarded(
            ctx, do, who, Lit(ctx.schema.word(obj.unit)),
            lambda: _count(ctx, do, who, attr, obj, n, less, strict, other), n,
        )  # fmt: skip
        return
    if isinstance(obj, Group) and obj.op == "and":
        for item in obj.items:
            counters(ctx, replace(do, obj=item), who, less, strict)
        return
    if isinstance(obj, Ref) and office_named(ctx, obj) and less:
        resign(ctx, do, who, obj)
        return
    if isinstance(obj, Pick) and obj.kind.noun == "counter" and obj.how == "all":
        for unit in counters_that(ctx, obj.kind):
            label = f"{obj.label} {unit}"
            every = Pick("all", 1, Kind(unit, var=label), label)
            counters(ctx, replace(do, obj=Qty(every, unit)), who, less, strict)
        return
    if isinstance(obj, Pick) and obj.kind.noun in ctx.schema.attrs:
        member(ctx, do, who, ctx.schema.attrs[obj.kind.noun], pick(ctx, obj, who), less)
        return
    if isinstance(obj, Ref) and obj.name == "this modifier" and ctx.knows(obj.name):
        family = "modifier"
        value: Expr = Reg(ctx.slots[obj.name])
    elif isinstance(obj, Of) and isinstance(obj.owner, Ref) and ctx.knows(obj.owner.name):
        family = obj.name
        value = Reg(ctx.slots[obj.owner.name])
    else:
        word, family = told_member(ctx, obj, do)
        value = Lit(word)
    member(ctx, do, who, ctx.schema.attrs[family], value, less)


def counters_that(ctx: Context, kind: Kind) -> list[str]:
    """The counters of the book that are said to be so, or not to be so."""
    found = list(ctx.schema.lexicon.units)
    for part in kind.where:
        match part:
            case Logic(op="not", parts=(Is(word=str() as word),)):
                found = [unit for unit in found if unit not in ctx.rules.counters.get(word, ())]
            case Is(word=str() as word):
                found = [unit for unit in found if unit in ctx.rules.counters.get(word, ())]
            case _:
                raise Unsupported("counters that are described so")
    return found


def member(ctx: Context, do: Do, who: Expr, attr: Attr, value: Expr, less: bool) -> None:
    """A member of a set is gained or lost, unless something stands in the way."""
    change = BagChange(who, attr, value, less, label_of(ctx, do))
    guarded(ctx, do, who, value, lambda: emit(ctx, change))


def _count(
    ctx: Context, do: Do, who: Expr, attr: Attr, obj: Qty, n: Expr, less: bool, strict: bool,
    other: Expr | None,
) -> None:  # fmt: skip
    unit = ctx.schema.word(obj.unit)
    ctx.emit(Count(who, attr, unit, n, less, other, strict, label_of(ctx, do)))


def how_many(ctx: Context, obj: Qty, who: Expr, attr: Attr, most: Expr | None) -> Expr:
    """The number of counters; `up to`, `any number of` and `all` are settled now, and are then
    what `that many` means. `most` is what there is, where that limits the number."""
    n = obj.n
    vague = ("number",) if isinstance(n, Pick) else VAGUE
    if isinstance(n, Pick) and n.kind.noun in vague and not n.kind.where:
        label = n.label
        op = "any number of"
    elif isinstance(n, Ref) and n.name == "all" and most is not None:
        label, op = n.name, n.name
    elif isinstance(n, Calc) and n.op in VAGUE:
        label, op = vague_label(n), n.op
    elif isinstance(n, Ref) and n.name != "result" and not ctx.knows(n.name):
        raise Unsupported(f"an unknown number of {obj.unit}s")
    else:
        return term(ctx, n)
    bound = term(ctx, n) if isinstance(n, Calc) else Lit(0)
    slot = ctx.spare()
    ctx.slots[label] = slot
    ctx.emit(Forget([slot]))
    if op == "all":
        assert most is not None
        ctx.emit(LetNumber(slot, most))
        return Reg(slot)
    if op == "up to":
        top = bound if most is None else Least([bound, most], False)
        found = Range(Lit(0), top)
    elif most is None:
        raise Unsupported(f"any number of {obj.unit}s, out of nowhere")
    else:
        found = Range(bound, most)
    choice = Choose(who, found, slot, Lit(1), Lit(1))
    choice.sort = "number"
    ctx.emit(choice)
    return Reg(slot)


def told_member(ctx: Context, obj: Tree, do: Do) -> tuple[int, str]:
    """The word and the family of a member that is gained or lost."""
    if isinstance(obj, Of) and obj.name in ctx.schema.attrs:
        return (ctx.schema.literal(obj.owner), obj.name)
    word = ctx.schema.literal(obj)
    family = role(do, "family")
    if isinstance(family, str) and family in ctx.schema.attrs:
        return (word, family)
    name = obj if isinstance(obj, str) else (obj.args[0] if isinstance(obj, Calc) else "")
    status = ctx.schema.lexicon.statuses.get(str(name))
    if status is not None and status.family in ctx.schema.attrs:
        return (word, status.family)
    raise Unsupported(f"gaining '{obj}'")


VERBS["gain"] = gain
VERBS["lose"] = lose
VERBS["pay"] = pay
