"""Answers to a card: who is asked, in which order, what can be cancelled, and where it goes then."""

from __future__ import annotations

from deckmastor.testing import Table
from engine.garden import Laid, lay, told

ANSWER = "When a player plays a card, each other player may play a trick."
SHIELDED = "A trick cannot be played unless the card being played can be cancelled."
CAN = "A card being played can be cancelled."
NO = {"No": "Cancel the card being played."}


def answering(*rules: str, tools: dict[str, str] | None = None, **players: Laid) -> Table:
    """A garden in which everybody may answer a tool, or an answer, with a trick."""
    offers = ("The player at turn may play a tool.", "A tool can be played into any bed.")
    return lay(ANSWER, *offers, *rules, tricks=NO, tools=tools or {"Bell": ""}, **players)


def test_a_card_that_was_cancelled_is_not_asked_about_again() -> None:
    table = answering(ann={"hand": ["Bell"]}, bob={"hand": ["No"]}, cid={"hand": ["No", "No"]})

    table.choose("ann", "play Bell", "ann's bed")
    table.choose("bob", "yes")
    table.choose("cid", "yes", "No")  # an answer to bob's; there is nothing left of that
    asked = table.decision.because.text
    table.choose("cid", "no")

    assert asked == ANSWER
    assert table.cards("ann", "bed") == ["Bell"]


def test_reactions_in_turn_order_are_asked_one_after_the_other() -> None:
    table = answering(
        "The order of reactions is turn order.",
        ann={"hand": ["No"]},
        bob={"hand": ["Bell"]},
        cid={"hand": ["No"]},
        turn="bob",
    )

    table.choose("bob", "play Bell", "bob's bed")
    first = table.asked()
    table.choose("cid", "no")
    second = table.asked()
    table.choose("ann", "no")

    assert (first, second) == (["cid"], ["ann"])
    assert table.cards("bob", "bed") == ["Bell"]


def test_a_place_is_chosen_after_the_reactions_if_the_book_says_so() -> None:
    table = answering(
        'The announce timing is "after the reactions".',
        ann={"hand": ["Bell"]},
        bob={"hand": ["No"]},
    )

    table.choose("ann", "play Bell")
    asked = table.asked()
    table.choose("bob", "no")
    table.choose("ann", "bob's bed")

    assert asked == ["bob"]
    assert table.cards("bob", "bed") == ["Bell"]


def test_a_cancelled_card_is_not_asked_for_its_place() -> None:
    table = answering(
        'The announce timing is "after the reactions".',
        ann={"hand": ["Bell"]},
        bob={"hand": ["No"]},
    )

    table.choose("ann", "play Bell")
    table.choose("bob", "yes")

    assert told(table, "cancel") == ["bob cancel Bell"]
    assert table.quiet


def test_cards_you_play_are_not_cards_that_others_play() -> None:
    tools = {"Bell": "", "Shield": "Cards you play cannot be cancelled."}
    shield: Laid = {"bed": ["Shield"], "hand": ["Bell"]}
    own = answering(CAN, SHIELDED, tools=tools, ann=shield, bob={"hand": ["No"]})
    other = answering(
        CAN, SHIELDED, tools=tools, ann={"hand": ["Bell"]}, bob={"bed": ["Shield"], "hand": ["No"]}
    )

    own.choose("ann", "play Bell", "ann's bed")
    other.choose("ann", "play Bell", "ann's bed")

    assert own.asked() == ["ann"]
    assert other.asked() == ["bob"]


def test_only_the_card_on_top_can_be_cancelled() -> None:
    tools = {"Bell": "", "Shield": "Cards you play cannot be cancelled."}
    table = answering(
        CAN,
        SHIELDED,
        tools=tools,
        ann={"hand": ["Bell", "No"]},
        bob={"bed": ["Shield"], "hand": ["No"]},
    )

    table.choose("ann", "play Bell", "ann's bed")
    table.choose("bob", "yes")  # nobody can answer that one, though the Bell could be cancelled

    assert table.quiet
    assert told(table, "cancel") == ["bob cancel Bell"]


def test_a_condition_about_the_card_being_played_is_about_the_one_on_top() -> None:
    once = "A trick cannot be played if the card being played is wilted."
    table = answering(
        "Before a player plays a trick, the card being played becomes wilted.",
        once,
        ann={"hand": ["Bell", "No"]},
        bob={"hand": ["No"]},
        cid={"hand": ["No"]},
    )

    table.choose("ann", "play Bell", "ann's bed")
    table.choose("bob", "yes")
    answered = table.asked()  # about bob's card, which is not wilted although the Bell is
    table.choose("ann", "yes")
    table.choose("cid", "no")

    assert answered == ["ann", "cid"]
    assert table.cards("ann", "bed") == ["Bell"]  # nobody was asked about it again
