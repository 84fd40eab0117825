"""Equal expressions: two that compute the same, though they bind labels of other numbers.

Example: a sentence names the places that it permits, and its pattern asks whether a place is one of
them. The places that it names need not be asked.
"""

from __future__ import annotations

from deckmastor.engine.expressions.amounts import Gather
from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.expressions.things import ContentOf, Find
from deckmastor.engine.expressions.truths import ForAll
from deckmastor.engine.facts.facts import Derived, DerivedSet
from deckmastor.engine.permission.norms import Norm
from deckmastor.engine.rules.introspection import attributes
from deckmastor.engine.triggers.triggers import Watch

BINDING = (Find, ForAll, Gather, Derived, DerivedSet)
CACHES = ("cell", "groups", "reads", "slot")


def equal(one: object, other: object, labels: dict[int, int]) -> bool:
    """True if two expressions compute the same; `labels` has those bound around them, in pairs."""
    if type(one) is not type(other):
        return False
    if isinstance(one, Expr):
        mine, theirs = getattr(one, "slot", 0), getattr(other, "slot", 0)
        if isinstance(one, BINDING):
            labels = {**labels, mine: theirs}
        elif labels.get(mine, mine) != theirs:
            return False
        return all([
            equal(getattr(one, name, None), getattr(other, name, None), labels)
            for name in attributes(one)
            if name not in CACHES
        ])  # fmt: skip
    if isinstance(one, list) and isinstance(other, list):
        if len(one) != len(other):
            return False
        return all([equal(*pair, labels) for pair in zip(one, other, strict=True)])
    return one is other or (isinstance(one, (int, str, frozenset)) and one == other)


def find_twins(watches: list[Watch]) -> None:
    """Find the watches whose state another one watches: one look tells both.

    Example: `When each player is asleep, …` in two sentences.
    """
    firsts: list[Watch] = []
    for watch in watches:
        if watch.level or watch.timed or watch.trigger.once or not watch.trigger.plain:
            continue
        twin = next((first for first in firsts if alike(first, watch)), None)
        if twin is None:
            firsts.append(watch)
        else:
            watch.twin = twin.number


def alike(one: Watch, other: Watch) -> bool:
    """True if two watches look at the same state, and whenever the other does."""
    if one.bits != other.bits or one.alone != other.alone:
        return False
    labels = {one.slot: other.slot}
    return equal(one.found, other.found, {}) and equal(one.body, other.body, labels)


def names_its_goals(norm: Norm) -> bool:
    """True if the pattern of a permission fits each place that it names, and binds no label."""
    to, place = norm.pattern.to, norm.place
    if to is None or place is None or to.slot >= 0 or to.same is None:
        return False
    if to.inside or to.coded or to.upon:
        return False
    if to.content:
        return isinstance(place, ContentOf) and equal(to.same, place.thing, {})
    return equal(to.same, place, {})
