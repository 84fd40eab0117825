"""Trial runs: random play on forks of a State, to find endless chains."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from deckmastor.engine.ids import block_of, pc_of
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.rules.program import FUEL, Block
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.state.budgets import WORTH, Exhausted, blame
from deckmastor.engine.state.chance import draw, seed_chance
from deckmastor.engine.state.layout import OVER
from deckmastor.engine.state.state import State

FORKS: Final = 3
DECISIONS: Final = 60  # of each fork
STEPS: Final = 45_000  # instructions and offers of all forks, half as many again as games need
REPEATS: Final = 8  # times that a trigger may set itself off without a decision
LINKS: Final = 24  # links of a chain without a decision


class Flawed(Exception):
    """Raised for an error of Deckmastor itself in a trial run, with the sentence that caused it."""

    def __init__(self, sentence: int) -> None:
        super().__init__("A trial run failed.")
        self.sentence = sentence


class Trial(Machine):
    """A machine that records which triggers set off which since the last answer."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self.weighing = self.slow = True
        self.worked: i64 = 0  # what its answers and lists of options have computed
        self.path: list[int] = []  # blocks that run at once, each set off by the one before

    def weigh(self, s: State, block: Block) -> None:
        del self.path[self.depth :]
        self._weigh(s, [block.id])
        self.path.append(block.id)

    def weigh_due(self, s: State) -> None:
        waiting = [*self.pending, *s.queue[0::2]]
        self._weigh(s, [self.rules.triggers[trigger].block.id for trigger in waiting])

    def _weigh(self, s: State, blocks: list[int]) -> None:
        """Raise Exhausted if a block has set itself off too often or a chain has too many links."""
        begun = [block_of(head) for head in s.agenda[0::2] if pc_of(head)]
        begun += self.path[: self.depth]
        if any(begun.count(block) >= REPEATS for block in blocks) or (
            begun.count(self.rules.link_block) >= LINKS
        ):
            often = {block for block in (*begun, *blocks) if begun.count(block) > REPEATS // 2}
            triggers = [one.id for one in self.rules.triggers if one.block.id in often]
            raise Exhausted("it sets itself off again and again", triggers)

    def options(self, s: State, at: int) -> list[int]:
        listed = super().options(s, at)
        self.worked += WORTH - s.work.fuel
        return listed

    def answer(self, s: State, at: int, option: int) -> None:
        self.path.clear()
        super().answer(s, at, option)
        self.worked += WORTH - s.work.fuel


def tried(rules: Ruleset, state: State) -> Exhausted | None:
    """The endless chain that random play from a state found; None if it found none.

    However many rules there are, it takes about as long: each fork has its share of `STEPS`.
    """
    left = STEPS
    worked: i64 = 0
    for fork in range(FORKS):
        s = state.clone()
        machine = Trial(rules)
        dice = State()
        dice.chance = seed_chance(fork)
        last = left - left // (FORKS - fork)
        for _ in range(DECISIONS):
            try:
                if left < last or worked + machine.worked > WORTH:
                    break
                if not answered(machine, s, dice):
                    break
            except Exhausted as why:
                if not why.triggers and machine.sentence:
                    blame(why, machine.sentence)
                return why
            except Exception as fault:
                raise Flawed(machine.sentence) from fault
            left -= FUEL - machine.fuel + len(rules.offers)
        worked += machine.worked
    return None


def answered(m: Machine, s: State, dice: State) -> bool:
    """Answer an open question at random; True if there was one with options."""
    if s.v[OVER] or not s.asks:
        return False
    at = 4 * draw(dice, len(s.asks) // 4)
    options = m.options(s, at)
    if options:
        m.answer(s, at, options[draw(dice, len(options))])
    return bool(options)
