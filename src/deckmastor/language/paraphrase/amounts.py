"""Amounts told: counters, counts, arithmetic in prose, and formulas where prose cannot say it."""

from __future__ import annotations

import re

from deckmastor.language.formula import print_formula
from deckmastor.language.ir import (
    Calc,
    In,
    Kind,
    Of,
    Pick,
    Qty,
    Ref,
    Tally,
    Tree,
    rewrite,
    show,
    walk,
)
from deckmastor.language.mentions import Mention
from deckmastor.language.paraphrase import kinds, nouns
from deckmastor.language.paraphrase.telling import Telling, Unsayable

_PROSE = {"+": "plus", "-": "minus", "*": "times"}
_TALLIES = {"sum": "the total", "most": "the highest", "fewest": "the lowest"}
_FORMULA_ONLY = ("/", "floor", "ceil", "abs", "max", "min", "neg")


def quantity(t: Telling, q: Qty) -> str:
    """An amount of a counter or of time."""
    fixed = ("any", "all", "result")
    if isinstance(q.n, Ref) and q.n.name not in fixed and not t.is_param(q.n.name):
        known = t.refer(q)
        if known:
            return known
        words = t.plural(q.unit) if t.refer(q.n) is None else _quantity(t, q.n, q.unit)
    else:
        words = _quantity(t, q.n, q.unit)
    t.seen.add(Mention(q, q.unit, "counter", True, rank=2))
    return words


def _quantity(t: Telling, n: Tree, unit: str) -> str:
    many = t.plural(unit)
    match n:
        case int():
            return f"{n} {unit if n == 1 else many}"
        case Pick("a", 1, Kind("number", ()), label):
            t.mention(Ref(label), "number", "number")
            return f"any number of {many}"
        case Ref("all"):
            return f"all {many}"
        case Ref(name) if t.is_param(name):
            return f"{name} {many}"
        case Calc("up to" | "at least" | "more than" as op, (least,)):
            return f"{op} {amount(t, least)} {many}"
    if is_that_many(t, n):
        return f"that many {many}"
    if needs_formula(t, n):
        return f"{formula(t, n)} {many}"
    each = None if t.style.equal else _for_each(t, n, unit)
    return each or f"{many} equal to {capped(t, n)}"


def _for_each(t: Telling, n: Tree, unit: str) -> str | None:
    """`2 points for each card in your hand, at most 6`."""
    match n:
        case Calc("min", (inner, most)):
            words = _for_each(t, inner, unit)
            return f"{words}, at most {amount(t, most)}" if words else None
        case Calc("*", (int() | Ref() as factor, rest)):
            each = for_each(t, rest)
            shown = unit if factor == 1 else t.plural(unit)
            return f"{amount(t, factor)} {shown} {each}" if each else None
    return None


def for_each(t: Telling, n: Tree) -> str | None:
    """How often: `for each card in your hand`, `for every 2 cards`."""
    match n:
        case Tally("count", Kind() as k):
            return f"for each {kinds.tallied(t, k, False)}"
        case Tally("distinct", Kind() | Ref() as what, prop):
            return f"for each different {prop} among {_set(t, what)}"
        case Calc("groups", (Tally("count", Kind() as k), int() as size)):
            return f"for every {size} {kinds.tallied(t, k)}"
        case Calc("groups", (Of(owner, unit), int() as size)) if owner is not None:
            return f"for every {size} {t.plural(unit)} of {nouns.np(t, owner)}"
        case Of(owner, unit) if owner is not None and unit in t.lexicon.units:
            return f"for each {unit} of {nouns.np(t, owner)}"
    return None


def capped(t: Telling, n: Tree) -> str:
    """An amount with its upper bound behind it."""
    if (
        isinstance(n, Calc)
        and n.op == "min"
        and len(n.args) == 2
        and not needs_formula(t, n.args[0])
    ):
        return f"{amount(t, n.args[0])}, at most {amount(t, n.args[1])}"
    return amount(t, n)


def is_that_many(t: Telling, n: Tree) -> bool:
    """Whether `that many` will be understood as this amount."""
    if not isinstance(n, (Tally, Ref)):
        return False
    numbers = [m.term for m in t.seen.found if m.noun == "number"]
    if numbers:
        return n == numbers[-1]
    several = [m for m in t.seen.found if m.many or m.sort == "counter"]
    return bool(several) and n == Tally("count", several[-1].term)


def amount(t: Telling, n: Tree) -> str:
    """An amount, in prose if prose can say it."""
    if needs_formula(t, n) or _reads_badly(t, n):
        try:
            return formula(t, n)
        except Unsayable:
            pass
    match n:
        case int():
            return str(n)
        case Tally():
            return _tally(t, n)
        case Calc():
            return _calc(t, n)
    return nouns.np(t, n)


