"""The order of resolution: in which order what was triggered runs, and when.

"at once": what a step triggered runs right behind that step, before the rest of the effect.
"next step": it waits for the end of the link, then all of it runs together as the next one, each up
to the end of a step, and so do the effects that were under way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deckmastor.engine.ranking import trigger_weight
from deckmastor.engine.seating import distance
from deckmastor.engine.state import DIRECTION, NONE, PARENT, THIS, TURN, YOU, Record, State

if TYPE_CHECKING:
    from deckmastor.engine.machine import Machine

LINK: Final = "link"  # the word for all that runs together
INLINE: Final = 12  # how deep triggers run on the spot before they go over the agenda


def queue(m: Machine, s: State, trigger: int, record: Record) -> None:
    """Let a trigger run when it is due."""
    if s.muted and trigger in s.muted:
        return
    m.pending.append(trigger)
    m.records.append(record)
    if m.fuel < m.wary:
        m.count(trigger)


def due(m: Machine, s: State, now: bool = False) -> bool:
    """Whether something that was triggered is to run now, or as soon as that is allowed."""
    if s.held:
        return False
    rules = m.rules
    if rules.collective:
        step_over(m, s)
    if s.dirty & rules.watched:
        look(m, s)
    s.dirty = 0
    if not m.pending and not s.queue:
        return False
    return now or rules.at_once or not rules.stepwise(s) or not in_link(m, s)


def step_over(m: Machine, s: State) -> None:
    """At the end of a step, bring together what it set off by several things."""
    from deckmastor.engine.collective import collect

    if m.pending or s.queue:
        collect(m, s)


def look(m: Machine, s: State) -> None:
    """Queue the triggers of states that have become true."""
    dirty = s.dirty
    for spell in m.rules.spells:
        spell.look(s)
    for watch in m.rules.watches:
        if watch.bits & dirty:
            trigger = watch.trigger
            if watch.level and (trigger.id in m.pending or _waits(s, trigger.id, trigger.block.id)):
                continue
            for record in watch.look(s, dirty):
                queue(m, s, trigger.id, record)
                if trigger.once:
                    from deckmastor.engine.acts import lapse

                    lapse(s, record.regs[PARENT])
                    s.dirty |= m.rules.fact_bits


def _waits(s: State, trigger: int, block: int) -> bool:
    """Whether a trigger has fired and not begun to run."""
    return trigger in s.queue[0::2] or block << 16 in s.agenda[0::2]


def place_due(m: Machine, s: State) -> None:
    """Put what was triggered on the agenda, the first to run on top."""
    if m.pending:
        m.store(s)
    queue = s.queue
    rules = m.rules
    waiting = [(queue[i], queue[i + 1]) for i in range(0, len(queue), 2)]
    s.queue = []
    if m.rest:
        s.agenda += m.rest
        m.rest = []
    if len(waiting) > 1:
        waiting.sort(key=lambda item: _rank(m, s, item[0], s.recs[item[1]]))
    later = _going_on(m, s)
    if later is not None or begin_link(m, s):
        count_link(m, s)
        for first in rules.moments.get(("beginning", LINK), ()):
            for record in first.standing.records(s):
                if first.holds(s, record):
                    waiting.insert(0, (first.id, s.keep(record)))
    if rules.order_block and _shared([s.recs[key] for _, key in waiting]):
        record = rules.empty_record()
        record.sets[0] = [number for item in waiting for number in item]
        m.push(s, rules.blocks[rules.order_block], record)
    else:
        between = not rules.at_once and rules.stepwise(s)
        for trigger, key in reversed(waiting):
            if between:
                m.push(s, rules.blocks[rules.edge_block], rules.empty_record())
            s.agenda.append(rules.triggers[trigger].block.id << 16)
            s.agenda.append(key)
    s.agenda += later or []


def _going_on(m: Machine, s: State) -> list[int] | None:
    """The effects that go on in the next link, the first on top; None if no link has ended."""
    agenda = s.agenda
    if not agenda or agenda[-2] != m.rules.link_block << 16:
        return None
    frames = s.recs[agenda[-1]].sets.pop(0, [])
    found: list[int] = []
    thread: list[int] = []
    for i in range(0, len(frames), 2):
        if frames[i] >> 16 == m.rules.edge_block:
            found = thread + found
            thread = []
        thread += frames[i : i + 2]
    return thread + found


def unfinished(m: Machine, s: State, r: Record) -> bool:
    """Whether there is another link: something was triggered, or an effect goes on."""
    if m.rules.collective:
        step_over(m, s)
    if s.dirty & m.rules.watched:
        look(m, s)
    s.dirty = 0
    return bool(m.pending or s.queue or r.sets.get(0))


def suspend(m: Machine, s: State) -> None:
    """The effect on top of the agenda goes on in the next link."""
    rules, agenda = m.rules, s.agenda
    edges = (rules.link_block, rules.edge_block, rules.order_block)
    at = len(agenda) - 2
    while agenda[at] >> 16 not in edges:
        at -= 2
    frames = agenda[at + 2 :]
    del agenda[at + 2 :]
    while agenda[at] >> 16 != rules.link_block:
        at -= 2
    edge = [rules.edge_block << 16, s.keep(rules.empty_record())]
    s.recs[agenda[at + 1]].sets.setdefault(0, []).extend(edge + frames)


def begin_link(m: Machine, s: State) -> bool:
    """What is put on the agenda now is one link: what it triggers waits for its end."""
    rules = m.rules
    if rules.at_once or not rules.stepwise(s):
        return False
    m.push(s, rules.blocks[rules.link_block], rules.empty_record())
    return True


def count_link(m: Machine, s: State) -> None:
    """Count that a link begins."""
    at = m.rules.spans.get(LINK, NONE)
    if at != NONE:
        s.v[at] += 1
        s.dirty |= m.rules.scalar(at)


def settle(m: Machine, s: State) -> bool:
    """Run what was triggered on the spot, as far as it neither asks nor calls.

    False if something must go over the agenda; what is left of it then lies in `m.rest`.
    """
    rules = m.rules
    triggers = rules.triggers
    if s.queue or m.depth > INLINE or (not rules.at_once and rules.stepwise(s)):
        return False
    if rules.order_block and len(m.pending) > 1 and _shared(m.records):
        return False
    pending, records = m.pending, m.records
    m.pending = []
    m.records = []
    order = list(range(len(pending)))
    if len(order) > 1:
        if not rules.ordered and all([triggers[trigger].plain for trigger in pending]):
            order.sort(key=pending.__getitem__)
        else:
            order.sort(key=lambda i: _rank(m, s, pending[i], records[i]))
    sentence, card = m.sentence, m.card
    for at, i in enumerate(order):
        block = triggers[pending[i]].block
        stopped = m.run_on(s, block, records[i])
        if stopped:
            later = order[at + 1 :]
            later.reverse()
            frames: list[int] = []
            for j in later:
                frames += [triggers[pending[j]].block.id << 16, s.keep(records[j])]
            m.rest[:0] = [*frames, block.id << 16 | (stopped - 1), s.keep(records[i])]
            return False
    m.sentence, m.card = sentence, card
    return True


def _shared(records: list[Record]) -> bool:
    """Whether somebody holds several of these, and so may choose which of theirs is first."""
    holders = [record.regs[YOU] for record in records if record.regs[YOU] >= 0]
    return len(holders) > len(set(holders))


def _rank(m: Machine, s: State, trigger: int, record: Record) -> tuple[int, ...]:
    """Turn order from the player at turn, then age, unless the book states another order."""
    you = record.regs[YOU]
    if m.rules.ordered:
        return trigger_weight(m.rules, s, trigger, you, record.regs[THIS])
    if you == NONE:
        return (0, trigger, record.regs[THIS])
    seats = m.rules.schema.seats
    turn = s.v[TURN]
    if you < 0 or you >= seats or turn < 0:
        far = seats
    else:
        far = distance(s, turn, you, s.v[DIRECTION], seats)
    return (far, trigger, record.regs[THIS])


def in_link(m: Machine, s: State) -> bool:
    """Whether an effect is under way whose steps all triggers wait for."""
    link = m.rules.link_block
    return any([head >> 16 == link for head in s.agenda[0::2]])
