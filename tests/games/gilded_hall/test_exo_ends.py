"""How a game of Exoptosis ends: empty hands, forfeits, clocks and consent; and how it begins."""

from __future__ import annotations

from collections import Counter

import pytest

from deckmastor.match import load
from games.gilded_hall.duel import BOOK, Duel
from games.telling import seen

DAY = 24 * 3600
SEVEN = "7 {Hearts; red}"


# ---- winning -------------------------------------------------------------------------------------


@pytest.mark.rule("H-342")
def test_who_plays_their_last_card_wins_and_others_do_not() -> None:
    duel = Duel(pile=[SEVEN], ann={"hand": ["3", "8"]}, bob={"hand": ["9"]}, cy={"hand": ["4"]})
    duel.play("ann", "8")
    assert not duel.match.over

    duel.play("bob", "9")

    assert duel.match.over
    assert duel.match.winners == ["bob"]


@pytest.mark.rule("H-343", "H-345")
def test_hands_are_looked_at_when_a_play_is_wholly_resolved() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["6 [Useless]"], "deck": ["2", "3"]},
        bob={"hand": ["9", "8"]},
    )

    duel.play("ann", "6")
    assert (duel.hand("ann"), duel.match.over) == ([], False)
    duel.choose("ann", "3")

    assert (duel.hand("ann"), duel.match.over) == (["3"], False)


@pytest.mark.rule("W-24", "H-344")
@pytest.mark.parametrize(
    ("card", "winner"), [("4 {Hearts} [Useless]", "bob"), ("3 {Hearts}", "ann")]
)
def test_w24_deceitful_may_backfire(card: str, winner: str) -> None:
    duel = Duel(
        pile=["9"],
        ann={"hand": ["9 [Deceitful]"], "deck": ["2"]},
        bob={"hand": [card]},
        cy={"hand": []},
    )

    duel.play("ann", "9")

    assert duel.match.winners == [winner]


@pytest.mark.rule("H-344")
def test_of_several_empty_hands_the_one_that_became_empty_first_wins() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["8 [Wrathful]"]},
        bob={"hand": ["9"]},
        cy={"hand": ["4"]},
    )

    duel.play("ann", "8")

    assert duel.match.winners == ["ann"]


@pytest.mark.rule("H-346")
def test_one_can_win_on_another_players_turn() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["3", "8 [Wrathful]", "4"]},
        bob={"hand": ["9", "5"]},
        cy={"hand": ["4"]},
    )

    duel.play("ann", "8")
    duel.choose("ann", "4", "9")

    assert duel.match.winners == ["cy"]


@pytest.mark.rule("H-383", "H-011")
@pytest.mark.parametrize(("die", "winners"), [(1, ["bob"]), (100, ["ann"]), (57, [])])
def test_a_lotto_ticket_loses_or_wins_when_the_play_is_resolved(
    die: int, winners: list[str]
) -> None:
    hand = ["2", "Lotto Ticket {Hearts} [Holographic]"]
    duel = Duel(pile=[SEVEN], ann={"hand": hand}, bob={"hand": ["9"]})
    duel.fate(die)

    duel.play("ann", "Lotto Ticket")

    assert duel.match.winners == winners
    assert duel.count("ann", "vertebra") == 1


@pytest.mark.rule("H-383")
def test_who_loses_by_a_play_does_not_win_by_it() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["Lotto Ticket {Hearts}"]},
        bob={"hand": ["9"]},
        cy={"hand": ["10"]},
    )
    duel.fate(1)

    duel.play("ann", "Lotto Ticket")

    assert not duel.match.over
    assert duel.turn == "bob"
    assert duel.options("ann") == []


# ---- forfeits ------------------------------------------------------------------------------------


@pytest.mark.rule("H-366", "H-369")
def test_who_forfeits_is_out_with_hand_and_deck_and_what_they_played_stays() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["3", "8"], "deck": ["9"]},
        bob={"hand": ["9", "2"], "deck": ["6"]},
        cy={"hand": ["4"], "deck": ["5"]},
    )
    duel.play("ann", "8")

    duel.choose("ann", "forfeit")

    assert (duel.hand("ann"), duel.deck("ann"), duel.pile) == ([], [], ["7", "8"])
    assert (duel.hand("cy"), duel.deck("cy")) == (["4"], ["5"])
    assert not duel.match.over
    duel.play("bob", "9")
    assert duel.turn == "cy"
    duel.choose("cy", "yield")
    assert duel.turn == "bob"


