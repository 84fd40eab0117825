"""Orders: `The order of Ns is KEY, then KEY.`"""

from __future__ import annotations

from deckmastor.language.ir import (
    Cmp,
    Group,
    Of,
    Pick,
    Rank,
    Tally,
    Tree,
)  # fmt: skip
from deckmastor.language.syntax import having, kinds, nouns
from deckmastor.language.syntax.parse import SG, Found, Parse, rule


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
    for (word, what), j in p.seq(i, tuple(having.MOST), having.measure):
        full.append((Cmp(what, having.MOST[word], None), j))
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
    for kind, j in kinds.kind_phrase(p, i, SG):
        yield Tally("time", having.owned(kind)), j


def _plain_word(p: Parse, i: int) -> Found[str]:
    """A word of an order that is no noun phrase: age, specific, later, must, clockwise."""
    if i < len(p.tokens) and p.low[i].isalpha() and p.low[i] not in ("the", "then", "a"):
        for reading, j in p.readings.at(i):
            yield reading.lemma, j
            return
        yield p.low[i], i + 1
