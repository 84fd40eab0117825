"""Counters that last from game to game, kept in a file by `play`."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from deckmastor.cli import main

FEUD = """# Feud {#feud}

- Each player has a hand. There is a deck. Coins and grudges are counters.
- To fume is to gain 1 grudge. On their turn, a player may fume. When a player passes, they gain 2 coins.
- Before the game, each player gains 1 grudge. When a player has at least 2 coins, end the game.
"""
KEPT = Path("evenings.json")
BOTH = ("feud.md", "--players", "ann,bob", "--all-human")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A current folder with two rulebooks; in the first grudges last."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "feud.md").write_text(FEUD + "- Grudges last from game to game.\n", "utf-8")
    (tmp_path / "brief.md").write_text(FEUD, "utf-8")
    return tmp_path


@pytest.fixture
def play(capsys, monkeypatch):
    """A game between ann and bob at one keyboard, giving its status and what it shows."""

    def command(lines, book=BOTH, carry=KEPT.name):
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        status = main(("play", *book, "--plain", "--carry", carry))
        shown = capsys.readouterr()
        return status, shown.out, shown.err

    return command


def kept() -> dict[str, dict[str, int]]:
    return json.loads(KEPT.read_text("utf-8"))


def test_what_lasts_is_written_at_the_end_and_read_at_the_start(play, folder):
    first = play("fume\nfume\npass\nno\n")
    once = kept()
    second = play("fume\npass\nno\n")

    assert (first[0], second[0]) == (0, 0)
    assert "What lasts from game to game is kept in 'evenings.json'." in first[1]
    assert once == {"ann": {"grudge": 3}, "bob": {"grudge": 1}}
    assert kept() == {"ann": {"grudge": 5}, "bob": {"grudge": 2}}
    assert {path.name for path in folder.iterdir()} == {"feud.md", "brief.md", "evenings.json"}


def test_playing_again_brings_it_along(play):
    play("fume\npass\nyes\nfume\npass\nno\n")

    assert kept() == {"ann": {"grudge": 4}, "bob": {"grudge": 2}}


def test_those_who_do_not_play_keep_theirs(play):
    KEPT.write_text('{"cat": {"grudge": 7}, "bob": {"grudge": 5}}', "utf-8")

    play("pass\nno\n")

    assert kept() == {"cat": {"grudge": 7}, "bob": {"grudge": 6}, "ann": {"grudge": 1}}


def test_a_match_that_is_left_changes_nothing(play):
    KEPT.write_text('{"bob": {"grudge": 5}}', "utf-8")

    play("fume\nquit\nyes\n")

    assert kept() == {"bob": {"grudge": 5}}


def test_a_saved_match_knows_what_was_brought_and_is_kept_at_its_end(play):
    KEPT.write_text('{"ann": {"grudge": 5}}', "utf-8")
    play("fume\nsave match.json\nquit\n")
    KEPT.write_text('{"ann": {"grudge": 50}}', "utf-8")

    status, _, _ = play("pass\nno\n", book=("--load", "match.json"))

    assert status == 0
    assert kept() == {"ann": {"grudge": 7}, "bob": {"grudge": 1}}
    assert main(("replay", "match.json")) == 0


def test_where_nothing_lasts_that_is_told_and_nothing_is_written(play):
    status, out, _ = play("pass\nno\n", book=("brief.md", *BOTH[1:]))

    assert status == 0
    assert "No counter of this game lasts from game to game: 'evenings.json' is not written." in out
    assert not KEPT.exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "'evenings.json' does not keep counters of former games"),
        ('{"ann": 3}', '\'evenings.json\' does not keep counters so: {"ann": {"grudge": 2}}'),
        ('{"ann": {"coin": 3}}', "'coin' does not last from game to game"),
    ],
)
def test_a_file_that_cannot_be_used_is_told_and_left_as_it_is(play, text, message):
    KEPT.write_text(text, "utf-8")

    status, _, err = play("pass\nno\n")

    assert status != 0
    assert message in err
    assert KEPT.read_text("utf-8") == text


def test_a_folder_that_is_not_there_is_told_before_the_match(play):
    status, out, err = play("pass\nno\n", carry="nowhere/kept.json")

    assert status == 2
    assert "There is no folder" in err
    assert "ann" not in out
