"""The siege: what is tried in which number and with which seed, and what of it held.

`make siege` sets `DECKMASTOR_SIEGE`. Then each test tries its long number, and the end of the run
tells of every test what it tried. Otherwise tests try a short number, in `make test`.
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from deckmastor.engine import COMPILED

LONG = bool(os.environ.get("DECKMASTOR_SIEGE"))
SEED = int(os.environ.get("DECKMASTOR_SIEGE_SEED", "1"))


class Siege:
    """What a test tries: how often, by which seed."""

    def __init__(self, node: Any) -> None:
        self.node = node
        self.long = LONG
        self.seed = SEED
        self.dice = random.Random(SEED)

    def times(self, short: int, long: int) -> int:
        """How often to try something, here."""
        return long if LONG else short

    def tried(self, count: int, what: str) -> None:
        """Note what was tried."""
        self.node.user_properties.append(("tried", f"{count:,} {what}"))


@pytest.fixture
def siege(request: pytest.FixtureRequest) -> Siege:
    return Siege(request.node)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """What was tried and what held, test by test."""
    if not LONG:
        return
    build = "compiled" if COMPILED else "source"
    terminalreporter.section(f"siege: {build} build, seed {SEED}")
    told: list[str] = []
    for outcome, word in (("passed", "held"), ("failed", "BROKE"), ("skipped", "left out")):
        for report in terminalreporter.stats.get(outcome, []):
            if getattr(report, "when", "") == "call" or outcome == "skipped":
                tried = "; ".join(str(v) for k, v in report.user_properties if k == "tried")
                name = report.nodeid.rpartition("/")[2]
                told.append(f"{word:8}  {name}" + (f": {tried}" if tried else ""))
    for line in sorted(told):
        terminalreporter.write_line(line)
