"""A card whose text orders an act counts as its doer: `by a trick`, `a trick cannot`."""

from __future__ import annotations

import pytest
from garden import because, garden, lay, seeds

from deckmastor.match import read

TRAMPLE = "Trample a card."
BOB = {"bed": ["Rose", "Nettle"]}
TRICK = "A flower cannot be trampled by a trick."
TOOL = "A flower cannot be trampled by a tool."


@pytest.mark.parametrize(
    ("rule", "offered"),
    [
        (TRICK, []),  # the nettle is all that is left, so nothing is asked
        (TOOL, ["Rose", "Nettle"]),
        ("Tricks cannot trample flowers.", []),
        ("A flower cannot be trampled by a card.", []),
        ("A flower cannot be trampled by a player.", []),
        ("A flower can be trampled only by a tool.", []),
        ("A flower can be trampled only by a trick.", ["Rose", "Nettle"]),
    ],
)
def test_what_a_card_cannot_do_is_not_offered_to_its_player(rule, offered):
    table = lay(rule, tricks={"Deed": TRAMPLE}, bob=BOB)

    table.perform("ann", "Deed")

    assert [text for text in table.options("ann") if text in BOB["bed"]] == offered


@pytest.mark.parametrize(("rule", "left"), [(TRICK, ["Rose"]), (TOOL, [])])
def test_what_a_card_cannot_do_is_not_done_where_nothing_is_chosen(rule, left):
    table = lay(rule, tricks={"Deed": "Trample all cards."}, bob=BOB)

    table.perform("ann", "Deed")

    assert table.cards("bob", "bed") == left


def test_a_card_can_protect_itself_from_some_cards():
    tricks = {"Deed": TRAMPLE}
    tools = {
        "Fence": "This card cannot be trampled by a trick.",
        "Roller": "At the beginning of your turn, trample a tool.",
    }
    table = lay(tricks=tricks, tools=tools, ann={"bed": ["Roller"]}, bob={"bed": ["Fence"]})
    by_tool = table.cards("bob", "bed")
    table = lay(tricks=tricks, tools=tools, bob={"bed": ["Fence"]})
    table.perform("ann", "Deed")

    assert by_tool == []
    assert table.cards("bob", "bed") == ["Fence"]


def test_a_text_that_can_hit_nothing_cannot_be_resolved():
    playing = ("A trick can be played if its text can be resolved.", TRICK)
    hit = lay(*playing, tricks={"Deed": TRAMPLE}, ann={"hand": ["Deed"]}, bob=BOB)
    missed = lay(*playing, tricks={"Deed": TRAMPLE}, ann={"hand": ["Deed"]}, bob={"bed": ["Rose"]})

    assert "play Deed" in hit.options("ann")
    assert "play Deed" not in missed.options("ann")


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("When a flower is trampled by a trick, each player gains 1 seed.", [1, 1]),
        ("When a flower is trampled by a tool, each player gains 1 seed.", [0, 0]),
        ("If a flower would be trampled by a trick, each player gains 1 seed instead.", [1, 1]),
        ("If a flower would be trampled by a tool, each player gains 1 seed instead.", [0, 0]),
    ],
)
def test_what_a_card_does_is_heard_and_replaced(rule, expected):
    table = lay(rule, tricks={"Deed": TRAMPLE}, bob={"bed": ["Rose"]})

    table.perform("ann", "Deed")

    assert seeds(table) == expected


def test_what_a_card_did_in_the_past_cannot_be_asked_for():
    rule = "At the end of the turn, if a flower was trampled by a trick this turn, end the game."
    rules = read(garden(rule)).rules(2)

    assert [str(why) for _, why in rules.unrunnable] == [
        "a card as the doer of something in the past"
    ]


def test_a_card_that_moves_is_not_moved_by_the_card_that_moves_it():
    table = lay(
        "When a trick enters the discard pile, each player gains 1 seed.",
        tricks={"Deed": TRAMPLE},
        bob={"bed": ["Rose"]},
    )

    table.perform("ann", "Deed")

    assert seeds(table) == [0, 0]
    assert because(table, "trample") == [TRAMPLE]


# ---- letting others act -------------------------------------------------------------------------

LET = {"Nod": "You may let another player discard a card."}


def test_who_may_let_another_act_says_who_and_that_one_chooses_what() -> None:
    table = lay(
        tricks=LET,
        ann={"hand": ["Nod", "Rose"]},
        bob={"hand": ["Daisy", "Tulip"]},
        cid={"hand": ["Nettle"]},
    )

    table.choose("ann", "play Nod", "yes")
    players = table.options("ann")
    table.choose("ann", "bob")
    cards = table.options("bob")
    table.choose("bob", "Tulip")

    assert players == ["bob", "cid"]
    assert cards == ["Daisy", "Tulip"]
    assert table.cards("bob", "hand") == ["Daisy"]
    assert table.cards("ann", "hand") == ["Rose"]


def test_letting_another_act_can_be_declined_and_needs_somebody_who_can() -> None:
    declined = lay(tricks=LET, ann={"hand": ["Nod"]}, bob={"hand": ["Daisy"]})
    vain = lay(tricks=LET, ann={"hand": ["Nod"]})

    declined.choose("ann", "play Nod", "no")
    vain.choose("ann", "play Nod")

    assert declined.cards("bob", "hand") == ["Daisy"]
    assert vain.quiet


def test_in_somebody_elses_turn_the_holder_of_a_text_says_who_acts() -> None:
    table = lay(
        tricks={"Shake": "Each player loses 1 coin."},
        tools={"Bell": "When you lose a coin, another player gains 1 seed."},
        ann={"hand": ["Shake"]},
        bob={"bed": ["Bell"]},
        cid={},
    )

    table.choose("ann", "play Shake")

    assert table.options("bob") == ["ann", "cid"]


def test_any_player_whom_the_rest_of_an_act_speaks_of_is_chosen_first() -> None:
    table = lay(
        tricks={"Dig": "Return a card in any player's bed to that player's hand."},
        ann={"hand": ["Dig"], "bed": ["Rose"]},
        bob={"bed": ["Daisy"]},
    )

    table.choose("ann", "play Dig")
    players = table.options("ann")
    table.choose("ann", "ann")

    assert players == ["ann", "bob"]
    assert table.cards("ann", "hand") == ["Rose"]
