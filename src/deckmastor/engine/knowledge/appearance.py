"""The appearance of a State to a seat: all that it may see, as comparable numbers."""

from __future__ import annotations

from deckmastor.engine.ids import NONE, UNBOUND, Seat, Thing
from deckmastor.engine.knowledge.known_values import Knower
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.state.state import State

# ---- what a seat can tell -------------------------------------------------------------------


def sight(rules: Ruleset, s: State, seat: Seat) -> list[list[int]]:
    """Everything a seat may know of a state; equal for states that it cannot tell apart.

    That is the table, the values of the game and of persons by facts, and the seat's questions.
    """
    return on_table(rules, s, seat) + _facts(rules, s, seat) + questions(rules, s, seat)


def on_table(rules: Ruleset, s: State, seat: Seat) -> list[list[int]]:
    """The table as a seat sees it: places, cards, persons, values, and who is asked."""
    told: list[list[int]] = [s.v, s.winners, s.lasting[0::4], s.asks[0::4]]
    first = rules.first_card
    for place, zone in enumerate(s.zones):
        owner = s.zowner[place]
        if owner >= first and not zone and not rules.views.sees(s, seat, owner):
            owner = NONE  # the owner of an empty place would identify a hidden thing
        told.append([s.zname[place], owner, len(zone)])
        for thing in zone:
            told.append(looks(rules, s, thing, rules.views.sees(s, seat, thing)))
    for person in range(rules.first_card):
        told.append(looks(rules, s, person, True))
    return told


def looks(rules: Ruleset, s: State, thing: Thing, seen: bool) -> list[int]:
    """The visible part of a thing: its facing; also its species and properties if it is seen."""
    lies = s.cols[rules.views.facing][thing]
    if not seen:
        return [NONE, lies]
    told = [s.species[thing], lies]
    for attr in rules.schema.attrs.values():
        if attr.home == "column" and attr.owner and thing < len(s.cols[attr.at]):
            told.append(s.cols[attr.at][thing])
        elif attr.home == "bag":
            told += [attr.at, *s.bags.get(attr.at << 20 | thing, [])]
    return told


def _facts(rules: Ruleset, s: State, seat: Seat) -> list[list[int]]:
    """The values of the game and of persons with facts applied, as far as a seat knows them."""
    told: list[list[int]] = []
    knower = Knower(rules, s, [seat])
    for name in rules.facts:
        attr = rules.schema.attrs.get(name)
        if attr is None or attr.home not in ("scalar", "column"):
            continue
        whose = [NONE] if attr.home == "scalar" else list(range(rules.first_card))
        known = [knower.value(name, person, 0) for person in whose]
        told.append([value if value is not None else UNBOUND for value in known])
    return told


def questions(rules: Ruleset, s: State, seat: Seat) -> list[list[int]]:
    """The questions that are open for a seat, with their options."""

    m = Machine(rules)
    return [
        [s.asks[at + 1], *m.options(s, at)] for at in range(0, len(s.asks), 4) if s.asks[at] == seat
    ]
