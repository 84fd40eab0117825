"""A turn: draw, reveal or keep, play, discard."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckmastor.match import IllegalChoice
from games.hypertext.reading_room import being, house, lay, points, seen, told

HOUSE = {"NOUN-01": "LAMB B"}


# ---- draw, reveal or keep -------------------------------------------------------------------


@pytest.mark.rule("X-046", "X-048", "X-125")
def test_the_drawn_card_is_seen_by_its_player_only() -> None:
    table = lay(deck=["JONAH", "CLEAN"])

    assert table.options("A") == ["reveal CLEAN", "keep CLEAN"]
    assert seen(table, "A", "study", "A") == ["CLEAN"]
    assert seen(table, "B", "study", "A") == [None]


@pytest.mark.rule("X-047")
def test_with_an_empty_deck_the_turn_begins_with_the_play_phase() -> None:
    table = lay(deck=[], goals=HOUSE, a={"hand": ["FLOCK"]})

    assert table.options("A") == ["play FLOCK", "pass"]
    assert told(table, "draft") == []


@pytest.mark.rule("X-049", "X-050", "X-016", "X-106")
def test_a_revealed_card_is_shown_does_what_it_says_and_is_spent() -> None:
    table = lay(deck=["JONAH", "CLEAN", "LAMB"], goals={"NOUN-01": ""})

    table.choose("A", "reveal LAMB")

    assert table.cards("A", "hand") == ["CLEAN"]
    assert seen(table, "B", "spent pile", "A") == ["LAMB"]
    assert table.options("A") == ["discard CLEAN", "pass"]  # LAMB cannot be played any more


@pytest.mark.rule("X-049")
def test_a_card_is_in_no_pile_while_its_ability_is_done() -> None:
    table = lay(deck=["JONAH", "RANSOM"], a={"hand": ["LAMB"]})

    table.choose("A", "reveal RANSOM", "yes")  # it cannot be discarded for itself

    assert table.cards("", "discard pile") == ["LAMB"]
    assert table.cards("A", "hand") == ["JONAH"]


@pytest.mark.rule("X-051", "X-025")
def test_a_kept_card_goes_to_the_hand_unseen_and_does_nothing() -> None:
    table = lay(deck=["JONAH", "CLEAN", "LAMB"])

    table.choose("A", "keep LAMB")

    assert table.cards("A", "hand") == ["LAMB"]
    assert seen(table, "B", "hand", "A") == [None]
    assert table.cards("", "deck") == ["JONAH", "CLEAN"]


@pytest.mark.rule("X-025")
def test_nothing_happens_when_a_card_is_played_discarded_or_shown() -> None:
    table = lay(deck=["JONAH", "CLEAN", "PEACE"], goals={"NOUN-01": ""}, a={"hand": ["LAMB"]})

    table.choose("A", "reveal PEACE", "yes")  # LAMB is shown
    shown = told(table, "show")
    table.choose("A", "play LAMB")

    assert shown == ["A show LAMB"]
    assert table.cards("A", "hand") == ["CLEAN"]
    assert told(table, "draw") == ["A draw CLEAN"]


@pytest.mark.rule("X-052", "X-142")
def test_an_ability_that_can_do_nothing_spends_its_card_all_the_same() -> None:
    table = lay(deck=["JONAH", "EARTH"], a={"hand": ["RUN"]})

    table.choose("A", "reveal EARTH")  # the discard pile is empty

    assert table.cards("A", "spent pile") == ["EARTH"]
    assert table.cards("A", "hand") == ["RUN"]


@pytest.mark.rule("X-052")
def test_an_ability_does_what_it_can_and_nothing_of_it_is_declined() -> None:
    table = lay(deck=["CLEAN", "FLOCK"], a={"hand": ["RUN", "WALK"]})

    table.choose("A", "reveal FLOCK")  # one card is left, and a card must be put below all the same
    offered = table.options("A")
    table.choose("A", "WALK")

    assert offered == ["RUN", "WALK", "CLEAN"]
    assert table.cards("A", "hand") == ["RUN", "CLEAN"]
    assert table.cards("", "deck") == ["WALK"]
    assert table.cards("A", "spent pile") == ["FLOCK"]


@pytest.mark.rule("X-052")
@pytest.mark.parametrize(("answer", "hand"), [("no", 2), ("yes", 3)])
def test_only_what_may_be_done_is_declined(answer: str, hand: int) -> None:
    table = lay(a={"hand": ["WALK", "LAMB"]}, deck=["JONAH", "POOR", "CLEAN", "RANSOM"])

    table.choose("A", "reveal RANSOM")
    offered = table.options("A")
    table.choose("A", answer)

    assert offered == ["yes", "no"]
    assert len(table.cards("A", "hand")) == hand
    assert table.cards("A", "spent pile") == ["RANSOM"]


@pytest.mark.rule("X-053", "X-059")
def test_cards_drawn_by_an_ability_go_straight_to_the_hand() -> None:
    table = lay(deck=["JONAH", "FLOCK", "LAMB"], goals={"NOUN-01": ""})

    table.choose("A", "reveal LAMB")

    assert table.options("A") == ["play FLOCK", "pass"]


@pytest.mark.rule("X-054", "X-064")
def test_what_there_is_not_is_not_drawn_and_nothing_is_shuffled_back() -> None:
    table = lay(deck=["JONAH", "CLEAN", "SHEPHERD"], discard=["RUN", "WALK"])

    table.choose("A", "reveal SHEPHERD")

    assert table.cards("A", "hand") == ["CLEAN", "JONAH"]
    assert table.cards("", "discard pile") == ["RUN", "WALK"]


# ---- play -----------------------------------------------------------------------------------


@pytest.mark.rule("X-041", "X-042", "X-044", "X-055", "X-106")
def test_a_card_is_played_beside_those_of_others() -> None:
    table = lay(goals=HOUSE, a={"hand": ["FLOCK", "STAFF"]})

    table.choose("A", "keep POOR", "play FLOCK")
    (place,) = [p for p in table.match.view("C")["places"] if p["name"] == "NOUN-01"]

    assert place["cards"] == ["LAMB", "FLOCK"]  # in the order in which they were played
    assert [card["contributor"] for card in place["properties"]] == ["B", "A"]
    assert table.turn == "B"  # one card in a turn


@pytest.mark.rule("X-056")
def test_a_card_goes_to_the_goal_of_its_quartet_only() -> None:
    table = lay(goals={"NOUN-01": "LAMB B", "VERB-01": ""}, a={"hand": ["CROWN", "WALK"]})

    table.choose("A", "keep POOR")

    assert table.options("A") == ["play WALK", "pass"]
    table.play("A", "WALK")
    assert table.cards("", "VERB-01") == ["WALK"]


@pytest.mark.rule("X-057", "X-043", "X-120")
@pytest.mark.parametrize(("letter", "offered"), [("A", False), ("B", True)])
def test_a_slot_is_filled_once(tmp_path: Path, letter: str, offered: bool) -> None:
    book = house(tmp_path, "| FLOCK | NOUN | COMMON | NOUN-01 | B |", letter)
    table = lay(goals={"NOUN-01": "LAMB B"}, a={"hand": ["FLOCK"]}, book=book)

    table.choose("A", "keep POOR")

    assert ("play FLOCK" in table.options("A")) == offered


@pytest.mark.rule("X-057", "X-120")
@pytest.mark.parametrize(
    ("letter", "offered"), [("A", ["STAFF"]), ("B", ["FLOCK", "STAFF"]), ("D", ["STAFF"])]
)
def test_a_slot_is_open_if_no_card_on_the_goal_has_its_letter(
    tmp_path: Path, letter: str, offered: list[str]
) -> None:
    book = house(tmp_path, "| FLOCK | NOUN | COMMON | NOUN-01 | B |", letter)
    goals = {"NOUN-02": "", "NOUN-01": "SHEPHERD C, LAMB B"}
    table = lay(goals=goals, a={"hand": ["FLOCK", "WALK", "STAFF"]}, book=book)

    table.choose("A", "keep POOR")

    assert table.options("A") == [*(f"play {card}" for card in offered), "pass"]


@pytest.mark.rule("X-060")
def test_playing_is_never_a_duty() -> None:
    table = lay(goals=HOUSE, a={"hand": ["FLOCK"]})

    table.choose("A", "keep POOR", "pass")

    assert table.options("A") == ["discard FLOCK", "discard POOR", "pass"]


@pytest.mark.rule("X-045", "X-155")
def test_cards_on_a_goal_stay_there() -> None:
    table = lay(goals=HOUSE, deck=["JONAH", "MESSIAH"], b={"spent pile": ["RUN"]})

    table.choose("A", "reveal MESSIAH")  # takes what is spent, not what lies on a goal

    assert table.cards("", "NOUN-01") == ["LAMB"]
    assert table.cards("A", "hand") == ["RUN"]


@pytest.mark.rule("X-045")
@pytest.mark.parametrize(
    "text",
    [
        "they put a NOUN card on a goal into their hand",
        "put all cards on each goal into the discard pile",
        "they move a card from an active goal to their hand",
        "shuffle each NOUN card on a goal into the deck",
    ],
)
def test_no_text_takes_a_card_off_a_goal(text: str) -> None:
    goals = {"VERB-01": "WALK B", "NOUN-01": "LAMB A, FLOCK B"}
    table = lay(goals=goals, a={"hand": ["RUN"]})
    table.match.amend(f"## New {{#new}}\n\n- When a player keeps a card, {text}.\n")

    table.choose("A", "keep POOR")
    while table.asked() == ["A"] and "pass" not in table.options("A"):
        table.choose("A", table.options("A")[-1])

    assert table.cards("", "NOUN-01") == ["LAMB", "FLOCK"]
    assert table.cards("", "VERB-01") == ["WALK"]
    assert table.cards("A", "hand") == ["RUN", "POOR"]


@pytest.mark.rule("X-055")
def test_only_the_player_at_turn_plays() -> None:
    table = lay(goals=HOUSE, a={"hand": ["FLOCK"]}, b={"hand": ["STAFF"]})

    table.choose("A", "keep POOR")

    assert table.asked() == ["A"]
    with pytest.raises(IllegalChoice):
        table.play("B", "STAFF")


# ---- discard --------------------------------------------------------------------------------


@pytest.mark.rule("X-061", "X-063", "X-064")
def test_who_played_nothing_may_discard_a_card() -> None:
    table = lay(a={"hand": ["RUN", "WALK"]}, discard=["CALL"])

    table.choose("A", "keep POOR", "discard WALK")

    assert table.cards("", "discard pile") == ["CALL", "WALK"]
    assert seen(table, "C", "discard pile") == ["CALL", "WALK"]
    assert table.turn == "B"


@pytest.mark.rule("X-061", "X-063")
def test_a_discard_can_be_declined_with_any_number_of_cards() -> None:
    hand = ["RUN", "WALK", "CALL", "SPEAK", "HEAR", "BLESS", "HOLY", "GREAT", "NEW", "MIGHTY"]
    table = lay(a={"hand": hand})

    table.choose("A", "keep POOR", "pass")

    assert len(table.cards("A", "hand")) == 11
    assert table.turn == "B"


@pytest.mark.rule("X-061")
def test_a_discard_for_an_ability_does_not_use_it_up() -> None:
    table = lay(deck=["JONAH", "CLEAN", "BLIND", "RANSOM"], a={"hand": ["LAMB"]})

    table.choose("A", "reveal RANSOM", "yes", "discard CLEAN")

    assert table.cards("", "discard pile") == ["LAMB", "CLEAN"]


@pytest.mark.rule("X-062")
def test_who_played_a_card_does_not_discard() -> None:
    table = lay(goals=HOUSE, a={"hand": ["FLOCK", "RUN"]})

    table.choose("A", "keep POOR", "play FLOCK")

    assert table.turn == "B"
    assert table.cards("", "discard pile") == []


# ---- melding --------------------------------------------------------------------------------


@pytest.mark.rule("X-065", "X-070", "X-107", "X-128")
def test_a_meld_comes_at_once_and_the_new_goal_is_active() -> None:
    table = lay(
        goals={"NOUN-02": "THRONE A, CROWN B, KINGDOM A"},
        a={"hand": ["KING", "LAMB"]},
        b={"hand": ["FLOCK"]},
        stack=["NOUN-01"],
        deck=["JONAH", "CLEAN", "BLIND"],
    )

    table.choose("A", "keep BLIND")
    before = points(table)
    table.play("A", "KING")
    table.choose("B", "keep CLEAN")

    assert before == {"A": 0, "B": 0, "C": 0}  # nothing for cards on an open goal
    assert points(table) == {"A": 2, "B": 1, "C": 0}
    assert being(table, "NOUN-01", "active")
    assert table.options("B") == ["play FLOCK", "pass"]
    assert "LAMB" in table.cards("A", "hand")  # the play of A's turn was used


@pytest.mark.rule("X-068", "X-128")
def test_the_record_keeps_what_was_played_by_whom() -> None:
    table = lay(goals={"NOUN-02": "THRONE A, CROWN B, KINGDOM A"}, a={"hand": ["KING"]})

    table.choose("A", "keep POOR", "play KING")
    (place,) = [p for p in table.match.view()["places"] if p["name"] == "NOUN-02"]

    assert table.cards("", "goal row") == []
    assert table.cards("", "record") == ["NOUN-02"]
    assert [(card, kept["contributor"]) for card, kept in zip(place["cards"], place["properties"], strict=True)] == [
        ("THRONE", "A"), ("CROWN", "B"), ("KINGDOM", "A"), ("KING", "A"),
    ]  # fmt: skip


@pytest.mark.rule("X-128", "X-050", "X-150")
def test_a_card_that_was_taken_back_can_be_played() -> None:
    table = lay(goals={"NOUN-01": ""}, deck=["JONAH", "MESSIAH"], b={"spent pile": ["LAMB"]})

    table.choose("A", "reveal MESSIAH", "play LAMB")

    assert table.cards("", "NOUN-01") == ["LAMB"]
