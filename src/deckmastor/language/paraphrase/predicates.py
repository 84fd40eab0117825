"""Predicates told: what somebody who was named is, has, does or did."""

from __future__ import annotations

from deckmastor.language.ir import (
    Calc,
    Can,
    Cmp,
    Did,
    Do,
    In,
    Is,
    Kind,
    Logic,
    Moment,
    Of,
    Ref,
    Tally,
    Tree,
    show,
)
from deckmastor.language.paraphrase import (
    amounts,
    clauses,
    counts,
    events,
    kinds,
    moments,
    nouns,
    possessions,
    posts,
)
from deckmastor.language.paraphrase.telling import Telling, Unsayable

PLACES = {"from": "from", "in": "in", "on": "on", "below": "below", "above": "above", "of": "of",
           "left of": "on the left of", "right of": "on the right of", "next to": "next to",
           "after": "after",
           "visible to": "visible to", "visible only to": "visible only to"}  # fmt: skip
_ADJECTIVES = tuple(
    "ful ed ing ous al able ible less ive ish ic dy sy ty ky vy ent ant ard ee ar ain en".split()
)
_SPECIAL = ("printed", "different", "the same", "each other")


def predicate(t: Telling, c: Tree, who: Tree, many: bool, no: bool = False) -> str:
    """What is said of somebody who was named."""
    if isinstance(c, Logic) and c.op == "not" and len(c.parts) == 1:
        return predicate(t, c.parts[0], who, many, not no)
    be = (f"{t.modal} be" if t.modal else "are" if many else "is") + " not" * no
    have = f"{t.modal} have" if t.modal else "have" if many else "has"
    contain = f"{t.modal} contain" if t.modal else "contain" if many else "contains"
    if described(t, c, who) or can_be(t, c, who):
        return f"{be} {being(t, c, who, many)}"
    match c:
        case Is(_, "any", attr) if no and c.who == who:
            return f"{have} no {attr}"
        case Is(_, Calc("counts", (n, str() | Kind() as noun))) if c.who == who:
            told = n.name if isinstance(n, Ref) else n
            return f"{'count' if many else 'counts'} as {told} {_weighed(t, noun, n != 1)}"
        case Did(Is() | In() as state, Moment() as window) if can_be(t, state, who):
            been = being(t, state, who, many)
            return f"{have} {'not ' * no}been {been} {moments.window(t, window)}"
        case Did(Do() as do):
            if t.mood == "event" and c.window == "ever" and do.agent == who and not no:
                return f"{have} {clauses.act(t, do, 'pp')}"
            return events.asked(t, c, who, many, no)
        case Can(Do() as do):
            return clauses.verb_phrase(t, do, many, "cannot" if no else "can")
        case Cmp(Tally("times", Did(Do() as do, window) as did), op, int() as n):
            was = clauses.passive(t, do, "was" if window != "now" else be)
            ends = [word for word in events.when(t, did) if word]
            return " ".join([was, counts.count(op, n), "times", *ends])
        case Cmp() if no and not t.modal and possessions.has_told(t, c, who):
            return f"{'do' if many else 'does'} not have {possessions.having(t, c, who)}"
        case Cmp(_, "contains", str() as text) if c.a == who and not no:
            return f'{contain} "{text}"'
        case Cmp(_, "contains", Of() as name) if c.a == who:
            verb = f"{'do' if many else 'does'} not contain" if no else contain
            return f"{verb} {nouns.np(t, name)}"
        case Cmp(Tally("count", Kind() as k), op, n) if counts.place_of(k) == who and not no:
            if counts.measurable(t, op, n):
                return f"{contain} {_contents(t, k, op, n)}"
        case Cmp(Of(owner, attr), "shares", Of(other, _)) if owner == who and not no:
            share = f"{t.modal} share" if t.modal else "share" if many else "shares"
            with t.at(local=[[c.a], *t.local]):
                return f"{share} {nouns.article(attr)} with {nouns.np(t, other)}"
        case Cmp(Tally("distinct", _, attr), op, int() as n) if not no and can_differ(c, who):
            return f"{have} {counts.count(op, n)} different {t.plural(attr)}"
        case In(thing, place, "in") if place == who and not no:
            return f"{contain} {nouns.np(t, thing)}"
    by = by_how_many(t, c, who)
    if by and not no:
        return f"{be if by[1] else 'were' if many else 'was'} {by[0]}"
    if possessions.has_told(t, c, who) and not no:
        return f"{have} {possessions.having(t, c, who)}"
    if has_several(t, c, who) and not no:
        return f"{have} {having_several(t, c, who)}"
    raise Unsayable(show(c))


