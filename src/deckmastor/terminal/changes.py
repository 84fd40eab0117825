"""The rules that cards changed: what is in force until when, and values other than in print."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from deckmastor.record import register
from deckmastor.record.seeing import Sight
from deckmastor.terminal.console import Console, printable

HEADING = "Rules changed by cards:"
SHOWN = 6  # rules on the table, the latest ones


def draw(console: Console, sight: Sight) -> None:
    """Show what has changed in short, if anything has: values in a line, and the latest rules."""
    rules, values = register.entries(sight), register.changed(sight)
    if not rules and not values:
        return
    console.say(HEADING, indent=1)
    console.flow([_value(value) for value in values], "   ", indent=3)
    for entry in rules[-SHOWN:]:
        console.say(_rule(entry), indent=3, hang=2)
    if len(rules) > SHOWN:
        more = f"and {len(rules) - SHOWN} older ones (changes lists all)"
        console.say(more, "dim", indent=3)


def show(console: Console, sight: Sight) -> None:
    """Show all that has changed, rule by rule, with whom it concerns and where it comes from."""
    rules, values = register.entries(sight), register.changed(sight)
    if not rules and not values:
        console.say("No card has changed a rule.")
        return
    console.say(HEADING, "bold")
    for value in values:
        console.say(_value(value), indent=2)
    for entry in rules:
        console.say(entry["text"] or HIDDEN, indent=2, hang=2)
        for name, told in _details(entry):
            console.say(Text(f"{name}: ", "dim").append(printable(told)), indent=6, hang=2)


HIDDEN = "A rule that you may not know."


def _rule(entry: Mapping[str, Any]) -> Text:
    """`Ann's hand limit is 16. (Deep Pockets of ann, since turn 3)`."""
    told = Text(printable(entry["text"] or HIDDEN))
    parts = [_source(entry), f"since turn {entry['since']}", _left(entry)]
    return told.append(printable(f" ({', '.join(part for part in parts if part)})"), "dim")


def _details(entry: Mapping[str, Any]) -> list[tuple[str, str]]:
    since = f"turn {entry['since']}" if entry["since"] else "before the first turn"
    told = [
        ("from", _source(entry)),
        ("concerns", entry["concerns"] or ""),
        ("lasts", ", ".join(part for part in (entry["until"] or "", _left(entry)) if part)),
        ("since", since),
    ]
    if entry["text"] and not entry["until"]:
        told[2] = ("lasts", "for the rest of the game")
    return [(name, text) for name, text in told if text]


def _source(entry: Mapping[str, Any]) -> str:
    """The card and its player, or the rule of the book."""
    if entry["card"] is None:
        return f"[{entry['rule']}]" if entry["rule"] else ""
    return f"{entry['card']} of {entry['player']}" if entry["player"] else str(entry["card"])


def _left(entry: Mapping[str, Any]) -> str:
    """How long it lasts in turns, if turns alone decide that."""
    left, last = entry["turns left"], entry["last turn"]
    if left is None:
        return ""
    turns = "1 turn left" if left == 1 else f"{left} turns left"
    return f"{turns}, to turn {last}"


def _value(value: Mapping[str, Any]) -> Text:
    """`hand limit: 12, now 7, for ann 16`."""
    told = Text(printable(f"{value['name']}: {value['printed']}"))
    if value["now"] != value["printed"] and value["now"] is not None:
        told.append(", now ").append(printable(str(value["now"])), "bold yellow")
    for player, own in value["players"].items():
        told.append(printable(f", for {player} ")).append(printable(str(own)), "bold yellow")
    return told
