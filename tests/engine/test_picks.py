"""Noun phrases in effects: which things an act is done to, and who chooses them."""

from __future__ import annotations

import pytest

from deckmastor.match import read
from engine.bears import Case, case, check
from engine.garden import garden as a_garden
from engine.garden import lay as garden

LEAVES = {"hand": ["Acorn", "Birch", "Clover"]}
BEARS = {"den": ["Ursa", "Bell", "Pip"]}


@pytest.mark.parametrize(
    "told",
    [
        case(
            "a: one, chosen by the one who acts",
            "Discard a card.",
            "Birch",
            ann=LEAVES,
            bob={"hand": ["Fern"]},
            asked=["ann: Acorn, Birch, Clover"],
            then={"ann hand": ["Acorn", "Clover"], "discard pile": ["Birch"], "bob hand": ["Fern"]},
        ),
        case(
            "a: a choice that is forced is not asked",
            "Discard a card.",
            ann={"hand": ["Fern"]},
            bob={},
            then={"ann hand": []},
        ),
        case("a: of none", "Discard a card.", then={"ann hand": [], "discard pile": []}),
        case(
            "a kind includes its kinds",
            "Sacrifice a bear.",
            "Pip",
            ann=BEARS,
            bob={},
            asked=["ann: Ursa, Pip"],
            then={"ann den": ["Ursa", "Bell"]},
        ),
        case(
            "a narrower kind",
            "Sacrifice a cub.",
            ann=BEARS,
            bob={},
            then={"ann den": ["Ursa", "Bell"]},
        ),
        case(
            "any: one of them, wherever",
            "Choose any bear. Move it to the river.",
            "Honey",
            ann=BEARS,
            bob={"den": ["Honey"]},
            asked=["ann: Ursa, Honey, Pip"],
            then={"river": ["Honey"]},
        ),
        case(
            "another player: not the one who acts",
            "Choose another player. That player draws a card.",
            "cid",
            ann={},
            bob={},
            cid={},
            asked=["ann: bob, cid"],
            then={"cid hand": ["Elm"]},
        ),
        case(
            "another card: not this one",
            "Move another deed to the river.",
            common={"deck": ["Deed"]},
            then={"river": [], "deck": ["Deed"]},
        ),
        case(
            "another of the same clause",
            "Move a card from a den to another den.",
            "cid's den",
            ann={},
            bob={"den": ["Honey"]},
            cid={},
            asked=["ann: ann's den, cid's den"],
            then={"bob den": [], "cid den": ["Honey"]},
        ),
        case(
            "each other player",
            "Each other player loses 1 berry.",
            ann={"berry": 1},
            bob={"berry": 1},
            cid={"berry": 3},
            then={"ann berry": 1, "bob berry": 0, "cid berry": 2},
        ),
        case(
            "2 other players",
            "Choose 2 other players. They draw a card.",
            ann={},
            bob={},
            cid={},
            then={"ann hand": [], "bob hand": ["Elm"], "cid hand": ["Daisy"]},
        ),
        case(
            "up to 2 other players",
            "Choose up to 2 other players. They draw a card.",
            "cid",
            "enough",
            ann={},
            bob={},
            cid={},
            asked=["ann: bob, cid, enough", "ann: bob, enough"],
            then={"ann hand": [], "bob hand": [], "cid hand": ["Elm"]},
        ),
        case(
            "all other charms",
            "Destroy all charms.",
            ann={"den": ["Bell"]},
            bob={"den": ["Lamp", "Honey"]},
            then={"ann den": ["Bell"], "bob den": ["Honey"]},
        ),
        case(
            "the source of a definition limits the choice",
            "Destroy a bear.",
            "Honey",
            ann={"den": ["Ursa"]},
            bob={"den": ["Honey", "Bruno", "Lamp"]},
            asked=["ann: Honey, Bruno"],
            then={"ann den": ["Ursa"], "bob den": ["Bruno", "Lamp"]},
        ),
        case(
            "your bears are all of them",
            "Sacrifice your bears.",
            ann=BEARS,
            bob={},
            then={"ann den": ["Bell"]},
        ),
        case(
            "the only one there is",
            "Sacrifice the charm in your den.",
            ann=BEARS,
            bob={},
            then={"ann den": ["Ursa", "Pip"]},
        ),
        case(
            "a new thing of a row",
            "Create a new Pip in your den.",
            then={"ann den": ["Pip"]},
        ),
        case(
            "2 new things",
            "Create 2 new Pips in your den.",
            then={"ann den": ["Pip", "Pip"]},
        ),
        case(
            "a name alone",
            "Sacrifice a Bell.",
            ann=BEARS,
            bob={},
            then={"ann den": ["Ursa", "Pip"]},
        ),
        case(
            "named, in quotes",
            'Sacrifice a card named "Pip".',
            ann=BEARS,
            bob={},
            then={"ann den": ["Ursa", "Bell"]},
        ),
    ],
)
def test_a_determiner_says_how_many_and_who_chooses(told: Case) -> None:
    check(told)


