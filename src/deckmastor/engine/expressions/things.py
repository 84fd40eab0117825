"""Expressions about things: their properties, the contents of places, and descriptions.

`Find` is the central one: a source, and tests that each of its things must pass.
"""

from __future__ import annotations

from mypy_extensions import i64

from deckmastor.engine.expressions.base import Expr, Lit, Reg, Several, Var
from deckmastor.engine.expressions.truths import NO_MORE, Outstanding
from deckmastor.engine.ids import MANY, NONE, NOTHING, Slot, Thing
from deckmastor.engine.rules.schema import LIMBO_PLACE
from deckmastor.engine.state.aims import beside
from deckmastor.engine.state.layout import THIS
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.state.workspace import NO_RULINGS, Known


class AsThing(Expr):
    """The thing that a value of the game is; NONE if it is a word or a greater number."""

    def __init__(self, value: Expr) -> None:
        self.value = value

    def ev(self, s: State, r: Record) -> int:
        value = self.value.ev(s, r)
        return value if 0 <= value < len(s.species) else NONE


class Col(Expr):
    """A property that can change, as stored; facts are not applied.

    `none` means that there is no value; `gappy` is True if things can be without one.
    """

    def __init__(self, k: int, owner: Expr, none: int = NONE, gappy: bool = False) -> None:
        self.k = k
        self.owner = owner
        self.none = none
        self.gappy = gappy

    def ev(self, s: State, r: Record) -> int:
        thing = self.owner.ev(s, r)
        column = s.cols[self.k]
        return column[thing] if 0 <= thing < len(column) else self.none

    def nil(self) -> int:
        return self.none

    def lacks(self) -> bool:
        return self.none == NOTHING and (self.gappy or not is_there(self.owner))


class Printed(Expr):
    """A printed property: it never changes, and the species gives it; compare `Col`."""

    def __init__(
        self, table: list[int], owner: Expr, none: int = NONE, gappy: bool = False
    ) -> None:
        self.table = table
        self.owner = owner
        self.none = none
        self.gappy = gappy

    def ev(self, s: State, r: Record) -> int:
        thing = self.owner.ev(s, r)
        return self.table[s.species[thing]] if 0 <= thing < len(s.species) else self.none

    def nil(self) -> int:
        return self.none

    def lacks(self) -> bool:
        return self.none == NOTHING and (self.gappy or not is_there(self.owner))


def is_there(owner: Expr) -> bool:
    """True if an owner is a label, a constant or a scalar, and so is there as a rule."""
    return isinstance(owner, (Reg, Lit, Var))


class PrintedSet(Several):
    """The members of a printed set: it never changes, and the species gives it."""

    def __init__(self, table: list[list[int]], owner: Expr) -> None:
        self.table = table
        self.owner = owner

    def many(self, s: State, r: Record) -> list[int]:
        found: list[int] = []
        for thing in self.owner.many(s, r):
            found += self.table[s.species[thing]]
        return found


class PlaceOf(Expr):
    """The place of a thing."""

    def __init__(self, thing: Expr) -> None:
        self.thing = thing

    def ev(self, s: State, r: Record) -> int:
        thing = self.thing.ev(s, r)
        return s.where[thing] if thing >= 0 else NONE


class Holder(Expr):
    """The owner of the place that a thing is in."""

    def __init__(self, thing: Expr) -> None:
        self.thing = thing

    def ev(self, s: State, r: Record) -> int:
        thing = self.thing.ev(s, r)
        if thing < 0:
            return NONE
        place = s.where[thing]
        return s.zowner[place] if place >= 0 else NONE


class Inside(Several):
    """The contents of places, the bottom first."""

    def __init__(self, place: Expr) -> None:
        self.place = place

    def many(self, s: State, r: Record) -> list[int]:
        places = self.place.many(s, r)
        if len(places) == 1:
            return s.zones[places[0]].copy()
        return [thing for place in places for thing in s.zones[place]]

    def peek(self, s: State, r: Record) -> list[int]:
        told = self.place.sole(s, r)
        if told >= 0:
            return s.zones[told]
        places = self.place.peek(s, r)
        if len(places) == 1:
            return s.zones[places[0]]
        return [thing for place in places for thing in s.zones[place]]

    def has(self, s: State, r: Record, value: int) -> bool:
        place = s.where[value] if 0 <= value < len(s.where) else NONE
        return place >= 0 and self.place.has(s, r, place)


