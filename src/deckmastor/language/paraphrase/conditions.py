"""Conditions told: what somebody is, has, does or did, as a sentence or behind a noun."""

from __future__ import annotations

from typing import Any

from deckmastor.language.ir import (
    Calc,
    Can,
    Cmp,
    Did,
    Do,
    Done,
    Each,
    Group,
    In,
    Is,
    Kind,
    Logic,
    Moment,
    Of,
    Pick,
    Qty,
    Ref,
    Tally,
    Tree,
    mentions,
    replace,
    show,
)  # fmt: skip
from deckmastor.language.paraphrase import amounts, clauses, moments, nouns
from deckmastor.language.paraphrase.telling import Telling, Unsayable, handle, settled, swap

_FEWER = {">=": "at least", "<=": "at most", ">": "more than", "<": "fewer than", "=": "exactly"}
_WORDS = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}
_PLACES = {"from": "from", "in": "in", "on": "on", "below": "below", "above": "above", "of": "of",
           "left of": "on the left of", "right of": "on the right of", "next to": "next to",
           "visible to": "visible to", "visible only to": "visible only to"}  # fmt: skip
_ADJECTIVES = tuple(
    "ful ed ing ous al able ible less ive ish ic fo dy sy ty ky vy ent ant ard ee ar ain en".split()
)
_SPECIAL = ("printed", "different", "the same", "each other")


# ---- whole conditions -----------------------------------------------------------------------


def condition(t: Telling, c: Tree, no: bool = False) -> str:
    """A condition with its subject."""
    match c:
        case Logic("not", (inner,)):
            return condition(t, inner, not no)
        case Logic(op, parts) if parts:
            return _joined(t, c, op, parts, no)
        case Each(Pick() as pick, body):
            return _of_each(t, pick, body, no)
        case Done(step, how):
            return _outcome(t, step, how, no)
        case Moment("elapsed") if not no:
            return moments.elapsed(t, c)
        case Cmp(Tally("count", Kind() as k), op, b):
            return _count(t, c, k, op, b, no)
        case Can(Do() as do):
            return _can(t, do, no)
    who = _subject(t, c)
    if no and chosen(who):
        raise Unsayable(show(c))
    return _said(t, c, who, no)


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
        return condition(t, swap(body, own, pick, True))
    if not isinstance(who, (Ref, Of)) and pick.how == "any":
        pick = replace(pick, how="each")
    told = swap(who, own, pick, True)
    words = nouns.np(t, told)
    many = nouns.is_plural(t, told, words)
    return f"{words} {predicate(t, swap(body, who, settled(who)), settled(who), many, no)}"


def _about(t: Telling, body: Tree, own: Ref) -> Tree:
    """What a condition of somebody is told of: of them, or of something of theirs."""
    match body:
        case Logic(_, parts) if parts:
            found = [_about(t, part, own) for part in parts]
            return found[0] if all(who == found[0] for who in found) else own
        case Cmp(Tally("count", Kind() as k)) if own in (_owner(k), _place(k)):
            return own
    try:
        who = _subject(t, body)
    except Unsayable:
        return own
    return who if mentions(who, own.name) else own


def _said(t: Telling, c: Tree, who: Tree, no: bool) -> str:
    words = nouns.np(t, who)
    many = nouns.is_plural(t, who, words)
    own = settled(who)
    with t.at(any="a" if t.any == "a" else t.any):
        return f"{words} {predicate(t, swap(c, who, own), own, many, no)}"


