"""Who may see what: the one authority that views, logs, bots and imagined worlds ask."""

from __future__ import annotations

from deckmastor.engine.state import Record, State
from deckmastor.engine.values import Expr

NOBODY, HOLDER, EVERYBODY = 0, 1, 2


class Views:
    """The places of a book and who sees into them by default, with sentences that change it."""

    __slots__ = ("defaults", "rules", "seats")

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.defaults: list[int] = []  # by name of place
        self.rules: list[Shown] = []

    def sees(self, s: State, seat: int, thing: int) -> bool:
        """Whether a seat may know which card a thing is."""
        if thing < len(s.species) and s.shown.get(thing, 0) >> seat & 1:
            return True
        place = s.where[thing]
        return place < 0 or self.sees_into(s, seat, place)

    def sees_into(self, s: State, seat: int, place: int) -> bool:
        """Whether a seat may look into a place."""
        mode = self.defaults[s.zname[place]]
        seen = mode == EVERYBODY or (mode == HOLDER and s.zowner[place] == seat)
        for rule in self.rules:
            told = rule.says(s, seat, place)
            if told is not None:
                seen = told
        return seen


class Shown:
    """A sentence about who sees into places."""

    __slots__ = ("cond", "only", "place", "standing", "to")

    def __init__(self, standing: object, place: Expr, to: Expr, only: bool) -> None:
        self.standing = standing
        self.place = place
        self.to = to
        self.only = only
        self.cond: Expr | None = None

    def says(self, s: State, seat: int, place: int) -> bool | None:
        """True or False if the sentence decides it, None if it does not."""
        from deckmastor.engine.standing import Standing

        assert isinstance(self.standing, Standing)
        for r in self.standing.records(s):
            if place in self.place.many(s, r) and (self.cond is None or self.cond.ev(s, r)):
                if seat in self.to.many(s, r):
                    return True
                if self.only:
                    return False
        return None


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
