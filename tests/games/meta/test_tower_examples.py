"""Worked examples of the handbook: orders that change, targets that shift, copies, places."""

from __future__ import annotations

import pytest

from deckmastor.match import IllegalChoice
from games.meta.tower import Tower

# ---- MX-01: a reordering while the meta stack is being executed -----------------------------


def trapped() -> Tower:
    """A turn of Ann's; Cat has laid a trap for each Strike Out, with a Late Addition on it."""
    table = Tower(
        "cat",
        ann={"hand": ["Paper Cut", "Express Lane", "Strike Out", "Deep Thought"]},
        bob={"hand": ["Second Wind", "Deep Thought"]},
        cat={"hand": ["Watchword", "Late Addition", "Upside Down", "Strike Out"]},
    )
    table.push("cat", "Watchword", "Strike Out")
    table.push("cat", "Late Addition", "cat's trigger stack")
    table.execute()
    table.push("ann", "Paper Cut", "bob")
    table.push("bob", "Second Wind")
    table.push("ann", "Express Lane", "Paper Cut", "upward")
    table.push("ann", "Strike Out", "the top card of the Main Stack")
    table.execute()
    return table


@pytest.mark.rule("MX-01", "M-080", "M-101", "M-116", "M-161")
def test_a_card_is_taken_anew_after_a_trap_that_went_before_it() -> None:
    table = trapped()

    table.choose("cat", "yes", "Upside Down", "the meta stack of the Main Stack")
    assert table.stack("Main Stack", 1) == ["Express Lane", "Strike Out"]
    assert table.stack("Main Stack", 2) == ["Upside Down"]
    table.choose("cat", "no")

    assert table.life("ann", "bob", "cat") == [15, 18, 15]
    assert table.stack("ann's graveyard") == ["Express Lane", "Paper Cut", "Strike Out"]
    assert table.stack("bob's graveyard") == ["Second Wind"]
    assert table.stack("cat's graveyard") == ["Watchword", "Late Addition", "Upside Down"]


@pytest.mark.rule("MX-01", "M-161")
def test_the_same_card_is_taken_if_the_trap_changes_nothing() -> None:
    table = trapped()

    table.choose("cat", "no")

    assert table.life("ann", "bob", "cat") == [15, 12, 15]
    assert table.stack("ann's graveyard") == ["Strike Out", "Express Lane", "Paper Cut"]


# ---- MX-02: the card below this one -----------------------------------------------------------


def layered(*redacted: str) -> Tower:
    """Level 1 holds an Express Lane and a Strike Out; Ann plays a Redaction with a target."""
    table = Tower(
        ann={"hand": ["Paper Cut", "Redaction", "Deep Thought"]},
        bob={"hand": ["Second Wind", "Express Lane", "Deep Thought"]},
        cat={"hand": ["Strike Out", "Deep Thought"]},
        dan={"hand": ["Transposition", "Upside Down", "Deep Thought"]},
    )
    table.push("ann", "Paper Cut", "dan")
    table.push("bob", "Second Wind")
    table.push("bob", "Express Lane", "Paper Cut", "upward")
    table.push("cat", "Strike Out", "Second Wind")
    table.push("ann", "Redaction", *redacted)
    return table


@pytest.mark.rule("MX-02", "M-077", "M-079", "M-080", "M-099")
def test_the_card_below_this_card_is_the_one_that_lies_there_when_it_is_executed() -> None:
    table = layered("the card below this card")
    table.onto("ann", "Main Stack", 1)
    table.push("dan", "Transposition")
    table.onto("dan", "Main Stack", 1)
    table.choose("dan", "Strike Out", "Express Lane")
    assert table.stack("Main Stack", 2) == ["Transposition"]

    table.execute()

    assert table.stack("bob's graveyard") == ["Express Lane", "Second Wind"]
    assert table.stack("cat's graveyard") == ["Strike Out"]
    assert {"ann buries Express Lane", "Strike Out resolves"} < set(table.told())
    assert table.life("bob", "dan") == [15, 12]


