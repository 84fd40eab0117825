"""Noun phrases: determiners, kinds with their conditions, possession, pronouns."""

from __future__ import annotations

from deckmastor.language.ir import (
    Calc,
    Cmp,
    Did,
    Do,
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
)  # fmt: skip
from deckmastor.language.syntax import amounts, clauses, predicates
from deckmastor.language.syntax.parse import (
    HE,
    Found,
    Parse,
    by_first_word,
    either,
    listed,
    maybe,
    plus,
    rule,
)  # fmt: skip

SG, PL, ANY = ("sg",), ("pl",), ("sg", "pl")
POSSESSIVES = {"your": Ref("you"), "their": Ref("?they"), "its": Ref("?it")}
PRONOUNS = {
    "you": "you", "they": "?they", "them": "?they", "it": "?it", "itself": "?itself",
    "themselves": "?themselves", "yourself": "you", "the player at turn": "at_turn",
    "this act": "act", "the result": "result", "the results": "result",
}  # fmt: skip
_PRONOUNS = by_first_word(PRONOUNS.items())
PLACES = ("place", "card", "row", "proposal", "")
ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}
WHERE = {"in": "in", "on": "on", "below": "below", "above": "above", "of": "of", "among": "in",
         "on the left of": "left of", "on the right of": "right of", "next to": "next to",
         }  # fmt: skip

_WHERE = by_first_word(WHERE.items())


@rule
def np(p: Parse, i: int) -> Found[Tree]:
    """A noun phrase, perhaps a list: `A, B and C`."""
    results = [
        (Group(word, tuple(items)) if word else items[0], j, len(items))
        for (word, items), j in listed(p, i, np1, ("and", "or"))
    ]
    fewest: dict[int, int] = {}
    for _, j, size in results:
        fewest[j] = min(size, fewest.get(j, size))
    for term, j, size in results:
        if size == fewest[j]:
            yield term, j


@rule
def np1(p: Parse, i: int) -> Found[Tree]:
    """A noun phrase that is no list: a base and what it possesses, `that player's hand`."""
    for word, owner in POSSESSIVES.items():
        j = p.lit(i, word)
        if j >= 0:
            for term, k in possessed(p, owner, j):
                yield from _chain(p, term, k)
    for term, j in base(p, i):
        if _ends_in_noun(p, i, j, term):
            yield from _chain(p, term, j)
        else:
            yield term, j
            yield from _measured(p, term, j)


def _measured(p: Parse, term: Tree, j: int) -> Found[Tree]:
    """`its cost in beads`: an amount of a counter."""
    if isinstance(term, Of) and amounts.is_amount(p, term):
        for (_, unit), k in p.seq(j, "in", amounts.unit_name):
            yield Qty(term, unit), k


def _ends_in_noun(p: Parse, i: int, j: int, term: Tree) -> bool:
    """Whether `'s` can follow: not after `a card in the deck`, nor after `the value of a card`."""
    if isinstance(term, Of):
        return term.owner is None
    if isinstance(term, Pick):
        return any(
            reading.lemma == term.kind.noun and end == j
            for at in range(i, j)
            for reading, end in p.readings.at(at)
        )
    return True


def _chain(p: Parse, term: Tree, j: int) -> Found[Tree]:
    yield term, j
    yield from _measured(p, term, j)
    if p.text(j) in ("'s", "'"):
        for owned, k in possessed(p, term, j + 1):
            yield from _chain(p, owned, k)


def possessed(p: Parse, owner: Tree, j: int) -> Found[Tree]:
    """What follows a possessive: a zone, property, counter, span or kind of thing."""
    for reading, k in p.cat(j, "attr"):
        yield Of(owner, reading.lemma), k
    for unit, k in amounts.unit_name(p, j):
        yield Of(owner, unit), k
    for reading, k in p.cat(j, "phase"):
        yield Of(owner, f"{reading.lemma} phase"), k
    for reading, k in p.cat(j, "kind", SG):
        if reading.lemma in p.lexicon.roles:
            yield Of(owner, reading.lemma), k
    for which in ("", "next ", "previous ", "first ", "last "):
        k = p.lit(j, which.strip()) if which else j
        if k >= 0:
            for reading, m in p.cat(k, "kind", SG):
                if p.lexicon.sort(reading.lemma) == "time":
                    yield Of(owner, which + reading.lemma), m
    for how, n, other, k in _owned_determiner(p, j):
        for kind, m in kind_phrase(p, k, ANY):
            many = bool(kind.where) and p.attr(kind.noun).many
            plain = p.is_attr(kind.noun) and not many and not how and not other
            if kind.noun in p.lexicon.roles and not kind.where and not how and not other:
                plain = plain or not _is_plural(p, k, m, kind)
            if p.lexicon.sort(kind.noun) != "time" and not plain:
                kind = plus(kind, In(HE, owner, "of"))
                count = how or ("all" if _is_plural(p, k, m, kind) else "the")
                yield Pick(count, n, _other(kind) if other else kind), m


