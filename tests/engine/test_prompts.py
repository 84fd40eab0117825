"""Prompts, options and events are words: no node of the IR shows in them."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import garden
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


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("2 players draw a card.", "Choose 2 players: which?"),
        ("2 other players gain 1 seed.", "Choose 2 players other than you: which?"),
        ("2 cards in your hand become wilted.", "Choose 2 cards in your hand: which?"),
    ],
)
def test_who_or_what_is_picked_in_number_is_asked_in_words(text: str, asked: str) -> None:
    hand = ["Deal", "Rose", "Daisy", "Tulip"]
    table = garden.lay(tricks={"Deal": text}, ann={"hand": hand}, cyd={}, dan={})
    table.play("ann", "Deal")

    assert table.decision.prompt == asked


GIFT = "To gift a card to a player is to move it from your hand to that player's hand."


@pytest.mark.parametrize(
    ("rules", "offered"),
    [
        (
            (GIFT, "The player at turn may gift a card to another player."),
            ["gift a card to a player other than you"],
        ),
        (
            ("A player may vote for another player.", "A player may vote against another player."),
            ["vote for bob", "vote for cyd", "vote against bob", "vote against cyd"],
        ),
        (
            ("Each player may discard a flower.", "The player at turn may discard a flower."),
            ["discard Rose"],
        ),
        (
            ("Each player may plant a flower.", "Once per turn, each player may plant a flower."),
            ["plant Rose", "plant Rose"],
        ),
        (
            (
                "Each player may plant a flower.",
                "Each player may plant a flower. If they do, they gain 1 seed.",
            ),
            ["plant Rose", "plant Rose"],
        ),
        (
            ("Each player may plant a flower.", "Each player may discard a flower."),
            ["plant Rose", "discard Rose"],
        ),
    ],
)
def test_an_option_says_what_is_done_and_is_told_once(
    rules: tuple[str, ...], offered: list[str]
) -> None:
    table = garden.lay(*rules, ann={"hand": ["Nettle", "Rose"]}, cyd={})

    assert [text for text in table.options("ann") if text not in ("rest", "pass")] == offered


def test_one_option_meets_a_duty_that_a_permission_speaks_of_too() -> None:
    table = garden.lay(
        "Each player may discard a flower.",
        "When a player rests, that player must discard a flower within 2 days. "
        "If they do not, they lose 1 coin.",
        ann={"hand": ["Nettle", "Rose", "Daisy"]}, bob={"hand": ["Tulip"]},
    )  # fmt: skip
    table.choose("ann", "rest")
    offered = [text for text in table.options("ann") if text.startswith("discard")]
    table.choose("ann", "discard Daisy")
    table.wait(3 * 86400)

    assert offered == ["discard Rose", "discard Daisy"]
    assert table.count("ann", "coin") == 1
