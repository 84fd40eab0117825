"""Visibility: the one authority on who may see what, for views, logs, bots, imagined worlds.

A place has a default (nobody, holder, everybody), which sentences can change. `State.shown` stores,
as bits of seats, who still knows a card that was seen before.
"""

from __future__ import annotations

from typing import Final

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.facts.facts import Fact, FactTable
from deckmastor.engine.facts.in_force import Standing
from deckmastor.engine.ids import Place, Seat, Thing
from deckmastor.engine.state.state import Record, State

NOBODY: Final = 0
HOLDER: Final = 1
EVERYBODY: Final = 2
ALL: Final = -1  # everybody, as bits
PLAIN: Final = 0  # how a card lies: as its place says
FACE_DOWN: Final = 1
FACE_UP: Final = 2
UNSEEN: Final = 0  # a move that changes nobody's knowledge
UNKNOWN_NO_MORE: Final = 1  # a move into an open place: `shown` loses its entry, if any
CARRIED: Final = 2  # a move that needs `carry`


class Views:
    """The visibility rules of a book: defaults by name of place, and sentences that change them."""

    def __init__(self, seats: int, facing: int) -> None:
        self.seats = seats
        self.all = (1 << seats) - 1
        self.facing = facing  # the column that holds how a card lies
        self.faced = False  # True if any sentence turns cards face up or down
        self.defaults: list[int] = []  # by name of place
        self.rules: list[Shown] = []
        self.cards: list[ShownCards] = []
        self.ways: list[list[int]] = []  # what a move needs, by the names of both places
        self.backs: list[int] = []  # by species: the number of the back of its cards
        self.plain: dict[FactTable, list[Fact]] = {}  # their facts, out of the optimizer's reach
        self.looking: set[str] = set()  # properties whose facts look at cards

    def sees(self, s: State, seat: Seat, thing: Thing) -> bool:
        """True if a seat may know which card a thing is."""
        if s.shown.get(thing, 0) >> seat & 1:
            return True
        place = s.where[thing]
        if place < 0:
            return True
        return self._watching(s, thing, place) >> seat & 1 != 0

    def closed(self, name: int) -> bool:
        """True if cards in places of this name can be hidden from somebody."""
        return self.faced or self.defaults[name] != EVERYBODY

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
        """True if a seat may look into a place."""
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
        """True if any sentence changes the defaults of places."""
        return bool(self.faced or self.rules or self.cards)

    def ready(self) -> None:
        """Precompute `ways`: what a move between each two names of places needs."""
        unseen, carried = self._ways(UNSEEN), self._ways(CARRIED)
        self.ways += [unseen if here == NOBODY else carried for here in self.defaults]

    def _ways(self, hidden: int) -> list[int]:
        """What a move to each name of place needs, by what one to a hidden place needs."""
        if self.told:
            return [CARRIED] * len(self.defaults)
        return [UNKNOWN_NO_MORE if there == EVERYBODY else hidden for there in self.defaults]

    def carry(self, s: State, thing: Thing, origin: Place, place: Place, lies: int = PLAIN) -> None:
        """Update `shown` before a thing moves: whoever sees it now will still know it there."""
        if s.shown and 0 <= origin != place:
            self._confuse(s, thing, origin)
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
        """True if any sentence about the visibility of places is in force."""
        for rule in self.rules:
            if rule.standing.stands(s):
                return True
        return False

    def note(self, s: State) -> None:
        """Store in `shown` who sees into places by sentences, as these may cease to be in force."""
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
        """Blur the origin for seats that see neither the origin nor the destination of a move."""
        if self.defaults[s.zname[origin]] != HOLDER or len(s.zones[origin]) < 2:
            return
        following = self.seers(s, origin)
        if lies == FACE_UP:
            return
        if lies == PLAIN:
            following |= self.seers(s, place)
        self._blur(s, origin, following)

    def _confuse(self, s: State, thing: Thing, place: Place) -> None:
        """Let a card that leaves a place without order be any of its copies to those outside.

        Who knows an equal card there cannot tell which of them goes, and takes it for that one.
        """
        if self.defaults[s.zname[place]] != HOLDER or len(s.zones[place]) < 2:
            return
        shown, species = s.shown, s.species
        outside = self.all & ~(shown.get(thing, 0) | self.seers(s, place))
        for other in s.zones[place] if outside else ():
            if species[other] != species[thing] or other == thing:
                continue
            known = shown.get(other, 0) & outside
            if known:
                outside &= ~known
                shown[other] &= ~known
                if not shown[other]:
                    del shown[other]

    def ordered(self, s: State, place: Place) -> bool:
        """True if the order of the cards in a place means anything to those outside."""
        return self.defaults[s.zname[place]] != HOLDER

    def _blur(self, s: State, place: Place, following: int) -> None:
        """Remove all seats but `following` from those who know the cards of a place."""
        shown = s.shown
        for thing in s.zones[place]:
            knowing = shown.get(thing, 0)
            if knowing & ~following:
                if knowing & following:
                    shown[thing] = knowing & following
                else:
                    del shown[thing]

    def witness(self, s: State, thing: Thing) -> None:
        """Store who sees a thing now; they will know it however it lies next."""
        knowing = self.knowing(s, thing)
        if knowing:
            s.shown[thing] = knowing

    def forget(self, s: State, things: list[int]) -> None:
        """Clear who knows these things: they were mixed."""
        if s.shown:
            for thing in things:
                s.shown.pop(thing, None)

    def mixed(self, s: State, things: list[int], place: Place, giver: Seat) -> None:
        """Let only the giver of a new order know which is which of things in a place."""
        if self.ordered(s, place):
            for thing in things:
                knowing = s.shown.pop(thing, 0) & (1 << giver if giver >= 0 else 0)
                if knowing:
                    s.shown[thing] = knowing

    def together(self, s: State, things: list[int]) -> list[int]:
        """The `shown` bits of things that move together; empty if their places keep others."""
        moving = set(things)
        for place in {s.where[thing] for thing in things}:
            if place < 0 or not moving.issuperset(s.zones[place]):
                return []
        return [s.shown.get(thing, 0) for thing in things]

    def arrived(self, s: State, things: list[int], known: list[int]) -> None:
        """Restore the `shown` bits from `together` after the things have moved."""
        for thing, knowing in zip(things, known, strict=False):
            if knowing and self.defaults[s.zname[s.where[thing]]] != EVERYBODY:
                s.shown[thing] = s.shown.get(thing, 0) | knowing

    def _know(self, s: State, thing: Thing, seat: Seat) -> None:
        if 0 <= seat < self.seats:
            s.shown[thing] = s.shown.get(thing, 0) | 1 << seat


