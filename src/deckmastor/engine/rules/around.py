"""Helpers that compilers of rules share: blocks for effects, silenced texts, delayed effects."""

from __future__ import annotations

from collections.abc import Callable

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.facts.adopting import AdoptRule
from deckmastor.engine.facts.facts import HasText
from deckmastor.engine.facts.in_force import Adopted, Ending, OnCards
from deckmastor.engine.machine.control import OpenStep as OneStep
from deckmastor.engine.machine.control import Settle
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.program import Block
from deckmastor.engine.rules.registry import effect, term
from deckmastor.engine.time.deadlines import SetTimer
from deckmastor.engine.triggers.triggers import Trigger
from deckmastor.language.ir import (
    Adopt,
    Do,
    In,
    Kind,
    Moment,
    Pick,
    Qty,
    Ref,
    Tree,
    When,
    replace,
    substitute,
    walk,
)

YOU_WORD = Ref("you")


def unsilenced(ctx: Context, part: str) -> list[Expr]:
    """The condition that no fact takes this part of the text from its card; none if no fact can."""
    if type(ctx.standing) is OnCards and part in ctx.rules.facts:
        return [HasText(ctx.rules.facts[part])]
    return []


def sharing(events: list[Tree]) -> list[Tree]:
    """Alternative events; a reference in one to a pick in another becomes that pick."""
    picks = {
        node.label: node
        for event in events
        if isinstance(event, Do)
        for node in (event.agent, event.obj, *(told for _, told in event.roles))
        if isinstance(node, Pick)
    }

    def told(tree: Tree) -> Tree:
        return picks.get(tree.name, tree) if isinstance(tree, Ref) else tree

    def speaks_again(event: Do) -> bool:
        trees = (event.agent, event.obj, *(tree for _, tree in event.roles))
        return any(isinstance(tree, Ref) and tree.name in picks for tree in trees)

    return [
        replace(
            event,
            agent=told(event.agent),
            obj=told(event.obj),
            roles=tuple((name, told(tree)) for name, tree in event.roles),
        )
        if isinstance(event, Do) and speaks_again(event)
        else event
        for event in events
    ]


def rebound(do: Do, same: bool = False) -> Do:
    """The act with a reference to its doer, on any object of the same description.

    `same`: a passive act (`A card cannot be played more than once`) is about that object.
    """
    agent = Ref(do.agent.label) if isinstance(do.agent, Pick) else do.agent
    roles = tuple((name, another(told)) for name, told in do.roles)
    if same and do.agent is None and isinstance(do.obj, Pick):
        return replace(do, obj=Ref(do.obj.label), roles=roles)
    return replace(do, agent=agent, obj=another(do.obj), roles=roles)


def another(told: Tree) -> Tree:
    """A pick with a label of its own; it need not lie any more where it lay."""
    if not isinstance(told, Pick):
        return told
    kind = told.kind
    var = kind.var + "*"
    where = [substitute(part, kind.var, Ref(var)) for part in kind.where if not lying(part)]
    return replace(told, label=told.label + "*", kind=Kind(kind.noun, tuple(where), var))


def lying(part: Tree) -> bool:
    """True if a part of a description says where something lies."""
    return any(isinstance(node, In) for node in walk(part))


def written(ctx: Context, tree: Tree) -> Block:
    """Compile an effect to a block of its own."""
    block = ctx.rules.new_block(ctx.sentence)
    kept = ctx.block
    ctx.block = block
    block.slots = ctx.size
    effect(ctx, tree)
    ctx.emit(Settle())
    ctx.block = kept
    return block


def held(ctx: Context, write: Callable[[], None]) -> Block:
    """A block that `write` fills, and that is part of the step in which it is called."""
    block = ctx.rules.new_block(ctx.sentence)
    kept = ctx.block
    ctx.block = block
    block.slots = ctx.size
    ctx.emit(OneStep(1))
    write()
    ctx.emit(OneStep(-1))
    ctx.block = kept
    return block


def postponed(ctx: Context, tree: Tree, length: Qty) -> None:
    """Compile an effect that is done after a time, with the present values of its labels."""
    rules = ctx.rules
    standing = Adopted(ctx.sentence, max(ctx.standing.tier, 1))
    standing.number = number = len(rules.endings)
    standing.time = ctx.standing.time + 1
    rules.endings.append(Ending(standing, "", "", None))
    inner = Context(rules, ctx.defs, ctx.sentence, standing)
    inner.slots, inner.sorts = dict(ctx.slots), dict(ctx.sorts)
    inner.size = ctx.size + 40
    inner.renamed = ctx.renamed + 1000
    standing.tell(Adopt(When(Moment("after", length), tree)), ctx.slots, ctx.sorts)
    standing.witness = inner.spare()
    found = Trigger(len(rules.triggers), standing, None, False)
    rules.triggers.append(found)
    found.block = written(inner, tree)
    found.block.slots = standing.size = inner.size
    ctx.renamed = inner.renamed
    rules.unmet[number] = found
    ctx.emit(AdoptRule(number, standing.witness))
    ctx.emit(SetTimer(number, term(ctx, length)))
