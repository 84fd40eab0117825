"""Instructions that put rules into force and end them."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.facts.in_force import lapse
from deckmastor.engine.ids import UNBOUND, Slot
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.rules.program import LASTING, NEXT, Op
from deckmastor.engine.state.budgets import Exhausted
from deckmastor.engine.state.layout import PARENT, SERIAL, SINCE, THIS, TURNS
from deckmastor.engine.state.state import Record, State


class AdoptRule(Op):
    """Put a rule into force, with the present values of its labels."""

    def __init__(self, number: int, witness: Slot) -> None:
        self.number = number
        self.witness = witness  # the label of those who know the card that adopts it

    def run(self, m: Machine, s: State, r: Record) -> int:
        record = r.clone()
        record.regs[SINCE] = s.v[TURNS]
        self.note(m, s, record)
        s.v[SERIAL] += 1
        s.lasting = [*s.lasting, self.number, s.keep(record), s.v[TURNS], s.v[SERIAL]]
        s.dirty |= m.rules.fact_bits
        if len(s.lasting) > 4 * LASTING:
            raise Exhausted(f"more than {LASTING:,} rules adopted in one game", [])
        for watch in m.rules.watches:
            if watch.trigger.standing.number == self.number:
                watch.look(s)  # a state that is true already does not trigger
        return NEXT

    def note(self, m: Machine, s: State, record: Record) -> None:
        """Note who knows the card, as ~bits of seats: they know the rule wherever the card goes."""
        card = record.regs[THIS]
        views = m.rules.views
        record.regs += [UNBOUND] * (self.witness + 1 - len(record.regs))
        record.regs[self.witness] = ~(views.knowing(s, card) if card >= 0 else views.all)


class EndRule(Op):
    """End the adopted rule whose end has come: the one that this block belongs to."""

    def run(self, m: Machine, s: State, r: Record) -> int:
        lapse(s, r.regs[PARENT])
        s.dirty |= m.rules.fact_bits
        return NEXT


class EndRules(Op):
    """End adopted rules that come from cards: all of them, or those of some cards."""

    def __init__(self, by: Expr | None) -> None:
        self.by = by

    def run(self, m: Machine, s: State, r: Record) -> int:
        cards = self.by.many(s, r) if self.by is not None else None
        kept: list[int] = []
        for i in range(0, len(s.lasting), 4):
            sentence = m.rules.endings[s.lasting[i]].standing.sentence
            bearer = s.recs[s.lasting[i + 1]].regs[THIS]
            if "card" in m.rules.hosts[sentence] and (cards is None or bearer in cards):
                s.drop(s.lasting[i + 1])
                s.dirty |= m.rules.fact_bits
            else:
                kept += s.lasting[i : i + 4]
        s.lasting = kept
        return NEXT
