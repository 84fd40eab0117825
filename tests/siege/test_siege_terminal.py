"""The terminal loses nothing: killed, on a full disk, in a home that cannot be written, mistyped."""

from __future__ import annotations

import io
import json
import os
import random
import resource
import signal
import subprocess
import sys
import traceback
from pathlib import Path

import pytest

from deckmastor import doors
from deckmastor.cli import main
from deckmastor.cli.playing import play as play_command
from deckmastor.match import SaveError, load
from deckmastor.terminal import kept, saves
from deckmastor.terminal.console import Console
from deckmastor.terminal.play import Play, play
from deckmastor.terminal.session import Seating, Session

KILLS = Path(__file__).with_name("kills.py")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """Where unfinished matches lie."""
    monkeypatch.setenv("DECKMASTOR_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def begun(seed: int = 1, bots: dict[str, str] | None = None) -> Session:
    seating = Seating(load("crazy_eights"), ("ann", "bob"), ("ann",), seed, {}, bots or {})
    return Session(seating)


def typed(*lines: str, session: Session | None = None) -> tuple[str, Session]:
    """What is shown if these lines are typed, and nothing more."""
    out, session = io.StringIO(), session or begun()
    play(Console(lines, out, 100), session)
    return out.getvalue(), session


def the_file(home: Path) -> Path:
    (file,) = (home / "matches").iterdir()
    return file


def bare(entries: list[dict]) -> list[dict]:
    return [{k: v for k, v in entry.items() if k != "check"} for entry in entries]


# ---- B1: kill -9 ----------------------------------------------------------------------------


def killed(count: int, seed: int) -> dict:
    done = subprocess.run(
        [sys.executable, str(KILLS), str(count), str(seed)], capture_output=True, text=True,
        timeout=60 + 30 * count,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def test_b1_nothing_that_was_shown_is_lost_when_the_terminal_is_killed():
    told = killed(5, 11)

    assert told["lost"] == 0
    assert told["prompts"] >= 10


@pytest.mark.long
def test_b1_nothing_is_lost_at_200_random_moments():
    told = killed(200, 12)

    print(told)
    assert told["lost"] == 0
    assert told["prompts"] > 600


def test_b1_each_answer_is_on_the_disk_before_the_next_screen(home):
    session = begun()
    found = []

    def lines():
        for _ in range(8):
            saved, words = kept.read(the_file(home))
            found.append((bare(saved.entries), session.match.done, words))
            yield "1"

    play(Console(lines(), io.StringIO(), 100), session)

    assert [there for there, _, _ in found] == [done for _, done, _ in found]
    assert len(found[-1][0]) > len(found[0][0])
    assert all(words == [] for _, _, words in found)


def test_b1_what_was_taken_back_is_crossed_out(home):
    _, session = typed("1", "1", "1", "undo 2", "2")

    saved, _ = kept.read(the_file(home))

    assert bare(saved.entries) == session.match.done
    assert saves.resume(saved).match.trace() == session.match.trace()
    assert b'"undo"' in the_file(home).read_bytes()


def test_b1_a_line_that_was_half_written_is_left_out_wherever_it_was_cut(home):
    typed("1", "1", "1")
    file = the_file(home)
    data = file.read_bytes()
    lines = data.splitlines(keepends=True)
    entries = bare(kept.read(file)[0].entries)

    for cut in range(len(lines[0]), len(data), 3):
        file.write_bytes(data[:cut])
        saved, words = kept.read(file)
        whole = data[:cut].count(b"\n") - 1
        assert bare(saved.entries) == entries[:whole]
        assert bool(words) == (not data[:cut].endswith(b"\n"))
    file.write_bytes(data + b"\0" * 512)
    assert bare(kept.read(file)[0].entries) == entries


def test_b1_all_behind_a_damaged_line_is_left_out_and_told(home):
    typed("1", "1", "1")
    file = the_file(home)
    lines = file.read_bytes().splitlines(keepends=True)
    assert b'"option":' in lines[3]
    file.write_bytes(b"".join([*lines[:3], lines[3].replace(b'"do":', b'"Do":'), *lines[4:]]))

    saved, words = kept.read(file)

    assert len(saved.entries) == 2
    assert words == ["Line 4 is damaged; it is left out, with all behind it."]


def test_a_match_of_another_installation_is_played_again(home, tmp_path, monkeypatch):
    _, session = typed("1", "1")
    file = the_file(home)
    monkeypatch.setenv("DECKMASTOR_HOME", str(tmp_path / "elsewhere"))

    saved, words = kept.read(file)

    assert words == ["Another installation wrote this match: all of it is played again."]
    assert saves.resume(saved).match.trace() == session.match.trace()


def test_an_entry_that_is_not_possible_is_refused(home, tmp_path, monkeypatch):
    typed("1", "1")
    file = the_file(home)
    monkeypatch.setenv("DECKMASTOR_HOME", str(tmp_path / "elsewhere"))
    file.write_bytes(file.read_bytes().replace(b'"option":0', b'"option":77'))

    with pytest.raises(SaveError, match="is not possible"):
        saves.resume(kept.read(file)[0])


def test_the_last_match_is_resumed_where_it_stood(home):
    _, session = typed("1", "1")
    out = io.StringIO()

    assert (
        play_command("", "", None, False, None, [], "", Console(["1"], out, 100), resume=True) == 0
    )

    told = out.getvalue()
    assert "Crazy Eights, as you left it." in told
    saved, _ = kept.read(the_file(home))
    assert bare(saved.entries)[: len(session.match.done)] == session.match.done
    assert len(saved.entries) > len(session.match.done)


def test_bots_go_on_as_they_would_have(home):
    _, session = typed(*["1"] * 6, session=begun(3, {"bob": "greedy"}))
    the_file(home).unlink()
    typed(*["1"] * 3, session=begun(3, {"bob": "greedy"}))

    again = saves.resume(kept.read(the_file(home))[0])
    typed(*["1"] * 3, session=again)

    assert again.match.trace() == session.match.trace()


def test_without_an_unfinished_match_there_is_nothing_to_resume(capsys):
    assert main(["play", "--resume"]) == 2
    assert "There is no unfinished match." in capsys.readouterr().err


def test_a_match_that_somebody_plays_is_not_offered(home):
    session, keeper = begun(), kept.Keeper()
    keeper.write(session)

    assert kept.unfinished() == []

    keeper.leave()

    (one,) = kept.unfinished()
    assert (one.title, one.players, one.answers) == ("Crazy Eights", ("ann", "bob"), len(session.match.done))  # fmt: skip


@pytest.mark.parametrize("lines", [["quit"], ["1", "quit", "forget"], ["1", "save {}", "quit", ""]])
def test_what_is_not_to_be_kept_is_not_kept(lines, home, tmp_path):
    typed(*[line.format(tmp_path / "match.json") for line in lines])

    assert list((home / "matches").iterdir()) == []


def test_a_match_that_was_left_is_kept_and_only_its_owner_reads_it(home):
    out, _ = typed("1", "quit", "")

    assert "'deckmastor play' goes on with it" in " ".join(out.split())
    assert the_file(home).stat().st_mode & 0o777 == 0o600


def test_only_so_many_unfinished_matches_are_kept(home, monkeypatch):
    monkeypatch.setattr(kept, "MOST", 3)
    for _ in range(5):
        typed("1")

    assert len(list((home / "matches").iterdir())) == 3


# ---- B1: a full disk, a home that cannot be written -------------------------------------------


def test_b1_where_nothing_can_be_kept_the_match_goes_on(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("DECKMASTOR_HOME", str(tmp_path / "file" / "home"))

    out, session = typed("1", "1", "quit", "no", "1")

    assert out.count("This match cannot be kept for later now: Not a directory.") == 1
    assert "File name, Enter to leave without saving, or no:" in out
    assert "The match was not saved" in out
    assert session.match.number >= 3


def on_a_full_disk(act, size: int) -> int:
    """Do something in a child whose files cannot grow beyond a size."""
    child = os.fork()
    if child == 0:
        status = 99
        try:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
            status = act()
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_b1_on_a_full_disk_the_match_goes_on_and_the_good_files_stay(home, tmp_path):
    good = tmp_path / "good.json"
    typed("1")
    file = the_file(home)
    room = file.stat().st_size + 100
    file.unlink()
    typed("1", "1", f"save {good}", "quit", "")
    before = good.read_bytes()
    assert len(before) < room + 2000

    def act() -> int:
        session = begun()
        out = io.StringIO()
        lines = ["1"] * 6 + [f"save {good}", "1"]
        play(Console(lines, out, 100), session)
        told = " ".join(out.getvalue().split())
        saved, words = kept.read(the_file(home))
        entries = bare(saved.entries)
        return (
            (told.count("cannot be kept for later now: File too large.") != 1) * 1
            + (words != []) * 2
            + ("good.json' cannot be written: File too large." not in told) * 4
            + (not entries or saves.resume(saved).match.over) * 8
        )

    assert on_a_full_disk(act, room) == 0
    assert good.read_bytes() == before
    assert not [one for one in tmp_path.iterdir() if one.name.startswith(".")]


# ---- B1: what is typed ------------------------------------------------------------------------

ODD = [
    "save ~zzz/x", "save \0", "save", "save /", "save /nowhere/x", "save " + "n" * 5000, "undo " + "9" * 5000,
    "9" * 5000, "-" + "9" * 5000, "why " + "9" * 5000, "why not " + "x" * 60000, "card " + "x" * 60000,
    "rules " + "x" * 60000, "\udcff", "\x1b[2J", "²", "١", "undo ²", ":", ": ", ":save", "card", "why not", "log all",
    "changes", "stacks", "values", "hand", "table", "help", "?", "rules (", "card [", "save \udcff", "undo -1", "undo 1.5",
]  # fmt: skip


def test_b1_odd_lines_do_not_end_the_match(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    out, session = typed(*ODD, "1")

    assert "is no path" in out
    assert session.match.number >= 1
    assert out.endswith("Goodbye.\n")


def test_random_lines_do_not_end_the_match(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    draw = random.Random(5)
    words = [
        "1",
        "2",
        "undo",
        "why",
        "why not",
        "play",
        "draw",
        "save",
        "card",
        "rules",
        ":",
        "log",
        *ODD,
    ]
    lines = []
    for _ in range(400):
        line = " ".join(draw.choices(words, k=draw.choice((1, 1, 2, 3))))
        lines.append(line[:200] if draw.random() < 0.8 else line)
    session = begun(2)
    Play(Console([*lines], io.StringIO(), 100), session)

    out, _ = typed(*lines, session=session)

    assert out


DAMAGED = [
    b"", b"{}", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b'{"journal": 5}', b'{"journal": [{"do": "start"}]}',
    b'{"people": 5, "journal": [1]}',
]  # fmt: skip


@pytest.mark.parametrize("data", DAMAGED, ids=range(len(DAMAGED)))
@pytest.mark.parametrize("words", [["replay"], ["play", "--load"]])
def test_c3_a_damaged_file_is_a_clear_error(data, words, tmp_path, capsys):
    file = tmp_path / "match.json"
    file.write_bytes(data)

    assert main([*words, str(file)]) == 1
    assert "saved match" in capsys.readouterr().err or data == b"\xff\xfe"


@pytest.mark.parametrize("change", [{"people": 5}, {"people": [[]]}, {"people": ["zoe"]}, {"bots": 5}, {"bots": {"bob": []}}, {"bots": {"bob": "x"}}], ids=range(6))  # fmt: skip
def test_c3_a_save_of_odd_people_and_bots_is_a_clear_error(change, tmp_path, capsys):
    file = tmp_path / "match.json"
    typed("1", f"save {file}")
    file.write_text(json.dumps({**json.loads(file.read_text()), **change}))

    assert main(["play", "--load", str(file)]) == 1
    assert "names" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["play", "crazy-eights", "--players", "9" * 5000], ["play", "crazy-eights", "--bots", "9" * 5000],
        ["play", "crazy-eights", "--seed", "9" * 5000], ["play", "crazy-eights", "--players", "ann,а" + "nn"],
        ["play", "crazy-eights", "--players", "ann,\udcff"], ["play", "a\0b"], ["play", "n" * 5000],
        ["play", "crazy-eights", "--carry", "a\0b"], ["play", "crazy-eights", "--value", "hand size=" + "9" * 5000],
        ["play", "--load", "a\0b"], ["replay", "n" * 5000], ["check", "a\0b"], ["explain", "\udcff", "x"],
        ["check", "crazy-eights", "--amend", "a\0b"], ["check", "hypertext", "--text", "/dev/zero"],
        ["deck", "build", "--game", "crazy-eights", "-o", "/nowhere/x"], ["simulate", "crazy-eights", "-n", "9" * 5000],
        ["play", "--resume", "--seed", "3"],
    ],
    ids=range(18),
)  # fmt: skip
def test_odd_words_on_the_command_line_are_refused(words, capsys):
    assert main(words) in (1, 2)
    assert "Traceback" not in capsys.readouterr().err


def test_an_error_of_our_own_is_told_without_a_traceback(home, capsys, monkeypatch):
    def broken() -> int:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("deckmastor.cli.shelf.list_games", broken)

    assert main(["games"]) == 70

    told = capsys.readouterr().err
    assert "this is an error of Deckmastor itself" in told
    assert "Traceback" not in told
    assert "ZeroDivisionError: a bug" in (home / "report.txt").read_text()


# ---- C3: another interpreter in this process ----------------------------------------------------

INTERPRETERS = """
try:
    import _interpreters as known
    create = lambda: known.create("legacy")
except ImportError:
    import _xxsubinterpreters as known
    create = lambda: known.create(isolated=False)
HERE = '''
import deckmastor
match = deckmastor.load("crazy_eights").start(["ann", "bob"], seed=1)
match.choose(match.decisions[0].options[0])
print(match.trace(), flush=True)
'''
"""


@pytest.mark.parametrize("order", [["sub", "main", "sub"], ["main", "sub", "main"]])
def test_c3_every_interpreter_of_a_process_plays_alike(order):
    ways = {"sub": "known.run_string(create(), HERE)", "main": "exec(HERE)"}
    code = INTERPRETERS + "\n".join(ways[one] for one in order)

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)

    assert done.returncode == 0, done.stderr[-2000:]
    assert len(done.stdout.split()) == 3
    assert len(set(done.stdout.split())) == 1


def test_the_home_is_named_by_the_environment(monkeypatch, tmp_path):
    assert doors.home() == tmp_path / "home"

    monkeypatch.delenv("DECKMASTOR_HOME")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert doors.home() == tmp_path / "state" / "deckmastor"

    monkeypatch.setenv("XDG_STATE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert doors.home() == tmp_path / ".local" / "state" / "deckmastor"
