"""Facts: values, statuses, families, sets and weights that hold as long as a sentence says so."""

from __future__ import annotations

import pytest
from garden import lay, seeds

PAY = "Gain seeds equal to the prize."


# ---- values -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (["The prize is 3."], 3),
        (["The prize is 3.", "The prize is 2 more."], 5),
        (["The prize is 3.", "The prize is 2 less."], 1),
        (["The prize is 3.", "The prize is 2 more.", "The prize is 1 more."], 6),
        (["The prize is 2 more.", "The prize is 3."], 5),
        (["The prize is 3.", "The prize is 5."], 5),
        (["The fee is 4.", "The prize is 1 more than the fee."], 5),
        (["The fee is 4.", "The prize is the fee."], 4),
        (["The prize is `=2 * 3 + 1`."], 7),
        (["The prize is 3.", "The prize is 6 if there are more than 5 players."], 3),
        (["The prize is 3.", "The prize is 6 if there are at least 2 players."], 6),
        (["The prize is 3.", "The prize is 6 unless there are at least 2 players."], 3),
        (["The prize is the number of cards in the deck."], 8),
        (["The prize is twice the number of players."], 4),
    ],
)
def test_a_value(rules, expected):
    table = lay(*rules, tricks={"Deed": PAY})

    table.perform("ann", "Deed")

    assert table.count("ann", "seed") == expected


def test_a_condition_of_a_value_is_looked_at_whenever_the_value_is_read():
    table = lay(
        "The prize is 1.",
        "The prize is 5 if the shed is empty.",
        tricks={"Deed": PAY, "Fill": "Move the top card of the deck to the shed."},
    )

    table.perform("ann", "Deed")
    table.perform("ann", "Fill")
    table.perform("ann", "Deed")

    assert table.count("ann", "seed") == 6


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (["Each player's hand limit is 4."], [4, 4]),
        (["The hand limit of a player is 4.", "The hand limit of a tired player is 2."], [2, 4]),
        (["Each player's hand limit is 4.", "The hand limit of a tired player is 1 less."], [3, 4]),
        (["Each player's hand limit is 4.", "The hand limit of a tired player is 1 more."], [5, 4]),
        (
            [
                "Each player's hand limit is 4.",
                "The hand limit of a player is the number of cards in their hand.",
            ],
            [1, 2],
        ),
    ],
)
def test_a_value_of_each_owner(rules, expected):
    table = lay(
        *rules,
        "When a player has at least 99 coins, they become tired.",
        tricks={"Deed": "Each player gains seeds equal to their hand limit."},
        ann={"tired": 1, "hand": ["Rose"]},
        bob={"hand": ["Rose", "Rose"]},
    )

    table.perform("ann", "Deed")

    assert seeds(table) == expected


@pytest.mark.parametrize(
    ("text", "there", "gone"),
    [("The prize is 2 more.", 5, 3), ("The prize is 7.", 7, 3), ("The prize is 1 less.", 2, 3)],
)
def test_a_fact_on_a_card_ends_with_the_card(text, there, gone):
    table = lay(
        "The prize is 3.",
        tricks={"Deed": PAY, "Clear": "Uproot a tool."},
        tools={"Crown": text},
        ann={"bed": ["Crown"]},
    )

    table.perform("ann", "Deed")
    first = table.count("ann", "seed")
    table.perform("ann", "Clear")
    table.perform("ann", "Deed")

    assert first == there
    assert table.count("ann", "seed") - first == gone


def test_two_copies_of_a_card_add_up():
    table = lay(
        "The prize is 3.",
        tricks={"Deed": PAY},
        tools={"Crown": "The prize is 2 more."},
        ann={"bed": ["Crown", "Crown"]},
    )

    table.perform("ann", "Deed")

    assert table.count("ann", "seed") == 7


def test_your_value_is_that_of_the_holder():
    table = lay(
        "Each player's hand limit is 4.",
        tricks={"Deed": "Each player gains seeds equal to their hand limit."},
        tools={"Bag": "Your hand limit is 2 more."},
        bob={"bed": ["Bag"]},
    )

    table.perform("ann", "Deed")

    assert seeds(table) == [4, 6]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Each player gains seeds equal to their hand limit.", [4, 6]),
        ("Each player gains seeds equal to the hand limit.", [4, 4]),
        ("Each player gains seeds equal to the hand limit of the next player.", [6, 4]),
        ("Each player gains seeds equal to the hand limit of the player at turn.", [4, 4]),
    ],
)
def test_a_value_of_the_game_can_be_another_for_one_player(text, expected):
    table = lay(
        "The hand limit is 4.",
        tricks={"Deed": text},
        tools={"Bag": "Your hand limit is 6."},
        bob={"bed": ["Bag"]},
    )

    table.perform("ann", "Deed")

    assert seeds(table) == expected