class Top(Several):
    """The top `n` things of a place, the topmost first; the bottom ones with `low`."""

    def __init__(self, place: Expr, n: Expr, low: bool) -> None:
        self.place = place
        self.n = n
        self.low = low

    def ev(self, s: State, r: Record) -> int:
        place = self.place.ev(s, r)
        zone = s.zones[place] if place >= 0 else []
        return (zone[0] if self.low else zone[-1]) if zone else NONE

    def many(self, s: State, r: Record) -> list[int]:
        place = self.place.ev(s, r)
        n = self.n.ev(s, r)
        if place < 0 or n <= 0:
            return []
        zone = s.zones[place]
        return zone[:n] if self.low else zone[-n:][::-1]


class TopFound(Several):
    """The top `n` of things found in a place, the topmost first; the bottom ones with `low`."""

    def __init__(self, found: Expr, n: Expr, low: bool) -> None:
        self.found = found
        self.n = n
        self.low = low

    def many(self, s: State, r: Record) -> list[int]:
        found = self.found.many(s, r)
        if not self.low:
            found.reverse()
        return found[: max(self.n.ev(s, r), 0)]


class OnlyOne(Several):
    """The only thing that fits a description; nothing if several fit it."""

    def __init__(self, found: Expr) -> None:
        self.found = found

    def many(self, s: State, r: Record) -> list[int]:
        found = self.found.many(s, r)
        return found if len(found) == 1 else []


class Beside(Several):
    """The things below or above a thing in its place: all of them, or only the next one."""

    def __init__(self, thing: Expr, step: int, all: bool) -> None:
        self.thing = thing
        self.step = step
        self.all = all

    def many(self, s: State, r: Record) -> list[int]:
        thing = self.thing.ev(s, r)
        if thing < 0 or s.where[thing] < 0:
            return []
        found = beside(s, thing, self.step > 0)
        if self.all:
            return found
        return found[:1] if self.step > 0 else found[-1:]


class Union(Several):
    """The union of several expressions, each thing once."""

    def __init__(self, parts: list[Expr]) -> None:
        self.parts = parts

    def many(self, s: State, r: Record) -> list[int]:
        found: list[int] = []
        for part in self.parts:
            for thing in part.many(s, r):
                if thing not in found:
                    found.append(thing)
        return found


# ---- descriptions ---------------------------------------------------------------------------


class Sieving(Expr):
    """A test of `Find` that is quicker for all candidates together than for one after the other."""

    def sieve(self, s: State, r: Record, found: list[int], slot: Slot) -> list[int]:
        """Those of some things that pass, each in turn under a label."""
        raise NotImplementedError


class Find(Several):
    """The things of a source that pass every test: a description."""

    def __init__(self, source: Expr, slot: Slot, tests: list[Expr]) -> None:
        self.source = source
        self.slot = slot
        self.tests = tests
        self.cell: i64 = NONE  # of a workspace: where the things are kept; NONE if they are not
        self.reads: i64 = 0  # what decides them, as bits of `State.stale`
        self.rulings: frozenset[int] = NO_RULINGS  # and the numbers of adopted rules

    def many(self, s: State, r: Record) -> list[int]:
        return self._search(s, r) if self.cell < 0 else self.peek(s, r).copy()

    def peek(self, s: State, r: Record) -> list[int]:
        if self.cell < 0:
            return self.many(s, r)
        kept = s.kept(self.cell, self.reads, self.rulings)
        found = kept.sets.get(0)
        if found is None:
            found = kept.sets[0] = self._search(s, r)
        return found

    def _search(self, s: State, r: Record) -> list[int]:
        """The things, searched for in the source."""
        return self.sift(s, r, self.source.peek(s, r))

    def sift(self, s: State, r: Record, found: list[int]) -> list[int]:
        """Those of some things that pass every test."""
        if not found:
            return []
        s.work.spend(len(found))
        regs = r.regs
        slot = self.slot
        kept = regs[slot]
        for test in self.tests:
            if not found:
                break
            if isinstance(test, Sieving):
                found = test.sieve(s, r, found, slot)
                continue
            if isinstance(test, Outstanding):
                found = test.choose(s, r, found.copy(), slot)
                continue
            passed: list[int] = []
            for thing in found:
                regs[slot] = thing
                if test.ev(s, r):
                    passed.append(thing)
            found = passed
        regs[slot] = kept
        return found

    def any(self, s: State, r: Record) -> bool:
        if self.cell >= 0:
            return bool(self.peek(s, r))
        regs, slot = r.regs, self.slot
        for test in self.tests:
            if isinstance(test, Outstanding):
                return bool(self.many(s, r))
        kept = regs[slot]
        found = False
        source = self.source.peek(s, r)
        s.work.spend(len(source))
        for thing in source:
            regs[slot] = thing
            for test in self.tests:
                if not test.ev(s, r):
                    break
            else:
                found = True
                break
        regs[slot] = kept
        return found

    def has(self, s: State, r: Record, value: int) -> bool:
        kept = r.regs[self.slot]
        found = self.fits(s, r, value)
        r.regs[self.slot] = kept
        return found

    def fits(self, s: State, r: Record, thing: Thing) -> bool:
        """True if one thing is among them; if so, the label keeps it as its value."""
        regs = r.regs
        kept = regs[self.slot]
        if not self.source.has(s, r, thing):
            return False
        regs[self.slot] = thing
        for test in self.tests:
            if isinstance(test, Outstanding):
                if thing not in self.many(s, r):
                    regs[self.slot] = kept
                    return False
            elif not test.ev(s, r):
                regs[self.slot] = kept
                return False
        regs[self.slot] = thing
        return True


