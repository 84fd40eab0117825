"""Alphabets: which signs a word may have, how its letters end it, and how it is spelt in Latin."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from deckmastor.content.phrases import SignSet, Unreadable, sign
from deckmastor.content.tables import Data, fault
from deckmastor.language.faults import Fault

LONGEST = 200  # signs of a term that can be compared with its spelling
NOTHING = "nothing"
DOUBLES, ALONE = "may double its letter", "sets its letter apart"

_BEFORE_WORD = re.compile(r"puts ([a-z]{1,4}) before the word")
_INSTEAD = re.compile(r"(\S{1,4}) (before|after) (\S(?: \S)*)")


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter of a term with its marks; `shape` is the small letter without them."""

    shape: str
    marks: str
    capital: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A letter of an alphabet: its shape at the end of a word, its Latin values, and exceptions."""

    last: str
    latin: tuple[str, ...]
    instead: tuple[tuple[str, str, str], ...]


@dataclass
class Alphabet:
    """The letters, signs and marks of a script, as tables tell them."""

    name: str
    spans: list[tuple[int, int]] = field(default_factory=list)
    rows: dict[str, Row] = field(default_factory=dict)
    marks: dict[str, str] = field(default_factory=dict)
    lasts: dict[str, str] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    @property
    def has_capitals(self) -> bool:
        """Whether its letters come in two sizes."""
        return any(shape.upper() != shape for shape in self.rows)

    # ---- writing ---------------------------------------------------------------------------

    def wrong(self, text: str) -> str:
        """Why a text is not rightly written in this script; empty if it is."""
        other = SignSet(self.spans).first_other(text)
        if other:
            return f"'{other}' (U+{ord(other):04X}) is no sign of {self.name}"
        if unicodedata.normalize("NFC", text) != text:
            return "its signs are not composed as Unicode wants it (NFC)"
        return next(self._endings(text), "")

    def _endings(self, text: str) -> Iterator[str]:
        """What is wrong with the letters at the ends of words, and with those before them."""
        letters = [*_letters(text), Letter(" ", "", False)]
        for letter, after in pairwise(letters):
            ends = not after.shape.isalpha()
            if ends and letter.shape in self.rows and self.rows[letter.shape].last:
                yield f"'{letter.shape}' ends a word: write '{self.rows[letter.shape].last}'"
            if not ends and letter.shape in self.lasts:
                yield f"'{letter.shape}' is only for the end of a word"

    # ---- spelling --------------------------------------------------------------------------

    def misspelt(self, term: str, latin: str, between: str) -> str:
        """Why a text is not the spelling of a term; letters of `between` may stand anywhere."""
        if len(term) > LONGEST or len(latin) > LONGEST:
            return f"a term of more than {LONGEST} signs cannot be compared"
        wanted = list(self._wanted(term))
        told = latin if self.has_capitals else latin.casefold()
        if all(len(choices) == 1 for choices in wanted) and not between:
            right = "".join(choices[0] for choices in wanted)
            return "" if right == told else f"'{latin}' should be '{right}', as {term} is spelt"
        reached = _skipped({0}, told, between)
        for n, choices in enumerate(wanted):
            ends = {at + len(c) for at in reached for c in choices if told.startswith(c, at)}
            reached = _skipped(ends, told, between)
            if not reached:
                return f"'{latin}' does not spell letter {n + 1} of {term}"
        if len(told) in reached:
            return ""
        return f"'{latin}' says more than {term}"

    def _wanted(self, term: str) -> Iterator[tuple[str, ...]]:
        """For each letter of a term how it may be spelt, word by word."""
        for n, word in enumerate(term.split(" ")):
            if n:
                yield (" ",)
            yield from self._word(list(_letters(word)))

    def _word(self, letters: list[Letter]) -> Iterator[tuple[str, ...]]:
        spelt = [self._spelling(letters, n) for n in range(len(letters))]
        front = [found[1] for letter in letters for found in self._fronts(letter)]
        if front and spelt:
            spelt[0] = tuple(front[0] + choice.lower() for choice in spelt[0])
        for letter, choices in zip(letters, spelt, strict=True):
            if letter.capital:
                choices = tuple(choice[:1].upper() + choice[1:] for choice in choices)
            yield choices

    def _fronts(self, letter: Letter) -> Iterator[re.Match[str]]:
        """What the marks of a letter put before its word, unless they make it another letter."""
        if not any(letter.shape + mark in self.rows for mark in letter.marks):
            for mark in letter.marks:
                if found := _BEFORE_WORD.fullmatch(self.marks.get(mark, "")):
                    yield found

    def _spelling(self, letters: list[Letter], n: int) -> tuple[str, ...]:
        letter = letters[n]
        marked = (letter.shape + mark for mark in letter.marks)
        row = next((self.rows[key] for key in marked if key in self.rows), None)
        row = row or self.rows.get(self.lasts.get(letter.shape, letter.shape))
        if row is None:
            return (letter.shape,)
        told = [
            value for value, side, others in row.instead if self._beside(letters, n, side, others)
        ]
        latin = (told[0],) if told else row.latin
        if any(self.marks.get(mark) == DOUBLES for mark in letter.marks):
            latin = (*latin, *(value * 2 for value in latin if value))
        return latin

    def _beside(self, letters: list[Letter], n: int, side: str, others: str) -> bool:
        at = n + 1 if side == "before" else n - 1
        if not 0 <= at < len(letters) or letters[at].shape not in others:
            return False
        later = letters[max(n, at)]
        return not any(self.marks.get(mark) == ALONE for mark in later.marks)


def _letters(text: str) -> Iterator[Letter]:
    """The letters of a text, each with the marks that stand on it."""
    shape, marks = "", ""
    for c in unicodedata.normalize("NFD", text):
        if shape and unicodedata.combining(c):
            marks += c
            continue
        if shape:
            yield Letter(shape.lower(), marks, shape != shape.lower())
        shape, marks = c, ""
    if shape:
        yield Letter(shape.lower(), marks, shape != shape.lower())


def _skipped(reached: set[int], text: str, between: str) -> set[int]:
    """The places reached, and those behind letters that may stand anywhere."""
    found = set(reached)
    for start in reached:
        at = start
        while at < len(text) and text[at] in between and at + 1 not in found:
            at += 1
            found.add(at)
    return found


# ---- tables ---------------------------------------------------------------------------------


def read_alphabet(name: str, tables: dict[str, Data]) -> Alphabet:
    """The alphabet of the tables `signs of NAME`, `letters of NAME` and perhaps `marks of NAME`."""
    alphabet = Alphabet(name)
    for sort, heads, add in (
        ("signs", ("From", "To"), _add_signs),
        ("letters", ("Letter", "Latin"), _add_letter),
        ("marks", ("Mark", "Effect"), _add_mark),
    ):
        data = tables.get(f"{sort} of {name}")
        for row in data.rows if data and data.has(*heads) else ():
            try:
                add(alphabet, {head: cell.text for head, cell in row.items()})
            except Unreadable as why:
                alphabet.faults.append(fault(row[heads[0]], str(why)))
    return alphabet


def _add_signs(alphabet: Alphabet, row: dict[str, str]) -> None:
    first, last = sign(row["From"]), sign(row["To"])
    if first > last:
        raise Unreadable(f"{row['From']} to {row['To']} falls.")
    alphabet.spans.append((first, last))


def _add_letter(alphabet: Alphabet, row: dict[str, str]) -> None:
    shape = unicodedata.normalize("NFD", row["Letter"])
    latin = [value.strip() for value in row["Latin"].split(",")]
    instead = [_instead(part.strip()) for part in row.get("Instead", "").split(";") if part.strip()]
    last = row.get("Last", "")
    values = tuple("" if value == NOTHING else value for value in latin)
    alphabet.rows[shape] = Row(last, values, tuple(instead))
    if last:
        alphabet.lasts[last] = shape


def _instead(text: str) -> tuple[str, str, str]:
    found = _INSTEAD.fullmatch(text)
    if found is None:
        raise Unreadable(f"'{text[:40]}' is no exception. Write it as: n before g k")
    return found[1], found[2], found[3].replace(" ", "")


def _add_mark(alphabet: Alphabet, row: dict[str, str]) -> None:
    effect = row["Effect"]
    if effect not in (DOUBLES, ALONE) and not _BEFORE_WORD.fullmatch(effect):
        raise Unreadable(
            f"'{effect[:40]}' is no effect of a mark. Write '{DOUBLES}', '{ALONE}' "
            "or 'puts h before the word'."
        )
    alphabet.marks[chr(sign(row["Mark"]))] = effect
