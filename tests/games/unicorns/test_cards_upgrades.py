"""The upgrades and the downgrades, a story for each."""

from __future__ import annotations

import pytest

from games.unicorns.stable import discards, lay, prefer, seen, told


@pytest.mark.rule("U-252", "U-064")
@pytest.mark.parametrize("given", ["Narwhal", "Slowdown", "Caffeine Overload"])
def test_a_caffeine_overload_draws_two_for_any_card_of_the_stable(given: str) -> None:
    table = lay(a={"stable": ["Caffeine Overload", "Narwhal", "Slowdown"]})

    table.choose("A", "yes")
    offered = table.options("A")
    table.choose("A", given)

    assert sorted(offered) == ["Caffeine Overload", "Narwhal", "Slowdown"]
    assert discards(table) == [given]
    assert len(table.cards("A", "hand")) == 2


@pytest.mark.rule("U-252", "U-086", "U-111")
def test_a_caffeine_overload_may_be_left_alone() -> None:
    table = lay(a={"stable": ["Caffeine Overload", "Narwhal"]})

    table.choose("A", "no")

    assert table.options("A") == ["rest"]
    assert table.cards("A", "stable") == ["Caffeine Overload", "Narwhal"]
    assert table.cards("A", "hand") == []


@pytest.mark.rule("U-253", "U-086")
@pytest.mark.parametrize(("answer", "hand"), [("yes", ["Basic Unicorn"]), ("no", ["Neigh"])])
def test_a_claw_machine_exchanges_a_card_if_its_player_likes(answer: str, hand: list[str]) -> None:
    table = lay(a={"stable": ["Claw Machine"], "hand": ["Neigh"]})

    table.choose("A", answer)

    assert table.cards("A", "hand") == hand


@pytest.mark.rule("U-253", "U-148", "U-095")
def test_a_claw_machine_is_not_offered_with_an_empty_hand() -> None:
    table = lay(a={"stable": ["Claw Machine"]})

    assert table.options("A") == ["rest"]
    assert table.cards("A", "hand") == []


@pytest.mark.rule("U-254", "U-115")
def test_a_double_dutch_leaves_the_second_play_free() -> None:
    table = lay(a={"stable": ["Double Dutch"], "hand": ["Narwhal", "Yay", "Slowdown"]})

    table.play("A", "Narwhal")
    table.choose("A", "A's stable")
    offered = table.options("A")
    table.choose("A", "pass")

    assert sorted(offered) == ["pass", "play Slowdown", "play Yay"]
    assert table.turn == "B"
    assert table.cards("A", "hand") == ["Yay", "Slowdown"]


@pytest.mark.rule("U-254", "U-115")
def test_whoever_rests_plays_no_card_with_a_double_dutch_either() -> None:
    table = lay(a={"stable": ["Double Dutch"], "hand": ["Narwhal", "Yay"]})

    table.choose("A", "rest")

    assert table.turn == "B"
    assert sorted(table.cards("A", "hand")) == ["Basic Unicorn", "Narwhal", "Yay"]


@pytest.mark.rule("U-254", "U-109")
def test_a_double_dutch_played_now_helps_from_the_next_turn_on() -> None:
    table = lay(a={"hand": ["Double Dutch", "Narwhal"]})

    table.play("A", "Double Dutch")
    table.choose("A", "A's stable")

    assert table.turn == "B"
    assert table.cards("A", "hand") == ["Narwhal"]


@pytest.mark.rule("U-254")
def test_a_double_dutch_that_left_still_allows_two_plays() -> None:
    table = lay(
        a={
            "stable": ["Double Dutch", "Caffeine Overload"],
            "hand": ["Narwhal", "Yay", "Rhinocorn"],
        },
    )

    prefer(table, "A", "yes", "Double Dutch")
    table.play("A", "Narwhal")
    table.choose("A", "A's stable")
    offered = table.options("A")

    assert "play Yay" in offered
    assert discards(table) == ["Double Dutch"]


@pytest.mark.rule("U-255", "U-086", "U-069")
def test_a_glitter_bomb_that_is_declined_destroys_nothing() -> None:
    table = lay(a={"stable": ["Glitter Bomb", "Narwhal"]}, b={"stable": ["Yay"]})

    table.choose("A", "no")

    assert table.options("A") == ["rest"]
    assert discards(table) == []


