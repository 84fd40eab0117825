"""Windows, permissions at work, and costs: what can be done now, and by whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from deckmastor.engine.acts import PLAY
from deckmastor.engine.demands import Owed, owed, together
from deckmastor.engine.machine import AGAIN, CALL, JUMP, NEXT, RECALL, WINDOW, Machine, Op
from deckmastor.engine.norms import Norm, Verb, barring, forbidding, permitting
from deckmastor.engine.schema import LIMBO_PLACE
from deckmastor.engine.seating import in_turn
from deckmastor.engine.state import DISCREET, NONE, THIS, UNBOUND, YOU, Record, State
from deckmastor.engine.values import And, Expr, Reg, Several

if TYPE_CHECKING:
    from deckmastor.engine.machine import Block
    from deckmastor.engine.masks import Sieve
    from deckmastor.engine.ruleset import Ruleset
    from deckmastor.engine.standing import Standing

PASSING: Final = 0  # the option to do nothing (more)
OBJECT_BITS: Final = 24  # of any other option: the object of the act, counted from 1
OBJECT: Final = (1 << OBJECT_BITS) - 1
PASSED: Final = -1
NOBODY: Final[frozenset[str]] = frozenset()
UNMET: Final[list[Record]] = []  # nobody adds to it
UNLABELLED: Final = Record([])  # for what asks for no label


class Asking:
    """A sentence about the order in which players are asked whether they react."""

    __slots__ = ("conds", "mixed", "standing")

    def __init__(self, standing: Standing, conds: list[Expr], mixed: bool) -> None:
        self.standing = standing
        self.conds = conds
        self.mixed = mixed  # whether the order is random

    def applies(self, s: State) -> bool:
        """Whether it is so now."""
        for record in self.standing.records(s):
            for cond in self.conds:
                if not cond.ev(s, record):
                    break
            else:
                return True
        return False


class Mixed(Expr):
    """Whether players are asked in random order whether they react."""

    __slots__ = ("rules",)

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def ev(self, s: State, r: Record) -> int:
        told = [asking for asking in self.rules.reactions if asking.applies(s)]
        return 1 if told and told[-1].mixed else 0


class Members(Several):
    """Whom a window is open to."""

    __slots__ = ("slot",)

    def __init__(self, slot: int) -> None:
        self.slot = slot

    def many(self, s: State, r: Record) -> list[int]:
        return r.sets[self.slot]


class Respond(Op):
    """A window: those who can may act, first come first served; it closes when all have passed.

    Where the book says that reactions go in turn order, they are asked one after the other,
    beginning behind whoever played the last card; or in the random order in which they were
    brought before. A window on a card that is cancelled is over. In a discreet game those are
    asked as well who cannot act: they can only let it be. Only if nobody could act with any card,
    as all can see, nobody is asked.
    """

    __slots__ = ("able", "card", "kinds", "label", "members", "slot", "target")

    def __init__(self, members: int, label: int, able: Expr, slots: tuple[int, int]) -> None:
        self.members = members
        self.label = label
        self.able = able
        self.slot, self.card = slots  # who acts, or how many have passed; what is answered
        self.kinds: frozenset[int] = frozenset()  # the species of what can be played
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

    def thinkable(self, m: Machine, s: State, who: int) -> bool:
        """Whether somebody could act if they had the right card; that betrays no card."""
        law = m.rules.laws[PLAY]
        hand = m.rules.schema.attrs.get(m.rules.hand)
        origin = hand.at + who if hand is not None and hand.home == "place" else NONE
        seen: set[int] = set()
        for thing, species in enumerate(s.species):
            if species in self.kinds and species not in seen:
                seen.add(species)
                if not forbidding(law, s, who, thing, NONE, origin, 1, 0):
                    return True
        return not seen

    def order(self, m: Machine, s: State, r: Record) -> list[int]:
        """Whom it is open to, in the order in which they are asked."""
        seats = r.sets[self.members]
        card = r.regs[self.card]
        if not m.rules.reactions or card < 0:
            return seats
        first = s.cols[m.rules.player_of][card]
        if first < 0:
            return seats
        return in_turn(s, first, seats, m.rules.seats)

    def options(self, m: Machine, s: State, r: Record, who: int) -> list[int]:
        if not s.v[DISCREET]:
            return [1, 0]
        label = r.regs[self.label]
        r.regs[self.label] = who
        able = self.able.ev(s, r)
        r.regs[self.label] = label
        return [1, 0] if able else [0]

    def take(self, m: Machine, s: State, r: Record, who: int, option: int) -> int:
        if option == 1:
            r.regs[self.slot] = who
            return CALL  # anything but NEXT closes the window for all
        return NEXT


class Allowed(Expr):
    """Whether some act of a sort is allowed: on one of these things, in one of these places."""

    __slots__ = ("agent", "by", "law", "onto", "permission", "thing", "to")

    def __init__(self, law: Verb, agent: Expr, thing: Expr, to: Expr, permission: bool) -> None:
        self.onto = False  # whether there must be such a place, known by now
        self.law = law
        self.agent = agent
        self.thing = thing
        self.to = to
        self.permission = permission  # whether a sentence must permit it as well
        self.by: frozenset[str] = frozenset()

    def ev(self, s: State, r: Record) -> int:
        agent = self.agent.ev(s, r)
        places = self.to.many(s, r) if self.onto else [self.to.ev(s, r)]
        for thing in self.thing.many(s, r) or [NONE]:
            for to in places:
                if self.allows(s, agent, thing, to, r.regs[THIS]) and payable(
                    self.law, s, agent, thing
                ):
                    return 1
        return 0

    def allows(self, s: State, agent: int, thing: int, to: int, card: int) -> bool:
        """Whether nothing forbids it, and a sentence permits it if one has to."""
        origin = s.where[thing] if thing >= 0 else NONE
        if forbidding(self.law, s, agent, thing, to, origin, 1, 0, self.by, card):
            return False
        if not self.permission or not self.law.what:
            return True
        return fit(self.law, s, agent, thing, to, origin) is not None


class Unforbidden(Several):
    """Those of several things that nothing forbids an act for."""

    __slots__ = ("agent", "found", "law")

    def __init__(self, law: Verb, agent: Expr, found: Expr) -> None:
        self.law = law
        self.agent = agent
        self.found = found

    def many(self, s: State, r: Record) -> list[int]:
        agent, card = self.agent.ev(s, r), r.regs[THIS]
        return [
            thing for thing in self.found.peek(s, r) if not self._forbids(s, agent, thing, card)
        ]

    def any(self, s: State, r: Record) -> bool:
        agent, card = self.agent.ev(s, r), r.regs[THIS]
        for thing in self.found.peek(s, r):
            if not self._forbids(s, agent, thing, card):
                return True
        return False

    def _forbids(self, s: State, agent: int, thing: int, card: int) -> bool:
        """Whether something forbids the act for a thing."""
        place = _place(s, thing)
        return forbidding(self.law, s, agent, thing, NONE, place, 1, 0, NOBODY, card) != 0


class Enterable(Several):
    """Those of several things that nothing keeps from entering a place."""

    __slots__ = ("found", "law", "place")

    def __init__(self, law: Verb, found: Expr, place: Expr) -> None:
        self.law = law
        self.found = found
        self.place = place

    def many(self, s: State, r: Record) -> list[int]:
        to = self.place.ev(s, r)
        law, found = self.law, self.found.many(s, r)
        if not law.cannot and not law.only:
            return found
        enterable: list[int] = []
        for thing in found:
            if self._enters(s, thing, to):
                enterable.append(thing)
        return enterable

    def any(self, s: State, r: Record) -> bool:
        to = self.place.ev(s, r)
        for thing in self.found.peek(s, r):
            if self._enters(s, thing, to):
                return True
        return False

    def _enters(self, s: State, thing: int, to: int) -> bool:
        """Whether nothing keeps a thing from entering a place."""
        return not forbidding(self.law, s, thing, to, NONE, _place(s, thing), 1, 0)


class Welcoming(Several):
    """Those of several places, or of their owners, that nothing keeps some things from entering."""

    __slots__ = ("found", "law", "place", "slot", "things")

    def __init__(self, law: Verb, found: Expr, slot: int, place: Expr, things: Expr) -> None:
        self.law = law
        self.found = found
        self.slot = slot  # the label by which `place` knows which it is
        self.place = place
        self.things = things

    def many(self, s: State, r: Record) -> list[int]:
        kept = r.regs[self.slot]
        things = self.things.many(s, r)
        welcoming: list[int] = []
        for one in self.found.many(s, r):
            r.regs[self.slot] = one
            to = self.place.ev(s, r)
            if not any(
                [
                    forbidding(self.law, s, thing, to, NONE, _place(s, thing), 1, 0)
                    for thing in things
                ]
            ):
                welcoming.append(one)
        r.regs[self.slot] = kept
        return welcoming


class Placeable(Several):
    """Those of several things for which there is a place to go."""

    __slots__ = ("found", "places", "slot")

    def __init__(self, found: Expr, slot: int, places: Welcoming) -> None:
        self.found = found
        self.slot = slot  # the label of the thing
        self.places = places

    def many(self, s: State, r: Record) -> list[int]:
        kept = r.regs[self.slot]
        placeable: list[int] = []
        for thing in self.found.many(s, r):
            r.regs[self.slot] = thing
            if self.places.many(s, r):
                placeable.append(thing)
        r.regs[self.slot] = kept
        return placeable


def _place(s: State, thing: int) -> int:
    return s.where[thing] if 0 <= thing < len(s.where) else NONE


class CanResolve(Expr):
    """Whether the first step of a card's text can be done, with the card out of its place."""

    __slots__ = ("card", "rules")

    def __init__(self, rules: Ruleset, card: Expr) -> None:
        self.rules = rules
        self.card = card

    def ev(self, s: State, r: Record) -> int:
        card = self.card.ev(s, r)
        if card < 0:
            return 0
        able = self.rules.text_able.get(s.species[card])
        if able is None:
            return 1
        expr, size = able
        regs = [UNBOUND] * size
        regs[THIS] = card
        regs[YOU] = self.rules.you_of(s, card, s.cols[self.rules.player_of][card])
        if regs[YOU] < 0 and s.where[card] >= 0:
            regs[YOU] = s.zowner[s.where[card]]
        place = s.where[card]
        if place < 0:
            return expr.ev(s, Record(regs))
        zone = s.zone(place)
        at = zone.index(card)
        del zone[at]
        s.where[card] = LIMBO_PLACE
        scene = s.scene
        self.rules.moved(s, place, LIMBO_PLACE)
        try:
            return expr.ev(s, Record(regs))
        finally:
            s.where[card] = place
            s.scene = scene
            zone.insert(at, card)


