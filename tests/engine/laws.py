"""The laws that every game obeys, looked at from decision to decision while random players play."""

from __future__ import annotations

import json
import random
from typing import Any

from deckmastor.engine.facts.in_force import OnCards
from deckmastor.engine.ids import block_of
from deckmastor.engine.knowledge.appearance import on_table, sight
from deckmastor.engine.knowledge.imagined_worlds import hidden, imagine
from deckmastor.engine.law.rules_as_things import REFUSED
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.start import lay
from deckmastor.engine.resolution.link_record import PARKED
from deckmastor.engine.rules.introspection import attributes
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.rules.schema import WORD
from deckmastor.engine.speed.by_species import SomebodyReaches
from deckmastor.engine.state.layout import OVER, TICKED
from deckmastor.engine.state.state import State
from deckmastor.engine.time.advance import advance
from deckmastor.engine.verbs.primitives import BEGIN, BRING, CREATE, END, MOVE, PASS, SUBMIT

RECORDS = 200  # more activations than this at once would be a leak
HOURS = (1, 5, 30, 24 * 8)  # that pass at a tick
START = 1_700_000_000  # a Tuesday in November 2023
TICK = -1  # in the place of a question: it is later, and nothing was answered
MAKING = {MOVE, BRING, CREATE, SUBMIT}  # what says that a thing is there that was not
BY_THE_GAME = {BEGIN, END, PASS}  # what the flow of the game itself does


class Witness:
    """Somebody who hears of every event."""

    def __init__(self) -> None:
        self.told: list[tuple[int, ...]] = []

    def event(self, *told: int) -> None:
        self.told.append(told)

    def link(self, chain: int) -> None:
        """Links change nothing."""

    def instead(self, *told: int) -> None:
        """What was replaced did not happen."""

    def cut(self, sentences: list[int]) -> None:
        """What is dropped changes nothing."""

    def endless(self, *told: object) -> None:
        """What is cut off changes nothing."""