def _subject(t: Telling, c: Tree) -> Tree:
    """Whom or what a condition is told of."""
    match c:
        case Is(who) | In(who):
            if isinstance(c, In) and c.rel == "of" and not _is_of(c):
                return c.place
            return who
        case Cmp(Of(owner, _), "shares", _):
            return owner
        case Cmp(Of(owner, name) as a, op, _):
            return owner if has_told(t, c, owner) and owner is not None and name else a
        case Cmp(Calc("distance", (Of(owner, _), _)), "<=", int()) if owner is not None:
            return owner
        case Cmp(Calc("distance", (first, _))):
            return first
        case Cmp(Tally("distinct", what, _)) if not isinstance(what, Kind):
            return what
        case Cmp(Tally("distinct", Kind() as k)) if has_told(t, c, _owner(k)):
            return _owner(k)
        case Cmp(Tally("times", Did(Do() as do))):
            return do.obj
        case Cmp(Tally("count", Kind() as k), "most" | "fewest"):
            return _owner(k)
        case Cmp(Tally("sum", Kind() as k), _) if has_told(t, c, _owner(k)):
            return _owner(k)
        case Cmp(a):
            return a
        case Did(Do() as do):
            return do.obj if do.agent is None else do.agent
        case Did(Is(who) | In(who)):
            return who
    raise Unsayable(show(c))


def _is_of(c: In) -> bool:
    return not isinstance(c.who, Ref)


def _joined(t: Telling, c: Tree, op: str, parts: tuple[Tree, ...], no: bool) -> str:
    """Several conditions: with one subject if they share it, else each in full."""
    first = _bare(parts[0])
    k = first.a.what if isinstance(first, Cmp) and isinstance(first.a, Tally) else None
    counted = isinstance(k, Kind) and _owner(k) is not None
    try:
        who = _owner(k) if isinstance(k, Kind) and counted else _subject(t, first)
    except Unsayable:
        who = None
    if isinstance(who, Of) and not can_be(t, first, who):
        who = who.owner
    if who is not None and not chosen(who):
        own = settled(who)
        if _one_predicate(t, swap(c, who, own), own):
            if isinstance(k, Kind) and counted:
                nouns.open_tally(t, k)
            with t.at(depth=t.depth + counted):
                return _said(t, c, who, no)
    if no or t.modal:
        raise Unsayable(show(c))
    return nouns.join([condition(t, part) for part in parts], op)


def _bare(c: Tree) -> Tree:
    return _bare(c.parts[0]) if isinstance(c, Logic) and c.parts else c


def _one_predicate(t: Telling, c: Tree, who: Tree) -> bool:
    if not isinstance(c, Logic):
        return False
    return (
        all(can_be(t, part, who) for part in c.parts)
        or all(listed_told(t, _positive(part), who) for part in c.parts)
        or described(t, c, who)
    )


def listed_told(t: Telling, c: Tree, who: Tree) -> bool:
    """Whether a condition can be one of several after `has`."""
    match c:
        case Cmp(Of(owner, attr), "=", Of(_, other)) if owner == who and attr == other:
            return attr in t.lexicon.attrs
    return has_told(t, c, who)


def _outcome(t: Telling, step: str, how: str, no: bool) -> str:
    """`you do`, `that player does not`, `you cannot`."""
    who = t.acts.get(step)
    words = nouns.np(t, who) if isinstance(who, Ref) else "they"
    many = words == "they" or nouns.is_plural(t, who, words)
    if how == "able":
        return f"{words} {'cannot' if no else 'can'}"
    return f"{words} {'do' if many else 'does'}{' not' * no}"


def _can(t: Telling, do: Do, no: bool) -> str:
    words, many = clauses.subject(t, do)
    own = handle(do.obj if do.agent is None else do.agent)
    told = swap(do, do.obj if do.agent is None else do.agent, own)
    return f"{words} {clauses.verb_phrase(t, told, many, 'cannot' if no else 'can')}"


# ---- counts ---------------------------------------------------------------------------------


def count(op: str, n: Tree) -> str:
    """How many: `at least 3`, `no`, `exactly 2`."""
    if op == "=" and n == 0:
        return "no"
    return f"{_FEWER[op]} {n.name if isinstance(n, Ref) else n}"


def _counts(t: Telling, op: str, n: Tree) -> bool:
    numeral = isinstance(n, int) or (isinstance(n, Ref) and t.is_param(n.name))
    return numeral and op in ("=", "<", "<=", ">", ">=")


