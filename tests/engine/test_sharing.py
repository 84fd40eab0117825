"""Rules are shared: any number of matches and threads use one Ruleset, and nobody writes into it.

Whatever an evaluation writes lives in the workspace of a State. So neither another match, nor
another thread, nor an exception in either of them changes what a match comes to.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from garden import AT_WILL, garden

from deckmastor.engine.knowledge.appearance import sight
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.start import begin, lay
from deckmastor.engine.rules.introspection import attributes
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.state.layout import OVER
from deckmastor.engine.state.state import State
from deckmastor.match import Game, Match, load, read, shipped
from deckmastor.record.saving import trace

BOOKS = Path(__file__).with_name("books")
SMALL = [str(path) for path in sorted(BOOKS.glob("*.md"))]
EVERY = [*SMALL, *shipped()]
BUSY = [*shipped(), *(str(BOOKS / f"{name}.md") for name in ("guild", "meadow", "omens", "quay"))]
SEATS = 3
PLAYERS = ["ann", "bob", "cy"]
HASTY = 1e-5  # seconds until another thread has its turn

# What may be written into rules after they are built: memos that depend on the rules alone. Each
# entry is written once, complete, in one assignment.
MEMOS = {
    "VerbRules.said": "what speaks of two species: as many entries as pairs of species",
    "VerbRules.said_of": "what speaks of a word: as many entries as words",
    "VerbRules.by_species": "triggers by species; few species are ever asked for",
    "VerbRules.over_by_species": "the same",
    "VerbRules.instead_by_species": "the same",
    "VerbRules.loose": "the same",
    "Matcher.among": "species as a list; most matchers are never asked",
    "Schema._kinds": "species by kind: a match asks for a few more kinds than its rules do",
    "Spelt.seen": "pairs of words that were compared",
    "Wording.told": "words for an effect, which few ever read",
    "Ruleset.phrases": "descriptions that players have given",
    "Ruleset.answered": "how soon the shortening is done that is put off, of amended rules",
}
# What is not even looked into.
EXEMPT = {
    "Ruleset.rest": "shortening that is put off: a walk through the rules, with notes of its own",
    "Ruleset.laid": "a State, the table before anything has happened, which is only forked",
    "Ruleset.spellings": "a lexicon, the words that descriptions can be made of",
}


def name_of(path: str) -> str:
    return Path(path).stem


def rules_of(game: Game) -> Ruleset:
    """The rules for the seats of these tests."""
    return game.rules(SEATS)


# ---- random matches --------------------------------------------------------------------------


def played(match: Match, seed: int, limit: int) -> list[str]:
    """Hashes of every state of a match of random players, what they can do included."""
    dice = random.Random(seed)
    told: list[str] = []
    for _ in range(limit):
        if match.over or not match.decisions:
            break
        asked = dice.choice(match.decisions)
        texts = [option.text for option in asked.options]
        told.append(f"{trace(match.state)} {asked.player} {texts}")
        match.choose(dice.choice(asked.options))
    return [*told, trace(match.state), str(match.view(PLAYERS[seed % SEATS]))]


def started(game: Game, seed: int, limit: int) -> list[str]:
    """The same of a match from its beginning, observed or not."""
    return played(game.start(PLAYERS, seed=seed, events=seed % 2 == 0), seed, limit)


def forked(match: Match, seed: int, limit: int) -> list[str]:
    """The same of a fork of a match, and of a world that somebody imagines."""
    world = match.imagine(PLAYERS[seed % SEATS], seed)
    return played(match.fork(), seed, limit) + played(world, seed, limit // 4)


def step(machine: Machine, state: State, dice: random.Random) -> bool:
    """Answer one question at random; False if there is none."""
    if state.v[OVER] or not state.asks:
        return False
    at = 4 * dice.randrange(len(state.asks) // 4)
    machine.answer(state, at, dice.choice(machine.options(state, at)))
    return not state.bills


def seen(rules: Ruleset, state: State) -> list[Any]:
    """All that anybody sees in a state and can do in it."""
    machine = Machine(rules)
    options = [machine.options(state, at) for at in range(0, len(state.asks), 4)]
    return [options, *(sight(rules, state, seat) for seat in range(SEATS))]


# ---- exceptions ------------------------------------------------------------------------------


class Fall(Exception):
    """What is raised in the middle of something."""


class Stumbling:
    """An observer who raises when they hear of one event too many."""

    def __init__(self, patience: int) -> None:
        self.patience = patience

    def event(self, *told: int) -> None:
        self.patience -= 1
        if self.patience < 0:
            raise Fall

    def link(self, chain: int) -> None:
        """Links are no events."""

    def instead(self, *told: int) -> None:
        """Nor is what does not happen."""

    def cut(self, sentences: list[int]) -> None:
        """Nor what is dropped."""

    def endless(self, *told: object) -> None:
        """Nor what is cut off."""


def stumble(rules: Ruleset, seed: int) -> None:
    """Play a match in which an act is broken off in the middle, and look at what is left."""
    dice = random.Random(seed)
    state = lay(rules, seed)
    machine = Machine(rules, Stumbling(dice.randrange(200)))
    with suppress(Fall):
        machine.push(state, rules.blocks[rules.flow_block], rules.empty_record())
        machine.resume(state)
        for _ in range(40):
            if not step(machine, state, dice):
                break
    with suppress(Exception):
        seen(rules, state)  # an act half done: it may make no sense


@contextmanager
def damaged(state: State, places: int, values: int) -> Iterator[None]:
    """A state that has fewer places and values than its rules speak of, for a while."""
    zones, v = state.zones, state.v
    state.zones, state.v = zones[:places], v[:values]
    try:
        yield
    finally:
        state.zones, state.v = zones, v
        state.laid = 0  # whoever writes makes a copy first


def fall(rules: Ruleset, state: State) -> int:
    """Look at a state of which parts are missing; how often that raised an exception."""
    fallen = 0
    places, values = len(state.zones), len(state.v)
    cuts = [(number, values) for number in range(places)]
    cuts += [(places, number) for number in range(0, values, 5)]
    for cut in cuts:
        machine = Machine(rules)
        for at in range(0, len(state.asks), 4):
            with damaged(state, *cut):
                try:
                    machine.options(state, at)
                except Exception:
                    fallen += 1
        with damaged(state, *cut):
            try:
                sight(rules, state, 0)
            except Exception:
                fallen += 1
    return fallen


def at_random(rules: Ruleset, seed: int, steps: int) -> Iterator[State]:
    """The states of a match of random players."""
    dice, machine, state = random.Random(seed), Machine(rules), begin(rules, seed)
    for _ in range(steps):
        yield state
        if not step(machine, state, dice):
            return


# ---- the rules are not written into ----------------------------------------------------------


def parts_of(thing: Any) -> list[tuple[str, Any]]:
    """The attributes of an object, but for what is exempt."""
    names = {name for name in attributes(thing) if f"{type(thing).__name__}.{name}" not in EXEMPT}
    missing = object()
    told = [(name, getattr(thing, name, missing)) for name in sorted(names)]
    return [(name, value) for name, value in told if value is not missing]


def plain(value: Any) -> bool:
    """Whether a value cannot be changed, or is no part of compiled rules: text, and its IR."""
    if value is None or isinstance(value, (int, str, float, bytes, frozenset, type)):
        return True
    module = type(value).__module__
    return not module.startswith("deckmastor.engine") and module != "builtins"


def marked(value: Any) -> Any:
    """What tells a value from others: itself, or which object it is."""
    if isinstance(value, tuple):  # a compiled object makes a new one whenever it is asked
        return tuple(marked(part) for part in value)
    return value if plain(value) else id(value)


class Snapshot:
    """Everything that can be reached from rules: which objects there are, and what they hold.

    The containers of memos may hold more later. What lies in them is looked at like all else.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.held: dict[int, dict[Any, Any]] = {}
        self.names: dict[int, str] = {}
        self.kept: list[Any] = []  # so that no id is given twice
        left: list[tuple[Any, str]] = [(rules, "Ruleset")]
        while left:
            thing, name = left.pop()
            if id(thing) in self.held or plain(thing) or callable(thing):
                continue
            told = self.inside(thing)
            own = isinstance(thing, (list, tuple, dict, set))
            names = {key: name if own else f"{type(thing).__name__}.{key}" for key, _ in told}
            self.kept.append(thing)
            self.names[id(thing)] = name
            self.held[id(thing)] = {
                key: marked(value) for key, value in told if names[key] not in MEMOS
            }
            left += [(value, names[key]) for key, value in told]

    @staticmethod
    def inside(thing: Any) -> list[tuple[Any, Any]]:
        if isinstance(thing, (list, tuple)):
            return list(enumerate(thing))
        if isinstance(thing, dict):
            keys = enumerate(thing)
            return [(("key", at), key) for at, key in keys] + list(enumerate(thing.values()))
        if isinstance(thing, set):
            return [("all", frozenset(thing))]
        return parts_of(thing)

    def changes(self, later: Snapshot) -> set[str]:
        """The names of what holds something else in a later snapshot."""
        found: set[str] = set()
        for key, told in later.held.items():
            before = self.held.get(key)
            if before is not None and before != told:
                name = self.names[key]
                thing = later.kept[list(later.held).index(key)]
                if not isinstance(thing, (list, tuple, dict, set)):
                    different = {k for k in {*told, *before} if told.get(k) != before.get(k)}
                    found |= {f"{type(thing).__name__}.{attribute}" for attribute in different}
                else:
                    found.add(name)
        return found


