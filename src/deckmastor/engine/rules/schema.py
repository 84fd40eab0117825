"""The schema of a game: its words, persons, species, places and properties, numbered.

Example: `schema.attrs["coin"]` says that coins are in a column of `State.cols`, and in which one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from deckmastor.engine.ids import ENDLESS, NONE, NOTHING, RANGE, range_of, range_text
from deckmastor.engine.state.layout import HEAD
from deckmastor.language.book import Book, Entry, base_book
from deckmastor.language.ir import (
    FIELDS,
    RANGES,
    Calc,
    Cmp,
    Declare,
    Define,
    Did,
    Do,
    Hold,
    In,
    Instead,
    Is,
    Kind,
    Node,
    Norm,
    Of,
    Para,
    Pick,
    Ref,
    Tree,
    When,
    from_data,
    leaves,
    remade,
    to_data,
    walk,
)
from deckmastor.language.lexicon import Lexicon
from deckmastor.language.tables import lists_modifiers

WORD: Final = 1 << 41  # words are numbered from here, beyond all numbers and things of a game
CONTENT: Final = 0  # the name of a place that is itself a thing
LIMBO: Final = 1  # where a card is while it is being played
ASIDE: Final = 2  # out of the game
ENTERED: Final = "#entered"  # the column that tells when a thing came into play
GAINED: Final = "#gained"  # when a thing gained each of its last modifiers, in their order
DEFAULTING: Final = "#defaulting"  # for whom chance makes the open choices
AUTHORS: Final = "#authors"  # by whose act it gained each of them; NONE if by nobody's
LIMBO_PLACE: Final = 0
ASIDE_PLACE: Final = 1
IN_FORCE: Final = "in force"  # a value of the state of a rule
LAWS = ("adopt", "amend", "repeal")  # verbs that change rules


@dataclass(slots=True)
class Species:
    """A row of a table, a person, or a kind without rows: what its copies share."""

    name: str
    kind: str
    kinds: frozenset[str]
    count: int = 0
    printed: dict[str, Tree | tuple[Tree, ...]] = field(default_factory=dict)
    row: str = ""
    host: str = "card"

    def called(self) -> str:
        """The name that sentences use: a rule goes by its title, everything else by its name."""
        return str(self.printed.get("title", self.name)) if "rule" in self.kinds else self.name


@dataclass(slots=True)
class Attr:
    """A property, counter, status or family, and where its values are.

    Homes of one value: scalar (of the game), column (of each thing), printed (of each species).
    Homes of sets: bag (can change), printed bag. A place has the home `place`.
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
    none: int = NONE  # the value that means none: NOTHING for numbers
    gappy: bool = False  # whether it is a number that things can be without
    most: int = 1 << 30  # a column has values for things below this number

    @property
    def stacks(self) -> bool:
        """True if a thing can have one member several times: modifiers add up, sets do not."""
        return self.name == "modifier"


@dataclass(slots=True)
class Home:
    """Where a species is from the start: all copies of a row, or one of a kind in each place."""

    species: int
    places: tuple[int, ...]


class Sheet:
    """What a new thing has from the start, column by column and bag by bag, found once."""

    def __init__(self, attrs: dict[str, Attr], species: int) -> None:
        own = [attr for attr in attrs.values() if attr.home == "column" and attr.most > 0]
        self.columns = [attr.at for attr in own]
        self.ends = [attr.most for attr in own]  # things from this number on have no value
        self.rows = [
            [attr.table[number] if attr.table else attr.initial for attr in own]
            for number in range(species)
        ]  # the values by species
        bags = [attr for attr in attrs.values() if attr.home == "bag"]
        self.bags = [attr.at << 20 for attr in bags]  # the key of a bag, without the thing
        self.sets = [attr.sets for attr in bags]


class Likeness:
    """What a copy has of its original: counters, statuses, properties and modifiers."""

    def __init__(self, schema: Schema, owned: int, copied: int) -> None:
        own = (owned, copied, *schema.place_names)
        attrs = [
            attr
            for name, attr in schema.attrs.items()
            if attr.home == "column" and not name.startswith("#") and attr.at not in own
        ]
        bags = [attr.at for attr in schema.attrs.values() if attr.home == "bag"]
        self.columns = [attr.at for attr in attrs if attr.most > 0]
        self.bags = [at << 20 for at in bags]
        self.noted = [attr.at for attr in attrs] + bags  # the columns that count as changed


class Numbering:
    """Which numbers a schema has given: its successor takes them over, and a save keeps them."""

    def __init__(
        self, attrs: dict[str, Attr], zone_names: list[str], zname: list[int], zowner: list[int],
        scalars: int, columns: int, persons: list[str], office_things: dict[str, int],
        species: list[Species], removed: list[int], ranged: bool,
    ) -> None:  # fmt: skip
        self.attrs = attrs
        self.zone_names = zone_names
        self.zname = zname
        self.zowner = zowner
        self.scalars = scalars
        self.columns = columns
        self.persons = persons
        self.office_things = office_things
        self.species = species
        self.removed = removed
        self.ranged = ranged  # whether sets can hold ranges

    def to_data(self) -> list[Any]:
        """All of it as lists; of species that are still in the book, only row and name."""
        gone = set(self.removed)
        return [
            [[one.name, one.home, one.at, one.owner, one.initial] for one in self.attrs.values()],
            self.zone_names, self.zname, self.zowner, self.scalars, self.columns, self.persons,
            [[name, thing] for name, thing in self.office_things.items()],
            [
                _species_data(one) if number in gone else [one.row, one.name]
                for number, one in enumerate(self.species)
            ],
            self.ranged,
        ]  # fmt: skip

    @staticmethod
    def from_data(data: list[Any]) -> Numbering:
        """What `to_data` wrote; ValueError, TypeError or KeyError for most other data."""
        attrs, names, zname, zowner, scalars, columns, persons, offices, species, ranged = data
        found = [_species_from(one) for one in species]
        return Numbering(
            {
                str(name): Attr(str(name), str(home), at, owner, initial=initial)
                for name, home, at, owner, initial in attrs
            },
            names, zname, zowner, scalars, columns, persons,
            {str(name): int(thing) for name, thing in offices},
            found, [], bool(ranged),
        )  # fmt: skip


