"""Migrate a State from one Ruleset to its amended successor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from deckmastor.engine.ids import UNBOUND, block_of, frame, pc_of
from deckmastor.engine.law.rules_as_things import enroll
from deckmastor.engine.machine.defaults import ASIDE
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.vigil import CHAIN
from deckmastor.engine.resolution.link_record import PARKED
from deckmastor.engine.resolution.links import APART, STANDS_FOR
from deckmastor.engine.rules.introspection import attributes
from deckmastor.engine.rules.program import Block, Op
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.rules.schema import ASIDE_PLACE, Home, Schema
from deckmastor.engine.state.layout import APPLIED, CLOCK, PARENT, PHASE, SERIAL
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.state.workspace import Workspace
from deckmastor.engine.time.spells import CONCLUDED, TIMED_STATE
from deckmastor.engine.triggers.triggers import PER_BEARER
from deckmastor.engine.verbs.changes import add_place, lay_down, make, make_home

WAIT = "wait until the present effect is over"


class Unmigratable(Exception):
    """A running effect or phase differs under the new rules; the message says what to do."""


class Forgotten(Exception):
    """The new rules ask about events that the match has not kept."""


Recall = Callable[[], tuple[Ruleset, State] | None]  # the same match, with all its events


def same_sentences(old: Ruleset, new: Ruleset) -> dict[int, int]:
    """The numbers of the sentences that both books have, old to new: by id, host and text."""
    return same_texts(old.schema, new.schema)


def same_texts(old: Schema, new: Schema) -> dict[int, int]:
    """`same_sentences` of the books that two schemas number."""
    found: dict[tuple[str, str, str], list[int]] = {}
    for number, key in _keys(new):
        found.setdefault(key, []).append(number)
    same = {0: 0}
    for number, key in _keys(old):
        if found.get(key):
            same[number] = found[key].pop(0)
    return same


def _keys(schema: Schema) -> list[tuple[int, tuple[str, str, str]]]:
    told = [entry for entry in schema.entries if entry.para is not None]
    return [
        (number, (entry.id, entry.paragraph.host, entry.paragraph.text))
        for number, entry in enumerate(told, 1)
    ]


def migrate(old: Ruleset, new: Ruleset, state: State, recall: Recall | None = None) -> State:
    """The state under the new rules; Unmigratable if a running effect has changed.

    `recall` is asked for the match with all its events if the new rules need more of its past.
    """
    s = state.clone()
    s.work = Workspace()  # numbers of the old rules mean nothing under the new ones
    same = same_sentences(old, new)
    _values(old, new, s)
    _things(old, new, s)
    _phases(old, new, s)
    _contest(old, new, s)
    _uses(old, new, s, same)
    _history(old, new, s, recall)
    triggers = _paired(same, old.triggers, new.triggers, lambda trigger: trigger.standing.sentence)
    _waiting(old, new, s, triggers)
    _frames(old, new, s, same)
    _lasting(old, new, s, same)
    _watches(old, new, s, same)
    _times(old, new, s, same)
    s.v[SERIAL] += 1  # the time at which the amendment comes into force
    s.bags.pop(CHAIN, None)  # notes on blocks of the old rules
    s.dirty |= new.fact_bits
    s.stir()
    return s


def _paired(
    same: dict[int, int], old: list[Any], new: list[Any], sentence: Callable[[Any], int]
) -> dict[int, int]:
    """The numbers of parts, old to new, of unchanged sentences, by their order in the sentence."""
    there: dict[int, list[int]] = {}
    for number, part in enumerate(new):
        there.setdefault(sentence(part), []).append(number)
    here: dict[int, list[int]] = {}
    for number, part in enumerate(old):
        here.setdefault(sentence(part), []).append(number)
    found: dict[int, int] = {}
    for number, parts in here.items():
        twins = there.get(same.get(number, -1), [])
        if len(twins) == len(parts):
            found.update(zip(parts, twins, strict=True))
    return found


# ---- the table ------------------------------------------------------------------------------


def _values(old: Ruleset, new: Ruleset, s: State) -> None:
    """Initialize new values, and values whose initial value changed; keep the others."""
    before, after = old.schema, new.schema
    s.v += [0] * (after.scalars - len(s.v))
    for index, value in after.initial.items():
        if index >= before.scalars or before.initial.get(index, 0) != value:
            s.v[index] = value


def _things(old: Ruleset, new: Ruleset, s: State) -> None:
    """Add new places and properties to all things, and new copies: at home or out of the game."""
    schema = new.schema
    for place in range(len(s.zones), len(schema.zname)):
        s.zones.append([])
        s.laid |= 1 << place
        s.zname = [*s.zname, schema.zname[place]]
        s.zowner = [*s.zowner, schema.zowner[place]]
    s.cols += [[] for _ in range(schema.columns - len(s.cols))]
    for attr in schema.attrs.values():
        if attr.home == "column":
            column = s.column(attr.at)
            for species in s.species[len(column) : attr.most]:
                column.append(attr.table[species] if attr.table else attr.initial)
        elif attr.home == "bag":
            for thing, species in enumerate(s.species):
                s.bags.setdefault(attr.at << 20 | thing, attr.sets[species].copy())
    _reprint(old, new, s)
    for thing, species in enumerate(s.species):
        for index in schema.own_places.get(species, ()):
            if s.cols[index][thing] <= 0:
                s.column(index)[thing] = add_place(s, schema.place_names[index], thing)
    m = Machine(new)
    before = [species.count for species in old.schema.species]
    before += [0] * (len(schema.species) - len(before))
    homes = {home.species: home.places[0] for home in schema.homes}
    for number, species_ in enumerate(schema.species):
        for _ in range(species_.count - before[number]):
            make(m, s, number, homes.get(number, ASIDE_PLACE))
    for home in schema.homes:
        if home not in old.schema.homes:
            _settle(m, s, home)
    enroll(m, s)


def _reprint(old: Ruleset, new: Ruleset, s: State) -> None:
    """Give things what their rows now print. What play has changed of a thing stays.

    Numbers of a set change together: if play has changed them, none of them follows the row.
    """
    figures = new.schema.lexicon.numeric
    for name, attr in new.schema.attrs.items():
        was = old.schema.attrs.get(name)
        if was is None or was.home != attr.home:
            continue
        if attr.home == "bag":
            changed = _differing(was.sets, attr.sets)
            for thing in (n for n, species in enumerate(s.species) if species in changed):
                species, key = s.species[thing], attr.at << 20 | thing
                before, now = was.sets[species], s.bags[key]
                if now == before or name not in figures:
                    s.bags[key] = _members(now, before, attr.sets[species])
        elif attr.home == "column" and attr.most:
            changed = _differing(was.table, attr.table)
            column = s.column(attr.at) if changed else []
            for thing, value in enumerate(column):
                species = s.species[thing]
                if species in changed and value == was.table[species]:
                    column[thing] = attr.table[species]


def _differing(before: list[Any], after: list[Any]) -> set[int]:
    """The species whose rows print something else than before."""
    pairs = enumerate(zip(before, after, strict=False))
    return {species for species, (here, there) in pairs if here != there}


def _members(now: list[int], before: list[int], after: list[int]) -> list[int]:
    """A set whose print changes: what was gained stays behind it, and what was lost is not back."""
    gained, lost = list(now), list[int]()
    for member in before:
        if member in gained:
            gained.remove(member)
        else:
            lost.append(member)
    printed: list[int] = []
    for member in after:
        if member in lost and member in before:
            lost.remove(member)
        else:
            printed.append(member)
    return printed + gained


def _settle(m: Machine, s: State, home: Home) -> None:
    """Lay what a new sentence says to be there from the start, as far as it is not there."""
    species = m.rules.schema.species[home.species]
    if not species.row:
        for place in home.places:
            if all(s.species[thing] != home.species for thing in s.zones[place]):
                make_home(m, s, home.species, place)
        return
    (place,) = home.places
    for thing, number in enumerate(s.species):
        if number != home.species or s.where[thing] == place:
            continue
        if s.where[thing] != ASIDE_PLACE:
            where = m.rules.schema.zone_names[s.zname[place]]
            the = "the" if species.name in m.rules.schema.lexicon.singles else "each"
            raise Unmigratable(
                f"'{species.name}' is in the game already, so it is not there from the start. "
                f"Say 'Move {the} {species.name} to the {where}.'"
            )
        s.zone(ASIDE_PLACE).remove(thing)
        lay_down(m, s, thing, place)


def _phases(old: Ruleset, new: Ruleset, s: State) -> None:
    """Keep the present phase by its name; without phases before, the turn is in the last one."""
    skipped = s.cols[old.skipped_phases]
    now = s.v[PHASE]
    s.cols[new.skipped_phases] = [
        skipped[old.phases.index(name)] if name in old.phases else 0 for name in new.phases
    ] or [0]
    if not new.phases:
        s.v[PHASE] = 0
    elif not old.phases:
        s.v[PHASE] = len(new.phases) - 1
    elif now >= len(old.phases):
        s.v[PHASE] = len(new.phases)
    elif old.phases[now] in new.phases:
        s.v[PHASE] = new.phases.index(old.phases[now])
    else:
        raise Unmigratable(f"The {old.phases[now]} phase is under way: wait until it is over.")


def _contest(old: Ruleset, new: Ruleset, s: State) -> None:
    """Renumber the kinds of the contests that are open or about to begin; they must still exist."""
    if old.contests is None:
        return
    kinds = list(old.contests.kinds)
    for here in (old.contests.open, old.contests.next):
        if not s.v[here]:
            continue
        kind = kinds[s.v[here] - 1]
        if new.contests is None or kind not in new.contests.kinds:
            raise Unmigratable(f"A {kind} is under way: wait until it is over.")
        s.v[here] = list(new.contests.kinds).index(kind) + 1


def _uses(old: Ruleset, new: Ruleset, s: State, same: dict[int, int]) -> None:
    """Keep how often offers were used in their spans."""
    width = 2 * (new.schema.seats + len(new.schema.persons))
    used = s.cols[old.uses]
    column = [0] * (width * len(new.offers))
    pairs = _paired(same, old.offers, new.offers, lambda offer: offer.norm.standing.sentence)
    for here, there in pairs.items():
        column[width * there : width * (there + 1)] = used[width * here : width * (here + 1)]
    for at in range(old.own_uses(), len(used), 5):
        span, often, offer, who, host = used[at : at + 5]
        if offer in pairs:
            column += [span, often, pairs[offer], who, host]
    s.cols[new.uses] = column


def _history(old: Ruleset, new: Ruleset, s: State, recall: Recall | None) -> None:
    """Keep the history of verbs that both rules record, and recall that of the others.

    A verb that the old rules do not know has no history.
    """
    past: list[list[int]] = [[] for _ in range(new.past)]
    lost: list[str] = []
    for told in new.verb_rules:
        if told.kept < 0 or told.name not in old.verb_ids:
            continue
        kept = old.verb_rules[old.verb_ids[told.name]].kept
        if kept < 0 or (kept in old.fleeting and told.kept not in new.fleeting):
            lost.append(told.name)
        else:
            past[told.kept] = s.past[kept]
    if lost:
        _recall(new, past, lost, recall)
    s.past = past
    s.noted = 0


def _recall(new: Ruleset, past: list[list[int]], lost: list[str], recall: Recall | None) -> None:
    """Fill the histories of verbs from the match with all its events; Forgotten without it."""
    found = recall() if recall is not None else None
    if found is None:
        raise Forgotten(
            f"This asks what happened before it is adopted ('{lost[0]}'), and an imagined match "
            "does not know that. Count from now on, for example in a counter."
        )
    rules, state = found
    for name in lost:
        kept = rules.verb_rules[rules.verb_ids[name]].kept if name in rules.verb_ids else -1
        if kept >= 0:
            past[new.verb_rules[new.verb_ids[name]].kept] = state.past[kept]


def _watches(old: Ruleset, new: Ruleset, s: State, same: dict[int, int]) -> None:
    """Keep the states of watches; a state that is true already does not trigger a new one."""
    edges = s.edges
    s.edges = [[] for _ in new.watches]
    pairs = _paired(same, old.watches, new.watches, lambda watch: watch.trigger.standing.sentence)
    for here, there in pairs.items():
        s.edges[there] = edges[here]
    known = set(pairs.values())
    for watch in new.watches:
        if watch.number not in known:
            watch.look(s)


def _times(old: Ruleset, new: Ruleset, s: State, same: dict[int, int]) -> None:
    """Keep the start times of timed states and silences; new ones start now."""
    spells = _paired(same, old.spells, new.spells, lambda spell: spell.trigger.standing.sentence)
    lapses = _paired(same, old.elapsed, new.elapsed, lambda one: one.trigger.standing.sentence)
    since, s.since = s.since, {}
    for key, time in since.items():
        number = key // TIMED_STATE - 1
        if key in (0, CONCLUDED):
            s.since[key] = time
        elif key < 0 and -1 - key in lapses:
            s.since[-1 - lapses[-1 - key]] = time
        elif key > 0 and number in spells:
            s.since[key + (spells[number] - number) * TIMED_STATE] = time
    for lapse in new.elapsed:
        if lapse.number not in lapses.values():
            s.since[-1 - lapse.number] = s.v[CLOCK]
    new.calendar.set(s, s.v[CLOCK])
    for spell in new.spells:
        spell.look(s)


# ---- what is under way ----------------------------------------------------------------------


def _waiting(old: Ruleset, new: Ruleset, s: State, triggers: dict[int, int]) -> None:
    """Renumber triggers that wait, are muted, or were applied already."""
    s.muted = [triggers[number] for number in s.muted if number in triggers]
    for i in range(0, len(s.queue), 2):
        if s.queue[i] not in triggers:
            raise Unmigratable(f"A rule that this changes is about to take effect: {WAIT}.")
        s.queue[i] = triggers[s.queue[i]]
        trigger = new.triggers[s.queue[i]]
        _widen(s.recs[s.queue[i + 1]], max(trigger.standing.size, trigger.block.slots))
    for record in s.recs.values():
        record.sets.pop(STANDS_FOR, None)  # only the log reads it
        record.sets.pop(APART, None)
        for slot in (APPLIED, PARENT):
            if slot in record.sets:
                record.sets[slot] = [
                    triggers[n % PER_BEARER] + n - n % PER_BEARER
                    for n in record.sets[slot]
                    if n % PER_BEARER in triggers
                ]
    for i in range(0, len(s.agenda), 2):
        if block_of(s.agenda[i]) in old.listing:
            _reorder(s.recs[s.agenda[i + 1]].sets[0], triggers)


def _reorder(waiting: list[int], triggers: dict[int, int]) -> None:
    """Renumber the triggers whose order a player is choosing."""
    for i in range(0, len(waiting), 2):
        if waiting[i] not in triggers:
            raise Unmigratable(f"A rule that this changes is about to take effect: {WAIT}.")
        waiting[i] = triggers[waiting[i]]


def _widen(record: Record, size: int) -> None:
    record.regs += [UNBOUND] * (size - len(record.regs))


def _lasting(old: Ruleset, new: Ruleset, s: State, same: dict[int, int]) -> None:
    """Keep adopted rules and their timers; end those whose sentence is gone."""
    endings = _paired(same, old.endings, new.endings, lambda ending: ending.standing.sentence)
    kept: list[int] = []
    for i in range(0, len(s.lasting), 4):
        number, key, *rest = s.lasting[i : i + 4]
        if number in endings:
            kept += [endings[number], key, *rest]
            _widen(s.recs[key], new.endings[endings[number]].standing.size)
        else:
            s.drop(key)
    s.lasting = kept
    timers = s.timers
    s.timers = []
    for i in range(0, len(timers), 3):
        if timers[i + 1] in endings or timers[i + 1] < 0:
            number = endings.get(timers[i + 1], timers[i + 1])
            s.timers = [*s.timers, timers[i], number, timers[i + 2]]


def _frames(old: Ruleset, new: Ruleset, s: State, same: dict[int, int]) -> None:
    """Point the frames of effects and questions to the new blocks."""
    blocks = _paired(same, old.blocks, new.blocks, lambda block: block.sentence)
    blocks |= {old.flow_block: new.flow_block, old.link_block: new.link_block}
    blocks[old.bill_block] = new.bill_block
    blocks[old.interlude_block] = new.interlude_block
    if old.order_block and new.order_block:
        blocks[old.order_block] = new.order_block
    blocks[old.edge_block] = new.edge_block
    if old.endless_block and new.endless_block:
        blocks[old.endless_block] = new.endless_block
    if old.mix_block and new.mix_block:
        blocks[old.mix_block] = new.mix_block
    if old.drawn_block and new.drawn_block:
        blocks[old.drawn_block] = new.drawn_block
    asides = {old.interlude_block, old.drawn_block} - {0}
    lists = [(s.agenda, 0, 2), (s.asks, 1, 4)]
    for head, key in zip(s.agenda[0::2], s.agenda[1::2], strict=True):
        if block_of(head) in asides:
            lists.append((s.recs[key].sets[ASIDE], 1, 4))
        if block_of(head) == old.link_block:
            link = s.recs[key].sets
            lists += [(link[kept], 0, 2) for kept in (0, PARKED) if kept in link]
    for heads, at, step in lists:
        for i in range(at, len(heads), step):
            here, pc = old.blocks[block_of(heads[i])], pc_of(heads[i])
            there = new.blocks[blocks[here.id]] if here.id in blocks else None
            moved = _moved(here, pc, there) if there is not None else None
            if there is None or moved is None:
                text = old.sentences[here.sentence].text
                raise Unmigratable(f"This changes what is being done now: {WAIT}. '{text}'")
            heads[i] = frame(there.id, moved)
            _widen(s.recs[heads[i + 1]], there.slots)


def _moved(here: Block, pc: int, there: Block) -> int | None:
    """The instruction at which the new block continues; None if the rest of it changed."""
    rest = here.ops[pc:]
    start = len(there.ops) - len(rest)
    if start < 0 or any(there.labels.get(name) != slot for name, slot in here.labels.items()):
        return None
    pairs = zip(rest, there.ops[start:], strict=True)
    return start if all(_alike(a, b, pc, start - pc) for a, b in pairs) else None


def _alike(a: Op, b: Op, pc: int, by: int) -> bool:
    """True if two instructions do the same to the labels of a record."""
    if type(a) is not type(b):
        return False
    for name in attributes(a):
        one, other = getattr(a, name, None), getattr(b, name, None)
        if name in ("target", "targets"):
            jumps = [one] if isinstance(one, int) else one
            lands = [other] if isinstance(other, int) else other
            if jumps is None or lands is None or len(jumps) != len(lands):
                return False
            for jump, land in zip(jumps, lands, strict=True):
                if land != jump + by or (by and jump < pc):
                    return False
        elif name != "number" and isinstance(one, (int, list, dict)) and _flat(one):
            if one != other:
                return False
    return True


def _flat(value: object) -> bool:
    """True if a value consists of numbers only."""
    if isinstance(value, dict):
        return all(isinstance(part, int) for pair in value.items() for part in pair)
    return isinstance(value, int) or (
        isinstance(value, list) and all(isinstance(part, int) for part in value)
    )
