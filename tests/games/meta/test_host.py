"""Questions about cards, players who delay the game, and the host."""

from __future__ import annotations

import pytest

from deckmastor.match import Match
from games.meta.tower import Tower, meta

HOUR = 3600


def asking() -> Tower:
    """The pushing stage of ann's turn: bob has played a Late Addition; cards can be questioned."""
    table = Tower(
        ann={"hand": ["Second Wind", "Strike Out"]},
        bob={"hand": ["Late Addition", "Strike Out"]},
        cat={"hand": ["Strike Out"]},
        values={"questioning": "yes"},
    )
    table.start_pushing()
    table.push("bob", "Late Addition")
    return table


@pytest.mark.rule("M-159", "M-073", "M-078")
def test_an_open_question_keeps_the_stage_open_until_it_is_answered() -> None:
    table = asking()

    for player in ("ann", "bob"):
        table.choose(player, "pass")
    table.choose("cat", "question Late Addition")
    assert table.asked() == ["ann", "bob", "cat"]
    assert "pass" not in table.options("bob")
    table.choose("ann", "pass")
    table.choose("cat", "pass")
    assert (table.asked(), table.match.view()["phase"]) == (["bob"], "pushing")
    table.choose("bob", "explain Late Addition")
    for player in ("ann", "bob", "cat"):
        table.choose(player, "pass")

    assert table.match.view()["phase"] == "executing"


@pytest.mark.rule("M-159")
def test_a_player_without_cards_still_answers_before_the_stage_ends() -> None:
    table = Tower(
        ann={"hand": ["Strike Out"]}, bob={"hand": ["Hard Rain"]}, values={"questioning": "yes"}
    )
    table.start_pushing()
    table.push("bob", "Hard Rain")

    table.choose("ann", "question Hard Rain")
    table.choose("ann", "pass")

    assert (table.asked(), table.life()) == (["bob"], [15, 15])
    assert table.options("bob") == ["explain Hard Rain"]


@pytest.mark.rule("M-144", "M-145", "M-035")
def test_without_a_host_the_referee_ends_the_stages_of_who_is_gone() -> None:
    table = Tower(ann={"hand": ["Hard Rain"]}, bob={"hand": ["Second Wind"]})

    table.wait(23 * HOUR)
    assert table.match.view()["phase"] == "drawing"
    table.wait(2 * HOUR)
    assert table.match.view()["phase"] == "pushing"
    table.push("bob", "Second Wind")
    table.wait(23 * HOUR)

    assert (table.turn, table.life()) == ("bob", [15, 18])


@pytest.mark.rule("M-144")
def test_an_action_of_the_player_at_turn_begins_the_time_anew() -> None:
    table = Tower(ann={"hand": ["Hard Rain", "Tripwire"]}, bob={"hand": ["Second Wind"]})

    table.wait(23 * HOUR)
    table.push("ann", "Tripwire", "bob")
    table.wait(23 * HOUR)

    assert table.match.view()["phase"] == "drawing"


def hosted() -> Match:
    """A match of three with bob as the host, on the turn of another player."""
    seed = 0
    while True:
        match = meta().start(["ann", "bob", "cat"], seed, {"host seat": 2, "questioning": "yes"})
        if match.view()["turn"] != "bob":
            return match
        seed += 1


@pytest.mark.rule("M-145", "M-144", "M-156")
def test_a_named_host_ends_the_stage_of_a_slow_player_and_nobody_else_does() -> None:
    match = hosted()
    first = match.view()["turn"]
    assert [decision.player for decision in match.decisions] == [first]

    match.tick(25 * HOUR)

    assert match.view()["phase"] == "drawing"
    asked = {one.player: [option.text for option in one.options] for one in match.decisions}
    assert set(asked) == {first, "bob"}
    assert asked["bob"] == ["hurry", "pass"]
    match.choose("bob", "hurry")
    assert (match.view()["phase"], match.view()["turn"]) == ("pushing", first)
    assert "bob hurries" in match.log()


@pytest.mark.rule("M-156", "M-159")
def test_the_host_can_close_a_question() -> None:
    match = hosted()
    first = match.view()["turn"]
    card = next(
        option.text.removeprefix("play ")
        for option in match.decisions[0].options
        if option.text.removeprefix("play ") in {"Second Wind", "Hard Rain", "Deep Thought"}
    )
    match.choose(first, f"play {card}")
    match.choose("bob", f"question {card}")

    asked = {one.player: [option.text for option in one.options] for one in match.decisions}
    other = next(player for player in ("ann", "cat") if player != first)
    assert f"explain {card}" in asked["bob"]
    assert f"explain {card}" not in asked[other]
    match.choose("bob", f"explain {card}")
    asked = {one.player: [option.text for option in one.options] for one in match.decisions}
    assert "pass" in asked[first]