def _species_data(one: Species) -> list[Any]:
    printed = [[name, to_data(told)] for name, told in one.printed.items()]
    return [one.row, one.name, one.kind, sorted(one.kinds), one.count, one.host, printed]


def _species_from(data: list[Any]) -> Species:
    """A species as it is found again by its row and name, or in full if it was removed."""
    if len(data) == 2:
        return Species(str(data[1]), "", frozenset(), row=str(data[0]))
    row, name, kind, kinds, count, host, printed = data
    told = {str(key): from_data(value) for key, value in printed}
    return Species(
        str(name), str(kind), frozenset([str(one) for one in kinds]), int(count), told, str(row),
        str(host),
    )  # fmt: skip


ROLES = (
    "holder", "owner", "original", "player", "doer", "name", "text", "type", "turn order", "winner",
)  # fmt: skip
ENGINE_VALUES = {  # settings of the engine -> the texts allowed, the default first
    "trigger timing": ("at once", "next step"),
    "choice timing": ("when performed", "before the step", "before the link"),
    "check timing": ("after each step", "after the act"),
    "announce timing": (
        "when played",
        "before the place",
        "after the reactions",
        "when played with targets",
    ),
    "target wording": ("things", "things or descriptions"),
    "choice secrecy": ("open", "secret"),
    "then timing": ("next link", "same link"),
    "and timing": ("printed order", "blind"),
    "desertion": ("the last player wins", "the game goes on"),
}
KNOWN = ("seat number",)  # properties of persons that the list of players shows anyway
CHAIN: Final = 1_000  # the default chain limit
LIMITS: Final = {"resolution limit": 1_000, "nesting limit": 50}  # of chains, with their defaults
INVOLVED: Final = "involved"  # the status of cards while effects without end are settled


class Unsupported(Exception):
    """Raised for a meaning that this engine cannot run yet; the message says which."""


class CompilerFault(Exception):
    """An error of the engine itself, not of the author; its cause has the traceback."""

    def __init__(self, text: str) -> None:
        super().__init__(f"Deckmastor itself failed, not the author, at this sentence: {text}")
        self.text = text


class Renumbered(Exception):
    """Raised for an amendment that would renumber things or places; the message says which."""