class Things(Several):
    """All things of some species that lie in any place except one."""

    def __init__(self, species: frozenset[int], but: int, cell: int) -> None:
        self.species = species
        self.but = but
        self.cell: i64 = cell  # the number of its cache in a workspace

    def many(self, s: State, r: Record) -> list[int]:
        where, but = s.where, self.but
        return [thing for thing in self.all_of(s) if where[thing] != NONE and where[thing] != but]

    def has(self, s: State, r: Record, value: int) -> bool:
        if not 0 <= value < len(s.species) or s.species[value] not in self.species:
            return False
        return s.where[value] != NONE and s.where[value] != self.but

    def all_of(self, s: State) -> list[int]:
        """All things of these species; cached until a thing changes its species."""
        entries, cell = s.work.known, self.cell
        if cell < len(entries):
            entry = entries[cell]
            if entry is not None and entry.kinds is s.species:  # immutable, only replaced
                return entry.found
            if entry is not None and entry.line == s.line:  # things were added
                return self._known(s, entry.found, len(entry.kinds))
        return self._known(s, NO_MORE, 0)

    def _known(self, s: State, known: list[int], first: Thing) -> list[int]:
        """`all_of`, when those before a thing are known."""
        species, kinds = s.species, self.species
        found = [thing for thing in range(first, len(species)) if species[thing] in kinds]
        if known:
            found = known + found if found else known
        s.work.know(self.cell, Known(species, found, NO_MORE, s.line))
        return found


class NameOf(Several):
    """The names of things, as words."""

    def __init__(self, names: list[int], thing: Expr) -> None:
        self.names = names
        self.thing = thing

    def many(self, s: State, r: Record) -> list[int]:
        return [self.names[s.species[thing]] for thing in self.thing.many(s, r)]


class Cols(Several):
    """A property of each of several things."""

    def __init__(self, k: int, owner: Expr) -> None:
        self.k = k
        self.owner = owner

    def many(self, s: State, r: Record) -> list[int]:
        column = s.cols[self.k]
        told = [column[thing] for thing in self.owner.many(s, r) if 0 <= thing < len(column)]
        return [n for n in told if n != NOTHING]


class Prints(Several):
    """A printed property of each of several things."""

    def __init__(self, table: list[int], owner: Expr) -> None:
        self.table = table
        self.owner = owner

    def many(self, s: State, r: Record) -> list[int]:
        told = [self.table[s.species[thing]] for thing in self.owner.many(s, r) if thing >= 0]
        return [n for n in told if n != NOTHING]


class ContentOf(Several):
    """The places that things themselves are: a goal or a stack with cards on it."""

    def __init__(self, column: int, thing: Expr) -> None:
        self.column = column
        self.thing = thing

    def many(self, s: State, r: Record) -> list[int]:
        column = s.cols[self.column]
        return [
            column[thing]
            for thing in self.thing.peek(s, r)
            if 0 <= thing < len(column) and column[thing] >= 0
        ]

    def sole(self, s: State, r: Record) -> int:
        thing, column = self.thing.sole(s, r), s.cols[self.column]
        if 0 <= thing < len(column) and column[thing] >= 0:
            return column[thing]
        return MANY if thing == MANY else NONE

    def has(self, s: State, r: Record, value: int) -> bool:
        place = self.sole(s, r)
        if place != MANY:
            return value == place >= 0
        owner, column = s.zowner[value] if value >= 0 else NONE, s.cols[self.column]
        return 0 <= owner < len(column) and column[owner] == value and self.thing.has(s, r, owner)


