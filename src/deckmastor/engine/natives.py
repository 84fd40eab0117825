"""Natives: procedures for what English says badly, named by a sentence and called as verbs.

A native is a pure function `native(view, roles, answers, rng) -> acts`. It reads the table through
the view, asks by raising `Need` (which `answers.ask` does) and is called again from its start with
one more answer, draws chance from `rng` alone, and gives back acts that the engine performs under
the rules and in the name of the calling sentence. Its frame is its name, its roles, the answers and
the draws so far: ints in a Record, so that it pauses, forks and saves like any effect.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from deckmastor.engine import acts, chance
from deckmastor.engine.machine import AGAIN, JUMP, NEXT, ONE, WAIT, Machine, Op
from deckmastor.engine.ops import CHANCE, ENOUGH, Forget, Hold, Settle
from deckmastor.engine.ops_acts import leave_game
from deckmastor.engine.ops_guard import Guard
from deckmastor.engine.program.context import Context, Unsupported
from deckmastor.engine.schema import ASIDE_PLACE, WORD, Attr
from deckmastor.engine.seating import in_order
from deckmastor.engine.state import NONE, OUTSIDE, RESULT, TURN, UNBOUND, Record, State
from deckmastor.engine.values import Expr, Lit, Reg
from deckmastor.language.ir import Do, Pick, Qty, Ref, Tree

if TYPE_CHECKING:
    from deckmastor.engine.ruleset import Ruleset

QUESTIONS: Final = 500  # that one call may ask
DRAWS: Final = 10_000  # that one call may make
ACTS: Final = 10_000  # that one call may give back
SEAT_BITS: Final = 8  # for each seat of an order that is kept as one int

Word = int | str  # a thing or number, or a word
Roles = Mapping[str, tuple[Word, ...]]


class NativeError(Exception):
    """A native that broke its contract; the message names it and says how."""


class Need(Exception):
    """A native asks: who is to pick how few and how many of which options, words or things."""

    def __init__(
        self, who: int, label: str, options: Sequence[Word], least: int = 1, most: int = 1
    ) -> None:
        super().__init__(label)
        self.who = who
        self.label = label
        self.options = tuple(options)
        self.least = least
        self.most = most


class _NeedChance(Exception):
    """A draw that is answered from outside."""

    def __init__(self, n: int) -> None:
        self.n = n


# ---- acts -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Move:
    """A thing goes to the top of a place of an owner, or of nobody."""

    thing: int
    place: str
    owner: int = NONE
    by: int = acts.GAME


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
    """A value of the game, or a property of a thing, becomes something."""

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
    """Somebody threw a number with dice."""

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


# ---- what a native is given -----------------------------------------------------------------


class View:
    """The table as a native may read it."""

    __slots__ = ("_m", "_s")

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

    def count(self, thing: int, name: str) -> int:
        """A counter or a number of a thing, as facts make it."""
        return _number(self._m.rules, self._s, self._attr(name), thing)

    def value(self, name: str) -> Word:
        """A value of the game."""
        return self._told(_number(self._m.rules, self._s, self._attr(name), NONE))

    def prop(self, thing: int, name: str) -> Word:
        """A property of a thing, as facts make it."""
        return self._told(_number(self._m.rules, self._s, self._attr(name), thing))

    def cards(self, place: str, owner: int = NONE) -> tuple[int, ...]:
        """What lies in a place, the top last."""
        return tuple(self._s.zones[_place(self._m.rules, place, owner)])

    def is_a(self, thing: int, noun: str) -> bool:
        """Whether a thing is of a kind."""
        return noun in self._m.rules.schema.species[self._s.species[thing]].kinds

    def name(self, thing: int) -> str:
        """The name of a thing."""
        return self._m.rules.schema.species[self._s.species[thing]].name

    def _attr(self, name: str) -> Attr:
        attr = self._m.rules.schema.attrs.get(name)
        if attr is None:
            raise NativeError(f"the rulebook has no '{name}'")
        return attr

    def _told(self, value: int) -> Word:
        return self._m.rules.schema.words[value - WORD] if value >= WORD else value


class Answers:
    """The answers so far; a further question is raised."""

    __slots__ = ("_at", "_given")

    def __init__(self, given: Sequence[Sequence[int]]) -> None:
        self._given = given
        self._at = 0

    def ask(
        self, who: int, label: str, options: Sequence[Word], least: int = 1, most: int = 1
    ) -> list[Word]:
        """What was picked; raises `Need` if that is not known yet."""
        need = Need(who, label, options, least, most)
        if self._at >= len(self._given):
            raise need
        picked = self._given[self._at]
        self._at += 1
        if any(not 0 <= index < len(need.options) for index in picked):
            raise NativeError("it asks other questions when it is called again")
        return [need.options[index] for index in picked]

    def one(self, who: int, label: str, options: Sequence[Word]) -> Word:
        """The one option that was picked."""
        return self.ask(who, label, options)[0]


class Stream:
    """The chance that a native may draw: what was drawn before comes first, in the same order."""

    __slots__ = ("_at", "_drawn", "_s")

    def __init__(self, s: State, drawn: list[int]) -> None:
        self._s = s
        self._drawn = drawn
        self._at = 0

    def draw(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely as the others."""
        if type(n) is not int or n < 1:
            raise NativeError(f"it draws one of {n!r}")
        if self._at >= len(self._drawn):
            if len(self._drawn) >= DRAWS:
                raise NativeError(f"it draws more than {DRAWS:,} times")
            if self._s.v[OUTSIDE] and not self._s.fate:
                raise _NeedChance(n)
            self._drawn.append(chance.draw(self._s, n))
        self._at += 1
        return self._drawn[self._at - 1] % n

    def roll(self, sides: int) -> int:
        """A die."""
        return 1 + self.draw(sides)


