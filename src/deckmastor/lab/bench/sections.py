"""The sections of a benchmark by name, and a run of some of them."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import Any, Final

from deckmastor.engine import BUILD
from deckmastor.lab.bench import peers
from deckmastor.lab.bench.agreeing import tracing
from deckmastor.lab.bench.costing import single_costs
from deckmastor.lab.bench.growing import growing
from deckmastor.lab.bench.playing import playing
from deckmastor.lab.bench.rounds import Tell
from deckmastor.lab.bench.sharing import sharing
from deckmastor.lab.bench.tables import Scale, Section
from deckmastor.lab.bench.workers import Crew, builds
from deckmastor.lab.processes import processors

SECTIONS: Final[dict[str, Callable[[Crew, Scale, Tell], Section]]] = {
    "play": playing,
    "costs": single_costs,
    "growth": growing,
    "processes": sharing,
    "traces": tracing,
}


def run(names: Sequence[str], scale: Scale, tell: Tell) -> Iterator[tuple[str, Section]]:
    """Measure some sections, one after the other, and give each when it is done."""
    with Crew() as crew:
        for name in names:
            start = time.perf_counter()
            section = SECTIONS[name](crew, scale, tell)
            section.data["took_seconds"] = round(time.perf_counter() - start, 1)
            section.data["tables"] = [asdict(table) for table in section.tables]
            yield name, section


def surroundings(scale: Scale) -> dict[str, Any]:
    """With what was measured, and what is not installed."""
    return {
        "build": BUILD,
        "builds": list(builds()),
        "python": platform.python_version(),
        "system": f"{sys.platform} {platform.machine()}",
        "processors": processors(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        "peers": peers.versions(),
        "rounds": scale.rounds,
        "seconds": scale.seconds,
        "timer": scale.timer,
    }
