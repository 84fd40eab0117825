"""The discarding stage and the end of a turn."""

from __future__ import annotations

import pytest

from games.meta.tower import Tower

TEN = ["Second Wind"] * 10


def crowded(**values: int | str) -> Tower:
    """The discarding stage of ann's turn: she has two cards too many, bob and dan have one each.

    Cat has just twelve. Dan is disabled.
    """
    table = Tower(
        ann={"hand": [*TEN, "Paper Cut", "Hard Rain", "Tripwire", "Strike Out"]},
        bob={"hand": [*TEN, "Hard Rain", "Deep Thought", "Paper Cut"]},
        cat={"hand": [*TEN, "Hard Rain", "Paper Cut"]},
        dan={"hand": [*TEN, "Hard Rain", "Paper Cut", "Amnesty"],
             "standing": "disabled", "life point": 0},
        values=values or None,
    )  # fmt: skip
    table.start_pushing()
    table.execute()
    return table


def sizes(table: Tower) -> list[int]:
    """How many cards each player has in hand."""
    return [len(table.cards(player, "hand")) for player in table.match.players]


@pytest.mark.rule("M-176", "M-177")
def test_all_above_twelve_choose_in_secret_and_discard_at_once() -> None:
    table = crowded()
    assert sizes(table) == [14, 13, 12, 13]

    since = len(table.events)
    table.choose("dan", "Amnesty")
    table.choose("bob", "Deep Thought")
    table.choose("ann", "Tripwire")

    assert (sizes(table), table.told(since)) == ([14, 13, 12, 13], [])
    assert table.match.view("cat")["places"] == crowded().match.view("cat")["places"]
    table.choose("ann", "Paper Cut")
    assert sizes(table) == [12, 12, 12, 12]
    assert table.stack("bob's graveyard") == ["Deep Thought"]
    assert table.stack("dan's graveyard") == ["Amnesty"]
    assert table.stack("cat's graveyard") == []


@pytest.mark.rule("M-176", "M-023")
@pytest.mark.parametrize("chosen", [["Tripwire", "Paper Cut"], ["Paper Cut", "Tripwire"]])
def test_who_discards_chooses_the_order_on_the_graveyard(chosen: list[str]) -> None:
    table = crowded()

    table.choose("dan", "Amnesty")
    table.choose("bob", "Deep Thought")
    table.choose("ann", *chosen)

    assert table.stack("ann's graveyard") == chosen


@pytest.mark.rule("M-176")
def test_a_hand_may_have_any_size_before_the_discarding_stage() -> None:
    table = Tower(ann={"hand": TEN}, bob={"hand": [*TEN, "Strike Out"]}, draws=3)

    assert sizes(table) == [13, 14]
    table.start_pushing()
    assert sizes(table) == [13, 14]


@pytest.mark.rule("M-178")
def test_notices_that_are_overdue_together_go_in_turn_order_from_the_player_at_turn() -> None:
    table = Tower(
        turn="bob",
        ann={"hand": [*TEN, "Strike Out"]},
        bob={"hand": ["Overdue Notice", "Second Wind"]},
        cat={"hand": ["Overdue Notice", "Second Wind"]},
        draws=1,
    )
    for player in ("bob", "cat"):
        table.push(player, "Overdue Notice", "ann")
        table.push(player, "Second Wind", f"{player}'s trigger stack")
        table.start_pushing()
        table.execute()

    since = len(table.events)
    table.choose("ann", "Strike Out")

    fired = [text for text in table.told(since) if "sets off" in text]
    assert fired == ["cat sets off Overdue Notice", "bob sets off Overdue Notice"]
    assert table.life() == [15, 18, 18]


@pytest.mark.rule("M-181")
def test_a_card_that_comes_onto_the_main_stack_at_the_end_of_a_turn_waits_for_the_next() -> None:
    table = Tower(
        ann={"hand": ["Closing Time", "Late Addition", "Second Wind", "Deep Thought"]},
        bob={"hand": ["Open Fountain", "Hard Rain", "Amnesty", "Strike Out"]},
    )
    table.push("ann", "Closing Time", "bob")
    table.push("ann", "Late Addition", "ann's trigger stack")
    table.start_pushing()
    table.push("bob", "Open Fountain")
    table.push("bob", "Hard Rain")
    table.push("bob", "Amnesty")
    table.execute()
    assert table.life() == [15, 14]

    table.choose("ann", "yes", "Second Wind")
    table.choose("ann", "no")

    assert (table.turn, table.match.view()["phase"]) == ("bob", "drawing")
    assert (table.stack("Main Stack"), table.life()) == (["Second Wind"], [15, 14])
    table.start_pushing()
    table.execute()
    assert table.life() == [18, 14]


@pytest.mark.rule("M-179", "M-180")
def test_flood_of_ideas_lets_all_discard_at_the_end_of_the_turn_and_only_once() -> None:
    table = Tower(
        ann={"hand": [*TEN, "Flood of Ideas", "Strike Out"]},
        bob={"hand": ["Strike Out"]},
        cat={},
    )
    table.push("ann", "Flood of Ideas")
    table.execute()
    assert sizes(table) == [14, 4, 3]
    table.choose("ann", "Second Wind", "Second Wind")
    assert sizes(table) == [12, 4, 3]
    table.choose("ann", "Second Wind")
    table.choose("bob", "Deep Thought")
    table.choose("cat", "Deep Thought")

    assert (sizes(table), table.turn) == ([11, 3, 2], "bob")
