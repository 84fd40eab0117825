"""The clause: a verb with its object, its roles and its adverbs."""

from __future__ import annotations

from collections.abc import Callable

from deckmastor.language.ir import (
    Block,
    Calc,
    Cmp,
    Do,
    Each,
    Group,
    Kind,
    Logic,
    Of,
    Pick,
    Qty,
    Ref,
    Roles,
    Tree,
    rewrite,
    substitute,
    walk,
)  # fmt: skip
from deckmastor.language.syntax import adverbs, amounts, kinds, moments, nouns, predicates
from deckmastor.language.syntax.parse import HE, PL, SG, Found, Parse, listed, rule

PLACES = ("into", "onto", "on the top of", "on the bottom of")
GAINING = ("gain", "lose", "score", "pay")

DEFINITE = ("the", "only", "top", "next")


def told(condition: Tree, subject: Tree) -> Tree:
    """The condition said of a subject; a quantified subject is named once and then referred to."""
    pick = subject
    while isinstance(pick, Of):
        pick = pick.owner
    if not isinstance(pick, Pick) or _said_once(condition):
        return substitute(condition, "$", subject)  # type: ignore[no-any-return]
    named = _swap(subject, pick, Ref(pick.kind.var))
    return Each(pick, substitute(condition, "$", named))


def _said_once(condition: Tree) -> bool:
    """Whether `$` stands once, at the top of a plain positive condition."""
    if isinstance(condition, (Logic, Each)):
        return False
    inside = any(
        isinstance(node, Kind) and any(inner == HE for inner in walk(node.where))
        for node in walk(condition)
    )
    return not inside and sum(node == HE for node in walk(condition)) == 1


def _swap(tree: Tree, old: Tree, new: Tree) -> Tree:
    if tree is old:
        return new
    return rewrite(tree, lambda child: _swap(child, old, new))  # type: ignore[no-any-return]


def participle(p: Parse, i: int) -> Found[str]:
    """The past participle of a verb."""
    for reading, j in p.cat(i, "verb", ("pp",)):
        yield reading.lemma, j


@rule
def roles(p: Parse, i: int, verb: str, passive: bool = False, strict: bool = True) -> Found[Roles]:
    """The roles a verb takes, in any order, each once; where strict, one that it needs is there."""
    frame = p.lexicon.verbs[verb]
    names = frame.roles if not passive or "by" in frame.roles else (*frame.roles, "by")
    for found, j in any_roles(p, i, names):
        if not strict or not frame.needs or any(name in frame.needs for name, _ in found):
            yield found, j
        else:
            p.fail(j, f"{_or(frame.needs)}, which '{verb}' needs")


def _or(words: tuple[str, ...]) -> str:
    shown = [f"'{word}'" for word in words[:3]]
    return shown[0] if len(shown) == 1 else ", ".join(shown[:-1]) + " or " + shown[-1]


def any_roles(p: Parse, i: int, names: tuple[str, ...]) -> Found[Roles]:
    yield (), i
    for name in names:
        start = p.lit(i, name)
        if start < 0:
            continue
        for value, j in _role(p, start, name):
            left = tuple(other for other in names if other != name)
            for rest, k in any_roles(p, j, left):
                yield ((name, value), *rest), k


def _role(p: Parse, i: int, name: str) -> Found[Tree]:
    seen = []
    for term, j in nouns.np(p, i):
        if isinstance(term, Group) and not _places(p, name, term):
            continue
        seen.append((term, j))
        yield term, j
    if name in ("to", "by", "for"):
        for term, j in amounts.amount(p, i):
            if (term, j) not in seen:
                yield term, j
        for reading, j in p.cat(i, "status"):
            yield reading.lemma, j
        for (_, kind), j in p.seq(i, "no", kinds.singular_kind):
            yield Pick("no", 0, kind), j


def _places(p: Parse, name: str, group: Group) -> bool:
    """Whether a list can fill a role: `the rest of them` is some of what was mentioned."""
    if any(isinstance(item, Pick) and item.kind.noun == "thing" for item in group.items):
        return False
    sorts = {kinds.sort_of(p, item) for item in group.items}
    return name not in PLACES or sorts <= {"place", "row"} or len(sorts) == 1


