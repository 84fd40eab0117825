"""Forged saves, journals and arguments, drawn at random from a number."""

from __future__ import annotations

import copy
import random
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

import deckmastor as dm
from deckmastor import doors
from deckmastor.match import Match, from_files
from deckmastor.record import saving
from deckmastor.record.journal import chained

GUILD = """# Guild {#guild}

## Words {#words}

- Each player has a hand. There is a deck and a discard pile. Beads and coins are counters.
- A petition is a kind of proposal.
- To rest is to gain 1 coin. Each player may rest.

## Shop {#shop}

- When a player rests, that player gains 12 beads.

## Petitions {#petitions}

- Each player may submit a petition. The voting period of a petition is 2 days.
- Each player may vote on a petition.
- When the voting period of a petition ends, its text takes effect if it has at least 1 vote for.
"""
SLOW = 1.0  # seconds that nothing may take
NUMBERS = (
    -1, 0, 1, 2, -2, 255, 65536, 1 << 20, 1 << 31, 1 << 62, -(1 << 60), 1 - (1 << 60),
    (1 << 63) - 1, -(1 << 63), (1 << 64) - 1, 10**8,
)  # fmt: skip


def matches() -> list[Match]:
    """Matches at some moment, of a game in the package and of one given as text."""
    found: list[Match] = []
    for game in (dm.load("crazy_eights"), dm.read(GUILD)):
        for seed in range(3):
            match = game.start(["ann", "bob", "cy"], seed=seed)
            draw = random.Random(seed)
            for _ in range(4 + 8 * seed):
                if not match.over:
                    option = draw.choice(draw.choice(match.decisions).options)
                    match.choose(option)
            found.append(match)
    return found


def altered(told: Any, draw: random.Random) -> Any:
    """Nested data with something in it changed, added or left out."""
    node, path = told, 0
    while isinstance(node, (list, dict)) and node:
        key = draw.choice(list(node)) if isinstance(node, dict) else draw.randrange(len(node))
        below = node[key]
        path += 1
        if isinstance(below, (list, dict)) and below and draw.random() < 0.9:
            node = below
            continue
        how = draw.random()
        if how < 0.5:
            node[key] = draw.choice(NUMBERS) if isinstance(below, int) else draw.choice(ODD)
        elif how < 0.7 and isinstance(below, int):
            node[key] = below + draw.choice((-1, 1, 2, 7))
        elif how < 0.8 and isinstance(node, list):
            node.append(below)
        elif how < 0.9:
            del node[key]
        elif isinstance(below, (bytes, str)) and below:
            cut = draw.randrange(len(below))
            node[key] = below[:cut] + below[cut + 1 :]
        else:
            node[key] = [below] * draw.choice((0, 2, 5))
        break
    return told


ODD: tuple[Any, ...] = (None, "", "x", [], {}, b"", b"x", 1.5, True, 10**18, -1, "\0", [[]], "ann")


def shaped(parts: Any) -> bool:
    """Whether there is still something inside a save to be forged."""
    return (
        isinstance(parts, list) and len(parts) == 7
        and isinstance(parts[1], bytes) and isinstance(parts[4], list)
        and isinstance(parts[6], list) and all(isinstance(one, bytes) for one in parts[6])
    )  # fmt: skip


def forge(parts: list[Any], draw: random.Random) -> None:
    """Change something in the state of a save, in its journal, in its players, or elsewhere."""
    which = draw.random()
    if which < 0.5:
        altered(parts[4], draw)
    elif which < 0.7 and parts[6]:
        past = msgspec.msgpack.decode(parts[6][0])
        parts[6][0] = msgspec.msgpack.encode(altered(past, draw))
    elif which < 0.8:
        parts[1] = msgspec.msgpack.encode(altered(msgspec.msgpack.decode(parts[1]), draw))
    else:
        altered(parts, draw)


def forged_save(data: bytes, draw: random.Random, own: bool) -> bytes:
    """A save with something else in it: with our signature, or with none that fits."""
    head = len(saving.MAGIC) + 2
    body = data[head + saving.CHECK + doors.SIGNATURE :]
    parts = msgspec.msgpack.decode(body)
    with suppress(msgspec.MsgspecError, ValueError):  # what is inside cannot be read any more
        for _ in range(draw.choice((1, 1, 2, 4))):
            if not shaped(parts):
                break
            forge(parts, draw)
    try:
        body = msgspec.msgpack.encode(parts)
    except (OverflowError, TypeError):
        return b"nothing"
    if own:
        return saving.packed(body)
    signature = draw.randbytes(doors.SIGNATURE)
    check = saving._check(signature, body)
    return saving.MAGIC + b"%d\n" % saving.FORMAT + check + signature + body


def forged_journal(journal: list[dict[str, Any]], draw: random.Random) -> Any:
    """A journal with something else in it, sealed by somebody who knows how, but has no key."""
    bare = [{k: v for k, v in entry.items() if k not in ("check", "key")} for entry in journal]
    bare = copy.deepcopy(bare)
    for _ in range(draw.choice((1, 1, 2, 4))):
        altered(bare, draw)
    try:
        return chained(bare)
    except (TypeError, ValueError, AttributeError):
        return bare


