"""History: the events that some sentence asks about, kept in the State, and queries on them.

`State.past[index]` holds the events of one verb, flat: WIDTH numbers for each event. The engine
keeps a verb only if some sentence asks about it: `if you have drawn a card this turn`.
"""

from __future__ import annotations

from typing import Any, Final

from deckmastor.engine.expressions.amounts import Count
from deckmastor.engine.expressions.base import Expr, Lit, Reg, Several
from deckmastor.engine.expressions.truths import Le
from deckmastor.engine.ids import NONE, UNBOUND, Place, Seat, Slot, Thing, is_place_object
from deckmastor.engine.state.layout import CLOCK, EFFECTS, PHASES, ROUNDS, TURNS
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.triggers.patterns import UNKNOWN, Pattern

LATER: Final = 1 << 60
WIDTH: Final = 10  # agent, object, to, from, amount, turn, phase, round, time, text


def keep(s: State, index: int, agent: Thing, obj: int, to: int, origin: Place, n: int) -> None:
    """Append an event to the history, stamped with the present turn, phase, round and time."""
    v: list[Any] = s.v  # typed Any, so that compiled code copies the numbers without unboxing
    events: list[Any] = s.past[index] if s.noted >> index & 1 else s.events(index)
    events.append(agent)
    events.append(obj)
    events.append(to)
    events.append(origin)
    events.append(n)
    events.append(v[TURNS])
    events.append(v[PHASES])
    events.append(v[ROUNDS])
    events.append(v[CLOCK])
    events.append(v[EFFECTS])


class Window:
    """The time that a query covers: `field` of an event must be at least the scalar `now`."""

    def __init__(self, field: int, now: int, back: int = 0) -> None:
        self.field = field  # the field of the event that is compared; NONE for all time
        self.now = now  # the scalar that it is compared with
        self.back = back  # 1: the span before this one
        self.on = False  # True if later spans belong to the window as well
        self.before = NONE  # the scalar of the span that ends the window
        self.within = NONE  # the scalar of the first turn of the contest that the window is in
        self.last: Happened | None = None  # or: after the last event of this sort
        self.seconds: Expr | None = None  # or: the last so many seconds
        self.until: Expr | None = None  # the window ended so many seconds ago


EVER = Window(NONE, NONE)
THIS_TURN = Window(5, TURNS)
THIS_PHASE = Window(6, PHASES)
THIS_ROUND = Window(7, ROUNDS)
THIS_EFFECT = Window(9, EFFECTS)


def consult(s: State, index: int, window: Window) -> None:
    """Note that events were asked for, beyond what the text that runs has done."""
    if window is not THIS_EFFECT and not s.work.asked >> index & 1:
        s.work.asked |= 1 << index


class Happened(Expr):
    """The number of events in a window that fit a pattern; as a condition, true if any does."""

    def __init__(self, index: int, pattern: Pattern, window: Window) -> None:
        self.index = index
        self.pattern = pattern
        self.window = window

    def ev(self, s: State, r: Record) -> int:
        return len(matching(s, r, self.index, self.pattern, self.window))


class Total(Happened):
    """The sum of the amounts of the events in a window: counters gained, paid and so on."""

    def ev(self, s: State, r: Record) -> int:
        found = matching(s, r, self.index, self.pattern, self.window)
        return sum([s.past[self.index][at + 4] for at in found])


