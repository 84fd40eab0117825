"""Batches: quick triggers of one act that run together without a search.

`Listeners` holds the triggers that can fit an act on one species. If all of them are quick, that
is, if species and fixed places decide, they wait as one batch (`Machine.told`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64

from deckmastor.engine.ids import NONE, Place, Thing
from deckmastor.engine.state.state import State

if TYPE_CHECKING:
    from deckmastor.engine.machine.machine import Machine
    from deckmastor.engine.triggers.triggers import Trigger


SET: Final = 0  # set a value to a number
ADD: Final = 1  # add a number to a value
PRINTED: Final = 2  # set a value to a printed property of the object
CLOSE: Final = 3  # end the phase or the turn
OTHER: Final = 4  # anything else
NOWHERE: Final = -(1 << 62)  # not a place


class Step:
    """The effect of one trigger of a batch."""

    def __init__(self, trigger: Trigger, kind: int = OTHER, index: int = NONE, n: int = 0) -> None:
        self.trigger = trigger
        self.kind: i64 = kind
        self.index: i64 = index  # of the value
        self.n = n
        self.table: list[Any] = []  # of the property, by species
        self.bit = 0  # the bit in `State.dirty`, if the change is watched


class Listeners:
    """The triggers that can fit an act on an object of one species."""

    def __init__(self, triggers: list[Trigger]) -> None:
        self.triggers = triggers
        self.ids = [trigger.id for trigger in triggers]
        self.cost: i64 = 2 * len(triggers)  # fuel that a batch of them costs
        self.narrow = [trigger for trigger in triggers if trigger.narrow]
        self.swift = all([trigger.quick for trigger in triggers])  # whether all are quick
        self.steps: list[Step] = []  # their effects, if they can be a batch
        if self.swift and self.ids == sorted(self.ids):
            steps = [trigger.step for trigger in triggers]
            self.steps = [step for step in steps if step is not None]
            if len(self.steps) < len(steps):
                self.steps = []
        homes = {trigger.home for trigger in self.narrow}
        self.home = homes.pop() if len(homes) == 1 else NOWHERE  # `Trigger.home` of all narrow ones


def tell(
    m: Machine, s: State, told: Listeners, agent: Thing, obj: int, to: int, origin: Place
) -> None:
    """Queue the quick triggers after an act, as a batch if possible."""
    if told.steps and agent >= 0 and not m.pending and not m.slow:
        for trigger in told.narrow:
            if not trigger.fits(s, agent, to, origin):
                break
        else:
            batch(m, told, agent, obj)
            return
    note(m, s, told.triggers, agent, obj, to, origin)


def batch(m: Machine, told: Listeners, agent: Thing, obj: int) -> None:
    """Queue listeners as a batch."""
    m.pending = told.ids
    m.told = told
    m.agent = agent
    m.obj = obj


def note(
    m: Machine, s: State, triggers: list[Trigger], agent: Thing, obj: int, to: int, origin: Place
) -> None:
    """Queue quick triggers one by one; verb and species of the object fit already."""
    if m.told is not None:
        spread(m)
    pending, records = m.pending, m.records
    waiting = len(pending)
    if waiting:
        m.mixed = True
    for trigger in triggers:
        if (trigger.narrow or agent < 0) and not trigger.fits(s, agent, to, origin):
            continue
        pending.append(trigger.id)
        records.append(trigger.filled(agent, obj))
    if m.fuel < m.wary:
        for number in pending[waiting:]:
            m.count(s, number)


def spread(m: Machine) -> None:
    """Split the waiting batch into triggers that wait one by one."""
    told = m.told
    if told is not None:
        m.pending = told.ids.copy()
        m.records = [trigger.filled(m.agent, m.obj) for trigger in told.triggers]
        m.told = None
