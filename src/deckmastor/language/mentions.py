"""What a paragraph has spoken of so far, and which of it a pronoun or `that X` can mean."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from deckmastor.language.ir import Group, Node, Pick, Ref, Tree
from deckmastor.language.lexicon import Lexicon
from deckmastor.language.morphology import plural


class BindError(Exception):
    """A reference that has no or several antecedents, or a word that does not fit its place."""

    def __init__(
        self, message: str, at: Node | None = None, hint: str = "", code: str = ""
    ) -> None:
        super().__init__(message)
        self.message, self.node, self.hint, self.code = message, at, hint, code or "reference"


@dataclass(frozen=True, slots=True)
class Mention:
    """Something spoken of: how to refer to it, its noun and sort, and whether it is several."""

    term: Tree
    noun: str
    sort: str
    many: bool = False
    maker: bool = False  # a name, an office, the player at turn: not counted for `the first X`
    rank: int = 0  # 1 inside another noun's description, 2 a property that may be no thing


@dataclass
class Mentions:
    """The antecedents of a paragraph, in order of mention."""

    lexicon: Lexicon
    found: list[Mention] = field(default_factory=list)
    objects: dict[str, list[Tree]] = field(default_factory=dict)  # verb -> what it was done to

    def copy(self) -> Mentions:
        """The same antecedents, to go on from."""
        return Mentions(
            self.lexicon, list(self.found), {verb: list(t) for verb, t in self.objects.items()}
        )

    def forget(self) -> None:
        """A rule of its own speaks of nothing that an earlier one spoke of, but of its host."""
        self.found = [m for m in self.found if m.term == Ref("this")]
        self.objects = {}

    def add(self, mention: Mention) -> None:
        """Remember something, once."""
        if all(old.term != mention.term for old in self.found):
            self.found.append(mention)

    def done_to(self, verb: str, term: Tree) -> None:
        """Remember what a verb was done to, for `the chosen card`."""
        things = self.objects.setdefault(verb, [])
        if term not in things:
            things.append(term)

    # ---- asking ------------------------------------------------------------------------------

    def pronoun(
        self,
        word: str,
        at: Node,
        slot: str,
        barred: Iterable[Tree],
        head: Tree,
        local: list[list[Tree]],
        topics: Iterable[Tree] = (),
    ) -> Tree:
        """What `it` or `they` means in a slot of this sort.

        The head of its own description comes first, then, for a possessive, what its own clause
        has named; a noun inside another noun's description counts only if nothing else fits.
        """
        many = word == "they"
        barred = list(barred)
        fitting = [
            m for m in self.found
            if m.term not in barred and (m.sort == "player" or m.many if many else _single(m))
            and self._fits(m, slot)
        ]  # fmt: skip
        if head is not None and any(m.term == head for m in fitting):
            return head
        if slot.startswith("of:"):
            for group in local:
                near = [m for m in fitting if m.term in group and m.rank < 2]
                if len(near) == 1:
                    return near[0].term
        for topic in topics:
            if any(m.term == topic and m.rank < 2 for m in fitting):
                return topic
        best = min((m.rank for m in fitting), default=0)
        return self.the_only([m for m in fitting if m.rank == best], word, at)

    def owner_of(self, name: str, at: Node, local: list[list[Tree]]) -> Tree:
        """Whose property a name in a formula is: the one thing mentioned that can have it."""
        able = [m for m in self.found if m.rank < 2 and not m.many and self._fits(m, f"of:{name}")]
        able = [
            m for m in able if m.sort not in ("place", "counter") or m.noun in self.lexicon.kinds
        ]
        for group in local:
            near = [m for m in able if m.term in group]
            if len(near) == 1:
                return near[0].term
        if len(able) == 1:
            return able[0].term
        raise BindError(f"Whose '{name}' is meant? {len(able)} things mentioned could have it.", at)

    def named(
        self, noun: str, word: str, at: Node, many: bool = False, own: Iterable[Tree] = ()
    ) -> Tree:
        """What `that X` or `those Xs` means: the only X mentioned, outside its own description."""
        own = list(own)
        able = [m for m in self.found if m.term not in own]
        for fitting in (
            [m for m in able if m.noun == noun],
            [m for m in able if self.is_a(m, noun)],
        ):
            same = [m for m in fitting if m.many == many or isinstance(m.term, Pick)]
            if same:
                return self.the_only(same, word, at)
            if many and len(fitting) > 1:
                return Group("and", tuple(m.term for m in fitting))
        return self.the_only([], word, at)

    def first(self, nth: int, noun: str, at: Node) -> Tree:
        """What `the first X`, `the second X` means, in order of mention."""
        same = [m for m in self.found if self.is_a(m, noun) and not m.maker]
        if len(same) < nth:
            raise BindError(f"There is no such {noun}: only {len(same)} mentioned before.", at)
        return same[nth - 1].term

    def by_act(self, verb: str, noun: str, at: Node) -> Tree:
        """What `the chosen card` means: the only X that the verb was done to."""
        things = [
            m for m in self.found if m.term in self.objects.get(verb, []) and self.is_a(m, noun)
        ]
        return self.the_only(things, f"the {verb}ed {noun}", at)

    def maybe(self, noun: str) -> list[Tree]:
        """Everything mentioned under exactly this noun."""
        return [m.term for m in self.found if m.noun == noun]

    def players(self) -> list[Tree]:
        """Every single player mentioned."""
        return [m.term for m in self.found if m.sort == "player"]

    def is_a(self, mention: Mention, noun: str) -> bool:
        """Whether something mentioned can be called by this noun."""
        return (
            mention.noun == noun
            or self.lexicon.is_kind(mention.noun, noun)
            or noun == "thing"
            or (noun == "player" and mention.sort == "player")
            or (mention.noun == "thing" and noun in self.lexicon.kinds)
        )

    def _fits(self, mention: Mention, slot: str) -> bool:
        if slot == "set":
            return mention.many
        if not slot or not mention.sort or mention.sort == slot:
            return True
        if slot.startswith("of:"):
            return self._can_own(mention, slot[3:])
        if slot == "where":
            return mention.sort in ("place", "card", "row")
        if slot == "card":
            return mention.sort not in ("place", "time", "number", "player", "counter", "word")
        if slot == "time":
            return False
        return False

    def _can_own(self, mention: Mention, name: str) -> bool:
        attr = self.lexicon.attrs.get(name)
        if attr is None and name in self.lexicon.kinds and name not in self.lexicon.roles:
            own = self.lexicon.is_kind(mention.noun, name)
            return not own and mention.sort not in ("time", "number")
        if attr is None:
            owner = self.lexicon.units.get(name) or self.lexicon.roles.get(name, "thing")
        else:
            owner = "player" if attr.owner is None else attr.owner
        if owner == "thing":
            return mention.sort not in ("time", "number", "word", "counter")
        if owner:
            return (
                self.lexicon.is_kind(mention.noun, owner)
                or mention.noun == owner
                or self.lexicon.is_kind(owner, mention.noun)
                or (
                    self.lexicon.sort(owner) == mention.sort
                    and (mention.sort == "player" or mention.noun not in self.lexicon.kinds)
                )
            )
        return mention.sort not in ("place", "time", "number", "word", "counter")

    def the_only(self, fitting: list[Mention], word: str, at: Node) -> Tree:
        """The one that fits; none or several are an error that says what to write."""
        if len(fitting) == 1:
            return fitting[0].term
        if not fitting:
            raise BindError(f"'{word}' has nothing to refer to in this paragraph.", at)
        nouns = [m.noun for m in fitting]
        shown = _either([f"the {noun}" for noun in dict.fromkeys(nouns)])
        if len(set(nouns)) == len(nouns):
            offer = _either([f'"that {noun}"' for noun in nouns])
        elif nouns[0] in ("player",):
            offer = '"the first player" or "the second player"'
        else:
            offer = f'"the first {nouns[0]}", or a participle such as "the chosen {nouns[0]}"'
        several = f"{len(nouns)} {plural(nouns[0])}" if len(set(nouns)) == 1 else shown
        raise BindError(f"'{word}' could be {several}. Write {offer}.", at)


def _single(mention: Mention) -> bool:
    return mention.sort not in ("player", "counter") and not mention.many


def _either(words: list[str]) -> str:
    words = list(dict.fromkeys(words))
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]
