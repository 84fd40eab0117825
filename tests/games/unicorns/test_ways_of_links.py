"""How a link goes: secret options, what happens instead before anything moves, and the values."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckmastor.testing import Table
from games.unicorns.stable import Laid, discards, edition, lay, prefer, told

STABBY = "When this card is sacrificed or destroyed, you may destroy a unicorn."


def two_stabbies(folder: Path, values: dict[str, int | str], draws: tuple[int, ...] = ()) -> Table:
    """B has played Extremely Destructive Unicorn; A and C sacrifice what then may destroy.

    There are two unicorns to destroy.
    """
    table = lay(
        a={"stable": ["Stabby the Unicorn"]},
        b={"hand": ["Extremely Destructive Unicorn"], "stable": ["Narwhal"]},
        c={"stable": ["Llamacorn"]},
        d={"stable": ["Baby Unicorn", "Basic Unicorn"]},
        values=values,
        book=edition(folder, "Llamacorn", STABBY),
    )
    table.choose("A", "rest")
    table.play("B", "Extremely Destructive Unicorn")
    table.choose("B", "B's stable")
    table.choose("D", "Baby Unicorn")
    table.fate(*draws)
    table.choose("B", "Narwhal")
    return table


@pytest.mark.rule("U-081")
def test_options_of_different_players_are_decided_in_secret_and_shown_together(
    tmp_path: Path,
) -> None:
    table = two_stabbies(tmp_path, {})

    asked = table.asked()
    table.choose("A", "yes")
    left = table.asked()
    destroyed = told(table, "destroy")
    table.choose("C", "no")

    assert asked == ["C", "A"]
    assert left == ["C"]
    assert destroyed == []
    assert table.asked() == ["A"]  # what to destroy


@pytest.mark.rule("U-081")
def test_options_of_different_players_can_be_decided_openly_in_turn(tmp_path: Path) -> None:
    table = two_stabbies(tmp_path, {"choice secrecy": "open"})

    first = table.asked()
    table.choose("C", "no")

    assert first == ["C"]
    assert table.asked() == ["A"]


@pytest.mark.rule("U-150")
@pytest.mark.parametrize(
    ("order", "draws", "first"),
    [
        ("clockwise", (), "C"),
        ("seat order", (), "A"),
        ("random", (4, 3, 1), "A"),
        ("random", (4, 2, 1), "C"),
    ],
)
def test_who_chooses_first_what_only_one_can_have(
    tmp_path: Path, order: str, draws: tuple[int, ...], first: str
) -> None:
    table = two_stabbies(tmp_path, {"claim order": order}, draws)

    table.choose("A", "yes")
    table.choose("C", "yes")

    assert table.asked() == [first]


@pytest.mark.rule("U-064")
def test_then_is_the_next_link() -> None:
    table = lay(
        a={"hand": ["Two-For-One"], "stable": ["Greedy Flying Unicorn", "Narwhal"]},
        b={"stable": ["Yay", "Slowdown", "Rainbow Aura"]},
    )
    table.play("A", "Two-For-One")
    table.choose("A", "Narwhal", "Yay", "Slowdown")

    links = {e.verb: e.link for e in table.events if e.verb in ("sacrifice", "destroy")}
    assert links["destroy"] == links["sacrifice"] + 1


@pytest.mark.rule("U-064")
def test_then_can_be_a_later_wave_of_the_same_link() -> None:
    table = lay(
        a={"hand": ["Two-For-One"], "stable": ["Greedy Flying Unicorn", "Narwhal"]},
        b={"stable": ["Yay", "Slowdown", "Rainbow Aura"]},
        values={"then timing": "same link"},
    )
    table.play("A", "Two-For-One")
    table.choose("A", "Narwhal", "Yay", "Slowdown")

    links = {e.verb: e.link for e in table.events if e.verb in ("sacrifice", "destroy")}
    assert links["destroy"] == links["sacrifice"]
    assert discards(table) == ["Narwhal", "Slowdown", "Two-For-One", "Yay"]


GOOD_DEAL: Laid = {"hand": ["Good Deal", "Narwhal", "Unicorn Poison"]}


@pytest.mark.rule("U-063", "U-239")
def test_a_discard_can_take_a_card_just_drawn() -> None:
    table = lay(a=GOOD_DEAL)
    table.play("A", "Good Deal")

    assert "Basic Unicorn" in table.options("A")


@pytest.mark.rule("U-063", "U-239")
def test_a_blind_discard_is_chosen_before_the_draw() -> None:
    table = lay(a=GOOD_DEAL, values={"and timing": "blind"})
    table.play("A", "Good Deal")

    assert sorted(table.options("A")) == ["Narwhal", "Unicorn Poison"]
    table.choose("A", "Narwhal")
    assert discards(table) == ["Good Deal", "Narwhal"]
    assert len(table.cards("A", "hand")) == 4


@pytest.mark.rule("U-063", "U-090", "U-237")
def test_read_blindly_a_change_of_luck_needs_three_other_cards() -> None:
    few: Laid = {"hand": ["Change of Luck", "Narwhal"]}
    many: Laid = {"hand": ["Change of Luck", "Narwhal", "Neigh", "Yay"]}
    blind: dict[str, int | str] = {"and timing": "blind"}

    assert "play Change of Luck" in lay(a=few).options("A")
    assert "play Change of Luck" not in lay(a=few, values=blind).options("A")
    assert "play Change of Luck" in lay(a=many, values=blind).options("A")


@pytest.mark.rule("U-146", "U-147", "U-156", "U-208")
def test_what_happens_instead_is_settled_before_anything_moves() -> None:
    table = lay(
        a={"hand": ["Two-For-One"], "stable": ["Slowdown"]},
        b={"stable": ["Narwhal", "Majestic Flying Unicorn", "Black Knight Unicorn"]},
    )
    table.play("A", "Two-For-One")
    table.choose("A", "Narwhal", "Majestic Flying Unicorn")
    first = (table.asked(), table.cards("B", "stable"))
    table.choose("B", "no")
    second = (table.asked(), table.cards("B", "stable"))
    table.choose("B", "yes")

    stable = ["Narwhal", "Majestic Flying Unicorn", "Black Knight Unicorn"]
    assert first == second == (["B"], stable)
    assert table.cards("B", "stable") == ["Majestic Flying Unicorn"]
    assert discards(table) == ["Black Knight Unicorn", "Narwhal", "Slowdown", "Two-For-One"]


@pytest.mark.rule("U-147", "U-234")
def test_a_flyer_that_returns_in_a_link_cannot_pay_for_the_phoenix_in_it() -> None:
    table = lay(
        a={"hand": ["Two-For-One"], "stable": ["Slowdown"]},
        b={"stable": ["Majestic Flying Unicorn", "Unicorn Phoenix"]},
    )
    table.play("A", "Two-For-One")

    assert table.quiet  # B was not asked
    assert table.cards("B", "hand") == ["Majestic Flying Unicorn"]
    assert "Unicorn Phoenix" in discards(table)


@pytest.mark.rule("U-234")
@pytest.mark.parametrize(("hand", "asked"), [(["Yay"], False), (["Yay", "Narwhal"], True)])
def test_the_phoenix_needs_a_card_that_the_same_link_does_not_take(
    hand: list[str], asked: bool
) -> None:
    table = lay(
        a={"stable": ["Rhinocorn", "Glitter Bomb", "Stabby the Unicorn"]},
        b={"hand": hand, "stable": ["Unicorn Phoenix", "Barbed Wire", "Baby Unicorn"]},
    )

    prefer(table, "A", "yes", "Baby Unicorn", "Stabby the Unicorn", "Unicorn Phoenix")

    # The wire takes a card, for the baby that left.
    assert (table.decision.prompt == "Discard a card?") is asked
