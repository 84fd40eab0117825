"""Paragraphs of the corpora do what their stories expect: what must be so, and what must not."""

from __future__ import annotations

import pytest

from corpus_books import GAMES
from corpus_stories import PAGE, Story, page, problems, stories

STEP = 8  # of so many stories, one is played in each run; the long tests play all


def cases(step: int) -> list:
    return [
        pytest.param(story, id=f"{game}-{story.text[:60]}")
        for game in GAMES
        for story in stories(game)[::step]
    ]


@pytest.mark.parametrize("story", cases(STEP))
def test_a_paragraph_does_what_its_story_expects(story: Story) -> None:
    assert problems(story) == []


@pytest.mark.long
@pytest.mark.parametrize("story", cases(1))
def test_every_paragraph_with_a_story_does_what_it_expects(story: Story) -> None:
    assert problems(story) == []


@pytest.mark.parametrize("game", GAMES)
def test_no_paragraph_has_two_stories(game: str) -> None:
    texts = [story.text for story in stories(game)]

    assert sorted(set(texts)) == sorted(texts)


def test_the_page_lists_the_paragraphs_without_a_story() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()
