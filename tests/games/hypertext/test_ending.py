"""Dead Goals, the end of the game, scoring and ties."""

from __future__ import annotations

import pytest

from games.hypertext.reading_room import (
    Goals,
    being,
    finish,
    lay,
    points,
    scored,
    seen,
    told,
    worth,
)

# ---- dead Goals -----------------------------------------------------------------------------


@pytest.mark.rule("X-121", "X-124")
@pytest.mark.parametrize(
    ("goal", "hand", "spent", "dead"),
    [
        ("VERB-01", ["WALK", "FOLLOW", "RUN", "RETURN"], [], False),
        ("VERB-01", ["WALK", "FOLLOW", "RUN"], ["RETURN"], True),
        ("VERB-01", ["WALK", "FOLLOW", "RUN"], ["LIGHT", "RETURN"], True),
        ("ADJECTIVE-02", ["ETERNAL", "GREAT", "NEW"], ["LIGHT", "WALK", "MIGHTY"], True),
        ("ADJECTIVE-02", ["ETERNAL", "GREAT", "NEW", "MIGHTY"], ["LIGHT", "WALK"], False),
        ("NOUN-04", ["LIGHT", "WATER", "EARTH", "SPIRIT"], [], False),
        ("NOUN-04", ["LIGHT", "WATER", "EARTH", "KING"], ["SPIRIT"], False),
        ("NOUN-04", ["LIGHT", "WATER", "EARTH"], ["SPIRIT"], True),  # no TITLE is left
        ("NOUN-04", ["LIGHT", "WATER", "EARTH"], ["THRONE", "SPIRIT"], True),
        ("NOUN-04", ["LIGHT", "WATER", "KING"], ["EARTH", "SPIRIT"], True),
        ("NOUN-02", ["THRONE", "CROWN", "KINGDOM", "KING"], [], False),
        ("NOUN-02", ["THRONE", "CROWN", "KINGDOM", "PRIEST"], ["KING"], False),
        ("NOUN-02", ["THRONE", "CROWN", "PRIEST", "KING"], ["KINGDOM"], True),
    ],
)
def test_when_a_goal_is_dead(goal: str, hand: list[str], spent: list[str], dead: bool) -> None:
    table = lay(b={"hand": hand, "spent pile": spent}, goals={goal: ""})

    assert being(table, goal, "dead") == dead


@pytest.mark.rule("X-121")
@pytest.mark.parametrize(
    ("where", "dead"), [("deck", False), ("hand", False), ("discard", True), ("spent", True)]
)
def test_a_card_can_still_come_from_a_hand_or_the_deck_alone(where: str, dead: bool) -> None:
    last = ["POOR", "RETURN", "JONAH"]
    table = lay(
        b={"hand": ["WALK", "FOLLOW", "RUN", *(last if where == "hand" else [])]},
        c={"spent pile": last if where == "spent" else []},
        deck=[*(last if where == "deck" else []), "CLEAN"],
        discard=last if where == "discard" else [],
        goals={"NOUN-01": "", "VERB-01": ""},
    )

    assert being(table, "VERB-01", "dead") == dead


@pytest.mark.rule("X-121")
@pytest.mark.parametrize(("titles", "dead"), [(["KING"], False), ([], True)])
def test_a_title_can_fill_one_slot_of_a_noun_goal(titles: list[str], dead: bool) -> None:
    table = lay(
        b={"hand": ["EARTH", *titles]},
        goals={"NOUN-04": "LIGHT A, WATER B"},
        c={"spent pile": ["RUN", "SPIRIT"]},
    )

    assert being(table, "NOUN-04", "dead") == dead


@pytest.mark.rule("X-121")
def test_cards_on_the_goal_lack_nothing() -> None:
    table = lay(b={"hand": ["RETURN"]}, goals={"VERB-01": "WALK A, FOLLOW A, RUN B"})

    assert not being(table, "VERB-01", "dead")


@pytest.mark.rule("X-121", "X-150")
def test_dead_means_as_things_stand() -> None:
    table = lay(
        a={"hand": ["WALK", "FOLLOW", "RUN"]},
        b={"spent pile": ["RETURN"]},
        goals={"VERB-01": ""},
        deck=["JONAH", "MESSIAH"],
    )
    before = being(table, "VERB-01", "dead")

    table.choose("A", "reveal MESSIAH")

    assert before
    assert not being(table, "VERB-01", "dead")


@pytest.mark.rule("X-122", "X-094")
def test_a_dead_goal_stays_and_the_game_goes_on() -> None:
    table = lay(goals={"VERB-01": ""}, b={"spent pile": ["WALK"]}, stack=["NOUN-01"])

    table.choose("A", "keep POOR", "pass")

    assert table.cards("", "goal row") == ["VERB-01"]
    assert table.turn == "B"