def _owned_determiner(p: Parse, j: int) -> list[tuple[str, Tree, bool, int]]:
    found: list[tuple[str, Tree, bool, int]] = [("", 1, False, j)]
    k = p.lit(j, "other")
    if k >= 0:
        found.append(("", 1, True, k))
    for how in ("top", "bottom"):
        k = p.lit(j, how)
        if k >= 0:
            found.append((how, 1, False, k))
            found += [(how, n, False, m) for n, m in p.num(k)]
    return found


def _is_plural(p: Parse, start: int, end: int, kind: Kind) -> bool:
    return any(
        reading.lemma == kind.noun and reading.form == "pl"
        for at in range(start, end)
        for reading, _ in p.readings.at(at)
    )


# ---- bases ----------------------------------------------------------------------------------


@rule
def base(p: Parse, i: int) -> Found[Tree]:
    """A noun phrase before any `'s`: a pronoun, name, reference or quantified kind."""
    yield from pronoun(p, i)
    yield from definite(p, i)
    yield from quantified(p, i)


@rule
def pronoun(p: Parse, i: int) -> Found[Tree]:
    """Words that name something by themselves or by what was said before."""
    for name, j in p.begun(i, _PRONOUNS):
        yield Ref(name), j
    k = p.lit(i, "the")
    for reading, j in p.cat(k if k >= 0 else i, "name"):
        yield Ref(reading.lemma), j
        for noun, m in p.cat(j, "kind", SG):
            if noun.lemma == p.lexicon.names[reading.lemma]:
                yield Ref(reading.lemma), m
    text = p.text(i)
    if text.startswith('"'):
        yield text.strip('"'), i + 1
    if text.startswith("#"):
        yield Ref(text), i + 1
    if p.params.get(text) not in (None, "number", "kind"):
        yield Ref(text), i + 1
    for word, what in (("this", "this"), ("that", "?that"), ("those", "?those")):
        j = p.lit(i, word)
        if j >= 0:
            yield from _pointed(p, what, j)


def _pointed(p: Parse, what: str, j: int) -> Found[Tree]:
    forms = PL if what == "?those" else SG
    for reading, k in p.cat(j, "kind", forms):
        if what == "this":
            if p.lexicon.sort(reading.lemma) == "time" and not p.lexicon.is_kind(
                reading.lemma, "game"
            ):
                continue
            yield Ref("this" if reading.lemma == "card" else f"this {reading.lemma}"), k
        else:
            yield Ref(f"{what}:{reading.lemma}"), k
    if what != "this":
        for reading, k in p.cat(j, "attr", forms):
            yield Ref(f"{what}:{reading.lemma}"), k
        for reading, k in p.cat(j, "unit", forms):
            yield Ref(f"{what}:{reading.lemma}"), k
    if p.params.get(p.text(j)) == "kind":
        yield Ref(f"{what}:{p.text(j)}"), j + 1


