"""Players: life points, disabled players, running short of memory, the reset and victory."""

from __future__ import annotations

import pytest

from deckmastor.match import DeckmastorError, IllegalChoice
from games.meta.tower import Laid, Tower, edition, meta

SPARE: Laid = {"hand": ["Exhume"]}  # keeps a stage open: nothing can be done with it


# ---- life points --------------------------------------------------------------------------------


@pytest.mark.rule("M-027", "M-133")
def test_each_player_starts_with_15_life_points() -> None:
    match = meta().start(["ann", "bob", "cat"], 7)

    column = match.state.cols[match.rules.schema.attrs["life point"].at]
    assert column[:3] == [15, 15, 15]


@pytest.mark.rule("M-027", "M-006")
def test_the_starting_life_is_a_value_that_can_be_set() -> None:
    match = meta().start(["ann", "bob"], 7, {"starting life": 9})

    assert match.state.cols[match.rules.schema.attrs["life point"].at][:2] == [9, 9]


@pytest.mark.rule("M-008")
def test_a_game_needs_two_players_and_has_no_upper_limit() -> None:
    with pytest.raises(DeckmastorError, match="at least 2"):
        meta().start(["ann"], 1)

    many = [f"p{number}" for number in range(9)]
    assert len(meta().start(many, 1).players) == 9


@pytest.mark.rule("M-028", "M-029")
@pytest.mark.parametrize(
    ("text", "lives"),
    [
        ("You gain 3 life points and you lose 5 life points.", 22),
        ("You gain 3 life points. You lose 5 life points.", 20),
        ("You gain 40 life points.", 25),
        ("You lose 60 life points.", -15),
    ],
)
def test_changes_of_one_step_are_added_up_and_clamped_once(text: str, lives: int) -> None:
    game = edition(second_wind=text)
    table = Tower(game=game, ann={"life point": 24, "hand": ["Second Wind"]}, bob=SPARE, cat=SPARE)
    table.push("ann", "Second Wind")

    table.execute()

    assert table.life("ann") == [lives]


@pytest.mark.rule("M-028", "M-029")
@pytest.mark.parametrize(("told", "life"), [(40, 25), (-40, -15), (7, 7)])
def test_a_life_total_that_is_set_obeys_both_limits(told: int, life: int) -> None:
    game = edition(paper_cut=f"Target a player. The life points of that player become {told}.")
    table = Tower(game=game, ann={"hand": ["Paper Cut"]}, bob=SPARE, cat=SPARE)
    table.push("ann", "Paper Cut", "cat")

    table.execute()

    assert table.life() == [15, 15, life]


@pytest.mark.rule("M-029")
def test_a_life_total_that_is_set_lower_counts_as_a_loss() -> None:
    game = edition(paper_cut="Target a player. The life points of that player become 7.")
    table = Tower(
        game=game,
        turn="bob",
        ann={"hand": ["Paper Cut"]},
        bob={"hand": ["Tripwire", "Deep Thought"]},
        cat=SPARE,
    )
    table.push("bob", "Tripwire", "cat")
    table.push("bob", "Deep Thought", "bob's trigger stack")
    table.push("ann", "Paper Cut", "cat")

    table.execute()

    assert table.life("cat") == [7]
    assert len(table.cards("bob", "hand")) == 2


@pytest.mark.rule("M-030")
def test_a_life_total_is_a_number_beyond_the_faces_of_a_die() -> None:
    table = Tower(ann={"life point": 22, **SPARE}, bob={"life point": -7}, cat=SPARE)

    seats = table.match.view()["players"]
    told = {seat["name"]: seat["properties"]["life point"] for seat in seats}
    assert told == {"ann": 22, "bob": -7, "cat": 15}


# ---- disabled players ---------------------------------------------------------------------------


@pytest.mark.rule("M-031")
@pytest.mark.parametrize(("life", "standing"), [(4, "able"), (3, "disabled"), (2, "disabled")])
def test_who_has_no_life_point_left_is_disabled(life: int, standing: str) -> None:
    table = Tower(ann={"hand": ["Paper Cut"]}, bob={"life point": 9}, cat={"life point": life})
    table.push("ann", "Paper Cut", "cat")

    table.execute()

    assert table.standing("cat") == standing
    assert table.standing("bob") == "able"


