"""The native `swap`: two things, or all that lies in two places, change places; or two values do.

A swap of places is a swap and a move of each card in them. Rules about each of these acts hold.
"""

from __future__ import annotations

from deckmastor.engine.expressions.base import Expr, Lits, Reg
from deckmastor.engine.expressions.compile_picks import pick, somewhere, things
from deckmastor.engine.expressions.compile_terms import place_term, sort_of
from deckmastor.engine.expressions.places import AsObject
from deckmastor.engine.expressions.things import Inside, PlaceOf
from deckmastor.engine.ids import NONE, Place, Slot, Thing
from deckmastor.engine.machine.control import LetNumber, OpenStep, Rebind
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.permission.compile_guards import charged
from deckmastor.engine.permission.norms import VerbRules
from deckmastor.engine.permission.replacements import Guard
from deckmastor.engine.rules.context import Context
from deckmastor.engine.rules.program import JUMP, NEXT, Op
from deckmastor.engine.rules.registry import perform, term
from deckmastor.engine.rules.schema import Unsupported
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.verbs.acts import Act
from deckmastor.engine.verbs.changes import barred_move, move, publish
from deckmastor.engine.verbs.doing import emit, label_of, loop, role
from deckmastor.engine.verbs.moving import behind_moves, judged_moves
from deckmastor.language.ir import Do, In, Of, Pick, Ref, Tree, replace


class Swap(Act):
    """Exchange things, or the contents of two places, as far as rules have let them pass."""

    def __init__(self, agent: Expr, a: Expr, b: Expr, places: bool, label: Slot) -> None:
        super().__init__(agent, a, label)
        self.other = b
        self.places = places
        self.verb = NONE  # the number of `swap`
        self.one: Expr = a  # what is swapped, as rules see it
        self.two: Expr = b
        self.passed: Slot = NONE  # the slot of the cards that may go, if rules were asked
        self.lay: Slot = NONE  # the slot of where two things lay then

    def run(self, m: Machine, s: State, r: Record) -> int:
        a = self.obj.ev(s, r)
        b = self.other.ev(s, r)
        if a < 0 or b < 0:
            return self.done(r, False)
        agent = self.agent.ev(s, r)
        one, two = self.one.ev(s, r), self.two.ev(s, r)
        if self.places:
            self.exchange_all(m, s, r, agent, a, b)
        elif not self.exchange(m, s, r, agent, a, b):
            return self.done(r, False)
        if self.verb != NONE:
            publish(m, s, self.verb, agent, one, b)
            publish(m, s, self.verb, agent, two, a)  # each of the two is swapped with the other
        return self.done(r, True)

    def exchange_all(self, m: Machine, s: State, r: Record, agent: Thing, a: int, b: int) -> None:
        """Put the cards of each of two places into the other one, in their order."""
        mine, theirs = s.zones[a].copy(), s.zones[b].copy()
        if self.passed != NONE:
            mine = [thing for thing in mine if thing in r.many(self.passed)]
            theirs = [thing for thing in theirs if thing in r.many(self.passed)]
        views = m.rules.views
        known = views.together(s, mine + theirs) if s.shown else []
        for thing in mine:
            move(m, s, agent, thing, b)
        for thing in theirs:
            move(m, s, agent, thing, a)
        views.arrived(s, mine + theirs, known)
        for thing in mine + theirs if self.verb != NONE else ():
            publish(m, s, self.verb, agent, thing)

    def exchange(self, m: Machine, s: State, r: Record, agent: Thing, a: int, b: int) -> bool:
        """Put each of two things where the other lies; True if that was possible."""
        here, there = s.where[a], s.where[b]
        if self.lay != NONE:
            here, there, i, j = r.sets[self.lay]
        elif here < 0 or there < 0 or a == b:
            return False
        else:
            i, j = s.zones[here].index(a), s.zones[there].index(b)
        if here == there and i > j:
            a, b, i, j = b, a, j, i
        goes = [a, b] if self.passed == NONE else r.many(self.passed)
        if a in goes:
            move(m, s, agent, a, there, min(j, len(s.zones[there])))
        if b in goes:
            move(m, s, agent, b, here, min(i, len(s.zones[here])))
        return bool(goes)


