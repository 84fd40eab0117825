"""Adopted rules told in a match: with the names of what their labels stand for.

`Until the end of the turn, that card is blank.` is told as `Until the end of the turn, Paper Cut is
blank.` Such a text is for players; it is not read back.
"""

from __future__ import annotations

from typing import Any

from deckmastor.language.ir import (
    Adopt,
    Cmp,
    Do,
    Hold,
    Instead,
    Is,
    Kind,
    Moment,
    Node,
    Norm,
    Of,
    Pick,
    Qty,
    Ref,
    Scope,
    Tree,
    When,
    rewrite,
)
from deckmastor.language.lexicon import Lexicon
from deckmastor.language.paraphrase import effects, moments, nouns
from deckmastor.language.paraphrase.telling import Given, Style, Telling, Unsayable

MARK = "@"  # before a label that has a name: `you` is somebody then


def filled(told: Adopt, lexicon: Lexicon, given: Given) -> str:
    """An adopted rule in words, with names in the place of labels; empty if it has no words."""
    t, marked = _telling(lexicon, given), _marked(told, given)
    try:
        words = effects.sentences(t, marked)
    except (Unsayable, RecursionError):
        return ""
    names = tuple(name for told_names in t.given.values() for name in told_names)
    begun = [one if one.startswith(names) else f"{one[:1].upper()}{one[1:]}" for one in words]
    return " ".join(f"{one}." for one in begun)


def concerned(told: Adopt, lexicon: Lexicon, given: Given) -> str:
    """Whom or what an adopted rule is about; empty if it is about the game."""
    subject = _subject(told.rule, given)
    if subject is None:
        return ""
    t = _telling(lexicon, given)
    try:
        with t.at(mood="fact", any="each"):
            return nouns.np(t, _marked(subject, given))
    except (Unsayable, RecursionError):
        return ""


def duration(told: Adopt, lexicon: Lexicon, given: Given) -> str:
    """How long an adopted rule is in force: `for 3 turns`; empty if no end is told."""
    t = _telling(lexicon, given)
    try:
        with t.at(mood="event"):
            if told.until is not None:
                return moments.until(t, _marked(told.until, given))
            match told.rule:
                case Scope("during", Moment("next") as when) | When(Moment("next") as when):
                    return moments.lead(t, _marked(when, given), "after", False)
                case When(Moment() as when, once=True):
                    return moments.lead(t, _marked(when, given), "after", True)
                case When(once=True) | Instead(once=True):
                    return "once"
                case Norm("must"):
                    return "until it is done"
    except (Unsayable, RecursionError):
        pass
    return ""


def turns(told: Adopt) -> int | None:
    """How many turns after the present one it lasts, if turns alone decide that; else None."""
    when = told.until
    if when is None:
        match told.rule:
            case Scope("during", Moment("next") as when) | When(Moment("next") as when):
                pass
            case When(Moment() as when, once=True):
                pass
    if isinstance(when, Moment) and when.edge in ("end", "beginning", "next", "elapsed"):
        when = when.span if when.without is None else None
    match when:
        case Ref("turn"):
            return 0
        case Qty(int() as n, "turn") | Pick("next", int() as n, Kind("turn", ())):
            return n
    return None


def follows(told: Adopt) -> bool:
    """True if it begins with the next turn: `In each of the next 3 turns`."""
    match told:
        case Adopt(Scope("during", Moment("next")) | When(Moment("next")), None):
            return True
    return False


def _subject(rule: Tree, given: Given) -> Tree:
    """What a rule is about: the owner of a value, who has a state, who may or must not act.

    Where whoever acts is described and what it is done to has a name, it is about that.
    """
    match rule:
        case Scope(rule=inner):
            return _subject(inner, given)
        case Hold(Cmp(Of(owner)) | Is(owner)):
            return owner
        case Norm(do=Do(agent=agent, obj=obj)) | Instead(event=Do(agent=agent, obj=obj)):
            if isinstance(obj, Ref) and obj.name in given and not isinstance(agent, Ref):
                return obj
            return agent if agent is not None else obj
    return None


def _telling(lexicon: Lexicon, given: Given) -> Telling:
    names = {f"{MARK}{label}": told for label, told in given.items()}
    return Telling(lexicon, "card", Style(), given=names)


def _marked(tree: Any, given: Given) -> Any:
    """A tree in which the labels that have names are marked."""
    if isinstance(tree, Ref) and tree.name in given:
        return Ref(f"{MARK}{tree.name}")
    if isinstance(tree, (Node, tuple)):
        return rewrite(tree, lambda node: _marked(node, given))
    return tree
