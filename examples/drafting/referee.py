"""Market Morning again, in plain Python: a second opinion on what the rulebook allows and scores.

Nothing here is shared with the engine. Chance comes from outside: `deal` is told the hands.
"""

from __future__ import annotations

from dataclasses import dataclass, field

HAND = {2: 10, 3: 9, 4: 8, 5: 7}
DAYS = 3
CAKES = {"Oat Cake": 1, "Nut Cake": 2, "Cream Cake": 3}
SPICES = ("Pepper", "Ginger", "Saffron", "Clove")


@dataclass
class State:
    """A position: what each player holds, has packed and has chosen; players are numbers."""

    players: int
    hands: list[list[str]] = field(default_factory=list)
    baskets: list[list[str]] = field(default_factory=list)
    chosen: list[str] = field(default_factory=list)  # empty for who has not chosen yet
    points: list[int] = field(default_factory=list)
    day: int = 1
    stage: str = "deal"  # deal, choose, over

    def __post_init__(self) -> None:
        self.points = self.points or [0] * self.players
        self.baskets = self.baskets or [[] for _ in range(self.players)]
        self.chosen = self.chosen or [""] * self.players


def deal(state: State, hands: list[list[str]]) -> None:
    """Begin a day with these hands."""
    assert state.stage == "deal"
    assert [len(hand) for hand in hands] == [HAND[state.players]] * state.players
    state.hands = [list(hand) for hand in hands]
    state.stage = "choose"


def waiting(state: State) -> list[int]:
    """The players who have something to decide."""
    if state.stage != "choose":
        return []
    return [who for who, card in enumerate(state.chosen) if not card]


def legal(state: State, player: int) -> list[str]:
    """The cards that a player may choose now, equal ones as often as they are held."""
    return list(state.hands[player]) if player in waiting(state) else []


def apply(state: State, player: int, card: str) -> None:
    """A player chooses a card; when all have, the cards are packed and the hands go on."""
    if card not in legal(state, player):
        raise ValueError(f"Player {player} may not choose {card} now.")
    state.chosen[player] = card
    if waiting(state):
        return
    for who, packed in enumerate(state.chosen):
        state.hands[who].remove(packed)
        state.baskets[who].append(packed)
    state.chosen = [""] * state.players
    if any(state.hands):
        way = 1 if state.day % 2 else -1
        state.hands = [state.hands[(who - way) % state.players] for who in range(state.players)]
    else:
        _sell(state)


def _sell(state: State) -> None:
    most = max(basket.count("Tulip") for basket in state.baskets)
    for who, basket in enumerate(state.baskets):
        state.points[who] += worth(basket)
        if most and basket.count("Tulip") == most:
            state.points[who] += 6
    state.baskets = [[] for _ in state.baskets]
    state.day += 1
    state.stage = "deal" if state.day <= DAYS else "over"


def worth(basket: list[str]) -> int:
    """The points of a basket by itself: all but the prize for tulips."""
    cakes = [CAKES[card] for card in basket if card in CAKES]
    sets = basket.count("Apple") // 2 * 5 + basket.count("Plum") // 3 * 10
    jams = basket.count("Jam") * max(cakes, default=0)
    return sets + sum(cakes) + jams + len(set(basket).intersection(SPICES)) ** 2


def scores(state: State) -> list[int]:
    """The points of each player; the most win."""
    return list(state.points)


def winners(state: State) -> list[int]:
    """Those who have the most points, once the game is over."""
    if state.stage != "over":
        return []
    return [who for who, had in enumerate(state.points) if had == max(state.points)]
