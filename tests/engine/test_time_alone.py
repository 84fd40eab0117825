"""States that time alone begins: what waits for them happens then, before later acts, once."""

from __future__ import annotations

import pytest

from engine.test_clock import DAY, HOUR, table, wait

PAY = "When a player becomes idle, they gain 10 coins."
SEATS = ("ann", "bob", "cy")


def coins(made):
    """The coins of all players."""
    return [made.count(name, "coin") for name in SEATS]


def worked(rules: str):
    """A table on which bob and ann have worked, and bob again an hour later; cy never did."""
    made = table(rules, **{name: {} for name in SEATS})
    made.choose("bob", "work")
    made.choose("ann", "work")
    wait(made, HOUR)
    made.choose("bob", "work")
    return made


@pytest.mark.parametrize(
    "rules",
    [
        f"A player is idle if they have not worked in the last 24 hours.\n{PAY}",
        "When a player has not worked in the last 24 hours, they gain 10 coins.",
    ],
)
def test_an_act_falls_out_of_a_window(rules):
    made = worked(rules)

    found = []
    for hours in (22, 2, 1, 30):
        wait(made, hours * HOUR)
        found.append(coins(made))

    assert found == [[1, 2, 0], [11, 2, 0], [11, 12, 0], [11, 12, 0]]


def test_an_act_lies_far_enough_back():
    made = worked(f"A player is idle if at least 24 hours have passed since they worked.\n{PAY}")

    wait(made, 23 * HOUR - 1)
    before = coins(made)
    wait(made, 1)
    at_once = coins(made)
    wait(made, 5 * DAY)

    assert (before, at_once, coins(made)) == ([1, 2, 0], [11, 2, 0], [11, 12, 0])


@pytest.mark.parametrize(("span", "hours"), [("day", 12), ("week", 4 * 24 + 12)])
def test_a_new_day_begins_without_an_act(span, hours):
    made = table(f"A player is idle if they have not worked this {span}.\n{PAY}", ann={}, bob={})
    made.choose("bob", "work")

    wait(made, hours * HOUR - 1)
    before = made.count("bob", "coin")
    wait(made, 1)

    assert (before, made.count("bob", "coin")) == (1, 11)


def test_what_time_begins_comes_before_what_is_due_later():
    made = worked(
        f"A player is idle if they have not worked in the last 24 hours.\n{PAY}\n"
        "At the end of each day, each idle player loses 5 coins."
    )
    told = len(made.events)

    wait(made, 2 * DAY)

    later = [event for event in made.events[told:] if event.agent != "cy"]
    assert [(e.agent, e.verb) for e in later if e.verb in ("gain", "lose")] == [
        ("ann", "gain"), ("bob", "gain"), ("ann", "lose"), ("bob", "lose"),
    ]  # fmt: skip
