"""What the special cards of Exoptosis do, one story after the other."""

from __future__ import annotations

import pytest

from games.gilded_hall.duel import Duel, told

SEVEN = "7 {Hearts; red}"
ACES = ["8", "9", "10"]


def draws(duel: Duel, player: str, *cards: str) -> None:
    """Let a player draw these cards of their deck, as soon as they can."""
    for _ in range(3 * len(cards) + 3):
        if not set(cards) - set(duel.hand(player)):
            return
        options = duel.options(player)
        wanted = next((card for card in cards if card in options), "settle")
        assert wanted in options, (player, cards, options)
        duel.choose(player, wanted)


def owed(duel: Duel) -> dict[str, int]:
    """Who owes draws, and how many."""
    seats = duel.match.players
    return {one: duel.count(one, "debt") for one in seats if duel.count(one, "debt")}


def chosen(duel: Duel, player: str, *answers: str) -> None:
    """Give those of these answers that are asked for."""
    for answer in answers:
        if answer in duel.options(player):
            duel.choose(player, answer)


# ---- drawing -------------------------------------------------------------------------------------


@pytest.mark.rule("H-143")
def test_an_ace_lets_another_player_of_your_choice_draw_two_cards() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["5", "Ace {Hearts}"], "deck": ["2"]},
        bob={"hand": ["5"], "deck": ["2", "10", "9"]},
        cy={"hand": ["5"], "deck": ["2", "10", "9"]},
    )

    duel.play("ann", "Ace")
    assert duel.options("ann") == ["bob", "cy"]
    duel.choose("ann", "bob")
    draws(duel, "bob", "10", "9")

    assert (duel.hand("bob"), duel.deck("bob")) == (["5", "10", "9"], ["2"])
    assert duel.hand("cy") == ["5"]
    assert duel.turn == "bob"


@pytest.mark.rule("H-143")
def test_an_ace_for_somebody_whose_deck_is_short_takes_the_rest_from_a_hand() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["5", "4", "Ace {Hearts}"], "deck": ["2"]},
        bob={"hand": ["5"], "deck": ["10"]},
        cy={"hand": ["5"], "deck": ["2", "9"]},
    )
    duel.play("ann", "Ace")
    duel.choose("ann", "bob")
    draws(duel, "bob", "10")

    assert duel.options("bob") == ["ann", "cy"]
    duel.choose("bob", "ann")
    duel.choose("ann", "present 4")

    assert duel.hand("bob") == ["5", "10", "4"]
    assert duel.hand("ann") == ["5"]


@pytest.mark.rule("H-153")
def test_a_jack_lets_the_next_player_draw_a_card_whichever_way_the_order_runs() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["5", "Jack {Hearts}"], "deck": ["2"]},
        bob={"hand": ["5"], "deck": ["2", "10"]},
        cy={"hand": ["5", "Uno Reverse {Hearts}"], "deck": ["2", "9"]},
        turn="cy",
    )
    duel.play("cy", "Uno Reverse")
    while duel.turn != "ann":
        duel.choose(duel.turn, "yield", "2")

    duel.play("ann", "Jack")
    draws(duel, "cy", "9")

    assert (duel.hand("cy"), duel.hand("bob")[:1]) == (["5", "9"], ["5"])


@pytest.mark.rule("H-155")
def test_a_king_lets_up_to_two_different_players_draw_a_card_and_you_can_be_one() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["5", "King {Hearts}"], "deck": ["2", "8"]},
        bob={"hand": ["5"], "deck": ["2", "10"]},
        cy={"hand": ["5"], "deck": ["2", "9"]},
    )

    duel.play("ann", "King")
    assert duel.options("ann") == ["ann", "bob", "cy", "enough"]
    duel.choose("ann", "bob")
    assert duel.options("ann") == ["ann", "cy", "enough"]
    duel.choose("ann", "ann")
    duel.choose("ann", "8")
    draws(duel, "bob", "10")

    assert (duel.hand("ann"), duel.hand("bob"), duel.hand("cy")) == (["5", "8"], ["5", "10"], ["5"])


@pytest.mark.rule("H-155")
def test_a_king_may_let_nobody_draw() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["5", "King {Hearts}"], "deck": ["2", "8"]},
        bob={"hand": ["5"], "deck": ["2", "10"]},
    )

    duel.play("ann", "King")
    duel.choose("ann", "enough")

    assert (duel.hand("ann"), duel.hand("bob"), owed(duel)) == (["5"], ["5"], {})


# ---- hands ---------------------------------------------------------------------------------------


@pytest.mark.rule("H-146")
def test_a_four_swaps_a_card_of_any_hand_with_one_of_yours() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["5", "4 {Hearts}", "9"], "deck": ["2"]},
        bob={"hand": ["5", "8 {blue} [Torn]"], "deck": ["2"]},
        cy={"hand": ["6"], "deck": ["2"]},
    )

    duel.play("ann", "4")
    chosen(duel, "ann", "bob", "8")
    duel.choose("ann", "9")

    assert duel.hand("bob") == ["5", "9"]
    assert duel.hand("ann") == ["5", "8"]
    (hand,) = [
        place
        for place in duel.match.view("ann")["places"]
        if (place["name"], place["owner"]) == ("hand", "ann")
    ]
    assert hand["properties"][-1]["modifier"] == ["Torn"]
    assert hand["properties"][-1]["colour"] == ["blue"]
    assert duel.pile == ["7", "4"]


@pytest.mark.rule("H-146")
def test_a_four_of_a_player_without_further_cards_swaps_nothing() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["4 {Hearts} [Useless]"], "deck": ["2"]},
        bob={"hand": ["5", "8"], "deck": ["2"]},
    )

    duel.play("ann", "4")
    chosen(duel, "ann", "8")

    assert (duel.hand("ann"), duel.hand("bob")) == (["2"], ["5", "8"])


@pytest.mark.rule("H-146")
def test_a_four_that_chooses_the_own_hand_changes_nothing() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["5", "4 {Hearts}", "9"], "deck": ["2"]},
        bob={"hand": ["5", "8"], "deck": ["2"]},
    )

    duel.play("ann", "4")
    chosen(duel, "ann", "ann", "9")
    chosen(duel, "ann", "5")

    assert sorted(duel.hand("ann")) == ["5", "9"]
    assert duel.hand("bob") == ["5", "8"]


