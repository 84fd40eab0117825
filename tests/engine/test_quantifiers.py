"""Quantifiers: a, each, all, no, at least, the only, the top; on either side of a condition."""

from __future__ import annotations

import pytest
from garden import garden, lay, seeds

from deckmastor.engine import Record
from deckmastor.engine.expressions.base import Lit, Lits
from deckmastor.engine.expressions.things import Ends
from deckmastor.match import RulebookError, read
from deckmastor.testing import Table

OPEN = (
    "Each bed is visible to each player.",
    "Each hand is visible only to its holder.",
    "The hearth is 3.",
)


def truths(conditions: list[str], *rules: str, **laid: object) -> list[bool]:
    """Whether conditions hold for ann, each asked by a card of its own."""
    names = [f"Try {chr(65 + n // 26)}{chr(65 + n % 26)}" for n in range(len(conditions))]
    tricks = {
        name: f"If {said}, gain 1 seed." for name, said in zip(names, conditions, strict=True)
    }
    table = lay(*rules, tricks=tricks, **laid)  # type: ignore[arg-type]
    found: list[bool] = []
    for name in names:
        before = table.count("ann", "seed")
        table.perform("ann", name)
        found.append(table.count("ann", "seed") > before)
    return found


# ---- one table for all: rose 3 red, daisy 1 white, tulip 2 red and white, nettle 4 without ------

CONDITIONS = """
a flower in your bed has a height of 3 | yes
a flower in your bed has a height of 4 | no
each flower in your bed has a height of at least 1 | yes
each flower in your bed has a height of at least 2 | no
all flowers in your bed have a height of at least 2 | no
all flowers in your bed are red | no
the flowers in your bed have a height of at least 2 | no
your flowers are red | no
the height of a card in your hand is 3 | yes
the height of each card in your hand is 3 | no
the height of a card in your hand is not 3 | yes
the height of each card in your hand is not 3 | no
a card in your hand has the same height as the top card of the discard pile | yes
the top card of the discard pile has the same height as a card in your hand | yes
the top card of the discard pile has the same height as each card in your hand | no
the top card of the discard pile has the same height as all cards in your hand | no
the height of the top card of the discard pile is not the height of a card in your hand | no
a card in your hand shares a colour with the top card of the discard pile | yes
the top card of the discard pile shares a colour with a card in your hand | yes
the top card of the discard pile shares a colour with all cards in your hand | no
the top card of the discard pile shares a colour with at least 2 cards in your hand | no
the top card of the discard pile shares a colour with 1 card in your hand | yes
the height of the top card of the discard pile is within 0 of the height of a card in your hand | yes
a card in your hand has the red colour | yes
each card in your hand has the red colour | no
a card in your hand does not have the white colour | yes
a card in your hand has the same height as each card in your bed | no
each card in your bed has the same height as a card in your hand | yes
the height of each card in your hand is less than the height of a card in bob's bed | yes
a player's hand is empty | yes
each player's hand is empty | no
each hand is empty | no
a hand is empty | yes
there is a card in each player's hand | no
there are at least 3 cards in a player's hand | no
there are at least 2 cards in a player's hand | yes
the number of cards in a hand is 2 | yes
there are no cards in a player's hand | no
there are no weeds in a player's hand | yes
no card in a hand is red | no
there is not a card in another player's hand | yes
the total height of the cards in a player's bed is 4 | yes
the top card of a player's bed is a weed | yes
the top card of a player's bed has a height of 4 | yes
the top 2 cards of the deck have a height of 3 | no
the top 2 cards of the deck are red | no
each weed in your hand is wilted | yes
a weed in your hand is wilted | no
no weed in your hand is wilted | yes
the top card of your bed is the only Rose in your bed | yes
the top card of your bed is the only flower in your bed | no
the top weed of the discard pile is not the top card of the discard pile | yes
your hand is visible only to you | yes
your bed is visible only to you | no
your hand is visible to another player | no
your bed is visible to each player | yes
your hand is visible to each player | no
no other card in your bed has a higher height than the top card of your bed | yes
the flower in your bed with the highest height is red | yes
the flower in your bed with the lowest height is red | no
the holder of a weed is a player other than you | yes
the holder of each flower in a bed is you | yes
"""
ROWS = [
    row.rpartition(" | ")
    for row in CONDITIONS.replace("bob's", "another player's").split("\n")
    if row
]


