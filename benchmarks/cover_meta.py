"""What of Meta bots come to: matches with many values and decks, added up.

    python benchmarks/cover_meta.py [MATCHES] [PROCESSES]

Each line of `RUNS` is a number of players, the values that are changed, and what they bring. The
starts with a deck too small, too many starred cards or too many copies are refused, and count for
the sentences that refuse them. Curious players try what was tried least.
"""

from __future__ import annotations

import sys
import time

from deckmastor.bots.kinds import CURIOUS, RANDOM
from deckmastor.cli.simulation import show_coverage
from deckmastor.lab.simulate import Plan, cover
from deckmastor.language.decks import DeckList
from deckmastor.match import load
from deckmastor.record.decks import parse

GAME = "meta"
SEED = 12
Values = dict[str, int | str]

SHORT: Values = {"deck size": 12, "star limit": 60, "opening hand": 3, "starting life": 9}
RUNS: list[tuple[int, Values, str]] = [
    (2, {}, ""),
    (3, {}, ""),
    (4, {}, "random"),
    (2, {}, "random"),
    (3, {"draw number": 1, "opening hand": 5, "reset life": 2}, "random"),
    (3, {"conceding": "yes"}, "random"),
    (3, {"questioning": "yes", "host seat": 2}, "random"),
    (2, {"stack order": "bottom first"}, "random"),
    (2, {"tower order": "lowest first"}, "random"),
    (2, {"survival victory": "no", "life ceiling": 40}, "random"),
    (4, {"draw number": 6, "hand limit": 4}, "random"),
    (2, SHORT, "random"),
    (3, SHORT, "random"),
]
REFUSED: list[Values] = [{"deck size": 61}, {"star limit": 0}, {"uniqueness scale": 1}]
LOOPS = """
name: Loops
12 Ouroboros
12 Quotation
6 Ditto
4 Late Addition
4 Deep Thought
4 Second Wind
4 Elevator
2 Mirror Tower
4 Chain Reaction
4 Upside Down
4 Exhume
"""


def loops() -> DeckList:
    """A deck of the cards most likely to loop, 60 of them; the scale of uniqueness allows it."""
    return parse(LOOPS, load(GAME).book)


def plans(matches: int) -> list[Plan]:
    """The matches that are played, of curious and of random players."""
    found = [
        Plan(
            GAME, matches, players, SEED + at, tuple(values.items()),
            bots=(kind,) * players, decks=(deck,) * players if deck else (),
        )
        for at, (players, values, deck) in enumerate(RUNS)
        for kind in (CURIOUS, RANDOM)
    ]  # fmt: skip
    scale = (("uniqueness scale", 1000),)
    found.append(Plan(GAME, matches, 2, SEED, scale, decks=(loops(),) * 2))
    return [*found, *(Plan(GAME, 1, 2, SEED, tuple(values.items())) for values in REFUSED)]


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
