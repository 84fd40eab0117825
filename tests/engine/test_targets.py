"""Targets: announced when a card is played, taken up when its text runs; else the card fails."""

from __future__ import annotations

import pytest

from deckmastor.match import AmendmentRefused
from deckmastor.testing import Table

BOOK = """# Pile {#pile}

## Words {#words}

- Each player has a hand, a memory and a graveyard. There is a pile, a limbo and a deck.
- Scrolls and leaves are kinds of card. Life points are counters. Marks are counters.
- A player can be asleep. A card has at most one heading: upward or downward.
- A turn has these phases: pushing, executing.
- On a card, "you" means its player.
- To bury a card is to put it on the top of its player's graveyard.
- To execute a card is to move it to the limbo, then resolve it, then bury it.
- To awaken is to lose 1 life point.

## Play {#play}

- In the pushing phase, the player at turn may push a card in their hand.
- In the executing phase, the player at turn may execute the top card of the pile.
- On their turn, a player may act.
RULES
## Cards {#cards}

The cards are:

| Name | Type | Text |
|---|---|---|
| Sting | scroll | Target a player. That player loses 3 life points. |
| Strike | scroll | Target a leaf on the pile. Bury that leaf. You gain 1 mark. |
| Turn | scroll | Target a leaf on the pile and a heading. If the heading is upward, put that leaf on the top of the pile. Otherwise, put that leaf on the bottom of the pile. |
| Trade | scroll | Target a leaf on the pile and another leaf on the pile. Swap the first leaf with the second leaf. |
| Peak | scroll | Target the top leaf of the pile. Move that leaf to the limbo. You gain 1 mark. |
| Ash | leaf | |
| Oak | leaf | |
| Elm | leaf | |
"""


EXECUTE = "execute the top card of the pile"


def pile(*rules: str, **players: dict[str, list[str] | int | str]) -> Table:
    """A table at ann's turn."""
    book = BOOK.replace("RULES", "\n".join(f"- {rule}" for rule in rules)).replace(
        "may push a card in their hand", "may play a card from their hand onto the pile"
    )
    players.setdefault("ann", {})
    players.setdefault("bob", {})
    common = players.pop("common", {})
    table = Table(book, common=common, **players)
    table.begin_turn("ann")
    return table


def test_a_target_is_announced_when_the_card_is_played() -> None:
    table = pile(ann={"hand": ["Sting"], "life point": 5}, bob={"life point": 5})

    table.choose("ann", "play Sting")

    assert table.options("ann") == ["ann", "bob"]


def test_where_a_verb_performs_texts_playing_does_not() -> None:
    table = pile(ann={"hand": ["Sting"], "life point": 5}, bob={"life point": 5})

    table.choose("ann", "play Sting", "bob")
    pushed = (table.cards("", "pile"), table.count("bob", "life point"))
    table.choose("ann", "pass", EXECUTE)

    assert pushed == (["Sting"], 5)
    assert table.count("bob", "life point") == 2
    assert table.cards("ann", "graveyard") == ["Sting"]


def test_the_announcement_is_an_event_that_all_can_see() -> None:
    rule = "When a player is targeted, that player gains 1 mark."
    table = pile(rule, ann={"hand": ["Sting"]}, bob={"life point": 5})

    table.choose("ann", "play Sting", "bob")

    assert table.count("bob", "mark") == 1


def test_a_card_whose_target_is_gone_fails_and_does_nothing() -> None:
    table = pile(
        "When a card fails, each player gains 10 marks.",
        "When a player passes, move all leaves on the pile to the deck.",
        common={"pile": ["Ash"]},
        ann={"hand": ["Strike"]},
    )

    table.choose("ann", "play Strike", "pass", EXECUTE)

    assert table.count("ann", "mark") == 10
    assert table.cards("ann", "graveyard") == ["Strike"]


def test_who_cannot_be_targeted_is_not_offered_and_a_card_that_names_them_fails_later() -> None:
    rules = (
        "An asleep player cannot be targeted. When a card fails, each player gains 10 marks.",
        "When a player passes, each other player becomes asleep.",
    )
    table = pile(
        *rules, ann={"hand": ["Sting", "Strike"], "life point": 5}, bob={"life point": 5}, cat={}
    )

    table.choose("ann", "play Sting", "bob", "pass", EXECUTE)
    table.choose("ann", "pass")

    assert table.count("ann", "mark") == 10
    assert table.count("bob", "life point") == 5


def test_several_targets_are_announced_one_after_the_other_and_kept() -> None:
    table = pile(common={"pile": ["Ash", "Oak", "Elm"]}, ann={"hand": ["Turn"]})

    table.choose("ann", "play Turn", "Oak")
    offered = table.options("ann")
    table.choose("ann", "downward", "pass", EXECUTE)

    assert offered == ["upward", "downward"]
    assert table.cards("", "pile") == ["Oak", "Ash", "Elm"]


def test_a_second_target_can_be_another_than_the_first() -> None:
    table = pile(common={"pile": ["Ash", "Oak", "Elm"]}, ann={"hand": ["Trade"]})

    table.choose("ann", "play Trade", "Ash")
    offered = table.options("ann")
    table.choose("ann", "Elm", "pass", EXECUTE)

    assert offered == ["Oak", "Elm"]
    assert table.cards("", "pile") == ["Elm", "Oak", "Ash"]


