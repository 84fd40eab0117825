"""What a rulebook consists of: rules, paragraphs, tables and notes, each with its place."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from operator import itemgetter

from deckmastor.language.faults import Fault

BY_HAND = "By hand:"

Marks = tuple[tuple[int, int, int], ...]
"""Stretches of a text: the offset at which one starts, and its line and column in the file."""

_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


def place_in(marks: Marks, offset: int) -> tuple[int, int]:
    """Line and column in the file of the character at an offset of the text that was marked."""
    start, line, column = marks[max(bisect_right(marks, offset, key=itemgetter(0)) - 1, 0)]
    return line, column + offset - start


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences that share references: a paragraph, a list item, or a caption.

    `number` counts the paragraphs and captions of a rule from 1.
    """

    text: str
    file: str
    rule: str
    number: int
    marks: Marks
    host: str = "rule"
    by_hand: bool = False

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column in the file, from 1, of a character of `text` (or of its end)."""
        return place_in(self.marks, min(max(offset, 0), len(self.text)))


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table; its text may hold several paragraphs separated by `<br>`."""

    text: str
    file: str
    line: int
    column: int
    marks: Marks = ()

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column in the file, from 1, of a character of `text` (or of its end)."""
        marks = self.marks or ((0, self.line, self.column),)
        return place_in(marks, min(max(offset, 0), len(self.text)))

    def paragraphs(self) -> tuple[Cell, ...]:
        """The parts between `<br>`, each a cell at its own place; empty parts are left out."""
        edges = [(0, 0), *(m.span() for m in _BREAK.finditer(self.text)), (len(self.text), 0)]
        parts = (self._part(a[1], b[0]) for a, b in pairwise(edges))
        return tuple(part for part in parts if part.text)

    def paragraph(self, rule: str, number: int, host: str) -> Paragraph:
        """The cell as a paragraph whose host is the thing that its row describes."""
        marks = self.marks or ((0, self.line, self.column),)
        by_hand = self.text.startswith(BY_HAND)
        return Paragraph(self.text, self.file, rule, number, marks, host, by_hand)

    def _part(self, start: int, end: int) -> Cell:
        raw = self.text[start:end]
        start += len(raw) - len(raw.lstrip())
        text = raw.strip()
        line, column = self.place(start)
        last = bisect_right(self.marks, start + len(text), key=itemgetter(0))
        first = bisect_right(self.marks, start, key=itemgetter(0))
        later = ((at - start, row, col) for at, row, col in self.marks[first:last])
        return Cell(text, self.file, line, column, ((0, line, column), *later))


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table below its head."""

    cells: tuple[Cell, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under the sentence that says what a row is; `number` is that of the caption."""

    caption: Paragraph
    heads: tuple[Cell, ...]
    rows: tuple[Row, ...]
    file: str
    rule: str
    number: int


@dataclass(frozen=True, slots=True)
class Comment:
    """A block quote: shown with its rule, never run."""

    text: str
    line: int


Content = Paragraph | Table | Comment


@dataclass(frozen=True, slots=True)
class Rule:
    """A heading and what stands below it up to the next heading; level 1 is the game itself."""

    id: str
    title: str
    level: int
    parent: str
    file: str
    line: int
    blocks: tuple[Content, ...]
    explicit_id: bool


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A game as it is written, in the order in which it is read."""

    id: str
    title: str
    rules: tuple[Rule, ...]
    files: tuple[str, ...]
    faults: tuple[Fault, ...]
    digest: str = field(default="", compare=False)  # a hash of the texts of its files

    def paragraphs(self) -> Iterator[Paragraph]:
        """Every paragraph and list item that is neither a caption nor a comment, in order."""
        return (b for rule in self.rules for b in rule.blocks if isinstance(b, Paragraph))

    def tables(self) -> Iterator[Table]:
        """Every table, in order."""
        return (b for rule in self.rules for b in rule.blocks if isinstance(b, Table))