Procedure = Callable[[View, Roles, Answers, Stream], Sequence[Act]]


@dataclass(frozen=True, slots=True)
class Native:
    """A procedure with its frame: the sort of each role it takes, and what it does in a line."""

    name: str
    does: str
    run: Procedure
    roles: Mapping[str, str] = field(default_factory=dict)  # role -> sort; `?` behind it: may lack


INSTALLED: dict[str, Native] = {}


def install(native: Native) -> None:
    """Let rulebooks name a native; one name is one native."""
    known = INSTALLED.setdefault(native.name, native)
    if known.run is not native.run:
        raise ValueError(f"There are two natives '{native.name}'.")


# ---- the call, compiled ---------------------------------------------------------------------


def call(ctx: Context, do: Do, name: str, who: Expr) -> None:
    """Write the call of a native, then the acts that it gives back, in one step."""
    native = INSTALLED.get(name)
    if native is None:
        known = ", ".join(f"'{one}'" for one in sorted(INSTALLED)) or "none"
        raise Unsupported(f"no native '{name}' is installed; installed: {known}")
    given = dict(do.roles)
    if do.obj is not None:
        given["object"] = do.obj
    told: dict[str, Expr] = {"doer": who}
    for role, sort in native.roles.items():
        if role not in given:
            if sort.endswith("?"):
                continue
            raise Unsupported(f"the native '{name}' needs {role} a {sort}")
        told[role] = _role(ctx, given.pop(role), sort.rstrip("?"), who, name)
    if given:
        raise Unsupported(f"the native '{name}' takes no '{next(iter(given))}'")
    first = ctx.spare()
    for _ in range(len(told) + 4):
        ctx.spare()
    frame = Frame(name, told, first)
    regs = [ctx.spare() for _ in range(6)]
    ctx.emit(Forget([first]))
    ctx.emit(CallNative(frame))
    ctx.emit(Hold(1))
    top = ctx.here()
    step = NextAct(frame.acts, frame.at, regs)
    ctx.emit(step)
    guard = GuardAct(ctx.rules.laws[0], Reg(regs[1]), Reg(regs[2]), Reg(regs[3]), None, NONE)
    guard.verb = regs[0]
    guard.n = Reg(regs[4])
    guard.target = top
    ctx.emit(guard)
    ctx.emit(DoAct(regs))
    ctx.jump().target = top
    step.target = ctx.here()
    ctx.emit(Hold(-1))
    if do.label:
        from deckmastor.engine.ops_acts import Note

        ctx.emit(Note(ctx.slot(do.label)))
    from deckmastor.engine.ops_acts import Event

    ctx.emit(Event(ctx.rules.verb(do.verb), who, None, None))
    ctx.emit(Settle())


def _role(ctx: Context, tree: Tree, sort: str, who: Expr, name: str) -> Expr:
    """What stands in a role of a call: a counter by its word, anything else by its value."""
    from deckmastor.engine.program.picking import things
    from deckmastor.engine.program.terms import term

    if sort == "counter":
        if isinstance(tree, Qty):
            return Lit(ctx.schema.word(tree.unit))
        unit = tree.name if isinstance(tree, Ref) else tree
        if isinstance(unit, str) and unit in ctx.schema.lexicon.units:
            return Lit(ctx.schema.word(unit))
        raise Unsupported(f"the native '{name}' with something that is no counter")
    if sort == "number":
        return term(ctx, tree)
    return things(ctx, tree, who) if isinstance(tree, Pick) else term(ctx, tree)


