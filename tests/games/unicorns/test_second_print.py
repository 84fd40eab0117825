"""The second print: old texts in the place of new ones."""

from __future__ import annotations

from collections import Counter

import pytest

from deckmastor.match import load
from games.unicorns.stable import BOOK, discards, lay, old, prefer, told


def there(players: str, values: dict[str, int | str]) -> tuple[Counter[str], set[str]]:
    """The cards of a match by name, and the rows that they come from."""
    match = load(BOOK).start(list(players), seed=1, values=values)
    species = [
        match.rules.schema.species[kind]
        for thing, kind in enumerate(match.state.species)
        if match.state.where[thing] > 1 and thing >= len(players)
    ]
    return Counter(one.name for one in species), {one.row for one in species}


@pytest.mark.rule("U-278", "U-277", "U-268", "U-101")
def test_old_texts_take_the_places_of_new_ones_and_the_extras_are_in() -> None:
    new, new_rows = there("ABC", {})
    mixed, _ = there("ABC", {"edition": "second print"})
    rows = there("ABC", {"edition": "second print"})[1]
    printed = {row.partition("/")[2] for row in rows if row.startswith("second-print/")}

    assert not any(row.startswith(("second-print/", "first-print/")) for row in new_rows)
    assert len(printed) == 12
    assert not any(row.startswith("magic") and row.partition("/")[2] in printed for row in rows)
    assert {name: n for name, n in mixed.items() if name in new} == dict(new)
    assert sum(mixed.values()) - sum(new.values()) == 13  # the extras
    assert {"Extra Tail", "Puppicorn", "Unicorn Shrinkray"} <= set(mixed)


@pytest.mark.rule("U-268", "U-277")
def test_the_switch_of_the_first_print_changes_no_text() -> None:
    names, rows = there("ABC", {"first print switch": "yes"})

    assert not any(row.startswith("second-print/") for row in rows)
    assert sum(names.values()) == 127 + 13


@pytest.mark.rule("U-185", "U-182")
def test_two_players_leave_out_old_cards_as_they_do_new_ones() -> None:
    names, _ = there("AB", {"edition": "second print"})

    assert not set(names) & {"Seductive Unicorn", "Slowdown", "Extra Tail", "Narwhal", "Yay"}
    assert sum(names.values()) == 95 + 6


@pytest.mark.rule("U-278", "U-047", "U-206")
def test_an_old_americorn_must_pull_from_any_player() -> None:
    table = lay(a={"hand": [old("Americorn"), "Yay"]}, b={"hand": ["Neigh"]}, c={"hand": []})

    table.play("A", "Americorn")
    table.choose("B", "no")
    table.choose("A", "A's stable")
    offered = table.options("A")
    table.choose("A", "B")

    assert offered == ["A", "B"]
    assert sorted(table.cards("A", "hand")) == ["Neigh", "Yay"]


@pytest.mark.rule("U-278", "U-207", "U-047")
def test_an_old_annoying_flyer_lets_any_player_discard() -> None:
    table = lay(a={"hand": [old("Annoying Flying Unicorn"), "Yay", "Claw Machine"]})

    table.play("A", "Annoying Flying Unicorn")
    table.choose("A", "A's stable", "yes")
    players = table.options("A")
    table.choose("A", "A", "Yay")

    assert "A" in players
    assert discards(table) == ["Yay"]


@pytest.mark.rule("U-278", "U-213")
def test_an_old_ginormous_unicorn_forbids_instants_and_counts_twice() -> None:
    table = lay(
        a={"hand": ["Narwhal"]},
        b={"stable": [old("Ginormous Unicorn")], "hand": ["Neigh", "Super Neigh"]},
        values={"winning number": 2},
    )

    assert table.match.winners == ["B"]


@pytest.mark.rule("U-278", "U-213")
@pytest.mark.parametrize("card", ["Ginormous Unicorn", "Slowdown"])
def test_old_texts_against_instants_bind_their_holder_alone(card: str) -> None:
    table = lay(
        a={"hand": ["Narwhal"]},
        b={"stable": [old(card)], "hand": ["Neigh", "Super Neigh"]},
        c={"hand": ["Yay", "Neigh"]},
    )

    table.play("A", "Narwhal")
    asked = table.asked()
    table.choose("C", "yes")

    assert asked == ["C"]
    assert "Narwhal" in discards(table)


