"""Defaults: chance makes the open choices of a player who defaults, until the effect is over."""

from __future__ import annotations

import pytest

from deckmastor.engine.state.layout import CLOCK
from deckmastor.match import Match, read, replay
from deckmastor.testing import Table

HOUR = 3600
BOOK = """# Stall {{#stall}}

## Words {{#words}}

- Each player has a hand and a shelf. A shelf is a place. There is a box. Each hand and each shelf is visible to each player.
- Beads and cups are counters. A player can be pondering.
- To store a card is to move it from your hand to your shelf.
- On their turn, a player may rest. To rest is to gain 1 cup.
- On their turn, a player may ponder. To ponder is to become pondering.
- {timing}

## Rules {{#rules}}

{rules}

## Cards {{#cards}}

The cards are:

| Name | Count |
|---|---|
| Oak | 1 |
| Ash | 1 |
| Elm | 1 |
| Fir | 1 |
"""
LATE = 'The check timing is "after the act".'
LAPSE = "When a player has been pondering for 10 hours, they default."


def table(*rules: str, timing: str = LATE) -> Table:
    """Ann with three cards and Bob with one; time counts from now."""
    told = "\n".join(f"- {rule}" for rule in rules)
    made = Table(
        BOOK.format(rules=told, timing=timing),
        bare=True,
        ann={"hand": ["Oak", "Ash", "Elm"]},
        bob={"hand": ["Fir"]},
    )
    made.begin_turn("ann")
    return made


PONDER = "When a player ponders, they store a card."
TWICE = "When a player ponders, they store a card. That player stores a card. That player stops."
STOP = "To stop is to gain 1 bead."


@pytest.mark.parametrize("timing", [LATE, 'The check timing is "after each step".'])
def test_chance_chooses_when_the_time_is_over_and_not_before(timing: str) -> None:
    made = table(PONDER, LAPSE, timing=timing)
    made.choose("ann", "ponder")
    made.fate(2)
    made.wait(10 * HOUR - 1)
    assert made.options("ann") == ["Oak", "Ash", "Elm"]
    made.wait(1)

    assert made.cards("ann", "shelf") == ["Ash"]
    assert "ann defaults" in made.match.log()


def test_what_the_effect_asks_next_is_left_to_chance_too_and_then_no_more() -> None:
    made = table(TWICE, STOP, LAPSE)
    made.choose("ann", "ponder")
    made.choose("ann", "Elm")
    made.fate(2)
    made.wait(10 * HOUR)
    assert made.cards("ann", "shelf") == ["Elm", "Ash"]
    assert made.count("ann", "bead") == 1

    made.choose("ann", "rest")
    assert made.count("ann", "cup") == 1


def test_an_offer_is_declined_and_the_rest_is_chosen() -> None:
    made = table(
        "When a player ponders, they may gain 5 beads. They store a card.",
        LAPSE,
    )
    made.choose("ann", "ponder")
    made.fate(3)
    made.wait(10 * HOUR)

    assert made.count("ann", "bead") == 0
    assert made.cards("ann", "shelf") == ["Elm"]


def test_another_who_does_not_default_is_still_asked_and_chance_goes_on_behind_them() -> None:
    made = table(
        "When a player ponders, they store a card. Each other player may gain 1 bead. The first player stores a card.",
        LAPSE,
    )
    made.choose("ann", "ponder")
    made.fate(1, 2)
    made.wait(10 * HOUR)
    assert made.asked() == ["bob"]
    made.choose("bob", "yes")

    assert made.cards("ann", "shelf") == ["Oak", "Elm"]
    assert made.count("bob", "bead") == 1


def test_who_defaults_while_nothing_is_asked_is_asked_as_ever() -> None:
    made = table("When a player gains a cup, each player defaults.", PONDER)
    made.choose("ann", "rest")
    made.choose("ann", "ponder")

    assert made.options("ann") == ["Oak", "Ash", "Elm"]


