"""Many matches: they end, paradoxes in them are settled and explained, greedy players win."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from deckmastor.bots.table import play_match
from deckmastor.lab.simulate import Plan, simulate
from games.meta.tower import meta

SCALE: dict[str, int | str] = {"uniqueness scale": 1000}


def covering() -> Any:
    """The program that adds up what matches touch; it has the deck of cards that loop."""
    path = Path(__file__).parents[3] / "benchmarks" / "cover_meta.py"
    spec = importlib.util.spec_from_file_location("cover_meta", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def paradoxes_are_settled_and_explained(matches: int) -> None:
    """Play matches with the cards most likely to loop; look at each paradox."""
    loops, seen = covering().loops(), 0
    for seed in range(matches):
        decks = {"ann": loops, "bob": loops}
        match = meta().start(["ann", "bob"], seed, SCALE, decks=decks)
        play_match(match, ("random", "random"), seed, 10_000)
        assert match.over, seed
        for event in match.events:
            assert event.verb != "paradox", seed  # none was left for the referee to undo
            if event.verb == "endless":
                seen += 1
                assert event.value, seed  # why
                assert event.what, seed  # which cards
                assert event.cites, seed  # which sentences
    assert seen >= matches


@pytest.mark.rule("M-171", "M-173")
def test_each_paradox_of_a_deck_of_loops_is_explained() -> None:
    paradoxes_are_settled_and_explained(2)


@pytest.mark.long
@pytest.mark.rule("M-171", "M-173")
def test_each_paradox_of_a_thousand_matches_of_loops_is_explained() -> None:
    paradoxes_are_settled_and_explained(1_000)


@pytest.mark.long
@pytest.mark.rule("M-008", "M-140", "M-171")
@pytest.mark.parametrize(("players", "matches"), [(2, 1_667), (3, 1_667), (4, 1_666)])
def test_random_matches_with_random_decks_end(players: int, matches: int) -> None:
    plan = Plan("meta", matches, players, 2026, deeds=True, decks=("random",) * players)
    data = simulate(plan, None).data()

    assert data["unfinished"] == 0
    assert sum(data["without end"].values()) > 0
    assert data["acts"]["play"] > 0


@pytest.mark.long
def test_greedy_players_beat_random_ones() -> None:
    plan = Plan("meta", 500, 4, 1, bots=("greedy", "greedy", "random", "random"))
    data = simulate(plan, None).data()

    assert data["unfinished"] == 0
    assert data["wins_by_bot"]["greedy"]["interval"][0] > 0.5
