"""The five corpora, read once for all tests that use them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from deckmastor.language.book import Book, Entry, load
from deckmastor.language.ir import Declare, digest, show

FOLDER = Path(__file__).parent / "corpus"
GAMES = ("agora", "gilded_hall", "hypertext", "meta", "unicorns")


@cache
def corpus(game: str) -> Book:
    """The corpus of a game, read."""
    return load(FOLDER / f"{game}.md")


def golden_path(game: str) -> Path:
    """Where the accepted meaning of a corpus lies."""
    return FOLDER / "golden" / f"{game}.txt"


def recorded(entry: Entry) -> str:
    """A paragraph and its meaning as the golden file writes them: text, IR for eyes, hash."""
    meaning = show(entry.para) if entry.para is not None else "(not read)"
    return f"{entry.paragraph.text}\n    {meaning}\n    {digest(entry.para)[:16]}\n"


def golden(book: Book) -> str:
    """The whole golden file of a corpus."""
    return "\n".join(recorded(entry) for entry in book.entries)


def is_declaration(entry: Entry) -> bool:
    """Whether a paragraph only brings words."""
    return entry.para is not None and all(isinstance(rule, Declare) for rule in entry.para.rules)
