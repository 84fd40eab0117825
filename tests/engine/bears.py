"""A small game to try words in: bears, berries, and one card whose text a test writes itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from deckmastor.testing import Table

Seen = list[str] | int | str

BOOK = """# Bear Hill {#bear-hill}
> Bears look for berries. The card Deed says what a test wants to try.
## Words {#words}
- Each player has a hand and a den. There is a deck, a discard pile and a river.
- Bears, charms, spells, replies, leaves and deeds are kinds of card. A cub is a kind of bear.
- Each card has a weight. Each card has any number of colours: red, green or blue.
- A player can be sleepy. A card can be wet. A card has at most one mood: calm or angry.
- Berries and shells are counters.
- To draw a card is to move the top card of the deck to your hand.
- To discard a card is to move it from your hand to the discard pile.
- To sacrifice a card is to move it from your den to the discard pile.
- To destroy a card is to move it from another player's den to the discard pile.
- To steal a card is to move it from another player's den to your den.
- To nap is to gain 1 berry. To doze is to become sleepy.
- To gamble is to draw a card, then discard a card.
- To rummage is to draw a card and gain 1 shell.
- To stretch is to nap, then nap.
- To bathe a card is to move it from your hand to the river.
- To trade is to discard a card, then draw 2 cards.
- To risk is to gain 1 berry if you are sleepy.
- To beg is to draw a card or gain 1 shell.
## Turn {#turn}
- A turn has these phases: dawn, day, dusk. The prize is 2.
- In the day phase, the player at turn may play a card from their hand or nap.
## Playing {#playing}
- A bear can be played into its holder's den. A charm can be played into any den.
- A spell can be played if its text can be resolved. A deed, a leaf or a reply can be played.
RULES
## Cards {#cards}

The cards are:

| Name | Type | Count | Weight | Colours | Text |
|---|---|---|---|---|---|
| Acorn | leaf | 3 | 1 | red | |
| Birch | leaf | 2 | 2 | red, green | |
| Clover | leaf | 2 | 3 | green | |
| Daisy | leaf | 2 | 4 | blue | |
| Elm | leaf | 2 | 5 | | |
| Fern | leaf | 2 | 6 | green | |
| Ursa | bear | 1 | 9 | red | |
| Bruno | bear | 1 | 7 | green | |
| Honey | bear | 1 | 6 | red, blue | |
| Pip | cub | 2 | 2 | blue | |
| Bell | charm | 1 | 1 | | |
| Lamp | charm | 1 | 1 | | |
| No | reply | 3 | 1 | | Cancel the card being played. |
| Rain | spell | 2 | 1 | | Each player draws a card. |
| Hunt | spell | 1 | 1 | | Destroy a bear. |
| Deed | deed | 1 | 1 | | TEXT |
ROWS
"""


def lay(
    text: str = "",
    rules: tuple[str, ...] = (),
    cards: tuple[str, ...] = (),
    common: dict[str, list[str] | int | str] | None = None,
    turn: bool = True,
    **players: dict[str, list[str] | int | str],
) -> Table:
    """Bear Hill with a text on the Deed, further rules and rows; it is the first player's turn."""
    book = BOOK.replace("RULES", "\n".join(f"- {rule}" for rule in rules))
    book = book.replace("ROWS", "\n".join(cards)).replace("TEXT", text)
    players = players or {"ann": {}, "bob": {}}
    common = {"deck": ["Acorn", "Birch", "Clover", "Daisy", "Elm"]} | (common or {})
    table = Table(book, common, bare=True, carried=True, **players)
    refused = table.match.rules.unrunnable
    assert not refused, refused
    if turn:
        table.begin_turn(next(iter(players)))
    return table


@dataclass
class Case:
    """A text performed by the first player, the answers given, and what is then to be seen."""

    text: str
    answers: tuple[str, ...] = ()
    then: dict[str, Seen] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    laid: dict[str, Any] = field(default_factory=dict)
    fate: tuple[int, ...] = ()
    questions: list[str] = field(default_factory=list)

    def play(self) -> Table:
        """Perform the text and give the answers: `Elm` by the first player, `bob: Elm` by bob."""
        table = lay(self.text, **self.laid)
        table.fate(*self.fate)
        first = table.match.players[0]
        table.perform(first, "Deed")
        for answer in self.answers:
            name, _, text = answer.rpartition(": ")
            self.question(table)
            table.choose(name or first, text)
        if not table.quiet:
            self.question(table)
        return table

    def question(self, table: Table) -> None:
        """Note who is asked what."""
        for name in table.asked():
            self.questions.append(f"{name}: {', '.join(table.options(name))}")

    def outcome(self, table: Table) -> dict[str, Seen]:
        """What is now to be seen of what the case speaks of."""
        return {what: seen(table, what) for what in self.then}


def case(
    why: str,
    text: str,
    *answers: str,
    then: dict[str, Seen],
    asked: list[str] | None = None,
    fate: tuple[int, ...] = (),
    **laid: Any,
) -> Any:
    """A row of a table of cases; its reason is its name."""
    return pytest.param(Case(text, answers, then, asked or [], laid, fate), id=why)


def check(told: Case) -> None:
    """Play a case and compare what is seen and asked with what it says."""
    table = told.play()

    assert told.outcome(table) == told.then
    assert told.questions == told.asked


def seen(table: Table, what: str) -> Seen:
    """What lies in a place (`ann hand`, `deck`), or how many of something there are."""
    name, _, rest = what.partition(" ")
    if name not in table.match.players:
        name, rest = "", what
    attr = table.match.rules.schema.attrs[rest]
    if attr.home == "place":
        return table.cards(name, rest)
    return table.count(name, rest) if name else table.value(rest)