def _how_many(t: Telling, k: Kind, op: str, n: Tree, skip: int = 0) -> str:
    """`at least 3 cards in your hand`, `a card`."""
    if op == ">=" and n == 1:
        other = nouns.says_other(t, k)
        words = nouns.kind(t, k, False, other, skip)
        return f"another {words}" if other else nouns.article(words)
    other = nouns.says_other(t, k)
    return f"{count(op, n)} {'other ' * other}{nouns.kind(t, k, n != 1, other, skip)}"


def _owner(k: Kind) -> Tree:
    """Whose the counted things are, where that is said first of them."""
    first = k.where[0] if k.where else None
    if isinstance(first, In) and first.who == Ref(k.var) and first.rel == "of":
        return first.place
    return None


def _place(k: Kind) -> Tree:
    first = k.where[0] if k.where else None
    if isinstance(first, In) and first.who == Ref(k.var) and first.rel == "in":
        return first.place
    return None


def _count(t: Telling, c: Cmp, k: Kind, op: str, b: Tree, no: bool) -> str:
    owner = _owner(k)
    place = _place(k)
    inside = place is not None and not chosen(place) and (t.modal != "" or len(k.where) > 1)
    if inside and _measurable(t, k, op, b) and not no:
        nouns.open_tally(t, k)
        with t.at(depth=t.depth + 1):
            words = nouns.np(t, place)
        return f"{words} {predicate(t, c, place, False)}"
    if owner is not None and not chosen(owner) and has_told(t, c, owner) and not no:
        nouns.open_tally(t, k)
        with t.at(depth=t.depth + 1):
            words = nouns.np(t, owner)
        own = settled(owner)
        many = nouns.is_plural(t, owner, words)
        return f"{words} {predicate(t, swap(c, owner, own), own, many)}"
    done = _done_by(t, k, op, b) if not no and not t.modal else None
    if done:
        return done
    if _counts(t, op, b) and not no and not t.modal:
        told = _counted_doing(t, k, op, b)
        if told:
            return told
        nouns.open_tally(t, k)
        words = _how_many(t, k, op, b)
        nouns.close_tally(t, k, b == 1)
        return f"there {'is' if b == 1 else 'are'} {words}"
    words = amounts.amount(t, c.a)
    be = f"{t.modal} be" if t.modal else "is"
    return f"{words} {be} {'not ' * no}{comparison(t, op, b)}"


def _counted_doing(t: Telling, k: Kind, op: str, n: Tree) -> str | None:
    """`no player objects within 4 days`, `at least 2 players voted for that proposal`."""
    last, own = k.where[-1] if k.where else None, Ref(k.var)
    inner = last.parts[0] if isinstance(last, Logic) and last.op == "not" else last
    match inner:
        case Did(Do() as do):
            told = own == (do.obj if do.agent is None else do.agent)
        case Is(_, str() as word):
            told = can_be(t, inner, own) and len(k.where) > 1 and word in t.lexicon.statuses
        case _:
            told = False
    if not told:
        return None
    many = n not in (0, 1)
    nouns.open_tally(t, k)
    words = f"{count(op, n)} {nouns.kind(t, Kind(k.noun, k.where[:-1], k.var), many)}"
    with t.at(depth=t.depth + 1, head=own, within=[*t.within, own], barred=[]):
        said = predicate(t, last, own, many)
    nouns.close_tally(t, k, n == 1)
    return f"{words} {said}"


def _measurable(t: Telling, k: Kind, op: str, b: Tree) -> bool:
    return _counts(t, op, b) or (op in (">", "<") and isinstance(b, Of))


