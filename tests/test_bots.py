"""Bots that know no game: what they play for, what they know, and how well they do."""

from __future__ import annotations

import copy
import json
import signal
from pathlib import Path

import pytest

import deckmastor as dm
from deckmastor.bots.greedy import Effort, GreedyBot
from deckmastor.bots.kinds import listed, make, seated
from deckmastor.bots.table import play_match, play_out
from deckmastor.bots.unbroken import unbroken
from deckmastor.cli import main
from deckmastor.engine.goals.goals import DOWN, FEWEST, MOST, UP
from deckmastor.engine.knowledge.imagined_worlds import imagine
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.start import begin
from deckmastor.lab.simulate import Plan, simulate
from deckmastor.match import StartError
from deckmastor.terminal import saves
from deckmastor.terminal.session import Seating, Session
from deckmastor.testing import Table

BOOKS = Path(__file__).parent / "engine" / "books"
FLOOD = str(BOOKS / "flood.md")


# ---- goals ----------------------------------------------------------------------------------


def goals(book: str) -> list[tuple[int, bool]]:
    found = dm.load(book).rules(3).goals
    return [(goal.kind, goal.losing) for goal in found.races + found.leads]


@pytest.mark.parametrize(
    ("book", "expected"),
    [
        pytest.param("crazy-eights", [(DOWN, False), (MOST, False)], id="no cards, most points"),
        pytest.param("unicorns", [(UP, False), (MOST, False)], id="a count, then a standing"),
        pytest.param(str(BOOKS / "acorns.md"), [(UP, False)], id="so many cards"),
        pytest.param("meta", [(DOWN, True)], id="the last one above a bound"),
        pytest.param(str(BOOKS / "ladder.md"), [(DOWN, True), (UP, False)], id="losing"),
        pytest.param(str(BOOKS / "tollgate.md"), [(DOWN, False), (FEWEST, False)], id="fewest"),
    ],
)
def test_goals_are_what_the_winning_sentences_compare(
    book: str, expected: list[tuple[int, bool]]
) -> None:
    assert goals(book) == expected


def test_a_state_is_better_the_nearer_one_is_to_the_goal_and_worse_for_the_others() -> None:
    few = Table("unicorns", ann={"stable": ["Narwhal"]}, bob={}, cy={})
    more = Table("unicorns", ann={"stable": ["Narwhal", "Basic Unicorn"]}, bob={}, cy={})
    rules = few.match.rules

    assert rules.goals.value(rules, more.state, 0) > rules.goals.value(rules, few.state, 0)
    assert rules.goals.value(rules, more.state, 1) < rules.goals.value(rules, few.state, 1)


def test_where_the_last_one_wins_life_is_good_for_its_holder_and_bad_for_others() -> None:
    full = Table("meta", ann={"life point": 15}, bob={"life point": 12})
    hurt = Table("meta", ann={"life point": 15}, bob={"life point": 9})
    rules = full.match.rules

    assert rules.goals.value(rules, hurt.state, 0) > rules.goals.value(rules, full.state, 0)
    assert rules.goals.value(rules, hurt.state, 1) < rules.goals.value(rules, full.state, 1)


def test_where_an_empty_hand_wins_a_card_in_hand_is_no_gain() -> None:
    full = Table("crazy-eights", ann={"hand": ["Two of Clubs", "Two of Hearts"]}, bob={"hand": []})
    bare = Table("crazy-eights", ann={"hand": ["Two of Clubs"]}, bob={"hand": []})
    rules = full.match.rules

    assert rules.goals.value(rules, bare.state, 0) > rules.goals.value(rules, full.state, 0)


def test_nothing_is_worth_more_than_victory() -> None:
    table = Table("unicorns", ann={"stable": ["Basic Unicorn"] * 6}, bob={})
    rules = table.match.rules
    near = rules.goals.value(rules, table.state, 0)
    table.state.v[8] = 1
    table.state.winners = [1]

    assert rules.goals.value(rules, table.state, 1) > near
    assert rules.goals.value(rules, table.state, 0) < -near


