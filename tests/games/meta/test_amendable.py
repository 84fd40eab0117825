"""Every value and every sentence of the book can be changed, and is then as it was changed."""

from __future__ import annotations

import pytest

from deckmastor.match import IllegalChoice
from deckmastor.record.decks import parse
from games.meta.tower import Tower, meta

TEN = ["Strike Out"] * 10
IDLE = ["Strike Out"]


def amended(table: Tower, rule: str, old: str, new: str) -> Tower:
    """The table when a passage of a rule was replaced by another."""
    table.match.amend(f'Amend the rule "{rule}": replace "{old}" by "{new}".')
    return table


def next_turn(table: Tower) -> None:
    """Let a turn go by in which nobody plays a card more."""
    if table.match.view()["phase"] == "drawing":
        table.start_pushing()
    table.execute()


def hands(table: Tower) -> list[int]:
    """How many cards each player has in hand."""
    return [len(table.cards(player, "hand")) for player in table.match.players]


# ---- values that are agreed on before the game --------------------------------------------------


@pytest.mark.rule("M-027", "M-125", "M-139", "M-147", "M-135", "M-006")
def test_a_short_game_can_be_agreed_on() -> None:
    game = meta()
    given = {
        "starting life": 4,
        "deck size": 8,
        "opening hand": 2,
        "draw number": 1,
        "order die": 6,
    }
    deck = parse("4 M001-a\n4 M002-a", game.book)

    match = game.start(["ann", "bob"], 0, given, decks=deck)

    seen = match.view()
    assert [row["properties"]["life point"] for row in seen["players"]] == [4, 4]
    assert [row["size"] for row in seen["places"] if row["name"] == "hand"] == [3, 3]
    assert [row["size"] for row in seen["places"] if row["name"] == "memory deck"] == [5, 5]
    thrown = [int(told.split()[-1]) for told in match.log() if "rolls" in told]
    assert 0 < min(thrown) <= max(thrown) <= 6


@pytest.mark.rule("M-028", "M-029")
def test_the_limits_of_life_can_be_agreed_on() -> None:
    table = Tower(
        ann={"hand": ["Second Wind", "Hard Rain", "Strike Out"], "life point": 17},
        bob={"life point": 2},
        cat={},
        values={"life ceiling": 18, "life floor": 0},
    )
    table.push("ann", "Hard Rain")
    table.push("ann", "Second Wind")
    table.execute()

    assert table.life() == [15, 0, 12]


@pytest.mark.rule("M-046", "M-044")
def test_the_life_after_a_reset_can_be_agreed_on() -> None:
    table = Tower(
        ann={"hand": ["Hard Rain", *IDLE], "life point": 3},
        bob={"life point": 2},
        values={"reset life": 6},
    )
    table.push("ann", "Hard Rain")
    table.execute()

    assert (table.life(), table.match.over) == ([6, 6], False)


@pytest.mark.rule("M-005", "M-047")
def test_the_winning_condition_can_be_agreed_on() -> None:
    table = Tower(
        ann={"hand": ["Paper Cut", *IDLE]}, bob={"life point": 2}, values={"survival victory": "no"}
    )
    table.push("ann", "Paper Cut", "bob")
    table.execute()

    assert (table.life("bob"), table.match.over) == ([-1], False)


@pytest.mark.rule("M-176")
def test_the_hand_limit_can_be_agreed_on() -> None:
    table = Tower(ann={"hand": TEN[:4]}, bob={"hand": TEN[:3]}, values={"hand limit": 3})
    next_turn(table)
    assert table.asked() == ["ann"]
    table.choose("ann", "Strike Out")

    assert (hands(table), table.turn) == ([3, 3], "bob")


