"""What is told of a game before it is played: its title, how many can play, what it is about."""

from __future__ import annotations

import re
from dataclasses import dataclass

from deckmastor.language.rulebook import Comment, Rulebook

_PLAYERS = re.compile(r"\b(\d+)(?:\s*(?:to|-|–)\s*(\d+))? players\b")
_SENTENCE = re.compile(r"(?<=[.!?])\s")
NAMES = (
    "ann", "bob", "cy", "dee", "eve", "fay", "gus", "hal", "ivy", "jo", "kim", "lee", "mo", "ned",
    "oz",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shelved:
    """A game on the shelf; `least` and `most` players are 0 where the rulebook does not tell."""

    name: str
    title: str
    line: str
    least: int = 0
    most: int = 0

    @property
    def players(self) -> str:
        """How many can play, in words."""
        if not self.least:
            return ""
        many = f"{self.least} to {self.most}" if self.most > self.least else f"{self.least}"
        return f"{many} players"


def shelve(name: str, book: Rulebook) -> Shelved:
    """A game as the notes below its title describe it."""
    blocks = book.rules[0].blocks if book.rules else ()
    notes = [" ".join(block.text.split()) for block in blocks if isinstance(block, Comment)]
    line = _SENTENCE.split(notes[0])[0] if notes else ""
    found = _PLAYERS.search(" ".join(notes))
    least = int(found[1]) if found else 0
    most = int(found[2] or found[1]) if found else 0
    return Shelved(name, book.title, line, least, most)
