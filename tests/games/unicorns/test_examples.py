"""The worked examples of the rules, told as stories."""

from __future__ import annotations

import pytest

from deckmastor.match import load
from games.unicorns.stable import BOOK, discards, lay, told


@pytest.mark.rule("UE-01", "U-126", "U-128", "U-129", "U-130", "U-131", "U-132", "U-133", "U-114")
def test_a_neigh_is_countered_and_the_exposed_card_is_answered_again() -> None:
    table = lay(
        a={"hand": ["Unicorn Poison", "Neigh"]},
        b={"hand": ["Neigh"], "stable": ["Narwhal"]},
        d={"hand": ["Neigh"]},
    )

    table.play("A", "Unicorn Poison")
    table.choose("B", "yes")
    table.choose("D", "no")
    table.choose("A", "yes")
    table.choose("D", "no")  # on A's Neigh
    table.choose("D", "yes")  # on the Poison, which is exposed again

    assert discards(table) == ["Neigh", "Neigh", "Neigh", "Unicorn Poison"]
    assert table.cards("B", "stable") == ["Narwhal"]
    assert table.turn == "B"


@pytest.mark.rule("UE-02", "U-135", "U-137")
def test_a_super_neigh_does_not_close_the_pile() -> None:
    table = lay(
        a={"hand": ["Kiss of Life", "Super Neigh"]},
        b={"hand": ["Neigh"]},
        c={"hand": ["Neigh"]},
        discard=["Narwhal"],
    )

    table.play("A", "Kiss of Life")
    table.choose("B", "yes")
    table.choose("C", "no")
    table.choose("A", "yes")
    asked = table.asked()
    table.choose("C", "yes")

    assert asked == ["C"]
    assert discards(table) == ["Kiss of Life", "Narwhal", "Neigh", "Neigh", "Super Neigh"]
    assert table.cards("A", "stable") == []


@pytest.mark.rule("UE-03", "U-135", "U-138", "U-251")
def test_nothing_answers_a_super_neigh() -> None:
    table = lay(a={"hand": ["Double Dutch", "Neigh", "Neigh"]}, c={"hand": ["Super Neigh"]})

    table.play("A", "Double Dutch")
    table.choose("C", "yes")

    assert table.cards("A", "hand") == ["Neigh", "Neigh"]
    assert discards(table) == ["Double Dutch", "Super Neigh"]
    assert table.turn == "B"


@pytest.mark.rule("UE-04", "U-138", "U-139", "U-259")
def test_yay_protects_neighs_too() -> None:
    table = lay(
        a={"hand": ["Good Deal", "Neigh"]},
        b={"hand": ["Neigh", "Rainbow Aura"], "stable": ["Yay"]},
        c={"hand": ["Neigh"]},
    )

    table.play("A", "Good Deal")
    table.choose("B", "yes")
    stopped = discards(table)
    table.play("B", "Rainbow Aura")
    table.choose("B", "B's stable")

    assert stopped == ["Good Deal", "Neigh"]
    assert table.cards("B", "stable") == ["Yay", "Rainbow Aura"]


@pytest.mark.rule("UE-05", "U-041", "U-068", "U-093", "U-241")
def test_the_last_card_was_a_neigh() -> None:
    table = lay(
        a={"hand": ["Mystical Vortex", "Neigh"]},
        b={"hand": ["Neigh", "Narwhal"]},
        c={"hand": ["Yay"]},
        d={"hand": ["Slowdown"]},
        deck=["Basic Unicorn"],
    )

    table.play("A", "Mystical Vortex")
    table.choose("B", "yes")
    table.choose("A", "yes")

    assert discards(table) == []
    assert [table.cards(name, "hand") for name in "ACD"] == [[], [], []]
    assert len(table.cards("", "deck")) + len(table.cards("B", "hand")) == 7


@pytest.mark.rule("UE-06", "U-087", "U-088", "U-113")
def test_an_announcement_is_refused_if_no_other_card_can_be_discarded() -> None:
    table = lay(a={"hand": ["Mystical Vortex"]})

    assert table.options("A") == ["rest"]