class Done(Several):
    """The objects (or doers, by `field`) of events, each once, in order of time."""

    def __init__(
        self, index: int, pattern: Pattern, window: Window, field: int, slot: Slot
    ) -> None:
        self.index = index
        self.pattern = pattern
        self.window = window
        self.field = field
        self.slot = slot
        self.quick: Expr | None = None  # the doer, if the pattern asks for nothing else
        agent, obj = pattern.agent, pattern.obj
        plain = window.before == NONE and window.within == NONE and window.seconds is None
        if field == 1 and window.field != NONE and plain:
            if agent is not None and agent.same is not None and pattern.to is None:
                own = isinstance(obj.same, Reg) and obj.same.slot == slot if obj else True
                if own and pattern.origin is None and pattern.least is None:
                    self.quick = agent.same

    def many(self, s: State, r: Record) -> list[int]:
        found: list[int] = []
        if not s.past[self.index]:
            consult(s, self.index, self.window)
            return found
        if self.quick is not None:
            return self.same_doer(s, self.quick.ev(s, r))
        kept = r.regs[self.slot]
        r.regs[self.slot] = UNBOUND
        for at in matching(s, r, self.index, self.pattern, self.window, self.slot, self.field):
            thing = s.past[self.index][at + self.field]
            if not is_place_object(thing) and (thing == UNKNOWN or thing not in found):
                found.append(thing)
        r.regs[self.slot] = kept
        return found

    def same_doer(self, s: State, who: Seat) -> list[int]:
        """The objects of the events of one doer; no other part of the pattern is checked."""
        consult(s, self.index, self.window)
        past = s.past[self.index]
        field, now = self.window.field, s.v[self.window.now] - self.window.back
        found: list[int] = []
        at = len(past) - WIDTH
        while at >= 0:
            then = past[at + field]
            if then < now:
                break
            if (then == now or self.window.on) and past[at] == who:
                thing = past[at + 1]
                if thing == UNKNOWN or thing not in found:
                    found.append(thing)
            at -= WIDTH
        found.reverse()
        return found


class AtLeast(Expr):
    """True if one doer acted on at least `n` things in a window."""

    def __init__(self, done: Done, n: int) -> None:
        self.done = done
        self.n = n

    def ev(self, s: State, r: Record) -> int:
        if len(s.past[self.done.index]) < self.n * WIDTH:
            consult(s, self.done.index, self.done.window)
            return 0
        assert self.done.quick is not None
        return 1 if self.by(s, self.done.quick.ev(s, r)) else 0

    def by(self, s: State, who: Seat) -> bool:
        """True if this doer did."""
        return len(self.done.same_doer(s, who)) >= self.n


def matching(
    s: State, r: Record, index: int, pattern: Pattern, window: Window, slot: Slot = NONE,
    field: int = 0,
) -> list[int]:  # fmt: skip
    """The indices of the events in a window that fit a pattern, in order of time."""
    consult(s, index, window)
    past = s.past[index]
    found: list[int] = []
    at = len(past) - WIDTH
    until = s.v[CLOCK] - window.until.ev(s, r) if window.until is not None else NONE
    now = s.v[window.now] - window.back if window.field != NONE else 0
    before = s.v[window.before] if window.before != NONE else LATER
    since = s.v[CLOCK] - window.seconds.ev(s, r) if window.seconds is not None else NONE
    first = 0
    if window.last is not None:
        before_it = matching(s, r, index, window.last.pattern, EVER)
        first = before_it[-1] + WIDTH if before_it else len(past)
    s.work.spend(1 + max(at - first, 0) // WIDTH // 8)
    while at >= first:
        if window.field != NONE:
            then = past[at + window.field]
            if then < now:
                break
            if (then > now and not window.on) or then >= before:
                at -= WIDTH
                continue
            if window.within != NONE and past[at + 5] < s.v[window.within]:
                break
        if since != NONE and past[at + 8] < since:
            break
        if until != NONE and past[at + 8] >= until:
            at -= WIDTH
            continue
        if slot != NONE:
            r.regs[slot] = past[at + field]
        if pattern.fits(s, r, past[at], past[at + 1], past[at + 2], past[at + 3], past[at + 4]):
            found.append(at)
        at -= WIDTH
    found.reverse()
    return found


def counted(expr: Expr) -> Expr:
    """`AtLeast` for a count of acts compared with a constant; any other expression unchanged."""
    if isinstance(expr, Le) and isinstance(expr.a, Lit) and isinstance(expr.b, Count):
        done = expr.b.found
        if isinstance(done, Done) and done.quick is not None and expr.a.n > 0:
            return AtLeast(done, expr.a.n)
    return expr
