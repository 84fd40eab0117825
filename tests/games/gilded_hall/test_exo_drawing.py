"""Drawing in Exoptosis: chosen cards, draws that are owed, and cards that others give."""

from __future__ import annotations

import pytest

from games.gilded_hall.duel import Duel

SEVEN = "7 {Hearts; red}"


def jacked(**more: dict[str, list[str] | int]) -> Duel:
    """Ann has played a Jack: Bob, who follows her, owes a draw; it is his turn."""
    seats: dict[str, dict[str, list[str] | int]] = {
        "ann": {"hand": ["3", "Jack {Hearts}", "10"], "deck": ["9"]},
        "bob": {"hand": ["8", "10"], "deck": ["2", "Ace", "5"]},
        "cy": {"hand": ["9", "4"], "deck": ["6", "7"]},
    }
    duel = Duel(pile=[SEVEN], **(seats | more))
    duel.play("ann", "Jack")
    return duel


def kinged(who: str = "cy", **more: dict[str, list[str] | int]) -> Duel:
    """Ann has played a King and chosen one player, who owes a draw while Bob is at turn."""
    seats: dict[str, dict[str, list[str] | int]] = {
        "ann": {"hand": ["3", "King {Hearts}", "10"], "deck": ["9"]},
        "bob": {"hand": ["Jack", "10", "2"], "deck": ["2", "Ace", "5"]},
        "cy": {"hand": ["10", "4"], "deck": ["6", "7"]},
    }
    duel = Duel(pile=[SEVEN], **(seats | more))
    duel.play("ann", "King")
    duel.choose("ann", who)
    if "enough" in duel.options("ann"):
        duel.choose("ann", "enough")
    return duel


@pytest.mark.rule("H-385")
def test_who_draws_chooses_any_card_of_their_own_deck() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["3", "8"], "deck": ["2", "Ace", "5"]},
        bob={"hand": ["9"], "deck": ["4"]},
    )

    duel.choose("ann", "yield")
    assert duel.options("ann") == ["2", "Ace", "5"]
    duel.choose("ann", "2")

    assert (duel.hand("ann"), duel.deck("ann")) == (["3", "8", "2"], ["Ace", "5"])
    assert duel.deck("bob") == ["4"]


@pytest.mark.rule("H-389", "H-390")
def test_a_draw_that_is_owed_is_made_as_the_own_turn_begins() -> None:
    duel = jacked()

    assert duel.turn == "bob"
    assert duel.options("bob") == ["2", "Ace", "5"]
    duel.choose("bob", "Ace")

    assert duel.hand("bob") == ["8", "10", "Ace"]
    assert duel.playable("bob") == ["10"]


@pytest.mark.rule("H-388", "H-389")
def test_a_draw_that_is_owed_does_not_hold_up_others_and_can_be_made_at_any_time() -> None:
    duel = kinged()
    assert duel.turn == "bob"
    assert "settle" in duel.options("cy")
    assert "settle" not in duel.options("bob")
    assert "play Jack" in duel.options("bob")

    duel.choose("cy", "settle", "7")

    assert duel.hand("cy") == ["10", "4", "7"]
    assert "settle" not in duel.options("cy")


@pytest.mark.rule("H-388", "H-387")
def test_a_draw_that_was_not_made_by_the_end_of_the_next_turn_is_made_at_random() -> None:
    duel = kinged(
        "dee", dee={"hand": ["9"], "deck": ["6", "7", "8"]}, cy={"hand": ["4"], "deck": ["2"]}
    )
    duel.fate(2)

    duel.choose("bob", "yield", "Ace")

    assert duel.hand("dee") == ["9", "7"]
    assert duel.turn == "cy"
    assert "settle" not in duel.options("dee")


@pytest.mark.rule("H-389", "H-345")
def test_who_owes_a_draw_cannot_play_a_timely_card_before_it() -> None:
    duel = kinged(cy={"hand": ["4", "Queen [Timely]"], "deck": ["6", "7"]})
    timely = [one for one in duel.options("cy") if one.startswith("play")]
    assert timely == []

    duel.choose("cy", "settle", "6")

    assert [one for one in duel.options("cy") if one.startswith("play")]