@pytest.mark.rule("UE-07", "U-110", "U-165", "U-255", "U-265")
def test_two_beginning_effects_of_one_link() -> None:
    table = lay(
        a={"stable": ["Glitter Bomb", "Sadistic Ritual", "Baby Unicorn", "Narwhal"]},
        b={"stable": ["Rainbow Aura", "Baby Unicorn"]},
        nursery=[],
    )

    table.choose("A", "Sadistic Ritual", "yes", "Baby Unicorn", "Sadistic Ritual")

    assert table.cards("A", "stable") == ["Glitter Bomb", "Narwhal"]
    assert table.cards("", "nursery") == ["Baby Unicorn"]
    assert discards(table) == ["Rainbow Aura", "Sadistic Ritual"]
    assert table.cards("A", "hand") == ["Basic Unicorn"]


@pytest.mark.rule("UE-10", "U-153", "U-154", "U-246", "U-256")
def test_both_missiles_are_aimed_before_either_hits() -> None:
    table = lay(
        a={"hand": ["Two-For-One"], "stable": ["Baby Unicorn", "Slowdown"]},
        b={"stable": ["Rainbow Aura", "Yay", "Stabby the Unicorn"]},
        c={"stable": ["Baby Unicorn"]},
    )

    table.play("A", "Two-For-One")
    table.choose("A", "Slowdown")
    offered = table.options("A")
    table.choose("A", "Rainbow Aura", "Yay")

    assert sorted(offered) == ["Baby Unicorn", "Rainbow Aura", "Yay"]
    assert table.cards("B", "stable") == ["Stabby the Unicorn"]


@pytest.mark.rule("UE-11", "U-156", "U-208", "U-260")
def test_the_black_knight_steps_in() -> None:
    table = lay(
        a={"hand": ["Unicorn Poison"]},
        b={
            "hand": ["Yay"],
            "stable": ["Majestic Flying Unicorn", "Black Knight Unicorn", "Barbed Wire"],
        },
    )

    table.play("A", "Unicorn Poison")
    table.choose("A", "Majestic Flying Unicorn")
    table.choose("B", "yes")

    assert table.cards("B", "stable") == ["Majestic Flying Unicorn", "Barbed Wire"]
    assert table.cards("B", "hand") == []
    assert discards(table) == ["Black Knight Unicorn", "Unicorn Poison", "Yay"]


@pytest.mark.rule("UE-11", "U-160", "U-218")
def test_without_the_black_knight_a_flying_unicorn_comes_back_to_the_hand() -> None:
    table = lay(
        a={"hand": ["Unicorn Poison"]},
        b={"stable": ["Majestic Flying Unicorn", "Black Knight Unicorn"]},
    )

    table.play("A", "Unicorn Poison")
    table.choose("A", "Majestic Flying Unicorn")
    table.choose("B", "no")

    assert table.cards("B", "stable") == ["Black Knight Unicorn"]
    assert table.cards("B", "hand") == ["Majestic Flying Unicorn"]


@pytest.mark.rule("UE-14", "U-067", "U-155", "U-211", "U-234")
def test_then_survives_a_replacement() -> None:
    table = lay(
        a={"hand": ["Dark Angel Unicorn", "Narwhal", "Neigh"], "stable": ["Unicorn Phoenix"]},
        discard=["Rhinocorn"],
    )

    table.play("A", "Dark Angel Unicorn")
    table.choose("A", "A's stable", "yes", "Unicorn Phoenix", "yes", "Narwhal")
    offered = table.options("A")
    table.choose("A", "Rhinocorn")

    assert sorted(offered) == ["Narwhal", "Rhinocorn"]
    assert table.cards("A", "stable") == ["Unicorn Phoenix", "Dark Angel Unicorn", "Rhinocorn"]


@pytest.mark.rule("UE-15", "U-056", "U-094", "U-152", "U-160", "U-193", "U-212")
def test_each_player_sacrifices_secretly() -> None:
    table = lay(
        a={"hand": ["Extremely Destructive Unicorn"], "stable": ["Baby Unicorn"]},
        b={"stable": ["Swift Flying Unicorn", "Baby Unicorn"]},
        c={"stable": ["Pandamonium", "Narwhal", "Basic Unicorn", "Baby Narwhal"]},
        d={},
    )

    table.play("A", "Extremely Destructive Unicorn")
    table.choose("A", "A's stable")
    asked = table.asked()
    table.choose("A", "Extremely Destructive Unicorn")
    table.choose("B", "Swift Flying Unicorn")

    assert asked == ["A", "B"]
    assert discards(table) == ["Extremely Destructive Unicorn"]
    assert table.cards("B", "hand") == ["Swift Flying Unicorn"]
    assert len(table.cards("C", "stable")) == 4