@pytest.mark.rule("H-154")
def test_a_queen_destroys_a_chosen_card_and_its_holder_draws_another() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["5", "Queen {Hearts}"], "deck": ["2"]},
        bob={"hand": ["5", "8"], "deck": ["2", "10"]},
        cy={"hand": [], "deck": ["2"]},
    )

    duel.play("ann", "Queen")
    assert duel.options("ann") == ["ann", "bob"]
    duel.choose("ann", "bob", "8")
    draws(duel, "bob", "10")

    assert (duel.hand("bob"), duel.deck("bob")) == (["5", "10"], ["2"])
    assert duel.cards("bob", "inventory") == ["5", "8", "2", "10"]


@pytest.mark.rule("H-154")
def test_a_queen_may_choose_an_adamantine_card_and_the_draw_still_happens() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["5", "Queen {Hearts}"], "deck": ["2"]},
        bob={"hand": ["5", "8 [Adamantine]"], "deck": ["2", "10"]},
    )

    duel.play("ann", "Queen")
    duel.choose("ann", "bob", "8")
    draws(duel, "bob", "10")

    assert duel.hand("bob") == ["5", "8", "10"]


@pytest.mark.rule("H-162")
def test_an_exploding_kitten_destroys_a_random_card_in_your_hand() -> None:
    duel = Duel(
        pile=["Zero"],
        ann={"hand": ["3", "Exploding Kitten", "5", "9"], "deck": ["2"]},
        bob={"hand": ["3"], "deck": ["2"]},
    )
    duel.fate(2)

    duel.play("ann", "Exploding Kitten")

    assert (duel.hand("ann"), duel.pile) == (["3", "9"], ["Zero", "Exploding Kitten"])
    assert duel.cards("ann", "inventory") == ["3", "Exploding Kitten", "5", "9", "2"]


@pytest.mark.rule("H-162")
def test_an_exploding_kitten_that_hits_an_adamantine_card_destroys_nothing() -> None:
    duel = Duel(
        pile=["Zero"],
        ann={"hand": ["3", "Exploding Kitten", "5 [Adamantine]", "9"], "deck": ["2"]},
        bob={"hand": ["3"], "deck": ["2"]},
    )
    duel.fate(2)

    duel.play("ann", "Exploding Kitten")

    assert duel.hand("ann") == ["3", "5", "9"]


@pytest.mark.rule("H-162")
def test_an_exploding_kitten_as_last_card_has_nothing_to_destroy() -> None:
    duel = Duel(
        pile=["Zero"],
        ann={"hand": ["Exploding Kitten"], "deck": ["2"]},
        bob={"hand": ["3"], "deck": ["2"]},
    )

    duel.play("ann", "Exploding Kitten")

    assert told(duel, "destroy") == []
    assert duel.match.winners == ["ann"]


# ---- what may be played upon them ----------------------------------------------------------------


@pytest.mark.rule("H-148")
@pytest.mark.parametrize(
    ("top", "fits"),
    [
        ("3", True), ("9", True), ("-1", True), ("Orb of Blight", True), ("2", False), ("Zero", False),
        ("-2 of Vitality", False), ("Jester {Clubs}", False), ("Lotto Ticket", False),
    ],
)  # fmt: skip
def test_a_six_can_be_played_on_an_odd_value(top: str, fits: bool) -> None:
    duel = Duel(pile=[top], ann={"hand": ["Jack", "6 {Hearts}", "5"]}, bob={"hand": ["3"]})

    assert ("6" in duel.playable("ann")) is fits


@pytest.mark.rule("H-148")
def test_a_six_can_be_played_in_the_ordinary_way_too() -> None:
    duel = Duel(
        pile=["10 {Hearts}"], ann={"hand": ["6 {Clubs}", "6 {Hearts}"]}, bob={"hand": ["3"]}
    )

    assert duel.playable("ann") == ["6"]


@pytest.mark.rule("H-148")
def test_on_a_six_exactly_the_even_values_can_be_played() -> None:
    duel = Duel(
        pile=["9", "6 {Clubs; blue}"],
        ann={
            "hand": [
                "5", "7 {yellow}", "Jack {Clubs}", "Amalgam {Clubs; yellow}", "-1",
                "Zero", "-2 of Vitality", "10 {Hearts}", "Queen", "Lotto Ticket", "Amalgam {3, 4}",
            ]
        },
        bob={"hand": ["3"]},
    )  # fmt: skip

    assert duel.playable("ann") == [
        "Zero",
        "-2 of Vitality",
        "10",
        "Queen",
        "Lotto Ticket",
        "Amalgam",
    ]


@pytest.mark.rule("H-148")
def test_a_card_of_value_six_is_not_a_six() -> None:
    duel = Duel(
        pile=["Amalgam {6; red}"], ann={"hand": ["9", "7", "2 {cyan}", "Zero"]}, bob={"hand": ["3"]}
    )

    assert duel.playable("ann") == ["7", "2"]


@pytest.mark.rule("H-148")
def test_a_six_further_down_says_nothing() -> None:
    duel = Duel(pile=["6", "10"], ann={"hand": ["2", "9", "Jack"]}, bob={"hand": ["3"]})

    assert duel.playable("ann") == ["9", "Jack"]


@pytest.mark.rule("H-156", "W-19")
def test_w19_a_joker_goes_on_a_six_and_then_wants_its_colour() -> None:
    duel = Duel(
        pile=["6 {Clubs; blue}"],
        ann={"hand": ["5", "10 {Hearts; green}", "Joker {Hearts; red}"]},
        bob={
            "hand": [
                "2 {Hearts; cyan}", "Amalgam {Hearts}", "3 {Spades; red}",
                "Exploding Kitten {Clubs}", "Jester {Clubs}",
            ]
        },
    )  # fmt: skip
    assert duel.playable("ann") == ["10", "Joker"]

    duel.play("ann", "Joker")

    assert duel.playable("bob") == ["3", "Exploding Kitten", "Jester"]


@pytest.mark.rule("H-157")
def test_a_jester_goes_on_a_joker_and_then_wants_its_suit() -> None:
    duel = Duel(
        pile=["Joker {Clubs; blue}"],
        ann={"hand": ["5 {yellow}", "10 {Clubs}", "Jester {Hearts; red}", "9 {blue}"]},
        bob={
            "hand": [
                "2 {Clubs; cyan}", "3 {Spades; red}", "Amalgam {Hearts; green}",
                "4 {Diamonds, Hearts}", "Joker {Clubs}",
            ]
        },
    )  # fmt: skip
    assert duel.playable("ann") == ["Jester", "9"]

    duel.play("ann", "Jester")

    assert duel.playable("bob") == ["Amalgam", "4", "Joker"]


