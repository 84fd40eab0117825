"""The Trigger cards one by one: what sets them off, and what does not."""

from __future__ import annotations

import pytest

from games.meta.test_trap_examples import in_order
from games.meta.tower import Tower

WIND = "Second Wind"
RAIN = "Hard Rain"
CUT = "Paper Cut"


def laid(table: Tower, player: str = "ann") -> list[str]:
    """The Triggers of a player that wait."""
    return table.cards(player, "trap row")


def until(table: Tower, turn: str) -> None:
    """Play on, without cards, until the turn of a player begins."""
    table.execute()
    while table.turn != turn:
        table.execute()


# ---- Tripwire ------------------------------------------------------------------------------------


def tripwire(**bob: int | str | list[str]) -> Tower:
    """Ann laid a Tripwire on Bob; the pushing stage has begun."""
    table = Tower(
        ann={"hand": ["Tripwire", RAIN, CUT, "Open Fountain", "Glass Ceiling", WIND]},
        bob={"hand": [WIND]} | bob,
        cat={"hand": [WIND]},
        dan={"hand": [WIND]},
    )
    table.trap("ann", "Tripwire", "bob")
    table.start_pushing()
    return table


@pytest.mark.rule("M049")
def test_a_tripwire_waits_for_a_loss_of_its_target() -> None:
    table = tripwire()
    table.push("ann", CUT, "cat")
    table.push("ann", "Open Fountain")
    table.execute()
    assert laid(table) == ["Tripwire"]

    until(table, "ann")
    table.push("ann", RAIN, "Main Stack")
    table.execute()

    assert laid(table) == []


@pytest.mark.rule("M049", "MX-08", "M-029")
@pytest.mark.parametrize(("life", "fires"), [(-14, True), (-15, False)])
def test_a_tripwire_counts_points_that_are_really_lost(life: int, fires: bool) -> None:
    table = tripwire(**{"life point": 15})
    table.match.state.column(table.match.rules.schema.attrs["life point"].at)[1] = life

    table.push("ann", RAIN)
    table.execute()

    assert table.life("bob") == [-15]
    assert laid(table) == ([] if fires else ["Tripwire"])


@pytest.mark.rule("M049", "MX-08")
def test_a_lowered_ceiling_is_no_loss_for_a_tripwire() -> None:
    table = tripwire(**{"life point": 24})
    table.push("ann", "Glass Ceiling")
    table.execute()

    assert table.life("bob") == [15]
    assert laid(table) == ["Tripwire"]


# ---- Last Breath ---------------------------------------------------------------------------------


def last_breath(life: int, card: str, *targets: str, trap: str = WIND) -> Tower:
    """Bob's Last Breath, and a card that Ann pushed."""
    table = Tower(
        turn="bob",
        ann={"hand": [card, WIND]},
        bob={"life point": life, "hand": ["Last Breath", trap, "Amnesty"]},
        cat={"hand": [WIND]},
    )
    table.trap("bob", "Last Breath", cards=trap)
    table.start_pushing()
    table.push("ann", card, *targets)
    table.execute()
    return table


@pytest.mark.rule("M050")
@pytest.mark.parametrize(("life", "left"), [(4, 1), (3, 3), (2, 2)])
def test_a_last_breath_waits_for_a_loss_that_would_disable(life: int, left: int) -> None:
    table = last_breath(life, CUT, "bob")

    assert table.life("bob") == [left]
    assert laid(table, "bob") == (["Last Breath"] if life > 3 else [])


@pytest.mark.rule("M050")
def test_a_last_breath_comes_before_the_losses_of_a_hard_rain() -> None:
    table = last_breath(3, RAIN, trap="Open Fountain")

    assert in_order(table, "bob reveals Last Breath", "ann gains 3 life points",
                    "bob loses 3 life points", "ann loses 3 life points")  # fmt: skip
    assert table.life() == [15, 2, 15]
    assert "bob becomes disabled" not in table.told()


@pytest.mark.rule("M050")
def test_a_last_breath_does_not_mind_what_others_lose() -> None:
    table = last_breath(3, CUT, "cat")

    assert laid(table, "bob") == ["Last Breath"]


