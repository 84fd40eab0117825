"""Who gave a modifier: each instance knows the player by whose act it was gained."""

from __future__ import annotations

import pytest
from garden import lay, seeds

from deckmastor.language.paraphrase.glosses import glosses

HEAD = "| Name | Where | Text |\n|---|---|---|\n"
TABLE = (
    HEAD
    + """| Plain | | |
| Sweet | | When a player draws a card, the author of this modifier gains 1 seed. |
| Rich [X] | X is a number | When a player draws a card, the author of this modifier gains X seeds. |
| Loose | | When a player draws a card, the author of this modifier gains 1 seed and this card loses this modifier. |
| Own | | When a player draws a card, gain 1 coin if you are the author of this modifier. |
"""
)
BIND = "Choose a tool in the shed. That tool gains the Sweet modifier."
PLANT = "When a player becomes muddy, they plant a tool."
GIVE = "Each tool in the shed gains the Sweet modifier."


def shed(*rules, tools=None, modifiers=TABLE, common=None, **tricks):
    """A table of three players with two tools in the shed, and cards of these texts."""
    told = {"Bind": BIND, "Deal": "Draw a card."} | tricks
    return lay(
        PLANT, *rules, tricks=told, tools=tools or {"Spade": "", "Rake": ""}, modifiers=modifiers,
        common=common or {"shed": ["Spade", "Rake"]}, ann={}, bob={}, cyd={},
    )  # fmt: skip


def perform(table, player, card, *choices):
    table.perform(player, card)
    for choice in choices:
        table.choose(player, choice)


def paid(table):
    """The seeds of all players after somebody has drawn a card."""
    table.perform("ann", "Deal")
    return seeds(table)


def test_the_author_of_each_instance_is_paid():
    table = shed()

    perform(table, "ann", "Bind", "Rake")
    perform(table, "cyd", "Bind", "Rake")
    perform(table, "cyd", "Bind", "Spade")

    assert paid(table) == [1, 0, 2]


def test_an_author_with_a_parameter():
    table = shed(Bind="Choose a tool in the shed. That tool gains the Rich 3 modifier.")

    perform(table, "cyd", "Bind", "Rake")

    assert paid(table) == [0, 0, 3]


def test_a_printed_modifier_has_no_author():
    table = shed(tools={"Spade": "Sweet::", "Rake": "Sweet::"})

    perform(table, "bob", "Bind", "Rake")

    assert paid(table) == [0, 1, 0]


def test_an_author_who_has_left_gains_nothing():
    table = shed(Go="Choose another player. That player forfeits.")
    perform(table, "bob", "Bind", "Rake")
    perform(table, "cyd", "Bind", "Rake")

    perform(table, "ann", "Go", "bob")

    assert paid(table) == [0, 0, 1]


def test_who_the_author_is_can_be_asked():
    bind = "Choose a tool in the shed. That tool gains the Own modifier."
    table = shed(Bind=bind, tools={"Spade": "", "Rake": ""}, common={"shed": ["Spade"]})
    table.perform("cyd", "Bind")

    assert paid(table) == [0, 0, 0]
    assert [table.count(p, "coin") for p in ("ann", "bob", "cyd")] == [0, 0, 0]


def test_the_doer_of_a_definition_is_the_author():
    table = shed(
        "To brand a card is to gain 1 coin, then that card gains the Sweet modifier.",
        Hire="Choose another player. Choose a tool in the shed. The chosen player brands that tool.",
    )

    perform(table, "ann", "Hire", "cyd", "Rake")

    assert paid(table) == [0, 0, 1]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (f"When a player discards a card, {GIVE.lower()}", [0, 2, 0]),
        (f"When a card is discarded, {GIVE.lower()}", [0, 2, 0]),
        (f"When a player rests or discards a card, {GIVE.lower()}", [0, 2, 0]),
        (f"When each hand is empty, {GIVE.lower()}", [0, 0, 0]),
        (f"When a player discards a card, each other player may rest. If they do, {GIVE.lower()}", [0, 2, 0]),
    ],
)  # fmt: skip
def test_in_a_rule_the_author_is_who_does_what_it_waits_for(rule, expected):
    rule = rule.replace("sweet", "Sweet")
    table = lay(
        PLANT, rule, tricks={"Deal": "Draw a card.", "Drop": "Choose another player. That player discards a card."},
        tools={"Spade": "", "Rake": ""}, modifiers=TABLE, common={"shed": ["Spade", "Rake"]},
        ann={}, bob={"hand": ["Rose"]}, cyd={},
    )  # fmt: skip

    perform(table, "ann", "Drop", "bob")
    while not table.quiet:
        who = table.asked()[0]
        told = table.options(who)
        table.choose(who, told[0] if who == "cyd" else told[-1])

    assert paid(table) == expected


