"""Why something cannot be done now: the sentence that stands against it, or what it waits for."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deckmastor.engine import Record, Sentence
from deckmastor.engine.inside import (
    ASIDE_PLACE,
    LIMBO_PLACE,
    NONE,
    PASS,
    THIS,
    TURN,
    CanResolve,
    Expr,
    Lit,
    Norm,
    Offer,
    VerbRules,
    attributes,
    forbidding,
    payable,
)
from deckmastor.language.ir import Do, May, Pick, When, walk
from deckmastor.record.seeing import Sight

if TYPE_CHECKING:
    from deckmastor.match import Match


@dataclass(frozen=True, slots=True)
class Reason(Sentence):
    """The sentence that stands against something, with what it comes to here and now."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """A reason, and how close to being allowed the act came: the closest is told."""

    close: int
    sentence: int
    reason: str


HIDDEN_TEXT = Sentence("", "The text of a hidden card.")
OUTSIDE = {NONE: "nowhere", LIMBO_PLACE: "being played", ASIDE_PLACE: "out of the game"}
WHO, WHEN, OFTEN, WHAT, IF, FORBIDDEN, ELSEWHERE = range(7)


class Inquiry:
    """Asks the rules about one act of one player."""

    def __init__(self, match: Match, who: int, text: str) -> None:
        self.match = match
        self.rules = match.rules
        self.state = match.state
        self.who = who
        self.player = match.players[who]
        self.text = text

    def reason(self) -> Reason:
        """Why the act cannot be chosen now."""
        if self.match.over:
            return self._cite(0, "The game is over.")
        if self.text == "pass":
            return self._passing()
        found = [told for offer in self.rules.offers if (told := self._offer(offer)) is not None]
        best = max(found, key=lambda one: one.close, default=None)
        if best is None or best.close <= WHAT:
            answer = self._reacting()
            timely = answer is not None or best is None or best.close == WHAT
            best = self._barred(timely) or answer or best
        if best is not None and best.close == FORBIDDEN:
            return self._barring(best.sentence, best.reason)
        if best is not None and best.close < ELSEWHERE:
            return self._cite(best.sentence, best.reason)
        return self._elsewhere(bool(found))

    def _cite(self, sentence: int, reason: str) -> Reason:
        return _because(self.rules.sentences[sentence], reason)

    def _barring(self, sentence: int, reason: str) -> Reason:
        """The sentence that forbids an act; not the text of a card that the player cannot know."""
        if self._is_hidden(sentence):
            return _because(HIDDEN_TEXT, f"A card that {self.player} does not see forbids this.")
        return self._cite(sentence, reason)

    def _is_hidden(self, sentence: int) -> bool:
        """Whether a sentence stands on cards of which the player sees none."""
        told = self.rules.sentences[sentence]
        bearers = {one.name for one in self.rules.schema.book.things if one.id == told.id}
        if "/" not in told.id or not bearers:
            return False
        s, names = self.state, self.match.names
        first = self.rules.schema.first_card
        cards = [n for n in range(first, len(s.species)) if names.listed(s, n) in bearers]
        return bool(cards) and all(names.hides(s, self.who, card) for card in cards)

    # ---- whatever is asked -----------------------------------------------------------------

    def _act(self) -> tuple[VerbRules, list[int]] | None:
        """The verb of the act, and the things of that name that the player may know of."""
        for number, verb in sorted(enumerate(self.rules.verbs), key=lambda one: -len(one[1])):
            if self.text.startswith(f"{verb} "):
                return self.rules.verb_rules[number], self._things(self.text[len(verb) :].strip())
        return None

    def _barred(self, timely: bool) -> Found | None:
        """A sentence that forbids the act; if this is not the time for it, only one on a card."""
        told = self._act()
        if told is None:
            return None
        verb_rules, things = told
        for thing in sorted(things, key=lambda one: not self._mine(one)):
            origin = self.state.where[thing]
            against = forbidding(verb_rules, self.state, self.who, thing, NONE, origin, 1, 0)
            on_card = "/" in self.rules.sentences[against].id
            if against and (timely or on_card):
                return Found(FORBIDDEN, against, self._forbidden(verb_rules, thing, NONE, against))
        return None

    def _mine(self, thing: int) -> bool:
        place = self.state.where[thing]
        return place >= 0 and self.state.zowner[place] == self.who

    def _reacting(self) -> Found | None:
        """What is said of a thing that can be used only in answer to something else."""
        told = self._act()
        if told is None or not any(self._mine(thing) for thing in told[1]):
            return None
        verb_rules, things = told
        thing = next(thing for thing in things if self._mine(thing))
        kinds = self.rules.schema.species[self.state.species[thing]].kinds
        for entry in self.rules.schema.entries:
            for node in walk(entry.para) if entry.para is not None else ():
                if not (isinstance(node, When) and _allows(node, verb_rules.name, kinds)):
                    continue
                for number, sentence in enumerate(self.rules.sentences):
                    if sentence.text == entry.paragraph.text:
                        return Found(WHEN, number, self._unanswered(number))
        return None

    def _unanswered(self, sentence: int) -> str:
        """Why a player cannot answer now what a sentence lets players answer."""
        asked = [
            one for one in self.match.decisions if one.because == self.rules.sentences[sentence]
        ]
        if not asked:
            return "There is nothing to answer now."
        if any(one.player == self.player for one in asked):
            return f"{self.player} is asked now whether to do so."
        whom = Sight(self.match, self.player).others_asked(self.player)
        return f"{' and '.join(whom)} {'is' if len(whom) == 1 else 'are'} asked first."

    def _forbidden(self, verb_rules: VerbRules, thing: int, to: int, against: int) -> str:
        """What forbids an act: the card whose text it is, and where that lies, if it is seen."""
        s, names = self.state, self.match.names
        for source in (verb_rules, verb_rules.entry):
            laws = [] if source is None else [one.standing for one in source.cannot]
            laws += [] if source is None else [one.standing for one in source.only]
            for standing in laws:
                if standing.sentence != against:
                    continue
                cards = [r.regs[THIS] for r in standing.records(s)]
                lying = [card for card in cards if names.is_card(s, card) and s.where[card] >= 0]
                seen = [card for card in lying if not names.hides(s, self.who, card)]
                seen.sort(key=lambda card: s.where[card] != to)  # first what lies where it would go
                if seen and thing not in lying:
                    where = names.where(s, s.where[seen[0]])
                    return f"{self.match.thing(seen[0])} in {where} forbids this."
        return "It forbids this."

    def _elsewhere(self, allowed: bool) -> Reason:
        """The rules are silent about it: it is not what is asked, or nobody may ever do it."""
        for decision in self.match.decisions:
            if decision.player == self.player:
                reason = f"It is no answer to what {self.player} is asked: {decision.prompt}"
                return _because(decision.because, reason)
        whom = " and ".join(Sight(self.match, self.player).others_asked(self.player))
        reason = f"{self.player} is not asked now; {whom or 'nobody'} is."
        if not allowed and not self.match.decisions:
            reason = f"No sentence lets {self.player} {self.text}."
        because = self.match.decisions[0].because if self.match.decisions else Sentence("", "")
        return _because(because, reason)

    def _passing(self) -> Reason:
        verb_rules = self.rules.verb_rules[PASS]
        against = forbidding(verb_rules, self.state, self.who, NONE, NONE, NONE, 1, 0)
        if against:
            return self._barring(against, f"It forbids {self.player} to pass now.")
        for offer in self.rules.offers:
            if offer.duty and self._open(offer):
                return self._cite(
                    offer.norm.standing.sentence, f"{self.player} must do this before passing."
                )
        return self._elsewhere(True)

    def _open(self, offer: Offer) -> bool:
        machine, state = self.match.machine, self.state
        return any(
            offer.objects(machine, state, record, self.who)
            for record in offer.records(machine, state, self.who)
        )

    # ---- one permission --------------------------------------------------------------------

    def _offer(self, offer: Offer) -> Found | None:
        """Why a permission does not let the player do it; None if it speaks of another act."""
        verb = self.rules.verbs[offer.verb]
        sentence = offer.norm.standing.sentence
        if self.text not in (verb, offer.text) and not self.text.startswith(f"{verb} "):
            return None
        records = self._speaking(offer)
        if isinstance(records, Found):
            return records
        if offer.found is None:
            found = [self._plain(offer, record) for record in records]
        else:
            things = self._things(self.text[len(verb) :].strip())
            if not things:
                reason = f"{self.player} knows of no '{self.text[len(verb) :].strip()}'."
                return Found(WHAT, sentence, reason)
            meant = [
                (record, thing)
                for record in records
                for thing in things
                if not offer.itself or record.regs[THIS] == thing
            ]
            if not meant:
                return None
            found = [self._thing(offer, record, thing) for record, thing in meant]
        return max(found, key=lambda one: one.close)

    def _speaking(self, offer: Offer) -> list[Record] | Found:
        """The records under which a permission speaks to the player now, or why it does not."""
        norm, s = offer.norm, self.state
        sentence = norm.standing.sentence
        turn = s.v[TURN]
        other = turn not in (NONE, self.who)
        silent = self._not_now() if other else f"It does not speak of {self.player}."
        best = Found(WHO, sentence, silent)
        found: list[Record] = []
        for r in norm.standing.records(s):
            if norm.pattern.agent is not None and not norm.pattern.agent.fits(s, r, self.who):
                continue
            if offer.agent != NONE:
                r.regs[offer.agent] = self.who
            if not norm.applies(s, r):
                best = Found(WHEN, sentence, self._not_now())
            elif not offer.left(self.match.machine, s, r, self.who):
                best = Found(OFTEN, sentence, f"{self.player} has done it as often as it allows.")
            else:
                found.append(r)
        return found or best

    def _not_now(self) -> str:
        turn = self.state.v[TURN]
        if turn not in (NONE, self.who):
            return f"It is {self.match.person(turn)}'s turn."
        return "This is not the time for it."

    def _plain(self, offer: Offer, r: Record) -> Found:
        """Why an act without an object is not allowed."""
        norm, s = offer.norm, self.state
        verb_rules = self.rules.verb_rules[offer.verb]
        sentence = norm.standing.sentence
        if norm.cond is not None and not norm.cond.ev(s, r):
            return Found(IF, sentence, "Its condition is not met.")
        if offer.able is not None and not offer.able.ev(s, r):
            return Found(IF, sentence, "It cannot be done as things are.")
        against = forbidding(verb_rules, s, self.who, NONE, NONE, NONE, 1, norm.standing.tier)
        if against:
            return Found(FORBIDDEN, against, "It forbids this.")
        if not payable(verb_rules, s, self.who, NONE):
            return Found(
                FORBIDDEN, verb_rules.costs[0].standing.sentence, "The price cannot be paid."
            )
        return Found(ELSEWHERE, sentence, "")

    def _thing(self, offer: Offer, r: Record, thing: int) -> Found:
        """Why an act on a thing is not allowed."""
        norm, s = offer.norm, self.state
        verb_rules = self.rules.verb_rules[offer.verb]
        sentence = norm.standing.sentence
        assert offer.found is not None
        if thing not in offer.found.many(s, r):
            return Found(WHAT, sentence, self._unmeant(offer, r, thing))
        r.regs[offer.obj] = thing
        if norm.cond is not None and not norm.cond.ev(s, r):
            return Found(IF, sentence, "Its condition is not met.")
        to = offer.to.ev(s, r) if offer.to is not None else NONE
        against = offer.legal(self.match.machine, s, verb_rules, self.who, thing, to)
        if not against and offer.able is not None and not offer.able.ev(s, r):
            return Found(IF, sentence, "It cannot be done as things are.")
        if not against:
            return Found(ELSEWHERE, sentence, "")
        if any(against == one.standing.sentence for one in verb_rules.what):
            return self._unfit(verb_rules, thing, to, against)
        if any(against == one.standing.sentence for one in verb_rules.costs):
            return Found(FORBIDDEN, against, "The price cannot be paid.")
        return Found(FORBIDDEN, against, self._forbidden(verb_rules, thing, to, against))

    def _unmeant(self, offer: Offer, r: Record, thing: int) -> str:
        """Why a permission does not speak of a thing: it is of another sort, or lies elsewhere."""
        name = self.match.thing(thing)
        if self._mine(thing):
            assert offer.found is not None
            where = {self.state.where[one] for one in offer.found.many(self.state, r)}
            if self.state.where[thing] in where:
                return f"{name} is none of what it speaks of."
        place = self.state.where[thing]
        if place in OUTSIDE:
            return f"{name} is {OUTSIDE[place]}."
        return f"{name} lies in {self.match.names.where(self.state, place)}."

    def _unfit(self, verb_rules: VerbRules, thing: int, to: int, against: int) -> Found:
        """Why a thing is not among those that something can be done to."""
        s, name = self.state, self.match.thing(thing)
        barred = self._nowhere(verb_rules, thing)
        if barred is not None:
            return barred
        origin = s.where[thing]
        for norm in verb_rules.what:
            if norm.fits(s, self.who, thing, to, origin, 1):
                told = forbidding(verb_rules, s, self.who, thing, to, origin, 1, norm.standing.tier)
                if told:
                    return Found(FORBIDDEN, told, self._against(verb_rules, thing, to, told))
        unmet: list[Norm] = []
        for norm in verb_rules.what:
            for r in norm.standing.records(s):
                if norm.applies(s, r) and norm.pattern.fits(
                    s, r, self.who, thing, to, s.where[thing], 1
                ):
                    unmet.append(norm)
        if unmet:
            reason = self._unmet(thing, to, unmet)
            tier = min(norm.standing.tier for norm in unmet)
            told = forbidding(verb_rules, s, self.who, thing, to, origin, 1, tier)
            if told and not self._is_hidden(told):
                text = self.rules.sentences[told].text
                reason += f" {self._against(verb_rules, thing, to, told)} '{text}'"
            return Found(FORBIDDEN, unmet[0].standing.sentence, reason)
        return Found(FORBIDDEN, against, f"It does not speak of {name}.")

    def _against(self, verb_rules: VerbRules, thing: int, to: int, against: int) -> str:
        """What forbids an act that something else permits, and what it asks of the two cards."""
        told = self._forbidden(verb_rules, thing, to, against)
        asked = self._asked([against])
        there = self.state.zones[to] if 0 <= to < len(self.state.zones) else []
        if not asked or not there:
            return told
        cards = f"{self._with(thing, asked)} onto {self._with(there[-1], asked)}"
        return f"{told.rstrip('.')}: {cards}."

    def _nowhere(self, verb_rules: VerbRules, thing: int) -> Found | None:
        """The sentence that keeps a thing from the places where it could go: one's own first."""
        s = self.state
        against: Counter[int] = Counter()
        for norm in verb_rules.what:
            for place in norm.places(s, self.who, thing, s.where[thing]):
                told = forbidding(
                    verb_rules, s, self.who, thing, place, s.where[thing], 1, norm.standing.tier
                )
                if told:
                    against[told] += len(s.zones) if s.zowner[place] == self.who else 1
        for sentence, _ in against.most_common(1):
            return Found(FORBIDDEN, sentence, self._forbidden(verb_rules, thing, NONE, sentence))
        return None

    def _unmet(self, thing: int, to: int, unmet: list[Norm]) -> str:
        """That a condition is not met by a thing, with the text that would have to be possible.

        Told is what the sentences ask of the thing, and of the top card where it would go to.
        """
        name = self.match.thing(thing)
        able = CanResolve(self.rules, Lit(thing))
        able.unplayed = True
        texts = any(holds(norm.cond, CanResolve) for norm in unmet)
        if not texts or able.ev(self.state, Record([])):
            asked = self._asked([norm.standing.sentence for norm in unmet])
            there = self.state.zones[to] if 0 <= to < len(self.state.zones) else []
            onto = f" onto {self._with(there[-1], asked)}" if asked and there else ""
            return f"Its condition is not met by {self._with(thing, asked)}{onto}."
        species = self.state.species[thing]
        text = self.rules.sentences[self.rules.blocks[self.rules.texts[species]].sentence].text
        return f"The text of {name} cannot be done now: '{text}'"

    def _asked(self, sentences: list[int]) -> list[str]:
        """The sets that cards have and that sentences speak of: values, colours, suits."""
        said = " ".join(self.rules.sentences[one].text for one in sentences)
        return [
            name
            for name, attr in self.rules.schema.attrs.items()
            if attr.home in ("bag", "printed bag") and re.search(rf"\b{re.escape(name)}s?\b", said)
        ]

    def _with(self, thing: int, asked: list[str]) -> str:
        """A thing with what it has of some sets, as the player may know it."""
        name = self.match.thing(thing)
        if not asked or not self.rules.views.sees(self.state, self.who, thing):
            return name
        has = Sight(self.match, self.player).properties(thing, True)
        told = [f"{one} {listed(has.get(one))}" for one in asked]
        return f"{name} ({'; '.join(told)})"

    def _things(self, name: str) -> list[int]:
        """The things of a name that the player may know of."""
        s, sees = self.state, self.rules.views.sees
        first = self.rules.schema.first_card
        return [
            thing
            for thing in range(len(s.species))
            if self.match.thing(thing) == name and (thing < first or sees(s, self.who, thing))
        ]


def holds(expr: object, sort: type) -> bool:
    """True if an expression is of a sort, or one of its parts is."""
    if isinstance(expr, (list, tuple)):
        return any(holds(part, sort) for part in expr)
    if isinstance(expr, sort):
        return True
    return isinstance(expr, Expr) and any(
        holds(getattr(expr, name, None), sort) for name in attributes(expr)
    )


def listed(members: object) -> str:
    """The members of a set in words."""
    if not isinstance(members, list) or not members:
        return "none"
    return ", ".join(str(one) for one in members)


def _allows(rule: When, verb: str, kinds: frozenset[str]) -> bool:
    """Whether a rule lets somebody do this to a thing of one of these kinds when it comes up."""
    for node in walk(rule):
        if isinstance(node, May):
            for do in walk(node.effect):
                if isinstance(do, Do) and do.verb == verb and isinstance(do.obj, Pick):
                    return do.obj.kind.noun in kinds
    return False


def _because(told: Sentence, reason: str) -> Reason:
    return Reason(told.id, told.text, told.file, told.line, told.by, reason)