def _done_by(t: Telling, k: Kind, op: str, b: Tree) -> str | None:
    """`you played at least 2 cards this turn`."""
    last = k.where[-1] if k.where else None
    own = Ref(k.var)
    if not (isinstance(last, Did) and isinstance(last.do, Do) and last.window != "now"):
        return None
    do = last.do
    if do.obj != own or do.agent in (None, own) or mentions(do.roles, k.var) or chosen(do.agent):
        return None
    rest = Kind(k.noun, k.where[:-1], k.var)
    more = op in (">", "<") and not isinstance(b, int)
    if not more and not _counts(t, op, b):
        return None
    nouns.open_tally(t, k)
    if more:
        things = f"{'more' if op == '>' else 'fewer'} {nouns.kind(t, rest, True)}"
    else:
        things = _how_many(t, rest, op, b) if (op, b) != (">=", 1) else (
            f"at least 1 {nouns.kind(t, rest, False)}"
        )  # fmt: skip
    with t.at(depth=t.depth + 1):
        who, many = clauses.subject(t, do)
        name, _ = clauses.tense(last, many, False)
        words = [who, clauses.form(do.verb, name), things, *clauses.roles(t, do)]
        ends = [word for word in clauses.when(t, last) if word]
    nouns.close_tally(t, k)
    if more:
        theirs = _same_doing(k, last, b)
        words += ["than", nouns.np(t, theirs) if theirs is not None else amounts.amount(t, b)]
    return " ".join([*words, *ends])


def _same_doing(k: Kind, did: Did, b: Tree) -> Tree:
    """Whose doing the same count is of."""
    if not (isinstance(b, Tally) and isinstance(b.what, Kind) and b.what.where):
        return None
    last = b.what.where[-1]
    if isinstance(last, Did) and isinstance(last.do, Do) and isinstance(did.do, Do):
        same = last.do.verb == did.do.verb and last.window == did.window
        return last.do.agent if same and len(b.what.where) == len(k.where) else None
    return None


def comparison(t: Telling, op: str, b: Tree) -> str:
    """How an amount compares: `at least 3`, `7`."""
    with t.at(any="a" if t.mood == "cond" else t.any):
        match op:
            case "=":
                return _value(t, b)
            case "!=":
                return f"other than {nouns.np(t, b)}"
    if op not in _WORDS:
        raise Unsayable(op)
    return f"{_WORDS[op]} {amounts.amount(t, b)}"


def _value(t: Telling, b: Tree) -> str:
    if isinstance(b, Group):
        return nouns.join([_value(t, item) for item in b.items], b.op)
    if not isinstance(b, str):
        return amounts.amount(t, b)
    day = b[:1].isupper() and b in t.lexicon.kinds and t.lexicon.sort(b) == "time"
    return b if day or b in t.lexicon.statuses or b in ("yes", "no") else f'"{b}"'


# ---- predicates -----------------------------------------------------------------------------


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
            return clauses.asked(t, c, who, many, no)
        case Can(Do() as do):
            return clauses.verb_phrase(t, do, many, "cannot" if no else "can")
        case Cmp(Tally("times", Did(Do() as do, window, nth) as did), op, int() as n):
            was = clauses.passive(t, do, "was" if window != "now" else be)
            ends = [word for word in clauses.when(t, did) if word]
            return " ".join([was, count(op, n), "times", *ends])
        case Cmp(_, "contains", str() as text) if c.a == who and not no:
            return f'{contain} "{text}"'
        case Cmp(Tally("count", Kind() as k), op, n) if _place(k) == who and not no:
            if _measurable(t, k, op, n):
                return f"{contain} {_contents(t, k, op, n)}"
        case Cmp(Of(owner, attr), "shares", Of(other, _)) if owner == who and not no:
            share = f"{t.modal} share" if t.modal else "share" if many else "shares"
            with t.at(local=[[c.a], *t.local]):
                return f"{share} {nouns.article(attr)} with {nouns.np(t, other)}"
        case Cmp(Tally("distinct", _, attr), op, int() as n) if not no and can_differ(c, who):
            return f"{have} {count(op, n)} different {t.plural(attr)}"
        case In(thing, place, "in") if place == who and not no:
            return f"{contain} {nouns.np(t, thing)}"
    by = _by_how_many(t, c, who)
    if by and not no:
        return f"{be if by[1] else 'were' if many else 'was'} {by[0]}"
    if has_told(t, c, who) and not no:
        return f"{have} {having(t, c, who)}"
    if isinstance(c, Logic) and all(listed_told(t, _positive(p), who) for p in c.parts) and not no:
        return f"{have} {nouns.join([_had(t, p, who) for p in c.parts], c.op)}"
    raise Unsayable(show(c))


