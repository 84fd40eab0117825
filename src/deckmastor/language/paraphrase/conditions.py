"""Conditions told as sentences: a subject and what is said of it."""

from __future__ import annotations

from deckmastor.language.ir import (
    Calc,
    Can,
    Cmp,
    Did,
    Do,
    Done,
    Each,
    In,
    Is,
    Kind,
    Logic,
    Moment,
    Of,
    Pick,
    Ref,
    Tally,
    Tree,
    mentions,
    replace,
    show,
)  # fmt: skip
from deckmastor.language.paraphrase import (
    clauses,
    counts,
    kinds,
    moments,
    nouns,
    possessions,
    predicates,
)  # fmt: skip
from deckmastor.language.paraphrase.telling import Telling, Unsayable, handle, settled, swap
from deckmastor.language.shapes import compared_of


def condition(t: Telling, c: Tree, no: bool = False) -> str:
    """A condition with its subject."""
    match c:
        case Logic("not", (inner,)):
            return condition(t, inner, not no)
        case Logic("and", (Done(step, how), *rest)) if _one_outcome(t, step, how, rest):
            return _outcome(t, step, how, no)
        case Logic(op, parts) if parts:
            return _joined(t, c, op, parts, no)
        case Each(Pick() as other, Cmp(a, _, _)) if _compared(t, c, a, other):
            return _said(t, c, compared_of(a), no)
        case Each(Pick("each") as other, Cmp(Of() as a, _, Of()) as inner) if not mentions(
            a, other.label
        ):
            return condition(t, possessions.with_each(inner, other), no)
        case Each(Pick("each") as other, Cmp(Tally("count", Kind() as k)) as inner) if _shared(
            k, other
        ):
            return condition(t, possessions.with_each(inner, other), no)
        case Each(Pick() as pick, body):
            return _of_each(t, pick, body, no)
        case Done(step, how):
            return _outcome(t, step, how, no)
        case Moment("elapsed") if not no:
            return moments.elapsed(t, c)
        case Cmp(Tally("count", Kind() as k), op, b):
            return counts.counted(t, c, k, op, b, no)
        case Can(Do() as do):
            return _can(t, do, no)
    who = _subject(t, c)
    if no and chosen(who):
        raise Unsayable(show(c))
    return _said(t, c, who, no)


def _shared(k: Kind, other: Pick) -> bool:
    """Whether things are counted that are somebody's and of each of several others as well."""
    match k.where:
        case (In(Ref(one), Ref(theirs), "of"), In(Ref(two), Ref(), "of")):
            return one == two == k.var and theirs == other.label
    return False


def _compared(t: Telling, c: Tree, mine: Tree, other: Pick) -> bool:
    """Whether a condition compares somebody with each of several others."""
    who = compared_of(mine)
    return not mentions(mine, other.label) and possessions.has_told(t, c, who)


def chosen(who: Tree) -> bool:
    """Whether a subject is quantified: then `unless` and `is not` differ."""
    while isinstance(who, Of):
        who = who.owner
    return isinstance(who, Pick)


def _of_each(t: Telling, pick: Pick, body: Tree, no: bool) -> str:
    """A condition of a quantified subject, which is told before all that is said of it."""
    own = Ref(pick.label)
    who = _about(t, body, own)
    if not isinstance(who, (Ref, Of)) and not no and t.mood != "fact":
        said = swap(body, own, pick, True)
        match said:
            case Cmp(Tally("count", Kind() as k), op, b):
                told = counts.done_by(t, k, op, b, True)
                if told:
                    return told
        return condition(t, said)
    if not isinstance(who, (Ref, Of)) and pick.how == "any":
        pick = replace(pick, how="each")
    told = swap(who, own, pick, True)
    words, many = nouns.subject(t, told)
    own = settled(who)
    return f"{words} {predicates.predicate(t, swap(body, who, own), own, many, no)}"


def _about(t: Telling, body: Tree, own: Ref) -> Tree:
    """What a condition of somebody is told of: of them, or of something of theirs."""
    match body:
        case Logic(_, parts) if parts:
            found = [_about(t, part, own) for part in parts]
            return found[0] if all(who == found[0] for who in found) else own
        case Cmp(Tally("count", Kind() as k)) if own in (counts.owner_of(k), counts.place_of(k)):
            return own
    try:
        who = _subject(t, body)
    except Unsayable:
        return own
    return who if mentions(who, own.name) else own


