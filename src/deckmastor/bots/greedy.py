"""The bot that takes what looks best at once, judged by the winning sentences of the rulebook.

It knows no game. It sees no state either, but worlds that its seat cannot tell from the real one:
in some of them it tries every option, lets the effect run its course, and compares what the goals
of the book (`engine/goals`) say of the outcome. Where others may act too, it looks on until all
have passed. The same seed makes the same choices.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from deckmastor.engine import Barred, Exhausted, Machine, Ruleset, State, imagine, looks
from deckmastor.engine.inside import (
    MASK,
    OBJECT,
    OUTSIDE,
    OVER,
    PASSING,
    PHASES,
    STEP,
    Choose,
    Flow,
    Op,
    Respond,
    block_of,
    mix,
    pc_of,
)
from deckmastor.engine.natives.api import NativeError
from deckmastor.match import Decision, Option

PASS = 0  # the option of a window that lets a card be
WORST = -100.0  # of an option that leads nowhere

Replies = dict[tuple[int, int], int]  # own answers that did well: by question, and how many before


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is tried for one decision."""

    worlds: int = 4  # imagined worlds
    options: int = 24  # options that are tried, a sample if there are more
    replies: tuple[int, ...] = (8, 3)  # answers tried to the first later questions of one's own
    tries: int = 48  # of such answers for one outcome; what is asked beyond is answered at random
    runs: int = 480  # of tries in all for one decision: each outcome gets its share
    answers: int = 60  # given in one try, until the effect is over


class GreedyBot:
    """Takes the option whose outcome is best for its seat, on the mean of some imagined worlds."""

    def __init__(self, seed: int = 0, effort: Effort | None = None) -> None:
        self.seed = seed
        self.effort = effort or Effort()

    def choose(self, decision: Decision) -> Option:
        """The option that looks best."""
        match = decision.match
        options = decision.options
        if len(options) == 1:
            return options[0]
        value = self.pick(Machine(match.rules), match.state, decision.at, decision.number)
        return next(option for option in options if option.value == value)

    def repeat(self, decision: Decision) -> None:
        """Its answer is known already: nothing to do, as no choice depends on an earlier one."""

    def pick(self, m: Machine, state: State, at: int, number: int) -> int:
        """The answer to an open question; `number` tells it from other questions of the game."""
        options = m.options(state, at)
        if len(options) == 1:
            return options[0]
        seed = mix((self.seed * STEP + number) & MASK)
        return Trial(m.rules, state, at, seed, self.effort).best(options)


