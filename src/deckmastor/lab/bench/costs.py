"""What single things cost in the middle of a match: forks, saves, amendments; loading; memory."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Final

from deckmastor.bots.random import RandomBot
from deckmastor.engine import build
from deckmastor.lab.bench import peers
from deckmastor.lab.bench.rounds import CLOCK, TIMERS
from deckmastor.lab.simulate import Plan, game_of
from deckmastor.language import cache
from deckmastor.language.book import load as read_book
from deckmastor.match import AmendmentRefused, Match, restore
from deckmastor.record.books import find

MIDDLE: Final = 40  # decisions after which a match is taken to be in its middle
SHORT: Final = 0.02  # seconds for which something short is repeated
FORKS: Final = 300  # forks that are weighed together
AMENDMENTS: Final = (
    "When a player draws a card, they gain {n} points.",
    "At the beginning of each turn, the player at turn gains {n} points.",
    "Each player gains {n} points.",
)
SWIFT: Final = ("fork", "fork of a match", "edge", "save", "restore")
SLOW: Final = ("load", "load from the cache", "compile", "amend")
NOTES: Final = {
    "fork": "a State copied",
    "fork of a match": "with its events and its journal",
    "edge": "a fork, its options, and one of them taken",
    "save": "a match to bytes",
    "restore": "bytes to a match, under rules that are known",
    "load": "a rulebook read, nothing kept from before",
    "load from the cache": "the same, kept on disk",
    "compile": "the rules of a book that was read, for so many seats",
    "amend": "one new sentence in the middle of a match, all checks",
}


@lru_cache(maxsize=32)
def in_the_middle(plan: Plan) -> Match:
    """A match of a plan after some decisions at random; half-way if it has fewer."""
    names = [f"player {seat}" for seat in range(1, plan.players + 1)]
    match = game_of(plan.game).start(names, plan.seed, dict(plan.values), events=False)
    bot = RandomBot(plan.seed)
    passed: list[Match] = []
    while match.decisions and not match.over:
        if len(passed) == MIDDLE:
            return match
        passed.append(match.fork())
        match.choose(bot.choose(match.decisions[0]))
    return passed[len(passed) // 2]


def microseconds(what: str, plan: Plan, number: int, timer: str = CLOCK) -> float:
    """What something cost in the round with a number: the mean of many times if it is short."""
    if what in SWIFT:
        return _repeated(_swift(what, plan), timer)
    act, now = _slow(what, plan, number), TIMERS[timer]
    start = now()
    act()
    return (now() - start) * 1e6


def peer_fork(way: str, players: int, timer: str = CLOCK) -> float:
    """What a copy of a state costs with a peer."""
    return _repeated(peers.way(way, players, 1).fork(), timer)


def _repeated(act: Callable[[], object], timer: str) -> float:
    now = TIMERS[timer]
    times = 0
    start = now()
    spent = 0.0
    while spent < SHORT:
        for _ in range(10):
            act()
        times += 10
        spent = now() - start
    return spent / times * 1e6


def _swift(what: str, plan: Plan) -> Callable[[], object]:
    match = in_the_middle(plan)
    state, machine = match.state, match.machine
    match what:
        case "fork":
            return state.clone
        case "fork of a match":
            return match.fork
        case "save":
            return match.save
        case "restore":
            saved = match.save()
            return lambda: restore(saved)

    def edge() -> None:
        twin = state.clone()
        machine.answer(twin, 0, machine.options(twin, 0)[0])

    return edge


def _slow(what: str, plan: Plan, number: int) -> Callable[[], object]:
    path = find(plan.game)
    match what:
        case "load":
            return lambda: read_book(path)
        case "load from the cache":
            cache.load(path)
            return lambda: cache.load(path)
        case "compile":
            book = game_of(plan.game).book
            return lambda: build(book, plan.players, dict(plan.values))
    match = in_the_middle(plan).fork()
    text = amendment(plan).format(n=number + 2)  # a text of its own each time
    return lambda: match.amend(text, "the bench")


@lru_cache(maxsize=32)
def amendment(plan: Plan) -> str:
    """A sentence that the game can be amended by: the first that it takes; empty if none."""
    for text in AMENDMENTS:
        try:
            in_the_middle(plan).fork().amend(text.format(n=1), "the bench")
            return text
        except AmendmentRefused:
            continue
    return ""


# ---- memory ---------------------------------------------------------------------------------


def memory(plan: Plan) -> dict[str, int]:
    """Bytes: of a fork as it is made, of one that has gone on for ten decisions, and of a save."""
    match = in_the_middle(plan)
    return {
        "fork": _weighed(match, 0),
        "fork after 10 decisions": _weighed(match, 10),
        "save": len(match.save()),
    }


def _weighed(match: Match, decisions: int) -> int:
    """The memory that a fork adds, as the mean of many that are alive together."""
    machine = match.machine
    draw = Random(1).random

    def forked() -> object:
        state = match.state.clone()
        for _ in range(decisions):
            if not state.asks:
                break
            options = machine.options(state, 0)
            machine.answer(state, 0, options[int(draw() * len(options))])
        return state

    forked()
    gc.collect()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        kept = [forked() for _ in range(FORKS)]
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return (after - before) // len(kept)
