"""Stories of the Meta cards, each by itself."""

from __future__ import annotations

import pytest

from deckmastor.match import IllegalChoice
from games.meta.tower import Tower

SPARE = ["Deep Thought"]


def table_of(*hand: str, bob: tuple[str, ...] = (), **more: list[str]) -> Tower:
    """Ann's turn, in the pushing stage, with cards in her and Bob's hands and a spare card each."""
    table = Tower(ann={"hand": [*hand, *SPARE]}, bob={"hand": [*bob, *SPARE]}, cat={"hand": SPARE})
    table.start_pushing()
    return table


def executed(table: Tower) -> list[str]:
    """The cards that were executed, in order."""
    return [text.split(" executes ")[1] for text in table.told() if " executes " in text]


def void(table: Tower) -> list[str]:
    """The cards that were discarded without effect, in order."""
    return [text.split(" voids ")[1] for text in table.told() if " voids " in text]


# ---- Strike Out, Redaction, Return to Sender -----------------------------------------------------


@pytest.mark.rule("M-098", "M-100")
def test_strike_out_buries_one_card_of_the_main_stack() -> None:
    table = table_of("Strike Out", bob=("Second Wind", "Paper Cut"))
    table.push("bob", "Second Wind")
    table.push("bob", "Paper Cut", "ann")

    table.push("ann", "Strike Out", "Paper Cut")
    table.execute()

    assert table.life("ann", "bob") == [15, 18]
    assert table.stack("bob's graveyard") == ["Paper Cut", "Second Wind"]
    assert "Paper Cut" not in executed(table)


@pytest.mark.rule("M-103", "M-107")
def test_redaction_reaches_every_stack_but_graveyards() -> None:
    table = Tower(
        ann={"hand": ["Tripwire", "Second Wind", "Paper Cut", *SPARE]},
        bob={"hand": ["Redaction", "Strike Out", *SPARE]},
    )
    table.push("ann", "Tripwire", "bob")
    table.push("ann", "Second Wind", "ann's trigger stack")
    table.push("ann", "Paper Cut", "bob", "Main Stack")
    table.push("bob", "Strike Out", "Paper Cut")

    table.push("bob", "Redaction")
    assert sorted(table.options("bob")) == ["Paper Cut", "Second Wind", "Strike Out"]
    table.choose("bob", "Second Wind")

    assert table.stack("ann's trigger stack", 1) == ["Redaction"]


def test_return_to_sender_gives_a_card_back_to_its_owner() -> None:
    table = table_of("Return to Sender", bob=("Second Wind", "Paper Cut"))
    table.push("bob", "Second Wind")
    table.push("bob", "Paper Cut", "ann")

    table.push("ann", "Return to Sender", "Paper Cut")
    table.execute()

    assert table.cards("bob", "hand") == ["Deep Thought", "Paper Cut"]
    assert table.life("ann", "bob") == [15, 18]


# ---- Upside Down, Transposition, Express Lane ------------------------------------------------


def test_upside_down_reverses_a_stack() -> None:
    table = table_of("Upside Down", bob=("Second Wind", "Paper Cut", "Hard Rain"))
    table.push("bob", "Second Wind")
    table.push("bob", "Paper Cut", "ann")
    table.push("bob", "Hard Rain")

    table.push("ann", "Upside Down", "Main Stack")
    table.execute()

    assert executed(table) == ["Upside Down", "Second Wind", "Paper Cut", "Hard Rain"]


@pytest.mark.rule("M-024", "M-026")
def test_upside_down_turns_a_graveyard_from_the_main_stack() -> None:
    table = table_of("Upside Down", bob=("Second Wind", "Hard Rain", "Deep Thought"))
    table.push("ann", "Upside Down")
    table.onto("ann", "bob's graveyard")
    assert table.stack("Main Stack") == ["Upside Down"]
    for card in ("Second Wind", "Hard Rain", "Deep Thought"):
        table.push("bob", card)

    table.execute()

    assert table.stack("bob's graveyard") == ["Second Wind", "Hard Rain", "Deep Thought"]
    assert executed(table)[-1] == "Upside Down"


