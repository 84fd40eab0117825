"""Instructions that act: the primitive verbs, with what can stand in their way."""

from __future__ import annotations

from typing import Final

from deckmastor.engine import chance
from deckmastor.engine.acts import (
    BECOME,
    CANCEL,
    CREATE,
    END,
    FAIL,
    GAIN,
    LOOK,
    LOSE,
    PAY,
    PLAY,
    REMOVE,
    RESOLVE,
    REVEAL,
    REVERSE,
    ROLL,
    SET,
    SHUFFLE,
    SKIP,
    TAKE,
    WIN,
    assign,
    change,
    fire,
    lapse,
    make,
    move,
    room,
)  # fmt: skip
from deckmastor.engine.batches import tell
from deckmastor.engine.machine import (
    AGAIN,
    CALL,
    JUMP,
    LASTING,
    NEXT,
    ONE,
    RECALL,
    UNWIND,
    Exhausted,
    Machine,
    Op,
)  # fmt: skip
from deckmastor.engine.norms import Verb, forbidding
from deckmastor.engine.ops import DONE, REPLACED, UNABLE, Draws, chooser
from deckmastor.engine.ranking import trigger_weight
from deckmastor.engine.resolution import queue
from deckmastor.engine.schema import ASIDE_PLACE, LIMBO_PLACE, Attr
from deckmastor.engine.state import (
    APPLIED,
    DESERTED,
    DIRECTION,
    EFFECTS,
    ENDING,
    EXTRA,
    FLAG,
    NONE,
    PARENT,
    RESULT,
    SERIAL,
    SINCE,
    STAGE,
    STARTER,
    THIS,
    TURN,
    TURNS,
    UNBOUND,
    YOU,
    Record,
    State,
)  # fmt: skip
from deckmastor.engine.values import Expr, Lit, Reg, bounded
from deckmastor.engine.visibility import PLAIN

TOP, BOTTOM, ABOVE, BELOW = 0, 1, 2, 3
CLOSING = 8  # the stage of the flow at which the game ends


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


FIRST_CHOICE = 16  # what is added to the replacement that was chosen


