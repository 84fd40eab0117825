"""Finding a rulebook: the games that ship with the package, and paths."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import TYPE_CHECKING

from deckmastor.cli.screen import Stop, say
from deckmastor.language.rulebook import MAIN, read_path
from deckmastor.record import books
from deckmastor.terminal.shelf import Shelved, shelve

if TYPE_CHECKING:
    from deckmastor.language.book import Book

RULEBOOKS = Path(__file__).resolve().parent.parent / "rulebooks"
NONE_YET = "No rulebook ships with the package yet."
A_PATH = f"Name a Markdown file, or a folder with a {MAIN}."


def shipped() -> dict[str, Path]:
    """The games that ship with the package: their folders, or main files, by name."""
    found = books.shelf(RULEBOOKS)
    return {
        _plain(name): main.parent if main.name == MAIN else main for name, main in found.items()
    }


def find(name: str) -> Path:
    """The path of a rulebook, by the name of a shipped game or by its path."""
    known = shipped()
    if _plain(name) in known:
        return known[_plain(name)]
    if _exists(name):
        return Path(name)
    raise Stop(f"There is no rulebook '{name}'.\n{_instead(name)}")


def open_book(name: str) -> Book:
    """A rulebook read; it may have faults, but it is a rulebook."""
    from deckmastor.language.book import load

    book = load(find(name))
    for fault in book.faults:
        if fault.code == "not-a-rulebook":
            raise Stop(f"'{name}' is no rulebook. {fault.message}\n{fault.hint}")
    return book


def list_games() -> int:
    """Show the games that ship with the package."""
    games = shelved()
    if not games:
        say(f"{NONE_YET} {A_PATH}")
    width = max((len(game.name) for game in games), default=0)
    for game in games:
        players = f", {game.players}" if game.players else ""
        say(f"{game.name:{width}}  {game.title}{players}")
        if game.line:
            say(game.line, "faint", " " * (width + 2))
    return 0


def shelved() -> list[Shelved]:
    """The games that ship with the package, as they describe themselves."""
    return [shelve(name, read_path(path)) for name, path in shipped().items()]


def _plain(name: str) -> str:
    return name.replace("_", "-").casefold()


def _exists(name: str) -> bool:
    try:
        return bool(name) and Path(name).exists()
    except (OSError, ValueError):
        return False


def _instead(name: str) -> str:
    names = list(shipped())
    if not names:
        return f"{NONE_YET} {A_PATH}"
    close = difflib.get_close_matches(_plain(name), names, 1)
    guess = f"Did you mean '{close[0]}'? " if close else ""
    return f"{guess}Games that ship: {', '.join(names)}.\n{A_PATH}"