def test_a_value_can_be_another_for_one_player_for_a_time():
    table = lay(
        "The hand limit is 4.",
        tricks={
            "Deed": "Until the end of the turn, your hand limit is 1 more.",
            "Pay": "Each player gains seeds equal to their hand limit.",
        },
    )

    table.perform("ann", "Deed")
    table.perform("ann", "Pay")
    first = seeds(table)
    table.choose("ann", "pass")
    table.perform("bob", "Pay")

    assert first == [5, 4]
    assert seeds(table) == [9, 8]


def test_a_card_beats_a_rule_whatever_came_later():
    table = lay(
        "The prize is 3.",
        tricks={"Deed": PAY},
        tools={"Crown": "The prize is 9."},
        ann={"bed": ["Crown"]},
    )

    table.perform("ann", "Deed")

    assert table.count("ann", "seed") == 9


def test_a_value_that_an_act_sets_begins_with_what_the_rule_says():
    table = lay("The prize is 3.", tricks={"Deed": PAY, "Raise": "The prize becomes 8."})

    table.perform("ann", "Deed")
    table.perform("ann", "Raise")
    table.perform("ann", "Deed")

    assert table.count("ann", "seed") == 11


def test_an_act_sets_what_a_fact_adds_to():
    table = lay(
        "The prize is 3.",
        "The prize is 1 more.",
        tricks={"Deed": PAY, "Raise": "The prize increases by 2."},
    )

    table.perform("ann", "Raise")
    table.perform("ann", "Deed")

    assert table.count("ann", "seed") == 6


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        (
            "The height of each flower is 2 more.",
            "Gain seeds equal to the total height of the cards in your bed.",
            9,
        ),
        (
            "The height of a Rose is 5.",
            "Gain seeds equal to the total height of the cards in your bed.",
            9,
        ),
        (
            "The height of each flower is 2 more.",
            "Choose a flower in your bed. Gain seeds equal to its printed height.",
            3,
        ),
        (
            "Each weed has no height.",
            "Gain seeds equal to the total height of the cards in your bed.",
            3,
        ),
    ],
)
def test_a_property_by_a_fact(rule, text, expected):
    table = lay(rule, tricks={"Deed": text}, ann={"bed": ["Rose", "Nettle"]})

    table.perform("ann", "Deed")

    assert table.count("ann", "seed") == expected


# ---- statuses ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "ann", "expected"),
    [
        ("A player is tired if they have no coins.", {}, 1),
        ("A player is tired if they have no coins.", {"coin": 1}, 0),
        ("A player is tired unless they have a card in their hand.", {}, 1),
        ("A player is tired unless they have a card in their hand.", {"hand": ["Rose"]}, 0),
        ("Each player is tired.", {}, 1),
        ("A player is tired while they have at least 2 coins.", {"coin": 2}, 1),
        ("While a player has at least 2 coins, they are tired.", {"coin": 2}, 1),
        ("While a player has at least 2 coins, they are tired.", {"coin": 1}, 0),
        (
            "A player is lucky if they have at least 2 coins. A player is tired if they are lucky.",
            {"coin": 2},
            1,
        ),
    ],
)
def test_a_status_by_a_fact(rule, ann, expected):
    table = lay(rule, tricks={"Deed": "If you are tired, gain 1 seed."}, ann=ann)

    table.perform("ann", "Deed")

    assert table.count("ann", "seed") == expected


