"""The API of natives: what a procedure sees, asks, draws and returns.

A native is a pure function of the table, its roles, the answers so far and its draws. It returns
acts, which the engine performs under the rules. A question that has no answer yet raises `Need`:
the engine asks the player, then calls the native again from its start.

    def duel(view: View, roles: Roles, answers: Answers, chance: Stream) -> list[Act]:
        loser = answers.one(view.players[0], "Who loses a life?", view.players)
        return [Lose(int(loser), "life", chance.roll(6))]

    install(Native("duel", "a player loses up to 6 lives", duel))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from deckmastor.engine.ids import NONE, Seat, Thing
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.rules.schema import WORD, Attr
from deckmastor.engine.state.chance import draw
from deckmastor.engine.state.layout import OUTSIDE, TURN
from deckmastor.engine.state.state import State
from deckmastor.engine.turns.seating import in_order
from deckmastor.engine.verbs.primitives import BECOME, GAME, LOSE, SET

QUESTIONS: Final = 500  # that one call may ask
DRAWS: Final = 10_000  # that one call may make
ACTS: Final = 10_000  # that one call may return
SEAT_BITS: Final = 8  # of each seat in an order that is packed into one int
Word = int | str  # a thing or number, or a word
Roles = Mapping[str, tuple[Word, ...]]


class NativeError(Exception):
    """Raised when a native breaks its contract; the message names it and says how."""


class Need(Exception):
    """Raised to ask `who` to pick from `least` to `most` options, which are words or things."""

    def __init__(
        self, who: Seat, label: str, options: Sequence[Word], least: int = 1, most: int = 1
    ) -> None:
        super().__init__(label)
        self.who = who
        self.label = label
        self.options = tuple(options)
        self.least = least
        self.most = most


class _NeedChance(Exception):
    """Raised for a draw that must be answered from outside."""

    def __init__(self, n: int) -> None:
        self.n = n


# ---- acts -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Move:
    """A thing goes to the top of a place of an owner, or of nobody."""

    thing: int
    place: str
    owner: int = NONE
    by: int = GAME


@dataclass(frozen=True, slots=True)
class Gain:
    """Somebody gains counters."""

    who: int
    counter: str
    n: int


@dataclass(frozen=True, slots=True)
class Lose:
    """Somebody loses counters."""

    who: int
    counter: str
    n: int


@dataclass(frozen=True, slots=True)
class Pay:
    """Somebody pays counters: all of them, or none."""

    who: int
    counter: str
    n: int


@dataclass(frozen=True, slots=True)
class Set:
    """A value of the game, or a property of a thing, gets a new value."""

    name: str
    value: Word
    of: int = NONE


@dataclass(frozen=True, slots=True)
class Become:
    """A thing gets a status."""

    who: int
    status: str


@dataclass(frozen=True, slots=True)
class Create:
    """A new thing of a species, or a copy of a thing, in a place."""

    species: Word
    place: str
    owner: int = NONE


@dataclass(frozen=True, slots=True)
class Remove:
    """A thing leaves the game."""

    thing: int


@dataclass(frozen=True, slots=True)
class Rolled:
    """Somebody rolled a number with dice."""

    who: int
    n: int


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Somebody loses the game."""

    who: int


@dataclass(frozen=True, slots=True)
class Order:
    """From now on, seats take their turns in this order."""

    seats: tuple[int, ...]


Act = Move | Gain | Lose | Pay | Set | Become | Create | Remove | Rolled | Forfeit | Order


# ---- arguments of a native ------------------------------------------------------------------


class View:
    """A read-only view of the State for natives."""

    def __init__(self, m: Machine, s: State) -> None:
        self._m = m
        self._s = s

    @property
    def players(self) -> list[int]:
        """The seats still in the game, in the order of turns from the player at turn on."""
        s, rules = self._s, self._m.rules
        seats = in_order(s, rules.seats)
        if s.v[TURN] in seats:
            at = seats.index(s.v[TURN])
            seats = seats[at:] + seats[:at]
        return [seat for seat in seats if not s.cols[rules.gone][seat]]

    @property
    def seats(self) -> list[int]:
        """All seats in the order of turns, those that left the game included."""
        return in_order(self._s, self._m.rules.seats)

    def count(self, thing: Thing, name: str) -> int:
        """A counter or a number of a thing, with facts applied."""
        return _number(self._m.rules, self._s, self._attr(name), thing)

    def value(self, name: str) -> Word:
        """A value of the game."""
        return self._told(_number(self._m.rules, self._s, self._attr(name), NONE))

    def prop(self, thing: Thing, name: str) -> Word:
        """A property of a thing, with facts applied."""
        return self._told(_number(self._m.rules, self._s, self._attr(name), thing))

    def cards(self, place: str, owner: int = NONE) -> tuple[int, ...]:
        """The things in a place, the top last."""
        return tuple(self._s.zones[_place(self._m.rules, place, owner)])

    def is_a(self, thing: Thing, noun: str) -> bool:
        """True if a thing is of a kind."""
        return noun in self._m.rules.schema.species[self._s.species[thing]].kinds

    def name(self, thing: Thing) -> str:
        """The name of a thing."""
        return self._m.rules.schema.species[self._s.species[thing]].name

    def _attr(self, name: str) -> Attr:
        attr = self._m.rules.schema.attrs.get(name)
        if attr is None:
            raise NativeError(f"the rulebook has no '{name}'")
        return attr

    def _told(self, value: int) -> Word:
        return self._m.rules.schema.text_of(value) if value >= WORD else value


