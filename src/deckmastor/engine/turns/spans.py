"""Spans that are no turns: phases of the game, and rounds that begin when a rule says so."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.ids import NONE, Slot
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.resolution.link_record import LINK, in_link
from deckmastor.engine.state.layout import STAGE
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.triggers.moments import reach
from deckmastor.engine.verbs.acts import Act
from deckmastor.engine.verbs.changes import fire
from deckmastor.engine.verbs.primitives import BEGIN, END

TURNS_BEGIN: Final = 2  # the stage of the flow in which turns begin


class InEra(Expr):
    """True if the game is in one of its phases."""

    def __init__(self, at: int, index: int, eras: int) -> None:
        self.at = at
        self.index = index
        self.eras = eras

    def ev(self, s: State, r: Record) -> int:
        if s.v[STAGE] >= TURNS_BEGIN:
            return 1 if self.index == self.eras - 1 else 0
        return 1 if (s.v[self.at] - 1) // 3 == self.index else 0


class BeginSpan(Act):
    """Begin a span; an open span of the same name ends first."""

    def __init__(self, agent: Expr, name: str, label: Slot) -> None:
        super().__init__(agent, agent, label)
        self.name = name

    def run(self, m: Machine, s: State, r: Record) -> int:
        at = m.rules.spans[self.name]
        if s.v[at + 1]:
            close(m, s, self.name)
        for name, other in m.rules.spans.items():
            if other != at:  # others are counted anew; a link under way is the first
                s.v[other] = 1 if name == LINK and in_link(m, s) else 0
        s.v[at] += 1
        s.v[at + 1] = 1
        s.dirty |= m.rules.scalar(at) | m.rules.scalar(at + 1)
        reach(m, s, "beginning", self.name)
        fire(m, s, BEGIN, NONE, m.rules.schema.word(self.name))
        return self.done(r, True)


class CloseSpan(Act):
    """End a span by a sentence; triggers that have not begun to run are dropped."""

    def __init__(self, agent: Expr, name: str, label: Slot) -> None:
        super().__init__(agent, agent, label)
        self.name = name

    def run(self, m: Machine, s: State, r: Record) -> int:
        if not s.v[m.rules.spans[self.name] + 1]:
            return self.done(r, False)
        m.told = None
        m.pending = []
        m.records = []
        for key in s.queue[1::2]:
            s.drop(key)
        s.queue.clear()
        close(m, s, self.name)
        return self.done(r, True)


def close(m: Machine, s: State, name: str) -> None:
    """End a span, and tell so."""
    at = m.rules.spans[name]
    s.v[at + 1] = 0
    s.dirty |= m.rules.scalar(at + 1)
    reach(m, s, "end", name)
    fire(m, s, END, NONE, m.rules.schema.word(name))


def close_all(m: Machine, s: State) -> bool:
    """End all open spans when nothing is left to run; false if none was open."""
    for mark in m.rules.span_marks:
        if s.v[mark]:
            break
    else:
        return False
    closed = False
    for name, at in m.rules.spans.items():
        if s.v[at + 1]:
            close(m, s, name)
            closed = True
    return closed