def test_time_goes_on_behind_the_choice() -> None:
    made = table(
        PONDER,
        LAPSE,
        "When a player stores a card, that player becomes tired. A player can be tired.",
        "When a player has been tired for 5 hours, they gain 1 bead.",
    )
    made.choose("ann", "ponder")
    made.wait(14 * HOUR)
    assert made.count("ann", "bead") == 0
    made.wait(1 * HOUR)

    assert made.count("ann", "bead") == 1


def test_a_long_time_at_once_is_as_its_parts() -> None:
    made = table(
        PONDER,
        LAPSE,
        "When a player stores a card, that player becomes tired. A player can be tired.",
        "When a player has been tired for 5 hours, they gain 1 bead.",
    )
    made.choose("ann", "ponder")
    made.wait(15 * HOUR)

    assert made.count("ann", "bead") == 1


def test_who_cannot_default_does_not() -> None:
    made = table(PONDER, LAPSE, "A player with no beads cannot default.")
    made.choose("ann", "ponder")
    made.wait(10 * HOUR)

    assert made.options("ann") == ["Oak", "Ash", "Elm"]


def test_a_default_survives_a_save_and_a_replay() -> None:
    made = table(
        "When a player ponders, they store a card. Each other player may gain 1 bead. The first player stores a card.",
        LAPSE,
    )
    made.choose("ann", "ponder")
    made.wait(10 * HOUR)
    again, fork = made.match.restore(made.match.save()), made.match.fork()
    for match in (made.match, again, fork):
        match.choose("bob", "no")

    assert again.state.zones == fork.state.zones == made.match.state.zones
    assert len(made.cards("ann", "shelf")) == 2


def test_what_has_lasted_comes_to_pass_within_an_effect_whenever_states_are_looked_at() -> None:
    made = table(PONDER, "When a player has been pondering for 10 hours, they gain 1 bead.")
    made.choose("ann", "ponder")
    made.wait(10 * HOUR)

    assert made.count("ann", "bead") == 1
    made.choose("ann", "Oak")
    assert made.count("ann", "bead") == 1


def test_a_book_can_mean_something_else_by_it() -> None:
    made = table("To default is to gain 1 bead.", PONDER, LAPSE)
    made.choose("ann", "ponder")
    made.wait(10 * HOUR)

    assert made.count("ann", "bead") == 1
    assert made.options("ann") == ["Oak", "Ash", "Elm"]


def names(match: Match) -> list[str]:
    """The cards on the shelves."""
    schema = match.rules.schema
    kept = schema.zone_number("shelf")
    shelves = [
        zone for zone, name in zip(match.state.zones, schema.zname, strict=True) if name == kept
    ]
    return [match.names.listed(match.state, thing) for zone in shelves for thing in zone]


@pytest.mark.parametrize("amended", [False, True])
def test_where_chance_is_a_seat_it_is_asked_for_the_choice(amended: bool) -> None:
    given = "When a turn begins, the player at turn moves each card in the deck to their hand."
    rules = "\n".join(f"- {rule}" for rule in (given, TWICE, STOP, LAPSE))
    book = BOOK.format(rules=rules, timing=LATE).replace("There is a box.", "There is a deck.")
    match = read(book).start(["ann", "bob"], outside=True)
    untouched = match.state.chance
    match.choose("ann", "ponder")
    hand, stored = [option.text for option in match.decisions[0].options], []
    match.tick(match.state.v[CLOCK] + 10 * HOUR)
    if amended:
        match.amend("When a player rests, they gain 1 bead.")
    for outcomes, told in ((4, 2), (3, 0)):
        assert [decision.player for decision in match.decisions] == ["chance"]
        assert len(match.decisions[0].options) == outcomes
        stored.append(hand.pop(told))
        match.choose(match.decisions[0].options[told])

    assert [decision.player for decision in match.decisions] == ["ann"]
    assert names(match) == stored
    assert match.state.chance == untouched
    assert replay(match.journal).trace() == match.trace()
