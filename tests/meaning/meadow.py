"""The Meadow: a small game whose cards ask questions, and tables for it that are laid at random."""

from __future__ import annotations

from dataclasses import dataclass, field

from deckmastor.engine import State
from deckmastor.match import RulebookError, read
from deckmastor.testing import Table
from meaning.second_opinion import Card, World

WORDS = """# Meadow {#meadow}
## Words {#words}
- Each player has a hand and a bed. There is a deck, a discard pile, a shed and a quarry.
- A card has at most one sort: flower or weed. Tulips are kinds of flower.
- Questions are kinds of card.
- Each card has a height. Each card has any number of colours: red, white or blue.
- A card can be wilted. A player can be tired or muddy. A player has one mood: calm or cross.
- Seeds, coins and marks are counters. The prize is 3.
- To draw a card is to move the top card of the deck to your hand.
- To plant a card is to move it from your hand to your bed.
- To discard a card is to move it from your hand to the discard pile.
- To uproot a card is to move it from your bed to the discard pile.
- To rest is to gain 1 coin. To doze is to become tired. To dig is to become muddy.
- To sulk is to become cross. To cheer is to become calm.
- To spoil a card is to move it to the shed.
- When a card is spoiled, it becomes wilted.
"""
AT_WILL = "- The player at turn may pass.\n"
LEAVES = 6  # in the deck, all alike
HEAD = """## Cards {#cards}

The cards are:

| Name | Type | Count | Height | Colours | Text |
|---|---|---|---|---|---|
"""


def row(card: Card) -> str:
    """The row of a card in the table."""
    height = "" if card.height is None else str(card.height)
    return f"| {card.name} | {card.kind} | 1 | {height} | {', '.join(sorted(card.colours))} | |\n"


def question(name: str, text: str) -> str:
    """The row of a card that asks a question."""
    return f"| {name} | question | 1 | | | {text} |\n"


def meadow(cards: list[Card], texts: dict[str, str], rules: tuple[str, ...] = ()) -> str:
    """The rulebook with these cards, questions and further rules."""
    told = "".join(f"- {rule}\n" for rule in rules)
    rows = "".join(row(card) for card in cards)
    rows += "".join(f"| Leaf {n} | weed | 1 | 1 | | |\n" for n in range(LEAVES))
    asked = "".join(question(name, text) for name, text in texts.items())
    return f"{WORDS}## Rules {{#rules}}\n{AT_WILL}{told}{HEAD}{rows}{asked}"


def laid(book: str, world: World, stones: list[str] | None = None) -> Table:
    """A table of the engine, laid as the plain one is; further cards lie in play, in the shed."""
    players: dict[str, dict[str, list[str] | int | str]] = {
        player.name: {
            **{place: [card.name for card in cards] for place, cards in player.places.items()},
            **player.counters,
            **{status: int(status in player.statuses) for status in ("tired", "muddy")},
            "mood": player.mood,
        }
        for player in world.players
    }
    common: dict[str, list[str] | int | str] = {
        place: [card.name for card in cards] for place, cards in world.places.items()
    }
    common["deck"] = [f"Leaf {n}" for n in range(LEAVES)]
    if stones:
        common["quarry"] = list(stones)
    table = Table(book, common, bare=True, **players)  # type: ignore[arg-type]
    for name in world.wilted:
        table.give(name, "wilted", 1)
    for name, coins in world.coins.items():
        table.give(name, "coin", coins)
    table.begin_turn(world.players[0].name)
    return table


def refused(book: str) -> dict[int, str]:
    """The lines of a rulebook that are refused or cannot run, and why."""
    try:
        rules = read(book).rules(2)
    except RulebookError as error:
        return {fault.line: fault.message for fault in error.faults}
    places = {told.text: told.line for told in rules.sentences}
    return {places.get(text, 0): why for text, why in rules.unrunnable}


@dataclass
class Asked:
    """A meadow with the questions that it reads and runs, and those that it refuses."""

    cards: list[Card]
    texts: dict[str, str]
    rules: tuple[str, ...] = ()
    without: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for _ in range(5):
            found = refused(self.book)
            if not found:
                return
            lines = self.book.split("\n")
            names = {lines[n - 1].split("|")[1].strip(): why for n, why in found.items()}
            assert set(names) <= set(self.texts), found
            self.without |= {f"{self.texts[name]}": why for name, why in names.items()}
            self.texts = {name: text for name, text in self.texts.items() if name not in names}
        raise AssertionError(found)

    @property
    def book(self) -> str:
        """The rulebook."""
        return meadow(self.cards, self.texts, self.rules)


def seen(table: Table) -> str:
    """All that lies, is counted and is so on a table, in an order of its own."""
    match = table.match
    state, attrs = match.state, match.rules.schema.attrs
    lines = []
    for place in ("hand", "bed"):
        lines += [f"{p} {place}: {sorted(table.cards(p, place))}" for p in match.players]
    lines += [f"{place}: {sorted(table.cards('', place))}" for place in ("shed", "discard pile")]
    lines.append(f"deck: {len(table.cards('', 'deck'))}")
    for name in ("seed", "coin", "mark", "tired", "muddy", "wilted"):
        column = state.cols[attrs[name].at]
        had = [(match.thing(thing), n) for thing, n in enumerate(column) if n]
        lines.append(f"{name}: {sorted(had)}")
    moods = state.cols[attrs["mood"].at]
    lines.append(f"mood: {[match.thing(moods[seat]) for seat in range(len(match.players))]}")
    return "\n".join(lines)


class Reading:
    """A laid table that is asked one question after the other; each finds it as it was."""

    def __init__(self, book: str, world: World) -> None:
        self.table = laid(book, world)
        self.before: State = self.table.match.state
        self.you = world.players[0].name

    def ask(self, name: str) -> Table:
        """The table after a question was performed."""
        self.table.match.state = self.before.clone()
        self.table.perform(self.you, name)
        return self.table

    def marks(self, name: str) -> int:
        """The marks that `you` have after a question."""
        return self.ask(name).count(self.you, "mark")

    def outcomes(self, name: str) -> frozenset[str]:
        """What can be seen on the table after a question, for each way to answer it."""
        found: set[str] = set()
        for state in self._ends(name):
            self.table.match.state = state
            found.add(seen(self.table))
        return frozenset(found)

    def marked(self, name: str) -> set[str]:
        """The cards and players with a mark after a question that leaves nothing to choose."""
        (only,) = self.endings(name)
        return only

    def endings(self, name: str) -> list[set[str]]:
        """The cards and players with a mark after a question, for each way to answer it."""
        found: list[set[str]] = []
        for state in self._ends(name):
            self.table.match.state = state
            found.append(self._marked())
        return found

    def _ends(self, name: str) -> list[State]:
        """The states after a question, for each way to answer it."""
        match = self.ask(name).match
        found: list[State] = []
        left = [match.state]
        while left:
            before = match.state = left.pop()
            if self.table.quiet:
                found.append(before)
                continue
            decision = match.decisions[0]
            for option in decision.options:
                match.state = before.clone()
                match.choose(decision.player, option.text)
                left.append(match.state)
                match.state = before
        return found

    def _marked(self) -> set[str]:
        match = self.table.match
        marks = match.state.cols[match.rules.schema.attrs["mark"].at]
        seats = len(match.players)
        return {
            match.players[thing] if thing < seats else match.thing(thing)
            for thing, n in enumerate(marks)
            if n
        }
