"""Which cards stay: whether a species can come to lie where its text counts.

A card that is played and put away performs its text once. What stands on it would never count,
unless it names another place of the card, such as a hand.
"""

from __future__ import annotations

from deckmastor.engine.ids import NONE
from deckmastor.engine.rules.definition import Defs
from deckmastor.engine.rules.schema import Schema
from deckmastor.language.ir import (
    Define,
    Did,
    Do,
    Group,
    Moment,
    Of,
    Para,
    Pick,
    Ref,
    Tree,
    When,
    remade,
    substitute,
    walk,
)
from deckmastor.language.whereabouts import place_name

GOALS = ("to", "into", "onto", "in", "on", "on the top of", "on the bottom of", "above", "below")
MOVING = ("move", "play", "create", "shuffle")  # primitive verbs that put something somewhere
DEEPEST = 12  # definitions within definitions


class Staying:
    """What the acts of a book can bring into play, by species."""

    def __init__(self, schema: Schema, defs: Defs, silent: set[int]) -> None:
        self.schema = schema
        self.defs = defs
        self.silent = silent
        self.everything = frozenset(range(len(schema.species)))
        self.playable: set[int] = set()  # played without a place: it resolves and is put away
        self.placed: set[int] = set()  # put into play by an act that is about it or its kind
        self.movable: set[int] = set()  # put into play by an act on any card
        for home in schema.homes:
            if schema.zname[home.places[0]] not in silent:
                self.placed.add(home.species)
        for entry in schema.entries:
            own = frozenset(schema.of_row.get(entry.id, ())) if entry.id else frozenset()
            for do in deeds(entry.para):
                self._note(do, entry.para, own, 0)

    def fleeting(self, species: int) -> bool:
        """True if a card of a species is put away when it has been played."""
        return species in self.playable and species not in self.placed

    def never(self, species: int) -> bool:
        """True if a card of a species is played, and can never lie where its text counts."""
        return self.fleeting(species) and species not in self.movable

    def never_any(self, kind: str) -> bool:
        """True if cards of a kind are played, and no act puts one of them where texts count."""
        species = self.schema.of_kind(kind) or self.everything
        staying = species & (self.placed | self.movable)
        return bool(species & self.playable) and not staying

    def _note(self, do: Do, para: Para | None, own: frozenset[int], depth: int) -> None:
        definition = self.defs.get(do.verb)
        if definition is None:
            if do.verb in MOVING:
                self._put(do, para, own)
            return
        shape, means = definition.do, definition.means
        if isinstance(means, str) or depth > DEEPEST:
            self.movable |= self._species(do.obj, para, own)[0]
            return
        if isinstance(shape, Do) and isinstance(shape.obj, Pick):
            means = substitute(means, shape.obj.label, do.obj)
        for node in walk(means):
            if isinstance(node, Do):
                self._note(node, None if node.obj is not do.obj else para, own, depth + 1)

    def _put(self, do: Do, para: Para | None, own: frozenset[int]) -> None:
        species, special = self._species(do.obj, para, own)
        goals = [told for name, told in do.roles if name in GOALS]
        if do.verb == "play" and not goals:
            self.playable |= species
        elif not goals or any(map(self._counts, goals)):
            (self.placed if special or do.verb == "play" else self.movable).update(species)

    def _counts(self, goal: Tree) -> bool:
        """True if texts may count where something is put."""
        number = self.schema.zone_number(place_name(goal))
        return number == NONE or number not in self.silent

    def _species(
        self, obj: Tree, para: Para | None, own: frozenset[int]
    ) -> tuple[frozenset[int], bool]:
        """The species that an object can have, and whether it is one kind of card alone."""
        match obj:
            case None:
                return (frozenset(), False)
            case Ref("this"):
                return (own, True)
            case Ref(name):
                for node in walk(para):
                    if isinstance(node, Pick) and node.label == name:
                        return self._species(node, para, own)
            case Pick():
                noun = obj.kind.noun
                kind = self.schema.of_kind(noun)
                if noun in ("card", "thing") or not kind:
                    return (self.everything, False)
                return (kind, True)
            case Group(_, items):
                parts = [self._species(item, para, own) for item in items]
                return (frozenset().union(*(one for one, _ in parts)), all(s for _, s in parts))
        return (self.everything, False)


def deeds(para: Para | None) -> tuple[Do, ...]:
    """The acts that a paragraph does or permits, apart from definitions and history; memoized."""
    if para is None:
        return ()
    found: tuple[Do, ...] = remade(para, "deeds", lambda: tuple(_deeds(para)))
    return found


def _deeds(para: Para) -> list[Do]:
    nodes = [
        node for told in para.rules if not isinstance(told, Define) for node in walk(told)
    ]  # fmt: skip
    past = {id(node.do) for node in nodes if isinstance(node, Did)}
    return [node for node in nodes if isinstance(node, Do) and id(node) not in past]


def comes_once(told: Tree) -> bool:
    """True if a trigger waits for a moment of this turn: `At the end of the turn, …`."""
    if not isinstance(told, When) or not isinstance(told.event, Moment):
        return False
    span = told.event.span
    return isinstance(span, Ref) or (isinstance(span, Of) and span.owner is None)
