"""Clauses told: a verb with its object and roles, in every form."""

from __future__ import annotations

from deckmastor.language.ir import Calc, Cmp, Did, Do, Group, Kind, Of, Pick, Ref, Tree
from deckmastor.language.morphology import verb_forms
from deckmastor.language.paraphrase import amounts, kinds, moments, nouns, predicates
from deckmastor.language.paraphrase.telling import Telling, handle
from deckmastor.language.syntax.adverbs import MANNERS

_MANNERS = {manner: words for words, manner in MANNERS.items()}
_LIMITS = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than", "=": "exactly"}


def form(verb: str, name: str) -> str:
    """A form of a verb: base, s, past, pp or ing."""
    return str(getattr(verb_forms(verb), name))


def finite(verb: str, many: bool) -> str:
    """The present of a verb."""
    return form(verb, "base" if many else "s")


def is_change(do: Tree) -> bool:
    """Whether an act is told of the value it changes: `your hand limit becomes 9`."""
    return isinstance(do, Do) and do.verb == "set" and do.agent is None and _changed(do) is not None


def _changed(do: Do) -> tuple[str, Tree] | None:
    first = do.roles[0] if do.roles else None
    return first if first and first[0] in ("to", "by") and len(do.roles) == 1 else None


def act(t: Telling, do: Do, name: str) -> str:
    """The verb in a form with its object and roles; who does it was told."""
    if do.verb == "become":
        return _become(t, do, name)
    if do.verb == "set" and [role for role, _ in do.roles] == ["by"]:
        return _changing(t, do, name)
    words = [form(do.verb, name)]
    doer = [handle(do.agent)] if do.agent is not None else []
    with t.at(barred=doer, local=[[handle(do.agent)], *t.local]):
        if do.obj is not None:
            words.append(_object(t, do))
            t.barred = [*t.barred, handle(do.obj)]
            t.local = [[*t.local[0], handle(do.obj)], *t.local[1:]]
        words += roles(t, do)
    done(t, do)
    return " ".join(words)


def _object(t: Telling, do: Do) -> str:
    """What an act is done to: `yourself`, `a number at least 1 and at most 5`, or any phrase."""
    if do.obj == Ref("you") == do.agent:
        return "yourself"
    match do.obj:
        case Pick("a", 1, Kind("number", where, var)) if do.verb == "choose" and where:
            bounds = [
                c for c in where if isinstance(c, Cmp) and c.a == Ref(var) and c.op in _LIMITS
            ]
            if len(bounds) == len(where):
                t.mention(Ref(var), "number", t.sort("number"))
                told = [f"{_LIMITS[c.op]} {amounts.amount(t, c.b)}" for c in bounds]
                return f"a number {nouns.join(told)}"
        case Pick("first" | "last" as how, 1, Kind(noun, (Did(Do() as same),), var)):
            if same == Do(do.verb, None, Ref(var), do.roles):
                t.mention(Ref(var), noun, t.sort(noun))
                return f"the {how} {noun}"
    return nouns.np(t, do.obj)


def _changing(t: Telling, do: Do, name: str) -> str:
    """`increase the hand limit by 2`."""
    (_, value), *_ = do.roles
    verb = "increase"
    if isinstance(value, Calc) and value.op == "neg":
        verb, value = "decrease", value.args[0]
    words = f"{form(verb, name)} {nouns.np(t, do.obj)} by {amounts.amount(t, value)}"
    done(t, do)
    return words


def done(t: Telling, do: Do) -> None:
    """Remember what an act was done to, and who did it."""
    for thing in do.obj.items if isinstance(do.obj, Group) else (do.obj,):
        if thing is not None and not isinstance(thing, (str, int)):
            known = any(m.term == thing for m in t.seen.found)
            t.seen.done_to(do.verb, thing if known else handle(thing))
    if do.label:
        t.acts[do.label] = handle(do.agent)


def roles(t: Telling, do: Do) -> list[str]:
    """The roles of a clause in their order."""
    return [words for name, value in do.roles if (words := role(t, name, value))]


