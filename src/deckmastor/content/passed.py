"""Sets that passed every check, remembered by their content, so that play begins at once.

What is remembered is a hash of all pages in the folder of a rulebook and of the checks' own code;
a changed sign anywhere makes another one. The mark carries the signature of the installation.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from functools import cache
from pathlib import Path

from deckmastor import doors
from deckmastor.content.page import PAGE, faults
from deckmastor.language.book import Book
from deckmastor.language.cache import folder, forget_oldest, language_hash
from deckmastor.language.faults import Fault

KEPT = 64  # remembered sets; the oldest go first
SUFFIX = ".passed"
SORT = "passed checks"  # of what is signed


def errors(book: Book) -> list[Fault]:
    """What keeps the cards of a rulebook from being played; nothing if they passed before."""
    here = Path(book.source.files[0]).parent
    if not Path(book.source.files[0]).is_file() or not (here / PAGE).is_file():
        return []
    mark = folder() / f"{_digest(book, here)}{SUFFIX}"
    if _is_there(mark):
        return []
    found = [fault for fault in faults(book) if fault.severity == "error"]
    if not found and not book.errors:
        _remember(mark)
    return found


def _digest(book: Book, here: Path) -> str:
    """A hash of the files of a rulebook, of all pages beside it, and of the code that checks."""
    digest = hashlib.sha256(f"{language_hash()}:{_code_hash()}".encode())
    for path in sorted({*map(Path, book.source.files), *here.glob("*.md")}):
        with suppress(doors.Unfit):  # a pipe or a device is no page
            digest.update(path.as_posix().encode() + b"\0" + doors.read(path) + b"\0")
    return digest.hexdigest()[:40]


@cache
def _code_hash() -> str:
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _is_there(mark: Path) -> bool:
    try:
        return doors.signed(SORT, mark.name.encode(), bytes.fromhex(doors.read_text(mark)))
    except (doors.Unfit, ValueError):
        return False


def _remember(mark: Path) -> None:
    """Leave a mark; a folder that cannot be written is no fault of the cards."""
    try:
        mark.parent.mkdir(parents=True, exist_ok=True)
        doors.replaced(mark, doors.sign(SORT, mark.name.encode()).hex(), mode=doors.PRIVATE)
        forget_oldest(mark.parent, f"*{SUFFIX}", KEPT)
    except (OSError, doors.Unfit):
        return
