"""What a player sees: goals with their cards, and abilities in words."""

from __future__ import annotations

import io

import pytest

from deckmastor.terminal.console import Console
from deckmastor.terminal.marks import filled
from deckmastor.terminal.options import Options
from deckmastor.terminal.table import TableView
from deckmastor.testing import Table
from games.hypertext.reading_room import lay


def draw(table: Table) -> str:
    """The table as the first player sees it."""
    out = io.StringIO()
    TableView(table.match, 0, True).draw(Console((), out, 80))
    return out.getvalue()


@pytest.mark.rule("X-044", "X-125")
def test_goals_are_laid_out_with_their_cards() -> None:
    table = lay(
        goals={"NOUN-02": "THRONE B, CROWN C", "VERB-01": ""},
        stack=["NOUN-01"],
        season=["Harmony", "Exegesis"],
    )

    drawn = draw(table)

    assert "\n goal row:\n   NOUN-02  active" in drawn
    assert "THRONE (A)  CROWN (B)\n" in drawn
    assert "   VERB-01  active vacant" in drawn
    assert "no cards\n" in drawn
    assert "season row: Harmony, Exegesis" in drawn
    assert "goal stack: 1 card" in drawn
    assert "lectern" not in drawn  # nobody has anything there


@pytest.mark.rule("X-044")
def test_a_hand_shows_the_quartet_the_letter_and_the_ability_of_each_card() -> None:
    table = lay({"hand": ["STAFF", "CROWN"]}, {"hand": ["SHEPHERD"]}, goals={"NOUN-02": ""})

    drawn = draw(table)

    assert "STAFF (NOUN-01 C, Recover NOUN), CROWN (NOUN-02 B, Pick)" in " ".join(drawn.split())
    assert "SHEPHERD" not in drawn


def test_the_table_says_how_many_quartets_are_wanted() -> None:
    three = lay(record={"NOUN-01": "", "VERB-01": ""}, values={"threshold": 6})
    four = lay(record={"NOUN-01": ""}, values={"threshold": 2})

    assert "goals in the record: 2 of 6" in draw(three)
    assert "goals in the record: 1 of 2" in draw(four)


def test_an_objective_is_shown_with_its_values() -> None:
    text = "Score points equal to the evangelist prize if your works are at least the goal quota."

    shown = filled(text, {"evangelist prize": "3", "prize": "9", "goal quota": "4"})

    assert shown == (
        "Score points equal to the evangelist prize (3) if your works are at least the goal quota (4)."
    )


@pytest.mark.rule("X-016", "X-020", "X-021")
@pytest.mark.parametrize(
    ("card", "note"),
    [
        ("CROWN", "NOUN, COMMON NOUN-02 B GREEK, Pick: Fetch 2 cards. "),
        ("STAFF", "Recover NOUN: Put a NOUN card from the discard pile into your hand."),
        ("SHEPHERD", "RARE NOUN-01 D GREEK, Depth complexity: Draw cards equal to this card's com"),
    ],
)
def test_a_card_says_what_it_is_and_what_its_ability_does(card: str, note: str) -> None:
    table = lay(deck=["JONAH", card])

    notes = [choice.note for choice in Options(table.match, table.decision).choices()]

    assert all(note in told for told in notes)