@pytest.mark.rule("X-122")
def test_dead_goals_can_be_retired() -> None:
    table = lay(
        goals={"VERB-01": "", "VERB-02": "CALL B"},
        b={"spent pile": ["WALK", "SPEAK"]},
        stack=["NOUN-02", "NOUN-01"],
        values={"retire dead goals": "yes"},
    )

    table.choose("A", "keep POOR", "pass")

    assert table.cards("", "goal row") == ["VERB-02", "NOUN-01"]  # a card lies on VERB-02
    assert table.cards("", "goal stack") == ["VERB-01", "NOUN-02"]


@pytest.mark.rule("X-123")
def test_a_goal_may_be_dead_when_it_is_revealed() -> None:
    table = lay(
        goals={"NOUN-02": "THRONE A, CROWN B, KINGDOM A"},
        a={"hand": ["KING"]},
        b={"spent pile": ["WALK"]},
        stack=["VERB-01"],
    )

    table.choose("A", "keep POOR", "play KING")

    assert table.cards("", "goal row") == ["VERB-01"]
    assert being(table, "VERB-01", "dead")


# ---- the end --------------------------------------------------------------------------------


@pytest.mark.rule("X-088", "X-093")
def test_the_game_goes_on_while_somebody_can_play() -> None:
    table = lay(deck=[], goals={"NOUN-01": ""}, a={"hand": ["RUN"]}, c={"hand": ["LAMB", "FLOCK"]})

    table.choose("A", "pass")
    table.choose("C", "play LAMB")

    assert not table.match.over
    assert table.turn == "A"


@pytest.mark.rule("X-088")
def test_the_game_goes_on_while_the_deck_has_cards() -> None:
    table = lay(deck=["JONAH", "CLEAN"], goals={})

    table.choose("A", "keep CLEAN", "pass")

    assert table.turn == "B"


@pytest.mark.rule("X-089")
def test_a_card_that_a_title_could_complete_is_a_play() -> None:
    table = lay(
        deck=[],
        goals={"NOUN-04": "LIGHT B, WATER C, SPIRIT B"},
        c={"hand": ["KING"]},
    )

    assert being(table, "KING", "playable")
    assert table.asked() == ["C"]


@pytest.mark.rule("X-090")
def test_the_end_is_not_taken_back() -> None:
    table = lay(
        deck=[],
        goals={"NOUN-01": "", "VERB-01": ""},
        a={"hand": ["CALL"]},
        b={"spent pile": ["WALK"], "hand": ["SPEAK"]},
        c={"hand": ["HEAR"]},
    )

    table.choose("A", "pass")
    closing = [event for event in table.events if event.verb == "become"]
    table.choose("B", "pass")
    table.choose("C", "pass")

    assert closing
    assert table.match.over


@pytest.mark.rule("X-094")
@pytest.mark.parametrize(("hopeless", "over"), [("no", False), ("yes", True)])
def test_a_hopeless_game_can_end(hopeless: str, over: bool) -> None:
    table = lay(
        goals={"VERB-01": ""},
        b={"spent pile": ["WALK"]},
        values={"end if hopeless": hopeless},
        players=2,
    )

    table.choose("A", "keep POOR", "pass")
    table.choose("B", "keep MEEK", "pass")

    assert table.match.over == over


@pytest.mark.rule("X-092")
@pytest.mark.parametrize("rounds", [1, 2])
def test_rounds_without_a_play_end_the_game(rounds: int) -> None:
    table = lay(
        deck=["POOR"],
        goals={"NOUN-01": ""},
        a={"hand": ["LAMB"]},
        values={"stall rounds": rounds},
        players=2,
    )

    table.choose("A", "keep POOR", "pass", "pass")  # the round in which the deck ran out
    played = 0
    while not table.match.over:
        table.choose("A", "pass", "pass")
        played += 1

    assert played == rounds


# ---- scoring --------------------------------------------------------------------------------


@pytest.mark.rule("X-073", "X-096", "X-074")
def test_objectives_are_shown_at_the_end() -> None:
    table = lay(a={"vault": ["Steward"]}, b={"vault": ["Scribe"]}, deck=["POOR"])
    before = seen(table, "B", "vault", "A")
    table.choose("A", "keep POOR", "pass")

    assert before == [None]
    assert table.match.over
    assert seen(table, "B", "vault", "A") == ["Steward"]
    assert told(table, "show") == ["A show Steward", "B show Scribe"]
    assert scored(table, "steward") == {"A": 4, "B": 0, "C": 0}


