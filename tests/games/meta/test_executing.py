"""The executing stage: which card is next, what is done with it, and when the stage is over."""

from __future__ import annotations

import pytest

from deckmastor.match import DeckmastorError
from games.meta.test_trap_examples import in_order
from games.meta.tower import Tower, with_cards

WIND = "Second Wind"
RAIN = "Hard Rain"
CUT = "Paper Cut"


def resolved(table: Tower) -> list[str]:
    """The cards that were executed, in order."""
    return [told.removesuffix(" resolves") for told in table.told() if told.endswith(" resolves")]


def addition(cat: list[str], ann: list[str] | None = None, trap: str = "") -> Tower:
    """Cat's Late Addition is being executed from the Main Stack."""
    table = Tower(
        ann={"hand": [*(ann or []), WIND]},
        bob={"hand": [WIND]},
        cat={"hand": ["Late Addition", *cat]},
    )
    if trap:
        table.trap("ann", trap, cards=RAIN)
    table.start_pushing()
    table.push("cat", "Late Addition")
    table.execute()
    return table


# ---- playing -------------------------------------------------------------------------------------


@pytest.mark.rule("M-160")
def test_nobody_plays_a_card_in_the_executing_stage_unless_a_card_says_so() -> None:
    table = Tower(
        ann={"hand": [WIND, CUT]}, bob={"hand": ["Slip of the Pen", WIND]}, cat={"hand": [WIND] * 3}
    )
    table.start_pushing()
    table.push("ann", CUT, "bob")
    table.push("bob", "Slip of the Pen", "cat")
    table.execute()

    assert table.asked() == ["cat"]
    for player in ("ann", "bob", "cat"):
        with pytest.raises(DeckmastorError):
            table.play(player, WIND)
    assert table.match.why_not("ann", f"play {WIND}") is not None


@pytest.mark.rule("M019", "M-160")
@pytest.mark.parametrize("answers", [["no"], ["yes", WIND, "no"], ["yes", WIND, "yes", RAIN]])
def test_a_late_addition_is_for_no_one_or_two_cards(answers: list[str]) -> None:
    table = addition([WIND, RAIN, WIND])
    table.choose("cat", *answers)

    assert (table.turn, table.quiet) == ("bob", True)
    played = [text for text in answers if text in (WIND, RAIN)]
    assert resolved(table) == ["Late Addition", *reversed(played)]


@pytest.mark.rule("M019", "M-032")
def test_a_disabled_player_plays_nothing_by_a_late_addition() -> None:
    table = Tower(
        ann={"hand": [CUT, WIND]},
        bob={"hand": [WIND]},
        cat={"life point": 3, "hand": ["Late Addition", "Deep Thought", WIND, WIND]},
    )
    table.start_pushing()
    table.push("cat", "Late Addition")
    table.push("cat", "Deep Thought")
    table.push("ann", CUT, "cat")
    table.execute()

    assert len(table.cards("cat", "hand")) == 2
    assert table.turn == "bob"
    assert resolved(table) == [CUT, "Deep Thought", "Late Addition"]


@pytest.mark.rule("M019", "M-095", "M-153")
def test_a_late_addition_of_a_trap_plays_as_in_the_pushing_stage() -> None:
    table = Tower(
        draws=1,
        ann={"hand": ["Morning Bell", "Toll Gate", "Late Addition", RAIN, WIND, WIND]},
        bob={"hand": [WIND]},
        cat={"hand": [WIND]},
    )
    table.trap("ann", "Toll Gate")
    table.trap("ann", "Morning Bell", cards="Late Addition")
    for _ in range(3):
        table.execute()
    assert (table.turn, table.asked()) == ("ann", ["ann"])

    table.choose("ann", "yes", RAIN)  # it has no choice of a place
    assert table.stack("Main Stack") == [RAIN]
    table.choose("ann", "no")

    assert "ann draws Deep Thought" in table.told()[-12:]
    assert "play Deep Thought" in table.options("ann")