class Trial:
    """One question, tried in imagined worlds."""

    def __init__(self, rules: Ruleset, real: State, at: int, seed: int, effort: Effort) -> None:
        self.rules = rules
        self.real = real
        self.at = at
        self.seat = real.asks[at]
        self.seed = seed
        self.effort = effort
        rules.ready()
        self.machine = Machine(rules)
        self.dice = Random(seed)
        self.tries = self.effort.tries  # for one outcome
        self.replies: dict[int, Replies] = {}  # by the option that they follow

    def best(self, options: list[int]) -> int:
        """The option with the best outcome; half of them are left out after each world."""
        left = distinct(self.rules, self.real, self.at, options, self.seat)
        if len(left) > self.effort.options:
            left = sorted(self.dice.sample(left, self.effort.options), key=left.index)
        sums = dict.fromkeys(left, 0.0)
        self.tries = max(2, min(self.effort.tries, self.effort.runs // self._outcomes(len(left))))
        for n in range(self.effort.worlds):
            if len(left) == 1:
                break
            world = imagine(self.real, self.rules, self.seat, mix((self.seed + n * STEP) & MASK))
            world.v[OUTSIDE] = 0
            for option in left:
                sums[option] += self.outcome(world, option)
            if n + 1 < self.effort.worlds:
                left.sort(key=lambda option: -sums[option])
                left = left[: max(2, (len(left) + 1) // 2)]
        return max(left, key=lambda option: sums[option])

    def _outcomes(self, options: int) -> int:
        """How many outcomes are compared, as options are left out after each world."""
        outcomes = 0
        for _ in range(self.effort.worlds):
            outcomes += options
            options = max(2, (options + 1) // 2)
        return outcomes

    def outcome(self, world: State, option: int) -> float:
        """What a world is worth after an answer, when all that follows from it is done."""
        replies = self.replies.setdefault(option, {})
        return self._try(world.clone(), self.at, option, replies, 0, 0, self.tries)

    def _try(
        self, s: State, at: int, option: int, replies: Replies, asked: int, deep: int, tries: int
    ) -> float:
        """Give an answer and go on to the next thing that somebody does of their own accord."""
        try:
            self.machine.answer(s, at, option)
            for _ in range(self.effort.answers):
                if not s.asks or s.v[OVER]:
                    break
                free = isinstance(self._asking(s, 0), Flow)
                if free and not self._still_open(s):
                    break
                options = self.machine.options(s, 0)
                if not options:
                    return WORST
                if free:
                    if PASSING not in options:
                        break
                    answer = PASSING
                elif s.asks[0] == self.seat and len(options) > 1:
                    answer, tries = self._reply(s, options, replies, asked, deep, tries)
                    asked += 1
                elif isinstance(self._asking(s, 0), Respond):
                    answer = PASS
                else:
                    answer = options[int(self.dice.random() * len(options))]
                self.machine.answer(s, 0, answer)
        except (Barred, Exhausted, NativeError, RecursionError):
            self.machine = Machine(self.rules)  # the other one was stopped in the middle
            return WORST
        return self.rules.goals.value(self.rules, s, self.seat)

    def _still_open(self, s: State) -> bool:
        """True while the phase of the decision goes on, in a game where others may act too.

        What somebody has done may wait until all have passed, so a try lets them pass.
        """
        return not self.rules.single and s.v[PHASES] == self.real.v[PHASES]

    def _reply(
        self, s: State, options: list[int], replies: Replies, asked: int, deep: int, tries: int
    ) -> tuple[int, int]:
        """A good answer to a later question of one's own, and how many tries are left.

        It is one that was good before, or the best of those that are tried; each of them has the
        same share of the tries for what it is asked in turn.
        """
        if isinstance(self._asking(s, 0), Respond):
            return PASS, tries
        key = (s.asks[1], asked)
        known = replies.get(key)
        if known is not None and known in options:
            return known, tries
        if deep == len(self.effort.replies) or tries < 2:
            return options[int(self.dice.random() * len(options))], tries
        left = distinct(self.rules, s, 0, options, self.seat)
        most = min(self.effort.replies[deep], tries)
        if len(left) > most:
            left = self.dice.sample(left, most)
        share = tries // len(left)
        worth = {
            option: self._try(s.clone(), 0, option, {}, asked + 1, deep + 1, share - 1)
            for option in left
        }
        replies[key] = max(left, key=lambda option: worth[option])
        return replies[key], tries - share * len(left)

    def _asking(self, s: State, at: int) -> Op:
        return asking(self.rules, s, at)


def asking(rules: Ruleset, s: State, at: int) -> Op:
    """The instruction that asks an open question."""
    head = s.asks[at + 1]
    return rules.blocks[block_of(head)].ops[pc_of(head)]


def distinct(rules: Ruleset, s: State, at: int, options: list[int], seat: int) -> list[int]:
    """The options without those that are about a card like another one in the same place."""
    op = asking(rules, s, at)
    op = getattr(op, "choice", op)
    if isinstance(op, Flow):
        mask, less = OBJECT, 1
    elif isinstance(op, Choose) and op.sort == "thing":
        mask, less = -1, 0
    else:
        return options
    first = rules.first_card
    found: dict[tuple[int, ...], int] = {}
    for option in options:
        thing = (option & mask) - less
        if first <= thing < len(s.where) and s.where[thing] >= 0:
            told = looks(rules, s, thing, rules.views.sees(s, seat, thing))
            own = [thing for column in rules.schema.place_names if s.cols[column][thing] >= 0]
            found.setdefault((option & ~mask, s.where[thing], *told, *own), option)
        else:
            found[(option,)] = option
    return list(found.values())
