"""The verbs `end`, `begin`, `skip`, `take`, `win`, `reverse`, and acts that only fire an event."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.expressions.base import Expr, Lit
from deckmastor.engine.expressions.compile_picks import somewhere, things
from deckmastor.engine.expressions.compile_terms import sort_of
from deckmastor.engine.ids import NONE, Slot
from deckmastor.engine.machine.control import LetNumber
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.permission.compile_guards import guard_last, guarded
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.program import NEXT, UNWIND
from deckmastor.engine.rules.registry import VERBS, term
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.engine.state.layout import CLOSING, DIRECTION, ENDING, ROUND_ENDS, STAGE, STARTER
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.triggers.compile_patterns import time_like
from deckmastor.engine.turns.compile_contests import contest_of, span
from deckmastor.engine.turns.contests import EndContest, GameWon, Open, WinContest
from deckmastor.engine.turns.spans import BeginSpan, CloseSpan
from deckmastor.engine.verbs.acts import ONCE, Act, TellOnly
from deckmastor.engine.verbs.changes import fire, leave_game
from deckmastor.engine.verbs.doing import doer, emit, label_of, role
from deckmastor.engine.verbs.primitives import END, LOSE, REVERSE, SKIP, TAKE, WIN
from deckmastor.language.ir import Do, Group, In, Kind, Of, Pick, Ref, replace


class EndSpan(Act):
    """Mark the phase, the turn or the game as ending."""

    inline = True

    def __init__(self, agent: Expr, bit: int, verb: int, label: Slot) -> None:
        super().__init__(agent, agent, label)
        self.bit = bit
        self.verb = verb

    def run(self, m: Machine, s: State, r: Record) -> int:
        if self.bit == 4 and m.observer is not None:
            game = m.rules.schema.word("game")
            m.observer.event(END, NONE, game, NONE, NONE, 1, m.sentence, m.card)
        s.v[ENDING] |= self.bit
        self.done(r, True)
        return UNWIND if self.bit == 4 and s.v[STAGE] < CLOSING else NEXT


class EndGame(EndSpan):
    """Mark the game as ending: effects under way go on only if they let somebody win."""

    inline = False


class Win(Act):
    """Somebody wins the game, and it ends."""

    several = True

    def run(self, m: Machine, s: State, r: Record) -> int:
        winners = self.agent.many(s, r)
        if not winners or s.v[ENDING] & 8:
            return self.done(r, False)  # nobody wins, or somebody won before the end
        for player in winners:
            if player not in s.winners:
                s.winners = [*s.winners, player]
                fire(m, s, WIN, player, NONE)
        s.v[ENDING] |= 4
        self.done(r, True)
        return UNWIND if s.v[STAGE] < CLOSING else NEXT


class LoseGame(Act):
    """Somebody loses the game and takes no further part."""

    def run(self, m: Machine, s: State, r: Record) -> int:
        losers = self.agent.many(s, r)
        for player in losers:
            fire(m, s, LOSE, player, NONE)
            leave_game(m, s, player)
        return self.done(r, bool(losers))


class Reverse(Act):
    """Reverse the order of turns, or of a place."""

    inline = True

    def __init__(self, agent: Expr, place: Expr | None, label: Slot) -> None:
        super().__init__(agent, agent, label)
        self.place = place

    def run(self, m: Machine, s: State, r: Record) -> int:
        if self.place is None:
            s.v[DIRECTION] = -s.v[DIRECTION]
        else:
            for place in self.place.many(s, r):
                s.zone(place).reverse()
        fire(m, s, REVERSE, self.agent.ev(s, r), NONE)
        return self.done(r, True)


SKIPPING: Final = 20  # fuel that a skipped turn costs


class Skip(Act):
    """Skip the next turn or turns of somebody, or a phase."""

    inline = True

    def __init__(self, agent: Expr, phase: int, label: Slot, n: Expr = ONCE) -> None:
        super().__init__(agent, agent, label)
        self.phase = phase  # the phase left out, or NONE for the next turn
        self.n = n  # how many turns

    def run(self, m: Machine, s: State, r: Record) -> int:
        if self.phase != NONE:
            s.column(m.rules.skipped_phases)[self.phase] += 1
            fire(m, s, SKIP, self.agent.ev(s, r), self.obj.ev(s, r))
        else:
            skipping, n = self.agent.many(s, r), self.n.ev(s, r)
            m.burn(max(n, 0) * len(skipping) * SKIPPING)
            for player in skipping * n:
                s.column(m.rules.skips)[player] += 1
                fire(m, s, SKIP, player, NONE)
        return self.done(r, True)


class TakeTurn(Act):
    """Somebody takes an extra turn after this one, and after earlier extra turns."""

    def run(self, m: Machine, s: State, r: Record) -> int:
        who = self.agent.ev(s, r)
        if not 0 <= who < m.rules.seats:  # nobody fits the subject
            return self.done(r, False)
        kept = len(s.extra) - 1 if s.extra and s.extra[-1] < 0 else len(s.extra)
        s.extra = [*s.extra[:kept], who, *s.extra[kept:]]
        fire(m, s, TAKE, who, NONE)
        return self.done(r, True)


class StartTurn(Act):
    """Somebody takes the first turn of the game."""

    def run(self, m: Machine, s: State, r: Record) -> int:
        who = self.agent.ev(s, r)
        if not 0 <= who < m.rules.seats:
            return self.done(r, False)
        s.v[STARTER] = who
        return self.done(r, True)


def compile_end(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `end`: the phase, the turn, the game, a contest, or a span that a rule began."""
    name = span(do.obj)
    name = ctx.sorts.get(name, name) if ctx.sorts.get(name) in ctx.rules.spans else name
    if name in ctx.rules.spans:
        ctx.emit(CloseSpan(who, name, label_of(ctx, do)))
        return
    told = contest_of(ctx, do.obj)
    if told is not None:
        ctx.emit(EndContest(who, who, *told, label_of(ctx, do)))
        return
    bits = {"phase": 1, "turn": 2, "game": 4, "round": ROUND_ENDS | 2}
    bit = (
        1
        if name.endswith("phase")
        else bits.get(name, 4 if ctx.schema.lexicon.is_kind(name, "game") else 0)
    )
    if not bit:
        raise Unsupported(f"ending '{name}'")
    op = EndGame if bit == 4 else EndSpan
    ctx.emit(op(who, bit, END, label_of(ctx, do)))


