"""Trigger cards in general: how they are laid, who sees them, and how their towers are executed."""

from __future__ import annotations

import pytest

from deckmastor.match import DeckmastorError
from games.meta.test_trap_examples import in_order
from games.meta.tower import Tower

WIND = "Second Wind"
RAIN = "Hard Rain"


def plot(table: Tower, player: str) -> list[str]:
    """The stacks of a player, without the graveyard."""
    return [thing for thing in table.cards(player, "plot") if thing != "graveyard"]


def shown(table: Tower, player: str, to: str, place: str = "trap row") -> list[str | None]:
    """The cards in a place of a player, as somebody sees them."""
    places = table.match.view(to)["places"]
    (found,) = [one for one in places if (one["name"], one["owner"]) == (place, player)]
    cards: list[str | None] = found["cards"]
    return cards


# ---- laying --------------------------------------------------------------------------------------


@pytest.mark.rule("M-104", "M-016", "M-106")
def test_each_trigger_activates_a_stack_of_its_own_and_lies_beside_it() -> None:
    table = Tower(ann={"hand": ["Morning Bell", "Toll Gate", WIND]}, bob={})

    table.trap("ann", "Morning Bell")
    table.trap("ann", "Toll Gate")

    assert plot(table, "ann") == ["trigger stack", "trigger stack"]
    assert table.cards("ann", "trap row") == ["Morning Bell", "Toll Gate"]
    assert table.stack("ann's trigger stack (2)") == []
    assert table.stack("Main Stack") == []


@pytest.mark.rule("M-105")
def test_only_the_player_at_turn_lays_triggers_and_only_in_the_drawing_stage() -> None:
    table = Tower(
        ann={"hand": ["Morning Bell", WIND]}, bob={"hand": ["Morning Bell", WIND]}, cat={}
    )
    assert "play Morning Bell" in table.options("ann")
    with pytest.raises(DeckmastorError):
        table.play("bob", "Morning Bell")

    table.start_pushing()

    for player in ("ann", "bob"):
        assert table.options(player) == [f"play {WIND}", "pass"]
        with pytest.raises(DeckmastorError):
            table.play(player, "Morning Bell")


@pytest.mark.rule("M-106")
def test_a_trigger_has_no_choice_of_a_place() -> None:
    table = Tower(ann={"hand": ["Morning Bell", "Toll Gate", WIND]}, bob={})
    table.trap("ann", "Morning Bell")

    table.push("ann", "Toll Gate")

    assert table.quiet
    assert table.cards("ann", "trap row") == ["Morning Bell", "Toll Gate"]


@pytest.mark.rule("M-109")
def test_a_trigger_that_needs_a_target_is_not_laid_without_one() -> None:
    table = Tower(ann={"hand": ["Tripwire", WIND]}, bob={})
    table.play("ann", "Tripwire")

    with pytest.raises(DeckmastorError):
        table.choose("ann", "pass")
    assert table.cards("ann", "trap row") == []
    table.choose("ann", "bob")

    assert table.cards("ann", "trap row") == ["Tripwire"]


@pytest.mark.rule("M-109", "M-038")
def test_a_disabled_player_cannot_be_announced_for_a_trigger() -> None:
    table = Tower(
        ann={"hand": ["Tripwire", WIND]}, bob={"life point": -2, "standing": "disabled"}, cat={}
    )
    table.play("ann", "Tripwire")

    assert table.options("ann") == ["ann", "cat"]


# ---- what others see -----------------------------------------------------------------------------


@pytest.mark.rule("M-108", "M-110", "M-182")
def test_a_laid_trigger_is_seen_by_its_player_alone() -> None:
    table = Tower(ann={"hand": ["Tripwire", "Toll Gate", WIND]}, bob={"hand": [WIND]}, cat={})

    table.trap("ann", "Toll Gate")
    table.trap("ann", "Tripwire", "cat", cards=WIND)

    assert shown(table, "ann", to="ann") == ["Toll Gate", "Tripwire"]
    for other in ("bob", "cat"):
        assert shown(table, "ann", to=other) == [None, None]
        seen = f"{table.match.view(other)} {table.match.log(other, minor=True)}"
        assert "Tripwire" not in seen
        assert "Toll Gate" not in seen


