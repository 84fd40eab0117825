"""What is in the box, how the cards are distributed, and how a game is set up."""

from __future__ import annotations

from collections import Counter

import pytest

from deckmastor.engine.state.layout import TURN, TURNS
from deckmastor.language.markdown.model import Comment
from deckmastor.match import Match, StartError, load
from games.hypertext.reading_room import BOOK, lay

TYPES = ("NOUN", "VERB", "ADJECTIVE", "NAME")
STATS = ("Lore", "Context", "Complexity")
Row = dict[str, str]


@pytest.fixture(scope="module")
def cards() -> list[Row]:
    """The rows of the sixty cards."""
    return [
        {**thing.cells, "Quartet": str(thing.cells["Quartet"])}
        for thing in load(BOOK).book.things
        if thing.id.startswith("cards/")
    ]


@pytest.fixture(scope="module")
def quartets(cards: list[Row]) -> dict[str, list[Row]]:
    """The cards of each Quartet."""
    found: dict[str, list[Row]] = {}
    for card in cards:
        found.setdefault(card["Quartet"], []).append(card)
    return found


def begun(players: str = "ABC", seed: int = 3, values: dict[str, int | str] | None = None) -> Match:
    """A match at its first turn; everybody kept the first objective they can keep."""
    match = load(BOOK).start(list(players), seed, values)
    while match.state.v[TURNS] == 0:
        match.choose(match.decisions[0].options[0])
    return match


def size(match: Match, place: str, owner: str | None = None) -> int:
    """How many cards lie in a place."""
    (found,) = [
        told["size"]
        for told in match.view()["places"]
        if (told["name"], told["owner"]) == (place, owner)
    ]
    return int(found)


# ---- components -----------------------------------------------------------------------------


@pytest.mark.rule("X-004", "X-129", "X-002")
def test_sixty_cards_are_fifteen_quartets(quartets: dict[str, list[Row]]) -> None:
    counted = Counter(name.rpartition("-")[0] for name in quartets)

    assert counted == {"NOUN": 5, "VERB": 4, "ADJECTIVE": 3, "NAME": 3}
    assert all(len(of_one) == 4 for of_one in quartets.values())


@pytest.mark.rule("X-005", "X-006", "X-008")
def test_objectives_season_goals_and_markers_are_apart_from_the_deck() -> None:
    counted = Counter(thing.kind for thing in load(BOOK).book.things)
    match = begun()

    assert (counted["objective"], counted["season goal"]) == (12, 9)
    assert size(match, "goal stack") + size(match, "goal row") == 15


@pytest.mark.rule("X-007")
def test_points_start_at_nought_and_only_grow() -> None:
    match = begun()
    lost = [event for event in match.events if event.verb == "lose"]

    assert match.scores == {"A": 0, "B": 0, "C": 0}
    assert lost == []
    assert "A player cannot lose points." in load(BOOK).files["rulebook.md"]


@pytest.mark.rule("X-007")
def test_no_text_takes_points_away() -> None:
    table = lay(a={"point": 3}, b={"point": 0}, c={"point": 5})
    table.match.amend(
        "## New {#new}\n\n- When a player keeps a card, each player loses 2 points. "
        "Each player with at most 3 points gains 1 point.\n"
    )

    table.choose("A", "keep POOR")

    assert table.match.scores == {"A": 4, "B": 1, "C": 5}


@pytest.mark.rule("X-024", "X-110", "X-130")
def test_titles_end_noun_and_name_quartets(quartets: dict[str, list[Row]]) -> None:
    counted = Counter(card["Type"] for of_one in quartets.values() for card in of_one)
    titled = [name for name, of_one in quartets.items() if of_one[3]["Type"] == "TITLE"]

    assert counted == {"NOUN": 17, "VERB": 16, "ADJECTIVE": 12, "NAME": 9, "TITLE": 6}
    assert titled == ["NOUN-01", "NOUN-02", "NOUN-03", "NAME-01", "NAME-02", "NAME-03"]
    for name, of_one in quartets.items():
        assert {card["Type"] for card in of_one} <= {name.rpartition("-")[0], "TITLE"}
        assert [card["Letter"] for card in of_one] == ["A", "B", "C", "D"]


