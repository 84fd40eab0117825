"""The state of telling one paragraph: what was mentioned so far, and how to refer to it again.

It keeps the same list of antecedents that the binder will keep when it reads the text, so that a
reference is only used where it will be understood.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from deckmastor.language.ir import Node, Pick, Ref, Tree, rewrite
from deckmastor.language.lexicon import Lexicon
from deckmastor.language.mentions import BindError, Mention, Mentions
from deckmastor.language.morphology import plural, verb_forms

Given = Mapping[str, tuple[str, ...]]  # label -> the names of what it stands for
_AT = Ref("")
_NTH = dict(enumerate("first second third fourth fifth".split(), 1))


class Unsayable(Exception):
    """A tree for which Rulebook English has no words."""


@dataclass(frozen=True, slots=True)
class Style:
    """Choices between wordings of one meaning; another is tried where the first is misread."""

    other: str = ""  # `another` rather than `other than you`, or `than`
    pronouns: bool = False  # `their hand` wherever it is clear
    trailing: bool = False  # `EFFECT if C` rather than `If C, EFFECT`
    hoisted: bool = False  # `If a player …, that player …` rather than `each player who …`
    equal: bool = False  # `points equal to …` rather than `1 point for each …`
    each: bool = True  # `each player may` rather than `a player may`


@dataclass
class Telling:
    """One paragraph being told."""

    lexicon: Lexicon
    host: str = "rule"
    style: Style = field(default_factory=Style)
    params: frozenset[str] = frozenset()
    given: Given = field(default_factory=dict)  # the names of what labels stand for, in a match
    seen: Mentions = field(init=False)
    acts: dict[str, Tree] = field(default_factory=dict)  # label of an act -> who did it
    singles: set[str] = field(default_factory=set)  # counted, and exactly one
    any: str = "a"  # how a universal is said here: a or each
    definite: bool = False  # in a description behind `the first`, `the last`
    modal: str = ""  # cannot or must, where a state is told of which that holds
    mood: str = "cond"
    depth: int = 0
    head: Tree = None
    barred: list[Tree] = field(default_factory=list)
    local: list[list[Tree]] = field(default_factory=list)
    within: list[Tree] = field(default_factory=list)  # the descriptions being told
    _plurals: dict[str, str] | None = None

    def __post_init__(self) -> None:
        self.seen = Mentions(self.lexicon)

    def copy(self) -> Telling:
        """The same state, to try a wording on."""
        twin = Telling(self.lexicon, self.host, self.style, self.params, self.given)
        twin.seen, twin.acts = self.seen.copy(), dict(self.acts)
        twin.any, twin.mood, twin.depth, twin.head = self.any, self.mood, self.depth, self.head
        twin.singles, twin.modal = set(self.singles), self.modal
        twin.barred, twin.local = list(self.barred), list(self.local)
        twin.within = list(self.within)
        return twin

    @contextmanager
    def at(self, **changes: Any) -> Iterator[None]:
        """Some of the state changed for a while."""
        before = {name: getattr(self, name) for name in changes}
        for name, value in changes.items():
            setattr(self, name, value)
        try:
            yield
        finally:
            for name, value in before.items():
                setattr(self, name, value)

    # ---- words -------------------------------------------------------------------------------

    def plural(self, noun: str) -> str:
        """The plural of a noun, as the vocabulary spells it."""
        if self.is_param(noun):
            return noun
        if self._plurals is None:
            self._plurals = _irregular(self.lexicon)
        return self._plurals.get(noun, plural(noun))

    def sort(self, noun: str) -> str:
        """The sort of a noun; a parameter has none."""
        return "" if self.is_param(noun) else self.lexicon.sort(noun)

    def is_param(self, name: str) -> bool:
        """Whether a name is a parameter: of a parametric word, or `X` in a definition."""
        return name in self.params or (len(name) == 1 and name.isupper())

    def is_general(self, name: str) -> bool:
        """Whether a zone or value is the game's own: `the deck`."""
        attr = self.lexicon.attrs.get(name)
        if attr is None:
            return name not in self.lexicon.units
        return attr.owner is None or self.lexicon.is_kind(attr.owner, "game")

    def is_set(self, family: str) -> bool:
        """Whether a property can have several members at once."""
        attr = self.lexicon.attrs.get(family)
        return attr is not None and attr.many

    # ---- mentions ----------------------------------------------------------------------------

    def mention(
        self,
        term: Tree,
        noun: str,
        sort: str,
        many: bool = False,
        maker: bool = False,
        rank: int = 0,
    ) -> None:
        """Remember that something was spoken of."""
        self.seen.add(Mention(term, noun, sort, many, maker, rank or int(self.depth > 0)))

    def refer(self, term: Tree, slot: str = "", possessive: bool = False) -> str | None:
        """The words that will be understood as something mentioned before, or None."""
        found = next((m for m in self.seen.found if m.term == term), None)
        if found is None:
            return None
        if found.noun == "ranked":
            return "their" if possessive else "them"
        inside = possessive and any(handle(w) == handle(term) for w in self.within)
        pronoun = self._pronoun(found, slot) if possessive else None
        if pronoun and (inside or self.style.pronouns):
            return pronoun
        bare = None if possessive else self._bare_pronoun(found, slot)
        if bare and self.style.pronouns:
            return bare
        for words, meant in self._names(found):
            if meant == term:
                return words
        if pronoun:
            return pronoun
        for nth, word in _NTH.items():
            if _meant(lambda n=nth: self.seen.first(n, found.noun, _AT)) == term:
                return f"the {word} {found.noun}"
        return bare

    def seen_as(self, noun: str, many: bool) -> Tree:
        """What `that X` or `those Xs` would mean now, or None."""
        return _meant(lambda: self.seen.named(noun, "", _AT, many))

    def seen_sort(self, term: Tree) -> str:
        """The sort of something that was mentioned."""
        return next((m.sort for m in self.seen.found if m.term == term), "")

    def _names(self, found: Mention) -> Iterator[tuple[str, Tree]]:
        noun, seen = found.noun, self.seen
        for name in _nouns(self, found):
            if found.many and not (
                isinstance(found.term, Pick) and found.term.label in self.singles
            ):
                yield (
                    f"those {self.plural(name)}",
                    _meant(lambda n=name: seen.named(n, "", _AT, True)),
                )
            else:
                yield f"that {name}", _meant(lambda n=name: seen.named(n, "", _AT))
        for verb, things in seen.objects.items():
            if found.term in things:
                shown = self.plural(noun) if found.many else noun
                yield f"the {verb_forms(verb).pp} {shown}", self._by_act(verb, noun)

    def _by_act(self, verb: str, noun: str) -> Tree:
        return _meant(lambda: self.seen.by_act(verb, noun, _AT))

    def _pronoun(self, found: Mention, slot: str) -> str | None:
        word = "they" if found.sort == "player" or found.many else "it"
        meant = _meant(
            lambda: self.seen.pronoun(word, _AT, slot, self.barred, self.head, self.local)
        )
        return {"they": "their", "it": "its"}[word] if meant == found.term else None

    def _bare_pronoun(self, found: Mention, slot: str) -> str | None:
        own = self._pronoun(found, slot)
        return {"their": "them", "its": "it"}[own] if own else None


