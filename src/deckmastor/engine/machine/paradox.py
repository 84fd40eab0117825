"""Paradox: texts that run without end whatever is answered; they are cut off and silenced."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.ids import block_of, pc_of
from deckmastor.engine.machine.control import OpenStep
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.rules.program import Block, Observer
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.state.budgets import Exhausted
from deckmastor.engine.state.state import Record, State

MOST: Final = 6  # answers that are tried; with more than these, no position is taken for stuck


class SilencingMachine(Machine):
    """A machine that skips the text of one sentence."""

    def __init__(self, rules: Ruleset, observer: Observer | None, mute: int) -> None:
        super().__init__(rules, observer)
        self.mute = mute

    def push(self, s: State, block: Block, record: Record) -> None:
        """Put a block on the agenda, unless it is the silenced text."""
        if block.sentence != self.mute:
            super().push(s, block, record)


def is_text(rules: Ruleset, sentence: int) -> bool:
    """True if a sentence is the text of a card or of a modifier."""
    texts = [*rules.texts.values(), *(text[0] for text in rules.abilities.values())]
    return any(rules.blocks[block].sentence == sentence for block in texts)


def stuck(rules: Ruleset, s: State) -> bool:
    """True if every answer to every open question leads to effects without end.

    False if triggers take part in one of them: a match mutes triggers on their own.
    """
    answers = [
        (at, option)
        for at in range(0, len(s.asks), 4)
        for option in Machine(rules).options(s, at)
    ]  # fmt: skip
    if not 0 < len(answers) <= MOST:
        return False
    for at, option in answers:
        try:
            Machine(rules).answer(s.clone(), at, option)
        except Exhausted as why:
            if why.triggers:
                return False
        except RecursionError:
            continue
        else:
            return False
    return True


def cut(m: Machine, s: State, sentence: int) -> bool:
    """Remove the frames of a text, and all above them, from the agenda; False if it has none."""
    agenda, rules = s.agenda, m.rules
    frames = range(0, len(agenda), 2)
    first = next((i for i in frames if _sentence(m, agenda[i]) == sentence), -1)
    if first < 0:
        return False
    for i in range(first, len(agenda), 2):
        if block_of(agenda[i]) == rules.order_block != 0:
            s.queue += s.recs[agenda[i + 1]].sets.get(0, [])  # triggers to be put in order
        s.drop(agenda[i + 1])
    del agenda[first:]
    s.asks.clear()
    s.held = sum(open_steps(m, head) for head in agenda[0::2])
    return True


def _sentence(m: Machine, head: int) -> int:
    return m.blocks[block_of(head)].sentence


def open_steps(m: Machine, head: int) -> int:
    """The number of steps that a frame has begun and not ended."""
    before = m.blocks[block_of(head)].ops[: pc_of(head)]
    return sum(op.n for op in before if isinstance(op, OpenStep))
