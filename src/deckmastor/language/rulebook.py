"""Markdown read into rules, paragraphs and tables, each with its place in the file.

Nothing here knows English: a sentence is text, and what a table means is decided by its caption.
Bad input never raises; what is wrong with it is told in `Rulebook.faults`. Every step takes time
in proportion to the text.
"""

from __future__ import annotations

from pathlib import Path

from deckmastor.language.markdown.drafts import BookDraft
from deckmastor.language.markdown.files import (
    DEEPEST,
    LARGEST,
    MAIN,
    load,
    main_file,
    not_a_rulebook,
    problem_of,
)
from deckmastor.language.markdown.headings import write_ids
from deckmastor.language.markdown.model import (
    BY_HAND,
    Cell,
    Comment,
    Content,
    Marks,
    Paragraph,
    Row,
    Rule,
    Rulebook,
    Table,
)
from deckmastor.language.markdown.pages import Page

__all__ = [
    "BY_HAND",
    "DEEPEST",
    "LARGEST",
    "MAIN",
    "Cell",
    "Comment",
    "Content",
    "Marks",
    "Paragraph",
    "Row",
    "Rule",
    "Rulebook",
    "Table",
    "notes_on",
    "read_path",
    "read_text",
    "write_ids",
]


def read_text(text: str, file: str = "<text>") -> Rulebook:
    """The rulebook in a text; it has no folder, so it cannot list other files."""
    book = BookDraft(file, None)
    problem = problem_of(text)
    if problem:
        return _no_rulebook(file, problem)
    Page(book, file, None, ()).read(text.removeprefix("\ufeff"))
    return book.finish()


def read_path(path: Path) -> Rulebook:
    """The rulebook in a file, or in the `rulebook.md` of a folder, with the files it lists."""
    main, problem = main_file(path)
    if problem:
        return _no_rulebook(path.as_posix(), problem)
    text, problem = load(main)
    if problem:
        return _no_rulebook(main.as_posix(), problem)
    book = BookDraft(main.as_posix(), main.parent)
    book.files.seen.add(main.resolve())
    book.files.note(main.as_posix(), text)
    Page(book, main.as_posix(), None, (main.resolve(),)).read(text)
    return book.finish()


def notes_on(book: Rulebook, name: str) -> tuple[str, ...]:
    """The notes below headings `On …` with this name of a card or a rule: they are never run."""
    wanted = f"on {name}".casefold()
    return tuple(
        block.text
        for rule in book.rules
        if rule.title.casefold() == wanted
        for block in rule.blocks
        if isinstance(block, Comment)
    )


def _no_rulebook(file: str, problem: str) -> Rulebook:
    return Rulebook("", "", (), (file,), (not_a_rulebook(file, problem),))
