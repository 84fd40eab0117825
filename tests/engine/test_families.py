"""Families at the beginning: one of them, or at most one."""

from __future__ import annotations

from garden import lay, seeds


def test_at_the_beginning_one_of_a_family_is_the_first_that_is_named():
    table = lay(
        "When a player rests, each calm player gains 1 seed.",
        "When a player rests, each cross player gains 5 seeds.",
        tricks={"Deed": "Choose another player. That player becomes cross."},
        cy={},
    )
    table.perform("ann", "Deed")
    table.choose("ann", "cy")

    table.choose("ann", "rest")

    assert seeds(table) == [1, 1, 5]


def test_at_most_one_of_a_family_is_none_at_the_beginning():
    table = lay(
        "A player has at most one hat: narrow or tall.",
        "When a player rests, each narrow player gains 1 seed.",
        tricks={"Deed": "Choose another player. That player becomes tall."},
    )

    table.choose("ann", "rest")

    assert seeds(table) == [0, 0]
