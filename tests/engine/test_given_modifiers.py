"""Modifiers given by facts, for a time; and the order in which the modifiers of a card act."""

from __future__ import annotations

import pytest
from garden import lay, seeds

HEAD = "| Name | Where | Text |\n|---|---|---|\n"
TABLE = (
    HEAD
    + """| Sweet | | When this card is played, gain 1 seed. |
| Rich [X] | X is a number | After this card resolves, gain X seeds. |
| Tall [X] | X is a number | The height of this card is X more. |
| Chaotic | | Before this card is played, choose a random modifier from the Chaos collection. Until this card has resolved, this card has the chosen modifier. |
| Iron | | This card cannot be uprooted. |

The Chaos collection is:

| Name | Weight |
|---|---|
| Sweet | 1 |
| Rich 5 | 1 |
"""
)
PLANT = "When a player becomes muddy, they plant a tool."
TIDY = "A player may uproot a tool."


def table_of(*rules, tools=None, common=None, ann=None, **tricks):
    return lay(
        PLANT, *rules, tricks=tricks, tools=tools or {"Spade": "", "Rake": ""}, modifiers=TABLE,
        common=common or {"shed": ["Spade", "Rake"]}, ann=ann or {}, bob={},
    )  # fmt: skip


def pass_to(table, player):
    """Let all pass until the next turn of a player has begun."""
    begun = ""
    while begun == "" or table.turn != player:
        who = table.asked()[0]
        table.choose(who, "pass")
        begun = table.turn


def perform(table, player, card, *choices):
    table.perform(player, card)
    for choice in choices:
        table.choose(player, choice)


MEASURE = "Gain seeds equal to the total height of the tools in the shed."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Until the end of the turn, the chosen tool has the Tall 4 modifier.", 6),
        ("Until the end of the turn, the chosen tool has the Tall 4 modifier and the Tall 4 modifier.", 10),
        ("Until the end of the turn, the chosen tool is Tall 4.", 6),
        ("Until the end of the turn, each tool in the shed has the Tall 4 modifier.", 10),
    ],
)  # fmt: skip
def test_a_modifier_is_given_until_the_end_of_the_turn(text, expected):
    table = table_of(Give=f"Choose a tool in the shed. {text}", Measure=MEASURE)
    perform(table, "ann", "Give", "Rake")
    table.perform("ann", "Measure")
    assert table.count("ann", "seed") == expected
    pass_to(table, "bob")
    table.perform("bob", "Measure")

    assert table.count("bob", "seed") == 2


def test_given_twice_it_is_there_twice():
    table = table_of(
        Give="Choose a tool in the shed. Until the end of the turn, the chosen tool has the Tall 4 modifier.",
        Measure=MEASURE,
    )
    perform(table, "ann", "Give", "Rake")
    perform(table, "ann", "Give", "Rake")
    table.perform("ann", "Measure")

    assert table.count("ann", "seed") == 10


def test_conditions_and_descriptions_see_it():
    table = table_of(
        Give="Choose a tool in the shed. Until the end of the turn, the chosen tool has the Iron modifier.",
        Ask="Gain 1 seed for each Iron tool in the shed. Gain 1 coin for each tool with the Iron modifier in the shed.",
    )
    perform(table, "ann", "Give", "Rake")
    table.perform("ann", "Ask")

    assert (table.count("ann", "seed"), table.count("ann", "coin")) == (1, 1)


def test_it_cannot_be_lost_and_an_own_one_can():
    table = table_of(
        Give="Choose a tool in the shed. Until the end of the turn, the chosen tool has the Tall 4 modifier.",
        Own="Choose a tool in the shed. That tool gains the Tall 4 modifier.",
        Strip="Choose a tool in the shed. That tool loses the Tall 4 modifier.",
        Bare="Choose a tool in the shed. That tool loses all modifiers.",
        Measure=MEASURE,
    )
    perform(table, "ann", "Own", "Rake")
    perform(table, "ann", "Give", "Rake")
    perform(table, "ann", "Strip", "Rake")
    perform(table, "ann", "Strip", "Rake")
    perform(table, "ann", "Bare", "Rake")
    table.perform("ann", "Measure")
    assert table.count("ann", "seed") == 6
    pass_to(table, "bob")
    table.perform("bob", "Measure")

    assert table.count("bob", "seed") == 2


