"""Games played at random, all in one interleaved run: ours, by hand, and those of peers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from deckmastor.lab.bench import entries, peers
from deckmastor.lab.bench.rounds import Series, Slice, Spread, Tell, interleave, ratios, rounded
from deckmastor.lab.bench.tables import Scale, Section, Table, number, reach, times
from deckmastor.lab.bench.ways import Contender, play_all, play_for
from deckmastor.lab.bench.workers import Crew, Worker, builds
from deckmastor.lab.simulate import Plan


class Turn:
    """A contender who plays as much in every round, in the process of its build.

    How much, it finds out when it warms up: what takes about so many seconds. One that plays the
    matches of another one again plays as many as that one.
    """

    def __init__(
        self, contender: Contender, worker: Worker, scale: Scale, leader: Turn | None = None
    ) -> None:
        self.contender = contender
        self.worker = worker
        self.scale = scale
        self.leader = leader
        self.share = 0
        self.number = 0

    def __call__(self) -> Slice:
        if not self.share:
            return self._warm_up()
        first, self.number = self.number, self.number + self.share
        return self.worker.run(play_all, self.contender, first, self.number, self.scale.timer)

    def _warm_up(self) -> Slice:
        if self.leader is not None:
            self.share = self.leader.share
            return self.worker.run(play_all, self.contender, 0, 1)
        seconds = self.scale.seconds
        self.worker.run(play_for, self.contender, seconds / 4, 0)
        played, self.share = self.worker.run(play_for, self.contender, seconds, 0)
        return played


def rounds_of(
    contenders: Sequence[Contender], crew: Crew, scale: Scale, tell: Tell
) -> dict[str, Series]:
    """What contenders play in interleaved rounds; who cannot count decisions borrows a count."""
    turns: dict[str, Turn] = {}
    for c in contenders:
        turns[c.name] = Turn(c, crew.worker(c.build), scale, turns.get(c.like))
    found = interleave(turns, scale.rounds, tell)
    for c in contenders:
        if c.counts:
            found[c.name] = found[c.name].counted_as(found[c.counts].per_match)
        if c.like:
            _check_same(found, c.like, c.name)
    return found


def _check_same(found: dict[str, Series], one: str, other: str) -> None:
    """That two have played the same matches: in each round as many decisions."""
    for a, b in zip(found[one].slices, found[other].slices, strict=True):
        if (a.matches, a.decisions) != (b.matches, b.decisions):
            raise RuntimeError(f"{one} and {other} do not play the same matches.")


def playing(crew: Crew, scale: Scale, tell: Tell) -> Section:
    """Every shipped game, Crazy Eights beside its peers, and games of RLCard, all in one run."""
    installed = {name for name, version in peers.versions().items() if version}
    here = builds()
    groups = {
        "Crazy Eights as OpenSpiel plays it, 4 players": entries.beside(here, installed),
        "Games that ship": entries.games(here),
        "Other games, for reference": entries.reference(here, installed),
    }
    found = rounds_of([c for group in groups.values() for c in group], crew, scale, tell)
    tables = [
        Table(
            title,
            ("", "decisions/s", "best", "matches/s", "decisions/match"),
            [_rates(c.name, found[c.name]) for c in group],
        )
        for title, group in groups.items()
        if group
    ]
    plans = {c.name: c.plan for group in groups.values() for c in group}
    divided, told = _divided(found, entries.pairs(here, installed), plans)
    data = {"contenders": {name: one.data() for name, one in found.items()}, "ratios": told}
    return Section([*tables, divided], data)


def _divided(
    found: dict[str, Series], pairs: Sequence[tuple[str, str]], plans: dict[str, Plan]
) -> tuple[Table, list[dict[str, Any]]]:
    """Ratios of decisions, and of matches where both play the same game."""
    table = Table("Ratios inside a round, medians", ("", "decisions/s", "spread", "matches/s"))
    told: list[dict[str, Any]] = []
    for one, other in pairs:
        rates = ratios(found[one].rates(), found[other].rates())
        spread = Spread.of(rates)
        matches = Spread.of(ratios(found[one].match_rates(), found[other].match_rates()))
        same = plans[one] == plans[other]
        by_match = times(matches.median) if same else ""
        table.rows.append((f"{one} / {other}", times(spread.median), reach(spread), by_match))
        told.append(
            {
                "of": one,
                "to": other,
                "decisions": spread.data(),
                "matches": matches.data() if same else None,
                "rounds": [rounded(rate) for rate in rates],
            }
        )
    return table, told


def _rates(name: str, series: Series) -> tuple[str, ...]:
    rate, matches = Spread.of(series.rates()), Spread.of(series.match_rates())
    return (
        name, f"{rate.median:,.0f}", f"{rate.high:,.0f}", number(matches.median),
        f"{series.per_match:,.1f}",
    )  # fmt: skip
