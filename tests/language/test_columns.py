"""How wide a text is, and what becomes of words from right to left."""

from __future__ import annotations

import pytest

from deckmastor.language.columns import LOGICAL, VISUAL, arranged, padded, screen_order, width
from deckmastor.language.faults import Fault

CHEN = "\u05d7\u05b5\u05df"  # chet, tsere, final nun
MALKI = "\u05de\u05b7\u05dc\u05b0\u05db\u05bc\u05b4\u05d9\u05be\u05e6\u05b6\u05d3\u05b6\u05e7"


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("chen", 4),
        (CHEN, 2),
        (MALKI, 8),
        ("\u2067chen\u2069", 4),
        ("e\u0301", 1),
        ("\u6f22\u5b57", 4),
        ("", 0),
    ],
)
def test_points_take_no_column_and_wide_signs_two(text, columns):
    assert width(text) == columns
    assert width(padded(text, 9)) == 9


def test_words_from_right_to_left_are_set_apart():
    assert arranged(f"a {CHEN}, b") == f"a \u2067{CHEN}\u2069, b"


def test_two_such_words_are_one_stretch():
    assert arranged(f"{CHEN} {CHEN} b {CHEN}") == f"\u2067{CHEN} {CHEN}\u2069 b \u2067{CHEN}\u2069"


def test_a_screen_that_does_not_turn_words_gets_them_turned_with_their_points():
    assert arranged(f"a {CHEN}, b", VISUAL) == "a \u05df\u05d7\u05b5, b"


@pytest.mark.parametrize("order", [LOGICAL, VISUAL])
def test_other_texts_stay_as_they_are(order):
    assert arranged("χάρις ◆ charis", order) == "χάρις ◆ charis"


@pytest.mark.parametrize("order", [LOGICAL, VISUAL])
def test_what_is_arranged_is_as_wide_as_before(order):
    assert width(arranged(f"a {MALKI} b", order)) == width(f"a {MALKI} b")


@pytest.mark.parametrize(
    ("environment", "is_screen", "order"),
    [
        ({}, True, LOGICAL),
        ({"VTE_VERSION": "7200"}, True, LOGICAL),
        ({"KITTY_WINDOW_ID": "1"}, True, VISUAL),
        ({"TERM_PROGRAM": "vscode"}, True, VISUAL),
        ({"TERM": "linux"}, True, VISUAL),
        ({"KITTY_WINDOW_ID": "1"}, False, LOGICAL),
        ({"KITTY_WINDOW_ID": "1", "DECKMASTOR_BIDI": "logical"}, True, LOGICAL),
        ({"DECKMASTOR_BIDI": "visual"}, False, VISUAL),
        ({"DECKMASTOR_BIDI": "sideways"}, True, LOGICAL),
    ],
)
def test_the_order_is_that_of_the_screen(environment, is_screen, order):
    assert screen_order(environment, is_screen) == order


def test_the_mark_of_a_fault_stands_below_its_word():
    source = f"{MALKI} discrads"

    shown = str(Fault("a.md", 1, 1, "No.", source, len(MALKI) + 1, 8)).splitlines()

    assert shown[2] == "    " + " " * 9 + "^" * 8