class Guard(Op):
    """What can stand in the way of an act: a prohibition, what happens before it, a replacement."""

    __slots__ = (
        "agent", "by", "free", "label", "law", "moved", "n", "obj", "origin", "slot", "target",
        "to",
    )  # fmt: skip

    def __init__(
        self, law: Verb, agent: Expr | None, obj: Expr | None, to: Expr | None,
        origin: Expr | None, label: int,
    ) -> None:  # fmt: skip
        self.law = law
        self.slot = NONE  # the label of its object, if only that can stand in the way
        self.moved: Expr | None = None  # what moves: elsewhere is done too, only not as it was said
        self.by: frozenset[str] = frozenset()  # what else lets it be done despite a rule
        self.free = False  # whether it was found to be allowed before it was begun
        self.agent = agent
        self.obj = obj
        self.to = to
        self.origin = origin
        self.n: Expr | None = None
        self.label = label
        self.target = 0

    def run(self, m: Machine, s: State, r: Record) -> int:
        if self.slot >= 0 and r.regs[FLAG] == UNBOUND:
            thing = r.regs[self.slot]
            if 0 <= thing < len(s.species) and not self.law.hindering(s.species[thing]):
                return NEXT
        return self.judge(m, s, r, self.law)

    def ready(self) -> None:
        """See whether only something about its object can stand in the way of the act."""
        law = self.law
        open_ = self.free or not (law.guarded() or (law.entry is not None and law.entry.guarded()))
        if type(self) is Guard and open_ and isinstance(self.obj, Reg):
            self.slot = self.obj.slot

    def judge(self, m: Machine, s: State, r: Record, law: Verb) -> int:
        """Let what the rules say of a verb stand in the way of the act, or let it pass."""
        agent = self.agent.ev(s, r) if self.agent is not None else NONE
        obj = self.obj.ev(s, r) if self.obj is not None else NONE
        to = self.to.ev(s, r) if self.to is not None else NONE
        origin = self.origin.ev(s, r) if self.origin is not None else NONE
        if origin == NONE and 0 <= obj < len(s.where):
            origin = s.where[obj]
        n = self.n.ev(s, r) if self.n is not None else 1
        if r.regs[FLAG] == UNBOUND:
            r.regs[FLAG] = 0
            r.sets[APPLIED] = r.sets.get(PARENT, []).copy()
            if self.moved is not None:
                r.sets[FLAG] = [s.where[self.moved.ev(s, r)]]
            by = m.rules.hosts[m.sentence] | self.by
            if not self.free and forbidding(law, s, agent, obj, to, origin, n, 0, by):
                return self._skip(m, r, UNABLE)
        elif r.regs[FLAG] == 1:
            elsewhere = self.moved is not None and r.sets[FLAG] != [s.where[self.moved.ev(s, r)]]
            return self._skip(m, r, DONE if elsewhere else REPLACED)
        applied = r.sets[APPLIED]
        chosen = r.regs[FLAG] - FIRST_CHOICE
        for trigger in law.before + law.instead:
            if trigger.id in applied or trigger.id in s.muted or 0 <= chosen != trigger.id:
                continue
            found = trigger.match(s, agent, obj, to, origin, n)
            if found:
                if chosen < 0 and trigger in law.instead:
                    others = self._rivals(m, s, r, law, agent, obj, to, origin, n)
                    if len(others) > 1 and m.rules.replacement_keys:
                        if trigger.id != others[0]:
                            continue
                    elif len(others) > 1:
                        r.sets[SINCE] = others
                        m.asked = [self._affected(s, agent, obj)]
                        m.way = ONE
                        return AGAIN
                applied.append(trigger.id)
                record = found[0]
                if trigger.once:
                    lapse(s, record.regs[PARENT])
                r.regs[FLAG] = 0
                record.regs[PARENT] = m.kept(s, r)
                record.sets[PARENT] = applied.copy()
                m.block = trigger.block
                m.record = record
                m.count(s, trigger.id)
                return RECALL
        r.regs[FLAG] = UNBOUND
        return NEXT

    def _rivals(
        self, m: Machine, s: State, r: Record, law: Verb, agent: int, obj: int, to: int,
        origin: int, n: int,
    ) -> list[int]:  # fmt: skip
        """The replacements that could all be applied now, in the order that the book states."""
        if len(law.instead) < 2:
            return []
        keys = m.rules.replacement_keys
        weights: dict[int, tuple[int, ...]] = {}
        for trigger in law.instead:
            if trigger.id not in r.sets[APPLIED] and trigger.id not in s.muted:
                for record in trigger.match(s, agent, obj, to, origin, n)[:1]:
                    you, this = record.regs[YOU], record.regs[THIS]
                    weights[trigger.id] = trigger_weight(m.rules, s, trigger.id, you, this, keys)
        return sorted(weights, key=weights.__getitem__) if keys else list(weights)

    def _affected(self, s: State, agent: int, obj: int) -> int:
        """Who chooses: whoever holds what the act is done to, else who does it."""
        if 0 <= obj < len(s.where) and s.where[obj] >= 0 and s.zowner[s.where[obj]] >= 0:
            return chooser(s, s.zowner[s.where[obj]])
        return chooser(s, agent)

    def options(self, m: Machine, s: State, r: Record, who: int) -> list[int]:
        return r.sets[SINCE]

    def take(self, m: Machine, s: State, r: Record, who: int, option: int) -> int:
        r.regs[FLAG] = FIRST_CHOICE + option
        return NEXT

    def _skip(self, m: Machine, r: Record, outcome: int) -> int:
        r.regs[FLAG] = UNBOUND
        if self.label >= 0 and r.regs[self.label] != DONE:
            r.regs[self.label] = outcome
        m.target = self.target
        return JUMP


