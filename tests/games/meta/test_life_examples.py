"""Worked examples of life, disabling, coming back, the reset and victory."""

from __future__ import annotations

import pytest

from deckmastor.match import IllegalChoice
from games.meta.tower import Laid, Tower

SPARE = ["Exhume"]  # keeps a stage open: nothing can be done with it


def rain(ann: int, **more: Laid) -> Tower:
    """Bob's Second Wind with Ann's Hard Rain on it, about to be executed; Cat is disabled."""
    table = Tower(
        ann={"life point": ann, "hand": ["Hard Rain", *SPARE], "graveyard": ["Amnesty"], **more},
        bob={"life point": 2, "hand": ["Second Wind", "Redaction"], "graveyard": ["Paper Cut"]},
        cat={"life point": -4, "hand": ["Paper Cut"], "graveyard": ["Tripwire"]},
    )
    table.start_pushing()
    table.push("bob", "Second Wind")
    table.push("ann", "Hard Rain")
    return table


@pytest.mark.rule("MX-04", "M-044", "M-045", "M-046")
def test_a_rain_on_everybody_resets_the_game_and_removes_who_was_disabled() -> None:
    table = rain(3)

    table.execute()

    assert not table.match.over
    assert table.life("ann", "bob") == [1, 4]
    assert table.cards("ann", "hand") == SPARE
    assert table.cards("bob", "hand") == ["Redaction"]
    assert sorted(set(table.cards("ann", "memory deck"))) == ["Amnesty", "Deep Thought"]
    assert "Paper Cut" in table.cards("bob", "memory deck")
    assert table.stack("ann's graveyard") == ["Hard Rain"]
    assert table.stack("bob's graveyard") == ["Second Wind"]
    assert table.cards("cat", "hand") + table.cards("cat", "memory deck") == []
    assert table.cards("cat", "plot") == []
    assert "cat loses the game" in table.told()


@pytest.mark.rule("MX-04", "M-047", "M-005", "M-033")
def test_with_one_more_life_point_ann_is_the_last_one_and_wins_at_once() -> None:
    table = rain(4)

    table.execute()

    assert table.match.winners == ["ann"]
    assert table.life() == [1, -1, -7]
    assert table.cards("bob", "hand") == []
    assert table.stack("bob's graveyard") == ["Paper Cut", "Redaction"]
    assert table.stack("Main Stack") == ["Second Wind"]


def short() -> Tower:
    """The drawing stage with memories of 5, 2, 1 and no cards."""
    table = Tower(
        draws=3,
        ann={"memory deck": ["Second Wind"] * 5, "hand": ["Total Recall"]},
        bob={"memory deck": ["Paper Cut"] * 2, "hand": SPARE},
        cat={"life point": 1, "memory deck": ["Amnesty"], "hand": ["Hard Rain"]},
        dan={"life point": 8, "memory deck": [], "hand": ["Paper Cut"] * 6, "graveyard": ["Ditto"]},
    )
    table.choose("cat", "Amnesty")  # the first of her two cards to be discarded
    return table


@pytest.mark.rule("MX-05", "M-040", "M-041", "M-042", "M-033")
def test_four_memories_run_short_in_one_draw() -> None:
    table = short()

    assert table.life() == [15, 15, 0, 8]
    assert [table.standing(name) for name in table.match.players] == [
        "able", "able", "disabled", "disabled",
    ]  # fmt: skip
    assert len(table.cards("ann", "hand")) == 4
    assert table.cards("bob", "hand") == [*SPARE, "Paper Cut", "Paper Cut"]
    assert table.cards("cat", "hand") == []
    assert table.stack("cat's graveyard") == ["Amnesty", "Hard Rain"]
    assert table.cards("dan", "hand") == ["Paper Cut"] * 6
    assert not table.match.over


@pytest.mark.rule("MX-05", "M-038", "M-043", "M-024")
def test_the_graveyard_of_a_disabled_player_can_be_shuffled_back_and_brings_them_back() -> None:
    table = short()
    table.push("ann", "Total Recall", "dan's graveyard")

    table.choose("ann", "pass")
    table.choose("bob", "pass")

    told = table.told()
    assert told.index("dan becomes able") < told.index("bob's turn begins")
    assert table.cards("dan", "hand")[6:] == ["Ditto"]  # drawn in Bob's turn, with 2 cards missing
    assert table.life("dan") == [7]
    assert table.standing("cat") == "disabled"


def fountain() -> Tower:
    """Ann's Paper Cut about to be played in the pushing stage; Bob is disabled."""
    table = Tower(
        ann={"life point": 10, "hand": ["Paper Cut", *SPARE]},
        bob={"life point": -2},
        cat={"life point": 6, "hand": ["Open Fountain"]},
    )
    table.start_pushing()
    table.choose("ann", "play Paper Cut")
    return table


@pytest.mark.rule("MX-07", "M-038", "M-078")
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("bob", "'bob' fits no player that can be targeted."),
        ("the active player with the fewest life points", "can fit several: ann, cat"),
    ],
)
def test_a_disabled_player_is_no_target_and_a_description_must_not_be_ambiguous(
    text: str, why: str
) -> None:
    table = fountain()

    assert table.options("ann") == ["ann", "cat"]
    with pytest.raises(IllegalChoice, match=why):
        table.choose("ann", text)