def test_a_status_by_an_act_stays_and_one_by_a_fact_does_not():
    table = lay(
        "A player is muddy if they have a tool in their bed.",
        tricks={
            "Deed": "You become tired.",
            "Clear": "Uproot a tool.",
            "Count": "If you are tired, gain 1 seed. If you are muddy, gain 10 seeds.",
        },
        tools={"Hose": ""},
        ann={"bed": ["Hose"]},
    )

    table.perform("ann", "Deed")
    table.perform("ann", "Count")
    table.perform("ann", "Clear")
    table.perform("ann", "Count")

    assert table.count("ann", "seed") == 12


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        ("Cards in the shed are wilted.", "Gain 1 seed for each wilted card in the shed.", 2),
        ("Flowers in the shed are wilted.", "Gain 1 seed for each wilted card in the shed.", 1),
        (
            "Cards in the shed are wilted and blue.",
            "Gain 1 seed for each blue card in the shed.",
            2,
        ),
        ("Cards in the shed are blue.", "Gain 1 seed for each red card in the shed.", 1),
        (
            "Each flower in the shed has no colours.",
            "Gain 1 seed for each red card in the shed.",
            0,
        ),
        (
            "A weed is wilted if its height is at least 4.",
            "Gain 1 seed for each wilted card in the shed.",
            1,
        ),
        ("A card in the shed is not red.", "Gain 1 seed for each red card in the shed.", 0),
    ],
)
def test_statuses_and_members_of_cards(rule, text, expected):
    table = lay(rule, tricks={"Deed": text}, common={"shed": ["Rose", "Nettle"]})

    table.perform("ann", "Deed")

    assert table.count("ann", "seed") == expected


# ---- families and kinds -----------------------------------------------------------------------

FLOWERS = "Gain 1 seed for each flower in the shed."
WEEDS = "Gain 1 seed for each weed in the shed."


def counted(rule: str, text: str) -> int:
    """The seeds that a text gives where a Rose, a Tulip and a Nettle lie in the shed."""
    table = lay(rule, tricks={"Deed": text}, common={"shed": ["Rose", "Tulip", "Nettle"]})
    table.perform("ann", "Deed")
    return table.count("ann", "seed")


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        ("Each flower in the shed is a weed.", FLOWERS, 0),
        ("Each flower in the shed is a weed.", WEEDS, 3),
        (
            "Each flower in the shed is a weed.",
            "Gain 1 seed for each printed flower in the shed.",
            2,
        ),
        ("Each tulip in the shed is a weed.", FLOWERS, 1),
        ("Each tulip in the shed is a weed.", WEEDS, 2),
        ("Each weed is a flower.", FLOWERS, 3),
        ("Each card in the shed is a flower.", FLOWERS, 3),
        ("Each tulip in the shed is a weed.", "Gain 1 seed for each tulip in the shed.", 0),
        ("Each weed in the shed is a tulip.", "Gain 1 seed for each tulip in the shed.", 2),
        ("Each weed in the shed is a tulip.", FLOWERS, 3),
        ("Each flower in the shed is a trick.", "Gain 1 seed for each trick in the shed.", 2),
        ("Each flower in the shed is a trick.", FLOWERS, 2),
    ],
)
def test_being_something_else_by_a_fact(rule, text, expected):
    assert counted(rule, text) == expected


def test_to_become_a_member_of_a_family_ends_being_the_other():
    table = lay(
        tricks={
            "Deed": "Choose a card in your bed. That card becomes a weed.",
            "Count": "Gain 1 seed for each flower in your bed. Gain 10 seeds for each weed in your bed.",
        },
        ann={"bed": ["Rose"]},
    )

    table.perform("ann", "Deed")
    table.perform("ann", "Count")

    assert table.count("ann", "seed") == 10


def test_of_two_facts_about_a_family_the_later_wins():
    table = lay(
        "Each Rose is a weed.",
        "Each Rose is a flower.",
        tricks={"Deed": FLOWERS},
        common={"shed": ["Rose"]},
    )

    table.perform("ann", "Deed")

    assert table.count("ann", "seed") == 1


# ---- counting as, having no text --------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        ("A Rose counts as 2 flowers.", FLOWERS, 3),
        ("A Rose counts as 2 flowers.", "Gain 1 seed for each card in the shed.", 3),
        ("A Rose counts as 2 cards.", "Gain 1 seed for each card in the shed.", 4),
        ("A Rose counts as 0 flowers.", FLOWERS, 1),
        ("A Rose counts as 2 flowers if the deck is empty.", FLOWERS, 2),
    ],
)
def test_counting_as_several(rule, text, expected):
    assert counted(rule, text) == expected


def test_a_card_that_counts_as_several_stays_one_thing():
    table = lay(
        "A Rose counts as 2 cards.",
        tricks={"Deed": "Discard 2 cards."},
        ann={"hand": ["Rose", "Rose", "Daisy"]},
    )

    table.perform("ann", "Deed")
    table.choose("ann", "Rose", "Rose")

    assert table.cards("ann", "hand") == ["Daisy"]


