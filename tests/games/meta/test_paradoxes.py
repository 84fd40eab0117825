"""Paradoxes: loops, runaways and nesting are found, and the players settle them."""

from __future__ import annotations

import pytest

from deckmastor.match import RulebookError
from games.meta.test_trap_examples import two_that_bite_their_tails
from games.meta.tower import Tower, with_cards

WIND = "Second Wind"
RAIN = "Hard Rain"
CUT = "Paper Cut"
EVERYBODY = ("ann", "bob", "cat")


def answer(table: Tower, call: str) -> None:
    """Let everybody who is asked call for chance, or nobody."""
    for player in EVERYBODY:
        if player in table.asked():
            table.choose(player, call)


def cut_off(table: Tower) -> list[str]:
    """Why effects were cut off."""
    return [told.split(":")[1] for told in table.told() if told.startswith("effects have no end")]


# ---- how a loop is settled -----------------------------------------------------------------------


@pytest.mark.rule("M-172")
def test_everybody_in_the_game_is_asked_how_to_settle_a_paradox() -> None:
    table = two_that_bite_their_tails()

    assert table.asked() == ["ann", "bob", "cat"]
    assert {decision.prompt for decision in table.match.decisions} == {"Call for chance?"}


@pytest.mark.rule("M-172", "M-036")
def test_a_disabled_player_is_asked_too() -> None:
    table = Tower(
        ann={"hand": ["Ouroboros", WIND]},
        bob={"hand": ["Ouroboros", WIND]},
        cat={"life point": 3, "hand": [WIND]},
        dan={"hand": [CUT, CUT, WIND]},
    )
    table.start_pushing()
    table.push("dan", CUT, "bob")
    table.push("dan", CUT, "cat")
    table.push("ann", "Ouroboros")
    table.push("bob", "Ouroboros")
    table.execute()

    assert table.life("cat") == [0]
    assert table.asked() == ["ann", "bob", "cat", "dan"]


@pytest.mark.rule("M-174", "M-172")
@pytest.mark.parametrize(("flip", "winner", "loser"), [(1, "ann", "bob"), (2, "bob", "ann")])
def test_if_all_call_for_chance_one_card_wins_and_the_others_are_voided(
    flip: int, winner: str, loser: str
) -> None:
    table = two_that_bite_their_tails()
    table.fate(flip)
    since = len(table.events)
    answer(table, "yes")

    told = table.told(since)
    assert told.count("the game voids Ouroboros") + told.count("ann voids Ouroboros") == 1
    assert table.stack(f"{loser}'s graveyard") == ["Ouroboros"]
    assert table.turn == "bob"
    assert f"{winner} draws Deep Thought" in told  # it sinks through an empty stack
    assert f"{loser} draws Deep Thought" not in told


@pytest.mark.rule("M-173", "M060")
def test_cards_of_a_paradox_are_discarded_without_effect() -> None:
    table = Tower(
        ann={"hand": ["Dead Letter", RAIN, "Ouroboros", WIND]},
        bob={"hand": ["Ouroboros", WIND]},
        cat={"hand": [CUT, WIND]},
    )
    table.trap("ann", "Dead Letter", cards=RAIN)
    table.start_pushing()
    table.push("cat", CUT, "ann")
    table.push("ann", "Ouroboros")
    table.push("bob", "Ouroboros")
    table.execute()
    answer(table, "no")

    assert table.cards("ann", "trap row") == []
    assert table.life() == [9, 12, 12]


# ---- runaways ------------------------------------------------------------------------------------

MILL = (
    "Mill | Event | Until the end of the game, the draw number is 7. "
    "Put this card on the top of the Main Stack."
)


@pytest.mark.rule("M-171", "M-173")
def test_a_runaway_is_cut_off_and_the_lasting_effects_of_its_cards_end() -> None:
    table = Tower(
        game=with_cards(MILL),
        values={"resolution limit": 30},
        ann={"hand": ["Mill", WIND]},
        bob={"hand": [WIND, "Deep Pockets", WIND]},
        cat={"hand": [WIND]},
    )
    table.start_pushing()
    table.push("ann", "Mill")
    table.push("bob", WIND)
    table.push("bob", "Deep Pockets")
    table.execute()
    assert table.value("draw number") == 7
    answer(table, "no")

    assert "more than 30 texts" in cut_off(table)[0]
    assert table.value("draw number") == 0
    assert table.stack("ann's graveyard") == ["Mill"]
    assert table.life("bob") == [18]


@pytest.mark.rule("M-171")
def test_the_limits_are_a_thousand_cards_and_fifty_levels() -> None:
    table = Tower(ann={"hand": [WIND]}, bob={})

    rules = table.match.rules
    assert rules.resolution_limit(table.state) == 1000
    assert rules.nesting_limit(table.state) == 50


