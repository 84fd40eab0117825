"""The stages of a turn: drawing, pushing, executing, discarding, and who ends them."""

from __future__ import annotations

import pytest

from deckmastor.match import IllegalChoice
from games.meta.tower import Tower

# ---- the drawing stage ------------------------------------------------------------------------


def with_a_bell(**ann: list[str]) -> Tower:
    """Ann's second turn: in the first she laid a Morning Bell with Deep Thought, and a Last Breath.

    Everybody draws three cards in each drawing stage.
    """
    hand = ["Morning Bell", "Last Breath", "Deep Thought", "Paper Cut", "Tripwire", "Blood Ledger"]
    table = Tower(
        ann={"hand": hand, **ann},
        bob={"hand": ["Second Wind"]},
        cat={"hand": ["Strike Out"]},
        draws=3,
    )
    table.push("ann", "Morning Bell")
    table.push("ann", "Deep Thought", "ann's trigger stack")
    table.push("ann", "Last Breath")
    for _ in range(3):
        table.start_pushing()
        table.execute()
    assert table.turn == "ann"
    return table


@pytest.mark.rule("MX-14", "M-146", "M-147")
def test_the_bell_rings_before_all_active_players_draw_three() -> None:
    table = with_a_bell()

    last = [text for text in table.told() if "draws" in text][-11:]

    assert [text.split()[0] for text in last] == [*["ann"] * 5, *["bob"] * 3, *["cat"] * 3]
    rung = table.told().index("ann sets off Morning Bell")
    assert sum("draws" in text for text in table.told(rung)) == 9


@pytest.mark.rule("MX-14", "M-148", "M-149", "M-150", "M-151", "M-153")
def test_the_drawing_stage_from_beginning_to_end() -> None:
    table = with_a_bell()
    with pytest.raises(IllegalChoice, match="bob is not asked now; ann is"):
        table.push("bob", "Second Wind")

    table.push("ann", "Paper Cut", "bob", "ann's trigger stack")
    table.push("ann", "Tripwire", "cat")
    assert table.match.view("ann")["phase"] == "drawing"
    table.push("ann", "Blood Ledger", "cat", "Main Stack")

    assert table.match.view("ann")["phase"] == "pushing"
    table.push("bob", "Second Wind")
    table.push("ann", "Deep Thought")
    assert table.stack("Main Stack") == ["Blood Ledger", "Second Wind", "Deep Thought"]
    assert table.stack("ann's trigger stack (1)") == ["Paper Cut"]


@pytest.mark.rule("MX-14", "M-152", "M-157")
def test_play_begins_the_pushing_stage_with_an_empty_main_stack() -> None:
    table = with_a_bell()

    table.start_pushing()

    assert table.match.view("ann")["phase"] == "pushing"
    assert (table.stack("Main Stack"), table.asked()) == ([], ["ann", "bob", "cat"])


@pytest.mark.rule("M-147", "M-034")
def test_a_disabled_player_draws_nothing_in_the_drawing_stage() -> None:
    table = Tower(
        ann={"hand": ["Deep Thought"]},
        bob={"standing": "disabled", "life point": 0},
        cat={},
        draws=3,
    )

    assert [len(table.cards(player, "hand")) for player in table.match.players] == [4, 0, 3]


@pytest.mark.rule("M-146")
def test_what_happens_at_the_beginning_of_a_turn_goes_from_the_player_at_turn_on() -> None:
    table = Tower(
        ann={"hand": ["Emergency Reserve", "Strike Out"]},
        bob={"hand": ["Emergency Reserve"]},
        cat={"hand": ["Emergency Reserve", "Strike Out"]},
    )
    table.push("ann", "Emergency Reserve")
    table.push("cat", "Emergency Reserve")
    table.push("bob", "Emergency Reserve")
    assert table.life() == [15, 15, 15]

    since = len(table.events)
    table.execute()

    gains = [text.split()[0] for text in table.told(since) if "gains 3 life points" in text]
    assert (table.turn, gains, table.life()) == ("bob", ["bob", "cat", "ann"], [18, 18, 18])


@pytest.mark.rule("M-146")
def test_a_bell_laid_in_this_stage_has_missed_it_and_waits_for_the_next_turn() -> None:
    table = Tower(
        ann={"hand": ["Morning Bell", "Second Wind", "Strike Out"]},
        bob={"hand": ["Strike Out"]},
    )

    table.push("ann", "Morning Bell")
    table.push("ann", "Second Wind", "ann's trigger stack")
    table.start_pushing()
    table.execute()
    table.start_pushing()
    before = table.life()
    table.execute()

    assert (before, table.turn, table.life()) == ([15, 15], "ann", [18, 15])


@pytest.mark.rule("M-148", "M-149")
def test_any_number_of_trigger_stacks_and_cards_on_them_in_one_drawing_stage() -> None:
    table = Tower(
        ann={"hand": ["Tripwire", "Toll Gate", "Paper Cut", "Second Wind", "Deep Thought"]},
        bob={},
    )

    table.push("ann", "Tripwire", "bob")
    table.push("ann", "Paper Cut", "bob", "ann's trigger stack")
    table.push("ann", "Second Wind", "ann's trigger stack")
    table.push("ann", "Toll Gate")

    stacks = ["ann's trigger stack (1)", "ann's trigger stack (2)"]
    assert [table.stack(stack) for stack in stacks] == [["Paper Cut", "Second Wind"], []]
    assert table.match.view()["phase"] == "drawing"


