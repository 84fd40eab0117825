"""Targets: when they are announced, what they may be, and what becomes of them until execution."""

from __future__ import annotations

import pytest

from deckmastor.match import IllegalChoice
from games.meta.tower import Tower, with_cards

SPARE = ["Deep Thought"]


def pushing(*hand: str, bob: tuple[str, ...] = ("Second Wind", "Paper Cut")) -> Tower:
    """Ann's pushing stage; Bob's Second Wind lies below his Paper Cut on Cat."""
    table = Tower(ann={"hand": [*hand, *SPARE]}, bob={"hand": [*bob, *SPARE]}, cat={"hand": SPARE})
    table.start_pushing()
    for card in bob:
        table.push("bob", card, *(["cat"] if card == "Paper Cut" else []))
    return table


def void(table: Tower) -> list[str]:
    """The cards that were discarded without effect, in order."""
    return [text.split(" voids ")[1] for text in table.told() if " voids " in text]


# ---- announcing ----------------------------------------------------------------------------------


@pytest.mark.rule("M-075", "M-184")
@pytest.mark.parametrize("answer", ["pass", "nothing", "Deep Thought"])
def test_a_card_is_not_played_without_its_target(answer: str) -> None:
    table = pushing("Strike Out")
    table.push("ann", "Strike Out")

    with pytest.raises(IllegalChoice):
        table.choose("ann", answer)

    assert table.stack("Main Stack", 1) == []
    assert table.cards("ann", "hand") == ["Strike Out", *SPARE]


@pytest.mark.rule("M-075")
def test_what_the_text_fixes_is_not_announced() -> None:
    table = pushing("Exhume")

    table.push("ann", "Exhume")

    assert table.stack("Main Stack")[-1] == "Exhume"
    assert "play Deep Thought" in table.options("ann")


@pytest.mark.rule("M-075")
def test_what_another_player_chooses_is_chosen_at_execution() -> None:
    table = Tower(
        ann={"hand": ["Slip of the Pen", *SPARE]},
        bob={"hand": ["Second Wind", "Hard Rain", "Paper Cut"]},
    )
    table.push("ann", "Slip of the Pen", "bob")
    assert table.stack("Main Stack") == ["Slip of the Pen"]

    table.execute()

    assert sorted(table.options("bob")) == ["Hard Rain", "Paper Cut", "Second Wind"]


@pytest.mark.rule("M-075")
def test_an_alternative_is_announced_with_its_card() -> None:
    table = pushing("Express Lane")
    table.push("ann", "Express Lane", "Second Wind")

    assert table.options("ann") == ["upward", "downward"]


@pytest.mark.rule("M-076", "M-182")
def test_targets_are_told_to_all_players() -> None:
    table = pushing("Strike Out", "Paper Cut")
    table.push("ann", "Paper Cut", "bob")
    table.push("ann", "Strike Out", "the top card of the Main Stack")

    told = table.match.log("cat")

    assert "ann targets bob" in told
    assert "ann targets 'the top card of the Main Stack'" in told


@pytest.mark.rule("M-076")
def test_a_target_is_kept_with_its_card_in_a_saved_match() -> None:
    table = pushing("Strike Out")
    table.push("ann", "Strike Out", "the bottom card of the Main Stack")
    table.match = table.match.restore(table.match.save())

    table.execute()

    assert table.life("bob", "cat") == [15, 12]


# ---- descriptions --------------------------------------------------------------------------------


@pytest.mark.rule("M-078", "M-084")
@pytest.mark.parametrize(
    ("card", "phrase", "why"),
    [
        ("Paper Cut", "the active player with the fewest life points", "can fit several"),
        ("Strike Out", "a card on the Main Stack", "can fit several"),
        ("Paper Cut", "the next card that bob plays", "is a card; the target is a player"),
        ("Strike Out", "the Main Stack", "fits no card that can be targeted"),
        ("Strike Out", "the top card of the memory of bob", "fits no card that can be targeted"),
        ("Total Recall", "the Main Stack", "fits no graveyard that can be targeted"),
    ],
)
def test_a_description_that_could_fit_several_things_or_a_wrong_one_is_refused(
    card: str, phrase: str, why: str
) -> None:
    table = pushing(card)
    table.push("ann", card)

    with pytest.raises(IllegalChoice, match=why):
        table.choose("ann", phrase)

    assert len(table.options("ann")) > 1


