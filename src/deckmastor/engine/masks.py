"""Filters over many things at once: conditions on what is printed become masks of species.

A condition that asks only for printed properties of a candidate is worked out once for all
species instead of once for each card. What does not fit stays with the road card by card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckmastor.engine.patterns import Matcher, Pattern
from deckmastor.engine.standing import Adopted, OnCards, Standing
from deckmastor.engine.state import NONE, Record, State
from deckmastor.engine.values import (
    And,
    Eq,
    Expr,
    Find,
    Inside,
    Lit,
    Meets,
    Not,
    Or,
    Printed,
    PrintedSet,
    Reg,
    SpeciesIn,
)

if TYPE_CHECKING:
    from deckmastor.engine.norms import Norm, Only, Verb
    from deckmastor.engine.window import Offer


class Mask:
    """A set of species, as bits, that depends on the state."""

    __slots__ = ()

    def bits(self, s: State, r: Record) -> int:
        """The species that meet the condition."""
        raise NotImplementedError


class Fixed(Mask):
    """The same species always."""

    __slots__ = ("n",)

    def __init__(self, n: int) -> None:
        self.n = n

    def bits(self, s: State, r: Record) -> int:
        return self.n


class ByValue(Mask):
    """The species whose printed property is the present value of a term."""

    __slots__ = ("table", "term")

    def __init__(self, table: dict[int, int], term: Expr) -> None:
        self.table = table
        self.term = term

    def bits(self, s: State, r: Record) -> int:
        return self.table.get(self.term.ev(s, r), 0)


class Whether(Mask):
    """All species if a condition holds that does not ask about the candidate, else none."""

    __slots__ = ("all", "cond")

    def __init__(self, cond: Expr, all: int) -> None:
        self.cond = cond
        self.all = all

    def bits(self, s: State, r: Record) -> int:
        return self.all if self.cond.ev(s, r) else 0


class AnyOf(Mask):
    """What is in one of several sets."""

    __slots__ = ("parts",)

    def __init__(self, parts: list[Mask]) -> None:
        self.parts = parts

    def bits(self, s: State, r: Record) -> int:
        found = 0
        for part in self.parts:
            found |= part.bits(s, r)
        return found


class AllOf(Mask):
    """What is in all of several sets."""

    __slots__ = ("all", "parts")

    def __init__(self, parts: list[Mask], all: int) -> None:
        self.parts = parts
        self.all = all

    def bits(self, s: State, r: Record) -> int:
        found = self.all
        for part in self.parts:
            found &= part.bits(s, r)
        return found


class NoneOf(Mask):
    """What is not in a set."""

    __slots__ = ("all", "part")

    def __init__(self, part: Mask, all: int) -> None:
        self.part = part
        self.all = all

    def bits(self, s: State, r: Record) -> int:
        return self.all & ~self.part.bits(s, r)


def mask_of(expr: Expr, slot: int, species: int) -> Mask | None:
    """A condition on the thing under a label as a mask of species, if it can be one."""
    everything = (1 << species) - 1
    if not uses(expr, slot):
        return Whether(expr, everything)
    if isinstance(expr, (And, Or)):
        parts = [mask_of(part, slot, species) for part in expr.parts]
        found = [part for part in parts if part is not None]
        if len(found) < len(parts):
            return None
        return AllOf(found, everything) if isinstance(expr, And) else AnyOf(found)
    if isinstance(expr, Not):
        inner = mask_of(expr.a, slot, species)
        return NoneOf(inner, everything) if inner is not None else None
    if isinstance(expr, SpeciesIn) and _is(expr.thing, slot):
        return Fixed(bits_of(expr.species))
    if isinstance(expr, (Eq, Meets)):
        for mine, other in ((expr.a, expr.b), (expr.b, expr.a)):
            if isinstance(expr, Meets) and not isinstance(other, (Lit, Reg)):
                continue
            table = _table(mine, slot)
            if table is not None and not uses(other, slot):
                return ByValue(table, other)
    return None


def bits_of(species: frozenset[int]) -> int:
    """Species as bits."""
    found = 0
    for number in species:
        found |= 1 << number
    return found


def _is(expr: Expr, slot: int) -> bool:
    return isinstance(expr, Reg) and expr.slot == slot


def _table(expr: Expr, slot: int) -> dict[int, int] | None:
    """Which species have each value of a printed property of the candidate."""
    found: dict[int, int] = {}
    if isinstance(expr, Printed) and _is(expr.owner, slot):
        for number, value in enumerate(expr.table):
            found[value] = found.get(value, 0) | 1 << number
        return found
    if isinstance(expr, PrintedSet) and _is(expr.owner, slot):
        for number, members in enumerate(expr.table):
            for value in members:
                found[value] = found.get(value, 0) | 1 << number
        return found
    return None


def uses(expr: object, slot: int) -> bool:
    """Whether an expression asks for a label."""
    if isinstance(expr, Reg):
        return expr.slot == slot
    if isinstance(expr, list):
        return any(uses(part, slot) for part in expr)
    if isinstance(expr, Find) and expr.slot == slot:
        return True
    if isinstance(expr, (Expr, Matcher, Pattern)):
        names = [name for cls in type(expr).__mro__ for name in getattr(cls, "__slots__", ())]
        return any(uses(getattr(expr, name, None), slot) for name in names)
    return False


# ---- offers ---------------------------------------------------------------------------------


class Clause:
    """A sentence about an act as a mask: when it applies, and to which species."""

    __slots__ = ("agent", "mask", "record", "scopes")

    def __init__(self, standing: Standing, scopes: list[Expr], mask: Mask, agent: int) -> None:
        self.record = standing.fresh()
        self.scopes = scopes
        self.mask = mask
        self.agent = agent  # the label of who acts, if the sentence asks for it

    def bits(self, s: State, who: int, otherwise: int) -> int:
        """The species it speaks of, or something else while it does not apply."""
        r = self.record
        if self.agent != NONE:
            r.regs[self.agent] = who
        for scope in self.scopes:
            if not scope.ev(s, r):
                return otherwise
        return self.mask.bits(s, r)


class Sieve:
    """Which cards of a place an offer can be acted on with, all cards at once."""

    __slots__ = ("all", "cond", "fit", "only", "place", "spared")

    def __init__(self, everything: int, place: Expr) -> None:
        self.all = everything
        self.place = place
        self.cond: Mask | None = None
        self.fit: list[Clause] = []  # one of them must fit
        self.only: list[Clause] = []  # all of them must fit while they apply
        self.spared: list[Clause] = []  # none of them may fit

    def objects(self, s: State, r: Record, who: int) -> list[int]:
        """The cards that pass."""
        bits = self.all if self.cond is None else self.cond.bits(s, r)
        if self.fit:
            found = 0
            for clause in self.fit:
                found |= clause.bits(s, who, 0)
            bits &= found
        for clause in self.only:
            bits &= clause.bits(s, who, self.all)
        for clause in self.spared:
            bits &= ~clause.bits(s, who, 0)
        if not bits:
            return []
        species = s.species
        return [t for t in s.zones[self.place.ev(s, r)] if bits >> species[t] & 1]


def sieve(offer: Offer, law: Verb, species: int) -> Sieve | None:
    """The sieve of an offer, if all that the rules say about its verb can be masks."""
    norm = offer.norm
    if offer.goal is not None:
        return None
    if not isinstance(offer.found, Inside) or law.costs or not plain(norm.standing):
        return None
    everything = (1 << species) - 1
    found = Sieve(everything, offer.found.place)
    if norm.cond is not None:
        found.cond = mask_of(norm.cond, offer.obj, species)
        if found.cond is None:
            return None
    for what in law.what:
        clause = clause_of(what, what.pattern, what.cond, offer, species)
        if clause is None:
            return None
        found.fit.append(clause)
    for cannot in law.cannot:
        clause = clause_of(cannot, cannot.pattern, cannot.cond, offer, species)
        if clause is None:
            return None
        found.spared.append(clause)
    for only in law.only:
        clause = left_over(only, offer, species)
        if clause is None:
            return None
        found.only.append(clause)
    freed = max(one.standing.tier for one in [norm, *law.what])
    against = [one.standing.tier for one in law.cannot]
    against += [one.standing.tier for one in law.only]
    return found if all(tier >= freed for tier in against) else None


def plain(standing: Standing) -> bool:
    """Whether a rule is in force once and always."""
    return not isinstance(standing, (OnCards, Adopted))


def clause_of(
    norm: Norm, pattern: Pattern, cond: Expr | None, offer: Offer, species: int
) -> Clause | None:
    """A norm about the same act as an offer, as a clause."""
    if not plain(norm.standing) or norm.times is not None or pattern.origin is not None:
        return None
    if pattern.conds or pattern.least is not None or not same_place(pattern.to, offer):
        return None
    agent = NONE
    parts: list[Mask] = []
    if pattern.agent is not None:
        if pattern.agent.same is not None or pattern.agent.tests:
            return None
        agent = pattern.agent.slot
    slot = NONE
    if pattern.obj is not None:
        mask = matched(pattern.obj, species)
        if mask is None:
            return None
        parts.append(mask)
        slot = pattern.obj.slot
    if cond is not None:
        mask = mask_of(cond, slot, species)
        if mask is None:
            return None
        parts.append(mask)
    everything = (1 << species) - 1
    mask = parts[0] if len(parts) == 1 else AllOf(parts, everything)
    return Clause(norm.standing, norm.scopes, mask, agent)


def matched(matcher: Matcher, species: int) -> Mask | None:
    """The species that fit a slot of a pattern."""
    if matcher.same is not None:
        return None
    everything = (1 << species) - 1
    parts: list[Mask] = []
    if matcher.species is not None:
        parts.append(Fixed(bits_of(matcher.species)))
    for test in matcher.tests:
        mask = mask_of(test, matcher.slot, species)
        if mask is None:
            return None
        parts.append(mask)
    if all(isinstance(part, Fixed) for part in parts):
        bits = everything
        for part in parts:
            assert isinstance(part, Fixed)
            bits &= part.n
        return Fixed(bits)
    return AllOf(parts, everything)


def same_place(matcher: Matcher | None, offer: Offer) -> bool:
    """Whether a norm speaks of the very place of an offer, or of no place."""
    if matcher is None:
        return True
    mine, theirs = matcher.same, offer.to
    return isinstance(mine, Lit) and isinstance(theirs, Lit) and mine.n == theirs.n


def left_over(only: Only, offer: Offer, species: int) -> Clause | None:
    """What a restriction leaves over, as a clause."""
    if not plain(only.standing) or only.slot != "obj" or only.focus is None:
        return None
    pattern = only.pattern
    if pattern.agent is not None or pattern.origin is not None or not same_place(pattern.to, offer):
        return None
    mask = matched(only.focus, species)
    return Clause(only.standing, only.scopes, mask, NONE) if mask is not None else None
