"""Runs the tests on every supported Python that is here, each in an environment of its own.

    python tools/test_pythons.py [3.12 ...]

The source gets all tests but the long ones; the compiled engine, where a C compiler is at hand,
those of `tests/test_builds.py` and `tests/engine`. A table at the end says how each one went.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SUPPORTED = re.compile(r"Programming Language :: Python :: (3\.\d+)$")
PYTEST = ("-m", "pytest", "-q", "-n", "2", "--dist", "worksteal", "-m", "not long")
SWITCH = "DECKMASTOR_PURE"


def project() -> dict[str, Any]:
    """The project as pyproject.toml has it."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def supported() -> list[str]:
    """The versions that the classifiers name."""
    found = (SUPPORTED.match(one) for one in project()["classifiers"])
    return [one[1] for one in found if one]


def run(*command: str, quiet: bool = False, **switches: str) -> bool:
    """Run a command in the working tree; True if all went well."""
    output = subprocess.DEVNULL if quiet else None
    told = {**os.environ, **switches}
    try:
        ran = subprocess.run(command, cwd=ROOT, env=told, stdout=output, stderr=output, check=False)
    except FileNotFoundError:
        return False
    return ran.returncode == 0


def candidates(version: str) -> list[str]:
    """Commands that may run a version: by its name, this Python, or one that pyenv keeps."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    return [
        f"python{version}",
        sys.executable,
        *(str(path / "bin" / "python") for path in sorted(kept.glob(f"{version}.*"))),
    ]


def find(version: str) -> str | None:
    """A command that really runs a version: the shim of a version manager may be there and fail."""
    probe = f"import sys; sys.exit('%d.%d' % sys.version_info[:2] != '{version}')"
    working = (one for one in candidates(version) if run(one, "-c", probe, quiet=True))
    return next(working, None)


def environment(version: str, command: str) -> Path | None:
    """An environment with all that tests need; without peers where these have no wheel."""
    venv = ROOT / f".venv-{version}"
    python = venv / "bin" / "python"
    if not run(str(python), "-m", "pip", "--version", quiet=True) and not run(
        command, "-m", "venv", "--clear", str(venv)
    ):
        return None
    pip = (str(python), "-m", "pip", "--disable-pip-version-check", "--quiet", "install")
    if run(*pip, "--editable", ".[dev]"):
        return python
    print(f"Python {version}: without peers, which cannot be installed.", flush=True)
    extras = project()["optional-dependencies"]
    tools = [one for one in extras["dev"] if not one.startswith("deckmastor")]
    return python if run(*pip, "--editable", ".", *tools) else None


def tried(version: str) -> tuple[str, str]:
    """How the tests went on a version: on the source, and compiled."""
    command = find(version)
    if command is None:
        return "not here", "not here"
    print(f"== Python {version}: environment", flush=True)
    python = environment(version, command)
    if python is None:
        return "no environment", "not tried"
    cache = ("-o", f"cache_dir=.pytest_cache/{version}")
    print(f"== Python {version}: tests on the source", flush=True)
    source = run(str(python), *PYTEST, *cache, **{SWITCH: "1"})
    print(f"== Python {version}: compiling", flush=True)
    asked = "from deckmastor.engine import COMPILED; raise SystemExit(not COMPILED)"
    if not run(str(python), "tools/compile.py", "now"):
        return told(source), "cannot be compiled"
    if not run(str(python), "-c", asked):
        return told(source), "no C compiler"
    print(f"== Python {version}: tests on the compiled engine", flush=True)
    compiled = run(str(python), *PYTEST, *cache, "tests/test_builds.py", "tests/engine")
    return told(source), told(compiled)


def told(passed: bool) -> str:
    return "passed" if passed else "FAILED"


def main(versions: list[str]) -> int:
    """Try each version and print the table; 1 if one that is here did not pass."""
    rows = [(version, *tried(version)) for version in versions or supported()]
    print(f"\n{'Python':8}{'source':16}compiled")
    for version, source, compiled in rows:
        print(f"{version:8}{source:16}{compiled}")
    fine = {"passed", "not here", "no C compiler"}
    return 0 if all({source, compiled} <= fine for _, source, compiled in rows) else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
