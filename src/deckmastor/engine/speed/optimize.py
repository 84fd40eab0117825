"""Optimization: the passes that run when all rules are known, in order.

They change no meaning: a law of play compares matches with and without them.
"""

from __future__ import annotations

from types import NoneType

from deckmastor.engine.expressions.amounts import Gather
from deckmastor.engine.expressions.base import Expr, Lit, Var
from deckmastor.engine.expressions.people import OwnedBy
from deckmastor.engine.expressions.things import Find
from deckmastor.engine.expressions.truths import And, Eq, ForAll, Le, Lt, Ne, Or
from deckmastor.engine.facts.facts import SET, Derived
from deckmastor.engine.ids import NONE
from deckmastor.engine.permission.norms import Norm, VerbRules
from deckmastor.engine.permission.offers import Offer
from deckmastor.engine.rules.introspection import attributes
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.speed.by_print import Printing, labels
from deckmastor.engine.speed.by_species import FindBySpecies
from deckmastor.engine.speed.change_bits import note_changes
from deckmastor.engine.speed.equal import find_twins, names_its_goals
from deckmastor.engine.speed.few import find_lone_labels
from deckmastor.engine.speed.inline_definitions import inline_facts
from deckmastor.engine.speed.keep_facts import (
    MORE,
    Reading,
    Reads,
    keep_bounds,
    keep_facts,
    keep_searches,
)
from deckmastor.engine.speed.masks import plain, sieve
from deckmastor.engine.speed.rewrite import rewrite_expressions
from deckmastor.engine.speed.rule_hosts import find_hosts, narrow
from deckmastor.engine.speed.short import VarEq, VarIs
from deckmastor.engine.speed.trim import batch, labels_of, trim
from deckmastor.engine.state.layout import PHASE


def optimize(rules: Ruleset, later: bool = False) -> None:
    """Run all passes over the rules; with `later`, most expressions of effects are deferred."""
    find_hosts(rules)
    players = frozenset(range(1 + len(rules.schema.persons)))
    for verb_rules in rules.verb_rules:
        for trigger in (*verb_rules.after, *verb_rules.over):  # only these are looked up by species
            trigger.ready(players)
        for norm in verb_rules.cannot:
            norm.ready()
        for only in verb_rules.only:
            only.ready()
    for watch in rules.watches:
        watch.ready()
    for offer in rules.offers:
        verb_rules = rules.verb_rules[offer.verb]
        offer.plain = rules.single and is_plain(offer)
        offer.bare = offer.found is None and not (
            verb_rules.cannot or verb_rules.only or verb_rules.costs
        )
        if not offer.aimed and not offer.by:
            species = rules.schema.species
            listed = max((n for n, one in enumerate(species) if one.count), default=NONE) + 1
            offer.sieve = sieve(offer, verb_rules, len(species), listed, rules.numbers)
    timing = said_always(rules, "trigger timing")
    rules.steps = timing == rules.next_step if timing is not None else None
    trim(rules)
    inline_facts(list(rules.facts.values()))
    for bounds in rules.limits.values():
        for bound in bounds:
            bound.same = bound.fact.slot not in labels(bound.fact.value)
    printing = Printing(rules.schema, rules.numbers)
    searches = rewrite_expressions(rules, printing, later)
    narrow(rules, printing)
    find_lone_labels(rules)
    for offer in rules.offers:
        for scope in offer.norm.scopes:
            if offer.phase == NONE and isinstance(scope, VarEq) and scope.i == PHASE:
                offer.phase = scope.n
    rules.live = [offer for offer in rules.offers if can_list(offer)]
    facts = [fact for table in rules.facts.values() for fact in table.facts]
    seen: set[int] = set()
    if not any(
        asks_laws(part, seen) for fact in facts for part in (fact.cond, fact.value, fact.tests)
    ):
        reading = Reading(rules)
        for verb_rules in rules.verb_rules:
            verb_rules.general = [norm for norm in verb_rules.cannot if asks_no_act(norm, reading)]
            verb_rules.granted = [norm for norm in verb_rules.what if asks_no_act(norm, reading)]
            for norm in (*verb_rules.general, *verb_rules.granted):
                norm.general = True
        for offer in rules.offers:
            offer.general = offer.norm.cond is not None and is_general(offer.norm.cond)
    for verb_rules in rules.verb_rules:
        for norm in (*verb_rules.cannot, *verb_rules.what):
            norm.spare = rules.numbers.spare()
            norm.sure = names_its_goals(norm)
            if norm.plain and asks_act_alone(norm):
                norm.given = sorted(labels_of(norm.pattern) - {NONE})
                norm.reused = True
    note_changes(rules)
    find_twins(rules.watches)
    keep_facts(rules)
    keep_bounds(rules)
    keep_searches(rules, searches)
    batch(rules)


