"""Each primitive verb with its roles: done, impossible, partly possible; and defined verbs."""

from __future__ import annotations

import pytest

from deckmastor.engine.verbs import primitives
from engine.bears import Case, case, check, lay
from engine.garden import lay as garden

DECK = ["Acorn", "Birch", "Clover", "Daisy", "Elm"]


@pytest.mark.parametrize(
    "told",
    [
        case(
            "to a place: on its top",
            "Move a card from your hand to the deck.",
            ann={"hand": ["Fern"]},
            bob={},
            then={"deck": [*DECK, "Fern"]},
        ),
        case(
            "on the bottom",
            "Put a card from your hand on the bottom of the deck.",
            ann={"hand": ["Fern"]},
            bob={},
            then={"deck": ["Fern", *DECK]},
        ),
        case(
            "in your hand says which, on the top says where",
            "Put a card in your hand on the top of the deck.",
            ann={"hand": ["Fern"]},
            bob={},
            then={"deck": [*DECK, "Fern"], "ann hand": []},
        ),
        case(
            "below another card",
            "Choose a charm. Put the top card of the deck below that charm.",
            ann={"den": ["Ursa", "Bell"]},
            bob={},
            then={"ann den": ["Ursa", "Elm", "Bell"]},
        ),
        case(
            "above another card",
            "Choose a bear. Put the top card of the deck above that bear.",
            ann={"den": ["Ursa", "Bell"]},
            bob={},
            then={"ann den": ["Ursa", "Elm", "Bell"]},
        ),
        case(
            "below, within one place",
            "Choose a bear. Choose a charm. Put that charm below that bear.",
            ann={"den": ["Ursa", "Bell"]},
            bob={},
            then={"ann den": ["Bell", "Ursa"]},
        ),
        case(
            "several, one after the other",
            "Put all cards in your hand on the bottom of the deck.",
            ann={"hand": ["Fern", "Elm"]},
            bob={},
            then={"deck": ["Elm", "Fern", *DECK]},
        ),
        case(
            "in random order, as chance has it",
            "Put all cards in your hand on the top of the deck in random order.",
            fate=(1, 1),
            ann={"hand": ["Fern", "Daisy", "Clover"]},
            bob={},
            then={"ann hand": [], "deck": [*DECK, "Daisy", "Clover", "Fern"]},
        ),
        case(
            "in any order: one after the other, by choice",
            "Put all cards in your hand on the top of the deck in any order.",
            "Daisy",
            "Clover",
            common={"deck": ["Acorn"]},
            ann={"hand": ["Fern", "Daisy", "Clover"]},
            bob={},
            asked=["ann: Fern, Daisy, Clover", "ann: Fern, Clover"],
            then={"deck": ["Acorn", "Daisy", "Clover", "Fern"]},
        ),
        case(
            "a defined verb, in any order",
            "Discard all cards in your hand in any order.",
            "Daisy",
            "Clover",
            ann={"hand": ["Fern", "Daisy", "Clover"]},
            bob={},
            asked=["ann: Fern, Daisy, Clover", "ann: Fern, Clover"],
            then={"discard pile": ["Daisy", "Clover", "Fern"]},
        ),
        case(
            "a defined verb, in random order",
            "Discard all cards in your hand in random order.",
            fate=(1, 1),
            ann={"hand": ["Fern", "Daisy", "Clover"]},
            bob={},
            then={"discard pile": ["Daisy", "Clover", "Fern"]},
        ),
        case(
            "a defined verb, in the same order",
            "Discard all cards in your hand in the same order.",
            ann={"hand": ["Fern", "Daisy", "Clover"]},
            bob={},
            then={"discard pile": ["Fern", "Daisy", "Clover"]},
        ),
        case(
            "look at some and put them back",
            "Look at the top 2 cards of the deck. Put them on the top of the deck in any order.",
            "Daisy",
            asked=["ann: Elm, Daisy"],
            then={"deck": ["Acorn", "Birch", "Clover", "Daisy", "Elm"]},
        ),
        case(
            "from a place where there is none",
            "Move a bear from your den to your hand. If you cannot, gain 1 berry.",
            ann={"den": ["Bell"]},
            bob={},
            then={"ann den": ["Bell"], "ann berry": 1},
        ),
        case(
            "return is move",
            "Choose a bear. Return it to its holder's hand.",
            ann={},
            bob={"den": ["Honey"]},
            then={"bob hand": ["Honey"], "bob den": []},
        ),
        case(
            "give: from your hand to another's",
            "Give a card to another player.",
            "Fern",
            ann={"hand": ["Fern", "Elm"]},
            bob={},
            asked=["ann: Fern, Elm"],
            then={"ann hand": ["Elm"], "bob hand": ["Fern"]},
        ),
        case(
            "give: whom is chosen",
            "Give a card to another player.",
            "cid",
            ann={"hand": ["Fern"]},
            bob={},
            cid={},
            asked=["ann: bob, cid"],
            then={"bob hand": [], "cid hand": ["Fern"]},
        ),
        case(
            "give: an amount",
            "Give 2 berries to another player.",
            ann={"berry": 3},
            bob={"berry": 1},
            then={"ann berry": 1, "bob berry": 3},
        ),
        case(
            "give: an amount that is not there",
            "Give 2 berries to another player.",
            ann={"berry": 1},
            bob={},
            then={"ann berry": 1, "bob berry": 0},
        ),
        case(
            "deal: to each",
            "Deal 2 cards to each player.",
            then={"ann hand": ["Elm", "Daisy"], "bob hand": ["Clover", "Birch"]},
        ),
        case(
            "search: chosen, revealed, taken",
            "Search the deck for a leaf with a weight of at least 4.",
            "Daisy",
            asked=["ann: Daisy, Elm"],
            then={"ann hand": ["Daisy"], "deck": ["Acorn", "Birch", "Clover", "Elm"]},
        ),
        case(
            "search: nothing fits",
            "Search the deck for a bear.",
            then={"ann hand": [], "deck": DECK},
        ),
        case(
            "swap two cards",
            "Choose a bear in your den. Swap it with a bear in another player's den.",
            ann={"den": ["Ursa"]},
            bob={"den": ["Honey"]},
            then={"ann den": ["Honey"], "bob den": ["Ursa"]},
        ),
        case(
            "swapped cards keep the places in the order",
            "Choose a bear in your den. Swap it with the top card of the deck.",
            ann={"den": ["Ursa", "Bell"]},
            bob={},
            then={
                "ann den": ["Elm", "Bell"],
                "deck": ["Acorn", "Birch", "Clover", "Daisy", "Ursa"],
            },
        ),
        case(
            "swap two places",
            "Swap your hand with another player's hand.",
            ann={"hand": ["Fern"]},
            bob={"hand": ["Acorn", "Elm"]},
            then={"ann hand": ["Acorn", "Elm"], "bob hand": ["Fern"]},
        ),
        case(
            "swap with an empty place",
            "Swap your hand with another player's hand.",
            ann={"hand": ["Fern"]},
            bob={},
            then={"ann hand": [], "bob hand": ["Fern"]},
        ),
    ],
)
def test_moving(told: Case) -> None:
    check(told)


