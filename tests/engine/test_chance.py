"""Chance: the same numbers in both builds, each as likely as the others, and none outside."""

from collections import Counter

import pytest

from deckmastor.engine.state.chance import (
    HALF,
    MASK,
    STEP,
    RandomStream,
    below,
    draw,
    mix,
    seed_chance,
    shuffle,
    uneven,
)
from deckmastor.engine.state.state import State


def drawn_by_the_book(counter: int, n: int) -> tuple[int, int]:
    """What `draw` must give and leave, in numbers without bounds."""
    while True:
        counter = (counter + 1) & HALF
        value = mix(counter * STEP)
        if value < MASK // n * n:
            return value % n, counter


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 52, 127, 1_000_003, (1 << 31) - 1])
def test_a_draw_is_what_the_generator_says(n: int) -> None:
    state = State()
    for start in (0, 1, HALF - 3, HALF, seed_chance(5), seed_chance(-9)):
        state.chance = start
        counter = start
        for _ in range(300):
            expected, counter = drawn_by_the_book(counter, n)

            assert draw(state, n) == expected
            assert state.chance == counter


@pytest.mark.parametrize("start", [0, seed_chance(1), seed_chance(77), HALF])
def test_a_shuffle_draws_a_place_for_every_item_from_the_last_on(start: int) -> None:
    items = list(range(300))
    counter = start
    for i in range(299, 0, -1):
        j, counter = drawn_by_the_book(counter, i + 1)
        items[i], items[j] = items[j], items[i]
    state = State()
    state.chance = start
    shuffled = list(range(300))
    shuffle(state, shuffled)

    assert shuffled == items
    assert state.chance == counter


def test_numbers_with_a_sign_stand_for_the_same_as_those_without() -> None:
    for z in (0, 1, 12345, HALF, HALF + 1, HALF + 2, MASK - 5_000, MASK - 7, MASK - 1, MASK):
        for n in (1, 2, 3, 10, 52, 4_096, 1_000_003):
            signed = z if z <= HALF else z - MASK - 1
            fair = z < MASK // n * n

            assert below(n, signed) == (z % n if z <= HALF or fair else -1)
            assert z <= HALF or uneven(signed, n) == (not fair)


def test_every_number_is_about_as_likely() -> None:
    state = State()
    seen = Counter(draw(state, 6) for _ in range(60_000))

    assert set(seen) == set(range(6))
    assert all(abs(times - 10_000) < 400 for times in seen.values())  # four standard deviations


def test_bits_are_stirred_as_the_finaliser_has_it() -> None:
    for z in (0, 1, STEP, HALF, HALF + 1, MASK, 5 * MASK + 3, -1, -STEP):
        mixed = z & MASK
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & MASK
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & MASK

        assert mix(z) == mixed ^ mixed >> 31


@pytest.mark.parametrize("start", [0, 1, -7, MASK, 1 << 80])
def test_a_stream_draws_what_its_seed_says(start: int) -> None:
    stream = RandomStream(start)
    counter = seed_chance(start)
    for n in [1, 2, 3, 52, 20_000, (1 << 23) - 1] * 50:
        counter = (counter + 1) & HALF
        expected = (mix(counter * STEP) >> 24) * n >> 40

        assert stream.below(n) == expected
        assert 0 <= expected < n


def test_a_stream_draws_every_number_about_as_often() -> None:
    stream = RandomStream(3)
    seen = Counter(stream.below(6) for _ in range(60_000))

    assert set(seen) == set(range(6))
    assert all(abs(times - 10_000) < 400 for times in seen.values())  # four standard deviations
