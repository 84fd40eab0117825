"""Terms of Exoptosis: originals and copies, choices, payments, who is next, and whose turn it is."""

from __future__ import annotations

import pytest

from games.gilded_hall.duel import Duel

SEVEN = "7 {Hearts; red}"


# ---- originals and copies ------------------------------------------------------------------------


@pytest.mark.rule("H-006", "H-004")
def test_what_is_destroyed_in_a_game_is_the_copy_and_the_original_stays() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["3", "8 [Wrathful]", "4"]},
        bob={"hand": ["9", "5"]},
    )

    duel.play("ann", "8")
    duel.choose("ann", "4", "9")

    assert (duel.hand("ann"), duel.hand("bob")) == (["3"], ["5"])
    assert duel.cards("ann", "inventory") == ["3", "8", "4"]
    assert duel.cards("bob", "inventory") == ["9", "5"]


@pytest.mark.rule("H-004")
def test_what_a_copy_gains_in_a_game_its_original_does_not() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["3", "8 [Mean]"]},
        bob={"hand": ["9", "10"], "deck": ["2"]},
    )

    duel.play("ann", "8")
    duel.choose("ann", "bob", "10")

    bag = duel.match.rules.schema.attrs["modifier"].at << 20
    bags = duel.match.state.bags
    assert bags.get(bag | duel.found("10", "hand", "bob"))
    assert not bags.get(bag | duel.found("10", "inventory", "bob"))
    assert not bags.get(bag | duel.found("9", "hand", "bob"))


# ---- choices and payments ------------------------------------------------------------------------


@pytest.mark.rule("H-009")
def test_a_choice_may_fall_on_the_chooser_unless_the_text_says_another() -> None:
    seats = {"bob": {"hand": ["9", "2"], "deck": ["5"]}, "cy": {"hand": ["9"], "deck": ["5"]}}
    hand = ["2", "King {Hearts}", "Ace {Hearts}"]
    ace = Duel(pile=[SEVEN], ann={"hand": hand, "deck": ["4"]}, **seats)
    king = Duel(pile=[SEVEN], ann={"hand": hand, "deck": ["4"]}, **seats)

    ace.play("ann", "Ace")
    king.play("ann", "King")

    assert ace.options("ann") == ["bob", "cy"]
    assert king.options("ann") == ["ann", "bob", "cy", "enough"]


@pytest.mark.rule("H-009")
def test_up_to_so_many_may_be_none_and_no_one_twice() -> None:
    hand = ["2", "King {Hearts}", "4"]
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": hand, "deck": ["4"]},
        bob={"hand": ["9", "2"], "deck": ["5"]},
        cy={"hand": ["9"], "deck": ["5"]},
    )
    duel.play("ann", "King")
    duel.choose("ann", "cy")
    assert duel.options("ann") == ["ann", "bob", "enough"]
    duel.choose("ann", "enough")

    assert (duel.count("cy", "debt"), duel.count("bob", "debt")) == (1, 0)


@pytest.mark.rule("H-010")
@pytest.mark.parametrize(("has", "left", "gained"), [(2, 2, 0), (3, 0, 3), (5, 2, 3)])
def test_a_payment_is_made_whole_or_not_at_all(has: int, left: int, gained: int) -> None:
    duel = Duel(
        pile=["7 {Hearts}"],
        ann={"hand": ["2", "Coup Duke {Hearts}"]},
        bob={"hand": ["9"], "vertebra": 4},
        cy={"hand": ["9"], "vertebra": has},
    )

    duel.play("ann", "Coup Duke")
    duel.choose("ann", "cy")

    assert (duel.count("cy", "vertebra"), duel.count("ann", "vertebra")) == (left, gained)
    assert duel.count("bob", "vertebra") == 4


# ---- who is next ---------------------------------------------------------------------------------


def four(card: str, **more: int) -> Duel:
    """Ann of four players is at turn with a card; Bob may be due to be skipped."""
    return Duel(
        pile=[SEVEN],
        ann={"hand": ["2", card, "3"], "deck": ["4"]},
        bob={"hand": ["9", "2"], "deck": ["5", "6"], **more},
        cy={"hand": ["9", "2"], "deck": ["5", "6"]},
        dee={"hand": ["9", "2"], "deck": ["5", "6"]},
    )


@pytest.mark.rule("H-015")
def test_the_next_participant_is_who_sits_there_even_if_they_will_be_skipped() -> None:
    duel = four("Jack {Hearts}", delay=1)

    duel.play("ann", "Jack")

    assert (duel.count("bob", "debt"), duel.count("cy", "debt")) == (1, 0)
    assert duel.turn == "cy"


@pytest.mark.rule("H-350", "H-015")
def test_a_reversed_ring_goes_the_other_way_for_turns_and_for_who_is_next() -> None:
    duel = four("8 {Hearts} [Reflected]")

    duel.play("ann", "8")
    assert duel.turn == "dee"
    duel.choose("dee", "yield", "5")

    assert duel.turn == "cy"


@pytest.mark.rule("H-351")
def test_a_turn_that_would_be_skipped_costs_a_marker() -> None:
    duel = four("8 {Spades}", delay=2)

    duel.play("ann", "8")

    assert (duel.turn, duel.count("bob", "delay")) == ("cy", 1)


@pytest.mark.rule("H-351")
def test_a_turn_more_is_skipped_too() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["2", "8 {Spades} [Speedy]", "9"]},
        bob={"hand": ["9", "2"]},
        cy={"hand": ["9", "2"]},
    )
    duel.match.state.column(duel.match.rules.schema.attrs["delay"].at)[0] = 1

    duel.play("ann", "8")

    assert (duel.turn, duel.count("ann", "delay")) == ("bob", 0)


@pytest.mark.rule("H-353")
def test_with_two_players_a_reversal_changes_nothing() -> None:
    hand = ["2", "8 {Spades} [Reflected]", "9"]
    duel = Duel(pile=[SEVEN], ann={"hand": hand}, bob={"hand": ["9", "2"]})

    duel.play("ann", "8")

    assert duel.turn == "bob"


@pytest.mark.rule("H-350", "H-002")
def test_who_is_out_is_taken_out_of_the_ring_and_is_no_participant() -> None:
    duel = four("Jack {Hearts}")
    duel.choose("bob", "forfeit")

    duel.play("ann", "Jack")

    assert (duel.count("bob", "debt"), duel.count("cy", "debt")) == (0, 1)
    assert duel.turn == "cy"
