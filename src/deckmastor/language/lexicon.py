"""The vocabulary: which words there are, which role each has, and how they are found in a text.

Grammar is code and vocabulary is data: a rulebook adds words here and never a grammar rule. One
word has one noun role; a verb may share the spelling of a noun.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from deckmastor.language.morphology import plural, verb_forms

NOUN_ROLES = ("kind", "attr", "unit", "status", "name")


class Reading(NamedTuple):
    """One way to take a spelling: category, lemma, and form (sg, pl, base, s, past, pp, ing)."""

    cat: str
    lemma: str
    form: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """What a verb takes: object required O, optional o, none -; roles; which of them it needs."""

    obj: str = "O"
    roles: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    obj_sort: str = ""
    agent_sort: str = "player"
    personal: bool = False  # whether its definition says `you`, so that only a player can do it
    # The sorts of roles, as its definition names them.
    aims: tuple[tuple[str, str], ...] = field(default=(), compare=False)

    @staticmethod
    def of(text: str, obj_sort: str = "", agent_sort: str = "player") -> Frame:
        """Read `O !to !onto from`: the object, then roles, `!` where one of those is required."""
        obj, *roles = text.split()
        names = tuple(role.lstrip("!").replace("_", " ") for role in roles)
        needs = tuple(role[1:].replace("_", " ") for role in roles if role[0] == "!")
        return Frame(obj, names, needs, obj_sort, agent_sort)


@dataclass(frozen=True, slots=True)
class Attr:
    """Something that is *of* something: whose it is, what sort it has, whether it is a set."""

    owner: str | None
    sort: str
    many: bool = False


@dataclass(frozen=True, slots=True)
class Status:
    """A word that can stand before a noun or after `is`, with its family and its parameters."""

    of: str
    family: str = ""
    params: tuple[str, ...] = ()
    least: tuple[int, ...] = ()


class Clash(Exception):
    """A word that already has another role."""

    def __init__(self, word: str, old: str, new: str) -> None:
        super().__init__(
            f"'{word}' is already {_article(old)}. One word, one role: rename one of them."
        )
        self.word, self.old, self.new = word, old, new


class Cycle(Exception):
    """A kind that would be a kind of itself."""

    def __init__(self, word: str, of: str) -> None:
        super().__init__(f"'{word}' cannot be a kind of '{of}': '{of}' is a kind of '{word}'.")
        self.word = word


ROLE_NAMES = {
    "kind": "kind",
    "attr": "zone or property",
    "unit": "counter",
    "status": "status",
    "name": "name",
}


def _article(role: str) -> str:
    return f"a {ROLE_NAMES.get(role, role)}"


@dataclass
class Lexicon:
    """All words in force. `fork` gives one that can learn more without changing this one."""

    kinds: dict[str, tuple[str, ...]] = field(default_factory=dict)  # kind -> its parents
    sorts: dict[str, str] = field(default_factory=dict)  # root kind or name -> sort
    attrs: dict[str, Attr] = field(default_factory=dict)
    units: dict[str, str] = field(default_factory=dict)  # counter -> owner kind ('' if any)
    statuses: dict[str, Status] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)  # proper name -> kind
    singles: dict[str, str] = field(
        default_factory=dict
    )  # name of one thing that is no card -> kind
    rows: set[str] = field(default_factory=set)  # names of rows of tables
    verbs: dict[str, Frame] = field(default_factory=dict)
    roles: dict[str, str] = field(default_factory=dict)  # property named like a kind -> owner
    phases: dict[str, str] = field(default_factory=dict)  # phase -> span it divides
    relations: dict[str, str] = field(default_factory=dict)  # adjective -> property
    lent: dict[str, str] = field(default_factory=dict)  # property -> kind that a fact gives it to
    closed: set[str] = field(default_factory=set)  # sets whose members are listed in words
    numeric: set[str] = field(default_factory=set)  # sets whose members are numbers
    irregular: dict[str, str] = field(default_factory=dict)  # noun -> its declared plural
    pending: dict[str, str] = field(default_factory=dict)  # kind -> parent that is not known yet
    lasting: set[str] = field(default_factory=set)  # verbs whose act takes more than one step
    natives: dict[str, str] = field(default_factory=dict)  # verb -> native
    tables: dict[str, str] = field(default_factory=dict)  # table or collection -> row kind
    aliases: dict[str, str] = field(default_factory=dict)
    macros: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)
    implicit: dict[str, str] = field(default_factory=dict)  # word learned from use -> sentence
    base: set[str] = field(default_factory=set)  # words that a game may declare anew
    index: dict[tuple[str, ...], tuple[tuple[str, Reading], ...]] = field(default_factory=dict)
    lengths: dict[str, tuple[int, ...]] = field(default_factory=dict)  # of what begins with a word

    def fork(self) -> Lexicon:
        """A lexicon with the same words that can learn without changing this one."""
        return Lexicon(
            *(
                dict(part) if isinstance(part, dict) else set(part)
                for part in (getattr(self, name) for name in self.__dataclass_fields__)
            )  # type: ignore[arg-type]
        )

    # ---- adding words ------------------------------------------------------------------------

    def add_kind(self, noun: str, parent: str = "", sort: str = "") -> bool:
        """Add a kind of thing, or another parent of a known one; true if anything is new."""
        if parent and (parent == noun or self.is_kind(parent, noun)):
            raise Cycle(noun, parent)
        parents = (parent,) if parent else ()
        if noun in self.kinds:
            if not parent or self.is_kind(noun, parent):
                return False
            if noun in self.statuses:
                raise Clash(noun, f"member of {self.statuses[noun].family}", "kind")
            self._lift(parent, self.sort(noun))
            self.kinds[noun] += parents
            return True
        self._claim(noun, "kind")
        self.kinds[noun] = parents
        if sort:
            self.sorts[noun] = sort
        self._spell(noun, Reading("kind", noun, "sg"))
        self._spell(plural(noun), Reading("kind", noun, "pl"))
        return True

    def _lift(self, parent: str, sort: str) -> None:
        """A new parent of a known kind is of that kind's sort."""
        root = parent
        while self.kinds.get(root):
            root = self.kinds[root][0]
        if sort and root not in self.sorts:
            self.sorts[root] = sort

    def add_attr(self, noun: str, owner: str | None, sort: str, many: bool = False) -> bool:
        """Add a zone, property or value; true if it is new."""
        known = self.attrs.get(noun)
        if known is not None:
            fresh = Attr(owner, sort, many)
            if noun in self.base and known != fresh:
                if known.owner in ("thing", ""):
                    return False
                if known == Attr(owner, "place") and not sort and not many:
                    fresh = known  # declared again, and still a place
                self.base.discard(noun)
                self.attrs[noun] = fresh
                return True
            if known.owner != owner and known.owner is not None:
                self.attrs[noun] = Attr("", known.sort, known.many)
            return False
        self._claim(noun, "attr")
        self.attrs[noun] = Attr(owner, sort, many)
        self._spell(noun, Reading("attr", noun, "sg"))
        self._spell(plural(noun), Reading("attr", noun, "pl"))
        return True

    def add_unit(self, noun: str, owner: str = "") -> bool:
        """Add a counter; true if it is new."""
        if noun in self.units:
            return False
        self._claim(noun, "unit")
        self.units[noun] = owner
        self._spell(noun, Reading("unit", noun, "sg"))
        self._spell(plural(noun), Reading("unit", noun, "pl"))
        return True

    def add_status(
        self, word: str, of: str, family: str = "", params: tuple[str, ...] = ()
    ) -> bool:
        """Add a status or a member of a family; true if it is new."""
        known = self.statuses.get(word)
        if known is not None and word in self.base and of != known.of:
            self.statuses[word] = Status(of, family, params)  # the game's own word
            return True
        if known is not None:
            if known.family and family and known.family != family:
                raise Clash(word, f"member of {known.family}", family)
            return False
        if not (family and word in self.kinds and self.is_kind(word, of)):
            self._claim(word, "status")
        self.statuses[word] = Status(of, family, params)
        self._spell(word, Reading("status", word))
        return True

    def bound_status(self, word: str, least: tuple[int, ...]) -> None:
        """Set the least values of a status's parameters."""
        self.statuses[word] = replace(self.statuses[word], least=least)

    def add_member(self, word: str, of: str, family: str) -> bool:
        """Add a member of a family: a status that can also stand as a noun, `a pony`."""
        fresh = self.add_status(word, of, family)
        if fresh and word not in self.kinds and of:
            self.kinds[word] = (of,)
            self._spell(word, Reading("kind", word, "sg"))
            self._spell(plural(word), Reading("kind", word, "pl"))
        return fresh

    def add_name(self, name: str, kind: str) -> bool:
        """Add a proper name; true if it is new."""
        if name in self.names:
            return False
        self._claim(name, "name")
        self.names[name] = kind
        self._spell(name, Reading("name", name))
        return True

    def add_verb(self, verb: str, frame: Frame) -> bool:
        """Add a verb with its frame; true if anything changed."""
        if verb in self.verbs:
            if verb in self.base and self.verbs[verb] != frame:
                self.verbs[verb] = frame
                return True
            merged = _merge(self.verbs[verb], frame)
            changed = merged != self.verbs[verb]
            self.verbs[verb] = merged
            return changed
        self.verbs[verb] = frame
        for form, text in verb_forms(verb)._asdict().items():
            self._spell(text, Reading("verb", verb, form))
        return True

    def add_phase(self, phase: str, span: str) -> bool:
        """Add a phase of a span, spoken of as `the NAME phase`; true if it is new."""
        if phase in self.phases:
            return False
        self.phases[phase] = span
        self._spell(f"{phase} phase", Reading("phase", phase, "sg"))
        return True

    def add_alias(self, word: str, means: str) -> bool:
        """Let a word stand for another that is known; true if it is new."""
        if self.aliases.get(word) == means:
            return False
        readings = self.readings_of(means)
        if not readings and not self.knows_all(means):
            return False
        self.aliases[word] = means
        if not readings:
            self.macros[tuple(word.split())] = tuple(means.split())
        for reading in readings:
            if reading.cat == "verb":
                for form, text in verb_forms(word)._asdict().items():
                    self._spell(text, Reading("verb", reading.lemma, form))
            elif reading.form in ("sg", ""):
                self._spell(word, reading)
                if reading.form == "sg":
                    self._spell(plural(word), Reading(reading.cat, reading.lemma, "pl"))
        return True

    def add_plural(self, noun: str, many: str) -> bool:
        """Give a noun an irregular plural; true if it is new."""
        for reading in self.readings_of(noun):
            if reading.form == "sg":
                self.irregular[noun] = many
                return self._spell(many, Reading(reading.cat, reading.lemma, "pl"))
        return False

    def plural_of(self, noun: str) -> str:
        """The plural that a rulebook declares for a noun, else the regular one."""
        return self.irregular.get(noun) or plural(noun)

    def _claim(self, word: str, role: str) -> None:
        for other in NOUN_ROLES:
            if other == role or not self.has_role(word, other):
                continue
            if word in self.base:
                self._forget(word)
                return
            raise Clash(word, other, role)

    def has_role(self, word: str, role: str) -> bool:
        """Whether the word has this noun role."""
        store: dict[str, dict[str, object]] = {
            "kind": self.kinds,  # type: ignore[dict-item]
            "attr": self.attrs,  # type: ignore[dict-item]
            "unit": self.units,  # type: ignore[dict-item]
            "status": self.statuses,  # type: ignore[dict-item]
            "name": self.names,  # type: ignore[dict-item]
        }
        return word in store[role]

    def _forget(self, word: str) -> None:
        self.base.discard(word)
        for store in (self.kinds, self.attrs, self.units, self.statuses, self.names):
            store.pop(word, None)
        for key, entries in self.index.items():
            if any(told.cat != "verb" and told.lemma == word for _, told in entries):
                self.index[key] = tuple(
                    one for one in entries if one[1].cat == "verb" or one[1].lemma != word
                )

    def _spell(self, text: str, reading: Reading) -> bool:
        key = tuple(text.lower().split())
        entries = self.index.get(key, ())
        if (text, reading) in entries:
            return False
        self.index[key] = (*entries, (text, reading))
        lengths = self.lengths.get(key[0], ())
        if len(key) not in lengths:
            self.lengths[key[0]] = tuple(sorted((*lengths, len(key)), reverse=True))
        return True

    # ---- asking ------------------------------------------------------------------------------

    def readings_of(self, text: str) -> list[Reading]:
        """Every reading of exactly this spelling."""
        return [reading for _, reading in self.index.get(tuple(text.lower().split()), ())]

    def knows(self, text: str) -> bool:
        """Whether the spelling is some word's."""
        return bool(self.readings_of(text))

    def knows_all(self, text: str) -> bool:
        """Whether every word of a text is a known one, or a number."""
        return all(part.isdigit() or self.knows(part) for part in text.split())

    def is_kind(self, noun: str, of: str) -> bool:
        """Whether every `noun` is an `of`."""
        seen: set[str] = set()
        waiting = [noun]
        while waiting:
            kind = waiting.pop()
            if kind == of:
                return True
            if kind not in seen:
                seen.add(kind)
                waiting += self.kinds.get(kind, ())
        return False

    def root(self, noun: str) -> str:
        """The kind that a kind comes from in the end."""
        while self.kinds.get(noun):
            noun = self.kinds[noun][0]
        return noun

    def sort(self, noun: str) -> str:
        """The sort of a noun: player, card, place, time, number, word … or '' if it may be any."""
        if noun in self.kinds:
            while noun not in self.sorts and self.kinds.get(noun):
                noun = self.kinds[noun][0]
            return self.sorts.get(noun, noun)
        if noun in self.attrs:
            return self.attrs[noun].sort
        if noun in self.names:
            return self.sort(self.names[noun])
        if noun in self.units:
            return "counter"
        return "time" if noun.endswith(" phase") else ""

    def spellings(self) -> list[str]:
        """Every spelling there is, for suggestions."""
        return [text for entries in self.index.values() for text, _ in entries]


def _merge(a: Frame, b: Frame) -> Frame:
    obj = a.obj if a.obj == b.obj else "o"
    roles = a.roles + tuple(role for role in b.roles if role not in a.roles)
    needs = a.needs if a.needs == b.needs else ()
    sort = a.obj_sort if a.obj_sort == b.obj_sort else ""
    agent = a.agent_sort if a.agent_sort == b.agent_sort else ""
    aims = a.aims if a.aims == b.aims else ()
    return Frame(obj, roles, needs, sort, agent, a.personal and b.personal, aims)