def fit(law: Verb, s: State, agent: int, thing: int, to: int, origin: int) -> Norm | None:
    """The sentence that says that a thing is fit for an act."""
    said = law.saying(s, agent, thing)
    if to != NONE:
        return permitting(said.what, s, agent, thing, to, origin, 1)
    for norm in said.what:
        if norm.place is None:
            if norm.fits(s, agent, thing, NONE, origin, 1):
                return norm
        elif norm.opens(law, said, s, agent, thing, origin):
            return norm
    return None


def stopped(norms: list[Norm], s: State, agent: int, thing: int) -> bool:
    """Whether one of some norms, which ask neither from where nor where to, speaks of an act."""
    for norm in norms:
        if norm.fits(s, agent, thing, NONE, NONE, 1):
            return True
    return False


def payable(law: Verb, s: State, agent: int, thing: int) -> bool:
    """Whether all prices of an act can be paid together."""
    prices: list[list[list[Owed]]] = []
    for cost in law.costs:
        for r in cost.standing.records(s):
            if cost.applies(s, r) and cost.pattern.fits(s, r, agent, thing, NONE, NONE, 1):
                if cost.cond is not None and not cost.cond.ev(s, r):
                    continue
                if cost.able is not None and not cost.able.ev(s, r):
                    return False
                if cost.demands:
                    prices.append(owed(s, r, cost.demands))
    return len(prices) < 2 or together(s, prices)