def test_conditions_ask_every_candidate() -> None:
    found = truths(
        [said for said, _, _ in ROWS],
        *OPEN,
        ann={"hand": ["Daisy", "Rose"], "bed": ["Daisy", "Rose"]},
        bob={"bed": ["Nettle"]},
        common={"discard pile": ["Nettle", "Rose"]},
        deck=["Rose", "Tulip", "Daisy", "Rose"],
    )

    wrong = [
        said
        for (said, _, holds), is_so in zip(ROWS, found, strict=True)
        if is_so != (holds == "yes")
    ]
    assert wrong == []


# ---- states that are waited for -----------------------------------------------------------------


def reap(*rules: str, **laid: object) -> Table:
    """A garden in which cards can be discarded one by one, and a player can rest."""
    return lay(
        "A player may discard a card from their hand.",
        *rules,
        **laid,  # type: ignore[arg-type]
    )


def test_a_state_of_each_hand_and_of_a_pile_waits_for_all_of_it() -> None:
    table = reap(
        "When each hand is empty and the deck is not empty, each player gains 1 seed.",
        ann={"hand": ["Rose"]},
        bob={"hand": ["Daisy"]},
    )

    table.choose("ann", "discard Rose")
    first = seeds(table)
    table.choose("bob", "discard Daisy")

    assert (first, seeds(table)) == ([0, 0], [1, 1])


def test_a_state_of_each_players_hand_waits_for_all_of_them() -> None:
    table = reap(
        "When each player's hand is empty, each player gains 1 seed.",
        ann={"hand": ["Rose"]},
        bob={"hand": ["Daisy"]},
    )

    table.choose("bob", "discard Daisy")
    first = seeds(table)
    table.choose("ann", "discard Rose")

    assert (first, seeds(table)) == ([0, 0], [1, 1])


def test_a_past_act_of_each_player_waits_for_the_last_of_them() -> None:
    table = reap(
        "When each player has discarded a card, each player gains 1 seed.",
        ann={"hand": ["Rose", "Tulip"]},
        bob={"hand": ["Daisy"]},
    )

    table.choose("ann", "discard Rose", "discard Tulip")
    first = seeds(table)
    table.choose("bob", "discard Daisy")

    assert (first, seeds(table)) == ([0, 0], [1, 1])


def test_a_state_of_a_players_hand_is_told_of_that_player() -> None:
    table = reap(
        "When a player's hand is empty, they gain 1 seed.",
        ann={"hand": ["Rose"]},
        bob={"hand": ["Daisy", "Tulip"]},
    )

    table.choose("bob", "discard Daisy")
    first = seeds(table)
    table.choose("bob", "discard Tulip")

    assert (first, seeds(table)) == ([0, 0], [0, 1])


@pytest.mark.parametrize(
    "state",
    [
        "a player's hand is empty and the deck is not empty",
        "the deck is not empty and a player's hand is empty",
    ],
)
def test_a_state_of_somebody_and_of_something_else_is_told_of_that_player(state: str) -> None:
    table = reap(
        f"When {state}, they gain 1 seed.",
        ann={"hand": ["Rose"]},
        bob={"hand": ["Daisy"]},
    )

    table.choose("bob", "discard Daisy")
    first = seeds(table)
    table.choose("ann", "discard Rose")

    assert (first, seeds(table)) == ([0, 1], [1, 1])


# ---- the one with the most ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "who",
    [
        "the player who discarded the card with the highest height",
        "the player who discarded the card with the highest height this turn",
        "the player who discarded the flower with the highest height this turn",
    ],
)
def test_the_player_who_played_the_highest_card_is_one_player(who: str) -> None:
    table = reap(
        f"When the deck is empty, {who} gains 1 seed.",
        "A player may draw a card.",
        ann={"hand": ["Tulip"], "bed": ["Nettle"]},
        bob={"hand": ["Rose", "Daisy"]},
        deck=["Nettle"],
    )

    table.choose("ann", "discard Tulip")
    table.choose("bob", "discard Rose", "discard Daisy", "draw a card")

    assert seeds(table) == [0, 1]


def test_the_highest_card_that_nobody_played_is_no_card() -> None:
    table = reap(
        "When the deck is empty, the player who discarded the card with the highest height gains 1 seed.",
        "A player may draw a card.",
        ann={"bed": ["Nettle"]},
        deck=["Nettle"],
    )

    table.choose("bob", "draw a card")

    assert seeds(table) == [0, 0]


