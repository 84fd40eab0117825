"""A record: the values of the labels of one activation of a paragraph.

A label with one value has it in `regs`. A label with several values, or none, has MANY there and
its values in `sets`.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from deckmastor.engine.ids import MANY, NONE, UNBOUND, Slot


@mypyc_attr(acyclic=True, free_list_len=1)
class Record:
    """An activation of a paragraph: the values of its labels, shared by all its frames."""

    __slots__ = ("_sets", "refs", "regs")

    def __init__(self, regs: list[int]) -> None:
        self.regs = regs
        self._sets: dict[int, list[int]] | None = None  # most records never need it
        self.refs = 0

    @property
    def sets(self) -> dict[int, list[int]]:
        """The values of labels that have several values or none, by slot."""
        found = self._sets
        if found is None:
            found = self._sets = {}
        return found

    @sets.setter
    def sets(self, sets: dict[int, list[int]]) -> None:
        self._sets = sets

    def told(self, slot: Slot) -> list[int] | None:
        """The values that a slot has in `sets`, or None."""
        return None if self._sets is None else self._sets.get(slot)

    @property
    def wide(self) -> bool:
        """True if some slot has values in `sets`."""
        return bool(self._sets)

    def clone(self) -> Record:
        """An independent copy with the same values."""
        twin = Record(self.regs.copy())  # a compiled class cannot be made without its `__init__`
        twin.refs = self.refs
        if self.wide:
            for slot, members in self.sets.items():
                twin.sets[slot] = members.copy()
        return twin

    def bind(self, slot: Slot, members: list[int]) -> None:
        """Give a label one value, several, or none."""
        if len(members) == 1:
            self.regs[slot] = members[0]
        else:
            self.regs[slot] = MANY
            self.sets[slot] = members

    def many(self, slot: Slot) -> list[int]:
        """All values of a label."""
        value = self.regs[slot]
        if value == MANY:
            return self.sets[slot]
        return [] if value == UNBOUND or value == NONE else [value]
