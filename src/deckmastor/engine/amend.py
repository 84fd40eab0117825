"""Amendments: the rules of a match changed while it is played.

A text becomes a new Ruleset beside the old one, which numbers everything that there was as before;
the State is carried over to it. Nothing here changes the State or the Ruleset that it is given.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace

from deckmastor.engine import acts
from deckmastor.engine.carrying import Changed, carried, same_sentences
from deckmastor.engine.flow import Flow
from deckmastor.engine.machine import FUEL, SHIFT, Exhausted, Machine
from deckmastor.engine.program.build import built
from deckmastor.engine.ruleset import Ruleset
from deckmastor.engine.schema import Renumbered, Schema
from deckmastor.engine.state import NONE, OVER, State
from deckmastor.engine.trial import tried
from deckmastor.language.faults import Fault
from deckmastor.language.fragment import Change, change


@dataclass(frozen=True, slots=True)
class Amendment:
    """A text that was adopted; from the book and its amendments the rules can be made again.

    `places` is how many places there were, and `words` are those that play had brought up.
    """

    text: str
    by: str = ""
    places: int = 0
    words: tuple[str, ...] = ()
    sentences: tuple[int, ...] = field(default=(), compare=False)
    repealed: tuple[str, ...] = field(default=(), compare=False)

    def to_data(self) -> list[object]:
        """What a save keeps of it."""
        return [self.text, self.by, self.places, list(self.words)]

    @staticmethod
    def from_data(data: list[object]) -> Amendment:
        """The amendment that `to_data` wrote; ValueError or TypeError for anything else."""
        text, by, places, words = data
        if not isinstance(places, int) or not isinstance(words, list):
            raise TypeError("an amendment was expected")
        return Amendment(str(text), str(by), places, tuple(str(word) for word in words))


class Refused(Exception):
    """An amendment that is not adopted: why, and where in its text."""

    def __init__(self, message: str, faults: list[Fault] | None = None) -> None:
        super().__init__(message)
        self.faults = faults or []


def propose(rules: Ruleset, state: State, text: str, by: str = "") -> tuple[Ruleset, State]:
    """The rules and the state under which a match would go on; Refused if that cannot be."""
    if state.v[OVER]:
        raise Refused("The game is over.")
    words = tuple(rules.schema.words[rules.spoken :])
    new = amended(rules, Amendment(text, by, len(state.zones), words))
    try:
        return new, carried(rules, new, state)
    except Changed as why:
        raise Refused(str(why)) from why


def amended(rules: Ruleset, amendment: Amendment) -> Ruleset:
    """The rules as an amendment leaves them; Refused if it cannot be read or run."""
    number = len(rules.amendments) + 1
    told = change(rules.schema.book, amendment.text, f"amendment {number}")
    _check(list(told.faults))
    new = _compiled(rules, told, amendment)
    known = set(rules.unrunnable)
    failing = [one for one in new.unrunnable if one not in known]
    if failing:
        text, why = failing[0]
        faults = [_unrunnable(told, text, why) for text, why in failing]
        raise Refused(f"This cannot be played: {why}. '{text}'", faults)
    new.amendments = (*rules.amendments, _cited(rules, new, told, amendment))
    key = repr((rules.hash, new.hash, amendment.to_data()))
    new.hash = hashlib.sha256(key.encode()).hexdigest()[:32]
    return new


def _check(faults: list[Fault]) -> None:
    if faults:
        first = faults[0]
        where = f"{first.file}:{first.line}:{first.column}"
        raise Refused(f"{where}  {first.message}", faults)


def _compiled(rules: Ruleset, told: Change, by: Amendment) -> Ruleset:
    old = rules.schema
    words = (*old.words[: rules.spoken], *by.words)
    try:
        schema = Schema(told.book, old.seats, old.given, old, by.places, words)
        return built(schema, rules.verbs)
    except Renumbered as why:
        raise Refused(f"This cannot be adopted in the middle of a match: {why}.") from why


def _unrunnable(told: Change, text: str, why: str) -> Fault:
    for entry in told.entries:
        if entry.paragraph.text == text:
            line, column = entry.paragraph.place(0)
            return Fault(entry.paragraph.file, line, column, why, text, code="unrunnable")
    return Fault("", 1, 1, why, text, code="unrunnable")


def _cited(rules: Ruleset, new: Ruleset, told: Change, amendment: Amendment) -> Amendment:
    """The amendment with the numbers of its sentences, which now say who brought them in."""
    kept = {there: here for here, there in same_sentences(rules, new).items()}
    for number, sentence in enumerate(new.sentences):
        by = rules.sentences[kept[number]].by if number in kept else amendment.by
        if by:
            new.sentences[number] = replace(sentence, by=by)
    fresh = tuple(n for n in range(1, len(new.sentences)) if n not in kept)
    return replace(amendment, sentences=fresh, repealed=told.repealed)


# ---- coming into force ----------------------------------------------------------------------


def enact(m: Machine, s: State, agent: int = acts.GAME) -> None:
    """Let the newest amendment come into force: it is told, and its effects are due.

    If players are asked what they do, they are asked anew under the new rules, after its effects;
    if an effect is under way, they come when it is over.
    """
    amendment = m.rules.amendments[-1]
    free = _between_effects(m, s)
    m.fuel = FUEL
    m.fired.clear()
    m.listed_for = None
    m.sentence = amendment.sentences[0] if amendment.sentences else 0
    m.card = NONE
    kind = m.rules.schema.species_ids.get("rule", NONE)
    rule = acts.make(m, s, kind, NONE) if kind != NONE else NONE
    for _ in amendment.repealed:
        acts.fire(m, s, acts.REPEAL, agent, NONE)
    acts.fire(m, s, acts.ADOPT, agent, rule)
    due = [
        (trigger, record)
        for trigger in m.rules.moments.get(("before", "game"), ())
        if trigger.standing.sentence in amendment.sentences
        for record in trigger.standing.records(s)
    ]
    frames: list[int] = []
    for trigger, record in reversed(due):
        frames += [trigger.block.id << SHIFT, s.keep(record)]
    s.agenda[2:2] = frames
    if free:
        s.asks.clear()
        m.resume(s)


def _between_effects(m: Machine, s: State) -> bool:
    """Whether the flow of the game itself is all that waits."""
    heads = [*s.agenda[0::2], *s.asks[1::4]]
    return all(isinstance(m.blocks[head >> SHIFT].ops[0], Flow) for head in heads)


def adopt(
    rules: Ruleset, state: State, text: str, by: str = "", agent: int = acts.GAME
) -> tuple[Ruleset, State]:
    """The rules, and the state before the amendment is enacted, after all that can be tried."""
    new, ready = propose(rules, state, text, by)
    try:
        trial = ready.clone()
        enact(Machine(new), trial, agent)
    except Exhausted as why:
        raise Refused(_endless(new, why)) from why
    failure = tried(new, trial)
    if failure is not None and tried(rules, state) is None:
        raise Refused(_endless(new, failure)) from failure
    return new, ready


def _endless(rules: Ruleset, why: Exhausted) -> str:
    numbers = sorted({rules.triggers[t].standing.sentence for t in why.triggers})
    told = ", ".join(f"'{rules.sentences[n].text}'" for n in numbers)
    return f"This would go on without end: {why}. {told}".rstrip()


def remade(rules: Ruleset, amendments: list[Amendment]) -> Ruleset:
    """The rules of a book with its amendments, as they were when each was adopted."""
    for amendment in amendments:
        rules = amended(rules, amendment)
    return rules


__all__ = ["Amendment", "Refused", "adopt", "enact", "remade"]
