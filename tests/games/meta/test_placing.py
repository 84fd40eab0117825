"""Where cards go: Events, Metas and what they address."""

from __future__ import annotations

import pytest

from games.meta.tower import Tower, with_cards

SPARE = ["Deep Thought"]


# ---- Events --------------------------------------------------------------------------------------


def traps() -> Tower:
    """Bob's trap is laid, and Ann has laid two in her drawing stage."""
    table = Tower(
        "bob",
        ann={"hand": ["Tripwire", "Toll Gate", "Second Wind", "Exhume", "Second Wind", *SPARE]},
        bob={"hand": ["Tripwire", "Second Wind", *SPARE]},
    )
    table.push("bob", "Tripwire", "ann")
    table.execute()
    table.push("ann", "Tripwire", "bob")
    table.push("ann", "Toll Gate")
    return table


@pytest.mark.rule("M-095", "M-021")
def test_an_event_goes_on_the_main_stack_or_on_a_trap_of_its_own_player() -> None:
    table = traps()

    table.push("ann", "Second Wind")

    own = ["ann's trigger stack (1)", "ann's trigger stack (2)"]
    assert table.options("ann") == ["Main Stack", *own]


@pytest.mark.rule("M-095", "M-153")
def test_an_event_goes_on_no_trap_after_the_drawing_stage() -> None:
    table = traps()
    table.start_pushing()

    table.push("ann", "Second Wind")
    table.push("bob", "Second Wind")

    assert table.stack("Main Stack") == ["Second Wind", "Second Wind"]


@pytest.mark.rule("M-026")
def test_an_event_about_a_graveyard_goes_on_no_trap() -> None:
    table = traps()

    table.push("ann", "Exhume")

    assert table.stack("Main Stack") == ["Exhume"]


@pytest.mark.rule("M-096", "M-085")
def test_an_event_about_a_stack_is_still_played_like_an_event() -> None:
    game = with_cards("Heckle | Event | Target a card on the Main Stack. Bury that card.")
    table = Tower(
        game=game, ann={"hand": ["Heckle", *SPARE]}, bob={"hand": ["Second Wind", "Hard Rain"]}
    )
    table.start_pushing()
    table.push("bob", "Second Wind")
    table.push("bob", "Hard Rain")
    table.push("ann", "Heckle", "Second Wind")
    assert table.stack("Main Stack") == ["Second Wind", "Hard Rain", "Heckle"]

    table.execute()

    assert table.life("ann", "bob") == [12, 12]


# ---- Metas ---------------------------------------------------------------------------------------


@pytest.mark.rule("M-022", "M-097", "M-102")
def test_a_meta_that_names_no_stack_is_played_like_an_event() -> None:
    game = with_cards("Idle Talk | Meta | You gain 3 life points.")
    table = Tower(
        game=game,
        ann={"hand": ["Tripwire", "Idle Talk", "Idle Talk", *SPARE]},
        bob={"hand": ["Idle Talk", *SPARE]},
    )
    table.push("ann", "Tripwire", "bob")
    table.push("ann", "Idle Talk", "ann's trigger stack")
    table.push("ann", "Idle Talk", "Main Stack")
    table.push("bob", "Idle Talk")
    assert table.stack("ann's trigger stack") == ["Idle Talk"]
    assert table.stack("Main Stack") == ["Idle Talk", "Idle Talk"]

    table.execute()

    assert table.life("ann", "bob") == [18, 18]


@pytest.mark.rule("M-098", "M-099")
def test_the_level_is_settled_when_a_meta_is_played() -> None:
    table = Tower(
        ann={"hand": ["Redaction", "Elevator", *SPARE]}, bob={"hand": ["Second Wind", "Hard Rain"]}
    )
    table.start_pushing()
    table.push("bob", "Second Wind")
    table.push("bob", "Hard Rain")
    table.push("ann", "Redaction", "Hard Rain")
    table.push("ann", "Elevator", "Hard Rain")
    assert [table.stack("Main Stack", level) for level in (1, 2)] == [["Redaction"], ["Elevator"]]

    table.execute()  # the Hard Rain comes to lie above the Redaction, and is executed first

    assert "the game voids Redaction" in table.told()
    assert table.life("bob") == [15]  # -3 by the Hard Rain, +3 by the Second Wind


@pytest.mark.rule("M-099", "M-101")
def test_a_described_card_settles_the_level_by_where_it_lies_now() -> None:
    table = Tower(
        ann={"hand": ["Redaction", "Redaction", *SPARE]},
        bob={"hand": ["Second Wind", "Strike Out", *SPARE]},
    )
    table.start_pushing()
    table.push("bob", "Second Wind")
    table.push("bob", "Strike Out", "Second Wind")

    table.push("ann", "Redaction", "the bottom card of the Main Stack")
    table.push("ann", "Redaction", "the bottom card of the meta stack of the Main Stack")

    assert table.stack("Main Stack", 1) == ["Strike Out", "Redaction"]
    assert table.stack("Main Stack", 2) == ["Redaction"]


@pytest.mark.rule("M-099")
def test_a_card_about_the_whole_tower_goes_on_level_1_of_an_empty_tower() -> None:
    table = Tower(ann={"hand": ["Foundations First", *SPARE]}, bob={"hand": SPARE})

    table.push("ann", "Foundations First")

    assert table.stack("Main Stack", 1) == ["Foundations First"]