@pytest.mark.rule("MX-02", "M-079")
def test_the_card_below_this_card_is_the_one_that_it_was_played_on() -> None:
    table = layered("the card below this card")
    table.onto("ann", "Main Stack", 1)

    table.execute()

    assert table.stack("cat's graveyard") == ["Strike Out"]
    assert table.life("bob", "dan") == [18, 12]


@pytest.mark.rule("MX-02", "M-079", "M-082")
def test_a_card_with_nothing_below_it_is_discarded_without_effect() -> None:
    table = layered("the card below this card")
    table.onto("ann", "Main Stack", 1)
    table.push("dan", "Upside Down")
    table.onto("dan", "Main Stack", 1)

    table.execute()

    assert "ann voids Redaction" in table.told() or "the game voids Redaction" in table.told()
    assert table.stack("bob's graveyard") == ["Express Lane", "Second Wind"]
    assert table.life("bob", "dan") == [15, 12]


@pytest.mark.rule("MX-02", "M-080", "M-099")
def test_a_named_card_is_found_whatever_the_order() -> None:
    table = layered("Strike Out")
    assert table.stack("Main Stack", 2) == ["Redaction"]
    table.push("dan", "Upside Down")
    table.onto("dan", "Main Stack", 1)

    table.execute()

    assert table.stack("cat's graveyard") == ["Strike Out"]
    assert table.life("bob", "dan") == [18, 12]


# ---- MX-15: a copy ---------------------------------------------------------------------------


def copied(*hand: str) -> Tower:
    """Ann's Ditto will copy her Paper Cut on Bob, which lies on his Second Wind."""
    table = Tower(
        ann={"hand": ["Paper Cut", "Ditto", "Deep Thought"]},
        bob={"hand": ["Second Wind", "Deep Thought"]},
        cat={"hand": [*hand, "Deep Thought"]},
    )
    table.start_pushing()
    table.push("bob", "Second Wind")
    table.push("ann", "Paper Cut", "bob")
    table.push("ann", "Ditto", "Paper Cut")
    return table


@pytest.mark.rule("MX-15", "M-165")
def test_a_copy_of_a_paper_cut_hits_and_ceases_to_exist() -> None:
    table = copied()
    assert table.stack("Main Stack", 1) == ["Ditto"]

    table.execute()

    assert table.life("ann", "bob", "cat") == [15, 12, 15]
    assert table.stack("ann's graveyard") == ["Ditto", "Paper Cut"]
    assert [table.stack(f"{name}'s graveyard") for name in ("bob", "cat")] == [["Second Wind"], []]


@pytest.mark.rule("MX-15")
def test_an_echo_counts_a_copied_paper_cut_once() -> None:
    table = Tower(
        ann={"hand": ["Paper Cut", "Ditto", "Deep Thought"]},
        bob={"hand": ["Deep Thought"]},
        cat={"hand": ["Echo of Paper", "Deep Thought"]},
    )
    table.start_pushing()
    table.push("cat", "Echo of Paper", "ann")
    table.push("ann", "Paper Cut", "bob")
    table.push("ann", "Ditto", "Paper Cut")

    table.execute()

    assert table.life("ann", "bob") == [14, 9]


# ---- MX-11: where Meta cards go ----------------------------------------------------------------


def floors(*hand: str) -> Tower:
    """A Paper Cut on the main stack, a Strike Out above it, and a laid trap of Bob's."""
    table = Tower(
        "bob",
        ann={"hand": ["Paper Cut", "Strike Out", "Deep Thought", *hand]},
        bob={"hand": ["Tripwire", "Second Wind", "Deep Thought"]},
    )
    table.push("bob", "Tripwire", "ann")
    table.push("bob", "Second Wind", "bob's trigger stack")
    table.execute()
    table.push("ann", "Paper Cut", "bob")
    table.push("ann", "Strike Out", "Paper Cut")
    return table


