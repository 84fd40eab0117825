"""What is wrong with a rulebook, where, and what would work."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from deckmastor.language.columns import width

WINDOW = 100
INDENT = "    "


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One thing that is wrong at a place; faults sort by file, line and column.

    `first` and `length` mark a part of `source`, the one line or sentence concerned. `code` names
    the class of the error and is its anchor in the manual.
    """

    file: str
    line: int
    column: int
    message: str
    source: str = ""
    first: int = 0
    length: int = 0
    hint: str = ""
    severity: str = "error"
    code: str = ""

    def __str__(self) -> str:
        lines = [f"{self.file}:{self.line}:{self.column}  {self.message}"]
        if self.source:
            lines += [INDENT + line for line in self._window()]
        lines += [INDENT + line for line in self.hint.splitlines()]
        return "\n".join(lines)

    def _window(self) -> list[str]:
        """The source, cut to a window round the mark, and the line that marks it."""
        start, end = self._bounds()
        before = "…" if start else ""
        after = "…" if end < len(self.source) else ""
        shown = "".join(c if c.isprintable() else " " for c in self.source[start:end])
        first = max(self.first, start)
        marked = min(self.first + self.length, end) - first
        lines = [(before + shown + after).rstrip()]
        if marked > 0:
            ahead = width(before + shown[: first - start])
            lines.append(" " * ahead + "^" * width(shown[first - start : first - start + marked]))
        return lines

    def _bounds(self) -> tuple[int, int]:
        """The part of the source that is shown: all of a short one, else the mark amid others."""
        size = len(self.source)
        if size <= WINDOW:
            return 0, size
        margin = max(WINDOW - self.length, 0) // 2
        start = max(min(self.first - margin, size - WINDOW), 0)
        return start, start + WINDOW


def spoken(word: str) -> str:
    """A word of somebody's text that is safe to show: cut short, with no hidden characters."""
    shown = "".join(
        c if c.isprintable() and not unicodedata.category(c).startswith("C") else f"U+{ord(c):04X}"
        for c in word[:40]
    )
    return shown + ("…" if len(word) > 40 else "")


class RulebookError(Exception):
    """A rulebook that cannot be used, with every fault found in it."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults: tuple[Fault, ...] = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "\n".join(str(fault) for fault in self.faults)
