"""Warnings: what reads well but may not say what was meant, and facts that deny themselves."""

from __future__ import annotations

import pytest

from deckmastor.language.book import load_text
from deckmastor.language.fragment import change
from pony_book import PONIES

FIRST = PONIES.count("\n") + 1
LIMIT = "While a player has more than 7 beads, the hand limit is 3."


def warned(text: str, severity: str = "warning") -> list[tuple[int, str]]:
    """Line and code of each warning about a text, which stands behind the words of the ponies."""
    book = load_text(f"{PONIES}## More {{#more}}\n{text}\n- {LIMIT}\n")
    assert {fault.code for fault in book.errors} <= {"cycle", "defined-twice"}, [
        str(f) for f in book.errors
    ]
    return [(f.line - FIRST, f.code) for f in book.faults if f.severity == severity]


LONG = (
    "- At the end of each turn, the player at turn discards cards until the number of cards in "
    "their hand is at most the hand limit."
)
SHORT = (
    "- At the end of each turn, the player at turn discards cards until the number of cards in "
    "their hand is at most their strength."
)


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        pytest.param(LONG, 1, "long-sentence", id="26 words"),
        pytest.param(
            "- When a player gives a card to a player, a player draws a card.",
            1, "three-of-a-kind", id="three players",
        ),
        pytest.param("- The gift is 3.", 1, "unused-word", id="a value that nothing uses"),
        pytest.param(
            "- A player is lucky if the deck is empty.", 1, "unused-word",
            id="a status that nothing asks for",
        ),
        pytest.param(
            "- A foal can be destroyed.\n- A foal cannot be destroyed.", 1, "defeated",
            id="a permission that a cannot defeats",
        ),
        pytest.param(
            "- Foals cannot be destroyed.\n- At any time, a foal can be destroyed.", 2, "defeated",
            id="a permission at any time that a cannot defeats",
        ),
        pytest.param(
            "- When a player sacrifices a card, that player draws a card.", 1, "never-done",
            id="an act that nobody may do",
        ),
        pytest.param(
            "- A player may draw a card.\n- An asleep player cannot draw cards.", 2, "never-so",
            id="a status that nothing gives",
        ),
        pytest.param(
            "- A card is tired if it is a goat and a player is asleep.", 1, "never-so",
            id="a status that nothing gives, in a fact",
        ),
        pytest.param(
            "- A player may draw a card.\n- An asleep player cannot draw cards.\n"
            "- The player at turn is not asleep.", 2, "never-so", id="a status that a fact denies",
        ),
        pytest.param(
            "- A player may draw a card.\n- When a player becomes asleep, shuffle the deck.", 2,
            "never-so", id="a status that is waited for",
        ),
        pytest.param(
            "- A player cannot become asleep.", 1, "never-so", id="a status that is forbidden",
        ),
        pytest.param(
            "- The Fox is a player.\n- When the deck is empty, each player gains 1 bead.\n"
            "- When the nursery is empty, each player gains 2 beads.", 2, "no-seat",
            id="a player without a seat",
        ),
        pytest.param(
            "- A player may draw a card if there are at least 0 goats in the nursery.", 1,
            "always-so", id="a number that is always so",
        ),
        pytest.param(
            "- A player may draw a card if the number of goats in the nursery is less than 0.", 1,
            "always-so", id="a number that is never so",
        ),
        pytest.param("- Shuffle the deck.", 1, "done-once", id="an effect that opens a rule"),
        pytest.param(
            "- A player may draw a card.\n- Each player draws a card.", 2, "done-once",
            id="an effect of each player that opens a rule",
        ),
    ],
)  # fmt: skip
def test_a_second_look_is_worth_it(text, line, code):
    assert warned(text) == [(line, code)]


