"""Why a card cannot be played: the sentence that stands against it, and what that comes to."""

from __future__ import annotations

import pytest

from deckmastor.testing import Table
from games.unicorns.stable import Laid, lay

POISON = "Unicorn Poison"


@pytest.mark.rule("U-062")
@pytest.mark.parametrize(
    ("card", "stable", "cited", "because"),
    [
        pytest.param("Rainbow Aura", ["Broken Stable"], "downgrades/broken-stable",
                     "Broken Stable in A's stable forbids this.", id="broken stable"),
        pytest.param("Kiss of Life", [], "playing 6", "'Revive a unicorn.'", id="nothing to revive"),
        pytest.param(POISON, ["Narwhal"], "playing 6", "'Destroy a unicorn.'", id="no target"),
        pytest.param("Two-For-One", [], "playing 6", "'Sacrifice a card,", id="nothing to give"),
        pytest.param("Mystical Vortex", [], "playing 6", "'Each player discards a card.",
                     id="no other card"),
        pytest.param("Baby Unicorn", [], "playing 5", "It forbids this.", id="baby"),
        pytest.param("Neigh", [], "reactions 1", "There is nothing to answer now.", id="instant"),
        pytest.param("Extra Tail", [], "first-print/extra-tail", "It forbids this.", id="no basic"),
    ],
)  # fmt: skip
def test_a_card_that_cannot_be_played_names_what_stands_against_it(
    card: str, stable: list[str], cited: str, because: str
) -> None:
    table = lay(a={"hand": [card], "stable": stable})

    told = table.match.why_not("A", f"play {card}")

    assert told is not None
    assert (told.id, f"play {card}" in table.options("A")) == (cited, False)
    assert because in told.reason


def answering(b: Laid, c: Laid | None = None, a: Laid | None = None) -> Table:
    """A table on which A has played a unicorn that others could answer."""
    table = lay(a={"hand": ["Narwhal"], **(a or {})}, b=b, c=c or {})
    table.play("A", "Narwhal")
    return table


@pytest.mark.parametrize(
    ("stable", "cited"),
    [("Slowdown", "downgrades/slowdown"), ("Ginormous Unicorn", "magical/ginormous-unicorn")],
)
def test_who_cannot_play_neighs_is_told_which_card_says_so(stable: str, cited: str) -> None:
    table = answering({"hand": ["Neigh"], "stable": [stable]}, c={"hand": ["Neigh"]})

    told = table.match.why_not("B", "play Neigh")

    assert told is not None
    assert (table.asked(), told.id) == (["C"], cited)
    assert told.reason == f"{stable} in B's stable forbids this."


def test_a_card_that_cannot_be_cancelled_cannot_be_answered() -> None:
    table = answering({"hand": ["Neigh"]}, a={"stable": ["Yay"]})

    told = table.match.why_not("B", "play Neigh")

    assert told is not None
    assert told.id == "reactions 2"


def test_who_is_asked_to_answer_is_told_so() -> None:
    table = answering({"hand": ["Neigh"]}, c={"hand": ["Neigh"]})

    first, later = (table.match.why_not(player, "play Neigh") for player in "BC")

    assert first is not None
    assert later is not None
    assert (first.id, first.reason) == ("reactions 1", "B is asked now whether to do so.")
    assert later.reason == "B is asked first."


def test_a_queen_bee_keeps_basics_out_of_all_other_stables() -> None:
    bee: Laid = {"stable": ["Queen Bee Unicorn"]}
    table = lay(a={"hand": ["Narwhal"]}, b=bee, values={"unicorn destination": "own"})

    told = table.match.why_not("A", "play Narwhal")

    assert told is not None
    assert told.id == "magical/queen-bee-unicorn"
    assert "B's stable" in told.reason


def test_on_the_turn_of_another_it_is_not_the_time() -> None:
    table = lay(a={"hand": ["Narwhal"]}, b={"hand": ["Llamacorn"]})

    card, rest = (table.match.why_not("B", text) for text in ("play Llamacorn", "rest"))

    assert card is not None
    assert rest is not None
    assert {card.id, rest.id} == {"turn 3"}
    assert {card.reason, rest.reason} == {"It is A's turn."}


def test_after_the_last_play_the_limit_is_named() -> None:
    table = lay(a={"hand": ["Narwhal", "Llamacorn"]})
    table.play("A", "Narwhal")

    told = table.match.why_not("A", "play Llamacorn")

    assert told is not None
    assert told.id == "turn 5"


def test_with_two_plays_resting_is_over_after_the_first() -> None:
    hand = ["Narwhal", "Llamacorn"]
    table = lay(a={"hand": hand, "stable": ["Double Dutch"]})
    table.choose("A", "play Narwhal", "A's stable")

    told = table.match.why_not("A", "rest")

    assert table.match.why_not("A", "play Llamacorn") is None
    assert told is not None
    assert told.reason == "A has done it as often as it allows."


def test_who_must_act_cannot_pass() -> None:
    table = lay(a={"hand": ["Narwhal"]})

    told = table.match.why_not("A", "pass")

    assert told is not None
    assert told.id == "turn 3"


def test_a_card_elsewhere_is_told_where_it_lies() -> None:
    table = lay(a={"hand": ["Narwhal"], "stable": ["Llamacorn"]}, discard=["Yay"])

    here, there = (table.match.why_not("A", f"play {card}") for card in ("Llamacorn", "Yay"))

    assert here is not None
    assert there is not None
    assert here.reason == "Llamacorn lies in A's stable."
    assert there.reason == "Yay lies in the discard pile."
