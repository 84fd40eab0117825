"""A table of the game with three players or four, the first of them at turn."""

from __future__ import annotations

from pathlib import Path

from deckmastor.match import load
from deckmastor.testing import Table
from games.telling import seen as seen
from games.telling import told as told

BOOK = "unicorns"
Laid = dict[str, list[str] | int | str]
DECK = ["Basic Unicorn"] * 12


def lay(
    a: Laid | None = None,
    b: Laid | None = None,
    c: Laid | None = None,
    d: Laid | None = None,
    deck: list[str] | None = None,
    discard: list[str] | None = None,
    nursery: list[str] | None = None,
    values: dict[str, int | str] | None = None,
    draws: bool = False,
    book: str | Path = BOOK,
) -> Table:
    """A table at the first decision of A's turn; nothing but what is laid is in the game.

    Nobody draws in the draw phase, unless a test asks for it.
    """
    players = {name: laid for name, laid in zip("ABCD", (a, b, c, d), strict=True)}
    seated = {name: laid or {} for name, laid in players.items() if laid is not None or name < "D"}
    common: Laid = {
        "deck": DECK if deck is None else deck,
        "discard pile": discard or [],
        "nursery": ["Baby Unicorn"] * 3 if nursery is None else nursery,
    }
    told = {} if draws else {"draw size": 0}
    table = Table(book, common, told | (values or {}), bare=True, carried=True, **seated)
    table.begin_turn("A")
    return table


def old(card: str) -> str:
    """A card of the second print, as it is laid."""
    return f"second-print/{card.lower().replace(' ', '-')}"


def discards(table: Table) -> list[str]:
    """The cards of the discard pile, by name."""
    return sorted(table.cards("", "discard pile"))


def prefer(table: Table, player: str, *liked: str) -> None:
    """Let a player answer all that they alone are asked now, each time as they like best."""
    while table.asked() == [player] and not table.quiet:
        texts = table.options(player)
        table.choose(player, next(text for text in (*liked, *texts) if text in texts))


def edition(folder: Path, card: str, text: str) -> Path:
    """A rulebook in which one card has another text, kept in a folder."""
    for name, page in load(BOOK).files.items():
        lines = page.splitlines()
        for number, line in enumerate(lines):
            if line.startswith(f"| {card} |"):
                lines[number] = line.removesuffix("|").rpartition("|")[0] + f"| {text} |"
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder / "rulebook.md"