@pytest.mark.rule("M-032", "M-035")
def test_a_disabled_player_plays_no_cards() -> None:
    table = Tower(
        ann={"hand": ["Paper Cut", "Exhume"]},
        bob={"life point": 0, "hand": ["Second Wind"]},
        cat={"hand": ["Second Wind"]},
    )
    table.start_pushing()

    assert table.asked() == ["ann", "cat"]
    with pytest.raises(IllegalChoice, match="bob is not asked"):
        table.push("bob", "Second Wind")
    why = table.match.why_not("bob", "play Second Wind")
    assert why is not None
    assert table.cards("bob", "hand") == ["Second Wind"]


@pytest.mark.rule("M-032", "M-036")
@pytest.mark.parametrize("life", [-2, 9])
def test_a_late_addition_does_not_let_a_disabled_player_play(life: int) -> None:
    table = Tower(
        turn="bob",
        ann={"hand": ["Hard Rain"]},
        bob={"hand": ["Tripwire", "Late Addition", "Paper Cut"]},
        cat=SPARE,
    )
    table.push("bob", "Tripwire", "cat")
    table.push("bob", "Late Addition", "bob's trigger stack")
    table.start_pushing()
    table.set_life("bob", life)  # if disabled, he has got the Paper Cut since
    table.push("ann", "Hard Rain")

    table.execute()

    asked = [decision.prompt for decision in table.match.decisions if decision.player == "bob"]
    assert asked == (["Play a card that is not a Trigger from your hand?"] if life > 0 else [])
    assert "Late Addition resolves" in table.told()
    assert table.cards("bob", "hand") == ["Paper Cut"]


@pytest.mark.rule("M-033", "M-023")
def test_who_falls_to_0_discards_the_whole_hand_in_an_order_of_choice() -> None:
    table = Tower(
        ann={"hand": ["Paper Cut", "Exhume"]},
        bob={"hand": ["Amnesty"], "life point": 4},
        cat={"life point": 3, "hand": ["Ditto", "Tripwire", "Second Wind"]},
    )
    table.push("ann", "Paper Cut", "cat")
    table.execute(orders=False)

    assert table.options("cat") == ["Ditto", "Tripwire", "Second Wind"]
    table.choose("cat", "Second Wind", "Ditto")

    assert table.cards("cat", "hand") == []
    assert table.stack("cat's graveyard") == ["Second Wind", "Ditto", "Tripwire"]
    assert table.cards("bob", "hand") == ["Amnesty"]


@pytest.mark.rule("M-033")
def test_the_hand_is_discarded_in_the_middle_of_a_card() -> None:
    game = edition(hard_rain="Each player loses 3 life points. Each player gains 5 life points.")
    table = Tower(
        game=game,
        ann={"hand": ["Hard Rain"]},
        bob={"life point": 2, "hand": ["Ditto"]},
        cat={"life point": 4, "hand": ["Ditto"]},
    )
    table.push("ann", "Hard Rain")

    table.execute()

    assert table.life() == [17, 4, 6]
    assert table.cards("bob", "hand") == []
    assert table.cards("cat", "hand") == ["Ditto"]
    assert table.standing("bob") == "able"


@pytest.mark.rule("M-033")
def test_the_whole_hand_is_one_discard_for_a_trap() -> None:
    table = Tower(
        turn="cat",
        ann={"hand": ["Paper Cut"]},
        bob={"life point": 2, "hand": ["Ditto", "Amnesty"]},
        cat={"hand": ["Overdue Notice", "Deep Thought"]},
    )
    table.push("cat", "Overdue Notice", "bob")
    table.push("cat", "Deep Thought", "cat's trigger stack")
    table.push("ann", "Paper Cut", "bob")
    table.execute(orders=False)
    table.choose("bob", "Amnesty")

    told = table.told()
    assert told.index("bob discards Ditto") < told.index("cat reveals Overdue Notice")
    assert len(table.cards("cat", "hand")) == 2


