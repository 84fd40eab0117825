"""Whether a State can be one of some rules: every number in it leads somewhere.

A save that this installation signed is looked at so before it is played on. It finds damage, and
what another version wrote; who can forge a signature can forge more than this finds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from deckmastor import doors
from deckmastor.engine import Ruleset, State
from deckmastor.engine.inside import (
    CHANCE,
    CLOCK,
    DIRECTION,
    LABELS,
    NONE,
    ONE,
    OVER,
    PARENT,
    PHASE,
    STAGE,
    THIS,
    TICKED,
    TOGETHER,
    TURN,
    UNBOUND,
    WINDOW,
    WORD,
    YOU,
    block_of,
    pc_of,
)
from deckmastor.record.errors import SaveError

WIDEST = (1 << 62) - 1  # of any number in a State
LAST_STAGE = 9
WAYS = frozenset({ONE, WINDOW, TOGETHER})


def check(state: State, rules: Ruleset) -> None:
    """SaveError, with the part that is wrong, unless a State can be one of these rules."""
    for part, fits in _tests(state, rules):
        if not fits:
            raise SaveError(f"The state in the save does not belong to its rulebook: {part}.")


def _tests(s: State, rules: Ruleset) -> Iterator[tuple[str, bool]]:
    """What must hold, part by part; a later test may rely on an earlier one."""
    schema = rules.schema
    things, places = len(s.where), len(s.zones)
    yield "its size", _sized(s, rules)
    yield "its numbers", _within(_numbers(s), -WIDEST, WIDEST)
    yield "its things", _within(s.species, 0, len(schema.species) - 1)
    yield (
        "its places",
        (_within(s.zname, 0, len(schema.zone_names) - 1) and _within(s.zowner, NONE, things - 1)),
    )
    yield "where things lie", _within(s.where, NONE, places - 1) and _lying(s)
    yield "its values", _scalars(s, rules)
    yield "its properties", _columns(s, rules)
    yield "its seats", (
        _seats(s.winners, rules) and _seats(s.order, rules)
        and _within(s.extra, -rules.seats, things - 1)
        and len(set(s.order)) == len(s.order)
    )  # fmt: skip
    yield "what is known", (
        _within(s.shown, 0, things - 1)
        and _within(s.shown.values(), 0, (1 << rules.seats) - 1)
    )  # fmt: skip
    yield "its records", _records(s, rules)
    yield "what is under way", _agenda(s, rules)
    yield "its questions", _questions(s, rules)
    yield (
        "what waits",
        (_pairs(s.queue, len(rules.triggers), s) and _within(s.muted, 0, len(rules.triggers) - 1)),
    )
    yield (
        "its adopted rules",
        (
            len(s.lasting) % 4 == 0
            and _within(s.lasting[0::4], 0, len(rules.endings) - 1)
            and _known(s.lasting[1::4], s)
        ),
    )
    yield "its deadlines", len(s.timers) % 3 == 0
    yield "its texts", not any(map(doors.binary, s.texts))
    yield "its bill", not s.bills or (
        len(s.bills) == 6 and 0 <= s.bills[1] < len(s.texts)
        and 0 <= s.bills[5] < len(rules.sentences)
    )  # fmt: skip


def _sized(s: State, rules: Ruleset) -> bool:
    """Whether all parts are as long as the rules want them."""
    schema = rules.schema
    return (
        len(s.v) == schema.scalars
        and len(s.cols) == schema.columns
        and len(s.past) == rules.past
        and len(s.where) == len(s.species) >= schema.first_card
        and len(s.zones) == len(s.zname) == len(s.zowner) >= len(schema.zname)
        and len(s.edges) == len(rules.watches)
        and len(s.asks) % 4 == 0 == len(s.agenda) % 2
    )


def _numbers(s: State) -> Iterable[int]:
    """All numbers, but for those of records and sets, and what is tested by itself."""
    return chain(
        s.v, *s.cols, *s.past, *s.edges, s.agenda, s.asks, s.lasting, s.fate, s.timers, s.bills,
        s.since, s.since.values(), s.bags, (s.serial, s.held),
    )  # fmt: skip


def _within(numbers: Iterable[int], least: int, most: int) -> bool:
    """Whether all numbers lie within bounds."""
    told = numbers if isinstance(numbers, list) else list(numbers)
    return not told or (least <= min(told) and max(told) <= most)


def _lying(s: State) -> bool:
    """Whether each thing lies once where it says, and nothing else lies there."""
    where = s.where
    laid = [thing for zone in s.zones for thing in zone]
    return (
        _within(laid, 0, len(where) - 1)
        and len(laid) == len(set(laid)) == len(where) - where.count(NONE)
        and all(where[thing] == place for place, zone in enumerate(s.zones) for thing in zone)
    )


def _scalars(s: State, rules: Ruleset) -> bool:
    """Whether the values of every game are possible."""
    v = s.v
    return (
        NONE <= v[TURN] < rules.first_card
        and v[DIRECTION] in (1, -1)
        and 0 <= v[STAGE] <= LAST_STAGE
        and v[OVER] in (0, 1)
        and NONE <= v[PHASE] <= len(rules.phases) + 1
        and all(doors.EARLIEST <= v[time] <= doors.LATEST for time in (CLOCK, TICKED))
        and 0 <= v[rules.era] <= max(len(rules.eras), 1)
    )


def _columns(s: State, rules: Ruleset) -> bool:
    """Whether each property has a value for each thing that has one, and words are known."""
    things, words = len(s.where), len(rules.schema.words)
    for attr in rules.schema.attrs.values():
        if attr.home == "column" and len(s.cols[attr.at]) < min(things, attr.most):
            return False
    if any(column and max(column) >= WORD + words for column in s.cols):
        return False
    return all(
        _within(s.cols[at], NONE, len(s.zones) - 1) for at in (rules.content,) if at >= 0
    ) and (rules.player_of < 0 or _within(s.cols[rules.player_of], NONE, things - 1))


def _seats(told: Sequence[int], rules: Ruleset) -> bool:
    return _within(told, 0, rules.first_card - 1)


def _records(s: State, rules: Ruleset) -> bool:
    """Whether records name persons, things and words that there are."""
    things, words = len(s.where), len(rules.schema.words)
    for key, record in s.recs.items():
        regs = record.regs
        if not 0 < key <= s.serial or len(regs) < LABELS or record.refs < 0:
            return False
        if not all(UNBOUND <= n <= WIDEST and n < WORD + words for n in regs):
            return False
        for told in record.sets.values():
            if not _within(told, UNBOUND, WIDEST) or (told and max(told) >= WORD + words):
                return False
        if regs[YOU] >= things or regs[THIS] >= things or regs[PARENT] > s.serial:
            return False
    return True


def _known(keys: Sequence[int], s: State) -> bool:
    """Whether records with these numbers are kept."""
    return all(key in s.recs for key in keys)


def _frames(heads: Sequence[int], keys: Sequence[int], s: State, rules: Ruleset) -> bool:
    """Whether frames are at instructions that there are, and have records with their labels."""
    blocks = rules.blocks
    for head, key in zip(heads, keys, strict=True):
        if not 0 <= block_of(head) < len(blocks) or key not in s.recs:
            return False
        block = blocks[block_of(head)]
        if pc_of(head) > len(block.ops) or len(s.recs[key].regs) < block.slots:
            return False
    return True


def _agenda(s: State, rules: Ruleset) -> bool:
    return _frames(s.agenda[0::2], s.agenda[1::2], s, rules)


def _questions(s: State, rules: Ruleset) -> bool:
    """Whether each question is asked of a person, by an instruction that there is."""
    heads = s.asks[1::4]
    return (
        _frames(heads, s.asks[2::4], s, rules)
        and all(pc_of(head) < len(rules.blocks[block_of(head)].ops) for head in heads)
        and all(CHANCE <= who < rules.first_card for who in s.asks[0::4])
        and WAYS.issuperset(s.asks[3::4])
    )


def _pairs(told: Sequence[int], kinds: int, s: State) -> bool:
    """Whether pairs name something of a kind, and a record."""
    return len(told) % 2 == 0 and _within(told[0::2], 0, kinds - 1) and _known(told[1::2], s)