def test_if_one_of_several_targets_is_gone_the_whole_card_fails() -> None:
    table = pile(
        "When a card fails, each player gains 10 marks.",
        'When a player passes, move each card named "Elm" to the deck.',
        common={"pile": ["Ash", "Oak", "Elm"]},
        ann={"hand": ["Trade"]},
    )

    table.choose("ann", "play Trade", "Ash", "Elm", "pass", EXECUTE)

    assert table.count("ann", "mark") == 10
    assert table.cards("", "pile") == ["Ash", "Oak"]


def test_targets_are_saved_with_the_game() -> None:
    table = pile(ann={"hand": ["Sting"], "life point": 5}, bob={"life point": 5})
    table.choose("ann", "play Sting", "bob")

    table.match = table.match.restore(table.match.save())
    table.choose("ann", "pass", EXECUTE)

    assert table.count("bob", "life point") == 2


def test_rules_that_cards_adopted_can_be_ended() -> None:
    cards = """| Calm | scroll | Until the end of the game, players cannot lose life points. |
| Repeal | scroll | End each rule adopted by a card. |
| Ash | leaf | |"""
    book = (
        BOOK.replace("| Ash | leaf | |", cards)
        .replace("RULES", "")
        .replace("may push a card in their hand", "may play a card from their hand onto the pile")
    )
    table = Table(
        book, ann={"hand": ["Sting", "Repeal", "Calm"], "life point": 9}, bob={"life point": 9}
    )
    table.begin_turn("ann")

    table.choose("ann", "play Sting", "bob", "play Repeal", "play Calm", "pass", EXECUTE)
    protected = len(table.state.lasting) > 0
    table.choose("ann", EXECUTE, EXECUTE)

    assert protected
    assert table.count("bob", "life point") == 6


# ---- descriptions ---------------------------------------------------------------------------

MOVED = 'When a player passes, put each card named "Elm" on the bottom of the pile.'
FAILS = "When a card fails, each player gains 10 marks."


def test_a_target_by_description_is_looked_for_when_the_text_begins() -> None:
    table = pile(MOVED, common={"pile": ["Ash", "Oak", "Elm"]}, ann={"hand": ["Peak"]})

    table.choose("ann", "play Peak", "pass", EXECUTE)

    assert table.cards("", "pile") == ["Elm", "Ash"]
    assert "Oak" in table.cards("", "limbo")
    assert table.count("ann", "mark") == 1


def test_a_target_by_description_asks_nothing_and_is_announced() -> None:
    rule = "When a card is targeted, each player gains 5 marks."
    table = pile(rule, common={"pile": ["Ash", "Oak"]}, ann={"hand": ["Peak"]})

    table.choose("ann", "play Peak")

    assert table.count("bob", "mark") == 5
    assert "pass" in table.options("ann")


def test_a_card_fails_whose_description_fits_nothing_any_more() -> None:
    gone = "When a player passes, move all leaves on the pile to the deck."
    table = pile(gone, FAILS, common={"pile": ["Ash"]}, ann={"hand": ["Peak"]})

    table.choose("ann", "play Peak", "pass", EXECUTE)

    assert table.count("ann", "mark") == 10


def test_a_description_that_fits_only_what_cannot_be_targeted_fails() -> None:
    table = pile(
        FAILS, "Leaves cannot be targeted.", common={"pile": ["Ash"]}, ann={"hand": ["Peak"]}
    )

    table.choose("ann", "play Peak", "pass", EXECUTE)

    assert table.count("ann", "mark") == 10
    assert table.cards("", "pile") == ["Ash"]


REACT = "When a player plays a scroll, each other player may play a leaf."
LATE = 'The announce timing is "after the reactions".'


@pytest.mark.parametrize(("rules", "asked"), [((), "ann"), ((LATE,), "bob")])
def test_targets_are_announced_before_or_after_the_reactions(
    rules: tuple[str, ...], asked: str
) -> None:
    table = pile(REACT, *rules, ann={"hand": ["Sting"]}, bob={"hand": ["Ash"], "life point": 5})

    table.choose("ann", "play Sting")
    first = table.asked()
    if rules:
        table.choose("bob", "no")
    targets = table.options("ann")

    assert first == [asked]
    assert targets == ["ann", "bob"]


def test_a_card_that_was_cancelled_takes_no_aim_after_the_reactions() -> None:
    cancel = "When a player plays a leaf, cancel the scroll being played."
    table = pile(REACT, cancel, LATE, ann={"hand": ["Sting"]}, bob={"hand": ["Ash"]})

    table.choose("ann", "play Sting")
    table.choose("bob", "yes")

    assert table.options("ann") != ["ann", "bob"]


def test_an_amendment_changes_when_targets_are_announced() -> None:
    table = pile(REACT, ann={"hand": ["Sting"]}, bob={"hand": ["Ash"], "life point": 5})

    table.match.amend(LATE)
    table.choose("ann", "play Sting")

    assert table.asked() == ["bob"]


@pytest.mark.parametrize(
    "change",
    [
        'While the deck is empty, the announce timing is "after the reactions".',
        'Until the end of the turn, the announce timing is "after the reactions".',
        'When a player acts, the announce timing becomes "after the reactions".',
    ],
)
def test_an_announce_timing_that_comes_and_goes_is_refused(change: str) -> None:
    table = pile(ann={"hand": ["Sting"]})

    with pytest.raises(AmendmentRefused) as refused:
        table.match.amend(change)

    assert "an announce timing that changes; only a whole rule can set it" in str(refused.value)