class Siege:
    """Counts what becomes of attacks."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.escaped: list[str] = []
        self.slow: list[str] = []

    def attempt(self, name: str, act: Callable[[], Any]) -> Any:
        """Do something; what it gives, or None where it is refused."""
        began = time.process_time()
        try:
            told = act()
            self.counts[f"{name}: taken"] += 1
            return told
        except dm.DeckmastorError:
            self.counts[f"{name}: refused"] += 1
        except Exception as why:
            self.escaped.append(f"{name}: {type(why).__name__}: {str(why)[:120]}")
        finally:
            took = time.process_time() - began
            if took > SLOW:
                self.slow.append(f"{name}: {took:.1f} s")
        return None

    def holds(self) -> None:
        """Nothing escaped, and nothing took long."""
        assert not self.escaped, self.escaped[:10]
        assert not self.slow, self.slow[:10]


def played_on(siege: Siege, match: Match, draw: random.Random) -> None:
    """Look at a match that was taken for true, and play on."""
    siege.attempt("view", lambda: match.view(match.players[0]))
    siege.attempt("save", match.save)
    siege.attempt("journal", lambda: match.journal)

    def answers() -> None:
        for _ in range(3):
            if not match.over and match.decisions:
                match.choose(draw.choice(draw.choice(match.decisions).options))

    siege.attempt("play", answers)


# ---- arguments ------------------------------------------------------------------------------


class Text(str):
    """A text that is not quite one."""


def pool(match: Match) -> list[Any]:
    """Arguments that nobody should give."""
    return [
        None, True, False, 0, -1, 1, 2, 3, 41, 10**30, 10**5000, -(10**5000), 1 << 63, -(1 << 63), 1.5,
        float("nan"), float("inf"), 1j, "", " ", "ann", "bob", "chance", "ann ", "а" + "nn",
        "e\u0301", "x" * 100_000, "\udcff", "a\0b", "\x1b[2J", "draw a card", "play x", "pass",
        "rest", "why", "~zzz/x", "/dev/zero", "/dev/null", "../../etc/passwd", "n" * 300, "a/" * 3000,
        b"", b"\xff\xfe", bytearray(b"DECKMASTOR SAVE 4\n"), memoryview(b"x"), [], [[]], ["ann"],
        ["ann", "bob"], ["ann", "ann"], ["ann", 5], [None], {}, {"ann": 5}, {"hand size": 10**40},
        {"ann": {"grudge": 1 << 70}}, {1: 2}, {"<text>": "# A\n"}, {"a": "b"}, {"\udcff": "x"}, (), (1, 2),
        set(), frozenset({1}), range(10**9), object(), object, len, Ellipsis, Path("/dev/zero"),
        Path("nowhere"), Text("ann"), [{"do": "start"}], [{"do": "seal"}], [{"do": {}}], iter([1]),
        match.decisions[0] if match.decisions else None,
        match.decisions[0].options[0] if match.decisions else None,
        dm.Option("ann", "x", 0, 0), dm.Option(5, None, "x", [], {}, match.id),  # type: ignore[arg-type]
        dm.Option("ann", "x", match.number, 1 << 70, -4, match.id), dm.DeckList("x", (), ""),
        dm.DeckList("\udcff", ((1, "a"),), ""), dm.DeckList(None, None, None),  # type: ignore[arg-type]
        dm.read(GUILD).start(["ann", "bob"]).decisions[0],
    ]  # fmt: skip


def calls(match: Match) -> dict[str, tuple[Callable[..., Any], int]]:
    """Every public door, and how many arguments it takes at most."""
    game = match.game
    return {
        "load": (dm.load, 1), "read": (dm.read, 1), "restore": (dm.restore, 1),
        "replay": (dm.replay, 1), "from_files": (from_files, 1), "start": (game.start, 1),
        "start with": (lambda names, **told: game.start(names, **told), -1),
        "rules": (game.rules, 2), "choose": (match.choose, 2), "write": (match.write, 2),
        "answer": (match.answer, 3), "tick": (match.tick, 1), "amend": (match.amend, 2),
        "imagine": (match.imagine, 2), "why_not": (match.why_not, 2), "view": (match.view, 1),
        "log": (match.log, 2), "knowing": (match.knowing, 1), "listed": (match.listed, 1),
        "match.restore": (match.restore, 1), "person": (match.person, 1),
        "thing": (match.thing, 1), "place": (match.place, 1),
    }  # fmt: skip


NAMED = ("seed", "values", "clock", "outside", "events", "discreet", "decks", "carried")
LEAST = {"choose": 1, "answer": 2, "imagine": 1, "amend": 1, "view": 0, "log": 0, "rules": 1}


def called(siege: Siege, match: Match, draw: random.Random) -> None:
    """Call one door with random arguments; a refusal leaves the match as it was."""
    name, (door, most) = draw.choice(list(calls(match).items()))
    odd = pool(match)
    if most < 0:
        told = {one: draw.choice(odd) for one in draw.sample(NAMED, draw.choice((1, 2, 3)))}

        def act() -> Any:
            return door(["ann", "bob"], **told)
    else:
        given = [draw.choice(odd) for _ in range(draw.randint(LEAST.get(name, most), most))]
        if (
            given
            and draw.random() < 0.5
            and name in ("choose", "write", "answer", "why_not", "imagine")
        ):
            given[0] = "ann"

        def act() -> Any:
            return door(*given)

    before = match.trace()
    taken = siege.counts[f"{name}: taken"]
    siege.attempt(name, act)
    if siege.counts[f"{name}: taken"] == taken and match.trace() != before:
        siege.escaped.append(f"{name}: refused, and the state changed")
    siege.attempt("saved after", match.save)
