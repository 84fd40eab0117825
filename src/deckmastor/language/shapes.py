"""Shapes of bound trees: what stands around what, and the final names of labels."""

from __future__ import annotations

import re
from typing import Any

from deckmastor.language.ir import (
    FIELDS,
    Block,
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
    Node,
    Of,
    Pick,
    Ref,
    Repeat,
    Tally,
    Tree,
    mentions,
    replace,
    rewrite,
    walk,
)  # fmt: skip

MARK = "§"  # between a label's noun and its number, until labels are numbered
FIXED = {"you", "this", "at_turn", "game", "result", "act", "any", "all", "some"}


def distribute(tree: Do) -> Tree:
    """`each` among the things of an act is put around it."""
    if (
        isinstance(tree.obj, Group)
        and tree.obj.op == "and"
        and any(isinstance(node, Pick) and node.how == "each" for node in walk(tree.obj))
    ):
        parts = tuple(distribute(replace(tree, obj=item)) for item in tree.obj.items)
        return Block("both", parts, at=tree.at)
    for node in walk(tree):
        if isinstance(node, Pick) and node.how == "each":
            inner = swap(tree, node, Ref(node.label))
            assert isinstance(inner, Do)
            return Each(node, distribute(inner))
    return tree


def swap(tree: Any, old: Node, new: Tree) -> Any:
    if tree is old:
        return new
    return rewrite(tree, lambda child: swap(child, old, new))


def each_place(tree: Any, inside: bool = False) -> Pick | None:
    """`each hand` as the place of a described thing, `each player` as who did it to the thing."""
    if isinstance(tree, Pick) and tree.how == "each" and inside:
        return tree
    parts: Any = tree if isinstance(tree, tuple) else ()
    if isinstance(tree, Kind):
        places = tuple(c.place for c in tree.where if isinstance(c, In))
        parts, inside = places + tuple(filter(None, map(_doer, tree.where))), True
    elif isinstance(tree, Node):
        parts = tuple(getattr(tree, name) for name in FIELDS[type(tree)])
    return next((found for part in parts if (found := each_place(part, inside))), None)


def _doer(said: Tree) -> Tree:
    """Who did what is said of a thing: `cards brought by each player`."""
    return said.do.agent if isinstance(said, Did) and isinstance(said.do, Do) else None


def each_of(do: Do) -> Pick | None:
    """`each card` or `all cards` as the doer or the object of an act."""
    for term in (do.agent, do.obj):
        if isinstance(term, Pick) and term.how in ("each", "all"):
            return term
    return None


def lift_each(tree: Repeat) -> Tree:
    """`each player discards cards until …`: the repetition is each one's own."""
    if isinstance(tree.effect, Each):
        return replace(tree.effect, body=replace(tree, effect=tree.effect.body))
    return tree


def name_first(tree: Tree, pick: Pick) -> Tree:
    """A doer that is chosen is named where it is first referred to."""
    done = [False]

    def place(node: Any) -> Any:
        if done[0]:
            return node
        if node == Ref(pick.label):
            done[0] = True
            return pick
        return rewrite(node, place)

    return place(tree)  # type: ignore[no-any-return]


def hoist(cond: Tree, then: Tree) -> Tree:
    """`If a player has not voted, they lose 1 point`: each such player."""
    if isinstance(cond, Each) and isinstance(cond.pick, Pick):
        pick = cond.pick
        if pick.how == "any" and mentions(then, pick.label):
            kind = replace(pick.kind, where=(*pick.kind.where, cond.body))
            return Each(Pick("each", 1, kind, pick.label, at=pick.at), then)
    for node in walk(cond):
        if isinstance(node, Kind):
            continue
        if isinstance(node, Pick) and node.how == "any" and mentions(then, node.label):
            if not _top_pick(cond, node):
                continue
            rest = swap(cond, node, Ref(node.label))
            kind = replace(node.kind, where=(*node.kind.where, rest))
            return Each(Pick("each", 1, kind, node.label, at=node.at), then)
    return None


def _top_pick(cond: Tree, pick: Pick) -> bool:
    """Whether a phrase stands in the condition itself, not inside another description."""
    for node in walk(cond):
        if isinstance(node, Kind) and any(inner is pick for inner in walk(node.where)):
            return False
    return True


