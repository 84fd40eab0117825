"""Targets that a player describes: read, tried, and told with the names of the players."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from deckmastor.engine import Record, State, imagine
from deckmastor.engine.inside import (
    NONE,
    THIS,
    WORLDS,
    YOU,
    Announce,
    CompilerFault,
    Described,
    Unfit,
    ambiguous,
    described,
    seat_name,
)
from deckmastor.language.tokens import FUNCTION_WORDS
from deckmastor.record.errors import IllegalChoice, InternalError

if TYPE_CHECKING:
    from deckmastor.match import Match

NAMED = 4  # things that a message names


def announced(match: Match, op: Announce, record: Record, who: int, text: str) -> str:
    """A description as the match keeps it; IllegalChoice if it cannot be announced."""
    kept = _with_seats(match, " ".join(text.split()).rstrip("."))
    try:
        kept, told = _read(match, kept)
        _check_sort(match, op, told, text)
        worlds = [imagine(match.state, match.rules, who, seed) for seed in range(WORLDS)]
        _check_one(match, told, record, worlds, text)
        _check_allowed(match, op, told, record, worlds, text)
    except Unfit as why:
        raise IllegalChoice(with_names(match.players, str(why))) from None
    except CompilerFault as fault:
        raise InternalError(with_names(match.players, str(fault))) from fault
    return kept


def _read(match: Match, text: str) -> tuple[str, Described]:
    """A text that is a description, and what it describes; names may lack their capital letters."""
    try:
        return text, described(match.rules, text)
    except Unfit:
        spelt = _with_capitals(match, text)
        if spelt == text:
            raise
        return spelt, described(match.rules, spelt)


def _check_sort(match: Match, op: Announce, told: Described, text: str) -> None:
    """Refuse a description of what can never be such a target."""
    schema = match.rules.schema
    if told.sort != op.wanted:
        raise Unfit(f"'{text}' is a {told.sort}; the target is a {op.noun}.")
    statuses = schema.lexicon.statuses
    if told.sort != "card" or not told.noun or {told.noun, op.noun} & statuses.keys():
        return
    if not schema.of_kind(told.noun) & schema.of_kind(op.noun):
        raise Unfit(f"'{text}' is a {told.noun}; the target is a {op.noun}.")


def _check_allowed(
    match: Match, op: Announce, told: Described, record: Record, worlds: list[State], text: str
) -> None:
    """Refuse a description that fits something now, but nothing that may be targeted.

    What does not exist yet is looked for later, and so is what lies beside the card itself.
    """
    if told.own or told.since != NONE:
        return
    card, you, seats = record.regs[THIS], record.regs[YOU], match.rules.seats
    fitting = [told.fits(s, seats, card, you, 0) for s in worlds]
    if all(fitting) and not any(
        thing in op.found.many(s, record.clone())
        for s, found in zip(worlds, fitting, strict=True)
        for thing in found
    ):
        raise Unfit(f"'{text}' fits no {op.noun} that can be targeted.")


def _check_one(
    match: Match, told: Described, record: Record, worlds: list[State], text: str
) -> None:
    """Refuse a description for which a position with two fitting things can be found.

    Only positions that the describer could take for the real one are tried.
    """
    found = ambiguous(match.rules, worlds, told, record.regs[THIS], record.regs[YOU])
    if found is not None:
        s, things = found
        name = match.names.place if told.sort == "place" else match.names.thing
        names = [name(s, thing) for thing in things[:NAMED]]
        more = ", …" if len(things) > NAMED else ""
        raise Unfit(f"'{text}' can fit several: {', '.join(names)}{more}.")


def _with_seats(match: Match, text: str) -> str:
    """A text in which the players have the names of their seats."""
    lexicon = match.rules.schema.lexicon
    for seat, name in sorted(enumerate(match.players), key=lambda one: -len(one[1])):
        if name.lower() not in FUNCTION_WORDS and not lexicon.knows(name):
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", seat_name(seat), text)
    return text


def _with_capitals(match: Match, text: str) -> str:
    """A text in which the things of the game are spelt as in the rulebook."""
    names = {species.name for species in match.rules.schema.species if species.row}
    for name in sorted(names, key=lambda name: (-len(name), name)):
        pattern = rf"(?<!\w){re.escape(name)}(?!\w)"
        text = re.sub(pattern, lambda _, name=name: name, text, flags=re.IGNORECASE)  # type: ignore[misc]
    return text


def with_names(players: list[str], text: str) -> str:
    """A text in which the seats have the names of their players."""
    for seat in range(len(players) - 1, -1, -1):
        text = re.sub(rf"\b{seat_name(seat)}\b", lambda _, seat=seat: players[seat], text)  # type: ignore[misc]
    return text


def shown(players: list[str], s: State, number: int) -> str:
    """A description that was announced, as the others read it."""
    return f"'{with_names(players, s.texts[number])}'"
