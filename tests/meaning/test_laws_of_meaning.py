"""Two ways of saying one thing play the same; a changed word changes what it should.

No law needs an oracle, so thousands of pairs are made at random. A pair that fails is shown with
both sentences, the table and both outcomes.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import deepcopy

import pytest

from corpus_books import GAMES
from meaning.corpus_pairs import REWRITINGS, candidates, differing
from meaning.families import LAWS, Family, alike
from meaning.lockstep import asked, play, trouble, view
from meaning.meadow import Asked, Reading, laid, meadow
from meaning.questions import NAMES, Question, random_question
from meaning.rule_pairs import FORBIDDEN, ROADS, RULE_LAWS, by_any_road, several
from meaning.second_opinion import World, Writer, random_card, random_world

# Expressions that random families leave out: see `DOUBTFUL` of the second opinion.
LEFT_OUT = {"that behind a place", "another behind a player"}


# ---- what cards say --------------------------------------------------------------------------


def families(name: str, seed: int, wanted: int, tables: int) -> int:
    """Try a law on random families and tables; the number of pairs that were compared."""
    dice = random.Random(f"{name} {seed}")
    writer, cards = Writer(dice), [random_card(dice, one) for one in NAMES]
    made: list[Family] = []
    while len(made) < wanted:
        family = LAWS[name](dice, writer)
        if not family.kinds & LEFT_OUT:
            made.append(family)
    texts = {f"Text {n} {m}": one for n, f in enumerate(made) for m, one in enumerate(f.texts)}
    asked = Asked(cards, dict(texts))
    assert len(asked.without) <= 1 + len(texts) / 8, asked.without
    pairs = 0
    for _ in range(tables):
        world = random_world(dice, cards, dice.randint(2, 4))
        reading = Reading(asked.book, world)
        for n, family in enumerate(made):
            pairs += _family(reading, world, n, family, set(asked.texts))
    return pairs


def _family(reading: Reading, world: World, n: int, family: Family, read: set[str]) -> int:
    names = [f"Text {n} {m}" for m in range(len(family.texts))]
    if family.holds is alike:
        names = [name for name in names if name in read]
    if len(names) < 2 or not set(names) <= read:
        return 0
    found = [reading.outcomes(name) for name in names]
    told = [family.texts[int(name.split()[-1])] for name in names]
    assert family.holds(found), _show(told, world, [sorted(one) for one in found])
    return len(names) - 1


def _show(told: list[str], world: World, found: list[list[str]]) -> str:
    lines = ["these differ:"]
    everywhere = set.intersection(*({x for end in one for x in end.split("\n")} for one in found))
    for text, one in zip(told, found, strict=True):
        lines.append(f"  {text}")
        for end in one:
            apart = [line for line in end.split("\n") if line not in everywhere]
            lines.append(f"      => {'; '.join(apart) or 'nothing that the others lack'}")
    return "\n".join([*lines, world.show()])


@pytest.mark.parametrize("name", LAWS)
def test_a_law_of_what_cards_say(name: str) -> None:
    assert families(name, seed=1, wanted=5, tables=5) >= 20


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 6))
@pytest.mark.parametrize("name", LAWS)
def test_a_law_of_what_cards_say_at_length(name: str, seed: int) -> None:
    assert families(name, seed, wanted=25, tables=15) >= 200


# ---- what rules say --------------------------------------------------------------------------


def pairs_of_rules(name: str, seed: int, wanted: int, tables: int) -> int:
    """Try a law on random pairs of rulebooks and tables; the number of matches in step."""
    dice = random.Random(f"{name} {seed}")
    played = 0
    for _ in range(wanted):
        cards = [random_card(dice, one) for one in NAMES]
        left, right = RULE_LAWS[name](dice)
        refused = [trouble(side.book(cards)) for side in (left, right)]
        assert not any(refused), (refused, left.show(), right.show())
        for _ in range(tables):
            world = random_world(dice, cards, dice.randint(2, 3))
            apart = play(dice, cards, world, left, right)
            assert apart is None, apart
            played += 1
    return played


@pytest.mark.parametrize("name", RULE_LAWS)
def test_a_law_of_what_rules_say(name: str) -> None:
    assert pairs_of_rules(name, seed=1, wanted=2, tables=3) == 6


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 4))
@pytest.mark.parametrize("name", RULE_LAWS)
def test_a_law_of_what_rules_say_at_length(name: str, seed: int) -> None:
    assert pairs_of_rules(name, seed, wanted=12, tables=10) == 120


# ---- orders ----------------------------------------------------------------------------------


def mixed(dice: random.Random, world: World) -> World:
    """The same table, with the things in each place in another order."""
    again = deepcopy(world)
    for places in [again.places, *(player.places for player in again.players)]:
        for cards in places.values():
            dice.shuffle(cards)
    return again


def reseated(dice: random.Random, world: World) -> World:
    """The same table, with the others in other seats."""
    again = deepcopy(world)
    rest = again.players[1:]
    dice.shuffle(rest)
    again.players[1:] = rest
    return again


def speaks_of_no_order(question: Question) -> bool:
    """True if the order of things in places does not count."""
    return not question.kinds & (LEFT_OUT | {"top", "ends", "end card", "height of"})


def asked_twice(
    seed: int, wanted: int, tables: int, change: Callable[[random.Random, World], World], rows: bool
) -> int:
    """Ask random questions on a table and on the same one changed, perhaps with rows mixed."""
    dice = random.Random(seed)
    writer, cards = Writer(dice), [random_card(dice, name) for name in NAMES]
    made: list[Question] = []
    while len(made) < wanted:
        question = random_question(dice, writer)
        if speaks_of_no_order(question):
            made.append(question)
    asked = Asked(cards, {f"Question {n}": one.text for n, one in enumerate(made)})
    book = asked.book
    if rows:
        texts = list(asked.texts.items())
        book = meadow(dice.sample(cards, len(cards)), dict(dice.sample(texts, len(texts))))
    pairs = 0
    for _ in range(tables):
        world = random_world(dice, cards, dice.randint(2, 4))
        other = change(dice, world)
        first, second = Reading(asked.book, world), Reading(book, other)
        for name, text in asked.texts.items():
            question = made[int(name.split()[-1])]
            one, two = question.asking(first, name), question.asking(second, name)
            assert one == two, f"{text}\n{world.show()}\n{other.show()}\n{one} and {two}"
            pairs += 1
    return pairs


CHANGES: dict[str, tuple[Callable[[random.Random, World], World], bool]] = {
    "things in a place": (mixed, False),
    "rows of a table": (lambda dice, world: world, True),
    "seats of the others": (reseated, False),
}


@pytest.mark.parametrize("what", CHANGES)
def test_the_order_does_not_count_unless_the_text_speaks_of_it(what: str) -> None:
    change, rows = CHANGES[what]

    assert asked_twice(1, 30, 8, change, rows) >= 200


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 5))
@pytest.mark.parametrize("what", CHANGES)
def test_the_order_does_not_count_at_length(what: str, seed: int) -> None:
    change, rows = CHANGES[what]

    assert asked_twice(seed, 80, 20, change, rows) >= 1500


# ---- names and prohibitions ------------------------------------------------------------------

RENAMED = {"ann": "zoe", "bob": "abe", "cat": "mia", "dan": "kit"}


def renamed(text: str) -> str:
    """A text with the other names."""
    for old, new in RENAMED.items():
        text = text.replace(old, new)
    return text


def lines(text: str) -> list[str]:
    """Lines whose words have no order, so that names sort as they like."""
    return sorted("".join(sorted(line)) for line in text.split("\n"))


def same_with_other_names(seed: int, tables: int) -> int:
    """Play the same with players of other names; the number of matches in step."""
    dice = random.Random(seed)
    cards = [random_card(dice, name) for name in NAMES]
    book = meadow(cards, {}, (*ROADS, *several(dice)))
    for _ in range(tables):
        world = random_world(dice, cards, dice.randint(2, 4))
        other = deepcopy(world)
        for player in other.players:
            player.name = RENAMED[player.name]
        first, second = laid(book, world), laid(book, other)
        for _ in range(10):
            one, two = renamed(view(first)), view(second)
            assert lines(one) == lines(two), f"{book}\n{world.show()}\n{one}\n{two}"
            who, what = dice.choice(asked(first))
            first.choose(who, what)
            second.choose(RENAMED[who], renamed(what))
    return tables


def test_players_of_other_names_play_the_same_match() -> None:
    assert same_with_other_names(1, tables=6) == 6


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 12))
def test_players_of_other_names_play_the_same_match_at_length(seed: int) -> None:
    assert same_with_other_names(seed, tables=30) == 30


def never(said: str, seed: int, tables: int) -> int:
    """Play with a prohibition and many roads to what it forbids; the acts that were done."""
    dice = random.Random(f"{said} {seed}")
    cards = [random_card(dice, name) for name in NAMES]
    forbidden = FORBIDDEN[said]
    book = meadow(cards, {}, by_any_road(said))
    assert not trouble(book), trouble(book)
    done = 0
    for _ in range(tables):
        world = random_world(dice, cards, dice.randint(2, 3))
        table = laid(book, world)
        for _ in range(14):
            options = asked(table)
            offered = [(who, what) for who, what in options if forbidden.offers(world, who, what)]
            assert not offered, f"{said}\n{world.show()}\noffered: {offered}"
            before = len(table.events)
            tired = {p for p in table.match.players if table.count(p, "tired")}
            table.choose(*dice.choice(options))
            found = [
                event for event in table.events[before:]
                if forbidden.broken(world, tired, event.verb, str(event.agent), str(event.object))
            ]  # fmt: skip
            assert not found, f"{said}\n{world.show()}\nhappened: {found}"
            done += len(table.events) - before
    return done


@pytest.mark.parametrize("said", FORBIDDEN)
def test_what_cannot_be_done_is_never_offered_and_never_happens(said: str) -> None:
    assert never(said, 1, tables=5) > 20


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 8))
@pytest.mark.parametrize("said", FORBIDDEN)
def test_what_cannot_be_done_never_happens_at_length(said: str, seed: int) -> None:
    assert never(said, seed, tables=25) > 200


# ---- the corpora -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", REWRITINGS)
def test_a_paragraph_in_another_form_tells_the_same_story(name: str) -> None:
    found = list(candidates("unicorns", name))[3::60]
    told = [differing("unicorns", name, one, other, 2) for one, other in found]

    assert [why for _, why in told if why] == []


@pytest.mark.long
@pytest.mark.parametrize("name", REWRITINGS)
@pytest.mark.parametrize("game", GAMES)
def test_every_paragraph_in_another_form_tells_the_same_story(game: str, name: str) -> None:
    told = [differing(game, name, one, other, 5) for one, other in candidates(game, name)]

    assert [why for _, why in told if why] == []
