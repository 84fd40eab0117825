"""Which engine runs: the compiled one, or the source it was made from.

The compiled modules lie in a folder of their own beside the source, and a stamp with them tells of
which source they were made. They are used while that is the source that is there. This module is
never compiled, nor is most of what compiles rulebooks.
"""

from __future__ import annotations

import hashlib
import os
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

SWITCH = "DECKMASTOR_PURE"  # set in the environment: neither compile nor use what is compiled
HERE = Path(__file__).parent
COMPILED = HERE / "compiled"
TRAINED = "trained"  # what a stamp says of modules that were compiled so
PROGRAM = "program"  # the folder of the compiler
LIBRARY = "engine__mypyc"  # what holds all that is compiled
KEPT = {
    "__init__.py", "which.py", "sentence.py", "wording.py",
    "amend.py",  # no match waits for it
}  # fmt: skip
BUSY = {  # what an amendment waits for in `program/`
    "acting", "around", "bearing", "build", "changing", "conditions", "context", "defined",
    "effects", "events", "facts", "feasible", "foresight", "guarding", "links",
    "norming", "picking", "printed", "rules", "scenic", "shorten", "terms", "tighten",
    "triggering", "trim", "unfold", "watching",
}  # fmt: skip


def sources(folder: Path = HERE) -> list[Path]:
    """The modules that are compiled."""
    found = [path for path in folder.glob("*.py") if path.name not in KEPT]
    return sorted(found) + sorted(folder / PROGRAM / f"{name}.py" for name in BUSY)


def fingerprint(folder: Path = HERE) -> str:
    """A hash of the source that is compiled."""
    told = hashlib.blake2b(digest_size=16)
    for path in sources(folder):
        name = path.relative_to(folder).as_posix()
        told.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return told.hexdigest()


def stamp(folder: Path) -> Path:
    """Where it is written of what the modules for this Python were made."""
    return folder / f"source{EXTENSION_SUFFIXES[0]}.txt"


def stamped(folder: Path) -> str:
    """Of what the modules in a folder were made; nothing if there are none for this Python."""
    if not (folder / f"{LIBRARY}{EXTENSION_SUFFIXES[0]}").exists() or not stamp(folder).exists():
        return ""
    return stamp(folder).read_text("ascii").partition("\n")[0]


def trained(folder: Path) -> bool:
    """Whether the modules in a folder were compiled with an eye on how games are played."""
    return bool(stamped(folder)) and TRAINED in stamp(folder).read_text("ascii").splitlines()


def asked_for_source() -> bool:
    """Whether somebody wants the source to run, whatever is there."""
    return os.environ.get(SWITCH, "") not in ("", "0")


def build() -> tuple[bool, str]:
    """Whether the compiled engine is to run, and what the build is called."""
    made_of = stamped(COMPILED)
    if not made_of:
        return False, "pure Python"
    if asked_for_source():
        return False, f"pure Python, for {SWITCH} is set"
    if made_of != fingerprint():
        return False, "pure Python, for the source changed since it was compiled"
    return True, "compiled, trained" if trained(COMPILED) else "compiled"
