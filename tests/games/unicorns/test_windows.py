"""Playing a card: the announcement, the reactions, and what a card does when it is played."""

from __future__ import annotations

import pytest

from deckmastor.testing import Table
from games.unicorns.stable import discards, lay, seen, told


def pile(table: Table) -> list[str]:
    """The cards that are being played, the answered card first."""
    return [table.match.thing(thing) for thing in table.state.zones[0]]


@pytest.mark.rule("U-121", "U-001", "U-197")
def test_an_announced_card_lies_open_and_is_no_longer_in_the_hand() -> None:
    table = lay(a={"hand": ["Unicorn Poison", "Yay"]}, b={"hand": ["Neigh"], "stable": ["Narwhal"]})

    table.play("A", "Unicorn Poison")

    assert table.asked() == ["B"]
    assert table.cards("A", "hand") == ["Yay"]
    assert pile(table) == ["Unicorn Poison"]
    assert discards(table) == []
    assert seen(table, "C", "limbo of play") == ["Unicorn Poison"]


@pytest.mark.rule("U-122", "U-001", "U-045", "U-046", "U-043", "U-028")
def test_instants_pile_up_in_the_order_in_which_they_are_played() -> None:
    table = lay(
        a={"hand": ["Unicorn Poison", "Neigh", "Neigh"]},
        b={"hand": ["Neigh", "Neigh", "Super Neigh"], "stable": ["Narwhal"]},
    )
    sizes = []

    table.play("A", "Unicorn Poison")
    for player in "BABA":
        table.choose(player, "yes")
        if player in table.asked():  # which of several
            table.choose(player, "Neigh")
        sizes.append(pile(table))

    assert sizes[0] == ["Unicorn Poison", "Neigh"]
    assert sizes[2] == ["Unicorn Poison", "Neigh", "Neigh", "Neigh"]
    assert table.cards("A", "hand") == []
    assert told(table, "play") == [
        "A play Unicorn Poison", "B play Neigh", "A play Neigh", "B play Neigh", "A play Neigh",
    ]  # fmt: skip


@pytest.mark.rule("U-123", "U-124")
def test_targets_are_named_after_the_reactions() -> None:
    table = lay(
        a={"hand": ["Unicorn Poison"]},
        b={"hand": ["Neigh"], "stable": ["Narwhal", "Rhinocorn"]},
    )

    table.play("A", "Unicorn Poison")
    before = table.asked()
    table.choose("B", "no")

    assert before == ["B"]
    assert table.asked() == ["A"]
    assert table.options("A") == ["Narwhal", "Rhinocorn"]


@pytest.mark.rule("U-127", "U-028", "U-126", "U-043")
def test_every_other_player_is_asked_before_a_card_resolves() -> None:
    table = lay(
        a={"hand": ["Unicorn Poison", "Neigh"]},
        b={"hand": ["Neigh"], "stable": ["Narwhal"]},
        c={"hand": ["Neigh"]},
        d={"hand": ["Super Neigh"]},
    )
    asked = []

    table.play("A", "Unicorn Poison")
    while table.match.decisions[0].prompt == "Respond?":
        asked.append(table.asked()[0])
        table.choose(asked[-1], "no")

    assert sorted(asked) == ["B", "C", "D"]
    assert discards(table) == ["Narwhal", "Unicorn Poison"]


@pytest.mark.rule("U-134", "U-027", "U-029")
def test_a_neigh_answers_no_draw_no_steal_and_no_beginning() -> None:
    table = lay(
        a={"stable": ["Rainbow Lasso", "Claw Machine"], "hand": ["Slowdown"] + ["Yay"] * 2},
        b={"hand": ["Neigh"], "stable": ["Narwhal"]},
        draws=True,
    )
    asked = set(table.asked())

    while not table.quiet:
        asked |= set(table.asked())
        texts = table.options("A")
        table.choose("A", "Rainbow Lasso" if "Rainbow Lasso" in texts else texts[0])
    table.choose("A", "rest")

    assert asked == {"A"}
    assert "A steal Narwhal" in told(table, "steal")
    assert table.cards("B", "hand")[0] == "Neigh"


@pytest.mark.rule("U-140", "U-144")
def test_a_yay_that_is_being_played_can_be_stopped() -> None:
    table = lay(a={"hand": ["Yay"]}, b={"hand": ["Neigh"]})

    table.play("A", "Yay")
    table.choose("B", "yes")

    assert discards(table) == ["Neigh", "Yay"]


@pytest.mark.rule("U-141", "U-041", "U-042", "U-053")
def test_a_magic_card_acts_once_and_lies_in_the_discard_pile() -> None:
    table = lay(
        a={"hand": ["Good Deal", "Slowdown"], "stable": ["Barbed Wire"]},
        deck=["Neigh", "Yay", "Narwhal", "Rhinocorn"],
    )

    table.play("A", "Good Deal")
    lying = discards(table)
    table.choose("A", "Slowdown")

    assert lying == ["Good Deal"]
    assert discards(table) == ["Good Deal", "Slowdown"]  # the wire saw nothing enter or leave
    assert len(table.cards("A", "hand")) == 3
    assert table.cards("A", "stable") == ["Barbed Wire"]
    assert table.turn == "B"


