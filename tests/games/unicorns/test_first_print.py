"""The optional cards of the first print, a story for each."""

from __future__ import annotations

import pytest

from deckmastor.match import load
from games.unicorns.stable import BOOK, discards, lay, prefer, told


@pytest.mark.rule("U-268", "U-060", "U-112")
@pytest.mark.parametrize(("answer", "drawn"), [("yes", 2), ("no", 1)])
def test_an_extra_tail_draws_after_the_card_of_the_draw_phase(answer: str, drawn: int) -> None:
    table = lay(a={"stable": ["Extra Tail"]}, draws=True)

    before = len(table.cards("A", "hand"))
    table.choose("A", answer)

    assert before == 0  # it is decided at the beginning of the turn
    assert len(table.cards("A", "hand")) == drawn
    assert table.options("A")[-1] == "rest"


@pytest.mark.rule("U-061", "U-268")
def test_an_extra_tail_draws_nothing_in_a_turn_without_a_draw_phase() -> None:
    table = lay(a={"stable": ["Extra Tail", "Rhinocorn"]}, b={"stable": ["Narwhal"]}, draws=True)

    prefer(table, "A", "yes")

    assert table.turn == "B"
    assert table.cards("A", "hand") == []


@pytest.mark.rule("U-268", "U-269")
@pytest.mark.parametrize("upgrade", ["Extra Tail", "Rainbow Mane"])
def test_an_upgrade_with_a_condition_goes_only_to_a_basic_unicorn(upgrade: str) -> None:
    table = lay(
        a={"hand": [upgrade], "stable": ["Americorn", "Baby Unicorn"]},
        b={"stable": ["Basic Unicorn"]},
        c={"stable": ["Narwhal"]},
    )

    table.play("A", upgrade)
    offered = table.options("A")
    table.choose("A", "C's stable")

    assert offered == ["B's stable", "C's stable"]
    assert table.cards("C", "stable") == ["Narwhal", upgrade]


@pytest.mark.rule("U-268", "U-269", "U-087")
@pytest.mark.parametrize("upgrade", ["Extra Tail", "Rainbow Mane"])
def test_an_upgrade_with_a_condition_is_refused_without_a_basic_unicorn(upgrade: str) -> None:
    table = lay(a={"hand": [upgrade], "stable": ["Americorn"]}, b={"stable": ["Baby Unicorn"]})

    assert table.options("A") == ["rest"]


@pytest.mark.rule("U-268", "U-196")
def test_a_blinded_unicorn_is_no_basic_unicorn_for_an_extra_tail() -> None:
    table = lay(a={"hand": ["Extra Tail"], "stable": ["Blinding Light", "Americorn"]})

    assert table.options("A") == ["rest"]


@pytest.mark.rule("U-268")
def test_an_extra_tail_stays_when_its_basic_unicorn_leaves() -> None:
    table = lay(a={"hand": ["Unicorn Poison"]}, b={"stable": ["Narwhal", "Extra Tail"]})

    table.play("A", "Unicorn Poison")

    assert table.cards("B", "stable") == ["Extra Tail"]


@pytest.mark.rule("U-269", "U-029", "U-196")
def test_a_rainbow_mane_brings_a_basic_unicorn_from_the_hand() -> None:
    table = lay(
        a={"stable": ["Rainbow Mane"], "hand": ["Narwhal", "Basic Unicorn", "Americorn", "Yay"]},
        b={"hand": ["Neigh"]},
    )

    table.choose("A", "yes")
    offered = table.options("A")
    table.choose("A", "Narwhal")

    assert sorted(offered) == ["Basic Unicorn", "Narwhal"]
    assert table.cards("A", "stable") == ["Rainbow Mane", "Narwhal"]
    assert "play Yay" in table.options("A")  # nobody was asked, and the action is left


@pytest.mark.rule("U-269", "U-086", "U-148")
@pytest.mark.parametrize("hand", [["Narwhal"], ["Americorn"]])
def test_a_rainbow_mane_may_be_left_alone(hand: list[str]) -> None:
    table = lay(a={"stable": ["Rainbow Mane"], "hand": hand})

    if hand == ["Narwhal"]:
        table.choose("A", "no")

    assert table.options("A") == [f"play {hand[0]}", "rest"]
    assert table.cards("A", "stable") == ["Rainbow Mane"]