@pytest.mark.rule("H-156", "H-157")
@pytest.mark.parametrize("card", ["Joker", "Jester"])
def test_a_joker_or_jester_is_still_not_the_first_card(card: str) -> None:
    duel = Duel(ann={"hand": [f"{card} {{Hearts; red}}", "9"]}, bob={"hand": ["3"]})

    assert duel.playable("ann") == ["9"]


@pytest.mark.rule("H-156", "H-157")
@pytest.mark.parametrize("card", ["Joker {Hearts}", "Jester {red}"])
def test_behind_a_joker_without_colour_or_a_jester_without_suit_comes_any_plain_card(
    card: str,
) -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["3", card]},
        bob={"hand": ["Jester {Hearts; red}", "8 {Hearts; red}", "2 {Hearts; red}", "10"]},
        cy={"hand": ["2", "Joker", "9"]},
    )

    duel.play("ann", card.split(" ")[0])
    assert duel.playable("bob") == ["2", "10"]
    duel.play("bob", "10")

    assert duel.playable("cy") == ["Joker", "9"]


# ---- vertebrae -----------------------------------------------------------------------------------


@pytest.mark.rule("H-158", "H-159", "H-160", "W-18")
def test_w18_a_credit_card_is_paid_and_jail_costs_who_cannot_pay_a_turn() -> None:
    duel = Duel(
        pile=["9"],
        ann={"hand": ["5", "Credit Card"], "vertebra": 5},
        bob={"hand": ["5", "Go to jail monopoly card"], "deck": ["10"], "vertebra": 1},
        cy={"hand": ["5", "3"], "deck": ["2"], "vertebra": 4},
    )

    duel.play("ann", "Credit Card")
    assert [duel.count(one, "vertebra") for one in ("ann", "bob", "cy")] == [2, 1, 7]
    duel.play("bob", "Go to jail monopoly card")

    assert [duel.count(one, "vertebra") for one in ("ann", "bob", "cy")] == [2, 4, 7]
    duel.play("cy", "3")
    assert duel.turn == "bob"
    duel.choose("bob", "yield")
    duel.choose("cy", "yield")
    assert duel.turn == "ann"


@pytest.mark.rule("H-158")
def test_a_credit_card_has_every_natural_number_and_with_three_vertebrae_fits_anything() -> None:
    hand = ["Jack", "Credit Card {Hearts}"]
    for top, poor, rich in [
        ("Lotto Ticket", True, True), ("Zero", True, True), ("-1", False, True),
        ("Joker {black}", False, True), ("6 {Clubs}", True, True), ("Jester {Clubs}", False, True),
    ]:  # fmt: skip
        for vertebrae, fits in ((2, poor), (3, rich)):
            duel = Duel(pile=[top], ann={"hand": hand, "vertebra": vertebrae}, bob={"hand": ["3"]})
            assert ("Credit Card" in duel.playable("ann")) is fits, (top, vertebrae)


@pytest.mark.rule("H-158")
def test_a_credit_card_accepts_any_value_from_zero_on() -> None:
    duel = Duel(
        pile=["Credit Card"],
        ann={"hand": ["-1", "Orb of Blight", "Joker", "Zero", "1", "10", "Lotto Ticket"]},
        bob={"hand": ["3"]},
    )

    assert duel.playable("ann") == ["Joker", "Zero", "1", "10", "Lotto Ticket"]


@pytest.mark.rule("H-158")
def test_with_two_vertebrae_a_credit_card_is_played_and_nobody_pays_or_gains() -> None:
    duel = Duel(
        pile=["9"],
        ann={"hand": ["5", "Credit Card"], "vertebra": 2},
        bob={"hand": ["5"], "vertebra": 1},
    )

    duel.play("ann", "Credit Card")

    assert duel.pile == ["9", "Credit Card"]
    assert [duel.count(one, "vertebra") for one in ("ann", "bob")] == [2, 1]


@pytest.mark.rule("H-159")
def test_who_played_the_card_beneath_gains_even_if_it_is_you() -> None:
    duel = Duel(
        pile=["3", "9"],
        ann={"hand": ["5", "Credit Card", "Zero"], "vertebra": 8},
        bob={"hand": ["5", "10"], "deck": ["2"], "vertebra": 0},
        turn="bob",
    )
    duel.play("bob", "10")
    duel.play("ann", "Credit Card")
    assert [duel.count(one, "vertebra") for one in ("ann", "bob")] == [5, 3]

    own = Duel(
        pile=["9"],
        ann={"hand": ["5", "10 [Speedy]", "Credit Card"], "vertebra": 8},
        bob={"hand": ["5"], "vertebra": 0},
    )
    own.play("ann", "10")
    own.play("ann", "Credit Card")

    assert [own.count(one, "vertebra") for one in ("ann", "bob")] == [8, 0]


@pytest.mark.rule("H-159")
def test_with_nothing_beneath_a_credit_card_costs_three_and_nobody_gains() -> None:
    duel = Duel(
        pile=[], ann={"hand": ["Credit Card"], "vertebra": 4}, bob={"hand": ["9"], "vertebra": 1}
    )

    duel.perform("ann", "Credit Card")

    assert [duel.count(one, "vertebra") for one in ("ann", "bob")] == [1, 1]


@pytest.mark.rule("H-160")
def test_jail_is_judged_for_each_who_played_a_credit_card_and_once() -> None:
    duel = Duel(
        pile=["9"],
        ann={"hand": ["5", "Credit Card", "Credit Card", "9"], "deck": ["2"], "vertebra": 12},
        bob={"hand": ["5", "Credit Card"], "deck": ["2"], "vertebra": 0},
        cy={"hand": ["5", "3", "9"], "deck": ["2"], "vertebra": 9},
        dan={"hand": ["5", "Go to jail monopoly card", "9"], "deck": ["2"], "vertebra": 0},
    )
    duel.play("ann", "Credit Card")
    duel.play("bob", "Credit Card")
    duel.play("cy", "3")
    duel.choose("dan", "yield")
    duel.play("ann", "Credit Card")
    duel.choose("bob", "yield")
    duel.choose("cy", "yield")
    have = {one: duel.count(one, "vertebra") for one in duel.match.players}

    duel.play("dan", "Go to jail monopoly card")

    after = {one: duel.count(one, "vertebra") for one in duel.match.players}
    assert have["bob"] < 3 <= have["ann"]
    assert {one: after[one] - have[one] for one in after} == {
        "ann": -3,
        "bob": 0,
        "cy": 0,
        "dan": 3,
    }
    assert [duel.count(one, "delay") for one in duel.match.players] == [0, 1, 0, 0]