def _positive(c: Tree) -> Tree:
    if isinstance(c, Logic) and c.op == "not" and isinstance(c.parts[0], Is):
        return c.parts[0] if c.parts[0].word == "any" else c
    return c


def _had(t: Telling, c: Tree, who: Tree) -> str:
    inner = _positive(c)
    if inner is not c and isinstance(inner, Is):
        return f"no {inner.family}"
    return having(t, c, who)


def can_differ(c: Cmp, who: Tree) -> bool:
    """Whether the different values of somebody's things are counted."""
    return isinstance(c.a, Tally) and c.a.what == who


def _weighed(t: Telling, noun: str | Kind, many: bool) -> str:
    if isinstance(noun, Kind):
        return nouns.kind(t, noun, many)
    return t.plural(noun) if many else noun


def _contents(t: Telling, k: Kind, op: str, n: Tree) -> str:
    nouns.open_tally(t, k)
    if _counts(t, op, n):
        words = _how_many(t, k, op, n, 1)
        nouns.close_tally(t, k, n == 1)
        return words
    words = nouns.kind(t, k, True, False, 1)
    nouns.close_tally(t, k)
    return f"{'more' if op == '>' else 'fewer'} {words} than {nouns.np(t, n)}"


def _by_how_many(t: Telling, c: Tree, who: Tree) -> tuple[str, bool] | None:
    """`chosen by at least 2 players`."""
    match c:
        case Cmp(Tally("count", Kind(noun, where, var)), op, int() as n) if where:
            last = where[-1]
            if isinstance(last, Did) and isinstance(last.do, Do) and last.do.obj == who:
                if last.do.agent != Ref(var) or last.do.roles:
                    return None
                rest = Kind(noun, where[:-1], var)
                words = [clauses.form(last.do.verb, "pp"), "by", _how_many(t, rest, op, n)]
                words += [word for word in clauses.when(t, last) if word]
                return " ".join(words), last.window == "now"
    return None


# ---- being ----------------------------------------------------------------------------------


def can_be(t: Telling, c: Tree, who: Tree) -> bool:
    """Whether a condition is said of somebody by `is`."""
    match c:
        case Is(subject, word, family):
            plain = (isinstance(word, str) and word != "any") or isinstance(word, Ref)
            return subject == who and plain and not _set_valued(t, family) and (
                family not in _SPECIAL
            )  # fmt: skip
        case In(subject, _, rel):
            return subject == who and (
                (rel in _PLACES and rel != "of") or rel in t.lexicon.relations
            )
        case Cmp(Calc("distance", (first, _)), "<=", int()):
            return first == who and not (isinstance(first, Of) and first.owner is not None)
        case Cmp(a, "=" | "!=" | "<" | "<=" | ">" | ">=" | "+" | "-" | "member", _):
            return a == who
        case Logic("or" | "and", parts):
            return bool(parts) and all(can_be(t, part, who) for part in parts)
    return False


def _set_valued(t: Telling, family: str) -> bool:
    attr = t.lexicon.attrs.get(family)
    return (attr is not None and attr.many) or (family in t.lexicon.kinds and family != "")


