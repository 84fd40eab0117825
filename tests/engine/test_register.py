"""The register: which rules effects put into force, from which card, for whom, and until when."""

from __future__ import annotations

import json
from typing import Any

import pytest
from garden import lay

from deckmastor.testing import Table

PRIZE = "The prize is 3. The hand limit is 12."


def register(table: Table, viewer: str | None = "bob") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = table.match.view(viewer)["register"]["rules"]
    assert json.loads(json.dumps(found)) == found
    return found


def values(table: Table, viewer: str | None = "bob") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = table.match.view(viewer)["register"]["values"]
    return found


def next_turn(table: Table) -> None:
    before = table.state.v[4]
    while table.state.v[4] == before:
        table.choose(table.turn, "pass")


def test_a_lasting_rule_is_told_with_its_card_its_player_and_its_end() -> None:
    table = lay(PRIZE, tricks={"Deed": "Until the end of the next turn, the prize is 9."})
    assert register(table) == []

    table.perform("ann", "Deed")

    assert register(table) == [
        {
            "text": "Until the end of the next turn, the prize is 9.",
            "card": "Deed",
            "player": "ann",
            "rule": "cards/deed",
            "concerns": None,
            "until": "until the end of the next turn",
            "last turn": 2,
            "turns left": 2,
            "due": None,
            "since": 1,
        }
    ]
    assert register(table, "ann") == register(table) == register(table, None)


TEXTS = [
    ("Until the end of the turn, the prize is 9.", [1]),
    ("Until the end of the next turn, the prize is 9.", [2, 1]),
    ("In each of the next 2 turns, the prize is 9.", [2, 2, 1]),
    ("For 2 turns, the prize is 9.", [3, 2, 1]),
    ("Until the end of your next turn, the prize is 9.", [None, None, None]),
    ("At the end of the next turn, gain 1 coin.", [2, 1]),
    ("In each of the next 2 turns, gain 1 coin.", [2, 2, 1]),
    ("Until the end of the round, the prize is 9.", [None, None]),
    ("Until the end of the game, the prize is 9.", [None, None, None, None]),
    ("The prize becomes 9.", []),
]


@pytest.mark.parametrize(("text", "left"), TEXTS)
def test_the_register_tells_how_many_turns_are_left(text: str, left: list[int | None]) -> None:
    table = lay(PRIZE, tricks={"Deed": text})
    table.perform("ann", "Deed")
    found: list[int | None] = []
    for _ in range(4):
        found += [entry["turns left"] for entry in register(table)]
        next_turn(table)

    assert found == left


@pytest.mark.parametrize(
    "text", [text for text, left in TEXTS if "prize is" in text and None not in left]
)
def test_a_rule_is_in_force_as_long_as_the_register_says(text: str) -> None:
    table = lay(PRIZE, tricks={"Deed": text})
    table.perform("ann", "Deed")
    for _ in range(4):
        told = [
            one
            for one in register(table)
            if "each" not in one["until"] or one["since"] < table.state.v[4]
        ]
        assert (table.value("prize") == 9) == bool(told)
        next_turn(table)


def test_what_a_text_speaks_of_is_told_by_its_name() -> None:
    table = lay(
        PRIZE,
        tricks={"Deed": "Choose a weed in a bed and a player. Until the end of the turn, that card is wilted. Until the end of the next turn, that player cannot rest."},
        ann={"bed": ["Rose", "Nettle"]}, bob={"bed": ["Nettle", "Daisy"]},
    )  # fmt: skip
    table.perform("ann", "Deed")
    table.choose("ann", table.options("ann")[1])
    table.choose("ann", "bob")

    wilted, tired = register(table)
    assert wilted["text"] == "Until the end of the turn, Nettle is wilted."
    assert wilted["concerns"] == "Nettle"
    assert tired["text"] == "Until the end of the next turn, bob cannot rest."
    assert tired["concerns"] == "bob"


def test_a_prohibition_concerns_what_it_protects() -> None:
    text = (
        "Choose a card in a bed. Until the end of the next turn, no player can trample that card."
    )
    table = lay(
        PRIZE,
        "On their turn, a player may trample a card.",
        tricks={"Deed": text},
        bob={"bed": ["Rose", "Daisy"]},
    )
    table.perform("ann", "Deed")
    table.choose("ann", "Daisy")

    (entry,) = register(table)
    assert entry["text"] == "Until the end of the next turn, a player cannot trample Daisy."
    assert entry["concerns"] == "Daisy"


def test_you_and_this_card_are_told_by_their_names() -> None:
    text = (
        "Until the end of the game, your hand limit is 16. When another player rests, gain 1 coin."
    )
    table = lay(PRIZE, tricks={"Deed": text})
    table.perform("bob", "Deed")

    limit, coin = register(table, "ann")
    assert limit["text"] == "Until the end of the game, bob's hand limit is 16."
    assert (limit["concerns"], limit["player"]) == ("bob", "bob")
    assert "bob gains 1 coin" in coin["text"]
    assert coin["until"] == "once"


@pytest.mark.parametrize(
    ("text", "told", "until"),
    [
        ("You must plant a card by the end of the next turn. If you do not, lose 1 coin.", "bob must plant a card by the end of the next turn. If bob does not, bob loses 1 coin.", "until it is done"),
        ("The next time a player would gain coins, they gain 1 seed instead.", "The next time a player would gain coins, that player gains 1 seed instead.", "once"),
        ("At the beginning of your next turn, gain 1 coin.", "At the beginning of bob's next turn, bob gains 1 coin.", "at the beginning of bob's next turn"),
        ("Until a player rests, each other player cannot plant a card.", "", "until a player rests"),
    ],
)  # fmt: skip
def test_other_ends_are_told_in_words(text: str, told: str, until: str) -> None:
    table = lay(
        PRIZE,
        "On their turn, a player may plant a card.",
        tricks={"Deed": text},
        bob={"hand": ["Rose"]},
    )
    table.perform("bob", "Deed")

    entry = register(table)[0]
    assert told in entry["text"]
    assert (entry["until"], entry["turns left"]) == (until, None)