@pytest.mark.parametrize(
    "told",
    [
        case(
            "a random card: chance picks",
            "Discard a random card.",
            fate=(2,),
            ann=LEAVES,
            bob={},
            then={"ann hand": ["Acorn", "Clover"], "discard pile": ["Birch"]},
        ),
        case(
            "2 random cards: the second is picked among the rest",
            "Discard 2 random cards.",
            fate=(1, 2),
            ann=LEAVES,
            bob={},
            then={"ann hand": ["Birch"], "discard pile": ["Acorn", "Clover"]},
        ),
        case(
            "more random cards than there are",
            "Discard 2 random cards.",
            fate=(1, 1),
            ann={"hand": ["Fern"]},
            bob={},
            then={"ann hand": []},
        ),
        case("a random card of none", "Discard a random card.", then={"discard pile": []}),
        case(
            "a random other player",
            "Choose a random player other than yourself. That player draws a card.",
            fate=(2,),
            ann={},
            bob={},
            cid={},
            then={"ann hand": [], "bob hand": [], "cid hand": ["Elm"]},
        ),
        case(
            "a random one of those",
            "Reveal the top 3 cards of the deck. Put a random one of them into your hand.",
            fate=(1,),
            then={"ann hand": ["Elm"], "deck": ["Acorn", "Birch", "Clover", "Daisy"]},
        ),
        case(
            "from another player's hand",
            "Choose another player. Move a random card from that player's hand to your hand.",
            fate=(2,),
            ann={},
            bob={"hand": ["Fern", "Daisy"]},
            then={"ann hand": ["Daisy"], "bob hand": ["Fern"]},
        ),
    ],
)
def test_random_is_left_to_chance(told: Case) -> None:
    check(told)


