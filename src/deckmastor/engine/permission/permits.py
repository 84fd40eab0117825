"""Expressions over permissions: whether an act is allowed, which things and places may be used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from deckmastor.engine.expressions.base import Expr, Reg, Several
from deckmastor.engine.facts.in_force import UNRANKED
from deckmastor.engine.ids import NONE, UNBOUND, Place, Seat, Slot, Thing
from deckmastor.engine.permission.costs import payable
from deckmastor.engine.permission.norms import Norm, VerbRules, barring, forbidding, permitting
from deckmastor.engine.rules.schema import LIMBO_PLACE
from deckmastor.engine.state.aims import aim_key
from deckmastor.engine.state.layout import THIS, YOU
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.triggers.patterns import UNKNOWN

if TYPE_CHECKING:
    from deckmastor.engine.rules.ruleset import Ruleset


NOBODY: Final[frozenset[str]] = frozenset()


class Allowed(Expr):
    """The condition that an act is allowed and payable for one of some things and places."""

    def __init__(
        self, verb_rules: VerbRules, agent: Expr, thing: Expr, to: Expr, permission: bool
    ) -> None:
        self.onto = False  # whether one of the places of `to` must be allowed
        self.verb_rules = verb_rules
        self.agent = agent
        self.thing = thing
        self.to = to
        self.permission = permission  # whether a sentence must permit it too
        self.by: frozenset[str] = frozenset()
        self.n: Expr | None = None  # the number of counters
        self.backing = UNRANKED  # of its permission, which outranks prohibitions of lower tiers

    def ev(self, s: State, r: Record) -> int:
        agent = self.agent.ev(s, r)
        n = self.n.ev(s, r) if self.n is not None else 1
        places = self.to.many(s, r) if self.onto else [self.to.ev(s, r)]
        for thing in self.thing.many(s, r) or [NONE]:
            for to in places:
                if self.allows(s, agent, thing, to, n, r.regs[THIS]) and payable(
                    self.verb_rules, s, agent, thing, to
                ):
                    return 1
        return 0

    def allows(self, s: State, agent: Thing, thing: Thing, to: int, n: int, card: Thing) -> bool:
        """True if no rule forbids the act, and a sentence permits it if `permission` is set."""
        origin = _place(s, thing) if self.n is None else NONE
        rules, tier = self.verb_rules, self.backing.tier
        if self.permission and rules.what and fit(rules, s, agent, thing, to, origin) is None:
            return False  # asked first: it rules out most
        return not forbidding(rules, s, agent, thing, to, origin, n, tier, self.by, card)


class Permissible(Expr):
    """The condition that a sentence permits an act to whomever, for one of some things and places.

    So it is asked once and not for each of several persons.
    """

    def __init__(self, asked: Allowed) -> None:
        self.asked = asked

    def ev(self, s: State, r: Record) -> int:
        asked = self.asked
        places = asked.to.many(s, r) if asked.onto else [asked.to.ev(s, r)]
        for thing in asked.thing.many(s, r) or [NONE]:
            origin = _place(s, thing) if asked.n is None else NONE
            for to in places:
                if fit(asked.verb_rules, s, NONE, thing, to, origin) is not None:
                    return 1
        return 0


class Prepared(Expr):
    """The condition that a trigger runs before an act whose object is missing: it may bring one."""

    def __init__(self, verb_rules: VerbRules, agent: Expr) -> None:
        self.verb_rules = verb_rules
        self.agent = agent

    def ev(self, s: State, r: Record) -> int:
        agent = self.agent.ev(s, r)
        for trigger in self.verb_rules.before:
            for record in trigger.match(s, agent, UNKNOWN, NONE, NONE, 1, r.regs[THIS]):
                if trigger.brings is None or trigger.brings.ev(s, record):
                    return 1
        return 0


class Unforbidden(Several):
    """Those of several things for which no rule forbids an act."""

    def __init__(self, verb_rules: VerbRules, agent: Expr, found: Expr, by: frozenset[str]) -> None:
        self.verb_rules = verb_rules
        self.by = by  # exemptions from rules with `unless`
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

    def _forbids(self, s: State, agent: Thing, thing: Thing, card: Thing) -> bool:
        """True if a rule forbids the act for a thing."""
        place = _place(s, thing)
        return forbidding(self.verb_rules, s, agent, thing, NONE, place, 1, 0, self.by, card) != 0


class UnforbiddenPlaces(Unforbidden):
    """Those of several places for which no rule forbids an act that has a place as its goal."""

    def _forbids(self, s: State, agent: Thing, thing: Thing, card: Thing) -> bool:
        return forbidding(self.verb_rules, s, agent, NONE, thing, NONE, 1, 0, self.by, card) != 0


class Swept(Expr):
    """The condition that an act on any one of some things is replaced, whichever it is.

    So nobody need be asked which. A replacement that reads the object, or depends on it, does not
    count.
    """

    def __init__(self, verb_rules: VerbRules, agent: Expr, found: Expr) -> None:
        self.verb_rules = verb_rules
        self.agent = agent
        self.found = found

    def ev(self, s: State, r: Record) -> int:
        swept = False
        agent, things = self.agent.ev(s, r), self.found.peek(s, r)
        for trigger in self.verb_rules.instead:
            if not things or trigger.id in s.muted:
                continue
            if trigger.match(s, agent, things[0], NONE, s.where[things[0]], 1, r.regs[THIS]):
                if not trigger.sweeping:
                    return 0
                swept = True
        return 1 if swept else 0


class Permit(Expr):
    """The condition that no rule forbids an act, with the values that its labels have now.

    Its prices must be payable too.
    """

    def __init__(
        self, verb_rules: VerbRules, agent: Expr, obj: Expr, to: Expr | None, origin: Expr | None
    ) -> None:
        self.verb_rules = verb_rules
        self.agent = agent
        self.obj = obj
        self.to = to
        self.origin = origin
        self.by = NOBODY  # exemptions from rules with `unless`
        self.backing = UNRANKED  # of its permission, which outranks prohibitions of lower tiers

    def ev(self, s: State, r: Record) -> int:
        verb_rules = self.verb_rules
        if not verb_rules.guarded() and not verb_rules.costs:
            return 1
        agent, obj = self.agent.ev(s, r), self.obj.ev(s, r)
        to = self.to.ev(s, r) if self.to is not None else NONE
        if verb_rules.costs and not payable(verb_rules, s, agent, obj, to):
            return 0
        if not verb_rules.guarded():
            return 1
        origin = self.origin.ev(s, r) if self.origin is not None else NONE
        card = r.regs[THIS]
        tier = self.backing.tier
        against = forbidding(verb_rules, s, agent, obj, to, origin, 1, tier, self.by, card)
        return 0 if against else 1


class Permitted(Several):
    """Those of several options, each in turn under a label, for which an act is permitted."""

    def __init__(self, found: Expr, slot: Slot, cond: Expr) -> None:
        self.found = found
        self.slot = slot
        self.cond = cond

    def many(self, s: State, r: Record) -> list[int]:
        kept = r.regs[self.slot]
        permitted: list[int] = []
        options = self.found.peek(s, r)
        s.work.spend(len(options))
        for one in options:
            r.regs[self.slot] = one
            if self.cond.ev(s, r):
                permitted.append(one)
        r.regs[self.slot] = kept
        return permitted

    def any(self, s: State, r: Record) -> bool:
        kept = r.regs[self.slot]
        found = False
        options = self.found.peek(s, r)
        s.work.spend(len(options))
        for one in options:
            r.regs[self.slot] = one
            if self.cond.ev(s, r):
                found = True
                break
        r.regs[self.slot] = kept
        return found


def _place(s: State, thing: Thing) -> int:
    return s.where[thing] if 0 <= thing < len(s.where) else NONE


class CanResolve(Expr):
    """The condition that the first step of a card's text can be done, with the card in limbo."""

    def __init__(self, rules: Ruleset, card: Expr) -> None:
        self.rules = rules
        self.card = card
        self.unplayed = False  # whether the card is yet to be played, from where it lies

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
        if self.unplayed and self.rules.speaks_to_player(s.species[card]):
            regs[YOU] = NONE  # whoever played it before
        if regs[YOU] < 0 and s.where[card] >= 0:
            regs[YOU] = s.zowner[s.where[card]]
        place = s.where[card]
        if place < 0:
            return expr.ev(s, Record(regs))
        zone = s.zone(place)
        at = zone.index(card)
        del zone[at]
        s.where[card] = LIMBO_PLACE
        s.lies_anew(place, LIMBO_PLACE)
        scene = s.scene
        self.rules.moved(s, place, LIMBO_PLACE)
        try:
            return expr.ev(s, Record(regs))
        finally:
            s.where[card] = place
            s.scene = scene
            zone.insert(at, card)
            s.lies_anew(place, LIMBO_PLACE)


