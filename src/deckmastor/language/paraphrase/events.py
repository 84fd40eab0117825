"""Events told: what happens, what would happen, and what was done."""

from __future__ import annotations

import re
from typing import Any

from deckmastor.language.ir import (
    Cmp,
    Did,
    Do,
    Each,
    Kind,
    Logic,
    Pick,
    Ref,
    Tally,
    Tree,
    replace,
    show,
)  # fmt: skip
from deckmastor.language.paraphrase import (
    amounts,
    clauses,
    conditions,
    counts,
    kinds,
    moments,
    nouns,
)  # fmt: skip
from deckmastor.language.paraphrase.telling import Telling, Unsayable, handle, swap


def event(t: Telling, tree: Tree) -> str:
    """Something that happens or comes about."""
    with t.at(mood="event"):
        return _event(t, tree)


def _event(t: Telling, tree: Tree) -> str:
    match tree:
        case Do():
            return happening(t, tree)
        case Each(Pick() as pick, Do() | Did() as body):
            return _event(t, swap(body, Ref(pick.label), pick, True))
        case Logic("or", parts) if parts and all(isinstance(part, Do) for part in parts):
            return _either(t, parts)
        case Logic("or", parts):
            return nouns.join([_event(t, part) for part in parts], "or")
        case Did(Do() | Logic() as do, window, nth) if window not in ("ever", "now") or nth:
            words = [
                _event(t, do),
                moments.window(t, window),
                "for the first time" * (nth == "first"),
            ]
            return " ".join(word for word in words if word)
        case Cmp(Tally("count", Kind() as k), op, n):
            return _counted(t, k, op, n) or conditions.condition(t, tree)
    return conditions.condition(t, tree)


def happening(t: Telling, do: Do, modal: str = "") -> str:
    """One clause in the present, or behind `would`."""
    who, many = clauses.subject(t, do)
    return f"{who} {clauses.verb_phrase(t, do, many, modal)}"


def _either(t: Telling, parts: tuple[Tree, ...]) -> str:
    """`is sacrificed or destroyed`; else each event in full."""
    dos = [part for part in parts if isinstance(part, Do)]
    if shared(dos):
        return together(t, dos)
    return nouns.join([happening(t, do) for do in dos], "or")


def shared(dos: list[Do]) -> bool:
    """Whether clauses differ in their verb only."""
    first = dos[0]
    return all(
        (handle(do.agent) == handle(first.agent) or _alike(do.agent, first.agent))
        and handle(do.obj) == handle(first.obj)
        and _alike(do.roles, first.roles)
        for do in dos
    )


def _alike(a: Any, b: Any) -> bool:
    """Whether two terms differ in their labels only."""
    return re.sub(r"(?<=[a-z])[0-9]+", "", show(a)) == re.sub(r"(?<=[a-z])[0-9]+", "", show(b))


def together(t: Telling, dos: list[Do], modal: str = "") -> str:
    """Clauses that differ in their verb only, as one."""
    first = dos[0]
    who, many = clauses.subject(t, first)
    return f"{who} {verbs_together(t, dos, many, modal)}"


def verbs_together(t: Telling, dos: list[Do], many: bool, modal: str = "") -> str:
    """The verbs of such clauses, then what they share."""
    first, last = dos[0], dos[-1]
    if first.agent is None:
        be = f"{modal} be" if modal else "are" if many else "is"
        verbs = nouns.join([clauses.form(do.verb, "pp") for do in dos], "or")
        return " ".join([be, verbs, *clauses.roles(t, last)])
    name = "base" if many or modal else "s"
    verbs = ", ".join(clauses.form(do.verb, name) for do in dos[:-1])
    whole = replace(last, obj=first.obj, roles=first.roles)
    return f"{modal} {verbs} or {clauses.act(t, whole, name)}".strip()


def _counted(t: Telling, k: Kind, op: str, n: Tree) -> str | None:
    """`a player draws more cards than the hand limit`, `at least 2 players win the game`."""
    last = k.where[-1] if k.where else None
    if not (isinstance(last, Did) and last.window == "now" and isinstance(last.do, Do)):
        return None
    do, own = last.do, Ref(k.var)
    rest = Kind(k.noun, k.where[:-1], k.var)
    if do.obj == own and op in (">", "<") and do.agent is not None:
        kinds.open_tally(t, k)
        what = kinds.kind(t, rest, True)
        with t.at(depth=t.depth + 1):
            who, many = clauses.subject(t, do)
        kinds.close_tally(t, k)
        more = "more" if op == ">" else "fewer"
        return f"{who} {clauses.finite(do.verb, many)} {more} {what} than {amounts.amount(t, n)}"
    if do.agent == own and isinstance(n, int):
        words = counts.count(op, n)
        what = kinds.kind(t, rest, n != 1)
        said = clauses.act(t, do, "base")
        kinds.close_tally(t, k)
        return f"{words} {what} {said}"
    return None


def asked(t: Telling, did: Did, who: Tree, many: bool, no: bool) -> str:
    """A question to history, told of somebody who was named: `played a card this turn`."""
    do = did.do
    if not isinstance(do, Do):
        raise Unsayable(show(did))
    if did.nth == "last" and isinstance(do.obj, Pick):
        do = replace(do, obj=replace(do.obj, how="last"))
    if do.agent == who:
        words = _active(t, did, do, many, no)
    elif do.agent is None and do.obj == who:
        words = clauses.passive(t, do, _be(did, many, no))
    else:
        raise Unsayable(show(did))
    return " ".join(word for word in (words, *when(t, did)) if word)


def when(t: Telling, did: Did) -> list[str]:
    """The window and the ordinal of a question to history."""
    return [moments.window(t, did.window), "for the first time" * (did.nth == "first")]


def _be(did: Did, many: bool, no: bool) -> str:
    now = did.window == "now"
    be = ("are" if many else "is") if now else ("were" if many else "was")
    return f"{be} not" if no else be


def _active(t: Telling, did: Did, do: Do, many: bool, no: bool) -> str:
    name, aux = tense(did, many, no)
    return f"{aux} {clauses.act(t, do, name)}".strip()


def tense(did: Did, many: bool, no: bool) -> tuple[str, str]:
    """The form of the verb in a question to history, and its auxiliary."""
    window: Any = did.window
    now = window == "now" or getattr(window, "edge", "") == "within"
    if no:
        return "base", ("do not" if many else "does not") if now else "did not"
    return ("base" if many else "s") if now else "past", ""