@pytest.mark.rule("M-108", "M-076")
def test_others_see_that_a_stack_exists_whose_it_is_and_the_announced_target() -> None:
    table = Tower(ann={"hand": ["Tripwire", WIND]}, bob={"hand": [WIND]}, cat={})

    table.trap("ann", "Tripwire", "cat")

    assert shown(table, "ann", "bob", "plot") == ["graveyard", "trigger stack"]
    assert "ann targets cat" in table.match.log("bob")
    assert "ann plays a card into ann's trap row" in table.match.log("bob")


@pytest.mark.rule("M-108")
def test_one_who_saw_the_hand_still_does_not_know_which_card_was_laid() -> None:
    table = Tower(
        turn="bob",
        ann={"hand": ["Toll Gate", "Morning Bell", WIND, WIND]},
        bob={"hand": ["Glass Sleeves", WIND]},
        cat={},
    )
    table.push("bob", "Glass Sleeves", "ann")
    table.execute()
    table.choose("bob", WIND)
    table.execute()
    while table.turn != "ann":
        table.execute()

    table.trap("ann", "Morning Bell")

    assert shown(table, "ann", to="bob") == [None]
    assert shown(table, "ann", to="bob", place="hand") == [None, None]


@pytest.mark.rule("M-112", "M-182")
def test_cards_on_a_trigger_stack_lie_open_with_their_targets() -> None:
    table = Tower(ann={"hand": ["Toll Gate", "Paper Cut", WIND]}, bob={"hand": [WIND]}, cat={})

    table.trap("ann", "Toll Gate", cards="Paper Cut: cat")

    assert shown(table, "ann's trigger stack", "bob", "trigger stack") == ["Paper Cut"]
    assert "ann targets cat" in table.match.log("bob")
    assert "ann plays Paper Cut onto ann's trigger stack" in table.match.log("bob")


@pytest.mark.rule("M-117", "M-108")
def test_a_fired_trigger_is_turned_up_for_all() -> None:
    table = Tower(ann={"hand": ["Tripwire", WIND]}, bob={"hand": ["Paper Cut", WIND]}, cat={})
    table.trap("ann", "Tripwire", "cat")
    table.start_pushing()
    table.push("bob", "Paper Cut", "cat")

    table.execute()

    assert "ann reveals Tripwire" in table.match.log("bob")
    assert any(one["cards"] == ["Tripwire"] for one in table.match.view("bob")["places"])


# ---- the announced target ------------------------------------------------------------------------


@pytest.mark.rule("M-111")
def test_no_decision_lets_a_player_name_another_target_later() -> None:
    table = Tower(ann={"hand": ["Tripwire", WIND]}, bob={"hand": ["Paper Cut", WIND]}, cat={})
    table.trap("ann", "Tripwire", "cat")
    table.start_pushing()
    table.push("bob", "Paper Cut", "ann")

    table.execute()

    assert table.cards("ann", "trap row") == ["Tripwire"]
    assert table.match.log("bob").count("ann targets cat") == 1


@pytest.mark.rule("M-111", "M-080")
def test_a_described_target_of_a_trigger_follows_what_it_describes() -> None:
    table = Tower(
        ann={"hand": ["Tripwire", WIND]},
        bob={"hand": ["Paper Cut", "Paper Cut", WIND]},
        cat={"hand": [WIND]},
    )
    table.trap("ann", "Tripwire", "the player at turn")
    assert "ann targets 'the player at turn'" in table.match.log("cat")
    table.execute()
    table.start_pushing()

    table.push("bob", "Paper Cut", "ann")
    table.execute()
    assert table.cards("ann", "trap row") == ["Tripwire"]
    table.start_pushing()
    table.push("bob", "Paper Cut", "cat")
    table.execute()

    assert table.cards("ann", "trap row") == []
    assert table.life() == [12, 15, 12]


# ---- firing --------------------------------------------------------------------------------------