@pytest.mark.parametrize(
    "told",
    [
        case(
            "the top card",
            "Move the top card of the deck to the river.",
            then={"river": ["Elm"], "deck": ["Acorn", "Birch", "Clover", "Daisy"]},
        ),
        case(
            "the top 2 cards, the top first",
            "Move the top 2 cards of the deck to the river.",
            then={"river": ["Elm", "Daisy"], "deck": ["Acorn", "Birch", "Clover"]},
        ),
        case(
            "the bottom card",
            "Move the bottom card of the deck to the river.",
            then={"river": ["Acorn"], "deck": ["Birch", "Clover", "Daisy", "Elm"]},
        ),
        case(
            "the bottom 2 cards",
            "Move the bottom 2 cards of the deck to the river.",
            then={"river": ["Acorn", "Birch"], "deck": ["Clover", "Daisy", "Elm"]},
        ),
        case(
            "the top of less than that",
            "Move the top 3 cards of the deck to the river.",
            common={"deck": ["Fern"]},
            then={"river": ["Fern"], "deck": []},
        ),
        case(
            "the top of nothing",
            "Move the top card of the deck to the river. If you cannot, gain 1 berry.",
            common={"deck": []},
            then={"river": [], "ann berry": 1},
        ),
        case(
            "the next player",
            "The next player draws a card.",
            ann={},
            bob={},
            cid={},
            then={"bob hand": ["Elm"], "cid hand": []},
        ),
        case(
            "the previous player",
            "The previous player draws a card.",
            ann={},
            bob={},
            cid={},
            then={"bob hand": [], "cid hand": ["Elm"]},
        ),
        case(
            "the next player when the order is reversed",
            "Reverse the turn order. The next player draws a card.",
            ann={},
            bob={},
            cid={},
            then={"bob hand": [], "cid hand": ["Elm"]},
        ),
        case(
            "the last card you drew",
            "Draw 2 cards. Discard the last card you drew this turn.",
            then={"ann hand": ["Elm"], "discard pile": ["Daisy"]},
        ),
        case(
            "the first card you drew",
            "Draw 2 cards. Discard the first card you drew this turn.",
            then={"ann hand": ["Daisy"], "discard pile": ["Elm"]},
        ),
        case(
            "the card below",
            "Choose a bear. Move the card below it to the river.",
            ann={"den": ["Lamp", "Ursa", "Bell"]},
            bob={},
            then={"river": ["Lamp"]},
        ),
        case(
            "the card above",
            "Choose a bear. Move the card above it to the river.",
            ann={"den": ["Lamp", "Ursa", "Bell"]},
            bob={},
            then={"river": ["Bell"]},
        ),
        case(
            "no card below",
            "Choose a bear. Move the card below it to the river. If you cannot, gain 1 berry.",
            ann={"den": ["Ursa", "Bell"]},
            bob={},
            then={"river": [], "ann berry": 1},
        ),
    ],
)
def test_order_in_place_and_time(told: Case) -> None:
    check(told)


@pytest.mark.parametrize(
    "told",
    [
        case(
            "1 of them and the rest of them",
            "Look at the top 3 cards of the deck. Put 1 of them into your hand and the rest of them on the bottom of the deck.",
            "Daisy",
            asked=["ann: Elm, Daisy, Clover"],
            then={"ann hand": ["Daisy"], "deck": ["Clover", "Elm", "Acorn", "Birch"]},
        ),
        case(
            "1 of them, then the rest in another sentence",
            "Choose 3 cards in your hand. Discard 1 of them. Put the rest of them into the river.",
            "Birch",
            ann=LEAVES,
            bob={},
            asked=["ann: Acorn, Birch, Clover"],
            then={"ann hand": [], "discard pile": ["Birch"], "river": ["Acorn", "Clover"]},
        ),
        case(
            "any number of them",
            "Reveal the top 3 cards of the deck. Put any number of them into your hand.",
            "Elm",
            "Clover",
            "enough",
            asked=[
                "ann: Elm, Daisy, Clover, enough",
                "ann: Daisy, Clover, enough",
                "ann: Daisy, enough",
            ],
            then={"ann hand": ["Elm", "Clover"], "deck": ["Acorn", "Birch", "Daisy"]},
        ),
        case(
            "any number of them and the rest of them",
            "Reveal the top 3 cards of the deck. Put any number of the revealed cards into your hand and the rest of the revealed cards into the discard pile.",
            "enough",
            asked=["ann: Elm, Daisy, Clover, enough"],
            then={"ann hand": [], "discard pile": ["Elm", "Daisy", "Clover"]},
        ),
        case(
            "up to 2 of them",
            "Reveal the top 3 cards of the deck. Put up to 2 of them into your hand.",
            "Elm",
            "Daisy",
            asked=["ann: Elm, Daisy, Clover, enough", "ann: Daisy, Clover, enough"],
            then={"ann hand": ["Elm", "Daisy"]},
        ),
        case(
            "each of them",
            "Reveal the top 2 cards of the deck. Put each of them into the river.",
            then={"river": ["Elm", "Daisy"]},
        ),
        case(
            "those cards",
            "Choose 2 leaves in your hand. Discard those leaves.",
            "Clover",
            "Acorn",
            ann=LEAVES,
            bob={},
            asked=["ann: Acorn, Birch, Clover", "ann: Acorn, Birch"],
            then={"ann hand": ["Birch"], "discard pile": ["Clover", "Acorn"]},
        ),
        case(
            "the drawn cards",
            "Draw 2 cards. Discard the drawn cards.",
            ann={"hand": ["Fern"]},
            bob={},
            then={"ann hand": ["Fern"], "discard pile": ["Elm", "Daisy"]},
        ),
        case(
            "1 of the drawn cards",
            "Draw 2 cards. Discard 1 of them.",
            "Elm",
            ann={"hand": ["Fern"]},
            bob={},
            asked=["ann: Elm, Daisy"],
            then={"ann hand": ["Fern", "Daisy"]},
        ),
        case(
            "the second one mentioned",
            "Choose a bear. Reveal a charm. Move the charm to the river.",
            ann={"den": ["Ursa", "Bell"]},
            bob={},
            then={"river": ["Bell"], "ann den": ["Ursa"]},
        ),
        case(
            "them: of two kinds",
            "Choose a bear and a charm. Move them to the river.",
            ann={"den": ["Ursa", "Bell"]},
            bob={},
            then={"river": ["Ursa", "Bell"]},
        ),
        case(
            "a choice of several kinds at once asks for each",
            "Choose a bear and a charm. Move them to the river.",
            "Pip",
            "Lamp",
            ann={"den": ["Ursa", "Bell", "Pip"]},
            bob={"den": ["Lamp"]},
            asked=["ann: Ursa, Pip", "ann: Bell, Lamp"],
            then={"river": ["Pip", "Lamp"]},
        ),
        case(
            "each their own chosen card",
            "Each player chooses a card in their hand. Each player discards the chosen card.",
            "ann: Acorn",
            "bob: Fern",
            ann={"hand": ["Acorn", "Birch"]},
            bob={"hand": ["Fern", "Daisy"]},
            asked=["ann: Acorn, Birch", "bob: Fern, Daisy", "bob: Fern, Daisy"],
            then={"ann hand": ["Birch"], "bob hand": ["Daisy"], "discard pile": ["Acorn", "Fern"]},
        ),
        case(
            "the chosen cards are all of them",
            "Each player chooses a card in their hand. Move the chosen cards to the river.",
            "ann: Acorn",
            "bob: Fern",
            ann={"hand": ["Acorn", "Birch"]},
            bob={"hand": ["Fern", "Daisy"]},
            asked=["ann: Acorn, Birch", "bob: Fern, Daisy", "bob: Fern, Daisy"],
            then={"ann hand": ["Birch"], "bob hand": ["Daisy"], "river": ["Acorn", "Fern"]},
        ),
    ],
)
def test_parts_of_what_was_mentioned(told: Case) -> None:
    check(told)


