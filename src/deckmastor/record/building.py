"""Decks tried and made: what a deck violates, and a random deck that violates nothing.

Both begin a match and hear what keeps it from its beginning. So every sentence of a rulebook
counts, and no rule about decks is known here.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

from deckmastor.language.decks import DeckList
from deckmastor.record.errors import DeckError, StartError, Violation
from deckmastor.record.players import LONGEST, TAKEN, Values

if TYPE_CHECKING:
    from deckmastor.match import Game

ATTEMPTS = 5  # decks that are begun before none is found
BATCH = 16  # the most cards that are added at once
ANSWERS = 200  # questions before the game that are answered


def violations(game: Game, deck: DeckList, values: Values | None = None) -> list[Violation]:
    """Every sentence that a deck violates, if all players bring it; empty if it is legal."""
    first = _name(deck)
    names = [first, *(f"player {seat}" for seat in range(2, game.fewest + 1))]
    try:
        match = game.start(names, 0, values, events=False, decks=dict.fromkeys(names, deck))
        for _ in range(ANSWERS):
            if match.state.v[match.rules.era] > 0 or not match.decisions:
                break
            match.choose(match.decisions[0].options[0])
    except StartError as why:
        if not why.violations:
            raise
        return [one for one in why.violations if one.player in ("", first)]
    return []


def _name(deck: DeckList) -> str:
    """What the player with a deck is called: as the deck, if a player can be."""
    good = 0 < len(deck.name) <= LONGEST and deck.name.isprintable() and deck.name.strip()
    return deck.name if good and deck.name not in TAKEN else "the deck"


def random_deck(game: Game, seed: int = 0, values: Values | None = None) -> DeckList:
    """A random deck that is legal; DeckError if none was found."""
    why: list[Violation] = []
    for attempt in range(ATTEMPTS):
        builder = _Builder(game, f"{seed}/{attempt}", values)
        deck = builder.built()
        if not builder.against:
            return deck
        why = why or builder.against
    told = "\n- ".join(["No legal deck was found. The best try came to:", *map(str, why)])
    raise DeckError(told)


class _Builder:
    """Adds random cards to a deck as long as they bring it nearer to what the sentences ask."""

    def __init__(self, game: Game, seed: str, values: Values | None) -> None:
        self.game = game
        self.values = values
        self.random = random.Random(seed)
        self.rows = list(game.book.catalogue.cards)
        self.cards: list[str] = []
        self.against: list[Violation] = []
        self.wanted = 0  # cards, if no sentence asks for any
        self.wanted = 0 if self._lacks([]) else self._usual()

    def _usual(self) -> int:
        """How many cards the decks of the rulebook have at least; else a card of each row."""
        return min((deck.size for deck in self.game.book.decks), default=len(self.rows))

    def built(self) -> DeckList:
        """The deck; what it still violates is in `against`."""
        open_, batch = self.rows.copy(), BATCH
        lacking = self._lacks(self.cards)
        while lacking and open_:
            more = self._some(open_, min(batch, lacking))
            left = self._lacks([*self.cards, *more])
            if left <= lacking - len(more):
                self.cards += more
                lacking, batch = left, min(batch * 2, BATCH)
            elif len(more) > 1:
                batch = len(more) // 2
            else:
                open_.remove(more[0])
        self.against = violations(self.game, self._deck(self.cards), self.values)
        return self._deck(self.cards)

    def _some(self, rows: list[str], n: int) -> list[str]:
        return [self.random.choice(rows) for _ in range(n)]

    def _lacks(self, cards: list[str]) -> int:
        """How far a deck is from being legal: 0 if it is."""
        told = violations(self.game, self._deck(cards), self.values)
        return sum(one.gap for one in told) + max(self.wanted - len(cards), 0)

    def _deck(self, cards: list[str]) -> DeckList:
        counted = Counter(cards)
        return DeckList("Random", tuple((counted[row], row) for row in self.rows if counted[row]), "")
