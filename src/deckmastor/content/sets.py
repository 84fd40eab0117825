"""What can be asked of all cards together: how many there are of what, groups, orders, doubles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise
from typing import NamedTuple, Protocol

from deckmastor.content.cards import Card
from deckmastor.content.fields import Test, row_of, short
from deckmastor.content.phrases import Amount, Condition, SignSet, Values, meets
from deckmastor.content.references import Books
from deckmastor.content.tables import Data

LAST = 10**10  # behind all values of a list
ALIKE = 0.9  # the share of words that two texts have in common, from which they are nearly alike
IT, EACH, ONE = "it", "each of them", "one of them"


class Found(NamedTuple):
    """Something wrong: on which card and in which field, if on one, and why."""

    card: Card | None
    field: str
    reason: str


class Check(Protocol):
    """Something that the cards must fulfil."""

    def found(self, cards: Sequence[Card]) -> Iterator[Found]:
        """All that is wrong."""


@dataclass(frozen=True, slots=True)
class OfField:
    """A test of a field of each card that meets the conditions: of all of it, or of its items."""

    field: str
    who: str
    test: Test
    conditions: list[Condition]

    def found(self, cards: Sequence[Card]) -> Iterator[Found]:
        """Each card that fails, a reason for each item where each must pass."""
        for card in cards:
            if self.field in card.fields and meets(self.conditions, card):
                for reason in self._reasons(card):
                    yield Found(card, self.field, reason)

    def _reasons(self, card: Card) -> Iterator[str]:
        texts = [card.text(self.field)] if self.who == IT else card.items(self.field)
        wrong = [self._named(text, why) for text in texts if (why := self.test.wrong(text, card))]
        if self.who != ONE:
            yield from wrong
        elif len(wrong) == len(texts):
            yield f"none of them does; {wrong[0]}" if wrong else "there is none"

    def _named(self, text: str, why: str) -> str:
        """The reason with the item of which it is true."""
        return why if self.who == IT or text in why else f"{short(text)}: {why}"


@dataclass(frozen=True, slots=True)
class Present:
    """A field that each card must have, or each card that has a sheet."""

    field: str
    on_sheet: bool

    def found(self, cards: Sequence[Card]) -> Iterator[Found]:
        """Each card without it."""
        for card in cards:
            if not card.text(self.field) and (card.has_sheet or not self.on_sheet):
                yield Found(card, self.field, "it is missing")


@dataclass(frozen=True, slots=True)
class Items:
    """A field that lists so many things."""

    field: str
    amount: Amount

    def found(self, cards: Sequence[Card]) -> Iterator[Found]:
        """Each card that lists too few or too many."""
        for card in cards:
            size = len(card.items(self.field))
            if self.field in card.fields and size not in self.amount:
                yield Found(card, self.field, f"{size} items; there must be {self.amount}")


@dataclass(frozen=True, slots=True)
class Different:
    """A field whose items are all different."""

    field: str

    def found(self, cards: Sequence[Card]) -> Iterator[Found]:
        """Each item that is there twice."""
        for card in cards:
            times = Counter(item.casefold() for item in card.items(self.field))
            for item, count in times.items():
                if count > 1:
                    yield Found(card, self.field, f"{short(item)} is there {count} times")


@dataclass(frozen=True, slots=True)
class Number:
    """So many cards that meet conditions, in all or in each group."""

    amount: Amount
    told: str
    conditions: list[Condition]
    group: str = ""

    def found(self, cards: Sequence[Card]) -> Iterator[Found]:
        """Each number that is too small or too large."""
        groups = grouped(cards, self.group) if self.group else {"": list(cards)}
        for name, members in groups.items():
            number = sum(meets(self.conditions, card) for card in members)
            if number not in self.amount:
                where = f"{self.group} {name} has " if name else ""
                reason = f"{where}{number} {self.told}; there must be {self.amount}"
                yield Found(None, self.group or _first(self.conditions), reason)


@dataclass(frozen=True, slots=True)
class Groups:
    """So many groups of which something is true: a total, of all cards, or of one card each."""

    group: str
    amount: Amount
    told: str
    total: tuple[str, Amount] | None = None
    every: list[Condition] | None = None
    some: tuple[list[Condition], ...] = ()

    def found(self, cards: Sequence[Card]) -> Iterator[Found]:
        """The number of such groups, if it is too small or too large."""
        groups = grouped(cards, self.group)
        such = [name for name, members in groups.items() if self._is(members)]
        if len(such) not in self.amount:
            named = f" ({', '.join(such)})" if such else ""
            reason = f"{len(such)} {self.told}{named}; there must be {self.amount}"
            yield Found(None, self.group, reason)

    def _is(self, members: list[Card]) -> bool:
        if self.total is not None:
            field, bound = self.total
            return sum(card.number(field) or 0 for card in members) in bound
        if self.every is not None:
            return all(meets(self.every, card) for card in members)
        return all(any(meets(one, card) for card in members) for one in self.some)


@dataclass(frozen=True, slots=True)
class EachValue:
    """Each number of a span is in a field of so many cards."""

    field: str
    span: range
    amount: Amount

    def found(self, cards: Sequence[Card]) -> Iterator[Found]:
        """Each number that is there too seldom or too often."""
        times = Counter(card.number(self.field) for card in cards)
        for value in self.span:
            if times[value] not in self.amount:
                reason = f"{value} is on {times[value]} cards; there must be {self.amount}"
                yield Found(None, self.field, reason)


@dataclass(frozen=True, slots=True)
class Distinct:
    """No two cards, or no two of one group, are alike in some fields."""

    fields: tuple[str, ...]
    group: str = ""
    data: Data | None = None

    def found(self, cards: Sequence[Card]) -> Iterator[Found]:
        """Each card that is like an earlier one."""
        seen: dict[tuple[str, ...], Card] = {}
        for card in cards:
            fields = (self.group, *self.fields) if self.group else self.fields
            key = tuple(self._value(card, name) for name in fields)
            earlier = seen.setdefault(key, card)
            if earlier is not card and all(key):
                yield Found(
                    card, self.fields[0], f"{' and '.join(self.fields)} as on {earlier.called}"
                )

    def _value(self, card: Card, name: str) -> str:
        row = row_of(self.data, card.text(name)) if self.data and name != self.group else None
        return row[self.data.heads[0]].text if self.data and row else card.text(name)


@dataclass(frozen=True, slots=True)
class Unlike:
    """No two cards are nearly alike in a field: at most one word in ten is another."""

    field: str

    def found(self, cards: Sequence[Card]) -> Iterator[Found]:
        """Each card that is nearly like an earlier one, with the first of these."""
        earlier: list[tuple[Card, list[str]]] = []
        for card in cards:
            words = card.text(self.field).casefold().split()
            match = SequenceMatcher(autojunk=False)
            match.set_seq2(words)
            for other, told in earlier if words else ():
                match.set_seq1(told)
                if match.real_quick_ratio() >= ALIKE and match.ratio() >= ALIKE:
                    yield Found(card, self.field, f"{self.field} nearly as on {other.called}")
                    break
            earlier.append((card, words))


@dataclass(frozen=True, slots=True)
class Rises:
    """A field whose order is that of other fields; a field with a list of values has its order."""

    field: str
    keys: tuple[str, ...]
    orders: dict[str, Values]

    def found(self, cards: Sequence[Card]) -> Iterator[Found]:
        """Each card that stands behind one which it should precede."""
        told = sorted(cards, key=lambda card: card.text(self.field))
        for before, card in pairwise(told):
            if self._key(card) < self._key(before):
                by = " and ".join(self.keys)
                yield Found(card, self.field, f"by its {by} it belongs before {before.called}")

    def _key(self, card: Card) -> tuple[tuple[int, str], ...]:
        return tuple((self._rank(key, card.text(key)), card.text(key)) for key in self.keys)

    def _rank(self, key: str, value: str) -> int:
        rank = self.orders[key].rank(value) if key in self.orders else 0
        return LAST if rank is None else rank


@dataclass(frozen=True, slots=True)
class NoSigns:
    """Signs that no field of a sheet has."""

    signs: SignSet

    def found(self, cards: Sequence[Card]) -> Iterator[Found]:
        """Each field that has one."""
        for card in cards:
            for name, field in card.fields.items():
                sign = self.signs.first_in(field.whole)
                if sign:
                    yield Found(card, name, f"it has the sign {sign}")


@dataclass(frozen=True, slots=True)
class AsOften:
    """Each row of a table is named by as many cards as its Count says."""

    field: str
    data: Data

    def found(self, cards: Sequence[Card]) -> Iterator[Found]:
        """Each row that is named too seldom or too often."""
        head = self.data.heads[0]
        rows = [row_of(self.data, card.text(self.field)) for card in cards]
        times = Counter(row[head].text for row in rows if row is not None)
        for row in self.data.rows:
            name, count = row[head].text, row["Count"].text
            if str(times[name]) != count:
                yield Found(
                    None, self.field, f"{name} is on {times[name]} cards; there must be {count}"
                )


@dataclass(frozen=True, slots=True)
class BookCounts:
    """How many books, chapters and verses a table has."""

    books: Books
    counts: tuple[int, int, int]

    def found(self, cards: Sequence[Card]) -> Iterator[Found]:
        """What it has instead."""
        books = self.books
        has = (len(books.verses), books.chapters, books.total)
        if has != self.counts:
            told = "{} books, {} chapters and {} verses"
            reason = f"there are {told.format(*has)}; there must be {told.format(*self.counts)}"
            yield Found(None, books.name, reason)


def grouped(cards: Sequence[Card], field: str) -> dict[str, list[Card]]:
    """The cards by what they have in a field; those that have nothing are left out."""
    groups: dict[str, list[Card]] = {}
    for card in cards:
        if card.text(field):
            groups.setdefault(card.text(field), []).append(card)
    return groups


def _first(conditions: list[Condition]) -> str:
    return conditions[0].field if conditions else ""
