"""Chance: two counter-based random generators, each held in the State as a counter and a key.

Without a key it is the fast one, for simulation and tests. With a key (`seeds.py`) nobody who does
not know the key can tell any draw from those before it: that is for matches that people play.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from deckmastor.engine.state.seeds import Seed, chance_key, keyed_number
from deckmastor.engine.state.state import State

MASK: Final = (1 << 64) - 1
HALF: Final = MASK >> 1
SAFE: Final = MASK - (1 << 32)  # below this, up to 2**32 items can be drawn without bias
STEP: Final = 0x9E3779B97F4A7C15
FIRST: Final = 0xBF58476D1CE4E5B9
SECOND: Final = 0x94D049BB133111EB

# The constants above as signed 64-bit numbers, which compiled code computes with.
HALF_64: Final = i64(MASK >> 1)
STEP_64: Final = i64(STEP - MASK - 1)
FIRST_64: Final = i64(FIRST - MASK - 1)
SECOND_64: Final = i64(SECOND - MASK - 1)
UPPER_34: Final = (1 << 34) - 1  # mask of the bits left after a right shift by 30
UPPER_37: Final = (1 << 37) - 1
UPPER_33: Final = (1 << 33) - 1
UPPER_40: Final = (1 << 40) - 1


def wraps(n: i64) -> bool:
    """True if integers overflow at 64 bits, as they do in compiled code."""
    return n * 4 == 0


WRAPS: Final = wraps(1 << 62)


def seed_chance(n: int) -> int:
    """The initial state of the fast generator for a seed."""
    return mix(n * STEP + STEP) & HALF


def begin_chance(s: State, seed: Seed) -> None:
    """Let all chance follow from a seed: a small one is for the fast generator."""
    if isinstance(seed, int):
        s.chance, s.key = seed_chance(seed), b""
    else:
        s.chance, s.key = 0, chance_key(seed)


def mix(z: int) -> int:
    """Mix 64 bits, as the finalizer of splitmix64 does."""
    z &= MASK
    if WRAPS:
        mixed: int = stirred(z if z <= HALF else z - MASK - 1)
        return mixed & MASK
    z = ((z ^ (z >> 30)) * FIRST) & MASK
    z = ((z ^ (z >> 27)) * SECOND) & MASK
    return z ^ (z >> 31)


def stirred(z: i64) -> i64:
    """Compute `mix` on signed 64-bit numbers; only where integers overflow (`WRAPS`)."""
    z = (z ^ ((z >> 30) & UPPER_34)) * FIRST_64
    z = (z ^ ((z >> 27) & UPPER_37)) * SECOND_64
    return z ^ ((z >> 31) & UPPER_33)


def spun(counter: i64) -> i64:
    """Compute `mix` of a counter times STEP, on signed numbers."""
    return stirred(counter * STEP_64)


def below(n: i64, z: i64) -> i64:
    """Map 64 random bits to a number from 0 to n - 1, or to -1 if they must be redrawn."""
    if z >= 0:
        return z % n
    if z >= -n and uneven(z, n):
        return -1
    return (((z >> 1) & HALF_64) % n * 2 + (z & 1)) % n


def uneven(z: int, n: int) -> bool:
    """True if 64 bits lie in the incomplete last range, which would bias a draw below n."""
    return z + MASK + 1 >= MASK // n * n


class RandomStream:
    """A random generator outside any State: one seed gives one sequence of numbers."""

    __slots__ = ("counter",)

    def __init__(self, start: int) -> None:
        self.counter: i64 = seed_chance(start)

    def below(self, n: i64) -> i64:
        """The next number from 0 to n - 1, nearly equally likely; n has at most 23 bits."""
        self.counter = (self.counter + 1) & HALF_64
        if WRAPS:
            return ((spun(self.counter) >> 24) & UPPER_40) * n >> 40
        counter: int = self.counter
        most: int = n
        return (mix(counter * STEP) >> 24) * most >> 40


def draw(s: State, n: int) -> int:
    """Draw a number from 0 to n - 1, equally likely; answers from outside (`fate`) come first."""
    if s.fate:
        drawn, s.fate = s.fate[0], s.fate[1:]
        return drawn % n
    if len(s.key) > 0:
        return draw_keyed(s, n)
    while True:
        s.chance = (s.chance + 1) & HALF
        if WRAPS:
            found = below(n, spun(s.chance))
            if found >= 0:
                return found
            continue
        counter: int = s.chance
        value = mix(counter * STEP)
        if value <= MASK - n or value < MASK // n * n:
            return value % n


def draw_keyed(s: State, n: int) -> int:
    """Draw a number from 0 to n - 1 with the keyed generator, exactly equally likely."""
    while True:
        s.chance = (s.chance + 1) & HALF
        found = keyed_number(s.key, s.chance, n)
        if found >= 0:
            return found


def shuffle(s: State, items: list[int]) -> None:
    """Shuffle a list in place."""
    i = len(items) - 1
    while i > 0 and (s.fate or len(s.key) > 0):
        j = draw(s, i + 1)
        items[i], items[j] = items[j], items[i]
        i -= 1
    if WRAPS:
        s.chance = swapped(items, i, s.chance)
        return
    counter: int = s.chance
    while i > 0:  # `draw` and `mix` inlined: this loop is hot
        counter = (counter + 1) & HALF
        z = counter * STEP & MASK
        z = ((z ^ (z >> 30)) * FIRST) & MASK
        z = ((z ^ (z >> 27)) * SECOND) & MASK
        z ^= z >> 31
        if z < SAFE or z < MASK // (i + 1) * (i + 1):
            j = z % (i + 1)
            items[i], items[j] = items[j], items[i]
            i -= 1
    s.chance = counter


def swapped(items: list[int], last: i64, counter: i64) -> i64:
    """Shuffle a list in place, up to an index; return the counter afterwards."""
    moved: list[Any] = items  # items are only moved: compiled code need not check their type
    i = last
    while i > 0:
        counter = (counter + 1) & HALF_64
        j = below(i + 1, spun(counter))
        if j >= 0:
            item = moved[i]
            moved[i] = moved[j]
            moved[j] = item
            i -= 1
    return counter


def sample(s: State, items: list[int], n: int) -> list[int]:
    """Draw up to n items of a list, in random order."""
    pool = items.copy()
    found: list[int] = []
    while pool and len(found) < n:
        found.append(pool.pop(draw(s, len(pool))))
    return found
