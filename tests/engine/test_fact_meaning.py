"""What facts mean together: the order in which they apply, bounds, numbers and nothing, sorts."""

from __future__ import annotations

import re

import pytest
from garden import lay, seeds

from deckmastor.match import restore
from deckmastor.record.errors import AmendmentRefused
from deckmastor.testing import Table

PAY = {"Deed": "Gain seeds equal to the prize."}
FIVE, SEVEN = (
    "Until the end of the game, the prize is 5.",
    "Until the end of the game, the prize is 7.",
)
FOUR_MORE = "Until the end of the game, the prize is 4 more."


def prize(table):
    """What the Deed pays."""
    before = table.count("ann", "seed")
    table.perform("ann", "Deed")
    return table.count("ann", "seed") - before


# ---- the order in which facts apply -------------------------------------------------------------


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        (["Five", "Seven"], 7),
        (["Seven", "Five"], 5),
        (["Four", "Seven"], 7),
        (["Seven", "Four"], 11),
        (["Four", "Seven", "Four"], 11),
        (["Four", "Four"], 10),
        (["Seven", "Five", "Four", "Seven"], 7),
    ],
)
def test_of_two_adopted_facts_the_one_adopted_later_applies_later(played, expected):
    tricks = {**PAY, "Seven": SEVEN, "Four": FOUR_MORE, "Five": FIVE}
    table = lay("The prize is 2.", tricks=tricks)

    for name in played:
        table.perform("ann", name)

    assert prize(table) == expected


SET_SEVEN, SET_FIVE, ADD_FOUR = "The prize is 7.", "The prize is 5.", "The prize is 4 more."
TOOLS = {"Spade": SET_SEVEN, "Rake": SET_FIVE, "Hoe": ADD_FOUR}
PLANTED = {"Sow": "Plant a card.", "Dig": "Uproot a card.", **PAY}


@pytest.mark.parametrize(
    ("planted", "expected"),
    [
        (["Spade", "Rake"], 5),
        (["Rake", "Spade"], 7),
        (["Hoe", "Rake"], 5),
        (["Rake", "Hoe"], 9),
        (["Hoe"], 6),
        (["Spade", "Hoe", "Rake"], 5),
    ],
)
def test_of_two_cards_the_one_that_came_into_play_later_applies_later(planted, expected):
    table = lay("The prize is 2.", tricks=PLANTED, tools=TOOLS, ann={"hand": ["Rose", *TOOLS]})

    for name in planted:
        table.perform("ann", "Sow")
        table.choose("ann", name)

    assert prize(table) == expected


def test_a_card_that_leaves_and_enters_again_comes_into_force_anew():
    tricks = {**PLANTED, "Lift": "Move a card from your bed to your hand."}
    table = lay("The prize is 2.", tricks=tricks, tools=TOOLS, ann={"hand": ["Rose", *TOOLS]})
    for name in ("Spade", "Rake"):
        table.perform("ann", "Sow")
        table.choose("ann", name)
    assert prize(table) == 5

    for name in ("Lift", "Sow"):
        table.perform("ann", name)
        table.choose("ann", "Spade")

    assert prize(table) == 7


def test_what_a_card_adopted_outweighs_a_rule_that_an_amendment_brings_later():
    table = lay("The prize is 2.", tricks={**PAY, "Seven": SEVEN})
    table.perform("ann", "Seven")

    table.match.amend("## Feast {#feast}\n- The prize is 9.")

    assert prize(table) == 7


@pytest.mark.parametrize(
    ("first", "then", "expected"), [("is 4 more", "is 9", 9), ("is 9", "is 4 more", 13)]
)
def test_of_two_amendments_the_later_one_applies_later(first, then, expected):
    """Their place in the book does not matter: the second one is put before the first."""
    table = lay("The prize is 2.", tricks=PAY)
    table.match.amend(f"## Words {{#zzz}}\n- The prize {first}.")
    table.match.amend(f"## Words {{#aaa}}\n- The prize {then}.")
    assert prize(table) == expected

    data = table.match.save()
    table.match = restore(data)

    assert prize(table) == expected


