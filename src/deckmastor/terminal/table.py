"""The table as one seat sees it: hands, piles, scores, whose turn it is, and what must be known."""

from __future__ import annotations

from collections.abc import Iterator

from rich.table import Table
from rich.text import Text

from deckmastor.engine.schema import ASIDE_PLACE, LIMBO_PLACE, WORD
from deckmastor.engine.state import NONE, PHASE, TURN
from deckmastor.match import Match
from deckmastor.terminal.console import Console, printable
from deckmastor.terminal.telling import Teller, counted, weighty_values


class TableView:
    """What lies on the table, drawn for a seat."""

    def __init__(self, match: Match, seat: int, you: bool) -> None:
        self.match = match
        self.state = match.state
        self.schema = match.rules.schema
        self.seat = seat
        self.teller = Teller(match, seat, you)

    def draw(self, console: Console) -> None:
        """Draw the table: players, common places, values, and last your own hand."""
        console.rule(self._title())
        console.show(self._players())
        console.flow(self._common(), "   ", indent=1)
        self.draw_hand(console)

    def draw_hand(self, console: Console) -> None:
        """Draw the cards that only this seat sees."""
        for name, cards in self.hidden_places():
            shown = [Text(printable(told), "cyan") for told in counted(cards)]
            for told in shown[:-1]:
                told.append(",")
            console.flow([Text(f"Your {name}:", "bold"), *shown], " ", indent=1)

    def hidden_places(self) -> Iterator[tuple[str, list[str]]]:
        """The places that hold cards which only this seat sees, with the names of the cards."""
        for place in self._places(self.seat):
            cards = self.state.zones[place]
            if cards and self._private(place):
                name = self.schema.zone_names[self.state.zname[place]]
                yield name, [self.match.thing(card) for card in cards]

    def _title(self) -> str:
        turn = self.state.v[TURN]
        whose = f"{self.teller.whose(turn)} turn" if turn >= 0 else ""
        phases = self.match.rules.phases
        at = self.state.v[PHASE]
        phase = phases[at] if turn >= 0 and at < len(phases) else ""
        return " · ".join(part for part in (self.match.game.title, whose, phase) if part)

    def _players(self) -> Table:
        scores = self.match.scores
        counts = [self._counts(seat) for seat in range(len(self.match.players))]
        names = list(dict.fromkeys(name for told in counts for name in told))
        table = Table(box=None, pad_edge=True, padding=(0, 2, 0, 0), header_style="dim")
        table.add_column("player")
        scored = any(scores.values())
        for name in (["points"] if scored else []) + names:
            table.add_column(name, justify="right" if self._short(name, counts) else "left")
        for seat, player in enumerate(self.match.players):
            mark = "▸ " if seat == self.state.v[TURN] else "  "
            label = f"{mark}{player}{' (you)' if seat == self.seat else ''}"
            cells = [str(scores[player])] if scored else []
            cells += [counts[seat].get(name, "") for name in names]
            style = "bold" if seat == self.state.v[TURN] else ""
            table.add_row(*(Text(printable(cell)) for cell in (label, *cells)), style=style)
        return table

    def _short(self, name: str, counts: list[dict[str, str]]) -> bool:
        return all(len(told.get(name, "")) < 10 for told in counts)

    def _counts(self, seat: int) -> dict[str, str]:
        """What a player has: cards in places, and counters that are not 0."""
        told: dict[str, str] = {}
        for place in self._places(seat):
            name = self.schema.zone_names[self.state.zname[place]]
            cards = self.state.zones[place]
            seen = self._visible(place)
            if not seen or self._private(place):
                told[name] = f"{len(cards)} {'card' if len(cards) == 1 else 'cards'}"
            elif cards:
                told[name] = listing([self.match.thing(card) for card in cards])
            elif place < len(self.schema.zname):
                told[name] = "–"
        for attr in self.schema.attrs.values():
            if attr.home == "column" and attr.owner == "player" and attr.name != "point":
                value = self.state.cols[attr.at][seat]
                if not attr.name.startswith("#") and value not in (0, NONE):
                    told[attr.name] = self._value(value)
        return told

    def _common(self) -> list[Text]:
        """Common places that hold something, and the values that decide what may be done."""
        told: list[Text] = []
        for place, owner in enumerate(self.state.zowner):
            person = 0 <= owner < self.schema.first_card
            if place in (LIMBO_PLACE, ASIDE_PLACE) or person:
                continue
            deck = place == self.match.rules.common
            if self.state.zones[place] or deck:
                told.append(self._pile(place))
        values = self.values()
        for name in weighty_values(self.match):
            if values.get(name):
                told.append(Text(f"{name}: ").append(printable(values[name]), "bold yellow"))
        return told

    def values(self) -> dict[str, str]:
        """The values of the game as this seat may know them; those that are nothing are empty."""
        seen = self.match.view(self.match.players[self.seat])["values"]
        return {name: "" if value in (None, 0) else str(value) for name, value in seen.items()}

    def _pile(self, place: int) -> Text:
        cards = self.state.zones[place]
        label = Text(f"{self.match.place(place)}: ")
        if not cards:
            return label.append("empty", "dim")
        sees = self.match.rules.views.sees
        top = cards[-1]
        if sees(self.state, self.seat, top):
            label.append(printable(self.match.thing(top)), "bold cyan")
            return label.append(f" on {len(cards) - 1} more" if len(cards) > 1 else "", "dim")
        return label.append(f"{len(cards)} {'card' if len(cards) == 1 else 'cards'}")

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


def listing(names: list[str]) -> str:
    """Names with commas between them; the same name several times is counted."""
    return printable(", ".join(counted(names)))