@pytest.mark.rule("H-369")
def test_if_it_was_their_turn_it_ends() -> None:
    duel = Duel(pile=[SEVEN], ann={"hand": ["3"]}, bob={"hand": ["9"]}, cy={"hand": ["4"]})

    duel.choose("ann", "forfeit")

    assert duel.turn == "bob"


@pytest.mark.rule("H-369")
def test_cards_that_a_chosen_giver_owes_to_who_forfeits_lapse() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["3", "9"]},
        bob={"hand": ["8", "10"], "deck": ["2"]},
        cy={"hand": ["4", "5"], "deck": ["2"]},
    )
    duel.choose("ann", "yield", "cy")

    duel.choose("ann", "forfeit")

    assert "present 4" not in duel.options("cy")
    duel.play("bob", "8")
    assert duel.hand("cy") == ["4", "5"]


@pytest.mark.rule("H-368")
def test_the_last_one_left_wins() -> None:
    duel = Duel(pile=[SEVEN], ann={"hand": ["3"]}, bob={"hand": ["9"]}, cy={"hand": ["4"]})

    duel.choose("bob", "forfeit")
    assert not duel.match.over
    duel.choose("ann", "forfeit")

    assert duel.match.winners == ["cy"]


@pytest.mark.rule("H-366")
def test_a_table_can_do_without_conceding() -> None:
    seats = {"ann": {"hand": ["3"]}, "bob": {"hand": ["9"]}}
    duel = Duel(pile=[SEVEN], values={"conceding": "no"}, **seats)

    assert duel.options("ann") == ["yield"]


@pytest.mark.rule("H-295")
def test_who_does_not_act_within_24_hours_of_the_start_of_their_turn_forfeits() -> None:
    duel = Duel(pile=[SEVEN], ann={"hand": ["3"]}, bob={"hand": ["8", "4"]}, cy={"hand": ["4"]})
    duel.wait(DAY - 1)
    assert duel.turn == "ann"

    duel.wait(1)

    assert duel.turn == "bob"
    assert duel.options("ann") == []
    duel.wait(DAY - 1)
    duel.play("bob", "8")
    duel.wait(DAY - 1)
    assert duel.turn == "cy"
    assert duel.options("bob") != []


@pytest.mark.rule("H-295", "H-352")
def test_a_turn_more_has_24_hours_of_its_own() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["3", "8 [Speedy]", "9"]},
        bob={"hand": ["8", "4"]},
        cy={"hand": ["4"]},
    )
    duel.wait(DAY - 1)
    duel.play("ann", "8")
    assert duel.turn == "ann"

    duel.wait(DAY - 1)
    assert duel.playable("ann") == ["9"]
    duel.wait(1)

    assert duel.turn == "bob"


@pytest.mark.rule("H-295")
def test_saying_something_else_does_not_stop_the_clock() -> None:
    duel = Duel(pile=[SEVEN], ann={"hand": ["3"]}, bob={"hand": ["8", "4"]}, cy={"hand": ["4"]})
    duel.wait(DAY - 1)
    duel.choose("ann", "assent", "dissent")

    duel.wait(1)

    assert duel.turn == "bob"


# ---- consent -------------------------------------------------------------------------------------


@pytest.mark.rule("H-370")
def test_with_the_consent_of_everybody_who_is_left_the_game_ends_without_winner() -> None:
    duel = Duel(pile=[SEVEN], ann={"hand": ["3"]}, bob={"hand": ["9"]}, cy={"hand": ["4"]})
    duel.choose("bob", "assent")
    duel.choose("ann", "assent")
    duel.choose("bob", "dissent")
    duel.choose("cy", "assent")
    assert not duel.match.over

    duel.choose("bob", "assent")

    assert duel.match.over
    assert duel.match.winners == []


# ---- turns ---------------------------------------------------------------------------------------


@pytest.mark.rule("W-08", "H-352")
def test_w08_speedy_twice_in_a_row_counts_once() -> None:
    duel = Duel(
        pile=["5"],
        ann={"hand": ["5 [Speedy]", "5 [Speedy]", "9 [Speedy]", "2"]},
        bob={"hand": ["6 {Hearts} [Speedy]", "3"]},
        cy={"hand": ["10", "4"]},
    )
    duel.play("ann", "5")
    assert duel.turn == "ann"
    duel.play("ann", "5")
    assert duel.turn == "bob"
    duel.play("bob", "6")
    assert duel.turn == "cy"
    duel.play("cy", "10")
    duel.play("ann", "9")

    assert duel.turn == "ann"


