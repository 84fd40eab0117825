"""History: what past tense asks, how far back, and what is kept for it."""

from __future__ import annotations

import pytest
from garden import garden, lay

import deckmastor as dm

PICK = {"Pick": "Draw a card."}


@pytest.mark.parametrize(
    ("text", "none", "one", "two"),
    [
        ("If you drew a card this turn, gain 1 seed.", 0, 1, 1),
        ("If you have drawn a card this turn, gain 1 seed.", 0, 1, 1),
        ("If you did not draw a card this turn, gain 1 seed.", 1, 0, 0),
        ("If you have not drawn a card this turn, gain 1 seed.", 1, 0, 0),
        ("If you drew at least 2 cards this turn, gain 1 seed.", 0, 0, 1),
        ("If you drew 1 card this turn, gain 1 seed.", 0, 1, 0),
        ("If a card was drawn this turn, gain 1 seed.", 0, 1, 1),
        ("If a weed was drawn this turn, gain 1 seed.", 0, 0, 0),
        ("If a player other than you drew a card this turn, gain 1 seed.", 0, 0, 0),
        ("If a card was drawn by you this turn, gain 1 seed.", 0, 1, 1),
        ("If no player drew a card this turn, gain 1 seed.", 1, 0, 0),
        ("Gain seeds equal to the number of cards you drew this turn.", 0, 1, 2),
        ("Gain 1 seed for each card you drew this turn.", 0, 1, 2),
        ("Gain 1 seed for each card drawn this turn.", 0, 1, 2),
        ("Gain 1 seed for each card another player drew this turn.", 0, 0, 0),
        ("Gain seeds equal to the number of cards you drew this turn, at most 1.", 0, 1, 1),
        ("If you drew a card, gain 1 seed.", 0, 1, 1),
    ],
)
def test_what_was_done_this_turn(text, none, one, two):
    found = []
    for draws in range(3):
        table = lay(tricks=PICK | {"Deed": text})
        for _ in range(draws):
            table.perform("ann", "Pick")
        table.perform("ann", "Deed")
        found.append(table.count("ann", "seed"))

    assert found == [none, one, two]


@pytest.mark.parametrize(
    ("window", "in_turn", "in_next", "in_round"),
    [
        ("this turn", 1, 0, 0),
        ("this round", 1, 1, 0),
        ("this game", 1, 1, 1),
        ("in the previous turn", 0, 1, 0),
        ("in the previous round", 0, 0, 1),
    ],
)
def test_how_far_back_a_question_reaches(window, in_turn, in_next, in_round):
    table = lay(
        "At the end of each round, each player gains 0 coins.",
        tricks=PICK | {"Deed": f"If a player drew a card {window}, gain 1 seed."},
    )

    table.perform("ann", "Pick")
    table.perform("ann", "Deed")
    first = table.count("ann", "seed")
    table.choose("ann", "pass")
    table.perform("bob", "Deed")
    second = table.count("bob", "seed")
    table.choose("bob", "pass")
    table.perform("ann", "Deed")

    assert (first, second, table.count("ann", "seed") - first) == (in_turn, in_next, in_round)


def test_this_phase():
    table = lay(
        "A turn has these phases: dawn, noon.",
        tricks=PICK | {"Deed": "If you drew a card this phase, gain 1 seed."},
    )

    table.perform("ann", "Pick")
    table.perform("ann", "Deed")
    table.choose("ann", "pass")
    table.perform("ann", "Deed")

    assert table.count("ann", "seed") == 1


@pytest.mark.parametrize(
    ("text", "hand"),
    [
        ("Move the last card discarded to your hand.", ["Nettle"]),
        ("Move the first card discarded this turn to your hand.", ["Rose"]),
        ("Move the last card discarded this turn to your hand.", ["Nettle"]),
        ("Move the last flower discarded to your hand.", ["Daisy"]),
        ("Move the last 2 cards discarded to your hand.", ["Daisy", "Nettle"]),
        ("Move a random card you discarded this turn to your hand.", None),
    ],
)
def test_the_first_and_the_last(text, hand):
    table = lay(
        tricks={"Drop": "Discard a card.", "Deed": text}, ann={"hand": ["Rose", "Daisy", "Nettle"]}
    )

    table.perform("ann", "Drop")
    table.choose("ann", "Rose")
    table.perform("ann", "Drop")
    table.choose("ann", "Daisy")
    table.perform("ann", "Drop")
    table.perform("ann", "Deed")

    if hand is None:
        assert len(table.cards("ann", "hand")) == 1
    else:
        assert sorted(table.cards("ann", "hand")) == hand


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("If this card has been played 2 times this game, gain 1 seed.", 1),
        ("If this card was played this turn, gain 1 seed.", 2),
        ("If you played a trick this turn, gain 1 seed.", 2),
        ("If you played a tool this turn, gain 1 seed.", 0),
        ("Gain 1 seed for each trick you played this game.", 2),
    ],
)
def test_what_was_played(text, expected):
    table = lay(tricks={"Deed": f"{text}"}, ann={"hand": ["Deed"]})

    table.play("ann", "Deed")
    table.state.zone(table.state.where[_thing(table, "Deed")]).clear()
    _to_hand(table, "Deed")
    table.play("ann", "Deed")

    assert table.count("ann", "seed") == expected


