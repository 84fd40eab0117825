"""Kept facts: what is kept of facts and searches is what they would give if they were computed."""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from deckmastor.engine import Machine, State, run
from deckmastor.engine.expressions.things import Things
from deckmastor.engine.ids import NONE
from deckmastor.engine.rules.assembly import build
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.state.layout import TURN
from deckmastor.engine.state.state import TURNING, VALUES
from deckmastor.engine.state.workspace import NO_RULINGS, Kept
from deckmastor.engine.verbs.changes import assign, make, take_back
from deckmastor.match import Game, load, read, shipped
from deckmastor.testing import Table

BOOKS = Path(__file__).with_name("books")
SMALL = sorted(path.stem for path in BOOKS.glob("*.md"))
SEATS = 3
LIMIT = 120  # decisions
LOOKED_AT = 12  # things of which the facts are compared at each decision


@cache
def rules(name: str) -> Ruleset:
    game: Game = load(BOOKS / f"{name}.md") if name in SMALL else load(name)
    return build(game.book, SEATS)


def differing(made: Ruleset, state: State, things: Iterable[int]) -> list[str]:
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


# ---- whether cards lie on a thing -----------------------------------------------------------

PILES = """# Piles {#piles}

## Words {#words}

- Each player has a hand. There is a field, a limbo, a deck and a discard pile.
- Stacks and pegs are kinds of item. Low stacks and high stacks are kinds of stack. A stack can be loaded. Marks are counters. Stones are kinds of card.
- A stack is loaded if it contains at least 1 card.
- When a stack becomes loaded, each player gains 1 mark.
- To lay a card is to move it onto a low stack. To lift a card is to move it to your hand.
- To turn is to swap all cards on a low stack with all cards on a high stack.
- To double a card is to create a copy of that card on a high stack.

## Play {#play}

- On their turn, a player may lay a stone from their hand.
- On their turn, a player may lift a card on a stack.
- On their turn, a player may turn. On their turn, a player may double a card on a stack.

The stacks are:

| Name | Type |
|---|---|
| Cellar | low stack |
| Attic | high stack |

The pegs are:

| Name | Type |
|---|---|
| Dowel | peg |

The cards are:

| Name | Type | Count |
|---|---|---|
| Flint | stone | 1 |
| Slate | stone | 1 |
"""


@pytest.mark.parametrize("amended", [False, True])
def test_a_thing_becomes_loaded_with_its_first_card_alone(amended: bool) -> None:
    table = Table(
        PILES, common={"field": ["Cellar", "Attic"], "Cellar": ["Dowel"]},
        ann={"hand": ["Flint", "Slate"]}, bob={},
    )  # fmt: skip
    table.begin_turn("ann")
    if amended:
        table.match.amend("Granites are kinds of stone.")
    told = []
    acts = ("lay Flint", "lay Slate", "lift Flint", "lift Slate", "lay Flint", "turn", "turn")
    for act in (*acts, "double Flint", "lift Flint", "lay Slate"):
        table.choose("ann", act)
        told.append((act, table.count("ann", "mark")))
        assert differing(table.match.rules, table.state, range(len(table.state.species))) == []

    assert told == [
        ("lay Flint", 1), ("lay Slate", 1), ("lift Flint", 1), ("lift Slate", 1),
        ("lay Flint", 2), ("turn", 3), ("turn", 4), ("double Flint", 5), ("lift Flint", 5),
        ("lay Slate", 6),
    ]  # fmt: skip


# ---- new things -----------------------------------------------------------------------------


def test_a_new_thing_is_added_to_those_that_are_known() -> None:
    state = State()
    state.species = [0, 1]
    ones = Things(frozenset({1}), NONE, 0)
    found = [ones.all_of(state)]

    for species in ([0, 1, 0], [0, 1, 0, 1]):
        state.species = species
        found.append(ones.all_of(state))
    state.species = [0, 1, 1]
    state.branch()
    found.append(ones.all_of(state))

    assert found == [[1], [1], [1, 3], [1, 2]]


def test_a_thing_that_takes_the_number_of_another_is_known_by_its_own_species() -> None:
    made = build(read(PILES).book, SEATS)
    machine, state = Machine(made), run(Machine(made), 5)
    flint, slate = (
        Things(frozenset({number}), NONE, made.numbers.cell())
        for number, species in enumerate(made.schema.species)
        if species.name in ("Flint", "Slate")
    )
    known = len(flint.all_of(state)), len(slate.all_of(state))

    take_back(machine, state, [make(machine, state, min(flint.species), NONE)])
    first = make(machine, state, min(flint.species), NONE)
    counted = len(flint.all_of(state)), len(slate.all_of(state))
    take_back(machine, state, [first])
    make(machine, state, min(slate.species), NONE)

    assert counted == (known[0] + 1, known[1])
    assert (len(flint.all_of(state)), len(slate.all_of(state))) == (known[0], known[1] + 1)


def test_the_kept_value_of_the_game_stays_behind_those_of_things() -> None:
    kept = Kept(2, 0, NO_RULINGS)
    for at, value in ((0, 3), (1, 4), (-1, 7)):
        kept.values[at], kept.ages[at] = value, 1

    kept.grow(500)

    assert kept.values[:2] + kept.values[-1:] == [3, 4, 7]
    assert kept.ages[:2] + kept.ages[-1:] == [1, 1, 1]
    assert not any(kept.ages[2:-1])
    assert min(len(kept.ages), len(kept.values), len(kept.bases)) > 500


def test_what_depends_on_whose_turn_it_is_changes_with_the_turn_alone() -> None:
    made = rules("exoptosis")
    told = {name: table for name, table in made.facts.items() if table.reads & TURNING}
    state, seats = run(Machine(made), 5), range(SEATS)
    assert "idle" in told
    for turn in (0, 1, 2, 0):
        state.v[TURN] = turn

        assert differing(made, state, list(seats)) == []
        assert [told["idle"].value(state, seat, 0) for seat in seats].index(0) == turn


def test_what_depends_on_a_status_of_the_game_changes_with_it() -> None:
    made = rules("exoptosis")
    machine = Machine(made)
    state, seats = run(machine, 5), list(range(SEATS))
    attrs, closed = made.schema.attrs, made.schema.word("closed")
    state.v[attrs["bet"].at] = 7
    state.stale |= VALUES
    owed = [made.facts["shortfall"].value(state, seat, 0) for seat in seats]
    assign(machine, state, attrs["auction"].at, closed)

    assert made.facts["shortfall"].cell >= 0
    assert owed == [7, 7, 7]
    assert [made.facts["shortfall"].value(state, seat, 0) for seat in seats] == [0, 0, 0]