def compile_begin(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `begin`: a contest, or a span that is no turn and no phase."""
    name = span(do.obj)
    if name in ctx.schema.contests:
        number = list(ctx.schema.contests).index(name) + 1
        slot = ctx.slot(f"#{do.obj.label}") if isinstance(do.obj, Pick) else ctx.spare()
        ctx.emit(Open(who, number, label_of(ctx, do), slot))
        return
    if name not in ctx.rules.spans:
        raise Unsupported(f"beginning '{name}'")
    ctx.emit(BeginSpan(who, name, label_of(ctx, do)))


def compile_skip(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `skip`: turns or a phase, or several of them."""
    if isinstance(do.obj, Group):
        *others, last = do.obj.items
        for item in others:
            one = replace(do, obj=item)
            compile_skip(ctx, one, who)
            if do.verb in ctx.rules.contested:
                guard_last(ctx, one)
        compile_skip(ctx, replace(do, obj=last), who)
        return
    match do.obj:
        case Pick(how="next", n=n, kind=Kind(noun="turn", where=(In(place=owner, rel="of"),))):
            ctx.emit(Skip(doer(ctx, owner), NONE, label_of(ctx, do), term(ctx, n)))
            return
    name = span(do.obj)
    if isinstance(do.obj, Ref) and ctx.sorts.get(name) == "time":
        if do.label:  # a turn that is replaced is skipped already
            ctx.emit(LetNumber(ctx.slot(do.label), Lit(1)))
        return
    if isinstance(do.obj, Of) and do.obj.owner is not None and name.endswith("turn"):
        ctx.emit(Skip(doer(ctx, do.obj.owner), NONE, label_of(ctx, do)))
    elif name.endswith("phase") and name[:-6] in ctx.rules.phases:
        op = Skip(who, ctx.rules.phases.index(name[:-6]), label_of(ctx, do))
        op.obj = Lit(ctx.schema.word(name))
        ctx.emit(op)
    else:
        raise Unsupported(f"skipping '{name}'")


def compile_take(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `take`: another turn, or the first turn."""
    if not time_like(ctx, do.obj):
        raise Unsupported("taking something that is no turn")
    if isinstance(do.obj, Pick) and do.obj.how == "first":
        ctx.emit(StartTurn(who, who, label_of(ctx, do)))
    else:
        ctx.emit(TakeTurn(who, who, label_of(ctx, do)))


def compile_win(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `win`: the game, or a contest."""
    told = contest_of(ctx, do.obj)
    if told is not None:
        words = [ctx.schema.word(kind) for kind in ctx.schema.contests]
        won = GameWon(ctx.schema.attrs["#contest"].at, words, told[1])
        ctx.emit(WinContest(who, won, *told, label_of(ctx, do)))
    else:
        ctx.emit(Win(who, who, label_of(ctx, do)))
    if ctx.block is not None:
        ctx.block.wins = True


def compile_told(ctx: Context, do: Do, who: Expr) -> None:
    """Compile an act that changes nothing itself, but fires an event."""
    obj = things(ctx, do.obj, who) if do.obj is not None else None
    said_ = role(do, "for", "against", "on", "to")
    to = doer(ctx, said_) if said_ is not None else None
    if to is not None:
        ctx.rules.told_to_things.add(ctx.rules.verb(do.verb))
    guarded(
        ctx, do, who, obj,
        lambda: emit(ctx, TellOnly(ctx.rules.verb(do.verb), who, obj, to, label_of(ctx, do))),
    )  # fmt: skip


def compile_reverse(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `reverse`: the order of turns, or of a place, also of one that is a thing."""
    place: Expr | None = None
    if not (isinstance(do.obj, Of) and do.obj.name == "turn order"):
        if sort_of(ctx, do.obj) not in ("place", "card"):
            raise Unsupported("reversing this")
        place = somewhere(ctx, do.obj, who)
    ctx.emit(Reverse(who, place, label_of(ctx, do)))


VERBS["end"] = compile_end
VERBS["begin"] = compile_begin
VERBS["skip"] = compile_skip
VERBS["take"] = compile_take
VERBS["win"] = compile_win
VERBS["pass"] = compile_told
VERBS["act"] = compile_told
VERBS["fail"] = compile_told
VERBS["abstain"] = compile_told
VERBS["consent"] = compile_told
VERBS["object"] = compile_told
VERBS["reverse"] = compile_reverse
