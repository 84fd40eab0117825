"""What can be asked of one field of a card; each test tells in a few words what is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from deckmastor.content.alphabet import Alphabet
from deckmastor.content.cards import Card
from deckmastor.content.concordance import Concordance
from deckmastor.content.phrases import Amount, SignSet, Values
from deckmastor.content.references import Books
from deckmastor.content.tables import Data
from deckmastor.language.rulebook import Cell

_WORDS = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)")
SHOWN = 60  # signs of a field that a message repeats


class Test(Protocol):
    """Something that a text on a card must be."""

    def wrong(self, text: str, card: Card) -> str:
        """Why the text is not so; empty if it is."""


def short(text: str) -> str:
    """A text as a message repeats it."""
    return f"'{text}'" if len(text) <= SHOWN else f"'{text[:SHOWN]}…'"


@dataclass(frozen=True, slots=True)
class Size:
    """So many characters, letters, words, lines or sentences."""

    amount: Amount
    unit: str

    def wrong(self, text: str, card: Card) -> str:
        """How many there are, if they are too few or too many."""
        size = _SIZES[self.unit](text)
        if size in self.amount:
            return ""
        return f"{size} {self.unit}; there must be {self.amount}"


def _letters(text: str) -> int:
    return sum(c.isalpha() for c in text)


def _words(text: str) -> int:
    return len(_WORDS.findall(text))


def _lines(text: str) -> int:
    return len(text.split("\n"))


def _sentences(text: str) -> int:
    return len([part for part in _SENTENCE_END.split(text) if part.strip()])


_SIZES: dict[str, Callable[[str], int]] = {
    "characters": len,
    "letters": _letters,
    "words": _words,
    "lines": _lines,
    "sentences": _sentences,
}
UNITS = tuple(_SIZES)


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number within bounds."""

    least: int
    most: int

    def wrong(self, text: str, card: Card) -> str:
        """What the text is instead."""
        if re.fullmatch(r"0|[1-9][0-9]{0,8}", text) and self.least <= int(text) <= self.most:
            return ""
        return f"{short(text)} is no whole number from {self.least} to {self.most}"


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of the values of a list."""

    values: Values

    def wrong(self, text: str, card: Card) -> str:
        """That the text is none of them."""
        return "" if text in self.values else f"{short(text)} is none of {self.values.told}"


@dataclass(frozen=True, slots=True)
class Signs:
    """Written with some signs and no others."""

    signs: SignSet

    def wrong(self, text: str, card: Card) -> str:
        """The first sign that is another one."""
        other = self.signs.first_other(text)
        return f"{short(text)} has the sign '{other}' (U+{ord(other):04X})" if other else ""


@dataclass(frozen=True, slots=True)
class Written:
    """Rightly written in a script."""

    alphabet: Alphabet

    def wrong(self, text: str, card: Card) -> str:
        """What is not."""
        return self.alphabet.wrong(text)


@dataclass(frozen=True, slots=True)
class Spells:
    """The spelling of another field in Latin letters."""

    field: str
    alphabet: Alphabet
    between: str

    def wrong(self, text: str, card: Card) -> str:
        """Where the two part."""
        return self.alphabet.misspelt(card.text(self.field), text, self.between)


@dataclass(frozen=True, slots=True)
class Refers:
    """A reference to one of the books of a table."""

    books: Books

    def wrong(self, text: str, card: Card) -> str:
        """Why it leads nowhere."""
        return self.books.wrong(text)


@dataclass(frozen=True, slots=True)
class Contains:
    """Has one of some fields in it, or a reference, or one of some words; or none of them."""

    fields: tuple[str, ...] = ()
    books: tuple[Books, ...] = ()
    words: tuple[str, ...] = ()
    negated: bool = False

    def wrong(self, text: str, card: Card) -> str:
        """What is in it though it must not be, or that nothing of it is."""
        found = self._found(text, card)
        if self.negated:
            return f"it contains {found}" if found else ""
        return "" if found else f"{short(text)} contains nothing of the kind"

    def _found(self, text: str, card: Card) -> str:
        has = {word.casefold() for word in _WORDS.findall(text)}
        fields = [card.text(name) for name in self.fields]
        for phrase in [*filter(None, fields), *self.words]:
            if _phrase_in(phrase, text) if len(phrase.split()) > 1 else phrase.casefold() in has:
                return f"'{phrase}'"
        return "a reference" if any(books.named_in(text) for books in self.books) else ""


def _phrase_in(phrase: str, text: str) -> bool:
    wanted = _WORDS.findall(phrase.casefold())
    words = _WORDS.findall(text.casefold())
    return any(words[n : n + len(wanted)] == wanted for n in range(len(words)))


@dataclass(frozen=True, slots=True)
class EndsNot:
    """Does not end with a sign."""

    sign: str

    def wrong(self, text: str, card: Card) -> str:
        """That it does."""
        return f"it ends with '{self.sign}'" if text.endswith(self.sign) else ""


@dataclass(frozen=True, slots=True)
class Begins:
    """Begins with another field."""

    field: str

    def wrong(self, text: str, card: Card) -> str:
        """With what it does not begin."""
        start = card.text(self.field)
        return "" if text.startswith(start) else f"{short(text)} does not begin with {short(start)}"


@dataclass(frozen=True, slots=True)
class Follows:
    """The step that a number in another field reaches; the first step has no lower bound."""

    field: str
    steps: tuple[tuple[str, int], ...]

    def wrong(self, text: str, card: Card) -> str:
        """Which step it should be."""
        number = card.number(self.field)
        if number is None:
            return f"it follows from the {self.field}, which is no number"
        right = [step for step, least in self.steps if number >= least][-1:]
        if [text] == right:
            return ""
        return f"{short(text)} should be '{''.join(right)}', as the {self.field} is {number}"


@dataclass(frozen=True, slots=True)
class MoreThanCount:
    """So much more than what another field lists."""

    more: int
    field: str

    def wrong(self, text: str, card: Card) -> str:
        """Which number it should be."""
        right = self.more + len(card.items(self.field))
        return "" if text == str(right) else f"{short(text)} should be {right}, by the {self.field}"


@dataclass(frozen=True, slots=True)
class RowOf:
    """The name of a row, with one of the words that this row takes behind it, if it takes any."""

    data: Data

    def wrong(self, text: str, card: Card) -> str:
        """That there is no such row, or what it takes."""
        row = row_of(self.data, text)
        if row is None:
            return f"{short(text)} is no row of the {self.data.name}"
        name = row[self.data.heads[0]].text
        rest = text[len(name) :].strip()
        takes = [word.strip() for word in row["Takes"].text.split(",")] if "Takes" in row else [""]
        if rest in takes:
            return ""
        wanted = " or ".join(word for word in takes if word) or "nothing"
        return f"{short(text)}: {name} takes {wanted}, not '{rest}'"


def row_of(data: Data, text: str) -> dict[str, Cell] | None:
    """The row of a table whose name a text is, or begins with, the longest name first."""
    head = data.heads[0]
    named = [row for row in data.rows if f"{text} ".startswith(f"{row[head].text} ")]
    return max(named, key=lambda row: len(row[head].text), default=None)


@dataclass(frozen=True, slots=True)
class RowHas:
    """Names a row that has in one column what the card has in the field of that name."""

    data: Data
    field: str

    def wrong(self, text: str, card: Card) -> str:
        """What the row has instead."""
        row = row_of(self.data, text)
        if row is None or row[self.field].text == card.text(self.field):
            return ""
        return f"{short(text)} is {row[self.field].text}, but the card is {card.text(self.field)}"


@dataclass(frozen=True, slots=True)
class Counted:
    """How often the words of another field are in the text at hand."""

    field: str
    text: Concordance | None

    def wrong(self, text: str, card: Card) -> str:
        """How often they are."""
        if self.text is None:
            return ""
        found = self.text.count(card.items(self.field))
        return "" if text == str(found) else f"{short(text)} should be {found} in the text at hand"


@dataclass(frozen=True, slots=True)
class FoundIn:
    """A word of the verses to which the first reference of another field leads."""

    field: str
    books: tuple[Books, ...]
    text: Concordance | None

    def wrong(self, text: str, card: Card) -> str:
        """That it is not there."""
        first = "".join(card.items(self.field)[:1])
        places = [place for books in self.books if not isinstance(place := books.find(first), str)]
        if self.text is None or any(self.text.has(place, (text,)) for place in places):
            return ""
        return f"{short(text)} is not in {first}"