def test_transposition_exchanges_two_cards_of_one_stack() -> None:
    table = table_of("Transposition", bob=("Second Wind", "Paper Cut", "Hard Rain"))
    table.push("bob", "Second Wind")
    table.push("bob", "Paper Cut", "ann")
    table.push("bob", "Hard Rain")

    table.push("ann", "Transposition", "Main Stack", "Hard Rain")
    assert sorted(table.options("ann")) == ["Paper Cut", "Second Wind"]
    table.choose("ann", "Second Wind")
    assert table.stack("Main Stack", 1) == ["Transposition"]
    table.execute()

    assert executed(table) == ["Transposition", "Second Wind", "Paper Cut", "Hard Rain"]


@pytest.mark.parametrize(
    ("heading", "order"),
    [
        ("upward", ["Second Wind", "Hard Rain", "Deep Thought"]),
        ("downward", ["Hard Rain", "Deep Thought", "Second Wind"]),
    ],
)
def test_express_lane_puts_a_card_first_or_last(heading: str, order: list[str]) -> None:
    table = table_of("Express Lane", bob=("Deep Thought", "Second Wind", "Hard Rain"))
    for card in ("Deep Thought", "Second Wind", "Hard Rain"):
        table.push("bob", card)

    table.push("ann", "Express Lane", "Second Wind", heading)
    table.execute()

    assert executed(table) == ["Express Lane", *order]


# ---- Ditto ---------------------------------------------------------------------------------------


@pytest.mark.rule("M-165")
def test_you_on_a_copy_is_the_player_of_the_ditto() -> None:
    table = table_of("Ditto", bob=("Second Wind", "Open Fountain"))
    table.push("bob", "Second Wind")
    table.push("bob", "Open Fountain")

    table.push("ann", "Ditto", "Second Wind")
    table.execute()

    assert table.life() == [21, 20, 18]
    assert executed(table) == ["Ditto", "Open Fountain", "Second Wind", "Second Wind"]
    assert table.stack("bob's graveyard") == ["Open Fountain", "Second Wind"]
    assert table.stack("ann's graveyard") == ["Ditto"]


def test_ditto_copies_no_meta() -> None:
    table = table_of("Ditto", "Upside Down", bob=("Second Wind",))
    table.push("ann", "Upside Down")
    table.onto("ann", "bob's graveyard")
    table.push("bob", "Second Wind")

    table.push("ann", "Ditto")

    assert table.stack("Main Stack") == ["Upside Down", "Second Wind"]
    assert table.options("ann") == ["Second Wind"]


@pytest.mark.rule("M-165")
@pytest.mark.parametrize("card", ["Strike Out", "Return to Sender"])
def test_a_copy_that_is_taken_off_the_stack_is_gone(card: str) -> None:
    table = table_of("Ditto", bob=(card, "Second Wind"))
    table.push("bob", "Second Wind")
    table.push("bob", card, "the top card of the Main Stack")
    table.push("ann", "Ditto", "Second Wind")

    table.execute()

    assert table.life("ann", "bob") == [15, 18]
    assert table.cards("ann", "hand") == table.cards("bob", "hand") == SPARE
    assert table.stack("ann's graveyard") == ["Ditto"]


# ---- Elevator ------------------------------------------------------------------------------------


@pytest.mark.rule("M-021")
def test_an_event_on_the_meta_stack_is_executed_there_as_the_event_it_is() -> None:
    table = table_of("Elevator", "Strike Out", bob=("Second Wind", "Hard Rain"))
    table.push("bob", "Second Wind")
    table.push("bob", "Hard Rain")
    table.push("ann", "Strike Out", "Hard Rain")

    table.push("ann", "Elevator", "Second Wind")
    table.execute()

    assert executed(table) == ["Elevator", "Second Wind", "Strike Out"]
    assert table.life("bob") == [18]


@pytest.mark.rule("M-022")
def test_a_meta_that_is_moved_down_is_executed_on_the_main_stack() -> None:
    table = table_of("Elevator", "Strike Out", bob=("Second Wind", "Hard Rain"))
    table.push("bob", "Second Wind")
    table.push("bob", "Hard Rain")
    table.push("ann", "Strike Out", "Second Wind")

    table.push("ann", "Elevator", "Strike Out")
    table.onto("ann", "Main Stack", 0)
    table.execute()

    assert executed(table) == ["Elevator", "Strike Out", "Hard Rain"]


