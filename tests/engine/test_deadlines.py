"""Deadlines of every form, and time that passes while a question within an effect is open."""

from __future__ import annotations

import pytest

from deckmastor.engine.state.layout import CLOCK
from deckmastor.engine.time.calendar import days
from deckmastor.engine.time.spells import start_clock
from deckmastor.match import Match, replay, restore
from deckmastor.testing import Table

HOUR, DAY = 3600, 86400
WEDNESDAY = days(2023, 11, 15) * DAY + 12 * HOUR  # noon

WORDS = """# Hours {#hours}

## Words {#words}

- Coins are counters. A player can be idle or proud. Each player has a hand. There is a deck.
- To work is to gain 1 coin. To rest is to gain 1 point. To object is to lose 1 point.
"""
FREE = "- Each player may work. Each player may object.\n"
TURNS = "- A turn has these phases: dawn, dusk. On their turn, a player may work once per turn.\n"


def table(rules: str, turns: bool = False, **players: dict[str, list[str] | int | str]) -> Table:
    """A table at noon of a Wednesday, where everybody may work, or whoever is at turn."""
    lines = "".join(f"- {line}\n" for line in rules.splitlines())
    players = players or {"ann": {"coin": 20}, "bob": {"coin": 20}, "cyd": {"coin": 20}}
    made = Table(WORDS + (TURNS if turns else FREE) + "\n## Rules {#rules}\n\n" + lines, **players)
    assert made.match.rules.unrunnable == []
    made.state.v[CLOCK] = WEDNESDAY
    start_clock(made.match.machine, made.state)
    made.begin_turn("ann")
    return made


def wait(made: Table, seconds: int) -> None:
    made.match.tick(made.state.v[CLOCK] + seconds)


def passes(made: Table, turns: int) -> None:
    """Let turns pass in which nobody does anything."""
    for _ in range(turns):
        turn = made.turn
        while made.turn == turn:
            made.choose(made.asked()[0], "pass")


def can_rest(made: Table, player: str) -> bool:
    return any(text.startswith("rest") for text in made.options(player))


ELSE = "If they do not, they lose 5 coins."


# ---- duties by the clock --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deadline", "in_time", "late"),
    [
        ("within 24 hours", 24 * HOUR - 1, 24 * HOUR),
        ("within 90 minutes", 90 * 60 - 1, 90 * 60),
        ("within 3 days", 3 * DAY - 1, 3 * DAY),
        ("within 2 weeks", 14 * DAY - 1, 14 * DAY),
        ("by the end of the day", 12 * HOUR - 1, 12 * HOUR),
        ("by the end of the week", 4 * DAY + 12 * HOUR - 1, 4 * DAY + 12 * HOUR),
        ("before the end of the week", 4 * DAY + 12 * HOUR - 1, 4 * DAY + 12 * HOUR),
        ("by the end of the month", 15 * DAY + 12 * HOUR - 1, 15 * DAY + 12 * HOUR),
        ("by the beginning of the next week", 4 * DAY + 12 * HOUR - 1, 4 * DAY + 12 * HOUR),
    ],
)
@pytest.mark.parametrize("met", [False, True])
def test_a_duty_ends_at_its_deadline_and_not_before(
    deadline: str, in_time: int, late: int, met: bool
) -> None:
    made = table(f"When a player works, that player must rest {deadline}. {ELSE}")
    made.choose("ann", "work")

    wait(made, in_time)
    early = (made.count("ann", "coin"), can_rest(made, "ann"))
    if met:
        made.choose("ann", "rest")
    wait(made, late - in_time)

    assert early == (21, True)
    assert made.count("ann", "coin") == (21 if met else 16)
    assert not can_rest(made, "ann")
    wait(made, 60 * DAY)
    assert made.count("ann", "coin") == (21 if met else 16)


def test_each_of_two_ways_meets_a_duty() -> None:
    made = table(f"When a player works, that player must rest or object within 1 day. {ELSE}")
    made.choose("ann", "work")
    made.choose("bob", "work")

    made.choose("bob", "rest")
    wait(made, 2 * DAY)

    assert [made.count(name, "coin") for name in ("ann", "bob")] == [16, 21]


