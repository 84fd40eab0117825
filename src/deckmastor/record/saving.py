"""A match as bytes: its rulebook, its seats, its values, its state and its journal, signed.

A save needs nothing but Deckmastor to be restored, whatever became of the files it was made from.
What does not change during a match is encoded once. The checksum tells damage; the signature tells
whether this installation wrote the save. The journal is for others: they play it again.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from deckmastor import doors
from deckmastor.engine import Record as Activation
from deckmastor.engine import State
from deckmastor.engine.inside import attributes
from deckmastor.record.errors import SaveError

FORMAT = 4
MAGIC = b"DECKMASTOR SAVE "
CHECK = 8  # bytes of the checksum
SORT = "save"  # of what is signed
LARGEST = 64 * 1024 * 1024  # bytes of a save, and of what is packed in it
WIDE = 1 << 63  # numbers beyond are written as bytes
MARK = 8  # bytes of a mark, by which the parts of a state are found

Record = tuple[int, int, list[int], list[tuple[int, list[int]]]]
Wide = int | bytes

# What the parts of a state hold; any other list holds numbers, any other dict pairs of numbers.
HOLDS: dict[str, Any] = {
    "zones": list[list[int]], "cols": list[list[int]], "past": list[list[int]],
    "bags": list[tuple[int, list[int]]], "recs": list[Record], "texts": list[str],
    "edges": list[list[int]], "dirty": Wide, "key": str,
}  # fmt: skip


def _parts() -> list[str]:
    """The names of the parts of `State.to_data`, in their order: found by marking each part."""
    marked = State()
    marks: dict[int, str] = {}
    for mark, name in enumerate(attributes(marked), start=1_000_000):
        held = getattr(marked, name)
        if isinstance(held, int):
            setattr(marked, name, mark)
        elif isinstance(held, bytes):
            setattr(marked, name, mark.to_bytes(MARK, "big"))
        elif isinstance(held, list):
            held[:] = [mark]
        elif isinstance(held, dict):
            held[mark] = {"recs": Activation([]), "bags": []}.get(name, 0)
        marks[mark] = name
    return [marks[_first(part)] for part in marked.to_data()]


def _first(data: Any) -> int:
    """The first number in nested lists; of bytes, which are told in hexadecimal digits, theirs."""
    if isinstance(data, str):
        return int(data, 16)
    return _first(data[0]) if isinstance(data, list) else int(data)


def _shape(name: str) -> Any:
    held = getattr(State(), name)
    plain = int if isinstance(held, int) else list[int]
    return HOLDS.get(name, list[tuple[int, int]] if isinstance(held, dict) else plain)


PARTS = _parts()
DIRTY = PARTS.index("dirty")
KEY = PARTS.index("key")


class Identity(msgspec.Struct, array_like=True, frozen=True):
    """What a match is besides its state: the players, the values given, the hash of its rules.

    `amendments` changed its rules since, to those of which `checkpoint` tells the numbers.
    """

    players: list[str]
    values: dict[str, int | str]
    rules: str
    amendments: list[list[Any]] = []
    checkpoint: list[Any] | None = None


# The link of a chain that is open, whether nothing has happened in it yet; of each chain, how many
# links did something; of each card being played, the chain and that again.
OpenLinks = tuple[int, bool, list[tuple[int, int]], list[tuple[int, int, bool]]]


def _saved(state: Any) -> Any:
    """What a save holds, with a state of some type: where no chain is open, links are left out."""
    fields: list[Any] = [
        ("book", bytes), ("identity", bytes), ("number", int),  # of answers given
        ("words", list[str]),  # that came up in play
        ("state", state), ("links", OpenLinks | None, None),
        ("past", list[bytes], []),  # the journal, in pieces
    ]  # fmt: skip
    return msgspec.defstruct("Saved", fields, array_like=True, forbid_unknown_fields=True)


_encode = msgspec.msgpack.Encoder().encode
_identity = msgspec.msgpack.Decoder(Identity)
_typed = msgspec.msgpack.Decoder(_saved(tuple[tuple(_shape(name) for name in PARTS)])).decode  # type: ignore[misc]
_plain = msgspec.msgpack.Decoder(_saved(list[Any])).decode


def pack_identity(identity: Identity) -> bytes:
    """The identity of a match, encoded."""
    return _encode(identity)


def unpack_identity(data: bytes) -> Identity:
    """The identity that a save holds."""
    try:
        return _identity.decode(data)
    except (msgspec.MsgspecError, ValueError) as why:
        raise SaveError("The save does not tell its players and values.") from why


def pack_book(files: dict[str, str]) -> bytes:
    """The files of a rulebook, encoded; the first is the one that is read first."""
    return zlib.compress(_encode(files), 9)


def unpack_book(data: bytes) -> dict[str, str]:
    """The files of a rulebook that a save holds."""
    try:
        told = doors.unpacked(data, SaveError, LARGEST)
        return msgspec.msgpack.decode(told, type=dict[str, str])
    except (msgspec.MsgspecError, ValueError) as why:
        raise SaveError("The save does not hold a rulebook.") from why


def encode(
    book: bytes, identity: bytes, number: int, words: list[str], state: State,
    links: OpenLinks | None, past: Sequence[bytes] = (),
) -> bytes:  # fmt: skip
    """A save."""
    return packed(_encode((book, identity, number, words, state_data(state), links, past)))


def packed(body: bytes) -> bytes:
    """The parts of a save behind its head: format, checksum and signature."""
    signature = doors.sign(SORT, _digest(body))
    return b"".join((MAGIC, b"%d\n" % FORMAT, _check(signature, body), signature, body))


class Opened(NamedTuple):
    """What a save holds; its rulebook, its identity and its journal are still packed."""

    book: bytes
    identity: bytes
    number: int
    words: list[str]
    state: State
    links: OpenLinks | None
    past: list[bytes]
    own: bool  # whether this installation signed it


def decode(data: bytes) -> Opened:
    """What a save holds; SaveError if it is none."""
    saved, own = _opened(data)
    told = saved.state
    try:
        state = State.from_data(_narrow(told), sure=isinstance(told, tuple))
    except (ValueError, TypeError, IndexError, OverflowError) as why:
        raise SaveError("The state in the save is not one of this version.") from why
    return Opened(
        saved.book, saved.identity, saved.number, saved.words, state, saved.links, saved.past, own
    )


def _opened(data: bytes) -> tuple[Any, bool]:
    """The parts of a save, and whether this installation signed it."""
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise SaveError(f"A save is bytes, not {type(data).__name__}.")
    data = bytes(data)
    if len(data) > LARGEST:
        raise SaveError(f"A save has at most {LARGEST // 1024 // 1024} MB.")
    if not data:
        raise SaveError("This is empty, and no saved match.")
    if not data.startswith(MAGIC):
        raise SaveError("This is no saved match.")
    number, line, _ = data[len(MAGIC) : len(MAGIC) + 12].partition(b"\n")
    if not line or not number.isdigit():
        raise SaveError("The save is cut off or was altered.")
    if int(number) > FORMAT:
        raise SaveError(
            f"The save has format {int(number)}; this version of Deckmastor reads up to {FORMAT}."
        )
    if int(number) < FORMAT:
        raise SaveError(
            f"The save has format {int(number)}, of an older version of Deckmastor; the journal of "
            f"the match can still be replayed."
        )
    start = len(MAGIC) + len(number) + 1
    body = data[start + CHECK + doors.SIGNATURE :]
    signature = data[start + CHECK :][: doors.SIGNATURE]
    if _check(signature, body) != data[start : start + CHECK]:
        raise SaveError("The save is cut off or was altered.")
    try:
        return _read(body), doors.signed(SORT, _digest(body), signature)
    except (msgspec.MsgspecError, ValueError, RecursionError) as why:
        raise SaveError(f"The save cannot be read: {why}.") from why


def _read(body: bytes) -> Any:
    """The parts of a save; its state is a tuple if every number in it was found to be one."""
    try:
        return _typed(body)
    except msgspec.ValidationError:
        return _plain(body)


def _check(signature: bytes, body: bytes) -> bytes:
    """What tells damage of any byte; everybody can make it."""
    return hashlib.blake2b(signature + _digest(body), digest_size=CHECK).digest()


def _digest(body: bytes) -> bytes:
    return hashlib.blake2b(body, digest_size=32).digest()


# ---- states ---------------------------------------------------------------------------------


def state_data(state: State) -> list[Any]:
    """The data of a state, with sets of bits that are wider than 64 as bytes."""
    data = state.to_data()
    data[DIRTY] = _wide(state.dirty)
    return data


def trace(state: State) -> str:
    """A hash of all that a state is; its key counts only if it has one."""
    data = state_data(state)
    told = data if state.key else data[:KEY] + data[KEY + 1 :]
    return hashlib.blake2b(_encode(told), digest_size=16).hexdigest()


def _wide(bits: int) -> Wide:
    if -WIDE <= bits < WIDE:
        return bits
    return bits.to_bytes(bits.bit_length() // 8 + 1, "big", signed=True)


def _narrow(data: Sequence[Any]) -> Sequence[Any]:
    if isinstance(data[DIRTY], int):
        return data
    told = list(data)
    told[DIRTY] = _int(told[DIRTY])
    return told


def _int(bits: Wide) -> int:
    return int.from_bytes(bits, "big", signed=True) if isinstance(bits, bytes) else bits
