"""The order of resolution: in which order what was triggered runs, and when.

"at once": what a step triggered runs right behind that step, before the rest of the effect.
"next step": it waits until the whole effect is done, then all of it runs together as the next link.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckmastor.engine.state import DIRECTION, NONE, THIS, TURN, YOU, State

if TYPE_CHECKING:
    from deckmastor.engine.machine import Machine


def due(m: Machine, s: State) -> bool:
    """Whether something that was triggered is to run now."""
    if s.held:
        return False
    rules = m.rules
    if s.dirty & rules.watched:
        look(m, s)
    s.dirty = 0
    if not s.queue:
        return False
    return s.v[rules.trigger_timing] != rules.next_step or not _in_link(m, s)


def look(m: Machine, s: State) -> None:
    """Queue the triggers of states that have become true."""
    dirty = s.dirty
    for watch in m.rules.watches:
        if watch.bits & dirty:
            for record in watch.look(s):
                s.queue += [watch.trigger.id, s.keep(record)]
                m.count(watch.trigger.id)


def place_due(m: Machine, s: State) -> None:
    """Put what was triggered on the agenda, the first to run on top."""
    queue = s.queue
    rules = m.rules
    waiting = [(queue[i], queue[i + 1]) for i in range(0, len(queue), 2)]
    s.queue = []
    if len(waiting) > 1:
        waiting.sort(key=lambda item: _rank(m, s, item[0], item[1]))
    if s.v[rules.trigger_timing] == rules.next_step:
        m.push(s, rules.blocks[rules.link_block], rules.empty_record())
    for trigger, key in reversed(waiting):
        s.agenda.append(rules.triggers[trigger].block.id << 16)
        s.agenda.append(key)


def _rank(m: Machine, s: State, trigger: int, key: int) -> tuple[int, int, int]:
    """Turn order from the player at turn, then age."""
    record = s.recs[key]
    you = record.regs[YOU]
    seats = m.rules.schema.seats
    turn = s.v[TURN]
    if you < 0 or you >= seats or turn < 0:
        distance = 0 if you == NONE else seats
    else:
        distance = ((you - turn) * s.v[DIRECTION]) % seats
    return (distance, trigger, record.regs[THIS])


def _in_link(m: Machine, s: State) -> bool:
    """Whether an effect is under way whose end all triggers wait for."""
    head = m.rules.link_block << 16
    heads = s.agenda[0::2]
    return any(value >> 16 == m.rules.link_block or value == head for value in heads)
