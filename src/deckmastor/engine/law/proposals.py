"""Proposals: how they are submitted, voted on, and closed at the end of their voting period."""

from __future__ import annotations

from typing import Final

from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.ids import NONE, UNBOUND, Seat, Slot, Species, Thing
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.questions import chooser
from deckmastor.engine.rules.program import AGAIN, NEXT, ONE, Op
from deckmastor.engine.state.layout import ANCHOR, CLOCK
from deckmastor.engine.state.state import Record, State
from deckmastor.engine.verbs.acts import Act
from deckmastor.engine.verbs.changes import change, fire, lay_down, make
from deckmastor.engine.verbs.new_things import Given
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


class DrawUp(Op):
    """Make a proposal that lies nowhere yet, with its author and class, to be judged."""

    def __init__(self, agent: Expr, species: Species, slot: Slot, given: Given) -> None:
        self.agent = agent
        self.species = species
        self.slot = slot
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


class Vote(Act):
    """Vote for or against, or abstain; the last vote of each voter counts."""

    def __init__(self, agent: Expr, obj: Expr, way: int, slot: Slot, label: Slot) -> None:
        super().__init__(agent, obj, label)
        self.way = way  # one of WAYS by index, or NONE if the voter picks it
        self.slot = slot

    def run(self, m: Machine, s: State, r: Record) -> int:
        if self.way == NONE and r.regs[self.slot] == UNBOUND:
            m.asked = [chooser(s, self.agent.ev(s, r))]
            m.way = ONE
            return AGAIN
        way = self.way if self.way != NONE else r.regs[self.slot]
        voter = self.agent.ev(s, r)
        things = self.obj.many(s, r)
        for thing in things:
            cast(m, s, voter, thing, way)
        return self.done(r, bool(things))

    def options(self, m: Machine, s: State, r: Record, who: Seat) -> list[int]:
        return [0, 1, 2]

    def take(self, m: Machine, s: State, r: Record, who: Seat, option: int) -> int:
        r.regs[self.slot] = option
        return NEXT


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
