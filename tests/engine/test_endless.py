"""Effects without end: how they are found, who is involved, and how a book settles them."""

from __future__ import annotations

import pytest

from deckmastor.testing import Table

WORDS = """# Pond {#pond}

## Words {#words}

- Each player has a hand. There is a deck, a stack, a bench and a discard pile.
- Frogs and flies are kinds of card. Coins and hops are counters.
- To draw a card is to move the top card of the deck to your hand.
- To act out a card is to move it to the bench, then resolve it, then move all cards on the bench to the discard pile.
- To knock is to gain 1 coin.
- A turn has these phases: morning, noon, evening.

## Turn {#turn}

- At the beginning of the noon phase, the player at turn acts out the top card of the stack until the stack is empty.
- In the morning phase, the player at turn may knock.
- In the evening phase, the player at turn may knock.
"""

CARDS = """
## Cards {#cards}

The cards are:

| Name | Type | Count | Text |
|---|---|---|---|
| Bullfrog | frog | 1 | If the stack is not empty, move this card below the top card of the stack. |
| Toad | frog | 1 | If the stack is not empty, move this card below the top card of the stack. |
| Mayfly | fly | 3 | The player at turn knocks. |
"""

DISCARD = "When effects have no end, put each involved card into the discard pile."


def pond(*rules: str, **laid) -> Table:
    table = Table(
        WORDS + "\n".join(f"- {rule}" for rule in rules) + "\n" + CARDS,
        bare=True, common=laid, ann={}, bob={},
    )
    table.begin_turn("ann")
    return table


def test_x() -> None:
    table = pond(DISCARD, stack=["Mayfly", "Toad", "Bullfrog", "Mayfly"])
    table.choose("ann", "pass")
    for event in table.events: print(event.minor, event.text)
    print(table.cards("", "stack"))
