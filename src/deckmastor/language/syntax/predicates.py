"""Conditions: what somebody is, has, does, did or can do; every predicate is told of `$`."""

from __future__ import annotations

from deckmastor.language.ir import (
    Calc,
    Can,
    Cmp,
    Did,
    Do,
    Done,
    In,
    Is,
    Kind,
    Logic,
    Moment,
    Node,
    Of,
    Pick,
    Qty,
    Ref,
    Tally,
    Tree,
    substitute,
)  # fmt: skip
from deckmastor.language.syntax import amounts, clauses, having, history, kinds, moments, nouns
from deckmastor.language.syntax.parse import (
    ANY,
    HE,
    PL,
    SG,
    Found,
    Parse,
    either,
    joined,
    listed,
    maybe,
    plus,
    rule,
)
from deckmastor.language.words import TIME_UNITS

BE = ("is", "are", "was", "were")


@rule
def condition(p: Parse, i: int) -> Found[Tree]:
    """One condition, or several joined by `and` or by `or`, never both."""
    yield from joined(p, i, simple_condition)


@rule
def simple_condition(p: Parse, i: int) -> Found[Tree]:
    """A subject and what is said of it."""
    yield from outcome(p, i)
    for (_, (op, n), kind), j in p.seq(i, ("there is", "there are"), amounts.quantity, any_kind):
        yield Cmp(Tally("count", kind), op, n), j
    for (_, _, kind), j in p.seq(i, ("there is", "there is not"), ("a", "an"), any_kind):
        there = p.low[i + 2] != "not"
        yield Cmp(Tally("count", kind), ">=" if there else "=", 1 if there else 0), j
    for (_, _, kind), j in p.seq(i, "there is", "another", any_kind):
        yield Cmp(Tally("count", kinds.other(kind)), ">=", 1), j
    for ((op, n), kind, said), j in p.seq(i, amounts.quantity, any_kind, predicate):
        if kind.noun in TIME_UNITS and isinstance(said, Did) and said.window == "now":
            continue
        if op != "=" or n != 1 or p.low[i] in ("exactly", "only"):
            yield Cmp(Tally("count", plus(kind, said)), op, n), j
    for (n, unit, _), j in p.seq(i, Parse.num, amounts.unit_of_amount, ("pass", "passes")):
        yield from _elapsed(p, Qty(n, unit), j)
    for (length, _), j in p.seq(i, nouns.np1, ("pass", "passes")):
        if isinstance(length, Qty):
            continue
        if moments.is_time(p, length) or isinstance(length, Of):
            yield from _elapsed(p, length, j)
    for (subject, said), j in p.seq(i, nouns.np, predicate):
        if not _counted_subject(p, i, subject):
            yield clauses.told(said, subject), j
            for more, k in _also(p, j):
                yield clauses.told(Logic("and", (said, *more)), subject), k
    for subject, j in amounts.amount(p, i):
        if isinstance(subject, (Tally, Calc, int, Ref)) and subject != Ref("?it"):
            for said, k in predicate(p, j):
                yield clauses.told(said, subject), k


def _also(p: Parse, j: int) -> Found[list[Tree]]:
    """`… and has no points`: one more predicate of the same subject."""
    for (_, said), k in p.seq(j, "and", predicate):
        yield [said], k


def any_kind(p: Parse, i: int) -> Found[Kind]:
    j = p.lit(i, "other")
    if j >= 0:
        for kind, k in kinds.kind_phrase(p, j, ANY):
            yield kinds.other(kind), k
    yield from kinds.kind_phrase(p, i, ANY)


def _counted_subject(p: Parse, i: int, subject: Tree) -> bool:
    """`3 cards are …` is a count, read above."""
    return (
        isinstance(subject, Pick)
        and subject.how in ("a", "atleast", "over")
        and (bool(list(p.num(i))) or p.low[i] in ("at", "more"))
    )


def _elapsed(p: Parse, length: Tree, j: int) -> Found[Tree]:
    yield Moment("elapsed", length), j
    for (_, _, who), k in p.seq(j, "without", "an action by", nouns.np1):
        yield Moment("elapsed", length, Do("act", who)), k
    for (_, who, act), k in p.seq(j, "without", nouns.np1, clauses.gerund):
        yield Moment("elapsed", length, substitute(act, "$", who)), k


