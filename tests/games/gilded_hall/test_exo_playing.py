"""Playing a card in Exoptosis: what fits on what, what is refused, and what a turn is."""

from __future__ import annotations

import pytest

from deckmastor.record.errors import IllegalChoice
from games.gilded_hall.duel import Duel

SEVEN = "7 {Hearts; red}"


# ---- what fits -----------------------------------------------------------------------------------


@pytest.mark.rule("H-374", "H-377")
@pytest.mark.parametrize(
    ("card", "why"),
    [
        ("6 {Clubs; green}", "one below, though it is special"),
        ("7 {Clubs; green}", "equal"),
        ("8 {Clubs; green}", "one above"),
    ],
)
def test_a_card_within_one_of_the_value_of_the_top_card_can_be_played(card: str, why: str) -> None:
    duel = Duel(pile=[SEVEN], ann={"hand": ["5 {Clubs; green}", "9 {Clubs; green}", card]})

    assert duel.playable("ann") == [card.split(" ")[0]], why


@pytest.mark.rule("H-374")
def test_the_value_of_the_last_card_played_counts_and_not_one_below_it() -> None:
    duel = Duel(pile=["2 {Clubs; green}", SEVEN], ann={"hand": ["3 {Clubs}", "8 {Clubs}"]})

    assert duel.playable("ann") == ["8"]


@pytest.mark.rule("H-374", "H-016")
def test_one_of_several_values_is_enough_and_no_value_fits_nothing() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["Amalgam {Clubs; green}", "Credit Card {Clubs}", "10 {Clubs; green}"]},
    )

    assert duel.playable("ann") == ["Credit Card"]


@pytest.mark.rule("H-374")
def test_the_value_distance_can_be_changed() -> None:
    hand = ["10 {Clubs; green}", "9 {Clubs; green}"]
    duel = Duel(pile=[SEVEN], values={"value distance": 2}, ann={"hand": hand})

    assert duel.playable("ann") == ["9"]


@pytest.mark.rule("H-375", "H-016")
@pytest.mark.parametrize(
    ("top", "mark", "fits"),
    [
        ("7 {Hearts; red}", "cyan", True),
        ("7 {Hearts; red}", "black", True),
        ("7 {Hearts; red}", "red", False),
        ("7 {Hearts; black}", "white", True),
        ("7 {Hearts; yellow}", "blue", True),
        ("7 {Hearts; magenta}", "green", True),
        ("7 {Hearts; red}", "green", False),
        ("7 {Hearts; red, blue}", "yellow", True),
        ("7 {Hearts}", "red", False),
    ],
)
def test_a_plain_card_whose_colour_is_opposite_can_be_played(
    top: str, mark: str, fits: bool
) -> None:
    duel = Duel(pile=[top], ann={"hand": ["2 {Clubs}", f"3 {{Clubs; {mark}}}"]})

    assert duel.playable("ann") == (["3"] if fits else [])


@pytest.mark.rule("H-375", "H-377")
def test_a_special_card_cannot_use_its_colour() -> None:
    hand = ["4 {Clubs; cyan}", "3 {Clubs; cyan}"]
    duel = Duel(pile=[SEVEN], ann={"hand": hand})

    assert duel.playable("ann") == ["3"]


@pytest.mark.rule("H-376", "H-377", "H-016")
def test_a_special_card_that_shares_a_suit_can_be_played_and_a_plain_one_cannot() -> None:
    hand = ["4 {Clubs; green}", "3 {Hearts; green}", "Jack {Spades, Hearts; green}"]
    duel = Duel(pile=["7 {Diamonds, Hearts; red}"], ann={"hand": hand})

    assert duel.playable("ann") == ["Jack"]


@pytest.mark.rule("H-378")
def test_the_text_of_a_card_goes_before_what_fits() -> None:
    hand = ["5 {Clubs; red}", "10 {Clubs; red}"]
    duel = Duel(pile=["6 {Hearts; red}"], ann={"hand": hand})

    assert duel.playable("ann") == ["10"]