@pytest.mark.rule("UE-16", "U-075", "U-229", "U-214")
def test_three_links_from_one_poison() -> None:
    table = lay(
        a={"hand": ["Unicorn Poison"]},
        b={"stable": ["Stabby the Unicorn"]},
        c={"hand": ["Yay"], "stable": ["Greedy Flying Unicorn", "Barbed Wire"]},
    )

    table.play("A", "Unicorn Poison")
    table.choose("A", "Stabby the Unicorn")
    table.choose("B", "yes")
    offered = table.options("C")
    table.choose("C", "Greedy Flying Unicorn")

    assert sorted(offered) == ["Greedy Flying Unicorn", "Yay"]
    assert table.cards("C", "hand") == ["Yay"]
    assert discards(table) == ["Greedy Flying Unicorn", "Stabby the Unicorn", "Unicorn Poison"]


@pytest.mark.rule("UE-18", "U-166", "U-219", "U-226")
def test_a_stolen_card_enters_for_the_thief() -> None:
    table = lay(
        a={"hand": ["Seductive Unicorn", "Yay"]},
        b={"stable": ["Mother Goose Unicorn"]},
    )

    table.play("A", "Seductive Unicorn")
    table.choose("A", "A's stable", "yes", "yes", "Baby Unicorn")

    assert table.cards("A", "stable") == [
        "Seductive Unicorn", "Mother Goose Unicorn", "Baby Unicorn",
    ]  # fmt: skip


@pytest.mark.rule("UE-19", "U-162", "U-186", "U-261")
def test_blinding_light_takes_a_flyers_way_home() -> None:
    table = lay(
        a={"hand": ["Unicorn Poison"]},
        b={"stable": ["Blinding Light", "Swift Flying Unicorn", "Baby Unicorn"]},
    )

    table.play("A", "Unicorn Poison")
    table.choose("A", "Swift Flying Unicorn")

    assert table.cards("B", "hand") == []
    assert discards(table) == ["Swift Flying Unicorn", "Unicorn Poison"]


@pytest.mark.rule("UE-19", "U-186", "U-201")
def test_a_blinded_baby_goes_to_the_nursery() -> None:
    table = lay(
        a={"hand": ["Unicorn Poison"]},
        b={"stable": ["Blinding Light", "Baby Unicorn"]},
        nursery=[],
    )

    table.play("A", "Unicorn Poison")

    assert table.cards("", "nursery") == ["Baby Unicorn"]
    assert discards(table) == ["Unicorn Poison"]


@pytest.mark.rule("UE-22", "U-173", "U-174")
def test_nobody_wins_inside_a_chain() -> None:
    six = ["Narwhal"] + ["Basic Unicorn"] * 5
    table = lay(a={"hand": ["Extremely Destructive Unicorn"], "stable": six})

    table.play("A", "Extremely Destructive Unicorn")
    table.choose("A", "A's stable", "Narwhal")

    assert not table.match.over
    assert len(table.cards("A", "stable")) == 6


@pytest.mark.rule("UE-22", "U-171", "U-172")
def test_seven_unicorns_win_when_the_chain_is_over() -> None:
    six = ["Narwhal"] + ["Basic Unicorn"] * 5
    table = lay(a={"hand": ["Mother Goose Unicorn"], "stable": six})

    table.play("A", "Mother Goose Unicorn")
    table.choose("A", "A's stable", "yes", "Baby Unicorn")

    assert table.match.winners == ["A"]
    assert len(table.cards("A", "stable")) == 8


@pytest.mark.rule("UE-23", "U-057", "U-209", "U-264")
def test_freed_pandas_win() -> None:
    seven = ["Pandamonium", "Narwhal"] + ["Basic Unicorn"] * 6
    table = lay(a={"hand": ["Chainsaw Unicorn"], "stable": seven})

    before = table.match.over
    table.play("A", "Chainsaw Unicorn")
    table.choose("A", "A's stable", "yes")

    assert not before
    assert table.match.winners == ["A"]