class Replaced(Op):
    """The act that this stands in for is not done."""

    __slots__ = ()

    def run(self, m: Machine, s: State, r: Record) -> int:
        parent = s.recs.get(r.regs[PARENT])
        if parent is not None:
            parent.regs[FLAG] = 1
        return NEXT


class Act(Op):
    """An act on things, done by somebody; `label` notes whether anything was done."""

    __slots__ = ("agent", "label", "obj")

    def __init__(self, agent: Expr, obj: Expr, label: int) -> None:
        self.agent = agent
        self.obj = obj
        self.label = label

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
            column = s.cols[self.attr.at]
            change(m, s, self.attr.at, thing, column[thing] + n if self.by else n)
            if m.rules.sets_heard or m.observer is not None:
                fire(m, s, SET, thing, self.word, NONE, NONE, column[thing])
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

    def run(self, m: Machine, s: State, r: Record) -> int:
        things = self.agent.many(s, r)
        for thing in things:
            if self.attr.home == "scalar":
                assign(m, s, self.attr.at, thing)
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


class Shuffle(Draws):
    """Bring a place into random order, things put into it first."""

    __slots__ = ("agent", "into", "label", "obj", "place")

    def __init__(
        self, agent: Expr, obj: Expr | None, place: Expr | None, into: Expr | None, label: int
    ) -> None:
        self.agent = agent
        self.obj = obj  # things that are shuffled into a place
        self.place = place  # or a place, shuffled itself or into another
        self.into = into
        self.label = label

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
            chance.shuffle(s, s.zones[place])
            m.rules.views.forget(s, s.zones[place])
            origin = NONE
            if self.into is not None and self.place is not None:
                origin = self.place.ev(s, r)
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
        seats = m.rules.schema.seats
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
            if thing < m.rules.schema.seats:
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
    gone = s.cols[m.rules.gone][: m.rules.schema.seats]
    if gone.count(0) <= 1:
        s.v[ENDING] = (s.v[ENDING] & 0xFF) | DESERTED | (m.sentence << 8)


class EndSpan(Act):
    """The phase, the turn or the game is told to end."""

    __slots__ = ("bit", "verb")
    inline = True

    def __init__(self, agent: Expr, bit: int, verb: int, label: int) -> None:
        super().__init__(agent, agent, label)
        self.bit = bit
        self.verb = verb

    def run(self, m: Machine, s: State, r: Record) -> int:
        if self.bit == 4 and m.observer is not None:
            game = m.rules.schema.word("game")
            m.observer.event(END, NONE, game, NONE, NONE, 1, m.sentence, m.card)
        s.v[ENDING] |= self.bit
        self.done(r, True)
        return UNWIND if self.bit == 4 and s.v[STAGE] < CLOSING else NEXT


class EndGame(EndSpan):
    """The game is told to end: nothing more of what is under way is done."""

    __slots__ = ()
    inline = False


class Win(Act):
    """Somebody wins the game, and it ends."""

    __slots__ = ()

    def run(self, m: Machine, s: State, r: Record) -> int:
        winners = self.agent.many(s, r)
        if s.v[ENDING] & 8:
            return self.done(r, False)  # it was won before its end
        for player in winners:
            if player not in s.winners:
                s.winners.append(player)
                fire(m, s, WIN, player, NONE)
        s.v[ENDING] |= 4
        self.done(r, bool(winners))
        return UNWIND if s.v[STAGE] < CLOSING else NEXT


class LoseGame(Act):
    """Somebody loses the game and takes no further part."""

    __slots__ = ()

    def run(self, m: Machine, s: State, r: Record) -> int:
        losers = self.agent.many(s, r)
        for player in losers:
            fire(m, s, LOSE, player, NONE)
            leave_game(m, s, player)
        return self.done(r, bool(losers))


class Reverse(Act):
    """The order of turns, or of a place, is turned round."""

    __slots__ = ("place",)
    inline = True

    def __init__(self, agent: Expr, place: Expr | None, label: int) -> None:
        super().__init__(agent, agent, label)
        self.place = place

    def run(self, m: Machine, s: State, r: Record) -> int:
        if self.place is None:
            s.v[DIRECTION] = -s.v[DIRECTION]
        else:
            for place in self.place.many(s, r):
                s.zones[place].reverse()
        fire(m, s, REVERSE, self.agent.ev(s, r), NONE)
        return self.done(r, True)


