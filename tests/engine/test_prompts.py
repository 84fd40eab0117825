"""Prompts, options and events are words: no node of the IR shows in them."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import pytest

from corpus_books import GAMES, corpus
from deckmastor.engine.rules.wording import Wording
from deckmastor.language import ir
from deckmastor.language.ir import Block, Do, Each, If, May, Ref, Repeat, walk
from deckmastor.match import Game, Paradox, load, shipped
from deckmastor.testing import Table
from games.unicorns.stable import lay

BOOKS = Path(__file__).with_name("books")
SMALL = sorted(path.stem for path in BOOKS.glob("*.md"))
NODES = [name for name, kind in vars(ir).items() if isinstance(kind, type)]
TREE = re.compile(rf"\b({'|'.join(NODES)})\(")


@cache
def game(name: str) -> Game:
    return load(BOOKS / f"{name}.md") if name in SMALL else load(name)


def wordings(name: str) -> list[str]:
    """Every text that a question of a game can quote."""
    found: list[str] = []
    rules = game(name).rules(3)
    for block in rules.blocks:
        for op in block.ops:
            told = [getattr(op, "text", None), *getattr(op, "texts", ())]
            found += [str(one) for one in told if isinstance(one, Wording)]
    return found + [offer.text for offer in rules.offers]


@pytest.mark.parametrize("name", [*SMALL, *shipped()])
def test_what_a_question_can_quote_is_words(name: str) -> None:
    assert [text for text in wordings(name) if TREE.search(text)] == []


@pytest.mark.parametrize("name", [*SMALL, *shipped()])
def test_what_players_read_is_words(name: str) -> None:
    dice = random.Random(name)
    match = game(name).start(["ann", "bob", "cy"], seed=4)
    read: list[str] = []
    for _ in range(60):
        if match.over or not match.decisions:
            break
        for decision in match.decisions:
            read += [decision.prompt, decision.about, decision.card]
            read += [option.text for option in decision.options]
        try:
            match.choose(dice.choice(dice.choice(match.decisions).options))
        except Paradox:
            break
    read += [event.text for event in match.events]

    assert [text for text in read if TREE.search(text)] == []


@pytest.mark.parametrize("name", GAMES)
def test_every_effect_of_the_corpora_is_worded_without_a_tree(name: str) -> None:
    book = corpus(name)
    effects = [
        node
        for entry in book.entries
        for node in (walk(entry.para) if entry.para is not None else ())
        if isinstance(node, (Block, Do, Each, If, May, Repeat))
    ]
    told = [str(Wording(effect, Ref("you"), book.lexicon)) for effect in effects]

    assert [text for text in told if TREE.search(text)] == []
    assert sum(not text for text in told) < len(told) / 4


def test_some_of_several_cards_are_asked_for_in_words() -> None:
    table: Table = lay(
        a={"hand": ["Unicorn Oracle"]}, deck=["Yay", "Neigh", "Slowdown", "Yay", "Neigh", "Narwhal"]
    )
    table.play("A", "Unicorn Oracle")
    while not table.match.decisions[0].prompt.startswith("Move 1 of"):
        table.choose(table.asked()[0], table.options(table.asked()[0])[-1])

    assert table.match.decisions[0].prompt == "Move 1 of those cards into your hand: which?"
