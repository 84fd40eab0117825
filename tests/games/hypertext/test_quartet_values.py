"""The values that a table can change: what each does when it is not as usual."""

from __future__ import annotations

import pytest

from deckmastor.engine.state.layout import TURN, TURNS
from deckmastor.match import Match, StartError, load
from games.hypertext.reading_room import BOOK, Goals, finish, lay, points, scored, told

Values = dict[str, int | str]


def begun(values: Values, players: str = "ABC", seed: int = 2) -> Match:
    """A match at its first turn."""
    match = load(BOOK).start(list(players), seed, values)
    while match.state.v[TURNS] == 0:
        match.choose(match.decisions[0].options[0])
    return match


def size(match: Match, place: str, owner: str | None = None) -> int:
    """How many cards lie in a place."""
    places = match.view()["places"]
    return next(p["size"] for p in places if (p["name"], p["owner"]) == (place, owner))


# ---- set-up ---------------------------------------------------------------------------------


@pytest.mark.rule("X-033", "X-034", "X-037")
@pytest.mark.parametrize(
    ("name", "value", "place", "owner"),
    [
        ("hand deal", 5, "hand", "A"),
        ("goal quota", 6, "goal row", None),
        ("season revealed", 4, "season row", None),
    ],
)
def test_the_deal_can_be_changed(name: str, value: int, place: str, owner: str | None) -> None:
    assert size(begun({name: value}, "BAC"), place, owner) == value


@pytest.mark.rule("X-036", "X-074")
@pytest.mark.parametrize(("dealt", "kept", "boxed"), [(3, 1, 6), (3, 2, 3), (1, 1, 0)])
def test_objectives_dealt_and_kept(dealt: int, kept: int, boxed: int) -> None:
    match = begun({"objectives dealt": dealt, "objectives kept": kept})

    assert size(match, "vault", "A") == kept
    assert size(match, "box") == boxed


@pytest.mark.rule("X-036")
@pytest.mark.parametrize(("before", "revealed"), [("yes", 0), ("no", 3)])
def test_objectives_can_be_chosen_after_the_season_goals(before: str, revealed: int) -> None:
    match = load(BOOK).start(list("ABC"), 1, {"objective before season": before})

    assert size(match, "season row") == revealed
    assert len(match.decisions) == 3


@pytest.mark.rule("X-040")
def test_who_begins_can_be_named() -> None:
    begins = {begun({"first seat": 2}, seed=seed).state.v[TURN] for seed in range(5)}

    assert begins == {1}


@pytest.mark.rule("X-004", "X-129")
@pytest.mark.parametrize("name", ["deck size", "quartet number"])
def test_a_box_that_lacks_something_is_refused(name: str) -> None:
    with pytest.raises(StartError):
        begun({name: 16}, "AB")


# ---- the turn -------------------------------------------------------------------------------


@pytest.mark.rule("X-046", "X-048")
def test_two_cards_can_be_drawn() -> None:
    table = lay(deck=["JONAH", "FLOCK", "LAMB"], values={"draw size": 2})

    table.choose("A", "keep FLOCK")
    second = table.options("A")
    table.choose("A", "reveal LAMB")

    assert second == ["reveal LAMB", "keep LAMB", "pass"]
    assert table.cards("A", "hand") == ["FLOCK", "JONAH"]
    assert table.cards("A", "spent pile") == ["LAMB"]


@pytest.mark.rule("X-048")
def test_what_was_neither_revealed_nor_kept_is_kept() -> None:
    table = lay(deck=["FLOCK", "LAMB"], values={"draw size": 2})

    table.choose("A", "keep FLOCK", "pass")

    assert table.cards("A", "hand") == ["FLOCK", "LAMB"]


@pytest.mark.rule("X-055")
@pytest.mark.parametrize(("limit", "played"), [(0, 0), (2, 2)])
def test_more_cards_or_none_can_be_played(limit: int, played: int) -> None:
    table = lay(
        goals={"NOUN-01": ""},
        a={"hand": ["LAMB", "FLOCK", "STAFF"]},
        values={"play limit": limit},
    )
    table.choose("A", "keep POOR")
    for card in ("LAMB", "FLOCK", "STAFF"):
        if f"play {card}" in table.options("A"):
            table.play("A", card)

    assert len(table.cards("", "NOUN-01")) == played


@pytest.mark.rule("X-061")
@pytest.mark.parametrize(("limit", "discarded"), [(0, 0), (2, 2)])
def test_more_cards_or_none_can_be_discarded(limit: int, discarded: int) -> None:
    table = lay(a={"hand": ["RUN", "WALK", "CALL"]}, values={"discard limit": limit})
    table.choose("A", "keep POOR")
    for card in ("RUN", "WALK", "CALL"):
        if f"discard {card}" in table.options("A"):
            table.choose("A", f"discard {card}")

    assert len(table.cards("", "discard pile")) == discarded


