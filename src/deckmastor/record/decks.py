"""The decks of a match: read from files, taken from the rulebook, and kept in the record.

A deck file has a card a line, `4 Second Wind`. What follows `#` is a comment, and a first line
`name: …` names the deck.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from deckmastor import doors
from deckmastor.language.book import Book
from deckmastor.language.decks import DeckList, UnknownCard
from deckmastor.record.errors import DeckError, StartError

RANDOM = "random"
LARGEST = 1_000  # cards in a deck
LARGEST_FILE = 1_000_000  # bytes of its file
LONGEST = 200  # letters of its name
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
        text = doors.text(doors.read_text(path, LARGEST_FILE), "A deck", most=LARGEST_FILE)
    except doors.Unfit as why:
        raise DeckError(f"This is no deck: {why}") from why
    return parse(text, book, str(path).encode("utf-8", "replace").decode())


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
        _check(told)
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
    if not _exists(told):
        names = ", ".join(f"'{one.name}'" for one in book.decks) or "none"
        said = doors.shown(str(told))
        raise DeckError(
            f"There is no deck {said}: no file, and no deck of this game. Its decks: {names}."
        )
    return read(told, book)


def _check(deck: DeckList) -> None:
    """DeckError unless a deck has a name, and cards with numbers."""
    doors.text(deck.name, "The name of a deck", DeckError, LONGEST)
    pairs: Any = deck.cards
    if not isinstance(pairs, tuple) or len(pairs) > LARGEST:
        raise DeckError(f"The cards of a deck are a tuple of at most {LARGEST:,} numbers and rows.")
    for one in pairs:
        if type(one) is not tuple or len(one) != 2 or not isinstance(one[1], str):
            raise DeckError("The cards of a deck are pairs of a number and a row.")
        doors.number(one[0], "The number of a card", DeckError)


def _exists(told: str | Path) -> bool:
    try:
        return Path(told).exists()
    except (OSError, ValueError):  # a name that no file can have
        return False


def seated(decks: Any, players: Sequence[str], book: Book) -> list[DeckList | str]:
    """The deck of each player, `random` where one is to be made; StartError if one has none."""
    if decks is None or isinstance(decks, Mapping):
        given: Mapping[str, Any] = decks or {}
    else:
        given = dict.fromkeys(players, decks)
    for player in given:
        if player not in players:
            listed = ", ".join(players)
            said = doors.shown(player)
            raise StartError(f"There is no player {said} for a deck. The players: {listed}.")
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
