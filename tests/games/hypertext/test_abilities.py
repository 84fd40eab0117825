"""The abilities, each with its branches."""

from __future__ import annotations

import pytest

from deckmastor.match import IllegalChoice
from deckmastor.testing import Table
from games.hypertext.reading_room import finish, lay, points, scored, seen, told

DECK = ["JONAH", "CLEAN", "BLIND", "MEEK", "POOR"]  # the top card is POOR


def revealed(card: str, *answers: str, deck: list[str] | None = None, **laid: object) -> Table:
    """A table on which A has revealed a card, and answered what its ability asks."""
    cards = (DECK if deck is None else deck) + [card]
    table = lay(deck=cards, **laid)  # type: ignore[arg-type]
    table.choose("A", f"reveal {card}", *answers)
    return table


# ---- COMMON ---------------------------------------------------------------------------------


@pytest.mark.rule("X-026", "X-139")
def test_gather_draws_a_card() -> None:
    table = revealed("LAMB")

    assert table.cards("A", "hand") == ["POOR"]


@pytest.mark.rule("X-143")
def test_sift_may_put_back_what_it_drew() -> None:
    table = revealed("FLOCK", "MEEK", a={"hand": ["WALK"]})

    assert table.cards("A", "hand") == ["WALK", "POOR"]
    assert table.cards("", "deck") == ["MEEK", "JONAH", "CLEAN", "BLIND"]


@pytest.mark.rule("X-143", "X-054")
def test_sift_puts_a_card_back_even_if_it_could_draw_only_one() -> None:
    table = revealed("FLOCK", "WALK", deck=["POOR"], a={"hand": ["WALK"]})

    assert table.cards("A", "hand") == ["POOR"]
    assert table.cards("", "deck") == ["WALK"]


@pytest.mark.rule("X-142")
def test_sift_does_nothing_without_a_deck() -> None:
    table = revealed("FLOCK", deck=[], a={"hand": ["WALK"]})

    assert table.cards("A", "hand") == ["WALK"]
    assert table.cards("", "deck") == []


@pytest.mark.rule("X-141")
def test_glimpse_puts_three_cards_back_in_any_order() -> None:
    table = revealed("BLOOD", "POOR", "MEEK")  # BLIND comes last, and lies on top

    assert table.cards("", "deck") == ["JONAH", "CLEAN", "POOR", "MEEK"]
    assert table.cards("B", "study") == ["BLIND"]
    assert seen(table, "A", "deck") == [None, None, "POOR", "MEEK"]
    assert seen(table, "C", "deck") == [None, None, None, None]


@pytest.mark.rule("X-064", "X-142")
@pytest.mark.parametrize(("pile", "hand"), [(["RUN", "WALK"], ["WALK"]), ([], [])])
def test_glean_takes_the_top_card_of_the_discard_pile(pile: list[str], hand: list[str]) -> None:
    table = revealed("EARTH", discard=pile)

    assert table.cards("A", "hand") == hand


@pytest.mark.rule("X-144")
@pytest.mark.parametrize(("answer", "drawn"), [("yes", "MEEK"), ("no", "POOR")])
def test_winnow_draws_in_any_case(answer: str, drawn: str) -> None:
    table = revealed("THRONE", answer)

    assert table.cards("A", "hand") == [drawn]


@pytest.mark.rule("X-144")
def test_winnow_draws_a_single_card_again() -> None:
    table = revealed("THRONE", "yes", deck=["POOR"])

    assert table.cards("A", "hand") == ["POOR"]


@pytest.mark.rule("X-141")
def test_pick_takes_one_of_two_and_hides_the_other() -> None:
    table = revealed("CROWN", "MEEK")

    assert table.cards("A", "hand") == ["MEEK"]
    assert table.cards("", "deck") == ["POOR", "JONAH", "CLEAN", "BLIND"]
    assert seen(table, "B", "hand", "A") == [None]


@pytest.mark.rule("X-144")
@pytest.mark.parametrize(
    ("answer", "stack"), [("yes", ["VERB-01", "NOUN-01"]), ("no", ["NOUN-01", "VERB-01"])]
)
def test_foresee_may_bury_the_next_goal(answer: str, stack: list[str]) -> None:
    table = revealed("WATER", answer, stack=["NOUN-01", "VERB-01"])

    assert table.cards("", "goal stack") == stack


