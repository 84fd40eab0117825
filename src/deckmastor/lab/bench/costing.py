"""What single things cost, build beside build: forks, saves, loading, amendments, memory."""

from __future__ import annotations

from typing import Any, Final

from deckmastor.lab.bench import costs, entries, peers
from deckmastor.lab.bench.rounds import Spread, Tell
from deckmastor.lab.bench.tables import Row, Scale, Section, Table, duration
from deckmastor.lab.bench.workers import Crew, builds
from deckmastor.lab.simulate import Plan

FEW: Final = 5  # the most rounds of what changes little
SLOW: Final = 3  # the most rounds of what takes a second
AMEND_BAR: Final = 50.0  # milliseconds that an amendment may take
PEERS: Final = {
    "OpenSpiel crazy_eights, clone": peers.EXACT,
    "RLCard uno, deepcopy of the game": peers.UNO,
}

Measured = dict[str, dict[str, list[float]]]  # microseconds of each round, by cost and by build


def single_costs(crew: Crew, scale: Scale, tell: Tell) -> Section:
    """What forks, saves, loads and amendments cost in each shipped game, and memory."""
    tables: list[Table] = []
    data: dict[str, Any] = {}
    late: list[str] = []
    for plan in entries.plans():
        measured = _costs_of(plan, crew, scale, tell)
        weights = crew.worker(builds()[0]).run(costs.memory, plan)
        tables.append(_table(plan, measured, weights))
        data[plan.game] = _data(plan, measured, weights)
        if not data[plan.game]["amend_within_bar"]:
            late.append(plan.game)
    elsewhere = _peer_forks(crew, scale, tell)
    if elsewhere:
        copies: list[Row] = [(name, duration(told)) for name, told in elsewhere.items()]
        tables.append(Table("Copy of a state elsewhere", ("", ""), copies))
    copied = {name: Spread.of(told).data() for name, told in elsewhere.items()}
    note = f"An amendment takes more than {AMEND_BAR:.0f} ms: {', '.join(late)}." if late else ""
    return Section(tables, {"games": data, "peers": copied}, note=note)


def _table(plan: Plan, measured: Measured, weights: dict[str, int]) -> Table:
    here = builds()
    table = Table(f"{plan.game}, {plan.players} players", ("", *here, ""))
    for what, told in measured.items():
        shown = [duration(told[build]) if build in told else "" for build in here]
        table.rows.append((what, *shown, costs.NOTES[what]))
    for what, weight in weights.items():
        blank = [""] * (len(here) - 1)
        table.rows.append((f"memory: {what}", f"{weight:,} bytes", *blank, ""))
    return table


def _data(plan: Plan, measured: Measured, weights: dict[str, int]) -> dict[str, Any]:
    amend = Spread.of(measured["amend"][builds()[0]]).median if "amend" in measured else 0.0
    return {
        "players": plan.players,
        "microseconds": {
            what: {build: Spread.of(told).data() for build, told in by_build.items()}
            for what, by_build in measured.items()
        },
        "bytes": weights,
        "amend_within_bar": amend <= AMEND_BAR * 1000,
    }


def _costs_of(plan: Plan, crew: Crew, scale: Scale, tell: Tell) -> Measured:
    """Each cost by build, a figure for each round; the builds take turns."""
    found: Measured = {}
    for what in (*costs.SWIFT, *costs.SLOW):
        if what == "amend" and not crew.worker(builds()[0]).run(costs.amendment, plan):
            continue
        swift = what in costs.SWIFT
        taking = builds() if swift else builds()[:1]
        found[what] = {build: [] for build in taking}
        for number in range(min(scale.rounds, FEW if swift or what == "amend" else SLOW)):
            for build in taking:
                tell(f"{plan.game}: {what}, {build}")
                cost = crew.worker(build).run(costs.microseconds, what, plan, number, scale.timer)
                found[what][build].append(cost)
    return found


def _peer_forks(crew: Crew, scale: Scale, tell: Tell) -> dict[str, list[float]]:
    """Microseconds of each round for a copy of a state with a peer."""
    worker = crew.worker(builds()[0])
    installed = peers.versions()
    found: dict[str, list[float]] = {}
    for name, way in PEERS.items():
        if installed[peers.peer_of(way)]:
            tell(name)
            times = range(min(scale.rounds, FEW))
            found[name] = [
                worker.run(costs.peer_fork, way, entries.PLAYERS, scale.timer) for _ in times
            ]
    return found
