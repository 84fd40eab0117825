"""Counters that last from game to game: checked as a match starts, and kept in a file between them.

The file is JSON: `{"ann": {"grudge": 2}}`. It is replaced in one step, so it is never half written.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from deckmastor import doors
from deckmastor.engine import Ruleset, State
from deckmastor.engine.inside import LIMIT
from deckmastor.language.morphology import plural
from deckmastor.record.errors import SaveError, StartError

EXAMPLE = '{"ann": {"grudge": 2}}'
Counts = dict[str, dict[str, int]]  # player -> counter -> how many


def checked(told: Any, players: Sequence[str], rules: Ruleset) -> Counts:
    """What players bring to a match; StartError if a counter does not last, or is none."""
    if told is None:
        return {}
    if not isinstance(told, Mapping) or not all(isinstance(own, Mapping) for own in told.values()):
        raise StartError("What players carry is told so: carried={'ann': {'grudge': 2}}.")
    for player, own in told.items():
        if player not in players:
            listed = ", ".join(players)
            raise StartError(
                f"{doors.shown(player)} carries counters, and does not play. Players: {listed}."
            )
        for name, n in own.items():
            _check_counter(name, rules)
            if type(n) is not int or abs(n) > LIMIT:
                raise StartError(
                    f"{player} cannot carry {doors.shown(n)} of '{name}': write a whole number."
                )
    return {str(player): dict(own) for player, own in told.items() if own}


def _check_counter(name: Any, rules: Ruleset) -> None:
    """StartError if a name is not that of a counter that lasts."""
    if name in rules.lasting:
        return
    if name in rules.schema.lexicon.units:
        said = plural(name)
        raise StartError(
            f"'{name}' does not last from game to game: no sentence of this game says "
            f"'{said[0].upper()}{said[1:]} last from game to game.'"
        )
    near = difflib.get_close_matches(str(name)[:100], rules.lasting, 1)
    guess = f" Did you mean '{near[0]}'?" if near else ""
    listed = ", ".join(rules.lasting) or "none"
    raise StartError(
        f"This game has no counter {doors.shown(name)}.{guess} Those that last: {listed}."
    )


def by_seat(counts: Counts, players: Sequence[str]) -> dict[str, list[int]]:
    """The counters of all seats, by their names; who brings none of them has 0."""
    names = dict.fromkeys(name for own in counts.values() for name in own)
    return {name: [counts.get(who, {}).get(name, 0) for who in players] for name in names}


def counted(state: State, players: Sequence[str], rules: Ruleset) -> Counts:
    """How many each player has of each counter that lasts; empty if none does."""
    columns = {name: state.cols[rules.schema.attrs[name].at] for name in rules.lasting}
    if not columns:
        return {}
    return {
        player: {name: column[seat] for name, column in columns.items()}
        for seat, player in enumerate(players)
    }


# ---- files ----------------------------------------------------------------------------------


def read(path: Path) -> Counts:
    """What a file keeps of former matches; nothing if there is no file yet."""
    try:
        data = json.loads(doors.read_text(path))
    except doors.Missing:
        return {}
    except (doors.Unfit, ValueError, RecursionError) as why:
        raise SaveError(f"'{path}' does not keep counters of former games: {why}") from why
    owns = list(data.values()) if isinstance(data, dict) else [data]
    if not all(isinstance(own, dict) and all(type(n) is int for n in own.values()) for own in owns):
        raise SaveError(f"'{path}' does not keep counters so: {EXAMPLE}")
    return {player: dict(own) for player, own in data.items()}


def write(path: Path, counts: Counts) -> None:
    """Keep the counters of these players in a file; those of others stay in it."""
    told = json.dumps({**read(path), **counts}, ensure_ascii=False, indent=1) + "\n"
    doors.replaced(path, told, SaveError)