@pytest.mark.rule("M-162")
@pytest.mark.parametrize(("order", "life"), [("top first", 25), ("bottom first", 22)])
def test_the_order_within_the_main_stack_can_be_agreed_on(order: str, life: int) -> None:
    table = Tower(
        ann={"hand": ["Second Wind", "Hard Rain", *IDLE], "life point": 25},
        bob={},
        values={"stack order": order},
    )
    table.push("ann", "Second Wind")
    table.push("ann", "Hard Rain")
    table.execute()

    assert table.life("ann") == [life]


@pytest.mark.rule("M-161")
@pytest.mark.parametrize(("order", "life"), [("highest first", 15), ("lowest first", 18)])
def test_the_order_within_the_tower_can_be_agreed_on(order: str, life: int) -> None:
    table = Tower(
        ann={"hand": ["Second Wind", "Strike Out", *IDLE]}, bob={}, values={"tower order": order}
    )
    table.push("ann", "Second Wind")
    table.push("ann", "Strike Out", "Second Wind")
    table.execute()

    assert table.life("ann") == [life]


# ---- sentences ----------------------------------------------------------------------------------


@pytest.mark.rule("M-031", "M-039")
def test_players_can_be_disabled_at_another_total() -> None:
    table = Tower(ann={"hand": ["Paper Cut", *IDLE]}, bob={"life point": 5}, cat={})
    amended(table, "Life", "have at most 0 life points", "have at most 2 life points")
    table.push("ann", "Paper Cut", "bob")
    next_turn(table)

    assert table.turn == "cat"


@pytest.mark.rule("M-032", "M-085")
def test_disabled_players_can_be_let_play() -> None:
    table = Tower(
        ann={"hand": IDLE},
        bob={"hand": ["Amnesty"], "standing": "disabled", "life point": 0},
        cat={},
    )
    amended(table, "Life", "Disabled players cannot play cards.", "")
    amended(table, "Pushing", "each active player may", "each player may")
    table.start_pushing()

    table.push("bob", "Amnesty")

    assert table.stack("Main Stack") == ["Amnesty"]


@pytest.mark.rule("M-038")
def test_disabled_players_can_be_made_targets() -> None:
    disabled = {"standing": "disabled", "life point": -1}
    table = Tower(ann={"hand": ["Paper Cut", *IDLE]}, bob=disabled, cat={})
    amended(table, "Life", "Disabled players cannot be targeted.", "")
    table.push("ann", "Paper Cut", "bob")
    table.execute()

    assert table.life("bob") == [-4]


@pytest.mark.rule("M-035")
def test_disabled_players_can_be_given_their_turns() -> None:
    table = Tower(
        ann={"hand": IDLE}, bob={"standing": "disabled", "life point": -1}, cat={"hand": IDLE}
    )
    amended(table, "Life", "If a disabled player would take a turn, skip that turn instead.", "")
    since = len(table.events)
    next_turn(table)
    if table.turn == "bob":
        next_turn(table)

    assert "bob's turn begins" in table.told(since)


@pytest.mark.rule("M-042")
def test_the_price_of_a_shortage_can_be_changed() -> None:
    table = Tower(ann={"hand": ["Deep Thought", *IDLE], "memory deck": ["Amnesty"]}, bob={}, cat={})
    amended(table, "Shortage", "half down", "half up")
    table.push("ann", "Deep Thought")
    table.execute()

    assert table.life() == [14, 15, 15]


@pytest.mark.rule("M-034", "M-147")
def test_who_draws_can_be_changed() -> None:
    table = Tower(ann={"hand": IDLE}, bob={"hand": IDLE}, cat={"hand": IDLE}, draws=2)
    amended(table, "Drawing", "each active player draws", "the player at turn draws")
    before = hands(table)
    next_turn(table)

    assert (before, hands(table)) == ([3, 3, 3], [3, 5, 3])


@pytest.mark.rule("M-026")
def test_cards_about_graveyards_can_be_let_onto_trigger_stacks() -> None:
    table = Tower(ann={"hand": ["Tripwire", "Exhume", *IDLE]}, bob={})
    amended(table, "Placing", "A delving card cannot be played onto a trigger stack.", "")
    table.push("ann", "Tripwire", "bob")
    table.push("ann", "Exhume", "ann's trigger stack")

    assert table.stack("ann's trigger stack") == ["Exhume"]


