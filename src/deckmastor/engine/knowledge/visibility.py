"""Visibility: the one authority on who may see what, for views, logs, bots, imagined worlds."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.facts.facts import Fact
from deckmastor.engine.facts.in_force import Standing
from deckmastor.engine.ids import Place, Seat, Thing
from deckmastor.engine.state.record import Record
from deckmastor.engine.state.state import State

NOBODY: Final = 0
HOLDER: Final = 1
EVERYBODY: Final = 2
ALL: Final = -1  # everybody, as bits
PLAIN: Final = 0  # how a card lies: as its place says
FACE_DOWN: Final = 1
FACE_UP: Final = 2
UNSEEN: Final = 0  # what to do when a thing moves: nothing
UNKNOWN_NO_MORE: Final = 1  # nothing if nobody knows anything
CARRIED: Final = 2  # all there is to do


class Views:
    """The places of a book and who sees into them by default, with sentences that change it."""

    __slots__ = ("all", "cards", "defaults", "faced", "facing", "rules", "seats", "ways")

    def __init__(self, seats: int, facing: int) -> None:
        self.seats = seats
        self.all = (1 << seats) - 1
        self.facing = facing  # the column that says how a card lies
        self.faced = False  # whether any sentence lays a card face up or down
        self.defaults: list[int] = []  # by name of place
        self.rules: list[Shown] = []
        self.cards: list[ShownCards] = []
        self.ways: list[list[int]] = []  # what to do when a thing moves, by both names of places

    def sees(self, s: State, seat: Seat, thing: Thing) -> bool:
        """Whether a seat may know which card a thing is."""
        if s.shown.get(thing, 0) >> seat & 1:
            return True
        place = s.where[thing]
        if place < 0:
            return True
        return self._watching(s, thing, place) >> seat & 1 != 0

    def knowing(self, s: State, thing: Thing) -> int:
        """The seats that may know which card a thing is, as bits."""
        place = s.where[thing]
        if place < 0:
            return self.all
        return (self._watching(s, thing, place) | s.shown.get(thing, 0)) & self.all

    def _watching(self, s: State, thing: Thing, place: Place) -> int:
        """The persons who see a thing in its place, as bits."""
        if self.faced and s.cols[self.facing][thing] != PLAIN:
            seen = ALL if s.cols[self.facing][thing] == FACE_UP else 0
        else:
            seen = self.seers(s, place)
        for rule in self.cards:
            if seen != ALL or rule.only:
                seen = rule.says(s, thing, seen)
        return seen

    def sees_into(self, s: State, seat: Seat, place: Place) -> bool:
        """Whether a seat may look into a place."""
        return self.seers(s, place) >> seat & 1 != 0

    def seers(self, s: State, place: Place) -> int:
        """The persons who may look into a place, as bits."""
        mode = self.defaults[s.zname[place]]
        seen = ALL if mode == EVERYBODY else 0
        if mode == HOLDER and s.zowner[place] >= 0:
            seen = 1 << s.zowner[place]
        for rule in self.rules:
            if seen != ALL or rule.only:
                seen = rule.says(s, place, seen)
        return seen

    @property
    def told(self) -> bool:
        """Whether any sentence says more of who sees what than places do by themselves."""
        return bool(self.faced or self.rules or self.cards)

    def ready(self) -> None:
        """See beforehand between which places a thing moves without anybody learning of it."""
        for here in self.defaults:
            ways: list[int] = []
            for there in self.defaults:
                if self.told:
                    ways.append(CARRIED)
                elif there == EVERYBODY:
                    ways.append(UNKNOWN_NO_MORE)
                else:
                    ways.append(UNSEEN if here == NOBODY else CARRIED)
            self.ways.append(ways)

    def carry(self, s: State, thing: Thing, origin: Place, place: Place, lies: int = PLAIN) -> None:
        """A thing is about to move: who sees it now will know it where it goes."""
        if self.faced or self.cards or (self.rules and self.in_force(s)):
            if origin >= 0 and origin != place:
                self.note(s)
                self.witness(s, thing)
                self._follow(s, origin, place, lies)
            else:
                self.witness(s, thing)
            return
        there = self.defaults[s.zname[place]]
        if there == EVERYBODY:
            if s.shown:
                s.shown.pop(thing, None)
            return
        here = self.defaults[s.zname[origin]] if origin >= 0 else EVERYBODY
        if here == EVERYBODY:
            s.shown[thing] = self.all
        elif here == HOLDER and origin != place:
            holder, other = s.zowner[origin], s.zowner[place]
            if s.shown and len(s.zones[origin]) > 1:
                following = 1 << holder if holder >= 0 else 0
                if there == HOLDER and other >= 0:
                    following |= 1 << other
                self._blur(s, origin, following)
            if holder != other:
                self._know(s, thing, holder)

    def in_force(self, s: State) -> bool:
        """Whether any sentence about who sees into places is in force."""
        for rule in self.rules:
            if rule.standing.stands(s):
                return True
        return False

    def note(self, s: State) -> None:
        """Who sees into a place because of a sentence will know its cards when it is so no more."""
        for rule in self.rules:
            if not rule.standing.stands(s):
                continue
            for place in rule.places(s):
                knowing = self.seers(s, place) & self.all
                for thing in s.zones[place] if knowing else ():
                    if not self.faced or s.cols[self.facing][thing] == PLAIN:
                        before = s.shown.get(thing, 0)
                        if before | knowing != before:
                            s.shown[thing] = before | knowing

    def _follow(self, s: State, origin: Place, place: Place, lies: int) -> None:
        """Who sees neither where a thing comes from nor where it goes loses sight of the rest."""
        if self.defaults[s.zname[origin]] != HOLDER or len(s.zones[origin]) < 2:
            return
        following = self.seers(s, origin)
        if lies == FACE_UP:
            return
        if lies == PLAIN:
            following |= self.seers(s, place)
        self._blur(s, origin, following)

    def _blur(self, s: State, place: Place, following: int) -> None:
        """Only some seats still know which cards are in a place."""
        shown = s.shown
        for thing in s.zones[place]:
            knowing = shown.get(thing, 0)
            if knowing & ~following:
                if knowing & following:
                    shown[thing] = knowing & following
                else:
                    del shown[thing]

    def witness(self, s: State, thing: Thing) -> None:
        """Who sees a thing now will know it, however it lies next."""
        knowing = self.knowing(s, thing)
        if knowing:
            s.shown[thing] = knowing

    def forget(self, s: State, things: list[int]) -> None:
        """Things were mixed: nobody knows any more which is which."""
        if s.shown:
            for thing in things:
                s.shown.pop(thing, None)

    def together(self, s: State, things: list[int]) -> list[int]:
        """What seats know of things that move together, if nothing stays behind; else nothing."""
        moving = set(things)
        for place in {s.where[thing] for thing in things}:
            if place < 0 or not moving.issuperset(s.zones[place]):
                return []
        return [s.shown.get(thing, 0) for thing in things]

    def arrived(self, s: State, things: list[int], known: list[int]) -> None:
        """Things have moved together: who knew some of them knows where they are now."""
        for thing, knowing in zip(things, known, strict=False):
            if knowing and self.defaults[s.zname[s.where[thing]]] != EVERYBODY:
                s.shown[thing] = s.shown.get(thing, 0) | knowing

    def _know(self, s: State, thing: Thing, seat: Seat) -> None:
        if 0 <= seat < self.seats:
            s.shown[thing] = s.shown.get(thing, 0) | 1 << seat


class Shown:
    """A sentence about who sees into places."""

    __slots__ = ("cond", "only", "place", "standing", "to")

    def __init__(self, standing: Standing, place: Expr, to: Expr, only: bool) -> None:
        self.standing = standing
        self.place = place
        self.to = to
        self.only = only
        self.cond: Expr | None = None

    def places(self, s: State) -> list[int]:
        """The places that it speaks of now."""
        found: list[int] = []
        for r in self.standing.records(s):
            if self.cond is None or self.cond.ev(s, r):
                found += self.place.many(s, r)
        return found

    def says(self, s: State, place: Place, seen: int) -> int:
        """The persons who see into a place, given those who see it without this sentence."""
        open_ = ALL  # those of whom nothing is said yet
        for r in self.standing.records(s):
            if place in self.place.many(s, r) and (self.cond is None or self.cond.ev(s, r)):
                for person in self.to.many(s, r):
                    if person >= 0:
                        seen |= 1 << person
                        open_ &= ~(1 << person)
                if self.only:
                    return seen & ~open_
        return seen


class ShownCards:
    """A sentence about who sees certain cards, in whatever place they are."""

    __slots__ = ("fact", "only", "standing", "to")

    def __init__(self, fact: Fact, to: Expr, only: bool) -> None:
        self.fact = fact  # which cards it is about, and when
        self.standing = fact.standing
        self.to = to
        self.only = only

    def says(self, s: State, thing: Thing, seen: int) -> int:
        """The persons who see a card, given those who see it without this sentence."""
        for r in self.fact.records(s):
            if self.fact.about(s, r, thing):
                named = sum({1 << person for person in self.to.many(s, r) if person >= 0})
                seen = named if self.only else seen | named
        return seen


class Sees(Expr):
    """Whether somebody sees a thing, or into a place."""

    __slots__ = ("place", "seats", "views", "what")

    def __init__(self, views: Views, what: Expr, seats: Expr, place: bool) -> None:
        self.views = views
        self.what = what
        self.seats = seats
        self.place = place

    def ev(self, s: State, r: Record) -> int:
        what = self.what.many(s, r)
        for seat in self.seats.many(s, r):
            for one in what:
                seen = (
                    self.views.sees_into(s, seat, one)
                    if self.place
                    else self.views.sees(s, seat, one)
                )
                if seen:
                    return 1
        return 0