class Schema:
    """The numbering of one rulebook for a number of seats.

    The schema of an amended book extends the `former` one: old numbers stay, new ones come behind.
    So a State is valid under both. `places` is the number of places when the amendment was adopted,
    `words` are all words numbered by then.
    """

    def __init__(
        self,
        book: Book,
        seats: int,
        values: dict[str, int | str] | None = None,
        former: Numbering | None = None,
        places: int = 0,
        words: tuple[str, ...] = (),
    ) -> None:
        self.book = book
        self.lexicon: Lexicon = book.lexicon
        self.seats = seats
        self.given = dict(values or {})
        self.words: list[str] = []
        self.word_ids: dict[str, int] = {}
        self.arguments: dict[int, list[str]] = {}  # word with parameters -> the parameters
        self.ranged: bool = former is not None and former.ranged  # whether sets can hold ranges
        self.described: dict[str, Kind] = {}  # parameters that are a kind with a status before it
        self.refused: list[tuple[str, str]] = []  # rows with a value that cannot run, and why
        own = [said_in(entry.para) for entry in book.entries]
        base = _base_entries(own)
        self.entries: list[Entry] = [*base, *book.entries]
        self._families: dict[str, tuple[str, str] | None] = {}  # a memo of `family_of`
        self._sorts: dict[str, str] = {}  # a memo of `noun_sort`
        self._kinds: tuple[int, dict[str, frozenset[int]]] = (0, {})  # of `of_kind`
        self._above: dict[str, frozenset[str]] = {}  # a memo of `_up`
        self._rows: dict[str, list[int]] = {}  # a memo of `of_row`
        self._stated: dict[str, str] | None = None  # a memo of `stated`
        self._told: dict[str, list[tuple[int, Tree]]] = {}  # property -> species and printed value
        self.species: list[Species] = []
        self.species_ids: dict[str, int] = {}
        self.persons: list[str] = []  # names of persons that hold no seat
        self.offices: list[str] = []
        self.office_things: dict[str, int] = {}  # offices that are things -> thing
        self.class_kind = ""
        self.class_things: dict[int, int] = {}  # species of cards -> its class, a thing
        self.attrs: dict[str, Attr] = {}
        self.zone_names: list[str] = ["", "limbo of play", "out of the game"]
        self._zones: dict[str, int] = {}  # the numbers of `zone_names`
        self.zone_bases: dict[str, int] = {}
        self.zname: list[int] = [LIMBO, ASIDE]
        self.zowner: list[int] = [NONE, NONE]
        self.card_places: dict[str, Attr] = {}
        self.scalars = HEAD
        self.initial: dict[int, int] = {}
        self.columns = 0
        self.said = [*[said_in(entry.para) for entry in base], *own]
        self.spoken = frozenset[int | str]().union(*(said.leaves for said in self.said))
        self.written = frozenset(name for said in self.said for name in said.written)
        self.kinds_of_properties: dict[str, str] = {  # `A binder is a player.`
            str(told.of): str(told.names[0])
            for said in self.said
            for told in said.declared
            if told.what == "sort"
        }
        self.ranged = self.ranged or any(said.ranges for said in self.said)
        self.settles = {"effect", "end"} <= self.spoken  # says what becomes of effects without end
        if self.settles and INVOLVED in self.spoken:
            self.written |= {INVOLVED}
        self.factual = frozenset(word for said in self.said for word in said.factual)
        self.brings = "bring" in self.spoken and not any("bring" in said.defined for said in own)
        self.rerolls = "reroll" in self.spoken and not any("reroll" in said.defined for said in own)
        self.defaults = "default" in self.spoken and not any(
            "default" in said.defined for said in own
        )
        self.lawful = _speaks_of_rules(own)  # whether rules are things of the game
        self.contests = _contests(own, self.lexicon)  # kinds of game within the game -> kinds above
        self.contested_games = {*self.contests}.union(*self.contests.values())
        self.participants = _participants(own, self.contested_games)
        self.rule_ids: dict[str, int] = {}  # id of a rule in force -> species
        self.former: dict[str, Attr] = {}
        self.removed: list[int] = []  # species that no row of the book has any more
        if former is not None:
            self._grow(former, places, words)
        self._persons()
        self._species()
        if former is not None:
            self._keep_order(former)
        if self.lawful:
            rows = {species.row: n for n, species in enumerate(self.species)}
            self.rule_ids = {one.id: rows[f"rule {one.id}"] for one in book.source.rules}
        self._places()
        self.homes: list[Home] = [home for said in own for home in self._homes(said)]
        self.docket = self._docket()
        self._properties()
        self._values()
        self.mixed = self._mixed()  # whether there can be things that are no persons and no cards

    # ---- amendments ------------------------------------------------------------------------

    def numbering(self) -> Numbering:
        """The numbers that it has given."""
        return Numbering(
            {**self.former, **self.attrs}, self.zone_names, self.zname, self.zowner, self.scalars,
            self.columns, self.persons, self.office_things, self.species, self.removed,
            self.ranged,
        )  # fmt: skip

    def _grow(self, former: Numbering, places: int, words: tuple[str, ...]) -> None:
        """Take over the numbers of the former schema, so that new ones come behind."""
        self.former = former.attrs
        for word in words:
            self.word(word)
        self.zone_names = former.zone_names.copy()
        self.zname = [*former.zname, *[CONTENT] * (places - len(former.zname))]
        self.zowner = [*former.zowner, *[NONE] * (places - len(former.zowner))]
        self.scalars = former.scalars
        self.columns = former.columns

    def _keep_order(self, former: Numbering) -> None:
        """Number persons and species as before; those that the amendment removed stay."""
        newcomers = [name for name in self.persons if name not in former.persons]
        if newcomers:
            raise Renumbered(f"'{newcomers[0]}' cannot join a match that has begun")
        self.persons = former.persons.copy()
        unheard = [name for name in self.office_things if name not in former.office_things]
        if unheard:
            raise Renumbered(f"the office '{unheard[0]}' cannot be made in a match that has begun")
        self.office_things = former.office_things.copy()
        told: dict[tuple[str, str], list[Species]] = {}
        for species in self.species:
            told.setdefault((species.row, species.name), []).append(species)
        kept: list[Species] = []
        for number, old in enumerate(former.species):
            twins = told.get((old.row, old.name))
            if not twins:
                self.removed.append(number)
            kept.append(twins.pop(0) if twins else old)
        self.species = []
        self.species_ids = {}
        for species in [*kept, *(one for twins in told.values() for one in twins)]:
            self._add(species)

    def _was(self, name: str, home: str) -> Attr | None:
        """The property in the former schema, if it had that home."""
        attr = self.former.get(name)
        return attr if attr is not None and attr.home == home else None

    # ---- words -----------------------------------------------------------------------------

    def word(self, text: str) -> int:
        """The number of a word; a new one if it has none."""
        number = self.word_ids.get(text)
        if number is None:
            number = WORD + len(self.words)
            self.words.append(text)
            self.word_ids[text] = number
        return number

    def literal(self, tree: Tree) -> int:
        """The int for a leaf: the number itself, or the number of a word."""
        if isinstance(tree, int):
            return tree
        if isinstance(tree, str):
            return self.word(tree)
        if isinstance(tree, Calc) and tree.op in RANGES:
            return self._range(tree)
        if isinstance(tree, Calc) and tree.op == "with":
            args = [self._spelt(arg) for arg in tree.args]
            number = self.word(" ".join(args))
            self.arguments[number] = args[1:]
            return number
        if isinstance(tree, Ref):
            return self.word(tree.name)
        if isinstance(tree, Kind):
            return self.word(tree.noun)
        return self.word(str(tree))

    def _range(self, tree: Calc) -> int:
        """The code of a range whose ends are numbers."""
        ends = [int(str(end)) for end in tree.args]
        if tree.op == "to":
            return range_of(ends[0], ends[1])
        return range_of(ends[0], ENDLESS) if tree.op == "and more" else range_of(-ENDLESS, ends[0])

    def text_of(self, number: int) -> str:
        """The text of a word, or of a range."""
        return range_text(number) if number >= RANGE else self.words[number - WORD]

    def _spelt(self, arg: Tree) -> str:
        """The text of a name or a parameter of a word; kinds with a status go to `described`."""
        match arg:
            case int() | str():
                return str(arg)
            case Kind(noun=noun, where=()) if noun in self._fixed:
                return noun
            case Kind(noun=noun, where=where) if noun in self._fixed:
                spelt = [_before(part) for part in where]
                if all(spelt):
                    name = " ".join([*spelt, noun])
                    self.described[name] = arg
                    return name
            case Of(owner=None, name=name) | Ref(name=name) if name in self._fixed:
                return name
        raise Unsupported("a parameter of a word that is not fixed")

    @property
    def _fixed(self) -> set[str]:
        """Names that mean the same wherever they are written."""
        return {*self.lexicon.names, *self.lexicon.attrs, *self.lexicon.kinds}

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
            if "player" in self._up(kind)
            and kind not in self.lexicon.statuses
            and kind not in self.factual
            and kind not in self.written
        } - {kind for kind in self.participants if kind in self.written}
        self._add(Species("player", "player", frozenset(player | subkinds)))
        for name in self.persons:
            kind = self.lexicon.names[name]
            self._add(Species(name, kind, frozenset(self._up(kind) | {name})))

    def _species(self) -> None:
        self._office_things()
        heads = {head for thing in self.book.things for head in thing.cells}
        listing = {head for head in heads if lists_modifiers(self.lexicon, head)}
        for thing in self.book.things:
            if thing.kind == "modifier" or thing.host == "modifier":
                continue
            if self.lexicon.sort(thing.kind) in ("office", "player"):
                continue
            kinds = self._up(thing.kind) | {thing.name}
            for told in thing.types:
                if isinstance(told, Kind):
                    kinds |= self._made(thing.kind, told.noun)
                elif isinstance(told, str):
                    kinds |= self._made(thing.kind, told)
            species = Species(thing.name, thing.kind, frozenset(kinds), row=thing.id)
            species.count = self.book.copies(thing)
            species.printed.update(thing.properties)
            for head, cell in thing.cells.items():
                if head in listing:
                    spelt = [part.strip() for part in cell.split(";") if part.strip()]
                    species.printed.setdefault("modifier", tuple(spelt))
            species.printed.update(_typed(thing.types, self.lexicon))
            for kind in list(kinds):
                status = self.lexicon.statuses.get(kind)
                if status is not None and status.family:
                    species.printed.setdefault(status.family, kind)
            species.host = thing.host
            self._add(species)
        self._classes()
        rows = {kind for species in self.species for kind in species.kinds}
        for kind in self.lexicon.kinds:
            sort = self.lexicon.sort(kind)
            if sort in ("card", "proposal", "rule", "place") or kind in ("vote", "row"):
                if kind not in rows or sort in ("proposal", "rule"):
                    self._add(Species(kind, kind, frozenset(self._up(kind))))
        if self.lawful:
            self._rules()

    def _rules(self) -> None:
        """Add a species for each rule of the book, because sentences speak of rules."""
        for rule in self.book.source.rules:
            made = Species(f'the rule "{rule.title}"', "rule", frozenset({"rule", "thing"}))
            made.row = f"rule {rule.id}"
            made.printed.update({"title": rule.title, "state": IN_FORCE})
            self._add(made)

    def _classes(self) -> None:
        """If each card has one rule of some kind, add a species of that kind for each card row."""
        self.class_kind = next(
            (
                str(name)
                for said in self.said
                for node in said.declared
                if node.what == "one" and node.of == "card"
                for name in node.names
                if name in self.lexicon.kinds and self.lexicon.is_kind(str(name), "rule")
            ),
            "",
        )
        if not self.class_kind or self.former:
            return
        first = self.first_card + len(self.office_things)
        kinds = frozenset(self._up(self.class_kind))
        cards = [i for i, one in enumerate(self.species) if one.row and "card" in one.kinds]
        for number in cards:
            made = Species(f"{self.species[number].name} class", self.class_kind, kinds)
            made.printed.update(self.species[number].printed)
            made.printed["title"] = self.species[number].name
            self.class_things[number] = first + len(self.class_things)
            self._add(made)

    def _office_things(self) -> None:
        """Add a species for each office that has a text, or all if a sentence speaks of offices."""
        rows = {thing.name: thing.id for thing in self.book.things if thing.kind == "office"}
        self.office_things = {}
        for name in self.offices:
            if name in rows or any(said.offices for said in self.said):
                self.office_things[name] = self.first_card + len(self.office_things)
                kinds = frozenset({name, "office", "thing"})
                self._add(Species(name, "office", kinds, row=rows.get(name, "")))

    def _add(self, species: Species) -> None:
        self.species_ids.setdefault(species.name, len(self.species))
        self.species.append(species)

    def _up(self, kind: str) -> frozenset[str]:
        """A kind and all kinds above it."""
        found = self._above.get(kind)
        if found is None:
            parents = self.lexicon.kinds.get(kind, ())
            found = frozenset({kind, "thing"}).union(*map(self._up, parents))
            self._above[kind] = found
        return found

    def _made(self, kind: str, told: str) -> frozenset[str]:
        """The kinds that a type gives to a row; only the type itself if its family fits others."""
        status = self.lexicon.statuses.get(told)
        if status is not None and status.family and not self.lexicon.is_kind(kind, status.of):
            return frozenset({told})
        return self._up(told)

    def family_of(self, kind: str) -> tuple[str, str] | None:
        """The family and its member above a kind, or None: a foal is a pony by breed."""
        if kind not in self._families:
            self._families[kind] = self._family_of(kind)
        return self._families[kind]

    def _family_of(self, kind: str) -> tuple[str, str] | None:
        named = kind in self.species_ids and self.species[self.species_ids[kind]].row
        if kind not in self.lexicon.kinds or named:
            return None
        for above in sorted(self._up(kind) - {kind}):
            status = self.lexicon.statuses.get(above)
            if status is not None and status.family in self.attrs:
                return (status.family, above)
        return None

    def noun_sort(self, noun: str) -> str:
        """The sort of a noun: place, word, number, or the sort that the lexicon gives."""
        found = self._sorts.get(noun)
        if found is None:
            attr = self.attrs.get(noun)
            if attr is not None and (attr.home == "place" or noun in self.card_places):
                found = "place"
            elif attr is not None and noun not in self.lexicon.kinds:
                found = "word" if attr.members else "number"
            else:
                found = self.lexicon.sort(noun)
            self._sorts[noun] = found
        return found

    def of_kind(self, noun: str) -> frozenset[int]:
        """The species whose copies are of a kind by print."""
        if self._kinds[0] != len(self.species):
            self._kinds = (len(self.species), {})
        known = self._kinds[1]
        found = known.get(noun)
        if found is None:
            told = [i for i, species in enumerate(self.species) if noun in species.kinds]
            found = known[noun] = frozenset(told)
        return found

    def _mixed(self) -> bool:
        begun = {noun for said in self.said for noun in said.begun}
        begun |= {self.species[home.species].kind for home in self.homes}
        return self.docket != NONE or any(
            "card" not in one.kinds and (one.row or one.count or one.kind in begun)
            for one in self.species[1 + len(self.persons) :]
        )

    @property
    def of_row(self) -> dict[str, list[int]]:
        """Row of a table -> its species."""
        if not self._rows:
            for number, species in enumerate(self.species):
                self._rows.setdefault(species.row, []).append(number)
        return self._rows

    def listed_decks(self) -> list[list[int]]:
        """The species of the cards in each deck that the book lists."""
        rows = self.of_row
        return [
            [number for n, row in deck.cards for number in rows.get(row, ())[:1] * n]
            for deck in self.book.decks
        ]

    @property
    def stated(self) -> dict[str, str]:
        """Value of the game -> the text that a rule states for it."""
        if self._stated is None:
            self._stated = self._said_once()
        return self._stated

    def _said_once(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for entry in self.entries:
            for rule in entry.para.rules if entry.para is not None else ():
                match rule:
                    case Hold(fact=Cmp(a=Of(owner=None, name=name), op="=", b=str() as said)):
                        found[name] = said
        return found

    @property
    def first_card(self) -> int:
        """The number of the first thing that is not a person."""
        return self.seats + len(self.persons)

    # ---- places ----------------------------------------------------------------------------

    def _places(self) -> None:
        people = self.seats + len(self.persons)
        for name, attr in self.lexicon.attrs.items():
            if attr.sort != "place" and not self.is_place_kind(name):
                continue
            number = self.zone_number(name)
            if number == NONE:
                number = len(self.zone_names)
                self.zone_names.append(name)
            owner = attr.owner
            whose = self._whose(owner)
            kept = self._was(name, "place")
            if kept is not None and whose != ("game" if kept.owner is None else "person"):
                raise Renumbered(f"the place '{name}' cannot change whose it is")
            if owner is not None and whose == "thing":
                self.attrs[name] = self._column(name, owner)
                self.card_places[name] = self.attrs[name]
                continue
            base = kept.at if kept is not None else len(self.zname)
            if kept is None:
                owners = [NONE] if whose == "game" else list(range(people))
                self.zname += [number] * len(owners)
                self.zowner += owners
            self.zone_bases[name] = base
            self.attrs[name] = Attr(name, "place", base, None if whose == "game" else owner)

    def _homes(self, said: Survey) -> Iterator[Home]:
        """The homes that a paragraph declares: `Each player has a graveyard in their plot.`"""
        for node in said.declared:
            if node.what != "there":
                continue
            base = self.attrs[str(node.names[0])].at
            seats = range(1 if node.of is None else self.seats)
            places = tuple(base + seat for seat in seats)
            for name in node.names[1:]:
                rows = [n for n, one in enumerate(self.species) if one.row and one.name == name]
                for number in rows or [self.species_ids[str(name)]]:
                    yield Home(number, places)

    def _docket(self) -> int:
        """Make the place of proposals, offices and rules; NONE in books without them."""
        self.votes = bool(
            self.office_things or self.class_things or any(said.votes for said in self.said)
        )
        if not self.votes and not self.lawful:
            return NONE
        kept = self._was("#docket", "place")
        base = kept.at if kept is not None else len(self.zname)
        if kept is None:
            self.zone_names.append("docket")
            self.zname.append(len(self.zone_names) - 1)
            self.zowner.append(NONE)
        self.attrs["#docket"] = Attr("#docket", "place", base, None)
        return base

    def _whose(self, owner: str | None) -> str:
        """Who owns such a place: `game`, each `person`, or each `thing` of a kind."""
        if owner is None or owner in ("game",) or self.lexicon.is_kind(owner, "game"):
            return "game"
        of_persons = self.lexicon.sort(owner) in ("player", "") and owner != "name"
        return "person" if of_persons else "thing"

    def is_place_kind(self, noun: str) -> bool:
        """True if a noun names a kind of place."""
        return noun in self.lexicon.kinds and "place" in self._up(noun)

    def zone_number(self, name: str) -> int:
        """The number of a sort of place, or NONE."""
        known, names = self._zones, self.zone_names
        for number in range(len(known), len(names)):
            known.setdefault(names[number], number)
        return known.get(name, NONE)

    def backs(self) -> list[int]:
        """The back of the cards of each species, as a number.

        With one sort of deck, all cards have the same back. With several, each kind has its own.
        """
        decks = sum(1 for name in self.zone_names if name == "deck" or name.endswith(" deck"))
        sorts: dict[str, int] = {}
        found: list[int] = []
        for one in self.species:
            sort = "card" if decks < 2 and "card" in one.kinds else one.kind
            found.append(sorts.setdefault(sort, len(sorts)))
        return found

    # ---- properties ------------------------------------------------------------------------

    def _unspoken(self, name: str, owner: str | None) -> bool:
        """True if a property that few books need is never mentioned in this one."""
        if name == "end" and owner == "effect":
            return True  # asked for by `When effects have no end` only
        if name in LIMITS:
            named = name in self.spoken or any(value.name == name for value in self.book.values)
            return not (named or self.settles or self._was(name, "scalar"))
        if owner not in ("proposal", "rule") or self.docket != NONE:
            return False
        return not self.spoken & {name, owner}

    def _always(self) -> set[str]:
        """The families of which a thing always has one: `A player has one mood: calm or cross.`"""
        return {
            str(told.names[0]) for entry in self.entries if entry.para is not None
            for told in entry.para.rules
            if isinstance(told, Declare) and told.what == "one family"
        }  # fmt: skip

    def _properties(self) -> None:
        for number, species in enumerate(self.species):
            for name, told in species.printed.items():
                if told is not None and told != "" and not isinstance(told, tuple):
                    self._told.setdefault(name, []).append((number, told))
        for name, attr in self.lexicon.attrs.items():
            if name in self.attrs or name in ROLES or self._unspoken(name, attr.owner):
                continue
            if attr.many:
                self._bag(name, attr.owner)
            elif attr.owner is None or attr.owner == "game":
                self._scalar(name)
            else:
                self._single(name, attr.owner)
        for name, whose in self.lexicon.roles.items():
            if name not in self.attrs and self.lexicon.sort(name) == "number" and whose:
                self._single(name, whose)  # `Each proposal has a number.`
        for name, owner in self.lexicon.units.items():
            if name not in self.attrs and not self._unspoken(name, owner):
                self.attrs[name] = self._column(name, owner or "thing")
                self.attrs[name].none = NOTHING
        families: dict[str, list[str]] = {}
        for word, status in self.lexicon.statuses.items():
            if status.family:
                families.setdefault(status.family, []).append(word)
            elif word == INVOLVED and INVOLVED not in self.spoken and not self._was(word, "column"):
                continue
            elif word not in ("face up", "face down", "empty", "even", "odd", "defined"):
                self._status(word, status.of)
        always = self._always()
        for family, members in families.items():
            known = self.attrs.get(family)
            if known is None:
                self._bag(family, self.lexicon.statuses[members[0]].of)
                known = self.attrs[family]
            known.members = tuple(self.word(member) for member in members)
            known.exclusive = known.home in ("printed", "column", "scalar")
            if family in always and known.home == "column" and family not in self._told:
                for number, species in enumerate(self.species):
                    if known.owner in species.kinds:
                        known.table[number] = known.members[0]
        for office in self.offices:
            self._scalar(office)
            self.initial[self.attrs[office].at] = NONE
        if self.docket != NONE:
            for name in ("author", "class"):
                if name in self.lexicon.attrs and self.attrs[name].home == "printed":
                    kept = self.attrs[name]
                    self.attrs[name] = self._column(name, kept.owner or "thing")
                    self.attrs[name].table = kept.table
                    self.attrs[name].members = kept.members
                    self.attrs[name].exclusive = kept.exclusive
            for name in ("#since", "#closed", "#text", "#ballots"):
                self.attrs[name] = self._column(name, "thing")
        for kind in self.lexicon.kinds:
            if kind in self.factual and kind not in self.attrs and kind not in self.lexicon.names:
                if kind not in self.lexicon.statuses and self.lexicon.sort(kind) != "place":
                    self._status(kind, "")
                    self.attrs[kind].table = [
                        1 if kind in species.kinds else 0 for species in self.species
                    ]
        for kind in self.participants:
            if kind in self.written and kind not in self.attrs:
                self._status(kind, "player")
        if self.contests:
            for name in (
                "#contests", "#contest", "#next contest", "#contest from", "#turn from",
                "#phase from", "#turn before", "#phase before",
            ):  # fmt: skip
                self._scalar(name)
            self.attrs["#out"] = self._column("#out", "player")
        for name in ("#gone", "#skips", "#passed"):
            self.attrs[name] = self._column(name, "person")
        if self.defaults or self._was(DEFAULTING, "column"):
            self.attrs[DEFAULTING] = self._column(DEFAULTING, "person")
        for name in ("#player", "#content", "#face down"):
            self.attrs[name] = self._column(name, "thing")
        self.attrs["#player"].initial = self.attrs["#content"].initial = NONE
        if self.brings or "owner" in self.spoken or self._was("owner", "column"):
            self.attrs["owner"] = self._column("owner", "thing")
            self.attrs["owner"].initial = NONE
        if self.spoken & {"copy", "original"} or self._was("original", "column"):
            self.attrs["original"] = self._column("original", "thing")
            self.attrs["original"].initial = NONE
        self._scalar("#era")
        self.spans: dict[str, int] = {}
        for kind in self.lexicon.kinds:
            if kind != "round" and "round" in self._up(kind):
                for name in (f"#{kind}", f"#{kind} open"):
                    self._scalar(name)
                self.spans[kind] = self.attrs[f"#{kind}"].at
        listed = ("#decks",) if self.brings or self._was("#decks", "column") else ()
        for name in ("#skipped phases", "#uses", *listed):
            self.attrs[name] = self._column(name, "")
            self.attrs[name].most = 0  # no value for each thing
        self._stamps()
        self._containers()
        self._spare_columns()

    def _stamps(self) -> None:
        """Note when a thing came into play, and when it gained each modifier, if facts need it."""
        hosts = {
            entry.paragraph.host
            for entry, said in zip(self.entries, self.said, strict=True)
            if said.holds
        }
        if self._was(ENTERED, "column") or hosts & {"card", "modifier"}:
            self.attrs[ENTERED] = self._column(ENTERED, "")
        if "modifier" in hosts or self._earlier() or self._was(GAINED, "bag"):
            self._notes(GAINED)
        if self._signed() or self._was(AUTHORS, "bag"):
            self._notes(AUTHORS)

    def _notes(self, name: str) -> None:
        """Keep a note for each of the last modifiers of a thing; none for those in print."""
        kept = self._was(name, "bag")
        nothing: list[list[int]] = [[] for _ in self.species]
        at = kept.at if kept is not None else self.columns
        self.attrs[name] = Attr(name, "bag", at, "", sets=nothing)
        self.columns += 1 if kept is None else 0

    def _earlier(self) -> bool:
        """True if a modifier says what comes before an act: once for each that a card has."""
        return any(
            isinstance(node, When) and node.timing == "before"
            for entry in self.entries
            if entry.paragraph.host == "modifier"
            for node in walk(entry.para)
        )

    def _signed(self) -> bool:
        """True if a modifier speaks of its author."""
        return any(
            {"author", "this modifier"} <= said.leaves
            for entry, said in zip(self.entries, self.said, strict=True)
            if entry.paragraph.host == "modifier"
        )

    def _spare_columns(self) -> None:
        """Shorten columns: those of persons have no values for cards, those of law perhaps none."""
        for name, attr in self.attrs.items():
            if attr.home == "column" and (attr.owner == "person" or name in KNOWN):
                attr.most = self.seats + len(self.persons)
            elif attr.home == "column" and attr.owner in ("rule", "proposal"):
                attr.most = attr.most if self.docket != NONE else 0

    def _containers(self) -> None:
        """Find the species that are places themselves, or that have places of their own."""
        self.containers: set[int] = set()
        self.own_places: dict[int, list[int]] = {}
        self.sheet = Sheet({}, 0)  # complete when the rules are
        self.place_names: dict[int, int] = {self.attrs["#content"].at: CONTENT}
        kinds = self.kinds_of_properties
        put = {kinds.get(noun, noun) for said in self.said for noun in said.onto} - NO_SURFACES
        for number, species in enumerate(self.species):
            if species.kinds & put or "place" in species.kinds:
                self.containers.add(number)
                self.own_places.setdefault(number, []).append(self.attrs["#content"].at)
            for name, attr in self.card_places.items():
                self.place_names[attr.at] = self.zone_number(name)
                if attr.owner in species.kinds:
                    self.own_places.setdefault(number, []).append(attr.at)

    def _status(self, word: str, of: str) -> None:
        if of == "game":
            self._scalar(word)
            return
        typed = any(species.printed.get(word) for species in self.species)
        if word in self.written or self._was(word, "column"):
            self.attrs[word] = self._column(word, of or "thing")
        else:
            self.attrs[word] = Attr(word, "printed", owner=of)
            self.attrs[word].table = [0] * len(self.species)
        if typed:
            self.attrs[word].table = [
                1 if species.printed.get(word) else 0 for species in self.species
            ]
        self.attrs[word].none = 0  # what is not there has no status

    def _scalar(self, name: str) -> None:
        kept = self._was(name, "scalar")
        known = self.lexicon.attrs.get(name)
        figure = known is not None and known.sort in ("number", "")
        none = NOTHING if figure and name not in self.offices else NONE
        if kept is not None:
            self.attrs[name] = Attr(name, "scalar", kept.at, none=none)
            return
        self.attrs[name] = Attr(name, "scalar", self.scalars, none=none)
        self.scalars += 1

    def _single(self, name: str, owner: str) -> None:
        known = self.lexicon.attrs.get(name)
        sort = known.sort if known is not None else self.lexicon.sort(name)
        words = sort in ("word", "player", "card", "text")
        told_in = self._told.get(name, ())
        stated = self.lexicon.sort(owner) == "rule" and name not in self.written
        gappy = not words and (bool(told_in) or stated)  # a rule has the power that a rule states
        table = [NONE if words else NOTHING if gappy else 0] * len(self.species)
        for number, told in told_in:
            table[number] = self._printed(self.species[number], told)
        changing = name in self.written or self._was(name, "column") is not None
        if changing or self.lexicon.sort(owner) in ("player", "proposal", "rule"):
            attr = self._column(name, owner)
        else:
            attr = Attr(name, "printed", owner=owner)
        attr.table = table
        attr.none = NONE if words else NOTHING
        anything = owner in ("", "thing")
        attr.gappy = gappy and any(
            table[i] == NOTHING and (anything or owner in one.kinds)
            for i, one in enumerate(self.species)
        )
        self.attrs[name] = attr

    def _bag(self, name: str, owner: str | None) -> None:
        sets: list[list[int]] = []
        for species in self.species:
            told = species.printed.get(name, ())
            items = told if isinstance(told, tuple) else (told,)
            sets.append([self._printed(species, item) for item in items])
        self.ranged = self.ranged or any(n >= RANGE for members in sets for n in members)
        kept = self._was(name, "bag")
        if kept is not None:
            self.attrs[name] = Attr(name, "bag", kept.at, owner, sets=sets)
            return
        home = "bag" if name in self.written else "printed bag"
        self.attrs[name] = Attr(name, home, self.columns, owner, sets=sets)
        if home == "bag":
            self.columns += 1

    def _printed(self, species: Species, told: Tree) -> int:
        """The int for a value in a row; NONE, and a refusal, if it cannot run."""
        try:
            return self.literal(told)
        except Unsupported as why:
            self.refused.append((species.name, str(why)))
            return NONE

    def _column(self, name: str, owner: str) -> Attr:
        kept = self._was(name, "column")
        if kept is not None:
            return Attr(name, "column", kept.at, owner, initial=kept.initial)
        attr = Attr(name, "column", self.columns, owner)
        self.columns += 1
        return attr

    # ---- values ----------------------------------------------------------------------------

    def _values(self) -> None:
        for name, texts in ENGINE_VALUES.items():
            self.initial[self.attrs[name].at] = self.word(texts[0])
        self.initial[self.attrs["chain limit"].at] = CHAIN
        for name, most in LIMITS.items():
            if name in self.attrs:
                self.initial[self.attrs[name].at] = most
        told = sorted(self.book.values, key=lambda value: value.players is not None)
        for value in told:
            if value.players in (None, self.seats) and value.name in self.attrs:
                attr = self.attrs[value.name]
                if attr.home == "scalar" and isinstance(value.value, (int, str)):
                    self.initial[attr.at] = self.literal(value.value)
        for name, given in self.given.items():
            if name not in self.attrs and name in self.former:
                continue  # an amendment removed the value from the book
            self.initial[self.attrs[name].at] = self.literal(given)


def _base_entries(own: list[Survey]) -> list[Entry]:
    """The entries of the base book, without those whose verbs the game defines itself."""
    told = {verb for said in own for verb in said.defined}
    return [entry for entry in base_book().entries if told.isdisjoint(said_in(entry.para).defined)]


def _typed(types: Iterable[Tree], lexicon: Lexicon) -> dict[str, Tree | tuple[Tree, ...]]:
    """The statuses and families in a Type cell."""
    told: dict[str, Tree | tuple[Tree, ...]] = {}
    for tree in types:
        words: list[str] = [tree] if isinstance(tree, str) else []
        if isinstance(tree, Is) and isinstance(tree.word, str):
            words.append(tree.word)
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


def _before(part: Tree) -> str:
    """The text of a status before a noun; empty for any other condition."""
    if isinstance(part, Is) and isinstance(part.word, str):
        return f"printed {part.word}" if part.family == "printed" else part.word
    return ""


WRITING = frozenset(  # change a value
    {"set", "become", "gain", "lose", "increase", "decrease", "swap"}
)


def _deeds(tree: Any) -> Iterator[Node]:
    """The nodes of a tree, without acts that are only waited for, asked for or forbidden."""
    if isinstance(tree, Did) or (isinstance(tree, Norm) and tree.mode in ("cannot", "only")):
        return
    if isinstance(tree, Node):
        yield tree
        for name in FIELDS[type(tree)]:
            if not (name == "event" and isinstance(tree, (When, Instead))):
                yield from _deeds(getattr(tree, name))
    elif isinstance(tree, tuple):
        for part in tree:
            yield from _deeds(part)


@dataclass(frozen=True, slots=True)
class Survey:
    """The properties of a paragraph that the numbering depends on."""

    leaves: frozenset[int | str] = frozenset()  # all its words and numbers
    written: frozenset[str] = frozenset()  # names that some act sets, gains or becomes
    factual: frozenset[str] = frozenset()  # words that some fact states of something
    begun: frozenset[str] = frozenset()  # kinds that are begun or created
    onto: frozenset[str] = frozenset()  # kinds that something is on, in, or put onto
    declared: tuple[Declare, ...] = ()
    defined: tuple[str, ...] = ()  # verbs that it defines
    votes: bool = False  # whether anything is submitted or voted on
    offices: bool = False  # whether it speaks of offices in general
    itself: bool = False  # whether it says `this rule`
    laws: bool = False  # whether it has a verb that changes rules
    rules: bool = False  # whether it speaks of rules
    turns: bool = False  # whether it speaks of turns or rounds
    holds: bool = False  # whether it states a fact
    placed: bool = False  # whether it says where cards may be played to
    ranges: bool = False  # whether it speaks of a range, `1 to 20`


NOTHING_SAID = Survey()


def said_in(para: Para | None) -> Survey:
    """The survey of a paragraph, memoized."""
    if para is None:
        return NOTHING_SAID
    found: Survey = remade(para, Survey, lambda: _said(para))
    return found


def _said(para: Para) -> Survey:
    nodes = list(walk(para))
    acts = [node for node in nodes if isinstance(node, Do)]
    kinds = {node.noun for node in nodes if isinstance(node, Kind)}
    verbs = {act.verb for act in acts}
    return Survey(
        frozenset(leaves(para)),
        _written(para) if verbs & WRITING else frozenset(),
        _factual(nodes),
        frozenset(
            act.obj.kind.noun
            for act in acts
            if act.verb in ("begin", "create") and isinstance(act.obj, Pick)
        ),
        _put_onto(nodes),
        tuple(node for node in nodes if isinstance(node, Declare)),
        tuple(
            node.do.verb for node in nodes if isinstance(node, Define) and isinstance(node.do, Do)
        ),
        not verbs.isdisjoint({"submit", "vote"}),
        "office" in kinds,
        any(isinstance(node, Ref) and node.name == "this rule" for node in nodes),
        not verbs.isdisjoint(LAWS),
        "rule" in kinds,
        any(map(_is_turn, nodes)),
        any(isinstance(node, Hold) for node in nodes),
        any(map(_is_placed, nodes)),
        any(isinstance(node, Calc) and node.op in RANGES for node in nodes),
    )


def _is_turn(node: Node) -> bool:
    """True if a node is a turn or a round, or one of their properties."""
    return (
        (isinstance(node, Ref) and node.name in ("at_turn", "turn", "round"))
        or getattr(node, "name", "") in ("turn", "next turn")
        or getattr(getattr(node, "kind", None), "noun", "") in ("turn", "round")
    )


def _is_placed(node: Node) -> bool:
    """True if a node says that something may be played to some place."""
    return (
        isinstance(node, Norm)
        and isinstance(node.do, Do)
        and node.do.verb == "play"
        and node.do.agent is None
        and node.mode == "may"
        and any(role in ("onto", "into", "to") for role, _ in node.do.roles)
    )


def _written(para: Para) -> frozenset[str]:
    found: set[str] = set()
    members: dict[str, str] = {}  # label -> the set that it takes members of
    nouns = {node.label: node.kind.noun for node in walk(para) if isinstance(node, Pick)}
    nouns["this modifier"] = "modifier"
    for node in _deeds(para):
        if isinstance(node, Pick) and any(
            isinstance(part, In) and part.rel == "of" for part in node.kind.where
        ):
            members[node.label] = members[node.kind.var] = node.kind.noun
        if not isinstance(node, Do):
            continue
        if node.verb == "swap":
            ends = (node.obj, *(told for _, told in node.roles))
            found |= {told.name for told in ends if isinstance(told, Of)}
        elif node.verb in WRITING:
            found |= _names(node.obj)
            if node.verb != "become" and isinstance(node.obj, Ref) and node.obj.name in members:
                found.add(members[node.obj.name])
            if isinstance(node.obj, Ref) and nouns.get(node.obj.name) == "modifier":
                found.add("modifier")  # `The chosen card gains the chosen modifier.`
        if node.verb == "become":
            if isinstance(node.agent, Of) and node.agent.owner is None:
                found.add(node.agent.name)
            found |= {
                told for role, told in node.roles if role == "family" and isinstance(told, str)
            }
    return frozenset(found)


def _factual(nodes: list[Node]) -> frozenset[str]:
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, Hold) and isinstance(node.fact, Is) and isinstance(node.fact.word, str):
            found.add(node.fact.word)
        if isinstance(node, Declare) and node.what == "status":
            found |= {name for name in node.names if isinstance(name, str)}
    return frozenset(found)


