"""Instructions that act: the primitive verbs, with what can stand in their way."""

from __future__ import annotations

from typing import ClassVar, Final

from deckmastor.engine import chance
from deckmastor.engine.acts import (
    BECOME,
    CREATE,
    GAIN,
    LOOK,
    LOSE,
    PAY,
    REMOVE,
    REVEAL,
    ROLL,
    SET,
    SHUFFLE,
    assign,
    change,
    fire,
    make,
    move,
    room,
)
from deckmastor.engine.machine import NEXT, Machine, Op
from deckmastor.engine.ops import DONE, UNABLE, Draws
from deckmastor.engine.schema import ASIDE_PLACE, Attr
from deckmastor.engine.state import DESERTED, ENDING, NONE, RESULT, TURN, UNBOUND, Record, State
from deckmastor.engine.values import Expr, Lit, bounded
from deckmastor.engine.visibility import PLAIN

TOP: Final = 0
BOTTOM: Final = 1
ABOVE: Final = 2
BELOW: Final = 3


class Note(Op):
    """Note under a label that an act was done."""

    __slots__ = ("label", "what")
    inline = True

    def __init__(self, label: int, what: int = DONE) -> None:
        self.label = label
        self.what = what

    def run(self, m: Machine, s: State, r: Record) -> int:
        r.regs[self.label] = self.what
        return NEXT


class Vacuous(Op):
    """An act on all of several things is done if there is none of them."""

    __slots__ = ("found", "label")

    def __init__(self, found: Expr, label: int) -> None:
        self.found = found
        self.label = label

    def run(self, m: Machine, s: State, r: Record) -> int:
        if not self.found.many(s, r):
            r.regs[self.label] = DONE
        return NEXT


class Act(Op):
    """An act on things, done by somebody; `label` notes whether anything was done."""

    __slots__ = ("agent", "label", "obj")
    several: ClassVar[bool] = False  # whether several can do it together

    def __init__(self, agent: Expr, obj: Expr, label: int) -> None:
        self.agent = agent
        self.obj = obj
        self.label = label

    def guarded_object(self) -> Expr | None:
        """What a guard judges as the object of the act."""
        return self.obj if self.obj is not self.agent else None

    def done(self, r: Record, was: bool) -> int:
        """Note the outcome, and go on; of several acts under one label, one done is enough."""
        if self.label >= 0 and (was or r.regs[self.label] != DONE):
            r.regs[self.label] = DONE if was else UNABLE
        return NEXT


class Move(Act):
    """Put things into a place, one after the other."""

    __slots__ = ("end", "lies", "mixed", "to")
    inline = True

    def __init__(self, agent: Expr, obj: Expr, to: Expr, end: int, label: int) -> None:
        super().__init__(agent, obj, label)
        self.to = to
        self.end = end
        self.lies = PLAIN  # face up or face down, where the act says so
        self.mixed = False  # whether nobody can tell in which order they are put

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


class Event(Op):
    """Tell that a defined verb was done."""

    __slots__ = ("agent", "obj", "origin", "to", "verb")
    inline = True

    def __init__(self, verb: int, agent: Expr | None, obj: Expr | None, to: Expr | None) -> None:
        self.verb = verb
        self.agent = agent
        self.obj = obj
        self.to = to
        self.origin: Expr | None = None  # where the object was before

    def run(self, m: Machine, s: State, r: Record) -> int:
        agent = self.agent.ev(s, r) if self.agent is not None else NONE
        to = self.to.ev(s, r) if self.to is not None else NONE
        origin = self.origin.ev(s, r) if self.origin is not None else NONE
        if self.obj is None:
            fire(m, s, self.verb, agent, NONE, to)
        else:
            for thing in self.obj.many(s, r):
                fire(m, s, self.verb, agent, thing, to, origin)
        return NEXT


