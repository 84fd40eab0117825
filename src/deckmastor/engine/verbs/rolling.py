"""The verb `roll`: roll dice and keep the result."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.expressions.base import Expr, Lit
from deckmastor.engine.ids import NONE, Slot
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.questions import Draws
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.program import DONE, NEXT
from deckmastor.engine.rules.registry import VERBS, term
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.engine.state.budgets import Exhausted
from deckmastor.engine.state.chance import draw
from deckmastor.engine.state.layout import RESULT
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.verbs.changes import fire
from deckmastor.engine.verbs.doing import label_of
from deckmastor.engine.verbs.primitives import ROLL
from deckmastor.language.ir import Calc, Do, Qty

DICE: Final = 1_000  # dice that are rolled at once
SIDES: Final = 1_000_000_000
TOO_MANY: Final = f"more than {DICE:,} dice at once, or dice of more than {SIDES:,} sides"


class Roll(Draws):
    """Roll dice; the result is their sum, or how many show at least a goal."""

    def __init__(self, agent: Expr, n: Expr, sides: Expr, goal: Expr | None, label: Slot) -> None:
        self.agent = agent
        self.n = n
        self.sides = sides
        self.goal = goal
        self.label = label

    def bounds(self, m: Machine, s: State, r: Record) -> list[int]:
        sides, n = self.sides.ev(s, r), self.n.ev(s, r)
        if n > DICE or sides > SIDES:
            raise Exhausted(TOO_MANY, [])
        return [max(sides, 1)] * max(n, 0)

    def perform(self, m: Machine, s: State, r: Record) -> int:
        dice = [1 + draw(s, sides) for sides in self.bounds(m, s, r)]
        if self.goal is not None:
            goal = self.goal.ev(s, r)
            result = sum(1 for die in dice if die >= goal)
        else:
            result = sum(dice)
        s.v[RESULT] = result
        s.dirty |= m.rules.scalar_bits[RESULT]
        fire(m, s, ROLL, self.agent.ev(s, r), NONE, NONE, NONE, result)
        if self.label >= 0:
            r.regs[self.label] = DONE
        return NEXT


def compile_roll(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `roll`."""
    dice = do.obj
    if isinstance(dice, Qty):
        dice = dice.n
    if not (isinstance(dice, Calc) and dice.op == "dice"):
        raise Unsupported("rolling something that is no dice")
    args = [term(ctx, arg) for arg in dice.args]
    for arg, most in zip(args, (DICE, SIDES), strict=False):
        if isinstance(arg, Lit) and arg.n > most:
            raise Unsupported(TOO_MANY)
    goal = args[2] if len(args) > 2 else None
    ctx.emit(Roll(who, args[0], args[1], goal, label_of(ctx, do)))


VERBS["roll"] = compile_roll
