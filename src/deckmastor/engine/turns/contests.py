"""Contests: games within the game, with participants, turns, an end and a winner of their own."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.expressions.base import Expr, Several
from deckmastor.engine.expressions.history import WIDTH
from deckmastor.engine.ids import NONE, Seat, Slot, block_of
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.permission.norms import forbidding
from deckmastor.engine.rules.program import NEXT, RECALL, UNWIND
from deckmastor.engine.state.layout import (
    DESERTED,
    DIRECTION,
    ENDING,
    PHASE,
    PHASES,
    ROUNDS,
    STAGE,
    STARTER,
    TURN,
    TURNS,
)
from deckmastor.engine.state.state import VALUES, Record, State
from deckmastor.engine.triggers.moments import reach
from deckmastor.engine.turns.contest_rules import Contests
from deckmastor.engine.verbs.acts import Act
from deckmastor.engine.verbs.changes import fire, leave_game
from deckmastor.engine.verbs.primitives import BEGIN, END, LOSE, WIN

SCALARS: Final = 0  # sets in the record of a contest: the saved game around it
WINNERS: Final = 1
ORDER: Final = 2
COUNTED: Final = 3
EXTRA: Final = 4
FIRST_STAGE: Final = 2  # the stage in which turns begin
LAST_STAGE: Final = 8  # the stage in which the game ends


def playing(m: Machine, s: State, seat: Seat) -> bool:
    """True if a seat takes part in the open contest, or in the game if none is open."""
    rules = m.rules
    if s.cols[rules.gone][seat]:
        return False
    told = rules.contests
    if told is None or not s.v[told.open]:
        return True
    if s.cols[told.out][seat]:
        return False
    columns = told.columns[s.v[told.open] - 1]
    return not columns or any(s.cols[column][seat] for column in columns)


def resting(m: Machine, s: State) -> bool:
    """True if nobody is at turn: the game has no turns of its own, and no contest is open."""
    told = m.rules.contests
    return m.rules.turnless or (told is not None and not told.turns and not s.v[told.open])


def visited(m: Machine, s: State) -> bool:
    """True if a contest has turns while the game around it has none: only they are waited for."""
    told = m.rules.contests
    return told is not None and s.v[told.open] > 0 and not told.turns


def begin(m: Machine, s: State) -> int:
    """Begin the contest that is next; NEXT if that is forbidden or nobody takes part."""
    told = m.rules.contests
    assert told is not None
    number = s.v[told.next]
    s.v[told.next] = 0
    word = told.words[number - 1]
    s.v[told.open] = number
    seats = [seat for seat in range(m.rules.seats) if playing(m, s, seat)]
    if not seats or forbidding(m.rules.verb_rules[BEGIN], s, NONE, word, NONE, NONE, 1, 0):
        dismiss(m, s)
        return NEXT
    record = m.rules.empty_record()
    record.sets[SCALARS] = [s.v[index] for index in told.going_on()]
    record.sets[COUNTED] = [s.v[PHASES], s.v[ROUNDS]]
    s.v[TURNS] += 1
    s.v[PHASES] += 1
    s.v[told.since] = s.v[told.turn] = s.v[told.turn_before] = s.v[TURNS]
    s.v[told.phase] = s.v[told.phase_before] = s.v[PHASES]
    record.sets[WINNERS], record.sets[ORDER] = s.winners, s.order
    record.sets[EXTRA] = s.extra
    s.winners, s.extra = [], []
    s.v[TURN] = NONE
    s.v[DIRECTION], s.v[STAGE], s.v[PHASE], s.v[ENDING] = 1, FIRST_STAGE, 0, 0
    s.v[STARTER] = NONE
    s.v[told.begun] += 1
    s.dirty |= m.rules.fact_bits
    edge(m, s, "beginning", number)
    m.block = m.blocks[m.rules.flow_block]
    m.record = record
    return RECALL


def edge(m: Machine, s: State, which: str, number: int) -> None:
    """Tell that a contest begins or ends; moments of all its kinds are reached."""
    told = m.rules.contests
    assert told is not None
    kind = list(told.kinds)[number - 1]
    for name in (kind, *told.kinds[kind]):
        reach(m, s, which, name)
    m.sentence = m.sentence if which == "beginning" else 0
    fire(m, s, BEGIN if which == "beginning" else END, NONE, told.words[number - 1])


def close(m: Machine, s: State, r: Record) -> None:
    """End a contest, and restore the game around it."""
    told = m.rules.contests
    assert told is not None
    last = s.v[TURNS]
    ended = s.v[ENDING]
    for index, value in zip(told.going_on(), r.sets[SCALARS], strict=True):
        s.v[index] = value
    s.stale |= VALUES
    phases, rounds = r.sets[COUNTED]
    _count_as(s, s.v[told.since], rounds)
    s.v[told.since], s.v[ROUNDS] = 0, rounds
    if ended & FINAL:
        s.v[ENDING] |= 4
    was, s.v[TURNS] = s.v[TURNS], last
    _restamp(m, s, TURNS, was, last)
    _restamp(m, s, PHASES, phases, s.v[PHASES])
    _restamp(m, s, ROUNDS, rounds, rounds)
    s.winners, s.order, s.extra = r.sets[WINNERS], r.sets[ORDER], r.sets[EXTRA]
    dismiss(m, s)
    gone = s.cols[m.rules.gone][: m.rules.seats]
    if s.v[TURN] >= 0 and gone[s.v[TURN]] and not resting(m, s):
        s.v[ENDING] |= 2
    if gone.count(0) < m.rules.fewest_left:
        s.v[ENDING] = (s.v[ENDING] & 0xFF) | DESERTED | (ended >> 8 << 8)


def dismiss(m: Machine, s: State) -> None:
    """Note that no contest is open, and that nobody takes part in one."""
    told = m.rules.contests
    assert told is not None
    s.v[told.open] = 0
    for column in {told.out}.union(*told.columns):
        s.column(column)[: m.rules.seats] = [0] * m.rules.seats
    s.dirty |= m.rules.fact_bits


def _restamp(m: Machine, s: State, span: int, was: int, now: int) -> None:
    """Renumber uses of offers after a contest: those of the game stay, those of it are void."""
    width = m.rules.seats + len(m.rules.schema.persons)
    column = s.column(m.rules.uses)
    for offer in m.rules.offers:
        if offer.norm.span == span:
            places = [*range(2 * offer.number * width, 2 * (offer.number + 1) * width, 2)]
            hosted = range(m.rules.own_uses(), len(column), 5)
            places += [at for at in hosted if column[at + 2] == offer.number]
            for at in places:
                if column[at] >= was:
                    column[at] = now if column[at] == was else 0


def _count_as(s: State, since: int, rounds: int) -> None:
    """Count what was done in a contest as done in the round of the game around it."""
    for index in range(len(s.past)):
        past = s.events(index)
        at = len(past) - WIDTH
        while at >= 0 and past[at + 5] >= since:
            past[at + 7] = rounds
            at -= WIDTH


FINAL: Final = 32  # in ENDING: the game itself is to end as well


def innermost(m: Machine, s: State) -> Record | None:
    """The record of the open contest, or None."""
    agenda = s.agenda
    for i in range(len(agenda) - 2, 0, -2):
        if block_of(agenda[i]) == m.rules.flow_block:
            return s.recs[agenda[i + 1]]
    return None


class OpenContests(Several):
    """The word of the open contest, if it is of one of some kinds."""

    def __init__(self, at: int, words: list[int]) -> None:
        self.at = at
        self.words = words  # by kind of contest; NONE for a kind that is not meant

    def many(self, s: State, r: Record) -> list[int]:
        number = s.v[self.at]
        word = self.words[number - 1] if number else NONE
        return [word] if word != NONE else []


class Innermost(Expr):
    """The word of the open contest; NONE if only the game itself is played."""

    def __init__(self, told: Contests) -> None:
        self.told = told

    def ev(self, s: State, r: Record) -> int:
        number = s.v[self.told.open]
        return self.told.words[number - 1] if number else NONE


# ---- acts -----------------------------------------------------------------------------------


class Joining(Several):
    """Those who take part in a contest that is about to begin; nobody if it does not begin."""

    def __init__(self, who: Expr, slot: Slot) -> None:
        self.who = who
        self.slot = slot

    def many(self, s: State, r: Record) -> list[int]:
        return self.who.many(s, r) if r.regs[self.slot] > 0 else []


class Open(Act):
    """Let a contest begin as soon as running effects are over; none can while one is open."""

    def __init__(self, agent: Expr, number: int, label: Slot, slot: Slot) -> None:
        super().__init__(agent, agent, label)
        self.number = number
        self.slot = slot  # the label of the contest that begins, if any does

    def run(self, m: Machine, s: State, r: Record) -> int:
        told = m.rules.contests
        assert told is not None
        ending = s.v[STAGE] >= LAST_STAGE
        if s.v[told.next] or (s.v[told.open] and not ending):
            r.regs[self.slot] = NONE
            return self.done(r, False)
        r.regs[self.slot] = s.v[told.next] = self.number
        return self.done(r, True)


class GameWon(Expr):
    """The word of the open contest; NONE for the game itself, or with `final`."""

    def __init__(self, open_: int, words: list[int], final: bool) -> None:
        self.open = open_
        self.words = words
        self.final = final

    def ev(self, s: State, r: Record) -> int:
        number = s.v[self.open]
        return NONE if self.final or not number else self.words[number - 1]


class OfContest(Act):
    """Base class of acts in the open contest, or with `final` in the game itself."""

    def __init__(
        self, agent: Expr, obj: Expr, numbers: list[int], final: bool, label: Slot
    ) -> None:
        super().__init__(agent, obj, label)
        self.numbers = numbers  # the kinds of contest it applies to; the game itself is 0
        self.final = final

    def ends(self, s: State, r: Record, number: int) -> int:
        """Mark the act as done, and the contest or the game as ending."""
        s.v[ENDING] |= 4 | (FINAL if self.final and number else 0)
        self.done(r, True)
        return UNWIND if s.v[STAGE] < LAST_STAGE else NEXT


class WinContest(OfContest):
    """Somebody wins the open contest, or the game."""

    def run(self, m: Machine, s: State, r: Record) -> int:
        told = m.rules.contests
        assert told is not None
        number = s.v[told.open]
        inner = innermost(m, s) if number else None
        if not self.final and number not in self.numbers:
            return self.done(r, False)
        won = inner.sets[WINNERS] if inner is not None and self.final else s.winners
        word = NONE if self.final or not number else told.words[number - 1]
        winners = self.agent.many(s, r)
        if not winners:
            return self.done(r, False)
        for player in winners:
            if player not in won:
                won = [*won, player]
                if inner is not None and self.final:
                    inner.sets[WINNERS] = won
                else:
                    s.winners = won
                fire(m, s, WIN, player, word)
        return self.ends(s, r, number)


class EndContest(OfContest):
    """End the open contest, or the game."""

    def run(self, m: Machine, s: State, r: Record) -> int:
        told = m.rules.contests
        assert told is not None
        number = s.v[told.open]
        if not self.final and number not in self.numbers:
            return self.done(r, False)
        return self.ends(s, r, number)


class LoseContest(OfContest):
    """Somebody loses the open contest, or the game, and takes no further part in it."""

    def run(self, m: Machine, s: State, r: Record) -> int:
        told = m.rules.contests
        assert told is not None
        number = s.v[told.open]
        lost = False
        for player in self.agent.many(s, r):
            inside = number > 0 and playing(m, s, player)
            if not self.final and (number if inside else 0) not in self.numbers:
                continue
            lost = True
            if self.final or not inside:
                fire(m, s, LOSE, player, NONE)
                leave_game(m, s, player)
            else:
                fire(m, s, LOSE, player, told.words[number - 1])
                s.column(told.out)[player] = 1
                s.dirty |= m.rules.fact_bits
                if player == s.v[TURN]:
                    s.v[ENDING] |= 2
            if inside and sum(playing(m, s, seat) for seat in range(m.rules.seats)) <= 1:
                s.v[ENDING] = (s.v[ENDING] & 0xFF) | DESERTED | (m.sentence << 8)
        return self.done(r, lost)
