"""What a section of a benchmark found: tables for people, data for programs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from deckmastor.lab.bench.rounds import CLOCK, Spread

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scale:
    """How much is measured, rounds and the seconds that everybody plays in each, and by what."""

    rounds: int
    seconds: float
    timer: str = CLOCK


@dataclass(frozen=True, slots=True)
class Table:
    """Figures for people, in rows of texts under their heads."""

    title: str
    heads: Row
    rows: list[Row] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Section:
    """What one part of a benchmark found; `failed` tells what is not as it must be."""

    tables: list[Table]
    data: dict[str, Any]
    failed: str = ""
    note: str = ""  # what to know of the figures


def times(figure: float) -> str:
    """A ratio with about three digits."""
    return f"{figure:.3f}" if figure < 1 else f"{figure:.2f}" if figure < 10 else f"{figure:.1f}"


def reach(spread: Spread) -> str:
    """From which ratio to which."""
    return f"{times(spread.low)} to {times(spread.high)}"


def number(figure: float) -> str:
    """A figure with a decimal if it is small."""
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:,.1f}"


def duration(figures: list[float]) -> str:
    """The median of some microseconds, with the least and the greatest."""
    spread = Spread.of(figures)
    unit, scale = ("ms", 1000.0) if spread.median >= 1000 else ("µs", 1.0)
    low, high = number(spread.low / scale), number(spread.high / scale)
    return f"{number(spread.median / scale)} {unit} ({low} to {high})"