class LiesOn(Several):
    """The places in which a card lies on things: they are such places, or the top of theirs."""

    def __init__(self, column: int, thing: Expr) -> None:
        self.column = column
        self.thing = thing

    def many(self, s: State, r: Record) -> list[int]:
        column = s.cols[self.column]
        found: list[int] = []
        for thing in self.thing.many(s, r):
            if 0 <= thing < len(column) and column[thing] >= 0:
                found.append(column[thing])
            elif thing >= 0 and s.where[thing] >= 0 and s.zones[s.where[thing]][-1] == thing:
                found.append(s.where[thing])
        return found


class ClassOf(Several):
    """The classes that cards belong to, as things."""

    def __init__(self, classes: dict[int, int], thing: Expr) -> None:
        self.classes = classes
        self.thing = thing

    def many(self, s: State, r: Record) -> list[int]:
        species = [s.species[thing] for thing in self.thing.many(s, r) if thing >= 0]
        return [self.classes[number] for number in species if number in self.classes]


class OneOf(Expr):
    """The condition that belongs to the word in a label; 0 for any other word."""

    def __init__(self, word: Expr, told: dict[int, Expr]) -> None:
        self.word = word
        self.told = told

    def ev(self, s: State, r: Record) -> int:
        expr = self.told.get(self.word.ev(s, r))
        return expr.ev(s, r) if expr is not None else 0


class Bag(Several):
    """The members of sets that can change."""

    def __init__(self, at: int, owner: Expr) -> None:
        self.at = at
        self.owner = owner

    def many(self, s: State, r: Record) -> list[int]:
        found: list[int] = []
        for thing in self.owner.many(s, r):
            found += s.bags.get(self.at << 20 | thing, NO_MORE)
        return found

    def peek(self, s: State, r: Record) -> list[int]:
        thing = self.owner.sole(s, r)
        return s.bags.get(self.at << 20 | thing, NO_MORE) if thing >= 0 else self.many(s, r)


class Ends(Several):
    """The first or last `n` of several things, in their order."""

    def __init__(self, found: Expr, last: bool, n: Expr) -> None:
        self.found = found
        self.last = last
        self.n = n

    def many(self, s: State, r: Record) -> list[int]:
        found = self.found.many(s, r)
        n = max(self.n.ev(s, r), 0)
        return found[max(len(found) - n, 0) :] if self.last else found[:n]


class Rest(Several):
    """The rest of several things: those that no pick has taken."""

    def __init__(self, found: Expr, taken: list[int]) -> None:
        self.found = found
        self.taken = taken  # the labels of the picks among them

    def many(self, s: State, r: Record) -> list[int]:
        gone = [thing for slot in self.taken for thing in r.many(slot)]
        return [thing for thing in self.found.many(s, r) if thing not in gone]


class Exposed(Several):
    """The card being played that can be answered: the last one other than this card."""

    def __init__(self, found: Expr) -> None:
        self.found = found

    def many(self, s: State, r: Record) -> list[int]:
        this = r.regs[THIS]
        for thing in reversed(s.zones[LIMBO_PLACE]):
            if thing != this and self.found.has(s, r, thing):
                return [thing]
        return []


class Weighted(Several):
    """The rows of a collection, each as often as its weight."""

    def __init__(self, rows: list[int], weights: list[int]) -> None:
        self.rows = rows
        self.weights = weights

    def many(self, s: State, r: Record) -> list[int]:
        return [row for row, n in zip(self.rows, self.weights, strict=True) for _ in range(n)]


class AsTheyLie(Several):
    """Things in the order in which they lie, the lowest first or the highest first."""

    def __init__(self, found: Expr, down: bool) -> None:
        self.found = found
        self.down = down

    def many(self, s: State, r: Record) -> list[int]:
        found = self.found.many(s, r)
        at = {thing: i for i, thing in enumerate(found)}
        for thing in found:
            place = s.where[thing]
            if place >= 0:
                at[thing] = s.zones[place].index(thing)
        return sorted(found, key=at.__getitem__, reverse=self.down)