@pytest.mark.rule("M050", "M-042")
def test_a_last_breath_comes_before_the_loss_of_a_short_memory() -> None:
    table = Tower(
        turn="bob",
        ann={"hand": [WIND]},
        bob={
            "life point": 1,
            "memory deck": [CUT],
            "hand": ["Last Breath", WIND, "Flood of Ideas", WIND],
        },
        cat={"hand": [WIND]},
    )
    table.trap("bob", "Last Breath", cards=WIND)
    table.push("bob", "Flood of Ideas", "Main Stack")
    table.execute()

    assert laid(table, "bob") == []
    assert "bob becomes disabled" not in table.told()
    assert table.life("bob") == [3]


# ---- Toll Gate -----------------------------------------------------------------------------------


@pytest.mark.rule("M051", "M-114")
def test_a_toll_gate_fires_in_the_pushing_stage_when_another_plays_a_meta() -> None:
    table = Tower(
        ann={"hand": ["Toll Gate", "Deep Thought", "Strike Out", WIND]},
        bob={"hand": [CUT, "Strike Out", WIND]},
        cat={"hand": [WIND]},
    )
    table.trap("ann", "Toll Gate", cards="Deep Thought")
    table.start_pushing()
    table.push("bob", CUT, "ann")
    table.push("ann", "Strike Out", CUT)
    assert laid(table) == ["Toll Gate"]

    table.push("bob", "Strike Out", CUT)

    assert laid(table) == []
    assert in_order(table, "ann reveals Toll Gate", "ann draws Deep Thought")
    assert table.stack("Main Stack", 1) == ["Strike Out", "Strike Out"]
    assert "play Deep Thought" in table.options("ann")


@pytest.mark.rule("M051")
def test_the_play_is_complete_before_a_toll_gate_fires() -> None:
    table = Tower(
        ann={"hand": ["Toll Gate", "Late Addition", "Clear the Bench", WIND]},
        bob={"hand": [CUT, "Strike Out", WIND]},
        cat={"hand": [WIND]},
    )
    table.trap("ann", "Toll Gate", cards="Late Addition")
    table.start_pushing()
    table.push("bob", CUT, "ann")
    table.push("bob", "Strike Out", CUT)

    assert table.stack("Main Stack", 1) == ["Strike Out"]
    table.choose("ann", "yes", "Clear the Bench")
    assert table.stack("Main Stack", 2) == ["Clear the Bench"]


# ---- Morning Bell --------------------------------------------------------------------------------


@pytest.mark.rule("M052", "M-146")
def test_a_morning_bell_rings_before_the_draw_of_the_next_own_turn() -> None:
    table = Tower(
        draws=1,
        ann={"hand": ["Morning Bell", RAIN, WIND]},
        bob={"hand": [WIND]},
        cat={"hand": [WIND]},
    )
    table.trap("ann", "Morning Bell", cards=RAIN)
    table.execute()
    table.execute()
    assert laid(table) == ["Morning Bell"]
    since = len(table.events)
    table.execute()

    assert table.turn == "ann"
    told = table.told(since)
    assert told.index("Hard Rain resolves") < told.index("ann draws Deep Thought")
    assert table.life() == [12, 12, 12]


@pytest.mark.rule("M052", "M-035")
def test_a_morning_bell_does_not_ring_in_a_skipped_turn() -> None:
    table = Tower(
        ann={"life point": 3, "hand": ["Morning Bell", RAIN, WIND]},
        bob={"hand": [CUT, WIND]},
        cat={"hand": ["Amnesty", WIND]},
    )
    table.trap("ann", "Morning Bell", cards=RAIN)
    table.start_pushing()
    table.push("bob", CUT, "ann")
    table.execute()
    table.execute()
    table.execute()
    assert (table.turn, laid(table)) == ("bob", ["Morning Bell"])

    table.start_pushing()
    table.push("cat", "Amnesty")
    until(table, "ann")

    assert laid(table) == []
    assert table.life() == [-1, 12, 12]


# ---- Closing Time --------------------------------------------------------------------------------


