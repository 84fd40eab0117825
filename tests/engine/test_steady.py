"""What print decides: it is known beforehand, until a card or an effect says otherwise."""

from __future__ import annotations

import pytest
from garden import lay

from deckmastor.testing import Table

COUNT = "Gain 1 seed for each weed in your bed."
TURNED = {"Sign": "Each flower in your bed is a weed."}
TAKE = "Move a tool from your bed to the shed."
BED = ["Rose", "Daisy", "Nettle"]


def gained(table, player="ann"):
    """How many weeds somebody has in their bed."""
    before = table.count(player, "seed")
    table.perform(player, "Count")
    return table.count(player, "seed") - before


def test_a_card_changes_what_others_are_only_while_it_lies_there():
    table = lay(
        tricks={"Count": COUNT, "Take": TAKE},
        tools=TURNED,
        ann={"bed": [*BED, "Sign"]},
        bob={"bed": BED},
    )

    with_sign = (gained(table), gained(table, "bob"))
    table.perform("ann", "Take")

    assert with_sign == (3, 1)
    assert gained(table) == 1


def test_a_card_that_speaks_of_its_holder_leaves_other_beds_as_they_are():
    all_beds = "Gain 1 seed for each weed in a bed."
    table = lay(
        tricks={"Count": all_beds, "Take": TAKE},
        tools=TURNED,
        ann={"bed": [*BED, "Sign"]},
        bob={"bed": BED},
    )

    with_sign = gained(table, "bob")
    table.perform("ann", "Take")

    assert (with_sign, gained(table, "bob")) == (3 + 1, 1 + 1)


@pytest.mark.parametrize(
    ("deed", "ann", "weeds"),
    [
        ("Shuffle all cards in your bed into the deck.", ["Banner"], (3, 1)),
        ("Shuffle all tools in your bed into the deck.", ["Rose", "Banner"], (3, 1)),
        ("Remove all tools in your bed from the game.", ["Banner"], (3, 1)),
        ("Create a Banner in your bed.", [], (1, 3)),
        ("Draw a card.", [], (1, 1)),
    ],
)
def test_a_card_speaks_of_all_from_when_it_comes_until_it_goes(deed, ann, weeds):
    table = lay(
        tricks={"Count": COUNT, "Deed": deed},
        tools={"Banner": "Each flower is a weed."},
        ann={"bed": ann},
        bob={"bed": BED},
        deck=["Banner"],
    )

    before = gained(table, "bob")
    table.perform("ann", "Deed")

    assert (before, gained(table, "bob")) == weeds


def test_what_lies_where_texts_count_is_a_scene_that_forks_share_until_it_changes():
    table = lay(tricks={"Take": TAKE}, tools=TURNED, ann={"bed": ["Sign"], "hand": ["Rose"]})
    twin = table.match.fork()
    before = table.match.state.scene
    table.perform("ann", "Take")

    assert twin.state.scene == before != table.match.state.scene


def test_a_card_in_hand_changes_nothing():
    table = lay(tricks={"Count": COUNT}, tools=TURNED, ann={"bed": BED, "hand": ["Sign"]})

    assert gained(table) == 1


def test_an_effect_changes_what_cards_are_until_it_ends():
    turn = "Until the end of the turn, each flower in your bed is a weed."
    table = lay(tricks={"Count": COUNT, "Turn": turn}, ann={"bed": BED})

    before = gained(table)
    table.perform("ann", "Turn")
    within = gained(table)
    table.choose("ann", "pass")

    assert (before, within, gained(table)) == (1, 3, 1)


def test_of_two_states_of_one_game_each_is_asked_for_itself():
    table = lay(tricks={"Count": COUNT, "Take": TAKE}, tools=TURNED, ann={"bed": [*BED, "Sign"]})
    left = table.match.fork()
    table.perform("ann", "Take")
    right, found = table.match, []
    for match in (left, right, left, right):
        table.match = match
        found.append(gained(table))

    assert found == [3, 1, 3, 1]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("A weed is wilted.", 3),
        ("A flower is wilted.", 0),
        ("A card is wilted if it is not a flower.", 4),
        ("A card is wilted if it is a flower or a tool.", 1),
    ],
)
def test_a_rule_about_what_cards_are_follows_what_others_make_of_them(rule, expected):
    count = "Gain 1 seed for each wilted card in your bed."
    table = lay(rule, tricks={"Count": count}, tools=TURNED, ann={"bed": [*BED, "Sign"]})

    assert gained(table) == expected