class Count(Act):
    """Counters gained or lost, from somebody or to somebody."""

    __slots__ = ("attr", "lose", "n", "other", "strict", "unit", "verb")
    inline = True

    def __init__(
        self, agent: Expr, attr: Attr, unit: int, n: Expr, lose: bool, other: Expr | None,
        strict: bool, label: int,
    ) -> None:  # fmt: skip
        super().__init__(agent, agent, label)
        self.attr = attr
        self.unit = unit
        self.n = n
        self.lose = lose
        self.other = other
        self.strict = strict
        self.verb = PAY if strict else LOSE if lose else GAIN

    def run(self, m: Machine, s: State, r: Record) -> int:
        n = self.n.ev(s, r)
        if n <= 0:
            return self.done(r, n == 0 and self.strict)
        column = self.attr.at
        was = False
        for thing in self.agent.many(s, r):
            if not 0 <= thing < len(s.cols[column]):
                continue
            have = s.cols[column][thing]
            if self.strict and have < n:
                continue
            other = self.other.ev(s, r) if self.other is not None else NONE
            amount = n
            if other >= 0 and not self.lose:
                amount = min(n, max(s.cols[column][other], 0))
                change(m, s, column, other, s.cols[column][other] - amount)
            change(m, s, column, thing, have - amount if self.lose else have + amount)
            if self.lose and m.rules.limits:
                amount = have - s.cols[column][thing]  # no more than the rules let go
            if other >= 0 and self.lose:
                change(m, s, column, other, s.cols[column][other] + amount)
            if amount > 0:
                fire(m, s, self.verb, thing, self.unit, other, NONE, amount)
                was = True
        return self.done(r, was)


class Assign(Act):
    """Set a value of the game, or add to it."""

    __slots__ = ("by", "index", "least", "most", "n", "word")
    inline = True

    def __init__(self, agent: Expr, index: int, word: int, n: Expr, by: bool, label: int) -> None:
        super().__init__(agent, agent, label)
        self.index = index
        self.word = word
        self.n = n
        self.by = by

    def run(self, m: Machine, s: State, r: Record) -> int:
        n = self.n.ev(s, r)
        index = self.index
        if self.by:
            n = bounded(s.v[index] + n)
        if s.v[index] != n:
            s.v[index] = n
            s.dirty |= m.rules.scalar_bits[index]
        if m.rules.sets_heard or m.observer is not None:
            fire(m, s, SET, self.agent.ev(s, r), self.word, NONE, NONE, n)
        if self.label >= 0:
            r.regs[self.label] = DONE
        return NEXT


class AssignTo(Act):
    """Set a property of things, or add to it."""

    __slots__ = ("attr", "by", "n", "word")
    inline = True

    def __init__(
        self, agent: Expr, owner: Expr, attr: Attr, word: int, n: Expr, by: bool, label: int
    ) -> None:
        super().__init__(agent, owner, label)
        self.attr = attr
        self.word = word
        self.n = n
        self.by = by

    def run(self, m: Machine, s: State, r: Record) -> int:
        n = self.n.ev(s, r)
        things = self.obj.many(s, r)
        for thing in things:
            was = s.cols[self.attr.at][thing]
            change(m, s, self.attr.at, thing, was + n if self.by else n)
            if m.rules.sets_heard or m.observer is not None:
                fire(m, s, SET, thing, self.word, NONE, NONE, s.cols[self.attr.at][thing])
        return self.done(r, bool(things))


class Become(Act):
    """Things become something: a status, a member of a family, the holder of an office."""

    __slots__ = ("attr", "value", "word")
    inline = True

    def __init__(self, agent: Expr, attr: Attr, value: Expr, word: int, label: int) -> None:
        super().__init__(agent, agent, label)
        self.attr = attr
        self.value = value
        self.word = word

    def guarded_object(self) -> Expr | None:
        return Lit(self.word)

    def run(self, m: Machine, s: State, r: Record) -> int:
        things = self.agent.many(s, r)
        for thing in things:
            if self.attr.home == "scalar":
                assign(m, s, self.attr.at, thing if thing >= 0 else self.value.ev(s, r))
            elif self.attr.home == "bag":
                bag = s.bags.setdefault(self.attr.at << 20 | thing, [])
                if self.word not in bag:
                    bag.append(self.word)
                s.dirty |= m.rules.column_bits[self.attr.at]
            else:
                if self.attr.at == m.rules.views.facing:
                    m.rules.views.witness(s, thing)
                change(m, s, self.attr.at, thing, self.value.ev(s, r))
            fire(m, s, BECOME, thing, self.word)
        return self.done(r, bool(things))


