"""What the engine does not look at would have told it nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from deckmastor.engine import Machine, State, run
from deckmastor.engine.ids import NONE
from deckmastor.engine.permission.norms import Norm, Only
from deckmastor.engine.rules.assembly import build
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.triggers.triggers import Trigger
from deckmastor.match import Game, load, shipped
from deckmastor.testing import Table

BOOKS = Path(__file__).with_name("books")
SMALL = sorted(path.stem for path in BOOKS.glob("*.md"))
SEATS = 3
LIMIT = 60  # decisions
ACTS = 40  # that are tried at each


@cache
def rules(name: str) -> Ruleset:
    game: Game = load(BOOKS / f"{name}.md") if name in SMALL else load(name)
    return build(game.book, SEATS)


def positions(made: Ruleset, seed: int) -> Iterator[tuple[State, random.Random]]:
    """The positions of a match of random players, and the dice."""
    dice, machine = random.Random(seed), Machine(made)
    state = run(machine, seed)
    for _ in range(LIMIT):
        if not state.asks:
            return
        yield state, dice
        at = 4 * dice.randrange(len(state.asks) // 4)
        machine.answer(state, at, dice.choice(machine.options(state, at)))


def judged(made: Ruleset) -> list[Norm | Only | Trigger]:
    """All that acts are held against."""
    found: list[Norm | Only | Trigger] = list(made.triggers)
    for verb_rules in made.verb_rules:
        found += [*verb_rules.cannot, *verb_rules.what, *verb_rules.only]
    return [one for one in found if one.pattern is not None]


@pytest.mark.parametrize("name", [*SMALL, *shipped()])
def test_an_act_that_is_excluded_before_there_is_a_record_does_not_fit(name: str) -> None:
    made = rules(name)
    told = judged(made)
    if not told:
        return
    for state, dice in positions(made, 3):
        things = range(-1, len(state.species))
        for _ in range(ACTS):
            one, agent, obj = dice.choice(told), dice.choice(things), dice.choice(things)
            pattern = one.pattern
            assert pattern is not None
            if pattern.misses(state, agent, obj, NONE):
                for record in pattern.bearing(one.standing, state, agent, obj):
                    assert not pattern.between(state, record, agent, obj)


def test_an_act_is_excluded_by_a_constant_and_by_a_stored_value_as_it_is_now() -> None:
    book = """# Den {#den}

- Each player has a hand. A player can be drowsy. Barks and growls are counters.
- On their turn, a player may nap. On their turn, a player may bark. On their turn, a player may growl.
- To nap is to become drowsy. To bark is to gain 1 bark. To growl is to gain 1 growl.
- Drowsy players cannot bark.
- When a player gains barks, that player gains 1 growl.
"""
    table = Table(book, ann={}, bob={})
    table.begin_turn("ann")

    awake = table.options("ann")
    table.choose("ann", "growl", "bark")
    counted = table.count("ann", "bark"), table.count("ann", "growl")
    table.choose("ann", "nap")

    assert awake == ["nap", "bark", "growl", "pass"]
    assert counted == (1, 2)
    assert table.options("ann") == ["nap", "growl", "pass"]


@pytest.mark.parametrize("name", [*SMALL, *shipped()])
def test_the_places_that_a_permission_names_for_sure_fit_its_pattern(name: str) -> None:
    made = rules(name)
    sure = [norm for verb_rules in made.verb_rules for norm in verb_rules.what if norm.sure]
    for state, _ in positions(made, 4) if sure else ():
        for norm in sure:
            for card in range(made.first_card, len(state.species)):
                for record in norm.pattern.bearing(norm.standing, state, 0, card):
                    if norm.place is None or not norm.pattern.between(state, record, 0, card):
                        continue
                    assert norm.pattern.to is not None
                    for place in norm.place.many(state, record):
                        assert norm.pattern.to.fits(state, record, place)


def test_two_sentences_about_one_state_are_both_heard_whenever_it_comes() -> None:
    book = """# Pool {#pool}

- Each player has a hand. A player has one coat: dry or wet. Drips and sneezes are counters.
- On their turn, a player may dive. On their turn, a player may towel.
- To dive is to become wet. To towel is to become dry.
- When a player is wet, that player gains 1 drip.
- When a player is wet, that player gains 1 sneeze.
- When each player is wet, each player gains 10 drips.
- When each player is wet, each player gains 10 sneezes.
"""
    table = Table(book, ann={"coat": "wet"}, bob={})
    made = table.match.rules
    table.begin_turn("bob")
    heard = []
    for act in ("dive", "towel", "dive"):
        table.choose("bob", act)
        heard.append([table.count("bob", what) for what in ("drip", "sneeze")])

    assert [watch.twin for watch in made.watches] == [NONE, 0, NONE, 2]
    assert heard == [[11, 11], [11, 11], [22, 22]]