@pytest.mark.rule("M-113", "M-118")
def test_an_empty_trigger_stack_only_turns_up_its_trigger() -> None:
    table = Tower(ann={"hand": ["Tripwire", WIND]}, bob={"hand": ["Paper Cut", WIND]}, cat={})
    table.trap("ann", "Tripwire", "cat")
    table.start_pushing()
    table.push("bob", "Paper Cut", "cat")

    table.execute()

    assert table.stack("ann's graveyard") == ["Tripwire"]
    assert plot(table, "ann") == []
    assert table.life() == [15, 15, 12]


@pytest.mark.rule("M-114")
def test_a_trigger_fires_without_asking_anybody() -> None:
    table = Tower(ann={"hand": ["Tripwire", RAIN, WIND]}, bob={"hand": ["Paper Cut", WIND]}, cat={})
    table.trap("ann", "Tripwire", "cat", cards=RAIN)
    table.start_pushing()
    table.push("bob", "Paper Cut", "cat")

    table.execute()

    assert table.turn == "bob"
    assert table.life() == [12, 12, 9]


@pytest.mark.rule("M-114", "M-118")
def test_traps_fire_within_traps_and_what_was_interrupted_goes_on() -> None:
    table = Tower(
        ann={"hand": ["Tripwire", "Tripwire", "Paper Cut", RAIN, WIND]},
        bob={"hand": ["Open Fountain", "Paper Cut", WIND]},
        cat={},
    )
    table.trap("ann", "Tripwire", "cat", cards="Paper Cut: bob")
    table.trap("ann", "Tripwire", "bob", cards=RAIN)
    table.start_pushing()
    table.push("bob", WIND)
    table.push("bob", "Paper Cut", "cat")
    table.execute()

    assert in_order(
        table,
        "cat loses 3 life points",
        "ann reveals Tripwire",
        "bob loses 3 life points",
        "ann reveals Tripwire",
        "Hard Rain resolves",
        "Hard Rain enters ann's graveyard",
        "the game executes Paper Cut",
        "bob gains 3 life points",
    )
    assert table.life() == [12, 12, 9]
    assert plot(table, "ann") == []


@pytest.mark.rule("M-115", "M-161", "M-103")
def test_a_fired_tower_is_executed_from_its_highest_stack_down() -> None:
    table = Tower(
        ann={"hand": ["Tripwire", "Paper Cut", WIND, WIND]},
        bob={"hand": ["Upside Down", "Paper Cut", WIND]},
        cat={"hand": ["Upside Down", "Redaction", WIND]},
    )
    table.trap("ann", "Tripwire", "bob", cards=f"{WIND}; Paper Cut: cat")
    table.start_pushing()
    table.push("bob", "Upside Down", "ann's trigger stack")
    table.push("cat", "Redaction", "Upside Down")
    assert table.stack("ann's trigger stack", 1) == ["Upside Down"]
    assert table.stack("ann's trigger stack", 2) == ["Redaction"]
    table.push("cat", "Upside Down", "ann's trigger stack")
    assert table.stack("ann's trigger stack", 1) == ["Upside Down", "Upside Down"]
    table.push("bob", "Paper Cut", "bob")
    table.execute()

    assert in_order(
        table,
        "bob loses 3 life points",
        "Redaction resolves",
        "Upside Down resolves",
        "Second Wind resolves",
        "Paper Cut resolves",
        "cat loses 3 life points",
    )
    assert table.told().count("Upside Down resolves") == 1
    assert plot(table, "ann") == []


@pytest.mark.rule("M-115", "M-082")
def test_a_card_of_a_trap_with_an_invalid_target_is_discarded_without_effect() -> None:
    table = Tower(
        ann={"hand": ["Tripwire", "Paper Cut", WIND, WIND]},
        bob={"life point": 3, "hand": ["Paper Cut", WIND]},
        cat={"hand": ["Paper Cut", WIND]},
    )
    table.trap("ann", "Tripwire", "bob", cards=f"Paper Cut: bob; {WIND}")
    table.start_pushing()
    table.push("cat", "Paper Cut", "bob")
    table.execute()

    assert table.life() == [18, 0, 15]
    assert any("voids Paper Cut" in told for told in table.told())
    assert plot(table, "ann") == []


