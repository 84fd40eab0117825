"""What compiling brings: random matches in two processes, one on the source, one compiled.

python -m deckmastor.lab.speedup
"""

from __future__ import annotations

import subprocess
import sys
import time
from contextlib import nullcontext
from math import prod

from deckmastor.lab.processes import on_source
from deckmastor.lab.simulate import Plan, play_one
from deckmastor.match import shipped

SECONDS = 0.5  # for each game, at least
SEATS = 4
ALONE = "--alone"  # measure in this process, and print rates


def rate(game: str) -> float:
    """Decisions of a game in a second of the processor, in whole matches."""
    plan = Plan(game, 1, SEATS)
    play_one(plan, 0)  # rules are compiled, caches are filled
    start, decisions, number = time.process_time(), 0, 0
    while time.process_time() - start < SECONDS:
        number += 1
        decisions += play_one(plan, number)[1]
    return decisions / (time.process_time() - start)


def rates(*, source: bool) -> dict[str, float]:
    """The rate of each shipped game, in a process of one build."""
    with on_source() if source else nullcontext():
        ran = subprocess.run(
            [sys.executable, "-m", __spec__.name, ALONE], capture_output=True, text=True, check=True
        )
    return {
        game: float(told) for game, told in (line.split("\t") for line in ran.stdout.splitlines())
    }


def told(factors: dict[str, float]) -> str:
    """One sentence: the geometric mean, then each game."""
    mean = prod(factors.values()) ** (1 / len(factors))
    each = ", ".join(f"{game.replace('_', ' ').title()} {n:.1f}" for game, n in factors.items())
    return f"The compiled engine plays {mean:.1f} times as fast as the source ({each})."


def main(arguments: list[str]) -> None:
    """Measure both builds and say it in one sentence."""
    if ALONE in arguments:
        for game in shipped():
            print(game, rate(game), sep="\t")
        return
    compiled, source = rates(source=False), rates(source=True)
    print(told({game: compiled[game] / source[game] for game in compiled}))


if __name__ == "__main__":
    main(sys.argv[1:])
