"""What a verb shows: lines with or without colour, faults, JSON; and the one way to give up."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from deckmastor.language.columns import arranged, screen_order
from deckmastor.language.faults import INDENT, Fault

WIDTH = 100
STYLES = {
    "strong": "1",
    "faint": "2",
    "error": "31",
    "good": "32",
    "warning": "33",
    "hint": "36",
}


class Stop(Exception):
    """Why a verb cannot do what was asked, and what would work; the command leaves with 2."""


def say(text: str = "", style: str = "", indent: str = "") -> None:
    """Print lines, in colour if somebody looks at a terminal that shows it."""
    for line in text.splitlines() or [""]:
        print(painted(f"{indent}{_printable(line)}".rstrip(), style))


def say_json(data: Any) -> None:
    """Print data for a program."""
    print(json.dumps(data, ensure_ascii=False, indent=2))


def painted(text: str, style: str) -> str:
    """The text with the codes of its style, or as it is where colours are not wanted."""
    return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if style and text and _has_colours() else text


def say_fault(fault: Fault, indent: str = "") -> None:
    """Print where a fault is, what is wrong, the words concerned, and what would work."""
    first, *rest = str(placed(fault)).splitlines()
    place, _, message = first.partition("  ")
    if fault.severity != "error":
        message = f"{fault.severity.capitalize()}: {message}"
    style = "error" if fault.severity == "error" else "warning"
    shown = f"{painted(place, 'strong')}  {painted(_printable(message), style)}"
    print(indent + shown)
    hints = {INDENT + line for line in fault.hint.splitlines()}
    for line in rest:
        mark = not line.strip(" ^")
        say(line, style if mark else "hint" if line in hints else "", indent)


def fault_data(fault: Fault) -> dict[str, Any]:
    """A fault for a program."""
    return {
        "file": near(fault.file),
        "line": fault.line,
        "column": fault.column,
        "severity": fault.severity,
        "code": fault.code,
        "message": fault.message,
        "hint": fault.hint,
        "source": fault.source,
    }


def placed(fault: Fault) -> Fault:
    """The fault with its file named as seen from the current folder."""
    return replace(fault, file=near(fault.file))


def near(file: str) -> str:
    """The name of a file as seen from the current folder, or unchanged if it is elsewhere."""
    path = Path(file)
    if path.is_absolute() and path.is_relative_to(Path.cwd()):
        return path.relative_to(Path.cwd()).as_posix()
    return file


def count(number: int, noun: str) -> str:
    """`1 error`, `2 errors`, `no errors`."""
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def listed(words: Iterable[str], most: int = 6) -> str:
    """The first words, and how many more there are."""
    every = list(words)
    more = f" and {len(every) - most} more" if len(every) > most else ""
    return ", ".join(every[:most]) + more


def columns() -> int:
    """How many columns a line has where somebody looks, and enough to read well elsewhere."""
    return min(shutil.get_terminal_size((WIDTH, 0)).columns, WIDTH)


def _has_colours() -> bool:
    dull = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return not dull and sys.stdout.isatty()


def _printable(line: str) -> str:
    """The line as a terminal can show it: nothing steers it, and each word is read its own way."""
    safe = "".join(c if c.isprintable() else " " for c in line)
    return arranged(safe, screen_order(os.environ, sys.stdout.isatty()))
