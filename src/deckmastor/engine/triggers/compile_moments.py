"""Compile moments: points of time that triggers wait for, and conditions on the present time."""

from __future__ import annotations

from deckmastor.engine.expressions.amounts import Add, Least
from deckmastor.engine.expressions.base import Expr, Lit, Reg, Var
from deckmastor.engine.expressions.compile_history import happened
from deckmastor.engine.expressions.truths import And, Eq, ForAll, Le, Lt, Meets, Ne, Not
from deckmastor.engine.facts.in_force import Adopted
from deckmastor.engine.resolution.link_record import LINK
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.registry import condition, term
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.engine.state.layout import CLOSING, PHASE, ROUNDS, SINCE, STAGE, TURN, TURNS
from deckmastor.engine.time.calendar import DAYS_OF_WEEK, IsDay
from deckmastor.engine.time.spells import IsPhase
from deckmastor.engine.turns.spans import InEra
from deckmastor.language.ir import Did, Do, Kind, Moment, Of, Pick, Qty, Ref, Tree

IN_TURN = {False: ("during", "turn"), True: ("beginning", "turn")}  # by whether turns have phases
BEGUN = {"turn": TURNS, "round": ROUNDS}
ROUNDS_THEN = "#rounds"  # the label of how many rounds had begun when a rule was adopted
CALENDAR = ("minute", "hour", "day", "week", "month", "year")


def point(ctx: Context, moment: Moment) -> tuple[str, str, Expr | None]:
    """The edge, the span and the condition of a moment that a trigger waits for."""
    edge = {"before": "beginning", "after": "end"}.get(moment.edge, moment.edge)
    if edge == "next" and isinstance(moment.span, Qty) and moment.span.unit == "turn":
        return (*IN_TURN[bool(ctx.rules.phases)], in_the_next(ctx, moment.span.n))
    if moment.edge == "after" and isinstance(moment.span, Qty) and moment.span.unit in BEGUN:
        return ("end", moment.span.unit, after_some(ctx, moment.span))
    if edge not in ("beginning", "end", "during"):
        raise Unsupported(f"the moment '{moment.edge}'")
    span, cond = spell(ctx, moment.span)
    if span == LINK and edge != "beginning":
        raise Unsupported("the end of a link")
    if span == "game" and moment.edge == "before":
        edge = "before"
    if span == "first turn":
        if edge != "beginning":
            return (edge, "turn", Eq(Var(TURNS), Lit(1)))
        if moment.edge == "before":
            return ("before", "first turn", None)
        return ("beginning", "first turn", None)
    if edge == "during" and span in ("turn", "round", "game") and ctx.rules.phases:
        edge = "beginning"
    if edge == "during" and span in CALENDAR:
        edge = "beginning"
    return (edge, span, cond)


def in_the_next(ctx: Context, n: Tree) -> Expr:
    """The condition that this is one of the next `n` turns after the rule came into force."""
    first = Least([Reg(SINCE), Lit(0)], True)
    return And([Lt(first, Var(TURNS)), Le(Var(TURNS), Add([first, term(ctx, n)]))])


def after_some(ctx: Context, length: Qty) -> Expr:
    """The condition that `length` turns or rounds have been played since the rule was adopted."""
    begun = Reg(ctx.slot(ROUNDS_THEN)) if length.unit == "round" else Reg(SINCE)
    first = begun if isinstance(ctx.standing, Adopted) else Lit(0)
    return Eq(Var(BEGUN[length.unit]), Add([first, term(ctx, length.n)]))


def not_this(cond: Expr | None) -> Expr:
    """The condition, and that this is not the turn in which the rule came into force."""
    later = Lt(Reg(SINCE), Var(TURNS))
    return later if cond is None else And([cond, later])


def spell(ctx: Context, tree: Tree) -> tuple[str, Expr | None]:
    """The name of a span, and the condition whose span or which one it must be."""
    match tree:
        case Ref(name=name):
            if name in ("game", "turn", "phase", "round") or name in CALENDAR:
                return (_phase(ctx, name), None)
            if name in DAYS_OF_WEEK:
                ctx.rules.calendar.heard.add("day")
                return ("day", IsDay(DAYS_OF_WEEK.index(name)))
            if name in ctx.rules.spans or ctx.sorts.get(name) in ctx.rules.spans:
                return (ctx.sorts.get(name, name), None)
            if within(ctx, ctx.sorts.get(name, name)):
                return (ctx.sorts.get(name, name), None)
            if name == "this game" or ctx.schema.lexicon.is_kind(name, "game"):
                return ("game", None)
        case Of(owner=None, name=name):
            return (_phase(ctx, name), None)
        case Of(owner=owner, name=name):
            short = name.removeprefix("next ")
            if isinstance(owner, Of) and owner.name == "turn":
                owner = owner.owner
            if isinstance(owner, Pick) and owner.kind.noun in ("turn", "round", "week", "game"):
                return (_phase(ctx, short), None)
            cond = whose(ctx, owner)
            if short != name:
                cond = not_this(cond)
            return ("turn" if short == "turn" else _phase(ctx, short), cond)
        case Pick(how="first" | "nth", kind=Kind(noun=noun)) if noun != "turn" or tree.n != 1:
            return (noun, counted(tree))
        case Pick(kind=Kind(noun=noun), label=label) if noun in ctx.rules.spans:
            ctx.sorts[label] = noun
            return (noun, None)
        case Pick(kind=Kind(noun=noun), label=label) if within(ctx, noun):
            ctx.sorts[label] = noun
            return (noun, None)
        case Pick(kind=Kind(noun=noun), how=how):
            if noun == "turn" and how == "next":
                return (noun, not_this(None))
            if noun == "turn" and how == "first":
                return ("first turn", None)
            if noun in ("turn", "round", "game", "phase"):
                return (_phase(ctx, noun), None)
            if ctx.schema.lexicon.is_kind(noun, "game"):
                return ("game", None)
            return (_phase(ctx, noun), None)
        case Moment(edge="this", span=span):
            return spell(ctx, span)
        case str():
            return (_phase(ctx, tree), None)
    raise Unsupported("this span of time")


