"""The verbs `roll` and `reroll`: roll dice and keep the result; draw an outcome anew."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.expressions.base import Expr, Lit
from deckmastor.engine.expressions.compile_terms import by_whom
from deckmastor.engine.ids import NONE, UNBOUND, Seat, Slot
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.questions import CHANCE, Draws
from deckmastor.engine.permission.compile_guards import guarded
from deckmastor.engine.permission.rerolls import ANEW, KEPT, SECOND, asks, thrower, use
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.program import AGAIN, DONE, NEXT, RECALL
from deckmastor.engine.rules.registry import VERBS, term
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.engine.state.budgets import Exhausted
from deckmastor.engine.state.chance import draw
from deckmastor.engine.state.layout import RESULT
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.verbs.acts import Act
from deckmastor.engine.verbs.changes import fire, publish
from deckmastor.engine.verbs.doing import emit, label_of
from deckmastor.engine.verbs.primitives import REROLL, ROLL
from deckmastor.language.ir import Calc, Do, Qty

DICE: Final = 1_000  # dice that are rolled at once
SIDES: Final = 1_000_000_000
TOO_MANY: Final = f"more than {DICE:,} dice at once, or dice of more than {SIDES:,} sides"
NO_ACT: Final = (
    "a reroll that a text orders or offers. Say as a rule who may reroll: 'Once per turn, a player "
    "may reroll.'"
)


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

    def thrown(self, m: Machine, s: State, r: Record) -> int:
        """Roll the dice; their sum, or how many show at least the goal."""
        dice = [1 + draw(s, sides) for sides in self.bounds(m, s, r)]
        if self.goal is None:
            return sum(dice)
        goal = self.goal.ev(s, r)
        return sum(1 for die in dice if die >= goal)

    def perform(self, m: Machine, s: State, r: Record) -> int:
        result = self.thrown(m, s, r)
        self.stands(m, s, r, result)
        fire(m, s, ROLL, self.agent.ev(s, r), NONE, NONE, NONE, result)
        return NEXT

    def stands(self, m: Machine, s: State, r: Record, result: int) -> None:
        """Keep the result, for what is said of it."""
        s.v[RESULT] = result
        s.dirty |= m.rules.scalar_bits[RESULT]
        if self.label >= 0:
            r.regs[self.label] = DONE


class RollAgain(Roll):
    """Roll dice; the player whose roll it is may roll once more before anything reads it."""

    def __init__(
        self, agent: Expr, n: Expr, sides: Expr, goal: Expr | None, label: Slot, cause: Expr,
        answer: Slot, result: Slot,
    ) -> None:  # fmt: skip
        super().__init__(agent, n, sides, goal, label)
        self.cause = cause
        self.answer = answer  # the label of what the player answered
        self.result = result  # the label of the result while they are asked

    def run(self, m: Machine, s: State, r: Record) -> int:
        answer = r.regs[self.answer]
        if answer == ANEW:
            who = thrower(m, s, r, self.agent, self.cause)
            if use(m, s, who, NONE, r.regs[self.result]) == RECALL:
                r.regs[self.answer] = SECOND
                return RECALL
        if answer == ANEW or answer == KEPT:
            r.regs[self.answer] = UNBOUND
            result = r.regs[self.result]
            self.stands(m, s, r, result)
            publish(m, s, ROLL, self.agent.ev(s, r), NONE, NONE, NONE, result)
            return NEXT
        return Draws.run(self, m, s, r)

    def perform(self, m: Machine, s: State, r: Record) -> int:
        second = r.regs[self.answer] == SECOND
        r.regs[self.answer] = UNBOUND
        several = any([sides > 1 for sides in self.bounds(m, s, r)])
        if second or not several:
            return Roll.perform(self, m, s, r)
        who = thrower(m, s, r, self.agent, self.cause)
        if asks(m, s, who) == NEXT:
            return Roll.perform(self, m, s, r)
        result = r.regs[self.result] = self.thrown(m, s, r)
        if m.observer is not None:
            agent = self.agent.ev(s, r)
            m.observer.event(ROLL, agent, NONE, NONE, NONE, result, m.sentence, m.card)
        return AGAIN

    def options(self, m: Machine, s: State, r: Record, who: Seat) -> list[int]:
        return Roll.options(self, m, s, r, who) if who == CHANCE else [ANEW, KEPT]

    def take(self, m: Machine, s: State, r: Record, who: Seat, option: int) -> int:
        if who == CHANCE:
            return Roll.take(self, m, s, r, who, option)
        r.regs[self.answer] = option
        return NEXT


def compile_roll(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `roll`; in some books the player may reroll."""
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
    label = label_of(ctx, do)
    if ctx.schema.rerolls:
        cause, answer, result = by_whom(ctx), ctx.spare(), ctx.spare()
        ctx.emit(RollAgain(who, args[0], args[1], goal, label, cause, answer, result))
    else:
        ctx.emit(Roll(who, args[0], args[1], goal, label))


class Reroll(Act):
    """Somebody has an outcome drawn anew: the event of it, of which the draw has told already."""

    inline = True

    def run(self, m: Machine, s: State, r: Record) -> int:
        publish(m, s, REROLL, self.agent.ev(s, r), NONE)
        return self.done(r, True)


def rerolled(ctx: Context, do: Do, who: Expr) -> None:
    """Compile the act of an offer to reroll."""
    guarded(ctx, do, who, None, lambda: emit(ctx, Reroll(who, who, label_of(ctx, do))))


def compile_reroll(ctx: Context, do: Do, who: Expr) -> None:
    """Refuse `reroll` where it is no permission: outcomes that were read are not drawn anew."""
    raise Unsupported(NO_ACT)


VERBS["roll"] = compile_roll
VERBS["reroll"] = compile_reroll
