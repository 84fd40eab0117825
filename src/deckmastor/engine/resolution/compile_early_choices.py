"""Compile early choices: the code of a step with its choices moved to the front."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Lit
from deckmastor.engine.ids import NONE, UNBOUND
from deckmastor.engine.machine.control import EachNext, Jump, Let, LetNumber, OpenStep
from deckmastor.engine.resolution.compile_claims import (
    CHOICES,
    bound,
    choosing,
    claim,
    shift,
    still,
)
from deckmastor.engine.resolution.compile_links import promised, settled_for_each
from deckmastor.engine.resolution.early_choices import Foresee, KeepChoice, RecallChoice
from deckmastor.engine.resolution.links import Claim
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.program import Op
from deckmastor.language.ir import Tree


def gather(ctx: Context, starts: list[int], tree: Tree) -> None:
    """Move the choices of all parts of a step, which begin at `starts`, ahead of the step."""
    assert ctx.block is not None
    ops = ctx.block.ops
    ends = [*starts[1:], len(ops)]
    ahead: list[Op] = []
    rests: list[tuple[int, int, list[Op]]] = []
    for start, end in zip(starts, ends, strict=True):
        mid = start + still(ops, start, end)
        ahead += choosing(ops, start, mid, end)
        rests.append((mid, end, ops[mid:end]))
    del ops[starts[0] :]
    ops += [*ahead, OpenStep(1)]
    at = len(ops)
    for mid, end, rest in rests:
        for op in rest:
            shift(op, mid, end, at - mid)
        ops += rest
        at += len(rest)
    claim(ctx, ahead, tree, NONE)


def split(
    ctx: Context, loop: EachNext, body: int, tree: Tree, between: list[Op] | None = None,
    whole: bool = False,
) -> EachNext:  # fmt: skip
    """Let all members choose before the body, compiled from `body` on, runs for any of them.

    The loop right before the body acts; a second loop asks the members, and is returned. If the
    body has no choices, the loop itself is returned. The instructions in `between` come between
    both loops. With `whole`, all that the body finds is found ahead, late choices included.
    """
    assert ctx.block is not None
    ops = ctx.block.ops
    end = len(ops)
    mid = body + still(ops, body, end, whole)
    ahead = choosing(ops, body, mid, end)
    if not any(
        isinstance(op, (Let, *CHOICES)) if whole else isinstance(op, CHOICES) for op in ahead
    ):
        return loop
    rest = ops[mid:end]
    at, where, claims = ctx.spare(), ctx.spare(), ctx.spare()
    exclusive = claim(ctx, ahead, tree, claims)
    slots = bound(ahead)
    if ctx.rules.linkwise and not whole:
        promised(ctx, ahead, exclusive)
        ahead.append(Claim(exclusive))
    first = Foresee(loop.members, at, loop.label, where, claims)
    del ops[body - 1 :]
    ops += [LetNumber(at, Lit(UNBOUND)), first, *ahead]
    ops += [KeepChoice(slots, exclusive, where, claims), Jump(body)]
    first.target = len(ops)
    if between:
        ops += settled_for_each(ctx, loop, rest, slots, where, claims, len(ops))
    ops += [*(between or ()), loop, RecallChoice(slots, where)]
    for op in rest:
        shift(op, mid, end, len(ops) - mid)
    ops += rest
    return first
