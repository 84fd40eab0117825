"""Noun phrases: lists, possession, pronouns and definite phrases."""

from __future__ import annotations

from deckmastor.language.ir import (
    Cmp,
    Group,
    In,
    Kind,
    Of,
    Pick,
    Qty,
    Ref,
    Tree,
)  # fmt: skip
from deckmastor.language.syntax import amounts, determiners, kinds
from deckmastor.language.syntax.parse import (  # fmt: skip
    ANY,
    HE,
    PL,
    SG,
    Found,
    Parse,
    by_first_word,
    either,
    listed,
    plus,
    rule,
)

POSSESSIVES = {"your": Ref("you"), "their": Ref("?they"), "its": Ref("?it")}


PRONOUNS = {
    "you": "you", "they": "?they", "them": "?they", "it": "?it", "itself": "?itself",
    "themselves": "?themselves", "yourself": "you", "the player at turn": "at_turn",
    "this act": "act", "the result": "result", "the results": "result",
}  # fmt: skip


_PRONOUNS = by_first_word(PRONOUNS.items())


ORDINALS = {
    word: n
    for n, word in enumerate(
        ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
         "tenth"), 1)
}  # fmt: skip


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
    for (_, name), k in p.seq(j, "printed", kinds.attr):
        yield Of(owner, f"printed {name}"), k
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
    for (_, n, noun), k in p.seq(j, "next", Parse.num, _spans):
        yield Pick("next", n, plus(Kind(noun, (), f"~{j}"), In(HE, owner, "of"))), k
    for how, n, other, k in _owned_determiner(p, j):
        for kind, m in kinds.kind_phrase(p, k, ANY):
            many = bool(kind.where) and p.attr(kind.noun).many
            plain = p.is_attr(kind.noun) and not many and not how and not other
            if kind.noun in p.lexicon.roles and not kind.where and not how and not other:
                plain = plain or not _is_plural(p, k, m, kind)
            if p.lexicon.sort(kind.noun) != "time" and not plain:
                kind = plus(kind, In(HE, owner, "of"))
                count = how or ("all" if _is_plural(p, k, m, kind) else "the")
                yield Pick(count, n, kinds.other(kind) if other else kind), m


def _spans(p: Parse, i: int) -> Found[str]:
    """A noun for several stretches of time: `turns`."""
    for reading, j in p.cat(i, "kind", PL):
        if p.lexicon.sort(reading.lemma) == "time":
            yield reading.lemma, j


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


@rule
def base(p: Parse, i: int) -> Found[Tree]:
    """A noun phrase before any `'s`: a pronoun, name, reference or quantified kind."""
    yield from pronoun(p, i)
    yield from definite(p, i)
    yield from determiners.quantified(p, i)


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
            if not _spans_lack(p, owner, reading.lemma):
                yield Of(owner, reading.lemma), k
        if known.owner is None or p.lexicon.is_kind(known.owner, "game"):
            yield Of(None, reading.lemma), j
        elif reading.form == "sg" and not known.many:
            yield Ref(f"?the:{reading.lemma}"), j
    for reading, j in p.cat(the, "attr"):
        if reading.lemma in p.lexicon.numeric:
            one = reading.form == "sg"
            for number, k in p.num(j) if one else amounts.span(p, j):
                yield Of(number, reading.lemma), k
    for reading, j in p.cat(the, "kind", SG):
        if reading.lemma in p.lexicon.roles:
            for (_, owner), k in p.seq(j, "of", np1):
                if not _many(p, owner):
                    yield Of(owner, reading.lemma), k
    for (_, name, _, owner), j in p.seq(the, "printed", kinds.attr, "of", np1):
        yield Of(owner, f"printed {name}"), j
    for reading, j in p.cat(the, "phase"):
        for (_, owner), k in p.seq(j, "of", np1):
            yield Of(owner, f"{reading.lemma} phase"), k
        yield Of(None, f"{reading.lemma} phase"), j
    for (_, owner), j in p.seq(the, "number of", np1):
        if isinstance(owner, Of) and p.lexicon.sort(owner.name) == "counter":
            yield owner, j
    for noun, j in _bare_kind(p, the):
        for title, k in kinds.quoted(p, j):
            var = f"~{the}"
            called = "title" if p.lexicon.sort(noun) in ("rule", "proposal") else "name"
            kind = Kind(noun, (Cmp(Of(Ref(var), called), "=", title),), var)
            yield Pick("the", 1, kind), k
    for unit, j in amounts.unit_name(p, the):
        for (_, owner), k in p.seq(j, "of", np1):
            yield Of(owner, unit), k
    for member, j in kinds.member_phrase(p, the):
        yield member, j
    for reading, j in p.cat(the, "kind", SG):
        if p.lexicon.sort(reading.lemma) == "time":
            yield Ref("game" if reading.lemma == "game" else f"?the:{reading.lemma}"), j
    for word, nth in ORDINALS.items():
        for (_, noun), j in p.seq(the, word, either(_bare_kind, kinds.attr)):
            if p.lexicon.sort(noun) != "time":
                yield Ref(f"?nth:{nth}:{noun}"), j
            elif nth > 1:
                yield Pick("nth", nth, Kind(noun, (), f"~{the}")), j
    for reading, j in p.cat(the, "verb", ("pp",)):
        for cat in ("kind", "attr", "unit"):
            for thing, k in p.cat(j, cat):
                yield Ref(f"?pp:{reading.lemma}:{thing.lemma}:{thing.form}"), k


def _spans_lack(p: Parse, owner: Tree, name: str) -> bool:
    """Whether a stretch of time cannot have a property: `the end of the week` is a moment."""
    if isinstance(owner, Pick):
        noun = owner.kind.noun
    else:
        noun = owner.name.rpartition(":")[2] if isinstance(owner, Ref) else ""
    whose = p.attr(name).owner
    return p.lexicon.sort(noun) == "time" and whose == "effect"


def _many(p: Parse, term: Tree) -> bool:
    """Whether a term is several things or an amount, of which there is a number."""
    if isinstance(term, Of):
        return p.lexicon.sort(term.name) == "counter" or p.attr(term.name).many
    return isinstance(term, Pick) and term.how in ("all", "some", "anynum")


def _bare_kind(p: Parse, i: int) -> Found[str]:
    for reading, j in p.cat(i, "kind", SG):
        yield reading.lemma, j
