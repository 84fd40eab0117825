"""Instructions that act: the primitive verbs, with what can stand in their way."""

from __future__ import annotations

from deckmastor.engine import chance
from deckmastor.engine.acts import (
    BECOME,
    CANCEL,
    CREATE,
    FAIL,
    GAIN,
    GAME,
    LOOK,
    LOSE,
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
)  # fmt: skip
from deckmastor.engine.machine import (
    CALL,
    JUMP,
    LASTING,
    NEXT,
    RECALL,
    UNWIND,
    Exhausted,
    Machine,
    Op,
)  # fmt: skip
from deckmastor.engine.norms import Verb, forbidding
from deckmastor.engine.ops import DONE, REPLACED, UNABLE, Draws
from deckmastor.engine.schema import ASIDE_PLACE, LIMBO_PLACE, Attr
from deckmastor.engine.state import (
    APPLIED,
    DIRECTION,
    EFFECTS,
    ENDING,
    EXTRA,
    FLAG,
    NONE,
    PARENT,
    RESULT,
    SERIAL,
    STAGE,
    STARTER,
    THIS,
    TURNS,
    UNBOUND,
    YOU,
    Record,
    State,
)  # fmt: skip
from deckmastor.engine.values import Expr, bounded

TOP, BOTTOM, ABOVE, BELOW = 0, 1, 2, 3
CLOSING = 8  # the stage of the flow at which the game ends


class Note(Op):
    """Note under a label that an act was done."""

    __slots__ = ("label", "what")

    def __init__(self, label: int, what: int = DONE) -> None:
        self.label = label
        self.what = what

    def run(self, m: Machine, s: State, r: Record) -> int:
        r.regs[self.label] = self.what
        return NEXT


class Guard(Op):
    """What can stand in the way of an act: a prohibition, what happens before it, a replacement."""

    __slots__ = ("agent", "label", "law", "n", "obj", "origin", "target", "to")

    def __init__(
        self, law: Verb, agent: Expr | None, obj: Expr | None, to: Expr | None,
        origin: Expr | None, label: int,
    ) -> None:  # fmt: skip
        self.law = law
        self.agent = agent
        self.obj = obj
        self.to = to
        self.origin = origin
        self.n: Expr | None = None
        self.label = label
        self.target = 0

    def run(self, m: Machine, s: State, r: Record) -> int:
        agent = self.agent.ev(s, r) if self.agent is not None else NONE
        obj = self.obj.ev(s, r) if self.obj is not None else NONE
        to = self.to.ev(s, r) if self.to is not None else NONE
        origin = self.origin.ev(s, r) if self.origin is not None else NONE
        if origin == NONE and 0 <= obj < len(s.where):
            origin = s.where[obj]
        n = self.n.ev(s, r) if self.n is not None else 1
        law = self.law
        if r.regs[FLAG] == UNBOUND:
            r.regs[FLAG] = 0
            r.sets[APPLIED] = r.sets.get(PARENT, []).copy()
            if forbidding(law, s, agent, obj, to, origin, n, 0):
                return self._skip(m, r, UNABLE)
        elif r.regs[FLAG] == 1:
            return self._skip(m, r, REPLACED)
        applied = r.sets[APPLIED]
        for trigger in law.before + law.instead:
            if trigger.id in applied or trigger.id in s.muted:
                continue
            found = trigger.match(s, agent, obj, to, origin, n, NONE)
            if found:
                applied.append(trigger.id)
                record = found[0]
                if trigger.once:
                    lapse(s, record.regs[PARENT])
                record.regs[PARENT] = m.key
                record.sets[PARENT] = applied.copy()
                m.block = trigger.block
                m.record = record
                m.count(trigger.id)
                return RECALL
        r.regs[FLAG] = UNBOUND
        return NEXT

    def _skip(self, m: Machine, r: Record, outcome: int) -> int:
        r.regs[FLAG] = UNBOUND
        if self.label >= 0:
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
        """Note the outcome, and go on."""
        if self.label >= 0:
            r.regs[self.label] = DONE if was else UNABLE
        return NEXT


