"""Patterns of acts: matchers for agent, object, origin and goal, which test values and bind labels.

`When a player discards a red card` is a `Pattern` of the verb `discard`. Its matcher for the
object tests that the card is red and binds the label of `that card` in a record.
"""

from __future__ import annotations

from typing import Final

from deckmastor.engine.expressions.base import Expr, Lit, Reg
from deckmastor.engine.expressions.places import OwnPlace
from deckmastor.engine.expressions.things import Col
from deckmastor.engine.expressions.truths import Eq, Ne, SpeciesIn
from deckmastor.engine.facts.in_force import Standing
from deckmastor.engine.ids import AS_OBJECT, NONE, Place, Slot, Thing, is_place_object
from deckmastor.engine.rules.schema import CONTENT
from deckmastor.engine.state.layout import THIS
from deckmastor.engine.state.state import Record, State

UNKNOWN: Final = -5  # an object that is picked only when the act is done
NOBODY: Final = 0  # values of `Pattern.bearer`
OBJECT: Final = 1
AGENT: Final = 2


class Matcher:
    """A matcher for one slot of a pattern: a label with tests, or a term with allowed values."""

    def __init__(
        self, slot: Slot, tests: list[Expr], same: Expr | None, species: frozenset[int] | None
    ) -> None:
        self.slot = slot
        self.base = NONE  # the fixed place, or the first of a row of places of persons
        self.own = False  # whether it is the place of the agent in that row
        self.open = False  # whether anything fits
        self.content = False  # whether the value is a place, and the thing that it is must fit
        self.upon = False  # whether the thing on top of the place may fit instead
        self.inside = False  # whether the place of the thing must fit
        self.coded = False  # whether the value is the code of a place, and the place must fit
        self.things = species is not None  # whether words fit never
        self.tests = tests
        self.same = same
        self.species = species  # the only species that can fit, if known
        self.among: list[bool] = []  # memo: whether each species can fit
        self.only = NONE  # the only value that can fit, if `single`
        self.single = False
        self.column = NONE  # a stored value of a thing decides first: a column,
        self.stored = 0  # the value in it that is asked for,
        self.other = False  # or that it must not be

    def by_species(self) -> bool:
        """True if the species of a thing decides whether it fits."""
        if self.species is None:
            return False
        for test in self.tests:
            if not (isinstance(test, SpeciesIn) and test.species >= self.species):
                return False
        return True

    def itself(self) -> bool:
        """True if only the thing that bears the rule can fit."""
        same = self.same
        if not isinstance(same, Reg) or same.slot != THIS:
            return False
        return not (self.inside or self.content or self.open)

    def itself_as_goal(self) -> bool:
        """True if only the thing that bears the rule can fit, given by the place that it is."""
        same = self.same
        if not isinstance(same, Reg) or same.slot != THIS or not self.content:
            return False
        return not (self.inside or self.coded or self.open)

    def meant(self, s: State, place: int) -> int:
        """The thing that a place is, or that lies on top there; else what is given, or NONE."""
        if not 0 <= place < len(s.zname):
            return place
        if s.zname[place] == CONTENT:
            return s.zowner[place]
        lying = s.zones[place]
        return lying[-1] if self.upon and lying else NONE

    def fixed(self, agent: Thing) -> bool:
        """True if it is one known place or a place of `agent`, a label; sets `base` and `own`."""
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
        """True if a place is the fixed one."""
        return place == (self.base + agent if self.own else self.base)

    def fits(self, s: State, r: Record, value: int) -> bool:
        """True if a value fits; binds the label to it."""
        if value == UNKNOWN:
            return self.open or (self.same is not None and self.same.has(s, r, value))
        if self.coded:
            if not is_place_object(value):
                return False
            value = AS_OBJECT - value
        if self.inside and 0 <= value < len(s.where):
            value = s.where[value]
        if self.content:
            value = self.meant(s, value)
        if self.same is not None:
            if not self.same.has(s, r, value):
                return False
            if self.slot >= 0:
                r.regs[self.slot] = value
            return True
        if self.things and value >= len(s.species):
            return False
        if self.species is not None:
            if value < 0 or value >= len(s.species):
                return False
            species = s.species[value]
            among = self.among or self._among(self.species)
            if species >= len(among) or not among[species]:
                return False
        elif value == NONE or (is_place_object(value) and not self.coded):
            return False
        if self.slot >= 0:
            r.regs[self.slot] = value
        for test in self.tests:
            if not test.ev(s, r):
                return False
        return True

    def ready(self) -> None:
        """Find what `misses` asks: a constant, or a stored value of the thing."""
        if self.inside or self.content or self.coded or self.open:
            return
        same = self.same
        if isinstance(same, Lit):
            self.single, self.only = True, same.n
        if same is not None or self.species is None:
            return
        for test in self.tests:
            if isinstance(test, (Eq, Ne)) and isinstance(test.b, Lit) and type(test.a) is Col:
                owner = test.a.owner
                if isinstance(owner, Reg) and owner.slot == self.slot:
                    self.column, self.stored = test.a.k, test.b.n
                    self.other = isinstance(test, Ne)
                    return

    def misses(self, s: State, value: int) -> bool:
        """True if a value cannot fit; asked before there is a record."""
        if self.single:
            return value != self.only and value != UNKNOWN
        if self.column >= 0 and value >= 0:
            column = s.cols[self.column]
            if value < len(column):
                return (column[value] == self.stored) == self.other
        return False

    def excludes(self, s: State, place: Place) -> bool:
        """True if the thing that a place is cannot fit, by its species; asked before the tests."""
        if not self.content or self.upon or self.same is not None or self.species is None:
            return False
        if not 0 <= place < len(s.zname) or s.zname[place] != CONTENT:
            return False
        species = s.species[s.zowner[place]]
        among = self.among or self._among(self.species)
        return species >= len(among) or not among[species]

    def _among(self, species: frozenset[int]) -> list[bool]:
        """Compute and store which species can fit."""
        self.among = [one in species for one in range(max(species, default=0) + 1)]
        return self.among