def test_an_act_on_the_highest_card_is_waited_for() -> None:
    table = reap(
        "Before the card in a hand with the highest height is discarded, each player gains 1 seed.",
        ann={"hand": ["Tulip"]},
        bob={"hand": ["Daisy", "Rose"]},
    )

    table.choose("bob", "discard Daisy")
    first = seeds(table)
    table.choose("bob", "discard Rose")

    assert (first, seeds(table)) == ([0, 0], [1, 1])


# ---- values that name a word --------------------------------------------------------------------

SUITS = """# Suits {#suits}
## Words {#words}
- Each player has a hand. There is a deck and a pile.
- A card has one suit: hearts, spades or clubs. The led suit is spades. The prize is 2.
- Each card has any number of colours: red or black. The trump colour is black.
- Seeds are counters.
- To draw a card is to move the top card of the deck to your hand.
## Rules {#rules}
- The player at turn may pass.
RULES
## Cards {#cards}

The cards are:

| Name | Suit | Colours | Count | Text |
|---|---|---|---|---|
| Ace | hearts | red | 3 | |
| Jack | spades | black | 3 | |
| Joker | clubs | red, black | 3 | |
TEXTS
"""


def suits(texts: list[str], **players: dict[str, list[str] | int | str]) -> Table:
    """A table of suits with a card for each text."""
    rows = "\n".join(f"| Try{n} | clubs | | 1 | {text} |" for n, text in enumerate(texts))
    book = SUITS.replace("RULES\n", "").replace("TEXTS", rows)
    table = Table(book, {"deck": []}, bare=True, **players)
    refused = table.match.rules.unrunnable
    assert not refused, refused
    table.begin_turn("ann")
    return table


@pytest.mark.parametrize(
    ("said", "hand", "holds"),
    [
        ("you have no cards of the led suit in your hand", ["Ace", "Joker"], True),
        ("you have no cards of the led suit in your hand", ["Ace", "Jack"], False),
        ("you have no cards in your hand whose suit is the led suit", ["Ace", "Jack"], False),
        ("you have no cards whose suit is the led suit in your hand", ["Ace", "Jack"], False),
        ("you have no cards of the spades suit in your hand", ["Ace", "Joker"], True),
        ("you have no cards of the spades suit in your hand", ["Ace", "Jack"], False),
        (
            "you have at least 2 cards of the trump colour in your hand",
            ["Ace", "Jack", "Joker"],
            True,
        ),
        (
            "you have at least 2 cards of the trump colour in your hand",
            ["Ace", "Ace", "Joker"],
            False,
        ),
    ],
)
def test_cards_of_a_value_have_it(said: str, hand: list[str], holds: bool) -> None:
    table = suits([f"If {said}, gain 1 seed."], ann={"hand": hand}, bob={})

    table.perform("ann", "Try0")

    assert table.count("ann", "seed") == holds


def test_cards_of_a_value_that_is_no_property_are_refused() -> None:
    book = SUITS.replace("RULES\n", "")
    rows = "| Try | clubs | | 1 | If you have no cards of the prize in your hand, gain 1 seed. |"
    unrunnable = read(book.replace("TEXTS", rows)).rules(2).unrunnable

    assert "say 'whose … is the prize'" in str(unrunnable)


RANKS = """# Ranks {#ranks}
- Each player has a hand. There is a deck and a pile. Seeds are counters.
- A card has one suit: hearts, spades or clubs. Each card has a rank. The led suit is spades.
- Cards can be played onto the pile. On their turn, a player must play a card from their hand onto the pile.
- After a player plays a card, end the turn.
- At the end of each round, WHO gains 1 seed.

The cards are:

| Name | Suit | Rank | Count |
|---|---|---|---|
| Heart | hearts | 9 | 4 |
| Low Spade | spades | 2 | 1 |
| High Spade | spades | 5 | 1 |
"""