class Move(Act):
    """Put things into a place, one after the other."""

    __slots__ = ("end", "to")

    def __init__(self, agent: Expr, obj: Expr, to: Expr, end: int, label: int) -> None:
        super().__init__(agent, obj, label)
        self.to = to
        self.end = end

    def run(self, m: Machine, s: State, r: Record) -> int:
        things = self.obj.many(s, r)
        to = self.to.ev(s, r)
        if to < 0:
            return self.done(r, False)
        agent = self.agent.ev(s, r)
        end = self.end
        for thing in things:
            if end == TOP:
                move(m, s, agent, thing, to)
            elif end == BOTTOM:
                move(m, s, agent, thing, to, 0)
            else:
                place = s.where[to]
                if place >= 0:
                    at = s.zones[place].index(to) + (1 if end == ABOVE else 0)
                    if s.where[thing] == place and s.zones[place].index(thing) < at:
                        at -= 1
                    move(m, s, agent, thing, place, at)
        return self.done(r, bool(things))


class Event(Op):
    """Tell that a defined verb was done."""

    __slots__ = ("agent", "obj", "origin", "to", "verb")

    def __init__(self, verb: int, agent: Expr | None, obj: Expr | None, to: Expr | None) -> None:
        self.verb = verb
        self.agent = agent
        self.obj = obj
        self.to = to

    def run(self, m: Machine, s: State, r: Record) -> int:
        agent = self.agent.ev(s, r) if self.agent is not None else NONE
        to = self.to.ev(s, r) if self.to is not None else NONE
        if self.obj is None:
            fire(m, s, self.verb, agent, NONE, to)
        else:
            for thing in self.obj.many(s, r):
                fire(m, s, self.verb, agent, thing, to)
        return NEXT


class Count(Act):
    """Counters gained or lost, from somebody or to somebody."""

    __slots__ = ("attr", "lose", "n", "other", "strict", "unit", "verb")

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
        self.verb = LOSE if lose else GAIN

    def run(self, m: Machine, s: State, r: Record) -> int:
        n = self.n.ev(s, r)
        if n <= 0:
            return self.done(r, n == 0 and self.strict)
        column = self.attr.at
        was = False
        for thing in self.agent.many(s, r):
            if thing == GAME:
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
            if other >= 0 and self.lose:
                change(m, s, column, other, s.cols[column][other] + amount)
            fire(m, s, self.verb, thing, self.unit, other, NONE, amount)
            was = True
        return self.done(r, was)


class Assign(Act):
    """Set a value of the game, or add to it."""

    __slots__ = ("by", "index", "least", "most", "n", "word")

    def __init__(self, agent: Expr, index: int, word: int, n: Expr, by: bool, label: int) -> None:
        super().__init__(agent, agent, label)
        self.index = index
        self.word = word
        self.n = n
        self.by = by

    def run(self, m: Machine, s: State, r: Record) -> int:
        n = self.n.ev(s, r)
        if self.by:
            n = bounded(s.v[self.index] + n)
        assign(m, s, self.index, n)
        if m.rules.laws[SET].heard() or m.observer is not None:
            fire(m, s, SET, self.agent.ev(s, r), self.word, NONE, NONE, n)
        return self.done(r, True)


class AssignTo(Act):
    """Set a property of things, or add to it."""

    __slots__ = ("attr", "by", "n", "word")

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
            if m.rules.laws[SET].heard() or m.observer is not None:
                fire(m, s, SET, thing, self.word, NONE, NONE, n)
        return self.done(r, bool(things))


class Become(Act):
    """Things become something: a status, a member of a family, the holder of an office."""

    __slots__ = ("attr", "value", "word")

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
        size = 0
        if self.into is not None:
            size = len(s.zones[self.into.ev(s, r)]) + len(self._things(s, r))
        elif self.place is not None:
            size = len(s.zones[self.place.ev(s, r)])
        return list(range(size, 1, -1))

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
            for thing in s.zones[place]:
                s.shown.pop(thing, None)
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
        s.dirty |= m.rules.scalar_bit
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
        for _ in range(max(self.n.ev(s, r), 0)):
            thing = make(m, s, species, NONE)
            made.append(thing)
            m.fuel -= 1
            if place >= 0:
                move(m, s, agent, thing, place)
            fire(m, s, CREATE, agent, thing, place, original)
        r.regs[self.slot] = UNBOUND
        r.bind(self.slot, made)
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
    """A seat takes no further part; the last one left has won."""
    change(m, s, m.rules.gone, seat, 1)
    left = [p for p in range(m.rules.schema.seats) if not s.cols[m.rules.gone][p]]
    if len(left) == 1 and not s.winners:
        s.winners = left
        s.v[ENDING] |= 4


class EndSpan(Act):
    """The phase, the turn or the game is told to end."""

    __slots__ = ("bit", "verb")

    def __init__(self, agent: Expr, bit: int, verb: int, label: int) -> None:
        super().__init__(agent, agent, label)
        self.bit = bit
        self.verb = verb

    def run(self, m: Machine, s: State, r: Record) -> int:
        s.v[ENDING] |= self.bit
        self.done(r, True)
        return UNWIND if self.bit == 4 and s.v[STAGE] < CLOSING else NEXT


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


