"""Conditions on numbers told: `at least 3 cards are face up`, `you played no card this turn`."""

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
    mentions,
)  # fmt: skip
from deckmastor.language.paraphrase import (
    amounts,
    clauses,
    conditions,
    events,
    kinds,
    nouns,
    possessions,
    predicates,
)  # fmt: skip
from deckmastor.language.paraphrase.telling import Telling, Unsayable, settled, swap

FEWER = {">=": "at least", "<=": "at most", ">": "more than", "<": "fewer than", "=": "exactly"}
LESS = {**FEWER, "<": "less than"}


def count(op: str, n: Tree) -> str:
    """How many: `at least 3`, `no`, `exactly 2`."""
    if op == "=" and n == 0:
        return "no"
    return f"{FEWER[op]} {n.name if isinstance(n, Ref) else n}"


def is_count(t: Telling, op: str, n: Tree) -> bool:
    """Whether a comparison is one with a numeral, as `at least 3 cards` is."""
    numeral = isinstance(n, int) or (isinstance(n, Ref) and t.is_param(n.name))
    return numeral and op in FEWER


def how_many(t: Telling, k: Kind, op: str, n: Tree, skip: int = 0) -> str:
    """`at least 3 cards in your hand`, `a card`."""
    if op == ">=" and n == 1:
        other = kinds.says_other(t, k)
        words = kinds.kind(t, k, False, other, skip)
        return f"another {words}" if other else nouns.article(words)
    other = kinds.says_other(t, k)
    return f"{count(op, n)} {'other ' * other}{kinds.kind(t, k, n != 1, other, skip)}"


def owner_of(k: Kind) -> Tree:
    """Whose the counted things are, where that is said first of them."""
    first = k.where[0] if k.where else None
    if isinstance(first, In) and first.who == Ref(k.var) and first.rel == "of":
        return first.place
    return None


def place_of(k: Kind) -> Tree:
    """Where the counted things are, where that is said first of them."""
    first = k.where[0] if k.where else None
    if isinstance(first, In) and first.who == Ref(k.var) and first.rel == "in":
        return first.place
    return None


def counted(t: Telling, c: Cmp, k: Kind, op: str, b: Tree, no: bool) -> str:
    """A condition on how many things there are, with the subject that suits it best."""
    told = None if no else _of_holder(t, c, k, op, b)
    if told is None and not no and not t.modal:
        told = done_by(t, k, op, b) or _there_are(t, k, op, b)
    if told is not None:
        return told
    words = amounts.amount(t, c.a)
    be = f"{t.modal} be" if t.modal else "is"
    return f"{words} {be} {'not ' * no}{comparison(t, op, b)}"


def _of_holder(t: Telling, c: Cmp, k: Kind, op: str, b: Tree) -> str | None:
    """`the deck contains no face-up cards`, `you have at least 3 cards in your hand`."""
    owner, place = owner_of(k), place_of(k)
    if place is not None and measurable(t, op, b) and (t.modal or len(k.where) > 1):
        holder = place
    elif owner is not None and possessions.has_told(t, c, owner):
        holder = owner
    else:
        return None
    if conditions.chosen(holder):
        return None
    kinds.open_tally(t, k)
    with t.at(depth=t.depth + 1):
        words, many = nouns.subject(t, holder)
    own = settled(holder)
    return f"{words} {predicates.predicate(t, swap(c, holder, own), own, many)}"


def _there_are(t: Telling, k: Kind, op: str, n: Tree) -> str | None:
    if not is_count(t, op, n):
        return None
    told = _counted_doing(t, k, op, n)
    if told:
        return told
    kinds.open_tally(t, k)
    words = how_many(t, k, op, n)
    kinds.close_tally(t, k, n == 1)
    return f"there {'is' if n == 1 else 'are'} {words}"


def _counted_doing(t: Telling, k: Kind, op: str, n: Tree) -> str | None:
    """`no player objects within 4 days`, `at least 2 players voted for that proposal`."""
    last, own = k.where[-1] if k.where else None, Ref(k.var)
    inner = last.parts[0] if isinstance(last, Logic) and last.op == "not" else last
    match inner:
        case Did(Do() as do):
            told = own == (do.obj if do.agent is None else do.agent)
        case Is(_, str() as word):
            told = (
                predicates.can_be(t, inner, own) and len(k.where) > 1 and word in t.lexicon.statuses
            )
        case _:
            told = False
    if not told:
        return None
    many = n not in (0, 1)
    kinds.open_tally(t, k)
    words = f"{count(op, n)} {kinds.kind(t, Kind(k.noun, k.where[:-1], k.var), many)}"
    with t.at(depth=t.depth + 1, head=own, within=[*t.within, own], barred=[]):
        said = predicates.predicate(t, last, own, many)
    kinds.close_tally(t, k, n == 1)
    return f"{words} {said}"


def measurable(t: Telling, op: str, b: Tree) -> bool:
    """Whether `contains at least 3 cards` or `contains more cards than the limit` can be said."""
    return is_count(t, op, b) or (op in (">", "<") and isinstance(b, Of))


def done_by(t: Telling, k: Kind, op: str, b: Tree, of_each: bool = False) -> str | None:
    """`you played at least 2 cards this turn`; with `of_each`, also of a quantified doer."""
    last = k.where[-1] if k.where else None
    own = Ref(k.var)
    if not (isinstance(last, Did) and isinstance(last.do, Do) and last.window != "now"):
        return None
    do = last.do
    if (
        do.obj != own
        or do.agent in (None, own)
        or mentions(do.roles, k.var)
        or (conditions.chosen(do.agent) and not of_each)
    ):
        return None
    rest = Kind(k.noun, k.where[:-1], k.var)
    more = op in (">", "<") and not isinstance(b, int)
    if not more and not is_count(t, op, b):
        return None
    kinds.open_tally(t, k)
    if more:
        things = f"{'more' if op == '>' else 'fewer'} {kinds.kind(t, rest, True)}"
    elif (op, b) == (">=", 1):
        things = f"at least 1 {kinds.kind(t, rest, False)}"
    else:
        things = how_many(t, rest, op, b)
    with t.at(depth=t.depth + 1):
        who, many = clauses.subject(t, do)
        name, _ = events.tense(last, many, False)
        words = [who, clauses.form(do.verb, name), things, *clauses.roles(t, do)]
        ends = [word for word in events.when(t, last) if word]
    kinds.close_tally(t, k)
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
    if op not in LESS:
        raise Unsayable(op)
    return f"{LESS[op]} {amounts.amount(t, b)}"


def _value(t: Telling, b: Tree) -> str:
    """What a value is: an amount, a day, a word of a family, a text in quotes."""
    if isinstance(b, Group):
        return nouns.join([_value(t, item) for item in b.items], b.op)
    if not isinstance(b, str):
        return amounts.amount(t, b)
    day = b[:1].isupper() and b in t.lexicon.kinds and t.lexicon.sort(b) == "time"
    return b if day or b in t.lexicon.statuses or b in ("yes", "no") else f'"{b}"'
