"""Moments: the edges of turns, phases and spans set off triggers and end adopted rules."""

from __future__ import annotations

from deckmastor.engine.facts.in_force import lapse
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.resolution.order import queue
from deckmastor.engine.state.layout import PARENT
from deckmastor.engine.state.state import State
from deckmastor.engine.time.deadlines import unmet
from deckmastor.engine.triggers.triggers import Trigger


def reach(m: Machine, s: State, edge: str, span: str) -> None:
    """Queue the triggers of a moment, and end the adopted rules that end with it."""
    set_off(m, s, m.rules.awaiting(edge, span))
    if s.lasting:
        expire(m, s, edge, span)


def reach_phase(m: Machine, s: State, edge: str, phase: int) -> None:
    """`reach` for a phase of the turn: first triggers of this phase, then those of any phase."""
    rules = m.rules
    if not s.lasting:
        waiting = rules.at_phase(edge, phase)
        if waiting:
            set_off(m, s, waiting)
        return
    reach(m, s, edge, f"{rules.phases[phase]} phase")
    if edge != "during":
        reach(m, s, edge, "phase")


def set_off(m: Machine, s: State, triggers: list[Trigger]) -> None:
    """Queue the triggers of a moment whose conditions hold."""
    for trigger in triggers:
        if trigger.plain and not trigger.once:
            record = trigger.standing.fresh()
            if trigger.holds(s, record):
                queue(m, s, trigger.id, record)
            continue
        for record in trigger.standing.records(s):
            if trigger.holds(s, record):
                queue(m, s, trigger.id, record)
                if trigger.once:
                    lapse(s, record.regs[PARENT])


def expire(m: Machine, s: State, edge: str, span: str) -> None:
    """End the adopted rules that end at this moment."""
    lasting = s.lasting
    kept: list[int] = []
    for i in range(0, len(lasting), 4):
        ending = m.rules.endings[lasting[i]]
        record = s.recs[lasting[i + 1]]
        if ending.edge == edge and ending.span == span and lasting[i] not in m.rules.overdue:
            if ending.cond is None or ending.cond.ev(s, record):
                if m.rules.unmet:
                    unmet(m, s, lasting[i], record)
                s.drop(lasting[i + 1])
                s.dirty |= m.rules.fact_bits
                continue
        kept += lasting[i : i + 4]
    s.lasting = kept
