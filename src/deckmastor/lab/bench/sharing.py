"""Several processes that play at the same time, against one."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, Final

from deckmastor.lab.bench import entries, ways
from deckmastor.lab.bench.rounds import Slice, Spread, Tell, interleave, ratios
from deckmastor.lab.bench.tables import Scale, Section, Table, reach, times
from deckmastor.lab.bench.ways import Contender, play_for
from deckmastor.lab.bench.workers import Crew, Worker, builds
from deckmastor.lab.processes import processors

FEW: Final = 5  # the most rounds
LONG: Final = 4  # slices that several processes play at once are so many times as long


def sharing(crew: Crew, scale: Scale, tell: Tell) -> Section:
    """Two processes against one, and as many as there are processors."""
    build = builds()[0]
    counts = sorted({2, max(processors(), 2)})
    table = Table(
        f"Several processes against one, {build}, {processors()} processors",
        ("", "processes", "ratio", "spread"),
    )
    data: list[dict[str, Any]] = []
    for plan in entries.plans():
        contender = Contender(entries.entry(plan, build), ways.WHOLE, plan, build)
        workers = [crew.worker(build, number) for number in range(max(counts))]
        longer = scale.seconds * LONG
        turns: dict[str, Callable[[], Slice]] = {
            str(count): _together(contender, workers[:count], longer) for count in (1, *counts)
        }
        few = min(scale.rounds, FEW)
        found = interleave(turns, few, lambda what: tell(f"{contender.name}, {what}"))  # noqa: B023
        for count in counts:
            ratio = Spread.of(ratios(found[str(count)].rates(), found["1"].rates()))
            table.rows.append((plan.game, str(count), times(ratio.median), reach(ratio)))
            data.append({"game": plan.game, "processes": count, "ratio": ratio.data()})
    return Section([table], {"processors": processors(), "build": build, "ratios": data})


def _together(
    contender: Contender, workers: Sequence[Worker], seconds: float
) -> Callable[[], Slice]:
    """What several processes play at the same time, in the time until the last of them is done."""
    numbers = [1000 * place for place in range(len(workers))]

    def play() -> Slice:
        start = time.perf_counter()
        jobs: list[Future[tuple[Slice, int]]] = [
            worker.begin(play_for, contender, seconds, number)
            for worker, number in zip(workers, numbers, strict=True)
        ]
        played = [job.result() for job in jobs]
        spent = time.perf_counter() - start
        numbers[:] = [number for _, number in played]
        matches = sum(one.matches for one, _ in played)
        return Slice(matches, sum(one.decisions for one, _ in played), spent)

    return play