@pytest.mark.rule("M-033", "M-034", "M-037")
def test_cards_that_a_disabled_player_gets_later_are_kept() -> None:
    table = Tower(
        turn="bob",
        draws=1,
        ann={"life point": -3, "hand": []},
        bob={"hand": ["Flood of Ideas", "Hard Rain"]},
        cat=SPARE,
    )
    assert table.cards("ann", "hand") == []
    table.push("bob", "Hard Rain")
    table.push("bob", "Flood of Ideas")

    table.execute()

    assert len(table.cards("ann", "hand")) == 3  # she loses 3 life points after that
    assert table.life("ann") == [-6]


@pytest.mark.rule("M-033", "M-040")
def test_who_is_disabled_for_lack_of_memory_discards_on_reaching_0() -> None:
    table = Tower(
        draws=1,
        ann={"hand": ["Hard Rain"]},
        bob={"life point": 3, "memory deck": [], "hand": ["Ditto"]},
        cat={"life point": 4, "hand": ["Ditto"]},
    )
    assert table.standing("bob") == "disabled"
    assert table.cards("bob", "hand") == ["Ditto"]
    table.push("ann", "Hard Rain")

    table.execute()

    assert table.stack("bob's graveyard") == ["Ditto"]
    assert "Ditto" in table.cards("cat", "hand")


@pytest.mark.rule("M-034")
def test_a_disabled_player_draws_nothing_in_the_drawing_stage() -> None:
    table = Tower(draws=3, ann={}, bob={"life point": -1}, cat={})

    assert [len(table.cards(name, "hand")) for name in table.match.players] == [3, 0, 3]


@pytest.mark.rule("M-035")
def test_the_turn_of_a_disabled_player_is_skipped_and_their_seat_is_kept() -> None:
    table = Tower(
        ann={"hand": ["Second Wind", "Exhume"]},
        bob={"life point": -1},
        cat={"hand": ["Open Fountain", "Exhume"]},
    )

    turns = [table.turn]
    for _ in range(2):
        table.execute()
        turns.append(table.turn)
    table.push("ann", "Exhume")
    table.push("cat", "Open Fountain")  # brings Bob back
    table.execute()

    assert [*turns, table.turn] == ["ann", "cat", "ann", "bob"]


@pytest.mark.rule("M-035")
def test_a_turn_goes_on_to_its_end_if_its_player_is_disabled_in_it() -> None:
    table = Tower(
        ann={"life point": 3, "hand": ["Hard Rain"]},
        bob={"hand": ["Paper Cut", "Exhume"]},
        cat={"hand": [*["Exhume"] * 13]},
    )
    table.start_pushing()
    table.push("bob", "Paper Cut", "cat")
    table.push("ann", "Hard Rain")
    table.execute()

    assert table.standing("ann") == "disabled"
    assert table.turn == "ann"
    assert table.life("cat") == [9]  # the Paper Cut below the Hard Rain was executed
    table.choose("cat", "Exhume")  # down to twelve cards in the discarding stage
    assert table.turn == "bob"


@pytest.mark.rule("M-036")
def test_the_traps_of_a_disabled_player_stay_and_serve_them() -> None:
    table = Tower(
        turn="bob",
        ann={"hand": ["Hard Rain"]},
        bob={"hand": ["Tripwire", "Second Wind"]},
        cat=SPARE,
    )
    table.push("bob", "Tripwire", "cat")
    table.push("bob", "Second Wind", "bob's trigger stack")
    table.set_life("bob", 0)
    table.push("ann", "Hard Rain")

    table.execute()

    assert table.life() == [12, 0, 12]  # he loses 3 and gets 3 from his own trap
    assert table.stack("bob's graveyard") == ["Tripwire", "Second Wind"]


