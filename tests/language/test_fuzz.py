"""Sentences that nobody would write are read or refused, without an exception and without a wait."""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable

import pytest

from corpus_books import GAMES, corpus
from deckmastor.language.book import Entry, read_book
from deckmastor.language.ir import dumps, loads
from deckmastor.language.lexicon import Lexicon
from deckmastor.language.paragraphs import read_paragraph
from deckmastor.language.rulebook import read_text
from deckmastor.language.tokens import FUNCTION_WORDS, sentences
from pony_book import PONIES

FUNCTION = sorted(FUNCTION_WORDS)
MARKS = [*",.:;!?'\"`()[]{}|#*-–…’“”&/\\<>=+", "``", "<br>", "**", "By hand:"]
STRANGE = [*"🐴éßİ中\u200b\u202e\u0301\u017f\x07\ufeff\u2028", "👩‍👩‍👧‍👦"]
NUMBERS = ["0", "-1", "7", "2d6", "4+", "00", "999999999999999999999", "1.5", "½", "٣", "X"]
SCRIPT = [*range(0x21, 0xD800), *range(0xE000, 0x1FFFF)]

Words = list[str]
Mutation = Callable[[random.Random, Words, Words], Words]


# ---- mutations: each changes the words of a paragraph; `other` are those of another one -------


def swap(rng: random.Random, words: Words, other: Words) -> Words:
    i, j = rng.randrange(len(words)), rng.randrange(len(words))
    words[i], words[j] = words[j], words[i]
    return words


def drop(rng: random.Random, words: Words, other: Words) -> Words:
    del words[rng.randrange(len(words))]
    return words


def double(rng: random.Random, words: Words, other: Words) -> Words:
    i = rng.randrange(len(words))
    return words[:i] + [words[i]] * rng.choice([2, 2, 2, 9]) + words[i + 1 :]


def exchange(rng: random.Random, words: Words, other: Words) -> Words:
    words[rng.randrange(len(words))] = rng.choice(other)
    return words


def insert(choices: list[str]) -> Mutation:
    def inserted(rng: random.Random, words: Words, other: Words) -> Words:
        words.insert(rng.randrange(len(words) + 1), rng.choice(choices))
        return words

    return inserted


def stick(rng: random.Random, words: Words, other: Words) -> Words:
    i = rng.randrange(len(words))
    words[i] += rng.choice([rng.choice(MARKS), rng.choice(STRANGE), chr(rng.choice(SCRIPT))])
    return words


def recase(rng: random.Random, words: Words, other: Words) -> Words:
    i = rng.randrange(len(words))
    words[i] = rng.choice([str.upper, str.lower, str.title, str.swapcase])(words[i])
    return words


def misspell(rng: random.Random, words: Words, other: Words) -> Words:
    i = rng.randrange(len(words))
    at = rng.randrange(len(words[i]) + 1)
    words[i] = words[i][:at] + words[i][at + 1 :] or "a"
    return words


def truncate(rng: random.Random, words: Words, other: Words) -> Words:
    return words[: rng.randrange(1, len(words) + 1)]


def behead(rng: random.Random, words: Words, other: Words) -> Words:
    return words[rng.randrange(len(words)) :]


def concatenate(rng: random.Random, words: Words, other: Words) -> Words:
    return words + other


def splice(rng: random.Random, words: Words, other: Words) -> Words:
    return words[: rng.randrange(len(words) + 1)] + other[rng.randrange(len(other)) :]


def join(rng: random.Random, words: Words, other: Words) -> Words:
    """Two paragraphs as one long sentence."""
    return [
        words[0].rstrip("."),
        rng.choice(["and", "or", ", then", "if", "until", ","]),
        *words[1:],
        *other,
    ]


MUTATIONS: list[Mutation] = [
    swap, swap, drop, drop, double, exchange, exchange, insert(FUNCTION), insert(FUNCTION),
    insert(MARKS), insert(NUMBERS), insert(STRANGE), stick, recase, misspell, truncate, behead,
    concatenate, splice, join,
]  # fmt: skip


def mutated(rng: random.Random, text: str, other: str) -> str:
    """The text after one to four mutations."""
    words = text.split()
    for _ in range(rng.choice([1, 1, 1, 2, 2, 3, 4])):
        words = rng.choice(MUTATIONS)(rng, words, other.split()) or ["a"]
    return " ".join(words)


# ---- paragraphs -----------------------------------------------------------------------------


class Measured:
    """How many mutated paragraphs were read and accepted, and how long the slowest took."""

    def __init__(self) -> None:
        self.read = self.accepted = 0
        self.slowest: tuple[float, str] = (0.0, "")
        self.slow: list[tuple[float, str]] = []

    def __str__(self) -> str:
        seconds, text = self.slowest
        return (
            f"{self.read} read, {self.accepted / self.read:.1%} accepted, "
            f"slowest sentence {seconds * 1000:.1f} ms: {text!r}"
        )


