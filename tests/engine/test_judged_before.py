"""Acts that are judged before they are offered or done, where what they make or become counts."""

from __future__ import annotations

import pytest

from engine.garden import lay


@pytest.mark.parametrize("word", ["into", "in"])
@pytest.mark.parametrize(("place", "offered"), [("shed", False), ("discard pile", True)])
def test_a_place_where_something_cannot_be_created(word: str, place: str, offered: bool) -> None:
    table = lay(
        f"The player at turn may create a Rose {word} the {place}.",
        f"A player cannot create a Rose {word} the shed.",
    )

    assert (f"create a Rose {word} the {place}" in table.options("ann")) is offered


@pytest.mark.parametrize(("coins", "offered"), [(1, False), (2, True)])
def test_a_price_of_creating_something_in_a_place(coins: int, offered: bool) -> None:
    table = lay(
        "The player at turn may create a Rose into the shed.",
        "To create a Rose into the shed, a player must pay 2 coins.",
        ann={"coin": coins},
    )

    assert ("create a Rose into the shed" in table.options("ann")) is offered


def test_several_new_things_at_a_price_are_created_one_by_one() -> None:
    price = "To create a Rose, a player must pay 2 coins."
    with pytest.raises(AssertionError, match="create one, twice or 3 times"):
        lay("When a player rests, they create 3 Roses in the shed.", price)

    table = lay(
        "When a player rests, they create a Rose in the shed 3 times.", price, ann={"coin": 4}
    )
    table.choose("ann", "rest")

    assert len(table.cards("", "shed")) == 2  # a rest brings a coin: 5 coins pay for two
    assert table.count("ann", "coin") == 1


def test_a_role_says_of_what() -> None:
    with pytest.raises(AssertionError, match="say of what"):
        lay("When a player rests, each holder draws a card.")

    table = lay("When a player rests, the holder of a Tulip draws a card.", bob={"bed": ["Tulip"]})
    table.choose("ann", "rest")

    assert (table.cards("ann", "hand"), table.cards("bob", "hand")) == ([], ["Rose"])


def test_an_act_behind_a_condition_does_not_say_where_a_text_counts() -> None:
    text = (
        "When another player rests, gain 1 seed. If you have at least 9 coins, discard this card."
    )
    table = lay(tools={"Kettle": text}, ann={}, bob={"hand": ["Kettle"]})

    table.choose("ann", "rest")

    assert table.count("bob", "seed") == 0


def test_options_do_not_tell_the_author_of_a_hidden_card() -> None:
    table = lay(
        "Each card has an author. When a player draws a card, its author becomes that player.",
        "The player at turn may pilfer a card.",
        "To pilfer a card is to move it from another player's hand to your hand.",
        bob={"hand": ["Rose", "Nettle"]},
    )
    author = table.match.rules.schema.attrs["author"].at
    for seat, thing in enumerate(table.state.zones[table.match.rules.schema.attrs["hand"].at + 1]):
        table.state.cols[author][thing] = seat

    told = [text for text in table.options("ann") if text.startswith("pilfer")]

    assert told == ["pilfer a card in bob's hand (1)", "pilfer a card in bob's hand (2)"]