def play_many(game: Game, seeds: range, limit: int) -> None:
    """Matches, forks, views and imagined worlds of a game."""
    for seed in seeds:
        started(game, seed, limit)
        match = game.start(PLAYERS, seed=seed)
        played(match, seed, limit // 3)
        if not match.over:
            forked(match, seed, limit // 3)


@pytest.mark.parametrize("book", EVERY, ids=name_of)
def test_rules_are_not_written_into_while_matches_are_played(book: str) -> None:
    game = load(book)
    rules = rules_of(game)
    play_many(game, range(1), 12)
    before = Snapshot(rules)
    play_many(game, range(1, 2), 24)
    for seed in range(2):
        stumble(rules, seed)
    for state in at_random(rules, 7, 2):
        fall(rules, state.clone())

    assert before.changes(Snapshot(rules)) == set()
    assert len(before.held) > 1_000


@pytest.mark.long
@pytest.mark.parametrize("book", EVERY, ids=name_of)
def test_rules_are_not_written_into_in_many_matches(book: str) -> None:
    game = load(book)
    rules = rules_of(game)
    before = Snapshot(rules)
    play_many(game, range(12), 200)
    for seed in range(100):
        stumble(rules, seed)

    assert before.changes(Snapshot(rules)) == set()


# ---- threads ---------------------------------------------------------------------------------


@contextmanager
def hastily() -> Iterator[None]:
    """Let threads take turns as often as can be."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(HASTY)
    try:
        yield
    finally:
        sys.setswitchinterval(usual)


def together(
    tasks: list[Callable[[], list[str]]], beside: Callable[[int], None], threads: int = 4
) -> list[list[str] | BaseException]:
    """What tasks come to in several threads, with another one beside them until they are done."""
    found: list[list[str] | BaseException] = [[] for _ in tasks]
    done: list[int] = []

    def work(first: int) -> None:
        for at in range(first, len(tasks), threads):
            try:
                found[at] = tasks[at]()
            except BaseException as why:  # whatever it is, it is told
                found[at] = why
        done.append(first)

    def disturb() -> None:
        seed = 0
        while len(done) < threads:
            beside(seed)
            seed += 1

    workers = [Thread(target=work, args=(first,)) for first in range(threads)]
    workers.append(Thread(target=disturb))
    with hastily():
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
    return found


def in_threads(book: str, matches: int, limit: int) -> None:
    """Matches of one game alone and in threads, and forks of one match likewise."""
    game = load(book)
    rules = rules_of(game)

    def beside(seed: int) -> None:
        stumble(rules, seed)
        fall(rules, begin(rules, seed))

    whole = [lambda seed=seed: started(game, seed, limit) for seed in range(matches)]
    match = game.start(PLAYERS, seed=1, events=False)
    played(match, 1, 6)
    parts = [lambda seed=seed: forked(match, seed, limit) for seed in range(matches)]
    tasks = whole + parts
    alone = [task() for task in tasks]
    before = trace(match.state)

    assert together(tasks, beside) == alone
    assert trace(match.state) == before
    assert [task() for task in tasks] == alone


@pytest.mark.parametrize("book", BUSY, ids=name_of)
def test_matches_in_threads_are_played_as_alone(book: str) -> None:
    in_threads(book, 4, 12)


@pytest.mark.long
@pytest.mark.parametrize("book", EVERY, ids=name_of)
def test_many_matches_in_threads_are_played_as_alone(book: str) -> None:
    in_threads(book, 12, 120)


def test_amended_rules_are_shortened_while_other_threads_use_them() -> None:
    """The shortening that is put off falls into the midst of forks in several threads."""
    game = load("unicorns")
    match = game.start(PLAYERS, seed=2, events=False)
    played(match, 2, 6)
    match.amend("When a player draws a card, they gain 1 point.")
    tasks = [lambda seed=seed: forked(match, seed, 16) for seed in range(4)]
    alone_match = game.start(PLAYERS, seed=2, events=False)
    played(alone_match, 2, 6)
    alone_match.amend("When a player draws a card, they gain 1 point.")
    alone = [forked(alone_match, seed, 16) for seed in range(4)]

    assert match.rules.rest is not None
    assert together(tasks, lambda seed: None) == alone
    assert match.rules.rest is None


# ---- exceptions ------------------------------------------------------------------------------

HEAVY = (
    AT_WILL,
    "The toll is 2.",
    "Each weed is heavy if the toll is 3 or there are at least 3 cards in the shed.",
    "A heavy card cannot be planted.",
    "The player at turn may plant a weed.",
    "Before the game, each player draws 3 cards. Move the top 3 cards of the deck to the shed.",
)


def heavy_book() -> Game:
    book = garden(*HEAVY).replace("A card can be wilted.", "A card can be wilted or heavy.")
    return read(book)


def test_an_exception_in_one_match_changes_no_rule_of_another() -> None:
    game = heavy_book()
    rules = rules_of(game)
    state = begin(rules, 1)
    before = seen(rules, state)

    assert fall(rules, begin(rules, 2)) > 0
    assert seen(rules, state) == before
    assert seen(rules, begin(rules, 1)) == before


def test_an_exception_changes_no_other_evaluation_of_the_same_match() -> None:
    rules = rules_of(heavy_book())
    state = begin(rules, 1)
    before, told = seen(rules, state.clone()), trace(state)

    assert fall(rules, state) > 0
    assert seen(rules, state) == before == seen(rules, state.clone())
    assert trace(state) == told


@pytest.mark.parametrize("book", EVERY, ids=name_of)
def test_what_is_seen_after_an_exception_is_what_a_fresh_fork_shows(book: str) -> None:
    rules = rules_of(load(book))
    fallen = 0
    for number, state in enumerate(at_random(rules, 5, 13)):
        if number % 4 == 0:
            twin, fresh = state.clone(), State.from_data(state.to_data())
            fallen += fall(rules, twin)
            assert trace(twin) == trace(state)
            assert seen(rules, twin) == seen(rules, fresh) == seen(rules, state)

    assert fallen > 0


def test_a_broken_act_leaves_forks_as_they_were() -> None:
    rules = rules_of(load("unicorns"))
    dice, machine, state = random.Random(3), Machine(rules), begin(rules, 3)
    for patience in range(30):
        if not step(machine, state, dice):
            break
        twin, fresh = state.clone(), State.from_data(state.to_data())
        with suppress(Fall):
            step(Machine(rules, Stumbling(patience % 7)), twin, random.Random(patience))
        with suppress(Exception):
            seen(rules, twin)

        assert seen(rules, state) == seen(rules, fresh)


# ---- workspaces ------------------------------------------------------------------------------


def test_a_fork_shares_caches_until_it_writes_and_no_scratch() -> None:
    rules = rules_of(load("unicorns"))
    *_, state = at_random(rules, 4, 20)
    seen(rules, state)
    twin = state.clone()

    assert any(state.work.spares)
    assert state.work.known
    assert twin.work.spares == twin.work.busy == twin.work.facts == []
    assert twin.work.known is state.work.known
    known = list(state.work.known)
    twin.stir()
    twin.species = twin.species.copy()
    seen(rules, twin)
    assert twin.work.known is not state.work.known
    assert state.work.known == known


def test_a_workspace_is_no_part_of_what_is_saved() -> None:
    rules = rules_of(load("unicorns"))
    *_, state = at_random(rules, 4, 12)
    twin = State.from_data(state.to_data())
    seen(rules, state)

    assert twin.to_data() == state.to_data()
    assert twin.work.known == twin.work.present == twin.work.spares == []
