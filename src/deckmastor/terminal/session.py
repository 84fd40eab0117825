"""A match between people and bots, with a way back: what was answered, told, and can be undone."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from deckmastor.bots.kinds import RANDOM, make
from deckmastor.bots.random import Bot
from deckmastor.bots.unbroken import unbroken
from deckmastor.engine.inside import NONE, Seed
from deckmastor.match import Carried, Decision, Decks, Game, Match, Option, Paradox
from deckmastor.record import seeding
from deckmastor.terminal.telling import Teller, Told


@dataclass(frozen=True, slots=True)
class Seating:
    """A game to be played: by whom, who of them are people, from which seed, with which values."""

    game: Game
    players: tuple[str, ...]
    people: tuple[str, ...]
    seed: Seed
    values: dict[str, int | str] = field(default_factory=dict)
    bots: dict[str, str] = field(
        default_factory=dict
    )  # the kind of bot of each player; else random
    decks: Decks | None = None  # what each player brings; else what the rulebook lists
    carried: Carried | None = None  # the counters that players bring from former matches


@dataclass(slots=True)
class _Moment:
    """A match as it was when somebody was asked."""

    match: Match
    bots: dict[str, Bot]
    told: dict[str, int]
    marks: dict[str, int]


class Session:
    """A match that people play; bots answer for everybody else."""

    def __init__(
        self,
        seating: Seating,
        reader: str = "",
        match: Match | None = None,
        hiding: bool = False,
    ) -> None:
        """Begin the match, or go on with one; with a `reader`, all is told to them alone.

        If it is `hiding`, the reader is told no more than all people in the match know.
        """
        self.seating = seating
        players = list(seating.players)
        several = len(seating.people) > 1  # who could learn from what others are asked
        self.match = match or seating.game.start(
            players, seating.seed, seating.values, discreet=several, decks=seating.decks,
            carried=seating.carried,
        )  # fmt: skip
        listeners = (reader,) if reader else seating.people
        self.told: dict[str, list[Told]] = {person: [] for person in listeners}
        self.marks: dict[str, int] = dict.fromkeys(listeners, 0)  # how much was shown
        self._reader = reader
        people = [players.index(person) for person in seating.people]
        self._common = sum(1 << seat for seat in people) if hiding else 0
        self._bots: dict[str, Bot] = {}
        self._past: list[_Moment] = []
        self._tell(0, [0] * len(self.match.state.v))

    # ---- moving on -------------------------------------------------------------------------

    def advance(self) -> Decision | None:
        """Let bots answer until a person is asked; nothing if the game is over or stands still."""
        while not self.match.over and self.match.decisions:
            decision = self.match.decisions[0]
            if decision.player in self.told:
                return decision
            self._answer_for_bot(decision)
        return None

    def answer(self, decision: Decision, option: Option) -> None:
        """Answer for a person; `undo` comes back to this moment. A Paradox changes nothing."""
        moment = self._moment()
        self._do(lambda: self.match.choose(option))
        self._past.append(moment)
        self.marks[decision.player] = moment.told[decision.player]

    def write(self, player: str, text: str) -> None:
        """Answer for a person with a text of their own; `undo` comes back to this moment."""
        moment = self._moment()
        self._do(lambda: self.match.write(player, text))
        if player in self.marks:
            self._past.append(moment)
            self.marks[player] = moment.told[player]

    def say(self, player: str, text: str) -> None:
        """Let a person say something that all see."""
        self._do(lambda: self.match.say(player, text))

    def repeat(self, entry: dict[str, Any]) -> None:
        """Do what an entry of a journal says; DeckmastorError if it cannot be done."""
        match entry["do"]:
            case "answer":
                self._repeat_answer(entry)
            case "write":
                self.write(entry["player"], entry["text"])
            case "tick":
                self._do(lambda: self.match.tick(entry["now"]))
            case "say":
                self.say(entry["player"], entry["text"])
            case "amend":
                self._do(lambda: self.match.amend(entry["text"], entry["by"]))
            case _:
                raise KeyError("do")

    def undo(self, steps: int = 1) -> int:
        """Go back by a person's answers, as far as there are some; how many were taken back."""
        steps = min(steps, len(self._past))
        for _ in range(steps):
            moment = self._past.pop()
        if steps:
            self.match, self._bots = moment.match, moment.bots
            self.marks = moment.marks
            for person, length in moment.told.items():
                del self.told[person][length:]
        return steps

    def fresh(self, person: str) -> list[Told]:
        """What happened since a person's last answer."""
        return self.told[person][self.marks[person] :]

    # ---- within ----------------------------------------------------------------------------

    def _answer_for_bot(self, decision: Decision) -> None:
        """Let a bot answer; an option that is a Paradox is left for another one."""
        with unbroken():
            first = self._bot(decision.player).choose(decision)
        others = [option for option in decision.options if option != first]
        for number, option in enumerate([first, *others]):
            try:
                self._do(lambda option=option: self.match.choose(option))  # type: ignore[misc]
                return
            except Paradox:
                if number == len(others):
                    raise

    def _repeat_answer(self, entry: dict[str, Any]) -> None:
        player, index, ask = entry["player"], entry["option"], entry.get("ask", 0)
        moment = self._moment() if player in self.marks else None
        if moment is None:
            for decision in self.match.decisions[:1]:
                self._bot(player).repeat(decision)
        self._do(lambda: self.match.answer(player, index, ask))
        if moment is not None:
            self._past.append(moment)
            self.marks[player] = moment.told[player]

    def _do(self, act: Callable[[], None]) -> None:
        before, seen = list(self.match.state.v), len(self.match.events)
        with unbroken():
            act()
        self._tell(seen, before)

    def _tell(self, first: int, before: Sequence[int]) -> None:
        alone = len(self.told) == 1
        for person, lines in self.told.items():
            seat = NONE if self._reader else self.match.players.index(person)
            teller = Teller(self.match, seat, alone, self._common)
            lines += teller.tell(self.match.events[first:], before)

    def _bot(self, player: str) -> Bot:
        if player not in self._bots:
            kind = self.seating.bots.get(player, RANDOM)
            self._bots[player] = make(kind, _own_seed(self.seating.seed, player))
        return self._bots[player]

    def _moment(self) -> _Moment:
        return _Moment(
            self.match.fork(),
            copy.deepcopy(self._bots),
            {person: len(lines) for person, lines in self.told.items()},
            dict(self.marks),
        )


def _own_seed(seed: Seed, player: str) -> int:
    """The seed of a bot: from a secret seed of the match, it reveals nothing of the match."""
    own = int.from_bytes(player.encode(), "big")
    usual = own ^ seed if isinstance(seed, int) else 0
    return seeding.number(seed, f"bot {player}", usual)
