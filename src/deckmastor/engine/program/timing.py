"""Times compiled: states that last, times that pass without an act, deadlines of duties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckmastor.engine.calendar import DAYS_OF_WEEK
from deckmastor.engine.clock import Elapsed, Lasted, Spell
from deckmastor.engine.duties import SpanDuty
from deckmastor.engine.history import EVER
from deckmastor.engine.machine import Block
from deckmastor.engine.program.context import Context, Unsupported
from deckmastor.engine.program.events import pattern
from deckmastor.engine.program.moments import CALENDAR, point
from deckmastor.engine.program.registry import condition, term
from deckmastor.engine.program.terms import SECONDS, find
from deckmastor.engine.state import DAYS, MONTHS, NONE, PERIODS, TURNS, WEEKS
from deckmastor.engine.triggers import Trigger, Watch
from deckmastor.engine.values import Exists, Expr, Lit
from deckmastor.language.ir import (
    Cmp,
    Did,
    Do,
    Each,
    Group,
    Hold,
    In,
    Is,
    Kind,
    Moment,
    Of,
    Pick,
    Qty,
    Ref,
    Tree,
    replace,
    walk,
)  # fmt: skip

if TYPE_CHECKING:
    from deckmastor.engine.ruleset import Ruleset
    from deckmastor.engine.window import Offer

CALENDAR_COUNTS = {"day": DAYS, "week": WEEKS, "month": MONTHS, "phase": PERIODS}


def week(rules: Ruleset, told: Tree) -> None:
    """Note which days are which phase of the week, where a fact says so."""
    calendar = rules.calendar
    for node in walk(told) if calendar.phases else ():
        if not (isinstance(node, Hold) and isinstance(node.fact, Cmp)):
            continue
        phase = node.fact.a
        if not (isinstance(phase, Of) and phase.owner is None and phase.name.endswith(" phase")):
            continue
        if phase.name[:-6] not in calendar.phases:
            continue
        days = node.fact.b.items if isinstance(node.fact.b, Group) else (node.fact.b,)
        for day in days:
            name = day.name if isinstance(day, Ref) else str(day)
            if name in DAYS_OF_WEEK:
                calendar.today[DAYS_OF_WEEK.index(name)] = calendar.phases.index(phase.name[:-6])


def per(ctx: Context, span: str) -> int:
    """The scalar that counts a span of the calendar; NONE if it is none."""
    if span.endswith(" phase") and span[:-6] in ctx.rules.calendar.phases:
        return PERIODS
    if span == "phase" and not ctx.rules.calendar.phases:
        return NONE
    return CALENDAR_COUNTS.get(span, NONE)


# ---- states that last -----------------------------------------------------------------------


def lasted(ctx: Context, tree: Did) -> Expr:
    """Whether something has been so for a time without a break."""
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
    """Whether a state is said of a thing that a label stands for, and not of the text's own."""
    return not (isinstance(who, Ref) and who.name == "this")


def everything_like(ctx: Context, label: str) -> Expr:
    """All things of the sort that a label stands for."""
    sort = "player" if label == "you" else ctx.sorts.get(label, "")
    noun = {"player": "player", "": "thing"}.get(sort, sort)
    return find(ctx, Kind(noun, (), f"all {label} {len(ctx.rules.spells)}"))


def timed(ctx: Context, body: Tree, length: Expr, found: Expr | None, slot: int) -> Spell:
    """A state that is timed from now on."""
    rules = ctx.rules
    place = Trigger(NONE, ctx.standing, None, False)
    spell = Spell(len(rules.spells), place, found, slot, condition(ctx, body), length)
    rules.spells.append(spell)
    rules.watched |= rules.fact_bits
    ctx.bits |= rules.fact_bits | rules.scalar_bit
    return spell


# ---- times that pass ------------------------------------------------------------------------


def elapses(ctx: Context, moment: Moment, found: Trigger) -> None:
    """`If 24 hours pass without …`: a trigger that waits for the end of that time."""
    act = moment.without
    if not isinstance(act, Do):
        raise Unsupported("a time that passes")
    index = ctx.rules.remember(act.verb)
    made = Elapsed(
        len(ctx.rules.elapsed), found, term(ctx, moment.span), index, pattern(ctx, act), EVER
    )
    if isinstance(act.agent, Ref) and act.agent.name == "at_turn":
        made.restart = ctx.rules.remember("begin")
        made.turn = ctx.rules.turn_word
        ctx.rules.turns_timed = True
    ctx.rules.elapsed.append(made)


def passes(ctx: Context, moment: Moment, found: Trigger) -> None:
    """`If 24 hours pass, …`: a trigger that waits for that time, from when it is in force."""
    rules = ctx.rules
    place = Trigger(NONE, ctx.standing, None, False)
    spell = Spell(len(rules.spells), place, None, NONE, Lit(1), term(ctx, moment.span))
    rules.spells.append(spell)
    bits = rules.fact_bits | rules.scalar_bit
    rules.watches.append(Watch(len(rules.watches), found, None, NONE, Lasted(spell, None), bits))
    rules.watched |= bits


# ---- deadlines ------------------------------------------------------------------------------


def deadline_of(do: Do) -> Tree:
    """By when a duty must be met, or None."""
    return next((told for name, told in do.roles if name in ("within", "before")), None)


def untimed(do: Do) -> Do:
    """The act without its deadline."""
    return replace(do, roles=tuple((n, t) for n, t in do.roles if n not in ("within", "before")))


def of_play(ctx: Context, told: Tree) -> bool:
    """Whether a deadline is counted in turns, so that they wait for whoever has the duty."""
    if isinstance(told, Qty):
        return told.unit not in SECONDS
    if not isinstance(told, Moment):
        return False
    span = point(ctx, told)[1]
    phase = span.removesuffix(" phase")
    return span in ("turn", "round") or phase == "phase" or phase in ctx.rules.phases


def due_by(ctx: Context, told: Tree, found: Offer, block: Block | None) -> None:
    """Give a duty its deadline, and what follows if it is not met by then."""
    rules = ctx.rules
    found.duty = False
    found.anytime = True
    trigger: Trigger | None = None
    if block is not None:
        trigger = Trigger(len(rules.triggers), ctx.standing, None, False)
        trigger.block = block
        rules.triggers.append(trigger)
    number = ctx.standing.number
    if number >= 0:
        found.passing = True
        found.anytime = not of_play(ctx, told)
        if trigger is not None:
            rules.unmet[number] = trigger
        ctx.deadline = told
        return
    if isinstance(told, Moment) and told.edge == "end":
        _, span, _ = point(ctx, told)
        found.norm.times = Lit(1)
        found.norm.span = per(ctx, span)
        if span == "turn" or span.removesuffix(" phase") in rules.phases:
            found.norm.span = TURNS
            found.anytime = False
        elif found.norm.span == NONE:
            raise Unsupported(f"a duty by the end of each {span}")
        else:
            rules.calendar.heard.add("phase" if span.endswith(" phase") else span)
        rules.span_duties.append(SpanDuty(span, found, trigger))
        return
    if trigger is None:
        return
    body: Expr = Exists(found.found) if found.found is not None else found.able or Lit(1)
    place = Trigger(NONE, ctx.standing, None, False)
    spell = Spell(len(rules.spells), place, None, NONE, body, term(ctx, told))
    rules.spells.append(spell)
    bits = rules.fact_bits
    rules.watches.append(Watch(len(rules.watches), trigger, None, NONE, Lasted(spell, None), bits))
    rules.watched |= bits


__all__ = ["CALENDAR", "SECONDS", "Each", "Qty", "due_by", "elapses", "lasted", "per", "week"]