@pytest.mark.rule("M-117", "M-165")
def test_a_fired_trigger_goes_to_the_graveyard_of_its_owner() -> None:
    table = Tower(
        ann={"hand": ["Swapped Notes", WIND]},
        bob={"hand": ["Tripwire", "Paper Cut", WIND]},
        cat={"hand": [RAIN, WIND]},
    )
    table.push("ann", "Swapped Notes", "bob")
    table.execute()
    while table.turn != "ann":
        table.execute()
    table.trap("ann", "Tripwire", "cat", cards="Paper Cut: cat")
    table.start_pushing()
    table.push("cat", RAIN)
    table.execute()

    assert table.stack("bob's graveyard") == ["Tripwire", "Paper Cut"]
    assert table.stack("ann's graveyard") == ["Swapped Notes"]


@pytest.mark.rule("M-118", "M-161")
def test_a_stack_that_fires_still_exists_and_can_be_addressed() -> None:
    table = Tower(
        ann={"hand": ["Tripwire", "Late Addition", "Paper Cut", RAIN, "Upside Down", WIND]},
        bob={"hand": ["Paper Cut", WIND]},
        cat={},
    )
    table.trap("ann", "Tripwire", "bob", cards=f"Paper Cut: cat; {RAIN}; Late Addition")
    table.start_pushing()
    table.push("bob", "Paper Cut", "bob")
    table.execute()

    table.choose("ann", "yes", "Upside Down", "ann's trigger stack")
    assert table.stack("ann's trigger stack", 1) == ["Upside Down"]
    table.choose("ann", "no")
    assert in_order(table, "Upside Down resolves", "cat loses 3 life points", "Hard Rain resolves")
    assert plot(table, "ann") == []


@pytest.mark.rule("M-118")
def test_a_trigger_on_a_graveyard_waits_for_nothing() -> None:
    table = Tower(
        ann={"hand": ["Morning Bell", "Toll Gate", "Morning Bell", WIND, WIND]},
        bob={"hand": [WIND]},
        cat={"hand": [WIND]},
    )
    table.trap("ann", "Morning Bell")
    for _ in range(3):
        table.execute()
    assert table.stack("ann's graveyard") == ["Morning Bell"]
    table.trap("ann", "Morning Bell", cards=WIND)
    for _ in range(3):
        table.execute()

    assert (table.turn, table.quiet, table.life("ann")) == ("ann", True, [18])
    assert table.told().count("ann reveals Morning Bell") == 2


# ---- before and after ----------------------------------------------------------------------------


@pytest.mark.rule("M-116")
def test_an_after_trigger_fires_although_the_card_has_further_instructions() -> None:
    table = Tower(
        ann={"hand": ["Toll Gate", RAIN, WIND]},
        bob={"hand": ["Late Addition", "Ouroboros", "Paper Cut", WIND]},
        cat={},
    )
    table.trap("ann", "Toll Gate", cards=RAIN)
    table.start_pushing()
    table.push("bob", "Late Addition")
    table.execute()

    table.choose("bob", "yes", "Ouroboros")

    assert table.life() == [12, 12, 12]
    assert table.options("bob") == ["yes", "no"]


@pytest.mark.rule("M-116")
def test_the_size_of_a_loss_is_measured_after_what_comes_before_it() -> None:
    table = Tower(
        turn="bob",
        ann={"hand": ["Echo of Paper", "Paper Cut", "Paper Cut", WIND]},
        bob={"life point": 5, "hand": ["Last Breath", "Paper Cut", WIND]},
        cat={},
    )
    table.trap("bob", "Last Breath", cards="Paper Cut: cat")
    table.start_pushing()
    table.push("ann", "Echo of Paper", "bob")
    table.push("ann", "Paper Cut", "bob")
    table.push("ann", "Paper Cut", "cat")
    table.execute()

    assert table.life() == [15, -1, 9]


