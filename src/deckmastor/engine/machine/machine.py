"""The machine: runs blocks of instructions over a State until a question is open.

A block is a flat list of instructions with jumps. An instruction returns a signal: go on, jump,
call another block, wait for an answer, or run what is due first. The agenda is the stack of frames,
two ints each, so a paused match is plain data.

Example: `m.answer(s, 0, m.options(s, 0)[0])` answers the first open question with its first option,
and runs on to the next question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from deckmastor.engine.ids import NONE, block_of, frame, pc_of
from deckmastor.engine.machine.defaults import stand_in
from deckmastor.engine.machine.vigil import Vigil
from deckmastor.engine.resolution.link_record import PARKED
from deckmastor.engine.resolution.order import detach, park, place_due, suspend
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
    Observer,
)
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.state.budgets import Exhausted
from deckmastor.engine.state.layout import LABELS, OVER, THIS
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.triggers.batches import Listeners, spread

if TYPE_CHECKING:
    from deckmastor.engine.permission.offers import Listing


NOT_BEGUN: Final[dict[int, Listing]] = {}  # shared; never changed


class Machine:
    """Runs a Ruleset. All that a match needs to go on is in the State, not in the machine."""

    __slots__ = (
        "agent", "asked", "begun", "begun_for", "begun_with",
        "block", "blocks", "card", "depth", "fired", "fuel",
        "key", "listed", "listed_for", "mixed", "noting", "obj", "observer", "pending", "record",
        "records", "rest",
        "rules", "sentence", "slow", "target", "told", "vigil", "wary", "way", "weighing",
    )  # fmt: skip

    def __init__(self, rules: Ruleset, observer: Observer | None = None) -> None:
        self.rules = rules
        self.blocks: list[Block] = rules.blocks
        self.observer = observer
        self.fuel: i64 = FUEL
        self.wary: i64 = WARY if rules.enders and observer is None else rules.wary
        self.noting = bool(rules.views.rules)  # whether some sentence says who sees a place
        self.weighing = False  # whether `weigh` and `weigh_due` are called
        self.slow = observer is not None  # whether events fire that no rule listens to
        self.vigil: Vigil | None = None  # if the book settles effects without end
        if rules.settlers:
            self.vigil = Vigil(rules)
            self.wary = FUEL + 1
            self.slow = True
        self.target = 0
        self.block: Block = rules.blocks[0]
        self.record: Record = Record([NONE] * LABELS)
        self.key = 0  # the number of the present record, or 0 if no frame names it yet
        self.listed: list[int] = []  # options computed to see whether to ask, for `listed_for`
        self.listed_for: State | None = None
        self.begun: dict[int, Listing] = {}  # listings that were begun to see whether to ask
        self.begun_for: State | None = None
        self.begun_with: list[int] = []  # the scalars of that State
        self.sentence = 0  # the sentence that causes what is done now
        self.card = NONE  # and the card that bears it
        self.asked: list[int] = []  # whom the instruction that waits asks
        self.way = ONE  # and how
        self.pending: list[int] = []  # triggers that wait; `store` moves them to the State
        self.records: list[Record] = []  # and their records
        self.told: Listeners | None = None  # or a batch of them, after `agent` acted on `obj`
        self.agent = NONE
        self.obj = NONE
        self.mixed = False  # whether the pending triggers may be out of order
        self.depth: i64 = 0  # how deep triggers run within triggers, without the agenda
        self.rest: list[int] = []  # frames for the agenda, left by triggers that stopped halfway
        self.fired: dict[int, int] = {}  # how often each trigger fired since the last answer

    def forget_options(self) -> None:
        """Forget what was listed of options: the State changes."""
        self.listed_for = None
        self.begun_for = None

    def begin_listing(self, s: State, begun: dict[int, Listing]) -> None:
        """Keep what was listed to see whom to ask, until the State changes."""
        s.drop_stale()
        self.begun = begun
        self.begun_for = s
        self.begun_with = s.v.copy()

    def begun_listing(self, s: State) -> dict[int, Listing]:
        """What was listed to see whom to ask; empty if the State has changed, by whatever hand."""
        if self.begun_for is not s or s.stale != 0 or s.v != self.begun_with:
            return NOT_BEGUN
        if s.work.kinds is not s.species or s.work.rulings is not s.lasting:
            return NOT_BEGUN
        return self.begun

    def push(self, s: State, block: Block, record: Record) -> None:
        """Put a block on the agenda, to run from its start."""
        agenda = s.agenda
        agenda.append(frame(block.id))
        agenda.append(s.keep(record))

    def tell_link(self, chain: int) -> None:
        """Tell the observer that a link begins; all links of a chain have the same `chain`."""
        if self.observer is not None:
            self.observer.link(chain)

    def resume(self, s: State) -> None:
        """Run the agenda until a question is open or nothing is left."""
        self.forget_options()
        agenda = s.agenda
        if agenda:
            if self.vigil is not None:
                self.vigil.looks(self, s)
            self.key = agenda.pop()
            head = agenda.pop()
            here = self.blocks[block_of(head)]
            self._run(s, here, pc_of(head), s.recs[self.key], NEXT)

    def _run(self, s: State, here: Block, pc: int, r: Record, signal: int) -> None:
        """Go on in a block after an instruction gave a signal, then run the agenda."""
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
                        if self.vigil is not None and self.vigil.turns(self, s, here, r):
                            break
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
                    head = frame(here.id, pc - 1)
                    for who in self.asked:
                        s.asks += [who, head, key, self.way]
                    agenda.append(head if signal == AGAIN else frame(here.id, pc))
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
            if self.vigil is not None:
                self.vigil.looks(self, s)
            self.key = agenda.pop()
            head = agenda.pop()
            r = s.recs[self.key]
            here = blocks[block_of(head)]
            pc = pc_of(head)
            signal = NEXT

    def kept(self, s: State, r: Record) -> int:
        """The number of the present record; it gets one when a frame must name it."""
        if not self.key:
            self.key = s.keep(r)
        return self.key

    def store(self, s: State) -> None:
        """Move the pending triggers to the State, before the machine stops."""
        spread(self)
        queue, triggers, records = s.queue, self.rules.triggers, self.records
        for at, trigger in enumerate(self.pending):
            queue.append(trigger)
            queue.append(s.keep(triggers[trigger].own(records[at])))
        self.pending = []
        self.records = []

    def weigh_due(self, s: State) -> None:
        """Hook for subclasses: called before pending triggers run, if `weighing`."""

    def weigh(self, s: State, block: Block) -> None:
        """Hook for subclasses: called before a block runs without the agenda, if `weighing`."""

    def run_on(self, s: State, block: Block, r: Record) -> int:
        """Run a block without the agenda, until an instruction could ask, call or end the game.

        Returns NEXT at its end, else 1 more than the index of the next instruction.
        """
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
        """Use up fuel; raise `Exhausted` if none is left."""
        self.fuel -= steps
        if self.fuel < 0:
            raise Exhausted("too many steps for one answer", self._loudest())

    def count(self, s: State, trigger: int) -> None:
        """Count that a trigger fired; raise `Exhausted` beyond the chain limit.

        It does not raise if the book itself says how a chain of too many links ends.
        """
        n = self.fired.get(trigger, 0) + 1
        self.fired[trigger] = n
        if not self.rules.enders and n > self.rules.chain(s):
            if self.vigil is not None and n <= 2 * self.rules.chain(s):
                self.vigil.loud = trigger  # it is found before the next block runs
                return
            raise Exhausted("a chain of triggers without end", self._loudest())

    def unwind(self, s: State) -> None:
        """Drop what is under way because the game ends; blocks by which somebody can win stay."""
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
                if block_of(agenda[i]) in self.rules.listing:
                    s.queue += s.recs[agenda[i + 1]].sets.get(0, [])  # triggers to be put in order
                s.drop(agenda[i + 1])
        s.agenda[:] = kept
        self.store(s)
        if base > 2:
            s.held = 0
            return  # a game within the game: what its end triggered still runs
        waiting = s.queue
        s.queue = []
        for i in range(0, len(waiting), 2):
            if self.rules.triggers[waiting[i]].block.wins:
                s.queue += waiting[i : i + 2]
            else:
                s.drop(waiting[i + 1])
        s.held = 0

    def ground(self, s: State) -> int:
        """The index in the agenda above the innermost flow: effects under way begin there."""
        base = len(s.agenda) - 2
        while base > 0 and block_of(s.agenda[base]) != self.rules.flow_block:
            base -= 2
        return base + 2

    def _winning(self, s: State, frames: list[int]) -> list[int]:
        """The frames by which somebody can win; the others are dropped."""
        kept: list[int] = []
        for i in range(0, len(frames), 2):
            if self.blocks[block_of(frames[i])].wins:
                kept += frames[i : i + 2]
            else:
                s.drop(frames[i + 1])
        return kept

    def finish(self, s: State) -> None:
        """End the game: clear the agenda, all questions and all triggers; adopted rules stay."""
        s.v[OVER] = 1
        s.agenda.clear()
        s.asks.clear()
        s.queue.clear()
        lasting = s.lasting[1::4]
        s.recs = {key: record for key, record in s.recs.items() if key in lasting}
        for key, record in s.recs.items():
            record.refs = lasting.count(key)
        self.told = None
        self.pending = []
        self.records = []

    def loudest(self) -> list[int]:
        """The sentences of the triggers that fired most often, and more than once."""
        again = [trigger for trigger in self._loudest() if self.fired[trigger] > 1]
        return [self.rules.triggers[trigger].standing.sentence for trigger in again]

    def _loudest(self) -> list[int]:
        """The triggers that fired at least a third as often as the most frequent one."""
        if not self.fired:
            return []
        most = max(self.fired.values())
        return sorted(t for t, n in self.fired.items() if n * 3 >= most)

    # ---- questions -------------------------------------------------------------------------

    def options(self, s: State, at: int) -> list[int]:
        """The options of an open question; `at` is its index in `s.asks`."""
        if self.listed_for is s:
            return self.listed
        s.work.refill()
        if self.rules.rest is None:
            return self._options(s, at)
        with self.rules.finishing:  # the rules are still to be optimized, perhaps by another thread
            return self._options(s, at)

    def _options(self, s: State, at: int) -> list[int]:
        """`options`, listed anew; labels that are bound meanwhile are those of a copy."""
        head = s.asks[at + 1]
        op = self.blocks[block_of(head)].ops[pc_of(head)]
        return op.options(self, s, s.recs[s.asks[at + 2]].clone(), s.asks[at])

    def answer(self, s: State, at: int, option: int) -> None:
        """Answer an open question with one of its options, and run to the next question."""
        if self.rules.rest is None:
            self._answered(s, at, option)
            return
        with self.rules.finishing:
            self._answered(s, at, option)

    def _answered(self, s: State, at: int, option: int) -> None:
        """`answer`; chance answers then for those who default."""
        self.answer_once(s, at, option)
        if self.rules.defaulting >= 0:
            stand_in(self, s)

    def answer_once(self, s: State, at: int, option: int) -> None:
        """`answer`, while nobody changes the rules; whoever is asked next is left to answer."""
        self.fuel = FUEL
        s.work.refill()
        self.forget_options()
        if self.noting:
            self.rules.views.note(s)
        if self.fired:
            self.fired.clear()
        if self.vigil is not None:
            self.vigil.answered()
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
                    place_due(self, s)  # the block is at its end, and no frame names its record
                    self.resume(s)
                else:
                    self._run(s, block, pc + 1, record, signal)
                return
        self.resume(s)

    def _taken(self, s: State, at: int, option: int) -> int:
        """Give an answer to the instruction that asks; go on unless it enters a block."""
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