# ---- which card is next --------------------------------------------------------------------------


@pytest.mark.rule("M-161", "M-163", "M-166", "M-169")
def test_the_highest_stack_comes_first_then_the_next_lower_down_to_the_main_stack() -> None:
    table = Tower(
        ann={"hand": [CUT, "Strike Out", RAIN, WIND]},
        bob={"hand": [WIND, "Upside Down", "Redaction", WIND]},
        cat={"hand": [WIND, "Transposition"]},
    )
    table.start_pushing()
    table.push("ann", CUT, "bob")
    table.push("bob", WIND)
    table.push("ann", RAIN)
    table.push("ann", "Strike Out", CUT)
    table.push("bob", "Upside Down", "Main Stack")
    table.push("bob", "Redaction", "Strike Out")
    table.execute()

    assert resolved(table) == ["Redaction", "Upside Down", CUT, WIND, RAIN]
    assert table.stack("Main Stack") == table.stack("Main Stack", 1) == []


@pytest.mark.rule("M-161")
def test_a_card_that_gets_onto_a_higher_stack_comes_next() -> None:
    table = addition(["Strike Out", WIND, WIND])
    table.choose("cat", "yes", WIND, "yes", "Strike Out", WIND)

    assert resolved(table) == ["Late Addition", "Strike Out"]
    assert table.stack("cat's graveyard") == ["Late Addition", WIND, "Strike Out"]


@pytest.mark.rule("M-162")
def test_a_card_that_is_executed_lies_on_no_stack() -> None:
    table = addition([WIND, WIND])

    assert table.stack("Main Stack") == []
    assert table.stack("cat's graveyard") == []
    assert table.cards("", "limbo") == ["Late Addition"]


@pytest.mark.rule("M-162", "M-166")
def test_a_card_is_put_away_before_the_next_is_taken() -> None:
    table = Tower(ann={"hand": [CUT, WIND]}, bob={"hand": [WIND, WIND]}, cat={"hand": [RAIN, WIND]})
    table.start_pushing()
    table.push("ann", CUT, "bob")
    table.push("cat", RAIN)
    table.execute()

    assert in_order(
        table,
        "Hard Rain leaves Main Stack",
        "bob loses 3 life points",
        "Hard Rain enters cat's graveyard",
        "Paper Cut leaves Main Stack",
        "bob loses 3 life points",
        "Paper Cut enters ann's graveyard",
    )


# ---- where it goes -------------------------------------------------------------------------------


@pytest.mark.rule("M-165")
def test_an_executed_card_goes_to_its_owner_whoever_played_it() -> None:
    table = Tower(
        ann={"hand": ["Swapped Notes", RAIN]},
        bob={"hand": [WIND, "Deep Thought"]},
        cat={"hand": [WIND]},
    )
    table.push("ann", "Swapped Notes", "bob")
    table.execute()
    table.start_pushing()
    table.push("ann", WIND)
    table.execute()

    assert table.life() == [18, 15, 15]
    assert table.stack("bob's graveyard") == [WIND]
    assert table.stack("ann's graveyard") == ["Swapped Notes"]


@pytest.mark.rule("M-165", "M036")
def test_a_copy_ceases_to_exist_instead() -> None:
    table = Tower(ann={"hand": [CUT, "Ditto", WIND]}, bob={"hand": [WIND]}, cat={"hand": [WIND]})
    table.start_pushing()
    table.push("ann", CUT, "bob")
    table.push("ann", "Ditto", CUT)
    table.execute()

    assert resolved(table) == ["Ditto", CUT, CUT]
    assert table.life("bob") == [9]
    assert table.stack("ann's graveyard") == ["Ditto", CUT]


