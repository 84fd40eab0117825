"""Decks tried and made: what a deck violates, and a random deck that violates nothing.

What a deck violates is heard from the rules, so every sentence of a rulebook counts, and no rule
about decks is known here.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

from deckmastor.engine import Machine, lay
from deckmastor.engine.inside import BEGIN, Seed, breaches, bring_all
from deckmastor.language.decks import DeckList
from deckmastor.record import seeding
from deckmastor.record import violations as told_violations
from deckmastor.record.errors import DeckError, StartError, Violation
from deckmastor.record.naming import Names
from deckmastor.record.players import LONGEST, TAKEN, Values

if TYPE_CHECKING:
    from deckmastor.match import Game

ATTEMPTS = 5  # decks that are begun before none is found
BATCH = 16  # the most cards that are added at once
ANSWERS = 200  # questions before the game that are answered


def violations(game: Game, deck: DeckList, values: Values | None = None) -> list[Violation]:
    """Every sentence that a deck violates if all players bring it; empty if it is legal."""
    names = _names(game, deck)
    try:
        match = game.start(names, 0, values, events=False, decks=dict.fromkeys(names, deck))
        for _ in range(ANSWERS):
            if match.state.v[match.rules.era] > 0 or not match.decisions:
                break
            match.choose(match.decisions[0].options[0])
    except StartError as why:
        if not why.violations:
            raise
        return _of_first(list(why.violations), names)
    return []


def _names(game: Game, deck: DeckList) -> list[str]:
    """Players of a deck; the first is called as the deck, if a player can be."""
    good = 0 < len(deck.name) <= LONGEST and deck.name.isprintable() and deck.name.strip()
    first = deck.name if good and deck.name not in TAKEN else "the deck"
    return [first, *(f"player {seat}" for seat in range(2, game.fewest + 1))]


def _of_first(told: list[Violation], names: list[str]) -> list[Violation]:
    """What is on the account of the first player, or of nobody."""
    return [one for one in told if one.player in ("", names[0])]


def deck_of_seat(game: Game, seed: Seed, seat: int, values: Values) -> DeckList:
    """The random deck of a seat in a match; from a secret seed it reveals no other seat's deck."""
    usual = seed + seat if isinstance(seed, int) else 0
    return random_deck(game, seeding.number(seed, f"deck {seat}", usual), values)


def random_deck(game: Game, seed: int = 0, values: Values | None = None) -> DeckList:
    """A random deck that is legal; DeckError if none was found."""
    against: list[Violation] = []
    for attempt in range(ATTEMPTS):
        deck = _Builder(game, f"{seed}/{attempt}", values).built()
        against = violations(game, deck, values)
        if not against and deck.cards:
            return deck
    lines = ["No legal deck was found. The last try came to:", *map(str, against)]
    raise DeckError("\n- ".join(lines))


class _Builder:
    """Adds random cards to a deck as long as they bring it nearer to what the sentences ask.

    It asks as soon as the deck is brought by one player, whatever else happens before the game.
    """

    def __init__(self, game: Game, seed: str, values: Values | None) -> None:
        self.game = game
        self.rules = game.rules(game.fewest, values)
        self.random = random.Random(seed)
        self.rows = list(game.book.catalogue.cards)
        self.wanted = 0  # cards, if no sentence asks for any
        self.wanted = 0 if self._lacks([]) else self._usual()

    def _usual(self) -> int:
        """How many cards the decks of the rulebook have at least; else a card of each row."""
        return min((deck.size for deck in self.game.book.decks), default=len(self.rows))

    def built(self) -> DeckList:
        """The deck; it may still lack something if no card brings it nearer."""
        cards: list[str] = []
        rows, batch = self.rows.copy(), BATCH
        lacking = self._lacks(cards)
        while lacking and rows:
            more = [self.random.choice(rows) for _ in range(min(batch, lacking))]
            left = self._lacks([*cards, *more])
            if left <= lacking - len(more):
                cards += more
                lacking, batch = left, min(batch * 2, BATCH)
            elif len(more) > 1:
                batch = len(more) // 2
            else:
                rows.remove(more[0])
        return self._deck(cards)

    def _lacks(self, cards: list[str]) -> int:
        """How far a deck is from being legal: 0 if it is."""
        deck = self._deck(cards)
        names = _names(self.game, deck)
        nothing: list[list[int]] = [[] for _ in range(self.rules.seats - 1)]
        brought = [*self.game.cards(self.rules, [deck]), *nothing]
        s, m = lay(self.rules, decks=brought), Machine(self.rules)
        bring_all(m, s)
        found = breaches(self.rules.verb_rules[BEGIN], s, self.rules.schema.word("game"))
        told = told_violations.violations(found, Names(self.rules, names), s)
        against = sum(one.gap for one in _of_first(told, names))
        return against + max(self.wanted - len(cards), 0)

    def _deck(self, cards: list[str]) -> DeckList:
        counted = Counter(cards)
        listed = ((counted[row], row) for row in self.rows)
        return DeckList("Random", tuple((n, row) for n, row in listed if n), "")
