"""Sentences: prefixes, norms, facts, triggers, replacements, definitions, orders.

The kinds are tried in the order define, order, norm, fact, effect; the first that covers the
sentence owns it. Where an effect stands, `may` is an option; where a rule stands, a permission.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from deckmastor.language.ir import (
    Block,
    Can,
    Cmp,
    Define,
    Did,
    Do,
    Group,
    Hold,
    If,
    Instead,
    Kind,
    Logic,
    Moment,
    Norm,
    Of,
    Qty,
    Ref,
    Scope,
    Tally,
    Tree,
    When,
    replace,
    substitute,
)  # fmt: skip
from deckmastor.language.syntax import (
    amounts,
    clauses,
    effects,
    events,
    facts,
    history,
    moments,
    norms,
    nouns,
    orders,
    predicates,
)
from deckmastor.language.syntax.effects import behind
from deckmastor.language.syntax.parse import PL, Found, Parse, either, listed, rule

Wrap = Callable[[Tree], Tree]


def sentence(p: Parse, mode: str) -> list[Tree]:
    """Every parse that covers the whole sentence; `mode` says whether an effect is expected."""
    end = len(p.tokens)
    for kind in (definition, orders.order, _prefixed_cost):
        whole = [tree for tree, j in kind(p, 0) if j == end]
        if whole:
            return whole
    return [tree for tree, j in body(p, 0, mode) if j == end]


@rule
def body(p: Parse, i: int, mode: str) -> Found[Tree]:
    """A sentence or what follows a prefix, to its end; `mode` is `rule` or `effect`."""
    end = len(p.tokens)
    prefixed = [(tree, j) for tree, j in prefix(p, i, mode) if j == end]
    yield from prefixed
    ruling, doing = (
        (norms.norm, facts.fact, effects.effect),
        (effects.effect, norms.duty, facts.fact, norms.norm),
    )
    kinds: tuple[Callable[[Parse, int], Iterable[tuple[Tree, int]]], ...]
    kinds = ruling if mode == "rule" else ruling[:2] if mode == "norm" else doing
    for kind in kinds:
        whole = [(tree, j) for tree, j in kind(p, i) if j == end]
        yield from whole
        if whole:
            return


@rule
def prefix(p: Parse, i: int, mode: str) -> Found[Tree]:
    """A leading phrase with its comma, and the sentence under it."""
    for (wrap, inner), j in _leading(p, i, mode):
        start = p.lit(j, ",")
        if start >= 0:
            for tree, k in body(p, start, inner):
                yield wrap(tree), k
    yield from replacement(p, i)
    for (_, condition), j in p.seq(i, "if", predicates.condition):
        start = p.lit(j, ",")
        if start >= 0:
            for tree, k in body(p, start, "effect"):
                yield _conditional(condition, tree), k
    start = p.lit(i, "otherwise ,")
    if start >= 0:
        for tree, k in body(p, start, "effect"):
            yield If(Ref("?otherwise"), tree), k


def _conditional(condition: Tree, tree: Tree) -> Tree:
    if isinstance(condition, Moment):
        return When(condition, tree)
    return If(condition, tree)


def _leading(p: Parse, i: int, mode: str) -> Found[tuple[Wrap, str]]:
    for word, timing in (("when", "after"), ("before", "before"), ("after", "over")):
        for (_, event), j in p.seq(i, word, events.event):
            yield (_when(event, timing), "effect"), j
    for word, edge in (("before", "before"), ("after", "after")):
        for (_, span), j in p.seq(i, word, moments.span):
            yield (_when(Moment(edge, span), "after"), "effect"), j
    for (_, moment), j in p.seq(i, "at", moments.moment):
        yield (_when(moment, "after"), "effect"), j
    for (word, span), j in p.seq(i, ("in", "on"), moments.span):
        if not isinstance(span, Group):
            inner = "rule" if word == "on" and isinstance(span, Of) else mode
            yield (_during(Moment("during", span)), inner), j
    for (_, n, noun), j in p.seq(i, "in each of the next", Parse.num, _plural_time):
        yield (_during(Moment("next", Qty(n, noun))), mode), j
    for (_, end), j in p.seq(i, "until", either(moments.moment, events.event)):
        yield (_scope("until", end), "norm"), j
    for (_, length), j in p.seq(i, "for", _duration):
        yield (_scope("until", Moment("elapsed", length)), "norm"), j
    for (_, state), j in p.seq(i, "while", predicates.condition):
        yield (_scope("while", state), "rule"), j
    for limit, j in norms.limits(p, i):
        yield (_scope("limit", limit), "norm"), j
    for words, kind in (("at any time", "anytime"), ("despite any other rule", "despite")):
        j = p.lit(i, words)
        if j >= 0:
            yield (_scope(kind, None), "norm" if kind == "anytime" else mode), j
    for (_, event), j in p.seq(i, "the next time", events.event):
        yield (_once(event), "effect"), j


def _plural_time(p: Parse, i: int) -> Found[str]:
    for reading, j in p.cat(i, "kind", PL):
        if p.lexicon.sort(reading.lemma) == "time":
            yield reading.lemma, j


def _duration(p: Parse, i: int) -> Found[Tree]:
    for (n, unit), j in p.seq(i, Parse.num, amounts.unit_of_amount):
        yield Qty(n, unit), j


def _when(event: Tree, timing: str) -> Wrap:
    return lambda tree: When(event, tree, timing)


def _once(event: Tree) -> Wrap:
    return lambda tree: When(event, tree, "after", True)


def _scope(kind: str, arg: Tree) -> Wrap:
    return lambda tree: Scope(kind, arg, tree)


def _during(moment: Moment) -> Wrap:
    def wrap(tree: Tree) -> Tree:
        if isinstance(tree, (Norm, Hold, Scope, When, Instead)):
            return Scope("during", moment, tree)
        return When(moment, tree)

    return wrap


@rule
def replacement(p: Parse, i: int) -> Found[Tree]:
    """`If NP would VP [and C], EFFECT instead.` and `The next time NP would VP, …`"""
    for word, once in (("if", False), ("the next time", True)):
        start = p.lit(i, word)
        if start < 0:
            continue
        for (event, condition), j in _would(p, start):
            comma = p.lit(j, ",")
            if comma >= 0:
                for tree, k in _instead(p, comma):
                    yield Instead(event, tree, once, condition), k


def _would(p: Parse, i: int) -> Found[tuple[Tree, Tree]]:
    for (subject, _), j in p.seq(i, nouns.np, "would"):
        if history.is_count(p, i, subject):
            continue
        for event, k in _would_act(p, j, subject):
            yield (event, None), k
            for (_, condition), m in p.seq(k, "and", predicates.condition):
                yield (event, condition), m
            m = p.lit(k, "and cannot")
            if m >= 0 and isinstance(event, Do) and event.agent == subject:
                yield (event, Logic("not", (Can(replace(event, agent=events.same(subject))),))), m
    for ((op, n), kind, _), j in p.seq(i, amounts.quantity, predicates.any_kind, "would"):
        if op != "=" or n != 1:
            for verbs, k in p.seq(j, "be", events.participles):
                done = Did(Do(verbs[1][0], None, Ref(kind.var)), "now")
                passive = Kind(kind.noun, (*kind.where, done), kind.var)
                if len(verbs[1]) == 1:
                    yield (Cmp(Tally("count", passive), op, n), None), k
            for act, k in clauses.bare_act(p, j, "base"):
                counted = Kind(
                    kind.noun,
                    (*kind.where, Did(substitute(act, "$", Ref(kind.var)), "now")),
                    kind.var,
                )
                yield (Cmp(Tally("count", counted), op, n), None), k
                for (_, condition), m in p.seq(k, "and", predicates.condition):
                    yield (Cmp(Tally("count", counted), op, n), condition), m


def _would_act(p: Parse, i: int, subject: Tree) -> Found[Tree]:
    for act, j in clauses.bare_act(p, i, "base"):
        for (time, nth), k in moments.when_and_how_often(p, j):
            event = events.said_of(events.either_event(act), subject)
            yield (Did(event, time or "ever", nth) if time or nth else event), k
    start = p.lit(i, "be")
    if start >= 0:
        for verbs, j in events.participles(p, start):
            for found, k in history.passive_roles(p, j, verbs[-1]):
                acts: tuple[Tree, ...] = tuple(
                    Do(verb, clauses.by(found) if n == 0 else events.same(clauses.by(found)),
                       subject if n == 0 else events.same(subject),
                       clauses.without_by(found))
                    for n, verb in enumerate(verbs)
                )  # fmt: skip
                yield (acts[0] if len(acts) == 1 else Logic("or", acts)), k


def _instead(p: Parse, i: int) -> Found[Tree]:
    end = len(p.tokens)
    for tree, j in effects.effect(p, i):
        k = p.lit(j, "instead")
        if k < 0:
            continue
        yield tree, k
        for (word, condition), m in p.seq(k, ("if", "unless"), predicates.condition):
            yield If(behind(effects.positive(word, condition)), tree), m
        for (join, more), m in p.seq(k, (", then", "and"), effects.effect):
            if m == end:
                yield Block("then" if join == ", then" else "both", (tree, more)), m
    for fact_tree, j in (*facts.fact(p, i), *norms.duty(p, i)):
        k = p.lit(j, "instead")
        if k >= 0:
            yield fact_tree, k


@rule
def definition(p: Parse, i: int) -> Found[Tree]:
    """`To VP is to VP.` and `To VP, the engine runs` a native."""
    for (_, head), j in p.seq(i, "to", clauses.plain_act):
        for (_, means), k in p.seq(j, "is to", effects.effect):
            yield Define(head, means), k
        k = p.lit(j, ", the engine runs")
        if k >= 0 and p.text(k).startswith("`"):
            yield Define(head, p.text(k).strip("`")), k + 1


@rule
def cost(p: Parse, i: int) -> Found[Tree]:
    """`To VP, NP must VP.`"""
    for (_, head, _, who, _), j in p.seq(i, "to", clauses.plain_act, ",", nouns.np, "must"):
        for price, k in _priced(p, j):
            same = events.same(who)
            norm = Norm("cost", substitute(head, "$", who), None, "", substitute(price, "$", same))
            yield norm, k
            for (word, condition), m in p.seq(k, ("if", "unless"), predicates.condition):
                yield Norm("cost", norm.do, effects.positive(word, condition), "", norm.then), m


def _priced(p: Parse, i: int) -> Found[Tree]:
    for (word, acts), j in listed(p, i, norms.normal_act, ("and", "or")):
        if not word:
            yield acts[0], j
        else:
            yield Block("both" if word == "and" else "one", tuple(acts)), j


@rule
def _prefixed_cost(p: Parse, i: int) -> Found[Tree]:
    """A cost, perhaps under `Until …,` or another prefix."""
    yield from cost(p, i)
    for (wrap, _), j in _leading(p, i, "rule"):
        start = p.lit(j, ",")
        if start >= 0:
            for kind in (_prefixed_cost, orders.order):
                for tree, k in kind(p, start):
                    if k == len(p.tokens):
                        yield wrap(tree), k
