"""The kinds of bots by name, and how a list of them is written: `greedy,random`, `2xgreedy`."""

from __future__ import annotations

import re
from collections.abc import Callable

from deckmastor.bots.curious import Curious
from deckmastor.bots.greedy import GreedyBot
from deckmastor.bots.random import Bot, RandomBot
from deckmastor.record.errors import StartError

RANDOM = "random"
GREEDY = "greedy"
CURIOUS = "curious"
MOST = 100  # bots that a list can name

_KINDS: dict[str, Callable[[int], Bot]] = {
    RANDOM: RandomBot,
    GREEDY: GreedyBot,
    CURIOUS: Curious,
}
KINDS = tuple(_KINDS)

_PART = re.compile(r"(?:(?P<times>\d+) *[x*] *)?(?P<kind>.*)", re.IGNORECASE)


def make(kind: str, seed: int) -> Bot:
    """A bot of a kind; StartError if there is none."""
    return _KINDS[checked(kind)](seed)


def checked(kind: str) -> str:
    """The name of a kind of bot; StartError if it is none."""
    if kind not in _KINDS:
        raise StartError(f"There is no bot '{kind}'. Bots: {', '.join(KINDS)}.")
    return kind


def listed(text: str) -> tuple[str, ...]:
    """The kinds that a list names, one for each seat; StartError if it cannot be read."""
    found: list[str] = []
    for part in text.split(","):
        told = _PART.fullmatch(part.strip())
        times = int(told["times"] or 1) if told else 1
        kind = checked(told["kind"].strip().lower() if told else part.strip())
        if not 1 <= times <= MOST:
            raise StartError(f"'{part.strip()}' names {times} bots; 1 to {MOST} are possible.")
        found += [kind] * times
    return tuple(found)


def seated(text: str, players: int | None) -> tuple[str, ...]:
    """One kind for each of so many players: one kind is for all of them, others are counted."""
    found = listed(text)
    if players is None or len(found) == players:
        return found
    if len(found) == 1:
        return found * players
    raise StartError(
        f"'{text}' names {len(found)} bots, and there are {players} players. "
        "Name one bot for all of them, or one for each: greedy,random or 2xgreedy,4xrandom."
    )
