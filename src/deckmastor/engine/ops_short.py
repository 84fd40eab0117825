"""Instructions that do in one run what others do in several.

Nothing is done here that `ops` and `ops_acts` could not do: these are for speed alone.
"""

from __future__ import annotations

from deckmastor.engine.acts import PLAY, SET, fire, move, shift
from deckmastor.engine.batches import batch
from deckmastor.engine.history import keep
from deckmastor.engine.machine import JUMP, NEXT, Machine
from deckmastor.engine.norms import Verb
from deckmastor.engine.ops import DONE
from deckmastor.engine.ops_acts import Act, Assign, Event, Move
from deckmastor.engine.ops_play import Over, PlayBegin, PlayLand
from deckmastor.engine.schema import LIMBO_PLACE
from deckmastor.engine.state import NONE, Record, State
from deckmastor.engine.values import Lit, bounded


class TakeTop(Act):
    """The top card of one place is put on top of another, and that is told as a defined verb."""

    __slots__ = ("doer", "law", "light", "origin", "place", "slot", "to", "verb")
    inline = True

    def __init__(self, place: int, slot: int, doer: int, put: Move, told: Event, law: Verb) -> None:
        super().__init__(put.agent, put.obj, put.label)
        self.law = law
        self.doer = doer
        self.light = False  # whether nobody learns anything by it, and nothing watches or hears it
        self.place = place
        self.slot = slot
        self.to = put.to
        self.verb = told.verb
        self.origin = told.origin.n if isinstance(told.origin, Lit) else NONE

    def run(self, m: Machine, s: State, r: Record) -> int:
        zone = s.zones[self.place]
        if not zone:
            r.bind(self.slot, [])
            return self.done(r, False)
        thing = zone[-1]
        agent = r.regs[self.doer]
        if agent < 0:
            agent = self.agent.ev(s, r)
        to = self.to.ev(s, r)
        r.regs[self.slot] = thing
        if self.light and to >= 0 and not m.slow:
            shift(s, thing, self.place, to, m.rules.empty_bits)
        elif to >= 0:
            move(m, s, agent, thing, to)
        if self.label >= 0:
            self.done(r, to >= 0)
        law = self.law
        told = law.by_species.get(s.species[thing])
        if told is None or not told.steps or told.narrow or m.pending or m.slow or s.muted:
            fire(m, s, self.verb, agent, thing, NONE, self.origin)
        else:
            if law.kept >= 0:
                keep(s, law.kept, agent, thing, NONE, self.origin, 1)
                s.dirty |= m.rules.history_bit
            batch(m, told, agent, thing)
        return NEXT


class AssignNumber(Assign):
    """A value of the game becomes a number."""

    __slots__ = ("number",)
    inline = True

    def __init__(self, told: Assign, number: int) -> None:
        super().__init__(told.agent, told.index, told.word, told.n, told.by, told.label)
        self.number = number

    def run(self, m: Machine, s: State, r: Record) -> int:
        n = bounded(s.v[self.index] + self.number) if self.by else self.number
        if s.v[self.index] != n:
            s.v[self.index] = n
            s.dirty |= m.rules.scalar_bits[self.index]
        if m.rules.sets_heard or m.observer is not None:
            fire(m, s, SET, self.agent.ev(s, r), self.word, NONE, NONE, n)
        if self.label >= 0:
            r.regs[self.label] = DONE
        return NEXT


class Announce(PlayBegin):
    """A card under a label is announced by whoever another label stands for, to a known place."""

    __slots__ = ("card", "doer", "light", "place")

    def __init__(self, told: PlayBegin, doer: int, card: int, place: int) -> None:
        super().__init__(told.agent, told.obj, told.to, told.label)
        self.lies = told.lies
        self.light = False  # whether nobody learns anything by it, and nothing watches or hears it
        self.doer = doer
        self.card = card
        self.place = place

    def run(self, m: Machine, s: State, r: Record) -> int:
        card = r.regs[self.card]
        agent = r.regs[self.doer]
        if card < 0 or agent < 0:
            return super().run(m, s, r)
        origin = s.where[card]
        s.cols[m.rules.player_of][card] = agent
        if self.light and not m.slow and not s.shown:
            shift(s, card, origin, LIMBO_PLACE, m.rules.empty_bits)
        else:
            move(m, s, agent, card, LIMBO_PLACE, NONE, self.lies)
        fire(m, s, PLAY, agent, card, self.place, origin)
        if self.label >= 0:
            r.regs[self.label] = DONE
        return NEXT


class Land(PlayLand):
    """A card that was announced comes to a known place, and its play is over."""

    __slots__ = ("card", "doer", "light", "over", "place")

    def __init__(self, told: PlayLand, over: Over, doer: int, card: int, place: int) -> None:
        super().__init__(told.agent, told.obj, told.to)
        self.lies = told.lies
        self.target = told.target
        self.over = over
        self.light = False
        self.doer = doer
        self.card = card
        self.place = place

    def run(self, m: Machine, s: State, r: Record) -> int:
        card = r.regs[self.card]
        agent = r.regs[self.doer]
        if card < 0 or agent < 0:
            signal = super().run(m, s, r)
            return signal if signal != NEXT else self.over.run(m, s, r)
        if s.where[card] != LIMBO_PLACE:
            m.target = self.target
            return JUMP
        if self.light and not m.slow and not s.shown:
            shift(s, card, LIMBO_PLACE, self.place, m.rules.empty_bits)
        else:
            move(m, s, agent, card, self.place, NONE, self.lies)
        self.over.tell(m, s, agent, card)
        return NEXT
