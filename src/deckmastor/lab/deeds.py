"""What was done in matches: how often each act, and what each sentence brought."""

from __future__ import annotations

from collections import Counter
from typing import Any

from deckmastor.engine import Ruleset, lay
from deckmastor.engine.inside import (
    ACT,
    BEGIN,
    END,
    ENTER,
    GAIN,
    LEAVE,
    MOVE,
    PASS,
    REASONS,
    RESOLVE,
    SET,
)

Counted = Counter[tuple[str, str]]

COURSE = frozenset({ACT, BEGIN, END, ENTER, LEAVE, MOVE, PASS, RESOLVE, SET, GAIN})
ACTS, BROUGHT, RESOLVED, ENDLESS = "acts", "brought", "resolved", "endless"


class Deeds:
    """Counts what a machine tells: acts by verb, gains by the sentence that they come from."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.counts: Counted = Counter()
        self.points = rules.schema.word("point")
        species = rules.schema.species
        self.rows = [species[number].row for number in lay(rules).species]  # of what is there first

    def event(
        self, verb: int, agent: int, obj: int, to: int, origin: int, n: int, sentence: int,
        card: int,
    ) -> None:  # fmt: skip
        """Count what happened."""
        rules = self.rules
        if verb == GAIN and obj == self.points:
            self.counts[BROUGHT, source(rules.sentences[sentence].id)] += n
        elif verb == RESOLVE and 0 <= obj < len(self.rows):
            self.counts[RESOLVED, self.rows[obj]] += 1
        elif verb not in COURSE:
            self.counts[ACTS, rules.verbs[verb]] += 1

    def link(self, chain: int) -> None:
        """Links are not counted."""

    def instead(
        self, verb: int, agent: int, obj: int, to: int, sentence: int, card: int, by: int
    ) -> None:
        """What did not happen is not counted."""

    def cut(self, sentences: list[int]) -> None:
        """What was not done is not counted."""

    def endless(self, why: int, limit: int, cards: list[int], sentences: list[int]) -> None:
        """Count that effects had no end, by the reason; what settles that counts by itself."""
        self.counts[ENDLESS, REASONS[why].format(f"{limit:,}")] += 1


def source(id: str) -> str:
    """Where a sentence stands: its row, or its rule and paragraph."""
    name, _, part = id.partition(" ")
    return name if "/" in name else f"{name} {part.partition('.')[0]}".strip()


def told(counts: Counted, matches: int) -> dict[str, Any]:
    """What was counted, for a program: acts in a match, paradoxes, and what sentences brought.

    What a text brought is told for each time that it was resolved. Rows that brought nothing are
    told beside others of their table.
    """
    acts = {name: n / matches for (what, name), n in sorted(counts.items()) if what == ACTS}
    gained = {name: n for (what, name), n in counts.items() if what == BROUGHT}
    tables = {name.partition("/")[0] for name in gained if "/" in name}
    times = {
        name: n
        for (what, name), n in counts.items()
        if what == RESOLVED and name.partition("/")[0] in tables
    }
    brought: dict[str, Any] = {}
    for name in sorted({*gained, *times}):
        n, points = times.get(name, matches), gained.get(name, 0)
        brought[name] = {"times": n, "points": points, "mean": points / n}
    endless = {name: n for (what, name), n in sorted(counts.items()) if what == ENDLESS}
    return {"acts": acts, "points": brought, "without end": endless}