@pytest.mark.rule("M053")
@pytest.mark.parametrize(
    ("mine", "theirs", "others", "fires"),
    [(0, 1, 0, False), (0, 2, 0, True), (1, 2, 0, False), (1, 3, 0, True), (0, 0, 2, False)],
)
def test_a_closing_time_compares_the_cards_of_two_players(
    mine: int, theirs: int, others: int, fires: bool
) -> None:
    table = Tower(
        ann={"hand": ["Closing Time", CUT, WIND, WIND]},
        bob={"hand": [WIND] * 4},
        cat={"hand": [WIND] * 4},
    )
    table.trap("ann", "Closing Time", "bob")  # a card that Ann plays
    table.start_pushing()
    for player, cards in (("ann", mine), ("bob", theirs), ("cat", others)):
        for _ in range(cards):
            table.push(player, WIND)
    table.execute()

    assert laid(table) == ([] if fires else ["Closing Time"])


@pytest.mark.rule("M053")
def test_a_closing_time_fires_at_the_end_of_the_turn_and_counts_this_turn_only() -> None:
    table = Tower(
        ann={"hand": ["Closing Time", CUT, WIND]},
        bob={"hand": [WIND, WIND, WIND, "Morning Bell"]},
        cat={"hand": [WIND]},
    )
    table.trap("ann", "Closing Time", "bob", cards=f"{CUT}: cat")
    table.start_pushing()
    table.push("bob", WIND)
    table.push("bob", WIND)
    table.execute()
    assert laid(table) == ["Closing Time"]

    table.trap("bob", "Morning Bell")
    table.execute()

    assert in_order(table, "bob's turn ends", "ann reveals Closing Time", "cat's turn begins")
    assert table.life("cat") == [12]


# ---- Overdue Notice ------------------------------------------------------------------------------


def overdue(hand: list[str], **more: int | str | list[str]) -> Tower:
    """Ann laid an Overdue Notice for Bob; the pushing stage has begun."""
    table = Tower(
        ann={"hand": ["Overdue Notice", CUT, "Slip of the Pen", "Leaky Memory", CUT, WIND]},
        bob={"hand": hand} | more,
        cat={"hand": [WIND, WIND, WIND]},
    )
    table.trap("ann", "Overdue Notice", "bob", cards=f"{CUT}: cat")
    table.start_pushing()
    return table


@pytest.mark.rule("M054")
def test_an_overdue_notice_waits_for_a_discard_from_the_hand_of_its_target() -> None:
    table = overdue([WIND, CUT, RAIN])
    table.push("ann", "Leaky Memory", "bob")
    table.push("bob", WIND)
    table.push("ann", "Slip of the Pen", "cat")
    table.execute()
    while not table.quiet:
        table.choose("cat", table.options("cat")[0])

    assert laid(table) == ["Overdue Notice"]


@pytest.mark.rule("M054")
def test_an_overdue_notice_fires_once_after_two_discards_of_one_step() -> None:
    table = overdue([WIND, CUT, RAIN, WIND])
    table.push("ann", "Slip of the Pen", "bob")
    table.execute()
    table.choose("bob", CUT, RAIN)

    assert laid(table) == []
    assert in_order(table, "bob discards Paper Cut", "bob discards Hard Rain",
                    "ann reveals Overdue Notice")  # fmt: skip
    assert table.life("cat") == [12]


@pytest.mark.rule("M054", "M-033")
def test_a_hand_that_is_discarded_at_zero_is_overdue() -> None:
    table = overdue([WIND, WIND], **{"life point": 3})
    table.push("ann", CUT, "bob")
    table.execute()

    assert laid(table) == []
    assert table.life() == [15, 0, 12]


@pytest.mark.rule("M054", "M-178", "M-121")
def test_notices_of_the_discarding_stage_fire_in_turn_order() -> None:
    table = Tower(
        turn="bob",
        values={"hand limit": 3},
        ann={"hand": ["Overdue Notice", WIND]},
        bob={"hand": ["Overdue Notice", WIND]},
        cat={"hand": ["Deep Thought", CUT, WIND]},
    )
    table.trap("bob", "Overdue Notice", "cat")
    until(table, "ann")
    table.trap("ann", "Overdue Notice", "cat")
    until(table, "cat")
    table.push("cat", "Deep Thought")
    table.execute()
    table.choose("cat", CUT)

    revealed = [told for told in table.told() if "reveals" in told]
    assert revealed == ["ann reveals Overdue Notice", "bob reveals Overdue Notice"]


# ---- Mind the Gap --------------------------------------------------------------------------------


