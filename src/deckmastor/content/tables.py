"""The tables of data that stand on a page of checks or on pages that it lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from deckmastor.language.faults import Fault
from deckmastor.language.rulebook import Cell, Table

CODE = "content"
_CAPTION = re.compile(r"The (.+) are:")


@dataclass(frozen=True, slots=True)
class Data:
    """A table by the name in its caption: rows as cells by their heads, first head first."""

    name: str
    heads: tuple[str, ...]
    rows: tuple[dict[str, Cell], ...]
    file: str
    line: int

    def has(self, *heads: str) -> bool:
        """Whether the table has all these columns."""
        return all(head in self.heads for head in heads)

    def names(self) -> list[str]:
        """What stands in the first column."""
        return [row[self.heads[0]].text for row in self.rows if self.heads[0] in row]


def read_tables(tables: Iterable[Table]) -> dict[str, Data]:
    """The tables by their names: `The books of Moses are:` captions the `books of Moses`."""
    found: dict[str, Data] = {}
    for table in tables:
        caption = _CAPTION.fullmatch(table.caption.text)
        if caption and table.heads:
            heads = tuple(head.text for head in table.heads)
            rows = tuple(dict(zip(heads, row.cells, strict=False)) for row in table.rows)
            line, _ = table.caption.place(0)
            found[caption[1]] = Data(caption[1], heads, rows, table.file, line)
    return found


def whole(cell: Cell | None) -> int | None:
    """The whole number in a cell, or None."""
    text = cell.text if cell else ""
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else None


def fault(cell: Cell, message: str, hint: str = "") -> Fault:
    """A fault in a cell of a table."""
    return Fault(
        cell.file, cell.line, cell.column, message, cell.text, 0, len(cell.text), hint, code=CODE
    )


def doubled(data: Data, keys: Iterable[tuple[str, Cell]]) -> Iterator[Fault]:
    """A fault for each key that stands in a table twice."""
    seen: set[str] = set()
    for key, cell in keys:
        if key in seen:
            yield fault(cell, f"'{key}' is listed twice in the {data.name}.")
        seen.add(key)