def test_a_rule_that_ends_leaves_the_register() -> None:
    table = lay(
        PRIZE,
        tricks={"Deed": "Until the end of the game, the prize is 9.", "End": "End each rule adopted by a card."},
    )  # fmt: skip
    table.perform("ann", "Deed")
    table.perform("ann", "Deed")
    assert [entry["card"] for entry in register(table)] == ["Deed", "Deed"]

    table.perform("ann", "End")

    assert register(table) == values(table) == []


def test_values_that_differ_from_print_are_told_with_both() -> None:
    table = lay(
        PRIZE,
        tricks={
            "Mine": "Until the end of the game, your hand limit is 16.",
            "Ours": "Until the end of the turn, the hand limit of each player is 7.",
            "More": "The prize becomes 4.",
        },
    )  # fmt: skip
    assert values(table) == []
    table.perform("bob", "Mine")
    table.perform("ann", "More")

    assert values(table) == [
        {"name": "prize", "printed": 3, "now": 4, "players": {}},
        {"name": "hand limit", "printed": 12, "now": 12, "players": {"bob": 16}},
    ]

    table.perform("ann", "Ours")

    assert values(table)[1] == {"name": "hand limit", "printed": 12, "now": 7, "players": {}}


def test_a_value_that_the_rules_themselves_set_is_no_change_of_a_rule() -> None:
    table = lay(PRIZE, "When a player rests, the prize becomes 5.")

    table.choose("ann", "rest")

    assert table.value("prize") == 5
    assert values(table) == []


SECRET = """
# Traps {#traps}
## Words {#words}
- Each player has a hand and a row. There is a deck and a discard pile. Coins are counters. A row is a place. Each row is visible only to its holder.
- Traps and deeds are kinds of card. The prize is 3. A card can be marked.
- To draw a card is to move the top card of the deck to your hand.
- On their turn, a player may rest. To rest is to gain 1 coin. On their turn, a player may play a deed. On their turn, a player may draw a card.
- On their turn, a player may show a trap. To show a card is to reveal it.
- On a card, "you" means its holder.
## Cards {#cards}

The cards are:

| Name | Type | Count | Text |
|---|---|---|---|
| Snare | trap | 3 | When a player rests, until the end of the game, the prize is 9. |
| Feint | trap | 3 | When a player rests, until the end of the game, the prize is 9. |
| Brand | deed | 3 | Choose a card in another player's hand. Until the end of the game, that card is marked. |
| Toil | deed | 3 | Until the end of the game, the prize is 7. Shuffle this card into the deck. |
"""


def secret(**players: dict[str, list[str] | int | str]) -> Table:
    table = Table(SECRET, **players)
    table.begin_turn("ann")
    return table


@pytest.mark.parametrize("trap", ["Snare", "Feint"])
def test_a_rule_of_a_face_down_card_is_told_to_those_who_see_the_card(trap: str) -> None:
    table = secret(ann={}, bob={"row": [trap]}, cat={})
    table.choose("ann", "rest")

    (mine,), (theirs,) = register(table, "bob"), register(table, "ann")
    assert (mine["card"], mine["text"]) == (trap, "Until the end of the game, the prize is 9.")
    assert (theirs["card"], theirs["text"], theirs["rule"]) == ("a card in bob's row", None, None)
    assert theirs["player"] == "bob"
    assert theirs["until"] is theirs["concerns"] is theirs["turns left"] is None
    assert trap not in json.dumps(table.match.view("ann"))
    assert trap not in json.dumps(table.match.view(None))


def test_who_sees_the_card_later_is_told_its_rule() -> None:
    table = secret(ann={"row": ["Snare"]}, bob={}, cat={})
    table.choose("ann", "rest")
    assert register(table, "bob")[0]["text"] is None

    table.choose("ann", "show Snare")

    assert register(table, "bob")[0]["card"] == "Snare"


def test_a_hidden_card_that_a_rule_names_is_told_by_its_place() -> None:
    table = secret(ann={"hand": ["Brand"]}, bob={"hand": ["Snare", "Toil"]}, cat={})
    table.choose("ann", "play Brand", "a card in bob's hand (2)")

    texts = {viewer: register(table, viewer)[0]["text"] for viewer in ("ann", "bob", "cat")}
    hidden = "Until the end of the game, a card in bob's hand is marked."
    assert texts["ann"] == texts["cat"] == hidden
    assert texts["bob"] in {
        f"Until the end of the game, {name} is marked." for name in ("Snare", "Toil")
    }  # which one is behind which option, nobody can tell


def test_a_rule_stays_known_though_its_card_is_shuffled_away() -> None:
    table = secret(ann={"hand": ["Toil"]}, bob={}, cat={})
    table.choose("ann", "play Toil")

    assert "Toil" in table.cards("", "deck")
    assert register(table, "bob")[0]["card"] == "Toil"


def test_the_register_is_the_same_after_a_save() -> None:
    table = lay(PRIZE, tricks={"Deed": "In each of the next 2 turns, the prize is 9."})
    table.perform("ann", "Deed")

    twin = table.match.restore(table.match.save())

    assert twin.view("bob")["register"] == table.match.view("bob")["register"]
