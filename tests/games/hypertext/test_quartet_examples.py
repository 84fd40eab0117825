"""The worked examples of the rules, told as stories."""

from __future__ import annotations

import pytest

from deckmastor.match import IllegalChoice, load
from deckmastor.testing import Table
from games.hypertext.reading_room import BOOK, Goals, Laid, finish, lay, points, scored, worth

SIX: Goals = {
    "NOUN-03": "BLOOD A, RANSOM B, COVENANT A, REDEEMER C",
    "VERB-03": "FORGIVE B, HEAL B, SAVE C, DELIVER A",
    "NAME-03": "ABRAHAM A, DAVID B, BETHLEHEM C, MESSIAH B",
    "ADJECTIVE-02": "GREAT C, NEW A, ETERNAL C, MIGHTY B",
    "NOUN-05": "GRACE A, PEACE A, WISDOM B, GLORY A",
    "VERB-01": "WALK C, FOLLOW B, RUN C, RETURN C",
}
HAND = ["LAMB", "FLOCK", "STAFF"]


def ended(objectives: str = "", season: str = "", earned: tuple[int, ...] = (8, 9, 8)) -> Table:
    """The game of the six Quartets at its end, with an objective for each player."""
    kept = objectives.split(", ") if objectives else ["Evangelist"] * 0
    laid: list[Laid] = [{"point": earned[0]}, {"point": earned[1]}, {"point": earned[2]}]
    for player, objective in zip(laid, kept, strict=False):
        player["vault"] = [objective]
    laid[2]["hand"] = HAND
    goals = season.split(", ") if season else []
    table = lay(*laid, record=SIX, deck=[], season=goals)
    finish(table)
    return table


@pytest.mark.rule("XE-01", "X-033", "X-034", "X-036", "X-038", "X-008")
@pytest.mark.parametrize(
    ("seats", "deck", "goals", "stack"), [(2, 46, 3, 12), (3, 39, 4, 11), (4, 32, 5, 10)]
)
def test_the_sizes_of_the_set_up(seats: int, deck: int, goals: int, stack: int) -> None:
    match = load(BOOK).start(list("ABCD"[:seats]), seed=5)
    sizes = {(p["name"], p["owner"]): p["size"] for p in match.view()["places"]}

    assert sizes["deck", None] == deck
    assert sizes["goal row", None] == goals
    assert sizes["goal stack", None] == stack
    assert sizes["objective deck", None] == 12 - 2 * seats


@pytest.mark.rule("XE-02", "X-049", "X-053", "X-113", "X-148")
def test_shepherd_draws_as_many_cards_as_its_complexity() -> None:
    table = lay(
        goals={"NOUN-01": "LAMB B"}, deck=["JONAH", "CLEAN", "BLIND", "FLOCK", "POOR", "SHEPHERD"]
    )

    table.choose("A", "reveal SHEPHERD")

    assert table.cards("A", "hand") == ["POOR", "FLOCK", "BLIND"]
    assert table.cards("A", "spent pile") == ["SHEPHERD"]
    assert table.options("A") == ["play FLOCK", "pass"]


@pytest.mark.rule("XE-03", "X-051", "X-059", "X-061")
def test_a_card_is_kept_and_played_in_one_turn() -> None:
    table = lay(goals={"NOUN-02": ""}, deck=["JONAH", "CROWN"], a={"hand": ["RUN"]})

    table.choose("A", "keep CROWN", "play CROWN")

    assert table.cards("", "NOUN-02") == ["CROWN"]
    assert table.turn == "B"  # no ability, and no discard either
    assert table.cards("A", "hand") == ["RUN"]


@pytest.mark.rule("XE-04", "X-065", "X-066", "X-067", "X-068", "X-069", "X-111")
def test_a_plain_meld() -> None:
    table = lay(
        goals={"NOUN-02": "THRONE A, CROWN B, KINGDOM A"},
        c={"hand": ["KING"]},
        stack=["NOUN-01", "VERB-01"],
        begun=False,
    )

    table.begin_turn("C")
    table.choose("C", "keep POOR", "play KING")

    assert points(table) == {"A": 2, "B": 1, "C": 2}
    assert table.cards("", "record") == ["NOUN-02"]
    assert table.cards("", "goal row") == ["VERB-01"]


