"""The sentences of a page of checks, each read into a check by its form.

A sentence is about the field that its heading names ("It has 3 to 90 characters.") or about all
cards ("24 cards have the Rarity COMMON."). Each form is written once, in a table below.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from deckmastor.content import fields, sets
from deckmastor.content.alphabet import Alphabet, read_alphabet
from deckmastor.content.concordance import Concordance
from deckmastor.content.phrases import (
    AMOUNT,
    Amount,
    Condition,
    Unreadable,
    Values,
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
Made = TypeVar("Made")


@dataclass
class Words:
    """What sentences can speak of: fields, tables, alphabets, books, and the text at hand.

    `orders` are the values that a field may have, `asked` those that a sentence names.
    """

    names: set[str]
    tables: dict[str, Data]
    text: Concordance | None = None
    books: dict[str, Books] = field(default_factory=dict)
    alphabets: dict[str, Alphabet] = field(default_factory=dict)
    orders: dict[str, Values] = field(default_factory=dict)
    asked: list[tuple[str, str]] = field(default_factory=list)

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
        """A field by its plural: Suits."""
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
                self.asked.append((name, text[len(name) + 5 :]))
                return Condition(name, text[len(name) + 5 :])
        raise Unreadable(f"'{text}' is nothing that a card has.")


class Form(NamedTuple, Generic[Made]):
    """A form of sentences: one of them, what they look like, and what they mean."""

    example: str
    pattern: re.Pattern[str]
    reader: Callable[[Words, str, re.Match[str]], Made]


def read_sentence(words: Words, heading: str, text: str) -> Check:
    """The check that a sentence is; Unreadable if it has no known form."""
    if len(text) > LONGEST:
        raise Unreadable(f"This sentence has more than {LONGEST} signs.")
    told = text.removesuffix(".")
    for form in ABOUT_CARDS:
        if match := form.pattern.fullmatch(told):
            return form.reader(words, heading, match)
    if heading in words.names:
        return _about_field(words, heading, told)
    raise Unreadable(f"This is no known form of a check. {nearest(told)}")


def _about_field(words: Words, name: str, text: str) -> Check:
    conditions: list[Condition] = []
    told = text
    if told.startswith("If the "):
        first, _, told = told.partition(", ")
        found = re.fullmatch(r"If the (.+?) is (not )?(\S+)", first)
        if found is None:
            raise Unreadable("Write the condition as: If the FIELD is VALUE, it …")
        words.asked.append((words.name(found[1]), found[3]))
        conditions.append(Condition(found[1], found[3], negated=bool(found[2])))
    who = next((one for one in (EACH, ONE, IT) if told.casefold().startswith(f"{one} ")), "")
    for form in ABOUT_FIELD if who else ():
        if match := form.pattern.fullmatch(told[len(who) + 1 :]):
            return sets.OfField(name, who, form.reader(words, name, match), conditions)
    raise Unreadable(f"This is no known form of a check. {nearest(text)}")


def nearest(text: str) -> str:
    """The known sentence that is most like a text."""
    found = difflib.get_close_matches(text[:200], examples(), 1, 0.0)
    return f"Nearest to it is: {found[0]}" if found else ""


def examples() -> list[str]:
    """A sentence of each form."""
    return [form.example for form in ABOUT_FIELD] + [form.example for form in ABOUT_CARDS]


# ---- forms about a field --------------------------------------------------------------------


def _one_of(words: Words, name: str, m: re.Match[str]) -> fields.Test:
    found = values(m[1], m[2] or "")
    words.orders.setdefault(name, found)
    return fields.OneOf(found)


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


def _field_form(
    example: str, pattern: str, reader: Callable[[Words, str, re.Match[str]], fields.Test]
) -> Form[fields.Test]:
    return Form(example, re.compile(pattern), reader)


_ENDS = {"full stop": ".", "comma": ","}
ABOUT_FIELD = [
    _field_form(
        "It has 3 to 90 characters.",
        rf"has ({AMOUNT}) ({'|'.join(fields.UNITS)})",
        lambda w, n, m: fields.Size(amount(m[1]), m[2]),
    ),
    _field_form(
        "It has 1 sentence.",
        r"has 1 (line|sentence)",
        lambda w, n, m: fields.Size(Amount(1, 1), f"{m[1]}s"),
    ),
    _field_form(
        "It is a whole number from 1 to 5.",
        r"is a whole number from (\d{1,9}) to (\d{1,9})",
        lambda w, n, m: fields.Whole(int(m[1]), int(m[2])),
    ),
    _field_form(
        "It is one of A-1 to A-9 or B, but not A-4.", r"is one of (.+?)(?:, but not (.+))?", _one_of
    ),
    _field_form(
        "It is written with A to Z, U+0591, digits and blanks.",
        r"is written with (.+)",
        lambda w, n, m: fields.Signs(signs(m[1])),
    ),
    _field_form(
        "It is written in Greek.",
        r"is written in (\w+)",
        lambda w, n, m: fields.Written(w.alphabet(m[1])),
    ),
    _field_form(
        "It spells the Term in Greek, with a, e or i between.",
        r"spells the (.+?) in (\w+)(?:, with (.+) between)?",
        lambda w, n, m: fields.Spells(w.name(m[1]), w.alphabet(m[2]), "".join(listed(m[3] or ""))),
    ),
    _field_form(
        "It is a reference to the books of the library.",
        r"is a reference to the (.+)",
        lambda w, n, m: fields.Refers(w.books_of(m[1])),
    ),
    _field_form(
        "It does not contain the words text or label.",
        r"does not contain the words (.+)",
        lambda w, n, m: fields.Contains(words=tuple(listed(m[1])), negated=True),
    ),
    _field_form(
        "It does not contain the Name.",
        r"does not contain the (.+)",
        lambda w, n, m: fields.Contains((w.name(m[1]),), negated=True),
    ),
    _field_form(
        "One of them contains the Name or a reference to the books of the library.",
        r"contains (.+)",
        _contains,
    ),
    _field_form(
        "It does not end with a full stop.",
        r"does not end with a (full stop|comma)",
        lambda w, n, m: fields.EndsNot(_ENDS[m[1]]),
    ),
    _field_form(
        "It begins with the Type.",
        r"begins with the (.+)",
        lambda w, n, m: fields.Begins(w.name(m[1])),
    ),
    _field_form(
        "It follows from the Occurrences: 1 below 60, 2 from 60, 3 from 150.",
        r"follows from the (.+?): (\w+ below \d{1,9}(?:, \w+ from \d{1,9})+)",
        _follows,
    ),
    _field_form(
        "It is 1 more than the number of the Reasons.",
        r"is (\d{1,3}) more than the number of the (.+)",
        lambda w, n, m: fields.MoreThanCount(int(m[1]), w.name(m[2])),
    ),
    _field_form(
        "It is a row of the abilities.",
        r"is a row of the (.+)",
        lambda w, n, m: fields.RowOf(w.table(m[1])),
    ),
    _field_form(
        "It names a row with its Rarity in the abilities.",
        r"names a row with its (.+?) in the (.+)",
        _row_has,
    ),
    _field_form(
        "It is how often the Forms are in the text.",
        r"is how often the (.+) are in the text",
        lambda w, n, m: fields.Counted(w.name(m[1]), w.text),
    ),
    _field_form(
        "One of them is in the first verses of the References.",
        r"is in the first verses of the (.+)",
        _found_in,
    ),
]


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


def _card_form(
    example: str, pattern: str, reader: Callable[[Words, str, re.Match[str]], Check]
) -> Form[Check]:
    return Form(example, re.compile(pattern), reader)


ABOUT_CARDS = [
    _card_form("There are 60 cards.", rf"There are ({AMOUNT}) cards()", _number),
    _card_form("24 cards have the Rarity COMMON.", rf"({AMOUNT}) cards have (.+)", _number),
    _card_form(
        "Each Suit has at most 2 cards that have the Rarity RARE.",
        rf"Each (\S+) has ({AMOUNT}) cards?(?: that ha(?:ve|s) (.+))?",
        _number_in_group,
    ),
    _card_form(
        "6 to 9 Suits have a total Lore of at least 12.",
        rf"({AMOUNT}) (\w+) have a total (.+) of ({AMOUNT})",
        _groups_total,
    ),
    _card_form(
        "3 to 5 Suits have only cards that have a Lore of at least 3.",
        rf"({AMOUNT}) (\w+) have only cards that have (.+)",
        _groups_every,
    ),
    _card_form(
        "4 Suits have a card that has the Rarity RARE, and a card that has a Lore of 5.",
        rf"({AMOUNT}) (\w+) have a card that has (.+)",
        _groups_some,
    ),
    _card_form(
        "No two cards of one Suit have the same row of the abilities.",
        r"No two cards(?: of one (\w+))? have the same row of the (.+)",
        _distinct_rows,
    ),
    _card_form(
        "No two cards have nearly the same Text.",
        r"No two cards have nearly the same (.+)",
        lambda words, heading, match: sets.Unlike(words.name(match[1])),
    ),
    _card_form(
        "No two cards have the same Suit and Letter.",
        r"No two cards(?: of one (\w+))? have the same (.+)",
        _distinct,
    ),
    _card_form(
        "Each Lore from 1 to 5 is on 4 to 24 cards.",
        rf"Each (.+) from (\d{{1,9}}) to (\d{{1,9}}) is on ({AMOUNT}) cards",
        _each_value,
    ),
    _card_form(
        "The Number rises with the Suit, then the Letter.",
        r"The (.+?) rises with the (.+)",
        _rises,
    ),
    _card_form(
        "No field has quotation marks.",
        r"No field has (.+)",
        lambda w, h, m: sets.NoSigns(signs(m[1])),
    ),
    _card_form(
        "Each row of the abilities is on as many cards as its Count.",
        r"Each row of the (.+) is on as many cards as its Count",
        lambda w, h, m: sets.AsOften(w.name(h), w.table(m[1], "Count")),
    ),
    _card_form(
        "The books of the library are 3 books with 12 chapters and 240 verses.",
        r"The (.+) are (\d{1,9}) books with (\d{1,9}) chapters and (\d{1,9}) verses",
        _book_counts,
    ),
    _card_form(
        "It lists 3 to 5 items.",
        rf"It lists ({AMOUNT}) items",
        lambda w, h, m: sets.Items(w.name(h), amount(m[1])),
    ),
    _card_form(
        "They are all different.",
        r"They are all different",
        lambda w, h, m: sets.Different(w.name(h)),
    ),
]
