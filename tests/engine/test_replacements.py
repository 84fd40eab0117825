"""Replacements: what stands in the place of an event, under which conditions, and how often."""

from __future__ import annotations

import pytest
from garden import because, garden, lay, seeds, told

from deckmastor.match import read
from deckmastor.testing import Table


@pytest.mark.parametrize(
    ("rule", "text", "ann", "bob"),
    [
        ("If a player would draw a card, they gain 1 seed instead.", "Draw a card.", 1, 0),
        ("If a player would draw a card, they gain 1 seed instead.", "Draw 3 cards.", 3, 0),
        (
            "If a player would draw a card, each other player gains 1 seed instead.",
            "Draw a card.",
            0,
            1,
        ),
        (
            "If a player would draw a card, they gain 1 seed instead.",
            "Each player draws a card.",
            1,
            1,
        ),
        ("If a flower would be drawn, each player gains 1 seed instead.", "Draw a card.", 1, 1),
        ("If a weed would be drawn, each player gains 1 seed instead.", "Draw a card.", 0, 0),
        (
            "If a player would draw a card and they are tired, they gain 1 seed instead.",
            "Draw a card.",
            0,
            0,
        ),
        (
            "If a player would draw a card and they are tired, they gain 1 seed instead.",
            "You become tired. Draw a card.",
            1,
            0,
        ),
        (
            "If a player would draw a card, they gain 1 seed instead if they are tired.",
            "Draw a card.",
            0,
            0,
        ),
        (
            "If a player would draw a card, they gain 1 seed instead if they are tired.",
            "You become tired. Draw a card.",
            1,
            0,
        ),
        (
            "If a player would draw a card for the first time this turn, they gain 1 seed instead.",
            "Draw a card.",
            1,
            0,
        ),
        ("If a tired player would draw a card, they gain 1 seed instead.", "Draw a card.", 0, 0),
        ("If a player would gain coins, they gain 1 seed instead.", "Gain 3 coins.", 1, 0),
        ("If a player would lose coins, they gain 1 seed instead.", "Lose 3 coins.", 1, 0),
        ("If a player would become tired, they gain 1 seed instead.", "You become tired.", 1, 0),
        ("If a player would become muddy, they gain 1 seed instead.", "You become tired.", 0, 0),
        (
            "If the deck would be shuffled, each player gains 1 seed instead.",
            "Shuffle the deck.",
            1,
            1,
        ),
        (
            "If a card would be revealed, each player gains 1 seed instead.",
            "Reveal the top card of the deck.",
            1,
            1,
        ),
        ("If a player would win the game, they gain 1 seed instead.", "Win the game.", 1, 0),
        ("If a player would lose the game, they gain 1 seed instead.", "Lose the game.", 1, 0),
        ("If a player would lose the game, they gain 1 seed instead.", "Lose 1 coin.", 0, 0),
    ],
)
def test_an_act_is_replaced(rule, text, ann, bob):
    table = lay(rule, tricks={"Deed": text}, ann={"coin": 5})

    table.perform("ann", "Deed")

    assert seeds(table) == [ann, bob]
    assert set(because(table, "gain")) - {text} <= {rule}
    replaced = ann + bob > 0
    if "Draw" in text and replaced:
        assert table.cards("ann", "hand") == []
    if "coins" in text:
        assert table.count("ann", "coin") == 5


@pytest.mark.parametrize(
    ("rule", "text", "where"),
    [
        ("If a card would leave a bed, put it into the shed instead.", "Uproot a card.", "shed"),
        ("If a flower would leave a bed, put it into the shed instead.", "Uproot a card.", "shed"),
        (
            "If a weed would leave a bed, put it into the shed instead.",
            "Uproot a card.",
            "discard pile",
        ),
        (
            "If a card would enter the discard pile, put it into the shed instead.",
            "Uproot a card.",
            "shed",
        ),
        (
            "If a card would be moved to the discard pile, put it into the shed instead.",
            "Uproot a card.",
            "shed",
        ),
        ("If a flower would be uprooted, put it into the shed instead.", "Uproot a card.", "shed"),
        (
            "If a flower would be trampled, put it into the shed instead.",
            "Uproot a card.",
            "discard pile",
        ),
        (
            "If a flower would be uprooted and it is wilted, put it into the shed instead.",
            "Uproot a card.",
            "discard pile",
        ),
        (
            "If a flower would be removed from the game, put it into the shed instead.",
            "Remove a flower in your bed from the game.",
            "shed",
        ),
        (
            "If a card would leave a bed, put it into the shed instead.",
            "Move a card from your bed to your hand.",
            "shed",
        ),
    ],
)
def test_a_move_is_replaced(rule, text, where):
    table = lay(rule, tricks={"Deed": text}, ann={"bed": ["Rose"]})

    table.perform("ann", "Deed")

    assert table.cards("", where) == ["Rose"]
    assert table.cards("ann", "bed") == []