class Faced(Op):
    """Keep where two things lie that are to change places; go on behind it if a rule forbids that.

    Both stay if one of them cannot go.
    """

    def __init__(self, swap: Swap) -> None:
        self.swap = swap
        self.target = 0

    def run(self, m: Machine, s: State, r: Record) -> int:
        a, b = self.swap.obj.ev(s, r), self.swap.other.ev(s, r)
        agent = self.swap.agent.ev(s, r)
        if a >= 0 and b >= 0 and a != b and s.where[a] >= 0 and s.where[b] >= 0:
            here, there = s.where[a], s.where[b]
            if not (barred(m, s, agent, a, [b], there) or barred(m, s, agent, b, [a], here)):
                i, j = s.zones[here].index(a), s.zones[there].index(b)
                r.sets[self.swap.lay] = [here, there, i, j]
                return NEXT
        self.swap.done(r, False)
        m.target = self.target
        return JUMP


class SwapGuard(Guard):
    """Judge a thing that changes places with others: as if these had left its goal already."""

    def __init__(
        self, verb_rules: VerbRules, agent: Expr | None, obj: Expr | None, to: Expr | None,
        origin: Expr | None, label: Slot,
    ) -> None:  # fmt: skip
        super().__init__(verb_rules, agent, obj, to, origin, label)
        self.goal: Expr = Lits([])
        self.leaving: Expr = Lits([])
        self.passed: Slot = NONE

    def judge(self, m: Machine, s: State, r: Record, verb_rules: VerbRules) -> int:
        goal = self.goal.ev(s, r)
        whole = left(m, s, self.leaving.many(s, r), goal)
        s.zones[goal] += [thing for thing in r.many(self.passed) if s.where[thing] != goal]
        s.lies_anew(goal, goal)
        try:
            return super().judge(m, s, r, verb_rules)
        finally:
            put_back(m, s, whole, goal)


class Passed(Op):
    """Let a thing that no rule has stopped go to its new place with the others."""

    def __init__(self, thing: Expr, passed: Slot) -> None:
        self.thing = thing
        self.passed = passed

    def run(self, m: Machine, s: State, r: Record) -> int:
        r.bind(self.passed, [*r.many(self.passed), self.thing.ev(s, r)])
        return NEXT


def left(m: Machine, s: State, leaving: list[int], goal: Place) -> list[int]:
    """Take things out of a place for a look at it; what lies there, to be put back."""
    whole = s.zones[goal]
    put_back(m, s, [thing for thing in whole if thing not in leaving], goal)
    return whole


def put_back(m: Machine, s: State, whole: list[int], goal: Place) -> None:
    """Let these things lie in a place, as before a look or for one."""
    s.zones[goal] = whole
    s.lies_anew(goal, goal)
    m.rules.moved(s, goal, goal)


def barred(
    m: Machine, s: State, agent: Thing, thing: Thing, leaving: list[int], goal: Place
) -> bool:
    """True if a rule forbids that a thing moves to a place which others leave."""
    whole = left(m, s, leaving, goal)
    try:
        return barred_move(m, s, agent, thing, goal)
    finally:
        put_back(m, s, whole, goal)


def swap(ctx: Context, do: Do, who: Expr) -> None:
    """Compile an exchange of two things, of the contents of two places, or of two values.

    `Swap your points with another player` means that player's points.
    """
    obj, other = do.obj, role(do, "with")
    if isinstance(obj, Of) and sort_of(ctx, other) == "player" and is_owned(ctx, obj):
        other = Of(other, obj.name)
    if isinstance(obj, Pick) and obj.how in ("all", "each"):
        places = contents(obj), contents(other)
        if None in places:
            raise Unsupported("swapping several things: swap all cards in a place with all in one")
        mine, theirs = [place_term(ctx, place) for place in places]
        made = Swap(who, mine, theirs, True, label_of(ctx, do))
        guarded_swap(ctx, do, made, AsObject(mine), AsObject(theirs))
        return
    sorts = exchanged(ctx, obj), exchanged(ctx, other)
    if sorts[0] != sorts[1] or not sorts[0]:
        raise Unsupported("swapping things of different sorts: swap 2 cards, 2 places or 2 values")
    if sorts[0] == "value":
        swap_values(ctx, do, who, obj, other)
    elif sorts[0] == "place":
        mine, theirs = somewhere(ctx, obj, who), somewhere(ctx, other, who)
        made = Swap(who, mine, theirs, True, label_of(ctx, do))
        guarded_swap(ctx, do, made, AsObject(mine), AsObject(theirs))
    else:
        a, b = things(ctx, obj, who), things(ctx, other, who)
        guarded_swap(ctx, do, Swap(who, a, b, False, label_of(ctx, do)), a, b)


def contents(tree: Tree) -> Tree:
    """The place in `all cards on the stack`; None if only some of them are meant."""
    if isinstance(tree, Pick) and tree.how in ("all", "each") and tree.kind.noun == "card":
        match tree.kind.where:
            case (In(who=who, place=place, rel="in" | "on"),) if who == Ref(tree.kind.var):
                return place
    return None


