"""Quantified noun phrases: determiners, numbers, counters, and parts of what was mentioned."""

from __future__ import annotations

from deckmastor.language.ir import (
    Calc,
    Did,
    In,
    Is,
    Kind,
    Of,
    Pick,
    Qty,
    Ref,
    Tally,
    Tree,
    replace,
    rewrite,
)  # fmt: skip
from deckmastor.language.syntax import amounts, kinds, nouns
from deckmastor.language.syntax.parse import (  # fmt: skip
    ANY,
    HE,
    PL,
    SG,
    Found,
    Parse,
    by_first_word,
    either,
    maybe,
    plus,
    rule,
)

DETERMINERS: tuple[tuple[str, str, tuple[str, ...], bool], ...] = (
    ("a", "a", SG, False), ("an", "a", SG, False), ("another", "a", SG, True),
    ("any", "any", SG, False), ("any other", "any", SG, True), ("each", "each", SG, False),
    ("each other", "each", SG, True), ("all", "all", PL, False), ("all other", "all", PL, True),
    ("any number of", "anynum", PL, False), ("any number of other", "anynum", PL, True),
    ("a random", "random", SG, False), ("another random", "random", SG, True),
    ("a new", "new", SG, False),
    ("the top", "top", SG, False), ("the bottom", "bottom", SG, False),
    ("the next", "next", SG, False), ("the last", "last", SG, False),
    ("the previous", "previous", SG, False), ("the first", "first", SG, False),
    ("the", "the", SG, False), ("the only", "only", SG, False), ("the other", "the", SG, True),
    ("the", "all", PL, False), ("the other", "all", PL, True),
)  # fmt: skip


COUNTED: tuple[tuple[str, str, str, bool], ...] = (
    ("up to", "", "upto", False), ("up to", "other", "upto", True), ("", "", "a", False),
    ("", "other", "a", True), ("", "random", "random", False), ("", "new", "new", False),
    ("the top", "", "top", False), ("the bottom", "", "bottom", False),
    ("the next", "", "next", False), ("the last", "", "last", False),
    ("the", "", "all", False), ("", "different", "different", False),
    ("at least", "", "atleast", False), ("more than", "", "over", False),
)  # fmt: skip


_DETERMINERS = by_first_word(
    (phrase, (how, forms, other)) for phrase, how, forms, other in DETERMINERS
)


@rule
def quantified(p: Parse, i: int) -> Found[Tree]:
    """A determiner and a kind; or a number of a counter."""
    the = p.low[i : i + 1] == ["the"]
    for (how, forms, other), j in p.begun(i, _DETERMINERS):
        for kind, k in kinds.kind_phrase(p, j, forms):
            if how == "the" and _stands_for_itself(p, kind):
                continue
            if how == "any" and kind.noun == "number":
                continue
            if the and (_by_participle(kind) or _of_attr(p, kind)):
                continue
            yield Pick(how, 1, kinds.other(kind) if other else kind), k
    for before, after, how, other in COUNTED:
        j = p.lit(i, before) if before else i
        if j >= 0:
            yield from _counted(p, j, after, how, other)
    for kind, j in kinds.kind_phrase(p, i, PL):
        yield from _bare(p, kind, j)
    j = p.lit(i, "other")
    if j >= 0:
        for kind, k in kinds.kind_phrase(p, j, PL):
            yield Pick("some", 1, kinds.other(kind)), k
    yield from counters(p, i)
    yield from parts(p, i)


def _stands_for_itself(p: Parse, kind: Kind) -> bool:
    """`the turn`, `the deck`: read by `definite`, so that there is one reading."""
    if kind.noun.endswith(" phase"):
        return True
    if p.is_attr(kind.noun):
        first = kind.where[0] if kind.where else None
        return first is None or (isinstance(first, In) and first.rel == "of")
    if kind.noun in p.lexicon.roles or kind.noun == "number":
        first = kind.where[0] if kind.where else None
        if isinstance(first, In) and first.rel == "of":
            return True
    return not kind.where and p.lexicon.sort(kind.noun) == "time"