def lift_used(asked: Tree, done: Tree) -> Tree:
    """Something inside a count that the effect speaks of stands before the count."""
    for node in walk(asked):
        if isinstance(node, Kind):
            for inner in walk(node.where):
                if isinstance(inner, Pick) and inner.how == "any" and mentions(done, inner.label):
                    rest = swap(asked, inner, Ref(inner.label))
                    return Each(inner, lift_used(rest, done))
    return asked


def any_of(do: Tree) -> Tree:
    """`Chips and beads cannot be used`: neither of them, not only both together."""
    if isinstance(do, Do):
        agent, obj = (
            replace(term, op="or") if isinstance(term, Group) and term.op == "and" else term
            for term in (do.agent, do.obj)
        )
        return replace(do, agent=agent, obj=obj)
    return do


def owners(term: Tree) -> list[Tree]:
    """A term and whose it is, from the inside out."""
    found = [handle(term)]
    while isinstance(term, Of):
        term = term.owner
        found.append(handle(term))
    return found


def arguments(do: Do) -> list[Ref]:
    """The plain references among a clause's object and roles."""
    terms = [do.obj, *(value for _, value in do.roles)]
    return [term for term in terms if isinstance(term, Ref)]


def ordinal(pick: Pick) -> bool:
    """`the first card` of a history: the first of such acts."""
    return pick.how in ("first", "last") and not pick.kind.where and pick.n == 1


def handle(term: Tree) -> Tree:
    return Ref(term.label) if isinstance(term, Pick) else term


def is_many(pick: Pick) -> bool:
    if pick.how in ("all", "some", "anynum"):
        return True
    return pick.how not in ("each", "the") and pick.n != 1


def subjects(cond: Tree) -> list[Tree]:
    """Whom or what a condition is about, the nearest first."""
    match cond:
        case Each(Pick() as pick, _):
            return [Ref(pick.label)]
        case Logic(_, parts):
            return subjects(parts[0])
        case Is(who) | In(who):
            return owners(who)
        case Cmp(Tally(_, Kind(_, (In(_, owner, "of"), *_))), _, _):
            return owners(owner)
        case Cmp(a, _, _):
            return owners(a)
        case Did(Do(_, agent, obj)):
            return owners(agent if agent is not None else obj)
    return []


def compared_of(amount: Tree) -> Tree:
    """Whose amount is compared."""
    match amount:
        case Of(owner):
            return handle(owner)
        case Tally(_, Kind(_, where)):
            return next((c.place for c in where if isinstance(c, In) and c.rel == "of"), None)
    return None


def relabelled(tree: Any, old: str, new: str) -> Any:
    """The tree with the label of one act changed."""
    if isinstance(tree, Do) and tree.label == old:
        return replace(tree, label=new)
    return rewrite(tree, lambda child: relabelled(child, old, new))


def strip_acts(tree: Any, kept: set[str]) -> Any:
    if isinstance(tree, Do) and tree.label and tree.label not in kept:
        tree = replace(tree, label="")
    if isinstance(tree, tuple):
        return tuple(strip_acts(item, kept) for item in tree)
    return rewrite(tree, lambda child: strip_acts(child, kept))


def relabel(rules: tuple[Tree, ...]) -> tuple[Tree, ...]:
    """Labels numbered in the order in which the tree mentions them."""
    names: dict[str, str] = {}
    acts: dict[str, str] = {}

    def new(label: str) -> str:
        if label in FIXED or not label:
            return label
        if MARK not in label and not re.fullmatch(r"act\d+", label):
            return label
        if MARK not in label:
            return acts.setdefault(label, f"act{len(acts) + 1}")
        stem = label.partition(MARK)[0].replace(" ", "_").lower()
        return names.setdefault(label, f"{stem}{len(names) + 1}")

    def change(node: Any) -> Any:
        match node:
            case Ref(name):
                return replace(node, name=new(name))
            case Pick(_, _, _, label):
                label = new(label)
                return replace(rewrite(node, change), label=label)
            case Kind(_, _, var):
                var = new(var)
                return replace(rewrite(node, change), var=var)
            case Do(_, _, _, _, label):
                label = new(label)
                return replace(rewrite(node, change), label=label)
            case Done(step):
                return replace(node, step=new(step))
        return rewrite(node, change)

    return tuple(change(rule) for rule in rules)
