"""History: the events that some sentence can ask for, kept in the State and nowhere else."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.patterns import Pattern
from deckmastor.engine.state import (
    CLOCK,
    EFFECTS,
    NONE,
    PHASES,
    ROUNDS,
    TURNS,
    UNBOUND,
    Record,
    State,
)  # fmt: skip
from deckmastor.engine.values import Expr, Several

WIDTH: Final = 10  # agent, object, to, from, amount, turn, phase, round, time, text


def keep(s: State, index: int, agent: int, obj: int, to: int, origin: int, n: int) -> None:
    """Remember an event."""
    v = s.v
    s.past[index] += [
        agent, obj, to, origin, n, v[TURNS], v[PHASES], v[ROUNDS], v[CLOCK], v[EFFECTS],
    ]  # fmt: skip


class Window:
    """How far back a question reaches: `field` of an event must be at least the present's."""

    __slots__ = ("back", "field", "now", "seconds", "upto")

    def __init__(self, field: int, now: int, back: int = 0) -> None:
        self.field = field  # which field of the event is compared; NONE for always
        self.now = now  # the scalar that it is compared with
        self.back = back  # 1: the span before this one
        self.seconds: Expr | None = None  # or a length of time


EVER = Window(NONE, NONE)
THIS_TURN = Window(5, TURNS)
THIS_PHASE = Window(6, PHASES)
THIS_ROUND = Window(7, ROUNDS)
THIS_EFFECT = Window(9, EFFECTS)


class Happened(Expr):
    """How often something was done in a window; its truth is whether it was."""

    __slots__ = ("index", "pattern", "window")

    def __init__(self, index: int, pattern: Pattern, window: Window) -> None:
        self.index = index
        self.pattern = pattern
        self.window = window

    def ev(self, s: State, r: Record) -> int:
        return len(matching(s, r, self.index, self.pattern, self.window))


class Done(Several):
    """The things that something was done to, or that did it, each once and in order of time."""

    __slots__ = ("field", "index", "pattern", "slot", "window")

    def __init__(self, index: int, pattern: Pattern, window: Window, field: int, slot: int) -> None:
        self.index = index
        self.pattern = pattern
        self.window = window
        self.field = field
        self.slot = slot

    def many(self, s: State, r: Record) -> list[int]:
        kept = r.regs[self.slot]
        r.regs[self.slot] = UNBOUND
        found: list[int] = []
        for at in matching(s, r, self.index, self.pattern, self.window, self.slot, self.field):
            thing = s.past[self.index][at + self.field]
            if thing not in found:
                found.append(thing)
        r.regs[self.slot] = kept
        return found


def matching(
    s: State, r: Record, index: int, pattern: Pattern, window: Window, slot: int = NONE,
    field: int = 0,
) -> list[int]:  # fmt: skip
    """Where the events of a window lie that fit a pattern, in order of time."""
    past = s.past[index]
    found: list[int] = []
    at = len(past) - WIDTH
    now = s.v[window.now] - window.back if window.field != NONE else 0
    since = s.v[CLOCK] - window.seconds.ev(s, r) if window.seconds is not None else NONE
    while at >= 0:
        if window.field != NONE:
            then = past[at + window.field]
            if then < now:
                break
            if then > now:
                at -= WIDTH
                continue
        if since != NONE and past[at + 8] < since:
            break
        if slot != NONE:
            r.regs[slot] = past[at + field]
        if pattern.fits(s, r, past[at], past[at + 1], past[at + 2], past[at + 3], past[at + 4]):
            found.append(at)
        at -= WIDTH
    found.reverse()
    return found