@pytest.mark.parametrize(
    "told",
    [
        case(
            "create: a kind of which there are several rows is chosen",
            "Create a new charm in your den.",
            "Lamp",
            asked=["ann: Bell, Lamp"],
            then={"ann den": ["Lamp"]},
        ),
        case(
            "create: a copy of a card",
            "Choose a bear. Create a copy of it in your den.",
            ann={},
            bob={"den": ["Honey"]},
            then={"ann den": ["Honey"], "bob den": ["Honey"]},
        ),
        case(
            "create: 2 copies",
            "Choose a bear. Create 2 copies of it in your den.",
            ann={},
            bob={"den": ["Honey"]},
            then={"ann den": ["Honey", "Honey"]},
        ),
        case(
            "create: a copy of nothing",
            "Choose a bear. Create a copy of it in your den. If you cannot, gain 1 berry.",
            then={"ann den": [], "ann berry": 1},
        ),
        case(
            "remove: from the game",
            "Remove a bear in your den from the game.",
            ann={"den": ["Ursa"]},
            bob={},
            then={"ann den": [], "discard pile": []},
        ),
        case(
            "remove: what is out of the game is not chosen any more",
            "Remove a bear in your den from the game. Choose a bear. Move the chosen bear to the river.",
            ann={"den": ["Ursa"]},
            bob={"den": ["Honey"]},
            then={"ann den": [], "river": ["Honey"]},
        ),
        case(
            "shuffle a card into the deck",
            "Shuffle a card in your hand into the deck.",
            fate=(1, 1),
            common={"deck": ["Acorn", "Birch"]},
            ann={"hand": ["Fern"]},
            bob={},
            then={"ann hand": [], "deck": ["Birch", "Fern", "Acorn"]},
        ),
        case(
            "shuffle a place into another",
            "Shuffle the discard pile into the deck.",
            common={"deck": [], "discard pile": ["Fern"]},
            then={"discard pile": [], "deck": ["Fern"]},
        ),
        case(
            "reverse a place",
            "Reverse the deck.",
            then={"deck": DECK[::-1]},
        ),
    ],
)
def test_making_and_unmaking(told: Case) -> None:
    check(told)