def by(found: Roles) -> Tree:
    """Who did it, of a passive's roles."""
    return next((value for name, value in found if name == "by"), None)


def without_by(found: Roles) -> Roles:
    """A passive's roles without who did it."""
    return tuple(role for role in found if role[0] != "by")


@rule
def verb_phrase(p: Parse, i: int, form: str, strict: bool = True) -> Found[Tree]:
    """A verb with object, roles and adverbs; its doer is `$`."""
    for act, j in bare_act(p, i, form, strict):
        for found, k in adverbs.adverbs(p, j):
            if not (_of_counters(act) and any(name == "for each" for name, _ in found)):
                yield adverbs.with_adverbs(act, found), k
    k = p.lit(i, "secretly")
    if k >= 0:
        for act, j in bare_act(p, k, form):
            yield adverbs.add_roles(act, (("manner", "secretly"),)), j


def _of_counters(act: Tree) -> bool:
    """Whether an amount is done, which `for each` multiplies by itself."""
    return isinstance(act, Do) and isinstance(act.obj, Qty)


def plain_act(p: Parse, i: int) -> Found[Tree]:
    """A verb phrase in its base form, as after `can`."""
    yield from bare_act(p, i, "base")


def gerund(p: Parse, i: int) -> Found[Tree]:
    """A verb phrase in its `-ing` form."""
    yield from bare_act(p, i, "ing")


@rule
def bare_act(p: Parse, i: int, form: str, strict: bool = False) -> Found[Tree]:
    """A verb with object and roles, without adverbs; a role it takes is not left to a noun."""
    acts = list(_acts(p, i, form, strict))
    with_role = {j for act, j in acts if isinstance(act, Do) and _has_with(act)}
    for act, j in acts:
        if j not in with_role or not isinstance(act, Do) or _has_with(act):
            yield act, j


def _has_with(act: Do) -> bool:
    return any(name in ("with", "in") for name, _ in act.roles)


def _acts(p: Parse, i: int, form: str, strict: bool) -> Found[Tree]:
    for reading, j in p.cat(i, "verb", (form,)):
        verb = reading.lemma
        if verb == "become":
            yield from _become(p, j)
            continue
        if verb in ("increase", "decrease"):
            yield from _change(p, j, verb)
            continue
        for obj, k in objects(p, j, verb):
            if verb == "take" and isinstance(obj, Pick) and obj.kind.noun == "action":
                yield Do("act", HE), k
                continue
            for found, m in roles(p, k, verb, False, strict):
                yield Do(verb, HE, obj, found), m
            if verb == "amend":
                yield from _amended(p, obj, k)
    for (word, verbs), j in listed(p, i, verb_in(form), ("or",)):
        if word and all(p.lexicon.verbs[verb].obj in "Oo" for verb in verbs):
            for obj, k in objects(p, j, verbs[-1]):
                for found, m in roles(p, k, verbs[-1], False, strict):
                    if obj is not None:
                        yield Block("one", tuple(Do(verb, HE, obj, found) for verb in verbs)), m


def _amended(p: Parse, obj: Tree, k: int) -> Found[Tree]:
    """`amend the rule "Shop": replace "12" by "15"`."""
    for (_, old, _, new), m in p.seq(k, ": replace", kinds.quoted, "by", kinds.quoted):
        yield Do("amend", HE, obj, (("replace", old), ("by", new))), m


def verb_in(form: str) -> Callable[[Parse, int], Found[str]]:
    def verb(p: Parse, i: int) -> Found[str]:
        for reading, j in p.cat(i, "verb", (form,)):
            yield reading.lemma, j

    return verb