@pytest.mark.rule("M055", "M-116")
def test_a_mind_the_gap_comes_before_the_draw_that_is_too_large() -> None:
    table = Tower(
        turn="cat",
        ann={"hand": [WIND], "memory deck": [CUT], "life point": 1},
        bob={"hand": [WIND], "memory deck": [CUT, CUT, CUT]},
        cat={"hand": ["Mind the Gap", "Open Fountain", "Flood of Ideas", WIND, WIND]},
    )
    table.trap("cat", "Mind the Gap", cards="Open Fountain")
    table.push("cat", "Flood of Ideas", "Main Stack")
    table.execute()

    assert in_order(table, "cat reveals Mind the Gap", "ann gains 3 life points",
                    "ann draws Paper Cut")  # fmt: skip
    assert table.life("ann") == [3]
    assert laid(table, "cat") == []


@pytest.mark.rule("M055")
def test_a_mind_the_gap_does_not_mind_a_draw_of_the_last_cards() -> None:
    table = Tower(
        turn="cat",
        ann={"hand": [WIND], "memory deck": [CUT, CUT, CUT]},
        bob={"hand": [WIND]},
        cat={"hand": ["Mind the Gap", "Flood of Ideas", WIND, WIND]},
    )
    table.trap("cat", "Mind the Gap")
    table.push("cat", "Flood of Ideas", "Main Stack")
    table.execute()

    assert table.cards("ann", "memory deck") == []
    assert laid(table, "cat") == ["Mind the Gap"]


@pytest.mark.rule("M055", "M-040")
def test_a_mind_the_gap_comes_before_a_draw_from_an_empty_memory() -> None:
    table = Tower(
        turn="cat",
        ann={"hand": ["Deep Thought", WIND], "memory deck": []},
        bob={"hand": [WIND]},
        cat={"hand": ["Mind the Gap", RAIN, WIND]},
    )
    table.trap("cat", "Mind the Gap", cards=RAIN)
    table.start_pushing()
    table.push("ann", "Deep Thought")
    table.execute()

    assert in_order(table, "cat reveals Mind the Gap", "Hard Rain resolves", "ann becomes disabled")
    assert laid(table, "cat") == []


# ---- Watchword -----------------------------------------------------------------------------------


@pytest.mark.rule("M056", "M-116")
def test_a_watchword_fires_before_a_card_of_its_title_is_taken() -> None:
    table = Tower(
        ann={"hand": [CUT, WIND]},
        bob={"hand": [CUT, WIND]},
        cat={"hand": ["Watchword", CUT, RAIN, WIND]},
        turn="cat",
    )
    table.push("cat", "Watchword")
    table.choose("cat", next(text for text in table.options("cat") if CUT in text))
    table.load("cat", RAIN)
    table.start_pushing()
    table.push("ann", CUT, "bob")
    table.push("bob", WIND)
    table.execute()

    assert in_order(table, "Second Wind resolves", "cat reveals Watchword", "Hard Rain resolves",
                    "Paper Cut leaves Main Stack", "Paper Cut resolves")  # fmt: skip
    assert table.life() == [12, 12, 12]


# ---- Stack Overflow ------------------------------------------------------------------------------


@pytest.mark.rule("M057", "M-114")
def test_a_stack_overflow_counts_cards_on_the_main_stack() -> None:
    table = Tower(
        ann={"hand": ["Stack Overflow", RAIN, WIND, WIND, WIND]},
        bob={"hand": [WIND, WIND, WIND, "Strike Out"]},
        cat={"hand": [WIND, WIND]},
    )
    table.trap("ann", "Stack Overflow", cards=RAIN)
    table.start_pushing()
    for player in ("ann", "ann", "bob", "bob"):
        table.push(player, WIND)
    table.push("bob", "Strike Out", WIND)
    assert laid(table) == ["Stack Overflow"]

    table.push("cat", WIND)

    assert laid(table) == []
    assert table.life() == [12, 12, 12]
    assert table.stack("Main Stack") == [WIND] * 5


@pytest.mark.rule("M057")
def test_a_stack_overflow_counts_anew_each_turn() -> None:
    table = Tower(
        ann={"hand": ["Stack Overflow", WIND, WIND, WIND]},
        bob={"hand": [WIND] * 9},
        cat={"hand": [WIND]},
    )
    table.trap("ann", "Stack Overflow")
    table.start_pushing()
    for _ in range(4):
        table.push("bob", WIND)
    table.execute()
    table.push("bob", WIND)

    assert laid(table) == ["Stack Overflow"]