@pytest.mark.rule("X-063")
def test_a_hand_limit_makes_players_discard_at_the_end_of_their_turn() -> None:
    table = lay(
        goals={"NOUN-01": ""},
        a={"hand": ["LAMB", "RUN", "WALK", "CALL"]},
        values={"hand limit": 3},
    )

    table.choose("A", "keep POOR", "play LAMB", "CALL")

    assert table.cards("A", "hand") == ["RUN", "WALK", "POOR"]
    assert table.turn == "B"


@pytest.mark.rule("X-053")
def test_cards_drawn_by_an_ability_can_be_revealed_as_well() -> None:
    table = lay(
        deck=["JONAH", "FLOCK", "GRACE", "LAMB"], values={"ability draws revealable": "yes"}
    )

    table.choose("A", "reveal LAMB")
    offered = table.options("A")
    table.choose("A", "reveal GRACE", "keep FLOCK")

    assert offered == ["reveal GRACE", "keep GRACE", "pass"]
    assert table.cards("A", "spent pile") == ["LAMB", "GRACE"]
    assert table.cards("A", "hand") == ["FLOCK"]


# ---- points ---------------------------------------------------------------------------------


@pytest.mark.rule("X-066", "X-067")
def test_the_points_of_a_meld_can_be_changed() -> None:
    table = lay(
        goals={"NOUN-02": "THRONE B, CROWN B, KINGDOM C"},
        a={"hand": ["KING"]},
        values={"closer points": 5, "contribution points": 3},
    )

    table.choose("A", "keep POOR", "play KING")

    assert points(table) == {"A": 5, "B": 6, "C": 3}


RECORD: Goals = {
    "NOUN-03": "BLOOD A, RANSOM B, COVENANT A, REDEEMER A",
    "VERB-03": "FORGIVE B, HEAL B, SAVE B, DELIVER A",
    "NAME-03": "ABRAHAM A, DAVID B, BETHLEHEM B, MESSIAH A",
}


@pytest.mark.rule("X-075", "X-076", "X-079", "X-080", "X-157", "X-158", "X-161", "X-162", "X-159")
@pytest.mark.parametrize(
    ("objective", "values", "earned"),
    [
        ("Grammarian", {}, 4),
        ("Grammarian", {"grammarian prize": 3}, 6),
        ("Grammarian", {"grammarian minimum": 3}, 6),
        ("Evangelist", {}, 0),
        ("Evangelist", {"evangelist minimum": 3, "evangelist prize": 7}, 7),
        ("Scribe", {"scribe prize": 2}, 4),
        ("Prophet", {}, 4),
        ("Prophet", {"prophet minimum": 4}, 0),
        ("Prophet", {"prophet prize": 1}, 1),
        ("Linguist", {}, 4),
        ("Linguist", {"linguist minimum": 5}, 0),
        ("Linguist", {"linguist mode": "any form"}, 6),
        ("Linguist", {"linguist prize": 1}, 2),
        ("Steward", {"steward maximum": 1}, 0),
        ("Steward", {"steward prize": 9}, 9),
        ("Watchman", {"watchman prize": 3, "watchman cap": 2}, 0),
        ("Mason", {"mason prize": 3}, 6),
        ("Mason", {"mason cap": 3}, 3),
        ("Ambassador", {"ambassador prize": 3}, 6),
        ("Psalmist", {"psalmist prize": 5}, 0),
    ],
)
def test_the_points_of_objectives(objective: str, values: Values, earned: int) -> None:
    table = lay(
        a={"vault": [objective], "hand": ["RUN", "WALK"]}, record=RECORD, deck=[], values=values
    )
    finish(table)

    assert scored(table, objective.lower())["A"] == earned


@pytest.mark.rule("X-158")
@pytest.mark.parametrize(
    ("values", "earned"), [({}, 1), ({"watchman prize": 3}, 3), ({"watchman cap": 0}, 0)]
)
def test_the_points_of_the_watchman(values: Values, earned: int) -> None:
    table = lay(
        b={"vault": ["Watchman"]}, record={"NOUN-03": RECORD["NOUN-03"]}, deck=[], values=values
    )
    finish(table)

    assert scored(table, "watchman")["B"] == earned


@pytest.mark.rule("X-159")
@pytest.mark.parametrize("prize", [4, 1])
def test_the_points_of_the_psalmist(prize: int) -> None:
    record = RECORD | {"ADJECTIVE-01": "HOLY A, RIGHTEOUS B, FAITHFUL B, MERCIFUL B"}
    table = lay(a={"vault": ["Psalmist"]}, record=record, deck=[], values={"psalmist prize": prize})
    finish(table)

    assert scored(table, "psalmist")["A"] == prize


