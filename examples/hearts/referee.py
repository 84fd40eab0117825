"""Hearts again, in plain Python: a second opinion on what the rulebook allows and scores.

Nothing here is shared with the engine. Chance comes from outside: `deal` is told the hands.
"""

from __future__ import annotations

from dataclasses import dataclass, field

RANKS = "Two Three Four Five Six Seven Eight Nine Ten Jack Queen King Ace".split()
SUITS = "Clubs Diamonds Spades Hearts".split()
OPENER, QUEEN = "Two of Clubs", "Queen of Spades"
PASSED, MOON, LIMIT = 3, 26, 50


@dataclass
class State:
    """A position: who holds, has played and has taken what; players are numbers."""

    players: int
    hands: list[list[str]] = field(default_factory=list)
    stacks: list[list[str]] = field(default_factory=list)
    passing: list[list[str]] = field(default_factory=list)  # what each has chosen to pass
    trick: list[tuple[int, str]] = field(default_factory=list)  # who played what, the lead first
    points: list[int] = field(default_factory=list)
    turn: int = 0
    stage: str = "deal"  # deal, pass, play, over

    def __post_init__(self) -> None:
        self.points = self.points or [0] * self.players


def pack(players: int) -> list[str]:
    """The cards that are dealt: all 52, or 51 to three players."""
    cards = [f"{rank} of {suit}" for suit in SUITS for rank in RANKS]
    return [card for card in cards if players != 3 or card != "Two of Diamonds"]


def suit(card: str) -> str:
    return card.rpartition(" ")[2]


def rank(card: str) -> int:
    return RANKS.index(card.partition(" ")[0])


def penalty(card: str) -> int:
    if card == QUEEN:
        return 13
    return 1 if suit(card) == "Hearts" else 0


def deal(state: State, hands: list[list[str]]) -> None:
    """Begin a deal with these hands."""
    assert state.stage == "deal"
    assert sorted(card for hand in hands for card in hand) == sorted(pack(state.players))
    assert len({len(hand) for hand in hands}) == 1
    state.hands = [list(hand) for hand in hands]
    state.stacks = [[] for _ in hands]
    state.passing = [[] for _ in hands]
    state.stage = "pass"


def waiting(state: State) -> list[int]:
    """The players who have something to decide."""
    if state.stage == "pass":
        return [who for who, chosen in enumerate(state.passing) if len(chosen) < PASSED]
    return [state.turn] if state.stage == "play" else []


def legal(state: State, player: int) -> list[str]:
    """The cards that a player may pass or play now."""
    if player not in waiting(state):
        return []
    hand = state.hands[player]
    if state.stage == "pass":
        return [card for card in hand if card not in state.passing[player]]
    if OPENER in hand:
        return [OPENER]
    if not state.trick:
        return _leads(state, hand)
    led = suit(state.trick[0][1])
    following = [card for card in hand if suit(card) == led]
    if following:
        return following
    if not any(state.stacks):  # the first trick
        return [card for card in hand if not penalty(card)] or list(hand)
    return list(hand)


def _leads(state: State, hand: list[str]) -> list[str]:
    """What can be led: no heart before one was taken, unless there is nothing else."""
    if any(suit(card) == "Hearts" for stack in state.stacks for card in stack):
        return list(hand)
    return [card for card in hand if suit(card) != "Hearts"] or list(hand)


def apply(state: State, player: int, card: str) -> None:
    """A player passes or plays a card."""
    if card not in legal(state, player):
        raise ValueError(f"Player {player} may not move {card} now.")
    if state.stage == "pass":
        state.passing[player].append(card)
        if not waiting(state):
            _pass_on(state)
        return
    state.hands[player].remove(card)
    state.trick.append((player, card))
    state.turn = (player + 1) % state.players
    if len(state.trick) == state.players:
        _take(state)


def _pass_on(state: State) -> None:
    for who, chosen in enumerate(state.passing):
        state.hands[who] = [card for card in state.hands[who] if card not in chosen]
    for who, chosen in enumerate(state.passing):
        state.hands[(who + 1) % state.players] += chosen
    state.turn = next(who for who, hand in enumerate(state.hands) if OPENER in hand)
    state.stage = "play"


def _take(state: State) -> None:
    led = suit(state.trick[0][1])
    following = [(rank(card), who) for who, card in state.trick if suit(card) == led]
    _, state.turn = max(following)
    state.stacks[state.turn] += [card for _, card in state.trick]
    state.trick = []
    if not any(state.hands):
        _settle(state)


def _settle(state: State) -> None:
    taken = [sum(map(penalty, stack)) for stack in state.stacks]
    if MOON in taken:
        taken = [0 if mine == MOON else MOON for mine in taken]
    state.points = [had + more for had, more in zip(state.points, taken, strict=True)]
    state.stage = "over" if max(state.points) >= LIMIT else "deal"


def scores(state: State) -> list[int]:
    """The points of each player; the fewest win."""
    return list(state.points)


def winners(state: State) -> list[int]:
    """Those who have the fewest points, once the game is over."""
    if state.stage != "over":
        return []
    return [who for who, had in enumerate(state.points) if had == min(state.points)]
