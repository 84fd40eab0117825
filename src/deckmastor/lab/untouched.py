"""What of a rulebook no match has touched: cards, sentences, and ways that were never taken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from deckmastor.lab.chart import Line, Part
from deckmastor.lab.coverage import DECLINED, DID, HELD, OPEN, PLAYED, RAN, SEEN, Counts, Coverage
from deckmastor.language.ir import Block, Define, Do, If, May, Node, Norm, Rank, Scope

BARRED = "ruled out by the values of the game"


@dataclass(frozen=True, slots=True)
class Gap:
    """Something in a sentence that never happened; `words` are those it is said with."""

    line: Line
    what: str
    words: str = ""

    def data(self) -> dict[str, Any]:
        """The gap for a program."""
        line = self.line
        told = {"file": line.file, "line": line.line, "id": line.id, "sentence": line.text}
        return {**told, "what": self.what, "words": self.words}


class Untouched:
    """What some matches have touched of a book, and what they have not."""

    def __init__(self, coverage: Coverage, counts: Counts) -> None:
        self.chart = chart = coverage.chart
        self.counts = counts
        origins = coverage.origins
        schema = coverage.rules.schema
        self.species = schema.species
        self.brought = frozenset(schema.book.catalogue.cards if schema.brings else ())
        self.made = frozenset(noun for said in schema.said for noun in said.begun)
        self.written = {chart.number(node) for node in origins.written}
        self.run = {chart.number(node) for nodes in origins.ops.values() for node in nodes}
        holding = {told.standing for told in coverage.told}
        holding |= {trigger.standing for trigger in coverage.rules.triggers}
        self.rules = {
            chart.number(node)
            for standing, node in origins.rules.items()
            if not isinstance(node, Rank)
            and (standing in holding or chart.number(node) in self.run)
        }
        self.barred = self._barred()
        self.children: dict[int, list[int]] = {}
        for number, part in enumerate(chart.parts):
            if part.inside:
                self.children.setdefault(part.inside[-1], []).append(number)

    def add(self, other: Untouched) -> None:
        """Count what other matches have touched, with other values or other texts of some cards."""
        own = {key: number for number, key in enumerate(self.chart.keys())}
        there = {n: own[key] for n, key in enumerate(other.chart.keys()) if key in own}
        for mine, theirs in (
            (self.written, other.written),
            (self.run, other.run),
            (self.rules, other.rules),
        ):
            mine |= {there[number] for number in theirs if number in there}
        rows = {one.row: ~number for number, one in enumerate(self.species)}
        there |= {~n: rows[one.row] for n, one in enumerate(other.species) if one.row in rows}
        for (number, what), n in other.counts.items():
            if number in there:
                self.counts[there[number], what] += n
        self.barred = self._barred()

    def _barred(self) -> set[int]:
        """What comes of conditions that were settled when the rules were compiled."""
        found: set[int] = set()
        for number, part in enumerate(self.chart.parts):
            above = self.chart.parts[part.inside[-1]].node if part.inside else None
            if not isinstance(above, If) or part.inside[-1] not in self.written:
                continue
            if part.node is not above.cond and number not in self.written:
                found.add(number)
        return found

    # ---- cards -----------------------------------------------------------------------------

    @cached_property
    def cards(self) -> list[int]:
        """The species of all cards in the game, and of those that texts can make."""
        return [
            n
            for n, one in enumerate(self.species)
            if one.row and (one.count or one.row in self.brought or self.made & one.kinds)
        ]

    @cached_property
    def unseen(self) -> list[str]:
        """Cards that were neither played nor came into play."""
        return self._cards(lambda n: not (self.counts[~n, PLAYED] or self.counts[~n, SEEN]))

    @cached_property
    def unplayed(self) -> list[str]:
        """Cards that came into play and were never played."""
        return self._cards(lambda n: bool(not self.counts[~n, PLAYED] and self.counts[~n, SEEN]))

    def _cards(self, test: Any) -> list[str]:
        return [self.species[n].name for n in self.cards if test(n)]

    # ---- sentences -------------------------------------------------------------------------

    @cached_property
    def sentences(self) -> dict[int, list[int]]:
        """The sentences that can act, with their outermost parts that can."""
        found: dict[int, list[int]] = {}
        for number, part in enumerate(self.chart.parts):
            if not self._acts(number):
                continue
            above = found.get(part.sentence, [])
            if not any(outer in above for outer in part.inside):
                found.setdefault(part.sentence, []).append(number)
        return found

    def _acts(self, number: int) -> bool:
        node = self.chart.parts[number].node
        if isinstance(node, Define):
            return isinstance(node.means, Node)
        return number in self.rules or number in self.run or number in self.barred

    @cached_property
    def idle(self) -> list[Gap]:
        """The sentences that never acted."""
        found: list[Gap] = []
        for sentence, parts in self.sentences.items():
            whys = [why for number in parts if (why := self._idle(number))]
            if len(whys) == len(parts):
                found.append(Gap(self.chart.lines[sentence], whys[0]))
        return found

    def _idle(self, number: int) -> str:
        """Why a part never acted, or nothing if it did."""
        part, counts = self.chart.parts[number], self.counts
        if isinstance(part.node, Define):
            return "" if any(counts[n, RAN] for n in self._below(number)) else "never used"
        if number in self.barred:
            return BARRED
        if number not in self.run:
            return "" if counts[number, HELD] else "never held"
        if not counts[number, RAN]:
            if isinstance(bare(part.node), Norm):
                return "open, but never taken" if counts[number, OPEN] else "never open"
            return "never reached"
        if number in self.rules and not isinstance(part.node, Do):
            return ""
        if not counts[number, DID] and isinstance(part.node, (If, May)):
            return "never true" if isinstance(part.node, If) else "never taken"
        acts = any(isinstance(self.chart.parts[n].node, Do) for n in (number, *self._below(number)))
        return "reached, but never did anything" if acts and not counts[number, DID] else ""

    def _below(self, number: int) -> Iterator[int]:
        for child in self.children.get(number, []):
            yield child
            yield from self._below(child)

    # ---- parts of sentences ----------------------------------------------------------------

    @cached_property
    def gaps(self) -> list[Gap]:
        """What never happened in sentences that did act."""
        idle = {id(gap.line) for gap in self.idle}
        found: list[Gap] = []
        missed: set[int] = set()
        for number, part in enumerate(self.chart.parts):
            line = self.chart.lines[part.sentence]
            if id(line) in idle or not missed.isdisjoint(part.inside):
                continue
            for what, whole in self._missing(number, part):
                found.append(Gap(line, what, part.words))
                if whole:
                    missed.add(number)
        return found

    def _missing(self, number: int, part: Part) -> Iterator[tuple[str, bool]]:
        """What never happened of a part, and whether that is all of it."""
        counts = self.counts
        offer = bare(part.node)
        may = isinstance(offer, Norm) and offer.mode == "may" and counts[number, OPEN]
        may = may or (isinstance(part.node, May) and self._asked(number))
        if may and not counts[number, DECLINED]:
            yield ("never declined", False)
        if number in self.barred:
            yield (BARRED, True)
        if number not in self.run:
            return
        if not counts[number, RAN]:
            yield (self._untaken(number, part), True)
        elif isinstance(part.node, Do) and not counts[number, DID]:
            yield ("reached, but never did anything", True)

    def _asked(self, number: int) -> bool:
        """Whether an offer within an effect was ever made."""
        parts = self.children.get(number, [])
        return any(self.counts[n, RAN] for n in (number, *parts))

    def _untaken(self, number: int, part: Part) -> str:
        """How to say that a part was never come to."""
        child = part.node
        for outer in reversed(part.inside):
            above = self.chart.parts[outer].node
            if isinstance(above, May):
                return "never taken"
            if isinstance(above, If):
                return "never otherwise" if child is above.orelse else "never true"
            if isinstance(above, Block) and above.mode == "one":
                return "this way was never taken"
            if outer in self.written:
                break
            child = above
        return "never reached"

    # ---- for a program ---------------------------------------------------------------------

    def data(self) -> dict[str, Any]:
        """All of it, for a program."""
        return {
            "cards": len(self.cards),
            "cards_untouched": self.unseen,
            "cards_never_played": self.unplayed,
            "sentences": len(self.sentences),
            "sentences_acted": len(self.sentences) - len(self.idle),
            "sentences_not_counted": len(self.chart.lines) - len(self.sentences),
            "untouched": [gap.data() for gap in self.idle],
            "partly": [gap.data() for gap in self.gaps],
        }


def bare(node: Node) -> Any:
    """A rule without what stands around it."""
    while isinstance(node, Scope):
        assert isinstance(node.rule, Node)
        node = node.rule
    return node