@pytest.mark.rule("U-270", "U-066")
def test_a_summoning_ritual_brings_a_unicorn_for_two() -> None:
    table = lay(
        a={"stable": ["Summoning Ritual"], "hand": ["Narwhal", "Americorn", "Llamacorn", "Yay"]},
        discard=["Rhinocorn"],
    )

    table.choose("A", "yes")
    offered = table.options("A")
    table.choose("A", "Narwhal", "Americorn")
    brought = table.options("A")
    table.choose("A", "Rhinocorn")

    assert sorted(offered) == ["Americorn", "Llamacorn", "Narwhal"]
    assert sorted(brought) == ["Americorn", "Narwhal", "Rhinocorn"]
    assert table.cards("A", "stable") == ["Summoning Ritual", "Rhinocorn"]
    assert discards(table) == ["Americorn", "Narwhal"]


@pytest.mark.rule("U-270", "U-098", "U-086")
@pytest.mark.parametrize("hand", [["Narwhal", "Yay"], ["Narwhal", "Americorn"]])
def test_a_summoning_ritual_that_is_not_paid_in_full_brings_nothing(hand: list[str]) -> None:
    table = lay(a={"stable": ["Summoning Ritual"], "hand": hand}, discard=["Rhinocorn"])

    if hand[1] == "Americorn":
        table.choose("A", "no")

    assert table.options("A")[-1] == "rest"
    assert table.cards("A", "hand") == hand
    assert discards(table) == ["Rhinocorn"]


@pytest.mark.rule("U-271", "U-072", "U-116", "U-166")
def test_a_unicorn_lasso_gives_back_at_the_end_of_the_turn() -> None:
    table = lay(
        a={"stable": ["Unicorn Lasso"], "hand": ["Yay"]},
        b={"stable": ["Greedy Flying Unicorn"]},
    )

    table.choose("A", "yes")
    stolen = table.cards("A", "stable")
    drawn = len(table.cards("A", "hand"))
    table.choose("A", "rest")

    assert stolen == ["Unicorn Lasso", "Greedy Flying Unicorn"]
    assert drawn == 2  # it entered for the thief
    assert table.turn == "B"
    assert table.cards("A", "stable") == ["Unicorn Lasso"]
    assert table.cards("B", "stable") == ["Greedy Flying Unicorn"]
    assert len(table.cards("B", "hand")) == 1  # and once more for its old player


@pytest.mark.rule("U-271", "U-086")
def test_a_unicorn_lasso_may_hang_on_the_wall() -> None:
    table = lay(a={"stable": ["Unicorn Lasso"]}, b={"stable": ["Narwhal"]})

    table.choose("A", "no")
    table.choose("A", "rest")

    assert table.cards("B", "stable") == ["Narwhal"]
    assert told(table, "steal") == []


@pytest.mark.rule("U-271")
def test_a_unicorn_lasso_gives_back_nothing_that_is_gone() -> None:
    table = lay(
        a={"stable": ["Unicorn Lasso"], "hand": ["Two-For-One"]},
        b={"stable": ["Narwhal"]},
    )

    table.choose("A", "yes")
    table.play("A", "Two-For-One")
    table.choose("A", "Narwhal")

    assert table.turn == "B"
    assert table.cards("B", "stable") == []
    assert discards(table) == ["Narwhal", "Two-For-One"]


@pytest.mark.rule("U-271")
def test_a_lassoed_unicorn_wins_before_it_goes_back() -> None:
    table = lay(
        a={"stable": ["Unicorn Lasso", *["Basic Unicorn"] * 6]},
        b={"stable": ["Narwhal"]},
    )

    table.choose("A", "yes")

    assert table.match.winners == ["A"]


@pytest.mark.rule("U-272", "U-066")
def test_an_angel_gives_itself_for_another_unicorn() -> None:
    table = lay(a={"stable": ["Angel Unicorn"]}, discard=["Narwhal", "Yay"])

    table.choose("A", "yes")
    offered = table.options("A")
    table.choose("A", "Narwhal")

    assert sorted(offered) == ["Angel Unicorn", "Narwhal"]
    assert table.cards("A", "stable") == ["Narwhal"]
    assert discards(table) == ["Angel Unicorn", "Yay"]


