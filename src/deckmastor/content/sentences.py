"""The sentences of a page of checks, each read into a check by its form.

A sentence is about the field that its heading names ("It has 3 to 90 characters.") or about all
cards ("24 cards have the Rarity COMMON."). Each form is written once, in a table below.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from deckmastor.content import fields, sets
from deckmastor.content.alphabet import Alphabet, read_alphabet
from deckmastor.content.concordance import Concordance
from deckmastor.content.phrases import (
    AMOUNT,
    Amount,
    Condition,
    Unreadable,
    amount,
    listed,
    signs,
    values,
)
from deckmastor.content.references import Books, read_books
from deckmastor.content.sets import EACH, IT, ONE, Check
from deckmastor.content.tables import Data
from deckmastor.language.morphology import singular

LONGEST = 1500  # signs of a sentence


@dataclass
class Words:
    """What sentences can speak of: fields, tables, alphabets, books, and the text at hand."""

    names: set[str]
    tables: dict[str, Data]
    text: Concordance | None = None
    books: dict[str, Books] = field(default_factory=dict)
    alphabets: dict[str, Alphabet] = field(default_factory=dict)
    orders: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, data in self.tables.items():
            if data.has("Name", "Chapters", "Verses"):
                self.books[name] = read_books(data)
            if name.startswith("letters of ") and f"signs of {name[11:]}" in self.tables:
                self.alphabets[name[11:]] = read_alphabet(name[11:], self.tables)

    def name(self, text: str) -> str:
        """A field by its name."""
        if text in self.names:
            return text
        raise Unreadable(f"'{text}' is no field.")

    def table(self, text: str, *heads: str) -> Data:
        """A table by its name, with these columns."""
        data = self.tables.get(text)
        if data is None or not data.has(*heads):
            with_heads = f" with the columns {' and '.join(heads)}" if heads else ""
            raise Unreadable(f"There is no table '{text}'{with_heads}.")
        return data

    def books_of(self, text: str) -> Books:
        """The books of a table."""
        if text in self.books:
            return self.books[text]
        raise Unreadable(f"There is no table '{text}' with the columns Name, Chapters and Verses.")

    def alphabet(self, text: str) -> Alphabet:
        """An alphabet by its name."""
        if text in self.alphabets:
            return self.alphabets[text]
        raise Unreadable(f"There are no tables 'signs of {text}' and 'letters of {text}'.")

    def group(self, plural: str) -> str:
        """A field by its plural: Quartets."""
        return self.name(plural if plural in self.names else singular(plural))

    def conditions(self, text: str) -> list[Condition]:
        """What cards must have: `the Rarity COMMON and a Lore of at least 4`."""
        return [self._condition(part) for part in re.split(r" and (?=an? |the )", text)]

    def _condition(self, text: str) -> Condition:
        bound = re.fullmatch(rf"an? (.+) of ({AMOUNT})", text)
        if bound:
            return Condition(self.name(bound[1]), bound=amount(bound[2]))
        for name in sorted(self.names, key=len, reverse=True):
            if text.startswith(f"the {name} "):
                return Condition(name, text[len(name) + 5 :])
        raise Unreadable(f"'{text}' is nothing that a card has.")


def read_sentence(words: Words, heading: str, text: str) -> Check:
    """The check that a sentence is; Unreadable if it has no known form."""
    if len(text) > LONGEST:
        raise Unreadable(f"This sentence has more than {LONGEST} signs.")
    told = text.removesuffix(".")
    for pattern, reader in _ABOUT_CARDS:
        if match := pattern.fullmatch(told):
            return reader(words, heading, match)
    return _about_field(words, words.name(heading), told)


def _about_field(words: Words, name: str, told: str) -> Check:
    conditions: list[Condition] = []
    if told.startswith("If the "):
        first, comma, told = told.partition(", ")
        found = re.fullmatch(r"If the (.+) is (not )?(\S+)", first)
        if found is None or not comma:
            raise Unreadable("Write the condition as: If the FIELD is VALUE, it …")
        conditions.append(Condition(words.name(found[1]), found[3], negated=bool(found[2])))
    who = next((one for one in (EACH, ONE, IT) if told.casefold().startswith(f"{one} ")), "")
    rest = told[len(who) + 1 :]
    for pattern, reader in _ABOUT_FIELD:
        match = pattern.fullmatch(rest)
        if who and match:
            test = reader(words, name, match)
            return sets.OfField(name, who, test, conditions)
    raise Unreadable("This is no known form of a check.")


# ---- forms about a field --------------------------------------------------------------------


def _one_of(words: Words, name: str, m: re.Match[str]) -> fields.Test:
    but = set(values(m[2])) if m[2] else set()
    found = [value for value in values(m[1]) if value not in but]
    words.orders.setdefault(name, found)
    return fields.OneOf(frozenset(found), m[1] + (f", but not {m[2]}" if m[2] else ""))


def _follows(words: Words, name: str, m: re.Match[str]) -> fields.Test:
    steps = [(part.split()[0], int(part.split()[-1])) for part in m[2].split(", ")]
    first = [(steps[0][0], 0)] if " below " in m[2].split(", ")[0] else []
    return fields.Follows(words.name(m[1]), (*first, *steps[len(first) :]))


def _contains(words: Words, name: str, m: re.Match[str]) -> fields.Test:
    named: list[str] = []
    books: list[Books] = []
    for part in m[1].split(" or "):
        if part.startswith("a reference to the "):
            books.append(words.books_of(part.removeprefix("a reference to the ")))
        else:
            named.append(words.name(part.removeprefix("the ")))
    return fields.Contains(tuple(named), tuple(books))


def _found_in(words: Words, name: str, m: re.Match[str]) -> fields.Test:
    return fields.FoundIn(words.name(m[1]), tuple(words.books.values()), words.text)


def _row_has(words: Words, name: str, m: re.Match[str]) -> fields.Test:
    return fields.RowHas(words.table(m[2], words.name(m[1])), m[1])


_FIELD_FORMS: dict[str, Callable[[Words, str, re.Match[str]], fields.Test]] = {
    rf"has ({AMOUNT}) ({'|'.join(fields.UNITS)})": lambda w, n, m: fields.Size(amount(m[1]), m[2]),
    r"has 1 (line|sentence)": lambda w, n, m: fields.Size(Amount(1, 1), f"{m[1]}s"),
    r"is a whole number from (\d{1,9}) to (\d{1,9})": (
        lambda w, n, m: fields.Whole(int(m[1]), int(m[2]))
    ),
    r"is one of (.+?)(?:, but not (.+))?": _one_of,
    r"is written with (.+)": lambda w, n, m: fields.Signs(signs(m[1])),
    r"is written in (\w+)": lambda w, n, m: fields.Written(w.alphabet(m[1])),
    r"spells the (.+?) in (\w+)(?:, with (.+) between)?": lambda w, n, m: fields.Spells(
        w.name(m[1]), w.alphabet(m[2]), "".join(listed(m[3] or ""))
    ),
    r"is a reference to the (.+)": lambda w, n, m: fields.Refers(w.books_of(m[1])),
    r"does not contain the words (.+)": (
        lambda w, n, m: fields.Contains(words=tuple(listed(m[1])), negated=True)
    ),
    r"does not contain the (.+)": lambda w, n, m: fields.Contains((w.name(m[1]),), negated=True),
    r"contains (.+)": _contains,
    r"does not end with a (full stop|comma)": (
        lambda w, n, m: fields.EndsNot({"full stop": ".", "comma": ","}[m[1]])
    ),
    r"begins with the (.+)": lambda w, n, m: fields.Begins(w.name(m[1])),
    r"follows from the (.+): (\w+ below \d+(?:, \w+ from \d+)+)": _follows,
    r"is (\d{1,3}) more than the number of the (.+)": (
        lambda w, n, m: fields.MoreThanCount(int(m[1]), w.name(m[2]))
    ),
    r"is a row of the (.+)": lambda w, n, m: fields.RowOf(w.table(m[1])),
    r"names a row with its (.+) in the (.+)": _row_has,
    r"is how often the (.+) are in the text": lambda w, n, m: fields.Counted(w.name(m[1]), w.text),
    r"is in the first verses of the (.+)": _found_in,
}  # fmt: skip


# ---- forms about all cards ------------------------------------------------------------------


def _number(words: Words, heading: str, m: re.Match[str]) -> Check:
    conditions = words.conditions(m[2]) if m[2] else []
    return sets.Number(amount(m[1]), f"cards have {m[2]}" if m[2] else "cards", conditions)


def _number_in_group(words: Words, heading: str, m: re.Match[str]) -> Check:
    conditions = words.conditions(m[3]) if m[3] else []
    told = f"cards that have {m[3]}" if m[3] else "cards"
    return sets.Number(amount(m[2]), told, conditions, words.name(m[1]))


def _groups_total(words: Words, heading: str, m: re.Match[str]) -> Check:
    told = f"{m[2]} have a total {m[3]} of {m[4]}"
    total = (words.name(m[3]), amount(m[4]))
    return sets.Groups(words.group(m[2]), amount(m[1]), told, total)


def _groups_every(words: Words, heading: str, m: re.Match[str]) -> Check:
    told, every = f"{m[2]} have only cards that have {m[3]}", words.conditions(m[3])
    return sets.Groups(words.group(m[2]), amount(m[1]), told, every=every)


def _groups_some(words: Words, heading: str, m: re.Match[str]) -> Check:
    told = f"{m[2]} have a card that has {m[3]}"
    some = tuple(words.conditions(part) for part in re.split(r", and a card that has ", m[3]))
    return sets.Groups(words.group(m[2]), amount(m[1]), told, some=some)


def _distinct(words: Words, heading: str, m: re.Match[str]) -> Check:
    group = words.name(m[1]) if m[1] else ""
    return sets.Distinct(tuple(words.name(part) for part in m[2].split(" and ")), group)


def _distinct_rows(words: Words, heading: str, m: re.Match[str]) -> Check:
    group = words.name(m[1]) if m[1] else ""
    return sets.Distinct((words.name(heading),), group, words.table(m[2]))


def _each_value(words: Words, heading: str, m: re.Match[str]) -> Check:
    span = range(int(m[2]), min(int(m[3]), int(m[2]) + 1000) + 1)
    return sets.EachValue(words.name(m[1]), span, amount(m[4]))


def _rises(words: Words, heading: str, m: re.Match[str]) -> Check:
    keys = tuple(words.name(part) for part in m[2].split(", then the "))
    return sets.Rises(words.name(m[1]), keys, words.orders)


def _book_counts(words: Words, heading: str, m: re.Match[str]) -> Check:
    counts = (int(m[2]), int(m[3]), int(m[4]))
    return sets.BookCounts(words.books_of(m[1]), counts)


_CARD_FORMS: dict[str, Callable[[Words, str, re.Match[str]], Check]] = {
    rf"There are ({AMOUNT}) cards()": _number,
    rf"({AMOUNT}) cards have (.+)": _number,
    rf"Each ([^ ]+) has ({AMOUNT}) cards?(?: that ha(?:ve|s) (.+))?": _number_in_group,
    rf"({AMOUNT}) (\w+) have a total (.+) of ({AMOUNT})": _groups_total,
    rf"({AMOUNT}) (\w+) have only cards that have (.+)": _groups_every,
    rf"({AMOUNT}) (\w+) have a card that has (.+)": _groups_some,
    r"No two cards(?: of one (\w+))? have the same row of the (.+)": _distinct_rows,
    r"No two cards(?: of one (\w+))? have the same (.+)": _distinct,
    rf"Each (.+) from (\d+) to (\d+) is on ({AMOUNT}) cards": _each_value,
    r"The (.+) rises with the (.+)": _rises,
    r"No field has (.+)": lambda w, h, m: sets.NoSigns(signs(m[1])),
    r"Each row of the (.+) is on as many cards as its Count": (
        lambda w, h, m: sets.AsOften(w.name(h), w.table(m[1], "Count"))
    ),
    r"The (.+) are (\d+) books with (\d+) chapters and (\d+) verses": _book_counts,
    rf"It lists ({AMOUNT}) items": lambda w, h, m: sets.Items(w.name(h), amount(m[1])),
    r"They are all different": lambda w, h, m: sets.Different(w.name(h)),
}  # fmt: skip
_ABOUT_FIELD = [(re.compile(form), reader) for form, reader in _FIELD_FORMS.items()]
_ABOUT_CARDS = [(re.compile(form), reader) for form, reader in _CARD_FORMS.items()]