@pytest.mark.rule("M-148")
def test_a_meta_about_an_own_trigger_stack_goes_above_it_and_the_stage_goes_on() -> None:
    table = Tower(ann={"hand": ["Tripwire", "Upside Down", "Second Wind"]}, bob={})
    table.push("ann", "Tripwire", "bob")

    table.push("ann", "Upside Down", "ann's trigger stack")

    assert table.stack("ann's trigger stack", 1) == ["Upside Down"]
    assert table.match.view()["phase"] == "drawing"


@pytest.mark.rule("M-148", "M-095")
def test_nobody_puts_a_card_on_the_trigger_stack_of_another_player() -> None:
    table = Tower(
        turn="bob",
        ann={"hand": ["Second Wind", "Strike Out"]},
        bob={"hand": ["Tripwire", "Strike Out"]},
    )
    table.push("bob", "Tripwire", "ann")
    table.start_pushing()
    table.execute()
    assert table.turn == "ann"

    table.push("ann", "Second Wind")

    assert table.stack("Main Stack") == ["Second Wind"]
    assert table.stack("bob's trigger stack") == []


@pytest.mark.rule("M-151")
def test_a_meta_pushed_onto_the_main_tower_ends_the_drawing_stage_too() -> None:
    table = Tower(ann={"hand": ["Ouroboros", "Tripwire"]}, bob={"hand": ["Second Wind"]})

    table.push("ann", "Ouroboros")

    assert table.match.view()["phase"] == "pushing"
    assert table.stack("Main Stack", 1) == ["Ouroboros"]
    with pytest.raises(IllegalChoice):
        table.push("ann", "Tripwire")


@pytest.mark.rule("M-153", "M-105", "M-149", "M-184")
def test_no_trigger_stack_is_activated_once_the_drawing_stage_has_ended() -> None:
    table = Tower(
        ann={"hand": ["Tripwire", "Second Wind"]},
        bob={"hand": ["Tripwire", "Second Wind"]},
    )

    table.start_pushing()

    assert table.options("ann") == table.options("bob") == ["play Second Wind", "pass"]
    why = table.match.why_not("bob", "play Tripwire")
    assert why is not None
    assert (why.id, why.reason) == ("pushing 1", "Tripwire is none of what it speaks of.")


# ---- the pushing stage ------------------------------------------------------------------------


@pytest.mark.rule("M-154", "M-155")
def test_cards_lie_in_the_order_in_which_they_were_played_by_whomever() -> None:
    table = Tower(
        ann={"hand": ["Second Wind", "Hard Rain"]},
        bob={"hand": ["Deep Thought", "Open Fountain", "Even Keel"]},
        cat={"hand": ["Amnesty"]},
    )
    table.start_pushing()

    table.push("cat", "Amnesty")
    table.push("bob", "Open Fountain")
    table.push("bob", "Deep Thought")
    table.push("ann", "Hard Rain")
    table.push("bob", "Even Keel")

    assert table.stack("Main Stack") == [
        "Amnesty", "Open Fountain", "Deep Thought", "Hard Rain", "Even Keel",
    ]  # fmt: skip


@pytest.mark.rule("M-154", "M-032")
def test_a_disabled_player_plays_nothing_in_the_pushing_stage() -> None:
    table = Tower(
        ann={"hand": ["Second Wind"]},
        bob={"hand": ["Deep Thought"], "standing": "disabled", "life point": 0},
        cat={"hand": ["Amnesty"]},
    )

    table.start_pushing()

    assert table.asked() == ["ann", "cat"]


@pytest.mark.rule("M-143", "M-159")
def test_the_pushing_stage_ends_when_all_are_done_and_a_new_card_takes_that_back() -> None:
    table = Tower(
        ann={"hand": ["Second Wind"]},
        bob={"hand": ["Hard Rain", "Deep Thought"]},
        cat={"hand": ["Amnesty"]},
    )
    table.start_pushing()

    table.choose("ann", "pass")
    table.choose("cat", "pass")
    assert (table.asked(), table.match.view()["phase"]) == (["bob"], "pushing")
    table.push("bob", "Hard Rain")
    assert (table.asked(), table.match.view()["phase"]) == (["ann", "bob", "cat"], "pushing")
    table.choose("bob", "pass")
    table.choose("cat", "pass")
    assert (table.asked(), table.life()) == (["ann"], [15, 15, 15])
    table.choose("ann", "pass")

    assert (table.turn, table.life()) == ("bob", [12, 12, 12])


@pytest.mark.rule("M-143")
def test_no_stage_ends_before_the_player_at_turn_says_so() -> None:
    table = Tower(turn="bob", ann={"hand": ["Second Wind"]}, bob={"hand": ["Hard Rain"]}, cat={})

    assert (table.asked(), table.match.view()["phase"]) == (["bob"], "drawing")
    table.choose("bob", "pass")
    table.choose("ann", "pass")
    assert (table.asked(), table.match.view()["phase"]) == (["bob"], "pushing")
    table.choose("bob", "pass")

    assert table.turn == "cat"