@pytest.mark.rule("U-272", "U-086")
def test_an_angel_may_stay() -> None:
    table = lay(a={"stable": ["Angel Unicorn"]}, discard=["Narwhal"])

    table.choose("A", "no")

    assert table.cards("A", "stable") == ["Angel Unicorn"]
    assert discards(table) == ["Narwhal"]


@pytest.mark.rule("U-273", "U-066", "U-189")
def test_an_extremely_fertile_unicorn_brings_a_baby_for_a_card() -> None:
    table = lay(
        a={"stable": ["Extremely Fertile Unicorn"], "hand": ["Yay", "Neigh"]},
        nursery=["Baby Unicorn", "Baby Narwhal"],
    )

    table.choose("A", "yes", "Yay")
    offered = table.options("A")
    table.choose("A", "Baby Narwhal")

    assert offered == ["Baby Unicorn", "Baby Narwhal"]
    assert table.cards("A", "stable") == ["Extremely Fertile Unicorn", "Baby Narwhal"]
    assert discards(table) == ["Yay"]


@pytest.mark.rule("U-273", "U-086", "U-148")
@pytest.mark.parametrize("hand", [["Neigh"], []])
def test_an_extremely_fertile_unicorn_that_is_not_paid_brings_nothing(hand: list[str]) -> None:
    table = lay(a={"stable": ["Extremely Fertile Unicorn"], "hand": hand})

    if hand:
        table.choose("A", "no")

    assert table.options("A") == ["rest"]
    assert table.cards("A", "stable") == ["Extremely Fertile Unicorn"]
    assert table.cards("A", "hand") == hand


@pytest.mark.rule("U-274")
def test_a_puppicorn_comes_to_whoever_begins_a_turn() -> None:
    table = lay(a={}, b={}, c={"stable": ["Puppicorn"]})

    first = table.cards("A", "stable")
    table.choose("A", "rest")

    assert first == ["Puppicorn"]
    assert table.cards("A", "stable") == []
    assert table.cards("B", "stable") == ["Puppicorn"]


@pytest.mark.rule("U-274")
def test_a_puppicorn_wins_for_the_player_it_comes_to() -> None:
    table = lay(a={"stable": ["Basic Unicorn"] * 6}, c={"stable": ["Puppicorn"]})

    assert table.match.winners == ["A"]


@pytest.mark.rule("U-274", "U-097")
def test_a_puppicorn_cannot_be_sacrificed_or_destroyed() -> None:
    table = lay(a={"stable": ["Puppicorn", "Sadistic Ritual"], "hand": ["Two-For-One"]})

    table.play("A", "Two-For-One")

    assert table.cards("A", "hand") == []  # the ritual asked in vain and gave nothing
    assert table.cards("B", "stable") == ["Puppicorn"]
    assert discards(table) == ["Sadistic Ritual", "Two-For-One"]


@pytest.mark.rule("U-274", "U-097", "U-087")
def test_a_lonely_puppicorn_pays_for_nothing() -> None:
    table = lay(a={"stable": ["Puppicorn"], "hand": ["Two-For-One"]})

    assert table.options("A") == ["rest"]


@pytest.mark.rule("U-274")
def test_a_puppicorn_can_be_returned() -> None:
    table = lay(a={"stable": ["Puppicorn", "Yay"], "hand": ["Glitter Tornado"]})

    table.play("A", "Glitter Tornado")
    table.choose("A", "Puppicorn")

    assert table.cards("A", "hand") == ["Puppicorn"]


@pytest.mark.rule("U-275", "U-119", "U-066")
def test_a_zombie_brings_a_unicorn_and_ends_the_turn() -> None:
    table = lay(
        a={"stable": ["Zombie Unicorn"], "hand": ["Narwhal", "Yay"]},
        discard=["Rhinocorn"],
        draws=True,
    )

    table.choose("A", "yes")
    table.choose("A", "Rhinocorn")

    assert table.turn == "B"
    assert table.cards("A", "stable") == ["Zombie Unicorn", "Rhinocorn"]
    assert table.cards("A", "hand") == ["Yay"]  # nothing was drawn
    assert discards(table) == ["Narwhal"]