def has_several(t: Telling, c: Tree, who: Tree) -> bool:
    """Whether several conditions are told behind one `has`."""
    return isinstance(c, Logic) and all(
        possessions.listed_told(t, positive(part), who) for part in c.parts
    )


def having_several(t: Telling, c: Tree, who: Tree) -> str:
    """`no name and at least 2 cards`."""
    assert isinstance(c, Logic)
    return nouns.join([_had(t, part, who) for part in c.parts], c.op)


def positive(c: Tree) -> Tree:
    """What `has no name` denies; any other condition as it is."""
    if isinstance(c, Logic) and c.op == "not" and isinstance(c.parts[0], Is):
        return c.parts[0] if c.parts[0].word == "any" else c
    return c


def _had(t: Telling, c: Tree, who: Tree) -> str:
    inner = positive(c)
    if inner is not c and isinstance(inner, Is):
        return f"no {inner.family}"
    return possessions.having(t, c, who)


def can_differ(c: Cmp, who: Tree) -> bool:
    """Whether the different values of somebody's things are counted."""
    return isinstance(c.a, Tally) and c.a.what == who


def _weighed(t: Telling, noun: str | Kind, many: bool) -> str:
    if isinstance(noun, Kind):
        return kinds.kind(t, noun, many)
    return t.plural(noun) if many else noun


def _contents(t: Telling, k: Kind, op: str, n: Tree) -> str:
    kinds.open_tally(t, k)
    if counts.is_count(t, op, n):
        words = counts.how_many(t, k, op, n, 1)
        kinds.close_tally(t, k, n == 1)
        return words
    words = kinds.kind(t, k, True, False, 1)
    kinds.close_tally(t, k)
    return f"{'more' if op == '>' else 'fewer'} {words} than {nouns.np(t, n)}"


def by_how_many(t: Telling, c: Tree, who: Tree) -> tuple[str, bool] | None:
    """`chosen by at least 2 players`."""
    match c:
        case Cmp(Tally("count", Kind(noun, where, var)), op, int() as n) if where:
            last = where[-1]
            if isinstance(last, Did) and isinstance(last.do, Do) and last.do.obj == who:
                if last.do.agent != Ref(var) or last.do.roles:
                    return None
                rest = Kind(noun, where[:-1], var)
                words = [clauses.form(last.do.verb, "pp"), "by", counts.how_many(t, rest, op, n)]
                words += [word for word in events.when(t, last) if word]
                return " ".join(words), last.window == "now"
    return None


def can_be(t: Telling, c: Tree, who: Tree) -> bool:
    """Whether a condition is said of somebody by `is`."""
    match c:
        case Is(subject, word, family):
            plain = (isinstance(word, str) and word != "any") or isinstance(word, Ref)
            return subject == who and plain and not set_valued(t, family) and (
                family not in _SPECIAL
            )  # fmt: skip
        case In(subject, _, rel):
            return subject == who and (
                (rel in PLACES and rel != "of") or rel in t.lexicon.relations
            )
        case Cmp(Calc("distance", (first, _)), "<=", int() | Of(None)):
            return first == who and not (isinstance(first, Of) and first.owner is not None)
        case Cmp(a, "=" | "!=" | "<" | "<=" | ">" | ">=" | "+" | "-" | "member", _):
            return a == who
        case Logic("or" | "and", parts):
            told = [can_be(t, part, who) for part in parts]
            return any(told) and all(
                plain or _told_before(t, part, who) for plain, part in zip(told, parts, strict=True)
            )
    return False


