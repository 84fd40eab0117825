"""Imagined worlds: forks of a match that one seat cannot tell from the real one.

Bots search in such a world instead of the real one, so that they cannot use hidden information.
"""

from __future__ import annotations

from typing import Final

from deckmastor.engine.ids import UNBOUND, Seat, Thing, block_of, pc_of
from deckmastor.engine.knowledge.appearance import sight
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.questions import Together
from deckmastor.engine.rules.program import TOGETHER
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.state.chance import begin_chance, draw, shuffle
from deckmastor.engine.state.state import State

TRIES: Final = 12  # deals tried with each choice of things that keep their identity


def imagine(state: State, rules: Ruleset, seat: Seat, seed: int) -> State:
    """A fork in which everything that a seat cannot know is dealt again; its sight is the same.

    The deal depends on the seed and on which cards are hidden, not on where they are.
    """
    state = state.clone()  # evaluating writes into a workspace, and other threads may imagine too
    seen = sight(rules, state, seat)
    unknown = hidden(state, rules, seat)
    for kept in (_pinned(state, rules, seat), _mentioned(state)):
        free = [thing for thing in unknown if thing not in kept]
        for n in range(TRIES):
            world = _dealt(state, rules, seat, seed + (n << 32), free)
            same = watched(world, rules) or n >= TRIES // 2
            if same and sight(rules, world, seat) == seen and _answerable(world, rules):
                return world
    return _dealt(state, rules, seat, seed, [])


def hidden(s: State, rules: Ruleset, seat: Seat) -> list[int]:
    """The things whose identity a seat does not know."""
    sees = rules.views.sees
    first = rules.first_card
    return [thing for thing in range(first, len(s.species)) if not sees(s, seat, thing)]


def _dealt(state: State, rules: Ruleset, seat: Seat, seed: int, free: list[int]) -> State:
    world = state.clone()
    fate, world.fate = world.fate, []
    begin_chance(world, seed)
    groups: dict[tuple[int, int], list[int]] = {}
    for thing in free:
        groups.setdefault(_back(world, rules, thing), []).append(thing)
    for things in groups.values():
        deal = sorted(things, key=lambda thing: (state.species[thing], thing))
        shuffle(world, deal)
        _become(state, world, rules, things, deal)
    _answer_anew(world, rules, seat)
    world.fate = fate
    return world


def _back(s: State, rules: Ruleset, thing: Thing) -> tuple[int, int]:
    """The back of a hidden thing, and its owner or that of its place if decks are personal."""
    if rules.decks >= 0:
        return (rules.views.backs[s.species[thing]], s.cols[rules.owned][thing])
    deck = rules.schema.attrs.get("deck")
    own = deck is not None and deck.owner is not None
    return (rules.views.backs[s.species[thing]], s.zowner[s.where[thing]] if own else 0)


def _become(real: State, s: State, rules: Ruleset, things: list[int], deal: list[int]) -> None:
    """Give each thing the species and properties of another, and places of its own."""
    schema = rules.schema
    stay = (rules.views.facing, rules.player_of, rules.owned)
    columns = [
        attr.at
        for attr in schema.attrs.values()
        if attr.home == "column" and attr.owner and attr.at not in stay
        if len(s.cols[attr.at]) == len(s.species)
    ]
    bags = [attr.at for attr in schema.attrs.values() if attr.home == "bag"]
    s.species, s.zowner = s.species.copy(), s.zowner.copy()
    s.branch()
    for thing, other in zip(things, deal, strict=True):
        s.species[thing] = real.species[other]
        for column in columns:
            s.column(column)[thing] = real.cols[column][other]
        for bag in bags:
            s.bags[bag << 20 | thing] = real.bags.get(bag << 20 | other, []).copy()
        for column in schema.place_names:
            place = s.cols[column][thing]
            if place >= 0:
                s.zowner[place] = thing
    s.stir()


def _answer_anew(s: State, rules: Ruleset, seat: Seat) -> None:
    """Replace the secret answers of other seats by random options."""
    m = Machine(rules)
    for at in range(0, len(s.asks), 4):
        if s.asks[at + 3] != TOGETHER:
            continue
        head, record = s.asks[at + 1], s.recs[s.asks[at + 2]]
        op = rules.blocks[block_of(head)].ops[pc_of(head)]
        if isinstance(op, Together):
            for member, answer in enumerate(record.sets[op.where]):
                who, options = op.question(m, s, record, record.sets[op.members][member])
                if who != seat and answer != UNBOUND and options:
                    record.sets[op.where][member] = options[draw(s, len(options))]


# ---- what must stay -------------------------------------------------------------------------


def _pinned(s: State, rules: Ruleset, seat: Seat) -> set[int]:
    """Things that the seat knows something about.

    Other things lie on them, or the seat is offered some things of their place, but not all.
    """
    kept: set[int] = set()
    for column in rules.schema.place_names:
        for thing, place in enumerate(s.cols[column]):
            if place >= 0 and s.zones[place]:
                kept.add(thing)
    m = Machine(rules)
    first = rules.first_card
    for at in range(0, len(s.asks), 4):
        if s.asks[at] != seat:
            continue
        offered = {option for option in m.options(s, at) if first <= option < len(s.where)}
        for place in {s.where[thing] for thing in offered}:
            if place >= 0 and not offered.issuperset(s.zones[place]):
                kept.update(s.zones[place])
    return kept


def _mentioned(s: State) -> set[int]:
    """All numbers in records and history: each could be a thing that is mentioned."""
    kept: set[int] = set()
    for record in s.recs.values():
        kept.update(record.regs)
        for members in record.sets.values():
            kept.update(members)
    for events in s.past:
        kept.update(events)
    return kept


# ---- what must be so ------------------------------------------------------------------------


def watched(s: State, rules: Ruleset) -> bool:
    """True if all watched states are unchanged; their present values are stored."""
    if s.dirty:
        return True
    before = s.edges.copy()
    for watch in rules.watches:
        watch.look(s)
    return s.edges == before


def _answerable(s: State, rules: Ruleset) -> bool:
    """True if every open question still has options."""
    m = Machine(rules)
    return all(m.options(s, at) for at in range(0, len(s.asks), 4))
