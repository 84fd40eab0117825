"""A whole rulebook read: its vocabulary, the meaning of every paragraph, and all its faults."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from deckmastor.language.declarations import Learner, infer_places, may_declare
from deckmastor.language.faults import Fault
from deckmastor.language.ir import Para
from deckmastor.language.lexicon import Clash, Cycle, Lexicon
from deckmastor.language.morphology import singular
from deckmastor.language.paragraphs import Read, read_paragraph
from deckmastor.language.rulebook import Cell, Paragraph, Rulebook, Table, read_path, read_text
from deckmastor.language.tokens import sentences
from deckmastor.language.words import VERBS, core_lexicon

RESERVED = ("Name", "Type", "Count", "Text", "Where", "Cost", "Chance", "Weight", "Notes", "Value",
            "Least", "Most", "Players")  # fmt: skip


@dataclass(frozen=True, slots=True)
class Entry:
    """A paragraph of the book with where it stands and what it means."""

    paragraph: Paragraph
    para: Para | None
    id: str


@dataclass
class Book:
    """A rulebook that was read."""

    source: Rulebook
    lexicon: Lexicon
    entries: list[Entry] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


def read_book(source: Rulebook, base: Lexicon | None = None) -> Book:
    """Read every paragraph and table of a rulebook, collecting all faults."""
    lexicon = (base or base_lexicon()).fork()
    book = Book(source, lexicon, [], list(source.faults))
    texts = [p.text for p in source.paragraphs() if not p.by_hand]
    cells = [c.text for t in source.tables() for r in t.rows for c in r.cells]
    everything = "\n".join(texts + cells)
    _learn(book, [s.text for text in texts for s in sentences(text)], everything)
    _learn_values(book, cells, everything)
    for paragraph in source.paragraphs():
        if not paragraph.by_hand:
            _read(book, paragraph, paragraph.rule, {})
    for table in source.tables():
        _read_table(book, table)
    return book


BASE = Path(__file__).with_name("base.md")


@cache
def base_book() -> Book:
    """The book that every rulebook builds on."""
    book = read_book(read_path(BASE), core_lexicon())
    lexicon = book.lexicon
    lexicon.base.update({"hand", "deck", "discard pile"})
    lexicon.base.update(verb for verb in lexicon.verbs if verb not in VERBS)
    return book


def base_lexicon() -> Lexicon:
    """The vocabulary of the base book."""
    return base_book().lexicon


def _learn(book: Book, all_sentences: list[str], everything: str) -> None:
    learner = Learner(book.lexicon, everything)
    candidates = [s for s in all_sentences if may_declare(s)]
    for stage in (0, 0, 1, 1):
        _learn_all(learner, candidates, stage)
        if stage == 0:
            for table in book.source.tables():
                learn_table(book.lexicon, table)
    _learn_all(learner, candidates, 2)
    _learn_all(learner, candidates, 2)
    infer_places(book.lexicon, everything)


def _learn_values(book: Book, cells: list[str], everything: str) -> None:
    """Values that only a card's text names."""
    learner = Learner(book.lexicon, everything)
    for cell in (part.strip() for text in cells for part in text.split("<br>")):
        if " is " in cell:
            for sentence in sentences(cell):
                if re.match(r"The [^,]+? is -?\d+$", sentence.text):
                    learner.learn(sentence.text, 2)


def _learn_all(learner: Learner, candidates: list[str], stage: int) -> None:
    for sentence in candidates:
        try:
            learner.learn(sentence, stage)
        except (Clash, Cycle):
            continue


def learn_table(lexicon: Lexicon, table: Table) -> None:
    """Learn what a table brings: values, modifiers, members of sets, a relation, a collection."""
    caption = table.caption.text.rstrip(":").strip()
    heads = [head.text for head in table.heads]
    if caption == "The values are":
        for row in table.rows:
            cells = dict(zip(heads, row.cells, strict=False))
            value = cells["Value"].text if "Value" in cells else ""
            sort = "number" if re.fullmatch(r"-?\d+|=.*", value) else ""
            _quiet(lexicon, row.cells[0].text, sort)
        return
    match = re.fullmatch(r"The (.+) collection is", caption)
    if match:
        lexicon.add_name(f"{match[1]} collection", "collection")
        return
    match = re.fullmatch(r"The (.+) are", caption)
    if match:
        _learn_rows(lexicon, singular(match[1]), heads, table)
        return
    match = re.fullmatch(r"(\w+) (.+) are", caption)
    if match:
        lexicon.relations[match[1].lower()] = singular(match[2])


