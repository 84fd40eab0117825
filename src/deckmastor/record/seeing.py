"""What one player may see of a match, ready for JSON; a spectator sees what every player may."""

from __future__ import annotations

from enum import Enum
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from deckmastor.engine.inside import (
    ENGINE_VALUES,
    KNOWN,
    LIMBO,
    NONE,
    NOTHING,
    PHASE,
    ROUNDS,
    STAGE,
    TURN,
    TURNS,
    WORD,
    Attr,
    FactTable,
    Knower,
    all_see,
    announced,
    authors_of,
)
from deckmastor.language.book import base_lexicon
from deckmastor.record import asking, register
from deckmastor.record.errors import Paradox
from deckmastor.record.naming import Names, within
from deckmastor.record.stacks import Stacks

if TYPE_CHECKING:
    from deckmastor.match import Decision, Match

TAIL = 20  # lines of the log
ACTING = range(3, 7)  # stages of the flow within a turn
HIDDEN_VALUES = frozenset({*ENGINE_VALUES, "chain limit", "resolution limit", "nesting limit"})

Value = int | str | bool | list[int | str] | None


class Unknown(Enum):
    """The mark of a value that depends on cards which these seats may not see."""

    UNKNOWN = 1


UNKNOWN = Unknown.UNKNOWN


@cache
def base_names() -> frozenset[str]:
    """The properties that every game has, used or not; points are worth telling all the same."""
    words = base_lexicon()
    return frozenset({*words.attrs, *words.units, *words.statuses} - {"point"})


