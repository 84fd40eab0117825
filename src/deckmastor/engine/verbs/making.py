"""The verbs `create` and `remove`: things enter the game and leave it."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr, Lit, Reg
from deckmastor.engine.expressions.compile_picks import made_new, original_of, pick, somewhere
from deckmastor.engine.ids import NONE, UNBOUND, Slot, Species
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.permission.compile_guards import guarded
from deckmastor.engine.permission.compile_permits import narrow
from deckmastor.engine.permission.replacements import Guard
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.registry import VERBS, term
from deckmastor.engine.rules.schema import ASIDE_PLACE, Unsupported
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.triggers.compile_patterns import time_like
from deckmastor.engine.turns.ending import compile_begin
from deckmastor.engine.verbs.acts import Act
from deckmastor.engine.verbs.changes import (
    barred_move,
    fire,
    leave_game,
    make,
    move,
    room,
    take_back,
)
from deckmastor.engine.verbs.doing import chosen, emit, label_of, loop, role
from deckmastor.engine.verbs.new_things import Emerge, MakeCopies, copied, liken
from deckmastor.engine.verbs.primitives import CREATE, ENTER, REMOVE
from deckmastor.language.ir import Do, In, Pick, Ref, Tree, replace


class Create(Act):
    """Make things of a species, or copies of a thing."""

    def __init__(
        self, agent: Expr, species: Species, copy: Expr | None, place: Expr, n: Expr, slot: Slot,
        label: Slot,
    ) -> None:  # fmt: skip
        super().__init__(agent, agent, label)
        self.species = species
        self.copy = copy
        self.place = place
        self.n = n
        self.slot = slot

    def run(self, m: Machine, s: State, r: Record) -> int:
        originals = [NONE] if self.copy is None else list(self.copy.many(s, r))
        place = self.place.ev(s, r)
        agent = self.agent.ev(s, r)
        made: list[int] = []
        n = max(self.n.ev(s, r), 0)
        room(s, n * len(originals))
        for original in originals:
            for _ in range(n):
                thing = make(m, s, s.species[original] if original >= 0 else self.species, NONE)
                if original >= 0:
                    liken(m.rules, s, thing, original)
                    copied(m, s, agent, thing, original)
                if place >= 0 and barred_move(m, s, agent, thing, place):
                    take_back(m, s, [thing])
                    continue
                made.append(thing)
                if place >= 0:
                    move(m, s, agent, thing, place)
                fire(m, s, CREATE, agent, thing, place, original)
        r.regs[self.slot] = UNBOUND
        r.bind(self.slot, made)
        return self.done(r, bool(made))


class Remove(Act):
    """Take things out of the game; a seat leaves the game."""

    def run(self, m: Machine, s: State, r: Record) -> int:
        things = self.obj.many(s, r)
        agent = self.agent.ev(s, r)
        for thing in things:
            if thing < m.rules.seats:
                leave_game(m, s, thing)
            elif barred_move(m, s, agent, thing, ASIDE_PLACE):
                continue
            else:
                move(m, s, agent, thing, ASIDE_PLACE)
            fire(m, s, REMOVE, agent, thing)
        return self.done(r, bool(things))


def compile_create(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `create`: new things, copies, or a contest."""
    obj = do.obj
    told = role(do, "in", "to", "into", "onto")
    if isinstance(obj, Ref):
        place = somewhere(ctx, told, who) if told is not None else Lit(ctx.rules.common)
        ctx.emit(Emerge(who, term(ctx, obj), place, label_of(ctx, do)))
        return
    if not isinstance(obj, Pick):
        raise Unsupported("creating something that is already there")
    if obj.kind.noun in ctx.schema.contests:
        ctx.sorts[obj.label] = obj.kind.noun
        compile_begin(ctx, do, who)
        return
    copy: Expr | None = None
    species = NONE
    if obj.kind.noun == "copy":
        original = original_of(obj)
        told = told if told is not None else goal_of(obj, original)
        copy = pick(ctx, original, who) if isinstance(original, Pick) else term(ctx, original)
    else:
        species = ctx.schema.species_ids.get(obj.kind.noun, NONE)
    judged = bool(ctx.rules.contested & {do.verb, "enter"}) or ctx.rules.costed(do.verb)
    if judged and obj.n != 1 and ctx.rules.costed(do.verb):
        raise Unsupported("creating several things at a price; create one, twice or 3 times")
    if judged or (copy is None and (species == NONE or obj.kind.where)):
        made = brought_in(ctx, replace(do, obj=obj), who, copy)
        narrow(ctx, replace(do, obj=made_new(obj)))
        place = somewhere(ctx, told, who) if told is not None else Lit(ctx.rules.common)
        enter(ctx, do, who, made, place)
        return
    place = somewhere(ctx, told, who) if told is not None else Lit(ctx.rules.common)
    n = term(ctx, obj.n)
    slot = ctx.slot(obj.label)
    ctx.sorts[obj.label] = "card"
    ctx.emit(Create(who, species, copy, place, n, slot, label_of(ctx, do)))


