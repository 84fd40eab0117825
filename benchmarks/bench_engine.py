"""How fast rulebooks run: Crazy Eights from English against the same game written by hand.

Ratios are taken in interleaved rounds: each round runs both for a while and divides. The absolute
figures are for colour; they depend on the machine and on what else it does.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from deckmastor.lab.bench.plain_crazy_eights import MASK, play_out

from deckmastor.engine import BUILD
from deckmastor.engine.game import begin
from deckmastor.engine.machine import Machine
from deckmastor.engine.state import OVER
from deckmastor.match import Match, load

ROUNDS = 15
PLAYERS = 4
VALUES: dict[str, int | str] = {"special play": "yes", "reshuffling": "yes"}


def from_english(seed: int) -> int:
    """A match from the rulebook played at random; how many decisions it took."""
    state = begin(RULES, seed)
    machine = Machine(RULES)
    chance = seed
    decisions = 0
    while not state.v[OVER]:
        options = machine.options(state, 0)
        chance = (chance * 1103515245 + 12345) & MASK
        machine.answer(state, 0, options[((chance >> 8) * len(options)) >> 23])
        decisions += 1
    return decisions


def by_hand(seed: int) -> int:
    """The same game written by hand."""
    return play_out(seed, PLAYERS)


def rate(play: Callable[[int], int], seed: int, games: int) -> float:
    """Decisions a second over some games."""
    begun = time.perf_counter()
    decisions = sum(play(seed + i) for i in range(games))
    return decisions / (time.perf_counter() - begun)


def microseconds(act: Callable[[], object], times: int) -> float:
    """The best of several runs of a short act."""
    best = float("inf")
    for _ in range(5):
        begun = time.perf_counter()
        for _ in range(times):
            act()
        best = min(best, (time.perf_counter() - begun) / times)
    return best * 1e6


def in_the_middle() -> Match:
    """A match after a dozen decisions."""
    match = GAME.start([f"p{i}" for i in range(PLAYERS)], seed=5, values=VALUES)
    for _ in range(12):
        match.choose(match.decisions[0].options[0])
    return match


GAME = load("crazy_eights")
RULES = GAME.rules(PLAYERS, VALUES)


def main() -> None:
    """Measure and print."""
    rate(from_english, 1, 3), rate(by_hand, 1, 30)
    ratios: list[float] = []
    ours: list[float] = []
    theirs: list[float] = []
    for n in range(ROUNDS):
        ours.append(rate(from_english, 100 * n, 4))
        theirs.append(rate(by_hand, 100 * n, 60))
        ratios.append(ours[-1] / theirs[-1])
    print(f"crazy eights, {PLAYERS} players, random play, {ROUNDS} interleaved rounds, {BUILD}")
    print(f"  from English   best {max(ours):>10,.0f} decisions/s")
    print(f"  by hand        best {max(theirs):>10,.0f} decisions/s")
    spread = f"{min(ratios):.3f} to {max(ratios):.3f}"
    print(f"  ratio        median {statistics.median(ratios):>10.3f} ({spread})")
    match = in_the_middle()
    state = match.state
    print(f"  fork           {microseconds(state.clone, 2000):>10.1f} µs")
    saved = match.save()
    print(f"  save           {microseconds(match.save, 500):>10.1f} µs, {len(saved):,} bytes")
    print(f"  restore        {microseconds(lambda: match.restore(saved), 500):>10.1f} µs")


if __name__ == "__main__":
    main()
