"""Conditions told behind the noun that they describe."""

from __future__ import annotations

from typing import Any

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
)
from deckmastor.language.paraphrase import (
    clauses,
    conditions,
    events,
    nouns,
    possessions,
    predicates,
)
from deckmastor.language.paraphrase.telling import Telling, Unsayable, handle

_PLACES = {"from": "from", "in": "in", "on": "on", "below": "below", "above": "above", "of": "of",
           "left of": "on the left of", "right of": "on the right of", "next to": "next to",
           "visible to": "visible to", "visible only to": "visible only to"}  # fmt: skip


def post(t: Telling, c: Tree, own: Tree, many: bool) -> str:
    """A condition behind the noun that it describes."""
    match c:
        case In(who, place, rel) if who == own and (rel in _PLACES or rel in t.lexicon.relations):
            if rel.startswith("visible"):
                return f"that {predicates.predicate(t, c, own, many)}"
            with t.at(local=[[own], *t.local]):
                words = nouns.np(t, place)
            return f"{_PLACES.get(rel) or rel + ' to'} {words}"
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
            return f"without {_without(t, inner, own)}"
        case Logic("not", (Cmp(Of(owner, name), _, _) | Is(Of(owner, name)),)) if owner == own:
            return _whose(t, c, own, name)
        case Cmp(Of(owner, name), op, _) if owner == own and op != "shares":
            return (
                f"with {possessions.having(t, c, own)}"
                if possessions.has_told(t, c, own)
                else _whose(t, c, own, name)
            )
        case Is(Of(owner, name)) if owner == own:
            return _whose(t, c, own, name)
        case Did(Do() as do):
            return _done(t, c, do, own, many)
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


def _without(t: Telling, c: Tree, own: Tree) -> str:
    return possessions.having(t, c, own)


def _that(t: Telling, own: Tree) -> str:
    found = next((m for m in t.seen.found if m.term == own), None)
    return "who" if found is not None and found.sort == "player" else "that"


def _whose(t: Telling, c: Tree, own: Tree, name: str) -> str:
    of = Of(own, name)
    units = name in t.lexicon.units or t.is_set(name)
    shown = t.plural(name) if units else name
    with t.at(depth=t.depth + 1):
        nouns.mention_possession(t, of)
    return f"whose {shown} {predicates.predicate(t, c, of, units)}"


def _done(t: Telling, did: Did, do: Do, own: Tree, many: bool) -> str:
    """`played this turn`, `you played onto a goal`, `being played`, `who played a card`."""
    ends: Any = None
    if isinstance(do.agent, Ref) and do.agent.name.startswith("ranked"):
        return _done(
            t, replace(did, do=replace(do, agent=None)), replace(do, agent=None), own, many
        )
    if do.agent == own:
        return f"{_that(t, own)} {predicates.predicate(t, did, own, many)}"
    if do.agent is None and do.obj == own:
        if did.window == "now" and not do.roles:
            clauses.done(t, do)
            return f"being {clauses.form(do.verb, 'pp')}"
        if did.window == "ever" and not do.roles and not did.nth and not t.definite:
            return f"{_that(t, own)} {clauses.passive(t, do, 'were' if many else 'was')}"
        words = clauses.passive(t, do, "")
        ends = [word for word in events.when(t, did) if word]
        return " ".join([words, *ends])
    gap = next((name for name, value in do.roles if value == own), "")
    if (not gap and do.obj != own) or isinstance(do.agent, Group):
        return f"{_that(t, own)} {predicates.predicate(t, did, own, many)}"
    if gap and do.roles[-1][0] != gap:
        raise Unsayable(show(did))
    who, plural = clauses.subject(t, do)
    name, aux = events.tense(did, plural, False)
    words = clauses.form(do.verb, name)
    doer = [handle(do.agent)]
    with t.at(barred=doer, local=[doer, *t.local]):
        if gap and do.obj is not None:
            words += f" {nouns.np(t, do.obj)}"
        told = [clauses.role(t, n, v) for n, v in do.roles if v != own]
    clauses.done(t, do)
    ends = [word for word in events.when(t, did) if word]
    parts = [who, aux, words, *told, gap, *ends]
    return " ".join(part for part in parts if part)
