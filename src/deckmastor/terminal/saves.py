"""A match in a file: its journal, which of its players are people, and what bots the others are."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from deckmastor import doors
from deckmastor.bots.kinds import KINDS
from deckmastor.match import DeckmastorError, SaveError, from_files
from deckmastor.record.journal import Entry, decks_in, opened
from deckmastor.terminal.session import Seating, Session

EVERYBODY = "everybody"
SLOW = 2.0  # seconds after which it is told that a match is still being played again


@dataclass(frozen=True, slots=True)
class Saved:
    """A saved match: how it began, what was done since, and the hash of where that leads.

    The hash is empty where the match was interrupted.
    """

    people: tuple[str, ...]
    header: Entry
    entries: list[Entry]
    trace: str
    bots: dict[str, str]


def told_of(session: Session, first: dict[str, Any]) -> dict[str, Any]:
    """What a file tells first: who plays, and how the match began."""
    seating = session.seating
    return {
        **first, "people": list(seating.people), "bots": seating.bots,
        "began": session.match.journal[0],
    }  # fmt: skip


def write(session: Session, path: str | Path) -> None:
    """Write a match to a file in one step; SaveError if it cannot be, and the old file stays."""
    seating = session.seating
    data = {"people": list(seating.people), "bots": seating.bots, "journal": session.match.journal}
    doors.replaced(path, json.dumps(data, ensure_ascii=False, indent=1) + "\n", SaveError)


def read(path: str | Path) -> Saved:
    """The match in a file: one saved in the terminal, or a bare journal; else SaveError."""
    said = f"'{doors.called(path)}'"
    try:
        data = json.loads(doors.read_text(path))
    except doors.Unfit as why:
        raise SaveError(str(why)) from None
    except (ValueError, RecursionError) as why:
        raise SaveError(f"{said} is no saved match: {why}") from why
    told = data if isinstance(data, dict) else {"journal": data}
    try:
        header, *entries, seal = opened(told.get("journal"))
    except DeckmastorError as why:
        raise SaveError(f"{said} is no saved match, or it was altered. {why}") from why
    return checked_saved(told, header, entries, str(seal.get("trace")), str(path))


def checked_saved(
    told: dict[str, Any], header: Any, entries: list[Entry], trace: str, path: str
) -> Saved:
    """A saved match whose parts are of the right sort; SaveError if one is not."""
    said = f"'{doors.called(path)}'"
    if not isinstance(header, dict) or header.get("do") != "start":
        raise SaveError(f"The journal in {said} does not start at the beginning of a match.")
    players = header.get("players")
    if not isinstance(players, list) or not all(isinstance(one, str) for one in players):
        raise SaveError(f"The journal in {said} does not tell who plays.")
    people = told.get("people", players[:1])
    if not isinstance(people, list) or not all(one in players for one in people):
        raise SaveError(f"{said} names people who do not play.")
    bots = told.get("bots", {})
    if not isinstance(bots, dict) or not all(
        isinstance(kind, str) and kind in KINDS for kind in bots.values()
    ):
        raise SaveError(f"{said} names bots that there are not.")
    return Saved(tuple(people), header, entries, trace, bots)


def begin(saved: Saved, reader: str = "", hiding: bool = False) -> Session:
    """The match as it began; with a `reader`, everything is told to them, hidden cards too.

    If it is `hiding`, they are told no more than all people in the match know.
    """
    header = saved.header
    try:
        game = from_files(header["files"])
        players, values = tuple(header["players"]), dict(header["values"])
        decks, carried = decks_in(header), header.get("carried")
        seating = Seating(
            game, players, saved.people, header["seed"], values, saved.bots, decks, carried
        )
        session = Session(seating, reader, hiding=hiding)
    except DeckmastorError as why:
        raise SaveError(f"The saved match cannot begin: {why}") from why
    except (AttributeError, KeyError, TypeError, ValueError, StopIteration) as why:
        raise SaveError("The saved match does not tell how it began.") from why
    if session.match.commitment != header.get("commitment", ""):
        raise SaveError("The seed of the saved match is not the one that was committed to.")
    if session.match.rules.hash != header.get("rules"):
        raise SaveError("This version of Deckmastor understands the rules of the match otherwise.")
    return session


def repeat(session: Session, entry: Entry, number: int) -> None:
    """Do what an entry says; SaveError if it is not possible."""
    try:
        session.repeat(entry)
    except (DeckmastorError, KeyError, TypeError, ValueError, AttributeError, IndexError) as why:
        raise SaveError(f"Entry {number} of the match is not possible: {why}") from why


def resume(saved: Saved, say: Callable[[str], None] | None = None) -> Session:
    """The match at the point where it was saved; if it takes long, it is said how far it is."""
    session = begin(saved)
    told = monotonic() + SLOW
    for number, entry in enumerate(saved.entries, 1):
        repeat(session, entry, number)
        if say is not None and monotonic() > told:
            told = monotonic() + SLOW
            say(f"Playing the match again: {number:,} of {len(saved.entries):,} answers.")
    if saved.trace and session.match.trace() != saved.trace:
        raise SaveError("The match, played again, does not end as it was recorded.")
    return session
