"""The decks of a match: read from files, taken from the rulebook, and kept in the record.

A deck file has a card a line, `4 Second Wind`. What follows `#` is a comment, and a first line
`name: …` names the deck.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from deckmastor.language.book import Book
from deckmastor.language.decks import DeckList, UnknownCard
from deckmastor.record.errors import DeckError, StartError

RANDOM = "random"
LARGEST = 1_000  # cards in a deck
NAME = re.compile(r"name\s*:\s*(.*)", re.IGNORECASE)
COMMENT = re.compile(r"(?:^|\s)#.*")

Told = DeckList | str | Path  # a deck, the name of one that the rulebook lists, or its file


def parse(text: str, book: Book, file: str = "<deck>") -> DeckList:
    """The deck that a text lists; DeckError with every line that is wrong."""
    name = ""
    cards: list[tuple[int, str]] = []
    faults: list[str] = []
    catalogue = book.catalogue
    for number, line in enumerate(text.splitlines(), 1):
        told = COMMENT.sub("", line).strip()
        named = NAME.fullmatch(told)
        if not told:
            continue
        if named is not None and not cards and not name:
            name = named[1].strip()
            continue
        try:
            cards.append(catalogue.counted(told))
        except UnknownCard as why:
            faults.append(" ".join(filter(None, (f"{file}:{number}  {why}", why.hint))))
    deck = DeckList(name or Path(file).stem, tuple(cards), "")
    if deck.size > LARGEST:
        faults.append(f"{file}  {deck.size:,} cards are too many: a deck has at most {LARGEST:,}.")
    if not cards and not faults:
        faults.append(f"{file}  There is no card in this deck. Write a card a line: '4 NAME'.")
    if faults:
        raise DeckError("\n".join(faults), faults)
    return deck


def read(path: str | Path, book: Book) -> DeckList:
    """The deck in a file."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise DeckError(f"There is no file '{path}'.") from None
    except (OSError, ValueError) as why:
        raise DeckError(f"'{path}' cannot be read as a deck: {why}") from why
    return parse(text, book, str(path))


def written(deck: DeckList, book: Book) -> str:
    """A deck as the text of a file; cards that share a name are told by the id of their row."""
    catalogue = book.catalogue
    lines = [f"name: {deck.name}"] if deck.name else []
    for n, row in deck.cards:
        lines.append(f"{n} {catalogue.called(row)}")
    return "\n".join(lines) + "\n"


def found(told: Any, book: Book) -> DeckList:
    """A deck that was given: itself, one that the rulebook lists, or a file."""
    if isinstance(told, DeckList):
        unknown = [row for _, row in told.cards if row not in book.catalogue.cards]
        if unknown:
            raise DeckError(f"'{unknown[0]}' is no row of a card of this game.")
        if min((n for n, _ in told.cards), default=1) < 1 or told.size > LARGEST:
            raise DeckError(f"A deck has at most {LARGEST:,} cards, and at least 1 of each row.")
        return told
    if not isinstance(told, (str, Path)):
        raise DeckError(f"A deck is a name, a file or a DeckList, not {type(told).__name__}.")
    listed = {deck.name.casefold(): deck for deck in book.decks}
    deck = listed.get(str(told).casefold())
    if deck is not None:
        return deck
    if not Path(told).exists():
        names = ", ".join(f"'{one.name}'" for one in book.decks) or "none"
        raise DeckError(
            f"There is no deck '{told}': no file, and no deck of this game. Its decks: {names}."
        )
    return read(told, book)


def seated(decks: Any, players: Sequence[str], book: Book) -> list[DeckList | str]:
    """The deck of each player, `random` where one is to be made; StartError if one has none."""
    if decks is None or isinstance(decks, Mapping):
        given: Mapping[str, Any] = decks or {}
    else:
        given = dict.fromkeys(players, decks)
    for player in given:
        if player not in players:
            listed = ", ".join(players)
            raise StartError(f"There is no player '{player}' for a deck. The players: {listed}.")
    brought: list[DeckList | str] = []
    for seat, player in enumerate(players):
        told = given.get(player)
        if told == RANDOM:
            brought.append(RANDOM)
        elif told is not None:
            brought.append(found(told, book))
        elif book.decks:
            brought.append(book.decks[seat % len(book.decks)])
        else:
            raise StartError(
                f"{player} has no deck, and this game lists none. "
                f"Say which: decks={{'{player}': 'deck.txt'}}, or decks='random'."
            )
    return brought


def to_data(deck: DeckList) -> dict[str, Any]:
    """A deck as a journal keeps it."""
    return {"name": deck.name, "cards": [[n, row] for n, row in deck.cards]}


def from_data(data: Any) -> DeckList:
    """The deck that a journal keeps; ValueError or the like if it is none."""
    cards = tuple((int(n), str(row)) for n, row in data["cards"])
    return DeckList(str(data["name"]), cards, "")
