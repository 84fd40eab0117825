"""Cards and decks: what a card consists of, its ids and versions, and what a legal deck is."""

from __future__ import annotations

import shutil
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from deckmastor.content.page import faults as page_faults
from deckmastor.language.book import load as load_book
from deckmastor.language.decks import DeckList
from deckmastor.match import DeckError, Game, StartError, from_files
from deckmastor.record.building import random_deck, violations
from deckmastor.record.decks import parse
from games.meta.tower import Tower, meta

HEAD = "The cards are:\n\n| Name | Id | Base id | Type | Uniqueness | Text |\n|---|---|---|---|---|---|\n"


LATER = (
    "| Second Wind | M001-b | M001 | Event | 2 | You gain 4 life points. |",
    "| Third Wind | M061-a | M061 | Event | 0 | You gain 3 life points. |",
    "| Paper Cut | M062-a | M062 | Event | 4 | Draw a card. |",
    "| Old Wind | M063-a | M063 | Event | 4 | You gain 3 life points. |",
)


@cache
def later() -> Game:
    """The game with more cards, as a later edition would list them; its decks name cards by ids."""
    files = dict(meta().files)
    for title, code in (("Second Wind", "M001-a"), ("Paper Cut", "M002-a")):
        files["decks.md"] = files["decks.md"].replace(title, code)
    listed = "\n".join(LATER)
    files["cards.md"] += f"\n## Later cards {{#later}}\n\n{HEAD}{listed}\n"
    return from_files(files)


def deck(text: str, game: Game | None = None) -> DeckList:
    """A deck written in a line: `4 M001-a; 1 Paper Cut`."""
    return parse("\n".join(text.split(";")), (game or meta()).book)


def against(text: str, game: Game | None = None, **values: int) -> list[str]:
    """All that stands against a deck, where the deck size is as many cards as it has."""
    game = game or meta()
    told = deck(text, game)
    given = {name.replace("_", " "): value for name, value in values.items()}
    return [found.reason for found in violations(game, told, {"deck size": told.size} | given)]


# ---- the elements of a card -------------------------------------------------------------------


@pytest.mark.rule("M-051", "M-054", "M-061")
def test_each_card_has_a_title_an_id_a_type_a_uniqueness_and_a_description() -> None:
    cards = list(meta().book.catalogue.cards.values())

    assert len(cards) == 60
    assert len({card.cells["Id"] for card in cards}) == 60
    types = Counter(card.cells["Type"].split(",")[0] for card in cards)
    assert types == {"Event": 31, "Meta": 17, "Trigger": 12}
    for card in cards:
        assert all(card.cells[head] for head in ("Name", "Id", "Type", "Uniqueness", "Text"))


@pytest.mark.rule("M-062", "M-070")
def test_a_trigger_tells_a_condition_and_no_other_card_does() -> None:
    conditions = {
        card.cells["Type"].split(",")[0]
        for card in meta().book.catalogue.cards.values()
        if "set off this card" in card.cells["Text"]
    }
    others = [
        card.name
        for card in meta().book.catalogue.cards.values()
        if card.cells["Type"] == "Trigger" and "set off this card" not in card.cells["Text"]
    ]

    assert (conditions, others) == ({"Trigger"}, [])


def faults(folder: Path, old: str, new: str) -> list[str]:
    """What is wrong with the cards if a row says something else."""
    source = Path(meta().book.source.files[0]).parent
    for page in source.glob("*.md"):
        shutil.copy(page, folder)
    rows = (folder / "cards.md").read_text(encoding="utf-8")
    assert old in rows
    (folder / "cards.md").write_text(rows.replace(old, new, 1), encoding="utf-8")
    return [fault.message for fault in page_faults(load_book(folder))]


