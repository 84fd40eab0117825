"""Group events: an act of one step on several things counts as one event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.facts.in_force import lapse
from deckmastor.engine.ids import NONE, Slot
from deckmastor.engine.state.layout import PARENT, YOU
from deckmastor.engine.state.state import Record, State

if TYPE_CHECKING:
    from deckmastor.engine.machine.machine import Machine


class Collective:
    """The number of things that an event must be about, and their label.

    `X cards` names the number: `amount` is its label, and any number above 0 fits.
    """

    def __init__(self, slot: Slot, keys: list[int], op: str, n: Expr) -> None:
        self.slot = slot  # the label of the things; NONE if they have none
        self.keys = keys  # the labels with one value for all of them
        self.op = op
        self.n = n
        self.amount = NONE  # the label of the number, if the event names it
        self.cond: Expr | None = None  # a condition that may speak of that number

    def fits(self, s: State, r: Record, there: int) -> bool:
        """True if the event is about so many things; binds the label of their number."""
        if not self.enough(s, r, there):
            return False
        if self.amount != NONE:
            r.regs[self.amount] = there
        return self.cond is None or self.cond.ev(s, r) != 0

    def enough(self, s: State, r: Record, there: int) -> bool:
        """True if there are as many things as the event asks for."""
        n = self.n.ev(s, r)
        return {"=": there == n, ">=": there >= n, "<=": there <= n, ">": there > n,
                "<": there < n}[self.op]  # fmt: skip


def collect(m: Machine, s: State) -> None:
    """At the end of a step, merge the queued records of each group trigger into one."""
    m.store(s)
    waiting, s.queue = s.queue, []
    first: dict[tuple[int, ...], int] = {}
    for i in range(0, len(waiting), 2):
        trigger, key = m.rules.triggers[waiting[i]], waiting[i + 1]
        group, record = trigger.group, s.recs[key]
        if group is None or -1 in record.sets:
            s.queue += [trigger.id, key]
            continue
        same = (trigger.id, *(record.regs[slot] for slot in (YOU, PARENT, *group.keys)))
        if same not in first:
            first[same] = key
            record.sets[-1] = []
            s.queue += [trigger.id, key]
        s.recs[first[same]].sets[-1].append(record.regs[group.slot])
        if first[same] != key:
            s.drop(key)
    for key in first.values():
        at = 2 * s.queue[1::2].index(key)
        record = s.recs[key]
        trigger = m.rules.triggers[s.queue[at]]
        assert trigger.group is not None
        if not trigger.group.fits(s, record, len(record.sets[-1])):
            del s.queue[at : at + 2]
            s.drop(key)
            continue
        record.bind(trigger.group.slot, record.sets[-1].copy())
        if trigger.once:
            lapse(s, record.regs[PARENT])
