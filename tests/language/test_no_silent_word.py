"""No word of a rulebook is read and then forgotten: without it, it would say something else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from corpus_books import is_declaration
from deckmastor.language.book import Book, load, load_text
from deckmastor.language.ir import show
from deckmastor.language.paragraphs import read_paragraph
from deckmastor.language.tokens import sentences, tokenize

ROOT = Path(__file__).parents[2]
BOOKS = sorted((ROOT / "tests" / "engine" / "books").glob("*.md"))
BOOKS += sorted((ROOT / "src" / "deckmastor" / "rulebooks").glob("*/rulebook.md"))
ARTICLES = {"the", "a", "an", "of"}
# What may go, each for a reason.
SAID_TWICE = {
    "you": "on a card an imperative is done by you",
    "that": "`the card that you play` is `the card you play`",
}
PERFECT = {"has", "have"}  # `has passed` asks what `passed` asks, as the manual says
REFERRING = {"the", "that", "those"}  # `the stolen unicorn` is the only unicorn spoken of


def without_each_word(text: str) -> Iterator[tuple[str, str]]:
    """Each word of a paragraph that says something, with the paragraph that lacks it."""
    for sentence in sentences(text):
        tokens = tokenize(sentence)
        for n, token in enumerate(tokens):
            referring = n > 0 and tokens[n - 1].low in REFERRING
            if not token.text[0].isalnum() or token.low in ARTICLES | SAID_TWICE.keys():
                continue
            if referring and token.low.endswith(("ed", "en", "n")):
                continue
            behind = tokens[n + 1].low if n + 1 < len(tokens) else ""
            if token.low in PERFECT and behind.endswith(("ed", "en", "n")):
                continue
            cut = " ".join((text[: token.start] + text[token.end :]).split())
            cut = cut.replace(" .", ".").replace(" ,", ",")
            if cut and cut[0].isalnum():
                yield token.text, cut[0].upper() + cut[1:]


def silent(book: Book) -> list[tuple[str, str]]:
    """Words without which a paragraph would mean the same."""
    return [
        (word, entry.paragraph.text)
        for entry in book.entries
        if entry.para is not None and not is_declaration(entry)
        for word, cut in without_each_word(entry.paragraph.text)
        if read_paragraph(cut, book.lexicon.fork(), entry.paragraph.host, entry.params).para
        == entry.para
    ]


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.parent.name + "/" + path.stem)
def test_no_word_of_a_book_is_silent(path: Path) -> None:
    assert silent(load(path)) == []


BED = """# Bed {#bed}
- Each player has a hand and a bed. There is a deck. A card can be wilted.
- A card has at most one sort: flower or weed. Tulips are kinds of flower. Seeds are counters.
- Each card has any number of modifiers. Each card has any number of colours: red or blue.
- To draw is to move the top card of the deck into your bed.
"""
MODIFIER = """
The modifiers are:

| Name | Where | Text |
|---|---|---|
| Needs [K] | K is a kind of card | {} |
| Tinted [C] | C is a colour | {} |
"""


def meaning(sentence: str) -> str:
    """The meaning of a rule, or nothing if it is refused."""
    book = load_text(f"{BED}- {sentence}\n")
    found = [entry for entry in book.entries if entry.paragraph.text == sentence]
    return show(found[0].para) if found[0].para is not None and not book.errors else ""


@pytest.mark.parametrize(
    ("printed", "plain"),
    [
        ("To tame a printed flower is to gain 1 seed.", "To tame a flower is to gain 1 seed."),
        (
            "To tame a printed red tulip is to move it to your bed.",
            "To tame a red tulip is to move it to your bed.",
        ),
        (
            "Each printed revealed tulip is wilted.",
            "Each printed tulip is wilted.",
        ),
    ],
)
def test_printed_is_heard_before_a_parameter_and_before_a_participle(
    printed: str, plain: str
) -> None:
    assert meaning(printed)
    assert meaning(plain)
    assert meaning(printed) != meaning(plain)


@pytest.mark.parametrize(
    "sentence",
    [
        "Each printed card is wilted.",
        "Each printed printed tulip is wilted.",
        "To tame the top card of the deck is to gain 1 seed.",
        "To tame your flowers is to gain 1 seed.",
        "To tame no card is to gain 1 seed.",
    ],
)
def test_what_would_say_nothing_is_refused(sentence: str) -> None:
    assert meaning(sentence) == ""


def test_a_verb_of_several_words_can_be_defined_if_they_are_no_nouns() -> None:
    assert "Define(Do(hold a feast," in meaning("To hold a feast is to gain 1 seed.")


@pytest.mark.parametrize(
    ("kind", "colour"),
    [
        ("This card is wilted if there is a printed K in your bed.", ""),
        ("", "This card is wilted if there is a printed C card in your bed."),
    ],
)
def test_printed_is_refused_before_a_letter_that_stands_for_a_word(kind: str, colour: str) -> None:
    plain = MODIFIER.format(kind.replace("printed ", ""), colour.replace("printed ", ""))

    assert load_text(BED + plain).errors == []
    assert load_text(BED + MODIFIER.format(kind, colour)).errors != []


@pytest.mark.parametrize(
    ("whose", "read"), [("in their bed", True), ("in the bed of the player at turn", False)]
)
def test_a_comparison_speaks_of_the_place_of_each(whose: str, read: bool) -> None:
    told = f"At the end of the turn, if the player at turn has more cards {whose} than each other player, the player at turn gains 1 seed."

    assert bool(meaning(told)) is read
