"""What a book says of its contests: their kinds, and who takes part."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.ids import NONE
from deckmastor.engine.state.layout import DIRECTION, ENDING, PHASE, STAGE, STARTER, TURN, TURNS

SAVED: Final = (TURN, DIRECTION, STAGE, PHASE, ENDING, STARTER, TURNS)


class Contests:
    """What a book says of the games within its game: their kinds, and who takes part."""

    __slots__ = (
        "begun", "columns", "kinds", "next", "open", "out", "phase", "phase_before", "since",
        "turn", "turn_before", "turns", "words",
    )  # fmt: skip

    def __init__(self, kinds: dict[str, tuple[str, ...]], words: list[int]) -> None:
        self.kinds = kinds  # with all the kinds of contest that each is a kind of
        self.words = words  # the words for them, in the same order
        self.columns: list[list[int]] = []  # for each, where it is noted who takes part, if not all
        self.begun = NONE  # scalars: how many have begun,
        self.open = NONE  # which one is open, counted from 1,
        self.next = NONE  # and which one is about to begin;
        self.since = NONE  # with which turn it began, and with which
        self.turn = NONE  # the turn
        self.phase = NONE  # and the phase that go on, since a contest takes numbers of its own
        self.turn_before = NONE  # with which the turn before that one began,
        self.phase_before = NONE  # and with which phase the phase before
        self.out = NONE  # the column of those who take no further part
        self.turns = False  # whether the game itself has turns

    def going_on(self) -> tuple[int, ...]:
        """The scalars that the game around a contest keeps for itself."""
        return (*SAVED, self.turn, self.phase, self.turn_before, self.phase_before)
