"""Where a later sentence of a paragraph goes: behind the rule before it, or into a branch of it."""

from __future__ import annotations

from typing import Any

from deckmastor.language.ir import (
    Adopt,
    Block,
    Do,
    Done,
    Each,
    If,
    Instead,
    May,
    Moment,
    Norm,
    Of,
    Pick,
    Ref,
    Repeat,
    Scope,
    Tree,
    When,
    replace,
    substitute,
    walk,
)  # fmt: skip
from deckmastor.language.mentions import BindError

EFFECTS = (Do, Block, Each, May, If, Repeat, Adopt)


def is_effect(tree: Tree) -> bool:
    """Whether a parse or a bound tree is something that is done."""
    return isinstance(tree, EFFECTS)


def takes_effects(tree: Tree) -> bool:
    """Whether a later effect sentence continues this rule."""
    match tree:
        case When() | Instead():
            return True
        case Norm(mode):
            return mode in ("may", "must")
        case Scope(_, _, rule):
            return takes_effects(rule)
    return is_effect(tree)


def opens_with_effect(tree: Tree) -> bool:
    """Whether the paragraph began with something done, so that rules in it are adopted."""
    return is_effect(tree)


def bound(tree: Any) -> set[str]:
    """The labels that a tree binds."""
    return {node.label for node in walk(tree) if isinstance(node, Pick) and node.label}


def _uses(tree: Tree, labels: set[str]) -> set[str]:
    return {node.name for node in walk(tree) if isinstance(node, Ref)} & labels


def extend(last: Tree, tree: Tree, labels: set[str]) -> Tree:
    """The rule with one more effect sentence, in the branch that the sentence refers into."""
    needs = _uses(tree, labels)
    match last:
        case When(_, effect, _, _) | Instead(_, effect, _, _):
            return replace(last, effect=_append(effect, tree, needs))
        case Norm(_, _, _, _, then):
            return replace(last, then=tree if then is None else _append(then, tree, needs))
        case Scope(_, _, rule):
            if is_effect(rule):
                return replace(last, rule=_append(rule, tree, needs))
            return replace(last, rule=extend(rule, tree, labels))
    return _append(last, tree, needs)


def _append(effect: Tree, tree: Tree, needs: set[str]) -> Tree:
    guarded = isinstance(tree, If) and any(isinstance(n, Done) for n in walk(tree.cond))
    if guarded and isinstance(tree, If):
        steps = {node.step for node in walk(tree.cond) if isinstance(node, Done)}
        inner = _beside_act(effect, tree, steps)
        if inner is not None:
            return inner
    if isinstance(effect, Block) and effect.mode == "next":
        last = effect.parts[-1]
        if _inside(last, needs, guarded):
            return replace(effect, parts=(*effect.parts[:-1], _append(last, tree, needs)))
        return replace(effect, parts=(*effect.parts, tree))
    if _inside(effect, needs, guarded):
        match effect:
            case If(_, then, _):
                return replace(effect, then=_append(then, tree, needs))
            case May(_, inner):
                return replace(effect, effect=_append(inner, tree, needs))
            case Each(pick, body):
                return replace(effect, body=_append(body, _same_each(pick, tree), needs))
            case Block(mode, parts) if mode in ("then", "both"):
                return replace(effect, parts=(*parts[:-1], _append(parts[-1], tree, needs)))
    return Block("next", (effect, tree))


def _same_each(pick: Tree, tree: Tree) -> Tree:
    """A sentence about each of the same set goes on with the one at hand: each its own."""
    if not (isinstance(tree, Each) and isinstance(pick, Pick) and isinstance(tree.pick, Pick)):
        return tree
    mine, its = pick.kind, tree.pick.kind
    if mine.noun == its.noun and substitute(its.where, its.var, Ref(mine.var)) == mine.where:
        return substitute(tree.body, tree.pick.label, Ref(pick.label))  # type: ignore[no-any-return]
    raise BindError(
        f"This speaks of each {its.noun} and of what each {mine.noun} did before.",
        tree.pick,
        f"Say it of the same {mine.noun}: 'each {mine.noun} …', or with 'they'.",
    )


def _beside_act(effect: Tree, tree: Tree, steps: set[str]) -> Tree:
    """`If they do` put beside the act it asks about, where that stands in a branch or a duty."""
    match effect:
        case Block("next", parts) if parts:
            inner = _beside_act(parts[-1], tree, steps)
            return replace(effect, parts=(*parts[:-1], inner)) if inner is not None else None
        case If(_, then, orelse) if orelse is not None and _does(orelse, steps):
            return replace(effect, orelse=_append(orelse, tree, set()))
        case If(_, then, _) if _does(then, steps):
            return replace(effect, then=_append(then, tree, set()))
        case Each(_, body) if _does(body, steps):
            return replace(effect, body=_append(body, tree, set()))
        case Adopt(rule, _) if _does(rule, steps) and takes_effects(rule):
            return replace(effect, rule=extend(rule, tree, set()))
    return None


def _does(tree: Tree, steps: set[str]) -> bool:
    return any(isinstance(node, Do) and node.label in steps for node in walk(tree))


def _inside(tree: Tree, needs: set[str], guarded: bool) -> bool:
    """Whether what is needed is bound only inside a branch of the tree."""
    match tree:
        case If(_, then, _):
            return bool(bound(then) & needs)
        case May(_, effect):
            return not guarded and bool(bound(effect) & needs)
        case Each(pick, body):
            return bool((bound(pick) | bound(body)) & needs)
        case Block(mode, parts) if mode in ("then", "both"):
            return _inside(parts[-1], needs, guarded)
    return False


def with_else(tree: Tree, other: Tree) -> Tree:
    """The tree with `Otherwise` joined to its last `If`; None if there is none."""
    match tree:
        case If(_, _, None):
            return replace(tree, orelse=other)
        case If(_, _, orelse):
            deeper = with_else(orelse, other)
            return replace(tree, orelse=deeper) if deeper is not None else None
        case When(_, effect, _, _) | Instead(_, effect, _, _) | May(_, effect):
            deeper = with_else(effect, other)
            return replace(tree, effect=deeper) if deeper is not None else None
        case Block(_, parts):
            deeper = with_else(parts[-1], other)
            return replace(tree, parts=(*parts[:-1], deeper)) if deeper is not None else None
        case Each(_, body):
            deeper = with_else(body, other)
            return replace(tree, body=deeper) if deeper is not None else None
        case Norm(_, _, _, _, then) if then is not None:
            deeper = with_else(then, other)
            return replace(tree, then=deeper) if deeper is not None else None
        case Scope(_, _, rule) | Adopt(rule, _):
            deeper = with_else(rule, other)
            return replace(tree, rule=deeper) if deeper is not None else None
    return None


def comes_into_force(parse: Tree) -> bool:
    """Whether a rule on a card begins when its text is performed, because it has an end."""
    match parse:
        case Scope("until") | Scope("during", Moment("next")):
            return True
        case When(Moment(_, span), _, _, once):
            coming = isinstance(span, Of) and span.name.startswith("next ")
            return once or coming or (isinstance(span, Pick) and span.how == "next")
        case When(_, _, _, once) | Instead(_, _, once, _):
            return once
        case Norm("must", do):
            return any(
                isinstance(node, Do) and any(name in ("within", "before") for name, _ in node.roles)
                for node in walk(do)
            )
    return False
