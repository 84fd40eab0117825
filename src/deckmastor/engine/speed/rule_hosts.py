"""Hosts of rules: which species can bear a rule, and of which species it can speak."""

from __future__ import annotations

from collections.abc import Iterator

from deckmastor.engine.expressions.things import PrintedSet
from deckmastor.engine.facts.facts import DerivedSet
from deckmastor.engine.facts.in_force import OnCards
from deckmastor.engine.facts.modifiers import OnModified
from deckmastor.engine.permission.norms import Norm, Only
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.speed.by_print import Printing
from deckmastor.engine.speed.by_species import BySpecies
from deckmastor.engine.triggers.patterns import Matcher
from deckmastor.engine.triggers.triggers import Trigger


def find_hosts(rules: Ruleset) -> None:
    """Find out which things must be searched for each rule of a card or modifier.

    Gain: 79 % on the mean of the shipped games.
    """
    for said in every(rules):
        standing = said.standing
        if isinstance(standing, OnModified):
            standing.carriers = carriers(standing)
        if isinstance(standing, OnCards) and said.pattern is not None:
            said.pattern.ready()
    for table in rules.facts.values():
        for fact in (*table.facts, *(bound.fact for bound in table.bounds)):
            if isinstance(fact.standing, OnModified):
                fact.standing.carriers = carriers(fact.standing)


def narrow(rules: Ruleset, printing: Printing) -> None:
    """Restrict each rule about acts to the species of which it can speak.

    Gain: 21 % on the mean of the shipped games.
    """
    for said in every(rules):
        if said.pattern is None:
            continue
        for matcher in (said.pattern.agent, said.pattern.obj):
            if matcher is None:
                continue
            if matcher.itself() and isinstance(said.standing, OnCards):
                species = range(printing.species)
                matcher.species = frozenset(i for i in species if said.standing.bears(i))
            elif matcher.species is not None and matcher.same is None and matcher.slot >= 0:
                matcher.species &= printing.passing(matcher.tests, matcher.slot)
        for matcher in (said.pattern.agent, said.pattern.obj, said.pattern.to):
            if matcher is not None and matcher.species is not None:
                leave_out_sure(matcher, matcher.species)
        for matcher in (said.pattern.agent, said.pattern.obj):
            if matcher is not None:
                matcher.ready()


def leave_out_sure(matcher: Matcher, species: frozenset[int]) -> None:
    """Remove the tests that everything passes that is of a species which can fit."""
    matcher.tests = [
        test
        for test in matcher.tests
        if not isinstance(test, BySpecies)
        or test.slot != matcher.slot
        or not all([test.table[i] and (test.calm is None or test.sure[i]) for i in species])
    ]


def every(rules: Ruleset) -> Iterator[Trigger | Norm | Only]:
    """All triggers and norms about acts."""
    yield from rules.triggers
    yield from (duty.norm for duty in rules.duties)
    for verb_rules in rules.verb_rules:
        for norms in (verb_rules.what, verb_rules.cannot, verb_rules.costs):
            yield from norms
        yield from verb_rules.only


def carriers(standing: OnModified) -> frozenset[int] | None:
    """The species with a modifier; None if a fact or an act can give it to others."""
    printed = standing.bag
    if isinstance(printed, DerivedSet):
        if not printed.table.taking:
            return None
        printed = printed.base
    if not isinstance(printed, PrintedSet):
        return None
    words = standing.instances.keys()
    return frozenset(i for i, sets in enumerate(printed.table) if not words.isdisjoint(sets))
