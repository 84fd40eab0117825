"""The choices of a link are made before it: options, then targets, then everything happens."""

from __future__ import annotations

import pytest

from deckmastor.match import IllegalChoice
from deckmastor.testing import Table

MILL = """# Mill {#mill}

## Words {#words}

- Each player has a hand and a yard. There is a deck and a discard pile.
- Tools, carts and calls are kinds of card. Coins and grains are counters.
- To draw a card is to move the top card of the deck to your hand.
- To discard a card is to move it from your hand to the discard pile.
- To scrap a card is to move it from your yard to the discard pile.
- To wreck a card is to move it from another player's yard to the discard pile.
- To pinch a card is to move it from another player's hand to your hand.

## Play {#play}

- The trigger timing is "next step". The choice timing is "before the link".
- On their turn, a player may play a card from their hand. On their turn, a player may nod. To nod is to gain 1 grain. A call can be played. A cart can be played into its holder's yard.

## Cards {#cards}

The cards are:

| Name | Type | Count | Text |
|---|---|---|---|
| Crane | tool | 2 | At the beginning of your turn, you may discard a card, then draw a card. |
| Saw | tool | 2 | At the beginning of your turn, you may scrap a card, then gain 1 coin. |
| Kiln | tool | 2 | At the beginning of your turn, scrap a card, then gain 10 coins. |
| Ram | tool | 2 | At the beginning of your turn, wreck a card. |
| Maul | tool | 1 | At the beginning of your turn, wreck 2 carts. |
| Sling | tool | 2 | At the beginning of your turn, you may wreck a cart. |
| Bucket | tool | 2 | At the beginning of your turn, draw 2 cards and discard a card. |
| Sieve | tool | 2 | At the beginning of your turn, discard a card. |
| Well | tool | 2 | At the beginning of your turn, draw a card. |
| Magpie | tool | 2 | At the beginning of your turn, pinch a random card in another player's hand. |
| Fog | tool | 1 | At the beginning of your turn, each player scraps a cart. |
| Cart | cart | 6 | |
| Wagon | cart | 6 | |
| Guard | cart | 2 | If another cart in your yard would be wrecked, you may scrap this card instead. |
| Purge | call | 1 | Each player scraps a cart. |
| Wheel | cart | 4 | |
| Nail | call | 8 | Draw a card. |
"""


def mill(rule: str = "", **players: dict[str, list[str] | int | str]) -> Table:
    """A table at the first decision of ann's turn."""
    players.setdefault("bob", {})
    common: dict[str, list[str] | int | str] = {"deck": ["Nail", "Wheel", "Wheel"]}
    book = MILL.replace("## Cards", f"- {rule}\n\n## Cards") if rule else MILL
    table = Table(book, common, bare=True, carried=True, **players)
    table.begin_turn("ann")
    return table


def pile(table: Table) -> list[str]:
    return sorted(table.cards("", "discard pile"))


def test_all_options_of_a_link_are_decided_before_anything_happens() -> None:
    table = mill(ann={"yard": ["Saw", "Saw", "Cart", "Wagon"]})

    table.choose("ann", "yes")
    scrapped = pile(table)
    table.choose("ann", "no", "Cart")

    assert scrapped == []
    assert pile(table) == ["Cart"]
    assert table.count("ann", "coin") == 1


def test_options_must_be_payable_together() -> None:
    table = mill(ann={"hand": ["Cart"], "yard": ["Crane", "Crane"]})

    table.choose("ann", "yes")

    assert pile(table) == ["Cart"]
    assert table.cards("ann", "hand") == ["Wheel"]
    assert table.cards("ann", "yard") == ["Crane", "Crane"]


def test_a_declined_option_leaves_its_price_to_the_next() -> None:
    table = mill(ann={"hand": ["Cart"], "yard": ["Crane", "Crane"]})

    table.choose("ann", "no", "yes")

    assert pile(table) == ["Cart"]


def test_with_enough_to_pay_both_options_are_there() -> None:
    table = mill(ann={"hand": ["Cart", "Wagon"], "yard": ["Crane", "Crane"]})

    table.choose("ann", "yes", "yes", "Cart")

    assert pile(table) == ["Cart", "Wagon"]
    assert table.cards("ann", "hand") == ["Wheel", "Wheel"]


