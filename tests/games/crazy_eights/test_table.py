"""Who can sit at a table of Crazy Eights, who begins, and what lies open."""

from __future__ import annotations

import pytest

from deckmastor.match import load
from deckmastor.record.errors import StartError

GAME = load("crazy_eights")


def names(players: int) -> list[str]:
    return [f"p{n}" for n in range(players)]


@pytest.mark.parametrize(
    ("players", "told"), [(1, "must be at least 2"), (16, "must be at most 15")]
)
def test_fewer_than_2_and_more_than_15_are_refused(players: int, told: str) -> None:
    with pytest.raises(StartError, match=told):
        GAME.start(names(players), 1)


@pytest.mark.parametrize("players", [2, 15])
def test_2_and_15_are_not(players: int) -> None:
    assert len(GAME.start(names(players), 1).players) == players


def test_anybody_can_begin() -> None:
    first = {GAME.start(names(3), seed).decisions[0].player for seed in range(40)}

    assert first == {"p0", "p1", "p2"}


def test_everybody_sees_the_pile_and_their_own_hand() -> None:
    match = GAME.start(names(2), 3)

    seen = {(place["name"], place["owner"]): place["cards"] for place in match.view("p0")["places"]}

    assert None not in [*seen["pile", None], *seen["hand", "p0"]]
    assert set(seen["hand", "p1"]) == set(seen["deck", None]) == {None}
