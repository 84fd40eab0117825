"""What somebody has and what a place contains, as conditions on `$`."""

from __future__ import annotations

from deckmastor.language.ir import (
    Calc,
    Cmp,
    Did,
    Do,
    Each,
    Group,
    In,
    Is,
    Kind,
    Logic,
    Of,
    Pick,
    Qty,
    Ref,
    Tally,
    Tree,
    is_number_or_range,
    substitute,
)  # fmt: skip
from deckmastor.language.syntax import amounts, kinds, nouns, predicates
from deckmastor.language.syntax.parse import (
    HE,
    SG,
    Found,
    Parse,
    either,
    joined,
    rule,
)

MOST = {"the most": "most", "the fewest": "fewest", "the highest": "most", "the lowest": "fewest"}


@rule
def contents(p: Parse, i: int) -> Found[Tree]:
    """What stands after `contains`: things that lie in `$`."""
    yield from joined(p, i, _content)


def _content(p: Parse, i: int) -> Found[Tree]:
    for ((op, n), kind), j in p.seq(i, amounts.quantity, predicates.any_kind):
        yield Cmp(Tally("count", _inside(kind)), op, n), j
    for word in ("a", "an", "another"):
        start = p.lit(i, word)
        if start >= 0:
            for kind, j in kinds.kind_phrase(p, start, SG):
                kind = kinds.other(kind) if word == "another" else kind
                yield Cmp(Tally("count", _inside(kind)), ">=", 1), j
    for (word, kind, _, n), j in p.seq(
        i, ("more", "fewer"), kinds.plural_kind, "than", amounts.amount
    ):
        yield Cmp(Tally("count", _inside(kind)), ">" if word == "more" else "<", n), j
    for term, j in nouns.pronoun(p, i):
        if isinstance(term, Ref):
            yield In(term, HE, "in"), j
    for term, j in nouns.definite(p, i):
        if isinstance(term, Ref):
            yield In(term, HE, "in"), j


def _inside(kind: Kind) -> Kind:
    return Kind(kind.noun, (In(Ref(kind.var), HE, "in"), *kind.where), kind.var)


@rule
def has(p: Parse, i: int) -> Found[Tree]:
    """What stands after `has` and `with`, one or several joined."""
    yield from joined(p, i, _simple_has)


@rule
def _simple_has(p: Parse, i: int) -> Found[Tree]:
    for ((op, n), unit), j in p.seq(i, amounts.quantity, amounts.unit_name):
        yield Cmp(Of(HE, unit), op, n), j
    for (_, unit), j in p.seq(i, ("a", "an"), amounts.unit_name):
        yield Cmp(Of(HE, unit), ">=", 1), j
    for ((op, n), _, unit), j in p.seq(i, amounts.comparison, "in", amounts.unit_name):
        yield Cmp(Of(HE, unit), op, n), j
    for ((op, n), kind), j in p.seq(i, amounts.quantity, predicates.any_kind):
        if not _is_property(p, kind):
            yield Cmp(_counted(kind), op, n), j
    for word in ("a", "an", "another"):
        start = p.lit(i, word)
        if start >= 0:
            for kind, j in kinds.kind_phrase(p, start, SG):
                if not _is_property(p, kind) and not _shared(p, kind):
                    kind = kinds.other(kind) if word == "another" else kind
                    yield Cmp(Tally("count", owned(kind)), ">=", 1), j
    for term, j in nouns.definite(p, i):
        if isinstance(term, Of) and is_number_or_range(term.owner):
            yield Cmp(Of(HE, term.name), "contains", term.owner), j
        elif isinstance(term, Of) and (
            isinstance(term.owner, (str, Calc)) or _is_param(p, term.owner)
        ):
            yield Is(HE, term.owner, term.name), j
        if isinstance(term, Ref) and term.name.startswith("?pp"):
            yield of_value(p, term) or In(term, HE, "of"), j
    for (_, member), j in p.seq(i, ("a", "an"), kinds.member_phrase):
        assert isinstance(member, Of)
        yield Is(HE, member.owner, member.name), j
    for term, j in nouns.pronoun(p, i):
        if isinstance(term, Ref):
            yield of_value(p, term) or In(term, HE, "of"), j
    for (_, kind), j in p.seq(i, "all", kinds.plural_kind):
        if kind.noun not in p.lexicon.attrs:
            yield In(Pick("all", 1, kind), HE, "of"), j
    yield from _properties(p, i)
    yield from _comparative(p, i)
    yield from _extreme(p, i)


def of_value(p: Parse, term: Tree) -> Tree:
    """`that colour` or `the chosen name` as a comparison of this property; None for a thing."""
    noun = _told(term)
    if noun not in p.lexicon.attrs or p.lexicon.sort(noun) == "place":
        return None
    return Cmp(Of(HE, noun), "contains" if p.attr(noun).many else "=", term)


def of_word(p: Parse, term: Tree) -> Tree:
    """`of_value` for a property whose values are words; those of others can own things."""
    return of_value(p, term) if p.lexicon.sort(_told(term)) == "word" else None


