"""Crazy Eights from English played side by side with the game written by hand.

Our match deals and shuffles; the game by hand takes its cards in the order in which we did.
"""

from __future__ import annotations

import random

from deckmastor.engine.ids import OBJECT_BITS, PASSING
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.rules.schema import WORD
from deckmastor.engine.state.layout import OVER, STARTER
from deckmastor.lab.bench.plain_crazy_eights import Table
from deckmastor.match import load
from peers.openspiel import DRAW, PASS, SUIT, SUITS, number_of

VALUES: dict[str, int | str] = {"special play": "yes", "reshuffling": "yes"}


class Guided(Table):
    """A table whose shuffles put on top what is going to be drawn."""

    due: list[int] = []  # noqa: RUF012
    had = 0

    def shuffle(self) -> None:
        super().shuffle()
        due = self.due[len(self.hands[self.turn]) - self.had :] if self.due else []
        self.deck = [card for card in self.deck if card not in due] + due[::-1]


class Twins:
    """One match of ours and the same one by hand."""

    def __init__(self, players: int, seed: int) -> None:
        self.rng = random.Random(seed)
        match = load("crazy_eights").start([f"p{i}" for i in range(players)], seed, VALUES)
        self.rules, self.state = match.rules, match.state
        self.machine = Machine(self.rules)
        attrs = self.rules.schema.attrs
        self.places = {name: attrs[name].at for name in ("hand", "deck", "pile")}
        self.point = attrs["point"].at
        self.suits = [self.rules.schema.word(suit.lower()) for suit in SUITS]
        self.numbers = [number_of(species.name) for species in self.rules.schema.species]
        self.table = self._laid(players)
        self.decisions = 0

    def _laid(self, players: int) -> Guided:
        table = Guided(players, 1)
        table.hands = [self._cards("hand", seat) for seat in range(players)]
        table.deck, (table.top,) = self._cards("deck"), self._cards("pile")
        table.suit, table.turn, table.way, table.debt = table.top & 3, self.state.v[STARTER], 1, 0
        table.effect(table.top >> 2)
        return table

    def _cards(self, place: str, seat: int = 0) -> list[int]:
        things = self.state.zones[self.places[place] + seat]
        return [self.numbers[self.state.species[thing]] for thing in things]

    def play(self) -> None:
        """Play at random to the end, comparing every decision, every card and the scores."""
        while not self.state.v[OVER]:
            self.step()
        self._forced()
        points = self.state.cols[self.point]
        assert self.table.over
        assert self.table.scores() == points[: self.table.players]

    def step(self) -> None:
        """One decision: the same moves are open, and the same one leads to the same cards."""
        who, table = self.state.asks[0], self.table
        self._forced(who)
        moves = self._moves()
        assert sorted(moves) == sorted(table.options())
        move = self.rng.choice(sorted(moves))
        table.had = len(table.hands[who])
        self.machine.answer(self.state, 0, moves[move])
        table.due = self._cards("hand", who)[table.had :]
        table.answer(move)
        table.due = []
        self.decisions += 1
        seats = range(table.players)
        assert table.hands == [self._cards("hand", seat) for seat in seats]
        assert sorted(table.deck) == sorted(self._cards("deck"))
        assert table.top == self._cards("pile")[-1]
        table.deck = self._cards("deck")

    def _forced(self, who: int | None = None) -> None:
        """Passes that nobody has a choice about, which we do not ask for."""
        while not self.table.over and self.table.turn != who:
            assert self.table.options() == [PASS]
            self.table.answer(PASS)

    def _moves(self) -> dict[int, int]:
        found: dict[int, int] = {}
        for option in self.machine.options(self.state, 0):
            thing = (option & ((1 << OBJECT_BITS) - 1)) - 1
            if option >= WORD:
                found[SUIT + self.suits.index(option)] = option
            elif option == PASSING:
                found[PASS] = option
            else:
                found[self.numbers[self.state.species[thing]] if thing >= 0 else DRAW] = option
        return found