def _by_participle(kind: Kind) -> bool:
    """`the chosen card`: read by `definite`."""
    first = kind.where[0] if kind.where else None
    return isinstance(first, Did) and first.window == "?pp"


def _of_attr(p: Parse, kind: Kind) -> bool:
    """`the targets of that card`: read by `definite`."""
    first = kind.where[0] if kind.where else None
    return p.is_attr(kind.noun) and isinstance(first, In) and first.rel == "of"


def _counted(p: Parse, i: int, after: str, how: str, other: bool) -> Found[Tree]:
    for n, j in p.num(i):
        j = p.lit(j, after) if after else j
        if j < 0:
            continue
        if isinstance(n, int) and n < 0:
            continue
        for kind, k in kinds.kind_phrase(p, j, SG if n == 1 else ANY if isinstance(n, Ref) else PL):
            if p.lexicon.sort(kind.noun) == "time" and how == "a":
                continue
            if how == "different":
                kind, picked = plus(kind, Is(HE, "different", "each other")), "a"
            else:
                picked = how
            yield Pick(picked, n, kinds.other(kind) if other else kind), k


def _bare(p: Parse, kind: Kind, j: int) -> Found[Tree]:
    """A bare plural, or `cards equal to the deal size, at most 3`."""
    yield Pick("some", 1, kind), j
    for (_, n), k in p.seq(j, "equal to", amounts.amount):
        yield from _capped(p, n, k, lambda most: Pick("a", most, kind))
    k = p.lit(j, "in any combination")
    if k >= 0:
        yield Pick("some", 1, kind), k


def _capped(p: Parse, n: Tree, k: int, build: object) -> Found[Tree]:
    yield build(n), k  # type: ignore[operator]
    for (_, most), m in p.seq(k, ", at most", amounts.simple_amount):
        most = most.n if isinstance(most, Qty) else most
        yield build(Calc("min", (n, most))), m  # type: ignore[operator]


def counters(p: Parse, i: int) -> Found[Tree]:
    """`3 beads`, `beads equal to X`, `1 point for each card in your hand`."""
    for (n, unit), j in p.seq(i, either(Parse.num, amounts.formula), amounts.unit_of_amount):
        if isinstance(n, int) and n < 0:
            continue
        yield from _multiplied(p, n, unit, j)
    for (_, unit), j in p.seq(i, ("a", "an"), amounts.unit_name):
        yield from _multiplied(p, 1, unit, j)
    for (unit, _, n), j in p.seq(i, amounts.unit_name, "equal to", amounts.amount):
        yield from _capped(p, n, j, lambda most, unit=unit: Qty(most, unit))
    for (_, unit), j in p.seq(i, "that many", amounts.unit_name):
        yield Qty(Ref("?many"), unit), j
    for (_, _, unit), j in p.seq(i, "twice", "that many", amounts.unit_name):
        yield Qty(Calc("*", (2, Ref("?many"))), unit), j
    for (how, n, unit), j in p.seq(
        i, ("up to", "at least", "more than"), Parse.num, amounts.unit_name
    ):
        yield Qty(Calc(how, (n,)), unit), j
    for (_, unit), j in p.seq(i, "any number of", amounts.unit_name):
        yield Qty(Ref("any"), unit), j
    for (_, unit), j in p.seq(i, "all", amounts.unit_name):
        yield Qty(Ref("all"), unit), j
    for reading, j in p.cat(i, "unit", PL):
        yield Qty(Ref("some"), reading.lemma), j
    for (_, random, kind), j in p.seq(i, "that many", maybe("random"), kinds.plural_kind):
        yield Pick("random" if random else "a", Ref("?many"), kind), j
    for (_, _, random, kind), j in p.seq(
        i, "twice", "that many", maybe("random"), kinds.plural_kind
    ):
        yield Pick("random" if random else "a", Calc("*", (2, Ref("?many"))), kind), j


