"""A whole rulebook read: its vocabulary, the meaning of every paragraph, and all its faults."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from deckmastor.language import homes, lint, nearest
from deckmastor.language.decks import Catalogue, DeckList, UnknownCard, is_card
from deckmastor.language.declarations import Learner, infer_places, may_declare
from deckmastor.language.faults import Fault
from deckmastor.language.ir import Para, Ref, Tree, Trees, walk
from deckmastor.language.lexicon import Clash, Cycle, Lexicon
from deckmastor.language.paragraphs import Problem, Read, locate, read_paragraph
from deckmastor.language.paraphrase import paraphrase
from deckmastor.language.rulebook import Cell, Paragraph, Rulebook, Table, read_path, read_text
from deckmastor.language.tables import (
    Collection,
    Deck,
    Relation,
    TableReader,
    Thing,
    Value,
    by_head,
    lead_of,
    learn_quietly,
)  # fmt: skip
from deckmastor.language.tokens import sentences
from deckmastor.language.words import VERBS, core_lexicon

BASE = Path(__file__).with_name("base.md")


@dataclass(frozen=True, slots=True)
class Entry:
    """A paragraph of the book with what it means; `id` names its rule or its row."""

    paragraph: Paragraph
    para: Para | None
    id: str
    params: dict[str, str] = field(default_factory=dict)


@dataclass
class Book:
    """A rulebook that was read."""

    source: Rulebook
    lexicon: Lexicon
    entries: list[Entry] = field(default_factory=list)
    things: list[Thing] = field(default_factory=list)
    values: list[Value] = field(default_factory=list)
    collections: list[Collection] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    decks: list[DeckList] = field(default_factory=list)
    unread: list[tuple[Paragraph, Read]] = field(default_factory=list)

    @property
    def catalogue(self) -> Catalogue:
        """The cards that can be in a deck."""
        return Catalogue(self.things, self.lexicon)

    def copies(self, thing: Thing) -> int:
        """How many copies of a row there are at the start.

        In a book with deck lists, a table of cards without `Count` lists what decks can bring.
        """
        brought = self.decks and "Count" not in thing.cells and is_card(thing, self.lexicon)
        return 0 if brought else thing.count

    @property
    def unlaid(self) -> list[Fault]:
        """The faults of things that cannot be there from the start."""
        return homes.unlaid(self.entries, self.things, self.copies, self.lexicon)

    @property
    def errors(self) -> list[Fault]:
        """The faults that stand in the way of playing."""
        return [fault for fault in self.faults if fault.severity == "error"]


def load(path: Path) -> Book:
    """Read the rulebook at a path."""
    return read_book(read_path(path))


def load_text(text: str, file: str = "<text>") -> Book:
    """Read a rulebook given as text."""
    return read_book(read_text(text, file))


@cache
def base_book() -> Book:
    """The book that every rulebook builds on."""
    book = read_book(read_path(BASE), core_lexicon(), wordings=False)
    lexicon = book.lexicon
    lexicon.base.update({"hand", "deck", "discard pile"})
    lexicon.base.update(verb for verb in lexicon.verbs if verb not in VERBS)
    return book


def base_lexicon() -> Lexicon:
    """The vocabulary of the base book."""
    return base_book().lexicon


def read_book(source: Rulebook, base: Lexicon | None = None, wordings: bool = True) -> Book:
    """Read every paragraph and table of a rulebook, collecting all faults.

    With a `base`, the text is read against that vocabulary as an addition to it. With `wordings`,
    each paragraph that cannot be read is answered with the nearest wording that can.
    """
    book = Book(source, (base or base_lexicon()).fork(), faults=list(source.faults))
    learn(book.lexicon, source)
    for paragraph in running(source):
        _read(book, paragraph, paragraph.rule, {})
    decks: list[Deck] = []
    rows: dict[str, Thing] = {}
    for table in source.tables():
        _read_table(book, table, decks, rows)
    _read_decks(book, decks)
    if book.unread and wordings:
        _offer_wordings(book)
    else:
        book.faults += [fault_of(read, paragraph) for paragraph, read in book.unread]
    if base is None:
        book.faults += lint.warnings(book.entries, book.lexicon, base_lexicon(), _cells(book))
        book.faults += lint.cycles(book.entries) + lint.circles(book.entries)
        book.faults += lint.twice(book.entries)
        book.faults += lint.unplaced(book.entries, book.lexicon)
        book.faults += book.unlaid
    book.faults.sort(key=lambda fault: (fault.file, fault.line, fault.column))
    return book


def _cells(book: Book) -> Trees:
    """What the cells of tables say, besides texts: types, properties and values."""
    said: list[Tree] = [value.value for value in book.values]
    for thing in book.things:
        said += thing.types
        for told in thing.properties.values():
            said += told if isinstance(told, tuple) else (told,)
    return tuple(said)


def running(source: Rulebook) -> Iterator[Paragraph]:
    """The paragraphs that run: not those for people, but what stands before a caption."""
    yield from (paragraph for paragraph in source.paragraphs() if not paragraph.by_hand)
    yield from (lead for table in source.tables() if (lead := lead_of(table)) is not None)


# ---- words ----------------------------------------------------------------------------------


def learn(lexicon: Lexicon, source: Rulebook) -> None:
    """Teach a lexicon all words that a rulebook declares, defines, lists or gives a value."""
    paragraphs = [paragraph.text for paragraph in running(source)]
    cells = [cell.text for table in source.tables() for row in table.rows for cell in row.cells]
    text = "\n".join(paragraphs + cells)
    learner = Learner(lexicon, text)
    told = [s.text for paragraph in paragraphs for s in sentences(paragraph)]
    candidates = [sentence for sentence in told if may_declare(sentence)]
    for stage in (0, 1, 2):
        learner.changed = True
        for _ in range(len(candidates) + 1):
            if not learner.changed:
                break
            learner.changed = False
            learn_sentences(learner, candidates, stage)
            for table in source.tables():
                learn_quietly(lexicon, table)
    learn_sentences(learner, _values_in(cells), 2)
    infer_places(lexicon, text)


def learn_sentences(learner: Learner, candidates: Iterable[str], stage: int) -> None:
    """Learn from sentences; what clashes is told when its paragraph is read."""
    for sentence in candidates:
        try:
            learner.learn(sentence, stage)
        except (Clash, Cycle):
            continue


def _values_in(cells: list[str]) -> list[str]:
    """Sentences of cells that give a value a number, and so may be the first to name it."""
    parts = (part for cell in cells if " is " in cell for part in cell.split("<br>"))
    told = (sentence.text for part in parts for sentence in sentences(part))
    return [text for text in told if re.match(r"The [^,]+? is -?\d+$", text)]


# ---- paragraphs and tables ------------------------------------------------------------------


def _read(book: Book, paragraph: Paragraph, id: str, params: dict[str, str]) -> None:
    read = read_paragraph(paragraph.text, book.lexicon, paragraph.host, params)
    if paragraph.host == "modifier" and not params:
        read = _without_params(read)
    para = locate(read.para, paragraph) if read.para is not None else None
    book.entries.append(Entry(paragraph, para, id, params))
    if read.problem is not None:
        book.unread.append((paragraph, read))


def _without_params(read: Read) -> Read:
    """The text of a modifier whose name has no parameters: it cannot use any."""
    for node in walk(read.para):
        if isinstance(node, Ref) and node.name in ("X", "Y", "Z"):
            message = f"'{node.name}' stands for nothing here."
            hint = f"Put it into the name: 'Toll [{node.name}]'."
            start = max(read.text.find(node.name), 0)
            return Read(read.text, None, Problem(message, start, 1, hint, "parameter"))
    return read


def _offer_wordings(book: Book) -> None:
    """Tell of each paragraph that cannot be read, with the nearest wording that can."""
    phrases = nearest.shipped()
    for entry in book.entries:
        if entry.para is not None and len(entry.paragraph.text) < 400:
            phrases.add(entry.paragraph.text, book.lexicon)
    for n, (paragraph, read) in enumerate(book.unread):
        wording = nearest.offer(read, book.lexicon, paragraph.host, phrases) if n < 40 else ""
        book.faults.append(fault_of(read, paragraph, wording, book.lexicon))


def fault_of(
    read: Read, paragraph: Paragraph, wording: str = "", lexicon: Lexicon | None = None
) -> Fault:
    """The problem of a paragraph, told where it stands in its file, with a wording that reads."""
    problem = read.problem
    assert problem is not None
    line, column = paragraph.place(problem.start)
    message = problem.message
    if problem.readings and lexicon is not None:
        told = (paraphrase(para, lexicon) for para in problem.readings)
        message += "".join(f" ({letter}) {text}" for letter, text in zip("abc", told, strict=False))
    return Fault(
        paragraph.file, line, column, message, paragraph.text, problem.start,
        problem.length, nearest.with_wording(problem.hint, wording), "error", problem.code,
    )  # fmt: skip


def _check_twice(book: Book, thing: Thing, rows: dict[str, Thing]) -> None:
    """Two rows of one rule cannot have one name: they could not be told apart."""
    twin = rows.setdefault(thing.id, thing)
    if twin is not thing and thing.name:
        message = f"'{thing.name}' is listed twice in this rule; the first is on line {twin.line}."
        hint = "Use 'Count' for copies, or another name."
        book.faults.append(
            Fault(thing.file, thing.line, 1, message, thing.name, 0, 0, hint, code="doubled-row")
        )


def _read_decks(book: Book, rows: list[Deck]) -> None:
    """Look up the cards of the deck lists, when all cards are known."""
    catalogue = book.catalogue
    for row in rows:
        cell = row.cards
        if any(deck.name == row.name for deck in book.decks):
            _fault(book, cell, "doubled-row", f"There are two deck lists '{row.name}'.")
        cards: list[tuple[int, str]] = []
        for part in (part.strip() for part in cell.text.split(";")):
            try:
                if part:
                    cards.append(catalogue.counted(part))
            except UnknownCard as why:
                _fault(book, cell, "unknown-card", str(why), why.hint, part)
        book.decks.append(DeckList(row.name, tuple(cards), row.rule))


def _fault(book: Book, cell: Cell, code: str, message: str, hint: str = "", part: str = "") -> None:
    start = max(cell.text.find(part), 0)
    line, column = cell.place(start)
    length = len(part or cell.text)
    book.faults.append(
        Fault(cell.file, line, column, message, cell.text, start, length, hint, code=code)
    )


def _read_table(book: Book, table: Table, decks: list[Deck], rows: dict[str, Thing]) -> None:
    reader = TableReader(book.lexicon, table)
    found = reader.read()
    book.faults += reader.faults
    for item, row in zip(found, table.rows, strict=False):
        match item:
            case Value():
                book.values.append(item)
            case Collection():
                book.collections.append(item)
            case Relation():
                book.relations.append(item)
            case Deck():
                decks.append(item)
            case Thing():
                _check_twice(book, item, rows)
                book.things.append(item)
                cells = by_head(table, row)
                if "Text" in cells:
                    for n, cell in enumerate(cells["Text"].paragraphs(), 1):
                        if cell.text.strip() and not cell.text.startswith("By hand:"):
                            paragraph = cell.paragraph(table.rule, n, item.host)
                            _read(book, paragraph, item.id, item.params)
