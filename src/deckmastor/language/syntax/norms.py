"""Norms: what may, can, must or cannot be done, and what limits it."""

from __future__ import annotations

from collections.abc import Callable

from deckmastor.language.ir import (
    Block,
    Do,
    Group,
    Kind,
    Logic,
    Moment,
    Norm,
    Pick,
    Repeat,
    Roles,
    Scope,
    Tree,
    substitute,
)  # fmt: skip
from deckmastor.language.syntax import (
    adverbs,
    clauses,
    effects,
    events,
    facts,
    having,
    history,
    kinds,
    moments,
    predicates,
)
from deckmastor.language.syntax.effects import behind
from deckmastor.language.syntax.parse import SG, Found, Parse, either, listed, maybe, rule

PERIODS = ("once", "twice")


@rule
def limits(p: Parse, i: int) -> Found[Tree]:
    """`once per turn`, `3 times per week`, `only once per game`."""
    for (count, _, span), j in p.seq(i, either(PERIODS, _times), "per", _period):
        n = {"once": 1, "twice": 2}.get(count, count) if isinstance(count, str) else count
        yield Group("per", (n, span)), j


def _times(p: Parse, i: int) -> Found[Tree]:
    for (n, _), j in p.seq(i, Parse.num, "times"):
        yield n, j


def _period(p: Parse, i: int) -> Found[str]:
    for reading, j in p.cat(i, "kind", SG):
        yield reading.lemma, j
    for reading, j in p.cat(i, "phase"):
        yield f"{reading.lemma} phase", j


@rule
def norm(p: Parse, i: int) -> Found[Tree]:
    """What may, can, must or cannot be done, with what limits it."""
    for tree, j in _norm(p, i, ("may", "can", "cannot", "must")):
        yield from _limited(p, tree, j)


@rule
def duty(p: Parse, i: int) -> Found[Tree]:
    """A norm where an effect stands: all but the active `may`, which is an option there."""
    for tree, j in _norm(p, i, ("can", "cannot", "must")):
        yield from _limited(p, tree, j)


def _norm(p: Parse, i: int, modals: tuple[str, ...]) -> Found[Tree]:
    for only, start in maybe("only")(p, i):
        for no, begin in maybe("no")(p, start):
            subjects = kinds.singular_kind(p, begin) if no else facts.subjects(p, start)
            for subject, j in subjects:
                if isinstance(subject, Kind):
                    subject = Pick("any", 1, subject)
                modal_words = ("may", "can") if only or no else modals
                for modal, k in p.any_of(j, modal_words):
                    for tree, m in _ruled(p, k, subject, modal, bool(no)):
                        if only:
                            slot = "agent" if _has_agent(tree, subject) else "obj"
                            yield _refocus(tree, "only", slot), m
                        elif no:
                            yield _refocus(tree, "cannot", ""), m
                        else:
                            yield tree, m


def _has_agent(tree: Tree, subject: Tree) -> bool:
    act = tree.do if isinstance(tree, Norm) else None
    while isinstance(act, (Repeat, Scope)):
        act = act.effect if isinstance(act, Repeat) else act.rule
    if isinstance(act, (Block, Logic)):
        act = act.parts[0]
    return isinstance(act, Do) and act.agent == subject


def _refocus(tree: Tree, mode: str, focus: str) -> Tree:
    assert isinstance(tree, Norm)
    return Norm(mode, tree.do, tree.cond, focus, tree.then)


def _ruled(p: Parse, i: int, subject: Tree, modal: str, no: bool) -> Found[Tree]:
    """What follows the modal: an act, a passive, or a state that is never to be."""
    mode = "may" if modal == "can" else modal
    if modal != "can" or no:
        yield from _active(p, i, subject, mode)
    start = p.lit(i, "be")
    if start >= 0:
        yield from _passive(p, start, subject, mode)
        if modal in ("cannot", "must"):
            for state, j in predicates.being(p, start):
                yield Norm(modal, clauses.told(state, subject)), j
    if modal in ("cannot", "must", "can"):
        for state, j in _kept_state(p, i):
            yield Norm(mode, clauses.told(state, subject)), j


def _kept_state(p: Parse, i: int) -> Found[Tree]:
    """`have …` and `contain …`: a state that must or cannot be."""
    start = p.lit(i, "have")
    if start >= 0:
        yield from having.has(p, start)
    start = p.lit(i, "contain")
    if start >= 0:
        yield from having.contents(p, start)


def _active(p: Parse, i: int, subject: Tree, mode: str) -> Found[Tree]:
    for (word, acts), j in listed(p, i, normal_act, ("or", "and")):
        said = [
            substitute(act, "$", subject if n == 0 else events.same(subject))
            for n, act in enumerate(acts)
        ]
        if not word:
            one = events.said_of(events.either_event(acts[0]), subject)
            yield Norm(mode, one if mode == "cannot" else said[0]), j
        else:
            said = _with_deadline(said)
            if mode == "cannot":
                yield Norm(mode, Logic(word, tuple(said))), j
            else:
                yield Norm(mode, Block("one" if word == "or" else "both", tuple(said))), j
        for (_, later), k in p.seq(j, ", then", normal_act):
            both = (*said, substitute(later, "$", events.same(subject)))
            if not word:
                yield Norm(mode, Block("then", both)), k
    for act, j in normal_act(p, i):
        for (_, found), k in p.seq(j, "only", _restriction(act)):
            if isinstance(act, Do) and isinstance(found, tuple):
                whole = Do(act.verb, act.agent, act.obj, (*act.roles, found))
                yield Norm("only", substitute(whole, "$", subject), None, found[0]), k