@pytest.mark.parametrize(
    "told",
    [
        case("gain", "Gain 3 berries.", ann={"berry": 1}, bob={}, then={"ann berry": 4}),
        case(
            "gain from somebody: they lose it",
            "Gain 2 berries from another player.",
            ann={},
            bob={"berry": 3},
            then={"ann berry": 2, "bob berry": 1},
        ),
        case(
            "gain from somebody: no more than they have",
            "Gain 2 berries from another player.",
            ann={},
            bob={"berry": 1},
            then={"ann berry": 1, "bob berry": 0},
        ),
        case(
            "gain from somebody who has none: not done",
            "Gain 2 berries from another player. If you cannot, draw a card.",
            then={"ann berry": 0, "bob berry": 0, "ann hand": ["Elm"]},
        ),
        case(
            "lose to somebody",
            "Lose 2 berries to another player.",
            ann={"berry": 3},
            bob={},
            then={"ann berry": 1, "bob berry": 2},
        ),
        case(
            "pay: enough",
            "Pay 2 berries. If you do, draw a card.",
            ann={"berry": 2},
            bob={},
            then={"ann berry": 0, "ann hand": ["Elm"]},
        ),
        case(
            "pay: not enough, so nothing",
            "Pay 2 berries. If you do, draw a card.",
            ann={"berry": 1},
            bob={},
            then={"ann berry": 1, "ann hand": []},
        ),
        case(
            "pay to somebody",
            "Pay 2 berries to another player.",
            ann={"berry": 2},
            bob={},
            then={"ann berry": 0, "bob berry": 2},
        ),
        case(
            "pay two sorts: one is short, so nothing",
            "Pay 1 berry and 2 shells. If you do, draw a card.",
            ann={"berry": 3, "shell": 1},
            bob={},
            then={"ann berry": 3, "ann shell": 1, "ann hand": []},
        ),
        case(
            "pay two sorts",
            "Pay 1 berry and 2 shells. If you do, draw a card.",
            ann={"berry": 3, "shell": 2},
            bob={},
            then={"ann berry": 2, "ann shell": 0, "ann hand": ["Elm"]},
        ),
        case(
            "gain two sorts",
            "Gain 1 berry and 2 shells.",
            then={"ann berry": 1, "ann shell": 2},
        ),
        case(
            "score is gain",
            "Score 2 points.",
            then={"ann point": 2},
        ),
        case(
            "set a value",
            "Set the prize to 9. Draw cards equal to the prize.",
            common={"deck": ["Acorn"]},
            then={"prize": 9},
        ),
        case("a value becomes", "The prize becomes 4.", then={"prize": 4}),
        case("a value increases", "The prize increases by 3.", then={"prize": 5}),
        case("a value decreases", "The prize decreases by 1.", then={"prize": 1}),
        case(
            "counters become a number",
            "Your berries become 0.",
            ann={"berry": 4},
            bob={"berry": 4},
            then={"ann berry": 0, "bob berry": 4},
        ),
        case(
            "counters decrease",
            "Your berries decrease by 2.",
            ann={"berry": 4},
            bob={},
            then={"ann berry": 2},
        ),
        case(
            "a player becomes something",
            "Each other player becomes sleepy. Each sleepy player gains 1 berry.",
            ann={},
            bob={},
            cid={"sleepy": 1},
            then={"ann berry": 0, "bob berry": 1, "cid berry": 1},
        ),
        case(
            "a card becomes something",
            "Choose a bear. That bear becomes wet. Move all wet cards to the river.",
            "Pip",
            ann={"den": ["Ursa", "Pip"]},
            bob={},
            asked=["ann: Ursa, Pip"],
            then={"ann den": ["Ursa"], "river": ["Pip"]},
        ),
        case(
            "of an exclusive family: the last one holds",
            "Choose a bear. That bear becomes calm. That bear becomes angry. Move all calm cards to the river. Gain 1 berry for each angry card.",
            ann={"den": ["Ursa"]},
            bob={},
            then={"river": [], "ann berry": 1},
        ),
        case(
            "a member of a set is gained",
            "Choose a bear. That bear gains the green colour. Gain 1 berry for each green card in your den.",
            ann={"den": ["Ursa"]},
            bob={},
            then={"ann berry": 1},
        ),
        case(
            "a member of a set is lost",
            "Choose a bear. That bear loses the red colour. Gain 1 berry for each red card in your den.",
            ann={"den": ["Ursa"]},
            bob={},
            then={"ann berry": 0},
        ),
    ],
)
def test_counters_values_and_statuses(told: Case) -> None:
    check(told)