@pytest.mark.parametrize(
    "who",
    [
        "the player who played the card of the led suit with the highest rank this round",
        "the player who played the card with the highest rank of the led suit this round",
        "the player who played the card whose suit is the led suit with the highest rank this round",
        "each player who played a card of the led suit with a rank of at least 3 this round",
        "each player who played a card of the led suit that is not a Low Spade this round",
        "each player who played a card of the led suit other than a Low Spade this round",
    ],
)
@pytest.mark.parametrize(
    "cards", [["Heart", "Low Spade", "High Spade"], ["High Spade", "Heart", "Low Spade"]]
)
def test_what_stands_behind_a_value_is_said_of_the_noun_before_it(
    who: str, cards: list[str]
) -> None:
    names = ("ann", "bob", "cid")
    hands: dict[str, dict[str, list[str] | int | str]] = {
        name: {"hand": [card, "Heart"]} for name, card in zip(names, cards, strict=True)
    }
    table = Table(RANKS.replace("WHO", who), **hands)
    table.begin_turn("ann")

    for name, card in zip(names, cards, strict=True):
        table.choose(name, f"play {card}")

    assert [table.count(name, "seed") for name in names] == [card == "High Spade" for card in cards]


# ---- all, top, only, the same -------------------------------------------------------------------


def test_all_cards_are_drawn() -> None:
    table = lay(tricks={"Dig": "Draw all cards in the deck."}, deck=["Rose", "Daisy", "Tulip"])

    table.perform("ann", "Dig")

    assert table.cards("ann", "hand") == ["Tulip", "Daisy", "Rose"]


def test_all_cards_of_a_kind_are_drawn_wherever_they_lie() -> None:
    table = lay(
        tricks={"Dig": "Draw all weeds in the deck."}, deck=["Nettle", "Daisy", "Nettle", "Rose"]
    )

    table.perform("ann", "Dig")

    assert table.cards("ann", "hand") == ["Nettle", "Nettle"]
    assert table.cards("", "deck") == ["Daisy", "Rose"]


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("Move the top weed of the discard pile to your hand.", ["Nettle"]),
        ("Move the top weed card of the discard pile to your hand.", ["Nettle"]),
        ("Move the top 2 flowers of the discard pile to your hand.", ["Rose", "Tulip"]),
        ("Move the bottom flower of the discard pile to your hand.", ["Daisy"]),
        ("Move the top card of the discard pile with a height of 1 to your hand.", ["Daisy"]),
        ("Move the top 3 weeds of the discard pile to your hand.", ["Nettle"]),
    ],
)
def test_the_top_one_of_a_kind_is_the_topmost_of_them(text: str, taken: list[str]) -> None:
    pile = ["Daisy", "Tulip", "Nettle", "Rose"]
    table = lay(tricks={"Dig": text}, common={"discard pile": pile})

    table.perform("ann", "Dig")

    assert table.cards("ann", "hand") == taken


@pytest.mark.parametrize(("bed", "left"), [(["Rose"], []), (["Rose", "Daisy"], ["Rose", "Daisy"])])
def test_the_only_card_is_no_card_where_there_are_two(bed: list[str], left: list[str]) -> None:
    table = lay(tricks={"Dig": "Uproot the only card in your bed."}, ann={"bed": bed})

    table.perform("ann", "Dig")

    assert table.cards("ann", "bed") == left


@pytest.mark.parametrize(
    ("laid", "gained"), [({"ann": "1", "bob": "0"}, 1), ({"ann": "1", "bob": "1"}, 0)]
)
def test_you_are_the_only_one_if_nobody_else_is(laid: dict[str, str], gained: int) -> None:
    table = lay(
        "When a player rests, they become tired.",
        tricks={"Ask": "If you are the only tired player, gain 1 seed."},
        ann={"tired": int(laid["ann"])},
        bob={"tired": int(laid["bob"])},
    )

    table.perform("ann", "Ask")

    assert table.count("ann", "seed") == gained


def refusal(text: str) -> str:
    """Why a book with this text on a card is refused, in reading or in compiling."""
    try:
        game = read(garden(tricks={"Ask": text}))
    except RulebookError as error:
        return str(error)
    return str(game.rules(2).unrunnable)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Discard a card with the same height.", "'the same height' as what?"),
        ("Choose a card in your hand. Discard a card with the same height.", "as what?"),
        (
            "Choose 2 cards in your hand with the same height.",
            "several things with the same height",
        ),
        ("If this card has the highest height, gain 1 seed.", "no other … has a higher … than …"),
        ("Draw all cards in your bed.", "'draw' takes from the deck, never from the bed"),
        ("If a random card in your hand is red, gain 1 seed.", "a random card in a condition"),
    ],
)
def test_what_has_no_one_meaning_is_refused(text: str, why: str) -> None:
    assert why in refusal(text)


