"""Standings: a rule is in force always, for each copy of a card in play, or once adopted.

A `Standing` answers with records. A plain rule has one; a rule printed on a card has one for each
copy in play, with the copy under THIS and its player under YOU.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.expressions.truths import NO_MORE
from deckmastor.engine.ids import NONE, UNBOUND, Slot, Species, Thing
from deckmastor.engine.state.aims import forget_aims
from deckmastor.engine.state.layout import PARENT, THIS, YOU
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.state.workspace import Known
from deckmastor.language.ir import Tree

AIMED: Final = -2  # the keys of rules that stand on a card for its target are from here downwards
NOTHING: Final[list[Record]] = []  # immutable


class Standing:
    """The standing of a rule: the records under which it is in force; a plain rule has one."""

    def __init__(self, sentence: int, tier: int) -> None:
        self.sentence = sentence
        self.tier = tier  # 0 base book, 1 rule, 2 modifier, 3 card; 10 more with `despite`
        self.time = 0  # the order in the book: later rules have greater numbers
        self.since = 0  # when it came into force: 0 with the book, later by an amendment
        self.size = 0  # the number of labels; final when the rule is compiled
        self.number = -1
        self.template: list[int] = []  # the labels of a new record, once `settle` was called

    def settle(self) -> None:
        """Precompute what every evaluation needs; called when all labels are known."""
        self.template = self._blank()

    def _blank(self) -> list[int]:
        return [NONE, NONE] + [UNBOUND] * (self.size - 2)

    def fresh(self) -> Record:
        """A record whose labels have no values."""
        regs = self.template
        return Record(regs.copy() if len(regs) == self.size else self._blank())

    def records(self, s: State) -> list[Record]:
        """One record for each time the rule is in force."""
        return [self.fresh()]

    def stands(self, s: State) -> bool:
        """True if the rule is in force at all."""
        return True

    def began(self, s: State, r: Record) -> int:
        """When the rule came into force under one of its records, as the State counts."""
        return self.since

    def might_stand(self, s: State) -> bool:
        """A cheap upper bound; may be true when `stands` is false."""
        return self.stands(s)

    def could_be_borne(self, s: State, thing: Thing) -> bool:
        """True if a thing could bear the rule in another place."""
        return False

    def borne(self, s: State, thing: Thing) -> list[Record]:
        """The records in which a thing bears the rule."""
        return [record for record in self.records(s) if record.regs[THIS] == thing]


def bits(numbers: set[int]) -> int:
    """A set of numbers as a bit mask."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found


UNRANKED: Final = Standing(NONE, 0)  # of what no sentence permits


class OnCards(Standing):
    """A rule printed on cards: in force for each copy in play."""

    def __init__(
        self, sentence: int, tier: int, species: Species, silent: set[int], you: Expr, cell: int
    ) -> None:
        super().__init__(sentence, tier)
        self.species = species
        self.silent = silent  # names of places where its text is not in force
        self.abroad = False  # whether it names a place in which other texts do not count
        self.hush = 0  # `silent` as a bit mask, once `settle` was called
        self.you = you
        self.text: Expr | None = None
        self.scenic = False  # True if the scene decides where its text is in force
        self.cell: i64 = cell  # the number of its caches: bearers, and those in play
        self.entered = NONE  # the column that tells when a thing came into play
        self.aims: list[tuple[Slot, Expr]] = []  # labels of announced targets of the thing in THIS

    def settle(self) -> None:
        super().settle()
        self.hush = bits(self.silent)

    def present(self, s: State) -> list[int]:
        """The things that can bear the rule and are in play; cached by scene."""
        entries, cell = s.work.present, self.cell
        if cell < len(entries):
            entry = entries[cell]
            if entry is not None and entry.scene == s.scene:
                return entry.found
        return self._present(s)

    def _present(self, s: State) -> list[int]:
        """`present`, computed; cached if the scene decides it."""
        where, zname = s.where, s.zname
        hush = self.hush or bits(self.silent)
        there: list[int] = []
        for thing in self.bearers(s):
            place = where[thing]
            if place >= 0 and not hush >> zname[place] & 1:
                there.append(thing)
        if self.scenic:
            s.work.see(self.cell, s.scene, there)
        return there

    def records(self, s: State) -> list[Record]:
        found = NOTHING
        entries, cell = s.work.present, self.cell
        entry = entries[cell] if cell < len(entries) else None
        here = entry is not None and entry.scene == s.scene
        for thing in entry.found if entry is not None and here else self._present(s):
            more = self.of(s, thing)
            found = found + more if found else more
        return found

    def stands(self, s: State) -> bool:
        entries, cell = s.work.present, self.cell
        entry = entries[cell] if cell < len(entries) else None
        here = entry is not None and entry.scene == s.scene
        for thing in entry.found if entry is not None and here else self._present(s):
            if self.sure() or self.of(s, thing):
                return True
        return False

    def might_stand(self, s: State) -> bool:
        return bool(self.present(s))

    def could_be_borne(self, s: State, thing: Thing) -> bool:
        return 0 <= thing < len(s.species) and self.bears(s.species[thing])

    def sure(self) -> bool:
        """True if every thing in play that can bear the rule does."""
        return self.text is None and not self.aims

    def borne(self, s: State, thing: Thing) -> list[Record]:
        if self.could_be_borne(s, thing) and self.counts_at(s, thing):
            return self.of(s, thing)
        return []

    def counts_at(self, s: State, thing: Thing) -> bool:
        """True if a thing lies where the rule counts."""
        place = s.where[thing]
        return place >= 0 and s.zname[place] not in self.silent

    def of(self, s: State, thing: Thing) -> list[Record]:
        """The records of the rule for a thing in play that can bear it."""
        record = self.host(s, thing)
        for slot, target in self.aims:
            found = target.many(s, record)
            if not found:
                return []  # nothing was announced for it, or what was announced is gone
            record.bind(slot, found)
        if self.aims:
            record.regs[PARENT] = AIMED - thing
        return [record] if self.text is None or self.text.ev(s, record) else []

    def bearers(self, s: State) -> list[int]:
        """The things that can bear the rule; cached until a thing changes its species."""
        entries, cell = s.work.known, self.cell
        if cell < len(entries):
            entry = entries[cell]
            if entry is not None and entry.kinds is s.species:  # immutable, only replaced
                return entry.found
            if entry is not None and entry.line == s.line:  # things were added
                return self._bearers(s, entry.found, len(entry.kinds))
        return self._bearers(s, NO_MORE, 0)

    def _bearers(self, s: State, known: list[int], first: Thing) -> list[int]:
        """`bearers`, when those before a thing are known."""
        species = s.species
        things = [thing for thing in range(first, len(species)) if self.bears(species[thing])]
        if known:
            things = known + things if things else known
        s.work.know(self.cell, Known(species, things, NO_MORE, s.line))
        return things

    def bears(self, species: Species) -> bool:
        """True if things of a species can bear the rule."""
        return species == self.species

    def began(self, s: State, r: Record) -> int:
        thing = r.regs[THIS]
        return max(s.cols[self.entered][thing], self.since) if self.entered >= 0 else self.since

    def host(self, s: State, thing: Thing) -> Record:
        """A record with one copy under THIS and its player under YOU."""
        record = self.fresh()
        record.regs[THIS] = thing
        record.regs[YOU] = self.you.ev(s, record)
        return record