@pytest.mark.rule("XE-05", "X-067")
@pytest.mark.parametrize(("own", "closer"), [("no", 2), ("yes", 4)])
@pytest.mark.parametrize("cards", ["BUILD A, PLANT A, GATHER B", "GATHER B, BUILD A, PLANT A"])
def test_a_closer_with_earlier_cards(cards: str, own: str, closer: int) -> None:
    table = lay(
        goals={"VERB-04": cards},
        a={"hand": ["CREATE"]},
        values={"closer scores own": own},
    )

    table.choose("A", "keep POOR", "play CREATE")

    assert points(table) == {"A": closer, "B": 1, "C": 0}


@pytest.mark.rule("XE-06", "X-087", "X-111", "X-113", "X-082")
def test_a_wild_title_closes_any_noun_goal() -> None:
    table = lay(
        goals={"NOUN-04": "LIGHT B, WATER C, SPIRIT B"},
        a={"hand": ["PROPHET"]},
        b={"spent pile": ["EARTH"]},
        season=["Lore Keepers"],
        values={"threshold": 1},
    )

    table.choose("A", "keep POOR", "play PROPHET")
    melded = points(table)
    finish(table)

    assert melded == {"A": 2, "B": 2, "C": 1}
    assert scored(table, "lore-keepers") == {"A": 1, "B": 1, "C": 1}  # 4 + 2 + 3 + 5 LORE


@pytest.mark.rule("XE-07", "X-058", "X-112", "X-115", "X-023")
def test_titles_that_are_refused_and_one_that_is_not() -> None:
    table = lay(
        goals={
            "NAME-01": "ELIJAH B, ISAIAH C",
            "VERB-02": "CALL B, SPEAK B, HEAR C",
            "NOUN-05": "GRACE B, PEACE B, WISDOM C",
        },
        a={"hand": ["PROPHET", "MESSIAH", "KING", "GLORY"]},
    )

    table.choose("A", "keep POOR", "play KING")

    assert table.cards("", "NAME-01") == ["ELIJAH", "ISAIAH"]
    assert table.cards("", "NOUN-05") == ["GRACE", "PEACE", "WISDOM", "KING"]
    assert "GLORY" in table.cards("A", "hand")  # stranded


@pytest.mark.rule("XE-07", "X-058", "X-120")
def test_a_title_completes_no_verb_and_no_name_goal_with_two_open_slots() -> None:
    table = lay(
        goals={"NAME-01": "ELIJAH B, ISAIAH C", "VERB-02": "CALL B, SPEAK B, HEAR C"},
        a={"hand": ["PROPHET", "MESSIAH"]},
    )

    table.choose("A", "keep POOR")

    with pytest.raises(IllegalChoice):
        table.play("A", "PROPHET")
    with pytest.raises(IllegalChoice):
        table.play("A", "MESSIAH")


@pytest.mark.rule("XE-09", "X-047", "X-054", "X-149")
def test_the_last_cards_of_the_deck() -> None:
    table = lay(
        deck=["RETURN", "SAVE"],
        discard=["MESSIAH", "WALK", "CALL"],
        goals={"NOUN-01": ""},
        c={"hand": ["LAMB"]},
    )

    table.choose("A", "reveal SAVE")
    offered = table.options("A")
    table.choose("A", "MESSIAH", "pass")
    table.choose("B", "reveal RETURN")
    taken = table.cards("B", "hand")
    table.choose("B", "pass")

    assert offered == ["MESSIAH", "WALK", "CALL"]
    assert taken == ["WALK"]  # CALL has CONTEXT 5
    assert table.options("C") == ["play LAMB", "pass"]


@pytest.mark.rule("XE-10", "X-088", "X-089", "X-090", "X-091")
def test_the_round_is_finished_when_nobody_can_play() -> None:
    table = lay(deck=[], goals={"NOUN-01": ""}, b={"hand": ["LAMB", "RUN"]}, c={"hand": ["WALK"]})

    table.choose("B", "play LAMB")
    asked = table.asked()
    over = table.match.over
    table.choose("C", "discard WALK")

    assert asked == ["C"]
    assert not over
    assert table.match.over


@pytest.mark.rule("XE-10", "X-090")
def test_scoring_follows_at_once_at_the_end_of_a_round() -> None:
    table = lay(
        deck=[],
        goals={"NOUN-01": ""},
        a={"hand": ["FLOCK"]},
        b={"hand": ["LAMB", "RUN"]},
        c={"hand": ["STAFF", "WALK"]},
    )

    table.choose("A", "play FLOCK")
    table.choose("B", "play LAMB")
    before = table.match.over
    table.choose("C", "play STAFF")

    assert not before
    assert table.match.over