def test_what_must_be_paid_counts_before_what_may_be() -> None:
    table = mill(ann={"hand": ["Cart"], "yard": ["Sieve", "Crane"]})

    table.choose("ann", "Crane")

    assert table.quiet  # the crane cannot be paid for
    assert pile(table) == ["Cart"]
    assert table.cards("ann", "hand") == []


def test_targets_of_what_must_happen_are_chosen_first() -> None:
    table = mill(ann={"yard": ["Saw", "Kiln", "Cart", "Wagon"]})

    table.choose("ann", "Saw", "yes")
    offered = table.options("ann")
    table.choose("ann", "Cart")
    left = table.options("ann")

    assert sorted(offered) == ["Cart", "Kiln", "Saw", "Wagon"]
    assert sorted(left) == ["Kiln", "Saw", "Wagon"]


def test_each_thing_is_chosen_once_in_a_link() -> None:
    table = mill(ann={"yard": ["Ram", "Ram"]}, bob={"yard": ["Cart"]})

    assert pile(table) == ["Cart"]
    assert [event.object for event in table.events if event.verb == "wreck"] == ["Cart"]


def test_what_was_chosen_is_left_out_of_the_next_choice() -> None:
    table = mill(ann={"yard": ["Ram", "Ram", "Kiln"]}, bob={"yard": ["Cart", "Wagon", "Wheel"]})

    table.choose("ann", "Kiln", "Kiln", "Cart")
    offered = table.options("ann")

    assert sorted(offered) == ["Wagon", "Wheel"]


def test_nothing_moves_before_all_have_chosen() -> None:
    table = mill(ann={"yard": ["Ram", "Sling"]}, bob={"yard": ["Cart", "Wagon", "Wheel"]})

    table.choose("ann", "Ram", "yes", "Cart")
    meanwhile = pile(table)
    table.choose("ann", "Wheel")

    assert meanwhile == []
    assert pile(table) == ["Cart", "Wheel"]


def test_cards_of_a_hand_are_chosen_when_it_happens_and_moves_come_before_draws() -> None:
    table = mill(ann={"hand": ["Cart"], "yard": ["Well", "Sieve"]})

    table.choose("ann", "Well")

    assert pile(table) == ["Cart"]
    assert table.cards("ann", "hand") == ["Wheel"]


@pytest.mark.parametrize(
    ("order", "offered"),
    [
        ("draw, then discard", ["Cart", "Wheel"]),
        ("discard, then draw", []),
        ("draw, then move", ["Cart", "Wheel"]),
        ("shuffle, then discard, then draw", []),
    ],
)
def test_a_book_states_in_which_order_acts_are_performed(order: str, offered: list[str]) -> None:
    table = mill(
        rule=f"The order of acts is {order}.", ann={"hand": ["Cart"], "yard": ["Well", "Sieve"]}
    )

    table.choose("ann", "Well")
    asked = sorted(table.options("ann")) if table.cards("", "discard pile") == [] else []

    assert asked == offered


def test_the_parts_of_an_and_are_waves() -> None:
    table = mill(ann={"hand": ["Cart"], "yard": ["Bucket", "Sieve"]})

    table.choose("ann", "Bucket")
    offered = table.options("ann")
    table.choose("ann", "Wheel")

    assert sorted(offered) == ["Wheel", "Wheel"]
    assert pile(table) == ["Cart", "Wheel"]


def test_chance_picks_last() -> None:
    table = mill(ann={"yard": ["Magpie", "Ram"]}, bob={"hand": ["Cart"], "yard": ["Wagon"]})

    table.choose("ann", "Magpie")

    verbs = [event.verb for event in table.events if event.verb in ("pinch", "wreck")]
    assert verbs == ["wreck", "pinch"]


def test_each_player_chooses_in_secret_what_they_scrap() -> None:
    table = mill(ann={"yard": ["Fog", "Cart", "Wagon"]}, bob={"yard": ["Cart", "Wheel"]})

    asked = table.asked()
    table.choose("ann", "Cart")
    meanwhile = pile(table)
    table.choose("bob", "Wheel")

    assert sorted(asked) == ["ann", "bob"]
    assert meanwhile == []
    assert pile(table) == ["Cart", "Wheel"]


