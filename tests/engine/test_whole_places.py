"""Rules about whole places: shuffles of a pile into another, and swaps of hands."""

from __future__ import annotations

import pytest
from garden import AT_WILL, garden, lay, seeds, told

from deckmastor.match import read
from deckmastor.testing import Table

SHED = ["Tulip", "Rose", "Nettle", "Rose", "Daisy", "Daisy", "Rose", "Rose"]
WORDINGS = ["Shuffle the shed into the deck.", "Shuffle all cards in the shed into the deck."]


def mixed(rule: str, text: str, **ann: int) -> Table:
    """A garden after ann has played a trick with this text."""
    table = lay(
        rule, tricks={"Mix": text}, deck=["Nettle"],
        common={"discard pile": ["Daisy"], "shed": SHED}, ann={"hand": ["Mix"], **ann},
    )  # fmt: skip
    table.play("ann", "Mix")
    return table


@pytest.mark.parametrize("text", WORDINGS)
@pytest.mark.parametrize(
    ("rule", "held"),
    [
        ("A player cannot shuffle the shed into the deck.", True),
        ("The shed cannot be shuffled into the deck.", True),
        ("Only a tired player may shuffle the shed into the deck.", True),
        ("A player cannot shuffle the shed.", True),
        ("A player cannot shuffle the deck.", True),
        ("A player cannot shuffle the shed into the discard pile.", False),
        ("A player cannot shuffle the discard pile into the deck.", False),
        ("A tired player cannot shuffle the shed into the deck.", False),
        ("A player cannot shuffle the discard pile.", False),
    ],
)
def test_a_pile_that_cannot_be_shuffled_into_another_stays_as_it_is(
    rule: str, held: bool, text: str
) -> None:
    table = mixed(rule, text)

    assert table.cards("", "shed") == (SHED if held else [])
    assert len(table.cards("", "deck")) == (1 if held else 1 + len(SHED))


@pytest.mark.parametrize(
    ("rule", "offered"),
    [
        ("A player cannot shuffle the shed into the deck.", False),
        ("A player cannot shuffle the deck.", False),
        ("A player cannot shuffle the deck into the shed.", True),
        ("To shuffle the shed into the deck, a player must pay 1 coin.", False),
        ("To shuffle the deck into the shed, a player must pay 1 coin.", True),
    ],
)
@pytest.mark.parametrize(
    "may",
    [
        "The player at turn may shuffle the shed into the deck.",
        "To tidy is to shuffle the shed into the deck. The player at turn may tidy.",
    ],
)
def test_a_shuffle_that_is_forbidden_or_too_dear_is_not_offered(
    may: str, rule: str, offered: bool
) -> None:
    table = lay(rule, may, common={"shed": SHED})

    assert ("tidy" in table.options("ann") or any(map(is_shuffle, table.options("ann")))) == offered


def is_shuffle(option: str) -> bool:
    """True if an option is a shuffle."""
    return option.startswith("shuffle")


@pytest.mark.parametrize(
    ("rule", "coins"),
    [
        ("To shuffle the shed into the deck, a player must pay 1 coin.", 4),
        ("To shuffle the deck, a player must pay 2 coins.", 3),
        ("To shuffle a Daisy into the deck, a player must pay 1 coin.", 3),
        ("To shuffle the discard pile into the deck, a player must pay 1 coin.", 5),
    ],
)
def test_the_price_of_a_shuffle_depends_on_what_is_shuffled_into_what(
    rule: str, coins: int
) -> None:
    table = mixed(rule, WORDINGS[0], coin=5)

    assert table.count("ann", "coin") == coins
    assert table.cards("", "shed") == []


A_PLACE = "To shuffle a place, a player must pay 1 coin."
BOTH = (
    "To shuffle the deck, a player must pay 1 coin. To shuffle the shed, a player must pay 2 coins."
)


@pytest.mark.parametrize(
    ("rule", "text", "coins", "left", "done"),
    [
        (A_PLACE, WORDINGS[0], 5, 4, True),
        (A_PLACE, WORDINGS[1], 1, 0, True),
        (A_PLACE, WORDINGS[0], 0, 0, False),
        (A_PLACE, "Shuffle the top card of the shed into the deck.", 5, 4, True),
        (BOTH, WORDINGS[0], 5, 2, True),
        (BOTH, WORDINGS[0], 2, 2, False),
        (BOTH, WORDINGS[1], 1, 1, False),
    ],
)
def test_pile_and_goal_of_a_shuffle_are_paid_together_and_one_price_once(
    rule: str, text: str, coins: int, left: int, done: bool
) -> None:
    table = mixed(rule, text, coin=coins)

    assert table.count("ann", "coin") == left
    assert (len(table.cards("", "deck")) > 1) == done
    assert (table.cards("", "shed") == SHED) == (not done)


