"""A book with its parts numbered, so that what happens in play can be told of the part it is from.

The number stands where a node says where it was written; compiling keeps it through every change
of the tree, and equality ignores it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, replace
from typing import Final

from deckmastor.language.book import Book, Entry
from deckmastor.language.ir import FIELDS, Node, Span, rewrite, walk
from deckmastor.language.tokens import Sentence, sentences, tokenize

NUMBERED: Final = -1  # in the place of a span's last word: its first word is the number of a part


@dataclass(frozen=True, slots=True)
class Part:
    """A node of a sentence; `top` if it is a rule of its own or a whole effect."""

    node: Node
    sentence: int
    words: str
    top: bool
    inside: tuple[int, ...]  # the parts of which it is one, the outermost first


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence as it is written: where, and in the text of which card or rule."""

    text: str
    file: str
    line: int
    column: int
    id: str
    host: str


class Chart:
    """The sentences and parts of a book, numbered in written order."""

    def __init__(self, book: Book) -> None:
        self.lines: list[Line] = []
        self.parts: list[Part] = []
        entries = [self._numbered(entry) for entry in book.entries]
        self.book = replace(book, entries=entries)

    def number(self, node: Node) -> int:
        """The number of the part that a node was made from, or -1."""
        at = node.at
        return at.first if at is not None and at.last == NUMBERED else -1

    def keys(self) -> list[tuple[str, str, int, int]]:
        """What each part is known by in a book that differs in other sentences.

        That is its sentence, with where it stands and the how manieth of that text it is, and the
        how manieth part of it.
        """
        seen: Counter[tuple[str, str]] = Counter()
        lines: list[tuple[str, str, int]] = []
        for line in self.lines:
            lines.append((line.id, line.text, seen[line.id, line.text]))
            seen[line.id, line.text] += 1
        parts: Counter[int] = Counter()
        found: list[tuple[str, str, int, int]] = []
        for part in self.parts:
            found.append((*lines[part.sentence], parts[part.sentence]))
            parts[part.sentence] += 1
        return found

    def _numbered(self, entry: Entry) -> Entry:
        if entry.para is None:
            return entry
        paragraph = entry.paragraph
        told = sentences(paragraph.text)
        first = len(self.lines)
        places = [paragraph.place(sentence.start) for sentence in told]
        for sentence, (line, column) in zip(told, places, strict=True):
            self.lines.append(
                Line(sentence.text, paragraph.file, line, column, entry.id, paragraph.host)
            )

        def number(node: Node, inside: tuple[int, ...]) -> Node:
            at = next((n.at for n in walk(node) if n.at is not None), None)
            if at is not None:
                here = max(bisect_right(places, (at.line, at.column)) - 1, 0)
            else:
                here = self.parts[inside[-1]].sentence - first if inside else 0
            mine = len(self.parts)
            words = _words(told[here], node.at)
            self.parts.append(Part(node, first + here, words, not inside, inside))
            made = rewrite(node, lambda child: number(child, (*inside, mine)))
            values = [getattr(made, name) for name in FIELDS[type(made)]]
            twin: Node = type(made)(*values, at=Span("", 0, 0, mine, NUMBERED))
            return twin

        rules = tuple(
            number(rule, ()) if isinstance(rule, Node) else rule for rule in entry.para.rules
        )
        return replace(entry, para=replace(entry.para, rules=rules))


def _words(sentence: Sentence, at: Span | None) -> str:
    """The words of a sentence that a node was made from."""
    tokens = tokenize(sentence)
    if at is None or at.last > len(tokens) or at.first >= at.last:
        return sentence.text
    start = tokens[at.first].start - sentence.start
    return sentence.text[start : tokens[at.last - 1].end - sentence.start]
