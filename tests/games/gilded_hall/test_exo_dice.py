"""Dice notation, as the texts of Exoptosis and proposals may use it."""

from __future__ import annotations

import pytest

from deckmastor.testing import Table

BOOK = """# Dice {{#dice}}
## Words {{#words}}
- Beads and cups are counters.
- On their turn, a player may throw. To throw is to gain 1 cup.
- When a player throws, roll {dice}. That player gains beads equal to the result.
"""


def thrown(dice: str, *fate: int) -> int:
    """The beads that a throw of some dice brings, if they show this."""
    table = Table(BOOK.format(dice=dice), ann={}, bob={})
    table.begin_turn("ann")
    table.fate(*fate)
    table.choose("ann", "throw")
    return table.count("ann", "bead")


@pytest.mark.rule("H-106")
def test_dice_are_added() -> None:
    assert thrown("3d6", 2, 6, 5) == 13
    assert thrown("1d100", 57) == 57


@pytest.mark.rule("H-106")
def test_each_number_of_a_die_comes_up_and_no_other() -> None:
    found = set()
    for seed in range(40):
        table = Table(BOOK.format(dice="1d4"), seed=seed, ann={}, bob={})
        table.begin_turn("ann")
        table.choose("ann", "throw")
        found.add(table.count("ann", "bead"))

    assert found == {1, 2, 3, 4}


@pytest.mark.rule("H-107")
def test_no_dice_come_to_nothing() -> None:
    assert thrown("0d6", 4) == 0


@pytest.mark.rule("H-108")
def test_with_a_target_the_dice_that_reach_it_are_counted() -> None:
    assert thrown("5d6 4+", 3, 4, 6, 1, 5) == 3
    assert thrown("2d6 5+", 1, 4) == 0
