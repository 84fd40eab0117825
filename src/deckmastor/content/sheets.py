"""The sheet of a card: a heading with a list of fields, each `Name: text` or a list of items."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from deckmastor.content.cards import Field
from deckmastor.content.tables import CODE
from deckmastor.language.faults import Fault
from deckmastor.language.rulebook import Paragraph, Rule

_HEAD = re.compile(r"([^:]{1,40}):(?:\s+|$)")


class SheetReader:
    """The fields of one sheet, those that are parts of others among them, and its faults."""

    def __init__(
        self, sheet: Rule, called: str, names: Sequence[str], parts: dict[str, list[str]]
    ) -> None:
        self.called = called
        self.names = names
        self.fields: dict[str, Field] = {}
        self.faults: list[Fault] = []
        self._items: dict[str, list[str]] = {}
        self._list = ""
        for block in sheet.blocks:
            if isinstance(block, Paragraph):
                self._take(block)
        for name, items in self._items.items():
            self.fields[name] = replace(self.fields[name], bullets=tuple(items))
        for name in [name for name in self.fields if name in parts]:
            self._take_apart(self.fields[name], parts[name])

    def _take(self, block: Paragraph) -> None:
        """Begin a field, or add an item to the list that is open."""
        head = _HEAD.match(block.text)
        if head and head[1] in self.names:
            self._begin(block, head[1], block.text[head.end() :].strip())
        elif self._list:
            self._items[self._list].append(block.text)
        else:
            self._stray(block, f"{self.called}: this belongs to no field.")

    def _begin(self, block: Paragraph, name: str, text: str) -> None:
        if name in self.fields:
            self._stray(block, f"{self.called} has '{name}' twice.")
        self._list = "" if text else name
        if not text:
            self._items[name] = []
        self.fields[name] = Field(name, text, block.file, *block.place(0))

    def _stray(self, block: Paragraph, message: str) -> None:
        place = (block.file, *block.place(0))
        hint = f"Its fields are {', '.join(self.names)}."
        self.faults.append(Fault(*place, message, block.text, hint=hint, code=CODE))

    def _take_apart(self, whole: Field, parts: list[str]) -> None:
        """Make the parts of a field fields of their own."""
        items = whole.items
        if len(items) == len(parts):
            for part, text in zip(parts, items, strict=True):
                name = f"{whole.name} {part}"
                self.fields[name] = replace(whole, name=name, text=text, bullets=())
            return
        place = (whole.file, whole.line, whole.column)
        told = f"{len(items)} parts; they must be {', '.join(parts)}."
        message = f"{self.called}, {whole.name}: {told}"
        self.faults.append(Fault(*place, message, whole.text, code=CODE))
