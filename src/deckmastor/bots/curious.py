"""The bot that tries what it has tried least: it finds the rare corners of a rulebook."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final

from deckmastor.engine.flow import Flow
from deckmastor.engine.machine import SHIFT, Machine
from deckmastor.engine.ops import Choose
from deckmastor.engine.state import OVER, State
from deckmastor.engine.window import OBJECT_BITS

PLAYFUL: Final = 0.5  # how often it answers at random all the same

Way = tuple[int, int, int]


class Curious:
    """Takes the option that it took least often so far; all copies of a card are one option."""

    def __init__(self) -> None:
        self.taken: Counter[Way] = Counter()

    def pick(self, machine: Machine, state: State, at: int, dice: Random) -> int:
        """One of the options of an open question."""
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
        asking = machine.blocks[head >> SHIFT].ops[head & 0xFFFF]
        if isinstance(asking, Flow):
            thing = (option & ((1 << OBJECT_BITS) - 1)) - 1 if option > 0 else -1
            return (head, option >> OBJECT_BITS, _sort(state, thing))
        if isinstance(asking, Choose) and asking.sort == "thing":
            return (head, 0, _sort(state, option))
        return (head, 1, option)


def _sort(state: State, thing: int) -> int:
    return state.species[thing] if 0 <= thing < len(state.species) else -1


def play_curiously(machine: Machine, state: State, bot: Curious, seed: int, limit: int) -> int:
    """Answer every question of a game by a curious bot; the number of answers given."""
    dice = Random(seed)
    given = 0
    while given < limit and state.asks and not state.v[OVER]:
        at = 4 * dice.randrange(len(state.asks) >> 2)
        machine.answer(state, at, bot.pick(machine, state, at, dice))
        given += 1
    return given
