"""References to books: a name, a chapter and a verse that exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from deckmastor.content.tables import Data, doubled, fault
from deckmastor.language.faults import Fault
from deckmastor.language.rulebook import Cell

FORM = "Write it as Book chapter:verse or Book chapter:verse-verse."
_REFERENCE = re.compile(r"(\S[^:]{0,40}) ([0-9]{1,3}):([0-9]{1,3})(?:-([0-9]{1,3}))?")
_WITHIN = re.compile(
    r"(?=(?<![^\W_])((?:[1-9] )?[A-Z][a-z]+(?: [a-z]+ [A-Z][a-z]+)? [0-9]{1,3}:[0-9-]+))"
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a reference leads: a book by its first name, a chapter, and one verse or more."""

    book: str
    chapter: int
    first: int
    last: int


@dataclass
class Books:
    """The books of a table, each with the number of verses in each chapter."""

    name: str
    verses: dict[str, list[int]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    @property
    def chapters(self) -> int:
        """How many chapters all books have."""
        return sum(map(len, self.verses.values()))

    @property
    def total(self) -> int:
        """How many verses all books have."""
        return sum(map(sum, self.verses.values()))

    def wrong(self, text: str) -> str:
        """Why a text is no reference to one of these books; empty if it is one."""
        found = self.find(text)
        return found if isinstance(found, str) else ""

    def find(self, text: str) -> Place | str:
        """Where a reference leads, or why it leads nowhere."""
        match = _REFERENCE.fullmatch(text)
        if match is None:
            return f"'{text[:60]}' is no reference. {FORM}"
        book = self.names.get(match[1])
        if book is None:
            return f"'{match[1]}' is none of the {self.name}"
        chapters = self.verses[book]
        chapter, first = int(match[2]), int(match[3])
        last = int(match[4]) if match[4] else first
        if not 1 <= chapter <= len(chapters):
            return f"{book} has no chapter {chapter}: it has {len(chapters)}"
        size = chapters[chapter - 1]
        for verse in (first, last):
            if not 1 <= verse <= size:
                return f"{book} {chapter} has no verse {verse}: it has {size}"
        if match[4] and last <= first:
            return f"'{text}' does not rise"
        return Place(book, chapter, first, last)

    def named_in(self, text: str) -> bool:
        """Whether a text names a reference somewhere."""
        return any(not self.wrong(found.rstrip("-")) for found in _WITHIN.findall(text[:1000]))


def read_books(data: Data) -> Books:
    """The books of a table with the columns Name, Chapters and Verses, and perhaps Also."""
    books = Books(data.name)
    books.faults += doubled(data, _names(data))
    for row in data.rows:
        name, told, also = row["Name"].text, row["Verses"], row.get("Also")
        verses = [int(number) for number in re.findall(r"[0-9]{1,4}", told.text)]
        if row["Chapters"].text != str(len(verses)):
            wrong = f"{name} has {row['Chapters'].text} chapters, but {len(verses)} are listed."
            books.faults.append(fault(told, wrong))
        books.verses[name] = verses
        books.names.update(dict.fromkeys([name, *_also(also.text if also else "")], name))
    return books


def _also(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _names(data: Data) -> Iterator[tuple[str, Cell]]:
    for row in data.rows:
        yield row["Name"].text, row["Name"]