def test_the_text_of_a_card_in_play_counts_for_or_against_its_holder() -> None:
    rules = dm.load("unicorns").rules(2)
    worth = {species.name: rules.goals.worth[n] for n, species in enumerate(rules.schema.species)}

    assert worth["Claw Machine"] > 0
    assert worth["Rainbow Aura"] > 0
    assert worth["Basic Unicorn"] == 0
    assert worth["Slowdown"] < 0
    assert worth["Sadistic Ritual"] < 0
    assert worth["Barbed Wire"] < 0


@pytest.mark.parametrize(
    ("book", "shared"),
    [
        pytest.param("hypertext", [(UP, False)], id="too few of something"),
        pytest.param(FLOOD, [(UP, False), (UP, True)], id="too few, and too many of another"),
        pytest.param("unicorns", [], id="each for themselves"),
    ],
)
def test_what_all_must_reach_together_is_found(book: str, shared: list[tuple[int, bool]]) -> None:
    found = dm.load(book).rules(2).goals

    assert [(goal.kind, goal.losing) for goal in found.shared] == shared
    assert bool(found.works) == bool(found.clocks) == bool(shared)


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        pytest.param({}, {"North Dyke": ["Sand"]}, id="a work begun"),
        pytest.param(
            {"North Dyke": ["Sand"], "South Dyke": ["Sand"]},
            {"North Dyke": ["Sand", "Clay"]},
            id="a work done rather than two begun",
        ),
        pytest.param({"mud": ["Sand"]}, {}, id="what all can lose by"),
        pytest.param({"river": ["Sand"]}, {"river": ["Sand", "Clay"]}, id="time that is left"),
    ],
)
def test_what_all_must_reach_together_counts_for_each_of_them(
    worse: dict[str, list[str]], better: dict[str, list[str]]
) -> None:
    bank: dict[str, list[str]] = {"bank": ["North Dyke", "South Dyke"]}
    tables = [Table(FLOOD, bank | laid, bare=True, ann={}, bob={}) for laid in (worse, better)]
    rules = tables[0].match.rules

    for seat in (0, 1):
        low, high = (rules.goals.value(rules, table.state, seat) for table in tables)
        assert low < high


# ---- the greedy bot -------------------------------------------------------------------------


def chosen(table: Table, seed: int = 1) -> str:
    return GreedyBot(seed).choose(table.decision).text


def test_it_takes_the_card_that_wins() -> None:
    table = Table(
        "unicorns",
        values={"draw size": 0},
        bare=True,
        ann={"hand": ["Yay", "Basic Unicorn", "Slowdown"], "stable": ["Basic Unicorn"] * 6},
        bob={},
        common={"deck": ["Basic Unicorn"] * 5},
    )
    table.begin_turn("ann")

    assert chosen(table) == "play Basic Unicorn"

    table.choose("ann", "play Basic Unicorn")

    assert chosen(table) == "ann's stable"


def test_it_hits_whoever_is_nearest_to_winning() -> None:
    table = Table(
        "unicorns",
        values={"draw size": 0},
        bare=True,
        ann={"hand": ["Unicorn Poison", "Slowdown"]},
        bob={"stable": ["Narwhal"]},
        cy={"stable": ["Magical Kittencorn", "Rhinocorn", *["Basic Unicorn"] * 4]},
        common={"deck": ["Basic Unicorn"] * 5},
    )
    table.begin_turn("ann")
    table.choose("ann", "play Unicorn Poison")

    assert chosen(table) != "Narwhal"


AMBUSH = """# Ambush {#ambush}

## Words {#words}

- Each player has a hand and a trap. A trap is a place. There is a deck.
- Life points are counters. Stings and feathers are kinds of card.
- To lay a card is to move it from your hand to your trap.

## Play {#play}

- A turn has these phases: plotting, reckoning.
- In the plotting phase, each player may lay a card.
- At the end of the plotting phase, if a sting is in a trap, each player with no stings in their trap loses 2 life points.
- At the end of the plotting phase, move all cards in each trap to the deck.
- When a player has no life points, they lose the game.

## Cards {#cards}

The cards are:

| Name | Type | Count |
|---|---|---|
| Wasp | sting | 6 |
| Down | feather | 6 |
"""


