"""What can be answered, each option with what it does: the text of its card, or where it lies."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from rich.text import Text

from deckmastor.language.ir import Define, Do, walk
from deckmastor.language.tables import Thing
from deckmastor.match import Decision, DeckmastorError, Match, Option
from deckmastor.record import asking
from deckmastor.record.seeing import Sight
from deckmastor.terminal import goals
from deckmastor.terminal.console import Console, printable
from deckmastor.terminal.kinds import Kinds, plural_of, printed
from deckmastor.terminal.marks import Marks, filled

BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
WIDEST = 34  # of a name that notes stand beside
NARROW = 60  # of a screen on which notes stand below names
LINES = 2  # of a note, while there are few options
MORE = "..."
MANY = 12  # options from which on a note has one line


@dataclass(frozen=True, slots=True)
class Choice:
    """An option as it is listed: what can be typed for it, and a note."""

    option: Option
    text: str
    note: str = ""
    colour: str = ""


class Options:
    """The options of a decision, as the player who is asked sees them."""

    def __init__(self, match: Match, decision: Decision) -> None:
        self.match = match
        self.decision = decision
        self.kinds = Kinds(match)
        self.printed = printed(match)
        self.words = Words(match)
        self.marks = Marks(match, Sight(match, decision.player))

    def choices(self) -> list[Choice]:
        """The options; those of cards that lie and look the same are one, others are not."""
        first: dict[tuple[str, str, str], Option] = {}
        for option in self.decision.options:
            key = (option.text, self._where(option), self._marks(option))
            first.setdefault(key, option)
        alike = Counter(text for text, _ in {(text, where) for text, where, _ in first})
        apart = len({where for _, where, _ in first}) > 1
        return [
            self._choice(option, where if apart else "", alike[text] > 1)
            for (text, where, _), option in first.items()
        ]

    def _choice(self, option: Option, where: str, alike: bool) -> Choice:
        """An option; where its card lies is part of its name if others read the same."""
        if alike and where:
            label = f"{option.text} {where}"
            return Choice(option, label, self._note(option, ""), self._colour(option))
        return Choice(option, option.text, self._note(option, where), self._colour(option))

    # ---- one option ------------------------------------------------------------------------

    def _object(self, option: Option) -> tuple[int, int]:
        return asking.object_of(self.match, option.at, option.value)

    def _where(self, option: Option) -> str:
        """Where the card lies that an option would pick, unless it is the player's own hand."""
        thing, _ = self._object(option)
        if asking.deed(self.match, option.at, option.value) or thing < self._first_card:
            return ""
        if asking.is_order(self.match, option.at):
            return ""
        place = self.match.state.where[thing]
        if place < 0:
            return ""
        name = self.match.names.where(self.match.state, place)
        mine = f"{option.player}'s "
        return f"in your {name.removeprefix(mine)}" if name.startswith(mine) else f"in {name}"

    def _marks(self, option: Option) -> str:
        """What tells the card of an option from others of its name."""
        thing, _ = self._object(option)
        seen = thing >= self._first_card and self.marks.sight.sees(thing)
        return self.marks.changing(thing) if seen else ""

    @property
    def _first_card(self) -> int:
        return self.match.rules.schema.first_card

    def _colour(self, option: Option) -> str:
        thing, _ = self._object(option)
        return self.kinds.colour(self.kinds.of(thing)) if thing >= self._first_card else ""

    def _note(self, option: Option, where: str) -> str:
        thing, place = self._object(option)
        if place >= 0:
            mine = self.match.state.zowner[place] == self.match.players.index(option.player)
            summary = self.kinds.summary(self.match.state.zones[place])
            return f"yours · {summary}" if mine else summary
        if 0 <= thing < self._first_card:
            return self._person(thing)
        if thing >= 0:
            if asking.is_order(self.match, option.at) and option.text not in self.printed:
                return ""
            text = card_text(
                self.printed.get(self.match.thing(thing)), self.kinds.of(thing), self.words
            )
            text = filled(text, self._values)
            return " · ".join(part for part in (where, self._marks(option), text) if part)
        verb = asking.deed(self.match, option.at, option.value)
        if verb:
            return meaning(self.match, verb)
        if asking.is_window(self.match, option.at) and option.text == "yes":
            return self._answering(option)
        return ""

    @cached_property
    def _values(self) -> dict[str, str]:
        """The values of the game as the player may know them."""
        told = Sight(self.match, self.decision.player).values()
        return {name: str(value) for name, value in told.items() if value is not None}

    def _person(self, seat: int) -> str:
        """How somebody stands: what ends the game, and how many cards each of their places has."""
        sight = Sight(self.match, self.decision.player)
        told = [goals.told(self.match, sight, goal, seat) for goal in goals.goals(self.match)]
        state, schema = self.match.state, self.match.rules.schema
        told += [f"{plural_of(self.match, name)} {value}" for name, value in self._counters(seat)]
        for place, owner in enumerate(state.zowner):
            if owner == seat and not any(map(self._is_item, state.zones[place])):
                told.append(f"{schema.zone_names[state.zname[place]]} {len(state.zones[place])}")
        return " · ".join(told)

    def _counters(self, seat: int) -> Iterator[tuple[str, int]]:
        """The counters of somebody, besides points, of which some player has any."""
        state, schema = self.match.state, self.match.rules.schema
        ends = {goal.name for goal in goals.goals(self.match)} | {"point"}
        for name, attr in schema.attrs.items():
            if name in schema.lexicon.units and attr.home == "column" and name not in ends:
                column = state.cols[attr.at]
                if any(column[: len(self.match.players)]):
                    yield name, column[seat]

    def _is_item(self, thing: int) -> bool:
        schema = self.match.rules.schema
        return "card" not in schema.species[self.match.state.species[thing]].kinds

    def _answering(self, option: Option) -> str:
        """The cards with which a player could answer what was played."""
        twin = self.match.fork()
        told = len(twin.events)
        try:
            twin.choose(option)
        except DeckmastorError:
            return ""
        played = [event for event in twin.events[told:] if event.verb == "play"]
        if played and played[0].agent == option.player:
            return f"you play {played[0].object}"
        for decision in twin.decisions:
            if decision.player == option.player:
                names = list(dict.fromkeys(one.text for one in decision.options))
                one = f"you play {names[0]}" if len(names) == 1 else ""
                return one or f"you choose one of {', '.join(names)}"
        return ""


