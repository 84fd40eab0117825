"""Things that are made while a game is played: new ones, rows of collections, cards of a class."""

from __future__ import annotations

import pytest
from garden import lay

from deckmastor.testing import Table

BOOK = """# Stalls {#stalls}

## Words {#words}

- Coins are counters. Each player has a shelf. Prizes and wares are kinds of item.
- Each item has a cost.
- To receive an item is to create it in your shelf. To buy an item is to receive it.
- To spin is to resolve a random prize from the Wheel collection. Each player may spin.

## Rules {#rules}

- At any time, a player may buy a new ware.
- To buy an item, a player must pay coins equal to its cost.
- To clap is to gain 1 point. Each player may clap.

The items are:

| Name | Type | Cost | Text |
|---|---|---|---|
| Drum | ware | 2 | |
| Flute | ware | 5 | |

The prizes are:

| Name | Text |
|---|---|
| Purse | Gain 4 coins. |

The Wheel collection is:

| Name | Weight |
|---|---|
| Purse | 1 |

"""


def stalls(more: str = "", coins: int = 3) -> Table:
    """A table with wares to buy."""
    made = Table(BOOK + more, ann={"coin": coins}, bob={})
    assert made.match.rules.unrunnable == []
    made.begin_turn("ann")
    return made


def test_of_several_sorts_of_new_things_one_is_chosen_and_paid_for() -> None:
    made = stalls(coins=6)

    made.choose("ann", next(text for text in made.options("ann") if "buy" in text), "Drum")

    assert (made.cards("ann", "shelf"), made.count("ann", "coin")) == (["Drum"], 4)


def buying(made: Table, player: str = "ann") -> list[str]:
    """The wares that a player can buy; none if buying is not offered."""
    offered = [text for text in made.options(player) if "buy" in text]
    if not offered:
        return []
    made.choose(player, offered[0])
    return made.cards(player, "shelf") or made.options(player)  # one alone is not asked for


LUTE = """The items are:

| Name | Type | Cost | Text |
|---|---|---|---|
| Lute | ware | | |
| Horn | ware | 3 | |
"""


def test_rows_that_cannot_be_paid_for_are_not_offered() -> None:
    assert buying(stalls(LUTE, 3)) == ["Drum", "Lute", "Horn"]
    assert buying(stalls(LUTE, 9)) == ["Drum", "Flute", "Lute", "Horn"]


def test_an_act_of_which_no_row_can_be_paid_for_is_not_offered() -> None:
    assert buying(stalls(coins=1)) == []
    assert buying(stalls(coins=2)) == ["Drum"]


@pytest.mark.parametrize(
    ("rule", "offered"),
    [
        ("Only items with a cost can be bought.", ["Drum", "Flute", "Horn"]),
        ("An item can be bought if it has a cost of at least 3.", ["Flute", "Horn"]),
        ("An item with a cost of more than 2 cannot be bought.", ["Drum", "Lute"]),
        ("An item with a cost of more than 2 cannot be received.", ["Drum", "Lute"]),
        ("An item with a cost of more than 2 cannot be created.", ["Drum", "Lute"]),
        ("An item with a cost of more than 2 cannot enter a shelf.", ["Drum", "Lute"]),
        ("To receive an item with a cost of more than 2, a player must pay 100 coins.",
         ["Drum", "Lute"]),
    ],
)  # fmt: skip
def test_norms_about_what_is_made_are_asked_of_each_row(rule: str, offered: list[str]) -> None:
    assert buying(stalls(f"- {rule}\n\n{LUTE}", 20)) == offered


def test_a_permission_despite_other_rules_is_for_every_row() -> None:
    forbidden = "A ware with a cost of more than 2 cannot be bought."
    free = "Despite any other rule, a player may buy a new ware."
    weak, strong = stalls(f"- {forbidden}\n\n{LUTE}", 20), stalls(f"- {forbidden}\n", 20)
    made = Table(
        BOOK.replace("At any time, a player may buy a new ware.", f"{free} {forbidden}"),
        ann={"coin": 20},
        bob={},
    )
    made.begin_turn("ann")

    assert buying(weak) == ["Drum", "Lute"]
    assert buying(strong) == ["Drum"]
    assert buying(made) == ["Drum", "Flute"]
    made.choose("ann", "Flute")
    assert made.cards("ann", "shelf") == ["Flute"]