@pytest.mark.parametrize("rule", [True, False])
def test_while_something_holds_each_card_of_a_place_has_it(rule):
    told = "While {} has at least 1 coin, each tool in the shed has the Tall 2 modifier."
    cards = {"Spade": "", "Rake": "", "Post": "" if rule else told.format("a player")}
    table = table_of(
        *([told.format("a player")] if rule else []), tools=cards,
        common={"shed": ["Spade", "Rake"]}, ann={"bed": ["Post"]}, Measure=MEASURE,
        Pay="Lose 1 coin.",
    )  # fmt: skip
    table.perform("ann", "Measure")
    table.choose("ann", "rest")
    table.perform("ann", "Measure")
    assert table.count("ann", "seed") == 2 + 6
    table.perform("ann", "Pay")
    table.perform("ann", "Measure")

    assert table.count("ann", "seed") == 2 + 6 + 2


def test_what_it_forbids_is_forbidden_as_long_as_it_is_there():
    table = table_of(
        TIDY,
        Give="Choose a tool in your bed. Until the end of the turn, the chosen tool has the Iron modifier.",
        ann={"bed": ["Spade", "Rake"]}, common={"shed": []},
    )  # fmt: skip
    perform(table, "ann", "Give", "Rake")
    assert [one for one in table.options("ann") if "uproot" in one] == ["uproot Spade"]
    pass_to(table, "bob")

    assert [one for one in table.options("ann") if "uproot" in one] == [
        "uproot Spade",
        "uproot Rake",
    ]


# ---- for one play of a card ---------------------------------------------------------------------


@pytest.mark.parametrize(("draw", "expected"), [(1, 1), (2, 5)])
def test_a_modifier_chosen_before_the_play_acts_in_that_play_and_ends_with_it(draw, expected):
    table = lay(
        tricks={"Deed": "Chaotic::Draw a card."}, modifiers=TABLE,
        ann={"hand": ["Deed", "Deed"]}, bob={},
    )  # fmt: skip
    table.fate(draw)
    table.play("ann", "Deed")

    assert table.count("ann", "seed") == expected
    assert table.state.lasting == []


def test_it_is_chosen_again_at_the_next_play():
    table = lay(
        "When a player rests, they move each trick in the discard pile to their hand.",
        tricks={"Deed": "Chaotic::"}, modifiers=TABLE, ann={"hand": ["Deed"]}, bob={},
    )  # fmt: skip
    counts = []
    for draw in (2, 1, 2):
        table.fate(draw)
        table.play("ann", "Deed")
        counts.append(table.count("ann", "seed"))
        pass_to(table, "bob")
        pass_to(table, "ann")
        table.choose("ann", "rest")
        pass_to(table, "bob")
        pass_to(table, "ann")

    assert counts == [5, 6, 11]


def test_two_instances_choose_for_themselves():
    table = lay(
        tricks={"Deed": "Chaotic; Chaotic::"}, modifiers=TABLE, ann={"hand": ["Deed"]}, bob={}
    )
    table.fate(1, 2)
    table.play("ann", "Deed")

    assert table.count("ann", "seed") == 6
    assert table.state.lasting == []


@pytest.mark.parametrize(
    ("until", "expected"),
    [
        ("Until this card has resolved", 5),
        ("Until this card has been played", 5),
        ("Until this card resolves", 0),
        ("Until this card is played", 0),
    ],
)
def test_when_it_ends(until, expected):
    text = f"| Once | | Before this card is played, gain 1 coin. {until}, this card has the Rich 5 modifier. |\n"
    table = lay(
        tricks={"Deed": "Once::"},
        modifiers=HEAD + text + TABLE[len(HEAD) :],
        ann={"hand": ["Deed"]},
        bob={},
    )
    table.play("ann", "Deed")

    assert table.count("ann", "seed") == expected
    assert table.state.lasting == []


def test_the_other_cards_of_a_player_do_not_have_it_and_its_play_does_not_end_theirs():
    give = "Choose a card in your hand. Until the chosen card has resolved, the chosen card has the Rich 5 modifier."
    table = lay(
        tricks={"Give": give, "Deed": "", "Dud": ""}, modifiers=TABLE,
        ann={"hand": ["Deed", "Dud"]}, bob={}, turn="ann",
    )  # fmt: skip
    perform(table, "ann", "Give", "Dud")
    table.play("ann", "Deed")
    assert seeds(table) == [0, 0]
    pass_to(table, "bob")
    pass_to(table, "ann")
    table.play("ann", "Dud")

    assert seeds(table) == [5, 0]


# ---- in order -----------------------------------------------------------------------------------

ORDER = (
    HEAD
    + """| Add [X] | X is a number | When a player draws a card, each player gains X seeds. |
| Wipe | | When a player draws a card, each player loses all seeds. |
"""
)


