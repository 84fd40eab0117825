"""The workspace of a State: scratch records and caches of evaluating rules over that State.

Rules are immutable while matches are played. Whatever an evaluation must write lives here: which
facts are being worked out, records that are used again, and what was found for the present species
or scene. A part of the rules that needs such a place has a number, given by `Numbers` when the
rules are built, and looks into the lists of `State.work` by that number. The lists grow on first
use, so that a State needs no rules to be made.

A cache entry is never changed, only replaced, and holds what it is valid for. So forks can share
entries. They share even the lists until one of them writes (copy-on-write). Scratch records are
never shared.
"""

from __future__ import annotations

from itertools import count

from mypy_extensions import i64, mypyc_attr

from deckmastor.engine.state.record import Record


class Numbers:
    """Gives out the numbers by which parts of the rules find their places in a workspace.

    A number is drawn in one step that no other thread can interrupt.
    """

    __slots__ = ("_cells", "_facts", "_spares", "_tallies")

    def __init__(self) -> None:
        self._cells = count()
        self._facts = count()
        self._spares = count()
        self._tallies = count()

    def cell(self) -> int:
        """The place of a cache by species or scene."""
        return next(self._cells)

    def fact(self) -> int:
        """The place of a fact."""
        return next(self._facts)

    def spare(self) -> int:
        """The place of a scratch record."""
        return next(self._spares)

    def tally(self) -> int:
        """The place of a cache of counts."""
        return next(self._tallies)


@mypyc_attr(acyclic=True)
class Known:
    """What was found by the species of all things, or by the names of all places."""

    __slots__ = ("found", "kinds", "others")

    def __init__(self, kinds: list[int], found: list[int], others: list[int]) -> None:
        self.kinds = kinds  # the list of a State for which it is valid; compared by identity
        self.found = found
        self.others = others  # more about it, as whoever looked needs it


@mypyc_attr(acyclic=True)
class Present:
    """What was found in a scene."""

    __slots__ = ("found", "scene")

    def __init__(self, scene: i64, found: list[int]) -> None:
        self.scene: i64 = scene  # for which it is valid
        self.found = found


@mypyc_attr(acyclic=True)
class Counted:
    """How much the things in each place count for."""

    __slots__ = ("kinds", "totals", "zones")

    def __init__(
        self, kinds: list[int], zones: dict[int, list[int]], totals: dict[int, int]
    ) -> None:
        self.kinds = kinds  # the species for which it is valid; compared by identity
        self.zones = zones  # what lay in a place when it was counted
        self.totals = totals


class Workspace:
    """The scratch and the caches of one State."""

    __slots__ = ("busy", "counted", "facts", "holds", "known", "present", "shared", "spares")

    def __init__(self, like: Workspace | None = None) -> None:
        self.busy: list[int] = []  # facts that are being worked out, the innermost last
        self.holds: dict[
            int, bool
        ] = {}  # of norms: whether their conditions do, while that is known
        self.facts: list[list[Record] | None] = []  # a record of each plain fact
        self.spares: list[Record | None] = []  # records to be used again; None while one is in use
        self.known: list[Known | None]
        self.present: list[Present | None]
        self.counted: list[Counted | None]
        if like is None:
            self.shared = False  # whether another workspace may hold the same lists of caches
            self.known = []
            self.present = []
            self.counted = []
            return
        like.shared = self.shared = True
        self.known = like.known
        self.present = like.present
        self.counted = like.counted

    def scratch(self, fact: i64, record: Record) -> list[Record]:
        """Keep the record of a fact; it is in use only while the fact is busy."""
        facts = self.facts
        while len(facts) <= fact:
            facts.append(None)
        found = facts[fact] = [record]
        return found

    def fail(self, fact: i64) -> None:
        """An exception ends the work on a fact: it is busy no more, and its record is lost."""
        self.busy.pop()
        if fact < len(self.facts):
            self.facts[fact] = None

    def lend(self, number: i64) -> Record | None:
        """Take out a scratch record; None if there is none, or it is in use.

        Whoever takes it gives it back. A record that is lost by an exception is made anew.
        """
        spares = self.spares
        if number < len(spares):
            record = spares[number]
            if record is not None:
                spares[number] = None
            return record
        return None

    def give(self, number: i64, record: Record) -> None:
        """Keep a scratch record to be used again."""
        spares = self.spares
        while len(spares) <= number:
            spares.append(None)
        spares[number] = record

    def know(self, cell: i64, known: Known) -> None:
        """Keep what was found by species or by names of places."""
        if self.shared:
            self._own()
        entries = self.known
        while len(entries) <= cell:
            entries.append(None)
        entries[cell] = known

    def see(self, cell: i64, scene: i64, found: list[int]) -> None:
        """Keep what was found in a scene."""
        if self.shared:
            self._own()
        entries = self.present
        while len(entries) <= cell:
            entries.append(None)
        entries[cell] = Present(scene, found)

    def count(self, cell: i64, counted: Counted) -> None:
        """Keep what things in places count for."""
        if self.shared:
            self._own()
        entries = self.counted
        while len(entries) <= cell:
            entries.append(None)
        entries[cell] = counted

    def _own(self) -> None:
        """Hold lists of caches that no other workspace holds."""
        self.known = self.known.copy()
        self.present = self.present.copy()
        self.counted = self.counted.copy()
        self.shared = False