@pytest.mark.parametrize(
    ("event", "gained"),
    [
        ("the shed is shuffled into the deck", 1),
        ("the shed is shuffled", 1),
        ("the deck is shuffled", 1),
        ("a Daisy is shuffled into the deck", 2),
        ("a Nettle is shuffled into the deck", 1),
        ("a Daisy is shuffled into the shed", 0),
        ("the discard pile is shuffled into the deck", 0),
        ("the deck is shuffled into the shed", 0),
    ],
)
@pytest.mark.parametrize("word", ["When", "Before"])
def test_a_shuffle_of_a_pile_is_one_of_its_cards_and_of_its_goal(
    word: str, event: str, gained: int
) -> None:
    table = mixed(f"{word} {event}, each player gains 1 seed.", WORDINGS[0])

    assert seeds(table) == [gained, gained]


@pytest.mark.parametrize(
    ("event", "shed", "pile"),
    [
        ("the shed would be shuffled into the deck", 8, 0),
        ("the deck would be shuffled", 8, 0),
        ("a Daisy would be shuffled into the deck", 2, 2),
        ("the shed would be shuffled into the discard pile", 0, 0),
    ],
)
def test_a_replacement_of_a_shuffle_fits_what_is_shuffled_into_what(
    event: str, shed: int, pile: int
) -> None:
    table = mixed(f"If {event}, each player gains 1 seed instead.", WORDINGS[0])

    assert len(table.cards("", "shed")) == shed
    assert seeds(table) == [max(pile, shed // 8)] * 2


def test_a_card_is_never_taken_for_the_place_with_its_number() -> None:
    table = mixed(
        "When a Rose is shuffled into the deck, each player gains 1 seed.",
        "Shuffle the top card of the discard pile into the deck.",
    )

    assert "Daisy" in table.cards("", "deck")
    assert seeds(table) == [0, 0]


def test_the_story_tells_which_card_was_not_shuffled_in() -> None:
    table = mixed(
        "If a Nettle would be shuffled into the deck, each player gains 1 seed instead.",
        WORDINGS[0],
    )

    assert [event.object for event in table.events if event.verb == "replace"] == ["Nettle"]
    assert told(table, "shuffle") == ["ann shuffle shed"]


# ---- swaps ----------------------------------------------------------------------------------


def swapped(rule: str, text: str) -> Table:
    """A garden after ann has played a trick that swaps something with cid."""
    table = lay(
        rule, tricks={"Trade": text}, common={"shed": ["Daisy", "Tulip"]},
        ann={"hand": ["Trade", "Rose"], "coin": 3}, bob={"hand": ["Nettle"]},
        cid={"hand": ["Daisy"], "bed": ["Nettle", "Rose"], "mood": "cross"},
    )  # fmt: skip
    table.play("ann", "Trade")
    return table


@pytest.mark.parametrize(
    ("rule", "held"),
    [
        ("A player cannot swap their hand with another player's hand.", True),
        ("A player cannot swap hands with another player.", True),
        ("A player cannot swap their hand with a cross player's hand.", True),
        ("A player cannot swap their hand with a calm player's hand.", False),
        ("A player cannot swap their bed with another player's bed.", False),
        ("A tired player cannot swap their hand with another player's hand.", False),
        ("A player cannot swap a card with a card.", False),
    ],
)
@pytest.mark.parametrize(
    "text",
    [
        "Swap your hand with another player's hand.", "Swap your hand with another player.",
        "Swap another player's hand with your hand.",
    ],
)  # fmt: skip
def test_hands_that_cannot_be_swapped_stay(text: str, rule: str, held: bool) -> None:
    table = swapped(rule, text)
    table.choose("ann", "cid")

    assert table.cards("ann", "hand") == (["Rose"] if held else ["Daisy"])
    assert table.cards("cid", "hand") == (["Daisy"] if held else ["Rose"])


@pytest.mark.parametrize(
    ("rule", "held"),
    [
        ("A player cannot swap weeds.", False),
        ("A Rose cannot be swapped.", True),
        ("A player cannot swap a card with a Rose.", True),
        ("A player cannot swap a Nettle with a Tulip.", False),
        ("A player cannot swap a tulip with a Rose.", True),
        ("A player cannot swap hands with another player.", False),
    ],
)
def test_cards_that_cannot_be_swapped_stay(rule: str, held: bool) -> None:
    table = swapped(rule, "Swap the top card of the shed with a card in another player's bed.")
    table.choose("ann", "Rose")

    assert table.cards("", "shed") == ["Daisy", "Tulip" if held else "Rose"]


@pytest.mark.parametrize(
    ("rule", "coins", "gained"),
    [
        ("When a player swaps their hand with another player's hand, each player gains 1 seed.",
         3, 1),
        ("When a player swaps their bed with another player's bed, each player gains 1 seed.",
         3, 0),
        ("To swap their hand with another player's hand, a player must pay 1 coin.", 2, 0),
        ("To swap their bed with another player's bed, a player must pay 1 coin.", 3, 0),
    ],
)  # fmt: skip
def test_a_swap_is_an_event_and_has_a_price(rule: str, coins: int, gained: int) -> None:
    table = swapped(rule, "Swap your hand with another player's hand.")
    table.choose("ann", "cid")

    assert table.cards("ann", "hand") == ["Daisy"]
    assert table.count("ann", "coin") == coins
    assert seeds(table)[0] == gained


ALL_CARDS = "Swap all cards in the shed with all cards in the discard pile."


@pytest.mark.parametrize(
    ("rule", "shed", "pile", "gained", "coins"),
    [
        ("A Rose cannot leave the shed.", "Rose Nettle Rose Tulip", "Tulip Daisy", 0, 5),
        ("A Rose cannot leave the discard pile.", "Nettle Tulip", "Rose Tulip Rose Daisy", 0, 5),
        (
            "If a Rose would enter the discard pile, move it to the deck instead.",
            "Nettle Rose Tulip",
            "Tulip Daisy",
            0,
            5,
        ),
        (
            "If a Rose would leave the shed, each player gains 1 seed instead.",
            "Rose Nettle Rose Tulip",
            "Tulip Daisy",
            1,
            5,
        ),
        (
            "Before a Rose leaves the shed, each player gains 1 seed.",
            "Nettle Rose Tulip",
            "Tulip Rose Daisy",
            1,
            5,
        ),
        (
            "To move a Rose, a player must pay 1 coin.",
            "Nettle Rose Tulip",
            "Tulip Rose Daisy",
            0,
            3,
        ),
        (
            "To move a Rose, a player must pay 9 coins.",
            "Rose Nettle Tulip",
            "Rose Tulip Daisy",
            0,
            5,
        ),
        ("A Rose cannot be swapped.", "Rose Nettle Tulip", "Rose Tulip Daisy", 0, 5),
        (
            "When a Rose is swapped, each player gains 1 seed.",
            "Nettle Rose Tulip",
            "Tulip Rose Daisy",
            2,
            5,
        ),
        ("A Rose cannot leave a hand.", "Nettle Rose Tulip", "Tulip Rose Daisy", 0, 5),
    ],
)
@pytest.mark.parametrize("text", [ALL_CARDS, "Swap the shed with the discard pile."])
def test_rules_about_single_cards_hold_where_whole_places_are_swapped(
    text: str, rule: str, shed: str, pile: str, gained: int, coins: int
) -> None:
    table = lay(
        rule, tricks={"Mix": text}, ann={"hand": ["Mix"], "coin": 5},
        common={"shed": ["Tulip", "Rose", "Daisy"], "discard pile": ["Nettle", "Rose", "Tulip"]},
    )  # fmt: skip
    table.play("ann", "Mix")

    assert table.cards("", "shed") == shed.split()
    assert table.cards("", "discard pile") == [*pile.split(), "Mix"]
    assert seeds(table) == [gained, gained]
    assert table.count("ann", "coin") == coins


@pytest.mark.parametrize(("mine", "theirs"), [(3, 2), (3, 3), (1, 3)])
@pytest.mark.parametrize(
    "rule",
    ["A bed cannot contain more than 3 cards.",
     "A card cannot enter a bed if there are at least 3 cards in that bed."],
)  # fmt: skip
def test_full_places_are_swapped_as_all_cards_go_at_once(rule: str, mine: int, theirs: int) -> None:
    table = lay(
        rule, tricks={"Mix": "Swap your bed with the bed of the next player."},
        ann={"hand": ["Mix"], "bed": ["Rose"] * mine}, bob={"bed": ["Tulip"] * theirs},
    )  # fmt: skip
    table.play("ann", "Mix")

    assert table.cards("ann", "bed") == ["Tulip"] * theirs
    assert table.cards("bob", "bed") == ["Rose"] * mine


@pytest.mark.parametrize(
    ("rule", "shed", "bed", "gained"),
    [
        ("If a Rose would enter a bed, move it to the deck instead.", "Daisy Tulip", "Nettle", 0),
        ("If a Rose would leave the shed, each player gains 1 seed instead.",
         "Daisy Tulip Rose", "Nettle", 1),
        ("Before a Rose enters a bed, each player gains 1 seed.",
         "Daisy Tulip", "Nettle Rose", 1),
        ("A Tulip cannot leave a bed.", "Daisy Rose", "Nettle Tulip", 0),
        ("A Rose cannot enter a bed.", "Daisy Rose", "Nettle Tulip", 0),
        ("A bed cannot contain more than 2 cards.", "Daisy Tulip", "Nettle Rose", 0),
    ],
)  # fmt: skip
def test_rules_about_moves_hold_where_two_cards_are_swapped(
    rule: str, shed: str, bed: str, gained: int
) -> None:
    table = lay(
        rule, tricks={"Mix": "Swap the top card of the shed with the top card of your bed."},
        common={"shed": ["Daisy", "Rose"]}, ann={"hand": ["Mix"], "bed": ["Nettle", "Tulip"]},
    )  # fmt: skip
    table.play("ann", "Mix")

    assert table.cards("", "shed") == shed.split()
    assert table.cards("ann", "bed") == bed.split()
    assert seeds(table) == [gained, gained]


# ---- other verbs ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "verb"),
    [
        ("A player cannot move their hand into the shed.", "move"),
        ("When a player discards their hand, each player gains 1 seed.", "discard"),
        ("To discard their hand, a player must pay 1 coin.", "discard"),
    ],
)
def test_a_rule_about_a_move_of_a_whole_hand_is_refused(rule: str, verb: str) -> None:
    ((_, why),) = read(garden(rule, AT_WILL)).rules(2).unrunnable

    assert why == f"a rule about '{verb}' on a whole hand: say it of a card in that hand"


def test_a_rule_about_a_card_in_a_hand_holds_for_the_whole_hand() -> None:
    table = lay(
        "A player cannot move a card in their hand into the shed.",
        tricks={"Put": "Move your hand into the shed.", "Tip": "Move the discard pile to the shed."},
        ann={"hand": ["Put", "Tip", "Rose"]}, common={"discard pile": ["Daisy"]},
    )  # fmt: skip
    table.play("ann", "Put")
    table.choose("ann", "play Tip")

    assert "Rose" in table.cards("ann", "hand")
    assert "Daisy" in table.cards("", "shed")


@pytest.mark.parametrize(
    ("rule", "gained"),
    [
        ("When a tulip is swapped, the player at turn gains 1 seed.", 1),
        ("When a weed is swapped, the player at turn gains 1 seed.", 0),
        ("When a flower is swapped, the player at turn gains 1 seed.", 2),
        ("When a player acts, if a tulip was swapped this turn, they gain 1 seed.", 1),
    ],
)
def test_each_of_two_cards_is_swapped(rule: str, gained: int) -> None:
    table = lay(
        rule,
        "When a player rests, swap the top card of the deck with the top card of the shed.",
        "The player at turn may act.",
        deck=["Rose"],
        common={"shed": ["Tulip"]},
    )
    table.choose("ann", "rest", "act")
    assert (table.cards("", "deck"), table.cards("", "shed")) == (["Tulip"], ["Rose"])
    assert table.count("ann", "seed") == gained


def test_all_cards_of_two_places_are_swapped_in_their_order() -> None:
    table = lay(
        tricks={"Turn": "Swap all cards in your bed with all cards in the shed."},
        ann={"hand": ["Turn"], "bed": ["Daisy", "Tulip"]},
        common={"shed": ["Nettle", "Rose", "Daisy"]},
    )

    table.play("ann", "Turn")

    assert table.cards("ann", "bed") == ["Nettle", "Rose", "Daisy"]
    assert table.cards("", "shed") == ["Daisy", "Tulip"]


def test_some_cards_of_a_place_are_not_swapped_with_others() -> None:
    with pytest.raises(AssertionError, match="swap all cards in a place with all in one"):
        lay(tricks={"Turn": "Swap all weeds in your bed with all cards in the shed."})
