"""Compile queries on history: what happened, how often, and how long a state has lasted."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.expressions.compile_descriptions import find
from deckmastor.engine.expressions.history import THIS_EFFECT, Happened
from deckmastor.engine.ids import NONE, Slot
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.registry import condition, term
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.engine.state.layout import TURNS
from deckmastor.engine.time.spells import Lasted, TimedState
from deckmastor.engine.triggers.compile_patterns import lasts, remembered, window
from deckmastor.engine.triggers.triggers import Trigger
from deckmastor.language.ir import (
    Did,
    Do,
    Group,
    In,
    Is,
    Kind,
    Moment,
    Pick,
    Qty,
    Ref,
    Tree,
    replace,
)

# ---- history --------------------------------------------------------------------------------


def happened(ctx: Context, tree: Did) -> Expr:
    """The number of times that something was done, or how long a state has lasted."""
    do = tree.do
    if isinstance(do, Group):
        raise Unsupported("several acts in one question to history")
    if isinstance(tree.window, Moment) and tree.window.edge == "for" and not isinstance(do, Do):
        return lasted(ctx, tree)
    if not isinstance(do, Do):
        raise Unsupported(f"how long a {type(do).__name__} has been so")
    ctx.bits |= ctx.rules.history_bit
    span = window(ctx, tree.window, do.verb)
    shape = remembered(ctx, do)
    kept = ctx.rules.remember(do.verb, lasts(span), span is THIS_EFFECT)
    return Happened(kept, shape, span)


# ---- states that last -----------------------------------------------------------------------


def lasted(ctx: Context, tree: Did) -> Expr:
    """A condition: true if a state has lasted for a time without a break."""
    body, window = tree.do, tree.window
    assert isinstance(window, Moment)
    who = getattr(body, "who", None)
    thing: Expr | None = None
    found: Expr | None = None
    slot = NONE
    if isinstance(body, (Is, In)) and isinstance(who, (Ref, Pick)) and about_itself(ctx, who):
        label = who.name if isinstance(who, Ref) else who.label
        thing = term(ctx, who)
        watched = ctx.slot(f"timed{len(ctx.rules.spells)}")
        found = everything_like(ctx, label)
        slot = watched
        ctx.sorts[f"timed{len(ctx.rules.spells)}"] = ctx.sorts.get(label, "")
        body = replace(body, who=Ref(f"timed{len(ctx.rules.spells)}"))
    spell = timed(ctx, body, term(ctx, window.span), found, slot)
    if isinstance(window.span, Qty) and window.span.unit == "turn":
        spell.unit = TURNS
    return Lasted(spell, thing)


def about_itself(ctx: Context, who: Ref | Pick) -> bool:
    """True if a state is that of a labelled thing: neither the card with the text nor the game."""
    return not (isinstance(who, Ref) and who.name in ("this", "game"))


def everything_like(ctx: Context, label: str) -> Expr:
    """All things of the sort that a label has."""
    sort = "player" if label == "you" else ctx.sorts.get(label, "")
    noun = {"player": "player", "": "thing"}.get(sort, sort)
    return find(ctx, Kind(noun, (), f"all {label} {len(ctx.rules.spells)}"))


def timed(ctx: Context, body: Tree, length: Expr, found: Expr | None, slot: Slot) -> TimedState:
    """Register a state whose duration the engine measures."""
    rules = ctx.rules
    place = Trigger(NONE, ctx.standing, None, False)
    spell = TimedState(len(rules.spells), place, found, slot, condition(ctx, body), length)
    rules.spells.append(spell)
    rules.watched |= rules.fact_bits
    ctx.bits |= rules.fact_bits | rules.scalar_bit
    return spell