@pytest.mark.rule("X-142")
def test_foresee_does_nothing_without_markers() -> None:
    table = revealed("WATER")

    assert table.cards("A", "spent pile") == ["WATER"]


# ---- UNCOMMON -------------------------------------------------------------------------------


@pytest.mark.rule("X-144", "X-027")
def test_trade_draws_two_for_a_card_of_its_type() -> None:
    table = revealed("RANSOM", "yes", a={"hand": ["LAMB", "RUN"]})

    assert table.cards("", "discard pile") == ["LAMB"]
    assert table.cards("A", "hand") == ["RUN", "POOR", "MEEK"]


@pytest.mark.rule("X-144")
def test_trade_may_be_declined() -> None:
    table = revealed("RANSOM", "no", a={"hand": ["LAMB"]})

    assert table.cards("A", "hand") == ["LAMB"]


@pytest.mark.rule("X-144")
def test_trade_gives_nothing_to_whoever_has_no_such_card() -> None:
    table = revealed("RANSOM", a={"hand": ["RUN"]})

    assert table.cards("A", "hand") == ["RUN"]


@pytest.mark.rule("X-144", "X-025")
def test_testify_shows_a_card_to_all() -> None:
    table = revealed("MIGHTY", "yes", a={"hand": ["LAMB", "RUN"]})

    assert seen(table, "C", "hand", "A") == ["RUN", None, None]
    assert table.cards("A", "hand") == ["LAMB", "RUN", "POOR"]


@pytest.mark.rule("X-145", "X-141")
def test_seek_turns_cards_up_until_one_is_of_its_type() -> None:
    table = revealed("WISDOM", deck=["JONAH", "STAFF", "CLEAN", "BLIND"])

    assert table.cards("A", "hand") == ["STAFF"]
    assert seen(table, "B", "hand", "A") == ["STAFF"]
    assert sorted(table.cards("", "deck")) == ["BLIND", "CLEAN", "JONAH"]
    assert table.cards("", "deck")[-1] == "JONAH"  # the others lie on the bottom


@pytest.mark.rule("X-145", "X-142")
def test_seek_stops_after_four_cards() -> None:
    table = revealed("WISDOM", deck=["STAFF", "JONAH", "CLEAN", "BLIND", "MEEK"])

    assert table.cards("A", "hand") == []
    assert len(told(table, "uncover")) == 4


@pytest.mark.rule("X-142")
def test_recover_takes_a_chosen_card_of_its_type() -> None:
    table = revealed("STAFF", "LAMB", discard=["LAMB", "FLOCK", "WALK"])

    assert table.cards("A", "hand") == ["LAMB"]


@pytest.mark.rule("X-146")
def test_ask_exchanges_cards() -> None:
    table = revealed("GATHER", "B", a={"hand": ["LAMB", "CROWN"]}, b={"hand": ["WALK", "RUN"]})

    table.choose("B", "RUN")
    offered = table.options("A")
    table.choose("A", "CROWN")

    assert offered == ["LAMB", "CROWN"]  # not the card that was just received
    assert table.cards("A", "hand") == ["LAMB", "RUN"]
    assert table.cards("B", "hand") == ["WALK", "CROWN"]


@pytest.mark.rule("X-146")
def test_the_card_received_goes_back_if_it_is_the_only_one() -> None:
    table = revealed("GATHER", "B", b={"hand": ["WALK"]})

    assert table.cards("A", "hand") == []
    assert table.cards("B", "hand") == ["WALK"]


@pytest.mark.rule("X-146")
def test_ask_exchanges_nothing_with_whoever_has_no_such_card() -> None:
    table = revealed("PRIEST", "B", a={"hand": ["RUN"]}, b={"hand": ["KING", "WALK"]})

    assert table.cards("A", "hand") == ["RUN"]
    assert table.cards("B", "hand") == ["KING", "WALK"]  # a TITLE is no NOUN


