"""Compiles the engine of this working tree: now, beside a game, or into a wheel.

    python tools/compile.py beside           start compiling in the background, and return
    python tools/compile.py now [--measure]  compile if the source changed; say what it brought
    python tools/compile.py wheel            make the compiled, profile-guided wheel, in dist/

The Python that runs this file is the one that is compiled for. Where it has no mypy, mypy gets an
environment of its own: `.venv-build` beside `.venv`. So the environment in use stays as it is.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path
from types import ModuleType
from typing import IO

ROOT = Path(__file__).resolve().parent.parent
VENV = Path(sys.prefix) if sys.prefix != sys.base_prefix else ROOT / ".venv"
TOOLS = VENV.with_name(f"{VENV.name}-build")
LOG = VENV / "compile.log"
FAILED = VENV / "compile.failed"  # the source that could not be compiled
NEEDED = ("mypy", "setuptools")  # to compile
LEAST = 19  # the lowest priority there is
PROFILE = "DECKMASTOR_PROFILE"  # 1: the build is profile-guided
COMPILE = "DECKMASTOR_COMPILE"  # 0: nothing is compiled in the background; 1: wheels are compiled


def load(path: Path) -> ModuleType:
    """A module of the package, loaded without the package."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


builds = load(ROOT / "src" / "deckmastor" / "engine" / "builds.py")


def compiler() -> bool:
    """True if a C compiler and the headers of this Python seem to be there."""
    named = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    header = Path(sysconfig.get_path("include"), "Python.h")
    return shutil.which(named.split()[0]) is not None and header.exists()


def in_the_way() -> str:
    """The reason not to compile in the background; empty if there is none."""
    if os.environ.get("CI", "") not in ("", "0", "false"):
        return "this is a CI run"
    if os.environ.get(COMPILE) == "0":
        return f"{COMPILE} is 0"
    if builds.asked_for_source():
        return f"{builds.SWITCH} is set"
    if builds.choose().folder is not None:
        return "the compiled engine is up to date"
    if FAILED.exists() and FAILED.read_text("ascii") == builds.fingerprint():
        return "this source could not be compiled before"
    if builds.under_way():
        return "it is being compiled already"
    return "" if compiler() else "there is no C compiler"


def beside() -> int:
    """Start compiling in the background, detached from this terminal, if nothing is in the way."""
    if in_the_way():
        return 0
    with LOG.open("w", encoding="utf-8") as log:
        subprocess.Popen(
            [sys.executable, __file__, "quietly"], cwd=ROOT, stdin=subprocess.DEVNULL,
            stdout=log, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
    return 0


def quietly() -> int:
    """Compile with the lowest priority; a source that fails is not tried again."""
    os.nice(LEAST)
    if shutil.which("ionice"):
        subprocess.run(["ionice", "-c", "3", "-p", str(os.getpid())], check=False)
    lock = builds.locked(wait=False)
    if lock is None:
        return 0  # another start was quicker
    source = builds.fingerprint()
    status = build(lock)
    if builds.choose().folder is None and builds.fingerprint() == source:
        FAILED.write_text(source, "ascii")  # setup.py said why
        return status or 1
    FAILED.unlink(missing_ok=True)
    return status


def now(*, measure: bool) -> int:
    """Compile what changed and say what it brought; without a C compiler, say that."""
    if builds.under_way():
        print("The engine is being compiled already: waiting for that.", flush=True)
    with builds.locked(wait=True) as lock:
        done, status = compiled(lock)
    if done and measure and builds.choose().folder is not None:
        subprocess.run([sys.executable, "-m", "deckmastor.lab.speedup"], cwd=ROOT, check=True)
    return status


def compiled(lock: IO[str]) -> tuple[bool, int]:
    """Compile if that is needed and possible, or say why not; whether it was tried, its status."""
    name = builds.choose().name
    if name == "compiled, profile-guided" or (name == "compiled" and not profiling()):
        print(f"The engine is up to date: {name}.")
    elif builds.asked_for_source():
        print(f"{builds.SWITCH} is set: nothing is compiled.")
    elif not compiler():
        print("There is no C compiler here: the engine runs as pure Python.")
    else:
        print("Compiling the engine takes a few minutes ...", flush=True)
        status = build(lock)
        return True, status or int(builds.choose().folder is None)  # setup.py said why not
    return False, 0


def profiling() -> bool:
    """True if the environment asks for a profile-guided build."""
    return os.environ.get(PROFILE, "") not in ("", "0")


def wheel() -> int:
    """Make the compiled, profile-guided wheel."""
    lock = builds.locked(wait=True)
    for left in (ROOT / "build").glob("lib*"):
        shutil.rmtree(left)  # modules that are gone would go into the wheel
    told = {**os.environ, COMPILE: "1", PROFILE: "1"}
    command = [
        str(tools()), "-m", "pip", "--disable-pip-version-check", "wheel", "--no-build-isolation",
        "--no-deps", "--wheel-dir", "dist", ".",
    ]  # fmt: skip
    return run(command, lock, told)


def build(lock: IO[str]) -> int:
    """Compile in place; the exit status."""
    command = [str(tools()), "setup.py", "--quiet", "build_ext", "--inplace"]
    return run(command, lock, {**os.environ})


def run(command: list[str], lock: IO[str], told: dict[str, str]) -> int:
    """Run a command that holds the lock too, even if this process is killed; its exit status."""
    keep = (lock.fileno(),)
    return subprocess.run(command, cwd=ROOT, env=told, pass_fds=keep, check=False).returncode


def tools() -> Path:
    """A Python with mypy and setuptools: this one, or one in an environment made for that."""
    if importlib.util.find_spec("mypyc") and importlib.util.find_spec("setuptools"):
        return Path(sys.executable)
    python, ready = TOOLS / "bin" / "python", TOOLS / "ready.txt"
    needed = "\n".join(requirements())
    if not python.exists() or not ready.exists() or ready.read_text("utf-8") != needed:
        command = [sys.executable, "-m", "venv", "--clear", str(TOOLS)]
        if subprocess.run(command, check=False).returncode:
            command[2] = "virtualenv"  # some distributions have no ensurepip
            subprocess.run(command, check=True)
        pip = [str(python), "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
        subprocess.run([*pip, *requirements()], check=True)
        ready.write_text(needed, "utf-8")
    return python


def requirements() -> list[str]:
    """What compiling needs, as pyproject.toml names it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    known = {re.split(r"[^\w-]", one)[0]: one for one in named}
    return [known[name] for name in (*NEEDED, "mypy-extensions")]


def main(arguments: list[str]) -> int:
    """Do what the first argument says."""
    match arguments:
        case ["beside"]:
            return beside()
        case ["quietly"]:
            return quietly()
        case ["now", *rest]:
            return now(measure="--measure" in rest)
        case ["wheel"]:
            return wheel()
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
