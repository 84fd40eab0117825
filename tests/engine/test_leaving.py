"""Leaving the game, and becoming a player again."""

from __future__ import annotations

import pytest

from deckmastor.testing import Table

BOOK = """# Club {#club}

## Words {#words}

- A person is a kind of entity. A player is a kind of person. Chips are counters.
- To register is to become a player. To deregister is to remove yourself from the game.
- To clap is to gain 1 point. A person can be absent.

## Rules {#rules}

- Each person may register. Each player may deregister. Each player may clap.
- When a person registers, they gain 1 chip.
- When a player deregisters, they become absent.
"""


def club(more: str = "") -> Table:
    """A club of three."""
    made = Table(BOOK + more, ann={}, bob={}, cyd={})
    assert made.match.rules.unrunnable == []
    made.begin_turn("ann")
    return made


def test_who_is_a_player_cannot_become_one() -> None:
    made = club()

    assert "register" not in made.options("ann") + made.options("bob")
    assert "deregister" in made.options("bob")


def test_who_has_left_can_come_back_and_do_nothing_else() -> None:
    made = club()
    made.choose("bob", "deregister")
    outside = made.options("bob")
    made.choose("ann", "clap")

    made.choose("bob", "register")

    assert outside == ["register", "pass"]
    assert "register" not in made.options("bob")
    assert "clap" in made.options("bob")
    assert [made.count(one, "chip") for one in ("ann", "bob", "cyd")] == [0, 1, 0]


def test_who_has_left_is_not_asked_if_nothing_brings_them_back() -> None:
    made = Table(BOOK.replace("- Each person may register. Each", "- Each"), ann={}, bob={}, cyd={})
    made.begin_turn("ann")

    made.choose("bob", "deregister")

    assert "bob" not in made.asked()
    assert "clap" in made.options("cyd")


def test_a_condition_on_coming_back_is_asked() -> None:
    made = Table(
        BOOK.replace("may register.", "may register if a player has 2 points."),
        ann={}, bob={}, cyd={},
    )  # fmt: skip
    assert made.match.rules.unrunnable == []
    made.begin_turn("ann")
    made.choose("bob", "deregister")
    made.choose("ann", "clap")
    early = made.options("bob")
    made.choose("ann", "clap")

    assert (early, made.options("bob")) == ([], ["register", "pass"])


@pytest.mark.parametrize(("claps", "outside"), [(1, ["register", "pass"]), (2, [])])
def test_who_cannot_become_a_player_is_not_offered_to_register(
    claps: int, outside: list[str]
) -> None:
    made = club("- A person cannot become a player if they have at least 2 points.\n")

    made.choose("bob", *["clap"] * claps, "deregister")

    assert made.options("bob") == outside
