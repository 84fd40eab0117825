"""Rules that were shortened: what they leave out or put together changes nothing in play."""

from __future__ import annotations

import random

import pytest
from garden import lay
from laws import table

import deckmastor as dm
from deckmastor.engine.expressions.base import Expr
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.start import begin
from deckmastor.engine.rules.assembly import build
from deckmastor.engine.rules.introspection import attributes
from deckmastor.engine.rules.ruleset import Ruleset
from deckmastor.engine.state.layout import OVER
from deckmastor.examples import check
from deckmastor.match import read

WORDS = """# Weather {#weather}
## Words {#words}
- Each player has a hand. There is a deck and a pile. The pile is face up.
- A card has one colour: red or blue. Each card has a size.
- To draw a card is to move the top card of the deck to your hand.
- To rest is to draw 2 cards.
- To tidy is to shuffle all cards below the top card of the pile into the deck.
## Values {#values}

The values are:

| Name | Value | Notes |
|---|---|---|
| wind | 0 | how strong it blows |
| sign | red | the colour to be followed |

## Rules {#rules}
- Before the game, shuffle the deck. Each player draws 3 cards.
- A card can be played onto the pile if its colour is the sign.
- After a player plays a card, end the turn.
- When a player has no cards in their hand, end the game.
- When a player passes, the wind increases by 1. When the wind is more than 40, end the game.
- A player is tired if the number of cards they drew this turn is at least 2.
"""
COLOURS = ("Red", "Blue")
CARDS = """
## Cards {#cards}

The cards are:

| Name | Count | Colour | Size |
|---|---|---|---|
""" + "".join(f"| {c} {n} | 3 | {c.lower()} | {n} |\n" for c in COLOURS for n in range(1, 6))

DRAW = "On their turn, a player may draw a card if the wind is less than 25. "
BLOW = "When a player plays a card, the wind increases by 1. "
TURN = "When a player draws a card, the sign becomes the colour of that card. "
LEAN = "When the deck is empty, the player at turn tidies. "
RULES = {
    "a value decides what stands on it": DRAW + BLOW + "A player cannot pass if the wind is 0.",
    "a place decides it": DRAW + TURN + LEAN + "A player cannot pass if the deck is not empty.",
    "an act needs a value to be just so": "On their turn, a player may rest if the wind is 2. "
    + BLOW,
    "the top card of the pile decides which cards are fit": DRAW
    + BLOW
    + "A card can be played onto the pile if its size is the size of the top card of the pile.",
    "only some cards are fit for a time": DRAW
    + BLOW
    + TURN
    + "While the wind is at least 3, only red cards can be played onto the pile.",
    "some cards cannot be played for a time": DRAW
    + BLOW
    + TURN
    + "A blue card cannot be played onto the pile if the wind is 1.",
    "who did enough can do no more": TURN
    + BLOW
    + "On their turn, a player may draw a card if they are not tired. "
    + "A player cannot pass unless they are tired or the deck is empty.",
    "a draw sets off a draw": DRAW
    + BLOW
    + "When a player draws a card, they draw a card if the wind is 4. "
    + "When a player draws a card, the wind increases by 1.",
    "a play asks a question": DRAW + BLOW + "After a player plays a red card, they choose a "
    "colour. The sign becomes that colour.",
    "something stands in the way of a play": DRAW
    + BLOW
    + TURN
    + "If a red card would be played onto an empty pile, the wind increases by 2 instead.",
    "an announced card is answered": DRAW
    + BLOW
    + "When a player plays a blue card, each other player draws a card.",
    "a turn is left out": DRAW
    + BLOW
    + TURN
    + "After a player plays a blue card, the next player skips their next turn. "
    + "After a player plays a red card, reverse the turn order.",
}

OPEN = "A card can be open, kept or spare. A card is open if it is in the pile. "
STATES = {
    "a state is where a thing lies": DRAW
    + BLOW
    + OPEN
    + "When a card becomes open, the wind increases by 1. "
    + "A player cannot pass if the number of open red cards is at least 4.",
    "an act needs a thing in a state": DRAW
    + TURN
    + OPEN
    + "A card is kept if it is in a hand. "
    + "On their turn, a player may take a open card. To take a card is to move it to your hand. "
    + "A kept red card cannot be played if the wind is 3.",
    "a state has two reasons, or a reason that another state is": DRAW
    + BLOW
    + OPEN
    + "A card is spare if it is in the deck. A card is spare if it is open. "
    + "A player cannot pass if the number of spare cards is less than 22.",
}

DROP = "To drop a card is to move it from your hand to the deck. On their turn, a player may drop a card. "
PLACES = {
    "some cards cannot enter one place": DRAW
    + DROP
    + TURN
    + BLOW
    + "A red card cannot enter the deck if the wind is less than 3.",
    "some cards cannot leave one place": DRAW
    + DROP
    + TURN
    + BLOW
    + "A blue card cannot leave a hand if the wind is 1. A red card cannot leave the deck if the wind is 2.",
    "only some cards can be moved to one place": DRAW
    + DROP
    + TURN
    + BLOW
    + "Only blue cards can be moved to the deck.",
    "an entry into another place is answered": DRAW
    + DROP
    + BLOW
    + "When a card enters the deck, the wind increases by 1. "
    + "When a card leaves a hand, the sign becomes the colour of that card.",
    "nothing is left of a kind": DRAW
    + DROP
    + BLOW
    + TURN
    + "When no red card is in a hand, the wind increases by 5. "
    + "A player cannot pass if there are no blue cards in the pile.",
    "anybody could play something": DRAW
    + BLOW
    + TURN
    + "A card can be ready. A card is ready if it is in a hand and can be played onto the pile. "
    + "A player cannot play a card if the number of cards they drew this turn is 2. "
    + "A player cannot pass if a card is ready and the wind is less than 5.",
}