@pytest.mark.rule("H-378", "W-19")
def test_w19_a_joker_on_a_six_wants_its_colour_next() -> None:
    duel = Duel(
        pile=["6 {Clubs; blue}"],
        ann={"hand": ["5 {Clubs; red}", "10 {Hearts; green}", "Joker {Hearts; red}", "9"]},
        bob={
            "hand": [
                "2 {Hearts; cyan}",
                "3 {Spades; red}",
                "Exploding Kitten {Clubs}",
                "Jester {Clubs; green}",
            ]
        },
    )
    assert duel.playable("ann") == ["10", "Joker"]

    duel.play("ann", "Joker")

    assert duel.playable("bob") == ["3", "Exploding Kitten", "Jester"]


# ---- the first card ------------------------------------------------------------------------------


@pytest.mark.rule("H-379")
def test_the_first_card_of_a_game_is_any_that_is_not_special_and_must_be_played() -> None:
    duel = Duel(ann={"hand": ["Joker {Hearts; red}", "3", "10"], "deck": ["2"]}, bob={})

    assert duel.playable("ann") == ["3", "10"]
    assert "yield" not in duel.options("ann")


@pytest.mark.rule("H-379", "H-380")
def test_who_has_only_special_cards_in_the_first_turn_draws_and_the_next_may_draw_too() -> None:
    duel = Duel(
        ann={"hand": ["Joker {Hearts; red}", "4"], "deck": ["2", "Ace"]},
        bob={"hand": ["Jack", "9"], "deck": ["5"]},
    )
    assert duel.playable("ann") == []

    duel.choose("ann", "yield", "2")

    assert duel.hand("ann") == ["Joker", "4", "2"]
    assert duel.turn == "bob"
    assert duel.playable("bob") == ["9"]
    assert "yield" in duel.options("bob")


@pytest.mark.rule("H-380")
def test_on_an_empty_pile_any_plain_card_can_be_played_and_a_card_can_be_drawn() -> None:
    duel = Duel(
        ann={"hand": ["5 [Sacrificial]", "3"], "deck": ["2"]},
        bob={"hand": ["Joker {Hearts; red}", "10"], "deck": ["9"]},
    )

    duel.play("ann", "5")

    assert duel.pile == []
    assert duel.playable("bob") == ["10"]
    assert "yield" in duel.options("bob")


AMALGAM = "Amalgam {5; Hearts; transparent}"


@pytest.mark.rule("W-20", "H-191", "H-192")
def test_w20_a_transparent_card_takes_the_colours_of_the_card_beneath() -> None:
    duel = Duel(
        pile=["Exploding Kitten {Spades}"],
        ann={"hand": ["Quantum {Hearts}", "9 {Hearts; green}", AMALGAM, "3"]},
        bob={"hand": ["2 {cyan}", "9 {green}", "10 {white}"]},
    )
    assert duel.playable("ann") == ["Amalgam"]

    duel.play("ann", "Amalgam")

    assert duel.playable("bob") == ["2", "10"]


@pytest.mark.rule("H-192")
def test_a_transparent_card_does_not_fit_colours_that_are_not_opposite_to_each_other() -> None:
    duel = Duel(
        pile=["10 {Clubs; red, white}"],
        ann={"hand": [AMALGAM, "2 {black}", "Amalgam {5; Hearts; transparent, cyan}"]},
    )

    assert duel.playable("ann") == ["2", "Amalgam"]


@pytest.mark.rule("W-20", "H-193")
def test_w20_behind_a_transparent_first_card_comes_any_plain_card_and_no_special_one() -> None:
    duel = Duel(
        ann={"hand": ["Quantum {Hearts}", AMALGAM, "3"]},
        bob={"hand": ["Joker {Hearts; red}", "10 {Hearts}", "2", "6 {Hearts}"], "deck": ["8"]},
    )
    assert duel.playable("ann") == ["Amalgam", "3"]

    duel.play("ann", "Amalgam")

    assert duel.playable("bob") == ["10", "2"]


# ---- turns ---------------------------------------------------------------------------------------


