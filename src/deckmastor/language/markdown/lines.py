"""The lines of a Markdown text and what each is; fences and comments hide the lines inside them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from deckmastor.language.faults import Fault
from deckmastor.language.markdown.folding import Piece

NEWLINE = re.compile(r"\r\n|\n|\r")
HEADING = re.compile(r" {0,3}(#{1,6})(?=[ \t]|$)")
_COMMENTS = re.compile(r"[ \t]*(?:<!--.*?-->[ \t]*)*")
_ITEM = re.compile(r"[ \t]*(?:(?:[-*+]|[0-9]{1,9}[.)])(?:[ \t]+|$))+")
_FENCE = re.compile(r"(`{3,})[^`]*$|(~{3,}).*$")


class Line(NamedTuple):
    """A line and what it is: blank, gap, heading, quote, item, pipe or text.

    `start` is where its content begins. A fence or comment that is never closed comes last, as a
    line of the kind `fence` or `comment`; whatever never runs is a gap.
    """

    kind: str
    number: int
    start: int
    text: str

    @property
    def piece(self) -> Piece:
        """The content, with the blank that parts it from the next line."""
        return Piece(self.text[self.start :] + " ", self.number, self.start + 1)

    def fault(
        self,
        file: str,
        code: str,
        message: str,
        span: tuple[int, int] | None = None,
        hint: str = "",
        severity: str = "error",
    ) -> Fault:
        """A fault in a part of the line, or else in all of its content."""
        first, end = span or (self.start, len(self.text.rstrip()))
        place, length = (file, self.number, first + 1), max(end - first, 1)
        return Fault(*place, message, self.text, first, length, hint, severity, code)


def scan(lines: Iterable[str]) -> Iterator[Line]:
    """Each line with what it is; the insides of fences and comments are left out."""
    opened: Line | None = None
    for number, text in enumerate(lines, 1):
        if opened is None:
            kind, start = _kind(text)
        elif (end := _end(opened, text)) >= 0:
            opened = None
            kind, start = _after_comment(text, end)
        else:
            continue
        line = Line(kind, number, start, text)
        if kind in ("fence", "comment"):
            opened, line = line, line._replace(kind="gap")
        yield line
    if opened is not None:
        yield opened


def indent_of(text: str) -> int:
    """How many blanks the text begins with."""
    return len(text) - len(text.lstrip(" \t"))


def _kind(text: str) -> tuple[str, int]:
    """What a line outside fences and comments is, and where its content starts."""
    start = indent_of(text)
    if not text.strip():
        return "blank", start
    if text.startswith("<!--", start):
        return _after_comment(text, start)
    if HEADING.match(text):
        return "heading", start
    if _is_rule_off(text):
        return "gap", start
    item = _ITEM.match(text)
    start = item.end() if item else start
    if _FENCE.match(text, start):
        return "fence", start
    if text.startswith(">", start):
        return "quote", start
    if item:
        return "item", start
    return ("pipe" if text.startswith("|", start) else "text"), start


def _after_comment(text: str, start: int) -> tuple[str, int]:
    """What follows the comments that begin here: a comment still open, text, or nothing."""
    match = _COMMENTS.match(text, start)
    end = match.end() if match else start
    if text.startswith("<!--", end):
        return "comment", end
    return ("gap" if end == len(text) else "text"), end


def _end(opened: Line, text: str) -> int:
    """Where the fence or comment that is open ends in this line, or -1."""
    if opened.kind == "comment":
        end = text.find("-->")
        return end + 3 if end >= 0 else -1
    fence = opened.text[opened.start :]
    size = len(fence) - len(fence.lstrip(fence[0]))
    bare = text.strip()
    closes = len(bare) >= size and bare == fence[0] * len(bare)
    return len(text) if closes else -1


def _is_rule_off(text: str) -> bool:
    """Whether the line is a horizontal rule."""
    bare = "".join(text.split())
    return len(bare) >= 3 and bare[0] in "-*_" and bare == bare[0] * len(bare)
