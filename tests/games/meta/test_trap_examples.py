"""Worked examples of traps: what fires in the middle of a card, loops, and plays in execution."""

from __future__ import annotations

import pytest

from deckmastor.match import DeckmastorError
from games.meta.tower import Tower

WIND = "Second Wind"


def in_order(table: Tower, *texts: str) -> bool:
    """True if events with these texts happened one after the other."""
    told = iter(table.told())
    return all(text in told for text in texts)


# ---- a face-down Trigger fires in the middle of the executing stage ------------------------------


def ann_laid_a_tripwire() -> Tower:
    """It is Cat's pushing stage; Ann's Tripwire on Bob has a Paper Cut for the player at turn."""
    table = Tower(
        ann={"hand": ["Tripwire", "Paper Cut", WIND]},
        bob={"life point": 12, "hand": [WIND, WIND]},
        cat={"life point": 9, "hand": ["Blood Ledger", "Blood Ledger", WIND]},
    )
    table.trap("ann", "Tripwire", "bob", cards="Paper Cut: the player at turn")
    table.execute()
    table.execute()
    table.start_pushing()
    return table


@pytest.mark.rule("MX-03", "M-114", "M-116", "M-117", "M-111", "M-080")
def test_a_tripwire_fires_in_the_middle_of_a_blood_ledger() -> None:
    table = ann_laid_a_tripwire()

    table.push("bob", WIND)
    table.push("cat", "Blood Ledger", "bob")
    table.execute()

    assert table.life() == [15, 10, 4]
    assert in_order(
        table,
        "bob loses 5 life points",
        "cat loses 2 life points",
        "ann reveals Tripwire",
        "Tripwire enters ann's graveyard",
        "cat loses 3 life points",
        "Paper Cut enters ann's graveyard",
        "Blood Ledger enters cat's graveyard",
        "bob gains 3 life points",
    )


@pytest.mark.rule("MX-03")
def test_a_tripwire_on_bob_does_not_fire_when_only_others_lose_life_points() -> None:
    table = ann_laid_a_tripwire()

    table.push("cat", "Blood Ledger", "ann")
    table.execute()

    assert table.life() == [10, 12, 7]
    assert table.cards("ann", "trap row") == ["Tripwire"]


# ---- a loop of two cards -------------------------------------------------------------------------


def two_that_bite_their_tails() -> Tower:
    """A loop of two Ouroboros; the players were asked how to settle it."""
    table = Tower(
        ann={"hand": ["Ouroboros", WIND]},
        bob={"hand": ["Ouroboros", WIND]},
        cat={"hand": ["Paper Cut", WIND]},
    )
    table.start_pushing()
    table.push("cat", "Paper Cut", "ann")
    table.push("ann", "Ouroboros")
    table.push("bob", "Ouroboros")
    table.execute()
    return table


@pytest.mark.rule("MX-06", "M-171", "M-172", "M-173")
@pytest.mark.parametrize("calls", ["yes no yes", "no no no"])
def test_without_agreement_both_cards_of_a_loop_are_removed(calls: str) -> None:
    table = two_that_bite_their_tails()
    assert any("the same position came again" in told for told in table.told())

    for player, call in zip(("ann", "bob", "cat"), calls.split(), strict=True):
        table.choose(player, call)

    assert table.stack("ann's graveyard") == ["Ouroboros"]
    assert table.stack("bob's graveyard") == ["Ouroboros"]
    assert table.stack("cat's graveyard") == ["Paper Cut"]
    assert table.told().count("the game voids Ouroboros") == 2
    assert (table.turn, table.life()) == ("bob", [12, 15, 15])
    assert not any("draws" in told for told in table.told())


@pytest.mark.rule("MX-06", "M-171")
def test_the_log_names_both_cards_of_a_loop() -> None:
    table = two_that_bite_their_tails()

    assert any("(Ouroboros, then Ouroboros)" in told for told in table.match.log("cat"))