def optimize_expressions(rules: Ruleset) -> None:
    """Rewrite expressions only: every instruction, norm and fact stays in its place."""
    find_hosts(rules)
    printing = Printing(rules.schema, rules.numbers)
    rewrite_expressions(rules, printing)
    narrow(rules, printing)


def asks_act_alone(norm: Norm) -> bool:
    """True if a norm reads no labels but those of the act that it speaks of."""
    pattern = norm.pattern
    for slot in (pattern.agent, pattern.obj, pattern.to, pattern.origin):
        if slot is not None and not labels([*slot.tests, slot.same]) <= {slot.slot}:
            return False
    asked = labels([*pattern.conds, pattern.least, norm.cond, *norm.scopes])
    return asked <= labels_of(pattern)


def asks_no_act(norm: Norm, reading: Reading) -> bool:
    """True if the condition of a norm does not depend on the act: the same for all objects.

    It reads values of the game alone, or it is made of parts that are known, and they read no label
    that it does not bind itself: `if the pile is free`, `if a participant has a shortfall`.
    """
    cond = norm.cond
    if cond is None:
        return False
    if is_general(cond):
        return True
    found = Reads()
    reading.expr(cond, found)
    return norm.plain and found.bits != MORE and labels(cond) <= bound(cond)


def bound(part: object) -> set[int]:
    """The labels that the descriptions in an expression bind."""
    found: set[int] = set()
    if isinstance(part, list):
        for one in part:
            found |= bound(one)
    elif isinstance(part, Expr):
        if isinstance(part, (Find, ForAll, Gather)):
            found.add(part.slot)
        for name in attributes(part):
            inner = getattr(part, name, None)
            if isinstance(inner, (Expr, list)):
                found |= bound(inner)
    return found


def is_general(expr: Expr) -> bool:
    """True if a condition reads values of the game alone, and no label.

    Gain: 8 % on the mean of the shipped games.
    """
    match expr:
        case And(parts=parts) | Or(parts=parts):
            return all(is_general(part) for part in parts)
        case Eq(a=a, b=b) | Ne(a=a, b=b) | Lt(a=a, b=b) | Le(a=a, b=b):
            return all(isinstance(side, (Lit, Var)) or is_general(side) for side in (a, b))
        case Derived(owner=owner, base=base):
            return isinstance(owner, (Var, NoneType)) and isinstance(base, (Lit, Var))
    return isinstance(expr, VarIs)


def asks_laws(part: object, seen: set[int]) -> bool:
    """True if an expression asks what the rules allow; parts in `seen` were searched before."""
    if isinstance(part, list):
        if not part or isinstance(part[0], int):
            return False
        return any([asks_laws(one, seen) for one in part])
    if not isinstance(part, Expr):
        return isinstance(part, (VerbRules, Ruleset))
    if isinstance(part, OwnedBy):
        return asks_laws(part.thing, seen)  # it asks the rules for the owner alone
    if id(part) in seen:
        return False
    seen.add(id(part))
    return any([asks_laws(getattr(part, name, None), seen) for name in attributes(part)])


def said_always(rules: Ruleset, name: str) -> int | None:
    """A value of the game, if one plain rule alone states it as a constant; else None."""
    table = rules.facts.get(name)
    if table is None or len(table.facts) != 1 or table.bounds or table.adjusted:
        return None
    fact = table.facts[0]
    if not plain(fact.standing) or fact.op != SET or not isinstance(fact.value, Lit):
        return None
    return fact.value.n if fact.cond is None and fact.subject is None and not fact.tests else None


def can_list(offer: Offer) -> bool:
    """False if a condition of an offer is never met, or nothing fits what its act is done to."""
    found = offer.found
    if isinstance(found, FindBySpecies) and not found.calms and not any(found.fitting):
        return False
    conds = [offer.norm.cond, offer.able, *offer.norm.scopes]
    return not any([isinstance(cond, Lit) and not cond.n for cond in conds])


def is_plain(offer: Offer) -> bool:
    """True if any player at turn may act on an offer, as often as they like.

    Gain: 9 % on the mean of the shipped games.
    """
    agent = offer.norm.pattern.agent
    return (
        offer.own_turn
        and plain(offer.norm.standing)
        and len(offer.norm.scopes) == 1
        and offer.norm.times is None
        and not offer.once
        and not offer.duty
        and agent is not None
        and agent.same is None
        and not agent.tests
    )
