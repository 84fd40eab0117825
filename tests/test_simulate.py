"""Many matches of bots: the same on any number of processes, and honestly counted."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

import deckmastor as dm
from deckmastor.bots.random import RandomBot, play_out
from deckmastor.bots.table import play_match
from deckmastor.cli import main
from deckmastor.engine import COMPILED
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.start import begin
from deckmastor.engine.state.layout import TURNS
from deckmastor.lab import simulate as lab
from deckmastor.lab.processes import processors
from deckmastor.lab.simulate import ENDLESS, Plan, play_one, play_some, simulate
from deckmastor.lab.tally import interval, spread

LOOP = """\
# Loop

- Each player has a hand. There is a deck and a pile. The pile is face up.
- To draw a card is to move the top card of the deck to your hand.
- Before the game, each player draws a card.
- On their turn, a player may play a card from their hand onto the pile.
- When a player plays a card, they gain a point. When a player gains a point, they gain a point.
- When a player has no cards in their hand, end the game.
- At the end of the game, each player with the most points wins the game.

## Cards

The cards are:

| Name | Count |
|---|---|
| Bell | 9 |
"""
PLAN = Plan("crazy-eights", matches=12, players=3, seed=5)


# ---- bots -----------------------------------------------------------------------------------


def test_a_random_bot_takes_every_option():
    decision = dm.load("crazy-eights").start(["ann", "bob"], seed=5).decisions[0]
    bot = RandomBot(1)

    taken = Counter(bot.choose(decision).text for _ in range(400))

    assert set(taken) == {option.text for option in decision.options}
    assert min(taken.values()) > 400 / len(decision.options) / 2


def test_the_same_seed_makes_the_same_bot():
    decision = dm.load("crazy-eights").start(["ann", "bob"], seed=5).decisions[0]
    one, two = RandomBot(7), RandomBot(7)

    assert [one.choose(decision) for _ in range(20)] == [two.choose(decision) for _ in range(20)]


def test_the_fast_road_ends_a_game():
    rules = dm.load("crazy-eights").rules(3)
    state = begin(rules, 5)

    given = play_out(Machine(rules), state, 1, 10_000)

    assert given > 5
    assert state.winners
    assert play_out(Machine(rules), state, 1, 10_000) == 0


def test_the_fast_road_stops_at_the_limit():
    rules = dm.load("crazy-eights").rules(3)
    state = begin(rules, 5)

    assert play_out(Machine(rules), state, 1, 4) == 4
    assert state.asks


@pytest.mark.parametrize("seed", range(3))
def test_both_roads_lead_to_the_same_end(seed):
    game = dm.load("crazy-eights")
    state = begin(game.rules(3), seed)
    match = game.start(["ann", "bob", "cy"], seed, events=False)

    fast = play_out(Machine(game.rules(3)), state, 9, 10_000)
    slow = play_match(match, ("random",) * 3, 9, 10_000)

    assert fast == slow
    assert state.to_data() == match.state.to_data()


# ---- many matches ---------------------------------------------------------------------------


def test_the_outcome_does_not_depend_on_the_number_of_processes():
    alone, shared = simulate(PLAN), simulate(PLAN, processes=2)

    assert alone.tally == shared.tally
    assert alone.tally.trace == shared.tally.trace


def test_what_takes_long_is_shared_out_with_the_same_outcome(monkeypatch):
    monkeypatch.setattr(lab, "PATIENCE", 0.0)

    report = simulate(PLAN, processes=None)

    assert report.processes == min(processors(), 12)
    assert report.tally == simulate(PLAN).tally


def test_what_is_soon_done_is_not_shared_out():
    assert simulate(Plan("crazy-eights", 2, 2), processes=None).processes == 1


def test_lengths_are_those_of_the_matches():
    tally = simulate(PLAN).tally
    one, decisions, _ = play_one(PLAN, 7)

    assert (tally.lengths[7], tally.turns[7]) == (decisions, one.v[TURNS])
    assert tally.decisions == sum(tally.lengths)
    assert len(tally.lengths) == len(tally.turns) == PLAN.matches


def test_the_spread_of_lengths():
    told = {"mean": 4.0, "shortest": 1, "median": 2.5, "longest": 10}

    assert spread([10, 1, 2, 3]) == told
    assert spread([]) == {"mean": 0.0, "shortest": 0, "median": 0.0, "longest": 0}


def test_parts_make_up_the_whole():
    whole = play_some(PLAN, 0, 6)
    first = play_some(PLAN, 0, 2)

    first.add(play_some(PLAN, 2, 6))

    assert first == whole


def test_another_seed_makes_other_matches():
    other = simulate(Plan("crazy-eights", 3, 3, seed=6))

    assert other.tally.digests != simulate(Plan("crazy-eights", 3, 3, seed=5)).tally.digests
    assert len(set(other.tally.digests)) == 3


def test_every_match_is_won_by_somebody_or_counted_otherwise():
    tally = simulate(PLAN).tally

    assert tally.matches == 12
    assert sum(tally.wins) >= 12 - tally.nobody
    assert tally.unfinished == {}
    assert tally.decisions > 12 * 5


def test_a_match_without_end_is_unfinished():
    tally = simulate(Plan("crazy-eights", 3, 3, limit=4)).tally

    assert tally.unfinished == {ENDLESS: 3}
    assert tally.wins == [0, 0, 0]
    assert tally.decisions == 12


def test_a_paradox_is_settled_as_in_a_match(tmp_path):
    (tmp_path / "loop.md").write_text(LOOP, encoding="utf-8")

    tally = simulate(Plan(str(tmp_path / "loop.md"), 4, 2)).tally

    assert tally.unfinished == {}
    assert tally.matches == 4


def test_values_reach_the_matches():
    plan = Plan("crazy-eights", 1, 2, values=(("hand size", 1),), limit=1)

    state, _, _ = play_one(plan, 0)

    cards = sum(len(state.zones[place]) for place in (2, 3))
    assert cards <= 3


def test_progress_counts_every_match():
    steps = []

    simulate(PLAN, progress=steps.append)

    assert sum(steps) == PLAN.matches
    assert len(steps) > 1


@pytest.mark.parametrize(
    ("wins", "matches", "low", "high"),
    [
        pytest.param(0, 0, 0.0, 1.0, id="nothing known"),
        pytest.param(50, 100, 0.404, 0.596, id="half of a hundred"),
        pytest.param(0, 10, 0.0, 0.278, id="never"),
        pytest.param(10, 10, 0.722, 1.0, id="always"),
    ],
)
def test_the_interval_of_a_rate(wins, matches, low, high):
    assert interval(wins, matches) == pytest.approx((low, high), abs=0.001)


# ---- the command ----------------------------------------------------------------------------


def test_the_outcome_for_a_program(capsys):
    status = main(
        ["simulate", "crazy-eights", "-n", "3", "--players", "3", "--seed", "5", "--json"]
    )
    data = json.loads(capsys.readouterr().out)

    assert status == 0
    assert (data["game"], data["players"], data["matches"]) == ("crazy-eights", 3, 3)
    assert (data["seed"], data["unfinished"]) == (5, 0)
    assert data["build"] == ("compiled" if COMPILED else "pure")
    assert len(data["wins"]) == 3
    assert [seat["wins"] for seat in data["wins_by_seat"]] == data["wins"]
    assert all(s["interval"][0] <= s["rate"] <= s["interval"][1] for s in data["wins_by_seat"])
    assert data["decisions_per_match"]["mean"] == round(data["decisions"] / 3, 2)
    assert data["turns_per_match"]["longest"] > 0
    assert len(data["trace"]) == 32
    assert data["decisions"] > 0
    assert data["seconds"] >= 0


def test_the_outcome_for_people(capsys):
    status = main(["simulate", "crazy-eights", "-n", "3", "--value", "hand size=2"])
    shown = capsys.readouterr()

    assert status == 0
    assert "3 matches in " in shown.out
    assert "95 % interval" in shown.out
    assert "All matches came to an end." in shown.out
    assert shown.err == ""


@pytest.mark.parametrize(
    ("options", "why"),
    [
        pytest.param(["--bots", "oracle"], "There is no bot 'oracle'", id="bot"),
        pytest.param(["-n", "0"], "at least 1", id="no match"),
        pytest.param(["--players", "0"], "cannot sit", id="no player"),
        pytest.param(["--processes", "0"], "at least 1", id="no process"),
        pytest.param(["--limit", "0"], "at least 1", id="no decision"),
        pytest.param(["--value", "hnd size=2"], "Did you mean 'hand size'?", id="value"),
    ],
)
def test_a_plan_that_cannot_be_leaves_with_2(capsys, options, why):
    status = main(["simulate", "crazy-eights", *options])
    shown = capsys.readouterr()

    assert (status, shown.out) == (2, "")
    assert why in shown.err


def test_unfinished_matches_are_explained(capsys):
    main(["simulate", "crazy-eights", "-n", "3", "--limit", "4"])
    shown = capsys.readouterr().out

    assert f"3 matches unfinished: {ENDLESS}." in shown
    assert "All matches" not in shown


# ---- interrupts -----------------------------------------------------------------------------

# A program in the background may be started so that it does not hear an interrupt. It says when
# the first matches are over.
PROGRAM = """
import signal, sys
from deckmastor.cli import main, simulation