class Sight:
    """Somebody's sight of a match: `seats` are the bits of those whose knowledge it is."""

    def __init__(self, match: Match, player: str | None) -> None:
        self.match = match
        self.player = player
        self.rules = match.rules
        self.state = match.state
        self.names: Names = match.names
        self.seats = match.knowing(player)

    @cached_property
    def knower(self) -> Knower:
        """Computes what these seats may know of values that depend on cards."""
        return Knower(self.rules, self.state, self._seated)

    def view(self) -> dict[str, Any]:
        """Everything."""
        match, s = self.match, self.state
        return {
            "game": match.game.id,
            "title": match.game.title,
            "player": self.player,
            "number": match.number,
            "players": [self._person(seat) for seat in range(self.rules.schema.first_card)],
            "turn": match.person(s.v[TURN]) if s.v[TURN] >= 0 else None,
            "phase": self._phase(),
            "turns": s.v[TURNS],
            "rounds": s.v[ROUNDS],
            "places": [self._place(place) for place in self._places()],
            "stacks": Stacks(self).view(),
            "values": self.values(),
            "register": {"rules": register.entries(self), "values": register.changed(self)},
            "asked": self.asked(),
            "commitment": match.commitment,
            "decisions": self._decisions(),
            "log": match.newest(self.player, TAIL),
            "over": match.over,
            "winners": match.winners,
            "scores": match.scores,
        }

    def sees(self, thing: int) -> bool:
        """Whether all of these seats may know which card a thing is."""
        return all_see(self.rules, self.state, self._seated, thing)

    @cached_property
    def _seated(self) -> list[int]:
        return [seat for seat in range(len(self.match.players)) if self.seats >> seat & 1]

    def called(self, thing: int) -> str:
        """The name of a thing; of a card that is hidden from one of these seats, where it lies."""
        if thing < self.names.first_card or self.sees(thing):
            return self.match.thing(thing)
        where = self.where(self.state.where[thing])
        return f"a card {within(where)}" if where else "a card"

    def where(self, place: int) -> str:
        """A place as a sentence names it; a hidden card that owns it is not named."""
        owner = self.state.zowner[place] if place >= 0 else NONE
        if owner < self.names.first_card or self.sees(owner):
            return self.names.where(self.state, place)
        name = self.rules.schema.zone_names[self.state.zname[place]]
        return f"a card's {name}" if name else "a card"

    def _phase(self) -> str | None:
        phases, v = self.rules.phases, self.state.v
        return phases[v[PHASE]] if v[STAGE] in ACTING and v[PHASE] < len(phases) else None

    # ---- persons and places ----------------------------------------------------------------

    def _person(self, seat: int) -> dict[str, Any]:
        return {
            "name": self.match.person(seat),
            "plays": seat < len(self.match.players) and not self.state.cols[self.rules.gone][seat],
            "properties": self.properties(seat, True),
        }

    def _places(self) -> list[int]:
        """The places worth telling of; those of cards come last, in the order of their cards.

        The limbo is told only while something is in it, and an empty place of a hidden card never.
        """
        s, first = self.state, self.names.first_card
        shown: list[int] = []
        owned: list[tuple[int, int, int]] = []
        for place, zone in enumerate(s.zones):
            owner = s.zowner[place]
            if owner < first:
                if zone or s.zname[place] > LIMBO + 1:
                    shown.append(place)
            elif zone or self.sees(owner):
                where = s.where[owner]
                owned.append((where, s.zones[where].index(owner) if where >= 0 else 0, place))
        return shown + [place for _, _, place in sorted(owned)]

    def _place(self, place: int) -> dict[str, Any]:
        s, listed = self.state, self.names.listed
        owner = s.zowner[place]
        seen = [thing if self.sees(thing) else NONE for thing in s.zones[place]]
        if NONE in seen and not self.rules.views.ordered(s, place):
            # where in a hand a card is held tells when it came there
            seen.sort(key=lambda thing: (thing < 0, self.match.thing(thing)))
        name = self.rules.schema.zone_names[s.zname[place]]
        if not name:
            name = listed(s, owner) if self.sees(owner) else "a card"
        return {
            "name": name,
            "owner": self._owner(owner),
            "size": len(seen),
            "cards": [listed(s, thing) if thing >= 0 else None for thing in seen],
            "properties": [self._card(t) if t >= 0 else None for t in seen],
        }

    def _card(self, card: int) -> dict[str, Value]:
        """The properties of a card, and the targets that were announced for it."""
        aims = [self._target(sort, n) for sort, n in announced(self.rules, self.state, card)]
        return self.properties(card, False) | ({"targets": aims} if aims else {})

    def _target(self, sort: str, n: int) -> int | str:
        """A target in words; of a hidden card, only that it is one."""
        if sort == "number":
            return n
        if sort == "place" and n >= 0:
            hidden = self._owner(self.state.zowner[n]) is None and self.state.zowner[n] >= 0
            return "a place" if hidden else self.match.place(n)
        card = self.names.first_card <= n < WORD
        return self.match.thing(n) if not card or self.sees(n) else "a card"

    def _owner(self, owner: int) -> str | None:
        if owner == NONE:
            return None
        hidden = owner >= self.names.first_card and not self.sees(owner)
        return None if hidden else self.match.thing(owner)

    # ---- properties ------------------------------------------------------------------------

    def properties(self, thing: int, all_of_them: bool) -> dict[str, Value]:
        """What a thing has and is, as facts make it; those that say nothing only if wanted."""
        kinds = self.rules.schema.species[self.state.species[thing]].kinds
        told: dict[str, Value] = {}
        for name, attr in self.rules.schema.attrs.items():
            if name.startswith("#") or name in KNOWN or attr.home in ("scalar", "place"):
                continue
            if attr.owner not in kinds and not (attr.owner in ("thing", "") and attr.home != ""):
                continue
            value = self._value(name, attr, thing)
            if value is UNKNOWN:
                told[name] = None
                continue
            own = all_of_them and attr.owner in kinds and name not in base_names()
            nought = attr.gappy and value == 0  # a number that a row gives; others have none
            if own or nought or value not in (None, 0, [], False):
                told[name] = value
        return told

    def members(self, name: str, thing: int) -> list[str]:
        """The members of a set of a thing, as facts make it; none if they are not known."""
        told = self._value(name, self.rules.schema.attrs[name], thing)
        return [str(one) for one in told] if isinstance(told, list) else []

    @staticmethod
    def is_own(name: str) -> bool:
        """Whether a property is of the book, and not one that every game has."""
        return not name.startswith("#") and name not in KNOWN and name not in base_names()

    def _value(self, name: str, attr: Attr, thing: int) -> Value | Unknown:
        s, table = self.state, self.rules.facts.get(name)
        if attr.home in ("bag", "printed bag"):
            base = s.bags.get(attr.at << 20 | thing, []) if attr.home == "bag" else []
            if attr.home == "printed bag" and attr.sets:
                base = attr.sets[s.species[thing]]
            members = self.knower.members(name, thing, base) if table is not None else base
            if members is None:
                return UNKNOWN
            if attr.stacks and self.rules.authors >= 0:
                return self._signed(table, thing, base, members)
            return [told for n in members if isinstance(told := self.told(name, n), (int, str))]
        number = self.number(attr, thing)
        if number is None:
            return UNKNOWN
        if name in self.rules.schema.lexicon.statuses and number in (0, 1):
            return bool(number)
        return self.told(name, number)

    def _signed(
        self, table: FactTable | None, thing: int, base: list[int], members: list[int]
    ) -> list[str | int]:
        """The modifiers of a thing, each with its author: `Bound (Ann)`."""
        told: list[str | int] = []
        authors = authors_of(self.state, self.rules.authors, table, thing, base, members)
        for word, author in zip(members, authors, strict=True):
            name = str(self.told("modifier", word))
            told.append(name if author == NONE else f"{name} ({self.match.thing(author)})")
        return told

    def number(self, attr: Attr, thing: int) -> int | None:
        """A property of one value, as a number with facts applied; None if it is not known."""
        s = self.state
        if attr.home == "column":
            number = s.cols[attr.at][thing]
        else:
            number = attr.table[s.species[thing]] if attr.table else 0
        if attr.name not in self.rules.facts:
            return number
        return self.knower.value(attr.name, thing, number)

    def told(self, name: str, n: int) -> int | str | None:
        """A number as the word, person or card it stands for."""
        schema = self.rules.schema
        if n == NOTHING:
            return None
        if n >= WORD:
            return schema.text_of(n)
        attr = schema.lexicon.attrs.get(name)
        sort = attr.sort if attr is not None else ""
        if name in schema.offices or sort in ("player", "card", "place"):
            known = 0 <= n < len(self.state.species) and (n < self.names.first_card or self.sees(n))
            return self.match.thing(n) if known and sort != "place" else None
        return None if n == NONE and sort in ("word", "text") else n

    def values(self) -> dict[str, Value]:
        """The values of the game, as facts make them."""
        told: dict[str, Value] = {}
        for name, attr in self.rules.schema.attrs.items():
            if attr.home == "scalar" and name not in HIDDEN_VALUES and not name.startswith("#"):
                n = self.state.v[attr.at]
                known = self.knower.value(name, NONE, n) if name in self.rules.facts else n
                told[name] = self.told(name, known) if known is not None else None
        return told

    def others_asked(self, player: str) -> list[str]:
        """Who is asked beside a player, as the player may know it."""
        return [one for one in self.asked() if one != player]

    def asked(self) -> list[str]:
        """Who is asked; of a reaction, all who could react as everybody can see."""
        found: set[str] = set()
        for decision in self.match.decisions:
            found.add(decision.player)
            if decision.player != self.player:
                found.update(asking.members(self.match, decision.at))
        return sorted(found)

    def _decisions(self) -> list[dict[str, Any]]:
        return [
            {
                "prompt": decision.prompt,
                "way": decision.way,
                "because": cited(decision.because),
                "options": self._options(decision),
            }
            for decision in self.match.decisions
            if decision.player == self.player
        ]

    @staticmethod
    def _options(decision: Decision) -> list[str]:
        """The options in words; none if they are too much to work out."""
        try:
            return [option.text for option in decision.options]
        except Paradox:
            return []


def cited(sentence: Any) -> dict[str, Any]:
    """A sentence, ready for JSON."""
    told = {"id": sentence.id, "text": sentence.text, "file": sentence.file, "line": sentence.line}
    return {name: value for name, value in told.items() if value}