def _quiet(lexicon: Lexicon, name: str, sort: str) -> None:
    if not lexicon.knows(name):
        lexicon.add_attr(name, None, sort)


def _learn_rows(lexicon: Lexicon, noun: str, heads: list[str], table: Table) -> None:
    if lexicon.is_kind(noun, "modifier"):
        for row in table.rows:
            cells = dict(zip(heads, (c.text for c in row.cells), strict=False))
            name, params = parametric(cells.get("Name", ""), cells.get("Where", ""), lexicon)
            if name and not lexicon.knows(name):
                lexicon.add_status(name, "card", noun, tuple(params.values()))
        return
    for row in table.rows:
        for head, cell in zip(heads, row.cells, strict=False):
            attr = _attr_of(lexicon, head)
            if attr and lexicon.attrs[attr].many and lexicon.attrs[attr].sort != "number":
                for member in re.split(r"[,;]", cell.text):
                    word = member.strip()
                    if word and not re.match(r"[\d=]", word) and not lexicon.knows(word.split()[0]):
                        lexicon.add_status(word, "card", attr)
        if "Name" in heads and noun in lexicon.kinds:
            name = row.cells[heads.index("Name")].text
            if name[:1].isupper() and not lexicon.knows(name):
                parent = noun
                if "Type" in heads:
                    kind = row.cells[heads.index("Type")].text
                    parent = kind if kind in lexicon.kinds else noun
                lexicon.add_kind(name, parent)


def _attr_of(lexicon: Lexicon, head: str) -> str:
    for text in (head, head.lower()):
        for reading in lexicon.readings_of(text):
            if reading.cat == "attr":
                return reading.lemma
    return ""


def parametric(name: str, where: str, lexicon: Lexicon) -> tuple[str, dict[str, str]]:
    """The name of a parametric word and the sorts of its parameters: `Toll [X]`."""
    params = dict.fromkeys(re.findall(r"\[(\w+)\]", name), "number")
    for clause in where.split(";"):
        match = re.match(r"\s*(\w+) is (?:a |an )?(.+)", clause)
        if match and match[1] in params:
            params[match[1]] = _param_sort(match[2], lexicon)
    return re.sub(r"\s*\[\w+\]", "", name).strip(), params


def _param_sort(text: str, lexicon: Lexicon) -> str:
    if text.startswith("number"):
        return "number"
    if text.startswith("kind of"):
        return "kind"
    words = [word for word in re.split(r",| or ", text) if word.strip()]
    if len(words) == 1:
        return text.strip()
    status = lexicon.statuses.get(words[0].strip())
    return status.family if status else "property"


def _read(book: Book, paragraph: Paragraph, id: str, params: dict[str, str]) -> None:
    read = read_paragraph(paragraph.text, book.lexicon, paragraph.host, params)
    book.entries.append(Entry(paragraph, read.para, id))
    if read.problem is not None:
        book.faults.append(fault_of(read, paragraph))


def fault_of(read: Read, paragraph: Paragraph) -> Fault:
    """The problem of a paragraph, told where it stands in its file."""
    problem = read.problem
    assert problem is not None
    line, column = paragraph.place(problem.start)
    return Fault(
        paragraph.file, line, column, problem.message, paragraph.text, problem.start,
        problem.length, problem.hint, "error", problem.code,
    )  # fmt: skip


def _read_table(book: Book, table: Table) -> None:
    heads = [head.text for head in table.heads]
    caption = table.caption.text
    match = re.fullmatch(r"The (.+) are:", caption.strip())
    if not match or "Text" not in heads:
        return
    host = "modifier" if book.lexicon.is_kind(singular(match[1]), "modifier") else "card"
    for row in table.rows:
        cells = dict(zip(heads, row.cells, strict=False))
        name, params = parametric(
            cells["Name"].text if "Name" in cells else "", _text(cells.get("Where")), book.lexicon
        )
        for n, cell in enumerate(cells["Text"].paragraphs(), 1):
            if cell.text.strip() and not cell.text.startswith("By hand:"):
                paragraph = cell.paragraph(table.rule, n, host)
                _read(book, paragraph, f"{table.rule}/{_slug(name)}", params)


def _text(cell: Cell | None) -> str:
    return cell.text if cell is not None else ""


def _slug(name: str) -> str:
    return re.sub(r"[^\w]+", "-", name.lower()).strip("-")


def load(path: Path) -> Book:
    """Read the rulebook at a path."""
    return read_book(read_path(path))


def load_text(text: str, file: str = "<text>") -> Book:
    """Read a rulebook given as text."""
    return read_book(read_text(text, file))
