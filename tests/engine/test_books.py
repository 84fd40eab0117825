"""The small books together use what the manual of the language shows, but for a list with reasons."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from deckmastor import engine
from deckmastor.engine.acts import PRIMITIVES
from deckmastor.engine.machine import Op
from deckmastor.language.book import load_text
from deckmastor.language.ir import NODES, Do, walk
from deckmastor.language.paragraphs import read_paragraph
from deckmastor.match import load, shipped

ROOT = Path(__file__).resolve().parents[2]
MANUAL = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
BOOKS = sorted(Path(__file__).with_name("books").glob("*.md"))
TOLD = {
    "Pick": ("how",), "Cmp": ("op",), "In": ("rel",), "Block": ("mode",), "Moment": ("edge",),
    "When": ("timing", "once"), "Norm": ("mode", "focus"), "Scope": ("kind",), "Calc": ("op",),
    "Tally": ("op",), "Did": ("window", "nth"), "Done": ("how",), "Rank": ("of",),
    "Declare": ("what",), "Group": ("op",), "Logic": ("op",), "Instead": ("once",),
}  # fmt: skip

# What the manual shows and no small book uses, by the reason.
AMENDING = "rules that change the words of rules; amendments have tests of their own"
CHANNEL = "a channel is where people write; a table has none"
UNUSED = {"role replace": AMENDING, "Norm focus channel": CHANNEL, "role channel": CHANNEL}

# Classes of instructions that only others are made from.
BASES = {"Act", "Draws"}


def constructions(tree: Any) -> Iterator[str]:
    """The nodes of a tree, with the fields that tell one construction from another."""
    for node in walk(tree):
        name = type(node).__name__
        yield name
        for field in TOLD.get(name, ()):
            value = getattr(node, field)
            if isinstance(value, (str, bool)) and value != "":
                yield f"{name} {field} {value}"
        if isinstance(node, Do):
            if node.verb in PRIMITIVES or node.verb in ("increase", "decrease"):
                yield f"Do {node.verb}"
            for role, told in node.roles:
                manner = f" {told}" if role in ("manner", "order") else ""
                yield f"role {role}{manner}"


def of_a_book(text: str) -> set[str]:
    return {
        told
        for entry in load_text(text).entries
        if entry.para is not None
        for told in constructions(entry.para)
    }


def shown() -> set[str]:
    """The constructions of all that the manual says is read."""
    found: set[str] = set()
    books: dict[str, Any] = {}
    for text in re.findall(r"^```rulebook\n(.*?)^```$", MANUAL, re.MULTILINE | re.DOTALL):
        book = load_text(text)
        books[book.source.id] = book.lexicon
        found |= of_a_book(text)
    boxes = r"^```sentences vocabulary=(\S+) host=(\S+)\n(.*?)^```$"
    tables = r"^<!-- reads vocabulary=(\S+) host=(\S+) -->\n((?:\|.*\n)+)"
    told = re.findall(boxes, MANUAL, re.MULTILINE | re.DOTALL)
    for vocabulary, host, rows in re.findall(tables, MANUAL, re.MULTILINE):
        cells = [row.split(" | ")[-1].removesuffix(" |") for row in rows.splitlines()[2:]]
        told.append((vocabulary, host, "\n".join(c for cell in cells for c in cell.split("<br>"))))
    for vocabulary, host, text in told:
        for line in text.splitlines():
            if "  => " not in line and line.endswith("."):
                for sentence in line.split("  ≠  "):
                    para = read_paragraph(sentence, books[vocabulary].fork(), host).para
                    found |= set(constructions(para))
    return found


def used() -> set[str]:
    return {told for path in BOOKS for told in of_a_book(path.read_text(encoding="utf-8"))}


def test_the_books_use_what_the_manual_shows() -> None:
    missing = shown() - used()

    assert missing - set(UNUSED) == set()


def test_the_list_of_what_is_not_used_holds_nothing_that_is() -> None:
    assert set(UNUSED) & used() == set()


def test_every_node_of_meaning_occurs_in_the_books() -> None:
    assert set(NODES) - used() == set()


def instructions(kind: type[Op] = Op) -> Iterator[type[Op]]:
    """All instructions that there are."""
    for one in kind.__subclasses__():
        yield one
        yield from instructions(one)


def test_every_instruction_occurs_in_the_programs_of_the_books() -> None:
    for module in pkgutil.walk_packages(engine.__path__, f"{engine.__name__}."):
        importlib.import_module(module.name)
    games = [*(load(path) for path in BOOKS), *(load(name) for name in shipped())]
    compiled = {
        type(op).__name__ for game in games for block in game.rules(3).blocks for op in block.ops
    }

    assert {one.__name__ for one in instructions()} - compiled == BASES
