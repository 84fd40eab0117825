"""Crazy Eights written by hand in plain Python: the reference that the engine is measured against.

The same game as the rulebook's (special cards, reshuffling, one pack, up to 5 players), with
nothing that a rulebook engine owes: no sentences, no events, no amendments.
"""

from __future__ import annotations

EIGHT, QUEEN, ACE, TWO = 6, 10, 12, 0
DRAW, PASS, SUIT = 52, 53, 54
DRAW_LIMIT, PLAY_LIMIT = 5, 100
MASK = (1 << 31) - 1


class Table:
    """One game in progress; a card is 4 * rank + suit."""

    __slots__ = (
        "calling", "chance", "debt", "deck", "drawn", "hands", "idle", "over", "pile", "players",
        "plays", "suit", "top", "turn", "way",
    )  # fmt: skip

    def __init__(self, players: int, seed: int) -> None:
        self.players = players
        self.chance = seed & MASK
        self.deck = list(range(52))
        self.pile: list[int] = []
        self.hands: list[list[int]] = [[] for _ in range(players)]
        self.turn = 0
        self.way = 1
        self.debt = self.drawn = self.plays = self.idle = 0
        self.calling = self.over = False
        self.shuffle()
        for hand in self.hands:
            for _ in range(7 if players == 2 else 5):
                hand.append(self.deck.pop())
        self.turn = self.random(players)
        while self.deck[-1] >> 2 == EIGHT:
            self.shuffle()
        self.top = self.deck.pop()
        self.suit = self.top & 3
        self.effect(self.top >> 2)

    def random(self, n: int) -> int:
        """A number below n."""
        self.chance = (self.chance * 1103515245 + 12345) & MASK
        return ((self.chance >> 8) * n) >> 23

    def shuffle(self) -> None:
        """Mix the deck."""
        deck = self.deck
        for i in range(len(deck) - 1, 0, -1):
            j = self.random(i + 1)
            deck[i], deck[j] = deck[j], deck[i]

    def options(self) -> list[int]:
        """The moves that are open."""
        if self.calling:
            return [SUIT, SUIT + 1, SUIT + 2, SUIT + 3]
        hand = self.hands[self.turn]
        if self.debt:
            found = [card for card in hand if card >> 2 == TWO]
            found.append(DRAW)
            return found
        rank, suit = self.top >> 2, self.suit
        found = [c for c in hand if c & 3 == suit or c >> 2 == rank or c >> 2 == EIGHT]
        if self.deck and self.drawn < DRAW_LIMIT:
            found.append(DRAW)
        else:
            found.append(PASS)
        return found

    def answer(self, move: int) -> None:
        """Make a move."""
        if move < DRAW:
            self.play(move)
        elif move == DRAW:
            self.draw()
        elif move == PASS:
            self.idle = self.idle + 1 if not self.deck else 0
            if self.idle > self.players:
                self.over = True
            self.advance(1)
        else:
            self.suit = move - SUIT
            self.calling = False
            self.advance(1)

    def play(self, card: int) -> None:
        """Play a card from the hand onto the pile."""
        self.plays += 1
        self.idle = 0
        hand = self.hands[self.turn]
        hand.remove(card)
        if self.plays >= PLAY_LIMIT:  # counted when it is played, before it lies on the pile
            self.over = True
            return
        self.pile.append(self.top)
        self.top = card
        self.suit = card & 3
        if not hand:
            self.over = True
            return
        if not self.deck:
            self.recycle()
        if card >> 2 == EIGHT:
            self.calling = True
        else:
            self.effect(card >> 2)

    def effect(self, rank: int) -> None:
        """What a card does, and whose turn is next."""
        if rank == QUEEN:
            self.advance(2)
            return
        if rank == ACE:
            self.way = -self.way
        elif rank == TWO and self.deck:
            self.debt += 2
        self.advance(1)

    def advance(self, steps: int) -> None:
        """The turn goes on."""
        self.turn = (self.turn + steps * self.way) % self.players
        self.drawn = 0

    def recycle(self) -> None:
        """Make the deck anew from the pile."""
        self.deck, self.pile = self.pile, []
        self.shuffle()

    def take(self) -> None:
        """Take the top card of the deck."""
        self.hands[self.turn].append(self.deck.pop())
        if not self.deck:
            self.recycle()

    def draw(self) -> None:
        """Draw a card, or all that are owed."""
        self.idle = 0
        if not self.debt:
            self.take()
            self.drawn += 1
            return
        while self.debt:
            self.take()
            self.debt -= 1
            if not self.deck:
                self.idle = 0 if self.debt else 1
                self.debt = 0
        self.advance(1)

    def scores(self) -> list[int]:
        """What each player loses by the cards left in the hand."""
        return [-sum(_worth(card) for card in hand) for hand in self.hands]


def _worth(card: int) -> int:
    if card >> 2 == EIGHT:
        return 50
    return 10 if card >> 2 >= 9 else card + 2


def play_out(seed: int, players: int) -> int:
    """Play a game at random to its end; how many decisions it took."""
    table = Table(players, seed)
    chance = seed
    decisions = 0
    while not table.over:
        options = table.options()
        chance = (chance * 1103515245 + 12345) & MASK
        table.answer(options[((chance >> 8) * len(options)) >> 23])
        decisions += 1
    return decisions