@pytest.mark.rule("X-147")
@pytest.mark.parametrize(("goals", "cards"), [(1, 1), (2, 2), (3, 2)])
def test_count_draws_for_goals_of_its_type(goals: int, cards: int) -> None:
    names = [*["NOUN-01", "NOUN-04", "NOUN-05"][:goals], "VERB-01"]
    table = revealed(
        "KINGDOM", goals=dict.fromkeys(names, ""), b={"spent pile": ["EARTH", "WATER"]}
    )

    assert len(table.cards("A", "hand")) == cards  # NOUN-04 counts although it is dead


# ---- RARE -----------------------------------------------------------------------------------


@pytest.mark.rule("X-148", "X-028")
@pytest.mark.parametrize(("deck", "drawn"), [(5, 3), (2, 2)])
def test_depth_draws_as_many_as_there_are(deck: int, drawn: int) -> None:
    table = revealed("SHEPHERD", deck=DECK[:deck])

    assert len(table.cards("A", "hand")) == drawn


@pytest.mark.rule("X-148", "X-141")
@pytest.mark.parametrize("looked", [5, 3])
def test_measure_looks_at_as_many_as_there_are(looked: int) -> None:
    table = revealed("KING", deck=DECK[:looked])
    offered = table.options("A")
    table.choose("A", "CLEAN")
    while not table.quiet:
        table.choose("A", table.options("A")[0])

    assert len(offered) == looked
    assert table.cards("A", "hand") == ["CLEAN"]
    assert len(table.cards("", "deck")) == looked - 1


@pytest.mark.rule("X-149")
def test_reclaim_takes_any_card_that_is_not_higher() -> None:
    table = revealed("RETURN", "WALK", discard=["WALK", "CALL", "SAVE"])

    assert table.cards("A", "hand") == ["WALK"]


@pytest.mark.rule("X-144", "X-149")
@pytest.mark.parametrize(("shown", "drawn"), [("CALL", 3), ("WALK", 2), ("RUN", 1)])
def test_compare_draws_by_the_shown_card(shown: str, drawn: int) -> None:
    table = revealed("BLESS", "yes", a={"hand": [shown]})

    assert len(table.cards("A", "hand")) == 1 + drawn


@pytest.mark.rule("X-144")
def test_compare_may_be_declined() -> None:
    table = revealed("BLESS", "no", a={"hand": ["CALL"]})

    assert table.cards("A", "hand") == ["CALL"]


@pytest.mark.rule("X-149", "X-145")
@pytest.mark.parametrize(("top", "drawn"), [("HOLY", 2), ("RUN", 1)])
def test_weigh_draws_again_for_a_card_that_is_high_enough(top: str, drawn: int) -> None:
    table = revealed("ETERNAL", deck=["JONAH", top])

    assert len(table.cards("A", "hand")) == drawn
    assert seen(table, "B", "hand", "A")[0] == top


# ---- GLORIOUS -------------------------------------------------------------------------------


@pytest.mark.rule("X-150", "X-029")
def test_restore_takes_a_card_of_any_spent_pile() -> None:
    table = revealed("MESSIAH", a={"spent pile": ["WALK"]}, b={"spent pile": ["RUN"]})
    offered = table.options("A")
    table.choose("A", "RUN")

    assert sorted(offered) == ["RUN", "WALK"]  # MESSIAH is not spent yet
    assert table.cards("A", "hand") == ["RUN"]
    assert table.cards("B", "spent pile") == []


@pytest.mark.rule("X-150", "X-077", "X-160")
def test_a_card_that_was_restored_was_still_revealed() -> None:
    table = lay(
        deck=["JONAH", "MESSIAH", "GLORY"],
        a={"vault": ["Theologian"]},
        b={"vault": ["Herald"]},
        values={"threshold": 0},
    )
    table.choose("A", "reveal GLORY")
    table.choose("B", "reveal MESSIAH")
    finish(table)

    assert scored(table, "theologian")["A"] == 2
    assert scored(table, "herald")["B"] == 1


@pytest.mark.rule("X-142")
def test_renew_replaces_a_goal_without_cards() -> None:
    table = revealed(
        "CREATE", goals={"NOUN-01": "", "NOUN-02": "THRONE B"}, stack=["VERB-01", "NAME-01"]
    )

    assert table.cards("", "goal row") == ["NOUN-02", "NAME-01"]
    assert table.cards("", "goal stack") == ["NOUN-01", "VERB-01"]