def test_a_prohibition_follows_what_a_card_has_become():
    table = lay(
        "The player at turn may uproot a card.",
        "A weed cannot be uprooted.",
        tools=TURNED,
        ann={"bed": ["Rose", "Nettle", "Sign"]},
    )

    before = [text for text in table.options("ann") if text.startswith("uproot")]
    table.choose("ann", "uproot Sign")
    after = [text for text in table.options("ann") if text.startswith("uproot")]

    assert before == ["uproot Sign"]
    assert after == ["uproot Rose"]


SHY = "| Name | Where | Text |\n|---|---|---|\n| Firm | | This card cannot be uprooted. |\n"


@pytest.mark.parametrize(
    ("rules", "open_"),
    [
        ([], ["uproot Rose", "uproot Nettle"]),
        (["Each flower in a bed has the Firm modifier."], ["uproot Nettle"]),
        (["A tool has no modifiers."], ["uproot Post", "uproot Rose", "uproot Nettle"]),
    ],
)
def test_a_modifier_is_looked_for_on_all_that_can_have_it(rules, open_):
    table = lay(
        *rules,
        "The player at turn may uproot a card.",
        tools={"Post": "Firm::"},
        modifiers=SHY,
        ann={"bed": ["Post", "Rose", "Nettle"]},
    )

    found = [text for text in table.options("ann") if text.startswith("uproot")]

    assert sorted(found) == sorted(open_)


def test_others_see_into_a_hand_while_a_card_says_so():
    table = lay(
        tricks={"Take": TAKE},
        tools={"Lamp": "Your hand is visible to each player."},
        ann={"bed": ["Lamp"], "hand": ["Rose"]},
    )
    views, hand = table.match.rules.views, table.match.rules.schema.attrs["hand"].at
    lit = [views.sees_into(table.state, seat, hand) for seat in range(2)]
    table.perform("ann", "Take")
    dark = [views.sees_into(table.state, seat, hand) for seat in range(2)]

    assert (lit, dark) == ([True, True], [True, False])


BLOOMS = """# Blooms {#blooms}

## Words {#words}

- Each player has a hand and a bed. There is a deck and a discard pile.
- A card has at most one sort: flower or weed. Tools are kinds of card.
- Each player has a bloom count. Coins are counters.
- To rest is to gain 1 coin. To dance is to gain 2 coins.

## Values {#values}

The values are:

| Name | Value |
|---|---|
| rain | 0 |

## Rules {#rules}

- The bloom count of a player is the number of flowers in their bed.
- The player at turn may rest or dance. When a player rests or dances, end the turn.
- When a player dances, the rain becomes 1.
- When a turn ends, end the game if a player has a bloom count of at least 3.

## Cards {#cards}

The cards are:

| Name | Type | Count | Text |
|---|---|---|---|
| Rose | flower | 9 | |
| Nettle | weed | 9 | |
| Peony | flower | 1 | This card counts as 2 flowers. |
| Cloud | tool | 2 | CLOUD |
"""


@pytest.mark.parametrize(
    ("cloud", "bed", "over"),
    [
        ("Each weed in your bed is a flower.", ["Rose", "Nettle", "Nettle"], (True, True)),
        ("Each weed in your bed is a flower if the rain is 1.", ["Rose"] * 2, (False, False)),
        (
            "Each weed in your bed is a flower if the rain is 1.",
            ["Rose", "Nettle", "Nettle"],
            (False, True),  # nothing has moved in between
        ),
        ("Gain 1 coin.", ["Peony", "Rose"], (True, True)),
        ("Gain 1 coin.", ["Peony", "Nettle"], (False, False)),
    ],
)
def test_whether_somebody_has_enough_is_asked_again_when_what_decides_it_has_changed(
    cloud, bed, over
):
    table = Table(BLOOMS.replace("CLOUD", cloud), ann={"bed": [*bed, "Cloud"]}, bob={})
    table.begin_turn("ann")

    table.choose("ann", "rest")
    after_rest = table.match.over
    if not after_rest:
        table.choose("bob", "dance")

    assert (after_rest, table.match.over) == over
