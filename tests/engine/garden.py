"""The Garden: words for small games, each of which shows what one rule means."""

from __future__ import annotations

from collections.abc import Mapping

from deckmastor.testing import Table

WORDS = """# Garden {#garden}
## Words {#words}
- Each player has a hand and a bed. There is a deck, a discard pile and a shed.
- A card has at most one sort: flower or weed. Tulips and lilies are kinds of flower.
- Tools and tricks are kinds of card.
- Each card has a height. Each card has any number of colours: red, white or blue.
- Each card has any number of modifiers.
- A player can be tired or muddy. A card can be wilted. A player has one mood: calm or cross.
- Seeds and coins are counters. The Gnome is a player.
- To draw a card is to move the top card of the deck to your hand.
- To discard a card is to move it from your hand to the discard pile.
- To plant a card is to move it from your hand to your bed.
- To uproot a card is to move it from your bed to the discard pile.
- To trample a card is to move it from another player's bed to the discard pile.
- To rest is to gain 1 coin.
## Rules {#rules}
"""
HEAD = """## Cards {#cards}

The cards are:

| Name | Type | Count | Height | Colours | Modifiers | Text |
|---|---|---|---|---|---|---|
| Rose | flower | 20 | 3 | red | | |
| Daisy | flower | 9 | 1 | white | | |
| Tulip | tulip | 9 | 2 | red, white | | |
| Nettle | weed | 9 | 4 | | | |
"""
AT_WILL = "The player at turn may rest or play a trick."

Laid = dict[str, list[str] | int | str]
Texts = Mapping[str, str]


def garden(
    *rules: str, tricks: Texts | None = None, tools: Texts | None = None, modifiers: str = ""
) -> str:
    """A rulebook of the words above, these rules, and a card for each text.

    What stands before `::` in a text are the modifiers of its card.
    """
    book = WORDS + "".join(f"- {rule}\n" for rule in rules)
    if modifiers:
        book += f"## Modifiers {{#modifiers}}\n\nThe modifiers are:\n\n{modifiers}\n"
    book += HEAD
    for kind, texts in (("trick", tricks or {}), ("tool", tools or {})):
        for name, text in texts.items():
            before, mark, behind = text.partition("::")
            words, said = (before, behind) if mark else ("", text)
            book += f"| {name} | {kind} | 3 | 1 | | {words} | {said} |\n"
    return book


def lay(
    *rules: str,
    tricks: Texts | None = None,
    tools: Texts | None = None,
    modifiers: str = "",
    deck: list[str] | None = None,
    common: Laid | None = None,
    at_will: bool = True,
    turn: str = "",
    **players: Laid,
) -> Table:
    """A garden at the first decision of somebody's turn; every sentence of it runs.

    The player at turn may always rest (for a coin) or play a trick, so that every turn stops.
    """
    told = (*rules, AT_WILL) if at_will else rules
    book = garden(*told, tricks=tricks, tools=tools, modifiers=modifiers)
    seats = {name: players.get(name, {}) for name in ("ann", "bob", *players)}
    laid = {"deck": ["Rose"] * 8 if deck is None else deck} | (common or {})
    table = Table(book, laid, bare=True, carried=True, **seats)
    refused = table.match.rules.unrunnable
    assert not refused, refused
    table.begin_turn(turn or "ann")
    return table


def seeds(table: Table) -> list[int]:
    """The seeds of all players, in order of seats."""
    return [table.count(player, "seed") for player in table.match.players]


def because(table: Table, verb: str) -> list[str]:
    """The sentences that the events of a verb cite, in order."""
    return [event.because.text for event in table.events if event.verb == verb]


def told(table: Table, *verbs: str) -> list[str]:
    """Who did what, of these verbs, in order."""
    return [f"{e.agent} {e.verb} {e.object}" for e in table.events if e.verb in verbs]
