"""Names of persons, things and places, as a match and its record use them."""

from __future__ import annotations

from deckmastor.engine import Ruleset, State
from deckmastor.engine.inside import CHANCE, NONE, TOLD, WORD
from deckmastor.record.describing import shown

SURFACES = ("deck", "pile", "stack", "table")  # things are put onto these, and into others


class Names:
    """What things are called under a ruleset, with these players."""

    __slots__ = ("first_card", "players", "rules", "words")

    def __init__(self, rules: Ruleset, players: list[str]) -> None:
        self.rules = rules
        self.players = players
        self.words = rules.schema.words
        self.first_card = rules.schema.first_card

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
            return self.words[thing - WORD]
        if thing <= TOLD:
            return shown(self.players, s, TOLD - thing)
        if thing < 0:
            return ""
        if thing < self.first_card:
            return self.person(thing)
        return self.rules.schema.species[s.species[thing]].name

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


def within(where: str) -> str:
    """`on the pile`, `in ann's hand`."""
    return f"on {where}" if where.rpartition(" ")[2] in ("pile", "table") else f"in {where}"


def toward(where: str) -> str:
    """`onto the pile`, `into ann's stable`."""
    return f"onto {where}" if where.rpartition(" ")[2] in SURFACES else f"into {where}"
