"""Matches kept on the disk while they are played, so that no accident loses an answer.

Each match has a file of lines: how it began, then each entry of its journal. A line is written and
synced before the next screen is shown. Each carries a mark of this installation that depends on
all lines before it. A line that was only half written is left out when the match is resumed.
"""

from __future__ import annotations

import json
import os
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deckmastor import doors
from deckmastor.match import SaveError
from deckmastor.record.journal import Entry
from deckmastor.terminal.saves import Saved, checked_saved, told_of
from deckmastor.terminal.session import Session

MOST = 100  # unfinished matches; the oldest go first
SUFFIX = ".match"
SORT = "unfinished match"  # of what is signed
MARK = 32  # letters of a mark
FORMAT = 1


def folder() -> Path:
    """Where unfinished matches lie."""
    return doors.home() / "matches"


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A match that was left, or was interrupted."""

    path: Path
    title: str
    players: tuple[str, ...]
    answers: int
    when: float


class Keeper:
    """Keeps one match on the disk."""

    def __init__(self, path: Path | None = None) -> None:
        """A new file, or one that goes on; `write` makes it."""
        self.path = path or folder() / f"{time.time_ns()}-{secrets.token_hex(4)}{SUFFIX}"
        self.problem = ""  # why the match is not kept now; empty if it is
        self._file = -1
        self._size = 0  # of what is certainly there
        self._mark = ""  # of the last line
        self._written: list[Entry] = []

    @property
    def works(self) -> bool:
        """Whether all that was answered is on the disk."""
        return self._file >= 0 and not self.problem

    def write(self, session: Session) -> None:
        """Let all that was answered last; where it cannot, `problem` says why, until it can."""
        entries = session.match.done
        try:
            if self._file < 0:
                self._open(session, entries)
            else:
                self._go_on(entries)
            self.problem = ""
        except (OSError, doors.Unfit) as why:
            self._cut()
            self.problem = str(getattr(why, "strerror", None) or why).rstrip(".")

    def _open(self, session: Session, entries: Sequence[Entry]) -> None:
        """Write all of the match in a file of its own; one that was resumed is replaced."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lines = [
            told_of(session, {"format": FORMAT, "title": session.seating.game.title}),
            *entries,
        ]
        self._mark, data = _lines("", lines)
        doors.replaced(self.path, data, mode=doors.PRIVATE)
        file = os.open(self.path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_CLOEXEC", 0))
        _lock(file)
        self._file, self._size, self._written = file, len(data), list(entries)
        forget_oldest()

    def _go_on(self, entries: Sequence[Entry]) -> None:
        """Append what is new; what was taken back is crossed out."""
        same = min(len(self._written), len(entries))
        while same and entries[same - 1] is not self._written[same - 1]:
            same -= 1  # forks share their entries: if this one is the same, all before it are
        lines: list[Entry] = [{"do": "undo", "keep": same}] if same < len(self._written) else []
        lines += entries[same:]
        if not lines:
            return
        mark, data = _lines(self._mark, lines)
        _write(self._file, data)
        os.fsync(self._file)
        self._mark, self._size, self._written = mark, self._size + len(data), list(entries)

    def _cut(self) -> None:
        """Take a line away that was only half written."""
        if self._file >= 0:
            with suppress(OSError):
                os.ftruncate(self._file, self._size)

    def leave(self) -> None:
        """Close the file; the match can be resumed."""
        if self._file >= 0:
            with suppress(OSError):
                os.close(self._file)
            self._file = -1

    def forget(self) -> None:
        """Throw the file away: the match is over, or kept elsewhere."""
        if self._file >= 0:
            doors.removed(self.path)
        self.leave()


# ---- coming back ----------------------------------------------------------------------------


def unfinished() -> list[Unfinished]:
    """The matches that nobody plays now, the last one first."""
    found: list[Unfinished] = []
    for path in _files():
        with suppress(OSError, SaveError, doors.Unfit), _own(path):
            saved, title, _ = _read(path)
            players = tuple(map(str, saved.header["players"]))
            found.append(Unfinished(path, title, players, len(saved.entries), path.stat().st_mtime))
    return sorted(found, key=lambda one: -one.when)


def read(path: Path) -> tuple[Saved, list[str]]:
    """A match that was interrupted, and what is to be said about its file."""
    saved, _, words = _read(path)
    return saved, words


def _read(path: Path) -> tuple[Saved, str, list[str]]:
    """The match in a file, its title, and what is to be said about the file."""
    data = doors.read(path)
    *lines, rest = data.split(b"\n")
    words = ["The last line was only half written, and is left out."] if rest else []
    told, own = _whole(lines)
    if not own:
        words.append("Another installation wrote this match: all of it is played again.")
    elif len(told) < len(lines):
        words.append(f"Line {len(told) + 1} is damaged; it is left out, with all behind it.")
    if not told or told[0].get("format") != FORMAT:
        raise SaveError(f"'{path}' is no match of this version.")
    first = told[0]
    entries: list[Entry] = []
    for entry in told[1:]:
        if entry.get("do") == "undo":
            keep = doors.whole(entry.get("keep"), "What is kept", SaveError, 0, len(entries))
            del entries[keep:]
        else:
            entries.append(entry)
    return (
        checked_saved(first, first.get("began"), entries, "", str(path)),
        str(first.get("title")),
        words,
    )


def _whole(lines: Sequence[bytes]) -> tuple[list[dict[str, Any]], bool]:
    """The lines up to the first damaged one, and whether this installation wrote them."""
    told: list[dict[str, Any]] = []
    mark, own = "", True
    for number, line in enumerate(lines):
        try:
            claimed, text = line.decode().split(" ", 1)
            entry = json.loads(text)
        except (ValueError, RecursionError):
            break
        mark = _marked(mark, text)
        if claimed != mark:
            own = own and number > 0
            if own:
                break
        if not isinstance(entry, dict):
            break
        told.append(entry)
    return told, own


def forget_oldest() -> None:
    """Forget the oldest of too many unfinished matches."""
    for path in _files()[:-MOST]:
        with suppress(OSError), _own(path):
            doors.removed(path)


def _files() -> list[Path]:
    """The files of unfinished matches, the oldest first: their names begin with a time."""
    try:
        return sorted(folder().glob(f"*{SUFFIX}"))
    except OSError:
        return []


@contextmanager
def _own(path: Path) -> Iterator[None]:
    """Have a file for oneself; OSError if somebody plays the match."""
    file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    try:
        _lock(file)
        yield
    finally:
        os.close(file)


def _lock(file: int) -> None:
    """Lock a file until it is closed; OSError if somebody else has it."""
    with suppress(ImportError):  # a system without locks
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _lines(mark: str, entries: Sequence[Entry]) -> tuple[str, bytes]:
    """Entries as lines, each with its mark, and the mark of the last."""
    told: list[str] = []
    for entry in entries:
        text = json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
        mark = _marked(mark, text)
        told.append(f"{mark} {text}\n")
    return mark, "".join(told).encode()


def _marked(before: str, text: str) -> str:
    """The mark of a line behind another one."""
    return doors.sign(SORT, f"{before} {text}".encode()).hex()[:MARK]


def _write(file: int, data: bytes) -> None:
    """Write all of some bytes."""
    while data:
        data = data[os.write(file, data) :]
