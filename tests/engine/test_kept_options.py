"""What is kept and left out while options are listed: it is what would be listed anew."""

from __future__ import annotations

import random

import pytest

from deckmastor.engine import Machine, Ruleset, State, run
from deckmastor.engine.ids import NONE
from deckmastor.engine.rules.schema import WORD
from deckmastor.engine.state.workspace import Workspace
from deckmastor.engine.verbs.changes import make
from deckmastor.match import load

SEATS = 3
LIMIT = 150  # decisions
BAGS = 1


def rules(name: str) -> Ruleset:
    return load(name).rules(SEATS)


def played(made: Ruleset, seed: int) -> tuple[Machine, State, random.Random]:
    machine = Machine(made)
    return machine, run(machine, seed), random.Random(seed)


@pytest.mark.parametrize("name", ["exoptosis", "meta"])
def test_options_are_those_that_a_machine_lists_that_has_listed_nothing_before(name: str) -> None:
    made = rules(name)
    machine, state, chance = played(made, 3)
    for _ in range(LIMIT):
        if not state.asks:
            break
        for at in range(0, len(state.asks), 4):
            anew = Machine(made).options(state.clone(), at)
            assert machine.options(state, at) == anew
            assert machine.options(state, at) == anew  # and again, now that all are judged
        at = 4 * chance.randrange(len(state.asks) // 4)
        machine.answer(state, at, chance.choice(machine.options(state, at)))


def without_hand(made: Ruleset, state: State) -> State:
    """A fork in which whoever is asked first has no cards in hand."""
    fork = state.clone()
    fork.zone(made.schema.attrs["hand"].at + state.asks[0]).clear()
    return fork


def test_what_was_listed_before_a_change_is_not_listed_after_it() -> None:
    made = rules("exoptosis")
    machine, state, chance = played(made, 3)
    while machine.begun_for is not state or Machine(made).options(
        without_hand(made, state), 0
    ) == Machine(made).options(state.clone(), 0):
        at = 4 * chance.randrange(len(state.asks) // 4)
        machine.answer(state, at, chance.choice(machine.options(state, at)))
    state.zone(made.schema.attrs["hand"].at + state.asks[0]).clear()

    assert machine.options(state, 0) == Machine(made).options(state.clone(), 0)


def test_what_an_adopted_rule_decides_is_dropped_when_that_rule_begins_or_ends_alone() -> None:
    work = Workspace()
    mine = work.keep_facts(0, BAGS, frozenset({4}))
    mine.sets[0] = [7]
    work.overrule([5, 11, 0, 1])
    assert mine.sets == {0: [7]}  # another rule began

    work.overrule([5, 11, 0, 1, 4, 12, 0, 2])
    assert mine.sets == {}

    mine.sets[0] = [8]
    work.overrule([4, 12, 0, 2])
    assert mine.sets == {0: [8]}  # another rule ended

    work.overrule([4, 13, 0, 3])
    assert mine.sets == {}  # it was adopted anew


@pytest.mark.parametrize("name", ["exoptosis", "unicorns"])
def test_rules_that_are_left_out_for_a_word_fit_no_act_on_it(name: str) -> None:
    made = rules(name)
    machine, state, chance = played(made, 5)
    left_out = 0
    for _ in range(60):
        if not state.asks:
            break
        for verb_rules in made.verb_rules:
            for word in chance.sample(range(len(made.schema.words)), 4):
                said = verb_rules.saying(state, NONE, WORD + word)
                for agent in chance.sample(range(len(state.species)), 2):
                    act = (state, agent, WORD + word, NONE, NONE, 1)
                    for trigger in verb_rules.after:
                        if trigger not in said.after:
                            left_out += 1
                            assert trigger.match(*act) == []
                    for norm in verb_rules.cannot:
                        if norm not in said.cannot:
                            left_out += 1
                            assert not norm.fits(*act)
        at = 4 * chance.randrange(len(state.asks) // 4)
        machine.answer(state, at, chance.choice(machine.options(state, at)))
    assert left_out > 0


def test_a_rule_about_a_word_is_found_by_that_word() -> None:
    made = rules("exoptosis")
    _, state, _ = played(made, 5)
    becoming = next(one for one in made.verb_rules if one.name == "become")
    beaten, calm = made.schema.word("beaten"), made.schema.word("calm")

    assert becoming.saying(state, 0, beaten).cannot
    assert not becoming.saying(state, 0, calm).cannot
    assert becoming.spares(made.schema.word("busy"))
    assert not becoming.spares(beaten)


def test_a_rule_about_what_goes_onto_its_card_is_asked_of_that_card_alone() -> None:
    made = rules("exoptosis")
    machine, state, _ = played(made, 7)
    playing = next(one for one in made.verb_rules if one.name == "play")
    onto = [norm for norm in (*playing.what, *playing.only) if norm.pattern.onto]
    pile, met = made.schema.attrs["pile"].at, 0
    assert onto
    for species in (made.schema.species_ids[name] for name in ("6", "Joker", "5", "Jester")):
        for card in (make(machine, state, species, pile), make(machine, state, species, pile)):
            for norm in onto:
                matcher, standing = norm.pattern.to, norm.standing
                assert matcher is not None
                few = norm.pattern.bearing_onto(standing, state, 0, card, pile)
                every = standing.records(state)
                fit = [r.regs for r in every if matcher.fits(state, r, pile)]
                assert [r.regs for r in few if matcher.fits(state, r, pile)] == fit
                assert len(few) <= 1
                met += len(fit)
                assert norm.pattern.bearing_onto(standing, state, 0, card, NONE) == []
    assert met >= len(onto)
