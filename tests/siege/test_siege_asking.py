"""A discreet match asks the same, in the same order, whatever a hand holds (row C1)."""

from __future__ import annotations

import io
import itertools

import pytest

from deckmastor.engine.state.layout import DISCREET
from deckmastor.terminal.console import Console
from deckmastor.terminal.play import play as run_play
from deckmastor.terminal.session import Seating, Session
from deckmastor.testing import Table

BOOK = """
# Thicket {#thicket}
## Words {#words}
- Each player has a hand. There is a deck and a discard pile. Nuts and spies are kinds of card. Points are counters.
- To discard a card is to move it from your hand to the discard pile.
## Turn {#turn}
- On their turn, a player may rest once per turn. To rest is to score 1 point.
RULE
## Cards {#cards}

The cards are:

| Name | Type | Count |
|---|---|---|
| Walnut | nut | 16 |
| Owl | spy | 16 |
"""

HANDS = (
    ("Walnut", "Walnut", "Walnut"),
    ("Walnut", "Walnut", "Owl"),
    ("Walnut", "Owl", "Owl"),
    ("Owl", "Owl", "Owl"),
)

RULES = {
    "one": "When a player rests, they discard a nut.",
    "offered": "When a player rests, they may discard a nut.",
    "several": "When a player rests, they discard up to 2 nuts.",
    "any": "When a player rests, they discard any number of nuts.",
    "exactly": "When a player rests, they discard 2 nuts.",
    "either": "When a player rests, they discard a nut or discard a spy.",
    "if": "When a player rests, they may discard a nut. If they do, they score 1 point.",
    "permitted": "On their turn, a player may discard a nut once per turn.",
    "condition": "On their turn, a player may hoot once per turn if they have no nuts in their hand. "
    "To hoot is to score 2 points.",
    "while": "While a player has no nuts in their hand, they may hoot on their turn. "
    "To hoot is to score 2 points.",
    "together": "When a player rests, each player secretly chooses a nut in their hand.",
    "each": "When a player rests, each player discards a nut.",
    "each may": "When a player rests, each player may discard a nut.",
    "neighbour": "When a player rests, the next player discards a spy.",
    "answer": "When a player rests, each other player may discard a nut.",
    "at end": "When a turn ends, the player at turn discards a nut.",
}  # fmt: skip


Step = tuple[tuple[str, ...], str]  # who is asked, and what the first of them answers


def course(rule: str, hand: tuple[str, ...], taking: bool, discreet: bool = True) -> list[Step]:
    """Who is asked and what is answered, one time after the other, until a turn of ann is over.

    What an effect offers is declined, or taken if that is possible. All hold the same.
    """
    made = Table(
        BOOK.replace("RULE", f"- {rule}"), common={"deck": ["Owl"] * 4},
        ann={"hand": list(hand)}, bob={"hand": list(hand)},
    )  # fmt: skip
    made.state.v[DISCREET] = int(discreet)
    made.begin_turn("ann")
    found: list[Step] = []
    while made.match.view()["turn"] == "ann":
        decision = made.match.decisions[0]
        texts = [option.text for option in decision.options]
        effect = decision.prompt != "What do you do?"
        at = 0 if effect and taking else texts.index("rest") if "rest" in texts else -1
        found.append((tuple(one.player for one in made.match.decisions), texts[at]))
        made.match.choose(decision.options[at])
    return [*found, ((), "")]


def betrayed(rule: str, taking: bool, discreet: bool = True) -> list[tuple[str, ...]]:
    """Pairs of hands of which others can tell which is held, though all answers were the same."""
    courses = {hand: course(rule, hand, taking, discreet) for hand in HANDS}
    found: list[tuple[str, ...]] = []
    for one, other in itertools.combinations(HANDS, 2):
        for (asked, answer), (theirs, their_answer) in zip(
            courses[one], courses[other], strict=False
        ):
            if asked != theirs:
                found.append((*one, "or", *other))
            if (asked, answer) != (theirs, their_answer):
                break
    return found


@pytest.mark.parametrize("taking", [False, True])
@pytest.mark.parametrize("rule", RULES.values(), ids=RULES.keys())
def test_c1_who_is_asked_and_how_often_does_not_depend_on_a_hand(rule: str, taking: bool) -> None:
    assert betrayed(rule, taking) == []


def test_c1_a_match_that_is_not_discreet_asks_only_who_has_a_choice() -> None:
    assert betrayed(RULES["exactly"], False, discreet=False)


@pytest.mark.parametrize("hand", HANDS[1:], ids="/".join)
def test_c1_several_people_at_a_keyboard_are_asked_what_a_hand_decides(
    hand: tuple[str, ...],
) -> None:
    made = Table(
        BOOK.replace("RULE", f"- {RULES['one']}"), common={"deck": ["Owl"] * 4},
        ann={"hand": list(hand)}, bob={"hand": list(hand)},
    )  # fmt: skip
    made.state.v[DISCREET] = 1
    made.begin_turn("ann")
    people = ("ann", "bob")
    out = io.StringIO()
    session = Session(Seating(made.game, people, people, 0), match=made.match)
    run_play(Console(["", "rest", "quit", ""], out, 100), session)

    assert "Discard a nut: which?" in out.getvalue()
