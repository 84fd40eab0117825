"""Texts from outside: UTF-8, in one form (NFC), without signs that steer a terminal."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

LONGEST = 4_000_000  # characters of any text
SHOWN = 60  # characters of a stranger's text that a message repeats
BITS = 200  # a whole number with more is told by its length

# Half of a sign (a lone surrogate), and control characters but for line ends and tabs.
_BINARY = re.compile("[\ud800-\udfff\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


class Unfit(Exception):
    """What was given cannot be used, and why."""


Error = Callable[[str], Exception]


def text(told: object, what: str, error: Error = Unfit, most: int = LONGEST) -> str:
    """A text in the form that is kept; `what` is its name in a message, such as `A proposal`."""
    if not isinstance(told, str):
        raise error(f"{what} is a text, not {shown(told)}.")
    if len(told) > most:
        raise error(f"{what} has {len(told):,} characters; {most:,} are the most.")
    problem = binary(told)
    if problem:
        raise error(f"{what} {problem}")
    return unicodedata.normalize("NFC", told)


def cleaned(told: str, most: int) -> str:
    """What somebody typed, in the form that is kept, without what is no text."""
    return unicodedata.normalize("NFC", _BINARY.sub("", told[:most]))


def binary(told: str) -> str:
    """Why this is no text but binary data, as `is …`; empty if it is a text."""
    found = _BINARY.search(told)
    if found is None:
        return ""
    code = ord(found[0])
    if 0xD800 <= code <= 0xDFFF:
        return f"is binary data, not a text: it has half of a character (U+{code:04X})."
    return f"is binary data, not a text: it has a control character (U+{code:04X})."


def shown(told: object) -> str:
    """What was given, short enough for a message, and safe whatever it is."""
    if type(told) is str:
        short = told if len(told) <= SHOWN else f"{told[:SHOWN]}…"
        return repr(short.encode("utf-8", "replace").decode())
    if type(told) is int:
        return repr(told) if told.bit_length() <= BITS else "a number that is far too long"
    if told is None or type(told) is bool:
        return repr(told)
    return type(told).__name__