def _said(t: Telling, c: Tree, who: Tree, no: bool) -> str:
    words, many = nouns.subject(t, who)
    own = settled(who)
    return f"{words} {predicates.predicate(t, swap(c, who, own), own, many, no)}"


def _subject(t: Telling, c: Tree) -> Tree:
    """Whom or what a condition is told of."""
    match c:
        case In(Ref(), place, "of"):
            return place
        case Is(who) | In(who):
            return who
        case Cmp(Of(owner, _), "shares", _):
            return owner
        case Cmp(Of(owner, _) as a, _, _):
            return owner if possessions.has_told(t, c, owner) else a
        case Cmp(Calc("distance", (Of(owner, _), _)), "<=", int() | Of(None)) if owner is not None:
            return owner
        case Cmp(Calc("distance", (first, _))):
            return first
        case Cmp(Tally("distinct", what, _)) if not isinstance(what, Kind):
            return what
        case Cmp(Tally("distinct", Kind() as k)) if possessions.has_told(t, c, counts.owner_of(k)):
            return counts.owner_of(k)
        case Cmp(Tally("times", Did(Do() as do))):
            return do.obj
        case Cmp(Tally("count", Kind() as k), "most" | "fewest"):
            return counts.owner_of(k)
        case Cmp(Tally("sum", Kind() as k), _) if possessions.has_told(t, c, counts.owner_of(k)):
            return counts.owner_of(k)
        case Cmp(a):
            return a
        case Did(Do() as do):
            return do.obj if do.agent is None else do.agent
        case Did(Is(who) | In(who)):
            return who
    raise Unsayable(show(c))


def _joined(t: Telling, c: Tree, op: str, parts: tuple[Tree, ...], no: bool) -> str:
    """Several conditions: with one subject if they share it, else each in full."""
    first = _bare(parts[0])
    k = first.a.what if isinstance(first, Cmp) and isinstance(first.a, Tally) else None
    counted = isinstance(k, Kind) and counts.owner_of(k) is not None
    try:
        who = counts.owner_of(k) if isinstance(k, Kind) and counted else _subject(t, first)
    except Unsayable:
        who = None
    if isinstance(who, Of) and not predicates.can_be(t, first, who):
        who = who.owner
    if who is not None and not chosen(who):
        own = settled(who)
        if one_predicate(t, swap(c, who, own), own):
            if isinstance(k, Kind) and counted:
                kinds.open_tally(t, k)
            with t.at(depth=t.depth + counted):
                return _said(t, c, who, no)
    if no or t.modal:
        raise Unsayable(show(c))
    return nouns.join([condition(t, part) for part in parts], op)


def _bare(c: Tree) -> Tree:
    """The first of several conditions."""
    return _bare(c.parts[0]) if isinstance(c, Logic) and c.parts else c


def one_predicate(t: Telling, c: Tree, who: Tree) -> bool:
    """Whether several conditions are told behind one `is` or one `has`."""
    if not isinstance(c, Logic):
        return False
    return (
        all(predicates.can_be(t, part, who) for part in c.parts)
        or predicates.has_several(t, c, who)
        or predicates.described(t, c, who)
    )


def _outcome(t: Telling, step: str, how: str, no: bool) -> str:
    """`you do`, `that player does not`, `you cannot`."""
    who = t.acts.get(step)
    words, many = nouns.subject(t, who) if isinstance(who, Ref) else ("they", True)
    if how == "able":
        return f"{words} {'cannot' if no else 'can'}"
    return f"{words} {'do' if many else 'does'}{' not' * no}"


def _one_outcome(t: Telling, step: str, how: str, rest: list[Tree]) -> bool:
    """Whether somebody is asked once about several acts of theirs: `if you do`."""
    same = [c for c in rest if isinstance(c, Done) and c.how == how]
    who = t.acts.get(step)
    return len(same) == len(rest) > 0 and all(t.acts.get(c.step) == who for c in same)


def _can(t: Telling, do: Do, no: bool) -> str:
    words, many = clauses.subject(t, do)
    who = do.obj if do.agent is None else do.agent
    told = swap(do, who, handle(who))
    return f"{words} {clauses.verb_phrase(t, told, many, 'cannot' if no else 'can')}"