class Answers:
    """The answers so far, in order; a further question raises `Need`."""

    def __init__(self, given: Sequence[Sequence[int]]) -> None:
        self._given = given
        self._at = 0

    def ask(
        self, who: Seat, label: str, options: Sequence[Word], least: int = 1, most: int = 1
    ) -> list[Word]:
        """The picked options; raises `Need` if the question is not answered yet."""
        need = Need(who, label, options, least, most)
        if self._at >= len(self._given):
            raise need
        picked = self._given[self._at]
        self._at += 1
        if any(not 0 <= index < len(need.options) for index in picked):
            raise NativeError("it asks other questions when it is called again")
        return [need.options[index] for index in picked]

    def one(self, who: Seat, label: str, options: Sequence[Word]) -> Word:
        """Ask for exactly one option."""
        return self.ask(who, label, options)[0]


class Stream:
    """Random draws for a native; a repeated call gets its earlier draws again, in order."""

    def __init__(self, s: State, drawn: list[int]) -> None:
        self._s = s
        self._drawn = drawn
        self._at = 0

    def draw(self, n: int) -> int:
        """A number from 0 to n - 1, equally likely."""
        if type(n) is not int or n < 1:
            raise NativeError(f"it draws one of {n!r}")
        if self._at >= len(self._drawn):
            if len(self._drawn) >= DRAWS:
                raise NativeError(f"it draws more than {DRAWS:,} times")
            if self._s.v[OUTSIDE] and not self._s.fate:
                raise _NeedChance(n)
            self._drawn.append(draw(self._s, n))
        self._at += 1
        return self._drawn[self._at - 1] % n

    def roll(self, sides: int) -> int:
        """Roll a die: a number from 1 to `sides`."""
        return 1 + self.draw(sides)


Procedure = Callable[[View, Roles, Answers, Stream], Sequence[Act]]


@dataclass(frozen=True, slots=True)
class Native:
    """A procedure, its name, what it does in a line, and the sort of each role that it takes."""

    name: str
    does: str
    run: Procedure
    roles: Mapping[str, str] = field(default_factory=dict)  # role -> sort; `?` at its end: optional


INSTALLED: dict[str, Native] = {}


def install(native: Native) -> None:
    """Make a native available to rulebooks; a name can have only one procedure."""
    known = INSTALLED.setdefault(native.name, native)
    if known.run is not native.run:
        raise ValueError(f"There are two natives '{native.name}'.")


# ---- codes and lookups for `calls.py` -------------------------------------------------------

# Codes of acts for which the code of a verb does not say enough.
_SCALAR: Final = 100
_PROPERTY: Final = 101
_STATUS: Final = 102
_SEATED: Final = 103
_OUT: Final = 104
_VERBS = {
    _SCALAR: SET, _PROPERTY: SET, _STATUS: BECOME, _SEATED: SET,
    _OUT: LOSE,
}  # fmt: skip


def _place(rules: Ruleset, name: str, owner: int) -> int:
    attr = rules.schema.attrs.get(name)
    if attr is None or attr.home != "place":
        raise NativeError(f"there is no place '{name}'")
    if attr.owner is None:
        return attr.at
    if not 0 <= owner < rules.first_card:
        raise NativeError(f"whose '{name}'?")
    return attr.at + owner


def _number(rules: Ruleset, s: State, attr: Attr, thing: Thing) -> int:
    if attr.home == "scalar":
        base = s.v[attr.at]
    elif attr.home == "column":
        base = s.cols[attr.at][thing]
    elif attr.home == "printed":
        base = attr.table[s.species[thing]] if attr.table else 0
    else:
        raise NativeError(f"'{attr.name}' is no number or word")
    table = rules.facts.get(attr.name)
    return base if table is None else table.value(s, thing, base)
