"""Time: moments, spans, and the windows in which history is asked."""

from __future__ import annotations

from deckmastor.language.ir import Group, Moment, Of, Pick, Qty, Ref, Tree
from deckmastor.language.syntax import amounts, events, nouns
from deckmastor.language.syntax.parse import SG, Found, Parse, maybe, rule
from deckmastor.language.words import TIME_UNITS

EDGES = {"the beginning of": "beginning", "the end of": "end"}


@rule
def moment(p: Parse, i: int) -> Found[Tree]:
    """`the beginning of your turn`, `the end of the draw phase`."""
    for (edge, when), j in p.seq(i, tuple(EDGES), span):
        yield Moment(EDGES[edge], when), j


@rule
def span(p: Parse, i: int) -> Found[Tree]:
    """A stretch of time: `the turn`, `each week`, `their next turn`, `the draw phase`."""
    for reading, j in p.cat(i, "phase"):
        p.fail(i, "'the'")
        del reading, j
    for (_, noun), j in p.seq(i, "this", time_noun):
        if not p.lexicon.is_kind(noun, "game"):
            yield Moment("this", noun), j
    for term, j in nouns.np(p, i):
        if is_time(p, term):
            yield term, j
    for reading, j in p.cat(i, "kind", SG):
        if reading.lemma[0].isupper() and p.lexicon.sort(reading.lemma) == "time":
            yield Ref(reading.lemma), j


def time_noun(p: Parse, i: int) -> Found[str]:
    """A noun for a stretch of time, or a phase."""
    for reading, j in p.cat(i, "kind", SG):
        if p.lexicon.sort(reading.lemma) == "time":
            yield reading.lemma, j
    for reading, j in p.cat(i, "phase"):
        yield f"{reading.lemma} phase", j


def is_time(p: Parse, term: Tree) -> bool:
    """Whether a term names a stretch of time."""
    match term:
        case Of(_, name):
            last = name.rpartition(" ")[2]
            return p.lexicon.sort(name) == "time" or (
                p.lexicon.sort(last) == "time" and name not in p.lexicon.attrs
            )
        case Pick(_, _, kind):
            return p.lexicon.sort(kind.noun) == "time"
        case Ref(name):
            if name == "game":
                return True
            noun = name.rpartition(":")[2].removeprefix("this ")
            return p.lexicon.sort(noun) == "time"
        case Group(_, items):
            return all(is_time(p, item) for item in items)
        case Moment():
            return True
        case Qty(_, unit):
            return unit in TIME_UNITS
    return False


def is_time_length(term: Tree) -> bool:
    """Whether a term is a length of time, such as `24 hours`."""
    return isinstance(term, Qty) and term.unit in TIME_UNITS


@rule
def window(p: Parse, i: int) -> Found[Tree]:
    """When something happened: `this turn`, `in the last 168 hours`, `since the last card …`."""
    for (_, noun), j in p.seq(i, "this", time_noun):
        yield Moment("this", noun), j
    j = p.lit(i, "in this effect")
    if j >= 0:
        yield Moment("this", "effect"), j
    for (_, when), j in p.seq(i, "before", span):
        yield Moment("before", when), j
    for (_, noun), j in p.seq(i, "in the previous", time_noun):
        yield Moment("previous", noun), j
    for (_, n, unit), j in p.seq(
        i, ("in the last", "in the previous"), Parse.num, amounts.unit_of_amount
    ):
        yield Moment("last", Qty(n, unit)), j
    for (_, n, unit), j in p.seq(i, "for", Parse.num, amounts.unit_of_amount):
        if unit in TIME_UNITS:
            yield Moment("for", Qty(n, unit)), j
    for (_, n, unit), j in p.seq(i, "within", Parse.num, amounts.unit_of_amount):
        yield Moment("within", Qty(n, unit)), j
    for (_, when), j in p.seq(i, "since", moment):
        yield Moment("since", when), j
    for (_, event), j in p.seq(i, "since", events.event):
        yield Moment("since", event), j
    for (_, when), j in p.seq(i, ("in", "on"), span):
        counted = isinstance(when, Pick) and when.how in ("last", "previous")
        if not isinstance(when, (Group, Moment)) and not counted:
            yield Moment("during", when), j


@rule
def when_and_how_often(p: Parse, i: int) -> Found[tuple[Tree, str]]:
    """A window and an ordinal, either of which may be missing."""
    for time, j in maybe(window)(p, i):
        yield (time, ""), j
        k = p.lit(j, "for the first time")
        if k >= 0:
            yield (time, "first"), k
            for later, m in window(p, k):
                if time is None:
                    yield (later, "first"), m
