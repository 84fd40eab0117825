"""Worked examples of a rulebook: read from its notes, laid on a table, and played.

> **Example.** Ann's stable: Rhinocorn. Bob's stable: Basic Unicorn. It is Ann's turn.
> Ann: destroy Basic Unicorn.
> Then a Basic Unicorn is in the discard pile. Bob's stable: nothing.

The first lines say what lies where. A line with a player's name answers a question; `Then` says
what must be so. What must be so is a condition of Rulebook English, asked of the engine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from deckmastor.engine.inside import Unfit, question, seat_name
from deckmastor.language.faults import Fault
from deckmastor.language.morphology import singular
from deckmastor.language.rulebook import Comment, Rulebook
from deckmastor.language.tokens import sentences
from deckmastor.match import DeckmastorError, Game
from deckmastor.testing import Table

HEAD = re.compile(r"\*\*Example(?: \((?P<title>[^)]*)\))?\.\*\*\s*")
ANSWER = re.compile(r"(?P<who>[A-Z][\w-]*): (?P<text>.+)")
PLAYERS = re.compile(r"The players are (?P<names>.+)")
CHANCE = re.compile(r"Chance brings (?P<draws>\d+(?:(?:, | and )\d+)*)")
PASSING = re.compile(r"(?P<n>\d+) (?P<unit>minute|hour|day|week)s? pass(?:es)?\.?")
SECONDS = {"minute": 60, "hour": 3600, "day": 86400, "week": 604800}
TURN = re.compile(r"It is (?:the beginning of )?(?P<who>[A-Z][\w-]*)'s turn")
CONTENT = re.compile(
    r"(?:(?:[Tt]he )?(?P<who>[A-Z][\w-]*)'s|[Tt]he) (?P<place>[^:]+?)(?P<top>, from the top)?:"
    r" (?P<cards>.+)"
)
UPON = re.compile(r"[Oo]n (?P<thing>[^:]+?)(?P<top>, from the top)?: (?P<cards>.+)")
PART = re.compile(r"The (?P<what>[\w -]+) of (?P<thing>.+) is (?P<value>.+)")
COUNT = re.compile(r"(?:The )?(?P<who>[A-Z][\w-]*) has (?P<n>\d+|no) (?P<what>[\w -]+)")
OWN = re.compile(r"(?P<who>[A-Z][\w-]*)'s (?P<what>[\w -]+) is (?P<value>.+)")
VALUE = re.compile(r"The (?P<what>[\w -]+) is (?P<value>.+)")
STATUS = re.compile(r"(?P<who>[A-Z][\w-]*) is (?P<what>[\w -]+)")
ABLE = re.compile(r"(?P<who>[A-Z][\w-]*) can(?P<no>not)? (?P<act>.+)")
ASKED = re.compile(r"(?P<who>[A-Z][\w-]*) is (?P<no>not )?asked")
WINS = re.compile(r"(?P<who>[A-Z][\w-]*) (?P<no>does not win|wins)")
OVER = re.compile(r"[Tt]he game is (?P<no>not )?over")
SAID = re.compile(r'[Tt]he story (?P<no>does not say|says) "(?P<text>[^"]+)"')
POSSESSOR = re.compile(r"\b([A-Z][\w-]*)'s\b")
OTHERS = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gil", "Hal")
FORMS = (
    "Write what lies where (Ann's hand: Acorn, Birch; On Shelf: Acorn; Ann's chest: Birch), what "
    "somebody or something has (Ann has 3 points; Ann is tired; The debt is 2; The giver of Acorn "
    "is Ann; The Keeper is Ann), "
    "whose turn it is (It is Ann's turn), who plays (The players are Ann, Bob and Cy), or what "
    "chance brings (Chance brings 3 and 5)."
)


class Wrong(Exception):
    """A sentence of an example that cannot be read, or does not come true; the message says why."""

    def __init__(self, message: str, hint: str = "", code: str = "example-fails") -> None:
        super().__init__(message)
        self.hint = hint
        self.code = code


@dataclass(frozen=True, slots=True)
class Step:
    """One sentence of an example: what it does, its text, and its line in the file."""

    what: str  # lay, answer, time or then
    text: str
    line: int
    who: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example as it is written: its steps, and where it stands."""

    title: str
    rule: str
    file: str
    line: int
    steps: tuple[Step, ...]
    text: str = field(repr=False, default="")


def is_example(text: str) -> bool:
    """True if a note is a worked example."""
    return HEAD.match(text) is not None


def as_read(text: str) -> str:
    """A note for people who read it in a terminal: without the marks of Markdown."""
    return text.replace("**", "")


