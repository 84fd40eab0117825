"""The instruction set: instructions, blocks of them, the signals they return, and budgets.

A new instruction subclasses `Op` and overrides `run`. One that asks also overrides `options` and
`take`: the question names it, so legality has one source.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, Protocol

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.ids import NONE, Place, Seat, Thing
from deckmastor.engine.state.state import Record, State

if TYPE_CHECKING:
    from deckmastor.engine.machine.machine import Machine
    from deckmastor.engine.permission.breaches import Breach


NEXT: Final = 0  # go on with the next instruction
JUMP: Final = -1  # go on at `machine.target`
WAIT: Final = -2  # a question is open; then go on with the next instruction
AGAIN: Final = -3  # a question is open; then run this instruction again
CALL: Final = -4  # run `machine.block` with `machine.record`, then go on
RECALL: Final = -5  # run `machine.block` with `machine.record`, then this instruction again
YIELD: Final = -6  # run what is due first, then go on
UNWIND: Final = -9  # leave this block, because the game is ending
SUSPEND: Final = -10  # the rest of this effect waits for the next link
STOP: Final = -7  # the game is over
REYIELD: Final = -8  # run what is due first, then this instruction again
PARK: Final = -12  # the rest of this effect waits until its link reaches stage `machine.target`
DETACH: Final = -13  # as PARK, but only for this block: its caller goes on
ENTER: Final = -11  # from `take`: run `machine.block` with `machine.record` first
FUEL: Final = 200_000  # instructions for one answer
WARY: Final = FUEL - 5_000  # below this fuel, it is counted how often each trigger fires
DEPTH: Final = 4_000  # ints on the agenda
THINGS: Final = 20_000  # things in a game
LASTING: Final = 2_000  # rules adopted by effects and still in force
ONE: Final = 0  # somebody must answer
WINDOW: Final = 1  # several may act; the first who does closes the question for all
TOGETHER: Final = 2  # all answer in secret

# The outcome of an act, as its label keeps it.
DONE: Final = 1
NOT_DONE: Final = 0
REPLACED: Final = 2
UNABLE: Final = 3


class Barred(Exception):
    """Raised when the game cannot begin; `breaches` says why."""

    def __init__(self, breaches: list[Breach]) -> None:
        super().__init__("The game cannot begin.")
        self.breaches = breaches


class Op:
    """An instruction."""

    inline: ClassVar[bool] = False  # whether it never asks, calls or ends the game

    @property
    def lands(self) -> int:
        """The target of a plain jump, or -1."""
        return -1

    def run(self, m: Machine, s: State, r: Record) -> int:
        """Do it, and return a signal."""
        raise NotImplementedError

    def options(self, m: Machine, s: State, r: Record, who: Seat) -> list[int]:
        """The options of the question that this instruction asks."""
        return []

    def take(self, m: Machine, s: State, r: Record, who: Seat, option: int) -> int:
        """Accept an answer; return WAIT to ask the same player again."""
        return NEXT

    def wants(self, m: Machine, s: State, r: Record) -> int:
        """Whom it would ask, if several can be asked at once; else NONE."""
        return NONE

    def answered(self, r: Record) -> bool:
        """True if its question has been answered."""
        return False


class Block:
    """The instructions of one effect, and the number of labels that they need."""

    def __init__(self, id: int, sentence: int) -> None:
        self.id = id
        self.labels: dict[str, int] = {}  # the slots of the labels of its paragraph
        self.ops: list[Op] = []
        self.gate: Expr | None = None  # a condition without which it does nothing
        self.only: Op | None = None  # its only instruction, if that asks nothing
        self.whole = False  # whether none of them ever asks, calls or ends the game
        self.sentence = sentence
        self.slots = 0
        self.wins = False  # whether somebody can win by it

    def after(self, pc: int) -> int:
        """The next instruction that is no plain jump, from an index on."""
        ops = self.ops
        while pc < len(ops) and ops[pc].lands >= 0:
            pc = ops[pc].lands
        return pc


class Observer(Protocol):
    """Receives all that happens in a match."""

    def event(
        self,
        verb: int,
        agent: Thing,
        obj: int,
        to: int,
        origin: Place,
        n: int,
        sentence: int,
        card: Thing,
    ) -> None:
        """An event happened, because of a sentence and perhaps a card."""

    def link(self, chain: int) -> None:
        """A link begins; all links of one chain have the same number."""

    def instead(
        self, verb: int, agent: Thing, obj: int, to: int, sentence: int, card: Thing, by: int
    ) -> None:
        """An act was replaced by another sentence (`by`)."""

    def cut(self, sentences: list[int]) -> None:
        """A chain was too long: pending effects of these sentences are dropped."""

    def endless(self, why: int, limit: int, cards: list[Thing], sentences: list[int]) -> None:
        """A chain without end was cut off: why, and what took part in its last round, in order."""
