"""Glosses say what a sentence leaves unsaid: when, how long, how often, who chooses, each or some."""

from __future__ import annotations

import pytest

from deckmastor.language.ir import Define, Do
from deckmastor.language.paragraphs import read_paragraph
from deckmastor.language.paraphrase.glosses import glosses
from language.test_manual import vocabulary

DRAW = frozenset({"draw"})


def told(text: str, host: str = "rule", values: dict[str, int | str] | None = None) -> list[str]:
    read = read_paragraph(text, vocabulary("paddock").fork(), host)
    assert read.para is not None, read.problem
    return list(glosses(read.para, values, DRAW, means()))


def means() -> dict[str, Define]:
    """Where two verbs take their object from."""
    found: dict[str, Define] = {}
    for text in (
        "To discard a card is to move it from your hand to the discard pile.",
        "To sacrifice a card is to move it from your paddock to the discard pile.",
    ):
        para = read_paragraph(text, vocabulary("paddock").fork(), "rule").para
        assert para is not None
        (defined,) = para.rules
        assert isinstance(defined, Define)
        assert isinstance(defined.do, Do)
        found[defined.do.verb] = defined
    return found


@pytest.mark.parametrize(
    ("text", "gloss"),
    [
        ("When a player draws a card, they gain 1 apple.", "each time it happens"),
        ("When the deck is empty, end the game.", "at the moment when this becomes true"),
        ("When a player has no apples, they lose the game.", "once for each player of which it becomes true"),
        ("At the end of each turn, shuffle the deck.", "in every turn"),
        ("A player may draw a card.", "as often as they like"),
        ("Once per turn, a player may draw a card.", "the limit counts for each player"),
        ("A player may draw a card or discard a card.", "any of these acts"),
        ("A player may reroll.", "asked when chance has brought them something, before anything reads it"),
        ("Once per turn, a player may reroll.", "once for each outcome"),
        ("Ponies cannot be stolen.", "whatever would cause it"),
        ("A pony is lame if it has no apples.", "true exactly as long as the condition holds"),
        ("When a player passes, each player discards a card.", "all players at once"),
        ("When a player passes, each player discards a card.", "that player chooses which card"),
        ("When each hand is empty, end the game.", "every hand, and also if there is none"),
    ],
)  # fmt: skip
def test_a_rule_has_its_gloss(text, gloss):
    assert gloss in told(text)


@pytest.mark.parametrize(
    ("text", "gloss"),
    [
        ("When a player draws a card, discard a card.", "as long as this card is in play"),
        ("When this card enters your paddock, draw a card.", "wherever this card is"),
        ("This card cannot be stolen.", "wherever this card is"),
        ("While this card is in your hand, ponies cannot be stolen.", "as long as this card is in play or in a hand"),
        ("When a pony is destroyed, you may discard this card.", "as long as this card is in play or in a hand"),
        ("When a pony is destroyed, you may sacrifice this card.", "as long as this card is in play"),
        ("Until the end of the turn, ponies cannot be stolen.", "whatever would cause it"),
        ("Destroy a pony.", "you choose which pony"),
        ("Destroy 2 ponies.", "you choose which ponies; as many as there are, if there are fewer"),
        ("Destroy up to 2 ponies.", "you choose which ponies, and may choose none"),
        ("Discard a random card.", "chance picks the card"),
        ("You may draw a card.", "you may decline"),
        ("Draw a card, then discard a card.", "what follows 'then' only if the part before it was done"),
        ("Once per turn, you may draw a card.", "the limit counts for each player and each copy of this card"),
        ("If a pony is lame, draw a card.", "one pony is enough"),
    ],
)  # fmt: skip
def test_a_card_has_its_gloss(text, gloss):
    assert gloss in told(text, "card")


@pytest.mark.parametrize(
    ("text", "host", "gloss"),
    [
        ("Once per turn, a player may draw a card.", "rule", "as often as they like"),
        ("Draw a card.", "card", "you choose which card"),
        ("When a player draws a card, end the game.", "rule", "as long as this card is in play"),
        ("This card cannot be stolen.", "card", "as long as this card is in play"),
        (
            "While this card is in your paddock, ponies cannot be stolen.",
            "card",
            "wherever this card is",
        ),
        ("Destroy a random pony.", "card", "you choose which pony"),
        ("A player draws a card.", "rule", "all players at once"),
        ("A player may reroll.", "rule", "as often as they like"),
        ("A player may draw a card.", "rule", "once for each outcome"),
        ("A player cannot reroll.", "rule", "once for each outcome"),
    ],
)
def test_a_gloss_does_not_stand_where_it_is_not_so(text, host, gloss):
    read = read_paragraph(text, vocabulary("paddock").fork(), host)

    assert read.para is None or gloss not in glosses(read.para, None, DRAW)


def test_a_verb_that_the_book_defines_has_no_gloss_of_the_primitive_one():
    own = read_paragraph("To reroll is to gain 1 apple.", vocabulary("paddock").fork(), "rule").para
    read = read_paragraph("A player may reroll.", vocabulary("paddock").fork(), "rule").para
    assert own is not None
    assert read is not None
    (defined,) = own.rules

    assert "as often as they like" in glosses(read, None, DRAW, {"reroll": defined})
    assert "once for each outcome" not in glosses(read, None, DRAW, {"reroll": defined})


def test_values_are_filled_in_where_they_are_spoken_of_and_not_set():
    values: dict[str, int | str] = {"hand limit": 7, "boat price": 4}

    spoken = told("A player cannot draw a card if they have more cards than the hand limit.",
                  values=values)  # fmt: skip

    assert "the hand limit is 7 now" in spoken
    assert not [gloss for gloss in spoken if "boat" in gloss]
    assert told("The hand limit is 9.", values=values) == []
