"""Paragraphs of the corpora in two forms of one meaning, each in a small book with a story around it.

The meaning of a paragraph is rewritten in a way that may change nothing, and both tell their stories.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace as changed
from pathlib import Path

from deckmastor.engine.rules.assembly import build
from deckmastor.engine.rules.program import Barred
from deckmastor.engine.state.budgets import Exhausted
from deckmastor.language.book import Book, Entry
from deckmastor.language.ir import (
    Cmp,
    Do,
    Done,
    If,
    Kind,
    Logic,
    Para,
    Pick,
    Ref,
    Tree,
    When,
    replace,
    rewrite,
    walk,
)

sys.path.append(str(Path(__file__).parents[1] / "engine"))

from corpus_runs import (
    FAILURES,
    SEATS,
    Probe,
    only_words,
    probes,
    small_book,
    staged,
    supports,
)

from corpus_books import corpus

Rewriting = Callable[[Tree], Tree]
TRUE = Cmp(1, "=", 1)
TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


def introduced(tree: Tree) -> set[str]:
    """The labels that a tree brings."""
    found = {node.label for node in walk(tree) if isinstance(node, (Pick, Do))}
    return {*found, *(node.var for node in walk(tree) if isinstance(node, Kind))} - {""}


def used(tree: Tree) -> set[str]:
    """The labels that a tree refers to."""
    return {node.name for node in walk(tree) if isinstance(node, Ref)}


def apart(parts: tuple[Tree, ...]) -> bool:
    """True if no part refers to what another brings."""
    return not any(introduced(one) & used(two) for one in parts for two in parts if one is not two)


def everywhere(change: Callable[[Tree], Tree]) -> Rewriting:
    """A rewriting of every node, from the leaves up."""

    def whole(node: Tree) -> Tree:
        return change(rewrite(node, whole))

    return whole


def parts_turned(node: Tree) -> Tree:
    """The parts of *and* and *or* of conditions, in another order."""
    if isinstance(node, Logic) and node.op in ("and", "or") and apart(node.parts):
        return replace(node, parts=node.parts[::-1])
    return node


def clauses_turned(node: Tree) -> Tree:
    """The clauses of a description, in another order."""
    if isinstance(node, Kind) and apart(node.where):
        return replace(node, where=node.where[::-1])
    return node


def twice_denied(node: Tree) -> Tree:
    """A condition denied twice; *If you do* belongs to its act and has no such form."""
    if isinstance(node, If) and any(isinstance(part, Done) for part in walk(node.cond)):
        return node
    if isinstance(node, If) and not introduced(node.cond) & used((node.then, node.orelse)):
        return replace(node, cond=Logic("not", (Logic("not", (node.cond,)),)))
    return node


def truth_added(node: Tree) -> Tree:
    """A condition and something that is always so."""
    if isinstance(node, If):
        return replace(node, cond=Logic("and", (node.cond, TRUE)))
    if isinstance(node, When) and not isinstance(node.effect, If):
        return replace(node, effect=If(TRUE, node.effect))
    return node


def branches_turned(node: Tree) -> Tree:
    """What is done otherwise comes first, under the denied condition."""
    if isinstance(node, If) and node.orelse is not None and not introduced(node.cond) & used(node):
        return If(Logic("not", (node.cond,)), node.orelse, node.then, at=node.at)
    return node


def turned(node: Tree) -> Tree:
    """A is more than B: B is less than A."""
    if isinstance(node, Cmp) and node.op in TURNED and isinstance(node.b, (int, Ref)):
        return replace(node, a=node.b, op=TURNED[node.op], b=node.a)
    return node


def comparisons_turned(node: Tree) -> Tree:
    """Comparisons in conditions, from their other side; bounds and events are none."""
    if isinstance(node, If):
        return replace(node, cond=everywhere(turned)(node.cond))
    return node


REWRITINGS: dict[str, Rewriting] = {
    "the parts of and, or": everywhere(parts_turned),
    "the clauses of a description": everywhere(clauses_turned),
    "denied twice": everywhere(twice_denied),
    "with what is always so": everywhere(truth_added),
    "Otherwise before": everywhere(branches_turned),
    "comparisons turned": everywhere(comparisons_turned),
    "the order of the book": lambda tree: tree,
}


def rewritten(name: str, entry: Entry) -> Entry | None:
    """A paragraph in another form; nothing if it has no such form."""
    if entry.para is None or only_words(entry):
        return None
    para = REWRITINGS[name](entry.para)
    assert isinstance(para, Para)
    if para == entry.para and name != "the order of the book":
        return None
    return Entry(entry.paragraph, para, entry.id, entry.params)


def mixed(book: Book, seed: int) -> Book:
    """A book whose words stand in another order, behind all the rest.

    What is permitted keeps its order: a story takes the nth of what is offered.
    """
    words = [entry for entry in book.entries if only_words(entry)]
    rest = [entry for entry in book.entries if not only_words(entry)]
    return changed(book, entries=rest + random.Random(seed).sample(words, len(words)))


def candidates(game: str, name: str) -> Iterator[tuple[Entry, Entry]]:
    """The paragraphs of a corpus that have another form, and that form."""
    for entry in corpus(game).entries:
        other = rewritten(name, entry)
        if other is not None:
            yield entry, other


def differing(game: str, name: str, entry: Entry, other: Entry, stories: int) -> tuple[int, str]:
    """How many stories were told, and where the two forms differ."""
    thing = next((one for one in corpus(game).things if one.id == entry.id), None)
    support, probe = supports(game, entry), probes(game, entry, thing)
    books = [small_book(game, e, support, probe.entries, probe.things) for e in (entry, other)]
    if name == "the order of the book":
        books[1] = mixed(books[1], 1)
    rules = [build(book, SEATS) for book in books]
    text = entry.paragraph.text
    refused = [[why for told, why in one.unrunnable if told == text] for one in rules]
    if refused[0]:
        return 0, ""
    if refused[1]:
        return 1, f"{text}\nruns as it is, but in its other form: {refused[1][0]}"
    at = [next(i for i, one in enumerate(r.sentences) if one.text == text) for r in rules]
    for seed in range(stories):
        courses = [told(r, probe, n, seed, entry.id) for r, n in zip(rules, at, strict=True)]
        if courses[0] != courses[1]:
            return seed + 1, f"{game}: {text}\nstory {seed}\n{_first(*courses)}"
    return stories, ""


def told(rules: object, probe: Probe, sentence: int, seed: int, row: str) -> list[str]:
    """The course of a story; how it broke off, if it did."""
    try:
        return staged(rules, probe, sentence, seed, row).tell().course  # type: ignore[arg-type]
    except (Barred, Exhausted, *FAILURES) as why:
        return [f"broke off: {type(why).__name__}"]


def _first(one: list[str], two: list[str]) -> str:
    at = next((n for n, pair in enumerate(zip(one, two, strict=False)) if pair[0] != pair[1]), -1)
    return f"step {at}:\n  < {one[at : at + 3]}\n  > {two[at : at + 3]}"
