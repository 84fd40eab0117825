"""Rules of the game that no single card tells: protections, extra turns, phases, requirements."""

from __future__ import annotations

import pytest

from deckmastor.match import load
from games.unicorns.stable import BOOK, discards, lay

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


# ---- the first print --------------------------------------------------------------------------


@pytest.mark.rule("U-268", "U-060")
@pytest.mark.parametrize(("answer", "drawn"), [("yes", 2), ("no", 1)])
def test_an_extra_tail_draws_one_card_more(answer: str, drawn: int) -> None:
    table = lay(a={"stable": ["Extra Tail", "Narwhal"]}, draws=True)

    table.choose("A", answer)
    first = len(table.cards("A", "hand"))
    table.choose("A", "rest")

    assert first == drawn
    assert len(table.cards("B", "hand")) == 1


@pytest.mark.rule("U-061", "U-268")
def test_an_extra_card_is_lost_with_the_draw_phase() -> None:
    table = lay(
        a={"stable": ["Extra Tail", "Angel Unicorn", "Rhinocorn"], "hand": []},
        b={"stable": ["Narwhal"]},
        draws=True,
    )
    told = {"Rhinocorn": "yes", "Extra Tail": "yes", "Angel Unicorn": "no"}

    while table.turn == "A":
        prompt = table.decision.because.text
        names = [name for name in told if name in table.options("A")]
        if names:
            table.choose("A", names[0])
        else:
            table.choose("A", "no" if "sacrifice this card" in prompt else "yes")

    assert table.cards("A", "hand") == []


@pytest.mark.rule("U-268", "U-269", "U-196")
@pytest.mark.parametrize("card", ["Extra Tail", "Rainbow Mane"])
def test_some_upgrades_need_a_basic_unicorn_where_they_go(card: str) -> None:
    table = lay(
        a={"hand": [card], "stable": ["Rhinocorn", "Blinding Light"]}, c={"stable": ["Narwhal"]}
    )
    nowhere = lay(a={"hand": [card], "stable": ["Rhinocorn"]})

    table.play("A", card)

    assert table.cards("C", "stable") == ["Narwhal", card]
    assert nowhere.options("A") == ["rest"]


@pytest.mark.rule("U-269")
def test_a_rainbow_mane_brings_a_basic_unicorn() -> None:
    table = lay(a={"hand": ["Narwhal", "Rhinocorn"], "stable": ["Rainbow Mane"]})

    table.choose("A", "yes")

    assert table.cards("A", "stable") == ["Rainbow Mane", "Narwhal"]


@pytest.mark.rule("U-270")
def test_a_summoning_ritual_costs_two_unicorns() -> None:
    table = lay(
        a={"hand": ["Narwhal", "Basic Unicorn"], "stable": ["Summoning Ritual"]},
        discard=["Rhinocorn"],
    )
    poor = lay(a={"hand": ["Narwhal", "Yay"], "stable": ["Summoning Ritual"]})

    table.choose("A", "yes", "Rhinocorn")

    assert table.cards("A", "stable") == ["Summoning Ritual", "Rhinocorn"]
    assert "yes" not in poor.options("A")


@pytest.mark.rule("U-271", "U-116", "U-166")
def test_a_unicorn_lasso_lets_go_before_the_hand_limit() -> None:
    table = lay(
        a={"hand": ["Neigh"] * 7, "stable": ["Unicorn Lasso"]},
        b={"stable": ["Greedy Flying Unicorn"]},
    )

    table.choose("A", "yes")
    stolen = table.cards("A", "stable")
    table.choose("A", "rest")

    assert stolen == ["Unicorn Lasso", "Greedy Flying Unicorn"]
    assert table.cards("B", "stable") == ["Greedy Flying Unicorn"]
    assert len(table.cards("B", "hand")) == 1  # it has entered for its old player
    assert len(table.cards("A", "hand")) == 9  # who is now asked to discard
    assert table.turn == "A"


@pytest.mark.rule("U-271")
def test_a_lasso_that_is_not_thrown_gives_nothing_back() -> None:
    table = lay(a={"stable": ["Unicorn Lasso"]}, b={"stable": ["Narwhal"]})

    table.choose("A", "no", "rest")

    assert table.cards("B", "stable") == ["Narwhal"]
    assert table.turn == "B"


