"""Deadlines: what follows a duty that is not met in time, and rules that end after a time."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.facts.in_force import lapse
from deckmastor.engine.ids import UNBOUND, Slot
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.resolution.order import queue
from deckmastor.engine.rules.program import Op
from deckmastor.engine.state.layout import CLOCK
from deckmastor.engine.state.state import Record, State

OFFER: Final = -2  # the timer of an offer has this number, less the slot of the answer


class SetTimer(Op):
    """Set a timer that ends the rule that was adopted last."""

    def __init__(self, number: int, length: Expr) -> None:
        self.number = number
        self.length = length

    def run(self, m: Machine, s: State, r: Record) -> int:
        due = s.v[CLOCK] + self.length.ev(s, r)
        s.timers = [*s.timers, due, self.number, s.lasting[-3]]
        return 0


class OpenFor(Op):
    """Set a timer for the next offer; the offer is declined when the time is up."""

    def __init__(self, slot: Slot, length: Expr) -> None:
        self.slot = slot  # the label of the answer
        self.length = length

    def run(self, m: Machine, s: State, r: Record) -> int:
        due = s.v[CLOCK] + self.length.ev(s, r)
        s.timers = [*s.timers, due, OFFER - self.slot, m.key]
        return 0


def ring(m: Machine, s: State) -> None:
    """End rules and offers whose time is up; what follows an unmet duty is triggered."""
    now = s.v[CLOCK]
    left: list[int] = []
    rung: list[int] = []
    for i in range(0, len(s.timers), 3):
        (left if s.timers[i] > now else rung).extend(s.timers[i : i + 3])
    s.timers = left
    for i in range(0, len(rung), 3):
        number, key = rung[i + 1], rung[i + 2]
        if number <= OFFER:
            if key in s.recs and s.recs[key].regs[OFFER - number] == UNBOUND:
                s.recs[key].regs[OFFER - number] = 0
            continue
        if key not in s.lasting[1::4] or number in m.rules.overdue:
            continue
        unmet(m, s, number, s.recs[key])
        lapse(s, key)
        s.dirty |= m.rules.fact_bits


def unmet(m: Machine, s: State, number: int, record: Record) -> None:
    """Queue what follows an adopted duty that was not met."""
    trigger = m.rules.unmet.get(number)
    if trigger is not None:
        twin = record.clone()
        twin.refs = 0
        twin.regs += [m.rules.blank] * (trigger.standing.size - len(twin.regs))
        queue(m, s, trigger.id, twin)


def lapse_of_span(m: Machine, s: State, span: str) -> None:
    """Queue what follows the duties that were not met in a span that ends."""
    rules = m.rules
    for duty in rules.span_duties:
        if duty.span != span or duty.trigger is None:
            continue
        offer = duty.offer
        for who in range(rules.first_card):
            for record in offer.records(m, s, who):
                queue(m, s, duty.trigger.id, record)
