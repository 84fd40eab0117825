"""What the seat of chance is asked for on behalf of somebody who defaults."""

from __future__ import annotations

from deckmastor.engine.machine.defaults import ASIDE, OUTCOMES
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.questions import Draws
from deckmastor.engine.rules.program import NEXT, ONE, WAIT
from deckmastor.engine.state.layout import FLAG
from deckmastor.engine.state.state import Record, State


class Drawn(Draws):
    """Ask the seat of chance for one option of many; then ask what was put aside again."""

    def bounds(self, m: Machine, s: State, r: Record) -> list[int]:
        return [r.regs[OUTCOMES]]

    def perform(self, m: Machine, s: State, r: Record) -> int:
        s.held = r.regs[FLAG]
        s.asks += r.sets[ASIDE]
        m.asked = []
        m.way = ONE
        return WAIT if s.asks else NEXT
