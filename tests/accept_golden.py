"""Write the golden IR of the corpora anew, after its differences have been read by eye.

python tests/accept_golden.py [GAME …]        shows what would change
python tests/accept_golden.py --write [GAME …]
"""

from __future__ import annotations

import difflib
import sys

from corpus_books import GAMES, corpus, golden, golden_path


def main(words: list[str]) -> int:
    """Show, and with --write accept, the changed meanings of the games named."""
    write = "--write" in words
    games = [word for word in words if word != "--write"] or list(GAMES)
    for game in games:
        path = golden_path(game)
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        new = golden(corpus(game))
        for line in difflib.unified_diff(
            old.splitlines(), new.splitlines(), game, game, "", "", 1, ""
        ):
            print(line)
        if write:
            path.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