# ---- Misdirection --------------------------------------------------------------------------------


@pytest.mark.rule("M-075")
def test_misdirection_gives_a_card_another_player_as_target() -> None:
    table = table_of("Misdirection", bob=("Blood Ledger", "Paper Cut"))
    table.push("bob", "Blood Ledger", "ann")
    table.push("bob", "Paper Cut", "ann")

    table.push("ann", "Misdirection", "Blood Ledger", "cat", "enough", "enough")
    table.execute()

    assert table.life() == [12, 13, 10]


def test_misdirection_gives_a_card_another_graveyard_as_target() -> None:
    table = table_of("Misdirection", bob=("Total Recall", "Second Wind"))
    table.push("bob", "Total Recall")
    table.onto("bob", "bob's graveyard")
    table.push("bob", "Second Wind")

    table.push("ann", "Misdirection", "Total Recall", "enough")
    table.onto("ann", "ann's graveyard")
    table.choose("ann", "enough")
    assert table.stack("Main Stack", 1) == ["Misdirection"]
    table.execute()

    assert table.stack("ann's graveyard") == []
    assert table.stack("bob's graveyard") == ["Second Wind", "Total Recall"]


@pytest.mark.rule("M-082")
def test_a_card_with_a_new_target_that_is_gone_is_discarded_without_effect() -> None:
    table = Tower(
        ann={"hand": ["Misdirection", *SPARE]},
        bob={"hand": ["Blood Ledger", "Paper Cut", *SPARE]},
        cat={"hand": SPARE, "life point": 3},
        dan={"hand": SPARE},
    )
    table.start_pushing()
    table.push("bob", "Blood Ledger", "ann")
    table.push("bob", "Paper Cut", "cat")
    table.push("ann", "Misdirection", "Blood Ledger", "cat", "enough", "enough")

    table.execute()

    assert void(table) == ["Blood Ledger"]
    assert table.life() == [15, 15, 0, 15]


# ---- orders of execution -------------------------------------------------------------------------


@pytest.mark.rule("M-162")
def test_first_come_first_served_takes_the_main_stack_from_below_for_this_turn() -> None:
    table = table_of(
        "First Come, First Served", "Strike Out", "Express Lane", "Second Wind", "Hard Rain",
        bob=("Second Wind", "Hard Rain", "Deep Thought"),
    )  # fmt: skip
    for card in ("Second Wind", "Hard Rain", "Deep Thought"):
        table.push("bob", card)
    table.push("ann", "Express Lane", "Deep Thought", "downward")
    table.push("ann", "Strike Out", "Hard Rain")
    table.push("ann", "First Come, First Served")
    table.execute()
    first = executed(table)
    table.choose("bob", "pass")
    table.push("ann", "Second Wind")
    table.push("ann", "Hard Rain")
    table.execute()

    metas = ["First Come, First Served", "Strike Out", "Express Lane"]
    assert first == [*metas, "Deep Thought", "Second Wind"]
    assert executed(table)[len(first) :] == ["Hard Rain", "Second Wind"]


@pytest.mark.rule("M-161", "M-082")
def test_foundations_first_takes_the_lowest_stack_first_in_the_next_turn() -> None:
    table = table_of("Foundations First", "Second Wind", "Strike Out", bob=("Hard Rain",))
    table.push("ann", "Second Wind")
    table.push("ann", "Foundations First")
    table.execute()
    assert executed(table) == ["Foundations First", "Second Wind"]

    table.push("bob", "Hard Rain")
    table.push("ann", "Strike Out", "Hard Rain")
    table.execute()

    assert executed(table)[2:] == ["Hard Rain", "Strike Out"]
    assert void(table) == ["Strike Out"]


@pytest.mark.rule("M-180")
def test_foundations_first_lasts_for_one_turn() -> None:
    table = table_of("Foundations First", "Strike Out", bob=("Hard Rain", "Second Wind"))
    table.push("ann", "Foundations First")
    table.execute()
    table.execute()
    table.execute()  # Bob's and Cat's turns
    table.push("ann", "Deep Thought")
    table.push("bob", "Hard Rain")
    table.push("ann", "Strike Out", "Hard Rain")
    table.execute()

    assert executed(table)[1:] == ["Strike Out", "Deep Thought"]


