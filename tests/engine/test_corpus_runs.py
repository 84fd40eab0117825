"""The corpora run in small rulebooks: at least as much as the page says, and at least half."""

from __future__ import annotations

import pytest
from corpus_runs import (
    GAMES,
    RUNS,
    judge,
    not_running,
    only_words,
    outcomes,
    recorded,
)

from corpus_books import corpus

SAMPLE = 12
STORIES = 60


@pytest.mark.parametrize("game", GAMES)
def test_at_least_half_of_a_corpus_runs(game: str) -> None:
    paragraphs, running = recorded()[game]

    assert paragraphs == len(corpus(game).entries)
    assert 2 * running >= paragraphs


@pytest.mark.parametrize("game", GAMES)
def test_paragraphs_that_ran_still_run(game: str) -> None:
    listed = not_running(game)
    ran = [
        entry
        for entry in corpus(game).entries
        if not only_words(entry) and entry.paragraph.text not in listed
    ]
    sample = ran[:: max(len(ran) // SAMPLE, 1)]

    found = {entry.paragraph.text: judge(game, entry, STORIES) for entry in sample}

    assert {text: one.why for text, one in found.items() if one.verdict != RUNS} == {}


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_no_fewer_paragraphs_run_than_the_page_says(game: str) -> None:
    running = sum(1 for one in outcomes(game) if one.verdict == RUNS)

    assert running >= recorded()[game][1]
