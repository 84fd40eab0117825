"""The start of a match: the first State of a Ruleset, laid out and run to the first question."""

from __future__ import annotations

from deckmastor.engine.ids import NONE
from deckmastor.engine.law.rules_as_things import enroll
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.rules.schema import ASIDE_PLACE
from deckmastor.engine.state.chance import begin_chance
from deckmastor.engine.state.layout import CLOCK, DIRECTION, DISCREET, OUTSIDE, STARTER, TURN
from deckmastor.engine.state.seeds import Seed
from deckmastor.engine.state.state import State
from deckmastor.engine.time.spells import start_clock
from deckmastor.engine.verbs.changes import make, make_home


def lay(
    rules: Ruleset,
    seed: Seed = 0,
    clock: int = 0,
    outside: bool = False,
    discreet: bool = False,
    decks: list[list[int]] | None = None,
    carried: dict[str, list[int]] | None = None,
) -> State:
    """The State before anything has happened: all cards are in the deck, or at their homes.

    `decks` are the species of the cards that each seat brings; by default each brings a deck that
    the book lists, the first seat the first. `carried` are the counters that the seats bring from
    former matches, by their names.

    It is a fork of a State that the rules keep for the last clock given. Gain: 26 % on the mean of
    the shipped games.
    """
    laid = rules.laid
    if laid is None or laid.v[CLOCK] != clock:
        laid = rules.laid = _laid(rules, clock)  # another thread may overwrite the memo
    s = laid.clone()
    s.v[OUTSIDE] = 1 if outside else 0
    s.v[DISCREET] = 1 if discreet else 0
    begin_chance(s, seed)
    if decks is not None and rules.decks >= 0:
        s.column(rules.decks)[:] = _flat(decks)
    if carried:
        _carry(rules, s, carried)
    return s


def _carry(rules: Ruleset, s: State, carried: dict[str, list[int]]) -> None:
    """Give the seats their counters, within bounds; a state that holds now has not become true."""
    for name, counts in carried.items():
        s.column(rules.schema.attrs[name].at)[: len(counts)] = counts
    rules.keep_bounds(s)
    for watch in rules.watches:
        watch.look(s)
    s.dirty = 0


def _flat(decks: list[list[int]]) -> list[int]:
    """Decks as one list: the size of each, and its cards."""
    return [number for deck in decks for number in (len(deck), *deck)]


def _laid(rules: Ruleset, clock: int) -> State:
    """The initial State at an instant, the same for every seed."""
    schema = rules.schema
    s = State()
    s.v = [0] * schema.scalars
    s.v[TURN] = s.v[STARTER] = NONE
    s.v[DIRECTION] = 1
    s.v[CLOCK] = clock
    for index, value in schema.initial.items():
        s.v[index] = value
    s.zname = list(schema.zname)
    s.zowner = list(schema.zowner)
    s.zones = [[] for _ in s.zname]
    s.cols = [[] for _ in range(schema.columns)]
    s.past = [[] for _ in range(rules.past)]
    m = Machine(rules)
    for _ in range(schema.seats):
        make(m, s, 0, NONE)
    for number, _ in enumerate(schema.persons):
        make(m, s, 1 + number, NONE)
    for name in schema.office_things:
        make(m, s, schema.species_ids[name], schema.docket)
    for number in schema.class_things:
        name = f"{schema.species[number].name} class"
        make(m, s, schema.species_ids[name], schema.docket)
    enroll(m, s)
    deck = schema.attrs.get("deck")
    start = deck.at if deck is not None and deck.home == "place" and deck.owner is None else NONE
    housed = {home.species for home in schema.homes}
    for number, species in enumerate(schema.species):
        for _ in range(species.count if number not in housed else 0):
            make(m, s, number, start if start != NONE else ASIDE_PLACE)
    for home in schema.homes:
        for place in home.places * max(schema.species[home.species].count, 1):
            make_home(m, s, home.species, place)
    s.cols[rules.skipped_phases] = [0] * max(len(rules.phases), 1)
    people = schema.seats + len(schema.persons)
    s.cols[rules.uses] = [0] * (2 * people * len(rules.offers))
    listed = schema.listed_decks()
    if rules.decks >= 0 and listed:
        s.cols[rules.decks] = _flat([listed[n % len(listed)] for n in range(schema.seats)])
    s.edges = [[] for _ in rules.watches]
    start_clock(m, s)
    for watch in rules.watches:
        watch.look(s)
    for standing in rules.borne:
        standing.bearers(s)  # all matches begin with these caches
    s.dirty = 0
    return s


def begin(rules: Ruleset, seed: Seed = 0, clock: int = 0, outside: bool = False) -> State:
    """Begin a game and run it to its first question."""
    return run(Machine(rules), seed, clock, outside)


def run(
    m: Machine,
    seed: Seed = 0,
    clock: int = 0,
    outside: bool = False,
    decks: list[list[int]] | None = None,
) -> State:
    """Begin a game on a given machine, which may have an observer."""
    s = lay(m.rules, seed, clock, outside, decks=decks)
    m.push(s, m.rules.blocks[m.rules.flow_block], m.rules.empty_record())
    m.resume(s)
    return s
