"""Many matches: they end or reach the limit, what must hold holds in them, bots that look win."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from deckmastor.engine import Machine, Ruleset, State, play_on, run
from deckmastor.engine.inside import NONE, OVER, mix
from deckmastor.lab.simulate import LIMIT, Plan, simulate
from deckmastor.match import Match
from games.gilded_hall.duel import rules

PLAYERS = (2, 3, 4, 5, 6)
SLICE = 100  # answers between two looks
OPEN = (("conceding", "no"),)
SOON = 1_000  # decisions, after which bots that look ahead stop where no card fits any more
SIGN = 100  # matches between two signs of life


class Table:
    """What lies on the table, and what players have, by the names of the rulebook."""

    def __init__(self, rules: Ruleset, state: State) -> None:
        self.rules = rules
        self.state = state
        self.seats = range(rules.schema.seats)

    def value(self, name: str) -> int:
        return self.state.v[self.rules.schema.attrs[name].at]

    def has(self, seat: int, name: str) -> int:
        return self.state.cols[self.rules.schema.attrs[name].at][seat]

    def cards(self, place: str, seat: int = 0) -> list[int]:
        attr = self.rules.schema.attrs[place]
        return self.state.zones[attr.at + (seat if attr.owner is not None else 0)]

    def copies(self) -> list[int]:
        """The copies in hands, decks and on the pile."""
        own = [self.cards(place, seat) for place in ("hand", "deck") for seat in self.seats]
        return [thing for cards in (*own, self.cards("pile")) for thing in cards]


def what_must_hold(table: Table) -> None:
    """What holds whenever somebody is asked."""
    staked = [table.has(seat, "staked chip") for seat in table.seats]
    assert table.state.v[OVER] or sum(staked) == table.value("pot")
    original = table.state.cols[table.rules.copied]
    found = Counter(original[thing] for thing in table.copies())
    found.pop(NONE, None)
    assert set(found.values()) <= {1}  # one copy of a card at most
    for seat in table.seats:
        assert table.has(seat, "debt") >= table.has(seat, "late debt") >= 0
        for name in ("vertebra", "chip", "request", "delay", "staked chip"):
            assert table.has(seat, name) >= 0
        if table.has(seat, "#gone"):
            assert not table.cards("hand", seat)
            assert not table.cards("deck", seat)


def what_is_left(table: Table, conceding: bool) -> None:
    """What holds when the game is over."""
    assert not table.copies()
    assert not table.cards("pool")
    assert table.value("pot") == 0
    winners = table.state.winners
    assert len(winners) == 1 or (conceding and not winners)


OPPOSITE = {frozenset(pair.split()) for pair in (
    "red black", "black white", "red cyan", "yellow blue", "green magenta"
)}  # fmt: skip


def near(one: int | str, other: int | str) -> bool:
    """Whether two values are the same or next to each other; a value can be `1 and more`."""
    if isinstance(one, str) and isinstance(other, str):
        return True
    if isinstance(one, str):
        one, other = other, one
    if isinstance(other, str):
        return int(one) >= int(other.split(" ")[0]) - 1
    return abs(int(one) - other) <= 1


def fits(name: str, card: dict[str, Any], below: str, top: dict[str, Any], rich: bool) -> bool:
    """Whether a card can be played onto another one, as the rules checklist tells it."""
    values = [(a, b) for a in card.get("value", []) for b in top.get("value", [])]
    suits = set(card.get("suit", [])) & set(top.get("suit", []))
    colours = [frozenset((a, b)) for a in card.get("colour", []) for b in top.get("colour", [])]
    if name in ("Joker", "Jester") or (name == "Credit Card" and rich):
        return True
    if below == "6":
        return any(isinstance(value, str) or value % 2 == 0 for value in card.get("value", []))
    if below == "Joker" and top.get("colour"):
        return any(len(pair) == 1 for pair in colours)
    if below == "Jester" and top.get("suit"):
        return bool(suits)
    if name == "6" and any(isinstance(b, str) or b % 2 for b in top.get("value", [])):
        return True
    if any(near(a, b) for a, b in values):
        return True
    return bool(suits) if card.get("special") else any(pair in OPPOSITE for pair in colours)


def what_goes_round(table: Table, quiet: int) -> None:
    """What holds at the limit: no card in the game fits, and players hand cards on for ever.

    The rules leave that to the players, who can give up or agree to end the game.
    """
    assert quiet > LIMIT // 2, "somebody still played"
    assert not any(table.cards("deck", seat) for seat in table.seats)
    names = [f"player {seat}" for seat in table.seats]
    seen = Match(rules(), table.rules, names, table.state).view()
    rich = any(one["properties"]["vertebra"] >= 3 for one in seen["players"])
    (pile,) = [place for place in seen["places"] if place["name"] == "pile"]
    for place in seen["places"]:
        if place["name"] == "hand":
            for name, card in zip(place["cards"], place["properties"], strict=True):
                below, top = pile["cards"][-1], pile["properties"][-1]
                assert not fits(name, card, below, top, rich), (name, card, below, top)


def swept(players: int, matches: int, first: int = 0) -> Counter[str]:
    """Play random matches, every second one without forfeits, and look at them on the way."""
    found: Counter[str] = Counter()
    for number in range(first, first + matches):
        conceding = number % 2 == 0
        game = rules().rules(players, {"conceding": "yes" if conceding else "no"})
        machine = Machine(game)
        state = run(machine, mix(2026 * players + number))
        given, changed, pile = 0, 0, [NONE]
        while given < LIMIT and not state.v[OVER]:
            assert state.asks, (players, number)
            given += play_on(machine, state, mix(number + given), SLICE)
            table = Table(game, state)
            what_must_hold(table)
            if table.cards("pile") != pile:
                changed, pile = given, list(table.cards("pile"))
        if state.v[OVER]:
            what_is_left(Table(game, state), conceding)
        else:
            what_goes_round(Table(game, state), given - changed)
        found["over" if state.v[OVER] else "at the limit"] += 1
        found["decisions"] += given
        if (number + 1) % SIGN == 0:
            print(
                f"{players} players: {number + 1} of {first + matches}, {dict(found)}", flush=True
            )
    return found


@pytest.mark.parametrize("players", PLAYERS)
def test_random_matches_end_and_are_in_order(players: int) -> None:
    found = swept(players, 2)

    assert found["over"] + found["at the limit"] == 2


@pytest.mark.long
@pytest.mark.parametrize("players", PLAYERS)
def test_ten_thousand_random_matches_end_or_reach_the_limit_and_are_in_order(players: int) -> None:
    found = swept(players, 2_000)

    assert found["over"] + found["at the limit"] == 2_000
    assert found["over"] > 1_400  # all but those in which no card fits any more


@pytest.mark.long
def test_greedy_players_beat_random_ones() -> None:
    bots = ("greedy", "greedy", "random", "random")
    data = simulate(Plan("exoptosis", 500, 4, 1, OPEN, SOON, bots=bots)).data()

    assert data["unfinished"] < 50  # no card fits any more
    assert data["wins_by_bot"]["greedy"]["interval"][0] > 0.5
