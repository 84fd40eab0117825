"""The machine: runs blocks of instructions over a State until a question is open or the game ends.

A block is a flat list of instructions with jumps. An instruction gives a signal: go on, jump, call
another block, wait for an answer, or let what is due come first. The agenda holds where to go on,
two ints a frame, so that a pause is a value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, Protocol

from deckmastor.engine.resolution import place_due, settle, suspend
from deckmastor.engine.state import LABELS, NONE, OVER, THIS, Record, State

if TYPE_CHECKING:
    from deckmastor.engine.ruleset import Ruleset

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

SHIFT: Final = 16  # a frame's head is block << SHIFT | pc
FUEL: Final = 200_000  # instructions for one answer
WARY: Final = FUEL - 5_000  # from here on it is counted which triggers fire
DEPTH: Final = 4_000  # ints on the agenda
THINGS: Final = 20_000  # things in a game
LASTING: Final = 2_000  # rules adopted by effects and still in force
CHAIN: Final = 1_000  # times that one trigger fires for one answer

ONE: Final = 0  # somebody must answer
WINDOW: Final = 1  # several may act; the first who does closes the question for all
TOGETHER: Final = 2  # all answer in secret


class Exhausted(Exception):
    """A chain of effects went beyond its budget; `sentences` took part most."""

    def __init__(self, why: str, triggers: list[int]) -> None:
        super().__init__(why)
        self.triggers = triggers


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

    def options(self, m: Machine, s: State, r: Record, who: int) -> list[int]:
        """What can be answered to the question that this instruction asks."""
        return []

    def take(self, m: Machine, s: State, r: Record, who: int, option: int) -> int:
        """Keep an answer; WAIT if the same player is asked on."""
        return NEXT


class Block:
    """Instructions of one sentence or paragraph, with how many labels they need."""

    __slots__ = ("id", "labels", "ops", "sentence", "slots", "wins")

    def __init__(self, id: int, sentence: int) -> None:
        self.id = id
        self.labels: dict[str, int] = {}  # where the labels of its paragraph have their values
        self.ops: list[Op] = []
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
        agent: int,
        obj: int,
        to: int,
        origin: int,
        n: int,
        sentence: int,
        card: int,
    ) -> None:
        """Something happened, because of a sentence and, if any, a card."""


class Machine:
    """A ruleset at work. It holds nothing that a game needs to go on: that is all in the State."""

    __slots__ = (
        "asked", "block", "blocks", "card", "depth", "fired", "fuel", "key", "listed", "listed_for",
        "observer", "pending", "record", "records", "rest", "rules", "sentence", "target", "wary",
        "way",
    )  # fmt: skip

    def __init__(self, rules: Ruleset, observer: Observer | None = None) -> None:
        self.rules = rules
        self.blocks: list[Block] = rules.blocks
        self.observer = observer
        self.fuel = FUEL
        self.wary = WARY
        self.target = 0
        self.block: Block = rules.blocks[0]
        self.record: Record = Record([NONE] * LABELS)
        self.key = 0  # the number of the record at work
        self.listed: list[int] = []  # options that were worked out to see whether to ask
        self.listed_for: State | None = None
        self.sentence = 0  # what is being done is because of this sentence
        self.card = NONE  # and of this card
        self.asked: list[int] = []  # who is asked by an instruction that waits
        self.way = ONE  # and how
        self.pending: list[int] = []  # triggers that wait, until the machine stops
        self.records: list[Record] = []  # and their records
        self.depth = 0  # how deep triggers run on the spot
        self.rest: list[int] = []  # triggers that wait behind those that go over the agenda
        self.fired: dict[int, int] = {}  # how often each trigger fired since the last answer

    def push(self, s: State, block: Block, record: Record) -> None:
        """Put a block on the agenda, to run from its start."""
        agenda = s.agenda
        agenda.append(block.id << SHIFT)
        agenda.append(s.keep(record))

    def resume(self, s: State) -> None:
        """Run what is on the agenda until a question is open or nothing is left."""
        agenda = s.agenda
        blocks = self.blocks
        while agenda:
            key = agenda.pop()
            head = agenda.pop()
            r = s.recs[key]
            here = blocks[head >> SHIFT]
            pc = head & 0xFFFF
            ops = here.ops
            end = len(ops)
            self.sentence = here.sentence
            self.card = r.regs[THIS]
            self.key = key
            while True:
                if pc >= end:
                    s.drop(key)
                    break
                self.fuel -= 1
                if self.fuel < 0:
                    raise Exhausted("too many steps for one answer", self._loudest())
                signal = ops[pc].run(self, s, r)
                pc += 1
                if signal == NEXT:
                    continue
                if signal == JUMP:
                    pc = self.target
                    continue
                if signal == STOP:
                    s.drop(key)
                    self.finish(s)
                    return
                if signal == UNWIND:
                    s.drop(key)
                    self.unwind(s)
                    break
                if signal == SUSPEND:
                    pc = here.after(pc)
                    if pc >= end:
                        continue
                    agenda += [here.id << SHIFT | pc, key]
                    suspend(self, s)
                    break
                if signal == WAIT or signal == AGAIN:
                    if self.pending:
                        self.store(s)
                    for who in self.asked:
                        s.asks += [who, here.id << SHIFT | (pc - 1), key, self.way]
                    agenda.append(here.id << SHIFT | (pc if signal == WAIT else pc - 1))
                    agenda.append(key)
                    return
                again = signal == RECALL or signal == REYIELD
                agenda.append(here.id << SHIFT | (pc - 1 if again else pc))
                agenda.append(key)
                if len(agenda) > DEPTH:
                    raise Exhausted("effects within effects without end", self._loudest())
                if signal == YIELD or signal == REYIELD:
                    place_due(self, s)
                else:
                    self.push(s, self.block, self.record)
                break

    def store(self, s: State) -> None:
        """Keep the triggers that wait in the State, before the machine stops."""
        for trigger, record in zip(self.pending, self.records, strict=True):
            s.queue += [trigger, s.keep(record)]
        self.pending = []
        self.records = []

    def settle(self, s: State) -> bool:
        """Run on the spot what was triggered, if that is possible; false if it must wait."""
        return settle(self, s)

    def run_on(self, s: State, block: Block, r: Record) -> int:
        """Run a block as far as it goes without asking or calling; NEXT if that is its end."""
        ops = block.ops
        end = len(ops)
        pc = 0
        self.sentence = block.sentence
        self.card = r.regs[THIS]
        self.fuel -= end
        while pc < end:
            op = ops[pc]
            if not op.inline:
                return pc + 1
            signal = op.run(self, s, r)
            if signal == NEXT:
                pc += 1
            elif signal == JUMP:
                if self.target <= pc:
                    self.fuel -= end
                    if self.fuel < 0:
                        raise Exhausted("too many steps for one answer", self._loudest())
                pc = self.target
            else:
                return pc + 2  # what is due comes first, then the next instruction
        return NEXT

    def run_here(self, s: State, block: Block, r: Record) -> None:
        """Run a block at once as far as it goes; what is left of it goes over the agenda."""
        stopped = self.run_on(s, block, r)
        if stopped:
            s.agenda += [block.id << SHIFT | (stopped - 1), s.keep(r)]
            if self.pending or self.rest or s.queue:
                place_due(self, s)

    def count(self, trigger: int) -> None:
        """Count that a trigger fired; too long a chain of them is a paradox."""
        n = self.fired.get(trigger, 0) + 1
        self.fired[trigger] = n
        if n > CHAIN:
            raise Exhausted("a chain of triggers without end", self._loudest())

    def unwind(self, s: State) -> None:
        """The game is ending: of all that is under way, only other ways of winning still run."""
        agenda = s.agenda
        kept = agenda[:2]
        for i in range(2, len(agenda), 2):
            if self.blocks[agenda[i] >> SHIFT].wins:
                kept += agenda[i : i + 2]
            else:
                if agenda[i] >> SHIFT == self.rules.link_block:
                    kept += self._winning(s, s.recs[agenda[i + 1]].sets.get(0, []))
                if agenda[i] >> SHIFT == self.rules.order_block != 0:
                    s.queue += s.recs[agenda[i + 1]].sets.get(0, [])  # triggers to be put in order
                s.drop(agenda[i + 1])
        s.agenda[:] = kept
        self.store(s)
        waiting = s.queue
        s.queue = []
        for i in range(0, len(waiting), 2):
            if self.rules.triggers[waiting[i]].block.wins:
                s.queue += waiting[i : i + 2]
            else:
                s.drop(waiting[i + 1])
        s.held = 0

    def _winning(self, s: State, frames: list[int]) -> list[int]:
        """Of effects that wait for the next link, those by which somebody can win."""
        kept: list[int] = []
        for i in range(0, len(frames), 2):
            if self.blocks[frames[i] >> SHIFT].wins:
                kept += frames[i : i + 2]
            else:
                s.drop(frames[i + 1])
        return kept

    def finish(self, s: State) -> None:
        """The game is over: nothing is asked or due any more."""
        s.v[OVER] = 1
        s.agenda.clear()
        s.asks.clear()
        s.queue.clear()
        s.recs.clear()
        self.pending = []
        self.records = []

    def _loudest(self) -> list[int]:
        """The triggers that fired most often, those within a third of the first."""
        if not self.fired:
            return []
        most = max(self.fired.values())
        return sorted(t for t, n in self.fired.items() if n * 3 >= most)

    # ---- questions -------------------------------------------------------------------------

    def options(self, s: State, at: int) -> list[int]:
        """What can be answered to an open question, `at` its place in `asks`."""
        head = s.asks[at + 1]
        op = self.blocks[head >> SHIFT].ops[head & 0xFFFF]
        return op.options(self, s, s.recs[s.asks[at + 2]], s.asks[at])

    def answer(self, s: State, at: int, option: int) -> None:
        """Answer an open question, and go on to the next one. The option must be a listed one."""
        asks = s.asks
        who, head, key, way = asks[at], asks[at + 1], asks[at + 2], asks[at + 3]
        block = self.blocks[head >> SHIFT]
        self.fuel = FUEL
        self.listed_for = None
        self.sentence = block.sentence
        self.card = s.recs[key].regs[THIS]
        if self.fired:
            self.fired.clear()
        signal = block.ops[head & 0xFFFF].take(self, s, s.recs[key], who, option)
        if signal == WAIT:
            return
        if way == WINDOW and signal != NEXT:
            asks.clear()
        else:
            del asks[at : at + 4]
        if not asks:
            self.resume(s)
