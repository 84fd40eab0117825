"""What of Unicorns bots come to: matches with many values, added up.

    python benchmarks/cover_unicorns.py [MATCHES] [PROCESSES]

Each line of `RUNS` is a number of players and the values that are changed. Two starts are refused,
and count for the sentences that refuse them: a box with a card too few, and a set-up that leaves
the babies in the deck. Three sentences keep in their places what no card of the box would take
from there; they are tried with a house deck, in which other texts stand on three cards.
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

GAME = "unicorns"
SEED = 12
Values = dict[str, int | str]

MANY: Values = {
    "deck ending": "failed draw",
    "tie ending": "shared",
    "retarget self": "no",
    "unicorn destination": "own",
    "neigh priority": "random",
    "neigh reopen": "no",
    "first seat": 1,
    "claim order": "random",
    "choice secrecy": "open",
    "announce timing": "when played with targets",
}
OTHERS: Values = {
    "deck ending": "reshuffle",
    "panda shield": "yes",
    "tornado chooser": "each owner",
    "requirement scope": "all",
    "tiny count": "cards",
    "flyer timing": "next link",
    "glitter bomb link": "if you do",
    "closing kept": "no",
    "neigh priority": "fastest",
    "claim order": "seat order",
    "then timing": "same link",
    "and timing": "blind",
    "announce timing": "when played",
}
RUNS: list[tuple[int, Values]] = [
    (3, {}),
    (2, {}),
    (6, {}),
    (3, MANY),
    (3, OTHERS),
    (3, {"edition": "second print"}),
    (2, {"edition": "second print"}),
    (3, {"chain limit": 2}),
    (2, {"play limit": 9, "deal size": 10, "extra turn stack": "no"}),
    (3, {"box size": 126}),
]
HOUSE = {
    "Good Deal": "Move all cards in your stable to the nursery.",
    "Kiss of Life": "Bring a card from the discard pile into your stable.",
    "Unicorn Poison": "Play a card from the nursery.",
}
SET_UP = "- Before the game, move all baby unicorns into the nursery."


def house(folder: Path, texts: dict[str, str], without: str = "") -> str:
    """The path of a rulebook in which some cards have other texts and a sentence is missing."""
    for name, told in load(GAME).files.items():
        lines = told.replace(without, "").splitlines() if without else told.splitlines()
        for number, line in enumerate(lines):
            card = line.removeprefix("| ").partition(" |")[0]
            if line.startswith("| ") and card in texts:
                lines[number] = line.removesuffix("|").rpartition("|")[0] + f"| {texts[card]} |"
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(folder / "rulebook.md")


def main(matches: int, processes: int) -> None:
    """Play so many matches of each run, half of them with curious bots, and tell what is left."""
    start = time.perf_counter()
    plans = [
        Plan(GAME, matches // 2, players, SEED, tuple(values.items()), bots=(bot,) * players)
        for players, values in RUNS
        for bot in (CURIOUS, RANDOM)
    ]
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        other = house(Path(one), HOUSE)
        unset = house(Path(two), {}, SET_UP)
        plans.append(Plan(other, matches // 2, 3, SEED, bots=(CURIOUS,) * 3))
        plans.append(Plan(unset, 1, 3, SEED, (("baby gift", 0),)))
        found, played = cover(plans, processes)
    print(f"{played:,} matches in {time.perf_counter() - start:,.0f} s")
    show_coverage(found)


if __name__ == "__main__":
    main(*(int(given) for given in (sys.argv[1:3] + ["60", "1"][len(sys.argv) - 1 :])))
