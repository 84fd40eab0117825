"""What each seat knows of other hands: kept until the cards are mixed or go on unseen."""

from __future__ import annotations

import pytest

from deckmastor.engine.knowledge.imagined_worlds import imagine
from deckmastor.testing import Table
from games.unicorns.stable import lay


def seen(table: Table, player: str, whose: str) -> list[str]:
    """The cards in somebody's hand that a player knows, by name."""
    for place in table.match.view(player)["places"]:
        if place["name"] == "hand" and place["owner"] == whose:
            return sorted(card for card in place["cards"] if card is not None)
    return []


def imagined(table: Table, player: str, whose: str) -> list[set[str]]:
    """What somebody's hand is in worlds that a player cannot tell from the real one."""
    seat = table.match.players.index(player)
    place = table.match.rules.schema.attrs["hand"].at + table.match.players.index(whose)
    worlds = [imagine(table.state, table.match.rules, seat, seed) for seed in range(12)]
    names = table.match.rules.schema.species
    return [{names[world.species[t]].name for t in world.zones[place]} for world in worlds]


@pytest.mark.rule("U-198")
def test_a_card_returned_from_a_stable_stays_known() -> None:
    table = lay(
        a={"hand": ["Back Kick"]},
        b={"hand": ["Yay", "Neigh"], "stable": ["Narwhal"]},
    )

    table.play("A", "Back Kick")
    table.choose("B", "no", "Yay")

    assert table.cards("B", "hand") == ["Neigh", "Narwhal"]
    assert seen(table, "A", "B") == seen(table, "C", "B") == ["Narwhal"]


@pytest.mark.rule("U-198")
def test_worlds_that_a_seat_imagines_keep_what_it_knows() -> None:
    table = lay(
        a={"hand": ["Back Kick", "Slowdown"]},
        b={"hand": ["Yay", "Neigh"], "stable": ["Narwhal"]},
    )

    table.play("A", "Back Kick")
    table.choose("B", "no", "Yay")
    hands = imagined(table, "C", "B")

    assert all("Narwhal" in hand for hand in hands)
    assert any("Neigh" not in hand for hand in hands)


@pytest.mark.rule("U-198")
def test_a_salvaged_card_stays_known() -> None:
    table = lay(
        a={"hand": ["Majestic Flying Unicorn", "Yay"]}, discard=["Narwhal", "Basic Unicorn"]
    )

    table.play("A", "Majestic Flying Unicorn")
    table.choose("A", "A's stable", "yes", "Narwhal")

    assert sorted(table.cards("A", "hand")) == ["Narwhal", "Yay"]
    assert seen(table, "B", "A") == seen(table, "C", "A") == ["Narwhal"]


@pytest.mark.rule("U-198")
def test_a_card_that_was_searched_for_stays_known() -> None:
    table = lay(
        a={"hand": ["Classy Narwhal", "Neigh"]},
        deck=["Yay", "Claw Machine", *["Basic Unicorn"] * 4],
    )

    table.play("A", "Classy Narwhal")
    table.choose("A", "A's stable", "yes", "Yay")

    assert seen(table, "B", "A") == ["Yay"]
    assert seen(table, "A", "A") == ["Neigh", "Yay"]


@pytest.mark.rule("U-197", "U-198")
def test_what_was_seen_in_the_time_of_a_nanny_cam_stays_known_and_no_more() -> None:
    table = lay(
        a={"hand": ["Targeted Destruction", "Neigh"], "stable": ["Nanny Cam"]},
        b={"stable": ["Slowdown"]},
        deck=["Yay"] * 2,
        values={"draw size": 0, "deck ending": "failed draw"},
    )

    assert seen(table, "B", "A") == ["Neigh", "Targeted Destruction"]

    table.play("A", "Targeted Destruction")

    assert table.cards("A", "stable") == []
    assert seen(table, "B", "A") == seen(table, "C", "A") == ["Neigh"]


@pytest.mark.rule("U-197", "U-198")
def test_a_stolen_hand_card_is_known_to_both_and_the_rest_to_the_thief() -> None:
    table = lay(a={"hand": ["Blatant Thievery"]}, b={"hand": ["Yay", "Narwhal"]})

    table.play("A", "Blatant Thievery")
    table.choose("A", "Yay")

    assert table.cards("A", "hand") == ["Yay"]
    assert seen(table, "B", "A") == ["Yay"]
    assert seen(table, "A", "B") == ["Narwhal"]
    assert seen(table, "C", "A") == seen(table, "C", "B") == []


@pytest.mark.rule("U-198")
def test_whoever_swaps_hands_knows_what_they_gave() -> None:
    table = lay(
        a={"hand": ["Unfair Bargain", "Yay", "Narwhal"]}, b={"hand": ["Slowdown", "Claw Machine"]}
    )

    table.play("A", "Unfair Bargain")
    table.choose("A", "B")

    assert seen(table, "A", "B") == ["Narwhal", "Yay"]
    assert seen(table, "B", "A") == ["Claw Machine", "Slowdown"]
    assert seen(table, "C", "A") == seen(table, "C", "B") == []


@pytest.mark.rule("U-198")
def test_a_known_card_is_followed_when_the_whole_hand_changes_hands() -> None:
    table = lay(
        a={"hand": ["Unfair Bargain", "Back Kick", "Yay"]},
        b={"hand": ["Slowdown"], "stable": ["Narwhal"]},
        values={"play limit": 2},
    )

    table.play("A", "Back Kick")
    table.choose("B", "Slowdown")
    table.play("A", "Unfair Bargain")
    table.choose("A", "B")

    assert table.cards("A", "hand") == ["Narwhal"]
    assert seen(table, "C", "A") == ["Narwhal"]
    assert seen(table, "C", "B") == []


@pytest.mark.rule("U-198")
def test_a_card_pulled_unseen_could_be_any_of_the_hand() -> None:
    table = lay(
        a={"hand": ["Back Kick", "Americorn"]},
        b={"hand": ["Yay", "Slowdown"], "stable": ["Narwhal"]},
        values={"play limit": 2},
    )

    table.play("A", "Back Kick")
    table.choose("B", "Slowdown")

    assert seen(table, "C", "B") == ["Narwhal"]

    table.play("A", "Americorn")
    table.choose("A", "A's stable", "yes")

    assert len(table.cards("B", "hand")) == 1
    assert seen(table, "C", "A") == seen(table, "C", "B") == []
    assert seen(table, "B", "A") == table.cards("A", "hand")
    assert seen(table, "A", "B") == (["Narwhal"] if "Narwhal" in table.cards("B", "hand") else [])


@pytest.mark.rule("U-198")
def test_what_is_shuffled_into_the_deck_is_known_to_nobody() -> None:
    table = lay(
        a={"hand": ["Shake Up", "Yay", "Slowdown"]},
        discard=["Claw Machine"],
        deck=["Narwhal", "Basic Unicorn", "Basic Unicorn", "Neigh"],
    )

    table.play("A", "Shake Up")

    assert len(table.cards("A", "hand")) == 5
    assert seen(table, "B", "A") == []
    assert table.state.shown == {}