@pytest.mark.rule("U-278", "U-236")
def test_an_old_thievery_passes_by_empty_hands() -> None:
    table = lay(
        a={"hand": [old("Blatant Thievery")]}, b={"hand": []}, c={"hand": ["Yay", "Claw Machine"]}
    )

    table.play("A", "Blatant Thievery")
    table.choose("A", "Claw Machine")

    assert table.cards("A", "hand") == ["Claw Machine"]
    assert table.cards("C", "hand") == ["Yay"]


@pytest.mark.rule("U-278", "U-206")
def test_an_old_americorn_cannot_be_declined() -> None:
    table = lay(a={"hand": [old("Americorn")]}, b={"hand": []}, c={"hand": ["Yay"]})

    table.play("A", "Americorn")
    table.choose("A", "A's stable")

    assert told(table, "move")[-1:] == ["A move Yay"]
    assert table.cards("A", "hand") == ["Yay"]


@pytest.mark.rule("U-278", "U-215")
def test_an_old_llamacorn_ends_with_a_shuffle() -> None:
    table = lay(
        a={"hand": [old("Llamacorn"), "Yay"]}, b={"hand": ["Claw Machine"]}, discard=["Slowdown"]
    )

    table.play("A", "Llamacorn")
    table.choose("A", "A's stable")

    assert discards(table) == []
    assert {"Yay", "Claw Machine", "Slowdown"} <= set(table.cards("", "deck"))


@pytest.mark.rule("U-278", "U-225", "U-119")
@pytest.mark.parametrize("kept", ["yes", "no"])
def test_an_old_rhinocorn_skips_to_the_end_phase(kept: str) -> None:
    table = lay(
        a={"hand": ["Neigh"] * 8, "stable": [old("Rhinocorn")]},
        b={"stable": ["Narwhal"]},
        values={"closing kept": kept},
        draws=True,
    )

    table.choose("A", "yes")

    assert table.turn == "A"  # for the hand limit
    assert table.options("A") == ["Neigh"] * 8
    assert len(table.cards("A", "hand")) == 8


@pytest.mark.rule("U-278", "U-235")
def test_an_old_back_kick_can_hit_the_own_stable() -> None:
    table = lay(a={"hand": [old("Back Kick")], "stable": ["Yay"]}, b={"stable": ["Slowdown"]})

    table.play("A", "Back Kick")
    offered = table.options("A")
    table.choose("A", "A")

    assert offered == ["A", "B"]
    assert discards(table) == ["Back Kick", "Yay"]


@pytest.mark.rule("U-278", "U-236")
def test_an_old_thievery_can_look_at_any_hand() -> None:
    table = lay(a={"hand": [old("Blatant Thievery"), "Yay"]}, b={"hand": ["Claw Machine"]})

    table.play("A", "Blatant Thievery")
    offered = table.options("A")
    table.choose("A", "B")

    assert offered == ["A", "B"]
    assert sorted(table.cards("A", "hand")) == ["Claw Machine", "Yay"]


@pytest.mark.rule("U-255", "U-278", "U-066", "U-067", "U-069")
@pytest.mark.parametrize(("bomb", "hit"), [("Glitter Bomb", True), (old("Glitter Bomb"), False)])
def test_a_sacrifice_that_was_replaced_counts_for_then_and_not_for_if_you_do(
    bomb: str, hit: bool
) -> None:
    table = lay(a={"stable": [bomb, "Unicorn Phoenix"], "hand": ["Neigh"]}, b={"stable": ["Yay"]})

    prefer(table, "A", "yes", "Unicorn Phoenix")

    assert table.cards("A", "stable") == ["Glitter Bomb", "Unicorn Phoenix"]
    assert table.cards("B", "stable") == ([] if hit else ["Yay"])


