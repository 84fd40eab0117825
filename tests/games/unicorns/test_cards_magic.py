"""The magic cards and the neighs, a story for each."""

from __future__ import annotations

import pytest

from games.unicorns.stable import discards, lay, prefer, seen, told


@pytest.mark.rule("U-235", "U-031", "U-068")
@pytest.mark.parametrize("given", ["Narwhal", "Rhinocorn"])
def test_back_kick_returns_a_card_and_its_player_discards_any(given: str) -> None:
    table = lay(
        a={"hand": ["Back Kick"], "stable": ["Yay"]},
        b={"hand": ["Rhinocorn"], "stable": ["Narwhal"]},
    )

    table.play("A", "Back Kick")
    offered = table.options("B")
    table.choose("B", given)

    assert sorted(offered) == ["Narwhal", "Rhinocorn"]
    assert discards(table) == ["Back Kick", given]
    assert table.cards("A", "stable") == ["Yay"]


@pytest.mark.rule("U-235", "U-087")
def test_back_kick_cannot_be_played_while_the_other_stables_are_empty() -> None:
    table = lay(a={"hand": ["Back Kick"], "stable": ["Yay"]})

    assert table.options("A") == ["rest"]


@pytest.mark.rule("U-236", "U-021", "U-020")
def test_blatant_thievery_chooses_from_a_hand() -> None:
    table = lay(
        a={"hand": ["Blatant Thievery"]},
        b={"hand": ["Yay", "Narwhal", "Rhinocorn"]},
        c={"hand": []},
    )

    table.play("A", "Blatant Thievery")
    if table.options("A") == ["B", "C"]:
        table.choose("A", "B")
    offered = table.options("A")
    hidden = seen(table, "C", "hand", "B")
    table.choose("A", "Narwhal")

    assert sorted(offered) == ["Narwhal", "Rhinocorn", "Yay"]
    assert hidden == [None, None, None]
    assert table.cards("A", "hand") == ["Narwhal"]
    assert seen(table, "C", "hand", "A") == [None]
    assert seen(table, "B", "hand", "A") == ["Narwhal"]


@pytest.mark.rule("U-236")
def test_blatant_thievery_picks_no_empty_hand() -> None:
    table = lay(a={"hand": ["Blatant Thievery"]}, b={"hand": []}, c={"hand": ["Yay"]})

    table.play("A", "Blatant Thievery")

    assert table.cards("A", "hand") == ["Yay"]


@pytest.mark.rule("U-236", "U-087")
def test_blatant_thievery_needs_a_hand_with_a_card() -> None:
    table = lay(a={"hand": ["Blatant Thievery", "Yay"]})

    assert "play Blatant Thievery" not in table.options("A")


@pytest.mark.rule("U-238", "U-049", "U-094")
def test_a_glitter_tornado_returns_a_card_of_each_stable_as_its_player_says() -> None:
    table = lay(
        a={"hand": ["Glitter Tornado"], "stable": ["Yay", "Narwhal"]},
        b={"stable": ["Rhinocorn", "Slowdown"]},
        c={"stable": []},
    )

    table.play("A", "Glitter Tornado")
    asked = table.asked()
    table.choose("A", "Narwhal")
    also = table.asked()
    table.choose("A", "Slowdown")

    assert asked == also == ["A"]
    assert table.cards("A", "hand") == ["Narwhal"]
    assert table.cards("B", "hand") == ["Slowdown"]
    assert table.cards("B", "stable") == ["Rhinocorn"]
    assert discards(table) == ["Glitter Tornado"]


@pytest.mark.rule("U-238", "U-087", "U-091")
def test_a_glitter_tornado_needs_a_card_in_the_own_stable() -> None:
    table = lay(a={"hand": ["Glitter Tornado"]}, b={"stable": ["Rhinocorn"]})

    assert table.options("A") == ["rest"]


