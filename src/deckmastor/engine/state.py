"""The State of a game: flat lists of ints that can be copied, written and read by hand.

A State holds no rule and no text. What its ints mean is known to its Ruleset, named by hash.
Things are numbered: first the seats, then other persons, then cards and what else there is.
Places are numbered on their own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, Final

from mypy_extensions import i64, mypyc_attr

from deckmastor.engine.workspace import Workspace

NONE: Final = -1  # no thing, no place
UNBOUND: Final = -(1 << 60)  # a label without a value
MANY: Final = UNBOUND + 1  # a label whose values are in `sets`

# The first scalars of every game.
TURN: Final = 0  # the player at turn
DIRECTION: Final = 1  # 1 or -1: how the turn goes round
STAGE: Final = 2  # where the flow of the game is (flow.py)
PHASE: Final = 3  # which phase of the turn, by index
TURNS: Final = 4  # turns begun
ROUNDS: Final = 5  # rounds begun
PHASES: Final = 6  # phases begun
CLOCK: Final = 7  # seconds of UTC, as last ticked
OVER: Final = 8  # 1 when the game is over
ENDING: Final = 9  # what was told to end: 1 the phase, 2 the turn, 4 the game
DESERTED: Final = 16  # in ENDING: at most one player is left; above 8 bits, by which sentence
RESULT: Final = 10  # the last roll
STARTER: Final = 11  # who began the round
EFFECTS: Final = 12  # texts begun, for what a text itself has done
SERIAL: Final = 13  # things that happened, counted
OUTSIDE: Final = 14  # 1 if chance is answered from outside
TICKED: Final = 15  # the last tick; CLOCK follows it, boundary by boundary
DAYS: Final = 16  # the day, week and month of CLOCK, counted
WEEKS: Final = 17
MONTHS: Final = 18
ANCHOR: Final = 19  # the instant from which a length of time is worked out, or 0 for now
PERIODS: Final = 20  # the phase of the week, counted, where weeks have phases
DISCREET: Final = 21  # 1 if a window asks everybody, also those who cannot act
HEAD: Final = 22

ROUND_ENDS: Final = 64  # of ENDING: the round ends with the turn

OPENING: Final = 1  # of STAGE: before the game
CLOSED: Final = 9  # of STAGE: the game has ended

# The first labels of every record.
YOU: Final = 0
THIS: Final = 1
PARENT: Final = 2  # the record of the act that a replacement stands in for
FLAG: Final = 3  # whether the act at hand was replaced
APPLIED: Final = 4  # which replacements have had their turn at it
SINCE: Final = 5  # how many turns had begun when the rule was adopted
LABELS: Final = 6


# The numbers of scenes, for the whole process. Forks share cache entries, and an entry names its
# scene. So equal numbers must mean equal arrangements in all forks: a counter of each State would
# not do. To draw a number is one step that no other thread can interrupt.
SCENES: Final = count(1)
NEVER: Final = -1  # no scene


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
        """The values of labels that stand for any number of things."""
        found = self._sets
        if found is None:
            found = self._sets = {}
        return found

    @sets.setter
    def sets(self, sets: dict[int, list[int]]) -> None:
        self._sets = sets

    def told(self, slot: int) -> list[int] | None:
        """The values of such a label, if it has been given any."""
        return None if self._sets is None else self._sets.get(slot)

    @property
    def wide(self) -> bool:
        """Whether some label stands for any number of things."""
        return bool(self._sets)

    def clone(self) -> Record:
        """A record with the same values."""
        twin = Record(self.regs.copy())  # a compiled class cannot be made without its `__init__`
        twin.refs = self.refs
        if self.wide:
            for slot, members in self.sets.items():
                twin.sets[slot] = members.copy()
        return twin

    def bind(self, slot: int, members: list[int]) -> None:
        """Give a label one value, several, or none."""
        if len(members) == 1:
            self.regs[slot] = members[0]
        else:
            self.regs[slot] = MANY
            self.sets[slot] = members

    def many(self, slot: int) -> list[int]:
        """All values of a label."""
        value = self.regs[slot]
        if value == MANY:
            return self.sets[slot]
        return [] if value == UNBOUND or value == NONE else [value]


class State:
    """Everything that a game in progress is, apart from its rules.

    Forks share what changes seldom: what lies in a place until one of them moves something there
    (`zone`), a column until one of them writes in it (`column`), a list of events likewise
    (`events`), and the lists at the end of `__init__` for good, because they are replaced and never
    changed.
    """

    __slots__ = (
        "agenda", "asks", "bags", "bills", "chance", "cols", "dirty", "edges", "extra", "fate",
        "held", "laid", "lasting", "muted", "noted", "order", "owned", "past", "queue", "recs",
        "scene", "serial",
        "shown", "since", "species", "texts", "timers", "v", "where", "winners", "work", "zname",
        "zones", "zowner",
    )  # fmt: skip

    v: list[int]
    zones: list[list[int]]  # what lies in each place, the top last
    laid: int  # the places whose list no other state holds, as bits
    zname: list[int]  # which sort of place it is
    zowner: list[int]  # whose it is, or NONE
    where: list[int]  # the place of each thing, or NONE
    species: list[int]  # what each thing is a copy of
    cols: list[list[int]]  # a column for each property that can change
    owned: int  # the columns that no other state holds, as bits
    bags: dict[int, list[int]]  # sets that can change, by property and thing
    agenda: list[int]  # frames: where to go on, and with which record
    asks: list[int]  # open questions: who, where in the program, record, way
    recs: dict[int, Record]
    serial: int  # the last record made
    queue: list[int]  # triggers that wait: trigger, record
    held: int  # how many steps are open: triggers wait for their end
    lasting: list[int]  # rules adopted: rule, record, end, number of adoption
    past: list[list[int]]  # events that some sentence can ask for
    noted: int  # the lists of them that no other state holds, as bits
    edges: list[list[int]]  # of whom each watched state was true
    dirty: int  # what changed since states were last watched, as bits
    shown: dict[int, int]  # what single seats know beyond the places, as bits
    winners: list[int]
    order: list[int]  # seats in the order of turns; empty for seat after seat
    extra: list[int]  # who takes an additional turn, one after the other
    muted: list[int]  # triggers silenced while a paradox is settled
    texts: list[str]  # texts that players wrote
    chance: i64  # the state of the generator
    scene: i64  # what lies where texts count: no other arrangement has this number (`stir`)
    fate: list[int]  # draws that were answered from outside and not used yet
    timers: list[int]  # what is due at a time: time, what, record or thing
    bills: list[int]  # a change of the rules that an effect waits for (laws.py)
    since: dict[int, int]  # since when a state that is timed has held, by key
    work: Workspace  # scratch and caches of evaluation; never saved, and of no other state

    def __init__(self, like: State | None = None) -> None:
        if like is None:
            self.v = [0] * HEAD
            self.zones = []
            self.laid = -1
            self.zname = []
            self.zowner = []
            self.where = []
            self.species = []
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
        self.edges = like.edges.copy()  # a list of it is replaced, never changed
        self.dirty = like.dirty
        self.shown = like.shown.copy() if like.shown else {}
        self.since = like.since.copy() if like.since else {}
        self.chance = like.chance
        self.scene = like.scene
        self.zname = like.zname  # this and what follows is replaced, never changed
        self.zowner = like.zowner
        self.species = like.species
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
        """A state that can go its own way."""
        return State(self)

    def to_data(self) -> list[Any]:
        """Lists of ints and texts, ready for JSON."""
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
            self.bills, self.extra,
        ]  # fmt: skip

    @staticmethod
    def from_data(data: Sequence[Any], sure: bool = False) -> State:
        """The state that `to_data` wrote; ValueError or TypeError for anything else.

        With `sure`, the caller knows already that every number is one, and gives the lists away.
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
            twin.bills, twin.extra,
        ) = data if sure else _checked(data)  # fmt: skip
        twin.owned = -1
        twin.bags, twin.shown, twin.since = dict(bags), dict(shown), dict(since)
        twin.recs = {}
        for key, refs, regs, sets in recs:
            twin.recs[key] = record = Record(regs)
            record.refs = refs
            record.sets = dict(sets)
        return twin

    def stir(self) -> None:
        """Something has come to a place where texts count, or left one, or become another thing."""
        self.scene = next(SCENES)

    def zone(self, at: int) -> list[int]:
        """What lies in a place, to be changed: a list that no other state holds."""
        if not self.laid >> at & 1:
            self.laid |= 1 << at
            self.zones[at] = self.zones[at].copy()
        return self.zones[at]

    def column(self, at: int) -> list[int]:
        """A column to write in, which no other state holds."""
        if not self.owned >> at & 1:
            self.owned |= 1 << at
            self.cols[at] = self.cols[at].copy()
        return self.cols[at]

    def events(self, at: int) -> list[int]:
        """A list of events to add to, which no other state holds."""
        if not self.noted >> at & 1:
            self.noted |= 1 << at
            self.past[at] = self.past[at].copy()
        return self.past[at]

    # ---- records ---------------------------------------------------------------------------

    def keep(self, record: Record) -> int:
        """Number a record so that frames can name it, and count one use of it."""
        self.serial += 1
        self.recs[self.serial] = record
        record.refs = 1
        return self.serial

    def drop(self, key: int) -> None:
        """Count one use less of a record, and forget it after the last."""
        self.release(key, self.recs[key])

    def release(self, key: int, record: Record) -> None:
        """The same where the record is at hand."""
        record.refs -= 1
        if record.refs <= 0:
            del self.recs[key]


# ---- data that anybody may have written -----------------------------------------------------


def _checked(data: Sequence[Any]) -> list[Any]:
    """The same data in other lists, if numbers and texts stand where they should."""
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


def _texts(texts: Any) -> list[str]:
    return [str(text) for text in texts]


CHECKS: Final[tuple[Callable[[Any], Any], ...]] = (  # of the parts of `State.to_data`
    _ints, _lists, _ints, _ints, _ints, _ints, _lists,
    _sets,
    _ints, _ints,
    _records,
    _int, _ints, _int, _ints, _lists, _lists, _int,
    _numbers,
    _ints, _ints, _ints, _texts, _counter, _ints, _ints,
    _numbers,
    _ints, _ints,
)  # fmt: skip
