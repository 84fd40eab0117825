"""A fault says where, what and what would work, in few lines."""

from __future__ import annotations

import pickle

import pytest

from deckmastor.language.faults import Fault, RulebookError

SENTENCE = "When this card enters your paddock, each other player discrads a card."


def misspelt(**changes):
    values = {
        "file": "paddock/cards.md",
        "line": 41,
        "column": 58,
        "message": "I cannot read 'discrads' after 'each other player'.",
        "source": SENTENCE,
        "first": SENTENCE.index("discrads"),
        "length": len("discrads"),
        "hint": "'discrads' is no known word: did you mean 'discards'?",
        "code": "unknown-word",
    }
    return Fault(**(values | changes))


def marked(text: str) -> str:
    """What stands above the line of carets of a printed fault."""
    _, source, carets, *_ = text.split("\n")
    return source[carets.index("^") : carets.rindex("^") + 1]


def test_a_fault_prints_place_source_mark_and_hint():
    assert str(misspelt()) == "\n".join(
        [
            "paddock/cards.md:41:58  I cannot read 'discrads' after 'each other player'.",
            "    When this card enters your paddock, each other player discrads a card.",
            "                                                          ^^^^^^^^",
            "    'discrads' is no known word: did you mean 'discards'?",
        ]
    )


def test_a_fault_without_source_is_one_line():
    assert str(Fault("a.md", 1, 2, "This file is empty.")) == "a.md:1:2  This file is empty."


def test_a_source_without_mark_has_no_line_of_carets():
    assert "^" not in str(misspelt(length=0))
    assert SENTENCE in str(misspelt(length=0))


def test_each_line_of_a_hint_is_indented():
    assert str(misspelt(hint="one\ntwo")).endswith("\n    one\n    two")


@pytest.mark.parametrize("before", [0, 30, 90, 500, 5000])
@pytest.mark.parametrize("after", [0, 30, 90, 500, 5000])
def test_a_long_source_is_cut_to_a_window_round_its_mark(before, after):
    source = "a" * before + "discrads" + "b" * after

    text = str(misspelt(source=source, first=before))

    assert marked(text) == "discrads"
    assert len(text.split("\n")[1]) <= 4 + 100 + 2


def test_an_ellipsis_stands_only_where_something_was_cut():
    at_start = str(misspelt(source="discrads" + " x" * 200, first=0)).split("\n")[1]
    at_end = str(misspelt(source="x " * 200 + "discrads", first=400)).split("\n")[1]

    assert at_start.startswith("    discrads")
    assert at_start.endswith("…")
    assert at_end.startswith("    …")
    assert at_end.endswith("discrads")


def test_a_mark_longer_than_the_window_is_cut_with_it():
    source, carets = str(misspelt(source="x" * 900, first=300, length=400)).split("\n")[1:3]

    assert len(carets) <= len(source)
    assert carets.count("^") >= 90


def test_tabs_and_control_characters_do_not_shift_the_mark():
    text = str(misspelt(source="\tEach\x1b player discrads.", first=14))

    assert marked(text) == "discrads"
    assert "\x1b" not in text
    assert "\t" not in text


def test_faults_sort_by_place():
    places = [("b.md", 1, 1), ("a.md", 10, 1), ("a.md", 9, 5), ("a.md", 9, 4)]
    faults = [Fault(*place, "x") for place in places]

    assert sorted(faults) == list(reversed(faults))


def test_an_error_tells_all_its_faults():
    faults = [Fault("a.md", 1, 1, "One."), Fault("a.md", 2, 1, "Two.")]

    error = RulebookError(faults)

    assert error.faults == tuple(faults)
    assert str(error) == "a.md:1:1  One.\na.md:2:1  Two."
    assert pickle.loads(pickle.dumps(error)).faults == error.faults