@rule
def outcome(p: Parse, i: int) -> Found[Tree]:
    """`you do`, `they do not`, `that player cannot`: what became of the act before."""
    for who, j in either("you", "they", "it", nouns.pronoun, nouns.definite)(p, i):
        if isinstance(who, Node) and not isinstance(who, Ref):
            continue
        doer = (
            Ref({"you": "you", "they": "?they", "it": "?it"}[who])
            if isinstance(who, str) and (who in ("you", "they", "it"))
            else who
        )
        if not isinstance(doer, Ref):
            continue
        for words, how, yes in (
            ("do", "done", True), ("does", "done", True), ("do not", "done", False),
            ("does not", "done", False), ("cannot", "able", False),
        ):  # fmt: skip
            k = p.lit(j, words)
            if k >= 0 and (k >= len(p.tokens) or p.low[k] in (",", "and", "or")):
                done = Done(f"?{doer.name}", how)
                yield (done if yes else Logic("not", (done,))), k


@rule
def predicate(p: Parse, i: int) -> Found[Tree]:
    """A finite predicate of `$`."""
    for (tense, no, said), j in p.seq(i, BE, maybe("not"), being):
        if tense in ("is", "are"):
            yield (Logic("not", (said,)) if no else said), j
            continue
        yield Did(said, "ever"), j  # what was so is not remembered: the binder refuses it
        for time, k in moments.window(p, j):
            yield Did(said, time), k
    for (_, said), j in p.seq(i, ("has", "have"), having.has):
        yield said, j
    for (_, said), j in p.seq(i, ("does not have", "do not have"), having.has):
        yield Logic("not", (said,)), j
    for (tense, no, verb), j in p.seq(i, BE, maybe("not"), clauses.participle):
        window = "now" if tense in ("is", "are") else "ever"
        for said, k in _passive(p, verb, j, window):
            yield (Logic("not", (said,)) if no else said), k
    for (_, no, _, verb), j in p.seq(i, ("has", "have"), maybe("not"), "been", clauses.participle):
        for said, k in _passive(p, verb, j, "ever"):
            yield (Logic("not", (said,)) if no else said), k
    for (_, no, _, said), j in p.seq(i, ("has", "have"), maybe("not"), "been", being):
        for time, k in moments.window(p, j):
            told = Did(said, time)
            yield (Logic("not", (told,)) if no else told), k
    for tell, j in history.finite(p, i, False):
        yield tell(HE, None), j
    for (word, said), j in p.seq(i, ("contains", "contain", "does not contain"), having.contents):
        yield (said if "not" not in word else Logic("not", (said,))), j
    for (_, _, attr, _, other), j in p.seq(
        i, ("shares", "share"), ("a", "an"), kinds.attr, "with", nouns.np1
    ):
        yield Cmp(Of(HE, attr), "shares", Of(other, attr)), j
    for (_, text), j in p.seq(i, ("contains", "contain"), kinds.quoted):
        yield Cmp(HE, "contains", text), j
    for (word, name), j in p.seq(i, ("contains", "contain", "does not contain"), nouns.np1):
        if isinstance(name, Of) and p.lexicon.sort(name.name) == "word":
            spelt = Cmp(HE, "contains", name)
            yield (spelt if "not" not in word else Logic("not", (spelt,))), j
    for (word, act), j in p.seq(i, ("can", "cannot"), clauses.plain_act):
        able = Can(act)
        yield (able if word == "can" else Logic("not", (able,))), j
    for (word, _, verb), j in p.seq(i, ("can", "cannot"), "be", clauses.participle):
        for roles, k in clauses.roles(p, j, verb, True):
            able = Can(Do(verb, clauses.by(roles), HE, clauses.without_by(roles)))
            yield (able if word == "can" else Logic("not", (able,))), k


def _passive(p: Parse, verb: str, j: int, window: str) -> Found[Tree]:
    for said, k in history.passive_tail(p, j, verb, window):
        yield said, k
    for (_, other), k in p.seq(j, "or", clauses.participle):
        for said, m in history.passive_tail(p, k, other, window):
            if not (isinstance(said, Did) and isinstance(said.do, Do)):
                continue
            first = Did(Do(verb, said.do.agent, HE, said.do.roles), said.window, said.nth)
            yield Logic("or", (first, said)), m