class Shown:
    """A sentence about who sees into places."""

    def __init__(self, standing: Standing, place: Expr, to: Expr, only: bool) -> None:
        self.standing = standing
        self.place = place
        self.to = to
        self.only = only
        self.cond: Expr | None = None

    def places(self, s: State) -> list[int]:
        """The places that it applies to now."""
        found: list[int] = []
        for r in self.standing.records(s):
            if self.cond is None or self.cond.ev(s, r):
                found += self.place.many(s, r)
        return found

    def says(self, s: State, place: Place, seen: int) -> int:
        """The persons who see into a place; `seen` are those who do without this sentence."""
        open_ = ALL  # the persons that no record has named yet
        s.work.deeper()
        for r in self.standing.records(s):
            if place in self.place.many(s, r) and (self.cond is None or self.cond.ev(s, r)):
                for person in self.to.many(s, r):
                    if person >= 0:
                        seen |= 1 << person
                        open_ &= ~(1 << person)
                if self.only:
                    s.work.depth -= 1
                    return seen & ~open_
        s.work.depth -= 1
        return seen


class ShownCards:
    """A sentence about who sees certain cards, in whatever place they are."""

    def __init__(self, fact: Fact, to: Expr, only: bool) -> None:
        self.fact = fact  # it decides which cards, and when
        self.standing = fact.standing
        self.to = to
        self.only = only

    def says(self, s: State, thing: Thing, seen: int) -> int:
        """The persons who see a card; `seen` are those who do without this sentence."""
        s.work.deeper()
        for r in self.fact.records(s):
            if self.fact.about(s, r, thing):
                named = sum({1 << person for person in self.to.many(s, r) if person >= 0})
                seen = named if self.only else seen | named
        s.work.depth -= 1
        return seen


class Sees(Expr):
    """True if some seats see all of some things, or into all of some places."""

    def __init__(self, views: Views, what: Expr, seats: Expr, place: bool) -> None:
        self.views = views
        self.what = what
        self.seats = seats
        self.place = place

    def ev(self, s: State, r: Record) -> int:
        what, seats = self.what.many(s, r), self.seats.many(s, r)
        for seat in seats:
            if not self.seen(s, seat, what):
                return 0
        return 1 if what and seats else 0

    def seen(self, s: State, seat: Seat, what: list[int]) -> bool:
        """True if a seat sees all of these."""
        for one in what:
            see = self.views.sees_into if self.place else self.views.sees
            if not see(s, seat, one):
                return False
        return True


class OnlySeenBy(Sees):
    """True if some seats see all of some things or places, and no other seat sees them."""

    def ev(self, s: State, r: Record) -> int:
        what, seats = self.what.many(s, r), self.seats.many(s, r)
        for seat in range(self.views.seats):
            if self.seen(s, seat, what) != (seat in seats):
                return 0
        return 1 if what else 0
