"""Things on which cards lie, as views tell them: cards from the bottom up, targets, towers."""

from __future__ import annotations

import json
from typing import Any

import pytest
from floors import DOWNWARDS, LINKS, belfry

from deckmastor.engine.state.aims import aim_key
from deckmastor.testing import Table


def stacks(
    table: Table, viewer: str | None = "bob", where: str = "the yard"
) -> dict[str, dict[str, Any]]:
    found = table.match.view(viewer)["stacks"]
    assert json.loads(json.dumps(found)) == found
    return {stack["label"]: stack for stack in found if stack["where"] == where}


def targets(card: dict[str, Any]) -> list[str]:
    return [target["text"] for target in card["targets"]]


def test_cards_are_told_from_the_bottom_up_with_player_and_targets() -> None:
    table = belfry(ann={"hand": ["Toll", "Twist"]})
    table.choose("ann", "play Toll", "cat")
    table.choose("ann", "play Twist", "Ground")

    told = stacks(table)
    assert list(told) == ["Loft", "Ground", "Spire"]
    assert told["Ground"]["cards"] == [
        {
            "position": 1, "name": "Toll", "player": "ann", "owner": None,
            "targets": [{"text": "cat", "described": False}],
        }
    ]  # fmt: skip
    assert told["Ground"]["numbers"] == {"height": 0}
    assert told["Ground"]["where"] == "the yard"
    assert [targets(card) for card in told["Loft"]["cards"]] == [["Ground"]]
    assert told["Spire"]["cards"] == []


def test_a_target_that_was_described_is_told_in_words() -> None:
    table = belfry(ann={"hand": ["Toll", "Chime"]}, bob={"hand": ["Chime"]})
    table.choose("ann", "play Toll", "the player at turn")

    (card,) = stacks(table, "bob")["Ground"]["cards"]
    assert card["targets"] == [{"text": "'the player at turn'", "described": True}]


def test_cards_of_one_name_are_told_apart_as_targets() -> None:
    table = belfry(ann={"hand": ["Rope"]})
    table._lay(-1, "Ground", ["Chime", "Chime"])
    table.choose("ann", "play Rope")
    table.match.choose(table.decision.options[1])

    (rope,) = stacks(table)["Loft"]["cards"]
    assert targets(rope) == ["Chime (2 on Ground)"]


def test_things_that_lead_to_each_other_are_a_tower() -> None:
    table = belfry(LINKS, ann={"hand": ["Chime", "Twist"]})
    table.choose("ann", "play Chime", "play Twist", "Ground")

    told = stacks(table)
    assert [(name, one["storey"]) for name, one in told.items()] == [("Ground", 0), ("Loft", 1)]
    assert len({one["tower"] for one in told.values()}) == 1  # nothing is on the Spire
    assert told["Loft"]["points"] == {"front": "Twist"}  # the root is that of all floors
    assert told["Ground"]["points"] == {"front": "Chime"}


def test_an_empty_storey_with_cards_above_it_is_told() -> None:
    table = belfry(LINKS, ann={"hand": ["Twist"]})
    table.choose("ann", "play Twist", "Loft")

    assert [(name, len(one["cards"])) for name, one in stacks(table).items()] == [
        ("Ground", 0), ("Loft", 0), ("Spire", 1),
    ]  # fmt: skip


def test_a_link_downwards_is_turned_round_where_a_number_tells_it() -> None:
    table = belfry(DOWNWARDS, ann={"hand": ["Twist"]})
    table.choose("ann", "play Twist", "Loft")

    assert list(stacks(table)) == ["Ground", "Loft", "Spire"]


@pytest.mark.parametrize(
    "rules",
    [
        "- Each floor has a root. A root is a floor. The root of a floor is the Ground.",
        "- Each floor has a sequel. A sequel is a floor. The sequel of the Ground is the Loft. The sequel of the Loft is the Spire. The sequel of the Spire is the Ground.",
    ],
)
def test_links_that_meet_or_go_round_make_no_tower(rules: str) -> None:
    table = belfry(rules)

    told = stacks(table).values()
    assert [one["storey"] for one in told] == [0, 0, 0]
    assert len({one["tower"] for one in told}) == 3


def test_a_card_that_lies_face_down_is_told_by_its_player_alone() -> None:
    table = belfry("- A bell on the Ground is visible only to its player.", ann={"hand": ["Chime"]})
    table._lay(-1, "Ground", ["Toll"])
    state, rules = table.state, table.match.rules
    (toll,) = state.zones[state.cols[rules.content][table._named("Ground")]]
    state.column(rules.player_of)[toll] = table.seat("ann")
    state.bags[aim_key(toll, 0)] = [table.seat("cat")]

    hidden = {"position": 1, "name": None, "player": "ann", "owner": None, "targets": []}
    for viewer in ("bob", "cat", None):
        assert stacks(table, viewer)["Ground"]["cards"] == [hidden]
    (seen,) = stacks(table, "ann")["Ground"]["cards"]
    assert (seen["name"], targets(seen)) == ("Toll", ["cat"])


def test_things_of_one_name_are_told_apart_by_a_number() -> None:
    rules = """\
- Nests are kinds of item. Each nest has a size. When a player passes, create a new nest in the yard. The size of that nest becomes the number of nests in the yard. A bell can be played onto a nest.
"""
    table = belfry(rules)
    table.choose("ann", "pass")
    table.choose("bob", "pass")

    names = list(stacks(table))
    assert [name for name in names if "nest" in name] == ["nest (size 1)", "nest (size 2)"]


def test_a_thing_that_belongs_to_a_player_is_told_with_its_holder() -> None:
    told = stacks(belfry(), where="bob's porch")

    assert [(name, one["holder"]) for name, one in told.items()] == [("bob's basket", "bob")]