def test_a_card_in_play_overrides_an_addition_of_a_plain_rule():
    """A set of a higher tier replaces what rules made of the value."""
    rules = ("The prize is 2.", "The prize is 10 more.")
    table = lay(*rules, tools=TOOLS, tricks=PAY, ann={"bed": ["Rose"]})
    assert prize(table) == 12

    table = lay(*rules, tools=TOOLS, tricks=PAY, ann={"bed": ["Rose", "Rake"]})
    assert prize(table) == 5


@pytest.mark.parametrize(("order", "expected"), [((0, 1), "weed"), ((1, 0), "weed")])
def test_two_facts_that_say_the_same_do_not_cancel_each_other(order, expected):
    told = ("Each flower in a bed is a weed.", "Each flower is a weed.")
    ask = "Gain 1 seed for each weed in your bed. Gain 5 seeds for each weed in the shed."
    table = lay(
        *(told[i] for i in order),
        tricks={"Ask": ask},
        ann={"bed": ["Nettle", "Rose", "Daisy"]},
        common={"shed": ["Rose"]},
    )

    table.perform("ann", "Ask")

    assert table.count("ann", "seed") == 8


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_fact_about_what_another_fact_makes_applies_after_it(order):
    told = ("Each flower in a bed is a weed.", "Each weed in a bed is wilted.")
    table = lay(
        *(told[i] for i in order),
        tricks={"Ask": "Gain 1 seed for each wilted card in your bed."},
        ann={"bed": ["Rose", "Nettle"]},
        common={"shed": ["Rose"]},
    )

    table.perform("ann", "Ask")

    assert table.count("ann", "seed") == 2


def test_of_two_facts_that_undo_each_others_subjects_the_later_one_applies_last():
    """A rule makes all flowers weeds; a card makes all weeds flowers."""
    table = lay(
        "Each flower in a bed is a weed.",
        "Each card in a bed is a flower if the shed is not empty.",
        tricks={"Ask": "Gain 1 seed for each weed in your bed."},
        ann={"bed": ["Rose", "Nettle"]},
        common={"shed": ["Rose"]},
    )

    table.perform("ann", "Ask")

    assert table.count("ann", "seed") == 0


# ---- cannot be ----------------------------------------------------------------------------------

NAPPING = "A player is muddy if they have at least 2 seeds."
SPARED = "A player who rested this turn cannot be muddy."


@pytest.mark.parametrize("told", [(NAPPING, SPARED), (SPARED, NAPPING)])
def test_who_cannot_be_something_is_not_for_rules_and_in_the_view(told):
    """The order of the sentences does not matter: `cannot` outweighs `is`."""
    ask = {"Ask": "Each muddy player gains 1 coin."}
    table = lay(*told, tricks=ask, ann={"seed": 2}, bob={"seed": 3})
    table.choose("ann", "rest")

    table.perform("ann", "Ask")

    assert [table.count(name, "coin") for name in ("ann", "bob")] == [1, 1]
    shown = {person["name"]: person["properties"] for person in table.match.view("ann")["players"]}
    assert [shown[name]["muddy"] for name in ("ann", "bob")] == [False, True]


def test_who_cannot_be_of_one_mood_keeps_another():
    ask = {"Ask": "Each calm player gains 1 coin. Each cross player gains 5 coins."}
    rules = ("A player cannot be calm if the shed is empty.", "Each player is calm.")
    table = lay(*rules, "A player with 2 seeds is cross.", tricks=ask, bob={"seed": 2})

    table.perform("ann", "Ask")

    assert [table.count(name, "coin") for name in ("ann", "bob")] == [0, 5]


# ---- bounds -------------------------------------------------------------------------------------

CAP = "A player cannot have more than 25 seeds."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Gain 3 seeds and lose 5 seeds.", 22),
        ("Gain 3 seeds. Lose 5 seeds.", 20),
        ("Gain 3 seeds, then lose 5 seeds.", 20),
        ("Gain 3 seeds.", 25),
        ("Gain 3 seeds and gain 1 coin.", 25),
        ("Lose 30 seeds and gain 3 seeds.", 0),
        ("Lose 30 seeds. Gain 3 seeds.", 3),
    ],
)
def test_bounds_hold_at_the_end_of_a_step(text, expected):
    table = lay(
        CAP, "A player cannot have fewer than 0 seeds.", tricks={"Deed": text}, ann={"seed": 24}
    )

    table.perform("ann", "Deed")

    assert table.count("ann", "seed") == expected


