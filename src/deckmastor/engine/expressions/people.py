"""Expressions about persons: all of them, the next in turn, owners, winners, and `you`."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr, Several
from deckmastor.engine.ids import NONE
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.state.layout import DIRECTION, THIS, TURN, YOU
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.turns.seating import following, in_turn


class AllPersons(Several):
    """Persons who are still in the game."""

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


class YouOr(Several):
    """You, where a text speaks to somebody; else everybody of some."""

    def __init__(self, others: Expr) -> None:
        self.others = others

    def many(self, s: State, r: Record) -> list[int]:
        you = r.regs[YOU]
        return [you] if you >= 0 else self.others.many(s, r)


class NextPerson(Several):
    """The next `n` players in turn order, or the previous ones; those who left are skipped.

    If those who fit a description are told, others are skipped, too.
    """

    def __init__(
        self, start: Expr, step: int, n: Expr, seats: int, gone: int, fitting: Expr | None = None
    ) -> None:
        self.start = start
        self.step = step
        self.n = n
        self.seats = seats
        self.gone = gone
        self.fitting = fitting

    def many(self, s: State, r: Record) -> list[int]:
        seat = self.start.ev(s, r)
        if seat < 0:
            return []
        gone = s.cols[self.gone]
        fitting = self.fitting.many(s, r) if self.fitting is not None else None
        found: list[int] = []
        for _ in range(self.seats):
            seat = following(s, seat, self.step * s.v[DIRECTION], self.seats)
            if not gone[seat] and (fitting is None or seat in fitting):
                found.append(seat)
                if len(found) >= self.n.ev(s, r):
                    break
        return found


class IfSomebody(Several):
    """Things, or none if somebody does not exist: nobody chooses nothing."""

    def __init__(self, who: Expr, found: Expr) -> None:
        self.who = who
        self.found = found

    def many(self, s: State, r: Record) -> list[int]:
        return self.found.many(s, r) if self.who.any(s, r) else []


class OwnedBy(Expr):
    """The owner of a thing."""

    def __init__(self, rules: Ruleset, thing: Expr) -> None:
        self.rules = rules
        self.thing = thing

    def ev(self, s: State, r: Record) -> int:
        thing = self.thing.ev(s, r)
        return self.rules.owner_of(s, thing) if thing >= 0 else NONE


class Winners(Several):
    """The winners."""

    def many(self, s: State, r: Record) -> list[int]:
        return s.winners


class InTurn(Several):
    """Players in turn order, starting with the player at turn; other persons come last."""

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

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def ev(self, s: State, r: Record) -> int:
        return self.rules.you_of(s, r.regs[THIS], NONE)