@pytest.mark.parametrize(
    "stated",
    ["", "The order of triggers is card over modifier over rule, then turn order, then age."],
)
@pytest.mark.parametrize(
    ("printed", "gained", "expected"),
    [
        ("Add 3; Wipe", [], 0),
        ("Wipe; Add 3", [], 3),
        ("Add 1; Wipe; Add 3", [], 3),
        ("Wipe", ["Add 3"], 3),
        ("Add 3", ["Wipe"], 0),
        ("", ["Wipe", "Add 3"], 3),
        ("", ["Add 3", "Wipe"], 0),
        ("Add 2; Add 2", ["Wipe", "Add 3", "Add 3"], 6),
    ],
)  # fmt: skip
def test_triggers_of_several_modifiers_come_in_the_order_of_gain(stated, printed, gained, expected):
    table = lay(
        *([stated] if stated else []), PLANT,
        tricks={"Deal": "Draw a card."} | {f"Give {one}": f"Choose a tool in the shed. That tool gains the {one} modifier." for one in gained},
        tools={"Spade": "", "Rake": f"{printed}::"}, modifiers=ORDER, common={"shed": ["Spade", "Rake"]}, ann={}, bob={},
    )  # fmt: skip
    for one in gained:
        perform(table, "ann", f"Give {one}", "Rake")
    table.perform("ann", "Deal")

    assert seeds(table) == [expected, expected]


def test_what_facts_give_comes_after_what_the_card_has_by_itself():
    table = lay(
        PLANT,
        tricks={
            "Deal": "Draw a card.",
            "Lend": "Choose a tool in the shed. Until the end of the turn, the chosen tool has the Wipe modifier.",
            "Give": "Choose a tool in the shed. That tool gains the Add 3 modifier.",
        },
        tools={"Spade": "", "Rake": ""}, modifiers=ORDER, common={"shed": ["Spade", "Rake"]}, ann={}, bob={},
    )  # fmt: skip
    perform(table, "ann", "Lend", "Rake")
    perform(table, "ann", "Give", "Rake")
    table.perform("ann", "Deal")

    assert seeds(table) == [0, 0]


# ---- chains, other timings, amendments ----------------------------------------------------------

ONCE = "| Once | | Before this card is played, gain 1 coin. Until this card has resolved, this card has the Rich 5 modifier. |\n"
LATE = "| Late | | After this card resolves, gain 1 coin. |\n"


@pytest.mark.parametrize(
    "rule",
    [
        'The trigger timing is "next step".',
        'The trigger timing is "at once".',
        "The order of triggers is turn order, then age.",
    ],
)
def test_it_ends_with_its_play_in_every_order_of_resolution(rule):
    table = lay(
        rule, "After a player plays a card, each player gains 1 coin.",
        tricks={"Deed": "Once; Rich 1::Gain 1 seed.", "Dud": "Rich 2::"}, modifiers=HEAD + ONCE + TABLE[len(HEAD):],
        ann={"hand": ["Deed", "Dud"]}, bob={},
    )  # fmt: skip
    table.play("ann", "Deed")

    assert seeds(table) == [7, 0]
    assert table.count("bob", "coin") == 1
    assert table.state.lasting == []


def test_nobody_is_asked_when_an_end_comes_where_holders_choose_the_order():
    table = lay(
        "The order of triggers is turn order, then the choice of their holder, then age.",
        tricks={"Deed": "Once; Late::"}, modifiers=HEAD + ONCE + LATE + TABLE[len(HEAD):],
        ann={"hand": ["Deed"]}, bob={},
    )  # fmt: skip
    table.play("ann", "Deed")
    asked = 0
    while not table.quiet:
        assert len(table.options("ann")) == 2
        table.choose("ann", table.options("ann")[0])
        asked += 1

    assert asked == 1
    assert seeds(table) == [5, 0]
    assert table.state.lasting == []


def test_a_text_that_waits_still_acts_when_its_modifier_ends_in_the_middle():
    text = "| Fickle | | When a player draws a card, each player gains 1 seed. |\n"
    lend = "Until a player discards a card, each tool in the shed has the Fickle modifier."
    table = lay(
        PLANT, "When a player draws a card, they discard a card.",
        tricks={"Lend": lend, "Deal": "Draw a card."}, tools={"Spade": "", "Rake": ""},
        modifiers=HEAD + text, common={"shed": ["Spade", "Rake"]}, ann={}, bob={},
    )  # fmt: skip
    table.perform("ann", "Lend")
    table.perform("ann", "Deal")
    assert seeds(table) == [2, 2]
    table.perform("ann", "Deal")

    assert seeds(table) == [2, 2]
    assert table.state.lasting == []