def _multiplied(p: Parse, n: Tree, unit: str, j: int) -> Found[Tree]:
    yield Qty(n, unit), j
    for factor, k in for_each(p, j):
        yield from _capped(p, Calc("*", (n, factor)), k, lambda most: Qty(most, unit))


def for_each(p: Parse, i: int) -> Found[Tree]:
    """`for each card in your hand`, `for every 2 cards they hold`: how often."""
    for (_, kind), j in p.seq(i, "for each", kinds.singular_kind):
        yield Tally("count", _of_any(kind)), j
    for (_, kind), j in p.seq(i, "for each other", kinds.singular_kind):
        yield Tally("count", _of_any(kinds.other(kind))), j
    for (_, n, kind), j in p.seq(i, "for every", Parse.num, kinds.plural_kind):
        yield Calc("groups", (Tally("count", _of_any(kind)), n)), j
    for (_, name, _, kind), j in p.seq(i, "for each different", kinds.attr, "among", kinds.set_of):
        yield Tally("distinct", kind, name), j
    for (_, unit, owner), j in p.seq(i, "for each", amounts.unit_name, maybe(_unit_owner)):
        yield Of(owner, unit), j
    for (_, n, unit, owner), j in p.seq(
        i, "for every", Parse.num, amounts.unit_name, maybe(_unit_owner)
    ):
        yield Calc("groups", (Of(owner, unit), n)), j


def _of_any(kind: Kind) -> Kind:
    """`for each charm in each other player's paddock`: all of them, whosever they are."""

    def widen(tree: Tree) -> Tree:
        tree = rewrite(tree, widen)
        return replace(tree, how="any") if isinstance(tree, Pick) and tree.how == "each" else tree

    return Kind(kind.noun, tuple(widen(c) for c in kind.where), kind.var)


def _unit_owner(p: Parse, i: int) -> Found[Tree]:
    for (_, owner), j in p.seq(i, ("of", "in", "on"), nouns.np1):
        yield owner, j
    for (owner, _), j in p.seq(i, nouns.base, ("has", "have")):
        yield owner, j


def parts(p: Parse, i: int) -> Found[Tree]:
    """`1 of those cards`, `each of them`, `all of those players`, `the rest of those cards`."""
    for how, j in p.any_of(i, ("each of", "all of", "any of", "a random one of")):
        for thing, k in _mentioned_set(p, j):
            picked = {"each of": "each", "all of": "all", "any of": "any"}.get(how, "random")
            yield _part_of(picked, 1, thing, i, "among"), k
    for (n, _), j in p.seq(i, Parse.num, "of"):
        for thing, k in _mentioned_set(p, j):
            yield _part_of("a", n, thing, i, "among"), k
    for (_, n, _), j in p.seq(i, "up to", Parse.num, "of"):
        for thing, k in _mentioned_set(p, j):
            yield _part_of("upto", n, thing, i, "among"), k
    for (_,), j in p.seq(i, "any number of"):
        for thing, k in _mentioned_set(p, j):
            yield _part_of("anynum", 1, thing, i, "among"), k
    for _, j in p.any_of(i, ("the rest of", "the others of")):
        for thing, k in _mentioned_set(p, j):
            yield _part_of("all", 1, thing, i, "rest of"), k


def _mentioned_set(p: Parse, i: int) -> Found[Tree]:
    for term, j in nouns.base(p, i):
        if (isinstance(term, Ref) and term.name.startswith(("?they", "?those", "?pp"))) or (
            isinstance(term, Pick) and term.how == "all" and p.low[i] == "the"
        ):
            yield term, j


def _part_of(how: str, n: Tree, thing: Tree, i: int, rel: str) -> Pick:
    return Pick(how, n, Kind("thing", (In(Ref(f"~{i}"), thing, rel),), f"~{i}"))