@pytest.mark.rule("M-079", "M-082")
def test_the_card_above_this_card_names_nothing_when_it_is_executed() -> None:
    table = pushing("Redaction", bob=("Second Wind", "Hard Rain"))
    table.push("ann", "Redaction", "the card above this card")
    table.onto("ann", "Main Stack", 1)

    table.execute()

    assert void(table) == ["Redaction"]


@pytest.mark.rule("M-079", "M-162")
def test_below_a_card_that_was_taken_from_the_bottom_is_the_next_one() -> None:
    table = pushing(
        "Redaction", "Express Lane", "First Come, First Served", "Elevator",
        bob=("Second Wind", "Hard Rain"),
    )  # fmt: skip
    table.push("ann", "Redaction", "the card below this card")
    table.onto("ann", "Main Stack", 1)
    table.push("ann", "Express Lane", "the top card of the Main Stack", "downward")
    table.push("ann", "First Come, First Served")
    table.push("ann", "Elevator", "Redaction")
    table.onto("ann", "Main Stack", 0)

    table.execute()  # Redaction comes to lie below the Second Wind, and is taken first

    assert "ann buries Second Wind" in table.told()
    assert table.life("bob") == [12]


@pytest.mark.rule("M-080")
def test_a_named_card_is_followed_wherever_it_goes() -> None:
    table = pushing("Strike Out", "Express Lane", bob=("Second Wind", "Hard Rain", "Deep Thought"))
    table.push("ann", "Strike Out", "Hard Rain")
    table.push("ann", "Express Lane", "Hard Rain", "downward")

    table.execute()

    assert "ann buries Hard Rain" in table.told()
    assert table.life("bob") == [18]


@pytest.mark.rule("M-081", "M-080")
def test_a_target_need_not_exist_yet() -> None:
    table = pushing("Strike Out", bob=("Second Wind",))
    table.push("ann", "Strike Out", "the next card that cat plays")
    table.push("cat", "Deep Thought")

    table.execute()

    assert "ann buries Deep Thought" in table.told()
    assert table.life("bob") == [18]


@pytest.mark.rule("M-081", "M-082")
def test_a_target_that_never_came_discards_its_card_without_effect() -> None:
    table = pushing("Strike Out")
    table.push("ann", "Strike Out", "the next card that cat plays")

    table.execute()

    assert void(table) == ["Strike Out"]
    assert table.stack("ann's graveyard") == ["Strike Out"]
    assert table.life("bob", "cat") == [18, 12]


@pytest.mark.rule("M-017", "M-081")
def test_the_next_trap_of_a_player_can_be_announced() -> None:
    table = pushing("Upside Down")

    table.push("ann", "Upside Down", "the next trigger stack that bob creates")

    assert table.stack("Main Stack", 1) == ["Upside Down"]


# ---- validity at execution -----------------------------------------------------------------------


@pytest.mark.rule("M-082")
def test_a_card_that_left_the_stack_is_no_target_any_more() -> None:
    table = pushing("Express Lane", "Strike Out")
    table.push("ann", "Express Lane", "Second Wind", "upward")
    table.push("ann", "Strike Out", "Second Wind")

    table.execute()

    assert void(table) == ["Express Lane"]


@pytest.mark.rule("M-082")
def test_one_bad_target_of_two_discards_the_whole_card() -> None:
    table = pushing("Transposition", "Strike Out", bob=("Second Wind", "Hard Rain", "Deep Thought"))
    table.push("ann", "Transposition", "Main Stack", "Hard Rain", "Second Wind")
    table.push("ann", "Strike Out", "Second Wind")

    table.execute()

    assert void(table) == ["Transposition"]


