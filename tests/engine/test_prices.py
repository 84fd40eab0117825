"""Several prices of one act: they are asked for together, and all are paid or none."""

from __future__ import annotations

import pytest

from engine.garden import Laid, lay

PLAY = "play Fair"
THREE = "To play a trick, a player must pay 3 coins."
DISCARD = "To play a trick, a player must discard a card."
FLOWER = "To play a trick, a player must discard a flower."
EITHER = "To play a trick, a player must pay 3 coins or discard a card."


@pytest.mark.parametrize(
    ("rules", "hand", "coins", "affordable"),
    [
        pytest.param((THREE, THREE), [], 5, False, id="5 coins are not twice 3"),
        pytest.param((THREE, THREE), [], 6, True, id="6 coins are twice 3"),
        pytest.param((DISCARD, FLOWER), ["Rose"], 0, False, id="one card does not go twice"),
        pytest.param((DISCARD, FLOWER), ["Rose", "Nettle"], 0, True, id="each has a card"),
        pytest.param((DISCARD, FLOWER), ["Nettle", "Nettle"], 0, False, id="none is a flower"),
        pytest.param((THREE, EITHER), [], 3, False, id="either way needs 3 coins more"),
        pytest.param((THREE, EITHER), ["Rose"], 3, True, id="one of the ways is left"),
        pytest.param((EITHER, DISCARD), ["Rose"], 2, False, id="the card is owed to the other"),
    ],
)
def test_prices_must_be_met_together(
    rules: tuple[str, ...], hand: list[str], coins: int, affordable: bool
) -> None:
    ann: Laid = {"hand": ["Fair", *hand], "coin": coins}

    table = lay(*rules, tricks={"Fair": "Gain 1 seed."}, ann=ann)

    assert (PLAY in table.options("ann")) is affordable


def test_a_modifier_and_a_rule_ask_for_their_prices_together() -> None:
    modifiers = "| Name | Where | Text |\n|---|---|---|\n"
    modifiers += (
        "| Toll [X] | X is a number at least 1 | To play this card, a player must pay X coins. |"
    )
    book: dict[str, str] = {"Fair": "Toll 2 :: Gain 1 seed."}
    four = lay(THREE, tricks=book, modifiers=modifiers, ann={"hand": ["Fair"], "coin": 4})
    five = lay(THREE, tricks=book, modifiers=modifiers, ann={"hand": ["Fair"], "coin": 5})

    assert PLAY not in four.options("ann")
    assert PLAY in five.options("ann")


def test_an_act_by_an_effect_is_not_done_if_its_prices_cannot_be_paid_together() -> None:
    price = "To draw a card, a player must pay 3 seeds."
    table = lay(price, price, tricks={"Dig": "Draw a card."}, ann={"seed": 5}, bob={"seed": 6})

    for player in ("ann", "bob"):
        table.perform(player, "Dig")

    assert [len(table.cards(player, "hand")) for player in ("ann", "bob")] == [0, 1]
    assert [table.count(player, "seed") for player in ("ann", "bob")] == [5, 0]
