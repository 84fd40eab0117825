"""Instructions that shuffle seats, the order of claims, or things under a label."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.ids import Slot
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.questions import Draws
from deckmastor.engine.resolution.link_record import SEATED, the_link
from deckmastor.engine.rules.program import NEXT
from deckmastor.engine.state.chance import shuffle
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.turns.seating import in_order


class MixSeats(Draws):
    """Shuffle the seats, for the order of turns."""

    def bounds(self, m: Machine, s: State, r: Record) -> list[int]:
        return list(range(m.rules.seats, 1, -1))

    def perform(self, m: Machine, s: State, r: Record) -> int:
        order = in_order(s, m.rules.seats)
        shuffle(s, order)
        s.order = order
        return NEXT


class MixClaims(Draws):
    """Shuffle the players, for the order of claims in a link."""

    def bounds(self, m: Machine, s: State, r: Record) -> list[int]:
        return list(range(m.rules.seats, 1, -1))

    def perform(self, m: Machine, s: State, r: Record) -> int:
        link = the_link(s, m.rules.link_block)
        if link is not None:
            link.sets[SEATED] = list(range(m.rules.seats))
            shuffle(s, link.sets[SEATED])
        return NEXT


class Mix(Draws):
    """Bind a label to several things in random order."""

    def __init__(self, found: Expr, slot: Slot) -> None:
        self.found = found
        self.slot = slot

    def bounds(self, m: Machine, s: State, r: Record) -> list[int]:
        return list(range(len(self.found.many(s, r)), 1, -1))

    def perform(self, m: Machine, s: State, r: Record) -> int:
        found = list(self.found.many(s, r))
        shuffle(s, found)
        r.bind(self.slot, found)
        return NEXT
