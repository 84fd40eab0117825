"""One game being played: load, start, decisions, choose, view, why not, fork, save."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from deckmastor.engine.flow import OBJECT_BITS, PASSING, Flow
from deckmastor.engine.game import lay
from deckmastor.engine.machine import ONE, SHIFT, TOGETHER, WINDOW, Exhausted, Machine
from deckmastor.engine.ops import CHANCE, ENOUGH, Ask, Branch, Choose, Draws, Together
from deckmastor.engine.program.build import build
from deckmastor.engine.ruleset import Ruleset, Sentence
from deckmastor.engine.schema import WORD
from deckmastor.engine.state import NONE, OVER, State
from deckmastor.engine.window import Respond
from deckmastor.language import cache
from deckmastor.language.book import Book, load_text
from deckmastor.language.faults import Fault

FORMAT = 1
RULEBOOKS = Path(__file__).with_name("rulebooks")
WAYS = {ONE: "one", WINDOW: "window", TOGETHER: "together"}


class DeckmastorError(Exception):
    """Something that cannot be done, and why."""


class RulebookError(DeckmastorError):
    """A rulebook that cannot be played; `faults` says where and why."""

    def __init__(self, message: str, faults: list[Fault] | None = None) -> None:
        super().__init__(message)
        self.faults = faults or []


class IllegalChoice(DeckmastorError):
    """A choice that is not open, not this player's, or not allowed; nothing was changed."""


class SaveError(DeckmastorError):
    """A saved match that cannot be read, and why."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that a player can answer to a decision."""

    player: str
    text: str
    decision: int
    value: int = field(repr=False)


