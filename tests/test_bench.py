"""The benchmark counts what it plays, divides inside rounds, and measures the same game everywhere."""

from __future__ import annotations

import importlib.util
import json
import runpy
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from deckmastor.cli import main
from deckmastor.lab.bench import costs, entries, growth, peers, sections, ways
from deckmastor.lab.bench.agreeing import last_states, tracing
from deckmastor.lab.bench.playing import rounds_of
from deckmastor.lab.bench.rounds import TIMERS, Series, Slice, Spread, interleave, ratios
from deckmastor.lab.bench.tables import Scale, Section, Table
from deckmastor.lab.bench.ways import Contender, play_all, play_for
from deckmastor.lab.bench.workers import PURE_BUILD, Crew, Worker, build_here, builds
from deckmastor.lab.simulate import Plan, play_one, rules_of, simulate
from deckmastor.match import shipped

ROOT = Path(__file__).resolve().parent.parent
OURS = Contender("ours", ways.WHOLE, entries.BESIDE, build_here())


def quiet(what: str) -> None:
    """Nobody is told what is being measured."""


class Here(Crew):
    """A crew without processes: what it is told is done on the spot."""

    def worker(self, build: str, number: int = 0) -> Any:
        return self

    def run(self, work: Callable[..., Any], *args: Any) -> Any:
        return work(*args)


def needs(package: str) -> pytest.MarkDecorator:
    """Left out where a peer is not installed."""
    missing = importlib.util.find_spec(peers.MODULES[package]) is None
    return pytest.mark.skipif(missing, reason=f"{package} is not installed")


# ---- rounds ---------------------------------------------------------------------------------


def test_everybody_plays_once_in_each_round_after_a_warming_up_that_does_not_count():
    order: list[str] = []

    def player(name: str, matches: int) -> Callable[[], Slice]:
        def play() -> Slice:
            order.append(name)
            return Slice(matches, 10 * matches, 0.5)

        return play

    found = interleave({"ann": player("ann", 1), "bob": player("bob", 2)}, 3, quiet)

    assert order == ["ann", "bob", "ann", "bob", "bob", "ann", "ann", "bob"]
    assert (found["ann"].matches, found["bob"].matches) == (3, 6)
    assert found["bob"].rates() == [40.0] * 3
    assert found["bob"].match_rates() == [4.0] * 3


def test_ratios_are_taken_round_by_round():
    slow_machine = [2.0, 4.0, 1.0]
    other = [1.0, 2.0, 0.25]

    spread = Spread.of(ratios(slow_machine, other))

    assert (spread.median, spread.low, spread.high) == (2.0, 2.0, 4.0)


def test_who_counts_only_matches_borrows_the_decisions_in_a_match():
    series = Series([Slice(50, 0, 0.5), Slice(100, 0, 0.5)])

    counted = series.counted_as(10.0)

    assert counted.rates() == [1000.0, 2000.0]
    assert counted.match_rates() == series.match_rates()


def test_a_series_for_a_program_tells_rates_by_decisions_and_by_matches():
    data = Series([Slice(2, 30, 1.0), Slice(2, 50, 2.0)]).data()

    assert (data["matches"], data["decisions"], data["decisions_per_match"]) == (4, 80, 20.0)
    assert data["decisions_per_second"] == {"median": 27.5, "low": 25.0, "high": 30.0}
    assert data["matches_per_second"]["median"] == 1.5


# ---- ways -----------------------------------------------------------------------------------


def test_what_is_measured_is_what_simulate_plays():
    plan = Plan("crazy_eights", 5, 3)

    played = play_all(Contender("", ways.WHOLE, plan, build_here()), 0, 5)

    assert (played.matches, played.decisions) == (5, simulate(plan).tally.decisions)


@pytest.mark.parametrize("timer", TIMERS)
def test_time_is_taken_by_the_clock_or_by_the_processor(timer):
    played = play_all(OURS, 0, 5, timer)

    assert (played.matches, played.seconds > 0) == (5, True)
    assert costs.microseconds("fork", OURS.plan, 0, timer) > 0


def test_matches_are_played_until_the_time_is_over():
    played, following = play_for(OURS, 0.01, 3)

    assert played.seconds >= 0.01
    assert played.matches == following - 3 >= 1
    assert played.decisions == sum(play_one(OURS.plan, n)[1] for n in range(3, following))


@pytest.mark.parametrize("way", [ways.WHOLE, ways.STEPPED, ways.BY_HAND])
def test_a_match_is_as_long_whoever_plays_it(way):
    played = play_all(Contender("", way, entries.BESIDE, build_here()), 0, 60)

    assert 180 < played.decisions / played.matches < 215