@pytest.mark.rule("H-160")
def test_who_goes_to_jail_alone_gains_three_and_may_be_one_of_those_who_pay() -> None:
    duel = Duel(
        pile=["3"],
        ann={"hand": ["5", "Go to jail monopoly card"], "vertebra": 1},
        bob={"hand": ["5"], "vertebra": 9},
    )
    duel.play("ann", "Go to jail monopoly card")
    assert [duel.count(one, "vertebra") for one in ("ann", "bob")] == [4, 9]

    own = Duel(
        pile=["9"],
        ann={"hand": ["5", "Credit Card", "Go to jail monopoly card"], "vertebra": 6},
        bob={"hand": ["5"], "deck": ["10", "2"], "vertebra": 9},
    )
    own.play("ann", "Credit Card")
    own.choose("bob", "yield", "10")
    own.play("ann", "Go to jail monopoly card")

    assert [own.count(one, "vertebra") for one in ("ann", "bob")] == [3, 12]


@pytest.mark.rule("H-163")
@pytest.mark.parametrize(
    ("victim", "after"), [("ann", [4, 3, 2]), ("bob", [7, 0, 2]), ("cy", [4, 3, 2])]
)
def test_a_coup_duke_takes_three_vertebrae_from_who_has_them(victim: str, after: list[int]) -> None:
    duel = Duel(
        pile=["2"],
        ann={"hand": ["5", "Coup Duke"], "vertebra": 4},
        bob={"hand": ["5"], "vertebra": 3},
        cy={"hand": ["5"], "vertebra": 2},
    )

    duel.play("ann", "Coup Duke")
    assert duel.options("ann") == ["ann", "bob", "cy"]
    duel.choose("ann", victim)

    assert [duel.count(one, "vertebra") for one in ("ann", "bob", "cy")] == after


# ---- the lot -------------------------------------------------------------------------------------


@pytest.mark.rule("H-164")
@pytest.mark.parametrize(
    ("roll", "winners"), [(1, ["bob"]), (2, []), (57, []), (99, []), (100, ["ann"])]
)
def test_a_lotto_ticket_loses_on_one_and_wins_on_a_hundred(roll: int, winners: list[str]) -> None:
    duel = Duel(
        pile=["7 {Diamonds}"],
        ann={"hand": ["5", "Lotto Ticket"], "deck": ["2"]},
        bob={"hand": ["5"], "deck": ["2"]},
    )
    duel.fate(roll)

    duel.play("ann", "Lotto Ticket")

    assert list(duel.match.winners) == winners
    assert bool(winners) is duel.match.over


@pytest.mark.rule("H-164")
def test_a_lotto_ticket_that_loses_takes_one_of_three_out_of_the_game() -> None:
    duel = Duel(
        pile=["7 {Diamonds}"],
        ann={"hand": ["5", "Lotto Ticket"], "deck": ["2"]},
        bob={"hand": ["5"], "deck": ["2"]},
        cy={"hand": ["5"], "deck": ["2"]},
    )
    duel.fate(1)

    duel.play("ann", "Lotto Ticket")

    assert (duel.match.over, duel.turn) == (False, "bob")
    assert duel.options("ann") == []


# ---- the order of turns --------------------------------------------------------------------------


@pytest.mark.rule("H-165", "W-25")
def test_w25_uno_reverse_turns_the_order_round() -> None:
    duel = Duel(
        pile=["7 {Hearts; blue}"],
        ann={"hand": ["5", "Uno Reverse {Hearts; red}"]},
        bob={"hand": ["5"], "deck": ["2"]},
        cy={"hand": ["5"], "deck": ["2"]},
    )

    duel.play("ann", "Uno Reverse")

    assert duel.turn == "cy"
    duel.choose("cy", "yield")
    assert duel.turn == "bob"


@pytest.mark.rule("H-165", "W-25")
def test_w25_uno_reverse_between_two_gives_another_turn_and_one_only() -> None:
    duel = Duel(
        pile=["7 {Hearts; blue}"],
        ann={"hand": ["5", "Uno Reverse {Hearts; red}"], "deck": ["2"]},
        bob={"hand": ["5"], "deck": ["2"]},
    )

    duel.play("ann", "Uno Reverse")
    assert duel.turn == "ann"
    duel.choose("ann", "yield")

    assert duel.turn == "bob"


@pytest.mark.rule("H-165")
def test_uno_reverse_counts_who_is_left_and_not_who_began() -> None:
    duel = Duel(
        pile=["7 {Hearts; blue}"],
        ann={"hand": ["5", "Uno Reverse {Hearts; red}"]},
        bob={"hand": ["5"], "deck": ["2"]},
        cy={"hand": ["5"], "deck": ["2"]},
    )
    duel.choose("cy", "forfeit")

    duel.play("ann", "Uno Reverse")

    assert duel.turn == "ann"


@pytest.mark.rule("H-179")
@pytest.mark.parametrize(("top", "then"), [("10 {Clocks}", "cy"), ("10 {Stars}", "bob")])
def test_a_prince_turns_the_order_round_only_on_clocks(top: str, then: str) -> None:
    duel = Duel(
        pile=["9 of Clocks", top],
        ann={"hand": ["5", "Prince of Clocks"]},
        bob={"hand": ["5"]},
        cy={"hand": ["5"]},
    )

    duel.play("ann", "Prince of Clocks")

    assert duel.turn == then


@pytest.mark.rule("H-179", "H-165")
@pytest.mark.parametrize("card", ["Prince of Clocks", "Uno Reverse {Clocks}"])
def test_played_out_of_turn_a_reversing_card_reverses_at_once(card: str) -> None:
    duel = Duel(
        pile=["10 {Clocks}"],
        ann={"hand": ["5", "9"], "deck": ["2"]},
        bob={"hand": ["5", f"{card} [Timely]"]},
        cy={"hand": ["5"]},
    )

    (play,) = [option for option in duel.options("bob") if option.startswith("play")]
    duel.choose("bob", play)
    assert (duel.turn, len(duel.pile)) == ("ann", 2)
    duel.choose("ann", "yield")

    assert duel.turn == "cy"


