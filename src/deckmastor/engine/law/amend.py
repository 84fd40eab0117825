"""Amendments: change the rules of a match while it is played.

`adopt` reads the text, recompiles the rules, migrates the State and plays trial runs. Any of these
can raise `Refused`. Only then does `enact` put the amendment into force.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from deckmastor.engine.ids import NONE, Thing, block_of, frame
from deckmastor.engine.law.amendment import Amendment
from deckmastor.engine.law.migrate import (
    Forgotten,
    Recall,
    Unmigratable,
    migrate,
    same_sentences,
    same_texts,
)
from deckmastor.engine.law.rules_as_things import (
    PASSED,
    REFUSED,
    Bill,
    postpone,
    proclaim,
    protecting,
)
from deckmastor.engine.law.trial import Flawed, tried
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.rules.assembly import built, unswept
from deckmastor.engine.rules.program import FUEL
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.rules.schema import ASIDE_PLACE, Numbering, Renumbered, Schema
from deckmastor.engine.state.budgets import Exhausted, blame
from deckmastor.engine.state.layout import OVER, SERIAL, STAGE
from deckmastor.engine.state.state import State
from deckmastor.engine.turns.flow import ACTING, PHASE_ENDS, Flow
from deckmastor.engine.verbs.changes import make
from deckmastor.engine.verbs.primitives import GAME
from deckmastor.language.book import Book
from deckmastor.language.faults import Fault
from deckmastor.language.fragment import Change, change, clashes


class Refused(Exception):
    """An amendment is not adopted; the message says why, the faults say where in its text."""

    def __init__(self, message: str, faults: list[Fault] | None = None) -> None:
        super().__init__(message)
        self.faults = faults or []


class Unsound(Exception):
    """An amendment with which Deckmastor itself fails; the message is the sentence at fault."""


@dataclass(frozen=True, slots=True)
class Bringer:
    """The source of an amendment: its name, and the agents behind it.

    The first agent acts; a card or a proposal is followed by its player.
    """

    name: str = ""
    who: tuple[int, ...] = (GAME,)
    hosts: frozenset[str] = frozenset()  # the hosts of the sentence that orders it
    sentence: int = 0  # the sentence that orders it

    @property
    def author(self) -> int:
        """The player who is the author of the new rules, or NONE."""
        return self.who[-1] if self.who[-1] >= 0 else NONE


def propose(
    rules: Ruleset, state: State, text: str, by: Bringer, recall: Recall | None = None
) -> tuple[Ruleset, State]:
    """The rules and the state with which a match would continue; Refused if it cannot.

    `recall` gives the past if the new rules ask for events that were not kept.
    """
    if state.v[OVER]:
        raise Refused("The game is over.")
    words = tuple(rules.schema.words[rules.spoken :])
    since = state.v[SERIAL] + 1
    new = amended(rules, Amendment(text, by.name, len(state.zones), words, since))
    guard = protecting(rules, state, new.amendments[-1], list(by.who), by.hosts)
    if guard:
        told = rules.sentences[guard]
        fault = Fault(told.file, told.line, 1, "This forbids it.", told.text, code="protected")
        raise Refused(f"The rules do not allow this change: '{told.text}'", [fault])
    try:
        return new, migrate(rules, new, state, recall)
    except Forgotten as why:
        raise Refused(str(why)) from why


def amended(rules: Ruleset, amendment: Amendment) -> Ruleset:
    """The rules after an amendment; Refused if it cannot be read or compiled."""
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
    new.history = _chained(rules.history or rules.hash, amendment)
    new.hash = _chained(new.history, new.hash)
    return new


def _chained(before: str, more: object) -> str:
    """The hash of a hash and what comes behind it."""
    told = more.to_data() if isinstance(more, Amendment) else more
    return hashlib.sha256(repr((before, told)).encode()).hexdigest()[:32]


def _check(faults: list[Fault]) -> None:
    if faults:
        first = faults[0]
        where = f"{first.file}:{first.line}:{first.column}"
        raise Refused(f"{where}  {first.message}", faults)


def _compiled(rules: Ruleset, told: Change, by: Amendment) -> Ruleset:
    old = rules.schema
    words = (*old.words[: rules.spoken], *by.words)
    try:
        former = old.numbering()
        schema = Schema(told.book, old.seats, old.given, former, by.places, words)
        since = _since(rules, schema, by)
        return built(schema, rules.verbs, later=True, remembers=rules.remembers, since=since)
    except Renumbered as why:
        raise Refused(f"This cannot be adopted in the middle of a match: {why}.") from why


def _since(rules: Ruleset, schema: Schema, by: Amendment) -> list[int]:
    """When each sentence came into force: those that the amendment brings, with it."""
    known = rules.since or [0] * len(rules.sentences)
    found = [by.since] * (len(schema.entries) + 1)
    for here, there in same_texts(rules.schema, schema).items():
        found[there] = known[here]
    return found


def _unrunnable(told: Change, text: str, why: str) -> Fault:
    for entry in told.entries:
        if entry.paragraph.text == text:
            line, column = entry.paragraph.place(0)
            return Fault(entry.paragraph.file, line, column, why, text, code="unrunnable")
    return Fault("", 1, 1, why, text, code="unrunnable")


def _cited(rules: Ruleset, new: Ruleset, told: Change, amendment: Amendment) -> Amendment:
    """The amendment with the numbers of its sentences; each new sentence gets its source."""
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
    """Put the newest amendment into force: fire its events and schedule its effects.

    Between effects, open questions are asked again under the new rules, after its effects. If an
    effect is running, the effects of the amendment come after it.
    """
    amendment = m.rules.amendments[-1]
    free = _between_effects(m, s)
    m.fuel = FUEL
    s.work.refill()
    m.fired.clear()
    m.forget_options()
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
            s.v[STAGE] = ACTING  # one player has passed, but others are still asked
        s.asks.clear()
        m.resume(s)


def _between_effects(m: Machine, s: State) -> bool:
    """True if nothing is on the agenda or asked but the flow of turns and bills."""
    heads = [*s.agenda[0::2], *s.asks[1::4]]
    return all(isinstance(m.blocks[block_of(head)].ops[0], (Flow, Bill)) for head in heads)


def adopt(
    rules: Ruleset, state: State, text: str, by: Bringer | None = None,
    recall: Recall | None = None,
) -> tuple[Ruleset, State]:  # fmt: skip
    """The rules and the state, ready for `enact`, after trial runs; Refused if one fails."""
    by = by or Bringer()
    with unswept():
        try:
            new, ready = propose(rules, state, text, by, recall)
        except Unmigratable as why:
            raise Refused(str(why)) from why
        tried_out(rules, state, new, ready, by)
    return new, ready


def tried_out(rules: Ruleset, state: State, new: Ruleset, ready: State, by: Bringer) -> None:
    """Raise Refused if trial runs find an endless chain that does not exist without it.

    Unsound if an error of Deckmastor itself ends one.
    """
    try:
        _tried_out(rules, state, new, ready, by)
    except Flawed as flaw:
        raise Unsound(new.sentences[flaw.sentence].text) from flaw


def _tried_out(rules: Ruleset, state: State, new: Ruleset, ready: State, by: Bringer) -> None:
    try:
        trial = ready.clone()
        machine = Machine(new)
        enact(machine, trial, by)
        at_rest(machine, trial, PASSED)
    except Exhausted as why:
        if not why.triggers and machine.sentence:
            blame(why, machine.sentence)
        raise Refused(_endless(new, why)) from why
    except RecursionError as why:
        told = new.sentences[machine.sentence].text
        raise Refused(f"This would go on without end. '{told}'") from why
    except Exception as fault:
        raise Flawed(machine.sentence) from fault
    idle = trial.agenda == ready.agenda or _between_effects(machine, trial)
    if idle and trial.queue == ready.queue and _only_absent_cards(rules, new, trial):
        return
    failure = tried(new, trial)
    if failure is None:
        return
    try:
        before = state.clone()
        at_rest(Machine(rules), before, REFUSED)
    except Exhausted:
        return
    try:
        without = tried(rules, before)
    except Flawed:
        return
    if without is None:
        raise Refused(_endless(new, failure)) from failure


def _only_absent_cards(rules: Ruleset, new: Ruleset, s: State) -> bool:
    """True if an amendment only lists cards of which there is no copy, and nothing makes one.

    Play is then as before: there is nothing to try.
    """
    law, schema = new.amendments[-1], new.schema
    if law.repealed or law.reworded or _other_lists(schema.book) != _other_lists(rules.schema.book):
        return False
    made = {noun for said in schema.said for noun in said.begun}
    told = [entry for entry in schema.entries if entry.para is not None]
    for entry in (told[number - 1] for number in law.sentences):
        rows = schema.of_row.get(entry.id, ()) if entry.paragraph.host == "card" else ()
        if not rows or any(row in s.species or made & schema.species[row].kinds for row in rows):
            return False
    return bool(law.sentences)


def _other_lists(book: Book) -> tuple[int, ...]:
    """How many rows the tables of a book have that list no things."""
    return (len(book.values), len(book.collections), len(book.relations), len(book.decks))


def at_rest(m: Machine, s: State, outcome: int) -> None:
    """Resume up to the next question if an effect waits for the outcome of its bill."""
    if s.bills and not s.v[OVER]:
        s.bills = [outcome]
        m.resume(s)


def _endless(rules: Ruleset, why: Exhausted) -> str:
    numbers = sorted({rules.triggers[t].standing.sentence for t in why.triggers} | {*why.sentences})
    told = ", ".join(f"'{rules.sentences[n].text}'" for n in numbers)
    return f"This would go on without end: {why}. {told}".rstrip()


# ---- coming back ----------------------------------------------------------------------------


def remade(rules: Ruleset, amendments: list[Amendment], kept: Checkpoint | None = None) -> Ruleset:
    """The rules of a book, rebuilt by applying its amendments in order.

    With a checkpoint, only the book that they lead to is compiled.
    """
    if kept is not None and amendments:
        return _compiled_once(rules, amendments, kept)
    for amendment in amendments:
        rules = amended(rules, amendment)
    return rules


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The numbers that amended rules have given: with them, their book is compiled at once."""

    numbering: Numbering
    words: tuple[str, ...]
    verbs: list[str]
    since: list[int]  # by sentence

    def to_data(self) -> list[object]:
        """The fields that a save stores."""
        return [self.numbering.to_data(), list(self.words), self.verbs, self.since]

    @staticmethod
    def from_data(data: list[Any]) -> Checkpoint:
        """What `to_data` wrote; ValueError, TypeError or KeyError for most other data."""
        numbering, words, verbs, since = data
        told = tuple([str(word) for word in words])
        return Checkpoint(Numbering.from_data(numbering), told, verbs, since)


