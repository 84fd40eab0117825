"""The verbs `create` and `remove`: things enter the game and leave it."""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr, Lit, Reg
from deckmastor.engine.expressions.compile_picks import made_new, pick, somewhere
from deckmastor.engine.ids import NONE, UNBOUND, Slot, Species, Thing
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.permission.compile_guards import guarded
from deckmastor.engine.permission.compile_permits import narrow
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.registry import VERBS, term
from deckmastor.engine.rules.schema import ASIDE_PLACE, Unsupported
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.triggers.compile_patterns import time_like
from deckmastor.engine.turns.ending import compile_begin
from deckmastor.engine.verbs.acts import Act
from deckmastor.engine.verbs.changes import barred_move, fire, leave_game, make, move, room
from deckmastor.engine.verbs.doing import chosen, emit, label_of, loop, role
from deckmastor.engine.verbs.kept_targets import copy_targets
from deckmastor.engine.verbs.new_things import Emerge
from deckmastor.engine.verbs.primitives import CREATE, REMOVE
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
                    liken(m, s, thing, original)
                    s.column(m.rules.player_of)[thing] = agent
                if place >= 0 and barred_move(m, s, agent, thing, place):
                    continue
                made.append(thing)
                if place >= 0:
                    move(m, s, agent, thing, place)
                fire(m, s, CREATE, agent, thing, place, original)
        r.regs[self.slot] = UNBOUND
        r.bind(self.slot, made)
        return self.done(r, bool(made))


def liken(m: Machine, s: State, thing: Thing, original: Thing) -> None:
    """Give a copy what its original has now: counters, statuses, properties and modifiers."""
    rules = m.rules
    own = (rules.owned, rules.copied, *rules.schema.place_names)
    for name, attr in rules.schema.attrs.items():
        if attr.home == "bag":
            s.bags[attr.at << 20 | thing] = s.bags.get(attr.at << 20 | original, []).copy()
        elif attr.home != "column" or name.startswith("#") or attr.at in own:
            continue
        elif len(s.cols[attr.at]) > thing:
            s.column(attr.at)[thing] = s.cols[attr.at][original]
        s.dirty |= rules.column_bits[attr.at]
    if rules.copied >= 0:
        s.column(rules.copied)[thing] = original
    if rules.aims:
        copy_targets(s, thing, original)


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
    if isinstance(obj, Ref):
        told = role(do, "in", "to", "into", "onto")
        place = somewhere(ctx, told, who) if told is not None else Lit(ctx.rules.common)
        ctx.emit(Emerge(who, term(ctx, obj), place, label_of(ctx, do)))
        return
    if not isinstance(obj, Pick):
        raise Unsupported("creating something that is already there")
    if obj.kind.noun in ctx.schema.contests:
        ctx.sorts[obj.label] = obj.kind.noun
        compile_begin(ctx, do, who)
        return
    told = role(do, "in", "to", "into", "onto")
    copy: Expr | None = None
    species = NONE
    if obj.kind.noun == "copy":
        part = next((p for p in obj.kind.where if isinstance(p, In) and p.rel == "of"), None)
        if part is None:
            raise Unsupported("a copy of nothing")
        copy = pick(ctx, part.place, who) if isinstance(part.place, Pick) else term(ctx, part.place)
    else:
        species = ctx.schema.species_ids.get(obj.kind.noun, NONE)
        judged = do.verb in ctx.rules.contested or ctx.rules.costed(do.verb)
        if species == NONE or obj.kind.where or judged:
            if obj.n != 1 and ctx.rules.costed(do.verb):
                raise Unsupported(
                    "creating several things at a price; create one, twice or 3 times"
                )
            obj = made_new(obj)
            made = pick(ctx, obj, who)
            narrow(ctx, replace(do, obj=obj))
            place = somewhere(ctx, told, who) if told is not None else Lit(ctx.rules.common)
            ctx.emit(Emerge(who, made, place, label_of(ctx, do)))
            return
    place = somewhere(ctx, told, who) if told is not None else Lit(ctx.rules.common)
    n = term(ctx, obj.n)
    slot = ctx.slot(obj.label)
    ctx.sorts[obj.label] = "card"
    ctx.emit(Create(who, species, copy, place, n, slot, label_of(ctx, do)))


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