@pytest.mark.rule("U-275", "U-086")
@pytest.mark.parametrize("hand", [["Narwhal"], ["Yay"]])
def test_a_zombie_that_is_not_fed_lets_the_turn_go_on(hand: list[str]) -> None:
    table = lay(a={"stable": ["Zombie Unicorn"], "hand": hand}, discard=["Rhinocorn"])

    if hand == ["Narwhal"]:
        table.choose("A", "no")

    assert table.options("A")[-1] == "rest"
    assert discards(table) == ["Rhinocorn"]


@pytest.mark.rule("U-276", "U-047")
def test_a_shrinkray_turns_unicorns_into_babies_and_nothing_of_theirs_happens() -> None:
    table = lay(
        a={"hand": ["Unicorn Shrinkray"]},
        b={"stable": ["Swift Flying Unicorn", "Stabby the Unicorn", "Baby Narwhal", "Yay"]},
        c={"stable": ["Narwhal"]},
        nursery=["Baby Unicorn"] * 5,
    )

    table.play("A", "Unicorn Shrinkray")
    players = table.options("A")
    table.choose("A", "B")
    prefer(table, "A", "Baby Unicorn")

    assert players == ["A", "B", "C"]
    assert table.cards("B", "stable") == ["Yay", *["Baby Unicorn"] * 3]
    assert table.cards("B", "hand") == []
    assert discards(table) == ["Stabby the Unicorn", "Swift Flying Unicorn", "Unicorn Shrinkray"]
    assert table.cards("C", "stable") == ["Narwhal"]
    assert "Baby Narwhal" in table.cards("", "nursery")


@pytest.mark.rule("U-276", "U-188")
def test_a_shrinkray_brings_as_many_babies_as_there_are() -> None:
    table = lay(
        a={"hand": ["Unicorn Shrinkray"]},
        b={"stable": ["Narwhal", "Americorn", "Llamacorn"]},
        nursery=["Baby Unicorn"],
    )

    table.play("A", "Unicorn Shrinkray")
    table.choose("A", "B")

    assert table.cards("B", "stable") == ["Baby Unicorn"]


@pytest.mark.rule("U-276", "U-260")
def test_a_barbed_wire_sees_every_unicorn_of_a_shrinkray() -> None:
    table = lay(
        a={"hand": ["Unicorn Shrinkray"]},
        b={"stable": ["Narwhal", "Americorn", "Barbed Wire"], "hand": ["Neigh"] * 6},
    )

    table.play("A", "Unicorn Shrinkray")
    table.choose("B", "no")
    table.choose("A", "B")
    while not table.quiet:
        player = table.asked()[0]
        table.choose(player, table.options(player)[0])

    assert len(table.cards("B", "stable")) == 3
    assert table.cards("B", "hand") == ["Neigh"] * 2


@pytest.mark.rule("U-185", "U-100")
@pytest.mark.parametrize("switch", ["no", "yes"])
def test_the_first_print_is_in_the_game_only_if_it_is_wanted(switch: str) -> None:
    match = load(BOOK).start(list("ABC"), seed=1, values={"first print switch": switch})
    state, schema = match.state, match.rules.schema
    there = {
        schema.species[state.species[thing]].name
        for thing, place in enumerate(state.where)
        if place != 1
    }

    assert ("Extra Tail" in there) == (switch == "yes")
    assert ("Puppicorn" in there) == (switch == "yes")
    assert "Yay" in there


@pytest.mark.rule("U-185")
def test_two_players_leave_out_three_cards_of_the_first_print_too() -> None:
    match = load(BOOK).start(list("AB"), seed=1, values={"first print switch": "yes"})
    state, schema = match.state, match.rules.schema
    there = {
        schema.species[state.species[thing]].name
        for thing, place in enumerate(state.where)
        if place != 1
    }

    assert not there & {"Extra Tail", "Rainbow Mane", "Extremely Fertile Unicorn", "Yay"}
    assert {"Puppicorn", "Unicorn Lasso", "Zombie Unicorn"} <= there