def checkpoint(rules: Ruleset) -> Checkpoint | None:
    """The checkpoint of rules; None if they are those of their book."""
    if not rules.amendments:
        return None
    schema = rules.schema
    words = tuple(schema.words[: rules.spoken])
    return Checkpoint(schema.numbering(), words, rules.verbs, rules.since)


def _compiled_once(rules: Ruleset, amendments: list[Amendment], kept: Checkpoint) -> Ruleset:
    """The rules after amendments, of which only the last are compiled."""
    old, book, former, history = rules.schema, rules.schema.book, rules.former, rules.hash
    adopted: list[Amendment] = []
    for number, amendment in enumerate(amendments, 1):
        told = change(book, amendment.text, f"amendment {number}", former, sure=True)
        _check(list(told.faults))
        gone = {*told.repealed, *told.amended}
        if gone:
            former = former | {one.id: one for one in book.source.rules if one.id in gone}
        book, history = told.book, _chained(history, amendment)
        adopted.append(
            replace(amendment, repealed=told.repealed, reworded=told.amended, adopted=told.adopted)
        )
    _check([fault for fault in clashes(book) if fault.severity == "error"])
    schema = Schema(book, old.seats, old.given, kept.numbering, 0, kept.words)
    new = built(schema, kept.verbs, later=True, remembers=rules.remembers, since=kept.since)
    if len(kept.since) != len(new.sentences):
        raise ValueError("a checkpoint of other rules")
    sources = {amendment.since: amendment.by for amendment in amendments}
    for number, sentence in enumerate(new.sentences):
        by = sources.get(kept.since[number], "") if number else ""
        if by:
            new.sentences[number] = replace(sentence, by=by)
    new.former, new.amendments, new.history = former, tuple(adopted), history
    new.hash = _chained(history, new.hash)
    return new


def bill(
    rules: Ruleset, state: State, text: str, by: Bringer
) -> tuple[Ruleset, State, Bringer] | None:
    """The rules and the state after a bill, ready for `enact`; Refused if it fails.

    None if the bill changes the running effect that introduced it: it is postponed.
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
    """The source of the bill that an effect waits for: a card or a proposal, with its player."""
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
    """The source of an amendment from outside, by its name, and a state that contains it.

    If rules are things in this book, `proposal 12` becomes a proposal out of the game.
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