def test_a_card_that_has_no_text_says_nothing():
    table = lay(
        "A tool in a bed has no text if its holder is tired.",
        "When a player passes, they become tired.",
        tricks={"Deed": "Draw a card."},
        tools={"Bell": "When a player draws a card, gain 1 seed."},
        ann={"bed": ["Bell"], "tired": 1},
        bob={"bed": ["Bell"]},
    )

    table.perform("ann", "Deed")

    assert seeds(table) == [0, 1]


@pytest.mark.parametrize(
    ("wishes", "happy"),
    [("Rose, Tulip", 1), ("tulip and ROSE", 1), ("Rosemary", 0), ("nothing", 0)],
)
def test_a_text_contains_a_name_if_its_words_stand_in_it(wishes: str, happy: int) -> None:
    table = lay(
        f'The wish list is "{wishes}".',
        "A card is wilted if the wish list does not contain its name.",
        tricks={"Look": "If a card in your bed is not wilted, gain 1 seed."},
        ann={"hand": ["Look"], "bed": ["Rose"]},
    )

    table.choose("ann", "play Look")

    assert seeds(table) == [happy, 0]


# ---- cards without a part of their text ---------------------------------------------------------

LOUD = {
    "Bell": "When this card is uprooted, gain 1 seed.",
    "Gong": "When you have at least 2 coins, gain 1 seed.",
    "Post": "If this card would be uprooted, gain 1 coin instead.",
    "Horn": "At the beginning of your turn, gain 1 seed. Flowers in your bed cannot be uprooted.",
    "Hush": "Tools in your bed have no triggers.",
    "Calm": "Tools in your bed have no replacements.",
}


@pytest.mark.parametrize(("hush", "gained"), [([], 1), (["Hush"], 0), (["Calm"], 1)])
def test_a_card_without_triggers_is_not_set_off_by_events(hush: list[str], gained: int) -> None:
    table = lay(
        tools=LOUD,
        tricks={"Weed": "Uproot a Bell."},
        ann={"hand": ["Weed"], "bed": ["Bell", *hush]},
    )

    table.choose("ann", "play Weed")

    assert "Bell" not in table.cards("ann", "bed")
    assert seeds(table) == [gained, 0]


@pytest.mark.parametrize(("hush", "gained"), [([], 1), (["Hush"], 0)])
def test_a_card_without_triggers_is_not_set_off_by_states(hush: list[str], gained: int) -> None:
    table = lay(tools=LOUD, ann={"bed": ["Gong", *hush]})

    table.choose("ann", "rest", "rest")

    assert seeds(table) == [gained, 0]


@pytest.mark.parametrize(("hush", "gained"), [([], 1), (["Hush"], 0)])
def test_a_card_without_triggers_keeps_what_it_forbids(hush: list[str], gained: int) -> None:
    table = lay(
        tools=LOUD,
        tricks={"Weed": "Uproot a flower."},
        ann={"hand": ["Weed"], "bed": ["Horn", "Rose", *hush]},
    )

    table.choose("ann", "play Weed")

    assert seeds(table) == [gained, 0]  # at the beginning of the turn
    assert "Rose" in table.cards("ann", "bed")


@pytest.mark.parametrize(("hush", "stays"), [([], True), (["Hush"], True), (["Calm"], False)])
def test_a_card_without_replacements_is_not_kept_by_them(hush: list[str], stays: bool) -> None:
    table = lay(
        tools=LOUD,
        tricks={"Weed": "Uproot a Post."},
        ann={"hand": ["Weed"], "bed": ["Post", *hush]},
    )

    table.choose("ann", "play Weed")

    assert ("Post" in table.cards("ann", "bed")) == stays


def test_a_modifier_keeps_its_triggers() -> None:
    table = lay(
        tools={"Bell": "Loud::", "Hush": LOUD["Hush"]},
        modifiers="| Name | Text |\n|---|---|\n| Loud | When this card is uprooted, gain 1 seed. |",
        tricks={"Weed": "Uproot a Bell."},
        ann={"hand": ["Weed"], "bed": ["Bell", "Hush"]},
    )

    table.choose("ann", "play Weed")

    assert seeds(table) == [1, 0]
