"""Things brought into random order before something is done with them."""

from __future__ import annotations

from deckmastor.engine import chance
from deckmastor.engine.machine import NEXT, Machine
from deckmastor.engine.ops import Draws
from deckmastor.engine.resolution import SEATED, the_link
from deckmastor.engine.seating import in_order
from deckmastor.engine.state import Record, State
from deckmastor.engine.values import Expr


class MixSeats(Draws):
    """The seats in random order, for the turns of the game."""

    __slots__ = ()

    def bounds(self, m: Machine, s: State, r: Record) -> list[int]:
        return list(range(m.rules.seats, 1, -1))

    def perform(self, m: Machine, s: State, r: Record) -> int:
        order = in_order(s, m.rules.seats)
        chance.shuffle(s, order)
        s.order = order
        return NEXT


class MixClaims(Draws):
    """The players in random order, for what they choose in a link."""

    __slots__ = ()

    def bounds(self, m: Machine, s: State, r: Record) -> list[int]:
        return list(range(m.rules.seats, 1, -1))

    def perform(self, m: Machine, s: State, r: Record) -> int:
        link = the_link(s, m.rules.link_block)
        if link is not None:
            link.sets[SEATED] = list(range(m.rules.seats))
            chance.shuffle(s, link.sets[SEATED])
        return NEXT


class Mix(Draws):
    """Several things under a label, in random order."""

    __slots__ = ("found", "slot")

    def __init__(self, found: Expr, slot: int) -> None:
        self.found = found
        self.slot = slot

    def bounds(self, m: Machine, s: State, r: Record) -> list[int]:
        return list(range(len(self.found.many(s, r)), 1, -1))

    def perform(self, m: Machine, s: State, r: Record) -> int:
        found = list(self.found.many(s, r))
        chance.shuffle(s, found)
        r.bind(self.slot, found)
        return NEXT