@pytest.mark.rule("M-099")
def test_a_target_beside_its_own_card_leaves_the_level_to_the_player() -> None:
    table = Tower(
        "bob",
        ann={"hand": ["Redaction", *SPARE]},
        bob={"hand": ["Tripwire", "Second Wind", "Strike Out", *SPARE]},
    )
    table.push("bob", "Tripwire", "bob")
    table.push("bob", "Second Wind", "Main Stack")
    table.push("bob", "Strike Out", "Second Wind")

    table.push("ann", "Redaction", "the card below this card")

    towers = ["Main Stack"] * 3 + ["bob's trigger stack"] * 2
    assert sorted(table.offered("ann")) == sorted(zip(towers, [1, 2, 3, 1, 2], strict=True))


@pytest.mark.rule("M-099")
def test_a_card_to_come_counts_for_the_main_stack() -> None:
    table = Tower(
        ann={"hand": ["Redaction", *SPARE]}, bob={"hand": ["Second Wind", "Hard Rain", *SPARE]}
    )
    table.start_pushing()

    table.push("ann", "Redaction", "the next card that bob plays")

    assert table.stack("Main Stack", 1) == ["Redaction"]


@pytest.mark.rule("M-099")
def test_a_stack_that_is_named_counts_even_if_no_card_lies_on_it() -> None:
    table = Tower(ann={"hand": ["Redaction", *SPARE]}, bob={"hand": ["Second Wind", *SPARE]})
    table.start_pushing()

    table.push("ann", "Redaction", "the top card of the meta stack of the Main Stack")

    assert table.stack("Main Stack", 2) == ["Redaction"]


@pytest.mark.rule("M-099")
def test_the_stack_that_a_card_was_taken_from_can_be_its_target() -> None:
    table = Tower(
        ann={"hand": ["Upside Down", *SPARE]},
        bob={"hand": ["Second Wind", "Strike Out", "Express Lane", *SPARE]},
    )
    table.start_pushing()
    table.push("bob", "Second Wind")
    table.push("bob", "Strike Out", "Second Wind")
    table.push("bob", "Express Lane", "Second Wind", "upward")
    table.push("ann", "Upside Down", "the stack that contains this card")
    table.onto("ann", "Main Stack", 1)

    table.execute()

    assert "ann reverses the order" in table.told()


@pytest.mark.rule("M-026", "M-099")
def test_a_graveyard_lies_below_every_other_stack_that_a_meta_names() -> None:
    game = with_cards(
        "Two Ends | Meta, roving | Target a graveyard. Target a stack that is not a graveyard. "
        "Reverse the first stack. Reverse the second stack."
    )
    table = Tower(game=game, ann={"hand": ["Two Ends", *SPARE]}, bob={"hand": SPARE})
    table.start_pushing()

    table.push("ann", "Two Ends")
    table.onto("ann", "bob's graveyard")
    table.onto("ann", "Main Stack")

    assert table.stack("Main Stack", 1) == ["Two Ends"]


# ---- towers of traps -----------------------------------------------------------------------------


@pytest.mark.rule("M-103", "M-153", "M-115")
def test_everybody_may_answer_a_trap_in_the_pushing_stage() -> None:
    table = Tower(
        ann={"hand": ["Tripwire", "Second Wind", "Hard Rain", "Upside Down", *SPARE]},
        bob={"hand": ["Upside Down", "Paper Cut", *SPARE]},
        cat={"hand": ["Redaction", *SPARE]},
    )
    table.push("ann", "Tripwire", "ann")
    table.push("ann", "Second Wind", "ann's trigger stack")
    table.push("ann", "Hard Rain", "ann's trigger stack")
    table.start_pushing()
    table.push("cat", "Redaction", "Hard Rain")
    table.push("bob", "Upside Down")
    table.onto("bob", "ann's trigger stack")
    table.push("ann", "Upside Down")
    table.onto("ann", "ann's trigger stack")
    assert table.stack("ann's trigger stack", 1) == ["Redaction", "Upside Down", "Upside Down"]
    table.execute()
    assert table.life() == [15, 15, 15]  # they wait

    table.push("bob", "Paper Cut", "ann")
    table.execute()

    assert table.life() == [15, 15, 15]  # -3 by the Paper Cut, +3 by the Second Wind
    assert "cat buries Hard Rain" in table.told()


@pytest.mark.rule("M-103")
def test_a_meta_about_the_main_tower_goes_on_no_trap() -> None:
    table = Tower(
        ann={"hand": ["Tripwire", "Second Wind", "Strike Out", "Clear the Bench", *SPARE]},
        bob={"hand": SPARE},
    )
    table.push("ann", "Tripwire", "bob")
    table.push("ann", "Second Wind", "Main Stack")

    table.push("ann", "Strike Out", "Second Wind")
    table.push("ann", "Clear the Bench")

    assert [table.stack("Main Stack", level) for level in (1, 2)] == [
        ["Strike Out"],
        ["Clear the Bench"],
    ]


@pytest.mark.rule("M-103", "M-101")
def test_a_meta_on_a_meta_of_a_trap_goes_one_higher() -> None:
    table = Tower(
        ann={"hand": ["Tripwire", "Second Wind", *SPARE]},
        bob={"hand": ["Upside Down", *SPARE]},
        cat={"hand": ["Redaction", *SPARE]},
    )
    table.push("ann", "Tripwire", "bob")
    table.push("ann", "Second Wind", "ann's trigger stack")
    table.start_pushing()
    table.push("bob", "Upside Down")
    table.onto("bob", "ann's trigger stack")

    table.push("cat", "Redaction", "Upside Down")

    assert table.stack("ann's trigger stack", 2) == ["Redaction"]
