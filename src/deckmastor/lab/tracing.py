"""Matches of random players as hashes: one over what is told, one over every number there is.

Two builds of the engine that do the same give the same hashes. What is told stays the same as long
as the game does; the numbers are those of one version of the engine.

    python -m deckmastor.lab.tracing GAME ...
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from random import Random
from typing import Final

from deckmastor.engine import BUILD
from deckmastor.engine.inside import TICKED
from deckmastor.match import Game, Match, load
from deckmastor.record.saving import trace

START: Final = 1_700_000_000  # the clock at the beginning
HOURS: Final = (1, 5, 30, 24 * 8)  # that pass at a tick
TICKS: Final = 0.05  # how often it is later instead of answered
ANSWERS: Final = 80  # the most in one match
SEATS: Final = (2, 4)
SEEDS: Final = 2


class Hashes:
    """What was told in some matches, and the numbers behind it."""

    def __init__(self) -> None:
        self.told = hashlib.blake2b(digest_size=16)
        self.numbers = hashlib.blake2b(digest_size=16)

    def play(self, match: Match, seed: int, answers: int = ANSWERS) -> None:
        """Let random players play on, and note all of it."""
        dice = Random(seed)
        heard = 0
        for _ in range(answers):
            self.numbers.update(trace(match.state).encode())
            for event in match.events[heard:]:
                self._tell(event.told(1))
            heard = len(match.events)
            if match.over:
                break
            if not match.state.asks or dice.random() < TICKS:
                match.tick(match.state.v[TICKED] + 3600 * dice.choice(HOURS))
                continue
            asked = dice.choice(match.decisions)
            options = asked.options
            taken = dice.choice(options)
            self._tell(asked.player, asked.prompt, *(option.text for option in options), taken.text)
            numbers = [*match.state.asks, *(option.value for option in options)]
            self.numbers.update(json.dumps(numbers).encode())
            match.choose(taken)
        self._tell(*match.winners)

    def _tell(self, *texts: str) -> None:
        self.told.update(json.dumps(texts).encode())


def traced(game: Game) -> tuple[str, str]:
    """The hashes of some matches of a game: what is told, and the numbers."""
    hashes = Hashes()
    for seats in SEATS:
        names = [f"player {seat}" for seat in range(1, seats + 1)]
        for seed in range(SEEDS):
            for watched in (True, False):  # the machine takes shorter ways where nobody watches
                match = game.start(names, seed, clock=START, events=watched)
                hashes.play(match, seed)
    return hashes.told.hexdigest(), hashes.numbers.hexdigest()


def main(games: list[str]) -> None:
    """Print the build, and of each game its name and its hashes."""
    print(f"build\t{BUILD}")
    for name in games:
        print(Path(name).stem, *traced(load(name)), sep="\t")


if __name__ == "__main__":
    main(sys.argv[1:])