# ---- quantum -------------------------------------------------------------------------------------


@pytest.mark.rule("H-166", "H-167", "W-21")
def test_w21_a_quantum_destroys_every_quantum_and_pays_each_keeper_once() -> None:
    duel = Duel(
        pile=["2", "5 {Hearts}"],
        pool=[],
        ann={"hand": ["9", "Quantum"], "deck": ["2", "Quantum"]},
        bob={"hand": ["9"], "deck": ["2"], "inventory": ["Quantum [Adamantine]", "Quantum"]},
        cy={"hand": ["9"], "deck": ["Quantum [Adamantine]", "2"]},
        dan={"hand": ["9"], "deck": ["2", "Quantum"]},
        eve={"hand": ["9"], "deck": ["2"]},
    )
    duel.fate(5)

    duel.play("ann", "Quantum")

    paid = [duel.count(one, "vertebra") for one in ("ann", "bob", "cy", "dan", "eve")]
    assert paid == [1, 1, 0, 1, 0]
    assert duel.pile == ["2", "5"]
    assert duel.cards("ann", "inventory") == ["9", "2"]
    assert duel.cards("bob", "inventory") == ["9", "2", "Quantum"]
    assert duel.deck("cy") == ["Quantum", "2"]
    assert duel.deck("dan") == ["2"]
    assert duel.cards("eve", "inventory") == ["9", "2", "Quantum"]
    assert duel.deck("eve") == ["2", "Quantum"]


@pytest.mark.rule("H-166", "W-21")
def test_a_quantum_that_was_bet_is_destroyed_in_the_pool_and_pays_who_bet_it() -> None:
    duel = Duel(
        pile=["2", "5 {Hearts}"],
        ann={"hand": ["9", "Quantum [Adamantine]"], "deck": ["2"]},
        bob={"hand": ["9"], "deck": ["2"]},
        cy={"hand": ["9"], "deck": ["2"]},
    )
    duel.add("9 [Holographic]", "cy", "pool")
    duel.add("Quantum [Holographic]", "cy", "pool")
    duel.fate(2)

    duel.play("ann", "Quantum")

    assert duel.cards("", "pool") == ["9"]
    assert [duel.count(one, "vertebra") for one in ("ann", "bob", "cy")] == [0, 0, 1]
    assert duel.pile == ["2", "5", "Quantum"]
    assert duel.cards("bob", "inventory") == ["9", "2", "Quantum"]
    assert duel.deck("bob") == ["2", "Quantum"]


@pytest.mark.rule("H-166")
def test_the_new_quantum_is_plain_and_can_fall_to_you() -> None:
    duel = Duel(
        pile=["2", "5 {Hearts}"],
        ann={"hand": ["9", "Quantum {Hearts; red} [Holographic]"], "deck": ["2"]},
        bob={"hand": ["9"], "deck": ["2"]},
    )
    duel.fate(1)

    duel.play("ann", "Quantum")

    (deck,) = [
        place
        for place in duel.match.view("ann")["places"]
        if (place["name"], place["owner"]) == ("deck", "ann")
    ]
    told_of = deck["properties"][deck["cards"].index("Quantum")]
    assert [told_of.get(what) for what in ("suit", "colour", "modifier")] == [
        None,
        ["transparent"],
        None,
    ]


@pytest.mark.rule("H-167")
def test_after_a_quantum_the_card_beneath_is_on_top_again_and_the_play_counts() -> None:
    duel = Duel(
        pile=["5 {Hearts}"],
        ann={"hand": ["9", "Quantum [Speedy]"], "deck": ["2"]},
        bob={"hand": ["9", "4", "5 [Speedy]"], "deck": ["2"]},
    )
    duel.fate(1)
    duel.play("ann", "Quantum")
    assert duel.turn == "ann"
    duel.choose("ann", "yield")
    draws(duel, "ann", "2")

    assert duel.playable("bob") == ["4", "5"]
    duel.play("bob", "5")

    assert duel.turn == "ann"


# ---- copies ---------------------------------------------------------------------------------------

TRADE = """## Trade {#trade}

- To hand a card to a player is to move it from your inventory to that player's inventory.
- At any time, a participant may hand a card to another participant.
"""


@pytest.mark.rule("H-138", "H-139")
@pytest.mark.parametrize(("card", "joined"), [("3", False), ("9", True)])
def test_who_obtains_a_card_gets_a_copy_in_their_deck_unless_one_is_in_play(
    card: str, joined: bool
) -> None:
    duel = Duel(
        pile=["Zero"],
        ann={"hand": ["3", "Exploding Kitten", "9"], "deck": ["5"]},
        bob={"hand": ["5"], "deck": ["2"]},
    )
    duel.fate(2)
    duel.play("ann", "Exploding Kitten")
    assert duel.hand("ann") == ["3"]
    duel.match.amend(TRADE)

    duel.choose("ann", "hand a card", card)
    chosen(duel, "ann", "bob")

    assert duel.cards("bob", "inventory") == ["5", "2", card]
    assert duel.deck("bob") == (["2", card] if joined else ["2"])
    assert duel.hand("ann") == ["3"]


# ---- orbs and duality ----------------------------------------------------------------------------


@pytest.mark.rule("H-172")
@pytest.mark.parametrize("who", ["ann", "cy"])
def test_an_orb_of_blight_adds_a_card_to_a_hand_of_your_choice(who: str) -> None:
    duel = Duel(
        pile=["9 {Blight}"],
        ann={"hand": ["5", "Orb of Blight"], "deck": ["2"]},
        bob={"hand": ["5"], "deck": ["2"]},
        cy={"hand": ["5"], "deck": ["2"]},
    )

    duel.play("ann", "Orb of Blight")
    assert duel.options("ann") == ["ann", "bob", "cy"]
    duel.choose("ann", who)

    assert duel.hand(who) == ["5", "-1 of Blight"]
    assert [len(duel.hand(one)) for one in ("ann", "bob", "cy")].count(2) == 1
    assert [duel.deck(one) for one in ("ann", "bob", "cy")] == [["2"]] * 3
    assert told(duel, "draw") == []
    assert "-1 of Blight" not in duel.cards(who, "inventory")