def test_losing_this_modifier_loses_the_instance_of_its_author():
    table = shed(Bind="Choose a tool in the shed. That tool gains the Loose modifier.")
    perform(table, "ann", "Bind", "Rake")
    perform(table, "bob", "Bind", "Rake")
    perform(table, "bob", "Bind", "Rake")

    assert paid(table) == [1, 2, 0]
    assert paid(table) == [1, 2, 0]


def test_who_loses_a_modifier_by_name_loses_the_first_of_it():
    table = shed(Loosen="Choose a tool in the shed. That tool loses the Sweet modifier.")
    perform(table, "ann", "Bind", "Rake")
    perform(table, "bob", "Bind", "Rake")
    perform(table, "bob", "Loosen", "Rake")

    assert paid(table) == [0, 1, 0]


def test_a_copy_has_the_modifiers_with_their_authors():
    table = shed(Twin="Choose a tool in the shed. Create a copy of that tool in the shed.")
    perform(table, "bob", "Bind", "Rake")
    perform(table, "cyd", "Bind", "Rake")
    perform(table, "ann", "Twin", "Rake")

    assert paid(table) == [0, 2, 2]


def test_a_fork_has_authors_of_its_own():
    table = shed()
    perform(table, "bob", "Bind", "Rake")
    kept = table.match.state.clone()
    perform(table, "ann", "Bind", "Rake")
    notes = table.match.rules.authors << 20

    assert [bag for key, bag in sorted(kept.bags.items()) if key >> 20 == notes >> 20 and bag] == [
        [1]
    ]
    assert paid(table) == [1, 1, 0]


def test_the_view_shows_the_author():
    table = shed()
    perform(table, "bob", "Bind", "Rake")
    view = str(table.match.view("ann"))

    assert "Sweet (bob)" in view
    assert "Sweet (ann)" not in view


def test_the_view_of_a_book_that_does_not_ask_is_as_it_was():
    table = shed(modifiers=HEAD + "| Sweet | | When a player draws a card, gain 1 seed. |\n")
    perform(table, "bob", "Bind", "Rake")

    assert "Sweet" in str(table.match.view("ann"))
    assert "(bob)" not in str(table.match.view("ann"))
    assert table.match.rules.authors == -1


def test_the_author_of_a_modifier_on_a_hidden_card_is_not_shown():
    table = lay(
        PLANT, tricks={"Mark": "Each tool in your hand gains the Sweet modifier."}, tools={"Spade": ""},
        modifiers=TABLE, ann={"hand": ["Spade"]}, bob={},
    )  # fmt: skip
    table.perform("ann", "Mark")

    assert "Sweet (ann)" in str(table.match.view("ann"))
    assert "(ann)" not in str(table.match.view("bob"))


COLLECTION = "\nThe Common collection is:\n\n| Name | Weight |\n|---|---|\n| Plain | 1 |\n"


@pytest.mark.parametrize(
    "text",
    [
        "The author of this modifier gains 1 seed.",
        "Choose a random modifier from the Common collection. The author of the chosen modifier gains 1 seed.",
    ],
)
def test_an_author_is_refused_outside_of_the_text_of_a_modifier(text):
    with pytest.raises(AssertionError, match="author of this modifier"):
        lay(tricks={"Deed": text}, modifiers=TABLE + COLLECTION)


def test_an_amendment_brings_a_modifier_that_asks_for_its_author():
    table = shed(
        Bind="Choose a tool in the shed. That tool gains the Plain modifier.",
        modifiers=HEAD + "| Plain | | |\n| Dull | | When a player rests, gain 1 coin. |\n",
    )
    perform(table, "ann", "Bind", "Rake")
    assert table.match.rules.authors == -1

    table.match.amend(
        "## Amendments {#amendments}\n\nThe modifiers are:\n\n" + HEAD
        + "| Keen | | When a player draws a card, the author of this modifier gains 2 seeds. |\n\n"
        "- When a player rests, each tool in the shed gains the Keen modifier.\n"
    )  # fmt: skip
    perform(table, "bob", "Bind", "Rake")
    table.choose("ann", "rest")

    assert table.match.rules.authors >= 0
    assert paid(table) == [4, 0, 0]


def test_the_gloss_says_who_the_author_is():
    table = shed()
    told = [
        glosses(entry.para)
        for entry in table.game.book.entries
        if entry.para is not None
        and "the author of this modifier gains 1 seed." in entry.paragraph.text
    ]

    assert told
    for lines in told:
        assert any(line.startswith("the author is whoever gave the modifier") for line in lines)
