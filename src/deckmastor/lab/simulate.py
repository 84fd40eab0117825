"""Matches of bots by the thousand, on one processor or many, with the same outcome on any number.

Each match has a seed of its own, made of the one seed and the number of the match.
"""

from __future__ import annotations

import hashlib
import itertools
import math
import multiprocessing
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from deckmastor.bots import table
from deckmastor.bots.curious import Curious
from deckmastor.bots.kinds import CURIOUS, RANDOM, checked
from deckmastor.bots.unbroken import unbroken
from deckmastor.engine import COMPILED
from deckmastor.engine.chance import MASK, STEP, mix
from deckmastor.engine.game import lay, run
from deckmastor.engine.machine import Barred, Exhausted, Machine
from deckmastor.engine.playing import play_out
from deckmastor.engine.ruleset import Ruleset
from deckmastor.engine.state import OVER, State
from deckmastor.engine.which import SWITCH
from deckmastor.lab.coverage import Counts, Coverage
from deckmastor.lab.deeds import Counted, Deeds, told
from deckmastor.lab.untouched import Untouched
from deckmastor.match import Game, Match, Paradox, StartError, load, refuse_unrunnable
from deckmastor.record.players import check_seats
from deckmastor.record.saving import trace

SERIES = 10  # matches over which curious bots remember what they tried
LIMIT = 10_000
AHEAD = 3  # parts that each process has before it
CHUNK = 20  # the most matches at random that a process plays before it reports
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

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kind of bot in each seat."""
        return self.bots or (RANDOM,) * self.players


@dataclass(slots=True)
class Tally:
    """What came of some matches, in the order of their numbers."""

    players: int
    kinds: tuple[str, ...] = ()  # the kind of bot in each seat
    matches: int = 0
    decisions: int = 0
    wins: list[int] = field(default_factory=list)
    won: dict[str, int] = field(default_factory=dict)  # matches won by some bot of a kind
    shared: int = 0
    nobody: int = 0
    unfinished: dict[str, int] = field(default_factory=dict)
    digests: list[bytes] = field(default_factory=list)
    touched: Counts = field(default_factory=Counter)  # in a coverage run
    deeds: Counted = field(default_factory=Counter)  # if they are counted

    def __post_init__(self) -> None:
        self.wins = self.wins or [0] * self.players
        self.kinds = self.kinds or (RANDOM,) * self.players
        self.won = self.won or dict.fromkeys(self.kinds, 0)

    @property
    def finished(self) -> int:
        """How many matches came to an end."""
        return self.matches - sum(self.unfinished.values())

    def note(self, state: State, decisions: int, fault: str) -> None:
        """Count a match that was played."""
        self.matches += 1
        self.decisions += decisions
        self.digests.append(digest(state))
        if fault:
            self.unfinished[fault] = self.unfinished.get(fault, 0) + 1
            return
        for seat in state.winners:
            self.wins[seat] += 1
        for kind in {self.kinds[seat] for seat in state.winners}:
            self.won[kind] += 1
        self.shared += len(state.winners) > 1
        self.nobody += not state.winners

    def add(self, other: Tally) -> None:
        """Count the matches that come after these."""
        self.matches += other.matches
        self.decisions += other.decisions
        self.wins = [a + b for a, b in zip(self.wins, other.wins, strict=True)]
        for kind, times in other.won.items():
            self.won[kind] += times
        self.shared += other.shared
        self.nobody += other.nobody
        for fault, times in other.unfinished.items():
            self.unfinished[fault] = self.unfinished.get(fault, 0) + times
        self.digests += other.digests
        self.touched += other.touched
        self.deeds += other.deeds

    @property
    def trace(self) -> str:
        """A hash over the last states of all matches."""
        whole = hashlib.blake2b(digest_size=16)
        for one in self.digests:
            whole.update(one)
        return whole.hexdigest()


@dataclass(frozen=True, slots=True)
class Report:
    """The outcome of a plan."""

    plan: Plan
    tally: Tally
    seconds: float
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
            "stopped": self.stopped,
            "unfinished": sum(tally.unfinished.values()),
            "why_unfinished": dict(sorted(tally.unfinished.items())),
            "wins": tally.wins,
            "bots": list(self.plan.kinds),
            "wins_by_bot": {
                kind: {
                    "seats": self.plan.kinds.count(kind),
                    "wins": wins,
                    "interval": [round(end, 4) for end in interval(wins, tally.finished)],
                }
                for kind, wins in tally.won.items()
            },
            "shared_wins": tally.shared,
            "without_winner": tally.nobody,
            "seed": self.plan.seed,
            "values": dict(self.plan.values),
            "trace": tally.trace,
            "build": "compiled" if COMPILED else "pure",
            **covered,
        }


def simulate(plan: Plan, processes: int = 1, progress: Progress | None = None) -> Report:
    """Play all matches of a plan; `progress` is told how many more are done.

    An interrupt stops it at once: the report tells of the matches that were over by then.
    """
    start = time.perf_counter()
    tell = progress or (lambda more: None)
    rules_of(plan)
    parts = list(_parts(plan, processes))
    played: dict[int, Tally] = {}
    stopped = False
    try:
        if plan.coverage and COMPILED:
            with _source():
                _spread(plan, parts, max(processes, 1), tell, played)
        elif processes <= 1 or len(parts) == 1:
            for first, end in parts:
                _play_here(plan, first, end, played)
                tell(end - first)
        else:
            _spread(plan, parts, processes, tell, played)
    except KeyboardInterrupt:
        stopped = True
    whole = Tally(plan.players, plan.kinds)
    for first in sorted(played):
        whole.add(played[first])
    untouched = Untouched(coverage_of(plan), whole.touched) if plan.coverage else None
    return Report(plan, whole, time.perf_counter() - start, stopped, untouched)


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
    with _source(), ProcessPoolExecutor(1, mp_context=context) as pool:
        return pool.submit(begun, plan).result()


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
    try:
        if plan.coverage:
            state, machine = coverage_of(plan).begin(own)
        else:
            machine = Machine(rules, deeds)
            state = run(machine, own)
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
        match = Match(game, coverage.rules, names, lay(coverage.rules, seed), events=False)
        with coverage.counting():
            match.begin()
            return _played(match, plan, bots)
    return _played(game.start(names, seed, dict(plan.values), events=False), plan, bots)


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


@lru_cache(maxsize=4)
def rules_of(plan: Plan) -> Ruleset:
    """The compiled rules of a plan, made once in each process."""
    rules = game_of(plan.game).rules(plan.players, dict(plan.values))
    refuse_unrunnable(rules)
    check_seats(plan.players, rules)
    if len(plan.kinds) != plan.players:
        raise StartError(f"There are {plan.players} players and {len(plan.kinds)} bots.")
    for kind in plan.kinds:
        checked(kind)
    return rules


@lru_cache(maxsize=1)
def coverage_of(plan: Plan) -> Coverage:
    """The rules of a plan that tell what they do, made once in each process."""
    return Coverage(game_of(plan.game).book, plan.players, dict(plan.values))


@lru_cache(maxsize=4)
def game_of(name: str) -> Game:
    """The game of a plan, read once in each process."""
    return load(name)


def digest(state: State) -> bytes:
    """A short hash of a state."""
    return bytes.fromhex(trace(state))


def interval(wins: int, matches: int) -> tuple[float, float]:
    """Where a rate lies with a confidence of 95 % (Wilson's interval)."""
    if not matches:
        return (0.0, 1.0)
    z = 1.96
    rate = wins / matches
    middle = rate + z * z / (2 * matches)
    reach = z * math.sqrt(rate * (1 - rate) / matches + z * z / (4 * matches * matches))
    scale = 1 + z * z / matches
    return (max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale))


def _parts(plan: Plan, processes: int) -> Iterator[tuple[int, int]]:
    """Stretches of match numbers, small enough that all processes end at about the same time."""
    most = CHUNK if set(plan.kinds) == {RANDOM} else 1
    size = max(1, min(most, plan.matches // (4 * max(processes, 1))))
    if CURIOUS in plan.kinds:
        size = SERIES
    for first in range(0, plan.matches, size):
        yield first, min(first + size, plan.matches)


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes begun here hear no interrupt: it is for the one that shares out the work."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, heard)


@contextmanager
def _source() -> Iterator[None]:
    """Processes begun here run the source of the engine, not what is compiled."""
    os.environ[SWITCH] = "1"
    try:
        yield
    finally:
        del os.environ[SWITCH]


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
        with _deaf():
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
