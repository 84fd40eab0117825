"""Rules of contests: the kinds of contest that a book has, and who takes part."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.ids import NONE
from deckmastor.engine.state.layout import DIRECTION, ENDING, PHASE, STAGE, STARTER, TURN, TURNS

SAVED: Final = (TURN, DIRECTION, STAGE, PHASE, ENDING, STARTER, TURNS)


class Contests:
    """The kinds of contest of a book, and where a State notes what goes on in them."""

    def __init__(self, kinds: dict[str, tuple[str, ...]], words: list[int]) -> None:
        self.kinds = kinds  # each with all kinds of contest that it is a kind of
        self.words = words  # of the kinds, in the same order
        self.columns: list[list[int]] = []  # for each: who takes part, if not all do
        self.begun = NONE  # scalar: how many contests have begun
        self.open = NONE  # scalar: the kind that is open, counted from 1; 0 if none is
        self.next = NONE  # scalar: the kind that is about to begin, counted likewise
        self.since = NONE  # scalar: the number of the turn with which it began
        self.turn = NONE  # scalar: the number of the current turn; a contest takes its own numbers
        self.phase = NONE  # scalar: the number of the current phase
        self.turn_before = NONE  # scalar: the number of the turn before the current one
        self.phase_before = NONE  # scalar: the number of the phase before the current one
        self.out = NONE  # the column of those who have left the contest
        self.turns = False  # whether the game itself has turns

    def going_on(self) -> tuple[int, ...]:
        """The scalars that are saved for the game around a contest."""
        return (*SAVED, self.turn, self.phase, self.turn_before, self.phase_before)