@pytest.mark.rule("U-141", "U-074", "U-039", "U-040")
@pytest.mark.parametrize("card", ["Narwhal", "Rainbow Aura", "Nanny Cam"])
@pytest.mark.parametrize("player", ["A", "B", "C"])
def test_any_other_card_enters_any_stable(card: str, player: str) -> None:
    table = lay(a={"hand": [card]})

    table.play("A", card)
    offered = table.options("A")
    table.choose("A", f"{player}'s stable")

    assert offered == ["A's stable", "B's stable", "C's stable"]
    assert table.cards(player, "stable") == [card]
    assert discards(table) == []


@pytest.mark.rule("U-142", "U-131")
def test_a_stopped_unicorn_triggers_nothing() -> None:
    table = lay(
        a={"hand": ["Stabby the Unicorn", "Yay"], "stable": ["Barbed Wire"]},
        b={"hand": ["Neigh"], "stable": ["Narwhal"]},
    )

    table.play("A", "Stabby the Unicorn")
    table.choose("B", "yes")

    assert table.turn == "B"
    assert table.quiet
    assert table.cards("A", "hand") == ["Yay"]
    assert table.cards("B", "stable") == ["Narwhal"]
    assert discards(table) == ["Neigh", "Stabby the Unicorn"]


@pytest.mark.rule("U-142", "U-160")
def test_a_stopped_flyer_does_not_come_back() -> None:
    table = lay(a={"hand": ["Swift Flying Unicorn"]}, b={"hand": ["Neigh"]})

    table.play("A", "Swift Flying Unicorn")
    table.choose("B", "yes")

    assert table.cards("A", "hand") == []
    assert discards(table) == ["Neigh", "Swift Flying Unicorn"]


@pytest.mark.rule("U-143", "U-006")
def test_instants_lie_in_the_discard_pile_before_the_answered_card_acts() -> None:
    table = lay(
        a={"hand": ["Swift Flying Unicorn", "Super Neigh"]},
        b={"hand": ["Neigh"]},
    )

    table.play("A", "Swift Flying Unicorn")
    table.choose("B", "yes")
    table.choose("A", "yes")
    table.choose("A", "A's stable", "yes")

    assert sorted(table.options("A")) == ["Neigh", "Super Neigh"]


@pytest.mark.rule("U-144", "U-054")
@pytest.mark.parametrize("place", ["hand", "discard pile", "deck"])
def test_a_card_outside_a_stable_has_no_effect(place: str) -> None:
    cards = ["Ginormous Unicorn", "Slowdown", "Rainbow Aura", "Claw Machine", "Yay"]
    table = lay(
        a={"hand": ["Unicorn Poison"]},
        b={"hand": ["Neigh", *(cards if place == "hand" else [])], "stable": ["Narwhal"]},
        discard=cards if place == "discard pile" else [],
        deck=["Basic Unicorn", *(cards if place == "deck" else [])],
    )

    table.play("A", "Unicorn Poison")
    asked = table.asked()
    table.choose("B", "no")

    assert asked == ["B"]
    assert "Narwhal" in discards(table)
    assert table.quiet


@pytest.mark.rule("U-144", "U-121")
def test_a_card_on_the_play_pile_has_no_effect() -> None:
    table = lay(
        a={"hand": ["Ginormous Unicorn", "Neigh"]}, b={"hand": ["Neigh"]}
    )  # fmt: skip

    table.play("A", "Ginormous Unicorn")
    table.choose("B", "yes")

    assert table.asked() == ["A"]
    assert table.options("A") == ["yes", "no"]


@pytest.mark.rule("U-045", "U-133", "U-043")
def test_whoever_played_a_card_may_answer_an_answer_but_not_their_own_card() -> None:
    table = lay(a={"hand": ["Narwhal", "Neigh"]}, b={"hand": ["Neigh"]})

    table.play("A", "Narwhal")
    first = table.asked()
    table.choose("B", "yes")
    second = table.asked()
    table.choose("A", "yes")
    table.choose("A", "A's stable")

    assert (first, second) == (["B"], ["A"])
    assert table.cards("A", "stable") == ["Narwhal"]
    assert discards(table) == ["Neigh", "Neigh"]


@pytest.mark.rule("U-170", "U-078", "U-076")
def test_nobody_reacts_between_the_links_of_a_chain() -> None:
    table = lay(
        a={"hand": ["Dark Angel Unicorn"], "stable": ["Narwhal"]},
        b={"hand": ["Neigh"]},
        discard=["Greedy Flying Unicorn"],
        deck=["Yay", "Slowdown"],
    )

    table.play("A", "Dark Angel Unicorn")
    table.choose("B", "no")
    table.choose("A", "A's stable", "yes", "Narwhal")
    asked = table.asked()
    table.choose("A", "Greedy Flying Unicorn")

    assert asked == ["A"]
    assert table.cards("A", "hand") == ["Slowdown"]
    assert table.turn == "B"
    assert table.quiet


@pytest.mark.rule("U-027", "U-044")
def test_cards_are_played_only_in_the_own_action_phase() -> None:
    table = lay(a={"hand": ["Narwhal"]}, b={"hand": ["Rhinocorn", "Neigh"]})

    mine = table.asked()
    table.play("A", "Narwhal")
    theirs = table.options("B")

    assert mine == ["A"]
    assert theirs == ["yes", "no"]
