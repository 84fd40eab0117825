"""What lies below a played card: nothing when it is played, the pile when it resolves."""

from __future__ import annotations

import pytest
from garden import garden, lay, seeds

from deckmastor.engine.rules.assembly import build
from deckmastor.language.book import load_text

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
