"""A game of Exoptosis, laid card by card: `"8 {Spades; blue} [Torn]"` is an 8 with what it gained.

A number among the marks is a value: `"Amalgam {5; Hearts}"`. Each card in a hand or a deck is a
copy of an original in its player's inventory.
"""

from __future__ import annotations

import re
from pathlib import Path

from deckmastor.engine.inside import NONE, make
from deckmastor.match import Game, load
from deckmastor.testing import Table
from games.telling import told as told

BOOK = "exoptosis"
SPEC = re.compile(r"(?P<name>[^{\[]+?) *(?:\{(?P<marks>[^}]*)\})? *(?:\[(?P<modifiers>[^\]]*)\])?")
PLACES = ("hand", "deck", "inventory")

Laid = dict[str, list[str] | int]


class Duel(Table):
    """A table whose players have these hands, decks, inventories and counters, and a pile.

    Lists of cards name the top card last. The first player is at turn.
    """

    def __init__(
        self,
        pile: list[str] | None = None,
        pool: list[str] | None = None,
        book: str | Path | Game = BOOK,
        values: dict[str, int | str] | None = None,
        turn: str = "",
        begun: bool = True,
        **players: Laid,
    ) -> None:
        seats = players or {"ann": {}, "bob": {}}
        counters = {
            name: {what: n for what, n in laid.items() if what not in PLACES}
            for name, laid in seats.items()
        }
        super().__init__(book, None, values, bare=True, **counters)
        self.game = self.match.game
        for name, laid in seats.items():
            for place in PLACES:
                cards = laid.get(place, [])
                assert isinstance(cards, list)
                for card in cards:
                    self._deal(name, place, card)
        for card in pool or []:
            self._made(card, next(iter(seats)), "pool")
        for card in pile or []:
            self._made(card, list(seats)[-1], "pile")
        attrs = self.match.rules.schema.attrs
        if pile:
            self.match.state.v[attrs["underway"].at] = 1
        self.match.state.v[attrs["afoot"].at] = 1
        self._ready_again()
        if begun:
            self.begin_turn(turn or next(iter(seats)))

    def _ready_again(self) -> None:
        state = self.match.state
        state.queue.clear()
        for watch in self.match.rules.watches:
            watch.look(state)
        state.dirty = 0

    def add(self, card: str, player: str, place: str) -> None:
        """Lay another card of a player, as it is told, into a place."""
        self._made(card, player, place)

    def _deal(self, player: str, place: str, card: str) -> None:
        original = self._made(card, player, "inventory")
        if place == "inventory":
            return
        thing = self._made(card, player, place)
        self.match.state.column(self.match.rules.copied)[thing] = original

    def _made(self, card: str, player: str, place: str) -> int:
        """A new card as it is told, in a place."""
        told = SPEC.fullmatch(card)
        assert told is not None, card
        state, rules = self.match.state, self.match.rules
        schema = rules.schema
        seat = self.match.players.index(player)
        attr = schema.attrs[place]
        at = attr.at + (seat if attr.owner is not None else 0)
        thing = make(self.match.machine, state, schema.species_ids[told["name"]], at)
        state.column(rules.player_of)[thing] = seat
        if rules.owned >= 0:
            state.column(rules.owned)[thing] = seat
        for mark in re.split(r"[;,] *", told["marks"] or ""):
            if re.fullmatch(r"-?\d+", mark):
                self._gain(thing, "value", int(mark))
            elif mark:
                family = "colour" if mark.islower() else "suit"
                self._gain(thing, family, mark)
        for modifier in re.split(r", *", told["modifiers"] or ""):
            if modifier:
                self._gain(thing, "modifier", modifier)
        return thing

    def _gain(self, thing: int, family: str, member: str | int) -> None:
        state, schema = self.match.state, self.match.rules.schema
        bag = state.bags.setdefault(schema.attrs[family].at << 20 | thing, [])
        bag.append(schema.word(member) if isinstance(member, str) else member)
        state.stir()

    # ---- telling and asking ------------------------------------------------------------------

    def hand(self, player: str) -> list[str]:
        """The names of the cards in a hand."""
        return self.cards(player, "hand")

    def deck(self, player: str) -> list[str]:
        """The names of the cards in a deck."""
        return self.cards(player, "deck")

    @property
    def pile(self) -> list[str]:
        """The names of the cards on the pile, the top last."""
        return self.cards("", "pile")

    def playable(self, player: str) -> list[str]:
        """The cards that a player may play now."""
        return [o.removeprefix("play ") for o in self.options(player) if o.startswith("play ")]

    def found(self, name: str, place: str, player: str = "") -> int:
        """The last card of a name in a place."""
        at = self._place(self.seat(player) if player else NONE, place)
        names = self.match.names
        return [t for t in self.match.state.zones[at] if names.listed(self.state, t) == name][-1]


def rules() -> Game:
    """The game."""
    return load(BOOK)