@pytest.mark.rule("U-255", "U-252", "U-009", "U-008", "U-011")
def test_a_glitter_bomb_takes_any_own_card_for_any_other() -> None:
    table = lay(
        a={"stable": ["Glitter Bomb", "Narwhal"]}, b={"stable": ["Yay"]}, c={"stable": ["Slowdown"]}
    )

    table.choose("A", "yes")
    own = table.options("A")
    table.choose("A", "Glitter Bomb")
    other = table.options("A")
    table.choose("A", "Slowdown")

    assert sorted(own) == ["Glitter Bomb", "Narwhal"]
    assert sorted(other) == ["Slowdown", "Yay"]
    assert discards(table) == ["Glitter Bomb", "Slowdown"]
    assert told(table, "sacrifice", "destroy") == ["A sacrifice Glitter Bomb", "A destroy Slowdown"]


@pytest.mark.rule("U-256")
def test_a_rainbow_aura_protects_the_unicorns_of_its_stable_alone() -> None:
    table = lay(
        a={"hand": ["Unicorn Poison"]},
        b={"stable": ["Rainbow Aura", "Narwhal"]},
        c={"stable": ["Rhinocorn"]},
    )

    table.play("A", "Unicorn Poison")

    assert discards(table) == ["Rhinocorn", "Unicorn Poison"]


@pytest.mark.rule("U-256")
def test_a_rainbow_aura_does_not_keep_from_stealing_and_returning() -> None:
    table = lay(
        a={"hand": ["Seductive Unicorn", "Yay"]}, b={"stable": ["Rainbow Aura", "Narwhal"]}
    )  # fmt: skip

    table.play("A", "Seductive Unicorn")
    table.choose("A", "A's stable", "yes")

    assert table.cards("A", "stable") == ["Seductive Unicorn", "Narwhal"]


@pytest.mark.rule("U-257", "U-014")
def test_a_rainbow_lasso_steals_a_unicorn_for_three_cards() -> None:
    table = lay(
        a={"stable": ["Rainbow Lasso"], "hand": ["Neigh", "Yay", "Slowdown", "Nanny Cam"]},
        b={"stable": ["Narwhal", "Glitter Bomb"]},
        c={"stable": ["Rhinocorn"]},
    )

    table.choose("A", "yes")
    table.choose("A", "Neigh", "Yay", "Slowdown")
    offered = table.options("A")
    table.choose("A", "Narwhal")

    assert sorted(offered) == ["Narwhal", "Rhinocorn"]
    assert table.cards("A", "stable") == ["Rainbow Lasso", "Narwhal"]
    assert table.cards("A", "hand") == ["Nanny Cam"]
    assert discards(table) == ["Neigh", "Slowdown", "Yay"]


@pytest.mark.rule("U-257", "U-258", "U-086")
@pytest.mark.parametrize("upgrade", ["Rainbow Lasso", "Stable Artillery"])
def test_a_costly_upgrade_may_be_left_alone(upgrade: str) -> None:
    table = lay(
        a={"stable": [upgrade], "hand": ["Neigh", "Yay", "Slowdown"]}, b={"stable": ["Narwhal"]}
    )

    table.choose("A", "no")

    assert table.cards("A", "hand") == ["Neigh", "Yay", "Slowdown"]
    assert table.cards("B", "stable") == ["Narwhal"]


@pytest.mark.rule("U-258", "U-017")
def test_a_stable_artillery_destroys_a_unicorn_for_two_cards() -> None:
    table = lay(
        a={"stable": ["Stable Artillery"], "hand": ["Neigh", "Yay", "Slowdown"]},
        b={"stable": ["Narwhal", "Glitter Bomb"]},
    )

    table.choose("A", "yes", "Neigh", "Slowdown")

    assert discards(table) == ["Narwhal", "Neigh", "Slowdown"]
    assert table.cards("A", "hand") == ["Yay"]


@pytest.mark.rule("U-259", "U-139")
def test_yay_of_another_player_protects_nobody_else() -> None:
    table = lay(a={"hand": ["Narwhal"]}, b={"hand": ["Neigh"]}, c={"stable": ["Yay"]})

    table.play("A", "Narwhal")

    assert table.asked() == ["B"]


@pytest.mark.rule("U-260", "U-164")
def test_a_barbed_wire_asks_a_card_for_each_unicorn_that_comes_and_goes() -> None:
    table = lay(
        a={"hand": ["Seductive Unicorn", "Yay", "Neigh"]},
        b={"stable": ["Barbed Wire", "Narwhal"], "hand": ["Slowdown", "Nanny Cam"]},
    )

    table.play("A", "Seductive Unicorn")
    table.choose("A", "A's stable", "yes", "Yay")
    asked, offered = table.asked(), table.options("B")
    table.choose("B", "Nanny Cam")

    assert asked == ["B"]
    assert sorted(offered) == ["Nanny Cam", "Slowdown"]
    assert discards(table) == ["Nanny Cam", "Yay"]


