"""Links: what one step triggers runs together as the next step, with the effects that go on."""

from __future__ import annotations

from deckmastor.testing import Table
from engine.garden import Laid, lay, told

NEXT_STEP = 'The trigger timing is "next step".'
ON_DRAW = "When a player draws a card, they gain 1 seed."


def played(text: str, *rules: str, timing: str = NEXT_STEP, ann: Laid | None = None) -> Table:
    """A garden in which ann has played a trick with this text."""
    hand: Laid = {"hand": ["Pick"]}
    table = lay(timing, *rules, tricks={"Pick": text}, ann=hand | (ann or {}))
    table.play("ann", "Pick")
    return table


def test_an_effect_goes_on_beside_what_its_first_step_triggered() -> None:
    text = "Draw a card. Gain 1 coin. Become tired. Become muddy."
    table = played(text, ON_DRAW, "When a player gains seeds, they lose 1 coin.")

    assert told(table, "draw", "gain", "lose", "become") == [
        "ann draw Rose", "ann gain coin", "ann gain seed", "ann become tired", "ann lose coin",
        "ann become muddy",
    ]  # fmt: skip


def test_at_once_what_is_triggered_does_not_wait_for_the_next_step() -> None:
    text = "Draw a card. Gain 1 coin. Become tired. Become muddy."
    rules = (ON_DRAW, "When a player gains seeds, they lose 1 coin.")
    table = played(text, *rules, timing='The trigger timing is "at once".')

    assert told(table, "draw", "gain", "lose", "become") == [
        "ann draw Rose", "ann gain seed", "ann lose coin", "ann gain coin", "ann become tired",
        "ann become muddy",
    ]  # fmt: skip


def test_what_comes_after_then_is_a_link_later() -> None:
    table = played("Draw a card, then gain 1 coin, then become tired.", ON_DRAW)

    assert told(table, "draw", "gain", "become") == [
        "ann draw Rose", "ann gain coin", "ann gain seed", "ann become tired",
    ]  # fmt: skip


def test_parts_joined_by_and_are_one_link() -> None:
    table = played("Draw a card and gain 1 coin. Become tired. Become muddy.", ON_DRAW)

    assert told(table, "draw", "gain", "become") == [
        "ann draw Rose", "ann gain coin", "ann become tired", "ann gain seed", "ann become muddy",
    ]  # fmt: skip


def test_two_triggers_of_a_link_go_on_side_by_side() -> None:
    table = played(
        "Draw a card.",
        "When a player draws a card, they gain 1 seed, then lose 1 seed.",
        "When a player draws a card, they gain 1 coin, then lose 1 coin.",
    )

    assert told(table, "draw", "gain", "lose") == [
        "ann draw Rose", "ann gain seed", "ann gain coin", "ann lose seed", "ann lose coin",
    ]  # fmt: skip


def test_a_defined_verb_of_two_steps_takes_two_links() -> None:
    table = played("Twirl. Become tired.", "To twirl is to draw a card, then gain 1 coin.", ON_DRAW)

    assert told(table, "draw", "gain", "twirl", "become") == [
        "ann draw Rose", "ann gain coin", "ann twirl ", "ann gain seed", "ann become tired",
    ]  # fmt: skip


def test_a_choice_in_a_later_link_is_saved_with_what_goes_on() -> None:
    table = played(
        "Draw a card. Discard a card. Gain 1 coin.",
        "When a player draws a card, they discard a card, then gain 1 seed.",
        ann={"hand": ["Pick", "Daisy", "Tulip"]},
    )
    table.choose("ann", "Daisy", "Rose")

    assert told(table, "draw", "discard", "gain") == [
        "ann draw Rose", "ann discard Daisy", "ann discard Rose", "ann gain coin", "ann gain seed",
    ]  # fmt: skip


def test_their_holder_orders_what_begins_and_not_what_goes_on() -> None:
    table = lay(
        NEXT_STEP,
        "The order of triggers is turn order, then the choice of their holder, then age.",
        tricks={"Pick": "Draw a card. Become tired. Become muddy."},
        tools={
            "Bell": "When a player draws a card, gain 1 seed, then lose 1 seed.",
            "Drum": "When a player draws a card, gain 1 coin, then lose 1 coin.",
        },
        ann={"hand": ["Pick"], "bed": ["Bell", "Drum"]},
    )
    table.play("ann", "Pick")
    table.choose("ann", "Drum")

    assert told(table, "gain", "lose", "become") == [
        "ann become tired", "ann gain coin", "ann gain seed", "ann become muddy", "ann lose coin",
        "ann lose seed",
    ]  # fmt: skip


def test_what_a_price_triggers_waits_until_all_prices_are_paid() -> None:
    table = played(
        "Become tired.",
        "To play a trick, a player must discard a card.",
        "To play a trick, a player must pay 1 coin.",
        "When a player discards a card, they gain 1 seed.",
        timing='The trigger timing is "at once".',
        ann={"hand": ["Pick", "Daisy"], "coin": 1},
    )

    assert told(table, "discard", "pay", "gain", "become") == [
        "ann discard Daisy", "ann pay coin", "ann gain seed", "ann become tired",
    ]  # fmt: skip


def test_what_is_done_instead_is_part_of_the_step() -> None:
    rules = (
        "If a player would draw a card, they gain 1 coin instead. They gain 1 seed.",
        "When a player gains coins, they become muddy.",
    )
    next_step = played("Draw a card. Become tired.", *rules)
    at_once = played(
        "Draw a card. Become tired.", *rules, timing='The trigger timing is "at once".'
    )

    assert told(next_step, "gain", "become") == [
        "ann gain coin", "ann gain seed", "ann become tired", "ann become muddy",
    ]  # fmt: skip
    assert told(at_once, "gain", "become") == [
        "ann gain coin", "ann gain seed", "ann become muddy", "ann become tired",
    ]  # fmt: skip
