"""`check`: every fault of a rulebook, of its examples, and of what its folder says of its cards."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from deckmastor import doors
from deckmastor.cli.screen import Stop, count, fault_data, near, say, say_fault, say_json
from deckmastor.cli.shelf import find
from deckmastor.examples import check as check_examples
from deckmastor.examples import examples
from deckmastor.match import Game, unrunnable

if TYPE_CHECKING:
    from deckmastor.content.page import Content
    from deckmastor.language.book import Book
    from deckmastor.language.faults import Fault


def check(name: str, warnings: bool, as_json: bool, text: str | None = None) -> int:
    """Show the faults of a rulebook in the order of their places; 1 if there is an error."""
    from deckmastor.content.page import load as load_content
    from deckmastor.language.book import load

    path = find(name)
    book = load(path)
    content = load_content(book, _text(text))
    if text is not None and content is None:
        raise Stop(f"'{name}' has no page of checks, so there is nothing to look up in a text.")
    played = [] if book.errors else examples(book.source)
    faults = [*book.faults, *(content.faults() if content else []), *_in_play(book)]
    faults.sort()
    errors = [fault for fault in faults if fault.severity == "error"]
    others = len(faults) - len(errors)
    shown = faults if warnings else errors
    if as_json:
        say_json(
            {
                "rulebook": near(path.as_posix()),
                "paragraphs": len(book.entries),
                "examples": len(played),
                **_checked(content),
                "errors": len(errors),
                "warnings": others,
                "faults": [fault_data(fault) for fault in shown],
            }
        )
        return 1 if errors else 0
    for fault in shown:
        say_fault(fault)
        say()
    hidden = "" if warnings or not others else " (not shown)"
    counts = [count(len(book.entries), "paragraph") + " read"]
    counts += [count(len(played), "example") + " played"] if played else []
    counts += [f"{count(number, what[:-1])}" for what, number in _checked(content).items()]
    counts += [count(len(errors), "error"), count(others, "warning") + hidden]
    say(f"{near(path.as_posix())}: {', '.join(counts)}.", "error" if errors else "good")
    return 1 if errors else 0


def _in_play(book: Book) -> list[Fault]:
    """What is found by compiling a book that can be read, and by playing its examples."""
    if book.errors:
        return []
    game = Game(book)
    folder = Path(book.source.files[0]).parent
    failing = [
        replace(fault, file=(folder / fault.file).as_posix() if fault.file else "")
        for fault in unrunnable(game.rules(game.fewest))
    ]
    return failing or check_examples(game)


def _checked(content: Content | None) -> dict[str, int]:
    """How many sheets were held against how many checks."""
    if content is None:
        return {}
    sheets = sum(card.has_sheet for card in content.cards)
    return {"sheets": sheets, "checks": len(content.checks)}


def _text(file: str | None) -> str | None:
    """The text at hand."""
    if file is None:
        return None
    try:
        return doors.read_text(file)
    except doors.Unfit as why:
        raise Stop(f"The text cannot be read. {why}") from None
