"""Files: only regular ones are read, up to a size; they are written whole, or not at all.

A file is replaced: the new text is written beside it, synced, and put in its place in one step.
So a full disk or a power cut leaves the old file. What is packed is unpacked up to a size.
"""

from __future__ import annotations

import os
import stat
import tempfile
import zlib
from contextlib import suppress
from pathlib import Path
from typing import IO

from deckmastor.doors.texts import Error, Unfit

MEGABYTE = 1024 * 1024
LARGEST = 64 * MEGABYTE  # of a file that is read
PRIVATE = 0o600  # a file that nobody else may read
_OPEN = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


class Missing(Unfit):
    """There is no such file."""


class TooLarge(Unfit):
    """A file is larger than what is read."""


def path(told: str, error: Error = Unfit) -> Path:
    """A path that somebody typed; `~` is a home."""
    try:
        found = Path(told).expanduser()
        os.fsencode(found)
        if "\0" in told:
            raise ValueError("it has a zero in it")
    except (RuntimeError, ValueError) as why:
        raise error(f"'{called(told)}' is no path: {_why(why)}.") from None
    return found


def read(path: str | Path, most: int = LARGEST) -> bytes:
    """What is in a regular file; Unfit for a device, a pipe or a folder, or if it is too large."""
    said = called(path)
    try:
        handle = os.open(path, _OPEN)
    except FileNotFoundError:
        raise Missing(f"There is no file '{said}'.") from None
    except (OSError, ValueError, TypeError) as why:
        raise Unfit(f"'{said}' cannot be read: {_why(why)}.") from None
    try:
        with os.fdopen(handle, "rb") as stream:
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                raise Unfit(f"'{said}' is a folder, a pipe or a device, and no file.")
            data = stream.read(most + 1)
    except OSError as why:
        raise Unfit(f"'{said}' cannot be read: {_why(why)}.") from None
    if len(data) > most:
        raise TooLarge(f"'{said}' is larger than {max(most // MEGABYTE, 1)} MB.")
    return data


def read_text(path: str | Path, most: int = LARGEST) -> str:
    """The text of a regular file in UTF-8: no mark of byte order, and all lines end alike."""
    data = read(path, most)
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        raise Unfit(f"'{called(path)}' is not a text in UTF-8.") from None


def replaced(
    path: str | Path, data: bytes | str, error: Error = Unfit, mode: int | None = None
) -> None:
    """Put a file in the place of another in one step; on failure the old one stays, alone.

    A link still leads to it. Its mode stays, unless one is given.
    """
    beside = ""
    try:
        there = Path(path).resolve()
        if there.exists() and not there.is_file():
            raise error(f"'{called(path)}' is a folder, a pipe or a device, and no file.")
        kept = mode if mode is not None else _mode(there)
        handle, beside = tempfile.mkstemp(prefix=f".{there.name[:40]}.", dir=there.parent)
        with os.fdopen(handle, "wb") as stream:
            stream.write(data.encode("utf-8") if isinstance(data, str) else data)
            appended(stream)
        os.chmod(beside, kept)
        os.replace(beside, there)
        beside = ""
        added(there.parent)
    except (OSError, ValueError, RuntimeError) as why:
        raise error(f"'{called(path)}' cannot be written: {_why(why)}.") from None
    finally:
        if beside:
            with suppress(OSError):
                os.unlink(beside)


def appended(stream: IO[bytes]) -> None:
    """Let what was written to a file last, whatever happens to the power."""
    stream.flush()
    os.fsync(stream.fileno())


def added(folder: Path) -> None:
    """Let the names in a folder last; where a folder cannot be synced, they last soon."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def removed(path: Path) -> None:
    """Take a file away, if it can be."""
    with suppress(OSError):
        path.unlink(missing_ok=True)


def unpacked(data: bytes, error: Error = Unfit, most: int = LARGEST) -> bytes:
    """What was packed with zlib; an error if it is damaged or unpacks to too much."""
    stream = zlib.decompressobj()
    try:
        told = stream.decompress(data, most)
    except zlib.error:
        raise error("The packed data is damaged.") from None
    if stream.unconsumed_tail:
        raise error(f"The packed data is larger than {max(most // MEGABYTE, 1)} MB.")
    if not stream.eof or stream.unused_data:
        raise error("The packed data is damaged.")
    return told


def _mode(there: Path) -> int:
    """The mode of a file; of one that is to be, as the user's mask lets it."""
    with suppress(OSError):
        return stat.S_IMODE(there.stat().st_mode)
    mask = os.umask(0o077)
    os.umask(mask)
    return 0o666 & ~mask


def called(path: object) -> str:
    """A path as a message tells it: in UTF-8, and without what steers a terminal."""
    told = str(path).encode("utf-8", "replace").decode()
    told = "".join(c if c.isprintable() else "?" for c in told)
    return told if len(told) <= 200 else f"{told[:200]}…"


def _why(why: Exception) -> str:
    """Why a file cannot be had, as the system says it."""
    return str(getattr(why, "strerror", None) or why).rstrip(".")
