"""Journals: how a match came to be, entry by entry, from which it can be played again.

The first entry says with what it began, the last seals it: how many entries there are, and the
hash of the state they lead to. Each entry carries a check of all that stand before it.
"""

from __future__ import annotations

import base64
import hashlib
import json
import logging
from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any

from deckmastor import doors
from deckmastor.engine.inside import Seed
from deckmastor.language.decks import DeckList
from deckmastor.record.decks import from_data, to_data
from deckmastor.record.errors import DeckmastorError, JournalError

if TYPE_CHECKING:
    from deckmastor.match import Match

FORMAT = 2  # since 2, a seed can be secret
SORT = "journal"  # of what is signed
SLOW = 2.0  # seconds after which it is told that a match is still being played again

Entry = dict[str, Any]
log = logging.getLogger("deckmastor")


def chained(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, each with its check."""
    told: list[Entry] = []
    check = ""
    for entry in entries:
        check = _check(check, entry)
        told.append({**entry, "check": check})
    return told


def sealed(entries: Sequence[Entry], trace: str) -> list[Entry]:
    """The entries with their checks, and the last one: where they lead, signed by this key."""
    told = chained(entries)
    before = told[-1]["check"] if told else ""
    mark = doors.sign(SORT, f"{before} {trace}".encode()).hex()
    seal: Entry = {
        "do": "seal", "entries": len(told), "trace": trace, "key": doors.key_name(), "mark": mark,
    }  # fmt: skip
    return [*told, {**seal, "check": _check(before, seal)}]


def _check(before: str, entry: Entry) -> str:
    text = json.dumps(entry, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.blake2b((before + text).encode(), digest_size=8).hexdigest()


def opened(journal: Any) -> list[Entry]:
    """The entries of a journal without their checks; JournalError if it was cut off or altered."""
    if not isinstance(journal, (list, tuple)) or not journal:
        raise JournalError("this is no journal.", 0)
    told: list[Entry] = []
    check = ""
    for number, entry in enumerate(journal):
        if not isinstance(entry, dict) or "do" not in entry:
            raise JournalError("this is no entry of a journal.", number)
        bare = {name: value for name, value in entry.items() if name != "check"}
        try:
            check = _check(check, bare)
        except (TypeError, ValueError, RecursionError):
            raise JournalError("this is no entry of a journal.", number) from None
        if entry.get("check") != check:
            raise JournalError("it was altered, or an entry before it is missing.", number)
        told.append(bare)
    last = told[-1]
    if last["do"] != "seal" or last.get("entries") != len(told) - 1:
        raise JournalError("the journal is cut off behind this entry.", len(told) - 1)
    if last.get("key") == doors.key_name() and not _is_own(journal, last):
        raise JournalError("it was altered since this installation wrote it.", len(told) - 1)
    return told


def _is_own(journal: Sequence[Entry], seal: Entry) -> bool:
    """Whether the seal of a journal carries the signature of this installation."""
    before = journal[-2]["check"] if len(journal) > 1 else ""
    told = f"{before} {seal.get('trace')}".encode()
    try:
        return doors.signed(SORT, told, bytes.fromhex(seal.get("mark", "")))
    except (TypeError, ValueError):
        return False


def replayed(journal: Any) -> Match:
    """The match that a journal tells of, played again from its beginning."""
    entries = opened(journal)
    match = begun(entries[0])
    go_on(match, entries[1:-1])
    if match.trace() != entries[-1].get("trace"):
        message = "the match played again is not the one that was sealed."
        raise JournalError(message, len(entries) - 1)
    return match


def verified(journal: Any, committed: str = "") -> Match:
    """The finished match of a journal, if all its chance follows from the seed committed to.

    `committed` is a commitment that somebody wrote down; without one, that of the journal counts.
    """
    match = replayed(journal)
    header = journal[0]
    if not match.commitment:
        raise JournalError("it tells no secret seed, so nobody was committed to it.", 0)
    if header.get("outside"):
        raise JournalError("chance was answered from outside, and follows from no seed.", 0)
    if committed and committed != match.commitment:
        raise JournalError("the seed is another one than was committed to.", 0)
    if not match.over:
        raise JournalError("the match is not over.", len(journal) - 1)
    return match


def go_on(match: Match, entries: Sequence[Entry]) -> None:
    """Go on with what the entries of a journal did, from the first behind its beginning."""
    told = monotonic() + SLOW
    for number, entry in enumerate(entries, start=1):
        try:
            _apply(match, entry)
            if monotonic() > told:
                told = monotonic() + SLOW
                log.info("Played again: %d of %d entries.", number, len(entries))
        except DeckmastorError as why:
            raise JournalError(str(why), number) from why
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as why:
            raise JournalError(f"it cannot be done: {why}.", number) from why


def begun(header: Entry) -> Match:
    """The match at the beginning of its journal."""
    from deckmastor.match import from_files, restore

    try:
        if header.get("format", 0) > FORMAT:
            raise JournalError("the journal was written by a newer version of Deckmastor.", 0)
        if header["do"] == "restore":
            return restore(base64.b64decode(header["save"], validate=True))
        if header["do"] != "start":
            raise JournalError("a journal begins with 'start' or 'restore'.", 0)
        game = from_files(header["files"])
        match = game.start(
            header["players"], header["seed"], header["values"], header["clock"], header["outside"],
            discreet=header.get("discreet", False), decks=decks_in(header),
            carried=header.get("carried"),
        )  # fmt: skip
    except JournalError:
        raise
    except DeckmastorError as why:
        raise JournalError(str(why), 0) from why
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as why:
        raise JournalError("the journal does not say how the match began.", 0) from why
    if match.rules.hash != header.get("rules"):
        raise JournalError("this version of Deckmastor understands these rules otherwise.", 0)
    if match.commitment != header.get("commitment", ""):
        raise JournalError("the seed is not the one that was committed to.", 0)
    return match


def _apply(match: Match, entry: Entry) -> None:
    match entry["do"]:
        case "answer":
            match.answer(entry["player"], entry["option"], entry.get("ask", 0))
        case "write":
            match.write(entry["player"], entry["text"])
        case "tick":
            match.tick(entry["now"])
        case "say":
            match.say(entry["player"], entry["text"])
        case "amend":
            match.amend(entry["text"], entry["by"])
        case other:
            raise ValueError(f"'{other}' is nothing that an entry does")


def beginning(
    files: dict[str, str], rules: str, players: list[str], seed: Seed,
    values: dict[str, int | str], clock: int, outside: bool,
    discreet: bool = False, decks: dict[str, DeckList] | None = None,
    carried: dict[str, dict[str, int]] | None = None, commitment: str = "",
) -> Entry:  # fmt: skip
    """The first entry of a match that begins; a secret seed stands beside its commitment."""
    begun: Entry = {
        "do": "start", "format": FORMAT, "rules": rules, "players": players, "seed": seed,
        "values": values, "clock": clock, "outside": outside, "files": files,
    }  # fmt: skip
    if commitment:
        begun["commitment"] = commitment
    if discreet:
        begun["discreet"] = True
    if decks is not None:
        begun["decks"] = {player: to_data(deck) for player, deck in decks.items()}
    if carried:
        begun["carried"] = carried
    return begun


def decks_in(header: Entry) -> dict[str, DeckList] | None:
    """The decks that a first entry tells of, by player; None if there are none."""
    told = header.get("decks")
    return None if told is None else {str(who): from_data(deck) for who, deck in told.items()}


def resumed(save: bytes) -> Entry:
    """The first entry of a match that was restored."""
    return {"do": "restore", "format": FORMAT, "save": base64.b64encode(save).decode()}