@pytest.mark.rule("X-160")
@pytest.mark.parametrize(("revealed", "earned"), [(2, 2), (6, 5)])
def test_a_herald_scores_for_what_they_revealed(revealed: int, earned: int) -> None:
    cards = ["JONAH", "EARTH", "ISAIAH", "DELIVER", "WATER", "HEAL"][:revealed]
    table = lay(
        deck=cards, a={"vault": ["Herald"]}, values={"draw size": revealed}, stack=["NOUN-01"]
    )
    while not table.match.over:
        decision = table.match.decisions[0]
        texts = [option.text for option in decision.options]
        wanted = next((t for t in texts if t.startswith("reveal")), texts[-1])
        table.choose(decision.player, wanted)

    assert scored(table, "herald")["A"] == earned


@pytest.mark.rule("X-078", "X-157")
def test_hands_are_counted_after_the_last_discard() -> None:
    table = lay(
        a={"vault": ["Steward"], "hand": ["RUN", "WALK"]},
        b={"vault": ["Scribe"], "hand": ["CALL", "HEAR"]},
        deck=["POOR"],
    )

    table.choose("A", "keep POOR", "discard RUN")
    table.choose("B", "discard CALL")

    assert points(table) == {"A": 4, "B": 1, "C": 0}


@pytest.mark.rule("X-167")
def test_a_small_spent_pile_keeps_the_word() -> None:
    table = lay(
        a={"spent pile": ["RUN", "WALK", "CALL"]},
        b={"spent pile": ["HEAR", "SPEAK"]},
        season=["Kept Word"],
        deck=[],
    )
    finish(table)

    assert points(table) == {"A": 0, "B": 2, "C": 2}


@pytest.mark.rule("X-079", "X-158")
def test_a_quartet_that_one_closed_is_not_watched() -> None:
    record = {"NOUN-02": "THRONE A, CROWN B, KINGDOM A, KING A"}
    table = lay(a={"vault": ["Watchman"]}, b={"vault": ["Prophet"]}, record=record, deck=[])
    finish(table)

    assert points(table) == {"A": 0, "B": 0, "C": 0}


@pytest.mark.rule("X-075")
def test_a_quartet_counts_once_for_the_grammarian() -> None:
    record = {"NOUN-03": "BLOOD B, RANSOM B, COVENANT A, REDEEMER A"}  # 4 and 5
    table = lay(a={"vault": ["Grammarian"]}, record=record, deck=[])
    finish(table)

    assert scored(table, "grammarian")["A"] == 2


@pytest.mark.rule("X-168")
def test_harmony_needs_quartets_with_each_other_player() -> None:
    record = {
        "NOUN-02": "THRONE A, CROWN B, KINGDOM A, KING B",
        "NOUN-01": "LAMB A, FLOCK B, STAFF C, SHEPHERD B",
    }
    table = lay(record=record, deck=[], season=["Harmony"])
    finish(table)

    assert points(table) == {"A": 0, "B": 0, "C": 0}  # with C they share one
    paired = lay(record=record, deck=[], season=["Harmony"], players=2)
    finish(paired)
    assert points(paired) == {"A": 2, "B": 2}


@pytest.mark.rule("X-072", "X-071")
@pytest.mark.parametrize(("counted", "earned"), [("no", 1), ("yes", 2)])
def test_incomplete_quartets_can_count(counted: str, earned: int) -> None:
    table = lay(
        record={"VERB-02": "CALL C, SPEAK A, HEAR A, BLESS A"},
        goals={"VERB-01": "WALK C"},
        season=["Exegesis"],
        deck=[],
        values={"count incomplete": counted},
    )
    finish(table)

    assert points(table)["C"] == earned


# ---- ranks ----------------------------------------------------------------------------------

ONE: Goals = {"NOUN-02": "THRONE B, CROWN B, KINGDOM B, KING C"}


@pytest.mark.rule("X-105", "X-099")
@pytest.mark.parametrize(("threshold", "places"), [(1, (3, 2, 1)), (2, (0, 0, 0))])
def test_the_same_order_ranks_all(threshold: int, places: tuple[int, ...]) -> None:
    table = lay(
        {"point": 4}, {"point": 5}, {"point": 5}, record=ONE, deck=[],
        values={"threshold": threshold},
    )  # fmt: skip
    finish(table)

    assert tuple(worth(table, player, "place number") for player in "ABC") == places


@pytest.mark.rule("X-101", "X-102", "X-105")
def test_the_order_of_tie_breakers_can_be_changed() -> None:
    values: dict[str, int | str] = {
        "threshold": 1,
        "first tie-breaker": "contributions",
        "second tie-breaker": "closers",
    }
    table = lay({"point": 1}, {"point": 5}, {"point": 5}, record=ONE, deck=[], values=values)
    finish(table)

    assert table.match.winners == ["B"]
