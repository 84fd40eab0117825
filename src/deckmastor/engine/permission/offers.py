"""Offers: permissions and duties that a player can act on now.

`records` gives the records under which a seat may use an offer. `objects` then lists the things
that the act can be done to. An option is the number of the offer with the number of the object.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.expressions.truths import And
from deckmastor.engine.facts.in_force import Adopted, OnCards
from deckmastor.engine.ids import BLANK, NONE, OBJECT_BITS, UNBOUND, Seat, Thing
from deckmastor.engine.permission.costs import payable
from deckmastor.engine.permission.norms import Norm, VerbRules, forbidding
from deckmastor.engine.permission.permits import Fitting, acting_for, fit, in_vacant, stopped
from deckmastor.engine.rules.program import Block
from deckmastor.engine.speed.masks import Sieve
from deckmastor.engine.state.layout import PARENT, THIS
from deckmastor.engine.state.state import Record, State

if TYPE_CHECKING:
    from deckmastor.engine.machine.machine import Machine
    from deckmastor.engine.rules.ruleset import Ruleset


AT_THROWS: Final = -2  # the phase of offers to reroll, which come up when something was drawn
NO_THINGS: Final[list[int]] = []  # shared; never changed
UNMET: Final[list[Record]] = []  # shared; never changed


class Listing:
    """The objects of an offer under one record, as far as they have been judged.

    To know whether a player can act at all, one object is enough. The rest is judged where it is
    asked for, from there on.
    """

    __slots__ = ("at", "found", "record", "things")

    def __init__(self, found: list[int], things: list[int]) -> None:
        self.found = found  # those that are legal
        self.things = things  # all candidates that are judged one by one
        self.at = 0  # how many of these have been judged
        self.record: Record | None = None  # the labels as they were then, if some are left


class Offer:
    """A permission or duty that a player can act on."""

    def __init__(self, rules: Ruleset, norm: Norm, verb: int) -> None:
        number = len(rules.offers)
        self.rules = rules
        self.number = number
        self.head = (number + 1) << OBJECT_BITS  # the option of the offer without an object
        self.norm = norm
        self.verb = verb
        self.bearer = NONE  # the label of what bears it, if that is a card or an adoption
        if isinstance(norm.standing, OnCards):
            self.bearer = THIS
        elif isinstance(norm.standing, Adopted):
            self.bearer = PARENT
        self.agent = NONE  # the label of whose act it is
        self.required = False  # whether it is a duty, with a deadline or without
        self.office = NONE  # the scalar of the holder, if it is the act of an office
        self.obj = NONE  # the label of the object
        self.itself = False  # whether the object is the card that bears the offer
        self.found: Expr | None = None  # the candidates for the object
        self.to: Expr | None = None
        self.goal: Fitting | None = None  # the possible goals, if the goal is chosen
        self.able: Expr | None = None
        self.block: Block
        self.undone: Block | None = None  # runs if the offer is not used
        self.by: frozenset[str] = frozenset()  # exemptions from rules with `unless`
        self.duty = False
        self.anytime = False
        self.once = False
        self.group: list[int] = []  # the offers that meet the same duty
        self.fresh = NONE  # UNKNOWN if the act makes its object, else NONE
        self.made = False  # whether `able` judges what the act would make
        self.key = ""  # the act in words, if it is one option with others that have the same words
        self.twins: list[int] = []  # heads of earlier offers of the same act
        self.aim = ""  # the role of the picked thing: `for`
        self.aimed = False  # whether the picked thing is in a role: `vote on a proposal`
        self.ways: list[int] = [NONE]  # the objects of an aimed act: to vote for, against
        self.passing = False  # whether it is an adopted duty that lapses when it is met
        self.text = ""  # the act in words, as players read it
        self.bare = False  # whether it has no object, and no rule forbids or prices its verb
        self.plain = False  # whether any player at turn may use it any number of times
        self.test: Expr | None = None  # the condition of a bare one
        self.limited = False  # whether uses are counted
        self.template: list[int] = []  # the labels of a new record
        self.spare: i64 = NONE  # the number of its scratch record
        self.phase = NONE  # the only phase in which it can be used
        self.own_turn = False  # whether it is for the player at turn alone
        self.general = False  # whether its condition does not depend on the act
        self.sieve: Sieve | None = None  # computes all objects at once, if masks of species suffice

    def ready(self) -> None:
        """Precompute the template, the test and whether uses are counted."""
        self.norm.standing.settle()
        self.template = self.norm.standing.template
        self.limited = self.norm.times is not None or self.once or self.duty
        parts = [part for part in (self.norm.cond, self.able) if part is not None]
        self.test = And(parts) if len(parts) > 1 else parts[0] if parts else None

    def records(self, m: Machine, s: State, who: Seat) -> list[Record]:
        """The records under which a player may act on it now."""
        norm = self.norm
        found: list[Record] = []
        if self.plain:
            record = Record(self.template.copy())
            record.regs[self.agent] = who
            return [record]
        if m.rules.proxies and in_vacant(m.rules, s, who, self.office, self.required):
            return self.deputed(m, s, who)
        proxied = acting_for(m.rules, s, who, self.required) if m.rules.proxies else []
        for doer in (who, *proxied):
            for r in norm.standing.records(s):
                if self.agent != NONE:
                    agent = norm.pattern.agent
                    if agent is not None and not agent.fits(s, r, doer):
                        continue
                    r.regs[self.agent] = doer
                elif norm.pattern.agent is not None and not norm.pattern.agent.fits(s, r, doer):
                    continue
                if norm.applies(s, r) and self.left(m, s, r, doer):
                    found.append(r)
        return found

    def deputed(self, m: Machine, s: State, who: Seat) -> list[Record]:
        """The records under which a player acts in the place of a holder who is not there."""
        found: list[Record] = []
        for r in self.norm.standing.records(s):
            r.regs[self.agent] = who
            if self.norm.applies(s, r) and self.left(m, s, r, who):
                found.append(r)
        return found

    def looked(self, m: Machine, s: State, who: Seat) -> list[Record]:
        """`records` for reading only, until the next call for the same offer."""
        norm = self.norm
        if not norm.plain or m.rules.proxies:
            return self.records(m, s, who)
        r = self.record(s)
        if self.plain:
            r.regs[self.agent] = who
            return [r]
        agent = norm.pattern.agent
        if agent is None or agent.fits(s, r, who):
            if self.agent != NONE:
                r.regs[self.agent] = who
            if norm.applies(s, r) and self.left(m, s, r, who):
                return [r]
        return UNMET

    def record(self, s: State) -> Record:
        """The scratch record of a plain rule: no expression lists offers, so it is never in use."""
        spares = s.work.spares
        r = spares[self.spare] if self.spare < len(spares) else None
        if r is None:
            r = Record(self.template.copy())
            s.work.give(self.spare, r)
        if self.obj >= 0:
            regs: list[Any] = r.regs
            regs[self.obj] = BLANK  # an exception may have left a candidate there
        return r

    def left(self, m: Machine, s: State, r: Record, who: Seat) -> bool:
        """True if the offer has uses left."""
        norm = self.norm
        if not self.limited:
            return True
        used = m.rules.used(s, self.number, who, norm.span, self.host(r))
        return used < (1 if self.once or self.duty or norm.times is None else norm.times.ev(s, r))

    def host(self, r: Record) -> int:
        """What bears the offer under a record, so that its uses are counted apart; else NONE."""
        return r.regs[self.bearer] if self.bearer >= 0 else NONE

    def listed_at(self, seat: Seat, nth: int) -> int:
        """The key of the listing under the nth of the records for a seat."""
        return (nth * len(self.rules.offers) + self.number) * self.rules.seats + seat

    def use(self, m: Machine, s: State, r: Record, who: Seat) -> None:
        """Count a use; the offers of one sentence (`may A or B`) are used together."""
        if self.limited:
            for number in self.group or [self.number]:
                m.rules.use(s, number, self.doer(s, r, who), self.norm.span, self.host(r))

    def doer(self, s: State, r: Record, who: Seat) -> Seat:
        """Whose act it is under a record: that of a player who acts for another is the other's."""
        return r.regs[self.agent] if self.agent != NONE else who

    def requires(self, s: State, agent: Thing, obj: int) -> bool:
        """True if this duty is open and requires an act of a doer on an object."""
        norm = self.norm
        for r in norm.standing.records(s):
            if norm.pattern.agent is not None and not norm.pattern.agent.fits(s, r, agent):
                continue
            r.regs[self.agent] = agent
            if self.found is not None:
                if obj >= 0 and not self.found.has(s, r, obj):
                    continue
                r.regs[self.obj] = obj
            if norm.applies(s, r) and norm.holds(s, r):
                if self.rules.used(s, self.number, agent, norm.span, self.host(r)) < 1:
                    return True
        return False

    def unused(self, m: Machine, s: State, who: Seat) -> list[Record]:
        """The records under which what follows the unused offer is due; counts them as uses."""
        found = self.records(m, s, who)
        for r in found[:1]:
            doer = self.doer(s, r, who)
            m.rules.use(s, self.number, doer, self.norm.span, self.host(r))
        return found[:1]

    def objects(self, m: Machine, s: State, r: Record, who: Seat, first: bool = False) -> list[int]:
        """The objects that the rules allow; [NONE] for an act without an object.

        With `first`, one of them is enough.
        """
        return self.judged(m, s, r, who, self.begun(m, s, r, who), first)

    def begun(self, m: Machine, s: State, r: Record, who: Seat) -> Listing:
        """A listing of the objects, of which none has been judged that is judged by itself."""
        found = self.at_once(m, s, r, who)
        if found is not None:
            return Listing(found, NO_THINGS)
        assert self.found is not None
        return Listing([], self.found.many(s, r))

    def at_once(self, m: Machine, s: State, r: Record, who: Seat) -> list[int] | None:
        """The objects, if they are not judged one by one; else None."""
        norm = self.norm
        who = self.doer(s, r, who)
        if self.sieve is not None:
            return self.sieve.objects(s, r, who)
        verb_rules = m.rules.verb_rules[self.verb]
        if self.found is None:
            if not norm.holds(s, r):
                return []
            if self.able is not None and not self.able.ev(s, r):
                return []
            if self.made:
                return [NONE]
            if verb_rules.cannot or verb_rules.only:
                tier = norm.standing.tier
                if forbidding(verb_rules, s, who, self.fresh, NONE, NONE, 1, tier, self.by):
                    return []
            return [NONE] if not verb_rules.costs or payable(verb_rules, s, who, self.fresh) else []
        if self.general and not norm.holds(s, r):
            return []
        if self.able is not None and not self.able.ev(s, r):
            return []
        return None

    def judged(
        self, m: Machine, s: State, r: Record, who: Seat, listing: Listing, first: bool
    ) -> list[int]:
        """The objects of a listing, judged to the end; with `first`, until one is found."""
        if listing.at >= len(listing.things) or (first and listing.found):
            return listing.found
        if listing.record is not None:
            r, listing.record = listing.record, None
        who = self.doer(s, r, who)
        verb_rules = m.rules.verb_rules[self.verb]
        if not verb_rules.general and not verb_rules.granted:
            self.judge(m, s, r, verb_rules, who, listing, first)
        else:
            known = s.work.holds
            try:
                for norms in (verb_rules.general, verb_rules.granted):
                    for one in norms:
                        known[one.spare] = one.speaks_of(s, who)  # evaluated once for all things
                self.judge(m, s, r, verb_rules, who, listing, first)
            finally:
                for norms in (verb_rules.general, verb_rules.granted):
                    for one in norms:
                        known.pop(one.spare, None)
        if listing.at < len(listing.things):
            listing.record = r.clone()  # `r` may be the scratch record
        return listing.found

    def judge(
        self, m: Machine, s: State, r: Record, verb_rules: VerbRules, who: Seat, listing: Listing,
        first: bool,
    ) -> None:  # fmt: skip
        """Add the things for which the act is legal to a listing; or the first of them."""
        norm = self.norm
        to = NONE
        found, things = listing.found, listing.things
        known = s.work.holds
        stops = [
            one
            for one in verb_rules.general
            if known.get(one.spare) and self.yields(verb_rules, one)
        ]
        while listing.at < len(things):
            thing = things[listing.at]
            listing.at += 1
            if stops and stopped(stops, s, who, thing):
                continue  # whatever its goal
            r.regs[self.obj] = thing
            if not self.general and not norm.holds(s, r):
                continue
            if self.to is not None:
                to = self.to.ev(s, r)
            if self.aimed:
                against = 1
                for way in self.ways:
                    if against:
                        against = self.legal(m, s, verb_rules, who, way, thing)
            else:
                against = self.legal(m, s, verb_rules, who, thing, to)
            if against == 0 and (self.goal is None or self.goal.open_to(s, r, thing)):
                found.append(thing)
                if first:
                    break
        r.regs[self.obj] = UNBOUND

    def yields(self, verb_rules: VerbRules, norm: Norm) -> bool:
        """True if no permission outranks a norm that names neither origin nor goal."""
        pattern = norm.pattern
        if self.aimed or norm.unless or pattern.to is not None or pattern.origin is not None:
            return False
        tier = norm.standing.tier
        if tier < self.norm.standing.tier:
            return False
        for one in verb_rules.what:
            if tier < one.standing.tier:
                return False
        return True

    def legal(
        self, m: Machine, s: State, verb_rules: VerbRules, who: Seat, thing: Thing, to: int
    ) -> int:
        """0 if the act is legal, else the sentence that prevents it."""
        origin = s.where[thing] if 0 <= thing < len(s.where) else NONE
        freed = self.norm.standing.tier
        if verb_rules.what and (to != NONE or self.goal is None):
            norm = fit(verb_rules, s, who, thing, to, origin)
            if norm is None:
                return verb_rules.what[0].standing.sentence
            freed = max(freed, norm.standing.tier)
            if norm.place is not None and to == NONE and not self.by:
                return self.unpayable(s, verb_rules, who, thing, to)  # `fit` judged it
        against = forbidding(verb_rules, s, who, thing, to, origin, 1, freed, self.by)
        if against:
            return against
        return self.unpayable(s, verb_rules, who, thing, to)

    def unpayable(self, s: State, verb_rules: VerbRules, who: Seat, thing: Thing, to: int) -> int:
        """The sentence of the first price if the prices cannot be paid, else 0."""
        if not verb_rules.costs or payable(verb_rules, s, who, thing, to):
            return 0
        return verb_rules.costs[0].standing.sentence
