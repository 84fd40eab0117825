"""Raise quantifiers: noun phrases such as `each pony` move out of a condition, to stand around it.

`a pony has the same speed as each goat` is one comparison with two quantified noun phrases. It
becomes `Each(a pony, Each(each goat, the speed of this one = the speed of that one))`. So every
comparison sees single things. The leftmost noun phrase is the outermost.
"""

from __future__ import annotations

from typing import Any, Final

from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.language.ir import (
    Calc,
    Cmp,
    Did,
    Do,
    Each,
    Group,
    In,
    Is,
    Kind,
    Logic,
    Node,
    Of,
    Pick,
    Qty,
    Ref,
    Tally,
    Tree,
    mentions,
    replace,
    rewrite,
)

SOME: Final = ("any", "a", "some", "the", "only", "random")
EVERY: Final = ("each", "all")
COUNTS: Final = {"atleast": ">=", "over": ">", "upto": "<=", "no": "="}
SEVERAL: Final = ("top", "bottom", "first", "last")  # `the top 2 cards`: each of them
DEFINITE: Final = ("top", "bottom", "first", "last", "next", "previous", "the", "only")
TOGETHER: Final = ("the same", "different", "each other")  # `with the same base`: a set of things
SUPERLATIVES: Final = ("most", "fewest", "earliest", "latest")
TOGETHER_WITH: Final = ("among", "rest of", "from")  # `one of those cards`: the set of them
LIES: Final = ("in", "on", "of", "after")


def raised(ctx: Context, tree: Tree) -> Tree:
    """The condition with its first quantified noun phrase around it; itself if it has none."""
    match tree:
        case Is(family=family) if family in TOGETHER:
            return tree
        case Is(who=who, word=word):
            those = _those(ctx, who)
            return _each_of(ctx, tree, those) if those else _around(ctx, tree, (who, word))
        case Cmp(op=op) if op in SUPERLATIVES:
            return _around(ctx, tree, (tree.a,))
        case Cmp(a=Tally(op="count"), op="=", b=0):
            return tree  # `no card in a hand`: in none of the hands
        case Cmp(a=Of() as a) if those := _those(ctx, a):
            return _each_of(ctx, tree, those)
        case Cmp(a=a, op="!=", b=b):
            if first_in(ctx, a) is None and some(first_in(ctx, b)):
                return Logic("not", (replace(tree, op="="),))  # other than a card: than any card
            return _around(ctx, tree, (a, b))
        case Cmp(a=a, b=b):
            return _around(ctx, tree, (a, b))
        case In(who=who, place=place, rel=rel):
            alone = rel in TOGETHER_WITH or (rel == "visible only to" and not some(place))
            return _around(ctx, tree, (who,) if alone else (who, place))
        case Did(do=Do() as do, window=window):
            return _past(ctx, tree, do, window == "now")
        case Did(do=Is(who=who) | In(who=who)):
            return _around(ctx, tree, (who,))  # `has been tired for 3 days`
    return tree


def every(pick: Pick) -> bool:
    """True if a noun phrase speaks of all that fit it, false if of some."""
    return pick.how in EVERY or pick.how in SEVERAL


def counting(pick: Pick) -> tuple[str, Tree] | None:
    """The comparison of a noun phrase that counts (`at least 2 ponies`, `no pony`); else None."""
    if pick.how == "no":
        return ("=", 0)
    if pick.how in COUNTS:
        return (COUNTS[pick.how], pick.n)
    return ("=", pick.n) if pick.how in ("any", "a") and pick.n != 1 else None


def first_in(ctx: Context, tree: Tree) -> Pick | Group | None:
    """The first noun phrase of a term that speaks of some or of all things."""
    match tree:
        case Pick():
            return tree if _open(ctx, tree) else _first_place(ctx, tree)
        case Of(owner=owner):
            return first_in(ctx, owner)
        case Group(items=items):
            found = _first_of(ctx, items)
            return tree if found is not None and len(items) > 1 else found
        case Calc(args=args):
            return _first_of(ctx, args)
        case Qty(n=n):
            return first_in(ctx, n)
        case Tally(what=Kind() as what):
            return _first_where(ctx, what)
        case Tally(op="sum" | "most" | "fewest", what=Of() as what, prop=""):
            return first_in(ctx, what)
    return None


def some(pick: Tree) -> bool:
    """True if a noun phrase speaks of some thing, not of all or of a number of them."""
    return isinstance(pick, Pick) and not every(pick) and counting(pick) is None


def _around(ctx: Context, tree: Node, terms: tuple[Tree, ...]) -> Tree:
    found = _first_of(ctx, terms)
    return tree if found is None else _lifted(ctx, tree, found)


