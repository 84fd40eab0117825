"""Matches of bots by the thousand, on one processor or many, with the same outcome on any number.

Each match has a seed of its own, made of the one seed and the number of the match. Processes get
numbers of matches and give back what came of them: nothing else goes to and fro.
"""

from __future__ import annotations

import itertools
import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from deckmastor.bots import table
from deckmastor.bots.curious import Curious
from deckmastor.bots.kinds import CURIOUS, RANDOM, checked
from deckmastor.bots.random import play_out
from deckmastor.bots.unbroken import unbroken
from deckmastor.engine import COMPILED, Barred, Exhausted, Machine, Ruleset, State, lay, run
from deckmastor.engine.inside import MASK, OVER, STEP, mix
from deckmastor.lab.coverage import Counts, Coverage
from deckmastor.lab.deeds import Deeds, told
from deckmastor.lab.processes import deaf, on_source, processors
from deckmastor.lab.tally import Tally, rated, spread
from deckmastor.lab.untouched import Untouched
from deckmastor.language.decks import DeckList
from deckmastor.match import Game, Match, Paradox, StartError, load, refuse_unrunnable
from deckmastor.record.building import random_deck
from deckmastor.record.players import check_seats

SERIES = 10  # matches over which curious bots remember what they tried
LIMIT = 10_000
AHEAD = 3  # parts that each process has before it
CHUNK = 20  # the most matches at random that a process plays before it reports
KEPT = 64  # plans and games whose rules stay compiled in a process
POOL = 12  # random decks of which each match takes some
PATIENCE = 2.0  # seconds; what takes less is not worth the start of other processes
ENDLESS = "the limit of decisions was reached"
IDLE = "nothing was asked any more"
PARADOX = "effects went on without end"

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played: a game (a name or path), how often, by whom, from which seed."""

    game: str
    matches: int
    players: int = 2
    seed: int = 0
    values: tuple[tuple[str, int | str], ...] = ()
    limit: int = LIMIT
    bots: tuple[str, ...] = ()  # the kind of bot in each seat; all at random if none is named
    coverage: bool = False  # whether it is noted what of the rulebook the matches touch
    deeds: bool = False  # whether it is counted what is done, and what sentences bring
    decks: tuple[DeckList | str, ...] = ()  # what each seat brings, or `random`; else those listed

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kind of bot in each seat."""
        return self.bots or (RANDOM,) * self.players


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of a plan."""

    plan: Plan
    tally: Tally
    seconds: float
    processes: int = 1  # that shared the work at last
    stopped: bool = False  # whether somebody interrupted it before all matches were played
    untouched: Untouched | None = None  # what no match came to, in a coverage run

    def data(self) -> dict[str, Any]:
        """The outcome for a program."""
        tally = self.tally
        covered = {} if self.untouched is None else {"coverage": self.untouched.data()}
        if self.plan.deeds and tally.matches:
            covered |= told(tally.deeds, tally.matches)
        return {
            "game": self.plan.game,
            "players": self.plan.players,
            "matches": tally.matches,
            "decisions": tally.decisions,
            "seconds": round(self.seconds, 3),
            "processes": self.processes,
            "matches_per_second": round(tally.matches / self.seconds, 2) if self.seconds else 0.0,
            "decisions_per_match": spread(tally.lengths),
            "turns_per_match": spread(tally.turns),
            "stopped": self.stopped,
            "unfinished": sum(tally.unfinished.values()),
            "why_unfinished": dict(sorted(tally.unfinished.items())),
            "wins": tally.wins,
            "wins_by_seat": [rated(wins, tally.finished) for wins in tally.wins],
            "bots": list(self.plan.kinds),
            "wins_by_bot": {
                kind: {"seats": self.plan.kinds.count(kind), **rated(wins, tally.finished)}
                for kind, wins in tally.won.items()
            },
            "shared_wins": tally.shared,
            "without_winner": tally.nobody,
            "seed": self.plan.seed,
            "values": dict(self.plan.values),
            **({"decks": [_called(deck) for deck in self.plan.decks]} if self.plan.decks else {}),
            "trace": tally.trace,
            "build": "compiled" if COMPILED else "pure",
            **covered,
        }


def _called(deck: DeckList | str) -> str:
    return deck if isinstance(deck, str) else deck.name


def simulate(plan: Plan, processes: int | None = 1, progress: Progress | None = None) -> Report:
    """Play all matches of a plan; `progress` is told how many more are done.

    Without a number of processes it begins in this one, and shares what is left among all
    processors if that would take long. An interrupt stops it at once: the report tells of the
    matches that were over by then.
    """
    start = time.perf_counter()
    tell = progress or (lambda more: None)
    rules_of(plan)
    shared = processes or processors()
    parts = list(_parts(plan, shared))
    played: dict[int, Tally] = {}
    stopped = False
    used = 1
    try:
        if plan.coverage and COMPILED:
            used = shared
            with on_source():
                _spread(plan, parts, shared, tell, played)
        elif processes is None or shared == 1 or len(parts) == 1:
            left = _play_first(plan, parts, shared, tell, played)
            if left:
                used = shared
                _spread(plan, left, shared, tell, played)
        else:
            used = shared
            _spread(plan, parts, shared, tell, played)
    except KeyboardInterrupt:
        stopped = True
    whole = Tally(plan.players, plan.kinds)
    for first in sorted(played):
        whole.add(played[first])
    untouched = Untouched(coverage_of(plan), whole.touched) if plan.coverage else None
    seconds = time.perf_counter() - start
    return Report(plan, whole, seconds, min(used, len(parts)), stopped, untouched)


def cover(plans: Sequence[Plan], processes: int = 1) -> tuple[Untouched, int]:
    """What the matches of several plans have not touched together, and how many were played.

    The plans may differ in players, values and even in the texts of cards; what is told is told of
    the book of the first. A game that cannot begin as a plan has it counts for what forbids that.
    """
    whole: Untouched | None = None
    matches = 0
    for plan in [replace(plan, coverage=True) for plan in plans]:
        try:
            report = simulate(plan, processes)
            found = report.untouched
            matches += report.tally.matches
        except StartError as why:
            if why.because is None:
                raise
            found = Untouched(coverage_of(plan), _apart(plan) if COMPILED else begun(plan))
        assert found is not None
        if whole is None:
            whole = found
        else:
            whole.add(found)
    if whole is None:
        raise ValueError("There is no plan.")
    return whole, matches


def begun(plan: Plan) -> Counts:
    """What a match touches that may not even begin."""
    with suppress(StartError):
        play_one(plan, 0)
    return coverage_of(plan).counts()


def _apart(plan: Plan) -> Counts:
    """The same, on the source of the engine."""
    context = multiprocessing.get_context("spawn")
    with on_source(), ProcessPoolExecutor(1, mp_context=context) as pool:
        return pool.submit(begun, plan).result()


def _play_first(
    plan: Plan, parts: list[tuple[int, int]], processes: int, tell: Progress,
    played: dict[int, Tally],
) -> list[tuple[int, int]]:  # fmt: skip
    """Play parts of a plan in this process until it is worth sharing them; what is left."""
    start = time.perf_counter()
    for done, (first, end) in enumerate(parts):
        spent = time.perf_counter() - start
        slow = spent > PATIENCE and spent * (len(parts) - done) > PATIENCE * done
        if processes > 1 and slow:
            return parts[done:]
        _play_here(plan, first, end, played)
        tell(end - first)
    return []


def _play_here(plan: Plan, first: int, end: int, played: dict[int, Tally]) -> None:
    """Play some matches in this process; those that are over count even if it is interrupted."""
    done = Tally(plan.players, plan.kinds)
    curious = Curious()
    for number in range(first, end):
        more = Tally(plan.players, plan.kinds)
        more.add(done)
        with unbroken():
            more.add(play_some(plan, number, number + 1, curious))
            played[first] = done = more


def play_some(plan: Plan, first: int, end: int, curious: Curious | None = None) -> Tally:
    """Play the matches from a number up to another, with bots that may have played before."""
    tally = Tally(plan.players, plan.kinds)
    curious = curious or Curious()
    deeds = Deeds(rules_of(plan)) if plan.deeds and not plan.coverage else None
    for number in range(first, end):
        tally.note(*play_one(plan, number, curious, deeds))
        if plan.coverage:
            tally.touched += coverage_of(plan).counts()
    if deeds is not None:
        tally.deeds += deeds.counts
    return tally


def play_one(
    plan: Plan, number: int, curious: Curious | None = None, deeds: Deeds | None = None
) -> tuple[State, int, str]:
    """Play one match: its last state, the decisions made, and why it has no end, if so."""
    rules = rules_of(plan)
    own = mix((plan.seed * STEP + number) & MASK)
    bots = mix(own + STEP)
    if rules.legislates and not plan.coverage:
        return _play_settled(plan, own, bots)
    decks = _cards(plan, own)
    try:
        if plan.coverage:
            state, machine = coverage_of(plan).begin(own, decks)
        else:
            machine = Machine(rules, deeds)
            state = run(machine, own, decks=decks)
        if set(plan.kinds) == {RANDOM}:
            decisions = play_out(machine, state, bots, plan.limit)
        else:
            decisions = table.play_out(machine, state, plan.kinds, bots, plan.limit, curious)
    except (Barred, Exhausted, RecursionError):
        return _play_settled(plan, own, bots)
    return state, decisions, _fault(state, decisions, plan)


def _play_settled(plan: Plan, seed: int, bots: int) -> tuple[State, int, str]:
    """Play a match in which effects have no end or change the rules: a Match sees to that."""
    names = [f"player {seat}" for seat in range(1, plan.players + 1)]
    game = game_of(plan.game)
    if plan.coverage:
        coverage = coverage_of(plan)
        coverage.forget()
        laid = lay(coverage.rules, seed, decks=_cards(plan, seed))
        match = Match(game, coverage.rules, names, laid, events=False)
        with coverage.counting():
            match.begin()
            return _played(match, plan, bots)
    return _played(_begun(plan, seed), plan, bots)


def _begun(plan: Plan, seed: int) -> Match:
    """A match of a plan at its first decision."""
    names = [f"player {seat}" for seat in range(1, plan.players + 1)]
    brought = dict(zip(names, decks_of(plan, seed), strict=True)) if plan.decks else None
    return game_of(plan.game).start(names, seed, dict(plan.values), events=False, decks=brought)


def decks_of(plan: Plan, seed: int) -> list[DeckList]:
    """The decks of one match; a random one is one of those that the plan has made."""
    return [
        pooled(plan, mix(seed + STEP * (seat + 2)) % POOL) if isinstance(deck, str) else deck
        for seat, deck in enumerate(plan.decks)
    ]


def _cards(plan: Plan, seed: int) -> list[list[int]] | None:
    """The cards of the decks of one match, as the rules number them; None for those listed."""
    return Game.cards(rules_of(plan), decks_of(plan, seed)) if plan.decks else None


@lru_cache(maxsize=KEPT * POOL)
def pooled(plan: Plan, n: int) -> DeckList:
    """One of the random decks of a plan: the same in each process."""
    return random_deck(game_of(plan.game), plan.seed * POOL + n, dict(plan.values))


def _played(match: Match, plan: Plan, bots: int) -> tuple[State, int, str]:
    decisions = 0
    try:
        decisions = table.play_match(match, plan.kinds, bots, plan.limit)
    except Paradox:
        return match.state, decisions, PARADOX
    return match.state, decisions, _fault(match.state, decisions, plan)


def _fault(state: State, decisions: int, plan: Plan) -> str:
    if state.v[OVER]:
        return ""
    return ENDLESS if decisions >= plan.limit else IDLE


@lru_cache(maxsize=KEPT)
def rules_of(plan: Plan) -> Ruleset:
    """The compiled rules of a plan, made once in each process."""
    rules = game_of(plan.game).rules(plan.players, dict(plan.values))
    refuse_unrunnable(rules)
    check_seats(plan.players, rules)
    if len(plan.kinds) != plan.players:
        raise StartError(f"There are {plan.players} players and {len(plan.kinds)} bots.")
    for kind in plan.kinds:
        checked(kind)
    if plan.decks and rules.decks < 0:
        raise StartError("No sentence of this game lets a player bring a deck.")
    if plan.decks:
        _begun(plan, 0)  # so that a deck that is not legal is told at once
    return rules


@lru_cache(maxsize=1)
def coverage_of(plan: Plan) -> Coverage:
    """The rules of a plan that tell what they do, made once in each process."""
    return Coverage(game_of(plan.game).book, plan.players, dict(plan.values))


@lru_cache(maxsize=KEPT)
def game_of(name: str) -> Game:
    """The game of a plan, read once in each process."""
    return load(name)


def _parts(plan: Plan, processes: int) -> Iterator[tuple[int, int]]:
    """Stretches of match numbers, small enough that all processes end at about the same time."""
    most = CHUNK if set(plan.kinds) == {RANDOM} else 1
    size = max(1, min(most, plan.matches // (4 * max(processes, 1))))
    if CURIOUS in plan.kinds:
        size = SERIES
    for first in range(0, plan.matches, size):
        yield first, min(first + size, plan.matches)


def _spread(
    plan: Plan, parts: list[tuple[int, int]], processes: int, tell: Progress,
    played: dict[int, Tally],
) -> None:  # fmt: skip
    """Play the parts of a plan in several processes, and keep each when it is done."""
    context = multiprocessing.get_context("spawn")
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(min(processes, len(parts)), mp_context=context)
    left = iter(parts)
    jobs: dict[Future[Tally], int] = {}

    def share_out() -> None:
        for part in itertools.islice(left, AHEAD * processes - len(jobs)):
            jobs[pool.submit(play_some, plan, *part)] = part[0]

    try:
        with deaf():
            share_out()
        while jobs:
            for job in wait(jobs, return_when=FIRST_COMPLETED).done:
                tally = job.result()
                played[jobs.pop(job)] = tally
                tell(tally.matches)
            share_out()
    except BaseException:
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