@rule
def definite(p: Parse, i: int) -> Found[Tree]:
    """`the …`: a zone or value of the game, a property of something, something mentioned."""
    the = p.lit(i, "the")
    if the < 0:
        return
    for reading, j in p.cat(the, "attr"):
        known = p.attr(reading.lemma)
        for (_, owner), k in p.seq(j, "of", np1):
            yield Of(owner, reading.lemma), k
        if known.owner is None or p.lexicon.is_kind(known.owner, "game"):
            yield Of(None, reading.lemma), j
        elif reading.form == "sg" and not known.many:
            yield Ref(f"?the:{reading.lemma}"), j
    for reading, j in p.cat(the, "kind", SG):
        if reading.lemma in p.lexicon.roles:
            for (_, owner), k in p.seq(j, "of", np1):
                if not _many(p, owner):
                    yield Of(owner, reading.lemma), k
    for (_, name, _, owner), j in p.seq(the, "printed", attr, "of", np1):
        yield Of(owner, f"printed {name}"), j
    for reading, j in p.cat(the, "phase"):
        for (_, owner), k in p.seq(j, "of", np1):
            yield Of(owner, f"{reading.lemma} phase"), k
        yield Of(None, f"{reading.lemma} phase"), j
    for (_, owner), j in p.seq(the, "number of", np1):
        if isinstance(owner, Of) and p.lexicon.sort(owner.name) == "counter":
            yield owner, j
    for noun, j in _bare_kind(p, the):
        for title, k in quoted(p, j):
            var = f"~{the}"
            called = "title" if p.lexicon.sort(noun) in ("rule", "proposal") else "name"
            kind = Kind(noun, (Cmp(Of(Ref(var), called), "=", title),), var)
            yield Pick("the", 1, kind), k
    for unit, j in amounts.unit_name(p, the):
        for (_, owner), k in p.seq(j, "of", np1):
            yield Of(owner, unit), k
    for member, j in member_phrase(p, the):
        yield member, j
    for reading, j in p.cat(the, "kind", SG):
        if p.lexicon.sort(reading.lemma) == "time":
            yield Ref("game" if reading.lemma == "game" else f"?the:{reading.lemma}"), j
    for word, nth in ORDINALS.items():
        for (_, noun), j in p.seq(the, word, either(_bare_kind, attr)):
            if p.lexicon.sort(noun) != "time":
                yield Ref(f"?nth:{nth}:{noun}"), j
    for reading, j in p.cat(the, "verb", ("pp",)):
        for cat in ("kind", "attr", "unit"):
            for thing, k in p.cat(j, cat):
                yield Ref(f"?pp:{reading.lemma}:{thing.lemma}"), k


def _many(p: Parse, term: Tree) -> bool:
    """Whether a term is several things or an amount, of which there is a number."""
    if isinstance(term, Of):
        return p.lexicon.sort(term.name) == "counter" or p.attr(term.name).many
    return isinstance(term, Pick) and term.how in ("all", "some", "anynum")


def _bare_kind(p: Parse, i: int) -> Found[str]:
    for reading, j in p.cat(i, "kind", SG):
        yield reading.lemma, j


def attr(p: Parse, i: int) -> Found[str]:
    """A zone, property or value, in either number."""
    for reading, j in p.cat(i, "attr"):
        yield reading.lemma, j


def member_phrase(p: Parse, i: int) -> Found[Tree]:
    """`yellow colour`, `Toll 2 modifier`: a member of a set and the set's own noun."""
    if p.text(i) in p.params:
        for reading, k in (*p.cat(i + 1, "attr"), *p.cat(i + 1, "kind")):
            if p.params[p.text(i)] == reading.lemma:
                yield Of(Ref(p.text(i)), reading.lemma), k
    for word, family, j in member(p, i):
        for reading, k in (*p.cat(j, "attr"), *p.cat(j, "kind")):
            if reading.lemma == family or p.lexicon.is_kind(reading.lemma, family):
                yield Of(word, family), k


def member(p: Parse, i: int) -> list[tuple[Tree, str, int]]:
    """A status with the parameters it takes: the word, its family, where it ends."""
    found: list[tuple[Tree, str, int]] = []
    for reading, j in p.cat(i, "status"):
        status = p.lexicon.statuses[reading.lemma]
        found.append((reading.lemma, status.family, j))
        args: list[Tree] = []
        for sort in status.params:
            options = sorted(_argument(p, j, sort), key=lambda option: -option[1])
            if options:
                args, j = [*args, options[0][0]], options[0][1]
        if status.params and len(args) == len(status.params):
            found.append((Calc("with", (reading.lemma, *args)), status.family, j))
    return found


def _argument(p: Parse, i: int, sort: str) -> Found[Tree]:
    if sort == "number":
        yield from p.num(i)
    elif sort == "kind":
        for kind, j in kind_phrase(p, i, ANY, False):
            yield kind, j
    elif sort in p.lexicon.kinds and sort != "modifier":
        yield from np1(p, i)
    else:
        for reading, j in p.readings.at(i):
            yield reading.lemma, j
        if p.text(i) in p.params:
            yield Ref(p.text(i)), i + 1


