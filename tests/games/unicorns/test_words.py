"""The words of the game: places, keywords, whom an effect hits, kinds of effects."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.unicorns.stable import discards, edition, lay, prefer, told

# ---- places ---------------------------------------------------------------------------------


@pytest.mark.rule("U-002", "U-042")
def test_a_magic_card_is_never_offered_a_stable() -> None:
    table = lay(a={"hand": ["Reset Button"]})

    table.play("A", "Reset Button")

    assert table.turn == "B"
    assert [table.cards(player, "stable") for player in "ABC"] == [[], [], []]


@pytest.mark.rule("U-002", "U-042")
@pytest.mark.parametrize("card", ["Good Deal", "Neigh", "Super Neigh"])
def test_no_effect_brings_a_magic_card_or_an_instant_into_a_stable(
    card: str, tmp_path: Path
) -> None:
    text = "Bring a card from the discard pile into your stable."
    book = edition(tmp_path, "Kiss of Life", text)
    table = lay(a={"hand": ["Kiss of Life"]}, discard=[card, "Slowdown", "Narwhal"], book=book)

    table.play("A", "Kiss of Life")

    assert sorted(table.options("A")) == ["Narwhal", "Slowdown"]


@pytest.mark.rule("U-003")
def test_a_stable_has_room_for_any_number_of_cards() -> None:
    crowd = [
        "Pandamonium",
        *["Basic Unicorn"] * 9,
        "Rainbow Aura",
        "Broken Stable",
        "Yay",
        "Yay",
        "Slowdown",
    ]
    table = lay(a={"hand": ["Narwhal"], "stable": crowd})

    table.play("A", "Narwhal")
    table.choose("A", "A's stable")

    assert len(table.cards("A", "stable")) == 16


@pytest.mark.rule("U-004", "U-036", "U-186")
def test_the_nursery_takes_babies_and_nothing_else(tmp_path: Path) -> None:
    text = "Move all cards in your stable to the nursery."
    table = lay(
        a={"hand": ["Good Deal"], "stable": ["Baby Unicorn", "Narwhal", "Yay"]},
        nursery=[],
        book=edition(tmp_path, "Good Deal", text),
    )

    table.play("A", "Good Deal")

    assert table.cards("", "nursery") == ["Baby Unicorn"]
    assert table.cards("A", "stable") == ["Narwhal", "Yay"]


@pytest.mark.rule("U-006", "U-018", "U-142")
def test_all_that_is_spent_lies_in_the_one_discard_pile() -> None:
    table = lay(
        a={"hand": ["Two-For-One", "Yay"], "stable": ["Slowdown"]},
        b={"stable": ["Narwhal", "Nanny Cam"], "hand": ["Llamacorn"]},
        c={"hand": ["Neigh"]},
    )

    table.play("A", "Two-For-One")
    table.choose("C", "no")
    prefer(table, "A", "Narwhal", "Nanny Cam")
    table.play("B", "Llamacorn")
    table.choose("C", "yes")

    assert discards(table) == [
        "Llamacorn",
        "Nanny Cam",
        "Narwhal",
        "Neigh",
        "Slowdown",
        "Two-For-One",
    ]
    assert told(table, "discard") == []  # none of these was discarded from a hand
    assert table.cards("A", "hand") == ["Yay"]


# ---- keywords -------------------------------------------------------------------------------


@pytest.mark.rule("U-008", "U-009", "U-010")
def test_whoever_must_sacrifice_chooses_among_the_own_cards() -> None:
    table = lay(
        a={"hand": ["Extremely Destructive Unicorn"]},
        b={"stable": ["Narwhal", "Americorn", "Yay"]},
        c={"stable": ["Llamacorn"]},
    )

    table.play("A", "Extremely Destructive Unicorn")
    table.choose("A", "C's stable")
    offered = table.options("B"), table.options("C")
    table.choose("B", "Americorn")
    table.choose("C", "Llamacorn")

    assert offered == (["Narwhal", "Americorn"], ["Llamacorn", "Extremely Destructive Unicorn"])
    assert discards(table) == ["Americorn", "Llamacorn"]


@pytest.mark.rule("U-012")
def test_whoever_loses_a_destroyed_card_is_not_asked() -> None:
    table = lay(a={"hand": ["Unicorn Poison"]}, b={"stable": ["Narwhal", "Americorn"]})

    table.play("A", "Unicorn Poison")

    assert table.asked() == ["A"]


@pytest.mark.rule("U-015", "U-032", "U-163")
def test_a_stolen_card_leaves_and_enters_in_one_link() -> None:
    table = lay(
        a={"hand": ["Seductive Unicorn", "Yay", "Neigh"], "stable": ["Barbed Wire"]},
        b={"stable": ["Narwhal"]},
    )

    table.play("A", "Seductive Unicorn")
    table.choose("A", "A's stable")
    prefer(table, "A", "yes", "Barbed Wire", "Yay", "Neigh")
    moves = [(e.verb, e.object) for e in table.events if e.agent == "Narwhal"]

    assert moves[:2] == [("leave", "B's stable"), ("enter", "A's stable")]
    assert table.cards("A", "stable") == ["Barbed Wire", "Seductive Unicorn", "Narwhal"]


@pytest.mark.rule("U-026")
def test_drawing_several_cards_is_drawing_one_after_the_other() -> None:
    table = lay(a={"hand": ["Good Deal"]}, deck=["Neigh", "Yay", "Narwhal", "Rhinocorn"])

    table.play("A", "Good Deal")

    assert told(table, "draw") == ["A draw Rhinocorn", "A draw Narwhal", "A draw Yay"]


# ---- whom an effect hits --------------------------------------------------------------------


@pytest.mark.rule("U-050")
def test_each_other_player_leaves_out_the_one_who_acts(tmp_path: Path) -> None:
    book = edition(tmp_path, "Good Deal", "Each other player discards a card.")
    table = lay(
        a={"hand": ["Good Deal", "Yay"]},
        b={"hand": ["Narwhal"]},
        c={"hand": ["Slowdown"]},
        book=book,
    )

    table.play("A", "Good Deal")

    assert table.cards("A", "hand") == ["Yay"]
    assert discards(table) == ["Good Deal", "Narwhal", "Slowdown"]


@pytest.mark.rule("U-051")
@pytest.mark.parametrize("chosen", ["", "B", "BC"])
def test_any_number_of_other_players_can_be_none_of_them(chosen: str, tmp_path: Path) -> None:
    text = "Choose any number of other players. Each of those players discards a card."
    table = lay(
        a={"hand": ["Good Deal", "Yay"]},
        b={"hand": ["Narwhal"]},
        c={"hand": ["Slowdown"]},
        book=edition(tmp_path, "Good Deal", text),
    )

    table.play("A", "Good Deal")
    offered = table.options("A")
    table.choose("A", *chosen)
    if len(chosen) < 2:
        table.choose("A", "enough")

    assert set(offered) == {"B", "C", "enough"}
    assert len(table.cards("B", "hand")) == ("B" not in chosen)
    assert len(table.cards("C", "hand")) == ("C" not in chosen)
    assert table.cards("A", "hand") == ["Yay"]


@pytest.mark.rule("U-049", "U-047")
def test_each_player_includes_the_one_who_acts() -> None:
    table = lay(a={"hand": ["Mystical Vortex", "Yay"]}, b={"hand": ["Narwhal"]}, c={"hand": []})

    table.play("A", "Mystical Vortex")

    assert told(table, "discard") == ["A discard Yay", "B discard Narwhal"]


# ---- kinds of effects -----------------------------------------------------------------------


@pytest.mark.rule("U-052", "U-053", "U-054", "U-055", "U-058")
def test_an_effect_is_done_once_or_lasts_or_waits_for_its_event() -> None:
    once = lay(a={"hand": ["Good Deal"]})
    lasts = lay(a={"hand": ["Narwhal"]}, b={"stable": ["Slowdown"], "hand": ["Neigh"]})
    waits = lay(a={"stable": ["Barbed Wire"], "hand": ["Yay", "Narwhal"]})

    once.play("A", "Good Deal")
    once.choose("A", "Basic Unicorn")
    once.choose("B", "rest")
    lasts.play("A", "Narwhal")
    quiet = waits.cards("A", "hand")
    waits.play("A", "Narwhal")
    waits.choose("A", "A's stable")

    assert len(once.cards("A", "hand")) == 2  # nothing of it is left in later turns
    assert lasts.asked() == ["A"]  # nobody was asked whether it should hold
    assert (quiet, waits.cards("A", "hand")) == (["Yay", "Narwhal"], [])


@pytest.mark.rule("U-054")
def test_a_lasting_effect_ends_when_its_card_has_left() -> None:
    table = lay(
        a={"hand": ["Targeted Destruction"]},
        b={"stable": ["Rainbow Aura", "Narwhal"], "hand": []},
        c={"hand": ["Unicorn Poison"]},
        d={},
    )

    table.play("A", "Targeted Destruction")
    table.choose("B", "rest")
    table.play("C", "Unicorn Poison")

    assert "Narwhal" in discards(table)


@pytest.mark.rule("U-054", "U-154")
def test_a_lasting_effect_begins_when_its_card_has_entered() -> None:
    table = lay(
        a={"hand": ["Rainbow Aura"], "stable": ["Llamacorn"]},
        b={"hand": ["Unicorn Poison"]},
        c={"stable": ["Narwhal"]},
    )

    table.play("A", "Rainbow Aura")
    table.choose("A", "C's stable")
    table.play("B", "Unicorn Poison")

    assert discards(table) == ["Llamacorn", "Unicorn Poison"]


# ---- pandas ---------------------------------------------------------------------------------


@pytest.mark.rule("U-191")
@pytest.mark.parametrize("card", ["Back Kick", "Glitter Tornado"])
def test_an_effect_on_a_card_can_return_a_panda(card: str) -> None:
    table = lay(
        a={"hand": [card], "stable": ["Yay"]},
        b={"stable": ["Pandamonium", "Narwhal"], "hand": ["Slowdown"]},
    )

    table.play("A", card)
    table.choose("A", "Narwhal")

    assert "Narwhal" in table.cards("B", "hand")


@pytest.mark.rule("U-191", "U-192", "U-056")
def test_an_aura_does_not_protect_a_panda() -> None:
    table = lay(
        a={"hand": ["Two-For-One"], "stable": ["Slowdown"]},
        b={"stable": ["Pandamonium", "Rainbow Aura", "Narwhal"]},
    )

    table.play("A", "Two-For-One")
    offered = table.options("A")
    table.choose("A", "Narwhal", "Pandamonium")

    assert sorted(offered) == ["Narwhal", "Pandamonium", "Rainbow Aura"]
    assert table.cards("B", "stable") == ["Rainbow Aura"]


@pytest.mark.rule("U-192", "U-208")
def test_a_black_knight_does_not_save_a_panda() -> None:
    table = lay(
        a={"hand": ["Two-For-One"], "stable": ["Slowdown"]},
        b={"stable": ["Pandamonium", "Black Knight Unicorn", "Narwhal"]},
    )

    table.play("A", "Two-For-One")
    table.choose("A", "Narwhal", "Pandamonium")

    assert table.cards("B", "stable") == ["Black Knight Unicorn"]


@pytest.mark.rule("U-191")
def test_a_panda_can_be_sacrificed_as_a_card() -> None:
    table = lay(a={"stable": ["Pandamonium", "Narwhal", "Caffeine Overload"]})

    table.choose("A", "yes", "Narwhal")

    assert discards(table) == ["Narwhal"]


@pytest.mark.rule("U-195", "U-260")
def test_a_wire_sees_the_printed_unicorn_enter_and_leave_among_pandas() -> None:
    table = lay(
        a={"hand": ["Narwhal", "Yay"], "stable": ["Pandamonium", "Barbed Wire"]},
        b={"hand": ["Back Kick"]},
    )

    table.play("A", "Narwhal")
    table.choose("A", "A's stable")
    entered = discards(table)
    table.play("B", "Back Kick")
    prefer(table, "B", "A", "Narwhal")

    assert entered == ["Yay"]
    assert discards(table) == ["Back Kick", "Narwhal", "Yay"]


@pytest.mark.rule("U-196", "U-223")
def test_a_blinded_unicorn_is_no_basic_unicorn_for_the_queen() -> None:
    table = lay(
        a={"hand": ["Americorn"], "stable": ["Blinding Light"]}, b={"stable": ["Queen Bee Unicorn"]}
    )

    table.play("A", "Americorn")

    assert "A's stable" in table.options("A")


@pytest.mark.rule("U-196", "U-224")
def test_a_rainbow_unicorn_brings_only_a_printed_basic_unicorn() -> None:
    table = lay(a={"hand": ["Rainbow Unicorn", "Americorn", "Narwhal", "Yay"]})

    table.play("A", "Rainbow Unicorn")
    table.choose("A", "A's stable", "yes")

    assert table.cards("A", "stable") == ["Rainbow Unicorn", "Narwhal"]


@pytest.mark.rule("U-187")
def test_a_baby_can_be_stolen() -> None:
    table = lay(
        a={"hand": ["Seductive Unicorn", "Yay"]}, b={"stable": ["Baby Narwhal"]}
    )  # fmt: skip

    table.play("A", "Seductive Unicorn")
    table.choose("A", "A's stable", "yes")

    assert table.cards("A", "stable") == ["Seductive Unicorn", "Baby Narwhal"]


@pytest.mark.rule("U-186", "U-160")
def test_a_baby_in_a_stable_that_is_shuffled_away_goes_to_the_nursery(tmp_path: Path) -> None:
    text = "Shuffle another player's stable into the deck."
    table = lay(
        a={"hand": ["Unicorn Poison"]},
        b={"stable": ["Baby Narwhal", "Rhinocorn", "Yay"]},
        nursery=[],
        book=edition(tmp_path, "Unicorn Poison", text),
    )

    table.play("A", "Unicorn Poison")
    table.choose("A", "B")

    assert table.cards("", "nursery") == ["Baby Narwhal"]
    assert {"Rhinocorn", "Yay"} <= set(table.cards("", "deck"))
    assert table.cards("B", "stable") == []