class Pattern:
    """A pattern of an act: every slot with a matcher must fit."""

    def __init__(self, verb: int) -> None:
        self.verb = verb
        self.agent: Matcher | None = None
        self.obj: Matcher | None = None
        self.to: Matcher | None = None
        self.origin: Matcher | None = None
        self.least: Expr | None = None
        self.amount = NONE  # the label of the number of counters
        self.sourced = False  # whether the card whose text orders an act counts as its agent
        self.conds: list[Expr] = []
        self.bearer = NOBODY  # the participant that must bear the rule
        self.onto = False  # whether the thing onto which the object goes must bear the rule
        self.led = False  # True if the description of the object speaks of the agent
        self.doer = NONE  # the label of who does the act, whoever it is, for what asks later

    def ready(self) -> None:
        """Set `bearer` if the object or the agent must be the thing that bears the rule.

        Set `onto` if that must be the thing onto which the object goes.
        """
        self.onto = self.to is not None and self.to.itself_as_goal()
        if self.obj is not None and self.obj.itself():
            self.bearer = OBJECT
        elif self.agent is not None and self.agent.itself() and not self.sourced:
            self.bearer = AGENT

    def bearing(self, standing: Standing, s: State, agent: Thing, obj: int) -> list[Record]:
        """The records of a rule under which an act can fit; few if the bearer takes part in it."""
        if self.bearer == NOBODY:
            return standing.records(s)
        return standing.borne(s, obj if self.bearer == OBJECT else agent)

    def bearing_onto(
        self, standing: Standing, s: State, agent: Thing, obj: int, to: int
    ) -> list[Record]:
        """`bearing` for an act whose goal is known: `cards can be played onto this card`."""
        if self.onto and self.bearer == NOBODY and self.to is not None:
            return standing.borne(s, self.to.meant(s, to))
        return self.bearing(standing, s, agent, obj)

    def misses(self, s: State, agent: Thing, obj: int, card: Thing) -> bool:
        """True if agent or object cannot fit; asked before there is a record."""
        if self.obj is not None and self.obj.misses(s, obj):
            return True
        if self.agent is None or (self.sourced and card >= 0):
            return False
        return self.agent.misses(s, agent)

    def bare(self) -> bool:
        """True if the pattern has a matcher for the agent at most."""
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
        """True if an act fits; binds labels. `card` is the card whose text orders the act."""
        if self.to is not None and self.to.excludes(s, to):
            return False
        return self.between(s, r, agent, obj, card) and self.rest(s, r, to, origin, n)

    def between(self, s: State, r: Record, agent: Thing, obj: int, card: Thing = NONE) -> bool:
        """True if agent and object fit; first comes the one that the other speaks of."""
        if self.doer >= 0:
            r.regs[self.doer] = agent
        if self.led and not self._done_by(s, r, agent, card):
            return False
        if self.obj is not None and not self.obj.fits(s, r, obj):
            return False
        return self.led or self._done_by(s, r, agent, card)

    def _done_by(self, s: State, r: Record, agent: Thing, card: Thing) -> bool:
        """True if the agent fits, or the card whose text orders the act."""
        if self.agent is None or self.agent.fits(s, r, agent):
            return True
        return self.sourced and card >= 0 and self.agent.fits(s, r, card)

    def rest(self, s: State, r: Record, to: int, origin: Place, n: int, sure: bool = False) -> bool:
        """True if goal, origin, amount and conditions fit; with `sure`, the goal is known to."""
        if self.to is not None and not sure and not self.to.fits(s, r, to):
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
    """The condition that the owner of a place fits a matcher; binds the label of the owner."""

    def __init__(self, place: Expr, owner: Matcher) -> None:
        self.place = place
        self.owner = owner

    def ev(self, s: State, r: Record) -> int:
        place = self.place.ev(s, r)
        owner = s.zowner[place] if 0 <= place < len(s.zowner) else NONE
        return 1 if owner >= 0 and self.owner.fits(s, r, owner) else 0
