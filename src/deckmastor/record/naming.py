"""Names of persons, things and places, as a match and its record use them."""

from __future__ import annotations

from deckmastor.engine import Ruleset, State
from deckmastor.engine.inside import CHANCE, NONE, TOLD, WORD
from deckmastor.record.describing import shown

SURFACES = ("deck", "pile", "stack", "table")  # things are put onto these, and into others


class Names:
    """What things are called under a ruleset, with these players."""

    __slots__ = ("first_card", "links", "players", "rules", "unnamed", "words")

    def __init__(self, rules: Ruleset, players: list[str]) -> None:
        self.rules = rules
        self.players = players
        self.words = rules.schema.words
        self.first_card = rules.schema.first_card
        self.unnamed = _unnamed(rules)
        self.links = _links(rules) if self.unnamed else []

    def person(self, seat: int) -> str:
        """The name of a person: a player, or one that the rulebook names."""
        if 0 <= seat < len(self.players):
            return self.players[seat]
        others = self.rules.schema.persons
        if 0 <= seat - len(self.players) < len(others):
            return others[seat - len(self.players)]
        return "chance" if seat == CHANCE else "the game"

    def thing(self, s: State, thing: int) -> str:
        """The name of a thing, a person, or a word; empty for nothing."""
        if thing >= WORD:
            return self.rules.schema.text_of(thing)
        if thing <= TOLD:
            return shown(self.players, s, TOLD - thing)
        if thing < 0:
            return ""
        if thing < self.first_card:
            return self.person(thing)
        species = s.species[thing]
        if species in self.unnamed:
            return self._by_place(s, thing) or self._by_link(s, thing, [])
        return self.rules.schema.species[species].name

    def listed(self, s: State, thing: int) -> str:
        """The name of a thing in a list of what lies in a place: that of its row or kind."""
        if self.first_card <= thing < len(s.species):
            return self.rules.schema.species[s.species[thing]].name
        return self.thing(s, thing)

    def _by_place(self, s: State, thing: int) -> str:
        """`ann's heap`, or `ann's heap (2)` beside another one; empty if it lies with nobody."""
        place, kind = s.where[thing], s.species[thing]
        owner = s.zowner[place] if place >= 0 else NONE
        if not 0 <= owner < self.first_card:
            return ""
        name = f"{self.person(owner)}'s {self.rules.schema.species[kind].name}"
        alike = sorted(other for other in s.zones[place] if s.species[other] == kind)
        return name if len(alike) == 1 else f"{name} ({alike.index(thing) + 1})"

    def _by_link(self, s: State, thing: int, seen: list[int]) -> str:
        """`upper heap of the Hill`: by a property of a thing that all see; else its kind."""
        for name, column in self.links:
            for other, value in enumerate(s.cols[column]):
                if value != thing or other == thing or other in seen:
                    continue
                if not self._open(s, other):
                    continue
                if s.species[other] not in self.unnamed:
                    return f"{name} of {self.thing(s, other)}"
                told = self._by_place(s, other) or self._by_link(s, other, [*seen, thing])
                if told != self.rules.schema.species[s.species[other]].name:
                    return f"{name} of {told}"
        return self.rules.schema.species[s.species[thing]].name

    def _open(self, s: State, thing: int) -> bool:
        """True if everybody knows a thing: a name is the same for all, and must tell no secret."""
        views = self.rules.views
        return views.knowing(s, thing) == views.all

    def known(self, s: State, seat: int, thing: int) -> str:
        """The name of a thing as a seat may know it: of a hidden card, only where it lies."""
        if not self.hides(s, seat, thing):
            return self.thing(s, thing)
        where = self.where_known(s, seat, s.where[thing])
        return f"a card {within(where)}" if where else "a card"

    def hides(self, s: State, seat: int, thing: int) -> bool:
        """Whether a thing is a card that a seat may not know; nothing is hidden from chance."""
        if seat < 0 or not self.is_card(s, thing):
            return False
        return not self.rules.views.sees(s, seat, thing)

    def where_known(self, s: State, seat: int, place: int) -> str:
        """A place as a sentence names it to a seat: a hidden card that owns it is not named."""
        owner = s.zowner[place] if 0 <= place < len(s.zones) else NONE
        if not self.hides(s, seat, owner):
            return self.where(s, place)
        name = self.rules.schema.zone_names[s.zname[place]]
        return f"a card's {name}" if name else "a card"

    def place(self, s: State, place: int) -> str:
        """The name of a place, with its owner."""
        if place < 0:
            return ""
        name = self.rules.schema.zone_names[s.zname[place]]
        owner = s.zowner[place]
        if owner == NONE:
            return name
        return f"{self.thing(s, owner)}'s {name}" if name else self.thing(s, owner)

    def where(self, s: State, place: int) -> str:
        """A place as a sentence names it: `the pile`, `ann's hand`."""
        name = self.place(s, place)
        return f"the {name}" if name and s.zowner[place] == NONE else name

    def is_card(self, s: State, thing: int) -> bool:
        """Whether a number is that of a thing that is no person."""
        return self.first_card <= thing < len(s.species)


def _unnamed(rules: Ruleset) -> frozenset[int]:
    """The species of things that cards lie on and that have no name but their kind."""
    schema = rules.schema
    return frozenset(
        number
        for number, species in enumerate(schema.species)
        if not species.row and "card" not in species.kinds and number in schema.own_places
    )


def _links(rules: Ruleset) -> list[tuple[str, int]]:
    """The properties of such things, and of named ones like them, that can name another thing."""
    schema = rules.schema
    told = schema.lexicon.attrs
    return [
        (name, attr.at)
        for name, attr in schema.attrs.items()
        if attr.home == "column" and name in told and told[name].sort == "card"
        and any(attr.owner in schema.species[number].kinds for number in schema.own_places)
    ]  # fmt: skip


def within(where: str) -> str:
    """`on the pile`, `in ann's hand`."""
    return f"on {where}" if _surface(where) in ("pile", "table") else f"in {where}"


def toward(where: str) -> str:
    """`onto the pile`, `into ann's stable`."""
    return f"onto {where}" if _surface(where) in SURFACES else f"into {where}"


def _surface(where: str) -> str:
    """The noun by which a place is called: `heap` of `ann's heap (2)`."""
    return where.partition(" (")[0].rpartition(" ")[2].lower()
