"""All that the public door refuses, each with what, where and why."""

from __future__ import annotations

from collections.abc import Sequence

from deckmastor.engine import Sentence
from deckmastor.language.faults import Fault


class DeckmastorError(Exception):
    """Something that cannot be done, and why."""


class RulebookError(DeckmastorError):
    """A rulebook that cannot be played; `faults` says where and why."""

    def __init__(self, message: str, faults: Sequence[Fault] | None = None) -> None:
        super().__init__(message)
        self.faults = list(faults or [])


class AmendmentRefused(DeckmastorError):
    """A text that does not become a rule; `faults` says where and why. Nothing was changed."""

    def __init__(self, message: str, faults: Sequence[Fault] | None = None) -> None:
        super().__init__(message)
        self.faults = list(faults or [])


class InternalError(DeckmastorError):
    """An error of Deckmastor itself, not of a rulebook; its cause says where. Please report it."""


class StartError(DeckmastorError):
    """A match that cannot begin: its players, its seed or its values are not possible.

    `because` is the sentence of the rulebook that says so, if it is one.
    """

    def __init__(self, message: str, because: Sentence | None = None) -> None:
        super().__init__(message)
        self.because = because


class IllegalChoice(DeckmastorError):
    """A choice that is not open, not this player's, or not allowed; nothing was changed."""


class Paradox(DeckmastorError):
    """An answer whose effects have no end; it is refused, and `sentences` took part in it."""

    def __init__(self, message: str, sentences: Sequence[Sentence]) -> None:
        super().__init__(message)
        self.sentences = tuple(sentences)


class SaveError(DeckmastorError):
    """A saved match that cannot be read, and why."""


class JournalError(DeckmastorError):
    """A journal that cannot be replayed; `entry` is the number of the entry that is at fault."""

    def __init__(self, message: str, entry: int) -> None:
        super().__init__(f"Entry {entry}: {message}")
        self.entry = entry
