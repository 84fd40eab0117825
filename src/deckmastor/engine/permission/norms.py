"""Norms: sentences that permit, order, forbid, restrict or price an act.

`VerbRules` holds the norms and triggers about one verb; `SpeciesRules` those that can fit an act
between two species. `forbidding` gives the sentence that forbids an act. A permission outranks
prohibitions of lower tiers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64

from deckmastor.engine.expressions.base import Expr, Lit, Reg
from deckmastor.engine.expressions.places import OwnPlace, PlaceNamed
from deckmastor.engine.facts.in_force import Adopted, OnCards, Standing
from deckmastor.engine.facts.modifiers import OnModified
from deckmastor.engine.ids import BLANK, NONE, Place, Seat, Species, Thing
from deckmastor.engine.permission.costs import Ways, payable
from deckmastor.engine.rules.program import Block
from deckmastor.engine.rules.schema import CONTENT, WORD
from deckmastor.engine.state.budgets import DEEPEST, Exhausted, blame
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.triggers.batches import Listeners
from deckmastor.engine.triggers.patterns import NOBODY, OBJECT, Matcher, Pattern
from deckmastor.engine.triggers.triggers import Trigger

if TYPE_CHECKING:
    from deckmastor.engine.permission.breaches import Ground
    from deckmastor.engine.permission.offers import Offer
    from deckmastor.language.ir import Do


def holding(cond: Expr, sentence: int, s: State, r: Record) -> bool:
    """True if a condition of a norm holds; it may ask for other norms, and they for more."""
    work = s.work
    work.depth += 1
    work.fuel -= 1
    try:
        if work.depth > DEEPEST or work.fuel < 0:
            work.checks()
        holds = cond.ev(s, r) != 0
    except Exhausted as fault:
        blame(fault, sentence)
        raise
    work.depth -= 1
    return holds


class Norm:
    """A sentence that permits, orders, forbids or prices an act."""

    def __init__(self, mode: str, standing: Standing, pattern: Pattern) -> None:
        self.mode = mode
        self.standing = standing
        self.plain = type(standing) is Standing  # whether it is always in force, under one record
        self.pattern = pattern
        self.cond: Expr | None = None
        self.scopes: list[Expr] = []  # conditions of the times at which it applies
        self.general = False  # whether its condition does not depend on the act (`Workspace.holds`)
        self.number = -1
        self.quick = False  # whether it fits every agent, so that only `cond` is evaluated
        self.modifying: OnModified | None = None  # its standing, if the object must bear it
        self.doer = NONE  # the label of the agent of a quick norm
        self.spare: i64 = NONE  # the number of its scratch record
        self.reused = False  # whether that can be used, as it reads only labels of the act
        self.given: list[int] = []  # the labels of the act in the scratch record
        self.times: Expr | None = None  # how many times it permits the act
        self.span = 0  # the scalar that counts the spans for `times`
        self.block: Block | None = None  # the payment of a price
        self.able: Expr | None = None  # whether the price can be paid
        self.demands: Ways = []  # the demands of the price, if they are known
        self.place: Expr | None = None  # the places that it names
        self.sure = False  # whether its pattern fits all of these
        self.ground: Ground | None = None  # what it tells if it keeps the game from its beginning
        self.unless: frozenset[str] = frozenset()  # exemptions: texts that may require the act
        self.duties: list[Offer] = []  # the duties that may, if it has exemptions

    def exempts(self, s: State, agent: Thing, obj: int, by: frozenset[str]) -> bool:
        """True if a text that may require the act causes it, or an open duty requires it."""
        if not by.isdisjoint(self.unless):
            return True
        return demanding(self.duties, self.pattern.verb, s, agent, obj)

    def ready(self) -> None:
        """Set `quick` if the norm fits every agent, so that only its condition is evaluated.

        Set `modifying` if a modifier of the object states it: few things have that.
        """
        pattern = self.pattern
        if pattern.bearer == OBJECT and isinstance(self.standing, OnModified):
            self.modifying = self.standing
        agent = pattern.agent
        self.quick = (
            not isinstance(self.standing, (OnCards, Adopted))
            and not self.scopes
            and agent is not None
            and agent.same is None
            and not agent.tests
            and not pattern.sourced
            and pattern.bare()
        )
        if self.quick and agent is not None:
            self.doer = agent.slot

    def applies(self, s: State, r: Record) -> bool:
        """True if its scopes hold: this is a time at which it applies."""
        for scope in self.scopes:
            if not scope.ev(s, r):
                return False
        return True

    def fits(
        self, s: State, agent: Thing, obj: int, to: int, origin: Place, n: int, card: Thing = NONE
    ) -> bool:
        """True if the norm applies to an act now, its condition included."""
        if self.general and s.work.holds and s.work.holds.get(self.spare, True) is False:
            return False
        if self.quick:
            return self.speaks_of(s, agent)
        if self.pattern.misses(s, agent, obj, card):
            return False
        if self.plain and self.pattern.bearer == NOBODY:
            r = self._lent(s)
            speaks = self._speaks(s, r, agent, obj, to, origin, n, card)
            if self.reused:
                s.work.give(self.spare, r)
            return speaks
        for r in self.pattern.bearing_onto(self.standing, s, agent, obj, to):
            if self._speaks(s, r, agent, obj, to, origin, n, card):
                return True
        return False

    def speaks_of(self, s: State, agent: Thing) -> bool:
        """True if the condition of a quick or general norm holds; it asks for the agent at most."""
        if self.cond is None:
            return True
        r = s.work.lend(self.spare) or self.standing.fresh()
        if self.doer != NONE:
            r.regs[self.doer] = agent
        speaks = self.holds(s, r)
        s.work.give(self.spare, r)
        return speaks

    def holds(self, s: State, r: Record) -> bool:
        """True if its condition holds, or it has none."""
        return self.cond is None or holding(self.cond, self.standing.sentence, s, r)

    def _lent(self, s: State) -> Record:
        """A record for an act: the scratch record if it can be used and is free, else a new one."""
        spare = s.work.lend(self.spare) if self.reused else None
        if spare is None:
            return self.standing.fresh()
        regs: list[Any] = spare.regs
        for slot in self.given:
            regs[slot] = BLANK
        return spare

    def _speaks(
        self,
        s: State,
        r: Record,
        agent: Thing,
        obj: int,
        to: int,
        origin: Place,
        n: int,
        card: Thing,
    ) -> bool:
        """True if the norm applies to an act under one record."""
        if not self.pattern.fits(s, r, agent, obj, to, origin, n, card):
            return False
        if self.scopes and not self.applies(s, r):
            return False  # a scope can depend on the agent: `while they are tired`
        if self.cond is None or (self.general and s.work.holds.get(self.spare, False)):
            return True
        return self.holds(s, r)

    def places(self, s: State, agent: Thing, obj: int, origin: Place) -> list[int]:
        """The places into which the norm permits to put a thing; may hold duplicates."""
        found: list[int] = []
        if self.place is not None and not self.pattern.misses(s, agent, obj, NONE):
            for r in self.pattern.bearing(self.standing, s, agent, obj):
                if self.pattern.between(s, r, agent, obj):
                    for place in self.place.peek(s, r):
                        if self.leads(s, r, place, origin):
                            found.append(place)
        return found

    def is_about(self, s: State, agent: Thing, obj: int) -> bool:
        """True if the norm is about an act on a thing, wherever it is put."""
        records = self.pattern.bearing(self.standing, s, agent, obj)
        return any([self.pattern.between(s, r, agent, obj) for r in records])

    def opens(
        self,
        verb_rules: VerbRules,
        said: SpeciesRules,
        s: State,
        agent: Thing,
        obj: int,
        origin: Place,
    ) -> bool:
        """True if the norm permits to put a thing into a place for which no rule forbids it."""
        if self.reused and self.pattern.bearer == NOBODY:
            spare = self._lent(s)
            opens = self._opens(verb_rules, said, s, spare, agent, obj, origin)
            s.work.give(self.spare, spare)
            return opens
        for r in self.pattern.bearing(self.standing, s, agent, obj):
            if self._opens(verb_rules, said, s, r, agent, obj, origin):
                return True
        return False

    def _opens(
        self,
        verb_rules: VerbRules,
        said: SpeciesRules,
        s: State,
        r: Record,
        agent: Thing,
        obj: int,
        origin: Place,
    ) -> bool:
        """`opens` under one record."""
        if self.place is None or not self.pattern.between(s, r, agent, obj):
            return False
        for place in self.place.peek(s, r):
            if self.leads(s, r, place, origin):
                tier = self.standing.tier
                if not against(
                    verb_rules, said, s, agent, obj, place, origin, 1, tier, NO_TEXT, NONE
                ) and (not verb_rules.costs or payable(verb_rules, s, agent, obj, place)):
                    return True
        return False

    def leads(self, s: State, r: Record, place: Place, origin: Place) -> bool:
        """True if the norm applies to a place; agent and object are matched already."""
        fits = self.pattern.rest(s, r, place, origin, 1, self.sure)
        return fits and self.applies(s, r) and self.holds(s, r)


class VerbRules:
    """All norms and triggers of the rules about one verb."""

    def __init__(self, number: int, name: str) -> None:
        self.number = number
        self.name = name
        self.what: list[Norm] = []  # permissions by object: `can be`
        self.cannot: list[Norm] = []
        self.general: list[Norm] = []  # those of `cannot` with a condition independent of the act
        self.granted: list[Norm] = []  # those of `what` with such a condition
        self.only: list[Only] = []
        self.costs: list[Norm] = []
        self.instead: list[Trigger] = []
        self.many: list[Trigger] = []  # replacements of an act on several things
        self.before: list[Trigger] = []
        self.after: list[Trigger] = []
        self.over: list[Trigger] = []
        self.by_species: list[Listeners | None] = []  # at index species + 1; 0 is for no species
        self.over_by_species: list[Listeners | None] = []
        self.instead_by_species: dict[int, list[Trigger]] = {}
        self.said: list[list[SpeciesRules | None]] = []  # by species of agent and object, each + 1
        self.said_of: dict[int, SpeciesRules] = {}  # by the word that is the object
        self.awaiting: frozenset[int] = frozenset()  # species whose targets are announced first
        self.places: list[int] | None = None  # if its object is a place: the names of all places
        self.kept = NONE  # the index of its events in history, if a sentence asks for them
        self.entry: VerbRules | None = None  # rules about `enter`, for an act that ends in a place
        self.exit: VerbRules | None = None  # those about `leave`, for an act that takes from one

    def waiting(self, species: Species) -> Listeners:
        """The triggers after an act that can fit an object of a species."""
        known, at = self.by_species, species + 1
        found = known[at] if at < len(known) else None
        return found if found is not None else _told(known, self.after, species)

    def lasting(self, species: Species) -> Listeners:
        """The triggers at the end of an act that can fit an object of a species."""
        known, at = self.over_by_species, species + 1
        found = known[at] if at < len(known) else None
        return found if found is not None else _told(known, self.over, species)

    def hindering(self, species: Species) -> list[Trigger]:
        """The triggers before or instead of an act that can fit an object of a species."""
        found = self.instead_by_species.get(species)
        if found is None:
            found = could_fit(self.before + self.instead, species)
            self.instead_by_species[species] = found
        return found

    def saying(self, s: State, agent: Thing, obj: int) -> SpeciesRules:
        """The rules that can fit an act between two things, by their species; memoized.

        Of an object that is a place, its name counts; of one that is a word, the word.
        """
        kinds = s.species
        things: i64 = len(kinds)
        doer: i64 = agent
        thing: i64 = obj
        who: i64 = NONE
        what: i64 = NONE
        if 0 <= doer < things:
            who = kinds[doer]
        if self.places is not None:
            if 0 <= thing < len(s.zname):
                what = s.zname[thing]
        elif 0 <= thing < things:
            what = kinds[thing]
        elif thing >= WORD:
            said = self.said_of.get(obj)
            return said if said is not None else self._saying_of(obj)
        who += 1
        what += 1
        if who < len(self.said):
            row = self.said[who]
            if what < len(row):
                found = row[what]
                if found is not None:
                    return found
        return self._saying(who, what)

    def _saying(self, who: Seat, what: int) -> SpeciesRules:
        """Compute and store what `saying` gives; `who` and `what` are species + 1."""
        while len(self.said) <= who:
            self.said.append([])
        row = self.said[who]
        while len(row) <= what:
            row.append(None)
        found = row[what] = SpeciesRules(self, who - 1, what - 1)
        return found

    def _saying_of(self, word: int) -> SpeciesRules:
        """Compute and store what `saying` gives of a word, whoever the agent is."""
        found = self.said_of[word] = SpeciesRules(self, NONE, NONE, word)
        return found

    def spares(self, word: int) -> bool:
        """True if nothing can prevent an act of the verb whose object is a word.

        `become calm` is such an act where a rule forbids to become beaten.
        """
        return not self.guarded_ends() and SpeciesRules(self, NONE, NONE, word).nothing

    def guarded(self) -> bool:
        """True if a norm can forbid acts of the verb."""
        return bool(self.cannot or self.only)

    def guarded_ends(self) -> bool:
        """True if a norm can forbid that the object leaves its place or enters another."""
        entry, exit_ = self.entry, self.exit
        return (entry is not None and entry.guarded()) or (exit_ is not None and exit_.guarded())

    def heard(self) -> bool:
        """True if a trigger waits for acts of the verb."""
        return bool(self.after or self.over or self.before or self.instead)


def _told(known: list[Listeners | None], triggers: list[Trigger], species: Species) -> Listeners:
    """Compute and store the triggers that can fit an object of a species."""
    made = Listeners(could_fit(triggers, species))
    while len(known) <= species + 1:
        known.append(None)
    known[species + 1] = made
    return made


class SpeciesRules:
    """The rules about a verb that can fit an act between an agent and an object of two species.

    Gain: 20 % on the mean of the shipped games.
    """

    def __init__(
        self, verb_rules: VerbRules, agent: Species, obj: Species, word: int = NONE
    ) -> None:
        act = (agent, obj, verb_rules.places)
        self.what = [norm for norm in verb_rules.what if speaks(norm, *act)]
        self.ranked = sorted(self.what, key=lambda norm: -norm.standing.tier)
        self.cannot = [norm for norm in verb_rules.cannot if speaks(norm, *act)]
        self.only = [only for only in verb_rules.only if speaks(only, *act)]
        self.after = [one for one in verb_rules.after if open_to(one.pattern, *act)]
        hindering = (*verb_rules.before, *verb_rules.instead)
        self.hindering = [one for one in hindering if open_to(one.pattern, *act)]
        if word != NONE:
            self.what = [norm for norm in self.what if takes(norm, word)]
            self.ranked = [norm for norm in self.ranked if takes(norm, word)]
            self.cannot = [norm for norm in self.cannot if takes(norm, word)]
            self.only = [only for only in self.only if takes(only, word)]
            self.after = [one for one in self.after if takes(one, word)]
            self.hindering = [one for one in self.hindering if takes(one, word)]
        self.nothing = not (self.cannot or self.only or self.hindering)  # that can prevent the act


def speaks(norm: Norm | Only, agent: Species, obj: int, places: list[int] | None) -> bool:
    """True if a norm could apply to an act between two species; NONE for what is no thing."""
    if any(isinstance(scope, Lit) and not scope.n for scope in norm.scopes):
        return False
    if isinstance(norm, Norm) and isinstance(norm.cond, Lit) and not norm.cond.n:
        return False
    return open_to(norm.pattern, agent, obj, places)


def open_to(pattern: Pattern | None, agent: Species, obj: int, places: list[int] | None) -> bool:
    """True if an act between two species could fit a pattern; with `places`, one on a place."""
    if pattern is None:
        return True
    doer = None if pattern.sourced else pattern.agent  # the card with the text may fit as well
    if not _can_be(doer, agent):
        return False
    return _can_be(pattern.obj, obj) if places is None else _can_be_at(pattern.obj, obj, places)


def takes(rule: Norm | Only | Trigger, word: int) -> bool:
    """True if an act whose object is a word could fit the pattern of a rule.

    Gain: 12 % of the start of a match in which cards get modifiers.
    """
    matcher, standing = rule.pattern.obj if rule.pattern is not None else None, rule.standing
    if matcher is None:
        return True
    same = matcher.same
    if matcher.coded or (same is None and (matcher.things or matcher.species is not None)):
        return False
    if isinstance(same, Lit):
        return same.n == word
    if isinstance(same, Reg) and isinstance(standing, OnModified) and same.slot == standing.word:
        return word in standing.instances  # `this modifier`
    return True


def _can_be(matcher: Matcher | None, species: Species) -> bool:
    """True if something of a species could fit a slot of a pattern."""
    if matcher is None or species == NONE or matcher.species is None:
        return True
    if matcher.inside or matcher.content or (matcher.same and not matcher.itself()):
        return True
    return species in matcher.species


def _can_be_at(matcher: Matcher | None, name: int, places: list[int]) -> bool:
    """True if a place of a name could fit a slot of a pattern; `places` has the names of all."""
    if matcher is None or name == NONE or matcher.inside:
        return True
    same = matcher.same
    if matcher.content:
        return name == CONTENT or matcher.upon or same is not None or matcher.species is None
    if isinstance(same, (Lit, OwnPlace)):
        place = same.n if isinstance(same, Lit) else same.base
        return not 0 <= place < len(places) or places[place] == name
    named = [test for test in matcher.tests if isinstance(test, PlaceNamed)]
    return same is not None or all(one.name == name for one in named)


def could_forbid(verb_rules: VerbRules, obj: Expr, to: Expr | None, places: list[int]) -> bool:
    """True if a norm could forbid an act on an object or to a goal, by the places that these are.

    `places` has the names of all places.
    """
    if verb_rules.entry is not None or verb_rules.exit is not None:
        return True
    name = _name_of(obj, places) if verb_rules.places is not None else NONE
    goal = _name_of(to, places)
    norms: list[Norm | Only] = [*verb_rules.cannot, *verb_rules.only]
    for norm in norms:
        if speaks(norm, NONE, name, verb_rules.places):
            if _can_be_at(norm.pattern.to, goal, places):
                return True
    return False


def _name_of(expr: Expr | None, places: list[int]) -> int:
    """The name of the place that an expression gives, if only one name is possible; else NONE."""
    place = NONE
    if isinstance(expr, (Lit, OwnPlace)):
        place = expr.n if isinstance(expr, Lit) else expr.base
    return places[place] if 0 <= place < len(places) else NONE


def could_fit(triggers: list[Trigger], species: Species) -> list[Trigger]:
    """The triggers whose object can be of a species; NONE for those of acts without an object."""
    found: list[Trigger] = []
    for trigger in triggers:
        pattern = trigger.pattern
        if species == NONE:
            if pattern is None or pattern.obj is None or not trigger.quick:
                found.append(trigger)
        elif (
            pattern is None
            or pattern.obj is None
            or pattern.obj.species is None
            or species in pattern.obj.species
        ):
            found.append(trigger)
    return found


OUT_OF_TURN: Final = "out of turn"  # the manner of an act outside the turn for it


def freed(do: Do) -> frozenset[str]:
    """The exemptions that the act itself claims (`out of turn`), for rules with `unless`."""
    return frozenset({OUT_OF_TURN} if ("manner", OUT_OF_TURN) in do.roles else ())


class Only:
    """A restriction: a sentence that allows one way of an act and forbids all others."""

    def __init__(self, standing: Standing, pattern: Pattern, slot: str) -> None:
        self.unless: frozenset[str] = frozenset()  # exemptions: texts that may require the act
        self.duties: list[Offer] = []  # the duties that may, if it has exemptions
        self.standing = standing
        self.pattern = pattern  # the act without the slot that is restricted
        self.place = NONE  # the one goal that it is about, if that is known
        self.slot = slot
        self.focus: Matcher | None = None  # what the restricted slot must be
        self.sourced = False  # whether the card whose text orders an act may fit instead
        self.cond: Expr | None = None  # or the condition that must hold
        self.scopes: list[Expr] = []

    def exempts(self, s: State, agent: Thing, obj: int, by: frozenset[str]) -> bool:
        """True if a text that may require the act causes it, or an open duty requires it."""
        if not by.isdisjoint(self.unless):
            return True
        return demanding(self.duties, self.pattern.verb, s, agent, obj)

    def ready(self) -> None:
        """Set `place` if the restriction is about one known place."""
        to = self.pattern.to
        if to is not None and to.slot < 0 and isinstance(to.same, Lit):
            if not (to.inside or to.content or to.open):
                self.place = to.same.n

    def forbids(
        self, s: State, agent: Thing, obj: int, to: int, origin: Place, n: int, card: Thing = NONE
    ) -> bool:
        """True if the act is one of the ways that the restriction forbids."""
        if self.place != NONE and to != self.place:
            return False
        if self.pattern.misses(s, agent, obj, card):
            return False
        for r in self.pattern.bearing_onto(self.standing, s, agent, obj, to):
            if not self.pattern.fits(s, r, agent, obj, to, origin, n, card):
                continue
            if self.scopes and any(not scope.ev(s, r) for scope in self.scopes):
                continue
            if self.focus is not None:
                value = {"agent": agent, "obj": obj, "from": origin}.get(self.slot, to)
                if value == NONE and self.slot not in ("agent", "obj"):
                    continue  # the place is not decided yet
                if not self.focus.fits(s, r, value):
                    if not (self.sourced and card >= 0 and self.focus.fits(s, r, card)):
                        return True
            elif self.cond is not None and not holding(self.cond, self.standing.sentence, s, r):
                return True
        return False


class Required(Expr):
    """The condition that an open duty requires an act: of this doer, with this object."""

    def __init__(
        self, verb: int, duties: list[Offer], agent: Expr | None, obj: Expr | None
    ) -> None:
        self.verb = verb
        self.duties = duties  # all duties of the rules
        self.agent = agent
        self.obj = obj

    def ev(self, s: State, r: Record) -> int:
        agent = self.agent.ev(s, r) if self.agent is not None else NONE
        obj = self.obj.ev(s, r) if self.obj is not None else NONE
        return 1 if demanding(self.duties, self.verb, s, agent, obj) else 0


def demanding(duties: list[Offer], verb: int, s: State, agent: Thing, obj: int) -> bool:
    """True if one of some duties is open and requires an act."""
    for duty in duties:
        if duty.verb == verb and duty.requires(s, agent, obj):
            return True
    return False


NO_TEXT: Final[frozenset[str]] = frozenset()  # no text requires the act


def forbidding(
    verb_rules: VerbRules, s: State, agent: Thing, obj: int, to: int, origin: Place, n: int,
    freed: int, by: frozenset[str] = NO_TEXT, card: Thing = NONE,
) -> int:  # fmt: skip
    """The sentence that forbids an act, or 0.

    `freed` is the highest tier of a permission. `by` names the kinds of what bears the text that
    requires the act, and `card` is the card with that text.
    """
    if not verb_rules.cannot and not verb_rules.only:
        return hindering_ends(verb_rules, s, obj, to, origin, n, freed, by, card)
    return against(
        verb_rules, verb_rules.saying(s, agent, obj), s, agent, obj, to, origin, n, freed, by, card
    )


def against(
    verb_rules: VerbRules, said: SpeciesRules, s: State, agent: Thing, obj: int, to: int,
    origin: Place, n: int, freed: int, by: frozenset[str], card: Thing,
) -> int:  # fmt: skip
    """`forbidding` when the species rules are at hand already."""
    for norm in said.cannot:
        if norm.modifying is not None and not norm.modifying.might_have(s, obj):
            continue
        if norm.unless and norm.exempts(s, agent, obj, by):
            continue
        if norm.standing.tier >= freed and norm.fits(s, agent, obj, to, origin, n, card):
            return norm.standing.sentence
    for only in said.only:
        if only.unless and only.exempts(s, agent, obj, by):
            continue
        if only.standing.tier >= freed and only.forbids(s, agent, obj, to, origin, n, card):
            return only.standing.sentence
    return hindering_ends(verb_rules, s, obj, to, origin, n, freed, by, card)


def hindering_ends(
    verb_rules: VerbRules, s: State, obj: int, to: int, origin: Place, n: int, freed: int,
    by: frozenset[str], card: Thing,
) -> int:  # fmt: skip
    """The sentence that forbids the object to leave its place or to enter its goal, or 0."""
    entry, exit_ = verb_rules.entry, verb_rules.exit
    found = 0
    if exit_ is not None and origin >= 0 and (exit_.cannot or exit_.only):
        said = exit_.saying(s, obj, origin)
        if said.cannot or said.only:
            found = against(exit_, said, s, obj, origin, to, NONE, n, freed, by, card)
    if found == 0 and entry is not None and to >= 0 and (entry.cannot or entry.only):
        said = entry.saying(s, obj, to)
        if said.cannot or said.only:
            found = against(entry, said, s, obj, to, NONE, origin, n, freed, by, card)
    return found


def barring(verb_rules: VerbRules, s: State, agent: Thing, obj: int, to: int, origin: Place) -> int:
    """The sentence that forbids only the place of an act under way, or 0."""
    said = verb_rules.saying(s, agent, obj)
    for norm in said.cannot:
        if norm.pattern.to is not None and norm.fits(s, agent, obj, to, origin, 1):
            if not norm.fits(s, agent, obj, NONE, origin, 1):
                return norm.standing.sentence
    for only in said.only:
        if only.forbids(s, agent, obj, to, origin, 1):
            if not only.forbids(s, agent, obj, NONE, origin, 1):
                return only.standing.sentence
    entry = verb_rules.entry
    return forbidding(entry, s, obj, to, NONE, origin, 1, 0) if entry is not None else 0


def permitting(
    said: SpeciesRules, s: State, agent: Thing, obj: int, to: int, origin: Place, n: int
) -> Norm | None:
    """The norm of the highest tier that permits an act, or None."""
    for norm in said.ranked:
        if norm.fits(s, agent, obj, to, origin, n):
            return norm
    return None
