"""One game being played: load, start, decisions, choose, view, why not, amend, fork, save."""

from __future__ import annotations

import copy
import itertools
import logging
import weakref
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from threading import RLock
from types import FrameType
from typing import Any, TypeVar

from deckmastor import doors, natives
from deckmastor.content import passed
from deckmastor.engine import (
    Barred,
    Exhausted,
    Machine,
    Ruleset,
    Sentence,
    State,
    advance,
    build,
    imagine,
    lay,
)
from deckmastor.engine.inside import (
    ASIDE_PLACE,
    BEGIN,
    CLOCK,
    GAME,
    ONE,
    OVER,
    PASSED,
    REFUSED,
    THIS,
    TOGETHER,
    WINDOW,
    Amendment,
    Bringer,
    Checkpoint,
    CompilerFault,
    OnCards,
    Refused,
    Seed,
    SilencingMachine,
    Unsound,
    adopt,
    bill,
    block_of,
    breaches,
    bringer,
    checkpoint,
    commitment,
    cut,
    enact,
    is_text,
    move,
    named,
    remade,
    stuck,
)
from deckmastor.engine.natives.api import NativeError
from deckmastor.language import cache
from deckmastor.language.book import Book, load_text
from deckmastor.language.decks import DeckList
from deckmastor.language.faults import Fault
from deckmastor.language.fragment import LONGEST, parts
from deckmastor.record import (
    asking,
    books,
    building,
    carrying,
    journal,
    past,
    players,
    reports,
    saving,
    seeding,
    sound,
    violations,
)
from deckmastor.record import decks as decklists
from deckmastor.record.books import shipped
from deckmastor.record.entering import door, once
from deckmastor.record.errors import (
    AmendmentRefused,
    DeckError,
    DeckmastorError,
    IllegalChoice,
    InternalError,
    JournalError,
    Occupied,
    Paradox,
    RulebookError,
    SaveError,
    StartError,
    Violation,
)
from deckmastor.record.events import Chronicle, Event, Links
from deckmastor.record.journal import Entry
from deckmastor.record.naming import Names
from deckmastor.record.reasons import Inquiry, Reason
from deckmastor.record.seeing import Sight

natives.install_all()

WAYS = {ONE: "one", WINDOW: "window", TOGETHER: "together"}
KEPT = 32  # games that stay compiled
LONGEST_NAME = 1_000  # letters of the name of who brings in an amendment
VARIANTS = 16  # sets of changed values for which the rules of a game stay compiled
ENDLESS = (Exhausted, RecursionError)
PLAIN = (DeckmastorError, NativeError, MemoryError)  # raised as they are
BILLS = 30  # changes of the rules that effects bring in for one answer

