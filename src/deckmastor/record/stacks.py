"""Things on which cards lie, as somebody may see them: their cards from the bottom up, in towers.

A property whose value is another such thing links the two. Where it leads from thing to thing, each
reached from one at most, the things are a tower: `The meta stack of a stack is a stack.` Of several
such properties the one with the most links counts, of equal ones the first in the book. The value
lies above, unless a number of the things falls on the way up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from deckmastor.engine.inside import (
    ASIDE_PLACE,
    LIMBO_PLACE,
    NONE,
    NOTHING,
    TOLD,
    WORD,
    Attr,
    announced,
)

if TYPE_CHECKING:
    from deckmastor.record.seeing import Sight

Links = dict[int, int]


@dataclass(frozen=True, slots=True)
class Target:
    """An announced target in words; `described` if its player said it in words of their own."""

    text: str
    described: bool = False


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on a thing: its place from the bottom, and what may be known of it."""

    thing: int
    position: int
    name: str | None  # None if it is hidden
    player: str | None
    owner: str | None
    targets: tuple[Target, ...]

    def data(self) -> dict[str, Any]:
        """It, ready for JSON."""
        return {
            "position": self.position,
            "name": self.name,
            "player": self.player,
            "owner": self.owner,
            "targets": [{"text": one.text, "described": one.described} for one in self.targets],
        }


