"""Rules as things of the game: protection against changes, and changes that effects make.

An effect that changes rules writes a bill: a text in `State.bills`. The machine then stops, and the
match adopts or refuses the bill (`law/amend.py`).
"""

from __future__ import annotations

from typing import Final

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.ids import NONE, UNBOUND, Seat, Slot, Thing, frame
from deckmastor.engine.law.amendment import Amendment
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.questions import chooser
from deckmastor.engine.permission.norms import VerbRules
from deckmastor.engine.rules.program import AGAIN, NEXT, ONE, Op
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.rules.schema import ASIDE_PLACE, IN_FORCE
from deckmastor.engine.state.layout import CLOCK, THIS, YOU
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.verbs.acts import Act
from deckmastor.engine.verbs.changes import fire, make
from deckmastor.engine.verbs.primitives import ADOPT, AMEND, GAME, REPEAL, TAKE_EFFECT
from deckmastor.language.fragment import change

REFUSED: Final = 0  # the outcome of a bill
PASSED: Final = 1
WAITING: Final = 2  # an open bill: WAITING, text, player, card, 1 if in parts, sentence
REPEALED: Final = "repealed"
BY: Final = THIS  # in the record of a bill: the card or proposal whose text it is
BY_CARD: Final = frozenset({"card"})
TEXT: Final = 0  # and, as a set: the number of its text, and 1 if it is taken in parts


# ---- things ---------------------------------------------------------------------------------


def enroll(m: Machine, s: State) -> None:
    """Put every rule in force on the docket as a thing, and every other rule out of the game."""
    schema = m.rules.schema
    if not schema.lawful:
        return
    things = {species: thing for thing, species in enumerate(s.species)}
    in_force = set(schema.rule_ids.values())
    state = schema.attrs["state"].at if "state" in schema.attrs else NONE
    for species in schema.rule_ids.values():
        if species not in things:
            things[species] = make(m, s, species, schema.docket)
    for thing, species in enumerate(s.species):
        if not schema.species[species].row.startswith("rule "):
            continue
        place = schema.docket if species in in_force else ASIDE_PLACE
        if s.where[thing] != place:
            s.zone(s.where[thing]).remove(thing)
            s.zone(place).append(thing)
            s.where[thing] = place
            s.stir()
            if state != NONE:
                word = schema.word(IN_FORCE if place == schema.docket else REPEALED)
                s.column(state)[thing] = word
    _parents(m, s, things)


def _parents(m: Machine, s: State, things: dict[int, int]) -> None:
    """Set the parent of each rule: the rule whose heading is above it."""
    schema = m.rules.schema
    if "parent" not in schema.attrs:
        return
    column = s.column(schema.attrs["parent"].at)
    for rule in schema.book.source.rules:
        above = schema.rule_ids.get(rule.parent, NONE)
        column[things[schema.rule_ids[rule.id]]] = things.get(above, NONE)


def rule_thing(rules: Ruleset, s: State, id: str) -> int:
    """The thing of a rule; NONE if rules are no things in this book."""
    species = rules.schema.rule_ids.get(id, NONE)
    return s.species.index(species) if species in s.species else NONE


def rule_id(rules: Ruleset, s: State, thing: Thing) -> str:
    """The id of the rule that a thing is; empty if it is no rule that was ever in force."""
    row = rules.schema.species[s.species[thing]].row if 0 <= thing < len(s.species) else ""
    return row.removeprefix("rule ") if row.startswith("rule ") else ""


# ---- who may change what --------------------------------------------------------------------


def protecting(
    rules: Ruleset, s: State, changes: Amendment, who: list[int], by: frozenset[str]
) -> int:
    """The sentence in force that forbids a change of the rules, or 0.

    `who` introduces it: a player, or a card or proposal with its player. `by` are the hosts of its
    text; a sentence that makes an exception for one of them does not forbid it.
    """
    if not rules.schema.lawful:
        return 0
    judged: list[tuple[int, int]] = []
    for verb, ids in ((REPEAL, changes.repealed), (AMEND, changes.reworded)):
        judged += [(verb, rule_thing(rules, s, id)) for id in ids]
    if changes.adopted:
        s = s.clone()
        new = make(Machine(rules), s, rules.schema.species_ids["rule"], rules.schema.docket)
        judged.append((ADOPT, new))
    for verb, thing in judged:
        sentence = forbidding(rules.verb_rules[verb], s, who, thing, by)
        if sentence:
            return sentence
    return 0


