"""Choices in Exoptosis that nobody makes in time: chance makes them, and nobody is out for that."""

from __future__ import annotations

import pytest

from games.gilded_hall.duel import Duel
from games.gilded_hall.marks import lines

DAY = 24 * 3600
SEVEN = "7 {Hearts; red}"
SPARE = ["2 {Clubs; green}", "3 {Clubs; green}"]


def three(card: str, **more: dict[str, list[str] | int]) -> Duel:
    """Ann at turn with a card; Bob and Cy have cards of which chance can take one."""
    seats: dict[str, dict[str, list[str] | int]] = {
        "ann": {"hand": [card, *SPARE], "deck": ["Ace", "9"]},
        "bob": {"hand": ["4", "10"], "deck": ["Ace", "Zero"]},
        "cy": {"hand": ["5", "9"]},
    }
    return Duel(pile=[SEVEN], **(seats | more))


@pytest.mark.rule("H-384")
def test_a_choice_of_a_play_that_is_not_made_in_time_is_made_at_random() -> None:
    duel = three("8 [Mean]")
    duel.wait(20 * 3600)
    duel.play("ann", "8")
    duel.wait(4 * 3600 - 1)
    assert duel.options("ann") == ["ann", "bob", "cy"]
    duel.fate(3, 2)
    duel.wait(1)

    assert lines(duel, "gains Torn") == ["9 gains Torn"]
    assert duel.turn == "bob"
    assert lines(duel, "forfeits") == []


@pytest.mark.rule("H-384")
def test_all_choices_of_the_play_are_made_then() -> None:
    duel = three("8 [Wrathful]")
    duel.play("ann", "8")
    duel.choose("ann", "2")
    duel.fate(2, 1)
    duel.wait(DAY)

    assert [duel.hand(name) for name in ("ann", "bob", "cy")] == [["3"], ["4"], ["9"]]
    assert duel.turn == "bob"


@pytest.mark.rule("H-384", "H-295")
def test_who_has_not_acted_forfeits_as_before() -> None:
    duel = three("8")
    duel.wait(DAY)

    assert lines(duel, "forfeits", "defaults") == ["ann forfeits"]
    assert duel.turn == "bob"


@pytest.mark.rule("H-384", "H-388")
def test_a_draw_in_the_place_of_a_play_is_chosen_by_chance_too() -> None:
    duel = three("8")
    duel.choose("ann", "yield")
    duel.fate(2)
    duel.wait(DAY)

    assert duel.hand("ann") == ["8", "2", "3", "9"]
    assert lines(duel, "forfeits") == []
    assert duel.turn == "bob"


def owing(**more: dict[str, list[str] | int]) -> Duel:
    """Bob owes the draw that Ann's Jack brought; his turn begins with it."""
    duel = three("Jack {Hearts}", **more)
    duel.play("ann", "Jack")
    return duel


@pytest.mark.rule("H-388", "H-389")
def test_an_owed_draw_that_the_own_turn_begins_with_is_made_by_chance_after_a_day() -> None:
    duel = owing()
    duel.wait(DAY - 1)
    assert duel.options("bob") == ["Ace", "Zero"]
    duel.fate(2)
    duel.wait(1)

    assert duel.hand("bob") == ["4", "10", "Zero"]
    assert lines(duel, "forfeits") == []
    assert (duel.turn, duel.playable("bob")) == ("bob", ["10"])
    assert duel.count("bob", "debt") == 0


@pytest.mark.rule("H-388", "H-295")
def test_the_day_of_the_turn_is_that_after_a_draw_which_chance_made_and_no_other() -> None:
    late, soon = owing(), owing()
    late.fate(1)
    late.wait(2 * DAY - 1)
    soon.wait(DAY // 2)
    soon.choose("bob", "Ace")
    soon.wait(DAY // 2 - 1)
    assert lines(late, "forfeits") == lines(soon, "forfeits") == []
    late.wait(1)
    soon.wait(1)

    assert lines(late, "forfeits") == lines(soon, "forfeits") == ["bob forfeits"]


@pytest.mark.rule("H-388", "H-386")
def test_a_giver_who_was_not_chosen_when_the_own_turn_began_is_chosen_by_chance() -> None:
    duel = owing(bob={"hand": ["4", "10"]}, cy={"hand": ["5", "9"]})
    assert duel.options("bob") == ["ann", "cy"]
    duel.fate(2)
    duel.wait(DAY)

    assert lines(duel, "forfeits") == []
    assert [o for o in duel.options("cy") if o.startswith("present")] == ["present 5", "present 9"]
    assert [o for o in duel.options("ann") if o.startswith("present")] == []
    assert duel.playable("bob") == ["10"]


@pytest.mark.rule("H-384", "H-208")
def test_nobody_forfeits_because_another_holds_them_up_out_of_turn() -> None:
    duel = three("8", cy={"hand": ["6 {Hearts} [Timely, Mean]", "9"]})
    duel.wait(DAY - 60)
    duel.play("cy", "6")
    duel.fate(1, 3)
    duel.wait(60)

    assert lines(duel, "gains Torn", "forfeits") == ["3 gains Torn"]
    assert duel.turn == "ann"
    assert "play 8" in duel.options("ann")
    duel.wait(DAY - 1)
    assert lines(duel, "forfeits") == []
    duel.wait(1)
    assert lines(duel, "forfeits") == ["ann forfeits"]


@pytest.mark.rule("H-384", "H-352")
def test_the_next_turn_begins_when_chance_has_chosen_however_late_it_is_noticed() -> None:
    duel = three("8 [Mean]")
    duel.play("ann", "8")
    duel.wait(3 * DAY)

    assert lines(duel, "defaults", "forfeits", "turn begins") == [
        "ann's turn begins", "ann defaults", "bob's turn begins", "bob forfeits",
        "cy's turn begins",
    ]  # fmt: skip


@pytest.mark.rule("H-384", "H-009")
@pytest.mark.parametrize(
    ("fate", "debts"), [((4,), [0, 0, 0]), ((2, 3), [0, 1, 0]), ((3, 2), [0, 1, 1])]
)
def test_chance_may_stop_where_the_player_may(fate: tuple[int, ...], debts: list[int]) -> None:
    duel = three("King {Hearts}", cy={"hand": ["5", "9"], "deck": ["Ace", "Zero"]})
    duel.play("ann", "King")
    duel.fate(*fate)
    duel.wait(DAY)

    owed = [line.count("debt") for name in ("ann", "bob", "cy")
            for line in ["".join(lines(duel, f"{name} gains 1 debt"))]]  # fmt: skip
    assert owed == debts


@pytest.mark.rule("H-295", "H-388")
def test_a_draw_that_chance_makes_at_the_end_of_a_turn_starts_nobodys_clock() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["King {Hearts}", *SPARE], "deck": ["Ace", "9"]},
        bob={"hand": ["Jack", *SPARE], "deck": ["Ace", "Zero"]},
        cy={"hand": ["5", "9"], "deck": ["Ace"]},
        dee={"hand": ["5", "9"], "deck": ["Ace", "Zero"]},
    )
    duel.play("ann", "King")
    duel.choose("ann", "dee", "enough")
    duel.choose("bob", "yield", "Ace")
    assert duel.count("dee", "debt") == 0
    duel.wait(DAY)

    assert lines(duel, "forfeits") == ["cy forfeits"]
