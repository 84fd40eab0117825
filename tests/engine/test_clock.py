"""Time: weeks, months and phases, deadlines, states that last, and times that pass."""

from __future__ import annotations

import pytest

from deckmastor.engine.state.layout import CLOCK
from deckmastor.engine.state.state import State
from deckmastor.engine.time.advance import advance
from deckmastor.engine.time.calendar import Calendar, days
from deckmastor.engine.time.spells import start_clock
from deckmastor.testing import Table

HOUR, DAY = 3600, 86400
WEDNESDAY = days(2023, 11, 15) * DAY + 12 * HOUR  # noon

BOOK = """# Hours {#hours}

## Words {#words}

- Coins are counters. A player can be idle or proud.
- To wave is to gain 1 point. To work is to gain 1 coin. Each player may wave. Each player may work.

## Rules {#rules}

"""


RESTING = """To rest is to gain 1 point.
When a player works, that player must rest within 24 hours. If they do not, they lose 5 coins."""


def table(rules: str, **players: dict[str, list[str] | int | str]) -> Table:
    """A table at noon of a Wednesday, with these rules."""
    made = Table(BOOK + "\n".join(f"- {line}" for line in rules.splitlines()), **players)
    assert made.match.rules.unrunnable == []
    made.state.v[CLOCK] = WEDNESDAY
    start_clock(made.match.machine, made.state)
    made.begin_turn("ann")
    return made


def wait(made: Table, seconds: int) -> None:
    """Let time pass."""
    advance(made.match.machine, made.state, made.state.v[CLOCK] + seconds)


@pytest.mark.parametrize(
    ("span", "begins", "next_begins"),
    [
        ("week", (2023, 11, 13), (2023, 11, 20)),
        ("month", (2023, 11, 1), (2023, 12, 1)),
        ("year", (2023, 1, 1), (2024, 1, 1)),
        ("day", (2023, 11, 15), (2023, 11, 16)),
    ],
)
def test_a_span_of_the_calendar_begins_and_ends_where_people_say(
    span: str, begins: tuple[int, int, int], next_begins: tuple[int, int, int]
) -> None:
    calendar = Calendar()

    assert calendar.start(span, WEDNESDAY) == days(*begins) * DAY
    assert calendar.after(span, WEDNESDAY) == days(*next_begins) * DAY


def test_december_is_followed_by_january() -> None:
    assert Calendar().after("month", days(2023, 12, 31) * DAY) == days(2024, 1, 1) * DAY


def test_a_week_ends_after_its_last_second_and_not_before() -> None:
    made = table("At the end of each week, each player gains 1 coin.", ann={}, bob={})

    wait(made, 4 * DAY + 12 * HOUR - 1)
    before = made.count("ann", "coin")
    wait(made, 1)

    assert (before, made.count("ann", "coin")) == (0, 1)


def test_one_tick_over_three_weeks_ends_each_of_them() -> None:
    made = table("At the end of each week, each player gains 1 coin.", ann={}, bob={})

    wait(made, 21 * DAY)

    assert made.count("bob", "coin") == 3


def test_what_was_done_this_week_counts_at_the_end_of_the_week() -> None:
    made = table(
        "At the end of each week, each player who worked this week gains 1 point.", ann={}, bob={}
    )

    made.choose("ann", "work")
    wait(made, 7 * DAY)
    wait(made, 7 * DAY)

    assert (made.count("ann", "point"), made.count("bob", "point")) == (1, 0)


def test_the_end_of_a_week_comes_before_the_beginning_of_the_next() -> None:
    made = table(
        "At the beginning of each week, each player gains 1 coin.\n"
        "At the end of each week, each player loses all coins.",
        ann={"coin": 5},
        bob={},
    )

    wait(made, 7 * DAY)

    assert made.count("ann", "coin") == 1


def test_a_rule_until_the_end_of_the_week_is_over_then() -> None:
    made = table(
        "The prize is 1.\nWhen a player works, until the end of the week, the prize is 3.",
        ann={},
        bob={},
    )

    made.choose("ann", "work")
    during = made.value("prize")
    wait(made, 7 * DAY)

    assert (during, made.value("prize")) == (3, 1)


def test_a_limit_per_week_is_free_again_in_the_next_week() -> None:
    made = table("To sing is to gain 1 point. Once per week, each player may sing.", ann={}, bob={})

    made.choose("ann", "sing")
    used = "sing" in made.options("ann")
    wait(made, 7 * DAY)

    assert (used, "sing" in made.options("ann")) == (False, True)


def test_a_phase_of_the_week_opens_what_it_permits() -> None:
    made = table(
        "A week has these phases: rest, battle.\n"
        "The rest phase is Monday, Tuesday and Wednesday. "
        "The battle phase is Thursday, Friday, Saturday and Sunday.\n"
        "To nap is to gain 1 point. In the rest phase, each player may nap.\n"
        "At the beginning of the battle phase, each player gains 1 coin.",
        ann={},
        bob={},
    )

    resting = "nap" in made.options("ann")
    wait(made, DAY)

    assert (resting, "nap" in made.options("ann"), made.count("bob", "coin")) == (True, False, 1)


