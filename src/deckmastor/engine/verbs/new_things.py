"""Instructions that make things for picks of something new, and bring them into the game."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.ids import NONE, UNBOUND, Slot
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.rules.program import NEXT, Op
from deckmastor.engine.rules.schema import ASIDE_PLACE
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.verbs.acts import Act
from deckmastor.engine.verbs.changes import barred_move, fire, make, move, room
from deckmastor.engine.verbs.primitives import CREATE


class MakeNew(Op):
    """Make things that lie nowhere yet: of one species, of a named row, or of a class of cards."""

    def __init__(self, slot: Slot, n: Expr, species: list[int], which: Expr | None) -> None:
        self.slot = slot
        self.n = n
        self.species = species
        self.which = which  # the name of one of the species, or the class if `species` is empty

    def run(self, m: Machine, s: State, r: Record) -> int:
        if r.regs[self.slot] != UNBOUND:
            return NEXT
        schema = m.rules.schema
        species = self.species[0] if self.species else NONE
        if self.which is not None:
            told = self.which.ev(s, r)
            if self.species:
                species = next((i for i in self.species if m.rules.names[i] == told), NONE)
            else:
                species = next((i for i, t in schema.class_things.items() if t == told), NONE)
        n = max(self.n.ev(s, r), 0) if species != NONE else 0
        room(s, n)
        r.bind(self.slot, [make(m, s, species, NONE) for _ in range(n)])
        return NEXT


class Emerge(Act):
    """Bring new things into the game, in a place."""

    def __init__(self, agent: Expr, obj: Expr, place: Expr, label: Slot) -> None:
        super().__init__(agent, obj, label)
        self.place = place

    def run(self, m: Machine, s: State, r: Record) -> int:
        place = self.place.ev(s, r)
        agent = self.agent.ev(s, r)
        made = [thing for thing in self.obj.many(s, r) if s.where[thing] < 0]
        for thing in made:
            if barred_move(m, s, agent, thing, place if place >= 0 else ASIDE_PLACE):
                continue
            move(m, s, agent, thing, place if place >= 0 else ASIDE_PLACE)
            fire(m, s, CREATE, agent, thing, place)
        return self.done(r, bool(made))
