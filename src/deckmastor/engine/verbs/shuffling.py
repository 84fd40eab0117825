"""The verb `shuffle`: put a place into random order, or shuffle things into it.

To shuffle a place into another is to shuffle all that lies in it, and to shuffle things into a
place is to shuffle that place. Rules about each of these acts hold.
"""

from __future__ import annotations

from collections.abc import Callable

from deckmastor.engine.expressions.base import Expr, Lits, Reg
from deckmastor.engine.expressions.compile_picks import somewhere, things
from deckmastor.engine.expressions.compile_terms import sort_of
from deckmastor.engine.expressions.places import AsObject
from deckmastor.engine.expressions.things import Inside, PlaceOf
from deckmastor.engine.ids import NONE, Slot, as_object
from deckmastor.engine.machine.control import LetNumber, Rebind
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.questions import Draws
from deckmastor.engine.permission.compile_guards import charged
from deckmastor.engine.permission.compile_permits import whole
from deckmastor.engine.permission.norms import freed
from deckmastor.engine.permission.replacements import Guard
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.program import DONE, NEXT, Op
from deckmastor.engine.rules.registry import VERBS
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.engine.state.chance import shuffle
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.verbs.changes import fire, move, publish
from deckmastor.engine.verbs.doing import emit, label_of, loop, role
from deckmastor.engine.verbs.moving import TOP, contested_move, judged_moves
from deckmastor.engine.verbs.primitives import SHUFFLE
from deckmastor.language.ir import Do, Group, replace


class Shuffle(Draws):
    """Put a place into random order, after moving things into it if there are any."""

    def __init__(
        self, agent: Expr, obj: Expr | None, place: Expr | None, into: Expr | None, label: Slot
    ) -> None:
        self.agent = agent
        self.label = label
        self.obj = obj  # things that are shuffled into a place
        self.place = place  # or a place that is shuffled, itself or into another
        self.into = into
        self.came: Expr | None = None  # things that were to come, if moved one by one
        self.whence: Expr | None = None  # and the place that they came from

    def bounds(self, m: Machine, s: State, r: Record) -> list[int]:
        if self.into is not None:
            into = self.into.ev(s, r)
            if into < 0:
                return []
            coming = [thing for thing in self._things(s, r) if s.where[thing] != into]
            return list(range(len(s.zones[into]) + len(coming), 1, -1))
        if self._nothing_came(s, r):
            return []
        assert self.place is not None
        sizes = [len(s.zones[place]) for place in self.place.many(s, r)]
        return [bound for size in sizes for bound in range(size, 1, -1)]

    def _things(self, s: State, r: Record) -> list[int]:
        if self.obj is not None:
            return self.obj.many(s, r)
        assert self.place is not None
        return [t for place in self.place.many(s, r) for t in s.zones[place]]

    def _nothing_came(self, s: State, r: Record) -> bool:
        """True if things were to be shuffled in, and rules kept all of them out."""
        if self.came is None:
            return False
        assert self.place is not None
        things, place = self.came.many(s, r), self.place.ev(s, r)
        return bool(things) and all([s.where[thing] != place for thing in things])

    def perform(self, m: Machine, s: State, r: Record) -> int:
        agent = self.agent.ev(s, r)
        if self._nothing_came(s, r):
            return NEXT
        origin = NONE  # a whole place that was shuffled into another
        if self.into is not None:
            into = self.into.ev(s, r)
            if into < 0:
                return NEXT  # there is no such place
            if self.place is not None:
                origin = self.place.ev(s, r)
            for thing in self._things(s, r):
                whence = s.where[thing]
                move(m, s, agent, thing, into)
                publish(m, s, SHUFFLE, agent, thing, into, whence)
            places = [into]
        else:
            assert self.place is not None
            places = self.place.many(s, r)
            if self.whence is not None:
                origin = self.whence.ev(s, r)
        for place in places:
            shuffle(s, s.zone(place))
            m.rules.views.forget(s, s.zones[place])
            if origin != NONE:
                publish(m, s, SHUFFLE, agent, as_object(place))
            obj = as_object(origin if origin != NONE else place)
            fire(m, s, SHUFFLE, agent, obj, place)
        if self.label >= 0:
            r.regs[self.label] = DONE
        return NEXT