@pytest.mark.rule("X-142")
@pytest.mark.parametrize(
    ("goals", "stack"), [({"NOUN-01": ""}, []), ({"NOUN-02": "THRONE B"}, ["VERB-01"])]
)
def test_renew_needs_a_marker_and_a_goal_without_cards(
    goals: dict[str, str], stack: list[str]
) -> None:
    table = revealed("CREATE", goals=goals, stack=stack)

    assert table.cards("", "goal row") == list(goals)
    assert table.cards("", "goal stack") == stack


@pytest.mark.rule("X-151")
def test_echo_keeps_the_type_of_the_other_card() -> None:
    table = revealed(
        "MELCHIZEDEK", "yes", a={"hand": ["LAMB", "RUN"]}, b={"spent pile": ["RANSOM"]}
    )

    assert table.cards("", "discard pile") == ["LAMB"]
    assert table.cards("A", "hand") == ["RUN", "POOR", "MEEK"]
    assert table.cards("B", "spent pile") == ["RANSOM"]


@pytest.mark.rule("X-142", "X-151")
def test_echo_does_nothing_if_only_glorious_cards_are_spent() -> None:
    table = revealed("MELCHIZEDEK", b={"spent pile": ["GLORY"]})

    assert table.cards("A", "hand") == []


@pytest.mark.rule("X-152", "X-141")
def test_all_pass_a_card_to_the_left_at_the_same_time() -> None:
    table = revealed("COVENANT", a={"hand": ["RUN"]}, b={"hand": ["WALK"]}, c={"hand": ["CALL"]})

    asked = table.asked()
    table.choose("C", "CALL")
    passed = table.cards("A", "hand")
    table.choose("A", "RUN")
    table.choose("B", "MEEK")

    assert asked == ["A", "B", "C"]
    assert passed == ["RUN", "POOR"]  # nothing moves before all have chosen
    assert table.cards("A", "hand") == ["POOR", "CALL"]
    assert table.cards("B", "hand") == ["WALK", "RUN"]
    assert table.cards("C", "hand") == ["BLIND", "MEEK"]


@pytest.mark.rule("X-152")
def test_a_player_without_cards_passes_nothing() -> None:
    table = revealed("COVENANT", "RUN", deck=[], a={"hand": ["RUN", "WALK"]}, c={"hand": ["CALL"]})

    assert table.cards("A", "hand") == ["WALK", "CALL"]
    assert table.cards("B", "hand") == ["RUN"]
    assert table.cards("C", "hand") == []


@pytest.mark.rule("X-152")
def test_two_players_exchange_cards() -> None:
    table = revealed("COVENANT", deck=[], a={"hand": ["RUN"]}, b={"hand": ["WALK"]}, players=2)

    assert table.cards("A", "hand") == ["WALK"]
    assert table.cards("B", "hand") == ["RUN"]


@pytest.mark.rule("X-152", "X-054")
def test_draws_begin_with_whoever_revealed_the_card() -> None:
    table = revealed("COVENANT", "RUN", deck=["JONAH"], a={"hand": ["RUN"]})

    assert table.cards("A", "hand") == ["JONAH"]
    assert table.cards("B", "hand") == ["RUN"]


@pytest.mark.rule("X-153", "X-070")
def test_second_word_lets_a_second_card_go_to_a_new_goal() -> None:
    table = revealed(
        "GLORY",
        "play KING",
        "play LAMB",
        goals={"NOUN-02": "THRONE A, CROWN B, KINGDOM A"},
        stack=["NOUN-01"],
        a={"hand": ["KING", "LAMB", "FLOCK"]},
    )

    assert table.cards("", "NOUN-01") == ["LAMB"]
    assert table.cards("A", "hand") == ["FLOCK"]  # two cards, and no discard
    assert table.turn == "B"


