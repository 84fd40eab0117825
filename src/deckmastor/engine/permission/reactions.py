"""Reaction windows: which players are asked to react, in which order, and when a window closes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from deckmastor.engine.expressions.base import Expr, Several
from deckmastor.engine.facts.in_force import Standing
from deckmastor.engine.ids import NONE, UNBOUND, Seat, Slot
from deckmastor.engine.permission.norms import forbidding
from deckmastor.engine.rules.program import AGAIN, CALL, JUMP, NEXT, WINDOW, Op
from deckmastor.engine.rules.schema import LIMBO_PLACE
from deckmastor.engine.state.layout import DISCREET
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.turns.seating import in_turn
from deckmastor.engine.verbs.primitives import PLAY

if TYPE_CHECKING:
    from deckmastor.engine.machine.machine import Machine
    from deckmastor.engine.rules.ruleset import Ruleset


PASSED: Final = -1


class Asking:
    """A sentence about the order in which players are asked whether they react."""

    def __init__(self, standing: Standing, conds: list[Expr], mixed: bool, spare: int) -> None:
        self.standing = standing
        self.conds = conds
        self.mixed = mixed  # whether the order is random
        self.plain = type(standing) is Standing  # whether it is always in force, under one record
        self.spare: i64 = spare  # the number of its scratch record

    def applies(self, s: State) -> bool:
        """True if the sentence is in force now."""
        if self.plain:
            if not self.conds:
                return True
            record = s.work.lend(self.spare) or self.standing.fresh()
            holds = self.holds(s, record)
            s.work.give(self.spare, record)
            return holds
        for record in self.standing.records(s):
            if self.holds(s, record):
                return True
        return False

    def holds(self, s: State, record: Record) -> bool:
        """True if all its conditions hold under a record."""
        for cond in self.conds:
            if not cond.ev(s, record):
                return False
        return True


class AskedAtRandom(Expr):
    """The condition that players are asked for reactions in random order."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def ev(self, s: State, r: Record) -> int:
        told = [asking for asking in self.rules.reactions if asking.applies(s)]
        return 1 if told and told[-1].mixed else 0


class Members(Several):
    """The seats that a window is open to."""

    def __init__(self, slot: Slot) -> None:
        self.slot = slot

    def many(self, s: State, r: Record) -> list[int]:
        return r.sets[self.slot]


class Respond(Op):
    """A window: players who can may act, first come first served; it closes when all have passed.

    If the book states an order of reactions, players are asked one after the other. The order
    is that of turns, starting after the player of the last card, or it was drawn before. A
    window on a card closes when the card is cancelled. In a discreet game players who cannot act
    are asked too, and can only pass. Nobody is asked if nobody could act with any card.
    """

    def __init__(self, members: int, label: Slot, able: Expr, slots: tuple[int, int]) -> None:
        self.members = members
        self.label = label
        self.able = able
        self.slot, self.card = slots  # who acts, or how many have passed; the card reacted to
        self.kinds: frozenset[int] = frozenset()  # the species that can be played as a reaction
        self.target = 0

    def run(self, m: Machine, s: State, r: Record) -> int:
        told = r.regs[self.slot]
        if told >= 0:
            r.regs[self.label] = told
            r.regs[self.slot] = UNBOUND
            return NEXT
        limbo = s.zones[LIMBO_PLACE]
        if r.regs[self.card] == UNBOUND:
            r.regs[self.card] = limbo[-1] if limbo else NONE
        asked: list[int] = []
        rules = [asking for asking in m.rules.reactions if asking.applies(s)]
        in_turn = bool(rules)
        card = r.regs[self.card]
        if told != PASSED and (card == NONE or card in limbo):
            seats = r.sets[self.members] if rules and rules[-1].mixed else self.order(m, s, r)
            passed = 0 if told == UNBOUND else PASSED - told
            discreet = s.v[DISCREET] and any([self.thinkable(m, s, seat) for seat in seats])
            for at in range(passed, len(seats)):
                r.regs[self.label] = seats[at]
                if discreet or self.able.ev(s, r):
                    asked.append(seats[at])
                    if in_turn:
                        r.regs[self.slot] = PASSED - at - 1
                        break
        if not asked:
            r.regs[self.slot] = r.regs[self.card] = UNBOUND
            m.target = self.target
            return JUMP
        if not in_turn:
            r.regs[self.slot] = PASSED
        m.asked = asked
        m.way = WINDOW
        return AGAIN

    def thinkable(self, m: Machine, s: State, who: Seat) -> bool:
        """True if a player could act with some card of the game; the answer reveals no hand."""
        verb_rules = m.rules.verb_rules[PLAY]
        hand = m.rules.schema.attrs.get(m.rules.hand)
        origin = hand.at + who if hand is not None and hand.home == "place" else NONE
        seen: set[int] = set()
        for thing, species in enumerate(s.species):
            if species in self.kinds and species not in seen:
                seen.add(species)
                if not forbidding(verb_rules, s, who, thing, NONE, origin, 1, 0):
                    return True
        return not seen

    def order(self, m: Machine, s: State, r: Record) -> list[int]:
        """The seats that it is open to, in the order in which they are asked."""
        seats = r.sets[self.members]
        card = r.regs[self.card]
        if not m.rules.reactions or card < 0:
            return seats
        first = s.cols[m.rules.player_of][card]
        if first < 0:
            return seats
        return in_turn(s, first, seats, m.rules.seats)

    def options(self, m: Machine, s: State, r: Record, who: Seat) -> list[int]:
        if not s.v[DISCREET]:
            return [1, 0]
        label = r.regs[self.label]
        r.regs[self.label] = who
        able = self.able.ev(s, r)
        r.regs[self.label] = label
        return [1, 0] if able else [0]

    def take(self, m: Machine, s: State, r: Record, who: Seat, option: int) -> int:
        if option == 1:
            r.regs[self.slot] = who
            return CALL  # any signal but NEXT closes the window for all
        return NEXT
