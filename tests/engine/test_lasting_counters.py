"""Counters that last from game to game: what players bring to a match, and take from it."""

from __future__ import annotations

import json

import pytest

import deckmastor as dm
from deckmastor.match import Game, Match, StartError, read

BOOK = """# Feud {#feud}

- Each player has a hand. There is a deck. Coins, grudges and scars are counters. A player can be bitter.
- To fume is to gain 1 grudge. To earn is to gain 1 coin.
- On their turn, a player may fume. On their turn, a player may earn. When a player passes, end the turn.
- A player cannot have more than 9 grudges.
- A player is bitter if they have at least 3 grudges.
- When a player has at least 5 grudges, they gain 1 scar. When a player has at least 4 coins, end the game.
RULES
"""
LASTING = "- Grudges and scars last from game to game.\n"
NAMES = ["ann", "bob"]


def feud(rules: str = LASTING) -> Game:
    return read(BOOK.replace("RULES\n", rules))


def counts(match: Match, name: str) -> list[int]:
    column = match.state.cols[match.rules.schema.attrs[name].at]
    return [column[seat] for seat in range(len(match.players))]


def test_a_match_begins_with_what_players_bring_and_all_else_at_0() -> None:
    match = feud().start(NAMES, carried={"bob": {"scar": 1, "grudge": 3}})

    assert (counts(match, "grudge"), counts(match, "scar")) == ([0, 3], [0, 1])
    assert counts(match, "coin") == [0, 0]
    bitter = {one["name"]: one["properties"]["bitter"] for one in match.view("ann")["players"]}
    assert bitter == {"ann": False, "bob": True}


def test_what_lasts_is_told_during_and_after_a_match_and_goes_into_the_next() -> None:
    game = feud()
    match = game.start(NAMES, carried={"ann": {"grudge": 2}})
    match.choose("ann", "fume")
    during = match.carried
    for _ in range(4):
        match.choose("ann", "earn")

    again = game.start(NAMES, 7, carried=match.carried)

    assert match.over
    assert (
        during
        == match.carried
        == {"ann": {"grudge": 3, "scar": 0}, "bob": {"grudge": 0, "scar": 0}}
    )
    assert (counts(again, "grudge"), counts(again, "coin")) == ([3, 0], [0, 0])


def test_the_set_up_runs_on_top_of_what_was_brought() -> None:
    game = feud(LASTING + "- Before the game, each player gains 1 grudge.\n")

    match = game.start(NAMES, carried={"bob": {"grudge": 4}})

    assert counts(match, "grudge") == [1, 5]
    assert counts(match, "scar") == [0, 1]


def test_a_state_that_holds_from_the_beginning_has_not_become_true() -> None:
    match = feud().start(NAMES, carried={"ann": {"grudge": 4}, "bob": {"grudge": 6}})

    match.choose("ann", "fume")

    assert counts(match, "scar") == [1, 0]


def test_what_is_brought_stays_within_its_bounds() -> None:
    match = feud().start(NAMES, carried={"ann": {"grudge": 9}, "bob": {"grudge": 12}})

    assert counts(match, "grudge") == [9, 9]


@pytest.mark.parametrize(
    ("carried", "message"),
    [
        ({"ann": {"coin": 2}}, "'coin' does not last from game to game: no sentence of this game says 'Coins last from game to game.'"),
        ({"ann": {"gruge": 2}}, "This game has no counter 'gruge'. Did you mean 'grudge'? Those that last: grudge, scar."),
        ({"bob": {"grudge": 1}, "cat": {"grudge": 2}}, "'cat' carries counters, and does not play. Players: ann, bob."),
        ({"ann": {"grudge": "2"}}, "ann cannot carry '2' of 'grudge': write a whole number."),
        ({"ann": {"grudge": True}}, "ann cannot carry True of 'grudge': write a whole number."),
        ({"ann": 3}, "What players carry is told so: carried={'ann': {'grudge': 2}}."),
    ],
)  # fmt: skip
def test_what_cannot_be_brought_is_told(carried: object, message: str) -> None:
    with pytest.raises(StartError) as told:
        feud().start(NAMES, carried=carried)  # type: ignore[arg-type]

    assert str(told.value) == message


def test_in_a_game_where_nothing_lasts_nothing_is_carried() -> None:
    game = feud("")

    assert game.start(NAMES).carried == {}
    with pytest.raises(StartError, match="'grudge' does not last from game to game"):
        game.start(NAMES, carried={"ann": {"grudge": 1}})


def test_the_record_keeps_what_was_brought() -> None:
    match = feud().start(NAMES, 3, carried={"bob": {"grudge": 2}})
    match.choose("ann", "earn")
    match.choose("ann", "pass")
    match.choose("bob", "fume")

    again = dm.replay(json.loads(json.dumps(match.journal)))
    restored = dm.restore(match.save())

    assert match.journal[0]["carried"] == {"bob": {"grudge": 2}}
    assert again.trace() == restored.trace() == match.trace()
    assert again.carried == restored.carried == match.carried
    assert match.carried["bob"] == {"grudge": 3, "scar": 0}


def test_a_match_without_them_is_recorded_as_before() -> None:
    match = feud().start(NAMES)

    assert "carried" not in match.journal[0]


def test_an_amendment_counts_for_the_end_of_the_match() -> None:
    match = feud().start(NAMES, carried={"ann": {"grudge": 1}})
    match.choose("ann", "earn")

    match.amend("## Thrift {#thrift}\n\n- Coins last from game to game.\n")

    assert match.carried["ann"] == {"grudge": 1, "scar": 0, "coin": 1}
    assert dm.replay(match.journal).carried == match.carried


def test_an_amendment_that_asks_for_the_past_plays_again_with_what_was_brought() -> None:
    match = feud().start(NAMES, carried={"ann": {"grudge": 1}, "bob": {"grudge": 2}})
    match.choose("ann", "earn")
    match.choose("ann", "earn")

    match.amend("## Past {#past}\n\n- When a player fumes, if they earned, they gain 2 scars.\n")
    match.choose("ann", "fume")

    assert match.carried == {"ann": {"grudge": 2, "scar": 2}, "bob": {"grudge": 2, "scar": 0}}


def test_a_fork_carries_its_own() -> None:
    match = feud().start(NAMES, carried={"ann": {"grudge": 1}})
    twin = match.fork()

    twin.choose("ann", "fume")

    assert (match.carried["ann"]["grudge"], twin.carried["ann"]["grudge"]) == (1, 2)


def test_matches_that_bring_something_leave_others_alone() -> None:
    game = feud()

    first = game.start(NAMES, carried={"ann": {"grudge": 6}})
    second = game.start(NAMES)
    second.choose("ann", "fume")

    assert counts(first, "grudge") == [6, 0]
    assert (counts(second, "grudge"), counts(second, "scar")) == ([1, 0], [0, 0])