@pytest.mark.rule("U-271")
def test_a_lassoed_unicorn_that_left_is_not_given_back() -> None:
    table = lay(a={"hand": ["Two-For-One"], "stable": ["Unicorn Lasso"]}, b={"stable": ["Narwhal"]})

    table.choose("A", "yes")
    table.play("A", "Two-For-One")
    table.choose("A", "Narwhal")

    assert discards(table) == ["Narwhal", "Two-For-One"]
    assert table.turn == "B"


@pytest.mark.rule("U-272")
def test_an_angel_is_given_for_another_unicorn() -> None:
    table = lay(a={"stable": ["Angel Unicorn"]}, discard=["Rhinocorn", "Yay"])

    table.choose("A", "yes", "Rhinocorn")

    assert table.cards("A", "stable") == ["Rhinocorn"]


@pytest.mark.rule("U-273")
def test_a_fertile_unicorn_brings_a_baby_for_a_card() -> None:
    table = lay(
        a={"hand": ["Yay"], "stable": ["Extremely Fertile Unicorn"]}, nursery=["Baby Unicorn"]
    )

    table.choose("A", "yes")

    assert table.cards("A", "stable") == ["Extremely Fertile Unicorn", "Baby Unicorn"]
    assert discards(table) == ["Yay"]


@pytest.mark.rule("U-274")
def test_a_puppicorn_follows_the_turn() -> None:
    table = lay(a={}, c={"stable": ["Puppicorn"]})

    first = table.cards("A", "stable")
    table.choose("A", "rest")

    assert first == ["Puppicorn"]
    assert table.cards("B", "stable") == ["Puppicorn"]


@pytest.mark.rule("U-274")
def test_a_puppicorn_can_win_the_game() -> None:
    table = lay(a={"stable": ["Basic Unicorn"] * 6}, b={"stable": ["Puppicorn"]})

    assert table.match.winners == ["A"]


@pytest.mark.rule("U-274", "U-097")
def test_a_puppicorn_cannot_be_destroyed_or_sacrificed() -> None:
    table = lay(
        a={"hand": ["Two-For-One", "Unicorn Poison"], "stable": ["Puppicorn"]},
    )

    assert table.options("A") == ["rest"]


@pytest.mark.rule("U-275", "U-119")
def test_a_zombie_revives_and_ends_the_turn() -> None:
    table = lay(a={"hand": ["Narwhal", "Yay"], "stable": ["Zombie Unicorn"]}, discard=["Rhinocorn"])

    table.choose("A", "yes", "Rhinocorn")

    assert table.cards("A", "stable") == ["Zombie Unicorn", "Rhinocorn"]
    assert table.turn == "B"


@pytest.mark.rule("U-276", "U-186", "U-260")
def test_a_shrinkray_makes_babies_and_wakes_nothing() -> None:
    table = lay(
        a={"hand": ["Unicorn Shrinkray"]},
        b={
            "hand": ["Yay", "Neigh", "Neigh", "Neigh", "Neigh"],
            "stable": ["Stabby the Unicorn", "Swift Flying Unicorn", "Slowdown"],
        },
        nursery=["Baby Unicorn", "Baby Narwhal"],
    )

    table.play("A", "Unicorn Shrinkray")
    table.choose("A", "B")

    assert table.cards("B", "stable") == ["Slowdown", "Baby Unicorn", "Baby Narwhal"]
    assert discards(table) == ["Stabby the Unicorn", "Swift Flying Unicorn", "Unicorn Shrinkray"]
    assert table.turn == "B"


@pytest.mark.rule("U-185", "U-182")
def test_the_first_print_is_there_only_if_it_is_wanted() -> None:
    def names(values: dict[str, int | str] | None) -> set[str]:
        match = load(BOOK).start(list("AB"), 1, values)
        return {match.thing(card) for place in match.state.zones[2:] for card in place}

    assert "Summoning Ritual" not in names(None)
    assert "Summoning Ritual" in names({"first print switch": "yes"})
    assert "Extra Tail" not in names({"first print switch": "yes"})  # two players do without it
