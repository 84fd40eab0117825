"""TITLE cards: natural and wild, early ones, as a suit, and without a Quartet."""

from __future__ import annotations

from collections import Counter

import pytest

from deckmastor.match import Match, load
from games.hypertext.reading_room import BOOK, being, finish, lay, points, scored

THREE = "THRONE B, CROWN B, KINGDOM C"


def played(hand: list[str], goals: dict[str, str], **values: int | str) -> list[str]:
    """The cards that A can play."""
    told = {name.replace("_", " "): value for name, value in values.items()}
    table = lay(a={"hand": hand}, goals=goals, values=told)
    table.choose("A", "keep POOR")
    found = [text.removeprefix("play ") for text in table.options("A") if text.startswith("play")]
    return found


# ---- members of NOUN and NAME Quartets ------------------------------------------------------


@pytest.mark.rule("X-111", "X-113", "X-023", "X-120")
@pytest.mark.parametrize(
    ("hand", "goals", "offered"),
    [
        (["KING"], {"NOUN-02": THREE}, ["KING"]),  # natural
        (["SHEPHERD"], {"NOUN-02": THREE}, ["SHEPHERD"]),  # wild, for a natural TITLE
        (["PROPHET"], {"NOUN-04": "LIGHT B, WATER C, SPIRIT B"}, ["PROPHET"]),  # for EARTH
        (["KING"], {"NAME-03": "ABRAHAM B, DAVID B, BETHLEHEM C"}, ["KING"]),
        (["KING"], {"NOUN-02": "THRONE B, CROWN B"}, []),  # not the fourth card
        (["KING"], {"VERB-01": "WALK B, FOLLOW B, RUN C"}, []),
        (["KING"], {"ADJECTIVE-01": "HOLY B, RIGHTEOUS B, FAITHFUL C"}, []),
        (["EARTH"], {"NOUN-04": "LIGHT B, WATER C, SPIRIT B"}, ["EARTH"]),
        (["EARTH"], {"NOUN-02": THREE}, []),  # only a TITLE is wild
    ],
)
def test_where_a_title_goes(hand: list[str], goals: dict[str, str], offered: list[str]) -> None:
    assert played(hand, goals) == offered


@pytest.mark.rule("X-115", "X-068")
def test_the_card_whose_slot_was_taken_is_stranded() -> None:
    table = lay(
        a={"hand": ["SHEPHERD"]},
        b={"hand": ["KING"]},
        goals={"NOUN-02": THREE},
        deck=["JONAH", "CLEAN", "BLIND"],
    )

    table.choose("A", "keep BLIND", "play SHEPHERD")
    table.choose("B", "keep CLEAN", "discard KING")

    assert table.cards("", "discard pile") == ["KING"]


@pytest.mark.rule("X-116", "X-086", "X-083", "X-162")
def test_a_title_closes_like_any_card_and_stays_a_title() -> None:
    table = lay(
        a={"hand": ["PROPHET"], "vault": ["Ambassador"]},
        goals={"NAME-03": "ABRAHAM B, DAVID B, BETHLEHEM B"},
        season=["Concordance", "Pentecost"],
        values={"threshold": 1},
    )

    table.choose("A", "keep POOR", "play PROPHET")
    melded = points(table)
    finish(table)

    assert melded == {"A": 2, "B": 3, "C": 0}
    assert scored(table, "ambassador")["A"] == 2
    assert scored(table, "concordance")["A"] == 1
    assert scored(table, "pentecost")["A"] == 2  # the type of the Quartet counts


@pytest.mark.rule("X-112", "X-114")
def test_an_early_title_fills_its_own_slot_at_any_time() -> None:
    early = {"NOUN-02": "THRONE B"}

    assert played(["KING"], early) == []
    assert played(["KING"], early, title_early="yes") == ["KING"]
    assert played(["SHEPHERD"], early, title_early="yes") == []  # a wild one is the fourth card