@pytest.mark.rule("U-240", "U-029", "U-030", "U-134")
def test_a_kiss_of_life_brings_a_unicorn_back_that_nobody_can_stop() -> None:
    table = lay(
        a={"hand": ["Kiss of Life"]},
        b={"hand": ["Neigh"]},
        discard=["Yay", "Greedy Flying Unicorn", "Narwhal"],
        deck=["Rhinocorn", "Llamacorn"],
    )

    table.play("A", "Kiss of Life")
    table.choose("B", "no")
    offered = table.options("A")
    table.choose("A", "Greedy Flying Unicorn")

    assert sorted(offered) == ["Greedy Flying Unicorn", "Narwhal"]
    assert table.cards("A", "stable") == ["Greedy Flying Unicorn"]
    assert table.cards("A", "hand") == ["Llamacorn"]  # it drew when it entered
    assert table.turn == "B"


@pytest.mark.rule("U-240", "U-087")
@pytest.mark.parametrize("lying", [["Yay", "Neigh"], []])
def test_a_kiss_of_life_needs_a_unicorn_in_the_discard_pile(lying: list[str]) -> None:
    table = lay(a={"hand": ["Kiss of Life"]}, discard=lying)

    assert table.options("A") == ["rest"]


@pytest.mark.rule("U-240", "U-223")
def test_a_kiss_of_life_brings_no_basic_unicorn_past_the_queen() -> None:
    table = lay(
        a={"hand": ["Kiss of Life"]}, b={"stable": ["Queen Bee Unicorn"]}, discard=["Narwhal"]
    )

    assert table.options("A") == ["rest"]


@pytest.mark.rule("U-241", "U-091")
def test_a_mystical_vortex_passes_over_empty_hands_of_others() -> None:
    table = lay(
        a={"hand": ["Mystical Vortex", "Yay"]},
        b={"hand": []},
        c={"hand": ["Narwhal"]},
        deck=["Neigh"],
        discard=["Rhinocorn"],
    )

    table.play("A", "Mystical Vortex")

    assert discards(table) == []
    assert sorted(table.cards("", "deck")) == [
        "Mystical Vortex", "Narwhal", "Neigh", "Rhinocorn", "Yay",
    ]  # fmt: skip


@pytest.mark.rule("U-242", "U-048", "U-032")
@pytest.mark.parametrize(
    ("card", "goal"),
    [("Yay", "A"), ("Yay", "C"), ("Slowdown", "B"), ("Slowdown", "C")],
)
def test_a_retarget_moves_an_upgrade_or_a_downgrade_between_any_stables(
    card: str, goal: str
) -> None:
    table = lay(a={"hand": ["Re-Target"], "stable": ["Slowdown", "Narwhal"]}, b={"stable": ["Yay"]})

    table.play("A", "Re-Target")
    table.choose("A", "B's stable" if card == "Yay" else "A's stable", f"{goal}'s stable")

    assert card in table.cards(goal, "stable")
    assert discards(table) == ["Re-Target"]
    assert told(table, "steal", "play") == ["A play Re-Target"]


@pytest.mark.rule("U-242")
def test_a_retarget_moves_a_card_to_another_stable_than_its_own() -> None:
    table = lay(a={"hand": ["Re-Target"], "stable": ["Slowdown"]})

    table.play("A", "Re-Target")
    offered = table.options("A")

    assert [text.removesuffix("'s stable") for text in offered] == ["B", "C"]


@pytest.mark.rule("U-242", "U-087")
def test_a_retarget_needs_an_upgrade_or_a_downgrade() -> None:
    table = lay(a={"hand": ["Re-Target"], "stable": ["Narwhal"]}, b={"stable": ["Rhinocorn"]})

    assert table.options("A") == ["rest"]