@pytest.mark.rule("X-153", "X-062")
def test_second_word_is_for_this_turn_only() -> None:
    table = revealed(
        "GLORY",
        "play LAMB",
        "pass",
        goals={"NOUN-01": ""},
        a={"hand": ["LAMB", "FLOCK"]},
        b={"hand": ["STAFF"]},
    )
    discards = table.cards("", "discard pile")
    table.choose("B", "keep POOR", "play STAFF")

    assert discards == []  # one card was played: no discard
    assert table.turn == "C"


PROCLAIM: dict[str, object] = {
    "goals": {"NOUN-01": "STAFF C"},
    "a": {"hand": ["LAMB"]},
    "b": {"hand": ["FLOCK", "RUN"]},
}


@pytest.mark.rule("X-154")
def test_a_proclaimed_card_is_played_at_once() -> None:
    table = revealed("HOLY", "B", **PROCLAIM)

    table.choose("B", "Play that card onto that goal")
    (place,) = [p for p in table.match.view()["places"] if p["name"] == "NOUN-01"]

    assert place["cards"] == ["STAFF", "FLOCK"]
    assert place["properties"][1]["contributor"] == "B"
    assert table.options("A") == ["play LAMB", "pass"]  # A has not played yet


@pytest.mark.rule("X-154")
def test_a_proclaimed_card_is_given() -> None:
    table = revealed("HOLY", "B", **PROCLAIM)

    table.choose("B", "Deliver that card to A")

    assert table.cards("A", "hand") == ["LAMB", "FLOCK"]
    assert seen(table, "C", "hand", "A") == ["FLOCK", None]


@pytest.mark.rule("X-154")
def test_a_filled_slot_cannot_be_named() -> None:
    table = revealed("HOLY", **PROCLAIM)

    assert table.options("A") == ["A", "B", "D"]
    with pytest.raises(IllegalChoice):
        table.choose("A", "C")


@pytest.mark.rule("X-154")
@pytest.mark.parametrize("letter", ["A", "D"])
def test_nothing_happens_if_the_speaker_or_nobody_holds_the_card(letter: str) -> None:
    table = revealed("HOLY", letter, **PROCLAIM)

    assert told(table, "show") == []
    assert table.cards("A", "hand") == ["LAMB"]


@pytest.mark.rule("X-154", "X-112")
def test_a_proclaimed_title_that_does_not_complete_must_be_given() -> None:
    table = revealed("HOLY", "D", goals={"NOUN-01": "STAFF C"}, c={"hand": ["SHEPHERD"]})

    assert table.cards("A", "hand") == ["SHEPHERD"]
    assert table.cards("", "NOUN-01") == ["STAFF"]


@pytest.mark.rule("X-156", "X-154")
def test_a_meld_by_proclaim_is_scored_at_once() -> None:
    table = revealed(
        "HOLY",
        goals={"NOUN-01": "STAFF C, LAMB A, FLOCK A"},
        c={"hand": ["SHEPHERD"]},
        stack=["VERB-01"],
    )

    table.choose("C", "Play that card onto that goal")
    events = [event.verb for event in table.events if event.verb in ("meld", "open")]

    assert points(table) == {"A": 2, "B": 0, "C": 2}
    assert events == ["meld", "open"]
    assert table.cards("A", "spent pile") == ["HOLY"]


@pytest.mark.rule("X-155")
def test_no_ability_changes_points_or_finished_quartets() -> None:
    record = {"NOUN-01": "STAFF C, LAMB A, FLOCK A, SHEPHERD B"}
    for card in ("MESSIAH", "CREATE", "MELCHIZEDEK", "COVENANT", "GLORY", "HOLY"):
        table = revealed(card, record=record)
        while not table.quiet:
            decision = table.match.decisions[0]
            table.choose(decision.player, decision.options[0].text)

        assert points(table) == {"A": 0, "B": 0, "C": 0}
        assert len(table.cards("", "NOUN-01")) == 4


@pytest.mark.rule("X-117", "X-025")
def test_a_title_that_is_revealed_does_what_it_says() -> None:
    table = revealed("PROPHET", "yes", a={"hand": ["DAVID"]})

    assert table.cards("A", "spent pile") == ["PROPHET"]
    assert table.cards("", "discard pile") == ["DAVID"]
    assert table.cards("A", "hand") == ["POOR", "MEEK"]