PLAY = "On their turn, a player may play a card from their hand onto the pile."


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize("seats", [2, 3])
def test_a_book_that_was_shortened_offers_and_does_the_same(rules: str, seats: int) -> None:
    played_alike(rules, seats)


@pytest.mark.parametrize("rules", STATES.values(), ids=STATES)
@pytest.mark.parametrize("seats", [2, 3])
def test_a_state_that_a_rule_defines_is_found_by_what_the_rule_says(rules: str, seats: int) -> None:
    played_alike(rules, seats)


@pytest.mark.parametrize("rules", PLACES.values(), ids=PLACES)
@pytest.mark.parametrize("seats", [2, 3])
def test_a_rule_about_one_place_speaks_of_no_other(rules: str, seats: int) -> None:
    played_alike(rules, seats)


MADE = "".join(
    f"| {c} {n} | 0 | {c.lower()} | {n % 5 + 1} |\n" for c in COLOURS for n in range(6, 40)
)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("born", ["Blue 39", "Red 7"])
def test_cards_that_are_made_later_are_offered_as_the_listed_ones(born: str, seats: int) -> None:
    rules = (
        DRAW
        + BLOW
        + TURN
        + "While the wind is at least 9, only red cards can be played onto the pile. "
        + f"When a player passes, create a {born} in the hand of that player."
    )
    short = played_alike(rules, seats, CARDS + MADE)

    (sieve,) = [offer.sieve for offer in short.offers if offer.sieve is not None]
    made = short.schema.species_ids[born]
    assert (made >= sieve.species) == (born == "Blue 39")
    assert sieve.wide is not None


def played_alike(rules: str, seats: int, cards: str = CARDS) -> Ruleset:
    """Play a book shortened and as it is written; the shortened rules."""
    order = [PLAY, rules] if seats == 2 else [rules, PLAY]
    game = dm.read(WORDS + "".join(f"- {rule}\n" for rule in order) + cards)
    short, plain = build(game.book, seats), build(game.book, seats, short=False)
    decisions = 0
    for seed in range(5):
        mine, other = begin(short, seed), begin(plain, seed)
        machine = Machine(short)
        dice = random.Random(seed)
        while not other.v[OVER] and decisions < 50 * (seed + 1):
            options = Machine(plain).options(other, 0)
            listed = (machine.options(mine, 0), Machine(short).options(mine, 0))
            option = dice.choice(options)
            machine.answer(mine, 0, option)
            Machine(plain).answer(other, 0, option)
            decisions += 1

            assert listed == (options, options)
            assert table(short, mine) == table(plain, other)
    assert decisions > 20
    return short


def test_a_state_that_is_inlined_asks_for_the_thing_it_is_said_of() -> None:
    rules = (
        "A player may plant a card.",
        "A card is fitting if it shares a colour with the bottom card of the shed.",
        "A player cannot plant a card that is not fitting if they have a fitting card in their hand.",
    )
    laid = lay(*rules, common={"shed": ["Rose"]}, ann={"hand": ["Nettle", "Daisy", "Tulip"]})

    assert laid.options("ann") == ["plant Tulip", "rest", "pass"]


ATTIC = """# Attic {#attic}
## Words {#words}
- Each player has a hand. There is a deck and a row. A row is a place. Boxes and stamps are kinds of item. A box can be full.
- A box is full if it contains at least 2 cards.
- On their turn, a player may play a card from their hand onto a box. Cards can be played onto a box.

> **Example.** The players are Ann and Bob. The row: Red Box, Blue Box. On Red Box: Fox, Penny, Shilling. On Blue Box: Fox, Fox. Ann's hand: Fox. It is Ann's turn.
> Then Red Box is not full. Blue Box is full.

## Things {#things}

The boxes are:

| Name |
|---|
| Red Box |
| Blue Box |

The stamps are:

| Name |
|---|
| Penny |
| Shilling |

The cards are:

| Name | Type | Count |
|---|---|---|
| Fox | card | 6 |
"""


def test_a_count_of_cards_leaves_other_things_out() -> None:
    book = read(ATTIC)
    tests = {
        type(part).__name__ for fact in book.rules(2).facts["full"].facts for part in inner(fact)
    }

    assert "SizeOfKind" in tests
    assert check(book) == []


FILLING = (
    "- The tally is 0. When a box becomes full, the tally increases by 1. "
    "To clear a box is to move it to the shelf. There is a shelf. The player at turn may clear a box.\n"
)
FILLED = """
> **Example (The second is filled).** The players are Ann and Bob. The row: Red Box, Blue Box. On Blue Box: Fox. On Red Box: Penny. Ann's hand: Fox, Fox, Fox. It is Ann's turn.
> Ann: play Fox.
> Ann: Blue Box.
> Then the tally is 1.
> Ann: play Fox.
> Ann: Red Box.
> Then the tally is 1.
> Ann: clear Blue Box.
> Then the tally is 1.
> Ann: play Fox.
> Ann: Red Box.
> Then the tally is 2.
"""


def test_a_box_that_is_filled_is_noticed_wherever_it_lies() -> None:
    book = read(ATTIC.replace("- On their", FILLING + "- On their") + FILLED)

    assert check(book) == []


def inner(part: object) -> list[Expr]:
    """All expressions in a fact."""
    found = [getattr(part, name, None) for name in attributes(part)]
    mine = [one for one in found if isinstance(one, Expr)]
    return mine + [deep for one in mine for deep in inner(one)]
