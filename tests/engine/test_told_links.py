"""What observers hear of links: which of a chain it is, what set it off, what was replaced."""

from __future__ import annotations

from deckmastor.match import Event, restore
from deckmastor.testing import Table
from engine.garden import lay

NEXT_STEP = 'The trigger timing is "next step".'
ON_DRAW = "When a player draws a card, they gain 1 seed."


def story(table: Table) -> list[Event]:
    """The events that are no part of others, in their links."""
    return [event for event in table.events if event.link and not event.minor]


def numbered(table: Table) -> list[tuple[int, str]]:
    return [(event.link, f"{event.verb} {event.object}") for event in story(table)]


def test_what_is_set_off_is_told_to_be_in_the_next_link() -> None:
    table = lay(NEXT_STEP, ON_DRAW, tricks={"Pick": "Draw a card, then gain 1 coin."},
                ann={"hand": ["Pick"]})  # fmt: skip
    table.play("ann", "Pick")

    assert numbered(table) == [(1, "draw Rose"), (2, "gain coin"), (2, "gain seed")]
    assert len({event.chain for event in story(table)}) == 1


def test_each_card_played_begins_a_chain_of_its_own() -> None:
    table = lay(NEXT_STEP, ON_DRAW, tricks={"Pick": "Draw a card."}, ann={"hand": ["Pick", "Pick"]})
    table.play("ann", "Pick")
    first = story(table)[-1].chain
    table.play("ann", "Pick")

    assert numbered(table)[-2:] == [(1, "draw Rose"), (2, "gain seed")]
    assert story(table)[-1].chain != first


def test_an_effect_knows_what_set_it_off() -> None:
    table = lay(NEXT_STEP, ON_DRAW, tricks={"Pick": "Draw a card."}, ann={"hand": ["Pick"]})
    table.play("ann", "Pick")

    draw, gain = story(table)
    assert gain.causes == (draw,)
    assert draw.causes == ()


def test_an_effect_is_set_off_anew_each_time() -> None:
    table = lay(ON_DRAW, tricks={"Pick": "Draw a card."}, ann={"hand": ["Pick", "Pick"]})
    table.play("ann", "Pick")
    table.play("ann", "Pick")

    gains = [event for event in table.events if event.verb == "gain"]
    assert [len(gain.causes) for gain in gains] == [1, 1]
    assert gains[0].causes != gains[1].causes


def test_at_once_there_are_no_links() -> None:
    table = lay(ON_DRAW, tricks={"Pick": "Draw a card."}, ann={"hand": ["Pick"]})
    table.play("ann", "Pick")

    assert {event.link for event in table.events} == {0}
    gains = [event for event in table.events if event.verb == "gain"]
    assert [cause.verb for cause in gains[-1].causes] == ["draw"]


def test_what_was_replaced_is_told_with_the_sentence_that_did_it() -> None:
    rule = "If a player would draw a card, they gain 1 coin instead."
    table = lay(rule, tricks={"Pick": "Draw a card."}, ann={"hand": ["Pick"]})
    table.play("ann", "Pick")

    (told,) = [event for event in table.events if event.verb == "replace"]
    assert told.because.text == rule
    assert told.act is not None
    assert (told.act.agent, told.act.verb, told.act.card) == ("ann", "draw", "Pick")
    assert "ann draws" in told.text


def test_links_are_counted_on_in_a_fork_and_after_a_refused_answer() -> None:
    table = lay(
        NEXT_STEP, tricks={"Pick": "Draw a card. Discard a card. Gain 1 coin."},
        ann={"hand": ["Pick", "Daisy"]},
    )  # fmt: skip
    table.play("ann", "Pick")
    twin = table.match.fork()
    twin.choose("ann", "Daisy")
    table.choose("ann", "Daisy")

    last = [event.link for event in twin.events if event.verb == "gain"]
    assert last == [event.link for event in table.events if event.verb == "gain"] == [3]


def test_links_are_counted_on_in_a_match_that_was_restored_from_bytes() -> None:
    text = "Draw a card. Discard a card. Gain 1 coin. Discard a card."
    table = lay(NEXT_STEP, ON_DRAW, tricks={"Pick": text}, ann={"hand": ["Pick", "Daisy", "Tulip"]})
    table.play("ann", "Pick")
    twin = restore(table.match.save())
    for match in (twin, table.match):
        match.choose("ann", "Daisy")
    again = restore(twin.save())
    told = len(table.events)
    for match in (again, table.match):
        match.choose("ann", "Tulip")

    assert [event.link for event in again.events] == [event.link for event in table.events[told:]]
    assert again.events[-1].chain == table.events[-1].chain > 0
    assert max(event.link for event in again.events) > 2
    assert again.trace() == table.match.trace()
    kept, known = again.chronicle.links, table.match.chronicle.links
    assert kept.open(again.state) == known.open(table.match.state)


def test_a_save_of_a_match_in_which_no_chain_is_open_keeps_no_links() -> None:
    table = lay(NEXT_STEP, ON_DRAW, tricks={"Pick": "Draw a card."}, ann={"hand": ["Pick"]})
    table.play("ann", "Pick")

    assert table.match.chronicle.links.steps
    assert restore(table.match.save()).chronicle.links.steps == {}


def test_a_choice_says_for_which_act_it_is() -> None:
    table = lay(tricks={"Pick": "Discard a card, then you may draw a card."},
                ann={"hand": ["Pick", "Daisy", "Tulip"]})  # fmt: skip
    table.play("ann", "Pick")

    assert table.decision.prompt == "Discard a card: which?"
    assert table.decision.card == "Pick"
    table.choose("ann", "Daisy")
    assert (table.decision.prompt, table.decision.card) == ("Draw a card?", "Pick")


def test_an_offer_to_replace_says_what_happens_otherwise() -> None:
    rule = "If a player would draw a card, they may gain 1 coin instead."
    table = lay(rule, tricks={"Pick": "Draw a card."}, ann={"hand": ["Pick"]})
    table.play("ann", "Pick")

    assert table.decision.prompt == "Gain 1 coin?"
    assert table.decision.about.startswith("Otherwise ann draws")
