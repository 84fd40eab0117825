"""A page of checks read: its cards with their sheets, its tables, and the checks it sets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from deckmastor.content.cards import Card, Field
from deckmastor.content.concordance import read_text
from deckmastor.content.phrases import Unreadable, listed
from deckmastor.content.sentences import Words, read_sentence
from deckmastor.content.sets import Check, Found, Present
from deckmastor.content.sheets import SheetReader
from deckmastor.content.tables import CODE, read_tables
from deckmastor.language.book import Book
from deckmastor.language.faults import Fault
from deckmastor.language.rulebook import Paragraph, Rule, Rulebook, read_path
from deckmastor.language.tables import Thing

PAGE = "checks.md"
MOST_CARDS = 2000
MOST_CHECKS = 500
FIELD_LEVEL = 3  # a heading so deep, or deeper, names a field

_SHEETS = re.compile(
    r"Each of \[[^\]]*\]\(([^)#\s]+)#([^)\s]+)\) has a sheet in \[[^\]]*\]\(([^)\s]+)\)"
)
_CHECKED = re.compile(r"Each of \[[^\]]*\]\(([^)#\s]+)#([^)\s]+)\) is checked")
_WRITE = "Write: Each of [the cards](cards.md#cards) has a sheet in [the study](study.md)."
_CALLED = re.compile(r"A card is called by its (.+)")
_PARTS = re.compile(r"It has the parts (.+)")
_OPTIONAL = "It may be missing"
_ADVICE = "Advice: "  # before a sentence that warns, and keeps nobody from playing
_BETWEEN = re.compile(r"(?<=\.)\s+(?=[A-Z0-9])")


@dataclass(frozen=True, slots=True)
class Cited:
    """A sentence of the page with its place."""

    cite: str
    heading: str
    text: str
    file: str
    line: int
    column: int

    @property
    def advice(self) -> bool:
        """True if cards that break it are only warned about."""
        return self.text.startswith(_ADVICE)

    def fault(self, message: str) -> Fault:
        """A fault of the sentence itself."""
        text = self.text
        return Fault(self.file, self.line, self.column, message, text, 0, len(text), code=CODE)


@dataclass
class Content:
    """The cards of a rulebook with their sheets, and all that is checked of them."""

    page: Rulebook
    cards: list[Card] = field(default_factory=list)
    fields: list[str] = field(default_factory=list)
    on_sheet: list[str] = field(default_factory=list)
    parts: dict[str, list[str]] = field(default_factory=dict)
    checks: list[tuple[Cited, Check]] = field(default_factory=list)
    meanings: dict[str, dict[str, str]] = field(default_factory=dict)
    misread: list[Fault] = field(default_factory=list)

    def faults(self) -> list[Fault]:
        """All that is wrong with the pages and with the cards, by their places."""
        found = list(self.misread)
        for cited, check in self.checks:
            found += [_fault(cited, one) for one in check.found(self.cards)]
        return sorted(found)

    def card(self, name: str) -> Card | None:
        """The card of a name."""
        return next((card for card in self.cards if card.name == name), None)


def load(book: Book, text: str | None = None) -> Content | None:
    """What the folder of a rulebook says of its cards; None if it has no page of checks.

    With a `text` at hand, what can be counted and found in it is checked as well.
    """
    main = Path(book.source.files[0])
    page = main.with_name(PAGE)
    if not main.is_file() or not page.is_file():
        return None
    return _Reader(book, read_path(page), page).read(text)


def faults(book: Book) -> list[Fault]:
    """All that is wrong with what the folder of a rulebook says of its cards."""
    content = load(book)
    return content.faults() if content else []


def _fault(cited: Cited, found: Found) -> Fault:
    """What a check found, told where the field stands, with the sentence behind it."""
    hint = f"[{cited.cite}] {cited.text}"
    weight = "warning" if cited.advice else "error"
    if found.card is None:
        message = f"{found.field}: {found.reason}." if found.field else f"{found.reason}."
        return Fault(
            cited.file, cited.line, cited.column, message, hint=hint, severity=weight, code=CODE
        )
    stands = found.card.fields.get(found.field)
    place = (
        (stands.file, stands.line, stands.column)
        if stands
        else (found.card.file, found.card.line, 1)
    )
    message = f"{found.card.called}, {found.field}: {found.reason}."
    return Fault(*place, message, hint=hint, severity=weight, code=CODE)


# ---- reading --------------------------------------------------------------------------------


class _Reader:
    """One page of checks while it is read."""

    def __init__(self, book: Book, page: Rulebook, path: Path) -> None:
        self.book = book
        self.path = path
        self.content = Content(page, misread=list(page.faults))
        self.called: tuple[Cited | None, list[str]] = (None, [])
        self.optional: set[str] = set()
        self.things: list[Thing] = []
        self.sheets: Rulebook | None = None

    def read(self, text: str | None) -> Content:
        content = self.content
        rules = [rule for rule in content.page.rules if rule.level >= FIELD_LEVEL]
        own = [rule for rule in rules if rule.file == content.page.files[0]]
        content.fields = [rule.title for rule in own]
        told = [cited for cited in self._sentences() if not self._is_frame(cited)]
        tables = read_tables(content.page.tables())
        self._read_cards()
        heads = {head for thing in self.things for head in thing.cells}
        words = Words({*content.fields, *heads}, tables)
        content.misread += [fault for one in words.books.values() for fault in one.faults]
        content.misread += [fault for one in words.alphabets.values() for fault in one.faults]
        words.text = read_text(text, words.books.values()) if text is not None else None
        self._read_meanings(words)
        self._require(own)
        self._read_checks(words, told)
        if not self.things and not content.misread:
            message, file = "This page does not say which cards have sheets.", content.page.files[0]
            content.misread.append(Fault(file, 1, 1, message, hint=_WRITE, code=CODE))
        return content

    def _sentences(self) -> Iterator[Cited]:
        for rule in self.content.page.rules:
            for block in rule.blocks:
                if isinstance(block, Paragraph) and not block.by_hand:
                    yield from _cut(rule, block)

    def _is_frame(self, cited: Cited) -> bool:
        """Whether a sentence says what the cards are and of what they consist; then it is taken."""
        told = cited.text.removesuffix(".")
        if sheets := _SHEETS.fullmatch(told):
            self._take_sheets(cited, sheets)
        elif checked := _CHECKED.fullmatch(told):
            self._take_cards(cited, checked)
        elif called := _CALLED.fullmatch(told):
            self.called = (cited, listed(called[1]))
        elif parts := _PARTS.fullmatch(told):
            self.content.parts[cited.heading] = listed(parts[1])
        elif told == _OPTIONAL:
            self.optional.add(cited.heading)
        else:
            return False
        return True

    def _take_sheets(self, cited: Cited, found: re.Match[str]) -> None:
        """The rows of a rule in a file of the rulebook, and the page with their sheets."""
        if self.sheets is not None:
            self.content.misread.append(cited.fault("Sheets are named twice."))
            return
        self._take_cards(cited, found)
        page = self.path.parent / found[3]
        if page.parent != self.path.parent or "\\" in found[3] or not page.is_file():
            missing = f"There is no page '{found[3]}' beside this one."
            self.content.misread.append(cited.fault(missing))
            return
        self.sheets = read_path(page)
        self.content.misread += self.sheets.faults

    def _take_cards(self, cited: Cited, found: re.Match[str]) -> None:
        """The rows of a rule in a file of the rulebook."""
        file = (self.path.parent / found[1]).as_posix()
        taken = [
            thing
            for thing in self.book.things
            if thing.rule == found[2] and Path(thing.file).as_posix() == file
        ]
        if len(self.things) + len(taken) > MOST_CARDS:
            self.content.misread.append(cited.fault(f"A set has at most {MOST_CARDS} cards."))
        elif not taken:
            self.content.misread.append(
                cited.fault(f"There are no cards in {found[1]}#{found[2]}.")
            )
        else:
            self.things += taken

    def _read_meanings(self, words: Words) -> None:
        for name in sorted(words.names):
            data = words.tables.get(f"meanings of {name}")
            if data is not None and data.has("Meaning"):
                rows = ((row[data.heads[0]].text, row["Meaning"].text) for row in data.rows)
                self.content.meanings[name] = dict(rows)

    def _require(self, rules: list[Rule]) -> None:
        """Each field must be there, but for parts, which their whole requires."""
        for rule in rules:
            if rule.title not in self.optional and rule.title not in self._part_names():
                cited = Cited(rule.id, rule.title, "Each card has it.", rule.file, rule.line, 1)
                present = Present(rule.title, rule.title in self.content.on_sheet)
                self.content.checks.append((cited, present))

    def _part_names(self) -> set[str]:
        parts = self.content.parts.items()
        return {f"{whole} {part}" for whole, named in parts for part in named}

    def _read_checks(self, words: Words, told: list[Cited]) -> None:
        asked: list[tuple[Cited, str, str]] = []
        for cited in told[:MOST_CHECKS]:
            try:
                sentence = cited.text.removeprefix(_ADVICE)
                self.content.checks.append((cited, read_sentence(words, cited.heading, sentence)))
            except Unreadable as why:
                self.content.misread.append(cited.fault(str(why)))
            asked += [(cited, *one) for one in words.asked]
            words.asked.clear()
        for cited, name, value in asked:
            if name in words.orders and value not in words.orders[name]:
                self.content.misread.append(cited.fault(f"'{value}' is no {name}."))
        for cited in told[MOST_CHECKS : MOST_CHECKS + 1]:
            self.content.misread.append(cited.fault(f"A page has at most {MOST_CHECKS} checks."))

    # ---- cards -----------------------------------------------------------------------------

    def _read_cards(self) -> None:
        rules = self.sheets.rules if self.sheets else ()
        sheets = {rule.title: rule for rule in rules if rule.level >= FIELD_LEVEL}
        names = {thing.name for thing in self.things}
        heads = {head for thing in self.things for head in thing.cells}
        others = heads | self._part_names()
        self.content.on_sheet = [name for name in self.content.fields if name not in others]
        cited, called = self.called
        for head in called:
            if cited is not None and head not in heads:
                self.content.misread.append(cited.fault(f"'{head}' is no column of the cards."))
        for title, rule in sheets.items():
            if title not in names:
                message = f"There is no card '{title}'."
                self.content.misread.append(Fault(rule.file, rule.line, 1, message, code=CODE))
        for thing in self.things:
            self.content.cards.append(self._card(thing, sheets.get(thing.name)))

    def _card(self, thing: Thing, sheet: Rule | None) -> Card:
        fields = {
            head: Field(head, text, thing.file, thing.line)
            for head, text in thing.cells.items()
            if text
        }
        called = " ".join(thing.cells.get(head, "") for head in self.called[1]) or thing.name
        if sheet is None:
            if self.sheets is not None:
                message, place = f"{called}: it has no sheet.", (thing.file, thing.line, 1)
                self.content.misread.append(Fault(*place, message, code=CODE))
            return Card(thing.name, called, fields, thing.file, thing.line, False)
        read = SheetReader(sheet, called, self.content.on_sheet, self.content.parts)
        fields.update(read.fields)
        self.content.misread += read.faults
        return Card(thing.name, called, fields, sheet.file, sheet.line)


def _cut(rule: Rule, block: Paragraph) -> Iterator[Cited]:
    """The sentences of a paragraph with their places."""
    start = 0
    for n, text in enumerate(_BETWEEN.split(block.text), 1):
        start = block.text.index(text, start)
        cite = f"{rule.id} {block.number}.{n}"
        yield Cited(cite, rule.title, text, block.file, *block.place(start))
        start += len(text)