@pytest.mark.rule("M-116", "M-114")
def test_a_tower_before_a_step_is_executed_with_all_that_follows_from_it() -> None:
    table = Tower(
        turn="bob",
        ann={"hand": ["Paper Cut", WIND]},
        bob={
            "life point": 2,
            "hand": ["Last Breath", "Tripwire", WIND, "Paper Cut", "Open Fountain", WIND],
        },
        cat={"life point": 3, "hand": [WIND]},
    )
    table.trap("bob", "Tripwire", "cat", cards="Open Fountain")
    table.trap("bob", "Last Breath", cards=f"{WIND}; Paper Cut: cat")
    table.start_pushing()
    table.push("ann", "Paper Cut", "bob")
    table.execute()

    assert in_order(
        table,
        "bob reveals Last Breath",
        "cat becomes disabled",
        "bob reveals Tripwire",
        "Open Fountain resolves",
        "Second Wind resolves",
        "bob loses 3 life points",
    )
    assert table.life() == [18, 4, 3]


# ---- a Trigger that is removed -------------------------------------------------------------------


@pytest.mark.rule("M-119", "M045")
def test_a_tower_without_its_trigger_is_abandoned_without_effect() -> None:
    table = Tower(
        ann={"hand": ["Tripwire", "Paper Cut", "Paper Cut", WIND]},
        bob={"hand": ["Upside Down", "Open the Trap", WIND]},
        cat={"hand": ["Dead Letter", WIND]},
    )
    table.trap("ann", "Tripwire", "bob", cards="Paper Cut: cat; Paper Cut: bob")
    table.start_pushing()
    table.push("bob", "Upside Down", "ann's trigger stack")
    table.push("bob", "Open the Trap", "ann's trigger stack")
    table.choose("bob", "meta stack of Main Stack")
    assert table.stack("Main Stack", 1) == ["Open the Trap"]
    table.execute()

    assert plot(table, "ann") == []
    assert table.cards("ann", "trap row") == []
    assert table.life() == [15, 12, 12]
    assert in_order(table, "Paper Cut enters Main Stack", "Tripwire enters ann's graveyard",
                    "Upside Down enters bob's graveyard", "bob loses 3 life points")  # fmt: skip
    assert any("voids Upside Down" in told for told in table.told())


# ---- several at once -----------------------------------------------------------------------------


def three_tripwires(turn: str) -> Tower:
    """Everybody has a Tripwire on Cat; it is the turn of one, in the drawing stage."""
    traps = {"hand": ["Tripwire", RAIN, WIND, WIND]}
    table = Tower(ann=traps, bob=traps, cat=traps)
    for player in ("ann", "bob", "cat"):
        table.trap(player, "Tripwire", "cat", cards=WIND)
        table.execute()
    while table.turn != turn:
        table.execute()
    table.start_pushing()
    table.push("ann", RAIN)
    table.execute()
    return table


@pytest.mark.rule("M-121")
@pytest.mark.parametrize(
    ("turn", "order"),
    [
        ("ann", ["ann", "bob", "cat"]),
        ("bob", ["bob", "cat", "ann"]),
        ("cat", ["cat", "ann", "bob"]),
    ],
)
def test_traps_fire_in_turn_order_from_the_player_at_turn(turn: str, order: list[str]) -> None:
    table = three_tripwires(turn)

    revealed = [told.split()[0] for told in table.told() if "reveals Tripwire" in told]
    assert revealed == order


@pytest.mark.rule("M-121")
def test_a_player_orders_the_own_traps() -> None:
    table = Tower(
        ann={"hand": ["Tripwire", "Tripwire", RAIN, WIND, "Deep Thought", WIND]},
        bob={"hand": [WIND]},
        cat={},
    )
    table.trap("ann", "Tripwire", "bob", cards=WIND)
    table.trap("ann", "Tripwire", "cat", cards="Deep Thought")
    table.start_pushing()
    table.push("ann", RAIN)
    table.execute()

    assert table.options("ann") == ["Tripwire (1)", "Tripwire (2)"]
    table.choose("ann", "Tripwire (2)")
    assert in_order(table, "Deep Thought resolves", "Second Wind resolves")


