"""Events that change the rules, that count graveyards, and that keep a counter: M020 to M031."""

from __future__ import annotations

import pytest

from games.meta.tower import Tower, meta

TEN = ["Strike Out"] * 10


def after(table: Tower, *cards: str) -> Tower:
    """The table when the player at turn has pushed cards, the last on top, and they are executed."""
    for card in cards:
        table.push(table.turn, card)
    table.execute()
    return table


def next_turn(table: Tower) -> None:
    """Let a turn go by in which nobody plays a card."""
    table.start_pushing()
    table.execute()


def hands(table: Tower) -> list[int]:
    """How many cards each player has in hand."""
    return [len(table.cards(player, "hand")) for player in table.match.players]


# ---- hands and draws --------------------------------------------------------------------------


@pytest.mark.rule("M-176", "M-085")
def test_deep_pockets_let_one_player_keep_sixteen_cards_for_good() -> None:
    table = Tower(
        ann={"hand": ["Deep Pockets", *TEN, *["Hard Rain"] * 7]},
        bob={"hand": [*TEN, *["Hard Rain"] * 3]},
    )

    table.push("ann", "Deep Pockets")
    table.execute()
    assert sorted(table.asked()) == ["ann", "bob"]
    table.choose("ann", "Hard Rain")
    table.choose("bob", "Hard Rain")

    assert hands(table) == [16, 12]
    next_turn(table)
    next_turn(table)
    assert hands(table) == [16, 12]


@pytest.mark.rule("M-176", "M-179")
def test_austerity_lasts_until_the_end_of_the_next_turn() -> None:
    table = Tower(
        ann={"hand": ["Austerity", *TEN[:7]]},
        bob={"hand": TEN[:6]},
        cat={"hand": TEN[:2]},
        draws=1,
        values={"hand limit": 12},
    )
    table.push("ann", "Austerity")
    table.execute()
    table.choose("ann", "Strike Out")
    assert (hands(table), table.turn) == ([8, 8, 4], "bob")
    next_turn(table)
    table.choose("ann", "Strike Out")
    table.choose("bob", "Strike Out")
    assert (hands(table), table.turn) == ([8, 8, 5], "cat")

    next_turn(table)

    assert (hands(table), table.turn) == ([9, 9, 6], "ann")


@pytest.mark.rule("M-088", "M-085")
@pytest.mark.parametrize(
    ("first", "later", "kept"),
    [("Deep Pockets", "Austerity", 7), ("Austerity", "Deep Pockets", 16)],
)
def test_of_deep_pockets_and_austerity_the_later_one_counts(
    first: str, later: str, kept: int
) -> None:
    table = Tower(ann={"hand": [first, later, *["Hard Rain"] * 17]}, bob={"hand": TEN[:7]})

    after(table, later, first)
    while "Hard Rain" in table.options("ann"):
        table.choose("ann", "Hard Rain")

    assert hands(table) == [kept, 7]


@pytest.mark.rule("M-088", "M-085")
def test_when_austerity_ends_deep_pockets_count_again() -> None:
    table = Tower(ann={"hand": ["Deep Pockets", "Austerity", *TEN[:3]]}, bob={}, draws=3)
    after(table, "Austerity", "Deep Pockets")
    next_turn(table)
    table.choose("ann", "Strike Out", "Deep Thought")
    sizes = [hands(table)[0]]
    for _ in range(2):
        next_turn(table)
        sizes.append(hands(table)[0])

    assert sizes == [7 + 3, 13, 16]


@pytest.mark.rule("M-147", "M-180")
def test_rapid_intake_adds_a_card_in_three_turns_that_are_played() -> None:
    table = Tower(
        ann={"hand": ["Rapid Intake", "Strike Out"]},
        bob={"hand": ["Strike Out"]},
        cat={"standing": "disabled", "life point": 0},
        draws=1,
    )
    table.push("ann", "Rapid Intake")
    table.execute()
    sizes = [hands(table)]
    for _ in range(4):
        next_turn(table)
        sizes.append(hands(table))

    assert [size[0] for size in sizes] == [4, 6, 8, 9, 10]
    assert [size[2] for size in sizes] == [0] * 5


@pytest.mark.rule("M-088")
def test_two_rapid_intakes_add_up() -> None:
    table = Tower(ann={"hand": ["Rapid Intake"] * 2 + ["Strike Out"]}, bob={}, draws=3)

    after(table, "Rapid Intake", "Rapid Intake")

    assert hands(table) == [1 + 3 + 5, 3 + 5]


# ---- life and victory -------------------------------------------------------------------------


@pytest.mark.rule("MX-08", "M-028", "M-029")
def test_a_glass_ceiling_brings_all_down_to_fifteen_and_is_no_loss() -> None:
    table = Tower(
        ann={"hand": ["Tripwire", "Hard Rain", "Glass Ceiling", "Second Wind"], "life point": 25},
        bob={"life point": 9},
        cat={"life point": 24},
    )
    table.push("ann", "Tripwire", "cat")
    table.push("ann", "Hard Rain", "ann's trigger stack")

    table.push("ann", "Glass Ceiling", "Main Stack")
    table.push("ann", "Second Wind")
    table.execute()

    assert table.life() == [15, 9, 15]
    assert table.cards("ann", "trap row") == ["Tripwire"]