@pytest.mark.parametrize(("answer", "hand", "expected"), [("yes", [], 1), ("no", ["Rose"], 0)])
def test_a_replacement_may_be_declined(answer, hand, expected):
    table = lay(
        "If a player would draw a card, they may gain 1 seed instead.",
        tricks={"Deed": "Draw a card."},
    )

    table.perform("ann", "Deed")
    asked = table.asked()
    table.choose("ann", answer)

    assert asked == ["ann"]
    assert table.cards("ann", "hand") == hand
    assert table.count("ann", "seed") == expected


def test_the_question_says_what_may_be_done_instead_and_nothing_else():
    table = lay(
        "If a player would draw a card, they may gain 1 seed instead.",
        tricks={"Dig": "Draw a card."},
        ann={"hand": ["Dig"]},
    )

    table.play("ann", "Dig")

    assert table.decision.prompt == "Gain 1 seed?"


def test_an_option_that_is_not_possible_is_not_offered():
    table = lay(
        "If a player would draw a card, they may pay 1 seed instead.",
        tricks={"Deed": "Draw a card."},
    )

    table.perform("ann", "Deed")

    assert table.quiet
    assert table.cards("ann", "hand") == ["Rose"]


def test_a_replacement_on_a_card_counts_while_the_card_is_there():
    table = lay(
        tricks={"Deed": "Trample a flower."},
        tools={
            "Fence": "If another flower in your bed would be trampled, you may uproot this card instead."
        },
        bob={"bed": ["Rose", "Fence"]},
    )

    table.perform("ann", "Deed")
    table.choose("bob", "yes")
    saved = table.cards("bob", "bed")
    table.perform("ann", "Deed")

    assert saved == ["Rose"]
    assert table.cards("bob", "bed") == []


def test_the_next_time_replaces_once():
    table = lay(
        tricks={
            "Deed": "The next time you would draw a card, gain 1 seed instead.",
            "Pick": "Draw a card.",
        }
    )

    table.perform("ann", "Deed")
    table.perform("ann", "Pick")
    table.perform("ann", "Pick")

    assert table.count("ann", "seed") == 1
    assert table.cards("ann", "hand") == ["Rose"]


def test_several_of_the_next_time_are_used_one_by_one():
    table = lay(
        tricks={
            "Deed": "The next time you would draw a card, gain 1 seed instead.",
            "Pick": "Draw 3 cards.",
        }
    )

    table.perform("ann", "Deed")
    table.perform("ann", "Deed")
    table.perform("ann", "Pick")

    assert table.count("ann", "seed") == 2
    assert table.cards("ann", "hand") == ["Rose"]


# ---- several replacements ---------------------------------------------------------------------


def test_a_replacement_does_not_replace_its_own_effect():
    table = lay(
        "If a player would draw a card, they draw 2 cards instead.", tricks={"Deed": "Draw a card."}
    )

    table.perform("ann", "Deed")

    assert len(table.cards("ann", "hand")) == 2


def test_a_replacement_of_a_replacement():
    table = lay(
        "If a player would draw a card, they gain 1 seed instead.",
        "If a player would gain seeds, they gain 1 coin instead.",
        tricks={"Deed": "Draw a card."},
    )

    table.perform("ann", "Deed")

    assert (table.count("ann", "seed"), table.count("ann", "coin")) == (0, 1)


def test_two_that_turn_into_each_other_come_to_an_end():
    table = lay(
        "If a player would gain coins, they gain 1 seed instead.",
        "If a player would gain seeds, they gain 1 coin instead.",
        tricks={"Deed": "Gain 5 coins."},
    )

    table.perform("ann", "Deed")

    assert (table.count("ann", "seed"), table.count("ann", "coin")) == (0, 1)


SHED = "If a flower would be uprooted, put it into the shed instead."
HAND = "If a card would be uprooted, put it into its holder's hand instead."


@pytest.mark.parametrize(("choice", "place"), [(SHED, ("", "shed")), (HAND, ("ann", "hand"))])
def test_of_several_replacements_the_affected_player_chooses(choice, place):
    table = lay(SHED, HAND, tricks={"Deed": "Uproot a card."}, ann={"bed": ["Rose"]})

    table.perform("ann", "Deed")
    offered = table.options("ann")
    table.choose("ann", choice)

    assert offered == [SHED, HAND]
    assert table.cards(*place) == ["Rose"]