@pytest.mark.rule("UE-23", "U-167", "U-267")
def test_freed_pandas_are_too_many_for_a_tiny_stable() -> None:
    seven = ["Pandamonium", "Tiny Stable", "Narwhal"] + ["Basic Unicorn"] * 6
    table = lay(a={"hand": ["Chainsaw Unicorn"], "stable": seven})

    table.play("A", "Chainsaw Unicorn")
    table.choose("A", "A's stable", "yes", "Pandamonium", "Narwhal", *["Basic Unicorn"] * 2)

    assert not table.match.over
    assert len(table.cards("A", "stable")) == 6


@pytest.mark.rule("UE-24", "U-175", "U-176", "U-177", "U-178", "U-239")
def test_the_deck_runs_out_in_the_middle() -> None:
    table = lay(
        a={"hand": ["Good Deal"], "stable": ["Basic Unicorn"] * 4},
        b={"stable": ["Baby Unicorn", "Basic Unicorn", "Narwhal", "Americorn", "Rhinocorn"]},
        c={
            "stable": [
                "Baby Narwhal", "Basic Unicorn", "Basic Unicorn", "Llamacorn", "Stabby the Unicorn",
            ]
        },
        deck=["Yay", "Neigh"],
    )  # fmt: skip

    table.play("A", "Good Deal")
    table.choose("A", "Yay")

    assert told(table, "draw") == ["A draw Neigh", "A draw Yay"]
    assert table.match.winners == ["C"]


@pytest.mark.rule("UE-27", "U-115", "U-237", "U-254")
def test_two_plays_and_an_extra_turn() -> None:
    table = lay(
        a={"hand": ["Change of Luck", "Narwhal", "Neigh"], "stable": ["Double Dutch"]},
    )

    table.play("A", "Change of Luck")
    table.choose("A", "Neigh", "Basic Unicorn", "Basic Unicorn")
    offered = table.options("A")
    table.play("A", "Narwhal")
    table.choose("A", "A's stable")

    assert offered == ["play Narwhal", "pass"]
    assert table.turn == "A"
    assert told(table, "begin")[-2:] == ["A begin turn", "the game begin chain"]


@pytest.mark.rule("UE-28", "U-068", "U-094", "U-095", "U-235")
def test_back_kick_on_a_lonely_baby() -> None:
    table = lay(a={"hand": ["Back Kick"]}, b={"stable": ["Baby Unicorn"]}, nursery=[])

    table.play("A", "Back Kick")

    assert table.cards("", "nursery") == ["Baby Unicorn"]
    assert table.cards("B", "hand") == []
    assert table.turn == "B"


@pytest.mark.rule("UE-30", "U-035", "U-124", "U-221")
def test_a_gift_for_the_neighbour() -> None:
    table = lay(
        a={"hand": ["Narwhal Torpedo"]},
        b={"stable": ["Slowdown", "Nanny Cam"]},
        c={"hand": ["Neigh"]},
    )

    table.play("A", "Narwhal Torpedo")
    table.choose("C", "no")
    table.choose("A", "B's stable")

    assert table.cards("B", "stable") == ["Narwhal Torpedo"]
    assert discards(table) == ["Nanny Cam", "Slowdown"]


@pytest.mark.rule("UE-08", "U-253")
def test_a_drawn_card_does_not_pay_for_the_second_machine() -> None:
    table = lay(a={"hand": ["Yay"], "stable": ["Claw Machine", "Claw Machine"]})

    table.choose("A", "yes")

    assert told(table, "discard", "draw") == ["A discard Yay", "A draw Basic Unicorn"]
    assert table.quiet


@pytest.mark.rule("UE-08")
def test_with_two_cards_both_machines_are_paid_before_either_draws() -> None:
    table = lay(a={"hand": ["Yay", "Neigh"], "stable": ["Claw Machine", "Claw Machine"]})

    while not table.quiet:
        table.choose("A", table.options("A")[0])

    assert [line.split()[1] for line in told(table, "discard", "draw")] == [
        "discard", "discard", "draw", "draw",
    ]  # fmt: skip


