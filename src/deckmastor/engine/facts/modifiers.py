"""Modifiers: which a thing has, since when, and by whose act; their rules, for each instance.

A thing has the modifiers in print, then those that it gained, then those that facts give it. What
is known of those that it gained lies in notes, beside the set of modifiers and in the same order.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.expressions.things import Bag, PrintedSet
from deckmastor.engine.facts.facts import BEGAN, DerivedSet, FactTable, Turn
from deckmastor.engine.facts.in_force import NOTHING as NO_RECORDS
from deckmastor.engine.facts.in_force import OnCards
from deckmastor.engine.ids import NONE, Species, Thing, Word
from deckmastor.engine.state.layout import THIS
from deckmastor.engine.state.state import BAGS, Record, State

NOTHING_OWN: Final[list[int]] = []  # immutable
GIVEN: Final = 1 << 40  # more than there are times


class OnModified(OnCards):
    """A rule of a modifier: in force for each thing that has it, with its parameters."""

    def __init__(
        self, sentence: int, tier: int, silent: set[int], you: Expr, bag: Expr,
        instances: dict[int, list[tuple[int, int]]], cell: int,
    ) -> None:  # fmt: skip
        super().__init__(sentence, tier, NONE, silent, you, cell)
        self.bag = bag  # the modifiers of the thing in THIS
        self.table = bag.table if isinstance(bag, DerivedSet) else None  # the facts that give some
        self.word = NONE  # the label of the modifier itself
        self.nth = NONE  # the label of its place among the modifiers of the thing
        self.author = NONE  # the label of the player by whose act it was gained
        self.acts = NONE  # the label of the place among them in which it acts
        self.kept = NONE  # the bag of the modifiers themselves; NONE if they are all in print
        self.printed: list[list[int]] = []  # then those of each species
        self.instances = instances  # word -> (slot, value) of its parameters
        self.carriers: frozenset[int] | None = None  # the only species that can have it
        self.gained = NONE  # the bag that tells when a thing gained its last modifiers
        self.authors = NONE  # the bag that tells by whose act; NONE if no text asks for it
        self.index: i64 = NONE  # of a workspace: who has which modifier; NONE if that is in print

    def bears(self, species: Species) -> bool:
        return self.carriers is None or species in self.carriers

    def sure(self) -> bool:
        return False

    def began(self, s: State, r: Record) -> int:
        """A modifier in print comes into force with its card, another when it was gained."""
        began = super().began(s, r)
        return max(self.came(s, r), began) if self.nth != NONE else began

    def came(self, s: State, r: Record) -> int:
        """When an instance was gained or given; NONE for one in print."""
        thing, at = r.regs[THIS], r.regs[self.nth]
        own = self.own(s, thing)
        if at < len(own):
            return noted(s, self.gained, thing, len(own), at)
        giver = self.giver(s, thing, at - len(own))
        return giver.at[BEGAN] if giver is not None else NONE

    def instance(self, s: State, r: Record) -> int:
        """A number for an instance that it keeps while others are gained and lost.

        Negative for those in print: counted from the last.
        """
        at, own = r.regs[self.nth], self.own(s, r.regs[THIS])
        came = self.came(s, r)
        if at >= len(own):
            return GIVEN + came
        times = s.bags.get(self.gained << 20 | r.regs[THIS]) if self.gained >= 0 else None
        return came if came >= 0 else at - len(own) + (len(times) if times else 0)

    def could_be_borne(self, s: State, thing: Thing) -> bool:
        return super().could_be_borne(s, thing) and self.might_have(s, thing)

    def records(self, s: State) -> list[Record]:
        found = NO_RECORDS
        held = self.held(s)
        if held is None:
            return super().records(s)
        for thing in held:
            if self.counts_at(s, thing):
                more = self.of(s, thing)
                found = found + more if found else more
        return found

    def stands(self, s: State) -> bool:
        held = self.held(s)
        if held is None:
            return super().stands(s)
        for thing in held:
            if self.counts_at(s, thing) and self.of(s, thing):
                return True
        return False

    def might_stand(self, s: State) -> bool:
        held = self.held(s)
        return super().might_stand(s) if held is None else len(held) > 0

    def held(self, s: State) -> list[Thing] | None:
        """The things that have one of the modifiers, wherever they lie; None if facts may give it.

        An index of all modifiers is kept until a set changes. So a modifier that nothing has costs
        nothing, however many things there are.
        """
        if self.index < 0:
            return None
        told = self.bag
        if isinstance(told, DerivedSet) and told.table.might_add(s):
            return None
        kept = s.kept(self.index, BAGS)
        if not kept.sets:
            kept.sets = self.indexed(s)
        if len(self.instances) == 1:
            for word in self.instances:
                return kept.sets.get(word, NOTHING_OWN)
        things: set[int] = set()
        for word in self.instances:
            things.update(kept.sets.get(word, NOTHING_OWN))
        return sorted(things)

    def indexed(self, s: State) -> dict[int, list[Thing]]:
        """The things that have each modifier, by word; NONE has none, so that it is never empty."""
        found: dict[int, list[Thing]] = {NONE: []}
        for thing in range(len(s.species)):
            for word in self.own(s, thing):
                bearers = found.setdefault(word, [])
                if not bearers or bearers[-1] != thing:
                    bearers.append(thing)
        return found

    def might_have(self, s: State, thing: Thing) -> bool:
        """False if a thing has none of the modifiers by itself, and no fact can give it one."""
        if self.kept == NONE:
            own = self.printed[s.species[thing]] if self.printed else NOTHING_OWN
        else:
            own = s.bags.get(self.kept << 20 | thing, NOTHING_OWN)
        for word in own:
            if word in self.instances:
                return True
        table = self.table
        if table is not None:
            return not table.taking and not (table.lasting and (not s.lasting or table.dormant(s)))
        told = self.bag
        return not isinstance(told, (Bag, PrintedSet))

    def of(self, s: State, thing: Thing) -> list[Record]:
        found: list[Record] = []
        if not self.might_have(s, thing):
            return found
        record = self.host(s, thing)
        words = self.bag.many(s, record)
        if not words:
            return found
        own = self.own(s, thing)
        order = NOTHING_OWN if self.word == NONE or own == words else places(own, words)
        for nth, word in enumerate(words):
            if word in self.instances:
                instance = record.clone() if len(words) > 1 else record
                for slot, value in self.instances[word]:
                    instance.regs[slot] = value
                if self.word != NONE:
                    at = order[nth] if order else nth
                    instance.regs[self.word] = word
                    instance.regs[self.nth] = at
                    instance.regs[self.author] = self.signed(s, thing, len(own), at)
                    instance.regs[self.acts] = self.place(s, thing, len(own), at)
                found.append(instance)
        return found

    def own(self, s: State, thing: Thing) -> list[int]:
        """The modifiers that a thing has by itself: in print, or gained."""
        if self.kept == NONE:
            return self.printed[s.species[thing]] if self.printed else NOTHING_OWN
        return s.bags.get(self.kept << 20 | thing, NOTHING_OWN)

    def signed(self, s: State, thing: Thing, owned: int, at: int) -> Thing:
        """The author of an instance: by whose act it was gained, or for whom a text gives it."""
        if self.authors < 0:
            return NONE
        if at < owned:
            return noted(s, self.authors, thing, owned, at)
        giver = self.giver(s, thing, at - owned)
        return max(giver.you, NONE) if giver is not None else NONE

    def place(self, s: State, thing: Thing, owned: int, at: int) -> int:
        """Where among the modifiers of its card an instance acts.

        One that the text of another gives to that card for a time acts right behind that other.
        """
        if at < owned:
            return at
        giver = self.giver(s, thing, at - owned)
        return giver.nth if giver is not None and giver.nth >= 0 else at

    def giver(self, s: State, thing: Thing, at: int) -> Turn | None:
        """The fact that gives a thing one of the modifiers that it has not by itself."""
        if self.table is None:
            return None
        return given_by(self.table, s, thing, self.own(s, thing), at)


def places(own: list[int], words: list[int]) -> list[int]:
    """The place of each modifier of a thing: those that facts give come behind its own ones."""
    found: list[int] = []
    last, behind = NONE, len(own)
    for word in words:
        at = last + 1
        while at < len(own) and own[at] != word:
            at += 1  # facts can take it away
        if at < len(own):
            last = at
            found.append(at)
        else:
            found.append(behind)
            behind += 1
    return found


def given_by(table: FactTable, s: State, thing: Thing, own: list[int], at: int) -> Turn | None:
    """The fact that gives a thing the modifier that has a place among those that facts give."""
    given = [one for one in table.givers(s, thing, own) if one is not None]
    return given[at] if at < len(given) else None


def authors_of(
    s: State, authors: int, table: FactTable | None, thing: Thing, own: list[int], words: list[int]
) -> list[Thing]:
    """The author of each modifier that a thing has, NONE for nobody; for what tells of them."""
    found: list[Thing] = []
    for at in places(own, words):
        if at < len(own):
            found.append(noted(s, authors, thing, len(own), at))
        else:
            giver = None if table is None else given_by(table, s, thing, own, at - len(own))
            found.append(max(giver.you, NONE) if giver is not None else NONE)
    return found


def noted(s: State, notes: int, thing: Thing, owned: int, at: int) -> int:
    """The note about one of the modifiers that a thing has by itself; NONE if there is none.

    The last modifiers have notes; the first ones are printed.
    """
    told = s.bags.get(notes << 20 | thing) if notes >= 0 else None
    if not told:
        return NONE
    at += len(told) - owned
    return told[at] if 0 <= at < len(told) else NONE


def note(s: State, notes: int, thing: Thing, value: int) -> None:
    """Note something about the modifier that a thing gains next."""
    if notes >= 0:
        s.bags.setdefault(notes << 20 | thing, []).append(value)


def forget(s: State, notes: int, thing: Thing, owned: int, at: int) -> None:
    """Delete the note about a modifier that is lost."""
    told = s.bags.get(notes << 20 | thing) if notes >= 0 else None
    if told:
        at += len(told) - owned
        if at >= 0:
            del told[at]


def place_of(
    s: State, authors: int, thing: Thing, bag: list[int], word: Word, author: Thing
) -> int:
    """Which of a thing's modifiers one is: the first of its word, and of its author if possible."""
    if authors >= 0:
        for at, other in enumerate(bag):
            if other == word and noted(s, authors, thing, len(bag), at) == author:
                return at
    return bag.index(word)
