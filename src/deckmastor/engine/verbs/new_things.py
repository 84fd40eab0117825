"""Instructions that make things for picks of something new, and bring them into the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckmastor.engine.expressions.base import Expr, Several
from deckmastor.engine.ids import NONE, UNBOUND, Slot
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.rules.program import NEXT, Op
from deckmastor.engine.rules.schema import ASIDE_PLACE
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.verbs.acts import Act
from deckmastor.engine.verbs.changes import (
    add_thing,
    barred_move,
    drop_last_thing,
    fire,
    make,
    move,
    room,
)
from deckmastor.engine.verbs.primitives import CREATE

if TYPE_CHECKING:
    from deckmastor.engine.rules.ruleset import Ruleset

Given = list[tuple[int, Expr]]  # columns, and the values that an act gives in them to a new thing


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


class Specimens(Several):
    """Those of several rows, by name, for which a condition holds on a new thing of that row.

    The new thing lies nowhere, and exists only while the condition is evaluated.
    """

    def __init__(
        self, rules: Ruleset, found: Expr, rows: dict[int, int], slot: Slot, cond: Expr
    ) -> None:
        self.rules = rules
        self.found = found
        self.rows = rows  # species by name
        self.slot = slot  # the label of the new thing
        self.cond = cond
        self.given: Given = []

    def many(self, s: State, r: Record) -> list[int]:
        fits: dict[int, bool] = {}
        found: list[int] = []
        for name in self.found.many(s, r):
            if name not in fits:
                fits[name] = self._fits(s, r, self.rows[name])
            if fits[name]:
                found.append(name)
        return found

    def any(self, s: State, r: Record) -> bool:
        for name in self.found.many(s, r):
            if self._fits(s, r, self.rows[name]):
                return True
        return False

    def _fits(self, s: State, r: Record, row: int) -> bool:
        """True if the condition holds on a new thing of a row."""
        kept, kinds, scene = r.regs[self.slot], s.species, s.scene
        schema, sizes = self.rules.schema, [len(column) for column in s.cols]
        thing = add_thing(schema, s, row)
        try:
            for column, value in self.given:
                s.column(column)[thing] = value.ev(s, r)
            r.regs[self.slot] = thing
            return self.cond.ev(s, r) != 0
        finally:
            r.regs[self.slot] = kept
            drop_last_thing(schema, s, sizes)
            s.species = kinds
            s.scene = scene