ONCE: Final = Lit(1)


class Skip(Act):
    """Somebody's next turn or turns, or a phase, are left out."""

    __slots__ = ("n", "phase")
    inline = True

    def __init__(self, agent: Expr, phase: int, label: int, n: Expr = ONCE) -> None:
        super().__init__(agent, agent, label)
        self.phase = phase  # the phase left out, or NONE for the next turn
        self.n = n  # how many turns

    def run(self, m: Machine, s: State, r: Record) -> int:
        if self.phase != NONE:
            column = s.cols[m.rules.skipped_phases]
            column[self.phase] += 1
        else:
            for player in self.agent.many(s, r) * self.n.ev(s, r):
                s.cols[m.rules.skips][player] += 1
                fire(m, s, SKIP, player, NONE)
        return self.done(r, True)


class TakeTurn(Act):
    """Somebody takes an additional turn when this one is over."""

    __slots__ = ()

    def run(self, m: Machine, s: State, r: Record) -> int:
        s.v[EXTRA] = self.agent.ev(s, r)
        fire(m, s, TAKE, s.v[EXTRA], NONE)
        return self.done(r, True)


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
            for thing in mine:
                move(m, s, agent, thing, b)
            for thing in theirs:
                move(m, s, agent, thing, a)
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


# ---- playing --------------------------------------------------------------------------------


class PlayBegin(Act):
    """A card is announced: it leaves where it was, and may be answered."""

    __slots__ = ("lies", "to")

    def __init__(self, agent: Expr, obj: Expr, to: Expr | None, label: int) -> None:
        super().__init__(agent, obj, label)
        self.to = to
        self.lies = PLAIN

    def run(self, m: Machine, s: State, r: Record) -> int:
        card = self.obj.ev(s, r)
        if card < 0:
            return self.done(r, False)
        agent = self.agent.ev(s, r)
        origin = s.where[card]
        s.cols[m.rules.player_of][card] = agent
        move(m, s, agent, card, LIMBO_PLACE, NONE, self.lies)
        fire(m, s, PLAY, agent, card, self.to.ev(s, r) if self.to is not None else NONE, origin)
        return self.done(r, True)


class PlayLand(Act):
    """A played card that nobody cancelled comes to its place; a cancelled one is over."""

    __slots__ = ("lies", "target", "to")

    def __init__(self, agent: Expr, obj: Expr, to: Expr | None) -> None:
        super().__init__(agent, obj, NONE)
        self.to = to
        self.lies = PLAIN
        self.target = 0

    def run(self, m: Machine, s: State, r: Record) -> int:
        card = self.obj.ev(s, r)
        if card < 0 or s.where[card] != LIMBO_PLACE:
            m.target = self.target
            return JUMP
        if self.to is not None:
            to = self.to.ev(s, r)
            if to >= 0:
                move(m, s, self.agent.ev(s, r), card, to, NONE, self.lies)
        return NEXT


class Resolving(Act):
    """Tell that a card resolves, ahead of its text."""

    __slots__ = ()

    def run(self, m: Machine, s: State, r: Record) -> int:
        card = self.obj.ev(s, r)
        if card >= 0:
            fire(m, s, RESOLVE, card, card)
        return NEXT