@rule
def being(p: Parse, i: int) -> Found[Tree]:
    """What stands after `is`: a status, a kind, a place, a comparison, something else."""
    for (word, parts), j in listed(p, i, _simple_being, ("or", "and")):
        if word == "and" and all(isinstance(part, Cmp) and part.op == "=" for part in parts):
            continue
        yield (Logic(word, tuple(parts)) if word else parts[0]), j


@rule
def _simple_being(p: Parse, i: int) -> Found[Tree]:
    for word, family, j in kinds.member(p, i):
        if not p.noun_at(j):
            yield Is(HE, word, family), j
    for word in ("a", "an", ""):
        start = p.lit(i, word) if word else i
        forms = SG if word else PL
        if start >= 0:
            for kind, j in kinds.kind_phrase(p, start, forms):
                first = kind.where[0] if kind.where else None
                if p.is_attr(kind.noun) and isinstance(first, In) and first.rel == "of":
                    op = "member" if p.attr(kind.noun).many else "="
                    yield Cmp(HE, op, Of(first.place, kind.noun)), j
                else:
                    yield _of_kind(kind, family_of(p, kind.noun)), j
    for (_, word), j in p.seq(i, ("a", "an"), kinds.member_phrase):
        assert isinstance(word, Of)
        yield Is(HE, word.owner, word.name), j
    for (op, n), j in amounts.comparison(p, i):
        yield Cmp(HE, op, n), j
    for (_, n, _, other), j in p.seq(i, "within", amounts.distance, "of", amounts.amount):
        yield Cmp(Calc("distance", (HE, other)), "<=", n), j
    for phrase, rel in kinds.WHERE.items():
        for (_, place), j in p.seq(i, phrase, nouns.np):
            if (rel not in ("in", "on") or kinds.is_place(p, place)) and rel != "of":
                yield In(HE, place, rel), j
    for (_, only, _, who), j in p.seq(i, "visible", maybe("only"), "to", nouns.np):
        yield In(HE, who, "visible only to" if only else "visible to"), j
    for adjective in p.lexicon.relations:
        for (_, thing), j in p.seq(i, f"{adjective} to", nouns.np1):
            yield In(HE, thing, adjective), j
    for (_, thing), j in p.seq(i, ("other than", "different from"), nouns.np1):
        yield Cmp(HE, "!=", thing), j
    for term, j in _identical(p, i):
        yield Cmp(HE, "=", term), j
    for (n, unit), j in p.seq(i, Parse.num, amounts.unit_of_amount):
        yield Cmp(HE, "=", Qty(n, unit)), j


def _identical(p: Parse, i: int) -> Found[Tree]:
    """Something that `$` can be the same as: a number, a text, a thing already known."""
    for word, j in p.any_of(i, ("yes", "no")):
        if not p.readings.at(j):
            yield word, j
    for reading, j in p.cat(i, "kind", SG):
        if reading.lemma[0].isupper() and p.lexicon.sort(reading.lemma) == "time":
            yield reading.lemma, j
    seen = set()
    for term, j in amounts.amount(p, i):
        if not isinstance(term, (Pick, Qty)):
            seen.add((term, j))
            yield term, j
    for term, j in nouns.np1(p, i):
        if (term, j) in seen or isinstance(term, Qty):
            continue
        if isinstance(term, Pick) and term.how in ("a", "some", "any", "all", "anynum", "upto"):
            continue
        yield term, j


def _of_kind(kind: Kind, family: str) -> Tree:
    """`a pony with a bell` after `is`: a pony, and it has a bell."""
    conditions = [substitute(c, kind.var, HE) for c in kind.where]
    if kind.noun in ("card", "thing") and conditions:
        return conditions[0] if len(conditions) == 1 else Logic("and", tuple(conditions))
    is_one = Is(HE, kind.noun, family)
    return Logic("and", (is_one, *conditions)) if conditions else is_one


def family_of(p: Parse, noun: str) -> str:
    status = p.lexicon.statuses.get(noun)
    return status.family if status else ""
