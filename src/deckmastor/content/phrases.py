"""The small phrases of which checks are made: amounts, lists of values, signs, conditions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from deckmastor.content.cards import Card

MOST = 10_000  # values that a list may stand for

AMOUNT = r"(?i:at least \d{1,9}|at most \d{1,9}|\d{1,9} to \d{1,9}|\d{1,9}|no)"
_SPAN = re.compile(r"(.*?)([0-9]{1,9}) to \1([0-9]{1,9})")
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


def values(text: str) -> list[str]:
    """The values of a list, each once and in its order; `B-01 to B-03` is three of them."""
    found: dict[str, None] = {}
    for part in listed(text):
        found.update(dict.fromkeys(_span(part)))
        if len(found) > MOST:
            raise Unreadable(f"This list has more than {MOST} values.")
    return list(found)


def _span(part: str) -> list[str]:
    span = _SPAN.fullmatch(part)
    if span is None:
        return [part]
    first, last = int(span[2]), int(span[3])
    if not first <= last <= first + MOST:
        raise Unreadable(f"'{part[:60]}' does not rise, or has more than {MOST} values.")
    size = len(span[2]) if span[2].startswith("0") else 0
    return [f"{span[1]}{number:0{size}}" for number in range(first, last + 1)]


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
