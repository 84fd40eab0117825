"""How long reading takes: a sentence, a rulebook cold and from the cache, an amendment.

    python benchmarks/bench_language.py [--json]

Medians of several runs on this machine; the first import and the base book are not counted.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from deckmastor.language import book, cache  # noqa: E402
from deckmastor.language.paragraphs import read_paragraph  # noqa: E402
from deckmastor.language.rulebook import read_text  # noqa: E402
from deckmastor.language.tokens import sentences  # noqa: E402

CORPUS = ROOT / "tests" / "corpus"
GAMES = ("agora", "gilded_hall", "hypertext", "meta", "unicorns")
AMENDMENT = """# Amendment {#amendment}

## Lanterns {#lanterns}

- Lanterns are counters. There is a shelf.
- A lamplighter is a kind of player.
- To kindle a card is to move it from your hand to the shelf.
- Once per turn, each player may kindle a card. If they do, they gain 1 lantern.
- The lantern limit is 12.
- A player cannot have more lanterns than the lantern limit.
- When a player kindles a card, each other player may draw a card.
- When a player has at least 9 lanterns, that player wins the game.
"""
BARS = {
    "sentence, median": 1.7, "sentence, slowest": 50.0, "300 sentences, cold": 1000.0,
    "300 sentences, cached": 100.0, "amendment of 8 sentences": 20.0,
}  # fmt: skip


def clock(work: Callable[[], object], times: int) -> float:
    """The median time of some work, in milliseconds."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        taken.append((time.perf_counter() - start) * 1000)
    return statistics.median(taken)


def each_sentence() -> list[float]:
    """The time of every sentence of the corpora that is a paragraph of its own."""
    taken = []
    for game in GAMES:
        read = book.load(CORPUS / f"{game}.md")
        for entry in read.entries:
            text, host = entry.paragraph.text, entry.paragraph.host
            if len(sentences(text)) == 1:
                taken.append(
                    clock(lambda: read_paragraph(text, read.lexicon, host, entry.params), 3)  # noqa: B023
                )
    return taken


def three_hundred() -> str:
    """A rulebook of 300 sentences: a corpus with its tables and as many rules as that leaves."""
    path = CORPUS / "gilded_hall.md"
    on_cards = [e for e in book.load(path).entries if e.paragraph.host != "rule"]
    count = sum(len(sentences(entry.paragraph.text)) for entry in on_cards)
    kept = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("- "):
            count += len(sentences(line[2:]))
            if count > 300:
                continue
        kept.append(line)
    return "\n".join(kept) + "\n"


def measure() -> dict[str, float]:
    """Every figure, in milliseconds."""
    book.base_book()
    taken = each_sentence()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DECKMASTOR_CACHE"] = str(Path(folder) / "cache")
        path = Path(folder) / "book.md"
        path.write_text(three_hundred(), encoding="utf-8")
        read = book.load(path)
        assert 270 <= sum(len(sentences(e.paragraph.text)) for e in read.entries) <= 330
        cold = clock(lambda: book.load(path), 5)
        cache.load(path)
        warm = clock(lambda: cache.load(path), 9)
    game = book.load(CORPUS / "unicorns.md")
    amendment = read_text(AMENDMENT)
    amended = clock(lambda: book.read_book(amendment, game.lexicon), 15)
    assert not book.read_book(amendment, game.lexicon).errors
    return {
        "sentence, median": statistics.median(taken),
        "sentence, slowest": max(taken),
        "300 sentences, cold": cold,
        "300 sentences, cached": warm,
        "amendment of 8 sentences": amended,
    }


def main() -> None:
    """Print the figures beside their bars."""
    figures = measure()
    if "--json" in sys.argv:
        print(json.dumps(figures, indent=2))
        return
    print(f"{'reading':28}{'ms':>10}{'bar':>10}")
    for name, value in figures.items():
        print(f"{name:28}{value:10.2f}{BARS[name]:10.1f}{'' if value <= BARS[name] else '  over'}")


if __name__ == "__main__":
    main()
