"""Compile what is asked of sets of numbers: which of their numbers fit, how many, the highest."""

from __future__ import annotations

from deckmastor.engine.expressions.base import LIMIT, Expr, Lit
from deckmastor.engine.expressions.compile_terms import prop
from deckmastor.engine.expressions.number_sets import (
    AllNumbers,
    Filter,
    NumberCount,
    NumberDistance,
    NumbersThat,
    NumberTally,
)
from deckmastor.engine.expressions.truths import Not
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.registry import term
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.language.ir import (
    Calc,
    Cmp,
    Do,
    Each,
    In,
    Is,
    Kind,
    Logic,
    Of,
    Pick,
    Ref,
    Tree,
    mentions,
    replace,
    substitute,
)
from deckmastor.language.morphology import plural

MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "!=": "!=", "shares": "=",
            "member": "="}  # fmt: skip
DENIED = {"<": ">=", ">": "<=", "<=": ">", ">=": "<"}
EVERY = ("each", "all")


def of_numbers(ctx: Context, noun: str) -> bool:
    """True if a noun names a set of numbers."""
    return noun in ctx.schema.lexicon.numeric and noun in ctx.schema.attrs


def name_of(tree: Tree) -> str:
    """The property that a term names, or whose members it describes."""
    match tree:
        case Of(name=name):
            return name.removeprefix("printed ")
        case Pick(kind=Kind(noun=noun)) | Kind(noun=noun):
            return noun
    return ""


def is_numbers(ctx: Context, tree: Tree) -> bool:
    """True if a term stands for the numbers of a set, or for some of them."""
    if isinstance(tree, Ref):
        return of_numbers(ctx, ctx.sorts.get(tree.name, ""))
    return of_numbers(ctx, name_of(tree))


def one_number(ctx: Context, tree: Tree) -> None:
    """Refuse a set of numbers where one number is wanted."""
    if isinstance(tree, Of) and is_numbers(ctx, tree):
        many = plural(name_of(tree))
        raise Unsupported(
            f"the {many} of something as one number: say 'the highest {name_of(tree)} of …', "
            f"'the lowest {name_of(tree)} of …', 'the total {name_of(tree)} of …' or "
            f"'the number of {many} of …'"
        )


# ---- comparisons ----------------------------------------------------------------------------


def compare_numbers(ctx: Context, tree: Cmp) -> Expr | None:
    """A comparison with a set of numbers: true if one of its numbers fits; None for another."""
    a, b, op = tree.a, tree.b, tree.op
    if not is_numbers(ctx, a) and not is_numbers(ctx, b):
        return None
    if op == "contains" and is_numbers(ctx, a):
        return AllNumbers(term(ctx, b), term(ctx, a))
    if op == "!=":
        return Not(some_fit(ctx, replace(tree, op="=")))
    return some_fit(ctx, tree)


def some_fit(ctx: Context, tree: Cmp) -> Expr:
    """True if one number of a side fits the other side."""
    a, b, op = tree.a, tree.b, tree.op
    if op not in MIRRORED:
        raise Unsupported(f"the comparison '{op}' of a set of numbers")
    if not is_numbers(ctx, a):
        a, b, op = b, a, MIRRORED[op]
    return NumbersThat(term(ctx, a), [Filter(op, other(ctx, b), None, False)])


def other(ctx: Context, tree: Tree) -> Expr:
    """What a number is compared with; some of the numbers of a set, not each of them."""
    if isinstance(tree, Pick) and is_numbers(ctx, tree) and tree.how in EVERY:
        raise Unsupported(
            f"a comparison with each {name_of(tree)}: compare with the highest or lowest one"
        )
    return term(ctx, tree)


def distance(ctx: Context, tree: Calc) -> Expr | None:
    """The distance of the nearest numbers, if a side is a set of numbers; else None."""
    if tree.op != "distance" or not any(is_numbers(ctx, arg) for arg in tree.args):
        return None
    return NumberDistance(*(other(ctx, arg) for arg in tree.args))


# ---- descriptions of numbers -----------------------------------------------------------------


def numbers_that(ctx: Context, kind: Kind, told: list[Filter] | None = None) -> NumbersThat:
    """The numbers of a set that fit a description: `odd values of this card`."""
    owners: list[Tree] = []
    filters = list(told or [])
    for part in kind.where:
        match part:
            case In(who=Ref(name=var), place=place, rel="of") if var == kind.var:
                owners.append(place)
            case _:
                filters += filters_of(ctx, part, {kind.var}, kind.noun, False)
    if len(owners) != 1:
        raise Unsupported(f"{plural(kind.noun)} without saying of what")
    found = prop(ctx, ctx.schema.attrs[kind.noun], term(ctx, owners[0]))
    return NumbersThat(found, filters)