class Stacks:
    """The things on which cards can lie, among all that these seats see."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        self.state = sight.state
        self.schema = sight.rules.schema

    def view(self) -> list[dict[str, Any]]:
        """All of them, tower by tower, each from the bottom up, ready for JSON."""
        return [
            {
                "name": self.sight.match.thing(thing),
                "label": self.labels[thing],
                "tower": number,
                "storey": storey,
                "where": self.sight.where(self.state.where[thing]),
                "holder": self._holder(thing),
                "numbers": dict(self.numbers(thing)),
                "points": dict(self.points(thing)),
                "states": self.states(thing),
                "cards": [card.data() for card in self.cards(thing)],
            }
            for number, tower in enumerate(self.towers)
            for storey, thing in enumerate(tower)
        ]

    # ---- which, and in which order ---------------------------------------------------------

    @cached_property
    def things(self) -> list[int]:
        """The things that hold cards, place by place; a card among them only if something is on it.

        What lies out of the game or is not seen is left out.
        """
        found = [
            thing
            for place, zone in enumerate(self.state.zones)
            if place not in (LIMBO_PLACE, ASIDE_PLACE)
            for thing in zone
            if self.content(thing) >= 0 and self.sight.sees(thing)
        ]
        return [thing for thing in found if not self._is_card(thing) or self._held(thing)]

    def content(self, thing: int) -> int:
        """The place on a thing, or NONE."""
        attr = self.schema.attrs.get("#content")
        return self.state.cols[attr.at][thing] if attr is not None else NONE

    def _held(self, thing: int) -> list[int]:
        return self.state.zones[self.content(thing)]

    def _is_card(self, thing: int) -> bool:
        return "card" in self.schema.species[self.state.species[thing]].kinds

    @cached_property
    def towers(self) -> list[list[int]]:
        """The things that belong together, from the bottom up.

        Empty ones on the top are left out, and those whose lower part is out of the game.
        """
        found = [self._without_empty_top(tower) for tower in self._whole]
        return [tower for tower in found if self._held(tower[-1]) or not self._orphaned(tower[0])]

    def _orphaned(self, thing: int) -> bool:
        """True if a thing points to one that holds cards and is out of the game."""
        pointed = [links.get(thing, NONE) for links in self._pointers.values()]
        return any(self.content(to) >= 0 and self._is_gone(to) for to in pointed if to >= 0)

    def _is_gone(self, thing: int) -> bool:
        return self.state.where[thing] in (NONE, ASIDE_PLACE)

    @cached_property
    def _whole(self) -> list[list[int]]:
        links = self._pointers.get(self._chain, {})
        above = {thing: to for thing, to in links.items() if to in self._known and to != thing}
        reached = set(above.values())
        found: list[list[int]] = []
        for thing in self.things:
            if thing not in reached:
                tower = [thing]
                while tower[-1] in above:
                    tower.append(above[tower[-1]])
                found.append(tower[::-1] if self._falls(tower) else tower)
        return found

    def _without_empty_top(self, tower: list[int]) -> list[int]:
        last = max((at for at, thing in enumerate(tower) if self._held(thing)), default=0)
        return tower[: last + 1]

    @cached_property
    def _known(self) -> set[int]:
        return set(self.things)

    @cached_property
    def _pointers(self) -> dict[str, Links]:
        """The properties of these things that point to one thing, with what each points to."""
        found: dict[str, Links] = {}
        for thing in self.things:
            for name, attr in self._properties(thing):
                told = self.schema.lexicon.attrs.get(name)
                if told is None or told.sort != "card" or told.many:
                    continue
                number = self.sight.number(attr, thing)
                if number is not None and self.sight.names.first_card <= number < WORD:
                    found.setdefault(name, {})[thing] = number
        return found

    def _properties(self, thing: int) -> Iterator[tuple[str, Attr]]:
        """The properties that things of its kind have, each of one value."""
        kinds = self.schema.species[self.state.species[thing]].kinds
        for name, attr in self.schema.attrs.items():
            single = attr.owner in kinds and attr.home in ("column", "printed")
            if single and self.sight.is_own(name):
                yield name, attr

    @cached_property
    def _chain(self) -> str:
        """The property that makes towers; empty if none does."""
        best, most = "", 0
        for name, links in self._pointers.items():
            among = {thing: to for thing, to in links.items() if to in self._known and to != thing}
            if len(among) > most and _in_rows(among):
                best, most = name, len(among)
        return best

    def _falls(self, tower: list[int]) -> bool:
        """True if a number falls from thing to thing."""
        told = [dict(self.numbers(thing)) for thing in tower]
        for name in told[0]:
            row = [one[name] for one in told if name in one]
            if len(row) == len(tower) > 1 and all(a > b for a, b in pairwise(row)):
                return True
        return False

    # ---- what is told of each --------------------------------------------------------------

    def numbers(self, thing: int) -> Iterator[tuple[str, int]]:
        """The numbers that a thing has: its level."""
        for name, attr in self._properties(thing):
            told = self.schema.lexicon.attrs.get(name)
            if told is None or told.sort or name in self.schema.lexicon.statuses:
                continue
            number = self.sight.number(attr, thing)
            if number is not None and number not in (NOTHING, attr.none) and number < WORD:
                yield name, number

    def states(self, thing: int) -> list[str]:
        """What a thing is now."""
        told = self.sight.properties(thing, False)
        return [name for name, value in told.items() if value is True]

    def points(self, thing: int) -> Iterator[tuple[str, str]]:
        """The properties that point to a thing, as `front: Paper Cut`.

        Left out is what the picture of a tower shows: its links in both directions, and what all
        its things point to.
        """
        tower = next((tower for tower in self._whole if thing in tower), [thing])
        for name, links in self._pointers.items():
            to = links.get(thing, NONE)
            if to in (NONE, thing) or self._is_gone(to) or self._drawn(name, links, tower):
                continue
            if to in self.labels:
                yield name, self.labels[to]
            elif self.sight.sees(to):
                yield name, self.card_label(to, thing)

    def _drawn(self, name: str, links: Links, tower: list[int]) -> bool:
        if name == self._chain or (len(tower) > 1 and len({links.get(one) for one in tower}) == 1):
            return True
        among = {thing: to for thing, to in links.items() if to in self._known}
        above = self._pointers.get(self._chain, {})
        return bool(among) and all(above.get(to) == thing for thing, to in among.items())

    def cards(self, thing: int) -> list[Laid]:
        """The cards on a thing, from the bottom up."""
        return [self._laid(card, at) for at, card in enumerate(self._held(thing), 1)]

    def _laid(self, card: int, at: int) -> Laid:
        sight, rules = self.sight, self.sight.rules
        seen = sight.sees(card)
        player = self._person(self.state.cols[rules.player_of][card])
        owner = self._person(self.state.cols[rules.owned][card]) if rules.owned >= 0 else None
        name = sight.match.thing(card) if seen else None
        return Laid(card, at, name, player, owner, self.targets(card) if seen else ())

    def _person(self, who: int) -> str | None:
        return self.sight.match.person(who) if 0 <= who < self.sight.names.first_card else None

    def _holder(self, thing: int) -> str | None:
        return self._person(self.state.zowner[self.state.where[thing]])

    # ---- targets ---------------------------------------------------------------------------

    def targets(self, card: int) -> tuple[Target, ...]:
        """The targets that were announced for a card and still count."""
        return tuple(
            Target(self._target(sort, value), value <= TOLD)
            for sort, value in announced(self.sight.rules, self.state, card)
        )

    def _target(self, sort: str, value: int) -> str:
        if value >= WORD or value <= TOLD:
            return self.sight.match.thing(value)
        if sort == "number":
            return str(value)
        if sort == "place":
            return self.sight.where(value)
        if value in self.labels:
            return self.labels[value]
        return self.card_label(value) if value >= 0 else ""

    def card_label(self, card: int, beside: int = NONE) -> str:
        """The name of a card; where others on these things have its name, with its position.

        If it lies on the thing beside which this is told, that thing is not named.
        """
        told = self.sight.called(card)
        where = self.state.where[card]
        if not self.sight.sees(card) or self._named[told] < 2:
            return told
        on = next((thing for thing in self.things if self.content(thing) == where), NONE)
        if on == NONE:
            return told
        what = "" if on == beside else f" on {self.labels[on]}"
        return f"{told} ({self.state.zones[where].index(card) + 1}{what})"

    @cached_property
    def _named(self) -> Counter[str]:
        """How often each name is seen on these things."""
        cards = [card for thing in self.things for card in self._held(thing)]
        return Counter(self.sight.match.thing(card) for card in cards if self.sight.sees(card))

    # ---- names -----------------------------------------------------------------------------

    @cached_property
    def labels(self) -> dict[int, str]:
        """A name for each of the things by which it can be told from the others."""
        told = {thing: self.sight.match.thing(thing) for thing in self.things}
        for more in (self._numbered, self._counted):
            groups: dict[str, list[int]] = {}
            for thing, name in told.items():
                groups.setdefault(name, []).append(thing)
            for name, group in groups.items():
                if len(group) > 1:
                    told |= {thing: more(thing, name, group) for thing in group}
        return told

    def _numbered(self, thing: int, name: str, group: list[int]) -> str:
        for word, number in self.numbers(thing):
            if any(dict(self.numbers(one)).get(word) != number for one in group):
                return f"{name} ({word} {number})"
        return name

    def _counted(self, thing: int, name: str, group: list[int]) -> str:
        return f"{name} {group.index(thing) + 1}"


def _in_rows(links: Links) -> bool:
    """True if links lead from thing to thing without meeting or going round."""
    if len(set(links.values())) < len(links):
        return False
    for start in links:
        at = start
        while at in links:
            at = links[at]
            if at == start:
                return False
    return True
