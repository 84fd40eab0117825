"""Proposals: how they are submitted, voted on, and closed at the end of their voting period."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.facts.in_force import UNRANKED
from deckmastor.engine.ids import NONE, UNBOUND, Seat, Slot, Species, Thing
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.questions import chooser
from deckmastor.engine.permission.costs import payable
from deckmastor.engine.permission.norms import forbidding
from deckmastor.engine.rules.program import AGAIN, NEXT, ONE, Op
from deckmastor.engine.state.layout import ANCHOR, CLOCK, THIS
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.verbs.acts import Act
from deckmastor.engine.verbs.changes import change, fire, lay_down, make
from deckmastor.engine.verbs.new_things import Given, Making
from deckmastor.engine.verbs.primitives import ABSTAIN, END, SUBMIT, TAKE_EFFECT, VOTE

NEVER: Final = 1 << 60
WAYS = ("for", "against", "abstain")
TALLIES = ("vote for", "vote against", "abstention")


def draw_up(m: Machine, s: State, author: int, species: Species) -> Thing:
    """Make a proposal of an author, which lies nowhere yet."""
    schema = m.rules.schema
    made = make(m, s, species, NONE)
    s.column(schema.attrs["author"].at)[made] = author
    s.column(schema.attrs["#text"].at)[made] = NONE
    return made


def put_to_vote(m: Machine, s: State, proposal: Thing) -> None:
    """Lay a new proposal among the others; its voting period begins now."""
    schema = m.rules.schema
    s.column(schema.attrs["#since"].at)[proposal] = s.v[CLOCK]
    lay_down(m, s, proposal, schema.docket)
    s.dirty |= m.rules.fact_bits


def deadline(m: Machine, s: State, proposal: int) -> int:
    """The time when the voting period of a proposal ends; NEVER if no rule sets a period."""
    rules = m.rules
    s.v[ANCHOR] = s.cols[rules.schema.attrs["#since"].at][proposal]
    record = rules.empty_record()
    record.regs += [UNBOUND] * (rules.period_size - len(record.regs))
    record.regs[rules.period_slot] = proposal
    length = rules.period.ev(s, record) if rules.period is not None else 0
    since = s.v[ANCHOR]
    s.v[ANCHOR] = 0
    return since + length if length > 0 else NEVER


def standing(m: Machine, s: State) -> list[int]:
    """The proposals whose voting period has not ended."""
    schema = m.rules.schema
    closed = s.cols[schema.attrs["#closed"].at]
    return [
        thing
        for thing in s.zones[schema.docket]
        if not closed[thing] and schema.species[s.species[thing]].kind != "rule"
    ]


def closing(m: Machine, s: State) -> int:
    """The time when the next voting period ends."""
    now = s.v[CLOCK]
    return min((max(deadline(m, s, thing), now) for thing in standing(m, s)), default=NEVER)


def close(m: Machine, s: State) -> None:
    """End the voting periods that are over, the oldest proposal first."""
    column = m.rules.schema.attrs["#closed"].at
    word = m.rules.schema.word("voting period")
    for thing in standing(m, s):
        if deadline(m, s, thing) <= s.v[CLOCK]:
            change(m, s, column, thing, 1)
            fire(m, s, END, thing, word)


class DrawUp(Making):
    """Make a proposal that lies nowhere yet, with its author and class, to be judged."""

    def __init__(self, agent: Expr, species: Species, slot: Slot, given: Given) -> None:
        super().__init__(slot)
        self.agent = agent
        self.species = species
        self.given = given  # the columns and words of its class

    def run(self, m: Machine, s: State, r: Record) -> int:
        if r.regs[self.slot] != UNBOUND:
            return NEXT
        made = draw_up(m, s, self.agent.ev(s, r), self.species)
        for column, word in self.given:
            s.column(column)[made] = word.ev(s, r)
        r.regs[self.slot] = made
        return NEXT


class Submit(Act):
    """Submit a new proposal, so that its voting period begins now.

    The player first writes its text if texts can take effect.
    """

    def __init__(self, agent: Expr, obj: Expr, label: Slot) -> None:
        super().__init__(agent, obj, label)
        self.text = NONE  # the label of its text, if the player writes one

    def run(self, m: Machine, s: State, r: Record) -> int:
        agent = self.agent.ev(s, r)
        if self.text != NONE and r.regs[self.text] == UNBOUND:
            m.asked = [chooser(s, agent)]
            m.way = ONE
            return AGAIN
        made = self.obj.ev(s, r)
        if self.text != NONE:
            s.column(m.rules.schema.attrs["#text"].at)[made] = r.regs[self.text]
            r.regs[self.text] = UNBOUND
        put_to_vote(m, s, made)
        fire(m, s, SUBMIT, agent, made)
        return self.done(r, True)

    def options(self, m: Machine, s: State, r: Record, who: Seat) -> list[int]:
        return [NONE]

    def take(self, m: Machine, s: State, r: Record, who: Seat, option: int) -> int:
        r.regs[self.text] = option
        return NEXT


class SubmitThing(Act):
    """Submit a proposal that exists already."""

    def run(self, m: Machine, s: State, r: Record) -> int:
        things = self.obj.many(s, r)
        for thing in things:
            fire(m, s, SUBMIT, self.agent.ev(s, r), thing)
        return self.done(r, bool(things))


class ChooseWay(Op):
    """Ask how somebody votes on things: one of the ways that no rule forbids for each of them."""

    def __init__(self, agent: Expr, obj: Expr, slot: Slot, by: frozenset[str]) -> None:
        self.agent = agent
        self.obj = obj
        self.slot = slot  # receives the word of the way
        self.by = by  # exemptions from rules with `unless`
        self.backing = UNRANKED  # of its permission, which outranks prohibitions of lower tiers

    def run(self, m: Machine, s: State, r: Record) -> int:
        if r.regs[self.slot] != UNBOUND:
            return NEXT
        voter = self.agent.ev(s, r)
        if not self.options(m, s, r, voter):
            r.regs[self.slot] = NONE
            return NEXT
        m.asked = [chooser(s, voter)]
        m.way = ONE
        return AGAIN

    def options(self, m: Machine, s: State, r: Record, who: Seat) -> list[int]:
        voter, things = self.agent.ev(s, r), self.obj.many(s, r)
        if not things:
            return []
        return [
            way
            for way in range(len(WAYS))
            if all(self._open(m, s, r, voter, m.rules.schema.word(WAYS[way]), t) for t in things)
        ]

    def _open(self, m: Machine, s: State, r: Record, voter: int, way: int, thing: Thing) -> bool:
        """True if no rule forbids a vote, and it can be paid for."""
        rules, card = m.rules.verb_rules[VOTE], r.regs[THIS]
        if forbidding(rules, s, voter, way, thing, NONE, 1, self.backing.tier, self.by, card):
            return False
        if way == m.rules.schema.word(WAYS[2]):
            also = m.rules.verb_rules[ABSTAIN]
            if forbidding(also, s, voter, NONE, thing, NONE, 1, self.backing.tier, self.by, card):
                return False
        return payable(rules, s, voter, way, thing)

    def take(self, m: Machine, s: State, r: Record, who: Seat, option: int) -> int:
        r.regs[self.slot] = m.rules.schema.word(WAYS[option])
        return NEXT


class Vote(Act):
    """Vote on a thing in one way; the last vote of each voter counts."""

    def __init__(self, agent: Expr, obj: Expr, way: Expr, label: Slot) -> None:
        super().__init__(agent, obj, label)
        self.way = way  # the word of one of WAYS, or NONE

    def run(self, m: Machine, s: State, r: Record) -> int:
        way, thing = self.way.ev(s, r), self.obj.ev(s, r)
        words = [m.rules.schema.word(name) for name in WAYS]
        if way in words and thing >= 0:
            cast(m, s, self.agent.ev(s, r), thing, words.index(way))
        return self.done(r, way in words and thing >= 0)


def cast(m: Machine, s: State, voter: int, thing: Thing, way: int) -> None:
    """Count a vote; it replaces the voter's earlier one."""
    schema = m.rules.schema
    key = schema.attrs["#ballots"].at << 20 | thing
    ballots = s.bags.setdefault(key, [])
    if voter in ballots[0::2]:
        at = 2 * ballots[0::2].index(voter)
        was = schema.attrs[TALLIES[ballots[at + 1]]].at
        change(m, s, was, thing, s.cols[was][thing] - 1)
        del ballots[at : at + 2]
    ballots += [voter, way]
    column = schema.attrs[TALLIES[way]].at
    change(m, s, column, thing, s.cols[column][thing] + 1)
    fire(m, s, VOTE, voter, schema.word(WAYS[way]), thing)
    if way == 2:
        fire(m, s, ABSTAIN, voter, NONE, thing)


class TakeEffect(Act):
    """Fire the event that a card's text takes effect; the text is in force while it is in play."""

    def run(self, m: Machine, s: State, r: Record) -> int:
        things = self.obj.many(s, r)
        for thing in things:
            fire(m, s, TAKE_EFFECT, NONE, thing)
        return self.done(r, bool(things))