def try_paragraph(text: str, lexicon: Lexicon, entry: Entry, measured: Measured) -> None:
    """Read a paragraph; collecting the garbage of all others is not counted as its time."""
    own = lexicon.fork()
    gc.disable()
    start = time.process_time()
    read = read_paragraph(text, own, entry.paragraph.host, entry.params)
    seconds = (time.process_time() - start) / max(len(sentences(text)), 1)
    gc.enable()

    assert (read.para is None) != (read.problem is None), text
    if read.problem is not None:
        assert read.problem.message, text
        assert 0 <= read.problem.start <= len(text), text
    else:
        assert loads(dumps(read.para)) == read.para, text
    measured.read += 1
    measured.accepted += read.para is not None
    measured.slowest = max(measured.slowest, (seconds, text))
    if seconds > 0.05:
        measured.slow.append((seconds, text))


def try_many(seed: int, count: int) -> Measured:
    rng = random.Random(seed)
    known = [(corpus(game).lexicon, entry) for game in GAMES for entry in corpus(game).entries]
    measured = Measured()
    for _ in range(count):
        lexicon, entry = rng.choice(known)
        other = rng.choice(known)[1].paragraph.text
        try_paragraph(mutated(rng, entry.paragraph.text, other), lexicon, entry, measured)
    print(measured)
    return measured


def test_600_mutated_paragraphs_are_read_or_refused_soon():
    measured = try_many(seed=1, count=600)

    assert measured.read == 600
    assert 0 < measured.accepted < 600
    assert measured.slowest[0] < 0.25, measured


@pytest.mark.long
def test_no_sentence_of_20_000_mutated_paragraphs_takes_50_ms():
    measured = try_many(seed=2, count=20_000)

    assert measured.slow == [], f"{len(measured.slow)} of {measured}"


# ---- books ----------------------------------------------------------------------------------

TABLES = """\
## Cards {#cards}

The modifiers are:

| Name | Where | Text |
|---|---|---|
| Toll [X] | X is a number at least 1 | To play this card, a player must pay X beads. |

The values are:

| Name | Value | Least | Most |
|---|---|---|---|
| fee | =2 + hand limit | 1 | 9 |

Opposite colours are:

| Colour | Colour |
|---|---|
| red | black |

The cards are:

| Name | Type | Value | Colours | Modifiers | Text |
|---|---|---|---|---|---|
| Oats | spell | 3 | red, black | Toll 2 | Draw a card. |
| Bell | foal | 4 | yellow | | Each other player discards a card. |
"""
LINES = (PONIES + TABLES).splitlines()


def mutated_book(rng: random.Random) -> str:
    """The small book with one to five lines, cells or characters changed."""
    lines = list(LINES)
    for _ in range(rng.randrange(1, 6)):
        i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.randrange(7):
            case 0:
                lines[i], lines[j] = lines[j], lines[i]
            case 1:
                del lines[i]
            case 2:
                lines.insert(i, lines[j])
            case 3:
                lines[i] = mutated(rng, lines[i] or "a", lines[j] or "a")
            case 4:
                at = rng.randrange(len(lines[i]) + 1)
                mark = rng.choice([*MARKS, *STRANGE, *NUMBERS])
                lines[i] = lines[i][:at] + mark + lines[i][at:]
            case 5:
                at = rng.randrange(len(lines[i]) + 1)
                lines[i] = lines[i][:at] + lines[j][at:]
            case _:
                cells = lines[i].split("|")
                rng.shuffle(cells)
                lines[i] = "|".join(cells)
    return "\n".join(lines)


def try_book(text: str) -> bool:
    """Read a book; whether it has no error."""
    start = time.process_time()
    book = read_book(read_text(text, "ponies.md"))
    assert time.process_time() - start < 2, text

    told = {fault.line for fault in book.errors}
    for entry in book.entries:
        line, _ = entry.paragraph.place(0)
        assert entry.para is not None or told, (line, text)
    for fault in book.faults:
        assert 1 <= fault.line <= len(text.splitlines()) + 1, (fault, text)
        assert str(fault), text
    return not book.errors


def test_the_small_book_is_read_before_it_is_changed():
    assert try_book("\n".join(LINES))


def test_200_mutated_books_are_read_or_refused_soon():
    rng = random.Random(3)

    good = sum(try_book(mutated_book(rng)) for _ in range(200))

    print(f"{good} of 200 books without error")
    assert 0 < good < 200


@pytest.mark.long
def test_5_000_mutated_books_are_read_or_refused_soon():
    rng = random.Random(4)

    good = sum(try_book(mutated_book(rng)) for _ in range(5000))

    print(f"{good} of 5000 books without error")
