"""The laws of play (laws.py), on every shipped game and on small books that use the language."""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from laws import HOURS, START, Walk, plainly, play, replayed, table, written

from deckmastor.engine.rules.assembly import build
from deckmastor.engine.state.layout import TICKED
from deckmastor.language.paraphrase import round_trips
from deckmastor.match import Game, IllegalChoice, Match, Option, load, replay, shipped

BOOKS = Path(__file__).with_name("books")
SMALL = sorted(path.stem for path in BOOKS.glob("*.md"))
SEATS = (2, 3, 4, 5)
LIMIT = 600  # decisions; every small game is over long before


@cache
def game(name: str) -> Game:
    return load(BOOKS / f"{name}.md") if name in SMALL else load(name)


@pytest.mark.parametrize("name", SMALL)
def test_a_small_book_runs_whole(name: str) -> None:
    book = game(name).book

    assert [fault.message for fault in book.errors] == []
    assert [game(name).rules(seats).unrunnable for seats in SEATS] == [[]] * len(SEATS)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("name", SMALL)
def test_a_small_game_obeys_the_laws_and_ends(name: str, seats: int) -> None:
    for seed in range(6):
        match = play(game(name).rules(seats), seed, LIMIT)

        assert match.over
        assert written(replayed(match)) == written(match.state)


@pytest.mark.parametrize("name", [*SMALL, *shipped()])
def test_rules_that_were_not_shortened_play_the_same(name: str) -> None:
    for seats in (2, 4):
        match = play(game(name).rules(seats), 70 + seats, 150)
        plain = build(game(name).book, seats, short=False)

        assert table(plain, plainly(match, plain)) == table(match.rules, match.state)


def test_what_was_named_for_a_hidden_card_stops_no_world_in_which_it_is_another() -> None:
    match = play(game("hall").rules(4), 1092, LIMIT)  # in it a way is named that others have not

    assert written(replayed(match)) == written(match.state)


@pytest.mark.parametrize("name", shipped())
def test_a_shipped_game_obeys_the_laws(name: str) -> None:
    for seed in range(4):
        match = play(game(name).rules(2 + seed % 3), seed, 150)

        assert written(replayed(match)) == written(match.state)


@pytest.mark.long
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("name", [*SMALL, *shipped()])
def test_the_laws_hold_over_many_matches(name: str, seats: int) -> None:
    for seed in range(1_000, 1_100):
        match = play(game(name).rules(seats), seed, LIMIT)

        assert written(replayed(match)) == written(match.state)


@pytest.mark.parametrize("name", [*SMALL, *shipped()])
def test_what_is_not_listed_is_refused_and_changes_nothing(name: str) -> None:
    dice = random.Random(name)
    match = game(name).start(["ann", "bob", "cy"], seed=5)
    for _ in range(25):
        if match.over:
            break
        decision = dice.choice(match.decisions)
        listed = {option.value for option in decision.options}
        before = written(match.state)
        for value in (-99, 7_777_777, max(listed) + 1, min(listed) - 1):
            if value not in listed:
                with pytest.raises(IllegalChoice, match=r"\w"):
                    match.choose(Option(decision.player, "", decision.number, value))
        with pytest.raises(IllegalChoice):
            match.choose("nobody", "pass")
        stale = decision.options[0]

        assert written(match.state) == before

        match.choose(dice.choice(decision.options))
        with pytest.raises(IllegalChoice):
            match.choose(stale)


def random_match(name: str, seed: int, answers: int) -> Match:
    """A match of three after some random answers, and ticks between them."""
    dice = random.Random(seed)
    match = game(name).start(["ann", "bob", "cy"], seed, clock=START)
    for _ in range(answers):
        if match.over:
            break
        if dice.random() < 0.1:
            match.tick(match.state.v[TICKED] + 3600 * dice.choice(HOURS))
        else:
            match.choose(dice.choice(dice.choice(match.decisions).options))
    return match


@pytest.mark.parametrize("name", [*SMALL, *shipped()])
def test_a_journal_played_again_gives_the_same_hash_and_the_same_events(name: str) -> None:
    for seed in range(3):
        match = random_match(name, seed, 40)

        again = replay(json.loads(json.dumps(match.journal)))

        assert again.trace() == match.trace()
        assert [event.told(1) for event in again.events] == [e.told(1) for e in match.events]


@pytest.mark.parametrize("name", [*SMALL, *shipped()])
def test_where_chance_is_a_seat_nothing_else_is_drawn(name: str) -> None:
    for seed in range(3):
        dice = random.Random(seed)
        match = game(name).start(["ann", "bob", "cy"], seed, clock=START, outside=True)
        untouched = match.state.chance
        for _ in range(150):
            if match.over:
                break
            decision = dice.choice(match.decisions)
            left = match.state.fate.copy()
            match.choose(dice.choice(decision.options))

            assert match.state.chance == untouched
            assert decision.player == "chance" or left == []

        assert replay(match.journal).trace() == match.trace()


@pytest.mark.parametrize("name", [*SMALL, *shipped()])
def test_an_amendment_changes_no_earlier_event(name: str) -> None:
    for seed in range(4):
        match = random_match(name, seed, 5 * seed)
        if match.over:
            continue
        events, lying = match.events.copy(), [zone.copy() for zone in match.state.zones]
        known = len(match.state.species)

        match.amend("When a turn begins, the player at turn scores 1 point.")

        assert match.events[: len(events)] == events
        assert [event.verb for event in match.events[len(events) :]] == ["adopt"]
        still = [[t for t in zone if t < known] for zone in match.state.zones]
        assert still[: len(lying)] == lying  # the new rule may be a thing, and lie somewhere too
        assert replay(match.journal).trace() == match.trace()


@pytest.mark.parametrize("name", [*SMALL, *shipped()])
def test_every_sentence_prints_and_reads_back_to_the_same_meaning(name: str) -> None:
    book = game(name).book

    lost = [
        entry.paragraph.text
        for entry in book.entries
        if entry.para is not None and not round_trips(entry.para, book.lexicon, entry.params)
    ]

    assert lost == []


def test_random_players_meet_every_road_to_the_end() -> None:
    ends: Counter[str] = Counter()
    for name in SMALL:
        for seed in range(6):
            match = Walk(game(name).rules(3), seed)
            match.begin()
            while not match.over and len(match.answers) < LIMIT:
                match.answer(*match.draw())
            won = match.state.winners
            ends["nobody won" if not won else "one won" if len(won) == 1 else "several won"] += 1
            ends["all others lost"] += bool(won) and sum(match.state.cols[match.rules.gone]) == 2

    assert all(
        ends[road] for road in ("nobody won", "one won", "several won", "all others lost")
    ), ends


@pytest.mark.parametrize("name", [*SMALL, *shipped()])
def test_no_player_can_tell_an_imagined_match_from_the_real_one(name: str) -> None:
    dice = random.Random(name)
    players = ["ann", "bob", "cy"]
    match = game(name).start(players, seed=8)
    for step in range(30):
        if match.over:
            break
        if step % 5 == 0:
            player = dice.choice(players)
            before = written(match.state)
            world = match.imagine(player, seed=step)

            assert world.view(player) == match.view(player)
            assert written(match.state) == before

        match.choose(dice.choice(dice.choice(match.decisions).options))
