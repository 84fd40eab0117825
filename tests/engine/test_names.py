"""Names as things to choose and to target: those of the cards that the book lists."""

from __future__ import annotations

import pytest
from garden import lay

from deckmastor.match import read
from deckmastor.record.errors import RulebookError
from deckmastor.testing import Table

LISTED = ["Rose", "Daisy", "Tulip", "Nettle", "Ask"]
HELD = {"hand": ["Ask", "Rose", "Nettle", "Daisy", "Nettle"]}


def asking(text: str) -> Table:
    """A garden at ann's turn, who has a trick with this text in her hand."""
    return lay(tricks={"Ask": text}, ann=dict(HELD), bob={"hand": ["Rose", "Nettle"]}, turn="ann")


def test_the_names_are_those_of_the_cards_in_the_order_of_their_rows() -> None:
    table = asking("Choose a name. Discard all cards with that name.")

    table.choose("ann", "play Ask")
    offered = table.options("ann")

    assert offered == LISTED


WAYS = [
    "Choose a name. Discard all cards with that name.",
    "Choose a name. Discard all cards with the chosen name.",
    "Choose a name. Discard all cards of that name.",
    "Choose a name. Discard all cards whose name is that name.",
    "Target a name. Discard all cards with that name.",
]


@pytest.mark.parametrize("text", WAYS)
def test_cards_with_the_chosen_name_are_meant_and_no_others(text: str) -> None:
    table = asking(text)

    table.choose("ann", "play Ask", "Nettle")

    assert sorted(table.cards("ann", "hand")) == ["Daisy", "Rose"]
    assert table.cards("bob", "hand") == ["Rose", "Nettle"]


def test_each_player_does_it_to_their_own_card_with_that_name() -> None:
    table = asking("Choose a name. Each player discards a card with that name in their hand.")

    table.choose("ann", "play Ask", "Nettle", "Nettle")

    assert sorted(table.cards("ann", "hand")) == ["Daisy", "Nettle", "Rose"]
    assert table.cards("bob", "hand") == ["Rose"]


def test_a_name_can_be_described() -> None:
    table = asking("Choose a name other than the name of this card. Draw a card.")

    table.choose("ann", "play Ask")

    assert table.options("ann") == LISTED[:4]


def test_a_name_of_a_card_is_the_name_of_one_that_is_there() -> None:
    table = asking("Choose a name of a card in your hand. Discard all cards with that name.")

    table.choose("ann", "play Ask")
    offered = set(table.options("ann"))
    table.choose("ann", "Nettle")

    assert offered == {"Rose", "Nettle", "Daisy"}
    assert sorted(table.cards("ann", "hand")) == ["Daisy", "Rose"]


def test_a_chosen_and_a_targeted_name_are_told_to_all() -> None:
    chosen = asking("Choose a name. Discard a card with that name.")
    target = asking("Target a name. Discard a card with that name.")

    chosen.choose("ann", "play Ask", "Tulip")
    target.choose("ann", "play Ask", "Tulip")

    assert "ann chooses Tulip" in chosen.match.log("bob")
    assert "ann targets Tulip" in target.match.log("bob")


def test_a_colour_of_a_card_is_one_that_it_has() -> None:
    table = asking("Choose a colour of a card in your hand. Discard all cards with that colour.")

    table.choose("ann", "play Ask")
    offered = table.options("ann")
    table.choose("ann", "Daisy")

    assert offered == ["Rose", "Daisy"]
    assert sorted(table.cards("ann", "hand")) == ["Nettle", "Nettle", "Rose"]


def test_a_colour_is_what_things_have_and_not_where_they_lie() -> None:
    for text in (
        "Choose a colour. Discard all cards of that colour.",
        "Choose a colour. Discard all cards with the chosen colour.",
    ):
        table = asking(text)

        table.choose("ann", "play Ask", "white")

        assert sorted(table.cards("ann", "hand")) == ["Nettle", "Nettle", "Rose"]


def test_a_book_without_cards_has_no_names() -> None:
    book = """# Empty {#empty}
- Each player has a hand. Coins are counters.
- On their turn, a player may act. When a player acts, they choose a name. They gain 1 coin.
"""
    with pytest.raises(RulebookError, match="a name where the book lists no cards"):
        read(book).start(["ann", "bob"])


# ---- a card that waits for a name ---------------------------------------------------------------