def forbidding(
    verb_rules: VerbRules, s: State, who: list[int], thing: Thing, by: frozenset[str]
) -> int:
    """The sentence that forbids an act on a thing by the agents `who`, or 0."""
    for norm in verb_rules.cannot:
        if norm.unless.isdisjoint(by):
            if any(norm.fits(s, agent, thing, NONE, NONE, 1) for agent in who):
                return norm.standing.sentence
    for only in verb_rules.only:
        if only.unless.isdisjoint(by):
            if all(only.forbids(s, agent, thing, NONE, NONE, 1) for agent in who):
                return only.standing.sentence
    return 0


class Amendable(Expr):
    """The condition that a card may change what some rules state."""

    def __init__(self, verb_rules: VerbRules, species: list[int]) -> None:
        self.verb_rules = verb_rules
        self.species = species  # of the rules

    def ev(self, s: State, r: Record) -> int:
        who = [r.regs[THIS], r.regs[YOU]]
        for number in self.species:
            if number in s.species:
                thing = s.species.index(number)
                if forbidding(self.verb_rules, s, who, thing, BY_CARD):
                    return 0
        return 1


def proclaim(m: Machine, s: State, changes: Amendment, agent: Thing, author: int) -> None:
    """Fire the events of repealed, amended and adopted rules; sign new rules with the author."""
    rules = m.rules
    for id in changes.repealed:
        fire(m, s, REPEAL, agent, _former_thing(rules, s, id))
    for id in changes.reworded:
        fire(m, s, AMEND, agent, rule_thing(rules, s, id))
    fresh = [rule_thing(rules, s, id) for id in changes.adopted]
    for thing in fresh:
        if thing != NONE:
            _sign(rules, s, thing, author)
    if fresh or not (changes.repealed or changes.reworded):
        for thing in fresh or [NONE]:
            fire(m, s, ADOPT, agent, thing)


def _former_thing(rules: Ruleset, s: State, id: str) -> int:
    """The thing of a rule that is no longer in force, or NONE."""
    for thing in s.zones[ASIDE_PLACE]:
        if rule_id(rules, s, thing) == id:
            return thing
    return NONE


def _sign(rules: Ruleset, s: State, thing: Thing, author: int) -> None:
    """Store the author of a rule and the time when it came into force."""
    for name, value in (("author", author), ("adoption time", s.v[CLOCK])):
        attr = rules.schema.attrs.get(name)
        if attr is not None and attr.home == "column":
            s.column(attr.at)[thing] = value
    s.dirty |= rules.fact_bits


# ---- bills ----------------------------------------------------------------------------------


class Enact(Act):
    """An instruction that repeals, amends or adopts rules, or puts a proposal's text into effect.

    It writes a bill and waits until the bill is adopted or refused.
    """

    def __init__(self, verb: int, agent: Expr, obj: Expr, label: Slot) -> None:
        super().__init__(agent, obj, label)
        self.verb = verb
        self.change = ("", "")  # old words and new words

    def run(self, m: Machine, s: State, r: Record) -> int:
        if s.bills:
            passed = s.bills == [PASSED]
            s.bills = []
            return self.done(r, passed)
        things = self.obj.many(s, r)
        if self.verb == TAKE_EFFECT:
            return self._take_effect(m, s, r, things)
        told = [text for thing in things if (text := self._decree(m, s, thing))]
        if not told:
            return self.done(r, False)
        return bring_in(m, s, "\n\n".join(told), self.agent.ev(s, r), r.regs[THIS], False)

    def _decree(self, m: Machine, s: State, thing: Thing) -> str:
        """The change of one rule, as a sentence."""
        id = rule_id(m.rules, s, thing)
        if not id:
            return ""
        if self.verb == AMEND:
            old, new = self.change
            return f'Amend the rule "{id}": replace "{old}" by "{new}".'
        return f'{"Repeal" if self.verb == REPEAL else "Adopt"} the rule "{id}".'

    def _take_effect(self, m: Machine, s: State, r: Record, things: list[int]) -> int:
        column = s.cols[m.rules.schema.attrs["#text"].at]
        for thing in things:
            fire(m, s, TAKE_EFFECT, NONE, thing)
        written = [thing for thing in things if 0 <= column[thing] < len(s.texts)]
        if not written:
            return self.done(r, bool(things))
        thing = written[0]
        return bring_in(m, s, s.texts[column[thing]], GAME, thing, True)