# ---- quantified -----------------------------------------------------------------------------

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
    ("the", "the", SG, False), ("the only", "the", SG, False), ("the other", "the", SG, True),
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
        for kind, k in kind_phrase(p, j, forms):
            if how == "the" and _stands_for_itself(p, kind):
                continue
            if how == "any" and kind.noun == "number":
                continue
            if the and (_by_participle(kind) or _of_attr(p, kind)):
                continue
            yield Pick(how, 1, _other(kind) if other else kind), k
    for before, after, how, other in COUNTED:
        j = p.lit(i, before) if before else i
        if j >= 0:
            yield from _counted(p, j, after, how, other)
    for kind, j in kind_phrase(p, i, PL):
        yield from _bare(p, kind, j)
    j = p.lit(i, "other")
    if j >= 0:
        for kind, k in kind_phrase(p, j, PL):
            yield Pick("some", 1, _other(kind)), k
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
        for kind, k in kind_phrase(p, j, SG if n == 1 else ANY if isinstance(n, Ref) else PL):
            if p.lexicon.sort(kind.noun) == "time" and how == "a":
                continue
            if how == "different":
                kind, picked = plus(kind, Is(HE, "different", "each other")), "a"
            else:
                picked = how
            yield Pick(picked, n, _other(kind) if other else kind), k


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
        yield from _multiplied(p, n, unit, j)
    for (_, unit), j in p.seq(i, ("a", "an"), amounts.unit_name):
        yield from _multiplied(p, 1, unit, j)
    for (unit, _, n), j in p.seq(i, amounts.unit_name, "equal to", amounts.amount):
        yield from _capped(p, n, j, lambda most, unit=unit: Qty(most, unit))
    for (_, unit), j in p.seq(i, "that many", amounts.unit_name):
        yield Qty(Ref("?many"), unit), j
    for (_, _, unit), j in p.seq(i, "twice", "that many", amounts.unit_name):
        yield Qty(Calc("*", (2, Ref("?many"))), unit), j
    for (how, n, unit), j in p.seq(i, ("up to", "at least"), Parse.num, amounts.unit_name):
        yield Qty(Calc(how, (n,)), unit), j
    for (_, unit), j in p.seq(i, "any number of", amounts.unit_name):
        yield Qty(Ref("any"), unit), j
    for (_, unit), j in p.seq(i, "all", amounts.unit_name):
        yield Qty(Ref("all"), unit), j
    for reading, j in p.cat(i, "unit", PL):
        yield Qty(Ref("some"), reading.lemma), j
    for (n, _, kind), j in p.seq(i, "that many", maybe("random"), plural_kind):
        yield Pick("random" if n else "a", Ref("?many"), kind), j


def _multiplied(p: Parse, n: Tree, unit: str, j: int) -> Found[Tree]:
    yield Qty(n, unit), j
    for factor, k in for_each(p, j):
        yield from _capped(p, Calc("*", (n, factor)), k, lambda most: Qty(most, unit))


def for_each(p: Parse, i: int) -> Found[Tree]:
    """`for each card in your hand`, `for every 2 cards they hold`: how often."""
    for (_, kind), j in p.seq(i, "for each", singular_kind):
        yield Tally("count", kind), j
    for (_, kind), j in p.seq(i, "for each other", singular_kind):
        yield Tally("count", _other(kind)), j
    for (_, n, kind), j in p.seq(i, "for every", Parse.num, plural_kind):
        yield Calc("groups", (Tally("count", kind), n)), j
    for (_, name, _, kind), j in p.seq(i, "for each different", attr, "among", set_of):
        yield Tally("distinct", kind, name), j
    for (_, unit, owner), j in p.seq(i, "for each", amounts.unit_name, maybe(_unit_owner)):
        yield Of(owner, unit), j
    for (_, n, unit, owner), j in p.seq(
        i, "for every", Parse.num, amounts.unit_name, maybe(_unit_owner)
    ):
        yield Calc("groups", (Of(owner, unit), n)), j


def _unit_owner(p: Parse, i: int) -> Found[Tree]:
    for (_, owner), j in p.seq(i, ("of", "in", "on"), np1):
        yield owner, j
    for (owner, _), j in p.seq(i, base, ("has", "have")):
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
    for term, j in base(p, i):
        if (isinstance(term, Ref) and term.name.startswith(("?they", "?those", "?pp"))) or (
            isinstance(term, Pick) and term.how == "all" and p.low[i] == "the"
        ):
            yield term, j


def _part_of(how: str, n: Tree, thing: Tree, i: int, rel: str) -> Pick:
    return Pick(how, n, Kind("thing", (In(Ref(f"~{i}"), thing, rel),), f"~{i}"))


def _other(kind: Kind) -> Kind:
    return Kind(kind.noun, (*kind.where, Cmp(Ref(kind.var), "!=", Ref("?other"))), kind.var)


# ---- kinds ----------------------------------------------------------------------------------


