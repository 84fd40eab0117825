"""The Belfry at a turn of ann: floors in the yard on which cards lie, and rules that link them."""

from __future__ import annotations

from pathlib import Path

from deckmastor.testing import Table

BELFRY = (Path(__file__).parent / "books" / "belfry.md").read_text(encoding="utf-8")
FLOORS = {"yard": ["Loft", "Ground", "Spire"]}  # not in the order in which they stand
LINKS = """\
- Each floor has an overhead, a support, a root and a front. An overhead is a floor. A support is a floor. A root is a floor. A front is a card.
- The overhead of the Ground is the Loft. The overhead of the Loft is the Spire.
- The root of a floor is the Ground. The front of a floor is the top card of that floor."""
DOWNWARDS = """\
- Each floor has a support. A support is a floor. The support of the Spire is the Loft. The support of the Loft is the Ground."""


def belfry(more: str = "", **players: dict[str, list[str] | int | str]) -> Table:
    book = BELFRY.replace("2 times per turn", "6 times per turn").replace(
        "## Floors {#floors}\n", f"## Floors {{#floors}}\n\n{more}\n"
    )
    seats = {name: players.get(name, {}) for name in ("ann", "bob", "cat")}
    table = Table(book, common={"deck": ["Chime"] * 3, **FLOORS}, bare=True, **seats)
    table.begin_turn("ann")
    return table
