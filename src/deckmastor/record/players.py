"""What a match begins with, checked: its players, its seed and the values that it changes."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from deckmastor import doors
from deckmastor.engine import Ruleset
from deckmastor.engine.inside import ENGINE_VALUES, LIMIT, WORD
from deckmastor.record.errors import StartError

SEATS = 32  # as many as can sit down
LONGEST = 60  # letters of a name
TAKEN = frozenset(map(doors.alike, ("chance", "the game", "nobody")))  # what the record says
ANSWERS = frozenset({"yes", "no"})

Values = dict[str, int | str]


def seated(players: Any) -> list[str]:
    """The names of those who play, in the order of their seats; StartError if that cannot be."""
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise StartError("The players are a list of names, such as ['ann', 'bob'].")
    if not len(players):
        raise StartError("A match needs at least 1 player.")
    if len(players) > SEATS:
        raise StartError(f"{len(players):,} players are too many: at most {SEATS} can play.")
    names = [doors.name(one, "A player's name", StartError, LONGEST) for one in players]
    seen: dict[str, str] = {}
    for name in names:
        looks = doors.alike(name)
        if looks in TAKEN:
            raise StartError(f"'{name}' cannot be the name of a player: the record uses it.")
        if name in seen.values():
            raise StartError(f"Two players cannot both be called '{name}'.")
        if looks in seen:
            raise StartError(
                f"'{name}' looks like '{seen[looks]}': players need names that can be told apart."
            )
        seen[looks] = name
    return names


def called(name: Any) -> Any:
    """A name as it is kept; what is no name stays as it is."""
    return unicodedata.normalize("NFC", name) if isinstance(name, str) else name


def check_persons(names: list[str], rules: Ruleset) -> None:
    """Nobody may have the name of somebody whom the rulebook names, or one like it."""
    persons = set(map(doors.alike, rules.schema.persons))
    for name in names:
        if doors.alike(name) in persons:
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
    """A whole number, as seeds are."""
    return doors.whole(n, f"The {what}", StartError)


def changed(values: Any, rules: Ruleset, usual_words: bool = True) -> Values:
    """The values that a match changes; StartError for one that is not there or does not fit.

    Without `usual_words`, a value can be any number or word that rules can be compiled with.
    """
    if values is None:
        return {}
    if not isinstance(values, Mapping):
        raise StartError("The values are a dict, such as {'hand limit': 8}.")
    known = _known(rules)
    for name, value in values.items():
        if name not in known:
            listed = ", ".join(f"'{one}'" for one in sorted(known)) or "none"
            raise StartError(f"This game has no value {doors.shown(name)}. Its values: {listed}.")
        if usual_words:
            _check_value(name, value, known[name], rules)
        else:
            _check_sort(name, value)
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


def _check_sort(name: str, value: Any) -> None:
    """A value that rules can be compiled with: a number, or words."""
    if type(value) is int:
        if not -LIMIT <= value <= LIMIT:
            raise StartError(f"The {name} cannot go beyond {LIMIT:,}.")
    elif not isinstance(value, str):
        raise StartError(f"The {name} is a number or a word, not {doors.shown(value)}.")


def _check_value(name: str, value: Any, usual: int | str, rules: Ruleset) -> None:
    if isinstance(usual, int):
        if type(value) is not int:
            raise StartError(f"The {name} is a number (usually {usual}), not {doors.shown(value)}.")
        if not -LIMIT <= value <= LIMIT:
            raise StartError(f"The {name} cannot go beyond {LIMIT:,}.")
        return
    if not isinstance(value, str):
        raise StartError(f"The {name} is a word (usually '{usual}'), not {doors.shown(value)}.")
    if usual in ANSWERS:
        if value not in ANSWERS:
            raise StartError(f"The {name} is 'yes' or 'no', not {doors.shown(value)}.")
        return  # the other answer need not occur in the book
    if name in ENGINE_VALUES and value not in ENGINE_VALUES[name]:
        texts = " or ".join(f"'{text}'" for text in ENGINE_VALUES[name])
        raise StartError(f"The {name} is {texts}, not {doors.shown(value)}.")
    if value not in rules.schema.word_ids and name not in ENGINE_VALUES:
        raise StartError(f"The {name} cannot be {doors.shown(value)}: this game has no such word.")
