"""The small books together use what the manual of the language shows, but for a list with reasons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from deckmastor.engine.acts import PRIMITIVES
from deckmastor.language.book import load_text
from deckmastor.language.ir import Do, walk
from deckmastor.language.paragraphs import read_paragraph

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
LAW = "proposals, votes and rules about rules make a game of weeks; they have tests of their own"
CLOCK = "it needs a clock that ticks; it has tests of its own"
UNUSED = {
    "Do act": LAW, "Do adopt": LAW, "Do amend": LAW, "Do object": LAW, "Do repeal": LAW,
    "Do submit": LAW, "Do take effect": LAW, "Do vote": LAW, "Do withdraw": LAW,
    "Cmp op earliest": LAW, "Rank of proposals": LAW, "Norm focus channel": LAW,
    "role channel": LAW, "role on": LAW, "role replace": LAW,
    "Moment edge elapsed": CLOCK, "Moment edge for": CLOCK, "Moment edge last": CLOCK,
    "Moment edge within": CLOCK, "Tally op time": CLOCK, "role within": CLOCK,
}  # fmt: skip


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
