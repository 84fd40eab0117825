"""Kept facts: what is kept of facts and searches is what they would give if they were computed."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

from deckmastor.engine import Machine, State, run
from deckmastor.engine.rules.assembly import build
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.match import Game, load, shipped

BOOKS = Path(__file__).with_name("books")
SMALL = sorted(path.stem for path in BOOKS.glob("*.md"))
SEATS = 3
LIMIT = 120  # decisions
LOOKED_AT = 12  # things of which the facts are compared at each decision


@cache
def rules(name: str) -> Ruleset:
    game: Game = load(BOOKS / f"{name}.md") if name in SMALL else load(name)
    return build(game.book, SEATS)


def differing(made: Ruleset, state: State, things: list[int]) -> list[str]:
    """The properties of which something else is kept than facts say."""
    found = []
    for name, table in made.facts.items():
        if table.cell < 0:
            continue
        for thing in things:
            for base in (0, 1):
                kept = table.value(state, thing, base)
                if kept != table._value(state, thing, base):
                    found.append(f"{name} of {thing}")
            for own in ([], [0], [1, 0]):
                if table.members(state, thing, own) != table._members(state, thing, own):
                    found.append(f"{name} of {thing}")
    return found


@pytest.mark.parametrize("name", [*SMALL, *shipped()])
def test_what_is_kept_is_what_facts_say_after_every_answer(name: str) -> None:
    made, chance = rules(name), random.Random(5)
    machine = Machine(made)
    state = run(machine, 5)
    for _ in range(LIMIT):
        if not state.asks:
            break
        things = chance.sample(range(len(state.species)), min(LOOKED_AT, len(state.species)))
        assert differing(made, state, things) == []
        at = 4 * chance.randrange(len(state.asks) // 4)
        machine.answer(state, at, chance.choice(machine.options(state, at)))
