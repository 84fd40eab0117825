"""What was understood is told in explicit English, and reading that gives the same meaning."""

from __future__ import annotations

import re

import pytest

from corpus_books import GAMES, corpus
from deckmastor.language.book import load_text
from deckmastor.language.ir import (
    NODES,
    Block,
    Calc,
    Cmp,
    Do,
    Group,
    Hold,
    Kind,
    Logic,
    Norm,
    Para,
    Pick,
    Ref,
    Tally,
    Tree,
    walk,
)  # fmt: skip
from deckmastor.language.lexicon import Lexicon
from deckmastor.language.paragraphs import read_paragraph
from deckmastor.language.paraphrase import paraphrase, round_trips, sorts_of

PADDOCK = """
# Paddock {#paddock}
## Words {#words}
- Each player has a hand and a paddock. There is a deck, a discard pile and a nursery.
- A card has at most one breed: pony or goat. A foal is a kind of pony.
- Charms, spells and replies are kinds of card.
- A card can be special or rare. Beads are counters. The Judge is an office.
- Each card has a value. Each card has any number of colours: red, blue or green.
- To draw a card is to move the top card of the deck to your hand.
- To discard a card is to move it from your hand to the discard pile.
- To sacrifice a card is to move it from your paddock to the discard pile.
- To steal a card is to move it from another player's paddock to your paddock.
- To hold a fair, the engine runs `fair`.
- A turn has these phases: morning, draw, action. The hand limit is 7. The price is 2.
"""

# host, as written (or None if it is already explicit), as told
ROWS: list[tuple[str, str | None, str]] = [
    # clauses, joined
    ("card", None, "Draw 2 cards and discard a card."),
    ("card", None, "Skip your next 2 turns."),
    ("card", "Choose another player. They skip their next 3 turns.",
             "Choose a player other than you. That player skips that player's next 3 turns."),
    ("rule", None, "At the end of the third round, each player gains 1 bead."),
    ("rule", None, "A player cannot gain more than 2 beads."),
    ("rule", None, "A player cannot draw a card more than twice per turn."),
    ("rule", None, "A player cannot draw a card more than 3 times per turn if that player has exactly 2 beads."),
    ("card", None, "Steal a pony or sacrifice a charm."),
    ("card", None, "Choose one: draw a card, gain 2 beads, or steal a pony."),
    ("card", "Put this card on the bottom of the deck.", "Move this card on the bottom of the deck."),
    # references
    ("card", None, "Choose a card in your hand. This card and the chosen card become special."),
    ("card", "Choose another player. They discard a card, then they draw 2 cards.",
             "Choose a player other than you. That player discards a card, then draws 2 cards."),
    ("card", "Look at the top 3 cards of the deck. Put 1 of them into your hand.",
             "Look at the top 3 cards of the deck. Move 1 of those cards into your hand."),
    ("rule", None, "When a player gives a card to another player, the first player gains 1 bead."),
    # each, options, conditions, repetition
    ("card", "Each other player discards a card.", "Each player other than you discards a card."),
    ("card", None, "You may sacrifice a card. If you do, draw 2 cards. Otherwise, lose 1 bead."),
    ("card", "Each player discards cards until they have at most 3 cards in their hand.",
             "Each player discards cards until that player has at most 3 cards in that player's hand."),
    ("card", None, "Draw a card 3 times."),
    ("card", None, "Shuffle your hand into the deck unless you have no cards in your hand."),
    ("rule", "At the end of each turn, if a player has not played a card this turn, they lose 1 bead.",
             "At the end of each turn, each player who did not play a card this turn loses 1 bead."),
    # amounts
    ("card", None, "Gain 2 beads for each pony in your paddock, at most 6."),
    ("card", None, "Gain beads equal to half the number of cards in your hand, rounded up."),
    ("card", None, "Roll 2d6. If the result is at least 7, draw a card."),
    ("rule", None, "The price is `=2 + 3 * hand limit`."),
    # rules made by effects
    ("card", None, "Until the end of the turn, your ponies cannot be stolen."),
    ("card", "Choose a pony. At the end of the turn, sacrifice it.",
             "Choose a pony. At the end of the turn, sacrifice that pony."),
    # triggers and replacements
    ("card", None, "When this card enters your paddock, you may steal a card with the red colour."),
    ("rule", None, "When a player plays a card, each other player may play a reply."),
    ("rule", "When a card is drawn or discarded for the first time this turn, its holder gains 1 bead.",
             "When a card is drawn or discarded this turn for the first time, that card's holder gains 1 bead."),
    ("rule", "If 24 hours pass without an action by the player at turn, they forfeit.",
             "If 24 hours pass without an action by the player at turn, the player at turn forfeits."),
    ("card", "If this card would be sacrificed, return it to your hand instead.",
             "If this card would be sacrificed, return this card to your hand instead."),
    ("card", None, "The next time you would draw a card, gain 1 bead instead."),
    # norms
    ("rule", "A player may play a card from their hand.", "Each player may play a card from that player's hand."),
    ("rule", "A player cannot play a spell if they played a spell this turn.",
             "A player cannot play a spell if that player played a spell this turn."),
    ("rule", "Only special cards can be played onto a pony.", "Only a special card can be played onto a pony."),
    ("rule", None, "A charm can be played only in the action phase."),
    ("rule", "A spell can be played if its text can be resolved.",
             "Each spell can be played if that spell's text can be resolved."),
    ("rule", None, "To play a spell, a player must pay beads equal to the price."),
    ("rule", "A hand cannot contain more than 9 cards.", "A hand cannot contain more than 9 cards."),
    # prefixes
    ("rule", "On their turn, a player may draw a card.", "Each player may draw a card on that player's turn."),
    ("rule", "Once per turn, each player may discard a card. If they do, they draw a card.",
             "Once per turn, each player may discard a card. If that player does, that player draws a card."),
    ("rule", "While a player has at least 3 ponies in their paddock, they cannot lose beads.",
             "While a player has at least 3 ponies in that player's paddock, that player cannot lose beads."),
    ("rule", None, "Despite any other rule, the deck is face down."),
    ("rule", None, "At any time, the Judge may end the turn."),
    # facts and orders
    ("rule", "A card is special if its value is more than the hand limit.",
             "Each card is special if that card's value is more than the hand limit."),
    ("rule", "Foals in a paddock are goats.", "Each foal in a paddock is a goat."),
    ("rule", "The hand limit of a player is 2 more if they are the Judge.",
             "Each player's hand limit is 2 more if that player is the Judge."),
    ("rule", None, "The order of winners is the most ponies in their paddock, then turn order, then age."),
    # declarations and definitions
    ("rule", None,
             "Each card has a weight and any number of suits. Beads and hearts are counters."),
    ("rule", None, "Beads last from game to game."),
    ("rule", None, 'On a card, "you" means its holder.'),
    ("rule", "To discard a card is to move it from your hand to the discard pile.",
             "To discard a card is to move that card from your hand to the discard pile."),
    ("rule", None, "To hold a fair, the engine runs `fair`."),
]  # fmt: skip


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return load_text(PADDOCK).lexicon