@pytest.mark.rule("UE-09", "U-151", "U-258")
def test_one_target_for_two_effects() -> None:
    table = lay(
        a={"hand": ["Yay", "Neigh"], "stable": ["Glitter Bomb", "Stable Artillery", "Narwhal"]},
        b={"stable": ["Baby Unicorn"]},
        nursery=[],
    )

    table.choose("A", "Glitter Bomb", "yes", "yes", "Stable Artillery")

    assert told(table, "destroy") == ["A destroy Baby Unicorn"]
    assert table.cards("", "nursery") == ["Baby Unicorn"]
    assert discards(table) == ["Neigh", "Stable Artillery", "Yay"]


@pytest.mark.rule("UE-12", "U-159")
def test_a_black_knight_that_is_a_target_itself_saves_nobody() -> None:
    table = lay(
        a={"hand": ["Two-For-One"], "stable": ["Slowdown"]},
        b={"stable": ["Black Knight Unicorn", "Majestic Flying Unicorn", "Yay"]},
    )

    table.play("A", "Two-For-One")
    table.choose("A", "Black Knight Unicorn", "Majestic Flying Unicorn")

    assert table.cards("B", "stable") == ["Yay"]
    assert table.cards("B", "hand") == ["Majestic Flying Unicorn"]


@pytest.mark.rule("UE-21", "U-167", "U-213", "U-224", "U-267")
@pytest.mark.parametrize(("given", "left"), [("Ginormous Unicorn", 6), ("Basic Unicorn", 5)])
def test_a_giant_counts_twice_in_a_tiny_stable(given: str, left: int) -> None:
    table = lay(
        a={
            "hand": ["Rainbow Unicorn", "Narwhal"],
            "stable": ["Tiny Stable", "Ginormous Unicorn"] + ["Basic Unicorn"] * 3,
        }
    )

    table.play("A", "Rainbow Unicorn")
    table.choose("A", "A's stable", "Tiny Stable", "yes", given)
    if given == "Basic Unicorn":
        table.choose("A", "Basic Unicorn")

    assert table.quiet
    assert len(table.cards("A", "stable")) == left


@pytest.mark.rule("UE-26", "U-223")
def test_a_basic_unicorn_is_played_only_into_the_stable_of_the_queen() -> None:
    table = lay(a={"hand": ["Narwhal"]}, b={"stable": ["Queen Bee Unicorn"]})

    table.play("A", "Narwhal")

    assert table.cards("B", "stable") == ["Queen Bee Unicorn", "Narwhal"]


@pytest.mark.rule("UE-31", "U-182", "U-183", "U-100", "U-102", "U-103")
@pytest.mark.parametrize(
    ("players", "deck", "hand", "nursery"), [(2, 70, 6, 11), (3, 99, 5, 10), (8, 74, 5, 5)]
)
def test_the_table_is_set_up(players: int, deck: int, hand: int, nursery: int) -> None:
    names = list("ABCDEFGH"[:players])
    match = load(BOOK).start(names, seed=3, values={"draw size": 0})
    while "which?" in match.decisions[0].prompt:
        match.choose(match.decisions[0].player, "Baby Unicorn")

    def size(place: str, seat: int = 0) -> int:
        return len(match.state.zones[match.rules.schema.attrs[place].at + seat])

    assert (size("deck"), size("nursery")) == (deck, nursery)
    assert {size("hand", seat) for seat in range(players)} == {hand}
    assert {size("stable", seat) for seat in range(players)} == {1}


@pytest.mark.rule("UE-26", "U-223")
def test_no_basic_unicorn_is_brought_past_the_queen() -> None:
    table = lay(
        a={"hand": ["Rainbow Unicorn", "Narwhal"]}, b={"stable": ["Queen Bee Unicorn"]}
    )  # fmt: skip

    table.play("A", "Rainbow Unicorn")
    table.choose("A", "A's stable")

    assert table.turn == "B"
    assert table.cards("A", "hand") == ["Narwhal"]


@pytest.mark.rule("UE-26", "U-223")
def test_the_queen_is_stolen_but_not_her_basic_unicorns() -> None:
    table = lay(
        a={"hand": ["Seductive Unicorn", "Yay"]},
        b={"stable": ["Queen Bee Unicorn", "Narwhal", "Basic Unicorn"]},
    )

    table.play("A", "Seductive Unicorn")
    table.choose("A", "A's stable", "yes")

    assert table.cards("A", "stable") == ["Seductive Unicorn", "Queen Bee Unicorn"]
