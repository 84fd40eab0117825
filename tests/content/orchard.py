"""A made-up game of fruit with two suits of two cards each, and its folder."""

from __future__ import annotations

from pathlib import Path

from deckmastor.content.page import Content, load
from deckmastor.language import book
from deckmastor.language.faults import Fault

RULEBOOK = """\
# Orchard {#orchard}

## Words {#words}

- Each player has a hand. There is a deck and a discard pile.
- A card has one suit: apple or plum. A card has one rarity: plain or fine.
- Each card has a number, a letter and a worth.
- To draw a card is to move the top card of the deck to your hand.

## Turn {#turn}

- At the beginning of the game, each player draws a card.
- A player may draw a card on their turn.

[The cards](cards.md)
"""
CARDS = """\
## Cards {#cards}

The cards are:

| Number | Name | Suit | Letter | Rarity | Worth |
|---|---|---|---|---|---|
| 01 | PIPPIN | apple | A | plain | 1 |
| 02 | RUSSET | apple | B | fine | 3 |
| 03 | DAMSON | plum | A | plain | 2 |
| 04 | MIRABEL | plum | B | fine | 2 |
"""
CHECKS = """\
# Checks {#checks}

Each of [the cards](cards.md#cards) has a sheet in [the study](study.md). A card is called by its Number and Name.

[Data](data.md)

## The set {#set}

SET

### Suit {#suit}

- It is one of apple or plum.

### Rarity {#rarity}

- It is one of plain or fine.

### FIELD {#field}

CHECK
"""
DATA = """\
# Data {#data}

The books of the library are:

| Name | Also | Chapters | Verses |
|---|---|---|---|
| Almanac | | 2 | 10 12 |
| 1 Seasons | Seasons | 1 | 9 |

The crafts are:

| Name | Rarity | Takes | Count |
|---|---|---|---|
| Graft | plain | | 2 |
| Press | fine | cider, oil | 2 |

The signs of Runic are:

| From | To |
|---|---|
| U+16A0 | U+16EA |
| U+0020 | U+0020 |

The letters of Runic are:

| Letter | Last | Latin | Instead |
|---|---|---|---|
| ᚠ | | f | |
| ᚢ | ᚤ | u, nothing | |
| ᚨ | | a | o before ᚠ; e after ᚢ |

The marks of Runic are:

| Mark | Effect |
|---|---|
| U+0301 | may double its letter |
| U+0308 | sets its letter apart |
| U+0314 | puts h before the word |
"""
NAMES = ("PIPPIN", "RUSSET", "DAMSON", "MIRABEL")


def plant(
    folder: Path,
    check: str = "",
    *values: str,
    field: str = "Note",
    cards: str = CARDS,
    the_set: str = "",
    data: str = DATA,
    sheets: str | None = None,
) -> Path:
    """The folder of the game; each card has on its sheet one of the values, the last for the rest."""
    told = values or ("something",)
    several = [told[min(n, len(told) - 1)] for n in range(len(NAMES))]
    study = "\n\n".join(
        f"### {name}\n\n- **{field}:** {value}".replace(": \n", ":\n")
        for name, value in zip(NAMES, several, strict=True)
    )
    checks = CHECKS.replace("SET", the_set).replace("FIELD", field).replace("CHECK", check)
    pages = {
        "rulebook.md": RULEBOOK,
        "cards.md": cards,
        "checks.md": checks,
        "data.md": data,
        "study.md": sheets if sheets is not None else f"# Study\n\n{study}\n",
    }
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def content(folder: Path, text: str | None = None) -> Content:
    """What is read of the folder."""
    found = load(book.load(folder), text)
    assert found is not None
    return found


def faults(folder: Path, text: str | None = None) -> list[Fault]:
    """All faults of the folder's cards and sheets."""
    return content(folder, text).faults()


def told(folder: Path, text: str | None = None) -> list[str]:
    """The messages of these faults."""
    return [fault.message for fault in faults(folder, text)]