def test_an_effect_offers_the_rows_that_can_be_made() -> None:
    made = stalls(
        "- When a player claps, they buy a new ware.\n"
        f"- A ware with a cost of 2 cannot be bought.\n\n{LUTE}",
    )

    made.choose("ann", "clap")

    assert made.options("ann") == ["Lute", "Horn"]


def test_chance_makes_only_what_can_be_made() -> None:
    made = stalls(
        "- When a player claps, they receive a random ware.\n- Only a Horn can be received.\n\n"
        + LUTE
    )

    made.choose("ann", "clap")

    assert made.cards("ann", "shelf") == ["Horn"]


def test_what_cannot_be_created_is_not_created_by_name() -> None:
    made = stalls(
        "- When a player claps, they create a Drum in their shelf and create a Flute in their "
        "shelf.\n- A ware with a cost of 2 cannot be created.\n"
    )

    made.choose("ann", "clap")

    assert made.cards("ann", "shelf") == ["Flute"]


def test_a_row_of_a_collection_is_resolved_without_being_anywhere() -> None:
    made = stalls()

    made.choose("ann", "spin")

    assert (made.count("ann", "coin"), made.cards("ann", "shelf")) == (7, [])


CLASSES = """# Press {#press}

## Words {#words}

- A card class is a kind of rule. Each card has a card class.
- Each card class has a quota and a stock. A card class can be short.
- To clap is to gain 1 point. Each player may clap.

## Rules {#rules}

- The stock of a card class is the number of cards of that card class.
- A card class is short if its stock is less than its quota.
- When a player claps, that player chooses a short card class. Create a new card of the chosen card class in the hand of that player.

The cards are:

| Name | Quota | Count |
|---|---|---|
| Sheet | 3 | 1 |
| Stamp | 1 | 1 |
| Seal | 2 | 1 |
"""


def test_a_new_card_of_a_class_is_what_the_others_of_that_class_are() -> None:
    made = Table(CLASSES, ann={}, bob={})
    assert made.match.rules.unrunnable == []
    made.begin_turn("ann")

    made.choose("ann", "clap")
    offered = made.options("ann")
    made.choose("ann", "Seal class")

    assert offered == ["Sheet class", "Seal class"]
    assert made.cards("ann", "hand") == ["Seal"]


def test_a_class_that_has_as_many_cards_as_it_should_is_not_short() -> None:
    made = Table(CLASSES, ann={}, bob={})
    made.begin_turn("ann")

    made.choose("ann", "clap", "Seal class")
    made.choose("ann", "clap")

    assert made.cards("ann", "hand") == ["Seal", "Sheet"]


@pytest.mark.parametrize("name", ['the card class "Seal"', 'a card class named "Seal"'])
@pytest.mark.parametrize(("quota", "told"), [(2, 1), (3, 0)])
def test_a_card_class_goes_by_the_name_of_its_cards(name: str, quota: int, told: int) -> None:
    made = Table(
        "# Shop {#shop}\n\n## Rules {#rules}\n\n- Chips are counters.\n"
        "- A card class is a kind of rule. Each card has a card class. Each card class has a quota.\n"
        "- To clap is to gain 1 point. Each player may clap.\n"
        f"- When a player claps, if the quota of {name} is {quota}, that player gains 1 chip.\n\n"
        "The cards are:\n\n| Name | Quota |\n|---|---|\n| Sheet | 3 |\n| Seal | 2 |\n",
        ann={},
        bob={},
    )
    assert made.match.rules.unrunnable == []
    made.begin_turn("ann")

    made.choose("ann", "clap")

    assert made.count("ann", "chip") == told


