"""Tables for tests: a match laid in a line per player, and a story told on it.

table = Table(BOOK, ann={"hand": ["Rude Pony"]}, bob={"paddock": ["Hay Loft"]})
table.choose("ann", "play Rude Pony")
assert table.cards("bob", "hand") == []
"""

from __future__ import annotations

from pathlib import Path

from deckmastor.engine import Record, State
from deckmastor.engine.inside import ASIDE_PLACE, CLOCK, NONE, THIS, TURN, UNBOUND, YOU, make
from deckmastor.language.decks import UnknownCard
from deckmastor.match import Decision, Event, Game, Match, load, read


class Table:
    """A match whose cards, counters and values are laid as a test says.

    `book` is a game, a shipped name, a path, or the text of a rulebook (it begins with `#`). Each
    player has a dict: the name of a place with a list of card names, top last, or ids of their rows
    (`second-print/llamacorn`, where several have one name); or of a counter or property with a
    number or word. A thing that cards lie on is such a place too, by its name: of the player in
    whose place it lies, or in `common`. `common` does the same for what belongs to nobody,
    `others` for persons of the book who are no players. What is not laid stays in the deck, or out
    of the game if the table is `bare`; if it is `exact`, a place that is laid has no other cards.
    What is somewhere from the start stays there unless it is laid elsewhere.
    A match that is `carried` is saved and restored before each answer.
    """

    def __init__(
        self,
        book: str | Path | Game,
        common: dict[str, list[str] | int | str] | None = None,
        values: dict[str, int | str] | None = None,
        seed: int = 0,
        setup: bool = False,
        bare: bool = False,
        carried: bool = False,
        exact: bool = False,
        others: dict[str, dict[str, list[str] | int | str]] | None = None,
        **players: dict[str, list[str] | int | str],
    ) -> None:
        self.game = book if isinstance(book, Game) else _game(book)
        names = list(players) or ["ann", "bob"]
        rules = self.game.rules(len(names), values)
        self.carried = carried
        self._exact = exact
        self._laid: set[int] = set()
        if setup:
            self.match: Match = self.game.start(names, seed, values)
            return
        from deckmastor.engine import lay

        self.match = Match(self.game, rules, names, lay(rules, seed))
        self._housed = self._at_home()
        if bare:
            self._clear()
        for name in [*names, *(others or {})]:
            for what, told in {**players, **(others or {})}.get(name, {}).items():
                self._lay(self.seat(name), what, told)
        for what, told in (common or {}).items():
            self._lay(NONE, what, told)
        self._ready()

    # ---- laying ----------------------------------------------------------------------------

    def _lay(self, seat: int, what: str, told: list[str] | int | str) -> None:
        state, schema = self.match.state, self.match.rules.schema
        if isinstance(told, list):
            place = self._place(seat, what)
            if self._exact:
                self._empty(place)
            for name in told:
                thing = self._free(name, seat, place)
                self._laid.add(thing)
                self._put(thing, place)
            return
        attr = schema.attrs[what]
        value = schema.literal(told)
        if attr.home == "scalar":
            state.v[attr.at] = value
        elif attr.home != "column":
            raise ValueError(f"Nothing in this book changes '{what}', so it cannot be laid.")
        else:
            state.column(attr.at)[seat] = value

    def _place(self, seat: int, what: str) -> int:
        """A place of a player or of the game, or a thing that is one."""
        schema = self.match.rules.schema
        if what in schema.attrs:
            attr = schema.attrs[what]
            return attr.at + (seat if attr.owner is not None and seat >= 0 else 0)
        place = self.match.state.cols[schema.attrs["#content"].at][self._named(what, seat)]
        if place < 0:
            raise ValueError(
                f"In this book nothing can lie on '{what}': no sentence puts it there."
            )
        return place

    def _at_home(self) -> set[int]:
        """The things that are somewhere from the start."""
        state, homes = self.match.state, self.match.rules.schema.homes
        species = {home.species for home in homes}
        return {thing for thing, number in enumerate(state.species) if number in species}

    def _named(self, name: str, seat: int = NONE) -> int:
        """The first thing of a name; the one in a place of a player, if one is told.

        Things that have no row are told apart by whose they are alone.
        """
        state, schema = self.match.state, self.match.rules.schema
        found = [
            thing
            for thing, number in enumerate(state.species)
            if name == schema.species[number].name
        ]
        holders = {t: state.zowner[state.where[t]] if state.where[t] >= 0 else NONE for t in found}
        if seat >= 0:
            found = [thing for thing in found if holders[thing] == seat]
        elif len(found) > 1 and not schema.species[state.species[found[0]]].row:
            found = [thing for thing in found if holders[thing] == NONE]
        if not found and seat < 0:
            raise ValueError(f"No '{name}' lies in a place of the game.")
        if not found:
            raise ValueError(f"No '{name}' lies in a place of {self.match.person(seat)}.")
        return found[0]

    def _free(self, name: str, seat: int = NONE, place: int = NONE) -> int:
        """A copy of a card that was not laid yet: one in the deck, or out of the game.

        What is in that place from the start is taken first. Where players bring decks, it is a new
        one, as if that player had brought it.
        """
        state, schema = self.match.state, self.match.rules.schema
        found = [
            thing
            for thing, number in enumerate(state.species)
            if name in (schema.species[number].name, schema.species[number].row)
            and self._unlaid(thing)
        ]
        there = [t for t in found if t in self._housed and state.where[t] == place]
        if found:
            return [*there, *found][0]
        if schema.brings:
            try:
                (number,) = schema.of_row[self.game.book.catalogue.row(name)]
            except UnknownCard as why:
                raise ValueError(f"{why} {why.hint}".strip()) from None
            thing = make(self.match.machine, state, number, ASIDE_PLACE)
            state.column(self.match.rules.owned)[thing] = seat
            return thing
        raise ValueError(f"There is no further card '{name}' to lay.")

    def _clear(self) -> None:
        """Take everything out of the game that was not laid, but for its rules."""
        state, schema = self.match.state, self.match.rules.schema
        laws = schema.of_kind("rule")
        for thing, place in enumerate(state.where):
            if (
                place > ASIDE_PLACE
                and thing not in self._housed
                and state.species[thing] not in laws
            ):
                self._put(thing, ASIDE_PLACE)

    def _empty(self, place: int) -> None:
        """Take what was not laid out of a place, and out of the game."""
        for thing in [*self.match.state.zones[place]]:
            if thing not in self._laid and thing not in self._housed:
                self._put(thing, ASIDE_PLACE)

    def _put(self, thing: int, place: int) -> None:
        """Let a thing lie in a place, as if it had never been elsewhere."""
        state = self.match.state
        if state.where[thing] >= 0:
            state.zone(state.where[thing]).remove(thing)
        state.zone(place).append(thing)
        state.where[thing] = place
        state.stir()

    def _unlaid(self, thing: int) -> bool:
        state, schema = self.match.state, self.match.rules.schema
        if thing in self._laid:
            return False
        if self._exact or thing in self._housed:
            return thing >= self.match.rules.first_card
        place = state.where[thing]
        return place <= 1 or schema.zone_names[state.zname[place]] == "deck"

    def _ready(self) -> None:
        """Skip what happens before the game; the first player's turn is about to begin.

        Nobody knows more than what lies open.
        """
        from deckmastor.engine.inside import STAGE, TURN_BEGINS

        state = self.match.state
        state.v[STAGE] = TURN_BEGINS
        for watch in self.match.rules.watches:
            watch.look(state)
        state.dirty = 0
        state.queue.clear()
        state.shown.clear()
        flow = self.match.rules.blocks[self.match.rules.flow_block]
        self.match.machine.push(state, flow, self.match.rules.empty_record())

    def give(self, name: str, what: str, told: int | str) -> None:
        """Let a thing have a property that can change: a number, a word, or a player."""
        state, schema = self.match.state, self.match.rules.schema
        players = self.match.players
        value = players.index(str(told)) if told in players else schema.literal(told)
        state.column(schema.attrs[what].at)[self._named(name)] = value

    # ---- telling ---------------------------------------------------------------------------

    def begin_turn(self, player: str) -> None:
        """Let a player's turn begin, and go on to the first decision."""
        state = self.match.state
        seats = len(self.match.players)
        seat = self.match.players.index(player)
        state.v[TURN] = (seat - state.v[1]) % seats
        self.match.resume()

    def choose(self, player: str, *texts: str) -> None:
        """Answer one decision after the other."""
        for text in texts:
            if self.carried:
                self._carry()
            self.match.choose(player, text)

    def _carry(self) -> None:
        """Go on with a match that was saved and restored."""
        events, links = self.match.events, self.match.chronicle.links
        self.match = self.match.restore(self.match.save())
        self.match.events, self.match.chronicle.links = events, links

    def play(self, player: str, card: str) -> None:
        """Let a player play a card that they may play now."""
        self.choose(player, f"play {card}")

    def perform(self, player: str, card: str) -> None:
        """Perform the text of a card as if the player had it, before anything else goes on."""
        state, rules = self.match.state, self.match.rules
        number = rules.schema.species_ids[card]
        block = rules.blocks[rules.texts[number]]
        regs = [UNBOUND] * block.slots
        regs[YOU] = self.match.players.index(player)
        regs[THIS] = state.species.index(number)
        state.column(rules.player_of)[regs[THIS]] = regs[YOU]
        state.asks.clear()
        self.match.machine.push(state, block, Record(regs))
        self.match.resume()

    def fate(self, *draws: int) -> None:
        """Decide what chance brings next: a die shows n, or the nth of what can be picked."""
        self.match.state.fate = [*self.match.state.fate, *(n - 1 for n in draws)]

    def wait(self, seconds: int) -> None:
        """Let time pass, and all come to pass that falls due."""
        self.match.tick(self.match.state.v[CLOCK] + seconds)

    # ---- asking ----------------------------------------------------------------------------

    def seat(self, name: str) -> int:
        """The number of a player, or of a person of the book who is none."""
        players, schema = self.match.players, self.match.rules.schema
        if name in players:
            return players.index(name)
        return schema.seats + schema.persons.index(name)

    @property
    def state(self) -> State:
        """The state of the match."""
        return self.match.state

    @property
    def events(self) -> list[Event]:
        """What happened."""
        return self.match.events

    @property
    def decision(self) -> Decision:
        """The one decision that is open."""
        (only,) = self.match.decisions
        return only

    def options(self, player: str) -> list[str]:
        """What a player can choose now; nothing if they are not asked."""
        return [
            option.text
            for decision in self.match.decisions
            if decision.player == player
            for option in decision.options
        ]

    def asked(self) -> list[str]:
        """Who is asked now."""
        return [decision.player for decision in self.match.decisions]

    @property
    def quiet(self) -> bool:
        """Whether nothing is asked but what a player does next."""
        return all(decision.prompt == "What do you do?" for decision in self.match.decisions)

    @property
    def turn(self) -> str:
        """Who is at turn."""
        return self.match.players[self.match.state.v[TURN]]

    def cards(self, player: str, place: str) -> list[str]:
        """The cards in a place of a player, the top last; of nobody with an empty name.

        A thing that cards lie on is such a place: of the player in whose place it is, or of nobody.
        """
        index = self._place(self.seat(player) if player else NONE, place)
        state, names = self.match.state, self.match.names
        return [names.listed(state, thing) for thing in state.zones[index]]

    def count(self, player: str, what: str) -> int:
        """A counter or property of a player."""
        attr = self.match.rules.schema.attrs[what]
        return self.match.state.cols[attr.at][self.match.players.index(player)]

    def value(self, name: str) -> int | str:
        """A value of the game, as facts make it."""
        from deckmastor.engine.inside import WORD

        schema = self.match.rules.schema
        attr = schema.attrs[name]
        value = self.match.state.v[attr.at]
        table = self.match.rules.facts.get(name)
        if table is not None:
            value = table.value(self.match.state, NONE, value)
        return schema.words[value - WORD] if value >= WORD else value


def _game(book: str | Path) -> Game:
    """A game by its name, its path, or its text."""
    return read(str(book)) if str(book).lstrip().startswith("#") else load(book)
