"""Norms told: what may, can, must or cannot be done, and what it costs."""

from __future__ import annotations

from deckmastor.language.ir import Block, Do, Logic, Moment, Norm, Pick, Repeat, Tree, replace, show
from deckmastor.language.paraphrase import (
    amounts,
    clauses,
    conditions,
    events,
    moments,
    nouns,
    rules,
)  # fmt: skip
from deckmastor.language.paraphrase.telling import Telling, Unsayable, handle, swap


def sentences(t: Telling, norm: Norm) -> list[str]:
    """A norm, and the sentences that go on from it."""
    with t.at(mood="norm", any=_universal(t, norm)):
        if norm.mode == "cost":
            first = _cost(t, norm)
        elif norm.mode == "only":
            first = _only(t, norm)
        else:
            first = ruled(t, norm.do, norm.mode) + rules.iff(t, norm.cond)
    if norm.then is None or norm.mode == "cost":
        return [first]
    return [first, *rules.inner(t, norm.then)]


def _universal(t: Telling, norm: Norm) -> str:
    return "each" if norm.mode in ("may", "must") and t.style.each else "a"


def _modal(mode: str, active: bool) -> str:
    return "can" if mode in ("may", "only") and not active else "may" if mode == "only" else mode


def ruled(t: Telling, do: Tree, mode: str, lead: str = "") -> str:
    """A subject, a modal, and what may, must or cannot be."""
    match do:
        case Do():
            return lead + _one(t, do, mode)
        case Repeat(Do() as inner, None, times):
            return f"{lead}{_one(t, inner, mode)} {_times(t, times)}"
        case Logic("or", parts) if parts and all(isinstance(part, Do) for part in parts):
            return lead + _passives(t, [p for p in parts if isinstance(p, Do)], mode)
        case Block(join, parts) if parts:
            return lead + _acts(t, join, parts, mode)
    return lead + _state(t, do, mode)


def _times(t: Telling, times: Tree) -> str:
    if isinstance(times, int):
        return {1: "once", 2: "twice"}.get(times, f"{times} times")
    return amounts.for_each(t, times) or f"{nouns.np(t, times)} times"


def _one(t: Telling, do: Do, mode: str) -> str:
    words, many = clauses.subject(t, do)
    with t.at(any="a"):
        active = do.agent is not None or clauses.is_change(do)
        told = replace(do, agent=handle(do.agent), obj=do.obj if do.agent else handle(do.obj))
        return f"{words} {clauses.verb_phrase(t, told, many, _modal(mode, active))}"


def _passives(t: Telling, dos: list[Do], mode: str) -> str:
    if not events.shared(dos):
        if mode != "cannot" or any(handle(do.agent) != handle(dos[0].agent) for do in dos):
            raise Unsayable(show(tuple(dos)))
        return _acts(t, "one", tuple(dos), mode)
    if isinstance(dos[-1].agent, Pick):
        return _done_by(t, dos, _modal(mode, False), "by")
    words, many = clauses.subject(t, dos[0])
    with t.at(any="a"):
        modal = _modal(mode, dos[0].agent is not None)
        return f"{words} {events.verbs_together(t, dos, many, modal)}"


def _done_by(t: Telling, dos: list[Do], modal: str, by: str) -> str:
    """`rules can be adopted or repealed only by proposals`."""
    with t.at(any="a"):
        doer = nouns.np(t, dos[0].agent)
    words, many = clauses.subject(t, replace(dos[0], agent=None))
    acts = [replace(do, agent=None, obj=handle(dos[0].obj)) for do in dos]
    with t.at(any="a"):
        return f"{words} {events.verbs_together(t, acts, many, modal)} {by} {doer}"


def _acts(t: Telling, join: str, parts: tuple[Tree, ...], mode: str) -> str:
    """`must play a card or draw a card`."""
    first = _doer(parts[0])
    words = nouns.np(t, first)
    own = handle(first)
    told: list[str] = []
    with t.at(any="a"):
        for part in _adverbs_last(parts):
            told.append(_plain_act(t, swap(part, first, own)))
    if join == "then":
        return f"{words} {mode} {', then '.join(told)}"
    return f"{words} {mode} {nouns.join(told, 'or' if join == 'one' else 'and')}"


