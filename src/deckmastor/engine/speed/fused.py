"""Fused instructions: each does in one run what others do in several.

They do nothing that the instructions of `machine/` and `verbs/` could not do; they are for speed
alone.

Gain: 5 % on the mean of the shipped games.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from deckmastor.engine.expressions.base import Lit
from deckmastor.engine.expressions.history import keep
from deckmastor.engine.ids import NONE, UNBOUND, Place, Slot
from deckmastor.engine.machine.control import Settle
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.permission.norms import VerbRules
from deckmastor.engine.permission.replacements import Guard
from deckmastor.engine.resolution.order import INLINE, run_told
from deckmastor.engine.rules.program import DONE, JUMP, NEXT, YIELD
from deckmastor.engine.rules.schema import LIMBO_PLACE
from deckmastor.engine.state.layout import FLAG
from deckmastor.engine.state.state import PLACES, Record, State, column_bit
from deckmastor.engine.triggers.batches import batch, note
from deckmastor.engine.verbs.acts import Act, Event
from deckmastor.engine.verbs.changes import fire, move
from deckmastor.engine.verbs.moving import Move
from deckmastor.engine.verbs.playing import PlayBegin, PlayLand
from deckmastor.engine.verbs.primitives import PLAY
from deckmastor.engine.verbs.resolving import Over


class TakeTop(Act):
    """Put the top card of one place on top of another, and fire the event of a defined verb."""

    inline = True

    def __init__(
        self, place: Place, slot: Slot, doer: Slot, put: Move, told: Event, verb_rules: VerbRules
    ) -> None:
        super().__init__(put.agent, put.obj, put.label)
        self.verb_rules = verb_rules
        self.doer: i64 = doer
        self.light = False  # whether nobody learns anything by it, and nothing watches or hears it
        self.base = NONE  # if light: the first of the persons' places it goes to
        self.own: list[int] = []  # if light: the bits of both places, by who takes it
        self.noted = 0  # the bit of a change of history
        self.settle: Settle | None = None  # the end of the step, if that follows at once
        self.place: i64 = place
        self.slot: i64 = slot
        self.to = put.to
        self.verb = told.verb
        self.origin = told.origin.n if isinstance(told.origin, Lit) else NONE

    def run(self, m: Machine, s: State, r: Record) -> int:
        zones = s.zones
        zone: list[Any] = zones[self.place]
        regs: list[Any] = r.regs
        agent: int = regs[self.doer]
        if agent < 0 or not zone or not self.light or m.slow:
            return self.at_length(m, s, r)
        to = self.base + agent
        own = self.own[agent]
        if s.laid & own != own:
            zone = s.zone(self.place)
            s.zone(to)
        card = zone.pop()  # boxed; `thing` is the same number unboxed
        thing: int = card
        hand: list[Any] = zones[to]
        if not zone:
            s.dirty |= m.rules.empty_bits[self.place]
        if not hand:
            s.dirty |= m.rules.empty_bits[to]
        hand.append(card)
        s.where[thing] = to
        s.stale |= PLACES
        if m.rules.scenic:
            m.rules.moved(s, self.place, to)
            if m.rules.entered >= 0:
                m.rules.enters(s, thing, self.place, to)
        regs[self.slot] = card
        if self.label >= 0:
            regs[self.label] = DONE
        verb_rules = self.verb_rules
        told = verb_rules.waiting(s.species[thing])
        if not told.steps or told.narrow or s.muted:
            fire(m, s, self.verb, agent, thing, NONE, self.origin)
        else:
            if verb_rules.kept >= 0:
                keep(s, verb_rules.kept, agent, thing, NONE, self.origin, 1)
                s.dirty |= self.noted
            if m.pending:
                note(m, s, told.triggers, agent, thing, NONE, self.origin)
            elif self.settle is None or s.dirty or s.queue or s.held or m.depth > INLINE:
                batch(m, told, agent, thing)
            else:
                return NEXT if run_told(m, s, told, agent, thing) else YIELD
        return NEXT if self.settle is None else self.settle.run(m, s, r)

    def at_length(self, m: Machine, s: State, r: Record) -> int:
        """The slow path: something watches or hears the move, or there is nothing to take."""
        zone = s.zones[self.place]
        if zone:
            agent = self.agent.ev(s, r)
            to = self.to.ev(s, r)
            thing = r.regs[self.slot] = zone[-1]
            if to >= 0:
                move(m, s, agent, thing, to)
            self.done(r, to >= 0)
            fire(m, s, self.verb, agent, thing, NONE, self.origin)
        else:
            r.bind(self.slot, [])
            self.done(r, False)
        return NEXT if self.settle is None else self.settle.run(m, s, r)


LIMBO_BIT: Final = 1 << LIMBO_PLACE
FREE: Final = -1  # nothing can stand in the way
BARRED: Final = -2  # something can


class AnnounceKnown(PlayBegin):
    """Announce a card to a known place; labels stand for the card and for who plays it."""

    def __init__(
        self, told: PlayBegin, doer: Slot, card: Slot, place: Place, verb_rules: VerbRules
    ) -> None:
        super().__init__(told.agent, told.obj, told.to, told.label)
        self.lies = told.lies
        self.verb_rules = verb_rules
        self.light = False  # whether nobody learns anything by it, and nothing watches or hears it
        self.settle: Settle | None = None  # lets what answers it run first, if that follows at once
        self.swift = False  # whether it does, and no history of plays is kept
        self.guard: Guard | None = None  # its guard, if that came right before it
        self.bars: list[int] = []  # by species: FREE, BARRED, or a place: barred while it is empty
        self.doer: i64 = doer
        self.card: i64 = card
        self.place = place
        self.target = 0  # where it goes on if it is not done

    def run(self, m: Machine, s: State, r: Record) -> int:
        regs: list[Any] = r.regs
        moved = regs[self.card]  # boxed; `card` is the same number unboxed
        card: int = moved
        agent: int = regs[self.doer]
        if card < 0 or agent < 0 or not self.light or m.slow or s.shown:
            return self.at_length(m, s, r)
        species = s.species[card]
        bar = self.bars[species]
        if r.regs[FLAG] != UNBOUND or (bar != FREE and (bar == BARRED or not s.zones[bar])):
            return self.at_length(m, s, r)
        where = s.where
        origin = where[card]
        played = m.rules.player_of
        if s.owned >> played & 1:
            s.cols[played][card] = agent
            s.stale |= column_bit(played)
        else:
            s.column(played)[card] = agent
        if not (s.laid >> origin & 1 and s.laid & LIMBO_BIT):
            s.zone(origin)
            s.zone(LIMBO_PLACE)
        zone: list[Any] = s.zones[origin]
        zone.remove(moved)
        if not zone:
            s.dirty |= m.rules.empty_bits[origin]
        limbo: list[Any] = s.zones[LIMBO_PLACE]
        limbo.append(moved)
        where[card] = LIMBO_PLACE
        s.stale |= PLACES
        if m.rules.scenic:
            m.rules.moved(s, origin, LIMBO_PLACE)
        if self.label >= 0:
            regs[self.label] = DONE
        told = self.verb_rules.waiting(species)
        if (
            not self.swift or not told.steps
            or m.pending or s.dirty or s.queue or s.held or s.muted or m.depth > INLINE
            or (told.narrow and origin != told.home + agent)
        ):  # fmt: skip
            fire(m, s, PLAY, agent, card, self.place, origin)
            return NEXT if self.settle is None else self.settle.run(m, s, r)
        return NEXT if run_told(m, s, told, agent, card) else YIELD

    def at_length(self, m: Machine, s: State, r: Record) -> int:
        """The slow path: a guard may judge the act, or something watches or hears it."""
        if self.guard is not None and self.judged(s, r):
            signal = self.guard.run(m, s, r)
            if signal != NEXT:
                m.target = self.target
                return signal
        PlayBegin.run(self, m, s, r)
        return NEXT if self.settle is None else self.settle.run(m, s, r)

    def judged(self, s: State, r: Record) -> bool:
        """True if something could stand in the way of the act now."""
        card = r.regs[self.card]
        if r.regs[FLAG] != UNBOUND or not 0 <= card < len(s.species):
            return True
        bar = self.bars[s.species[card]]
        return bar == BARRED or (bar >= 0 and not s.zones[bar])


class Land(PlayLand):
    """Put a card that was announced into a known place, and end its play."""

    def __init__(
        self,
        told: PlayLand,
        over: Over,
        doer: Slot,
        card: Slot,
        place: Place,
        verb_rules: VerbRules,
    ) -> None:
        super().__init__(told.agent, told.obj, told.to)
        self.lies = told.lies
        self.target = told.target
        self.over = over
        self.verb_rules = verb_rules
        self.light = False
        self.settle: Settle | None = None  # the end of the step, if that follows at once
        self.doer: i64 = doer
        self.card: i64 = card
        self.place = place
        self.own = 1 << place | LIMBO_BIT  # the bits of both places

    def run(self, m: Machine, s: State, r: Record) -> int:
        regs: list[Any] = r.regs
        moved = regs[self.card]  # boxed; `card` is the same number unboxed
        card: int = moved
        agent: int = regs[self.doer]
        if card < 0 or agent < 0 or not self.light or m.slow or s.shown:
            return self.at_length(m, s, r)
        where = s.where
        if where[card] != LIMBO_PLACE:
            m.target = self.target
            return JUMP
        zones = s.zones
        if s.laid & self.own != self.own:
            s.zone(self.place)
            s.zone(LIMBO_PLACE)
        limbo: list[Any] = zones[LIMBO_PLACE]
        limbo.remove(moved)
        zone: list[Any] = zones[self.place]
        if not zone:
            s.dirty |= m.rules.empty_bits[self.place]
        zone.append(moved)
        where[card] = self.place
        s.stale |= PLACES
        if m.rules.scenic:
            m.rules.moved(s, LIMBO_PLACE, self.place)
            if m.rules.entered >= 0:
                m.rules.enters(s, card, LIMBO_PLACE, self.place)
        told = self.verb_rules.lasting(s.species[card])
        if (
            self.settle is None or not told.steps or told.narrow
            or m.pending or s.dirty or s.queue or s.held or s.muted or m.depth > INLINE
        ):  # fmt: skip
            self.over.tell(m, s, agent, card, self.place)
            return NEXT if self.settle is None else self.settle.run(m, s, r)
        return NEXT if run_told(m, s, told, agent, card) else YIELD

    def at_length(self, m: Machine, s: State, r: Record) -> int:
        """The slow path: something watches or hears the move."""
        signal = PlayLand.run(self, m, s, r)
        if signal != NEXT:
            return signal
        self.over.run(m, s, r)
        return NEXT if self.settle is None else self.settle.run(m, s, r)
