"""Kinds of things: a noun with its statuses before it and its conditions behind it."""

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
    Tree,
    walk,
)  # fmt: skip
from deckmastor.language.syntax import amounts, clauses, having, history, nouns, predicates
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

PLACES = ("place", "card", "row", "proposal", "")


WHERE = {"in": "in", "on": "on", "below": "below", "above": "above", "of": "of", "among": "in",
         "on the left of": "left of", "on the right of": "right of", "next to": "next to",
         }  # fmt: skip


_WHERE = by_first_word(WHERE.items())


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
        yield from nouns.np1(p, i)
    else:
        for reading, j in p.readings.at(i):
            yield reading.lemma, j
        if p.text(i) in p.params:
            yield Ref(p.text(i)), i + 1


def other(kind: Kind) -> Kind:
    return Kind(kind.noun, (*kind.where, Cmp(Ref(kind.var), "!=", Ref("?other"))), kind.var)


def singular_kind(p: Parse, i: int) -> Found[Kind]:
    """A kind in the singular with its conditions."""
    yield from kind_phrase(p, i, SG)


def plural_kind(p: Parse, i: int) -> Found[Kind]:
    """A kind in the plural with its conditions, perhaps `other`."""
    yield from kind_phrase(p, i, PL)
    j = p.lit(i, "other")
    if j >= 0:
        for kind, k in kind_phrase(p, j, PL):
            yield other(kind), k


def set_of(p: Parse, i: int) -> Found[Tree]:
    """The things of a sum or a comparison: `the cards in your hand`, `those cards`, `all cards`."""
    for term, j in nouns.np1(p, i):
        if isinstance(term, Pick) and term.how in ("all", "some", "each"):
            yield term.kind, j
        elif _is_set(p, term):
            yield term, j


def is_one(term: Tree) -> bool:
    """Whether a noun phrase means one thing: `this card`, `the top card of the pile`."""
    if isinstance(term, Pick):
        return term.n == 1 and term.how not in ("all", "some", "each")
    return isinstance(term, Ref) and not term.name.startswith(("?those", "?they", "?pp"))


def _is_set(p: Parse, term: Tree) -> bool:
    """Several things mentioned before, or a set-valued property such as `your works`."""
    if isinstance(term, Ref):
        return term.name.startswith(("?those", "?they", "?pp"))
    return isinstance(term, Of) and p.attr(term.name).many


@rule
def kind_phrase(p: Parse, i: int, forms: tuple[str, ...], posts: bool = True) -> Found[Kind]:
    """Statuses, a noun, and what follows it."""
    for before, j in modifiers(p, i):
        for noun, k in head(p, j, forms):
            if any(isinstance(c, Is) and not _suits(p, c, noun) for c in before):
                continue
            if "printed" in before and not _printable(p, noun, before):
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


def _printable(p: Parse, noun: str, before: tuple[Tree, ...]) -> bool:
    """Whether `printed` says something here: of statuses and kinds in words, once and in front."""
    told = [c for c in before[1:] if isinstance(c, Is)]
    return (
        before[0] == "printed"
        and "printed" not in before[1:]
        and noun not in p.params
        and all(isinstance(c.word, str) for c in told)
        and bool(told or noun != p.lexicon.root(noun))
    )


def _described(p: Parse, noun: str, before: tuple[Tree, ...], j: int) -> Kind:
    kind = Kind(noun, (), f"~{j}")
    if before and before[0] == "printed":
        root = p.lexicon.root(noun)
        kind = Kind(root, (), f"~{j}")
        facts = [Is(HE, c.word, "printed") for c in before[1:] if isinstance(c, Is)]
        if noun != kind.noun:
            facts.append(Is(HE, noun, "printed"))
        return plus(kind, *facts, *(c for c in before[1:] if not isinstance(c, Is)))
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
    """Sorts decide attachment: a player is in no zone, a time in no place, a value takes none."""
    attr = p.lexicon.attrs.get(kind.noun)
    if attr is not None and attr.owner is None and attr.sort != "place":
        return kind.noun in p.lexicon.kinds
    if isinstance(condition, In) and condition.rel in ("in", "on"):
        sort = p.lexicon.sort(kind.noun)
        if sort == "time":
            return False
        if sort == "player":
            return sort_of(p, condition.place) in ("time", "order", "game")
        if sort == "place" and kind.noun not in p.lexicon.kinds:
            return sort_of(p, condition.place) != "place"
    return p.lexicon.sort(kind.noun) != "place" or not _of_no_place(p, condition)


def _of_no_place(p: Parse, condition: Tree) -> bool:
    """Whether a condition says what only a card or a player can have or be: `with a speed of 3`."""
    for node in walk(condition):
        if isinstance(node, Cmp) and node.a == HE and sort_of(p, node.b) in ("card", "player"):
            return True
        named = node.name if isinstance(node, Of) and node.owner == HE else ""
        if isinstance(node, Is) and node.who == HE:
            named = node.family
        attr = p.lexicon.attrs.get(named)
        if attr is not None and p.lexicon.sort(attr.owner or "") in ("card", "player"):
            return True
    return False


def sort_of(p: Parse, term: Tree) -> str:
    """The sort of what a term names, or nothing if it may be any."""
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
            return sort_of(p, items[0])
    return ""


def is_place(p: Parse, term: Tree) -> bool:
    """Whether a term can be where something lies."""
    match term:
        case Of(_, name):
            return p.lexicon.sort(name) in (*PLACES, "", "order", "word") or name == "text"
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
    for (word, condition), j in p.seq(i, ("with", "without"), having.has):
        yield (condition if word == "with" else Logic("not", (condition,))), j
    for rel, start in p.begun(i, _WHERE):
        for place, j in (nouns.np1 if rel == "of" else nouns.np)(p, start):
            if rel in ("in", "on") and not is_place(p, place):
                continue
            if rel == "of" and not _ownable(place):
                continue
            if isinstance(place, Group) and any(
                sort_of(p, item) not in ("place", "row") for item in place.items
            ):
                continue
            value = having.of_word(p, place) if rel == "of" else None
            yield value or In(HE, place, rel), j
    for (_, condition), j in p.seq(i, ("that", "who"), predicates.predicate):
        yield from _and_that(p, condition, j)
    for (_, subject, tell), j in p.seq(i, maybe("that"), nouns.base, history.finite):
        yield tell(subject, HE), j
    for (_, verb), j in p.seq(i, "being", clauses.participle):
        yield Did(Do(verb, None, HE), "now"), j
    for (_, name), j in p.seq(i, "named", either(quoted, proper)):
        yield Cmp(Of(HE, "name"), "=", name), j
    for (_, name, condition), j in p.seq(i, "whose", attr_or_unit, predicates.predicate):
        yield clauses.told(condition, Of(HE, name)), j
    for (_, thing), j in p.seq(i, "other than", nouns.np):
        yield Cmp(HE, "!=", thing), j
    for (_, thing), j in p.seq(i, "after", nouns.np1):
        if sort_of(p, thing) == "player":
            yield In(HE, thing, "after"), j
    for adjective in p.lexicon.relations:
        for (_, thing), j in p.seq(i, f"{adjective} to", nouns.np1):
            yield In(HE, thing, adjective), j
    for verb, j in clauses.participle(p, i):
        for tell, k in history.passive_tail(p, j, verb, "ever"):
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
