"""Marks of a card: what rules of playing ask of it and its name does not say, and its abilities.

`LIGHT (NOUN-04 A, Measure lore)`: its Quartet and its letter decide where it can be played. Sets
and modifiers that can change are told as they are now: `8 (9 Spades blue, Torn)`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

from deckmastor.language.ir import Norm, Of, walk
from deckmastor.match import Match
from deckmastor.record.seeing import Sight
from deckmastor.terminal.kinds import printed


class Marks:
    """The marks of the cards of a match, as somebody sees them."""

    def __init__(self, match: Match, sight: Sight) -> None:
        self.match = match
        self.sight = sight
        self.printed = printed(match)

    @cached_property
    def _compared(self) -> set[str]:
        """The properties that permissions and prohibitions of the book compare."""
        schema = self.match.rules.schema
        return {
            part.name
            for entry in schema.entries
            if entry.para is not None
            for node in walk(entry.para)
            if isinstance(node, Norm)
            for part in walk(node)
            if isinstance(part, Of) and part.owner is not None
        }

    @cached_property
    def judged(self) -> set[str]:
        """The compared properties that are printed and never change."""
        return {
            name
            for name, attr in self.match.rules.schema.attrs.items()
            if name in self._compared and attr.home == "printed" and name != "type"
        }

    @cached_property
    def sets(self) -> list[str]:
        """The compared sets, in the order in which the book declares them."""
        return [
            name
            for name, attr in self.match.rules.schema.attrs.items()
            if name in self._compared and attr.home in ("bag", "printed bag")
            if not attr.stacks and name != "type"
        ]

    def of(self, thing: int) -> str:
        """The marks and abilities of a card in brackets; empty if it has none."""
        return _bracketed(self.told(thing))

    def told(self, thing: int) -> str:
        """The marks and abilities of a card; empty if it has none."""
        parts = [" ".join(self.words(thing)), *self._abilities(thing)]
        return ", ".join(part for part in parts if part)

    def changing(self, thing: int) -> str:
        """The marks and abilities of a card that can differ between copies; empty if none do."""
        modifier = self.match.rules.schema.attrs.get("modifier")
        apart = self.sets or (modifier is not None and modifier.home == "bag")
        return self.told(thing) if apart else ""

    def _abilities(self, thing: int) -> list[str]:
        """The modifiers of a card: those that it has now, where they can change."""
        attr = self.match.rules.schema.attrs.get("modifier")
        if attr is not None and attr.home == "bag":
            return self.sight.members("modifier", thing)
        row = self.printed.get(self.match.thing(thing))
        return [*row.modifiers] if row is not None else []

    def on(self, thing: int, station: frozenset[str]) -> str:
        """The marks of a card that lies on something, without those that this has as well."""
        return _bracketed(" ".join(word for word in self.words(thing) if word not in station))

    def words(self, thing: int) -> list[str]:
        """The words printed on a card that rules ask for, in the order of its table."""
        row = self.printed.get(self.match.thing(thing))
        if row is None:
            return []
        told = [
            str(value) for name, value in row.properties.items() if name in self.judged and value
        ]
        for name in self.sets:
            told += self.sight.members(name, thing)
        return [word for word in told if word.casefold() not in row.name.casefold().split()]


def _bracketed(text: str) -> str:
    return f" ({text})" if text else ""


def filled(text: str, values: Mapping[str, str]) -> str:
    """A text with the values of the game behind their names: `the goal quota (4)`."""
    for name in sorted(values, key=len, reverse=True):
        if values[name]:
            text = re.sub(
                rf"\bthe {re.escape(name)}\b(?! \()", rf"the {name} ({values[name]})", text
            )
    return text
