"""Compile the grounds of a sentence that says when the game cannot begin."""

from __future__ import annotations

from deckmastor.engine.expressions.raise_quantifiers import counting, every, raised
from deckmastor.engine.permission.breaches import Ground
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.registry import condition, term
from deckmastor.language.ir import (
    Calc,
    Cmp,
    Did,
    Do,
    Each,
    Hold,
    In,
    Is,
    Logic,
    Of,
    Pick,
    Ref,
    Tally,
    Tree,
    replace,
    substitute,
)

NOT_NUMBERS = ("word", "player", "card", "text", "place")


def compile_grounds(ctx: Context, cond: Tree) -> Ground:
    """The ground of a condition that bars the game if it is true."""
    bits = ctx.bits  # nothing waits for a ground
    made = _ground(ctx, ctx.rename(cond, set(ctx.slots)), True)
    ctx.bits = bits
    return made


def _ground(ctx: Context, tree: Tree, bars: bool) -> Ground:
    told = raised(ctx, tree) if isinstance(tree, (Cmp, Did, In, Is)) else tree
    if isinstance(told, Cmp) and told is not tree:
        return _ground(ctx, told, bars)
    match told:
        case Logic(op="not", parts=(part,)):
            return _ground(ctx, part, not bars)
        case Logic(parts=parts) if (told.op == "or") == bars:
            made = Ground(condition(ctx, told), bars)
            made.parts = [_ground(ctx, part, bars) for part in parts]
            return made
        case Each(pick=Pick() as pick, body=body) if _each_bars(pick, bars):
            return _quantified(ctx, pick, body, bars)
        case Did(do=Do(agent=Pick() as who) as do) if _each_bars(who, bars) and who.label:
            said = replace(told, do=replace(do, agent=Ref(who.label)))
            return _quantified(ctx, who, said, bars)
    made = Ground(condition(ctx, told), bars)
    if isinstance(told, Cmp):
        sides = (told.a, told.b)
        made.amounts = [(side, term(ctx, side)) for side in sides if _is_number(ctx, side)]
        if made.amounts and all(isinstance(side, int) or _is_number(ctx, side) for side in sides):
            made.sides = [term(ctx, side) for side in sides]
    elif isinstance(told, Is) and (meant := _meant(ctx, told)) is not None:
        made.parts = [_ground(ctx, meant, bars)]
    return made


def _each_bars(pick: Pick, bars: bool) -> bool:
    """True if a single thing is enough to bar the game: one that fits, or one of all that fails."""
    return counting(pick) is None and every(pick) != bars


def _quantified(ctx: Context, pick: Pick, body: Tree, bars: bool) -> Ground:
    found = term(ctx, pick)
    slot = ctx.slot(pick.label)
    ctx.slots.setdefault(pick.kind.var, slot)
    made = _ground(ctx, body, bars)
    if made.found is not None:
        outer = Ground(condition(ctx, body), bars)
        outer.parts = [made]
        made = outer
    made.found, made.slot, made.noun = found, slot, pick.kind.noun
    return made


def _is_number(ctx: Context, tree: Tree) -> bool:
    """True if a term is a number that is not written in the sentence."""
    match tree:
        case Tally() | Calc():
            return True
        case Of(name=name):
            attr = ctx.schema.lexicon.attrs.get(name)
            numeric = attr is None or attr.sort not in NOT_NUMBERS
            return numeric and ctx.schema.noun_sort(name) == "number"
    return False


def _meant(ctx: Context, tree: Is) -> Tree:
    """The condition of the one fact that gives a status, said of the same thing; else None."""
    if not isinstance(tree.who, Ref):
        return None
    facts = [
        node
        for entry in ctx.schema.entries
        for node in (entry.para.rules if entry.para is not None else ())
        if isinstance(node, Hold) and isinstance(node.fact, Is) and node.fact.word == tree.word
    ]
    if len(facts) != 1:
        return None
    (hold,) = facts
    who = hold.fact.who if isinstance(hold.fact, Is) else None
    if hold.cond is None or not isinstance(who, Pick) or who.kind.where:
        return None
    told: Tree = substitute(ctx.rename(hold.cond, {who.label}), who.label, tree.who)
    return told