class Afford(Op):
    """An act whose prices cannot be paid is not done."""

    __slots__ = ("agent", "label", "law", "target", "thing")

    def __init__(self, law: Verb, agent: Expr, thing: Expr, label: int) -> None:
        self.law = law
        self.agent = agent
        self.thing = thing
        self.label = label
        self.target = 0

    def run(self, m: Machine, s: State, r: Record) -> int:
        if payable(self.law, s, self.agent.ev(s, r), self.thing.ev(s, r)):
            return NEXT
        if self.label >= 0:
            r.regs[self.label] = 3  # it could not be done
        m.target = self.target
        return JUMP


class PayCosts(Op):
    """The prices of an act, paid one after the other before it."""

    __slots__ = ("agent", "at", "law", "thing")

    def __init__(self, law: Verb, agent: Expr, thing: Expr, at: int) -> None:
        self.law = law
        self.agent = agent
        self.thing = thing
        self.at = at  # how many are paid

    def run(self, m: Machine, s: State, r: Record) -> int:
        agent = self.agent.ev(s, r)
        thing = self.thing.ev(s, r)
        paid = r.regs[self.at] if r.regs[self.at] != UNBOUND else 0
        n = 0
        for cost in self.law.costs:
            for record in cost.standing.records(s):
                if not cost.applies(s, record):
                    continue
                if not cost.pattern.fits(s, record, agent, thing, NONE, NONE, 1):
                    continue
                if cost.cond is not None and not cost.cond.ev(s, record):
                    continue
                if n == paid:
                    assert cost.block is not None
                    r.regs[self.at] = paid + 1
                    m.block = cost.block
                    m.record = record
                    return RECALL
                n += 1
        r.regs[self.at] = UNBOUND
        return NEXT


