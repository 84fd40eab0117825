"""The machine: runs blocks of instructions over a State until a question is open.

A block is a flat list of instructions with jumps. An instruction gives a signal: go on, jump, call
another block, wait for an answer, or let first run what is due. The agenda holds where to go on,
two ints a frame, so that a pause is a value.
"""

from __future__ import annotations

from mypy_extensions import i64

from deckmastor.engine.ids import NONE, block_of, frame, pc_of
from deckmastor.engine.resolution.link_record import PARKED
from deckmastor.engine.resolution.resolution import detach, park, place_due, suspend
from deckmastor.engine.rules.program import (
    AGAIN,
    DEPTH,
    DETACH,
    ENTER,
    FUEL,
    JUMP,
    NEXT,
    ONE,
    PARK,
    RECALL,
    REYIELD,
    STOP,
    SUSPEND,
    UNWIND,
    WAIT,
    WARY,
    WINDOW,
    YIELD,
    Block,
    Exhausted,
    Observer,
)
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.state.layout import LABELS, OVER, THIS
from deckmastor.engine.state.record import Record
from deckmastor.engine.state.state import State
from deckmastor.engine.triggers.batches import Listeners, spread


class Machine:
    """A ruleset at work. It holds nothing that a game needs to go on: that is all in the State."""

    __slots__ = (
        "agent", "asked", "block", "blocks", "card", "depth", "fired", "fuel",
        "key", "listed", "listed_for", "mixed", "noting", "obj", "observer", "pending", "record",
        "records", "rest",
        "rules", "sentence", "slow", "target", "told", "wary", "way", "weighing",
    )  # fmt: skip

    def __init__(self, rules: Ruleset, observer: Observer | None = None) -> None:
        self.rules = rules
        self.blocks: list[Block] = rules.blocks
        self.observer = observer
        self.fuel: i64 = FUEL
        self.wary: i64 = WARY if rules.enders and observer is None else rules.wary
        self.noting = bool(rules.views.rules)  # whether sentences open places to some
        self.weighing = False  # whether it wants to know beforehand what is triggered
        self.slow = observer is not None  # whether everything that happens is told
        self.target = 0
        self.block: Block = rules.blocks[0]
        self.record: Record = Record([NONE] * LABELS)
        self.key = 0  # the number of the record at work, or 0 if nothing names it yet
        self.listed: list[int] = []  # options that were worked out to see whether to ask
        self.listed_for: State | None = None
        self.sentence = 0  # what is being done is because of this sentence
        self.card = NONE  # and of this card
        self.asked: list[int] = []  # who is asked by an instruction that waits
        self.way = ONE  # and how
        self.pending: list[int] = []  # triggers that wait, until the machine stops
        self.records: list[Record] = []  # and their records
        self.told: Listeners | None = None  # or a batch of them, set off by `agent` on `obj`
        self.agent = NONE
        self.obj = NONE
        self.mixed = False  # whether they may have to be brought into order
        self.depth: i64 = 0  # how deep triggers run on the spot
        self.rest: list[int] = []  # triggers that wait behind those that go over the agenda
        self.fired: dict[int, int] = {}  # how often each trigger fired since the last answer

    def push(self, s: State, block: Block, record: Record) -> None:
        """Put a block on the agenda, to run from its start."""
        agenda = s.agenda
        agenda.append(frame(block.id))
        agenda.append(s.keep(record))

    def tell_link(self, chain: int) -> None:
        """Tell whoever observes that a link begins; `chain` is the same for all that follow it."""
        if self.observer is not None:
            self.observer.link(chain)

    def resume(self, s: State) -> None:
        """Run what is on the agenda until somebody is asked or nothing is left."""
        self.listed_for = None
        agenda = s.agenda
        if agenda:
            self.key = agenda.pop()
            head = agenda.pop()
            here = self.blocks[block_of(head)]
            self._run(s, here, pc_of(head), s.recs[self.key], NEXT)

    def _run(self, s: State, here: Block, pc: int, r: Record, signal: int) -> None:
        """Go on in a block, with the signal of its last instruction, and then on the agenda."""
        agenda = s.agenda
        blocks = self.blocks
        while True:
            ops = here.ops
            end = len(ops)
            self.sentence = here.sentence
            self.card = r.regs[THIS]
            self.burn(end - pc + 1)
            while True:
                if signal == NEXT:
                    if pc >= end:
                        if self.key:
                            s.release(self.key, r)
                        break
                    signal = ops[pc].run(self, s, r)
                    pc += 1
                    continue
                if signal == JUMP:
                    if self.target < pc:
                        self.burn(pc - self.target)
                    pc = self.target
                    signal = NEXT
                    continue
                if signal == STOP:
                    self.finish(s)
                    return
                if signal == UNWIND:
                    if self.key:
                        s.drop(self.key)
                    self.unwind(s)
                    break
                key = self.key or self.kept(s, r)
                if signal == SUSPEND or signal == PARK or signal == DETACH:
                    how = signal
                    signal = NEXT
                    pc = here.after(pc)
                    if pc >= end:
                        continue
                    if how == DETACH:
                        detach(self, s, [frame(here.id, pc), key], self.target)
                        break
                    agenda += [frame(here.id, pc), key]
                    if how == PARK:
                        park(self, s, self.target)
                    else:
                        suspend(self, s)
                    break
                if signal == WAIT or signal == AGAIN:
                    if self.pending:
                        self.store(s)
                    for who in self.asked:
                        s.asks += [who, frame(here.id, pc - 1), key, self.way]
                    agenda.append(frame(here.id, pc if signal == WAIT else pc - 1))
                    agenda.append(key)
                    return
                again = signal == RECALL or signal == REYIELD
                agenda.append(frame(here.id, pc - 1 if again else pc))
                agenda.append(key)
                if len(agenda) > DEPTH:
                    raise Exhausted("effects within effects without end", self._loudest())
                if signal == YIELD or signal == REYIELD:
                    place_due(self, s)
                    if s.asks:
                        return
                else:
                    self.push(s, self.block, self.record)
                break
            if not agenda:
                return
            self.key = agenda.pop()
            head = agenda.pop()
            r = s.recs[self.key]
            here = blocks[block_of(head)]
            pc = pc_of(head)
            signal = NEXT

    def kept(self, s: State, r: Record) -> int:
        """The number of the record at work, which it gets once somebody must name it."""
        if not self.key:
            self.key = s.keep(r)
        return self.key

    def store(self, s: State) -> None:
        """Keep the triggers that wait in the State, before the machine stops."""
        spread(self)
        queue, triggers, records = s.queue, self.rules.triggers, self.records
        for at, trigger in enumerate(self.pending):
            queue.append(trigger)
            queue.append(s.keep(triggers[trigger].own(records[at])))
        self.pending = []
        self.records = []

    def weigh_due(self, s: State) -> None:
        """Something triggered is about to run, on a machine that weighs it."""

    def weigh(self, s: State, block: Block) -> None:
        """A block is about to run on the spot, on a machine that weighs it."""

    def run_on(self, s: State, block: Block, r: Record) -> int:
        """Run a block as far as it goes without asking or calling; NEXT if that is its end."""
        if self.weighing:
            self.weigh(s, block)
        ops = block.ops
        end = len(ops)
        pc = 0
        whole = block.whole
        self.sentence = block.sentence
        self.card = r.regs[THIS]
        self.fuel -= end
        while pc < end:
            op = ops[pc]
            if not whole and not op.inline:
                return pc + 1
            signal = op.run(self, s, r)
            pc += 1
            if signal:
                if signal != JUMP:
                    return pc + 1  # what is due comes first, then the next instruction
                if self.target < pc:
                    self.burn(end)
                pc = self.target
        return NEXT

    def burn(self, steps: int) -> None:
        """Count steps that are taken once more."""
        self.fuel -= steps
        if self.fuel < 0:
            raise Exhausted("too many steps for one answer", self._loudest())

    def count(self, s: State, trigger: int) -> None:
        """Count that a trigger fired; beyond the chain limit that is a paradox.

        Not so in a book that says itself how a chain of too many links ends.
        """
        n = self.fired.get(trigger, 0) + 1
        self.fired[trigger] = n
        if not self.rules.enders and n > self.rules.chain(s):
            raise Exhausted("a chain of triggers without end", self._loudest())

    def unwind(self, s: State) -> None:
        """The game is ending: of all that is under way, only other ways of winning still run."""
        agenda = s.agenda
        base = self.ground(s)
        kept = agenda[:base]
        for i in range(base, len(agenda), 2):
            if self.blocks[block_of(agenda[i])].wins:
                kept += agenda[i : i + 2]
            else:
                if block_of(agenda[i]) == self.rules.link_block:
                    link = s.recs[agenda[i + 1]].sets
                    kept += self._winning(s, link.get(0, []) + link.get(PARKED, []))
                if block_of(agenda[i]) == self.rules.order_block != 0:
                    s.queue += s.recs[agenda[i + 1]].sets.get(0, [])  # triggers to be put in order
                s.drop(agenda[i + 1])
        s.agenda[:] = kept
        self.store(s)
        if base > 2:
            s.held = 0
            return  # a game within the game: what was set off by its end is done
        waiting = s.queue
        s.queue = []
        for i in range(0, len(waiting), 2):
            if self.rules.triggers[waiting[i]].block.wins:
                s.queue += waiting[i : i + 2]
            else:
                s.drop(waiting[i + 1])
        s.held = 0

    def ground(self, s: State) -> int:
        """Where on the agenda the effects begin that are under way: above the innermost flow."""
        base = len(s.agenda) - 2
        while base > 0 and block_of(s.agenda[base]) != self.rules.flow_block:
            base -= 2
        return base + 2

    def _winning(self, s: State, frames: list[int]) -> list[int]:
        """Of effects that wait for the next link, those by which somebody can win."""
        kept: list[int] = []
        for i in range(0, len(frames), 2):
            if self.blocks[block_of(frames[i])].wins:
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
        self.told = None
        self.pending = []
        self.records = []

    def loudest(self) -> list[int]:
        """The sentences of the triggers that fired most often, of those that fired again."""
        again = [trigger for trigger in self._loudest() if self.fired[trigger] > 1]
        return [self.rules.triggers[trigger].standing.sentence for trigger in again]

    def _loudest(self) -> list[int]:
        """The triggers that fired most often, those within a third of the first."""
        if not self.fired:
            return []
        most = max(self.fired.values())
        return sorted(t for t, n in self.fired.items() if n * 3 >= most)

    # ---- questions -------------------------------------------------------------------------

    def options(self, s: State, at: int) -> list[int]:
        """What can be answered to an open question, `at` its place in `asks`."""
        if self.listed_for is s:
            return self.listed
        head = s.asks[at + 1]
        op = self.blocks[block_of(head)].ops[pc_of(head)]
        r = s.recs[s.asks[at + 2]]
        regs = r.regs.copy()
        try:
            return op.options(self, s, r, s.asks[at])
        except BaseException:
            r.regs[:] = regs  # labels under test were not put back
            raise

    def answer(self, s: State, at: int, option: int) -> None:
        """Answer an open question, and go on to the next one. The option must be a listed one."""
        self.fuel = FUEL
        self.listed_for = None
        if self.noting:
            self.rules.views.note(s)
        if self.fired:
            self.fired.clear()
        if self._taken(s, at, option) != ENTER:
            return
        s.asks.clear()
        block, record = self.block, self.record
        self.key = 0
        self.sentence = block.sentence
        self.card = record.regs[THIS]
        for pc, op in enumerate(block.ops):
            signal = op.run(self, s, record)
            if signal:
                done = pc + 1 == len(block.ops)
                if signal == YIELD and done and not self.key and self.rules.at_once:
                    place_due(self, s)  # nothing of the block is left, and nobody names its record
                    self.resume(s)
                else:
                    self._run(s, block, pc + 1, record, signal)
                return
        self.resume(s)

    def _taken(self, s: State, at: int, option: int) -> int:
        """Let the instruction that asks take an answer, and go on unless a block is entered."""
        asks = s.asks
        head = asks[at + 1]
        here = self.blocks[block_of(head)]
        r = s.recs[asks[at + 2]]
        self.sentence = here.sentence
        self.card = r.regs[THIS]
        signal = here.ops[pc_of(head)].take(self, s, r, asks[at], option)
        if signal == ENTER:
            return ENTER
        if signal == WAIT:
            if self.pending:
                self.store(s)
            return WAIT
        if len(asks) == 4 or (signal != NEXT and asks[at + 3] == WINDOW):
            asks.clear()
        else:
            del asks[at : at + 4]
        if not asks:
            self.resume(s)
        elif self.pending:
            self.store(s)
        return NEXT