def _told(term: Tree) -> str:
    """The noun of `that colour` or `the chosen colour`; empty for another term."""
    parts = term.name.split(":") if isinstance(term, Ref) else []
    at = {"?that": 1, "?pp": 2}.get(parts[0] if parts else "", 0)
    return parts[at] if at else ""


def _shared(p: Parse, kind: Kind) -> bool:
    """`a colour of that card`: read as sharing one."""
    first = kind.where[0] if kind.where else None
    return p.attr(kind.noun).many and isinstance(first, In) and first.rel == "of"


def _is_param(p: Parse, term: Tree) -> bool:
    return isinstance(term, Ref) and term.name in p.params


def _counted(kind: Kind) -> Tally:
    """How many of a kind somebody has; `with different names` counts the names."""
    for n, c in enumerate(kind.where):
        if isinstance(c, Is) and c.family == "different" and isinstance(c.word, str):
            rest = Kind(kind.noun, kind.where[:n] + kind.where[n + 1 :], kind.var)
            return Tally("distinct", owned(rest), c.word)
    return Tally("count", owned(kind))


def _is_property(p: Parse, kind: Kind) -> bool:
    attr = p.lexicon.attrs.get(kind.noun)
    return attr is not None and attr.sort != "place" and not attr.many


def _properties(p: Parse, i: int) -> Found[Tree]:
    for (_, attr), j in p.seq(i, "no", kinds.attr):
        if _is_property(p, Kind(attr)):
            yield Logic("not", (Is(HE, "any", attr),)), j
    for (_, attr, _, other), j in p.seq(i, ("each", "all"), kinds.attr, "of", nouns.np1):
        if p.attr(attr).many:
            yield Cmp(Of(HE, attr), "contains", Of(other, attr)), j
    for (_, attr, _, n, _, other), j in p.seq(
        i, ("a", "an"), kinds.attr, "within", amounts.distance, "of", amounts.amount
    ):
        yield Cmp(Calc("distance", (Of(HE, attr), other)), "<=", n), j
    for (_, attr, _, n, _, other), j in p.seq(
        i, ("a", "an"), kinds.attr, "within", amounts.distance, "of", nouns.np1
    ):
        if not amounts.is_amount(p, other):
            yield Cmp(Calc("distance", (Of(HE, attr), other)), "<=", n), j
    for (_, attr), j in p.seq(i, ("a", "an"), kinds.attr):
        if not p.attr(attr).many:
            yield Is(HE, "any", attr), j
        for ((op, n),), k in p.seq(j, _of_amount):
            yield Cmp(Of(HE, attr), op, n), k
        for (_, n), k in p.seq(j, "of", amounts.span):
            if attr in p.lexicon.numeric and isinstance(n, Calc) and n.op == "to":
                yield Cmp(Of(HE, attr), "=", n), k
        for (_, other), k in p.seq(j, "of", nouns.np1):
            if p.attr(attr).many:
                yield Cmp(Of(HE, attr), "shares", Of(other, attr)), k
        for adjective in p.lexicon.relations:
            if p.attr(attr).many:
                break
            for (_, thing), k in p.seq(j, f"{adjective} to", nouns.np1):
                yield In(Of(HE, attr), thing, adjective), k
    for (_, status, attr), j in p.seq(i, ("a", "an"), _status, kinds.attr):
        if p.lexicon.statuses[status].family != attr and _is_property(p, Kind(attr)):
            yield Is(Of(HE, attr), status), j
    for attrs, j in _alike(p, i):
        for (_, other), k in p.seq(j, "as", nouns.np1):
            same = tuple(
                Cmp(Of(HE, attr), "shares" if p.attr(attr).many else "=", Of(other, attr))
                for attr in attrs
            )
            yield same[0] if len(same) == 1 else Logic("and", same), k
    for (_, kind, _, other), j in p.seq(
        i, "the same number of", predicates.any_kind, "as", nouns.np1
    ):
        mine = Tally("count", owned(kind))
        yield compared(mine, "=", other), j
    for (_, attr, _, other), j in p.seq(i, "the", kinds.attr, "of", nouns.np1):
        yield Cmp(Of(HE, attr), "=", Of(other, attr)), j
    for ((op, n), _, attr), j in p.seq(i, amounts.quantity, "different", kinds.attr):
        yield Cmp(Tally("distinct", HE, attr), op, n), j
    for (_, attr), j in p.seq(i, "different", either(kinds.attr, _role)):
        yield Is(HE, attr, "different"), j
    for (_, attr), j in p.seq(i, "the same", kinds.attr):
        yield Is(HE, attr, "the same"), j
    for (_, attr, _, (op, n)), j in p.seq(i, "a total", kinds.attr, "of", _number_of):
        card = Kind("card", (In(Ref(f"~{i}"), HE, "of"),), f"~{i}")
        yield Cmp(Tally("sum", card, attr), op, n), j


