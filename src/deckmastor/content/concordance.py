"""A text at hand: its words counted, and its verses found."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from deckmastor.content.references import Books, Place

_WORD = re.compile(r"[^\W\d_]+")
_VERSE = re.compile(r"(\S[^:\t]{0,40})[ \t]([0-9]{1,3}):([0-9]{1,3})[ \t]+(.*)")


@dataclass
class Concordance:
    """The verses of a text by book, chapter and verse, and how often each word is in it."""

    verses: dict[tuple[str, int, int], frozenset[str]] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)

    def count(self, forms: Iterable[str]) -> int:
        """How often the forms of a word occur, capital letters aside."""
        return sum(self.counts[form.casefold()] for form in set(forms))

    def has(self, place: Place, forms: Iterable[str]) -> bool:
        """Whether one of the forms is in the verses of a place."""
        wanted = {form.casefold() for form in forms}
        verses = range(place.first, place.last + 1)
        return any(
            wanted & self.verses.get((place.book, place.chapter, verse), frozenset())
            for verse in verses
        )


def read_text(text: str, tables: Iterable[Books]) -> Concordance:
    """A text with a verse a line, each behind its reference: `Genesis 1:1 In the beginning`."""
    names = {name: book for books in tables for name, book in books.names.items()}
    found = Concordance()
    for line in text.splitlines():
        verse = _VERSE.fullmatch(line.strip())
        if verse and verse[1] in names:
            words = [word.casefold() for word in _WORD.findall(verse[4])]
            key = (names[verse[1]], int(verse[2]), int(verse[3]))
            found.verses[key] = found.verses.get(key, frozenset()) | frozenset(words)
            found.counts.update(words)
    return found
