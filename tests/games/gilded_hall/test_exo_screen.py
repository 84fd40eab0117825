"""What a player sees of cards that differ: values, suits, colours and modifiers as they are now."""

from __future__ import annotations

import io

from deckmastor.terminal.console import Console
from deckmastor.terminal.options import Options
from deckmastor.terminal.table import TableView
from games.gilded_hall.duel import Duel


def two_eights() -> Duel:
    return Duel(
        pile=["7 {Hearts; red}"],
        ann={"hand": ["3", "8 {Spades; blue}", "8 {Hearts; red} [Torn]"]},
        bob={"hand": ["2", "5 {Clubs}"], "vertebra": 4},
    )


def test_cards_of_one_name_are_told_apart_by_what_they_have() -> None:
    out = io.StringIO()

    TableView(two_eights().match, 0, True).draw(Console((), out, 120))

    drawn = " ".join(out.getvalue().split())
    assert "8 (Spades blue)" in drawn
    assert "8 (Hearts red, Torn)" in drawn
    assert "5 (Clubs)" in drawn
    assert "vertebrae 4" in drawn


def test_options_on_cards_that_differ_are_not_one() -> None:
    duel = two_eights()
    decision = next(one for one in duel.match.decisions if one.player == "ann")

    choices = Options(duel.match, decision).choices()

    eights = [choice for choice in choices if choice.text == "play 8"]
    assert [choice.note.partition(" · ")[0] for choice in eights] == [
        "Spades blue",
        "Hearts red, Torn",
    ]
    assert len([choice for choice in choices if choice.text == "forfeit"]) == 1