@pytest.mark.rule("M-005", "M-006", "M-179")
def test_with_an_alternate_ending_twenty_five_points_win_at_the_end_of_a_turn() -> None:
    table = Tower(
        ann={"hand": ["Alternate Ending", "Second Wind"], "life point": 20},
        bob={"hand": ["Second Wind"], "life point": 22},
        cat={},
    )
    table.push("ann", "Alternate Ending")
    table.execute()
    assert not table.match.over

    table.start_pushing()
    table.push("bob", "Second Wind")
    table.execute()

    assert table.match.over
    assert table.match.winners == ["bob"]


@pytest.mark.rule("M-048")
def test_a_tie_at_twenty_five_ends_nothing() -> None:
    table = Tower(
        ann={"hand": ["Alternate Ending", "Strike Out"], "life point": 25},
        bob={"life point": 25},
        cat={},
    )

    after(table, "Alternate Ending")

    assert not table.match.over


@pytest.mark.rule("M-088")
def test_under_a_glass_ceiling_nobody_reaches_the_alternate_ending() -> None:
    table = Tower(
        ann={"hand": ["Alternate Ending", "Glass Ceiling", "Strike Out"], "life point": 25},
        bob={},
    )

    after(table, "Alternate Ending", "Glass Ceiling")

    assert (table.life(), table.match.over) == ([15, 15], False)


@pytest.mark.rule("MX-19", "M-047", "M-005")
def test_a_stay_of_execution_puts_the_victory_off_until_the_end_of_the_next_turn() -> None:
    table = Tower(
        ann={"hand": ["Stay of Execution", "Blood Ledger", "Second Wind", "Strike Out"]},
        bob={"life point": 5},
        cat={"standing": "disabled", "life point": 0},
    )
    table.push("ann", "Blood Ledger", "bob")
    table.push("ann", "Stay of Execution")
    table.execute()

    assert (table.life(), table.match.over, table.turn) == ([13, 0, 0], False, "ann")
    next_turn(table)
    assert (table.match.over, table.match.winners) == (True, ["ann"])


@pytest.mark.rule("M-047")
def test_under_a_stay_other_endings_still_win() -> None:
    table = Tower(
        ann={"hand": ["Stay of Execution", "Alternate Ending", "Strike Out"]},
        bob={"hand": [], "life point": 25},
        cat={},
    )

    after(table, "Alternate Ending", "Stay of Execution")

    assert table.match.winners == ["bob"]


@pytest.mark.rule("M-045", "M-046", "M-047")
def test_under_a_stay_the_only_active_player_is_reset_and_goes_on_alone() -> None:
    table = Tower(
        ann={
            "hand": ["Stay of Execution", "Hard Rain", "Hard Rain", "Strike Out"],
            "life point": 6,
        },
        bob={"life point": 3},
        cat={"life point": 2},
    )
    table.push("ann", "Hard Rain")
    table.push("ann", "Hard Rain")
    table.push("ann", "Stay of Execution")

    table.execute()

    assert (table.life("ann"), table.match.over, table.turn) == ([1], False, "ann")
    next_turn(table)
    assert table.match.winners == ["ann"]


# ---- rules about rules ------------------------------------------------------------------------


@pytest.mark.rule("M-006", "M-133")
def test_by_the_book_ends_every_change_of_the_rules_and_leaves_counters() -> None:
    table = Tower(
        ann={"hand": ["Deep Pockets", "Long Grudge", "By the Book", "Glass Ceiling", *TEN[:5]]},
        bob={"hand": ["Strike Out"]},
    )
    table.push("ann", "By the Book")
    table.push("ann", "Long Grudge", "bob")
    table.push("ann", "Glass Ceiling")
    table.push("ann", "Deep Pockets")
    table.execute()

    assert table.value("life ceiling") == 25
    assert table.count("ann", "grudge") == 1
    assert table.life() == [15, 14]


@pytest.mark.rule("M-006")
def test_by_the_book_ends_a_protected_clause_and_the_book_strikes_back() -> None:
    table = Tower(
        ann={"hand": ["Glass Ceiling", "By the Book", "The Book Strikes Back", "Strike Out"]},
        bob={},
    )

    after(table, "Glass Ceiling", "By the Book", "The Book Strikes Back")

    assert table.value("life ceiling") == 15


@pytest.mark.rule("M-085", "M-088")
def test_while_the_book_strikes_back_a_card_does_not_change_a_rule() -> None:
    table = Tower(
        ann={"hand": ["Glass Ceiling", "The Book Strikes Back", "Strike Out"], "life point": 20},
        bob={"hand": ["Strike Out"]},
    )

    after(table, "Glass Ceiling", "The Book Strikes Back")

    assert (table.value("life ceiling"), table.life("ann")) == (25, [20])


