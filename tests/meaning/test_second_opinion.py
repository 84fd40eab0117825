"""The engine and a second opinion agree on what random sentences mean on random tables."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from meaning import second_opinion
from meaning.questions import Comparison, Question, compare

# Kinds of expression that are refused where they could be misread: of which noun is the clause
# ("in the shed that is wilted"), and other than whom ("a player … and … another player").
DOUBTFUL = ("that behind a place", "another behind a player")
SORTS = ("-1", "nothing")  # of numbers on the cards
SENTENCES = 40
TABLES = 12
REFUSED = 0.1  # at most; the writer knows the grammar well enough


def certain(question: Question) -> bool:
    """True if no kind of the question is doubtful."""
    return not question.kinds & set(DOUBTFUL)


def agree(found: Comparison) -> None:
    """Assert that nearly all sentences are read, and that nothing differs."""
    assert len(found.refused) <= REFUSED * found.asked + 2, found.refused
    assert not found.differences, found.show()


def test_the_second_opinion_uses_no_code_of_the_engine() -> None:
    tree = ast.parse(Path(second_opinion.__file__).read_text())
    named = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    named |= {
        name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names
    }

    assert not {name for name in named if name and name.startswith("deckmastor")}


@pytest.mark.parametrize("seed", range(3))
def test_engine_and_second_opinion_agree(seed: int) -> None:
    agree(compare(seed, certain, SENTENCES, TABLES))


def test_they_agree_on_numbers_less_than_0() -> None:
    agree(compare(100, certain, SENTENCES, TABLES, "less than 0"))


@pytest.mark.parametrize("sort", SORTS)
def test_they_agree_on_odd_numbers(sort: str) -> None:
    def wanted(question: Question) -> bool:
        return certain(question) and bool(question.kinds & {"near", "difference", "with"})

    agree(compare(200, wanted, 15, TABLES, sort))


@pytest.mark.parametrize("kind", DOUBTFUL)
def test_what_could_be_misread_agrees_or_is_refused(kind: str) -> None:
    rest = set(DOUBTFUL) - {kind}

    found = compare(300, lambda q: kind in q.kinds and not q.kinds & rest, 12, TABLES)

    assert not found.differences, found.show()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1050))
def test_they_agree_on_many_more(seed: int) -> None:
    if seed % 5 == 0:
        found = compare(seed, certain, 100, 25, "less than 0")
    else:
        found = compare(seed, certain, 100, 25)

    agree(found)
    assert found.pairs >= 2000
