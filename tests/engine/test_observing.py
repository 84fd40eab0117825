"""What an observer hears of turns and of the end, and triggers that run in a chosen order."""

from __future__ import annotations

import deckmastor as dm
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.start import lay
from deckmastor.engine.rules.program import RECALL
from deckmastor.engine.turns.flow import InOrder

RACE = """\
# Race

- Each player has a hand. There is a deck and a pile. The pile is face up.
- To draw a card is to move the top card of the deck to your hand.
- Before the game, each player draws a card.
- On their turn, a player may play a card from their hand onto the pile.
- After a player plays a card, end the turn.
- When the number of cards in the pile is 3, end the game.
- At the end of the game, each player with the most points wins the game.

## Cards

The cards are:

| Name | Count |
|---|---|
| Bell | 9 |
"""


def told(match):
    return [(event.verb, event.agent, event.object) for event in match.events]


def test_turns_are_heard_though_no_rule_speaks_of_them():
    match = dm.read(RACE).start(["ann", "bob", "cy"])

    match.choose("ann", "play Bell")

    turns = [event for event in told(match) if event[2] == "turn"]
    assert turns == [("begin", "ann", "turn"), ("end", "ann", "turn"), ("begin", "bob", "turn")]


def test_the_end_of_the_game_names_the_sentence_that_ended_it():
    match = dm.read(RACE).start(["ann", "bob", "cy"])

    for player in ("ann", "bob", "cy"):
        match.choose(player, "play Bell")

    (end,) = [event for event in match.events if (event.verb, event.object) == ("end", "game")]
    assert match.over
    assert end.because.text == "When the number of cards in the pile is 3, end the game."


def test_a_trigger_and_a_record_may_have_the_same_number():
    rules = dm.load("crazy-eights").rules(2)
    state, machine = lay(rules), Machine(rules)
    order = rules.empty_record()
    order.sets[0] = [7, 7, 8, 9]
    for key in (7, 9):
        state.recs[key] = rules.empty_record()

    signal = InOrder().run(machine, state, order)

    assert signal == RECALL
    assert machine.block is rules.triggers[7].block
    assert order.sets[0] == [8, 9]
    assert list(state.recs) == [9]