def test_the_same_height_as_a_card_that_was_chosen_is_asked_for() -> None:
    table = lay(
        tricks={
            "Ask": "Choose a card in your bed. Discard a card with the same height as that card."
        },
        ann={"hand": ["Daisy", "Rose", "Tulip"], "bed": ["Nettle", "Rose"]},
    )

    table.perform("ann", "Ask")
    table.choose("ann", "Rose")

    assert table.cards("ann", "hand") == ["Daisy", "Tulip"]


@pytest.mark.parametrize(
    ("said", "holds"),
    [
        ("those cards have a height of 3", False),
        ("those cards have a height of at least 1", True),
        ("those cards are red", False),
        ("those cards are flowers", True),
        ("those cards are wilted", False),
    ],
)
def test_those_cards_are_all_of_them(said: str, holds: bool) -> None:
    table = lay(
        "A card is wilted if its height is at least 3.",
        tricks={"Ask": f"Choose 2 cards in your hand. If those cards {said[12:]}, gain 1 seed."},
        ann={"hand": ["Daisy", "Rose", "Tulip"]},
    )

    table.perform("ann", "Ask")
    table.choose("ann", "Rose", "Daisy")

    assert bool(table.count("ann", "seed")) == holds


@pytest.mark.parametrize(("bed", "gained"), [(["Rose", "Tulip"], 1), (["Rose", "Daisy"], 0)])
def test_a_past_act_on_all_cards_asks_about_each(bed: list[str], gained: int) -> None:
    table = lay(
        "A player may plant a card from their hand.",
        tricks={"Ask": "If you planted all flowers in your bed this turn, gain 1 seed."},
        ann={"hand": ["Rose", "Tulip"], "bed": [name for name in bed if name == "Daisy"]},
    )

    for name in bed:
        if name != "Daisy":
            table.choose("ann", f"plant {name}")
    table.perform("ann", "Ask")

    assert table.count("ann", "seed") == gained


def test_a_card_other_than_those_described_is_none_of_them() -> None:
    table = lay(
        tricks={"Ask": "Discard a card other than a card with a height of at least 2."},
        ann={"hand": ["Rose", "Daisy", "Tulip"]},
    )

    table.perform("ann", "Ask")

    assert table.cards("ann", "hand") == ["Rose", "Tulip"]


# ---- places that are things ---------------------------------------------------------------------

TOWERS = """# Towers {#towers}
## Words {#words}
- Each player has a hand. There is a deck.
- Towers are kinds of place. Leaves are kinds of card. Seeds are counters. A place can be empty.
## Rules {#rules}
- The player at turn may pass.
## The towers {#the-towers}

The towers are:

| Name |
|---|
| North |
| South |

## Cards {#cards}

The cards are:

| Name | Type | Count | Text |
|---|---|---|---|
| Ash | leaf | 3 | |
| Ask | leaf | 1 | If SAID, gain 1 seed. |
"""


@pytest.mark.parametrize(
    ("said", "north", "south", "holds"),
    [
        ("a leaf is in a tower", 0, 1, True),
        ("a leaf is in a tower", 0, 0, False),
        ("a tower is empty", 1, 0, True),
        ("a tower is empty", 1, 1, False),
        ("each tower is empty", 0, 1, False),
        ("each tower is empty", 0, 0, True),
        ("the number of cards in a tower is 2", 1, 2, True),
        ("the number of cards in a tower is 2", 1, 1, False),
        ("there is a card in each tower", 1, 0, False),
        ("there is a card in each tower", 1, 1, True),
    ],
)
def test_a_place_that_is_a_thing(said: str, north: int, south: int, holds: bool) -> None:
    lying: dict[str, list[str] | int | str] = {
        "deck": [],
        "North": ["Ash"] * north,
        "South": ["Ash"] * south,
    }
    table = Table(TOWERS.replace("SAID", said), lying, bare=True, ann={}, bob={})
    table.begin_turn("ann")

    table.perform("ann", "Ask")

    assert bool(table.count("ann", "seed")) == holds


def test_the_last_none_of_several_things_are_none() -> None:
    state = lay().state
    record = Record([])

    for n, last in ((0, []), (1, [7]), (2, [6, 7]), (9, [5, 6, 7])):
        assert Ends(Lits([5, 6, 7]), True, Lit(n)).many(state, record) == last


def test_counters_of_a_place_are_refused() -> None:
    text = "If there is a flower in a bed that has at least 2 seeds, gain 1 seed."

    refused = read(garden(tricks={"Deed": text})).rules(2).unrunnable

    assert refused == [(text, "'seed' of a place")]
