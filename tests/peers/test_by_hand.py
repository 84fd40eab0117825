"""The game written by hand, beside which ours is measured, is the same game."""

from __future__ import annotations

import pytest

from peers.by_hand import Twins


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_decision_every_card_and_every_score_is_the_same(players):
    for seed in range(6):
        Twins(players, seed).play()