@pytest.mark.parametrize(
    "told",
    [
        case(
            "2 different cards: no two of one name",
            "Discard 2 different cards.",
            "Acorn",
            "Clover",
            ann={"hand": ["Acorn", "Acorn", "Birch", "Clover"]},
            bob={},
            asked=["ann: Acorn, Acorn, Birch, Clover", "ann: Birch, Clover"],
            then={"ann hand": ["Acorn", "Birch"], "discard pile": ["Acorn", "Clover"]},
        ),
        case(
            "different cards that are all alike: one is all there is",
            "Discard 2 different cards.",
            "Acorn",
            ann={"hand": ["Acorn", "Acorn"]},
            bob={},
            asked=["ann: Acorn, Acorn"],
            then={"ann hand": ["Acorn"]},
        ),
        case(
            "with a property of at least",
            "Discard a card with a weight of at least 2.",
            "Clover",
            ann=LEAVES,
            bob={},
            asked=["ann: Birch, Clover"],
            then={"ann hand": ["Acorn", "Birch"]},
        ),
        case(
            "with a colour",
            "Discard a green card.",
            "Birch",
            ann=LEAVES,
            bob={},
            asked=["ann: Birch, Clover"],
            then={"ann hand": ["Acorn", "Clover"]},
        ),
        case(
            "without a colour",
            "Discard a card without the green colour.",
            ann=LEAVES,
            bob={},
            then={"ann hand": ["Birch", "Clover"]},
        ),
        case(
            "the card with the highest weight",
            "Discard the card with the highest weight in your hand.",
            ann=LEAVES,
            bob={},
            then={"ann hand": ["Acorn", "Birch"]},
        ),
        case(
            "the player with the most berries",
            "The player with the most berries draws a card.",
            ann={"berry": 1},
            bob={"berry": 2},
            then={"ann hand": [], "bob hand": ["Elm"]},
        ),
        case(
            "each player with the fewest berries, shared",
            "Each player with the fewest berries draws a card.",
            ann={"berry": 1},
            bob={"berry": 2},
            cid={"berry": 1},
            then={"ann hand": ["Elm"], "bob hand": [], "cid hand": ["Daisy"]},
        ),
        case(
            "a player who has no cards",
            "Choose a player who has no cards in their hand. They draw a card.",
            ann={"hand": ["Fern"]},
            bob={},
            then={"bob hand": ["Elm"]},
        ),
        case(
            "a player whose hand is empty",
            "Choose a player whose hand is empty. They draw a card.",
            ann={"hand": ["Fern"]},
            bob={},
            then={"bob hand": ["Elm"]},
        ),
        case(
            "that is, or that is",
            "Sacrifice a card that is a charm or that is a cub.",
            "Pip",
            ann=BEARS,
            bob={},
            asked=["ann: Bell, Pip"],
            then={"ann den": ["Ursa", "Bell"]},
        ),
        case(
            "other than",
            "Choose a bear. Sacrifice a card other than that bear.",
            "Ursa",
            "Pip",
            ann=BEARS,
            bob={},
            asked=["ann: Ursa, Pip", "ann: Bell, Pip"],
            then={"ann den": ["Ursa", "Bell"]},
        ),
        case(
            "drawn this turn",
            "Draw a card. Reveal a card you drew this turn. Move the revealed card to the river.",
            ann={"hand": ["Fern"]},
            bob={},
            then={"ann hand": ["Fern"], "river": ["Elm"]},
        ),
    ],
)
def test_what_is_said_of_a_thing(told: Case) -> None:
    check(told)