@pytest.mark.parametrize("first", ["Guard", "Wagon"])
def test_a_card_that_was_chosen_in_the_link_cannot_stand_in_for_another(first: str) -> None:
    second = "Wagon" if first == "Guard" else "Guard"
    table = mill(ann={"yard": ["Ram", "Ram"]}, bob={"yard": ["Guard", "Wagon", "Wheel"]})

    table.choose("ann", first)
    table.choose("ann", second)

    assert table.quiet
    assert pile(table) == ["Guard", "Wagon"]
    assert table.cards("bob", "yard") == ["Wheel"]


def test_a_card_that_stood_in_for_another_does_so_once() -> None:
    table = mill(ann={"yard": ["Ram", "Ram"]}, bob={"yard": ["Guard", "Wagon", "Wheel"]})

    table.choose("ann", "Wagon")
    table.choose("ann", "Wheel")
    table.choose("bob", "yes")

    assert table.quiet
    assert pile(table) == ["Guard", "Wheel"]


def test_a_fork_between_two_choices_of_a_link_goes_on_alike() -> None:
    table = mill(ann={"yard": ["Ram", "Sling"]}, bob={"yard": ["Cart", "Wagon", "Wheel"]})
    table.choose("ann", "Ram", "yes", "Cart")

    twin = table.match.fork()
    twin.choose("ann", "Wheel")
    table.choose("ann", "Wheel")

    assert twin.trace() == table.match.trace()
    with pytest.raises(IllegalChoice):
        twin.choose("ann", "Cart")


def announcing(text: str, links: bool) -> Table:
    """A table at which ann can play a call with this text, and bob can answer it."""
    told = MILL.replace("| Purge | call | 1 | Each player scraps a cart. |",
                        f"| Purge | call | 1 | {text} |")  # fmt: skip
    told = told.replace("## Play {#play}\n", '''## Play {#play}

- The announce timing is "when played with targets".
- When a player plays a call, each other player may play a nail.
- A nail is a kind of call.
''')  # fmt: skip
    told = told.replace("| Nail | call | 8 | Draw a card. |", "| Nail | nail | 8 | Draw a card. |")
    if not links:
        told = told.replace("before the link", "when performed").replace("next step", "at once")
    table = Table(told, {"deck": ["Wheel"]}, bare=True, carried=True, ann={"hand": ["Purge"]},
                  bob={"hand": ["Nail"], "yard": ["Cart", "Wagon"]})  # fmt: skip
    table.begin_turn("ann")
    return table


@pytest.mark.parametrize("links", [True, False])
@pytest.mark.parametrize(
    "text",
    [
        "Wreck a cart. Gain 3 coins.",
        "If you have no coins, wreck a cart. Otherwise, draw a card. Gain 3 coins.",
        "Wreck a cart or scrap a cart. Gain 3 coins.",  # ann has none to scrap
    ],
)
def test_what_the_first_step_chooses_can_be_named_as_the_card_is_played(
    text: str, links: bool
) -> None:
    table = announcing(text, links)

    table.choose("ann", "play Purge")
    named = table.options("ann")
    table.choose("ann", "Wagon")
    asked = table.asked()
    table.choose("bob", "no")

    assert sorted(named) == ["Cart", "Wagon"]
    assert asked == ["bob"]
    assert table.cards("bob", "yard") == ["Cart"]
    assert table.count("ann", "coin") == 3
    assert not table.state.bags


@pytest.mark.parametrize("links", [True, False])
def test_a_way_can_be_named_as_the_card_is_played(links: bool) -> None:
    table = announcing("Wreck a cart or gain 2 coins. Gain 3 coins.", links)

    table.choose("ann", "play Purge")
    table.choose("ann", table.options("ann")[1])
    asked = table.asked()
    table.choose("bob", "no")

    assert asked == ["bob"]
    assert table.count("ann", "coin") == 5


@pytest.mark.parametrize(
    "rule",
    [
        "",
        "If at least 3 cards in a player's yard would be wrecked, that player gains 1 coin instead.",
    ],
)
def test_replacements_of_several_acts_are_settled_before_the_first_is_done(rule: str) -> None:
    table = mill(rule, ann={"yard": ["Maul"]}, bob={"yard": ["Wheel", "Cart", "Wagon", "Guard"]})

    table.choose("ann", "Cart", "Wagon")
    first = (table.asked(), pile(table))
    table.choose("bob", "no")
    second = (table.asked(), pile(table))
    table.choose("bob", "yes")

    assert first == second == (["bob"], [])
    assert pile(table) == ["Cart", "Guard"]
    assert table.cards("bob", "yard") == ["Wheel", "Wagon"]
