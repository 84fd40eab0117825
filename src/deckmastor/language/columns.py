"""How wide a text is on a screen, and how words written from right to left keep their place.

A screen that knows such words turns them itself; there each stretch is set apart with marks, so
that nothing beside it moves. A screen that does not is given the letters in the order seen.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

LOGICAL, VISUAL = "logical", "visual"
SETTING = "DECKMASTOR_BIDI"

_OPEN, _CLOSE = "\u2067", "\u2069"
_SCRIPTS = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
_STRETCH = re.compile(f"[{_SCRIPTS}]+(?: +[{_SCRIPTS}]+)*")
_UNTURNED = ("ALACRITTY_WINDOW_ID", "KITTY_WINDOW_ID", "WT_SESSION", "XTERM_VERSION")
_UNTURNED_PROGRAMS = ("vscode", "WezTerm", "ghostty")


def width(text: str) -> int:
    """How many columns a text takes: points and accents none, wide signs two."""
    return sum(_width(c) for c in text)


def _width(c: str) -> int:
    if unicodedata.category(c) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(c) in "WF" else 1


def padded(text: str, columns: int) -> str:
    """The text with blanks behind it up to a number of columns."""
    return text + " " * (columns - width(text))


def screen_order(environment: Mapping[str, str], is_screen: bool) -> str:
    """The order in which a screen wants its letters: VISUAL if it is known not to turn words."""
    told = environment.get(SETTING, "").casefold()
    if told in (LOGICAL, VISUAL):
        return told
    unturned = any(environment.get(name) for name in _UNTURNED)
    unturned = unturned or environment.get("TERM_PROGRAM") in _UNTURNED_PROGRAMS
    unturned = unturned or environment.get("TERM") == "linux"
    return VISUAL if is_screen and unturned else LOGICAL


def stretches(text: str) -> list[tuple[int, int]]:
    """Where words from right to left begin and end in a text."""
    return [found.span() for found in _STRETCH.finditer(text)]


def arranged(text: str, order: str = LOGICAL) -> str:
    """The text as a screen of that order shows it right; only words from right to left change."""
    if text.isascii():
        return text
    return _STRETCH.sub(lambda found: _arranged(found[0], order), text)


def _arranged(stretch: str, order: str) -> str:
    if order == LOGICAL:
        return f"{_OPEN}{stretch}{_CLOSE}"
    letters: list[str] = []
    for c in stretch:
        if letters and not _width(c):
            letters[-1] += c
        else:
            letters.append(c)
    return "".join(reversed(letters))
