"""Edges of the calendar: where days, weeks and months end as time advances, and what is due."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.ids import NONE
from deckmastor.engine.law.proposals import close, closing
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.resolution.order import queue
from deckmastor.engine.state.budgets import Exhausted
from deckmastor.engine.state.layout import CLOCK, TICKED
from deckmastor.engine.state.state import State
from deckmastor.engine.time.deadlines import lapse_of_span, ring
from deckmastor.engine.time.spells import CONCLUDED, NEVER, TIMED_STATE, Elapsed
from deckmastor.engine.triggers.moments import reach
from deckmastor.engine.turns.contests import resting
from deckmastor.engine.verbs.changes import fire
from deckmastor.engine.verbs.primitives import BEGIN, END

EDGE: Final = 4  # fuel that an edge of the calendar costs
INNERMOST = ("minute", "hour", "day", "phase", "week", "month", "year")


def step(m: Machine, s: State) -> bool:
    """Advance the clock to the next boundary; False when it has reached the last tick."""
    now = s.v[TICKED]
    if s.v[CLOCK] >= now:
        return False
    at = upcoming(m, s)
    m.fuel -= EDGE
    if m.fuel < 0:
        raise Exhausted("more falls due until then than one step of the clock can hold", [])
    s.dirty |= m.rules.scalar_bit
    if at > now:
        m.rules.calendar.set(s, now)
        return True  # states are tested once more: time alone can have changed them
    if not conclude(m, s, at):
        cross(m, s, at)
    return True


def upcoming(m: Machine, s: State) -> int:
    """The next instant at which something falls due, or NEVER."""
    rules = m.rules
    now = s.v[CLOCK]
    best = NEVER
    for span in rules.calendar.heard:
        best = min(best, rules.calendar.after(span, now))
    for i in range(0, len(s.timers), 3):
        best = min(best, max(s.timers[i], now))
    for spell in rules.spells:
        first = (spell.number + 1) * TIMED_STATE
        for key, since in s.since.items():
            if first <= key < first + TIMED_STATE:
                end = since + spell.length.ev(s, rules.empty_record())
                if end > now:
                    best = min(best, end)
    for lapse in rules.elapsed:
        best = min(best, max(due(m, s, lapse), now))
    for length in rules.alarms:
        rings = rules.calendar.start(length.span, now) + length.seconds.ev(s, rules.empty_record())
        if rings > now:
            best = min(best, rings)
    for ageing in rules.ageing:
        best = min(best, ageing.due(s, rules.empty_record()))
    if rules.schema.docket >= 0:
        best = min(best, closing(m, s))
    return best


def due(m: Machine, s: State, lapse: Elapsed) -> int:
    """When a time that passes is over; NEVER while nobody is at turn whose turn it waits for."""
    return NEVER if lapse.restart != NONE and resting(m, s) else lapse.due(s)


def conclude(m: Machine, s: State, at: int) -> bool:
    """End the spans of the calendar that end at an instant; False if that was done.

    A span lasts to its end. What happens at its end still belongs to it: the clock stands at its
    last second meanwhile.
    """
    calendar = m.rules.calendar
    was = s.v[CLOCK]
    ending = [x for x in INNERMOST if x in calendar.heard and calendar.after(x, was) == at]
    if not ending or s.since.get(CONCLUDED) == at:
        return False
    s.since[CONCLUDED] = at
    calendar.set(s, at - 1)
    for span in ending:
        _edge(m, s, "end", span, calendar.phase(at - 1))
    return True


def cross(m: Machine, s: State, at: int) -> None:
    """Set the clock to an instant, and trigger everything that falls due then."""
    calendar = m.rules.calendar
    was = s.v[CLOCK]
    beginning = [x for x in INNERMOST if x in calendar.heard and calendar.after(x, was) == at]
    phase = calendar.phase(at)
    calendar.set(s, at)
    for span in reversed(beginning):
        _edge(m, s, "beginning", span, phase)

    ring(m, s)
    for lapse in m.rules.elapsed:
        if due(m, s, lapse) <= at:
            s.since[-1 - lapse.number] = lapse.begins_anew(at)
            for record in lapse.trigger.standing.records(s):
                if lapse.trigger.holds(s, record):
                    queue(m, s, lapse.trigger.id, record)
    if m.rules.schema.docket >= 0:
        close(m, s)


def _edge(m: Machine, s: State, edge: str, span: str, phase: int) -> None:

    if edge == "end":
        lapse_of_span(m, s, span)
    reach(m, s, edge, span)
    fire(m, s, BEGIN if edge == "beginning" else END, NONE, m.rules.schema.word(span))
    if span == "phase" and phase != NONE:
        reach(m, s, edge, f"{m.rules.calendar.phases[phase]} phase")
