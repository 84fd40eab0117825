"""Compiled rulebooks kept on disk, so that a book that did not change is not parsed again.

The key is a hash of the texts that were read and of the language itself; a changed word anywhere
makes a new key. A line of JSON is stored, and below it the signature of the installation, which
holds for this key alone. A damaged or foreign file is ignored, and written anew.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from dataclasses import asdict, fields
from functools import cache
from pathlib import Path
from typing import Any

from deckmastor import doors
from deckmastor.language.book import Book, Entry, read_book, running
from deckmastor.language.decks import DeckList
from deckmastor.language.faults import Fault
from deckmastor.language.ir import FORMAT, from_data, to_data
from deckmastor.language.lexicon import Attr, Frame, Lexicon, Reading, Status
from deckmastor.language.rulebook import Paragraph, Rulebook, Table, read_path
from deckmastor.language.tables import Collection, Relation, Thing, Value, by_head

KEPT = 64  # books in the cache folder; the oldest go first
SORT = "compiled rulebook"  # of what is signed
DAMAGE = (  # what a file raises that is none of ours
    doors.Unfit, ValueError, KeyError, TypeError, IndexError, AttributeError, AssertionError,
    RecursionError,
)  # fmt: skip


def folder() -> Path:
    """Where compiled books lie: `DECKMASTOR_CACHE`, else the user's cache folder."""
    named = os.environ.get("DECKMASTOR_CACHE")
    if named:
        return Path(named)
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(home) / "deckmastor"


def load(path: Path) -> Book:
    """Read the rulebook at a path, from the cache if it did not change since it was read."""
    source = read_path(path)
    if source.faults:
        return read_book(source)
    kept = folder() / f"{_key(source)}.json"
    book = _restore(source, kept)
    if book is None:
        book = read_book(source)
        if not book.errors:
            _store(book, kept)
    return book


def _key(source: Rulebook) -> str:
    told = f"{FORMAT}:{language_hash()}:{source.digest}"
    return hashlib.sha256(told.encode()).hexdigest()[:40]


