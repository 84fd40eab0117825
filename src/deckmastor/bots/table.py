"""Whole games in which every seat has a bot of its own kind."""

from __future__ import annotations

from deckmastor.bots.curious import Curious
from deckmastor.bots.greedy import GreedyBot
from deckmastor.bots.kinds import CURIOUS, GREEDY
from deckmastor.engine import Machine, State
from deckmastor.engine.inside import OVER, STEP, RandomStream, mix
from deckmastor.match import Match, Paradox
from deckmastor.record import asking


class Seats:
    """Who answers for each seat; those who answer at random share one stream."""

    def __init__(self, kinds: tuple[str, ...], seed: int, curious: Curious | None = None) -> None:
        self.stream = RandomStream(seed)
        shared = curious or Curious()  # the curious learn from each other
        shared.begin(mix(seed + STEP))
        self.bots = [
            GreedyBot(mix(seed + (seat + 1) * STEP)) if kind == GREEDY
            else shared if kind == CURIOUS else None
            for seat, kind in enumerate(kinds)
        ]  # fmt: skip

    def question(self, s: State) -> int:
        """Which of the open questions is answered next, as its place in `asks`."""
        return 4 * self.stream.below(len(s.asks) >> 2) if len(s.asks) > 4 else 0

    def answer(self, m: Machine, s: State, at: int, number: int) -> int:
        """The number of the option that is taken."""
        options = m.options(s, at)
        who = s.asks[at]
        bot = self.bots[who] if 0 <= who < len(self.bots) else None
        if bot is None:
            return self.stream.below(len(options))
        return options.index(bot.pick(m, s, at, number))


def play_out(
    machine: Machine, state: State, kinds: tuple[str, ...], seed: int, limit: int,
    curious: Curious | None = None,
) -> int:  # fmt: skip
    """Answer every question of a game, without words; the number of answers given.

    A curious bot may have played before, and remembers what it tried.
    """
    seats = Seats(kinds, seed, curious)
    given = 0
    while given < limit and state.asks and not state.v[OVER]:
        at = seats.question(state)
        index = seats.answer(machine, state, at, given)
        machine.answer(state, at, machine.options(state, at)[index])
        given += 1
    return given


def play_match(match: Match, kinds: tuple[str, ...], seed: int, limit: int) -> int:
    """The same with the same choices, for a match that settles what has no end.

    An option that the match refuses is left for another one; Paradox if it refuses them all.
    """
    seats = Seats(kinds, seed)
    given = 0
    while given < limit and match.state.asks and not match.over:
        asks = match.state.asks
        at = seats.question(match.state)
        player = match.person(asks[at])
        earlier = sum(1 for i in range(0, at, 4) if asks[i] == asks[at])
        options = match.machine.options(match.state, at)
        taken = options[seats.answer(match.machine, match.state, at, given)]
        _choose(match, player, earlier, asking.values(match, at).index(taken), len(options))
        given += 1
    return given


def _choose(match: Match, player: str, ask: int, first: int, number: int) -> None:
    for step in range(number):
        try:
            match.answer(player, (first + step) % number, ask)
            return
        except Paradox:
            if step == number - 1:
                raise
