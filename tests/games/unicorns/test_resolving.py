"""One link: options first, then targets, then everything at once."""

from __future__ import annotations

import pytest

from games.unicorns.stable import discards, lay, told


@pytest.mark.rule("U-081", "U-082", "U-148")
def test_all_options_of_a_link_are_decided_before_any_is_carried_out() -> None:
    table = lay(
        a={"stable": ["Glitter Bomb", "Caffeine Overload", "Narwhal", "Basic Unicorn"]},
        b={"stable": ["Rainbow Aura"]},
    )

    table.choose("A", "Glitter Bomb", "yes")
    meanwhile = discards(table)
    asked = table.options("A")
    table.choose("A", "yes")
    targets = table.options("A")
    table.choose("A", "Narwhal", "Basic Unicorn")

    assert meanwhile == []
    assert asked == ["yes", "no"]
    assert sorted(targets) == ["Basic Unicorn", "Caffeine Overload", "Glitter Bomb", "Narwhal"]
    assert discards(table) == ["Basic Unicorn", "Narwhal", "Rainbow Aura"]
    assert len(table.cards("A", "hand")) == 2


@pytest.mark.rule("U-148")
def test_an_option_that_cannot_be_paid_beside_a_mandatory_effect_is_not_offered() -> None:
    table = lay(
        a={"hand": ["Seductive Unicorn", "Yay"], "stable": ["Barbed Wire"]},
        b={"stable": ["Narwhal"]},
    )

    table.play("A", "Seductive Unicorn")
    table.choose("A", "A's stable", "Barbed Wire")

    assert table.quiet
    assert told(table, "discard", "steal") == ["A discard Yay"]


@pytest.mark.rule("U-148")
def test_two_options_with_one_thing_to_pay_with() -> None:
    table = lay(a={"hand": ["Yay"], "stable": ["Claw Machine", "Claw Machine"]})

    first = table.options("A")
    table.choose("A", "yes")

    assert first == ["yes", "no"]
    assert table.quiet
    assert discards(table) == ["Yay"]


@pytest.mark.rule("U-149")
def test_targets_of_mandatory_effects_are_chosen_before_those_of_options() -> None:
    table = lay(
        a={"stable": ["Glitter Bomb", "Sadistic Ritual", "Narwhal", "Basic Unicorn"]},
        b={"stable": ["Yay"]},
    )

    table.choose("A", "Glitter Bomb", "yes")
    ritual = table.options("A")
    table.choose("A", "Narwhal")
    bomb = table.options("A")

    assert sorted(ritual) == ["Basic Unicorn", "Narwhal"]
    assert sorted(bomb) == ["Basic Unicorn", "Glitter Bomb", "Sadistic Ritual"]


@pytest.mark.rule("U-150")
def test_a_card_is_chosen_once_in_a_link_by_whatever_effects() -> None:
    table = lay(
        a={
            "hand": ["Yay", "Neigh", "Double Dutch", "Slowdown"],
            "stable": ["Stable Artillery", "Stable Artillery"],
        },
        b={"stable": ["Narwhal", "Stabby the Unicorn"]},
        c={"stable": ["Basic Unicorn"]},
    )

    table.choose("A", "yes", "yes", "Yay", "Neigh")
    first = table.options("A")
    table.choose("A", "Narwhal")
    second = table.options("A")
    table.choose("A", "Basic Unicorn")

    assert sorted(first) == ["Basic Unicorn", "Narwhal", "Stabby the Unicorn"]
    assert sorted(second) == ["Basic Unicorn", "Stabby the Unicorn"]
    assert table.cards("B", "stable") == ["Stabby the Unicorn"]


@pytest.mark.rule("U-147")
def test_a_protection_that_falls_in_a_link_still_counts_in_it() -> None:
    table = lay(
        a={"stable": ["Glitter Bomb", "Glitter Bomb", "Narwhal", "Basic Unicorn"]},
        b={"stable": ["Rainbow Aura", "Stabby the Unicorn"]},
        c={"stable": ["Yay"]},
    )

    table.choose("A", "yes", "yes", "Narwhal", "Basic Unicorn", "Rainbow Aura")

    assert table.quiet  # the other bomb has no choice but Yay
    assert table.cards("B", "stable") == ["Stabby the Unicorn"]
    assert table.cards("C", "stable") == []


@pytest.mark.rule("U-155")
def test_cards_of_a_hand_are_chosen_when_the_instruction_is_performed() -> None:
    table = lay(
        a={"hand": ["Neigh", "Yay"], "stable": ["Claw Machine", "Caffeine Overload", "Narwhal"]}
    )

    table.choose("A", "Claw Machine", "yes", "yes")
    first = table.options("A")
    table.choose("A", "Narwhal")
    second = table.options("A")

    assert sorted(first) == ["Caffeine Overload", "Claw Machine", "Narwhal"]
    assert sorted(second) == ["Neigh", "Yay"]


