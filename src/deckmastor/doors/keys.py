"""The key of this installation, and what it has signed: saves, journals, compiled rulebooks.

The key is 32 random bytes in a file that only its owner reads. It is made once. Where no file can
be written, a key lives as long as the process: what was signed before then comes from elsewhere.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from contextlib import suppress
from functools import cache
from pathlib import Path

from deckmastor.doors.files import PRIVATE, added, appended, read, removed
from deckmastor.doors.texts import Unfit

HOME = "DECKMASTOR_HOME"  # names another folder, for tests
FILE = "key"
BYTES = 32
SIGNATURE = 32  # bytes of a signature


def home() -> Path:
    """Where the key and unfinished matches lie: `DECKMASTOR_HOME`, else the user's state folder."""
    named = os.environ.get(HOME)
    if named:
        return Path(named)
    state = os.environ.get("XDG_STATE_HOME", "")
    try:
        folder = Path(state) if os.path.isabs(state) else Path.home() / ".local" / "state"
    except RuntimeError:  # nobody's home
        folder = Path(os.sep, "nonexistent")
    return folder / "deckmastor"


def key() -> bytes:
    """The key of this installation; it is made when it is first asked for."""
    return _key(home())


def key_name() -> str:
    """A name by which the key can be told from others; it does not give it away."""
    return hashlib.sha256(b"deckmastor key\0" + key()).hexdigest()[:16]


def sign(what: str, data: bytes) -> bytes:
    """The signature of data, as a sort of thing: that of a save is none of a journal."""
    return hmac.digest(key(), what.encode() + b"\0" + data, "sha256")


def signed(what: str, data: bytes, signature: bytes) -> bool:
    """Whether this installation has signed these data as such a thing."""
    return hmac.compare_digest(sign(what, data), signature)


@cache
def _key(folder: Path) -> bytes:
    """The key in a folder, made if there is none; if it cannot be kept, one for this process."""
    file = folder / FILE
    for _ in range(3):
        found = _read(file)
        if found:
            return found
        with suppress(OSError, ValueError):
            _make(file)
    return secrets.token_bytes(BYTES)


def _read(file: Path) -> bytes:
    """The key in a file; empty if it holds none. A key that others could read is shut off."""
    try:
        told = bytes.fromhex(read(file, 1024).decode("ascii").strip())
    except (Unfit, ValueError):
        return b""
    with suppress(OSError):
        if file.stat().st_mode & 0o077:
            file.chmod(PRIVATE)
    return told if len(told) == BYTES else b""


def _make(file: Path) -> None:
    """Write a new key, unless somebody else did; a file that is no key is replaced."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    beside = file.with_name(f".{FILE}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
        with os.fdopen(handle, "wb") as stream:
            stream.write(secrets.token_hex(BYTES).encode() + b"\n")
            appended(stream)
        if file.is_file() and not _read(file):
            os.replace(beside, file)
        else:
            with suppress(FileExistsError):
                os.link(beside, file)  # of two who begin at once, one wins
        added(file.parent)
    finally:
        removed(beside)