@pytest.mark.parametrize("seed", range(3))
def test_it_sees_what_comes_of_an_act_when_all_have_passed(seed: int) -> None:
    lives = {"life point": 5}
    table = Table(
        AMBUSH, bare=True, ann={"hand": ["Down", "Wasp"], **lives}, bob={"hand": ["Down"], **lives}
    )
    table.begin_turn("ann")
    (asked,) = [decision for decision in table.match.decisions if decision.player == "ann"]

    assert [option.text for option in asked.options] == ["lay Down", "lay Wasp", "pass"]
    assert GreedyBot(seed).choose(asked).text == "lay Wasp"


def test_the_same_seed_makes_the_same_choices() -> None:
    game = dm.load("crazy-eights")
    ends = []
    for _ in range(2):
        state = begin(game.rules(3), 4)
        play_out(Machine(game.rules(3)), state, ("greedy", "random", "greedy"), 9, 60)
        ends.append(state.to_data())

    assert ends[0] == ends[1]


def test_both_roads_lead_to_the_same_end() -> None:
    game = dm.load("crazy-eights")
    kinds = ("greedy", "random", "greedy")
    state = begin(game.rules(3), 2)
    match = game.start(["ann", "bob", "cy"], 2, events=False)

    fast = play_out(Machine(game.rules(3)), state, kinds, 9, 10_000)
    slow = play_match(match, kinds, 9, 10_000)

    assert fast == slow
    assert state.to_data() == match.state.to_data()


def test_choosing_leaves_the_match_alone() -> None:
    match = dm.load("unicorns").start(["ann", "bob", "cy"], seed=3)
    for _ in range(6):
        decision = match.decisions[0]
        before, events = json.dumps(match.state.to_data()), len(match.events)
        option = GreedyBot(5).choose(decision)

        assert json.dumps(match.state.to_data()) == before
        assert len(match.events) == events

        match.choose(option)


@pytest.mark.parametrize("name", ["crazy-eights", "unicorns"])
def test_its_choice_does_not_depend_on_what_its_seat_cannot_see(name: str) -> None:
    rules = dm.load(name).rules(3)
    state = begin(rules, 6)
    machine = Machine(rules)
    bot = GreedyBot(2, Effort(worlds=2))
    differing = 0
    for number in range(12):
        other = imagine(state, rules, state.asks[0], 11)
        choices = {bot.pick(machine, world, 0, number) for world in (state, other)}
        differing += state.species != other.species

        assert len(choices) == 1

        machine.answer(state, 0, choices.pop())
        if not state.asks:
            break

    assert differing > 5


@pytest.mark.parametrize("book", ["acorns", "ladder", "workshop"])
def test_it_beats_random_players_at_small_games(book: str) -> None:
    plan = Plan(str(BOOKS / f"{book}.md"), 24, 3, 1, (), 500, ("greedy", "random", "random"))
    tally = simulate(plan).tally

    assert tally.won["greedy"] >= 12  # a third of the players; 8 would be chance


def test_it_beats_random_players_at_crazy_eights() -> None:
    plan = Plan("crazy-eights", 30, 4, 1, bots=("random", "greedy", "random", "random"))
    tally = simulate(plan).tally

    assert tally.won["greedy"] >= 13


@pytest.mark.long
def test_two_of_them_win_most_matches_of_six() -> None:
    plan = Plan("unicorns", 4, 6, 1, bots=("greedy",) * 2 + ("random",) * 4)
    tally = simulate(plan).tally

    assert tally.won["greedy"] >= 3


