"""Modifiers: words that sit on cards with their parameters, gained and lost; collections, relations."""

from __future__ import annotations

import pytest
from garden import because, garden, lay, seeds

import deckmastor as dm

TABLE = """| Name | Where | Text |
|---|---|---|
| Sweet | | When this card is played, each player gains 1 seed. |
| Rich [X] | X is a number | When this card is played, each player gains X seeds. |
| Toll [X] | X is a number at least 1 | To play this card, a player must pay X coins. |
| Bound | | This card cannot be discarded. |
| Tall [X] | X is a number | The height of this card is X more. |
| Giant [X] | X is a number | The height of this card is X. |
| Tinted [C] | C is a colour | This card has the C colour. |
| Kept [K] | K is a kind of player | Only a K may play this card. |
| Twin [C] | C is a colour | This card counts as 2 cards if it has the C colour. |
| Shy [K] | K is a kind of card | This card cannot be discarded if there is a K in the shed. |
"""


def played(mods, **ann):
    """A table on which ann has played a trick with these modifiers."""
    table = lay(tricks={"Deed": f"{mods}::"}, modifiers=TABLE, ann={"hand": ["Deed"], **ann})
    table.play("ann", "Deed")
    while not table.quiet:
        table.choose("ann", table.options("ann")[0])
    return table


@pytest.mark.parametrize(
    ("mods", "expected"),
    [
        ("", 0),
        ("Sweet", 1),
        ("Sweet; Sweet", 2),
        ("Rich 3", 3),
        ("Rich 3; Rich 2", 5),
        ("Rich 3; Sweet", 4),
        ("Rich 0", 0),
        ("Bound", 0),
    ],
)
def test_each_instance_acts_on_its_own_and_they_add_up(mods, expected):
    table = played(mods)

    assert seeds(table) == [expected, expected]


def test_a_modifier_is_cited_by_its_own_text():
    table = played("Sweet")

    assert because(table, "gain") == ["When this card is played, each player gains 1 seed."] * 2


@pytest.mark.parametrize(
    ("mods", "coins", "open_", "left"),
    [
        ("Toll 2", 1, False, 1),
        ("Toll 2", 2, True, 0),
        ("Toll 2; Toll 1", 3, True, 0),
        ("", 1, True, 1),
    ],
)
def test_a_price_by_a_modifier(mods, coins, open_, left):
    table = lay(
        tricks={"Deed": f"{mods}::"}, modifiers=TABLE, ann={"hand": ["Deed"], "coin": coins}
    )

    there = "play Deed" in table.options("ann")
    if there:
        table.play("ann", "Deed")

    assert there is open_
    assert table.count("ann", "coin") == left


@pytest.mark.parametrize(
    ("mods", "expected"),
    [
        ("", 1),
        ("Tall 2", 3),
        ("Tall 2; Tall 3", 6),
        ("Giant 7", 7),
        ("Giant 7; Giant 4", 4),
        ("Giant 7; Tall 1", 8),
    ],
)
def test_heights_by_modifiers_add_up_or_the_last_counts(mods, expected):
    table = lay(
        tricks={"Deed": "Gain seeds equal to the total height of the cards in your bed."},
        tools={"Pole": f"{mods}::"},
        modifiers=TABLE,
        ann={"bed": ["Pole"]},
    )

    table.perform("ann", "Deed")

    assert table.count("ann", "seed") == expected


def test_a_member_of_a_set_as_a_parameter():
    table = lay(
        tricks={"Deed": "Gain 1 seed for each blue card in your bed."},
        tools={"Pole": "Tinted blue::", "Post": "Tinted red::"},
        modifiers=TABLE,
        ann={"bed": ["Pole", "Post"]},
    )

    table.perform("ann", "Deed")

    assert table.count("ann", "seed") == 1