class Frame:
    """Where a call keeps its roles, answers, draws and acts: slots of its record."""

    __slots__ = ("acts", "answers", "at", "draws", "first", "name", "roles")

    def __init__(self, name: str, roles: dict[str, Expr], first: int) -> None:
        self.name = name
        self.roles = roles
        self.first = first  # the slot of the first role; its register says whether it was begun
        self.answers = first + len(roles)
        self.draws = self.answers + 1
        self.acts = self.answers + 2
        self.at = self.answers + 3

    def begin(self, s: State, r: Record) -> None:
        """Note what stands in the roles, once."""
        if r.regs[self.first] != UNBOUND:
            return
        r.regs[self.first] = 1
        for number, told in enumerate(self.roles.values()):
            r.sets[self.first + number] = list(told.many(s, r))
        r.sets[self.answers] = []
        r.sets[self.draws] = []

    def given(self, r: Record) -> list[list[int]]:
        """The answers so far, the one that is being given left out."""
        flat = r.sets[self.answers]
        found: list[list[int]] = []
        at = 0
        while at < len(flat):
            n = flat[at]
            if n < 0:
                break
            found.append(flat[at + 1 : at + 1 + n])
            at += 1 + n
        return found

    def partial(self, r: Record) -> list[int]:
        """What was picked so far of the answer that is being given."""
        flat = r.sets[self.answers]
        return flat[flat.index(-1) + 1 :] if -1 in flat else []

    def replay(self, m: Machine, s: State, r: Record) -> Sequence[Act]:
        """Call the native with all that is known; it asks, draws, or is done."""
        words = m.rules.schema.words
        roles: dict[str, tuple[Word, ...]] = {}
        for number, role in enumerate(self.roles):
            roles[role] = tuple(
                words[value - WORD] if value >= WORD else value
                for value in r.sets[self.first + number]
            )
        given = self.given(r)
        if len(given) > QUESTIONS:
            raise self.broken(f"it asks more than {QUESTIONS:,} questions")
        try:
            return INSTALLED[self.name].run(
                View(m, s), roles, Answers(given), Stream(s, r.sets[self.draws])
            )
        except (Need, _NeedChance):
            raise
        except NativeError as why:
            raise self.broken(str(why)) from why
        except Exception as fault:
            raise self.broken(f"{type(fault).__name__}: {fault}") from fault

    def broken(self, how: str) -> NativeError:
        """The error that stops a native."""
        return NativeError(f"The native '{self.name}' broke its contract: {how}.")

    def need(self, m: Machine, s: State, r: Record) -> Need | int:
        """The question that is open, or the number of outcomes of the draw that is."""
        try:
            self.replay(m, s, r)
        except Need as need:
            return need
        except _NeedChance as draw:
            return draw.n
        raise self.broken("it asks other questions when it is called again")


class CallNative(Op):
    """A native at work: asks on until it is done, then keeps its acts."""

    __slots__ = ("frame",)

    def __init__(self, frame: Frame) -> None:
        self.frame = frame

    def run(self, m: Machine, s: State, r: Record) -> int:
        frame = self.frame
        frame.begin(s, r)
        while True:
            try:
                done = frame.replay(m, s, r)
            except Need as need:
                self._check(m, need)
                if need.least == len(need.options):
                    r.sets[frame.answers] += [need.least, *range(need.least)]
                    continue
                m.asked = [need.who]
                m.way = ONE
                return AGAIN
            except _NeedChance:
                m.asked = [CHANCE]
                m.way = ONE
                return AGAIN
            r.sets[frame.acts] = encoded(frame, m.rules, s, done)
            r.regs[frame.at] = 0
            return NEXT

    def _check(self, m: Machine, need: Need) -> None:
        there = len(need.options)
        if type(need.who) is not int or not 0 <= need.who < m.rules.seats:
            raise self.frame.broken(f"it asks {need.who!r}, who is no player")
        if not there or not 0 <= need.least <= need.most <= there or need.most < 1:
            raise self.frame.broken(f"'{need.label}' cannot be answered")

    def options(self, m: Machine, s: State, r: Record, who: int) -> list[int]:
        need = self.frame.need(m, s, r)
        if isinstance(need, int):
            return list(range(need))
        chosen = self.frame.partial(r)
        left = [index for index in range(len(need.options)) if index not in chosen]
        if len(chosen) >= need.least:
            left.append(ENOUGH)
        return left

    def take(self, m: Machine, s: State, r: Record, who: int, option: int) -> int:
        frame = self.frame
        if who == CHANCE:
            s.fate = [*s.fate, option]
            return NEXT
        need = frame.need(m, s, r)
        assert isinstance(need, Need)
        chosen = frame.partial(r)
        flat = r.sets[frame.answers]
        if -1 in flat:
            del flat[flat.index(-1) :]
        if option != ENOUGH:
            chosen = [*chosen, option]
            if len(chosen) < need.most:
                flat += [-1, *chosen]
                return WAIT
        flat += [len(chosen), *chosen]
        return NEXT

    def asked(self, m: Machine, s: State, r: Record) -> tuple[str, tuple[Word, ...]]:
        """What is asked, and the options by number."""
        need = self.frame.need(m, s, r)
        if isinstance(need, int):
            return ("", tuple(str(n + 1) for n in range(need)))
        return (need.label, need.options)