class Resolve(Act):
    """The text of a card is performed."""

    __slots__ = ("alias",)

    def __init__(self, agent: Expr, obj: Expr, alias: Expr | None, label: int) -> None:
        super().__init__(agent, obj, label)
        self.alias = alias

    def run(self, m: Machine, s: State, r: Record) -> int:
        card = self.obj.ev(s, r)
        if card < 0:
            return self.done(r, False)
        self.done(r, True)
        agent = self.agent.ev(s, r)
        block = m.rules.texts.get(s.species[card], NONE)
        table = m.rules.facts.get("text")
        if block == NONE or (table is not None and not table.value(s, card, 1)):
            return NEXT
        s.v[EFFECTS] += 1
        here = m.blocks[block]
        regs = [UNBOUND] * here.slots
        bearer = self.alias.ev(s, r) if self.alias is not None else card
        regs[THIS] = bearer
        regs[YOU] = m.rules.you_of(s, bearer, agent)
        m.block = here
        m.record = Record(regs)
        return CALL


class ResolveAbility(Act):
    """The text of a modifier is performed for the card that has it, or as that of another."""

    __slots__ = ("alias", "word")

    def __init__(self, agent: Expr, card: Expr, word: Expr, alias: Expr | None, label: int) -> None:
        super().__init__(agent, card, label)
        self.word = word
        self.alias = alias

    def run(self, m: Machine, s: State, r: Record) -> int:
        card = self.obj.ev(s, r)
        text = m.rules.abilities.get(self.word.ev(s, r))
        if card < 0 or text is None:
            return self.done(r, False)
        self.done(r, True)
        s.v[EFFECTS] += 1
        m.block = m.blocks[text[0]]
        regs = [UNBOUND] * m.block.slots
        for slot, value in text[1]:
            regs[slot] = value
        regs[THIS] = self.alias.ev(s, r) if self.alias is not None else card
        regs[YOU] = self.agent.ev(s, r)
        if regs[YOU] < 0:
            regs[YOU] = m.rules.you_of(s, regs[THIS], regs[YOU])
        m.record = Record(regs)
        return CALL


class Over(Act):
    """An act that lasted is over: what waits for its end is due."""

    __slots__ = ("verb",)

    def __init__(self, verb: int, agent: Expr, obj: Expr) -> None:
        super().__init__(agent, obj, NONE)
        self.verb = verb

    def run(self, m: Machine, s: State, r: Record) -> int:
        if m.rules.laws[self.verb].over:
            self.tell(m, s, self.agent.ev(s, r), self.obj.ev(s, r))
        return NEXT

    def tell(self, m: Machine, s: State, agent: int, card: int) -> None:
        """Let run what waits for the end of the act."""
        law = m.rules.laws[self.verb]
        if law.over:
            if card >= 0:
                told = law.lasting(s.species[card])
                if told.swift and not s.muted:
                    tell(m, s, told, agent, card, NONE, NONE)
                    return
            for trigger in law.over:
                for record in trigger.match(s, agent, card, NONE, NONE, 1):
                    queue(m, s, trigger.id, record)


class PutAway(Act):
    """A card that was played and has no place goes to the discard pile, if there is one."""

    __slots__ = ()

    def run(self, m: Machine, s: State, r: Record) -> int:
        card = self.obj.ev(s, r)
        if card >= 0 and s.where[card] == LIMBO_PLACE:
            agent = self.agent.ev(s, r)
            place = m.rules.discard_of(agent)
            move(m, s, agent, card, place if place >= 0 else ASIDE_PLACE)
        return NEXT


class Cancel(Act):
    """A card being played will not resolve."""

    __slots__ = ()

    def run(self, m: Machine, s: State, r: Record) -> int:
        was = False
        agent = self.agent.ev(s, r)
        for card in self.obj.many(s, r):
            if s.where[card] == LIMBO_PLACE:
                place = m.rules.discard_of(s.cols[m.rules.player_of][card])
                move(m, s, agent, card, place if place >= 0 else ASIDE_PLACE)
                fire(m, s, CANCEL, agent, card)
                was = True
        return self.done(r, was)


def aim_key(card: int, number: int) -> int:
    """Where the targets that were announced for a card are kept, by their number in its text."""
    return -1 - (card << 4 | number)


