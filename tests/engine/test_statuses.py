"""What the game itself is; and questions that name what is meant."""

from __future__ import annotations

from deckmastor.testing import Table
from engine.bears import lay

READERS = """# Readers {#readers}
## Words {#words}
- Each player has a hand. There is a deck and a pile. A card has one sort: tale or song.
- Each card has a weight, a width and any number of modifiers.
- On their turn, a player may read a card in their hand.
- To read a card is to reveal it, then resolve all modifiers of that card.

The modifiers are:

| Name | Where | Text |
|---|---|---|
| Call [T] | T is a sort | Choose another player. That player gives a T card in their hand to you. |
| Keep [T] | T is a sort | You may put a T card from your hand onto the pile. |
| Less [S] | S is weight or width | Put a card whose S is at most this card's S from your hand onto the pile. |

The cards are:

| Name | Sort | Weight | Width | Modifiers |
|---|---|---|---|---|
| Ask | tale | 3 | 1 | Call song |
| Lay | tale | 3 | 1 | Keep tale |
| Sift | tale | 3 | 1 | Less weight |
| Ode | song | 2 | 2 | |
| Aria | song | 1 | 5 | |
"""


def readers(*hand: str, bob: list[str] | None = None) -> Table:
    """Ann at turn, with some cards in hand."""
    table = Table(READERS, bare=True, ann={"hand": list(hand)}, bob={"hand": bob or []})
    table.begin_turn("ann")
    return table


def test_a_game_can_be_something() -> None:
    table = lay(
        rules=(
            "A game can be closing or late.",
            "When a player naps, the game becomes closing.",
            "At the end of each turn, if the game is closing, the player at turn gains 5 shells.",
            "At the end of each turn, if the game is late, the player at turn gains 9 shells.",
            "When a player gains 9 shells, the game becomes late.",
        )
    )

    table.choose("ann", "pass")
    before = table.count("ann", "shell")
    table.choose("bob", "nap", "pass")

    assert before == 0
    assert table.count("bob", "shell") == 5
    assert "the game becomes closing" in [event.text for event in table.events]


def test_what_is_not_there_is_not_offered() -> None:
    text = "Look at the top card of the river. You may put that card into your hand."
    empty = lay(text, common={"river": []})
    full = lay(text, common={"river": ["Daisy"]})

    empty.perform("ann", "Deed")
    full.perform("ann", "Deed")

    assert empty.quiet
    assert full.options("ann") == ["yes", "no"]


def test_a_question_says_what_a_parameter_stands_for() -> None:
    kept, sifted = readers("Lay", "Ask"), readers("Sift", "Ode", "Aria")

    kept.choose("ann", "read Lay")
    sifted.choose("ann", "read Sift")

    assert kept.decision.prompt == "Move a tale card from your hand onto the pile?"
    assert "whose weight is at most this card's weight" in sifted.decision.prompt


def test_whoever_else_is_asked_reads_whom_a_card_speaks_to() -> None:
    table = readers("Ask", bob=["Ode", "Aria"])

    table.choose("ann", "read Ask")

    assert table.asked() == ["bob"]
    assert table.decision.prompt == "Give a song card in your hand to ann: which?"
