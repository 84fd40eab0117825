"""Breaches: which sentences keep a game from its beginning, and for whom and by how much.

A `Ground` is a part of the condition of such a sentence. It finds the players and cards for which
that part bars the game, and the numbers that it compares.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.ids import NONE, NOTHING, Slot, Thing
from deckmastor.engine.permission.norms import Norm, VerbRules
from deckmastor.engine.rules.schema import WORD
from deckmastor.engine.state.state import Record, State
from deckmastor.language.ir import Tree

Subjects = tuple[tuple[str, Thing], ...]  # what a sentence calls a thing, and the thing
Amounts = tuple[tuple[Tree, int], ...]  # what is compared, and the number that it is
Found = tuple[Subjects, Amounts, int]  # a breach without its sentence

MOST: Final = 200  # breaches of one sentence that are told


class Breach:
    """A sentence that keeps the game from its beginning, as far as one of its subjects does."""

    def __init__(
        self, sentence: int, subjects: Subjects = (), amounts: Amounts = (), gap: int = 1
    ) -> None:
        self.sentence = sentence
        self.subjects = subjects
        self.amounts = amounts
        self.gap = gap  # by how much two numbers differ that are compared; 1 if none are


class Ground:
    """A part of a condition, and the truth value with which it bars the game."""

    def __init__(self, cond: Expr, bars: bool) -> None:
        self.cond = cond
        self.bars = bars
        self.found: Expr | None = None  # what the part says it of, one by one
        self.slot: Slot = NONE
        self.noun = ""
        self.amounts: list[tuple[Tree, Expr]] = []
        self.sides: list[Expr] = []  # the two numbers that it compares
        self.parts: list[Ground] = []

    def breaches(self, s: State, r: Record, subjects: Subjects) -> Iterator[Found]:
        """The subjects for which it bars the game, with the numbers compared."""
        if self.found is None:
            yield from self._breach(s, r, subjects)
            return
        for thing in self.found.many(s, r):
            r.regs[self.slot] = thing
            yield from self._breach(s, r, (*subjects, (self.noun, thing)))

    def _breach(self, s: State, r: Record, subjects: Subjects) -> Iterator[Found]:
        if (self.cond.ev(s, r) != 0) != self.bars:
            return
        told = False
        for part in self.parts:
            for found in part.breaches(s, r, subjects):
                told = True
                yield found
        if not told:
            counted = [(tree, amount.ev(s, r)) for tree, amount in self.amounts]
            numbers = tuple(one for one in counted if one[1] != NOTHING and one[1] < WORD)
            yield (subjects, numbers, self._gap(s, r))

    def _gap(self, s: State, r: Record) -> int:
        told = [side.ev(s, r) for side in self.sides]
        if len(told) != 2 or NOTHING in told or max(told) >= WORD:
            return 1
        return max(abs(told[0] - told[1]), 1)


def breaches(verb_rules: VerbRules, s: State, game: int) -> list[Breach]:
    """All that keeps a game, or a contest, from its beginning now."""
    said = verb_rules.saying(s, NONE, game)
    found: list[Breach] = []
    for norm in said.cannot:
        if norm.fits(s, NONE, game, NONE, NONE, 1):
            found += _of(norm, s)
    for only in said.only:
        if only.forbids(s, NONE, game, NONE, NONE, 1):
            found.append(Breach(only.standing.sentence))
    return found


def _of(norm: Norm, s: State) -> list[Breach]:
    """The breaches of a sentence that forbids the beginning."""
    sentence = norm.standing.sentence
    found: list[Breach] = []
    if norm.ground is not None:
        for subjects, amounts, gap in norm.ground.breaches(s, norm.standing.fresh(), ()):
            found.append(Breach(sentence, subjects, amounts, gap))
            if len(found) >= MOST:
                break
    return found or [Breach(sentence)]