def test_clear_the_bench_buries_what_lies_on_the_meta_stack() -> None:
    table = table_of("Clear the Bench", "Strike Out", bob=("Second Wind", "Express Lane"))
    table.push("bob", "Second Wind")
    table.push("ann", "Strike Out", "Second Wind")
    table.push("bob", "Express Lane", "Second Wind", "upward")

    table.push("ann", "Clear the Bench")
    table.execute()

    assert executed(table) == ["Clear the Bench", "Second Wind"]
    assert table.stack("ann's graveyard") == ["Strike Out", "Clear the Bench"]
    assert table.stack("bob's graveyard") == ["Express Lane", "Second Wind"]


def test_mirror_tower_exchanges_the_main_stack_and_its_meta_stack() -> None:
    table = table_of("Mirror Tower", "Strike Out", bob=("Second Wind", "Hard Rain"))
    table.push("bob", "Second Wind")
    table.push("bob", "Hard Rain")
    table.push("ann", "Strike Out", "Second Wind")

    table.push("ann", "Mirror Tower")
    assert table.stack("Main Stack", 2) == ["Mirror Tower"]
    table.execute()

    assert executed(table) == ["Mirror Tower", "Hard Rain", "Second Wind", "Strike Out"]
    assert void(table) == ["Strike Out"]
    assert table.life("bob") == [15]


# ---- Open the Trap -------------------------------------------------------------------------------


def trap() -> Tower:
    """Ann's trap, with a Hard Rain and a Second Wind on it and Bob's Upside Down above; his turn."""
    table = Tower(
        ann={"hand": ["Tripwire", "Hard Rain", "Second Wind", *SPARE]},
        bob={"hand": ["Open the Trap", "Upside Down", "Paper Cut", *SPARE]},
    )
    table.push("ann", "Tripwire", "ann")
    table.push("ann", "Hard Rain", "ann's trigger stack")
    table.push("ann", "Second Wind", "ann's trigger stack")
    table.start_pushing()
    table.push("bob", "Upside Down")
    table.onto("bob", "ann's trigger stack")
    table.execute()
    return table


@pytest.mark.rule("M-099", "M-103", "M-119")
def test_open_the_trap_moves_its_cards_to_the_main_stack_and_discards_the_trigger() -> None:
    table = trap()
    table.push("bob", "Open the Trap", "ann's trigger stack")
    assert sorted(table.offered("bob")) == [("Main Stack", 1), ("ann's trigger stack", 1)]
    table.onto("bob", "Main Stack", 1)

    table.execute()

    assert executed(table) == ["Open the Trap", "Second Wind", "Hard Rain"]
    assert table.life("ann", "bob") == [15, 12]
    assert void(table) == ["Upside Down"]
    assert table.stack("ann's graveyard") == ["Tripwire", "Second Wind", "Hard Rain"]


@pytest.mark.rule("M-099", "M-103", "M-117")
def test_open_the_trap_can_wait_above_the_trap() -> None:
    table = trap()
    table.push("bob", "Open the Trap", "ann's trigger stack")
    table.onto("bob", "ann's trigger stack", 1)
    table.push("bob", "Paper Cut", "ann")

    table.execute()

    assert table.stack("ann's graveyard")[0] == "Tripwire"
    assert executed(table)[:2] == ["Open the Trap", "Upside Down"]
    assert executed(table)[-2:] == ["Second Wind", "Hard Rain"]
    assert table.life("ann", "bob") == [12, 12]


# ---- Reserved Seat -------------------------------------------------------------------------------


