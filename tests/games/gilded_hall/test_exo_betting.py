"""Bets before a game of Exoptosis: raises, answers, refunds, and who gets what is in the pool."""

from __future__ import annotations

import pytest

from games.gilded_hall.duel import Duel

DAY = 24 * 3600
NINE, KING = "9 [Holographic]", "King [Holographic]"


def three(ann: int = 3) -> Duel:
    """The table of the worked examples: chips, and Holographic cards in inventories."""
    return Duel(
        ann={"hand": ["8", "3", "4"], "chip": ann, "inventory": ["2"]},
        bob={"hand": ["5", "7"], "chip": 1, "inventory": ["10", NINE]},
        cy={"hand": ["6"], "inventory": ["Jack", KING]},
    )


def raised(n: str, ann: int = 3) -> Duel:
    duel = three(ann)
    duel.choose("ann", "raise", n)
    return duel


def inventory(duel: Duel, player: str) -> list[str]:
    return duel.cards(player, "inventory")


@pytest.mark.rule("H-354", "H-357", "H-356")
def test_everybody_may_bet_before_the_first_card_and_what_is_bet_goes_to_the_pool() -> None:
    duel = three()
    assert [name for name in ("ann", "bob", "cy") if "raise" in duel.options(name)] == [
        "ann",
        "bob",
        "cy",
    ]

    duel.choose("bob", "raise", "2", "Wager a card")

    assert (duel.value("bet"), duel.value("pot"), duel.cards("", "pool")) == (2, 1, ["9"])
    assert "9" not in inventory(duel, "bob")
    assert duel.count("bob", "chip") == 0


@pytest.mark.rule("H-355", "H-357")
def test_nobody_can_bet_more_than_they_have_nor_plain_cards() -> None:
    duel = Duel(
        ann={"hand": ["3"], "inventory": ["10"]},
        bob={"hand": ["7"], "inventory": ["10", NINE], "chip": 1},
    )
    assert "raise" not in duel.options("ann")

    duel.choose("bob", "raise")
    assert duel.options("bob") == ["1", "2"]
    duel.choose("bob", "2", "Wager a card")

    assert duel.cards("", "pool") == ["9"]


@pytest.mark.rule("H-354", "H-341")
def test_nobody_bets_once_the_first_card_is_played() -> None:
    duel = three()

    duel.play("ann", "3")

    assert "raise" not in duel.options("ann") + duel.options("bob") + duel.options("cy")


@pytest.mark.rule("H-359", "H-364")
def test_no_card_is_played_while_a_bet_waits_for_answers() -> None:
    duel = raised("1")
    assert duel.playable("ann") == []

    duel.choose("bob", "match", "Ante")
    assert duel.playable("ann") == []
    assert "pass" not in duel.options("cy")
    duel.choose("cy", "match")

    assert duel.playable("ann") == ["3"]


@pytest.mark.rule("H-358", "H-355")
def test_a_bet_is_matched_with_as_many_items_of_whatever_kind() -> None:
    duel = raised("2")
    assert "match" not in duel.options("cy")

    duel.choose("bob", "match")
    assert duel.options("bob") == ["Ante", "Wager a card"]
    duel.choose("bob", "Ante")

    assert (duel.cards("", "pool"), duel.value("pot"), duel.count("bob", "chip")) == (["9"], 3, 0)


@pytest.mark.rule("W-11", "H-359", "H-361", "H-362", "H-365")
def test_w11_a_bet_that_nobody_matches_is_refunded_and_the_one_before_it_is_final() -> None:
    duel = raised("1")
    duel.choose("bob", "match", "Wager a card")
    duel.choose("cy", "match")
    duel.choose("ann", "raise", "2")
    assert (duel.value("bet"), duel.count("ann", "chip")) == (3, 0)

    duel.choose("bob", "decline")
    duel.choose("cy", "decline")

    assert (duel.count("ann", "chip"), duel.value("bet"), duel.value("pot")) == (2, 1, 1)
    assert duel.cards("", "pool") == ["9", "King"]
    assert duel.options("ann") == ["play 3", "forfeit", "assent"]
    duel.choose("ann", "forfeit")
    duel.choose("cy", "forfeit")
    assert duel.match.winners == ["bob"]
    assert (duel.count("bob", "chip"), inventory(duel, "bob")[-2:]) == (2, ["9", "King"])
    assert (duel.value("pot"), duel.cards("", "pool")) == (0, [])


