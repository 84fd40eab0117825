"""How near each player is to the end: what the sentences that end the game compare."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from deckmastor.engine.inside import amount
from deckmastor.language.ir import Cmp, Do, In, Kind, Of, Ref, Tally, Tree, walk
from deckmastor.language.morphology import plural
from deckmastor.match import Match
from deckmastor.record.seeing import Sight

ENDS = frozenset({"end", "win", "lose"})


@dataclass(frozen=True, slots=True)
class Goal:
    """A property of players, and the number or value of the game that it is compared with."""

    name: str
    bound: int | str


def goals(match: Match) -> list[Goal]:
    """The numbers of players that decide whether the game ends, as its sentences say."""
    attrs = match.rules.schema.attrs
    found: dict[str, Goal] = {}
    for entry in match.rules.schema.entries:
        nodes = list(walk(entry.para)) if entry.para is not None else []
        if not any(_ends(node) for node in nodes):
            continue
        for name, bound in _compared(nodes):
            attr = attrs.get(name)
            if attr is not None and attr.owner == "player" and attr.home != "place":
                found.setdefault(name, Goal(name, bound))
    return list(found.values())


@dataclass(frozen=True, slots=True)
class Quota:
    """A number of things that decides how the game ends, and the value it is compared with."""

    name: str
    count: Tally
    bound: Tree

    def told(self, match: Match) -> str:
        """`3 of 6`."""
        seats = len(match.players)
        now = amount(match.rules, self.count).value(match.state, seats)
        bound = amount(match.rules, self.bound).value(match.state, seats)
        return f"{now} of {bound}"


def quotas(match: Match) -> list[Quota]:
    """The counts that sentences about the end compare with a number: `goals in the record`."""
    found: dict[str, Quota] = {}
    for entry in match.rules.schema.entries:
        nodes = list(walk(entry.para)) if entry.para is not None else []
        if not any(_ends(node) for node in nodes):
            continue
        for node in nodes:
            match node:
                case Cmp(
                    a=Tally(op="count", what=Kind() as kind) as count, b=Of(owner=None) as bound
                ):
                    name = _spoken(kind)
                    if name:
                        found.setdefault(name, Quota(name, count, bound))
    return list(found.values())


def _spoken(kind: Kind) -> str:
    """`goals in the record`; empty for a description that is more than a place of the game."""
    match kind.where:
        case (In(place=Of(owner=None, name=place), rel="in" | "on" as rel),):
            return f"{plural(kind.noun)} {rel} the {place}"
    return ""


def _ends(node: Tree) -> bool:
    return isinstance(node, Do) and node.verb in ENDS and node.obj == Ref("game")


def _compared(nodes: Sequence[Tree]) -> Iterator[tuple[str, int | str]]:
    for node in nodes:
        match node:
            case Cmp(a=Of(name=str(name)), op=">=" | ">", b=int(bound)):
                yield name, bound
            case Cmp(a=Of(name=str(name)), op=">=" | ">", b=Of(owner=None, name=str(bound))):
                yield name, bound


def told(match: Match, sight: Sight, goal: Goal, seat: int) -> str:
    """`unicorn count 3 of 7`."""
    known = sight.properties(seat, True).get(goal.name, 0)
    value = "?" if known is None else known  # it depends on cards that the reader does not see
    bound = goal.bound if isinstance(goal.bound, int) else sight.values().get(goal.bound)
    return f"{goal.name} {value} of {bound}" if bound else f"{goal.name} {value}"
