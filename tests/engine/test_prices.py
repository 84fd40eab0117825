"""Several prices of one act: they are asked for together, and all are paid or none."""

from __future__ import annotations

import pytest

from deckmastor.match import read
from deckmastor.testing import Table
from engine.garden import AT_WILL, Laid, garden, lay

PLAY = "play Fair"
THREE = "To play a trick, a player must pay 3 coins."
DISCARD = "To play a trick, a player must discard a card."
FLOWER = "To play a trick, a player must discard a flower."
EITHER = "To play a trick, a player must pay 3 coins or discard a card."


@pytest.mark.parametrize(
    ("rules", "hand", "coins", "affordable"),
    [
        pytest.param((THREE, THREE), [], 5, False, id="5 coins are not twice 3"),
        pytest.param((THREE, THREE), [], 6, True, id="6 coins are twice 3"),
        pytest.param((DISCARD, FLOWER), ["Rose"], 0, False, id="one card does not go twice"),
        pytest.param((DISCARD, FLOWER), ["Rose", "Nettle"], 0, True, id="each has a card"),
        pytest.param((DISCARD, FLOWER), ["Nettle", "Nettle"], 0, False, id="none is a flower"),
        pytest.param((THREE, EITHER), [], 3, False, id="either way needs 3 coins more"),
        pytest.param((THREE, EITHER), ["Rose"], 3, True, id="one of the ways is left"),
        pytest.param((EITHER, DISCARD), ["Rose"], 2, False, id="the card is owed to the other"),
    ],
)
def test_prices_must_be_met_together(
    rules: tuple[str, ...], hand: list[str], coins: int, affordable: bool
) -> None:
    ann: Laid = {"hand": ["Fair", *hand], "coin": coins}

    table = lay(*rules, tricks={"Fair": "Gain 1 seed."}, ann=ann)

    assert (PLAY in table.options("ann")) is affordable


def test_a_modifier_and_a_rule_ask_for_their_prices_together() -> None:
    modifiers = "| Name | Where | Text |\n|---|---|---|\n"
    modifiers += (
        "| Toll [X] | X is a number at least 1 | To play this card, a player must pay X coins. |"
    )
    book: dict[str, str] = {"Fair": "Toll 2 :: Gain 1 seed."}
    four = lay(THREE, tricks=book, modifiers=modifiers, ann={"hand": ["Fair"], "coin": 4})
    five = lay(THREE, tricks=book, modifiers=modifiers, ann={"hand": ["Fair"], "coin": 5})

    assert PLAY not in four.options("ann")
    assert PLAY in five.options("ann")


def test_an_act_by_an_effect_is_not_done_if_its_prices_cannot_be_paid_together() -> None:
    price = "To draw a card, a player must pay 3 seeds."
    table = lay(price, price, tricks={"Dig": "Draw a card."}, ann={"seed": 5}, bob={"seed": 6})

    for player in ("ann", "bob"):
        table.perform(player, "Dig")

    assert [len(table.cards(player, "hand")) for player in ("ann", "bob")] == [0, 1]
    assert [table.count(player, "seed") for player in ("ann", "bob")] == [5, 0]


GIVE = (
    "To give a card to a player is to move it from your hand to that player's hand.",
    "The player at turn may give a card to another player.",
    "When a player rests, each other player becomes muddy.",
)


def give(table: Table, to: str) -> list[str]:
    """Give somebody a card; what is offered then."""
    table.choose("ann", next(text for text in table.options("ann") if "give" in text), to)
    return table.options("ann")


def test_a_price_can_depend_on_who_receives_something() -> None:
    price = "To give a flower to a muddy player, a player must pay 2 coins."
    hand: Laid = {"hand": ["Nettle", "Rose", "Daisy"], "coin": 2}
    table = lay(*GIVE, price, ann=hand, cy={})

    give(table, "cy")
    table.choose("ann", "Daisy")
    clean = table.count("ann", "coin")
    table.choose("ann", "rest")
    give(table, "cy")
    table.choose("ann", "Rose")

    assert (clean, table.count("ann", "coin")) == (2, 1)
    assert table.cards("cy", "hand") == ["Daisy", "Rose"]


