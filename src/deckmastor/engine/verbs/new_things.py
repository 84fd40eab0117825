"""Instructions that make things for picks of something new, and bring them into the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckmastor.engine.expressions.base import Expr, Several
from deckmastor.engine.ids import NONE, UNBOUND, Slot, Species, Thing
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.rules.program import NEXT, UNABLE, Op
from deckmastor.engine.rules.schema import ASIDE_PLACE
from deckmastor.engine.state.aims import copy_targets
from deckmastor.engine.state.state import BAGS, Record, State
from deckmastor.engine.verbs.acts import Act
from deckmastor.engine.verbs.changes import (
    add_thing,
    barred_move,
    drop_last_thing,
    fire,
    make,
    make_all,
    move,
    room,
    take_back,
)
from deckmastor.engine.verbs.primitives import CREATE

if TYPE_CHECKING:
    from deckmastor.engine.rules.ruleset import Ruleset

Given = list[tuple[int, Expr]]  # columns, and the values that an act gives in them to a new thing


class Making(Op):
    """The base of instructions that make things which lie nowhere until an act brings them in."""

    def __init__(self, slot: Slot) -> None:
        self.slot = slot  # the label of what is made


class MakeNew(Making):
    """Make things that lie nowhere yet: of one species, of a named row, or of a class of cards."""

    def __init__(self, slot: Slot, n: Expr, species: list[int], which: Expr | None) -> None:
        super().__init__(slot)
        self.n = n
        self.species = species
        self.which = which  # the name of one of the species, or the class if `species` is empty

    def run(self, m: Machine, s: State, r: Record) -> int:
        if r.regs[self.slot] != UNBOUND:
            return NEXT
        species = self.species[0] if self.species else NONE
        if self.which is not None:
            told = self.which.ev(s, r)
            if self.species:
                species = next((i for i in self.species if m.rules.names[i] == told), NONE)
            else:
                species = of_class(m.rules, told)
        n = max(self.n.ev(s, r), 0) if species != NONE else 0
        room(s, n)
        first = make_all(m, s, [species] * n) if n else NONE
        r.bind(self.slot, list(range(first, first + n)))
        return NEXT


def of_class(rules: Ruleset, thing: Thing) -> Species:
    """The species of the cards of a class, or NONE."""
    return next((i for i, told in rules.schema.class_things.items() if told == thing), NONE)


class MakeCopies(Making):
    """Make copies of things, which lie nowhere yet."""

    def __init__(self, slot: Slot, agent: Expr, copy: Expr, n: Expr, originals: Slot) -> None:
        super().__init__(slot)
        self.agent = agent
        self.copy = copy
        self.n = n
        self.originals = originals  # the label of the originals, one for each copy

    def run(self, m: Machine, s: State, r: Record) -> int:
        n = max(self.n.ev(s, r), 0)
        originals = [one for one in self.copy.many(s, r) for _ in range(n)]
        room(s, len(originals))
        made: list[int] = []
        for original in originals:
            thing = make(m, s, s.species[original], NONE)
            liken(m.rules, s, thing, original)
            copied(m, s, self.agent.ev(s, r), thing, original)
            made.append(thing)
        r.bind(self.slot, made)
        r.sets[self.originals] = originals
        return NEXT


def copied(m: Machine, s: State, agent: Thing, thing: Thing, original: Thing) -> None:
    """Let a copy be its maker's, and keep the targets that its original has."""
    s.column(m.rules.player_of)[thing] = agent
    if m.rules.aims:
        copy_targets(s, thing, original)


def liken(rules: Ruleset, s: State, thing: Thing, original: Thing) -> None:
    """Give a copy what its original has now: counters, statuses, properties and modifiers."""
    likeness, cols, bags = rules.likeness, s.cols, s.bags
    for key in likeness.bags:
        bags[key | thing] = bags.get(key | original, []).copy()
        s.stale |= BAGS
    for at in likeness.columns:
        column = cols[at]
        if len(column) > thing and column[thing] != column[original]:
            s.column(at)[thing] = column[original]
    for at in likeness.noted:
        s.dirty |= rules.column_bits[at]
    if rules.copied >= 0:
        s.column(rules.copied)[thing] = original


