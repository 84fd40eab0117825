"""Sentences about what no event is about: refused, and the wording that is offered works."""

from __future__ import annotations

import pytest
from garden import AT_WILL, garden, lay, seeds

from deckmastor.match import read

GAIN = "each player gains 1 seed"
SINGLE = "no event is about a single {}: say it of a card or a player"
EMPTY = "an empty {}: only a place is empty, such as the hand of a player"


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        (f"When an effect resolves, {GAIN}.", SINGLE.format("effect")),
        (f"When an effect is cancelled, {GAIN}.", SINGLE.format("effect")),
        (f"When a trigger is cancelled, {GAIN}.", SINGLE.format("trigger")),
        (f"When a claim is chosen, {GAIN}.", SINGLE.format("claim")),
        (f"When a row is removed, {GAIN}.", SINGLE.format("row")),
        (f"When a counter is gained, {GAIN}.",
         "an event about any counter: name it, as in 'gains X points'"),
        (f"When a card exists, {GAIN}.", "'exist' is no event: say where, 'there is a … in …'"),
        (f"When a player resolves, {GAIN}.",
         "a player resolves nothing here: say 'a card resolves'"),
        (f"When an effect is empty, {GAIN}.", ""),
        (f"When a card is empty, {GAIN}.", EMPTY.format("card")),
        (f"When a player is empty, {GAIN}.", EMPTY.format("player")),
        (f"When the game is empty, {GAIN}.", EMPTY.format("game")),
        ("A player cannot rest if a rule is empty.", EMPTY.format("rule")),
        (f"When there is an effect, {GAIN}.",
         "effects by themselves. Say 'When effects have no end, …', or 'a card resolves'"),
        (f"When a collection is empty, {GAIN}.", "any collection: name the collection"),
    ],
)  # fmt: skip
def test_what_no_event_is_about_is_refused(rule: str, why: str) -> None:
    ((_, told),) = read(garden(rule, AT_WILL)).rules(2).unrunnable

    assert why in told


@pytest.mark.parametrize(
    ("rule", "gained"),
    [
        (f"When a trick resolves, {GAIN}.", 1),
        (f"When a tool resolves, {GAIN}.", 0),
        (f"When a player gains X coins, {GAIN}.", 1),
        (f"When the shed is empty, {GAIN}.", 1),
        (f"When a bed is empty, {GAIN}.", 0),
        (f"When there is a Daisy in the discard pile, {GAIN}.", 1),
    ],
)
def test_what_is_offered_instead_waits_for_that(rule: str, gained: int) -> None:
    table = lay(
        rule, tricks={"Clear": "Move all cards in the shed to the discard pile. Gain 2 coins."},
        common={"shed": ["Rose", "Daisy"]}, ann={"hand": ["Clear"], "bed": ["Rose"]},
    )  # fmt: skip
    table.play("ann", "Clear")

    assert seeds(table) == [gained, gained]