def described(t: Telling, c: Tree, who: Tree) -> bool:
    """Whether conditions say `a baby unicorn in your stable`: a kind, and more about it."""
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
    return isinstance(c, In) and c.who == who and c.rel in _PLACES


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
            return f"{_PLACES.get(rel) or rel + ' to'} {words}"
        case Cmp(Calc("distance", (_, other)), _, n):
            return f"within {n} of {amounts.amount(t, other)}"
        case Cmp(_, "member", Of(owner, attr) as of):
            with t.at(local=[[who], *t.local]):
                with t.at(depth=t.depth + 1):
                    whose = nouns.np(t, owner)
                nouns._mention_possession(t, of)
            return f"{nouns.article(attr)} of {whose}"
        case Cmp(_, "+" | "-" as op, n):
            return f"{amounts.amount(t, n)} {'more' if op == '+' else 'less'}"
        case Cmp(_, op, b):
            with t.at(local=[[who], *t.local]):
                return comparison(t, op, b)
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
            behind.append(post(t, part, who, many))
    text = " ".join([*before, words, *behind])
    return text if many else nouns.article(text)


def what(t: Telling, word: Tree, family: str, many: bool) -> str:
    """What somebody is or becomes: a status, or a kind with its article."""
    text = nouns.member(t, word)
    noun = text in t.lexicon.kinds or text in t.lexicon.attrs or t.is_param(text)
    status = text in t.lexicon.statuses
    adjective = text.endswith(_ADJECTIVES) or (text[:1].isupper() and not t.is_param(text))
    if not noun or (status and adjective and family != ""):
        return text
    return t.plural(text) if many else nouns.article(text)


# ---- having ---------------------------------------------------------------------------------


def has_told(t: Telling, c: Tree, who: Tree) -> bool:
    """Whether a condition is said of somebody by `has` or `with`."""
    if who is None:
        return False
    match c:
        case Each(Pick() as other, Cmp() as inner):
            return has_told(t, _with(inner, other), who)
        case Cmp(Of(owner, attr), "=", Ref() as value) if owner == who and not t.is_param(
            value.name
        ):
            return any(m.term == value and m.noun == attr for m in t.seen.found)
        case Cmp(Of(owner, unit), op, b) if unit in t.lexicon.units and owner == who:
            return op in (*_WORDS, "=", "most", "fewest") and not isinstance(b, str)
        case Cmp(Of(owner, attr), "most" | "fewest", None):
            return owner == who and attr in t.lexicon.attrs
        case Cmp(Of(owner, attr), "contains", Of(_, other)):
            return owner == who and attr == other
        case Cmp(Calc("distance", (Of(owner, _), _)), "<=", int()):
            return owner == who
        case Cmp(Tally("count", Kind() as k), op, b):
            if _owner(k) != who:
                return False
            return _counts(t, op, b) or op in ("most", "fewest") or _theirs(k, b) is not None
        case Cmp(Tally("distinct", Kind() as k), op, b):
            return _owner(k) == who and _counts(t, op, b)
        case Cmp(Tally("sum", Kind("card", (In(),)) as k), op, int()):
            return _owner(k) == who and op in (*_WORDS, "=")
        case Is(subject, word, family):
            if subject != who:
                return False
            return word == "any" or _set_valued(t, family) or family in ("different", "the same")
        case In(Ref() | Pick("all") as thing, place, "of"):
            return place == who and thing != who
        case In(Of(owner, _), _, rel):
            return owner == who and rel in t.lexicon.relations
    return False


def having(t: Telling, c: Tree, who: Tree) -> str:
    """What stands after `has`."""
    match c:
        case Each(Pick() as other, Cmp() as inner):
            return having(t, _with(inner, other), who)
        case Cmp(Of(_, unit), op, b) if unit in t.lexicon.units:
            return _units(t, who, unit, op, b)
        case Cmp(Of(_, attr), "most" | "fewest" as op, None):
            return f"the {'highest' if op == 'most' else 'lowest'} {attr}"
        case Cmp(Of(_, attr), "contains", Of(other, _)):
            return f"each {attr} of {nouns.np(t, other)}"
        case Cmp(Of(_, attr), "=", Ref() as value) if attr in t.lexicon.attrs:
            return nouns.np(t, value)
        case Cmp(Of(_, attr), "=", Of(other, same)) if attr == same:
            return f"the {attr} of {nouns.np(t, other)}"
        case Cmp(Calc("distance", (Of(_, attr), other)), _, n):
            return f"{nouns.article(attr)} within {n} of {nouns.np(t, other)}"
        case Cmp(Tally("count", Kind() as k), op, b):
            return _things(t, k, op, b)
        case Cmp(Tally("distinct", Kind() as k, attr), op, b):
            return _differing(t, k, attr, op, b)
        case Cmp(Tally("sum", _, attr), op, b):
            return f"a total {attr} of {comparison(t, op, b)}"
        case Is(_, "any", attr):
            return nouns.article(attr)
        case Is(_, attr, "different" | "the same" as word):
            return f"{word} {t.plural(str(attr)) if word == 'different' else attr}"
        case Is(_, word, family):
            return f"the {nouns.member(t, word)} {family}"
        case In(Ref() | Pick() as thing, _, "of"):
            return nouns.np(t, thing)
        case In(Of(_, attr), thing, rel):
            return f"{nouns.article(attr)} {rel} to {nouns.np(t, thing)}"
    raise Unsayable(show(c))