@pytest.mark.rule("U-244", "U-041")
def test_a_shake_up_mixes_itself_in_and_draws_five() -> None:
    table = lay(
        a={"hand": ["Shake Up", "Yay", "Rhinocorn"]},
        b={"hand": ["Slowdown"]},
        deck=["Neigh"] * 3,
        discard=["Narwhal"],
    )

    table.play("A", "Shake Up")
    cards = table.cards("A", "hand") + table.cards("", "deck")

    assert discards(table) == []
    assert len(table.cards("A", "hand")) == 5
    assert sorted(cards) == ["Narwhal", "Neigh", "Neigh", "Neigh", "Rhinocorn", "Shake Up", "Yay"]
    assert told(table, "discard") == []
    assert table.cards("B", "hand") == ["Slowdown"]


@pytest.mark.rule("U-244")
def test_a_shake_up_is_played_with_an_empty_hand() -> None:
    table = lay(a={"hand": ["Shake Up"]})

    table.play("A", "Shake Up")

    assert len(table.cards("A", "hand")) == 5


@pytest.mark.rule("U-245", "U-070", "U-084")
@pytest.mark.parametrize(
    ("branch", "gone"), [("Destroy an upgrade", "Yay"), ("Sacrifice a downgrade", "Slowdown")]
)
def test_a_targeted_destruction_takes_one_of_its_branches(branch: str, gone: str) -> None:
    table = lay(
        a={"hand": ["Targeted Destruction"], "stable": ["Slowdown", "Rainbow Aura"]},
        b={"stable": ["Yay", "Tiny Stable"]},
    )

    table.play("A", "Targeted Destruction")
    offered = table.options("A")
    table.choose("A", branch)

    assert offered == ["Destroy an upgrade", "Sacrifice a downgrade"]
    assert discards(table) == sorted([gone, "Targeted Destruction"])


@pytest.mark.rule("U-245", "U-070", "U-013")
def test_a_targeted_destruction_takes_the_branch_that_is_possible() -> None:
    table = lay(
        a={"hand": ["Targeted Destruction"], "stable": ["Slowdown", "Yay"]},
        b={"stable": ["Tiny Stable"]},
    )

    table.play("A", "Targeted Destruction")

    assert discards(table) == ["Slowdown", "Targeted Destruction"]


@pytest.mark.rule("U-245", "U-070", "U-087", "U-010", "U-013")
def test_a_targeted_destruction_needs_a_branch_that_is_possible() -> None:
    table = lay(
        a={"hand": ["Targeted Destruction"], "stable": ["Yay"]}, b={"stable": ["Tiny Stable"]}
    )

    assert table.options("A") == ["rest"]


@pytest.mark.rule("U-246", "U-098", "U-089")
@pytest.mark.parametrize("there", [[], ["Narwhal"]])
def test_a_two_for_one_destroys_what_there_is(there: list[str]) -> None:
    table = lay(a={"hand": ["Two-For-One"], "stable": ["Slowdown"]}, b={"stable": there})

    table.play("A", "Two-For-One")

    assert table.cards("B", "stable") == []
    assert discards(table) == sorted([*there, "Slowdown", "Two-For-One"])


@pytest.mark.rule("U-246", "U-096", "U-087")
def test_a_two_for_one_needs_a_card_to_sacrifice() -> None:
    table = lay(a={"hand": ["Two-For-One"]}, b={"stable": ["Narwhal", "Yay"]})

    assert table.options("A") == ["rest"]


@pytest.mark.rule("U-248", "U-011", "U-012", "U-013")
def test_a_poison_destroys_a_unicorn_of_another_player() -> None:
    table = lay(
        a={"hand": ["Unicorn Poison"], "stable": ["Llamacorn"]},
        b={"stable": ["Narwhal", "Yay"]},
        c={"stable": ["Rhinocorn", "Slowdown"]},
    )

    table.play("A", "Unicorn Poison")
    asked, offered = table.asked(), table.options("A")
    table.choose("A", "Narwhal")

    assert asked == ["A"]
    assert sorted(offered) == ["Narwhal", "Rhinocorn"]
    assert discards(table) == ["Narwhal", "Unicorn Poison"]
    assert told(table, "destroy", "sacrifice") == ["A destroy Narwhal"]