class BagChange(Act):
    """Things gain or lose members of a set: colours, modifiers."""

    __slots__ = ("attr", "lose", "value")

    def __init__(self, agent: Expr, attr: Attr, value: Expr, lose: bool, label: int) -> None:
        super().__init__(agent, agent, label)
        self.attr = attr
        self.value = value
        self.lose = lose

    def guarded_object(self) -> Expr | None:
        return self.value

    def run(self, m: Machine, s: State, r: Record) -> int:
        was = False
        for thing in self.agent.many(s, r):
            key = self.attr.at << 20 | thing
            bag = s.bags.setdefault(key, [])
            for word in self.value.many(s, r):
                if self.lose:
                    if word not in bag:
                        continue
                    bag.remove(word)
                else:
                    bag.append(word)
                was = True
                fire(m, s, LOSE if self.lose else GAIN, thing, word)
        s.dirty |= m.rules.column_bits[self.attr.at]
        return self.done(r, was)


class GuardedDraws(Draws):
    """An act by chance that something can stand in the way of."""

    __slots__ = ("agent", "label")

    def __init__(self, agent: Expr, label: int) -> None:
        self.agent = agent
        self.label = label

    def guarded_object(self) -> Expr | None:
        """What a guard judges as the object of the act."""
        return None


class Shuffle(GuardedDraws):
    """Bring a place into random order, things put into it first."""

    __slots__ = ("into", "obj", "place", "whence")

    def __init__(
        self, agent: Expr, obj: Expr | None, place: Expr | None, into: Expr | None, label: int
    ) -> None:
        super().__init__(agent, label)
        self.whence: Expr | None = None  # the place whose things were put into it one by one
        self.obj = obj  # things that are shuffled into a place
        self.place = place  # or a place, shuffled itself or into another
        self.into = into

    def guarded_object(self) -> Expr | None:
        return self.place

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
        if self.into is not None:
            into = self.into.ev(s, r)
            for thing in self._things(s, r):
                move(m, s, agent, thing, into)
            places = [into]
        else:
            assert self.place is not None
            places = self.place.many(s, r)
        for place in places:
            chance.shuffle(s, s.zone(place))
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


class Roll(Draws):
    """Dice: their sum, or how many show at least a target."""

    __slots__ = ("agent", "goal", "label", "n", "sides")

    def __init__(self, agent: Expr, n: Expr, sides: Expr, goal: Expr | None, label: int) -> None:
        self.agent = agent
        self.n = n
        self.sides = sides
        self.goal = goal
        self.label = label

    def bounds(self, m: Machine, s: State, r: Record) -> list[int]:
        return [max(self.sides.ev(s, r), 1)] * min(max(self.n.ev(s, r), 0), 1000)

    def perform(self, m: Machine, s: State, r: Record) -> int:
        dice = [1 + chance.draw(s, sides) for sides in self.bounds(m, s, r)]
        if self.goal is not None:
            goal = self.goal.ev(s, r)
            result = sum(1 for die in dice if die >= goal)
        else:
            result = sum(dice)
        s.v[RESULT] = result
        s.dirty |= m.rules.scalar_bits[RESULT]
        fire(m, s, ROLL, self.agent.ev(s, r), NONE, NONE, NONE, result)
        if self.label >= 0:
            r.regs[self.label] = DONE
        return NEXT


class Show(Act):
    """Things are revealed to all or some, or looked at by one."""

    __slots__ = ("to", "verb")

    def __init__(self, agent: Expr, obj: Expr, to: Expr | None, look: bool, label: int) -> None:
        super().__init__(agent, obj, label)
        self.to = to
        self.verb = LOOK if look else REVEAL

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


class Create(Act):
    """New things of a species, or copies of a thing."""

    __slots__ = ("copy", "n", "place", "slot", "species")

    def __init__(
        self, agent: Expr, species: int, copy: Expr | None, place: Expr, n: Expr, slot: int,
        label: int,
    ) -> None:  # fmt: skip
        super().__init__(agent, agent, label)
        self.species = species
        self.copy = copy
        self.place = place
        self.n = n
        self.slot = slot

    def run(self, m: Machine, s: State, r: Record) -> int:
        species = self.species
        original = NONE
        if self.copy is not None:
            original = self.copy.ev(s, r)
            if original < 0:
                return self.done(r, False)
            species = s.species[original]
        place = self.place.ev(s, r)
        agent = self.agent.ev(s, r)
        made: list[int] = []
        n = max(self.n.ev(s, r), 0)
        room(s, n)
        for _ in range(n):
            thing = make(m, s, species, NONE)
            made.append(thing)
            if place >= 0:
                move(m, s, agent, thing, place)
            fire(m, s, CREATE, agent, thing, place, original)
        r.regs[self.slot] = UNBOUND
        r.bind(self.slot, made)
        return self.done(r, bool(made))