def objects(p: Parse, j: int, verb: str) -> Found[Tree]:
    """What the verb is done to, where its frame allows or asks for it."""
    frame = p.lexicon.verbs[verb]
    if frame.obj in "Oo":
        for term, k in nouns.np(p, j):
            if fits(p, term, frame.obj_sort) and not (verb in GAINING and _bare_number(p, term)):
                yield term, k
        if verb in ("roll", "choose"):
            for term, k in amounts.simple_amount(p, j):
                if isinstance(term, Calc):
                    yield term, k
        if verb == "choose":
            yield from _number_choice(p, j)
    if frame.obj in "o-":
        yield None, j


def _bare_number(p: Parse, term: Tree) -> bool:
    """A number without a counter, which nobody can gain."""
    return isinstance(term, Of) and p.lexicon.sort(term.name) == "number"


def _number_choice(p: Parse, j: int) -> Found[Tree]:
    for (_, parts), k in p.seq(j, "a number", _bounds):
        var = f"~{j}"
        where = tuple(Cmp(Ref(var), op, n) for op, n in parts)
        yield Pick("a", 1, Kind("number", where, var)), k
    for (_, a, _, b), k in p.seq(
        j, "a number from", amounts.simple_amount, "to", amounts.simple_amount
    ):
        var = f"~{j}"
        where = (Cmp(Ref(var), ">=", a), Cmp(Ref(var), "<=", b))
        yield Pick("a", 1, Kind("number", where, var)), k


def _bounds(p: Parse, i: int) -> Found[list[tuple[str, Tree]]]:
    for (_, parts), j in listed(p, i, amounts.comparison, ("and",)):
        yield parts, j


def fits(p: Parse, term: Tree, sort: str) -> bool:
    """Whether a term can be an object of this sort."""
    if not sort:
        return True
    if sort == "counter":
        return isinstance(term, (Qty, Of, Group)) or (
            isinstance(term, Ref) and term.name.startswith("?")
        )
    if sort == "time":
        return (
            moments.is_time(p, term)
            or isinstance(term, Of)
            or (isinstance(term, Group) and all(fits(p, item, sort) for item in term.items))
        )
    if sort == "card":
        return not isinstance(term, Qty) and not moments.is_time(p, term)
    if sort == "place":
        return not isinstance(term, Qty) and not moments.is_time(p, term)
    return True


def _become(p: Parse, j: int) -> Found[Tree]:
    """`becomes disabled`, `becomes a goat`, `becomes the starter`, `becomes 9`."""
    for word, family, k in kinds.member(p, j):
        if not p.noun_at(k):
            yield Do("become", HE, word, (("family", family),) if family else ()), k
    for word in ("a", "an"):
        start = p.lit(j, word)
        if start >= 0:
            for kind, k in kinds.kind_phrase(p, start, SG):
                yield _become_kind(p, kind), k
    for kind, k in kinds.kind_phrase(p, j, PL):
        yield _become_kind(p, kind), k
    for term, k in amounts.amount(p, j):
        if not isinstance(term, (Pick, Ref)):
            yield Do("set", None, HE, (("to", term),)), k
    for term, k in nouns.np1(p, j):
        if isinstance(term, Of) and p.lexicon.sort(term.name) in ("player", "card", "place"):
            yield Do("become", HE, term), k
        if isinstance(term, Ref) or (isinstance(term, Pick) and term.how in DEFINITE):
            yield Do("become", HE, term), k
    for text, k in kinds.quoted(p, j):
        yield Do("set", None, HE, (("to", text),)), k
    for (op, n), k in amounts.comparison(p, j):
        yield Do("set", None, HE, (("to", Calc(op, (n,))),)), k


def _become_kind(p: Parse, kind: Kind) -> Tree:
    family = predicates.family_of(p, kind.noun)
    named: Roles = (("family", family),) if family else ()
    return Do("become", HE, kind if kind.where else kind.noun, named)


def _change(p: Parse, j: int, verb: str) -> Found[Tree]:
    for (_, n), k in p.seq(j, "by", amounts.amount):
        yield Do("set", None, HE, (("by", n if verb == "increase" else Calc("neg", (n,))),)), k
    for (value, _, n), k in p.seq(j, nouns.np1, "by", amounts.amount):
        yield Do("set", HE, value, (("by", n if verb == "increase" else Calc("neg", (n,))),)), k
