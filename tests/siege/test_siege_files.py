"""Files: devices and pipes are not read, the cache is not believed, a full disk leaves nothing."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys

import pytest

import deckmastor as dm
from deckmastor import doors
from deckmastor.cli import main
from deckmastor.language import cache
from deckmastor.record import carrying
from deckmastor.terminal import saves

TOLL = """# Toll {#toll}

- Each player has a hand. There is a deck and a discard pile. Beads are counters.
- Each player may rest. To rest is to lose 5 beads.
"""


@pytest.fixture
def odd(tmp_path):
    """Paths at which there is no file to be read."""
    pipe, folder = tmp_path / "pipe.md", tmp_path / "folder.md"
    os.mkfifo(pipe)
    folder.mkdir()
    return {"zero": "/dev/zero", "full": "/dev/full", "pipe": str(pipe), "folder": str(folder)}


@pytest.mark.parametrize("where", ["zero", "full", "pipe"])
def test_b5_no_device_and_no_pipe_is_read(where, odd, capsys):
    path = odd[where]
    crazy = dm.load("crazy_eights")

    with pytest.raises(dm.RulebookError):
        dm.load(path)
    with pytest.raises(dm.SaveError, match="no file"):
        saves.read(path)
    with pytest.raises(dm.SaveError, match="no file"):
        carrying.read(path)
    with pytest.raises(dm.SaveError, match="no file"):
        doors.replaced(path, "x", dm.SaveError)
    for words in (["check", path], ["replay", path], ["play", "--load", path], ["deck", "check", path, "--game", path], ["check", "crazy-eights", "--amend", path], ["explain", path, "x"], ["fmt", path]):  # fmt: skip
        assert main(words) in (1, 2), words
    with pytest.raises(dm.StartError):
        crazy.start(["ann", "bob"], decks=path)
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("where", ["zero", "pipe"])
def test_b5_a_rulebook_that_lists_a_device_or_a_pipe_is_refused(where, odd, tmp_path):
    book = tmp_path / "book"
    book.mkdir()
    (book / "rulebook.md").write_text(f"{TOLL}\n- [Cards](cards.md)\n")
    (book / "cards.md").symlink_to(odd[where])
    os.mkfifo(book / "checks.md")

    with pytest.raises(dm.RulebookError):
        dm.load(book)


def test_b5_a_deck_in_a_pipe_is_refused(odd):
    from deckmastor.match import DeckError
    from deckmastor.record.decks import read

    with pytest.raises(DeckError, match="no file"):
        read(odd["pipe"], dm.load("crazy_eights").book)


# ---- B7: the cache --------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path, monkeypatch):
    monkeypatch.setenv("DECKMASTOR_CACHE", str(tmp_path / "cache"))
    book = tmp_path / "toll.md"
    book.write_text(TOLL, encoding="utf-8")
    cache.load(book)
    (file,) = (tmp_path / "cache").glob("*.json")
    return book, file


def beads(book) -> int:
    match = dm.match.Game(cache.load(book), {"<text>": TOLL}).start(["ann", "bob"], seed=1)
    match.choose("ann", "rest")
    return match.view()["players"][0]["properties"]["bead"]


def test_b7_other_rules_in_the_cache_are_not_played(kept):
    book, file = kept
    right, text = beads(book), file.read_text("utf-8")
    assert '"lose"' in text

    file.write_text(text.replace('"lose"', '"gain"'), encoding="utf-8")

    assert beads(book) == right
    assert file.read_text("utf-8") == text


def test_b7_the_cache_of_another_text_is_not_believed(kept, tmp_path):
    book, file = kept
    other = tmp_path / "other.md"
    other.write_text(TOLL.replace("lose", "gain"), encoding="utf-8")
    cache.load(other)
    (second,) = {*file.parent.glob("*.json")} - {file}

    file.write_bytes(second.read_bytes())

    assert "gain" not in json.dumps(str(cache.load(book).entries[-1].para))


@pytest.mark.parametrize(
    "data", [b"", b"\xff", b"{}\n", b"{}\n00\n", b"null\nzz\n", b"[" * 9999], ids=range(6)
)
def test_b7_a_damaged_file_is_ignored_and_written_anew(kept, data):
    book, file = kept
    good = file.read_bytes()

    file.write_bytes(data)
    cache.load(book)

    assert file.read_bytes() == good


def test_b7_a_pipe_in_the_place_of_the_file_is_ignored(kept):
    book, file = kept
    file.unlink()
    os.mkfifo(file)

    assert cache.load(book).source.title == "Toll"


CROWDED = """
import resource, signal, sys
from deckmastor.language import cache
from deckmastor import doors
doors.key()
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
print(cache.load(cache.Path(sys.argv[1])).source.title)
"""


def test_b7_a_full_disk_leaves_no_files_behind(tmp_path):
    book = tmp_path / "toll.md"
    book.write_text(TOLL, encoding="utf-8")
    surroundings = {**os.environ, "DECKMASTOR_CACHE": str(tmp_path / "cache")}

    done = subprocess.run(
        [sys.executable, "-c", CROWDED, str(book)], env=surroundings, capture_output=True, text=True,
        timeout=60,
    )  # fmt: skip

    assert (done.stdout, done.stderr) == ("Toll\n", "")
    assert list((tmp_path / "cache").iterdir()) == []


# ---- files are replaced ---------------------------------------------------------------------


def test_a_file_that_cannot_be_written_whole_stays_as_it_was(tmp_path):
    file = tmp_path / "match.json"
    doors.replaced(file, "the good one")
    child = os.fork()
    if child == 0:
        import signal

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
        try:
            doors.replaced(file, "x" * 1000)
        except doors.Unfit as why:
            os._exit(7 if "cannot be written: File too large" in str(why) else 8)
        os._exit(9)

    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    assert file.read_text() == "the good one"
    assert [one.name for one in tmp_path.iterdir()] == ["match.json"]


def test_a_replaced_file_keeps_its_mode_and_a_link_leads_to_it(tmp_path):
    file, link = tmp_path / "match.json", tmp_path / "link.json"
    file.write_text("old")
    file.chmod(0o640)
    link.symlink_to(file)

    doors.replaced(link, "new")

    assert (file.read_text(), file.stat().st_mode & 0o777) == ("new", 0o640)
    assert link.is_symlink()


@pytest.mark.parametrize("path", ["~zzz/x", "a\0b", "n" * 300, "/nowhere/x", "/", "/dev/full", "\udcff" * 300], ids=range(7))  # fmt: skip
def test_a_path_that_cannot_be_written_is_a_clear_error(path):
    with pytest.raises(dm.SaveError, match=r"is no path|cannot be written|no file"):
        doors.replaced(doors.path(path, dm.SaveError), "x", dm.SaveError)