def test_a_duty_of_each_week_and_one_of_this_week_differ() -> None:
    each = table(f"Each player must rest by the end of each week. {ELSE}")
    once = table(f"When a player works, they must rest by the end of the week. {ELSE}")
    once.choose("ann", "work")

    wait(each, 14 * DAY)
    wait(once, 14 * DAY)

    assert each.count("ann", "coin") == 10
    assert once.count("ann", "coin") == 16


def test_what_follows_a_duty_that_is_met() -> None:
    made = table(
        "When a player works, they must rest within 24 hours. If they do, they gain 3 coins."
    )
    made.choose("ann", "work")

    made.choose("ann", "rest")

    assert made.count("ann", "coin") == 24


def test_an_instruction_with_a_deadline_stays_when_it_is_overdue() -> None:
    made = table("When a player works, each other player rests within 24 hours.")
    made.choose("ann", "work")

    at_once = made.count("bob", "point")
    made.choose("bob", "rest")
    wait(made, DAY)

    assert (at_once, made.count("bob", "point"), made.count("cyd", "point")) == (0, 1, 0)
    assert not can_rest(made, "bob")
    wait(made, 30 * DAY)
    assert can_rest(made, "cyd")
    made.choose("cyd", "rest")
    assert made.count("cyd", "point") == 1
    assert not can_rest(made, "cyd")


# ---- duties by turns ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deadline", "turns"),
    [
        ("by the end of the turn", 1),
        ("by the end of the phase", 1),
        ("by the end of the dusk phase", 1),
        ("by the end of their next turn", 4),
        ("by the beginning of their next turn", 3),
        ("within 1 turn", 2),
        ("within 2 turns", 3),
    ],
)
def test_a_duty_by_turns_ends_with_the_turn_it_names(deadline: str, turns: int) -> None:
    made = table(f"When a player works, that player must rest {deadline}. {ELSE}", turns=True)
    made.choose("ann", "work")

    passes(made, turns - 1)
    early = made.count("ann", "coin")
    passes(made, 1)

    assert (early, made.count("ann", "coin")) == (21, 16)


def test_a_rule_for_a_number_of_turns_ends_with_the_last_of_them() -> None:
    made = table("The fee is 1. When a player works, for 2 turns, the fee is 3.", turns=True)
    made.choose("ann", "work")

    fees = [made.value("fee")]
    for _ in range(3):
        passes(made, 1)
        fees.append(made.value("fee"))

    assert fees == [3, 3, 1, 1]  # the turns of bob and cyd


# ---- times that pass ------------------------------------------------------------------------


def test_a_time_that_passes_is_over_once() -> None:
    made = table("If 24 hours pass, each player gains 7 points.")

    wait(made, 24 * HOUR - 1)
    early = made.count("ann", "point")
    wait(made, 1)
    wait(made, 9 * DAY)

    assert (early, made.count("ann", "point")) == (0, 7)


def test_a_time_that_passes_is_counted_from_when_its_rule_is_in_force() -> None:
    made = table("If 300 hours pass, end the game.")
    wait(made, DAY)

    made.match.amend("If 24 hours pass, each player gains 7 points.")
    wait(made, 24 * HOUR - 1)
    early = made.count("ann", "point")
    wait(made, 1)

    assert (early, made.count("ann", "point")) == (0, 7)


@pytest.mark.parametrize(("objects", "points"), [(False, 5), (True, -1)])
def test_what_needs_that_nobody_objects_waits_for_the_objections(
    objects: bool, points: int
) -> None:
    made = table(
        "When a player works, each player gains 5 points if no player objects within 4 days."
    )
    made.choose("bob", "object")  # before it is asked for
    wait(made, 1)
    made.choose("ann", "work")
    at_once = made.count("ann", "point")

    wait(made, 3 * DAY)
    if objects:
        made.choose("ann", "object")
    before = made.count("cyd", "point")
    wait(made, DAY)

    assert (at_once, before) == (0, 0)
    assert made.count("ann", "point") == points