def understood(
    text: str, lexicon: Lexicon, host: str, params: dict[str, str] | None = None
) -> Para:
    read = read_paragraph(text, lexicon.fork(), host, params)
    assert read.para is not None, read.problem
    return read.para


@pytest.mark.parametrize(("host", "written", "told"), ROWS, ids=[row[2] for row in ROWS])
def test_what_was_understood_is_told(
    lexicon: Lexicon, host: str, written: str | None, told: str
) -> None:
    para = understood(written or told, lexicon, host)

    assert paraphrase(para, lexicon) == told
    assert round_trips(para, lexicon)


def test_the_rows_show_every_node(lexicon: Lexicon) -> None:
    paras = [understood(written or told, lexicon, host) for host, written, told in ROWS]

    assert {type(node).__name__ for para in paras for node in walk(para)} == set(NODES)


def test_the_sorts_of_parameters_are_seen_from_their_use(lexicon: Lexicon) -> None:
    text = "To play this card, a K must pay X beads."
    para = understood(text, lexicon, "modifier", {"X": "number", "K": "kind"})

    assert sorts_of(para) == {"X": "number", "K": "kind"}
    assert paraphrase(para, lexicon) == text


@pytest.mark.parametrize(
    "rule",
    [
        Calc("unheard of", (1, Ref("card9"))),
        Hold(Cmp(Tally("count", Kind("dragon")), "almost", None)),
        Norm("perhaps", Do("vanish", Pick("few", 3, Kind("dragon", (7,))), Group("nor", ()))),
        Logic("xor", (Block("maybe", ()), None, "word")),
    ],
)
def test_what_has_no_words_is_shown_and_never_raises(lexicon: Lexicon, rule: Tree) -> None:
    assert paraphrase(Para((rule,)), lexicon).endswith(".")


# ---- the corpora ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def told() -> list[tuple[str, bool]]:
    """The paraphrase of every paragraph of the corpora, and whether it reads back."""
    return [
        (paraphrase(*known), round_trips(*known))
        for game in GAMES
        for entry in corpus(game).entries
        if entry.para is not None
        for known in ((entry.para, corpus(game).lexicon, entry.params),)
    ]


def test_the_corpora_read_back_to_the_same_meaning(told: list[tuple[str, bool]]) -> None:
    assert [text for text, reads_back in told if not reads_back] == []


def test_the_corpora_are_told_without_pronouns(told: list[tuple[str, bool]]) -> None:
    with_pronoun = [text for text, _ in told if re.search(r"\b(it|they|them)\b", text)]

    assert len(with_pronoun) <= 0.01 * len(told)
