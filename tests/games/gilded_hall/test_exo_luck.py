"""Luck in Exoptosis: who is lucky may have chance decide once more, once in a game."""

from __future__ import annotations

import pytest

from games.gilded_hall.duel import Duel
from games.gilded_hall.marks import lines, marks
from games.gilded_hall.test_exo_random import ALL, MISS, common

SEVEN = "7 {Hearts; red}"
LUCK = "- A participant with at least 3 vertebrae is lucky."
TORN = "8 {Spades; blue} [Torn]"


def lucky(*ann: str, deck: list[str] | None = None, values: dict[str, int | str] | None = None,
          amend: str = LUCK, inventory: list[str] | None = None) -> Duel:  # fmt: skip
    """Ann at turn and Bob, of whom Ann alone is lucky by an amendment; both have Torn cards."""
    duel = Duel(
        pile=[SEVEN],
        values=values,
        bob={"hand": ["8 {Stars} [Torn]", "2"], "deck": ["9", "10"]},
        ann={"hand": [*ann, "3 {Stars}"], "deck": deck or ["2", "5"], "vertebra": 3,
             "inventory": inventory or []},
        turn="ann",
    )  # fmt: skip
    if amend:
        duel.match.amend(amend)
    return duel


@pytest.mark.rule("H-109")
def test_who_is_lucky_is_asked_before_the_roll_does_anything() -> None:
    duel = lucky(TORN)
    duel.fate(5)
    duel.play("ann", "8")

    assert duel.options("ann") == ["reroll", "keep"]
    assert duel.decision.about == "The outcome is 5."
    assert lines(duel, "set of values", "plays") == ["ann plays 8 onto the pile"]


@pytest.mark.rule("H-109", "H-110")
@pytest.mark.parametrize(
    ("answer", "value", "draws"), [("keep", "10", True), ("reroll", "7", False)]
)
def test_what_was_rerolled_has_not_happened_and_the_second_outcome_stands(
    answer: str, value: str, draws: bool
) -> None:
    duel = lucky(TORN)
    duel.fate(5, 2)
    duel.play("ann", "8")
    duel.choose("ann", answer)

    assert lines(duel, "set of values") == [f"8's set of values becomes {value}"]
    assert (duel.options("ann") == ["2", "5"]) == draws  # a 10 does not fit the 7


@pytest.mark.rule("H-110")
def test_the_second_outcome_stands_even_for_who_could_reroll_again() -> None:
    duel = lucky(TORN, values={"reroll limit": 5})
    duel.fate(5, 5, 3)
    duel.play("ann", "8")
    duel.choose("ann", "reroll")

    assert lines(duel, "set of values") == ["8's set of values becomes 10"]


@pytest.mark.rule("H-111")
@pytest.mark.parametrize(("most", "again"), [(0, 0), (1, 1), (2, 2), (3, 3)])
def test_a_lucky_player_rerolls_once_in_a_game_or_as_often_as_the_value_says(
    most: int, again: int
) -> None:
    duel = lucky("8 [Torn, Torn, Torn, Torn]", values={"reroll limit": most})
    duel.fate(*[3] * 8)
    duel.play("ann", "8")
    rerolls = 0
    while "reroll" in duel.options("ann"):
        duel.choose("ann", "reroll")
        rerolls += 1

    assert rerolls == min(again, 4)


@pytest.mark.rule("H-111", "H-013")
@pytest.mark.parametrize(
    "sentence",
    [
        "A participant may reroll.",
        "A lucky participant may reroll.",
        "Participants with at least 1 chip may reroll.",
    ],
)
def test_whatever_other_rules_permit_one_reroll_is_all(sentence: str) -> None:
    duel = lucky("8 [Torn, Torn]")
    duel.match.amend(f"- {sentence}")
    duel.fate(3, 3, 3)
    duel.play("ann", "8")
    duel.choose("ann", "reroll")

    assert "reroll" not in duel.options("ann")


@pytest.mark.rule("H-111")
def test_what_one_player_rerolled_takes_nothing_from_another() -> None:
    duel = lucky(TORN, amend="", values={"general luck": "yes"})
    duel.fate(2, 3)
    duel.play("ann", "8")
    duel.choose("ann", "reroll")
    duel.fate(3)
    duel.play("bob", "8")

    assert duel.options("bob") == ["reroll", "keep"]


