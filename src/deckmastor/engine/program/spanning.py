"""Verbs about spans and games: end, begin, skip, take a turn, win; and acts that are only told."""

from __future__ import annotations

from deckmastor.engine import acts
from deckmastor.engine.contests import EndContest, Open, WinContest
from deckmastor.engine.ops import LetNumber
from deckmastor.engine.ops_acts import Told
from deckmastor.engine.ops_spans import EndGame, EndSpan, Skip, StartTurn, TakeTurn, Win
from deckmastor.engine.program.context import Context, Unsupported
from deckmastor.engine.program.events import time_like
from deckmastor.engine.program.guarding import doer, emit, guard_last, guarded, label_of, role
from deckmastor.engine.program.picking import things
from deckmastor.engine.program.registry import VERBS, term
from deckmastor.engine.spans import BeginSpan, CloseSpan
from deckmastor.engine.state import NONE, ROUND_ENDS
from deckmastor.engine.values import Expr, Lit
from deckmastor.language.ir import Do, Group, In, Kind, Of, Pick, Ref, Tree, replace


def end(ctx: Context, do: Do, who: Expr) -> None:
    """End the phase, the turn, the game, or a span that a rule began."""
    name = span(do.obj)
    name = ctx.sorts.get(name, name) if ctx.sorts.get(name) in ctx.rules.spans else name
    if name in ctx.rules.spans:
        ctx.emit(CloseSpan(who, name, label_of(ctx, do)))
        return
    told = contest_of(ctx, do.obj)
    if told is not None:
        ctx.emit(EndContest(who, who, *told, label_of(ctx, do)))
        return
    bits = {"phase": 1, "turn": 2, "game": 4, "round": ROUND_ENDS | 2}
    bit = (
        1
        if name.endswith("phase")
        else bits.get(name, 4 if ctx.schema.lexicon.is_kind(name, "game") else 0)
    )
    if not bit:
        raise Unsupported(f"ending '{name}'")
    op = EndGame if bit == 4 else EndSpan
    ctx.emit(op(who, bit, acts.END, label_of(ctx, do)))


def begin(ctx: Context, do: Do, who: Expr) -> None:
    """Begin a span that is no turn and no phase."""
    name = span(do.obj)
    if name in ctx.schema.contests:
        number = list(ctx.schema.contests).index(name) + 1
        slot = ctx.slot(f"#{do.obj.label}") if isinstance(do.obj, Pick) else ctx.spare()
        ctx.emit(Open(who, number, label_of(ctx, do), slot))
        return
    if name not in ctx.rules.spans:
        raise Unsupported(f"beginning '{name}'")
    ctx.emit(BeginSpan(who, name, label_of(ctx, do)))


def contest_of(ctx: Context, tree: Tree) -> tuple[list[int], bool] | None:
    """Which games within the game a term can mean, and whether it is the game itself.

    None in a book without games within the game, or where a turn or a phase is meant.
    """
    kinds = list(ctx.schema.contests)
    if not kinds:
        return None
    if isinstance(tree, Ref) and tree.name == "this game":
        return (list(range(len(kinds) + 1)), False)
    name = ctx.sorts.get(tree.name, tree.name) if isinstance(tree, Ref) else span(tree)
    above = ctx.schema.contests
    found = [n for n, kind in enumerate(kinds, 1) if name == kind or name in above[kind]]
    if found:
        return (found, False)
    lexicon = ctx.schema.lexicon
    whole = name == "game" or (name in lexicon.kinds and lexicon.is_kind(name, "game"))
    return ([], True) if whole else None


def span(tree: Tree) -> str:
    """The name of a span that is told to end or be skipped."""
    if tree is None:
        return "game"
    if isinstance(tree, Ref):
        return "game" if tree.name == "this game" else tree.name
    if isinstance(tree, Of):
        return tree.name
    if isinstance(tree, Pick):
        return tree.kind.noun
    return ""


def skip(ctx: Context, do: Do, who: Expr) -> None:
    """Leave out a turn or a phase, or several."""
    if isinstance(do.obj, Group):
        *others, last = do.obj.items
        for item in others:
            one = replace(do, obj=item)
            skip(ctx, one, who)
            if do.verb in ctx.rules.contested:
                guard_last(ctx, one)
        skip(ctx, replace(do, obj=last), who)
        return
    match do.obj:
        case Pick(how="next", n=n, kind=Kind(noun="turn", where=(In(place=owner, rel="of"),))):
            ctx.emit(Skip(doer(ctx, owner), NONE, label_of(ctx, do), term(ctx, n)))
            return
    name = span(do.obj)
    if isinstance(do.obj, Ref) and ctx.sorts.get(name) == "time":
        if do.label:  # the turn that is being replaced is left out by that
            ctx.emit(LetNumber(ctx.slot(do.label), Lit(1)))
        return
    if isinstance(do.obj, Of) and do.obj.owner is not None and name.endswith("turn"):
        ctx.emit(Skip(doer(ctx, do.obj.owner), NONE, label_of(ctx, do)))
    elif name.endswith("phase") and name[:-6] in ctx.rules.phases:
        op = Skip(who, ctx.rules.phases.index(name[:-6]), label_of(ctx, do))
        op.obj = Lit(ctx.schema.word(name))
        ctx.emit(op)
    else:
        raise Unsupported(f"skipping '{name}'")


def take(ctx: Context, do: Do, who: Expr) -> None:
    """Take another turn."""
    if not time_like(ctx, do.obj):
        raise Unsupported("taking something that is no turn")
    if isinstance(do.obj, Pick) and do.obj.how == "first":
        ctx.emit(StartTurn(who, who, label_of(ctx, do)))
    else:
        ctx.emit(TakeTurn(who, who, label_of(ctx, do)))


def win(ctx: Context, do: Do, who: Expr) -> None:
    """Win the game, or a game within it."""
    told = contest_of(ctx, do.obj)
    if told is not None:
        ctx.emit(WinContest(who, who, *told, label_of(ctx, do)))
    else:
        ctx.emit(Win(who, who, label_of(ctx, do)))
    if ctx.block is not None:
        ctx.block.wins = True


def told(ctx: Context, do: Do, who: Expr) -> None:
    """An act that changes nothing itself, but is an event."""
    obj = things(ctx, do.obj, who) if do.obj is not None else None
    said_ = role(do, "for", "against", "on", "to")
    to = doer(ctx, said_) if said_ is not None else None
    if to is not None:
        ctx.rules.told_to_things.add(ctx.rules.verb(do.verb))
    guarded(
        ctx, do, who, obj,
        lambda: emit(ctx, Told(ctx.rules.verb(do.verb), who, obj, to, label_of(ctx, do))),
    )  # fmt: skip


VERBS["end"] = end
VERBS["begin"] = begin
VERBS["skip"] = skip
VERBS["take"] = take
VERBS["win"] = win
VERBS["pass"] = told
VERBS["act"] = told
VERBS["fail"] = told
VERBS["abstain"] = told
VERBS["consent"] = told
VERBS["object"] = told
