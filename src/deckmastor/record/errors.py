"""All that the public door refuses, each with what, where and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class Violation:
    """A sentence that keeps a match from its beginning: on whose account, and for what reason."""

    because: Sentence
    player: str = ""  # empty if it is nobody's in particular
    reason: str = ""  # what there is, in numbers; empty if the sentence says it all
    gap: int = 1  # by how much the numbers miss what is asked for

    def __str__(self) -> str:
        named = self.player if not self.reason.startswith(self.player) else ""
        told = ": ".join(part for part in (named, self.reason) if part)
        return f"{self.because.text} ({told})" if told else self.because.text


class StartError(DeckmastorError):
    """A match that cannot begin: its players, seed, values or decks are not possible.

    `because` is the sentence of the rulebook that says so, if it is one, and `violations` are all
    such sentences.
    """

    def __init__(
        self, message: str, because: Sentence | None = None, violations: Sequence[Violation] = ()
    ) -> None:
        super().__init__(message)
        self.because = because
        self.violations = tuple(violations)


class DeckError(StartError):
    """A deck that cannot be read or made; `faults` are all its lines that are wrong."""

    def __init__(self, message: str, faults: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.faults = tuple(faults)


class IllegalChoice(DeckmastorError):
    """A choice that is not open, not this player's, or not allowed; nothing was changed."""


class Occupied(DeckmastorError):
    """A match that is asked in the midst of its own answer; nothing was changed by asking."""


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
