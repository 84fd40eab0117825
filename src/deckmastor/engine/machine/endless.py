"""Effects without end are settled: the chain is cut off, and the book says what becomes of it."""

from __future__ import annotations

from deckmastor.engine.ids import NONE, block_of, frame
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.paradox import open_steps
from deckmastor.engine.machine.vigil import (
    CHAIN,
    FIRST,
    HELD,
    LEFT,
    LIMIT,
    LOOP,
    ROUND,
    SETTLED,
    SETTLING,
    TEXTS,
    WAITING,
    WHY,
    WIDE,
    clear_involved,
    goes_on,
)
from deckmastor.engine.resolution.link_record import PARKED
from deckmastor.engine.rules.program import NEXT, YIELD, Op
from deckmastor.engine.rules.schema import ASIDE_PLACE, LIMBO_PLACE
from deckmastor.engine.state.chance import HALF, mix
from deckmastor.engine.state.layout import THIS
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.triggers.moments import set_off
from deckmastor.engine.verbs.changes import move


class CutOff(Op):
    """Cut off a chain without end, tell why, and set off the sentences that settle it."""

    def run(self, m: Machine, s: State, r: Record) -> int:
        if m.pending:
            m.store(s)
        notes = r.sets[ROUND]
        cards = involved(m, notes)
        level = cut_level(m, s, r, cards)
        r.sets[LEFT] = left_in_limbo(s, level)
        r.sets[WAITING] = drop_frames(m, s, level, set(notes[1::WIDE]))
        r.regs[HELD] = sum([open_steps(m, head) for head in s.agenda[0::2]])
        s.held = 0
        if m.observer is not None:
            sentences = [m.blocks[block].sentence for block in notes[1::WIDE]]
            m.observer.endless(r.regs[WHY], r.regs[LIMIT], cards, list(dict.fromkeys(sentences)))
        at = m.rules.involved
        if at >= 0:
            for card in cards:
                s.column(at)[card] = 1
            s.dirty |= m.rules.column_bits[at]
        set_off(m, s, m.rules.settlers)
        return YIELD


class Settled(Op):
    """End the settlement: no card is involved, and a card left in limbo is put away."""

    def run(self, m: Machine, s: State, r: Record) -> int:
        rules = m.rules
        clear_involved(rules, s)
        for card in r.sets[LEFT]:
            if s.where[card] == LIMBO_PLACE:
                player = s.cols[rules.player_of][card]
                place = rules.discard_of(player)
                move(m, s, player, card, place if place >= 0 else ASIDE_PLACE)
        notes = s.bags.get(CHAIN)
        if notes is not None:
            notes[SETTLING] = notes[TEXTS] = 0
            del notes[FIRST:]
        s.held = r.regs[HELD]
        s.queue = r.sets[WAITING] + s.queue
        return NEXT


def involved(m: Machine, notes: list[int]) -> list[int]:
    """The cards that took part in a round, in order."""
    first = m.rules.first_card
    return list(dict.fromkeys([card for card in notes[2::WIDE] if card >= first]))


def cut_level(m: Machine, s: State, r: Record, cards: list[int]) -> int:
    """The level of the agenda from which on everything is cut off.

    A loop of a rule that goes round with cards stays, and goes on with its next round, unless the
    same cards were involved the last time.
    """
    notes = r.sets[ROUND]
    chain = s.bags[CHAIN]
    hashed = signature(cards)
    again = hashed == chain[SETTLED]
    chain[SETTLED] = hashed
    level = len(s.agenda) - 2
    if r.regs[WHY] == LOOP:
        level = min(level, *notes[0::WIDE])
    if r.regs[WHY] != LOOP or again:
        level = min(level, lowest(m, s, set(notes[1::WIDE])))
    head = next_round(s, notes, level)
    if head == NONE or again or not cards or s.recs[s.agenda[level + 1]].regs[THIS] in cards:
        return level
    s.agenda[level] = head
    return level + 2


def lowest(m: Machine, s: State, blocks: set[int]) -> int:
    """The level of the lowest frame above which nothing but the blocks of a round is under way."""
    rules, agenda = m.rules, s.agenda
    between = (rules.link_block, rules.edge_block, rules.order_block)
    level = at = len(agenda)
    while at > 0:
        at -= 2
        block = block_of(agenda[at])
        if block in blocks:
            level = at
        elif block not in between and goes_on(m, agenda[at]):
            break
    return level


def next_round(s: State, notes: list[int], level: int) -> int:
    """The head of the next round of the loop at a level, or NONE if there is none."""
    block = block_of(s.agenda[level])
    targets = [
        notes[i + 3]
        for i in range(0, len(notes), WIDE)
        if notes[i] == level and notes[i + 1] == block and notes[i + 3] != NONE
    ]
    return frame(block, min(targets)) if targets else NONE


def left_in_limbo(s: State, level: int) -> list[int]:
    """The cards in limbo that only frames from a level on know of."""
    limbo = s.zones[LIMBO_PLACE]
    if not limbo:
        return []
    above: set[int] = set()
    below: set[int] = set()
    for i in range(1, len(s.agenda), 2):
        (below if i < level else above).update(s.recs[s.agenda[i]].regs)
    return [card for card in limbo if card in above and card not in below]


def drop_frames(m: Machine, s: State, level: int, blocks: set[int]) -> list[int]:
    """Drop the frames from a level on, and the waiting triggers of a round; the other triggers."""
    rules, agenda = m.rules, s.agenda
    waiting = s.queue
    s.queue = []
    for i in range(level, len(agenda), 2):
        sets = s.recs[agenda[i + 1]].sets
        if block_of(agenda[i]) == rules.order_block != 0:
            waiting += sets.get(0, [])
        elif block_of(agenda[i]) == rules.link_block:
            for key in [*sets.get(0, [])[1::2], *sets.get(PARKED, [])[1::2]]:
                s.drop(key)
        s.drop(agenda[i + 1])
    del agenda[level:]
    kept: list[int] = []
    for i in range(0, len(waiting), 2):
        if rules.triggers[waiting[i]].block.id in blocks:
            s.drop(waiting[i + 1])
        else:
            kept += waiting[i : i + 2]
    return kept


def signature(cards: list[int]) -> int:
    """A hash of a set of cards, not 0."""
    hashed = 1
    for card in sorted(cards):
        hashed = mix(hashed * 31 + card) & HALF
    return hashed | 1
