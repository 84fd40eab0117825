"""The bot that answers anything at random, and the fast road on which it plays whole games."""

from __future__ import annotations

from random import Random
from typing import Protocol

from deckmastor.engine.machine import Machine
from deckmastor.engine.state import OVER, State
from deckmastor.match import Decision, Match, Option, Paradox


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, decision: Decision) -> Option:
        """One of the options of a decision."""


class RandomBot:
    """Takes every option of a decision equally often; the same seed makes the same choices."""

    def __init__(self, seed: int = 0) -> None:
        self._stream = Random(seed)

    def choose(self, decision: Decision) -> Option:
        """One of the options, each as likely as the others."""
        return self._stream.choice(decision.options)


def play_out(machine: Machine, state: State, seed: int, limit: int) -> int:
    """Answer every question of a game at random, without words; the number of answers given.

    It stops when the game is over, when nothing is asked any more, or after `limit` answers.
    """
    draw = Random(seed).random
    given = 0
    while given < limit and state.asks and not state.v[OVER]:
        asks = state.asks
        at = 4 * int(draw() * (len(asks) >> 2)) if len(asks) > 4 else 0
        options = machine.options(state, at)
        machine.answer(state, at, options[int(draw() * len(options))])
        given += 1
    return given


def play_match(match: Match, seed: int, limit: int) -> int:
    """The same as `play_out` with the same choices, for a match that settles what has no end.

    An option that the match refuses is left for another one; Paradox if it refuses them all.
    """
    draw = Random(seed).random
    given = 0
    while given < limit and match.state.asks and not match.over:
        asks = match.state.asks
        at = 4 * int(draw() * (len(asks) >> 2)) if len(asks) > 4 else 0
        player = match.person(asks[at])
        earlier = sum(1 for i in range(0, at, 4) if asks[i] == asks[at])
        number = len(match.machine.options(match.state, at))
        _choose(match, player, earlier, int(draw() * number), number)
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
