"""Rules of the game that no single card tells: protections, extra turns, phases, requirements."""

from __future__ import annotations

import pytest

from games.unicorns.stable import discards, lay

# ---- protections ------------------------------------------------------------------------------


@pytest.mark.rule("U-217")
def test_a_magic_card_cannot_destroy_a_kittencorn() -> None:
    table = lay(
        a={"hand": ["Unicorn Poison"]},
        b={"stable": ["Magical Kittencorn", "Narwhal", "Rhinocorn"]},
    )

    table.play("A", "Unicorn Poison")

    assert sorted(table.options("A")) == ["Narwhal", "Rhinocorn"]


@pytest.mark.rule("U-217", "U-087")
def test_a_poison_is_not_played_where_only_a_kittencorn_could_be_hit() -> None:
    table = lay(a={"hand": ["Unicorn Poison"]}, b={"stable": ["Magical Kittencorn"]})

    assert table.options("A") == ["rest"]


@pytest.mark.rule("U-217", "U-246")
def test_a_kittencorn_is_none_of_two_for_one() -> None:
    table = lay(
        a={"hand": ["Two-For-One"], "stable": ["Slowdown"]},
        b={"stable": ["Magical Kittencorn", "Yay"]},
    )

    table.play("A", "Two-For-One")

    assert discards(table) == ["Slowdown", "Two-For-One", "Yay"]
    assert table.cards("B", "stable") == ["Magical Kittencorn"]


@pytest.mark.rule("U-217")
def test_an_upgrade_can_destroy_a_kittencorn() -> None:
    table = lay(
        a={"hand": ["Yay", "Yay"], "stable": ["Stable Artillery"]},
        b={"stable": ["Magical Kittencorn"]},
    )

    table.choose("A", "yes")

    assert discards(table) == ["Magical Kittencorn", "Yay", "Yay"]


@pytest.mark.rule("U-217")
def test_a_kittencorn_can_be_returned_by_a_magic_card() -> None:
    table = lay(a={"hand": ["Back Kick"]}, b={"stable": ["Magical Kittencorn"], "hand": ["Yay"]})

    table.play("A", "Back Kick")
    table.choose("B", "Yay")

    assert table.cards("B", "hand") == ["Magical Kittencorn"]


@pytest.mark.rule("U-256", "U-087")
def test_a_poison_is_not_played_against_an_aura() -> None:
    table = lay(a={"hand": ["Unicorn Poison"]}, b={"stable": ["Rainbow Aura", "Narwhal"]})

    assert table.options("A") == ["rest"]


# ---- turns ------------------------------------------------------------------------------------


@pytest.mark.rule("U-120", "U-237")
@pytest.mark.parametrize(("stack", "turns"), [("yes", ["A", "A", "B"]), ("no", ["A", "B"])])
def test_two_changes_of_luck_in_one_turn_give_two_more_turns(stack: str, turns: list[str]) -> None:
    table = lay(
        a={"hand": ["Change of Luck"] * 2 + ["Neigh"] * 3, "stable": ["Double Dutch"]},
        deck=["Basic Unicorn"] * 20,
        values={"extra turn stack": stack},
    )

    for _ in range(2):
        table.play("A", "Change of Luck")
        table.choose("A", "Neigh", "Basic Unicorn", "Basic Unicorn")
    seen = [table.turn]
    while len(seen) < len(turns):
        table.choose(table.turn, "rest")
        seen.append(table.turn)

    assert seen == turns


@pytest.mark.rule("U-254")
def test_a_double_dutch_counts_for_the_player_at_turn_alone() -> None:
    table = lay(
        a={"hand": ["Narwhal"], "stable": ["Double Dutch"]},
        b={"hand": ["Yay", "Slowdown"]},
    )

    table.choose("A", "rest")
    table.play("B", "Yay")
    table.choose("B", "B's stable")

    assert table.turn == "C"


@pytest.mark.rule("U-254")
def test_a_double_dutch_that_left_has_given_its_second_play() -> None:
    table = lay(a={"hand": ["Two-For-One", "Yay"], "stable": ["Double Dutch"]})

    table.play("A", "Two-For-One")
    table.play("A", "Yay")
    table.choose("A", "A's stable")

    assert table.cards("A", "stable") == ["Yay"]
    assert discards(table) == ["Double Dutch", "Two-For-One"]


@pytest.mark.rule("U-119", "U-225", "U-117")
def test_a_turn_that_a_rhinocorn_ends_keeps_its_hand_limit() -> None:
    table = lay(
        a={"hand": ["Yay"] * 2 + ["Neigh"] * 6, "stable": ["Rhinocorn"]},
        b={"stable": ["Narwhal"]},
    )

    table.choose("A", "yes")

    assert sorted(set(table.options("A"))) == ["Neigh", "Yay"]
    assert table.turn == "A"


# ---- requirements -----------------------------------------------------------------------------


@pytest.mark.rule("U-090", "U-088", "U-237")
@pytest.mark.parametrize(
    ("others", "deck", "playable"), [(1, 5, True), (0, 5, False), (1, 1, False), (2, 1, True)]
)
def test_a_change_of_luck_needs_three_cards_to_discard(
    others: int, deck: int, playable: bool
) -> None:
    table = lay(a={"hand": ["Change of Luck"] + ["Neigh"] * others}, deck=["Basic Unicorn"] * deck)

    assert ("play Change of Luck" in table.options("A")) == playable


@pytest.mark.rule("U-091", "U-088", "U-241")
def test_a_vortex_asks_only_its_player_for_a_card() -> None:
    table = lay(a={"hand": ["Mystical Vortex", "Neigh"]}, b={"hand": []}, c={"hand": []})

    assert "play Mystical Vortex" in table.options("A")


@pytest.mark.rule("U-091", "U-238")
def test_a_tornado_needs_a_card_in_the_stable_of_its_player() -> None:
    bare = lay(a={"hand": ["Glitter Tornado"]}, b={"stable": ["Narwhal"]})
    table = lay(a={"hand": ["Glitter Tornado"], "stable": ["Yay"]}, b={"stable": []})

    assert bare.options("A") == ["rest"]
    assert "play Glitter Tornado" in table.options("A")


@pytest.mark.rule("U-089", "U-246")
def test_only_the_first_statement_is_a_requirement() -> None:
    table = lay(a={"hand": ["Two-For-One"], "stable": ["Slowdown"]})

    table.play("A", "Two-For-One")

    assert discards(table) == ["Slowdown", "Two-For-One"]


@pytest.mark.rule("U-244")
def test_a_shake_up_can_be_the_last_card() -> None:
    table = lay(a={"hand": ["Shake Up"]})

    assert "play Shake Up" in table.options("A")
