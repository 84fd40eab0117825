"""Advancing time: a tick arrives, and everything that falls due until then happens."""

from __future__ import annotations

from deckmastor.engine.ids import block_of
from deckmastor.engine.machine.defaults import stand_in
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.rules.program import FUEL
from deckmastor.engine.state.layout import CLOCK, OVER, TICKED
from deckmastor.engine.state.state import State
from deckmastor.engine.time.calendar_edges import upcoming
from deckmastor.engine.time.interruptions import interrupt


def advance(m: Machine, s: State, now: int) -> None:
    """Set the time to `now`, and run everything that falls due until then, in order.

    A question within an effect stays open meanwhile (time/interruptions.py).
    """
    if now <= s.v[TICKED] or s.v[OVER]:
        return
    s.v[TICKED] = now
    pass_time(m, s, now)
    while m.rules.defaulting >= 0 and not s.v[OVER]:
        s.v[TICKED] = s.v[CLOCK]  # no time passes while chance answers
        answered = stand_in(m, s)
        s.v[TICKED] = now
        if not answered or s.v[CLOCK] >= now:
            break
        pass_time(m, s, now)


def pass_time(m: Machine, s: State, now: int) -> None:
    """Run what falls due until now, or until chance has to answer for somebody."""
    asks = s.asks
    flow = m.rules.flow_block
    if m.rules.checks_late:
        for spell in m.rules.spells:
            spell.look(s)  # what began in the present act is timed from now on
    if all(block_of(head) == flow for head in asks[1::4]):
        asks.clear()
        m.fuel = FUEL
        s.work.refill()
        m.forget_options()
        m.fired.clear()
        m.resume(s)
    elif upcoming(m, s) > now:
        s.dirty |= m.rules.scalar_bit
        m.rules.calendar.set(s, now)
    else:
        interrupt(m, s)
