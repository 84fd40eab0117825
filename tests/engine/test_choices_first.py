"""Choice timing: all choices of a step before it, or each as its part is performed."""

from __future__ import annotations

import pytest

from deckmastor.testing import Table
from engine.bears import BOOK, lay

FIRST = 'The choice timing is "before the step".'
LATER = 'The choice timing is "when performed".'


def performed(text: str, *rules: str, **players: dict[str, list[str] | int | str]) -> Table:
    """Bear Hill with choices before the step, where ann performs a text."""
    common = players.pop("common", {})
    table = lay(text, (FIRST, *rules), common=common, **players)
    table.perform("ann", "Deed")
    return table


@pytest.mark.parametrize(
    ("timing", "offered"), [(FIRST, ["Acorn", "Fern"]), (LATER, ["Acorn", "Fern", "Elm"])]
)
def test_a_part_of_a_step_chooses_before_or_after_the_part_ahead_of_it(
    timing: str, offered: list[str]
) -> None:
    table = lay("Draw a card and discard a card.", (timing,), ann={"hand": ["Acorn", "Fern"]})

    table.perform("ann", "Deed")
    asked = table.options("ann")
    table.choose("ann", "Fern")

    assert asked == offered
    assert table.cards("ann", "hand") == ["Acorn", "Elm"]


def test_nothing_happens_until_all_choices_of_a_step_are_made() -> None:
    table = performed(
        "Discard a card and sacrifice a card.",
        ann={"hand": ["Acorn", "Fern"], "den": ["Ursa", "Bruno"]},
    )

    table.choose("ann", "Fern")
    waiting = table.cards("", "discard pile"), table.options("ann")
    table.choose("ann", "Bruno")

    assert waiting == ([], ["Ursa", "Bruno"])
    assert table.cards("", "discard pile") == ["Fern", "Bruno"]


def test_what_was_chosen_for_one_part_is_not_offered_for_the_next() -> None:
    table = performed(
        "Discard a card and put a card from your hand into the river.",
        ann={"hand": ["Acorn", "Fern", "Elm"]},
    )

    table.choose("ann", "Fern")
    offered = table.options("ann")
    table.choose("ann", "Elm")

    assert offered == ["Acorn", "Elm"]
    assert table.cards("", "river") == ["Elm"]
    assert table.cards("ann", "hand") == ["Acorn"]


def test_a_step_chooses_among_what_the_step_before_it_left() -> None:
    table = performed("Draw a card. Discard a card.", ann={"hand": ["Acorn", "Fern"]})

    assert table.options("ann") == ["Acorn", "Fern", "Elm"]


def test_all_players_choose_before_any_of_them_acts() -> None:
    table = performed(
        "Each player discards 2 cards.",
        ann={"hand": ["Acorn", "Birch", "Elm"]},
        bob={"hand": ["Fern", "Clover", "Daisy"]},
    )

    table.choose("ann", "Elm", "Acorn")
    waiting = table.cards("", "discard pile"), table.asked()
    table.choose("bob", "Daisy", "Fern")

    assert waiting == ([], ["bob"])
    assert table.cards("", "discard pile") == ["Elm", "Acorn", "Daisy", "Fern"]


def test_when_performed_the_first_has_acted_before_the_second_is_asked() -> None:
    table = lay(
        "Each player discards 2 cards.",
        (LATER,),
        ann={"hand": ["Acorn", "Birch", "Elm"]},
        bob={"hand": ["Fern", "Clover", "Daisy"]},
    )

    table.perform("ann", "Deed")
    table.choose("ann", "Elm", "Acorn")

    assert table.cards("", "discard pile") == ["Elm", "Acorn"]


def test_what_one_player_claimed_is_gone_for_the_next() -> None:
    table = performed(
        "Each player moves a card from the river to their hand.",
        common={"river": ["Acorn", "Fern", "Elm"]},
        ann={},
        bob={},
    )

    table.choose("ann", "Fern")
    waiting = table.cards("", "river"), table.options("bob")
    table.choose("bob", "Elm")

    assert waiting == (["Acorn", "Fern", "Elm"], ["Acorn", "Elm"])
    assert table.cards("ann", "hand") == ["Fern"]
    assert table.cards("bob", "hand") == ["Elm"]


def test_what_is_only_chosen_can_be_chosen_by_all() -> None:
    table = performed(
        "Each player chooses another player. Each player gains 1 berry.", ann={}, bob={}, cid={}
    )

    table.choose("ann", "cid")
    table.choose("bob", "ann")
    offered = table.options("cid")

    assert offered == ["ann", "bob"]


def test_each_player_does_two_things_chosen_beforehand() -> None:
    table = performed(
        "Each player draws a card and discards a card.",
        ann={"hand": ["Acorn", "Birch"]},
        bob={"hand": ["Fern", "Clover"]},
    )

    offered = table.options("ann"), table.options("bob")
    table.choose("bob", "Fern")
    table.choose("ann", "Acorn")

    assert offered == (["Acorn", "Birch"], ["Fern", "Clover"])
    assert table.cards("ann", "hand") == ["Birch", "Elm"]
    assert table.cards("bob", "hand") == ["Clover", "Daisy"]


def test_a_choice_between_ways_is_made_before_the_step_too() -> None:
    table = performed("Each player draws a card or gains 1 berry.", ann={}, bob={})

    table.choose("ann", table.options("ann")[0])
    waiting = table.cards("ann", "hand")
    table.choose("bob", table.options("bob")[1])

    assert waiting == []
    assert table.cards("ann", "hand") == ["Elm"]
    assert table.count("bob", "berry") == 1


def test_options_are_taken_or_declined_by_all_before_any_is_carried_out() -> None:
    table = performed(
        "Each player may discard a card. If they do, they gain 1 berry.",
        ann={"hand": ["Acorn"]},
        bob={"hand": ["Fern"]},
    )

    asked = table.asked()
    table.choose("ann", "yes")
    waiting = table.cards("", "discard pile")
    table.choose("bob", "no")

    assert asked == ["ann", "bob"]
    assert waiting == []
    assert table.cards("", "discard pile") == ["Acorn"]
    assert [table.count(name, "berry") for name in ("ann", "bob")] == [1, 0]


def test_a_choice_timing_that_changes_is_refused() -> None:
    book = BOOK.replace("RULES", "").replace("TEXT", FIRST).replace("ROWS", "")

    table = Table(book)

    assert [why for _, why in table.match.rules.unrunnable] == [
        "a choice timing that changes; only a whole rule can set it"
    ]


@pytest.mark.parametrize("saved", [False, True])
def test_an_amendment_changes_when_choices_are_made(saved: bool) -> None:
    table = lay("Draw a card and discard a card.", (LATER,), ann={"hand": ["Acorn", "Fern"]})

    table.match.amend(FIRST)
    if saved:
        table.match = table.match.restore(table.match.save())
    table.perform("ann", "Deed")

    assert table.options("ann") == ["Acorn", "Fern"]