class ShuffledIn(Op):
    """Publish that one thing was shuffled into a place; the shuffle of the place tells of it."""

    inline = True

    def __init__(self, agent: Expr, thing: Expr, into: Expr, whence: Slot) -> None:
        self.agent = agent
        self.thing = thing
        self.into = into
        self.whence = whence  # the slot of the place where it was

    def run(self, m: Machine, s: State, r: Record) -> int:
        thing, into = self.thing.ev(s, r), self.into.ev(s, r)
        if s.where[thing] == into:
            publish(m, s, SHUFFLE, self.agent.ev(s, r), thing, into, r.regs[self.whence])
        return NEXT


def compile_shuffle(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `shuffle`: one or several places, or things into a place."""
    do = whole(do)
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
        if sort_of(ctx, do.obj) not in ("card", "") and not isinstance(do.obj, Group):
            raise Unsupported("shuffling what is neither a place nor cards")
        found = things(ctx, do.obj, who)
    if into is None and place is None:
        raise Unsupported("shuffling things that are in no place that is named")
    judged = "shuffle" in ctx.rules.contested or ctx.rules.costed("shuffle")
    if into is None and place is not None and judged:
        shuffle_places(ctx, do, who, place)
    elif into is not None and (judged or judged_moves(ctx)):
        shuffle_in(ctx, do, who, place, found, into)
    else:
        ctx.emit(Shuffle(who, found, place, into, label_of(ctx, do)))


def shuffle_places(ctx: Context, do: Do, who: Expr, place: Expr) -> None:
    """Compile a shuffle of places, each behind the rules about it."""
    slot = ctx.spare()

    def one() -> None:
        mixed = Shuffle(who, None, Reg(slot), None, label_of(ctx, do))
        behind_rules(ctx, do, who, AsObject(Reg(slot)), None, lambda: emit(ctx, mixed))

    loop(ctx, place, slot, one)


def shuffle_in(
    ctx: Context, do: Do, who: Expr, place: Expr | None, found: Expr | None, into: Expr
) -> None:
    """Compile a shuffle into a place behind the rules about both places and each thing."""

    def into_it() -> None:
        behind_guard(ctx, do, who, AsObject(into), None, each)

    def each() -> None:
        coming = ctx.spare()
        moved = found if found is not None else Inside(place) if place is not None else Lits([])
        ctx.emit(Rebind(coming, moved))
        slot = ctx.spare()
        loop(ctx, Reg(coming), slot, lambda: behind_rules(ctx, do, who, Reg(slot), into, one(slot)))
        mixed = Shuffle(who, None, into, None, label_of(ctx, do))
        mixed.whence, mixed.came = place, Reg(coming)
        ctx.emit(mixed)

    def one(slot: Slot) -> Callable[[], None]:
        return lambda: shuffle_one(ctx, do, who, slot, into)

    if place is None:
        behind_rules(ctx, do, who, AsObject(into), None, each)
    else:
        pile, goal = AsObject(place), AsObject(into)
        behind_guard(
            ctx, do, who, pile, into,
            lambda: charged(ctx, replace(do, roles=()), who, pile, into_it, into, goal),
        )  # fmt: skip


def shuffle_one(ctx: Context, do: Do, who: Expr, slot: Slot, into: Expr) -> None:
    """Compile the move of one thing that is shuffled into a place."""
    whence = ctx.spare()
    ctx.emit(LetNumber(whence, PlaceOf(Reg(slot))))
    contested_move(ctx, do, who, Reg(slot), into, TOP)
    ctx.emit(ShuffledIn(who, Reg(slot), into, whence))


def behind_rules(
    ctx: Context, do: Do, who: Expr, obj: Expr, to: Expr | None, write: Callable[[], None]
) -> None:
    """Compile an act behind the guard and the prices of a shuffle of `obj` into `to`."""
    plain = replace(do, roles=())
    behind_guard(ctx, do, who, obj, to, lambda: charged(ctx, plain, who, obj, write, to))


def behind_guard(
    ctx: Context, do: Do, who: Expr, obj: Expr, to: Expr | None, write: Callable[[], None]
) -> None:
    """Compile an act behind the guard of a shuffle of `obj` into `to`."""
    guard = Guard(ctx.rules.verb_rules[SHUFFLE], who, obj, to, None, label_of(ctx, do))
    guard.by = freed(do)
    if "shuffle" in ctx.rules.contested:
        ctx.emit(guard)
    write()
    guard.target = ctx.here()


VERBS["shuffle"] = compile_shuffle
