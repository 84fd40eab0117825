"""The nearest wording: a sentence that cannot be read is answered with one that can."""

from __future__ import annotations

import pytest

from deckmastor.language import nearest
from deckmastor.language.book import load, load_text, read_book
from deckmastor.language.paragraphs import read_paragraph
from deckmastor.language.rulebook import read_path
from deckmastor.language.tokens import Sentence, sentences
from pony_book import PONIES, words


def offered(text: str, host: str = "rule") -> str:
    return nearest.shipped().nearest(text, words(), host)


# ---- phrases.md -----------------------------------------------------------------------------


def test_every_phrase_that_ships_is_read():
    book = load(nearest.PHRASES)

    assert [str(fault) for fault in book.errors] == []
    assert len(book.entries) > 80
    assert all(entry.para is not None for entry in book.entries)


def test_every_sentence_that_ships_is_among_the_phrases():
    book = read_book(read_path(nearest.PHRASES), wordings=False)
    told = [s.text for entry in book.entries for s in sentences(entry.paragraph.text)]

    assert sorted(text for _, _, text in nearest.shipped().known) == sorted(told)


def test_added_phrases_do_not_stay_for_the_next_book():
    phrases = nearest.shipped()
    before = len(phrases.known)
    phrases.add("Each foal is tired. Each foal is special.", words())

    assert len(phrases.known) == before + 2
    assert len(nearest.shipped().known) == before


# ---- offers ---------------------------------------------------------------------------------

OFFERS = [
    ("rule", "Whenever a player draws a card, they gain 1 bead", "When a player draws a card, they gain 1 bead"),
    ("rule", "A player may not draw cards", "A player cannot draw cards"),
    ("rule", "At the start of each turn, the player at turn draws a card", "At the beginning of each turn, the player at turn draws a card"),
    ("card", "Draw 3 cards please", "Draw 3 cards"),
    ("rule", "Players with 7 or more ponies win the game", "When a player has at least 7 ponies in their paddock, they win the game"),
]  # fmt: skip


@pytest.mark.parametrize(("host", "text", "wording"), OFFERS)
def test_a_usual_wording_is_answered_with_the_canonical_one(host, text, wording):
    assert offered(text, host) == wording


@pytest.mark.parametrize(("host", "text", "wording"), OFFERS)
def test_an_offer_is_read(host, text, wording):
    assert read_paragraph(f"{text}.", words().fork(), host).para is None
    assert read_paragraph(f"{wording}.", words().fork(), host).para is not None


@pytest.mark.parametrize(
    "text", ["", "Zig zag zog", "card " * 41, "!!!", "Only foals are allowed in a paddock"]
)
def test_nothing_is_offered_where_nothing_is_near(text):
    assert offered(text) == ""


def test_a_sentence_of_the_book_itself_may_be_the_nearest():
    book = load_text(
        f"{PONIES}## More {{#more}}\n- A foal with at least 3 colours cannot be played into the nursery.\n"
        "- A goat with at least 4 colours could not be played into the nursery.\n"
    )

    (fault,) = book.errors

    assert (
        'Nearest: "A goat with at least 4 colours cannot be played into the nursery."' in fault.hint
    )


def test_only_the_first_forty_paragraphs_are_answered():
    text = "".join(f"- Each player may draw the card {n} times again.\n" for n in range(45))

    errors = load_text(f"{PONIES}## More {{#more}}\n{text}").errors

    assert len(errors) == 45
    assert sum("Nearest:" in fault.hint for fault in errors) == 40


@pytest.mark.parametrize("text", ["When a card enters a paddock, reveal it.", "Draw a card. " * 61])
def test_where_words_are_not_the_problem_no_wording_is_offered(text):
    (fault,) = load_text(f"{PONIES}## More {{#more}}\n- {text}\n").errors

    assert "Nearest:" not in fault.hint


@pytest.mark.parametrize("code", ["formula", "reference", "two-readings", "who", "one-role"])
def test_a_fault_of_meaning_is_not_answered_with_a_wording(code):
    assert code not in nearest.OFFERED


@pytest.mark.parametrize(
    "text", ["A player could not draw cards", "Each player should not discard a card"]
)
def test_a_denial_is_not_turned_round(text):
    assert not offered(text) or nearest._denies(offered(text))


def test_an_offer_has_the_verb_of_the_author():
    wording = offered("Move this card", "card").lower()

    assert not wording or "move" in wording


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ("Every opponent discards a card", "Each other player discards a card"),
        ("Select another player", "Choose another player"),
    ],
)
def test_an_offer_begins_with_a_capital(text, wording):
    assert offered(text, "card") == wording


# ---- skeletons ------------------------------------------------------------------------------


def test_a_skeleton_keeps_function_words_and_classes_the_others():
    slots = nearest.skeleton(
        Sentence("Each player draws 2 cards from the discard pile", 0), words()
    )

    assert [name for name, _ in slots] == ["each", "<kind>", "<verb>", "<number>", "<kind>", "from", "the", "<attr>"]  # fmt: skip
    assert slots[-1][1] == "discard pile"


def test_a_hint_stands_before_the_wording():
    assert nearest.with_wording("Say so.", "Draw a card") == 'Say so. Nearest: "Draw a card."'
    assert nearest.with_wording("", "Draw a card") == 'Nearest: "Draw a card."'
    assert nearest.with_wording("Say so.", "") == "Say so."
