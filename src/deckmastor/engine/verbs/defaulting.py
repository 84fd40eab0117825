"""The verb `default`: chance makes the open choices of a player."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.ids import NONE
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.permission.compile_guards import guarded
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.registry import VERBS
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.verbs.acts import Act
from deckmastor.engine.verbs.changes import fire
from deckmastor.engine.verbs.doing import emit, label_of
from deckmastor.engine.verbs.primitives import DEFAULT
from deckmastor.language.ir import Do


class Defaulting(Act):
    """Players default: chance answers for them until the effects under way are over."""

    inline = True

    def run(self, m: Machine, s: State, r: Record) -> int:
        players = [who for who in self.agent.many(s, r) if 0 <= who < m.rules.seats]
        for who in players:
            s.column(m.rules.defaulting)[who] = 1
            fire(m, s, DEFAULT, who, NONE)
        return self.done(r, bool(players))


def compile_default(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `default`."""
    guarded(ctx, do, who, None, lambda: emit(ctx, Defaulting(who, who, label_of(ctx, do))))


VERBS["default"] = compile_default