@pytest.mark.rule("X-131", "X-132")
def test_rarities(quartets: dict[str, list[Row]]) -> None:
    counted = Counter(card["Rarity"] for of_one in quartets.values() for card in of_one)
    patterns = Counter(
        "".join(sorted(card["Rarity"][0] for card in of_one)) for of_one in quartets.values()
    )

    assert counted == {"COMMON": 24, "UNCOMMON": 20, "RARE": 10, "GLORIOUS": 6}
    assert patterns == {"CGUU": 6, "CCRU": 8, "CCRR": 1}


@pytest.mark.rule("X-133", "X-137", "X-138", "X-031")
@pytest.mark.parametrize("stat", STATS)
def test_each_stat_uses_its_whole_range(cards: list[Row], stat: str) -> None:
    counted = Counter(int(card[stat]) for card in cards)

    assert set(counted) == {1, 2, 3, 4, 5}
    assert all(4 <= copies <= 24 for copies in counted.values())


@pytest.mark.rule("X-134", "X-135")
@pytest.mark.parametrize("stat", ["Lore", "Context"])
def test_eight_quartets_are_rich(quartets: dict[str, list[Row]], stat: str) -> None:
    rich = [
        name for name, of_one in quartets.items() if sum(int(card[stat]) for card in of_one) >= 12
    ]

    assert len(rich) == 8


@pytest.mark.rule("X-136")
def test_complexity_is_spread_for_the_objectives(quartets: dict[str, list[Row]]) -> None:
    high = [c for of_one in quartets.values() for c in of_one if int(c["Complexity"]) >= 4]
    deep = [q for q, of_one in quartets.items() if all(int(c["Complexity"]) >= 3 for c in of_one)]
    leads = {
        name: {card["Lead"] for card in of_one if int(card["Complexity"]) >= 3}
        for name, of_one in quartets.items()
    }

    assert len(high) == 12
    assert len(deep) == 4
    assert sum(len(told) == 2 for told in leads.values()) == 5


@pytest.mark.rule("X-139", "X-026", "X-027", "X-028", "X-029")
def test_each_ability_is_as_frequent_as_planned(quartets: dict[str, list[Row]]) -> None:
    every = [card for of_one in quartets.values() for card in of_one]
    counted = Counter((card["Rarity"], ability(card)) for card in every)
    planned = {
        "COMMON": {"Gather": 4, "Sift": 4, "Glimpse": 3, "Glean": 3, "Winnow": 4, "Pick": 3,
                   "Foresee": 3},
        "UNCOMMON": {"Trade": 5, "Testify": 4, "Seek": 4, "Recover": 3, "Ask": 2, "Count": 2},
        "RARE": dict.fromkeys(("Depth", "Measure", "Reclaim", "Compare", "Weigh"), 2),
        "GLORIOUS": dict.fromkeys(
            ("Restore", "Renew", "Echo", "Common Table", "Second Word", "Proclaim"), 1
        ),
    }  # fmt: skip

    assert counted == {
        (rarity, name): n for rarity, names in planned.items() for name, n in names.items()
    }
    assert all(len({ability(card) for card in of_one}) == 4 for of_one in quartets.values())


@pytest.mark.rule("X-140")
def test_uncommon_abilities_ask_for_a_type_and_rare_ones_for_a_stat(cards: list[Row]) -> None:
    told = {rarity: set() for rarity in ("COMMON", "UNCOMMON", "RARE", "GLORIOUS")}
    for card in cards:
        told[card["Rarity"]].add(card["Modifiers"].removeprefix(ability(card)).strip())
    counting = {card["Modifiers"] for card in cards if ability(card) == "Count"}

    assert told["COMMON"] == told["GLORIOUS"] == {""}
    assert told["UNCOMMON"] <= {*TYPES, "TITLE"}
    assert told["RARE"] <= {stat.lower() for stat in STATS}
    assert "Count TITLE" not in counting