@pytest.mark.rule("XE-11", "X-092", "X-093")
def test_a_whole_round_without_a_play_ends_the_game() -> None:
    table = lay(
        deck=[],
        goals={"NOUN-01": ""},
        a={"hand": ["FLOCK"]},
        b={"hand": ["LAMB"]},
        c={"hand": ["STAFF"]},
    )

    table.choose("A", "play FLOCK")
    table.choose("B", "play LAMB")
    table.choose("C", "pass", "pass")
    first = table.match.over
    table.choose("C", "pass")
    table.choose("C", "pass")

    assert not first
    assert table.match.over


@pytest.mark.rule("XE-12", "X-098", "X-099", "X-100", "X-003")
@pytest.mark.parametrize(("completed", "winners"), [(5, []), (6, ["A"])])
def test_the_threshold(completed: int, winners: list[str]) -> None:
    record = dict(list(SIX.items())[:completed])
    table = lay({"point": 14}, {"point": 12}, {"point": 9}, record=record, deck=[])
    finish(table)

    assert table.match.winners == winners
    assert points(table) == {"A": 14, "B": 12, "C": 9}


@pytest.mark.rule("XE-12", "X-098")
def test_seven_quartets_are_enough_for_four_players() -> None:
    record = SIX | {"VERB-02": "CALL A, SPEAK B, HEAR C, BLESS D"}
    table = lay({"point": 3}, record=record, deck=[], players=4)
    finish(table)

    assert table.match.winners == ["A"]


@pytest.mark.rule(
    "XE-13",
    "X-095",
    "X-096",
    "X-097",
    "X-100",
    "X-075",
    "X-076",
    "X-078",
    "X-082",
    "X-084",
    "X-086",
)
def test_a_full_final_scoring() -> None:
    table = ended("Grammarian, Evangelist, Scribe", "Lore Keepers, Exegesis, Concordance")

    assert scored(table, "grammarian") == {"A": 4, "B": 0, "C": 0}
    assert scored(table, "evangelist") == {"A": 0, "B": 3, "C": 0}
    assert scored(table, "scribe") == {"A": 0, "B": 0, "C": 3}
    assert scored(table, "lore-keepers") == {"A": 4, "B": 4, "C": 3}
    assert scored(table, "exegesis") == {"A": 1, "B": 2, "C": 2}
    assert scored(table, "concordance") == {"A": 4, "B": 5, "C": 4}
    assert points(table) == {"A": 21, "B": 23, "C": 20}
    assert table.match.winners == ["B"]


@pytest.mark.rule("XE-14", "X-079", "X-080", "X-157", "X-158", "X-159", "X-161", "X-162")
@pytest.mark.parametrize(
    ("objective", "told"),
    [
        ("Linguist", (6, 6, 4)),
        ("Prophet", (4, 4, 4)),
        ("Watchman", (3, 4, 3)),
        ("Mason", (6, 2, 4)),
        ("Ambassador", (0, 2, 2)),
        ("Psalmist", (4, 4, 4)),
        ("Steward", (4, 4, 0)),
    ],
)
def test_other_objectives_for_the_same_game(objective: str, told: tuple[int, ...]) -> None:
    gained = []
    for seat, player in enumerate("ABC"):
        kept = ["Herald"] * 3
        kept[seat] = objective
        laid: list[Laid] = [{}, {}, {}]
        laid[seat]["vault"] = [objective]
        laid[2]["hand"] = HAND
        table = lay(*laid, record=SIX, deck=[])
        finish(table)
        gained.append(scored(table, objective.lower())[player])

    assert tuple(gained) == told


@pytest.mark.rule("XE-15", "X-083", "X-085", "X-165", "X-166", "X-168")
@pytest.mark.parametrize(
    ("goal", "told"),
    [
        ("Pentecost", (2, 2, 2)),
        ("Deep Study", (2, 2, 2)),
        ("Household Words", (3, 4, 3)),
        ("Firstfruits", (2, 2, 2)),
        ("Harmony", (2, 2, 2)),
    ],
)
def test_other_season_goals_for_the_same_game(goal: str, told: tuple[int, ...]) -> None:
    table = ended("", goal)

    assert tuple(scored(table, goal.lower().replace(" ", "-")).values()) == told