@pytest.mark.rule("H-112")
def test_nobody_is_lucky_unless_something_makes_them_so() -> None:
    plain = lucky(TORN, amend="")
    plain.fate(3)
    plain.play("ann", "8")
    assert (plain.turn, lines(plain, "rolls")) == ("bob", ["ann rolls 3"])

    other = lucky("8", amend=LUCK)
    other.play("ann", "8")
    other.fate(3)
    other.play("bob", "8")
    assert (other.turn, lines(other, "rolls")) == ("ann", ["bob rolls 3"])  # it is Bob's roll


@pytest.mark.rule("H-109")
def test_a_random_modifier_that_a_card_acts_as_can_be_rerolled() -> None:
    duel = lucky("7 {Spades; blue} [Chaotic]")
    duel.fate(4, 3)
    duel.play("ann", "7")
    assert duel.decision.about == "The outcome is Speedy."
    duel.choose("ann", "reroll")

    assert duel.turn == "bob"
    assert duel.count("ann", "vertebra") == 4


@pytest.mark.rule("H-109")
def test_a_random_card_of_ones_hand_can_be_rerolled() -> None:
    duel = lucky("Exploding Kitten {Hearts}", "4", "5")
    duel.fate(1, 2)
    duel.play("ann", "Exploding Kitten")
    assert duel.decision.about == "The outcome is 4."
    duel.choose("ann", "reroll")

    assert duel.hand("ann") == ["4", "3"]


@pytest.mark.rule("H-109")
def test_a_random_player_can_be_rerolled() -> None:
    duel = lucky("Quantum {Hearts}")
    duel.fate(1, 2)
    duel.play("ann", "Quantum")
    assert duel.decision.about == "The outcome is bob."
    duel.choose("ann", "reroll")

    assert duel.cards("ann", "inventory")[-1] == "Quantum"
    assert "Quantum" not in duel.cards("bob", "inventory")


@pytest.mark.rule("H-109")
def test_lots_are_drawn_anew_before_anybody_has_won_or_lost_by_them() -> None:
    duel = lucky("Lotto Ticket {Hearts}")
    duel.fate(1, 57)
    duel.play("ann", "Lotto Ticket")
    duel.choose("ann", "reroll")

    assert not duel.match.over
    assert duel.hand("ann") == ["3"]


PACK = "Already-opened Pack"
FIVE = ALL.index("5") + 1
NINE = ALL.index("9 of Stars") + 1


@pytest.mark.rule("H-109", "H-110")
@pytest.mark.parametrize(
    ("at", "fate", "name", "modifiers"),
    [
        (0, [FIVE, NINE, MISS, MISS], "9 of Stars", []),
        (1, [NINE, 20, MISS, MISS], "9 of Stars", []),
        (1, [NINE, MISS, 20, common("Speedy"), MISS], "9 of Stars", ["Speedy"]),
        (2, [NINE, 20, common("Torn"), common("Speedy"), MISS], "9 of Stars", ["Speedy"]),
        (2, [NINE, MISS, 10, MISS], "9 of Stars", []),
    ],
)
def test_each_thing_that_chance_decides_about_a_random_card_can_be_rerolled(
    at: int, fate: list[int], name: str, modifiers: list[str]
) -> None:
    duel = lucky("4", inventory=[PACK])
    duel.fate(*fate)
    duel.choose("ann", f"open {PACK}")
    for _ in range(at):
        duel.choose("ann", "keep")
    duel.choose("ann", "reroll")

    assert duel.quiet
    assert duel.state.fate == []
    assert duel.cards("ann", "inventory")[-1] == name
    assert marks(duel, "modifier", name, "inventory", "ann") == modifiers


@pytest.mark.rule("H-109")
def test_a_random_card_that_bob_must_give_is_bobs_to_reroll() -> None:
    duel = Duel(
        pile=[SEVEN],
        ann={"hand": ["3", "9"]},
        bob={"hand": ["8", "10"], "deck": ["2"]},
        cy={"hand": ["4", "5", "6"], "deck": ["2"], "vertebra": 3},
    )
    duel.match.amend(LUCK)
    duel.choose("ann", "yield", "cy")
    duel.fate(2, 3)
    duel.play("bob", "8")
    duel.choose("cy", "reroll")

    assert duel.hand("ann") == ["3", "9", "6"]