@pytest.mark.rule("M-171")
def test_a_stage_with_as_many_cards_as_the_limit_is_no_runaway() -> None:
    table = Tower(
        values={"resolution limit": 4}, ann={"hand": [WIND] * 6}, bob={"hand": [WIND]}, cat={}
    )
    table.start_pushing()
    for _ in range(4):
        table.push("ann", WIND)
    table.execute()

    assert cut_off(table) == []
    assert table.life("ann") == [25]


@pytest.mark.rule("M-171")
def test_a_contradiction_in_the_rules_is_refused_with_its_words() -> None:
    with pytest.raises(RulebookError) as refused:
        with_cards("Liar | Trigger | A player is dying if that player is not dying.")

    assert "dying" in str(refused.value)


# ---- Quotation -----------------------------------------------------------------------------------


def library(trap: str = "", *targets: str, hand: str = "Deep Thought") -> Tower:
    """Ann is at turn; Bob's graveyard holds a Second Wind, a Paper Cut and a Strike Out."""
    table = Tower(
        turn="bob",
        ann={"hand": ["Quotation", "Quotation", hand]},
        bob={"hand": [WIND, CUT, "Strike Out", RAIN]},
        cat={"hand": [*([trap, "Deep Thought", CUT] if trap else []), RAIN]},
    )
    table.push("bob", WIND)
    table.execute()
    if trap:
        table.trap("cat", trap, *targets, cards="Deep Thought")
    table.start_pushing()
    table.push("bob", CUT, "cat")
    table.push("bob", "Strike Out", CUT)
    table.execute()
    assert table.stack("bob's graveyard") == [WIND, CUT, "Strike Out"]
    return table


def quote(table: Tower, whose: str) -> None:
    """Let Ann play a Quotation of a graveyard, and have it executed."""
    table.push("ann", "Quotation", f"{whose}'s graveyard")
    table.execute()


@pytest.mark.rule("M030")
def test_a_quotation_performs_the_topmost_event_with_targets_chosen_then() -> None:
    table = library()
    quote(table, "bob")
    assert table.options("ann") == ["ann", "bob", "cat"]
    table.choose("ann", "cat")

    assert table.life() == [15, 18, 12]
    assert table.stack("bob's graveyard") == [WIND, CUT, "Strike Out"]
    assert table.stack("ann's graveyard") == ["Quotation"]


@pytest.mark.rule("M030")
def test_you_in_a_quoted_text_is_the_player_of_the_quotation() -> None:
    table = library(hand=WIND)
    table.push("ann", WIND)
    table.execute()
    while table.turn != "ann":
        table.execute()
    quote(table, "ann")

    assert table.life("ann") == [21]


@pytest.mark.rule("M030", "M-083")
def test_a_quotation_of_a_graveyard_without_events_is_discarded_without_effect() -> None:
    table = library("Dead Letter")
    quote(table, "cat")

    assert table.cards("cat", "trap row") == []
    assert table.stack("ann's graveyard") == ["Quotation"]


@pytest.mark.rule("M030", "M056")
def test_a_watchword_does_not_hear_a_quoted_title() -> None:
    table = library("Watchword", CUT)
    quote(table, "bob")
    table.choose("ann", "cat")

    assert table.cards("cat", "trap row") == ["Watchword"]


def quoted_without_end() -> Tower:
    """Ann's second Quotation quotes her first one, which quotes itself, as deep as it goes."""
    table = library()
    quote(table, "bob")
    table.choose("ann", "cat")
    while table.turn != "ann":
        table.execute()
    quote(table, "ann")
    while "ann's graveyard" in table.options("ann"):
        table.choose("ann", "ann's graveyard")
    return table


@pytest.mark.rule("M030", "M-171", "M-173")
@pytest.mark.parametrize("call", ["no", "yes"])
def test_a_quotation_that_quotes_itself_is_cut_off_at_fifty_and_discarded(call: str) -> None:
    table = quoted_without_end()
    assert "more than 50 texts and triggers within each other" in cut_off(table)[0]
    answer(table, call)

    assert table.stack("ann's graveyard") == ["Quotation", "Quotation"]
    assert table.told().count("the game voids Quotation") == 1
    assert table.turn == "bob"


@pytest.mark.rule("M-175")
def test_the_players_can_agree_on_another_way_to_settle_and_it_is_recorded() -> None:
    table = Tower(
        ann={"hand": ["Ouroboros", WIND]}, bob={"hand": ["Ouroboros", WIND]}, cat={"hand": [CUT]}
    )
    table.match.amend(
        'Amend the rule "Paradoxes": replace "Otherwise, void each involved card." '
        'by "Otherwise, return each involved card to its owner\'s hand."'
    )
    table.start_pushing()
    table.push("cat", CUT, "ann")
    table.push("ann", "Ouroboros")
    table.push("bob", "Ouroboros")
    table.execute()
    answer(table, "no")

    assert table.cards("ann", "hand") == [WIND, "Ouroboros"]
    assert table.cards("bob", "hand") == [WIND, "Ouroboros"]
    assert table.stack("bob's graveyard") == []
    assert any('"Paradoxes"' in told for told in table.match.log())
