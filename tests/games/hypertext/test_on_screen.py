"""What a player sees: goals with their cards, and abilities in words."""

from __future__ import annotations

import io

import pytest

from deckmastor.terminal.console import Console
from deckmastor.terminal.options import Options
from deckmastor.terminal.table import TableView
from games.hypertext.reading_room import lay


@pytest.mark.rule("X-044", "X-125")
def test_goals_are_laid_out_with_their_cards() -> None:
    table = lay(
        goals={"NOUN-02": "THRONE B, CROWN C", "VERB-01": ""},
        stack=["NOUN-01"],
        season=["Harmony", "Exegesis"],
    )
    out = io.StringIO()

    TableView(table.match, 0, True).draw(Console((), out, 80))

    assert "goal row: NOUN-02, VERB-01" in out.getvalue()
    assert "NOUN-02: THRONE, CROWN" in out.getvalue()
    assert "season row: Harmony, Exegesis" in out.getvalue()
    assert "goal stack: 1 card" in out.getvalue()
    assert "lectern" not in out.getvalue()  # nobody has anything there


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