@pytest.mark.rule("M-036")
def test_a_disabled_player_makes_the_choices_of_their_cards() -> None:
    table = Tower(
        ann={"life point": 3, "hand": ["Glass Sleeves"]},
        bob={"hand": ["Paper Cut", "Exhume"]},
        cat={"hand": ["Ditto", "Amnesty"]},
    )
    table.start_pushing()
    table.push("ann", "Glass Sleeves", "cat")
    table.push("bob", "Paper Cut", "ann")
    table.execute()

    assert table.standing("ann") == "disabled"
    assert table.options("ann") == ["Ditto", "Amnesty"]
    table.choose("ann", "Amnesty")

    assert table.stack("cat's graveyard") == ["Amnesty"]


@pytest.mark.rule("M-037", "M-045")
@pytest.mark.parametrize(
    ("text", "lives"),
    [
        ("Each player gains 2 life points.", [17, 10, 0]),
        ("Each other player gains 2 life points.", [15, 10, 0]),
        ("Each player with at most 8 life points gains 2 life points.", [15, 10, 0]),
    ],
)
def test_every_group_of_players_includes_disabled_ones(text: str, lives: list[int]) -> None:
    table = Tower(
        game=edition(second_wind=text),
        ann={"hand": ["Second Wind"]},
        bob={"life point": 8, **SPARE},
        cat={"life point": -2},
    )
    table.push("ann", "Second Wind")

    table.execute()

    assert table.life() == lives


@pytest.mark.rule("M-038", "M-082")
def test_a_target_that_is_disabled_by_now_makes_a_card_fail() -> None:
    table = Tower(
        ann={"hand": ["Paper Cut", "Exhume"]},
        bob={"life point": 9, "hand": ["Paper Cut"]},
        cat={"life point": 3},
    )
    table.push("ann", "Paper Cut", "cat")
    table.push("bob", "Paper Cut", "cat")

    table.execute()

    assert table.life() == [15, 9, 0]
    assert "Paper Cut fails" in table.told()
    assert table.stack("ann's graveyard") == ["Paper Cut"]


@pytest.mark.rule("M-038")
def test_who_has_the_fewest_life_points_is_looked_for_among_active_players() -> None:
    table = Tower(
        ann={"life point": 10, "hand": ["Paper Cut"]},
        bob={"life point": -6},
        cat={"life point": 5, **SPARE},
        dan={"life point": 8},
    )
    table.push("ann", "Paper Cut", "the first trailing player")

    table.execute()

    assert table.life() == [10, -6, 2, 8]


@pytest.mark.rule("M-038")
def test_the_things_of_a_disabled_player_can_be_targeted() -> None:
    table = Tower(
        ann={"hand": ["Strike Out", "Total Recall", "Exhume"]},
        bob={"hand": ["Second Wind", "Amnesty"], "graveyard": ["Ditto"]},
        cat=SPARE,
    )
    table.start_pushing()
    table.push("bob", "Second Wind")
    table.set_life("bob", -2)
    table.push("ann", "Total Recall", "bob's graveyard")
    table.push("ann", "Strike Out", "Second Wind")

    table.execute()

    assert table.stack("bob's graveyard") == []
    assert {"Ditto", "Second Wind"} <= set(table.cards("bob", "memory deck"))


@pytest.mark.rule("M-039")
def test_who_comes_back_plays_at_once_and_draws_in_the_same_turn() -> None:
    table = Tower(
        draws=2,
        ann={"life point": 6, "hand": ["Emergency Reserve"], "memory deck": ["Second Wind"] * 9},
        bob={"hand": ["Blood Ledger", "Exhume"]},
        cat={"hand": ["Paper Cut"]},
    )
    table.start_pushing()
    table.push("cat", "Paper Cut", "ann")
    table.push("bob", "Blood Ledger", "ann")
    table.push("ann", "Emergency Reserve")
    table.execute(orders=False)
    table.choose("ann", "Second Wind")  # two cards are discarded at -2

    assert table.turn == "bob"  # and before the draw of this turn Ann has gained 3 life points
    assert table.life("ann") == [1]
    assert table.cards("ann", "hand") == ["Second Wind"] * 2
    table.start_pushing()
    table.push("ann", "Second Wind")


