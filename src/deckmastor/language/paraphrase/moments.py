"""Time told: moments, spans, and the windows in which history is asked."""

from __future__ import annotations

from deckmastor.language.ir import Did, Do, Moment, Node, Of, Pick, Qty, Ref, Tree, show
from deckmastor.language.paraphrase import clauses, events, nouns
from deckmastor.language.paraphrase.telling import Telling, Unsayable

_EDGES = {"beginning": "the beginning of", "end": "the end of"}


def moment(t: Telling, m: Tree) -> str:
    """`the beginning of your turn`; an event in its place as an event."""
    if isinstance(m, Moment) and m.edge in _EDGES:
        return f"{_EDGES[m.edge]} {span(t, m.span)}"
    if isinstance(m, (Moment, Of, Pick, Ref)):
        return span(t, m)
    return events.event(t, m)


def span(t: Telling, s: Tree) -> str:
    """A stretch of time."""
    match s:
        case Moment("this", noun):
            return f"this {noun}"
        case Moment(edge) if edge in _EDGES:
            return moment(t, s)
        case Moment("during", inner):
            return span(t, inner)
        case str():
            return f"the {s}"
        case Moment():
            raise Unsayable(show(s))
    with t.at(any="each" if t.mood in ("norm", "fact") else t.any):
        return nouns.np(t, s)


def window(t: Telling, w: Tree) -> str:
    """When something happened; nothing for `ever` and `now`."""
    match w:
        case "ever" | "now" | None:
            return ""
        case Moment("this", "effect"):
            return "in this effect"
        case Moment("this", noun):
            return f"this {noun}"
        case Moment("previous", noun):
            return f"in the previous {noun}"
        case Moment("last", Qty() as q):
            return f"in the last {nouns.np(t, q)}"
        case Moment("for" | "within" as word, Qty() as q):
            return f"{word} {nouns.np(t, q)}"
        case Moment("since", inner):
            return f"since {moment(t, inner)}"
        case Moment("during"):
            return during(t, w)
        case Moment("before" | "after" as word, inner):
            return f"{word} {moment(t, inner)}"
        case Moment("beginning" | "end"):
            return f"at {moment(t, w)}"
    raise Unsayable(show(w))


def during(t: Telling, m: Moment) -> str:
    """`in the draw phase`, `on your turn`."""
    words = span(t, m.span)
    return f"{_preposition(m.span)} {words}"


def _preposition(s: Tree) -> str:
    match s:
        case Of(_, name):
            return "on" if name.endswith("turn") else "in"
        case Ref("turn"):
            return "on"
        case Pick(_, _, k) if k.noun.endswith("day"):
            return "on"
    return "in"


def lead(t: Telling, event: Tree, timing: str, once: bool) -> str:
    """What opens a trigger: `when a card is played`, `at the end of the turn`, `in the phase`."""
    match event:
        case Moment("beginning" | "end"):
            return f"at {moment(t, event)}"
        case Moment("before" | "after" as word, Do() as happening):
            return f"{word} {events.event(t, happening)}"
        case Moment("before" | "after" as word, s):
            return f"{word} {span(t, s)}"
        case Moment("during"):
            return during(t, event)
        case Moment("next", Qty(n, noun)):
            return f"in each of the next {n} {t.plural(noun)}"
        case Moment("elapsed"):
            return f"if {elapsed(t, event)}"
    if once and timing == "after":
        return f"the next time {events.event(t, event)}"
    if once and timing == "over":
        return f"the next time {events.event(t, Did(event, 'ever'))}"
    opener = {"before": "before", "over": "after"}.get(timing, "when")
    return f"{opener} {events.event(t, event)}"


def elapsed(t: Telling, m: Moment) -> str:
    """`24 hours pass without an action by the player at turn`."""
    words = nouns.np(t, m.span)
    verb = "pass" if isinstance(m.span, Qty) and m.span.n != 1 else "passes"
    match m.without:
        case None:
            return f"{words} {verb}"
        case Do("act", who, None, ()):
            return f"{words} {verb} without an action by {nouns.np(t, who)}"
        case Do():
            return f"{words} {verb} without {clauses.doing(t, m.without, 'ing')}"
    raise Unsayable(show(m))


def until(t: Telling, end: Tree) -> str:
    """`until the end of the turn`, `for 3 turns`."""
    match end:
        case Moment("elapsed", length, None):
            return f"for {nouns.np(t, length)}"
        case Node():
            return f"until {moment(t, end)}"
    raise Unsayable(show(end))
