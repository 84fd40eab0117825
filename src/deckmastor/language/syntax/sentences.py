"""Sentences: prefixes, norms, facts, triggers, replacements, definitions, orders.

The kinds are tried in the order define, order, norm, fact, effect; the first that covers the
sentence owns it. Where an effect stands, `may` is an option; where a rule stands, a permission.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from deckmastor.language.ir import (
    Block,
    Calc,
    Cmp,
    Define,
    Did,
    Do,
    Group,
    Hold,
    If,
    In,
    Instead,
    Is,
    Kind,
    Logic,
    Moment,
    Norm,
    Of,
    Pick,
    Qty,
    Rank,
    Ref,
    Repeat,
    Roles,
    Scope,
    Tally,
    Tree,
    When,
    substitute,
)  # fmt: skip
from deckmastor.language.syntax import amounts, clauses, effects, moments, nouns, predicates
from deckmastor.language.syntax.effects import behind
from deckmastor.language.syntax.parse import HE, Found, Parse, either, listed, maybe, rule

Wrap = Callable[[Tree], Tree]
PERIODS = ("once", "twice")


def sentence(p: Parse, mode: str) -> list[Tree]:
    """Every parse that covers the whole sentence; `mode` says whether an effect is expected."""
    end = len(p.tokens)
    for kind in (definition, order, _prefixed_cost):
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
    ruling, doing = (norm, fact, effects.effect), (effects.effect, duty, fact, norm)
    kinds: tuple[Callable[[Parse, int], Iterable[tuple[Tree, int]]], ...]
    kinds = ruling if mode == "rule" else ruling[:2] if mode == "norm" else doing
    for kind in kinds:
        whole = [(tree, j) for tree, j in kind(p, i) if j == end]
        yield from whole
        if whole:
            return


# ---- prefixes -------------------------------------------------------------------------------


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
        for (_, event), j in p.seq(i, word, clauses.event):
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
    for (_, end), j in p.seq(i, "until", either(moments.moment, clauses.event)):
        yield (_scope("until", end), "norm"), j
    for (_, length), j in p.seq(i, "for", _duration):
        yield (_scope("until", Moment("elapsed", length)), "norm"), j
    for (_, state), j in p.seq(i, "while", predicates.condition):
        yield (_scope("while", state), "rule"), j
    for limit, j in limits(p, i):
        yield (_scope("limit", limit), "norm"), j
    for words, kind in (("at any time", "anytime"), ("despite any other rule", "despite")):
        j = p.lit(i, words)
        if j >= 0:
            yield (_scope(kind, None), "norm" if kind == "anytime" else mode), j
    for (_, event), j in p.seq(i, "the next time", clauses.event):
        yield (_once(event), "effect"), j


def _plural_time(p: Parse, i: int) -> Found[str]:
    for reading, j in p.cat(i, "kind", nouns.PL):
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
def limits(p: Parse, i: int) -> Found[Tree]:
    """`once per turn`, `3 times per week`, `only once per game`."""
    for (count, _, span), j in p.seq(i, either(PERIODS, _times), "per", _period):
        n = {"once": 1, "twice": 2}.get(count, count) if isinstance(count, str) else count
        yield Group("per", (n, span)), j


def _times(p: Parse, i: int) -> Found[Tree]:
    for (n, _), j in p.seq(i, Parse.num, "times"):
        yield n, j


def _period(p: Parse, i: int) -> Found[str]:
    for reading, j in p.cat(i, "kind", nouns.SG):
        yield reading.lemma, j
    for reading, j in p.cat(i, "phase"):
        yield f"{reading.lemma} phase", j


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
        if clauses._is_count(p, i, subject):
            continue
        for event, k in _would_act(p, j, subject):
            yield (event, None), k
            for (_, condition), m in p.seq(k, "and", predicates.condition):
                yield (event, condition), m
    for ((op, n), kind, _), j in p.seq(i, amounts.quantity, predicates._kind, "would"):
        if op != "=" or n != 1:
            for verbs, k in p.seq(j, "be", clauses._participles):
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
            event = clauses.said_of(clauses.either_event(act), subject)
            yield (Did(event, time or "ever", nth) if time or nth else event), k
    start = p.lit(i, "be")
    if start >= 0:
        for verbs, j in clauses._participles(p, start):
            for found, k in clauses._passive_roles(p, j, verbs[-1]):
                acts: tuple[Tree, ...] = tuple(
                    Do(verb, clauses.by(found), subject if n == 0 else clauses.same(subject),
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
    for fact_tree, j in (*fact(p, i), *duty(p, i)):
        k = p.lit(j, "instead")
        if k >= 0:
            yield fact_tree, k


# ---- norms ----------------------------------------------------------------------------------


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
            subjects = nouns.singular_kind(p, begin) if no else _subjects(p, start)
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
        yield from predicates.has(p, start)
    start = p.lit(i, "contain")
    if start >= 0:
        yield from predicates.contents(p, start)


def _active(p: Parse, i: int, subject: Tree, mode: str) -> Found[Tree]:
    for (word, acts), j in listed(p, i, _act, ("or", "and")):
        said = [
            substitute(act, "$", subject if n == 0 else clauses.same(subject))
            for n, act in enumerate(acts)
        ]
        if not word:
            one = clauses.said_of(clauses.either_event(acts[0]), subject)
            yield Norm(mode, one if mode == "cannot" else said[0]), j
        else:
            said = _with_deadline(said)
            if mode == "cannot":
                yield Norm(mode, Logic(word, tuple(said))), j
            else:
                yield Norm(mode, Block("one" if word == "or" else "both", tuple(said))), j
        for (_, later), k in p.seq(j, ", then", _act):
            both = (*said, substitute(later, "$", clauses.same(subject)))
            if not word:
                yield Norm(mode, Block("then", both)), k
    for act, j in _act(p, i):
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


def _act(p: Parse, i: int) -> Found[Tree]:
    for act, j in clauses.verb_phrase(p, i, "base", False):
        if not (isinstance(act, Repeat) and act.until is not None):
            yield act, j


def _restriction(act: Tree) -> Callable[[Parse, int], Found[tuple[str, Tree]]]:
    def restricted(p: Parse, i: int) -> Found[tuple[str, Tree]]:
        if isinstance(act, Do):
            for found, j in clauses._roles(p, i, p.lexicon.verbs[act.verb].roles):
                if len(found) == 1:
                    yield found[0], j
            yield from clauses.channel(p, i)

    return restricted


def _passive(p: Parse, i: int, subject: Tree, mode: str) -> Found[Tree]:
    for verbs, j in clauses._participles(p, i):
        for found, k in clauses._passive_roles(p, j, verbs[-1]):
            for ways, m in clauses.adverbs(p, k):
                yield Norm(mode, _passives(verbs, subject, found, ways)), m
            for (_, only), m in p.seq(k, "only", _only_role(verbs[-1])):
                acts = _passives(verbs, subject, (*found, only), ())
                yield Norm("only", acts, None, "agent" if only[0] == "by" else only[0]), m


def _only_role(verb: str) -> Callable[[Parse, int], Found[tuple[str, Tree]]]:
    def role(p: Parse, i: int) -> Found[tuple[str, Tree]]:
        for found, j in clauses._passive_roles(p, i, verb):
            if len(found) == 1:
                yield found[0], j

    return role


def _passives(
    verbs: list[str], subject: Tree, found: Roles, ways: tuple[tuple[str, Tree], ...]
) -> Tree:
    acts = [
        clauses.with_adverbs(
            Do(verb, clauses.by(found), subject if n == 0 else clauses.same(subject),
               clauses.without_by(found)), ways)
        for n, verb in enumerate(verbs)
    ]  # fmt: skip
    return acts[0] if len(acts) == 1 else Logic("or", tuple(acts))


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
    for (_, end), k in p.seq(j, "until", either(moments.moment, clauses.event)):
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
    for (_, span), k in p.seq(j, "per", _period):
        yield Scope("per", span, tree), k
    for (_, noun), k in p.seq(j, "this", moments._time_noun):
        yield Scope("until", Moment("end", Moment("this", noun)), tree), k


def _time_phrase(p: Parse, i: int) -> Found[Tree]:
    for (_, span), j in p.seq(i, ("in", "on"), moments.span):
        counted = isinstance(span, Pick) and span.how in ("last", "previous")
        if not isinstance(span, Group) and not counted:
            yield Moment("during", span), j
    for (_, moment), j in p.seq(i, "at", moments.moment):
        yield moment, j
    for (word, event), j in p.seq(
        i, ("before", "after"), either(moments.moment, moments.span, clauses.event)
    ):
        yield Moment(word, event), j


# ---- facts ----------------------------------------------------------------------------------


@rule
def fact(p: Parse, i: int) -> Found[Tree]:
    """A continuous fact or value: `NP is …`, `NP has no …`, `NP counts as …`."""
    for said, j in _said(p, i):
        yield Hold(said), j
        for (word, condition), k in p.seq(j, ("if", "unless"), predicates.condition):
            yield Hold(said, effects.positive(word, condition)), k
        for (_, end), k in p.seq(j, "until", either(moments.moment, clauses.event)):
            yield Scope("until", behind(end), Hold(said)), k
        for (_, state), k in p.seq(j, "while", predicates.condition):
            yield Scope("while", behind(state), Hold(said)), k


def _said(p: Parse, i: int) -> Found[Tree]:
    for subject, j in _subjects(p, i):
        for (_, no, state), k in p.seq(j, ("is", "are"), maybe("not"), predicates.being):
            yield clauses.told(Logic("not", (state,)) if no else state, subject), k
        for (_, n, word), k in p.seq(j, ("is", "are"), amounts.simple_amount, ("more", "less")):
            op = "+" if word == "more" else "-"
            yield clauses.told(Cmp(HE, op, n), subject), k
            for (_, other), m in p.seq(k, "than", amounts.amount):
                yield clauses.told(Cmp(HE, "=", Calc(op, (other, n))), subject), m
        for (_, word, _), k in p.seq(j, ("is", "are"), ("yes", "no"), maybe("nothing")):
            yield clauses.told(Cmp(HE, "=", word), subject), k
        for (_, (word, names)), k in p.seq(j, ("is", "are"), _days):
            if word:
                yield clauses.told(Cmp(HE, "=", Group("and", tuple(names))), subject), k
        for (_, length), k in p.seq(j, ("is", "are"), moments.span):
            if not isinstance(length, (Of, Pick, Ref)) or isinstance(subject, Of):
                yield clauses.told(Cmp(HE, "=", length), subject), k
        for (_, state), k in p.seq(j, ("has", "have"), predicates.has):
            yield clauses.told(state, subject), k
        for (_, things), k in p.seq(j, ("contains", "contain"), nouns.np):
            if not isinstance(things, Pick) or things.how == "each":
                yield clauses.told(In(things, HE, "in"), subject), k
        for (_, n, kind), k in p.seq(
            j, ("counts as", "count as"), either(Parse.num, ("a", "an")), predicates._kind
        ):
            weight = 1 if n in ("a", "an") else n
            counted: Tree = kind if kind.where else kind.noun
            yield clauses.told(Is(HE, Calc("counts", (weight, counted))), subject), k
        for (_, n, unit), k in p.seq(
            j, ("counts as", "count as"), either(Parse.num, ("a", "an")), amounts.unit_name
        ):
            weight = 1 if n in ("a", "an") else n
            yield clauses.told(Is(HE, Calc("counts", (weight, unit))), subject), k


def _days(p: Parse, i: int) -> Found[tuple[str, list[str]]]:
    yield from listed(p, i, _day, ("and",))


def _day(p: Parse, i: int) -> Found[str]:
    for reading, j in p.cat(i, "kind", nouns.SG):
        if reading.lemma[0].isupper() and p.lexicon.sort(reading.lemma) == "time":
            yield reading.lemma, j


def _subjects(p: Parse, i: int) -> Found[Tree]:
    seen = []
    for term, j in nouns.np(p, i):
        seen.append((term, j))
        yield term, j
    for term, j in amounts.amount(p, i):
        if isinstance(term, Tally) and (term, j) not in seen:
            yield term, j


# ---- definitions, costs, orders -------------------------------------------------------------


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
            same = clauses.same(who)
            norm = Norm("cost", substitute(head, "$", who), None, "", substitute(price, "$", same))
            yield norm, k
            for (word, condition), m in p.seq(k, ("if", "unless"), predicates.condition):
                yield Norm("cost", norm.do, effects.positive(word, condition), "", norm.then), m


def _priced(p: Parse, i: int) -> Found[Tree]:
    for (word, acts), j in listed(p, i, _act, ("and", "or")):
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
            for kind in (_prefixed_cost, order):
                for tree, k in kind(p, start):
                    if k == len(p.tokens):
                        yield wrap(tree), k


@rule
def order(p: Parse, i: int) -> Found[Tree]:
    """`The order of Ns is KEY, then KEY.`"""
    start = p.lit(i, "the order of")
    if start < 0:
        return
    for stop in range(start + 1, min(start + 5, len(p.tokens))):
        if p.low[stop] == "is":
            name = " ".join(p.low[start:stop])
            p.memo["ranked"] = name
            for keys, j in _keys(p, stop + 1):
                yield Rank(name, tuple(keys)), j
            return


def _keys(p: Parse, i: int) -> Found[list[Tree]]:
    for key, j in _key(p, i):
        yield [key], j
        for (_, more), k in p.seq(j, ", then", _keys):
            yield [key, *more], k


@rule
def _key(p: Parse, i: int) -> Found[Tree]:
    """What things are ordered by."""
    full: list[tuple[Tree, int]] = []
    for (word, what), j in p.seq(i, tuple(predicates.MOST), predicates.measure):
        full.append((Cmp(what, predicates.MOST[word], None), j))
    for parts, j in _over(p, i):
        full.append((Group("over", tuple(parts)), j))
    for term, j in nouns.np1(p, i):
        if not (isinstance(term, Pick) and term.how == "some" and not term.kind.where):
            full.append((term, j))
    for (word, what), j in p.seq(i, ("the earliest", "the latest"), _history_noun):
        full.append((Cmp(what, word[4:], None), j))
    for (_, _), j in p.seq(i, "the order of", _plain_word):
        full.append((Of(None, " ".join(p.low[i + 1 : j])), j))
    ends = {j for _, j in full}
    for word, j in _plain_word(p, i):
        if j not in ends:
            full.append((word, j))
    yield from full


def _over(p: Parse, i: int) -> Found[list[Tree]]:
    for (first, _, second), j in p.seq(i, _plain_word, "over", _plain_word):
        parts: list[Tree] = [first, second]
        while True:
            yield parts, j
            more = list(p.seq(j, "over", _plain_word))
            if not more:
                break
            (_, word), j = more[0]
            parts = [*parts, word]


def _history_noun(p: Parse, i: int) -> Found[Tree]:
    for kind, j in nouns.kind_phrase(p, i, nouns.SG):
        yield Tally("time", predicates.owned(kind)), j


def _plain_word(p: Parse, i: int) -> Found[str]:
    """A word of an order that is no noun phrase: age, specific, later, must, clockwise."""
    if i < len(p.tokens) and p.low[i].isalpha() and p.low[i] not in ("the", "then", "a"):
        for reading, j in p.readings.at(i):
            yield reading.lemma, j
            return
        yield p.low[i], i + 1
