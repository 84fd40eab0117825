"""Whole matches played at random inside the compiled loop, for samples and simulation."""

from __future__ import annotations

import gc

from mypy_extensions import i64

from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.state.chance import RandomStream
from deckmastor.engine.state.layout import OVER
from deckmastor.engine.state.state import State


def play_on(machine: Machine, state: State, seed: int, limit: int) -> int:
    """Answer all questions of a game at random, from a seed; return the number of answers.

    It stops when the game is over, when no question is open, or after `limit` answers.
    """
    machine.rules.ready()
    collecting = gc.isenabled()
    gc.disable()  # a State refers to itself nowhere: counting references frees it
    try:
        return _play_on(machine, state, RandomStream(seed), limit)
    finally:
        if collecting:
            gc.enable()


def _play_on(machine: Machine, state: State, stream: RandomStream, limit: int) -> int:
    """The loop of `play_on`."""
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
