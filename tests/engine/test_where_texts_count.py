"""Where texts count: in play, about their own card, and in a hand if they say so."""

from __future__ import annotations

import pytest
from garden import garden, lay, seeds

from deckmastor.engine.rules.assembly import NEVER_COUNTS, build
from deckmastor.language.book import load_text

REST = "The player at turn may rest or play a trick."


def refusals(*rules: str, **texts: object) -> list[str]:
    """Why sentences of a garden cannot run."""
    rules = build(load_text(garden(REST, *rules, **texts)), 2).unrunnable  # type: ignore
    return [why for _, why in rules]


def with_modifier(text: str, *rules: str, **players: object):
    """A garden in which a Deed has a modifier with a text, and a Page has none."""
    return lay(
        *rules,
        tricks={"Page": "Gain 1 coin.", "Deed": "Heavy:: Gain 1 coin."},
        modifiers=f"| Name | Text |\n|---|---|\n| Heavy | {text} |\n",
        **players,
    )


@pytest.mark.parametrize(
    "text",
    [
        "While this card is in your hand, when another player rests, gain 1 seed.",
        "When another player rests, if this card is in your hand, gain 1 seed.",
        "While this card is in a hand, when another player rests, gain 1 seed.",
    ],
)
def test_a_trigger_that_names_the_hand_counts_there(text):
    hands = {"bob": {"hand": ["Page", "Deed"]}, "cy": {"hand": ["Page"]}}
    on_card = lay(tricks={"Page": "Gain 1 coin.", "Deed": text}, **hands)
    on_modifier = with_modifier(text, **hands)

    for table in (on_card, on_modifier):
        table.choose("ann", "rest")

        assert seeds(table) == [0, 1, 0]


def test_a_prohibition_that_names_the_hand_holds_as_long_as_the_card_is_there():
    text = "While this card is in your hand, you cannot rest."
    table = lay(
        "The player at turn may discard a card.",
        tricks={"Deed": text},
        ann={"hand": ["Rose", "Deed"]},
    )

    before = table.options("ann")
    table.choose("ann", "discard Deed")

    assert "rest" not in before
    assert "rest" in table.options("ann")


def test_a_fact_that_names_the_hand_counts_there_beside_another_place():
    table = lay(
        "The prize is 3.",
        "A player may plant a card.",
        tricks={"Pay": "Gain seeds equal to the prize."},
        tools={"Deed": "While this card is in your hand, the prize is 2 more."},
        ann={"hand": ["Rose", "Deed"]},
    )

    before = table.value("prize")
    table.choose("ann", "plant Deed")

    assert (before, table.value("prize")) == (5, 3)


def test_a_text_that_takes_its_card_from_the_hand_counts_there():
    text = "When another player rests, you may discard this card. If you do, gain 2 seeds."
    table = lay("A player may plant a card.", tools={"Deed": text}, bob={"hand": ["Rose", "Deed"]})

    table.choose("ann", "rest")
    table.choose("bob", "yes")

    assert seeds(table) == [0, 2]
    assert table.cards("bob", "hand") == ["Rose"]


def test_a_card_in_the_hand_is_discarded_in_the_place_of_another():
    text = "If you would discard another card, you may discard this card instead."
    table = lay(
        "The player at turn may discard a flower.",
        tools={"Deed": text},
        ann={"hand": ["Rose", "Deed"]},
    )

    table.choose("ann", "discard Rose")
    table.choose("ann", "yes")

    assert table.cards("ann", "hand") == ["Rose"]


def test_a_card_comes_into_the_hand():
    text = "When this card is in your hand, gain 2 seeds."
    table = lay(
        "The player at turn may draw a card.", tricks={"Deed": text}, deck=["Rose", "Deed"],
        ann={"hand": ["Rose"]},
    )  # fmt: skip

    table.choose("ann", "draw a card")

    assert seeds(table) == [2, 0]


@pytest.mark.parametrize(
    "text",
    [
        "At the beginning of each turn, the holder of this card gains 1 seed.",
        "When a player rests, the holder of this card loses 1 seed.",
        "Players cannot rest.",
    ],
)
def test_a_rule_that_would_never_count_is_refused_on_cards_and_modifiers(text):
    table = f"| Name | Text |\n|---|---|\n| Heavy | {text} |\n"

    assert refusals(tricks={"Deed": text}) == [NEVER_COUNTS]
    assert refusals(tricks={"Deed": "Heavy::"}, modifiers=table) == [NEVER_COUNTS]


def test_a_modifier_counts_where_cards_can_be_put():
    text = "When a player rests, the holder of this card gains 1 seed."
    table = with_modifier(
        text,
        "The player at turn may plant a card.",
        ann={"hand": ["Page", "Deed"], "bed": []},
        bob={"hand": ["Deed"], "bed": ["Page", "Deed"]},
    )

    table.choose("ann", "rest")

    assert seeds(table) == [0, 1]


def test_the_wording_that_is_offered_for_a_modifier_works():
    text = "While this card is in a hand, at the beginning of each turn, the holder of this card gains 1 seed."
    table = with_modifier(text, bob={"hand": ["Page", "Deed"]})

    table.choose("ann", "pass")

    assert seeds(table) == [0, 2]


@pytest.mark.parametrize("hand", [["Rose", "Deed"], ["Rose", "Rose"]])
def test_a_fact_of_a_card_in_a_hidden_hand_is_not_told_to_others(hand):
    text = "While this card is in your hand, your prize is 2 more."
    table = lay(
        "Each player's prize is 3.",
        "The player at turn may gain seeds equal to their prize.",
        tools={"Deed": text},
        ann={"hand": ["Rose"]},
        bob={"hand": hand},
    )

    shown = [one["properties"]["prize"] for one in table.match.view("ann")["players"][:2]]

    assert shown == [3, None]