@pytest.mark.parametrize(
    "told",
    [
        case(
            "a sum",
            "Roll 2d6. Gain berries equal to the result.",
            fate=(3, 5),
            then={"ann berry": 8},
        ),
        case(
            "a count of those at least as high",
            "Roll 5d6 4+. Gain berries equal to the result.",
            fate=(3, 4, 5, 6, 1),
            then={"ann berry": 3},
        ),
        case(
            "the last roll counts",
            "Roll 1d6. Roll 1d6. Gain berries equal to the result.",
            fate=(6, 2),
            then={"ann berry": 2},
        ),
        case(
            "a condition on the result",
            "Roll 1d6. If the result is at least 4, draw a card. Otherwise, gain 1 berry.",
            fate=(4,),
            then={"ann hand": ["Elm"], "ann berry": 0},
        ),
        case(
            "a condition on the result, missed",
            "Roll 1d6. If the result is at least 4, draw a card. Otherwise, gain 1 berry.",
            fate=(3,),
            then={"ann hand": [], "ann berry": 1},
        ),
    ],
)
def test_dice(told: Case) -> None:
    check(told)


@pytest.mark.parametrize(
    "told",
    [
        case("a verb without an object", "Nap.", then={"ann berry": 1}),
        case("by each player", "Each player naps.", then={"ann berry": 1, "bob berry": 1}),
        case("of two steps", "Stretch.", then={"ann berry": 2}),
        case(
            "then in a definition: the first part is done",
            "Gamble.",
            then={"ann hand": [], "discard pile": ["Elm"]},
        ),
        case(
            "then in a definition: the first part is not",
            "Gamble.",
            common={"deck": []},
            ann={"hand": ["Fern"]},
            bob={},
            then={"ann hand": ["Fern"], "discard pile": []},
        ),
        case(
            "and in a definition is one step",
            "Rummage.",
            rules=("When a player draws a card, they lose all shells.",),
            ann={"shell": 4},
            bob={},
            then={"ann hand": ["Elm"], "ann shell": 0},
        ),
        case(
            "a condition in a definition: not so",
            "Risk.",
            then={"ann berry": 0},
        ),
        case(
            "a condition in a definition: so",
            "Risk.",
            ann={"sleepy": 1},
            bob={},
            then={"ann berry": 1},
        ),
        case(
            "a choice in a definition",
            "Beg.",
            "Gain 1 shell",
            asked=["ann: Draw a card, Gain 1 shell"],
            then={"ann shell": 1, "ann hand": []},
        ),
        case(
            "an option in a definition",
            "Tempt.",
            "no",
            rules=("To tempt is to draw a card, then you may discard a card.",),
            asked=["ann: yes, no"],
            then={"ann hand": ["Elm"], "discard pile": []},
        ),
        case(
            "the doer of a definition is the one who does it",
            "Each other player gambles.",
            "bob: Elm",
            ann={},
            bob={"hand": ["Fern"]},
            asked=["bob: Fern, Elm"],
            then={"bob hand": ["Fern"], "discard pile": ["Elm"]},
        ),
        case(
            "n cards: n times in one step",
            "Draw 3 cards.",
            rules=("When a player draws a card, they gain 1 berry.",),
            then={"ann berry": 3, "ann hand": ["Elm", "Daisy", "Clover"]},
        ),
        case(
            "a definition over its object",
            "Bathe 2 cards.",
            ann={"hand": ["Fern", "Elm"]},
            bob={},
            then={"river": ["Fern", "Elm"]},
        ),
        case(
            "with a number in its name",
            "Earn 3 berries.",
            rules=("To earn X berries is to gain X berries and lose X shells.",),
            ann={"shell": 5},
            bob={},
            then={"ann berry": 3, "ann shell": 2},
        ),
        case(
            "with a person as its object",
            "Pelt another player.",
            rules=("To pelt a player is to discard a card, then that player loses 1 berry.",),
            ann={"hand": ["Fern"]},
            bob={"berry": 1},
            then={"ann hand": [], "bob berry": 0},
        ),
        case(
            "an event of its own: a discard is seen",
            "Discard a card.",
            rules=("When a card is discarded, each player gains 1 shell.",),
            ann={"hand": ["Fern"]},
            bob={},
            then={"ann shell": 1},
        ),
        case(
            "an event of its own: a move to the same place is not",
            "Move a card from your hand to the discard pile.",
            rules=("When a card is discarded, each player gains 1 shell.",),
            ann={"hand": ["Fern"]},
            bob={},
            then={"ann shell": 0, "discard pile": ["Fern"]},
        ),
        case(
            "the acts within are events too",
            "Stretch.",
            rules=("When a player naps, they gain 1 shell.",),
            then={"ann berry": 2, "ann shell": 2},
        ),
        case(
            "an act that was not done is no event",
            "Discard a card.",
            rules=("When a player discards a card, they gain 1 shell.",),
            then={"ann shell": 0},
        ),
        case(
            "a drawing from an empty deck is no event",
            "Draw a card.",
            common={"deck": []},
            rules=("When a player draws a card, they gain 1 shell.",),
            then={"ann shell": 0},
        ),
        case(
            "If you do, of a defined verb with an object",
            "Sacrifice a bear. If you do, nap.",
            ann={"den": ["Ursa"]},
            bob={},
            then={"ann den": [], "ann berry": 1},
        ),
        case(
            "If you cannot, of a defined verb without an object",
            "Gamble. If you cannot, nap.",
            common={"deck": []},
            then={"ann berry": 1},
        ),
        case(
            "in the passive",
            "A random card in your hand is moved to the river.",
            fate=(2,),
            ann={"hand": ["Fern", "Acorn"]},
            bob={},
            then={"river": ["Acorn"]},
        ),
    ],
)
def test_defined_verbs(told: Case) -> None:
    check(told)


