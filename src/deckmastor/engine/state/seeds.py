"""Seeds of matches that people play: 256 bits, what follows from them, and the promise of one.

All that follows from a seed is a keyed hash (BLAKE2b) of what it is for. So whoever knows the cards
that were dealt, or the commitment, knows nothing of the seed, of other cards, or of later draws.
"""

from __future__ import annotations

import hashlib
from typing import Final

SEED_BYTES: Final = 32  # bytes of a seed, of a key and of a commitment
WORD: Final = 8  # bytes of a draw
BROAD: Final = 64  # bytes of a draw among so many that a word would seldom do
COMMON: Final = 1 << 56  # draws among fewer numbers take a word

Seed = int | str  # a number for the fast generator, or 64 hexadecimal digits for the keyed one


def is_secret(seed: Seed) -> bool:
    """True if a seed is one that nobody can guess."""
    return isinstance(seed, str)


def derived(key: bytes, purpose: str) -> bytes:
    """A key for one purpose, which reveals neither the key that it comes from nor any other."""
    return hashlib.blake2b(purpose.encode(), key=key, digest_size=SEED_BYTES).digest()


def chance_key(seed: str) -> bytes:
    """The key of the generator that decides all chance of a match with this seed."""
    return derived(bytes.fromhex(seed), "chance")


def commitment(key: bytes) -> str:
    """The promise that a match is played with a key, known from its start; empty without a key."""
    return derived(key, "commitment").hex() if len(key) > 0 else ""


def keyed_number(key: bytes, counter: int, n: int) -> int:
    """A number from 0 to n - 1 for a counter, or -1 if it must be drawn again."""
    size = WORD if n < COMMON else BROAD
    told = hashlib.blake2b(counter.to_bytes(WORD, "big"), key=key, digest_size=size).digest()
    drawn = int.from_bytes(told, "big")
    return drawn % n if drawn < (1 << 8 * size) // n * n else -1
