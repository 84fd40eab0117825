"""How fast Exoptosis is played at random, beside RLCard's uno, and what more cards cost.

    python benchmarks/measure_exoptosis.py [ROUNDS] [SECONDS]

Everybody plays for a moment in each round, and rates of one round are divided: by the time that the
process has had of the processor. Beside RLCard a match counts as a whole, with the packs that are
opened before it. Growth compares decisions alone. It is measured in two ways: with idle cards, of
which each player opens packs beside those that are played with; and with larger packs, so that
decks, hands and lists of options hold four times as many cards as well.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from deckmastor.bots.random import play_out
from deckmastor.engine import COMPILED, Machine, run
from deckmastor.engine.inside import MASK, mix
from deckmastor.lab.bench import peers
from deckmastor.lab.bench.rounds import PROCESSOR, TIMERS, Series, Slice, Spread, interleave, ratios
from deckmastor.lab.simulate import LIMIT, Plan, play_one, rules_of
from deckmastor.match import load

GAME = "exoptosis"
PLAYERS = 2
SEED = 7
TIMES = 4
BARS = {"ratio": 0.3, "growth": 1.3}
OPENED = "Each player opens a new Deck Pack. Each player opens a new Deck Pack. "
ENLISTED = "Before the game, each player enlists each card in their inventory."
UNO = "uno"
Play = Callable[[int], tuple[int, float]]  # plays the match of a number: decisions and seconds


def values(conceding: str) -> tuple[tuple[str, int | str], ...]:
    """The values of a plan in which players can forfeit, or cannot."""
    return (("conceding", conceding),)


def ours(game: str, conceding: str, start: bool = True) -> Play:
    """Matches of random players from English; with their start, or decisions alone."""
    plan = Plan(game, 1 << 20, PLAYERS, SEED, values(conceding))
    timer = TIMERS[PROCESSOR]

    def whole(number: int) -> tuple[int, float]:
        begun = timer()
        return play_one(plan, number)[1], timer() - begun

    def decisions(number: int) -> tuple[int, float]:
        seed = mix(mix(SEED + number) & MASK)
        machine = Machine(rules_of(plan))
        state = run(machine, seed)
        begun = timer()
        return play_out(machine, state, mix(seed + 1), LIMIT), timer() - begun

    return whole if start else decisions


def uno() -> Play:
    """Matches of random players in RLCard's environment."""
    environment, timer = peers.way(peers.UNO, PLAYERS, SEED), TIMERS[PROCESSOR]

    def play(number: int) -> tuple[int, float]:
        begun = timer()
        return int(environment.play(number)[1]), timer() - begun

    return play


def slices(play: Play, seconds: float) -> Callable[[], Slice]:
    """What plays on with the next match, for so much time."""
    played = 0

    def play_on() -> Slice:
        nonlocal played
        first, decisions, spent = played, 0, 0.0
        while spent < seconds:
            more, took = play(played)
            decisions, spent, played = decisions + more, spent + took, played + 1
        return Slice(played - first, decisions, spent)

    return play_on


def larger(folder: Path, files: dict[str, str]) -> str:
    """The path of a book in which each pack holds four times as many cards."""
    packs = files["packs.md"]
    for number in range(9, 1, -1):
        packs = packs.replace(f"Receive {number} random", f"Receive {number * TIMES} random")
    packs = packs.replace("Receive a random rare card. Appraise that card.", rare(TIMES))
    return written(folder, files | {"packs.md": packs})


def rare(number: int) -> str:
    """What a pack says of so many rare cards."""
    return f"Receive {number} random rare cards. Appraise those cards."


def idle(folder: Path, files: dict[str, str]) -> str:
    """The path of a book in which players open three times as many packs again, for later."""
    name = f"{GAME}.rulebook.md"
    again = OPENED + "Each player opens a new Handy Pack."
    told = files[name].replace(ENLISTED, f"{ENLISTED}{f' {again}' * (TIMES - 1)}")
    return written(folder, files | {name: told})


def written(folder: Path, files: dict[str, str]) -> str:
    """Write a book that differs from the shipped one; its path."""
    if files == load(GAME).files:
        raise SystemExit("The rulebook says it in other words now: see `larger` and `idle`.")
    for name, told in files.items():
        (folder / name).write_text(told, encoding="utf-8")
    return str(folder / f"{GAME}.rulebook.md")


def show(found: dict[str, Series]) -> None:
    """Print how fast everybody played."""
    print(f"{'':<28} {'decisions/s':>12} {'in a match':>11}")
    for name, series in found.items():
        rate = Spread.of(series.rates())
        print(f"{name:<28} {rate.median:>12,.0f} {series.per_match:>11,.1f}")


def compare(what: str, one: Series, other: Series, bar: float, least: bool) -> None:
    """Print one rate as a multiple of another, and whether it keeps within a bar."""
    spread = Spread.of(ratios(one.rates(), other.rates()))
    kept = spread.median >= bar if least else spread.median <= bar
    told = f"{'at least' if least else 'at most'} {bar}: {'yes' if kept else 'no'}"
    print(f"{what:<44} {spread.median:.3f} ({spread.low:.3f} to {spread.high:.3f})  {told}")


def main(rounds: int, seconds: float) -> None:
    """Play the rounds and print rates and ratios."""
    begun = time.perf_counter()
    if not COMPILED:
        print("The source of the engine runs: `make profiled` compiles it.")
    files = dict(load(GAME).files)
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        many, more = larger(Path(one), files), idle(Path(two), files)
        plays: dict[str, Play] = {}
        if peers.versions()[peers.RLCARD]:
            plays[UNO] = uno()
        else:
            print("RLCard is not installed, so that nothing is compared: pip install rlcard")
        for conceding in ("yes", "no"):
            plays[f"conceding {conceding}"] = ours(GAME, conceding)
        for name, game in (("as it is", GAME), ("idle cards", more), ("larger packs", many)):
            plays[f"decisions, {name}"] = ours(game, "no", start=False)
        players = {name: slices(play, seconds) for name, play in plays.items()}
        found = interleave(players, rounds, lambda what: None)
    show(found)
    print()
    for conceding in ("yes", "no"):
        if UNO in found:
            one = found[f"conceding {conceding}"]
            compare(f"conceding {conceding}, to uno", one, found[UNO], BARS["ratio"], True)
    plain = found["decisions, as it is"]
    for name in ("idle cards", "larger packs"):
        grown = found[f"decisions, {name}"]
        compare(f"cost of a decision with {name}", plain, grown, BARS["growth"], False)
    print(f"{time.perf_counter() - begun:,.0f} s")


if __name__ == "__main__":
    given = sys.argv[1:]
    main(int(given[0]) if given else 9, float(given[1]) if len(given) > 1 else 0.5)