class Fitting(Several):
    """Those of some things or places onto which another thing can be played, as the rules say."""

    __slots__ = ("agent", "content", "found", "law", "thing")

    def __init__(self, law: Verb, agent: Expr, thing: Expr, found: Expr, content: int) -> None:
        self.law = law
        self.agent = agent
        self.thing = thing
        self.found = found
        self.content = content  # the column of the places that things are; NONE for places

    def many(self, s: State, r: Record) -> list[int]:
        agent, thing = self.agent.ev(s, r), self.thing.ev(s, r)
        origin = s.where[thing] if thing >= 0 else NONE
        fitting: list[int] = []
        for option in self.found.many(s, r):
            place = s.cols[self.content][option] if self.content != NONE else option
            if self.law.what and fit(self.law, s, agent, thing, place, origin) is None:
                continue
            if not forbidding(self.law, s, agent, thing, place, origin, 1, 0):
                fitting.append(option)
        return fitting

    def open_to(self, s: State, r: Record, thing: int) -> bool:
        """Whether a thing can be played onto any of them."""
        assert isinstance(self.thing, Reg)
        r.regs[self.thing.slot] = thing
        found = bool(self.many(s, r))
        r.regs[self.thing.slot] = UNBOUND
        return found


class Destinations(Several):
    """The places that a thing can be played into, as the rules say.

    Of a card that was announced already, only what the rules say of the places is asked.
    """

    __slots__ = ("agent", "announced", "law", "thing")

    def __init__(self, law: Verb, agent: Expr, thing: Expr, announced: bool) -> None:
        self.law = law
        self.agent = agent
        self.thing = thing
        self.announced = announced

    def many(self, s: State, r: Record) -> list[int]:
        agent = self.agent.ev(s, r)
        thing = self.thing.ev(s, r)
        if thing < 0:
            return []
        law, origin = self.law, s.where[thing]
        found: list[int] = []
        for norm in law.saying(s, agent, thing).what:
            for place in norm.places(s, agent, thing, origin):
                if place in found:
                    continue
                if self.announced:
                    against = barring(law, s, agent, thing, place, origin)
                else:
                    against = forbidding(law, s, agent, thing, place, origin, 1, 0)
                if not against:
                    found.append(place)
        return found