@pytest.mark.rule("MX-11", "M-098", "M-099", "M-100")
def test_a_strike_out_goes_above_the_main_stack() -> None:
    assert floors().stack("Main Stack", 1) == ["Strike Out"]


@pytest.mark.rule("MX-11", "M-099", "M-101")
def test_a_redaction_on_a_card_of_the_meta_stack_goes_above_that() -> None:
    table = floors("Redaction")

    table.push("ann", "Redaction", "Strike Out")

    assert table.stack("Main Stack", 2) == ["Redaction"]


@pytest.mark.rule("MX-11", "M-101")
def test_a_clear_the_bench_names_the_meta_stack_and_goes_above_it() -> None:
    table = floors("Clear the Bench")

    table.push("ann", "Clear the Bench")

    assert table.stack("Main Stack", 2) == ["Clear the Bench"]


@pytest.mark.rule("MX-11", "M-099")
@pytest.mark.parametrize(
    ("card", "goal", "level"), [("Paper Cut", None, 2), ("Strike Out", 0, 2), ("Strike Out", 2, 3)]
)
def test_an_elevator_goes_above_the_higher_of_its_two_stacks(
    card: str, goal: int | None, level: int
) -> None:
    table = floors("Elevator")

    table.push("ann", "Elevator", card)
    if goal is not None:  # below the main stack is none, so that a card on it can only go up
        assert table.offered("ann") == [("Main Stack", 0), ("Main Stack", 2)]
        table.onto("ann", "Main Stack", goal)

    assert table.stack("Main Stack", level) == ["Elevator"]


@pytest.mark.rule("MX-11", "M-103")
def test_a_card_about_a_trap_waits_above_it() -> None:
    table = floors("Upside Down")

    table.push("ann", "Upside Down")
    table.onto("ann", "bob's trigger stack")
    table.execute()

    assert table.stack("bob's trigger stack", 1) == ["Upside Down"]
    assert table.stack("bob's trigger stack") == ["Second Wind"]


@pytest.mark.rule("MX-11", "M-022", "M-026")
def test_a_card_about_a_graveyard_goes_on_the_main_stack() -> None:
    table = floors("Upside Down")

    table.push("ann", "Upside Down")
    table.onto("ann", "bob's graveyard")

    assert table.stack("Main Stack") == ["Paper Cut", "Upside Down"]


@pytest.mark.rule("MX-11", "M-017")
def test_a_trap_that_went_off_cannot_be_targeted() -> None:
    table = floors("Upside Down", "Hard Rain", "Second Wind")
    table.push("ann", "Hard Rain")
    table.execute()  # the Tripwire goes off
    table.execute()
    table.push("ann", "Second Wind")
    table.push("ann", "Upside Down")

    towers = {name for name, _ in table.offered("ann")}

    assert towers == {"Main Stack", "ann's graveyard", "bob's graveyard"}
    with pytest.raises(IllegalChoice):
        table.choose("ann", "the trigger stack")


@pytest.mark.rule("MX-11", "M-099")
@pytest.mark.parametrize(("first", "level"), [((), 2), (("Redaction", "Strike Out"), 3)])
def test_a_card_about_the_whole_tower_goes_above_its_highest_card(
    first: tuple[str, ...], level: int
) -> None:
    table = floors("Redaction", "Foundations First")
    if first:
        table.push("ann", *first)

    table.push("ann", "Foundations First")

    assert table.stack("Main Stack", level) == ["Foundations First"]


@pytest.mark.rule("MX-11", "M-021", "M-095")
def test_an_event_cannot_be_played_onto_the_meta_stack() -> None:
    table = floors("Second Wind")

    table.push("ann", "Second Wind")

    assert table.stack("Main Stack") == ["Paper Cut", "Second Wind"]
    assert table.stack("Main Stack", 1) == ["Strike Out"]
