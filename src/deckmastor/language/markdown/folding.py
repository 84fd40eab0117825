"""Text as Markdown shows it: joined from its lines, without emphasis, comments and extra blanks.

What is left out leaves a mark behind, so that every character keeps its place in the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from deckmastor.language.markdown.model import Marks


class Piece(NamedTuple):
    """A stretch of text that stands in one line of a file, from a column on."""

    text: str
    line: int
    column: int


Cuts = Iterable[tuple[int, int]]

_BLANK = re.compile(r"\s")
_BLANKS = re.compile(r" {2,}")
_UNEVEN = re.compile(r"[*`<]|\s\s|[^\S ]")
_MARKUP = re.compile(r"\\\*|`+|\*+|<!--")


def fold(pieces: Sequence[Piece]) -> tuple[str, Marks]:
    """The pieces as one text without emphasis, comments and superfluous blanks, and its marks."""
    if len(pieces) == 1 and not _UNEVEN.search(pieces[0].text):
        return _stripped(pieces[0])
    plain = [Piece(_BLANK.sub(" ", p.text), p.line, p.column) for p in pieces]
    plain = without(plain, _markup(_joined(plain)))
    plain = without(plain, _superfluous(_joined(plain)))
    marks, offset = [], 0
    for piece in plain:
        marks.append((offset, piece.line, piece.column))
        offset += len(piece.text)
    return _joined(plain), tuple(marks)


def _stripped(piece: Piece) -> tuple[str, Marks]:
    """The text and marks of a piece that needs no folding: the short way for most of them."""
    text = piece.text.strip()
    first = len(piece.text) - len(piece.text.lstrip())
    return text, ((0, piece.line, piece.column + first),) if text else ()


def _joined(pieces: Iterable[Piece]) -> str:
    return "".join(piece.text for piece in pieces)


def without(pieces: Iterable[Piece], cuts: Cuts) -> list[Piece]:
    """The pieces without some stretches (in order, apart) of their joined text."""
    kept: list[Piece] = []
    rest = iter(cuts)
    cut, start = next(rest, None), 0
    for text, line, column in pieces:
        first, end = start, start + len(text)
        while cut is not None and cut[0] < end:
            if cut[0] > first:
                part = text[first - start : cut[0] - start]
                kept.append(Piece(part, line, column + first - start))
            first = cut[1]
            if first > end:
                break
            cut = next(rest, None)
        if first < end:
            kept.append(Piece(text[first - start :], line, column + first - start))
        start = end
    return kept


def _superfluous(text: str) -> Iterator[tuple[int, int]]:
    """Blanks at both ends, and all but the first blank of a run."""
    first = len(text) - len(text.lstrip(" "))
    last = max(len(text.rstrip(" ")), first)
    if first:
        yield 0, first
    for run in _BLANKS.finditer(text, first, last):
        yield run.start() + 1, run.end()
    if last < len(text):
        yield last, len(text)


def _markup(text: str) -> list[tuple[int, int]]:
    """What Markdown does not show: stars of emphasis, comments, backslashes before a star.

    Between backticks everything is shown.
    """
    marks = list(_MARKUP.finditer(text))
    ends = _code_ends(marks)
    last_close = text.rfind("-->") - 3
    cuts, stars, shown = [], [], 0
    for mark in marks:
        start, end = mark.span()
        if start < shown:
            continue
        if mark[0][0] == "`":
            shown = ends.get(start, shown)
        elif mark[0][0] == "*":
            stars.append((start, end))
        elif mark[0][0] == "\\":
            cuts.append((start, start + 1))
        elif start < last_close:
            shown = text.index("-->", end) + 3
            cuts.append((start, shown))
    return sorted(cuts + _emphasis(text, stars))


def _code_ends(marks: Sequence[re.Match[str]]) -> dict[int, int]:
    """For each run of backticks that opens code, where the next run of its length ends."""
    ends: dict[int, int] = {}
    later: dict[int, int] = {}
    for mark in reversed(marks):
        if mark[0][0] == "`":
            size = len(mark[0])
            if size in later:
                ends[mark.start()] = later[size]
            later[size] = mark.end()
    return ends


def _emphasis(text: str, runs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The stars that open or close emphasis; a star beside a blank only does the other."""
    cuts: list[tuple[int, int]] = []
    opened: list[tuple[int, int]] = []
    for start, end in runs:
        closes = start > 0 and text[start - 1] != " "
        while closes and opened and start < end:
            first, last = opened.pop()
            size = min(last - first, end - start)
            cuts += [(last - size, last), (start, start + size)]
            start += size
            if last - size > first:
                opened.append((first, last - size))
        if start < end < len(text) and text[end] != " ":
            opened.append((start, end))
    return cuts
