"""What somebody has, told behind `has` and `with`."""

from __future__ import annotations

import dataclasses

from deckmastor.language.ir import (
    Calc,
    Cmp,
    Each,
    In,
    Is,
    Kind,
    Of,
    Pick,
    Ref,
    Tally,
    Tree,
    is_number_or_range,
    mentions,
    range_words,
    show,
)  # fmt: skip
from deckmastor.language.paraphrase import amounts, counts, kinds, nouns, predicates
from deckmastor.language.paraphrase.telling import Telling, Unsayable, handle, settled, swap

_MORE = {">": ("more", "than"), "<": ("fewer", "than"), "=": ("the same number of", "as")}


def has_told(t: Telling, c: Tree, who: Tree) -> bool:
    """Whether a condition is said of somebody by `has` or `with`."""
    if who is None:
        return False
    match c:
        case Each(Pick() as other, Cmp() as inner):
            return has_told(t, with_each(inner, other), who)
        case Cmp(Of(owner, attr), "=" | "contains" as op, Ref(name) as value) if (
            owner == who and not t.is_param(name)
        ):
            told = op == "=" or predicates.set_valued(t, attr)
            return told and any(m.term == value and m.noun == attr for m in t.seen.found)
        case Cmp(Of(owner, unit), op, b) if unit in t.lexicon.units and owner == who:
            return op in ("most", "fewest") or (op in counts.FEWER and not isinstance(b, str))
        case Cmp(Of(owner, attr), "most" | "fewest", None):
            return owner == who and attr in t.lexicon.attrs
        case Cmp(Of(owner, attr), "contains", b) if is_number_or_range(b):
            return owner == who and predicates.set_valued(t, attr)
        case Cmp(Of(owner, attr), "=" | "<" | ">" | "<=" | ">=" as op, b):
            lower = op in ("<", ">") and isinstance(b, Of) and b.name == attr
            numeric = attr in t.lexicon.numeric
            return owner == who and numeric and (lower or is_number_or_range(b))
        case Cmp(Of(owner, attr), "contains", Of(_, other)):
            return owner == who and attr == other and predicates.set_valued(t, attr)
        case Cmp(Calc("distance", (Of(owner, _), _)), "<=", int() | Of(None)):
            return owner == who
        case Cmp(Tally("count", Kind() as k), op, b):
            if counts.owner_of(k) != who:
                return False
            compared = op in _MORE and _theirs(k, b) is not None
            return compared or counts.is_count(t, op, b) or op in ("most", "fewest")
        case Cmp(Tally("distinct", Kind() as k), op, b):
            return counts.owner_of(k) == who and counts.is_count(t, op, b)
        case Cmp(Tally("sum", Kind("card", (In(),)) as k), op, int()):
            return counts.owner_of(k) == who and op in counts.FEWER
        case Is(subject, word, family):
            member = predicates.set_valued(t, family) or family in ("different", "the same")
            return subject == who and (word == "any" or member)
        case In(Ref() | Pick("all") as thing, place, "of"):
            return place == who and thing != who
        case In(Of(owner, _), _, rel):
            return owner == who and rel in t.lexicon.relations
    return False


def having(t: Telling, c: Tree, who: Tree) -> str:
    """What stands after `has`."""
    match c:
        case Each(Pick() as other, Cmp() as inner):
            return having(t, with_each(inner, other), who)
        case Cmp(Of(_, unit), op, b) if unit in t.lexicon.units:
            return _units(t, who, unit, op, b)
        case Cmp(Of(_, attr), "most" | "fewest" as op, None):
            return f"the {'highest' if op == 'most' else 'lowest'} {attr}"
        case Cmp(Of(_, attr), "contains", b) if is_number_or_range(b):
            return nouns.np(t, Of(b, attr))
        case Cmp(Of(_, attr), "<" | ">" as op, Of(other, same)) if attr == same:
            return f"a {'lower' if op == '<' else 'higher'} {attr} than {nouns.np(t, other)}"
        case Cmp(Of(_, attr), "=" | "<" | ">" | "<=" | ">=" as op, b) if is_number_or_range(b):
            told = range_words(b) if op == "=" else counts.comparison(t, op, b)
            return f"{nouns.article(attr)} of {told}"
        case Cmp(Of(_, attr), "contains", Of(other, _)):
            return f"each {attr} of {nouns.np(t, other)}"
        case Cmp(Of(_, attr), "=" | "contains", Ref() as value) if attr in t.lexicon.attrs:
            return nouns.np(t, value)
        case Cmp(Of(_, attr), "=", Of(other, same)) if attr == same:
            return f"the {attr} of {nouns.np(t, other)}"
        case Cmp(Calc("distance", (Of(_, attr), other)), _, n):
            return f"{nouns.article(attr)} within {amounts.amount(t, n)} of {nouns.np(t, other)}"
        case Cmp(Tally("count", Kind() as k), op, b):
            return _things(t, k, op, b)
        case Cmp(Tally("distinct", Kind() as k, attr), op, b):
            return _differing(t, k, attr, op, b)
        case Cmp(Tally("sum", _, attr), op, b):
            return f"a total {attr} of {counts.comparison(t, op, b)}"
        case Is(_, "any", attr):
            return nouns.article(attr)
        case Is(_, attr, "different" | "the same" as word):
            return f"{word} {t.plural(str(attr)) if word == 'different' else attr}"
        case Is(_, word, family):
            return f"the {kinds.member(t, word)} {family}"
        case In(Ref() | Pick() as thing, _, "of"):
            return nouns.np(t, thing)
        case In(Of(_, attr), thing, rel):
            return f"{nouns.article(attr)} {rel} to {nouns.np(t, thing)}"
    raise Unsayable(show(c))


