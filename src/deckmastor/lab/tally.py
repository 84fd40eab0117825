"""What came of many matches: wins, lengths, and why some have no end."""

from __future__ import annotations

import hashlib
import math
import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from deckmastor.bots.kinds import RANDOM
from deckmastor.engine import State
from deckmastor.engine.inside import TURNS
from deckmastor.lab.coverage import Counts
from deckmastor.lab.deeds import Counted
from deckmastor.record.saving import trace


@dataclass(slots=True)
class Tally:
    """What came of some matches, in the order of their numbers."""

    players: int
    kinds: tuple[str, ...] = ()  # the kind of bot in each seat
    matches: int = 0
    lengths: list[int] = field(default_factory=list)  # decisions in each match
    turns: list[int] = field(default_factory=list)  # turns begun in each match
    wins: list[int] = field(default_factory=list)
    won: dict[str, int] = field(default_factory=dict)  # matches won by some bot of a kind
    shared: int = 0
    nobody: int = 0
    unfinished: dict[str, int] = field(default_factory=dict)
    digests: list[bytes] = field(default_factory=list)
    touched: Counts = field(default_factory=Counter)  # in a coverage run
    deeds: Counted = field(default_factory=Counter)  # if they are counted

    def __post_init__(self) -> None:
        self.wins = self.wins or [0] * self.players
        self.kinds = self.kinds or (RANDOM,) * self.players
        self.won = self.won or dict.fromkeys(self.kinds, 0)

    @property
    def decisions(self) -> int:
        """How many decisions were made in all matches."""
        return sum(self.lengths)

    @property
    def finished(self) -> int:
        """How many matches came to an end."""
        return self.matches - sum(self.unfinished.values())

    def note(self, state: State, decisions: int, fault: str) -> None:
        """Count a match that was played."""
        self.matches += 1
        self.lengths.append(decisions)
        self.turns.append(state.v[TURNS])
        self.digests.append(digest(state))
        if fault:
            self.unfinished[fault] = self.unfinished.get(fault, 0) + 1
            return
        for seat in state.winners:
            self.wins[seat] += 1
        for kind in {self.kinds[seat] for seat in state.winners}:
            self.won[kind] += 1
        self.shared += len(state.winners) > 1
        self.nobody += not state.winners

    def add(self, other: Tally) -> None:
        """Count the matches that come after these."""
        self.matches += other.matches
        self.lengths += other.lengths
        self.turns += other.turns
        self.wins = [a + b for a, b in zip(self.wins, other.wins, strict=True)]
        for kind, times in other.won.items():
            self.won[kind] += times
        self.shared += other.shared
        self.nobody += other.nobody
        for fault, times in other.unfinished.items():
            self.unfinished[fault] = self.unfinished.get(fault, 0) + times
        self.digests += other.digests
        self.touched += other.touched
        self.deeds += other.deeds

    @property
    def trace(self) -> str:
        """A hash over the last states of all matches."""
        whole = hashlib.blake2b(digest_size=16)
        for one in self.digests:
            whole.update(one)
        return whole.hexdigest()


def digest(state: State) -> bytes:
    """A short hash of a state."""
    return bytes.fromhex(trace(state))


def spread(lengths: Sequence[int]) -> dict[str, float]:
    """How long matches were: the mean, the shortest, the median and the longest."""
    if not lengths:
        return {"mean": 0.0, "shortest": 0, "median": 0.0, "longest": 0}
    return {
        "mean": round(statistics.fmean(lengths), 2),
        "shortest": min(lengths),
        "median": float(statistics.median(lengths)),
        "longest": max(lengths),
    }


def rated(wins: int, finished: int) -> dict[str, object]:
    """A number of wins with its rate and where that lies, for a program."""
    return {
        "wins": wins,
        "rate": round(wins / finished, 4) if finished else 0.0,
        "interval": [round(end, 4) for end in interval(wins, finished)],
    }


def interval(wins: int, matches: int) -> tuple[float, float]:
    """Where a rate lies with a confidence of 95 % (Wilson's interval)."""
    if not matches:
        return (0.0, 1.0)
    z = 1.96
    rate = wins / matches
    middle = rate + z * z / (2 * matches)
    reach = z * math.sqrt(rate * (1 - rate) / matches + z * z / (4 * matches * matches))
    scale = 1 + z * z / matches
    return (max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale))