@pytest.mark.rule("H-372", "H-007")
def test_one_card_from_the_own_hand_is_played_onto_the_pile_and_the_turn_ends() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["8 {Clubs}", "6 {Clubs}", "3"], "deck": ["7"]},
        bob={"hand": ["7", "9"]},
    )
    assert duel.playable("bob") == []

    duel.play("ann", "6")

    assert (duel.pile, duel.hand("ann"), duel.turn) == (["7", "6"], ["8", "3"], "bob")
    assert duel.playable("ann") == []


@pytest.mark.rule("H-373", "H-385", "H-372")
def test_who_plays_nothing_draws_a_card_of_their_choice_and_the_turn_ends() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["8 {Clubs}", "3"], "deck": ["2", "Ace", "9"]},
        bob={"hand": ["7", "9"], "deck": ["10"]},
    )
    assert "pass" not in duel.options("ann")

    duel.choose("ann", "yield")
    assert duel.options("ann") == ["2", "Ace", "9"]
    duel.choose("ann", "Ace")

    assert (duel.hand("ann"), duel.deck("ann")) == (["8", "3", "Ace"], ["2", "9"])
    assert duel.turn == "bob"


@pytest.mark.rule("H-381")
@pytest.mark.parametrize(
    ("card", "why"),
    [
        ("2", "2 (value 2; colour red) onto 7 (value 7; colour red)"),
        ("Jack", "Jack (value 11; suit Clubs, Stars) onto 7 (value 7; suit Hearts)"),
        ("Joker", ""),
    ],
)
def test_a_card_that_does_not_fit_is_refused_with_what_failed_and_nothing_is_rolled(
    card: str, why: str
) -> None:
    hand = ["2 {Hearts; red} [Torn]", "Jack {Clubs, Stars}", "Joker"]
    duel = Duel(pile=[SEVEN], ann={"hand": [*hand, "8"]}, bob={"hand": ["7"]})
    before = duel.match.save()

    found = duel.match.why_not("ann", f"play {card}")

    if not why:
        assert found is None
        return
    assert found is not None
    assert "within the value distance" in found.text
    assert found.reason == f"Its condition is not met by {why}."
    with pytest.raises(IllegalChoice):
        duel.play("ann", card)
    assert duel.match.save() == before


# ---- the order of one play -----------------------------------------------------------------------


@pytest.mark.rule("H-382", "W-06")
def test_w06_a_torn_card_that_no_longer_fits_costs_a_card() -> None:
    hand = ["8 {Spades; blue} [Torn]", "3"]
    duel = Duel(pile=[SEVEN], ann={"hand": hand, "deck": ["2", "Ace"]}, bob={"hand": ["9", "8"]})
    duel.fate(5)

    duel.play("ann", "8")
    duel.choose("ann", "Ace")

    assert duel.hand("ann") == ["3", "Ace"]
    assert (duel.pile, duel.turn) == (["7", "8"], "bob")
    assert duel.playable("bob") == ["9"]


@pytest.mark.rule("H-382", "W-06")
def test_w06_a_torn_card_that_still_fits_costs_nothing() -> None:
    hand = ["8 {Spades; blue} [Torn]", "3"]
    duel = Duel(
        pile=[SEVEN], ann={"hand": hand, "deck": ["2", "Ace"]}, bob={"hand": ["9", "8", "5"]}
    )
    duel.fate(1)

    duel.play("ann", "8")

    assert (duel.hand("ann"), duel.turn) == (["3"], "bob")
    assert duel.playable("bob") == ["5"]


@pytest.mark.rule("W-07", "H-381")
def test_w07_a_torn_card_may_stand_on_its_colour_and_one_that_does_not_fit_is_not_rolled() -> None:
    hand = ["2 {Hearts; red} [Torn]", "3 {Hearts; blue} [Torn]", "10 {Hearts}"]
    duel = Duel(pile=["9 of Clocks"], ann={"hand": hand, "deck": ["Ace"]}, bob={"hand": ["5"]})
    assert duel.playable("ann") == ["3", "10"]
    duel.fate(4)

    duel.play("ann", "3")

    assert duel.hand("ann") == ["2", "10"]
    assert duel.playable("bob") == ["5"]