def _reads_badly(t: Telling, n: Tree) -> bool:
    """Whether a formula says it better: a bound, or `the second player's score minus 4`."""
    if not isinstance(n, Calc) or n.op == "min":
        return isinstance(n, Calc)
    try:
        return bool(re.search(r"\bthe (first|second|third) ", _calc(t.copy(), n)))
    except Unsayable:
        return True


def _tally(t: Telling, n: Tally) -> str:
    if is_that_many(t, n):
        return "that number"
    match n:
        case Tally("count", Kind() as k):
            return f"the number of {_their_things(t, k) or kinds.tallied(t, k)}"
        case Tally("count", Of() as of) if t.is_set(of.name):
            return f"the number of {nouns.np(t, of)}"
        case Tally(op, Of(owner, name) as of, "") if op in _TALLIES and t.is_set(of.name):
            return f"{_TALLIES[op]} {name} of {nouns.np(t, owner)}"
        case Tally("distinct", what, prop):
            return f"the number of different {t.plural(prop)} among {_set(t, what)}"
        case Tally(op, what, prop) if op in _TALLIES:
            word = "of" if op == "sum" else "among"
            return f"{_TALLIES[op]} {prop} {word} {_set(t, what)}"
    raise Unsayable(show(n))


def _their_things(t: Telling, k: Kind) -> str | None:
    """`their ponies whose value is at least 3`: whose they are comes last, and is said first."""
    last = k.where[-1] if len(k.where) > 1 else None
    if not (isinstance(last, In) and last.who == Ref(k.var) and last.rel == "of"):
        return None
    owner = "your" if last.place == Ref("you") else t.refer(last.place, f"of:{k.noun}", True)
    if not isinstance(last.place, Ref) or owner is None:
        return None
    if owner not in ("your", "its", "their"):
        owner = "their" if t.seen_sort(last.place) == "player" else "its"
    kinds.open_tally(t, k)
    words = kinds.kind(t, Kind(k.noun, k.where[:-1], k.var), True)
    kinds.close_tally(t, k)
    return f"{owner} {words}"


def _set(t: Telling, what: Tree) -> str:
    if isinstance(what, Kind):
        return f"all {kinds.tallied(t, what)}"
    return nouns.np(t, what)


def _calc(t: Telling, n: Calc) -> str:
    match n:
        case Calc("dice", (count, sides)):
            return f"{count}d{sides}"
        case Calc("dice", (count, sides, target)):
            return f"{count}d{sides} {target}+"
        case Calc("*", (2, second)):
            return f"twice {amount(t, second)}"
        case Calc("half up" | "half down" as op, (inner,)):
            return f"half {amount(t, inner)}, rounded {op.split()[1]}"
        case Calc("distance", (a, b)):
            return f"the difference between {amount(t, a)} and {amount(t, b)}"
        case Calc(op, (first, second)) if op in _PROSE:
            return f"{amount(t, first)} {_PROSE[op]} {amount(t, second)}"
        case Calc("min", (first, second)):
            return f"{amount(t, first)}, at most {amount(t, second)}"
    raise Unsayable(show(n))


def needs_formula(t: Telling, n: Tree) -> bool:
    """Whether an amount has no words: division, nested sums, a property of no owner."""
    if isinstance(n, Calc) and (
        (n.op in _PROSE and len(n.args) == 2) or n.op in ("half up", "half down")
    ):
        last = n.args[-1]
        if isinstance(last, Calc) and last.op in _PROSE:
            return True
    return any(
        (isinstance(node, Calc) and node.op in _FORMULA_ONLY and node is not n)
        or (node is n and isinstance(node, Calc) and node.op in _FORMULA_ONLY and node.op != "min")
        for node in walk(n)
    )


def formula(t: Telling, n: Tree) -> str:
    """An amount as a formula in backticks."""

    def spelled(node: object) -> object:
        match node:
            case Kind(noun, ()):
                t.mention(Ref(node.var), noun, t.sort(noun))
                kinds.close_tally(t, node)
                return Ref(t.plural(noun))
            case Of(None, name) if name in t.lexicon.units:
                return Ref(t.plural(name))
            case Of(Ref("you"), name):
                return Ref(f"your {name}")
            case Of(Ref() as owner, name):
                nouns.reference(t, owner)
                return Ref(t.plural(name) if name in t.lexicon.units else name)
        return rewrite(node, spelled)

    try:
        return f"`={print_formula(spelled(n))}`"  # type: ignore[arg-type]
    except ValueError:
        raise Unsayable(show(n)) from None
