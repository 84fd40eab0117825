"""What a match begins with, checked: its players, its seed and the values that it changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deckmastor.engine import Ruleset
from deckmastor.engine.inside import ENGINE_VALUES, LIMIT, WORD
from deckmastor.record.errors import StartError

SEATS = 32  # as many as can sit down
LONGEST = 60  # letters of a name
TAKEN = ("chance", "the game")
ANSWERS = frozenset({"yes", "no"})

Values = dict[str, int | str]

LATEST = 253_402_300_799  # the last second of the year 9999


def seated(players: Any) -> list[str]:
    """The names of those who play, in the order of their seats; StartError if that cannot be."""
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise StartError("The players are a list of names, such as ['ann', 'bob'].")
    names = list(players)
    if not names:
        raise StartError("A match needs at least 1 player.")
    if len(names) > SEATS:
        raise StartError(f"{len(names)} players are too many: at most {SEATS} can play.")
    for name in names:
        _check_name(name)
    for name in names:
        if names.count(name) > 1:
            raise StartError(f"Two players cannot both be called '{name}'.")
    return names


def _check_name(name: Any) -> None:
    if not isinstance(name, str):
        raise StartError(f"A player's name is a text, not {type(name).__name__}.")
    if not name.strip():
        raise StartError("A player's name cannot be empty.")
    if len(name) > LONGEST or not name.isprintable():
        raise StartError(f"A player's name has at most {LONGEST} letters that can be printed.")
    if name in TAKEN:
        raise StartError(f"'{name}' cannot be the name of a player: the record uses it.")


def check_persons(names: list[str], rules: Ruleset) -> None:
    """Nobody may have the name of somebody whom the rulebook names."""
    for name in names:
        if name in rules.schema.persons:
            raise StartError(f"'{name}' is somebody in this game; a player needs another name.")


def check_seats(seats: int, rules: Ruleset) -> None:
    """There must be as many players as the rulebook says that the game is for."""
    (fewest, least), (most, greatest) = rules.fewest, rules.most
    if seats < fewest:
        why, number = f"This game needs at least {fewest} players, not {seats}", least
    elif most and seats > most:
        why, number = f"This game is for at most {most} players, not {seats}", greatest
    else:
        return
    told = rules.sentences[number]
    raise StartError(f"{why}: '{told.text}'", told)


def check_number(what: str, n: Any) -> int:
    """A whole number, as seeds and clocks are."""
    if type(n) is not int:
        raise StartError(f"The {what} is a whole number, not {n!r}.")
    if what == "clock" and abs(n) > LATEST:
        raise StartError(f"The clock is at most {LATEST}, the end of the year 9999.")
    return n


def changed(values: Any, rules: Ruleset) -> Values:
    """The values that a match changes; StartError for one that is not there or does not fit."""
    if values is None:
        return {}
    if not isinstance(values, Mapping):
        raise StartError("The values are a dict, such as {'hand limit': 8}.")
    known = _known(rules)
    for name, value in values.items():
        if name not in known:
            listed = ", ".join(f"'{one}'" for one in sorted(known)) or "none"
            raise StartError(f"This game has no value '{name}'. Its values: {listed}.")
        _check_value(name, value, known[name], rules)
    return dict(values)


def _known(rules: Ruleset) -> dict[str, int | str]:
    """The values of a game that can be changed, as the rulebook has them."""
    schema = rules.schema
    found: dict[str, int | str] = {}
    for name, attr in schema.attrs.items():
        if attr.home == "scalar" and attr.at in schema.initial and name not in schema.offices:
            value = schema.initial[attr.at]
            found[name] = schema.words[value - WORD] if value >= WORD else value
    return found


def _check_value(name: str, value: Any, usual: int | str, rules: Ruleset) -> None:
    if isinstance(usual, int):
        if type(value) is not int:
            raise StartError(f"The {name} is a number (usually {usual}), not {value!r}.")
        if not -LIMIT <= value <= LIMIT:
            raise StartError(f"The {name} cannot go beyond {LIMIT:,}.")
        return
    if not isinstance(value, str):
        raise StartError(f"The {name} is a word (usually '{usual}'), not {value!r}.")
    if usual in ANSWERS and value not in ANSWERS:
        raise StartError(f"The {name} is 'yes' or 'no', not '{value}'.")
    if name in ENGINE_VALUES and value not in ENGINE_VALUES[name]:
        texts = " or ".join(f"'{text}'" for text in ENGINE_VALUES[name])
        raise StartError(f"The {name} is {texts}, not '{value}'.")
    if value not in rules.schema.word_ids and name not in ENGINE_VALUES:
        raise StartError(f"The {name} cannot be '{value}': this game has no such word.")
