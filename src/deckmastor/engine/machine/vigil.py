"""Vigil: watches a chain of effects, and finds out that it has no end.

A book that says what happens `When effects have no end` has a vigil; no other book pays for it.
A chain is all that happens until nothing but the flow of the game is left to go on. It has no end
if the same position comes again with neither an answer nor a draw in between, or if it goes beyond
a limit: of texts, of nesting, of firings of one trigger, or of instructions.

The vigil looks at a frame before it runs (`looks`) and at each round of a loop (`turns`). It notes
both in the State. If it finds a chain without end, it puts the block that settles it
(`machine/endless.py`) on the agenda.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from deckmastor.engine.expressions.history import WIDTH
from deckmastor.engine.ids import NONE, block_of, frame, pc_of
from deckmastor.engine.resolution.link_record import PARKED
from deckmastor.engine.rules.program import DEPTH, FUEL, Block
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.state.budgets import Exhausted
from deckmastor.engine.state.layout import EFFECTS, LABELS, PARENT, SERIAL, THIS
from deckmastor.engine.state.state import Record, State

if TYPE_CHECKING:
    from deckmastor.engine.machine.machine import Machine

CHAIN: Final = 1 << 60  # the key in `State.bags` of the notes on the present chain
TEXTS: Final = 0  # in the notes: texts begun
NOTES: Final = 1  # how many notes were made
SETTLED: Final = 2  # a hash of the cards of the paradox that was settled last
SETTLING: Final = 3  # 1 while a paradox is settled
FIRST: Final = 4  # the notes themselves begin here
WIDE: Final = 4  # numbers of a note: its level on the agenda, block, bearer, target of a jump
KEPT: Final = 240  # the most notes that are kept
QUIET: Final = 100  # notes in a row without a text, before positions are compared at them
POSITIONS: Final = 256  # the most positions that are kept
COMPARED: Final = 2_000  # such notes, after which they are compared no longer
FULL: Final = DEPTH - 400  # ints on the agenda that leave room to settle it
LOW: Final = FUEL // 4  # fuel that is left to settle a chain of too many instructions
ROUNDS: Final = 3  # how often a round must be repeated to count as one
SHORTEST: Final = 12  # and how many notes that must be at least

LOOP: Final = 0
MANY: Final = 1
DEEP: Final = 2
OFTEN: Final = 3
LONG: Final = 4
REASONS: Final = {  # why a chain has no end, with a place for the limit
    LOOP: "the same position came again",
    MANY: "more than {} texts in one chain",
    DEEP: "more than {} texts and triggers within each other",
    OFTEN: "one trigger more than {} times",
    LONG: "more than {} steps in one chain",
}

# The record of the block that settles a chain.
WHY: Final = LABELS
LIMIT: Final = LABELS + 1
HELD: Final = LABELS + 2
SIZE: Final = LABELS + 3
WAITING: Final = 0  # set: triggers that wait until it is settled, and their records
ROUND: Final = 5  # set: the notes of the round that goes on without end
LEFT: Final = 6  # set: cards in limbo whose play was cut off


class Vigil:
    """The watch of one machine; what must outlast an answer is noted in the State."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.nesting_at = rules.limit_at("nesting limit")
        self.texts_at = rules.limit_at("resolution limit")
        # position -> the number of its note, and how long each list of events was
        self.seen: dict[Any, tuple[int, list[int]]] = {}
        self.shapes = Shapes()
        self.asked: list[tuple[int, int]] = []  # events that were asked for, and after which note
        self.performed: set[Any] = set()  # texts, each with its card; and rounds of loops
        self.bare = 0  # notes in a row without a text
        self.low = False  # whether fuel ran low since the last answer
        self.loud = NONE  # a trigger that fired too often

    def answered(self) -> None:
        """Forget positions: an answer lies between them and what follows."""
        if self.seen:
            self.seen.clear()
            self.shapes = Shapes()
        self.performed.clear()
        self.asked = []
        self.bare = 0
        self.low = False
        self.loud = NONE

    def rests(self, s: State) -> None:
        """End a chain: nothing but the flow is left."""
        if self.seen:
            self.seen.clear()
            self.shapes = Shapes()
        self.performed.clear()
        self.loud = NONE
        notes = s.bags.pop(CHAIN, None)
        if notes is not None and notes[SETTLING]:
            clear_involved(self.rules, s)

    def looks(self, m: Machine, s: State) -> None:
        """Look at the frame on top of the agenda, which runs next."""
        head = s.agenda[-2]
        here = m.blocks[block_of(head)]
        if here.id == self.rules.flow_block:
            self.rests(s)
        elif here.sentence and not pc_of(head):
            record = s.recs[s.agenda[-1]]
            notes = self.note(s, len(s.agenda) - 2, here.id, record.regs[THIS], NONE)
            text = here.id in self.rules.text_blocks
            notes[TEXTS] += 1 if text else 0
            self.judge(m, s, notes, text)

    def turns(self, m: Machine, s: State, here: Block, r: Record) -> bool:
        """Look at a block that goes back to `m.target`; True if it is put on the agenda, cut."""
        if not here.sentence:
            return False
        depth = len(s.agenda)
        notes = self.note(s, depth, here.id, r.regs[THIS], m.target)
        if self.is_early(m, s, depth + 2):
            self.bare += 1
            return False
        s.agenda += [frame(here.id, m.target), m.kept(s, r)]
        self.judge(m, s, notes, False)
        if len(s.agenda) > depth + 2:
            return True
        del s.agenda[depth:]
        return False

    def is_early(self, m: Machine, s: State, depth: int) -> bool:
        """True if a round of a loop is far from all limits, so that `judge` would find nothing."""
        if self.bare >= QUIET or self.loud >= 0 or m.fuel < LOW:
            return False
        return depth <= FULL and depth <= 2 * self.nesting(s)

    def note(self, s: State, level: int, block: int, card: int, target: int) -> list[int]:
        """Note that a block begins or goes back; the notes of the chain."""
        notes = s.bags.get(CHAIN)
        if notes is None:
            notes = s.bags[CHAIN] = [0] * FIRST
        notes[NOTES] += 1
        notes += [level, block, card, target]
        if len(notes) > FIRST + WIDE * KEPT:
            del notes[FIRST : FIRST + WIDE * (KEPT // 2)]
        return notes

    def judge(self, m: Machine, s: State, notes: list[int], text: bool) -> None:
        """Put the block that settles on the agenda if the chain has no end."""
        rules = self.rules
        self.bare = 0 if text else self.bare + 1
        if text and notes[TEXTS] > self.most_texts(s):
            self.found(m, s, notes, MANY, self.most_texts(s))
        elif self.too_deep(m, s):
            self.found(m, s, notes, DEEP, min(rules.nesting_limit(s), FULL // 2))
        elif self.loud >= 0:
            self.found(m, s, notes, OFTEN, rules.chain(s))
        elif m.fuel < LOW and not self.low:
            self.low = True
            self.found(m, s, notes, LONG, FUEL - LOW)
        elif (text and self.again(notes)) or (
            QUIET < self.bare < COMPARED and self.alike(s, notes)
        ):
            self.compare(m, s, notes)

    def most_texts(self, s: State) -> int:
        """How many texts may begin in one chain."""
        return s.v[self.texts_at] if self.texts_at >= 0 else self.rules.resolution_limit(s)

    def nesting(self, s: State) -> int:
        """How many texts and triggers may be under way within each other."""
        return s.v[self.nesting_at] if self.nesting_at >= 0 else self.rules.nesting_limit(s)

    def again(self, notes: list[int]) -> bool:
        """True if the text that begins has been performed before: only then can it go round.

        Gain: a quarter of a match in which many texts are performed in one chain.
        """
        text = (notes[-WIDE + 1], notes[-WIDE + 2])
        if text in self.performed:
            return True
        self.performed.add(text)
        return False

    def alike(self, s: State, notes: list[int]) -> bool:
        """True if there was a note like the last one, with as many things in each place.

        A loop that moves things to and fro, or none, comes to that; one that deals cards does not.
        """
        sizes = tuple([len(zone) for zone in s.zones])
        here = (notes[-WIDE + 1], notes[-WIDE + 2], notes[-WIDE + 3], sizes)
        if here in self.performed:
            return True
        self.performed.add(here)
        return False

    def compare(self, m: Machine, s: State, notes: list[int]) -> None:
        """Find a loop: the position was there before, and no history that was asked for grew."""
        now = notes[NOTES]
        self.asked = [(index, at) for index, at in self.asked if not s.work.asked >> index & 1]
        self.asked += [(index, now) for index in range(len(s.past)) if s.work.asked >> index & 1]
        s.work.asked = 0
        here = position(m, s, self.shapes)
        first = self.seen.get(here)
        if first is not None:
            then, lengths = first
            grown = [i for i, at in self.asked if at > then and len(s.past[i]) > lengths[i]]
            if not grown:
                self.found(m, s, notes, LOOP, now - then)
                return
        elif len(self.seen) >= POSITIONS:
            del self.seen[next(iter(self.seen))]
        self.seen[here] = (now, [len(events) for events in s.past])

    def too_deep(self, m: Machine, s: State) -> bool:
        """True if more texts and triggers are under way within each other than is allowed."""
        agenda = s.agenda
        limit = self.nesting(s)
        if len(agenda) > FULL:
            return True
        if len(agenda) <= 2 * limit:
            return False
        begun = [head for head in agenda[0::2] if pc_of(head) and goes_on(m, head)]
        return sum([1 for head in begun if m.blocks[block_of(head)].sentence]) >= limit

    def found(self, m: Machine, s: State, notes: list[int], why: int, n: int) -> None:
        """Put the block on the agenda that cuts the chain off and lets the book settle it."""
        listed = notes[FIRST:]
        if why == LOOP:
            del listed[-WIDE:]  # the same as that with which the round begins
        size = WIDE * n if why == LOOP else repeated(listed, min(SHORTEST, n // 2))
        record = Record([NONE] * SIZE)
        record.regs[WHY] = why
        record.regs[LIMIT] = n
        record.sets[ROUND] = listed[-size:] if size else listed
        self.seen.clear()
        self.shapes = Shapes()
        self.loud = NONE
        if notes[SETTLING]:
            blocks = set(record.sets[ROUND][1::WIDE])
            triggers = [one.id for one in self.rules.triggers if one.block.id in blocks]
            raise Exhausted("effects without end in what settles effects without end", triggers)
        notes[SETTLING] = 1
        notes[TEXTS] = 0
        del notes[FIRST:]
        m.fired.clear()
        m.push(s, m.blocks[self.rules.endless_block], record)


def repeated(notes: list[int], shortest: int) -> int:
    """How many of the last numbers are the round that was repeated; 0 if none was.

    It must have been repeated several times, and in at least `shortest` notes.
    """
    told = [tuple(notes[i + 1 : i + WIDE]) for i in range(0, len(notes), WIDE)]
    told.reverse()
    for size in range(1, len(told) // ROUNDS + 1):
        most = max(ROUNDS * size, shortest)
        if len(told) >= most and told[size:most] == told[: most - size]:
            return WIDE * size
    return 0


def goes_on(m: Machine, head: int) -> bool:
    """True if a frame has anything left to do."""
    block = m.blocks[block_of(head)]
    return block.after(pc_of(head)) < len(block.ops)


def clear_involved(rules: Ruleset, s: State) -> None:
    """Let no card be involved any more."""
    if rules.involved >= 0:
        column = s.column(rules.involved)
        column[:] = [0] * len(column)
        s.dirty |= rules.column_bits[rules.involved]


# ---- positions ------------------------------------------------------------------------------


class Shapes:
    """Numbers lists: equal lists have equal numbers.

    A list of a State that forks may share is never changed. So it is looked into once.
    """

    def __init__(self) -> None:
        self.numbers: dict[tuple[int, ...], int] = {}
        self.known: dict[int, tuple[list[int], int]] = {}  # by id: lists, kept alive, with numbers

    def of(self, listed: list[int]) -> int:
        """The number of a list that is not changed any more."""
        known = self.known.get(id(listed))
        if known is not None:
            return known[1]
        told = tuple(listed)
        number = self.numbers.get(told)
        if number is None:
            number = self.numbers[told] = len(self.numbers)
        self.known[id(listed)] = (listed, number)
        return number

    def of_all(self, lists: list[list[int]]) -> tuple[int, ...]:
        """The numbers of several lists."""
        return tuple([self.of(listed) for listed in lists])


def position(m: Machine, s: State, shapes: Shapes) -> tuple[Any, ...]:
    """All that decides how a match goes on, without numbers that only count.

    Records and moments of coming into force are renumbered. Of history it has only what the text
    that runs has done. Frames that have nothing left to do are left out.
    """
    if m.pending:
        m.store(s)
    rules = m.rules
    v = s.v.copy()
    v[EFFECTS] = v[SERIAL] = 0
    names = Names(m, s)
    agenda: list[int] = []
    for i in range(0, len(s.agenda), 2):
        if goes_on(m, s.agenda[i]):
            agenda += [s.agenda[i], names.of(s.agenda[i + 1])]
    queue = names.paired(s.queue)
    times = ranks(rules, s)
    lasting: list[int] = []
    for i in range(0, len(s.lasting), 4):
        rule, key, turn, time = s.lasting[i : i + 4]
        lasting += [rule, names.of(key), turn, times[time]]
    s.laid = s.owned = 0  # who writes into a place or a column copies it from now on
    cols = [shapes.of(column) for column in s.cols]
    if rules.entered >= 0:
        cols[rules.entered] = shapes.of([times[time] for time in s.cols[rules.entered]])
    return (
        tuple(v), tuple(agenda), shapes.of_all(s.zones), tuple(cols),
        shapes.of(s.species), held_sets(rules, s, times), names.records(), tuple(queue), s.held,
        tuple(lasting), shapes.of_all(s.edges), s.dirty,
        tuple(sorted(s.shown.items())), tuple(s.winners), tuple(s.order), tuple(s.extra),
        len(s.texts), s.chance, tuple(s.fate), tuple(s.timers), tuple(s.bills),
        tuple(sorted(s.since.items())), own_deeds(rules, s),
    )  # fmt: skip


def ranks(rules: Ruleset, s: State) -> dict[int, int]:
    """The times at which things came into force, numbered in their order."""
    times = set(s.lasting[3::4])
    if rules.entered >= 0:
        times.update(s.cols[rules.entered])
    if rules.gained >= 0:
        for key, bag in s.bags.items():
            if bag and key >> 20 == rules.gained:
                times.update(bag)
    return {time: rank for rank, time in enumerate(sorted(times))}


def held_sets(rules: Ruleset, s: State, times: dict[int, int]) -> tuple[Any, ...]:
    """The sets of things that can change, without the notes of the vigil."""
    told: list[Any] = []
    for key, bag in s.bags.items():
        if key == CHAIN or (not bag and key >= 0):
            continue
        timed = rules.gained >= 0 and key >> 20 == rules.gained
        told.append((key, tuple([times[time] for time in bag] if timed else bag)))
    told.sort()
    return tuple(told)


def own_deeds(rules: Ruleset, s: State) -> tuple[Any, ...]:
    """What the text that runs has done, as far as texts ask for it."""
    told: list[Any] = []
    for index in sorted(rules.own_deeds):
        events = s.past[index]
        at = len(events)
        while at > 0 and events[at - 1] == s.v[EFFECTS]:
            at -= WIDTH
        told.append(tuple([n for i, n in enumerate(events[at:]) if i % WIDTH < WIDTH - 1]))
    return tuple(told)


class Names:
    """Numbers of records in the order in which they are mentioned: equal in equal positions."""

    def __init__(self, m: Machine, s: State) -> None:
        self.s = s
        self.numbers: dict[int, int] = {}
        self.keys: list[int] = []
        rules = m.rules
        listing = (rules.link_block, rules.order_block, rules.endless_block)
        agenda = s.agenda
        self.listing = {  # records that list frames or triggers, with their records
            agenda[i + 1] for i in range(0, len(agenda), 2) if block_of(agenda[i]) in listing
        }

    def of(self, key: int) -> int:
        """The number of a record."""
        number = self.numbers.get(key)
        if number is None:
            number = self.numbers[key] = len(self.keys)
            self.keys.append(key)
        return number

    def paired(self, listed: list[int]) -> list[int]:
        """A list of frames or triggers, each with its record."""
        return [self.of(n) if i % 2 else n for i, n in enumerate(listed)]

    def records(self) -> tuple[Any, ...]:
        """The contents of all records that were mentioned, and of those that they mention."""
        told: list[Any] = []
        recs = self.s.recs
        at = 0
        while at < len(self.keys):
            key = self.keys[at]
            at += 1
            record = recs[key]
            regs = record.regs.copy()
            if regs[PARENT] in recs:
                regs[PARENT] = self.of(regs[PARENT])
            sets: list[Any] = []
            if record.wide:
                for slot in sorted(record.sets):
                    members = record.sets[slot]
                    if key in self.listing and slot in (0, PARKED):
                        members = self.paired(members)
                    sets.append((slot, tuple(members)))
            told.append((tuple(regs), tuple(sets)))
        return tuple(told)
