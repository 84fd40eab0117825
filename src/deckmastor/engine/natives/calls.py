"""Calls of natives: the instructions that run a procedure and perform its acts."""

from __future__ import annotations

from collections.abc import Sequence

from deckmastor.engine.expressions.base import Expr, Lit, Reg
from deckmastor.engine.expressions.compile_picks import things
from deckmastor.engine.ids import NONE, UNBOUND, Seat, Thing
from deckmastor.engine.machine.control import Forget, OpenStep, Settle
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.questions import CHANCE, ENOUGH
from deckmastor.engine.natives.api import (
    _OUT,
    _PROPERTY,
    _SCALAR,
    _SEATED,
    _STATUS,
    _VERBS,
    ACTS,
    INSTALLED,
    QUESTIONS,
    SEAT_BITS,
    Act,
    Answers,
    Become,
    Create,
    Forfeit,
    Gain,
    Lose,
    Move,
    NativeError,
    Need,
    Order,
    Pay,
    Remove,
    Rolled,
    Set,
    Stream,
    View,
    Word,
    _NeedChance,
    _place,
)
from deckmastor.engine.permission.replacements import Guard
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.program import AGAIN, JUMP, NEXT, ONE, WAIT, Op
from deckmastor.engine.rules.registry import term
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.rules.schema import ASIDE_PLACE, WORD, Unsupported
from deckmastor.engine.state.layout import DISCREET, RESULT
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.verbs.acts import Event, Note
from deckmastor.engine.verbs.changes import (
    assign,
    barred_move,
    change,
    fire,
    leave_game,
    make,
    move,
)
from deckmastor.engine.verbs.primitives import (
    BECOME,
    CREATE,
    GAIN,
    GAME,
    LOSE,
    MOVE,
    PAY,
    REMOVE,
    ROLL,
    SET,
)
from deckmastor.language.ir import Do, Pick, Qty, Ref, Tree

# ---- the call, compiled ---------------------------------------------------------------------


def call(ctx: Context, do: Do, name: str, who: Expr) -> None:
    """Compile the call of a native, and the acts that it returns, as one step."""
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
    ctx.emit(OpenStep(1))
    top = ctx.here()
    step = NextAct(frame.acts, frame.at, regs)
    ctx.emit(step)
    guard = GuardAct(ctx.rules.verb_rules[0], Reg(regs[1]), Reg(regs[2]), Reg(regs[3]), None, NONE)
    guard.verb = regs[0]
    guard.n = Reg(regs[4])
    guard.target = top
    ctx.emit(guard)
    ctx.emit(DoAct(regs))
    ctx.jump().target = top
    step.target = ctx.here()
    ctx.emit(OpenStep(-1))
    if do.label:
        ctx.emit(Note(ctx.slot(do.label)))

    ctx.emit(Event(ctx.rules.verb(do.verb), who, None, None))
    ctx.emit(Settle())


def _role(ctx: Context, tree: Tree, sort: str, who: Expr, name: str) -> Expr:
    """Compile the value of a role: a counter as its word, anything else as its value."""

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
    """The slots of a record in which a call keeps its roles, answers, draws and acts.

    Answers are one flat list: for each its length, then its picks. A -1 begins an unfinished one.
    """

    def __init__(self, name: str, roles: dict[str, Expr], first: int) -> None:
        self.name = name
        self.roles = roles
        self.first = first  # the slot of the first role; it is bound once the call has begun
        self.answers = first + len(roles)
        self.draws = self.answers + 1
        self.acts = self.answers + 2
        self.at = self.answers + 3

    def begin(self, s: State, r: Record) -> None:
        """Evaluate the roles, once for each call."""
        if r.regs[self.first] != UNBOUND:
            return
        r.regs[self.first] = 1
        for number, told in enumerate(self.roles.values()):
            r.sets[self.first + number] = list(told.many(s, r))
        r.sets[self.answers] = []
        r.sets[self.draws] = []

    def given(self, r: Record) -> list[list[int]]:
        """The finished answers."""
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
        """The picks so far of the unfinished answer."""
        flat = r.sets[self.answers]
        return flat[flat.index(-1) + 1 :] if -1 in flat else []

    def replay(self, m: Machine, s: State, r: Record) -> Sequence[Act]:
        """Call the native with all answers and draws so far; it raises or returns its acts."""
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
        """The error for a native that broke its contract."""
        return NativeError(f"The native '{self.name}' broke its contract: {how}.")

    def need(self, m: Machine, s: State, r: Record) -> Need | int:
        """The open question, or the number of outcomes of the open draw."""
        try:
            self.replay(m, s, r)
        except Need as need:
            return need
        except _NeedChance as draw:
            return draw.n
        raise self.broken("it asks other questions when it is called again")


