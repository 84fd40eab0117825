"""The two builds of the engine: which one runs, and where the compiled modules lie.

Each complete set of compiled modules has its own folder below `compiled/`, a mirror of the source
tree. Its name holds the Python it is for and a hash of the source it was made from. A set appears
by one rename, so nobody sees half of it, and it runs only while that source is there.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import MutableSequence
from functools import cache
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import IO, Any, NamedTuple

SWITCH = "DECKMASTOR_PURE"  # set in the environment: neither compile nor use compiled modules
HERE = Path(__file__).parent
HOME = HERE / "compiled"
LOCK = HOME / "lock"  # held by whoever compiles in place
PYTHON = EXTENSION_SUFFIXES[0].strip(".").partition(".")[0]  # "cpython-311-x86_64-linux-gnu"
PROFILED = "-profiled"  # the end of a folder's name if its modules are profile-guided
LIBRARY = "engine__mypyc"  # the library that holds all compiled code
PACKAGE = "deckmastor.engine"
KEPT = {  # modules that stay source, beside every __init__.py
    "builds.py",  # it chooses the build
    "inside.py", "rules/compilers.py",  # these only import
    "rules/sentence.py", "rules/wording.py",  # players get these objects, copy and pickle them
    "law/amend.py", "law/amendment.py",  # no match waits for them
}  # fmt: skip


class Choice(NamedTuple):
    """A build, in words, and the folder of its compiled modules; None if the source runs."""

    name: str
    folder: Path | None


def sources(folder: Path = HERE) -> list[Path]:
    """The modules that are compiled, in this package and all packages below it."""
    found = (path for path in folder.rglob("*.py") if path.name != "__init__.py")
    return sorted(path for path in found if path.relative_to(folder).as_posix() not in KEPT)


def fingerprint(folder: Path = HERE) -> str:
    """A hash of the source that is compiled."""
    digest = hashlib.blake2b(digest_size=16)
    for path in sources(folder):
        name = path.relative_to(folder).as_posix()
        digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def name_of(source: str, *, profiled: bool) -> str:
    """The name of the folder for modules made from a source, for this Python."""
    return f"{PYTHON}-{source}{PROFILED if profiled else ''}"


def complete() -> list[Path]:
    """All complete sets of modules for this Python, whatever source they were made from."""
    return sorted(path for path in HOME.glob(f"{PYTHON}-*") if path.is_dir())


def asked_for_source() -> bool:
    """True if the environment asks for the source, whatever is compiled."""
    return os.environ.get(SWITCH, "") not in ("", "0")


def in_main_interpreter() -> bool:
    """False in a subinterpreter: compiled modules have their globals once for the whole process."""
    for name in ("_interpreters", "_xxsubinterpreters"):  # the latter up to Python 3.12
        try:
            known: Any = import_module(name)
        except ImportError:
            continue
        return bool(known.get_current() == known.get_main())
    return True


def choose() -> Choice:
    """The build to run now; a profile-guided set comes before another."""
    sets = complete()
    if not sets:
        return Choice("pure Python", None)
    if asked_for_source():
        return Choice(f"pure Python, because {SWITCH} is set", None)
    if not in_main_interpreter():
        return Choice("pure Python, because this is a subinterpreter", None)
    source = fingerprint()
    for profiled, name in ((True, "compiled, profile-guided"), (False, "compiled")):
        folder = HOME / name_of(source, profiled=profiled)
        if folder in sets:
            return Choice(name, folder)
    return Choice("pure Python, because the source changed since it was compiled", None)


@cache
def chosen() -> Choice:
    """The build that this process runs: chosen once, so that builds never mix."""
    return choose()


def extend(path: MutableSequence[str], package: str) -> None:
    """Put the compiled modules of a package before its source, if the compiled engine runs."""
    folder = chosen().folder
    if folder is not None:
        path.insert(0, str(folder.joinpath(*package.removeprefix(PACKAGE).split("."))))


def locked(*, wait: bool) -> IO[str] | None:
    """The lock on compiling in place, held until it is closed; None if somebody else has it."""
    import fcntl

    HOME.mkdir(exist_ok=True)
    file = LOCK.open("a", encoding="ascii")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        file.close()
        return None
    return file


def under_way() -> bool:
    """True if the engine is being compiled in place now."""
    if not LOCK.exists():
        return False
    try:
        file = locked(wait=False)
    except (OSError, ImportError):  # a folder that cannot be written, a system without locks
        return False
    if file is None:
        return True
    file.close()
    return False


def told() -> str:
    """The build that this process runs and, if so, that another one is on its way."""
    return f"{chosen().name}{'; a compiled engine is being built' if under_way() else ''}"