@pytest.mark.rule("M-082", "M-038")
def test_a_player_who_became_disabled_is_no_target_any_more() -> None:
    table = Tower(
        ann={"hand": ["Paper Cut", *SPARE]},
        bob={"hand": ["Paper Cut", *SPARE]},
        cat={"hand": SPARE, "life point": 2},
        dan={"hand": SPARE},
    )
    table.push("ann", "Paper Cut", "cat")
    table.push("bob", "Paper Cut", "cat")

    table.execute()

    assert void(table) == ["Paper Cut"]
    assert table.life("cat") == [-1]


@pytest.mark.rule("M-082")
def test_discarded_without_effect_differs_from_executed() -> None:
    table = Tower(
        ann={"hand": ["Dead Letter", "Second Wind", "Second Wind", "Strike Out", *SPARE]},
        bob={"hand": ["Strike Out", *SPARE]},
    )
    table.push("ann", "Dead Letter")
    table.push("ann", "Second Wind", "ann's trigger stack")
    table.push("ann", "Second Wind", "Main Stack")
    table.push("ann", "Strike Out", "Second Wind")
    table.push("bob", "Strike Out", "Second Wind")

    table.execute()

    assert void(table) == ["Strike Out"]
    assert table.stack("bob's graveyard") == ["Strike Out"]
    assert table.life("ann") == [18]  # the trap went off once, by the card that failed


# ---- instructions that make sense ----------------------------------------------------------------


@pytest.mark.rule("M-083")
def test_what_can_be_done_is_done() -> None:
    table = Tower(
        ann={"hand": ["Slip of the Pen", *SPARE]}, bob={"hand": ["Paper Cut"]}, cat={"hand": SPARE}
    )
    table.push("ann", "Slip of the Pen", "bob")

    table.execute()

    assert table.cards("bob", "hand") == []
    assert void(table) == []


@pytest.mark.rule("M-083")
def test_an_instruction_that_changes_nothing_is_carried_out() -> None:
    table = Tower(
        ann={"hand": ["Second Wind", "Total Recall", *SPARE], "life point": 25},
        bob={"hand": SPARE},
    )
    table.push("ann", "Second Wind")
    table.push("ann", "Total Recall")
    table.onto("ann", "bob's graveyard")

    table.execute()

    assert table.life("ann") == [25]
    assert void(table) == []


# ---- what may be announced -----------------------------------------------------------------------


@pytest.mark.rule("M-084", "M-038")
def test_a_disabled_player_cannot_be_announced() -> None:
    table = Tower(
        ann={"hand": ["Paper Cut", *SPARE]},
        bob={"hand": SPARE, "life point": -2, "standing": "disabled"},
        cat={"hand": SPARE},
    )
    table.push("ann", "Paper Cut")

    assert table.options("ann") == ["ann", "cat"]
    for phrase in ("bob", "the next player"):
        with pytest.raises(IllegalChoice):
            table.choose("ann", phrase)


@pytest.mark.rule("M-084", "M-107")
@pytest.mark.parametrize(
    ("card", "offered"),
    [
        ("Selective Grief", ["Paper Cut", "Tripwire", "Hard Rain"]),
        ("Grief", ["Paper Cut", "Hard Rain"]),
    ],
)
def test_only_a_card_for_any_card_can_target_a_trigger(card: str, offered: list[str]) -> None:
    text = "Target a card on your graveyard. Return that card to your hand."
    table = Tower(
        game=with_cards(f"Grief | Event, delving | {text}"),
        ann={"hand": [card, *SPARE]},
        bob={"hand": SPARE},
    )
    for name in ("Paper Cut", "Tripwire", "Hard Rain"):
        table.bury("ann", name)

    table.push("ann", card)

    assert table.options("ann") == offered
