"""Permissions that a card bears about itself: each card is an option by its name."""

from __future__ import annotations

import pytest
from garden import lay

OWN = "At any time, the holder of this card may discard it if this card is in a hand."
TABLE = f"| Name | Text |\n|---|---|\n| Light | {OWN} |\n"
TOOLS = {"Spade": "Light::", "Rake": "Light::", "Hoe": ""}


def table_of(*rules, tools=TOOLS, hand=("Hoe", "Rake", "Spade")):
    return lay(*rules, tools=tools, modifiers=TABLE, ann={}, bob={"hand": list(hand)})


def test_each_card_is_an_option_of_its_own_and_no_other_card():
    table = table_of()

    assert sorted(table.options("bob")) == ["discard Rake", "discard Spade", "pass"]


@pytest.mark.parametrize(("card", "left"), [("Rake", ["Hoe", "Spade"]), ("Spade", ["Hoe", "Rake"])])
def test_the_card_that_is_named_is_the_one(card, left):
    table = table_of()

    table.choose("bob", f"discard {card}")

    assert table.cards("bob", "hand") == left


def test_what_a_rule_forbids_of_one_of_them_is_not_offered_and_the_rule_is_cited():
    rule = "Despite any other rule, a player cannot discard a Rake."
    table = table_of(rule)

    reason = table.match.why_not("bob", "discard Rake")

    assert table.options("bob") == ["discard Spade", "pass"]
    assert reason is not None
    assert reason.text == rule


def test_a_card_without_the_permission_is_not_refused_by_that_of_another():
    table = table_of("On their turn, a player may discard a tool.")

    reason = table.match.why_not("bob", "discard Hoe")

    assert reason is not None
    assert reason.text == "On their turn, a player may discard a tool."
    assert reason.reason == "It is ann's turn."
