"""Whole games played at random, without words: the loop that samples of a game are made by."""

from __future__ import annotations

from mypy_extensions import i64

from deckmastor.engine.chance import Stream
from deckmastor.engine.machine import Machine
from deckmastor.engine.state import OVER, State


def play_on(machine: Machine, state: State, seed: int, limit: int) -> int:
    """Answer every question of a game at random, as a seed has it; how many answers it took.

    It stops when the game is over, when nothing is asked any more, or after `limit` answers.
    """
    machine.rules.ready()
    stream = Stream(seed)
    v = state.v
    given: i64 = 0
    most: i64 = limit
    while given < most and not v[OVER]:
        asks = state.asks
        questions = len(asks) >> 2
        if questions == 0:
            break
        at = 4 * stream.below(questions) if questions > 1 else 0
        options = machine.options(state, at)
        machine.answer(state, at, options[stream.below(len(options))])
        given += 1
    return given
