"""Two sentences that differ in one word differ in meaning; two that say the same are the same."""

from __future__ import annotations

import pytest

from deckmastor.language.ir import Do, Of, digest, walk
from pony_book import meaning

ON_A_CARD = [
    ("Discard a card and draw 2 cards.", "Discard a card, then draw 2 cards."),
    ("Discard a card. Draw 2 cards.", "Discard a card, then draw 2 cards."),
    ("Discard a card. Draw 2 cards.", "Discard a card and draw 2 cards."),
    ("Discard a card and draw a card.", "Discard a card or draw a card."),
    (
        "Choose another player. That player draws a card.",
        "Choose a player. That player draws a card.",
    ),
    (
        "Move a pony from any paddock to another paddock.",
        "Move a pony from any paddock to any paddock.",
    ),
    ("Destroy each charm.", "Destroy all charms."),
    ("Each player draws a card.", "Each other player draws a card."),
    ("You may discard a card. Draw a card.", "You may discard a card. If you do, draw a card."),
    (
        "You may discard a card. If you do, draw a card.",
        "You may discard a card. If you do not, draw a card.",
    ),
    ("Discard a card. If you do not, gain 1 bead.", "Discard a card. If you cannot, gain 1 bead."),
    ("You may draw a card.", "Draw a card."),
    ("If you have exactly 3 beads, draw a card.", "If you have at least 3 beads, draw a card."),
    (
        "If you have more than 3 cards in your hand, draw a card.",
        "If you have fewer than 3 cards in your hand, draw a card.",
    ),
    (
        "Gain 1 bead for each card you discarded this turn.",
        "Gain 1 bead for each card you discarded this game.",
    ),
    (
        "Gain 1 bead for each card you discarded this turn.",
        "Gain 1 bead for each card you discarded.",
    ),
    ("Discard a random card.", "Discard a card."),
    ("Discard 2 random cards.", "Discard 2 cards."),
    ("Reveal the top card of the deck.", "Reveal the bottom card of the deck."),
    (
        "Put a card in your hand on the top of the deck.",
        "Put a card in your hand on the bottom of the deck.",
    ),
    ("Destroy up to 2 charms.", "Destroy 2 charms."),
    ("Destroy any number of charms.", "Destroy all charms."),
    ("Reveal 2 cards with different colours.", "Reveal 2 cards with the same colour."),
    (
        "Gain beads equal to half your strength, rounded up.",
        "Gain beads equal to half your strength, rounded down.",
    ),
    ("Gain 1 bead for each card in your hand.", "Gain 1 bead for every 2 cards in your hand."),
    (
        "Gain 1 bead for each card in your hand, at most 3.",
        "Gain 1 bead for each card in your hand.",
    ),
    (
        "Each player secretly chooses a card in their hand.",
        "Each player chooses a card in their hand.",
    ),
    (
        "Put a card in your hand into the nursery face down.",
        "Put a card in your hand into the nursery.",
    ),
    (
        "Put a card in your hand into the nursery face down.",
        "Put a card in your hand into the nursery face up.",
    ),
    (
        "Put all cards in your hand on the bottom of the deck in random order.",
        "Put all cards in your hand on the bottom of the deck.",
    ),
    ("Draw a card twice.", "Draw a card."),
    ("Discard cards until you have 3 cards in your hand.", "Discard 3 cards."),
    ("Until the end of the turn, the hand limit is 9.", "The hand limit is 9."),
    (
        "Until the end of the turn, players cannot draw cards.",
        "Until the beginning of the turn, players cannot draw cards.",
    ),
    (
        "Draw cards equal to the number of printed ponies in your paddock.",
        "Draw cards equal to the number of ponies in your paddock.",
    ),
    ("Reveal each card in the main stack.", "Reveal each card on the main stack."),
    ("Destroy the card below this card.", "Destroy the card above this card."),
    ("Reveal the first card played this turn.", "Reveal the last card played this turn."),
    ("Reveal the last card played.", "Reveal the last card played this turn."),
    (
        "The next time you would draw a card, gain 1 bead instead.",
        "If you would draw a card, gain 1 bead instead.",
    ),
    (
        "The next time you would draw a card, gain 1 bead instead.",
        "The next time you draw a card, gain 1 bead.",
    ),
    ("Draw a card if the deck is empty.", "Draw a card unless the deck is empty."),
    ("Move a pony from your paddock to your hand.", "Move a pony from your hand to your paddock."),
    ("Each player discards a card in your hand.", "Each player discards a card in their hand."),
    ("The hand limit is 2 more.", "The hand limit is 2 less."),
    ("The hand limit is 2.", "The hand limit is 2 more."),
    (
        "Choose a card in the nursery. Reveal that card.",
        "Target a card in the nursery. Reveal that card.",
    ),
    ("Gain 2 beads.", "Lose 2 beads."),
    ("Pay 2 beads.", "Lose 2 beads."),
    (
        "If the deck is empty, draw a card. Otherwise, gain 1 bead.",
        "If the deck is empty, draw a card. Gain 1 bead.",
    ),
    (
        "If you have more beads than each other player, draw a card.",
        "If you have fewer beads than each other player, draw a card.",
    ),
    (
        "Reveal the card with the highest value in your hand.",
        "Reveal the card with the lowest value in your hand.",
    ),
    ("Draw a card, then discard a card.", "Discard a card, then draw a card."),
    ("Look at the top card of the deck.", "Reveal the top card of the deck."),
    ("Reveal your hand.", "Reveal your hand to another player."),
    ("This card counts as 2 ponies.", "This card counts as a pony."),
    ("Choose 2 players. Each of them draws a card.", "Choose 2 players. Each player draws a card."),
    ("You may destroy a charm or draw a card.", "You may destroy a charm and draw a card."),
    ("Take another turn.", "Skip the action phase."),
    ("Reveal each card in the nursery.", "Reveal each card of the nursery."),
    ("Put a card in your hand below this card.", "Put a card in your hand onto this card."),
    ("Put a card in your hand into the nursery.", "Put a card in your hand onto the nursery."),
    ("Each player gains 1 bead.", "A player gains 1 bead."),
    (
        "Gain 1 bead for each card you drew this turn.",
        "Gain 1 bead for each card you drew in the previous turn.",
    ),
    (
        "Gain 1 bead for each card you drew this turn.",
        "Gain 1 bead for each card you drew this round.",
    ),
    ("You may discard a card, then draw a card.", "You may discard a card. Draw a card."),
    (
        "If the deck is empty and you are asleep, draw a card.",
        "If the deck is empty or you are asleep, draw a card.",
    ),
    ("Destroy a pony.", "Destroy a foal."),
    ("Draw 2 cards.", "Draw 3 cards."),
    ("Reveal the top card of the deck.", "Reveal the top 2 cards of the deck."),
    ("Create a new pony in your paddock.", "Create a copy of this card in your paddock."),
    ("Destroy this card.", "Destroy a card."),
    (
        "Choose a card in the nursery. Reveal that card.",
        "Choose a card in the nursery. Reveal this card.",
    ),
    (
        "Swap your hand with another player's hand.",
        "Swap your paddock with another player's paddock.",
    ),
    (
        "While you have no beads, your cards cannot be destroyed.",
        "Until you have no beads, your cards cannot be destroyed.",
    ),
    (
        "Gain beads equal to the number of cards in your hand.",
        "Gain beads equal to the total value of the cards in your hand.",
    ),
    (
        "Gain beads equal to the number of different colours among the cards in your hand.",
        "Gain beads equal to the number of cards in your hand.",
    ),
    ("Roll 1d6. Gain beads equal to the result.", "Roll 2d6. Gain beads equal to the result."),
    (
        "If you have not drawn a card this turn, gain 1 bead.",
        "If you have drawn a card this turn, gain 1 bead.",
    ),
]