TIED: dict[str, Goals] = {
    "closers": {
        "NOUN-01": "LAMB B, FLOCK B, STAFF B, SHEPHERD A",
        "NOUN-02": "THRONE B, CROWN B, KINGDOM B, KING A",
        "NOUN-03": "BLOOD B, RANSOM B, COVENANT C, REDEEMER A",
        "NOUN-04": "LIGHT A, WATER C, EARTH C, SPIRIT B",
        "VERB-01": "WALK A, FOLLOW C, RUN C, RETURN B",
    },
    "cards": {
        "NOUN-01": "LAMB B, FLOCK B, STAFF B, SHEPHERD A",
        "NOUN-02": "THRONE B, CROWN A, KINGDOM B, KING B",
    },
    "hand": {
        "NOUN-01": "LAMB B, FLOCK A, STAFF B, SHEPHERD A",
        "NOUN-02": "THRONE B, CROWN A, KINGDOM A, KING B",
    },
}


@pytest.mark.rule("XE-17", "X-101", "X-102", "X-103", "X-104", "X-105")
@pytest.mark.parametrize(
    ("record", "hands", "winners"),
    [
        ("closers", (5, 2), ["A"]),
        ("cards", (2, 5), ["B"]),
        ("hand", (2, 5), ["A"]),
        ("hand", (2, 2), ["A", "B"]),
    ],
)
def test_ties_are_broken(record: str, hands: tuple[int, int], winners: list[str]) -> None:
    free = ["CALL", "SPEAK", "HEAR", "BLESS", "HOLY", "GREAT", "NEW", "MIGHTY", "MEEK", "POOR"]
    table = lay(
        {"point": 18, "hand": free[: hands[0]]},
        {"point": 18, "hand": free[-hands[1] :]},
        {"point": 17},
        record=TIED[record],
        deck=[],
        values={"threshold": 1},
    )
    finish(table)

    assert table.match.winners == winners
    assert worth(table, "C", "place number") == 3


@pytest.mark.rule("XE-18", "X-071", "X-072")
def test_cards_on_an_incomplete_goal_count_for_nothing() -> None:
    table = lay(
        c={"vault": ["Evangelist"]},
        record={"VERB-02": "CALL C, SPEAK A, HEAR A, BLESS A"},
        goals={"NOUN-01": "LAMB C, FLOCK C, STAFF A"},
        deck=[],
        season=["Concordance"],
        values={"evangelist minimum": 2},
    )
    finish(table)

    assert points(table) == {"A": 1, "B": 0, "C": 1}
    assert worth(table, "C", "gift count") == 1


@pytest.mark.rule("X-071")
def test_gifts_count_when_the_game_is_reckoned() -> None:
    table = lay(record={"VERB-02": "CALL C, SPEAK A, HEAR A, BLESS A"})

    assert worth(table, "C", "gift count") == 0


@pytest.mark.rule("XE-19", "X-077", "X-003")
def test_a_theologian_can_lose_with_the_table() -> None:
    table = lay(
        b={"vault": ["Theologian"]},
        goals={"ADJECTIVE-01": "", "VERB-04": ""},
        deck=["HOLY", "CREATE"],
        values={"draw size": 2},
        begun=False,
    )

    table.begin_turn("B")
    table.choose("B", "reveal HOLY", "ADJECTIVE-01", "A")
    table.choose("B", "reveal CREATE")
    finish(table)

    assert points(table)["B"] == 4
    assert table.match.winners == []


@pytest.mark.rule("XE-21", "X-151", "X-142")
def test_an_echo_reads_its_own_stat() -> None:
    table = lay(
        b={"spent pile": ["SHEPHERD", "GLORY"]},
        deck=["JONAH", "CLEAN", "BLIND", "FLOCK", "POOR", "MELCHIZEDEK"],
    )

    table.choose("A", "reveal MELCHIZEDEK")  # GLORY cannot be chosen: it is GLORIOUS

    assert table.cards("A", "hand") == ["POOR", "FLOCK", "BLIND", "CLEAN"]


@pytest.mark.rule("XE-23", "X-069")
def test_without_markers_there_is_a_goal_less() -> None:
    table = lay(
        goals={"NOUN-02": "THRONE A, CROWN B, KINGDOM A", "NOUN-01": "", "VERB-01": ""},
        a={"hand": ["KING"]},
        players=2,
    )

    table.choose("A", "keep POOR", "play KING")

    assert table.cards("", "goal row") == ["NOUN-01", "VERB-01"]
