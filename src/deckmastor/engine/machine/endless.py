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
        rules = m.rules
        if m.pending:
            m.store(s)
        notes = r.sets[ROUND]
        blocks = {*notes[1::WIDE]}
        cards: list[int] = []
        for card in notes[2::WIDE]:
            if card >= rules.first_card and card not in cards:
                cards.append(card)
        level = lowest(m, s, blocks) if r.regs[WHY] != LOOP else min(notes[0::WIDE])
        chain = s.bags[CHAIN]
        hashed = signature(cards)
        head = next_round(m, s, notes, level) if cards and hashed != chain[SETTLED] else NONE
        if head != NONE and s.recs[s.agenda[level + 1]].regs[THIS] not in cards:
            s.agenda[level] = head
            level += 2
        chain[SETTLED] = hashed
        r.sets[LEFT] = left_in_limbo(s, level)
        r.sets[WAITING] = drop_frames(m, s, level, blocks)
        r.regs[HELD] = sum([open_steps(m, head) for head in s.agenda[0::2]])
        s.held = 0
        if m.observer is not None:
            told: list[int] = []
            for block in notes[1::WIDE]:
                if m.blocks[block].sentence not in told:
                    told.append(m.blocks[block].sentence)
            m.observer.endless(r.regs[WHY], r.regs[LIMIT], cards, told)
        if rules.involved >= 0:
            column = s.column(rules.involved)
            for card in cards:
                column[card] = 1
            s.dirty |= rules.column_bits[rules.involved]
        set_off(m, s, rules.settlers)
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


def next_round(m: Machine, s: State, notes: list[int], level: int) -> int:
    """The head of the frame at a level if it is a loop: it goes on with its next round."""
    if level >= len(s.agenda):
        return NONE
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