# ---- gained and lost --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Choose a trick in your hand. That card gains the Sweet modifier.", 1),
        ("Choose a trick in your hand. That card gains the Rich 4 modifier.", 4),
        (
            "Choose a trick in your hand. That card gains the Sweet modifier. That card gains the Sweet modifier.",
            2,
        ),
        (
            "Choose a trick in your hand. That card gains the Sweet modifier. That card loses the Sweet modifier.",
            0,
        ),
        ("Choose a trick in your hand. That card loses the Sweet modifier.", 0),
    ],
)
def test_a_modifier_is_gained_and_lost(text, expected):
    table = lay(tricks={"Deed": text, "Play": ""}, modifiers=TABLE, ann={"hand": ["Play"]})

    table.perform("ann", "Deed")
    table.play("ann", "Play")

    assert table.count("ann", "seed") == expected


def test_a_lost_modifier_says_no_more():
    table = lay(
        tricks={
            "Deed": "Choose a tool in your hand. That card loses the Bound modifier.",
            "Drop": "Discard a card.",
        },
        tools={"Pole": "Bound::"},
        modifiers=TABLE,
        ann={"hand": ["Pole"]},
    )

    table.perform("ann", "Drop")
    before = table.cards("ann", "hand")
    table.perform("ann", "Deed")
    table.perform("ann", "Drop")

    assert before == ["Pole"]
    assert table.cards("ann", "hand") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Gain 1 seed for each card in your bed with the Bound modifier.", 1),
        ("Gain 1 seed for each Bound card in your bed.", 1),
        ("Gain 1 seed for each card in your bed without the Bound modifier.", 1),
        ("Gain 1 seed for each card in your bed with the Tall 2 modifier.", 1),
        ("Gain 1 seed for each card in your bed with the Tall 3 modifier.", 0),
    ],
)
def test_a_modifier_is_asked_for(text, expected):
    table = lay(
        tricks={"Deed": text},
        tools={"Pole": "Bound; Tall 2::", "Post": ""},
        modifiers=TABLE,
        ann={"bed": ["Pole", "Post"]},
    )

    table.perform("ann", "Deed")

    assert table.count("ann", "seed") == expected


def test_to_gain_a_modifier_is_an_event():
    table = lay(
        "When a card gains the Sweet modifier, each player gains 1 coin.",
        tricks={
            "Deed": "Choose a card in your hand. That card gains the Sweet modifier. That card gains the Bound modifier."
        },
        modifiers=TABLE,
        ann={"hand": ["Rose"]},
    )

    table.perform("ann", "Deed")

    assert table.count("ann", "coin") == 1


def test_a_modifier_counts_where_a_text_counts():
    table = lay(
        "A player may discard a card.",
        tools={"Pole": "Bound::"},
        modifiers=TABLE,
        ann={"hand": ["Pole", "Rose"]},
    )

    assert "discard Rose" in table.options("ann")
    assert "discard Pole" not in table.options("ann")


@pytest.mark.parametrize(("shed", "left"), [(["Rose"], ["Pole"]), (["Nettle"], [])])
def test_a_kind_of_card_as_a_parameter(shed, left):
    table = lay(
        tricks={"Drop": "Discard a card."},
        tools={"Pole": "Shy flower::"},
        modifiers=TABLE,
        ann={"hand": ["Pole"]},
        common={"shed": shed},
    )

    table.perform("ann", "Drop")

    assert table.cards("ann", "hand") == left


@pytest.mark.parametrize(
    ("kind", "shed", "left"),
    [
        ("red flower", ["Rose"], ["Pole"]),
        ("red flower", ["Daisy"], []),
        ("red flower", ["Nettle"], []),
        ("printed red tulip", ["Tulip"], ["Pole"]),
        ("printed red tulip", ["Rose"], []),
        ("wilted card", ["Rose"], []),
    ],
)
def test_a_kind_with_a_status_before_it_as_a_parameter_loses_no_word(kind, shed, left):
    table = lay(
        tricks={"Drop": "Discard a card."},
        tools={"Pole": f"Shy {kind}::"},
        modifiers=TABLE,
        ann={"hand": ["Pole"]},
        common={"shed": shed},
    )

    table.perform("ann", "Drop")

    assert table.cards("ann", "hand") == left