@pytest.mark.rule("U-260")
def test_a_barbed_wire_does_not_count_upgrades_downgrades_or_itself() -> None:
    table = lay(
        a={"hand": ["Barbed Wire", "Neigh"], "stable": ["Narwhal"]},
        b={"hand": ["Yay", "Slowdown"]},
    )

    table.play("A", "Barbed Wire")
    table.choose("A", "A's stable")
    table.play("B", "Yay")
    table.choose("A", "no")
    table.choose("B", "A's stable")

    assert table.cards("A", "hand") == ["Neigh"]
    assert discards(table) == []


@pytest.mark.rule("U-260", "U-094", "U-095")
def test_a_unicorn_enters_past_a_barbed_wire_with_an_empty_hand() -> None:
    table = lay(a={"hand": ["Narwhal"], "stable": ["Barbed Wire"]})

    table.play("A", "Narwhal")
    table.choose("A", "A's stable")

    assert table.cards("A", "stable") == ["Barbed Wire", "Narwhal"]
    assert discards(table) == []


@pytest.mark.rule("U-261", "U-163")
def test_a_unicorn_that_enters_a_blinded_stable_does_nothing() -> None:
    table = lay(
        a={"hand": ["Greedy Flying Unicorn"], "stable": ["Blinding Light"]},
    )

    table.play("A", "Greedy Flying Unicorn")
    table.choose("A", "A's stable")

    assert table.cards("A", "hand") == []


@pytest.mark.rule("U-261")
def test_a_blinded_giant_counts_once_and_hinders_nobody() -> None:
    six = ["Ginormous Unicorn"] + ["Basic Unicorn"] * 4 + ["Blinding Light"]
    table = lay(
        a={"hand": ["Narwhal"]}, b={"hand": ["Neigh"], "stable": six}
    )  # fmt: skip

    table.play("A", "Narwhal")
    table.choose("B", "no")
    table.choose("A", "B's stable")

    assert not table.match.over
    assert len(table.cards("B", "stable")) == 7


@pytest.mark.rule("U-262")
def test_a_broken_stable_takes_upgrades_of_others() -> None:
    table = lay(a={"hand": ["Yay"]}, b={"stable": ["Broken Stable"]})

    table.play("A", "Yay")
    table.choose("A", "B's stable")

    assert table.cards("B", "stable") == ["Broken Stable", "Yay"]


@pytest.mark.rule("U-263", "U-197")
def test_a_nanny_cam_shows_the_hand_of_its_player_to_all() -> None:
    table = lay(
        a={"hand": ["Yay", "Neigh"], "stable": ["Nanny Cam"]},
        b={"hand": ["Slowdown"]},
    )

    assert seen(table, "B", "hand", "A") == ["Yay", "Neigh"]
    assert seen(table, "C", "hand", "A") == ["Yay", "Neigh"]
    assert seen(table, "A", "hand", "B") == [None]


@pytest.mark.rule("U-263", "U-054")
def test_a_nanny_cam_that_comes_or_goes_changes_who_sees_new_cards() -> None:
    table = lay(a={"hand": ["Nanny Cam"]}, b={"hand": ["Yay"]}, c={"hand": ["Neigh"]})

    before = seen(table, "A", "hand", "B")
    table.play("A", "Nanny Cam")
    table.choose("C", "no")
    table.choose("A", "B's stable")

    assert before == [None]
    assert seen(table, "A", "hand", "B") == ["Yay"]
    assert seen(table, "A", "hand", "C") == [None]


@pytest.mark.rule("U-264", "U-190", "U-194")
def test_a_panda_keeps_its_own_effects() -> None:
    table = lay(
        a={"hand": ["Greedy Flying Unicorn"], "stable": ["Pandamonium"]},
    )

    table.play("A", "Greedy Flying Unicorn")
    table.choose("A", "A's stable")

    assert table.cards("A", "hand") == ["Basic Unicorn"]


@pytest.mark.rule("U-264", "U-190")
def test_a_rhinocorn_among_pandas_still_charges() -> None:
    table = lay(a={"stable": ["Pandamonium", "Rhinocorn"]}, b={"stable": ["Narwhal"]})

    table.choose("A", "yes")

    assert discards(table) == ["Narwhal"]


BOTH = (["Pandamonium", "Blinding Light"], ["Blinding Light", "Pandamonium"])