def ability(card: Row) -> str:
    """The name of the ability of a card, without what it asks for."""
    words = [word for word in card["Modifiers"].split() if word[1:].islower() and word[0].isupper()]
    return " ".join(words)


@pytest.mark.rule("X-022", "X-030", "X-109")
@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("glossary", ("Quartet:", "Goal:", "Meld:", "Reveal:", "Spent:", "Closer:", "Threshold:")),
        ("anatomy", ("NOUN:", "VERB:", "ADJECTIVE:", "NAME:", "○", "■", "⬡", "◆", "LORE:")),
    ],
)
def test_words_of_the_table_are_explained(rule: str, words: tuple[str, ...]) -> None:
    (told,) = [one for one in load(BOOK).book.source.rules if one.id == rule]
    notes = " ".join(block.text for block in told.blocks if isinstance(block, Comment))

    assert all(word in notes for word in words)


# ---- set-up ---------------------------------------------------------------------------------


@pytest.mark.rule("X-001")
@pytest.mark.parametrize("players", ["A", "ABCDE"])
def test_one_player_or_five_are_refused(players: str) -> None:
    with pytest.raises(StartError):
        load(BOOK).start(list(players))


@pytest.mark.rule("X-032", "X-127")
def test_the_seed_decides_all_chance() -> None:
    one, again, other = begun(seed=1), begun(seed=1), begun(seed=2)

    assert one.state.to_data() == again.state.to_data()
    assert one.state.zones != other.state.zones


@pytest.mark.rule("X-033", "X-035", "X-038", "X-039", "X-125")
def test_hands_are_hidden_and_goals_are_open() -> None:
    match = begun("AB")
    own = match.view("A")["places"]
    hands = {told["owner"]: told["cards"] for told in own if told["name"] == "hand"}
    row = next(told["cards"] for told in own if told["name"] == "goal row")

    assert len(hands["A"]) == len(hands["B"]) == 7
    assert None not in hands["A"]
    assert hands["B"] == [None] * 7
    assert all(card and "-0" in card for card in row)
    assert size(match, "spent pile", "A") == size(match, "discard pile") == 0


@pytest.mark.rule("X-036", "X-073", "X-074")
def test_objectives_are_chosen_secretly_and_at_the_same_time() -> None:
    match = load(BOOK).start(list("ABC"), seed=4)
    asked = [decision.player for decision in match.decisions]
    season = size(match, "season row")
    match.choose("B", match.decisions[1].options[0].text)
    waiting = [decision.player for decision in match.decisions]
    match.choose("C", match.decisions[1].options[1].text)
    match.choose("A", match.decisions[0].options[0].text)
    views = [told for told in match.view("A")["places"] if told["name"] in ("vault", "box")]

    assert asked == ["A", "B", "C"]
    assert waiting == ["A", "C"]
    assert season == 0  # the Season Goals come later
    assert {told["owner"]: told["size"] for told in views} == {"A": 1, "B": 1, "C": 1, None: 3}
    assert [told["cards"] for told in views if told["owner"] in ("B", "C")] == [[None], [None]]


@pytest.mark.rule("X-036", "X-125")
def test_nobody_sees_what_others_reject() -> None:
    match = load(BOOK).start(list("AB"), seed=4)
    rejected = match.decisions[0].options[0].text
    match.choose("A", rejected)
    match.choose("B", match.decisions[0].options[0].text)
    (box,) = [told["cards"] for told in match.view("B")["places"] if told["name"] == "box"]

    assert rejected not in box


@pytest.mark.rule("X-037", "X-081")
def test_three_season_goals_are_revealed_to_all() -> None:
    match = begun()
    shown = next(t["cards"] for t in match.view("B")["places"] if t["name"] == "season row")

    assert len(shown) == 3
    assert None not in shown


@pytest.mark.rule("X-040", "X-127")
def test_a_random_seat_begins_and_turns_go_clockwise() -> None:
    first = set()
    for seed in range(12):
        match = begun(seed=seed)
        first.add(match.players[match.state.v[TURN]])

    assert first == {"A", "B", "C"}