def goal_of(obj: Pick, original: Tree) -> Tree:
    """Where a new copy goes: `a copy of it on the pile`."""
    told = [part for part in obj.kind.where if part != In(Ref(obj.kind.var), original, "of")]
    goals = [part.place for part in told if isinstance(part, In) and part.rel in ("in", "on")]
    if len(goals) != len(told) or len(goals) > 1:
        raise Unsupported("a new copy of this description: create it, then put it where it belongs")
    return goals[0] if goals else None


def brought_in(ctx: Context, do: Do, who: Expr, copy: Expr | None) -> Emerge:
    """Compile the making of what an act creates, and give the instruction that brings it in."""
    obj = do.obj
    assert isinstance(obj, Pick)
    if copy is None:
        return Emerge(who, pick(ctx, made_new(obj), who), Lit(NONE), label_of(ctx, do))
    slot, originals = ctx.slot(obj.label), ctx.spare()
    ctx.slots.setdefault(obj.kind.var, slot)
    ctx.sorts[obj.label] = "card"
    ctx.emit(MakeCopies(slot, who, copy, term(ctx, obj.n), originals))
    made = Emerge(who, Reg(slot), Lit(NONE), label_of(ctx, do))
    made.originals = originals
    return made


def enter(ctx: Context, do: Do, who: Expr, made: Emerge, place: Expr) -> None:
    """Compile how new things come into a place, each behind the rules about that."""
    made.place = place
    if not (ctx.rules.contested & {do.verb, "enter"} or ctx.rules.costed(do.verb)):
        ctx.emit(made)
        return
    slot = ctx.spare()
    made.all = made.obj
    made.obj = Reg(slot)

    def one() -> None:
        guard = Guard(ctx.rules.verb_rules[ENTER], Reg(slot), place, None, None, label_of(ctx, do))
        if "enter" in ctx.rules.contested:
            ctx.emit(guard)
        ctx.emit(made)
        guard.target = ctx.here()

    loop(ctx, made.all, slot, lambda: guarded(ctx, do, who, Reg(slot), one))


def compile_remove(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `remove`: take things out of the game, each with its guard."""
    origin = role(do, "from")
    within: tuple[Tree, ...] = ()
    if origin is not None and isinstance(do.obj, Pick) and not time_like(ctx, origin):
        within = (In(Ref(do.obj.kind.var), origin, "in"),)
    found = chosen(ctx, do, who, within)
    slot = ctx.spare()
    one = Remove(who, Reg(slot), label_of(ctx, do))
    loop(
        ctx, found, slot,
        lambda: guarded(ctx, do, who, Reg(slot), lambda: emit(ctx, one)), do, who,
    )  # fmt: skip


VERBS["create"] = compile_create
VERBS["remove"] = compile_remove