# ---- lists of bots --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("random", ("random",)),
        ("greedy,random", ("greedy", "random")),
        ("2xgreedy, 3x random", ("greedy",) * 2 + ("random",) * 3),
        ("2*Greedy", ("greedy",) * 2),
    ],
)
def test_a_list_of_bots_names_a_kind_for_each_seat(text: str, kinds: tuple[str, ...]) -> None:
    assert listed(text) == kinds


@pytest.mark.parametrize("text", ["", "oracle", "2x", "greedy,,random", "0xgreedy", "999xgreedy"])
def test_a_list_that_names_no_bots_is_refused(text: str) -> None:
    with pytest.raises(StartError):
        listed(text)


def test_one_kind_is_for_all_players_and_several_must_be_as_many() -> None:
    assert seated("greedy", 3) == ("greedy",) * 3
    assert seated("greedy,random", None) == ("greedy", "random")
    with pytest.raises(StartError):
        seated("greedy,random", 3)


def test_there_is_no_bot_without_a_name() -> None:
    with pytest.raises(StartError):
        make("oracle", 1)


# ---- the doors ------------------------------------------------------------------------------


def test_simulating_tells_how_often_each_kind_won(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["-n", "4", "--bots", "greedy,2xrandom", "--json"]
    status = main(["simulate", "crazy-eights", *options])
    data = json.loads(capsys.readouterr().out)

    assert status == 0
    assert data["players"] == 3
    assert data["bots"] == ["greedy", "random", "random"]
    assert data["wins_by_bot"]["greedy"]["seats"] == 1
    assert sum(kind["wins"] for kind in data["wins_by_bot"].values()) >= 4
    low, high = data["wins_by_bot"]["greedy"]["interval"]
    assert 0 <= low < high <= 1


def test_the_kinds_are_shown_to_people(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["simulate", "crazy-eights", "-n", "2", "--bots", "greedy,2xrandom"])
    shown = capsys.readouterr().out

    assert status == 0
    assert "1 x greedy" in shown
    assert "2 x random" in shown


def test_bots_of_several_kinds_give_the_same_matches_on_any_number_of_processes() -> None:
    plan = Plan("crazy-eights", 4, 2, 3, bots=("greedy", "random"))

    assert simulate(plan).tally == simulate(plan, processes=2).tally


def session(seed: int = 4) -> Session:
    game = dm.load("crazy-eights")
    return Session(Seating(game, ("ann", "bob", "cy"), ("ann",), seed, {}, {"bob": "greedy"}))


def test_a_greedy_bot_plays_in_the_terminal_and_after_a_save(tmp_path: Path) -> None:
    first = session()
    for _ in range(3):
        decision = first.advance()
        assert decision is not None
        first.answer(decision, decision.options[0])
    saves.write(first, tmp_path / "match.json")
    again = saves.resume(saves.read(tmp_path / "match.json"))
    for one in (first, again):
        while (decision := one.advance()) is not None:
            one.answer(decision, decision.options[0])

    assert again.seating.bots == {"bob": "greedy"}
    assert first.match.journal == again.match.journal


def test_a_save_that_names_no_such_bot_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    saves.write(session(), file)
    data = json.loads(file.read_text())
    file.write_text(json.dumps({**data, "bots": {"bob": "oracle"}}))

    with pytest.raises(dm.SaveError):
        saves.read(file)


def test_a_bot_can_be_copied() -> None:
    table = Table("crazy-eights", setup=True)
    bot = GreedyBot(3)

    assert copy.deepcopy(bot).choose(table.decision) == bot.choose(table.decision)


def test_an_interrupt_waits_for_what_is_done_unbroken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deckmastor.bots.unbroken.COMPILED", True)
    done: list[str] = []
    before = signal.signal(
        signal.SIGINT, signal.default_int_handler
    )  # a shell may have left it out

    def work() -> None:
        with unbroken():
            signal.raise_signal(signal.SIGINT)
            done.append("all of it")

    try:
        with pytest.raises(KeyboardInterrupt):
            work()
        assert done == ["all of it"]
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)