def test_the_holder_of_what_is_affected_chooses():
    table = lay(
        "If a flower would be trampled, put it into the shed instead.",
        "If a card would be trampled, put it into its holder's hand instead.",
        tricks={"Deed": "Trample a card."},
        bob={"bed": ["Rose"]},
    )

    table.perform("ann", "Deed")

    assert table.asked() == ["bob"]


# ---- what follows -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        (
            "If a player would discard a card, they gain 1 coin instead.",
            "Discard a card, then gain 1 seed.",
            1,
        ),
        (
            "If a player would discard a card, they gain 1 coin instead.",
            "You may discard a card. If you do, gain 1 seed.",
            0,
        ),
        (
            "If a player would discard a card, they gain 1 coin instead.",
            "You may discard a card. If you do not, gain 1 seed.",
            1,
        ),
        (
            "If a card would enter the discard pile, put it into the shed instead.",
            "You may discard a card. If you do, gain 1 seed.",
            1,
        ),
        ("A player cannot discard cards.", "Discard a card, then gain 1 seed.", 0),
        ("A player cannot discard cards.", "Discard a card. Gain 1 seed.", 1),
    ],
)
def test_then_counts_what_was_replaced_and_if_you_do_does_not(rule, text, expected):
    table = lay(rule, tricks={"Deed": text}, ann={"hand": ["Rose"]})

    table.perform("ann", "Deed")
    if not table.quiet:
        table.choose("ann", "yes")

    assert table.count("ann", "seed") == expected


def test_what_was_replaced_sets_off_no_trigger_of_its_own():
    table = lay(
        "If a player would draw a card, they gain 1 coin instead.",
        "When a player draws a card, they gain 1 seed.",
        tricks={"Deed": "Draw a card."},
    )

    table.perform("ann", "Deed")

    assert seeds(table) == [0, 0]
    assert told(table, "draw", "gain") == ["ann gain coin"]


def test_a_prohibition_comes_before_a_replacement():
    table = lay(
        "If a player would draw a card, they gain 1 seed instead.",
        "Players cannot draw cards.",
        tricks={"Deed": "Draw a card."},
    )

    table.perform("ann", "Deed")

    assert seeds(table) == [0, 0]
    assert table.cards("ann", "hand") == []


def test_a_played_card_is_replaced_before_it_is_played():
    table = lay(
        "If a player would play a trick, they gain 1 seed instead.",
        tricks={"Deed": "Gain 5 seeds."},
        ann={"hand": ["Deed"]},
    )

    table.play("ann", "Deed")

    assert seeds(table) == [1, 0]
    assert table.cards("ann", "hand") == ["Deed"]


def test_a_text_is_replaced_when_it_would_resolve():
    table = lay(
        "If a trick would resolve, put it into the shed instead.",
        tricks={"Deed": "Gain 5 seeds."},
        ann={"hand": ["Deed"]},
    )

    table.play("ann", "Deed")

    assert seeds(table) == [0, 0]
    assert table.cards("", "shed") == ["Deed"]


# ---- where nothing is left ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "text", "deck", "ann"),
    [
        ("If a player would draw a card and the deck is empty, they gain 1 seed instead.",
         "Draw a card.", 0, 1),
        ("If a player would draw a card and the deck is empty, they gain 1 seed instead.",
         "Draw a card.", 1, 0),
        ("If a player would draw a card and the deck is empty, they gain 1 seed instead.",
         "Draw 3 cards.", 1, 2),
        ("If a player would draw a card and the deck contains no cards, they gain 1 seed instead.",
         "Each player draws a card.", 1, 0),
        ("If a flower would be drawn, each player gains 1 seed instead.", "Draw a card.", 0, 0),
        ("Before a player draws a card, they gain 1 seed.", "Draw a card.", 0, 1),
        ("When a player draws a card, they gain 1 seed.", "Draw a card.", 0, 0),
    ],
)  # fmt: skip
def test_a_draw_from_an_empty_deck_can_be_replaced(
    rule: str, text: str, deck: int, ann: int
) -> None:
    table = lay(rule, tricks={"Deed": text}, deck=["Rose"] * deck)

    table.perform("ann", "Deed")

    assert table.count("ann", "seed") == ann
    assert len(table.cards("ann", "hand")) == min(deck, 1)


