"""Conditions told behind the noun that they describe."""

from __future__ import annotations

from deckmastor.language.ir import (
    Cmp,
    Did,
    Do,
    Group,
    In,
    Is,
    Kind,
    Logic,
    Of,
    Ref,
    Tally,
    Tree,
    replace,
    show,
)  # fmt: skip
from deckmastor.language.paraphrase import (
    clauses,
    conditions,
    events,
    nouns,
    possessions,
    predicates,
)  # fmt: skip
from deckmastor.language.paraphrase.telling import Telling, Unsayable, handle


def post(t: Telling, c: Tree, own: Tree, many: bool) -> str:
    """A condition behind the noun that it describes."""
    match c:
        case In(who, place, rel) if who == own and (
            rel in predicates.PLACES or rel in t.lexicon.relations
        ):
            if rel.startswith("visible"):
                return f"that {predicates.predicate(t, c, own, many)}"
            with t.at(local=[[own], *t.local]):
                words = nouns.np(t, place)
            return f"{predicates.PLACES.get(rel) or rel + ' to'} {words}"
        case Cmp(a, "!=", thing) if a == own:
            with t.at(local=[[own], *t.local]):
                return f"other than {nouns.np(t, thing)}"
        case Cmp(Of(owner, "name"), "=", str() as name) if owner == own:
            return f'named "{name}"'
        case Cmp(Of(owner, attr), "=", Of(other, same)) if owner == own and attr == same:
            if not isinstance(other, Of) and other is not None:
                return f"with the same {attr} as {nouns.np(t, other)}"
            return _whose(t, c, own, attr)
        case In(thing, Of(owner, name), "in") if owner == own and thing != own:
            return f"whose {name} contains {nouns.np(t, thing)}"
        case Did(Do(_, None, Of(owner, name))) | Did(Do(_, Of(owner, name))) if owner == own:
            return _whose(t, c, own, name)
        case Logic("not", (inner,)) if possessions.has_told(t, inner, own):
            return f"without {possessions.having(t, inner, own)}"
        case Logic("not", (Cmp(Of(owner, name), _, _) | Is(Of(owner, name)),)) if owner == own:
            return _whose(t, c, own, name)
        case Cmp(Of(owner, name), op, _) if owner == own and op != "shares":
            if not possessions.has_told(t, c, own):
                return _whose(t, c, own, name)
        case Is(Of(owner, name)) if owner == own:
            return _whose(t, c, own, name)
        case Did(Do() as do):
            return _done(t, c, do, own, many)
        case Logic("and" | "or", parts) if parts and predicates.has_several(t, c, own):
            return f"with {predicates.having_several(t, c, own)}"
        case Logic("and" | "or" as op, parts) if not conditions.one_predicate(t, c, own):
            return f" {op} ".join(
                f"{_that(t, own)} {predicates.predicate(t, part, own, many)}" for part in parts
            )
        case Cmp(Tally("count", Kind()), _, _) if not possessions.has_told(t, c, own):
            by = predicates.by_how_many(t, c, own)
            if by and not by[1]:
                return by[0]
    if possessions.has_told(t, c, own):
        return f"with {possessions.having(t, c, own)}"
    return f"{_that(t, own)} {predicates.predicate(t, c, own, many)}"


def _that(t: Telling, own: Tree) -> str:
    return "who" if t.seen_sort(own) == "player" else "that"


def _whose(t: Telling, c: Tree, own: Tree, name: str) -> str:
    """`whose value is even`."""
    of = Of(own, name)
    units = name in t.lexicon.units or t.is_set(name)
    shown = t.plural(name) if units else name
    with t.at(depth=t.depth + 1):
        nouns.mention_possession(t, of)
    return f"whose {shown} {predicates.predicate(t, c, of, units)}"


def _done(t: Telling, did: Did, do: Do, own: Tree, many: bool) -> str:
    """`played this turn`, `you played onto a pile`, `being played`, `who played a card`."""
    if isinstance(do.agent, Ref) and do.agent.name.startswith("ranked"):
        with t.at(definite=True):
            return _was_done(t, did, replace(do, agent=None), own, many)
    if do.agent is None and do.obj == own:
        return _was_done(t, did, do, own, many)
    gap = next((name for name, value in do.roles if value == own), "")
    if do.agent == own or (not gap and do.obj != own) or isinstance(do.agent, Group):
        return f"{_that(t, own)} {predicates.predicate(t, did, own, many)}"
    if gap and do.roles[-1][0] != gap:
        raise Unsayable(show(did))
    return _doing(t, did, do, own, gap)


def _was_done(t: Telling, did: Did, do: Do, own: Tree, many: bool) -> str:
    """`being played`, `that was repealed`, `played this turn`."""
    if did.window == "now" and not do.roles:
        clauses.done(t, do)
        return f"being {clauses.form(do.verb, 'pp')}"
    if did.window == "ever" and not do.roles and not did.nth and not t.definite:
        return f"{_that(t, own)} {clauses.passive(t, do, 'were' if many else 'was')}"
    words = [clauses.passive(t, do, ""), *events.when(t, did)]
    return " ".join(word for word in words if word)


def _doing(t: Telling, did: Did, do: Do, own: Tree, gap: str) -> str:
    """`you played onto a pile this turn`, `you contributed to`: the noun is left out."""
    who, plural = clauses.subject(t, do)
    name, aux = events.tense(did, plural, False)
    words = clauses.form(do.verb, name)
    doer = [handle(do.agent)]
    with t.at(barred=doer, local=[doer, *t.local]):
        if gap and do.obj is not None:
            words += f" {nouns.np(t, do.obj)}"
        told = [clauses.role(t, n, v) for n, v in do.roles if v != own]
    clauses.done(t, do)
    parts = [who, aux, words, *told, gap, *events.when(t, did)]
    return " ".join(part for part in parts if part)
