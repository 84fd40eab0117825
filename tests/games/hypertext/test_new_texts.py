"""New texts about revealing, adopted in mid-match: they mean the Reveal of a turn and nothing else."""

from __future__ import annotations

import pytest

from deckmastor.testing import Table
from games.hypertext.reading_room import finish, lay, points, seen

DECK = ["JONAH", "POOR", "MEEK", "CLEAN", "EARTH"]
HEED = """
The modifiers are:

| Name | Text |
|---|---|
| Heed | When you reveal a NOUN card, draw a card. |

- Each LAMB gains the Heed modifier.
"""


def amended(text: str, deck: list[str], **laid: object) -> Table:
    """A table with a new rule, adopted while A decides what to do with the drawn card."""
    table = lay(deck=deck, **laid)  # type: ignore[arg-type]
    table.match.amend(f"## New {{#new}}\n\n{text}\n")
    return table


@pytest.mark.rule("X-025", "X-049")
@pytest.mark.parametrize(("answer", "gained"), [("reveal EARTH", 1), ("keep EARTH", 0)])
def test_who_reveals_a_card_is_who_decides_so_in_their_turn(answer: str, gained: int) -> None:
    table = amended("- When a player reveals a card, they gain 1 point.", DECK)

    table.choose("A", answer)

    assert points(table) == {"A": gained, "B": 0, "C": 0}


@pytest.mark.rule("X-025", "X-077")
@pytest.mark.parametrize(
    ("card", "answers", "shown"),
    [("PEACE", ["yes", "STAFF"], ["STAFF"]), ("ETERNAL", [], ["CLEAN"])],
)
def test_what_an_ability_shows_is_not_revealed(
    card: str, answers: list[str], shown: list[str]
) -> None:
    deck = [*DECK[:-1], card]
    table = amended(
        "- When a player reveals a card, they gain 1 point.",
        deck,
        a={"hand": ["RUN", "STAFF", "LAMB"]},
    )

    table.choose("A", f"reveal {card}", *answers)

    assert points(table)["A"] == 1  # for the card itself
    assert [card for card in seen(table, "B", "hand", "A") if card] == shown


@pytest.mark.rule("X-096")
def test_an_objective_that_is_shown_at_the_end_is_not_revealed() -> None:
    table = amended(
        "- When a player reveals a thing, they gain 7 points.", ["POOR"], a={"vault": ["Scribe"]}
    )
    table.choose("A", "keep POOR")
    finish(table)

    assert seen(table, "B", "vault", "A") == ["Scribe"]
    assert points(table)["A"] == 1  # for the card in their hand


@pytest.mark.rule("X-155")
def test_a_card_that_is_given_for_proclaim_is_not_revealed() -> None:
    table = amended(
        "- When a player reveals a card, they gain 1 point.",
        [*DECK[:-1], "HOLY"],
        goals={"NOUN-01": "LAMB A"},
        b={"hand": ["RUN", "FLOCK"]},
    )
    table.choose("A", "reveal HOLY", "B")
    table.choose("B", table.options("B")[-1])

    assert "FLOCK" in table.cards("A", "hand")
    assert points(table) == {"A": 1, "B": 0, "C": 0}


@pytest.mark.rule("X-016")
@pytest.mark.parametrize(
    ("card", "spent", "drawn"),
    [("EARTH", ["LAMB"], 1), ("HEAL", ["LAMB"], 0), ("EARTH", ["RUN"], 0), ("EARTH", [], 0)],
)
def test_a_new_ability_answers_the_reveals_of_its_holder(
    card: str, spent: list[str], drawn: int
) -> None:
    table = amended(HEED, [*DECK[:-1], card], a={"spent pile": spent, "hand": ["WALK"]})

    table.choose("A", f"reveal {card}")

    assert len(table.cards("A", "hand")) == 1 + drawn


@pytest.mark.rule("X-025")
def test_a_new_ability_that_reveals_a_card_in_a_hand_only_shows_it() -> None:
    table = amended(
        "- When a player keeps a card, they reveal a TITLE card in their hand.",
        DECK,
        a={"hand": ["RUN", "SHEPHERD"]},
    )

    table.choose("A", "keep EARTH")

    assert sorted(table.cards("A", "hand")) == ["EARTH", "RUN", "SHEPHERD"]  # nothing was drawn
    assert "SHEPHERD" in seen(table, "B", "hand", "A")
