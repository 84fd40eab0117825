"""Compile times: phases of the week, limits per span, times that pass, deadlines of duties."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr, Lit
from deckmastor.engine.expressions.history import EVER
from deckmastor.engine.expressions.truths import Exists
from deckmastor.engine.ids import NONE
from deckmastor.engine.permission.offers import Offer
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.program import Block
from deckmastor.engine.rules.registry import term
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.engine.state.layout import DAYS, MONTHS, PERIODS, TURNS, WEEKS
from deckmastor.engine.time.calendar import DAYS_OF_WEEK, SECONDS
from deckmastor.engine.time.spells import Elapsed, Lasted, SpanDuty, TimedState
from deckmastor.engine.triggers.compile_moments import point
from deckmastor.engine.triggers.compile_patterns import pattern
from deckmastor.engine.triggers.triggers import Trigger, Watch
from deckmastor.language.ir import Cmp, Do, Group, Hold, Moment, Of, Qty, Ref, Tree, replace, walk

CALENDAR_COUNTS = {"day": DAYS, "week": WEEKS, "month": MONTHS, "phase": PERIODS}


def week(rules: Ruleset, told: Tree) -> None:
    """Note which days belong to which phase of the week, where a fact says so."""
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
    """The scalar that counts a span of the calendar; NONE for any other span."""
    if span.endswith(" phase") and span[:-6] in ctx.rules.calendar.phases:
        return PERIODS
    if span == "phase" and not ctx.rules.calendar.phases:
        return NONE
    return CALENDAR_COUNTS.get(span, NONE)


# ---- times that pass ------------------------------------------------------------------------


def elapses(ctx: Context, moment: Moment, found: Trigger) -> None:
    """Compile `If 24 hours pass without …`: a trigger that waits for the end of that time."""
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
    """Compile `If 24 hours pass, …`: a trigger that fires that long after it is in force."""
    rules = ctx.rules
    place = Trigger(NONE, ctx.standing, None, False)
    spell = TimedState(len(rules.spells), place, None, NONE, Lit(1), term(ctx, moment.span))
    rules.spells.append(spell)
    bits = rules.fact_bits | rules.scalar_bit
    rules.watches.append(Watch(len(rules.watches), found, None, NONE, Lasted(spell, None), bits))
    rules.watched |= bits


# ---- deadlines ------------------------------------------------------------------------------


def deadline_of(do: Do) -> Tree:
    """The deadline of a duty, or None."""
    return next((told for name, told in do.roles if name in ("within", "before")), None)


def untimed(do: Do) -> Do:
    """The act without its deadline."""
    return replace(do, roles=tuple((n, t) for n, t in do.roles if n not in ("within", "before")))


def of_play(ctx: Context, told: Tree) -> bool:
    """True if a deadline is counted in turns, so that they wait for whoever has the duty."""
    if isinstance(told, Qty):
        return told.unit not in SECONDS
    if not isinstance(told, Moment):
        return False
    span = point(ctx, told)[1]
    phase = span.removesuffix(" phase")
    return span in ("turn", "round") or phase == "phase" or phase in ctx.rules.phases


def due_by(ctx: Context, told: Tree, found: Offer, block: Block | None) -> None:
    """Give a duty its deadline, and what follows if it is not met."""
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
        elif number not in rules.unmet:
            rules.overdue.add(number)
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
    spell = TimedState(len(rules.spells), place, None, NONE, body, term(ctx, told))
    rules.spells.append(spell)
    bits = rules.fact_bits
    rules.watches.append(Watch(len(rules.watches), trigger, None, NONE, Lasted(spell, None), bits))
    rules.watched |= bits
