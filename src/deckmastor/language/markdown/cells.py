"""Tables written with bars: their rows, cut into cells that keep their places."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from deckmastor.language.faults import Fault
from deckmastor.language.markdown.folding import Piece, fold, without
from deckmastor.language.markdown.lines import Line
from deckmastor.language.markdown.model import Cell, Row

HEADLESS = "A column of this table has no head."

_BAR = re.compile(r"\\.|\|")
_ESCAPED_BAR = re.compile(r"\\\|")
_DASHES = re.compile(r":?-+:?")


class Grid:
    """A table written with bars: its heads, the rows that fit below them, and its faults."""

    def __init__(self, lines: Sequence[Line], file: str) -> None:
        self.file = file
        self.faults: list[Fault] = []
        self.heads = self._heads(lines[0])
        rows = [self._row(line) for line in self._body(lines)]
        self.rows = tuple(row for row in rows if row is not None)

    def _heads(self, line: Line) -> tuple[Cell, ...]:
        heads = tuple(_cell(line, span, self.file) for span in _spans(line))
        empty = next((head for head in heads if not head.text), None)
        if empty is not None or not heads:
            first = empty.column - 1 if empty else line.start
            hint = "Write there the property that the column gives, or Notes."
            self._report("empty-head", HEADLESS, line, (first, first + 1), hint)
        return heads

    def _body(self, lines: Sequence[Line]) -> Sequence[Line]:
        """The rows of the table, after the line of dashes has been checked."""
        if len(lines) < 2 or not _is_separator(lines[1]):
            line = lines[min(1, len(lines) - 1)]
            hint = f"Write below its heads: |{'---|' * min(len(self.heads), 12)}"
            message = "This table has no line of dashes below its heads."
            self._report("no-dashes", message, line, None, hint)
            return lines[1:]
        self._fits(lines[1], _spans(lines[1]))
        return lines[2:]

    def _row(self, line: Line) -> Row | None:
        spans = _spans(line)
        if not self._fits(line, spans):
            return None
        return Row(tuple(_cell(line, span, self.file) for span in spans), line.number)

    def _fits(self, line: Line, spans: Sequence[tuple[int, int]]) -> bool:
        """Whether the line has as many cells as the table has columns; if not, say so."""
        width = len(self.heads)
        if len(spans) == width:
            return True
        end = len(line.text.rstrip())
        first = spans[width][0] if len(spans) > width else end - 1
        hint = r"Write \| for a bar inside a cell." if len(spans) > width else ""
        self._report("row-length", misfit(len(spans), width), line, (first, end), hint)
        return False

    def _report(
        self, code: str, message: str, line: Line, span: tuple[int, int] | None, hint: str
    ) -> None:
        self.faults.append(line.fault(self.file, code, message, span, hint))


def heads_table(line: Line, after: Line | None) -> bool:
    """Whether a line without a bar at its start is nevertheless the head of a table."""
    if after is None or after.kind not in ("text", "pipe"):
        return False
    return "|" in line.text and "|" in after.text and _is_separator(after)


def _spans(line: Line) -> list[tuple[int, int]]:
    """Where the cells of a row stand in its line, without the blanks round them."""
    text, start, end = line.text, line.start, len(line.text.rstrip())
    bars = [m.start() for m in _BAR.finditer(text, start, end) if m[0] == "|"]
    if not bars or bars[0] != start:
        bars.insert(0, start - 1)
    if bars[-1] != end - 1:
        bars.append(end)
    return [_trimmed(text, a + 1, b) for a, b in pairwise(bars)]


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    part = text[start:end]
    if not part.strip():
        return start, start
    return start + len(part) - len(part.lstrip()), start + len(part.rstrip())


def _cell(line: Line, span: tuple[int, int], file: str) -> Cell:
    start, end = span
    raw = line.text[start:end]
    pieces = [Piece(raw, line.number, start + 1)]
    if "\\" in raw:
        escapes = ((m.start(), m.start() + 1) for m in _ESCAPED_BAR.finditer(raw))
        pieces = without(pieces, escapes)
    return folded_cell(pieces, file, line.number, start + 1)


def folded_cell(pieces: Sequence[Piece], file: str, line: int, column: int) -> Cell:
    """The cell that the pieces make; an empty one is at the given place."""
    text, marks = fold(pieces)
    if marks:
        _, line, column = marks[0]
    return Cell(text, file, line, column, marks)


def _is_separator(line: Line) -> bool:
    """Whether the line parts the heads of a table from its rows."""
    spans = _spans(line)
    return bool(spans) and all(_DASHES.fullmatch(line.text, *span) for span in spans)


def misfit(cells: int, columns: int) -> str:
    """What is wrong with a row that has not one cell for each column."""
    return f"This row has {_count(cells, 'cell')}, but the table has {_count(columns, 'column')}."


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
