"""Rules that tell what they do: which cards, sentences and ways of an offer a match has touched.

A coverage run plays the same matches as a simulation. Its rules are compiled without the second
half of the compiler, and each instruction, norm and fact is of a class that counts and does the
same besides (`counting.py`). Other matches know nothing of it. All is counted under the numbers of
a `Chart`, so that counts of several processes can be added. Where the engine is compiled, matches
that count are played in other processes, on its source.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final

from deckmastor.engine import COMPILED, Machine, Ruleset, State, build, lay
from deckmastor.engine.inside import (
    ALL,
    ASIDE,
    CHOOSE,
    CREATE,
    LIMBO,
    MOVE,
    NONE,
    OBJECT_BITS,
    PLAY,
    PRIMITIVES,
    Fact,
    Flow,
    Jump,
    Norm,
    Only,
    Op,
    Origins,
    Shown,
    ShownCards,
    Standing,
    block_of,
    pc_of,
)
from deckmastor.lab.chart import Chart
from deckmastor.language.book import Book
from deckmastor.language.ir import Do, Each, May, Ref

RAN: Final = "ran"  # an instruction of it was run
DID: Final = "did"  # an act of it was done
HELD: Final = "held"  # it decided something, or was asked while its condition held
OPEN: Final = "open"  # somebody could act on it
DECLINED: Final = "declined"  # somebody could act on it and did something else
PLAYED: Final = "played"  # of a species: a copy was played
SEEN: Final = "in play"  # of a species: a copy came to a place where texts count
CHOOSING: Final = PRIMITIVES[CHOOSE]

Counts = Counter[tuple[int, str]]


class Coverage:
    """Rules that were made to tell what they do, and what they told in one match."""

    def __init__(self, book: Book, seats: int, values: dict[str, int | str] | None = None) -> None:
        self.chart = Chart(book)
        self.origins = Origins()
        self.rules = build(self.chart.book, seats, values, short=False, origins=self.origins)
        self.silent = silent_places(self.rules)
        self.choosing = {
            op
            for op, nodes in self.origins.ops.items()
            if nodes and isinstance(nodes[-1], Do) and nodes[-1].verb == CHOOSING
        }  # where the choice itself is what is done
        self.naming = {
            op
            for op in self.choosing
            if isinstance(node := self.origins.ops[op][-1], Do) and isinstance(node.obj, Ref)
        }  # and where what is chosen was named before
        self.told = self._told()
        self._facts = [one for one in self.told if isinstance(one, (Fact, Shown, ShownCards))]
        if not COMPILED:
            self._watch()
        self.live = False  # whether what happens is played, and not just tried
        self.forget()

    def forget(self) -> None:
        """Count from nothing: another match begins."""
        self.ran: Counter[Op] = Counter()
        self.did: Counter[Op] = Counter()
        self.declined: Counter[Op] = Counter()
        self.held: Counter[Standing] = Counter()
        self.open: Counter[Standing] = Counter()
        self.refused: Counter[Standing] = Counter()
        self.cards: Counter[tuple[int, str]] = Counter()
        self.state: State | None = None

    def begin(self, seed: int, decks: list[list[int]] | None = None) -> tuple[State, Machine]:
        """A match begun and run to its first question, on a machine that counts."""
        from deckmastor.lab.counting import Counting

        self.forget()
        self.state = s = lay(self.rules, seed, decks=decks)
        m = Counting(self)
        with self.counting():
            m.push(s, self.rules.blocks[self.rules.flow_block], self.rules.empty_record())
            m.resume(s)
            m.refuse_bills(s)
        return s, m

    @contextmanager
    def counting(self) -> Iterator[None]:
        """Something is played, and counts; what bots only try does not."""
        outer, self.live = self.live, True
        try:
            yield
        finally:
            self.live = outer

    # ---- what is counted -------------------------------------------------------------------

    def _told(self) -> list[Norm | Only | Fact | Shown | ShownCards]:
        """All that can hold or decide something."""
        rules = self.rules
        told: list[Norm | Only | Fact | Shown | ShownCards] = [offer.norm for offer in rules.offers]
        told += [proxy.norm for proxy in rules.proxies]
        for verb_rules in rules.verb_rules:
            told += [
                *verb_rules.what,
                *verb_rules.cannot,
                *verb_rules.costs,
                *verb_rules.only,
            ]
        for table in rules.facts.values():
            told += table.facts
            told += [bound.fact for bound in table.bounds]
        told += [bound.fact for bound in rules.bounds]
        told += [*rules.views.rules, *rules.views.cards]
        return list({id(one): one for one in told}.values())

    def _watch(self) -> None:
        """Let everything count."""
        from deckmastor.lab.counting import counting, holding

        classes: dict[type, type] = {}
        for op in self.origins.ops:
            if type(op) is not Jump:
                cls = classes.get(type(op)) or counting(type(op), self)
                op.__class__ = classes[type(op)] = cls
        for one in self.told:
            if isinstance(one, (Shown, ShownCards)):
                continue  # whether they decide anything is asked now and then
            cls = classes.get(type(one)) or holding(type(one), self)
            one.__class__ = classes[type(one)] = cls

    def event(
        self, verb: int, agent: int, obj: int, to: int, origin: int, n: int, sentence: int,
        card: int,
    ) -> None:  # fmt: skip
        """Note which cards are played and come into play."""
        s = self.state
        if s is None or not 0 <= obj < len(s.species):
            return
        if verb == PLAY:
            self.cards[s.species[obj], PLAYED] += 1
        elif verb in (MOVE, CREATE):
            place = s.where[obj]
            if place >= 0 and s.zname[place] not in self.silent:
                self.cards[s.species[obj], SEEN] += 1

    def link(self, chain: int) -> None:
        """Links are not counted."""

    def instead(
        self, verb: int, agent: int, obj: int, to: int, sentence: int, card: int, by: int
    ) -> None:
        """What replaces an act counts by itself."""

    def cut(self, sentences: list[int]) -> None:
        """What ends a chain counts by itself."""

    def endless(self, why: int, limit: int, cards: list[int], sentences: list[int]) -> None:
        """What settles a chain without end counts by itself."""

    def answered(self, machine: Machine, state: State, at: int, option: int) -> None:
        """Note which offers were open to somebody who is about to answer."""
        head = state.asks[at + 1]
        if not isinstance(machine.blocks[block_of(head)].ops[pc_of(head)], Flow):
            return
        offers = self.rules.offers
        options = machine.options(state, at)
        listed = {number >> OBJECT_BITS for number in options if number > 0}
        standings = {offers[number - 1].norm.standing for number in listed}
        self.open.update(standings)
        if option > 0:
            standings.discard(offers[(option >> OBJECT_BITS) - 1].norm.standing)
        self.refused.update(standings)

    def probe(self, s: State) -> None:
        """Ask the facts that never held so far whether they do; that counts by itself.

        So does asking who may act for others.
        """
        for proxy in self.rules.proxies:
            for seat in range(self.rules.schema.seats):
                proxy.norm.fits(s, seat, NONE, NONE, NONE, 1)
        for told in self._facts:
            if self.held[told.standing]:
                continue
            if not isinstance(told, Fact):
                shown = range(len(s.zones if isinstance(told, Shown) else s.species))
                if any(told.says(s, one, 0) or told.says(s, one, ALL) != ALL for one in shown):
                    self.held[told.standing] += 1
            else:
                for record in told.records(s):
                    for thing in (NONE, *range(len(s.species))):
                        told.about(s, record, thing)

    # ---- what came of it -------------------------------------------------------------------

    def counts(self) -> Counts:
        """All counts of the match, by the number of a part; a species is its number below zero."""
        found: Counts = Counter()
        for what, told in ((RAN, self.ran), (DID, self.did), (DECLINED, self.declined)):
            for op, n in told.items():
                for number in self._parts(op, what):
                    found[number, what] += n
        rules = self.origins.rules
        for what, heard in ((HELD, self.held), (OPEN, self.open), (DECLINED, self.refused)):
            for standing, n in heard.items():
                if standing in rules:
                    number = self.chart.number(rules[standing])
                    if number >= 0:
                        found[number, what] += n
        for (species, what), n in self.cards.items():
            found[~species, what] += n
        return found

    def _parts(self, op: Op, what: str) -> Iterable[int]:
        """The parts that an instruction is of; of a decline, the one offer that was declined."""
        nodes = self.origins.ops[op]
        if what == DECLINED:
            last = nodes[-1]
            if isinstance(last, Each) and isinstance(last.body, May):
                last = last.body
            nodes = (last,)
        return {number for node in nodes if (number := self.chart.number(node)) >= 0}


def silent_places(rules: Ruleset) -> set[int]:
    """The sorts of places in which the text of a card does not count."""
    found = {LIMBO, ASIDE}
    for number, name in enumerate(rules.schema.zone_names):
        if name.split()[-1:] in (["hand"], ["deck"]) or name == "discard pile":
            found.add(number)
    return found
