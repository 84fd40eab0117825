"""Continuous facts and values: `NP is …`, `NP has no …`, `NP counts as …`."""

from __future__ import annotations

from deckmastor.language.ir import (
    Calc,
    Cmp,
    Group,
    Hold,
    In,
    Is,
    Logic,
    Of,
    Pick,
    Ref,
    Scope,
    Tally,
    Tree,
)  # fmt: skip
from deckmastor.language.syntax import (
    amounts,
    clauses,
    effects,
    events,
    having,
    moments,
    nouns,
    predicates,
)
from deckmastor.language.syntax.effects import behind
from deckmastor.language.syntax.parse import HE, SG, Found, Parse, either, listed, maybe, rule


@rule
def fact(p: Parse, i: int) -> Found[Tree]:
    """A continuous fact or value: `NP is …`, `NP has no …`, `NP counts as …`."""
    for said, j in _said(p, i):
        yield Hold(said), j
        for (word, condition), k in p.seq(j, ("if", "unless"), predicates.condition):
            yield Hold(said, effects.positive(word, condition)), k
        for (_, end), k in p.seq(j, "until", either(moments.moment, events.event)):
            yield Scope("until", behind(end), Hold(said)), k
        for (_, state), k in p.seq(j, "while", predicates.condition):
            yield Scope("while", behind(state), Hold(said)), k


def _said(p: Parse, i: int) -> Found[Tree]:
    for subject, j in subjects(p, i):
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
            if isinstance(length, Ref) and length.name[:1].isupper():
                continue  # a day of the week is a word like any other
            if not isinstance(length, (Of, Pick, Ref)) or isinstance(subject, Of):
                yield clauses.told(Cmp(HE, "=", length), subject), k
        for (_, state), k in p.seq(j, ("has", "have"), having.has):
            yield clauses.told(state, subject), k
        for (_, things), k in p.seq(j, ("contains", "contain"), nouns.np):
            if not isinstance(things, Pick) or things.how == "each":
                yield clauses.told(In(things, HE, "in"), subject), k
        for (_, n, kind), k in p.seq(
            j, ("counts as", "count as"), either(Parse.num, ("a", "an")), predicates.any_kind
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
    for reading, j in p.cat(i, "kind", SG):
        if reading.lemma[0].isupper() and p.lexicon.sort(reading.lemma) == "time":
            yield reading.lemma, j


def subjects(p: Parse, i: int) -> Found[Tree]:
    seen = []
    for term, j in nouns.np(p, i):
        seen.append((term, j))
        yield term, j
    for term, j in amounts.amount(p, i):
        if isinstance(term, Tally) and (term, j) not in seen:
            yield term, j
