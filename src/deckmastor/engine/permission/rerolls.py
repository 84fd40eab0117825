"""Rerolls: an outcome of chance is drawn anew, if a rule lets somebody, before anything reads it.

A draw of a player is a question to them once its outcome is known. It is asked by the instruction
that draws, so what stands behind that instruction finds one outcome. The compilers write these
instructions only for a book in which somebody may reroll.
"""

from __future__ import annotations

from typing import Final

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.ids import NONE, UNBOUND, Seat, Slot, Thing
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.questions import CHANCE, Draws, PickRandom
from deckmastor.engine.permission.offers import Offer
from deckmastor.engine.rules.program import AGAIN, NEXT, ONE, RECALL
from deckmastor.engine.state.layout import DISCREET
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.verbs.changes import fire
from deckmastor.engine.verbs.primitives import ACT, REROLL

KEPT: Final = 0  # the answer that the outcome stands
ANEW: Final = 1  # the answer that it is drawn anew
SECOND: Final = 2  # drawn anew: the second outcome stands


def thrower(m: Machine, s: State, r: Record, who: Expr, cause: Expr) -> Seat:
    """Whose draw it is, else NONE.

    `who` does the act that needs it; if that is no player, it is by the act of `cause`.
    """
    for told in (who, cause):
        found = told.ev(s, r)
        if 0 <= found < m.rules.seats:
            return NONE if s.cols[m.rules.gone][found] else found
    return NONE


def asks(m: Machine, s: State, who: Seat) -> int:
    """Ask a player who may reroll whether they do; go on if they may not."""
    if who == NONE or way(m, s, who) is None:
        return NEXT
    m.asked = [who]
    m.way = ONE
    return AGAIN


def use(m: Machine, s: State, who: Seat, outcome: Thing, n: int) -> int:
    """Let a player reroll: tell the outcome that is void, and run what the rule says."""
    found = way(m, s, who) if who != NONE else None
    if found is None:
        return NEXT
    offer, record = found
    offer.use(m, s, record, who)
    m.sentence = offer.block.sentence
    if m.observer is not None:
        m.observer.event(REROLL, who, outcome, NONE, NONE, n, m.sentence, m.card)
    if m.rules.acts_heard:
        fire(m, s, ACT, who, NONE)
    m.block = offer.block
    m.record = record
    return RECALL


def way(m: Machine, s: State, who: Seat) -> tuple[Offer, Record] | None:
    """The first permission by which a player may reroll now, with its record."""
    for offer in m.rules.rerolls:
        for record in offer.records(m, s, who):
            if offer.objects(m, s, record, who):
                return (offer, record)
    return None


class PickAgain(PickRandom):
    """Chance picks things; the player whose pick it is may let chance pick once more."""

    def __init__(
        self, found: Expr, slot: Slot, n: Expr, who: Expr, cause: Expr, answer: Slot
    ) -> None:
        super().__init__(found, slot, n)
        self.who = who
        self.cause = cause
        self.answer = answer  # the label of what the player answered
        self.betrays = False  # whether not asking would reveal hidden knowledge (`DISCREET`)

    def run(self, m: Machine, s: State, r: Record) -> int:
        answer = r.regs[self.answer]
        if answer == UNBOUND and r.regs[self.slot] != UNBOUND:
            return NEXT  # it was picked before
        if answer == KEPT:
            r.regs[self.answer] = UNBOUND
            return NEXT
        who = thrower(m, s, r, self.who, self.cause)
        if answer == ANEW:
            r.regs[self.answer] = UNBOUND
            picked = r.many(self.slot)
            outcome = picked[0] if len(picked) == 1 else NONE
            signal = use(m, s, who, outcome, len(picked))
            if signal == RECALL:
                r.regs[self.slot] = UNBOUND
                r.sets.pop(self.slot, None)
                r.regs[self.answer] = SECOND
            return signal
        several = self.several(s, r)
        signal = Draws.run(self, m, s, r)
        if signal != NEXT:
            return signal  # chance is asked first
        r.regs[self.answer] = UNBOUND
        if answer == SECOND or not (several or (self.betrays and s.v[DISCREET])):
            return NEXT
        return asks(m, s, who)

    def several(self, s: State, r: Record) -> bool:
        """True if more than one outcome is possible."""
        there = len(self.found.many(s, r))
        return 0 < self.n.ev(s, r) < there

    def options(self, m: Machine, s: State, r: Record, who: Seat) -> list[int]:
        if who == CHANCE:
            return PickRandom.options(self, m, s, r, who)
        return [ANEW, KEPT]

    def take(self, m: Machine, s: State, r: Record, who: Seat, option: int) -> int:
        if who == CHANCE:
            return PickRandom.take(self, m, s, r, who, option)
        r.regs[self.answer] = option
        return NEXT