def role(t: Telling, name: str, value: Tree) -> str:
    """One role: `from your hand`, `secretly`, `within 7 days`."""
    match name:
        case "family":
            return ""
        case "manner" | "order" if isinstance(value, str):
            return _MANNERS.get((name, value), value)
        case "before":
            return f"by {moments.moment(t, value)}"
        case "channel":
            return f"in {nouns.np(t, value)}"
        case "replace":
            return f': replace "{value}"'  # the blank before it goes in the end
    if name == "by" and isinstance(value, str):
        return f'by "{value}"'
    with t.at(any="a"):
        return f"{name} {nouns.np(t, value)}"


def _become(t: Telling, do: Do, name: str) -> str:
    verb = form("become", name)
    many = name == "base" and isinstance(do.agent, Pick)
    words = _became(t, do, many)
    done(t, do)
    return " ".join([verb, words, *roles(t, do)])


def _became(t: Telling, do: Do, many: bool) -> str:
    what = do.obj
    if isinstance(what, str):
        family = next((str(value) for name, value in do.roles if name == "family"), "")
        return predicates.what(t, what, family, many)
    if isinstance(what, Calc):
        return kinds.member(t, what)
    return nouns.np(t, what)


def change(t: Telling, do: Do, many: bool, name: str = "") -> str:
    """`becomes 9`, `increases by 2`: what happens to a value that was told."""
    found = _changed(do)
    assert found is not None
    way, value = found
    if way == "to":
        return f"{form('become', name) if name else finite('become', many)} {_new_value(t, value)}"
    verb = "increase"
    if isinstance(value, Calc) and value.op == "neg":
        verb, value = "decrease", value.args[0]
    told = form(verb, name) if name else finite(verb, many)
    return f"{told} by {amounts.amount(t, value)}"


def _new_value(t: Telling, value: Tree) -> str:
    if isinstance(value, Calc) and value.op in _LIMITS and len(value.args) == 1:
        return f"{_LIMITS[value.op]} {amounts.amount(t, value.args[0])}"
    return amounts.amount(t, value)


def passive(t: Telling, do: Do, be: str) -> str:
    """What is done to a thing that was told: `is moved to your hand`."""
    with t.at(barred=[handle(do.obj)], local=[[handle(do.obj)], *t.local]):
        words = [be, form(do.verb, "pp"), *roles(t, do)]
        if do.agent is not None:
            words.append(f"by {nouns.np(t, do.agent)}")
    done(t, do)
    return " ".join(word for word in words if word)


def doing(t: Telling, do: Do, name: str) -> str:
    """A clause with its doer: `that player playing a card`."""
    who = nouns.np(t, do.agent)
    return f"{who} {act(t, do, name)}"


def subject(t: Telling, do: Do) -> tuple[str, bool]:
    """The words for whom or what a clause is told of, and whether they are plural."""
    term = do.obj if do.agent is None else do.agent
    with t.at(barred=[]):
        return nouns.subject(t, term)


def verb_phrase(t: Telling, do: Do, many: bool, modal: str = "") -> str:
    """What is told of the subject, in the present or behind a modal."""
    if is_change(do):
        with t.at(local=[[handle(do.obj)], *t.local]):
            words = change(t, do, many, "base" if modal else "")
        done(t, do)
        return f"{modal} {words}".strip()
    if do.agent is None and _by_itself(t, do, modal):
        parts = [modal, form(do.verb, "base" if modal or many else "s"), *roles(t, do)]
        done(t, do)
        return " ".join(parts).strip()
    if do.agent is None:
        be = f"{modal} be" if modal else "are" if many else "is"
        return passive(t, do, be)
    if modal:
        return f"{modal} {act(t, do, 'base')}"
    return act(t, do, "base" if many else "s")


def _by_itself(t: Telling, do: Do, modal: str) -> bool:
    """Whether it happens to a thing without a doer: `the turn ends`, `a card resolves`."""
    frame = t.lexicon.verbs.get(do.verb)
    if frame is None or frame.obj != "o" or modal in ("may", "can"):
        return False
    match do.obj:
        case Of(_, name):
            sort = t.sort(name)
        case Ref("this"):
            sort = "card"
        case Ref(name) if t.sort(name) == "time" or name == "game":
            sort = "time"
        case Pick(_, _, k):
            sort = t.sort(k.noun)
        case _:
            sort = t.seen_sort(do.obj)
    return sort not in ("player", "") and (sort == "time" or modal in ("", "would"))
