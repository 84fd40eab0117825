"""What lies below a played card: nothing when it is played, the pile when it resolves."""

from __future__ import annotations

import pytest
from garden import garden, lay, seeds

from deckmastor.engine.rules.assembly import build
from deckmastor.language.book import load_text
from deckmastor.testing import Table

ONTO = ("Tricks can be played onto the heap.", "There is a heap.")
PAGES = {"Page": "Gain 1 coin.", "Note": "Gain 2 coins."}
HEAVY = "| Name | Text |\n|---|---|\n| Heavy | {} |\n"


def heap(text, on, rule="", **kinds):
    """A garden in which ann has played a Deed with a text onto a heap."""
    rules = (*ONTO, rule) if rule else ONTO
    table = lay(
        *rules, tricks={**PAGES, "Deed": text}, common={"heap": on}, ann={"hand": ["Page", "Deed"]},
        **kinds,
    )  # fmt: skip
    table.play("ann", "Deed")
    return table


def refusals(*rules, **texts):
    """Why sentences of a garden cannot run."""
    return [why for _, why in build(load_text(garden(*ONTO, *rules, **texts)), 2).unrunnable]


@pytest.mark.parametrize(("on", "gained"), [(["Note", "Page"], 2), (["Page", "Note"], 0)])
@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("After this card resolves, if the card below this card is a Page, gain 2 seeds.", ""),
        ("If the card below this card is a Page, gain 2 seeds.", ""),
        (
            "Gain 0 coins.",
            "After a card resolves, if the card below that card is a Page, "
            "the player at turn gains 2 seeds.",
        ),
    ],
)  # fmt: skip
def test_behind_a_card_that_has_landed_the_card_below_it_is_found(text, rule, on, gained):
    assert seeds(heap(text, on, rule)) == [gained, 0]


@pytest.mark.parametrize(
    "text",
    [
        "When this card is played, gain 2 seeds unless the card below this card is a Page.",
        "When this card is played, if this card is on the heap, gain 2 seeds.",
        "When this card is played, discard the card below this card.",
    ],
)
def test_when_a_card_is_played_it_does_not_lie_there_yet(text):
    why = (
        "'When this card is played' comes before the card lies in its new place, so that nothing "
        "is below it. Say 'After this card resolves, …'"
    )

    assert refusals(tricks={**PAGES, "Deed": text}) == [why]
    assert refusals(tricks={**PAGES, "Deed": "Heavy::"}, modifiers=HEAVY.format(text)) == [why]


def test_a_rule_about_the_card_below_a_card_that_is_played_is_refused():
    rule = "When a player plays a card, if the card below that card is a weed, they gain 1 seed."

    assert [why[:28] for why in refusals(rule)] == ["'When a card is played' come"]


@pytest.mark.parametrize(
    "text",
    [
        "When this card is played, put it onto the heap. If the card below it is a Page, rest.",
        "When this card is played, until the end of the turn, you cannot rest if the card below "
        "this card is a Page.",
        "When this card is played or discarded, if this card is in the shed, gain 1 seed.",
    ],
)  # fmt: skip
def test_an_effect_that_puts_the_card_somewhere_or_looks_later_runs(text):
    assert refusals(tricks={**PAGES, "Deed": text}) == []


TOWERS = """# Towers {#towers}

- Each player has a hand. There is a deck and a field.
- Floors are kinds of item. Each floor has a height and a roof. A roof is a floor.
- The player at turn may play a card from their hand. The player at turn may act.
RULES
- When a player acts, the roof of the Cellar becomes the Attic. The roof of the Hall becomes the Loft. The roof of the Barn becomes the Loft.

The floors are:

| Name | Height |
|---|---|
| Cellar | 1 |
| Hall | 2 |
| Barn | 3 |
| Attic | 4 |
| Loft | 5 |

The cards are:

| Name | Count |
|---|---|
| Stone | 9 |
"""
FLOORS = ["Cellar", "Hall", "Barn", "Attic", "Loft"]


@pytest.mark.parametrize(
    ("rule", "goals"),
    [
        ("A card can be played onto the roof of a floor.", ["Attic", "Loft"]),
        (
            "A card can be played onto the roof of a floor if that floor has a height of 2.",
            ["Loft"],
        ),
        (
            "A card can be played onto the roof of a floor if that floor has a height of 3.",
            ["Loft"],
        ),
        (
            "A card can be played onto the roof of a floor if that floor has a height of 1.",
            ["Attic"],
        ),
        ("A card can be played onto the roof of a floor if that floor has a height of 9.", []),
        (
            "A card can be played onto a floor. "
            "A card cannot be played onto the roof of a floor if that floor has a height of 3.",
            ["Cellar", "Hall", "Barn", "Attic"],
        ),
    ],
)
def test_a_condition_about_whose_property_a_goal_is_is_asked_of_each_of_them(rule, goals):
    book = TOWERS.replace("RULES", f"- {rule}")
    table = Table(book, common={"field": FLOORS}, ann={"hand": ["Stone"] * 2}, bob={})
    table.begin_turn("ann")
    table.choose("ann", "act")
    if not goals:
        assert "play Stone" not in table.options("ann")
        return
    table.choose("ann", "play Stone")
    if len(goals) > 1:
        assert table.options("ann") == goals
        table.choose("ann", goals[-1])
    assert table.cards("", goals[-1]) == ["Stone"]


AFTER = "After a player plays a card onto the {}, they gain 2 seeds."


@pytest.mark.parametrize(("place", "gained"), [("heap", 2), ("pyre", 0)])
@pytest.mark.parametrize("condition", ["", " if the top card of the heap is a Deed"])
def test_after_a_card_is_played_onto_a_place_asks_for_that_place(place, gained, condition):
    rule = AFTER.format(place).replace(".", f"{condition}.")

    table = heap("Gain 1 coin.", ["Page"], f"There is a pyre. {rule}")

    assert seeds(table) == [gained, 0]


def test_where_a_card_came_from_is_asked_for_when_it_is_played():
    (why,) = refusals("After a player plays a card from their hand, they gain 1 seed.")

    assert "Say 'When …'" in why
    assert not refusals("When a player plays a card from their hand, they gain 1 seed.")


def test_a_card_that_was_performed_lies_where_it_is() -> None:
    table = lay(
        "To fling a card is to move it to the discard pile, then resolve it.",
        "The player at turn may fling a card in their hand.",
        "When a player rests, move the card below the top card of the discard pile to the shed.",
        tools={"Vase": "Gain 1 seed."},
        ann={"hand": ["Vase"]},
        common={"discard pile": ["Nettle", "Tulip"]},
    )

    table.choose("ann", "fling Vase")
    table.choose("ann", "rest")

    assert table.cards("", "discard pile") == ["Nettle", "Vase"]
    assert table.cards("", "shed") == ["Tulip"]
