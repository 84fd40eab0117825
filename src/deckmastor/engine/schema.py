"""What a rulebook speaks of, numbered: words, persons, species, places, properties.

The schema decides where everything lives in a State: which properties are printed and never
change, which need a column, which are scalars of the game, and where each person's places are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from deckmastor.engine.state import HEAD, NONE
from deckmastor.language.book import Book, Entry, base_book
from deckmastor.language.ir import (
    Calc,
    Declare,
    Define,
    Do,
    Hold,
    In,
    Is,
    Kind,
    Of,
    Pick,
    Ref,
    Tree,
    walk,
)  # fmt: skip
from deckmastor.language.lexicon import Lexicon

WORD: Final = 1 << 32  # words are numbered from here, apart from numbers and things
CONTENT: Final = 0  # the name of the place that a thing itself is
LIMBO: Final = 1  # where a card is while it is being played
ASIDE: Final = 2  # out of the game
LIMBO_PLACE: Final = 0
ASIDE_PLACE: Final = 1


@dataclass(slots=True)
class Species:
    """What copies share: a row of a table, a person, or a kind without rows."""

    name: str
    kind: str
    kinds: frozenset[str]
    count: int = 0
    printed: dict[str, Tree | tuple[Tree, ...]] = field(default_factory=dict)
    row: str = ""
    host: str = "card"


@dataclass(slots=True)
class Attr:
    """A property, counter, status or family, and where its values are.

    `home`: scalar (of the game), column (of each thing), printed (of each species), bag (a set
    that can change), printed bag, place, or role (worked out from where a thing is).
    """

    name: str
    home: str
    at: int = NONE
    owner: str | None = None
    members: tuple[int, ...] = ()
    table: list[int] = field(default_factory=list)
    sets: list[list[int]] = field(default_factory=list)
    exclusive: bool = False
    initial: int = 0


ROLES = ("holder", "owner", "player", "doer", "name", "text", "type", "turn order", "winner")
ENGINE_VALUES = {
    "trigger timing": "at once",
    "choice timing": "when performed",
    "check timing": "after each step",
    "announce timing": "when played",
}


class Schema:
    """The numbering of one rulebook for a number of seats."""

    def __init__(self, book: Book, seats: int, values: dict[str, int | str] | None = None) -> None:
        self.book = book
        self.lexicon: Lexicon = book.lexicon
        self.seats = seats
        self.given = dict(values or {})
        self.words: list[str] = []
        self.word_ids: dict[str, int] = {}
        self.entries: list[Entry] = [*_base_entries(book), *book.entries]
        self.species: list[Species] = []
        self.species_ids: dict[str, int] = {}
        self.persons: list[str] = []  # names of persons that hold no seat
        self.offices: list[str] = []
        self.attrs: dict[str, Attr] = {}
        self.zone_names: list[str] = ["", "limbo of play", "out of the game"]
        self.zone_bases: dict[str, int] = {}
        self.zname: list[int] = [LIMBO, ASIDE]
        self.zowner: list[int] = [NONE, NONE]
        self.card_places: dict[str, Attr] = {}
        self.scalars = HEAD
        self.initial: dict[int, int] = {}
        self.columns = 0
        self.written = _written(self.entries)
        self.factual = _factual(self.entries)
        self._persons()
        self._species()
        self._places()
        self._properties()
        self._values()

    # ---- words -----------------------------------------------------------------------------

    def word(self, text: str) -> int:
        """The number of a word."""
        number = self.word_ids.get(text)
        if number is None:
            number = WORD + len(self.words)
            self.words.append(text)
            self.word_ids[text] = number
        return number

    def literal(self, tree: Tree) -> int:
        """The number that a leaf stands for: itself, or that of a word."""
        if isinstance(tree, int):
            return tree
        if isinstance(tree, str):
            return self.word(tree)
        if isinstance(tree, Calc) and tree.op == "with":
            return self.word(" ".join(_spelt(arg) for arg in tree.args))
        if isinstance(tree, Ref):
            return self.word(tree.name)
        if isinstance(tree, Kind):
            return self.word(tree.noun)
        return self.word(str(tree))

    # ---- persons and species ---------------------------------------------------------------

    def _persons(self) -> None:
        for name, kind in self.lexicon.names.items():
            if kind == "office" or self.lexicon.is_kind(kind, "office"):
                self.offices.append(name)
            elif self.lexicon.sort(kind) == "player":
                self.persons.append(name)
        player = self._up("player")
        subkinds = {
            kind
            for kind in self.lexicon.kinds
            if self.lexicon.is_kind(kind, "player")
            and kind not in self.lexicon.statuses
            and kind not in self.factual
            and kind not in self.written
        }
        self._add(Species("player", "player", frozenset(player | subkinds)))
        for name in self.persons:
            kind = self.lexicon.names[name]
            self._add(Species(name, kind, frozenset(self._up(kind) | {name})))

    def _species(self) -> None:
        for thing in self.book.things:
            if thing.kind == "modifier" or thing.host == "modifier":
                continue
            if self.lexicon.sort(thing.kind) in ("office", "player"):
                continue
            kinds = self._up(thing.kind) | {thing.name}
            for told in thing.types:
                if isinstance(told, Kind):
                    kinds |= self._up(told.noun)
                elif isinstance(told, str):
                    kinds |= self._up(told)
            species = Species(thing.name, thing.kind, frozenset(kinds), thing.count, row=thing.id)
            species.printed.update(thing.properties)
            species.printed.update(_typed(thing.types, self.lexicon))
            for kind in list(kinds):
                status = self.lexicon.statuses.get(kind)
                if status is not None and status.family:
                    species.printed.setdefault(status.family, kind)
            species.host = thing.host
            self._add(species)
        rows = {kind for species in self.species for kind in species.kinds}
        for kind in self.lexicon.kinds:
            sort = self.lexicon.sort(kind)
            if sort in ("card", "proposal", "rule", "place") or kind in ("vote", "row"):
                if kind not in rows or sort in ("proposal", "rule"):
                    self._add(Species(kind, kind, frozenset(self._up(kind))))

    def _add(self, species: Species) -> None:
        self.species_ids.setdefault(species.name, len(self.species))
        self.species.append(species)

    def _up(self, kind: str) -> set[str]:
        """A kind and all that it is a kind of."""
        found = {kind, "thing"}
        for parent in self.lexicon.kinds.get(kind, ()):
            found |= self._up(parent)
        return found

    def of_kind(self, noun: str) -> frozenset[int]:
        """The species whose copies are of a kind, by what is printed."""
        return frozenset(i for i, species in enumerate(self.species) if noun in species.kinds)

    @property
    def first_card(self) -> int:
        """The number of the first thing that is no person."""
        return self.seats + len(self.persons)

    # ---- places ----------------------------------------------------------------------------

    def _places(self) -> None:
        people = self.seats + len(self.persons)
        for name, attr in self.lexicon.attrs.items():
            if attr.sort != "place" and not self.is_place_kind(name):
                continue
            number = len(self.zone_names)
            self.zone_names.append(name)
            owner = attr.owner
            if owner is None or owner in ("game",) or self.lexicon.is_kind(owner, "game"):
                self.zone_bases[name] = len(self.zname)
                self.zname.append(number)
                self.zowner.append(NONE)
                self.attrs[name] = Attr(name, "place", self.zone_bases[name], None)
            elif self.lexicon.sort(owner) in ("player", "") and owner != "name":
                self.zone_bases[name] = len(self.zname)
                self.zname += [number] * people
                self.zowner += list(range(people))
                self.attrs[name] = Attr(name, "place", self.zone_bases[name], owner)
            else:
                self.attrs[name] = self._column(name, owner)
                self.card_places[name] = self.attrs[name]

    def is_place_kind(self, noun: str) -> bool:
        """Whether a noun names a kind of place."""
        return noun in self.lexicon.kinds and self.lexicon.is_kind(noun, "place")

    def zone_number(self, name: str) -> int:
        """The number of a sort of place, or NONE."""
        return self.zone_names.index(name) if name in self.zone_names else NONE

    # ---- properties ------------------------------------------------------------------------

    def _properties(self) -> None:
        for name, attr in self.lexicon.attrs.items():
            if name in self.attrs or name in ROLES:
                continue
            if attr.many:
                self._bag(name, attr.owner)
            elif attr.owner is None or attr.owner == "game":
                self._scalar(name)
            else:
                self._single(name, attr.owner)
        for name, owner in self.lexicon.units.items():
            self.attrs.setdefault(name, self._column(name, owner or "thing"))
        families: dict[str, list[str]] = {}
        for word, status in self.lexicon.statuses.items():
            if status.family:
                families.setdefault(status.family, []).append(word)
            elif word not in ("face up", "face down", "empty", "even", "odd", "defined"):
                self._status(word, status.of)
        for family, members in families.items():
            known = self.attrs.get(family)
            if known is None:
                self._bag(family, self.lexicon.statuses[members[0]].of)
                known = self.attrs[family]
            known.members = tuple(self.word(member) for member in members)
            known.exclusive = known.home in ("printed", "column", "scalar")
        for office in self.offices:
            self._scalar(office)
            self.initial[self.attrs[office].at] = NONE
        for name in ("#gone", "#skips", "#player", "#content", "#face down", "#passed"):
            self.attrs[name] = self._column(name, "thing")
        self.attrs["#player"].initial = self.attrs["#content"].initial = NONE
        for name in ("#skipped phases", "#uses"):
            self.attrs[name] = self._column(name, "")
        self._containers()

    def _containers(self) -> None:
        """The species that are places themselves, or that have places of their own."""
        self.containers: set[int] = set()
        self.own_places: dict[int, list[int]] = {}
        self.place_names: dict[int, int] = {self.attrs["#content"].at: CONTENT}
        put = _put_onto(self.entries)
        for number, species in enumerate(self.species):
            if species.kinds & put or "place" in species.kinds:
                self.containers.add(number)
                self.own_places.setdefault(number, []).append(self.attrs["#content"].at)
            for name, attr in self.card_places.items():
                self.place_names[attr.at] = self.zone_number(name)
                if attr.owner in species.kinds:
                    self.own_places.setdefault(number, []).append(attr.at)

    def _status(self, word: str, of: str) -> None:
        typed = any(species.printed.get(word) for species in self.species)
        if word in self.written:
            self.attrs[word] = self._column(word, of or "thing")
        else:
            self.attrs[word] = Attr(word, "printed", owner=of)
            self.attrs[word].table = [0] * len(self.species)
        if typed:
            self.attrs[word].table = [
                1 if species.printed.get(word) else 0 for species in self.species
            ]

    def _scalar(self, name: str) -> None:
        self.attrs[name] = Attr(name, "scalar", self.scalars)
        self.scalars += 1

    def _single(self, name: str, owner: str) -> None:
        table = [self._cell(species, name) for species in self.species]
        if name in self.written or self.lexicon.sort(owner) in ("player", "proposal", "rule"):
            attr = self._column(name, owner)
        else:
            attr = Attr(name, "printed", owner=owner)
        attr.table = table
        self.attrs[name] = attr

    def _bag(self, name: str, owner: str | None) -> None:
        sets: list[list[int]] = []
        for species in self.species:
            told = species.printed.get(name, ())
            items = told if isinstance(told, tuple) else (told,)
            sets.append([self.literal(item) for item in items])
        home = "bag" if name in self.written else "printed bag"
        self.attrs[name] = Attr(name, home, self.columns, owner, sets=sets)
        if home == "bag":
            self.columns += 1

    def _cell(self, species: Species, name: str) -> int:
        told = species.printed.get(name)
        if told is None or isinstance(told, tuple):
            attr = self.lexicon.attrs.get(name)
            return NONE if attr is None or attr.sort in ("word", "player", "card", "text") else 0
        return self.literal(told)

    def _column(self, name: str, owner: str) -> Attr:
        attr = Attr(name, "column", self.columns, owner)
        self.columns += 1
        return attr

    # ---- values ----------------------------------------------------------------------------

    def _values(self) -> None:
        for name, text in ENGINE_VALUES.items():
            self.initial[self.attrs[name].at] = self.word(text)
        self.initial[self.attrs["chain limit"].at] = 1000
        told = sorted(self.book.values, key=lambda value: value.players is not None)
        for value in told:
            if value.players in (None, self.seats) and value.name in self.attrs:
                attr = self.attrs[value.name]
                if attr.home == "scalar" and isinstance(value.value, (int, str)):
                    self.initial[attr.at] = self.literal(value.value)
        for name, given in self.given.items():
            self.initial[self.attrs[name].at] = self.literal(given)


def _base_entries(book: Book) -> list[Entry]:
    """The rules of the base book whose verbs the game did not define anew."""
    told = {verb for entry in book.entries for verb in _defined(entry)}
    return [entry for entry in base_book().entries if not told & set(_defined(entry))]


def _defined(entry: Entry) -> list[str]:
    """The verbs that a paragraph defines."""
    return [
        node.do.verb
        for node in walk(entry.para)
        if isinstance(node, Define) and isinstance(node.do, Do)
    ]


def _typed(types: Iterable[Tree], lexicon: Lexicon) -> dict[str, Tree | tuple[Tree, ...]]:
    """The statuses and families that a Type cell tells."""
    told: dict[str, Tree | tuple[Tree, ...]] = {}
    for tree in types:
        words: list[str] = [tree] if isinstance(tree, str) else []
        if isinstance(tree, Kind):
            words += [
                part.word
                for part in tree.where
                if isinstance(part, Is) and isinstance(part.word, str)
            ]
        for word in words:
            status = lexicon.statuses.get(word)
            if status is None:
                continue
            told[status.family or word] = word if status.family else 1
    return told


def _spelt(arg: Tree) -> str:
    if isinstance(arg, (int, str)):
        return str(arg)
    if isinstance(arg, Kind):
        return arg.noun
    return arg.name if isinstance(arg, (Ref, Of)) else str(arg)


def _written(entries: list[Entry]) -> frozenset[str]:
    """The names of all that some act sets, gains or becomes."""
    found: set[str] = set()
    for entry in entries:
        for node in walk(entry.para):
            if not isinstance(node, Do):
                continue
            for tree in (node.obj, *(told for _, told in node.roles)):
                if node.verb in ("set", "become", "gain", "lose", "increase", "decrease"):
                    found |= _names(tree)
            if node.verb == "become":
                found |= {
                    told for role, told in node.roles if role == "family" and isinstance(told, str)
                }
    return frozenset(found)


def _put_onto(entries: list[Entry]) -> set[str]:
    """The kinds of things that something is said to be on, in, or put onto."""
    found: set[str] = set()
    for entry in entries:
        for node in walk(entry.para):
            told: list[Tree] = []
            if isinstance(node, In) and node.rel in ("in", "on"):
                told.append(node.place)
            elif isinstance(node, Do):
                told += [tree for role, tree in node.roles if role in ("onto", "into")]
            for tree in told:
                if isinstance(tree, Pick):
                    found.add(tree.kind.noun)
    return found - {"card", "thing", "player", "place"}


def _names(tree: Tree) -> set[str]:
    if isinstance(tree, str):
        return {tree}
    if isinstance(tree, Of):
        return {tree.name}
    if isinstance(tree, Ref):
        return {tree.name}
    if isinstance(tree, Pick):
        return {tree.kind.noun}
    if isinstance(tree, Is):
        return {tree.family} | ({tree.word} if isinstance(tree.word, str) else set())
    found: set[str] = set()
    for part in getattr(tree, "items", None) or getattr(tree, "args", None) or ():
        found |= _names(part)
    return found


def _factual(entries: list[Entry]) -> frozenset[str]:
    """The words that some fact makes true of something."""
    found: set[str] = set()
    for entry in entries:
        for node in walk(entry.para):
            if (
                isinstance(node, Hold)
                and isinstance(node.fact, Is)
                and isinstance(node.fact.word, str)
            ):
                found.add(node.fact.word)
            if isinstance(node, Declare) and node.what == "status":
                found |= {name for name in node.names if isinstance(name, str)}
    return frozenset(found)
