"""The table as one seat sees it: who has what, how near the end is, piles, and your own hand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from rich.cells import cell_len
from rich.text import Text

from deckmastor.engine.inside import ASIDE_PLACE, LIMBO_PLACE, PHASE, TURN, WORD
from deckmastor.match import Match
from deckmastor.record.seeing import Sight
from deckmastor.record.stacks import Stacks
from deckmastor.terminal import changes, goals
from deckmastor.terminal.console import Console, printable
from deckmastor.terminal.kinds import Kinds, plural_of
from deckmastor.terminal.marks import Marks
from deckmastor.terminal.telling import Teller, counted, first_members, weighty_values
from deckmastor.terminal.towers import FEW, MOST, Towers

GAP = "   "
LISTED = 6  # things in a row of which each is named


class TableView:
    """What lies on the table, drawn for a seat."""

    def __init__(self, match: Match, seat: int, you: bool) -> None:
        self.match = match
        self.state = match.state
        self.schema = match.rules.schema
        self.seat = seat
        self.teller = Teller(match, seat, you)
        self.kinds = Kinds(match)
        self.marks = Marks(match, self._sight)

    @cached_property
    def _sight(self) -> Sight:
        return Sight(self.match, self.match.players[self.seat])

    @cached_property
    def _towers(self) -> Towers:
        def person(name: str) -> str:
            names = self.match.players
            return self.teller.person(names.index(name)) if name in names else name

        return Towers(Stacks(self._sight), self.kinds, person)

    # ---- all of it -------------------------------------------------------------------------

    def draw(self, console: Console) -> None:
        """Draw the table: players, common places, changed rules, and last your own hand."""
        console.rule(self._title())
        self._players(console)
        console.flow(self._common(), GAP, indent=1)
        self._stations(console)
        console.flow(self._being_played(), " ", indent=1)
        changes.draw(console, self._sight)
        self.draw_hand(console)

    def draw_hand(self, console: Console) -> None:
        """Draw the cards that only this seat sees."""
        for place in self._own_places():
            cards, hand = self.state.zones[place], self._place_name(place) == self.match.rules.hand
            shown = self._cards(cards, marked=True) if hand else self._aimed(cards)
            console.flow([Text(f"Your {self._place_name(place)}:", "bold"), *shown], " ", indent=1)

    def _aimed(self, cards: list[int]) -> list[Text]:
        """Cards that were laid where only this seat sees them, with their announced targets."""
        stacks = self._towers.stacks
        aims = [self._towers.aims(stacks.targets(card)) for card in cards]
        if not any(aims):
            return self._cards(cards, marked=True)
        shown: list[Text] = []
        for card, aim in zip(cards, aims, strict=True):
            text = self._cards([card], marked=True)[0]
            shown.append(text.append(printable(f" → {aim}"), "yellow") if aim else text)
        return [Text().append_text(text).append(",") for text in shown[:-1]] + shown[-1:]

    def hidden_places(self) -> Iterator[tuple[str, list[int]]]:
        """The places that hold cards which only this seat sees, with these cards."""
        for place in self._own_places():
            yield self._place_name(place), self.state.zones[place]

    def _own_places(self) -> Iterator[int]:
        for place in self._places(self.seat):
            if self.state.zones[place] and self._private(place):
                yield place

    def _title(self) -> str:
        turn = self.state.v[TURN]
        whose = f"{self.teller.whose(turn)} turn" if turn >= 0 else ""
        phases = self.match.rules.phases
        at = self.state.v[PHASE]
        phase = phases[at] if turn >= 0 and at < len(phases) else ""
        return " · ".join(part for part in (self.match.game.title, whose, phase) if part)

    # ---- players ---------------------------------------------------------------------------

    def _players(self, console: Console) -> None:
        """Each player in a line, in columns as far as they fit, and their cards below it."""
        seats = range(len(self.match.players))
        labels = [self._label(seat) for seat in seats]
        cells = [self._cells(seat) for seat in seats]
        names = list(dict.fromkeys(name for told in cells for name in told))
        widths = [max(cell_len(told.get(name, "")) for told in cells) for name in names]
        first = max(cell_len(label) for label in labels)
        fits = first + sum(width + len(GAP) for width in widths) <= console.width
        for seat, label in zip(seats, labels, strict=True):
            style = "bold" if seat == self.state.v[TURN] else ""
            told = [cells[seat].get(name, "") for name in names]
            if fits:
                told = [
                    cell + " " * (w - cell_len(cell)) for cell, w in zip(told, widths, strict=True)
                ]
                label += " " * (first - cell_len(label))
                console.say(Text(GAP.join([label, *told]).rstrip(), style))
            else:
                parts = [Text(part, style) for part in (label, *told) if part]
                console.flow(parts, GAP, hang=4)
            self._holdings(console, seat)

    def _label(self, seat: int) -> str:
        mark = "▸ " if seat == self.state.v[TURN] else "  "
        gone = self.state.cols[self.match.rules.gone][seat]
        after = " (you)" if seat == self.seat else " (out)" if gone else ""
        return printable(f"{mark}{self.match.players[seat]}{after}")

    def _cells(self, seat: int) -> dict[str, str]:
        """What is told of a player in a line: points, goals, cards nobody sees, counters."""
        told: dict[str, str] = {}
        scores = self.match.scores
        if any(scores.values()):
            told["point"] = f"points {scores[self.match.players[seat]]}"
        for goal in self._goals:
            told[goal.name] = goals.told(self.match, self._sight, goal, seat)
        for place in self._places(seat):
            cards = self.state.zones[place]
            name = self._place_name(place)
            if name in self._hidden and (name in self._in_use or name == self.match.rules.hand):
                told[name] = f"{name} {len(cards)} {'card' if len(cards) == 1 else 'cards'}"
        for name in self._counters:
            value = self.state.cols[self.schema.attrs[name].at][seat]
            told.setdefault(name, f"{plural_of(self.match, name)} {value}")
        for attr in self.schema.attrs.values():
            if attr.home == "column" and attr.owner == "player" and attr.name != "point":
                value = self.state.cols[attr.at][seat]
                usual = value in (0, attr.none) or attr.name in self._unmoved
                if not attr.name.startswith("#") and not usual:
                    told.setdefault(attr.name, f"{attr.name} {self._value(value)}")
        return told

    @cached_property
    def _counters(self) -> list[str]:
        """The counters, besides points, of which some player has any."""
        seats = len(self.match.players)
        return [
            name
            for name, attr in self.schema.attrs.items()
            if name in self.schema.lexicon.units and attr.home == "column" and name != "point"
            if any(self.state.cols[attr.at][:seats])
        ]

    @cached_property
    def _unmoved(self) -> set[str]:
        """The families in which all players are still what they began as."""
        seats = range(len(self.match.players))
        return {
            name
            for name, first in first_members(self.match).items()
            if all(self.state.cols[self.schema.attrs[name].at][seat] == first for seat in seats)
        }

    @cached_property
    def _hidden(self) -> set[str]:
        """The names of places that somebody does not see into: how many cards they hold is told."""
        return {
            self._place_name(place)
            for seat in range(len(self.match.players))
            for place in self._places(seat)
            if not self._visible(place) or self._private(place)
        }

    @cached_property
    def _in_use(self) -> set[str]:
        """The names of places in which somebody has something."""
        return {
            self._place_name(place)
            for seat in range(len(self.match.players))
            for place in self._places(seat)
            if self.state.zones[place]
        }

    @cached_property
    def _goals(self) -> list[goals.Goal]:
        return goals.goals(self.match)

    def _holdings(self, console: Console, seat: int) -> None:
        """The cards of a player that this seat sees, place by place, kind by kind."""
        for place in self._places(seat):
            cards = self.state.zones[place]
            name = self._place_name(place)
            if self._private(place):
                continue
            if self._towers and self._holds_stations(place):
                self._draw_towers(console, place, name, 4)
            elif self._visible(place):
                told = place < len(self.schema.zname) and name in self._in_use
                self._pile(console, name, cards, told)
                for thing in cards:
                    if self._content(thing) and self.state.zones[self._content(thing)]:
                        self._station(console, thing, indent=6)
            else:
                known = [card for card in cards if self.teller.sees(card)]
                self._pile(console, f"known in {name}", known, False)

    def _pile(self, console: Console, name: str, cards: list[int], always: bool) -> None:
        if not cards:
            if always:
                console.say(f"{name}  empty", "dim", indent=4)
            return
        parts = [Text(f"{name} ", "dim")]
        groups = list(self.kinds.sorted(cards))
        for at, (kind, things) in enumerate(groups):
            shown = self._cards(things, marked=bool(self.marks.sets))
            if kind:
                noun = kind if len(things) == 1 else f"{len(things)} {plural_of(self.match, kind)}"
                shown[0] = Text().append(f"{noun}: ", "dim").append_text(shown[0])
            if at + 1 < len(groups):
                shown[-1] = Text().append_text(shown[-1]).append(" ·", "dim")
            parts += shown
        console.flow(parts, " ", indent=4, hang=2)

    def _cards(self, cards: list[int], marked: bool = False) -> list[Text]:
        """Names of cards in the colours of their kinds, with commas between them."""
        alike: dict[tuple[str, str], list[int]] = {}
        for card in cards:
            marks = self.marks.of(card) if marked else ""
            alike.setdefault((self.match.thing(card), marks), []).append(card)
        shown = [
            Text(
                printable(counted([name] * len(group))[0]),
                self.kinds.colour(self.kinds.of(group[0])),
            ).append(printable(marks), "dim")
            for (name, marks), group in alike.items()
        ]
        return [Text().append_text(text).append(",") for text in shown[:-1]] + shown[-1:]

    # ---- what is everybody's ---------------------------------------------------------------

    def _common(self) -> list[Text]:
        """Common places that hold something, and the values that decide what may be done."""
        told: list[Text] = []
        for place, owner in enumerate(self.state.zowner):
            if place in (LIMBO_PLACE, ASIDE_PLACE, self.schema.docket) or owner >= 0:
                continue
            if self._holds_stations(place):
                continue
            deck = place == self.match.rules.common and not self.schema.brings
            if self.state.zones[place] or deck:
                told.append(self._common_pile(place))
        values = self.values()
        for name in weighty_values(self.match):
            if values.get(name):
                told.append(Text(f"{name}: ").append(printable(values[name]), "bold yellow"))
        for quota in goals.quotas(self.match):
            told.append(Text(f"{quota.name}: ").append(quota.told(self.match), "bold yellow"))
        return told

    # ---- things that cards lie on ----------------------------------------------------------

    def _holds_stations(self, place: int) -> bool:
        """Whether a place holds things that cards can lie on, and this seat sees them."""
        cards = self.state.zones[place]
        return bool(cards) and self._visible(place) and all(map(self._content, cards))

    def _content(self, thing: int) -> int:
        """The place on a thing, or 0."""
        attr = self.schema.attrs.get("#content")
        return max(self.state.cols[attr.at][thing], 0) if attr is not None else 0

    def _stations(self, console: Console) -> None:
        """A line for each thing on which cards can lie: what it is now, and the cards on it."""
        for place, owner in enumerate(self.state.zowner):
            if place in (LIMBO_PLACE, ASIDE_PLACE) or owner >= 0 or not self._holds_stations(place):
                continue
            if self._towers:
                self._draw_towers(console, place, self.match.place(place), 1)
                continue
            console.say(f"{self.match.place(place)}:", indent=1)
            for thing in self.state.zones[place]:
                self._station(console, thing)

    def _draw_towers(self, console: Console, place: int, name: str, indent: int) -> None:
        """Draw the towers in a place; what belongs to a player is drawn in short."""
        owned = self.state.zowner[place] >= 0
        towers = self._towers.in_place(place)
        if owned and len(towers) == 1 and self._towers.is_bare(towers[0]):
            told = printable(self.match.thing(towers[0][0]))
            console.say(f"{name}  {told}: no cards", "dim", indent=indent)
            return
        console.say(f"{name}:", "dim" if owned else "", indent=indent)
        for tower in towers:
            most = FEW if owned and len(tower) == 1 else MOST
            self._towers.draw(console, tower, indent + 2, most)

    def show_changes(self, console: Console) -> None:
        """Show the rules that cards have changed."""
        changes.show(console, self._sight)

    def draw_stacks(self, console: Console) -> bool:
        """Draw all things that cards lie on, with all their cards; False if there are none."""
        stacks = self._towers.stacks
        for place in dict.fromkeys(self.state.where[tower[0]] for tower in stacks.towers):
            console.say(f"{self._sight.where(place).removeprefix('the ')}:", indent=1)
            for tower in self._towers.in_place(place):
                self._towers.draw(console, tower, 3, len(self.state.species))
        return bool(stacks.towers)

    def _station(self, console: Console, thing: int, indent: int = 3) -> None:
        told = self._sight.properties(thing, False)
        states = [name for name, value in told.items() if value is True]
        words = frozenset(str(told[name]) for name in self.marks.judged if name in told)
        name = Text(printable(self.match.thing(thing)), "bold cyan")
        parts = [name, Text(" ".join(states), "dim")] if states else [name]
        cards = self.state.zones[self._content(thing)]
        shown = [
            Text(printable(self.teller.named(card)), "bold").append(
                printable(self.marks.on(card, words)), "dim"
            )
            for card in cards
        ]
        console.flow([*parts, *(shown or [Text("no cards", "dim")])], "  ", indent=indent, hang=4)

    def values(self) -> dict[str, str]:
        """The values of the game as this seat may know them; those that are nothing are empty."""
        seen = self._sight.values()
        return {name: "" if value in (None, 0) else str(value) for name, value in seen.items()}

    def _common_pile(self, place: int) -> Text:
        cards = self.state.zones[place]
        label = Text(f"{self.match.place(place)}: ")
        if not cards:
            return label.append("empty", "dim")
        top = cards[-1]
        many = f"{len(cards)} {'card' if len(cards) == 1 else 'cards'}"
        if not self.teller.sees(top):
            return label.append(many)
        if len(cards) <= LISTED and self._laid_out(place):
            for at, card in enumerate(cards):
                label.append(", " if at else "").append(
                    printable(self.teller.named(card)), "bold cyan"
                )
            return label
        if len(cards) > 1:
            label.append(f"{many}, top ")
        return label.append(printable(self.match.thing(top)), "bold cyan")

    def _laid_out(self, place: int) -> bool:
        """Whether all that lies in a place matters, and is seen: goals, or cards on a goal."""
        cards = self.state.zones[place]
        if not all(self.teller.sees(card) for card in cards):
            return False
        if self.state.zowner[place] >= self.schema.first_card:
            return True
        species = self.schema.species
        return all("card" not in species[self.state.species[card]].kinds for card in cards)

    def _being_played(self) -> list[Text]:
        """The cards that were announced and can still be answered, the last one last."""
        told: list[Text] = []
        for card in self.state.zones[LIMBO_PLACE]:
            who = self.state.cols[self.match.rules.player_of][card]
            name = Text(printable(self.teller.named(card)), "bold")
            if 0 <= who < len(self.match.players):
                name.append(f" ({self.teller.person(who)})", "")
            told.append(name)
        for name in told[:-1]:
            name.append(",")
        return [Text("being played:"), *told] if told else []

    # ---- who sees what ---------------------------------------------------------------------

    def _place_name(self, place: int) -> str:
        return self.schema.zone_names[self.state.zname[place]]

    def _places(self, seat: int) -> Iterator[int]:
        return (place for place, owner in enumerate(self.state.zowner) if owner == seat)

    def _visible(self, place: int) -> bool:
        return self.match.rules.views.sees_into(self.state, self.seat, place)

    def _private(self, place: int) -> bool:
        """Whether this seat sees into a place of its own that others do not see into."""
        sees = self.match.rules.views.sees_into
        seats = range(len(self.match.players))
        return self._visible(place) and not all(sees(self.state, one, place) for one in seats)

    def _value(self, value: int) -> str:
        return printable(self.match.thing(value)) if value >= WORD else str(value)