def filters_of(ctx: Context, tree: Tree, names: set[str], noun: str, denied: bool) -> list[Filter]:
    """A condition on a number of a set as filters; `names` are its labels."""
    match tree:
        case Logic(op="not", parts=(part,)):
            return filters_of(ctx, part, names, noun, not denied)
        case Logic(op=op, parts=parts) if op == ("or" if denied else "and"):
            return [one for part in parts for one in filters_of(ctx, part, names, noun, denied)]
        case Is(who=Ref(name=who), word="odd" | "even" as word) if who in names:
            return [Filter(word, None, None, denied)]
        case Each(pick=Pick(how="any" | "a", n=1) as pick, body=body) if plain(ctx, pick):
            there = Of(owner_of(pick.kind), pick.kind.noun)
            told = substitute(body, pick.label, there)
            return filters_of(ctx, substitute(told, pick.kind.var, there), names, noun, denied)
        case Cmp(a=Ref(name=who), op=op, b=b) if who in names and op in MIRRORED:
            return compared_with(ctx, op, b, names, denied)
        case Cmp(a=a, op=op, b=Ref(name=who)) if who in names and op in MIRRORED:
            return compared_with(ctx, MIRRORED[op], a, names, denied)
        case Cmp(a=Calc(op="distance", args=(Ref(name=who), b)), op="<=", b=n) if who in names:
            return near(ctx, b, n, names, denied)
        case Cmp(a=Calc(op="distance", args=(b, Ref(name=who))), op="<=", b=n) if who in names:
            return near(ctx, b, n, names, denied)
    raise Unsupported(f"a {noun} that is anything but odd, even, or compared with a number")


def plain(ctx: Context, pick: Pick) -> bool:
    """True if a noun phrase means any number of a set, without other conditions."""
    return is_numbers(ctx, pick) and owner_of(pick.kind) is not None and len(pick.kind.where) == 1


def owner_of(kind: Kind) -> Tree:
    """What has the numbers that a noun describes."""
    return next((p.place for p in kind.where if isinstance(p, In) and p.rel == "of"), None)


def compared_with(ctx: Context, op: str, b: Tree, names: set[str], denied: bool) -> list[Filter]:
    """The filter of a comparison of a number with what is no number of the same set."""
    if any(mentions(b, name) for name in names):
        raise Unsupported("a number compared with itself")
    if op == "!=":
        op, denied = "=", not denied
    return [Filter(MIRRORED[MIRRORED[op]], other(ctx, b), None, denied)]


def near(ctx: Context, b: Tree, n: Tree, names: set[str], denied: bool) -> list[Filter]:
    """The filter of `within n of` something."""
    if any(mentions(b, name) or mentions(n, name) for name in names):
        raise Unsupported("a number compared with itself")
    return [Filter("within", other(ctx, b), term(ctx, n), denied)]


def quantified_numbers(ctx: Context, pick: Pick, body: Tree, every: bool) -> Expr:
    """A condition on some number of a set, or on each: then no number does not fulfil it."""
    names = {pick.label, pick.kind.var}
    told = filters_of(ctx, body, names, pick.kind.noun, every)
    fitting = numbers_that(ctx, pick.kind, told)
    return Not(fitting) if every else fitting


# ---- amounts --------------------------------------------------------------------------------


def count_numbers(ctx: Context, what: Tree) -> Expr | None:
    """How many numbers of a set fit a description; None for other things."""
    if not is_numbers(ctx, what) or isinstance(what, Ref):
        return None
    if isinstance(what, Of):
        return NumberCount(NumbersThat(term(ctx, what), []))
    kind = what.kind if isinstance(what, Pick) else what
    assert isinstance(kind, Kind)
    return NumberCount(numbers_that(ctx, kind))


def told_without_end(count: Expr) -> Expr:
    """A count as a side of a comparison: endless numbers are more than any number of them."""
    return NumberCount(count.fitting, LIMIT) if isinstance(count, NumberCount) else count


def extreme(ctx: Context, tree: Of, op: str) -> Expr:
    """The highest or lowest number of the set of a thing."""
    return NumberTally(op, Lit(0), ctx.spare(), term(ctx, tree))


def no_event(ctx: Context, do: Do) -> None:
    """Refuse a rule about single numbers that are gained, lost or changed: no event tells them."""
    if do.verb in ("gain", "lose", "set") and is_numbers(ctx, do.obj):
        raise Unsupported(
            f"a rule about a {name_of(do.obj)} that something gains, loses or changes: ask which "
            f"{plural(name_of(do.obj))} it has, as in 'When a card has a {name_of(do.obj)} of …'"
        )
