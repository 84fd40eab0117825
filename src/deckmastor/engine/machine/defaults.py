"""Defaults: chance makes the open choices of a player who defaults, until no effect asks them.

The mark of a player lasts as long as effects are under way: what they are asked next in these is
answered as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deckmastor.engine.ids import block_of
from deckmastor.engine.state.budgets import Exhausted
from deckmastor.engine.state.chance import draw
from deckmastor.engine.state.layout import FLAG, OUTSIDE, SINCE
from deckmastor.engine.state.state import State

if TYPE_CHECKING:
    from deckmastor.engine.machine.machine import Machine

MOST: Final = 10_000  # choices that chance makes at once
ASIDE: Final = 0  # the set of questions that were put aside
OUTCOMES: Final = SINCE  # the label for how many outcomes chance is asked for


def is_offer(options: list[int]) -> bool:
    """True if a question is answered by yes or no."""
    return len(options) == 2 and options[0] == 1 and options[1] == 0


def by_chance(s: State, options: list[int]) -> int:
    """The answer of chance for somebody who gives none: no to an offer, else any option."""
    return 0 if is_offer(options) else options[draw(s, len(options))]


def defaulting(m: Machine, s: State, asks: list[int]) -> int:
    """The index of a question within an effect to somebody who defaults; -1 if there is none."""
    marks = s.cols[m.rules.defaulting]
    for at in range(0, len(asks), 4):
        who = asks[at]
        if 0 <= who < m.rules.seats and marks[who] and block_of(asks[at + 1]) != m.rules.flow_block:
            return at
    return -1


def stand_in(m: Machine, s: State) -> bool:
    """Let chance answer for those who default; True if nothing hinders time to go on behind that.

    They are free with the next turn. Where chance is a seat, it is asked.
    """
    column = m.rules.defaulting
    if 1 not in s.cols[column]:
        return False
    for n in range(MOST):
        at = defaulting(m, s, s.asks)
        if at < 0:
            if all([block_of(head) == m.rules.flow_block for head in s.asks[1::4]]):
                marks = s.column(column)
                for who in range(len(marks)):
                    marks[who] = 0
            return n > 0
        options = m.options(s, at)
        if s.v[OUTSIDE] and not s.fate and not is_offer(options):
            ask_chance(m, s, len(options))
            return False
        m.answer_once(s, at, by_chance(s, options))
    raise Exhausted("choices without end that chance makes", [])


def ask_chance(m: Machine, s: State, outcomes: int) -> None:
    """Put the open questions aside until the seat of chance has told one of so many outcomes."""
    record = m.rules.empty_record()
    record.sets[ASIDE] = s.asks.copy()
    record.regs[FLAG] = s.held
    record.regs[OUTCOMES] = outcomes
    s.asks.clear()
    s.held = 0
    m.push(s, m.blocks[m.rules.drawn_block], record)
    m.resume(s)
