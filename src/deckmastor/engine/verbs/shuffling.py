"""The verb `shuffle`: put a place into random order, or shuffle things into it."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr, Lits, Reg
from deckmastor.engine.expressions.compile_picks import somewhere, things
from deckmastor.engine.expressions.compile_terms import sort_of
from deckmastor.engine.expressions.things import Inside
from deckmastor.engine.ids import NONE, Slot
from deckmastor.engine.machine.control import Forget
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.permission.compile_permits import shufflable
from deckmastor.engine.permission.replacements import Guard
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.program import DONE, NEXT
from deckmastor.engine.rules.registry import VERBS
from deckmastor.engine.state.chance import shuffle
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.verbs.acts import GuardedDraws
from deckmastor.engine.verbs.changes import fire, move
from deckmastor.engine.verbs.doing import label_of, loop, role
from deckmastor.engine.verbs.moving import MOVING, TOP, contested_move
from deckmastor.engine.verbs.primitives import SHUFFLE
from deckmastor.language.ir import Do, Group, replace


class Shuffle(GuardedDraws):
    """Put a place into random order, after moving things into it if there are any."""

    def __init__(
        self, agent: Expr, obj: Expr | None, place: Expr | None, into: Expr | None, label: Slot
    ) -> None:
        super().__init__(agent, label)
        self.whence: Expr | None = None  # where the things came from, if moved one by one
        self.obj = obj  # things that are shuffled into a place
        self.place = place  # or a place that is shuffled, itself or into another
        self.into = into
        self.all: Expr | None = None  # what would be shuffled in if no rule forbade it

    def guarded_object(self) -> Expr | None:
        return self.place if self.place is not None else self.whence

    def bounds(self, m: Machine, s: State, r: Record) -> list[int]:
        if self.into is not None:
            into = self.into.ev(s, r)
            coming = [thing for thing in self._things(s, r) if s.where[thing] != into]
            return list(range(len(s.zones[into]) + len(coming), 1, -1))
        assert self.place is not None
        sizes = [len(s.zones[place]) for place in self.place.many(s, r)]
        return [bound for size in sizes for bound in range(size, 1, -1)]

    def _things(self, s: State, r: Record) -> list[int]:
        if self.obj is not None:
            return self.obj.many(s, r)
        assert self.place is not None
        return [t for place in self.place.many(s, r) for t in s.zones[place]]

    def perform(self, m: Machine, s: State, r: Record) -> int:
        agent = self.agent.ev(s, r)
        if self.all is not None and self.all.many(s, r) and not self._things(s, r):
            return NEXT  # nothing of it may be shuffled in
        if self.into is not None:
            into = self.into.ev(s, r)
            for thing in self._things(s, r):
                move(m, s, agent, thing, into)
            places = [into]
        else:
            assert self.place is not None
            places = self.place.many(s, r)
        for place in places:
            shuffle(s, s.zone(place))
            m.rules.views.forget(s, s.zones[place])
            origin = NONE
            if self.into is not None and self.place is not None:
                origin = self.place.ev(s, r)
            elif self.whence is not None:
                origin = self.whence.ev(s, r)
            fire(m, s, SHUFFLE, agent, origin if origin != NONE else place, place)
        if self.label >= 0:
            r.regs[self.label] = DONE
        return NEXT


def compile_shuffle(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `shuffle`: one or several places, or things into a place."""
    told = role(do, "into")
    if isinstance(do.obj, Group) and told is None:
        for item in do.obj.items:
            compile_shuffle(ctx, replace(do, obj=item), who)
        return
    into = somewhere(ctx, told, who) if told is not None else None
    place: Expr | None = None
    found: Expr | None = None
    if sort_of(ctx, do.obj) == "place" and not isinstance(do.obj, Group):
        place = somewhere(ctx, do.obj, who)
    else:
        found = things(ctx, do.obj, who)
    everything: Expr | None = None
    if into is not None and "shuffle" in ctx.rules.contested:
        everything = found if found is not None else Inside(place) if place is not None else None
        if everything is not None:
            found = shufflable(ctx, do, who, everything, into)
    if into is not None and ctx.rules.contested & MOVING:
        shuffle_in(ctx, do, who, place, found, into)
        return
    made = Shuffle(who, found, None if found is not None else place, into, label_of(ctx, do))
    made.whence, made.all = place, everything
    ctx.emit(made)


def shuffle_in(
    ctx: Context, do: Do, who: Expr, place: Expr | None, found: Expr | None, into: Expr
) -> None:
    """Compile a shuffle into a place if rules about moves can stop single things."""
    label = label_of(ctx, do)
    guard = Guard(ctx.rules.verb_rules[SHUFFLE], who, place, None, None, label)
    if "shuffle" in ctx.rules.contested:
        ctx.emit(guard)
    slot = ctx.spare()
    moved = found if found is not None else Inside(place) if place is not None else Lits([])
    loop(ctx, moved, slot, lambda: contested_move(ctx, do, who, Reg(slot), into, TOP))
    mixed = Shuffle(who, None, into, None, label)
    mixed.whence = place
    ctx.emit(mixed)
    guard.target = ctx.here()
    if "shuffle" in ctx.rules.contested:
        ctx.emit(Forget([]))  # keeps `guard_last` from a second guard before the shuffle alone


VERBS["shuffle"] = compile_shuffle
