"""Instructions that ask: options, choices, branches, orders, secret joint answers, and draws."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.expressions.base import Expr, Lit
from deckmastor.engine.ids import NONE, UNBOUND, Seat, Slot
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.rules.program import (
    AGAIN,
    JUMP,
    NEXT,
    NOT_DONE,
    ONE,
    TOGETHER,
    UNABLE,
    WAIT,
    Op,
)
from deckmastor.engine.rules.wording import Wording
from deckmastor.engine.state.budgets import Exhausted
from deckmastor.engine.state.chance import sample
from deckmastor.engine.state.layout import DISCREET, OUTSIDE, TURN
from deckmastor.engine.state.state import Record, State

CHANCE: Final = -3  # the seat that answers for chance
ENOUGH: Final = UNBOUND + 3  # the option that ends a choice of several; no number, no thing
MANY_PICKS: Final = 1 << 40  # the most of a choice that states none


# ---- choices --------------------------------------------------------------------------------


def chooser(s: State, who: Seat) -> int:
    """Who answers: the one named, or the player at turn if the game itself acts."""
    return who if who >= 0 else max(s.v[TURN], 0)


class Choose(Op):
    """Somebody picks things that fit a description, one by one; no question without a choice."""

    def __init__(
        self, who: Expr, found: Expr, slot: Slot, least: Expr | None, most: Expr | None
    ) -> None:
        self.who = who
        self.found = found
        self.slot = slot
        self.least = least  # None: picking nothing is allowed
        self.most = most  # None: as many as there are
        self.betrays = False  # whether not asking would reveal hidden knowledge (`DISCREET`)
        self.late = False  # whether it is made only when the act is performed
        self.sort = "thing"  # what the options are: thing, place, number, word
        self.distinct: Expr | None = None  # a property in which all picks must differ
        self.text: Wording | None = None  # the act that the choice is for
        self.idle: Expr | None = None  # whether the act is replaced whatever is picked

    def bounds(self, s: State, r: Record, there: int) -> tuple[int, int]:
        """The least and the most that can be picked out of `there` things."""
        least = 0 if self.least is None else min(self.least.ev(s, r), there)
        most = there if self.most is None else min(self.most.ev(s, r), there)
        return (max(least, 0), max(most, 0))

    def discreet(self, s: State) -> bool:
        """True if it is asked, and asked on, whatever there is: else it would tell of a hand."""
        return self.betrays and s.v[DISCREET] != 0

    def stated(self, s: State, r: Record) -> int:
        """The most that can be picked as it is said, however many there are."""
        return MANY_PICKS if self.most is None else self.most.ev(s, r)

    def run(self, m: Machine, s: State, r: Record) -> int:
        if r.regs[self.slot] != UNBOUND:
            return NEXT
        found = self.found.many(s, r)
        least, most = self.bounds(s, r, self.there(s, r, found))
        discreet = self.discreet(s) and self.stated(s, r) > 0
        settled = most == 0 or least == len(found)
        if not settled and self.idle is not None:
            settled = self.idle.ev(s, r) != 0
        if not discreet and settled:
            r.bind(self.slot, found[:most])
            return NEXT
        r.sets[self.slot] = []
        m.asked = [chooser(s, self.who.ev(s, r))]
        m.way = ONE
        if not s.asks:
            m.listed = self.left(s, r, found)
            m.listed_for = s
        return WAIT

    def options(self, m: Machine, s: State, r: Record, who: Seat) -> list[int]:
        return self.left(s, r, self.found.many(s, r))

    def left(self, s: State, r: Record, found: list[int]) -> list[int]:
        """The options for the next pick."""
        chosen = r.sets[self.slot]
        least, _ = self.bounds(s, r, self.there(s, r, found))
        options = [thing for thing in found if thing not in chosen]
        if self.distinct is not None:
            options = self._different(s, r, options, chosen)
        if len(chosen) >= least or not options:
            options.append(ENOUGH)
        return options

    def there(self, s: State, r: Record, found: list[int]) -> int:
        """How many can be picked at most: all, or as many as there are distinct values."""
        if self.distinct is None:
            return len(found)
        kept = r.regs[self.slot]
        seen: set[int] = set()
        for thing in found:
            r.regs[self.slot] = thing
            seen.update(self.distinct.many(s, r))
        r.regs[self.slot] = kept
        return len(seen)

    def _different(self, s: State, r: Record, options: list[int], chosen: list[int]) -> list[int]:
        assert self.distinct is not None
        kept = r.regs[self.slot]
        seen: list[int] = []
        for thing in chosen:
            r.regs[self.slot] = thing
            seen += self.distinct.many(s, r)
        found: list[int] = []
        for thing in options:
            r.regs[self.slot] = thing
            if not any(value in seen for value in self.distinct.many(s, r)):
                found.append(thing)
        r.regs[self.slot] = kept
        return found

    def take(self, m: Machine, s: State, r: Record, who: Seat, option: int) -> int:
        chosen = r.sets[self.slot]
        if option != ENOUGH:
            chosen.append(option)
            if isinstance(self.most, Lit) and len(chosen) >= self.most.n:
                r.bind(self.slot, chosen)
                return NEXT
            found = self.found.many(s, r)
            there = self.there(s, r, found)
            least, most = self.bounds(s, r, there)
            if len(chosen) < most and (least < most or there > len(chosen)):
                return self.asks_on(m, s, r, found)
            if self.discreet(s) and len(chosen) < self.stated(s, r):
                # That there is no other one is for the player alone to know.
                return self.asks_on(m, s, r, found)
        r.bind(self.slot, chosen)
        return NEXT

    def asks_on(self, m: Machine, s: State, r: Record, found: list[int]) -> int:
        """Wait for the next pick; if nobody else is asked, its options are listed already."""
        if len(s.asks) == 4 and type(self) is Choose:
            m.listed = self.left(s, r, found)
            m.listed_for = s
        return WAIT


class Arrange(Choose):
    """Somebody puts things in order, one by one; the last one needs no question."""

    def __init__(self, who: Expr, found: Expr, slot: Slot) -> None:
        super().__init__(who, found, slot, None, None)

    def run(self, m: Machine, s: State, r: Record) -> int:
        found = self.found.many(s, r)
        if len(found) < 2:
            r.bind(self.slot, found)
            return NEXT
        r.sets[self.slot] = []
        m.asked = [chooser(s, self.who.ev(s, r))]
        m.way = ONE
        return WAIT

    def options(self, m: Machine, s: State, r: Record, who: Seat) -> list[int]:
        chosen = r.sets[self.slot]
        return [thing for thing in self.found.many(s, r) if thing not in chosen]

    def take(self, m: Machine, s: State, r: Record, who: Seat, option: int) -> int:
        chosen = r.sets[self.slot]
        chosen.append(option)
        left = self.options(m, s, r, who)
        if len(left) > 1:
            return WAIT
        r.bind(self.slot, chosen + left)
        return NEXT


OUTCOMES: Final = 100_000  # of one draw, where chance is a seat


class Draws(Op):
    """An instruction that draws: from the generator of the State, or from the seat of chance."""

    def bounds(self, m: Machine, s: State, r: Record) -> list[int]:
        """The number of outcomes of each draw that it needs."""
        raise NotImplementedError

    def perform(self, m: Machine, s: State, r: Record) -> int:
        """Do it; all draws from outside are at hand."""
        raise NotImplementedError

    def run(self, m: Machine, s: State, r: Record) -> int:
        if s.v[OUTSIDE] and len(s.fate) < len(bounds := self.bounds(m, s, r)):
            if max(bounds) > OUTCOMES:
                raise Exhausted(f"more than {OUTCOMES:,} outcomes that chance is asked for", [])
            m.asked = [CHANCE]
            m.way = ONE
            return AGAIN
        return self.perform(m, s, r)

    def options(self, m: Machine, s: State, r: Record, who: Seat) -> list[int]:
        return list(range(self.bounds(m, s, r)[len(s.fate)]))

    def take(self, m: Machine, s: State, r: Record, who: Seat, option: int) -> int:
        s.fate = [*s.fate, option]
        return WAIT if len(s.fate) < len(self.bounds(m, s, r)) else NEXT


class PickRandom(Draws):
    """Chance picks things that fit a description."""

    def __init__(self, found: Expr, slot: Slot, n: Expr) -> None:
        self.late = False  # whether it is made only when the act is performed
        self.found = found
        self.slot = slot
        self.n = n

    def bounds(self, m: Machine, s: State, r: Record) -> list[int]:
        if r.regs[self.slot] != UNBOUND:
            return []
        there = len(self.found.many(s, r))
        n = min(self.n.ev(s, r), there)
        return [there - i for i in range(n)]

    def perform(self, m: Machine, s: State, r: Record) -> int:
        if r.regs[self.slot] == UNBOUND:
            found = self.found.many(s, r)
            r.bind(self.slot, sample(s, found, max(self.n.ev(s, r), 0)))
        return NEXT


class Ask(Op):
    """Somebody says yes or no to an optional effect, if it can be done at all."""

    def __init__(self, who: Expr, able: Expr | None, slot: Slot, label: Slot) -> None:
        self.who = who
        self.able = able
        self.slot = slot
        self.betrays = False  # whether not asking would reveal hidden knowledge (`DISCREET`)
        self.label = label  # set to NOT_DONE or UNABLE if the effect is declined or impossible
        self.text: Wording | None = None  # what is offered
        self.target = 0

    def run(self, m: Machine, s: State, r: Record) -> int:
        answer = r.regs[self.slot]
        if answer == UNBOUND:
            if (self.betrays and s.v[DISCREET]) or self.feasible(s, r):
                m.asked = [chooser(s, self.who.ev(s, r))]
                m.way = ONE
                return AGAIN
            if self.label >= 0:
                r.regs[self.label] = UNABLE
        elif answer == 1:
            return NEXT
        elif self.label >= 0:
            discreet = self.betrays and s.v[DISCREET]
            r.regs[self.label] = UNABLE if discreet and not self.feasible(s, r) else NOT_DONE
        m.target = self.target
        return JUMP

    def feasible(self, s: State, r: Record) -> bool:
        """True if the effect can be done."""
        return self.able is None or self.able.ev(s, r) != 0

    def options(self, m: Machine, s: State, r: Record, who: Seat) -> list[int]:
        if self.betrays and s.v[DISCREET] and not self.feasible(s, r):
            return [0]
        return [1, 0]

    def take(self, m: Machine, s: State, r: Record, who: Seat, option: int) -> int:
        r.regs[self.slot] = option
        return NEXT


class Branch(Op):
    """Whoever acts picks one of several alternatives that are possible."""

    def __init__(self, who: Expr, slot: Slot, able: list[Expr | None]) -> None:
        self.who = who
        self.slot = slot
        self.able = able
        self.betrays = False  # whether not asking would reveal hidden knowledge (`DISCREET`)
        self.targets: list[int] = []
        self.texts: list[Wording] = []  # the alternatives in words

    def run(self, m: Machine, s: State, r: Record) -> int:
        picked = r.regs[self.slot]
        if picked == UNBOUND:
            options = self.options(m, s, r, NONE)
            if len(options) > 1 or (self.betrays and s.v[DISCREET]):
                m.asked = [chooser(s, self.who.ev(s, r))]
                m.way = ONE
                return AGAIN
            picked = options[0] if options else 0
        r.regs[self.slot] = picked
        m.target = self.targets[picked]
        return JUMP

    def options(self, m: Machine, s: State, r: Record, who: Seat) -> list[int]:
        found = [i for i, able in enumerate(self.able) if able is None or able.ev(s, r)]
        return [ENOUGH] if not found and self.betrays and s.v[DISCREET] else found

    def take(self, m: Machine, s: State, r: Record, who: Seat, option: int) -> int:
        r.regs[self.slot] = option if option != ENOUGH else 0
        return NEXT


class Together(Op):
    """Ask all members of a loop at once and in secret, unless their options overlap."""

    def __init__(self, members: int, label: Slot, choice: Choose | Ask, where: int) -> None:
        self.secret = False  # whether they are asked at once even if their options overlap
        self.members = members
        self.label = label
        self.choice = choice
        self.where = where

    def run(self, m: Machine, s: State, r: Record) -> int:
        members = r.sets[self.members]
        r.sets[self.where] = [UNBOUND] * len(members)
        seen: list[int] = []
        asked: list[int] = []
        for member in members:
            who, options = self.question(m, s, r, member)
            collide = not self.secret and isinstance(self.choice, Choose)
            if collide and any(option in seen for option in options):
                return NEXT  # options overlap: each is asked in the order of claims
            seen += [option for option in options if option != ENOUGH]
            discreet = options and self.choice.betrays and s.v[DISCREET]
            if (len(options) > 1 or discreet) and who >= 0:
                if who in asked:
                    return NEXT
                asked.append(who)
        if len(asked) < 2:
            return NEXT
        m.asked = asked
        m.way = TOGETHER
        return WAIT

    def question(self, m: Machine, s: State, r: Record, member: int) -> tuple[int, list[int]]:
        """Who answers for a member, and the options."""
        kept = r.regs[self.label]
        r.regs[self.label] = member
        choice = self.choice
        if isinstance(choice, Choose):
            found = choice.found.many(s, r)
            least, most = choice.bounds(s, r, len(found))
            options = found if least == 1 and most == 1 else []
            if choice.discreet(s):
                alone = choice.stated(s, r) == 1
                options = options if found and alone else [ENOUGH] if alone else []
            if choice.idle is not None and choice.idle.ev(s, r):
                options = []  # the act is replaced whatever is picked
        else:
            options = [1, 0] if choice.feasible(s, r) else []
            if not options and choice.betrays and s.v[DISCREET]:
                options = [0]
        who = choice.who.ev(s, r)
        r.regs[self.label] = kept
        return (who, options)

    def _member(self, m: Machine, s: State, r: Record, who: Seat) -> int:
        for at, member in enumerate(r.sets[self.members]):
            if self.question(m, s, r, member)[0] == who:
                return at
        return NONE

    def options(self, m: Machine, s: State, r: Record, who: Seat) -> list[int]:
        member = r.sets[self.members][self._member(m, s, r, who)]
        return self.question(m, s, r, member)[1]

    def take(self, m: Machine, s: State, r: Record, who: Seat, option: int) -> int:
        r.sets[self.where][self._member(m, s, r, who)] = option
        return NEXT
