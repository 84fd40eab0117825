"""What of Exoptosis bots come to: matches with many values, added up.

    python benchmarks/cover_exoptosis.py [MATCHES] [PROCESSES]

Each line of `RUNS` is a number of players and the values that are changed. Cards come from random
packs. Curious players try what was tried least. Bots let no time pass: the sentences of the clock
are listed with what is left. Some rows are there for the Hall, and nothing in this book deals them:
house rules deal other packs, and let chance pick them too.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from deckmastor.bots.kinds import CURIOUS, RANDOM
from deckmastor.cli.simulation import show_coverage
from deckmastor.lab.simulate import Plan, cover
from deckmastor.match import load

GAME = "exoptosis"
SEED = 12
LIMIT = 600  # decisions; where no card fits any more, cards go round for ever
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
    (3, OPEN | {"welcome gift": 0, "starting chips": 0}),
    (3, OPEN | {"fragile limit": 1, "common chance": 100}),
]
CURSED = ("Mean", "Demonic", "Satanic", "Unholy", "Sacrificial")
COMMON = "The Common collection is:\n\n| Name | Weight |\n|---|---|\n"
PACKS = "Each player opens a new Handy Pack."
LOTTO = "Roll 1d100. If the result is 1, you become beaten. If the result is 100,"
HOUSE = {
    COMMON: COMMON + "".join(f"| {name} | 6 |\n" for name in CURSED),
    PACKS: f"{PACKS} Each player opens a new Legendary Pack. "
    "Each player creates a new Already-opened Pack in their inventory.",
    LOTTO: "Roll 1d2. If the result is 1, you become beaten. If the result is 2,",
}
HOUSE_RUNS: list[tuple[int, Values]] = [
    (2, OPEN | {"common chance": 100}),
    (3, OPEN | {"common chance": 100}),
    (4, {"common chance": 60}),
]


def house(folder: Path) -> str:
    """The path of a rulebook with the house rules."""
    found = ""
    for name, told in load(GAME).files.items():
        for old, new in HOUSE.items():
            told = told.replace(old, new)
        (folder / name).write_text(told, encoding="utf-8")
        found = name if name.endswith("rulebook.md") else found
    return str(folder / found)


def plans(matches: int, other: str) -> list[Plan]:
    """The matches that are played, of curious and of random players."""
    runs = [(GAME, *one) for one in RUNS] + [(other, *one) for one in HOUSE_RUNS]
    return [
        Plan(
            game, matches, players, SEED + at, tuple(values.items()), LIMIT,
            bots=(kind,) * players,
        )
        for at, (game, players, values) in enumerate(runs)
        for kind in (CURIOUS, RANDOM)
    ]  # fmt: skip


def main() -> None:
    """Play, and tell what no match came to."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    processes = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    load(GAME)
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        found, played = cover(plans(matches, house(Path(folder))), processes)
    print(f"{played:,} matches in {time.perf_counter() - start:.0f} s")
    show_coverage(found)


if __name__ == "__main__":
    main()
