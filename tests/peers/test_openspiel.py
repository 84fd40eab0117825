"""Crazy Eights from English plays move for move like OpenSpiel's."""

from __future__ import annotations

import pytest

from peers.openspiel import Pair

SWITCHES = [(special, reshuffle) for special in (False, True) for reshuffle in (False, True)]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(("special", "reshuffle"), SWITCHES)
def test_every_decision_and_every_result_is_the_same(players, special, reshuffle):
    for seed in range(4):
        Pair(players, special, reshuffle, seed).play()


@pytest.mark.parametrize("players", [6, 9, 15])
def test_two_packs_of_cards_are_used_by_more_than_five_players(players):
    Pair(players, True, True, 1).play()


@pytest.mark.long
def test_two_hundred_thousand_random_decisions_are_the_same():
    decisions, seed = 0, 100
    while decisions < 200_000:
        for players in (2, 3, 4, 5):
            for special, reshuffle in SWITCHES:
                pair = Pair(players, special, reshuffle, seed)
                pair.play()
                decisions += pair.decisions
        seed += 1

    assert decisions >= 200_000
