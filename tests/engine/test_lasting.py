"""Lasting rules: adopted by an effect, with what was meant then, until the end they name."""

from __future__ import annotations

import pytest
from garden import lay, seeds

from deckmastor.testing import Table

PAY = {"Pay": "Gain seeds equal to the prize."}
DAY = "A turn has these phases: dawn, noon, dusk."


def prizes(table, n, pass_first=True):
    """The prize now and at the beginning of each of the next turns."""
    found = [table.value("prize")]
    while len(found) < n:
        before = table.state.v[4]
        while table.state.v[4] == before:
            table.choose(table.turn, "pass")
        found.append(table.value("prize"))
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Until the end of the turn, the prize is 9.", [9, 3, 3, 3, 3]),
        ("The prize is 9 until the end of the turn.", [9, 3, 3, 3, 3]),
        ("Until the end of the round, the prize is 9.", [9, 9, 3, 3, 3]),
        ("Until the beginning of your next turn, the prize is 9.", [9, 9, 3, 3, 3]),
        ("Until the end of your next turn, the prize is 9.", [9, 9, 9, 3, 3]),
        ("Until the end of the game, the prize is 9.", [9, 9, 9, 9, 9]),
        ("Gain 1 coin. The prize is 9.", [9, 9, 9, 9, 9]),
        ("Until the end of the turn, the prize is 2 more.", [5, 3, 3, 3, 3]),
        ("The prize becomes 9.", [9, 9, 9, 9, 9]),
    ],
)
def test_how_long_a_fact_lasts(text, expected):
    table = lay("The prize is 3.", tricks=PAY | {"Deed": text})

    table.perform("ann", "Deed")

    assert prizes(table, 5) == expected


def test_until_the_end_of_your_next_turn_in_the_turn_of_another():
    table = lay(
        "The prize is 3.", tricks=PAY | {"Deed": "Until the end of your next turn, the prize is 9."}
    )

    table.perform("bob", "Deed")

    assert prizes(table, 4) == [9, 9, 3, 3]


def test_until_the_end_of_the_phase():
    table = lay(
        DAY, "The prize is 3.", tricks=PAY | {"Deed": "Until the end of the phase, the prize is 9."}
    )

    table.perform("ann", "Deed")
    first = table.value("prize")
    table.choose("ann", "pass")

    assert (first, table.value("prize")) == (9, 3)


@pytest.mark.parametrize(
    ("text", "act", "ended"),
    [
        ("Until a card is discarded, the prize is 9.", "Discard a card.", True),
        ("Until a weed is discarded, the prize is 9.", "Discard a card.", False),
        ("Until you discard a card, the prize is 9.", "Discard a card.", True),
        ("The prize is 9 until a player is tired.", "You become tired.", True),
        ("The prize is 9 until a player is tired.", "You become muddy.", False),
        (
            "The prize is 9 until the deck is empty.",
            "Move all cards in the deck to the shed.",
            True,
        ),
        ("Until a player draws a card, the prize is 9.", "Discard a card.", False),
    ],
)
def test_an_end_by_an_event_or_a_condition(text, act, ended):
    table = lay("The prize is 3.", tricks=PAY | {"Deed": text, "Act": act}, ann={"hand": ["Rose"]})

    table.perform("ann", "Deed")
    first = table.value("prize")
    table.perform("ann", "Act")

    assert first == 9
    assert table.value("prize") == (3 if ended else 9)


def test_an_end_that_has_come_does_not_go_away():
    table = lay(
        "The prize is 3.",
        tricks=PAY
        | {
            "Deed": "The prize is 9 until you have a coin.",
            "Get": "Gain 1 coin.",
            "Drop": "Lose 1 coin.",
        },
    )

    table.perform("ann", "Deed")
    table.perform("ann", "Get")
    table.perform("ann", "Drop")

    assert table.value("prize") == 3


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("Until the end of the turn, players cannot draw cards.", (0, 1)),
        ("Players cannot draw cards this turn.", (0, 1)),
        ("Until the end of the turn, you cannot draw cards.", (0, 1)),
        (
            "Choose another player. Until the end of the turn, that player cannot draw cards.",
            (1, 2),
        ),
        (
            "Until the end of the turn, if a player would draw a card, they gain 1 coin instead.",
            (0, 1),
        ),
        ("Gain 1 coin. Players cannot draw cards.", (0, 0)),
    ],
)
def test_norms_and_replacements_that_last(text, drawn):
    table = lay(tricks={"Deed": text, "Pick": "Draw a card."})

    table.perform("ann", "Deed")
    table.perform("ann", "Pick")
    first = len(table.cards("ann", "hand"))
    table.choose("ann", "pass")
    table.perform("ann", "Pick")

    assert (first, len(table.cards("ann", "hand"))) == drawn