@pytest.mark.rule("W-11")
def test_w11_gold_plating_counts_the_chips_that_stay_bet() -> None:
    duel = Duel(
        ann={"hand": ["8", "3 [Gold Plating]"], "chip": 3},
        bob={"hand": ["5"], "chip": 1},
        cy={"hand": ["5"], "inventory": [NINE]},
    )
    duel.choose("ann", "raise", "1")
    duel.choose("bob", "match")
    duel.choose("cy", "match")
    duel.choose("ann", "raise", "2")
    duel.choose("bob", "decline")
    duel.choose("cy", "decline")

    duel.play("ann", "3")

    assert duel.count("ann", "vertebra") == 6


@pytest.mark.rule("W-12", "H-360", "H-367")
def test_w12_who_cannot_match_leaves_with_what_they_had_bet_and_a_forfeiter_does_not() -> None:
    duel = raised("1")
    duel.choose("bob", "match", "Wager a card")
    duel.choose("cy", "match")
    duel.choose("ann", "raise", "1")

    duel.choose("bob", "match")
    assert duel.options("cy") == ["decline", "forfeit", "assent"]
    duel.choose("cy", "decline")

    assert duel.options("cy") == []
    assert inventory(duel, "cy") == ["6", "Jack", "King"]
    assert (duel.cards("", "pool"), duel.value("pot")) == (["9"], 3)
    duel.play("ann", "3")
    duel.choose("bob", "forfeit")
    assert duel.match.winners == ["ann"]
    assert (duel.count("ann", "chip"), inventory(duel, "ann")[-1]) == (4, "9")
    assert duel.count("bob", "chip") == 0


@pytest.mark.rule("H-360")
def test_who_had_declined_may_still_match_once_somebody_has() -> None:
    duel = raised("1")
    duel.choose("cy", "decline")
    assert duel.options("cy") == ["match", "forfeit", "assent", "pass"]

    duel.choose("bob", "match", "Ante")
    assert duel.options("cy") == ["match", "decline", "forfeit", "assent"]
    duel.choose("cy", "match")

    assert duel.playable("ann") == ["3"]


@pytest.mark.rule("H-360")
def test_who_is_left_alone_by_a_bet_wins() -> None:
    duel = Duel(
        ann={"hand": ["3"], "chip": 2},
        bob={"hand": ["7", "5"], "chip": 1},
        cy={"hand": ["7", "5"], "chip": 2},
    )
    duel.choose("ann", "raise", "2")
    duel.choose("cy", "match")
    duel.choose("bob", "decline")
    assert duel.match.winners == []
    duel.choose("cy", "forfeit")

    assert duel.match.winners == ["ann"]
    assert (duel.count("ann", "chip"), duel.count("bob", "chip")) == (4, 1)


@pytest.mark.rule("H-361", "H-362")
def test_a_first_bet_that_nobody_matches_goes_back_to_nothing_and_no_further_bet_follows() -> None:
    duel = raised("2")

    duel.choose("bob", "decline")
    duel.choose("cy", "decline")

    assert (duel.count("ann", "chip"), duel.value("bet"), duel.value("pot")) == (3, 0, 0)
    assert "raise" not in duel.options("ann") + duel.options("bob") + duel.options("cy")


@pytest.mark.rule("H-359")
def test_another_may_raise_further_and_all_must_answer_that() -> None:
    duel = raised("1")

    duel.choose("bob", "raise", "Ante")

    assert duel.value("bet") == 2
    assert "match" in duel.options("ann")
    assert "match" not in duel.options("cy")
    duel.choose("ann", "match")
    duel.choose("cy", "decline")
    assert duel.options("cy") == []
    assert duel.playable("ann") == ["3"]


@pytest.mark.rule("H-363")
def test_a_raise_can_be_matched_for_24_hours() -> None:
    duel = raised("2")
    duel.wait(DAY - 1)
    assert "match" in duel.options("bob")

    duel.wait(1)

    assert "match" not in duel.options("bob")
    assert (duel.count("ann", "chip"), duel.value("bet")) == (3, 0)
    assert duel.playable("ann") == ["3"]


@pytest.mark.rule("H-363", "H-360")
def test_after_the_first_match_the_others_have_24_hours_from_that_match() -> None:
    duel = raised("1")
    duel.wait(DAY - 1)
    duel.choose("bob", "match", "Ante")
    duel.wait(DAY - 1)
    assert "match" in duel.options("cy")

    duel.wait(1)

    assert duel.options("cy") == []
    assert duel.playable("ann") == ["3"]


@pytest.mark.rule("H-363")
def test_a_further_raise_gives_24_hours_of_its_own() -> None:
    duel = raised("1")
    duel.wait(DAY - 1)
    duel.choose("bob", "raise", "Ante")

    duel.wait(DAY - 1)
    assert "match" in duel.options("ann")
    duel.wait(1)

    duel.choose("bob", "Retrieve a card")
    assert (duel.value("bet"), duel.count("bob", "chip"), duel.cards("", "pool")) == (1, 0, [])
    assert inventory(duel, "bob")[-1] == "9"


