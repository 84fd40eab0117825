"""The State of a game: flat lists of ints that can be copied, saved and compared.

A State holds no rule and no text. Its Ruleset, named by hash, says what its ints mean. Things are
numbered: first the seats, then other persons, then cards and whatever else there is. Places are
numbered on their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from deckmastor.engine.ids import MANY, NONE, UNBOUND, Place, Seat, Slot, Species, Thing
from deckmastor.engine.state.layout import HEAD, TURN
from deckmastor.engine.state.seeds import SEED_BYTES
from deckmastor.engine.state.workspace import NO_RULINGS, Kept, Workspace

# The numbers of scenes, for the whole process. Forks share cache entries, and an entry names its
# scene. So equal numbers must mean equal scenes in all forks: a counter of each State would not
# do. Drawing a number is atomic.
SCENES: Final = count(1)
NEVER: Final = -1  # no scene
LINES: Final = count(1)  # the numbers of `State.line`, for the whole process

# What changed since kept facts were last read, as bits of `State.stale`. Sorts of places of equal
# number modulo 16 share a bit, and so do columns of equal number modulo 40.
BAGS: Final = 1 << 56  # a set, or an announced target
VALUES: Final = 1 << 57  # a value of the game
ABSENT: Final = 1 << 58  # a thing came from nowhere, or went there
FILLED: Final = 1 << 59  # the first card came to lie on a thing, or the last one left it
TURNING: Final = 1 << 60  # it is the turn of somebody else
PLACES: Final = (1 << 16) - 1 | ABSENT  # what lies in any place


def place_bit(name: int) -> int:
    """The bit of `State.stale` of a sort of place."""
    return 1 << (name & 15)


def column_bit(at: int) -> int:
    """The bit of `State.stale` of a column."""
    return 1 << (16 + at % 40)


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
        if len(members) == 1 and members[0] != NONE:  # -1 can be a number
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


class State:
    """Everything that a game in progress is, apart from its rules.

    Forks share lists that change seldom (copy-on-write). Whoever writes to the contents of a place,
    a column or a list of events gets the list from `zone`, `column` or `events`. Forks share the
    lists at the end of `__init__` for good: they are replaced, never changed.
    """

    __slots__ = (
        "agenda", "asks", "bags", "bills", "chance", "cols", "dirty", "edges", "extra", "fate",
        "held", "key", "laid", "lasting", "line", "muted", "noted", "order", "owned", "past",
        "queue", "recs", "scene", "serial",
        "shown", "since", "species", "stale", "texts", "timers", "v", "where", "winners", "work",
        "zname", "zones", "zowner",
    )  # fmt: skip

    v: list[int]  # scalars of the game; `layout.py` names the first ones
    zones: list[list[Thing]]  # the things in each place, the top last
    laid: int  # the places whose list no fork shares, as bits
    zname: list[int]  # the sort of each place: an index of `Schema.zone_names`
    zowner: list[Thing]  # the owner of each place, or NONE
    where: list[Place]  # the place of each thing, or NONE
    species: list[Species]  # what each thing is a copy of
    line: i64  # of `species`: while it is the same, things are only added (`branch`); never saved
    stale: i64  # what changed since kept facts were last read; never saved
    cols: list[list[int]]  # a column for each property that can change
    owned: int  # the columns that no fork shares, as bits
    bags: dict[int, list[int]]  # sets that can change, by property and thing
    agenda: list[int]  # the stack of frames, two ints each: its head, and its record
    asks: list[int]  # open questions, four ints each: who, head of a frame, record, way
    recs: dict[int, Record]
    serial: int  # the number of the last record kept
    queue: list[int]  # triggers that wait, two ints each: trigger, record
    held: int  # how many steps are open; triggers wait for the end of the last
    lasting: list[int]  # adopted rules, four ints each: rule, record, turn, number of adoption
    past: list[list[int]]  # the events that some sentence asks for, by verb
    noted: int  # the lists of events that no fork shares, as bits
    edges: list[list[int]]  # for each watch, the things of which its state was true
    dirty: int  # what changed since the watches were last checked, as bits
    shown: dict[int, int]  # the seats that know a thing though its place hides it, as bits
    winners: list[Seat]
    order: list[Seat]  # seats in the order of turns; empty for seat after seat
    extra: list[Seat]  # who takes an additional turn, in order; ~ who had the turn before them
    muted: list[int]  # triggers silenced while a paradox is settled
    texts: list[str]  # texts that players wrote
    chance: i64  # the counter of the generator
    key: bytes  # the key of the generator; empty for the fast one
    scene: i64  # the number of the present scene (`stir`)
    fate: list[int]  # draws answered from outside and not used yet
    timers: list[int]  # what is due at a time, three ints each: time, what, record or thing
    bills: list[int]  # the change of the rules that an effect waits for (law/rules_as_things.py)
    since: dict[int, int]  # since when each timed state has held, by key
    work: Workspace  # scratch and caches; never saved

    def __init__(self, like: State | None = None) -> None:
        self.stale = 0
        if like is None:
            self.v = [0] * HEAD
            self.zones = []
            self.laid = -1
            self.zname = []
            self.zowner = []
            self.where = []
            self.species = []
            self.line = next(LINES)
            self.cols = []
            self.owned = -1
            self.bags = {}
            self.agenda = []
            self.asks = []
            self.recs = {}
            self.serial = 0
            self.queue = []
            self.held = 0
            self.lasting = []
            self.past = []
            self.noted = -1
            self.edges = []
            self.dirty = 0
            self.shown = {}
            self.winners = []
            self.order = []
            self.extra = []
            self.muted = []
            self.texts = []
            self.chance = 0
            self.key = b""
            self.scene = 0
            self.stir()
            self.fate = []
            self.timers = []
            self.bills = []
            self.since = {}
            self.work = Workspace()
            return
        self.v = like.v.copy()
        self.zones = like.zones.copy()
        self.laid = like.laid = 0
        self.where = like.where.copy()
        self.cols = like.cols.copy()
        self.owned = like.owned = 0
        self.bags = {key: bag.copy() for key, bag in like.bags.items()} if like.bags else {}
        self.agenda = like.agenda.copy()
        self.asks = like.asks.copy()
        self.recs = {key: record.clone() for key, record in like.recs.items()}
        self.serial = like.serial
        self.queue = like.queue.copy()
        self.held = like.held
        self.past = like.past.copy()
        self.noted = like.noted = 0
        self.edges = like.edges.copy()  # its inner lists are replaced, never changed
        self.dirty = like.dirty
        self.shown = like.shown.copy() if like.shown else {}
        self.since = like.since.copy() if like.since else {}
        self.chance = like.chance
        self.key = like.key
        self.scene = like.scene
        self.zname = like.zname  # this list and those below are replaced, never changed
        self.zowner = like.zowner
        self.species = like.species
        self.line = like.line
        self.lasting = like.lasting
        self.winners = like.winners
        self.order = like.order
        self.extra = like.extra
        self.muted = like.muted
        self.texts = like.texts
        self.fate = like.fate
        self.timers = like.timers
        self.bills = like.bills
        self.work = Workspace(like.work)

    def clone(self) -> State:
        """A fork: a copy that changes independently."""
        return State(self)

    def to_data(self) -> list[Any]:
        """The State as lists of ints and texts, ready for JSON."""
        return [
            self.v, self.zones, self.zname, self.zowner, self.where, self.species, self.cols,
            [[key, bag] for key, bag in self.bags.items()],
            self.agenda, self.asks,
            [
                [key, rec.refs, rec.regs, [[slot, kept] for slot, kept in rec.sets.items()]]
                for key, rec in self.recs.items()
            ],
            self.serial, self.queue, self.held, self.lasting, self.past, self.edges, self.dirty,
            [[key, seats] for key, seats in self.shown.items()],
            self.winners, self.order, self.muted, self.texts, self.chance, self.fate, self.timers,
            [[key, time] for key, time in self.since.items()],
            self.bills, self.extra, self.key.hex(),
        ]  # fmt: skip

    @staticmethod
    def from_data(data: Sequence[Any], sure: bool = False) -> State:
        """The state that `to_data` wrote; ValueError or TypeError for anything else.

        With `sure`, nothing is checked, and the State takes the lists over without copying them.
        """
        twin = State()
        (
            twin.v, twin.zones, twin.zname, twin.zowner, twin.where, twin.species, twin.cols,
            bags,
            twin.agenda, twin.asks,
            recs,
            twin.serial, twin.queue, twin.held, twin.lasting, twin.past, twin.edges, twin.dirty,
            shown,
            twin.winners, twin.order, twin.muted, twin.texts, twin.chance, twin.fate, twin.timers,
            since,
            twin.bills, twin.extra, key,
        ) = data if sure else _checked(data)  # fmt: skip
        twin.key = _key(key)
        twin.owned = -1
        twin.bags, twin.shown, twin.since = dict(bags), dict(shown), dict(since)
        twin.recs = {}
        for key, refs, regs, sets in recs:
            twin.recs[key] = record = Record(regs)
            record.refs = refs
            record.sets = dict(sets)
        return twin

    def stir(self) -> None:
        """Begin a new scene: a card entered or left play, or became another thing."""
        self.scene = next(SCENES)

    def branch(self) -> None:
        """Note that `species` does not begin like the lists before it: a thing is another."""
        self.line = next(LINES)

    def lies_anew(self, origin: Place, place: Place) -> None:
        """Note that something lies in another place than before; NONE is no place."""
        self.stale |= FILLED
        self.passes(origin, place)

    def passes(self, origin: Place, place: Place) -> None:
        """`lies_anew` for a move by which things on which cards lie stay so, and others too."""
        self.stale |= ABSENT if origin < 0 else 1 << (self.zname[origin] & 15)
        self.stale |= ABSENT if place < 0 else 1 << (self.zname[place] & 15)

    def zone(self, at: int) -> list[int]:
        """The things in a place, to be changed at once: copied first if forks share the list."""
        self.stale |= FILLED | 1 << (self.zname[at] & 15)
        return self.own_zone(at)

    def own_zone(self, at: int) -> list[int]:
        """`zone` for whoever notes what changes."""
        if not self.laid >> at & 1:
            self.laid |= 1 << at
            self.zones[at] = self.zones[at].copy()
        return self.zones[at]

    def column(self, at: int) -> list[int]:
        """A column, to be changed at once: copied first if forks share it."""
        self.stale |= 1 << (16 + at % 40)
        return self.own_column(at)

    def own_column(self, at: int) -> list[int]:
        """`column` for whoever adds values of new things, on which nothing depends yet."""
        if not self.owned >> at & 1:
            self.owned |= 1 << at
            self.cols[at] = self.cols[at].copy()
        return self.cols[at]

    def kept(self, cell: i64, reads: i64, rulings: frozenset[int] = NO_RULINGS) -> Kept:
        """The kept values of a table of facts; what depends on anything that changed is dropped.

        `rulings` are the numbers of the rules that effects can adopt and that it depends on.
        """
        work = self.work
        turned = reads & TURNING != 0 and work.turn != self.v[TURN]
        if (
            turned
            or self.stale & reads != 0
            or work.kinds is not self.species
            or work.rulings is not self.lasting
        ):
            self.drop_stale()  # else other changes can wait until something depends on them
        entries = work.kept
        if cell < len(entries):
            entry = entries[cell]
            if entry is not None:
                return entry
        return work.keep_facts(cell, reads, rulings)

    def drop_stale(self) -> None:
        """Drop kept facts that changes concern; from now on `stale` tells of later changes."""
        work = self.work
        if work.rulings is not self.lasting:
            work.overrule(self.lasting)
        if work.turn != self.v[TURN]:
            work.turn = self.v[TURN]
            self.stale |= TURNING
        if self.stale != 0 or work.kinds is not self.species:
            work.expire(self.species, self.line, self.stale)
            self.stale = 0

    def events(self, at: int) -> list[int]:
        """A list of events, to be added to: copied first if forks share it."""
        if not self.noted >> at & 1:
            self.noted |= 1 << at
            self.past[at] = self.past[at].copy()
        return self.past[at]

    # ---- records ---------------------------------------------------------------------------

    def keep(self, record: Record) -> int:
        """Give a record a number, by which frames name it, and count one use of it."""
        self.serial += 1
        self.recs[self.serial] = record
        record.refs = 1
        return self.serial

    def drop(self, key: int) -> None:
        """Count one use less of a record; delete it after the last."""
        self.release(key, self.recs[key])

    def release(self, key: int, record: Record) -> None:
        """`drop` for a caller that has the record at hand."""
        record.refs -= 1
        if record.refs <= 0:
            del self.recs[key]


# ---- saved data, which may be anything ------------------------------------------------------


def _checked(data: Sequence[Any]) -> list[Any]:
    """Copy saved data; raise unless it has numbers and texts where they belong."""
    return [check(part) for check, part in zip(CHECKS, data, strict=True)]


def _int(value: Any) -> int:
    if type(value) is not int:
        raise TypeError("a number was expected")
    return value


def _counter(value: Any) -> int:
    if not 0 <= _int(value) < 1 << 63:
        raise ValueError("a number of 63 bits was expected")
    return int(value)


def _ints(values: Any) -> list[int]:
    for value in values:
        if type(value) is not int:
            raise TypeError("numbers were expected")
    return list(values)


def _lists(lists: Any) -> list[list[int]]:
    return [_ints(values) for values in lists]


def _numbers(pairs: Any) -> list[tuple[int, int]]:
    return [(_int(key), _int(value)) for key, value in pairs]


def _sets(pairs: Any) -> list[tuple[int, list[int]]]:
    return [(_int(key), _ints(values)) for key, values in pairs]


def _records(recs: Any) -> list[tuple[int, int, list[int], list[tuple[int, list[int]]]]]:
    return [
        (_int(key), _int(refs), _ints(regs), _sets(sets)) for key, refs, regs, sets in recs
    ]  # fmt: skip


def _key(text: str) -> bytes:
    if len(text) not in (0, 2 * SEED_BYTES):
        raise ValueError("a key of 256 bits was expected")
    return bytes.fromhex(text)


def _texts(texts: Any) -> list[str]:
    return [str(text) for text in texts]


CHECKS: Final[tuple[Callable[[Any], Any], ...]] = (  # one for each part of `State.to_data`
    _ints, _lists, _ints, _ints, _ints, _ints, _lists,
    _sets,
    _ints, _ints,
    _records,
    _int, _ints, _int, _ints, _lists, _lists, _int,
    _numbers,
    _ints, _ints, _ints, _texts, _counter, _ints, _ints,
    _numbers,
    _ints, _ints, str,
)  # fmt: skip
