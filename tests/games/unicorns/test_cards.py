"""Cards of the game, one story each."""

from __future__ import annotations

import pytest

from games.unicorns.stable import discards, lay, told


@pytest.mark.rule("U-205", "U-014", "U-015")
def test_an_alluring_narwhal_steals_an_upgrade() -> None:
    table = lay(a={"hand": ["Alluring Narwhal"]}, b={"stable": ["Yay", "Narwhal"]})

    table.play("A", "Alluring Narwhal")
    table.choose("A", "A's stable", "yes")

    assert table.cards("A", "stable") == ["Alluring Narwhal", "Yay"]


@pytest.mark.rule("U-210", "U-022", "U-023")
def test_a_classy_narwhal_finds_an_upgrade_anywhere_in_the_deck() -> None:
    deck = ["Yay", "Narwhal", "Claw Machine", "Neigh"]
    table = lay(a={"hand": ["Classy Narwhal"]}, deck=deck)

    table.play("A", "Classy Narwhal")
    table.choose("A", "A's stable", "yes")
    offered = table.options("A")
    table.choose("A", "Yay")

    assert sorted(offered) == ["Claw Machine", "Yay"]
    assert table.cards("A", "hand") == ["Yay"]
    assert "A reveal Yay" in told(table, "reveal")


def test_a_kittencorn_can_be_destroyed_by_a_unicorn() -> None:
    table = lay(a={"hand": ["Shark With a Horn"]}, b={"stable": ["Magical Kittencorn"]})

    table.play("A", "Shark With a Horn")
    table.choose("A", "A's stable", "yes")

    assert discards(table) == ["Magical Kittencorn", "Shark With a Horn"]


@pytest.mark.rule("U-225", "U-119", "U-066")
def test_a_rhinocorn_that_destroys_ends_the_turn() -> None:
    table = lay(a={"hand": ["Yay"], "stable": ["Rhinocorn"]}, b={"stable": ["Narwhal"]})

    table.choose("A", "yes")

    assert discards(table) == ["Narwhal"]
    assert table.turn == "B"


@pytest.mark.rule("U-225", "U-067")
def test_a_rhinocorn_whose_victim_was_saved_does_not_end_the_turn() -> None:
    table = lay(
        a={"hand": ["Yay"], "stable": ["Rhinocorn"]},
        b={"stable": ["Unicorn Phoenix"], "hand": ["Neigh"]},
    )

    table.choose("A", "yes")
    table.choose("B", "yes")

    assert table.cards("B", "stable") == ["Unicorn Phoenix"]
    assert table.turn == "A"


@pytest.mark.rule("U-239", "U-063", "U-232")
def test_a_card_just_drawn_can_be_discarded() -> None:
    table = lay(a={"hand": ["Good Deal", "Yay"]}, deck=["Narwhal"] + ["Basic Unicorn"] * 5)

    table.play("A", "Good Deal")

    assert sorted(table.options("A")) == ["Basic Unicorn"] * 3 + ["Yay"]


@pytest.mark.rule("U-243", "U-092", "U-084")
def test_a_reset_button_clears_all_stables_and_the_discard_pile() -> None:
    table = lay(
        a={"hand": ["Reset Button", "Rainbow Aura"], "stable": ["Slowdown"]},
        b={"stable": ["Yay", "Narwhal", "Nanny Cam"]},
        deck=["Basic Unicorn"],
    )

    table.play("A", "Reset Button")

    assert table.cards("A", "hand") == ["Rainbow Aura"]
    assert table.cards("B", "stable") == ["Narwhal"]
    assert discards(table) == []
    assert len(table.cards("", "deck")) == 5


@pytest.mark.rule("U-247")
def test_hands_are_traded_even_for_an_empty_one() -> None:
    table = lay(a={"hand": ["Unfair Bargain", "Yay"]}, b={"hand": []}, c={"hand": ["Narwhal"]})

    table.play("A", "Unfair Bargain")
    table.choose("A", "B")

    assert table.cards("A", "hand") == []
    assert table.cards("B", "hand") == ["Yay"]


@pytest.mark.rule("U-262", "U-145")
def test_a_broken_stable_takes_upgrades_from_its_player() -> None:
    table = lay(a={"hand": ["Yay", "Narwhal"], "stable": ["Broken Stable"]})

    assert table.options("A") == ["play Narwhal", "rest"]


@pytest.mark.rule("U-266", "U-136")
def test_whoever_is_slowed_down_is_not_asked() -> None:
    table = lay(
        a={"hand": ["Narwhal"]}, b={"hand": ["Neigh", "Super Neigh"], "stable": ["Slowdown"]}
    )

    table.play("A", "Narwhal")

    assert table.asked() == ["A"]


@pytest.mark.rule("U-117", "U-118", "U-116")
def test_the_hand_limit_is_met_at_the_end_of_the_own_turn() -> None:
    table = lay(a={"hand": ["Basic Unicorn"] * 7 + ["Yay"]}, b={"hand": ["Neigh"] * 9})

    table.choose("A", "rest")
    table.choose("A", "Yay", "Basic Unicorn")

    assert len(table.cards("A", "hand")) == 7
    assert len(table.cards("B", "hand")) == 9


@pytest.mark.rule("U-044", "U-113")
def test_an_instant_is_no_card_of_the_action_phase() -> None:
    table = lay(a={"hand": ["Neigh", "Narwhal"]})

    assert table.options("A") == ["play Narwhal", "rest"]


@pytest.mark.rule("U-035", "U-087")
def test_a_unicorn_goes_only_into_the_own_stable_if_the_value_says_so() -> None:
    table = lay(a={"hand": ["Narwhal"]}, values={"unicorn destination": "own"})

    table.play("A", "Narwhal")

    assert table.cards("A", "stable") == ["Narwhal"]


@pytest.mark.rule("U-198")
def test_everybody_knows_a_card_that_was_salvaged() -> None:
    table = lay(a={"hand": ["Majestic Flying Unicorn"]}, discard=["Narwhal", "Slowdown"])

    table.play("A", "Majestic Flying Unicorn")
    table.choose("A", "A's stable", "yes")

    places = table.match.view("B")["places"]
    (hand,) = [p for p in places if p["name"] == "hand" and p["owner"] == "A"]
    assert "Narwhal" in hand["cards"]
