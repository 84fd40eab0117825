"""Doers that are described by things: owners of the destroyed cards, who has a role in several."""

from __future__ import annotations

import pytest
from garden import lay, seeds

SMASH = "To smash a card is to move it to the discard pile."


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Each owner of the smashed cards gains 1 seed.", [0, 1, 1]),
        ("The owners of the smashed cards gain 1 seed.", [0, 1, 1]),
        ("The owner of each smashed card gains 1 seed.", [0, 1, 2]),
        ("Each owner of a Rose gains 1 seed.", [1, 0, 0]),
    ],
)
def test_each_owner_of_several_cards_acts_once(text: str, told: list[int]) -> None:
    table = lay(
        SMASH, "Each player may plant a card.",
        tricks={"Storm": f'Smash all cards named "Nettle". {text}'}, deck=[],
        ann={"hand": ["Storm", "Rose"]}, bob={"hand": ["Nettle"]}, cyd={"hand": ["Nettle"] * 2},
    )  # fmt: skip
    for player, card in (("ann", "Rose"), ("bob", "Nettle"), ("cyd", "Nettle")):
        table.choose(player, f"plant {card}")

    table.choose("ann", "play Storm")

    assert table.cards("bob", "bed") == []
    assert seeds(table) == told
