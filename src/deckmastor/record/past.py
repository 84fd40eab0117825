"""The journal inside a save: by it a save from elsewhere is played again before it is believed.

It is packed in pieces, one for each time that the match was saved and went on, and the texts of
the rulebook are left out, which stand in the save already.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from deckmastor.record.errors import SaveError

Entry = dict[str, Any]
FILES = "files"

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[dict[str, Any]]).decode


def piece(began: Entry | bytes | None, entries: Sequence[Entry]) -> bytes:
    """A piece of a journal: how the match began, unless an earlier piece says so, and what was."""
    if began is None:
        return _encode(entries)
    if isinstance(began, bytes):
        return _encode([{"do": "restore", "save": began}, *entries])
    return _encode([{name: told for name, told in began.items() if name != FILES}, *entries])


def whole(pieces: Sequence[bytes], files: dict[str, str]) -> tuple[Entry | bytes, list[Entry]]:
    """How a match began, and its entries, from all pieces; SaveError if they tell of none."""
    try:
        entries = [entry for told in pieces for entry in _decode(told)]
    except (msgspec.MsgspecError, ValueError, RecursionError) as why:
        raise SaveError("The journal in the save cannot be read.") from why
    if not entries:
        raise SaveError("The save holds no journal.")
    first = entries.pop(0)
    if first.get("do") == "restore":
        save = first.get("save")
        if not isinstance(save, bytes):
            raise SaveError("The journal in the save does not say how the match began.")
        return save, entries
    return {**first, FILES: files}, entries
