"""Chance: a small counter-based generator, held in the State as one int.

Each draw hashes a counter (SplitMix64's finaliser), so that a fork draws what the original would
have drawn, and a state carries 63 bits instead of kilobytes.
"""

from __future__ import annotations

from typing import Final

from deckmastor.engine.state import State

MASK: Final = (1 << 64) - 1
HALF: Final = MASK >> 1
SAFE: Final = MASK - (1 << 32)  # below this, no number of items makes a draw uneven
STEP: Final = 0x9E3779B97F4A7C15
FIRST: Final = 0xBF58476D1CE4E5B9
SECOND: Final = 0x94D049BB133111EB


def seed(n: int) -> int:
    """The state of a generator that starts from a seed."""
    return mix(n * STEP + STEP) & HALF


def mix(z: int) -> int:
    """64 bits stirred."""
    z &= MASK
    z = ((z ^ (z >> 30)) * FIRST) & MASK
    z = ((z ^ (z >> 27)) * SECOND) & MASK
    return z ^ (z >> 31)


def draw(s: State, n: int) -> int:
    """A number from 0 to n - 1, each as likely as the others."""
    if s.fate:
        drawn, s.fate = s.fate[0], s.fate[1:]
        return drawn % n
    while True:
        s.chance = (s.chance + 1) & HALF
        value = mix(s.chance * STEP)
        if value <= MASK - n or value < MASK // n * n:
            return value % n


def shuffle(s: State, items: list[int]) -> None:
    """Bring a list into random order."""
    i = len(items) - 1
    while i > 0 and s.fate:
        j = draw(s, i + 1)
        items[i], items[j] = items[j], items[i]
        i -= 1
    counter = s.chance
    while i > 0:  # `draw` and `mix` written out: this is done often
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


def sample(s: State, items: list[int], n: int) -> list[int]:
    """Some of a list, in random order."""
    pool = items.copy()
    found: list[int] = []
    while pool and len(found) < n:
        found.append(pool.pop(draw(s, len(pool))))
    return found
