"""Processes that live as long as a benchmark: one for each build of the engine.

Which build runs is settled when the engine is imported, so that two builds need two processes. They
wait in turn: only one of them works at a time, unless several are measured together.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import nullcontext
from typing import ParamSpec, TypeVar

from deckmastor.engine import COMPILED
from deckmastor.lab.processes import deaf, on_source

P = ParamSpec("P")
T = TypeVar("T")

COMPILED_BUILD = "compiled"
PURE_BUILD = "pure"


def builds() -> tuple[str, ...]:
    """The builds that can run here, the faster one first."""
    return (COMPILED_BUILD, PURE_BUILD) if COMPILED else (PURE_BUILD,)


def build_here() -> str:
    """The build that this process runs."""
    return COMPILED_BUILD if COMPILED else PURE_BUILD


class Worker:
    """A process of its own that runs one build and does what it is told, one thing at a time."""

    def __init__(self, build: str) -> None:
        self.build = build
        self._pool = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))
        with deaf(), on_source() if build == PURE_BUILD else nullcontext():
            found = self.run(build_here)
        if found != build:
            raise RuntimeError(f"A process for the {build} build runs the {found} one.")

    def begin(self, work: Callable[P, T], *args: P.args, **given: P.kwargs) -> Future[T]:
        """Let it do something, and do not wait."""
        return self._pool.submit(work, *args, **given)

    def run(self, work: Callable[P, T], *args: P.args, **given: P.kwargs) -> T:
        """Let it do something, and wait for what comes of it."""
        return self.begin(work, *args, **given).result()

    def end(self) -> None:
        """Let it go."""
        self._pool.shutdown(wait=True, cancel_futures=True)


class Crew:
    """The workers of a benchmark, begun when they are needed; `with` lets them go at its end."""

    def __init__(self) -> None:
        self._workers: dict[tuple[str, int], Worker] = {}

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *why: object) -> None:
        for worker in self._workers.values():
            worker.end()

    def worker(self, build: str, number: int = 0) -> Worker:
        """The worker of a build with a number, the same one each time."""
        key = (build, number)
        if key not in self._workers:
            self._workers[key] = Worker(build)
        return self._workers[key]