def fit(
    verb_rules: VerbRules, s: State, agent: Thing, thing: Thing, to: int, origin: Place
) -> Norm | None:
    """The norm that says that a thing can be the object of an act (`can be`), or None."""
    said = verb_rules.saying(s, agent, thing)
    if to != NONE:
        return permitting(said, s, agent, thing, to, origin, 1)
    if thing >= 0 and s.species[thing] in verb_rules.awaiting:
        if aim_key(thing, 0) not in s.bags:  # its targets will decide where it can go
            return next((norm for norm in said.what if norm.is_about(s, agent, thing)), None)
    for norm in said.what:
        if norm.place is None:
            if norm.fits(s, agent, thing, NONE, origin, 1):
                return norm
        elif norm.opens(verb_rules, said, s, agent, thing, origin):
            return norm
    return None


def stopped(norms: list[Norm], s: State, agent: Thing, thing: Thing) -> bool:
    """True if one of some norms fits an act; these norms name neither origin nor goal."""
    for norm in norms:
        if norm.fits(s, agent, thing, NONE, NONE, 1):
            return True
    return False


class Fitting(Several):
    """Those of some things or places onto which the rules let another thing be played."""

    def __init__(
        self, verb_rules: VerbRules, agent: Expr, thing: Expr, found: Expr, content: int
    ) -> None:
        self.verb_rules = verb_rules
        self.agent = agent
        self.thing = thing
        self.found = found
        self.content = content  # the column with the place of each thing; NONE for places
        self.upon = False  # whether a card is played onto the top card of a place

    def many(self, s: State, r: Record) -> list[int]:
        agent, thing = self.agent.ev(s, r), self.thing.ev(s, r)
        return [one for one in self.found.many(s, r) if self._takes(s, agent, thing, one)]

    def _takes(self, s: State, agent: Thing, thing: Thing, option: int) -> bool:
        """True if an agent can play a thing onto one of them."""
        place, origin = option, s.where[thing] if thing >= 0 else NONE
        if self.upon:
            place = s.where[option]
            if place < 0 or s.zones[place][-1] != option:
                return False
        elif self.content != NONE:
            place = s.cols[self.content][option]
        rules = self.verb_rules
        if rules.what and fit(rules, s, agent, thing, place, origin) is None:
            return False
        if forbidding(rules, s, agent, thing, place, origin, 1, 0):
            return False
        return not rules.costs or payable(rules, s, agent, thing, place)

    def open_to(self, s: State, r: Record, thing: Thing) -> bool:
        """True if a thing can be played onto any of them."""
        assert isinstance(self.thing, Reg)
        r.regs[self.thing.slot] = thing
        agent, found = self.agent.ev(s, r), False
        for option in self.found.many(s, r):
            if self._takes(s, agent, thing, option):
                found = True
                break
        r.regs[self.thing.slot] = UNBOUND
        return found


