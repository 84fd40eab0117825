"""A card as the checks see it: the cells of its row and the fields of its sheet."""

from __future__ import annotations

import re
from dataclasses import dataclass

NOTHING = "none"
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Field:
    """What a card says under one head, and where; `bullets` are the items of a list below it."""

    name: str
    text: str
    file: str
    line: int
    column: int = 1
    bullets: tuple[str, ...] = ()

    @property
    def items(self) -> tuple[str, ...]:
        """What it lists: its bullets, or what stands between semicolons or else commas."""
        if self.bullets:
            return self.bullets
        if self.text == NOTHING:
            return ()
        parts = self.text.split(";" if ";" in self.text else ",")
        return tuple(part.strip() for part in parts if part.strip())

    @property
    def whole(self) -> str:
        """All of it as one text; what stands between its breaks is parted by line ends."""
        return "\n".join([_BREAK.sub("\n", self.text), *self.bullets]).strip()


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the set: what it is called, and its fields by their names."""

    name: str
    called: str
    fields: dict[str, Field]
    file: str
    line: int
    has_sheet: bool = True

    def text(self, name: str) -> str:
        """What a field says; empty if it is missing."""
        field = self.fields.get(name)
        return field.whole if field else ""

    def items(self, name: str) -> tuple[str, ...]:
        """What a field lists; nothing if it is missing."""
        field = self.fields.get(name)
        return field.items if field else ()

    def number(self, name: str) -> int | None:
        """The whole number that a field is, or None."""
        text = self.text(name)
        return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else None