class Unmake(Op):
    """Forget those new things that no act brought into the game: it was forbidden or replaced.

    A thing whose act was forbidden is taken back. What replaced an act may still speak of it.
    """

    def __init__(self, slot: Slot, label: Slot) -> None:
        self.slot = slot
        self.label = label  # of the outcome of the act

    def run(self, m: Machine, s: State, r: Record) -> int:
        if r.regs[self.slot] == UNBOUND:
            return NEXT
        things = r.many(self.slot)
        left = [thing for thing in things if s.where[thing] >= 0]
        if len(left) == len(things):
            return NEXT
        r.regs[self.slot] = UNBOUND
        r.sets.pop(self.slot, None)
        r.bind(self.slot, left)
        if self.label >= 0 and r.regs[self.label] == UNABLE:
            take_back(m, s, [thing for thing in things if s.where[thing] < 0])
        return NEXT


class Emerge(Act):
    """Bring new things into the game, in a place."""

    def __init__(self, agent: Expr, obj: Expr, place: Expr, label: Slot) -> None:
        super().__init__(agent, obj, label)
        self.place = place
        self.all: Expr = obj  # all that is made, if things come in one by one
        self.originals = NONE  # the label of the originals of all, if they are copies

    def run(self, m: Machine, s: State, r: Record) -> int:
        place = self.place.ev(s, r)
        agent = self.agent.ev(s, r)
        made = False
        for thing in self.obj.many(s, r):
            if s.where[thing] >= 0:
                continue
            if barred_move(m, s, agent, thing, place if place >= 0 else ASIDE_PLACE):
                continue
            move(m, s, agent, thing, place if place >= 0 else ASIDE_PLACE)
            fire(m, s, CREATE, agent, thing, place, self._original(s, r, thing))
            made = True
        return self.done(r, made)

    def _original(self, s: State, r: Record, thing: Thing) -> Thing:
        """What a new thing is a copy of, or NONE."""
        if self.originals == NONE:
            return NONE
        return r.sets[self.originals][self.all.many(s, r).index(thing)]


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
                fits[name] = self._fits(s, r, name)
            if fits[name]:
                found.append(name)
        return found

    def any(self, s: State, r: Record) -> bool:
        for name in self.found.many(s, r):
            if self._fits(s, r, name):
                return True
        return False

    def row(self, s: State, name: int) -> Species:
        """The species that something new would be of, or NONE."""
        return self.rows[name]

    def finish(self, s: State, thing: Thing, name: int) -> None:
        """Give a new thing what it has beside its print."""

    def _fits(self, s: State, r: Record, name: int) -> bool:
        """True if the condition holds on a new thing."""
        row = self.row(s, name)
        if row == NONE:
            return False
        kept, kinds, scene, dirty = r.regs[self.slot], s.species, s.scene, s.dirty
        line = s.line
        s.branch()  # what is kept of this thing does not hold for the next one of its number
        schema, sizes = self.rules.schema, [len(column) for column in s.cols]
        thing = add_thing(schema, s, row)
        try:
            self.finish(s, thing, name)
            for column, value in self.given:
                s.column(column)[thing] = value.ev(s, r)
            r.regs[self.slot] = thing
            return self.cond.ev(s, r) != 0
        finally:
            r.regs[self.slot] = kept
            drop_last_thing(schema, s, sizes)
            s.species = kinds
            s.line = line
            s.scene = scene
            s.dirty = dirty


class Copies(Specimens):
    """Those of several things for which a condition holds on a copy of them."""

    def row(self, s: State, name: int) -> Species:
        return s.species[name]

    def finish(self, s: State, thing: Thing, name: int) -> None:
        liken(self.rules, s, thing, name)


class OfClass(Specimens):
    """Those of several classes of cards for which a condition holds on a new card of them."""

    def row(self, s: State, name: int) -> Species:
        return of_class(self.rules, name)