@pytest.mark.rule("H-382", "H-014")
def test_the_torn_penalty_comes_before_the_text_and_the_modifiers_come_after_it() -> None:
    duel = Duel(
        pile=["10 {Clubs; red}"],
        ann={
            "hand": ["9", "Jack {Hearts} [Holographic, Torn, Useless]", "3"],
            "deck": ["2", "Ace", "5"],
        },
        bob={"hand": ["5"], "deck": ["9"]},
    )
    duel.fate(5)

    duel.play("ann", "Jack")
    duel.choose("ann", "Ace", "2")

    log = duel.match.log()
    order = ["ann rolls 5", "ann draws Ace", "bob gains 1 debt", "ann gains 1 vertebra"]
    at = [log.index(one) for one in (*order, "ann draws 2")]
    assert at == sorted(at)


@pytest.mark.rule("H-382", "H-017")
@pytest.mark.parametrize("first", ["Holographic", "Useless"])
def test_modifiers_act_in_the_order_in_which_the_card_gained_them(first: str) -> None:
    both = "Holographic, Useless" if first == "Holographic" else "Useless, Holographic"
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["3", f"6 [{both}]", "4"], "deck": ["2"]},
        bob={"hand": ["5"]},
    )

    duel.play("ann", "6")

    log = duel.match.log()
    gains, draws = log.index("ann gains 1 vertebra"), log.index("ann draws 2")
    assert (gains < draws) == (first == "Holographic")


@pytest.mark.rule("H-017")
def test_a_modifier_that_is_there_twice_acts_twice() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["3", "6 [Useless, Useless]", "4"], "deck": ["2", "9", "10"]},
        bob={"hand": ["5"]},
    )

    duel.play("ann", "6")
    duel.choose("ann", "9", "2")

    assert duel.hand("ann") == ["3", "4", "9", "2"]


@pytest.mark.rule("H-382", "H-345")
def test_sacrificial_takes_its_card_away_when_all_else_is_done() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["3", "6 [Useless, Sacrificial]", "4"], "deck": ["2", "9"]},
        bob={"hand": ["5"]},
    )

    duel.play("ann", "6")
    assert duel.pile == ["7", "6"]
    duel.choose("ann", "9")

    assert duel.pile == ["7"]
    assert duel.count("ann", "chip") == 1
    assert duel.turn == "bob"


@pytest.mark.rule("H-148", "H-156", "H-157", "H-378")
@pytest.mark.parametrize(
    ("top", "card", "cited", "cards"),
    [
        ("6 {Clubs; blue}", "5 {Spades; red}", "6", "5 (value 5) onto 6 (value 6)"),
        ("6 {Clubs; blue}", "-1 of Blight {Clubs}", "", "-1 of Blight (value -1) onto 6 (value 6)"),
        ("Joker {Hearts; red}", "2 {Hearts; cyan}", "Joker",
         "2 (colour cyan) onto Joker (colour red)"),
        ("Jester {Hearts; red}", "4 {Clubs; red}", "",
         "4 (suit Clubs) onto Jester (suit Hearts)"),
    ],
)  # fmt: skip
def test_who_is_refused_by_an_only_of_the_top_card_is_told_that_and_what_did_not_fit(
    top: str, card: str, cited: str, cards: str
) -> None:
    name, of = card.split(" {")[0], top.split(" {")[0]
    duel = Duel(
        pile=[top],
        ann={"hand": [card, "Zero"]},
        bob={"hand": ["6 {Stars}", "Joker {Stars}", "Jester {Stars}"]},
    )
    found = duel.match.why_not("ann", f"play {name}")

    assert found is not None
    assert f"{of} in the pile forbids this: {cards}." in found.reason
    assert "Only cards" in found.text + found.reason
    if cited:
        assert found.text.endswith("can be played onto this card.")
    else:
        assert "Its condition is not met by" in found.reason


@pytest.mark.rule("H-374")
def test_without_an_only_the_condition_alone_is_told() -> None:
    duel = Duel(
        pile=["6 {Stars}", "9 {Clubs; blue}"],
        ann={"hand": ["5 {Spades; red}", "Zero"]},
        bob={"hand": ["6 {Stars}"]},
    )
    found = duel.match.why_not("ann", "play 5")

    assert found is not None
    assert "forbids" not in found.reason