@pytest.mark.rule("U-278", "U-261")
@pytest.mark.parametrize(("light", "effects"), [(old("Blinding Light"), []), ("Yay", ["A"])])
def test_an_old_blinding_light_switches_off_what_is_triggered(
    light: str, effects: list[str]
) -> None:
    entering = lay(
        a={"hand": ["Alluring Narwhal"], "stable": [light]}, b={"stable": ["Claw Machine"]}
    )
    beginning = lay(a={"stable": [light, "Rhinocorn"]}, b={"stable": ["Narwhal"]})

    entering.play("A", "Alluring Narwhal")
    entering.choose("A", "A's stable")

    assert (entering.decision.prompt != "What do you do?") == bool(effects)
    assert (not beginning.quiet) == bool(effects)


@pytest.mark.rule("U-278", "U-208", "U-234")
@pytest.mark.parametrize(("light", "asked"), [(old("Blinding Light"), False), ("Yay", True)])
def test_an_old_blinding_light_switches_off_replacements(light: str, asked: bool) -> None:
    table = lay(
        a={"hand": ["Unicorn Poison"]},
        b={"stable": [light, "Unicorn Phoenix"], "hand": ["Claw Machine"]},
    )

    table.play("A", "Unicorn Poison")

    assert (table.asked() == ["B"] and not table.quiet) == asked
    assert ("Unicorn Phoenix" in discards(table)) != asked


@pytest.mark.rule("U-278", "U-213", "U-160", "U-217")
def test_an_old_blinding_light_leaves_what_is_continuous() -> None:
    flyer = lay(
        a={"hand": ["Unicorn Poison"]},
        b={"stable": [old("Blinding Light"), "Swift Flying Unicorn", "Magical Kittencorn"]},
    )
    giant = lay(
        a={"stable": [old("Blinding Light"), "Ginormous Unicorn"]}, values={"winning number": 2}
    )

    flyer.play("A", "Unicorn Poison")  # the Kittencorn cannot be hit

    assert flyer.cards("B", "hand") == ["Swift Flying Unicorn"]
    assert giant.match.winners == ["A"]
    assert told(giant, "sacrifice") == []


@pytest.mark.rule("U-277")
def test_an_old_seductive_unicorn_gives_back_when_it_leaves() -> None:
    table = lay(
        a={"hand": [old("Seductive Unicorn")]},
        b={"stable": ["Narwhal"], "hand": ["Unicorn Poison"]},
    )

    table.play("A", "Seductive Unicorn")
    table.choose("A", "A's stable")
    stolen = table.cards("A", "stable")
    table.play("B", "Unicorn Poison")
    table.choose("B", "Seductive Unicorn")

    assert stolen == ["Seductive Unicorn", "Narwhal"]
    assert table.cards("A", "stable") == []
    assert table.cards("B", "stable") == ["Narwhal"]


@pytest.mark.rule("U-277")
def test_an_old_seductive_unicorn_gives_back_nothing_that_is_gone() -> None:
    table = lay(
        a={"hand": [old("Seductive Unicorn"), "Two-For-One"]},
        b={"stable": ["Narwhal"]},
        c={"hand": ["Unicorn Poison"]},
    )

    table.play("A", "Seductive Unicorn")
    table.choose("A", "A's stable")
    table.choose("B", "rest")
    table.play("C", "Unicorn Poison")
    table.choose("C", "Narwhal")
    table.play("A", "Two-For-One")

    assert table.cards("A", "stable") == []
    assert table.cards("B", "stable") == []
    assert "Narwhal" in discards(table)


@pytest.mark.rule("U-278", "U-220", "U-047", "U-086")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_an_old_mermaid_may_return_a_card_of_any_stable(answer: str) -> None:
    table = lay(a={"hand": [old("Mermaid Unicorn")], "stable": ["Yay"]}, b={"stable": ["Narwhal"]})

    table.play("A", "Mermaid Unicorn")
    table.choose("A", "A's stable", answer)
    players = table.options("A")
    prefer(table, "A", "A", "Yay")

    assert answer == "no" or players == ["A", "B"]
    assert table.cards("A", "hand") == (["Yay"] if answer == "yes" else [])
    assert table.cards("B", "stable") == ["Narwhal"]


@pytest.mark.rule("U-278")
def test_an_old_slowdown_forbids_all_instants() -> None:
    table = lay(
        a={"hand": ["Narwhal"]}, b={"stable": [old("Slowdown")], "hand": ["Neigh", "Super Neigh"]}
    )

    table.play("A", "Narwhal")

    assert table.asked() == ["A"]