def test_what_is_revealed_is_known_to_all_and_what_is_looked_at_to_one() -> None:
    table = lay("Look at the top card of the deck. Reveal the bottom card of the deck.")

    table.perform("ann", "Deed")

    seen = [
        (event.verb, event.agent, event.object)
        for event in table.events
        if event.verb in ("look at", "reveal")
    ]
    assert seen == [("look at", "ann", "Elm"), ("reveal", "ann", "Acorn")]


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ("End the turn.", ["bob", "cid"]),
        ("End the phase.", ["bob", "cid"]),
        ("Take another turn. End the turn.", ["ann", "bob"]),
        ("The next player skips their next turn. End the turn.", ["cid", "ann"]),
        ("Skip your next turn. End the turn.", ["bob", "cid", "bob"]),
        ("Reverse the turn order. End the turn.", ["cid", "bob"]),
    ],
)
def test_turns(text: str, turns: list[str]) -> None:
    table = lay(text, ann={}, bob={}, cid={})

    table.perform("ann", "Deed")
    seen = [table.turn]
    while len(seen) < len(turns):
        table.choose(table.turn, "pass")
        seen.append(table.turn)

    assert seen == turns


@pytest.mark.parametrize(
    ("text", "winners", "over"),
    [
        ("Win the game.", ["ann"], True),
        ("Choose another player. That player wins the game.", ["bob"], True),
        ("Lose the game.", ["bob"], True),
        ("Forfeit.", ["bob"], True),
        ("End the game.", [], True),
        ("Win the game. Gain 1 berry.", ["ann"], True),
        ("Nap.", [], False),
    ],
)
def test_the_outcome(text: str, winners: list[str], over: bool) -> None:
    table = lay(text)

    table.perform("ann", "Deed")

    assert table.match.winners == winners
    assert table.match.over == over


def test_nothing_is_done_behind_the_end_of_the_game() -> None:
    table = lay("Win the game. Gain 1 berry.")

    table.perform("ann", "Deed")

    assert table.count("ann", "berry") == 0


def test_who_lost_takes_no_further_part() -> None:
    table = lay("Lose the game.", ann={}, bob={}, cid={})

    table.perform("bob", "Deed")
    table.choose("ann", "pass")

    assert not table.match.over
    assert table.turn == "cid"


def test_passing_is_an_act() -> None:
    table = lay("Pass.", ("When a player passes, they gain 1 shell.",))

    table.perform("ann", "Deed")

    assert table.count("ann", "shell") == 1


def test_a_defined_verb_can_give_an_amount() -> None:
    table = garden(
        "To tip a player is to give 1 coin to that player.",
        "The player at turn may tip another player.",
        ann={"coin": 3},
    )

    table.choose("ann", "tip bob")

    assert (table.count("ann", "coin"), table.count("bob", "coin")) == (2, 1)


def test_the_numbers_of_primitive_verbs_are_their_places_in_the_list() -> None:
    numbers = {
        name.split()[0] if name == "look at" else name.replace(" ", "_"): n
        for n, name in enumerate(primitives.PRIMITIVES)
    }

    assert {name: getattr(primitives, name.upper()) for name in numbers} == numbers