@pytest.mark.rule("H-295", "H-341", "H-363")
def test_the_clock_of_the_first_turn_stands_still_while_a_bet_waits() -> None:
    duel = raised("1")
    duel.wait(20 * 3600)
    duel.choose("bob", "match", "Ante")
    duel.wait(20 * 3600)
    duel.choose("cy", "match")

    duel.wait(DAY - 1)
    assert duel.playable("ann") == ["3"]
    duel.wait(1)

    assert duel.turn == "bob"
    assert duel.options("ann") == []


@pytest.mark.rule("H-371", "H-370")
def test_when_all_agree_to_end_the_game_bets_go_back_to_forfeiters_too() -> None:
    duel = raised("1")
    duel.choose("bob", "match", "Wager a card")
    duel.choose("cy", "match")
    duel.choose("ann", "raise", "1")
    duel.choose("bob", "match")
    duel.choose("cy", "forfeit")
    duel.play("ann", "3")
    assert (duel.count("ann", "chip"), duel.cards("", "pool")) == (1, ["9", "King"])

    duel.choose("ann", "assent")
    assert not duel.match.over
    duel.choose("bob", "assent")

    assert duel.match.over
    assert duel.match.winners == []
    assert (duel.count("ann", "chip"), duel.count("bob", "chip")) == (3, 1)
    assert (inventory(duel, "bob")[-1], inventory(duel, "cy")[-1]) == ("9", "King")
    assert duel.cards("", "pool") == []


@pytest.mark.rule("H-371")
def test_chips_that_a_forfeiter_had_bet_go_back_to_them_too_and_nothing_is_left_in_the_pot() -> (
    None
):
    duel = raised("1")
    duel.choose("bob", "match", "Ante")
    duel.choose("cy", "match")
    duel.choose("bob", "forfeit")
    assert [duel.count(name, "chip") for name in ("ann", "bob")] == [2, 0]

    duel.choose("ann", "assent")
    duel.choose("cy", "assent")

    assert duel.match.over
    assert [duel.count(name, "chip") for name in ("ann", "bob", "cy")] == [3, 1, 0]
    assert [duel.count(name, "staked chip") for name in ("ann", "bob", "cy")] == [0, 0, 0]
    assert duel.state.v[duel.match.rules.schema.attrs["pot"].at] == 0


@pytest.mark.rule("H-166", "H-341", "H-362")
def test_who_loses_what_they_had_bet_to_a_card_owes_nothing_more() -> None:
    duel = Duel(
        ann={"hand": ["5", "Amalgam {5}", "4", "2"], "chip": 1},
        bob={"hand": ["Amalgam {5; Hearts}", "3", "2"], "inventory": ["Quantum [Holographic]"]},
        cy={"hand": ["Quantum {Hearts}", "3"], "inventory": [NINE]},
    )
    duel.choose("ann", "raise")
    for name in ("bob", "cy"):
        duel.choose(name, "match")
    assert sorted(duel.cards("", "pool")) == ["9", "Quantum"]
    duel.play("ann", "5")
    duel.play("bob", "Amalgam")
    duel.fate(1)
    duel.play("cy", "Quantum")

    assert duel.cards("", "pool") == ["9"]
    assert duel.value("bet") == 1
    assert duel.playable("ann") == ["Amalgam", "4"]
    for name in ("bob", "cy"):
        assert not {"match", "decline", "raise"} & set(duel.options(name))
    duel.wait(DAY - 1)
    duel.play("ann", "Amalgam")
    duel.wait(DAY - 1)
    assert not [line for line in duel.match.log() if "forfeits" in line]
    duel.wait(1)
    assert [line for line in duel.match.log() if "forfeits" in line] == ["bob forfeits"]


@pytest.mark.rule("H-341", "H-359")
def test_a_bet_that_is_open_when_the_first_turn_ends_must_still_be_answered() -> None:
    duel = raised("1")
    duel.choose("bob", "match", "Ante")
    duel.choose("ann", "forfeit")

    assert duel.turn == "bob"
    assert duel.playable("bob") == []
    duel.choose("cy", "match")
    assert duel.playable("bob") == ["5", "7"]


@pytest.mark.rule("H-341", "H-379")
def test_a_first_act_that_is_a_draw_waits_for_answers_and_ends_the_raising_too() -> None:
    duel = Duel(
        ann={"hand": ["8", "4"], "chip": 2, "deck": ["2", "3"]},
        bob={"hand": ["5", "7"], "chip": 2},
    )
    duel.choose("ann", "raise", "1")
    assert "yield" not in duel.options("ann")
    duel.choose("bob", "match")
    duel.choose("ann", "yield", "2")

    assert duel.count("ann", "staked chip") == 1
    assert "raise" not in duel.options("bob")
