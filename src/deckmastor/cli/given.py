"""What is given on the command line for a match: values of the game, and players."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from deckmastor import doors
from deckmastor.cli.screen import Stop

if TYPE_CHECKING:
    from deckmastor.language.book import Book
    from deckmastor.language.tables import Value

MOST_PLAYERS = 60


def given_values(book: Book, told: Sequence[str]) -> dict[str, int | str]:
    """The values of `NAME=VALUE` arguments; Stop if the game has no such value."""
    known = {value.name: value for value in book.values}
    values: dict[str, int | str] = {}
    for one in told:
        name, equals, text = (part.strip() for part in one.partition("="))
        if not equals or not text:
            raise Stop(f"'{one}' is no value. Write NAME=VALUE, such as --value 'hand size=6'.")
        if name not in known:
            raise Stop(f"The game has no value '{name}'.{_instead(name, list(known))}")
        values[name] = _value(known[name], text)
    return values


def given_decks(told: Sequence[str], players: Sequence[str]) -> dict[str, str]:
    """The decks of `PLAYER=DECK` arguments, or of one `DECK` for all; Stop if one is for nobody."""
    decks: dict[str, str] = {}
    for one in told:
        who, equals, deck = (part.strip() for part in one.partition("="))
        if not equals:
            decks = dict.fromkeys(players, who) | decks
        elif who not in players or not deck:
            raise Stop(
                f"'{one}' is no deck of a player. Write PLAYER=DECK, such as "
                f"--deck {players[0]}=FILE. The players: {', '.join(players)}."
            )
        else:
            decks[who] = deck
    return decks


def checked_players(count: int) -> int:
    """A number of players that can sit at a table."""
    if not 1 <= count <= MOST_PLAYERS:
        raise Stop(f"{count} players cannot sit at a table; it has 1 to {MOST_PLAYERS} seats.")
    return count


def _value(known: Value, text: str) -> int | str:
    if not isinstance(known.value, int):
        if known.value in ("yes", "no") and text not in ("yes", "no"):
            raise Stop(f"The value '{known.name}' is yes or no, not '{text}'.")
        return doors.digits(text) if text.isdecimal() else text
    try:
        number = int(text)
    except ValueError:
        raise Stop(f"The value '{known.name}' is a number, not '{text}'.") from None
    least, most = known.least, known.most
    if (least is not None and number < least) or (most is not None and number > most):
        low = f"at least {least}" if least is not None else ""
        high = f"at most {most}" if most is not None else ""
        bounds = " and ".join(part for part in (low, high) if part)
        raise Stop(f"The value '{known.name}' is {bounds}, not {number}.")
    return number


def _instead(name: str, known: list[str]) -> str:
    if not known:
        return ""
    close = difflib.get_close_matches(name, known, 1)
    guess = f" Did you mean '{close[0]}'?" if close else ""
    return f"{guess}\nIts values are {', '.join(known)}."