def test_a_kind_of_two_words_is_a_parameter_of_its_own():
    table = lay(
        "Red tulips are kinds of tulip.",
        tricks={"Drop": "Discard a card."},
        tools={"Pole": "Shy red tulip::"},
        modifiers=TABLE,
        ann={"hand": ["Pole"]},
        common={"shed": ["Tulip"]},
    )

    table.perform("ann", "Drop")

    assert table.cards("ann", "hand") == []


def test_a_card_can_gain_a_word_with_a_described_kind():
    table = lay(
        tricks={
            "Grant": "Choose a tool. That card gains the Shy wilted flower modifier.",
            "Drop": "Discard a card.",
            "Dry": "Each flower in the shed becomes wilted.",
        },
        tools={"Pole": ""},
        modifiers=TABLE,
        ann={"hand": ["Pole"]},
        common={"shed": ["Rose"]},
    )

    table.perform("ann", "Grant")
    table.perform("ann", "Dry")
    table.perform("ann", "Drop")

    assert table.cards("ann", "hand") == ["Pole"]


@pytest.mark.parametrize("word", ["Rich X", "Shy K"])
def test_a_word_whose_parameter_is_not_fixed_is_refused(word):
    text = f"When this card is played, it gains the {word} modifier."
    where = "X is a number" if "X" in word else "K is a kind of card"
    table = TABLE + f"| Odd [{word[-1]}] | {where} | {text} |\n"

    rules = dm.read(garden(modifiers=table)).rules(2)

    assert rules.unrunnable == [(text, "a parameter of a word that is not fixed")]


# ---- collections and relations ----------------------------------------------------------------

COMMON = """## Luck {#luck}

The Common collection is:

| Name | Weight |
|---|---|
| Sweet | 3 |
| Bound | 1 |

"""


@pytest.mark.parametrize(("draw", "expected"), [(1, 1), (3, 1), (4, 0)])
def test_a_random_modifier_comes_by_its_weight(draw, expected):
    table = lay(
        tricks={
            "Deed": "Choose a trick in your hand. That card gains a random modifier from the Common collection.",
            "Play": "",
        },
        modifiers=TABLE + "\n" + COMMON,
        ann={"hand": ["Play"]},
    )

    table.fate(draw)
    table.perform("ann", "Deed")
    table.play("ann", "Play")

    assert table.count("ann", "seed") == expected


OPPOSITE = """## Colours {#colours}

Opposite colours are:

| Colour | Colour |
|---|---|
| red | blue |

"""


@pytest.mark.parametrize(
    ("top", "expected"),
    [("Rose", 1), ("Daisy", 0), ("Tulip", 1), ("Nettle", 0)],
)
def test_a_relation_holds_for_the_pairs_of_its_table(top, expected):
    table = lay(
        tricks={
            "Deed": "If this card has a colour opposite to a colour of the top card of the shed, gain 1 seed."
        },
        tools={"Sky": ""},
        modifiers=TABLE + "\n" + OPPOSITE,
        common={"shed": [top]},
    )

    table.perform("ann", "Deed")
    plain = table.count("ann", "seed")
    table = lay(
        "The player at turn may discard a card if it has a colour opposite to a colour of the top card of the shed.",
        tools={"Sky": "Tinted blue::"},
        modifiers=TABLE + "\n" + OPPOSITE,
        common={"shed": [top]},
        ann={"hand": ["Sky", "Rose", "Nettle"]},
    )

    assert plain == 0
    assert ("discard Sky" in table.options("ann")) == bool(expected)
    assert "discard Nettle" not in table.options("ann")
