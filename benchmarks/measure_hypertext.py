"""How often simple players of Hypertext reach the threshold, and what objectives bring them.

    python benchmarks/measure_hypertext.py [MATCHES]

Simple players play a card whenever they can, never discard one for nothing, reveal what they
draw with a certain chance and keep it otherwise, and answer everything else at random.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random

from deckmastor.engine.ids import OBJECT_BITS, PASSING, block_of, pc_of
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.start import run
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.state.layout import OVER
from deckmastor.engine.state.state import State
from deckmastor.engine.turns.flow import Flow
from deckmastor.lab.deeds import Counted, Deeds, told
from deckmastor.match import load

GAME = "hypertext"
PLAYERS = (2, 3, 4)
CHANCES = (0, 10, 20, 30)  # per cent


@dataclass
class Measured:
    """What came of some matches."""

    matches: int = 0
    met: int = 0  # in so many the threshold was reached
    quartets: int = 0
    counts: Counted = field(default_factory=Counter)


def verb_of(rules: Ruleset, option: int) -> str:
    """What a player does who takes an option of their turn."""
    if option == PASSING:
        return "pass"
    return rules.verbs[rules.offers[(option >> OBJECT_BITS) - 1].verb]


def answer(machine: Machine, state: State, at: int, chance: Random, reveals: int) -> int:
    """What a simple player answers."""
    rules = machine.rules
    options = machine.options(state, at)
    head = state.asks[at + 1]
    if not isinstance(rules.blocks[block_of(head)].ops[pc_of(head)], Flow):
        return chance.choice(options)
    wanted = "reveal" if chance.randrange(100) < reveals else "keep"
    by_verb: dict[str, list[int]] = {}
    for option in options:
        by_verb.setdefault(verb_of(rules, option), []).append(option)
    for verb in ("play", wanted, "pass"):
        if verb in by_verb:
            return chance.choice(by_verb[verb])
    return chance.choice(options)


def measure(players: int, reveals: int, matches: int, seed: int = 1) -> Measured:
    """Let simple players play, who reveal so many cards of a hundred."""
    rules = load(GAME).rules(players)
    record = rules.schema.attrs["record"].at
    found = Measured()
    for number in range(matches):
        deeds = Deeds(rules)
        machine = Machine(rules, deeds)
        chance = Random(seed * 1_000_003 + number)
        state = run(machine, chance.getrandbits(48))
        while state.asks and not state.v[OVER]:
            at = 4 * chance.randrange(len(state.asks) >> 2)
            machine.answer(state, at, answer(machine, state, at, chance, reveals))
        found.matches += 1
        found.met += bool(state.winners)
        found.quartets += len(state.zones[record])
        found.counts += deeds.counts
    return found


def main(matches: int) -> None:
    """Tell the share of matches that reach the threshold, and the points of each objective."""
    start = time.perf_counter()
    print("players  revealed  threshold met  Quartets")
    points: dict[int, dict[str, float]] = {}
    for players in PLAYERS:
        for reveals in CHANCES:
            found = measure(players, reveals, matches)
            share = 100 * found.met / matches
            mean = found.quartets / matches
            print(f"{players:>7} {reveals:>7} % {share:>12.0f} % {mean:>9.1f}")
            if reveals == 10:
                brought = told(found.counts, matches)["points"]
                points[players] = {name: row["mean"] for name, row in brought.items()}
    print()
    print("points each time, 10 % revealed:", *(f"{players} players" for players in PLAYERS))
    for name in sorted({name for row in points.values() for name in row}):
        means = [points[players].get(name, 0.0) for players in PLAYERS]
        if name.startswith("season-goals/"):
            means = [mean / players for mean, players in zip(means, PLAYERS, strict=True)]
        print(f"{name:<36}", *(f"{mean:>6.2f}" for mean in means))
    print(f"{time.perf_counter() - start:,.0f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