def _with_deadline(acts: list[Tree]) -> list[Tree]:
    """A deadline behind the last of several acts is a deadline for all."""
    last = acts[-1]
    if not isinstance(last, Do):
        return acts
    due = tuple(role for role in last.roles if role[0] in ("within", "before"))
    return [
        Do(act.verb, act.agent, act.obj, (*act.roles, *due))
        if isinstance(act, Do) and act is not last else act
        for act in acts
    ]  # fmt: skip


def normal_act(p: Parse, i: int) -> Found[Tree]:
    for act, j in clauses.verb_phrase(p, i, "base", False):
        if not (isinstance(act, Repeat) and act.until is not None):
            yield act, j


def _restriction(act: Tree) -> Callable[[Parse, int], Found[tuple[str, Tree]]]:
    def restricted(p: Parse, i: int) -> Found[tuple[str, Tree]]:
        if isinstance(act, Do):
            for found, j in clauses.any_roles(p, i, p.lexicon.verbs[act.verb].roles):
                if len(found) == 1:
                    yield found[0], j
            yield from adverbs.channel(p, i)

    return restricted


def _passive(p: Parse, i: int, subject: Tree, mode: str) -> Found[Tree]:
    for verbs, j in events.participles(p, i):
        for found, k in history.passive_roles(p, j, verbs[-1]):
            for ways, m in adverbs.adverbs(p, k):
                yield Norm(mode, _passives(verbs, subject, found, ways)), m
            for (_, only), m in p.seq(k, "only", _only_role(verbs[-1])):
                acts = _passives(verbs, subject, (*found, only), ())
                yield Norm("only", acts, None, "agent" if only[0] == "by" else only[0]), m


def _only_role(verb: str) -> Callable[[Parse, int], Found[tuple[str, Tree]]]:
    def role(p: Parse, i: int) -> Found[tuple[str, Tree]]:
        for found, j in history.passive_roles(p, i, verb):
            if len(found) == 1:
                yield found[0], j

    return role


def _passives(
    verbs: list[str], subject: Tree, found: Roles, ways: tuple[tuple[str, Tree], ...]
) -> Tree:
    acts = [
        adverbs.with_adverbs(
            Do(verb, _doer(found, n), subject if n == 0 else events.same(subject),
               clauses.without_by(found)), ways)
        for n, verb in enumerate(verbs)
    ]  # fmt: skip
    return acts[0] if len(acts) == 1 else Logic("or", tuple(acts))


def _doer(found: Roles, n: int) -> Tree:
    """Who does the n-th of several acts: a quantified doer is named once."""
    return clauses.by(found) if n == 0 else events.same(clauses.by(found))


def _limited(p: Parse, tree: Tree, j: int) -> Found[Tree]:
    """A norm and the phrases behind it: a time or a limit, and a condition."""
    yield tree, j
    if not isinstance(tree, Norm):
        return
    for limited, k in _tail(p, tree, j):
        yield limited, k
        if isinstance(limited, Scope) and isinstance(limited.rule, Norm):
            norm = limited.rule
            for (word, condition), m in p.seq(k, ("if", "unless"), predicates.condition):
                asked = Norm(norm.mode, norm.do, effects.positive(word, condition), norm.focus)
                yield Scope(limited.kind, limited.arg, asked), m


def _tail(p: Parse, tree: Norm, j: int) -> Found[Tree]:
    for (word, condition), k in p.seq(j, ("if", "unless", "only if"), predicates.condition):
        if word == "only if":
            yield Norm("only", tree.do, condition, "if"), k
        else:
            yield Norm(tree.mode, tree.do, effects.positive(word, condition), tree.focus), k
    for (_, end), k in p.seq(j, "until", either(moments.moment, events.event)):
        yield Scope("until", behind(end), tree), k
    for (_, state), k in p.seq(j, "while", predicates.condition):
        yield Scope("while", behind(state), tree), k
    for (only, span), k in p.seq(j, maybe("only"), _time_phrase):
        if only:
            yield Norm("only", tree.do, span, "time"), k
        else:
            yield Scope("during", behind(span), tree), k
    for (only, limit), k in p.seq(j, maybe("only"), limits):
        if only:
            yield Scope("limit", limit, Norm("only", tree.do, None, "limit")), k
        else:
            yield Scope("limit", limit, tree), k
    for (_, limit), k in p.seq(j, "more than", limits):
        if tree.mode == "cannot" and isinstance(limit, Group):
            yield Scope("limit", Group("over", limit.items), tree), k
    for (_, span), k in p.seq(j, "per", _period):
        yield Scope("per", span, tree), k
    for (_, noun), k in p.seq(j, "this", moments.time_noun):
        yield Scope("until", Moment("end", Moment("this", noun)), tree), k


def _time_phrase(p: Parse, i: int) -> Found[Tree]:
    for (_, span), j in p.seq(i, ("in", "on"), moments.span):
        counted = isinstance(span, Pick) and span.how in ("last", "previous")
        if not isinstance(span, Group) and not counted:
            yield Moment("during", span), j
    for (_, moment), j in p.seq(i, "at", moments.moment):
        yield moment, j
    for (word, event), j in p.seq(
        i, ("before", "after"), either(moments.moment, moments.span, events.event)
    ):
        yield Moment(word, event), j
