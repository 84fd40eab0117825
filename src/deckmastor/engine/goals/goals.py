"""Nearness to victory, measured by the goals of a book: an evaluation function for bots.

`Goals.value` rates a State for a seat: races to a bound, leads over others, shared goals, works and
cards. VICTORY is the greatest value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.ids import UNBOUND, Seat, Slot
from deckmastor.engine.knowledge.visibility import EVERYBODY, HOLDER
from deckmastor.engine.state.layout import OVER
from deckmastor.engine.state.state import Record, State

if TYPE_CHECKING:
    from deckmastor.engine.rules.ruleset import Ruleset


UP: Final = 0  # at least the bound
DOWN: Final = 1  # at most the bound
MOST: Final = 2  # more than all others
FEWEST: Final = 3  # less than all others
VICTORY: Final = 10.0  # the value of winning; losing costs as much
RACE: Final = 1.0  # weight of goals with a bound
LEAD: Final = 0.5  # weight of leads over others if there are races as well, else RACE
TOGETHER: Final = 2.0  # weight of goals that all players share
LEADER: Final = 0.5  # weight of the nearest other player, subtracted
FIELD: Final = 0.5  # weight of the mean of all others, subtracted
CARD: Final = 0.03  # a card in hand
TEXT: Final = 0.05  # a card in play whose text is good for its holder
WORK: Final = 0.15  # weight of the finished part of works
FAR: Final = 8  # the span of a goal whose bound gives none


class Goal:
    """One comparison: the amount that a player or a thing has, and the bound."""

    def __init__(self, kind: int, amount: Expr, bound: Expr | None, slot: Slot, size: int) -> None:
        self.kind = kind
        self.amount = amount
        self.bound = bound
        self.slot = slot  # the label of the player or thing
        self.size = size
        self.losing = False  # True if reaching it loses the game
        self.open = False  # True if each step counts, however far the bound is
        self.of_hand = False  # True if it asks for few cards in hand
        self.sentence = 0

    def record(self, who: Seat) -> Record:
        """A record with a player or a thing under the label."""
        regs = [UNBOUND] * self.size
        regs[self.slot] = who
        return Record(regs)

    def nearness(self, s: State, who: Seat) -> float:
        """The nearness to the bound: 1 when it is reached, 0 when it is far."""
        assert self.bound is not None
        r = self.record(who)
        amount, bound = self.amount.ev(s, r), self.bound.ev(s, r)
        steps = bound - amount if self.kind == UP else amount - bound
        if self.open:
            return FAR / (FAR + max(steps, 0))
        span = bound if self.kind == UP and bound > 0 else FAR
        return 1 - min(max(steps, 0), span) / span

    def lead(self, s: State, seats: list[int], seat: Seat) -> float:
        """The lead of a seat over the best of the others, between -1 and 1."""
        amounts = {one: self.amount.ev(s, self.record(one)) for one in seats}
        own = amounts.pop(seat)
        if self.kind == FEWEST:
            own, amounts = -own, {one: -n for one, n in amounts.items()}
        best = max(amounts.values(), default=0)
        return (own - best) / (abs(own) + abs(best) + 1)


class Work:
    """Things that bring a reward when they are complete, and the goal that each must reach."""

    def __init__(self, things: Expr, goal: Goal) -> None:
        self.things = things
        self.goal = goal

    def done(self, s: State) -> float:
        """The sum over the things of how far each is done."""
        empty = Record([UNBOUND] * self.goal.size)
        return sum(_pressing(self.goal.nearness(s, thing)) for thing in self.things.many(s, empty))


class Goals:
    """All goals of a book."""

    def __init__(
        self,
        goals: list[Goal],
        shared: list[Goal],
        works: list[Work],
        clocks: list[int],
        worth: list[int],
    ) -> None:
        self.races = [goal for goal in goals if goal.kind in (UP, DOWN)]
        self.leads = [goal for goal in goals if goal.kind in (MOST, FEWEST)]
        self.shared = shared  # of all players together
        self.works = works
        self.clocks = clocks  # names of places whose emptiness ends the game
        self.worth = worth  # by species: the worth of its text to its holder while in play
        self.hand_counts = not any(goal.of_hand and not goal.losing for goal in self.races)

    def value(self, rules: Ruleset, s: State, seat: Seat) -> float:
        """The value of a state for a seat."""
        if s.v[OVER] or seat in s.winners:
            if seat not in s.winners:
                return -VICTORY if s.winners else -VICTORY / 2
            return VICTORY / len(s.winners)
        gone = s.cols[rules.gone]
        if gone[seat]:
            return -VICTORY
        seats = [one for one in range(rules.seats) if not gone[one]]
        told = sum(self._race(goal, s, seats, seat) for goal in self.races)
        weight = LEAD if self.races else RACE
        told += weight * sum(goal.lead(s, seats, seat) for goal in self.leads)
        told += self._together(s)
        told += WORK * sum(work.done(s) for work in self.works)
        return told + self._cards(rules, s, seat)

    def _race(self, goal: Goal, s: State, seats: list[int], seat: Seat) -> float:
        near = {one: _pressing(goal.nearness(s, one)) for one in seats}
        own = near.pop(seat)
        others = list(near.values()) or [0.0]
        told = own - LEADER * max(others) - FIELD * sum(others) / len(others)
        return -RACE * told if goal.losing else RACE * told

    def _together(self, s: State) -> float:
        """The value of shared goals: nearness, plus a hope that shrinks with the clocks."""
        told = 0.0
        if not self.shared:
            return told
        left = sum(len(s.zones[at]) for at, name in enumerate(s.zname) if name in self.clocks)
        hope = left / len(s.species)
        for goal in self.shared:
            near = goal.nearness(s, 0)
            told += TOGETHER * (-near if goal.losing else near + (1 - near) * hope)
        return told

    def _cards(self, rules: Ruleset, s: State, seat: Seat) -> float:
        """The value of a seat's cards in hand and in play."""
        told = 0.0
        defaults = rules.views.defaults
        for place, owner in enumerate(s.zowner):
            if owner != seat:
                continue
            mode = defaults[s.zname[place]]
            if mode == HOLDER:
                told += CARD * len(s.zones[place]) if self.hand_counts else 0.0
            elif mode == EVERYBODY:
                told += TEXT * sum(self.worth[s.species[thing]] for thing in s.zones[place])
        return told


def _pressing(near: float) -> float:
    """A nearness reshaped: the last steps to a goal count for more than the first ones."""
    return near + near * near
