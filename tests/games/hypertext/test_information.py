"""What everybody knows, and what a record of a match tells."""

from __future__ import annotations

import random

import pytest

from deckmastor.match import Match, load
from games.hypertext.reading_room import BOOK, lay, seen

OPEN = ("goal row", "season row", "discard pile", "spent pile", "record")
HIDDEN = ("deck", "goal stack", "objective deck", "season deck", "box")


def played(seed: int, players: str = "ABC") -> Match:
    """A match of random players, to its end."""
    match, chance = load(BOOK).start(list(players), seed), random.Random(seed)
    while not match.over:
        match.choose(chance.choice(chance.choice(match.decisions).options))
    return match


@pytest.mark.rule("X-125", "X-073")
def test_what_is_open_and_what_is_hidden() -> None:
    match, chance = load(BOOK).start(list("ABC"), 7), random.Random(7)
    for _ in range(40):
        match.choose(chance.choice(chance.choice(match.decisions).options))
    views = {player: match.view(player)["places"] for player in "ABC"}
    others = [p for p in views["A"] if p["owner"] in ("B", "C")]

    assert all(None not in p["cards"] for p in views["A"] if p["name"] in OPEN)
    assert all(None in p["cards"] for p in views["A"] if p["name"] in HIDDEN if p["size"])
    assert all(p["cards"] == [None] for p in others if p["name"] == "vault")
    assert all(p["size"] for p in others if p["name"] == "hand")
    assert match.view("A")["scores"] == match.view("B")["scores"]


@pytest.mark.rule("X-125")
def test_nobody_knows_the_order_of_the_goal_stack() -> None:
    table = lay(stack=["NOUN-01", "VERB-01"], deck=["JONAH", "WATER"])

    table.choose("A", "reveal WATER", "no")

    assert seen(table, "A", "goal stack") == [None, "VERB-01"]  # who looked at it knows the top
    assert seen(table, "B", "goal stack") == [None, None]


@pytest.mark.rule("X-126")
def test_talk_is_free_and_binds_nobody() -> None:
    rules = load(BOOK).files["rulebook.md"]

    assert "By hand: Players may talk about their plans. No promise binds anybody." in rules


@pytest.mark.rule("X-127", "X-128")
def test_the_same_seed_and_choices_tell_the_same_story() -> None:
    one, again = played(11), played(11)

    assert [event.text for event in one.events] == [event.text for event in again.events]
    assert {event.verb for event in one.events} >= {
        "draft", "keep", "reveal", "resolve", "play", "meld", "open", "discard", "score",
    }  # fmt: skip


@pytest.mark.rule("X-128")
def test_each_play_names_card_goal_and_sentence() -> None:
    match = played(11)
    plays = [event for event in match.events if event.verb == "play"]

    assert plays
    assert all("plays" in event.text and "into" in event.text for event in plays)
    assert all(event.because.text for event in match.events)


@pytest.mark.rule("X-002", "X-040", "X-090")
@pytest.mark.parametrize("players", ["AB", "ABC", "ABCD"])
def test_all_have_had_as_many_turns_when_the_game_ends(players: str) -> None:
    for seed in range(3):
        match = played(seed, players)
        turns = [e.agent for e in match.events if e.verb == "begin" and e.object == "turn"]

        assert len({turns.count(player) for player in players}) == 1


@pytest.mark.rule("X-125", "X-073")
def test_whoever_imagines_the_table_knows_neither_hands_nor_stacks_nor_objectives() -> None:
    match = load(BOOK).start(list("ABC"), 7)
    for _ in range(9):
        match.choose(match.decisions[0].options[0])
    worlds = [match.imagine("A", seed) for seed in range(12)]
    views = [world.view("B")["places"] for world in worlds]

    for name in ("hand", "vault"):
        told = [
            [p["cards"] for p in view if (p["name"], p["owner"]) == (name, "B")] for view in views
        ]
        assert len({str(cards) for cards in told}) > 1
    stacks = [
        [world.thing(thing) for thing in world.state.zones[place]]
        for world in worlds
        for place in [stack_of(world)]
    ]
    assert len({tuple(stack) for stack in stacks}) == 12
    assert len({tuple(sorted(stack)) for stack in stacks}) == 1


def stack_of(match: Match) -> int:
    """The place of the goal stack."""
    names = match.rules.schema.zone_names
    return next(z for z, name in enumerate(match.state.zname) if names[name] == "goal stack")