@pytest.mark.rule("M-039", "M-043")
def test_each_cause_of_being_disabled_must_go_on_its_own() -> None:
    table = Tower(
        draws=1,
        ann={"hand": ["Hard Rain", "Total Recall", "Amnesty"]},
        bob={"life point": 2, "memory deck": [], "graveyard": ["Ditto", "Exhume"]},
        cat=SPARE,
    )
    table.push("ann", "Hard Rain")
    table.push("ann", "Amnesty")
    for _ in range(2):
        table.execute()
    assert (table.life("bob"), table.standing("bob")) == ([-1], "disabled")

    table.push("ann", "Total Recall", "bob's graveyard")
    table.execute()

    assert table.standing("bob") == "disabled"  # the memory is back, the life points are not


@pytest.mark.rule("M-039", "M-040")
def test_life_points_do_not_bring_back_who_lacks_memory() -> None:
    table = Tower(
        draws=1,
        ann={"hand": ["Amnesty", "Hard Rain"]},
        bob={"life point": 2, "memory deck": []},
        cat={"life point": -2},
        dan=SPARE,
    )
    table.push("ann", "Amnesty")
    table.push("ann", "Hard Rain")

    table.execute()

    assert table.life() == [12, 2, 2, 12]
    assert (table.standing("bob"), table.standing("cat")) == ("disabled", "able")


# ---- running short of memory --------------------------------------------------------------------


@pytest.mark.rule("M-040", "M-041", "M-042")
@pytest.mark.parametrize(
    ("draws", "held", "life", "standing"),
    [
        (3, 0, 15, "disabled"),
        (1, 0, 15, "disabled"),
        (0, 0, 15, "able"),
        (3, 3, 15, "able"),
        (3, 2, 15, "able"),
        (3, 1, 14, "able"),
        (4, 1, 14, "able"),
        (5, 1, 13, "able"),
        (6, 1, 13, "able"),
        (7, 1, 12, "able"),
    ],
)
def test_every_two_cards_not_drawn_cost_a_life_point(
    draws: int, held: int, life: int, standing: str
) -> None:
    table = Tower(draws=draws, ann=SPARE, bob={"memory deck": ["Ditto"] * held}, cat=SPARE)

    assert table.life() == [15, life, 15]
    assert table.standing("bob") == standing
    assert len(table.cards("bob", "hand")) == min(draws, held)


@pytest.mark.rule("M-041", "M-034")
def test_the_draw_of_a_card_runs_short_too() -> None:
    table = Tower(
        ann={"memory deck": ["Ditto"], "hand": ["Deep Thought", "Deep Thought"]},
        bob={"hand": ["Exhume"]},
        cat={},
    )
    table.push("ann", "Deep Thought")
    table.push("ann", "Deep Thought")

    table.execute()

    assert table.cards("ann", "hand") == ["Ditto"]
    assert table.life("ann") == [15]
    assert table.standing("ann") == "disabled"  # by the second one


@pytest.mark.rule("M-042", "M-033")
def test_the_loss_is_in_the_same_step_as_the_draw() -> None:
    table = Tower(
        draws=3, ann=SPARE, bob={"life point": 1, "memory deck": ["Ditto"]}, cat={"life point": 3}
    )

    assert table.stack("bob's graveyard") == ["Ditto"]
    assert table.standing("bob") == "disabled"


@pytest.mark.rule("M-043")
@pytest.mark.parametrize("kept", [0, 1])
def test_a_card_in_the_memory_brings_a_player_back(kept: int) -> None:
    table = Tower(
        draws=1,
        ann={"hand": ["Total Recall"]},
        bob={"memory deck": [], "graveyard": ["Ditto"] * kept},
        cat=SPARE,
    )
    assert table.standing("bob") == "disabled"

    table.push("ann", "Total Recall", "bob's graveyard")
    table.execute()

    assert ("bob becomes able" in table.told()) == bool(kept)


# ---- the reset ----------------------------------------------------------------------------------