@pytest.mark.rule("H-386")
def test_for_a_card_that_the_deck_does_not_have_a_chosen_player_gives_one() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["3", "9"]},
        bob={"hand": ["8", "10"], "deck": ["2"]},
        cy={"hand": ["4", "5", "6"], "deck": ["2"]},
        dee={"hand": []},
    )

    duel.choose("ann", "yield")
    assert duel.options("ann") == ["bob", "cy"]
    duel.choose("ann", "cy")
    assert duel.turn == "bob"
    assert [one for one in duel.options("cy") if one.startswith("present")] == [
        "present 4",
        "present 5",
        "present 6",
    ]
    duel.choose("cy", "present 5")

    assert (duel.hand("ann"), duel.hand("cy"), duel.deck("ann")) == (
        ["3", "9", "5"],
        ["4", "6"],
        [],
    )
    assert not [one for one in duel.options("cy") if one.startswith("present")]


@pytest.mark.rule("H-386")
def test_only_the_cards_that_are_missing_come_from_others() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["3", "6 [Useless, Useless]"], "deck": ["Ace"]},
        bob={"hand": ["8", "10"], "deck": ["2"]},
        cy={"hand": ["4", "5"], "deck": ["2"]},
    )

    duel.play("ann", "6")
    duel.choose("ann", "bob")
    duel.choose("bob", "present 10")

    assert duel.hand("ann") == ["3", "Ace", "10"]


@pytest.mark.rule("H-387")
def test_who_does_not_give_by_the_end_of_the_next_turn_gives_a_random_card() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["3", "9"]},
        bob={"hand": ["8", "10"], "deck": ["2"]},
        cy={"hand": ["4", "5", "6"], "deck": ["2"]},
    )
    duel.choose("ann", "yield", "cy")
    duel.fate(2)

    duel.play("bob", "8")

    assert (duel.hand("ann"), duel.hand("cy")) == (["3", "9", "5"], ["4", "6"])
    assert duel.turn == "cy"


@pytest.mark.rule("H-389")
def test_waiting_for_a_giver_does_not_stop_a_player() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["3", "9 [Timely]"]},
        bob={"hand": ["8", "10"], "deck": ["2"]},
        cy={"hand": ["4", "5", "6"], "deck": ["2"]},
    )
    duel.choose("ann", "yield", "cy")

    duel.play("bob", "8")

    assert duel.turn == "cy"
    assert [one for one in duel.options("ann") if one.startswith("play")]


@pytest.mark.rule("H-345")
def test_an_empty_hand_does_not_win_while_a_draw_is_owed() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["6 [Useless]"]},
        bob={"hand": ["8", "10"], "deck": ["2"]},
    )

    duel.play("ann", "6")

    assert duel.hand("ann") == []
    assert duel.match.winners == []
    duel.choose("bob", "present 10")
    assert duel.hand("ann") == ["10"]
    assert not duel.match.over


@pytest.mark.rule("H-346")
def test_who_gives_their_last_card_wins() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["3", "9"]},
        bob={"hand": ["10"], "deck": ["2"]},
        cy={"hand": ["4", "5"], "deck": ["2"]},
    )
    duel.choose("ann", "yield", "bob")

    duel.choose("bob", "present 10")

    assert duel.match.winners == ["bob"]


@pytest.mark.rule("H-390")
def test_up_to_so_many_draws_may_be_declined_and_others_may_not() -> None:
    duel = Duel(
        pile=["3 {Hearts}"],
        ann={"hand": ["9", "Two {Hearts}"], "deck": ["Ace", "5"]},
        bob={"hand": ["8", "10"], "deck": ["2"]},
    )

    duel.play("ann", "Two")
    assert "enough" in duel.options("ann") or "0" in duel.options("ann")