def test_a_permission_that_lasts():
    table = lay(
        tricks={"Deed": "Until the end of the turn, you may discard a card."},
        ann={"hand": ["Rose", "Rose"]},
    )

    before = table.options("ann")
    table.perform("ann", "Deed")
    during = table.options("ann")
    table.choose("ann", "pass")
    table.choose("bob", "pass")

    assert before == ["rest", "pass"]
    assert "discard Rose" in during
    assert table.options("ann") == ["rest", "pass"]


# ---- later, once ------------------------------------------------------------------------------


def by_turn(table, n):
    """The seeds of ann in this turn and at the beginning of the next ones."""
    found = [table.count("ann", "seed")]
    while len(found) < n:
        before = table.state.v[4]
        while table.state.v[4] == before:
            table.choose(table.turn, "pass")
        found.append(table.count("ann", "seed"))
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Gain 1 coin. At the end of the turn, gain 1 seed.", [0, 1, 1, 1, 1]),
        ("At the beginning of your next turn, gain 1 seed.", [0, 0, 1, 1, 1]),
        ("At the end of your next turn, gain 1 seed.", [0, 0, 0, 1, 1]),
        ("Before your next turn, gain 1 seed.", [0, 0, 1, 1, 1]),
        ("Gain 1 coin. At the end of the round, gain 1 seed.", [0, 0, 1, 1, 1]),
        ("In each of the next 3 turns, gain 1 seed.", [0, 1, 2, 3, 3]),
        ("In each of the next 1 turns, gain 1 seed.", [0, 1, 1, 1, 1]),
        ("Gain 1 coin. At the end of each turn, gain 1 seed.", [0, 1, 2, 3, 4]),
    ],
)
def test_what_happens_later(text, expected):
    table = lay(
        "At the end of each round, each player gains 0 coins.",
        tricks={"Deed": text},
        ann={"hand": ["Deed"]},
    )

    table.play("ann", "Deed")

    assert by_turn(table, 5) == expected


def test_the_next_time_happens_once():
    table = lay(
        tricks={
            "Deed": "The next time a player draws a card, gain 1 seed.",
            "Pick": "Draw 2 cards.",
        }
    )

    table.perform("ann", "Deed")
    table.perform("bob", "Pick")
    table.perform("bob", "Pick")

    assert seeds(table) == [1, 0]


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        ("a player has played a trick", [1, 0]),
        ("a trick has been played", [1, 0]),
        ("a trick has resolved", [1, 0]),
        ("a player plays a trick", [0, 0]),
        ("a trick resolves", [0, 0]),
    ],
)
def test_the_next_time_something_has_been_done_comes_when_it_is_over(event, expected):
    """The text of the trick gives a seed first: who waits doubles what is there."""
    table = lay(
        tricks={
            "Wait": f"The next time {event}, gain seeds equal to your seeds.",
            "Deed": "Each player loses all seeds. Gain 1 seed.",
        },
        ann={"hand": ["Wait", "Deed", "Deed"]},
    )

    table.perform("ann", "Wait")
    table.play("ann", "Deed")
    first = seeds(table)
    table.play("ann", "Deed")

    assert first == [expected[0] + 1, 0]
    assert seeds(table) == [1, 0]


def test_a_rule_adopted_twice_counts_twice():
    table = lay(
        "The prize is 3.", tricks=PAY | {"Deed": "Until the end of the turn, the prize is 2 more."}
    )

    table.perform("ann", "Deed")
    table.perform("ann", "Deed")

    assert table.value("prize") == 7


def test_a_later_rule_keeps_what_it_meant():
    table = lay(
        tricks={
            "Deed": "Choose a player. The next time that player draws a card, gain 1 seed.",
            "Pick": "Draw a card.",
        },
        cid={},
    )

    table.perform("ann", "Deed")
    table.choose("ann", "cid")
    table.perform("bob", "Pick")
    before = seeds(table)
    table.perform("cid", "Pick")

    assert before == [0, 0, 0]
    assert seeds(table) == [1, 0, 0]


def test_a_later_effect_keeps_the_card_it_meant():
    table = lay(
        tricks={"Deed": "Draw a card. At the end of the turn, discard it."},
        deck=["Rose", "Daisy"],
        ann={"hand": ["Nettle"]},
    )

    table.perform("ann", "Deed")
    table.choose("ann", "pass")

    assert table.cards("ann", "hand") == ["Nettle"]
    assert table.cards("", "discard pile") == ["Daisy"]


