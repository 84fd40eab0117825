"""Rerolls: whoever may reroll sees an outcome before anything reads it, and can have another."""

from __future__ import annotations

import pytest

from deckmastor.engine.inside import PickAgain, RollAgain
from deckmastor.match import RulebookError, read
from deckmastor.testing import Table

BOOK = """# Fates {{#fates}}

## Words {{#words}}

- Each player has a hand and a shelf. There is a deck, a box and a chest. The box is face up. A shelf is a place.
- Beads, cups and wishes are counters. A player can be lucky. Each card has any number of modifiers.
- A player is lucky if they have at least 1 wish.
- On their turn, a player may rest. To rest is to gain 1 cup.
- To destroy a card is to remove it from the game.
- Toys and plays are kinds of card.

## Luck {{#luck}}

{rules}

## Cards {{#cards}}

The modifiers are:

| Name | Text |
|---|---|
| Red | |
| Blue | |

The Paint collection is:

| Name | Weight |
|---|---|
| Red | 1 |
| Blue | 1 |

The cards are:

| Name | Type | Count | Text |
|---|---|---|---|
| Oak | toy | 1 | |
| Ash | toy | 1 | |
| Elm | toy | 1 | |
{cards}
"""
ONCE = "Once per game, a lucky player may reroll."
FREELY = "A lucky player may reroll."


def laid(
    rules: str,
    *texts: str,
    box: list[str] | None = None,
    **more: dict[str, list[str] | int | str],
) -> Table:
    """A table of ann, bob and cy, of whom bob and cy are lucky; cards `1`, `2` … have the texts."""
    rows = [f"| Play {n} | play | 1 | {text} |" for n, text in enumerate(texts, 1)]
    told = "\n".join(f"- {rule}" for rule in rules.splitlines())
    seats: dict[str, dict[str, list[str] | int | str]] = {
        "ann": {}, "bob": {"wish": 1}, "cy": {"wish": 1},
    }  # fmt: skip
    table = Table(
        BOOK.format(rules=told, cards="\n".join(rows)),
        common={"box": ["Oak", "Ash", "Elm"] if box is None else box},
        bare=True,
        **{name: {**told, **more.get(name, {})} for name, told in seats.items()},
    )
    table.begin_turn("ann")
    return table


def does(table: Table, player: str, *draws: int, card: int = 1) -> list[str]:
    """Let somebody perform a card; chance brings these. What they can choose then."""
    table.fate(*draws)
    table.perform(player, f"Play {card}")
    return table.options(player)


def beads(table: Table) -> list[int]:
    return [table.count(player, "bead") for player in ("ann", "bob", "cy")]


ROLL = "Roll 1d6. Gain beads equal to the result."
ROLLS = ("rolls", "rerolls")


def story(table: Table, *parts: str) -> list[str]:
    """The lines of the log that contain one of some parts."""
    return [line for line in table.match.log() if any(part in line for part in parts)]


# ---- whose it is, and when they are asked --------------------------------------------------------


def test_who_may_reroll_sees_the_outcome_and_is_asked_before_anything_reads_it() -> None:
    table = laid(ONCE, ROLL)

    assert does(table, "bob", 2, 5) == ["reroll", "keep"]
    assert table.asked() == ["bob"]
    assert (table.decision.prompt, table.decision.about) == ("Reroll?", "The outcome is 2.")
    assert story(table, *ROLLS) == ["bob rolls 2"]
    assert beads(table) == [0, 0, 0]


@pytest.mark.parametrize(("answer", "n"), [("keep", 2), ("reroll", 5)])
def test_the_outcome_that_stands_is_the_one_that_is_read(answer: str, n: int) -> None:
    table = laid(ONCE, ROLL)
    does(table, "bob", 2, 5)
    table.choose("bob", answer)

    assert beads(table) == [0, n, 0]
    told = {"keep": ["bob rolls 2"], "reroll": ["bob rolls 2", "bob rerolls 2", "bob rolls 5"]}
    assert story(table, *ROLLS) == told[answer]