# ---- Amendment Watch -----------------------------------------------------------------------------


@pytest.mark.rule("M058")
@pytest.mark.parametrize(
    ("card", "fires"),
    [
        ("Deep Pockets", True),
        ("Austerity", True),
        ("Rapid Intake", True),
        ("Glass Ceiling", True),
        ("Alternate Ending", True),
        ("Stay of Execution", True),
        ("The Book Strikes Back", True),
        (WIND, False),
        ("Emergency Reserve", False),
        ("By the Book", False),
    ],
)
def test_an_amendment_watch_fires_after_a_card_has_changed_a_rule(card: str, fires: bool) -> None:
    table = Tower(
        ann={"hand": ["Amendment Watch", RAIN, WIND]},
        bob={"hand": [card, WIND]},
        cat={"hand": [WIND]},
    )
    table.trap("ann", "Amendment Watch", cards=RAIN)
    table.start_pushing()
    table.push("bob", card)
    table.execute()

    assert laid(table) == ([] if fires else ["Amendment Watch"])
    assert table.life("cat") == [12 if fires else 15]


@pytest.mark.rule("M058")
def test_an_amendment_watch_does_not_see_a_change_expire() -> None:
    table = Tower(
        ann={"hand": ["Amendment Watch", WIND]},
        bob={"hand": ["Austerity", WIND]},
        cat={"hand": [WIND]},
    )
    table.start_pushing()
    table.push("bob", "Austerity")
    until(table, "bob")
    until(table, "ann")
    table.trap("ann", "Amendment Watch")
    until(table, "ann")

    assert laid(table) == ["Amendment Watch"]


# ---- Chain Reaction ------------------------------------------------------------------------------


@pytest.mark.rule("M059")
def test_chain_reactions_follow_another_stack_each_once() -> None:
    table = Tower(
        ann={"hand": ["Chain Reaction", "Tripwire", RAIN, CUT, WIND]},
        bob={"hand": [WIND]},
        cat={"hand": ["Chain Reaction", WIND, WIND, CUT]},
    )
    table.trap("ann", "Chain Reaction", cards=f"{CUT}: cat")
    table.trap("ann", "Tripwire", "bob", cards=RAIN)
    until(table, "cat")
    table.trap("cat", "Chain Reaction", cards=WIND)
    table.start_pushing()
    assert laid(table) == ["Chain Reaction", "Tripwire"]
    table.push("cat", CUT, "bob")
    table.execute()

    revealed = [told for told in table.told() if "reveals" in told]
    assert revealed == ["ann reveals Tripwire", "cat reveals Chain Reaction",
                        "ann reveals Chain Reaction"]  # fmt: skip
    assert laid(table) == laid(table, "cat") == []
    assert table.life() == [12, 9, 12]


@pytest.mark.rule("M059")
def test_a_stack_that_is_abandoned_starts_no_chain_reaction() -> None:
    table = Tower(
        ann={"hand": ["Chain Reaction", "Tripwire", WIND]},
        bob={"hand": ["Open the Trap", WIND]},
        cat={"hand": [WIND]},
    )
    table.trap("ann", "Chain Reaction")
    table.trap("ann", "Tripwire", "bob")
    table.start_pushing()
    table.play("bob", "Open the Trap")
    table.choose("bob", "ann's trigger stack (2)", "meta stack of Main Stack")
    table.execute()

    assert laid(table) == ["Chain Reaction"]


# ---- Dead Letter ---------------------------------------------------------------------------------


@pytest.mark.rule("M060", "M-083")
def test_a_dead_letter_waits_for_a_card_without_effect() -> None:
    table = Tower(
        ann={"hand": ["Dead Letter", RAIN, WIND]},
        bob={"hand": ["Strike Out", CUT, WIND]},
        cat={"hand": ["Blank Page", WIND, WIND]},
    )
    table.trap("ann", "Dead Letter", cards=RAIN)
    table.start_pushing()
    table.push("bob", CUT, "ann")
    table.push("bob", "Strike Out", CUT)
    table.execute()
    assert laid(table) == ["Dead Letter"]

    until(table, "cat")
    table.push("cat", WIND)
    table.push("cat", "Blank Page", WIND)
    table.execute()

    assert laid(table) == []
    assert table.life() == [12, 12, 12]