@pytest.mark.rule("W-33")
def test_w33_an_eight_gives_a_turn_more_after_a_draw_for_the_turn_before() -> None:
    duel = Duel(
        pile=["10 {Hearts}"],
        ann={"hand": ["3", "Jack {Hearts}", "9"]},
        bob={"hand": ["7", "8 {Hearts}", "2"], "deck": ["Ace"]},
    )
    duel.play("ann", "Jack")
    assert duel.hand("bob") == ["7", "8", "2", "Ace"]

    duel.play("bob", "8")

    assert duel.turn == "bob"


@pytest.mark.rule("W-33")
def test_w33_not_if_another_turn_was_concluded_in_between() -> None:
    duel = Duel(
        pile=["10 {Hearts}"],
        ann={"hand": ["3", "Jack {Hearts}", "9"]},
        bob={"hand": ["10 {Hearts}", "9 {Hearts}"], "deck": ["Ace"]},
        cy={"hand": ["7", "8 {Hearts}", "2"], "deck": ["Ace", "3"]},
    )
    duel.play("ann", "Jack")
    duel.play("bob", "10")

    duel.play("cy", "8")

    assert duel.turn == "ann"


# ---- setting up ----------------------------------------------------------------------------------


def begun(n: int = 3, seed: int = 1) -> Duel:
    """A match from its packs on, to the choice of hands."""
    duel = Duel.__new__(Duel)
    duel.game = load(BOOK)
    duel.carried = False
    duel.match = duel.game.start(["ann", "bob", "cy", "dee"][:n], seed)
    return duel


@pytest.mark.rule("H-289", "H-290", "H-305")
def test_everybody_takes_at_least_4_cards_of_their_deck_that_are_not_timely() -> None:
    duel = begun()
    timely = 0
    for name in ("ann", "bob", "cy"):
        deck = duel.deck(name)
        assert Counter(deck) == Counter(duel.cards(name, "inventory"))
        assert len(deck) == 13
        offered = duel.options(name)
        assert "enough" not in offered
        timely += len(deck) - len(offered)
        for _ in range(4):
            assert "enough" not in duel.options(name)
            duel.choose(name, duel.options(name)[-1])
        duel.choose(name, "enough")

    assert [len(duel.hand(name)) for name in ("ann", "bob", "cy")] == [4, 4, 4]
    assert [len(duel.deck(name)) for name in ("ann", "bob", "cy")] == [9, 9, 9]


@pytest.mark.rule("H-338", "H-340")
def test_the_first_turn_begins_when_all_have_taken_their_hands() -> None:
    duel = begun()
    for name in ("ann", "bob", "cy"):
        assert all("raise" not in duel.options(other) for other in ("ann", "bob", "cy"))
        assert duel.playable("ann") == []
        while "enough" not in duel.options(name):
            duel.choose(name, duel.options(name)[0])
        duel.choose(name, "enough")

    assert any("raise" in duel.options(name) for name in ("ann", "bob", "cy"))


@pytest.mark.rule("H-348", "H-350")
def test_turns_go_from_the_most_cards_to_the_fewest_and_stay_so() -> None:
    duel = begun()
    for name, n in (("ann", 5), ("bob", 4), ("cy", 6)):
        for _ in range(n):
            duel.choose(name, duel.options(name)[0])
        duel.choose(name, "enough")

    seats = [duel.match.players[seat] for seat in duel.match.state.order]
    assert seats == ["cy", "ann", "bob"]
    assert duel.turn == "cy"


@pytest.mark.rule("H-349")
def test_equal_numbers_of_cards_are_put_in_random_order() -> None:
    firsts = set()
    for seed in range(12):
        duel = begun(2, seed)
        for name in ("ann", "bob"):
            for _ in range(4):
                duel.choose(name, duel.options(name)[0])
            duel.choose(name, "enough")
        firsts.add(duel.turn)

    assert firsts == {"ann", "bob"}


@pytest.mark.rule("H-337")
def test_everybody_sees_all_hands_and_decks() -> None:
    duel = Duel(ann={"hand": ["3"]}, bob={"hand": ["9", "2"], "deck": ["Ace", "5"]})

    assert seen(duel, "ann", "hand", "bob") == ["9", "2"]
    assert seen(duel, "ann", "deck", "bob") == ["Ace", "5"]
