"""Games for the profile of a profile-guided build: they show what of the engine runs often.

`setup.py` runs this file as a program between two passes of the C compiler. The dependencies of
the package may be missing then, so it imports language and engine alone.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

SPECIAL: dict[str, int | str] = {"special play": "yes", "reshuffling": "yes"}
GAMES: tuple[tuple[str, dict[str, int | str], int], ...] = (
    ("crazy_eights", {}, 4_000),
    ("crazy_eights", SPECIAL, 2_000),
    ("hypertext", {}, 200),
    ("meta", {}, 10),
    ("unicorns", {}, 100),
)  # a game, values that are changed, and how many matches: about as long for each game
SEATS = 4
LIMIT = 10_000  # decisions of a match


def main(package: Path) -> None:
    """Play some matches of shipped games at random, with the package in a folder."""
    bare = ModuleType("deckmastor")
    bare.__path__ = [str(package)]
    sys.modules["deckmastor"] = bare  # without what its door imports
    from deckmastor.engine import Machine, build, play_on, run
    from deckmastor.language.book import read_book
    from deckmastor.language.rulebook import read_path

    for game, values, matches in GAMES:
        book = read_book(read_path(package / "rulebooks" / game / "rulebook.md"))
        rules = build(book, SEATS, values)
        for seed in range(matches):
            machine = Machine(rules)
            play_on(machine, run(machine, seed), seed, LIMIT)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