class TakeAim(Act):
    """The targets of a card are chosen and announced as it is played."""

    __slots__ = ()

    def __init__(self, agent: Expr, obj: Expr) -> None:
        super().__init__(agent, obj, NONE)

    def run(self, m: Machine, s: State, r: Record) -> int:
        card = self.obj.ev(s, r)
        block = m.rules.aims.get(s.species[card], NONE) if card >= 0 else NONE
        if block == NONE:
            return NEXT
        m.block = m.blocks[block]
        regs = [UNBOUND] * m.block.slots
        regs[THIS] = card
        regs[YOU] = self.agent.ev(s, r)
        m.record = Record(regs)
        return CALL


class KeepAim(Op):
    """Keep what was announced until the text of the card is performed."""

    __slots__ = ("found", "number")

    def __init__(self, found: Expr, number: int) -> None:
        self.found = found
        self.number = number

    def run(self, m: Machine, s: State, r: Record) -> int:
        s.bags[aim_key(r.regs[THIS], self.number)] = list(self.found.many(s, r))
        return NEXT


class Aimed(Op):
    """What was announced is the target; if it is gone or not allowed now, the card fails."""

    __slots__ = ("allowed", "number", "slot", "targets")

    def __init__(self, slot: int, number: int, allowed: Expr) -> None:
        self.slot = slot
        self.number = number
        self.allowed = allowed
        self.targets = [0, 0]  # where to go on if it fails, and if it does not

    def run(self, m: Machine, s: State, r: Record) -> int:
        card = r.regs[THIS]
        aimed = s.bags.pop(aim_key(card, self.number), None)
        if aimed is None:
            return NEXT  # nothing was announced: it is chosen now
        allowed = self.allowed.many(s, r)
        if aimed and all(thing in allowed for thing in aimed):
            r.bind(self.slot, aimed)
            m.target = self.targets[1]
        else:
            fire(m, s, FAIL, card, NONE)
            m.target = self.targets[0]
        return JUMP


class Sought(Aimed):
    """A target that was announced by a description is what fits it now; else the card fails."""

    __slots__ = ()

    def run(self, m: Machine, s: State, r: Record) -> int:
        found = self.allowed.many(s, r)
        if found:
            r.bind(self.slot, found)
            m.target = self.targets[1]
        else:
            fire(m, s, FAIL, r.regs[THIS], NONE)
            m.target = self.targets[0]
        return JUMP


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


class AdoptRule(Op):
    """A rule comes into force, with what its labels stand for now."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number

    def run(self, m: Machine, s: State, r: Record) -> int:
        record = r.clone()
        record.regs[SINCE] = s.v[TURNS]
        s.v[SERIAL] += 1
        s.lasting += [self.number, s.keep(record), s.v[TURNS], s.v[SERIAL]]
        s.dirty |= m.rules.fact_bits
        if len(s.lasting) > 4 * LASTING:
            raise Exhausted(f"more than {LASTING:,} rules adopted in one game", [])
        for watch in m.rules.watches:
            if watch.trigger.standing.number == self.number:
                watch.look(s)  # what is so already has not become so
        return NEXT


class EndRules(Op):
    """Rules that cards put into force are no longer in force: all, or those of some cards."""

    __slots__ = ("by",)

    def __init__(self, by: Expr | None) -> None:
        self.by = by

    def run(self, m: Machine, s: State, r: Record) -> int:
        cards = self.by.many(s, r) if self.by is not None else None
        kept: list[int] = []
        for i in range(0, len(s.lasting), 4):
            sentence = m.rules.endings[s.lasting[i]].standing.sentence
            bearer = s.recs[s.lasting[i + 1]].regs[THIS]
            if "card" in m.rules.hosts[sentence] and (cards is None or bearer in cards):
                s.drop(s.lasting[i + 1])
                s.dirty |= m.rules.fact_bits
            else:
                kept += s.lasting[i : i + 4]
        s.lasting = kept
        return NEXT


class StartTurn(Act):
    """Somebody takes the first turn of the game."""

    __slots__ = ()

    def run(self, m: Machine, s: State, r: Record) -> int:
        s.v[STARTER] = self.agent.ev(s, r)
        return self.done(r, True)
