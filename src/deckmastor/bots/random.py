"""The bot that answers anything at random, and the fast road on which it plays whole games."""

from __future__ import annotations

from random import Random
from typing import Protocol

from deckmastor.engine import Machine, State, play_on
from deckmastor.match import Decision, Option


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, decision: Decision) -> Option:
        """One of the options of a decision."""

    def repeat(self, decision: Decision) -> None:
        """A decision that it has answered before, in the same match, is answered again as then."""


class RandomBot:
    """Takes every option of a decision equally often; the same seed makes the same choices."""

    def __init__(self, seed: int = 0) -> None:
        self._stream = Random(seed)

    def choose(self, decision: Decision) -> Option:
        """One of the options, each as likely as the others."""
        return self._stream.choice(decision.options)

    def repeat(self, decision: Decision) -> None:
        """Its stream goes on as it did."""
        self.choose(decision)


def play_out(machine: Machine, state: State, seed: int, limit: int) -> int:
    """Answer every question of a game at random, without words; the number of answers given."""
    return play_on(machine, state, seed, limit)