@pytest.mark.parametrize("objects", [False, True])
def test_who_may_act_if_nobody_objects_announces_it_and_waits(objects: bool) -> None:
    made = table("Each player may rest if no player objects within 4 days.")
    made.choose("bob", "object")  # before anything is announced
    wait(made, 1)
    made.choose("ann", "rest")
    at_once = made.count("ann", "point")

    wait(made, 3 * DAY)
    if objects:
        made.choose("cyd", "object")
    before = made.count("ann", "point")
    wait(made, DAY)

    assert (at_once, before) == (0, 0)
    assert made.count("ann", "point") == (0 if objects else 1)


@pytest.mark.parametrize(
    "rule",
    [
        "When a player works, after 24 hours, that player gains 1 point.",
        "When a player works, they gain 0 points. After 24 hours, that player gains 1 point.",
    ],
)
def test_what_is_to_happen_after_a_time_happens_once_then(rule: str) -> None:
    made = table(rule)
    made.choose("bob", "work")
    wait(made, 12 * HOUR)
    made.choose("bob", "work")

    seen = [made.count("bob", "point")]
    for _ in range(3):
        wait(made, 12 * HOUR)
        seen.append(made.count("bob", "point"))

    assert seen == [0, 1, 2, 2]
    assert made.count("ann", "point") == 0


def test_a_time_behind_the_beginning_of_the_rule_comes_once() -> None:
    made = table("After 24 hours, each player gains 7 points.")

    wait(made, 24 * HOUR - 1)
    early = made.count("ann", "point")
    wait(made, 9 * DAY)

    assert (early, made.count("ann", "point")) == (0, 7)


# ---- questions that are open ----------------------------------------------------------------

ASKING = "When a player works, they choose another player. The second player gains 10 coins."


def test_time_goes_on_while_a_question_is_open() -> None:
    made = table(f"{ASKING}\nAt the end of each week, each player gains 1 point.")
    made.choose("ann", "work")
    asked = made.options("ann")

    wait(made, 21 * DAY)

    assert made.state.v[CLOCK] == WEDNESDAY + 21 * DAY
    assert made.count("bob", "point") == 3
    assert made.options("ann") == asked == ["bob", "cyd"]
    made.choose("ann", "cyd")
    assert (made.count("cyd", "coin"), made.count("bob", "coin")) == (30, 20)


def test_who_does_not_answer_in_time_forfeits_and_the_game_goes_on() -> None:
    made = table(
        f"{ASKING}\nIf 24 hours pass without an action by the player at turn, they forfeit.",
        turns=True,
    )
    made.choose("ann", "work")

    wait(made, 25 * HOUR)

    assert made.asked() == ["bob"]
    assert made.count("bob", "coin") + made.count("cyd", "coin") == 50  # chance chose for ann


@pytest.mark.parametrize("span", ["day", "week"])
def test_only_a_new_turn_starts_the_time_of_who_is_at_turn_anew(span: str) -> None:
    made = table(
        f"At the beginning of each {span}, each player gains 1 point.\n"
        "If 50 hours pass without an action by the player at turn, they forfeit.",
        turns=True,
    )

    wait(made, 51 * HOUR)

    assert made.asked() == ["bob"]


def test_who_leaves_declines_what_they_were_offered() -> None:
    made = table(
        "When a player works, they may gain 10 points.\n"
        "If 24 hours pass without an action by the player at turn, they forfeit.",
        turns=True,
    )
    made.choose("ann", "work")

    wait(made, 25 * HOUR)

    assert (made.asked(), made.count("ann", "point")) == (["bob"], 0)