play_all = simulation.play_all


def told(plan, processes, tell):
    return play_all(plan, processes, lambda more: print("progress", file=sys.stderr, flush=True))


if __name__ == "__main__":  # and not in the processes that this one begins
    signal.signal(signal.SIGINT, signal.default_int_handler)
    simulation.play_all = told
    sys.exit(main(sys.argv[1:]))
"""
PROMPT = 10  # seconds; a machine that is busy with other things is slow


@pytest.mark.parametrize("processes", ["1", "2"])
def test_an_interrupt_stops_at_once_with_the_results_so_far(processes, tmp_path):
    options = ["-n", "1000000", "--processes", processes, "--json"]
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    run = subprocess.Popen(
        [sys.executable, str(program), "simulate", "crazy-eights", *options],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    try:
        assert run.stderr is not None
        assert run.stderr.readline() == "progress\n"
        os.killpg(run.pid, signal.SIGINT)
        start = time.monotonic()
        out, err = run.communicate(timeout=60)
        took = time.monotonic() - start
    finally:
        if run.poll() is None:
            os.killpg(run.pid, signal.SIGKILL)
    data = json.loads(out)

    assert took < PROMPT
    assert run.returncode == 130
    assert data["stopped"]
    assert 0 < data["matches"] == sum(data["wins"]) - data["shared_wins"] + data["without_winner"]
    told = (
        f"deckmastor: stopped; {data['matches']:,} of 1,000,000 matches were played to the end.\n"
    )
    assert err.replace("progress\n", "") == told


def test_a_part_that_is_interrupted_counts_the_matches_that_were_over():
    seen = 0

    def interrupt(more: int) -> None:
        nonlocal seen
        seen += more
        if seen >= 6:
            raise KeyboardInterrupt

    report = simulate(PLAN, progress=interrupt)

    assert report.stopped
    assert report.tally.matches == 6
    assert report.tally.digests == simulate(PLAN).tally.digests[:6]


def test_effects_without_end_are_counted_by_what_ended_them(tmp_path: Path) -> None:
    book = tmp_path / "toll.md"
    book.write_text(
        "# Toll {#toll}\n\n## Turn {#turn}\n\n- Each player has a hand. There is a deck.\n"
        "- On their turn, a player may bow. To bow is to gain 1 point.\n"
        "- When a player bows, they nod. To nod is to gain 0 points.\n"
        "- When a player nods, they bow.\n"
        "- When effects have no end, end the game.\n\n"
        "The cards are:\n\n| Name | Count |\n|---|---|\n| Coin | 4 |\n",
        encoding="utf-8",
    )
    report = simulate(Plan(str(book), 5, deeds=True))

    assert sum(report.data()["without end"].values()) == 5


def test_acts_and_points_are_counted_by_what_brought_them() -> None:
    one, two = (simulate(Plan("crazy-eights", 6, deeds=True), n).data() for n in (1, 2))

    assert one["acts"] == two["acts"]
    assert one["acts"]["play"] > 0
    assert one["trace"] == simulate(Plan("crazy-eights", 6)).data()["trace"]
