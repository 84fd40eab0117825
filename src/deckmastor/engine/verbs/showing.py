"""The verbs `reveal`, `show` and `look at`: seats come to know a card."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.expressions.compile_picks import things
from deckmastor.engine.ids import Slot
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.registry import VERBS
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.verbs.acts import Act
from deckmastor.engine.verbs.changes import fire
from deckmastor.engine.verbs.doing import doer, label_of, role
from deckmastor.engine.verbs.primitives import LOOK, REVEAL, SHOW
from deckmastor.language.ir import Do, Pick


class Show(Act):
    """Let seats know things: all seats, those of `to`, or only the agent who looks."""

    def __init__(self, agent: Expr, obj: Expr, to: Expr | None, verb: int, label: Slot) -> None:
        super().__init__(agent, obj, label)
        self.to = to
        self.verb = verb

    def run(self, m: Machine, s: State, r: Record) -> int:
        agent = self.agent.ev(s, r)
        seats = m.rules.seats
        if self.verb == LOOK:
            knowing = 1 << agent if agent >= 0 else 0
        elif self.to is not None:
            knowing = 0
            for seat in self.to.many(s, r):
                knowing |= 1 << seat
        else:
            knowing = (1 << seats) - 1
        things = self.obj.many(s, r)
        for thing in things:
            s.shown[thing] = s.shown.get(thing, 0) | knowing
            fire(m, s, self.verb, agent, thing)
        return self.done(r, bool(things))


def compile_reveal(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `reveal`: to all seats, or to some."""
    show_to(ctx, do, who, REVEAL)


def compile_show(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `show`, which lets seats know as `reveal` does, and is not called so."""
    show_to(ctx, do, who, SHOW)


def show_to(ctx: Context, do: Do, who: Expr, verb: int) -> None:
    """Let all seats know things, or those that the sentence names."""
    told = role(do, "to")
    to = doer(ctx, told) if told is not None else None
    if isinstance(told, Pick) and told.how == "each":
        to = None
    ctx.emit(Show(who, things(ctx, do.obj, who), to, verb, label_of(ctx, do)))


def compile_look_at(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `look at`: only the agent comes to know the things."""
    ctx.emit(Show(who, things(ctx, do.obj, who), None, LOOK, label_of(ctx, do)))


VERBS["reveal"] = compile_reveal
VERBS["show"] = compile_show
VERBS["look at"] = compile_look_at
