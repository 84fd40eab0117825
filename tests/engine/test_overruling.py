"""Values that cards change: rules over cards for a time, and rules that no card can amend."""

from __future__ import annotations

import pytest

from deckmastor.match import read, unrunnable
from deckmastor.testing import Table

BOOK = """# Hutch {#hutch}

## Words {#words}

- Each player has a hand. Seeds are counters. A player can be tired.

## Limits {#limits}

The values are:

| Name | Value |
|---|---|
| seed limit | 9 |
| nap limit | 4 |

## Tolls {#tolls}

- The toll is 2.

## Play {#play}

- On their turn, a player may play a card from their hand.
- On their turn, a player may rest. To rest is to end the turn.
- The order of precedence is card over rule, then cannot over must over may, then later.

## Cards {#cards}

The cards are:

| Name | Count | Text |
|---|---|---|
| Barn | 2 | Until the end of the game, the seed limit is 20. |
| Loft | 2 | Until the end of the game, the seed limit is 1 more. |
| Gate | 2 | Until the end of the game, the toll is 5. |
| Yawn | 1 | Until the end of the game, each player is tired. |
| Strict Book | 2 | Until the end of the next turn, the order of precedence is rule over card, then cannot over must over may, then later. |
| Seal | 1 | Until the end of the next turn, no card can amend the rule "Limits". |
"""  # fmt: skip


def hutch(*cards: str) -> Table:
    table = Table(BOOK, ann={"hand": [*cards, "Gate"]}, bob={"hand": ["Gate"]}, bare=True)
    table.begin_turn("ann")
    return table


def values(table: Table) -> list[int | str]:
    return [table.value(name) for name in ("seed limit", "nap limit", "toll")]


def turn(table: Table) -> None:
    table.choose(table.turn, "rest")


def test_rules_outrank_the_facts_of_cards_as_long_as_a_card_says_so() -> None:
    table = hutch("Barn", "Strict Book", "Loft")
    table.play("ann", "Barn")
    before = values(table)
    table.play("ann", "Strict Book")
    during = values(table)
    table.play("ann", "Loft")
    turn(table)
    table.play("bob", "Gate")
    still = values(table)
    turn(table)

    assert (before, during, still) == ([20, 4, 2], [9, 4, 2], [9, 4, 2])
    assert values(table) == [21, 4, 5]


def test_what_no_rule_states_a_card_states_all_the_same() -> None:
    table = hutch("Strict Book", "Yawn")
    table.play("ann", "Strict Book")
    table.play("ann", "Yawn")

    assert [row["properties"]["tired"] for row in table.match.view()["players"]] == [True, True]


def test_a_card_that_was_never_played_leaves_the_order_as_it_is() -> None:
    table = hutch("Barn", "Strict Book")
    table.play("ann", "Barn")

    assert values(table) == [20, 4, 2]


def test_a_book_can_set_rules_over_cards_for_good() -> None:
    text = BOOK.replace("precedence is card over rule", "precedence is rule over card")
    table = Table(text, ann={"hand": ["Barn", "Gate"]}, bob={}, bare=True)
    table.begin_turn("ann")
    table.play("ann", "Barn")

    assert values(table) == [9, 4, 2]


@pytest.mark.parametrize(("first", "limit"), [("Seal", 9), ("Barn", 20)])
def test_a_value_of_a_protected_rule_is_not_changed_by_a_later_card(first: str, limit: int) -> None:
    table = hutch("Seal", "Barn")
    second = {"Seal": "Barn", "Barn": "Seal"}[first]
    table.play("ann", first)
    table.play("ann", second)
    table.play("ann", "Gate")

    assert values(table) == [limit, 4, 5]


def test_a_protection_ends_and_the_next_card_changes_the_value() -> None:
    table = hutch("Seal", "Barn", "Loft")
    table.play("ann", "Seal")
    table.play("ann", "Barn")
    turn(table)
    turn(table)
    table.play("ann", "Loft")

    assert values(table) == [10, 4, 2]


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ("the order of precedence is card over rule, then later",
         "an order of precedence that is not always so, but rule over card"),
        ("the order of winners is the most seeds", "an order of winners that begins in the game"),
    ],
)  # fmt: skip
def test_other_orders_cannot_begin_in_the_game(told: str, why: str) -> None:
    game = read(BOOK.replace("each player is tired", told))

    assert [fault.message for fault in unrunnable(game.rules(2))] == [why]