def singular_kind(p: Parse, i: int) -> Found[Kind]:
    """A kind in the singular with its conditions."""
    yield from kind_phrase(p, i, SG)


def plural_kind(p: Parse, i: int) -> Found[Kind]:
    """A kind in the plural with its conditions, perhaps `other`."""
    yield from kind_phrase(p, i, PL)
    j = p.lit(i, "other")
    if j >= 0:
        for kind, k in kind_phrase(p, j, PL):
            yield _other(kind), k


def set_of(p: Parse, i: int) -> Found[Tree]:
    """The things of a sum or a comparison: `the cards in your hand`, `those cards`, `all cards`."""
    for term, j in np1(p, i):
        if isinstance(term, Pick) and term.how in ("all", "some", "each"):
            yield term.kind, j
        elif isinstance(term, Ref) and term.name.startswith(("?those", "?they", "?pp")):
            yield term, j


@rule
def kind_phrase(p: Parse, i: int, forms: tuple[str, ...], posts: bool = True) -> Found[Kind]:
    """Statuses, a noun, and what follows it."""
    for before, j in modifiers(p, i):
        for noun, k in head(p, j, forms):
            if any(isinstance(c, Is) and not _suits(p, c, noun) for c in before):
                continue
            kind = _described(p, noun, before, j)
            if posts:
                yield from _followed(p, kind, k, 0)
            else:
                yield kind, k


def _suits(p: Parse, c: Is, noun: str) -> bool:
    """Whether a status or kind can stand before a noun: a pony card, not a player card."""
    if c.family == noun or c.word == noun:
        return False
    status = p.lexicon.statuses.get(c.word) if isinstance(c.word, str) else None
    of = status.of if status else c.word if isinstance(c.word, str) else ""
    mine, its = p.lexicon.sort(of), p.lexicon.sort(noun)
    return not (mine and its and mine != its and of in p.lexicon.kinds)


def _described(p: Parse, noun: str, before: tuple[Tree, ...], j: int) -> Kind:
    kind = Kind(noun, (), f"~{j}")
    if before and before[0] == "printed":
        root = p.lexicon.root(noun)
        kind = Kind(root, (), f"~{j}")
        facts = [Is(HE, c.word, "printed") for c in before[1:] if isinstance(c, Is)]
        if noun != kind.noun:
            facts.append(Is(HE, noun, "printed"))
        return plus(kind, *facts)
    return plus(kind, *before)


def head(p: Parse, i: int, forms: tuple[str, ...]) -> Found[str]:
    """The noun of a kind phrase: a kind, a zone, or a parameter that stands for a kind."""
    for reading, j in p.cat(i, "kind", forms):
        yield reading.lemma, j
    for reading, j in p.cat(i, "attr", forms):
        yield reading.lemma, j
    for reading, j in p.cat(i, "phase", forms):
        yield f"{reading.lemma} phase", j
    if p.params.get(p.text(i)) == "kind":
        yield p.text(i), i + 1


@rule
def modifiers(p: Parse, i: int) -> Found[tuple[Tree, ...]]:
    """Statuses, kinds and participles in front of a noun, as conditions on it."""
    yield (), i
    for word, family, j in member(p, i):
        for rest, k in modifiers(p, j):
            yield (Is(HE, word, family), *rest), k
    if p.params.get(p.text(i)) in p.lexicon.attrs:
        for rest, k in modifiers(p, i + 1):
            yield (Is(HE, Ref(p.text(i)), p.params[p.text(i)]), *rest), k
    for reading, j in p.cat(i, "kind", SG):
        if p.lexicon.sort(reading.lemma) != "time" and reading.lemma not in p.lexicon.statuses:
            for rest, k in modifiers(p, j):
                yield (Is(HE, reading.lemma), *rest), k
    for reading, j in p.cat(i, "verb", ("pp",)):
        for rest, k in modifiers(p, j):
            yield (Did(Do(reading.lemma, None, HE), "?pp"), *rest), k
    j = p.lit(i, "printed")
    if j >= 0:
        for rest, k in modifiers(p, j):
            yield ("printed", *rest), k


def _followed(p: Parse, kind: Kind, j: int, before: int) -> Found[Kind]:
    """The noun with what follows it; what could belong to a nearer noun belongs to that one."""
    yield kind, j
    if j >= len(p.tokens):
        return
    nearer = {end for _, end in after_noun(p, before)} if before else set()
    for condition, k in after_noun(p, j):
        if k not in nearer and _fits(p, kind, condition):
            yield from _followed(p, plus(kind, condition), k, j)


