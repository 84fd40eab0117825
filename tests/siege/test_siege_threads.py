"""Row B2: threads. Rules and games are shared freely; one thread at a time is in a match."""

from __future__ import annotations

import ctypes
import random
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from deckmastor import DeckmastorError, Game, Match, Occupied, load, replay, restore

PLAYERS = ["ann", "bob", "cy"]
HASTY = 1e-5  # seconds until another thread has its turn


class Stop(Exception):
    """What is raised in a thread at any moment."""


@pytest.fixture(autouse=True)
def hastily() -> Iterator[None]:
    usual = sys.getswitchinterval()
    sys.setswitchinterval(HASTY)
    yield
    sys.setswitchinterval(usual)


def in_threads(count: int, work: Callable[[int], None]) -> Counter[str]:
    """What threads raised that is no error of ours."""
    raw: Counter[str] = Counter()

    def run(number: int) -> None:
        try:
            work(number)
        except DeckmastorError:
            pass
        except BaseException as why:  # whatever it is, it is told
            raw[f"{type(why).__name__}: {why}"] += 1

    workers = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return raw


def answer(match: Match, dice: random.Random) -> None:
    """An answer at random; what comes too late is refused."""
    decisions = match.decisions
    if decisions:
        options = dice.choice(decisions).options
        match.choose(dice.choice(options))


def meddle(match: Match, dice: random.Random) -> None:
    """Something that somebody may do with a match: mostly answers."""
    what = dice.randrange(12)
    if what == 0:
        match.view(dice.choice([*PLAYERS, None]))
    elif what == 1:
        match.imagine("ann", 1).view("ann")
    elif what == 2:
        restore(match.save())
    elif what == 3:
        match.why_not("ann", "fly")
    elif what == 4:
        assert match.fork().trace()
    elif what == 5:
        match.amend(dice.choice(["When a player draws a card, they gain 1 point.", "Hm."]))
    else:
        answer(match, dice)


def is_whole(match: Match) -> bool:
    """True if the journal of a match leads to its state."""
    return replay(match.journal).trace() == match.trace()


def test_b2_one_match_shared_by_threads_stays_right(siege: Any) -> None:
    rounds, answers = siege.times(1, 20), siege.times(20, 40)
    games = ("crazy_eights", "unicorns")[: siege.times(1, 2)]
    for name in games:
        game = load(name)
        for round_ in range(rounds):
            match = game.start(PLAYERS, seed=siege.seed + round_)

            def work(number: int, match: Match = match, round_: int = round_) -> None:
                dice = random.Random(1000 * siege.seed + 10 * round_ + number)
                for _ in range(answers):
                    with suppress(DeckmastorError):
                        meddle(match, dice)

            assert in_threads(4, work) == Counter()
            assert is_whole(match)
    siege.tried(len(games) * rounds * 4 * answers, "calls from 4 threads on one match")


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_b2_exceptions_in_threads_break_no_match(siege: Any) -> None:
    """Exceptions are thrown into threads, at any moment, while they share one match."""
    thrown = 0
    for round_ in range(siege.times(2, 40)):
        match = load("crazy_eights").start(PLAYERS, seed=siege.seed + round_)
        done: list[int] = []

        def work(number: int, match: Match = match, done: list[int] = done) -> None:
            dice = random.Random(number)
            for _ in range(30):
                with suppress(DeckmastorError, Stop):
                    meddle(match, dice)
            done.append(number)

        workers = [threading.Thread(target=guarded, args=(work, n)) for n in range(3)]
        for worker in workers:
            worker.start()
        dice = random.Random(siege.seed)
        while any(worker.is_alive() for worker in workers):
            thrown += throw(dice.choice(workers))
            workers[0].join(dice.random() * 0.01)

        assert is_whole(match)
        if not match.over:
            answer(match, dice)
            assert is_whole(match)
    assert thrown > 5
    siege.tried(thrown, "exceptions thrown into threads that share a match")


def guarded(work: Callable[[int], None], number: int) -> None:
    """Work until it is done, or an exception comes where nobody waits for it."""
    with suppress(Stop):
        work(number)


def throw(worker: threading.Thread) -> int:
    """Raise an exception in a thread, wherever it is."""
    if worker.ident is None or not worker.is_alive():
        return 0
    return ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(worker.ident), ctypes.py_object(Stop)
    )


def test_b2_games_are_shared_and_compiled_once() -> None:
    game = Game(load("crazy_eights").book)
    found: list[object] = []
    raw = in_threads(6, lambda number: found.append(game.start(PLAYERS, seed=number).rules))

    assert raw == Counter()
    assert len(found) == 6
    assert len({id(rules) for rules in found}) == 1


def test_a_second_thread_waits_for_its_turn() -> None:
    match = load("crazy_eights").start(PLAYERS)
    entered, leave, told = threading.Event(), threading.Event(), []

    def look(_: Match, at: int) -> int:
        entered.set()
        leave.wait(10)
        told.append("first")
        return at

    first = threading.Thread(target=match.looked, args=(look, 0))
    second = threading.Thread(target=lambda: told.append(match.view("ann")["player"]))
    first.start()
    entered.wait(10)
    second.start()
    second.join(0.05)
    waits = second.is_alive()
    leave.set()
    first.join(10)
    second.join(10)

    assert waits
    assert told == ["first", "ann"]
    assert match.inside == []


def test_who_asks_in_the_midst_of_an_answer_is_refused() -> None:
    """As a signal handler does: to wait for itself would last for ever."""
    match = load("crazy_eights").start(PLAYERS, seed=3)
    refused: list[Occupied] = []

    def event(*told: int) -> None:
        try:
            match.save()
        except Occupied as why:
            refused.append(why)

    match.event = event  # type: ignore[method-assign]
    option = match.decisions[0].options[0]
    match.choose(option)
    del match.event

    assert refused
    assert "midst of an answer" in str(refused[0])
    assert match.number == 1
    assert is_whole(match)


def test_who_is_gone_keeps_nobody_waiting() -> None:
    """An exception can come before somebody says that they leave."""
    match = load("crazy_eights").start(PLAYERS)

    def left() -> Any:
        return sys._getframe()

    match.inside.append(left())

    assert in_threads(2, lambda number: answer(match, random.Random(number))) == Counter()
    assert match.inside == []


def test_b2_an_exception_in_one_match_changes_no_rule_of_another(siege: Any) -> None:
    game = load("crazy_eights")
    other = game.start(PLAYERS, seed=5)
    before = [option.text for option in other.decisions[0].options]
    for patience in range(siege.times(20, 400)):
        match = game.start(PLAYERS, seed=patience)
        count = [patience % 7]

        def event(*told: int, count: list[int] = count) -> None:
            count[0] -= 1
            if count[0] < 0:
                raise Stop

        match.event = event  # type: ignore[method-assign]
        with suppress(Stop, DeckmastorError):
            answer(match, random.Random(patience))
        del match.event
        assert is_whole(match)

    assert [option.text for option in other.decisions[0].options] == before
    assert [o.text for o in game.start(PLAYERS, seed=5).decisions[0].options] == before