@pytest.mark.parametrize(("answer", "points"), [("yes", (3, 0)), ("no", (0, 9)), ("", (0, 9))])
def test_an_offer_is_open_as_long_as_it_says(answer: str, points: tuple[int, int]) -> None:
    made = table(
        "When a player works, the next player may gain 3 points within 24 hours. If they do not, "
        "the player at turn gains 9 points."
    )
    made.choose("ann", "work")

    wait(made, DAY - 1)
    asked = made.options("bob")
    if answer:
        made.choose("bob", answer)
    wait(made, 1)

    assert asked == ["yes", "no"]
    assert (made.count("bob", "point"), made.count("ann", "point")) == points
    assert "yes" not in made.options("bob")


def test_the_game_ends_although_a_question_is_open() -> None:
    made = table(f"{ASKING}\nAt the end of the week, each player gains 2 points. End the game.")
    made.choose("ann", "work")

    wait(made, 7 * DAY)

    assert made.match.over
    assert made.count("bob", "point") == 2


def test_a_boundary_that_asks_is_answered_first() -> None:
    made = table(f"{ASKING}\nAt the end of each week, each player may gain 1 point.")
    made.choose("ann", "work")

    wait(made, 5 * DAY)
    for name in ("ann", "bob", "cyd"):
        made.choose(name, "yes")

    assert [made.count(name, "point") for name in ("ann", "bob", "cyd")] == [1, 1, 1]
    assert made.options("ann") == ["bob", "cyd"]
    made.choose("ann", "bob")
    assert made.count("bob", "coin") == 30


@pytest.mark.parametrize("answer", ["bob", "cyd"])
def test_an_interrupted_question_is_saved_restored_and_replayed(answer: str) -> None:
    rules = f"{ASKING}\nAt the end of each week, each player may gain 1 point."
    match: Match = table(rules).game.start(["ann", "bob", "cyd"], 1, clock=WEDNESDAY)
    match.choose("ann", "work")
    match.tick(WEDNESDAY + 5 * DAY)
    for name in ("ann", "bob", "cyd"):
        match = restore(match.save())
        match.choose(name, "yes")
    match = restore(match.save())
    match.amend("The fee is 2.")
    match.choose("ann", answer)

    again = replay(match.journal)

    assert again.state.to_data() == match.state.to_data()
    assert match.decisions[0].prompt == "What do you do?"


def test_answers_that_were_given_before_a_boundary_still_count() -> None:
    made = table(
        "When a player works, each player may gain 1 point.\n"
        "At the end of each week, each player gains 1 coin.",
    )
    made.choose("ann", "work")
    made.choose("bob", "yes")

    wait(made, 7 * DAY)
    made.choose("ann", "no")
    made.choose("cyd", "yes")

    assert [made.count(name, "point") for name in ("ann", "bob", "cyd")] == [0, 1, 1]
    assert made.count("cyd", "coin") == 21


def test_an_action_starts_a_time_without_one_anew() -> None:
    made = table(
        "On their turn, a player may rest.\n"
        "If 24 hours pass without an action by the player at turn, they lose 1 coin.",
        turns=True,
    )

    wait(made, 23 * HOUR)
    made.choose("ann", "rest")
    wait(made, 2 * HOUR)
    assert made.count("ann", "coin") == 20

    wait(made, 21 * HOUR)
    assert made.count("ann", "coin") == 20

    wait(made, 2 * HOUR)
    assert (made.count("ann", "coin"), made.count("bob", "coin")) == (19, 20)


@pytest.mark.parametrize(
    "state",
    [
        "a player has been idle for 10 hours and they have at least 3 coins",
        "a player has at least 3 coins and they have been idle for 10 hours",
    ],
)
def test_a_lasting_state_can_be_one_of_two(state: str) -> None:
    made = table(
        f"When {state}, they gain 1 point.\nWhen a player objects, that player becomes idle.",
        ann={"coin": 1, "idle": 1},
        bob={"coin": 5},
        cyd={"coin": 5, "idle": 1},
    )

    wait(made, 9 * HOUR)
    assert [made.count(seat, "point") for seat in ("ann", "bob", "cyd")] == [0, 0, 0]
    wait(made, 2 * HOUR)

    assert [made.count(seat, "point") for seat in ("ann", "bob", "cyd")] == [0, 0, 1]
