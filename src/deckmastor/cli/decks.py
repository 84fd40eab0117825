"""`deck`: the decks that players bring, checked, listed and built."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import Any

from deckmastor import doors
from deckmastor.cli.given import given_values
from deckmastor.cli.screen import Stop, count, say, say_json
from deckmastor.cli.shelf import find
from deckmastor.language.decks import DeckList
from deckmastor.match import DeckError, Game, load
from deckmastor.record import building
from deckmastor.record.decks import found, to_data, written

Values = dict[str, int | str]


def check(decks: Sequence[str], name: str, values: Sequence[str], as_json: bool) -> int:
    """Tell every violation of each deck; 1 if there is one, or if a deck cannot be read."""
    game = _game(name)
    given = given_values(game.book, values)
    checked = [_checked(game, told, given) for told in decks]
    if as_json:
        say_json(checked)
    else:
        for one in checked:
            _show(one)
    return 0 if all(one["legal"] for one in checked) else 1


def _checked(game: Game, told: str, values: Values) -> dict[str, Any]:
    """What is to be said of a deck."""
    try:
        deck = found(told, game.book)
    except DeckError as why:
        faults = list(why.faults or [str(why)])
        return {"deck": told, "legal": False, "faults": faults, "violations": []}
    against = [
        {"sentence": one.because.text, "id": one.because.id, "reason": one.reason}
        for one in building.violations(game, deck, values)
    ]
    return {
        "deck": told, "name": deck.name, "size": deck.size, "legal": not against, "faults": [],
        "violations": against,
    }  # fmt: skip


def _show(checked: dict[str, Any]) -> None:
    told = checked["deck"]
    size = f" ({count(checked['size'], 'card')})" if "size" in checked else ""
    verdict = "legal" if checked["legal"] else "not legal" if size else "cannot be read"
    say(f"{told}{size}: {verdict}", "good" if checked["legal"] else "error")
    for fault in checked["faults"]:
        say(fault, indent="  ")
    for one in checked["violations"]:
        reason = f" ({one['reason']})" if one["reason"] else ""
        say(f"- {one['sentence']}{reason}", indent="  ")


def list_all(name: str, show: str, as_json: bool) -> int:
    """Show the decks that a rulebook lists, or one of them."""
    game = _game(name)
    decks = game.decks
    if show:
        decks = [_listed(game, show)]
        if not as_json:
            say(written(decks[0], game.book).rstrip())
            return 0
    if as_json:
        say_json([{**to_data(deck), "size": deck.size} for deck in decks])
        return 0
    if not decks:
        say("The rulebook lists no decks.")
    width = max((len(deck.name) for deck in decks), default=0)
    for deck in decks:
        say(f"{deck.name:<{width}}  {count(deck.size, 'card')}, {len(deck.cards)} different")
    return 0


def _listed(game: Game, name: str) -> DeckList:
    known = {deck.name.casefold(): deck for deck in game.decks}
    deck = known.get(name.casefold())
    if deck is None:
        near = difflib.get_close_matches(name.casefold(), known, 1)
        guess = f" Did you mean '{known[near[0]].name}'?" if near else ""
        names = ", ".join(one.name for one in game.decks) or "none"
        raise Stop(f"The rulebook lists no deck '{name}'.{guess}\nIts decks: {names}.")
    return deck


def build(name: str, seed: int, output: str, values: Sequence[str]) -> int:
    """Write or show a random legal deck."""
    game = _game(name)
    deck = building.random_deck(game, seed, given_values(game.book, values))
    text = written(deck, game.book)
    if not output:
        say(text.rstrip())
        return 0
    doors.replaced(output, text, Stop)
    say(f"{output}: {count(deck.size, 'card')}", "good")
    return 0


def _game(name: str) -> Game:
    """A game to which players bring decks."""
    game = load(find(name))
    if game.rules(game.fewest).decks < 0:
        raise Stop(
            f"Nobody brings a deck to {game.title}. A rulebook says so with a sentence such as "
            "'Before the game, each player brings a deck into their hand.'"
        )
    return game