@pytest.mark.rule("M-121")
def test_a_trap_that_is_gone_by_its_turn_does_not_fire() -> None:
    table = Tower(
        turn="cat",
        ann={"life point": 3, "hand": ["Tripwire", RAIN, WIND]},
        bob={"life point": 6, "hand": ["Paper Cut", "Paper Cut", WIND]},
        cat={"life point": 3, "hand": ["Tripwire", "Deep Thought", WIND]},
    )
    table.trap("cat", "Tripwire", "bob", cards="Deep Thought")
    table.start_pushing()
    table.push("bob", "Paper Cut", "cat")
    table.execute()
    assert table.cards("cat", "trap row") == ["Tripwire"]
    table.trap("ann", "Tripwire", "bob", cards=RAIN)
    table.start_pushing()
    table.push("bob", "Paper Cut", "bob")
    table.execute()

    assert table.life("ann", "bob") == [1, 1]
    assert "ann reveals Tripwire" in table.told()
    assert "cat reveals Tripwire" not in table.told()


@pytest.mark.rule("M-121", "M-116")
def test_before_traps_all_come_ahead_of_the_step() -> None:
    table = Tower(
        turn="cat",
        ann={"life point": 3, "hand": ["Last Breath", WIND, WIND]},
        bob={"life point": 2, "hand": ["Last Breath", WIND, WIND]},
        cat={"hand": [RAIN, WIND]},
    )
    table.execute()
    table.trap("ann", "Last Breath", cards=WIND)
    table.execute()
    table.trap("bob", "Last Breath", cards=WIND)
    table.execute()
    table.push("cat", RAIN)
    table.execute()

    told = table.told()
    reveals = [told.index(f"{player} reveals Last Breath") for player in ("ann", "bob")]
    losses = [told.index(f"{player} loses 3 life points") for player in ("cat", "ann", "bob")]
    assert max(reveals) < min(losses)
    assert reveals == sorted(reveals)
    assert table.life() == [3, 2, 12]


@pytest.mark.rule("M-116", "M-121")
def test_before_traps_come_ahead_of_a_step_of_two_losses() -> None:
    table = Tower(
        turn="cat",
        ann={"life point": 2, "hand": ["Last Breath", "Blood Ledger", WIND, WIND]},
        bob={"life point": 5, "hand": ["Last Breath", WIND, WIND]},
        cat={"hand": [WIND]},
    )
    table.execute()
    table.trap("ann", "Last Breath", cards=WIND)
    table.execute()
    table.trap("bob", "Last Breath", cards=WIND)
    table.execute()
    table.start_pushing()
    table.push("ann", "Blood Ledger", "bob")
    table.execute()

    told = table.told()
    losses = [told.index("bob loses 5 life points"), told.index("ann loses 2 life points")]
    assert told.index("ann reveals Last Breath") < min(losses)
    assert told.index("bob reveals Last Breath") < min(losses)
    assert told.count("ann reveals Last Breath") == 1
    assert table.life() == [3, 3, 15]


# ---- Triggers as targets -------------------------------------------------------------------------


def a_trigger_on_the_graveyard(*hand: str) -> Tower:
    """Ann's graveyard holds two Events and a Trigger between them; she is at turn."""
    table = Tower(
        turn="bob",
        ann={"hand": ["Paper Cut", "Tripwire", RAIN, *hand]},
        bob={"hand": ["Slip of the Pen", "Slip of the Pen", WIND]},
        cat={"hand": [WIND]},
    )
    table.push("bob", "Slip of the Pen", "ann")
    table.execute()
    table.choose("ann", "Paper Cut", "Tripwire")
    for _ in range(2):
        while table.turn != "ann":
            table.execute()
        if f"play {RAIN}" in table.options("ann"):
            table.push("ann", RAIN)
            table.execute()
    assert table.stack("ann's graveyard") == ["Paper Cut", "Tripwire", RAIN]
    return table


