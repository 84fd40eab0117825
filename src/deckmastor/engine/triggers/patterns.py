"""Patterns of acts: who does what to what, and where to; they fit or do not, and bind labels."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.expressions.base import Expr, Lit, Reg
from deckmastor.engine.expressions.places import OwnPlace
from deckmastor.engine.expressions.truths import SpeciesIn
from deckmastor.engine.facts.in_force import Standing
from deckmastor.engine.ids import NONE, Place, Slot, Thing
from deckmastor.engine.rules.schema import CONTENT
from deckmastor.engine.state.layout import THIS
from deckmastor.engine.state.record import Record
from deckmastor.engine.state.state import State

UNKNOWN: Final = -5  # something that will only be picked when the act is done
NOBODY: Final = 0  # who in an act is what bears a rule
OBJECT: Final = 1
AGENT: Final = 2


class Matcher:
    """A slot of a pattern: a label with tests, or a term that must be met."""

    __slots__ = (
        "among", "base", "content", "inside", "open", "own", "same", "slot", "species", "tests",
    )  # fmt: skip

    def __init__(
        self, slot: Slot, tests: list[Expr], same: Expr | None, species: frozenset[int] | None
    ) -> None:
        self.slot = slot
        self.base = NONE  # the number of a fixed place, or of the first of those of persons
        self.own = False  # whether it is that of the doer
        self.open = False  # whether anything at all will do
        self.content = False  # whether a place is meant that is itself a thing
        self.inside = False  # whether the place is meant that the thing lies in
        self.tests = tests
        self.same = same
        self.species = species  # the only species that can fit, where that is known
        self.among: list[bool] = []  # the same for each species up to the greatest, when needed

    def by_species(self) -> bool:
        """Whether the species of a thing alone decides whether it fits."""
        if self.species is None:
            return False
        for test in self.tests:
            if not (isinstance(test, SpeciesIn) and test.species >= self.species):
                return False
        return True

    def itself(self) -> bool:
        """Whether only the thing can fit that bears the rule."""
        same = self.same
        if not isinstance(same, Reg) or same.slot != THIS:
            return False
        return not (self.inside or self.content or self.open)

    def fixed(self, agent: Thing) -> bool:
        """Whether it is one known place, or that of the doer under a label, and no label itself."""
        if self.slot >= 0 or self.inside or self.content:
            return False
        same = self.same
        if isinstance(same, Lit):
            self.base = same.n
            return True
        if isinstance(same, OwnPlace) and isinstance(same.owner, Reg) and same.owner.slot == agent:
            self.base = same.base
            self.own = True
            return True
        return False

    def is_place(self, place: Place, agent: Thing) -> bool:
        """Whether a place is the fixed one."""
        return place == (self.base + agent if self.own else self.base)

    def fits(self, s: State, r: Record, value: int) -> bool:
        """Whether a value fits; it is then the value of the label."""
        if value == UNKNOWN:
            return self.open or (self.same is not None and self.same.has(s, r, value))
        if self.inside and 0 <= value < len(s.where):
            value = s.where[value]
        if self.content and 0 <= value < len(s.zname):
            value = s.zowner[value] if s.zname[value] == CONTENT else NONE
        if self.same is not None:
            if not self.same.has(s, r, value):
                return False
            if self.slot >= 0:
                r.regs[self.slot] = value
            return True
        if self.species is not None:
            if value < 0:
                return False
            species = s.species[value]
            among = self.among or self._among(self.species)
            if species >= len(among) or not among[species]:
                return False
        elif value == NONE:
            return False
        if self.slot >= 0:
            r.regs[self.slot] = value
        for test in self.tests:
            if not test.ev(s, r):
                return False
        return True

    def _among(self, species: frozenset[int]) -> list[bool]:
        """Have at hand which species can fit, now that the rules are used."""
        self.among = [one in species for one in range(max(species, default=0) + 1)]
        return self.among


class Pattern:
    """An act described: every slot that is given must fit."""

    __slots__ = (
        "agent", "amount", "bearer", "conds", "least", "obj", "origin", "sourced", "to", "verb",
    )  # fmt: skip

    def __init__(self, verb: int) -> None:
        self.verb = verb
        self.agent: Matcher | None = None
        self.obj: Matcher | None = None
        self.to: Matcher | None = None
        self.origin: Matcher | None = None
        self.least: Expr | None = None
        self.amount = NONE  # the label of how many counters
        self.sourced = False  # whether the card whose text orders an act counts as its doer
        self.conds: list[Expr] = []
        self.bearer = NOBODY  # which of those who take part must be what bears the rule

    def ready(self) -> None:
        """See whether the act must be done by or to the very thing that bears the rule."""
        if self.obj is not None and self.obj.itself():
            self.bearer = OBJECT
        elif self.agent is not None and self.agent.itself() and not self.sourced:
            self.bearer = AGENT

    def bearing(self, standing: Standing, s: State, agent: Thing, obj: int) -> list[Record]:
        """The records of a rule under which an act can fit."""
        if self.bearer == NOBODY:
            return standing.records(s)
        return standing.borne(s, obj if self.bearer == OBJECT else agent)

    def bare(self) -> bool:
        """Whether it names nothing but who acts."""
        return (
            self.obj is None
            and self.to is None
            and self.origin is None
            and self.least is None
            and not self.conds
        )

    def fits(
        self, s: State, r: Record, agent: Thing, obj: int, to: int, origin: Place, n: int,
        card: Thing = NONE,
    ) -> bool:  # fmt: skip
        """Whether an act fits; labels are bound on the way. `card` is the one whose text it is."""
        return self.between(s, r, agent, obj, card) and self.rest(s, r, to, origin, n)

    def between(self, s: State, r: Record, agent: Thing, obj: int, card: Thing = NONE) -> bool:
        """Whether who acts and what it is done to fit."""
        if self.obj is not None and not self.obj.fits(s, r, obj):
            return False
        if self.agent is not None and not self.agent.fits(s, r, agent):
            if not (self.sourced and card >= 0 and self.agent.fits(s, r, card)):
                return False
        return True

    def rest(self, s: State, r: Record, to: int, origin: Place, n: int) -> bool:
        """Whether all else of an act fits."""
        if self.to is not None and not self.to.fits(s, r, to):
            return False
        if self.origin is not None and not self.origin.fits(s, r, origin):
            return False
        if self.least is not None and n < self.least.ev(s, r):
            return False
        if self.amount != NONE:
            r.regs[self.amount] = n
        for cond in self.conds:
            if not cond.ev(s, r):
                return False
        return True


class OwnerFits(Expr):
    """Whether a place is that of somebody who fits, and whose label is then bound."""

    __slots__ = ("owner", "place")

    def __init__(self, place: Expr, owner: Matcher) -> None:
        self.place = place
        self.owner = owner

    def ev(self, s: State, r: Record) -> int:
        place = self.place.ev(s, r)
        owner = s.zowner[place] if 0 <= place < len(s.zowner) else NONE
        return 1 if owner >= 0 and self.owner.fits(s, r, owner) else 0