def test_descriptions_three_deep_are_too_deep():
    text = "- A card that shares a colour with a card that shares a colour with a card whose value is 3 cannot be played."

    assert (1, "nested") in warned(text)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(SHORT, id="25 words"),
        pytest.param(
            "- When a player gives a card to another player, reveal it.", id="two players"
        ),
        pytest.param(
            "- When a player plays a card that shares a colour with a card whose value is 3, reveal the deck.",
            id="two deep",
        ),
        pytest.param(
            "- The gift is 3.\n- At the end of the game, the player at turn gains beads equal to the gift.",
            id="a value in use",
        ),
        pytest.param(
            "- A foal can be destroyed.\n- A foal cannot be destroyed if the deck is empty.",
            id="a cannot with a condition",
        ),
        pytest.param(
            "- A pony can be destroyed.\n- A foal cannot be destroyed.",
            id="a cannot for fewer things",
        ),
        pytest.param(
            "- When a player sacrifices a card, that player draws a card.\n- Each player may sacrifice a card.",
            id="an act that players may do",
        ),
        pytest.param(
            "- When a player plays a card, that player draws a card.", id="an act of every game"
        ),
        pytest.param(
            "- An asleep player cannot draw cards.\n- At the end of each turn, the player at turn becomes asleep.",
            id="a status that an act gives",
        ),
        pytest.param(
            "- An asleep player cannot draw cards.\n- A player is asleep if their hand is empty.",
            id="a status that a fact gives",
        ),
        pytest.param(
            "- An asleep player cannot draw cards.\n- Each player is asleep if the deck is empty.",
            id="a status that a fact gives to each",
        ),
        pytest.param(
            "- The player at turn is not asleep.\n- A player may become asleep.",
            id="a status that is denied, and given elsewhere",
        ),
        pytest.param(
            "- The Fox is a player.\n- When the deck is empty, each player and the Fox gain 1 bead.",
            id="a player without a seat, who is named",
        ),
        pytest.param(
            "- A player may draw a card if there is at least 1 goat in the nursery.",
            id="a number that can be so or not",
        ),
        pytest.param("- A player may draw a card.", id="a plain sentence"),
        pytest.param(
            "- Before the game, shuffle the deck. Each player draws a card.", id="with a moment"
        ),
    ],
)
def test_a_sentence_in_order_is_not_warned_of(text):
    assert warned(text) == []


def test_a_value_that_only_a_cell_uses_is_in_use():
    text = (
        "- The gift is 3.\n\nThe values are:\n\n| Name | Value |\n|---|---|\n| toll | =2 * gift |\n"
    )

    assert warned(text) == []


def test_a_status_that_a_row_gives_is_given():
    text = (
        "- A special card cannot be discarded.\n\nThe cards are:\n\n"
        "| Name | Type | Count |\n|---|---|---|\n| Star | charm, special | 1 |\n"
    )

    assert warned(text) == []
    assert warned(text.replace("charm, special", "charm")) == [(1, "never-so")]


# ---- definitions ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("- To nap is to draw a card.\n- To nap is to discard a card.", [2]),
        ("- To nap is to draw a card. To nap is to discard a card.", [1]),
        ("- To pat a card is to discard it.\n- To pat a player is to draw a card.", [2]),
        (
            "- To nap is to draw a card.\n- To rest is to nap.\n- To pat a card is to discard it.",
            [],
        ),
    ],
)
def test_a_verb_that_is_defined_twice_is_an_error(text, lines):
    assert warned(text, "error") == [(line, "defined-twice") for line in lines]


def test_an_amendment_that_defines_a_verb_again_is_refused():
    book = load_text(f"{PONIES}## More {{#more}}\n- To nap is to draw a card.\n")
    again = change(book, "To nap is to discard a card.", "law 1")
    changed = change(book, 'Amend the rule "More": replace "draw" by "discard"', "law 2")

    assert [fault.code for fault in again.faults] == ["defined-twice"]
    assert "law 1" not in again.faults[0].message
    assert changed.faults == ()


# ---- cycles ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("- A card is special if it is not special.", [1]),
        ("- A card is special unless it is special.", [1]),
        ("- A card is special if it is tired.\n- A card is tired if it is not special.", [1, 2]),
        ("- A card is special if there are no special cards in the nursery.", [1]),
        ("- A card is special if there are fewer than 3 special cards in the nursery.", [1]),
        ("- A card is special if it is tired.\n- A card is tired if it is a goat.\n- A card is a goat if it is not special.", [1, 2, 3]),
    ],
)  # fmt: skip
def test_a_fact_that_depends_on_its_opposite_is_an_error(text, lines):
    assert warned(text, "error") == [(line, "cycle") for line in lines]


@pytest.mark.parametrize(
    "text",
    [
        "- A card is special if it is tired.\n- A card is tired if it is special.",
        "- A card is special if there are at least 3 special cards in the nursery.",
        "- A card is special if it is not tired.\n- A card is tired if the deck is empty.",
        "- A card is special unless its value is 3.",
    ],
)
def test_a_fact_that_depends_on_other_facts_is_none(text):
    assert warned(text, "error") == []


@pytest.mark.parametrize(
    ("sentence", "warns"),
    [
        ("When a player passes, they discard a card, then shuffle the deck.", True),
        ("When a player passes, they lose 1 bead, then each player draws a card.", True),
        ("When a player passes, they reveal a card, then they discard that card.", False),
        ("When a player passes, they gain 1 bead, then they draw a card.", False),
        ("When a player passes, they may discard a card, then draw a card.", False),
        ("When a player passes, move all cards in the nursery to the deck, then shuffle the deck.",
         False),
    ],
)  # fmt: skip
def test_what_then_leaves_out_is_warned_of(sentence: str, warns: bool) -> None:
    assert ((1, "left-out") in warned(f"- {sentence}")) == warns
