"""Things that are there from the start: whether a whole book says where each of them is.

`There is a Main Stack in the field.` is read on its own; which rows there are, and what other
sentences say of the same thing, is known when everything is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from deckmastor.language.faults import Fault
from deckmastor.language.ir import Declare, Kind
from deckmastor.language.lexicon import Lexicon
from deckmastor.language.lint import Read
from deckmastor.language.rulebook import Paragraph
from deckmastor.language.tables import Thing


def unlaid(
    entries: Iterable[Read], things: list[Thing], copies: Callable[[Thing], int], lexicon: Lexicon
) -> list[Fault]:
    """Things that cannot be laid: said twice, without a copy, or a kind that rows are of."""
    found: list[Fault] = []
    said: set[tuple[str, ...]] = set()
    for paragraph, told, name in _homes(entries):
        rows = [thing for thing in things if thing.name == name]
        key = (name,) if rows else (name, str(told.of), str(told.names[0]))
        wrong = _wrong(name, rows, key in said, things, copies, lexicon)
        said.add(key)
        if wrong is not None:
            found.append(_fault(paragraph, name, *wrong))
    return found


def _homes(entries: Iterable[Read]) -> Iterator[tuple[Paragraph, Declare, str]]:
    """The things that sentences lay, with the sentence."""
    for entry in entries:
        for rule in entry.para.rules if entry.para is not None else ():
            if isinstance(rule, Declare) and rule.what == "there":
                yield from ((entry.paragraph, rule, str(name)) for name in rule.names[1:])


def _wrong(
    name: str, rows: list[Thing], twice: bool, things: list[Thing],
    copies: Callable[[Thing], int], lexicon: Lexicon,
) -> tuple[str, str] | None:  # fmt: skip
    """What is wrong with laying a thing, and what would work; None if nothing is."""
    if twice:
        return f"Where '{name}' is from the start is said twice.", "Say it once."
    if rows and not any(map(copies, rows)):
        return f"There is no '{name}' at the start.", "Write a 'Count' of at least 1."
    if not rows:
        below = [thing.name for thing in things if _is(thing, name, lexicon)]
        if below:
            hint = f"Name the row: 'There is a {below[0]} in the …'."
            return f"Rows of a table are of the kind '{name}'.", hint
    return None


def _is(thing: Thing, kind: str, lexicon: Lexicon) -> bool:
    """True if a row is of a kind, by its table or its type."""
    nouns = [thing.kind, *(told.noun if isinstance(told, Kind) else told for told in thing.types)]
    return any(isinstance(noun, str) and lexicon.is_kind(noun, kind) for noun in nouns)


def _fault(paragraph: Paragraph, name: str, message: str, hint: str) -> Fault:
    start = max(paragraph.text.find(name), 0)
    line, column = paragraph.place(start)
    return Fault(
        paragraph.file, line, column, message, paragraph.text, start, len(name), hint, "error",
        "layout",
    )  # fmt: skip
