"""The law of two worlds: what a seat may not know changes nothing that the seat is told."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from worlds import PLAYERS, dealt_anew, differences, leaks, played, told

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.inside import NONE, Knower, attributes
from deckmastor.engine.speed.short import VarEq, VarGt, VarLt
from deckmastor.match import Game, Paradox, load, shipped

BOOKS = Path(__file__).with_name("books")
SMALL = sorted(path.stem for path in BOOKS.glob("*.md"))


@cache
def game(name: str) -> Game:
    return load(BOOKS / f"{name}.md") if name in SMALL else load(name)


def found(name: str, seed: int, counts: Counter[str] | None = None) -> list[str]:
    """What tells two worlds of a discreet match apart."""
    dice = random.Random(seed)
    match = game(name).start(PLAYERS, seed, discreet=True)
    try:
        memory = played(match, dice, dice.randrange(3, 60))
        return [] if match.over else leaks(match, dice, memory, counts=counts)
    except Paradox:
        return []


@pytest.mark.parametrize("name", [*SMALL, *shipped()])
def test_no_player_can_tell_worlds_apart_that_differ_in_hidden_cards(name: str) -> None:
    assert [found(name, seed) for seed in range(4)] == [[]] * 4


@pytest.mark.parametrize("name", sorted({*shipped()} - {"exoptosis"}))  # there all cards lie open
def test_the_worlds_that_are_compared_differ_and_are_played_on(name: str) -> None:
    counts: Counter[str] = Counter()
    for seed in range(4, 8):
        found(name, seed, counts)

    assert counts["pairs"] >= 2
    assert counts["cards"] > 10 * counts["pairs"]
    assert counts["steps"] >= 4


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("name", shipped())
def test_no_player_can_tell_worlds_apart_in_many_matches(name: str, part: int) -> None:
    for seed in range(100 + 50 * part, 150 + 50 * part):
        assert found(name, seed) == []


@pytest.mark.long
@pytest.mark.parametrize("name", SMALL)
def test_no_player_can_tell_worlds_of_a_small_book_apart_in_many_matches(name: str) -> None:
    for seed in range(100, 200):
        assert found(name, seed) == []


@pytest.mark.parametrize("name", [*SMALL, *shipped()])
def test_what_a_bot_imagines_does_not_depend_on_hidden_cards(name: str) -> None:
    dice = random.Random(name)
    match = game(name).start(PLAYERS, 4)
    for _ in range(4):
        memory = played(match, dice, 7)
        for player in PLAYERS:
            world = dealt_anew(match, player, dice, ahead=False, seen=memory.seen[player])
            if world is not None and not match.over:
                imagined = [one.imagine(player, 9).state.species for one in (match, world)]
                assert imagined[0] == imagined[1]


@pytest.mark.parametrize("discreet", [False, True])
@pytest.mark.parametrize("name", [*SMALL, *shipped()])
def test_nothing_that_a_player_is_told_now_depends_on_hidden_cards(
    name: str, discreet: bool
) -> None:
    dice = random.Random(name)
    texts = [f"play {thing.name}" for thing in game(name).book.things[:6]] + ["pass"]
    for seed in range(3):
        match = game(name).start(PLAYERS, seed, discreet=discreet)
        memory = played(match, dice, 6 + 8 * seed)
        for player in PLAYERS:
            seen = memory.seen[player]
            world = dealt_anew(match, player, dice, ahead=False, seen=seen)
            if world is not None and not match.over:
                one, other = told(match, player, texts), told(world, player, texts)
                assert differences(one, other) == []


@pytest.mark.parametrize("name", [*SMALL, *shipped()])
def test_a_value_that_a_player_knows_is_the_value(name: str) -> None:
    dice = random.Random(name)
    match = game(name).start(PLAYERS, 2)
    rules = match.rules
    for _ in range(3):
        played(match, dice, 10)
        state = match.state
        knower = Knower(rules, state, [1])
        for property_ in sorted(rules.views.looking):
            attr = rules.schema.attrs.get(property_)
            if attr is None or attr.home in ("bag", "printed bag", "place"):
                continue
            things = [NONE] if attr.home == "scalar" else range(len(state.species))
            for thing in things:
                if thing == NONE or not knower.hidden[thing]:
                    known = knower.value(property_, thing, 0)
                    assert known in (None, rules.facts[property_].value(state, thing, 0))


OF_THE_GAME = (VarEq, VarLt, VarGt)  # these read a value of the game alone, which is open to all


def speedy(part: object) -> bool:
    """Whether an expression of the optimizer is in it."""
    if isinstance(part, (list, tuple)):
        return any(speedy(one) for one in part)
    if not isinstance(part, Expr):
        return False
    if ".speed." in type(part).__module__:
        return not isinstance(part, OF_THE_GAME)
    return any(speedy(getattr(part, name, None)) for name in attributes(part))


@pytest.mark.parametrize("name", [*SMALL, *shipped()])
def test_what_values_are_known_by_is_not_optimized(name: str) -> None:
    facts = [fact for facts in game(name).rules(3).views.plain.values() for fact in facts]

    assert not any(speedy([f.value, f.cond, f.subject, f.tests]) for f in facts)
