"""Advice, texts that people carry out, and what the table does for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckmastor.content.page import faults
from deckmastor.language.book import load as read
from deckmastor.match import DeckmastorError, replay
from games.meta.tower import Tower, meta, with_cards

ROW = "| Long Grudge | M031-a | M031 | Event | 1 | Target a player. You gain 1 grudge."
HEAD = "| Name | Id | Base id | Type | Uniqueness | Text |\n|---|---|---|---|---|---|\n"


def edited(folder: Path, *changes: tuple[str, str]) -> list[tuple[str, str]]:
    """What the checks find in a copy of the game with other cards: how grave it is, and what."""
    for name, text in {**meta().files, "checks.md": _checks()}.items():
        told = text
        for old, new in changes if name == "cards.md" else ():
            assert old in told, old
            told = told.replace(old, new, 1)
        (folder / Path(name).name).write_text(told, encoding="utf-8")
    return [(fault.severity, fault.message) for fault in faults(read(folder))]


def _checks() -> str:
    here = Path(meta().book.source.files[0]).with_name("checks.md")
    return here.read_text(encoding="utf-8")


def another(table: str, row: str) -> tuple[str, str]:
    """A change that adds a row to the table of a heading, which has 30 cards less one then."""
    return (f"{table}\n\nThe cards are:\n\n{HEAD}", f"{table}\n\nThe cards are:\n\n{HEAD}{row}\n")


def with_column(name: str, **cells: str) -> tuple[tuple[str, str], ...]:
    """Changes that give the Events another column: for some cards with a value."""
    page = meta().files["cards.md"]
    events = page[: page.index("## Metas")]
    lines = []
    for line in events.splitlines():
        if line.startswith("| Name"):
            line = f"{line} {name} |"
        elif line.startswith("|---"):
            line = f"{line}---|"
        elif line.startswith("| "):
            card = line.split("|")[1].strip().lower().replace(" ", "_")
            line = f"{line} {cells.get(card, '')} |"
        lines.append(line)
    return ((events, "\n".join(lines) + "\n"),)


def test_the_cards_of_the_game_break_no_advice(tmp_path: Path) -> None:
    assert edited(tmp_path) == []


@pytest.mark.rule("M-053", "M-052")
def test_two_cards_of_one_title_are_warned_about_and_not_refused(tmp_path: Path) -> None:
    page = meta().files["cards.md"]
    strike = next(line for line in page.splitlines() if line.startswith("| Strike Out |"))
    found = edited(tmp_path, (strike, strike.replace("| Strike Out |", "| Paper Cut |", 1)))

    assert found == [("warning", "M032-a Paper Cut, Name: Name as on M002-a Paper Cut.")]


@pytest.mark.rule("M-058")
@pytest.mark.parametrize(
    ("text", "warned"),
    [
        ("Target a player. That player buries the top 5 cards of that player's memory.", True),
        ("Target a player. That player buries a card in their hand.", False),
    ],
)
def test_a_card_nearly_like_an_older_one_is_warned_about(
    tmp_path: Path, text: str, warned: bool
) -> None:
    page = meta().files["cards.md"]
    swapped = next(line for line in page.splitlines() if line.startswith("| Swapped Notes |"))
    mine = f"| Swapped Notes | M018-a | M018 | Event | 1 | {text} |"
    found = edited(tmp_path, (swapped, mine))

    like = ("warning", "M018-a Swapped Notes, Text: Text nearly as on M010-a Leaky Memory.")
    assert found == ([like] if warned else [])


@pytest.mark.rule("M-060", "M-059")
def test_a_card_records_which_version_it_comes_from(tmp_path: Path) -> None:
    changes = with_column("Forerunner", total_recall="M014-b", amnesty="M8")
    found = edited(tmp_path, *changes)
    cards = {thing.name: thing.cells for thing in read(tmp_path).things}

    assert cards["Total Recall"]["Forerunner"] == "M014-b"
    assert [(weight, text.split(",")[0]) for weight, text in found] == [("error", "M008-a Amnesty")]


@pytest.mark.rule("M-087", "M-086")
def test_a_card_for_another_edition_is_warned_about(tmp_path: Path) -> None:
    changes = with_column("Edition", total_recall="2", amnesty="1")
    found = edited(tmp_path, *changes)

    assert [(weight, text.split(":")[0]) for weight, text in found] == [
        ("warning", "M014-a Total Recall, Edition")
    ]


# ---- what players say ----------------------------------------------------------------------------


@pytest.mark.rule("M-074")
def test_a_player_says_how_they_read_a_card_and_all_see_it() -> None:
    table = Tower(ann={"hand": ["Even Keel", "Hard Rain"]}, bob={"hand": ["Hard Rain"]}, cat={})
    table.start_pushing()
    table.push("ann", "Even Keel")
    state = table.match.trace()

    table.match.say("ann", "It looks at active players only.")

    for player in ("ann", "bob", "cat", None):
        assert table.match.log(player)[-1] == 'ann says: "It looks at active players only."'
    assert table.match.trace() == state


@pytest.mark.rule("M-074", "M-183")
def test_what_was_said_is_in_the_journal() -> None:
    match = meta().start(["ann", "bob"], 3)
    match.say("bob", "  I read it \n so.  ")
    match.answer(match.decisions[0].player, 0)

    again = replay(match.journal)

    assert [text for text in again.log() if "says" in text] == ['bob says: "I read it so."']
    for text in ("", " ", "x" * 501):
        with pytest.raises(DeckmastorError):
            match.say("bob", text)
    with pytest.raises(DeckmastorError):
        match.say("zoe", "I am not here.")


# ---- texts for people ----------------------------------------------------------------------------


@pytest.mark.rule("M-092", "M-145")
def test_a_card_in_free_words_is_played_and_the_host_carries_it_out() -> None:
    game = with_cards("Dare | Event | By hand: Whoever sings loses nothing; others lose 2.")
    table = Tower(game=game, ann={"hand": ["Hard Rain", "Dare"]}, bob={"hand": ["Ditto"]}, cat={})
    table.push("ann", "Dare")
    table.execute()
    assert "Dare resolves" in table.told()
    assert table.stack("ann's graveyard") == ["Dare"]
    assert table.life() == [15, 15, 15]

    table.match.amend("The player at turn loses 2 life points.", by="the host")

    assert sorted(table.life()) == [13, 15, 15]


FREE = "Omen | Trigger, manual | By hand: Triggers after somebody has laughed."


def laughing(*, late: bool = False) -> Tower:
    """Ann's Omen lies on a trap with a Second Wind; Bob's cards are executed in his turn."""
    table = Tower(
        game=with_cards(FREE),
        ann={"hand": ["Omen", "Tripwire", "Second Wind", "Ditto"]},
        bob={"hand": ["Paper Cut", "Paper Cut", "Ditto"]},
        values={"host seat": 2} if late else None,
    )
    table.trap("ann", "Tripwire", "bob")
    table.trap("ann", "Omen", cards="Second Wind")
    table.execute()
    return table


@pytest.mark.rule("M-167", "M-168")
def test_a_trigger_in_free_words_is_claimed_before_the_next_card_is_taken() -> None:
    table = laughing()
    table.start_pushing()
    table.push("bob", "Paper Cut", "ann")
    table.push("bob", "Paper Cut", "ann")
    table.execute()
    assert table.life() == [12, 15]  # one card is executed
    assert table.asked() == ["ann"]
    assert table.options("ann") == ["yes", "no"]

    table.choose("ann", "yes")

    told = table.told()
    assert told.index("ann gains 3 life points") > told.index("ann loses 3 life points")
    assert table.cards("ann", "trap row") == ["Tripwire"]


@pytest.mark.rule("M-168")
def test_a_trigger_that_was_not_claimed_in_time_stays_laid_and_can_be_claimed_later() -> None:
    table = laughing()
    table.start_pushing()
    table.push("bob", "Paper Cut", "ann")
    table.push("bob", "Paper Cut", "ann")
    table.execute()

    table.choose("ann", "no")

    assert table.life() == [9, 15]  # the next card was taken
    assert "Omen" in table.cards("ann", "trap row")
    assert table.options("ann") == ["yes", "no"]
    table.choose("ann", "yes")
    assert table.life() == [12, 15]


@pytest.mark.rule("M-158")
def test_a_stage_can_be_held_so_that_all_can_examine_what_was_played() -> None:
    table = Tower(
        ann={"hand": ["Hard Rain", "Ditto"]},
        bob={"hand": ["Ditto"]},
        values={"examining": "yes"},
    )
    table.start_pushing()
    table.push("ann", "Hard Rain")
    for player in ("ann", "bob"):
        assert "pass" not in table.options(player)
    table.wait(59)
    assert "pass" not in table.options("bob")

    table.wait(2)

    for player in ("ann", "bob"):
        table.choose(player, "pass")
    assert table.life() == [12, 12]
