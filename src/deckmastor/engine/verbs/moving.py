"""The verb `move`: things go from place to place, or change places with each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from deckmastor.engine.expressions.base import Expr, Lits, Reg
from deckmastor.engine.expressions.compile_picks import parts_in, pick, somewhere, stocked
from deckmastor.engine.expressions.compile_terms import place_term
from deckmastor.engine.expressions.things import AsTheyLie, Find, PlaceOf
from deckmastor.engine.expressions.truths import ForAll, Located
from deckmastor.engine.ids import NONE, Slot, Thing
from deckmastor.engine.knowledge.visibility import FACE_DOWN, FACE_UP, PLAIN
from deckmastor.engine.machine.control import Rebind
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.questions import Arrange, Choose
from deckmastor.engine.permission.compile_guards import charged
from deckmastor.engine.permission.compile_permits import narrow, permits
from deckmastor.engine.permission.permits import Permitted
from deckmastor.engine.permission.replacements import Guard
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.program import NEXT, Op
from deckmastor.engine.rules.registry import VERBS, term
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.engine.state.aims import keep_origin
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.triggers.compile_patterns import is_game
from deckmastor.engine.turns.mixing import Mix
from deckmastor.engine.verbs.acts import Act
from deckmastor.engine.verbs.changes import move
from deckmastor.engine.verbs.doing import chosen, emit, label_of, loop, role
from deckmastor.engine.verbs.primitives import ENTER, LEAVE, MOVE
from deckmastor.language.ir import Do, Group, In, Of, Pick, Ref, Tree, replace

TOP: Final = 0
BOTTOM: Final = 1
ABOVE: Final = 2
BELOW: Final = 3
MOVING: Final = frozenset({"move", "enter", "leave"})
TAKING: Final = ("manner", "taken up")  # marks the move and the performance of a card


class Move(Act):
    """Put things into a place, one after the other."""

    inline = True

    def __init__(self, agent: Expr, obj: Expr, to: Expr, end: int, label: Slot) -> None:
        super().__init__(agent, obj, label)
        self.to = to
        self.end = end
        self.lies = PLAIN  # face up or face down, if the act says so
        self.moved: Slot = NONE  # the slot of what has moved, if that is put in order behind it
        self.taking = False  # whether a card is taken up to be performed, and keeps where it lay

    def run(self, m: Machine, s: State, r: Record) -> int:
        things = self.obj.many(s, r)
        to = self.to.ev(s, r)
        if to < 0:
            return self.done(r, False)
        agent = self.agent.ev(s, r)
        end = self.end
        known: list[int] = []
        if s.shown and len(things) > 1:
            known = m.rules.views.together(s, things)
        for thing in things:
            if self.taking:
                self.take_up(m, s, agent, thing, to)
            elif end == TOP:
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
        if known:
            m.rules.views.arrived(s, things, known)
        if self.moved != NONE:
            r.bind(self.moved, r.many(self.moved) + things)
        return self.done(r, bool(things))

    def take_up(self, m: Machine, s: State, agent: Thing, card: Thing, to: int) -> None:
        """Put a card where it is performed, and keep where it lay."""
        origin = s.where[card]
        at = s.zones[origin].index(card) if origin >= 0 else NONE
        move(m, s, agent, card, to, NONE, self.lies)
        if origin >= 0:
            keep_origin(s, card, origin, at, to)


class PutInOrder(Op):
    """Put things that have moved into an order that chance or a player gave them.

    They have moved in the order in which they lay: their events tell nobody the new one. Only
    a player who gave it still knows which is which where others do not see them.
    """

    def __init__(self, order: Slot, moved: Slot, under: bool, who: Expr | None) -> None:
        self.order = order
        self.moved = moved
        self.under = under  # whether each goes under the one before it
        self.who = who  # who gave the order; None if chance did

    def run(self, m: Machine, s: State, r: Record) -> int:
        moved = r.many(self.moved)
        things = [thing for thing in r.many(self.order) if thing in moved]
        for place in sorted({s.where[thing] for thing in things}):
            here = [thing for thing in things if s.where[thing] == place]
            if place >= 0 and len(here) > 1:
                zone = s.zone(place)
                at = sorted([zone.index(thing) for thing in here], reverse=self.under)
                for index, thing in zip(at, here, strict=True):
                    zone[index] = thing
                m.rules.views.mixed(s, here, place, self.who.ev(s, r) if self.who else NONE)
        return NEXT


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
    if told is None and not name:
        raise Unsupported("a move that goes nowhere")
    moved_by_rules = bool(ctx.rules.barred & MOVING) or ctx.rules.costed("move")
    if moved_by_rules:
        narrow(ctx, do)
    mark = ctx.here()
    to = term(ctx, told) if end in (ABOVE, BELOW) else somewhere(ctx, told, who)
    if moved_by_rules:
        received(ctx, do, found, mark)

    def put(found: Expr) -> None:
        if judged_moves(ctx):
            slot = ctx.spare()
            loop(ctx, found, slot, lambda: contested_move(ctx, do, who, Reg(slot), to, end))
        else:
            ctx.emit(moving(ctx, do, who, found, to, end))

    in_order(ctx, do, who, found, end in (BOTTOM, ABOVE), put)


def in_order(
    ctx: Context, do: Do, who: Expr, found: Expr, under: bool, write: Callable[[Expr], None]
) -> None:
    """Compile an act on several things, and put them into the order that its sentence states.

    Each goes `under` the one before it, or onto it: that decides which order is the same.
    """
    order = role(do, "order")
    if order not in ("random", "any"):
        write(AsTheyLie(found, under) if order == "same" else found)
        return
    came, slot, moved = ctx.spare(), ctx.spare(), ctx.spare()
    ctx.emit(Rebind(came, found))
    given = order == "any"
    ctx.emit(Arrange(who, Reg(came), slot) if given else Mix(Reg(came), slot))
    ctx.emit(Rebind(moved, Lits([])))
    around, ctx.moved = ctx.moved, moved
    write(Reg(came))
    ctx.moved = around
    ctx.emit(PutInOrder(slot, moved, under, who if given else None))


def judged_moves(ctx: Context) -> bool:
    """True if rules can stop, replace or price the move of a single thing."""
    return bool(ctx.rules.contested & MOVING) or ctx.rules.costed("move")


def received(ctx: Context, do: Do, found: Expr, mark: int) -> None:
    """Limit the choice of a goal, compiled from `mark` on, to goals that all the things may reach.

    The choice of the things offers only those that may reach a goal.
    """
    assert ctx.block is not None
    label = f"moved{ctx.spare()}"
    slot = ctx.slot(label)
    ctx.sorts[label] = "card"
    goals = [op for op in ctx.block.ops[mark:] if isinstance(op, Choose)]
    told = permits(ctx, do, label).test() if len(goals) == 1 else None
    if told is not None:
        goals[0].found = Permitted(goals[0].found, goals[0].slot, ForAll(found, slot, told, False))


def still_there(ctx: Context, found: Expr, origin: Tree) -> Expr:
    """Those of some known things that lie in the place they are taken from."""
    slot = ctx.spare()
    return Find(found, slot, [Located(Reg(slot), place_term(ctx, origin))])


def moving(ctx: Context, do: Do, who: Expr, found: Expr, to: Expr, end: int) -> Move:
    """The instruction of a move, with facing and order."""
    made = Move(who, found, to, end, label_of(ctx, do))
    made.lies = facing(ctx, do)
    made.moved = ctx.moved
    made.taking = end == TOP and TAKING in do.roles
    return made


def contested_move(ctx: Context, do: Do, who: Expr, thing: Expr, to: Expr, end: int) -> None:
    """Compile a move behind the rules about it."""
    goal = PlaceOf(to) if end in (ABOVE, BELOW) else to
    made = moving(ctx, do, who, thing, to, end)
    behind_moves(ctx, do, who, thing, goal, Guard, lambda: emit(ctx, made))


def behind_moves(
    ctx: Context, do: Do, who: Expr, thing: Expr, goal: Expr, judge: type[Guard],
    write: Callable[[], None],
) -> list[Guard]:  # fmt: skip
    """Compile an act behind the guards of moving, entering and leaving, and behind its prices."""
    by_verb = ctx.rules.verb_rules
    label = label_of(ctx, do)
    guards: list[Guard] = []
    if "move" in ctx.rules.contested:
        guards.append(judge(by_verb[MOVE], who, thing, goal, PlaceOf(thing), label))
    if "leave" in ctx.rules.contested:
        guards.append(judge(by_verb[LEAVE], thing, PlaceOf(thing), goal, None, label))
    if "enter" in ctx.rules.contested:
        guards.append(judge(by_verb[ENTER], thing, goal, None, PlaceOf(thing), label))
    for guard in guards:
        guard.moved = thing
        ctx.emit(guard)
    act = Do("move", do.agent, do.obj, (), do.label)
    charged(ctx, act, who, thing, write, goal)
    for guard in guards:
        guard.target = ctx.here()
    return guards


def facing(ctx: Context, do: Do) -> int:
    """How a card faces after an act: FACE_UP or FACE_DOWN if the act says so, else PLAIN."""
    for name, told in do.roles:
        if name == "manner" and told in ("face down", "face up"):
            ctx.rules.views.faced = True
            return FACE_DOWN if told == "face down" else FACE_UP
    return PLAIN


VERBS["move"] = compile_move
