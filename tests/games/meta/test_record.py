"""What each player sees, what is recorded, and how a match on a real table is followed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from deckmastor.match import IllegalChoice, Match, replay
from games.meta.tower import Tower, meta


def places(match: Match, player: str | None, name: str, owner: str) -> dict[str, Any]:
    """A place as a player sees it, or as a spectator does."""
    return next(
        place
        for place in match.view(player)["places"]
        if (place["name"], place["owner"]) == (name, owner)
    )


def laid() -> Tower:
    """Ann has laid a Tripwire against cat with a Paper Cut on it; bob and cat have cards."""
    table = Tower(
        ann={"hand": ["Tripwire", "Paper Cut", "Hard Rain", "Second Wind"]},
        bob={"hand": ["Amnesty", "Even Keel"], "memory deck": ["Deep Thought"] * 7},
        cat={"hand": ["Strike Out"]},
    )
    table.push("ann", "Tripwire", "cat")
    table.push("ann", "Paper Cut", "bob", "ann's trigger stack")
    table.push("ann", "Hard Rain", "Main Stack")
    return table


@pytest.mark.rule("M-182", "M-003")
def test_a_hand_is_seen_by_its_holder_and_its_size_by_all() -> None:
    match = laid().match

    for player in ("ann", "cat", None):
        hand = places(match, player, "hand", "bob")
        assert (hand["size"], hand["cards"]) == (2, [None, None])
    assert places(match, "bob", "hand", "bob")["cards"] == ["Amnesty", "Even Keel"]


@pytest.mark.rule("M-182", "M-002")
def test_a_memory_is_hidden_from_all_and_its_size_is_open() -> None:
    match = laid().match

    for player in ("ann", "bob", None):
        memory = places(match, player, "memory deck", "bob")
        assert (memory["size"], set(memory["cards"])) == (7, {None})


@pytest.mark.rule("M-182", "M-076", "M-112")
def test_stacks_life_totals_and_announced_targets_are_open_to_all() -> None:
    match = laid().match

    for player in ("ann", "bob", None):
        shown = {name for place in match.view(player)["places"] for name in place["cards"] if name}
        assert {"Hard Rain", "Paper Cut", "Main Stack"} <= shown
        for kind in ("graveyard", "trigger stack"):
            assert any(name.endswith(kind) for name in shown)
        life = [row["properties"]["life point"] for row in match.view(player)["players"]]
        assert life == [15, 15, 15]
        assert "ann targets cat" in match.log(player)


@pytest.mark.rule("M-182", "M-108", "M-183")
def test_a_laid_trigger_is_known_to_its_player_alone() -> None:
    match = laid().match

    assert places(match, "ann", "trap row", "ann")["cards"] == ["Tripwire"]
    for player in ("bob", "cat", None):
        assert places(match, player, "trap row", "ann")["cards"] == [None]
        assert "Tripwire" not in json.dumps(match.view(player)["places"])
        assert not any("Tripwire" in told for told in match.log(player, minor=True))


@pytest.mark.rule("M-183", "M-182")
def test_the_log_tells_nobody_which_cards_others_draw() -> None:
    table = Tower(
        ann={"hand": ["Deep Thought", "Amnesty"]}, bob={"memory deck": ["Ditto"] * 9}, draws=2
    )

    assert any(told == "bob draws Ditto" for told in table.match.log("bob"))
    for player in ("ann", None):
        told = table.match.log(player, minor=True)
        assert "bob draws a card" in told
        assert not any("Ditto" in line for line in told)


def played(seed: int) -> Match:
    """A match of some random answers."""
    match = meta().start(["ann", "bob", "cat"], seed)
    chance = seed + 1
    while not match.over and match.number < 25:
        decision = match.decisions[chance % len(match.decisions)]
        match.choose(decision.options[chance % len(decision.options)])
        chance = chance * 48271 % 2147483647
    return match


@pytest.mark.rule("M-183", "M-132")
def test_a_match_is_replayed_from_its_decks_seed_and_answers_with_the_same_result() -> None:
    match = played(7)

    again = replay(json.loads(json.dumps(match.journal)))

    assert again.trace() == match.trace()
    assert again.log() == match.log()
    assert match.journal[0]["decks"]["bob"]["name"] == "The Archive"


@pytest.mark.rule("M-183", "M-131")
def test_each_event_is_logged_with_its_turn_and_the_sentence_behind_it() -> None:
    table = laid()
    table.execute()

    drop = next(event for event in table.events if event.text == "bob loses 3 life points")
    assert (drop.because.text, table.turn) == ("Each player loses 3 life points.", "bob")


@pytest.mark.rule("M-184", "M-004")
def test_an_illegal_play_is_refused_with_its_rule_and_changes_nothing() -> None:
    table = laid()
    before, told = table.match.trace(), len(table.events)

    with pytest.raises(IllegalChoice, match="cat cannot choose 'play Amnesty' now"):
        table.match.choose("cat", "play Amnesty")
    with pytest.raises(IllegalChoice):
        table.match.choose("ann", "play Tripwire")

    assert (table.match.trace(), len(table.events)) == (before, told)
    why = table.match.why_not("ann", "play Deep Thought")
    assert why is not None
    assert why.id.startswith("pushing")


@pytest.mark.rule("M-185")
def test_at_a_real_table_throws_and_picks_are_reported_and_checked() -> None:
    game = meta()
    small = {"deck size": 2, "opening hand": 1, "draw number": 0}
    from deckmastor.record.decks import parse

    deck = parse("1 M001-a\n1 M002-a", game.book)
    match = game.start(["ann", "bob"], 0, small, outside=True, decks=deck)
    shuffled = [decision.player for decision in match.decisions]
    assert shuffled == ["chance"]
    match.choose("chance", "1")
    match.choose("chance", "2")
    with pytest.raises(IllegalChoice, match="cannot choose '21'"):
        match.choose("chance", "21")
    match.choose("chance", "3")
    match.choose("chance", "17")

    assert match.view()["turn"] == "bob"
    hands = [places(match, name, "hand", name)["cards"] for name in match.players]
    assert hands in ([["Second Wind"], ["Paper Cut"]], [["Paper Cut"], ["Second Wind"]])
