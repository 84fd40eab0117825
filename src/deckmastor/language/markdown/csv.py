"""Tables in CSV files: records of cells that keep their places."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence

from deckmastor.language.faults import Fault
from deckmastor.language.markdown.cells import HEADLESS, folded_cell, misfit
from deckmastor.language.markdown.folding import Piece
from deckmastor.language.markdown.lines import NEWLINE
from deckmastor.language.markdown.model import Cell, Row

_FIELD = re.compile(r'"([^"]*(?:""[^"]*)*+)"|([^,"\r\n]*)')
_FIELD_PART = re.compile(r'""|\r\n|[\r\n]|[^"\r\n]+')
_LINE_END = re.compile(r"\r\n|\n|\r|\Z")


class Csv:
    """A table in a CSV text (RFC 4180): its heads, the rows that fit below them, and its faults.

    It is read up to the first thing that is broken.
    """

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self.starts = [0, *(m.end() for m in NEWLINE.finditer(text))]
        self.faults: list[Fault] = []
        records = [record for record in self._records() if not _is_void(record)]
        self.heads = tuple(records[0]) if records else ()
        rows = [self._row(record) for record in records[1:]]
        self.rows = tuple(row for row in rows if row is not None)
        self._check_heads()

    def _records(self) -> Iterator[list[Cell]]:
        record: list[Cell] = []
        at = 0
        while match := _FIELD.match(self.text, at):
            record.append(self._cell(match))
            if end := _LINE_END.match(self.text, match.end()):
                yield record
                if end.end() == len(self.text):
                    return
                record, at = [], end.end()
            elif self.text[match.end()] == ",":
                at = match.end() + 1
            else:
                self.faults.append(self._stray(match.end()))
                return

    def _cell(self, match: re.Match[str]) -> Cell:
        if match[1] is None:
            line, column = self._place(match.start())
            return folded_cell([Piece(match[2], line, column)], self.file, line, column)
        pieces = [self._piece(m) for m in _FIELD_PART.finditer(self.text, *match.span(1))]
        return folded_cell(pieces, self.file, *self._place(match.start(1)))

    def _piece(self, match: re.Match[str]) -> Piece:
        """A part of a quoted field: a doubled quote is one quote, a line break is a blank."""
        text = {'""': '"', "\r\n": " "}.get(match[0], match[0])
        return Piece(text, *self._place(match.start()))

    def _place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def _line(self, number: int) -> str:
        """The text of a line, without its end."""
        start = self.starts[number - 1]
        end = self.starts[number] if number < len(self.starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def _row(self, record: Sequence[Cell]) -> Row | None:
        width = len(self.heads)
        if len(record) == width:
            return Row(tuple(record), record[0].line)
        cell = record[min(width, len(record) - 1)]
        self._report("row-length", misfit(len(record), width), cell)
        return None

    def _check_heads(self) -> None:
        empty = next((head for head in self.heads if not head.text), None)
        if empty is not None:
            self._report("empty-head", HEADLESS, empty)

    def _report(self, code: str, message: str, cell: Cell) -> None:
        source, first = self._line(cell.line), cell.column - 1
        length = min(max(len(cell.text), 1), max(len(source) - first, 1))
        fault = Fault(self.file, cell.line, cell.column, message, source, first, length, code=code)
        self.faults.append(fault)

    def _stray(self, offset: int) -> Fault:
        line, column = self._place(offset)
        return Fault(
            self.file,
            line,
            column,
            "A quotation mark is not closed, or stands inside a cell that is not quoted.",
            source=self._line(line),
            first=column - 1,
            length=1,
            hint='A cell with quotation marks is written "in ""such"" marks".',
            code="broken-csv",
        )


def _is_void(record: Sequence[Cell]) -> bool:
    """Whether the record is an empty line."""
    return len(record) == 1 and not record[0].text