def _lifted(ctx: Context, tree: Node, found: Pick | Group) -> Tree:
    """A condition with one of its noun phrases around it."""
    if isinstance(found, Group):
        parts = tuple(_swapped(tree, found, item) for item in found.items)
        return Logic("or" if found.op == "or" else "and", parts)
    if found.how == "random":
        raise Unsupported(f"a random {found.kind.noun} in a condition")
    if not found.label:
        ctx.renamed += 1
        label = f"{found.kind.noun}~{ctx.renamed}"
        return Each(replace(found, label=label), _swapped(tree, found, Ref(label)))
    return Each(found, _swapped(tree, found, Ref(found.label)))


def _first_of(ctx: Context, terms: tuple[Tree, ...]) -> Pick | Group | None:
    for term in terms:
        found = first_in(ctx, term)
        if found is not None:
            return found
    return None


def _open(ctx: Context, pick: Pick) -> bool:
    """True if a noun phrase speaks of things that are not bound yet."""
    if pick.how in SEVERAL:
        return pick.n != 1
    if pick.how in ("a", "the", "only", "random"):
        return not ctx.knows(pick.label)
    return pick.how in SOME or pick.how in EVERY or pick.how in COUNTS


def _first_place(ctx: Context, pick: Pick) -> Pick | Group | None:
    """`the top card of a player's deck`: the player, who stands before the card."""
    return _first_where(ctx, pick.kind) if pick.how in DEFINITE else None


def _first_where(ctx: Context, kind: Kind) -> Pick | Group | None:
    """The first noun phrase among the places of a description: `cards in a player's hand`.

    Who did something to each of them stands there too: `cards brought by a player`.
    """
    for part in kind.where:
        if isinstance(part, Did) and isinstance(part.do, Do) and part.do.obj == Ref(kind.var):
            found = first_in(ctx, part.do.agent)
            if found is not None and not mentions(found, kind.var):
                return found
        if isinstance(part, In) and part.rel in LIES and part.who == Ref(kind.var):
            found = first_in(ctx, part.place)
            if found is not None and not mentions(found, kind.var):
                return found
    return None


def _those(ctx: Context, tree: Tree) -> Ref | None:
    """`those cards`, or whose property a term is, if a label holds several things."""
    while isinstance(tree, Of):
        tree = tree.owner
    return tree if isinstance(tree, Ref) and tree.name in ctx.plural else None


def _each_of(ctx: Context, tree: Node, those: Ref) -> Tree:
    """What is said of several things under one label is said of each of them."""
    ctx.renamed += 1
    one = Ref(f"{those.name}~{ctx.renamed}")
    kind = Kind("thing", (In(one, those, "among"),), one.name)
    ctx.sorts[one.name] = ctx.sorts.get(those.name, "")
    return Each(Pick("each", 1, kind, one.name), _swapped(tree, those, one))


def _past(ctx: Context, tree: Did, do: Do, now: bool) -> Tree:
    """A question to history; what it says of some is a part of its pattern, and stays there."""
    roles = tuple(told for _, told in do.roles)
    if now:
        return _around(ctx, tree, (do.agent, do.obj, *roles))
    found = _universal(ctx, do)
    if found is not None:
        return _lifted(ctx, tree, found)
    if isinstance(do.obj, Pick) and do.obj.how in ("any", "a") and not isinstance(do.obj.n, int):
        return _counted(ctx, tree, do, do.obj)
    for told in (do.agent, do.obj, *roles):
        if isinstance(told, Pick) and any(_superlative(part) for part in told.kind.where):
            best = _best(tree, do, told)
            return _lifted(ctx, _swapped(tree, told, best), best)
    return tree


def _counted(ctx: Context, tree: Did, do: Do, pick: Pick) -> Tree:
    """`has drawn cards equal to the hand limit`: one doer, and just so many cards."""
    if isinstance(do.agent, Pick) and _open(ctx, do.agent):
        return _lifted(ctx, tree, do.agent)
    asked = replace(tree, do=replace(do, obj=Ref(pick.kind.var)))
    return Cmp(Tally("count", replace(pick.kind, where=(*pick.kind.where, asked))), "=", pick.n)


def _universal(ctx: Context, do: Do) -> Pick | None:
    """The first noun phrase of an act that speaks of all things."""
    for told in (do.agent, do.obj, *(told for _, told in do.roles)):
        found = first_in(ctx, told)
        if isinstance(found, Pick) and every(found):
            return found
    return None


def _superlative(part: Tree) -> bool:
    return isinstance(part, Cmp) and part.op in SUPERLATIVES


def _best(tree: Did, do: Do, pick: Pick) -> Pick:
    """`the card with the highest rank` that was played: the highest of the cards played."""
    var = Ref(pick.kind.var)
    said = replace(do, agent=None if do.agent is not pick else var)
    said = replace(said, obj=var if do.obj is pick else do.obj)
    said = replace(said, roles=tuple((n, var if t is pick else t) for n, t in do.roles))
    kind = replace(pick.kind, where=(replace(tree, do=said), *pick.kind.where))
    return replace(pick, kind=kind)


def _swapped(tree: Any, old: Node, new: Tree) -> Any:
    """The tree with one node replaced; nodes are told apart by identity."""
    return new if tree is old else rewrite(tree, lambda child: _swapped(child, old, new))
