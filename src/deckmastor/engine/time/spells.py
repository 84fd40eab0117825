"""Timed states, times that pass without an act, and questions about the calendar."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.expressions.history import EVER, WIDTH, Window, matching
from deckmastor.engine.facts.in_force import OnCards
from deckmastor.engine.ids import NONE, Slot, Thing
from deckmastor.engine.state.layout import ANCHOR, CLOCK, THIS, TICKED
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.time.calendar import Calendar
from deckmastor.engine.triggers.patterns import Pattern
from deckmastor.engine.triggers.triggers import Trigger

if TYPE_CHECKING:
    from deckmastor.engine.machine.machine import Machine
    from deckmastor.engine.permission.offers import Offer


NEVER: Final = 1 << 60
CONCLUDED: Final = -(1 << 40)  # the key of the instant at which spans were ended last
TIMED_STATE: Final = 1 << 40  # keys of timed states are made of spell, host and thing


# ---- questions about time -------------------------------------------------------------------


class Since(Expr):
    """The seconds since a calendar span began."""

    def __init__(self, span: str, calendar: Calendar) -> None:
        self.span = span
        self.calendar = calendar

    def ev(self, s: State, r: Record) -> int:
        now = s.v[CLOCK]
        return now - self.calendar.start(self.span, now)


class SinceBefore(Since):
    """The seconds since the calendar span before this one began."""

    def ev(self, s: State, r: Record) -> int:
        now = s.v[CLOCK]
        start = self.calendar.start(self.span, now)
        return now - self.calendar.start(self.span, start - 1)


class SinceEvent(Expr):
    """The seconds since an event that fits a pattern last happened; NEVER if it has not."""

    def __init__(self, index: int, pattern: Pattern) -> None:
        self.index = index
        self.pattern = pattern

    def ev(self, s: State, r: Record) -> int:
        found = matching(s, r, self.index, self.pattern, EVER)
        return s.v[CLOCK] - s.past[self.index][found[-1] + 8] if found else NEVER


class SinceStart(Expr):
    """The seconds since the clock was started."""

    def ev(self, s: State, r: Record) -> int:
        return s.v[CLOCK] - s.since.get(0, 0)


class Alarm:
    """An instant of the calendar that a comparison waits for: so many seconds into a span."""

    def __init__(self, span: str, seconds: Expr) -> None:
        self.span = span
        self.seconds = seconds


class Ageing:
    """A time after which an act lies too far back, or far enough: a state can begin then."""

    def __init__(self, index: int, seconds: Expr) -> None:
        self.index = index  # the history of the acts; NONE: the start of the clock counts
        self.seconds = seconds

    def due(self, s: State, r: Record) -> int:
        """The next instant at which an act is as old as that, or older; NEVER if there is none."""
        now, length, best = s.v[CLOCK], self.seconds.ev(s, r), NEVER
        if self.index == NONE:
            return crossing(s.since.get(0, 0) + length, now)
        past = s.past[self.index]
        for at in range(len(past) - WIDTH, -1, -WIDTH):
            end = crossing(past[at + 8] + length, now)
            if end == NEVER:
                break  # acts before it are older still
            best = end
        return best


class NewSpan(Ageing):
    """The beginning of the next span of the calendar: `this week` is another one then."""

    def __init__(self, span: str, calendar: Calendar) -> None:
        super().__init__(NONE, Since(span, calendar))
        self.span = span
        self.calendar = calendar

    def due(self, s: State, r: Record) -> int:
        return self.calendar.after(self.span, s.v[CLOCK])


def crossing(end: int, now: int) -> int:
    """The next of the instant `end` and the second behind it; NEVER if both are over."""
    return end if end > now else end + 1 if end == now else NEVER


class Remaining(Since):
    """The seconds until a calendar span ends, or with `more` the one after it."""

    def __init__(self, span: str, calendar: Calendar, more: bool) -> None:
        super().__init__(span, calendar)
        self.more = more

    def ev(self, s: State, r: Record) -> int:
        now = s.v[ANCHOR] or s.v[CLOCK]
        end = self.calendar.after(self.span, now)
        return (self.calendar.after(self.span, end) if self.more else end) - now


class IsPhase(Expr):
    """True if it is a certain phase of the week."""

    def __init__(self, phase: int, calendar: Calendar) -> None:
        self.phase = phase
        self.calendar = calendar

    def ev(self, s: State, r: Record) -> int:
        return 1 if self.calendar.phase(s.v[CLOCK]) == self.phase else 0


# ---- states that are timed ------------------------------------------------------------------


class TimedState:
    """A state that is timed from the moment it becomes true of something."""

    def __init__(
        self,
        number: int,
        trigger: Trigger,
        found: Expr | None,
        slot: Slot,
        body: Expr,
        length: Expr,
    ) -> None:
        self.unit = CLOCK  # what is counted: seconds, or turns begun
        self.number = number
        self.trigger = trigger  # only says where it is in force
        self.found = found  # what it can be true of; None if it has no subject
        self.slot = slot
        self.body = body
        self.length = length  # how long it must last

    def look(self, s: State) -> None:
        """Start the time of what the state has become true of; forget what it has ended for."""
        first = (self.number + 1) * TIMED_STATE
        was = [key for key in s.since if first <= key < first + TIMED_STATE]
        now: set[int] = set()
        for record in self.trigger.standing.records(s):
            if self.found is None:
                if self.body.ev(s, record):
                    now.add(self.key(record, NONE))
                continue
            for thing in self.found.many(s, record):
                record.regs[self.slot] = thing
                if self.body.ev(s, record):
                    now.add(self.key(record, thing))
        for key in was:
            if key not in now:
                del s.since[key]
        for key in now:
            s.since.setdefault(key, s.v[self.unit])

    def key(self, record: Record, thing: Thing) -> int:
        """The key of a thing in `State.since`; it includes the card that bears the rule, if any."""
        host = record.regs[THIS] if isinstance(self.trigger.standing, OnCards) else NONE
        return (self.number + 1) * TIMED_STATE + (host + 1 << 20) + thing + 1


class Lasted(Expr):
    """True if a state has lasted as long as is asked."""

    def __init__(self, spell: TimedState, thing: Expr | None) -> None:
        self.spell = spell
        self.thing = thing

    def ev(self, s: State, r: Record) -> int:
        thing = self.thing.ev(s, r) if self.thing is not None else NONE
        since = s.since.get(self.spell.key(r, thing), NEVER)
        return 1 if s.v[self.spell.unit] - since >= self.spell.length.ev(s, r) else 0


class Elapsed:
    """A time that passes without a certain act; a trigger waits for its end."""

    def __init__(
        self, number: int, trigger: Trigger, length: Expr, index: int, pattern: Pattern,
        window: Window,
    ) -> None:  # fmt: skip
        self.number = number
        self.trigger = trigger
        self.length = length
        self.index = index  # the history of events that restart the time
        self.pattern = pattern
        self.window = window
        self.restart = NONE  # the history of beginnings, if a new turn restarts the time
        self.turn = NONE  # the word `turn`: days and phases begin too

    def last(self, s: State, r: Record) -> int:
        """When the time last started."""
        found = matching(s, r, self.index, self.pattern, self.window)
        last = s.past[self.index][found[-1] + 8] if found else 0
        if self.restart != NONE:
            begun = s.past[self.restart]
            for at in range(len(begun) - WIDTH, -1, -WIDTH):
                if begun[at + 1] == self.turn:
                    last = max(last, begun[at + 8])
                    break
        return max(last, s.since.get(-1 - self.number, 0), s.since.get(0, 0))

    def due(self, s: State) -> int:
        """When the time is over, unless it is restarted before."""
        best = NEVER
        for record in self.trigger.standing.records(s):
            best = min(best, self.last(s, record) + self.length.ev(s, record))
        return best

    def begins_anew(self, at: int) -> int:
        """When the time restarts after it was over at an instant."""
        return at


# ---- the course of time ---------------------------------------------------------------------


def start_clock(m: Machine, s: State) -> None:
    """Start the clock: states that hold now are timed from now on."""
    m.rules.calendar.set(s, s.v[CLOCK])
    s.v[TICKED] = s.v[CLOCK]
    s.since.clear()
    s.since[0] = s.v[CLOCK]
    for spell in m.rules.spells:
        spell.look(s)


class SpanDuty:
    """A duty to be met in every span of a kind, and what follows if it is not met."""

    def __init__(self, span: str, offer: Offer, trigger: Trigger | None) -> None:
        self.span = span
        self.offer = offer
        self.trigger = trigger