class Skip(Act):
    """Somebody's next turn, or a phase, is left out."""

    __slots__ = ("phase",)

    def __init__(self, agent: Expr, phase: int, label: int) -> None:
        super().__init__(agent, agent, label)
        self.phase = phase  # the phase left out, or NONE for the next turn

    def run(self, m: Machine, s: State, r: Record) -> int:
        if self.phase != NONE:
            column = s.cols[m.rules.skipped_phases]
            column[self.phase] += 1
        else:
            for player in self.agent.many(s, r):
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
            here, there = s.where[a], s.where[b]
            move(m, s, agent, a, there)
            move(m, s, agent, b, here)
        return self.done(r, True)


# ---- playing --------------------------------------------------------------------------------


class PlayBegin(Act):
    """A card is announced: it leaves where it was, and may be answered."""

    __slots__ = ("to",)

    def __init__(self, agent: Expr, obj: Expr, to: Expr | None, label: int) -> None:
        super().__init__(agent, obj, label)
        self.to = to

    def run(self, m: Machine, s: State, r: Record) -> int:
        card = self.obj.ev(s, r)
        if card < 0:
            return self.done(r, False)
        agent = self.agent.ev(s, r)
        origin = s.where[card]
        s.cols[m.rules.player_of][card] = agent
        move(m, s, agent, card, LIMBO_PLACE)
        fire(m, s, PLAY, agent, card, self.to.ev(s, r) if self.to is not None else NONE, origin)
        return self.done(r, True)


class PlayLand(Act):
    """A played card that nobody cancelled comes to its place; a cancelled one is over."""

    __slots__ = ("target", "to")

    def __init__(self, agent: Expr, obj: Expr, to: Expr | None) -> None:
        super().__init__(agent, obj, NONE)
        self.to = to
        self.target = 0

    def run(self, m: Machine, s: State, r: Record) -> int:
        card = self.obj.ev(s, r)
        if card < 0 or s.where[card] != LIMBO_PLACE:
            m.target = self.target
            return JUMP
        if self.to is not None:
            to = self.to.ev(s, r)
            if to >= 0:
                move(m, s, self.agent.ev(s, r), card, to)
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
        fire(m, s, RESOLVE, card, card)
        block = m.rules.texts.get(s.species[card], NONE)
        if block == NONE:
            return NEXT
        s.v[EFFECTS] += 1
        here = m.blocks[block]
        regs = [UNBOUND] * here.slots
        bearer = self.alias.ev(s, r) if self.alias is not None else card
        regs[THIS] = bearer
        regs[YOU] = m.rules.you_of(s, card, agent)
        m.block = here
        m.record = Record(regs)
        return CALL


class Over(Act):
    """An act that lasted is over: what waits for its end is due."""

    __slots__ = ("verb",)

    def __init__(self, verb: int, agent: Expr, obj: Expr) -> None:
        super().__init__(agent, obj, NONE)
        self.verb = verb

    def run(self, m: Machine, s: State, r: Record) -> int:
        law = m.rules.laws[self.verb]
        if law.over:
            agent = self.agent.ev(s, r)
            card = self.obj.ev(s, r)
            for trigger in law.over:
                for record in trigger.match(s, agent, card, NONE, NONE, 1, NONE):
                    s.queue += [trigger.id, s.keep(record)]
                    m.count(trigger.id)
        return NEXT


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


class Fail(Act):
    """A text whose target is gone fails: nothing of it happens."""

    __slots__ = ("target",)

    def __init__(self, obj: Expr) -> None:
        super().__init__(obj, obj, NONE)
        self.target = 0

    def run(self, m: Machine, s: State, r: Record) -> int:
        fire(m, s, FAIL, self.obj.ev(s, r), NONE)
        m.target = self.target
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
        s.v[SERIAL] += 1
        s.lasting += [self.number, s.keep(record), s.v[TURNS], s.v[SERIAL]]
        s.dirty |= m.rules.fact_bits
        if len(s.lasting) > 4 * LASTING:
            raise Exhausted(f"more than {LASTING:,} rules adopted in one game", [])
        return NEXT


class StartTurn(Act):
    """Somebody takes the first turn of the game."""

    __slots__ = ()

    def run(self, m: Machine, s: State, r: Record) -> int:
        s.v[STARTER] = self.agent.ev(s, r)
        return self.done(r, True)
