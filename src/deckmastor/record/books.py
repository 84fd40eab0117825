"""The texts that a rulebook was read from, and a book read again from such texts alone."""

from __future__ import annotations

import tempfile
from pathlib import Path, PurePosixPath

from deckmastor import doors
from deckmastor.language import cache
from deckmastor.language.book import Book, load_text, read_book
from deckmastor.language.rulebook import read_path
from deckmastor.record.errors import RulebookError, SaveError

RULEBOOKS = Path(__file__).parent.with_name("rulebooks")
MAIN = "rulebook.md"
MOST, LARGEST, LONGEST_NAME = 1_000, 16_000_000, 1_000  # files, their characters, and of a name
TEXT = "<text>"  # the name of a rulebook that is no file

Files = dict[str, str]  # names within the folder of the book, the main file first


def shelf(folder: Path) -> dict[str, Path]:
    """The main files of the games in a folder of rulebooks, by their names.

    A folder is a game by its `rulebook.md`, and by each `NAME.rulebook.md`: two games of one folder
    can share chapters.
    """
    found = {path.parent.name: path for path in folder.glob(f"*/{MAIN}")}
    found |= {path.name.removesuffix(f".{MAIN}"): path for path in folder.glob(f"*/*.{MAIN}")}
    return dict(sorted(found.items()))


def shipped() -> list[str]:
    """The names of the games that come with Deckmastor."""
    return list(shelf(RULEBOOKS))


def checked(files: object) -> Files:
    """The texts of a rulebook as somebody gave them; RulebookError if they are none."""
    if not isinstance(files, dict) or not files:
        raise RulebookError("The files of a rulebook are a dict of names and texts.")
    if len(files) > MOST:
        raise RulebookError(f"A rulebook has at most {MOST} files.")
    told: Files = {}
    for name, text in files.items():
        kept = doors.text(name, "The name of a file", RulebookError, LONGEST_NAME)
        doors.text(text, f"The file {doors.shown(kept)}", RulebookError)
        told[kept] = str(text)  # as it is written: a check of the cards may want to see that
    if sum(map(len, told.values())) > LARGEST:
        raise RulebookError(f"A rulebook has at most {LARGEST:,} characters.")
    return told


def find(name: str | Path) -> Path:
    """The main file of a game, by its shipped name or by a path."""
    told: object = name
    if not isinstance(told, (str, Path)):
        raise RulebookError(f"A game is a name or a path, not {doors.shown(told)}.")
    try:
        path = Path(name)
        if path.exists():
            return path / MAIN if path.is_dir() else path
    except (OSError, ValueError, TypeError):
        pass
    known = shelf(RULEBOOKS)
    wanted = str(name).replace("-", "_")
    if wanted in known:
        return known[wanted]
    shown = str(name) if len(str(name)) <= 80 else f"{str(name)[:80]}…"
    raise RulebookError(f"There is no game and no file '{shown}'. Games: {', '.join(known)}.")


def texts(book: Book) -> Files:
    """The files that a book was read from; empty if they are no longer there."""
    names = [Path(name) for name in book.source.files]
    folder = names[0].parent
    try:
        return {_written(path.relative_to(folder)): doors.read_text(path) for path in names}
    except (doors.Unfit, ValueError):
        return {}


def _written(path: Path) -> str:
    """The name of a file in UTF-8, whatever the file system makes of it."""
    return path.as_posix().encode("utf-8", "replace").decode()


def within(book: Book, file: str) -> str:
    """The name of a file as the book itself would give it, without the folder it lies in."""
    path = Path(file)
    folder = Path(book.source.files[0]).parent
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else path.name


def read_again(files: Files) -> Book:
    """The book that these files are: a shipped one if it is the same, else from the texts alone."""
    if list(files) == [TEXT]:
        return load_text(files[TEXT])
    for path in shelf(RULEBOOKS).values():
        if doors.read_text(path) == files.get(path.name):
            book = cache.load(path)
            if texts(book) == files:
                return book
    with tempfile.TemporaryDirectory(prefix="deckmastor-") as folder:
        for file, text in files.items():
            path = Path(folder, *_parts(file))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return read_book(read_path(Path(folder, *_parts(next(iter(files))))))


def _parts(name: str) -> tuple[str, ...]:
    """The parts of a name that stays within its folder."""
    path = PurePosixPath(name)
    if path.is_absolute() or not path.parts or ".." in path.parts or "\\" in name or ":" in name:
        raise SaveError(f"The save names a file that is not in the folder of its book: '{name}'.")
    return path.parts