@pytest.mark.rule("M-044", "M-046")
def test_a_reset_comes_of_different_causes_in_one_step() -> None:
    table = Tower(
        ann={
            "life point": 1,
            "memory deck": ["Paper Cut"],
            "hand": ["Flood of Ideas"],
            "graveyard": ["Ditto"],
        },
        bob={"memory deck": [], "hand": ["Amnesty", "Exhume"], "graveyard": ["Redaction"]},
    )
    table.push("ann", "Flood of Ideas")
    table.execute()

    assert table.life() == [1, 15]
    assert [table.standing(name) for name in ("ann", "bob")] == ["able", "able"]
    assert table.cards("ann", "memory deck") == ["Ditto"]
    assert table.cards("bob", "memory deck") == ["Redaction"]  # not drawn after all
    assert table.cards("bob", "hand") == ["Amnesty", "Exhume"]
    assert not any(" loses the game" in text for text in table.told())


@pytest.mark.rule("M-044")
def test_a_draw_on_empty_memories_resets_the_game() -> None:
    table = Tower(
        draws=3,
        ann={"memory deck": [], "graveyard": ["Ditto", "Amnesty"], **SPARE},
        bob={"memory deck": [], "graveyard": ["Redaction"]},
        cat={"memory deck": ["Ditto"], "life point": -1},
    )

    assert sorted(table.cards("ann", "memory deck")) == ["Amnesty", "Ditto"]
    assert table.cards("ann", "hand") == ["Exhume"]
    assert table.cards("cat", "memory deck") == []
    assert "cat loses the game" in table.told()


@pytest.mark.rule("M-044", "M-047")
def test_nobody_is_reset_if_the_same_step_brings_somebody_back() -> None:
    text = "Each active player loses 3 life points and each disabled player gains 9 life points."
    table = Tower(
        game=edition(hard_rain=text),
        ann={"life point": 2, "hand": ["Hard Rain"]},
        bob={"life point": 3},
        cat={"life point": -2},
    )
    table.push("ann", "Hard Rain")

    table.execute()

    assert table.match.winners == ["cat"]
    assert table.life() == [-1, 0, 7]


@pytest.mark.rule("M-044", "M-039")
def test_who_was_disabled_and_came_back_counts_as_active_in_a_reset() -> None:
    table = Tower(
        ann={"life point": 1, "hand": ["Hard Rain", "Stay of Execution", "Open Fountain"]},
        bob={"life point": -1},
        cat={"life point": -9},
    )
    table.push("ann", "Hard Rain")
    table.push("ann", "Open Fountain")

    table.execute()

    assert "cat loses the game" in table.told()
    assert table.life("ann", "bob") == [1, 1]


def removal(ann: Laid, cat: Laid) -> Tower:
    """Cat's turn; Ann is about to play a Hard Rain that removes Cat."""
    return Tower(
        turn="cat",
        ann={"life point": 3, **ann},
        bob={"life point": 2, "hand": ["Exhume"]},
        cat=cat,
    )


@pytest.mark.rule("M-045", "M-082")
def test_a_removed_player_takes_all_cards_and_traps_along() -> None:
    table = removal(
        {"hand": ["Hard Rain", "Paper Cut"]}, {"hand": ["Tripwire", "Second Wind", "Amnesty"]}
    )
    table.push("cat", "Tripwire", "cat")
    table.push("cat", "Second Wind", "cat's trigger stack")
    table.start_pushing()
    table.push("ann", "Paper Cut", "cat")
    table.push("cat", "Amnesty")
    table.push("ann", "Hard Rain")
    table.set_life("cat", -2)

    table.execute()

    assert table.stack("ann's graveyard") == ["Hard Rain", "Paper Cut"]
    assert "Paper Cut fails" in table.told()
    assert not any(text.startswith("cat reveals") for text in table.told())
    for place in ("hand", "memory deck", "trap row", "plot"):
        assert table.cards("cat", place) == []
    assert not any("Amnesty resolves" in text for text in table.told())


@pytest.mark.rule("M-045", "M-006")
def test_the_rule_changes_of_a_removed_player_stay() -> None:
    table = removal({"hand": ["Hard Rain"]}, {"hand": ["Glass Ceiling"]})
    table.start_pushing()
    table.push("ann", "Hard Rain")
    table.push("cat", "Glass Ceiling")
    table.set_life("cat", -2)

    table.execute()

    assert "cat loses the game" in table.told()
    assert table.value("life ceiling") == 15


