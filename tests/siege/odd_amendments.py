"""Odd amendments: grammatical sentences that mean little, mutated paragraphs, and how they fare.

`odd(rng)` writes an amendment that no player would. `fared` brings it into a fork of a match, plays
on and looks at everything; only a `DeckmastorError` may come of it, within a second.
The sweep runs in processes of its own, so that a crash or a hang is counted too:
`python tests/siege/odd_amendments.py odd --count 50000 --seed 1`.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import random
import re
import select
import signal
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import deckmastor as dm
from deckmastor.engine import BUILD
from deckmastor.record import reports

BOOK = """# Odd {#odd}

## Words {#words}

- Each player has a hand and a nest. A nest is a place. There is a deck, a discard pile and a pit.
- Nuts and thieves are kinds of card. Beads and coins are counters.
- A player can be happy or bored. A card can be lame. Each card has a speed.
- To draw a card is to move the top card of the deck to your hand.
- To discard a card is to move it from your hand to the discard pile.
- To stash a card is to move it from your hand to your nest.
- To rest is to gain 1 coin.
- The hand limit is 7. The prize is 3.

## Turn {#turn}

- Before the game, shuffle the deck. Each player draws 4 cards.
- On their turn, a player may rest. On their turn, a player may draw a card. On their turn, a \
player may play a card from their hand.
- When a player rests, end the turn.
- When a player has at least 50 coins, they win the game.

## Law {#law}

- The toll is 1.

## Cards {#cards}

The cards are:

| Name | Type | Count | Speed | Text |
|---|---|---|---|---|
| Hazelnut | nut | 20 | 2 | |
| Quick Paw | thief | 4 | 3 | Choose a player. That player draws a card. |
"""
MOMENT = 1.0  # seconds of work that nothing takes
PATIENCE = 30.0  # seconds of waiting after which a process is given up, loaded or not
PLAYERS = ["ann", "bob", "cy"]
GAMES = ("crazy_eights", "hypertext", "unicorns")
BETWEEN = ("start", "end")  # what a process writes before and after an amendment

THINGS = [
    "a card", "a nut", "a thief", "a player", "another player", "the player at turn",
    "the top card of the deck", "a random card in the deck", "a Hazelnut", "the Quick Paw",
    "each player", "each nut", "that player", "the next player", "2 cards", "up to 3 nuts",
    "any number of cards", "a lame card", "a happy player", "the deck", "the pit", "their hand",
    "the discard pile", "the prize", "the hand limit", "a coin", "3 beads",
    "the top 2 cards of the deck", "all cards in the pit", "the card being played", "they", "it",
    "a player with more coins than {t}", "a card whose speed is {n}", "{n} cards",
]  # fmt: skip
PLACES = [
    "the deck", "the pit", "their hand", "the discard pile", "the nest of {t}", "the hand of {t}",
    "{t}'s nest", "{t}'s hand", "the top of the deck", "the bottom of the deck", "a nest",
    "the deck of {t}", "each hand", "a place", "the place of {t}",
]  # fmt: skip
NUMBERS = [
    "the number of {t}", "the speed of {t}", "the total speed of {t}", "the coins of {t}",
    "the hand limit of {t}", "twice the prize", "the prize minus 7",
    "the number of players who are happy", "half the speed of {t}, rounded up",
    "the highest speed among {t}", "the difference between the prize and the coins of {t}",
    "the number of cards in the hand of {t}", "the number of different speeds among {t}",
    "1 more than the coins of {t}", "4000000", "1000000000000000000000000", "0",
    "`=prize * prize * prize`", "`=dice(1000000000, 6)`", "`=dice(2, 99999999999999999999)`",
    "the hand limit", "the prize",
]  # fmt: skip
EVENTS = [
    "a player rests", "a player draws a card", "{t} is moved", "{t} is revealed", "{t} enters {p}",
    "{t} leaves {p}", "a player gains a coin", "a turn begins", "a turn ends", "{t} becomes lame",
    "a player becomes happy", "the deck is shuffled", "a player has no cards in their hand",
    "the prize is 4", "{t} is chosen", "{t} is discarded", "a player plays {t}",
    "a player loses a coin", "{t} is {s}", "{p} is shuffled", "{n} is at least {n}",
]  # fmt: skip
ACTS = [
    "move {t} to {p}", "reveal {t}", "shuffle {p}", "create a new Hazelnut in {p}",
    "remove {t} from the game", "they gain coins equal to {n}", "they lose beads equal to {n}",
    "they draw cards equal to {n}", "each player gains beads equal to {n}",
    "the prize becomes {n}", "the prize increases by {n}", "{t} becomes lame",
    "{t} becomes happy", "they choose {t}", "they choose {t}. Reveal the chosen card",
    "they discard {t}", "they give {t} to {t}", "swap {t} with {t}", "they take another turn",
    "they skip their next turn", "reverse the turn order", "set the speed of {t} to {n}",
    "the speed of {t} increases by {n}", "they look at {t}", "they pay 1 coin to {t}",
    "they gain 2 coins from {t}", "move {t} from {p} to {p}",
    "put {t} on the bottom of the deck in random order", "they play {t}",
    "they roll 2d6. They gain beads equal to the result", "end the turn",
    "they search {p} for {t}", "cancel {t}", "resolve {t}", "{t} loses 1 coin",
    "{t} draws a card", "{t} gains 1 bead", "they skip their next {n} turns",
    "they take another turn {n} times", "roll 2d1000000000000. They gain beads equal to the result",
    "roll 100000d6. They gain beads equal to the result", "create {n} new Hazelnuts in {p}",
    "they gain 1 bead {n} times", "they choose a number from 1 to {n}",
    "they look at the top {n} cards of {p}", "{d} until {c}", "for each {k}, {d}",
    "they may {d}", "shuffle {t} into {p}", "{t} loses the game", "repeal the rule \"Law\"",
]  # fmt: skip
CONDITIONS = [
    "{t} is lame", "they are happy", "{t} is in {p}", "{n} is at least {n}", "{p} is empty",
    "there is {t} in {p}", "{t} was moved this turn", "they drew a card this turn",
    "{t} can be played", "they can rest", "{t} is {t}", "{n} is even", "{t} has a speed of 2",
    "{t} is visible to {t}", "a player has more coins than {t}", "{p} contains {t}",
    "a player has more coins than a happy player", "{t} is {s}", "{c} and {c}", "{c} or {c}",
    "each player is happy", "no card is lame", "{n} is less than {n}",
]  # fmt: skip
RULES = [
    "{t} cannot be moved if {c}", "A player cannot rest if {c}", "A player may rest only if {c}",
    "Each nut is lame if {c}", "A player is happy if {c}", "The hand limit is {n}",
    "The speed of {t} is {n} if {c}", "If {t} would be moved, {d} instead",
    "If a player would draw a card, {d} instead", "To rest, a player must discard {t}",
    "To rest, a player must pay coins equal to {n}", "Only {t} may rest",
    "{t} can be played into {p}", "{p} is visible to {t}", "{t} counts as 2 cards",
    "Each player may {d}", "On their turn, a player may move {t} to {p}", "{t} is {s} if {c}",
    "The prize is {n}", "Each card has {n} more speed", "{p} is visible only to {t}",
    "Each player must {d}", "The prize cannot be less than {n}", "{t} cannot be {s}",
    "The game cannot end if {c}", "A player wins the game if {c}", "Each {k} has a speed of {n}",
]  # fmt: skip
KINDS = ["card", "nut", "thief", "player", "coin", "place", "lame card", "happy player", "turn"]
STATES = ["lame", "happy", "bored", "empty", "visible", "a nut", "a player", "in play"]
LISTS = {
    "t": THINGS, "p": PLACES, "n": NUMBERS, "d": ACTS, "c": CONDITIONS, "k": KINDS, "s": STATES,
    "e": EVENTS,
}  # fmt: skip
PLAIN = {
    "t": "a card", "p": "the deck", "n": "the prize", "d": "shuffle the deck",
    "c": "the deck is empty", "k": "card", "s": "lame", "e": "a player rests",
}  # fmt: skip
DEEPEST = 6  # phrases within a sentence before it comes to an end


def filled(text: str, rng: random.Random) -> str:
    """A pattern with a phrase in each gap, at random."""
    filled_in = 0
    while (gap := re.search(r"\{(\w)\}", text)) is not None:
        kind = gap.group(1)
        told = rng.choice(LISTS[kind]) if filled_in < DEEPEST else PLAIN[kind]
        text = text[: gap.start()] + told + text[gap.end() :]
        filled_in += 1
    return text


def odd(rng: random.Random) -> str:
    """An odd amendment: a trigger, a rule, or two effects one after the other."""
    way = rng.randrange(8)
    if way < 4:
        text = f"When {filled('{e}', rng)}, {filled('{d}', rng)}"
        if rng.random() < 0.3:
            text += f" if {filled('{c}', rng)}"
    elif way < 6:
        text = filled(rng.choice(RULES), rng)
    elif way == 6:
        text = f"{filled('{d}', rng)}"
    else:
        two = filled("{d}", rng), filled("{d}", rng)
        text = f"When a player rests, {two[0]}. {two[1][0].upper()}{two[1][1:]}"
    text = text[0].upper() + text[1:] + "."
    return text if rng.random() < 0.9 else f"{text}\n\n{odd(rng)}"


# ---- mutated paragraphs ---------------------------------------------------------------------


@cache
def paragraphs(name: str) -> list[str]:
    """The paragraphs of a shipped game: its rules and the texts of its cards."""
    return sorted({paragraph.text for paragraph in told(name)})


def told(name: str) -> Iterator[object]:
    """The paragraphs of a shipped game as they were read."""
    for entry in dm.load(name).rules(len(PLAYERS)).schema.entries:
        yield entry.paragraph


def mutated(name: str, rng: random.Random) -> str:
    """A paragraph of a game in which some words are missing, doubled, changed or exchanged."""
    words = rng.choice(paragraphs(name)).split()
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        if not words:
            break
        at = rng.randrange(len(words))
        match rng.randrange(7):
            case 0:
                del words[at]
            case 1:
                words.insert(at, words[at])
            case 2:
                words[at] = rng.choice(rng.choice(paragraphs(name)).split())
            case 3:
                other = rng.randrange(len(words))
                words[at], words[other] = words[other], words[at]
            case 4:
                words[at] = rng.choice(("0", "4000000", "not", "each", "a", "10^12", "{", "`=1/0`"))
            case 5:
                tail = rng.choice(paragraphs(name)).split()
                words = words[:at] + tail[rng.randrange(len(tail)) :]
            case _:
                piece = rng.choice(paragraphs("hypertext")).split()
                words[at] = rng.choice(piece)
    return " ".join(words)


# ---- how they fare --------------------------------------------------------------------------


@dataclass
class Fate:
    """What became of an amendment."""

    adopted: bool = False
    wrong: list[str] = field(default_factory=list)  # what must not happen
    noted: list[str] = field(default_factory=list)  # what may
    slowest: float = 0.0  # seconds of work of its slowest call
    at: str = ""  # and what that was

    def calls(self, what: str, call: Callable[[], object]) -> str:
        """Do something that may refuse; tell how it went: "done", "refused" or "wrong"."""
        began = time.process_time()
        try:
            call()
            return "done"
        except dm.InternalError as fault:
            self.wrong.append(f"{what}: InternalError {root(fault)}")
            return "wrong"
        except dm.DeckmastorError as why:
            self.noted.append(f"{what}: {type(why).__name__}")
            return "refused"
        except Exception as fault:
            self.wrong.append(f"{what}: {root(fault)}")
            return "wrong"
        finally:
            took = time.process_time() - began
            if took > self.slowest:
                self.slowest, self.at = took, what


def root(fault: BaseException) -> str:
    """The first exception of a chain, and where it was raised."""
    while fault.__context__ is not None:
        fault = fault.__context__
    last = traceback.extract_tb(fault.__traceback__)[-1:]
    where = "".join(
        f"{frame.filename.partition('deckmastor/')[2]}:{frame.lineno}" for frame in last
    )
    return f"{type(fault).__name__} {str(fault)[:40]} @ {where}"


def begun(name: str = "", answers: int = 9) -> dm.Match:
    """A match under way: of the odd book, or of a shipped game."""
    rng = random.Random(answers)
    match = (dm.load(name) if name else dm.read(BOOK)).start(PLAYERS, seed=1)
    for _ in range(answers):
        match.choose(rng.choice(rng.choice(match.decisions).options))
    return match


def fared(match: dm.Match, text: str, rng: random.Random, answers: int = 12) -> Fate:
    """What becomes of an amendment of a fork of a match, and of play under it."""
    fate = Fate()
    twin = match.fork()
    trace, rules, events = twin.trace(), twin.rules, len(twin.events)
    if fate.calls("amend", lambda: twin.amend(text, by="ann")) != "done":
        if (twin.trace(), len(twin.events)) != (trace, events) or twin.rules is not rules:
            fate.wrong.append("a refusal changed the match")
        return fate
    fate.adopted = True
    for _ in range(answers):
        if twin.over or not twin.decisions:
            break
        decision = rng.choice(twin.decisions)
        listed: list[dm.Option] = []
        if fate.calls("options", lambda: listed.extend(decision.options)) != "done":  # noqa: B023
            break
        if not listed:
            fate.wrong.append("a question without options")
            break
        answer = rng.choice(listed)
        if fate.calls("choose", lambda: twin.choose(answer)) == "wrong":  # noqa: B023
            break
    for what, call in (
        ("view", lambda: twin.view("ann")),
        ("log", lambda: twin.log("bob")),
        ("save", twin.save),
        ("imagine", lambda: twin.imagine("bob", 3)),
        ("why_not", lambda: twin.why_not("ann", "rest")),
    ):
        fate.calls(what, call)
    return fate


@dataclass
class Count:
    """What a sweep counted."""

    tried: int = 0
    adopted: int = 0
    slow: list[tuple[float, str]] = field(default_factory=list)
    died: list[str] = field(default_factory=list)
    wrong: dict[str, list[str]] = field(default_factory=dict)
    noted: collections.Counter[str] = field(default_factory=collections.Counter)

    def add(self, text: str, fate: Fate) -> None:
        """Count what became of an amendment."""
        self.tried += 1
        self.adopted += fate.adopted
        self.noted.update(fate.noted)
        for what in fate.wrong:
            self.wrong.setdefault(what, []).append(text)
        if fate.slowest > MOMENT:
            self.slow.append((round(fate.slowest, 1), f"{fate.at}: {text}"))

    @property
    def clean(self) -> bool:
        """True if nothing happened that must not."""
        return not (self.wrong or self.slow or self.died)

    def told(self) -> str:
        """The counts in words, each fault with its shortest amendment."""
        lines = [
            f"{BUILD}: {self.tried} tried, {self.adopted} adopted, "
            f"{sum(map(len, self.wrong.values()))} wrong in {len(self.wrong)} ways, "
            f"{len(self.slow)} over a second, {len(self.died)} died or hung",
            f"  {dict(self.noted.most_common())}",
        ]
        most = sorted(self.wrong.items(), key=lambda found: -len(found[1]))
        lines += [f"  {len(texts)} × {what} | {min(texts, key=len)!r}" for what, texts in most]
        lines += [f"  slow {seconds}: {text!r}" for seconds, text in sorted(self.slow)[-10:]]
        lines += [f"  died: {text!r}" for text in self.died[:20]]
        return "\n".join(lines)


Written = tuple[dm.Match, str]


def written(what: str, seed: int, first: int) -> Iterator[tuple[int, random.Random, Written]]:
    """Amendments without end, each with its number and a stream that only the number decides."""
    at = first
    matches = {name: begun(name) for name in (GAMES if what == "mutated" else ("",))}
    while True:
        rng = random.Random(f"{seed}/{at}")
        name = rng.choice(list(matches))
        text = odd(rng) if what == "odd" else mutated(name, rng)
        yield at, rng, (matches[name], text)
        at += 1


def here(what: str, seed: int, first: int, count: int) -> Count:
    """A sweep in this process, for a few."""
    counted = Count()
    for at, rng, (match, text) in written(what, seed, first):
        if at >= first + count:
            return counted
        counted.add(text, fared(match, text, rng))
    return counted


def sweep(what: str, seed: int, first: int, count: int) -> Count:
    """A sweep in other processes: one that dies or hangs is counted, and another one goes on."""
    counted = Count()
    at, end = first, first + count
    while at < end:
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            try:
                _works(what, seed, at, end, writer)
            finally:
                os._exit(0)
        os.close(writer)
        at, begun_with = _heard(reader, counted, at)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(reader)
        if begun_with:
            counted.tried += 1
            counted.died.append(begun_with)
            at += 1
        elif at < end:
            raise RuntimeError("The matches to try amendments in could not be begun.")
    return counted


def _works(what: str, seed: int, at: int, end: int, writer: int) -> None:
    for number, rng, (match, text) in written(what, seed, at):
        if number >= end:
            return
        os.write(writer, json.dumps([BETWEEN[0], number, text]).encode() + b"\n")
        fate = fared(match, text, rng)
        os.write(writer, json.dumps([BETWEEN[1], number, vars(fate)]).encode() + b"\n")


def _heard(reader: int, counted: Count, at: int) -> tuple[int, str]:
    """What a process tells until it ends or hangs: the next number, and what it died of."""
    rest, text = b"", ""
    while select.select([reader], [], [], PATIENCE * 8 if not rest and not text else PATIENCE)[0]:
        heard = os.read(reader, 1 << 16)
        if not heard:
            break
        *lines, rest = (rest + heard).split(b"\n")
        for line in lines:
            kind, number, what = json.loads(line)
            if kind == BETWEEN[0]:
                text, at = what, number
            else:
                counted.add(text, Fate(**what))
                text, at = "", number + 1
    return at, text


def main() -> None:
    """Run a sweep and print what it counted."""
    os.environ.setdefault(reports.SWITCH, "1")  # our errors are counted, not settled
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("odd", "mutated"))
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    given = parser.parse_args()
    began = time.monotonic()
    counted = sweep(given.what, given.seed, given.first, given.count)
    print(counted.told())
    print(f"  {time.monotonic() - began:.0f} s; {Path(__file__).name}")


if __name__ == "__main__":
    main()