IN_A_RULE = [
    ("Only ponies can be played into a paddock.", "Ponies can be played only into a paddock."),
    ("Ponies can be played into a paddock.", "Ponies can be played only into a paddock."),
    ("A card can be played if its value is 3.", "A card can be played only if its value is 3."),
    (
        "When a player draws a card, that player gains 1 bead.",
        "When a player draws a card, each player gains 1 bead.",
    ),
    (
        "When the deck is empty, the hand limit becomes 5.",
        "While the deck is empty, the hand limit is 5.",
    ),
    ("When a card is played, reveal it.", "Before a card is played, reveal it."),
    ("When a card is played, reveal it.", "After a card is played, reveal it."),
    ("Before a spell resolves, reveal it.", "After a spell resolves, reveal it."),
    ("A player may draw a card.", "A player must draw a card."),
    ("A player may draw a card.", "A player cannot draw a card."),
    ("A player must draw a card.", "A player cannot draw a card."),
    (
        "A card can be played if its value is at least 3.",
        "A card can be played if its value is at most 3.",
    ),
    (
        "A card can be played if its value is at least 3.",
        "A card can be played if its value is more than 3.",
    ),
    (
        "A card can be played if its value is at most 3.",
        "A card can be played if its value is less than 3.",
    ),
    (
        "When a player draws a card for the first time, they gain 1 bead.",
        "When a player draws a card, they gain 1 bead.",
    ),
    (
        "When a player draws a card for the first time this turn, they gain 1 bead.",
        "When a player draws a card for the first time, they gain 1 bead.",
    ),
    (
        "Players cannot draw cards until the deck is empty.",
        "Players cannot draw cards while the deck is empty.",
    ),
    (
        "A card with the red colour cannot be played.",
        "A card without the red colour cannot be played.",
    ),
    ("A player is asleep if the deck is empty.", "A player is asleep if the deck is not empty."),
    ("Each foal is tired.", "Each foal is not tired."),
    (
        "At the end of the game, the player with the most beads wins the game.",
        "At the end of the game, the player with the fewest beads wins the game.",
    ),
    (
        "When a card is destroyed, its owner gains 1 bead.",
        "When a card is destroyed, its holder gains 1 bead.",
    ),
    (
        "If a foal would leave a paddock, put it into the nursery instead.",
        "When a foal leaves a paddock, put it into the nursery.",
    ),
    ("Once per turn, a player may discard a card.", "Twice per turn, a player may discard a card."),
    ("Once per turn, a player may discard a card.", "A player may discard a card."),
    ("Once per turn, a player may discard a card.", "Once per game, a player may discard a card."),
    ("Despite any other rule, foals cannot be destroyed.", "Foals cannot be destroyed."),
    ("At any time, each player may draw a card.", "Each player may draw a card."),
    (
        "A card cannot be played if the deck is empty.",
        "A card cannot be played unless the deck is empty.",
    ),
    (
        "At the beginning of each turn, the player at turn draws a card.",
        "At the end of each turn, the player at turn draws a card.",
    ),
    (
        "Cards can be played by the player at turn.",
        "Cards can be played only by the player at turn.",
    ),
    ("When a spell is played, reveal it.", "When a spell resolves, reveal it."),
    (
        "A card can be played if it is tired and its value is 3.",
        "A card can be played if it is tired or its value is 3.",
    ),
    (
        "A player cannot draw cards in the action phase.",
        "A player cannot draw cards in the morning phase.",
    ),
    ("To play a spell, a player must pay 2 beads.", "To play a spell, a player must pay 3 beads."),
    (
        "A card can be played if its value is within 1 of the hand limit.",
        "A card can be played if its value is 1.",
    ),
    (
        "A card can be played if it shares a colour with the top card of the discard pile.",
        "A card can be played if it shares a colour with the bottom card of the discard pile.",
    ),
    ("Cards with an even value can be played.", "Cards with an odd value can be played."),
    (
        "A player may draw a card if they have played a card this turn.",
        "A player may draw a card if they have not played a card this turn.",
    ),
    ("Each hand is visible to its holder.", "Each hand is visible only to its holder."),
    (
        "The order of triggers is turn order, then age.",
        "The order of triggers is age, then turn order.",
    ),
    ("The order of winners is the most beads.", "The order of winners is the fewest beads."),
    ("A card has one mood: glad or sad.", "A card has at most one mood: glad or sad."),
    ("A printed pony cannot be destroyed.", "A pony cannot be destroyed."),
    (
        "When a player has 3 ponies with different values in their paddock, they win the game.",
        "When a player has 3 ponies in their paddock, they win the game.",
    ),
    (
        "When a pony enters a paddock, reveal that pony.",
        "When a pony leaves a paddock, reveal that pony.",
    ),
    ("A card in the nursery cannot be destroyed.", "A card on the nursery cannot be destroyed."),
    ("Only the player at turn may draw a card.", "The player at turn may draw a card."),
    (
        "When a card is destroyed, its binder gains 1 bead.",
        "When a card is destroyed, its holder gains 1 bead.",
    ),
    ("When a tired card is played, reveal it.", "When a card is played, reveal it."),
    ("A player cannot have more than 20 beads.", "A player cannot have fewer than 20 beads."),
    (
        "Each player may draw a card if they have no cards in their hand.",
        "Each player must draw a card if they have no cards in their hand.",
    ),
    ("On their turn, a player may draw a card.", "A player may draw a card."),
    (
        "In the action phase, the player at turn draws a card.",
        "At the end of the action phase, the player at turn draws a card.",
    ),
    ("To rest is to gain 1 bead.", "To rest is to lose 1 bead."),
    ("A pony can be played into its holder's paddock.", "A pony can be played into any paddock."),
    (
        "If 24 hours pass without an action by the player at turn, they forfeit.",
        "If 24 days pass without an action by the player at turn, they forfeit.",
    ),
    ("The hand limit cannot be less than 3.", "The hand limit cannot be more than 3."),
    (
        "When a player has no beads, that player loses the game.",
        "When a player has at least 1 bead, that player loses the game.",
    ),
]
# host, what is said, what says the same, and why it does
SAME = [
    ("card", "Put a card in your hand into the nursery.", "Move a card in your hand into the nursery.", "put is an alias of move"),
    ("card", "You draw a card.", "Draw a card.", "on a card an imperative is done by you"),
    ("card", "If you have exactly 3 beads, draw a card.", "If you have 3 beads, draw a card.", "a bare number is exact"),
    ("card", "If the deck is empty, draw a card.", "Draw a card if the deck is empty.", "a condition before or behind"),
    ("card", "Choose another player.", "Choose a player other than you.", "another is other than the one who acts"),
    ("card", "Destroy a pony.", "Destroy any pony.", "in an effect any is a free choice"),
    ("card", "Draw a card twice.", "Draw a card 2 times.", "twice is 2 times"),
    ("rule", "A player may draw a card if they have played a card this turn.", "A player may draw a card if they played a card this turn.", "the perfect asks the same as the past"),
    ("rule", "When a card is destroyed, the holder of that card gains 1 bead.", "When a card is destroyed, that card's holder gains 1 bead.", "of or 's"),
    ("rule", "When a card is destroyed, its holder gains 1 bead.", "When a card is destroyed, that card's holder gains 1 bead.", "its has one antecedent"),
    ("rule", "When a player draws a card, they gain 1 bead.", "When a player draws a card, that player gains 1 bead.", "they is the one player"),
    ("rule", "When a player draws a card, they gain 1 bead.", "When a player draws a card, the player gains 1 bead.", "the player is the one mentioned"),
    ("rule", "When a player plays a card, reveal that card.", "When a card is played by a player, reveal that card.", "active or passive"),
    ("rule", "When a player draws a card, reveal the deck.", "When any player draws a card, reveal the deck.", "an event is of any player"),
    ("rule", "Players cannot draw cards.", "A player cannot draw a card.", "a norm is universal"),
    ("rule", "A player may discard a card.", "Each player may discard a card.", "a norm is universal"),
    ("rule", "A player cannot draw a card.", "No player may draw a card.", "no … may is cannot"),
    ("rule", "No foal can be destroyed.", "A foal cannot be destroyed.", "no … can is cannot"),
    ("rule", "Foals are tired.", "A foal is tired.", "a fact is universal"),
    ("rule", "Each foal is tired.", "A foal is tired.", "a fact is universal"),
    ("rule", "A card with a value of at least 3 can be played.", "A card whose value is at least 3 can be played.", "with or whose"),
    ("rule", "A card with the red colour can be played.", "A card that has the red colour can be played.", "with or that has"),
    ("rule", "Once per turn, a player may discard a card.", "A player may discard a card once per turn.", "a limit before or behind"),
    ("rule", "Until the end of the turn, players cannot draw cards.", "Players cannot draw cards until the end of the turn.", "a duration before or behind"),
    ("rule", "While the deck is empty, cards cannot be drawn.", "Cards cannot be drawn while the deck is empty.", "a state before or behind"),
    ("rule", "In the action phase, a player may draw a card.", "A player may draw a card in the action phase.", "a phase before or behind"),
    ("rule", "A card cannot be played unless the deck is empty.", "A card cannot be played if the deck is not empty.", "unless is if not"),
    ("card", "Destroy a card named “Oats”.", 'Destroy a card named "Oats".', "curly quotation marks are straight ones"),
    ("card", "Choose a card. Gain beads equal to its printed value.", "Choose a card. Gain beads equal to the printed value of that card.", "its or of"),
    ("card", "If this card does not have the red colour, draw a card.", "Draw a card unless this card has the red colour.", "does not have is unless it has"),
    ("card", "Each player chooses a card in their hand. Reveal the chosen cards.", "Each player chooses a card in their hand. Reveal all cards chosen in this effect.", "the chosen cards of each are all of them"),
    ("card", "Each player draws a card. If they cannot, they gain 1 bead.", "Each player draws a card. If they cannot, that player gains 1 bead.", "who cannot is who gains"),
    ("rule", "When a player gives a card to another player, if the second player is asleep, they lose 1 bead.", "When a player gives a card to another player, if the second player is asleep, the second player loses 1 bead.", "whom the condition is about comes first"),
    ("rule", "Each player may draw a card.", "each  player may draw  a card", "case, blanks and the full stop carry nothing"),
]  # fmt: skip

PAIRS = [("card", *pair) for pair in ON_A_CARD] + [("rule", *pair) for pair in IN_A_RULE]


def test_there_are_enough_pairs():
    assert len(PAIRS) >= 60
    assert len(set(PAIRS)) == len(PAIRS)


@pytest.mark.parametrize(("host", "one", "other"), PAIRS)
def test_a_pair_differs_in_meaning(host, one, other):
    first, second = meaning(one, host), meaning(other, host)

    assert first != second
    assert digest(first) != digest(second)


@pytest.mark.parametrize(("host", "one", "other", "reason"), SAME)
def test_two_wordings_mean_the_same(host, one, other, reason):
    first, second = meaning(one, host), meaning(other, host)

    assert first == second, reason
    assert digest(first) == digest(second)


@pytest.mark.parametrize(
    "sentence",
    [
        "When a player has no beads, they lose the game.",
        "When a player has at least 3 beads, they gain 1 bead.",
    ],
)
def test_they_are_a_player_and_not_the_beads_of_that_player(sentence):
    (act,) = [node for node in walk(meaning(sentence).rules[0].effect) if isinstance(node, Do)]

    assert not isinstance(act.agent, Of)