def card_text(thing: Thing | None, kind: str = "", words: Words | None = None) -> str:
    """What is printed on a card, in one line: what it is, its modifiers, its text.

    A card without a text says what its modifiers say, where `words` tells it.
    """
    if thing is None:
        return kind
    cells = thing.cells
    what = cells.get("Type", "") or kind or (thing.kind if thing.kind != "card" else "")
    modifiers = "; ".join(thing.modifiers)
    text = BREAK.sub(" ", cells.get("Text", "")).strip()
    marks = words.marks(thing) if words is not None else ""
    if words is not None and not text:
        text = " ".join(words.said(modifier) for modifier in thing.modifiers)
    head = ", ".join(part for part in (what, marks, modifiers) if part)
    return f"{head}: {text}" if head and text else head or text


class Words:
    """What the words on cards mean: marks that tell cards apart, and the texts of modifiers."""

    def __init__(self, match: Match) -> None:
        schema = match.rules.schema
        families = {status.family for status in schema.lexicon.statuses.values()}
        self.families = families - {"", "type", "modifier", *Kinds(match).families}
        self.shared = {
            name
            for name, attr in schema.attrs.items()
            if attr.owner == "" and attr.home == "printed"
        }
        self.modifiers = {one.name: one for one in match.book.things if one.kind == "modifier"}

    def marks(self, thing: Thing) -> str:
        """Members of families, and words that other kinds of thing have as well."""
        told = [
            str(value)
            for name, value in thing.properties.items()
            if name in self.families | self.shared and isinstance(value, str)
            if value.lower() not in thing.name.lower().split()
        ]
        return " ".join(told)

    def said(self, modifier: str) -> str:
        """The text of a modifier, with what its parameters stand for."""
        for name, one in self.modifiers.items():
            given = modifier.removeprefix(name).split()
            if modifier.startswith(name) and len(given) == len(one.params):
                text = BREAK.sub(" ", one.cells.get("Text", "")).strip()
                for place, value in zip(one.params, given, strict=True):
                    text = re.sub(rf"\b{place}\b", value, text)
                return text
        return ""


def meaning(match: Match, verb: str) -> str:
    """What a verb of the rulebook means, in its own words."""
    for entry in match.rules.schema.entries:
        for node in walk(entry.para) if entry.para is not None else ():
            if isinstance(node, Define) and isinstance(node.do, Do) and node.do.verb == verb:
                found = re.search(
                    rf"\bTo {re.escape(verb)}\b.*? is to ([^.]*)\.", entry.paragraph.text
                )
                return found[1] if found else ""
    return ""


# ---- on the screen --------------------------------------------------------------------------


def show_choices(console: Console, choices: Sequence[Choice]) -> None:
    """List options with their notes beside them, or below them where there is no room."""
    digits = len(str(len(choices)))
    names = [len(choice.text) for choice in choices if choice.note]
    column = min(max(names, default=0), WIDEST)
    left = 2 + digits + 2
    for number, choice in enumerate(choices, 1):
        line = Text(f"{number:>{digits}}", "bold green").append("  ", "")
        line.append(printable(choice.text), choice.colour)
        if not choice.note:
            console.say(line, indent=2, hang=digits + 2)
        elif console.width < NARROW:
            console.say(line, indent=2, hang=digits + 2)
            _say_note(console, choice.note, left + 2, len(choices))
        else:
            gap = max(column - len(choice.text), 0) + 2
            _beside(console, line.append(" " * gap), choice.note, left + column + 2, len(choices))


def _beside(console: Console, line: Text, note: str, at: int, many: int) -> None:
    """A note in a column of its own, its later lines below its first."""
    shown = shortened(console, note, max(console.width - at, 20), many)
    after = max(at - 2 - line.cell_len, 0)
    for number, part in enumerate(shown):
        if number == 0:
            room = console.width - 2 - line.cell_len
            if len(part) > room:
                console.say(line, indent=2)
                console.say(part, "dim", indent=at)
                continue
            console.say(Text().append_text(line).append(" " * after + part, "dim"), indent=2)
        else:
            console.say(part, "dim", indent=at)


def _say_note(console: Console, note: str, indent: int, many: int) -> None:
    for part in shortened(console, note, max(console.width - indent, 20), many):
        console.say(part, "dim", indent=indent)


def shortened(console: Console, note: str, width: int, many: int) -> list[str]:
    """The lines of a note, cut off where it is too long for a list."""
    lines = [line.plain.rstrip() for line in Text(printable(note)).wrap(console.screen, width)]
    most = 1 if many >= MANY else LINES
    if len(lines) > most:
        lines = lines[:most]
        mark = MORE if console.plain else "…"
        last = lines[-1]
        if len(last) + len(mark) > width:
            last = last.rpartition(" ")[0] or last[: width - len(mark)]
        lines[-1] = last.rstrip(" ,.") + mark
    return lines