def _irregular(lexicon: Lexicon) -> dict[str, str]:
    """The plurals that a rulebook spells in its own way."""
    aliases = {plural(word) for word in lexicon.aliases}
    return {
        reading.lemma: text
        for entries in lexicon.index.values()
        for text, reading in entries
        if reading.form == "pl" and text != plural(reading.lemma) and text not in aliases
    }


def _nouns(t: Telling, found: Mention) -> Iterable[str]:
    """The noun that something was mentioned by, and wider ones."""
    names = [found.noun]
    parent = found.noun
    while t.lexicon.kinds.get(parent):
        parent = t.lexicon.kinds[parent][0]
        names.append(parent)
    return names


def _meant(ask: Any) -> Tree:
    try:
        return ask()  # type: ignore[no-any-return]
    except BindError:
        return None


def handle(term: Tree) -> Tree:
    """How a term is referred to: a quantified one by its label."""
    return Ref(term.label) if isinstance(term, Pick) and term.label else term


def settled(term: Any) -> Any:
    """A term with every quantified phrase in it replaced by a reference to it."""
    if isinstance(term, Pick) and term.label:
        return Ref(term.label)
    return rewrite(term, settled) if isinstance(term, (Node, tuple)) else term


def swap(tree: Any, old: Tree, new: Tree, once: bool = False) -> Any:
    """The tree with a term replaced by another, everywhere or at its first place."""
    done = [False]

    def place(node: Any) -> Any:
        if node == old and not done[0]:
            done[0] = once
            return new
        return rewrite(node, place) if isinstance(node, (Node, tuple)) else node

    return place(tree)


def is_many(pick: Pick) -> bool:
    """Whether a phrase names several things."""
    if pick.how in ("all", "some", "anynum"):
        return True
    return pick.how not in ("each", "the") and pick.n != 1