def counted(span: Pick) -> Expr:
    """The condition that this is the turn or round of a number."""
    noun = span.kind.noun
    if noun not in BEGUN or span.kind.where or not isinstance(span.n, int):
        raise Unsupported(f"a {noun} by its number")
    return Eq(Var(BEGUN[noun]), Lit(span.n))


def within(ctx: Context, noun: str) -> bool:
    """True if a noun names a game within the game."""
    return noun in ctx.schema.contested_games


def _phase(ctx: Context, name: str) -> str:
    if name.removesuffix(" phase") in ctx.rules.eras or name in ctx.rules.spans:
        return name
    if name.endswith(" phase") and name[:-6] in ctx.rules.phases:
        return name
    calendar = ctx.rules.calendar
    if name in CALENDAR:
        calendar.heard.add(name)
        return name
    if calendar.phases and (name == "phase" or name.removesuffix(" phase") in calendar.phases):
        calendar.heard.add("phase")
        return name
    if name in ("turn", "round", "game", "phase"):
        return name
    raise Unsupported(f"the time '{name}'")


def whose(ctx: Context, owner: Tree) -> Expr:
    """The condition that it is a certain player's turn; binds the label of a described player."""
    if isinstance(owner, Pick) and not ctx.knows(owner.label):
        found = term(ctx, owner)
        slot = ctx.slot(owner.label)
        ctx.sorts[owner.label] = "player"
        return ForAll(found, slot, Eq(Reg(slot), Var(TURN)), True)
    return Meets(term(ctx, owner), Var(TURN))


def during(ctx: Context, tree: Tree) -> Expr:
    """The condition that it is a certain time now."""
    ctx.bits |= ctx.rules.scalar(TURN)
    if not isinstance(tree, Moment):
        return condition(ctx, tree)
    if tree.edge in ("before", "after"):
        return beyond(ctx, tree)
    if tree.edge == "end" and spell(ctx, tree.span) == ("game", None):
        return Le(Lit(CLOSING), Var(STAGE))
    if tree.edge == "next" and isinstance(tree.span, Qty) and tree.span.unit == "turn":
        return in_the_next(ctx, tree.span.n)
    if tree.edge not in ("during", "this"):
        raise Unsupported(f"the time '{tree.edge}'")
    if isinstance(tree.span, Pick) and tree.span.how in ("first", "nth"):
        return counted(tree.span)
    span, cond = spell(ctx, tree.span)
    parts: list[Expr] = [cond] if cond is not None else []
    if span.endswith(" phase") and span[:-6] in ctx.rules.calendar.phases:
        calendar = ctx.rules.calendar
        parts.append(IsPhase(calendar.phases.index(span[:-6]), calendar))
    elif span.removesuffix(" phase") in ctx.rules.eras:
        parts.append(InEra(ctx.rules.era, ctx.rules.eras.index(span[:-6]), len(ctx.rules.eras)))
    elif span in ctx.rules.spans:
        parts.append(Var(ctx.rules.spans[span] + 1))
    elif span.endswith(" phase"):
        parts.append(Eq(Var(PHASE), Lit(ctx.rules.phases.index(span[:-6]))))
    return And(parts) if parts else Lit(1)


def beyond(ctx: Context, tree: Moment) -> Expr:
    """The condition that it is before or after a phase of the turn, or an event."""
    early = tree.edge == "before"
    if isinstance(tree.span, Do):
        done = Ne(happened(ctx, Did(tree.span)), Lit(0))
        return Not(done) if early else done
    span, cond = spell(ctx, tree.span)
    if cond is not None or span.removesuffix(" phase") not in ctx.rules.phases:
        raise Unsupported(f"the time '{tree.edge}'")
    at = Lit(ctx.rules.phases.index(span[:-6]))
    return Lt(Var(PHASE), at) if early else Lt(at, Var(PHASE))