@dataclass(frozen=True)
class Decision:
    """A question that is open: whom it asks, what it offers, and the sentence it comes from."""

    player: str
    prompt: str
    way: str
    because: Sentence
    number: int
    at: int = field(repr=False)
    _match: Match = field(repr=False, compare=False)
    deadline: int | None = None

    @cached_property
    def options(self) -> list[Option]:
        """Everything that can be answered: the legal moves, and no others."""
        return self._match.listed(self)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, with the sentence and the card that it comes from."""

    verb: str
    agent: str
    object: str
    place: str
    amount: int
    because: Sentence
    card: str
    text: str
    things: tuple[int, int, int, int] = field(repr=False, default=(NONE, NONE, NONE, NONE))


def shipped() -> list[str]:
    """The names of the games that come with Deckmastor."""
    return sorted(path.parent.name for path in RULEBOOKS.glob("*/rulebook.md"))


def load(name: str | Path) -> Game:
    """A game by its shipped name, or by the path of a rulebook."""
    path = Path(name)
    if not path.exists():
        path = RULEBOOKS / str(name).replace("-", "_") / "rulebook.md"
        if not path.exists():
            known = ", ".join(shipped())
            raise RulebookError(f"There is no game and no file '{name}'. Games: {known}.")
    if path.is_dir():
        path = path / "rulebook.md"
    return Game(cache.load(path))


def read(text: str) -> Game:
    """A game given as the text of a rulebook."""
    return Game(load_text(text))


class Game:
    """A rulebook that can be played."""

    def __init__(self, book: Book) -> None:
        if book.errors:
            first = book.errors[0]
            raise RulebookError(
                f"{first.file}:{first.line}:{first.column}  {first.message}", book.errors
            )
        self.book = book
        self.title = book.source.title
        self.id = book.source.id
        self._rules: dict[tuple[int, tuple[tuple[str, int | str], ...]], Ruleset] = {}

    def rules(self, seats: int, values: dict[str, int | str] | None = None) -> Ruleset:
        """The compiled rules for a number of seats, with some values changed."""
        key = (seats, tuple(sorted((values or {}).items())))
        if key not in self._rules:
            self._rules[key] = build(self.book, seats, values)
        return self._rules[key]

    def start(
        self,
        players: list[str],
        seed: int = 0,
        values: dict[str, int | str] | None = None,
        clock: int = 0,
        outside: bool = False,
    ) -> Match:
        """A match begun and run to its first decision; with `outside`, chance is a seat."""
        rules = self.rules(len(players), values)
        match = Match(self, rules, list(players), lay(rules, seed, clock, outside))
        match.begin()
        return match


class Match:
    """A game in progress. A decision is answered by `choose`; nothing else moves it on."""

    def __init__(self, game: Game, rules: Ruleset, players: list[str], state: State) -> None:
        self.game = game
        self.rules = rules
        self.players = players
        self.state = state
        self.machine = Machine(rules, self)
        self.events: list[Event] = []
        self.number = 0  # answers given

    def begin(self) -> None:
        """Run to the first decision."""
        flow = self.rules.blocks[self.rules.flow_block]
        self.machine.push(self.state, flow, self.rules.empty_record())
        self.machine.resume(self.state)

    # ---- asking ----------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.state.v[OVER] == 1

    @property
    def winners(self) -> list[str]:
        """Who has won; several share."""
        return [self.players[seat] for seat in self.state.winners]

    @property
    def scores(self) -> dict[str, int]:
        """The points of each player."""
        column = self.state.cols[self.rules.schema.attrs["point"].at]
        return {player: column[seat] for seat, player in enumerate(self.players)}

    @property
    def decisions(self) -> list[Decision]:
        """The questions that are open now."""
        asks = self.state.asks
        return [self._decision(at) for at in range(0, len(asks), 4)]

    def _decision(self, at: int) -> Decision:
        who, head, _, way = self.state.asks[at : at + 4]
        block = self.rules.blocks[head >> SHIFT]
        sentence = self.rules.sentences[block.sentence]
        op = block.ops[head & 0xFFFF]
        return Decision(
            self.person(who), self._prompt(op), WAYS[way], sentence, self.number, at, self
        )

    def _prompt(self, op: object) -> str:
        if isinstance(op, Flow):
            return "What do you do?"
        if isinstance(op, Ask):
            return op.text or "Do it?"
        if isinstance(op, Respond):
            return "Respond?"
        return "Choose." if isinstance(op, (Choose, Branch)) else "What happens?"

    def listed(self, decision: Decision) -> list[Option]:
        """The options of a decision that is open."""
        if decision.number != self.number:
            raise IllegalChoice("That decision is no longer open.")
        values = self.machine.options(self.state, decision.at)
        head = self.state.asks[decision.at + 1]
        op = self.rules.blocks[head >> SHIFT].ops[head & 0xFFFF]
        return [
            Option(decision.player, self.wording(op, value), decision.number, value)
            for value in values
        ]

    # ---- words -----------------------------------------------------------------------------

    def person(self, seat: int) -> str:
        """The name of a person: a player, or one that the rulebook names."""
        if 0 <= seat < len(self.players):
            return self.players[seat]
        others = self.rules.schema.persons
        if 0 <= seat - len(self.players) < len(others):
            return others[seat - len(self.players)]
        return "chance" if seat == CHANCE else "the game"

    def thing(self, thing: int) -> str:
        """The name of a thing, a person, or a word."""
        if thing >= WORD:
            return self.rules.schema.words[thing - WORD]
        if thing < 0:
            return ""
        if thing < self.rules.schema.first_card:
            return self.person(thing)
        return self.rules.schema.species[self.state.species[thing]].name

    def place(self, place: int) -> str:
        """The name of a place, with its owner."""
        if place < 0:
            return ""
        name = self.rules.schema.zone_names[self.state.zname[place]]
        owner = self.state.zowner[place]
        if owner == NONE:
            return name
        return f"{self.thing(owner)}'s {name}" if name else self.thing(owner)

    def wording(self, op: object, value: int) -> str:
        """An option in words."""
        if isinstance(op, Flow):
            if value == PASSING:
                return "pass"
            offer = self.rules.offers[(value >> OBJECT_BITS) - 1]
            verb = self.rules.verbs[offer.verb]
            thing = (value & ((1 << OBJECT_BITS) - 1)) - 1
            return f"{verb} {self.thing(thing)}" if thing >= 0 else verb
        if isinstance(op, (Ask, Respond)):
            return "yes" if value == 1 else "no"
        if isinstance(op, Together):
            return self.wording(op.choice, value)
        if isinstance(op, Branch):
            text = op.texts[value] if value < len(op.texts) else ""
            return text or f"way {value + 1}"
        if isinstance(op, Choose):
            if value == ENOUGH:
                return "enough"
            if op.sort == "place":
                return self.place(value)
            return str(value) if op.sort == "number" else self.thing(value)
        return str(value + 1) if isinstance(op, Draws) else str(value)

    # ---- moving on -------------------------------------------------------------------------

    def choose(self, option: Option | str, text: str | None = None) -> None:
        """Answer an open decision: with one of its options, or as `choose(player, text)`."""
        if isinstance(option, str):
            at, value = self._named(option, text or "")
        else:
            at, value = self._found(option)
        self.machine.answer(self.state, at, value)
        self.number += 1

    def _found(self, option: Option) -> tuple[int, int]:
        if self.over:
            raise IllegalChoice("The game is over.")
        if option.decision != self.number:
            raise IllegalChoice("That decision is no longer open.")
        for decision in self.decisions:
            if decision.player == option.player and option in decision.options:
                return (decision.at, option.value)
        raise IllegalChoice(f"'{option.text}' is not open to {option.player}.")

    def _named(self, player: str, text: str) -> tuple[int, int]:
        if self.over:
            raise IllegalChoice("The game is over.")
        asked = [decision for decision in self.decisions if decision.player == player]
        if not asked:
            whom = ", ".join(sorted({decision.player for decision in self.decisions}))
            raise IllegalChoice(f"{player} is not asked now; {whom} is.")
        for decision in asked:
            for option in decision.options:
                if option.text == text:
                    return (decision.at, option.value)
        offered = ", ".join(f"'{o.text}'" for d in asked for o in d.options[:12])
        raise IllegalChoice(f"{player} cannot choose '{text}' now. Open: {offered}.")

    def event(
        self,
        verb: int,
        agent: int,
        obj: int,
        to: int,
        origin: int,
        n: int,
        sentence: int,
        card: int,
    ) -> None:
        """Keep an event, in words."""
        name = self.rules.verbs[verb]
        who, what = self.thing(agent) or "the game", self.thing(obj)
        told = Event(
            name, who, what, self.place(to) if 0 <= to < len(self.state.zones) else "", n,
            self.rules.sentences[sentence], self.thing(card), f"{who} {name} {what}".strip(),
            (agent, obj, to, origin),
        )  # fmt: skip
        self.events.append(told)

    # ---- copies ----------------------------------------------------------------------------

    def fork(self) -> Match:
        """A match that can go its own way."""
        twin = Match(self.game, self.rules, self.players, self.state.clone())
        twin.events = self.events.copy()
        twin.number = self.number
        return twin

    def save(self) -> bytes:
        """The match as bytes, to be restored later."""
        data = {
            "format": FORMAT,
            "rules": self.rules.hash,
            "players": self.players,
            "number": self.number,
            "state": self.state.to_data(),
        }
        body = json.dumps(data, separators=(",", ":")).encode()
        return b"%08x" % zlib.crc32(body) + body

    def restore(self, data: bytes) -> Match:
        """The match that `save` wrote, under the same rules."""
        told = _opened(data)
        if told["rules"] != self.rules.hash:
            raise SaveError("This match was saved under other rules.")
        twin = Match(self.game, self.rules, told["players"], State.from_data(told["state"]))
        twin.number = told["number"]
        return twin


def _opened(data: bytes) -> dict[str, Any]:
    try:
        if int(data[:8], 16) != zlib.crc32(data[8:]):
            raise SaveError("The save is damaged or was altered.")
        told: dict[str, Any] = json.loads(data[8:])
    except ValueError as why:
        raise SaveError("This is no saved match.") from why
    if told.get("format") != FORMAT:
        raise SaveError("The save was written by another version of Deckmastor.")
    return told


__all__ = [
    "Decision", "DeckmastorError", "Event", "Exhausted", "Game", "IllegalChoice", "Match",
    "Option", "RulebookError", "SaveError", "load", "read", "shipped",
]  # fmt: skip