@pytest.mark.rule("M-165", "M047")
def test_an_instruction_that_puts_the_card_elsewhere_replaces_the_graveyard() -> None:
    table = Tower(
        ann={"hand": ["Ouroboros", CUT, WIND]}, bob={"hand": [WIND]}, cat={"hand": [WIND]}
    )
    table.start_pushing()
    table.push("ann", CUT, "bob")
    table.push("ann", "Ouroboros")
    table.execute()

    assert resolved(table) == ["Ouroboros", CUT, "Ouroboros"]
    assert table.stack("ann's graveyard") == [CUT, "Ouroboros"]
    assert "ann draws Deep Thought" in table.told()


# ---- the log -------------------------------------------------------------------------------------


@pytest.mark.rule("M-164")
def test_the_log_tells_what_a_card_does_and_by_which_words() -> None:
    table = Tower(ann={"hand": [CUT, WIND]}, bob={"hand": [WIND]}, cat={"hand": [WIND]})
    table.start_pushing()
    table.push("ann", CUT, "bob")
    table.execute()

    (loss,) = [event for event in table.events if event.text == "bob loses 3 life points"]
    assert loss.card == CUT
    assert loss.because.text == "Target a player. That player loses 3 life points."
    assert "bob loses 3 life points" in table.match.log("cat")


# ---- when it is over -----------------------------------------------------------------------------


@pytest.mark.rule("M-169", "M-167")
def test_traps_that_did_not_fire_stay() -> None:
    table = Tower(
        ann={"hand": ["Tripwire", "Tripwire", RAIN, CUT, WIND]},
        bob={"hand": [CUT, WIND]},
        cat={"hand": [WIND]},
    )
    table.trap("ann", "Tripwire", "cat", cards=RAIN)
    table.trap("ann", "Tripwire", "bob", cards=f"{CUT}: ann")
    table.start_pushing()
    table.push("bob", CUT, "bob")
    table.execute()

    assert table.cards("ann", "trap row") == ["Tripwire"]
    assert table.stack("ann's trigger stack") == [RAIN]


WATCHES = "Curfew | Trigger | At the end of the executing phase, set off this card."


@pytest.mark.rule("M-170")
def test_an_empty_executing_stage_takes_place_and_traps_can_see_it() -> None:
    table = Tower(
        game=with_cards(WATCHES),
        ann={"hand": ["Curfew", RAIN, WIND]},
        bob={"hand": [WIND]},
        cat={"hand": [WIND]},
    )
    table.trap("ann", "Curfew", cards=RAIN)
    table.execute()

    assert (table.turn, table.life()) == ("bob", [12, 12, 12])


FRAIL = "Frailty | Trigger | When you have at most 5 life points, set off this card."


@pytest.mark.rule("M-120")
def test_a_state_that_holds_already_does_not_fire_a_trap_until_it_begins_anew() -> None:
    table = Tower(
        game=with_cards(FRAIL),
        ann={"life point": 4, "hand": ["Frailty", RAIN, WIND]},
        bob={"hand": [CUT, WIND]},
        cat={"hand": [WIND]},
    )
    table.trap("ann", "Frailty", cards=RAIN)
    table.start_pushing()
    assert table.cards("ann", "trap row") == ["Frailty"]
    table.push("bob", CUT, "ann")
    table.push("ann", WIND)
    table.execute()

    assert in_order(
        table, "ann gains 3 life points", "ann loses 3 life points", "Hard Rain resolves"
    )
    assert table.life("bob") == [12]


@pytest.mark.rule("M-120")
def test_what_happened_before_a_trap_was_laid_does_not_count() -> None:
    table = Tower(
        ann={"hand": ["Morning Bell", "Tripwire", RAIN, WIND]},
        bob={"hand": [WIND]},
        cat={"hand": [WIND]},
    )
    table.trap("ann", "Morning Bell", cards=RAIN)
    for _ in range(3):
        table.execute()
    assert table.life() == [12, 12, 12]
    table.trap("ann", "Tripwire", "bob")
    table.execute()

    assert table.cards("ann", "trap row") == ["Tripwire"]