@pytest.mark.rule("X-077", "X-160")
@pytest.mark.parametrize(
    ("objective", "values", "earned"),
    [
        ("Theologian", {}, 2),
        ("Theologian", {"theologian prize": 5}, 5),
        ("Herald", {}, 1),
        ("Herald", {"herald prize": 3}, 3),
        ("Herald", {"herald prize": 3, "herald cap": 2}, 2),
    ],
)
def test_the_points_for_what_was_revealed(objective: str, values: Values, earned: int) -> None:
    table = lay(a={"vault": [objective]}, deck=["GLORY"], values=values)
    table.choose("A", "reveal GLORY")
    finish(table)

    assert scored(table, objective.lower())["A"] == earned


@pytest.mark.rule("X-077")
def test_a_theologian_counts_their_own_glorious_reveals() -> None:
    table = lay(
        a={"vault": ["Theologian"], "hand": ["COVENANT"]},
        b={"vault": ["Scribe"], "hand": ["RUN"]},
        deck=["GLORY", "PEACE", "EARTH"],
        values={"draw size": 2},
    )
    table.choose("A", "reveal EARTH", "reveal PEACE", "yes")  # COVENANT is shown
    table.choose("A", "pass")
    if "pass" in table.options("A"):
        table.choose("A", "pass")
    finish(table)

    assert scored(table, "theologian") == {"A": 0, "B": 0, "C": 0}


@pytest.mark.rule("X-077")
def test_a_theologian_counts_no_reveals_of_others() -> None:
    table = lay(
        a={"vault": ["Theologian"]}, deck=["EARTH", "GLORY", "CREATE"], values={"threshold": 0}
    )
    table.choose("A", "reveal CREATE")
    table.choose("A", *["pass"] * (table.asked() == ["A"]))
    if "reveal GLORY" in table.options("B"):
        table.choose("B", "reveal GLORY")
    finish(table)

    assert told(table, "reveal")[:2] == ["A reveal CREATE", "B reveal GLORY"]
    assert scored(table, "theologian")["A"] == 2


@pytest.mark.rule("X-082", "X-083", "X-084", "X-085", "X-086", "X-165", "X-166", "X-167", "X-168")
@pytest.mark.parametrize(
    ("goal", "values", "earned"),
    [
        ("Lore Keepers", {}, 3),
        ("Lore Keepers", {"lore keepers minimum": 15}, 2),
        ("Lore Keepers", {"lore keepers prize": 2}, 6),
        ("Pentecost", {"pentecost prize": 3}, 3),
        ("Exegesis", {"exegesis prize": 4}, 4),
        ("Deep Study", {}, 2),
        ("Deep Study", {"deep study prize": 1}, 1),
        ("Deep Study", {"deep study minimum": 4}, 0),
        ("Concordance", {"concordance prize": 2}, 8),
        ("Household Words", {}, 1),
        ("Household Words", {"household minimum": 9}, 3),
        ("Household Words", {"household prize": 5}, 5),
        ("Firstfruits", {"firstfruits prize": 1}, 1),
        ("Kept Word", {"kept word maximum": 0}, 0),
        ("Kept Word", {"kept word prize": 6}, 6),
        ("Harmony", {}, 2),
        ("Harmony", {"harmony minimum": 4}, 0),
        ("Harmony", {"harmony prize": 5}, 5),
    ],
)
def test_the_points_of_season_goals(goal: str, values: Values, earned: int) -> None:
    table = lay(
        a={"spent pile": ["RUN"]}, record=RECORD, deck=[], season=[goal], values=values, players=2
    )
    finish(table)

    assert scored(table, goal.lower().replace(" ", "-"))["A"] == earned


@pytest.mark.rule("X-085", "X-087")
@pytest.mark.parametrize(
    ("least", "earned"), [(3, {"A": 0, "B": 0}), (2, {"A": 0, "B": 0}), (1, {"A": 2, "B": 2})]
)
def test_deep_study_asks_all_four_cards_of_a_quartet_that_is_played(
    least: int, earned: dict[str, int]
) -> None:
    table = lay(
        a={"hand": ["MIGHTY"]},
        goals={"ADJECTIVE-02": "ETERNAL A, NEW B, GREAT B"},
        deck=[],
        season=["Deep Study"],
        values={"deep study minimum": least},
        players=2,
    )

    table.choose("A", "play MIGHTY")
    finish(table)

    assert scored(table, "deep-study") == earned


@pytest.mark.rule("X-098")
def test_the_threshold_can_be_changed() -> None:
    table = lay({"point": 1}, record=RECORD, deck=[], values={"threshold": 3})
    finish(table)

    assert table.match.winners == ["A"]