def acting_for(rules: Ruleset, s: State, who: int) -> list[int]:
    """The others for whom a player may act now."""
    found: list[int] = []
    for norm, whom in rules.proxies:
        for r in norm.standing.records(s):
            if norm.pattern.fits(s, r, who, NONE, NONE, NONE, 1) and norm.applies(s, r):
                if norm.cond is None or norm.cond.ev(s, r):
                    found += [other for other in whom.many(s, r) if other != who]
    return found


class Offer:
    """A permission or duty that a player can act on."""

    __slots__ = (
        "able", "agent", "aimed", "anytime", "bare", "block", "by", "duty", "found",
        "general", "goal", "group", "head", "limited", "norm", "number", "obj", "once", "own_turn",
        "passing", "plain", "sieve", "spare", "template", "test", "text", "to", "undone", "verb",
    )  # fmt: skip

    def __init__(self, number: int, norm: Norm, verb: int) -> None:
        self.number = number
        self.head = (number + 1) << OBJECT_BITS  # the option to act on it, without an object
        self.norm = norm
        self.verb = verb
        self.agent = NONE  # the label of who acts
        self.obj = NONE  # the label of what it is done to
        self.found: Expr | None = None  # what it can be done to
        self.to: Expr | None = None
        self.goal: Fitting | None = None  # where it can go, if that is chosen
        self.able: Expr | None = None
        self.block: Block
        self.undone: Block | None = None  # what follows if it is not done
        self.by: frozenset[str] = frozenset()  # what lets it be done despite a rule
        self.duty = False
        self.anytime = False
        self.once = False
        self.group: list[int] = []  # the offers any of which meets the same duty
        self.aimed = False  # whether what is picked stands in a role: `vote on a proposal`
        self.passing = False  # a duty that is over once it is met
        self.text = ""  # the act in words, for those who can do it
        self.bare = False  # a plain one without an object that no rule forbids or prices
        self.plain = False  # whether any player at turn may, as often as they like
        self.test: Expr | None = None  # the condition of a bare one
        self.limited = False  # whether it can be used only so many times
        self.template: list[int] = []  # the labels of a new record
        self.spare: i64 = NONE  # the number of its scratch record
        self.own_turn = False  # whether it is for the player at turn alone
        self.general = False  # whether its condition does not ask for the act
        self.sieve: Sieve | None = None  # all that it can be done to, at once

    def ready(self) -> None:
        """Have at hand what is needed whenever it is looked at."""
        self.norm.standing.settle()
        self.template = self.norm.standing.template
        self.limited = self.norm.times is not None or self.once or self.duty
        parts = [part for part in (self.norm.cond, self.able) if part is not None]
        self.test = And(parts) if len(parts) > 1 else parts[0] if parts else None

    def records(self, m: Machine, s: State, who: int) -> list[Record]:
        """The records under which a player may act on it now."""
        norm = self.norm
        found: list[Record] = []
        if self.plain:
            record = Record(self.template.copy())
            record.regs[self.agent] = who
            return [record]
        for doer in (who, *acting_for(m.rules, s, who)) if m.rules.proxies else (who,):
            for r in norm.standing.records(s):
                if self.agent != NONE:
                    agent = norm.pattern.agent
                    if agent is not None and not agent.fits(s, r, doer):
                        continue
                    r.regs[self.agent] = doer
                elif norm.pattern.agent is not None and not norm.pattern.agent.fits(s, r, doer):
                    continue
                if norm.applies(s, r) and self.left(m, s, r, who):
                    found.append(r)
        return found

    def looked(self, m: Machine, s: State, who: int) -> list[Record]:
        """The same, only to be looked at; `looked_at` takes the record of a plain rule back."""
        norm = self.norm
        if self.plain or not norm.plain or m.rules.proxies:
            return self.records(m, s, who)
        r = self.record(s)
        agent = norm.pattern.agent
        if agent is None or agent.fits(s, r, who):
            if self.agent != NONE:
                r.regs[self.agent] = who
            if norm.applies(s, r) and self.left(m, s, r, who):
                return [r]
        s.work.give(self.spare, r)
        return UNMET

    def looked_at(self, s: State, records: list[Record]) -> None:
        """Keep the record of a plain rule to be used again, now that it was looked at."""
        if records and self.norm.plain:
            s.work.give(self.spare, records[0])

    def record(self, s: State) -> Record:
        """The record of a plain rule, to be given back to the workspace after use."""
        return s.work.lend(self.spare) or Record(self.template.copy())

    def left(self, m: Machine, s: State, r: Record, who: int) -> bool:
        """Whether it was not yet used as often as it may be."""
        norm = self.norm
        if self.once or self.duty:
            return m.rules.used(s, self.number, who, norm.span) < 1
        if norm.times is None:
            return True
        return m.rules.used(s, self.number, who, norm.span) < norm.times.ev(s, r)

    def objects(self, m: Machine, s: State, r: Record, who: int) -> list[int]:
        """What it can be done to, by what rules allow; [NONE] for an act without an object."""
        norm = self.norm
        if self.sieve is not None:
            return self.sieve.objects(s, r, who)
        law = m.rules.laws[self.verb]
        if self.found is None:
            if norm.cond is not None and not norm.cond.ev(s, r):
                return []
            if self.able is not None and not self.able.ev(s, r):
                return []
            if law.cannot or law.only:
                if forbidding(law, s, who, NONE, NONE, NONE, 1, norm.standing.tier, self.by):
                    return []
            return [NONE] if not law.costs or payable(law, s, who, NONE) else []
        if self.general and norm.cond is not None and not norm.cond.ev(s, r):
            return []
        things = self.found.many(s, r)
        if not law.general or not things:
            return self.legal_ones(m, s, r, law, who, things)
        known = s.work.holds
        try:
            for one in law.general:
                known[one.spare] = one.general_holds(s)  # the same for all of them
            return self.legal_ones(m, s, r, law, who, things)
        finally:
            for one in law.general:
                known.pop(one.spare, None)

    def legal_ones(
        self, m: Machine, s: State, r: Record, law: Verb, who: int, things: list[int]
    ) -> list[int]:
        """Those of several things that it can be done to."""
        norm = self.norm
        to = self.to.ev(s, r) if self.to is not None else NONE
        found: list[int] = []
        known = s.work.holds
        stops = [one for one in law.general if known.get(one.spare) and self.yields(law, one)]
        for thing in things:
            if stops and stopped(stops, s, who, thing):
                continue  # wherever it would go
            r.regs[self.obj] = thing
            if norm.cond is not None and not self.general and not norm.cond.ev(s, r):
                continue
            if self.aimed:
                against = self.legal(m, s, law, who, NONE, thing)
            else:
                against = self.legal(m, s, law, who, thing, to)
            if against == 0 and (self.goal is None or self.goal.open_to(s, r, thing)):
                found.append(thing)
        r.regs[self.obj] = UNBOUND
        return found

    def yields(self, law: Verb, norm: Norm) -> bool:
        """Whether no permission stands above a norm that asks neither from where nor where to."""
        pattern = norm.pattern
        if self.aimed or norm.unless or pattern.to is not None or pattern.origin is not None:
            return False
        tier = norm.standing.tier
        if tier < self.norm.standing.tier:
            return False
        for one in law.what:
            if tier < one.standing.tier:
                return False
        return True

    def legal(self, m: Machine, s: State, law: Verb, who: int, thing: int, to: int) -> int:
        """0 if it is legal, else the sentence that stands against it."""
        origin = s.where[thing] if 0 <= thing < len(s.where) else NONE
        freed = self.norm.standing.tier
        if law.what:
            norm = fit(law, s, who, thing, to, origin)
            if norm is None:
                return law.what[0].standing.sentence
            freed = max(freed, norm.standing.tier)
            if norm.place is not None and to == NONE and not self.by:
                return self.unpayable(s, law, who, thing)  # what forbids it was looked for
        against = forbidding(law, s, who, thing, to, origin, 1, freed, self.by)
        if against:
            return against
        return self.unpayable(s, law, who, thing)

    def unpayable(self, s: State, law: Verb, who: int, thing: int) -> int:
        """The sentence that sets a price, if that cannot be paid."""
        if not law.costs or payable(law, s, who, thing):
            return 0
        return law.costs[0].standing.sentence
