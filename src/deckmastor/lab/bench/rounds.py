"""Interleaved rounds: everybody plays for a moment in each, and rates are divided inside it.

A machine is now fast and now slow. Two rates of one round were measured within a second or two of
each other, so that their ratio says more than either; the median over the rounds is what counts.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

Tell = Callable[[str], None]
CLOCK: Final = "clock"  # time as it passes for everybody
PROCESSOR: Final = "processor"  # only what the process itself has had of it
TIMERS: Final = {CLOCK: time.perf_counter, PROCESSOR: time.process_time}


@dataclass(frozen=True, slots=True)
class Slice:
    """What somebody played in one round."""

    matches: int
    decisions: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Spread:
    """The middle of some figures, and the least and the greatest of them."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, figures: Sequence[float]) -> Spread:
        """The spread of at least one figure."""
        return cls(statistics.median(figures), min(figures), max(figures))

    def data(self) -> dict[str, float]:
        """The spread for a program."""
        low, high = rounded(self.low), rounded(self.high)
        return {"median": rounded(self.median), "low": low, "high": high}


@dataclass(slots=True)
class Series:
    """What somebody played in all rounds, one slice each."""

    slices: list[Slice] = field(default_factory=list)

    @property
    def matches(self) -> int:
        """How many matches were played in all rounds."""
        return sum(one.matches for one in self.slices)

    @property
    def decisions(self) -> int:
        """How many decisions were made in all rounds."""
        return sum(one.decisions for one in self.slices)

    @property
    def per_match(self) -> float:
        """Decisions in a match."""
        return self.decisions / self.matches if self.matches else 0.0

    def rates(self) -> list[float]:
        """Decisions a second, round by round."""
        return [one.decisions / one.seconds for one in self.slices]

    def match_rates(self) -> list[float]:
        """Matches a second, round by round."""
        return [one.matches / one.seconds for one in self.slices]

    def counted_as(self, per_match: float) -> Series:
        """The same with so many decisions in each match: for one that only counts matches."""
        return Series(
            [replace(one, decisions=round(one.matches * per_match)) for one in self.slices]
        )

    def data(self) -> dict[str, Any]:
        """The series for a program."""
        return {
            "matches": self.matches,
            "decisions": self.decisions,
            "decisions_per_match": rounded(self.per_match),
            "decisions_per_second": Spread.of(self.rates()).data(),
            "matches_per_second": Spread.of(self.match_rates()).data(),
        }


def interleave(
    players: Mapping[str, Callable[[], Slice]], rounds: int, tell: Tell
) -> dict[str, Series]:
    """Let everybody play in each round, every other time in the opposite order.

    All have played once before the first round, which is not counted.
    """
    for name, play in players.items():
        tell(f"warming up: {name}")
        play()
    found = {name: Series() for name in players}
    for number in range(rounds):
        order = list(players) if number % 2 == 0 else list(players)[::-1]
        for name in order:
            tell(f"round {number + 1} of {rounds}: {name}")
            found[name].slices.append(players[name]())
    return found


def ratios(one: Sequence[float], other: Sequence[float]) -> list[float]:
    """What one reached as a multiple of the other, round by round."""
    return [a / b for a, b in zip(one, other, strict=True)]


def rounded(figure: float) -> float:
    """A figure with four digits that mean something."""
    return float(f"{figure:.4g}") if abs(figure) < 1000 else float(round(figure))