class Destinations(Several):
    """The places that the rules let a thing be played into.

    For a card that is announced already, only rules that depend on the place are applied.
    """

    def __init__(self, verb_rules: VerbRules, agent: Expr, thing: Expr, announced: bool) -> None:
        self.verb_rules = verb_rules
        self.agent = agent
        self.thing = thing
        self.announced = announced

    def many(self, s: State, r: Record) -> list[int]:
        return self._found(s, r, False)

    def any(self, s: State, r: Record) -> bool:
        return bool(self._found(s, r, True))

    def _found(self, s: State, r: Record, first: bool) -> list[int]:
        """The places, or only the `first` one that is found."""
        agent = self.agent.ev(s, r)
        thing = self.thing.ev(s, r)
        if thing < 0:
            return []
        verb_rules, origin = self.verb_rules, s.where[thing]
        found: list[int] = []
        for norm in verb_rules.saying(s, agent, thing).what:
            for place in norm.places(s, agent, thing, origin):
                if place in found:
                    continue
                if self.announced:
                    against = barring(verb_rules, s, agent, thing, place, origin)
                else:
                    against = forbidding(verb_rules, s, agent, thing, place, origin, 1, 0)
                if not against and not payable(verb_rules, s, agent, thing, place, self.announced):
                    against = verb_rules.costs[0].standing.sentence
                if not against:
                    found.append(place)
                    if first:
                        return found
        return found


class Proxy:
    """A permission to act for somebody, who may be the holder of an office."""

    def __init__(self, norm: Norm, whom: Expr, office: int, required: bool) -> None:
        self.norm = norm
        self.whom = whom
        self.office = office  # the scalar of its holder, else NONE
        self.required = required  # whether it is for acts that a rule requires only

    def open_to(self, s: State, who: Seat) -> list[Record]:
        """The records under which a player may act for somebody now."""
        norm = self.norm
        return [
            r
            for r in norm.standing.records(s)
            if norm.pattern.fits(s, r, who, NONE, NONE, NONE, 1)
            and norm.applies(s, r)
            and norm.holds(s, r)
        ]


def acting_for(rules: Ruleset, s: State, who: Seat, duty: bool) -> list[int]:
    """The others for whom a player may do something now; `duty` if a rule requires it."""
    found: list[int] = []
    for proxy in rules.proxies:
        if duty or not proxy.required:
            for r in proxy.open_to(s, who):
                others = proxy.whom.many(s, r)
                found += [one for one in others if one not in (who, NONE) and one not in found]
    return found


def in_vacant(rules: Ruleset, s: State, who: Seat, office: int, duty: bool) -> bool:
    """True if a player may act in the place of the holder of an office, and nobody holds it."""
    if office == NONE or s.v[office] != NONE:
        return False
    fitting = [one for one in rules.proxies if one.office == office and (duty or not one.required)]
    return any([bool(proxy.open_to(s, who)) for proxy in fitting])