@pytest.mark.rule("M-107")
def test_an_effect_on_a_card_cannot_target_a_trigger() -> None:
    table = a_trigger_on_the_graveyard("Transposition", WIND)
    table.push("ann", "Transposition", "ann's graveyard")

    assert table.options("ann") == ["Paper Cut", RAIN]


@pytest.mark.rule("M-107", "M013")
def test_an_effect_on_any_card_can_target_a_trigger() -> None:
    table = a_trigger_on_the_graveyard("Selective Grief", WIND)
    table.push("ann", "Selective Grief")
    assert "Tripwire" in table.options("ann")
    table.choose("ann", "Tripwire")
    table.execute()

    assert "Tripwire" in table.cards("ann", "hand")


@pytest.mark.rule("M-107", "M034")
def test_effects_that_choose_nothing_handle_triggers_like_other_cards() -> None:
    table = a_trigger_on_the_graveyard("Upside Down", WIND)
    table.push("ann", "Upside Down", "ann's graveyard")
    table.execute()

    assert table.stack("ann's graveyard") == [RAIN, "Tripwire", "Paper Cut", "Upside Down"]


@pytest.mark.rule("M-109")
def test_a_target_can_be_announced_for_a_trigger_that_needs_none() -> None:
    table = Tower(ann={"hand": ["Morning Bell", WIND]}, bob={"hand": [WIND]}, cat={})
    table.push("ann", "Morning Bell", "bob")

    assert table.cards("ann", "trap row") == ["Morning Bell"]
    assert "ann targets bob" in table.match.log("cat")


# ---- a target that is gone -----------------------------------------------------------------------


def cat_is_disabled() -> Tower:
    """Ann laid a Closing Time for Cat, with a card, and a trap for Bob; Cat is disabled since."""
    table = Tower(
        ann={
            "life point": 3,
            "hand": ["Closing Time", "Paper Cut", "Overdue Notice", "Paper Cut", WIND],
        },
        bob={"life point": 3, "hand": [RAIN, "Amnesty", WIND]},
        cat={"life point": 3, "hand": ["Toll Gate", WIND]},
    )
    table.trap("ann", "Overdue Notice", "bob")
    table.trap("ann", "Closing Time", "cat", cards="Paper Cut: bob")
    table.start_pushing()
    table.push("ann", "Paper Cut", "cat")
    table.execute()
    return table


@pytest.mark.rule("M-122")
def test_a_trap_for_a_disabled_player_waits() -> None:
    table = cat_is_disabled()

    assert table.cards("ann", "trap row") == ["Overdue Notice", "Closing Time"]
    assert plot(table, "ann") == ["trigger stack", "trigger stack"]


@pytest.mark.rule("M-122", "M-119")
def test_a_trap_for_a_player_who_is_removed_is_cleared() -> None:
    table = cat_is_disabled()
    table.push("bob", RAIN)
    table.execute()

    assert table.life("ann", "bob") == [1, 1]
    assert table.cards("ann", "trap row") == ["Overdue Notice"]
    assert plot(table, "ann") == ["trigger stack"]
    assert any("voids Paper Cut" in told for told in table.told())


@pytest.mark.rule("M-045", "M-119")
def test_the_towers_of_a_removed_player_go_and_cards_of_others_on_them_are_voided() -> None:
    table = Tower(
        turn="cat",
        ann={"life point": 3, "hand": ["Upside Down", RAIN, WIND]},
        bob={"life point": 3, "hand": ["Paper Cut", WIND]},
        cat={"life point": 3, "hand": ["Morning Bell", WIND, WIND]},
    )
    table.trap("cat", "Morning Bell", cards=WIND)
    table.start_pushing()
    table.push("ann", "Upside Down", "cat's trigger stack")
    table.push("bob", "Paper Cut", "cat")
    table.execute()
    assert plot(table, "cat") == ["trigger stack"]
    table.push("ann", RAIN)
    table.execute()

    assert plot(table, "cat") == []
    assert table.cards("cat", "trap row") == []
    assert any("voids Upside Down" in told for told in table.told())
    assert table.life("ann", "bob") == [1, 1]