@pytest.mark.parametrize(
    ("text", "gained", "lost"),
    [
        ("Each player gains 3 seeds.", [3, 1, 0], [0, 0, 0]),
        ("Each player loses 4 seeds.", [0, 0, 0], [2, 4, 4]),
        ("Each player gains 3 seeds and loses 5 seeds.", [3, 1, 0], [5, 3, 2]),
        ("Each player loses 5 seeds and gains 3 seeds.", [0, 3, 3], [2, 5, 5]),
    ],
)
def test_only_what_is_really_gained_or_lost_counts(text, gained, lost):
    rules = (
        CAP, "A player cannot have fewer than 0 seeds.",
        "When a player gains X seeds, they gain X coins.",
        "When a player loses X seeds, they gain X points.",
    )  # fmt: skip
    table = lay(*rules, tricks={"Deed": text}, ann={"seed": 2}, bob={"seed": 24}, cy={"seed": 25})

    table.perform("ann", "Deed")

    players = ("ann", "bob", "cy")
    assert [table.count(name, "coin") for name in players] == gained
    assert [table.count(name, "point") for name in players] == lost


def test_what_goes_to_another_is_what_there_is():
    floor = "A player cannot have fewer than 0 seeds."
    text = "Target another player. Lose 5 seeds to that player and gain 1 coin."
    table = lay(floor, tricks={"Deed": text}, ann={"seed": 3}, bob={"seed": 1}, cy={})
    table.perform("ann", "Deed")
    table.choose("ann", "bob")

    assert [table.count(name, "seed") for name in ("ann", "bob", "cy")] == [0, 4, 0]


def test_lowering_a_bound_lowers_what_is_above_it():
    rules = ("The barn size is 25.", "The seeds of a player cannot be more than the barn size.")
    tricks = {"Burn": "The barn size becomes 15.", "Build": "The barn size becomes 30."}
    tricks["Spend"] = "Lose 5 seeds."
    table = lay(*rules, tricks=tricks, ann={"seed": 25}, bob={"seed": 12}, cy={"seed": 16})

    table.perform("ann", "Burn")
    assert [table.count(name, "seed") for name in ("ann", "bob", "cy")] == [15, 12, 15]
    table.perform("ann", "Build")
    table.perform("ann", "Spend")

    assert [table.count(name, "seed") for name in ("ann", "bob", "cy")] == [10, 12, 15]


def test_a_bound_that_lasts_a_turn_lowers_for_good():
    cap = "Until the end of the turn, a player cannot have more than 5 seeds."
    tricks = {"Frost": cap, "Spend": "Lose 1 seed."}
    table = lay(tricks=tricks, ann={"seed": 9}, bob={"seed": 2})

    table.perform("ann", "Frost")
    table.choose("ann", "pass")
    table.perform("ann", "Spend")

    assert [table.count(name, "seed") for name in ("ann", "bob")] == [4, 2]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("The prize becomes 12.", 9), ("The prize increases by 4.", 9), ("The prize becomes 1.", 3)],
)
def test_a_value_that_is_set_or_raised_stays_within_its_bounds(text, expected):
    rules = ("The prize is 7.", "The prize cannot be more than 9.", "The prize must be at least 3.")
    table = lay(*rules, tricks={"Raise": text, "Less": "The prize decreases by 1.", **PAY})

    table.perform("ann", "Raise")
    assert table.value("prize") == expected
    assert prize(table) == expected
    table.perform("ann", "Less")

    assert table.value("prize") == max(expected - 1, 3)


# ---- numbers and nothing ------------------------------------------------------------------------

DEPTHS = """# Pond {#pond}
## Words {#words}
- Each player has a hand and a bed. There is a deck and a shed. Each card has a height.
- Beans are counters. The depth is -1. Deeds and stones are kinds of card.
- The player at turn may nap. To nap is to gain 1 point.
## Cards {#cards}

The cards are:

| Name | Type | Count | Height | Text |
|---|---|---|---|---|
| Two Below | stone | 3 | -2 | |
| One Below | stone | 3 | -1 | |
| Level | stone | 3 | 0 | |
| Three | stone | 3 | 3 | |
| Bare | stone | 3 | | |
| Deed | deed | 1 | 9 | TEXT |
"""
BED = ["Bare", "Two Below", "One Below", "Level", "Three", "Bare"]