Look = TypeVar("Look")
Told = TypeVar("Told")
Values = dict[str, int | str]
Decks = Mapping[str, decklists.Told] | decklists.Told
Carried = Mapping[str, Mapping[str, int]]
_serial = itertools.count(1)
SAYING = 500  # the greatest number of characters of what a player says at once
_shelf: OrderedDict[bytes, Game] = OrderedDict()  # games by their content
_making = RLock()  # held while games and rules that matches share are made


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that a player can answer to a decision."""

    player: str
    text: str
    decision: int
    value: int = field(repr=False)
    at: int = field(repr=False, default=0)
    match: int = field(repr=False, default=0)
    because: Sentence = field(repr=False, compare=False, default=Sentence("", ""))


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

    @once
    def card(self) -> str:
        """The name of the card whose text asks; empty if a rule of the game does."""
        return self._match.looked(asking.bearer, self.at)

    @once
    def about(self) -> str:
        """What it is an answer to, in a sentence: what was played, or what would happen."""
        return self._match.looked(asking.about, self.at)

    @once
    def options(self) -> list[Option]:
        """Everything that can be answered: the legal moves, and no others."""
        return self._match.listed(self)

    @once
    def writes(self) -> bool:
        """Whether it can be answered with a text: of a proposal, or a description of a target."""
        return self._match.looked(asking.writes, self.at)

    @property
    def match(self) -> Match:
        """The match in which it is asked."""
        return self._match


@dataclass(frozen=True, slots=True)
class Halt:
    """Where a match stood before it was moved on, and where it goes back to if that fails."""

    rules: Ruleset
    state: State
    links: Links
    events: int
    entries: int
    number: int


# ---- games ----------------------------------------------------------------------------------


def load(name: str | Path) -> Game:
    """A game by its shipped name, or by the path of a rulebook."""
    book = cache.load(books.find(name))
    _refuse(book.errors)
    _refuse(passed.errors(book))
    return _shelved(book, books.texts(book))


def read(text: str) -> Game:
    """A game given as the text of a rulebook."""
    return from_files({books.TEXT: doors.text(text, "A rulebook", RulebookError)})


def from_files(files: dict[str, str]) -> Game:
    """A game given as the texts of its files, the main file first."""
    files = books.checked(files)
    known = _shelf.get(saving.pack_book(files))
    if known is not None:
        return known
    text = files.get(books.TEXT)
    return _shelved(books.read_again(files) if text is None else load_text(text), files)


def _shelved(book: Book, files: books.Files) -> Game:
    """The game of a book: the one that is compiled already, if its text is the same."""
    packed = saving.pack_book(files) if files else b""
    with _making:
        game = _shelf.get(packed)
        if game is None:
            game = Game(book, files)
            if files:
                _shelf[packed] = game
                if len(_shelf) > KEPT:
                    _shelf.popitem(last=False)
    return game


def _refuse(faults: list[Fault]) -> None:
    """RulebookError if there is a fault."""
    if faults:
        first, more = faults[0], len(faults) - 1
        message = f"{first.file}:{first.line}:{first.column}  {first.message}"
        message += f" ({more} more)" if more else ""
        raise RulebookError(message, faults)


class Game:
    """A rulebook that can be played."""

    def __init__(self, book: Book, files: books.Files | None = None) -> None:
        _refuse(book.errors)
        self.book = book
        self.files = files or {}
        self.title = book.source.title
        self.id = book.source.id
        self._rules: dict[tuple[int, tuple[tuple[str, int | str], ...]], Ruleset] = {}
        self.restored: dict[bytes, tuple[list[str], Ruleset]] = {}  # by the identity in a save

    @cached_property
    def packed(self) -> bytes:
        """The texts of the rulebook, as a save keeps them."""
        if not self.files:
            raise SaveError("This game was not made from a text or a file that is still there.")
        return saving.pack_book(self.files)

    @cached_property
    def fewest(self) -> int:
        """The fewest players that it is for: as the rulebook says, else 2."""
        told, most = self.rules(2).fewest[0], self.rules(2).most[0]
        return max(told, min(2, most or 2))

    def rules(self, seats: int, values: Values | None = None) -> Ruleset:
        """The compiled rules for a number of seats, with some values changed."""
        doors.whole(seats, "The number of seats", StartError, 1, players.SEATS)
        if values is not None:
            values = players.changed(values, self.rules(seats), usual_words=False) or None
        key = (seats, tuple(sorted((values or {}).items())))
        known = self._rules.get(key)
        if known is not None:
            return known
        with _making:
            if key not in self._rules:
                given = [one for one in self._rules if one[1]]
                for old in given[: max(len(given) - VARIANTS + 1, 0)]:
                    self._rules.pop(old, None)
                self._rules[key] = self._compiled(seats, values)
            return self._rules[key]

    def _compiled(self, seats: int, values: Values | None) -> Ruleset:
        """The rules, compiled; their sentences name files as the book does."""
        try:
            rules = build(self.book, seats, values)
        except CompilerFault as fault:
            raise InternalError(str(fault)) from fault
        rules.sentences[:] = [
            replace(told, file=books.within(self.book, told.file)) if told.file else told
            for told in rules.sentences
        ]
        return rules

    def remember(self, identity: bytes, known: tuple[list[str], Ruleset]) -> None:
        """Keep the players and the rules of a save, so that they are not compiled again."""
        self.restored[identity] = known
        if len(self.restored) > KEPT:
            del self.restored[next(iter(self.restored))]

    def start(
        self,
        players: list[str],
        seed: Seed | None = None,
        values: Values | None = None,
        clock: int = 0,
        outside: bool = False,
        events: bool = True,
        discreet: bool = False,
        decks: Decks | None = None,
        carried: Carried | None = None,
    ) -> Match:
        """A match begun and run to its first decision; with `outside`, chance is a seat.

        Without a seed it gets one of 256 bits, which nobody can guess. A small number as a seed is
        for simulation and tests: players could find it out, and with it all hidden cards.
        `decks` tells which deck each player brings, or all of them: one that the rulebook lists, by
        its name, a file, a DeckList, or "random". Otherwise they bring those listed, in turn.
        `carried` tells which counters that last they bring from former matches: `Match.carried`.
        Without `events`, none are kept: a match that nobody watches is faster. A `discreet` match
        asks all players whether they react, so that asking betrays nobody's hand.
        """
        names, given = self._checked(players, values)
        from_seed = seeding.checked(seed)
        now = doors.clock(clock, "The clock", StartError)
        rules = self.rules(len(names), given)
        refuse_unrunnable(rules)
        brought = self._brought(decks, names, rules, from_seed, given)
        kept = carrying.checked(carried, names, rules)
        try:
            laid = lay(
                rules, from_seed, now, bool(outside), bool(discreet), self.cards(rules, brought),
                carrying.by_seat(kept, names),
            )  # fmt: skip
        except ENDLESS as why:
            raise StartError(f"This game cannot be laid out: {_reason(why)}.") from why
        match = Match(self, rules, names, laid, bool(events))
        match.began = journal.beginning(
            self.files, rules.hash, names, from_seed, given, now, bool(outside), bool(discreet),
            dict(zip(names, brought, strict=True)) if rules.decks >= 0 else None, kept,
            match.commitment,
        )  # fmt: skip
        match.begin()
        return match

    @property
    def decks(self) -> list[DeckList]:
        """The decks that the rulebook lists."""
        return self.book.decks

    def _brought(
        self, told: Decks | None, names: list[str], rules: Ruleset, seed: Seed, values: Values
    ) -> list[DeckList]:
        """The deck of each player; none in a game to which players bring no decks."""
        if rules.decks < 0:
            if told:
                raise StartError("No sentence of this game lets a player bring a deck.")
            return []
        return [
            building.deck_of_seat(self, seed, seat, values) if isinstance(deck, str) else deck
            for seat, deck in enumerate(decklists.seated(told, names, self.book))
        ]

    @staticmethod
    def cards(rules: Ruleset, brought: list[DeckList]) -> list[list[int]]:
        """The species of the cards of decks."""
        rows = rules.schema.of_row
        return [
            [number for n, row in deck.cards for number in rows[row][:1] * n] for deck in brought
        ]

    def _checked(self, named: list[str], values: Values | None) -> tuple[list[str], Values]:
        names = players.seated(named)
        usual = self.rules(len(names))
        players.check_persons(names, usual)
        players.check_seats(len(names), usual)
        return names, players.changed(values, usual)


def _reason(why: BaseException) -> str:
    """Why something has no end, in words."""
    if isinstance(why, Exhausted):
        return str(why)
    return "it asks for itself again and again" if isinstance(why, ENDLESS) else reports.APOLOGY


def unrunnable(rules: Ruleset) -> list[Fault]:
    """The sentences that can be read but not be played, each with the reason."""
    places = {told.text: told for told in rules.sentences}
    faults: list[Fault] = []
    for text, why in rules.unrunnable:
        told = places.get(text, Sentence("", text))
        faults.append(Fault(told.file, told.line, 1, why, text, code="unrunnable"))
    return faults


def refuse_unrunnable(rules: Ruleset) -> None:
    """RulebookError if some sentence can be read but not be played."""
    faults = unrunnable(rules)
    if not faults:
        return
    lines = [f"{f.file}:{f.line}  '{f.source}' ({f.message})" for f in faults]
    raise RulebookError("These sentences cannot be played yet:\n" + "\n".join(lines), faults)


# ---- matches --------------------------------------------------------------------------------


class Match:
    """A game in progress. A decision is answered by `choose`; nothing else moves it on.

    One thread at a time can be in it; others wait. What is done is done in whole: after any
    exception, an interrupt too, an answer is in the state and in the journal, or in neither.
    """

    def __init__(
        self, game: Game, rules: Ruleset, players: list[str], state: State, events: bool = True
    ) -> None:
        self.game = game
        self.rules = rules
        self.players = players
        self.state = state
        self.watched = events
        self.machine = self._at_work()
        self.names = Names(rules, players)
        self.chronicle = Chronicle(self.names)
        self.events: list[Event] = []
        self.number = 0  # answers given
        self.commitment = commitment(state.key)  # to its seed; empty if that is a small number
        self.id = next(_serial)  # by which its options are known; forks share it
        self.began: Entry | bytes | None = None  # the first entry, or the save it is from
        self._entries: list[Entry] = []
        self._before: list[bytes] = []  # of a restored match: its journal until then, packed
        self.inside: list[FrameType] = []  # whoever went through a door; the first is in
        self.halfway: Halt | None = None  # where it goes back to, while it is being moved on

    def _at_work(self) -> Machine:
        """A machine that tells what happens but does not keep the match alive."""
        return Machine(self.rules, weakref.proxy(self) if self.watched else None)

    @door
    def resume(self) -> None:
        """Go on with what is on the agenda, to the next decision; the journal begins anew there."""
        self._go(lambda state: self.machine.resume(state))
        self._forget()

    @door
    def begin(self) -> None:
        """Run to the first decision."""

        def run(state: State) -> None:
            flow = self.rules.blocks[self.rules.flow_block]
            self.machine.push(state, flow, self.rules.empty_record())
            self.machine.resume(state)
            if state.v[OVER] and not state.v[self.rules.era]:  # it ended before it began
                against = breaches(
                    self.rules.verb_rules[BEGIN], state, self.rules.schema.word("game")
                )
                if against:
                    raise Barred(against)

        self._go(run)

    # ---- asking ----------------------------------------------------------------------------

    @property
    def book(self) -> Book:
        """The rulebook that is in force: that of the game, as amendments have changed it."""
        return self.rules.schema.book

    @property
    @door
    def over(self) -> bool:
        """Whether the game is over."""
        return self._ended

    @property
    def _ended(self) -> bool:
        return self.state.v[OVER] == 1

    @property
    @door
    def winners(self) -> list[str]:
        """Who has won; several share."""
        return [self.players[seat] for seat in self.state.winners]

    @property
    @door
    def scores(self) -> dict[str, int]:
        """The points of each player."""
        column = self.state.cols[self.rules.schema.attrs["point"].at]
        return {player: column[seat] for seat, player in enumerate(self.players)}

    @property
    @door
    def carried(self) -> dict[str, dict[str, int]]:
        """The counters of each player that last from game to game, for `start` of the next one."""
        return carrying.counted(self.state, self.players, self.rules)

    @property
    @door
    def decisions(self) -> list[Decision]:
        """The questions that are open now."""
        asks = self.state.asks
        return [self._decision(at) for at in range(0, len(asks), 4)]

    def _decision(self, at: int) -> Decision:
        who, head, _, way = self.state.asks[at : at + 4]
        sentence = self.rules.sentences[self.rules.blocks[block_of(head)].sentence]
        prompt = asking.prompt(self, at)
        return Decision(self.person(who), prompt, WAYS[way], sentence, self.number, at, self)

    @door
    def listed(self, decision: Decision) -> list[Option]:
        """The options of a decision that is open."""
        given: object = decision
        if not isinstance(given, Decision):
            raise IllegalChoice(f"A decision was expected, not {doors.shown(given)}.")
        at = doors.number(given.at, "The place of a question", IllegalChoice)
        if decision.number != self.number or at not in range(0, len(self.state.asks), 4):
            raise IllegalChoice("That decision is no longer open.")
        values = self._options(at)
        sentences = self.rules.sentences

        def told() -> list[Option]:
            return [
                Option(
                    decision.player, text, self.number, value, at, self.id,
                    sentences[asking.source(self, at, value)],
                )
                for text, value in zip(asking.texts(self, at, values), values, strict=True)
            ]  # fmt: skip

        return self._told("options", told)

    @door
    def looked(self, look: Callable[[Match, int], Look], at: int) -> Look:
        """What a look at an open question finds."""
        return look(self, at)

    @door
    def view(self, player: str | None = None) -> dict[str, Any]:
        """What a player may see, ready for JSON; what a spectator may see without a player."""
        called = None if player is None else self.players[self._seat(player)]
        return self._told("view", lambda: Sight(self, called).view())

    @door
    def log(self, player: str | None = None, minor: bool = False) -> list[str]:
        """What happened, as a player may know it; with `minor`, also the parts of other events."""
        seats = self.knowing(player)
        return [event.told(seats) for event in self.events if minor or not event.minor]

    def newest(self, player: str | None, most: int) -> list[str]:
        """The end of the log; older events are not put into words."""
        seats = self.knowing(player)
        major = (event.told(seats) for event in reversed(self.events) if not event.minor)
        return list(islice(major, most))[::-1]

    @door
    def why_not(self, player: str, text: str) -> Reason | None:
        """The sentence that keeps a player from an option, and why; None if it is open."""
        seat = self._seat(player)
        text = doors.text(text, "What is asked about", IllegalChoice, LONGEST)
        for decision in self.decisions:
            if decision.player == self.players[seat] and any(
                o.text == text for o in decision.options
            ):
                return None
        return self._told("why_not", lambda: Inquiry(self, seat, text).reason())

    def knowing(self, player: str | None) -> int:
        """The seats whose common knowledge somebody has, as bits: their own, or all."""
        return (1 << len(self.players)) - 1 if player is None else 1 << self._seat(player)

    def _seat(self, player: str) -> int:
        called = players.called(player)
        if called not in self.players:
            listed = ", ".join(self.players)
            raise IllegalChoice(f"There is no player {doors.shown(player)}. The players: {listed}.")
        return self.players.index(called)

    # ---- words -----------------------------------------------------------------------------

    def person(self, seat: int) -> str:
        """The name of a person: a player, or one that the rulebook names."""
        return self.names.person(doors.number(seat, "The number of a person", IllegalChoice))

    def thing(self, thing: int) -> str:
        """The name of a thing, a person, or a word."""
        number = doors.number(thing, "The number of a thing", IllegalChoice)
        try:
            return self.names.thing(self.state, number)
        except IndexError:
            raise IllegalChoice(f"There is no thing {number}.") from None

    def place(self, place: int) -> str:
        """The name of a place, with its owner."""
        number = doors.number(place, "The number of a place", IllegalChoice)
        try:
            return self.names.place(self.state, number)
        except IndexError:
            raise IllegalChoice(f"There is no place {number}.") from None

    # ---- moving on -------------------------------------------------------------------------

    @door
    def choose(self, option: Option | str, text: str | None = None) -> None:
        """Answer an open decision: with one of its options, or as `choose(player, text)`."""
        if isinstance(option, Option):
            at, index = self._found(option)
        elif isinstance(option, str):
            if text is not None and self._writes(option, text):
                return
            at, index = self._named(option, text)
        else:
            raise IllegalChoice(
                f"A choice is an option, or a player and a text, not {doors.shown(option)}."
            )
        self._answer(at, index)

    @door
    def write(self, player: str, text: str) -> None:
        """Answer a question with a text: that of a proposal, or a description of a target."""
        if type(text) is not str or not text.strip() or len(text) > LONGEST:
            raise IllegalChoice(f"A text has between 1 and {LONGEST:,} characters.")
        text = doors.text(text, "A text", IllegalChoice)
        at = next((at for at in self._asked(player) if asking.writes(self, at)), -1)
        if self._ended or at < 0:
            raise IllegalChoice(f"{players.called(player)} is not asked for a text.")
        kept = asking.described(self, at, text)

        def run(state: State) -> None:
            if kept not in state.texts:
                state.texts = [*state.texts, kept]
            answer = asking.written(self, at, state.texts.index(kept))
            self.machine.answer(state, at, answer)

        self._go(run, {"do": "write", "player": players.called(player), "text": text})

    def _writes(self, player: str, text: str) -> bool:
        """Whether a player is asked for a text; it is then written, unless it is an option."""
        if self._ended:
            return False
        asked = [at for at in self._asked(player) if asking.writes(self, at)]
        if not asked or text in asking.texts(self, asked[0], self._options(asked[0])):
            return False
        self.write(player, text)
        return True

    @door
    def answer(self, player: str, index: int, ask: int = 0) -> None:
        """Answer with an option by its number, in the first or a later question of a player."""
        if self._ended:
            raise IllegalChoice("The game is over.")
        asked = self._asked(player)
        if type(ask) is not int or not 0 <= ask < len(asked):
            raise IllegalChoice(f"{player} is not asked so many questions.")
        if type(index) is not int or not 0 <= index < len(self._options(asked[ask])):
            raise IllegalChoice(f"There is no option {doors.shown(index)}.")
        self._answer(asked[ask], index)

    def _options(self, at: int) -> list[int]:
        return self._told("options", lambda: asking.values(self, at))

    def _told(self, what: str, ask: Callable[[], Told]) -> Told:
        """What an evaluation tells; Paradox if it is too much to work out.

        An error of ours is reported, and raised as an InternalError.
        """
        self.state.work.refill()
        try:
            return ask()
        except ENDLESS as why:
            cites = self._cited(why) or [self._asking()]
            told = "; ".join(f"'{sentence.text}'" for sentence in cites)
            raise Paradox(f"This cannot be worked out ({_reason(why)}): {told}", cites) from why
        except PLAIN:
            raise
        except Exception as fault:
            if reports.strict():
                raise
            reports.report(self, fault, what, [self._asking()])
            raise InternalError(f"The {what}: {reports.APOLOGY}.") from fault

    def _asking(self) -> Sentence:
        """The sentence of the first open question."""
        heads = self.state.asks[1:2]
        return self.rules.sentences[self.rules.blocks[block_of(heads[0])].sentence if heads else 0]

    def _cited(self, why: BaseException) -> list[Sentence]:
        """The sentences that were being evaluated when there was no end."""
        numbers = why.sentences if isinstance(why, Exhausted) else []
        return [self.rules.sentences[number] for number in numbers]

    def _asked(self, player: str) -> list[int]:
        """Where the questions to a player stand; IllegalChoice if there are none."""
        asks = self.state.asks
        asked = [at for at in range(0, len(asks), 4) if self.person(asks[at]) == player]
        if not asked:
            if player != "chance":
                called = self.players[self._seat(player)]
                if called != player:
                    return self._asked(called)
            whom = " and ".join(Sight(self, None).others_asked(player)) or "nobody"
            raise IllegalChoice(f"{player} is not asked now; {whom} is.")
        return asked

    def _found(self, option: Option) -> tuple[int, int]:
        """Where the question of an option stands, and the number of the option."""
        if self._ended:
            raise IllegalChoice("The game is over.")
        if option.match != self.id:
            raise IllegalChoice("That option belongs to another match.")
        if option.decision != self.number:
            raise IllegalChoice("That decision is no longer open.")
        if type(option.at) is int and option.at in self._asked(option.player):
            values = self._options(option.at)
            if option.value in values:
                index = values.index(option.value)
                if asking.texts(self, option.at, values)[index] == option.text:
                    return (option.at, index)
        raise IllegalChoice(f"{doors.shown(option.text)} is not open to {option.player}.")

    def _named(self, player: str, text: str | None) -> tuple[int, int]:
        if self._ended:
            raise IllegalChoice("The game is over.")
        offered: list[tuple[str, int, int]] = []
        for at in self._asked(player):
            texts = asking.texts(self, at, self._options(at))
            offered += [(told, at, index) for index, told in enumerate(texts)]
        for told, at, index in offered:
            if told == text:
                return (at, index)
        begun = [one for one in offered if text and one[0].startswith(f"{text} ")]
        if len(begun) == 1 and not self._cuts_a_name(text or "", begun[0][0]):
            return begun[0][1:]
        raise IllegalChoice(
            f"{player} cannot choose {doors.shown(text)} now; the decision lists what is open."
        )

    def _cuts_a_name(self, text: str, told: str) -> bool:
        """Whether a text names one thing where an option names another: `1` is not `1 of Clubs`."""
        names = {one.name for one in self.rules.schema.species}
        starts = [0, *(at + 1 for at, sign in enumerate(text) if sign == " ")]
        return any(
            name.startswith(f"{text[at:]} ") and told.startswith(name, at)
            for at in starts
            if text[at:] in names
            for name in names
        )

    def _answer(self, at: int, index: int) -> None:
        asks = self.state.asks
        player = self.person(asks[at])
        earlier = sum(1 for i in range(0, at, 4) if asks[i] == asks[at])
        value = self._options(at)[index]
        self.rules.used_again()
        entry: Entry = {"do": "answer", "player": player, "option": index}
        entry |= {"ask": earlier} if earlier else {}
        self._go(lambda state: self.machine.answer(state, at, value), entry)

    @door
    def tick(self, now: int) -> None:
        """Let it be a later time, in seconds of UTC, and all come to pass that falls due."""
        if type(now) is not int:
            raise DeckmastorError(f"A time is a whole number of seconds, not {doors.shown(now)}.")
        doors.clock(now, "The time", DeckmastorError)
        if now < self.state.v[CLOCK]:
            raise DeckmastorError(f"Time goes forward: it is {self.state.v[CLOCK]} already.")
        if self._ended:
            raise DeckmastorError("The game is over.")
        self._go(lambda state: advance(self.machine, state, now), {"do": "tick", "now": now})

    @door
    def say(self, player: str, text: str) -> None:
        """Let a player say something that all see in the log, such as how they read a card.

        It changes nothing, and the journal keeps it.
        """
        self._seat(player)
        line = " ".join(text.split())
        if not line or len(line) > SAYING:
            raise DeckmastorError(f"What is said has 1 to {SAYING} characters.")
        self.halfway = self._halt()
        try:
            self._starts()
            if self.watched:
                self.events.append(self.chronicle.said(self.number, player, line))
            self._entries.append({"do": "say", "player": player, "text": line})
            self.halfway = None
        except BaseException:
            self.recover()
            raise

    @door
    def amend(self, text: str, by: str = "") -> None:
        """Change the rules from now on, by a fragment of a rulebook that `by` brought in.

        Its rules are in force at once. Its effects are done once, when the effect that is under
        way is over. Questions about what players do are asked anew.
        """
        text = doors.text(text, "An amendment", AmendmentRefused)
        by = doors.text(by, "The name of who brings it in", AmendmentRefused, LONGEST_NAME)
        here = self.state
        if by in self.players:
            bringer = Bringer(by, (self.players.index(by),))
        else:
            here, bringer = named(self.rules, here, by)
        try:
            rules, state = adopt(self.rules, here, text, bringer, self._recalled)
        except Refused as why:
            raise AmendmentRefused(str(why), why.faults) from why
        except ENDLESS as why:
            raise AmendmentRefused(f"This has no end ({_reason(why)}).") from why
        except PLAIN:
            raise
        except Exception as fault:
            if reports.strict():
                if isinstance(fault, CompilerFault):
                    raise InternalError(str(fault)) from fault
                raise
            reports.report(self, fault, f"amendment {text!r}", [])
            at_fault = f": '{fault}'" if isinstance(fault, Unsound) else ""
            raise AmendmentRefused(f"This meets {reports.APOLOGY}{at_fault}.") from fault

        def run(_: State) -> None:
            self._under(rules, state)
            enact(self.machine, state, bringer)

        try:
            self._go(run, {"do": "amend", "text": text, "by": by})
        except Paradox as why:
            raise AmendmentRefused(str(why)) from why

    def _recalled(self) -> tuple[Ruleset, State] | None:
        """The rules and the state of this match played again, with the events of all verbs.

        None if its beginning is not known: it was imagined, or laid out by hand.
        """
        self._unpack()
        began = self.began
        if not isinstance(began, dict):
            return None
        rules = build(self.game.book, len(self.players), began["values"], remembers=True)
        usual = self.game.rules(len(self.players), began["values"])
        if not _spoken(rules, usual.schema.words[usual.spoken :]):
            return None
        brought = journal.decks_in(began) or {}
        decks = [brought[player] for player in self.players if player in brought]
        laid = lay(
            rules, began["seed"], began["clock"], began["outside"], began.get("discreet", False),
            self.game.cards(rules, decks),
            carrying.by_seat(began.get("carried", {}), self.players),
        )  # fmt: skip
        twin = Match(self.game, rules, self.players, laid, events=False)
        twin.began = began
        twin.begin()
        journal.go_on(twin, self._entries)
        here, there = self.state, twin.state
        same = here.where == there.where and here.cols == there.cols and here.asks == there.asks
        return (twin.rules, twin.state) if same else None

    def _under(self, rules: Ruleset, state: State) -> None:
        """Go on under other rules, from a state that was carried over to them."""
        self.rules = rules
        self.state = state
        self.machine = self._at_work()
        self.names = Names(rules, self.players)
        links = self.chronicle.links
        self.chronicle = Chronicle(self.names)
        self.chronicle.links = links
        self.__dict__.pop("identity", None)

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
        told = self.chronicle.event(
            self.state, self.number, verb, agent, obj, to, origin, n, sentence, card
        )
        self.chronicle.links.note(told, verb, self.machine)
        self.events.append(told)

    def link(self, chain: int) -> None:
        """What happens from now on is the first or next link of a chain."""
        self.chronicle.links.begin(chain)

    def instead(
        self, verb: int, agent: int, obj: int, to: int, sentence: int, card: int, by: int
    ) -> None:
        """Keep that an act was replaced, in words."""
        self.events.append(
            self.chronicle.instead(
                self.state, self.number, verb, agent, obj, to, sentence, card, by
            )
        )

    def cut(self, sentences: list[int]) -> None:
        """Keep that a chain was too long, with the sentences that would have gone on."""
        cites = [self.rules.sentences[number] for number in sentences]
        self.events.append(self.chronicle.cut(self.number, cites))

    def endless(self, why: int, limit: int, cards: list[int], sentences: list[int]) -> None:
        """Keep that a chain without end was cut off: why, with which cards and sentences."""
        cites = [self.rules.sentences[number] for number in sentences]
        told = self.chronicle.endless(self.state, self.number, why, limit, cards, cites)
        self.events.append(told)

    # ---- changes of the rules by effects ---------------------------------------------------

    def _legislate(self) -> None:
        """Adopt or refuse the changes of the rules that effects bring in, one after the other."""
        for _ in range(BILLS):
            if not self.state.bills:
                return
            whole = self.state.texts[self.state.bills[1]]
            by = bringer(self.rules, self.state, self.names.thing)
            pieces = parts(whole, "") if self.state.bills[4] else []
            passed = self._passes(whole, by, len(pieces) < 2)
            if not passed and len(pieces) > 1:
                passed = any([self._passes(piece, by, True) for piece in pieces])
            self.state.bills = [PASSED if passed else REFUSED]
            self.machine.resume(self.state)
        raise Exhausted("rules that change rules without end", [])

    def _passes(self, text: str, by: Bringer, told: bool) -> bool:
        """Whether a change of the rules is adopted; why it is not is told."""
        try:
            found = bill(self.rules, self.state, text, by)
        except (Refused, CompilerFault, Unsound) as why:
            if not isinstance(why, Refused):  # the match goes on; the traceback is for us
                logging.getLogger("deckmastor").exception("A bill could not be compiled.")
            if told and self.watched:
                source = self.rules.sentences[self.state.bills[5]]
                self.events.append(self.chronicle.refusal(self.number, source, by.name, str(why)))
            return False
        if found is not None:
            rules, state, by = found
            self._under(rules, state)
            enact(self.machine, state, by)
        return True

    # ---- paradoxes -------------------------------------------------------------------------

    def _go(self, run: Callable[[State], None], entry: Entry | None = None) -> None:
        """Run the machine and note the entry of the journal: both, or neither.

        The last assignment makes it so. Whatever is raised before, it goes back to where it was.
        """
        self.halfway = halt = self._halt()
        try:
            self._starts()
            self._moved(run, halt)
            if entry is not None:
                self._entries.append(entry)
                self.number += self._counts(halt, entry)
            self.halfway = None
        except BaseException:
            self.recover()
            raise

    def _halt(self) -> Halt:
        """Where the match is now, to go back to."""
        return Halt(
            self.rules, self.state.clone(), self.chronicle.links.copy(), len(self.events),
            len(self._entries), self.number,
        )  # fmt: skip

    def _starts(self) -> None:
        """Keep where the journal begins, if none leads here."""
        if self.began is None and not self._before and self.game.files:
            self.began = self._saved()

    def _counts(self, halt: Halt, entry: Entry) -> bool:
        """Whether what was done counts as an answer: time that only passed does not."""
        quiet = halt.state.asks == self.state.asks and halt.events == len(self.events)
        return not (entry["do"] == "tick" and quiet)

    def recover(self) -> None:
        """Go back to where the match was before it was moved on, if that is not finished."""
        halt = self.halfway
        if halt is None:
            return
        self._under(halt.rules, halt.state)
        self.chronicle.links = halt.links.copy()
        del self.events[halt.events :]
        del self._entries[halt.entries :]
        self.number = halt.number
        self.halfway = None

    def _moved(self, run: Callable[[State], None], halt: Halt) -> None:
        """Run the machine. What cannot come to an end is settled or refused."""
        self.chronicle.begin()
        try:
            run(self.state)
            self._legislate()
        except Barred as why:
            raise violations.barred(why.breaches, self.names, self.state) from None
        except PLAIN:
            raise
        except Exception as why:
            triggers, cites = self._guilty(why)
            working = self.machine.sentence
            self._back(halt)
            if not isinstance(why, ENDLESS):
                if reports.strict():
                    raise
                reports.report(self, why, "an answer", cites)
            if triggers or not self._silenced(run, working, cites, halt):
                self._settle(run, triggers, cites, _reason(why))

    def _back(self, halt: Halt) -> None:
        """Undo what was done, to try it in another way."""
        self._under(halt.rules, halt.state.clone())
        del self.events[halt.events :]
        self.chronicle.links = halt.links.copy()

    def _guilty(self, why: Exception) -> tuple[list[int], list[Sentence]]:
        """The triggers that an endless chain of effects comes from, and the sentences to cite."""
        triggers = why.triggers if isinstance(why, Exhausted) else []
        working = self.machine.sentence
        if not triggers:
            triggers = [t.id for t in self.rules.triggers if t.block.sentence == working]
        numbers = sorted({self.rules.triggers[t].standing.sentence for t in triggers} or {working})
        cites = [self.rules.sentences[number] for number in numbers]
        return triggers, cites + [cite for cite in self._cited(why) if cite not in cites]

    def _settle(
        self, run: Callable[[State], None], triggers: list[int], cites: list[Sentence], why: str
    ) -> None:
        """Run again without the triggers that went on without end; refuse if that has no end."""
        before = self.state.clone()
        self.state.muted = triggers
        try:
            if not triggers:
                raise Exhausted(why, [])
            run(self.state)
            self._legislate()
        except (Barred, *PLAIN):
            raise
        except Exception as again:
            if reports.strict() and not isinstance(again, ENDLESS):
                raise
            cited = "; ".join(f"'{sentence.text}'" for sentence in cites)
            raise Paradox(f"This has no end ({_reason(again)}): {cited}", cites) from again
        self._put_away(before, triggers)
        self.state.muted = []
        self.machine.forget_options()
        if self.watched:
            self.events.append(self.chronicle.paradox(self.number, cites))

    def _silenced(
        self, run: Callable[[State], None], text: int, cites: list[Sentence], halt: Halt
    ) -> bool:
        """Go on without a text that has no end, if no answer leads on; False if one may."""
        if not is_text(self.rules, text) or not stuck(self.rules, self.state):
            return False
        self.machine = SilencingMachine(self.rules, self.machine.observer, text)
        try:
            if cut(self.machine, self.state, text):
                self.machine.resume(self.state)
            else:
                run(self.state)
        except PLAIN:
            raise
        except Exception as again:
            self._back(halt)
            if reports.strict() and not isinstance(again, ENDLESS):
                raise
            return False
        self.machine = self._at_work()
        if self.watched:
            self.events.append(self.chronicle.paradox(self.number, cites))
        return True

    def _put_away(self, before: State, triggers: list[int]) -> None:
        """Cards whose texts had no end leave play, and nothing is triggered by that."""
        state = self.state
        if self._ended:
            return
        cards: set[int] = set()
        for trigger in triggers:
            standing = self.rules.triggers[trigger].standing
            if isinstance(standing, OnCards):
                cards |= {record.regs[THIS] for record in standing.records(before)}
        state.muted = list(range(len(self.rules.triggers)))
        for card in sorted(cards):
            place = state.where[card]
            to = self.rules.discard_of(state.zowner[place] if place >= 0 else 0)
            move(self.machine, state, GAME, card, to if to >= 0 else ASIDE_PLACE)

    # ---- copies ----------------------------------------------------------------------------

    @door
    def fork(self) -> Match:
        """A match that can go its own way."""
        twin = Match(self.game, self.rules, self.players, self.state.clone(), self.watched)
        twin.events = self.events.copy()
        twin.chronicle.links = self.chronicle.links.copy()
        twin.number = self.number
        twin.id = self.id
        twin.began = self.began
        twin._entries = self._entries.copy()
        twin._before = self._before
        return twin

    @door
    def imagine(self, player: str, seed: int = 0) -> Match:
        """A match that a player cannot tell from this one: what they cannot know is dealt anew.

        It knows neither the seed nor how it began. Its past is what the player may know of it.
        """
        dealt = doors.whole(seed, "The seed", IllegalChoice)
        seat = self._seat(player)
        world = self._told("imagine", lambda: imagine(self.state, self.rules, seat, dealt))
        twin = Match(self.game, self.rules, self.players, world, self.watched)
        twin.events = [event.known(1 << seat) for event in self.events]
        twin.chronicle.links = self.chronicle.links.known(1 << seat)
        twin.number = self.number
        twin.id = self.id
        twin.commitment = self.commitment
        return twin

    @cached_property
    def identity(self) -> bytes:
        """What the match is besides its state, as a save keeps it."""
        rules = self.rules
        told = [amendment.to_data() for amendment in rules.amendments]
        kept = checkpoint(rules)
        numbers = kept.to_data() if kept is not None else None
        return saving.pack_identity(
            saving.Identity(self.players, rules.schema.given, rules.hash, told, numbers)
        )

    @door
    def save(self) -> bytes:
        """The match as bytes, from which `restore` makes it again."""
        return self._saved()

    def _saved(self) -> bytes:
        words = self.rules.schema.words[self.rules.spoken :]
        links = self.chronicle.links.open(self.state)
        if self.rules.amendments and self.identity not in self.game.restored:
            with _making:
                self.game.remember(self.identity, (self.players, self.rules))
        told = self._before
        if self.began is not None or self._entries:
            told = [*told, past.piece(self.began, self._entries)]
        return saving.encode(
            self.game.packed, self.identity, self.number, words, self.state, links, told
        )

    def restore(self, data: bytes) -> Match:
        """The match that a save holds; it must be one under the same rules."""
        twin = restore(data)
        if twin.rules.hash != self.rules.hash:
            raise SaveError("This match was saved under other rules.")
        return twin

    @door
    def trace(self) -> str:
        """A hash of all that the state is."""
        return saving.trace(self.state)

    # ---- the journal -----------------------------------------------------------------------

    @property
    @door
    def journal(self) -> list[Entry]:
        """How the match came to be, entry by entry, ready for JSON; `replay` plays it again."""
        self._unpack()
        begun = self.began or self._saved()
        first = journal.resumed(begun) if isinstance(begun, bytes) else copy.deepcopy(begun)
        entries = [first, *self._entries]
        return journal.sealed(entries, saving.trace(self.state))

    @property
    @door
    def done(self) -> list[Entry]:
        """The entries of the journal behind its first: what was answered and changed so far."""
        self._unpack()
        return self._entries.copy()

    def _unpack(self) -> None:
        """Read the journal that a save kept of this match, once it is asked for."""
        if self._before:
            self.began, entries = past.whole(self._before, self.game.files)
            self._entries = [*entries, *self._entries]
            self._before = []

    def _forget(self) -> None:
        """Begin the journal anew: none leads here."""
        self.began, self._before, self._entries = None, [], []


# ---- coming back ----------------------------------------------------------------------------


def restore(data: bytes) -> Match:
    """The match that a save holds, whatever became of the files that it was made from.

    A save of another installation is played again from the journal in it, and refused if that
    does not lead to its state.
    """
    told = saving.decode(data)
    game = _shelf.get(told.book)
    if game is None:
        try:
            game = from_files(saving.unpack_book(told.book))
        except RulebookError as why:
            raise SaveError(f"The rulebook in the save cannot be read: {why}") from why
    return _believed(game, told, bytes(data)) if told.own else _proven(game, told)


def _believed(game: Game, told: saving.Opened, data: bytes) -> Match:
    """The match of a save that this installation wrote."""
    try:
        with _making:
            names, rules = _identified(game, told.identity, told.words)
    except StartError as why:
        raise SaveError(f"The players in the save cannot play this: {why}") from why
    sound.check(told.state, rules)
    match = Match(game, rules, names, told.state)
    match.number = told.number
    match._before = told.past
    if not told.past:
        match.began = data
    if told.links is not None:
        match.chronicle.links = Links.reopened(told.links)
    return match


def _proven(game: Game, told: saving.Opened) -> Match:
    """The match of a save from elsewhere, played again from its beginning."""
    if not told.past:
        raise SaveError(
            "This save was not written by this installation of Deckmastor, or it was altered, and "
            "it holds no journal from which the match could be played again."
        )
    began, entries = past.whole(told.past, game.files)
    if isinstance(began, bytes):
        raise SaveError(
            "This save was not written by this installation of Deckmastor, and its journal does "
            "not go back to the beginning of the match."
        )
    try:
        match = journal.begun(began)
        journal.go_on(match, entries)
    except JournalError as why:
        raise SaveError(
            f"The save comes from elsewhere, and cannot be played again. {why}"
        ) from why
    if match.trace() != saving.trace(told.state):
        raise SaveError(
            "The save comes from elsewhere, and its journal does not lead to the state in it."
        )
    match.events.clear()  # as in any match that was restored
    return match


def _identified(game: Game, packed: bytes, words: list[str]) -> tuple[list[str], Ruleset]:
    """The players and the rules of a save; compiled once for all saves of a match."""
    known = game.restored.get(packed)
    if known is None:
        told = saving.unpack_identity(packed)
        known = (told.players, _rules(game, told))
        game.remember(packed, known)
    names, rules = known
    if words and not _spoken(rules, words):
        rules = _rules(game, saving.unpack_identity(packed), fresh=True)
        _spoken(rules, words)
    return list(names), rules


def _rules(game: Game, told: saving.Identity, fresh: bool = False) -> Ruleset:
    seats = len(players.seated(told.players))
    rules = build(game.book, seats, told.values) if fresh else game.rules(seats, told.values)
    try:
        kept = Checkpoint.from_data(told.checkpoint) if told.checkpoint is not None else None
        rules = remade(rules, [Amendment.from_data(one) for one in told.amendments], kept)
    except (Refused, ValueError, TypeError, LookupError) as why:
        raise SaveError(f"An amendment in the save cannot be read: {why}") from why
    if rules.hash != told.rules:
        raise SaveError("This version of Deckmastor understands the rules of the save otherwise.")
    return rules


def _spoken(rules: Ruleset, words: list[str]) -> bool:
    """Number the words that came up in play as they were; False if other words have come up."""
    known = rules.schema.words[rules.spoken :]
    both = min(len(known), len(words))
    if known[:both] != words[:both]:
        return False
    for word in words[both:]:
        rules.schema.word(word)
    return True


def replay(entries: Any) -> Match:
    """The match that a journal tells of, played again from its beginning."""
    return journal.replayed(entries)


def verify(entries: Any, committed: str = "") -> Match:
    """The finished match of a journal, if all its chance follows from the seed committed to.

    `committed` is the commitment that a player wrote down when the match began.
    """
    return journal.verified(entries, committed)


__all__ = [
    "AmendmentRefused", "Decision", "DeckError", "DeckList", "DeckmastorError", "Event",
    "Exhausted", "Game", "IllegalChoice", "InternalError", "JournalError", "Match", "NativeError",
    "Occupied", "Option", "Paradox", "Reason", "RulebookError", "SaveError", "StartError",
    "Violation", "load", "read", "replay", "restore", "shipped", "verify",
]  # fmt: skip
