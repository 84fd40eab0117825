"""Announced choices: open choices of a text's first step, made as its card is played."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr, Reg
from deckmastor.engine.machine.control import Jump, OpenStep, Unless
from deckmastor.engine.machine.questions import Branch, Choose, Together
from deckmastor.engine.resolution.compile_claims import STILL, shift
from deckmastor.engine.resolution.early_choices import Foresee, KeepChoice
from deckmastor.engine.resolution.link_record import MAY
from deckmastor.engine.resolution.links import AwaitStage, Claim
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.introspection import twin
from deckmastor.engine.rules.program import Block, Op
from deckmastor.engine.state.layout import YOU
from deckmastor.engine.verbs.playing import TakeUp
from deckmastor.engine.verbs.targeting import NameBranch, NameChoice


def announced(ctx: Context) -> Block | None:
    """Compile a block that makes the first choices of a text ahead; the text takes them up.

    The block takes the same ways as the text, up to where the text acts or somebody else chooses.
    """
    assert ctx.block is not None
    ops = ctx.block.ops
    reached = _reached(ops)
    chosen = [at for at in sorted(reached) if isinstance(ops[at], (Choose, Branch))]
    if not chosen:
        return None
    block = ctx.rules.new_block(ctx.sentence)
    block.ops = [
        _named(ops, at, chosen.index(at) if at in chosen else -1) if at in reached else _over(ops)
        for at in range(len(ops))
    ]
    block.slots = ctx.size
    for number, at in reversed(list(enumerate(chosen))):
        op = ops[at]
        assert isinstance(op, (Choose, Branch))
        for other in ops:
            shift(other, at + 1, len(ops), 1)
        found = op.found if isinstance(op, Choose) else None
        ways = len(op.able) if isinstance(op, Branch) else 0
        ops.insert(at, TakeUp(op.slot, number, found, ways))
    return block


def _reached(ops: list[Op]) -> set[int]:
    """The positions of instructions that can be reached before anything is done."""
    found: set[int] = set()
    waiting = [0]
    while waiting:
        at = waiting.pop()
        if at in found or at >= len(ops) or not _leads_on(ops[at]):
            continue
        found.add(at)
        op = ops[at]
        if type(op) is Jump:
            waiting.append(op.target)
        elif isinstance(op, Branch):
            waiting += op.targets
        elif isinstance(op, (Unless, Foresee)):
            waiting += [at + 1, op.target]
        else:
            waiting.append(at + 1)
    return found


def _leads_on(op: Op) -> bool:
    """True if an instruction only leads to a choice, or is a choice of whoever plays."""
    if isinstance(op, AwaitStage):
        return op.stage <= MAY
    if isinstance(op, Together):
        return isinstance(op.choice, Choose) and _own(op.choice.who)
    if isinstance(op, OpenStep):
        return op.n == 0
    if type(op) is Choose or type(op) is Branch:
        return _own(op.who) and not (isinstance(op, Choose) and op.late)
    return type(op) in (Jump, Unless) or isinstance(op, (*STILL, Foresee, KeepChoice, Claim))


def _own(who: Expr) -> bool:
    """True if whoever plays the card is asked."""
    return isinstance(who, Reg) and who.slot == YOU


def _over(ops: list[Op]) -> Op:
    """A jump to the end of the announcement."""
    return Jump(len(ops))


def _named(ops: list[Op], at: int, number: int) -> Op:
    """An instruction as the announcement runs it: it claims nothing and waits for nothing."""
    op = ops[at]
    if isinstance(op, Choose):
        return NameChoice(op, number)
    if isinstance(op, Branch):
        return NameBranch(op, number)
    if isinstance(op, (AwaitStage, Together, OpenStep, Claim)):
        return Jump(at + 1)
    return twin(op)
