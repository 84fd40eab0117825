"""The games under `examples/` beside referees in plain Python: the same moves, cards and scores.

The match deals; the referee is told the hands and decides everything else by itself.
"""

from __future__ import annotations

import importlib.util
import random
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from deckmastor.cli import main
from deckmastor.match import Match, StartError, load
from deckmastor.testing import Table

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
NAMES = ("ann", "bob", "cy", "dee", "eve")
SHORT, LONG = 8, 200  # matches


@cache
def referee(name: str) -> ModuleType:
    """The module `referee.py` of an example."""
    spec = importlib.util.spec_from_file_location(f"{name}_referee", EXAMPLES / name / "referee.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look for it there
    spec.loader.exec_module(module)
    return module


class Twins:
    """One match of the engine and the same one of a referee."""

    game = ""
    places: dict[str, str] = {}  # noqa: RUF012  # places of players: name in the book, in the state

    def __init__(self, players: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.players = NAMES[:players]
        seats: dict[str, Any] = {name: {} for name in self.players}
        self.table = Table(EXAMPLES / self.game, seed=seed, setup=True, **seats)
        self.referee = referee(self.game)
        self.state = self.referee.State(players)
        self.deals = 0

    def play(self) -> None:
        """Play at random to the end, comparing everything at every decision."""
        while self.table.match.decisions:
            self.catch_up()
            self.compare()
            self.step()
        self.catch_up()
        self.compare()
        assert self.state.stage == "over"
        view = self.table.match.view(self.players[0])
        assert view["over"]
        assert view["winners"] == [self.players[who] for who in self.referee.winners(self.state)]

    def step(self) -> None:
        """One decision: the same cards are open, and both go on with one of them."""
        decision = self.rng.choice(self.table.match.decisions)
        seat = self.players.index(decision.player)
        options = {self.card(option.text): option for option in decision.options}
        card = self.rng.choice(sorted(options))
        self.table.match.choose(options[card])
        self.referee.apply(self.state, seat, card)

    def catch_up(self) -> None:
        """Tell the referee the hands of a new deal."""
        if self.state.stage == "deal":
            self.referee.deal(self.state, self.lying("hand"))
            self.deals += 1

    def compare(self) -> None:
        """Both have the same cards, points and legal moves."""
        for place, name in self.places.items():
            mine = [sorted(cards) for cards in self.lying(place)]
            assert mine == [sorted(cards) for cards in getattr(self.state, name)], place
        points = [self.table.count(name, "point") for name in self.players]
        assert points == self.referee.scores(self.state)
        for decision in self.table.match.decisions:
            options = sorted(self.card(option.text) for option in decision.options)
            seat = self.players.index(decision.player)
            assert options == sorted(self.referee.legal(self.state, seat))

    def asked(self) -> list[int]:
        return [self.players.index(one.player) for one in self.table.match.decisions]

    def lying(self, place: str) -> list[list[str]]:
        return [self.table.cards(name, place) for name in self.players]

    @staticmethod
    def card(option: str) -> str:
        return option.removeprefix("play ")


class Hearts(Twins):
    game = "hearts"
    places = {"hand": "hands", "stack": "stacks"}  # noqa: RUF012

    def compare(self) -> None:
        """Also the trick, in its order; and those are asked who are to move."""
        super().compare()
        assert self.table.cards("", "table") == [card for _, card in self.state.trick]
        asked, waiting = self.asked(), self.referee.waiting(self.state)
        if self.state.stage == "play":
            assert asked == waiting
        else:
            assert set(asked) <= set(waiting)


class Draft(Twins):
    game = "drafting"
    places = {"hand": "hands", "basket": "baskets"}  # noqa: RUF012

    def catch_up(self) -> None:
        """Also choose for those who hold one card: the engine does not ask them."""
        super().catch_up()
        while idle := [who for who in self.referee.waiting(self.state) if self.choices(who) == 1]:
            self.referee.apply(self.state, idle[0], self.referee.legal(self.state, idle[0])[0])
            super().catch_up()

    def choices(self, seat: int) -> int:
        return len(self.referee.legal(self.state, seat))

    def compare(self) -> None:
        super().compare()
        assert sorted(self.asked()) == self.referee.waiting(self.state)


class Laid(Hearts):
    """Three players after the passing, with hands as told; ann has the Two of Clubs."""

    def __init__(self, hands: list[list[str]], points: list[int], seed: int) -> None:
        super().__init__(3, seed)
        seats: dict[str, Any] = {
            name: {"hand": list(hand), "point": had}
            for name, hand, had in zip(self.players, hands, points, strict=True)
        }
        box: dict[str, Any] = {"box": ["Two of Diamonds"]}
        self.table = Table(EXAMPLES / self.game, box, seed=seed, **seats)
        self.table.begin_turn("ann")
        self.state.points = list(points)
        self.referee.deal(self.state, hands)
        self.state.stage = "play"


def hearts(seed: int) -> Hearts:
    twins = Hearts(3 + seed % 2, seed)
    twins.play()
    return twins


def draft(seed: int) -> Draft:
    twins = Draft(2 + seed % 4, seed)
    twins.play()
    return twins


@pytest.mark.parametrize("name", ["hearts", "drafting"])
def test_an_example_has_no_fault_and_its_worked_examples_hold(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(EXAMPLES / name)]) == 0
    told = capsys.readouterr().out

    assert "no errors, no warnings" in told
    assert "examples played" in told


@pytest.mark.parametrize(("name", "fewest", "most"), [("hearts", 3, 4), ("drafting", 2, 5)])
def test_an_example_is_for_as_many_players_as_it_says(name: str, fewest: int, most: int) -> None:
    game = load(EXAMPLES / name)

    for players in (fewest, most):
        assert game.start([f"p{n}" for n in range(players)]).decisions
    for players in (fewest - 1, most + 1):
        with pytest.raises(StartError):
            game.start([f"p{n}" for n in range(players)])


@pytest.mark.parametrize("name", ["hearts", "drafting"])
def test_chance_deals(name: str) -> None:
    game = load(EXAMPLES / name)
    matches = [game.start(["ann", "bob", "cy"], seed) for seed in range(3)]

    dealt = {str(sorted(option.text for option in match.decisions[0].options)) for match in matches}

    assert len(dealt) == 3


@pytest.mark.parametrize(
    ("name", "asked"), [("hearts", ["ann"]), ("drafting", ["ann", "bob", "cy"])]
)
def test_nobody_sees_what_another_player_has_chosen(name: str, asked: list[str]) -> None:
    match = load(EXAMPLES / name).start(["ann", "bob", "cy"], seed=3)

    def seen(match: Match) -> list[Any]:
        view = match.view("bob")
        return [view[what] for what in ("places", "players", "values", "log")]

    assert [decision.player for decision in match.decisions] == asked
    before = seen(match)
    for option in match.decisions[0].options:
        twin = match.fork()
        twin.choose("ann", option.text)
        assert seen(twin) == before


@pytest.mark.parametrize("seed", range(SHORT))
def test_hearts_is_played_as_its_referee_plays_it(seed: int) -> None:
    assert hearts(seed).deals >= 2


@pytest.mark.parametrize("seed", range(3))
def test_whoever_takes_all_penalties_gets_none(seed: int) -> None:
    rules = referee("hearts")
    clubs = [card for card in rules.pack(3) if rules.suit(card) == "Clubs"]
    high = [*clubs, *(f"{rank} of Spades" for rank in ("Ace", "King", "Queen")), "Ace of Hearts"]
    rest = [card for card in rules.pack(3) if card not in high]
    random.Random(seed).shuffle(rest)

    twins = Laid([high, rest[:17], rest[17:]], [20, 23, 24], seed)
    twins.play()

    assert twins.referee.scores(twins.state) == [20, 49, 50]
    assert twins.table.match.view("ann")["winners"] == ["ann"]


@pytest.mark.parametrize("seed", range(SHORT))
def test_the_draft_is_played_as_its_referee_plays_it(seed: int) -> None:
    assert draft(seed).deals == 3


@pytest.mark.long
def test_two_hundred_matches_of_hearts() -> None:
    for seed in range(LONG):
        hearts(1000 + seed)


@pytest.mark.long
def test_two_hundred_matches_of_the_draft() -> None:
    for seed in range(LONG):
        draft(1000 + seed)