def _with(c: Cmp, other: Pick) -> Cmp:
    """A comparison with each of several, as it is told."""
    if mentions(c.b, other.label):
        return Cmp(c.a, c.op, swap(c.b, Ref(other.label), other, True))
    return Cmp(swap(c.a, Ref(other.label), other, True), c.op, c.b)


def _units(t: Telling, who: Tree, unit: str, op: str, b: Tree) -> str:
    many = t.plural(unit)
    if op in ("most", "fewest"):
        return f"the {op} {many}"
    if isinstance(b, int):
        return f"{count(op, b)} {unit if b == 1 else many}"
    if isinstance(b, Ref) and t.is_param(b.name):
        word = {**_WORDS, "<": "fewer than", "=": "exactly"}[op]
        return f"{word} {b.name} {many}"
    if op in (">", "<") and isinstance(b, Of):
        more = "more" if op == ">" else "fewer"
        if b.owner == who and b.name in t.lexicon.units:
            return f"{more} {many} than {t.plural(b.name)}"
        told = nouns.np(t, b.owner if b.name == unit and b.owner is not None else b)
        return f"{more} {many} than {told}"
    return f"{comparison(t, op, b) if op != '=' else 'exactly ' + amounts.amount(t, b)} in {many}"


def _things(t: Telling, k: Kind, op: str, b: Tree) -> str:
    nouns.open_tally(t, k)
    if op in ("most", "fewest"):
        words = f"the {op} {nouns.kind(t, k, True, False, int(_owner(k) is not None))}"
        nouns.close_tally(t, k)
        return words
    if _counts(t, op, b):
        words = _how_many(t, k, op, b, 1)
        nouns.close_tally(t, k, b == 1)
        return words
    theirs = _theirs(k, b)
    words = nouns.kind(t, k, True, False, 1)
    nouns.close_tally(t, k)
    more = {">": "more", "<": "fewer", "=": "the same number of"}[op]
    than = "as" if op == "=" else "than"
    return f"{more} {words} {than} {nouns.np(t, theirs)}"


def _differing(t: Telling, k: Kind, attr: str, op: str, n: Tree) -> str:
    """`at least 5 cards in your hand with different names`."""
    nouns.open_tally(t, k)
    words = _how_many(t, k, op, n, 1)
    nouns.close_tally(t, k)
    return f"{words} with different {t.plural(attr)}"


def _theirs(k: Kind, b: Tree) -> Tree:
    """Whose the same count is, in a comparison of two."""
    if not (isinstance(b, Tally) and b.op == "count" and isinstance(b.what, Kind)):
        return b if isinstance(b, Of) else None
    other = _owner(b.what)
    mine = swap(k.where, Ref(k.var), Ref(b.what.var))
    owner = _owner(k)
    if other is None or owner is None:
        return None
    same = swap(mine, owner, handle(other)) == settled(b.what.where)
    return other if same and k.noun == b.what.noun else None


# ---- behind a noun --------------------------------------------------------------------------