def test_who_may_not_is_not_asked() -> None:
    table = laid(ONCE, ROLL)

    assert "reroll" not in does(table, "ann", 2)
    assert beads(table) == [2, 0, 0]


def test_an_outcome_is_not_offered_in_a_turn() -> None:
    table = laid(FREELY, ROLL)

    assert "reroll" not in [
        option for name in ("ann", "bob", "cy") for option in table.options(name)
    ]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Choose another player. That player rolls 1d6.", "cy"),
        ("Choose another player. Roll 1d6. That player gains 1 bead.", "bob"),
        ("Each player rolls 1d6.", "bob"),
        ("Choose another player. That player destroys a random card in the box.", "cy"),
        (
            "Choose another player. Destroy a random card in the box. That player gains 1 bead.",
            "bob",
        ),
        ("A random card in the box gains the Red modifier.", "bob"),
    ],
)
def test_an_outcome_is_of_who_does_the_act_else_of_whom_the_text_speaks_to(
    text: str, asked: str
) -> None:
    table = laid(ONCE, text)
    does(table, "bob")
    if "cy" in table.options("bob"):
        table.choose("bob", "cy")

    assert table.asked() == [asked]
    assert table.decision.prompt == "Reroll?"


@pytest.mark.parametrize(
    ("rule", "asked"),
    [
        ("When a player gains a cup, roll 1d6.", ["cy"]),
        ("When a player gains a cup, each player rolls 1d6.", ["bob"]),
        ("When a player gains a cup, a random card in the box gains the Red modifier.", ["cy"]),
        ("To toast is to roll 1d6. When a player gains a cup, they toast.", ["cy"]),
        ("When the box is empty, roll 1d6.", []),
    ],
)
def test_in_a_rule_it_is_of_who_did_what_the_rule_waits_for(rule: str, asked: list[str]) -> None:
    text = "Gain 1 cup." if asked else "Move all cards in the box to the chest."
    table = laid(f"{ONCE}\n{rule}", text)
    does(table, "cy")

    assert [who for who in table.asked() if not table.quiet] == asked


def test_each_roll_of_several_is_asked_about_on_its_own() -> None:
    table = laid(FREELY, "Each player rolls 1d6. That player gains beads equal to the result.")
    does(table, "ann", 1, 2, 3, 4)
    assert table.asked() == ["bob"]
    table.choose("bob", "reroll")
    assert table.asked() == ["cy"]
    table.choose("cy", "keep")

    assert beads(table) == [1, 3, 4]


# ---- what counts ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "first", "after"),
    [
        ("Roll 2d6. Gain beads equal to the result.", "5", "bob gains 4 beads"),
        ("Roll 2d6 4+. Gain beads equal to the result.", "0", "bob gains 1 bead"),
        ("Destroy a random card in the box.", "Ash", "bob destroys Oak"),
        ("Choose a random player. The chosen player gains 3 beads.", "bob", "ann gains 3 beads"),
        ("Create a random toy in the chest.", "Ash", "bob creates Oak"),
        (
            "Choose a card in the box. That card gains a random modifier from the Paint collection.",
            "Blue",
            "gains Red",
        ),
    ],
)
def test_dice_and_all_that_is_picked_at_random_counts(text: str, first: str, after: str) -> None:
    table = laid(ONCE, text)
    dice = "2d6" in text
    does(table, "bob", *((2, 3, 1, 5) if dice else (2, 1)))
    if "Oak" in table.options("bob"):
        table.choose("bob", "Oak")
    if "4+" in text:
        first, after = "0", "bob gains 1 bead"
    elif dice:
        first, after = "5", "bob gains 6 beads"
    assert table.decision.about == f"The outcome is {first}."
    table.choose("bob", "reroll")

    assert [line for line in table.match.log() if after in line]
    assert not [line for line in table.match.log() if line.endswith(f"destroys {first}")]


def test_several_at_once_are_one_outcome() -> None:
    table = laid(ONCE, "Destroy 2 random cards in the box.")
    does(table, "bob", 1, 1, 3, 2)
    assert table.decision.about == "The outcome is Oak, Ash."
    table.choose("bob", "reroll")

    assert table.cards("", "box") == ["Oak"]
    assert story(table, "rerolls") == ["bob rerolls 2"]


