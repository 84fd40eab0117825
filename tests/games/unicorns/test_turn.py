"""The turn: its phases, the beginning, the draw, the action and the end."""

from __future__ import annotations

import pytest

from games.unicorns.stable import discards, lay, prefer, told


@pytest.mark.rule("U-107", "U-108", "U-112", "U-116")
def test_the_phases_of_a_turn_come_in_their_order() -> None:
    table = lay(a={"stable": ["Claw Machine"], "hand": ["Neigh"] * 7}, draws=True)
    phases = [table.match.view()["phase"]]
    hands = [len(table.cards("A", "hand"))]

    table.choose("A", "no")
    phases.append(table.match.view()["phase"])
    hands.append(len(table.cards("A", "hand")))
    table.choose("A", "rest")
    phases.append(table.match.view()["phase"])
    hands.append(len(table.cards("A", "hand")))

    assert table.match.rules.phases == ["opening", "draw", "action", "closing"]
    assert phases == ["opening", "action", "closing"]
    assert hands == [7, 8, 9]


@pytest.mark.rule("U-106", "U-116")
def test_turns_go_round_clockwise() -> None:
    table = lay(d={})
    order = []

    for _ in range(6):
        order.append(table.turn)
        table.choose(table.turn, "rest")

    assert "".join(order) == "ABCDAB"


@pytest.mark.rule("U-108", "U-074", "U-071", "U-173")
def test_a_beginning_effect_wins_before_the_draw_phase() -> None:
    table = lay(
        a={"stable": ["Rainbow Lasso", *["Basic Unicorn"] * 6], "hand": ["Yay"] * 2 + ["Neigh"]},
        b={"stable": ["Narwhal"]},
        draws=True,
    )

    table.choose("A", "yes")

    assert table.match.winners == ["A"]
    assert told(table, "draw") == []


@pytest.mark.rule("U-059", "U-058", "U-145")
def test_beginning_effects_are_those_of_the_player_at_turn() -> None:
    table = lay(
        a={"hand": ["Yay"]},
        b={"stable": ["Claw Machine"], "hand": ["Neigh"]},
    )

    mine = table.options("A")
    table.choose("A", "rest")
    theirs = table.options("B")

    assert mine == ["play Yay", "rest"]
    assert theirs == ["yes", "no"]


@pytest.mark.rule("U-059", "U-109")
@pytest.mark.parametrize("card", ["Claw Machine", "Sadistic Ritual", "Rhinocorn"])
def test_a_card_that_enters_later_has_no_beginning_in_this_turn(card: str) -> None:
    table = lay(
        a={"hand": [card, "Yay"], "stable": ["Narwhal", "Double Dutch"]},
        b={"stable": ["Llamacorn"]},
    )

    table.play("A", card)
    table.choose("A", "A's stable")

    assert table.options("A") == ["play Yay", "pass"]
    assert discards(table) == []


@pytest.mark.rule("U-110", "U-165")
def test_a_beginning_effect_still_gives_when_its_card_is_gone() -> None:
    table = lay(a={"stable": ["Caffeine Overload"]}, deck=["Yay"] * 2 + ["Narwhal"])

    table.choose("A", "yes")

    assert discards(table) == ["Caffeine Overload"]
    assert len(table.cards("A", "hand")) == 2


@pytest.mark.rule("U-111")
def test_a_beginning_effect_that_was_declined_is_lost_for_the_turn() -> None:
    table = lay(a={"stable": ["Claw Machine", "Double Dutch"], "hand": ["Neigh", "Yay"]})

    prefer(table, "A", "no", "Claw Machine")
    table.play("A", "Yay")
    table.choose("A", "A's stable")

    assert table.turn == "B"
    assert table.cards("A", "hand") == ["Neigh"]


@pytest.mark.rule("U-112", "U-025", "U-026")
@pytest.mark.parametrize("size", [1, 3])
def test_the_draw_phase_draws_from_the_top_one_after_the_other(size: int) -> None:
    table = lay(deck=["Neigh", "Yay", "Narwhal", "Rhinocorn"], values={"draw size": size})

    assert table.cards("A", "hand") == ["Rhinocorn", "Narwhal", "Yay"][:size]
    assert len(told(table, "draw")) == size


@pytest.mark.rule("U-113")
def test_the_action_is_one_card_or_one_draw() -> None:
    table = lay(a={"hand": ["Yay", "Slowdown"]}, deck=["Neigh", "Narwhal"])

    offered = table.options("A")
    table.choose("A", "rest")

    assert offered == ["play Yay", "play Slowdown", "rest"]
    assert table.cards("A", "hand") == ["Yay", "Slowdown", "Narwhal"]
    assert table.turn == "B"


@pytest.mark.rule("U-114")
def test_a_stopped_card_has_used_the_action() -> None:
    table = lay(a={"hand": ["Yay", "Slowdown"]}, b={"hand": ["Neigh"]})

    table.play("A", "Yay")
    table.choose("B", "yes")

    assert table.turn == "B"
    assert table.cards("A", "hand") == ["Slowdown"]


@pytest.mark.rule("U-114", "U-115")
def test_a_stopped_card_has_used_one_of_two_plays() -> None:
    table = lay(
        a={"hand": ["Yay", "Slowdown", "Nanny Cam"], "stable": ["Double Dutch"]},
        b={"hand": ["Neigh"]},
    )

    table.play("A", "Yay")
    table.choose("B", "yes")
    table.play("A", "Slowdown")
    table.choose("A", "A's stable")

    assert table.turn == "B"
    assert table.cards("A", "hand") == ["Nanny Cam"]


@pytest.mark.rule("U-117", "U-118")
def test_more_than_the_limit_may_be_held_within_a_turn_and_by_others() -> None:
    table = lay(a={"hand": ["Good Deal"] + ["Neigh"] * 7}, b={"hand": ["Basic Unicorn"] * 9})

    table.play("A", "Good Deal")
    table.choose("A", "Neigh")
    held = len(table.cards("A", "hand"))
    prefer(table, "A", "Neigh")

    assert held == 9
    assert len(table.cards("A", "hand")) == 7
    assert len(table.cards("B", "hand")) == 9


@pytest.mark.rule("U-119", "U-117", "U-225")
def test_a_turn_that_is_ended_at_once_keeps_its_hand_limit() -> None:
    table = lay(
        a={"stable": ["Rhinocorn"], "hand": ["Neigh"] * 8},
        b={"stable": ["Narwhal"]},
        draws=True,
    )

    table.choose("A", "yes")
    asked = table.options("A")
    table.choose("A", "Neigh")

    assert asked == ["Neigh"] * 8
    assert table.turn == "B"
    assert told(table, "draw") == ["B draw Basic Unicorn"]


@pytest.mark.rule("U-120", "U-237")
def test_an_extra_turn_follows_a_whole_turn_and_is_a_whole_turn() -> None:
    table = lay(
        a={"hand": ["Change of Luck", "Neigh", "Neigh"], "stable": ["Claw Machine"]},
    )

    prefer(table, "A", "no")
    table.play("A", "Change of Luck")
    table.choose("A", "Neigh", "Neigh", "Basic Unicorn")
    again = table.turn, table.options("A")
    table.choose("A", "no")
    table.choose("A", "rest")

    assert again == ("A", ["yes", "no"])
    assert table.turn == "B"
