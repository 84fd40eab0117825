"""The sheet of a card as people see it: a field a row, parts in columns, lists with bullets."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from deckmastor.content.page import Content
from deckmastor.language.columns import padded, width

LEAST = 30  # columns for a text beside its head
GAP = "  "


@dataclass(frozen=True, slots=True)
class Fact:
    """A field of a sheet: one text, several parts, or the items of a list."""

    head: str
    parts: tuple[str, ...]
    bullets: tuple[str, ...] = ()


def facts(content: Content, name: str) -> list[Fact]:
    """What the sheet of a card says, in the order in which the page of checks names its fields."""
    card = content.card(name)
    found: list[Fact] = []
    for head in content.on_sheet if card else ():
        field = card.fields.get(head) if card else None
        if field is not None:
            parts = field.items if head in content.parts else (field.text,)
            found.append(Fact(head, () if field.bullets else parts, field.bullets))
    return found


def meanings(content: Content, cells: Mapping[str, str]) -> dict[str, str]:
    """What the values on a card mean, by the heads of its cells, where a table tells it."""
    return {
        head: told[value]
        for head, told in content.meanings.items()
        if (value := cells.get(head, "")) in told
    }


def layout(told: list[Fact], columns: int) -> Iterator[str]:
    """The facts as lines of at most so many columns; what stands in columns is aligned."""
    heads = max((width(fact.head) for fact in told), default=0)
    sizes = _sizes(told)
    room = max(columns - heads - len(GAP), LEAST)
    for fact in told:
        head = padded(fact.head, heads) + GAP
        for line in _body(fact, sizes, room):
            yield (head + line).rstrip()
            head = " " * len(head)


def _sizes(told: list[Fact]) -> list[int]:
    """How wide each column is over all fields that have parts."""
    rows = [fact.parts for fact in told if len(fact.parts) > 1]
    most = max(map(len, rows), default=0)
    return [max(width(row[n]) for row in rows if len(row) > n) for n in range(most)]


def _body(fact: Fact, sizes: list[int], room: int) -> Iterator[str]:
    if len(fact.parts) > 1:
        cells = [padded(part, size) for part, size in zip(fact.parts, sizes, strict=False)]
        yield GAP.join(cells)
        return
    for part in fact.parts:
        yield from textwrap.wrap(part, room) or [""]
    for bullet in fact.bullets:
        yield from textwrap.wrap(bullet, room, initial_indent="- ", subsequent_indent="  ")