# ---- a target that is no longer valid ------------------------------------------------------------


@pytest.mark.rule("MX-12", "M-082", "M-116")
def test_a_second_paper_cut_on_a_disabled_player_is_a_dead_letter() -> None:
    table = Tower(
        turn="dan",
        ann={"hand": ["Paper Cut", WIND]},
        bob={"life point": 3, "hand": [WIND, "Hard Rain"]},
        cat={"hand": ["Paper Cut", WIND]},
        dan={"hand": ["Dead Letter", "Tripwire", WIND, "Open Fountain", WIND]},
    )
    table.trap("dan", "Dead Letter", cards=WIND)
    table.trap("dan", "Tripwire", "bob", cards=WIND)
    table.start_pushing()
    table.push("ann", "Paper Cut", "bob")
    table.push("cat", "Paper Cut", "bob")
    table.execute()

    assert table.life() == [15, 0, 15, 21]
    assert table.cards("bob", "hand") == []
    assert in_order(
        table,
        "bob loses 3 life points",
        "bob becomes disabled",
        "dan reveals Tripwire",
        "Paper Cut fails",
        "the game voids Paper Cut",
        "dan reveals Dead Letter",
    )
    assert table.told().count("Paper Cut fails") == 1


# ---- playing in the executing stage --------------------------------------------------------------


def late_addition(hand: list[str], below: str = "Blood Ledger") -> Tower:
    """Cat's Late Addition is executed, with a card on Cat below it."""
    table = Tower(
        ann={"hand": [below, "Paper Cut", WIND]},
        bob={"hand": [WIND]},
        cat={"hand": ["Late Addition", *hand]},
    )
    table.start_pushing()
    table.push("ann", below, "cat")
    table.push("cat", "Late Addition")
    table.execute()
    return table


@pytest.mark.rule("MX-13", "M-160", "M-161")
def test_cards_of_a_late_addition_are_executed_in_their_places() -> None:
    table = late_addition(["Strike Out", "Paper Cut", "Tripwire", WIND, WIND])
    assert table.asked() == ["cat"]

    table.choose("cat", "yes")
    assert "Tripwire" not in table.options("cat")
    with pytest.raises(DeckmastorError):
        table.choose("cat", "Tripwire")
    with pytest.raises(DeckmastorError):
        table.choose("bob", f"play {WIND}")
    table.choose("cat", "Strike Out", "Blood Ledger")
    assert table.stack("Main Stack", 1) == ["Strike Out"]
    table.choose("cat", "yes", "Paper Cut", "ann")
    assert table.turn == "bob"

    assert table.life() == [12, 15, 15]
    assert table.stack("ann's graveyard") == ["Blood Ledger"]
    assert table.stack("cat's graveyard") == ["Late Addition", "Strike Out", "Paper Cut"]


# ---- a rescue ------------------------------------------------------------------------------------


@pytest.mark.rule("MX-17", "M-116", "M050")
@pytest.mark.parametrize(
    ("card", "life", "hand"), [(WIND, 2, ["Amnesty"]), ("Deep Thought", -1, [])]
)
def test_a_last_breath_comes_before_the_loss(card: str, life: int, hand: list[str]) -> None:
    table = Tower(
        turn="bob",
        ann={"hand": ["Paper Cut", WIND]},
        bob={"life point": 2, "hand": ["Last Breath", card, "Amnesty"]},
        cat={"hand": [WIND]},
    )
    table.trap("bob", "Last Breath", cards=card)
    table.start_pushing()
    table.push("ann", "Paper Cut", "bob")
    table.execute()

    assert in_order(table, "Last Breath enters bob's graveyard", f"{card} enters bob's graveyard",
                    "bob loses 3 life points")  # fmt: skip
    assert (table.life("bob"), table.cards("bob", "hand")) == ([life], hand)
    assert ("bob becomes disabled" in table.told()) == (life < 0)