@pytest.mark.rule("M-081")
def test_reserved_seat_takes_the_first_card_that_comes_after_it() -> None:
    table = table_of(
        "Reserved Seat", bob=("Hard Rain", "Strike Out", "Second Wind", "Open Fountain")
    )
    table.push("bob", "Hard Rain")
    table.push("ann", "Reserved Seat", "bob")
    assert table.stack("Main Stack", 1) == ["Reserved Seat"]
    table.push("bob", "Strike Out", "Hard Rain")  # on the meta stack: it does not count
    table.push("cat", "Deep Thought")
    table.push("bob", "Second Wind")
    table.push("bob", "Open Fountain")

    table.execute()

    assert executed(table) == ["Strike Out", "Reserved Seat", "Open Fountain", "Deep Thought"]
    assert "ann buries Second Wind" in table.told()


@pytest.mark.rule("M-081", "M-083")
def test_reserved_seat_is_discarded_without_effect_if_no_card_came() -> None:
    table = table_of("Reserved Seat", bob=("Hard Rain",))
    table.push("bob", "Hard Rain")
    table.push("ann", "Reserved Seat", "bob")
    table.push("cat", "Deep Thought")

    table.execute()

    assert void(table) == ["Reserved Seat"]
    assert table.life("bob") == [12]


@pytest.mark.rule("M-083")
def test_reserved_seat_is_discarded_without_effect_if_the_card_has_left() -> None:
    table = table_of("Reserved Seat", bob=("Hard Rain", "Second Wind", "Strike Out"))
    table.push("ann", "Reserved Seat", "bob")
    table.push("bob", "Hard Rain")
    table.push("bob", "Second Wind")
    table.push("bob", "Strike Out", "Hard Rain")

    table.execute()

    assert void(table) == ["Reserved Seat"]
    assert table.life("bob") == [18]


# ---- Ouroboros and Blank Page ----------------------------------------------------------------


@pytest.mark.rule("M-165")
def test_ouroboros_sinks_below_each_card_and_is_executed_last() -> None:
    table = table_of("Ouroboros", bob=("Second Wind", "Hard Rain", "Open Fountain"))
    for card in ("Second Wind", "Hard Rain", "Open Fountain"):
        table.push("bob", card)
    table.push("ann", "Ouroboros")
    assert table.stack("Main Stack", 1) == ["Ouroboros"]

    table.execute()

    sunk = ["Ouroboros", "Open Fountain", "Ouroboros", "Hard Rain", "Ouroboros", "Second Wind"]
    assert executed(table) == [*sunk, "Ouroboros"]
    assert table.cards("ann", "hand") == [*SPARE, "Deep Thought"]
    assert table.stack("ann's graveyard") == ["Ouroboros"]


@pytest.mark.rule("M-082", "M-083")
def test_a_blank_card_is_discarded_without_effect() -> None:
    table = table_of("Blank Page", bob=("Second Wind", "Hard Rain"))
    table.push("bob", "Second Wind")
    table.push("bob", "Hard Rain")

    table.push("ann", "Blank Page", "Second Wind")
    table.execute()

    assert void(table) == ["Second Wind"]
    assert table.life("ann", "bob") == [12, 12]


def test_a_blank_page_stops_the_other_that_was_aimed_at_it() -> None:
    table = table_of("Blank Page", "Mirror Tower", bob=("Blank Page", "Second Wind"))
    table.push("bob", "Second Wind")
    table.push("ann", "Blank Page", "the next card that bob plays")
    table.push("bob", "Blank Page", "the bottom card of the Main Stack")
    table.push("ann", "Mirror Tower")

    table.execute()

    assert executed(table) == ["Mirror Tower", "Second Wind", "Blank Page", "Blank Page"]
    assert void(table) == ["Blank Page"]
    assert table.stack("bob's graveyard") == ["Second Wind", "Blank Page"]


def test_a_card_is_blank_for_one_turn() -> None:
    table = table_of("Blank Page", "Return to Sender", bob=("Second Wind",))
    table.push("bob", "Second Wind")
    table.push("ann", "Return to Sender", "Second Wind")
    table.push("ann", "Blank Page", "Second Wind")
    table.execute()
    table.push("bob", "Second Wind")
    table.execute()

    assert table.life("bob") == [18]


def test_there_is_no_card_to_strike_out_on_an_empty_main_stack() -> None:
    table = table_of("Strike Out")

    table.push("ann", "Strike Out")

    with pytest.raises(IllegalChoice):
        table.choose("ann", "Deep Thought")