def with_each(c: Cmp, other: Pick) -> Cmp:
    """A comparison with each of several, as it is told."""
    if mentions(c.b, other.label):
        return Cmp(c.a, c.op, swap(c.b, Ref(other.label), other, True))
    return Cmp(swap(c.a, Ref(other.label), other, True), c.op, c.b)


def _units(t: Telling, who: Tree, unit: str, op: str, b: Tree) -> str:
    """`at least 3 points`, `more votes for than votes against`, `at least the price in beads`."""
    many = t.plural(unit)
    if op in ("most", "fewest"):
        return f"the {op} {many}"
    if counts.is_count(t, op, b):
        return f"{counts.count(op, b)} {unit if b == 1 else many}"
    if op in (">", "<") and isinstance(b, Of):
        more = "more" if op == ">" else "fewer"
        if b.owner == who and b.name in t.lexicon.units:
            return f"{more} {many} than {t.plural(b.name)}"
        told = nouns.np(t, b.owner if b.name == unit and b.owner is not None else b)
        return f"{more} {many} than {told}"
    return f"{counts.LESS[op]} {amounts.amount(t, b)} in {many}"


def _things(t: Telling, k: Kind, op: str, b: Tree) -> str:
    """`the most cards in their hand`, `at least 3 cards`, `more cards than you`."""
    kinds.open_tally(t, k)
    if op in ("most", "fewest"):
        words = f"the {op} {kinds.kind(t, k, True, False, int(counts.owner_of(k) is not None))}"
        kinds.close_tally(t, k)
        return words
    if counts.is_count(t, op, b):
        words = counts.how_many(t, k, op, b, 1)
        kinds.close_tally(t, k, b == 1)
        return words
    theirs = _theirs(k, b)
    with t.at(style=dataclasses.replace(t.style, pronouns=True)):
        words = kinds.kind(t, k, True, False, 1)  # `their hand`: that of each of the two
    kinds.close_tally(t, k)
    more, than = _MORE[op]
    return f"{more} {words} {than} {nouns.np(t, theirs)}"


def _differing(t: Telling, k: Kind, attr: str, op: str, n: Tree) -> str:
    """`at least 5 cards in your hand with different names`."""
    kinds.open_tally(t, k)
    words = counts.how_many(t, k, op, n, 1)
    kinds.close_tally(t, k)
    return f"{words} with different {t.plural(attr)}"


def _theirs(k: Kind, b: Tree) -> Tree:
    """Whose the same count is, in a comparison of two."""
    if not (isinstance(b, Tally) and b.op == "count" and isinstance(b.what, Kind)):
        return b if isinstance(b, Of) else None
    other = counts.owner_of(b.what)
    mine = swap(k.where, Ref(k.var), Ref(b.what.var))
    owner = counts.owner_of(k)
    if other is None or owner is None:
        return None
    same = swap(mine, owner, handle(other)) == settled(b.what.where)
    return other if same and k.noun == b.what.noun else None


def listed_told(t: Telling, c: Tree, who: Tree) -> bool:
    """Whether a condition can be one of several after `has`."""
    match c:
        case Cmp(Of(owner, attr), "=", Of(_, other)) if owner == who and attr == other:
            return attr in t.lexicon.attrs
    return has_told(t, c, who)