def test_of_several_things_only_those_are_offered_that_can_be_paid_for() -> None:
    price = "To give a flower, a player must pay 2 coins."
    hand: Laid = {"hand": ["Rose", "Nettle", "Daisy", "Nettle"]}

    poor = lay(*GIVE, price, ann={**hand, "coin": 1}, cy={})
    rich = lay(*GIVE, price, ann={**hand, "coin": 2}, cy={})

    assert {text[:6] for text in give(poor, "cy")} == {"Nettle"}
    assert {text[:4] for text in give(rich, "cy")} == {"Rose", "Nett", "Dais"}


def test_a_thing_that_can_be_paid_for_only_for_some_recipients_is_offered_for_these() -> None:
    price = "To give a flower to a muddy player, a player must pay 9 coins."
    muddy = "When a player rests, the next player becomes muddy."
    table = lay(*GIVE[:2], muddy, price, ann={"hand": ["Rose", "Nettle", "Daisy", "Nettle"]}, cy={})

    table.choose("ann", "rest")
    to_bob = give(table, "bob")
    table.choose("ann", to_bob[0])

    assert {text[:6] for text in to_bob} == {"Nettle"}
    assert {text[:4] for text in give(table, "cy")} == {"Rose", "Nett", "Dais"}


def test_the_price_on_a_card_is_asked_when_a_card_is_chosen() -> None:
    tools = {"Stone": "To give this card, its holder must pay 2 coins.", "Leaf": "", "Twig": ""}
    hand: Laid = {"hand": ["Stone", "Leaf", "Twig"]}

    poor = lay(*GIVE, tools=tools, ann={**hand, "coin": 1}, cy={})
    rich = lay(*GIVE, tools=tools, ann={**hand, "coin": 2}, cy={})
    alone = lay(*GIVE, tools=tools, ann={"hand": ["Stone"], "coin": 1}, cy={})

    assert give(poor, "cy") == ["Leaf", "Twig"]
    assert give(rich, "cy") == ["Stone", "Leaf", "Twig"]
    assert not [text for text in alone.options("ann") if "give" in text]


def test_an_effect_asks_for_things_that_can_be_paid_for() -> None:
    tricks = {"Fair": "Discard a card."}
    price = "To discard a flower, a player must pay 2 coins."
    hand: Laid = {"hand": ["Fair", "Rose", "Nettle", "Tulip", "Nettle"]}
    table = lay(price, tricks=tricks, ann={**hand, "coin": 1})

    table.choose("ann", "play Fair")

    assert {text[:6] for text in table.options("ann")} == {"Nettle"}


ONTO = """# Chalk {#chalk}

## Words {#words}

- Each player has a hand. There is a deck, a pile and a heap. Coins are counters.

## Rules {#rules}

- Each player may play a card from their hand onto the pile.
- Each player may play a card from their hand onto the heap.
- To play a card onto the heap, a player must pay 2 coins.

The cards are:

| Name | Count | Text |
|---|---|---|
| Chalk | 5 | |
"""


def test_a_price_can_depend_on_where_a_card_is_played() -> None:
    hand: Laid = {"hand": ["Chalk", "Chalk"]}
    made = Table(ONTO, bare=True, carried=True, ann={**hand, "coin": 3}, bob={**hand, "coin": 1})
    made.begin_turn("ann")
    poor, rich = made.options("bob"), made.options("ann")

    made.choose("ann", rich[0])
    pile = (made.cards("", "pile"), made.count("ann", "coin"))
    (asked,) = [one for one in made.match.decisions if one.player == "ann"]
    made.match.choose(asked.options[-2])

    assert (len(poor), len(rich)) == (3, 5)  # each card onto the pile, or onto both; and to pass
    assert pile == (["Chalk"], 3)
    assert (made.cards("", "heap"), made.count("ann", "coin")) == (["Chalk"], 1)


# ---- by goal ------------------------------------------------------------------------------------

ABROAD = "To play a tool into another player's bed, a player must pay 2 coins."
ANY = "To play a tool, a player must pay 1 coin."
NOT_HOME = "A player cannot play a tool into their bed."