@pytest.mark.rule("X-114", "X-058")
@pytest.mark.parametrize(("limit", "offered"), [(1, []), (2, ["SHEPHERD"])])
def test_there_is_one_title_in_a_meld(limit: int, offered: list[str]) -> None:
    goals = {"NOUN-02": "KING B, THRONE B, CROWN C"}

    assert played(["SHEPHERD"], goals, title_early="yes", titles_per_meld=limit) == offered


@pytest.mark.rule("X-023", "X-058")
def test_the_quartets_that_a_title_completes_can_be_changed() -> None:
    goals = {"VERB-01": "WALK B, FOLLOW B, RUN C"}

    assert played(["KING"], goals, title_substitutes="NOUN, NAME, VERB") == ["KING"]


# ---- other models ---------------------------------------------------------------------------


def box(model: str, **values: int | str) -> Counter[str]:
    """The types of the cards that are in the game."""
    match = load(BOOK).start(list("AB"), 1, {"title model": model, **told(values)})
    return types(match)


def told(values: dict[str, int | str]) -> dict[str, int | str]:
    """Values with their names as the book spells them."""
    return {name.replace("_", " "): value for name, value in values.items()}


def types(match: Match) -> Counter[str]:
    """The types of the cards that are in the game."""
    schema, state = match.rules.schema, match.state
    found: Counter[str] = Counter()
    for thing, place in enumerate(state.where):
        species = schema.species[state.species[thing]]
        if place != 1 and "card" in species.kinds:
            found[str(species.printed["type"])] += 1
    return found


@pytest.mark.rule("X-118", "X-119", "X-110", "X-130")
@pytest.mark.parametrize(
    ("model", "counted"),
    [
        ("member", {"NOUN": 17, "VERB": 16, "ADJECTIVE": 12, "NAME": 9, "TITLE": 6}),
        ("suit", {"NOUN": 16, "VERB": 16, "ADJECTIVE": 8, "NAME": 12, "TITLE": 8}),
        ("extra", {"NOUN": 24, "VERB": 16, "ADJECTIVE": 8, "NAME": 12, "TITLE": 4}),
    ],
)
def test_the_box_of_each_model(model: str, counted: dict[str, int]) -> None:
    assert box(model) == counted


@pytest.mark.rule("X-119")
@pytest.mark.parametrize("extra", [0, 2])
def test_as_many_extra_titles_as_wanted(extra: int) -> None:
    assert box("extra", title_extra=extra)["TITLE"] == extra


@pytest.mark.rule("X-118")
def test_a_suit_of_titles_has_goals_of_its_own() -> None:
    table = lay(
        a={"hand": ["title-suit/king", "title-suit/judge", "title-suit/shepherd"]},
        goals={"TITLE-01": "", "NOUN-01": "LAMB B"},
        values={"title model": "suit"},
    )

    table.choose("A", "keep POOR")
    offered = table.options("A")
    table.play("A", "JUDGE")

    assert offered == ["play KING", "play JUDGE", "pass"]  # at any time, without limit
    assert table.cards("", "TITLE-01") == ["JUDGE"]


@pytest.mark.rule("X-118", "X-121")
def test_a_title_used_wild_leaves_its_own_goal_dead() -> None:
    table = lay(
        a={"hand": ["title-suit/king", "title-suit/judge"]},
        b={"hand": ["title-suit/priest", "title-suit/prophet"]},
        goals={"TITLE-01": "", "NOUN-01": "LAMB B, FLOCK B, STAFF C"},
        values={"title model": "suit"},
    )
    before = being(table, "TITLE-01", "dead")

    table.choose("A", "keep POOR", "play KING", "NOUN-01")

    assert not before
    assert being(table, "TITLE-01", "dead")


@pytest.mark.rule("X-119")
def test_a_title_without_a_quartet_is_only_wild() -> None:
    table = lay(
        a={"hand": ["title-extra/king"]},
        goals={"NOUN-01": "LAMB B, FLOCK B", "NOUN-04": "LIGHT B, WATER C, SPIRIT B"},
        values={"title model": "extra"},
    )

    table.choose("A", "keep POOR", "play KING")

    assert table.cards("", "NOUN-04")[-1] == "KING"
