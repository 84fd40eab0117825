"""Amendments: the rules of a match changed while it is played."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace

from deckmastor.engine.ids import NONE, Thing, block_of, frame
from deckmastor.engine.law.amendment import Amendment
from deckmastor.engine.law.migrate import Unmigratable, migrate, same_sentences
from deckmastor.engine.law.rules_as_things import (
    PASSED,
    REFUSED,
    Bill,
    postpone,
    proclaim,
    protecting,
)
from deckmastor.engine.law.trial import tried
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.rules.assembly import built, unswept
from deckmastor.engine.rules.program import FUEL, Exhausted
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.rules.schema import ASIDE_PLACE, Renumbered, Schema
from deckmastor.engine.state.layout import OVER, STAGE
from deckmastor.engine.state.state import State
from deckmastor.engine.turns.flow import ACTING, PHASE_ENDS, Flow
from deckmastor.engine.verbs.changes import make
from deckmastor.engine.verbs.primitives import GAME
from deckmastor.language.faults import Fault
from deckmastor.language.fragment import Change, change


class Refused(Exception):
    """An amendment that is not adopted: why, and where in its text."""

    def __init__(self, message: str, faults: list[Fault] | None = None) -> None:
        super().__init__(message)
        self.faults = faults or []


@dataclass(frozen=True, slots=True)
class Bringer:
    """Who brings an amendment in: their name, and those who stand behind it, the first of whom
    does it. A card or a proposal is followed by the player whose it is."""

    name: str = ""
    who: tuple[int, ...] = (GAME,)
    hosts: frozenset[str] = frozenset()  # what bears the text that demands it
    sentence: int = 0  # the sentence that demands it

    @property
    def author(self) -> int:
        """The player whose rules they will be, or NONE."""
        return self.who[-1] if self.who[-1] >= 0 else NONE


def propose(rules: Ruleset, state: State, text: str, by: Bringer) -> tuple[Ruleset, State]:
    """The rules and the state under which a match would go on; Refused if that cannot be."""
    if state.v[OVER]:
        raise Refused("The game is over.")
    words = tuple(rules.schema.words[rules.spoken :])
    new = amended(rules, Amendment(text, by.name, len(state.zones), words))
    guard = protecting(rules, state, new.amendments[-1], list(by.who), by.hosts)
    if guard:
        told = rules.sentences[guard]
        fault = Fault(told.file, told.line, 1, "This forbids it.", told.text, code="protected")
        raise Refused(f"The rules do not allow this change: '{told.text}'", [fault])
    return new, migrate(rules, new, state)


def amended(rules: Ruleset, amendment: Amendment) -> Ruleset:
    """The rules as an amendment leaves them; Refused if it cannot be read or run."""
    number = len(rules.amendments) + 1
    told = change(rules.schema.book, amendment.text, f"amendment {number}", rules.former)
    _check(list(told.faults))
    new = _compiled(rules, told, amendment)
    known = set(rules.unrunnable)
    failing = [one for one in new.unrunnable if one not in known]
    if failing:
        text, why = failing[0]
        faults = [_unrunnable(told, text, why) for text, why in failing]
        raise Refused(f"This cannot be played: {why}. '{text}'", faults)
    gone = {*told.repealed, *told.amended}
    was = {one.id: one for one in rules.schema.book.source.rules if one.id in gone}
    new.former = rules.former | was
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
        return built(schema, rules.verbs, later=True)
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
    return replace(
        amendment, sentences=fresh, repealed=told.repealed, reworded=told.amended,
        adopted=told.adopted,
    )  # fmt: skip


# ---- coming into force ----------------------------------------------------------------------


def enact(m: Machine, s: State, by: Bringer | None = None) -> None:
    """Let the newest amendment come into force: it is told, and its effects are due.

    If players are asked what they do, they are asked anew under the new rules, after its effects;
    if an effect is under way, they come when it is over.
    """
    amendment = m.rules.amendments[-1]
    free = _between_effects(m, s)
    m.fuel = FUEL
    m.fired.clear()
    m.listed_for = None
    by = by or Bringer()
    m.sentence = amendment.sentences[0] if amendment.sentences else by.sentence
    m.card = by.who[0] if by.who[0] >= m.rules.first_card else NONE
    proclaim(m, s, amendment, by.who[0], by.author)
    due = [
        (trigger, record)
        for trigger in m.rules.moments.get(("before", "game"), ())
        if trigger.standing.sentence in amendment.sentences
        for record in trigger.standing.records(s)
    ]
    frames: list[int] = []
    for trigger, record in reversed(due):
        frames += [frame(trigger.block.id), s.keep(record)]
    base = m.ground(s)
    s.agenda[base:base] = frames
    if free and not s.bills:
        if s.asks and s.v[STAGE] == PHASE_ENDS:
            s.v[STAGE] = ACTING  # somebody has passed while others are asked
        s.asks.clear()
        m.resume(s)


def _between_effects(m: Machine, s: State) -> bool:
    """Whether the flow of the game itself is all that waits."""
    heads = [*s.agenda[0::2], *s.asks[1::4]]
    return all(isinstance(m.blocks[block_of(head)].ops[0], (Flow, Bill)) for head in heads)


def adopt(
    rules: Ruleset, state: State, text: str, by: Bringer | None = None
) -> tuple[Ruleset, State]:
    """The rules, and the state before the amendment is enacted, after all that can be tried."""
    by = by or Bringer()
    with unswept():
        try:
            new, ready = propose(rules, state, text, by)
        except Unmigratable as why:
            raise Refused(str(why)) from why
        tried_out(rules, state, new, ready, by)
    return new, ready


def tried_out(rules: Ruleset, state: State, new: Ruleset, ready: State, by: Bringer) -> None:
    """Refused if what follows an amendment has no end, and would have one without it."""
    try:
        trial = ready.clone()
        machine = Machine(new)
        enact(machine, trial, by)
        at_rest(machine, trial, PASSED)
    except Exhausted as why:
        raise Refused(_endless(new, why)) from why
    failure = tried(new, trial)
    if failure is None:
        return
    try:
        before = state.clone()
        at_rest(Machine(rules), before, REFUSED)
    except Exhausted:
        return
    if tried(rules, before) is None:
        raise Refused(_endless(new, failure)) from failure


def at_rest(m: Machine, s: State, outcome: int) -> None:
    """Go on to the next question if an effect waits for what becomes of its bill."""
    if s.bills and not s.v[OVER]:
        s.bills = [outcome]
        m.resume(s)


def _endless(rules: Ruleset, why: Exhausted) -> str:
    numbers = sorted({rules.triggers[t].standing.sentence for t in why.triggers})
    told = ", ".join(f"'{rules.sentences[n].text}'" for n in numbers)
    return f"This would go on without end: {why}. {told}".rstrip()


def remade(rules: Ruleset, amendments: list[Amendment]) -> Ruleset:
    """The rules of a book with its amendments, as they were when each was adopted."""
    for amendment in amendments:
        rules = amended(rules, amendment)
    return rules


def bill(
    rules: Ruleset, state: State, text: str, by: Bringer
) -> tuple[Ruleset, State, Bringer] | None:
    """The rules and the state that a bill leads to, before it is enacted; Refused if it fails.

    None if it changes the very effect that brings it in: it waits until that effect is over.
    """
    try:
        new, ready = propose(rules, state, text, by)
    except Unmigratable as why:
        if _between_effects(Machine(rules), state):
            raise Refused(str(why)) from why
        postpone(rules, state)
        return None
    tried_out(rules, state, new, ready, by)
    return new, ready, replace(by, sentence=same_sentences(rules, new).get(by.sentence, 0))


def bringer(rules: Ruleset, s: State, name: Callable[[State, int], str]) -> Bringer:
    """Who brings in the bill that an effect waits for: a card or a proposal, with its player."""
    _, _, agent, by, _, sentence = s.bills
    author = rules.schema.attrs.get("author")
    if _is_proposal(rules, s, by) and author is not None and author.home == "column":
        agent = s.cols[author.at][by]
    who = [one for one in (by, agent) if one >= 0] or [GAME]
    told = name(s, who[0])
    if _is_proposal(rules, s, by):
        told += f" {sum(1 for thing in range(by + 1) if _is_proposal(rules, s, thing))}"
    return Bringer(told, tuple(who), rules.hosts[sentence], sentence)


def _is_proposal(rules: Ruleset, s: State, thing: Thing) -> bool:
    return thing >= 0 and "proposal" in rules.schema.species[s.species[thing]].kinds


def named(rules: Ruleset, s: State, by: str) -> tuple[State, Bringer]:
    """Who brings an amendment in from outside, by name, and the state in which they are there.

    In a book that speaks of rules, `proposal 12` is a proposal that came from outside.
    """
    schema = rules.schema
    words = by.split()
    for size in range(len(words) if schema.lawful else 0, 0, -1):
        kind = schema.species_ids.get(" ".join(words[:size]), NONE)
        if kind != NONE and "proposal" in schema.species[kind].kinds:
            s = s.clone()
            return s, Bringer(by, (make(Machine(rules), s, kind, ASIDE_PLACE),))
        if kind in s.species and by == schema.species[kind].name:
            return s, Bringer(by, (s.species.index(kind),))
    return s, Bringer(by)