@pytest.mark.rule("U-264", "U-261")
@pytest.mark.parametrize("both", BOTH)
def test_a_unicorn_that_comes_among_blinded_pandas_is_blinded_as_it_enters(both: list[str]) -> None:
    table = lay(a={"hand": ["Greedy Flying Unicorn", "Yay"], "stable": both})
    revived = lay(
        a={"hand": ["Kiss of Life"], "stable": both}, discard=["Greedy Flying Unicorn", "Yay"]
    )

    table.play("A", "Greedy Flying Unicorn")
    table.choose("A", "A's stable")
    revived.play("A", "Kiss of Life")

    assert table.cards("A", "hand") == ["Yay"]
    assert revived.cards("A", "hand") == []
    assert "Greedy Flying Unicorn" in revived.cards("A", "stable")


@pytest.mark.rule("U-264", "U-261", "U-190")
@pytest.mark.parametrize("both", BOTH)
def test_a_panda_in_a_blinding_light_is_not_blinded_once_it_is_inside(both: list[str]) -> None:
    begun = lay(a={"stable": [*both, "Rhinocorn"]}, b={"stable": ["Narwhal"]})
    flyer = lay(a={"hand": ["Two-For-One"], "stable": ["Yay"]},
                b={"stable": [*both, "Swift Flying Unicorn"]})  # fmt: skip

    begun.choose("A", "yes")
    flyer.play("A", "Two-For-One")
    flyer.choose("A", "Swift Flying Unicorn", "Blinding Light")

    assert discards(begun) == ["Narwhal"]
    assert flyer.cards("B", "hand") == ["Swift Flying Unicorn"]


@pytest.mark.rule("U-264", "U-261", "U-190")
@pytest.mark.parametrize("both", BOTH)
def test_who_came_blinded_has_their_other_effects_later_in_the_same_turn(both: list[str]) -> None:
    table = lay(
        a={"hand": ["Stabby the Unicorn", "Two-For-One"], "stable": [*both, "Double Dutch"]},
        c={"stable": ["Yay", "Claw Machine", "Narwhal"]},
    )

    table.play("A", "Stabby the Unicorn")
    table.choose("A", "A's stable")
    table.play("A", "Two-For-One")
    prefer(table, "A", "Stabby the Unicorn", "yes", "Yay", "Claw Machine")

    assert "Stabby the Unicorn" in discards(table)
    assert sorted(told(table, "destroy")) == [
        "A destroy Claw Machine", "A destroy Narwhal", "A destroy Yay",
    ]  # fmt: skip


@pytest.mark.rule("U-264", "U-261")
@pytest.mark.parametrize("alone", [["Pandamonium"], []])
def test_without_a_blinding_light_nobody_comes_blinded(alone: list[str]) -> None:
    table = lay(
        a={"hand": ["Greedy Flying Unicorn"], "stable": alone}, b={"stable": ["Blinding Light"]}
    )

    table.play("A", "Greedy Flying Unicorn")
    table.choose("A", "A's stable")

    assert table.cards("A", "hand") == ["Basic Unicorn"]


@pytest.mark.rule("U-265", "U-083", "U-064")
def test_a_sadistic_ritual_takes_a_unicorn_for_a_card() -> None:
    table = lay(a={"stable": ["Sadistic Ritual", "Narwhal", "Americorn"]}, deck=["Yay", "Neigh"])

    offered = table.options("A")
    table.choose("A", "Narwhal")

    assert sorted(offered) == ["Americorn", "Narwhal"]
    assert discards(table) == ["Narwhal"]
    assert table.cards("A", "hand") == ["Neigh"]


@pytest.mark.rule("U-265", "U-065", "U-094", "U-096")
@pytest.mark.parametrize("stable", [[], ["Pandamonium", "Narwhal"]])
def test_a_sadistic_ritual_without_a_unicorn_gives_nothing(stable: list[str]) -> None:
    table = lay(a={"stable": ["Sadistic Ritual", *stable]})

    assert table.options("A") == ["rest"]
    assert table.cards("A", "hand") == []


@pytest.mark.rule("U-266", "U-145")
def test_a_slowdown_leaves_other_cards_and_other_players_alone() -> None:
    table = lay(
        a={"hand": ["Narwhal"], "stable": ["Slowdown"]},
        b={"hand": ["Neigh"]},
    )

    table.play("A", "Narwhal")

    assert table.asked() == ["B"]


@pytest.mark.rule("U-267", "U-167")
def test_a_tiny_stable_that_arrives_takes_one_unicorn_after_the_other() -> None:
    seven = ["Narwhal", "Americorn", *["Basic Unicorn"] * 4, "Llamacorn"]
    table = lay(
        a={"hand": ["Tiny Stable"]}, b={"stable": seven}, values={"winning number": 9}
    )  # fmt: skip

    table.play("A", "Tiny Stable")
    table.choose("A", "B's stable")
    table.choose("B", "Narwhal", "Llamacorn")

    assert discards(table) == ["Llamacorn", "Narwhal"]
    assert len(table.cards("B", "stable")) == 6