@needs(peers.OPENSPIEL)
@pytest.mark.parametrize("way", [peers.EXACT, peers.CHEAP])
def test_what_chance_decides_in_openspiel_is_no_decision(way):
    played = play_all(Contender("", way, entries.BESIDE, build_here()), 0, 60)

    assert played.matches == 60
    assert 180 < played.decisions / played.matches < 215


@needs(peers.OPENSPIEL)
def test_a_search_of_openspiel_is_counted_by_its_rollouts():
    played = play_all(Contender("", peers.ROLLOUTS, entries.BESIDE, build_here()), 0, 2)

    assert (played.matches, played.decisions) == (2 * peers.BATCH, 0)


@needs(peers.OPENSPIEL)
def test_two_packs_are_not_drawn_from_as_if_all_cards_were_equally_likely():
    with pytest.raises(ValueError, match="two packs"):
        peers.FromPython(6, 1, exact=False)


@needs(peers.RLCARD)
def test_four_players_play_uno_with_and_without_observations():
    watched, bare = peers.Environment("uno", 4, 1), peers.BareUno(4, 1)

    assert watched.play(0)[1] > 4
    assert bare.play(0)[1] > 4
    assert len(watched.env.game.players) == len(bare.game.players) == 4


@needs(peers.RLCARD)
@pytest.mark.parametrize("way", [peers.GIN, peers.GIN_BARE])
def test_gin_rummy_is_played_to_its_end(way):
    player = peers.way(way, 0, 1)

    matches, decisions = player.play(0)

    assert matches == 1
    assert 10 < decisions < peers.ENDLESS


# ---- entries --------------------------------------------------------------------------------


def test_every_shipped_game_takes_part_in_every_build():
    games = {(one.plan.game, one.build) for one in entries.games(("compiled", "pure"))}

    assert games == {(game, build) for game in shipped() for build in ("compiled", "pure")}


def test_another_build_plays_the_same_matches():
    other = Contender("again", ways.WHOLE, OURS.plan, OURS.build, like="ours")

    found = rounds_of([OURS, other], Here(), Scale(2, 0.01), quiet)

    assert found["ours"].matches == found["again"].matches > 0
    assert [s.decisions for s in found["ours"].slices] == [
        s.decisions for s in found["again"].slices
    ]


def test_builds_that_play_other_matches_are_found_out():
    other = Contender("other", ways.STEPPED, OURS.plan, OURS.build, like="ours")

    with pytest.raises(RuntimeError, match="do not play the same matches"):
        rounds_of([OURS, other], Here(), Scale(2, 0.01), quiet)


@pytest.mark.parametrize("installed", [set(), {peers.OPENSPIEL}, {peers.OPENSPIEL, peers.RLCARD}])
def test_only_those_who_take_part_are_compared(installed):
    both = ("compiled", "pure")
    taking_part = [
        *entries.beside(both, installed),
        *entries.games(both),
        *entries.reference(both, installed),
    ]
    names = [one.name for one in taking_part]

    compared = {name for pair in entries.pairs(both, installed) for name in pair}

    assert compared <= set(names)
    assert len(names) == len(set(names))


# ---- costs and growth -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limit", "number"),
    [
        pytest.param(100, costs.MIDDLE, id="a long match"),
        pytest.param(5, 5, id="one that is over when five cards were played"),
    ],
)
def test_costs_are_those_of_a_match_in_its_middle(limit, number):
    plan = replace(entries.BESIDE, values=(*entries.VALUES, ("play limit", limit)))

    match = costs.in_the_middle(plan)

    assert match.number == number
    assert match.decisions
    assert not match.over


@pytest.mark.parametrize("what", [*costs.SWIFT, *costs.SLOW])
def test_every_cost_can_be_taken_and_leaves_the_match_as_it_is(what):
    match = costs.in_the_middle(entries.BESIDE)
    before = match.trace()

    cost = costs.microseconds(what, entries.BESIDE, 0)

    assert cost > 0
    assert match.trace() == before
    assert what in costs.NOTES


def test_a_fork_that_has_gone_on_shares_less():
    weights = costs.memory(entries.BESIDE)

    assert 0 < weights["fork"] < weights["fork after 10 decisions"]


def test_more_cards_are_in_the_book_and_more_rules_change_no_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(growth, "CARDS", (1, 2))
    monkeypatch.setattr(growth, "RULES", (0, 20))
    steps = [step for step in growth.steps(tmp_path) if "players" not in step.what]
    first = rules_of(steps[0].plan)
    cards = [step for step in steps if step.what == "cards"]
    more = [step for step in steps if step.what.startswith("more rules")]

    counted = [len(rules_of(step.plan).schema.species) for step in cards]
    played = {play_all(Contender("", ways.WHOLE, s.plan, ""), 0, 3).decisions for s in more}

    assert [count - counted[0] for count in counted] == [step.size - 52 for step in cards]
    assert len(more) == 4
    assert len(played) == 1
    assert rules_of(steps[0].plan) is first, "rules are compiled again between rounds"