class Adopted(Standing):
    """A rule that an effect put into force; one record for each time it was adopted."""

    def __init__(self, sentence: int, tier: int) -> None:
        super().__init__(sentence, tier)
        self.told: Tree = None  # the effect that adopts it, to be told to players
        self.labels: dict[str, int] = {}  # the labels that had slots when it was adopted
        self.sorts: dict[str, str] = {}  # and the sorts of their values
        self.acts: Slot = NONE  # the label of where the modifier acts whose text adopts it
        self.witness: Slot = NONE  # the label of those who knew its card then, as ~bits of seats

    def tell(self, told: Tree, labels: dict[str, int], sorts: dict[str, str]) -> None:
        """Keep what a player must be told of it; copies, because labels are added later."""
        self.told = told
        self.labels = dict(labels)
        self.sorts = dict(sorts)

    def stands(self, s: State) -> bool:
        lasting = s.lasting
        for i in range(0, len(lasting), 4):
            if lasting[i] == self.number:
                return True
        return False

    def records(self, s: State) -> list[Record]:
        lasting = s.lasting
        found: list[Record] = []
        for i in range(0, len(lasting), 4):
            if lasting[i] == self.number:
                record = s.recs[lasting[i + 1]].clone()
                record.regs += [UNBOUND] * (self.size - len(record.regs))
                record.regs[PARENT] = lasting[i + 1]
                found.append(record)
        return found

    def began(self, s: State, r: Record) -> int:
        lasting = s.lasting
        for i in range(0, len(lasting), 4):
            if lasting[i + 1] == r.regs[PARENT]:
                return lasting[i + 3]
        return self.since


def in_force(s: State, rules: frozenset[int]) -> bool:
    """True if effects have adopted one of some rules, given by their numbers."""
    lasting = s.lasting
    for i in range(0, len(lasting), 4):
        if lasting[i] in rules:
            return True
    return False


def lapse(s: State, key: int) -> None:
    """End a rule that was used up: `key` is the number of its record if it was adopted.

    A rule that stands on a card for its target ends with that target.
    """
    if UNBOUND < key <= AIMED:
        forget_aims(s, AIMED - key)
        return
    lasting = s.lasting
    for i in range(0, len(lasting), 4):
        if lasting[i + 1] == key:
            s.lasting = lasting[:i] + lasting[i + 4 :]
            s.drop(key)
            return


class Overruling:
    """A sentence by which rules outrank cards: `The order of precedence is rule over card.`"""

    def __init__(self, standing: Standing, conds: list[Expr]) -> None:
        self.standing = standing
        self.conds = conds

    def applies(self, s: State) -> bool:
        """True if the sentence is in force now."""
        for record in self.standing.records(s):
            if all([cond.ev(s, record) for cond in self.conds]):
                return True
        return False


class CardsRank(Expr):
    """The condition that no sentence in force lets rules outrank cards."""

    def __init__(self, overrulings: list[Overruling]) -> None:
        self.overrulings = overrulings

    def ev(self, s: State, r: Record) -> int:
        for one in self.overrulings:
            if one.applies(s):
                return 0
        return 1


class Ending:
    """The moment and condition at which an adopted rule ends; never if the span is empty."""

    def __init__(self, standing: Standing, edge: str, span: str, cond: Expr | None) -> None:
        self.standing = standing
        self.edge = edge
        self.span = span
        self.cond = cond
        self.state: Expr | None = None  # or when this becomes true
