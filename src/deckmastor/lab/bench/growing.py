"""How much slower and larger a game gets as it grows."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from deckmastor.lab.bench import costs, growth, ways
from deckmastor.lab.bench.playing import rounds_of
from deckmastor.lab.bench.rounds import Spread, Tell, ratios, rounded
from deckmastor.lab.bench.tables import Scale, Section, Table, reach, times
from deckmastor.lab.bench.ways import Contender
from deckmastor.lab.bench.workers import Crew, builds

FEW: Final = 5  # the most rounds


def growing(crew: Crew, scale: Scale, tell: Tell) -> Section:
    """The same game with more players, cards and rules: how much slower, how much larger."""
    build = builds()[0]
    worker = crew.worker(build)
    table = Table(
        f"As games grow, {build}, to the smallest of each kind",
        ("", "decisions/s", "ratio", "spread", "fork", "memory of a fork"),
    )
    data: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        steps = growth.steps(Path(folder))
        contenders = [Contender(step.name, ways.WHOLE, step.plan, build) for step in steps]
        few = replace(scale, rounds=min(scale.rounds, FEW))
        found = rounds_of(contenders, crew, few, tell)
        smallest: dict[str, list[float]] = {}
        for step in steps:
            tell(f"memory: {step.name}")
            rates = found[step.name].rates()
            ratio = Spread.of(ratios(rates, smallest.setdefault(step.what, rates)))
            forks = [
                worker.run(costs.microseconds, "fork", step.plan, n, scale.timer)
                for n in range(few.rounds)
            ]
            fork = Spread.of(forks).median
            weight = worker.run(costs.memory, step.plan)["fork"]
            speed = f"{Spread.of(rates).median:,.0f}"
            size = (f"{fork:,.1f} µs", f"{weight:,} bytes")
            table.rows.append((step.name, speed, times(ratio.median), reach(ratio), *size))
            data.append(
                {
                    "what": step.what,
                    "size": step.size,
                    **found[step.name].data(),
                    "ratio": ratio.data(),
                    "fork_microseconds": rounded(fork),
                    "fork_bytes": weight,
                }
            )
    return Section([table], {"build": build, "steps": data})