class Walk:
    """A match of random players."""

    def __init__(self, rules: Ruleset, seed: int) -> None:
        self.rules = rules
        self.seed = seed
        self.dice = random.Random(seed)
        self.heard = Witness()
        self.machine = Machine(rules, self.heard)
        self.state = lay(rules, seed, START)
        self.laid = self.state.clone()
        self.answers: list[tuple[int, int]] = []

    def begin(self) -> None:
        """Run to the first decision."""
        run(self.machine, self.state)

    def draw(self) -> tuple[int, int]:
        """An open question and one of its options, by chance; now and then, a tick."""
        if self.dice.random() < 0.08:
            return (TICK, self.state.v[TICKED] + 3600 * self.dice.choice(HOURS))
        at = 4 * self.dice.randrange(len(self.state.asks) // 4)
        return (at, self.dice.choice(self.machine.options(self.state, at)))

    def answer(self, at: int, option: int) -> list[tuple[int, ...]]:
        """Answer, and give the events that followed."""
        before = len(self.heard.told)
        self.answers.append((at, option))
        step(self.machine, self.state, at, option)
        return self.heard.told[before:]

    @property
    def over(self) -> bool:
        return self.state.v[OVER] == 1


def run(machine: Machine, state: State) -> None:
    """Begin a game that was laid."""
    rules = machine.rules
    machine.push(state, rules.blocks[rules.flow_block], rules.empty_record())
    machine.resume(state)
    assert not state.bills


def step(machine: Machine, state: State, at: int, option: int) -> None:
    """Answer a question, or let it be later."""
    if at == TICK:
        advance(machine, state, option)
    else:
        machine.answer(state, at, option)
    while state.bills:  # nobody is there to change the rules: whatever would is refused
        state.bills = [REFUSED]
        machine.resume(state)


def written(state: State) -> list[Any]:
    """A state as it is saved and read again."""
    data: list[Any] = json.loads(json.dumps(state.to_data()))
    return data


def play(rules: Ruleset, seed: int, limit: int) -> Walk:
    """A match to its end or to a limit of decisions, with all laws looked at on its way."""
    walk = Walk(rules, seed)
    walk.begin()
    tracked = Tracked(walk)
    standings = printed_rules(rules)
    while not walk.over and len(walk.answers) < limit:
        records_are_all_in_use(walk)
        steps_are_closed(walk)
        every_option_is_accepted(walk)
        a_clone_goes_its_own_way(walk)
        nobody_sees_what_is_hidden(walk)
        saved_and_unsaved_paths_are_one(walk)
        what_is_known_of_a_scene_is_so(walk, standings)
        tracked.catch_up(walk)
    events_cite_sentences(walk)
    no_word_is_new(walk)
    assert walk.over or walk.state.asks, "the game stopped without an end"
    return walk


# ---- the laws -------------------------------------------------------------------------------


class Tracked:
    """Where each thing is, as events alone tell it."""

    def __init__(self, walk: Walk) -> None:
        self.where = walk.laid.where.copy()
        self.species = walk.laid.species.copy()
        self.heard = 0
        self.catch_up(walk)

    def catch_up(self, walk: Walk) -> None:
        """Follow the latest events; the state must say the same."""
        state, known = walk.state, len(self.species)
        made: list[int] = []
        for verb, _, obj, to, *_ in walk.heard.told[self.heard :]:
            self.where += [-1] * (obj + 1 - len(self.where) if verb in MAKING else 0)
            if verb == MOVE:
                self.where[obj] = to
            elif verb == CREATE or (verb == BRING and walk.rules.schema.brings):
                made.append(obj)
            elif verb == SUBMIT and self.where[obj] == -1:
                self.where[obj] = walk.rules.schema.docket
        self.heard = len(walk.heard.told)
        self.where += [-1] * (len(state.where) - len(self.where))  # made, and nowhere yet
        assert state.where == self.where, "a thing is where no event put it"
        assert state.species[:known] == self.species, "a thing became another"
        assert len(set(made)) == len(made), "a thing was made twice"
        assert not made or min(made) >= known, "a thing was made that was there"
        self.species = state.species.copy()
        lying = sorted(thing for zone in state.zones for thing in zone)
        assert lying == [t for t, place in enumerate(state.where) if place >= 0]
        assert all(state.where[t] == p for p, zone in enumerate(state.zones) for t in zone)


def records_are_all_in_use(walk: Walk) -> None:
    """Every record is counted once for each frame, waiting trigger and lasting rule."""
    state = walk.state
    used: dict[int, int] = {}
    keys = state.agenda[1::2] + state.queue[1::2] + state.lasting[1::4]
    for at in range(0, len(state.agenda), 2):
        if block_of(state.agenda[at]) == walk.rules.order_block:
            keys += state.recs[state.agenda[at + 1]].sets[0][1::2]  # triggers to be put in order
        if block_of(state.agenda[at]) == walk.rules.link_block:
            link = state.recs[state.agenda[at + 1]].sets
            keys += link.get(0, [])[1::2] + link.get(PARKED, [])[1::2]  # effects that go on
    for key in keys:
        used[key] = used.get(key, 0) + 1

    assert {key: record.refs for key, record in state.recs.items()} == used
    assert set(state.asks[2::4]) <= set(used)
    assert len(state.recs) <= RECORDS


def printed_rules(rules: Ruleset) -> list[OnCards]:
    """Where the rules of cards are in force: each sentence of theirs, for each species."""
    parts: list[Any] = [*rules.triggers]
    for law in rules.verb_rules:
        parts += [*law.what, *law.cannot, *law.only, *law.costs]
    for table in rules.facts.values():
        parts += table.facts
    return [part.standing for part in parts if isinstance(part.standing, OnCards)]


def what_is_known_of_a_scene_is_so(walk: Walk, standings: list[OnCards]) -> None:
    """What was looked for once in a scene is what would be found now."""
    state = walk.state
    for one in standings:
        there = known_here(state, one.cell)
        if there is not None:
            lying = [
                thing
                for thing, place in enumerate(state.where)
                if place >= 0 and one.bears(state.species[thing])
                if state.zname[place] not in one.silent
            ]
            assert there == lying, "a card lies where its text counts, or does no more"
    if state.lasting:
        return
    for trigger in walk.rules.triggers:
        gate = trigger.block.gate
        if isinstance(gate, SomebodyReaches) and known_here(state, gate.cell) is not None:
            twin = state.clone()
            twin.stir()
            assert not gate.ev(twin, trigger.standing.fresh()), "somebody has enough"
    for watch in walk.rules.watches:
        edge = known_here(state, watch.cell)
        if edge is not None:
            twin = state.clone()
            assert watch.look(twin) == [], "something is true that was not"
            assert twin.edges[watch.number] == edge


def known_here(state: State, cell: int) -> list[int] | None:
    """What is cached under a number for the scene of a state, if it is."""
    entries = state.work.present
    entry = entries[cell] if cell < len(entries) else None
    return entry.found if entry is not None and entry.scene == state.scene else None


def steps_are_closed(walk: Walk) -> None:
    """No step is open when only the flow of the game is under way."""
    state = walk.state
    if len(state.agenda) == 2:
        assert state.held == 0
    assert state.held >= 0


def every_option_is_accepted(walk: Walk) -> None:
    """What is listed can be answered; the lists are without doubles."""
    if walk.dice.random() > 0.1:
        return
    for at in range(0, len(walk.state.asks), 4):
        options = walk.machine.options(walk.state, at)
        assert options
        assert len(set(options)) == len(options)
        for option in options:
            twin = walk.state.clone()
            step(Machine(walk.rules), twin, at, option)
            assert twin.v[OVER] or twin.asks


def a_clone_goes_its_own_way(walk: Walk) -> None:
    """What happens to a clone leaves the original as it was."""
    if walk.dice.random() > 0.2:
        return
    before = written(walk.state)
    twin = walk.state.clone()
    seal(twin, walk.state)
    machine = Machine(walk.rules)
    assert twin.to_data() == before
    for _ in range(5):
        if twin.v[OVER]:
            break
        at = 4 * walk.dice.randrange(len(twin.asks) // 4)
        step(machine, twin, at, walk.dice.choice(machine.options(twin, at)))
    assert walk.state.to_data() == before


class Sealed(list[Any]):
    """A list that cannot be changed."""

    def refuse(self, *_: Any) -> Any:
        raise AssertionError("a list that states share was changed")

    append = clear = extend = insert = pop = remove = reverse = sort = refuse
    __delitem__ = __iadd__ = __imul__ = __setitem__ = refuse


def seal(twin: State, state: State) -> None:
    """Whatever a state shares with another cannot be changed in it any more."""
    for name in attributes(state):
        held, there = getattr(twin, name), getattr(state, name)
        if isinstance(held, list):
            if held is there:
                setattr(twin, name, Sealed(held))
                continue
            for i, part in enumerate(held):
                if isinstance(part, list) and part is there[i]:
                    held[i] = Sealed(part)
        assert not isinstance(held, dict) or held is not there


def nobody_sees_what_is_hidden(walk: Walk) -> None:
    """A seat sees the same whatever it may not see is; and it cannot tell imagined worlds."""
    if walk.dice.random() > 0.2:
        return
    rules, state = walk.rules, walk.state
    before = written(state)
    seat = walk.dice.randrange(rules.schema.seats)
    swapped_cards_look_the_same(walk, seat)
    seen = sight(rules, state, seat)
    world = imagine(state, rules, seat, walk.dice.randrange(1 << 30))
    assert sight(rules, world, seat) == seen
    assert state.to_data() == before
    machine = Machine(rules)
    for _ in range(5):
        if world.v[OVER]:
            break
        at = 4 * walk.dice.randrange(len(world.asks) // 4)
        step(machine, world, at, walk.dice.choice(machine.options(world, at)))


def swapped_cards_look_the_same(walk: Walk, seat: int) -> None:
    """Two cards that a seat does not see change what they are: it sees the same table."""
    rules, twin = walk.rules, walk.state.clone()
    unseen = hidden(twin, rules, seat)
    if len(unseen) < 2:
        return
    a, b = walk.dice.sample(unseen, 2)
    twin.species = twin.species.copy()
    twin.species[a], twin.species[b] = twin.species[b], twin.species[a]
    twin.stir()
    for name, attr in rules.schema.attrs.items():
        kept = attr.home == "column" and attr.owner and not name.startswith("#")
        if kept and len(twin.cols[attr.at]) == len(twin.species):
            column = twin.column(attr.at)
            column[a], column[b] = column[b], column[a]
    assert on_table(rules, twin, seat) == on_table(rules, walk.state, seat)


def saved_and_unsaved_paths_are_one(walk: Walk) -> None:
    """One step, taken by the match and by what was saved of it: the same events and state."""
    data = written(walk.state)
    twin = State.from_data(data)
    assert twin.to_data() == data
    aside = walk.state.clone()
    at, option = walk.draw()
    followed = walk.answer(at, option)
    assert aside.to_data() == data
    heard = Witness()
    step(Machine(walk.rules, heard), twin, at, option)
    assert heard.told == followed
    assert twin.to_data() == walk.state.to_data()
    unseen = State.from_data(data)
    step(Machine(walk.rules), unseen, at, option)  # nobody hears of what happens
    assert unseen.to_data() == walk.state.to_data()


def plainly(walk: Walk, rules: Ruleset) -> State:
    """The same match under rules that were not shortened: the same options, events and table."""
    heard = Witness()
    machine = Machine(rules, heard)
    state = lay(rules, walk.seed, START)
    run(machine, state)
    other, mine = Machine(walk.rules), lay(walk.rules, walk.seed, START)
    run(other, mine)
    for at, option in walk.answers:
        if at != TICK:
            assert machine.options(state, at) == other.options(mine, at)
        step(machine, state, at, option)
        step(other, mine, at, option)
    assert in_words(rules, heard.told) == in_words(walk.rules, walk.heard.told)
    return state


def in_words(rules: Ruleset, numbers: Any) -> Any:
    """Numbers within lists and dicts, with those that stand for words as words."""
    if isinstance(numbers, int):
        word = WORD <= numbers < WORD + len(rules.schema.words)  # a range of numbers is beyond
        return rules.schema.words[numbers - WORD] if word else numbers
    if isinstance(numbers, dict):
        return {key: in_words(rules, held) for key, held in numbers.items()}
    return [in_words(rules, held) for held in numbers]


def table(rules: Ruleset, state: State) -> list[Any]:
    """What a state is, but for where its rules are at work; words are told as words."""
    held = [
        state.v, state.zones, state.where, state.species, state.cols, state.bags, state.past,
        state.shown, state.winners, state.order,
    ]  # fmt: skip
    return [*in_words(rules, held), state.chance]


def events_cite_sentences(walk: Walk) -> None:
    """What happened names the sentence it comes from."""
    for verb, *_, sentence, _ in walk.heard.told:
        assert walk.rules.sentences[sentence].text
        assert sentence > 0 or verb in BY_THE_GAME, walk.rules.verbs[verb]


def no_word_is_new(walk: Walk) -> None:
    """Every word that comes up in play was numbered before, whatever was played till then."""
    assert walk.rules.schema.words[walk.rules.spoken :] == []


def replayed(walk: Walk) -> State:
    """The state that the same answers lead to, from the same seed, by the same events."""
    heard = Witness()
    machine = Machine(walk.rules, heard)
    state = lay(walk.rules, walk.seed, START)
    run(machine, state)
    for at, option in walk.answers:
        step(machine, state, at, option)
    assert heard.told == walk.heard.told
    return state
