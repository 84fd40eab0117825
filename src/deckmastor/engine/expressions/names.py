"""Expressions about names: properties by name, words in a text, and letters of names."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.ids import NONE, Word
from deckmastor.engine.rules.schema import WORD
from deckmastor.engine.state.state import Record, State


class ByWord(Expr):
    """The property that a word names, out of several."""

    def __init__(self, word: Expr, found: dict[int, Expr]) -> None:
        self.word = word
        self.found = found

    def ev(self, s: State, r: Record) -> int:
        told = self.found.get(self.word.ev(s, r))
        return told.ev(s, r) if told is not None else NONE

    def many(self, s: State, r: Record) -> list[int]:
        told = self.found.get(self.word.ev(s, r))
        return told.many(s, r) if told is not None else []


def spelt(word: str, text: str) -> bool:
    """True if a text contains these whole words; case does not matter."""
    return f" {_plain(word)} " in f" {_plain(text)} "


def _plain(text: str) -> str:
    """A text in lower case, without commas and double spaces."""
    return " ".join(text.casefold().replace(",", " ").split())


class Spelt(Expr):
    """True if a text contains each of some words."""

    def __init__(self, text: Expr, word: Expr, words: list[str]) -> None:
        self.text = text
        self.word = word
        self.words = words  # the spelling of each word of the book
        # A memo that depends on the rules alone. An entry is written once, complete.
        self.seen: dict[tuple[int, int], bool] = {}

    def ev(self, s: State, r: Record) -> int:
        return 1 if self.holds(self.text.ev(s, r), self.word.many(s, r)) else 0

    def holds(self, text: int, words: list[int]) -> bool:
        """True if there are words and a text contains each."""
        return bool(words) and all([self._holds(text, word) for word in words])

    def _holds(self, text: int, word: Word) -> bool:
        if text < WORD or word < WORD:
            return False
        told = self.seen.get((text, word))
        if told is None:
            told = spelt(self.words[word - WORD], self.words[text - WORD])
            self.seen[(text, word)] = told
        return told


class Letters(Expr):
    """The number of letters in the names of things: A to Z only."""

    def __init__(self, names: list[str], thing: Expr) -> None:
        self.thing = thing
        self.counts = [  # by species
            sum([sign.isascii() and sign.isalpha() for sign in name]) for name in names
        ]

    def ev(self, s: State, r: Record) -> int:
        total = 0
        for thing in self.thing.many(s, r):
            total += self.counts[s.species[thing]]
        return total