@pytest.mark.parametrize(
    "told",
    [
        case(
            "whose place is chosen first, then the card",
            "Move a card from another player's den to your den.",
            "cid",
            "Bell",
            ann={},
            bob={"den": ["Honey"]},
            cid={"den": ["Ursa", "Bell"]},
            asked=["ann: bob, cid", "ann: Ursa, Bell"],
            then={"ann den": ["Bell"], "cid den": ["Ursa"]},
        ),
        case(
            "who has nothing that fits is not offered",
            "Move a bear from another player's den to your den.",
            "dan",
            ann={},
            bob={"den": ["Bell"]},
            cid={"den": ["Ursa"]},
            dan={"den": ["Honey"]},
            asked=["ann: cid, dan"],
            then={"ann den": ["Honey"], "cid den": ["Ursa"]},
        ),
        case(
            "a card in any player's den is one choice",
            "Destroy a card.",
            "Bell",
            ann={},
            bob={"den": ["Honey"]},
            cid={"den": ["Ursa", "Bell"]},
            asked=["ann: Honey, Ursa, Bell"],
            then={"bob den": ["Honey"], "cid den": ["Ursa"]},
        ),
        case(
            "whose hand is chosen",
            "Reveal another player's hand.",
            "bob",
            ann={},
            bob={"hand": ["Fern"]},
            cid={"hand": ["Acorn"]},
            asked=["ann: bob, cid"],
            then={},
        ),
        case(
            "a place as a choice",
            "Choose a den. Move the bottom card of the deck to that den.",
            "bob's den",
            asked=["ann: ann's den, bob's den"],
            then={"bob den": ["Acorn"]},
        ),
        case(
            "any place to put something into",
            "Move the top card of the deck into any den.",
            "bob's den",
            asked=["ann: ann's den, bob's den"],
            then={"bob den": ["Elm"]},
        ),
        case(
            "each place",
            "Move all cards from each den to the river.",
            ann={"den": ["Ursa"]},
            bob={"den": ["Honey"]},
            then={"river": ["Ursa", "Honey"], "ann den": [], "bob den": []},
        ),
        case(
            "its holder",
            "Choose a bear. Its holder discards a card.",
            ann={"hand": ["Fern"]},
            bob={"den": ["Honey"], "hand": ["Acorn"]},
            then={"ann hand": ["Fern"], "bob hand": []},
        ),
        case(
            "a number",
            "Choose a number from 1 to 3. Gain that many berries.",
            "2",
            asked=["ann: 1, 2, 3"],
            then={"ann berry": 2},
        ),
        case(
            "a member of a family",
            "Choose a colour. Discard all cards with that colour.",
            "red",
            ann=LEAVES,
            bob={},
            asked=["ann: red, green, blue"],
            then={"ann hand": ["Clover"]},
        ),
        case(
            "a place as an object is what lies in it",
            "Discard your hand.",
            ann=LEAVES,
            bob={},
            then={"ann hand": [], "discard pile": ["Acorn", "Birch", "Clover"]},
        ),
    ],
)
def test_choices_of_persons_places_numbers_and_words(told: Case) -> None:
    check(told)


