"""What may not be known in Exoptosis: the hands that the others are choosing. All else lies open."""

from __future__ import annotations

import random
from typing import Any

import pytest

from deckmastor.match import Match
from games.gilded_hall.duel import rules

PLAYERS = ["ann", "bob", "cy"]


def told(match: Match, player: str) -> dict[str, Any]:
    """All that a player is told now: view, story, questions, and why something cannot be done."""
    return {
        "view": match.view(player),
        "log": match.log(player, minor=True),
        "asked": [
            (one.player, one.prompt, [option.text for option in one.options])
            for one in match.decisions
            if one.player == player
        ],
        "why not": [match.why_not(player, text) for text in ("play 9", "take 9", "pass")],
    }


def choose(match: Match, player: str, number: int, dice: random.Random) -> list[str]:
    """Let a player take so many cards for their hand; which of them."""
    taken = []
    for _ in range(number):
        (asked,) = [one for one in match.decisions if one.player == player]
        option = dice.choice([one for one in asked.options if one.text != "enough"])
        taken.append(option.text)
        match.choose(option)
    return taken


@pytest.mark.rule("H-290", "H-337")
@pytest.mark.parametrize("discreet", [False, True])
@pytest.mark.parametrize("done", [False, True])
def test_nobody_learns_what_another_takes_before_all_have_chosen(
    discreet: bool, done: bool
) -> None:
    differ = 0
    for seed in range(4):
        one = rules().start(PLAYERS, seed, discreet=discreet)
        who = PLAYERS[seed % 2]  # not the last one: then all is shown
        for player in PLAYERS[: seed % 2]:  # they are asked one after the other
            choose(one, player, 4, random.Random(seed))
            one.choose(player, "enough")
        other = one.fork()
        taken = (
            choose(one, who, 4, random.Random(seed)),
            choose(other, who, 4, random.Random(seed + 9)),
        )
        if done:
            one.choose(who, "enough")
            other.choose(who, "enough")
        differ += sorted(taken[0]) != sorted(taken[1])
        for player in PLAYERS:
            if player != who:
                assert told(one, player) == told(other, player)

    assert differ == 4


@pytest.mark.rule("H-290", "H-337")
def test_when_all_have_chosen_everybody_sees_all_hands() -> None:
    match = rules().start(PLAYERS, 3)
    dice = random.Random(3)
    taken = {}
    for player in PLAYERS:
        taken[player] = choose(match, player, 5, dice)
        match.choose(player, "enough")

    hands = {
        place["owner"]: sorted(place["cards"])
        for place in match.view("bob")["places"]
        if place["name"] == "hand"
    }
    assert hands == {player: sorted(cards) for player, cards in taken.items()}