def guarded_swap(ctx: Context, do: Do, made: Swap, one: Expr, other: Expr) -> None:
    """Compile an exchange behind the rules about swaps; each of the two is its object."""
    number = ctx.rules.verb(do.verb)
    guards: list[Guard] = []
    if do.verb in ctx.rules.contested:
        rules, who, label = ctx.rules.verb_rules[number], made.agent, made.label
        guards.append(Guard(rules, who, one, made.other, None, label))
        guards.append(Guard(rules, who, other, made.obj, None, label))
    for guard in guards:
        ctx.emit(guard)
    made.verb, made.one, made.two = number, one, other
    do = replace(do, roles=())
    charged(ctx, do, made.agent, one, lambda: exchange(ctx, do, made), made.other)
    for guard in guards:
        guard.target = ctx.here()


def exchange(ctx: Context, do: Do, made: Swap) -> None:
    """Compile an exchange behind the rules about each card that it moves."""
    judged = made.places and (do.verb in ctx.rules.contested or ctx.rules.costed(do.verb))
    if not judged and not judged_moves(ctx):
        emit(ctx, made)
        return
    made.passed, made.lay = ctx.spare(), ctx.spare()
    ctx.emit(Rebind(made.passed, Lits([])))
    faced = Faced(made)
    sides = [Inside(made.obj), Inside(made.other)] if made.places else [made.obj, made.other]
    goals = [made.other, made.obj] if made.places else [PlaceOf(made.other), PlaceOf(made.obj)]
    slots = [ctx.spare() for _ in range(4)]
    if not made.places:
        ctx.emit(faced)
    for slot, found in zip(slots, [*sides, *goals], strict=True):
        ctx.emit(Rebind(slot, found))
    ctx.emit(OpenStep(1))
    for at in (0, 1):
        side(ctx, do, made, Reg(slots[at]), Reg(slots[1 - at]), Reg(slots[2 + at]))
    ctx.emit(OpenStep(-1))
    emit(ctx, made)
    faced.target = ctx.here()


def side(ctx: Context, do: Do, made: Swap, going: Expr, leaving: Expr, goal: Expr) -> None:
    """Compile the rules about each of the things that go one way."""
    slot = ctx.spare()
    thing, who = Reg(slot), made.agent
    passed = Passed(thing, made.passed)

    def moved() -> None:
        before = behind_moves(ctx, do, who, thing, goal, SwapGuard, lambda: emit(ctx, passed))
        for guard in before:
            assert isinstance(guard, SwapGuard)
            guard.goal, guard.leaving, guard.passed = goal, leaving, made.passed

    def one() -> None:
        if not made.places:
            moved()
            return
        guard = Guard(ctx.rules.verb_rules[made.verb], who, thing, None, None, made.label)
        if do.verb in ctx.rules.contested:
            ctx.emit(guard)
        charged(ctx, do, who, thing, moved)
        guard.target = ctx.here()

    loop(ctx, going, slot, one)


def is_owned(ctx: Context, tree: Of) -> bool:
    """True if a property or place belongs to a player."""
    attr = ctx.schema.attrs.get(tree.name)
    return attr is not None and tree.owner is not None and sort_of(ctx, tree) != "card"


def exchanged(ctx: Context, tree: Tree) -> str:
    """The sort of something that is swapped: place, value or thing; empty if it cannot be."""
    sort = sort_of(ctx, tree)
    if sort == "place":
        return sort
    attr = ctx.schema.attrs.get(tree.name) if isinstance(tree, Of) else None
    if attr is not None:
        return "value" if attr.home in ("scalar", "column") else ""
    return "" if sort in ("player", "number", "word", "time") else "thing"


def swap_values(ctx: Context, do: Do, who: Expr, *values: Tree) -> None:
    """Compile an exchange of two values: both are read before either is set."""
    told: list[Tree] = []
    kept: list[Ref] = []
    for value in values:
        assert isinstance(value, Of)
        if isinstance(value.owner, Pick):
            pick(ctx, value.owner, who)
            value = replace(value, owner=Ref(value.owner.label))
        label = f"swapped{ctx.spare()}"
        ctx.sorts[label] = "number"
        ctx.emit(LetNumber(ctx.slot(label), term(ctx, value)))
        told.append(value)
        kept.append(Ref(label))
    ctx.emit(OpenStep(1))
    for value, now in zip(told, reversed(kept), strict=True):
        perform(ctx, Do("set", do.agent, value, (("to", now),), do.label))
    ctx.emit(OpenStep(-1))
