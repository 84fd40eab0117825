"""Crazy Eights played side by side with OpenSpiel: the same moves, the same results.

Our match deals; OpenSpiel's chance nodes are answered with what we dealt and drew.
"""

from __future__ import annotations

import random

import pyspiel

from deckmastor.engine.ids import OBJECT_BITS, PASSING
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.rules.schema import WORD
from deckmastor.engine.state.layout import OVER, STARTER
from deckmastor.engine.state.state import State
from deckmastor.match import load

RANKS = "Two Three Four Five Six Seven Eight Nine Ten Jack Queen King Ace".split()
SUITS = "Clubs Diamonds Hearts Spades".split()
DRAW, PASS, SUIT = 52, 53, 54


class Pair:
    """One match of ours and the same one of OpenSpiel's."""

    def __init__(self, players: int, special: bool, reshuffle: bool, seed: int) -> None:
        values: dict[str, int | str] = {
            "special play": "yes" if special else "no",
            "reshuffling": "yes" if reshuffle else "no",
        }
        self.players = players
        self.rng = random.Random(seed)
        self.match = load("crazy_eights").start(
            [f"p{i}" for i in range(players)], seed=seed, values=values
        )
        self.rules: Ruleset = self.match.rules
        self.state: State = self.match.state
        self.machine = Machine(self.rules)
        attrs = self.rules.schema.attrs
        self.hand, self.pile, self.point = attrs["hand"].at, attrs["pile"].at, attrs["point"].at
        self.cards = [number_of(species.name) for species in self.rules.schema.species]
        self.suits = [self.rules.schema.word(suit.lower()) for suit in SUITS]
        game = pyspiel.load_game(
            "crazy_eights",
            {"players": players, "use_special_cards": special, "reshuffle": reshuffle},
        )
        self.peer = game.new_initial_state()
        self.decisions = 0
        self._deal()

    def _card(self, thing: int) -> int:
        return self.cards[self.state.species[thing]]

    def _deal(self) -> None:
        """Let OpenSpiel deal what we dealt, and turn up our first card."""
        dealer = self.state.v[STARTER]
        told = f"Decide Player {dealer} to be the dealer"
        acts = self.peer.legal_actions()
        self.peer.apply_action(
            next(
                a for a in acts if self.peer.action_to_string(self.peer.current_player(), a) == told
            )
        )
        hands = [self._hand(seat) for seat in range(self.players)]
        for i in range(sum(len(hand) for hand in hands)):
            seat = (dealer + 1 + i) % self.players
            self.peer.apply_action(self._card(hands[seat][i // self.players]))
        self.peer.apply_action(self._card(self.state.zones[self.pile][0]))

    def _hand(self, seat: int) -> list[int]:
        return list(self.state.zones[self.hand + seat])

    def play(self) -> None:
        """Play at random to the end, comparing every decision."""
        while not self.state.v[OVER]:
            self.step()
        self._forced()
        assert self.peer.is_terminal(), "we are over, OpenSpiel is not"
        column = self.state.cols[self.point]
        assert self.peer.returns() == [float(column[seat]) for seat in range(self.players)]

    def step(self) -> None:
        """One decision: the same moves are open, and the same one is made."""
        who = self.state.asks[0]
        self._forced(who)
        assert self.peer.current_player() == who
        moves = self._moves()
        assert sorted(moves) == self.peer.legal_actions()
        move = self.rng.choice(sorted(moves))
        before = self._hand(who)
        self.machine.answer(self.state, 0, moves[move])
        self.peer.apply_action(move)
        self.decisions += 1
        if move == DRAW:
            for thing in self._hand(who):
                if thing not in before:
                    self.peer.apply_action(self._card(thing))
            assert not self.peer.is_chance_node(), "OpenSpiel draws more cards than we do"

    def _forced(self, who: int | None = None) -> None:
        """Passes that nobody has a choice about, which we do not ask for."""
        while not self.peer.is_terminal() and self.peer.current_player() != who:
            assert self.peer.legal_actions() == [PASS]
            self.peer.apply_action(PASS)

    def _moves(self) -> dict[int, int]:
        """Our options by OpenSpiel's numbers; of two equal cards one will do."""
        found: dict[int, int] = {}
        for option in self.machine.options(self.state, 0):
            if option >= WORD:
                found[SUIT + self.suits.index(option)] = option
            elif option == PASSING:
                found[PASS] = option
            else:
                thing = (option & ((1 << OBJECT_BITS) - 1)) - 1
                found.setdefault(self._card(thing) if thing >= 0 else DRAW, option)
        return found


def number_of(name: str) -> int:
    """OpenSpiel's number of a card, by its name."""
    rank, _, suit = name.partition(" of ")
    return RANKS.index(rank) * 4 + SUITS.index(suit) if suit else -1
