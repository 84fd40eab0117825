"""What a typed line means: one of the options, by its number, its name or the start of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from deckmastor import doors


class Named(Protocol):
    """Something with a text by which it can be typed."""

    @property
    def text(self) -> str:
        """What it is called."""


Answer = TypeVar("Answer", bound=Named)


class Unclear(Exception):
    """A line that names no option, or more than one."""


def exact(line: str, options: Sequence[Answer]) -> Answer | None:
    """The option with this number or this very text, capital letters aside."""
    if line.isdecimal():
        number = doors.digits(line)
        if not 1 <= number <= len(options):
            printed = line if len(line) < 10 else f"{line[:9]}…"
            known = f"they go from 1 to {len(options)}" if len(options) > 1 else "there is only 1"
            raise Unclear(f"There is no option {printed}; {known}.")
        return options[number - 1]
    wanted = plain(line)
    return next((option for option in options if plain(option.text) == wanted), None)


def near(line: str, options: Sequence[Answer]) -> Answer | None:
    """The only option that starts like the line, or else the only one with such words in it."""
    wanted = plain(line)
    for fits in (_starts, _words):
        found = [option for option in options if fits(wanted, plain(option.text))]
        if len(found) == 1:
            return found[0]
        if found:
            names = ", ".join(f"'{option.text}'" for option in found[:6])
            more = f" and {len(found) - 6} more" if len(found) > 6 else ""
            raise Unclear(f"'{line}' could be {names}{more}. Type more of it, or its number.")
    return None


def plain(text: str) -> str:
    """A text without capital letters and with single blanks."""
    return " ".join(text.casefold().split())


def _starts(wanted: str, text: str) -> bool:
    return text.startswith(wanted)


def _words(wanted: str, text: str) -> bool:
    """Whether each word typed starts a word of the text, in the same order."""
    rest = iter(text.split())
    return all(any(word.startswith(part) for word in rest) for part in wanted.split())