BUDGET = """# Till {#till}

## Rules {#rules}

- A card class is a kind of rule. Each card has a card class. Chips are counters.
- Each card class has a quota and a budgeted quota. Each card has any number of modifiers.
- A shelf is a place. Each player has a hand and a shelf. The budgeted quota of a card class is 3.
- To clap is to gain 1 point. Each player may clap.
- When a player claps, they gain chips equal to the quota of the card class "Seal".
- When a player claps, they gain 100 chips if the quota of the card class "Sheet" is 3.

The modifiers are:

| Name | Text |
|---|---|
| Budgeted | The quota of this card's card class is the budgeted quota of that card class. |

The cards are:

| Name | Quota | Modifiers | Count |
|---|---|---|---|
| Sheet | 7 | | 1 |
| Seal | 5 | Budgeted | 1 |
"""


@pytest.mark.parametrize("place", ["hand", "shelf"])
def test_what_a_card_says_of_its_class_counts_wherever_the_card_is(place: str) -> None:
    made = Table(BUDGET, ann={}, bob={place: ["Sheet", "Seal"]})
    assert made.match.rules.unrunnable == []
    made.begin_turn("ann")

    made.choose("ann", "clap")

    assert made.count("ann", "chip") == 3


def test_draws_that_are_promised_are_counted_one_by_one() -> None:
    made = Table(
        "# Orders {#orders}\n\n## Rules {#rules}\n\n- Pending draws are counters.\n"
        "- To draw a card is to gain 1 pending draw. To ask is to draw a card.\n"
        "- To clap is to gain points equal to the number of cards you drew this month.\n"
        "- Each player may ask. Each player may clap.\n",
        ann={},
        bob={},
    )
    assert made.match.rules.unrunnable == []
    made.begin_turn("ann")

    made.choose("ann", "ask", "ask", "clap")
    made.choose("bob", "clap")

    assert (made.count("ann", "point"), made.count("bob", "point")) == (2, 0)


# ---- what is not made ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "shelf", "points"),
    [
        ("A ware with a cost of 2 cannot be created.", [], 1),
        ("A player cannot create a Drum.", [], 1),
        ("A Drum cannot enter a shelf.", [], 1),
        ("If a Drum would be created, each player gains 7 points instead.", [], 8),
        ("If a Drum would enter a shelf, each player gains 7 points instead.", [], 8),
        ("A player cannot create a Flute.", ["Drum"], 3),
        ("If a Flute would enter a shelf, each player gains 7 points instead.", ["Drum"], 3),
    ],
)
def test_what_was_not_created_is_nothing_that_later_words_can_mean(
    rule: str, shelf: list[str], points: int
) -> None:
    made = stalls(
        "- When a player claps, they create a Drum in their shelf. They gain points equal to its "
        f"cost.\n- {rule}\n"
    )

    made.choose("ann", "clap")

    assert made.cards("ann", "shelf") == shelf
    assert made.count("ann", "point") == points


@pytest.mark.parametrize(
    "rule",
    [
        "A ware with a cost of 2 cannot be created.",
        "A Drum cannot enter a shelf.",
        "A player cannot buy a Drum.",
    ],
)
@pytest.mark.parametrize(
    ("effect", "left"), [("create 2 {}s in their shelf", 2), ("buy a new {}", 1)]
)
def test_a_forbidden_act_leaves_no_thing_behind(effect: str, left: int, rule: str) -> None:
    done = "buy" in effect or "buy" not in rule
    made = stalls(f"- When a player claps, they {effect.format('Drum')}.\n- {rule}\n", coins=9)
    other = stalls(f"- When a player claps, they {effect.format('Flute')}.\n- {rule}\n", coins=9)
    before = len(made.state.species)

    made.choose("ann", "clap")
    other.choose("ann", "clap")

    assert len(made.state.species) == before + (0 if done else left)
    assert len(other.state.species) == before + left


def test_each_of_several_new_things_is_replaced_by_itself() -> None:
    made = stalls(
        "- When a player claps, they create 2 Drums in their shelf and create a Flute in their "
        "shelf.\n- If a Drum would be created, each player gains 7 points instead.\n"
    )

    made.choose("ann", "clap")

    assert made.cards("ann", "shelf") == ["Flute"]
    assert made.count("ann", "point") == 15


# ---- copies and classes, judged before -----------------------------------------------------------