@pytest.mark.rule("H-010", "H-386")
def test_a_draw_that_nobody_can_give_for_does_nothing() -> None:
    duel = Duel(
        pile=[SEVEN], ann={"hand": ["3", "9"]}, bob={"hand": []}, cy={"hand": [], "deck": ["2"]}
    )

    duel.choose("ann", "yield")

    assert duel.hand("ann") == ["3", "9"]


@pytest.mark.rule("H-386", "H-389")
def test_of_several_draws_that_are_owed_the_deck_gives_what_it_has_and_a_giver_the_rest() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["3", "Ace {Hearts}", "10"], "deck": ["9"]},
        bob={"hand": ["8", "2"], "deck": ["5"]},
        cy={"hand": ["9", "4"], "deck": ["6"]},
    )
    duel.play("ann", "Ace")
    duel.choose("ann", "bob")

    assert duel.hand("bob") == ["8", "2", "5"]
    duel.choose("bob", "cy")
    assert duel.playable("bob") == ["2"]
    duel.choose("cy", "present 4")

    assert duel.hand("bob") == ["8", "2", "5", "4"]


def gifted(**more: list[str] | int) -> Duel:
    """Ann waits for a card of Cy, who owes a draw; it is Bob's turn."""
    cy: dict[str, list[str] | int] = {"hand": ["4", "5"], "deck": ["6", "7"], "debt": 1}
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["3", "9"]},
        bob={"hand": ["8", "Jack {Hearts}"], "deck": ["2"]},
        cy=cy | more,
    )
    duel.choose("ann", "yield", "cy")
    return duel


@pytest.mark.rule("H-389")
def test_who_owes_a_draw_makes_it_before_giving_a_card() -> None:
    duel = gifted()
    assert [one for one in duel.options("cy") if one.startswith("present")] == []

    duel.choose("cy", "settle", "7")
    assert duel.hand("ann") == ["3", "9"]
    duel.choose("cy", "present 7")

    assert (duel.hand("ann"), duel.hand("cy")) == (["3", "9", "7"], ["4", "5"])


@pytest.mark.rule("H-389", "H-387")
def test_who_owes_a_draw_and_gives_nothing_in_time_gives_a_random_card_all_the_same() -> None:
    duel = gifted(debt=0)
    duel.fate(2)
    duel.play("bob", "Jack")  # Cy, who is next, owes a draw since then

    assert (duel.hand("ann"), duel.hand("cy")) == (["3", "9", "5"], ["4"])
    assert (duel.turn, duel.options("cy")) == ("cy", ["6", "7"])


@pytest.mark.rule("H-389")
def test_of_two_owed_draws_the_older_is_settled_first() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["King {Hearts}", "3", "4"]},
        bob={"hand": ["King {Hearts}", "9", "2"], "deck": ["9"]},
        cy={"hand": ["4", "5"], "deck": ["6", "7", "10", "Ace"]},
        dee={"hand": ["4", "5"], "deck": ["6", "7", "10", "Ace"]},
    )
    duel.play("ann", "King")
    duel.choose("ann", "cy", "dee")
    duel.play("bob", "King")
    duel.choose("bob", "dee", "enough")
    assert duel.turn == "cy"  # the draws of ann's turn were due by the end of bob's
    assert [duel.count(name, "debt") for name in ("cy", "dee")] == [0, 1]
    assert [len(duel.hand(name)) for name in ("cy", "dee")] == [3, 3]


@pytest.mark.rule("H-155", "H-388")
def test_two_who_owe_a_draw_are_not_asked_for_the_card_yet() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["3", "King {Hearts}", "10"]},
        bob={"hand": ["4", "10"], "deck": ["5"]},
        cy={"hand": ["10", "4"], "deck": ["6", "7"]},
        dee={"hand": ["10", "4"], "deck": ["6", "7"]},
    )
    duel.play("ann", "King")
    duel.choose("ann", "cy", "dee")

    assert duel.turn == "bob"
    assert [duel.count(name, "debt") for name in ("bob", "cy", "dee")] == [0, 1, 1]