# ---- acts performed -------------------------------------------------------------------------

_SCALAR: Final = 100
_PROPERTY: Final = 101
_STATUS: Final = 102
_SEATED: Final = 103
_OUT: Final = 104
_VERBS = {
    _SCALAR: acts.SET, _PROPERTY: acts.SET, _STATUS: acts.BECOME, _SEATED: acts.SET,
    _OUT: acts.LOSE,
}  # fmt: skip


def encoded(frame: Frame, rules: Ruleset, s: State, told: object) -> list[int]:
    """Acts as ints, six for each: code, agent, object, place, number, another number."""
    if not isinstance(told, (list, tuple)):
        raise frame.broken(f"it gives back {told!r} and no list of acts")
    if len(told) > ACTS:
        raise frame.broken(f"it gives back more than {ACTS:,} acts")
    found: list[int] = []
    for act in told:
        try:
            found += _coded(rules, s, act)
        except (KeyError, IndexError, ValueError, TypeError, NativeError) as why:
            raise frame.broken(f"{act!r} cannot be done: {why}") from why
    return found


def _coded(rules: Ruleset, s: State, act: object) -> list[int]:
    match act:
        case Move(thing, place, owner, by):
            return [acts.MOVE, by, _thing(s, thing), _place(rules, place, owner), 1, NONE]
        case Gain(who, counter, n):
            return _counted(rules, s, acts.GAIN, who, counter, n)
        case Lose(who, counter, n):
            return _counted(rules, s, acts.LOSE, who, counter, n)
        case Pay(who, counter, n):
            return _counted(rules, s, acts.PAY, who, counter, n)
        case Set(name, value, of):
            attr = rules.schema.attrs[name]
            number = rules.schema.word_ids[value] if isinstance(value, str) else int(value)
            word = rules.schema.word_ids.get(name, NONE)
            if attr.home == "scalar":
                return [_SCALAR, acts.GAME, word, NONE, number, attr.at]
            if attr.home != "column":
                raise NativeError(f"'{name}' cannot be set")
            return [_PROPERTY, _thing(s, of), word, NONE, number, attr.at]
        case Become(who, status):
            attr = rules.schema.attrs[status]
            if attr.home != "column":
                raise NativeError(f"nothing can become '{status}'")
            return [_STATUS, _thing(s, who), rules.schema.word(status), NONE, 1, attr.at]
        case Create(species, place, owner):
            kind = (
                rules.schema.species_ids[species]
                if isinstance(species, str)
                else s.species[_thing(s, species)]
            )
            return [acts.CREATE, acts.GAME, NONE, _place(rules, place, owner), 1, kind]
        case Remove(thing):
            return [acts.REMOVE, acts.GAME, _thing(s, thing), NONE, 1, NONE]
        case Rolled(who, n):
            return [acts.ROLL, _thing(s, who), NONE, NONE, int(n), NONE]
        case Forfeit(who):
            return [_OUT, _thing(s, who), NONE, NONE, 1, NONE]
        case Order(seats):
            if sorted(seats) != list(range(rules.seats)):
                raise NativeError("an order names every seat once")
            packed = sum(seat << (SEAT_BITS * at) for at, seat in enumerate(seats))
            return [_SEATED, acts.GAME, rules.schema.word("turn order"), NONE, packed, NONE]
    raise NativeError("it is no act")


