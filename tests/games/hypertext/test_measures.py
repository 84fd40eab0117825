"""What simulations measure: the three tensions of the game, objectives, and the threshold."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from deckmastor.lab.simulate import Plan, simulate
from games.hypertext.reading_room import BOOK


def simple() -> Any:
    """The program that lets simple players play."""
    path = Path(__file__).parents[3] / "benchmarks" / "measure_hypertext.py"
    spec = importlib.util.spec_from_file_location("measure_hypertext", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.rule("X-108", "X-163")
def test_a_simulation_tells_reveals_closers_and_games_lost_to_the_deck() -> None:
    data = simulate(Plan(BOOK, 6, 3, seed=4, deeds=True)).data()

    assert data["acts"]["reveal"] > 0
    assert data["acts"]["keep"] > 0
    assert 0 <= data["without_winner"] <= data["matches"]
    assert data["points"]["melding 2"]["points"] == 2 * data["acts"]["meld"] * data["matches"]
    assert any(name.startswith("objectives/") for name in data["points"])
    assert any(name.startswith("season-goals/") for name in data["points"])


@pytest.mark.rule("X-163")
def test_each_holder_of_an_objective_is_counted() -> None:
    data = simulate(Plan(BOOK, 6, 2, seed=4, deeds=True)).data()
    held = sum(row["times"] for name, row in data["points"].items() if name.startswith("obj"))
    shown = sum(row["times"] for name, row in data["points"].items() if name.startswith("sea"))

    assert held == 6 * 2
    assert shown == 6 * 3


@pytest.mark.rule("X-164")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_simple_players_who_reveal_nothing_reach_the_threshold(players: int) -> None:
    found = simple().measure(players, 0, 8)

    assert found.met == found.matches == 8


@pytest.mark.rule("X-164")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_players_complete_quartets_enough(players: int) -> None:
    data = simulate(Plan(BOOK, 1, players, 7, bots=("greedy",) * players, deeds=True)).data()

    assert data["without_winner"] == 0
    assert data["acts"]["meld"] >= 3 + players


@pytest.mark.rule("X-164", "X-108")
def test_the_more_is_revealed_the_fewer_quartets_there_are() -> None:
    measured = simple()
    none, some = (measured.measure(2, reveals, 12) for reveals in (0, 60))

    assert some.quartets < none.quartets
    assert some.met < none.met