@cache
def language_hash() -> str:
    """A hash of everything that decides what a sentence means: code, base book, phrases."""
    digest = hashlib.sha256()
    here = Path(__file__).parent
    for path in sorted(p for p in here.rglob("*") if p.suffix in (".py", ".md")):
        digest.update(path.relative_to(here).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


# ---- writing --------------------------------------------------------------------------------


def _store(book: Book, kept: Path) -> None:
    """Write a compiled book; a folder that cannot be written is no fault of the book."""
    data = {
        "entries": [[to_data(entry.para, True), entry.id, entry.params] for entry in book.entries],
        "lexicon": _lexicon_data(book.lexicon),
        "things": [_thing_data(thing) for thing in book.things],
        "values": [{**asdict(v), "value": to_data(v.value)} for v in book.values],
        "collections": [asdict(c) for c in book.collections],
        "relations": [asdict(r) for r in book.relations],
        "faults": [asdict(fault) for fault in book.faults],
        "decks": [asdict(deck) for deck in book.decks],
    }
    told = json.dumps(data)
    signature = doors.sign(f"{SORT} {kept.name}", told.encode()).hex()
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        doors.replaced(kept, f"{told}\n{signature}\n", mode=doors.PRIVATE)
        forget_oldest(kept.parent, "*.json", KEPT)
    except (OSError, doors.Unfit):
        return


def forget_oldest(where: Path, names: str, kept: int) -> None:
    """Delete the oldest files of such names, but for the last ones."""
    ages: list[tuple[float, Path]] = []
    for path in where.glob(names):
        with suppress(OSError):  # another process may have deleted it
            ages.append((path.stat().st_mtime, path))
    for _, path in sorted(ages)[:-kept]:
        doors.removed(path)


def _lexicon_data(lexicon: Lexicon) -> dict[str, Any]:
    data: dict[str, Any] = {}
    for part in fields(lexicon):
        value = getattr(lexicon, part.name)
        if part.name == "spelled":
            continue  # made from the index
        if part.name in ("attrs", "statuses", "verbs"):
            data[part.name] = {word: asdict(entry) for word, entry in value.items()}
        elif isinstance(value, set):
            data[part.name] = sorted(value)
        elif part.name == "macros":
            data[part.name] = [[list(words), list(means)] for words, means in value.items()]
        elif part.name == "index":
            data[part.name] = [[list(words), entries] for words, entries in value.items()]
        else:
            data[part.name] = value
    return data


def _thing_data(thing: Thing) -> dict[str, Any]:
    data = {part.name: getattr(thing, part.name) for part in fields(thing)}
    data["types"] = to_data(thing.types)
    data["properties"] = {name: to_data(value) for name, value in thing.properties.items()}
    return data


# ---- reading --------------------------------------------------------------------------------


def _restore(source: Rulebook, kept: Path) -> Book | None:
    """The compiled book, or None if there is none that can be used."""
    try:
        told, signature, rest = doors.read_text(kept).split("\n")
        mark = bytes.fromhex(signature)
        if rest or not doors.signed(f"{SORT} {kept.name}", told.encode(), mark):
            return None
        return _book(source, json.loads(told))
    except DAMAGE:
        return None


def _book(source: Rulebook, data: dict[str, Any]) -> Book:
    paragraphs = list(_paragraphs(source, data))
    entries = [
        Entry(paragraph, from_data(para), id, params)
        for paragraph, (para, id, params) in zip(paragraphs, data["entries"], strict=True)
    ]
    return Book(
        source,
        _lexicon(data["lexicon"]),
        entries,
        [_thing(thing) for thing in data["things"]],
        [Value(**{**value, "value": from_data(value["value"])}) for value in data["values"]],
        [
            Collection(**{**c, "rows": tuple((name, n) for name, n in c["rows"])})
            for c in data["collections"]
        ],
        [
            Relation(**{**r, "pairs": tuple((a, b) for a, b in r["pairs"])})
            for r in data["relations"]
        ],
        [Fault(**fault) for fault in data["faults"]],
        [
            DeckList(**{**deck, "cards": tuple((n, row) for n, row in deck["cards"])})
            for deck in data["decks"]
        ],
    )


def _paragraphs(source: Rulebook, data: dict[str, Any]) -> list[Paragraph]:
    """The paragraphs in the order in which a book reads them: rules, then rows of tables."""
    found = list(running(source))
    hosts = {thing["id"]: thing["host"] for thing in data["things"]}
    for table in source.tables():
        found += _texts(table, hosts, data)
    return found


def _texts(table: Table, hosts: dict[str, str], data: dict[str, Any]) -> list[Paragraph]:
    found: list[Paragraph] = []
    rows = {(thing["file"], thing["line"]): thing for thing in data["things"]}
    for row in table.rows:
        thing = rows.get((row.cells[0].file if row.cells else table.file, row.line))
        cells = by_head(table, row)
        if thing is None or "Text" not in cells:
            continue
        for n, cell in enumerate(cells["Text"].paragraphs(), 1):
            if cell.text.strip() and not cell.text.startswith("By hand:"):
                found.append(cell.paragraph(table.rule, n, hosts[thing["id"]]))
    return found


def _lexicon(data: dict[str, Any]) -> Lexicon:
    lexicon = Lexicon()
    for name, value in data.items():
        if isinstance(value, dict):
            setattr(lexicon, name, value)
    lexicon.kinds = {noun: tuple(parents) for noun, parents in data["kinds"].items()}
    lexicon.attrs = {name: Attr(**attr) for name, attr in data["attrs"].items()}
    lexicon.statuses = {
        word: Status(s["of"], s["family"], tuple(s["params"]), tuple(s["least"]))
        for word, s in data["statuses"].items()
    }
    lexicon.verbs = {verb: _frame(frame) for verb, frame in data["verbs"].items()}
    lexicon.macros = {tuple(words): tuple(means) for words, means in data["macros"]}
    lexicon.base, lexicon.lasting = set(data["base"]), set(data["lasting"])
    lexicon.closed, lexicon.rows = set(data["closed"]), set(data["rows"])
    lexicon.numeric = set(data["numeric"])
    lexicon.index = {
        tuple(words): tuple((text, Reading(*reading)) for text, reading in entries)
        for words, entries in data["index"]
    }
    lexicon.lengths = {word: tuple(lengths) for word, lengths in data["lengths"].items()}
    return lexicon


def _frame(data: dict[str, Any]) -> Frame:
    aims = tuple((role, sort) for role, sort in data["aims"])
    told = {"roles": tuple(data["roles"]), "needs": tuple(data["needs"]), "aims": aims}
    return Frame(**{**data, **told})


def _thing(data: dict[str, Any]) -> Thing:
    properties = {name: from_data(value) for name, value in data["properties"].items()}
    return Thing(**{**data, "types": from_data(data["types"]), "properties": properties})