def post(t: Telling, c: Tree, own: Tree, many: bool) -> str:
    """A condition behind the noun that it describes."""
    match c:
        case In(who, place, rel) if who == own and (rel in _PLACES or rel in t.lexicon.relations):
            if rel.startswith("visible"):
                return f"that {predicate(t, c, own, many)}"
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
        case Logic("not", (inner,)) if has_told(t, inner, own):
            return f"without {_without(t, inner, own)}"
        case Logic("not", (Cmp(Of(owner, name), _, _) | Is(Of(owner, name)),)) if owner == own:
            return _whose(t, c, own, name)
        case Cmp(Of(owner, name), op, _) if owner == own and op != "shares":
            return f"with {having(t, c, own)}" if has_told(t, c, own) else _whose(t, c, own, name)
        case Is(Of(owner, name)) if owner == own:
            return _whose(t, c, own, name)
        case Did(Do() as do):
            return _done(t, c, do, own, many)
        case Logic("and" | "or" as op, parts) if not _one_predicate(t, c, own):
            return f" {op} ".join(
                f"{_that(t, own)} {predicate(t, part, own, many)}" for part in parts
            )
        case Cmp(Tally("count", Kind()), _, _) if not has_told(t, c, own):
            by = _by_how_many(t, c, own)
            if by and not by[1]:
                return by[0]
    if has_told(t, c, own):
        return f"with {having(t, c, own)}"
    return f"{_that(t, own)} {predicate(t, c, own, many)}"


def _without(t: Telling, c: Tree, own: Tree) -> str:
    return having(t, c, own)


def _that(t: Telling, own: Tree) -> str:
    found = next((m for m in t.seen.found if m.term == own), None)
    return "who" if found is not None and found.sort == "player" else "that"


def _whose(t: Telling, c: Tree, own: Tree, name: str) -> str:
    of = Of(own, name)
    units = name in t.lexicon.units or t.is_set(name)
    shown = t.plural(name) if units else name
    with t.at(depth=t.depth + 1):
        nouns._mention_possession(t, of)
    return f"whose {shown} {predicate(t, c, of, units)}"


def _done(t: Telling, did: Did, do: Do, own: Tree, many: bool) -> str:
    """`played this turn`, `you played onto a goal`, `being played`, `who played a card`."""
    ends: Any = None
    if isinstance(do.agent, Ref) and do.agent.name.startswith("ranked"):
        return _done(
            t, replace(did, do=replace(do, agent=None)), replace(do, agent=None), own, many
        )
    if do.agent == own:
        return f"{_that(t, own)} {predicate(t, did, own, many)}"
    if do.agent is None and do.obj == own:
        if did.window == "now" and not do.roles:
            clauses.done(t, do)
            return f"being {clauses.form(do.verb, 'pp')}"
        if did.window == "ever" and not do.roles and not did.nth and not t.definite:
            return f"{_that(t, own)} {clauses.passive(t, do, 'were' if many else 'was')}"
        words = clauses.passive(t, do, "")
        ends = [word for word in clauses.when(t, did) if word]
        return " ".join([words, *ends])
    gap = next((name for name, value in do.roles if value == own), "")
    if (not gap and do.obj != own) or isinstance(do.agent, Group):
        return f"{_that(t, own)} {predicate(t, did, own, many)}"
    if gap and do.roles[-1][0] != gap:
        raise Unsayable(show(did))
    who, plural = clauses.subject(t, do)
    name, aux = clauses.tense(did, plural, False)
    words = clauses.form(do.verb, name)
    doer = [handle(do.agent)]
    with t.at(barred=doer, local=[doer, *t.local]):
        if gap and do.obj is not None:
            words += f" {nouns.np(t, do.obj)}"
        told = [clauses.role(t, n, v) for n, v in do.roles if v != own]
    clauses.done(t, do)
    ends = [word for word in clauses.when(t, did) if word]
    parts = [who, aux, words, *told, gap, *ends]
    return " ".join(part for part in parts if part)


__all__ = ["Pick", "Qty", "condition", "count", "post", "predicate"]