class Draft(Enact):
    """An instruction that asks a player for the text of a new rule, or a new text for a rule."""

    def __init__(self, verb: int, agent: Expr, obj: Expr, label: Slot, text: int) -> None:
        super().__init__(verb, agent, obj, label)
        self.text = text  # the label of the text

    def run(self, m: Machine, s: State, r: Record) -> int:
        if s.bills:
            return super().run(m, s, r)
        agent = self.agent.ev(s, r)
        if r.regs[self.text] == UNBOUND:
            m.asked = [chooser(s, agent)]
            m.way = ONE
            return AGAIN
        written = r.regs[self.text]
        r.regs[self.text] = UNBOUND
        id = ""
        if self.verb == AMEND:
            id = next((rule_id(m.rules, s, thing) for thing in self.obj.many(s, r)), "")
        if written < 0 or (self.verb == AMEND and not id):
            return self.done(r, False)
        text = under_heading(m.rules, id, s.texts[written]) if id else s.texts[written]
        if oversteps(m.rules, text, id):
            return self.done(r, False)
        return bring_in(m, s, text, agent, r.regs[THIS], False)

    def options(self, m: Machine, s: State, r: Record, who: Seat) -> list[int]:
        return [NONE]

    def take(self, m: Machine, s: State, r: Record, who: Seat, option: int) -> int:
        r.regs[self.text] = option
        return NEXT


def under_heading(rules: Ruleset, id: str, text: str) -> str:
    """A text under the heading of a rule in force, so that it replaces the text of that rule."""
    rule = next(rule for rule in rules.schema.book.source.rules if rule.id == id)
    return f"{'#' * max(rule.level, 2)} {rule.title} {{#{id}}}\n\n{text}"


def oversteps(rules: Ruleset, text: str, id: str) -> bool:
    """True if a text changes more than the rule with this id; without id, more than new rules."""
    told = change(rules.schema.book, text, "", rules.former)
    if told.faults:
        return False  # the bill is refused because of these faults
    return bool(told.repealed) or told.amended != ((id,) if id else ()) or bool(id and told.adopted)


def bring_in(m: Machine, s: State, text: str, agent: Thing, by: int, in_parts: bool) -> int:
    """Write a bill and stop the machine until the bill is adopted or refused."""
    if text not in s.texts:
        s.texts = [*s.texts, text]
    s.bills = [WAITING, s.texts.index(text), agent, by, int(in_parts), m.sentence]
    m.asked = []
    m.way = ONE
    return AGAIN


class Bill(Op):
    """An instruction that submits a postponed bill, after the effect that it would change."""

    def run(self, m: Machine, s: State, r: Record) -> int:
        if s.bills:
            s.bills = []
            return NEXT
        text, in_parts = r.sets[TEXT]
        s.bills = [WAITING, text, r.regs[YOU], r.regs[BY], in_parts, 0]
        m.asked = []
        m.way = ONE
        return AGAIN


def postpone(rules: Ruleset, s: State) -> None:
    """Postpone a bill until the effect that is running is over."""
    _, text, agent, by, in_parts, _ = s.bills
    record = rules.empty_record()
    record.regs[YOU], record.regs[BY] = agent, by
    record.sets[TEXT] = [text, in_parts]
    base = Machine(rules).ground(s)
    s.agenda[base:base] = [frame(rules.bill_block), s.keep(record)]
    s.bills = [PASSED]
