"""Interruptions: what falls due while a question within an effect is open.

The open questions are put aside, what is due runs, and the questions are asked again. Players who
have left the game in the meantime are not waited for.
"""

from __future__ import annotations

from deckmastor.engine.ids import UNBOUND, block_of, pc_of
from deckmastor.engine.machine.defaults import ASIDE, by_chance, defaulting
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.questions import Ask
from deckmastor.engine.resolution.order import due, look_at_times
from deckmastor.engine.rules.program import FUEL, NEXT, ONE, REYIELD, UNWIND, WAIT, WINDOW, Op
from deckmastor.engine.state.layout import CLOCK, DESERTED, ENDING, FLAG, TICKED
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.time.calendar_edges import step


class Interruption(Op):
    """Advances the clock to the last tick, then asks the interrupted questions again."""

    def run(self, m: Machine, s: State, r: Record) -> int:
        if s.v[ENDING] & (4 | DESERTED):
            s.held = 0
            return UNWIND
        while True:
            if m.rules.checks_late:
                look_at_times(m, s)
            if (m.pending or s.queue or s.dirty & m.rules.watched) and due(m, s, True):
                return REYIELD
            if m.rules.defaulting >= 0 and defaulting(m, s, r.sets[ASIDE]) >= 0:
                break  # what they are asked is answered first, and time goes on then
            if not (s.v[CLOCK] < s.v[TICKED] and step(m, s)):
                break
        s.held = r.regs[FLAG]
        s.asks += [part for ask in _unanswered(m, s, r.sets[ASIDE]) for part in ask]
        excuse(m, s)
        m.asked = []
        m.way = ONE
        return WAIT if s.asks else NEXT


def _unanswered(m: Machine, s: State, asks: list[int]) -> list[list[int]]:
    """The questions that were put aside, without offers whose time is up."""
    found: list[list[int]] = []
    for at in range(0, len(asks), 4):
        _, head, key, way = ask = asks[at : at + 4]
        op = m.blocks[block_of(head)].ops[pc_of(head)]
        late = isinstance(op, Ask) and way == ONE and s.recs[key].regs[op.slot] != UNBOUND
        if not late:
            found.append(ask)
    return found


def excuse(m: Machine, s: State) -> None:
    """Answer the questions to players who have left the game: with a refusal, or at random."""
    at = 0
    while at < len(s.asks):
        who, head, key, way = s.asks[at : at + 4]
        here = not 0 <= who < m.rules.seats or not s.cols[m.rules.gone][who]
        if here or (m.rules.returning and block_of(head) == m.rules.flow_block):
            at += 4  # who has left may come back
            continue
        op = m.blocks[block_of(head)].ops[pc_of(head)]
        record = s.recs[key]
        signal = WAIT
        while signal == WAIT:
            options = op.options(m, s, record, who)
            if not options:
                break
            signal = op.take(m, s, record, who, by_chance(s, options))
        if way == WINDOW and signal not in (NEXT, WAIT):
            s.asks.clear()
        else:
            del s.asks[at : at + 4]


def interrupt(m: Machine, s: State) -> None:
    """Put the open questions aside, and run everything that falls due up to the last tick."""
    record = m.rules.empty_record()
    record.sets[ASIDE] = s.asks.copy()
    record.regs[FLAG] = s.held
    s.asks.clear()
    s.held = 0
    m.fuel = FUEL
    s.work.refill()
    m.forget_options()
    m.fired.clear()
    m.push(s, m.blocks[m.rules.interlude_block], record)
    m.resume(s)
