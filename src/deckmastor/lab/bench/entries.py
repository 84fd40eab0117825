"""Who takes part in a benchmark: the shipped games, and Crazy Eights beside its peers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from deckmastor.lab.bench import peers, ways
from deckmastor.lab.bench.ways import Contender
from deckmastor.lab.bench.workers import COMPILED_BUILD, PURE_BUILD
from deckmastor.lab.simulate import Plan, rules_of
from deckmastor.record.books import shipped
from deckmastor.record.errors import StartError

GAME: Final = "crazy_eights"
VALUES: Final = (("reshuffling", "yes"), ("special play", "yes"))  # as OpenSpiel and by hand
PLAYERS: Final = 4
SEATS: Final = (PLAYERS, 3, 5, 2, 6, 1)  # how many play a game, if it can be
ELSEWHERE: Final = Plan("", 1, PLAYERS)  # of a game that is none of ours
BESIDE: Final = Plan(GAME, 1, PLAYERS, values=VALUES)  # what is played beside the peers

BY_HAND = "by hand in Python"
EXACT = "OpenSpiel from Python, exact chance"
CHEAP = "OpenSpiel from Python, cheap chance"
ROLLOUTS = "OpenSpiel in C++, rollouts of a search"
UNO = "RLCard uno, environment"
UNO_BARE = "RLCard uno, no observations"
GIN = "RLCard gin rummy, environment"
GIN_BARE = "RLCard gin rummy, no observations"


def plans() -> list[Plan]:
    """Every shipped game as it ships, for four players or the nearest number that it allows."""
    return [_seated(game) for game in shipped()]


def _seated(game: str) -> Plan:
    for players in SEATS:
        plan = Plan(game, 1, players)
        try:
            rules_of(plan)
        except StartError:
            continue
        return plan
    raise StartError(f"{game} cannot be played by any of {SEATS} players.")


def ours(build: str, way: str = ways.WHOLE) -> str:
    """What our Crazy Eights is called beside its peers."""
    return f"from English, {build}" + ("" if way == ways.WHOLE else f", {way}")


def entry(plan: Plan, build: str) -> str:
    """What a shipped game is called."""
    return f"{plan.game}, {plan.players} players, {build}"


def beside(builds: tuple[str, ...], installed: set[str]) -> list[Contender]:
    """Crazy Eights in our builds, by hand and with OpenSpiel."""
    here = builds[0]
    found = _in_builds(ours, BESIDE, builds)
    found.append(Contender(ours(here, ways.STEPPED), ways.STEPPED, BESIDE, here))
    found.append(Contender(BY_HAND, ways.BY_HAND, BESIDE, here))
    if peers.OPENSPIEL in installed:
        found += [
            Contender(EXACT, peers.EXACT, BESIDE, here),
            Contender(CHEAP, peers.CHEAP, BESIDE, here),
            Contender(ROLLOUTS, peers.ROLLOUTS, BESIDE, here, counts=EXACT),
        ]
    return found


def games(builds: tuple[str, ...]) -> list[Contender]:
    """Every shipped game in every build."""
    found: list[Contender] = []
    for plan in plans():
        found += _in_builds(partial(entry, plan), plan, builds)
    return found


def _in_builds(name: Callable[[str], str], plan: Plan, builds: tuple[str, ...]) -> list[Contender]:
    """The same matches in every build: the first decides how many."""
    first, *others = builds
    found = [Contender(name(first), ways.WHOLE, plan, first)]
    return found + [Contender(name(b), ways.WHOLE, plan, b, like=name(first)) for b in others]


def reference(builds: tuple[str, ...], installed: set[str]) -> list[Contender]:
    """Games of RLCard, which are other games than ours."""
    if peers.RLCARD not in installed:
        return []
    named = {UNO: peers.UNO, UNO_BARE: peers.UNO_BARE, GIN: peers.GIN, GIN_BARE: peers.GIN_BARE}
    return [Contender(name, way, ELSEWHERE, builds[0]) for name, way in named.items()]


def pairs(builds: tuple[str, ...], installed: set[str]) -> list[tuple[str, str]]:
    """Whose rates are divided by whose."""
    here = builds[0]
    whole, stepped = ours(here), ours(here, ways.STEPPED)
    found: list[tuple[str, str]] = []
    if peers.OPENSPIEL in installed:
        found += [(one, other) for one in (stepped, whole) for other in (CHEAP, EXACT)]
        found.append((whole, ROLLOUTS))
    found += [(whole, BY_HAND), (stepped, BY_HAND)]
    both = COMPILED_BUILD in builds
    if both:
        found.append((whole, ours(PURE_BUILD)))
    for plan in plans():
        if both:
            found.append((entry(plan, COMPILED_BUILD), entry(plan, PURE_BUILD)))
        if peers.RLCARD in installed:
            found += [(entry(plan, here), other) for other in (UNO, UNO_BARE)]
    return found
