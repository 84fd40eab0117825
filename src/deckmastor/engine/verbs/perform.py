"""Compile an act: expand a defined verb, or call the compiler of a primitive one."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr, Reg
from deckmastor.engine.expressions.compile_descriptions import find
from deckmastor.engine.expressions.compile_picks import ANEW, may_be_nobody, settled
from deckmastor.engine.expressions.compile_terms import sort_of
from deckmastor.engine.expressions.people import IfSomebody, InTurn
from deckmastor.engine.expressions.truths import Exists
from deckmastor.engine.machine.control import Unless
from deckmastor.engine.machine.questions import Choose, PickRandom
from deckmastor.engine.permission.compile_guards import guard_last
from deckmastor.engine.permission.compile_permits import judged
from deckmastor.engine.permission.feasible import MAKING, feasible
from deckmastor.engine.resolution.compile_claims import shift, still
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.registry import ACTS, VERBS, perform, term
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.engine.rules.wording import Wording
from deckmastor.engine.state.layout import YOU
from deckmastor.engine.triggers.compile_patterns import of_its_bearer, time_like
from deckmastor.engine.verbs.defined import defined
from deckmastor.engine.verbs.doing import doer, label_of, loop
from deckmastor.engine.verbs.new_things import Making, Unmake
from deckmastor.language.ir import (
    Do,
    Group,
    In,
    Kind,
    Node,
    Of,
    Pick,
    Qty,
    Ref,
    Tree,
    mentions,
    replace,
    rewrite,
    walk,
)


def worded(ctx: Context, do: Do) -> None:
    """Compile an act; each question for one of its choices quotes the act."""
    assert ctx.block is not None
    block, start = ctx.block, len(ctx.block.ops)
    by_somebody(ctx, do)
    choices = [op for op in block.ops[start:] if isinstance(op, Choose)]
    if choices and any(isinstance(node, (Pick, Group)) for node in walk(do)):
        for choice in choices:
            choice.text = Wording(do, do.agent, ctx.schema.lexicon, choice.text)


def by_somebody(ctx: Context, do: Do) -> None:
    """Compile an act whose doer may be nobody: an empty office, a description that fits nobody.

    An act of nobody does not happen, and is no act of the game.
    """
    do = of_its_bearer(ctx, do)
    match do.agent:
        case Of(owner=Ref(name=owner), name=role) if owner in ctx.plural:
            by_each(ctx, do, owner, role)
            return
    unsure = may_be_nobody(ctx, do.agent)
    if unsure:
        do = replace(do, agent=settled(ctx, do.agent, ctx.asker or Reg(YOU)))
    known = do.agent.name if isinstance(do.agent, Ref) and unsure else ""
    ctx.nobody.discard(known)
    start = ctx.here()
    with ctx.acting(do.agent):
        written(ctx, do)
    if unsure:
        unless_nobody(ctx, term(ctx, do.agent), start)
        ctx.nobody.add(known)


def by_each(ctx: Context, do: Do, owner: str, role: str) -> None:
    """Compile an act of `the owners of those cards`: each of them does it, once."""
    label = f"doer{ctx.spare()}"
    slot = ctx.slot(label)
    ctx.sorts[label] = "player"
    found = find(ctx, Kind(role, (In(Ref(label), Ref(owner), "of"),), label))
    loop(
        ctx,
        InTurn(found, ctx.schema.seats),
        slot,
        lambda: written(ctx, replace(do, agent=Ref(label))),
    )


def unless_nobody(ctx: Context, who: Expr, start: int) -> None:
    """Let the act that was compiled from `start` on be skipped if its doer is nobody.

    Choices that a book has made ahead of a step stay at its beginning: they find nothing then.
    """
    assert ctx.block is not None
    ops = ctx.block.ops
    at = start + (still(ops, start, len(ops)) if ctx.rules.choices_first else 0)
    for op in ops[start:at]:
        if isinstance(op, (Choose, PickRandom)):
            op.found = IfSomebody(who, op.found)
    for op in ops[start:]:
        shift(op, at, len(ops), 1)
    somebody = Unless(Exists(who))
    ctx.emit(somebody)
    ops.insert(at, ops.pop())
    somebody.target = ctx.here()


def written(ctx: Context, do: Do) -> None:
    """Compile an act by its verb; new things that it did not bring into the game are forgotten."""
    assert ctx.block is not None
    stoppable = judged(ctx) or bool(ctx.rules.contested)
    if stoppable and not do.label and isinstance(do.obj, Pick):
        if do.obj.how in ANEW or do.verb in MAKING:
            do = replace(do, label=f"making{ctx.spare()}")
    start = len(ctx.block.ops)
    by_verb(ctx, do)
    if do.verb == "resolve" or not stoppable:
        return
    made = [op.slot for op in ctx.block.ops[start:] if isinstance(op, Making)]
    for slot in dict.fromkeys(made):
        ctx.emit(Unmake(slot, label_of(ctx, do)))


def by_verb(ctx: Context, do: Do) -> None:
    """Compile an act: done in full, by its definition, or by the compiler of its verb."""
    do = spoken_of(ctx, do)
    if ("manner", "in full") in do.roles:
        in_full(ctx, do)
        return
    if do.verb in ctx.defs and not (do.verb in VERBS and time_like(ctx, do.obj)):
        defined(ctx, do)
        return
    write = VERBS.get(do.verb)
    if write is None:
        raise Unsupported(f"the verb '{do.verb}'")
    write(ctx, do, doer(ctx, do.agent))
    if do.verb in LAST and (do.verb in ctx.rules.contested or ctx.rules.costed(do.verb)):
        guard_last(ctx, do)


def spoken_of(ctx: Context, do: Do) -> Do:
    """The act with `any player` in its object as `a player`, if a role mentions that player."""

    def one(tree: Tree) -> Tree:
        if isinstance(tree, Pick) and tree.how == "any" and sort_of(ctx, tree) == "player":
            if any(mentions(told, tree.label) for _, told in do.roles):
                return replace(tree, how="a")
        return rewrite(tree, one) if isinstance(tree, Node) else tree

    if not isinstance(do.obj, Pick) or not do.roles or not any(map(is_any, walk(do.obj))):
        return do
    obj = one(do.obj)
    return do if obj is do.obj else replace(do, obj=obj)


def is_any(node: Node) -> bool:
    """True if a node is a pick of `any`."""
    return isinstance(node, Pick) and node.how == "any"


def in_full(ctx: Context, do: Do) -> None:
    """Compile an act that is done in full or not at all."""
    roles = tuple(one for one in do.roles if one != ("manner", "in full"))
    do = replace(do, roles=roles)
    asked = replace(do, verb="pay") if do.verb == "lose" and isinstance(do.obj, Qty) else do
    enough = Unless(feasible(ctx, asked, full=True))
    ctx.emit(enough)
    perform(ctx, do)
    enough.target = ctx.here()


# Verbs that compile to one last instruction: `guard_last` puts the guard before it.
LAST = (
    "become", "create", "reverse", "reveal", "show", "look at", "cancel", "end", "skip",
    "take", "win",
)  # fmt: skip
ACTS[Do] = worded
