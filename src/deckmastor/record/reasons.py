"""Why something cannot be done now: the sentence that stands against it, or what it waits for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deckmastor.engine.acts import PASS
from deckmastor.engine.norms import Verb, forbidding
from deckmastor.engine.ruleset import Sentence
from deckmastor.engine.state import NONE, TURN, Record
from deckmastor.engine.window import Offer, payable

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
        if found:
            best = max(found, key=lambda one: one.close)
            if best.close < ELSEWHERE:
                return self._cite(best.sentence, best.reason)
        return self._elsewhere(bool(found))

    def _cite(self, sentence: int, reason: str) -> Reason:
        return _because(self.rules.sentences[sentence], reason)

    def _elsewhere(self, allowed: bool) -> Reason:
        """The rules are silent about it: it is not what is asked, or nobody may ever do it."""
        for decision in self.match.decisions:
            if decision.player == self.player:
                reason = f"It is no answer to what {self.player} is asked: {decision.prompt}"
                return _because(decision.because, reason)
        whom = " and ".join(sorted({decision.player for decision in self.match.decisions}))
        reason = f"{self.player} is not asked now; {whom or 'nobody'} is."
        if not allowed and not self.match.decisions:
            reason = f"No sentence lets {self.player} {self.text}."
        because = self.match.decisions[0].because if self.match.decisions else Sentence("", "")
        return _because(because, reason)

    def _passing(self) -> Reason:
        law = self.rules.laws[PASS]
        against = forbidding(law, self.state, self.who, NONE, NONE, NONE, 1, 0)
        if against:
            return self._cite(against, f"It forbids {self.player} to pass now.")
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
            found = [self._thing(offer, record, thing) for record in records for thing in things]
        return max(found, key=lambda one: one.close)

    def _speaking(self, offer: Offer) -> list[Record] | Found:
        """The records under which a permission speaks to the player now, or why it does not."""
        norm, s = offer.norm, self.state
        sentence = norm.standing.sentence
        best = Found(WHO, sentence, f"It does not speak of {self.player}.")
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
        law = self.rules.laws[offer.verb]
        sentence = norm.standing.sentence
        if norm.cond is not None and not norm.cond.ev(s, r):
            return Found(IF, sentence, "Its condition is not met.")
        if offer.able is not None and not offer.able.ev(s, r):
            return Found(IF, sentence, "It cannot be done as things are.")
        against = forbidding(law, s, self.who, NONE, NONE, NONE, 1, norm.standing.tier)
        if against:
            return Found(FORBIDDEN, against, "It forbids this.")
        if not payable(law, s, self.who, NONE):
            return Found(FORBIDDEN, law.costs[0].standing.sentence, "The price cannot be paid.")
        return Found(ELSEWHERE, sentence, "")

    def _thing(self, offer: Offer, r: Record, thing: int) -> Found:
        """Why an act on a thing is not allowed."""
        norm, s = offer.norm, self.state
        law = self.rules.laws[offer.verb]
        sentence = norm.standing.sentence
        name = self.match.thing(thing)
        assert offer.found is not None
        if thing not in offer.found.many(s, r):
            return Found(WHAT, sentence, f"{name} is not where {self.player} could do that.")
        r.regs[offer.obj] = thing
        if norm.cond is not None and not norm.cond.ev(s, r):
            return Found(IF, sentence, "Its condition is not met.")
        to = offer.to.ev(s, r) if offer.to is not None else NONE
        against = offer.legal(self.match.machine, s, law, self.who, thing, to)
        if not against:
            return Found(ELSEWHERE, sentence, "")
        if any(against == one.standing.sentence for one in law.what):
            return self._unfit(law, thing, to, against)
        if any(against == one.standing.sentence for one in law.costs):
            return Found(FORBIDDEN, against, "The price cannot be paid.")
        return Found(FORBIDDEN, against, "It forbids this.")

    def _unfit(self, law: Verb, thing: int, to: int, against: int) -> Found:
        """Why a thing is not among those that something can be done to."""
        s, name = self.state, self.match.thing(thing)
        for norm in law.what:
            for r in norm.standing.records(s):
                if norm.applies(s, r) and norm.pattern.fits(
                    s, r, self.who, thing, to, s.where[thing], 1
                ):
                    sentence = norm.standing.sentence
                    return Found(FORBIDDEN, sentence, f"Its condition is not met by {name}.")
        return Found(FORBIDDEN, against, f"It does not speak of {name}.")

    def _things(self, name: str) -> list[int]:
        """The things of a name that the player may know of."""
        s, sees = self.state, self.rules.views.sees
        first = self.rules.schema.first_card
        return [
            thing
            for thing in range(len(s.species))
            if self.match.thing(thing) == name and (thing < first or sees(s, self.who, thing))
        ]


def _because(told: Sentence, reason: str) -> Reason:
    return Reason(told.id, told.text, told.file, told.line, told.by, reason)