@pytest.mark.rule("U-248", "U-013", "U-087")
def test_a_poison_needs_a_unicorn_in_another_stable() -> None:
    table = lay(a={"hand": ["Unicorn Poison"], "stable": ["Narwhal"]}, b={"stable": ["Yay"]})

    assert table.options("A") == ["rest"]


@pytest.mark.rule("U-249", "U-032", "U-187")
def test_a_swap_gives_a_unicorn_and_steals_one_of_the_same_player() -> None:
    table = lay(
        a={"hand": ["Unicorn Swap"], "stable": ["Baby Unicorn", "Yay"]},
        b={"stable": ["Baby Narwhal", "Rhinocorn"]},
        c={"stable": ["Llamacorn"]},
    )

    table.play("A", "Unicorn Swap")
    table.choose("A", "B")
    offered = table.options("A")
    table.choose("A", "Baby Narwhal")

    assert sorted(offered) == ["Baby Narwhal", "Baby Unicorn", "Rhinocorn"]
    assert table.cards("A", "stable") == ["Yay", "Baby Narwhal"]
    assert table.cards("B", "stable") == ["Rhinocorn", "Baby Unicorn"]


@pytest.mark.rule("U-249", "U-032")
def test_a_unicorn_that_is_moved_leaves_and_enters_and_is_not_stolen() -> None:
    table = lay(
        a={
            "hand": ["Unicorn Swap", "Neigh", "Yay"],
            "stable": ["Narwhal", "Barbed Wire", "Greedy Flying Unicorn"],
        },
        b={"stable": ["Slowdown", "Rhinocorn"]},
        c={"stable": ["Llamacorn"]},
    )

    table.play("A", "Unicorn Swap")
    prefer(table, "A", "B's stable", "B", "Rhinocorn", "Greedy Flying Unicorn", "Neigh")

    assert table.cards("B", "hand") == ["Basic Unicorn"]  # it entered
    assert "Neigh" in discards(table)  # it left
    assert told(table, "steal") == ["A steal Rhinocorn"]
    assert told(table, "play", "bring") == ["A play Unicorn Swap"]


@pytest.mark.rule("U-013", "U-012")
@pytest.mark.parametrize("weapon", ["Rhinocorn", "Stable Artillery", "Glitter Bomb"])
@pytest.mark.parametrize("others", [["Yay", "Narwhal"], []])
def test_nobody_destroys_a_card_of_their_own(weapon: str, others: list[str]) -> None:
    table = lay(
        a={"stable": ["Llamacorn", weapon, "Slowdown"], "hand": ["Neigh", "Super Neigh"]},
        c={"stable": others},
    )
    if not table.quiet:
        prefer(table, "A", "Narwhal", "yes", "Slowdown", "Neigh", "Super Neigh")

    assert all("Llamacorn" not in line for line in told(table, "destroy"))
    assert "Llamacorn" in table.cards("A", "stable")
    assert ("Narwhal" in discards(table)) == bool(others)


@pytest.mark.rule("U-249")
def test_a_swap_with_an_empty_stable_takes_the_own_unicorn_back() -> None:
    table = lay(a={"hand": ["Unicorn Swap"], "stable": ["Narwhal"]})

    table.play("A", "Unicorn Swap")
    table.choose("A", "B")

    assert table.cards("A", "stable") == ["Narwhal"]
    assert "A steal Narwhal" in told(table, "steal")


@pytest.mark.rule("U-249", "U-056", "U-089")
def test_a_swap_steals_nothing_from_pandas() -> None:
    table = lay(
        a={"hand": ["Unicorn Swap"], "stable": ["Narwhal"]},
        b={"stable": ["Pandamonium", "Rhinocorn"]},
    )

    table.play("A", "Unicorn Swap")
    table.choose("A", "B")

    assert table.cards("A", "stable") == []
    assert table.cards("B", "stable") == ["Pandamonium", "Rhinocorn", "Narwhal"]


