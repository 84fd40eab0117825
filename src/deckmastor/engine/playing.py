"""Whole games played at random, without words: the loop that samples of a game are made by."""

from __future__ import annotations

from collections.abc import Callable

from deckmastor.engine.machine import Machine
from deckmastor.engine.state import OVER, State


def play_on(machine: Machine, state: State, draw: Callable[[], float], limit: int) -> int:
    """Answer every question of a game as numbers from 0 to 1 have it; how many answers it took.

    It stops when the game is over, when nothing is asked any more, or after `limit` answers.
    """
    machine.rules.ready()
    v = state.v
    given = 0
    while given < limit and not v[OVER]:
        asks = state.asks
        questions = len(asks) >> 2
        if questions == 0:
            break
        at = 4 * int(draw() * questions) if questions > 1 else 0
        options = machine.options(state, at)
        machine.answer(state, at, options[int(draw() * float(len(options)))])
        given += 1
    return given