def pond(text, common=None, called="height", **cards):
    book = DEPTHS.replace("TEXT", text)
    book = book.replace("height", called).replace("Height", called.capitalize())
    table = Table(
        book, {"deck": []} | (common or {}), bare=True, carried=True,
        ann={"bed": BED, **cards}, bob={"bed": []},
    )  # fmt: skip
    assert not table.match.rules.unrunnable
    table.begin_turn("ann")
    table.perform("ann", "Deed")
    return table


@pytest.mark.parametrize("called", ["height", "cost"])  # declared here, and known to every book
@pytest.mark.parametrize(
    ("described", "expected"),
    [
        ("with a height of at least -1", 3),
        ("with a height of at most 2", 3),
        ("with a height of -1", 1),
        ("whose height is less than 1", 3),
        ("whose height is more than -2", 3),
        ("whose height is not -1", 5),
        ("that has a height", 4),
        ("that has no height", 2),
        ("without a height", 2),
        ("whose height is the depth", 1),
        ("with a height within 1 of the depth", 3),
        ("with an even height", 2),
        ("whose height is odd", 2),
    ],
)
def test_a_missing_number_is_compared_with_nothing_and_minus_one_is_a_number(
    described, expected, called
):
    table = pond(f"Gain 1 bean for each card in your bed {described}.", called=called)

    assert table.count("ann", "bean") == expected


def test_a_missing_number_is_left_out_of_a_sum_and_of_the_lowest():
    table = pond(
        "Gain beans equal to the total height of all cards in your bed with an odd height."
    )
    assert table.count("ann", "bean") == 2

    table = pond("Move the card in your bed with the lowest height to the shed.")
    assert table.cards("", "shed") == ["Two Below"]


def test_two_cards_without_a_height_have_not_the_same_height():
    text = "Choose a card in your bed. Gain 1 bean for each other card in your bed with the same "
    for name, expected in (("Bare", 0), ("Level", 1)):
        table = pond(text + "height as the chosen card.", bed=[*BED, "Level"])
        table.choose("ann", name)

        assert table.count("ann", "bean") == expected


def test_the_height_of_a_card_that_is_not_there_is_compared_with_nothing():
    text = "Move a card in your bed to the shed. Gain 1 bean if the height of the top card of the "
    for op in ("less than 5", "more than -5", "at most 5"):
        table = pond(text + f"deck is {op}.")
        table.choose("ann", "Level")

        assert table.count("ann", "bean") == 0


def test_a_number_below_0_can_be_chosen_kept_and_compared():
    text = "Choose a number from -2 to 2. Move each card in your bed whose height is that number to"
    for told, moved in (("-1", ["One Below"]), ("0", ["Level"]), ("2", [])):
        table = pond(text + " the shed.")
        table.choose("ann", told)

        assert table.cards("", "shed") == moved


def test_the_view_tells_0_and_nothing_apart():
    table = pond("Gain 1 bean for each card in your bed.")
    places = table.match.view("ann")["places"]

    [bed] = [place for place in places if place["name"] == "bed" and place["owner"] == "ann"]

    assert [card.get("height") for card in bed["properties"]] == [None, -2, -1, 0, 3, None]
    assert table.match.view("ann")["values"]["depth"] == -1


def test_what_is_missing_is_not_raised():
    rules = "The height of each card in a bed is 2 more."
    table = Table(
        DEPTHS.replace("TEXT", "Gain 1 bean for each card in your bed with a height of at least 1.")
        .replace("## Cards {#cards}", f"- {rules}\n## Cards {{#cards}}"),
        {"deck": []}, bare=True, carried=True, ann={"bed": BED}, bob={},
    )  # fmt: skip
    table.begin_turn("ann")
    table.perform("ann", "Deed")

    assert table.count("ann", "bean") == 3