@pytest.mark.parametrize("timing", ["when played", "after the reactions"])
@pytest.mark.parametrize(
    ("coins", "rules", "left"),
    [
        (1, (ABROAD,), {"ann's bed": 1}),
        (3, (ABROAD,), {"ann's bed": 3, "bob's bed": 1}),
        (1, (ABROAD, ANY), {"ann's bed": 0}),
        (2, (ABROAD, ANY), {"ann's bed": 1}),
        (3, (ABROAD, ANY), {"ann's bed": 2, "bob's bed": 0}),
        (2, (ABROAD, ANY, NOT_HOME), {}),
        (3, (ABROAD, ANY, NOT_HOME), {"bob's bed": 0}),
    ],
)
def test_the_price_of_a_place_is_paid_whenever_the_place_is_chosen(
    coins: int, rules: tuple[str, ...], left: dict[str, int], timing: str
) -> None:
    for place, coins_left in left.items() or [("", coins)]:
        table = lay(
            f'The announce timing is "{timing}".', "A tool can be played into any bed.",
            "The player at turn may play a tool.", *rules,
            tools={"Rake": "", "Hoe": ""}, ann={"hand": ["Rake", "Hoe"], "coin": coins},
        )  # fmt: skip
        if left:
            table.choose("ann", "play Hoe")
        offered = [one for one in table.options("ann") if "'s bed" in one and "Gnome" not in one]
        if not table.quiet:
            table.choose("ann", place)

        assert offered == (list(left) if offered else [])
        assert "play Hoe" not in table.options("ann")
        assert table.count("ann", "coin") == coins_left
        assert place == "" or table.cards(place.partition("'")[0], "bed") == ["Hoe"]


STORE = "To store a card is to move it from your hand to the shed."


@pytest.mark.parametrize(
    ("rule", "coins", "offered", "paid"),
    [
        ("To move a card into the shed, a player must pay 1 coin.", 0, [], 0),
        ("To move a card into the shed, a player must pay 1 coin.", 2, ["Daisy", "Rose"], 1),
        ("To move a Rose into the shed, a player must pay 1 coin.", 0, ["Daisy"], 0),
        ("To move a Rose into the shed, a player must pay 1 coin.", 2, ["Daisy", "Rose"], 1),
        ("To move a card into the deck, a player must pay 1 coin.", 0, ["Daisy", "Rose"], 0),
    ],
)
@pytest.mark.parametrize("text", ["Move a card from your hand to the shed.", "Store a card."])
def test_a_move_has_its_price_by_every_road(
    text: str, rule: str, coins: int, offered: list[str], paid: int
) -> None:
    may = f"The player at turn may {text[:1].lower()}{text[1:]}".replace("your", "their")
    table = lay(
        rule,
        STORE,
        may,
        tricks={"Put": text},
        ann={"hand": ["Put", "Daisy", "Rose"], "coin": coins},
    )
    told = [text.split()[-1] for text in table.options("ann") if text.startswith(("move", "store"))]
    table.play("ann", "Put")
    if not table.quiet:
        table.choose("ann", offered[-1])

    assert [name for name in told if name != "Put"] == offered
    assert table.cards("", "shed") == offered[-1:]
    assert table.count("ann", "coin") == coins - paid


def test_each_of_several_moved_cards_is_paid_for_as_long_as_there_are_coins() -> None:
    table = lay(
        "To move a flower into the shed, a player must pay 1 coin.",
        tricks={"Put": "Move all cards in your hand to the shed."},
        ann={"hand": ["Put", "Nettle", "Daisy", "Rose"], "coin": 1},
    )

    table.play("ann", "Put")

    assert table.cards("", "shed") == ["Nettle", "Daisy"]
    assert (table.cards("ann", "hand"), table.count("ann", "coin")) == (["Rose"], 0)


@pytest.mark.parametrize(
    ("act", "verb"),
    [("choose a Rose", "choose"), ("target a Rose", "target"), ("pass", "pass")],
)
def test_what_nothing_is_charged_for_has_no_price(act: str, verb: str) -> None:
    book = garden(f"To {act}, a player must pay 1 coin.", AT_WILL)

    ((_, why),) = read(book).rules(2).unrunnable

    assert why == f"a price of '{verb}': nothing is charged for it; price what comes of it"