WATCH = """# Watch {#watch}

- Each player has a hand, a row and a discard pile. There is a limbo, a deck and a pile.
- Events and traps are kinds of card. Marks are counters. On a card, "you" means its player.
- Stones are kinds of item.
- To execute a card is to move it to the limbo, then resolve it, then put it into its player's discard pile.
- To spring a card is to reveal it, then put it into its player's discard pile.
- On their turn, a player may play a card from their hand. On their turn, a player may execute a card on the pile.
- An event can be played onto the pile. A trap can be played into its player's row.
RULES
The stones are:

| Name |
|---|
| Pebble |

The cards are:

| Name | Type | Count | Text |
|---|---|---|---|
| Rest | event | 3 | You gain 1 mark. |
| Sting | event | 3 | You gain 2 marks. |
| Nap | event | 3 | You gain 3 marks. |
| Watchword | trap | 3 | Target a name. Before a card with that name is executed, spring this card and gain 10 marks. |

## Second edition {#second}

The cards are:

| Name | Type | Count | Text |
|---|---|---|---|
| Sting | event | 1 | You gain 5 marks. |
"""


def watch(rules: str = "", carried: bool = False) -> Table:
    hand = ["Watchword", "Watchword", "Rest", "Sting", "Nap"]
    laid: dict[str, list[str] | int | str] = {"hand": list(hand)}
    table = Table(WATCH.replace("RULES", rules), carried=carried, ann=laid, bob={})
    table.begin_turn("ann")
    return table


def test_a_name_of_several_rows_is_one_and_what_is_no_card_has_none() -> None:
    table = watch()

    table.choose("ann", "play Watchword")

    assert table.options("ann") == ["Rest", "Sting", "Nap", "Watchword"]


@pytest.mark.parametrize("carried", [False, True])
def test_a_card_waits_for_the_name_that_it_targets_and_for_no_other(carried: bool) -> None:
    table = watch(carried=carried)
    table.choose("ann", "play Watchword", "Sting")
    table.choose("ann", "play Rest", "play Sting", "play Nap")

    table.choose("ann", "execute Nap")
    table.choose("ann", "execute Rest")
    unsprung = (table.cards("ann", "row"), table.count("ann", "mark"))
    table.choose("ann", "execute Sting")

    assert unsprung == (["Watchword"], 4)
    assert table.cards("ann", "row") == []
    assert table.count("ann", "mark") == 16


def test_two_cards_wait_each_for_its_own_name() -> None:
    table = watch()
    table.choose("ann", "play Watchword", "Sting", "play Watchword", "Nap")
    table.choose("ann", "play Rest", "play Nap", "play Sting")

    table.choose("ann", "execute Nap")

    assert table.cards("ann", "row") == ["Watchword"]
    assert table.count("ann", "mark") == 13
    table.choose("ann", "execute Sting")
    assert table.cards("ann", "row") == []


def seen(table: Table, player: str) -> list[object]:
    """The targets of the cards in ann's row, as a player sees them."""
    rows = [p for p in table.match.view(player)["places"] if p["name"] == "row" and p["size"]]
    return [card and card.get("targets") for card in rows[0]["properties"]]


def test_all_see_the_target_of_a_card_that_they_see() -> None:
    table = watch()

    table.choose("ann", "play Watchword", "Nap")

    assert "ann targets Nap" in table.match.log("bob")
    assert (seen(table, "ann"), seen(table, "bob")) == ([["Nap"]], [["Nap"]])


MORE = """## Third edition {#third}

The cards are:

| Name | Type | Count | Text |
|---|---|---|---|
| Yawn | event | 1 | You gain 7 marks. |
"""


def test_a_row_that_was_adopted_brings_its_name() -> None:
    table = watch()
    table.choose("ann", "play Watchword", "Nap")

    table.match.amend(MORE)
    table.choose("ann", "play Watchword")
    offered = table.options("ann")
    table.choose("ann", "Yawn", "play Nap", "execute Nap")

    assert offered == ["Rest", "Sting", "Nap", "Watchword", "Yawn"]
    assert table.cards("ann", "row") == ["Watchword"]
    assert seen(table, "bob") == [["Yawn"]]


def test_a_target_that_is_a_name_can_become_another() -> None:
    table = watch(
        "- To mutter is to gain 1 mark. On their turn, a player may mutter. When a player mutters, "
        "they choose a name. The target of each card in their row becomes that name.\n"
    )
    table.choose("ann", "play Watchword", "Nap", "play Nap", "play Sting")

    table.choose("ann", "mutter", "Sting")
    told = seen(table, "bob")
    table.choose("ann", "execute Nap")
    unsprung = table.cards("ann", "row")
    table.choose("ann", "execute Sting")

    assert told == [["Sting"]]
    assert (unsprung, table.cards("ann", "row")) == (["Watchword"], [])


def test_cards_that_wait_for_the_same_name_are_all_sprung() -> None:
    table = watch()
    table.choose("ann", "play Watchword", "Nap", "play Watchword", "Nap", "play Rest", "play Nap")

    table.choose("ann", "execute Nap")

    assert table.cards("ann", "row") == []
    assert table.count("ann", "mark") == 23
