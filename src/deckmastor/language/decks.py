"""Decks that players bring: how a list of cards is written, and which rows it names.

A card is named as its row is: by its name, by the id of the row, or by a column such as `Id` or
`Base id`. What cannot be found is told with the nearest names.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from deckmastor.language.lexicon import Lexicon
from deckmastor.language.tables import Thing

LARGEST = 9_999  # copies of one card in a list
CLOSE = 3  # names that a hint offers
COUNTED = re.compile(r"(\d{1,9})\s+(\S.*)")


@dataclass(frozen=True, slots=True)
class DeckList:
    """A deck that a rulebook lists: how many copies of which rows, in the order of the list."""

    name: str
    cards: tuple[tuple[int, str], ...]
    rule: str

    @property
    def size(self) -> int:
        """How many cards it has."""
        return sum(n for n, _ in self.cards)


class UnknownCard(Exception):
    """Raised for a line of a deck that names no card, several cards, or no number of them."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class Catalogue:
    """The cards that can be in a deck: rows of the tables of cards, by all their names."""

    def __init__(self, things: Iterable[Thing], lexicon: Lexicon) -> None:
        self.cards = {thing.id: thing for thing in things if is_card(thing, lexicon)}
        self._named: dict[str, list[Thing]] = {}
        self._coded: dict[str, list[Thing]] = {}
        for thing in self.cards.values():
            self._named.setdefault(thing.name.casefold(), []).append(thing)
            for code in _codes(thing):
                self._coded.setdefault(code.casefold(), []).append(thing)

    def counted(self, text: str) -> tuple[int, str]:
        """How many cards a text such as `4 Second Wind` names, and the id of their row."""
        told = COUNTED.fullmatch(text.strip())
        if told is None:
            hint = f"Write '1 {text.strip()}'."
            raise UnknownCard(f"'{text.strip()}' does not say how many.", hint)
        n = int(told[1])
        if not 1 <= n <= LARGEST:
            raise UnknownCard(f"There cannot be {n} copies of a card: 1 to {LARGEST:,} can be.")
        return n, self.row(told[2])

    def row(self, name: str) -> str:
        """The id of the one row that a name, an id or a code names."""
        found = self._found(" ".join(name.split()))
        if len(found) == 1:
            return found[0].id
        if found:
            ids = ", ".join(f"'{code}'" for code in self._apart(found))
            raise UnknownCard(f"'{name}' names {len(found)} cards.", f"Say which: {ids}.")
        raise UnknownCard(f"'{name}' is no card of this game.", self.nearest(name))

    def called(self, row: str) -> str:
        """The name of a row, or its id if other rows have that name."""
        name = self.cards[row].name
        return name if len(self._named[name.casefold()]) == 1 else self._apart([self.cards[row]])[0]

    def _found(self, name: str) -> list[Thing]:
        if name in self.cards:
            return [self.cards[name]]
        told = name.casefold()
        return self._named.get(told) or self._coded.get(told) or []

    def _apart(self, found: list[Thing]) -> list[str]:
        """A word for each of several cards that no other of the cards has."""
        words: list[str] = []
        for thing in found:
            own = [code for code in _codes(thing) if len(self._coded[code.casefold()]) == 1]
            words.append(own[0] if own else thing.id)
        return words

    def nearest(self, name: str) -> str:
        """The names that are closest to one that is not there, as a question; or nothing."""
        known = {thing.name.casefold(): thing.name for thing in self.cards.values()}
        if _is_code(name):
            cards = self.cards.values()
            known |= {code.casefold(): code for thing in cards for code in _codes(thing)}
        near = difflib.get_close_matches(name.casefold(), known, CLOSE, 0.6)
        listed = " or ".join(f"'{known[one]}'" for one in near)
        return f"Did you mean {listed}?" if near else ""


def is_card(thing: Thing, lexicon: Lexicon) -> bool:
    """True if a row is a card: not a modifier, an item or a person."""
    return thing.host == "card" and bool(thing.name) and lexicon.is_kind(thing.kind, "card")


def _codes(thing: Thing) -> Iterator[str]:
    """What the columns of a row that hold an id say: those named `Id`, or `… id`."""
    for head, cell in thing.cells.items():
        if head.casefold().split()[-1:] == ["id"] and cell.strip():
            yield cell.strip()


def _is_code(name: str) -> bool:
    return any(letter.isdigit() for letter in name)
