"""`fmt`: an id at every heading of a rulebook, so that a later change of title keeps it."""

from __future__ import annotations

from pathlib import Path

from deckmastor import doors
from deckmastor.cli.screen import Stop, count, near, say
from deckmastor.cli.shelf import open_book
from deckmastor.language.book import Book
from deckmastor.language.rulebook import read_text, write_ids


def fmt(name: str, only_check: bool) -> int:
    """Write the missing ids; or only say where, with 1 if any is missing."""
    book = open_book(name)
    _refuse_other_texts(name, book)
    changed = changes(book)
    for file, text in changed.items():
        if not only_check:
            _write(Path(file), text)
        say(f"{near(file)}: {'ids are missing' if only_check else 'ids written'}",
            "warning" if only_check else "good")  # fmt: skip
    same = len(_pages(book)) - len(changed)
    if same:
        say(f"{count(same, 'file')} unchanged.")
    return 1 if only_check and changed else 0


def changes(book: Book) -> dict[str, str]:
    """The files that lack an id, with their new text; an id differs from those of other files."""
    taken = {rule.id for rule in book.source.rules if rule.explicit_id}
    changed: dict[str, str] = {}
    for file in _pages(book):
        old = _read(Path(file))
        new = write_ids(old, taken)
        if new != old:
            changed[file] = new
            taken |= {rule.id for rule in read_text(new).rules}
    return changed


def _refuse_other_texts(name: str, book: Book) -> None:
    """A Markdown page that is no rulebook looks like one whose every paragraph has a fault."""
    if book.entries and not any(entry.para for entry in book.entries):
        raise Stop(
            f"No paragraph of '{name}' can be read, so it is no rulebook, and it stays as it is.\n"
            f"See: deckmastor check {name}"
        )


def _pages(book: Book) -> list[str]:
    """The Markdown files of a rulebook; its tables may be in others."""
    return [file for file in book.source.files if not file.lower().endswith(".csv")]


def _read(path: Path) -> str:
    """The text with its line ends and its mark of byte order as they are."""
    try:
        return doors.read(path).decode("utf-8")
    except (doors.Unfit, UnicodeDecodeError) as error:
        raise Stop(f"'{near(path.as_posix())}' cannot be read: {error}.") from None


def _write(path: Path, text: str) -> None:
    """Replace the file in one step, keeping its mode; a link still leads to it."""
    try:
        doors.replaced(path, text)
    except doors.Unfit as why:
        raise Stop(str(why)) from None