# ---- sorts --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "message", "right"),
    [
        ("a card draws a card", "A card cannot draw: players do that", "each player draws a card"),
        ("the deck draws a card", "A deck cannot draw", "the next player draws a card"),
        ("a tulip skips its next turn", "A tulip cannot skip", "they skip their next turn"),
        ("the turn gains 1 coin", "A turn has no coins", "they gain 1 coin"),
        (
            "the shed gains 1 coin",
            "coins in a place; give them to a player",
            "a tulip gains 1 coin",
        ),
        (
            "reveal a card in the hand of a tulip",
            "A tulip has no hand: players have a hand",
            "reveal a card in the hand of the next player",
        ),
        (
            "reveal a card in the bed of the deck",
            "A deck has no bed: players have a bed",
            "reveal a card in the bed of the next player",
        ),
        (
            "they gain coins equal to the height of the next player",
            "A player has no height: cards have a height",
            "they gain coins equal to the height of the top card of the deck",
        ),
        (
            "they gain 1 coin if the shed is the top card of the deck",
            "A shed is never a card",
            "they gain 1 coin if a tulip is the top card of the deck",
        ),
        ("a tulip becomes tired", "'tired' is said of players", "they become tired"),
        ("that player becomes wilted", "'wilted' is said of cards", "a tulip becomes wilted"),
        (
            "they give a card to a tulip",
            "A tulip is no player: 'give … to' names a player",
            "they give a card to the next player",
        ),
    ],
)
def test_what_a_sort_does_not_have_or_do_is_refused(wrong, message, right):
    table = lay("When a player rests, they gain 1 seed.")

    with pytest.raises(AmendmentRefused, match=re.escape(message)):
        table.match.amend(f"When a player rests, {wrong}.")
    table.match.amend(f"When a player rests, {right}.")


def test_a_verb_without_you_can_be_done_by_a_card():
    table = lay(
        "To fade is to become wilted.",
        tricks={
            "Frost": "Each tulip in your bed fades.",
            "Ask": "Gain 1 seed for each wilted card.",
        },
        ann={"bed": ["Rose", "Tulip", "Tulip"]},
    )
    table.perform("ann", "Frost")
    table.perform("ann", "Ask")

    assert table.count("ann", "seed") == 2


# ---- cards and other things ---------------------------------------------------------------------

YARD = """# Yard {#yard}
## Words {#words}
- Each player has a hand and a bed. There is a deck and a shed. Deeds and flowers are kinds of card.
- A pot is a kind of thing. Beans are counters. A card can be dusty. Each thing has a weight.
- The player at turn may nap. To nap is to gain 1 point.
RULES
## Cards {#cards}

The cards are:

| Name | Type | Count | Weight | Text |
|---|---|---|---|---|
| Rose | flower | 5 | 2 | |
| Deed | deed | 1 | 9 | TEXT |

The pots are:

| Name | Count | Weight |
|---|---|---|
| Clay Pot | 3 | 5 |
"""


def yard(text, *rules):
    told = "\n".join(f"- {rule}" for rule in rules)
    table = Table(
        YARD.replace("TEXT", text).replace("RULES", told), {"deck": []}, bare=True, carried=True,
        ann={"bed": ["Clay Pot", "Rose", "Clay Pot", "Rose"]}, bob={"bed": ["Rose"]},
    )  # fmt: skip
    assert not table.match.rules.unrunnable
    table.begin_turn("ann")
    table.perform("ann", "Deed")
    return table


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Gain 1 bean for each card in your bed.", 2),
        ("Gain 1 bean for each pot in your bed.", 2),
        ("Gain 1 bean for each thing in your bed.", 4),
        ("Gain beans equal to the total weight of all cards in your bed.", 4),
        ("Gain 1 bean for each dusty card in your bed.", 2),
        ("If there are at least 3 cards in your bed, gain 1 bean.", 0),
    ],
)
def test_a_card_is_a_card_and_no_other_thing(text, expected):
    table = yard(text, "Each card in a bed is dusty.")

    assert table.count("ann", "bean") == expected


def test_what_is_done_to_all_cards_leaves_other_things_where_they_are():
    table = yard(
        "Move all cards in your bed to the shed.", "When a card enters the shed, the game ends."
    )

    assert table.cards("ann", "bed") == ["Clay Pot", "Clay Pot"]
    assert table.cards("", "shed") == ["Rose", "Rose"]


# ---- modifiers ----------------------------------------------------------------------------------