class CallNative(Op):
    """Run a native: ask until it returns, then keep its acts."""

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
                if need.least == len(need.options) and not s.v[DISCREET]:
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

    def options(self, m: Machine, s: State, r: Record, who: Seat) -> list[int]:
        need = self.frame.need(m, s, r)
        if isinstance(need, int):
            return list(range(need))
        chosen = self.frame.partial(r)
        left = [index for index in range(len(need.options)) if index not in chosen]
        if len(chosen) >= need.least:
            left.append(ENOUGH)
        return left

    def take(self, m: Machine, s: State, r: Record, who: Seat, option: int) -> int:
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
        """The question in words, and its options in order."""
        need = self.frame.need(m, s, r)
        if isinstance(need, int):
            return ("", tuple(str(n + 1) for n in range(need)))
        return (need.label, need.options)


def encoded(frame: Frame, rules: Ruleset, s: State, told: object) -> list[int]:
    """Encode acts, six ints each: code, agent, object, place, number, another number."""
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
            return [MOVE, by, _thing(s, thing), _place(rules, place, owner), 1, NONE]
        case Gain(who, counter, n):
            return _counted(rules, s, GAIN, who, counter, n)
        case Lose(who, counter, n):
            return _counted(rules, s, LOSE, who, counter, n)
        case Pay(who, counter, n):
            return _counted(rules, s, PAY, who, counter, n)
        case Set(name, value, of):
            attr = rules.schema.attrs[name]
            number = rules.schema.word_ids[value] if isinstance(value, str) else int(value)
            word = rules.schema.word_ids.get(name, NONE)
            if attr.home == "scalar":
                return [_SCALAR, GAME, word, NONE, number, attr.at]
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
            return [CREATE, GAME, NONE, _place(rules, place, owner), 1, kind]
        case Remove(thing):
            return [REMOVE, GAME, _thing(s, thing), NONE, 1, NONE]
        case Rolled(who, n):
            return [ROLL, _thing(s, who), NONE, NONE, int(n), NONE]
        case Forfeit(who):
            return [_OUT, _thing(s, who), NONE, NONE, 1, NONE]
        case Order(seats):
            if sorted(seats) != list(range(rules.seats)):
                raise NativeError("an order names every seat once")
            packed = sum(seat << (SEAT_BITS * at) for at, seat in enumerate(seats))
            return [_SEATED, GAME, rules.schema.word("turn order"), NONE, packed, NONE]
    raise NativeError("it is no act")


def _thing(s: State, thing: Thing) -> int:
    if type(thing) is not int or not 0 <= thing < len(s.species):
        raise NativeError(f"there is no thing {thing!r}")
    return thing


def _counted(rules: Ruleset, s: State, code: int, who: Seat, name: str, n: int) -> list[int]:
    attr = rules.schema.attrs.get(name)
    if attr is None or attr.home != "column":
        raise NativeError(f"there is no counter '{name}'")
    if type(n) is not int or n < 0:
        raise NativeError(f"{n!r} is no amount")
    return [code, _thing(s, who), rules.schema.word(name), NONE, n, attr.at]


class NextAct(Op):
    """Load the next act of a native into registers, or jump behind the loop."""

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
    """The guard of an act of a native; the verb is known only at run time."""

    verb: int

    def run(self, m: Machine, s: State, r: Record) -> int:
        code = r.regs[self.verb]
        return self.judge(m, s, r, m.rules.verb_rules[_VERBS.get(code, code)])


class DoAct(Op):
    """Perform an act of a native."""

    def __init__(self, regs: list[int]) -> None:
        self.regs = regs

    def run(self, m: Machine, s: State, r: Record) -> int:
        code, agent, obj, to, n, more = (r.regs[slot] for slot in self.regs)
        if code == MOVE:
            if not barred_move(m, s, agent, obj, to):
                move(m, s, agent, obj, to)
        elif code == GAIN or code == LOSE or code == PAY:
            self._count(m, s, code, agent, obj, more, n)
        elif code == _SCALAR:
            assign(m, s, more, n)
            fire(m, s, SET, agent, obj, NONE, NONE, n)
        elif code == _PROPERTY:
            change(m, s, more, agent, n)
            fire(m, s, SET, agent, obj, NONE, NONE, n)
        elif code == _STATUS:
            change(m, s, more, agent, 1)
            fire(m, s, BECOME, agent, obj)
        elif code == CREATE:
            thing = make(m, s, more, NONE)
            move(m, s, agent, thing, to)
            fire(m, s, CREATE, agent, thing, to)
        elif code == REMOVE:
            move(m, s, agent, obj, ASIDE_PLACE)
            fire(m, s, REMOVE, agent, obj)
        elif code == ROLL:
            assign(m, s, RESULT, n)
            fire(m, s, ROLL, agent, NONE, NONE, NONE, n)
        elif code == _OUT:
            fire(m, s, LOSE, agent, NONE)
            leave_game(m, s, agent)
        elif code == _SEATED:
            mask = (1 << SEAT_BITS) - 1
            s.order = [(n >> (SEAT_BITS * at)) & mask for at in range(m.rules.seats)]
            fire(m, s, SET, agent, obj)
        return NEXT

    def _count(
        self, m: Machine, s: State, verb: int, who: Seat, unit: int, column: int, n: int
    ) -> None:
        have = s.cols[column][who]
        if verb == PAY and have < n:
            return
        change(m, s, column, who, have + n if verb == GAIN else have - n)
        fire(m, s, verb, who, unit, NONE, NONE, n)