@pytest.mark.rule("H-173")
def test_an_orb_of_vitality_replaces_up_to_three_cards_where_they_are() -> None:
    duel = Duel(
        pile=["9 {Vitality}"],
        ann={"hand": ["5", "Orb of Vitality", "10"], "deck": ["2"]},
        bob={"hand": ["7", "8 [Adamantine]", "Joker"], "deck": ["2"]},
        cy={"hand": ["King"], "deck": ["2"]},
    )

    duel.play("ann", "Orb of Vitality")
    duel.choose("ann", "10")
    duel.choose("ann", "8", "7")

    assert duel.hand("ann") == ["5", "1 of Vitality"]
    assert duel.hand("bob") == ["Joker", "1 of Vitality", "1 of Vitality"]
    assert duel.hand("cy") == ["King"]
    assert told(duel, "destroy") == []


@pytest.mark.rule("H-173")
@pytest.mark.parametrize("chosen_cards", [[], ["King"]])
def test_an_orb_of_vitality_may_replace_fewer(chosen_cards: list[str]) -> None:
    duel = Duel(
        pile=["9 {Vitality}"],
        ann={"hand": ["5", "Orb of Vitality"], "deck": ["2"]},
        bob={"hand": ["7", "Joker"], "deck": ["2"]},
        cy={"hand": ["King", "9"], "deck": ["2"]},
    )

    duel.play("ann", "Orb of Vitality")
    duel.choose("ann", *chosen_cards, "enough")

    assert duel.hand("cy") == (["9", "1 of Vitality"] if chosen_cards else ["King", "9"])
    assert (duel.hand("ann"), duel.hand("bob")) == (["5"], ["7", "Joker"])


@pytest.mark.rule("H-174")
def test_duality_destroys_four_cards_of_your_deck_and_all_others_draw_two() -> None:
    deck = ["2", "9 [Adamantine]", "8", "3", "10", "7"]
    duel = Duel(
        pile=["9 {Blight}"],
        ann={"hand": ["5", "Duality of Life"], "deck": deck},
        bob={"hand": ["5"], "deck": ["2", "8", "10"]},
        cy={"hand": ["5"], "deck": ["2", "8", "10"]},
    )

    duel.play("ann", "Duality of Life")
    assert duel.options("ann") == ["2", "8", "3", "10", "7"]
    duel.choose("ann", "7", "8", "3", "10")
    draws(duel, "bob", "8", "10")
    draws(duel, "cy", "2", "10")

    assert duel.deck("ann") == ["2", "9"]
    assert duel.hand("ann") == ["5"]
    assert (duel.hand("bob"), sorted(duel.hand("cy"))) == (["5", "8", "10"], ["10", "2", "5"])


@pytest.mark.rule("H-174")
def test_duality_without_four_cards_that_can_be_destroyed_does_nothing() -> None:
    deck = ["2", "9 [Adamantine]", "8", "3"]
    duel = Duel(
        pile=["9 {Blight}"],
        ann={"hand": ["5", "Duality of Life"], "deck": deck},
        bob={"hand": ["5"], "deck": ["2", "8", "10"]},
    )

    duel.play("ann", "Duality of Life")

    assert duel.deck("ann") == ["2", "9", "8", "3"]
    assert (duel.turn, duel.hand("bob"), owed(duel)) == ("bob", ["5"], {})


# ---- stars and clocks ----------------------------------------------------------------------------


def starred(top: str = "10 {Stars}", **more: object) -> Duel:
    """Ann has played a Princess of Stars, Bob has drawn, and it is Ann's turn again."""
    duel = Duel(
        pile=["3", top],
        ann={"hand": ["5", "Princess of Stars"], "deck": ["2", "8", "Joker"]},
        bob={"hand": ["5"], "deck": ["9", "King", "Queen"]},
    )
    duel.play("ann", "Princess of Stars")
    duel.choose("bob", "yield")
    draws(duel, "bob", "9")
    return duel


def fetched(duel: Duel, answer: str) -> None:
    """Let Ann draw in her turn, and take from another deck or not."""
    duel.choose("ann", "yield")
    if "yes" not in duel.options("ann"):
        duel.choose("ann", "2")
    duel.choose("ann", answer)


@pytest.mark.rule("H-180")
def test_after_a_princess_on_stars_the_next_card_may_come_from_another_deck() -> None:
    duel = starred()

    fetched(duel, "yes")
    duel.choose("ann", "Queen")

    assert duel.hand("ann") == ["5", "Queen"]
    assert (duel.deck("ann"), duel.deck("bob")) == (["2", "8", "Joker"], ["King"])
    duel.choose("bob", "yield")
    duel.choose("ann", "yield")
    draws(duel, "ann", "8")
    assert duel.hand("ann") == ["5", "Queen", "8"]


@pytest.mark.rule("H-180", "H-183", "H-150")
def test_a_card_from_another_deck_counts_as_drawn() -> None:
    duel = Duel(
        pile=["3", "10 {Stars}"],
        ann={"hand": ["5", "4", "Princess of Stars [Speedy]", "Two {Stars}"], "deck": ["7", "9"]},
        bob={"hand": ["6"], "deck": ["2", "King"]},
    )
    duel.play("ann", "Princess of Stars")
    duel.play("ann", "Two")
    duel.choose("ann", "7", "9", "yes", "King")
    assert told(duel, "fetch", "draw") == ["ann fetch King", "ann draw 9"]

    duel.choose("ann", "5", "4")

    assert duel.hand("ann") == ["King", "9"]


@pytest.mark.rule("H-180")
def test_what_a_princess_gives_is_over_when_it_is_declined_once() -> None:
    duel = starred()
    fetched(duel, "no")
    draws(duel, "ann", "2")
    assert duel.hand("ann") == ["5", "2"]
    duel.choose("bob", "yield", "King")

    duel.choose("ann", "yield")
    draws(duel, "ann", "8")

    assert duel.hand("ann") == ["5", "2", "8"]


