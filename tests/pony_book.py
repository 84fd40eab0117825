"""A small rulebook of ponies, paddocks and beads: the words that tests of the language use."""

from __future__ import annotations

from functools import cache

from deckmastor.language.book import load_text
from deckmastor.language.lexicon import Lexicon
from deckmastor.language.paragraphs import Read, read_paragraph

PONIES = """\
# Ponies {#ponies}
## Words {#words}
- Each player has a hand, a paddock and a strength. There is a deck, a discard pile, a nursery and a main stack.
- A card has at most one breed: pony or goat. Foals are kinds of pony. Charms, spells and replies are kinds of card.
- A card can be special or tired. A player can be asleep.
- Beads are counters. Each card has a value and a binder. Each card has any number of colours: red, black or yellow.
- A binder is a player.
- To draw a card is to move the top card of the deck to your hand.
- To discard a card is to move it from your hand to the discard pile.
- To sacrifice a card is to move it from your paddock to the discard pile.
- To destroy a card is to move it from another player's paddock to the discard pile.
- To wake is to lose 1 bead.
- A turn has these phases: morning, action, evening.
- The hand limit is 7.
"""


@cache
def words() -> Lexicon:
    """The vocabulary of the book."""
    book = load_text(PONIES, "ponies.md")
    assert [str(fault) for fault in book.errors] == []
    return book.lexicon


def read(text: str, host: str = "rule") -> Read:
    """A paragraph read against the words of the book, which do not change."""
    return read_paragraph(text, words().fork(), host)


def meaning(text: str, host: str = "rule"):
    """What a paragraph means; it must have a meaning."""
    found = read(text, host)
    problem = found.problem
    assert problem is None, f"{text}\n{problem.code}: {problem.message} {problem.hint}"
    return found.para


def problem(text: str, host: str = "rule"):
    """Why a paragraph has no meaning; it must have none."""
    found = read(text, host)
    assert found.problem is not None, f"read: {text}"
    return found.problem