@pytest.mark.rule("MX-07", "M-037", "M-039", "M-038")
def test_a_fountain_brings_a_disabled_player_back_and_a_described_cut_finds_them() -> None:
    table = fountain()
    table.choose("ann", "the first trailing player")
    table.push("cat", "Open Fountain")

    table.execute()

    words = ("life point", "becomes able", "becomes disabled")
    lives = [text for text in table.told() if any(word in text for word in words)]
    assert lives[-6:] == [
        "bob gains 3 life points",
        "cat gains 3 life points",
        "bob becomes able",
        "cat loses 1 life point",
        "bob loses 3 life points",
        "bob becomes disabled",
    ]
    assert table.life() == [13, -2, 8]
    assert table.standing("bob") == "disabled"


@pytest.mark.rule("MX-08", "M-028")
def test_a_gain_stops_at_the_ceiling_and_only_the_points_really_gained_are_told() -> None:
    table = Tower(
        ann={"life point": 24, "hand": ["Second Wind"]},
        bob={"life point": 22, "hand": ["Second Wind"]},
    )
    table.start_pushing()
    table.push("bob", "Second Wind")
    table.push("ann", "Second Wind")

    table.execute()

    assert table.life() == [25, 25]
    assert "ann gains 1 life point" in table.told()
    assert "bob gains 3 life points" in table.told()


@pytest.mark.rule("MX-08", "M-029")
@pytest.mark.parametrize(("life", "drawn"), [(-14, 2), (-15, 0), (-3, 2)])
def test_a_loss_stops_at_the_floor_and_a_loss_of_nothing_sets_nothing_off(
    life: int, drawn: int
) -> None:
    table = Tower(
        turn="cat",
        ann={"hand": ["Hard Rain"]},
        bob={},
        cat={"hand": ["Tripwire", "Deep Thought"]},
    )
    table.push("cat", "Tripwire", "bob")
    table.push("cat", "Deep Thought", "cat's trigger stack")
    table.set_life("bob", life)
    table.push("ann", "Hard Rain")

    table.execute()

    assert table.life("bob") == [max(life - 3, -15)]
    assert len(table.cards("cat", "hand")) == drawn


@pytest.mark.rule("MX-08", "M-028", "M-029")
def test_the_two_steps_of_a_fountain_are_clamped_one_by_one() -> None:
    table = Tower(
        ann={"life point": 20},
        bob={"life point": -15},
        cat={"life point": 24, "hand": ["Open Fountain"]},
        turn="cat",
    )

    table.push("cat", "Open Fountain")

    assert table.life() == [23, -12, 24]
    assert table.standing("bob") == "disabled"


@pytest.mark.rule("MX-08", "M-029")
def test_a_lowered_ceiling_takes_life_points_but_is_no_loss() -> None:
    table = Tower(
        turn="bob",
        ann={"life point": 25, "hand": ["Glass Ceiling"]},
        bob={"life point": 9, "hand": ["Tripwire", "Deep Thought"]},
        cat={"life point": 24},
    )
    table.push("bob", "Tripwire", "cat")
    table.push("bob", "Deep Thought", "bob's trigger stack")
    table.push("ann", "Glass Ceiling")

    table.execute()

    assert table.life() == [15, 9, 15]
    assert table.cards("bob", "trap row") == ["Tripwire"]
    assert table.cards("bob", "hand") == []


def ledger(ann: int, *first: str) -> Tower:
    """Ann's Blood Ledger on Bob above her Second Wind; Bob has a Tripwire on himself."""
    table = Tower(
        turn="bob",
        ann={"life point": ann, "hand": ["Blood Ledger", "Second Wind", *first]},
        bob={"life point": 5, "hand": ["Tripwire", "Deep Thought", *SPARE]},
        cat={"life point": -1},
    )
    table.push("bob", "Tripwire", "bob")
    table.push("bob", "Deep Thought", "bob's trigger stack")
    table.start_pushing()
    table.push("ann", "Second Wind")
    table.push("ann", "Blood Ledger", "bob")
    for card in first:
        table.push("ann", card)
    return table


@pytest.mark.rule("MX-19", "M-047")
def test_victory_is_instant_and_no_trap_and_no_card_comes_after_it() -> None:
    table = ledger(6)

    table.execute()

    assert table.match.winners == ["ann"]
    assert table.life() == [4, 0, -1]
    assert table.cards("bob", "trap row") == ["Tripwire"]
    assert table.stack("bob's trigger stack") == ["Deep Thought"]
    assert table.stack("Main Stack") == ["Second Wind"]
    assert table.cards("", "limbo") == ["Blood Ledger"]


@pytest.mark.rule("MX-19", "M-044", "M-045", "M-046", "M-047")
def test_two_who_would_be_disabled_in_one_step_go_on_with_one_life_point() -> None:
    table = ledger(2)

    table.execute()

    assert not table.match.over
    assert "cat loses the game" in table.told()
    assert table.life("ann", "bob") == [1 + 3, 1]
    assert table.standing("ann") == table.standing("bob") == "able"


@pytest.mark.rule("MX-19", "M-047", "M-006")
def test_a_stay_of_execution_puts_the_victory_off_until_it_ends() -> None:
    table = ledger(6, "Stay of Execution")

    table.execute()

    told = table.told()
    assert table.match.winners == ["ann"]
    assert table.life() == [7, 0, -1]
    assert table.cards("bob", "trap row") == []
    assert told.index("bob becomes disabled") < told.index("bob's turn ends")
    assert told.index("bob's turn ends") < told.index("ann's turn ends")
    assert told.index("ann's turn ends") < told.index("ann wins the game")
