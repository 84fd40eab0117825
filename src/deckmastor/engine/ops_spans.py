"""Instructions about spans and the game: ends, turns, who wins and loses."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.acts import END, LOSE, REVERSE, SKIP, TAKE, WIN, fire
from deckmastor.engine.machine import LASTING, NEXT, UNWIND, Exhausted, Machine, Op
from deckmastor.engine.ops_acts import ONCE, Act, leave_game
from deckmastor.engine.state import (
    DIRECTION,
    ENDING,
    NONE,
    SERIAL,
    SINCE,
    STAGE,
    STARTER,
    THIS,
    TURNS,
    Record,
    State,
)
from deckmastor.engine.values import Expr

CLOSING: Final = 8  # the stage of the flow at which the game ends


class EndSpan(Act):
    """The phase, the turn or the game is told to end."""

    __slots__ = ("bit", "verb")
    inline = True

    def __init__(self, agent: Expr, bit: int, verb: int, label: int) -> None:
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
    """The game is told to end: nothing more of what is under way is done."""

    __slots__ = ()
    inline = False


class Win(Act):
    """Somebody wins the game, and it ends."""

    __slots__ = ()
    several = True

    def run(self, m: Machine, s: State, r: Record) -> int:
        winners = self.agent.many(s, r)
        if not winners or s.v[ENDING] & 8:
            return self.done(r, False)  # nobody wins, or it was won before its end
        for player in winners:
            if player not in s.winners:
                s.winners = [*s.winners, player]
                fire(m, s, WIN, player, NONE)
        s.v[ENDING] |= 4
        self.done(r, True)
        return UNWIND if s.v[STAGE] < CLOSING else NEXT


class LoseGame(Act):
    """Somebody loses the game and takes no further part."""

    __slots__ = ()

    def run(self, m: Machine, s: State, r: Record) -> int:
        losers = self.agent.many(s, r)
        for player in losers:
            fire(m, s, LOSE, player, NONE)
            leave_game(m, s, player)
        return self.done(r, bool(losers))


class Reverse(Act):
    """The order of turns, or of a place, is turned round."""

    __slots__ = ("place",)
    inline = True

    def __init__(self, agent: Expr, place: Expr | None, label: int) -> None:
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


class Skip(Act):
    """Somebody's next turn or turns, or a phase, are left out."""

    __slots__ = ("n", "phase")
    inline = True

    def __init__(self, agent: Expr, phase: int, label: int, n: Expr = ONCE) -> None:
        super().__init__(agent, agent, label)
        self.phase = phase  # the phase left out, or NONE for the next turn
        self.n = n  # how many turns

    def run(self, m: Machine, s: State, r: Record) -> int:
        if self.phase != NONE:
            s.column(m.rules.skipped_phases)[self.phase] += 1
            fire(m, s, SKIP, self.agent.ev(s, r), self.obj.ev(s, r))
        else:
            for player in self.agent.many(s, r) * self.n.ev(s, r):
                s.column(m.rules.skips)[player] += 1
                fire(m, s, SKIP, player, NONE)
        return self.done(r, True)


class TakeTurn(Act):
    """Somebody takes an additional turn when this one is over, and others taken before it."""

    __slots__ = ()

    def run(self, m: Machine, s: State, r: Record) -> int:
        who = self.agent.ev(s, r)
        s.extra = [*s.extra, who]
        fire(m, s, TAKE, who, NONE)
        return self.done(r, True)


class AdoptRule(Op):
    """A rule comes into force, with what its labels stand for now."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number

    def run(self, m: Machine, s: State, r: Record) -> int:
        record = r.clone()
        record.regs[SINCE] = s.v[TURNS]
        s.v[SERIAL] += 1
        s.lasting = [*s.lasting, self.number, s.keep(record), s.v[TURNS], s.v[SERIAL]]
        s.dirty |= m.rules.fact_bits
        if len(s.lasting) > 4 * LASTING:
            raise Exhausted(f"more than {LASTING:,} rules adopted in one game", [])
        for watch in m.rules.watches:
            if watch.trigger.standing.number == self.number:
                watch.look(s)  # what is so already has not become so
        return NEXT


class EndRules(Op):
    """Rules that cards put into force are no longer in force: all, or those of some cards."""

    __slots__ = ("by",)

    def __init__(self, by: Expr | None) -> None:
        self.by = by

    def run(self, m: Machine, s: State, r: Record) -> int:
        cards = self.by.many(s, r) if self.by is not None else None
        kept: list[int] = []
        for i in range(0, len(s.lasting), 4):
            sentence = m.rules.endings[s.lasting[i]].standing.sentence
            bearer = s.recs[s.lasting[i + 1]].regs[THIS]
            if "card" in m.rules.hosts[sentence] and (cards is None or bearer in cards):
                s.drop(s.lasting[i + 1])
                s.dirty |= m.rules.fact_bits
            else:
                kept += s.lasting[i : i + 4]
        s.lasting = kept
        return NEXT


class StartTurn(Act):
    """Somebody takes the first turn of the game."""

    __slots__ = ()

    def run(self, m: Machine, s: State, r: Record) -> int:
        s.v[STARTER] = self.agent.ev(s, r)
        return self.done(r, True)
