"""Nouns that are places: shown by use, declared, or refused where something is moved to them."""

from __future__ import annotations

import pytest

from deckmastor.language.book import load_text

BOOK = """# Nests {#nests}
## Words {#words}
- Each player has a hand and a nest. There is a deck. WORDS
- SENTENCE
"""


def faults(sentence: str, words: str = "") -> list[tuple[str, str, str]]:
    """Code, message and advice of each error in a book with a sentence."""
    book = load_text(BOOK.replace("SENTENCE", sentence).replace("WORDS", words))
    return [(fault.code, fault.message, fault.hint) for fault in book.errors]


@pytest.mark.parametrize(
    "sentence",
    [
        "To feather a card is to move it to your nest.",
        "When a player reveals a card, move that card to that player's nest.",
        "To feather a card is to put it to your nest.",
        "To feather a card is to return it to your nest.",
        "To feather a card is to move it into the nest of a player.",
    ],
)
def test_a_move_to_what_nothing_shows_to_be_a_place_is_refused_with_advice(sentence: str) -> None:
    (fault,) = [fault for fault in faults(sentence) if fault[0] == "no-place"]

    assert "'nest'" in fault[1]
    assert fault[2] == "Declare it: 'A nest is a place.'"


@pytest.mark.parametrize(
    "words",
    ["A nest is a place.", "When there are no cards in a player's nest, they win the game."],
    ids=["declared", "used as a place"],
)
def test_a_place_that_is_declared_or_used_as_one_can_be_moved_to(words: str) -> None:
    assert faults("To feather a card is to move it to your nest.", words) == []


def test_the_advice_of_the_refusal_is_right_for_a_vowel() -> None:
    words = "Each player has an aviary."

    ((_, _, hint),) = faults("To cage a card is to move it to your aviary.", words)

    assert (
        faults("To cage a card is to move it to your aviary.", f"{words} An aviary is a place.")
        == []
    )
    assert hint == "Declare it: 'An aviary is a place.'"


def test_a_hand_that_a_book_declares_again_is_still_a_place() -> None:
    assert faults("To draw a card is to move the top card of the deck to your hand.") == []


def test_a_property_that_is_no_place_may_be_spoken_of() -> None:
    assert faults("When a player's nest is at least 3, they win the game.") == []