def test_the_author_of_a_given_modifier_is_for_whom_the_text_speaks():
    text = "| Sour | | When a player draws a card, the author of this modifier gains 1 seed. |\n"
    lend = "Choose a tool in the shed. Until the end of the turn, the chosen tool has the Sour modifier."
    table = lay(
        PLANT, "While a player has at least 1 coin, each tool in the shed has the Sour modifier.",
        tricks={"Lend": lend, "Deal": "Draw a card."}, tools={"Spade": "", "Rake": ""},
        modifiers=HEAD + text, common={"shed": ["Spade", "Rake"]}, ann={"coin": 1}, bob={}, cyd={},
    )  # fmt: skip
    perform(table, "cyd", "Lend", "Rake")
    perform(table, "bob", "Lend", "Spade")
    perform(table, "bob", "Lend", "Rake")
    table.perform("ann", "Deal")

    assert seeds(table) == [0, 2, 1]


def test_a_copy_does_not_have_what_is_given_to_its_original():
    table = table_of(
        Give="Choose a tool in the shed. Until the end of the turn, the chosen tool has the Tall 4 modifier.",
        Twin="Choose a tool in the shed. Create a copy of that tool in the shed.", Measure=MEASURE,
    )  # fmt: skip
    perform(table, "ann", "Give", "Rake")
    table.perform("ann", "Twin")
    table.choose("ann", "Rake")
    table.perform("ann", "Measure")

    assert table.count("ann", "seed") == 7


def test_a_given_modifier_outlasts_an_amendment_and_a_fork_does_not_end_it():
    table = table_of(
        Give="Choose a tool in the shed. Until the end of the turn, the chosen tool has the Tall 4 modifier.",
        Measure=MEASURE,
    )
    perform(table, "ann", "Give", "Rake")
    fork = table.match.state.clone()
    table.match.amend(
        "## Amendments {#amendments}\n\nThe modifiers are:\n\n" + HEAD
        + "| Wide | | The height of this card is 10 more. |\n\n"
        "- When a player rests, each tool in the shed gains the Wide modifier.\n"
    )  # fmt: skip
    table.perform("ann", "Measure")
    assert table.count("ann", "seed") == 6
    table.choose("ann", "rest")
    table.perform("ann", "Measure")
    assert table.count("ann", "seed") == 6 + 26
    pass_to(table, "bob")
    table.perform("bob", "Measure")

    assert table.count("bob", "seed") == 22
    assert len(fork.lasting) == 4


def test_a_card_gains_the_chosen_modifier_for_good():
    table = table_of(
        Give="Choose a random modifier from the Chaos collection. Choose a tool in the shed. The chosen tool gains the chosen modifier.",
        Ask="Gain 1 seed for each tool with the Rich 5 modifier in the shed.",
    )
    table.fate(2)
    perform(table, "ann", "Give", "Rake")
    table.fate(1)
    perform(table, "ann", "Give", "Spade")
    pass_to(table, "bob")
    table.perform("bob", "Ask")

    assert table.count("bob", "seed") == 1


@pytest.mark.parametrize(
    ("modifiers", "fate", "gains"),
    [
        ("Chaotic; Rich 7", [2], [5, 7]),
        ("Rich 7; Chaotic", [2], [7, 5]),
        ("Rich 7; Chaotic; Rich 9", [2], [7, 5, 9]),
        ("Chaotic; Rich 7; Chaotic", [2, 2], [5, 7, 5]),
    ],
)
def test_what_a_modifier_gives_its_own_card_acts_in_its_place(modifiers, fate, gains):
    table = lay(
        tricks={"Deed": f"{modifiers}::Draw a card."}, modifiers=TABLE,
        ann={"hand": ["Deed"]}, bob={},
    )  # fmt: skip
    table.fate(*fate)
    table.play("ann", "Deed")

    told = [line for line in table.match.log() if line.startswith("ann gains")]
    assert told == [f"ann gains {n} seeds" for n in gains]


def test_what_another_card_gives_acts_behind_the_own_modifiers():
    table = lay(
        tricks={
            "Deed": "Rich 7::Draw a card.",
            "Help": "Rich 5::Choose a trick in your hand. Until the end of the turn, that trick has the Rich 9 modifier.",
        },
        modifiers=TABLE, ann={"hand": ["Help", "Deed"]}, bob={},
    )  # fmt: skip
    table.play("ann", "Help")
    table.play("ann", "Deed")

    told = [line for line in table.match.log() if line.startswith("ann gains")]
    assert told == [f"ann gains {n} seeds" for n in (5, 7, 9)]
