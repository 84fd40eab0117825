"""The small phrases of which checks are made: amounts, lists of values, signs, conditions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from deckmastor.content.cards import Card

AMOUNT = r"(?i:at least \d{1,9}|at most \d{1,9}|\d{1,9} to \d{1,9}|\d{1,9}|no)"
_SPAN = re.compile(r"(.*?)([0-9]{1,9}) to \1([0-9]{1,9})")
_NUMBER = re.compile(r"[0-9]{1,9}")
_SIGN = re.compile(r"U\+([0-9A-F]{4,6})|(.)")
_NAMED = {
    "blanks": " ",
    "digits": "0123456789",
    "hyphens": "-",
    "apostrophes": "'",
    "commas": ",",
    "full stops": ".",
    "quotation marks": '"“”„‟«»\u2039\u203a',
}


class Unreadable(Exception):
    """Why a sentence of the page of checks says nothing known."""


@dataclass(frozen=True, slots=True)
class Amount:
    """A number or a span of numbers; `most` is None where there is no bound."""

    least: int
    most: int | None

    def __str__(self) -> str:
        if self.most is None:
            return f"at least {self.least}"
        if self.least == self.most:
            return str(self.least or "no")
        return f"{self.least} to {self.most}" if self.least else f"at most {self.most}"

    def __contains__(self, number: int) -> bool:
        return self.least <= number and (self.most is None or number <= self.most)


def amount(text: str) -> Amount:
    """The amount that is told: `3 to 90`, `at least 2`, `at most 2`, `24`, `no`."""
    numbers = [int(number) for number in re.findall(r"\d{1,9}", text)]
    if text.casefold() == "no":
        return Amount(0, 0)
    if text.casefold().startswith("at least"):
        return Amount(numbers[0], None)
    if text.casefold().startswith("at most"):
        return Amount(0, numbers[0])
    if numbers[0] > numbers[-1]:
        raise Unreadable(f"'{text}' falls.")
    return Amount(numbers[0], numbers[-1])


def listed(text: str) -> list[str]:
    """The parts of a list in words: `A, B or C`, `A, B and C`."""
    parts = re.split(r", (?:or |and )?| or | and ", text)
    return [part.strip() for part in parts if part.strip()]


@dataclass(frozen=True, slots=True)
class Span:
    """Values that count up: `B-01 to B-03`; with `digits`, so many are written."""

    before: str
    first: int
    last: int
    digits: int

    def rank(self, text: str) -> int | None:
        """The place of a value, counted from 0; None if it is none of these."""
        number = text.removeprefix(self.before) if text.startswith(self.before) else ""
        if not _NUMBER.fullmatch(number) or not self.first <= int(number) <= self.last:
            return None
        return int(number) - self.first if f"{int(number):0{self.digits}}" == number else None


@dataclass(frozen=True, slots=True)
class Values:
    """The values of a list in their order, but for some; `told` is how they are written."""

    told: str
    spans: tuple[Span | str, ...]
    but: tuple[Span | str, ...] = ()

    def __contains__(self, text: str) -> bool:
        return self.rank(text) is not None and _rank(self.but, text) is None

    def rank(self, text: str) -> int | None:
        """The place of a value in the list; None if it is none of it."""
        return _rank(self.spans, text)


def _rank(spans: tuple[Span | str, ...], text: str) -> int | None:
    passed = 0
    for span in spans:
        if isinstance(span, str):
            found, size = (0 if span == text else None), 1
        else:
            found, size = span.rank(text), span.last - span.first + 1
        if found is not None:
            return passed + found
        passed += size
    return None


def values(text: str, but: str = "") -> Values:
    """The values of a list: `red, B-01 to B-12 or blue`."""
    told = f"{text}, but not {but}" if but else text
    return Values(told, tuple(map(_span, listed(text))), tuple(map(_span, listed(but))))


def _span(part: str) -> Span | str:
    span = _SPAN.fullmatch(part)
    if span is None:
        return part
    first, last = int(span[2]), int(span[3])
    if first > last:
        raise Unreadable(f"'{part[:60]}' does not rise.")
    return Span(span[1], first, last, len(span[2]) if span[2].startswith("0") else 0)


class SignSet:
    """Signs as spans of their numbers."""

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self.spans = tuple(spans)
        listed = "".join(f"{_code(first)}-{_code(last)}" for first, last in self.spans)
        self._inside = re.compile(f"[{listed}]" if listed else r"(?!)")
        self._outside = re.compile(f"[^{listed}]" if listed else r"(?s:.)")

    def first_in(self, text: str) -> str:
        """The first of these signs in a text; empty if there is none."""
        found = self._inside.search(text)
        return found[0] if found else ""

    def first_other(self, text: str) -> str:
        """The first sign of a text that is none of these; empty if there is none."""
        found = self._outside.search(text)
        return found[0] if found else ""


def _code(number: int) -> str:
    return f"\\U{min(number, 0x10FFFF):08x}"


def signs(text: str) -> SignSet:
    """The signs of a list: `A to Z`, `U+0591 to U+05C7`, `blanks`, `'`."""
    found: list[tuple[int, int]] = []
    for part in listed(text):
        if part in _NAMED:
            found += [(ord(c), ord(c)) for c in _NAMED[part]]
            continue
        ends = [sign(end) for end in part.split(" to ")]
        if len(ends) > 2 or ends[0] > ends[-1]:
            raise Unreadable(f"'{part}' names no signs.")
        found.append((ends[0], ends[-1]))
    return SignSet(found)


def sign(text: str) -> int:
    """The number of a sign that is written as itself or as U+05D0."""
    found = _SIGN.fullmatch(text.strip())
    if found is None:
        raise Unreadable(f"'{text}' is no sign.")
    return int(found[1], 16) if found[1] else ord(found[2])


# ---- conditions -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Condition:
    """What a card must have for something to be asked of it: a field with a value or a bound."""

    field: str
    value: str = ""
    bound: Amount | None = None
    negated: bool = False

    def holds(self, card: Card) -> bool:
        """Whether a card meets it."""
        if self.bound is not None:
            number = card.number(self.field)
            return number is not None and number in self.bound
        return (card.text(self.field) == self.value) is not self.negated


def meets(conditions: list[Condition], card: Card) -> bool:
    """Whether a card meets all of them."""
    return all(condition.holds(card) for condition in conditions)
