"""Time as a State knows it: seconds of UTC that arrive as ticks, and their calendar.

A tick only says how late it is. The clock follows it from boundary to boundary, in order: the end
of a span is reached in its last second, its beginning in its first, and whatever falls due between
two ticks comes to pass at its own time. What a boundary sets off runs before the clock goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deckmastor.engine.acts import BEGIN, END, fire
from deckmastor.engine.calendar import Calendar
from deckmastor.engine.history import WIDTH, matching
from deckmastor.engine.machine import FUEL, SHIFT, Machine
from deckmastor.engine.moments import reach
from deckmastor.engine.resolution import queue
from deckmastor.engine.standing import OnCards
from deckmastor.engine.state import (
    ANCHOR,
    CLOCK,
    NONE,
    OVER,
    THIS,
    TICKED,
    Record,
    State,
)  # fmt: skip
from deckmastor.engine.values import Expr

if TYPE_CHECKING:
    from deckmastor.engine.history import Window
    from deckmastor.engine.patterns import Pattern
    from deckmastor.engine.triggers import Trigger

NEVER: Final = 1 << 60
INNERMOST = ("minute", "hour", "day", "phase", "week", "month", "year")
SPELL: Final = 1 << 40  # keys of states that are timed: spell, host, thing


# ---- questions about time -------------------------------------------------------------------


class Since(Expr):
    """How many seconds have passed since a calendar span began."""

    __slots__ = ("calendar", "span")

    def __init__(self, span: str, calendar: Calendar) -> None:
        self.span = span
        self.calendar = calendar

    def ev(self, s: State, r: Record) -> int:
        now = s.v[CLOCK]
        return now - self.calendar.start(self.span, now)


class SinceBefore(Since):
    """How many seconds have passed since the calendar span before this one began."""

    __slots__ = ()

    def ev(self, s: State, r: Record) -> int:
        now = s.v[CLOCK]
        start = self.calendar.start(self.span, now)
        return now - self.calendar.start(self.span, start - 1)


class Remaining(Since):
    """How many seconds a span of the calendar still lasts; the next one with `more`."""

    __slots__ = ("more",)

    def __init__(self, span: str, calendar: Calendar, more: bool) -> None:
        super().__init__(span, calendar)
        self.more = more

    def ev(self, s: State, r: Record) -> int:
        now = s.v[ANCHOR] or s.v[CLOCK]
        end = self.calendar.after(self.span, now)
        return (self.calendar.after(self.span, end) if self.more else end) - now


class IsPhase(Expr):
    """Whether it is a certain phase of the week."""

    __slots__ = ("calendar", "phase")

    def __init__(self, phase: int, calendar: Calendar) -> None:
        self.phase = phase
        self.calendar = calendar

    def ev(self, s: State, r: Record) -> int:
        return 1 if self.calendar.phase(s.v[CLOCK]) == self.phase else 0


# ---- states that are timed ------------------------------------------------------------------


class Spell:
    """A state of something that is timed from when it became true."""

    __slots__ = ("body", "found", "length", "number", "slot", "trigger", "unit")

    def __init__(
        self, number: int, trigger: Trigger, found: Expr | None, slot: int, body: Expr, length: Expr
    ) -> None:
        self.unit = CLOCK  # what is counted: seconds, or turns begun
        self.number = number
        self.trigger = trigger  # only for where it is in force
        self.found = found  # of whom it is asked, or None if of nobody in particular
        self.slot = slot
        self.body = body
        self.length = length  # how long it must last

    def look(self, s: State) -> None:
        """Note of whom the state has become true, and forget of whom it has ended."""
        first = (self.number + 1) * SPELL
        was = [key for key in s.since if first <= key < first + SPELL]
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

    def key(self, record: Record, thing: int) -> int:
        """Under which number the state of a thing is timed, on the card under THIS if any."""
        host = record.regs[THIS] if isinstance(self.trigger.standing, OnCards) else NONE
        return (self.number + 1) * SPELL + (host + 1 << 20) + thing + 1


class Lasted(Expr):
    """Whether a state of something has lasted as long as is asked."""

    __slots__ = ("spell", "thing")

    def __init__(self, spell: Spell, thing: Expr | None) -> None:
        self.spell = spell
        self.thing = thing

    def ev(self, s: State, r: Record) -> int:
        thing = self.thing.ev(s, r) if self.thing is not None else NONE
        since = s.since.get(self.spell.key(r, thing), NEVER)
        return 1 if s.v[self.spell.unit] - since >= self.spell.length.ev(s, r) else 0


class Elapsed:
    """A time that passes without something being done: a trigger waits for its end."""

    __slots__ = ("index", "length", "number", "pattern", "restart", "trigger", "turn", "window")

    def __init__(
        self, number: int, trigger: Trigger, length: Expr, index: int, pattern: Pattern,
        window: Window,
    ) -> None:  # fmt: skip
        self.number = number
        self.trigger = trigger
        self.length = length
        self.index = index  # where the events lie that start the time anew
        self.pattern = pattern
        self.window = window
        self.restart = NONE  # where what begins lies, if a new turn starts the time anew
        self.turn = NONE  # the word of what begins then: days and phases begin too

    def last(self, s: State, r: Record) -> int:
        """When the time was last started."""
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
        """When it is over, as things stand."""
        best = NEVER
        for record in self.trigger.standing.records(s):
            best = min(best, self.last(s, record) + self.length.ev(s, record))
        return best

    def begins_anew(self, at: int) -> int:
        """From when on it is counted after it was over at an instant."""
        return at


# ---- the course of time ---------------------------------------------------------------------


def start(m: Machine, s: State) -> None:
    """Let time begin: what is so now is so from now on."""
    m.rules.calendar.set(s, s.v[CLOCK])
    s.v[TICKED] = s.v[CLOCK]
    s.since.clear()
    s.since[0] = s.v[CLOCK]
    for spell in m.rules.spells:
        spell.look(s)


def advance(m: Machine, s: State, now: int) -> None:
    """Let it be `now`, and all that falls due until then come to pass, in order.

    A question within an effect stays open meanwhile (interlude.py).
    """
    if now <= s.v[TICKED] or s.v[OVER]:
        return
    s.v[TICKED] = now
    asks = s.asks
    flow = m.rules.flow_block
    if all(head >> SHIFT == flow for head in asks[1::4]):
        asks.clear()
        m.fuel = FUEL
        m.listed_for = None
        m.fired.clear()
        m.resume(s)
    elif upcoming(m, s) > now:
        s.dirty |= m.rules.scalar_bit
        m.rules.calendar.set(s, now)
    else:
        from deckmastor.engine.interlude import interrupt

        interrupt(m, s)


def step(m: Machine, s: State) -> bool:
    """Go on to the next boundary; False when the clock has come to the last tick."""
    now = s.v[TICKED]
    if s.v[CLOCK] >= now:
        return False
    at = upcoming(m, s)
    s.dirty |= m.rules.scalar_bit
    if at > now:
        m.rules.calendar.set(s, now)
        return False
    cross(m, s, at)
    return True


def upcoming(m: Machine, s: State) -> int:
    """The next instant at which something falls due, or NEVER."""
    rules = m.rules
    now = s.v[CLOCK]
    best = NEVER
    for span in rules.calendar.heard:
        first = rules.calendar.after(span, now)
        best = min(best, first - 1 if first - 1 > now else first)
    for i in range(0, len(s.timers), 3):
        best = min(best, max(s.timers[i], now))
    for spell in rules.spells:
        first = (spell.number + 1) * SPELL
        for key, since in s.since.items():
            if first <= key < first + SPELL:
                end = since + spell.length.ev(s, rules.empty_record())
                if end > now:
                    best = min(best, end)
    for lapse in rules.elapsed:
        best = min(best, max(lapse.due(s), now))
    if rules.schema.docket >= 0:
        from deckmastor.engine.proposals import closing

        best = min(best, closing(m, s))
    return best


def cross(m: Machine, s: State, at: int) -> None:
    """All that falls due at an instant."""
    calendar = m.rules.calendar
    was = s.v[CLOCK]
    ending = [x for x in INNERMOST if x in calendar.heard and calendar.after(x, was) - 1 == at]
    beginning = [x for x in INNERMOST if x in calendar.heard and calendar.after(x, was) == at]
    phase = calendar.phase(at)
    calendar.set(s, at)
    for span in ending:
        _edge(m, s, "end", span, phase)
    for span in reversed(beginning):
        _edge(m, s, "beginning", span, phase)
    from deckmastor.engine.duties import ring

    ring(m, s)
    for lapse in m.rules.elapsed:
        if lapse.due(s) <= at:
            s.since[-1 - lapse.number] = lapse.begins_anew(at)
            for record in lapse.trigger.standing.records(s):
                if lapse.trigger.holds(s, record):
                    queue(m, s, lapse.trigger.id, record)
    if m.rules.schema.docket >= 0:
        from deckmastor.engine.proposals import close

        close(m, s)


def _edge(m: Machine, s: State, edge: str, span: str, phase: int) -> None:
    from deckmastor.engine.duties import lapse_of_span

    if edge == "end":
        lapse_of_span(m, s, span)
    reach(m, s, edge, span)
    fire(m, s, BEGIN if edge == "beginning" else END, NONE, m.rules.schema.word(span))
    if span == "phase" and phase != NONE:
        reach(m, s, edge, f"{m.rules.calendar.phases[phase]} phase")