@pytest.mark.rule("M-051", "M-054", "M-056")
@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("| M032-a |", "| |", "Strike Out, Id: it is missing."),
        ("| M032-a |", "| M033-a |", "does not begin with"),
        ("| M032-a | M032 |", "| M033-a | M033 |", "Id as on M033-a Strike Out."),
        ("| Event | 4 |", "| Event | |", "Uniqueness: it is missing."),
        ("| You gain 3 life points. |", "| |", "Text: it is missing."),
    ],
)  # fmt: skip
def test_a_card_that_lacks_an_element_is_rejected(
    tmp_path: Path, old: str, new: str, fault: str
) -> None:
    assert any(fault in told for told in faults(tmp_path, old, new))


@pytest.mark.rule("M-052", "M-056", "M-057", "M-064", "M-128")
def test_two_cards_of_one_title_are_told_apart_by_their_ids() -> None:
    game = later()

    with pytest.raises(DeckError, match="'Second Wind' names 2 cards") as why:
        deck("1 Second Wind", game)
    assert "Say which: 'M001-a', 'M001-b'." in str(why.value)
    told = deck("1 M001-a; 1 M001-b; 1 M062-a", game)

    assert [row for _, row in told.cards] == [
        "events/second-wind", "later/second-wind", "later/paper-cut",
    ]  # fmt: skip


@pytest.mark.rule("M-052")
def test_a_title_in_a_text_means_every_card_that_bears_it() -> None:
    game = later()
    table = Tower(
        game=game,
        ann={"hand": ["events/paper-cut", "later/paper-cut", "Echo of Paper", "Strike Out"]},
        bob={},
    )
    table.push("ann", "Echo of Paper", "bob")
    table.push("ann", "Paper Cut", "bob")
    table.push("ann", "Paper Cut")
    table.execute()

    assert table.life("bob") == [15 - 3 - 2]


@pytest.mark.rule("M-055", "M-056", "M-059")
def test_an_outdated_version_comes_back_under_a_new_base_id() -> None:
    assert against("2 M001-b; 4 M063-a", later()) == []


# ---- uniqueness -------------------------------------------------------------------------------


@pytest.mark.rule("M-063", "M-065", "M-126")
def test_a_deck_has_at_most_as_many_of_a_card_as_its_uniqueness() -> None:
    assert against("4 M001-a; 2 Upside Down") == []
    assert against("5 M001-a; 4 Upside Down; 1 Paper Cut") == [
        "Second Wind's tally is 5, Second Wind's quota is 4",
        "Upside Down's tally is 4, Upside Down's quota is 3",
    ]


@pytest.mark.rule("M-064")
def test_versions_count_together_and_the_smallest_uniqueness_is_the_limit() -> None:
    game = later()

    assert against("4 M001-a; 4 M002-a", game) == []
    assert against("1 M001-a; 1 M001-b", game) == []
    assert against("2 M001-a; 1 M001-b", game) == [
        "Second Wind's tally is 3, Second Wind's quota is 2"
    ]


@pytest.mark.rule("M-065")
def test_a_card_of_uniqueness_0_is_never_in_a_deck() -> None:
    assert against("1 M061-a; 1 M001-a", later()) == [
        "Third Wind's tally is 1, Third Wind's quota is 0"
    ]


@pytest.mark.rule("M-066")
def test_the_players_can_agree_to_scale_the_numbers_rounded_down_but_at_least_1() -> None:
    half = {"uniqueness_scale": 50}

    assert against("2 M001-a; 1 Upside Down; 1 Ditto; 1 Amnesty", **half) == []
    assert against("3 M001-a; 2 Upside Down; 2 Ditto; 2 Amnesty", **half) == [
        "Second Wind's tally is 3, Second Wind's quota is 2",
        "Upside Down's tally is 2, Upside Down's quota is 1",
        "Ditto's tally is 2, Ditto's quota is 1",
        "Amnesty's tally is 2, Amnesty's quota is 1",
    ]
    assert against("6 M001-a", uniqueness_scale=150) == []
    assert against("1 Third Wind", later(), uniqueness_scale=900) != []