# ---- processes ------------------------------------------------------------------------------


def test_a_worker_runs_the_build_that_it_is_asked_for_and_plays_the_same():
    plan = Plan("crazy_eights", 3, 2)
    worker = Worker(PURE_BUILD)
    try:
        build, (trace, unfinished) = worker.run(build_here), worker.run(last_states, plan)
    finally:
        worker.end()

    assert (build, unfinished) == (PURE_BUILD, {})
    assert trace == simulate(plan).tally.trace


@pytest.mark.long
def test_every_shipped_game_is_the_same_in_all_builds_and_on_any_number_of_processes():
    with Crew() as crew:
        section = tracing(crew, Scale(1, 0.01), quiet)

    assert section.failed == ""
    assert set(section.data["games"]) == set(shipped())
    assert all(one["same"] for one in section.data["games"].values())
    assert set(section.data["games"]["crazy_eights"]["every_state"]) == set(builds())


# ---- the command ----------------------------------------------------------------------------


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two sections that are done at once, of which the second finds a fault."""

    def played(crew: Crew, scale: Scale, tell: Callable[[str], None]) -> Section:
        table = Table("Games", ("", "matches"), [("pony", f"{scale.rounds}")])
        return Section([table], {"pony": scale.rounds})

    def differs(crew: Crew, scale: Scale, tell: Callable[[str], None]) -> Section:
        return Section([], {}, failed="Played differently: pony.")

    monkeypatch.setitem(sections.SECTIONS, "play", played)
    monkeypatch.setitem(sections.SECTIONS, "traces", differs)


@pytest.mark.usefixtures("small")
def test_figures_are_shown_and_written(capsys, tmp_path):
    file = tmp_path / "figures.json"

    status = main(["bench", "--only", "play", "--rounds", "7", "--json", str(file)])
    data = json.loads(file.read_text("utf-8"))

    assert status == 0
    assert data["play"]["pony"] == 7
    assert data["play"]["tables"] == [
        {"title": "Games", "heads": ["", "matches"], "rows": [["pony", "7"]]}
    ]
    assert data["play"]["took_seconds"] >= 0
    assert (data["rounds"], data["builds"]) == (7, list(builds()))
    assert set(data["peers"]) == {peers.OPENSPIEL, peers.RLCARD}
    assert "pony        7" in capsys.readouterr().out


@pytest.mark.usefixtures("small")
def test_figures_for_a_program_come_without_tables(capsys):
    status = main(["bench", "--only", "play", "--json", "-"])

    assert status == 0
    assert json.loads(capsys.readouterr().out)["play"]["pony"] == 15


@pytest.mark.usefixtures("small")
def test_peers_that_are_not_installed_are_named(capsys, monkeypatch):
    monkeypatch.setattr(peers, "MODULES", {peers.RLCARD: "no_such_thing"})

    main(["bench", "--only", "play"])
    shown = capsys.readouterr().out

    assert "Not installed, and not measured: rlcard (pip install 'deckmastor[bench]')." in shown


@pytest.mark.usefixtures("small")
def test_a_game_that_is_played_differently_leaves_with_1(capsys):
    status = main(["bench", "--only", "traces,play"])

    assert status == 1
    assert "Played differently: pony." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "why"),
    [
        pytest.param(["--only", "playing"], "There is no section playing", id="section"),
        pytest.param(["--rounds", "0"], "at least 1", id="no round"),
        pytest.param(["--timer", "sun"], "sun", id="no timer"),
        pytest.param(["--seconds", "0"], "above 0", id="no time"),
        pytest.param(["--seconds", "61"], "up to 60", id="too long"),
    ],
)
def test_a_benchmark_that_cannot_be_leaves_with_2(capsys, options, why):
    status = main(["bench", *options])
    shown = capsys.readouterr()

    assert (status, shown.out) == (2, "")
    assert why in shown.err


# ---- the page -------------------------------------------------------------------------------


def test_figures_find_their_places_in_the_page():
    page = (ROOT / "docs" / "performance.md").read_text("utf-8")
    table = {"title": "Games", "heads": ["", "matches"], "rows": [["pony", "7"]]}
    figures = sections.surroundings(Scale(9, 0.5))
    figures |= {name: {"tables": [table]} for name in sections.SECTIONS}
    program = runpy.run_path(str(ROOT / "benchmarks" / "write_figures.py"))

    filled = program["filled"](page, figures)

    assert {found[2] for found in program["PLACE"].finditer(page)} == {
        "surroundings",
        *sections.SECTIONS,
    }
    shown = "**Games**\n\n|  | matches |\n|---|---|\n| pony | 7 |"
    assert filled.count(shown) == len(sections.SECTIONS)
    assert "9 rounds of 0.5 s" in filled
    assert program["filled"](filled, figures) == filled