@pytest.mark.rule("U-158", "U-157")
@pytest.mark.parametrize(("first", "lost"), [("If another unicorn", "Black Knight Unicorn"),
                                             ("If this card", "Neigh")])  # fmt: skip
def test_of_several_replacements_the_one_who_loses_the_card_chooses(first: str, lost: str) -> None:
    table = lay(
        a={"hand": ["Unicorn Poison"]},
        b={"hand": ["Neigh"], "stable": ["Unicorn Phoenix", "Black Knight Unicorn"]},
    )

    table.play("A", "Unicorn Poison")
    table.choose("B", "no")
    table.choose("A", "Unicorn Phoenix")
    asked, offered = table.asked(), table.options("B")
    table.choose("B", *[option for option in offered if option.startswith(first)][:1], "yes")

    assert asked == ["B"]
    assert len(offered) == 2
    assert lost in discards(table)
    assert "Unicorn Phoenix" in table.cards("B", "stable")


@pytest.mark.rule("U-159")
@pytest.mark.parametrize("targets", [["Black Knight Unicorn", "Narwhal"],
                                     ["Narwhal", "Black Knight Unicorn"]])  # fmt: skip
def test_a_claimed_knight_saves_nobody(targets: list[str]) -> None:
    table = lay(
        a={
            "hand": ["Yay", "Neigh", "Double Dutch", "Slowdown"],
            "stable": ["Stable Artillery", "Stable Artillery"],
        },
        b={"stable": ["Narwhal", "Black Knight Unicorn", "Stabby the Unicorn"]},
    )

    table.choose("A", "yes", "yes", "Yay", "Neigh", *targets)

    assert table.quiet
    assert table.cards("B", "stable") == ["Stabby the Unicorn"]


@pytest.mark.rule("U-159")
def test_a_knight_who_stepped_in_is_claimed_and_so_is_whom_he_saved() -> None:
    table = lay(
        a={
            "hand": ["Yay", "Neigh", "Double Dutch", "Slowdown"],
            "stable": ["Stable Artillery", "Stable Artillery"],
        },
        b={"stable": ["Narwhal", "Basic Unicorn", "Black Knight Unicorn"]},
    )

    table.choose("A", "yes", "yes", "Yay", "Neigh", "Narwhal", "Basic Unicorn")
    table.choose("B", "yes")

    assert table.quiet  # nobody saves the other one
    assert table.cards("B", "stable") == ["Narwhal"]


@pytest.mark.rule("U-161")
def test_moves_come_before_draws_and_draws_before_random_pulls() -> None:
    table = lay(
        a={"hand": ["Greedy Flying Unicorn"], "stable": ["Barbed Wire"]},
        deck=["Narwhal"],
    )

    table.play("A", "Greedy Flying Unicorn")
    table.choose("A", "A's stable")
    while not table.quiet:
        table.choose("A", table.options("A")[-1])

    assert told(table, "discard", "draw") == ["A draw Narwhal"]  # nothing to discard before it


@pytest.mark.rule("U-161")
def test_the_parts_of_an_and_are_waves_of_one_link() -> None:
    table = lay(
        a={"hand": ["Unicorn on the Cob", "Yay"], "stable": ["Barbed Wire"]},
        deck=["Narwhal", "Basic Unicorn", "Rhinocorn"],
    )

    table.play("A", "Unicorn on the Cob")
    table.choose("A", "A's stable", "Barbed Wire")
    offered = table.options("A")
    table.choose("A", offered[0])

    # wave 1: the wire's discard, then two draws; wave 2: the discard of the Cob
    assert [line.split()[1] for line in told(table, "discard", "draw")] == [
        "discard", "draw", "draw", "discard",
    ]  # fmt: skip
    assert "Yay" in discards(table)


@pytest.mark.rule("UE-17", "U-161", "U-166", "U-206", "U-260")
def test_a_swap_a_wire_and_a_stolen_look() -> None:
    table = lay(
        a={
            "hand": ["Unicorn Swap", "Yay", "Neigh", "Double Dutch"],
            "stable": ["Barbed Wire", "Americorn"],
        },
        b={"stable": ["Baby Narwhal"]},
    )

    table.play("A", "Unicorn Swap")
    table.choose("A", "B")
    table.choose("B", "yes")
    table.choose("A", "Baby Narwhal", "Yay")
    acts = told(table, "discard", "steal", "pull")
    while not table.quiet:
        table.choose("A", table.options("A")[0])

    assert acts[:2] in (
        ["A discard Yay", "A steal Baby Narwhal"],
        ["A steal Baby Narwhal", "A discard Yay"],
    )
    assert [line.split()[:2] for line in told(table, "discard", "steal", "pull")[2:]] == [
        ["B", "pull"],
        ["A", "discard"],
    ]
    assert table.cards("A", "hand") == []
    assert table.cards("A", "stable") == ["Barbed Wire", "Baby Narwhal"]
    assert table.cards("B", "stable") == ["Americorn"]
