"""What is asked before a match: which game, and who plays."""

from __future__ import annotations

import difflib
import time
from collections.abc import Sequence

from deckmastor import doors
from deckmastor.match import StartError
from deckmastor.record import players
from deckmastor.terminal.console import PROMPT, Console, EndOfInput
from deckmastor.terminal.kept import Unfinished
from deckmastor.terminal.shelf import NAMES, Shelved

OFFERED = 9  # unfinished matches
LEAVING = ("quit", "q", "exit", "bye")


def choose_game(console: Console, games: Sequence[Shelved]) -> Shelved:
    """The game that is wanted, by its number or the beginning of its name."""
    console.say("What shall we play?", "bold")
    for number, game in enumerate(games, 1):
        console.say(
            f"{number}  {game.title}{f', {game.players}' if game.players else ''}", indent=2
        )
        if game.line:
            console.say(game.line, "dim", indent=5)
    while True:
        line = _answer(console)
        if not line and len(games) == 1:
            return games[0]
        number = doors.digits(line)
        if 1 <= number <= len(games):
            return games[number - 1]
        found = [game for game in games if line and _starts(game, line)]
        if len(found) == 1:
            return found[0]
        console.say(_which(games, found, line), "yellow")


def _answer(console: Console, question: str = PROMPT) -> str:
    """An answer before there is a game; whoever would rather not play has come to the end."""
    line = console.ask(question)
    if line.lower() in LEAVING:
        raise EndOfInput
    return line


def choose_unfinished(console: Console, left: Sequence[Unfinished]) -> Unfinished | None:
    """The unfinished match to go on with; None for a new one."""
    left = list(left[:OFFERED])
    while left:
        console.say("Not finished yet:", "bold")
        for number, one in enumerate(left, 1):
            many = f"{one.answers} answer{'' if one.answers == 1 else 's'}"
            when = time.strftime("%d %b %H:%M", time.localtime(one.when))
            console.say(
                f"{number}  {one.title}: {', '.join(one.players)}; {many}, {when}", indent=2
            )
        line = _answer(console, "Enter goes on with 1; another number, new, or forget 1: ")
        word, _, rest = line.casefold().partition(" ")
        number = doors.digits(rest if word == "forget" else word, 0 if word else 1)
        if word and "new".startswith(word):
            return None
        if not 1 <= number <= len(left):
            console.say("A number of the list, new, or forget and a number, please.", "yellow")
        elif word == "forget":
            doors.removed(left.pop(number - 1).path)
        else:
            return left[number - 1]
    return None


def choose_number(console: Console, game: Shelved) -> int:
    """How many players there shall be, within what the rulebook tells."""
    least, most = game.least or 2, min(game.most or len(NAMES), len(NAMES))
    usual = min(max(3, least), most)
    while True:
        line = _answer(console, f"How many players, {least} to {most}? [{usual}] ")
        if not line:
            return usual
        number = doors.digits(line)
        if least <= number <= most:
            return number
        console.say(f"A number from {least} to {most}, please.", "yellow")


def choose_name(console: Console, others: Sequence[str]) -> str:
    """What the person at the console is called."""
    while True:
        line = console.ask(f"Your name? [{NAMES[0]}] ") or NAMES[0]
        try:
            players.seated([line, *others])
        except StartError as why:
            console.say(str(why), "yellow")
            continue
        if len(line) <= 20:
            return line
        console.say("A shorter name, please.", "yellow")


def _starts(game: Shelved, line: str) -> bool:
    wanted = line.casefold()
    return game.title.casefold().startswith(wanted) or game.name.casefold().startswith(wanted)


def _which(games: Sequence[Shelved], found: Sequence[Shelved], line: str) -> str:
    if found:
        return f"'{line}' could be {' or '.join(game.title for game in found)}."
    titles = {game.title.casefold(): game.title for game in games}
    close = difflib.get_close_matches(line.casefold(), titles, 1)
    guess = f" Did you mean {titles[close[0]]}?" if close else ""
    return f"Type a number from 1 to {len(games)}, or the name of a game.{guess}"