@pytest.mark.rule("M-045")
def test_a_card_in_limbo_of_a_removed_player_is_finished_first() -> None:
    game = edition(hard_rain="Each player loses 3 life points. Each player gains 5 life points.")
    table = Tower(
        game=game,
        turn="cat",
        ann={"life point": 3, **SPARE},
        bob={"life point": 2},
        cat={"hand": ["Hard Rain"]},
    )
    table.push("cat", "Hard Rain")
    table.set_life("cat", -2)

    table.execute()

    assert table.life("ann", "bob") == [6, 6]
    assert table.life("cat") == [-5]
    assert table.cards("", "limbo") == []


@pytest.mark.rule("M-045")
def test_the_seat_of_a_removed_player_leaves_the_turn_order() -> None:
    table = removal({"hand": ["Hard Rain"]}, {"hand": ["Exhume"]})
    table.start_pushing()
    table.push("ann", "Hard Rain")
    table.set_life("cat", -2)
    for _ in range(2):
        table.execute()

    begun = [text.partition("'")[0] for text in table.told() if "turn begins" in text]
    assert begun == ["cat", "ann", "bob"]
    table.execute()
    assert "cat" not in [t.partition("'")[0] for t in table.told() if "turn begins" in t][1:]


@pytest.mark.rule("M-045", "M-165")
def test_cards_of_others_that_a_removed_player_holds_go_to_their_owners() -> None:
    table = removal(
        {"hand": ["Tripwire", "Morning Bell", "Hard Rain", "Ditto"]},
        {"hand": ["Swapped Notes", "Redaction"]},
    )
    table.push("cat", "Swapped Notes", "ann")
    for _ in range(3):
        table.execute()
    table.push("cat", "Tripwire", "bob")
    table.push("cat", "Hard Rain", "Main Stack")
    table.set_life("cat", -2)

    table.execute()

    assert "cat loses the game" in table.told()
    assert table.cards("cat", "hand") + table.cards("cat", "trap row") == []
    owned = table.cards("ann", "memory deck") + table.stack("ann's graveyard")
    assert {"Tripwire", "Morning Bell", "Hard Rain", "Ditto"} <= set(owned)
    assert table.cards("ann", "hand") == []  # the Redaction was Cat's


@pytest.mark.rule("M-045")
def test_metas_of_others_on_the_tower_of_a_removed_player_go_to_their_owners() -> None:
    table = removal(
        {"hand": ["Upside Down", "Hard Rain"]}, {"hand": ["Tripwire", "Second Wind", "Amnesty"]}
    )
    table.push("cat", "Tripwire", "bob")
    table.push("cat", "Second Wind", "cat's trigger stack")
    table.start_pushing()
    table.push("ann", "Hard Rain")
    table.push("ann", "Upside Down", "cat's trigger stack")
    assert table.stack("cat's trigger stack", 1) == ["Upside Down"]
    table.set_life("cat", -2)

    table.execute()

    assert "the game voids Upside Down" in table.told()
    assert "Upside Down resolves" not in table.told()
    assert "Upside Down" in table.cards("ann", "memory deck")  # shuffled in by the reset
    assert table.cards("cat", "plot") == []


@pytest.mark.rule("M-046", "M-172")
def test_a_ceiling_below_1_is_a_paradox_that_ends_with_its_card() -> None:
    game = edition(glass_ceiling="Until the end of the game, the life ceiling is 0.")
    table = Tower(game=game, ann={"hand": ["Glass Ceiling"]}, bob=SPARE)
    table.push("ann", "Glass Ceiling")

    table.execute()

    assert table.value("life ceiling") == 25
    assert table.life() == [1, 1]


@pytest.mark.rule("M-046")
def test_two_resets_without_a_play_and_without_memory_are_a_draw() -> None:
    table = Tower(
        draws=3, ann={"memory deck": [], **SPARE}, bob={"memory deck": []}, cat={"life point": -3}
    )
    assert not table.match.over

    table.execute()

    assert table.match.over
    assert table.match.winners == []


