"""Expressions about persons: all of them, the next in turn, owners, winners, and `you`."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr, Several
from deckmastor.engine.ids import NONE
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.state.layout import DIRECTION, THIS, TURN
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.turns.seating import following, in_turn


class AllPersons(Several):
    """Persons who are still in the game."""

    __slots__ = ("gone", "persons")

    def __init__(self, persons: list[int], gone: int) -> None:
        self.persons = persons
        self.gone = gone

    def many(self, s: State, r: Record) -> list[int]:
        gone = s.cols[self.gone]
        return [person for person in self.persons if not gone[person]]

    def peek(self, s: State, r: Record) -> list[int]:
        gone = s.cols[self.gone]
        for person in self.persons:
            if gone[person]:
                return self.many(s, r)
        return self.persons


class NextPerson(Several):
    """The next `n` players in turn order, or the previous ones; those who left are skipped."""

    __slots__ = ("gone", "n", "seats", "start", "step")

    def __init__(self, start: Expr, step: int, n: Expr, seats: int, gone: int) -> None:
        self.start = start
        self.step = step
        self.n = n
        self.seats = seats
        self.gone = gone

    def many(self, s: State, r: Record) -> list[int]:
        seat = self.start.ev(s, r)
        if seat < 0:
            return []
        gone = s.cols[self.gone]
        found: list[int] = []
        for _ in range(self.seats):
            seat = following(s, seat, self.step * s.v[DIRECTION], self.seats)
            if not gone[seat]:
                found.append(seat)
                if len(found) >= self.n.ev(s, r):
                    break
        return found


class OwnedBy(Expr):
    """The owner of a thing: the owner of the place that it is in."""

    __slots__ = ("thing",)

    def __init__(self, thing: Expr) -> None:
        self.thing = thing

    def ev(self, s: State, r: Record) -> int:
        thing = self.thing.ev(s, r)
        if thing < 0 or s.where[thing] < 0:
            return NONE
        return s.zowner[s.where[thing]]


class Winners(Several):
    """The winners."""

    __slots__ = ()

    def many(self, s: State, r: Record) -> list[int]:
        return s.winners


class InTurn(Several):
    """Players in turn order, starting with the player at turn; other persons come last."""

    __slots__ = ("found", "seats")

    def __init__(self, found: Expr, seats: int) -> None:
        self.found = found
        self.seats = seats

    def many(self, s: State, r: Record) -> list[int]:
        found = self.found.many(s, r)
        turn = s.v[TURN]
        if len(found) < 2 or turn < 0:
            return found
        seats = self.seats
        seated = [person for person in found if 0 <= person < seats]
        others = [person for person in found if not 0 <= person < seats]
        return in_turn(s, turn, seated, seats) + others


class You(Expr):
    """The person that `you` means in the text of the thing under THIS."""

    __slots__ = ("rules",)

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def ev(self, s: State, r: Record) -> int:
        return self.rules.you_of(s, r.regs[THIS], NONE)