def test_a_duty_that_is_not_met_in_time_has_its_consequences() -> None:
    made = table(RESTING, ann={"coin": 9}, bob={})

    made.choose("ann", "work")
    wait(made, 23 * HOUR)
    early = made.count("ann", "coin")
    wait(made, 2 * HOUR)

    assert (early, made.count("ann", "coin")) == (10, 5)


def test_a_duty_that_is_met_is_over() -> None:
    made = table(RESTING, ann={"coin": 9}, bob={})

    made.choose("ann", "work")
    made.choose("ann", "rest")
    again = "rest" in made.options("ann")
    wait(made, 48 * HOUR)

    assert (again, made.count("ann", "coin"), made.count("ann", "point")) == (False, 10, 1)


def test_a_duty_of_each_week_is_asked_anew_every_week() -> None:
    made = table(
        "To rest is to gain 1 point.\n"
        "Each player must rest by the end of each week. If they do not, they lose 1 coin.",
        ann={"coin": 9},
        bob={"coin": 9},
    )

    made.choose("ann", "rest")
    wait(made, 7 * DAY)
    first = (made.count("ann", "coin"), made.count("bob", "coin"))
    wait(made, 7 * DAY)

    assert first == (9, 8)
    assert (made.count("ann", "coin"), made.count("bob", "coin")) == (8, 7)


def test_a_state_must_last_without_a_break() -> None:
    made = table(
        "When a player has been proud for 48 hours, that player gains 1 coin.\n"
        "When a player works, that player becomes proud.",
        ann={},
        bob={},
    )

    made.choose("ann", "work")
    wait(made, 47 * HOUR)
    early = made.count("ann", "coin")
    wait(made, 2 * HOUR)

    assert (early, made.count("ann", "coin"), made.count("bob", "coin")) == (1, 2, 0)


def test_a_time_that_passes_without_an_act_starts_anew_with_the_act() -> None:
    made = table(
        "If 24 hours pass without a player working, each player gains 10 points.", ann={}, bob={}
    )

    wait(made, 20 * HOUR)
    made.choose("ann", "work")
    wait(made, 20 * HOUR)
    early = made.count("bob", "point")
    wait(made, 5 * HOUR)

    assert (early, made.count("bob", "point")) == (0, 10)


def test_a_rule_for_48_hours_ends_after_them() -> None:
    made = table("When a player waves, for 48 hours, that player cannot work.", ann={}, bob={})

    made.choose("ann", "wave")
    during = "work" in made.options("ann")
    wait(made, 49 * HOUR)

    assert (during, "work" in made.options("ann")) == (False, True)


def test_the_previous_month_is_neither_this_one_nor_the_one_before() -> None:
    made = table(
        "At the beginning of each month, each player who worked in the previous month gains "
        "1 point.",
        ann={},
        bob={},
    )
    made.choose("ann", "work")

    wait(made, 20 * DAY)
    first = made.count("ann", "point")
    wait(made, 31 * DAY)

    assert (first, made.count("ann", "point")) == (1, 1)


def test_timers_and_times_are_saved_with_the_state() -> None:
    made = table(RESTING, ann={"coin": 9}, bob={})
    made.choose("ann", "work")

    made.match.state = State.from_data(made.state.to_data())
    wait(made, 25 * HOUR)

    assert made.count("ann", "coin") == 5


def test_a_fact_can_be_about_whoever_has_the_most() -> None:
    made = table(
        "The player with the most coins is proud.\n"
        "At the end of each week, each proud player gains 1 point.",
        ann={"coin": 3},
        bob={"coin": 2},
    )

    wait(made, 7 * DAY)

    assert (made.count("ann", "point"), made.count("bob", "point")) == (1, 0)


def test_a_game_in_which_nobody_can_act_rests_until_time_passes() -> None:
    made = Table(
        "# Vigil {#vigil}\n\n## Rules {#rules}\n\n"
        "- Coins are counters. At the end of each week, each player gains 1 coin.\n"
        "- To sing is to gain 1 point. Each player with at least 2 coins may sing.\n",
        ann={},
        bob={},
    )
    made.state.v[CLOCK] = WEDNESDAY
    start_clock(made.match.machine, made.state)
    made.begin_turn("ann")
    asked = made.asked()

    wait(made, 14 * DAY)

    assert (asked, made.asked(), made.options("bob")) == ([], ["ann", "bob"], ["sing", "pass"])


def test_on_a_day_of_the_week_something_is_done_once() -> None:
    made = table("On Friday, each player gains 1 coin.", ann={}, bob={})

    counted = []
    for _ in range(9):
        wait(made, DAY)
        counted.append(made.count("ann", "coin"))

    assert counted == [0, 1, 1, 1, 1, 1, 1, 1, 2]  # from noon of a Wednesday, day by day


def test_a_permission_for_a_day_of_the_week() -> None:
    made = table("Each player may forfeit on Friday.", ann={}, bob={}, cid={})

    open_ = []
    for _ in range(4):
        open_.append("forfeit" in made.options("ann"))
        wait(made, DAY)

    assert open_ == [False, False, True, False]


def test_a_time_that_passes_is_counted_from_the_beginning_and_comes_once() -> None:
    made = Table(BOOK + "- If 24 hours pass, each player gains 1 coin.", setup=True)

    counted = []
    for time in (DAY - 1, DAY, 6 * DAY):
        made.match.tick(time)
        counted.append(made.count("ann", "coin"))

    assert counted == [0, 1, 1]