@pytest.mark.parametrize(
    ("amount", "berries"),
    [
        ("the prize", 2),
        ("the number of bears in your den", 2),
        ("the number of different colours among the bears in your den", 2),
        ("the total weight of the bears in your den", 11),
        ("the highest weight among the bears in your den", 9),
        ("the lowest weight among the bears in your den", 2),
        ("half the total weight of the bears in your den, rounded up", 6),
        ("half the total weight of the bears in your den, rounded down", 5),
        ("twice the prize", 4),
        ("the prize plus 1", 3),
        ("the prize minus 1", 1),
        ("the prize times 3", 6),
        ("1 more than the prize", 3),
        ("1 less than the prize", 1),
        ("the difference between the prize and 7", 5),
        ("the number of cards in your hand, at most 2", 2),
        ("the number of cards in your hand, at most 4", 3),
        ("your shells", 4),
    ],
)
def test_amounts(amount: str, berries: int) -> None:
    told = Case(
        f"Gain berries equal to {amount}.",
        then={"ann berry": berries},
        laid={
            "ann": {"den": ["Ursa", "Bell", "Pip"], "hand": ["Acorn", "Fern", "Elm"], "shell": 4},
            "bob": {},
        },
    )

    table = told.play()

    assert told.outcome(table) == told.then
    assert told.questions == []


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("Discard any number of cards. Draw that many cards.", 1),
        ("Discard any number of cards. Draw twice that many cards.", 2),
    ],
)
def test_as_many_things_as_were_chosen(text: str, drawn: int) -> None:
    told = Case(
        text,
        ("Fern", "enough"),
        then={"ann hand": ["Acorn", *["Elm", "Daisy"][:drawn]]},
        laid={"ann": {"hand": ["Acorn", "Fern"]}, "bob": {}},
    )

    assert told.outcome(told.play()) == told.then


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ("a number", 0, 100),
        ("a number that is at least 150", 150, 250),
        ("a number that is more than 150", 151, 250),
        ("a number that is at most 5", 0, 5),
        ("a number that is less than -3", -103, -4),
        ("a number from 3 to 2000", 3, 2000),
    ],
)
def test_numbers_can_be_chosen_beyond_100(said: str, first: int, last: int) -> None:
    table = garden(tricks={"Bid": f"Choose {said}. Draw a card."}, ann={"hand": ["Bid"]})

    table.play("ann", "Bid")

    assert table.options("ann") == [str(n) for n in range(first, last + 1)]


def test_a_choice_among_too_many_numbers_is_refused() -> None:
    book = a_garden("Each player may rest.", tricks={"Bid": "Choose a number from 1 to 20000."})

    ((_, why),) = read(book).rules(2).unrunnable

    assert why == "a choice among more than 10,001 numbers"


def test_the_same_of_several_properties_is_asked_of_all_of_them():
    table = garden(
        "When a player rests, they uproot each card with the same height and the same sort as the top "
        "card of the deck.",
        deck=["Rose"],
        ann={"bed": ["Nettle", "Daisy", "Rose", "Tulip"]},
    )
    table.choose("ann", "rest")
    assert table.cards("ann", "bed") == ["Nettle", "Daisy", "Tulip"]
