"""Choices announced: what the first step of a text chooses in the open, as its card is played."""

from __future__ import annotations

from copy import copy

from deckmastor.engine.links import Await
from deckmastor.engine.machine import Block, Op
from deckmastor.engine.ops import Choose
from deckmastor.engine.ops_play import KeepAim, TakeUp
from deckmastor.engine.program.context import Context
from deckmastor.engine.program.foresight import STILL, shift, still
from deckmastor.engine.resolution import MUST
from deckmastor.engine.values import Reg


def announced(ctx: Context) -> Block | None:
    """A block that makes the first choices of a text beforehand; the text then takes them up."""
    assert ctx.block is not None
    ops = ctx.block.ops
    start, end = _choosing(ops)
    region = ops[start:end]
    chosen = [op for op in region if isinstance(op, Choose)]
    if not chosen or any(op.late for op in chosen):
        return None
    if not all(isinstance(op, (*STILL, Choose)) for op in region):
        return None
    block = ctx.rules.new_block(ctx.sentence)
    block.ops = [copy(op) for op in region]
    block.ops += [KeepAim(Reg(op.slot), number) for number, op in enumerate(chosen)]
    block.slots = ctx.size
    taken = [TakeUp(op.slot, number, op.found) for number, op in enumerate(chosen)]
    for op in ops:
        shift(op, start, len(ops), len(taken))
    ops[start:start] = taken
    return block


def _choosing(ops: list[Op]) -> tuple[int, int]:
    """From where up to where a text makes the choices of its first step."""
    start = 0
    for at, op in enumerate(ops):
        if isinstance(op, Await):
            start = at + 1 if op.stage == MUST else 0
            break
        if not isinstance(op, STILL):
            break
    return (start, start + still(ops, start, len(ops)))