def examples(book: Rulebook) -> list[Example]:
    """The worked examples of a rulebook, in order."""
    return [
        _read(block, rule.id, rule.file)
        for rule in book.rules
        for block in rule.blocks
        if isinstance(block, Comment) and is_example(block.text)
    ]


def _read(note: Comment, rule: str, file: str) -> Example:
    head = HEAD.match(note.text)
    assert head is not None
    lines = note.text.split("\n")
    lines[0] = lines[0][head.end() :]
    steps: list[Step] = []
    for what, text, line in _segments(lines, note.line):
        if what == "answer":
            answer = ANSWER.match(text)
            assert answer is not None
            steps.append(Step(what, answer["text"].strip().rstrip("."), line, answer["who"]))
        else:
            steps += [Step(what, one.text, line) for one in sentences(text)]
    return Example(head["title"] or "", rule, file, note.line, tuple(steps), note.text)


def _segments(lines: list[str], first: int) -> Iterator[tuple[str, str, int]]:
    """The parts of an example: an answer and `Then` begin one at the beginning of a line."""
    what, words, at = "lay", list[str](), first
    for number, line in enumerate(lines, first):
        opens = _opened(line)
        if opens:
            yield what, " ".join(words), at
            what, words, at = opens, [], number
            line = line.removeprefix("Then ")
        words.append(line.strip())
    yield what, " ".join(words), at


def _opened(line: str) -> str:
    """The part of an example that a line begins, or nothing."""
    if line.startswith("Then "):
        return "then"
    return "time" if PASSING.fullmatch(line) else "answer" if ANSWER.match(line) else ""


# ---- playing --------------------------------------------------------------------------------


def check(game: Game) -> list[Fault]:
    """Play every example of a game; a fault for each that cannot be read or does not come true."""
    return [fault for one in examples(game.book.source) if (fault := play(game, one)) is not None]


def play(game: Game, example: Example) -> Fault | None:
    """Play an example; the first sentence of it that fails, or None."""
    step = Step("lay", "", example.line)
    try:
        told = _Telling(game, example)
        for step in example.steps:
            told.take(step)
        told.finish()
    except Wrong as why:
        return _fault(example, step, str(why), why.hint, why.code)
    except DeckmastorError as why:
        return _fault(example, step, str(why), "", "example-fails")
    return None


def _fault(example: Example, step: Step, message: str, hint: str, code: str) -> Fault:
    return Fault(example.file, step.line, 1, f"In an example: {message}", step.text, hint=hint,
                 code=code)  # fmt: skip