@pytest.mark.parametrize(
    "text",
    [
        "Destroy 3 random cards in the box.",
        "Destroy a random card in the chest.",
        "Roll 3d1.",
        "Roll 0d6.",
        "Shuffle the box.",
        "Move all cards in the box to the chest in random order.",
    ],
)
def test_one_outcome_alone_and_an_order_are_no_question(text: str) -> None:
    table = laid(ONCE, text)
    does(table, "bob")

    assert table.quiet


# ---- how often, and at what price ----------------------------------------------------------------


def test_the_second_outcome_stands() -> None:
    table = laid(FREELY, ROLL)
    does(table, "bob", 1, 1, 6)
    table.choose("bob", "reroll")

    assert table.quiet
    assert beads(table) == [0, 1, 0]


@pytest.mark.parametrize(
    ("rule", "asked"),
    [
        (FREELY, [True, True]),
        (ONCE, [False, True]),
        ("Twice per game, a lucky player may reroll.", [True, True]),
        (f"{FREELY}\nA player cannot reroll more than once per game.", [False, True]),
        (f"{FREELY}\nA player cannot reroll if they have at least 1 bead.", [False, True]),
        (f"{FREELY}\nOnly players with no beads may reroll.", [False, True]),
    ],
)
def test_how_often_is_said_as_of_other_acts_and_each_player_counts_apart(
    rule: str, asked: list[bool]
) -> None:
    table = laid(rule, ROLL)
    does(table, "bob", 2, 3)
    table.choose("bob", "reroll")
    again = "reroll" in does(table, "bob", 1)
    if again:
        table.choose("bob", "keep")

    assert [again, "reroll" in does(table, "cy", 1)] == asked


def test_what_was_kept_was_no_reroll() -> None:
    table = laid(ONCE, ROLL)
    does(table, "bob", 2)
    table.choose("bob", "keep")

    assert "reroll" in does(table, "bob", 3)


@pytest.mark.parametrize(("has", "asked"), [(1, True), (0, False)])
def test_a_price_is_paid(has: int, asked: bool) -> None:
    table = laid(f"{FREELY}\nTo reroll, a player must pay 1 cup.", ROLL, bob={"cup": has})
    assert ("reroll" in does(table, "bob", 2, 3)) == asked
    if asked:
        table.choose("bob", "reroll")

        assert table.count("bob", "cup") == 0
        assert beads(table) == [0, 3, 0]


def test_a_reroll_is_an_event_and_a_roll_that_is_void_is_none() -> None:
    table = laid(
        f"{FREELY} If they do, they lose 1 bead.\n"
        "When a player rolls, they gain 10 cups.\n"
        "When a player rerolls, each other player gains 1 cup.",
        ROLL,
    )
    does(table, "bob", 2, 3)
    table.choose("bob", "reroll")

    assert beads(table) == [0, 2, 0]
    assert [table.count(player, "cup") for player in ("ann", "bob", "cy")] == [1, 10, 1]


def test_a_kept_roll_is_one_event() -> None:
    table = laid(f"{FREELY}\nWhen a player rolls, they gain 10 cups.", ROLL)
    does(table, "bob", 2)
    table.choose("bob", "keep")

    assert table.count("bob", "cup") == 10


def test_a_card_can_let_its_holder_reroll() -> None:
    table = laid(
        "A card can be shiny.",
        ROLL,
        "Once per turn, you may reroll.",
        ann={"shelf": ["Play 2"]},
    )

    assert "reroll" not in does(table, "bob", 2)
    assert "reroll" in does(table, "ann", 2)


# ---- the machinery around it ---------------------------------------------------------------------


def test_without_such_a_rule_nothing_is_compiled_for_it() -> None:
    for rule, found in (("A player can be cross.", False), (ONCE, True)):
        ops = [op for block in laid(rule, ROLL).match.rules.blocks for op in block.ops]

        assert any(isinstance(op, (PickAgain, RollAgain)) for op in ops) == found