class MakeNew(Op):
    """New things that are nowhere yet: of one species, of one named, or of a class of cards."""

    __slots__ = ("n", "slot", "species", "which")

    def __init__(self, slot: int, n: Expr, species: list[int], which: Expr | None) -> None:
        self.slot = slot
        self.n = n
        self.species = species
        self.which = which  # the name among the species, or the class if there are none

    def run(self, m: Machine, s: State, r: Record) -> int:
        if r.regs[self.slot] != UNBOUND:
            return NEXT
        schema = m.rules.schema
        species = self.species[0] if self.species else NONE
        if self.which is not None:
            told = self.which.ev(s, r)
            if self.species:
                species = next((i for i in self.species if m.rules.names[i] == told), NONE)
            else:
                species = next((i for i, t in schema.class_things.items() if t == told), NONE)
        n = max(self.n.ev(s, r), 0) if species != NONE else 0
        room(s, n)
        r.bind(self.slot, [make(m, s, species, NONE) for _ in range(n)])
        return NEXT


class Emerge(Act):
    """Things that were made come into the game, in a place."""

    __slots__ = ("place",)

    def __init__(self, agent: Expr, obj: Expr, place: Expr, label: int) -> None:
        super().__init__(agent, obj, label)
        self.place = place

    def run(self, m: Machine, s: State, r: Record) -> int:
        place = self.place.ev(s, r)
        agent = self.agent.ev(s, r)
        made = [thing for thing in self.obj.many(s, r) if s.where[thing] < 0]
        for thing in made:
            move(m, s, agent, thing, place if place >= 0 else ASIDE_PLACE)
            fire(m, s, CREATE, agent, thing, place)
        return self.done(r, bool(made))


class Remove(Act):
    """Things leave the game."""

    __slots__ = ()

    def run(self, m: Machine, s: State, r: Record) -> int:
        things = self.obj.many(s, r)
        agent = self.agent.ev(s, r)
        for thing in things:
            if thing < m.rules.seats:
                leave_game(m, s, thing)
            else:
                move(m, s, agent, thing, ASIDE_PLACE)
            fire(m, s, REMOVE, agent, thing)
        return self.done(r, bool(things))


def leave_game(m: Machine, s: State, seat: int) -> None:
    """A seat takes no further part, nor goes on with its turn; the last one left ends the game."""
    change(m, s, m.rules.gone, seat, 1)
    if seat == s.v[TURN] and not m.rules.turnless:
        s.v[ENDING] |= 2
    gone = s.cols[m.rules.gone][: m.rules.seats]
    if gone.count(0) <= 1:
        s.v[ENDING] = (s.v[ENDING] & 0xFF) | DESERTED | (m.sentence << 8)


ONCE: Final = Lit(1)


class Swap(Act):
    """Two things change places, or two places their contents."""

    __slots__ = ("other", "places")

    def __init__(self, agent: Expr, a: Expr, b: Expr, places: bool, label: int) -> None:
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

    def exchange(self, m: Machine, s: State, agent: int, a: int, b: int) -> None:
        """Let each of two things lie where the other lay."""
        here, there = s.where[a], s.where[b]
        if here < 0 or there < 0 or a == b:
            return
        i, j = s.zones[here].index(a), s.zones[there].index(b)
        if here == there and i > j:
            a, b, i, j = b, a, j, i
        move(m, s, agent, a, there, j)
        move(m, s, agent, b, here, i)


class Told(Act):
    """An act without a change of its own: chosen, passed, voted. It is an event all the same."""

    __slots__ = ("to", "verb")

    def __init__(
        self, verb: int, agent: Expr, obj: Expr | None, to: Expr | None, label: int
    ) -> None:
        super().__init__(agent, obj if obj is not None else agent, label)
        self.verb = verb
        self.to = to

    def run(self, m: Machine, s: State, r: Record) -> int:
        agent = self.agent.ev(s, r)
        to = self.to.ev(s, r) if self.to is not None else NONE
        things = self.obj.many(s, r) if self.obj is not self.agent else [NONE]
        for thing in things:
            fire(m, s, self.verb, agent, thing, to)
        return self.done(r, bool(things))