@pytest.mark.rule("M-085")
def test_what_the_book_does_not_speak_against_a_card_still_does() -> None:
    table = Tower(
        ann={"hand": ["Paper Cut", "The Book Strikes Back", "Strike Out"]},
        bob={"hand": ["Strike Out"]},
    )
    table.push("ann", "Paper Cut", "bob")
    table.push("ann", "The Book Strikes Back")
    table.execute()

    assert table.life() == [15, 12]


@pytest.mark.rule("M-085")
def test_the_book_strikes_back_until_the_end_of_the_next_turn() -> None:
    table = Tower(
        ann={"hand": ["Glass Ceiling", "The Book Strikes Back", "Strike Out"], "life point": 20},
        bob={"hand": ["Strike Out"]},
    )
    after(table, "The Book Strikes Back")
    next_turn(table)

    after(table, "Glass Ceiling")

    assert table.life("ann") == [15]


@pytest.mark.rule("M-007", "M-028", "M-088")
def test_a_protected_clause_keeps_a_rule_from_later_cards() -> None:
    table = Tower(
        ann={"hand": ["Glass Ceiling", "Protected Clause", "Strike Out"], "life point": 20},
        bob={"hand": ["Strike Out"]},
    )
    table.push("ann", "Glass Ceiling")
    table.push("ann", "Protected Clause", 'the rule "Values"')
    table.execute()

    assert (table.value("life ceiling"), table.life("ann")) == (25, [20])


@pytest.mark.rule("M-088")
def test_a_change_already_in_force_outlasts_a_protected_clause() -> None:
    table = Tower(
        ann={"hand": ["Glass Ceiling", "Protected Clause", "Strike Out"], "life point": 20},
        bob={"hand": ["Strike Out"]},
    )
    table.push("ann", "Protected Clause", 'the rule "Values"')
    table.push("ann", "Glass Ceiling")
    table.execute()

    assert (table.value("life ceiling"), table.life("ann")) == (15, [15])


# ---- counting ---------------------------------------------------------------------------------


@pytest.mark.rule("M-029", "M-075")
def test_an_echo_counts_paper_cuts_on_all_graveyards_and_six_at_most() -> None:
    def echo(cuts: int) -> list[int]:
        table = Tower(
            ann={"hand": ["Echo of Paper", *["Paper Cut"] * min(cuts, 4), "Strike Out"]},
            bob={"hand": [*["Paper Cut"] * max(0, cuts - 4), "Deep Thought"]},
            cat={"hand": ["Strike Out"], "life point": 25},
            dan={"life point": 25},
        )
        table.push("ann", "Echo of Paper", "dan")
        for player in ("ann", "bob"):
            while "play Paper Cut" in table.options(player):
                table.push(player, "Paper Cut", "cat")
        table.execute()
        return table.life("cat", "dan")

    assert echo(0) == [25, 25]
    assert echo(2) == [19, 23]
    assert echo(6) == [7, 19]
    assert echo(7) == [4, 19]


@pytest.mark.rule("M-026")
def test_an_echo_of_paper_is_not_played_onto_a_trigger_stack() -> None:
    table = Tower(
        ann={"hand": ["Tripwire", "Echo of Paper", "Paper Cut", "Strike Out"]}, bob={}, cat={}
    )
    table.push("ann", "Tripwire", "bob")

    table.push("ann", "Echo of Paper", "bob")

    assert table.stack("Main Stack") == ["Echo of Paper"]


@pytest.mark.rule("M-134")
def test_a_long_grudge_grows_and_hits_for_five_at_most() -> None:
    table = Tower(
        ann={"hand": ["Long Grudge"] * 7 + ["Strike Out"]},
        bob={"hand": ["Long Grudge", "Strike Out"]},
        cat={"life point": 25},
        dan={},
    )
    for _ in range(7):
        table.push("ann", "Long Grudge", "cat")
    table.push("bob", "Long Grudge", "dan")
    table.execute()

    assert (table.count("ann", "grudge"), table.count("bob", "grudge")) == (7, 1)
    assert table.life("cat", "dan") == [25 - (1 + 2 + 3 + 4 + 5 + 5 + 5), 14]


@pytest.mark.rule("M-134", "M-133")
def test_a_grudge_lasts_to_the_next_game_and_life_does_not() -> None:
    table = Tower(ann={"hand": ["Long Grudge", *TEN[:1]]}, bob={})
    table.push("ann", "Long Grudge", "bob")
    table.execute()

    again = meta().start(["bob", "ann"], carried=table.match.carried)

    rows = {row["name"]: row["properties"] for row in again.view()["players"]}
    assert (rows["ann"]["grudge"], rows["bob"]["grudge"]) == (1, 0)
    assert (rows["ann"]["life point"], rows["bob"]["life point"]) == (15, 15)


@pytest.mark.rule("M-085", "M-133")
def test_while_the_book_strikes_back_earlier_changes_are_suspended() -> None:
    table = Tower(
        ann={"hand": ["Glass Ceiling", "The Book Strikes Back", *TEN[:1]], "life point": 20},
        bob={"hand": TEN[:1]},
    )
    after(table, "The Book Strikes Back", "Glass Ceiling")
    during = table.value("life ceiling")
    next_turn(table)

    assert (during, table.value("life ceiling"), table.life("ann")) == (25, 15, [15])
