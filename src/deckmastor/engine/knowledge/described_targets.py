"""Described targets: the search for positions in which a description fits several things."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.ids import Thing
from deckmastor.engine.knowledge.description import Described
from deckmastor.engine.law.trial import answered
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.rules.program import FUEL, Barred
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.state.budgets import Exhausted
from deckmastor.engine.state.chance import seed_chance
from deckmastor.engine.state.state import State

WORLDS: Final = 3  # worlds imagined for the seat of the describer
DECISIONS: Final = 30  # random decisions played in each world
STEPS: Final = 60_000  # instructions executed in all worlds together


# ---- does it fit one thing alone ------------------------------------------------------------


def ambiguous(
    rules: Ruleset, worlds: list[State], told: Described, card: Thing, you: int
) -> tuple[State, list[int]] | None:
    """A position in which a description fits several things, and those things; else None.

    Each world is tried as it is and with the counters of all players made equal. The same happens
    after each decision of a random continuation.
    """
    seats = rules.seats
    left = STEPS
    for number, world in enumerate(worlds):
        since = told.now(world)
        for s in (world, level(rules, world)):
            found = told.fits(s, seats, card, you, since)
            if len(found) > 1:
                return (s, found)
        m = Machine(rules)
        dice = State()
        dice.chance = seed_chance(number)
        s = world.clone()
        for _ in range(DECISIONS):
            try:
                if left < 0 or not answered(m, s, dice):
                    break
            except (Barred, Exhausted, RecursionError):
                break
            left -= FUEL - m.fuel
            for one in (s, level(rules, s)):
                found = told.fits(one, seats, card, you, since)
                if len(found) > 1:
                    return (one, found)
    return None


def level(rules: Ruleset, world: State) -> State:
    """A copy of a position in which all players have as much of each counter as the first."""
    s = world.clone()
    units = rules.schema.lexicon.units
    for name, attr in rules.schema.attrs.items():
        if name in units and attr.home == "column":
            column = s.column(attr.at)
            for seat in range(1, min(rules.seats, len(column))):
                column[seat] = column[0]
    s.dirty |= rules.fact_bits
    return s