@pytest.mark.rule("M-021", "M-095")
def test_events_can_be_let_onto_higher_stacks() -> None:
    table = Tower(ann={"hand": ["Second Wind", "Ouroboros", *IDLE]}, bob={})
    passage = "An Event can be played onto the Main Stack."
    amended(table, "Placing", passage, f"{passage} An Event can be played onto a higher stack.")
    table.push("ann", "Ouroboros")
    table.push("ann", "Second Wind", "meta stack of Main Stack")

    assert table.stack("Main Stack", 1) == ["Ouroboros", "Second Wind"]


@pytest.mark.rule("M-154")
def test_who_pushes_can_be_changed() -> None:
    table = Tower(ann={"hand": IDLE}, bob={"hand": ["Second Wind"]})
    amended(table, "Pushing", "each active player may play", "the player at turn may play")
    table.start_pushing()

    with pytest.raises(IllegalChoice):
        table.push("bob", "Second Wind")


@pytest.mark.rule("M-165")
def test_executed_cards_can_be_sent_elsewhere() -> None:
    table = Tower(ann={"hand": ["Second Wind", *IDLE]}, bob={})
    amended(table, "Words", "To shelve a card is to bury it.",
            "To shelve a card is to return it to its owner's hand.")  # fmt: skip
    table.push("ann", "Second Wind")
    table.execute()

    assert (
        sorted(table.cards("ann", "hand")) == ["Second Wind", "Strike Out"] or table.turn == "bob"
    )
    assert table.stack("ann's graveyard") == []


@pytest.mark.rule("M-082")
def test_what_becomes_of_a_card_without_a_target_can_be_changed() -> None:
    table = Tower(ann={"hand": ["Paper Cut", "Paper Cut", *IDLE]}, bob={"life point": 2}, cat={})
    amended(table, "Executing", "When a card fails, void that card.",
            "When a card fails, return that card to its owner's hand.")  # fmt: skip
    table.push("ann", "Paper Cut", "bob")
    table.push("ann", "Paper Cut", "bob")
    table.execute()

    assert sorted(table.cards("ann", "hand")) == ["Paper Cut", "Strike Out"]


@pytest.mark.rule("M-176", "M-177")
def test_who_discards_can_be_changed() -> None:
    full = [*TEN, "Amnesty", "Amnesty", "Amnesty"]
    table = Tower(
        ann={"hand": full}, bob={"hand": full, "standing": "disabled", "life point": 0}, cat={}
    )
    amended(table, "Discarding", "each player secretly", "each active player secretly")
    next_turn(table)

    assert table.asked() == ["ann"]


@pytest.mark.rule("M-142")
def test_a_turn_can_be_given_another_stage() -> None:
    table = Tower(ann={"hand": IDLE}, bob={"hand": IDLE})
    amended(table, "Words", "executing, discarding.", "executing, resting, discarding.")
    table.match.amend("At the beginning of the resting phase, each player gains 1 life point.")
    next_turn(table)

    assert table.life() == [16, 16]


@pytest.mark.rule("M-061")
def test_there_can_be_a_fourth_type_of_card() -> None:
    table = Tower(ann={"hand": ["Second Wind", *IDLE]}, bob={})
    table.match.amend(
        "## Charms {#charms}\n\nCharms are kinds of card. A Charm can be played onto the Main Stack.\n\n"
        "The cards are:\n\n| Name | Id | Base id | Type | Uniqueness | Text |\n|---|---|---|---|---|---|\n"
        "| Lucky Coin | M901-a | M901 | Charm | 2 | You gain 7 life points. |\n"
    )
    table.match.amend("Each player creates a new Lucky Coin in their hand.")
    table.push("ann", "Lucky Coin")
    table.execute()

    assert table.life("ann") == [22]
