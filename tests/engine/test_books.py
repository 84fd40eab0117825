"""The small books together use what the manual of the language shows, but for a list with reasons."""

from __future__ import annotations

import importlib
import pkgutil
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from laws import Walk

from deckmastor import engine
from deckmastor.engine.rules.program import Op
from deckmastor.engine.state.layout import OUTSIDE
from deckmastor.engine.verbs.primitives import PRIMITIVES
from deckmastor.language.book import load_text
from deckmastor.language.ir import NODES, Do, walk
from deckmastor.language.paragraphs import read_paragraph
from deckmastor.match import Game, load, shipped

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
CHANNEL = "a channel is where people write; a table has none"
UNUSED = {"Norm focus channel": CHANNEL, "role channel": CHANNEL}

# Classes of instructions that only others are made from.
BASES = {"Act", "Binding", "Draws", "Making", "OfContest", "TwoWays"}

SEEDS = 4  # matches of each book with each number of players
LIMIT = 600  # decisions


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


@cache
def games() -> list[Game]:
    return [*(load(path) for path in BOOKS), *(load(name) for name in shipped())]


def all_instructions() -> set[type[Op]]:
    for module in pkgutil.walk_packages(engine.__path__, f"{engine.__name__}."):
        importlib.import_module(module.name)
    return set(instructions())


def test_every_instruction_occurs_in_the_programs_of_the_books() -> None:
    compiled = {
        type(op).__name__ for game in games() for block in game.rules(3).blocks for op in block.ops
    }

    assert {one.__name__ for one in all_instructions()} - compiled == BASES


@pytest.mark.source
def test_random_players_come_to_run_every_instruction(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: set[str] = set()
    for kind in all_instructions():
        if "run" in vars(kind):
            monkeypatch.setattr(kind, "run", noting(ran, vars(kind)["run"]))
    for game in games():
        for seats in (2, 3, 4, 5):
            for seed in range(SEEDS):
                walk = Walk(game.rules(seats), seed)
                walk.state.v[OUTSIDE] = seed % 2  # in half of them chance is a seat
                walk.begin()
                while not walk.over and len(walk.answers) < LIMIT:
                    walk.answer(*walk.draw())
        if game.rules(3).legislates:
            change_rules(game)

    assert {one.__name__ for one in all_instructions()} - ran == BASES


def noting(ran: set[str], run: Callable[..., int]) -> Callable[..., int]:
    """The same instruction, which notes that it was run."""

    def noted(self: Op, *told: Any) -> int:
        ran.add(type(self).__name__)
        return run(self, *told)

    return noted


def change_rules(game: Game) -> None:
    """Play with somebody there who changes the rules where an effect does so."""
    for seed in range(SEEDS):
        dice = random.Random(seed)
        match = game.start(["ann", "bob", "cy"], seed)
        for _ in range(LIMIT):
            if match.over:
                break
            match.choose(dice.choice(dice.choice(match.decisions).options))
