"""The base book has no fault, and every verb that a rulebook has from the start can be used."""

from __future__ import annotations

import pytest

from deckmastor.language.book import BASE, base_book, base_lexicon, load
from deckmastor.language.ir import Define, Do, Rank, walk
from deckmastor.language.words import ATTRS, KINDS, STATUSES, UNITS, VALUES, VERBS
from pony_book import read

# verb: a sentence on a card, or in a rule, that does it, waits for it or allows it
SENTENCES = {
    "move": "Move a card in your hand to your paddock.",
    "create": "Create a new pony in your paddock.",
    "remove": "Remove this card from the game.",
    "shuffle": "Shuffle the deck.",
    "reverse": "Reverse the turn order.",
    "reveal": "Reveal your hand to another player.",
    "show": "Show a card in your hand.",
    "look at": "Look at the top card of the deck.",
    "gain": "Gain 2 beads.",
    "lose": "Lose 2 beads.",
    "pay": "Pay 2 beads to another player.",
    "set": "Set the hand limit to 3.",
    "become": "This card becomes tired.",
    "increase": "Increase the hand limit by 1.",
    "decrease": "Decrease the hand limit by 1.",
    "choose": "Choose another player.",
    "target": "Target a card in the nursery.",
    "roll": "Roll 2d6.",
    "reroll": "Once per turn, a player may reroll.",
    "play": "Play a card from your hand.",
    "cancel": "Cancel the card being played.",
    "resolve": "When this card resolves, draw a card.",
    "pass": "When a player passes, the player at turn draws a card.",
    "default": "Each player defaults.",
    "end": "End the turn.",
    "skip": "Skip the action phase.",
    "take": "Take another turn.",
    "win": "Win the game.",
    "submit": "Each player may submit a proposal.",
    "vote": "Each player may vote for a proposal.",
    "adopt": "When a rule is adopted, the player at turn draws a card.",
    "amend": "No card can amend this rule.",
    "repeal": "When a rule is repealed, the player at turn draws a card.",
    "enter": "When this card enters your paddock, draw a card.",
    "leave": "When this card leaves your paddock, draw a card.",
    "begin": "When a turn begins, the player at turn draws a card.",
    "take effect": "When the voting period of a proposal ends, its text takes effect.",
    "fail": "When a card fails, remove it.",
    "act": "Each player may act for another player.",
    "abstain": "Each player may abstain.",
    "consent": "Each player may consent to a proposal.",
    "object": "Each player may object to a proposal.",
    "withdraw": "Each player may withdraw a proposal.",
    "bring": "Each player brings a deck into their hand.",
    "hold": "Gain 1 bead for each card you hold.",
    "remain": "When only 1 player remains, that player wins the game.",
    "exist": "Draw a card if a tired foal exists.",
    "require": "The player at turn cannot give cards unless a rule requires this act.",
    "return": "Return a card in your paddock to your hand.",
    "give": "Give a card in your hand to another player.",
    "deal": "Deal 5 cards to each player.",
    "search": "Search the deck for a pony.",
    "score": "Score 2 points.",
    "forfeit": "Each other player forfeits.",
    "swap": "Swap your hand with another player's hand.",
}
ALSO_WRITTEN = {"increase": "set", "decrease": "set"}


def test_the_base_book_has_no_fault():
    assert [str(fault) for fault in load(BASE).faults] == []
    assert [str(fault) for fault in base_book().faults] == []
    assert all(entry.para is not None for entry in base_book().entries)


def test_the_base_book_is_read_once():
    assert base_book() is base_book()
    assert base_lexicon() is base_book().lexicon


def test_the_base_book_says_the_default_orders():
    ranks = [n for e in base_book().entries for n in walk(e.para) if isinstance(n, Rank)]

    assert {rank.of for rank in ranks} == {"precedence", "triggers"}


def test_each_verb_of_the_base_book_is_defined_from_the_primitives():
    defined = [n for e in base_book().entries for n in walk(e.para) if isinstance(n, Define)]

    names = {rule.do.verb for rule in defined}
    assert names == set(base_lexicon().verbs) - set(VERBS)
    for rule in defined:
        used = {node.verb for node in walk(rule.means) if isinstance(node, Do)}
        assert used <= set(VERBS) | names - {rule.do.verb}


def test_every_verb_has_its_sentence_here():
    assert set(SENTENCES) == set(base_lexicon().verbs)


@pytest.mark.parametrize("verb", SENTENCES)
def test_a_verb_can_be_used(verb):
    meanings = [read(SENTENCES[verb], host).para for host in ("card", "rule")]

    used = {node.verb for para in meanings for node in walk(para) if isinstance(node, Do)}
    assert ALSO_WRITTEN.get(verb, verb) in used


def test_every_word_of_the_core_has_one_role_in_the_base_book():
    lexicon = base_lexicon()

    assert set(KINDS) | {"copy"} <= set(lexicon.kinds)
    assert set(ATTRS) - set(KINDS) | set(VALUES) <= set(lexicon.attrs)
    assert set(UNITS) <= set(lexicon.units)
    assert set(STATUSES) <= set(lexicon.statuses)
    nouns = [*lexicon.kinds, *lexicon.attrs, *lexicon.units, *lexicon.statuses, *lexicon.names]
    assert len(nouns) == len(set(nouns))