COPYING = [
    ("The prize is 2.", ["Daisy", "Nettle", "Rose"]),
    ("A player cannot create a weed.", ["Daisy", "Rose"]),
    ("Only flowers can be created.", ["Daisy", "Rose"]),
    ("A Rose cannot enter the shed.", ["Daisy", "Nettle"]),
    ("A player cannot create a Rose in the shed.", ["Daisy", "Nettle"]),
    ("A player cannot create a Rose in the deck.", ["Daisy", "Nettle", "Rose"]),
    ("To create a Rose, a player must pay 2 coins.", ["Daisy", "Nettle"]),
    ("A player cannot create a copy.", []),
    ("Cards cannot enter the shed.", []),
]


@pytest.mark.parametrize(("rule", "offered"), COPYING)
def test_rules_about_a_copy_are_asked_before_it_is_offered(rule: str, offered: list[str]) -> None:
    made = lay(
        "The player at turn may create a copy of a card in their bed in the shed.", rule,
        ann={"bed": ["Daisy", "Nettle", "Rose"], "coin": 1},
    )  # fmt: skip
    copying = [text for text in made.options("ann") if text.startswith("create")]
    if copying:
        made.choose("ann", copying[0])

    assert (made.options("ann") if copying else []) == offered


@pytest.mark.parametrize(("rule", "offered"), COPYING)
def test_an_effect_offers_what_may_be_copied(rule: str, offered: list[str]) -> None:
    made = lay(
        rule, tricks={"Dup": "Create a copy of a card in your bed in the shed. Draw a card."},
        ann={"hand": ["Dup"], "bed": ["Daisy", "Nettle", "Rose"], "coin": 1},
    )  # fmt: skip

    made.play("ann", "Dup")

    assert [text for text in made.options("ann") if not made.quiet] == offered


def test_a_copy_has_its_price() -> None:
    made = lay(
        "To create a Rose, a player must pay 1 coin.",
        tricks={"Dup": "Create a copy of a card in your bed in the shed."},
        ann={"hand": ["Dup", "Dup"], "bed": ["Daisy", "Rose"], "coin": 1},
    )

    made.choose("ann", "play Dup", "Rose")
    made.choose("ann", "play Dup")

    assert made.cards("", "shed") == ["Rose", "Daisy"]
    assert made.count("ann", "coin") == 0


@pytest.mark.parametrize(
    ("rule", "offered"),
    [
        ("A player cannot create a Seal.", False),
        ("To create a Seal, a player must pay 1 chip.", False),
        ("Only Stamps can be created.", False),
        ("A player cannot create a Stamp.", True),
        ("To create a Stamp, a player must pay 1 chip.", True),
    ],
)
def test_rules_about_a_card_of_a_class_are_asked_before_it_is_offered(
    rule: str, offered: bool
) -> None:
    book = CLASSES.replace("- When a player claps", "- Chips are counters. When a player naps")
    book = book.replace(
        "## Rules {#rules}\n",
        "## Rules {#rules}\n\n- To nap is to gain 1 point.\n- Each player may create a new card of "
        f'the card class "Seal" in their hand.\n- {rule}\n',
    )
    made = Table(book, ann={}, bob={})
    assert made.match.rules.unrunnable == []
    made.begin_turn("ann")

    assert any(text.startswith("create") for text in made.options("ann")) == offered


@pytest.mark.parametrize("where", ["on", "onto"])
def test_a_copy_goes_where_it_is_said_to_go(where: str) -> None:
    made = lay(
        tricks={
            "Dup": f"Choose a card in your bed. Create a copy of that card {where} the discard pile. "
            "Put that copy below the chosen card."
        },
        ann={"hand": ["Dup"], "bed": ["Daisy", "Nettle"]},
        common={"shed": ["Rose"]},
    )
    made.choose("ann", "play Dup", "Nettle")
    assert made.cards("ann", "bed") == ["Daisy", "Nettle", "Nettle"]
    assert "ann creates Nettle on the discard pile" in [event.text for event in made.events]


def test_a_copy_beside_a_card_is_created_first_and_then_put_there() -> None:
    text = "Choose a card in your bed. Create a copy of that card above that card."

    with pytest.raises(AssertionError, match="create it, then put it where it belongs"):
        lay(tricks={"Dup": text})
