"""The verb `move`: things go from place to place, or change places with each other."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.expressions.base import Expr, Reg
from deckmastor.engine.expressions.compile_picks import parts_in, pick, somewhere, stocked, things
from deckmastor.engine.expressions.compile_terms import place_term, sort_of
from deckmastor.engine.expressions.things import AsTheyLie, Find, PlaceOf
from deckmastor.engine.expressions.truths import Located
from deckmastor.engine.ids import NONE, Slot, Thing
from deckmastor.engine.knowledge.visibility import FACE_DOWN, FACE_UP, PLAIN
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.questions import Arrange, Choose
from deckmastor.engine.permission.permits import Placeable, Welcoming
from deckmastor.engine.permission.replacements import Guard
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.registry import VERBS, term
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.triggers.compile_patterns import is_game
from deckmastor.engine.turns.mixing import Mix
from deckmastor.engine.verbs.acts import Act
from deckmastor.engine.verbs.changes import move
from deckmastor.engine.verbs.doing import chosen, label_of, loop, role
from deckmastor.engine.verbs.primitives import ENTER, LEAVE, MOVE
from deckmastor.language.ir import Do, Group, In, Of, Pick, Ref, Tree, replace

TOP: Final = 0
BOTTOM: Final = 1
ABOVE: Final = 2
BELOW: Final = 3


class Move(Act):
    """Put things into a place, one after the other."""

    __slots__ = ("end", "lies", "mixed", "to")
    inline = True

    def __init__(self, agent: Expr, obj: Expr, to: Expr, end: int, label: Slot) -> None:
        super().__init__(agent, obj, label)
        self.to = to
        self.end = end
        self.lies = PLAIN  # face up or face down, if the act says so
        self.mixed = False  # whether the order is random, so that nobody knows which is which

    def run(self, m: Machine, s: State, r: Record) -> int:
        things = self.obj.many(s, r)
        to = self.to.ev(s, r)
        if to < 0:
            return self.done(r, False)
        agent = self.agent.ev(s, r)
        end = self.end
        known: list[int] = []
        if s.shown and len(things) > 1 and not self.mixed:
            known = m.rules.views.together(s, things)
        for thing in things:
            if end == TOP:
                move(m, s, agent, thing, to, NONE, self.lies)
            elif end == BOTTOM:
                move(m, s, agent, thing, to, 0, self.lies)
            else:
                place = s.where[to]
                if place >= 0:
                    at = s.zones[place].index(to) + (1 if end == ABOVE else 0)
                    if s.where[thing] == place and s.zones[place].index(thing) < at:
                        at -= 1
                    move(m, s, agent, thing, place, at, self.lies)
        if self.mixed:
            m.rules.views.forget(s, things)
        elif known:
            m.rules.views.arrived(s, things, known)
        return self.done(r, bool(things))


class Swap(Act):
    """Exchange two things, or the contents of two places."""

    __slots__ = ("other", "places")

    def __init__(self, agent: Expr, a: Expr, b: Expr, places: bool, label: Slot) -> None:
        super().__init__(agent, a, label)
        self.other = b
        self.places = places

    def run(self, m: Machine, s: State, r: Record) -> int:
        a = self.obj.ev(s, r)
        b = self.other.ev(s, r)
        if a < 0 or b < 0:
            return self.done(r, False)
        agent = self.agent.ev(s, r)
        if self.places:
            mine, theirs = s.zones[a].copy(), s.zones[b].copy()
            views = m.rules.views
            known = views.together(s, mine + theirs) if s.shown else []
            for thing in mine:
                move(m, s, agent, thing, b)
            for thing in theirs:
                move(m, s, agent, thing, a)
            views.arrived(s, mine + theirs, known)
        else:
            self.exchange(m, s, agent, a, b)
        return self.done(r, True)

    def exchange(self, m: Machine, s: State, agent: Thing, a: int, b: int) -> None:
        """Put each of two things where the other lies."""
        here, there = s.where[a], s.where[b]
        if here < 0 or there < 0 or a == b:
            return
        i, j = s.zones[here].index(a), s.zones[there].index(b)
        if here == there and i > j:
            a, b, i, j = b, a, j, i
        move(m, s, agent, a, there, j)
        move(m, s, agent, b, here, i)


def compile_move(ctx: Context, do: Do, who: Expr) -> None:
    """Compile `move`: choices of things and place, their order, guards, and the move."""
    assert do.obj is not None
    name, told = next(
        ((n, t) for n, t in do.roles if n not in ("from", "manner", "order", "within", "before")),
        ("", None),
    )
    origin = role(do, "from")
    within: tuple[Tree, ...] = ()
    if origin is not None and isinstance(do.obj, Group):
        do = replace(do, obj=parts_in(do.obj, origin))
    elif origin is not None and isinstance(do.obj, Pick):
        if (
            isinstance(origin, Of)
            and isinstance(origin.owner, Pick)
            and not ctx.knows(origin.owner.label)
        ):
            inside = In(Ref(do.obj.kind.var), origin, "in")
            pick(ctx, stocked(ctx, origin.owner, do.obj.kind, inside), who)
            origin = replace(origin, owner=Ref(origin.owner.label))
        elif isinstance(origin, Pick) and origin.how == "a" and not ctx.knows(origin.label):
            inside = In(Ref(do.obj.kind.var), origin, "in")
            pick(ctx, stocked(ctx, origin, do.obj.kind, inside), who)
            origin = Ref(origin.label)
        within = (In(Ref(do.obj.kind.var), origin, "in"),)
    found = chosen(ctx, do, who, within)
    if origin is not None and isinstance(do.obj, Ref) and not ctx.deep and not is_game(origin):
        found = still_there(ctx, found, origin)
    end = {"on the bottom of": BOTTOM, "above": ABOVE, "below": BELOW}.get(name, TOP)
    assert told is not None or name
    mark = ctx.here()
    to = term(ctx, told) if end in (ABOVE, BELOW) else somewhere(ctx, told, who)
    if "enter" in ctx.rules.contested:
        received(ctx, do, found, to, mark)
    order = role(do, "order")
    if order == "random":
        mixed = ctx.spare()
        ctx.emit(Mix(found, mixed))
        found = Reg(mixed)
    elif order == "any":
        arranged = ctx.spare()
        ctx.emit(Arrange(who, found, arranged))
        found = Reg(arranged)
    elif order == "same":
        found = AsTheyLie(found, end in (BOTTOM, ABOVE))
    if end in (TOP, BOTTOM) and ctx.rules.contested & {"move", "enter", "leave"}:
        slot = ctx.spare()
        loop(ctx, found, slot, lambda: contested_move(ctx, do, who, Reg(slot), to, end))
    else:
        ctx.emit(moving(ctx, do, who, found, to, end))


def received(ctx: Context, do: Do, found: Expr, to: Expr, mark: int) -> None:
    """Limit the choice of a place, compiled from `mark` on, to places that the things may enter.

    The choice of the things then offers only those that may enter one of these places.
    """
    assert ctx.block is not None
    ops = ctx.block.ops
    goals = [op for op in ops[mark:] if isinstance(op, Choose)]
    if len(goals) != 1:
        return
    verb_rules = ctx.rules.verb_rules[ENTER]
    goal = goals[0]
    goal.found = places = Welcoming(verb_rules, goal.found, goal.slot, to, found)
    if isinstance(do.obj, Pick):
        for op in ops[:mark]:
            if isinstance(op, Choose) and op.slot == ctx.slots.get(do.obj.label):
                op.found = Placeable(op.found, op.slot, places)


def still_there(ctx: Context, found: Expr, origin: Tree) -> Expr:
    """Those of some known things that lie in the place they are taken from."""
    slot = ctx.spare()
    return Find(found, slot, [Located(Reg(slot), place_term(ctx, origin))])


def moving(ctx: Context, do: Do, who: Expr, found: Expr, to: Expr, end: int) -> Move:
    """The instruction of a move, with facing and order."""
    made = Move(who, found, to, end, label_of(ctx, do))
    made.lies = facing(ctx, do)
    made.mixed = role(do, "order") == "random"
    return made


def contested_move(ctx: Context, do: Do, who: Expr, thing: Expr, to: Expr, end: int) -> None:
    """Compile a move behind the guards of moving, entering and leaving."""
    by_verb = ctx.rules.verb_rules
    label = label_of(ctx, do)
    guards: list[Guard] = []
    if "move" in ctx.rules.contested:
        guards.append(Guard(by_verb[MOVE], who, thing, to, PlaceOf(thing), label))
    if "leave" in ctx.rules.contested:
        guards.append(Guard(by_verb[LEAVE], thing, PlaceOf(thing), to, None, label))
    if "enter" in ctx.rules.contested:
        guards.append(Guard(by_verb[ENTER], thing, to, None, PlaceOf(thing), label))
    for guard in guards:
        guard.moved = thing
        ctx.emit(guard)
    ctx.emit(moving(ctx, do, who, thing, to, end))
    for guard in guards:
        guard.target = ctx.here()


def facing(ctx: Context, do: Do) -> int:
    """How a card faces after an act: FACE_UP or FACE_DOWN if the act says so, else PLAIN."""
    for name, told in do.roles:
        if name == "manner" and told in ("face down", "face up"):
            ctx.rules.views.faced = True
            return FACE_DOWN if told == "face down" else FACE_UP
    return PLAIN


def swap(ctx: Context, do: Do, who: Expr) -> None:
    """Compile an exchange of two things, or of the contents of two places."""
    other = role(do, "with")
    if sort_of(ctx, do.obj) == "place":
        ctx.emit(
            Swap(
                who,
                somewhere(ctx, do.obj, who),
                somewhere(ctx, other, who),
                True,
                label_of(ctx, do),
            )
        )
    else:
        a, b = things(ctx, do.obj, who), things(ctx, other, who)
        ctx.emit(Swap(who, a, b, False, label_of(ctx, do)))


VERBS["move"] = compile_move
