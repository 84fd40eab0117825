"""Row B3: an exception at any moment. An answer is in the state and in the journal, or in neither.

Exceptions come line by line of what runs as Python (all of it, or what is not compiled), from a
timer at any moment, and from whoever is told of events.
"""

from __future__ import annotations

import random
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from deckmastor import DeckmastorError, Match, load, replay, restore
from deckmastor.record.saving import state_data

PLAYERS = ["ann", "bob", "cy"]
GAMES = ("crazy_eights", "unicorns")
AMENDMENT = "When a player draws a card, they gain 1 point."


class Stop(BaseException):
    """What comes at any moment, as an interrupt does."""


def stopped_at(*told: Any) -> None:
    """Act, and raise `Stop` at some lines of what runs: counted from the first, then from there."""
    *lines, act = told
    gone = [0]

    def trace(frame: Any, event: str, arg: Any) -> Any:
        if event == "line":
            gone[0] += 1
            if lines and gone[0] >= lines[0]:
                del lines[0]
                gone[0] = 0
                raise Stop
        return trace

    usual = sys.gettrace()
    sys.settrace(trace)
    try:
        act()
    except Stop:
        pass
    finally:
        sys.settrace(usual)


def told(match: Match) -> tuple[Any, ...]:
    """Everything that a match is."""
    return (
        repr(state_data(match.state)), match.rules.hash, match.number, len(match.events),
        len(match.journal),
    )  # fmt: skip


def is_whole(match: Match) -> bool:
    """True if the journal of a match leads to its state."""
    return replay(match.journal).trace() == match.trace()


class Besieged:
    """A match that is interrupted at each answer, and a twin that is not."""

    def __init__(self, siege: Any, name: str) -> None:
        self.game = load(name)
        self.dice = random.Random(siege.seed)
        self.seed = siege.seed
        self.stopped = 0
        self.begin()

    def begin(self) -> None:
        self.seed += 1
        self.match = self.game.start(PLAYERS, seed=self.seed)

    def attempt(self, interrupted: Callable[..., None], amends: bool = False) -> None:
        """One answer that is interrupted: it is done, or it is not, and play goes on rightly."""
        if self.match.over or self.match.number > 60:
            assert is_whole(self.match)
            self.begin()
        match = self.match
        option = self.dice.choice(self.dice.choice(match.decisions).options)
        amends = amends and self.dice.random() < 0.03 and not match.rules.amendments
        twin = match.fork()
        before = told(match)
        try:
            if amends:
                twin.amend(AMENDMENT)
            else:
                twin.choose(option)
        except DeckmastorError:
            return
        after = told(twin)
        interrupted(partial(match.amend, AMENDMENT) if amends else partial(match.choose, option))
        now = told(match)
        assert now in (before, after)
        if now == before and before != after:
            self.stopped += 1
            match.amend(AMENDMENT) if amends else match.choose(option)
            assert told(match) == after
        assert match.inside == []


def test_b3_an_exception_at_any_line_separates_no_journal_from_its_state(siege: Any) -> None:
    tries = siege.times(60, 2_000)
    for name in GAMES:
        besieged = Besieged(siege, name)
        for _ in range(tries):
            line = int(2 ** (besieged.dice.random() * 12))
            besieged.attempt(partial(stopped_at, line), amends=True)
        assert besieged.stopped > tries // 4
        assert is_whole(besieged.match)
    siege.tried(2 * tries, "exceptions at a random line")


def test_b3_an_exception_while_another_is_undone(siege: Any) -> None:
    """The second one comes while the match goes back: whoever enters next goes back to the end."""
    tries = siege.times(60, 1_000)
    besieged = Besieged(siege, "crazy_eights")
    for _ in range(tries):
        lines = (int(2 ** (besieged.dice.random() * 11)), besieged.dice.randrange(1, 30))
        besieged.attempt(partial(stopped_at, *lines))
    assert is_whole(besieged.match)
    siege.tried(tries, "pairs of exceptions")


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers here")
def test_b3_a_timer_at_any_moment_separates_no_journal_from_its_state(siege: Any) -> None:
    if threading.current_thread() is not threading.main_thread():
        pytest.skip("signals are heard by the main thread")
    tries = siege.times(100, 1_500)

    armed = [False]

    def ring(number: int, frame: Any) -> None:
        if armed[0]:
            armed[0] = False
            raise Stop

    usual = signal.signal(signal.SIGALRM, ring)
    dice = random.Random(siege.seed)

    def timed(act: Callable[[], None]) -> None:
        try:
            armed[0] = True
            signal.setitimer(signal.ITIMER_REAL, dice.random() * 0.002 + 1e-6)
            act()
            armed[0] = False
        except Stop:
            pass
        signal.setitimer(signal.ITIMER_REAL, 0)

    try:
        for name in GAMES:
            besieged = Besieged(siege, name)
            for _ in range(tries):
                besieged.attempt(timed)
            assert is_whole(besieged.match)
    finally:
        signal.signal(signal.SIGALRM, usual)
    siege.tried(2 * tries, "timers")


@pytest.mark.parametrize("kind", [KeyboardInterrupt, MemoryError, ValueError])
def test_b3_an_exception_of_who_is_told(siege: Any, kind: type[BaseException]) -> None:
    tries = siege.times(30, 400)
    besieged = Besieged(siege, "crazy_eights")

    def deaf(act: Callable[[], None]) -> None:
        match, left = besieged.match, [int(2 ** (besieged.dice.random() * 5)) - 1]
        tell = Match.event

        def event(*told: int) -> None:
            left[0] -= 1
            if left[0] == -1:
                raise kind("injected")
            tell(match, *told)

        match.event = event  # type: ignore[method-assign]
        with suppress(kind, DeckmastorError):
            act()
        del match.event

    for _ in range(tries):
        besieged.attempt(deaf)
    assert is_whole(besieged.match)
    siege.tried(tries, f"cases of {kind.__name__} from an observer")


def look(match: Match, dice: random.Random) -> None:
    """One of the ways to look at a match."""
    match = match if dice.random() < 0.8 else restore(match.save())
    what = dice.randrange(5)
    if what == 0:
        match.view(dice.choice([*PLAYERS, None]))
    elif what == 1:
        match.why_not(dice.choice(PLAYERS), "play a card")
    elif what == 2:
        match.log("ann")
    else:
        for decision in match.decisions:
            assert decision.options
            assert decision.about is not None


def test_b3_looking_changes_nothing_even_if_it_is_interrupted(siege: Any) -> None:
    tries = siege.times(40, 500)
    for name in GAMES:
        dice = random.Random(siege.seed)
        match = load(name).start(PLAYERS, seed=siege.seed)
        for turn in range(tries):
            if match.over:
                match = load(name).start(PLAYERS, seed=turn)
            before = told(match)
            match.machine.listed_for = None
            stopped_at(int(2 ** (dice.random() * 11)), partial(look, match, dice))
            assert told(match) == before
            look(match, dice)
            assert told(match) == before
            if turn % 3 == 0:
                match.choose(dice.choice(match.decisions[0].options))
    siege.tried(2 * tries, "looks that are interrupted")
