"""Before the game: the memories, the throws for the turn order, the opening hands; and turns."""

from __future__ import annotations

from itertools import pairwise

import pytest

from deckmastor.match import Match
from deckmastor.record.decks import parse
from deckmastor.testing import Table
from games.meta.tower import Tower, meta

FIVE = ["ann", "bob", "cat", "dan", "eve"]
MX_10 = [14, 9, 14, 20, 14, 6, 17, 6, 3, 11]


def thrown(players: list[str], *throws: int, **values: int | str) -> Match:
    """A match after these throws: each player has one card in hand and none in the memory."""
    game = meta()
    small = {"deck size": 1, "opening hand": 1, "draw number": 0}
    given = small | {name.replace("_", " "): value for name, value in values.items()}
    deck = parse("1 M001-a", game.book)
    match = game.start(players, 0, given, outside=True, decks=deck)
    for throw in throws:
        assert [decision.player for decision in match.decisions] == ["chance"]
        match.choose("chance", str(throw))
    return match


def turns(match: Match, count: int) -> list[str]:
    """Whose turns follow each other, if nobody plays a card."""
    seen: list[str] = []
    while len(seen) < count:
        seen.append(match.view()["turn"])
        while match.view()["turn"] == seen[-1]:
            match.choose(match.decisions[0].player, "pass")
    return seen


@pytest.mark.rule("MX-10", "M-183", "M-135", "M-136", "M-137", "M-138", "M-140")
def test_ties_throw_again_among_themselves_and_never_leave_their_place() -> None:
    match = thrown(FIVE, *MX_10)

    assert "the turn order becomes dan, cat, eve, ann, bob" in match.log()
    assert turns(match, 7) == ["dan", "cat", "eve", "ann", "bob", "dan", "cat"]


@pytest.mark.rule("M-135", "M-050")
def test_the_die_for_the_turn_order_has_twenty_sides() -> None:
    match = thrown(["ann", "bob"])
    (decision,) = match.decisions

    assert [option.text for option in decision.options] == [str(n) for n in range(1, 21)]


@pytest.mark.rule("M-136")
@pytest.mark.parametrize(("throws", "first"), [((3, 4), "bob"), ((4, 3), "ann")])
def test_who_throws_more_is_first(throws: tuple[int, int], first: str) -> None:
    assert turns(thrown(["ann", "bob"], *throws), 1) == [first]


@pytest.mark.rule("M-141", "M-139", "M-132", "M-124")
def test_the_preparations_go_in_order_and_all_draw_nine_cards() -> None:
    match = meta().start(["ann", "bob", "cat"], 1)
    story = match.log()
    moments = [
        max(at for at, told in enumerate(story) if "shuffles" in told),
        min(at for at, told in enumerate(story) if "rolls" in told),
        max(at for at, told in enumerate(story) if "rolls" in told),
        min(at for at, told in enumerate(story) if "draws" in told),
        story.index("the game begins"),
    ]

    assert all(one < next_one for one, next_one in pairwise(moments))
    drawn = story[: moments[-1]]
    for player in match.players:
        assert sum(told.startswith(f"{player} draws") for told in drawn) == 9
        assert f"{player} brings 60 cards onto {player}'s memory deck" in drawn


@pytest.mark.rule("M-139", "M-042")
def test_the_shortage_rule_holds_for_opening_hands_too() -> None:
    match = thrown(["ann", "bob"], 2, 1, opening_hand=9)

    assert [row["properties"]["life point"] for row in match.view()["players"]] == [11, 11]


@pytest.mark.rule("M-133")
def test_the_next_game_begins_as_the_handbook_is_printed() -> None:
    table = Tower(ann={"hand": ["Austerity", "Glass Ceiling", "Strike Out"]}, bob={})
    table.push("ann", "Austerity")
    table.push("ann", "Glass Ceiling")
    table.execute()
    assert (table.value("life ceiling"), table.turn) == (15, "bob")

    again = Table(meta(), setup=True)

    assert (again.value("life ceiling"), again.value("hand limit")) == (25, 12)
    assert [again.count(player, "life point") for player in ("ann", "bob")] == [15, 15]


@pytest.mark.rule("M-140", "M-180", "M-035")
def test_the_order_starts_over_and_skips_who_is_disabled() -> None:
    table = Tower(
        ann={"hand": ["Strike Out"]},
        bob={"hand": ["Strike Out"]},
        cat={"standing": "disabled", "life point": -2, "hand": ["Strike Out"]},
        dan={"hand": ["Strike Out"]},
    )
    seen = []
    for _ in range(5):
        seen.append(table.turn)
        table.start_pushing()
        table.execute()

    assert seen == ["ann", "bob", "dan", "ann", "bob"]


@pytest.mark.rule("M-142", "M-170")
def test_a_turn_has_four_stages_also_if_no_card_is_played() -> None:
    table = Tower(ann={"hand": ["Strike Out"]}, bob={"hand": ["Strike Out"]})
    table.match.amend(
        "## Bells {#bells}\n\n"
        "- At the beginning of the drawing phase, the player at turn gains 1 point.\n"
        "- At the beginning of the pushing phase, the player at turn gains 2 points.\n"
        "- At the beginning of the executing phase, the player at turn gains 3 points.\n"
        "- At the beginning of the discarding phase, the player at turn gains 4 points.\n"
    )

    table.start_pushing()
    table.execute()

    assert [told for told in table.told() if "gains" in told] == [
        "ann gains 2 points", "ann gains 3 points", "ann gains 4 points", "bob gains 1 point",
    ]  # fmt: skip
