"""Seeds of matches: fresh ones of 256 bits, those that are asked for, what follows from them."""

from __future__ import annotations

import re
import secrets
from typing import Any

from deckmastor.engine.inside import SEED_BYTES, Seed, derived
from deckmastor.record import players
from deckmastor.record.errors import StartError

WRITTEN = re.compile(rf"[0-9a-f]{{{2 * SEED_BYTES}}}")


def fresh() -> str:
    """A seed that nobody can guess, drawn from the system's source of secrets."""
    return secrets.token_hex(SEED_BYTES)


def checked(seed: Any) -> Seed:
    """A seed that is given: a whole number, or 64 hexadecimal digits; a fresh one if none is."""
    if seed is None:
        return fresh()
    if isinstance(seed, int):
        return players.check_number("seed", seed)
    if isinstance(seed, str) and WRITTEN.fullmatch(seed.lower()):
        return seed.lower()
    raise StartError("The seed is a whole number, or a text of 64 hexadecimal digits.")


def number(seed: Seed, purpose: str, usual: int) -> int:
    """A number for a purpose: the usual one of a small seed; a secret one is not betrayed by it."""
    if isinstance(seed, int):
        return usual
    return int.from_bytes(derived(bytes.fromhex(seed), purpose), "big")
