"""The instruction set: instructions, blocks of them, the signals they give, and their budgets."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, Protocol

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.ids import NONE, Place, Seat, Thing
from deckmastor.engine.state.record import Record
from deckmastor.engine.state.state import State

if TYPE_CHECKING:
    from deckmastor.engine.machine.machine import Machine


NEXT: Final = 0  # go on with the next instruction
JUMP: Final = -1  # go on at `machine.target`
WAIT: Final = -2  # a question is open; go on behind this instruction
AGAIN: Final = -3  # a question is open; run this instruction again afterwards
CALL: Final = -4  # run `machine.block` with `machine.record`, then go on
RECALL: Final = -5  # run `machine.block` with `machine.record`, then this instruction again
YIELD: Final = -6  # what was put on the agenda comes first, then go on
UNWIND: Final = -9  # nothing more of this block: the game is ending
SUSPEND: Final = -10  # the rest of this effect waits for the next link
STOP: Final = -7  # the game is over
REYIELD: Final = -8  # what was put on the agenda comes first, then this instruction again
PARK: Final = -12  # the rest of this effect waits until the link comes to stage `machine.target`
DETACH: Final = -13  # as PARK, but of this block alone: what called it goes on
ENTER: Final = -11  # an answer is taken: run `machine.block` with `machine.record` first
FUEL: Final = 200_000  # instructions for one answer
WARY: Final = FUEL - 5_000  # from here on it is counted which triggers fire
DEPTH: Final = 4_000  # ints on the agenda
THINGS: Final = 20_000  # things in a game
LASTING: Final = 2_000  # rules adopted by effects and still in force
ONE: Final = 0  # somebody must answer
WINDOW: Final = 1  # several may act; the first who does closes the question for all
TOGETHER: Final = 2  # all answer in secret


class Exhausted(Exception):
    """A chain of effects went beyond its budget; `sentences` took part most."""

    def __init__(self, why: str, triggers: list[int]) -> None:
        super().__init__(why)
        self.triggers = triggers


class Barred(Exception):
    """The game cannot begin as it is laid out; `sentence` says so."""

    def __init__(self, sentence: int) -> None:
        super().__init__("The game cannot begin.")
        self.sentence = sentence


class Op:
    """An instruction."""

    __slots__ = ()
    inline: ClassVar[bool] = False  # whether it never asks, calls or ends the game

    @property
    def lands(self) -> int:
        """Where it goes on if that is all it does, or -1."""
        return -1

    def run(self, m: Machine, s: State, r: Record) -> int:
        """Do it, and give a signal."""
        raise NotImplementedError

    def options(self, m: Machine, s: State, r: Record, who: Seat) -> list[int]:
        """What can be answered to the question that this instruction asks."""
        return []

    def take(self, m: Machine, s: State, r: Record, who: Seat, option: int) -> int:
        """Keep an answer; WAIT if the same player is asked on."""
        return NEXT

    def wants(self, m: Machine, s: State, r: Record) -> int:
        """Who would be asked by it, if that can be asked of several at once; else NONE."""
        return NONE

    def answered(self, r: Record) -> bool:
        """Whether what it asks has been answered."""
        return False


class Block:
    """Instructions of one sentence or paragraph, with how many labels they need."""

    __slots__ = (
        "gate", "id", "labels", "only", "ops", "sentence", "slots", "whole", "wins",
    )  # fmt: skip

    def __init__(self, id: int, sentence: int) -> None:
        self.id = id
        self.labels: dict[str, int] = {}  # where the labels of its paragraph have their values
        self.ops: list[Op] = []
        self.gate: Expr | None = None  # without which it does nothing
        self.only: Op | None = None  # its one instruction, if it is one that asks nothing
        self.whole = False  # whether all of them are known never to ask, call or end the game
        self.sentence = sentence
        self.slots = 0
        self.wins = False  # whether somebody can win by it

    def after(self, pc: int) -> int:
        """Where it really goes on from an instruction: jumps are followed."""
        ops = self.ops
        while pc < len(ops) and ops[pc].lands >= 0:
            pc = ops[pc].lands
        return pc


class Observer(Protocol):
    """Somebody who wants to know what happens."""

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
        """Something happened, because of a sentence and, if any, a card."""

    def link(self, chain: int) -> None:
        """A link begins: the first or the next of a chain, which has a number of its own."""

    def instead(
        self, verb: int, agent: Thing, obj: int, to: int, sentence: int, card: Thing, by: int
    ) -> None:
        """An act is not done, because another sentence (`by`) has put something in its place."""

    def cut(self, sentences: list[int]) -> None:
        """A chain was too long: what is still pending of these sentences is not done."""