def _adverbs_last(parts: tuple[Tree, ...]) -> list[Tree]:
    """`accept it or deny it within 7 days`: what all acts share is said once, at the end."""
    dos = [part for part in parts if isinstance(part, Do)]
    ends = [tuple(r for r in do.roles if r[0] in ("within", "before")) for do in dos]
    if len(dos) < len(parts) or not ends[-1] or any(end != ends[-1] for end in ends):
        return list(parts)
    plain = [replace(do, roles=tuple(r for r in do.roles if r not in ends[-1])) for do in dos]
    return [*plain[:-1], dos[-1]]


def _doer(part: Tree) -> Tree:
    match part:
        case Do(_, agent) if agent is not None:
            return agent
        case Repeat(effect):
            return _doer(effect)
        case Block(_, parts) if parts:
            return _doer(parts[0])
    raise Unsayable(show(part))


def _plain_act(t: Telling, part: Tree) -> str:
    match part:
        case Do():
            return clauses.act(t, part, "base")
        case Repeat(Do() as inner, None, times):
            return f"{clauses.act(t, inner, 'base')} {_times(t, times)}"
    raise Unsayable(show(part))


def _state(t: Telling, state: Tree, mode: str) -> str:
    """`cannot be less than 3`, `must have a pony`, `cannot contain more than 2 cards`."""
    if mode not in ("cannot", "must", "may"):
        raise Unsayable(show(state))
    with t.at(modal={"may": "can"}.get(mode, mode)):
        return conditions.condition(t, state)


def _only(t: Telling, norm: Norm) -> str:
    do, focus = norm.do, norm.focus
    match focus:
        case "agent" if isinstance(do, Logic):
            return _only_by(t, do) + rules.iff(t, norm.cond)
        case "agent":
            return ruled(t, do, "only", "only ") + rules.iff(t, norm.cond)
        case "obj" if isinstance(do, Do):
            words = nouns.np(t, do.obj)
            told = clauses.passive(t, replace(do, obj=handle(do.obj)), "can be")
            return f"only {words} {told}{rules.iff(t, norm.cond)}"
        case "obj":
            return ruled(t, do, "only", "only ") + rules.iff(t, norm.cond)
        case "if":
            first = ruled(t, do, "may")
            with t.at(mood="cond", any="a"):
                return f"{first} only if {conditions.condition(t, norm.cond)}"
        case "time":
            first = ruled(t, do, "may")
            with t.at(mood="event", any="a"):
                return f"{first} only {_time(t, norm.cond)}"
    if isinstance(do, Do) and do.roles:
        *roles, last = do.roles
        first = ruled(t, replace(do, roles=tuple(roles)), "may")
        with t.at(any="a", local=[[handle(do.agent), handle(do.obj)]]):
            return f"{first} only {clauses.role(t, *last)}{rules.iff(t, norm.cond)}"
    raise Unsayable(show(norm))


def _only_by(t: Telling, do: Logic) -> str:
    dos = [part for part in do.parts if isinstance(part, Do)]
    if not dos or len(dos) != len(do.parts) or not events.shared(dos):
        raise Unsayable(show(do))
    return _done_by(t, dos, "can", "only by")


def _time(t: Telling, when: Tree) -> str:
    match when:
        case Moment("during"):
            return moments.during(t, when)
        case Moment():
            return moments.window(t, when)
    raise Unsayable(show(when))


def _cost(t: Telling, norm: Norm) -> str:
    do = norm.do
    if not isinstance(do, Do):
        raise Unsayable(show(norm))
    who = nouns.np(t, do.agent)
    with t.at(any="a"):
        head = clauses.act(t, replace(do, agent=handle(do.agent)), "base")
        with t.at(mood="effect"):
            match norm.then:
                case Block("both" | "one" as mode, parts):
                    price = nouns.join(
                        [_plain_act(t, part) for part in parts], "and" if mode == "both" else "or"
                    )
                case _:
                    price = _plain_act(t, norm.then)
    return f"to {head}, {who} must {price}{rules.iff(t, norm.cond)}"