NO_SURFACES: Final = frozenset({"card", "thing", "player", "place"})
PILING: Final = ("onto", "into", "on the top of", "on the bottom of")


def _put_onto(nodes: list[Node]) -> frozenset[str]:
    """The kinds that something is on or put onto; a prohibition alone puts nothing anywhere."""
    found: set[str] = set()
    denied = {
        id(part)
        for node in nodes
        if isinstance(node, Norm) and node.mode in ("cannot", "only")
        for part in walk(node.do)
    }
    for node in nodes:
        if id(node) in denied:
            continue
        told: list[Tree] = []
        if isinstance(node, In) and node.rel in ("in", "on"):
            told.append(node.place)
        elif isinstance(node, Do):
            told += [tree for role, tree in node.roles if role in PILING]
            if node.verb in ("move", "return"):
                told += [tree for role, tree in node.roles if role == "to"]
        for tree in told:
            if isinstance(tree, Pick):
                found.add(tree.kind.noun)
            elif isinstance(tree, Ref):
                found.add(tree.name)  # the name of a row, if it is one
            elif isinstance(tree, Of):
                found.add(tree.name)  # a property, which may be of such a kind
    return frozenset(found - NO_SURFACES)


def _contests(told: list[Survey], lexicon: Lexicon) -> dict[str, tuple[str, ...]]:
    """Kind of game that some sentence begins or creates -> the kinds above it."""
    games = [kind for kind in lexicon.kinds if kind != "game" and lexicon.is_kind(kind, "game")]
    begun = {noun for said in told for noun in said.begun}
    return {
        kind: tuple(above for above in games if above != kind and lexicon.is_kind(kind, above))
        for kind in games
        if kind in begun
    }


def _participants(told: list[Survey], games: set[str]) -> dict[str, list[str]]:
    """Kind of player of which a contest has any number -> the kinds of contest."""
    found: dict[str, list[str]] = {}
    for said in told:
        for node in said.declared:
            if node.what == "any number" and node.of in games:
                for name in node.names:
                    found.setdefault(str(name), []).append(str(node.of))
    return found


def _speaks_of_rules(told: list[Survey]) -> bool:
    """True if sentences treat rules as things: `this rule`, or rules that are changed."""
    if any(said.itself for said in told):
        return True
    return any(said.laws for said in told) and any(said.rules for said in told)


def _names(tree: Tree) -> set[str]:
    if isinstance(tree, str):
        return {tree}
    if isinstance(tree, Of):
        return {tree.name}
    if isinstance(tree, Ref):
        return {tree.name}
    if isinstance(tree, Pick):
        return {tree.kind.noun}
    if isinstance(tree, Kind):
        return {tree.noun}
    if isinstance(tree, Is):
        return {tree.family} | ({tree.word} if isinstance(tree.word, str) else set())
    found: set[str] = set()
    for part in getattr(tree, "items", None) or getattr(tree, "args", None) or ():
        found |= _names(part)
    return found
