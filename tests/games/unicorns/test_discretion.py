"""A window of a discreet match betrays nobody's hand: it asks everybody."""

from __future__ import annotations

import json

import pytest

import deckmastor as dm
from deckmastor.engine.state.layout import DISCREET
from deckmastor.testing import Table
from games.unicorns.stable import lay


def shown(hand: list[str], viewer: str = "C", reacts: bool = False) -> list[str]:
    """All that a player is shown, pause by pause, while A plays a card and B reacts or not."""
    table = lay(
        a={"hand": ["Basic Unicorn", "Yay"]},
        b={"hand": hand},
        c={"hand": ["Neigh", "Slowdown"]},
        d={"hand": ["Claw Machine"]},
    )
    table.state.v[DISCREET] = 1
    pauses: list[str] = []

    def look() -> None:
        told = table.match.view(viewer)
        told["places"] = [place for place in told["places"] if place["name"] != "out of the game"]
        told["questions"] = [[d.player, d.prompt, d.way] for d in table.match.decisions]
        pauses.append(json.dumps(told))

    look()
    table.play("A", "Basic Unicorn")
    while not table.quiet:
        look()
        asked = table.asked()[0]
        liked = ("A's stable", "Neigh", "yes" if reacts and asked == "B" else "no", "no")
        table.choose(asked, next(text for text in liked if text in table.options(asked)))
    look()
    return pauses


@pytest.mark.rule("U-199")
@pytest.mark.parametrize(
    "other",
    [
        pytest.param(["Narwhal", "Glitter Bomb"], id="no instant"),
        pytest.param(["Neigh", "Super Neigh"], id="two instants"),
    ],
)
def test_a_third_player_is_shown_the_same_whether_somebody_could_react_or_not(
    other: list[str],
) -> None:
    assert shown(["Neigh", "Glitter Bomb"]) == shown(other)


@pytest.mark.rule("U-199")
@pytest.mark.parametrize("other", [["Neigh", "Super Neigh"], ["Neigh", "Neigh"]])
def test_nor_does_a_reaction_show_whether_there_was_a_choice_of_instants(other: list[str]) -> None:
    one = shown(["Neigh", "Glitter Bomb"], reacts=True)

    assert any("Neigh" in pause for pause in one)
    assert one == shown(other, reacts=True)


def test_a_player_without_an_instant_can_only_let_it_be() -> None:
    table = lay(a={"hand": ["Basic Unicorn"]}, b={"hand": ["Narwhal"]}, c={"hand": ["Neigh"]})
    table.state.v[DISCREET] = 1
    table.play("A", "Basic Unicorn")

    assert table.asked() == ["B"]
    assert table.options("B") == ["no"]

    table.choose("B", "no")

    assert table.asked() == ["C"]
    assert table.options("C") == ["yes", "no"]


@pytest.mark.rule("U-199")
def test_also_those_are_asked_who_have_no_cards_or_are_slowed_down() -> None:
    table = lay(
        a={"hand": ["Basic Unicorn"]},
        b={},
        c={"hand": ["Neigh"], "stable": ["Slowdown"]},
        d={"hand": ["Neigh"]},
    )
    table.state.v[DISCREET] = 1
    table.play("A", "Basic Unicorn")
    offered = []
    while not table.quiet and table.asked() != ["A"]:
        offered.append((table.asked()[0], table.options(table.asked()[0])))
        table.choose(table.asked()[0], "no")

    assert offered == [("B", ["no"]), ("C", ["no"]), ("D", ["yes", "no"])]


def test_a_match_is_discreet_if_it_is_started_so_and_its_journal_knows_it() -> None:
    match = dm.load("unicorns").start(["ann", "bob", "cy"], seed=3, discreet=True)
    plain = dm.load("unicorns").start(["ann", "bob", "cy"], seed=3)
    for _ in range(60):
        match.choose(match.decisions[0].options[0])
    again = dm.replay(match.journal)

    assert again.state.v[DISCREET] == 1
    assert again.trace() == match.trace()
    assert plain.state.v[DISCREET] == 0
    assert "discreet" not in plain.journal[0]


@pytest.mark.rule("U-199", "U-127")
def test_everybody_is_asked_about_a_card_in_a_discreet_match() -> None:
    match = dm.load("unicorns").start(["ann", "bob", "cy"], seed=3, discreet=True)
    while match.decisions[0].prompt != "What do you do?":
        match.choose(match.decisions[0].options[0])
    player = match.decisions[0].player
    match.choose(match.decisions[0].options[0])
    asked = []
    while match.decisions[0].prompt != "What do you do?":
        decision = match.decisions[0]
        asked += [decision.player] if decision.prompt == "Respond?" else []
        match.choose(decision.options[-1])

    others = [name for name in ("ann", "bob", "cy") if name != player]
    assert sorted(asked) == others


def test_without_discretion_only_those_are_asked_who_can_react() -> None:
    table: Table = lay(
        a={"hand": ["Basic Unicorn"]}, b={"hand": ["Narwhal"]}, c={"hand": ["Neigh"]}
    )
    table.play("A", "Basic Unicorn")

    assert table.asked() == ["C"]


@pytest.mark.rule("U-138", "UE-04")
@pytest.mark.parametrize(("stable", "asked"), [(["Yay"], []), ([], ["B", "C"])])
def test_no_window_opens_on_a_card_that_as_all_can_see_nobody_can_answer(
    stable: list[str], asked: list[str]
) -> None:
    table = lay(a={"hand": ["Basic Unicorn"], "stable": stable}, b={"hand": ["Neigh"]})
    table.state.v[DISCREET] = 1

    table.play("A", "Basic Unicorn")
    answered: list[str] = []
    while table.asked() != ["A"]:
        answered += table.asked()
        table.choose(table.asked()[0], "no")

    assert answered == asked