MODIFIERS = """| Name | Text |
|---|---|
| Tall | The height of this card is 7. |
| Short | The height of this card is 2. |
| Grown | The height of this card is 4 more. |
"""
MEASURE = {"Measure": "Gain seeds equal to the total height of all cards in your bed."}


def grown(*texts):
    """The height of a Rose, printed 3, in a bed with a Daisy of height 1, after some texts."""
    tricks = {f"T{n}": f"Each red card in your bed {text}." for n, text in enumerate(texts)}
    table = lay(tricks=tricks | MEASURE, modifiers=MODIFIERS, ann={"bed": ["Daisy", "Rose"]})
    for name in tricks:
        table.perform("ann", name)
    table.perform("ann", "Measure")
    return table.count("ann", "seed") - 1


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["gains the Tall modifier"], 7),
        (["gains the Tall modifier", "gains the Short modifier"], 2),
        (["gains the Short modifier", "gains the Tall modifier"], 7),
        (["gains the Tall modifier", "loses all modifiers"], 3),
        (["gains the Grown modifier", "gains the Grown modifier"], 11),
        (["gains the Grown modifier", "gains the Grown modifier", "loses all modifiers"], 3),
        (["gains the Tall modifier", "gains the Short modifier", "loses the Short modifier"], 7),
    ],
)
def test_modifiers_apply_in_the_order_in_which_they_were_gained(texts, expected):
    assert grown(*texts) == expected


def test_only_the_one_that_loses_all_modifiers_is_without_them():
    tricks = {
        "Both": "Each card in your bed gains the Tall modifier.",
        "Wash": "Choose a card in your bed. The chosen card loses all modifiers.",
    }
    table = lay(tricks=tricks | MEASURE, modifiers=MODIFIERS, ann={"bed": ["Daisy", "Rose"]})
    table.perform("ann", "Both")
    table.perform("ann", "Wash")
    table.choose("ann", "Rose")

    table.perform("ann", "Measure")

    assert table.count("ann", "seed") == 7 + 3


def test_a_colour_is_gained_once():
    tricks = {
        "Dye": "Each card in your bed gains the red colour.",
        "Wash": "Each card in your bed loses the red colour.",
        "Ask": "Gain 1 seed for each red card in your bed.",
    }
    table = lay(tricks=tricks, ann={"bed": ["Nettle", "Rose"]})
    table.perform("ann", "Dye")
    table.perform("ann", "Ask")
    table.perform("ann", "Wash")
    table.perform("ann", "Ask")

    assert table.count("ann", "seed") == 2


def test_losing_each_modifier_is_refused_with_the_wording_that_works():
    with pytest.raises(AssertionError, match="say 'all modifiers'"):
        lay(tricks={"Wash": "Each card in your bed loses each modifier."}, modifiers=MODIFIERS)


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("A flower in a bed is a prize of the holder of that bed.", [0, 1, 2]),
        ("A flower in a bed is a prize of its holder.", [0, 1, 2]),
        ("Each flower in a player's bed is a prize of that player.", [0, 1, 2]),
        ("A flower in a muddy player's bed is a prize of that player.", [0, 0, 2]),
        ("A flower in the shed is a prize of each player.", [1, 1, 1]),
    ],
)
def test_what_belongs_to_whoever_its_place_names(rule: str, told: list[int]) -> None:
    table = lay(
        "Each player has any number of prizes.", rule,
        "When a player draws a card, they become muddy.",
        "When a player rests, each player gains seeds equal to the number of their prizes.",
        common={"shed": ["Tulip"]}, ann={"hand": ["Rose"], "bed": ["Nettle"]},
        bob={"bed": ["Nettle", "Rose"]}, cyd={"bed": ["Daisy", "Rose"], "muddy": 1},
    )  # fmt: skip

    table.choose("ann", "rest")

    assert seeds(table) == told


def test_the_neighbour_in_a_fact_is_next_to_whom_the_fact_is_about() -> None:
    table = lay(
        "The left neighbour of a player is the next player in the turn order.",
        "To wave is to gain 1 coin. Each player may wave.",
        "Each player has a left neighbour.",
        "When a player waves, the left neighbour of that player gains 1 seed.",
        ann={}, bob={}, cyd={},
    )  # fmt: skip

    for player in ("cyd", "bob", "bob"):
        table.choose(player, "wave")

    assert seeds(table) == [1, 0, 2]