def _thing(s: State, thing: int) -> int:
    if type(thing) is not int or not 0 <= thing < len(s.species):
        raise NativeError(f"there is no thing {thing!r}")
    return thing


def _counted(rules: Ruleset, s: State, code: int, who: int, name: str, n: int) -> list[int]:
    attr = rules.schema.attrs.get(name)
    if attr is None or attr.home != "column":
        raise NativeError(f"there is no counter '{name}'")
    if type(n) is not int or n < 0:
        raise NativeError(f"{n!r} is no amount")
    return [code, _thing(s, who), rules.schema.word(name), NONE, n, attr.at]


def _place(rules: Ruleset, name: str, owner: int) -> int:
    attr = rules.schema.attrs.get(name)
    if attr is None or attr.home != "place":
        raise NativeError(f"there is no place '{name}'")
    if attr.owner is None:
        return attr.at
    if not 0 <= owner < rules.first_card:
        raise NativeError(f"whose '{name}'?")
    return attr.at + owner


def _number(rules: Ruleset, s: State, attr: Attr, thing: int) -> int:
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


class NextAct(Op):
    """The next act that a native gave back, in registers; on behind them when there is none."""

    __slots__ = ("acts", "at", "regs", "target")

    def __init__(self, acts: int, at: int, regs: list[int]) -> None:
        self.acts = acts
        self.at = at
        self.regs = regs
        self.target = 0

    def run(self, m: Machine, s: State, r: Record) -> int:
        at = r.regs[self.at]
        told = r.sets[self.acts]
        if at >= len(told):
            m.target = self.target
            return JUMP
        for number, slot in enumerate(self.regs):
            r.regs[slot] = told[at + number]
        r.regs[self.at] = at + len(self.regs)
        return NEXT


class GuardAct(Guard):
    """What can stand in the way of an act of a native."""

    __slots__ = ("verb",)
    verb: int

    def run(self, m: Machine, s: State, r: Record) -> int:
        code = r.regs[self.verb]
        return self.judge(m, s, r, m.rules.laws[_VERBS.get(code, code)])


class DoAct(Op):
    """An act of a native is done."""

    __slots__ = ("regs",)

    def __init__(self, regs: list[int]) -> None:
        self.regs = regs

    def run(self, m: Machine, s: State, r: Record) -> int:
        code, agent, obj, to, n, more = (r.regs[slot] for slot in self.regs)
        if code == acts.MOVE:
            acts.move(m, s, agent, obj, to)
        elif code == acts.GAIN or code == acts.LOSE or code == acts.PAY:
            self._count(m, s, code, agent, obj, more, n)
        elif code == _SCALAR:
            acts.assign(m, s, more, n)
            acts.fire(m, s, acts.SET, agent, obj, NONE, NONE, n)
        elif code == _PROPERTY:
            acts.change(m, s, more, agent, n)
            acts.fire(m, s, acts.SET, agent, obj, NONE, NONE, n)
        elif code == _STATUS:
            acts.change(m, s, more, agent, 1)
            acts.fire(m, s, acts.BECOME, agent, obj)
        elif code == acts.CREATE:
            thing = acts.make(m, s, more, NONE)
            acts.move(m, s, agent, thing, to)
            acts.fire(m, s, acts.CREATE, agent, thing, to)
        elif code == acts.REMOVE:
            acts.move(m, s, agent, obj, ASIDE_PLACE)
            acts.fire(m, s, acts.REMOVE, agent, obj)
        elif code == acts.ROLL:
            acts.assign(m, s, RESULT, n)
            acts.fire(m, s, acts.ROLL, agent, NONE, NONE, NONE, n)
        elif code == _OUT:
            acts.fire(m, s, acts.LOSE, agent, NONE)
            leave_game(m, s, agent)
        elif code == _SEATED:
            mask = (1 << SEAT_BITS) - 1
            s.order = [(n >> (SEAT_BITS * at)) & mask for at in range(m.rules.seats)]
            acts.fire(m, s, acts.SET, agent, obj)
        return NEXT

    def _count(
        self, m: Machine, s: State, verb: int, who: int, unit: int, column: int, n: int
    ) -> None:
        have = s.cols[column][who]
        if verb == acts.PAY and have < n:
            return
        acts.change(m, s, column, who, have + n if verb == acts.GAIN else have - n)
        acts.fire(m, s, verb, who, unit, NONE, NONE, n)
