"""An effect does what a permission of a higher rank opens, and what waits for a play waits for its text."""

from __future__ import annotations

import pytest
from garden import lay

ONTO = ("Tricks can be played onto the heap.", "There is a heap.")
OPEN = "Until the end of the turn, despite any other rule, the chosen trick can be played onto the heap."


def played(text: str, *rules: str):
    """A table on which ann has performed a text and chosen the page in her hand."""
    table = lay(
        *ONTO, *rules, tricks={"Deed": text, "Page": "Gain 1 seed.", "Note": ""},
        ann={"hand": ["Note", "Page"]},
    )  # fmt: skip
    table.perform("ann", "Deed")
    table.choose("ann", "Page")
    return table


BARS = "A Page cannot be played onto the heap."
BARS_ALL = "Despite any other rule, a Page cannot be played onto the heap."
PLAY = "Play the chosen trick onto the heap."


@pytest.mark.parametrize(
    ("text", "rules", "lies"),
    [
        (f"{OPEN} {PLAY}", (BARS,), True),  # the permission has the higher rank
        (PLAY, (BARS,), False),  # nothing outranks the prohibition
        (f"{OPEN} {PLAY}", (BARS_ALL,), True),  # both speak despite any other rule: the card's wins
        (PLAY, (BARS_ALL,), False),
        (PLAY, (), True),
    ],
)
def test_a_permission_that_outranks_a_prohibition_opens_the_play_of_an_effect(
    text: str, rules: tuple[str, ...], lies: bool
) -> None:
    table = played(f"Choose a trick in your hand. {text}", *rules)

    assert (table.cards("", "heap") == ["Page"]) is lies
    assert table.count("ann", "seed") == int(lies)


MODIFIERS = """| Name | Text |
|---|---|
| Late | After this card is played, gain 1 coin. |
| Soon | After this card resolves, gain 1 seed. |
"""


@pytest.mark.parametrize("mods", ["Late; Soon", "Soon; Late"])
def test_what_waits_for_the_text_comes_before_what_waits_for_the_play(mods: str) -> None:
    table = lay(tricks={"Deed": f"{mods}::"}, modifiers=MODIFIERS, ann={"hand": ["Deed"]})
    table.play("ann", "Deed")

    gains = [line for line in table.match.log() if "gains" in line]
    assert gains == ["ann gains 1 seed", "ann gains 1 coin"]


def test_the_story_says_the_plural_that_the_book_declares() -> None:
    words = 'Vertebrae are counters. The plural of "vertebra" is "vertebrae".'
    table = lay(words, tricks={"Deed": "Gain 2 vertebrae. Gain 1 vertebra. Gain 2 coins."})
    table.perform("ann", "Deed")

    gains = [line for line in table.match.log() if "gains" in line]
    assert gains == ["ann gains 2 vertebrae", "ann gains 1 vertebra", "ann gains 2 coins"]