class _Telling:
    """An example while it is played."""

    def __init__(self, game: Game, example: Example) -> None:
        self.game = game
        self.example = example
        self.players = self._players()
        self.common: dict[str, list[str] | int | str] = {}
        self.laid: dict[str, dict[str, list[str] | int | str]] = {p: {} for p in self.players}
        self.values: dict[str, int | str] = {}
        self.others: dict[str, dict[str, list[str] | int | str]] = {}
        self.first = self.players[0]
        self.draws: list[int] = []
        self.given: list[tuple[str, str, str]] = []  # cards, their properties and values
        self._table: Table | None = None
        self.schema = game.rules(len(self.players)).schema

    def _players(self) -> list[str]:
        """Who plays: those who are listed or named, and others up to the fewest."""
        named: list[str] = []
        schema = self.game.rules(2).schema
        things = {"The", "There", "It", "Nobody", *schema.persons}
        things |= {one.name for one in schema.species}
        for step in self.example.steps:
            listed = PLAYERS.fullmatch(step.text)
            if listed is not None:
                return re.split(r", | and ", listed["names"])
            told = POSSESSOR.findall(step.text)
            told += [m["who"] for form in (COUNT, STATUS) if (m := form.match(step.text))]
            told = [step.who] if step.who else [who for who in told if who not in things]
            named += [who for who in told if who not in named]
        for other in OTHERS:
            if len(named) < self.game.fewest and other not in named:
                named.append(other)
        return named

    @property
    def table(self) -> Table:
        """The table, laid when it is first needed."""
        if self._table is None:
            try:
                laid: dict[str, Any] = {**self.laid}  # names have a capital: no option has
                self._table = Table(self.game, self.common, self.values, exact=True,
                                    others=self.others, **laid)  # fmt: skip
            except ValueError as why:
                raise Wrong(str(why), code="example-unread") from None
            for given in self.given:
                self._table.give(*given)
            self._table.fate(*self.draws)
            self._table.begin_turn(self.first)
        return self._table

    def take(self, step: Step) -> None:
        """Lay, answer, wait for or check what a sentence says."""
        if step.what == "lay":
            self._lay(step.text)
        elif step.what == "answer":
            self._answer(step.who, step.text)
        elif step.what == "time":
            self._wait(step.text)
        else:
            self._check(step.text)

    def finish(self) -> None:
        """Refuse an example that claims nothing."""
        if not any(step.what == "then" for step in self.example.steps):
            raise Wrong("it says nothing that must be so.", "End it with a line: Then …",
                        "example-unread")  # fmt: skip

    # ---- laying ----------------------------------------------------------------------------

    def _lay(self, text: str) -> None:
        if PLAYERS.fullmatch(text):
            return
        if turn := TURN.fullmatch(text):
            self.first = self._player(turn["who"])
        elif chance := CHANCE.fullmatch(text):
            self.draws = [int(draw) for draw in re.findall(r"\d+", chance["draws"])]
        elif told := CONTENT.fullmatch(text):
            cards = self._cards(told["cards"])
            self._of(told["who"])[self._place(told["place"])] = cards[::-1]
        elif told := UPON.fullmatch(text):
            self.common[self._thing(told["thing"])] = self._cards(told["cards"])[::-1]
        elif (told := PART.fullmatch(text)) and told["thing"] in self.named:
            self.given.append((told["thing"], self._known(told["what"], "column"), told["value"]))
        elif told := COUNT.fullmatch(text):
            n = 0 if told["n"] == "no" else int(told["n"])
            self._of(told["who"])[self._known(told["what"], "column")] = n
        elif told := OWN.fullmatch(text):
            self._of(told["who"])[self._known(told["what"], "column")] = _value(told["value"])
        elif (told := VALUE.fullmatch(text)) and told["what"] in self.schema.offices:
            self.common[told["what"]] = self.players.index(self._player(told["value"]))
        elif told := VALUE.fullmatch(text):
            name = self._known(told["what"], "scalar")
            fixed = self.schema.attrs[name].at in self.schema.initial
            (self.values if fixed else self.common)[name] = _value(told["value"])
        elif told := STATUS.fullmatch(text):
            self._of(told["who"])[self._known(told["what"], "column")] = 1
        else:
            raise Wrong(f"'{text}' cannot be laid out.", FORMS, "example-unread")

    def _of(self, who: str | None) -> dict[str, list[str] | int | str]:
        if who in self.schema.persons:
            return self.others.setdefault(who, {})
        return self.laid[self._player(who)] if who else self.common

    def _player(self, who: str) -> str:
        if who not in self.players:
            raise Wrong(f"'{who}' is none of the players: {', '.join(self.players)}.",
                        code="example-unread")  # fmt: skip
        return who

    def _holder(self, who: str) -> str:
        """A player, or a person of the book who is none."""
        return who if who in self.schema.persons else self._player(who)

    def _known(self, what: str, home: str) -> str:
        """A place, counter, status or value that the book declares."""
        for name in (what, singular(what)):
            attr = self.schema.attrs.get(name)
            if attr is not None and attr.home == home:
                return name
        words = {"place": "place", "column": "counter or status that changes", "scalar": "value"}
        raise Wrong(f"'{what}' is no {words[home]} of this game.", FORMS, "example-unread")

    def _place(self, what: str) -> str:
        """A place that the book declares, or a thing on which others can lie."""
        known = self.schema.attrs.get(what)
        thing = (known is None or known.home != "place") and what in self.named
        return what if thing else self._known(what, "place")

    @property
    def named(self) -> set[str]:
        """The names of all things of the tables, and of their rows."""
        return {name for one in self.schema.species for name in (one.name, one.row) if name}

    def _thing(self, name: str) -> str:
        """A thing on which others can lie."""
        if name not in self.named:
            raise Wrong(f"'{name}' is no card of this game.", code="example-unread")
        return name

    def _cards(self, text: str) -> list[str]:
        """The cards of a list, in order; names may have commas in them."""
        names = self.named
        found: list[str] = []
        rest = "" if text == "nothing" else text
        while rest:
            name = max((n for n in names if rest == n or rest.startswith(f"{n}, ")), key=len,
                       default="")  # fmt: skip
            if not name:
                raise Wrong(f"'{rest.split(', ')[0]}' is no card of this game.",
                            code="example-unread")  # fmt: skip
            found.append(name)
            rest = rest[len(name) + 2 :]
        return found

    # ---- answering -------------------------------------------------------------------------

    def _answer(self, who: str, text: str) -> None:
        options = self._options(who)
        for option in options:
            if option.casefold().rstrip(".") == text.casefold():
                self.table.choose(who, option)
                return
        if text.startswith('"'):
            self.table.match.write(who, text.strip('"'))
            return
        if not options:
            raise Wrong(f"{who} is not asked; {self._asked()}.")
        raise Wrong(f"{who} cannot '{text}'.", f"{who} can: {'; '.join(options)}.")

    def _wait(self, text: str) -> None:
        """Let time pass."""
        told = PASSING.fullmatch(text)
        if told is None:
            raise Wrong(f"'{text}' is no time that passes.", "Write it on a line: 7 days pass.",
                        "example-unread")  # fmt: skip
        self.table.wait(int(told["n"]) * SECONDS[told["unit"]])

    def _options(self, who: str) -> list[str]:
        return self.table.options(self._player(who))

    def _asked(self) -> str:
        """Who is asked what, in words."""
        told = [f"{d.player}: {d.prompt}" for d in self.table.match.decisions]
        return f"asked is {' '.join(told)}".rstrip("?.") if told else "nobody is"

    # ---- what must be so -------------------------------------------------------------------

    def _check(self, text: str) -> None:
        match = self.table.match
        if told := CONTENT.fullmatch(text):
            place = self._place(told["place"])
            self._contains(place, self._holder(told["who"]) if told["who"] else "", told)
        elif told := UPON.fullmatch(text):
            self._contains(self._thing(told["thing"]), "", told)
        elif told := ASKED.fullmatch(text):
            asked = told["who"] in self.table.asked()
            nobody = told["who"] == "Nobody" and not self.table.asked()
            self._so(asked or nobody, told["no"], self._asked())
        elif told := WINS.fullmatch(text):
            winners = ", ".join(match.winners) or "nobody"
            self._so(told["who"] in match.winners, told["no"] != "wins", f"the winner: {winners}")
        elif told := OVER.fullmatch(text):
            self._so(match.over, told["no"], "the game goes on" if told["no"] is None else "it is")
        elif told := SAID.fullmatch(text):
            log = match.log()
            said = any(told["text"].casefold() in line.casefold() for line in log)
            self._so(said, told["no"] != "says", "the story: " + " ".join(log[-6:]))
        elif (told := ABLE.fullmatch(text)) and told["who"] in self.players:
            options = self._options(told["who"])
            able = any(self._is(option, told["act"]) for option in options)
            can = "; ".join(options) or "nothing"
            self._so(able, told["no"], f"{told['who']} can: {can}")
        else:
            self._ask(text)

    def _so(self, truth: bool, denied: str | bool | None, instead: str) -> None:
        if truth == bool(denied):
            raise Wrong("this is not so.", f"Instead, {instead}.")

    def _is(self, option: str, act: str) -> bool:
        """True if an option is an act, or an act on `a` thing of a kind: `play a unicorn`."""
        if option.casefold() == act.casefold():
            return True
        told = re.fullmatch(r"(?P<verb>[\w ]+?) (?:an?|any) (?P<kind>[\w ]+)", act)
        if told is None or not option.startswith(f"{told['verb']} "):
            return False
        rest = option.removeprefix(f"{told['verb']} ")
        numbers = {n for n, one in enumerate(self.schema.species) if rest.startswith(one.name)}
        return told["kind"] == "card" or bool(numbers & self.schema.of_kind(told["kind"]))

    def _contains(self, place: str, who: str, told: re.Match[str]) -> None:
        """Compare what lies in a place with a list: in any order, or from the top."""
        wanted = [self._printed(name) for name in self._cards(told["cards"])]
        try:
            found = self.table.cards(who, place)[::-1]
        except ValueError as why:
            raise Wrong(str(why)) from None
        if not told["top"]:
            found, wanted = sorted(found), sorted(wanted)
        if found != wanted:
            raise Wrong("this is not so.", f"There lies: {', '.join(found) or 'nothing'}.")

    def _printed(self, name: str) -> str:
        """The name of a card that is called by its row."""
        return next((one.name for one in self.schema.species if name == one.row), name)

    def _ask(self, text: str) -> None:
        """Ask the engine a condition in which players have their names."""
        said = text
        for seat, player in enumerate(self.players):
            said = re.sub(rf"\b{re.escape(player)}\b", seat_name(seat), said)
        match = self.table.match
        if said.startswith(tuple(f"{name} " for name in _printed_names(self.game))):
            said = f"a {said}"
        elif not said.startswith("Seat"):
            said = said[0].lower() + said[1:]
        try:
            asked = question(match.rules, said)
        except Unfit as why:
            raise Wrong(self._named(str(why)), code="example-unread") from None
        if not asked.holds(match.state, len(self.players)):
            raise Wrong("this is not so.")

    def _named(self, text: str) -> str:
        """A message with the names of players in the place of their seats."""
        for seat in reversed(range(len(self.players))):
            text = text.replace(seat_name(seat), self.players[seat])
        return text


def _printed_names(game: Game) -> set[str]:
    """The names that stand in the tables: members of a set (`one letter: A or B`) are none."""
    return {one.name for one in game.rules(2).schema.species if one.row}


def _value(text: str) -> int | str:
    return int(text) if re.fullmatch(r"-?\d+", text) else text.strip('"')
