"""Odd amendments and mutated paragraphs: refused or played, without a raw error, within a second."""

from __future__ import annotations

import os
import random

import pytest
from odd_amendments import BOOK, begun, fared, here, odd, sweep

SEED = int(os.environ.get("SIEGE_SEED", "1"))


def test_some_odd_amendments_are_refused_or_played() -> None:
    counted = here("odd", SEED, 0, 250)

    assert counted.clean, counted.told()
    assert counted.adopted > 20


def test_some_mutated_paragraphs_are_refused_or_played() -> None:
    counted = here("mutated", SEED, 0, 60)

    assert counted.clean, counted.told()


@pytest.mark.long
@pytest.mark.parametrize(("what", "count"), [("odd", 50_000), ("mutated", 100_000)])
def test_all_amendments_of_a_sweep_are_refused_or_played(what: str, count: int) -> None:
    counted = sweep(what, SEED, 0, count)

    assert counted.clean, counted.told()
    assert counted.tried == count


def test_the_generator_is_reproducible() -> None:
    first, again = random.Random(5), random.Random(5)

    assert [odd(first) for _ in range(20)] == [odd(again) for _ in range(20)]


def test_a_refused_amendment_changes_nothing_and_an_adopted_one_is_played() -> None:
    match = begun()
    trace = match.trace()

    refused = fared(match, "When a player rests, frobnicate.", random.Random(1))
    adopted = fared(match, "When a player rests, they gain 1 bead.", random.Random(1))

    assert "rest" in BOOK
    assert not refused.adopted
    assert refused.noted == ["amend: AmendmentRefused"]
    assert adopted.adopted
    assert not adopted.wrong
    assert match.trace() == trace
