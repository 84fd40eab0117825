"""Whether a game is the same in every build and on any number of processes."""

from __future__ import annotations

from typing import Any, Final

from deckmastor.lab.bench import entries
from deckmastor.lab.bench.rounds import Tell
from deckmastor.lab.bench.tables import Scale, Section, Table
from deckmastor.lab.bench.workers import Crew, builds
from deckmastor.lab.simulate import Plan, play_some, simulate
from deckmastor.lab.tracing import traced
from deckmastor.match import load

TRACED: Final = 12  # matches whose traces are compared
SHARED: Final = (2, 3)  # processes that the same matches are shared among


def tracing(crew: Crew, scale: Scale, tell: Tell) -> Section:
    """That every shipped game is played alike in all builds, on any number of processes."""
    table = Table(
        f"The same game everywhere: hashes over {TRACED} matches",
        ("", "last states", "every state", "the same in", "", "unfinished"),
    )
    data: dict[str, Any] = {}
    wrong: list[str] = []
    for plan in (Plan(p.game, TRACED, p.players, seed=7) for p in entries.plans()):
        ends: dict[str, str] = {}
        unfinished: dict[str, int] = {}
        steps: dict[str, str] = {}
        for build in builds():
            tell(f"trace of {plan.game}, {build}")
            ends[build], unfinished = crew.worker(build).run(last_states, plan)
            steps[build] = crew.worker(build).run(every_state, plan.game)
        for count in SHARED:
            tell(f"trace of {plan.game}, {count} processes")
            ends[f"{count} processes"] = simulate(plan, count).tally.trace
        alike = len(set(ends.values())) == 1 and len(set(steps.values())) == 1
        here = builds()[0]
        verdict = "same" if alike else "DIFFERENT"
        left = str(sum(unfinished.values()))
        table.rows.append((plan.game, ends[here], steps[here], ", ".join(ends), verdict, left))
        data[plan.game] = {
            "last_states": ends,
            "every_state": steps,
            "same": alike,
            "unfinished": unfinished,
        }
        if not alike:
            wrong.append(plan.game)
    failed = f"Played differently: {', '.join(wrong)}." if wrong else ""
    return Section([table], {"games": data}, failed)


def last_states(plan: Plan) -> tuple[str, dict[str, int]]:
    """A hash over the last states of all matches of a plan, and why some have no end."""
    tally = play_some(plan, 0, plan.matches)
    return tally.trace, tally.unfinished


def every_state(game: str) -> str:
    """A hash over every number of every state of some watched and unwatched matches."""
    return traced(load(game))[1]