@pytest.mark.rule("H-180")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_two_princesses_do_not_add_up(answer: str) -> None:
    duel = Duel(
        pile=["3", "10 {Stars}"],
        ann={
            "hand": ["5", "Princess of Stars [Speedy]", "Princess of Stars"],
            "deck": ["2", "8", "Joker"],
        },
        bob={"hand": ["5"], "deck": ["9", "King", "Queen"]},
    )
    duel.play("ann", "Princess of Stars")
    duel.play("ann", "Princess of Stars")
    duel.choose("bob", "yield", "9")
    fetched(duel, answer)
    chosen(duel, "ann", "2", "Queen")
    duel.choose("bob", "yield")
    chosen(duel, "bob", "King")

    duel.choose("ann", "yield", "8")

    assert duel.turn == "bob"
    assert duel.hand("ann") == ["5", "Queen" if answer == "yes" else "2", "8"]


@pytest.mark.rule("H-180")
def test_a_princess_that_is_not_on_stars_gives_nothing() -> None:
    duel = starred("10 {Clocks}")

    duel.choose("ann", "yield")
    duel.choose("ann", "8")

    assert (duel.hand("ann"), duel.turn) == (["5", "8"], "bob")


@pytest.mark.rule("H-181", "W-32")
def test_w32_the_goddess_waits_for_a_card_without_clocks() -> None:
    duel = Duel(
        pile=["10 {Clocks}", "Queen"],
        ann={"hand": ["5", "Goddess of Clocks {Hearts}"], "deck": ["2", "8"]},
        bob={"hand": ["5", "Amalgam {12; Clocks; red}"], "deck": ["2", "9"]},
        cy={"hand": ["5", "Jack {Hearts; blue}", "10"], "deck": ["2", "9"]},
        dan={"hand": ["5", "10"], "deck": ["2", "9"]},
    )
    duel.play("ann", "Goddess of Clocks")
    duel.play("bob", "Amalgam")
    assert (owed(duel), duel.turn) == ({}, "cy")

    duel.play("cy", "Jack")
    draws(duel, "cy", "9")
    draws(duel, "dan", "2")
    assert (sorted(duel.hand("cy")), duel.hand("dan")) == (["10", "5", "9"], ["5", "10", "2"])
    duel.play("dan", "10")

    assert duel.hand("dan") == ["5", "2"]
    assert duel.turn == "ann"


@pytest.mark.rule("H-181")
def test_the_goddess_waits_for_you_too_and_for_plain_cards() -> None:
    duel = Duel(
        pile=["Queen"],
        ann={
            "hand": ["5", "Goddess of Clocks {Hearts} [Speedy]", "Amalgam {13}"],
            "deck": ["2", "8"],
        },
        bob={"hand": ["5"], "deck": ["2", "9"]},
    )
    duel.play("ann", "Goddess of Clocks")
    assert (duel.turn, duel.hand("ann")) == ("ann", ["5", "Amalgam"])

    duel.play("ann", "Amalgam")
    draws(duel, "ann", "8")

    assert duel.hand("ann") == ["5", "8"]


@pytest.mark.rule("H-181")
def test_several_goddesses_wait_for_the_same_card() -> None:
    duel = Duel(
        pile=["Queen"],
        ann={"hand": ["5", "Goddess of Clocks"], "deck": ["2", "8"]},
        bob={"hand": ["5", "Goddess of Clocks"], "deck": ["2", "9"]},
        cy={"hand": ["5", "Queen"], "deck": ["2", "9", "10"]},
    )
    duel.play("ann", "Goddess of Clocks")
    duel.play("bob", "Goddess of Clocks")

    duel.play("cy", "Queen")
    duel.choose("cy", "cy")
    draws(duel, "cy", "2", "9", "10")

    assert sorted(duel.hand("cy")) == ["10", "2", "9"]


@pytest.mark.rule("H-182", "W-22")
def test_w22_a_god_of_stars_makes_the_next_player_draw_a_card_with_stars() -> None:
    duel = Duel(
        pile=["Queen"],
        ann={"hand": ["5", "God of Stars"], "deck": ["2"]},
        bob={"hand": ["5"], "deck": ["7 of Stars", "3"]},
        cy={"hand": ["5"], "deck": ["2"]},
    )

    duel.play("ann", "God of Stars")
    if duel.turn != "bob" or "yield" not in duel.options("bob"):
        assert "3" not in duel.options("bob")
        draws(duel, "bob", "7 of Stars")

    assert (duel.hand("bob"), duel.deck("bob")) == (["5", "7 of Stars"], ["3"])


@pytest.mark.rule("H-182", "W-22")
@pytest.mark.parametrize(
    ("deck", "left"), [(["3 [Adamantine]", "9"], ["3"]), ([], []), (["9", "10"], [])]
)
def test_w22_without_a_card_with_stars_the_deck_is_destroyed_and_nothing_is_drawn(
    deck: list[str], left: list[str]
) -> None:
    duel = Duel(
        pile=["Queen"],
        ann={"hand": ["5", "God of Stars"], "deck": ["2", "8"]},
        bob={"hand": ["5", "9 of Stars"], "deck": deck},
        cy={"hand": ["5"], "deck": ["2", "9"]},
    )

    duel.play("ann", "God of Stars")

    assert duel.deck("bob") == left
    assert (duel.hand("bob"), duel.turn, owed(duel)) == (["5", "9 of Stars"], "bob", {})
    assert (duel.deck("ann"), duel.deck("cy")) == (["2", "8"], ["2", "9"])


# ---- two and eight -------------------------------------------------------------------------------


@pytest.mark.rule("H-183", "W-29")
def test_w29_a_two_destroys_as_many_cards_as_were_drawn() -> None:
    duel = Duel(
        pile=["3"],
        ann={"hand": ["Two {Hearts; red}", "9", "5"], "deck": ["8", "10", "7"]},
        bob={"hand": ["5"], "deck": ["2"]},
    )

    duel.play("ann", "Two")
    duel.choose("ann", "8", "7")
    duel.choose("ann", "9", "5")

    assert (duel.hand("ann"), duel.deck("ann")) == (["8", "7"], ["10"])


@pytest.mark.rule("H-183", "W-29")
def test_w29_a_two_that_draws_nothing_destroys_nothing() -> None:
    duel = Duel(
        pile=["3"],
        ann={"hand": ["Two {Hearts; red}", "9", "5"], "deck": ["8", "10"]},
        bob={"hand": ["5"], "deck": ["2"]},
    )

    duel.play("ann", "Two")
    duel.choose("ann", "enough")

    assert (duel.hand("ann"), duel.turn) == (["9", "5"], "bob")