@pytest.mark.rule("M-067", "M-068")
def test_there_is_one_copy_of_a_starred_card_and_two_of_them_in_a_deck() -> None:
    assert against("1 M024-a; 1 M025-a; 1 M001-a") == []
    assert against("1 M024-a; 1 M025-a; 1 M027-a") == [
        "<deck> brought 3 starred cards, the star limit is 2"
    ]
    assert against("2 M024-a", uniqueness_scale=200) == [
        "Alternate Ending's tally is 2, Alternate Ending's quota is 1"
    ]


# ---- decks ------------------------------------------------------------------------------------


@pytest.mark.rule("M-125", "M-126")
@pytest.mark.parametrize("name", ["Paper Storm", "The Archive", "Tower of Babel"])
def test_the_sample_decks_are_legal_and_no_card_more_or_fewer_is(name: str) -> None:
    game = meta()
    told = next(deck for deck in game.decks if deck.name == name)
    more = DeckList(name, (*told.cards, (1, "trigger-cards/closing-time")), "")
    fewer = DeckList(name, told.cards[:-1], "")

    assert (told.size, violations(game, told)) == (60, [])
    for other in (more, fewer):
        reasons = [found.reason for found in violations(game, other)]
        assert any(f"brought {other.size} cards, the deck size is 60" in told for told in reasons)


@pytest.mark.rule("M-126")
def test_every_violation_is_reported_and_not_only_the_first() -> None:
    found = violations(meta(), deck("5 M001-a; 2 M024-a; 1 M025-a; 1 M027-a; 9 Deep Thought"))

    assert [one.reason for one in found] == [
        "<deck> brought 18 cards, the deck size is 60",
        "<deck> brought 4 starred cards, the star limit is 2",
        "Second Wind's tally is 5, Second Wind's quota is 4",
        "Alternate Ending's tally is 2, Alternate Ending's quota is 1",
        "Deep Thought's tally is 9, Deep Thought's quota is 4",
    ]


@pytest.mark.rule("M-123", "M-127", "M-129", "M-130")
def test_everybody_can_bring_any_card_of_the_list() -> None:
    every = [card.cells["Id"] for card in meta().book.catalogue.cards.values()]
    told = "; ".join(f"1 {code}" for code in every)

    assert against(told, star_limit=4) == []


@pytest.mark.rule("M-128", "M-131")
@pytest.mark.parametrize("code", ["M001-b", "M061-a", "Third Wind"])
def test_a_version_that_the_edition_does_not_list_is_refused(code: str) -> None:
    with pytest.raises(DeckError, match=f"'{code}' is no card of this game"):
        deck(f"1 {code}")


@pytest.mark.rule("M-124", "M-132")
def test_the_deck_becomes_the_memory_of_its_player_in_an_order_by_the_seed() -> None:
    def memories(seed: int) -> list[list[str]]:
        match = meta().start(["ann", "bob"], seed, decks="Paper Storm")
        zones, attrs = match.state.zones, match.rules.schema.attrs
        at = [attrs[place].at for place in ("memory deck", "hand")]
        return [
            [match.thing(card) for place in at for card in zones[place + seat]] for seat in range(2)
        ]

    ann, bob = memories(1)
    listed = next(deck for deck in meta().decks if deck.name == "Paper Storm")
    names = meta().book.catalogue.cards

    assert Counter(ann) == Counter({names[row].name: n for n, row in listed.cards})
    assert ann != bob
    assert memories(1) == [ann, bob] != memories(2)


@pytest.mark.rule("M-124", "M-184")
def test_a_match_with_a_deck_that_is_not_legal_does_not_begin() -> None:
    with pytest.raises(StartError, match="bob brought 4 cards, the deck size is 60"):
        meta().start(["ann", "bob"], decks={"ann": "The Archive", "bob": deck("4 M001-a")})


@pytest.mark.rule("M-126")
def test_a_random_deck_is_legal() -> None:
    assert violations(meta(), random_deck(meta(), 5)) == []


@pytest.mark.rule("M-008")
def test_there_is_no_game_for_one() -> None:
    with pytest.raises(StartError, match="2"):
        meta().start(["ann"])
