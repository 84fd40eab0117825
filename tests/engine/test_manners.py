"""How something is done: in which order, out of turn, in full."""

from __future__ import annotations

import pytest

from engine.garden import Laid, lay

SHED = ["Rose", "Daisy", "Tulip"]


@pytest.mark.parametrize(
    ("text", "deck"),
    [
        (
            "Put all cards in the shed on the top of the deck in the same order.",
            ["Nettle", "Rose", "Daisy", "Tulip"],
        ),
        (
            "Put all cards in the shed on the bottom of the deck in the same order.",
            ["Rose", "Daisy", "Tulip", "Nettle"],
        ),
        (
            "Put the top 2 cards of the shed on the bottom of the deck in the same order.",
            ["Daisy", "Tulip", "Nettle"],
        ),
        (
            "Put the top 2 cards of the shed on the top of the deck in the same order.",
            ["Nettle", "Daisy", "Tulip"],
        ),
    ],
)
def test_cards_put_away_in_the_same_order_lie_as_they_lay(text: str, deck: list[str]) -> None:
    table = lay(tricks={"Deed": text}, deck=["Nettle"], common={"shed": list(SHED)})

    table.perform("ann", "Deed")

    assert table.cards("", "deck") == deck


def test_in_turn_order_each_acts_before_the_next_is_asked() -> None:
    hands: dict[str, Laid] = {
        "ann": {"hand": ["Rose", "Daisy"]},
        "bob": {"hand": ["Tulip", "Nettle"]},
        "cid": {"hand": ["Rose", "Nettle"]},
    }
    table = lay(tricks={"Deed": "Each player discards a card in turn order."}, turn="bob", **hands)

    table.perform("ann", "Deed")
    first = table.asked()
    table.choose("bob", "Tulip")
    second = table.asked(), table.cards("", "discard pile")
    table.choose("cid", "Nettle")
    third = table.asked(), table.cards("", "discard pile")

    assert first == ["bob"]
    assert second == (["cid"], ["Tulip"])
    assert third == (["ann"], ["Tulip", "Nettle"])


@pytest.mark.parametrize(
    ("text", "ann", "hand", "coins"),
    [
        ("Discard 3 cards in full.", {"hand": ["Rose", "Daisy"]}, 2, 0),
        ("Discard 3 cards in full.", {"hand": ["Rose", "Daisy", "Tulip"]}, 0, 0),
        ("Discard 3 cards.", {"hand": ["Rose", "Daisy"]}, 0, 0),
        ("Lose 3 coins in full.", {"coin": 2}, 0, 2),
        ("Lose 3 coins in full.", {"coin": 4}, 0, 1),
        ("Pay 3 coins in full.", {"coin": 2}, 0, 2),
        ("Draw 3 cards in full.", {}, 0, 0),
        ("Draw 2 cards in full.", {}, 2, 0),
        ("Draw 3 cards.", {}, 2, 0),
    ],
)
def test_in_full_is_all_or_nothing(text: str, ann: Laid, hand: int, coins: int) -> None:
    table = lay(tricks={"Deed": text}, deck=["Rose", "Rose"], ann=ann)

    table.perform("ann", "Deed")

    assert len(table.cards("ann", "hand")) == hand
    assert table.count("ann", "coin") == coins


def test_what_cannot_be_done_in_full_is_not_done_for_if_you_do() -> None:
    text = "Discard 2 cards in full. If you do, gain 1 coin."
    table = lay(tricks={"Deed": text}, ann={"hand": ["Rose"]}, bob={"hand": ["Rose", "Daisy"]})

    table.perform("ann", "Deed")
    table.perform("bob", "Deed")

    assert [table.count(player, "coin") for player in ("ann", "bob")] == [0, 1]


ON_TURN = "A player may play a tool only on their turn. A tool can be played."


@pytest.mark.parametrize(
    ("text", "left"),
    [("Play a tool.", ["Rake"]), ("Play a tool out of turn.", [])],
)
def test_out_of_turn_an_effect_lets_somebody_play_although_it_is_not_their_turn(
    text: str, left: list[str]
) -> None:
    table = lay(
        ON_TURN, tricks={"Deed": text}, tools={"Rake": "Gain 1 seed."}, bob={"hand": ["Rake"]}
    )

    table.perform("bob", "Deed")

    assert table.cards("bob", "hand") == left


def test_out_of_turn_does_not_lift_another_prohibition() -> None:
    table = lay(
        ON_TURN,
        "Tired players cannot play tools.",
        tricks={"Deed": "Become tired. Play a tool out of turn."},
        tools={"Rake": "Gain 1 seed."},
        bob={"hand": ["Rake"]},
    )

    table.perform("bob", "Deed")

    assert table.cards("bob", "hand") == ["Rake"]


@pytest.mark.parametrize(("manner", "open_"), [("", False), (" out of turn", True)])
def test_a_permission_out_of_turn_is_for_the_turns_of_others_too(manner: str, open_: bool) -> None:
    table = lay(
        ON_TURN,
        f"Each player may play a tool{manner}.",
        tools={"Rake": "Gain 1 seed."},
        bob={"hand": ["Rake"]},
    )

    assert ("play Rake" in table.options("bob")) is open_


@pytest.mark.parametrize(
    ("told", "seen"),
    [
        ("bury all cards in their hand", [None, "Nettle", "Rose", "Tulip"]),
        ("bury all cards in their hand in random order", [None] * 4),
        ("move all cards in their hand to the deck in random order", [None] * 4),
    ],
)
def test_nobody_knows_which_is_which_after_a_random_order(
    told: str, seen: list[str | None]
) -> None:
    table = lay(
        "To bury a card is to move it from your hand to the deck.",
        f"When a player rests, they {told}.",
        deck=["Daisy"],
        ann={"hand": ["Nettle", "Rose", "Tulip"]},
    )

    table.choose("ann", "rest")

    deck = next(one for one in table.match.view("ann")["places"] if one["name"] == "deck")
    assert deck["cards"] == seen
