"""What of Exoptosis bots come to: matches with many values, added up.

    python benchmarks/cover_exoptosis.py [MATCHES] [PROCESSES]

Each line of `RUNS` is a number of players and the values that are changed. Cards come from random
packs. Curious players try what was tried least. Bots let no time pass: the sentences of the clock
are listed with what is left, as are those that nothing in this book sets off.
"""

from __future__ import annotations

import sys
import time

from deckmastor.bots.kinds import CURIOUS, RANDOM
from deckmastor.cli.simulation import show_coverage
from deckmastor.lab.simulate import Plan, cover
from deckmastor.match import load

GAME = "exoptosis"
SEED = 12
LIMIT = 3_000  # decisions; a few matches at random would go on for long
Values = dict[str, int | str]

OPEN: Values = {"conceding": "no"}
RUNS: list[tuple[int, Values]] = [
    (2, OPEN),
    (3, OPEN),
    (4, OPEN),
    (6, OPEN),
    (3, {}),
    (5, {}),
    (3, OPEN | {"general luck": "yes"}),
    (3, OPEN | {"common chance": 100, "rare chance": 100}),
    (2, OPEN | {"common chance": 100, "rare chance": 100}),
    (3, OPEN | {"value distance": 3, "welcome gift": 60}),
    (3, OPEN | {"fragile limit": 1, "common chance": 100}),
]


def plans(matches: int) -> list[Plan]:
    """The matches that are played, of curious and of random players."""
    return [
        Plan(
            GAME, matches, players, SEED + at, tuple(values.items()), LIMIT,
            bots=(kind,) * players,
        )
        for at, (players, values) in enumerate(RUNS)
        for kind in (CURIOUS, RANDOM)
    ]  # fmt: skip


def main() -> None:
    """Play, and tell what no match came to."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    processes = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    load(GAME)
    start = time.perf_counter()
    found, played = cover(plans(matches), processes)
    print(f"{played:,} matches in {time.perf_counter() - start:.0f} s")
    show_coverage(found)


if __name__ == "__main__":
    main()
