"""Two builds of one engine: which one runs, how one is made, and that both play the same."""

from __future__ import annotations

import gc
import importlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from deckmastor.bots.random import play_out
from deckmastor.engine import COMPILED, builds
from deckmastor.engine.machine.machine import Machine
from deckmastor.engine.machine.start import begin
from deckmastor.lab import speedup
from deckmastor.lab.simulate import Plan, rules_of
from deckmastor.match import shipped

ROOT = Path(__file__).resolve().parent.parent
BOOKS = sorted(str(path) for path in (ROOT / "tests" / "engine" / "books").glob("*.md"))
SOURCE = {builds.SWITCH: "1"}
GOLDEN = ROOT / "tests" / "engine" / "traces.txt"


def run(*command: str, **switches: str) -> subprocess.CompletedProcess[str]:
    """A Python of its own, with switches in its environment."""
    told = {**os.environ, "PYTHONPATH": str(ROOT / "src"), builds.SWITCH: "", **switches}
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


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for compiled modules in which there are none, and nobody asks for the source."""
    monkeypatch.setattr(builds, "HOME", tmp_path)
    monkeypatch.setattr(builds, "LOCK", tmp_path / "lock")
    monkeypatch.delenv(builds.SWITCH, raising=False)
    return tmp_path


# ---- which one runs -------------------------------------------------------------------------


def test_the_switch_makes_the_source_run() -> None:
    ran = run("-c", "from deckmastor.engine import COMPILED; print(COMPILED)", **SOURCE)

    assert ran.stdout == "False\n"


def test_a_changed_source_is_another_one(tmp_path: Path) -> None:
    for path in builds.sources():
        copy = tmp_path / path.relative_to(builds.HERE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    same = builds.fingerprint(tmp_path)
    with (tmp_path / "rules" / "assembly.py").open("a", encoding="utf-8") as file:
        file.write("\n")

    assert same == builds.fingerprint()
    assert builds.fingerprint(tmp_path) != same


def test_modules_of_packages_within_packages_are_compiled_too(tmp_path: Path) -> None:
    for name in ("a.py", "b/__init__.py", "b/c.py", "b/d/e.py", "builds.py", "b/builds.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()

    found = [path.relative_to(tmp_path).as_posix() for path in builds.sources(tmp_path)]

    assert found == ["a.py", "b/builds.py", "b/c.py", "b/d/e.py"]


def test_every_module_that_stays_source_is_there() -> None:
    assert [name for name in builds.KEPT if not (builds.HERE / name).exists()] == []


NOW = builds.name_of(builds.fingerprint(), profiled=False)
GUIDED = builds.name_of(builds.fingerprint(), profiled=True)
OLD = builds.name_of("0" * 32, profiled=False)
CHANGED = "pure Python, because the source changed since it was compiled"


@pytest.mark.parametrize(
    ("sets", "name", "folder"),
    [
        pytest.param([], "pure Python", None, id="nothing is compiled"),
        pytest.param([NOW], "compiled", NOW, id="made from this source"),
        pytest.param([NOW, GUIDED], "compiled, profile-guided", GUIDED, id="the faster one"),
        pytest.param([OLD], CHANGED, None, id="made from another source"),
        pytest.param([OLD, NOW], "compiled", NOW, id="an older set stays"),
        pytest.param([".123"], "pure Python", None, id="a set that is not complete yet"),
        pytest.param(["cpython-27-" + "0" * 32], "pure Python", None, id="for another Python"),
    ],
)
def test_a_compiled_set_runs_only_with_the_source_it_was_made_from(
    home: Path, sets: list[str], name: str, folder: str | None
) -> None:
    for made in sets:
        (home / made).mkdir()

    assert builds.choose() == (name, folder and home / folder)


def test_a_package_within_the_engine_finds_its_compiled_modules(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builds, "chosen", lambda: builds.Choice("compiled", home))
    engine, deep = ["source"], ["source"]
    builds.extend(engine, "deckmastor.engine")
    builds.extend(deep, "deckmastor.engine.state.records")

    assert engine == [str(home), "source"]
    assert deep == [str(home / "state" / "records"), "source"]


def test_without_a_compiled_engine_a_package_is_its_source(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builds, "chosen", builds.choose)
    path = ["source"]
    builds.extend(path, "deckmastor.engine")

    assert path == ["source"]


@pytest.mark.skipif(not COMPILED, reason="the engine is not compiled")
@pytest.mark.parametrize(
    "name", [path.relative_to(builds.HERE).as_posix() for path in builds.sources()]
)
def test_every_module_of_the_compiled_engine_is_compiled(name: str) -> None:
    folder = builds.chosen().folder
    module = importlib.import_module(".".join(["deckmastor.engine", *Path(name[:-3]).parts]))

    assert folder is not None
    assert Path(module.__file__ or "").is_relative_to(folder)


def test_a_build_under_way_is_told(home: Path) -> None:
    assert not builds.under_way()
    before = builds.told()
    lock = builds.locked(wait=False)

    assert lock is not None
    assert builds.told() == f"{before}; a compiled engine is being built"
    assert builds.locked(wait=False) is None
    lock.close()
    assert builds.told() == before


# ---- how one is made ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("switches", "why"),
    [
        (SOURCE, "DECKMASTOR_PURE is set"),
        ({"CC": "no-such-compiler"}, "no C compiler works here"),
    ],
)
def test_nothing_is_compiled_where_that_cannot_be(
    tmp_path: Path, switches: dict[str, str], why: str
) -> None:
    built = run("setup.py", "--quiet", "build_ext", "--build-lib", str(tmp_path), **switches)

    assert f"The engine is not compiled, and runs as pure Python: {why}." in built.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_wheel_for_release_is_compiled_or_not_made() -> None:
    with pytest.raises(subprocess.CalledProcessError) as failed:
        run("setup.py", "--quiet", "bdist_wheel", DECKMASTOR_COMPILE="1", CC="no-such-compiler")

    assert "no C compiler works here" in failed.value.stderr


def test_an_installation_compiles_nothing(tmp_path: Path) -> None:
    info = ("egg_info", "--egg-base", str(tmp_path))
    run("setup.py", "--quiet", *info, "build", "--build-base", str(tmp_path / "build"))
    names = {path.name for path in tmp_path.rglob("*.*")}

    assert {"builds.py", "machine.py", "rulebook.md"} <= names
    assert not [name for name in names if name.endswith((".so", ".c", ".o"))]


@pytest.fixture
def tool(home: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """`tools/compile.py` where nothing is compiled yet, and nothing in the environment speaks."""
    spec = importlib.util.spec_from_file_location("compile", ROOT / "tools" / "compile.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "builds", builds)
    monkeypatch.setattr(module, "FAILED", home / "compile.failed")
    monkeypatch.setattr(module, "compiler", lambda: True)
    for name in ("CI", "DECKMASTOR_COMPILE", "DECKMASTOR_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    return module


def test_the_first_start_compiles_in_the_background(tool: ModuleType) -> None:
    assert tool.in_the_way() == ""


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("CI", "true", "this is a CI run"),
        ("DECKMASTOR_COMPILE", "0", "DECKMASTOR_COMPILE is 0"),
        ("DECKMASTOR_PURE", "1", "DECKMASTOR_PURE is set"),
    ],
)
def test_the_environment_can_forbid_that(
    tool: ModuleType, monkeypatch: pytest.MonkeyPatch, name: str, value: str, why: str
) -> None:
    monkeypatch.setenv(name, value)

    assert tool.in_the_way() == why


def test_what_is_compiled_is_not_compiled_again(tool: ModuleType, home: Path) -> None:
    (home / NOW).mkdir()

    assert tool.in_the_way() == "the compiled engine is up to date"


def test_a_source_that_cannot_be_compiled_is_tried_once(tool: ModuleType) -> None:
    tool.FAILED.write_text(builds.fingerprint(), "ascii")

    assert tool.in_the_way() == "this source could not be compiled before"


def test_two_starts_compile_once(tool: ModuleType) -> None:
    lock = builds.locked(wait=False)

    assert lock is not None
    assert tool.in_the_way() == "it is being compiled already"
    lock.close()


def test_without_a_compiler_it_says_so_in_one_line(
    tool: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tool, "compiler", lambda: False)

    assert tool.main(["now", "--measure"]) == 0
    assert capsys.readouterr().out == (
        "There is no C compiler here: the engine runs as pure Python.\n"
    )
    assert tool.in_the_way() == "there is no C compiler"


def test_compiling_needs_mypy_as_the_project_names_it(tool: ModuleType) -> None:
    named = [requirement.partition(">")[0] for requirement in tool.requirements()]

    assert named == ["mypy", "setuptools", "mypy-extensions"]


def test_what_compiling_brought_is_one_sentence() -> None:
    assert speedup.told({"crazy_eights": 4.0, "unicorns": 9.0}) == (
        "The compiled engine plays 6.0 times as fast as the source (Crazy Eights 4.0, Unicorns 9.0)."
    )


PROFILE = """
import runpy, sys

sys.argv = ["profile_games.py", sys.argv[1]]
runpy.run_path(sys.argv[1] + "/lab/profile_games.py", run_name="__main__")
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


def test_the_profile_is_made_by_games_that_need_language_and_engine_alone() -> None:
    played = run("-c", PROFILE, str(builds.HERE.parent))

    found = set(played.stdout.split())
    assert "deckmastor" in found
    assert not found & {"cyclopts", "msgspec", "rich"}


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
def test_matches_leave_nothing_behind(game: str) -> None:
    rules = rules_of(Plan(game, 1, 3))

    def after(matches: range) -> int:
        for seed in matches:
            play_out(Machine(rules), begin(rules, seed), seed, 10_000)
        gc.collect()
        return len(gc.get_objects())

    after(range(6))  # what is worked out once is there then
    again = after(range(6))
    last = after(range(6))

    assert last == again