def _fits(p: Parse, kind: Kind, condition: Tree) -> bool:
    """Sorts decide attachment: a player is in no zone, a time in no place."""
    if isinstance(condition, In) and condition.rel in ("in", "on"):
        sort = p.lexicon.sort(kind.noun)
        if sort == "time":
            return False
        if sort == "player":
            return _sort_of(p, condition.place) in ("time", "order", "game")
    return True


def _sort_of(p: Parse, term: Tree) -> str:
    match term:
        case Of(_, name):
            return p.lexicon.sort(name)
        case Pick(_, _, kind):
            return p.lexicon.sort(kind.noun)
        case Ref(name):
            if name == "game":
                return "game"
            return p.lexicon.sort(name.rpartition(":")[2].removeprefix("this "))
        case Group(_, items):
            return _sort_of(p, items[0])
    return ""


def is_place(p: Parse, term: Tree) -> bool:
    """Whether a term can be where something lies."""
    match term:
        case Of(_, name):
            return p.lexicon.sort(name) in ("place", "", "order", "word") or name in ("text",)
        case Group(_, items):
            return all(is_place(p, item) for item in items)
        case Pick(how, _, kind):
            return how != "some" and p.lexicon.sort(kind.noun) in PLACES
        case Ref(name):
            if name in ("?it", "?they", "this", "game"):
                return True
            if name.startswith("#"):
                return False
            noun = name.rpartition(":")[2].removeprefix("this ")
            return p.lexicon.sort(noun) in PLACES or noun in p.params
    return False


@rule
def after_noun(p: Parse, i: int) -> Found[Tree]:
    """What may follow a noun, as a condition on `$`."""
    for (word, condition), j in p.seq(i, ("with", "without"), predicates.has):
        yield (condition if word == "with" else Logic("not", (condition,))), j
    for rel, start in p.begun(i, _WHERE):
        for place, j in (np1 if rel == "of" else np)(p, start):
            if rel in ("in", "on") and not is_place(p, place):
                continue
            if rel == "of" and not _ownable(place):
                continue
            if isinstance(place, Group) and any(
                _sort_of(p, item) not in ("place", "row") for item in place.items
            ):
                continue
            yield In(HE, place, rel), j
    for (_, condition), j in p.seq(i, ("that", "who"), predicates.predicate):
        yield from _and_that(p, condition, j)
    for (_, subject, tell), j in p.seq(i, maybe("that"), base, clauses.finite):
        yield tell(subject, HE), j
    for (_, verb), j in p.seq(i, "being", clauses.participle):
        yield Did(Do(verb, None, HE), "now"), j
    for (_, name), j in p.seq(i, "named", either(quoted, proper)):
        yield Cmp(Of(HE, "name"), "=", name), j
    for (_, name, condition), j in p.seq(i, "whose", attr_or_unit, predicates.predicate):
        yield clauses.told(condition, Of(HE, name)), j
    for (_, thing), j in p.seq(i, "other than", np):
        yield Cmp(HE, "!=", thing), j
    for (_, thing), j in p.seq(i, "after", np1):
        if _sort_of(p, thing) == "player":
            yield In(HE, thing, "after"), j
    for adjective in p.lexicon.relations:
        for (_, thing), j in p.seq(i, f"{adjective} to", np1):
            yield In(HE, thing, adjective), j
    for verb, j in clauses.participle(p, i):
        for tell, k in clauses.passive_tail(p, j, verb, "ever"):
            yield tell, k


def _and_that(p: Parse, condition: Tree, j: int) -> Found[Tree]:
    yield condition, j
    for (word, _, more), k in p.seq(j, ("and", "or"), ("that", "who"), predicates.predicate):
        yield Logic(word, (condition, more)), k


def _ownable(place: Tree) -> bool:
    return not isinstance(place, (str, Qty)) and not (
        isinstance(place, Pick) and place.how == "some"
    )


def attr_or_unit(p: Parse, i: int) -> Found[str]:
    """Something that is *of* something: a property or a counter."""
    yield from attr(p, i)
    yield from amounts.unit_name(p, i)


def quoted(p: Parse, i: int) -> Found[str]:
    """A text in quotes."""
    if p.text(i).startswith('"'):
        yield p.text(i).strip('"'), i + 1


def proper(p: Parse, i: int) -> Found[str]:
    """A proper name."""
    for reading, j in p.cat(i, "name"):
        yield reading.lemma, j
