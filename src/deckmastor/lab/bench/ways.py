"""Ways to play a match at random: from English, written by hand, and with other engines.

A way is made once in a process and then plays match after match. What it does between matches is
counted too: a deal is part of a match.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Protocol

from deckmastor.engine import Machine, begin
from deckmastor.engine.inside import OVER
from deckmastor.lab.bench import peers, plain_crazy_eights
from deckmastor.lab.bench.rounds import CLOCK, TIMERS, Slice
from deckmastor.lab.simulate import Plan, play_one, rules_of

WHOLE = "whole matches"
STEPPED = "from Python"
BY_HAND = "by hand"


class Way(Protocol):
    """Somebody who plays matches at random."""

    def play(self, number: int) -> tuple[int, int]:
        """Play the match with a number, or a batch; how many matches and decisions it was."""


@dataclass(frozen=True, slots=True)
class Contender:
    """Who takes part in a benchmark: a way to play, with which build, and what."""

    name: str
    way: str
    plan: Plan
    build: str
    like: str = ""  # whose matches it plays again, with another build
    counts: str = ""  # whose decisions in a match count here too, if a way only counts matches


class Whole:
    """A game from English as `simulate` plays it."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def play(self, number: int) -> tuple[int, int]:
        """One match, played on the fastest road."""
        return 1, play_one(self.plan, number)[1]


class Stepped:
    """A game from English, driven by a loop in Python: options, then an answer, one at a time."""

    def __init__(self, plan: Plan) -> None:
        self.rules = rules_of(plan)
        self.seed = plan.seed

    def play(self, number: int) -> tuple[int, int]:
        """One match, in which the first question that is open is answered."""
        draw = Random(number).random
        state = begin(self.rules, self.seed + number)
        machine = Machine(self.rules)
        decisions = 0
        while not state.v[OVER]:
            options = machine.options(state, 0)
            machine.answer(state, 0, options[int(draw() * len(options))])
            decisions += 1
        return 1, decisions


class ByHand:
    """Crazy Eights written by hand in plain Python."""

    def __init__(self, plan: Plan) -> None:
        self.players = plan.players

    def play(self, number: int) -> tuple[int, int]:
        """One match."""
        return 1, plain_crazy_eights.play_out(number, self.players)


@lru_cache(maxsize=64)
def way_of(contender: Contender) -> Way:
    """The way of a contender, made once in each process."""
    plan = contender.plan
    match contender.way:
        case "whole matches":
            return Whole(plan)
        case "from Python":
            return Stepped(plan)
        case "by hand":
            return ByHand(plan)
        case name:
            found: Way = peers.way(name, plan.players, plan.seed)
            return found


def play_all(contender: Contender, first: int, end: int, timer: str = CLOCK) -> Slice:
    """Play the matches from a number up to another."""
    way, now = way_of(contender), TIMERS[timer]
    matches = decisions = 0
    start = now()
    for number in range(first, end):
        played, decided = way.play(number)
        matches += played
        decisions += decided
    return Slice(matches, decisions, now() - start)


def play_for(contender: Contender, seconds: float, first: int) -> tuple[Slice, int]:
    """Play matches from a number on until the time is over; the number of the next one."""
    way, now = way_of(contender), TIMERS[CLOCK]
    matches = decisions = 0
    number = first
    start = now()
    spent = 0.0
    while spent < seconds:
        played, decided = way.play(number)
        number += 1
        matches += played
        decisions += decided
        spent = now() - start
    return Slice(matches, decisions, spent), number