def set_valued(t: Telling, family: str) -> bool:
    """Whether a member of a family is told by `has the yellow colour`."""
    return t.is_set(family) or family in t.lexicon.kinds


def described(t: Telling, c: Tree, who: Tree) -> bool:
    """Whether conditions say `a tired pony in your paddock`: a kind, and more about it."""
    match c:
        case Logic("and", (Is(subject, str() as noun, _), *rest)):
            named = noun in t.lexicon.kinds or noun in t.lexicon.attrs
            return subject == who and named and all(
                _told_behind(t, part, who) or _told_before(t, part, who) for part in rest
            )  # fmt: skip
    return False


def _told_before(t: Telling, c: Tree, who: Tree) -> bool:
    return (
        isinstance(c, Is)
        and c.who == who
        and isinstance(c.word, str)
        and (c.word in t.lexicon.statuses and t.lexicon.statuses[c.word].family == c.family)
    )


def _told_behind(t: Telling, c: Tree, who: Tree) -> bool:
    return isinstance(c, In) and c.who == who and c.rel in PLACES


def being(t: Telling, c: Tree, who: Tree, many: bool) -> str:
    """What stands after `is`."""
    if described(t, c, who):
        assert isinstance(c, Logic)
        return _description(t, c, who, many)
    match c:
        case Is(_, word, family):
            return what(t, word, family, many)
        case In(_, place, rel):
            with t.at(local=[[who], *t.local]):
                words = nouns.np(t, place)
            return f"{PLACES.get(rel) or rel + ' to'} {words}"
        case Cmp(Calc("distance", (_, other)), _, n):
            return f"within {amounts.amount(t, n)} of {amounts.amount(t, other)}"
        case Cmp(_, "member", Of(owner, attr) as of):
            with t.at(local=[[who], *t.local]):
                with t.at(depth=t.depth + 1):
                    whose = nouns.np(t, owner)
                nouns.mention_possession(t, of)
            return f"{nouns.article(attr)} of {whose}"
        case Cmp(_, "+" | "-" as op, n):
            return f"{amounts.amount(t, n)} {'more' if op == '+' else 'less'}"
        case Cmp(_, op, b):
            with t.at(local=[[who], *t.local]):
                return counts.comparison(t, op, b)
        case Logic(op, parts):
            return nouns.join([being(t, part, who, many) for part in parts], op)
    raise Unsayable(show(c))


def _description(t: Telling, c: Logic, who: Tree, many: bool) -> str:
    first, *rest = c.parts
    assert isinstance(first, Is)
    words = str(first.word)
    words = t.plural(words) if many else words
    before: list[str] = []
    behind: list[str] = []
    for part in rest:
        if _told_before(t, part, who) and not behind:
            assert isinstance(part, Is)
            before.append(str(part.word))
        else:
            behind.append(posts.post(t, part, who, many))
    text = " ".join([*before, words, *behind])
    return text if many else nouns.article(text)


def what(t: Telling, word: Tree, family: str, many: bool) -> str:
    """What somebody is or becomes: a status, or a kind with its article."""
    text = kinds.member(t, word)
    noun = text in t.lexicon.kinds or text in t.lexicon.attrs or t.is_param(text)
    status = text in t.lexicon.statuses
    adjective = text.endswith(_ADJECTIVES) or (text[:1].isupper() and not t.is_param(text))
    if not noun or (status and adjective and family != "") or t.is_set(family):
        return text
    return t.plural(text) if many else nouns.article(text)
