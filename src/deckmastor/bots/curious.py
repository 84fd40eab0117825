"""The bot that tries what it has tried least: it finds the rare corners of a rulebook."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final

from deckmastor.engine import Machine, State
from deckmastor.engine.inside import OBJECT_BITS, Choose, Flow, block_of, pc_of
from deckmastor.match import Decision, Option

PLAYFUL: Final = 0.5  # how often it answers at random all the same

Way = tuple[int, int, int]


class Curious:
    """Takes the option that it took least often so far; all copies of a card are one option."""

    def __init__(self, seed: int = 0) -> None:
        self.taken: Counter[Way] = Counter()
        self.begin(seed)

    def begin(self, seed: int) -> None:
        """Play another match: what was tried before is remembered."""
        self._dice = Random(seed)

    def choose(self, decision: Decision) -> Option:
        """An option that was taken least often, or now and then any."""
        match = decision.match
        value = self.pick(match.machine, match.state, decision.at, decision.number)
        return next(option for option in decision.options if option.value == value)

    def repeat(self, decision: Decision) -> None:
        """Its dice go on as they did."""
        self.choose(decision)

    def pick(self, machine: Machine, state: State, at: int, number: int) -> int:
        """The answer to an open question."""
        dice = self._dice
        options = machine.options(state, at)
        ways = [self._way(machine, state, at, option) for option in options]
        if dice.random() < PLAYFUL:
            index = int(dice.random() * len(options))
        else:
            least = min(self.taken[way] for way in ways)
            rare = [i for i, way in enumerate(ways) if self.taken[way] == least]
            index = rare[int(dice.random() * len(rare))]
        self.taken[ways[index]] += 1
        return options[index]

    def _way(self, machine: Machine, state: State, at: int, option: int) -> Way:
        head = state.asks[at + 1]
        asking = machine.blocks[block_of(head)].ops[pc_of(head)]
        if isinstance(asking, Flow):
            thing = (option & ((1 << OBJECT_BITS) - 1)) - 1 if option > 0 else -1
            return (head, option >> OBJECT_BITS, _sort(state, thing))
        if isinstance(asking, Choose) and asking.sort == "thing":
            return (head, 0, _sort(state, option))
        return (head, 1, option)


def _sort(state: State, thing: int) -> int:
    return state.species[thing] if 0 <= thing < len(state.species) else -1