@pytest.mark.parametrize(
    "rule",
    [
        "If a tulip would be uprooted or trampled, put it into the shed instead.",
        "If a tulip would be trampled or uprooted, put it into the shed instead.",
    ],
)
def test_each_of_two_acts_is_replaced(rule: str) -> None:
    table = lay(
        rule,
        tricks={"Up": "Uproot a flower.", "Down": "Trample a flower."},
        ann={"bed": ["Rose", "Tulip", "Daisy"]},
        bob={"bed": ["Rose", "Tulip"]},
    )

    for trick, flower in (("Up", "Rose"), ("Up", "Tulip"), ("Down", "Tulip")):
        table.perform("ann", trick)
        table.choose("ann", flower)

    assert table.cards("", "shed") == ["Tulip", "Tulip"]
    assert "Tulip" not in table.cards("", "discard pile")


@pytest.mark.parametrize(
    ("behind", "answer", "bed", "seeds"),
    [
        ("", "no", ["Rose"], 0),
        ("", "yes", ["Rose", "Tulip"], 0),
        ("If they do, they gain 1 seed.", "no", ["Rose"], 0),
        ("If they do, they gain 1 seed.", "yes", ["Rose", "Tulip"], 1),
        ("If they do not, they gain 1 seed.", "no", ["Rose"], 1),
        ("If they do not, they gain 1 seed.", "yes", ["Rose", "Tulip"], 0),
    ],
)
def test_what_is_said_behind_an_offer_replaces_nothing(
    behind: str, answer: str, bed: list[str], seeds: int
) -> None:
    table = lay(
        f"If a tulip would be uprooted, its holder may pay 2 coins instead. {behind}",
        tricks={"Up": "Uproot a flower."},
        ann={"bed": ["Rose", "Tulip"], "coin": 5},
    )

    table.perform("ann", "Up")
    table.choose("ann", "Tulip", answer)

    assert (table.cards("ann", "bed"), table.count("ann", "seed")) == (bed, seeds)


def test_what_counters_would_become_is_refused_and_a_loss_can_be_replaced():
    rule = "If a player's coins would become at most 0, that player gains 3 seeds instead."
    why = (
        "what coins would become: a loss would not be seen. Say 'If a player would lose X coins "
        "and that player has at most X coins, …'"
    )
    loss = (
        "If a player would lose X coins and that player has at most X coins, "
        "that player gains 3 seeds instead."
    )
    table = lay(loss, tricks={"Toll": "Lose 2 coins."}, ann={"coin": 4}, bob={"coin": 2})

    table.perform("ann", "Toll")
    first = seeds(table)
    table.perform("ann", "Toll")

    assert read(garden(rule)).rules(2).unrunnable == [(rule, why)]
    assert (first, seeds(table), table.count("ann", "coin")) == ([0, 0], [3, 0], 2)


ORCHARD = """# Orchard {#orchard}
## Words {#words}
- Each player has a hand and a basket. A basket is a place. Pears and nuts are counters. A card can be ripe.
- To draw a card is to move it from your basket to your hand. To eat a card is to remove it from the game.
- On their turn, a player may call. To call is to gain 1 nut. When a player calls, the next player draws a card.
- {rule}

The cards are:

| Name | Type |
|---|---|
| Apple | ripe |
| Plum | |
| Quince | ripe |
"""


@pytest.mark.parametrize(
    ("rule", "asked"),
    [
        ("If a player would draw a card, they gain 1 pear instead.", False),
        ("If a player with no nuts would draw a card, they gain 1 pear instead.", False),
        ("If a player with at least 1 nut would draw a card, they gain 1 pear instead.", True),
        ("If a player would draw a ripe card, they gain 1 pear instead.", True),
        ("If a player would draw a card, they may gain 1 pear instead.", True),
        ("If a player would draw a card, they gain 1 pear instead if it is ripe.", True),
        ("If a player would draw a card, they eat it instead.", True),
        ("If a player would draw a card, they eat that card instead.", True),
    ],
)
def test_nobody_is_asked_which_card_if_the_act_is_replaced_whichever_it_is(rule, asked):
    told = ORCHARD.replace("{rule}", rule)
    table = Table(told, ann={"hand": []}, bob={"basket": ["Plum", "Apple", "Quince"]})
    table.begin_turn("ann")

    table.choose("ann", "call")

    assert (table.options("bob") == ["Plum", "Apple", "Quince"]) == asked
    if not asked:
        assert table.count("bob", "pear") == 1
        assert len(table.cards("bob", "basket")) == 3