@pytest.mark.rule("H-183", "W-29")
def test_w29_the_penalty_of_a_torn_two_counts_and_what_useless_draws_later_does_not() -> None:
    duel = Duel(
        pile=["3"],
        ann={
            "hand": ["Two {Hearts; red} [Torn, Useless]", "9", "5", "6"],
            "deck": ["8", "10", "7", "4"],
        },
        bob={"hand": ["5"], "deck": ["2"]},
    )
    duel.fate(1)

    duel.play("ann", "Two")
    duel.choose("ann", "8")
    duel.choose("ann", "7", "10")
    duel.choose("ann", "9", "5", "6")
    if "4" in duel.options("ann"):
        duel.choose("ann", "4")

    assert sorted(duel.hand("ann")) == ["10", "4", "7", "8"]


@pytest.mark.rule("H-183")
def test_a_two_cannot_choose_adamantine_cards_while_there_are_others() -> None:
    duel = Duel(
        pile=["3"],
        ann={"hand": ["Two", "9 [Adamantine]", "5"], "deck": ["8", "10 [Adamantine]"]},
        bob={"hand": ["5"], "deck": ["2"]},
    )

    duel.play("ann", "Two")
    duel.choose("ann", "10", "enough")

    assert duel.hand("ann") == ["9", "10"]


@pytest.mark.rule("H-183")
def test_a_two_with_only_adamantine_cards_left_destroys_what_it_can() -> None:
    duel = Duel(
        pile=["3"],
        ann={"hand": ["Two", "9 [Adamantine]", "5"], "deck": ["8 [Adamantine]", "10 [Adamantine]"]},
        bob={"hand": ["5"], "deck": ["2"]},
    )

    duel.play("ann", "Two")
    duel.choose("ann", "10", "8")

    assert (duel.hand("ann"), duel.turn) == (["9", "10", "8"], "bob")


@pytest.mark.rule("H-150", "W-33")
def test_w33_an_eight_goes_again_after_a_draw_that_the_previous_turn_brought() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["5", "Jack {Hearts}"], "deck": ["2"]},
        bob={"hand": ["5", "8 {Hearts}"], "deck": ["9", "2"]},
        cy={"hand": ["5"], "deck": ["2"]},
    )
    duel.play("ann", "Jack")
    draws(duel, "bob", "9")

    duel.play("bob", "8")

    assert duel.turn == "bob"
    duel.play("bob", "9")
    assert duel.turn == "cy"


@pytest.mark.rule("H-150", "W-33")
def test_w33_an_eight_does_not_go_again_when_another_turn_came_between() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["5", "Jack {Hearts}"], "deck": ["2"]},
        bob={"hand": ["5", "8 {Hearts}"], "deck": ["9", "2"], "delay": 1},
        cy={"hand": ["5"], "deck": ["2"]},
        dan={"hand": ["5"], "deck": ["2"]},
    )
    duel.play("ann", "Jack")
    draws(duel, "bob", "9")
    for player in ("cy", "dan", "ann"):
        duel.choose(player, "yield")

    duel.play("bob", "8")

    assert duel.turn == "cy"


@pytest.mark.rule("H-150", "W-33")
@pytest.mark.parametrize("late", [True, False])
def test_w33_a_draw_that_an_earlier_turn_brought_does_not_count_even_if_made_late(
    late: bool,
) -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["5", "King {Hearts}"], "deck": ["2"]},
        bob={"hand": ["5", "Jack {Clubs}"], "deck": ["2"]},
        cy={"hand": ["5", "8 {Hearts; red}", "10"], "deck": ["9", "2", "3"]},
    )
    duel.play("ann", "King")
    duel.choose("ann", "cy", "enough")
    while "settle" not in duel.options("cy"):
        duel.choose("cy", "9")
    if late:
        duel.choose("cy", "settle")
        draws(duel, "cy", "9")
    duel.choose("bob", "yield")
    duel.add("7 {Hearts}", "ann", "pile")
    assert (duel.turn, len(duel.hand("cy")), owed(duel)) == ("cy", 4, {})

    duel.play("cy", "8")

    assert duel.turn == "ann"


@pytest.mark.rule("H-150")
def test_an_eight_does_not_go_again_for_what_was_not_drawn_or_drawn_by_others() -> None:
    duel = Duel(
        pile=["10 {Blight, Hearts}"],
        ann={"hand": ["5", "Orb of Blight"], "deck": ["2"]},
        bob={"hand": ["5", "8 {Blight}"], "deck": ["9", "2"]},
        cy={"hand": ["5"], "deck": ["2"]},
    )
    duel.play("ann", "Orb of Blight")
    duel.choose("ann", "bob")

    duel.play("bob", "8")

    assert duel.turn == "cy"


@pytest.mark.rule("H-150")
def test_an_eight_goes_again_when_you_yourself_took_the_previous_turn_and_drew() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["5", "8", "7 [Speedy, Useless]"], "deck": ["2", "3"]},
        bob={"hand": ["5"], "deck": ["2"]},
    )
    duel.play("ann", "7")
    draws(duel, "ann", "2")
    assert duel.turn == "ann"

    duel.play("ann", "8")

    assert duel.turn == "ann"


@pytest.mark.rule("H-150", "H-389")
def test_an_owed_draw_that_is_made_as_the_own_turn_begins_is_none_of_that_turn() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["5", "Jack {Hearts}"], "deck": ["2"]},
        bob={"hand": ["5", "10 {Hearts} [Speedy]", "8 {Hearts}"], "deck": ["9", "2"]},
        cy={"hand": ["5"], "deck": ["2"]},
    )
    duel.play("ann", "Jack")
    draws(duel, "bob", "9")
    duel.play("bob", "10")
    assert duel.turn == "bob"

    duel.play("bob", "8")

    assert duel.turn == "cy"


@pytest.mark.rule("H-150")
def test_an_eight_upon_an_eight_counts_the_turn_before_each() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["5", "Jack {Hearts}"], "deck": ["2"]},
        bob={"hand": ["5", "8 {Hearts}", "8 {Hearts; red}"], "deck": ["9", "2"]},
        cy={"hand": ["5"], "deck": ["2"]},
    )
    duel.play("ann", "Jack")
    draws(duel, "bob", "9")
    duel.play("bob", "8")
    assert duel.turn == "bob"

    duel.play("bob", "8")

    assert duel.turn == "cy"
