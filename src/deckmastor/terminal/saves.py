"""A match in a file: its journal, which of its players are people, and what bots the others are."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from deckmastor.bots.kinds import KINDS
from deckmastor.match import DeckmastorError, SaveError, from_files
from deckmastor.record.journal import Entry, decks_in, opened
from deckmastor.terminal.session import Seating, Session

EVERYBODY = "everybody"


@dataclass(frozen=True, slots=True)
class Saved:
    """A saved match: how it began, what was done since, and the hash of where that leads."""

    people: tuple[str, ...]
    header: Entry
    entries: list[Entry]
    trace: str
    bots: dict[str, str]


def write(session: Session, path: Path) -> None:
    """Write a match to a file."""
    seating = session.seating
    data = {"people": list(seating.people), "bots": seating.bots, "journal": session.match.journal}
    path.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def read(path: Path) -> Saved:
    """The match in a file: one saved in the terminal, or a bare journal; else SaveError."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SaveError(f"There is no file '{path}'.") from None
    except (OSError, ValueError, RecursionError) as why:
        raise SaveError(f"'{path}' is no saved match: {why}") from why
    told = data if isinstance(data, dict) else {"journal": data}
    try:
        header, *entries, seal = opened(told.get("journal"))
    except DeckmastorError as why:
        raise SaveError(f"'{path}' is no saved match, or it was altered. {why}") from why
    if header.get("do") != "start":
        raise SaveError(f"The journal in '{path}' does not start at the beginning of a match.")
    players = header.get("players", [])
    people = tuple(told.get("people", players[:1]))
    if not set(people) <= set(players):
        raise SaveError(f"'{path}' names people who do not play.")
    bots = told.get("bots", {})
    if not isinstance(bots, dict) or not set(bots.values()) <= set(KINDS):
        raise SaveError(f"'{path}' names bots that there are not.")
    return Saved(people, header, entries, str(seal.get("trace")), bots)


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
    except (DeckmastorError, KeyError, TypeError) as why:
        raise SaveError(f"Entry {number} of the match is not possible: {why}") from why


def resume(saved: Saved) -> Session:
    """The match at the point where it was saved."""
    session = begin(saved)
    for number, entry in enumerate(saved.entries, 1):
        repeat(session, entry, number)
    if session.match.trace() != saved.trace:
        raise SaveError("The match, played again, does not end as it was recorded.")
    return session
