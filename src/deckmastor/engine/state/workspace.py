"""The workspace of a State: scratch records and caches of evaluating rules over that State.

Rules are immutable while matches are played. Whatever an evaluation must write lives here: the
facts that are being computed, scratch records, and caches by species or by scene. A part of the
rules that needs a cell here gets its number from `Numbers` when the rules are built. The lists grow
on first use, so a State can be made without rules.

A cache entry is immutable and names the species or the scene that it is valid for. So forks share
entries, and even the lists of entries until one fork writes (copy-on-write). Scratch records are
never shared.

Example: `s.work.know(cell, Known(s.species, found, []))` caches `found` until `s.species` is
replaced, for example because a new thing is made.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from deckmastor.engine.state.budgets import (
    DEEP,
    DEEPEST,
    FLOOR,
    MUCH,
    SLICE,
    WORTH,
    Exhausted,
)

if TYPE_CHECKING:
    from deckmastor.engine.state.state import Record

UNLIKE: Final = -1  # no list of species begins like this one
SPARE: Final = 32  # places for new things behind those that kept values have
ROOM: Final = 16  # places that a list of facts grows by
NO_RULINGS: Final[frozenset[int]] = frozenset()


class Numbers:
    """Numbers the cells of a workspace, while rules are built. Drawing a number is atomic."""

    __slots__ = ("_cells", "_facts", "_spares", "_tables", "_tallies")

    def __init__(self) -> None:
        self._cells = count()
        self._facts = count()
        self._spares = count()
        self._tables = count()
        self._tallies = count()

    def cell(self) -> int:
        """The number of a new cache, by species or by scene."""
        return next(self._cells)

    def fact(self) -> int:
        """The number of a new fact."""
        return next(self._facts)

    def spare(self) -> int:
        """The number of a new scratch record."""
        return next(self._spares)

    def table(self) -> int:
        """The number of a table of facts whose values are kept."""
        return next(self._tables)

    def tally(self) -> int:
        """The number of a new cache of counts."""
        return next(self._tallies)


@mypyc_attr(acyclic=True)
class Known:
    """A cache entry that is valid for one list of species, or of names of places."""

    __slots__ = ("found", "kinds", "line", "others")

    def __init__(
        self, kinds: list[int], found: list[int], others: list[int], line: i64 = UNLIKE
    ) -> None:
        self.kinds = kinds  # the list of a State that it is valid for, compared by identity
        self.line: i64 = line  # of a list of species, `State.line`: what is longer begins alike
        self.found = found
        self.others = others  # further results; their meaning is up to the owner of the cell


@mypyc_attr(acyclic=True)
class Present:
    """A cache entry that is valid for one scene."""

    __slots__ = ("found", "scene")

    def __init__(self, scene: i64, found: list[int]) -> None:
        self.scene: i64 = scene  # the scene that it is valid for
        self.found = found


@mypyc_attr(acyclic=True)
class Counted:
    """A cache of counts: how much the things in each place count for; or of things by value."""

    __slots__ = ("kinds", "totals", "zones")

    def __init__(
        self, kinds: list[int], zones: dict[int, list[int]], totals: dict[int, int]
    ) -> None:
        self.kinds = kinds  # the list of species that it is valid for, compared by identity
        self.zones = zones  # the things in each place when they were counted
        self.totals = totals  # by place


@mypyc_attr(acyclic=True)
class Kept:
    """The values that facts give to a property, by thing, kept until what they read changes."""

    __slots__ = ("age", "ages", "bases", "own", "reads", "rulings", "sets", "values")

    def __init__(self, things: int, reads: i64, rulings: frozenset[int]) -> None:
        self.reads: i64 = reads  # what they depend on, as bits of `State.stale`
        self.rulings = rulings  # the numbers of the adopted rules that they depend on
        self.age = 1  # how often something of that has changed
        room = things + 1 + SPARE
        self.ages = [0] * room  # the age in which each value was computed; the game's last
        self.values = [0] * room
        self.bases = [0] * room  # the values without facts for which `values` hold
        self.sets: dict[int, list[int]] = {}  # the members of sets, by thing
        self.own: dict[int, list[int]] = {}  # the members without facts for which `sets` hold

    def grow(self, things: i64) -> None:
        """Make room for new things; the value of the game stays behind them."""
        n = things + 1 - len(self.ages)
        if n > 0:
            more = [0] * (n + SPARE)
            self.ages[-1:-1] = more
            self.values[-1:-1] = more
            self.bases[-1:-1] = more

    def expire(self) -> None:
        """Drop all values."""
        self.age += 1
        if self.sets:
            self.sets = {}
            self.own = {}


class Trial:
    """What rules asked of a target that is tried for a card: another that answers alike is alike.

    Example: rules ask on which stack the target lies. Then two cards of one stack are alike.
    """

    __slots__ = ("fits", "itself", "kinds", "lies", "target")

    def __init__(self, target: int) -> None:
        self.target = target
        self.fits = False  # whether the card has a place with this target
        self.itself = False  # whether they asked which thing it is
        self.lies = False  # whether they asked where it lies
        self.kinds: list[frozenset[int]] = []  # whether its species is one of these


class Workspace:
    """The scratch and the caches of one State."""

    __slots__ = (
        "asked", "busy", "counted", "depth", "facts", "fuel", "holds", "kept", "kinds", "known",
        "line", "present",
        "rulings", "shared", "spares", "trial", "turn",
    )  # fmt: skip

    def __init__(self, like: Workspace | None = None) -> None:
        self.fuel: i64 = WORTH  # what the present request may still compute
        self.depth: i64 = 0  # how many facts and permissions ask for one another now
        self.asked = 0  # the lists of events in history that were looked into, as bits
        self.busy: list[bool] = []  # by fact: whether it is being computed
        self.holds: dict[int, bool] = {}  # norm -> whether it holds, while options are listed
        self.facts: list[list[Record] | None] = []  # the scratch record of each plain fact
        self.spares: list[Record | None] = []  # scratch records; None while one is in use
        self.kept: list[Kept | None] = []  # by table of facts; forks do not share them
        self.kinds: list[int] = []  # the species of a State that `kept` is valid for
        self.line: i64 = UNLIKE  # and `State.line` then
        self.trial: Trial | None = None  # of the target that is tried now
        self.turn = 0  # whose turn it is in a State that `kept` is valid for
        self.rulings: list[int] = []  # the adopted rules of a State that `kept` is valid for
        self.known: list[Known | None]
        self.present: list[Present | None]
        self.counted: list[Counted | None]
        if like is None:
            self.shared = False  # whether a fork may hold the same lists of cache entries
            self.known = []
            self.present = []
            self.counted = []
            return
        like.shared = self.shared = True
        self.known = like.known
        self.present = like.present
        self.counted = like.counted

    def refill(self) -> None:
        """Begin a request: an answer, a list of options, a view."""
        self.fuel = WORTH
        self.depth = 0

    def spend(self, units: i64) -> None:
        """Use up fuel, about one unit for each thing that is looked at."""
        self.fuel -= units
        if self.fuel < 0:
            raise Exhausted(MUCH, [])

    def scratch(self, fact: i64, record: Record) -> list[Record]:
        """Keep the scratch record of a fact; it is in use only while the fact is busy."""
        facts = self.facts
        while len(facts) <= fact:
            facts.append(None)
        found = facts[fact] = [record]
        return found

    def begins(self, fact: i64) -> bool:
        """Mark a fact as busy; False if it is busy already."""
        busy = self.busy
        if fact >= len(busy):
            busy.extend([False] * (fact + ROOM - len(busy)))
        elif busy[fact]:
            return False
        busy[fact] = True
        return True

    def ration(self) -> i64:
        """Set aside fuel for one value of a view; the rest, for `reunite`, is returned."""
        part = self.fuel
        if part > SLICE:
            part = SLICE
        if part < FLOOR:
            part = FLOOR
        rest = self.fuel - part
        self.fuel = part
        return rest

    def reunite(self, rest: i64, depth: i64) -> None:
        """Go on after one value of a view, whether it was worked out or not."""
        if self.fuel < 0:
            self.fuel = 0
        self.fuel += rest
        self.depth = depth

    def deeper(self) -> None:
        """Begin what may ask for itself; whoever calls it lowers `depth` at its end."""
        self.depth += 1
        self.fuel -= 1
        self.checks()

    def enters(self, fact: i64) -> bool:
        """Begin to compute a fact; False if it is being computed already.

        `leaves` or, after an exception, `fail` must follow.
        """
        if not self.begins(fact):
            return False
        self.depth += 1
        self.fuel -= 1
        return True

    def leaves(self, fact: i64) -> None:
        """End the computing of a fact."""
        self.depth -= 1
        self.busy[fact] = False

    def checks(self) -> None:
        """Raise `Exhausted` if there are too many levels, or no fuel is left."""
        if self.depth > DEEPEST:
            raise Exhausted(DEEP, [])
        if self.fuel < 0:
            raise Exhausted(MUCH, [])

    def expire(self, kinds: list[int], line: i64, stale: i64) -> None:
        """Drop the kept facts that depend on something that changed; all if species did.

        New things change nothing: what looks for things notes when they come to lie somewhere.
        """
        kept = self.kept
        if self.kinds is not kinds:
            if self.line == line:
                for entry in kept:
                    if entry is not None:
                        entry.grow(len(kinds))
            else:
                kept.clear()
            self.kinds = kinds
            self.line = line
        for entry in kept:
            if entry is not None and entry.reads & stale:
                entry.expire()

    def overrule(self, lasting: list[int]) -> None:
        """Drop the kept facts that depend on an adopted rule that came into force or ended."""
        before, self.rulings = self.rulings, lasting
        were, are = before[1::4], lasting[1::4]
        changed = {rule for rule, key in zip(before[0::4], were, strict=True) if key not in are}
        changed.update([r for r, key in zip(lasting[0::4], are, strict=True) if key not in were])
        for entry in self.kept:
            if entry is not None and entry.rulings and not entry.rulings.isdisjoint(changed):
                entry.expire()

    def keep_facts(self, cell: i64, reads: i64, rulings: frozenset[int]) -> Kept:
        """Begin to keep the values of a table of facts."""
        kept = self.kept
        while len(kept) <= cell:
            kept.append(None)
        entry = kept[cell] = Kept(len(self.kinds), reads, rulings)
        return entry

    def works(self, fact: i64) -> bool:
        """True if a fact is being computed."""
        return fact < len(self.busy) and self.busy[fact]

    def fail(self, fact: i64) -> None:
        """Clean up after an exception: a fact is no longer busy, and its record is dropped."""
        self.depth -= 1
        self.busy[fact] = False
        if fact < len(self.facts):
            self.facts[fact] = None

    def lend(self, number: i64) -> Record | None:
        """Lend a scratch record; None if there is none, or it is in use.

        The borrower gives it back. If an exception loses it, the next borrower makes a new one.
        """
        spares = self.spares
        if number < len(spares):
            record = spares[number]
            if record is not None:
                spares[number] = None
            return record
        return None

    def give(self, number: i64, record: Record) -> None:
        """Take a scratch record back, or keep a new one."""
        spares = self.spares
        while len(spares) <= number:
            spares.append(None)
        spares[number] = record

    def know(self, cell: i64, known: Known) -> None:
        """Cache a result by species or by names of places."""
        if self.shared:
            self._own()
        entries = self.known
        while len(entries) <= cell:
            entries.append(None)
        entries[cell] = known

    def see(self, cell: i64, scene: i64, found: list[int]) -> None:
        """Cache a result for a scene."""
        if self.shared:
            self._own()
        entries = self.present
        while len(entries) <= cell:
            entries.append(None)
        entries[cell] = Present(scene, found)

    def count(self, cell: i64, counted: Counted) -> None:
        """Cache counts by place."""
        if self.shared:
            self._own()
        entries = self.counted
        while len(entries) <= cell:
            entries.append(None)
        entries[cell] = counted

    def _own(self) -> None:
        """Copy the lists of cache entries, so that no fork shares them."""
        self.known = self.known.copy()
        self.present = self.present.copy()
        self.counted = self.counted.copy()
        self.shared = False
