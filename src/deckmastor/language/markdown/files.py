"""The files of a rulebook: where they are, what they hold, and why one is refused."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from deckmastor import doors
from deckmastor.language.faults import Fault

MAIN = "rulebook.md"
LARGEST = 4 * 1024 * 1024
DEEPEST = 16

_TOO_LARGE = f"This is larger than {LARGEST // 1024 // 1024} MB."
_EXPECTED = (
    f"A rulebook is a Markdown file, or a folder with a {MAIN},\n"
    "that begins with a title such as: # Paddock {#paddock}"
)
_ELSEWHERE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|[/\\]")


class Refusal(Exception):
    """Why a file cannot be listed, with the code and the hint of its fault."""

    def __init__(self, code: str, message: str, hint: str) -> None:
        super().__init__(message)
        self.code = code
        self.hint = hint


class Files:
    """The files of a rulebook: all in the folder of the main file, each read once."""

    def __init__(self, file: str, folder: Path | None) -> None:
        """A text that has no folder cannot list files."""
        self.names = [file]
        self.folder = folder
        self.seen: set[Path] = set()
        self._digest = hashlib.sha256()

    def note(self, name: str, text: str) -> None:
        """Count the text of a file into the hash of all texts."""
        told = text.encode()
        self._digest.update(f"{name}\0{len(told)}\0".encode() + told)

    def digest(self) -> str:
        """A hash of the texts that were read."""
        return self._digest.hexdigest()

    def admit(self, target: str, chain: tuple[Path, ...]) -> tuple[Path, str]:
        """Path, and name in faults, of a file that the last of the chain names; now one of these.

        Raises `Refusal` if it cannot be.
        """
        path, name = self._locate(target, chain)
        self._check(path, name, chain)
        self.seen.add(path)
        self.names.append(name)
        return path, name

    def _locate(self, target: str, chain: tuple[Path, ...]) -> tuple[Path, str]:
        if self.folder is None:
            hint = "Read the rulebook from its folder."
            raise Refusal("no-folder", "Only a file can list other files.", hint)
        outside = Refusal(
            "outside-folder",
            f"'{target}' is not in the folder of this rulebook.",
            "Name a file in that folder, such as cards.md.",
        )
        if _ELSEWHERE.match(target):
            raise outside
        try:
            path = (chain[-1].parent / target).resolve()
            return path, (self.folder / path.relative_to(self.folder.resolve())).as_posix()
        except (ValueError, OSError, RuntimeError):
            raise outside from None

    def _check(self, path: Path, name: str, chain: tuple[Path, ...]) -> None:
        if not _exists(path):
            hint = "A file is looked for beside the file that names it."
            raise Refusal("missing-file", f"There is no file '{name}'.", hint)
        if path in chain:
            message = f"'{name}' lists itself, directly or through other files."
            raise Refusal("file-cycle", message, "List each file once.")
        if path in self.seen:
            message = f"'{name}' is already part of this rulebook."
            raise Refusal("file-twice", message, "List each file once.")
        if len(chain) > DEEPEST:
            message = f"Files list each other more than {DEEPEST} deep."
            raise Refusal("files-too-deep", message, f"List them in {MAIN}.")


def main_file(path: Path) -> tuple[Path, str]:
    """The file with which reading starts, and why there is none."""
    try:
        if not path.exists():
            return path, "There is no such file or folder."
        if not path.is_dir():
            return path, ""
        main = path / MAIN
        return main, "" if main.exists() else f"This folder has no {MAIN}."
    except (OSError, ValueError) as error:
        return path, f"This cannot be read: {error}."


def load(path: Path) -> tuple[str, str]:
    """The text of a file, and what keeps it from being one (then the text is empty)."""
    try:
        if not path.is_file():
            return "", "This is not a file."
        text = doors.read(path, LARGEST).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        return "", f"This is not a text in UTF-8 (line {line})."
    except doors.TooLarge:
        return "", _TOO_LARGE
    except doors.Unfit as why:
        return "", str(why)
    except OSError as error:
        return "", f"This file cannot be read: {error.strerror or error}."
    problem = problem_of(text)
    return ("" if problem else text), problem


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def problem_of(text: str) -> str:
    """Why this cannot be the text of a rulebook; empty if it can."""
    if len(text) > LARGEST or len(text.encode("utf-8", "surrogatepass")) > LARGEST:
        return _TOO_LARGE
    if doors.binary(text):
        return "This is not a text but binary data."
    if not text.removeprefix("\ufeff").strip():
        return "This file is empty."
    return ""


def not_a_rulebook(file: str, problem: str) -> Fault:
    """The fault of a file that is no rulebook at all."""
    return Fault(file, 1, 1, problem, hint=_EXPECTED, code="not-a-rulebook")