@pytest.mark.rule("U-249", "U-087")
@pytest.mark.parametrize("stable", [["Yay"], ["Pandamonium", "Narwhal"]])
def test_a_swap_needs_a_unicorn(stable: list[str]) -> None:
    table = lay(a={"hand": ["Unicorn Swap"], "stable": stable}, b={"stable": ["Rhinocorn"]})

    assert table.options("A") == ["rest"]


@pytest.mark.rule("U-250", "U-131", "U-142", "U-006")
def test_a_neigh_stops_the_card_that_is_played() -> None:
    table = lay(
        a={"hand": ["Llamacorn", "Yay"]},
        b={"hand": ["Neigh", "Narwhal"]},
    )

    table.play("A", "Llamacorn")
    table.choose("B", "yes")

    assert discards(table) == ["Llamacorn", "Neigh"]
    assert table.cards("A", "hand") == ["Yay"]
    assert table.cards("B", "hand") == ["Narwhal"]
    assert [table.cards(name, "stable") for name in "ABC"] == [[], [], []]


@pytest.mark.rule("U-250")
def test_a_neigh_may_be_kept() -> None:
    table = lay(a={"hand": ["Narwhal"]}, b={"hand": ["Neigh"]})

    table.play("A", "Narwhal")
    table.choose("B", "no")
    table.choose("A", "A's stable")

    assert table.cards("A", "stable") == ["Narwhal"]
    assert table.cards("B", "hand") == ["Neigh"]


@pytest.mark.rule("U-237", "U-063", "U-120")
def test_a_change_of_luck_that_is_stopped_gives_no_turn() -> None:
    table = lay(a={"hand": ["Change of Luck", "Yay", "Narwhal"]}, b={"hand": ["Neigh"]})

    table.play("A", "Change of Luck")
    table.choose("B", "yes")

    assert table.turn == "B"
    assert table.cards("A", "hand") == ["Yay", "Narwhal"]


@pytest.mark.rule("U-247", "U-198")
def test_hands_are_traded_whole() -> None:
    table = lay(
        a={"hand": ["Unfair Bargain", "Yay", "Neigh"]},
        b={"hand": ["Narwhal"]},
        c={"hand": ["Rhinocorn"]},
    )

    table.play("A", "Unfair Bargain")
    offered = table.options("A")
    table.choose("A", "B")

    assert offered == ["B", "C"]
    assert table.cards("A", "hand") == ["Narwhal"]
    assert sorted(table.cards("B", "hand")) == ["Neigh", "Yay"]
    assert table.cards("C", "hand") == ["Rhinocorn"]


@pytest.mark.rule("U-249", "U-223")
def test_a_swap_moves_a_basic_unicorn_only_where_the_queen_lets_it_in() -> None:
    table = lay(
        a={"hand": ["Unicorn Swap"], "stable": ["Narwhal", "Stabby the Unicorn"]},
        b={"stable": ["Queen Bee Unicorn"]},
        c={"stable": ["Llamacorn"]},
    )

    table.play("A", "Unicorn Swap")
    table.choose("A", "Narwhal")

    assert table.cards("B", "stable") == ["Narwhal"]  # the only stable that takes it
    assert "Queen Bee Unicorn" in table.cards("A", "stable")  # Narwhal could not come back


@pytest.mark.rule("U-249", "U-223")
def test_a_swap_of_the_queens_own_player_moves_no_basic_unicorn() -> None:
    table = lay(
        a={
            "hand": ["Unicorn Swap"],
            "stable": ["Narwhal", "Queen Bee Unicorn", "Stabby the Unicorn"],
        },
        b={"stable": ["Llamacorn"]},
    )

    table.play("A", "Unicorn Swap")

    assert sorted(table.options("A")) == ["Queen Bee Unicorn", "Stabby the Unicorn"]
