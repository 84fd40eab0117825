"""Two builds of one engine: which one runs, and that both play the same."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from deckmastor.bots.random import play_out
from deckmastor.engine import COMPILED, which
from deckmastor.engine.game import begin
from deckmastor.engine.machine import Machine
from deckmastor.lab.simulate import Plan, rules_of
from deckmastor.match import shipped

ROOT = Path(__file__).resolve().parent.parent
BOOKS = sorted(str(path) for path in (ROOT / "tests" / "engine" / "books").glob("*.md"))
SOURCE = {which.SWITCH: "1"}
SPARES = 256  # lists that the compiled engine keeps to use them again
GOLDEN = ROOT / "tests" / "engine" / "traces.txt"


def run(*command: str, **switches: str) -> subprocess.CompletedProcess[str]:
    """A Python of its own, with switches in its environment."""
    told = {**os.environ, "PYTHONPATH": str(ROOT / "src"), which.SWITCH: "", **switches}
    return subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, env=told, cwd=ROOT, check=True
    )


def traces(**switches: str) -> list[str]:
    """What each game comes to, in a Python of its own; the build is told first."""
    return run(
        "-m", "deckmastor.lab.tracing", *BOOKS, *shipped(), **switches
    ).stdout.splitlines()  # fmt: skip


def told(traced: list[str]) -> list[str]:
    """The names and the hashes of what is told."""
    return [line.rpartition("\t")[0] for line in traced[1:]]


@pytest.fixture(scope="module")
def source() -> list[str]:
    return traces(**SOURCE)


# ---- which one runs -------------------------------------------------------------------------


def test_the_switch_makes_the_source_run() -> None:
    ran = run("-c", "from deckmastor.engine import COMPILED; print(COMPILED)", **SOURCE)

    assert ran.stdout == "False\n"


def test_a_changed_source_is_another_one(tmp_path: Path) -> None:
    for path in which.sources():
        copy = tmp_path / path.relative_to(which.HERE)
        copy.parent.mkdir(exist_ok=True)
        copy.write_bytes(path.read_bytes())
    same = which.fingerprint(tmp_path)
    with (tmp_path / "machine.py").open("a", encoding="utf-8") as file:
        file.write("\n")

    assert same == which.fingerprint()
    assert which.fingerprint(tmp_path) != same


@pytest.mark.parametrize(
    ("stamp", "build"),
    [
        pytest.param(None, (False, "pure Python"), id="nothing is compiled"),
        pytest.param(f"{which.fingerprint()}\n", (True, "compiled"), id="made of this source"),
        pytest.param(
            f"{which.fingerprint()}\ntrained\n", (True, "compiled, trained"), id="as it is played"
        ),
        pytest.param(
            "0" * 32,
            (False, "pure Python, for the source changed since it was compiled"),
            id="made of another source",
        ),
    ],
)
def test_what_is_compiled_is_used_only_with_the_source_it_was_made_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stamp: str | None, build: tuple[bool, str]
) -> None:
    monkeypatch.setattr(which, "COMPILED", tmp_path)
    monkeypatch.delenv(which.SWITCH, raising=False)
    if stamp is not None:
        which.stamp(tmp_path).write_text(stamp, "ascii")
        (tmp_path / f"{which.LIBRARY}{EXTENSION_SUFFIXES[0]}").touch()

    assert which.build() == build


@pytest.mark.parametrize(
    ("switches", "why"),
    [
        (SOURCE, "DECKMASTOR_PURE is set"),
        ({"CC": "no-such-compiler"}, "no C compiler works here"),
    ],
)
def test_a_package_is_built_without_a_compiled_engine_where_that_cannot_be(
    tmp_path: Path, switches: dict[str, str], why: str
) -> None:
    built = run("setup.py", "--quiet", "build_ext", "--build-lib", str(tmp_path), **switches)

    assert f"The engine is not compiled, and runs as plain Python: {why}." in built.stderr
    assert list(tmp_path.iterdir()) == []


SCHOOL = """
import runpy, sys

sys.argv = ["school.py", sys.argv[1]]
runpy.run_path(sys.argv[1] + "/lab/school.py", run_name="__main__")
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


def test_the_compiler_learns_from_games_that_need_nothing_but_language_and_engine() -> None:
    package = which.HERE.parent
    played = run("-c", SCHOOL, str(package))

    assert played.returncode == 0
    found = set(played.stdout.split())
    assert "deckmastor" in found
    assert not found & {"cyclopts", "msgspec", "rich", "textual"}


# ---- both play the same ---------------------------------------------------------------------


@pytest.mark.skipif(not COMPILED, reason="the engine is not compiled")
def test_the_compiled_engine_plays_like_its_source(source: list[str]) -> None:
    compiled = traces()

    assert (compiled[0][:14], source[0][:17]) == ("build\tcompiled", "build\tpure Python")
    assert compiled[1:] == source[1:]


def test_the_games_are_played_as_they_were(source: list[str]) -> None:
    assert told(source) == GOLDEN.read_text("utf-8").splitlines()


# ---- what it leaves behind ------------------------------------------------------------------


@pytest.mark.parametrize("game", shipped())
def test_matches_leave_nothing_behind_but_spare_lists(game: str) -> None:
    rules = rules_of(Plan(game, 1, 3))

    def after(matches: range) -> int:
        for seed in matches:
            play_out(Machine(rules), begin(rules, seed), seed, 10_000)
        gc.collect()
        return len(gc.get_objects())

    first = after(range(6))  # what is worked out once is there then
    again = after(range(6))
    last = after(range(6))

    assert abs(last - again) < SPARES
    assert abs(last - first) < 2 * SPARES