def _thing(table, name):
    """The number of the copy of a card that is in a place."""
    return next(
        t for t, where in enumerate(table.state.where) if where > 1 and table.match.thing(t) == name
    )


def _to_hand(table, name):
    """Put a card back into ann's hand, as if nothing had moved it."""
    hand = table.match.rules.schema.attrs["hand"].at
    thing = _thing(table, name)
    table.state.where[thing] = hand
    table.state.zone(hand).append(thing)


def test_in_this_effect_asks_what_the_text_itself_has_done():
    table = lay(
        tricks={
            "Deed": "Discard any number of cards. Gain 1 seed for each flower discarded in this effect."
        },
        ann={"hand": ["Deed", "Deed", "Rose", "Daisy", "Nettle"]},
    )

    table.play("ann", "Deed")
    table.choose("ann", "Rose", "Nettle", "enough")
    table.play("ann", "Deed")
    table.choose("ann", "Daisy")

    assert table.count("ann", "seed") == 2


@pytest.mark.parametrize(
    ("answer", "expected"),
    [("Rose", 1), ("Nettle", 0)],
)
def test_what_was_done_is_judged_as_it_was_done(answer, expected):
    table = lay(
        tricks={
            "Drop": "Discard a card.",
            "Deed": "If a flower was discarded by you this turn, gain 1 seed.",
        },
        ann={"hand": ["Rose", "Nettle"]},
    )

    table.perform("ann", "Drop")
    table.choose("ann", answer)
    table.perform("ann", "Deed")

    assert table.count("ann", "seed") == expected


def test_a_forbidden_act_is_no_event():
    table = lay(
        "Players cannot draw cards.",
        tricks=PICK | {"Deed": "If you drew a card this turn, gain 1 seed."},
    )

    table.perform("ann", "Pick")
    table.perform("ann", "Deed")

    assert table.count("ann", "seed") == 0


def test_an_act_that_found_nothing_is_no_event():
    table = lay(tricks=PICK | {"Deed": "If you drew a card this turn, gain 1 seed."}, deck=[])

    table.perform("ann", "Pick")
    table.perform("ann", "Deed")

    assert table.count("ann", "seed") == 0


def test_nothing_is_kept_that_nobody_asks_for():
    table = lay(tricks=PICK)

    table.perform("ann", "Pick")

    assert table.state.past == []


def test_only_what_is_asked_for_is_kept():
    table = lay(
        "When a player draws a card for the first time, they gain 1 seed.",
        tricks=PICK | {"Deed": "Gain 1 coin."},
    )

    table.perform("ann", "Deed")
    before = [len(events) for events in table.state.past]
    table.perform("ann", "Pick")

    assert before == [0]
    assert [len(events) > 0 for events in table.state.past] == [True]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("If you drew a card since the beginning of the turn, gain 1 seed.", 0),
        ("If you drew a card since the beginning of the round, gain 1 seed.", 1),
    ],
)
def test_since_a_moment(text, expected):
    table = lay(
        "At the end of each round, each player gains 0 coins.",
        tricks=PICK | {"Deed": text, "More": "Take another turn."},
    )

    table.perform("ann", "Pick")
    table.perform("ann", "More")
    table.choose("ann", "pass")
    table.perform("ann", "Deed")

    assert table.count("ann", "seed") == expected


def test_for_a_number_of_turns_without_a_break():
    table = lay(
        tricks={
            "Deed": "You become tired.",
            "Count": "If you have been tired for 2 turns, gain 1 seed.",
        }
    )

    table.perform("ann", "Deed")
    table.perform("ann", "Count")
    table.choose("ann", "pass")
    table.choose("bob", "pass")
    table.perform("ann", "Count")

    assert table.count("ann", "seed") == 1


@pytest.mark.parametrize(
    ("discarded", "expected"),
    [
        (["Nettle"], 0),
        (["Nettle", "Tulip"], 0),
        (["Tulip", "Nettle"], 1),
        (["Tulip", "Nettle", "Tulip"], 0),
        (["Tulip", "Rose"], 0),
    ],
)
def test_since_something_of_the_same_sort_was_done(discarded, expected):
    table = lay(
        tricks={
            "Drop": "Discard a card.",
            "Deed": "If a player discarded a weed since a tulip was discarded, gain 1 seed.",
        },
        ann={"hand": discarded},
    )

    for card in discarded:
        table.perform("ann", "Drop")
        if not table.quiet and card in table.options("ann"):
            table.choose("ann", card)
    table.perform("ann", "Deed")

    assert table.count("ann", "seed") == expected


def test_since_something_else_was_done_is_refused():
    rule = "A player is tired if they drew a card since they discarded a card."

    refused = dm.read(garden(rule)).rules(2).unrunnable

    assert refused == [(rule, "what was done since something else was done than 'draw'")]


def test_turns_in_their_order_are_no_history() -> None:
    rule = "When a player rests, each player who took a turn this game gains 1 seed."
    another = "A player cannot rest if they took another turn this turn."

    refused = dm.read(garden(rule, another)).rules(2).unrunnable

    assert [told for told, _ in refused] == [rule]