def _alike(p: Parse, i: int) -> Found[tuple[str, ...]]:
    """`the same height`, `the same height and the same sort`: what follows `as` is of all."""
    for (_, attr), j in p.seq(i, "the same", kinds.attr):
        yield (attr,), j
        for (_, more), k in p.seq(j, ("and", ",", ", and"), _alike):
            yield (attr, *more), k


def _role(p: Parse, i: int) -> Found[str]:
    """A property that has the name of a kind."""
    for reading, j in p.cat(i, "kind"):
        if reading.lemma in p.lexicon.roles:
            yield reading.lemma, j


def _of_amount(p: Parse, i: int) -> Found[tuple[str, Tree]]:
    for (_, value), j in p.seq(i, "of", _number_of):
        yield value, j


def _number_of(p: Parse, i: int) -> Found[tuple[str, Tree]]:
    yield from amounts.comparison(p, i)
    for n, j in p.num(i):
        yield ("=", n), j
    for text, j in kinds.quoted(p, i):
        yield ("=", text), j


def _status(p: Parse, i: int) -> Found[str]:
    for reading, j in p.cat(i, "status"):
        yield reading.lemma, j


def _comparative(p: Parse, i: int) -> Found[Tree]:
    """`more cards in their hand than each other player`, `more votes for than votes against`."""
    for (word, kind, _, other), j in p.seq(
        i, ("more", "fewer"), kinds.plural_kind, "than", nouns.np1
    ):
        mine = Tally("count", owned(kind))
        op = ">" if word == "more" else "<"
        if isinstance(other, Of):
            yield Cmp(mine, op, other), j
        elif isinstance(other, Pick) and other.how == "some":
            yield Cmp(mine, op, Tally("count", owned(other.kind))), j
        else:
            yield compared(mine, op, other), j
    for (word, unit, _, other), j in p.seq(
        i, ("more", "fewer"), amounts.unit_name, "than", nouns.np1
    ):
        op = ">" if word == "more" else "<"
        if isinstance(other, Qty) and other.n == Ref("some"):
            yield Cmp(Of(HE, unit), op, Of(HE, other.unit)), j
        elif isinstance(other, Of):
            yield Cmp(Of(HE, unit), op, other), j
        elif not isinstance(other, Qty):
            yield compared(Of(HE, unit), op, other), j
    for (word, attr, _, other), j in p.seq(
        i, ("a higher", "a lower"), kinds.attr, "than", nouns.np1
    ):
        op = ">" if word == "a higher" else "<"
        yield compared(Of(HE, attr), op, other), j


def _extreme(p: Parse, i: int) -> Found[Tree]:
    for (word, what), j in p.seq(i, tuple(MOST), measure):
        yield Cmp(what, MOST[word], None), j


def measure(p: Parse, i: int) -> Found[Tree]:
    """What is compared over things: a count of kinds, a counter, a property."""
    for kind, j in kinds.plural_kind(p, i):
        if not _is_property(p, kind):
            yield Tally("count", owned(kind)), j
    for unit, j in amounts.unit_name(p, i):
        yield Of(HE, unit), j
    for reading, j in p.cat(i, "attr", SG):
        yield Of(HE, reading.lemma), j
    for (_, kind), j in p.seq(i, "number of", kinds.plural_kind):
        yield Tally("count", owned(kind)), j


def owned(kind: Kind, owner: Tree = HE) -> Kind:
    """The kind, tied to its owner: `cards played` are those the owner played."""
    for n, c in enumerate(kind.where):
        if isinstance(c, Did) and isinstance(c.do, Do) and c.window != "?pp":
            if c.do.agent is None:
                done = Did(Do(c.do.verb, owner, c.do.obj, c.do.roles), c.window, c.nth)
                return Kind(kind.noun, (*kind.where[:n], done, *kind.where[n + 1 :]), kind.var)
            return kind
    tied = In(Ref(kind.var), owner, "of")
    return Kind(kind.noun, (tied, *kind.where), kind.var)


def compared(mine: Tally | Of, op: str, other: Tree) -> Tree:
    """An amount compared with the same of somebody else, or of each of several."""
    who: Tree = Ref(other.kind.var) if isinstance(other, Pick) else other
    theirs = Of(who, mine.name) if isinstance(mine, Of) else elsewhere(mine, who)
    said = Cmp(mine, op, theirs)
    return Each(Group("?than", (other,)), said) if isinstance(other, Pick) else said


def elsewhere(mine: Tally, other: Tree) -> Tally:
    """The same count for somebody else: whatever was said of `$` is said of `other`."""
    kind = mine.what
    assert isinstance(kind, Kind)
    where: list[Tree] = []
    for c in kind.where:
        for old in ("$", "you", "?they", "?it"):
            c = substitute(c, old, other)
        where.append(substitute(c, kind.var, Ref(f"{kind.var}e")))
    return Tally("count", Kind(kind.noun, tuple(where), f"{kind.var}e"))