@pytest.mark.parametrize("answer", ["keep", "reroll"])
@pytest.mark.parametrize("text", [ROLL, "Destroy a random card in the box."])
def test_a_question_survives_a_save_and_a_fork(text: str, answer: str) -> None:
    table = laid(ONCE, text)
    does(table, "bob", 2, 3)
    match = table.match
    fork, again = match.fork(), match.restore(match.save())
    for one in (match, fork, again):
        one.choose("bob", answer)

    assert fork.state.v == again.state.v == match.state.v
    assert fork.state.zones == again.state.zones == match.state.zones
    assert fork.log()[-1] == match.log()[-1]


def test_where_chance_is_a_seat_it_is_asked_again() -> None:
    book = BOOK.format(
        rules=f"- {FREELY}\n- Before the game, each player gains 1 wish.\n"
        "- On their turn, a player may throw. To throw is to gain 1 cup.\n"
        "- When a player throws, roll 1d6. That player gains beads equal to the result.",
        cards="",
    )
    match = read(book).start(["ann", "bob"], outside=True)
    match.choose("ann", "throw")
    assert [decision.player for decision in match.decisions] == ["chance"]
    match.choose("chance", "2")
    assert [decision.about for decision in match.decisions] == ["The outcome is 2."]
    match.choose("ann", "reroll")
    assert [decision.player for decision in match.decisions] == ["chance"]
    match.choose("chance", "6")

    assert match.state.cols[match.rules.schema.attrs["bead"].at][:2] == [6, 0]
    assert "ann rerolls 2" in match.log()


def test_who_sees_a_hidden_card_alone_is_told_which_it_is() -> None:
    table = laid(
        FREELY,
        "A random card in your hand gains the Red modifier.",
        box=[],
        bob={"hand": ["Oak", "Ash"]},
    )
    does(table, "bob", 2, 1)
    assert table.decision.about == "The outcome is Ash."
    table.choose("bob", "reroll")

    assert "bob rerolls Ash" in table.match.log("bob")
    assert "bob rerolls a card" in table.match.log("ann")


def test_of_another_hand_one_is_told_no_more_than_one_can_see() -> None:
    table = laid(
        FREELY,
        "Choose another player. Destroy a random card in that player's hand.",
        box=[],
        ann={"hand": ["Oak", "Ash"]},
    )
    does(table, "bob", 2, 1)
    table.choose("bob", "ann")

    assert table.decision.about == "The outcome is a card in ann's hand."
    table.choose("bob", "reroll")
    assert table.cards("ann", "hand") == ["Ash"]


def test_who_has_left_is_not_asked() -> None:
    table = laid(
        f"{ONCE}\nWhen a player gains a cup, that player forfeits. That player rolls 1d6.",
        "Gain 1 cup.",
    )
    does(table, "cy")

    assert "cy" not in table.asked()


def test_a_rule_that_comes_in_play_counts() -> None:
    table = laid("A player can be cross.", ROLL)
    assert "reroll" not in does(table, "bob", 2)
    table.match.amend("- A lucky player may reroll.")

    assert "reroll" in does(table, "bob", 2)


# ---- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        ("A player must reroll.", "may reroll"),
        ("When a player gains a cup, they reroll.", "Say as a rule who may reroll"),
        ("When a player gains a cup, they may reroll.", "Say as a rule who may reroll"),
        ("If a player would reroll, they gain 1 cup instead.", "who cannot reroll"),
        ("A player may reroll. If they do not, they gain 1 cup.", "if nobody rerolls"),
        (
            "A player may reroll if no other player objects within 4 days.",
            "asked at once",
        ),
    ],
)
def test_a_reroll_that_could_not_be_made_as_it_is_said_is_refused(rule: str, why: str) -> None:
    with pytest.raises(RulebookError, match=why):
        read(BOOK.format(rules=f"- {FREELY}\n- {rule}", cards="")).start(["ann", "bob"])


def test_a_book_can_mean_something_else_by_it() -> None:
    table = laid(
        "To reroll is to gain 1 cup. On their turn, a player may reroll.",
        ROLL,
    )
    assert "reroll" not in does(table, "bob", 2)
    table.choose("ann", "reroll")

    assert table.count("ann", "cup") == 1
