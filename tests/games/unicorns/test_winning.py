"""Winning, the end of the deck, and two players."""

from __future__ import annotations

import pytest

from deckmastor.testing import Table
from games.unicorns.stable import BOOK, Laid, lay, prefer

EIGHT = "ABCDEFGH"


def seat(count: int, stables: list[list[str]], hand: list[str], deck: list[str]) -> Table:
    """A table of so many players, the first of them at turn with a hand."""
    players: dict[str, Laid] = {
        name: {"stable": stables[i] if i < len(stables) else []}
        for i, name in enumerate(EIGHT[:count])
    }
    players["A"]["hand"] = hand
    common: Laid = {"deck": deck, "nursery": ["Baby Unicorn"]}
    table = Table(BOOK, common, {"draw size": 0}, bare=True, carried=True, **players)
    table.begin_turn("A")
    return table


@pytest.mark.rule("U-171", "U-184")
@pytest.mark.parametrize(("count", "number"), [(2, 7), (5, 7), (6, 6), (8, 6)])
def test_so_many_unicorns_win(count: int, number: int) -> None:
    below = seat(count, [["Basic Unicorn"] * (number - 2)], ["Narwhal"], ["Yay", "Yay"])
    enough = seat(count, [["Basic Unicorn"] * (number - 1)], ["Narwhal"], ["Yay", "Yay"])

    for table in (below, enough):
        table.play("A", "Narwhal")
        table.choose("A", "A's stable")

    assert not below.match.over
    assert enough.match.winners == ["A"]


@pytest.mark.rule("U-184", "U-126", "U-113")
def test_two_players_play_by_the_same_rules() -> None:
    table = seat(2, [[], ["Americorn"]], ["Unicorn Poison", "Neigh"], ["Yay"] * 2)

    table.play("A", "Unicorn Poison")

    assert table.turn == "B"
    assert table.cards("B", "stable") == []
    assert table.options("B") == ["rest"]


@pytest.mark.rule("U-174")
def test_a_unicorn_given_to_another_player_wins_for_them() -> None:
    table = lay(a={"hand": ["Narwhal"]}, b={"stable": ["Basic Unicorn"] * 6})

    table.play("A", "Narwhal")
    table.choose("A", "B's stable")

    assert table.match.winners == ["B"]


@pytest.mark.rule("U-173")
def test_a_number_that_is_met_after_the_action_draw_is_seen_there() -> None:
    table = lay(a={"stable": ["Pandamonium", *["Basic Unicorn"] * 7]})

    table.choose("A", "rest")

    assert not table.match.over
    assert table.turn == "B"


@pytest.mark.rule("U-176", "U-179")
def test_pandas_count_for_nothing_at_the_end_of_the_deck() -> None:
    table = lay(
        a={"stable": ["Narwhal"]},
        b={"stable": ["Pandamonium", "Americorn", "Llamacorn", "Rhinocorn"]},
        deck=["Yay"],
    )

    table.choose("A", "rest")

    assert table.match.winners == ["A"]
    assert properties(table, "B") == {"unicorn count": 0, "letter sum": 0, "standing": 0}


def properties(table: Table, player: str) -> dict[str, object]:
    """What counts for the place of a player."""
    (told,) = [one for one in table.match.view()["players"] if one["name"] == player]
    return {name: told["properties"][name] for name in ("unicorn count", "letter sum", "standing")}


@pytest.mark.rule("U-180", "U-178")
def test_the_others_are_ranked_by_number_and_then_by_letters() -> None:
    table = lay(
        a={"stable": ["Narwhal", "Americorn"]},
        b={"stable": ["Extremely Destructive Unicorn"]},
        c={"stable": ["Llamacorn"]},
        d={"stable": ["Rhinocorn"]},
        deck=["Yay"],
    )

    table.choose("A", "rest")
    standing = {player: properties(table, player)["standing"] for player in "ABCD"}

    assert table.match.winners == ["A"]
    assert standing == {"A": 2016, "B": 1027, "C": 1009, "D": 1009}


@pytest.mark.rule("U-178", "U-175")
@pytest.mark.parametrize(("ending", "winners"), [("all lose", []), ("shared", ["A", "B"])])
def test_whoever_is_still_equal_loses_or_shares(ending: str, winners: list[str]) -> None:
    table = lay(
        a={"stable": ["Llamacorn"]},
        b={"stable": ["Americorn"]},
        deck=["Yay"],
        values={"tie ending": ending},
    )

    table.choose("A", "rest")

    assert table.match.over
    assert table.match.winners == winners


@pytest.mark.rule("U-178")
def test_signs_and_blanks_are_no_letters_and_a_giant_is_spelt_once() -> None:
    table = lay(a={"stable": ["Ginormous Unicorn"]}, b={"stable": ["Shark With a Horn"]})

    assert properties(table, "A") == {"unicorn count": 2, "letter sum": 16, "standing": 2016}
    assert properties(table, "B")["letter sum"] == 14


@pytest.mark.rule("U-175", "U-174", "U-243")
@pytest.mark.parametrize(
    ("freed", "giant", "winners"),
    [
        (["Narwhal", "Americorn", "Llamacorn", "Baby Unicorn"], "Stabby the Unicorn", ["A"]),
        (["Narwhal", "Americorn", "Llamacorn"], "Stabby the Unicorn", ["B"]),
        (["Narwhal", "Americorn", "Llamacorn"], "Rhinocorn", []),
    ],
    ids=["most unicorns", "most letters", "nobody"],
)
def test_of_two_who_reach_the_number_together_the_greater_wins(
    freed: list[str], giant: str, winners: list[str]
) -> None:
    table = lay(
        a={"hand": ["Reset Button"], "stable": ["Pandamonium", *freed]},
        b={"stable": ["Blinding Light", "Ginormous Unicorn", giant]},
        values={"winning number": 3},
    )

    before = table.match.over
    table.play("A", "Reset Button")

    assert not before
    assert table.match.over
    assert table.match.winners == winners


@pytest.mark.rule("U-176", "U-173")
def test_a_deck_that_is_refilled_in_the_same_chain_does_not_end_the_game() -> None:
    table = lay(a={"hand": ["Shake Up"]}, deck=["Yay"], discard=["Basic Unicorn"] * 6)

    table.play("A", "Shake Up")

    assert not table.match.over
    assert len(table.cards("", "deck")) == 3


@pytest.mark.rule("U-181")
def test_whoever_has_nothing_plays_on() -> None:
    table = lay(a={}, b={"hand": ["Narwhal"]})

    first = table.options("A")
    table.choose("A", "rest")
    table.play("B", "Narwhal")
    table.choose("B", "B's stable")

    assert first == ["rest"]
    assert table.turn == "C"
    assert table.options("C") == ["rest"]


@pytest.mark.rule("U-057", "U-172")
def test_whoever_has_only_pandas_does_not_win() -> None:
    table = lay(a={"hand": ["Narwhal"], "stable": ["Pandamonium", *["Basic Unicorn"] * 8]})

    table.play("A", "Narwhal")
    table.choose("A", "A's stable")

    assert not table.match.over
    assert properties(table, "A")["unicorn count"] == 0


@pytest.mark.rule("U-172")
def test_a_baby_counts_like_any_other_unicorn() -> None:
    table = lay(
        a={"hand": ["Mother Goose Unicorn"], "stable": ["Baby Unicorn", "Narwhal"]},
        values={"winning number": 4},
    )

    table.play("A", "Mother Goose Unicorn")
    table.choose("A", "A's stable", "yes")
    prefer(table, "A", "Baby Unicorn")

    assert table.match.winners == ["A"]
