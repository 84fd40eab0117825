"""Other engines that play at random: OpenSpiel and RLCard, each at its best loop.

Both are optional. What is not installed does not take part, and the benchmark says so.
"""

from __future__ import annotations

import copy
import importlib
import importlib.metadata
import importlib.util
from collections.abc import Callable
from random import Random
from typing import Any, Final

OPENSPIEL = "open_spiel"
RLCARD = "rlcard"
MODULES: Final = {OPENSPIEL: "pyspiel", RLCARD: "rlcard"}
EXTRA: Final = "bench"  # of this package, which installs them

EXACT = "openspiel exact"
CHEAP = "openspiel cheap"
ROLLOUTS = "openspiel rollouts"
UNO = "uno environment"
UNO_BARE = "uno bare"
GIN = "gin-rummy environment"
GIN_BARE = "gin-rummy bare"
BATCH: Final = 50  # rollouts that one search makes
ENDLESS: Final = 5_000  # decisions after which a match of RLCard is given up


def versions() -> dict[str, str | None]:
    """The peers and their versions; None for one that is not installed."""
    return {
        name: importlib.metadata.version(name) if importlib.util.find_spec(module) else None
        for name, module in MODULES.items()
    }


def peer_of(way: str) -> str:
    """The package that a way of a peer needs."""
    return OPENSPIEL if way.startswith("openspiel") else RLCARD


def way(name: str, players: int, seed: int) -> Any:
    """A way to play of some peer."""
    ways: dict[str, Callable[[], object]] = {
        EXACT: lambda: FromPython(players, seed, exact=True),
        CHEAP: lambda: FromPython(players, seed, exact=False),
        ROLLOUTS: lambda: Rollouts(players, seed),
        UNO: lambda: Environment("uno", players, seed),
        UNO_BARE: lambda: BareUno(players, seed),
        GIN: lambda: Environment("gin-rummy", 0, seed),
        GIN_BARE: lambda: BareGin(seed),
    }
    return ways[name]()


# ---- OpenSpiel ------------------------------------------------------------------------------


def crazy_eights(players: int) -> Any:
    """OpenSpiel's game in C++, with the values that the rulebook has in a benchmark."""
    return importlib.import_module("pyspiel").load_game(
        "crazy_eights", {"players": players, "use_special_cards": True, "reshuffle": True}
    )


class FromPython:
    """OpenSpiel's Crazy Eights driven from Python: legal actions, then one of them.

    Chance is drawn by its probabilities, or, where all outcomes are equally likely, as they are in
    a game with one pack of cards, like any legal action, which spares the list of probabilities.
    """

    def __init__(self, players: int, seed: int, exact: bool) -> None:
        if not exact and players > 5:
            raise ValueError("With two packs of cards not all outcomes are equally likely.")
        self.game = crazy_eights(players)
        self.draw = Random(seed).random
        self.exact = exact

    def play(self, number: int) -> tuple[int, int]:
        """One match; what chance decides is no decision."""
        draw, exact = self.draw, self.exact
        state = self.game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if not state.is_chance_node():
                decisions += 1
            elif exact:
                state.apply_action(_drawn(state.chance_outcomes(), draw()))
                continue
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
        return 1, decisions

    def fork(self) -> Callable[[], object]:
        """What copies a state in the middle of a match."""
        state = self.game.new_initial_state()
        while state.move_number() < 60:
            state.apply_action(state.legal_actions()[0])
        clone: Callable[[], object] = state.clone
        return clone


def _drawn(outcomes: list[tuple[int, float]], left: float) -> int:
    for action, chance in outcomes:
        left -= chance
        if left < 0:
            return action
    return outcomes[-1][0]


class Rollouts:
    """OpenSpiel alone, in C++: its search makes one simulation, of many rollouts from the deal.

    A search with one simulation evaluates its root and nothing else, and its evaluator plays that
    state to the end so many times. It tells matches; the decisions in them are not counted.
    """

    def __init__(self, players: int, seed: int) -> None:
        self.pyspiel = importlib.import_module("pyspiel")
        self.game = crazy_eights(players)
        self.draw = Random(seed).random
        evaluator = self.pyspiel.RandomRolloutEvaluator(BATCH, seed)
        self.bot = self.pyspiel.MCTSBot(self.game, evaluator, 2.0, 1, 10, False, seed, False)

    def play(self, number: int) -> tuple[int, int]:
        """As many matches as the evaluator makes of one deal."""
        state = self.game.new_initial_state()
        while state.is_chance_node():
            actions = state.legal_actions()
            state.apply_action(actions[int(self.draw() * len(actions))])
        root = self.bot.mcts_search(state)
        if root.explore_count != 1 or root.children:
            raise RuntimeError("OpenSpiel's search did more than to evaluate its root.")
        return BATCH, 0


# ---- RLCard ---------------------------------------------------------------------------------


class Environment:
    """A game of RLCard through its environment, which makes an observation at every step.

    In uno, an action can be given as the game names it, which spares looking up its number.
    """

    def __init__(self, game: str, players: int, seed: int) -> None:
        self.raw = game == "uno"
        self.env = importlib.import_module("rlcard").make(game, config={"seed": seed})
        if players:
            # The setting `game_num_players` of an environment is ignored in this game.
            self.env.game.configure({"game_num_players": players})
        self.draw = Random(seed).random

    def play(self, number: int) -> tuple[int, int]:
        """One match."""
        env, draw, raw = self.env, self.draw, self.raw
        named = "raw_legal_actions" if raw else "legal_actions"
        state, _ = env.reset()
        decisions = 0
        while not env.is_over() and decisions < ENDLESS:
            actions = list(state[named])
            state, _ = env.step(actions[int(draw() * len(actions))], raw)
            decisions += 1
        return 1, decisions

    def fork(self) -> Callable[[], object]:
        """What copies a game that has begun."""
        self.env.reset()
        game = self.env.game
        return lambda: copy.deepcopy(game)


class BareUno:
    """RLCard's uno without observations: legal actions, then the round goes on."""

    def __init__(self, players: int, seed: int) -> None:
        uno = importlib.import_module("rlcard.games.uno")
        self.game = uno.Game(num_players=players)
        self.game.np_random.seed(seed)
        self.draw = Random(seed).random

    def play(self, number: int) -> tuple[int, int]:
        """One match."""
        game, draw = self.game, self.draw
        game.init_game()
        decisions = 0
        while not game.is_over() and decisions < ENDLESS:
            actions = game.get_legal_actions()
            game.round.proceed_round(game.players, actions[int(draw() * len(actions))])
            decisions += 1
        return 1, decisions


class BareGin:
    """RLCard's gin rummy without the observations of its environment."""

    def __init__(self, seed: int) -> None:
        gin = importlib.import_module("rlcard.games.gin_rummy")
        self.game = gin.Game()
        self.game.np_random.seed(seed)
        self.draw = Random(seed).random

    def play(self, number: int) -> tuple[int, int]:
        """One match."""
        game, draw = self.game, self.draw
        game.init_game()
        decisions = 0
        while not game.is_over() and decisions < ENDLESS:
            actions = game.judge.get_legal_actions()
            game.step(actions[int(draw() * len(actions))])
            decisions += 1
        return 1, decisions