def test_a_rule_outlives_its_card():
    table = lay(
        "The prize is 3.",
        tricks=PAY
        | {
            "Deed": "Until the end of your next turn, the prize is 9.",
            "Clear": "Remove each card in the discard pile from the game.",
        },
        ann={"hand": ["Deed"]},
    )

    table.play("ann", "Deed")
    table.perform("ann", "Clear")

    assert table.cards("", "discard pile") == []
    assert table.value("prize") == 9


def test_what_lasts_is_gone_from_the_state_when_it_ends():
    table = lay(
        "The prize is 3.", tricks=PAY | {"Deed": "Until the end of the turn, the prize is 9."}
    )

    table.perform("ann", "Deed")
    during = len(table.state.lasting)
    table.choose("ann", "pass")

    assert during > 0
    assert table.state.lasting == []


@pytest.mark.parametrize(
    ("rule", "drawn"),
    [
        ("A player cannot draw a card until a flower is uprooted.", (0, 1)),
        ("Until a flower is uprooted, players cannot draw cards.", (0, 1)),
    ],
)
def test_a_rule_of_the_book_that_ends(rule, drawn):
    table = lay(
        rule, tricks={"Pick": "Draw a card.", "Act": "Uproot a flower."}, ann={"bed": ["Rose"]}
    )

    table.perform("ann", "Pick")
    first = len(table.cards("ann", "hand"))
    table.perform("ann", "Act")
    table.perform("ann", "Pick")

    assert (first, len(table.cards("ann", "hand"))) == drawn


def test_an_order_with_a_deadline_leaves_everybody_their_time():
    table = lay(
        tricks={"Deed": "Each player discards a card by the end of the turn."},
        ann={"hand": ["Rose", "Daisy"]},
        bob={"hand": ["Tulip"]},
    )

    table.perform("ann", "Deed")
    offered = "discard Rose" in table.options("ann"), "discard Tulip" in table.options("bob")
    table.choose("ann", "discard Rose")

    assert offered == (True, True)
    assert table.cards("ann", "hand") == ["Daisy"]
    assert "discard Daisy" not in table.options("ann")
    assert "discard Tulip" in table.options("bob")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Until the end of the turn, the prize is 9.", 2),
        ("Until the end of the game, when a player rests, they gain 1 coin.", 2),
        ("Until the end of the turn, no player can draw cards.", 2),
        ("Gain 1 coin. The prize is 9.", 2),
        ("At the beginning of the next turn, gain 1 coin.", 0),
        ("Gain 1 coin.", 0),
    ],
)
def test_a_card_adopts_rules_that_last_and_no_delayed_effects(text, told):
    table = lay(
        "The prize is 3.",
        "When a card adopts a rule, the player at turn gains 2 seeds.",
        tricks={"Deed": text},
    )

    table.perform("ann", "Deed")

    assert seeds(table) == [told, 0]
    assert [e.text for e in table.events if e.verb == "adopt"] == ["Deed adopts a rule"] * (
        told > 0
    )


def test_what_adopts_a_rule_can_be_told_apart_from_other_cards():
    table = lay(
        "The prize is 3.",
        "When a tool adopts a rule, the player at turn gains 2 seeds.",
        tricks={"Deed": "Until the end of the turn, the prize is 9."},
        tools={"Bell": "When you rest, until the end of the turn, the prize is 8."},
        ann={"bed": ["Bell"]},
    )

    table.perform("ann", "Deed")
    assert seeds(table) == [0, 0]
    table.choose("ann", "rest")

    assert seeds(table) == [2, 0]


LAMP = """# Lamp {#lamp}
## Words {#words}
- Beads are counters. A game has one light: dim or bright. A game can be late.
- On their turn, a player may rest. To rest is to gain 1 bead.
- When a player rests, the game becomes bright. When a player rests, the game becomes late.
- When the game has been dim for 30 hours, each player gains 100 beads.
- When the game has been bright for 24 hours, each player gains 5 beads.
- When the game has been late for 25 hours, each player gains 50 beads.
"""


def test_a_state_of_the_game_is_timed_from_when_it_begins():
    table = Table(LAMP, ann={}, bob={})
    table.begin_turn("ann")
    table.wait(3600)
    table.choose("ann", "rest")

    table.wait(24 * 3600 - 1)
    assert table.count("bob", "bead") == 0
    table.wait(1)
    assert table.count("bob", "bead") == 5
    table.wait(10 * 3600)
    assert table.count("bob", "bead") == 55
