"""Conditions: what somebody is, has, does, did or can do; every predicate is told of `$`."""

from __future__ import annotations

from deckmastor.language.ir import (
    Calc,
    Can,
    Cmp,
    Did,
    Do,
    Done,
    Each,
    Group,
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
from deckmastor.language.syntax import amounts, clauses, moments, nouns
from deckmastor.language.syntax.parse import HE, Found, Parse, either, listed, maybe, plus, rule

BE = ("is", "are", "was", "were")
MOST = {"the most": "most", "the fewest": "fewest", "the highest": "most", "the lowest": "fewest"}


@rule
def condition(p: Parse, i: int) -> Found[Tree]:
    """One condition, or several joined by `and` or by `or`, never both."""
    for (word, parts), j in listed(p, i, simple_condition, ("and", "or")):
        yield (Logic(word, tuple(parts)) if word else parts[0]), j


@rule
def simple_condition(p: Parse, i: int) -> Found[Tree]:
    """A subject and what is said of it."""
    yield from outcome(p, i)
    for (_, (op, n), kind), j in p.seq(i, ("there is", "there are"), amounts.quantity, _kind):
        yield Cmp(Tally("count", kind), op, n), j
    for (_, _, kind), j in p.seq(i, ("there is", "there is not"), ("a", "an"), _kind):
        there = p.low[i + 2] != "not"
        yield Cmp(Tally("count", kind), ">=" if there else "=", 1 if there else 0), j
    for (_, _, kind), j in p.seq(i, "there is", "another", _kind):
        yield Cmp(Tally("count", nouns._other(kind)), ">=", 1), j
    for ((op, n), kind, said), j in p.seq(i, amounts.quantity, _kind, predicate):
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


def _kind(p: Parse, i: int) -> Found[Kind]:
    j = p.lit(i, "other")
    if j >= 0:
        for kind, k in nouns.kind_phrase(p, j, nouns.ANY):
            yield nouns._other(kind), k
    yield from nouns.kind_phrase(p, i, nouns.ANY)


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


# ---- predicates -----------------------------------------------------------------------------


@rule
def predicate(p: Parse, i: int) -> Found[Tree]:
    """A finite predicate of `$`."""
    for (_, no, said), j in p.seq(i, BE, maybe("not"), being):
        yield (Logic("not", (said,)) if no else said), j
    for (_, said), j in p.seq(i, ("has", "have"), has):
        yield said, j
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
    for tell, j in clauses.finite(p, i, False):
        yield tell(HE, None), j
    for (word, said), j in p.seq(i, ("contains", "contain", "does not contain"), contents):
        yield (said if "not" not in word else Logic("not", (said,))), j
    for (_, _, attr, _, other), j in p.seq(
        i, ("shares", "share"), ("a", "an"), nouns.attr, "with", nouns.np1
    ):
        yield Cmp(Of(HE, attr), "shares", Of(other, attr)), j
    for (_, text), j in p.seq(i, ("contains", "contain"), nouns.quoted):
        yield Cmp(HE, "contains", text), j
    for (word, act), j in p.seq(i, ("can", "cannot"), clauses.plain_act):
        able = Can(act)
        yield (able if word == "can" else Logic("not", (able,))), j
    for (word, _, verb), j in p.seq(i, ("can", "cannot"), "be", clauses.participle):
        for roles, k in clauses.roles(p, j, verb, True):
            able = Can(Do(verb, clauses.by(roles), HE, clauses.without_by(roles)))
            yield (able if word == "can" else Logic("not", (able,))), k


@rule
def contents(p: Parse, i: int) -> Found[Tree]:
    """What stands after `contains`: things that lie in `$`."""
    for (word, parts), j in listed(p, i, _content, ("and", "or")):
        yield (Logic(word, tuple(parts)) if word else parts[0]), j


def _content(p: Parse, i: int) -> Found[Tree]:
    for ((op, n), kind), j in p.seq(i, amounts.quantity, _kind):
        yield Cmp(Tally("count", _inside(kind)), op, n), j
    for word in ("a", "an", "another"):
        start = p.lit(i, word)
        if start >= 0:
            for kind, j in nouns.kind_phrase(p, start, nouns.SG):
                kind = nouns._other(kind) if word == "another" else kind
                yield Cmp(Tally("count", _inside(kind)), ">=", 1), j
    for (word, kind, _, n), j in p.seq(
        i, ("more", "fewer"), nouns.plural_kind, "than", amounts.amount
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


def _passive(p: Parse, verb: str, j: int, window: str) -> Found[Tree]:
    for said, k in clauses.passive_tail(p, j, verb, window):
        yield said, k
    for (_, other), k in p.seq(j, "or", clauses.participle):
        for said, m in clauses.passive_tail(p, k, other, window):
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
    for word, family, j in nouns.member(p, i):
        if not p.noun_at(j):
            yield Is(HE, word, family), j
    for word in ("a", "an", ""):
        start = p.lit(i, word) if word else i
        forms = nouns.SG if word else nouns.PL
        if start >= 0:
            for kind, j in nouns.kind_phrase(p, start, forms):
                first = kind.where[0] if kind.where else None
                if p.is_attr(kind.noun) and isinstance(first, In) and first.rel == "of":
                    op = "member" if p.attr(kind.noun).many else "="
                    yield Cmp(HE, op, Of(first.place, kind.noun)), j
                else:
                    yield _of_kind(kind, _family(p, kind.noun)), j
    for (_, word), j in p.seq(i, ("a", "an"), nouns.member_phrase):
        assert isinstance(word, Of)
        yield Is(HE, word.owner, word.name), j
    for (op, n), j in amounts.comparison(p, i):
        yield Cmp(HE, op, n), j
    for (_, n, _, other), j in p.seq(i, "within", Parse.num, "of", amounts.amount):
        yield Cmp(Calc("distance", (HE, other)), "<=", n), j
    for phrase, rel in nouns.WHERE.items():
        for (_, place), j in p.seq(i, phrase, nouns.np):
            if (rel not in ("in", "on") or nouns.is_place(p, place)) and rel != "of":
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
    for reading, j in p.cat(i, "kind", nouns.SG):
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


def _family(p: Parse, noun: str) -> str:
    status = p.lexicon.statuses.get(noun)
    return status.family if status else ""


# ---- having ---------------------------------------------------------------------------------


@rule
def has(p: Parse, i: int) -> Found[Tree]:
    """What stands after `has` and `with`, one or several joined by `and`."""
    for (word, parts), j in listed(p, i, _simple_has, ("and", "or")):
        yield (Logic(word, tuple(parts)) if word else parts[0]), j


@rule
def _simple_has(p: Parse, i: int) -> Found[Tree]:
    for ((op, n), unit), j in p.seq(i, amounts.quantity, amounts.unit_name):
        yield Cmp(Of(HE, unit), op, n), j
    for (_, unit), j in p.seq(i, ("a", "an"), amounts.unit_name):
        yield Cmp(Of(HE, unit), ">=", 1), j
    for ((op, n), _, unit), j in p.seq(i, amounts.comparison, "in", amounts.unit_name):
        yield Cmp(Of(HE, unit), op, n), j
    for ((op, n), kind), j in p.seq(i, amounts.quantity, _kind):
        if not _is_property(p, kind):
            yield Cmp(_counted(kind), op, n), j
    for word in ("a", "an", "another"):
        start = p.lit(i, word)
        if start >= 0:
            for kind, j in nouns.kind_phrase(p, start, nouns.SG):
                if not _is_property(p, kind) and not _shared(p, kind):
                    kind = nouns._other(kind) if word == "another" else kind
                    yield Cmp(Tally("count", owned(kind)), ">=", 1), j
    for term, j in nouns.definite(p, i):
        if isinstance(term, Of) and (
            isinstance(term.owner, (str, Calc)) or _is_param(p, term.owner)
        ):
            yield Is(HE, term.owner, term.name), j
        if isinstance(term, Ref) and term.name.startswith("?pp"):
            yield In(term, HE, "of"), j
    for (_, member), j in p.seq(i, ("a", "an"), nouns.member_phrase):
        assert isinstance(member, Of)
        yield Is(HE, member.owner, member.name), j
    for term, j in nouns.pronoun(p, i):
        if isinstance(term, Ref):
            noun = term.name.partition(":")[2]
            if noun in p.lexicon.attrs and p.lexicon.sort(noun) != "place":
                op = "contains" if p.attr(noun).many else "="
                yield Cmp(Of(HE, noun), op, term), j
            else:
                yield In(term, HE, "of"), j
    for (_, kind), j in p.seq(i, "all", nouns.plural_kind):
        if kind.noun not in p.lexicon.attrs:
            yield In(Pick("all", 1, kind), HE, "of"), j
    yield from _properties(p, i)
    yield from _comparative(p, i)
    yield from _extreme(p, i)


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
    for (_, attr), j in p.seq(i, "no", nouns.attr):
        if _is_property(p, Kind(attr)):
            yield Logic("not", (Is(HE, "any", attr),)), j
    for (_, attr, _, other), j in p.seq(i, ("each", "all"), nouns.attr, "of", nouns.np1):
        if p.attr(attr).many:
            yield Cmp(Of(HE, attr), "contains", Of(other, attr)), j
    for (_, attr, _, n, _, other), j in p.seq(
        i, ("a", "an"), nouns.attr, "within", Parse.num, "of", amounts.amount
    ):
        yield Cmp(Calc("distance", (Of(HE, attr), other)), "<=", n), j
    for (_, attr, _, n, _, other), j in p.seq(
        i, ("a", "an"), nouns.attr, "within", Parse.num, "of", nouns.np1
    ):
        if not amounts.is_amount(p, other):
            yield Cmp(Calc("distance", (Of(HE, attr), other)), "<=", n), j
    for (_, attr), j in p.seq(i, ("a", "an"), nouns.attr):
        if not p.attr(attr).many:
            yield Is(HE, "any", attr), j
        for ((op, n),), k in p.seq(j, _of_amount):
            yield Cmp(Of(HE, attr), op, n), k
        for (_, other), k in p.seq(j, "of", nouns.np1):
            if p.attr(attr).many:
                yield Cmp(Of(HE, attr), "shares", Of(other, attr)), k
        for adjective in p.lexicon.relations:
            if p.attr(attr).many:
                break
            for (_, thing), k in p.seq(j, f"{adjective} to", nouns.np1):
                yield In(Of(HE, attr), thing, adjective), k
    for (_, status, attr), j in p.seq(i, ("a", "an"), _status, nouns.attr):
        if p.lexicon.statuses[status].family != attr and _is_property(p, Kind(attr)):
            yield Is(Of(HE, attr), status), j
    for (_, attr), j in p.seq(i, "the same", nouns.attr):
        for (_, other), k in p.seq(j, "as", nouns.np1):
            op = "shares" if p.attr(attr).many else "="
            yield Cmp(Of(HE, attr), op, Of(other, attr)), k
    for (_, kind, _, other), j in p.seq(i, "the same number of", _kind, "as", nouns.np1):
        mine = Tally("count", owned(kind))
        yield compared(mine, "=", other), j
    for (_, attr, _, other), j in p.seq(i, "the", nouns.attr, "of", nouns.np1):
        yield Cmp(Of(HE, attr), "=", Of(other, attr)), j
    for ((op, n), _, attr), j in p.seq(i, amounts.quantity, "different", nouns.attr):
        yield Cmp(Tally("distinct", HE, attr), op, n), j
    for (_, attr), j in p.seq(i, "different", nouns.attr):
        yield Is(HE, attr, "different"), j
    for (_, attr), j in p.seq(i, "the same", nouns.attr):
        yield Is(HE, attr, "the same"), j
    for (_, attr, _, (op, n)), j in p.seq(i, "a total", nouns.attr, "of", _number_of):
        card = Kind("card", (In(Ref(f"~{i}"), HE, "of"),), f"~{i}")
        yield Cmp(Tally("sum", card, attr), op, n), j


def _of_amount(p: Parse, i: int) -> Found[tuple[str, Tree]]:
    for (_, value), j in p.seq(i, "of", _number_of):
        yield value, j


def _number_of(p: Parse, i: int) -> Found[tuple[str, Tree]]:
    yield from amounts.comparison(p, i)
    for n, j in p.num(i):
        yield ("=", n), j
    for text, j in nouns.quoted(p, i):
        yield ("=", text), j


def _status(p: Parse, i: int) -> Found[str]:
    for reading, j in p.cat(i, "status"):
        yield reading.lemma, j


def _comparative(p: Parse, i: int) -> Found[Tree]:
    """`more cards in their hand than each other player`, `more votes for than votes against`."""
    for (word, kind, _, other), j in p.seq(
        i, ("more", "fewer"), nouns.plural_kind, "than", nouns.np1
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
        i, ("a higher", "a lower"), nouns.attr, "than", nouns.np1
    ):
        op = ">" if word == "a higher" else "<"
        yield compared(Of(HE, attr), op, other), j


def _extreme(p: Parse, i: int) -> Found[Tree]:
    for (word, what), j in p.seq(i, tuple(MOST), measure):
        yield Cmp(what, MOST[word], None), j


def measure(p: Parse, i: int) -> Found[Tree]:
    """What is compared over things: a count of kinds, a counter, a property."""
    for kind, j in nouns.plural_kind(p, i):
        if not _is_property(p, kind):
            yield Tally("count", owned(kind)), j
    for unit, j in amounts.unit_name(p, i):
        yield Of(HE, unit), j
    for reading, j in p.cat(i, "attr", nouns.SG):
        yield Of(HE, reading.lemma), j
    for (_, kind), j in p.seq(i, "number of", nouns.plural_kind):
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
    return Each(other, said) if isinstance(other, Pick) else said


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


def any_group(term: Tree) -> bool:
    """Whether a term is a list joined by `or`."""
    return isinstance(term, Group) and term.op == "or"