@pytest.mark.rule("M-046")
def test_a_play_between_two_resets_keeps_the_game_going() -> None:
    table = Tower(
        draws=3, ann={"memory deck": [], "hand": ["Second Wind"]}, bob={"memory deck": [], **SPARE}
    )
    table.push("ann", "Second Wind")

    table.execute()

    assert resets(table) == 2
    assert not table.match.over


@pytest.mark.rule("M-046")
def test_a_memory_that_holds_a_card_after_the_second_reset_keeps_the_game_going() -> None:
    table = Tower(
        draws=3,
        values={"hand limit": 0},  # what is drawn comes onto the graveyard, and back by a reset
        ann={"memory deck": [], "hand": ["Ditto"], "graveyard": ["Ditto"]},
        bob={"memory deck": [], "graveyard": ["Ditto"]},
    )

    while resets(table) < 2:
        table.execute()

    assert not table.match.over
    assert not any(" plays " in text for text in table.told())


def resets(table: Tower) -> int:
    """How often the reset rule has applied."""
    return table.told().count("ann recovers")


# ---- victory ------------------------------------------------------------------------------------


@pytest.mark.rule("M-047", "M-005")
def test_the_only_player_who_is_not_disabled_wins() -> None:
    table = Tower(
        ann={"life point": 4, "hand": ["Hard Rain", "Second Wind"]},
        bob={"life point": 3},
        cat={"life point": 2},
    )
    table.start_pushing()
    table.push("ann", "Second Wind")
    table.push("ann", "Hard Rain")
    table.execute()

    assert table.match.winners == ["ann"]
    assert table.stack("Main Stack") == ["Second Wind"]


@pytest.mark.rule("M-048", "M-007")
def test_players_who_meet_a_condition_in_the_same_moment_win_together() -> None:
    text = (
        "Each player gains 3 life points. Each player with at least 18 life points wins the game."
    )
    table = Tower(
        game=edition(open_fountain=text),
        ann={"life point": 9, "hand": ["Open Fountain"]},
        bob={"life point": 15},
        cat={"life point": 20},
    )
    table.push("ann", "Open Fountain")

    table.execute()

    assert sorted(table.match.winners) == ["bob", "cat"]


@pytest.mark.rule("M-049", "M-045")
def test_a_player_may_concede_at_any_time_and_is_removed() -> None:
    table = Tower(
        values={"conceding": "yes"},
        ann={"hand": ["Second Wind", "Exhume"]},
        bob={"hand": ["Exhume"], "graveyard": ["Ditto"]},
        cat={"hand": ["Exhume"]},
    )
    assert "forfeit" in table.options("cat")  # it is Ann's turn
    table.choose("bob", "forfeit")

    assert table.asked() == ["ann", "cat"]
    assert table.cards("bob", "hand") + table.cards("bob", "memory deck") == []
    assert not table.match.over


@pytest.mark.rule("M-049", "M-047")
def test_who_is_left_after_all_others_have_conceded_wins() -> None:
    table = Tower(values={"conceding": "yes"}, ann=SPARE, bob=SPARE, cat={"life point": -4})

    table.choose("ann", "forfeit")

    assert table.match.winners == ["bob"]


@pytest.mark.rule("M-050", "M-135", "M-136")
@pytest.mark.parametrize("faces", [20, 6])
def test_the_turn_order_is_thrown_with_a_die_of_so_many_faces(faces: int) -> None:
    thrown: set[int] = set()
    for seed in range(6):
        match = meta().start(["ann", "bob", "cat"], seed, {"order die": faces})
        rolls = [(event.agent, event.amount) for event in match.events if " rolls " in event.text]
        thrown |= {amount for _, amount in rolls}
        first = max(rolls[:3], key=lambda roll: roll[1])
        if len({amount for _, amount in rolls[:3]}) == 3:
            assert match.decisions[0].player == first[0]

    assert thrown <= set(range(1, faces + 1))
    assert max(thrown) > faces // 2
