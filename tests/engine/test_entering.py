"""What may not enter a place is not offered to be moved there; who counts is described again."""

from __future__ import annotations

import pytest

from engine.garden import lay

FETCH = "To fetch a card from a place into a bed is to move it from that place into that bed."
SHUT = "A weed cannot enter a bed."


def test_what_may_not_enter_a_place_is_not_offered_to_be_brought_there() -> None:
    text = "Fetch a card from the shed into your bed."
    table = lay(
        FETCH,
        SHUT,
        tricks={"Pick": text},
        common={"shed": ["Nettle", "Daisy", "Tulip"]},
        ann={"hand": ["Pick"]},
    )

    table.play("ann", "Pick")

    assert table.options("ann") == ["Daisy", "Tulip"]


def test_an_option_to_bring_what_may_not_enter_is_not_offered() -> None:
    text = "You may fetch a card from the shed into your bed."
    closed = lay(
        FETCH, SHUT, tricks={"Pick": text}, common={"shed": ["Nettle"]}, ann={"hand": ["Pick"]}
    )
    open_ = lay(FETCH, tricks={"Pick": text}, common={"shed": ["Nettle"]}, ann={"hand": ["Pick"]})

    closed.play("ann", "Pick")
    open_.play("ann", "Pick")

    assert closed.quiet
    assert open_.options("ann") == ["yes", "no"]


def test_the_only_player_who_was_counted_is_found_again() -> None:
    table = lay(
        "A player can be ahead. A player is ahead if they have the most coins.",
        "At the end of the game, if only 1 player is ahead, that player wins the game.",
        tricks={"Pick": "Gain 1 coin. End the game."},
        ann={"hand": ["Pick"]},
    )

    table.play("ann", "Pick")

    assert table.match.winners == ["ann"]


def test_letters_of_a_name_are_counted_without_blanks() -> None:
    table = lay(
        "Each name has any number of letters. Each card has a name length.",
        "The name length of a card is the number of letters in its name.",
        tricks={"Tall O-Ak": "Gain seeds equal to the name length of this card."},
        ann={"hand": ["Tall O-Ak"]},
    )

    table.play("ann", "Tall O-Ak")

    assert table.count("ann", "seed") == 7


def test_a_name_contains_whole_words_in_capitals_or_not() -> None:
    table = lay(
        FETCH,
        tricks={
            "Call": 'Fetch a card whose name contains "oak" from the shed into your bed.',
            "Tall Oak": "Gain 1 coin.",
            "Oak of Old": "Gain 1 coin.",
            "Soaked": "Gain 1 coin.",
            "Oakling": "Gain 1 coin.",
        },
        common={"shed": ["Soaked", "Tall Oak", "Oakling", "Oak of Old"]},
        ann={"hand": ["Call"]},
    )

    table.play("ann", "Call")

    assert sorted(table.options("ann")) == ["Oak of Old", "Tall Oak"]


def test_what_a_definition_takes_from_a_place_is_looked_for_there_alone() -> None:
    table = lay(
        "To comb a place for a card is to move that card from that place to your hand.",
        tricks={"Comb": "Comb the shed for a flower."},
        common={"shed": ["Daisy", "Nettle", "Tulip"], "deck": ["Rose"]},
        ann={"hand": ["Comb", "Rose"]},
    )

    table.play("ann", "Comb")

    assert table.options("ann") == ["Daisy", "Tulip"]


def test_what_no_longer_lies_where_it_is_moved_from_stays_where_it_is() -> None:
    text = (
        "Choose a flower in your bed. Uproot a flower. "
        "Move the chosen flower from your bed to the shed."
    )
    gone = lay(tricks={"Tidy": text}, ann={"hand": ["Tidy"], "bed": ["Rose"]})
    there = lay(tricks={"Tidy": text}, ann={"hand": ["Tidy"], "bed": ["Rose", "Tulip"]})

    gone.play("ann", "Tidy")
    there.play("ann", "Tidy")
    there.choose("ann", "Rose", "Tulip")

    assert gone.cards("", "shed") == []
    assert there.cards("", "shed") == ["Rose"]


def test_a_place_that_is_chosen_is_one_that_a_card_may_enter() -> None:
    table = lay(
        "A weed cannot enter a calm player's bed.",
        tricks={"Pick": "Move a card from your bed to another player's bed."},
        ann={"hand": ["Pick"], "bed": ["Nettle", "Daisy"]},
        bob={"mood": "calm"},
        cid={"mood": "cross"},
    )

    table.play("ann", "Pick")
    table.choose("ann", "Nettle")

    assert table.cards("cid", "bed") == ["Nettle"]


def test_a_card_that_may_enter_no_place_is_not_offered_to_be_moved() -> None:
    table = lay(
        "A weed cannot enter a calm player's bed.",
        tricks={"Pick": "Move a card from your bed to another player's bed."},
        ann={"hand": ["Pick"], "bed": ["Nettle", "Daisy", "Rose"]},
        bob={"mood": "calm"},
    )

    table.play("ann", "Pick")

    assert sorted(table.options("ann")) == ["Daisy", "Rose"]


# ---- whole places --------------------------------------------------------------------------------

HOME = "If a tulip would enter the deck, move it into the shed instead."


@pytest.mark.parametrize(
    "text",
    [
        "Shuffle your bed into the deck.",
        "Shuffle your bed and the discard pile into the deck.",
        "Shuffle all cards in your bed into the deck.",
    ],
)
def test_what_is_shuffled_into_a_place_goes_where_the_rules_send_it(text: str) -> None:
    table = lay(
        HOME,
        "A weed cannot leave a bed.",
        tricks={"Mix": text},
        deck=["Rose"],
        ann={"hand": ["Mix"], "bed": ["Tulip", "Daisy", "Nettle"]},
    )

    table.play("ann", "Mix")

    assert table.cards("", "shed") == ["Tulip"]
    assert set(table.cards("", "deck")) - {"Mix"} == {"Rose", "Daisy"}
    assert table.cards("ann", "bed") == ["Nettle"]


def test_a_shuffle_that_is_forbidden_moves_nothing() -> None:
    table = lay(
        HOME,
        "Tricks cannot shuffle places.",
        tricks={"Mix": "Shuffle your bed into the deck."},
        ann={"hand": ["Mix"], "bed": ["Tulip", "Daisy"]},
    )

    table.play("ann", "Mix")

    assert table.cards("ann", "bed") == ["Tulip", "Daisy"]
